//! The pure core of a table: what it tells and what it never tells.

use std::sync::Arc;

use backrank_rules::deal::{Contribution, Salt};
use backrank_rules::{Position, Registry, Seat, Variant};
use backrank_server::catalogue::{Catalogue, hex};
use backrank_server::log::{LogError, LogEvent, Logged, Terms};
use backrank_server::table::{Command, Ear, Effect, Patience, Request, Table};
use backrank_server::wire::{Clock, ColourWish, GameResult, Phase, Reason, ServerMessage, Side};
use serde_json::Value;

const PERSON: usize = 0;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn variant(id: &str) -> Arc<Variant> {
    Registry::built_in().unwrap().get(id).unwrap().clone()
}

fn terms(variant: &Variant, colour: ColourWish) -> Terms {
    let setup = variant.setup();
    Terms {
        game: "7pQnZ2".into(),
        players: vec!["3xKq".into(), "computer".into()],
        colour,
        level: 1,
        set: setup
            .set_names()
            .first()
            .copied()
            .unwrap_or_default()
            .into(),
        number: None,
        variant: variant.id().into(),
        digest: hex(variant.digest()),
        rules_version: variant.rules_version(),
        clock: Clock::Untimed,
        rated: false,
        private: true,
    }
}

/// A table with all that it has stored and said.
struct Driven {
    table: Table,
    log: Vec<Logged>,
    said: Vec<String>,
    now: i64,
    nonce: u32,
}

impl Driven {
    fn new(variant: &Arc<Variant>, colour: ColourWish, salt: u8) -> Driven {
        Driven::from(
            variant,
            vec![Table::created(
                &terms(variant, colour),
                &Salt::new([salt; 32]),
            )],
        )
    }

    fn set_up(variant: &Arc<Variant>, fen: &str, side: Side) -> Driven {
        let wish = match side {
            Side::White => ColourWish::White,
            Side::Black => ColourWish::Black,
        };
        let set_up = LogEvent::SetUp {
            fen: fen.to_owned(),
            first_player: side,
        };
        let created = Table::created(&terms(variant, wish), &Salt::new([9; 32]));
        Driven::from(variant, vec![created, set_up])
    }

    fn from(variant: &Arc<Variant>, events: Vec<LogEvent>) -> Driven {
        let log: Vec<Logged> = events
            .into_iter()
            .map(|event| Logged::new(1, event))
            .collect();
        let table = Table::replay("7pQnZ2", variant.clone(), &log, Patience::default()).unwrap();
        Driven {
            table,
            log,
            said: Vec::new(),
            now: 1,
            nonce: 0,
        }
    }

    fn step(&mut self, command: Command) -> Vec<ServerMessage> {
        self.now += 1;
        let mut messages = Vec::new();
        for effect in self.table.step(command, self.now) {
            match effect {
                Effect::Append(logged) => self.log.push(logged),
                Effect::Reply { message, .. } | Effect::Tell { message, .. } => {
                    self.said.push(serde_json::to_string(&message).unwrap());
                    messages.push(message);
                }
                Effect::Think(_) => {}
                Effect::Fault(error) => panic!("{error}"),
            }
        }
        messages
    }

    fn request(&mut self, request: Request) -> Vec<ServerMessage> {
        self.step(Command::Player {
            connection: 1,
            player: PERSON,
            request,
            lag: 0,
        })
    }

    fn deal(&mut self) {
        let contribution = Contribution::new([5; 32]);
        let commitment = contribution.commitment("7pQnZ2", "3xKq").to_string();
        self.request(Request::Commit { commitment });
        self.request(Request::Open {
            contribution: contribution.reveal_hex(),
        });
        assert_eq!(self.table.phase(), Phase::Playing);
    }

    fn side(&self) -> backrank_rules::Colour {
        self.table.game().unwrap().first_player()
    }

    fn person_acts(&self) -> bool {
        let actors = self
            .table
            .game()
            .unwrap()
            .sight(self.side())
            .view()
            .board()
            .actors();
        actors.contains(&self.side())
    }

