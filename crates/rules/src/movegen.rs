//! Legal actions, generated directly: no move is made to see whether it was legal.
//!
//! Everything that could give check is looked at once, from the square to be kept safe (the *anchor*: one's king, or
//! the secret square of a hidden one). Each attacker with too few pieces on its line is a *threat*: it has squares
//! between itself and the anchor, and a number of pieces there at which it gives check (none for a slider, one for a
//! hopper). From that follows where a piece that stands on the line, and one that does not, may go.

use arrayvec::ArrayVec;

use crate::action::{Action, CastleGate};
use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, Word, squares};
use crate::piece::{Counts, Kind, MAX_KINDS};
use crate::slider::{Lookup, Task, dispatch};
use crate::variant::tables::{Tables, union};
use crate::variant::{Variant, with_tables};

/// Receives legal actions in sets.
pub(crate) trait Sink<W: Word> {
    /// A piece moves to each of these squares.
    fn moves(&mut self, from: Square, to: W);
    /// The same with each kind in hand put on the square left.
    fn gated(&mut self, from: Square, to: W, hand: &Counts);
    /// Pawns move to each of these squares from the square `delta` lower in index.
    fn pawns(&mut self, to: W, delta: i32);
    /// The same onto the last rank.
    fn promotions(&mut self, to: W, delta: i32, kinds: &[Kind]);
    /// Castling, without gate, then with a piece from `hand` on the king's and on the rook's square where allowed.
    fn castle(&mut self, king: Square, rook: Square, hand: &Counts, on_king: bool, on_rook: bool);
    /// Discs that may be turned up.
    fn flips(&mut self, discs: W);
    /// What a pawn that turned up on its last rank may become.
    fn late_promotions(&mut self, kinds: &[Kind]);
    /// Squares on which a king may be hidden.
    fn choices(&mut self, on: W);
}

/// Counts legal actions without making them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<W: Word> Sink<W> for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: W) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn gated(&mut self, _: Square, to: W, hand: &Counts) {
        self.0 += u64::from(to.count()) * hand.iter().count() as u64;
    }
    #[inline(always)]
    fn pawns(&mut self, to: W, _: i32) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, to: W, _: i32, kinds: &[Kind]) {
        self.0 += u64::from(to.count()) * kinds.len() as u64;
    }
    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square, hand: &Counts, on_king: bool, on_rook: bool) {
        self.0 += 1 + hand.iter().count() as u64 * (u64::from(on_king) + u64::from(on_rook));
    }
    #[inline(always)]
    fn flips(&mut self, discs: W) {
        self.0 += u64::from(discs.count());
    }
    fn late_promotions(&mut self, kinds: &[Kind]) {
        self.0 += kinds.len() as u64;
    }
    fn choices(&mut self, on: W) {
        self.0 += u64::from(on.count());
    }
}

/// Lists legal actions.
pub(crate) struct List<'a>(pub(crate) &'a mut Vec<Action>);

#[inline(always)]
fn each<W: Word>(mut set: W, mut act: impl FnMut(Square)) {
    while set.any() {
        act(set.first());
        set = set.rest();
    }
}

#[inline(always)]
fn back(to: Square, delta: i32) -> Square {
    Square((i32::from(to.0) - delta) as u8)
}

