//! Move tables of one game, computed once when its file is loaded.

use crate::betza::{Reach, Step};
use crate::geometry::{Colour, Geometry, Square, Word};
use crate::piece::{Kind, MAX_KINDS};
use crate::slider::{Lookup, Sliders};

/// A target that is reached only over empty squares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<W> {
    pub(crate) target: Square,
    pub(crate) between: W,
}

/// Either the quiet or the capturing moves of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Part<W> {
    pub(crate) straight: bool,
    pub(crate) diagonal: bool,
    pub(crate) hop_straight: bool,
    pub(crate) hop_diagonal: bool,
    /// Whether there are any leaps or paths at all.
    pub(crate) leaping: bool,
    pub(crate) pathing: bool,
    /// Leaps by colour and square.
    pub(crate) leaps: [Vec<W>; 2],
    /// Riders of limited length, lame leaps and one-way sliders, by colour and square.
    pub(crate) paths: [Vec<Vec<Path<W>>>; 2],
}

/// Moves of one kind.
#[derive(Debug, Clone)]
pub(crate) struct KindMoves<W> {
    pub(crate) quiet: Part<W>,
    pub(crate) capture: Part<W>,
    /// Both parts are the same, as of most pieces.
    pub(crate) same: bool,
}

/// Kinds that share capturing leaps, with the leaps reversed: from where a square is attacked.
#[derive(Debug, Clone)]
pub(crate) struct LeapClass<W> {
    pub(crate) kinds: Vec<usize>,
    /// By colour of the attacker and attacked square.
    pub(crate) from: [Vec<W>; 2],
}

/// Kinds with capturing paths, reversed.
#[derive(Debug, Clone)]
pub(crate) struct PathClass<W> {
    pub(crate) kind: usize,
    /// By colour of the attacker and attacked square: where the attacker stands, what must be empty.
    pub(crate) from: [Vec<Vec<Path<W>>>; 2],
}

/// Everything the generator looks up.
#[derive(Debug, Clone)]
pub(crate) struct Tables<W> {
    pub(crate) all: W,
    pub(crate) not_first_file: W,
    pub(crate) not_last_file: W,
    pub(crate) sliders: Sliders<W>,
    /// Squares strictly between two squares on a line, by both indices.
    between: Vec<W>,
    size: usize,
    pub(crate) kinds: Vec<KindMoves<W>>,
    pub(crate) leap_classes: Vec<LeapClass<W>>,
    pub(crate) path_classes: Vec<PathClass<W>>,
    pub(crate) straight_kinds: Vec<usize>,
    pub(crate) diagonal_kinds: Vec<usize>,
    pub(crate) hop_straight_kinds: Vec<usize>,
    pub(crate) hop_diagonal_kinds: Vec<usize>,
    /// Whether any kind captures by hopping.
    pub(crate) hoppers: bool,
}

