//! A position as a player imagines it: the board, and what can still be hidden.

use backrank_rules::{
    Action, Board, Colour, Counts, Fact, Kind, Observation, Shown, Square, Variant, squares,
};

use crate::random::mix;

/// A board with pools of hidden identities and the squares where hidden kings can be.
#[derive(Clone, Copy)]
pub(crate) struct Imagined {
    pub(crate) board: Board,
    pub(crate) pools: [Counts; 2],
    /// Squares where a side's hidden king can be; nothing for a king on the board.
    pub(crate) hiding: [u128; 2],
    /// Key of pools and hiding places.
    extra: u64,
}

impl Imagined {
    /// What the observer knows now.
    pub(crate) fn new(observation: &Observation) -> Imagined {
        let view = observation.view();
        let mut imagined = Imagined {
            board: *view.board(),
            pools: Colour::ALL.map(|colour| *view.pool(colour)),
            hiding: Colour::ALL.map(|colour| observation.candidates(colour)),
            extra: 0,
        };
        imagined.rekey();
        imagined
    }

    fn rekey(&mut self) {
        let mut key = 0;
        for (side, pool) in self.pools.iter().enumerate() {
            for (kind, count) in pool.iter() {
                let place = (side * 64 + kind.index()) * 256 + usize::from(count);
                key ^= mix(0x5EED_0000 + place as u64);
            }
        }
        for (side, set) in self.hiding.iter().enumerate() {
            if *set != 0 {
                key ^= mix(*set as u64 ^ mix((set >> 64) as u64 ^ mix(side as u64 + 77)));
            }
        }
        self.extra = key;
    }

    /// Key of all that is known.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.board.hash() ^ self.extra
    }

    /// A side's own hidden square where it is known for certain.
    #[inline(always)]
    pub(crate) fn secret(&self, side: Colour) -> Option<Square> {
        let set = self.hiding[side.index()];
        if set.is_power_of_two() {
            squares(set).next()
        } else {
            None
        }
    }

    /// Whether something is hidden from the observer that a move may bring to light.
    pub(crate) fn has_chance(&self) -> bool {
        self.board.face_down() != 0 || self.hiding != [0; 2]
    }

    /// The position after an action, as the chooser of squares imagines it.
    pub(crate) fn after(&self, variant: &Variant, action: Action, shown: &Shown) -> Imagined {
        let us = self.board.turn();
        let mut next = *self;
        next.board.play(variant, action, shown);
        if let Fact::Known(kind) = shown.revealed {
            next.pools[us.index()].take(kind);
            next.rekey();
        }
        if shown.king.known().is_some() {
            next.hiding[us.other().index()] = 0;
            next.rekey();
        }
        next
    }

    /// Strikes places where a king cannot hide any more.
    pub(crate) fn strike(&mut self, side: Colour, gone: u128) {
        self.hiding[side.index()] &= !gone;
        self.rekey();
    }

    /// The other side to move.
    pub(crate) fn passed(&self) -> Imagined {
        let mut next = *self;
        next.board.pass();
        next
    }

    /// Kinds that the piece turning up can be, with how many of each are in the pool.
    pub(crate) fn identities(&self, side: Colour) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.pools[side.index()].iter()
    }
}

/// Places where a side's hidden king would come to light now.
pub(crate) fn revealed(variant: &Variant, board: &Board, owner: Colour, places: u128) -> u128 {
    squares(places)
        .filter(|&square| board.would_reveal(variant, owner, square))
        .fold(0, |set, square| set | square.bit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use backrank_rules::{Position, Registry, Seat};

    #[test]
    fn a_hidden_king_is_where_nothing_rules_it_out() {
        let registry = Registry::built_in().expect("built in");
        for variant in registry.iter().filter(|variant| variant.secret_kings()) {
            for seed in 0..40 {
                let mut random = Random::new(seed);
                let mut truth = Position::seeded(variant, seed, None, None).expect("a start");
                let mut seen =
                    [Seat::White, Seat::Black].map(|s| Observation::new(s, truth.view(s)));
                for _ in 0..60 {
                    let side = truth.board().actors()[0];
                    let legal = truth.legal_for(side);
                    let Some(&action) = legal.get(random.below(legal.len())) else {
                        break;
                    };
                    let record = truth.play_as(side, action).expect("legal");
                    for observation in &mut seen {
                        let told = record.for_seat(variant, observation.seat());
                        observation.record(told).expect("fits");
                    }
                    for (observation, enemy) in seen.iter().zip([Colour::Black, Colour::White]) {
                        let places = Imagined::new(observation).hiding[enemy.index()];
                        match truth.view(Seat::of(enemy)).king_square(enemy) {
                            Some(square) => assert!(places & square.bit() != 0, "{square:?}"),
                            None => assert!(
                                truth.board().king(enemy).is_none() || places == 0,
                                "a king on the board does not hide"
                            ),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_key_tells_pools_apart() {
        let registry = Registry::built_in().expect("built in");
        for variant in registry
            .iter()
            .filter(|variant| variant.face_down().is_some())
        {
            let truth = Position::seeded(variant, 1, None, None).expect("a start");
            let observation = Observation::new(Seat::White, truth.view(Seat::White));
            let before = Imagined::new(&observation);
            let mut after = before;
            let (kind, _) = before.identities(Colour::White).next().expect("a pool");
            after.pools[Colour::White.index()].take(kind);
            after.rekey();
            assert_eq!(before.board.hash(), after.board.hash());
            assert_ne!(before.key(), after.key());
        }
    }
}