    fn act(&mut self, action: &str) -> Vec<ServerMessage> {
        self.nonce += 1;
        let ply = self.table.game().unwrap().ply();
        self.request(Request::Act {
            nonce: format!("n{}", self.nonce),
            ply,
            action: action.to_owned(),
        })
    }

    fn computer(&mut self, action: backrank_rules::Action) {
        self.step(Command::Wake {
            rules_version: self.table_rules(),
            away: None,
        });
        let game = self.table.game().unwrap();
        let view = game.sight(self.side().other()).view();
        let (ply, hash) = (game.ply(), view.board().hash());
        self.step(Command::Computer {
            ply,
            hash,
            action: Some(action),
        });
    }

    fn table_rules(&self) -> u32 {
        match &self.log[0].event {
            LogEvent::Created { terms, .. } => terms.rules_version,
            _ => unreachable!(),
        }
    }

    /// One random action of whoever is to act.
    fn random_action(&mut self, dice: &mut Dice) {
        let game = self.table.game().unwrap();
        let side = self.side();
        if self.person_acts() {
            let legal = game.sight(side).observation().legal();
            let action = legal[dice.below(legal.len())];
            let variant = game.sight(side).view().variant().clone();
            self.act(&backrank_rules::notation::uci::action(&variant, action));
        } else {
            let legal = game.sight(side.other()).observation().legal();
            let action = legal[dice.below(legal.len())];
            self.computer(action);
        }
    }

    fn snapshot(&self) -> String {
        serde_json::to_string(&self.table.snapshot(Ear::Player(PERSON))).unwrap()
    }
}

fn ids() -> Vec<String> {
    let catalogue = Catalogue::load(&[]).unwrap();
    catalogue
        .iter()
        .map(|game| game.variant.id().to_owned())
        .collect()
}

#[test]
fn a_table_is_rebuilt_from_its_log_alone() {
    for id in ids() {
        let variant = variant(&id);
        let mut driven = Driven::new(&variant, ColourWish::Random, 3);
        let mut dice = Dice(11);
        driven.deal();
        for _ in 0..60 {
            if driven.table.phase() == Phase::Over {
                break;
            }
            driven.random_action(&mut dice);
            let rebuilt =
                Table::replay("7pQnZ2", variant.clone(), &driven.log, Patience::default()).unwrap();
            assert_eq!(
                serde_json::to_string(&rebuilt.snapshot(Ear::Player(PERSON))).unwrap(),
                driven.snapshot(),
                "{id}: private knowledge survives"
            );
        }
    }
}

#[test]
fn missed_events_are_told_byte_for_byte_as_they_happened() {
    for id in [
        "hidden",
        "capablanca-random",
        "hide-and-seek",
        "ajax-random",
    ] {
        let variant = variant(id);
        let mut driven = Driven::new(&variant, ColourWish::White, 4);
        let mut dice = Dice(5);
        driven.deal();
        for _ in 0..15 {
            if driven.table.phase() == Phase::Playing {
                driven.random_action(&mut dice);
            }
        }
        if driven.table.phase() == Phase::Playing {
            driven.request(Request::Resign { nonce: "r".into() });
        }
        let events: Vec<String> = driven
            .said
            .iter()
            .filter(|text| text.contains("\"type\":\"event\""))
            .cloned()
            .collect();
        for last in 0..=events.len() {
            driven.said.clear();
            driven.request(Request::Hello {
                last_seq: Some(u32::try_from(last).unwrap()),
            });
            assert_eq!(driven.said[1..], events[last..], "{id} after {last}");
        }
    }
}

