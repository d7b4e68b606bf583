//! What a position is worth without looking further.

use backrank_rules::{Board, Colour, Square, Variant, squares};

use crate::imagined::Imagined;
use crate::random::mix;
use crate::score::EVALUATION_LIMIT;
use crate::values::{PAWN, Values};

const TEMPO: i32 = 12;
const SHARE_OF_DRESS: i32 = 16;
const DOUBLED: i32 = -10;
const ISOLATED: i32 = -10;
const SHELTER: i32 = 9;

/// Judges positions of one game.
#[derive(Debug)]
pub(crate) struct Evaluator<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) values: Values,
    noise: i32,
    salt: u64,
}

/// What is summed up for one side.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// Bonuses and worth, in centipawns.
    score: i32,
    /// Worth of all pieces but pawns and king.
    pieces: i32,
    /// Worth of everything.
    material: i32,
    /// Whether there is a pawn, or a piece that may be one.
    pawns: bool,
    /// Number and weight of pieces that attack the squares around the enemy king.
    attackers: i32,
    pressure: i32,
}

impl<'a> Evaluator<'a> {
    /// `noise` is the largest error in centipawns; the error of a position depends on it and the seed alone.
    pub(crate) fn new(variant: &'a Variant, noise: i32, seed: u64) -> Evaluator<'a> {
        Evaluator {
            variant,
            values: Values::new(variant),
            noise,
            salt: mix(seed ^ 0x00C0_FFEE),
        }
    }

    /// Worth to the side to move, in centipawns.
    pub(crate) fn evaluate(&self, node: &Imagined) -> i32 {
        let board = &node.board;
        let mut sums = [Sum::default(); 2];
        self.add_pieces(node, &mut sums);
        self.add_reach(board, &mut sums);
        self.add_hands(board, &mut sums);
        let phase = ((sums[0].pieces + sums[1].pieces) * 256 / self.values.full).min(256);
        for colour in Colour::ALL {
            let danger = danger(&sums[colour.other().index()]);
            let sum = &mut sums[colour.index()];
            if let Some(king) = board.king(colour) {
                sum.score += self.values.king_placed(colour, king, phase);
                sum.score += (self.shelter(board, colour, king) - danger) * phase / 256;
            }
        }
        let us = board.turn();
        let [ours, theirs] = [&sums[us.index()], &sums[us.other().index()]];
        let mut score = ours.score - theirs.score;
        score +=
            self.mop_up(board, us, ours, theirs) - self.mop_up(board, us.other(), theirs, ours);
        score = self.dampen(board, score, ours, theirs);
        score += TEMPO + self.error(node);
        score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// Expected worth of a side's face-down pieces, and what one acts as on top.
    pub(crate) fn face_down_worth(&self, node: &Imagined, colour: Colour) -> i32 {
        self.values.mean(&node.pools[colour.index()])
    }

    /// Expected worth of the piece on a square; 0 for none.
    pub(crate) fn worth_on(&self, node: &Imagined, square: Square) -> i32 {
        match node.board.piece(square) {
            None => 0,
            Some(piece) if piece.face_down => self.face_down_worth(node, piece.colour),
            Some(piece) => self.values.worth[piece.kind.index()],
        }
    }

    fn add_pieces(&self, node: &Imagined, sums: &mut [Sum; 2]) {
        let board = &node.board;
        let values = &self.values;
        let hidden = if board.face_down() == 0 {
            [0; 2]
        } else {
            Colour::ALL.map(|colour| self.face_down_worth(node, colour))
        };
        let pawns = values
            .pawn
            .map_or(0, |kind| board.of_kind(kind) & !board.face_down());
        for colour in Colour::ALL {
            let sum = &mut sums[colour.index()];
            let own_pawns = pawns & board.of_colour(colour);
            let enemy_pawns = pawns & !own_pawns;
            for (square, kind, face_down) in pieces(board, colour) {
                if face_down {
                    let worth = hidden[colour.index()];
                    // What it can do in its dress counts a little; a blank disc does nothing yet.
                    let dress = values.worth[kind.index()];
                    sum.score += worth + (dress - worth).max(-PAWN) / SHARE_OF_DRESS;
                    sum.material += worth;
                    sum.pieces += worth;
                    sum.pawns = true;
                    continue;
                }
                if kind == values.king {
                    continue;
                }
                let worth = values.worth[kind.index()];
                sum.material += worth;
                sum.score += worth + values.placed(colour, kind, square);
                if Some(kind) == values.pawn {
                    sum.pawns = true;
                    sum.score += self.pawn(colour, square, own_pawns, enemy_pawns);
                } else {
                    sum.pieces += worth;
                }
            }
        }
    }

    fn pawn(&self, colour: Colour, square: Square, own: u128, enemy: u128) -> i32 {
        let values = &self.values;
        let at = square.index();
        let mut score = 0;
        let front = values.front[colour.index()][at];
        if own & front & values.file[at] != 0 {
            score += DOUBLED;
        } else if enemy & front == 0 {
            let rank = i32::from(values.geometry.rank_of(colour, square));
            score += 5 + rank * rank * 3;
        }
        if own & values.beside[at] == 0 {
            score += ISOLATED;
        }
        score
    }

    fn add_reach(&self, board: &Board, sums: &mut [Sum; 2]) {
        let values = &self.values;
        let zones = Colour::ALL.map(|colour| {
            board
                .king(colour)
                .map_or(0, |king| values.around[king.index()])
        });
        self.variant.each_reach(board, |_, piece, quiet, attacks| {
            if piece.kind == values.king {
                return;
            }
            let side = piece.colour.index();
            let sum = &mut sums[side];
            let enemies = board.of_colour(piece.colour.other());
            let reach = (quiet | attacks & enemies).count_ones() as i32;
            sum.score += reach * values.mobility[piece.kind.index()];
            let close = attacks & zones[1 - side];
            if close != 0 && Some(piece.kind) != values.pawn {
                sum.attackers += 1;
                sum.pressure +=
                    8 + values.worth[piece.kind.index()] / 40 + 4 * close.count_ones() as i32;
            }
        });
    }

    /// Pieces in hand are worth most of what they will be, while there is a piece left to gate them.
    fn add_hands(&self, board: &Board, sums: &mut [Sum; 2]) {
        for colour in Colour::ALL {
            let chances = (board.gating() & board.of_colour(colour)).count_ones();
            if chances == 0 {
                continue;
            }
            let hand = board.hand(colour);
            let sum = &mut sums[colour.index()];
            for (kind, count) in hand.iter() {
                let usable = i32::from(count).min(chances as i32);
                let worth = self.values.worth[kind.index()] * usable;
                sum.score += worth * 4 / 5;
                sum.material += worth;
                sum.pieces += worth;
            }
        }
    }

    fn shelter(&self, board: &Board, colour: Colour, king: Square) -> i32 {
        let values = &self.values;
        let at = king.index();
        let ahead = values.front[colour.index()][at] & values.around[at];
        let mut men = board.face_down();
        if let Some(pawn) = values.pawn {
            men |= board.of_kind(pawn);
        }
        (men & board.of_colour(colour) & ahead).count_ones() as i32 * SHELTER
    }

    /// Drives a lone king to the edge and brings the own king near.
    fn mop_up(&self, board: &Board, us: Colour, ours: &Sum, theirs: &Sum) -> i32 {
        if theirs.material > PAWN || ours.material < theirs.material + 400 {
            return 0;
        }
        let (Some(own), Some(enemy)) = (board.king(us), board.king(us.other())) else {
            return 0;
        };
        let geometry = self.values.geometry;
        let apart = i32::from(geometry.file(own).abs_diff(geometry.file(enemy)))
            + i32::from(geometry.rank(own).abs_diff(geometry.rank(enemy)));
        150 + self.values.from_middle[enemy.index()] * 12 - apart * 10
    }

    /// Brings what can hardly be won near to nothing: a small lead without pawns, and the fifty-move rule.
    fn dampen(&self, board: &Board, score: i32, ours: &Sum, theirs: &Sum) -> i32 {
        let leader = if score > 0 { ours } else { theirs };
        let other = if score > 0 { theirs } else { ours };
        let mut score = score;
        if !leader.pawns && leader.pieces - other.pieces < 4 * PAWN {
            score /= 6;
        }
        let quiet = i32::from(board.halfmoves());
        if quiet > 20 {
            score = score * (220 - quiet) / 200;
        }
        score
    }

    fn error(&self, node: &Imagined) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        let bits = mix(node.key() ^ self.salt);
        (bits % (2 * self.noise as u64 + 1)) as i32 - self.noise
    }
}

/// Danger to a king from the other side's attackers: one alone does little.
fn danger(attack: &Sum) -> i32 {
    match attack.attackers {
        0 => 0,
        1 => attack.pressure / 4,
        2 => attack.pressure * 3 / 4,
        _ => attack.pressure * 5 / 4,
    }
}

/// A side's pieces: square, what each acts as, whether it lies face down.
fn pieces(
    board: &Board,
    colour: Colour,
) -> impl Iterator<Item = (Square, backrank_rules::Kind, bool)> + '_ {
    squares(board.of_colour(colour))
        .filter_map(|square| board.piece(square).map(|p| (square, p.kind, p.face_down)))
}
