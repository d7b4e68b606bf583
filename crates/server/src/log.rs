//! The event log of a game: what happened, in a versioned form that is never guessed at.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock::Millis;
use crate::wire::{Clock, ColourWish, GameResult, OfferKind, Reason, Side};

/// Version of [`LogEvent`] that this program writes. It reads this one only.
pub const VERSION: u32 = 1;

/// One row of the log. Always sealed as a whole, so that neither kind nor content shows at rest.
///
/// It holds secrets, so it does not implement `Serialize`: only the seal can write it.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// [`VERSION`].
    pub v: u32,
    /// When, UTC.
    pub at: Millis,
    /// What.
    pub event: LogEvent,
}

/// Something that happened in a game. Secret as [`Logged`] is.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LogEvent {
    /// The game was made and the server committed to its salt.
    Created {
        /// What the commitment covers.
        terms: Terms,
        /// The secret, hex.
        salt: String,
    },
    /// A person committed to a contribution.
    Committed {
        /// Place in the list of players.
        player: usize,
        /// Hex.
        commitment: String,
    },
    /// A person opened it.
    Opened {
        /// Place in the list of players.
        player: usize,
        /// Hex.
        contribution: String,
    },
    /// Everything was opened and drawn; the draw itself follows from what is above.
    Dealt {
        /// Colour of the first player.
        first_player: Side,
        /// Key of the position it led to.
        hash: Hash,
    },
    /// A prepared position instead of a deal; only builds for testing write it.
    SetUp {
        /// Truth FEN.
        fen: String,
        /// Colour of the first player.
        first_player: Side,
    },
    /// An action was played.
    Action {
        /// Whose.
        seat: Side,
        /// The whole truth of it, as notation for recorded actions.
        recorded: String,
        /// The client's nonce; the computer and conditional moves have none.
        #[serde(default)]
        nonce: Option<String>,
        /// Key of the position it led to.
        hash: Hash,
        /// Milliseconds of the time used that are credited for the connection's lag.
        #[serde(default)]
        lag: Millis,
    },
    /// A seat gave up. The end follows.
    Resigned {
        /// Whose.
        seat: Side,
        /// The client's nonce.
        nonce: String,
    },
    /// A player who had not moved broke the game off. The end follows.
    Aborted {
        /// Place in the list of players; colours may not be drawn yet.
        player: usize,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat proposed something.
    Offered {
        /// Whose.
        seat: Side,
        /// What.
        what: OfferKind,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat declined what the other had proposed.
    Declined {
        /// Who declined.
        seat: Side,
        /// What.
        what: OfferKind,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat accepted the other's offer of a draw. The end follows.
    Agreed {
        /// Who accepted.
        seat: Side,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat let the other take actions back: only the first `ply` stand, and the clocks are as they stood then.
    TookBack {
        /// Who accepted.
        seat: Side,
        /// How many actions stand.
        ply: u32,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat claimed a game that the other had left. The end follows.
    Claimed {
        /// Whose.
        seat: Side,
        /// Whether a draw was claimed.
        draw: bool,
        /// The client's nonce.
        nonce: String,
    },
    /// A seat's conditional moves, in place of what it had planned. Secret until they are played.
    Planned {
        /// Whose.
        seat: Side,
        /// The other side's foreseen action and the answer, in turn, line by line.
        lines: Vec<Vec<String>>,
        /// The client's nonce; none if an answer could not be played, which cancels the lines.
        #[serde(default)]
        nonce: Option<String>,
    },
    /// The server was away.
    Paused {
        /// Milliseconds since the event before that are not charged to whoever's time ran.
        uncharged: Millis,
        /// Until then everything stands, at the latest.
        until: Millis,
    },
    /// What stood goes on.
    Resumed,
    /// A player is on vacation from now on; only correspondence knows it. A vacation that lasted till then ends.
    Vacation {
        /// Place in the list of players.
        player: usize,
        /// Until when; now or earlier if it only ends one.
        until: Millis,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// Why.
        reason: Reason,
        /// Place of the player at fault, when a deal is broken.
        #[serde(default)]
        fault: Option<usize>,
    },
}

const KINDS: [&str; 18] = [
    "created",
    "committed",
    "opened",
    "dealt",
    "set_up",
    "action",
    "resigned",
    "ended",
    "aborted",
    "offered",
    "declined",
    "agreed",
    "took_back",
    "claimed",
    "planned",
    "paused",
    "resumed",
    "vacation",
];

/// What was agreed on before the game. The deal depends on all of it but the last three.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Game id.
    pub game: String,
    /// Player ids in the order of joining; "computer" for the computer.
    pub players: Vec<String>,
    /// Wish of the first player.
    pub colour: ColourWish,
    /// Level of the computer.
    pub level: u8,
    /// Set of start arrays, "" where there is none.
    pub set: String,
    /// The number asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Variant id.
    pub variant: String,
    /// Hex digest of its text.
    pub digest: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Time control.
    #[serde(default)]
    pub clock: Clock,
    /// Whether ratings are at stake.
    #[serde(default)]
    pub rated: bool,
    /// Whether nobody may look on. Logs from before there were onlookers do not say so.
    #[serde(default = "yes")]
    pub private: bool,
}

fn yes() -> bool {
    true
}

/// A 64-bit key of a position, as sixteen hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let fits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(&text, 16)
            .ok()
            .filter(|_| fits)
            .map(Hash)
            .ok_or_else(|| serde::de::Error::custom("a key has sixteen hexadecimal digits"))
    }
}

/// Why a game's log is refused. Such a game is neither shown nor played on: nothing is guessed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// There are no events.
    #[error("the log is empty")]
    Empty,
    /// An event is missing or there twice.
    #[error("event {expected} is missing: the next is {found}")]
    Gap {
        /// The number that should come.
        expected: u64,
        /// The number that is there.
        found: u64,
    },
    /// The seal does not open: another key, another game or place, or changed bytes.
    #[error("event {seq} cannot be unsealed: it was changed, moved or sealed with another key")]
    Seal {
        /// The event.
        seq: u64,
    },
    /// Written by another version of this program.
    #[error("event {seq} is of log version {found}, this program reads version {VERSION}")]
    Version {
        /// The event.
        seq: u64,
        /// Its version.
        found: u64,
    },
    /// An unknown kind of event.
    #[error("event {seq} is of the unknown kind \"{kind}\"")]
    UnknownEvent {
        /// The event.
        seq: u64,
        /// Its kind.
        kind: String,
    },
    /// It has not the form of its kind.
    #[error("event {seq} cannot be read")]
    Unreadable {
        /// The event.
        seq: u64,
    },
    /// An event where it cannot be, such as an action before the deal.
    #[error("event {seq} ({kind}) cannot happen there")]
    Misplaced {
        /// The event.
        seq: u64,
        /// Its kind.
        kind: &'static str,
    },
    /// There are actions but no deal to start from.
    #[error("event {seq} is played, but the deal is missing")]
    DealMissing {
        /// The first action.
        seq: u64,
    },
    /// The deal cannot be computed, or is another than the one recorded.
    #[error("event {seq}: the deal is not the recorded one: {reason}")]
    Deal {
        /// The event.
        seq: u64,
        /// What is wrong.
        reason: String,
    },
    /// An action that cannot be read or played.
    #[error("event {seq}: the action cannot be played")]
    Unplayable {
        /// The event.
        seq: u64,
    },
    /// It shows something else than the truth has.
    #[error("event {seq}: the action shows something else than recorded")]
    OtherRecord {
        /// The event.
        seq: u64,
    },
    /// It leads to another position than the recorded one.
    #[error("event {seq} leads to another position than recorded")]
    OtherPosition {
        /// The event.
        seq: u64,
    },
    /// Its end is not the one that the position has.
    #[error("event {seq}: the game did not end so")]
    OtherEnd {
        /// The event.
        seq: u64,
    },
    /// The variant is not known any more.
    #[error("the variant {0} is not known to this server")]
    UnknownVariant(String),
    /// The text of the variant is missing or changed.
    #[error("the text of {variant} with digest {digest} is missing or changed: {reason}")]
    VariantText {
        /// Id.
        variant: String,
        /// Digest.
        digest: String,
        /// Why it cannot be used.
        reason: String,
    },
}