impl<W: Word> Sink<W> for List<'_> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: W) {
        each(to, |to| self.0.push(Action::plain(from, to)));
    }
    fn gated(&mut self, from: Square, to: W, hand: &Counts) {
        each(to, |to| {
            for (kind, _) in hand.iter() {
                self.0.push(Action::Move {
                    from,
                    to,
                    promotion: None,
                    gate: Some(kind),
                });
            }
        });
    }
    #[inline(always)]
    fn pawns(&mut self, to: W, delta: i32) {
        each(to, |to| self.0.push(Action::plain(back(to, delta), to)));
    }
    fn promotions(&mut self, to: W, delta: i32, kinds: &[Kind]) {
        each(to, |to| {
            for &kind in kinds {
                self.0.push(Action::Move {
                    from: back(to, delta),
                    to,
                    promotion: Some(kind),
                    gate: None,
                });
            }
        });
    }
    fn castle(&mut self, king: Square, rook: Square, hand: &Counts, on_king: bool, on_rook: bool) {
        self.0.push(Action::Castle {
            king,
            rook,
            gate: None,
        });
        for (kind, _) in hand.iter() {
            for (allowed, on_rook) in [(on_king, false), (on_rook, true)] {
                if allowed {
                    self.0.push(Action::Castle {
                        king,
                        rook,
                        gate: Some(CastleGate { kind, on_rook }),
                    });
                }
            }
        }
    }
    fn flips(&mut self, discs: W) {
        each(discs, |square| self.0.push(Action::Flip(square)));
    }
    fn late_promotions(&mut self, kinds: &[Kind]) {
        self.0
            .extend(kinds.iter().map(|&kind| Action::Promote(kind)));
    }
    fn choices(&mut self, on: W) {
        each(on, |square| self.0.push(Action::Choose(square)));
    }
}

/// Pieces of one side by the way in which they attack.
#[derive(Clone)]
pub(crate) struct Attackers<W> {
    colour: Colour,
    all: W,
    straight: W,
    diagonal: W,
    leapers: ArrayVec<W, MAX_KINDS>,
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

/// What one attacker means for the pieces on its line (`inside`) and for all others (`outside`).
#[derive(Clone, Copy)]
struct Line<W> {
    between: W,
    inside: W,
    outside: W,
}

const MAX_LINES: usize = 24;

/// The generator's view of one position.
struct Generator<'a, W: Word, L> {
    variant: &'a Variant,
    tables: &'a Tables<W>,
    lookup: L,
    board: &'a Board,
    us: Colour,
    own: W,
    enemy: W,
    occupied: W,
    enemies: Attackers<W>,
    /// Own chosen square, while the own king is hidden.
    secret: Option<Square>,
    /// Whether the visible enemy king stands next to the secret square, so that it cannot be revealed.
    shielded: bool,
    /// Where a piece may go for all that no line through it forbids: checks, and the secret square.
    base: W,
    /// The same for a piece on no line.
    free: W,
    check: bool,
    on_lines: W,
    lines: ArrayVec<Line<W>, MAX_LINES>,
}

