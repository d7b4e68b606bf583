//! A game as a PGN file: what the asking seat has seen of it while it runs, the truth when it is over. The truth is
//! written by [`finished`] alone; what is made here comes from a seat's observation.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use backrank_rules::Colour;
use backrank_rules::notation::pgn::{self, Tags};

use crate::app::App;
use crate::auth::Visitor;
use crate::clock::Millis;
use crate::error::{ApiError, Code, internal};
use crate::people::public_game;
use crate::rest::unreadable;
use crate::store::{GameRow, Participant, Who};
use crate::table::{PlayerIndex, Table};
use crate::wire::{Phase, PlayerKind, Side};
use crate::{finished, seat_view};

/// `GET /api/v1/games/{id}/pgn`.
pub(crate) async fn download(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let row = public_game(&app, &visitor, &id).await?;
    let text = match running(&app, &row).await? {
        Some(table) => {
            let place = |player| row.participants.place(player);
            let seat = visitor.player.as_ref().and_then(place);
            seen(&row, seat.ok_or(Code::NotYourGame)?, &table)?
        }
        None => {
            let (events, variant) = app.hub.read(&row.id).await.map_err(unreadable)?;
            finished::pgn(&row, variant, &events)?
        }
    };
    let name = format!("backrank-{}-{}.pgn", row.variant, row.id);
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// The table, if the game is not over. It may have ended since its row was read.
async fn running(app: &App, row: &GameRow) -> Result<Option<Table>, ApiError> {
    if row.standing.phase == Phase::Over {
        return Ok(None);
    }
    let (table, _) = app.hub.load(&row.id).await.map_err(unreadable)?;
    Ok(Some(table).filter(|table| table.phase() != Phase::Over))
}

/// A running game as the seat of the player in this place has seen it. It holds nothing but that seat's observation and what is in
/// the game's public row; no times, because a seat's observation has none.
fn seen(row: &GameRow, place: PlayerIndex, table: &Table) -> Result<String, ApiError> {
    let game = table.game().ok_or(match row.standing.phase {
        Phase::Dealing => Code::NoDeal,
        // Its rules changed, so that its actions cannot be replayed.
        Phase::Playing | Phase::Over => Code::UnreadableGame,
    })?;
    let first = game.first_player();
    let sight = game.sight(if place == 0 { first } else { first.other() });
    // The error's text may not be shown; that there is one is a fault of the rules.
    let mut seen = pgn::Game::of_observation(sight.observation())
        .map_err(|_| internal("an observation cannot be replayed"))?;
    seen.tags = tags(row, seat_view::side(first))?;
    seen.array_number = sight.start().number;
    Ok(pgn::export(&seen))
}

/// Who played when, as everybody may know.
pub(crate) fn tags(row: &GameRow, first_player: Side) -> Result<Tags, ApiError> {
    let [first, second] = row.participants.both().map(named);
    let ((white, white_type), (black, black_type)) = match first_player {
        Side::White => (first, second),
        Side::Black => (second, first),
    };
    let event = if row.rated {
        "Rated game"
    } else {
        "Casual game"
    };
    let mut tags = Tags::default();
    for (name, value) in [
        ("Event", event),
        ("Date", &date(row.created)?),
        ("White", &white),
        ("Black", &black),
        ("WhiteType", white_type),
        ("BlackType", black_type),
        ("GameId", row.id.as_str()),
    ] {
        tags.set(name, value).map_err(internal)?;
    }
    Ok(tags)
}

/// The name, and whether it is a person's.
fn named(participant: &Participant) -> (String, &'static str) {
    match (&participant.who, participant.kind) {
        (Who::Computer { level }, _) => (format!("Computer (level {level})"), "program"),
        (Who::Player(_), PlayerKind::Bot) => (participant.name.clone(), "program"),
        (Who::Player(_), _) => (participant.name.clone(), "human"),
    }
}

/// Year, month and day in UTC, as PGN writes them.
fn date(at: Millis) -> Result<String, ApiError> {
    let at = jiff::Timestamp::from_millisecond(at).map_err(internal)?;
    Ok(at.strftime("%Y.%m.%d").to_string())
}

/// How long each side thought, from the stamps of the log. A side thinks from the moment it may act.
pub(crate) struct Thinking([Option<Millis>; 2]);

impl Thinking {
    /// Play began at this time, and these sides may act.
    pub(crate) fn begun(at: Millis, actors: &[Colour]) -> Thinking {
        Thinking(Colour::ALL.map(|side| actors.contains(&side).then_some(at)))
    }

    /// A side has acted and now these may act; how long it took, in milliseconds.
    pub(crate) fn acted(&mut self, by: Colour, at: Millis, actors: &[Colour]) -> Option<u64> {
        let since = self.0[by.index()].take();
        for (side, since) in Colour::ALL.into_iter().zip(&mut self.0) {
            *since = actors.contains(&side).then(|| since.unwrap_or(at));
        }
        // A clock that was set back took no time.
        since.map(|since| u64::try_from(at - since).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_the_day_of_its_time_in_utc() {
        for (at, day) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (951_782_399_999, "2000.02.28"),
            (951_782_400_000, "2000.02.29"),
            (1_709_251_200_000, "2024.03.01"),
            (1_798_761_599_000, "2026.12.31"),
            (4_107_542_400_000, "2100.03.01"),
        ] {
            assert_eq!(date(at).unwrap(), day, "{at}");
        }
    }

    #[test]
    fn a_side_thinks_from_when_it_may_act() {
        use Colour::{Black, White};
        // Both choose a secret square, then White moves, twice in one turn.
        let mut thinking = Thinking::begun(1_000, &[White, Black]);
        assert_eq!(thinking.acted(Black, 4_000, &[White]), Some(3_000));
        assert_eq!(thinking.acted(White, 6_000, &[White]), Some(5_000));
        assert_eq!(thinking.acted(White, 6_500, &[White]), Some(500));
        assert_eq!(thinking.acted(White, 7_000, &[Black]), Some(500));
        assert_eq!(thinking.acted(Black, 6_900, &[White]), Some(0));
    }
}
