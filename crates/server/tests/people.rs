//! Two people at a table: time, offers, takebacks, plans, onlookers. Pure, with a clock of its own.

use std::sync::Arc;

use backrank_rules::deal::Salt;
use backrank_rules::{Registry, Variant};
use backrank_server::catalogue::hex;
use backrank_server::log::{LogEvent, Logged, Terms};
use backrank_server::table::{Away, Command, Ear, Effect, Patience, Request, Table};
use backrank_server::wire::{
    Clock, Clocks, ColourWish, Event, GameResult, LimitKind, OfferKind, Phase, Phrase, Reason,
    ServerMessage, Side,
};

const GAME: &str = "7pQnZ2";
const WHITE: usize = 0;
const BLACK: usize = 1;
const DAY: i64 = 24 * 60 * 60 * 1000;
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const BLITZ: Clock = Clock::Live {
    base: 180,
    increment: 2,
    delay: 0,
};
const WEEK: Clock = Clock::Days { days: 7 };

fn variant(id: &str) -> Arc<Variant> {
    Registry::built_in().unwrap().get(id).unwrap().clone()
}

struct Driven {
    variant: Arc<Variant>,
    table: Table,
    log: Vec<Logged>,
    now: i64,
    nonce: u32,
    said: Vec<(Ear, ServerMessage)>,
}

struct Game<'a> {
    id: &'a str,
    fen: &'a str,
    clock: Clock,
    rated: bool,
}

impl Driven {
    fn new(id: &str, fen: &str, clock: Clock) -> Driven {
        Driven::of(&Game {
            id,
            fen,
            clock,
            rated: false,
        })
    }

    fn of(game: &Game<'_>) -> Driven {
        let variant = variant(game.id);
        let sets = variant.setup().set_names();
        let terms = Terms {
            game: GAME.into(),
            players: vec!["3xKq".into(), "8yLr".into()],
            colour: ColourWish::White,
            level: 1,
            set: sets.first().copied().unwrap_or_default().into(),
            number: None,
            variant: game.id.into(),
            digest: hex(variant.digest()),
            rules_version: variant.rules_version(),
            clock: game.clock,
            rated: game.rated,
            private: false,
        };
        let set_up = LogEvent::SetUp {
            fen: game.fen.into(),
            first_player: Side::White,
        };
        let events = [Table::created(&terms, &Salt::new([3; 32])), set_up];
        let log: Vec<Logged> = events.map(|event| Logged::new(0, event)).into();
        let table = Table::replay(GAME, variant.clone(), &log, Patience::default()).unwrap();
        Driven {
            variant,
            table,
            log,
            now: 0,
            nonce: 0,
            said: Vec::new(),
        }
    }

    fn step(&mut self, command: Command) -> Vec<ServerMessage> {
        let mut replies = Vec::new();
        for effect in self.table.step(command, self.now) {
            match effect {
                Effect::Append(logged) => self.log.push(logged),
                Effect::Reply { message, .. } => replies.push(message),
                Effect::Tell { to, message } => self.said.push((to, message)),
                Effect::Think(_) => {}
                Effect::Fault(error) => panic!("{error}"),
            }
        }
        let again = Table::replay(GAME, self.variant.clone(), &self.log, Patience::default());
        assert_eq!(again.unwrap().difference(&self.table), None);
        replies
    }

    fn send(&mut self, player: usize, request: Request, lag: i64) -> Vec<ServerMessage> {
        self.step(Command::Player {
            connection: player as u64,
            player,
            request,
            lag,
        })
    }

    /// The code of the refusal, if it was one.
    fn ask(&mut self, player: usize, request: Request) -> Option<String> {
        match self.send(player, request, 0).pop() {
            Some(ServerMessage::Refused { error, .. } | ServerMessage::Error { error }) => {
                Some(error.code)
            }
            _ => None,
        }
    }

    fn nonce(&mut self) -> String {
        self.nonce += 1;
        format!("n{}", self.nonce)
    }

