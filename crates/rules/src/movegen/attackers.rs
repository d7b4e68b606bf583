//! Who attacks a square.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::geometry::{Colour, Square, Word};
use crate::piece::MAX_KINDS;
use crate::slider::Lookup;
use crate::variant::tables::{Tables, union};

/// Pieces of one side by the way in which they attack.
#[derive(Clone)]
pub(crate) struct Attackers<W> {
    colour: Colour,
    all: W,
    pub(super) straight: W,
    pub(super) diagonal: W,
    pub(super) leapers: ArrayVec<W, MAX_KINDS>,
}

impl<W: Word> Attackers<W> {
    #[inline(always)]
    pub(crate) fn new(tables: &Tables<W>, board: &Board, colour: Colour) -> Attackers<W> {
        let all = W::cut(board.colours[colour.index()]);
        let mut leapers = ArrayVec::new();
        for class in &tables.leap_classes {
            leapers.push(union::<W>(&board.kinds, &class.kinds) & all);
        }
        Attackers {
            colour,
            all,
            straight: union::<W>(&board.kinds, &tables.straight_kinds) & all,
            diagonal: union::<W>(&board.kinds, &tables.diagonal_kinds) & all,
            leapers,
        }
    }

    /// Whether one of them, except those on `gone`, attacks the square with this occupancy.
    #[inline(always)]
    pub(crate) fn attack<L: Lookup>(
        &self,
        tables: &Tables<W>,
        lookup: L,
        board: &Board,
        square: Square,
        occupied: W,
        gone: W,
    ) -> bool {
        let here = !gone;
        for (class, &set) in tables.leap_classes.iter().zip(&self.leapers) {
            if (class.from[self.colour.index()][square.index()] & set & here).any() {
                return true;
            }
        }
        if (tables.sliders.lines(square, false) & self.straight & here).any()
            && (tables.sliders.straight(lookup, square, occupied) & self.straight & here).any()
        {
            return true;
        }
        if (tables.sliders.lines(square, true) & self.diagonal & here).any()
            && (tables.sliders.diagonal(lookup, square, occupied) & self.diagonal & here).any()
        {
            return true;
        }
        self.attack_rarely(tables, board, square, occupied, here)
    }

    #[inline(always)]
    fn attack_rarely(
        &self,
        tables: &Tables<W>,
        board: &Board,
        square: Square,
        occupied: W,
        here: W,
    ) -> bool {
        if tables.hoppers {
            let hoppers = union::<W>(&board.kinds, &tables.hop_straight_kinds) & self.all & here;
            if hoppers.any() && (tables.sliders.hops(square, false, occupied) & hoppers).any() {
                return true;
            }
            let hoppers = union::<W>(&board.kinds, &tables.hop_diagonal_kinds) & self.all & here;
            if hoppers.any() && (tables.sliders.hops(square, true, occupied) & hoppers).any() {
                return true;
            }
        }
        tables.path_classes.iter().any(|class| {
            let set = W::cut(board.kinds[class.kind]) & self.all & here;
            class.from[self.colour.index()][square.index()]
                .iter()
                .any(|path| set.has(path.target) && (path.between & occupied).is_empty())
        })
    }
}
