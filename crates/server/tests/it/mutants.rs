//! Messages that went wrong on the way: never a panic, always a named answer.

use std::sync::Arc;

use backrank_rules::deal::{Contribution, Salt};
use backrank_rules::{Registry, Variant};
use backrank_server::catalogue::hex;
use backrank_server::log::{Logged, Terms};
use backrank_server::table::{Command, Effect, Patience, Request, Table};
use backrank_server::wire::{ClientMessage, Clock, ColourWish, Phase, ServerMessage};

const ROUNDS: usize = 100_000;

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

fn table(variant: &Arc<Variant>) -> Table {
    let terms = Terms {
        game: "7pQnZ2".into(),
        players: vec!["3xKq".into(), "computer".into()],
        colour: ColourWish::White,
        level: 1,
        set: variant
            .setup()
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
    };
    let created = Logged::new(1, Table::created(&terms, &Salt::new([3; 32])));
    Table::replay("7pQnZ2", variant.clone(), &[created], Patience::default()).unwrap()
}

fn mutated(text: &str, dice: &mut Dice) -> String {
    const PARTS: [&str; 14] = [
        "\"",
        "{",
        "}",
        "-1",
        "4294967296",
        "null",
        "a1a1",
        "@",
        "=q",
        "é",
        "\\u0000",
        "~",
        "e1h1",
        "18446744073709551616",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(letters.len().max(1)).min(letters.len());
        match dice.below(4) {
            0 if at < letters.len() => {
                letters.remove(at);
            }
            1 if at < letters.len() => {
                letters[at] = char::from(32 + dice.below(95) as u8);
            }
            2 => {
                let part: Vec<char> = PARTS[dice.below(PARTS.len())].chars().collect();
                letters.splice(at..at, part);
            }
            _ => letters.truncate(at.max(letters.len() / 2)),
        }
    }
    letters.into_iter().collect()
}

/// As the connection does it.
fn request(message: ClientMessage) -> Option<Request> {
    match message {
        ClientMessage::Hello { last_seq, .. } => Some(Request::Hello { last_seq }),
        ClientMessage::Commit { commitment } => Some(Request::Commit { commitment }),
        ClientMessage::Open { contribution } => Some(Request::Open { contribution }),
        ClientMessage::Act { nonce, ply, action } => Some(Request::Act { nonce, ply, action }),
        ClientMessage::Resign { nonce } => Some(Request::Resign { nonce }),
        ClientMessage::Abort { nonce } => Some(Request::Abort { nonce }),
        ClientMessage::Offer { nonce, what } => Some(Request::Offer { nonce, what }),
        ClientMessage::Answer {
            nonce,
            what,
            accept,
        } => Some(Request::Answer {
            nonce,
            what,
            accept,
        }),
        ClientMessage::Claim { nonce, draw } => Some(Request::Claim { nonce, draw }),
        ClientMessage::Plan { nonce, lines } => Some(Request::Plan { nonce, lines }),
        ClientMessage::Say { phrase } => Some(Request::Say { phrase }),
        ClientMessage::Ping { .. } => None,
    }
}

#[test]
fn mutated_messages_get_named_answers() {
    let contribution = Contribution::new([5; 32]);
    let commitment = contribution.commitment("7pQnZ2", "3xKq");
    let mut unread = 0;
    let mut named = 0;
    for id in [
        "chess",
        "hidden",
        "ajax-random",
        "hidden-random",
        "hide-and-seek",
    ] {
        let registry = Registry::built_in().unwrap();
        let variant = registry.get(id).unwrap();
        let mut dice = Dice(1);
        let mut played = table(variant);
        let messages = [
            r#"{"type":"hello","protocol":1,"last_seq":1}"#.to_owned(),
            format!(r#"{{"type":"commit","commitment":"{commitment}"}}"#),
            format!(
                r#"{{"type":"open","contribution":"{}"}}"#,
                contribution.reveal_hex()
            ),
            r#"{"type":"act","nonce":"n","ply":0,"action":"e2e4"}"#.to_owned(),
            r#"{"type":"act","nonce":"m","ply":1,"action":"g1f3"}"#.to_owned(),
            r#"{"type":"resign","nonce":"r"}"#.to_owned(),
        ];
        for round in 0..ROUNDS / 5 {
            if played.phase() == Phase::Over {
                played = table(variant);
            }
            // A deal that goes well now and then, so that all phases are met.
            let text = if played.phase() == Phase::Dealing && round % 3 == 0 {
                messages[1 + dice.below(2)].clone()
            } else {
                mutated(&messages[dice.below(messages.len())], &mut dice)
            };
            let Ok(message) = serde_json::from_str::<ClientMessage>(&text) else {
                unread += 1;
                continue;
            };
            let Some(request) = request(message) else {
                continue;
            };
            let command = Command::Player {
                connection: 1,
                player: 0,
                request,
                lag: 0,
            };
            for effect in played.step(command, 5) {
                match effect {
                    Effect::Reply {
                        message:
                            ServerMessage::Error { error } | ServerMessage::Refused { error, .. },
                        ..
                    } => {
                        assert!(!error.code.is_empty());
                        assert!(error.params.values().all(|text| text.chars().count() <= 40));
                        named += 1;
                    }
                    Effect::Fault(error) => panic!("{text}: {error}"),
                    _ => {}
                }
            }
        }
    }
    assert!(
        unread > 1000 && named > 1000,
        "{unread} unread, {named} named"
    );
}
