//! Bot accounts of one's own.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{Body, names, secret};
use crate::app::App;
use crate::auth::{Expelled, Visitor};
use crate::clock::now;
use crate::error::{ApiError, Code, internal};
use crate::ids::{PlayerId, RowId};
use crate::store::{BotRow, NewBotRow};
use crate::wire::{BotInfo, NewBot};

/// Most bots of one account.
const MOST: usize = 5;

/// `GET /bots`.
pub(super) async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<BotInfo>>, ApiError> {
    let bots = own(&app, &visitor).await?;
    let infos = bots.into_iter().map(|bot| BotInfo {
        id: bot.player.id.to_string(),
        name: bot.player.name,
        token: None,
        seen: bot.seen,
    });
    Ok(Json(infos.collect()))
}

/// `POST /bots`.
pub(super) async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewBot>,
) -> Result<Json<BotInfo>, ApiError> {
    let owner = visitor.person()?.id.clone();
    let name = names::read(&wish.name)?;
    if own(&app, &visitor).await?.len() >= MOST {
        return Err(ApiError::from(Code::TooManyBots).with("most", MOST));
    }
    // Deleting bots and making new ones would use names up without end.
    if let Some(address) = visitor.address()
        && !app.rates.accounts.take(address)
    {
        return Err(Code::RateLimited.into());
    }
    let token = secret::token().map_err(internal)?;
    let bot = NewBotRow {
        id: PlayerId::random().map_err(internal)?,
        name,
        owner,
        token: RowId::random().map_err(internal)?,
        hash: secret::hash(&token),
    };
    if !app.store.add_bot(&bot, now()).await.map_err(internal)? {
        return Err(names::taken(&bot.name.shown));
    }
    Ok(Json(BotInfo {
        id: bot.id.to_string(),
        name: bot.name.shown,
        token: Some(token),
        seen: 0,
    }))
}

/// `POST /bots/{id}/token`: a new token; the one before is good no longer.
pub(super) async fn new_token(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<BotInfo>, ApiError> {
    let bot = one(&app, &visitor, &id).await?;
    let token = secret::token().map_err(internal)?;
    let row = RowId::random().map_err(internal)?;
    app.store
        .set_token(&bot.player.id, &row, &secret::hash(&token), now())
        .await
        .map_err(internal)?;
    expel(&app, &bot.player.id);
    Ok(Json(BotInfo {
        id: bot.player.id.to_string(),
        name: bot.player.name,
        token: Some(token),
        seen: 0,
    }))
}

/// `DELETE /bots/{id}`: its games stay, anonymous.
pub(super) async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let bot = one(&app, &visitor, &id).await?;
    super::closing::remove(&app, &bot.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) fn expel(app: &App, player: &PlayerId) {
    app.expel(Expelled::Player {
        player: player.clone(),
        except: None,
    });
}

async fn own(app: &App, visitor: &Visitor) -> Result<Vec<BotRow>, ApiError> {
    let owner = visitor.person()?;
    app.store.bots(&owner.id).await.map_err(internal)
}

async fn one(app: &App, visitor: &Visitor, id: &str) -> Result<BotRow, ApiError> {
    own(app, visitor)
        .await?
        .into_iter()
        .find(|bot| bot.player.id.as_str() == id)
        .ok_or_else(|| Code::UnknownBot.into())
}
