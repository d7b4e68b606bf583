//! Random games on which laws are tried.
//!
//! - `BACKRANK_GAMES`: games a variant; without it as many as make 10,000 half-moves.
//! - `BACKRANK_PLIES`: the longest a game goes on, by default 250 half-moves.
//! - `BACKRANK_SEED`: where the numbering of games begins, by default 0.

use std::collections::BTreeMap;
use std::sync::Arc;

use backrank_rules::outcome::Repetitions;
use backrank_rules::variant::BUILT_IN;
use backrank_rules::{Action, Colour, Position, Recorded, Registry, SeenAction, Status, Variant};

use crate::dice::Dice;

/// One action of a game with the positions around it.
pub struct Step<'a> {
    pub variant: &'a Arc<Variant>,
    pub before: &'a Position,
    pub record: &'a Recorded,
    pub after: &'a Position,
}

impl Step<'_> {
    pub fn action(&self) -> Action {
        match self.record.action {
            SeenAction::Known(action) => action,
            SeenAction::SecretChoice => panic!("the truth knows its actions"),
        }
    }
}

/// Something that holds through whole games.
pub trait Law {
    fn begin(start: &Position, dice: &mut Dice) -> Self;
    fn ply(&mut self, step: &Step, dice: &mut Dice);
}

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub games: Option<u64>,
    pub plies: usize,
    pub seed: u64,
}

impl Effort {
    pub fn from_environment() -> Effort {
        let read = |name: &str| -> Option<u64> {
            let text = std::env::var(name).ok()?;
            Some(
                text.parse()
                    .unwrap_or_else(|_| panic!("{name}={text} is no number")),
            )
        };
        Effort {
            games: read("BACKRANK_GAMES"),
            plies: read("BACKRANK_PLIES").map_or(250, |plies| plies as usize),
            seed: read("BACKRANK_SEED").unwrap_or(0),
        }
    }
}

/// Half-moves a variant where no number of games is asked for.
const ENOUGH: usize = 10_000;

/// Says, if the test fails, in which game it did.
pub struct Told(pub String);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

pub fn registry() -> Registry {
    Registry::built_in().expect("the built-in games are sound")
}

/// Tries a law on random games of every built-in variant.
pub fn uphold<L: Law>() {
    for (id, _) in BUILT_IN {
        uphold_in::<L>(id);
    }
}

/// Tries a law on random games of one variant.
pub fn uphold_in<L: Law>(id: &str) {
    let registry = registry();
    let variant = registry.get(id).expect("a built-in game");
    let effort = Effort::from_environment();
    let starts = starts();
    let prepared = starts
        .get(family(id))
        .map(Vec::as_slice)
        .unwrap_or_default();
    let (mut played, mut games) = (0, 0);
    for game in 0.. {
        if effort.games.map_or(played >= ENOUGH, |games| game >= games) {
            break;
        }
        let seed = effort.seed + game;
        let _told = Told(format!("{id}, BACKRANK_SEED={seed} BACKRANK_GAMES=1"));
        let mut dice = Dice::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D));
        // Every second game begins with a position in which something rare is near.
        let start = if seed % 2 == 1 && !prepared.is_empty() {
            let fen: &String = dice.pick(prepared);
            Position::from_fen(variant, fen).expect("a position of the cases")
        } else {
            Position::seeded(variant, seed, None, None).expect("a start")
        };
        let law = L::begin(&start, &mut dice);
        played += play(law, &start, effort.plies, &mut dice) + 1;
        games += 1;
    }
    println!("{id}: {games} games, {played} positions");
}

/// Plays one random game and returns its length.
pub fn play<L: Law>(mut law: L, start: &Position, plies: usize, dice: &mut Dice) -> usize {
    let variant = start.variant().clone();
    let mut position = start.clone();
    let mut repetitions = Repetitions::default();
    let mut occurrences = repetitions.add(position.board());
    // Some games go on past draws by rule, as the command line does.
    let past_draws = dice.one_in(6);
    for ply in 0..plies {
        if position.status(occurrences) != Status::Ongoing && !past_draws {
            return ply;
        }
        let actors = position.board().actors();
        let side = *dice.pick(&actors);
        let legal = position.legal_for(side);
        if legal.is_empty() {
            return ply;
        }
        let action = choose(&position, side, &legal, dice);
        let mut after = position.clone();
        let record = after.play_as(side, action).expect("a legal action");
        let step = Step {
            variant: &variant,
            before: &position,
            record: &record,
            after: &after,
        };
        law.ply(&step, dice);
        position = after;
        occurrences = repetitions.add(position.board());
    }
    plies
}

/// Any action, but those with rare consequences more often.
fn choose(position: &Position, side: Colour, legal: &[Action], dice: &mut Dice) -> Action {
    let board = position.board();
    let variant = position.variant();
    let rare: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| match action {
            Action::Castle { .. } | Action::Promote(_) => true,
            Action::Move {
                from,
                promotion,
                gate,
                ..
            } => {
                promotion.is_some()
                    || gate.is_some() && dice.one_in(8)
                    || board.captured_square(variant, *action).is_some()
                    || Some(*from) == board.king(side) && dice.one_in(4)
            }
            Action::Flip(_) | Action::Choose(_) => false,
        })
        .collect();
    if rare.is_empty() || !dice.one_in(5) {
        *dice.pick(legal)
    } else {
        *dice.pick(&rare)
    }
}

/// Casual variants share the prepared positions of the game they build on.
fn family(id: &str) -> &str {
    id.trim_end_matches("-capturer").trim_end_matches("-nobody")
}

/// The positions of the rule cases, by variant.
pub fn starts() -> BTreeMap<String, Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Case {
        variant: String,
        fen: String,
    }
    let mut starts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in [
        include_str!("../data/cases/ajax-random.jsonl"),
        include_str!("../data/cases/capablanca-random.jsonl"),
        include_str!("../data/cases/capablanca.jsonl"),
        include_str!("../data/cases/chess.jsonl"),
        include_str!("../data/cases/chess960.jsonl"),
        include_str!("../data/cases/hidden-random.jsonl"),
        include_str!("../data/cases/hidden.jsonl"),
        include_str!("../data/cases/hide-and-seek.jsonl"),
    ] {
        for line in text.lines() {
            let case: Case = serde_json::from_str(line).expect("a case");
            starts.entry(case.variant).or_default().push(case.fen);
        }
    }
    starts
}