impl LogEvent {
    /// Name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            LogEvent::Created { .. } => KINDS[0],
            LogEvent::Committed { .. } => KINDS[1],
            LogEvent::Opened { .. } => KINDS[2],
            LogEvent::Dealt { .. } => KINDS[3],
            LogEvent::SetUp { .. } => KINDS[4],
            LogEvent::Action { .. } => KINDS[5],
            LogEvent::Resigned { .. } => KINDS[6],
            LogEvent::Ended { .. } => KINDS[7],
            LogEvent::Aborted { .. } => KINDS[8],
            LogEvent::Offered { .. } => KINDS[9],
            LogEvent::Declined { .. } => KINDS[10],
            LogEvent::Agreed { .. } => KINDS[11],
            LogEvent::TookBack { .. } => KINDS[12],
            LogEvent::Claimed { .. } => KINDS[13],
            LogEvent::Planned { .. } => KINDS[14],
            LogEvent::Paused { .. } => KINDS[15],
            LogEvent::Resumed => KINDS[16],
            LogEvent::Vacation { .. } => KINDS[17],
        }
    }

    /// What `Deserialize` reads; absent options are left out.
    fn encode(&self) -> Value {
        let mut value = match self {
            LogEvent::Created { terms, salt } => json!({ "terms": terms, "salt": salt }),
            LogEvent::Committed { player, commitment } => {
                json!({ "player": player, "commitment": commitment })
            }
            LogEvent::Opened {
                player,
                contribution,
            } => json!({ "player": player, "contribution": contribution }),
            LogEvent::Dealt { first_player, hash } => {
                json!({ "first_player": first_player, "hash": hash })
            }
            LogEvent::SetUp { fen, first_player } => {
                json!({ "fen": fen, "first_player": first_player })
            }
            LogEvent::Action {
                seat,
                recorded,
                nonce,
                hash,
                lag,
            } => json!({
                "seat": seat,
                "recorded": recorded,
                "nonce": nonce,
                "hash": hash,
                "lag": (*lag != 0).then_some(lag),
            }),
            LogEvent::Resigned { seat, nonce } => json!({ "seat": seat, "nonce": nonce }),
            LogEvent::Ended {
                result,
                reason,
                fault,
            } => json!({ "result": result, "reason": reason, "fault": fault }),
            LogEvent::Aborted { player, nonce } => json!({ "player": player, "nonce": nonce }),
            LogEvent::Offered { seat, what, nonce } | LogEvent::Declined { seat, what, nonce } => {
                json!({ "seat": seat, "what": what, "nonce": nonce })
            }
            LogEvent::Agreed { seat, nonce } => json!({ "seat": seat, "nonce": nonce }),
            LogEvent::TookBack { seat, ply, nonce } => {
                json!({ "seat": seat, "ply": ply, "nonce": nonce })
            }
            LogEvent::Claimed { seat, draw, nonce } => {
                json!({ "seat": seat, "draw": draw, "nonce": nonce })
            }
            LogEvent::Planned { seat, lines, nonce } => {
                json!({ "seat": seat, "lines": lines, "nonce": nonce })
            }
            LogEvent::Paused { uncharged, until } => {
                json!({ "uncharged": uncharged, "until": until })
            }
            LogEvent::Resumed => json!({}),
            LogEvent::Vacation { player, until } => json!({ "player": player, "until": until }),
        };
        if let Value::Object(fields) = &mut value {
            fields.retain(|_, field| !field.is_null());
            fields.insert("kind".to_owned(), self.kind().into());
        }
        value
    }
}