/// Two truths that a seat cannot tell apart: everything it is told is the same, byte for byte, for as long as what it
/// sees agrees.
#[test]
fn what_a_seat_is_told_does_not_depend_on_what_it_cannot_know() {
    let mut agreed = 0;
    let mut parted = 0;
    for id in [
        "hidden",
        "hidden-random",
        "hidden-random-capturer",
        "hidden-random-nobody",
    ] {
        let variant = variant(id);
        for seed in 0..40u64 {
            let mut dice = Dice(seed * 77 + 1);
            let mut truth = Position::seeded(&variant, seed, None, None).unwrap();
            for _ in 0..dice.below(40) {
                let legal = truth.legal();
                if legal.is_empty() {
                    break;
                }
                truth.play(legal[dice.below(legal.len())]).unwrap();
            }
            for side in [Side::White, Side::Black] {
                let seat = match side {
                    Side::White => Seat::White,
                    Side::Black => Seat::Black,
                };
                let other = truth.permuted(seat, |n| dice.below(n));
                let mut one = Driven::set_up(&variant, &truth.truth_fen(), side);
                let mut two = Driven::set_up(&variant, &other.truth_fen(), side);
                assert_eq!(one.snapshot(), two.snapshot());
                for _ in 0..40 {
                    if one.table.phase() == Phase::Over || two.table.phase() == Phase::Over {
                        break;
                    }
                    let throw = dice.0;
                    one.random_action(&mut Dice(throw));
                    two.random_action(&mut Dice(throw));
                    dice.below(2);
                    let records = |driven: &Driven| {
                        let game = driven.table.game().unwrap();
                        game.sight(driven.side()).observation().records().to_vec()
                    };
                    if records(&one) != records(&two) {
                        parted += 1;
                        break;
                    }
                    assert_eq!(one.said, two.said, "{id} {seed} {side:?}");
                    assert_eq!(one.snapshot(), two.snapshot(), "{id} {seed} {side:?}");
                    agreed += 1;
                }
            }
        }
    }
    assert!(
        agreed > 1000 && parted > 100,
        "{agreed} agreed, {parted} parted"
    );
}

#[test]
fn secrets_are_in_no_message_before_the_end() {
    for id in ids() {
        let variant = variant(&id);
        let mut driven = Driven::new(&variant, ColourWish::Random, 0xA7);
        let mut dice = Dice(2);
        driven.request(Request::Hello { last_seq: None });
        driven.deal();
        while driven.table.phase() == Phase::Playing && driven.said.len() < 150 {
            driven.random_action(&mut dice);
            driven.request(Request::Hello { last_seq: None });
        }
        let all = driven.said.join("\n");
        let salt = Salt::new([0xA7; 32]).reveal_hex();
        for start in 0..=salt.len() - 16 {
            assert!(
                !all.contains(&salt[start..start + 16]),
                "{id}: the salt is told"
            );
        }
        assert!(!all.as_bytes().windows(8).any(|bytes| bytes == [0xA7; 8]));
        assert!(!format!("{:?} {:?}", driven.table, driven.log).contains("a7a7"));
    }
}

#[test]
fn an_owner_is_not_told_what_was_captured_face_down_and_the_capturer_is() {
    let variant = variant("hidden");
    // Black's face-down piece on b7 (dressed as a pawn) is a queen in one truth and a knight in the other.
    let fen =
        |piece: char, other: char| format!("4k3/1({piece})({other})5/8/8/8/8/1R6/4K3 w - - 0 1");
    let run = |side: Side, fen: &str| {
        let mut driven = Driven::set_up(&variant, fen, side);
        let game = driven.table.game().unwrap();
        let board = *game.sight(driven.side()).view().board();
        let action = backrank_rules::notation::uci::parse(&variant, &board, "b2b7").unwrap();
        if side == Side::White {
            driven.act("b2b7");
        } else {
            driven.computer(action);
        }
        driven.said.join("\n") + &driven.snapshot()
    };
    let (one, two) = (fen('q', 'n'), fen('n', 'q'));
    assert_eq!(
        run(Side::Black, &one),
        run(Side::Black, &two),
        "the owner sees the same"
    );
    let (one, two) = (run(Side::White, &one), run(Side::White, &two));
    assert!(one.contains("b2b7*q") && two.contains("b2b7*n"));
    assert!(one.contains("captured_privately"));
}

