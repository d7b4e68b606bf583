//! What could give check, and where that lets the other pieces go.

use arrayvec::ArrayVec;

use super::attackers::Attackers;
use super::sink::each;
use crate::board::Board;
use crate::geometry::{Colour, Square, Word};
use crate::slider::Lookup;
use crate::variant::Variant;
use crate::variant::tables::{Tables, union};

/// What one attacker means for the pieces on its line (`inside`) and for all others (`outside`).
#[derive(Clone, Copy)]
struct Line<W> {
    between: W,
    inside: W,
    outside: W,
}

const MAX_LINES: usize = 24;

/// The generator's view of one position.
pub(super) struct Generator<'a, W: Word, L> {
    pub(super) variant: &'a Variant,
    pub(super) tables: &'a Tables<W>,
    pub(super) lookup: L,
    pub(super) board: &'a Board,
    pub(super) us: Colour,
    pub(super) own: W,
    pub(super) enemy: W,
    pub(super) occupied: W,
    pub(super) enemies: Attackers<W>,
    /// Own chosen square, while the own king is hidden.
    pub(super) secret: Option<Square>,
    /// Whether the visible enemy king stands next to the secret square, so that it cannot be revealed.
    pub(super) shielded: bool,
    /// Where a piece may go for all that no line through it forbids: checks, and the secret square.
    pub(super) base: W,
    /// The same for a piece on no line.
    pub(super) free: W,
    pub(super) check: bool,
    pub(super) on_lines: W,
    lines: ArrayVec<Line<W>, MAX_LINES>,
}

impl<'a, W: Word, L: Lookup> Generator<'a, W, L> {
    #[inline(always)]
    pub(super) fn new(
        variant: &'a Variant,
        tables: &'a Tables<W>,
        lookup: L,
        board: &'a Board,
        us: Colour,
        secret: Option<Square>,
    ) -> Self {
        let own = W::cut(board.colours[us.index()]);
        let enemy = W::cut(board.colours[us.other().index()]);
        let occupied = own | enemy;
        let mut generator = Generator {
            variant,
            tables,
            lookup,
            board,
            us,
            own,
            enemy,
            occupied,
            enemies: Attackers::new(tables, board, us.other()),
            secret: None,
            shielded: false,
            base: tables.all,
            free: tables.all,
            check: false,
            on_lines: W::EMPTY,
            lines: ArrayVec::new(),
        };
        let mut anchor = board.kings[us.index()];
        if variant.secret_kings
            && anchor.is_none()
            && let Some(square) = secret
        {
            generator.secret = secret;
            generator.shielded = board
                .king(us.other())
                .is_some_and(|king| variant.geometry.adjacent(king, square));
            generator.bind(!W::bit(square));
            if !occupied.has(square) && !generator.shielded {
                anchor = secret;
            }
        }
        if let Some(anchor) = anchor {
            generator.find_threats(anchor);
        }
        generator
    }

    /// Adds a threat: an attacker that gives check while exactly `bad` pieces stand between it and the anchor.
    #[inline(always)]
    fn threat(&mut self, attacker: Square, between: W, bad: u32) {
        let standing = between & self.occupied;
        if bad == 0 {
            if standing.is_empty() {
                self.check = true;
                self.bind(between | W::bit(attacker));
            } else if !standing.many() {
                self.line(Line {
                    between,
                    inside: between | W::bit(attacker),
                    outside: self.tables.all,
                });
            }
            return;
        }
        let capture = W::bit(attacker);
        let vacant = between & !self.occupied;
        let count = standing.count();
        // Where a piece may go if, apart from itself, `base` pieces stand between.
        let allowed = |base: u32| {
            if base == bad {
                vacant | capture
            } else if base + 1 == bad {
                !vacant | capture
            } else {
                self.tables.all
            }
        };
        if count == bad {
            self.check = true;
        }
        if count <= bad + 1 {
            let inside = if count == 0 {
                self.tables.all
            } else {
                allowed(count - 1)
            };
            self.line(Line {
                between,
                inside,
                outside: allowed(count),
            });
        }
    }

    #[inline(always)]
    fn bind(&mut self, mask: W) {
        self.base &= mask;
        self.free &= mask;
    }

    #[inline(always)]
    fn line(&mut self, line: Line<W>) {
        if self.lines.is_full() {
            // More lines than pieces can make on any board: 8 directions, and paths of a few kinds.
            self.bind(W::EMPTY);
            return;
        }
        self.on_lines |= line.between & self.own;
        self.free &= line.outside;
        self.lines.push(line);
    }

    #[inline(always)]
    fn find_threats(&mut self, anchor: Square) {
        let them = self.us.other();
        let tables = self.tables;
        for (index, class) in tables.leap_classes.iter().enumerate() {
            let attackers = class.from[them.index()][anchor.index()] & self.enemies.leapers[index];
            if attackers.any() {
                self.check = true;
                self.bind(if attackers.many() {
                    W::EMPTY
                } else {
                    attackers
                });
            }
        }
        let mut snipers = (self.tables.sliders.lines(anchor, false) & self.enemies.straight)
            | (self.tables.sliders.lines(anchor, true) & self.enemies.diagonal);
        while snipers.any() {
            let attacker = snipers.first();
            snipers = snipers.rest();
            self.threat(attacker, self.tables.between(anchor, attacker), 0);
        }
        if self.tables.hoppers {
            for (diagonal, kinds) in [
                (false, &self.tables.hop_straight_kinds),
                (true, &self.tables.hop_diagonal_kinds),
            ] {
                let hoppers = union::<W>(&self.board.kinds, kinds) & self.enemy;
                each(
                    self.tables.sliders.lines(anchor, diagonal) & hoppers,
                    |attacker| {
                        self.threat(attacker, self.tables.between(anchor, attacker), 1);
                    },
                );
            }
        }
        for class in &tables.path_classes {
            let set = W::cut(self.board.kinds[class.kind]) & self.enemy;
            for path in &class.from[them.index()][anchor.index()] {
                if set.has(path.target) {
                    self.threat(path.target, path.between, 0);
                }
            }
        }
    }

    /// Squares to which the piece on `from` may go without leaving the anchor attacked.
    #[inline(always)]
    pub(super) fn mask(&self, from: Square) -> W {
        if !self.on_lines.has(from) {
            return self.free;
        }
        let mut mask = self.base;
        for line in &self.lines {
            mask &= if line.between.has(from) {
                line.inside
            } else {
                line.outside
            };
        }
        mask
    }

    #[inline(always)]
    pub(super) fn attacked(&self, square: Square, occupied: W, gone: W) -> bool {
        self.enemies
            .attack(self.tables, self.lookup, self.board, square, occupied, gone)
    }
}
