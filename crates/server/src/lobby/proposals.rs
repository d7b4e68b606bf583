//! Seeks, challenges and invitations.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::allowed::{self, info, may_accept, participant, pool_of, rating_key, tell};
use super::start::{Agreed, start, two};
use super::{away, changed, conditions};
use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::{DAY, Millis, now};
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, PlayerId};
use crate::people::{self, news};
use crate::rating::Pool;
use crate::store::{NewNotice, Player, Seek};
use crate::wire::{
    Clock, Committed, Created, NewChallenge, NewSeek, NoticeKind, PlayerKind, Proposal,
    ProposalKind, Speed, UserEvent,
};

/// Proposals of one player at once.
const MOST: usize = 20;
/// Highest rating that can be asked for.
const HIGHEST: u32 = 4000;

/// Whether it can still be accepted.
pub(super) fn stands(row: &Seek) -> bool {
    row.expires.is_none_or(|expires| expires > now())
}

/// A proposal that can be accepted until then.
pub(super) fn expires(kind: ProposalKind, clock: &Clock, created: Millis) -> Millis {
    match clock {
        Clock::Days { .. } => created + 14 * DAY,
        // Those for a live game go with their maker; a day is for those who never come back to go. A link may be
        // sent by mail.
        _ if kind == ProposalKind::Invitation => created + 2 * DAY,
        _ => created + DAY,
    }
}

pub(super) async fn seek(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewSeek>,
) -> Result<Json<Proposal>, ApiError> {
    let player = visitor.player()?.clone();
    allowed::person(&player)?;
    let range = [wish.lowest, wish.highest];
    if range.iter().flatten().any(|&points| points > HIGHEST)
        || wish.lowest.unwrap_or(0) > wish.highest.unwrap_or(HIGHEST)
    {
        return Err(ApiError::from(Code::BadMessage).with("field", "lowest"));
    }
    let row = Seek {
        lowest: wish.lowest,
        highest: wish.highest,
        ..new_row(&app, &player, &wish.conditions, ProposalKind::Seek).await?
    };
    add(&app, &player, None, row).await
}

pub(super) async fn challenge(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewChallenge>,
) -> Result<Json<Proposal>, ApiError> {
    let player = visitor.player()?.clone();
    let kind = match wish.opponent {
        Some(_) => ProposalKind::Challenge,
        None => ProposalKind::Invitation,
    };
    let mut row = new_row(&app, &player, &wish.conditions, kind).await?;
    let Some(name) = wish.opponent else {
        return add(&app, &player, None, row).await;
    };
    let opponent = people::named(&app, &name).await?;
    if opponent.id == player.id {
        return Err(Code::OwnProposal.into());
    }
    allowed::may_meet(&app, &player.id, &opponent.id).await?;
    row.opponent = Some(opponent.id.clone());
    add(&app, &player, Some(&opponent), row).await
}

async fn new_row(
    app: &App,
    player: &Player,
    wish: &crate::wire::Conditions,
    kind: ProposalKind,
) -> Result<Seek, ApiError> {
    let conditions = conditions::check(app, wish)?;
    allowed::may_propose(app, player, &conditions).await?;
    let created = now();
    Ok(Seek {
        id: GameId::random().map_err(internal)?,
        player: player.id.clone(),
        kind,
        opponent: None,
        expires: Some(expires(kind, &conditions.clock, created)),
        conditions,
        lowest: None,
        highest: None,
        commitment: None,
        previous: None,
        created,
    })
}

/// Stores a proposal and tells whom it is for.
pub(super) async fn add(
    app: &App,
    maker: &Player,
    opponent: Option<&Player>,
    row: Seek,
) -> Result<Json<Proposal>, ApiError> {
    if !app.game_rate.take(maker.id.clone()) {
        return Err(Code::RateLimited.into());
    }
    let standing = app.store.seeks_of(&maker.id).await.map_err(internal)?;
    if standing.iter().filter(|row| row.player == maker.id).count() >= MOST {
        return Err(ApiError::from(Code::TooManyProposals).with("most", MOST));
    }
    let notice = opponent
        .filter(|opponent| opponent.kind != PlayerKind::Bot)
        .map(|opponent| NewNotice {
            player: opponent.id.clone(),
            kind: match row.kind {
                ProposalKind::RematchSame | ProposalKind::RematchNew => NoticeKind::RematchOffered,
                _ => NoticeKind::Challenged,
            },
            game: Some(row.id.clone()),
            ply: 0,
            name: Some(maker.name.clone()),
        });
    app.store.add_seek(&row).await.map_err(internal)?;
    if let Some(opponent) = opponent {
        let proposal = Box::new(shown(app, &row, maker, Some(opponent)).await?);
        tell(app, &opponent.id, UserEvent::Challenged { proposal });
    }
    if let Some(notice) = &notice {
        news::add(app, notice).await;
    }
    if row.kind == ProposalKind::Seek {
        changed(app);
    }
    if is_live(&row) {
        // Whoever has no stream open is not there.
        away(app, &maker.id);
    }
    shown(app, &row, maker, Some(maker)).await.map(Json)
}