fn refused(variant: &Arc<Variant>, log: &[Logged]) -> LogError {
    match Table::replay("7pQnZ2", variant.clone(), log, Patience::default()) {
        Err(error) => error,
        Ok(_) => panic!("the log was taken"),
    }
}

#[test]
fn a_log_that_was_changed_is_refused_by_name() {
    let variant = variant("hidden");
    let mut driven = Driven::new(&variant, ColourWish::White, 8);
    driven.deal();
    let mut dice = Dice(1);
    for _ in 0..6 {
        driven.random_action(&mut dice);
    }
    let log = driven.log.clone();
    let actions: Vec<usize> = (0..log.len())
        .filter(|&at| matches!(log[at].event, LogEvent::Action { .. }))
        .collect();
    assert_eq!(refused(&variant, &[]), LogError::Empty);
    assert!(matches!(
        refused(&variant, &log[1..]),
        LogError::Misplaced { seq: 0, .. }
    ));

    let without = |at: usize| {
        let mut log = log.clone();
        log.remove(at);
        log
    };
    let deal = actions[0] - 1;
    assert!(matches!(
        refused(&variant, &without(deal)),
        LogError::DealMissing { .. }
    ));
    assert!(matches!(
        refused(&variant, &without(deal - 1)),
        LogError::Deal { .. }
    ));
    assert!(matches!(
        refused(&variant, &without(actions[0])),
        LogError::Unplayable { .. } | LogError::OtherPosition { .. } | LogError::OtherRecord { .. }
    ));

    let changed = |at: usize, change: &dyn Fn(&mut LogEvent)| {
        let mut log = log.clone();
        change(&mut log[at].event);
        refused(&variant, &log)
    };
    let hash = |event: &mut LogEvent| {
        if let LogEvent::Action { hash, .. } | LogEvent::Dealt { hash, .. } = event {
            hash.0 ^= 1;
        }
    };
    assert!(matches!(
        changed(actions[2], &hash),
        LogError::OtherPosition { .. }
    ));
    assert!(matches!(changed(deal, &hash), LogError::Deal { .. }));
    let shown = |event: &mut LogEvent| {
        if let LogEvent::Action { recorded, .. } = event {
            let letter = if recorded.ends_with('q') { "r" } else { "q" };
            let base = recorded.split('~').next().unwrap_or_default().to_owned();
            *recorded = format!("{base}~{letter}");
        }
    };
    assert!(matches!(
        changed(actions[0], &shown),
        LogError::OtherRecord { .. }
    ));
    let nonsense = |event: &mut LogEvent| {
        if let LogEvent::Action { recorded, .. } = event {
            *recorded = "a1a8?!".into();
        }
    };
    assert!(matches!(
        changed(actions[0], &nonsense),
        LogError::Unplayable { .. }
    ));
    let salt = |event: &mut LogEvent| {
        if let LogEvent::Created { salt, .. } = event {
            *salt = "00".repeat(32);
        }
    };
    assert!(matches!(changed(0, &salt), LogError::Deal { .. }));
    let another = Table::replay("8pQnZ2", variant.clone(), &log, Patience::default());
    assert!(matches!(
        another.err(),
        Some(LogError::Unreadable { seq: 0 })
    ));

    let mut ended = log.clone();
    ended.push(Logged::new(
        99,
        LogEvent::Ended {
            result: GameResult::White,
            reason: Reason::Checkmate,
            fault: None,
        },
    ));
    assert!(matches!(
        refused(&variant, &ended),
        LogError::OtherEnd { .. }
    ));
}