impl<'a, W: Word, L: Lookup> Generator<'a, W, L> {
    #[inline(always)]
    fn new(
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
    fn mask(&self, from: Square) -> W {
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
    fn attacked(&self, square: Square, occupied: W, gone: W) -> bool {
        self.enemies
            .attack(self.tables, self.lookup, self.board, square, occupied, gone)
    }

    #[inline(always)]
    fn run<S: Sink<W>>(&self, sink: &mut S) {
        let hand = self.board.hand(self.us);
        let gating = if hand.is_empty() {
            W::EMPTY
        } else {
            W::cut(self.board.gating) & self.own
        };
        let king_kind = self.variant.king;
        let pawn = self.variant.pawns.as_ref().map(|p| p.kind);
        for index in 0..self.tables.kinds.len() {
            let kind = Kind(index as u8);
            if kind == king_kind || Some(kind) == pawn || Some(kind) == self.variant.disc {
                continue;
            }
            let mut pieces = W::cut(self.board.kinds[index]) & self.own;
            while pieces.any() {
                let from = pieces.first();
                pieces = pieces.rest();
                let to =
                    self.tables
                        .targets(self.lookup, kind, self.us, from, self.own, self.enemy)
                        & self.mask(from);
                sink.moves(from, to);
                if gating.has(from) {
                    sink.gated(from, to & self.free, hand);
                }
            }
        }
        self.king_moves(sink, gating, hand);
        if let Some(pawns) = &self.variant.pawns {
            let all = W::cut(self.board.kinds[pawns.kind.index()]) & self.own;
            self.pawn_moves(sink, all & !self.on_lines, self.free);
            each(all & self.on_lines, |from| {
                self.pawn_moves(sink, W::bit(from), self.mask(from))
            });
            if let Some(square) = self.board.en_passant {
                each(self.capturers(square), |from| {
                    if self.en_passant_is_legal(from, square) {
                        sink.moves(from, W::bit(square));
                    }
                });
            }
        }
        if self.board.castling != 0 && !self.check {
            self.castlings(sink, gating, hand);
        }
        if let Some(disc) = self.variant.disc
            && !self.check
        {
            sink.flips(W::cut(self.board.kinds[disc.index()]) & self.own);
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink<W>>(&self, sink: &mut S, gating: W, hand: &Counts) {
        let Some(king) = self.board.kings[self.us.index()] else {
            return;
        };
        let mut targets = self.tables.targets(
            self.lookup,
            self.variant.king,
            self.us,
            king,
            self.own,
            self.enemy,
        );
        let without = self.occupied & !W::bit(king);
        let mut legal = W::EMPTY;
        let mut gated = W::EMPTY;
        while targets.any() {
            let to = targets.first();
            targets = targets.rest();
            if self.attacked(to, without, W::bit(to)) {
                continue;
            }
            legal |= W::bit(to);
            if !self.tables.hoppers || !self.attacked(to, self.occupied, W::bit(to)) {
                gated |= W::bit(to);
            }
        }
        sink.moves(king, legal);
        if gating.has(king) {
            sink.gated(king, gated, hand);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink<W>>(&self, sink: &mut S, pawns: W, mask: W) {
        let Some(rules) = &self.variant.pawns else {
            return;
        };
        let files = u32::from(self.variant.geometry.files());
        let empty = self.tables.all & !self.occupied;
        let last = W::cut(rules.last_rank[self.us.index()]);
        let from_two = pawns & W::cut(rules.double_from[self.us.index()]);
        let to_left = pawns & self.tables.not_first_file;
        let to_right = pawns & self.tables.not_last_file;
        let up = self.us == Colour::White;
        let ahead = |set: W| if up { set << files } else { set >> files };
        let single = ahead(pawns) & empty;
        let double = ahead(ahead(from_two) & empty) & empty & mask;
        let (left, right) = if up {
            (to_left << (files - 1), to_right << (files + 1))
        } else {
            (to_left >> (files + 1), to_right >> (files - 1))
        };
        let sign = if up { 1 } else { -1 };
        let files = files as i32;
        sink.pawns(double, 2 * files * sign);
        for (to, delta) in [
            (single & mask, files * sign),
            (
                left & self.enemy & mask,
                if up { files - 1 } else { -files - 1 },
            ),
            (
                right & self.enemy & mask,
                if up { files + 1 } else { -files + 1 },
            ),
        ] {
            let onto_last = to & last;
            sink.pawns(to & !last, delta);
            if onto_last.any() {
                self.onto_last_rank(sink, onto_last, delta, rules.promote_to.as_slice());
            }
        }
    }

    /// Pawns on the last rank become something at once, except that a face-down piece shows itself first.
    fn onto_last_rank<S: Sink<W>>(&self, sink: &mut S, to: W, delta: i32, kinds: &[Kind]) {
        each(to, |square| {
            let set = W::bit(square);
            if self.board.face_down & back(square, delta).bit() != 0 {
                sink.pawns(set, delta);
            } else {
                sink.promotions(set, delta, kinds);
            }
        });
    }

    /// Own pawns that attack an en-passant square.
    fn capturers(&self, square: Square) -> W {
        let Some(pawns) = &self.variant.pawns else {
            return W::EMPTY;
        };
        let own = W::cut(self.board.kinds[pawns.kind.index()]) & self.own;
        let geometry = self.variant.geometry;
        let behind = if self.us == Colour::White { -1 } else { 1 };
        [-1, 1]
            .into_iter()
            .filter_map(|side| geometry.offset(square, side, behind))
            .fold(W::EMPTY, |set, from| set | W::bit(from))
            & own
    }

    fn en_passant_is_legal(&self, from: Square, square: Square) -> bool {
        let geometry = self.variant.geometry;
        let behind = if self.us == Colour::White { -1 } else { 1 };
        let Some(victim) = geometry.offset(square, 0, behind) else {
            return false;
        };
        let occupied = (self.occupied & !W::bit(from) & !W::bit(victim)) | W::bit(square);
        match (self.board.kings[self.us.index()], self.secret) {
            (Some(king), _) => !self.attacked(king, occupied, W::bit(victim)),
            (None, Some(secret)) => {
                secret != square
                    && (occupied.has(secret)
                        || self.shielded
                        || !self.attacked(secret, occupied, W::bit(victim)))
            }
            (None, None) => true,
        }
    }

    fn castlings<S: Sink<W>>(&self, sink: &mut S, gating: W, hand: &Counts) {
        let (Some(rules), Some(king)) = (&self.variant.castling, self.board.kings[self.us.index()])
        else {
            return;
        };
        let geometry = self.variant.geometry;
        let rank = i32::from(geometry.rank(king));
        each(W::cut(self.board.castling) & self.own, |rook| {
            let wing = if rook < king {
                &rules.first
            } else {
                &rules.last
            };
            let (Some(king_to), Some(rook_to)) = (
                geometry.square(i32::from(wing.king), rank),
                geometry.square(i32::from(wing.rook), rank),
            ) else {
                return;
            };
            let both = W::bit(king) | W::bit(rook);
            let others = self.occupied & !both;
            let king_path = self.tables.between(king, king_to) | W::bit(king_to);
            let rook_path = self.tables.between(rook, rook_to) | W::bit(rook_to);
            if ((king_path | rook_path) & others).any() {
                return;
            }
            let walked = (king_path | W::bit(king)).widen();
            if squares(walked).any(|square| self.attacked(square, self.occupied, W::EMPTY)) {
                return;
            }
            let after = others | W::bit(king_to) | W::bit(rook_to);
            if self.attacked(king_to, after, W::EMPTY) {
                return;
            }
            let may_gate = |square: Square| {
                gating.has(square)
                    && !after.has(square)
                    && !(self.tables.hoppers
                        && self.attacked(king_to, after | W::bit(square), W::EMPTY))
            };
            sink.castle(king, rook, hand, may_gate(king), may_gate(rook));
        });
    }
}

/// Squares on which a side may hide its king: empty and not attacked by the other side.
fn eligible<W: Word, L: Lookup>(tables: &Tables<W>, lookup: L, board: &Board, colour: Colour) -> W {
    let enemies = Attackers::new(tables, board, colour.other());
    let occupied = W::cut(board.occupied());
    let mut on = W::EMPTY;
    each(tables.all & !occupied, |square| {
        if !enemies.attack(tables, lookup, board, square, occupied, W::EMPTY) {
            on |= W::bit(square);
        }
    });
    on
}

/// All legal actions of the side that acts next.
#[inline(always)]
pub(crate) fn generate<W: Word, L: Lookup, S: Sink<W>>(
    variant: &Variant,
    tables: &Tables<W>,
    lookup: L,
    board: &Board,
    secret: Option<Square>,
    sink: &mut S,
) {
    if variant.secret_kings
        && let Some(colour) = Colour::ALL
            .into_iter()
            .find(|&c| board.king_state(c) == KingState::NotChosen)
    {
        sink.choices(eligible(tables, lookup, board, colour));
        return;
    }
    if board.pending.is_some() {
        if let Some(pawns) = &variant.pawns {
            sink.late_promotions(&pawns.promote_to);
        }
        return;
    }
    Generator::new(variant, tables, lookup, board, board.turn, secret).run(sink);
}

struct ListTask<'a, W>(
    &'a Variant,
    &'a Tables<W>,
    &'a Board,
    Option<Square>,
    &'a mut Vec<Action>,
);

impl<W: Word> Task for ListTask<'_, W> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) {
        generate(self.0, self.1, lookup, self.2, self.3, &mut List(self.4));
    }
}

struct AttackTask<'a, W>(&'a Tables<W>, &'a Board, Square, Colour);

impl<W: Word> Task for AttackTask<'_, W> {
    type Output = bool;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> bool {
        let occupied = W::cut(self.1.occupied());
        Attackers::new(self.0, self.1, self.3).attack(
            self.0,
            lookup,
            self.1,
            self.2,
            occupied,
            W::EMPTY,
        )
    }
}

struct EnPassantTask<'a, W>(&'a Variant, &'a Tables<W>, &'a Board, Colour, Square);

impl<W: Word> Task for EnPassantTask<'_, W> {
    type Output = bool;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> bool {
        let generator = Generator::new(self.0, self.1, lookup, self.2, self.3, None);
        squares(generator.capturers(self.4).widen())
            .any(|from| generator.en_passant_is_legal(from, self.4))
    }
}

