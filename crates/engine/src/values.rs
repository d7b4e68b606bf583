//! What pieces are worth in a game, and where they stand well: from the shape of its board and their moves.

use backrank_rules::piece::MAX_KINDS;
use backrank_rules::{Colour, Counts, Geometry, Kind, Square, Variant};

/// Chance that a square on a line lets a slider pass.
const OPEN: f64 = 0.7;
/// Centipawns for one square of weighted reach.
const FOR_REACH: f64 = 61.0;
/// Worth of a pawn.
pub(crate) const PAWN: i32 = 100;

/// What long practice says, for pieces that are well known.
fn practised(id: &str) -> Option<i32> {
    Some(match id {
        "queen" => 950,
        "chancellor" => 860,
        "archbishop" => 800,
        "prime-minister" => 860,
        "minister" => 560,
        "rook" => 500,
        "ajax-rook" => 570,
        "bishop" => 335,
        "ajax-bishop" => 410,
        "knight" => 315,
        "ajax-knight" => 430,
        "cannon" => 330,
        "pawn" => PAWN,
        _ => return None,
    })
}

/// Everything about a game that does not change from position to position.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) geometry: Geometry,
    pub(crate) king: Kind,
    pub(crate) pawn: Option<Kind>,
    pub(crate) disc: Option<Kind>,
    /// Worth by kind; the king's is 0.
    pub(crate) worth: [i32; MAX_KINDS],
    /// Bonus for standing on a square, by kind and square, from White's side.
    placed: Vec<[i32; 128]>,
    /// Bonus for the king's square while there are many pieces, and with few.
    king_placed: [[i32; 128]; 2],
    /// Squares next to a square, itself included.
    pub(crate) around: Vec<u128>,
    /// Squares that an enemy pawn may not stand on for a pawn to be passed, by colour and square.
    pub(crate) front: [Vec<u128>; 2],
    /// The files next to a square's file.
    pub(crate) beside: Vec<u128>,
    /// The square's own file.
    pub(crate) file: Vec<u128>,
    /// Centipawns for each square within reach, by kind.
    pub(crate) mobility: [i32; MAX_KINDS],
    /// Distance of a square from the middle, in half steps.
    pub(crate) from_middle: Vec<i32>,
    /// Worth of both sides' pieces at which all of a king's safety counts.
    pub(crate) full: i32,
}

/// Reach from a square of an empty board, far squares on a line counting less.
fn reach(variant: &Variant, kind: Kind, square: Square) -> f64 {
    let geometry = variant.geometry();
    let (quiet, capture) = variant.reach_on_empty(kind, Colour::White, square);
    let weight = |target: &Square| {
        let files = geometry.file(square).abs_diff(geometry.file(*target));
        let ranks = geometry.rank(square).abs_diff(geometry.rank(*target));
        if files == 0 || ranks == 0 || files == ranks {
            OPEN.powi(i32::from(files.max(ranks)) - 1)
        } else {
            1.0
        }
    };
    let sum = |targets: &[Square]| targets.iter().map(weight).sum::<f64>();
    // A hopper captures nothing on an empty board; its quiet moves stand in for that.
    if capture.is_empty() {
        return sum(&quiet) * 0.7;
    }
    (sum(&quiet) + 2.0 * sum(&capture)) / 3.0
}

impl Values {
    pub(crate) fn new(variant: &Variant) -> Values {
        let geometry = variant.geometry();
        let pawn = variant.pawns().map(|rules| rules.kind);
        let files = i32::from(geometry.files());
        let ranks = i32::from(geometry.ranks());
        let from_middle: Vec<i32> = geometry
            .iter()
            .map(|s| {
                (2 * i32::from(geometry.file(s)) - files + 1).abs()
                    + (2 * i32::from(geometry.rank(s)) - ranks + 1).abs()
            })
            .collect();
        let mut values = Values {
            geometry,
            king: variant.king(),
            pawn,
            disc: variant.disc(),
            worth: [0; MAX_KINDS],
            placed: Vec::new(),
            king_placed: [[0; 128]; 2],
            around: Vec::new(),
            front: [Vec::new(), Vec::new()],
            beside: Vec::new(),
            file: Vec::new(),
            mobility: [0; MAX_KINDS],
            from_middle,
            full: 800 * files,
        };
        for (kind, spec) in variant.kinds() {
            values.add_kind(variant, kind, &spec.id);
        }
        values.add_masks();
        for square in geometry.iter() {
            let rank = i32::from(geometry.rank(square));
            let file = i32::from(geometry.file(square));
            let aside = (2 * file - files + 1).abs();
            let away = values.from_middle[square.index()];
            values.king_placed[0][square.index()] = aside * 3 - rank.min(4) * 18 - 10;
            values.king_placed[1][square.index()] = 30 - away * 5;
        }
        values
    }

