//! `[face_down]`: what face-down pieces do and who learns what they were.

use super::{Army, Checked, Compiler};
use crate::geometry::{Colour, Geometry, Square};
use crate::piece::Kind;
use crate::setup::{HiddenShuffle, Setup};
use crate::variant::{ActsAs, CaptureShows, FaceDown};

impl Compiler {
    pub(super) fn face_down_rules(&self) -> Checked<Option<(ActsAs, CaptureShows)>> {
        let chain = &self.chain;
        if !chain.files.iter().any(|f| f.face_down.is_some()) {
            return Ok(None);
        }
        let Some(acts) = chain.last(|f| f.face_down.as_ref()?.acts_as.as_ref()) else {
            return Err(chain.missing("acts_as in [face_down]", "\"dress\" or \"disc\""));
        };
        let acts_as = match acts.value.as_str() {
            "dress" => ActsAs::Dress,
            "disc" => ActsAs::Disc,
            other => {
                return Err(chain.error(
                    &acts,
                    format!("acts_as is `{other}`"),
                    "\"dress\" or \"disc\"",
                ));
            }
        };
        let Some(shows) = chain.last(|f| f.face_down.as_ref()?.capture_shows.as_ref()) else {
            return Err(chain.missing(
                "capture_shows in [face_down]",
                "\"all\", \"capturer\" or \"nobody\"",
            ));
        };
        let capture_shows = match shows.value.as_str() {
            "all" => CaptureShows::All,
            "capturer" => CaptureShows::Capturer,
            "nobody" => CaptureShows::Nobody,
            other => {
                return Err(chain.error(
                    &shows,
                    format!("capture_shows is `{other}`"),
                    "\"all\", \"capturer\" or \"nobody\"",
                ));
            }
        };
        Ok(Some((acts_as, capture_shows)))
    }

    pub(super) fn face_down(
        &self,
        geometry: Geometry,
        army: &Army,
        rules: Option<(ActsAs, CaptureShows)>,
        disc: Option<Kind>,
        setup: &Setup,
    ) -> Checked<Option<FaceDown>> {
        let chain = &self.chain;
        let (rules, hidden) = match (rules, setup) {
            (None, Setup::HiddenShuffle(_)) => {
                return Err(chain.missing(
                    "[face_down]",
                    "a hidden shuffle needs acts_as and capture_shows",
                ));
            }
            (Some(_), Setup::Fixed(_) | Setup::Shuffle(_)) => {
                let at = chain.last(|f| f.setup.as_ref());
                return Err(match at {
                    Some(at) => chain.error(
                        &at,
                        "[face_down] without face-down pieces",
                        "kind = \"hidden-shuffle\"",
                    ),
                    None => chain.missing("[setup]", "kind = \"hidden-shuffle\""),
                });
            }
            (None, _) => return Ok(None),
            (Some(rules), Setup::HiddenShuffle(hidden)) => (rules, hidden),
        };
        let mut homes = [0; 2];
        let mut dress = vec![None; geometry.squares()];
        let squares = [
            (Colour::White, hidden.white_squares()),
            (Colour::Black, hidden.black_squares(geometry.ranks())),
        ];
        for (colour, squares) in squares {
            for at in squares {
                let Some(square) = geometry.square(i32::from(at.file), i32::from(at.rank)) else {
                    continue;
                };
                homes[colour.index()] |= square.bit();
                dress[square.index()] = match disc {
                    Some(disc) => Some(disc),
                    None => self.dress(geometry, army, hidden, colour, square)?,
                };
            }
        }
        if let Some(disc) = disc {
            // Positions set up by hand may have a disc on any square of the home ranks but the king's.
            let royal = army.kinds[army.king.index()].letter;
            let king = hidden
                .face_up()
                .iter()
                .find(|&&(_, letter)| letter == royal)
                .map(|&(at, _)| at);
            for colour in Colour::ALL {
                for square in geometry.iter().filter(|&s| geometry.rank_of(colour, s) < 2) {
                    let file = match colour {
                        Colour::White => geometry.file(square),
                        Colour::Black => hidden
                            .mirror()
                            .file(geometry.file(square), geometry.files()),
                    };
                    if king.is_none_or(|at| {
                        (at.file, at.rank) != (file, geometry.rank_of(colour, square))
                    }) {
                        dress[square.index()] = Some(disc);
                    }
                }
            }
        }
        let counts = hidden
            .army()
            .iter()
            .filter_map(|&letter| army.kind(letter))
            .collect();
        Ok(Some(FaceDown {
            acts_as: rules.0,
            capture_shows: rules.1,
            homes,
            dress,
            army: counts,
        }))
    }

    /// The dress of a home square: the letter of its row.
    fn dress(
        &self,
        geometry: Geometry,
        army: &Army,
        hidden: &HiddenShuffle,
        colour: Colour,
        square: Square,
    ) -> Checked<Option<Kind>> {
        let row = geometry.rank_of(colour, square) as usize;
        let file = match colour {
            Colour::White => geometry.file(square),
            Colour::Black => hidden
                .mirror()
                .file(geometry.file(square), geometry.files()),
        };
        let letter = hidden
            .rows()
            .get(row)
            .and_then(|r| r.chars().nth(file as usize));
        match letter.and_then(|l| army.kind(l)) {
            Some(kind) if kind != army.king => Ok(Some(kind)),
            _ => {
                let at = self
                    .chain
                    .last(|f| f.setup.as_ref()?.get_ref().rows.as_ref());
                let reason = format!(
                    "the face-down piece on {} has no dress",
                    geometry.name(square)
                );
                Err(match at {
                    Some(at) => self.chain.error(
                        &at,
                        reason,
                        "give every face-down square a letter other than the king's",
                    ),
                    None => self.chain.missing("rows in [setup]", "two rows of letters"),
                })
            }
        }
    }
}
