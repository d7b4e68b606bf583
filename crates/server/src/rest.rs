//! The API under `/api/v1`.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use axum_extra::extract::SignedCookieJar;
use backrank_rules::deal::{COMPUTER, Salt};
use serde::Deserialize;

use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::catalogue::{Game, LEVELS};
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, PlayerId, random};
use crate::lobby::conditions::{check_start, known};
use crate::log::{LogEvent, Terms};
use crate::people::{self, finished_game};
use crate::rating::Pool;
use crate::store::{Participant, Participants, Player, StoreError, Who};
use crate::table::hub::NewTable;
use crate::wire::{Clock, Created, DealRecord, GameCard, NewGame, RulesPage, Truth, VariantInfo};
use crate::{bot_api, finished, lobby, openapi, pgn, rules_page, stream, ws};

/// Most games in the list of one's own.
const LISTED: u32 = 50;

/// All addresses below `/api/v1`.
pub fn router() -> Router<App> {
    let router = Router::new()
        .merge(bot_api::router())
        .merge(openapi::router())
        .merge(lobby::router())
        .merge(people::router())
        .merge(stream::router())
        .route("/variants", get(variants))
        .route("/variants/{id}/rules", get(rules))
        .route("/variants/{id}/file", get(file))
        .route("/games", post(new_game).get(own_games))
        .route("/games/{id}/truth", get(truth))
        .route("/games/{id}/deal", get(deal_record))
        .route("/games/{id}/pgn", get(pgn::download))
        .route("/games/{id}/ws", get(ws::upgrade));
    #[cfg(feature = "testing")]
    let router = router.merge(crate::testing::router());
    router
}

async fn variants(State(app): State<App>) -> Json<Vec<VariantInfo>> {
    let shown = |game: &Game| {
        let mut info = game.info().clone();
        info.levels
            .retain(|&level| app.computers.plays(game.variant.id(), level));
        info
    };
    Json(app.catalogue.iter().map(shown).collect())
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    lang: String,
}

async fn rules(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<RulesPage>, ApiError> {
    let game = known(&app, &id)?;
    Ok(Json(rules_page::page(&app.catalogue, game, &wanted.lang)))
}

async fn file(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let game = known(&app, &id)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, game.variant.text().to_owned()).into_response())
}

/// Checks what was asked for; the terms name the set even where it was the default.
pub(crate) fn terms(app: &App, player: &PlayerId, wish: &NewGame) -> Result<Terms, ApiError> {
    let game = known(app, &wish.variant)?;
    if !LEVELS.contains(&wish.level) || !app.computers.plays(&wish.variant, wish.level) {
        return Err(ApiError::from(Code::UnknownLevel).with("level", wish.level));
    }
    let set = check_start(game, wish.set.as_deref(), wish.number)?;
    let variant = &game.variant;
    Ok(Terms {
        game: GameId::random().map_err(internal)?.to_string(),
        players: vec![player.to_string(), COMPUTER.to_owned()],
        colour: wish.colour,
        level: wish.level,
        set,
        number: wish.number,
        variant: variant.id().to_owned(),
        digest: game.text.digest.clone(),
        rules_version: variant.rules_version(),
        clock: Clock::Untimed,
        rated: false,
        private: true,
    })
}

/// A game of a person's against the computer.
pub(crate) fn against_computer(
    player: &Player,
    terms: Terms,
    salt: Salt,
    set_up: Option<LogEvent>,
) -> NewTable {
    let first = Participant {
        who: Who::Player(player.id.clone()),
        name: player.name.clone(),
        kind: player.kind,
        rating: None,
    };
    NewTable {
        participants: Participants {
            first,
            second: Participant::computer(terms.level, None),
        },
        pool: Pool::Bots,
        terms,
        salt,
        commitments: Vec::new(),
        set_up,
    }
}

async fn new_game(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewGame>,
) -> Result<(SignedCookieJar, Json<Created>), ApiError> {
    app.open_for_games()?;
    let (player, jar) = visitor.or_guest(&app).await?;
    if !app.game_rate.take(player.id.clone()) {
        return Err(Code::RateLimited.into());
    }
    let terms = terms(&app, &player.id, &wish)?;
    let salt = Salt::new(random::<32>().map_err(internal)?);
    let id = app
        .hub
        .create(against_computer(&player, terms, salt, None))
        .await
        .map_err(internal)?;
    Ok((jar, Json(Created { id: id.to_string() })))
}

/// Where a visitor sits at a game: in its own seat, or among those who look on.
///
/// # Errors
/// 404 for an unknown one, 403 for another's private game.
pub(crate) async fn seat_at(
    app: &App,
    visitor: &Visitor,
    id: &str,
) -> Result<(GameId, Option<PlayerId>), ApiError> {
    let unknown = || ApiError::from(Code::UnknownGame);
    let game = GameId::read(id).ok_or_else(unknown)?;
    let row = app.store.game(&game).await.map_err(internal)?;
    let row = row.ok_or_else(unknown)?;
    let place = |player: &&PlayerId| row.participants.place(player).is_some();
    match visitor.player.as_ref().filter(place) {
        Some(player) => Ok((game, Some(player.clone()))),
        None if row.private => Err(Code::NotYourGame.into()),
        None => Ok((game, None)),
    }
}

async fn own_games(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<GameCard>>, ApiError> {
    let Some(player) = &visitor.player else {
        return Ok(Json(Vec::new()));
    };
    let rows = app.store.games_of(player, LISTED).await.map_err(internal)?;
    let card = |row| people::card(row, Some(player));
    Ok(Json(rows.iter().map(card).collect()))
}

pub(crate) fn unreadable(error: StoreError) -> ApiError {
    match error {
        StoreError::Log { .. } => {
            tracing::error!(%error, "a game cannot be read");
            Code::UnreadableGame.into()
        }
        error => internal(error),
    }
}

async fn truth(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Truth>, ApiError> {
    let row = finished_game(&app, &visitor, &id).await?;
    let (events, variant) = app.hub.read(&row.id).await.map_err(unreadable)?;
    finished::truth(row.id.as_str(), variant, &events).map(Json)
}

async fn deal_record(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<DealRecord>, ApiError> {
    let row = finished_game(&app, &visitor, &id).await?;
    let (events, variant) = app.hub.read(&row.id).await.map_err(unreadable)?;
    finished::deal(row.id.as_str(), variant, &events).map(Json)
}
