//! The phase `dealing`: commitments, then openings, then the draw.

use backrank_rules::deal::{self, Commitment, Contribution, Deal, DealTerms, Salt};
use backrank_rules::{Colour, Variant};

use super::PlayerIndex;
use crate::log::Terms;
use crate::wire::{ColourWish, DealStep};

/// What the deal will be drawn from.
pub struct Dealing {
    terms: DealTerms,
    salt: Salt,
    commitment: Commitment,
    people: Vec<Person>,
}

#[derive(Default)]
struct Person {
    computer: bool,
    commitment: Option<Commitment>,
    contribution: Option<Contribution>,
}

/// Why a commitment or opening is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Not 64 hexadecimal digits.
    Form,
    /// Not what is awaited now.
    NotNow,
    /// It is there already, the same: nothing to do.
    Again,
    /// It does not fit the commitment.
    Broken,
}

/// What the terms of a log mean to the deal; `None` for a digest that is none.
pub fn deal_terms(terms: &Terms) -> Option<DealTerms> {
    let digest: Commitment = terms.digest.parse().ok()?;
    Some(DealTerms {
        game: terms.game.clone(),
        players: terms.players.clone(),
        colour: match terms.colour {
            ColourWish::White => deal::ColourWish::White,
            ColourWish::Black => deal::ColourWish::Black,
            ColourWish::Random => deal::ColourWish::Random,
        },
        level: terms.level,
        set: terms.set.clone(),
        number: terms.number,
        variant: terms.variant.clone(),
        variant_digest: digest.0,
        rules_version: terms.rules_version,
    })
}

/// The deal's colour as the board has it.
pub fn colour(colour: deal::Colour) -> Colour {
    match colour {
        deal::Colour::White => Colour::White,
        deal::Colour::Black => Colour::Black,
    }
}

impl Dealing {
    pub fn new(terms: DealTerms, salt: Salt) -> Dealing {
        let commitment = deal::commitment(&salt, &terms);
        let people = terms
            .players
            .iter()
            .map(|player| Person {
                computer: player == deal::COMPUTER,
                ..Person::default()
            })
            .collect();
        Dealing {
            terms,
            salt,
            commitment,
            people,
        }
    }

    /// The server's commitment.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    fn all(&self, has: impl Fn(&Person) -> bool) -> bool {
        self.people
            .iter()
            .all(|person| person.computer || has(person))
    }

    /// Whether all commitments are in, so that all are to be opened.
    pub fn is_opening(&self) -> bool {
        self.all(|person| person.commitment.is_some())
    }

    /// Whether all is opened.
    pub fn is_open(&self) -> bool {
        self.all(|person| person.contribution.is_some())
    }

    /// What is awaited from this player.
    pub fn awaited(&self, player: PlayerIndex) -> DealStep {
        match self.people.get(player) {
            Some(person) if !person.computer => {
                if person.commitment.is_none() {
                    DealStep::Commit
                } else if self.is_opening() && person.contribution.is_none() {
                    DealStep::Open
                } else {
                    DealStep::Wait
                }
            }
            _ => DealStep::Wait,
        }
    }

    /// The first player of whom something is still awaited.
    pub fn slowest(&self) -> Option<PlayerIndex> {
        let opening = self.is_opening();
        self.people.iter().position(|person| {
            let done = if opening {
                person.contribution.is_some()
            } else {
                person.commitment.is_some()
            };
            !person.computer && !done
        })
    }

    fn person(&mut self, player: PlayerIndex) -> Result<&mut Person, Refusal> {
        self.people
            .get_mut(player)
            .filter(|person| !person.computer)
            .ok_or(Refusal::NotNow)
    }

    /// Checks a commitment without taking it.
    pub fn check_commitment(
        &mut self,
        player: PlayerIndex,
        text: &str,
    ) -> Result<Commitment, Refusal> {
        let commitment: Commitment = text.parse().map_err(|_| Refusal::Form)?;
        match self.person(player)?.commitment {
            None => Ok(commitment),
            Some(had) if had == commitment => Err(Refusal::Again),
            Some(_) => Err(Refusal::NotNow),
        }
    }

    /// Takes it.
    pub fn commit(&mut self, player: PlayerIndex, text: &str) -> Result<(), Refusal> {
        let commitment = self.check_commitment(player, text)?;
        self.person(player)?.commitment = Some(commitment);
        Ok(())
    }

    /// Checks an opening without taking it.
    pub fn check_opening(
        &mut self,
        player: PlayerIndex,
        text: &str,
    ) -> Result<Contribution, Refusal> {
        let contribution = Contribution::from_hex(text).map_err(|_| Refusal::Form)?;
        if !self.is_opening() {
            return Err(Refusal::NotNow);
        }
        let game = self.terms.game.clone();
        let name = self.terms.players.get(player).cloned();
        let person = self.person(player)?;
        if let Some(had) = &person.contribution {
            let same = had.reveal_hex() == contribution.reveal_hex();
            return Err(if same {
                Refusal::Again
            } else {
                Refusal::NotNow
            });
        }
        let promised = person.commitment.ok_or(Refusal::NotNow)?;
        let name = name.ok_or(Refusal::NotNow)?;
        if contribution.commitment(&game, &name) != promised {
            return Err(Refusal::Broken);
        }
        Ok(contribution)
    }

    /// Takes it.
    pub fn open(&mut self, player: PlayerIndex, text: &str) -> Result<(), Refusal> {
        let contribution = self.check_opening(player, text)?;
        self.person(player)?.contribution = Some(contribution);
        Ok(())
    }

    /// Draws, when all is opened.
    pub fn draw(&self, variant: &Variant) -> Result<Deal, String> {
        let contributions: Vec<Contribution> = self
            .people
            .iter()
            .filter_map(|person| person.contribution.clone())
            .collect();
        deal::deal(variant.setup(), &self.terms, &self.salt, &contributions)
            .map_err(|error| error.to_string())
    }
}