    fn try_act(&mut self, player: usize, action: &str, lag: i64) -> Option<String> {
        let nonce = self.nonce();
        let ply = self.table.game().unwrap().ply();
        let request = Request::Act {
            nonce,
            ply,
            action: action.to_owned(),
        };
        match self.send(player, request, lag).pop() {
            Some(ServerMessage::Refused { error, .. }) => Some(error.code),
            _ => None,
        }
    }

    fn act(&mut self, player: usize, action: &str) {
        assert_eq!(self.try_act(player, action, 0), None, "{action}");
    }

    /// Plays in turn, White first, each after so many milliseconds.
    fn play(&mut self, actions: &[&str], each: i64) {
        let turn = self.table.game().unwrap().ply() as usize;
        for (at, action) in actions.iter().enumerate() {
            self.now += each;
            self.act((turn + at) % 2, action);
        }
    }

    fn offer(&mut self, player: usize, what: OfferKind) -> Option<String> {
        let nonce = self.nonce();
        self.ask(player, Request::Offer { nonce, what })
    }

    fn answer(&mut self, player: usize, what: OfferKind, accept: bool) -> Option<String> {
        let nonce = self.nonce();
        self.ask(
            player,
            Request::Answer {
                nonce,
                what,
                accept,
            },
        )
    }

    fn clocks(&mut self) -> Clocks {
        let hello = self.step(Command::Watch {
            connection: 9,
            last_seq: None,
        });
        let clocks = hello.iter().find_map(|message| match message {
            ServerMessage::Clocks { clocks } => Some(*clocks),
            _ => None,
        });
        clocks.expect("there are clocks")
    }

    fn ending(&self) -> Option<(GameResult, Reason)> {
        self.table.ending().map(|end| (end.result, end.reason))
    }

    fn endings(&self) -> usize {
        let ends = self.log.iter().filter(|l| l.event.kind() == "ended");
        ends.count()
    }

    /// Another run of the server, which was away for so long.
    fn restart(&mut self, gone: i64) {
        self.now += gone;
        self.table =
            Table::replay(GAME, self.variant.clone(), &self.log, Patience::default()).unwrap();
        let away = Away {
            gone,
            back: self.now,
        };
        self.step(Command::Wake {
            rules_version: self.variant.rules_version(),
            away: Some(away),
        });
    }

    fn here(&mut self, here: [bool; 2]) {
        self.step(Command::Presence { here, watching: 0 });
    }
}

// ---------------------------------------------------------------- time

#[test]
fn clocks_run_from_each_sides_second_move_on_and_add_up() {
    let mut game = Driven::new("chess", START, BLITZ);
    assert_eq!(game.clocks().limit.unwrap().what, LimitKind::FirstMove);
    game.play(&["e2e4", "e7e5"], 9_000);
    assert_eq!(
        (game.clocks().white, game.clocks().black),
        (180_000, 180_000)
    );
    assert_eq!(game.clocks().running, Some(Side::White));
    game.play(&["g1f3", "b8c6"], 5_000);
    assert_eq!(
        (game.clocks().white, game.clocks().black),
        (177_000, 177_000)
    );
    game.now += 1_234;
    assert_eq!(game.clocks().white, 175_766);
    assert_eq!(game.table.deadline(), Some(game.now + 175_766));
}

#[test]
fn the_first_seconds_of_a_turn_are_free_with_a_delay() {
    let clock = Clock::Live {
        base: 60,
        increment: 0,
        delay: 3,
    };
    let mut game = Driven::new("chess", START, clock);
    game.play(&["e2e4", "e7e5"], 1_000);
    game.now += 1_000;
    assert_eq!((game.clocks().white, game.clocks().free), (60_000, 2_000));
    game.now += 4_000;
    assert_eq!((game.clocks().white, game.clocks().free), (58_000, 0));
    game.act(WHITE, "g1f3");
    assert_eq!(game.clocks().white, 58_000);
}