struct EligibleTask<'a, W>(&'a Tables<W>, &'a Board, Colour);

impl<W: Word> Task for EligibleTask<'_, W> {
    type Output = u128;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> u128 {
        eligible(self.0, lookup, self.1, self.2).widen()
    }
}

impl Variant {
    /// Adds the legal actions of the side that acts next. `secret` is that side's own chosen king square, if it has
    /// one: nothing else beyond the board is needed, so the actions cannot betray anything hidden from the mover.
    pub fn legal_into(&self, board: &Board, secret: Option<Square>, actions: &mut Vec<Action>) {
        with_tables!(self, tables => dispatch(ListTask(self, tables, board, secret, actions)));
    }

    /// The legal actions of the side that acts next, in no particular order. See [`Variant::legal_into`].
    pub fn legal(&self, board: &Board, secret: Option<Square>) -> Vec<Action> {
        let mut actions = Vec::with_capacity(64);
        self.legal_into(board, secret, &mut actions);
        actions
    }

    /// Whether a piece of `by` attacks the square: what could capture there, pinned or not.
    pub fn is_attacked(&self, board: &Board, square: Square, by: Colour) -> bool {
        with_tables!(self, tables => dispatch(AttackTask(tables, board, square, by)))
    }

    /// Whether a side's king is on the board and attacked.
    pub fn in_check(&self, board: &Board, colour: Colour) -> bool {
        board
            .king(colour)
            .is_some_and(|king| self.is_attacked(board, king, colour.other()))
    }

