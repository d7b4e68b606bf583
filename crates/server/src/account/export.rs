//! Everything that is kept of a player, for the player. Games are as his own seat knows them, running or finished.

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, Code, internal};
use crate::ids::PlayerId;
use crate::store::{Account, GameRow};
use crate::table::Ear;
use crate::wire::{PlayerInfo, Snapshot};

/// Most games in one file; a player who has more asks the host.
const GAMES: u32 = 20_000;

/// A game in the file.
#[derive(Serialize)]
struct ExportedGame {
    id: String,
    variant: String,
    players: [PlayerInfo; 2],
    rated: bool,
    private: bool,
    created: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<i64>,
    /// As one's own seat knows it; absent where the log cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Box<Snapshot>>,
}

/// `GET /account/export`.
pub(super) async fn export(State(app): State<App>, visitor: Visitor) -> Result<Response, ApiError> {
    let id = visitor.player()?.id.clone();
    if !app.exports.take(id.clone()) {
        return Err(Code::RateLimited.into());
    }
    let account = app
        .store
        .account(&id)
        .await
        .map_err(internal)?
        .ok_or(Code::NotSignedIn)?;
    let profile = profile(&app, &account).await?;
    let games = app.store.games_of(&id, GAMES).await.map_err(internal)?;
    // Games are read one by one while the file is on its way, so that it needs no memory.
    let beginning = format!("{{\"profile\":{profile},\"games\":[");
    let state = (app, id, games.into_iter(), Part::Beginning(beginning));
    let parts = stream::unfold(state, |(app, id, mut games, part)| async move {
        let (text, next) = match part {
            Part::Beginning(text) => (text, Part::Games { first: true }),
            Part::Games { first } => match games.next() {
                Some(row) => {
                    let comma = if first { "" } else { ",\n" };
                    let game = exported(&app, &id, row).await;
                    let game = serde_json::to_string(&game).unwrap_or_else(|_| "null".to_owned());
                    (format!("{comma}{game}"), Part::Games { first: false })
                }
                None => ("]}\n".to_owned(), Part::End),
            },
            Part::End => return None,
        };
        Some((
            Ok::<_, std::convert::Infallible>(text),
            (app, id, games, next),
        ))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"backrank.json\"",
        ),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

enum Part {
    Beginning(String),
    Games { first: bool },
    End,
}

async fn profile(app: &App, account: &Account) -> Result<Value, ApiError> {
    let id = &account.player.id;
    let sessions = app.store.sessions(id).await.map_err(internal)?;
    let bots = app.store.bots(id).await.map_err(internal)?;
    let kept = app.store.kept_of(id).await.map_err(internal)?;
    Ok(json!({
        "id": id.as_str(),
        "name": account.player.name,
        "kind": account.player.kind,
        "created": account.created,
        "seen": account.seen,
        "email": account.email,
        "email_verified": account.email_verified,
        "banned_until": account.ban.as_ref().map(|ban| ban.until),
        "vacation_until": account.vacation_until,
        "sessions": sessions
            .iter()
            .map(|session| json!({
                "created": session.created,
                "seen": session.seen,
                "agent": session.agent,
            }))
            .collect::<Vec<Value>>(),
        "bots": bots.iter().map(|bot| bot.player.name.clone()).collect::<Vec<String>>(),
        "ratings": kept.ratings,
        "blocked": kept.blocked,
        "reports": kept.reports,
    }))
}

async fn exported(app: &App, player: &PlayerId, row: GameRow) -> ExportedGame {
    let place = row.participants.place(player);
    let game = match (app.hub.load(&row.id).await, place) {
        (Ok((table, _)), Some(place)) => Some(Box::new(table.snapshot(Ear::Player(place)))),
        (Ok(_), None) => None,
        (Err(error), _) => {
            tracing::warn!(game = %row.id, %error, "a game is exported without its moves");
            None
        }
    };
    let [first, second] = row.participants.both();
    ExportedGame {
        id: row.id.to_string(),
        players: [first.info(), second.info()],
        variant: row.variant.clone(),
        rated: row.rated,
        private: row.private,
        created: row.created,
        ended: row.ended,
        game,
    }
}