impl<W: Word> Tables<W> {
    /// `steps` by kind; `initial` says from which ranks (of the own side, from 0) initial steps go.
    pub(crate) fn new(geometry: Geometry, steps: &[Vec<Step>], initial: &[u8]) -> Tables<W> {
        let size = geometry.squares();
        let kinds: Vec<KindMoves<W>> = steps
            .iter()
            .map(|steps| {
                let quiet = Part::new(geometry, steps.iter().filter(|s| s.moves), initial);
                let capture = Part::new(geometry, steps.iter().filter(|s| s.captures), initial);
                let same = steps.iter().all(|s| s.moves == s.captures);
                KindMoves {
                    quiet,
                    capture,
                    same,
                }
            })
            .collect();
        let mut leap_classes: Vec<LeapClass<W>> = Vec::new();
        let mut path_classes = Vec::new();
        for (kind, moves) in kinds.iter().enumerate() {
            if moves.capture.leaping {
                let mut from = [vec![W::EMPTY; size], vec![W::EMPTY; size]];
                for colour in Colour::ALL {
                    for square in geometry.iter() {
                        for target in crate::geometry::squares(
                            moves.capture.leaps[colour.index()][square.index()].widen(),
                        ) {
                            from[colour.index()][target.index()] |= W::bit(square);
                        }
                    }
                }
                match leap_classes.iter_mut().find(|class| class.from == from) {
                    Some(class) => class.kinds.push(kind),
                    None => leap_classes.push(LeapClass {
                        kinds: vec![kind],
                        from,
                    }),
                }
            }
            if moves.capture.pathing {
                let mut from = [vec![Vec::new(); size], vec![Vec::new(); size]];
                for colour in Colour::ALL {
                    for square in geometry.iter() {
                        for path in &moves.capture.paths[colour.index()][square.index()] {
                            from[colour.index()][path.target.index()].push(Path {
                                target: square,
                                between: path.between,
                            });
                        }
                    }
                }
                path_classes.push(PathClass { kind, from });
            }
        }
        let of = |pick: fn(&Part<W>) -> bool| -> Vec<usize> {
            (0..kinds.len())
                .filter(|&k| pick(&kinds[k].capture))
                .collect()
        };
        let hop_straight_kinds = of(|p| p.hop_straight);
        let hop_diagonal_kinds = of(|p| p.hop_diagonal);
        let mut between = vec![W::EMPTY; size * size];
        for a in geometry.iter() {
            for (df, dr) in [
                (1, 0),
                (0, 1),
                (1, 1),
                (-1, 1),
                (-1, 0),
                (0, -1),
                (-1, -1),
                (1, -1),
            ] {
                let mut passed = W::EMPTY;
                let mut at = a;
                while let Some(b) = geometry.offset(at, df, dr) {
                    between[a.index() * size + b.index()] = passed;
                    passed |= W::bit(b);
                    at = b;
                }
            }
        }
        let file_mask = |file: u8| {
            geometry
                .iter()
                .filter(|&s| geometry.file(s) == file)
                .fold(W::EMPTY, |m, s| m | W::bit(s))
        };
        let all = W::cut(geometry.all());
        Tables {
            all,
            not_first_file: all & !file_mask(0),
            not_last_file: all & !file_mask(geometry.files() - 1),
            sliders: Sliders::new(geometry),
            between,
            size,
            leap_classes,
            path_classes,
            straight_kinds: of(|p| p.straight),
            diagonal_kinds: of(|p| p.diagonal),
            hoppers: !hop_straight_kinds.is_empty() || !hop_diagonal_kinds.is_empty(),
            hop_straight_kinds,
            hop_diagonal_kinds,
            kinds,
        }
    }

    /// Squares strictly between two squares on one line; empty if they are on none.
    #[inline(always)]
    pub(crate) fn between(&self, a: Square, b: Square) -> W {
        self.between[a.index() * self.size + b.index()]
    }

    /// Squares reached by one part of a kind's moves, whatever stands there.
    #[inline(always)]
    pub(crate) fn reach<L: Lookup>(
        &self,
        lookup: L,
        part: &Part<W>,
        colour: Colour,
        square: Square,
        occupied: W,
    ) -> W {
        let mut to = part.leaps[colour.index()][square.index()];
        if part.straight {
            to |= self.sliders.straight(lookup, square, occupied);
        }
        if part.diagonal {
            to |= self.sliders.diagonal(lookup, square, occupied);
        }
        if part.hop_straight {
            to |= self.sliders.hops(square, false, occupied);
        }
        if part.hop_diagonal {
            to |= self.sliders.hops(square, true, occupied);
        }
        if part.pathing {
            for path in &part.paths[colour.index()][square.index()] {
                if (path.between & occupied).is_empty() {
                    to |= W::bit(path.target);
                }
            }
        }
        to
    }

    /// Where a piece may go: quiet moves to empty squares, captures of `enemy`.
    #[inline(always)]
    pub(crate) fn targets<L: Lookup>(
        &self,
        lookup: L,
        kind: Kind,
        colour: Colour,
        square: Square,
        own: W,
        enemy: W,
    ) -> W {
        let moves = &self.kinds[kind.index()];
        let occupied = own | enemy;
        let capture = self.reach(lookup, &moves.capture, colour, square, occupied);
        if moves.same {
            return capture & !own;
        }
        let quiet = self.reach(lookup, &moves.quiet, colour, square, occupied);
        (capture & enemy) | (quiet & !occupied)
    }
}

