//! Reading what stands behind the placement: hands, captives, pools and kings' squares.

use super::read::Reader;
use super::{CAPTURED, FenError, HAND, PLACEMENT, POOLS, SQUARES, bad};
use crate::board::KingState;
use crate::geometry::Colour;
use crate::piece::Counts;
use crate::variant::CaptureShows;

impl Reader<'_> {
    /// Counts letters of both colours, each list with its own.
    pub(super) fn letters(
        &self,
        field: &'static str,
        text: &str,
        only: Option<Colour>,
    ) -> Result<[Counts; 2], FenError> {
        let mut counts = [Counts::NONE; 2];
        for letter in text.chars() {
            let colour = if letter.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            let Some(kind) = self.kind(letter).filter(|&k| k != self.variant.king()) else {
                return bad(field, format!("`{letter}` is no piece that can be here"));
            };
            if only.is_some_and(|only| only != colour) {
                return bad(
                    field,
                    format!("`{letter}` is written in the other side's case"),
                );
            }
            counts[colour.index()].add(kind);
        }
        Ok(counts)
    }

    pub(super) fn read_hand(&mut self) -> Result<(), FenError> {
        let Some(text) = self.hand else { return Ok(()) };
        let counts = self.letters(HAND, text, None)?;
        let Some(most) = self.variant.gating_hand() else {
            return if text.is_empty() {
                Ok(())
            } else {
                bad(HAND, "this game has no pieces in hand")
            };
        };
        for colour in Colour::ALL {
            let held = counts[colour.index()];
            for (kind, count) in held.iter() {
                if count > most.get(kind) {
                    let spec = self.variant.kind(kind);
                    return bad(
                        HAND,
                        format!(
                            "too many pieces in hand: {colour} has {count} `{}`, at most {} are possible",
                            spec.letter,
                            most.get(kind)
                        ),
                    );
                }
            }
            self.board.set_hand(colour, held);
        }
        Ok(())
    }

    pub(super) fn read_lists(&mut self) -> Result<Option<[Counts; 2]>, FenError> {
        let both =
            |reader: &Self, field: &'static str, text: &str| -> Result<[Counts; 2], FenError> {
                let Some((white, black)) = text.split_once('/') else {
                    return bad(
                        field,
                        format!("`{text}` is not of the form white/black, such as N/qp"),
                    );
                };
                let mut counts = [Counts::NONE; 2];
                for (colour, list) in Colour::ALL.into_iter().zip([white, black]) {
                    if list != "-" {
                        if list.is_empty() {
                            return bad(field, "an empty list is written `-`");
                        }
                        counts[colour.index()] =
                            reader.letters(field, list, Some(colour))?[colour.index()];
                    }
                }
                Ok(counts)
            };
        if let Some(text) = self.captured {
            if self
                .variant
                .face_down()
                .is_none_or(|rules| rules.capture_shows == CaptureShows::All)
            {
                return bad(CAPTURED, "this game keeps no secret of what is captured");
            }
            if self.pools.is_some() || self.unknown {
                return bad(CAPTURED, "a view has pools `<…/…>` instead");
            }
            self.secrets.captured = both(self, CAPTURED, text)?;
        }
        let Some(text) = self.pools else {
            return if self.unknown {
                bad(
                    POOLS,
                    "face-down pieces written X or x need the unknown pools `<…/…>` after the placement",
                )
            } else {
                Ok(None)
            };
        };
        if self.variant.face_down().is_none() {
            return bad(POOLS, "this game has no face-down pieces");
        }
        if self.known_face_down {
            return bad(
                POOLS,
                "a view writes every face-down piece X or x; letters in brackets belong to the truth",
            );
        }
        let pools = both(self, POOLS, text)?;
        for colour in Colour::ALL {
            let lying = (self.board.face_down & self.board.of_colour(colour)).count_ones();
            if pools[colour.index()].total() < lying {
                return bad(
                    POOLS,
                    format!(
                        "{colour}'s pool holds {} pieces, but {lying} lie face down",
                        pools[colour.index()].total()
                    ),
                );
            }
        }
        Ok(Some(pools))
    }

    /// Says whether the event begins with this position.
    pub(super) fn read_king_squares(&mut self) -> Result<bool, FenError> {
        let Some(text) = self.squares else {
            return Ok(self.variant.secret_kings());
        };
        if !self.variant.secret_kings() {
            return bad(SQUARES, "kings do not hide in this game");
        }
        let Some((white, black)) = text.split_once('/') else {
            return bad(
                SQUARES,
                format!("`{text}` is not of the form white/black, such as c3/g7"),
            );
        };
        for (colour, part) in Colour::ALL.into_iter().zip([white, black]) {
            let state = match part {
                "-" => KingState::OnBoard,
                "?" => KingState::NotChosen,
                "*" => KingState::Chosen,
                name => {
                    let Some(square) = self.variant.geometry().parse(name) else {
                        return bad(
                            SQUARES,
                            format!(
                                "`{name}` is no square of this board; expected a square, -, ? or *"
                            ),
                        );
                    };
                    if self.board.piece(square).is_some_and(|p| p.colour == colour) {
                        return bad(
                            SQUARES,
                            format!("{colour}'s own piece stands on its king's square {name}"),
                        );
                    }
                    self.secrets.squares[colour.index()] = Some(square);
                    KingState::Chosen
                }
            };
            self.board.set_king_state(colour, state);
        }
        Ok(false)
    }

    pub(super) fn check_kings(&self) -> Result<(), FenError> {
        for colour in Colour::ALL {
            let on_board = self.board.king(colour).is_some();
            let hidden = self.board.king_state(colour) != KingState::OnBoard;
            match (on_board, hidden) {
                (false, false) => return bad(PLACEMENT, format!("{colour} has no king")),
                (true, true) => {
                    return bad(
                        SQUARES,
                        format!("{colour}'s king stands on the board, so its square must be `-`"),
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }
}
