//! What players do besides playing: breaking off, offers, claims, plans, phrases.

use backrank_rules::Colour;

use super::plan::Plan;
use super::{Ear, Effect, PlayerIndex, Table};
use crate::clock::Millis;
use crate::error::{ApiError, Code};
use crate::log::LogEvent;
use crate::seat_view::side;
use crate::wire::{Clock, OfferKind, Offered, Phase, Phrase, Rights, ServerMessage, Speed};

/// How long a player must be away before the other may claim, in quick games and in others.
const AWAY: [Millis; 2] = [30_000, 60_000];

/// Which offers stand, and when each side last made one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Offers {
    standing: [[bool; 2]; 2],
    made: [[Option<u32>; 2]; 2],
}

fn place(what: OfferKind) -> usize {
    match what {
        OfferKind::Draw => 0,
        OfferKind::Takeback => 1,
    }
}

const KINDS: [OfferKind; 2] = [OfferKind::Draw, OfferKind::Takeback];

impl Offers {
    pub(super) fn stands(&self, by: Colour, what: OfferKind) -> bool {
        self.standing[by.index()][place(what)]
    }

    pub(super) fn make(&mut self, by: Colour, what: OfferKind, ply: u32) {
        self.standing[by.index()][place(what)] = true;
        self.made[by.index()][place(what)] = Some(ply);
    }

    pub(super) fn drop(&mut self, by: Colour, what: OfferKind) {
        self.standing[by.index()][place(what)] = false;
    }

    /// After a takeback nothing stands, and everything may be offered anew.
    pub(super) fn forget(&mut self) {
        *self = Offers::default();
    }

    /// Whether a side has played since it last offered this: so nobody is pestered.
    fn may_again(&self, by: Colour, what: OfferKind, ply: u32) -> bool {
        self.made[by.index()][place(what)].is_none_or(|made| ply >= made + 2)
    }
}

/// Who is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Presence {
    /// Since when each player has been away.
    away: [Option<Millis>; 2],
    /// How many look on.
    pub(super) watching: u32,
}

impl Presence {
    pub(super) fn is_here(&self, player: PlayerIndex) -> bool {
        self.away.get(player).is_some_and(Option::is_none)
    }
}

fn not_now(what: &str) -> ApiError {
    ApiError::from(Code::NotNow).with("type", what)
}