    fn add_kind(&mut self, variant: &Variant, kind: Kind, id: &str) {
        let mut placed = [0; 128];
        let geometry = self.geometry;
        if Some(kind) == self.pawn {
            self.worth[kind.index()] = PAWN;
            for square in geometry.iter() {
                let rank = i32::from(geometry.rank(square)) - 1;
                let aside =
                    (2 * i32::from(geometry.file(square)) - i32::from(geometry.files()) + 1).abs();
                placed[square.index()] =
                    2 * rank * rank - rank + (8 - aside).max(0) * rank.clamp(0, 3) / 2;
            }
        } else if kind != self.king && Some(kind) != self.disc {
            let all: Vec<f64> = geometry.iter().map(|s| reach(variant, kind, s)).collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            let derived = (mean * FOR_REACH) as i32;
            self.worth[kind.index()] = match practised(id) {
                Some(known) => (3 * known + derived) / 4,
                None => derived.max(PAWN / 2),
            };
            self.mobility[kind.index()] = match self.worth[kind.index()] {
                ..450 => 5,
                450..700 => 3,
                _ => 2,
            };
            for square in geometry.iter() {
                let better = (all[square.index()] - mean) * 5.0;
                let rank = i32::from(geometry.rank(square)).min(4);
                placed[square.index()] =
                    better as i32 - self.from_middle[square.index()] + 2 * rank;
            }
        }
        self.placed.push(placed);
    }

    fn add_masks(&mut self) {
        let geometry = self.geometry;
        let whole_file = |file: i32| {
            (0..i32::from(geometry.ranks()))
                .filter_map(|rank| geometry.square(file, rank))
                .fold(0, |set, s| set | s.bit())
        };
        for square in geometry.iter() {
            let file = i32::from(geometry.file(square));
            let own = whole_file(file);
            let beside = whole_file(file - 1) | whole_file(file + 1);
            self.file.push(own);
            self.beside.push(beside);
            let near = geometry
                .iter()
                .filter(|&s| geometry.adjacent(s, square))
                .fold(square.bit(), |set, s| set | s.bit());
            self.around.push(near);
            for colour in Colour::ALL {
                let rank = geometry.rank_of(colour, square);
                let ahead = (rank + 1..geometry.ranks())
                    .fold(0, |set, r| set | geometry.rank_mask(colour, r));
                self.front[colour.index()].push((own | beside) & ahead);
            }
        }
    }

    /// The square as a side sees it, its own first rank at the bottom.
    #[inline(always)]
    fn seen_by(&self, colour: Colour, square: Square) -> usize {
        match colour {
            Colour::White => square.index(),
            Colour::Black => {
                let files = usize::from(self.geometry.files());
                let (rank, file) = (square.index() / files, square.index() % files);
                (usize::from(self.geometry.ranks()) - 1 - rank) * files + file
            }
        }
    }

    /// Bonus for a piece of this kind, not the king, on this square.
    #[inline(always)]
    pub(crate) fn placed(&self, colour: Colour, kind: Kind, square: Square) -> i32 {
        self.placed[kind.index()][self.seen_by(colour, square)]
    }

    /// Bonus for the king on this square; `phase` is 256 with all pieces, 0 with none.
    #[inline(always)]
    pub(crate) fn king_placed(&self, colour: Colour, square: Square, phase: i32) -> i32 {
        let at = self.seen_by(colour, square);
        (self.king_placed[0][at] * phase + self.king_placed[1][at] * (256 - phase)) / 256
    }

    /// Mean worth of what is in a pool; 0 for an empty one.
    pub(crate) fn mean(&self, pool: &Counts) -> i32 {
        let (sum, count) = pool.iter().fold((0, 0), |(sum, count), (kind, n)| {
            (
                sum + self.worth[kind.index()] * i32::from(n),
                count + i32::from(n),
            )
        });
        if count == 0 { 0 } else { sum / count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backrank_rules::Registry;

    #[test]
    fn values_have_the_order_that_players_know() {
        let registry = Registry::built_in().expect("built in");
        let variant = registry.get("capablanca").expect("known");
        let values = Values::new(variant);
        let worth = |letter| {
            let kind = variant.kind_of(letter).expect("a letter of the game");
            values.worth[kind.index()]
        };
        let order: Vec<i32> = "QCARBNP".chars().map(worth).collect();
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "{order:?}");
        assert_eq!(worth('K'), 0);
    }

    #[test]
    fn derived_values_alone_are_near_the_practised_ones() {
        let registry = Registry::built_in().expect("built in");
        for variant in registry.iter() {
            let values = Values::new(variant);
            for (kind, spec) in variant.kinds() {
                let Some(known) = practised(&spec.id) else {
                    continue;
                };
                let worth = values.worth[kind.index()];
                assert!(
                    (worth - known).abs() <= known / 4,
                    "{} {}: {worth}, known {known}",
                    variant.id(),
                    spec.id
                );
            }
        }
    }
}