impl<W: Word> Part<W> {
    fn new<'a>(
        geometry: Geometry,
        steps: impl Iterator<Item = &'a Step>,
        initial: &[u8],
    ) -> Part<W> {
        let steps: Vec<&Step> = steps.collect();
        let size = geometry.squares();
        let has = |reach: Reach, diagonal: bool| {
            [
                (1, 1),
                (1, -1),
                (-1, 1),
                (-1, -1),
                (1, 0),
                (0, 1),
                (-1, 0),
                (0, -1),
            ]
            .into_iter()
            .filter(|&(f, r)| (f * r != 0) == diagonal)
            .all(|(f, r)| {
                steps
                    .iter()
                    .any(|s| s.reach == reach && s.files == f && s.ranks == r && !s.initial)
            })
        };
        let mut part = Part {
            straight: has(Reach::Ride(0), false),
            diagonal: has(Reach::Ride(0), true),
            hop_straight: has(Reach::Hop, false),
            hop_diagonal: has(Reach::Hop, true),
            leaping: false,
            pathing: false,
            leaps: [vec![W::EMPTY; size], vec![W::EMPTY; size]],
            paths: [vec![Vec::new(); size], vec![Vec::new(); size]],
        };
        for step in steps {
            let unit = step.files.abs() <= 1 && step.ranks.abs() <= 1;
            let diagonal = step.files != 0 && step.ranks != 0;
            let by_slider = match step.reach {
                Reach::Ride(0) if unit && !step.initial => {
                    if diagonal {
                        part.diagonal
                    } else {
                        part.straight
                    }
                }
                Reach::Hop => true,
                _ => false,
            };
            if by_slider {
                continue;
            }
            for colour in Colour::ALL {
                let ranks = if colour == Colour::White {
                    step.ranks
                } else {
                    -step.ranks
                };
                for square in geometry.iter() {
                    if step.initial && !initial.contains(&geometry.rank_of(colour, square)) {
                        continue;
                    }
                    part.add(geometry, step, colour, square, ranks);
                }
            }
        }
        part
    }

    fn add(&mut self, geometry: Geometry, step: &Step, colour: Colour, square: Square, ranks: i32) {
        let limit = match step.reach {
            Reach::Once | Reach::Hop => 1,
            Reach::Ride(0) => i32::from(u8::MAX),
            Reach::Ride(n) => i32::from(n),
        };
        let mut between = W::EMPTY;
        for n in 1..=limit {
            let Some(target) = geometry.offset(square, step.files * n, ranks * n) else {
                break;
            };
            if step.reach == Reach::Once && !step.lame {
                self.leaps[colour.index()][square.index()] |= W::bit(target);
                self.leaping = true;
                break;
            }
            if step.lame {
                between |=
                    legs(geometry, square, step.files, ranks).fold(W::EMPTY, |m, s| m | W::bit(s));
            }
            self.paths[colour.index()][square.index()].push(Path { target, between });
            self.pathing = true;
            between |= W::bit(target);
        }
    }
}

/// Squares that a lame leaper passes: along its line, or first along its longer side.
fn legs(
    geometry: Geometry,
    square: Square,
    files: i32,
    ranks: i32,
) -> impl Iterator<Item = Square> {
    let length = files.abs().max(ranks.abs());
    let shorter = files.abs().min(ranks.abs());
    (1..length).filter_map(move |n| {
        // Straight and diagonal leaps pass their line; an oblique one goes straight first, then diagonally.
        let straight = length - shorter;
        let aside = (n - straight).max(0);
        let (long, short) = if shorter == length {
            (n, n)
        } else {
            (n, aside)
        };
        let (f, r) = if files.abs() >= ranks.abs() {
            (long * files.signum(), short * ranks.signum())
        } else {
            (short * files.signum(), long * ranks.signum())
        };
        geometry.offset(square, f, r)
    })
}

/// Union of the squares of some kinds.
#[inline(always)]
pub(crate) fn union<W: Word>(kinds: &[u128; MAX_KINDS], list: &[usize]) -> W {
    list.iter()
        .fold(W::EMPTY, |set, &kind| set | W::cut(kinds[kind]))
}
