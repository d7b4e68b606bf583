//! One game in a list, from public columns alone.

use crate::ids::PlayerId;
use crate::store::GameRow;
use crate::wire::{Clock, GameCard, Phase, Seat, Side};

/// A game as it stands in a list of this player's. Whether he may see it is for the caller to know.
pub fn card(row: &GameRow, asking: Option<&PlayerId>) -> GameCard {
    let place = asking.and_then(|player| row.participants.place(player));
    let side = asking.and_then(|player| row.side(player));
    let standing = &row.standing;
    let my_turn = match standing.phase {
        // Whoever has not yet opened his part of the deal does so by coming.
        Phase::Dealing => place.is_some(),
        Phase::Playing => side.is_some() && side == standing.turn,
        Phase::Over => false,
    };
    GameCard {
        id: row.id.to_string(),
        variant: row.variant.clone(),
        clock: row.clock,
        speed: row.speed(),
        rated: row.rated,
        private: row.private,
        players: row.participants.both().map(|one| one.info()),
        white: standing.first_player.map(|first| match first {
            Side::White => 0,
            Side::Black => 1,
        }),
        phase: standing.phase,
        fen: standing.fen.clone(),
        ply: standing.ply,
        turn: standing.turn.unwrap_or(Side::White),
        seat: match side {
            Some(Side::White) => Seat::White,
            Some(Side::Black) => Seat::Black,
            None => Seat::Spectator,
        },
        my_turn,
        deadline: standing
            .deadline
            .filter(|_| matches!(row.clock, Clock::Days { .. })),
        ending: standing.ending,
        created: row.created,
        ended: row.ended,
    }
}