#[test]
fn stale_and_unasked_answers_of_the_computer_are_dropped() {
    let variant = variant("chess");
    let mut driven = Driven::new(&variant, ColourWish::White, 1);
    driven.deal();
    driven.act("e2e4");
    let game = driven.table.game().unwrap();
    let view = game.sight(driven.side().other()).view();
    let hash = view.board().hash();
    let legal = game.sight(driven.side().other()).observation().legal();
    let before = driven.log.len();
    for (ply, hash) in [(0, hash), (1, hash ^ 1), (2, hash)] {
        let action = Some(legal[0]);
        assert!(
            driven
                .step(Command::Computer { ply, hash, action })
                .is_empty()
        );
    }
    let action = Some(legal[0]);
    assert_eq!(
        driven
            .step(Command::Computer {
                ply: 1,
                hash,
                action
            })
            .len(),
        1
    );
    assert!(
        driven
            .step(Command::Computer {
                ply: 1,
                hash,
                action
            })
            .is_empty()
    );
    assert_eq!(driven.log.len(), before + 1);
}

#[test]
fn a_running_game_of_other_rules_is_aborted_and_an_idle_one_expires() {
    let variant = variant("chess");
    let mut driven = Driven::new(&variant, ColourWish::White, 1);
    driven.deal();
    driven.act("e2e4");
    let messages = driven.step(Command::Wake {
        rules_version: 99,
        away: None,
    });
    let text = serde_json::to_value(&messages[0]).unwrap();
    assert_eq!(text["event"]["ending"]["reason"], "rules_changed");
    assert_eq!(driven.table.phase(), Phase::Over);
    let again = Table::without_actions("7pQnZ2", variant.clone(), &driven.log, Patience::default());
    assert_eq!(again.unwrap().phase(), Phase::Over);

    let mut driven = Driven::new(&variant, ColourWish::White, 1);
    driven.deal();
    driven.now += Patience::default().idle;
    let messages = driven.step(Command::Tick);
    let text = serde_json::to_value(&messages[0]).unwrap();
    assert_eq!(text["event"]["ending"]["reason"], "expired");
}

#[test]
fn a_game_ends_once() {
    let variant = variant("chess");
    // White mates with Ra8.
    let mut driven = Driven::set_up(&variant, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Side::White);
    let messages = driven.act("a1a8");
    let said: Vec<Value> = messages
        .iter()
        .map(|m| serde_json::to_value(m).unwrap())
        .collect();
    assert_eq!(said[0]["event"]["played"]["text"], "Ra8#");
    assert_eq!(said[0]["event"]["played"]["check"], "g8");
    assert_eq!(said[0]["event"]["now"]["actors"], serde_json::json!([]));
    assert_eq!(
        said[1]["event"]["ending"],
        serde_json::json!({"result": "white", "reason": "checkmate"})
    );
    assert_eq!(said[2]["type"], "ack");
    let resigned = driven.request(Request::Resign { nonce: "r".into() });
    assert!(
        matches!(&resigned[0], ServerMessage::Refused { error, .. } if error.code == "game_over")
    );
    let ends = driven
        .log
        .iter()
        .filter(|l| matches!(l.event, LogEvent::Ended { .. }))
        .count();
    assert_eq!(ends, 1);
}

#[test]
fn a_long_game_opens_quickly() {
    let variant = variant("capablanca");
    let mut longest = 0;
    for seed in 0..10 {
        let mut driven = Driven::new(&variant, ColourWish::White, 1);
        let mut dice = Dice(seed);
        driven.deal();
        while driven.table.phase() == Phase::Playing && driven.log.len() < 504 {
            driven.random_action(&mut dice);
            driven.said.clear();
        }
        if driven.log.len() <= longest {
            continue;
        }
        longest = driven.log.len();
        let started = std::time::Instant::now();
        let table =
            Table::replay("7pQnZ2", variant.clone(), &driven.log, Patience::default()).unwrap();
        let replayed = started.elapsed();
        let text = serde_json::to_string(&table.snapshot(Ear::Player(PERSON))).unwrap();
        let all = started.elapsed();
        println!(
            "{longest} events: replay {replayed:?}, with snapshot of {} bytes {all:?}",
            text.len()
        );
        assert!(all < std::time::Duration::from_millis(200));
    }
    assert!(longest > 200, "{longest}");
}
