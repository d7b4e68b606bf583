//! Counting the leaves of the tree of actions.

use crate::action::Action;
use crate::board::{Board, KingState};
use crate::geometry::{Square, Word};
use crate::movegen::{Count, List, generate};
use crate::play::KingTold;
use crate::position::{Position, Secrets};
use crate::slider::{Lookup, Task, dispatch};
use crate::variant::tables::Tables;
use crate::variant::{Variant, with_tables};

struct Perft<'a, W> {
    variant: &'a Variant,
    tables: &'a Tables<W>,
    board: &'a Board,
    secrets: &'a Secrets,
    depth: u32,
}

impl<W: Word> Task for Perft<'_, W> {
    type Output = u64;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> u64 {
        let mut lists: Vec<Vec<Action>> =
            (0..self.depth).map(|_| Vec::with_capacity(256)).collect();
        let walk = Walk {
            variant: self.variant,
            tables: self.tables,
            lookup,
        };
        walk.count(self.board, self.secrets, &mut lists)
    }
}

#[derive(Clone, Copy)]
struct Walk<'a, W, L> {
    variant: &'a Variant,
    tables: &'a Tables<W>,
    lookup: L,
}

impl<W: Word, L: Lookup> Walk<'_, W, L> {
    /// One list of actions for each ply that remains. The last ply is counted without being played.
    fn count(self, board: &Board, secrets: &Secrets, lists: &mut [Vec<Action>]) -> u64 {
        let Walk {
            variant,
            tables,
            lookup,
        } = self;
        let secret = secrets.squares[board.turn.index()];
        let Some((list, rest)) = lists.split_first_mut() else {
            return 1;
        };
        if rest.is_empty() {
            let mut count = Count::default();
            generate(variant, tables, lookup, board, secret, &mut count);
            return count.0;
        }
        list.clear();
        generate(variant, tables, lookup, board, secret, &mut List(list));
        let mut total = 0;
        for &action in list.iter() {
            let mut next = *board;
            if let Action::Choose(square) = action {
                let mut secrets = secrets.clone();
                choose(&mut next, &mut secrets, square);
                total += self.count(&next, &secrets, rest);
                continue;
            }
            let shown = secrets.shown(variant, board, action);
            let other = secrets.squares[board.turn.other().index()];
            next.make(variant, action, &shown, KingTold::Square(other));
            total += self.count(&next, secrets, rest);
        }
        total
    }
}

fn choose(board: &mut Board, secrets: &mut Secrets, square: Square) {
    let chooser = board
        .actors()
        .into_iter()
        .find(|&c| board.king_state(c) == KingState::NotChosen);
    if let Some(chooser) = chooser {
        secrets.squares[chooser.index()] = Some(square);
        board.set_king_state(chooser, KingState::Chosen);
    }
}

impl Position {
    /// Number of sequences of `depth` legal actions; every action counts one ply. Draws do not stop it.
    pub fn perft(&self, depth: u32) -> u64 {
        with_tables!(self.variant, tables => dispatch(Perft {
            variant: &self.variant,
            tables,
            board: &self.board,
            secrets: &self.secrets,
            depth,
        }))
    }

    /// The same for each legal action. `depth` must be at least 1.
    pub fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        self.legal()
            .into_iter()
            .map(|action| {
                let mut next = self.clone();
                let side = next
                    .board
                    .actors()
                    .first()
                    .copied()
                    .unwrap_or(next.board.turn);
                next.play_unchecked(side, action);
                (action, next.perft(depth.saturating_sub(1)))
            })
            .collect()
    }
}