/// Whether it is over when its maker goes.
fn is_live(row: &Seek) -> bool {
    Speed::of(&row.conditions.clock) != Speed::Correspondence
        && row.kind != ProposalKind::Invitation
}

/// Takes away what somebody who has gone proposed for live games.
pub(super) async fn drop_live(app: &App, player: &PlayerId) -> Result<(), ApiError> {
    let rows = app.store.seeks_of(player).await.map_err(internal)?;
    for row in rows
        .iter()
        .filter(|row| row.player == *player && is_live(row))
    {
        remove(app, row, None).await?;
    }
    Ok(())
}

/// Takes a proposal away and tells those whom it concerned. Whether it was still there.
async fn remove(app: &App, row: &Seek, notice: Option<&NewNotice>) -> Result<bool, ApiError> {
    let taken = app.store.take_seek(&row.id).await.map_err(internal)?;
    if taken.is_none() {
        return Ok(false);
    }
    gone(app, row);
    if let Some(notice) = notice {
        news::add(app, notice).await;
    }
    Ok(true)
}

pub(super) fn gone(app: &App, row: &Seek) {
    for player in std::iter::once(&row.player).chain(&row.opponent) {
        let id = row.id.to_string();
        tell(app, player, UserEvent::ProposalGone { id });
    }
    if row.kind == ProposalKind::Seek {
        changed(app);
    }
}

/// A proposal as the one who asks sees it.
pub(super) async fn shown(
    app: &App,
    row: &Seek,
    maker: &Player,
    asking: Option<&Player>,
) -> Result<Proposal, ApiError> {
    let opponent = match &row.opponent {
        Some(id) => app.store.player(id).await.map_err(internal)?,
        None => None,
    };
    let pool = opponent
        .as_ref()
        .map_or(Pool::People, |opponent| pool_of(maker.kind, opponent.kind));
    let key = rating_key(&row.conditions.variant, &row.conditions.clock, pool);
    let refusal = match asking {
        Some(asking) => may_accept(app, row, maker, asking).await.err(),
        None => Some(Code::AccountNeeded.into()),
    };
    let opponent = match &opponent {
        Some(opponent) => Some(info(app, opponent, &key).await?),
        None => None,
    };
    Ok(Proposal {
        id: row.id.to_string(),
        kind: row.kind,
        by: info(app, maker, &key).await?,
        opponent,
        conditions: row.conditions.clone(),
        speed: Speed::of(&row.conditions.clock),
        lowest: row.lowest,
        highest: row.highest,
        acceptable: refusal.is_none(),
        refusal: refusal.map(|error| error.code().as_str().to_owned()),
        previous: row.previous.as_ref().map(GameId::to_string),
        created: row.created,
    })
}

/// A list of proposals; those of players who have gone or are kept apart from the one who asks are left out.
pub(super) async fn list(
    app: &App,
    rows: Vec<Seek>,
    asking: Option<&Player>,
) -> Result<Vec<Proposal>, ApiError> {
    let apart = match asking {
        Some(asking) => app.store.kept_apart(&asking.id).await.map_err(internal)?,
        None => Vec::new(),
    };
    let mut list = Vec::with_capacity(rows.len());
    for row in rows {
        if !stands(&row) || apart.contains(&row.player) {
            continue;
        }
        let maker = app.store.player(&row.player).await.map_err(internal)?;
        if let Some(maker) = maker.filter(|maker| maker.kind != PlayerKind::Closed) {
            list.push(shown(app, &row, &maker, asking).await?);
        }
    }
    Ok(list)
}