#[test]
fn a_first_move_that_does_not_come_aborts_the_game() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4"], 29_999);
    game.now += 29_999;
    game.step(Command::Tick);
    assert_eq!(game.ending(), None);
    game.now += 1;
    game.step(Command::Tick);
    assert_eq!(
        game.ending(),
        Some((GameResult::Aborted, Reason::NotStarted))
    );
    assert_eq!(game.table.standing().fault, Some(BLACK));
}

/// Flag and move at the same instant: one ending, and the move is refused.
#[test]
fn a_move_that_arrives_with_the_flag_comes_too_late_and_the_game_ends_once() {
    for late in [0, 1, 250] {
        let mut game = Driven::new("chess", START, BLITZ);
        game.play(&["e2e4", "e7e5"], 1_000);
        game.now = game.table.deadline().unwrap() + late;
        assert_eq!(
            game.try_act(WHITE, "g1f3", 300).as_deref(),
            Some("game_over")
        );
        game.step(Command::Tick);
        assert_eq!(game.ending(), Some((GameResult::Black, Reason::Flag)));
        assert_eq!(game.endings(), 1);
        assert_eq!(game.clocks().white, 0);
    }
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5"], 1_000);
    game.now = game.table.deadline().unwrap() - 1;
    game.act(WHITE, "g1f3");
    assert_eq!(game.clocks().white, 2_001);
}

#[test]
fn a_flag_is_a_draw_where_the_other_side_could_not_mate() {
    let fen = "4k3/8/8/8/8/8/3PP3/4K1n1 w - - 0 1";
    let mut game = Driven::new("chess", fen, BLITZ);
    game.play(&["e2e3", "e8e7"], 1_000);
    game.now = game.table.deadline().unwrap();
    game.step(Command::Tick);
    assert_eq!(game.ending(), Some((GameResult::Draw, Reason::Flag)));
}

/// The clock never jumps: the credit is what was measured, at most 300 ms, and never more than was used.
#[test]
fn lag_is_credited_within_limits() {
    for (used, lag, left) in [
        (5_000, 120, 177_120),
        (5_000, 900, 177_300),
        (80, 300, 182_000),
    ] {
        let mut game = Driven::new("chess", START, BLITZ);
        game.play(&["e2e4", "e7e5"], 1_000);
        game.now += used;
        assert_eq!(game.try_act(WHITE, "g1f3", lag), None);
        assert_eq!(game.clocks().white, left);
        assert_eq!(game.clocks().lag, lag.min(300).min(used));
    }
}

#[test]
fn after_a_restart_clocks_stand_until_the_side_to_move_is_back() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5"], 1_000);
    game.now += 10_000;
    game.restart(3_600_000);
    let clocks = game.clocks();
    assert!(clocks.paused && clocks.running.is_none());
    assert_eq!(clocks.white, 170_000, "the hour is not charged");
    game.now += 12_000;
    game.send(BLACK, Request::Hello { last_seq: None }, 0);
    assert!(game.clocks().paused, "it is not Black's turn");
    game.send(WHITE, Request::Hello { last_seq: None }, 0);
    game.now += 1_000;
    assert_eq!(
        (game.clocks().white, game.clocks().paused),
        (169_000, false)
    );
    // Nobody comes: after half a minute it goes on.
    game.restart(5_000);
    game.now += 30_000;
    game.step(Command::Tick);
    game.now += 1_000;
    assert_eq!(
        (game.clocks().white, game.clocks().paused),
        (168_000, false)
    );
}

#[test]
fn two_restarts_before_anybody_is_back_cost_nothing() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5"], 1_000);
    game.now += 10_000;
    game.restart(60_000);
    game.now += 20_000;
    game.restart(60_000);
    assert_eq!(game.clocks().white, 170_000);
    game.now += 29_000;
    assert_eq!(game.clocks().white, 170_000);
}

