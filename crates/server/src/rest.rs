//! The API under `/api/v1`.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use axum_extra::extract::SignedCookieJar;
use backrank_rules::deal::{COMPUTER, Salt};
use backrank_rules::setup::Setup;
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Visitor, own_origin};
use crate::catalogue::{Game, LEVELS};
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, PlayerId, random};
use crate::log::{LogEvent, Terms};
use crate::store::{GameRow, Player, StoreError};
use crate::table::hub::NewTable;
use crate::wire::{
    Clock, Created, DealRecord, GameSummary, Me, NewGame, Phase, PlayerInfo, PlayerKind, RulesPage,
    Seat, Truth, VariantInfo,
};
use crate::{bot_api, finished, openapi, rules_page, ws};

/// Most games in the list of one's own.
const LISTED: u32 = 50;

/// All addresses below `/api/v1`.
pub fn router() -> Router<App> {
    let router = Router::new()
        .merge(bot_api::router())
        .merge(openapi::router())
        .route("/me", get(me))
        .route("/variants", get(variants))
        .route("/variants/{id}/rules", get(rules))
        .route("/variants/{id}/file", get(file))
        .route("/games", post(new_game).get(own_games))
        .route("/games/{id}", get(one_game))
        .route("/games/{id}/truth", get(truth))
        .route("/games/{id}/deal", get(deal_record))
        .route("/games/{id}/ws", get(ws::upgrade));
    #[cfg(feature = "testing")]
    let router = router.merge(crate::testing::router());
    router
}

async fn me(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<(SignedCookieJar, Json<Me>), ApiError> {
    let (player, jar) = visitor.or_guest(&app).await?;
    let me = Me {
        id: player.id.to_string(),
        name: player.name,
        kind: PlayerKind::Guest,
        unread: 0,
        my_turn: 0,
        email: None,
        email_verified: false,
        mail: false,
        vacation_until: None,
        vacation_left: 0,
        paused_until: None,
        announcements: Vec::new(),
    };
    Ok((jar, Json(me)))
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

fn known<'a>(app: &'a App, id: &str) -> Result<&'a Game, ApiError> {
    app.catalogue
        .get(id)
        .ok_or_else(|| ApiError::from(Code::UnknownVariant).with("variant", id))
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
    let setup = game.variant.setup();
    let no_set = |name: &str| ApiError::from(Code::UnknownSet).with("set", name);
    let no_number = |number: u32| ApiError::from(Code::UnknownNumber).with("number", number);
    let set = match (&wish.set, setup) {
        (Some(name), Setup::Shuffle(_)) if setup.set_names().contains(&name.as_str()) => {
            name.clone()
        }
        (Some(name), _) => return Err(no_set(name)),
        (None, _) => setup
            .set_names()
            .first()
            .copied()
            .unwrap_or_default()
            .to_owned(),
    };
    if let Some(number) = wish.number {
        let Setup::Shuffle(shuffle) = setup else {
            return Err(no_number(number));
        };
        let index = shuffle.set_index(&set).ok_or_else(|| no_set(&set))?;
        if shuffle.numbers_in(index).binary_search(&number).is_err() {
            return Err(no_number(number));
        }
    }
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
    let info = |id: &str, name: &str, kind, level| PlayerInfo {
        id: id.to_owned(),
        name: name.to_owned(),
        kind,
        rating: None,
        provisional: false,
        level,
    };
    NewTable {
        players: [
            info(player.id.as_str(), &player.name, PlayerKind::Guest, None),
            info(COMPUTER, COMPUTER, PlayerKind::Computer, Some(terms.level)),
        ],
        terms,
        salt,
        commitments: Vec::new(),
        set_up,
    }
}

async fn new_game(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    wish: Result<Json<NewGame>, JsonRejection>,
) -> Result<(SignedCookieJar, Json<Created>), ApiError> {
    own_origin(&headers)?;
    let Json(wish) = wish.map_err(|refused| {
        let code = match refused.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::BadMessage,
        };
        ApiError::from(code)
    })?;
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

/// A game, if it is the visitor's own.
///
/// # Errors
/// 404 for an unknown one, 403 for another's.
pub(crate) async fn own_game(app: &App, visitor: &Visitor, id: &str) -> Result<GameRow, ApiError> {
    let unknown = || ApiError::from(Code::UnknownGame);
    let game = GameId::read(id).ok_or_else(unknown)?;
    let row = app
        .store
        .game(&game)
        .await
        .map_err(internal)?
        .ok_or_else(unknown)?;
    if visitor.player.as_ref() != Some(&row.player) {
        return Err(Code::NotYourGame.into());
    }
    Ok(row)
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
    if visitor.player.as_ref() == Some(&row.player) {
        return Ok((game, visitor.player.clone()));
    }
    let (table, _) = app.hub.load(&game).await.map_err(unreadable)?;
    let own = |player: &&PlayerId| table.player(player.as_str()).is_some();
    match visitor.player.as_ref().filter(own) {
        Some(player) => Ok((game, Some(player.clone()))),
        None if table.terms().private => Err(Code::NotYourGame.into()),
        None => Ok((game, None)),
    }
}

async fn summary(app: &App, row: GameRow) -> GameSummary {
    let mut summary = GameSummary {
        id: row.id.to_string(),
        variant: row.variant,
        seat: row.standing.seat.unwrap_or(Seat::Spectator),
        level: row.level,
        phase: row.standing.phase,
        fen: String::new(),
        ply: 0,
        ending: row.standing.ending,
        created: row.created,
    };
    if row.standing.seat.is_none() {
        return summary;
    }
    match app.hub.load(&row.id).await {
        Ok((table, _)) => {
            if let Some(game) = table.game() {
                summary.fen = game.sight(game.first_player()).view().fen();
                summary.ply = game.ply();
            }
        }
        // The list goes on without its picture; opening the game says what is wrong.
        Err(error) => tracing::warn!(game = summary.id, %error, "a game cannot be shown"),
    }
    summary
}

async fn own_games(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let Some(player) = &visitor.player else {
        return Ok(Json(Vec::new()));
    };
    let rows = app.store.games_of(player, LISTED).await.map_err(internal)?;
    let mut list = Vec::with_capacity(rows.len());
    for row in rows {
        list.push(summary(&app, row).await);
    }
    Ok(Json(list))
}

async fn one_game(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameSummary>, ApiError> {
    let row = own_game(&app, &visitor, &id).await?;
    Ok(Json(summary(&app, row).await))
}

fn unreadable(error: StoreError) -> ApiError {
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

async fn finished_game(app: &App, visitor: &Visitor, id: &str) -> Result<GameRow, ApiError> {
    let row = own_game(app, visitor, id).await?;
    if row.standing.phase != Phase::Over {
        return Err(Code::GameRunning.into());
    }
    Ok(row)
}