impl std::fmt::Debug for LogEvent {
    /// The kind alone: events hold secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind())
    }
}

impl std::fmt::Debug for Logged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {}", self.event, self.at)
    }
}

impl Logged {
    /// Now written in the newest form.
    pub fn new(at: Millis, event: LogEvent) -> Logged {
        Logged {
            v: VERSION,
            at,
            event,
        }
    }

    /// The bytes to seal, for the sealer alone.
    pub(crate) fn encode(&self) -> Vec<u8> {
        json!({ "v": self.v, "at": self.at, "event": self.event.encode() })
            .to_string()
            .into_bytes()
    }

    /// Reads unsealed bytes.
    ///
    /// # Errors
    /// [`LogError::Version`], [`LogError::UnknownEvent`] or [`LogError::Unreadable`]; none of them quotes content.
    pub fn read(seq: u64, bytes: &[u8]) -> Result<Logged, LogError> {
        let unreadable = || LogError::Unreadable { seq };
        let value: Value = serde_json::from_slice(bytes).map_err(|_| unreadable())?;
        let found = value
            .get("v")
            .and_then(Value::as_u64)
            .ok_or_else(unreadable)?;
        if found != u64::from(VERSION) {
            return Err(LogError::Version { seq, found });
        }
        let kind = value
            .pointer("/event/kind")
            .and_then(Value::as_str)
            .ok_or_else(unreadable)?;
        if !KINDS.contains(&kind) {
            let kind = kind.chars().take(30).collect();
            return Err(LogError::UnknownEvent { seq, kind });
        }
        serde_json::from_value(value).map_err(|_| unreadable())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> LogError {
        Logged::read(7, text.as_bytes()).unwrap_err()
    }

    #[test]
    fn every_kind_of_event_reads_back() {
        let terms = |number| Terms {
            game: "g".into(),
            players: vec!["p".into(), "computer".into()],
            colour: ColourWish::Random,
            level: 3,
            set: String::new(),
            number,
            variant: "chess".into(),
            digest: "00".into(),
            rules_version: 1,
            clock: Clock::Live {
                base: 180,
                increment: 2,
                delay: 0,
            },
            rated: true,
            private: false,
        };
        let created = |number| LogEvent::Created {
            terms: terms(number),
            salt: "5a".into(),
        };
        let action = |nonce| LogEvent::Action {
            seat: Side::Black,
            recorded: "b2b4~n*?".into(),
            nonce,
            hash: Hash(u64::MAX - 1),
            lag: 40,
        };
        let ended = |fault| LogEvent::Ended {
            result: GameResult::Aborted,
            reason: Reason::DealBroken,
            fault,
        };
        let events = [
            created(None),
            created(Some(518)),
            LogEvent::Committed {
                player: 0,
                commitment: "c0".into(),
            },
            LogEvent::Opened {
                player: 1,
                contribution: "c1".into(),
            },
            LogEvent::Dealt {
                first_player: Side::White,
                hash: Hash(1),
            },
            LogEvent::SetUp {
                fen: "8/8 \"w\"".into(),
                first_player: Side::Black,
            },
            action(None),
            action(Some("n".into())),
            LogEvent::Resigned {
                seat: Side::White,
                nonce: "n".into(),
            },
            ended(None),
            ended(Some(1)),
            LogEvent::Aborted {
                player: 1,
                nonce: "n".into(),
            },
            LogEvent::Offered {
                seat: Side::White,
                what: OfferKind::Draw,
                nonce: "n".into(),
            },
            LogEvent::Declined {
                seat: Side::Black,
                what: OfferKind::Takeback,
                nonce: "n".into(),
            },
            LogEvent::Agreed {
                seat: Side::Black,
                nonce: "n".into(),
            },
            LogEvent::TookBack {
                seat: Side::Black,
                ply: 7,
                nonce: "n".into(),
            },
            LogEvent::Claimed {
                seat: Side::White,
                draw: true,
                nonce: "n".into(),
            },
            LogEvent::Planned {
                seat: Side::White,
                lines: vec![vec!["e7e5".into(), "g1f3".into()]],
                nonce: None,
            },
            LogEvent::Paused {
                uncharged: 1,
                until: 2,
            },
            LogEvent::Resumed,
            LogEvent::Vacation {
                player: 0,
                until: 3,
            },
        ];
        let kinds: std::collections::BTreeSet<_> = events.iter().map(LogEvent::kind).collect();
        assert_eq!(kinds.len(), KINDS.len());
        for event in events {
            let logged = Logged::new(5, event);
            assert!(Logged::read(7, &logged.encode()).unwrap() == logged);
        }
    }

    #[test]
    fn what_is_absent_is_not_written() {
        let ended = LogEvent::Ended {
            result: GameResult::White,
            reason: Reason::Checkmate,
            fault: None,
        };
        let written: Value = serde_json::from_slice(&Logged::new(5, ended).encode()).unwrap();
        let event = json!({ "kind": "ended", "result": "white", "reason": "checkmate" });
        assert_eq!(written, json!({ "v": 1, "at": 5, "event": event }));
    }

    #[test]
    fn a_log_from_before_people_played_each_other_reads() {
        let created = r#"{"v":1,"at":0,"event":{"kind":"created","salt":"5a","terms":{"game":"g",
            "players":["p","computer"],"colour":"white","level":3,"set":"","variant":"chess","digest":"00",
            "rules_version":1}}}"#;
        let read = Logged::read(0, created.as_bytes()).unwrap();
        let LogEvent::Created { terms, .. } = read.event else {
            panic!("another kind");
        };
        assert_eq!(terms.clock, Clock::Untimed);
        assert!(!terms.rated && terms.private);
    }

    #[test]
    fn what_is_unknown_is_refused_by_name() {
        let unknown = r#"{"v":1,"at":0,"event":{"kind":"teleported","seat":"white"}}"#;
        let kind = "teleported".to_owned();
        assert_eq!(refused(unknown), LogError::UnknownEvent { seq: 7, kind });
        let newer = r#"{"v":2,"at":0,"event":{"kind":"resigned"}}"#;
        assert_eq!(refused(newer), LogError::Version { seq: 7, found: 2 });
        for wrong in [
            "",
            "[]",
            r#"{"v":1}"#,
            r#"{"v":1,"at":0,"event":{"kind":"resigned","seat":"white"}}"#,
            r#"{"v":1,"at":0,"event":{"kind":"resigned","seat":"white","nonce":"n","x":1}}"#,
            r#"{"v":1,"at":0,"event":{"kind":"dealt","first_player":"white","hash":"12"}}"#,
        ] {
            assert_eq!(refused(wrong), LogError::Unreadable { seq: 7 }, "{wrong}");
        }
    }
}