#[test]
fn a_correspondence_flag_falls_by_itself_and_vacations_stop_the_time() {
    let mut game = Driven::new("chess", START, WEEK);
    game.play(&["e2e4", "e7e5"], DAY);
    let due = game.table.deadline().unwrap();
    assert_eq!(due, game.now + 7 * DAY);
    game.now += DAY;
    let until = game.now + 3 * DAY;
    game.step(Command::Vacation {
        player: BLACK,
        until,
    });
    assert_eq!(game.table.deadline(), Some(due), "it is White's turn");
    game.step(Command::Vacation {
        player: WHITE,
        until,
    });
    assert_eq!(game.table.deadline(), Some(due + 3 * DAY));
    assert_eq!(game.clocks().running, None);
    game.now += DAY;
    let until = game.now;
    game.step(Command::Vacation {
        player: WHITE,
        until,
    });
    assert_eq!(
        game.table.deadline(),
        Some(due + DAY),
        "back two days early"
    );
    game.now = due + DAY;
    game.step(Command::Tick);
    assert_eq!(game.ending(), Some((GameResult::Black, Reason::Flag)));
}

#[test]
fn secret_squares_are_chosen_outside_the_clock_and_in_time() {
    let fen = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR{?/?} w - - 0 1";
    let mut game = Driven::new("hide-and-seek", fen, BLITZ);
    assert_eq!(game.clocks().limit.unwrap().what, LimitKind::SecretChoice);
    assert_eq!(
        game.offer(WHITE, OfferKind::Draw).as_deref(),
        Some("not_now")
    );
    game.now += 40_000;
    game.act(WHITE, "@c3");
    // The other seat and onlookers see that it was chosen, not where.
    let others: Vec<String> = game
        .said
        .iter()
        .filter(|(to, _)| *to != Ear::Player(WHITE))
        .map(|(_, message)| serde_json::to_string(message).unwrap())
        .collect();
    assert!(others.iter().any(|text| text.contains("@?")));
    assert!(others.iter().all(|text| !text.contains("@c3")));
    let mut late = Driven::new("hide-and-seek", fen, BLITZ);
    late.act(WHITE, "@c3");
    late.now = 60_000;
    late.step(Command::Tick);
    assert_eq!(late.ending(), Some((GameResult::Aborted, Reason::NoChoice)));
    assert_eq!(late.table.standing().fault, Some(BLACK));
    game.now += 10_000;
    game.act(BLACK, "@f5");
    assert_eq!(game.clocks().limit.unwrap().what, LimitKind::FirstMove);
    assert_eq!(game.clocks().limit.unwrap().left, 30_000);
    assert_eq!(
        game.offer(WHITE, OfferKind::Takeback).as_deref(),
        Some("not_now")
    );
}

#[test]
fn a_late_promotion_is_part_of_the_turn() {
    // White's piece dressed as a rook is a pawn; it runs to the last rank.
    let fen = "1n2k3/8/8/8/8/8/8/(P)3K3 w - - 0 1";
    let mut game = Driven::new("hidden", fen, BLITZ);
    game.play(&["e1e2", "e8e7", "e2e1", "e7e8"], 1_000);
    assert_eq!(game.clocks().white, 181_000);
    assert_eq!(game.offer(BLACK, OfferKind::Draw), None);
    game.now += 4_000;
    game.act(WHITE, "a1a8");
    assert_eq!(game.clocks().white, 177_000, "no increment yet");
    assert_eq!(game.clocks().running, Some(Side::White));
    assert_eq!(game.table.snapshot(Ear::Player(WHITE)).offers.len(), 1);
    let due = game.table.deadline().unwrap();
    game.now += 1_000;
    game.act(WHITE, "=q");
    assert_eq!(game.clocks().white, 178_000);
    assert!(game.table.snapshot(Ear::Player(WHITE)).offers.is_empty());
    assert!(due > game.now);
}

// ---------------------------------------------------------------- offers