pub(super) async fn own(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<Proposal>>, ApiError> {
    let Some(player) = visitor.known() else {
        return Ok(Json(Vec::new()));
    };
    let rows = app.store.seeks_of(&player.id).await.map_err(internal)?;
    list(&app, rows, Some(player)).await.map(Json)
}

/// A proposal with its maker.
async fn found(app: &App, id: &str) -> Result<(Seek, Player), ApiError> {
    let unknown = || ApiError::from(Code::UnknownProposal);
    let id = GameId::read(id).ok_or_else(unknown)?;
    let row = app
        .store
        .seek(&id)
        .await
        .map_err(internal)?
        .filter(stands)
        .ok_or_else(unknown)?;
    let maker = app
        .store
        .player(&row.player)
        .await
        .map_err(internal)?
        .filter(|maker| maker.kind != PlayerKind::Closed)
        .ok_or_else(unknown)?;
    Ok((row, maker))
}

/// As [`found`], for whoever may see it: one that is for somebody alone is nobody else's to know of.
async fn visible(app: &App, id: &str, asking: Option<&Player>) -> Result<(Seek, Player), ApiError> {
    let (row, maker) = found(app, id).await?;
    let concerned =
        |asking: &Player| asking.id == row.player || row.opponent.as_ref() == Some(&asking.id);
    if row.opponent.is_some() && !asking.is_some_and(concerned) {
        return Err(Code::UnknownProposal.into());
    }
    Ok((row, maker))
}

pub(super) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Proposal>, ApiError> {
    let asking = visitor.known();
    let (row, maker) = visible(&app, &id, asking).await?;
    shown(&app, &row, &maker, asking).await.map(Json)
}

pub(super) async fn withdraw(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    let (row, maker) = visible(&app, &id, Some(&player)).await?;
    let notice = if row.player == player.id {
        None
    } else if row.opponent.as_ref() == Some(&player.id) {
        let declined = NewNotice {
            player: maker.id.clone(),
            kind: NoticeKind::ChallengeDeclined,
            game: Some(row.id.clone()),
            ply: 0,
            name: Some(player.name.clone()),
        };
        (maker.kind != PlayerKind::Bot).then_some(declined)
    } else {
        return Err(Code::NotForYou.into());
    };
    match remove(&app, &row, notice.as_ref()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Code::UnknownProposal.into()),
    }
}

pub(super) async fn accept(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Created>, ApiError> {
    let player = visitor.player()?.clone();
    let (row, maker) = visible(&app, &id, Some(&player)).await?;
    may_accept(&app, &row, &maker, &player).await?;
    if row.conditions.rated {
        allowed::not_paused(&app, &maker.id).await?;
    }
    let id = agree(&app, row, &maker, &player).await?;
    Ok(Json(Created { id: id.to_string() }))
}

/// Makes the game of a proposal that somebody accepts: one game, however many accept at the same time.
pub(super) async fn agree(
    app: &App,
    row: Seek,
    maker: &Player,
    player: &Player,
) -> Result<GameId, ApiError> {
    let pool = pool_of(maker.kind, player.kind);
    let key = rating_key(&row.conditions.variant, &row.conditions.clock, pool);
    let first = participant(app, maker, &key).await?;
    let second = participant(app, player, &key).await?;
    let row = app
        .store
        .take_seek(&row.id)
        .await
        .map_err(internal)?
        .filter(stands)
        .ok_or(Code::UnknownProposal)?;
    let agreed = Agreed {
        game: row.id.clone(),
        participants: two(first, second)?,
        conditions: row.conditions.clone(),
        private: row.kind == ProposalKind::Invitation || is_private(app, &row).await?,
        commitment: row.commitment.clone(),
    };
    let started = start(app, agreed).await;
    if started.is_err() {
        // Nothing has come of it: it stands as before.
        app.store.add_seek(&row).await.map_err(internal)?;
    } else {
        gone(app, &row);
        app.pairer.left(&maker.id);
        app.pairer.left(&player.id);
    }
    started
}

/// A rematch is as private as the game before.
async fn is_private(app: &App, row: &Seek) -> Result<bool, ApiError> {
    let Some(previous) = &row.previous else {
        return Ok(false);
    };
    let game = app.store.game(previous).await.map_err(internal)?;
    Ok(game.is_some_and(|game| game.private))
}

pub(super) async fn commit(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(Committed { commitment }): Body<Committed>,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    let (row, _) = visible(&app, &id, Some(&player)).await?;
    if row.player != player.id {
        return Err(Code::NotForYou.into());
    }
    let wrong = || ApiError::from(Code::BadMessage).with("field", "commitment");
    let commitment: backrank_rules::deal::Commitment = commitment.parse().map_err(|_| wrong())?;
    let commitment = commitment.to_string();
    if row.commitment.as_ref() == Some(&commitment) {
        return Ok(StatusCode::NO_CONTENT);
    }
    let kept = app
        .store
        .commit_seek(&row.id, &player.id, &commitment)
        .await
        .map_err(internal)?;
    // Another one in its place is none.
    if !kept {
        return Err(wrong());
    }
    Ok(StatusCode::NO_CONTENT)
}