impl Table {
    fn is_choosing(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.is_choosing())
    }

    fn has_moved(&self, player: PlayerIndex) -> bool {
        self.colour_of(player)
            .is_some_and(|colour| self.clocks.has_moved(colour))
    }

    fn may_abort(&self, player: PlayerIndex) -> bool {
        !self.is_decided() && !self.has_moved(player)
    }

    fn may_offer(&self, by: Colour, what: OfferKind) -> bool {
        let playing = self.phase() == Phase::Playing && !self.is_decided() && !self.is_choosing();
        let free = self.computer().is_none()
            && !self.offers.stands(by, what)
            && self.offers.may_again(by, what, self.ply());
        let sensible = match what {
            OfferKind::Draw => true,
            OfferKind::Takeback => {
                !self.offers.stands(by.other(), what) && self.takeback(by).is_some()
            }
        };
        playing && free && sensible
    }

    /// How many actions would stand after a side's takeback, where there may be one.
    fn takeback(&self, by: Colour) -> Option<u32> {
        let game = self.game.as_ref().filter(|_| !self.terms.rated)?;
        game.takeback(by)
    }

    fn may_plan(&self, by: Colour) -> bool {
        let turn = self
            .game
            .as_ref()
            .map(|game| game.position().board().turn());
        self.is_delayed()
            && self.phase() == Phase::Playing
            && !self.is_decided()
            && !self.is_choosing()
            && turn == Some(by.other())
    }

    /// What an ear may do besides playing.
    pub(super) fn rights(&self, ear: Ear) -> Rights {
        let Ear::Player(player) = ear else {
            return Rights::default();
        };
        let abort = self.may_abort(player);
        let Some(colour) = self.colour_of(player) else {
            return Rights {
                abort,
                ..Rights::default()
            };
        };
        Rights {
            resign: !self.is_decided(),
            abort,
            offer_draw: self.may_offer(colour, OfferKind::Draw),
            offer_takeback: self.may_offer(colour, OfferKind::Takeback),
            plan: self.may_plan(colour),
        }
    }

    pub(super) fn standing_offers(&self) -> Vec<Offered> {
        let all = Colour::ALL
            .into_iter()
            .flat_map(|by| KINDS.map(|what| (by, what)));
        all.filter(|&(by, what)| self.is_live() && self.offers.stands(by, what))
            .map(|(by, what)| Table::offered(by, what))
            .collect()
    }

    pub(super) fn plan_of(&self, ear: Ear) -> Vec<Vec<String>> {
        match ear {
            Ear::Player(player) => self
                .colour_of(player)
                .map(|colour| self.plans[colour.index()].lines().to_vec())
                .unwrap_or_default(),
            Ear::Onlookers => Vec::new(),
        }
    }

    pub(super) fn abort(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        if !self.may_abort(player) {
            return Err(not_now("abort"));
        }
        let nonce = nonce.to_owned();
        if self.append(LogEvent::Aborted { player, nonce }, now, effects) {
            self.end_as_decided(now, effects);
        }
        Ok(())
    }

    pub(super) fn offer(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        what: OfferKind,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let colour = self.colour_of(player).ok_or_else(|| not_now("offer"))?;
        let answers = what == OfferKind::Draw && self.offers.stands(colour.other(), what);
        if answers {
            // Both want the same.
            return self.answer(player, nonce, what, true, now, effects);
        }
        if !self.may_offer(colour, what) {
            return Err(not_now("offer"));
        }
        let event = LogEvent::Offered {
            seat: side(colour),
            what,
            nonce: nonce.to_owned(),
        };
        self.append(event, now, effects);
        Ok(())
    }

    pub(super) fn answer(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        what: OfferKind,
        accept: bool,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let colour = self.colour_of(player).ok_or_else(|| not_now("answer"))?;
        if !self.offers.stands(colour.other(), what) {
            return Err(not_now("answer"));
        }
        let (seat, nonce) = (side(colour), nonce.to_owned());
        let event = match (accept, what) {
            (false, _) => LogEvent::Declined { seat, what, nonce },
            (true, OfferKind::Draw) => LogEvent::Agreed { seat, nonce },
            (true, OfferKind::Takeback) => LogEvent::TookBack {
                seat,
                ply: self
                    .takeback(colour.other())
                    .ok_or_else(|| not_now("answer"))?,
                nonce,
            },
        };
        if self.append(event, now, effects) {
            self.end_as_decided(now, effects);
        }
        Ok(())
    }

    /// How long until this player may claim, if there is something to claim.
    pub(super) fn claim_in(&self, player: PlayerIndex, now: Millis) -> Option<Millis> {
        let live = matches!(self.terms.clock, Clock::Live { .. }) && self.phase() == Phase::Playing;
        let presence = self.presence.filter(|_| live && !self.is_choosing())?;
        let rival = 1 - player.min(1);
        let since = presence.away[rival].filter(|_| self.computer() != Some(rival))?;
        let wait = match Speed::of(&self.terms.clock) {
            Speed::Bullet | Speed::Blitz => AWAY[0],
            _ => AWAY[1],
        };
        presence
            .is_here(player)
            .then(|| (since + wait - now).max(0))
    }

    pub(super) fn claim(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        draw: bool,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let colour = self.colour_of(player).ok_or_else(|| not_now("claim"))?;
        match self.claim_in(player, now) {
            Some(0) => {}
            Some(left) => return Err(not_now("claim").with("left", left)),
            None => return Err(not_now("claim")),
        }
        let event = LogEvent::Claimed {
            seat: side(colour),
            draw,
            nonce: nonce.to_owned(),
        };
        if self.append(event, now, effects) {
            self.end_as_decided(now, effects);
        }
        Ok(())
    }

    pub(super) fn plan(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        lines: Vec<Vec<String>>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let colour = self.colour_of(player).ok_or_else(|| not_now("plan"))?;
        if !self.may_plan(colour) {
            return Err(not_now("plan"));
        }
        if Plan::new(&lines).is_none() {
            return Err(ApiError::from(Code::BadMessage).with("field", "lines"));
        }
        let event = LogEvent::Planned {
            seat: side(colour),
            lines,
            nonce: Some(nonce.to_owned()),
        };
        self.append(event, now, effects);
        Ok(())
    }

    pub(super) fn say(&self, player: PlayerIndex, phrase: Phrase, effects: &mut Vec<Effect>) {
        let rival = 1 - player.min(1);
        if let Some(colour) = self.colour_of(player)
            && self.computer() != Some(rival)
        {
            effects.push(Effect::Tell {
                to: Ear::Player(rival),
                message: ServerMessage::Said {
                    by: side(colour),
                    phrase,
                },
            });
        }
    }

    /// Takes in who is connected, and tells everybody.
    pub(super) fn present(
        &mut self,
        here: [bool; 2],
        watching: u32,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        let before = self.presence;
        let away = [0, 1].map(|player: PlayerIndex| {
            let since = before.and_then(|before| before.away[player]);
            (!here[player]).then(|| since.unwrap_or(now))
        });
        let presence = Presence { away, watching };
        self.presence = Some(presence);
        if before == Some(presence) {
            return;
        }
        for to in Ear::ALL {
            effects.extend(
                self.presence(to, now)
                    .map(|message| Effect::Tell { to, message }),
            );
        }
    }
}