#[test]
fn a_draw_offer_stands_until_it_is_declined_or_its_receiver_plays() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5"], 1_000);
    assert_eq!(game.offer(WHITE, OfferKind::Draw), None);
    assert_eq!(
        game.offer(WHITE, OfferKind::Draw).as_deref(),
        Some("not_now")
    );
    game.play(&["g1f3"], 1_000);
    assert_eq!(game.table.snapshot(Ear::Player(BLACK)).offers.len(), 1);
    assert!(game.table.snapshot(Ear::Onlookers).offers.is_empty());
    game.play(&["b8c6"], 1_000);
    assert!(game.table.snapshot(Ear::Player(BLACK)).offers.is_empty());
    assert_eq!(
        game.answer(BLACK, OfferKind::Draw, true).as_deref(),
        Some("not_now")
    );
    assert_eq!(game.offer(WHITE, OfferKind::Draw), None);
    assert_eq!(game.answer(BLACK, OfferKind::Draw, false), None);
    game.play(&["f1b5", "a7a6"], 1_000);
    assert_eq!(game.offer(BLACK, OfferKind::Draw), None);
    assert_eq!(game.offer(WHITE, OfferKind::Draw), None, "both want it");
    assert_eq!(game.ending(), Some((GameResult::Draw, Reason::Agreement)));
    assert_eq!(game.endings(), 1);
}

/// Undoing is as if it had never been: rights, counters, repetitions, each seat's knowledge, and the clocks.
#[test]
fn a_takeback_restores_everything_and_gives_no_time_away() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5", "g1f3", "b8c6"], 5_000);
    let before = serde_json::to_value(game.table.snapshot(Ear::Player(WHITE))).unwrap();
    let stood = game.clocks();
    game.play(&["e1e2", "g8f6"], 20_000);
    game.now += 3_000;
    assert_eq!(game.offer(WHITE, OfferKind::Takeback), None);
    assert_eq!(game.answer(BLACK, OfferKind::Takeback, true), None);
    let after = serde_json::to_value(game.table.snapshot(Ear::Player(WHITE))).unwrap();
    assert_eq!(before["moves"], after["moves"]);
    assert_eq!(before["now"], after["now"]);
    assert_eq!(
        (game.clocks().white, game.clocks().black),
        (stood.white, stood.black)
    );
    game.now += 1_000;
    assert_eq!(
        game.clocks().white,
        stood.white - 1_000,
        "the turn begins anew"
    );
    game.play(&["e1e2", "g8f6"], 1_000);
}

#[test]
fn a_player_who_has_just_moved_takes_that_move_back() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4", "e7e5", "g1f3"], 1_000);
    assert_eq!(game.offer(WHITE, OfferKind::Takeback), None);
    assert_eq!(game.answer(BLACK, OfferKind::Takeback, true), None);
    assert_eq!(game.table.game().unwrap().ply(), 2);
    let told: Vec<&Event> = game
        .said
        .iter()
        .filter_map(|(to, message)| match message {
            ServerMessage::Event { event, .. } if *to == Ear::Onlookers => Some(&**event),
            _ => None,
        })
        .collect();
    assert!(matches!(told.last(), Some(Event::TakenBack { ply: 2, .. })));
}

#[test]
fn nothing_is_taken_back_across_a_reveal_or_in_a_rated_game() {
    let fen = "4k3/(p)7/8/8/8/8/(P)7/4K2R w - - 0 1";
    let mut game = Driven::new("hidden", fen, BLITZ);
    game.play(&["h1h2", "e8e7"], 1_000);
    assert!(game.table.snapshot(Ear::Player(WHITE)).may.offer_takeback);
    game.play(&["a2a3"], 1_000);
    assert!(!game.table.snapshot(Ear::Player(WHITE)).may.offer_takeback);
    assert_eq!(
        game.offer(WHITE, OfferKind::Takeback).as_deref(),
        Some("not_now")
    );
    let mut rated = Driven::of(&Game {
        id: "chess",
        fen: START,
        clock: BLITZ,
        rated: true,
    });
    rated.play(&["e2e4", "e7e5"], 1_000);
    assert_eq!(
        rated.offer(WHITE, OfferKind::Takeback).as_deref(),
        Some("not_now")
    );
}

#[test]
fn only_who_has_not_moved_may_abort() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.play(&["e2e4"], 1_000);
    let nonce = game.nonce();
    assert_eq!(
        game.ask(WHITE, Request::Abort { nonce }).as_deref(),
        Some("not_now")
    );
    let nonce = game.nonce();
    assert_eq!(game.ask(BLACK, Request::Abort { nonce }), None);
    assert_eq!(game.ending(), Some((GameResult::Aborted, Reason::Aborted)));
    assert_eq!(game.table.standing().fault, Some(BLACK));
}