    /// Whether `by` has a legal en-passant capture on this square, judged without any secret square.
    pub(crate) fn can_capture_en_passant(&self, board: &Board, by: Colour, square: Square) -> bool {
        with_tables!(self, tables => dispatch(EnPassantTask(self, tables, board, by, square)))
    }

    /// Squares on which a side may hide its king.
    pub fn eligible_king_squares(&self, board: &Board, colour: Colour) -> u128 {
        with_tables!(self, tables => dispatch(EligibleTask(tables, board, colour)))
    }
}

/// Squares that a piece could go to if it were its side's turn: own pieces don't stop it from landing on their
/// squares, and pawns are given their captures.
pub(crate) fn premove_targets(
    variant: &Variant,
    board: &Board,
    side: Colour,
    from: Square,
    kind: Kind,
) -> u128 {
    fn reach<W: Word>(
        tables: &Tables<W>,
        board: &Board,
        side: Colour,
        from: Square,
        kind: Kind,
    ) -> u128 {
        let lookup = crate::slider::Portable;
        let moves = &tables.kinds[kind.index()];
        let occupied = W::cut(board.occupied() & !from.bit());
        let capture = tables.reach(lookup, &moves.capture, side, from, occupied);
        let quiet = tables.reach(lookup, &moves.quiet, side, from, occupied);
        (capture | quiet).widen()
    }
    with_tables!(variant, tables => reach(tables, board, side, from, kind))
}
