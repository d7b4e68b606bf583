//! The API under `/api/v1`.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use axum_extra::extract::SignedCookieJar;
use backrank_rules::deal::{COMPUTER, Salt};
use backrank_rules::setup::Setup;
use serde::Deserialize;

use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::catalogue::{Game, LEVELS};
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, PlayerId, random};
use crate::log::{LogEvent, Terms};
use crate::rating::Pool;
use crate::store::{GameRow, Participant, Participants, Player, StoreError, Who};
use crate::table::hub::NewTable;
use crate::wire::{
    Clock, Created, DealRecord, GameSummary, NewGame, Phase, RulesPage, Seat, Side, Truth,
    VariantInfo,
};
use crate::{finished, pgn, rules_page, ws};

/// Most games in the list of one's own.
const LISTED: u32 = 50;

/// All addresses below `/api/v1`.
pub fn router() -> Router<App> {
    let router = Router::new()
        .route("/variants", get(variants))
        .route("/variants/{id}/rules", get(rules))
        .route("/variants/{id}/file", get(file))
        .route("/games", post(new_game).get(own_games))
        .route("/games/{id}", get(one_game))
        .route("/games/{id}/truth", get(truth))
        .route("/games/{id}/deal", get(deal_record))
        .route("/games/{id}/pgn", get(pgn::download))
        .route("/games/{id}/ws", get(ws::upgrade));
    #[cfg(feature = "testing")]
    let router = router.merge(crate::testing::router());
    router
}

async fn variants(State(app): State<App>) -> Json<Vec<VariantInfo>> {
    Json(
        app.catalogue
            .iter()
            .map(|game| game.info().clone())
            .collect(),
    )
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
    if !LEVELS.contains(&wish.level) {
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
    let place = |player| row.participants.place(player);
    if visitor.player.as_ref().and_then(place).is_none() {
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
    let place = |player: &&PlayerId| row.participants.place(player).is_some();
    match visitor.player.as_ref().filter(place) {
        Some(player) => Ok((game, Some(player.clone()))),
        None if row.private => Err(Code::NotYourGame.into()),
        None => Ok((game, None)),
    }
}

async fn summary(app: &App, row: GameRow) -> GameSummary {
    let mut summary = GameSummary {
        id: row.id.to_string(),
        variant: row.variant,
        seat: match row.standing.first_player {
            Some(Side::White) => Seat::White,
            Some(Side::Black) => Seat::Black,
            None => Seat::Spectator,
        },
        level: row.participants.level().unwrap_or_default(),
        phase: row.standing.phase,
        fen: String::new(),
        ply: 0,
        ending: row.standing.ending,
        created: row.created,
    };
    if row.standing.first_player.is_none() {
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

async fn finished_game(app: &App, visitor: &Visitor, id: &str) -> Result<GameRow, ApiError> {
    let row = own_game(app, visitor, id).await?;
    if row.standing.phase != Phase::Over {
        return Err(Code::GameRunning.into());
    }
    Ok(row)
}