#[test]
fn a_game_that_was_left_can_be_claimed_after_a_while() {
    let mut game = Driven::new("chess", START, BLITZ);
    game.here([true, true]);
    game.play(&["e2e4", "e7e5"], 1_000);
    game.here([true, false]);
    let claim = |game: &mut Driven, player| {
        let nonce = game.nonce();
        let draw = false;
        game.ask(player, Request::Claim { nonce, draw })
    };
    game.now += 29_999;
    assert_eq!(claim(&mut game, WHITE).as_deref(), Some("not_now"));
    game.here([true, true]);
    game.here([true, false]);
    game.now += 29_999;
    assert_eq!(
        claim(&mut game, WHITE).as_deref(),
        Some("not_now"),
        "it was back"
    );
    game.now += 1;
    assert_eq!(claim(&mut game, WHITE), None);
    assert_eq!(game.ending(), Some((GameResult::White, Reason::Abandoned)));
}

// ---------------------------------------------------------------- plans, phrases, onlookers

fn lines(lines: &[&[&str]]) -> Vec<Vec<String>> {
    let line = |line: &&[&str]| line.iter().map(|&text| text.to_owned()).collect();
    lines.iter().map(line).collect()
}

#[test]
fn a_plan_is_played_at_once_as_long_as_all_goes_as_foreseen() {
    let mut game = Driven::new("chess", START, WEEK);
    game.play(&["e2e4"], 1_000);
    let planned = lines(&[&["e7e5", "g1f3", "b8c6", "f1b5"], &["c7c5", "c2c3"]]);
    let nonce = game.nonce();
    assert_eq!(
        game.ask(
            WHITE,
            Request::Plan {
                nonce,
                lines: planned.clone()
            }
        ),
        None
    );
    assert_eq!(game.table.snapshot(Ear::Player(WHITE)).plan, planned);
    assert!(game.table.snapshot(Ear::Player(BLACK)).plan.is_empty());
    game.act(BLACK, "e7e5");
    assert_eq!(
        game.table.game().unwrap().ply(),
        3,
        "the answer came at once"
    );
    assert_eq!(
        game.table.snapshot(Ear::Player(WHITE)).plan,
        lines(&[&["b8c6", "f1b5"]])
    );
    game.act(BLACK, "g8f6");
    assert_eq!(game.table.game().unwrap().ply(), 4);
    assert!(game.table.snapshot(Ear::Player(WHITE)).plan.is_empty());
    let (_, last) = game
        .said
        .iter()
        .rev()
        .find(|(_, message)| matches!(message, ServerMessage::Event { event, .. } if matches!(**event, Event::Planned { .. })))
        .unwrap();
    assert!(
        serde_json::to_string(last)
            .unwrap()
            .contains("\"cancelled\":true")
    );
    assert!(
        game.said
            .iter()
            .all(|(to, message)| *to == Ear::Player(WHITE)
                || !serde_json::to_string(message).unwrap().contains("planned"))
    );
}

/// A conditional move is never played into a surprise.
#[test]
fn a_reveal_that_was_not_foreseen_cancels_the_plan() {
    let fen = "4k3/1(n)6/8/8/8/8/1(B)6/4K2R b - - 0 1";
    for (foreseen, answered) in [("b7b6", false), ("b7b6~p", false), ("b7b6~n", true)] {
        let mut game = Driven::new("hidden", fen, WEEK);
        let nonce = game.nonce();
        let lines = lines(&[&[foreseen, "h1h2"]]);
        assert_eq!(game.ask(WHITE, Request::Plan { nonce, lines }), None);
        game.act(BLACK, "b7b6");
        let plies = game.table.game().unwrap().ply();
        assert_eq!(plies, if answered { 2 } else { 1 }, "{foreseen}");
    }
    // The answer itself shows something else than foreseen: what was planned after it is off.
    let mut game = Driven::new("hidden", fen, WEEK);
    let nonce = game.nonce();
    let lines = lines(&[&["e8e7", "b2b3~n", "e7e8", "h1h2"]]);
    assert_eq!(game.ask(WHITE, Request::Plan { nonce, lines }), None);
    game.act(BLACK, "e8e7");
    game.act(BLACK, "e7e8");
    assert_eq!(game.table.game().unwrap().ply(), 3);
}

