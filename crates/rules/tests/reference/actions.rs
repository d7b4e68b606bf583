//! Which actions there are, and which of them are legal.

use std::collections::BTreeMap;

use super::betza::{Reach, Step};
use super::play::Deed;
use super::{Hiding, Man, Side, Square, Truth};

impl<'g> Truth<'g> {
    /// Every legal action of the side that acts next, in text, with the position it leads to.
    pub fn successors(&self) -> BTreeMap<String, Truth<'g>> {
        self.legal()
            .into_iter()
            .map(|deed| (self.name(deed), self.after(deed)))
            .collect()
    }

    fn name(&self, deed: Deed) -> String {
        let name = |square| self.game.name(square);
        let small = |letter: char| letter.to_ascii_lowercase();
        match deed {
            Deed::Go {
                from,
                to,
                promotion,
                gate,
            } => {
                let mut text = name(from) + &name(to);
                text.extend(promotion.or(gate).map(small));
                text
            }
            Deed::Castle {
                king,
                rook,
                gate: None,
            } => name(king) + &name(rook),
            Deed::Castle {
                king,
                rook,
                gate: Some((letter, on)),
            } => {
                let other = if on == king { rook } else { king };
                format!("{}{}{}", name(on), name(other), small(letter))
            }
            Deed::Flip(square) => name(square) + &name(square),
            Deed::Late(letter) => format!("={}", small(letter)),
            Deed::Hide(square) => format!("@{}", name(square)),
        }
    }

    fn legal(&self) -> Vec<Deed> {
        let actor = self.actor();
        if self.kings[actor] == Hiding::NotChosen {
            return (0..self.men.len())
                .filter(|&square| self.men[square].is_none() && !self.attacked(square, 1 - actor))
                .map(Deed::Hide)
                .collect();
        }
        if self.pending.is_some() {
            return self
                .game
                .promote_to
                .iter()
                .copied()
                .map(Deed::Late)
                .collect();
        }
        let mut deeds = Vec::new();
        for square in 0..self.men.len() {
            if let Some(man) = self.men[square].filter(|man| man.side == self.turn) {
                self.pseudo(man, square, &mut deeds);
            }
        }
        self.castle(&mut deeds);
        deeds.retain(|&deed| self.allowed(deed));
        deeds
    }

    /// Whether the king is safe afterwards: also without the gated piece, which never serves as the shield.
    fn allowed(&self, deed: Deed) -> bool {
        let safe = |deed| self.moved(deed).safe(self.turn);
        match deed {
            Deed::Go {
                from,
                to,
                promotion,
                gate: Some(_),
            } => {
                safe(deed)
                    && safe(Deed::Go {
                        from,
                        to,
                        promotion,
                        gate: None,
                    })
            }
            Deed::Castle {
                king,
                rook,
                gate: Some(_),
            } => {
                safe(deed)
                    && safe(Deed::Castle {
                        king,
                        rook,
                        gate: None,
                    })
            }
            deed => safe(deed),
        }
    }

    /// Whether a side that has just moved did not expose its king, visible or hidden.
    fn safe(&self, side: Side) -> bool {
        match self.kings[side] {
            Hiding::At(square) => {
                self.men[square].is_none_or(|man| man.side != side)
                    && !self.comes_to_light(side, square)
            }
            _ => self.visible_king_is_safe(side),
        }
    }

    pub fn visible_king_is_safe(&self, side: Side) -> bool {
        self.king(side)
            .is_none_or(|king| !self.attacked(king, 1 - side))
    }

    /// Whether a king hidden on this square appears: it is empty, attacked, and not next to the other king.
    pub fn comes_to_light(&self, owner: Side, square: Square) -> bool {
        self.men[square].is_none()
            && self.attacked(square, 1 - owner)
            && self
                .king(1 - owner)
                .is_none_or(|king| !self.game.adjacent(king, square))
    }

    /// Whether the side to move stands in check.
    pub fn in_check(&self) -> bool {
        self.pending.is_none() && !self.visible_king_is_safe(self.turn)
    }

    /// Whether a side's pieces attack a square, whatever stands there.
    pub fn attacked(&self, square: Square, by: Side) -> bool {
        (0..self.men.len()).any(|from| {
            let Some(man) = self.men[from].filter(|man| man.side == by) else {
                return false;
            };
            self.steps(man, from)
                .any(|step| step.captures && self.walk(man, from, step).contains(&square))
        })
    }

    /// The steps a piece has here.
    fn steps(&self, man: Man, square: Square) -> impl Iterator<Item = Step> {
        let game = self.game;
        let rank = game.own_rank(man.side, square);
        game.acts_as(man, square)
            .into_iter()
            .flat_map(|letter| &game.steps[&letter])
            .copied()
            .filter(move |step| !step.initial || game.double_from.contains(&rank))
    }

    /// The squares that a step leads to, the first occupied one included.
    fn walk(&self, man: Man, from: Square, step: Step) -> Vec<Square> {
        let game = self.game;
        let ahead = if man.side == 0 { 1 } else { -1 };
        let at = |files: i32, ranks: i32| {
            let (file, rank) = (game.file(from) as i32, game.rank(from) as i32);
            game.square(file + files, rank + ranks * ahead)
        };
        if step.lame
            && passed(step)
                .into_iter()
                .any(|(f, r)| at(f, r).is_some_and(|s| self.men[s].is_some()))
        {
            return Vec::new();
        }
        let mut squares = Vec::new();
        let mut screens = 0;
        for n in 1.. {
            let Some(square) = at(step.files * n, step.ranks * n) else {
                break;
            };
            if step.reach != Reach::Hop || screens == 1 {
                squares.push(square);
            }
            let last = match step.reach {
                Reach::Leap => true,
                Reach::Ride(range) => n as usize == range || self.men[square].is_some(),
                Reach::Hop => {
                    screens += usize::from(self.men[square].is_some());
                    screens == 2
                }
            };
            if last {
                break;
            }
        }
        squares
    }

    fn pseudo(&self, man: Man, from: Square, deeds: &mut Vec<Deed>) {
        let game = self.game;
        if game.acts_as(man, from).is_none() {
            deeds.push(Deed::Flip(from));
            return;
        }
        let is_pawn = game.acts_as(man, from) == game.pawn;
        let mut targets = Vec::new();
        for step in self.steps(man, from) {
            for to in self.walk(man, from, step) {
                let fits = match self.men[to] {
                    None => step.moves || is_pawn && step.captures && self.en_passant == Some(to),
                    Some(other) => step.captures && other.side != man.side,
                };
                if fits && !targets.contains(&to) {
                    targets.push(to);
                }
            }
        }
        for to in targets {
            let go = |promotion, gate| Deed::Go {
                from,
                to,
                promotion,
                gate,
            };
            if is_pawn && !man.down && game.own_rank(man.side, to) == game.ranks {
                deeds.extend(game.promote_to.iter().map(|&letter| go(Some(letter), None)));
                continue;
            }
            deeds.push(go(None, None));
            if self.chances[from] {
                deeds.extend(
                    self.kinds_in_hand()
                        .into_iter()
                        .map(|letter| go(None, Some(letter))),
                );
            }
        }
    }

    fn kinds_in_hand(&self) -> Vec<char> {
        let mut kinds = self.hands[self.turn].clone();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn castle(&self, deeds: &mut Vec<Deed>) {
        let (Some(rules), Some(king)) = (&self.game.castling, self.king(self.turn)) else {
            return;
        };
        let first_of_rank = king - self.game.file(king);
        for rook in (0..self.men.len()).filter(|&square| self.castling[square]) {
            if self.men[rook].is_none_or(|man| man.side != self.turn) {
                continue;
            }
            let (king_file, rook_file) = rules.wings[usize::from(rook > king)];
            let (king_to, rook_to) = (first_of_rank + king_file, first_of_rank + rook_file);
            let path = |a: Square, b: Square| a.min(b)..=a.max(b);
            let free = path(king, king_to)
                .chain(path(rook, rook_to))
                .all(|square| square == king || square == rook || self.men[square].is_none());
            let walks_safely =
                path(king, king_to).all(|square| !self.attacked(square, 1 - self.turn));
            if !free || !walks_safely {
                continue;
            }
            deeds.push(Deed::Castle {
                king,
                rook,
                gate: None,
            });
            for on in [king, rook] {
                if self.chances[on] && on != king_to && on != rook_to {
                    for letter in self.kinds_in_hand() {
                        deeds.push(Deed::Castle {
                            king,
                            rook,
                            gate: Some((letter, on)),
                        });
                    }
                }
            }
        }
    }
}

/// What a lame leap passes: its straight or diagonal line; an oblique leap goes straight first, then diagonally.
fn passed(step: Step) -> Vec<(i32, i32)> {
    let (mut files, mut ranks) = (step.files, step.ranks);
    let mut squares = Vec::new();
    loop {
        // One square back from the end: diagonally as long as both are left.
        files -= files.signum();
        ranks -= ranks.signum();
        if files == 0 && ranks == 0 {
            return squares;
        }
        squares.push((files, ranks));
    }
}
