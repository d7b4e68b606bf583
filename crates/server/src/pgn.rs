//! A game as a PGN file: what the asking seat has seen of it while it runs, the truth when it is over. The truth is
//! written by [`finished`] alone; what is made here comes from a seat's observation.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use backrank_rules::Colour;
use backrank_rules::notation::pgn::{self, Tags};

use crate::app::App;
use crate::auth::Visitor;
use crate::clock::{DAY, Millis};
use crate::error::{ApiError, Code, internal};
use crate::rest::{own_game, unreadable};
use crate::store::GameRow;
use crate::table::Table;
use crate::wire::{Phase, Side};
use crate::{finished, seat_view};

/// `GET /api/v1/games/{id}/pgn`.
pub(crate) async fn download(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let row = own_game(&app, &visitor, &id).await?;
    let player = app.store.player(&row.player).await.map_err(internal)?;
    let person = player.map_or_else(|| "?".to_owned(), |player| player.name);
    let text = match running(&app, &row).await? {
        Some(table) => seen(&row, &person, &table)?,
        None => {
            let (events, variant) = app.hub.read(&row.id).await.map_err(unreadable)?;
            finished::pgn(&row, &person, variant, &events)?
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

/// A running game as the first player's seat has seen it. It holds nothing but that seat's observation and what is in
/// the game's public row; no times, because a seat's observation has none.
fn seen(row: &GameRow, person: &str, table: &Table) -> Result<String, ApiError> {
    let game = table.game().ok_or(match row.standing.phase {
        Phase::Dealing => Code::NoDeal,
        // Its rules changed, so that its actions cannot be replayed.
        Phase::Playing | Phase::Over => Code::UnreadableGame,
    })?;
    let side = game.first_player();
    let sight = game.sight(side);
    // The error's text may not be shown; that there is one is a fault of the rules.
    let mut seen = pgn::Game::of_observation(sight.observation())
        .map_err(|_| internal("an observation cannot be replayed"))?;
    seen.tags = tags(row, person, seat_view::side(side))?;
    seen.array_number = sight.start().number;
    Ok(pgn::export(&seen))
}

/// Who played when, as everybody may know.
pub(crate) fn tags(row: &GameRow, person: &str, first_player: Side) -> Result<Tags, ApiError> {
    let computer = format!("Computer (level {})", row.level);
    let [person, computer] = [(person, "human"), (computer.as_str(), "program")];
    let ((white, white_type), (black, black_type)) = match first_player {
        Side::White => (person, computer),
        Side::Black => (computer, person),
    };
    let mut tags = Tags::default();
    for (name, value) in [
        ("Event", "Casual game"),
        ("Date", &date(row.created)),
        ("White", white),
        ("Black", black),
        ("WhiteType", white_type),
        ("BlackType", black_type),
        ("GameId", row.id.as_str()),
    ] {
        tags.set(name, value).map_err(internal)?;
    }
    Ok(tags)
}

/// Year, month and day in UTC, as PGN writes them.
fn date(at: Millis) -> String {
    // Days since 1 March of the year 0, in eras of 400 years, each year beginning with March.
    let days = at.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (year, month + 3),
        _ => (year + 1, month - 9),
    };
    format!("{:04}.{month:02}.{day:02}", year + era * 400)
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
            assert_eq!(date(at), day, "{at}");
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