#[test]
fn onlookers_of_a_correspondence_game_are_one_action_late() {
    let mut game = Driven::new("chess", START, WEEK);
    game.play(&["e2e4", "e7e5"], 1_000);
    let seen = game.table.snapshot(Ear::Onlookers);
    assert_eq!((seen.moves.len(), seen.now.unwrap().ply), (1, 1));
    assert!(game.table.standing().fen.contains("PPPP1PPP"));
    assert!(!game.table.standing().fen.starts_with("rnbqkbnr/pppp1ppp"));
    let nonce = game.nonce();
    game.ask(WHITE, Request::Resign { nonce });
    assert_eq!(game.table.snapshot(Ear::Onlookers).moves.len(), 2);
    let mut live = Driven::new("chess", START, BLITZ);
    live.play(&["e2e4", "e7e5"], 1_000);
    assert_eq!(live.table.snapshot(Ear::Onlookers).moves.len(), 2);
}

/// In a second tab without its name a player sees no more than everybody: not what it captured in private.
#[test]
fn onlookers_do_not_see_what_one_player_knows() {
    let fen = "4k3/1(q)(n)5/8/8/8/8/1R6/4K3 w - - 0 1";
    let mut game = Driven::new("hidden", fen, BLITZ);
    game.act(WHITE, "b2b7");
    let said = |ear: Ear| -> String {
        let own = game.said.iter().filter(|(to, _)| *to == ear);
        own.map(|(_, message)| serde_json::to_string(message).unwrap())
            .collect()
    };
    assert!(said(Ear::Player(WHITE)).contains("b2b7*q"));
    for ear in [Ear::Player(BLACK), Ear::Onlookers] {
        assert!(said(ear).contains("b2b7*?") && !said(ear).contains("b2b7*q"));
    }
}

#[test]
fn phrases_reach_the_other_player_alone() {
    let mut game = Driven::new("chess", START, BLITZ);
    let phrase = Phrase::GoodLuck;
    game.ask(WHITE, Request::Say { phrase });
    let by = Side::White;
    assert!(matches!(
        &game.said[..],
        [(Ear::Player(BLACK), ServerMessage::Said { by: said, .. })] if *said == by
    ));
    assert_eq!(game.log.len(), 2, "nothing is stored");
}

/// What was sent again after a lost answer is done once, whatever it was.
#[test]
fn every_message_with_a_nonce_may_be_sent_again() {
    let mut game = Driven::new("chess", START, BLITZ);
    let again = |game: &mut Driven, player: usize, request: Request| {
        let first = game.send(player, request.clone(), 0);
        let length = game.log.len();
        let second = game.send(player, request, 0);
        assert_eq!(first.last(), second.last());
        assert!(matches!(second.last(), Some(ServerMessage::Ack { .. })));
        assert_eq!(game.log.len(), length);
    };
    let act = |nonce: &str, ply, action: &str| Request::Act {
        nonce: nonce.into(),
        ply,
        action: action.into(),
    };
    again(&mut game, WHITE, act("a", 0, "e2e4"));
    again(&mut game, BLACK, act("a", 1, "e7e5"));
    let what = OfferKind::Draw;
    let nonce = "b".to_owned();
    again(&mut game, WHITE, Request::Offer { nonce, what });
    let (nonce, accept) = ("c".to_owned(), false);
    again(
        &mut game,
        BLACK,
        Request::Answer {
            nonce,
            what,
            accept,
        },
    );
    again(&mut game, WHITE, Request::Resign { nonce: "d".into() });
    assert_eq!(game.table.phase(), Phase::Over);
    assert_eq!(game.endings(), 1);
}
