//! A program to play against, near somebody's strength, always labelled as one.

use std::time::Duration;

use super::allowed::{self, participant, rating, rating_key, start_rating};
use super::start::{Agreed, start, two};
use crate::app::App;
use crate::catalogue::LEVELS;
use crate::clock::now;
use crate::error::{ApiError, internal};
use crate::ids::GameId;
use crate::rating::Pool;
use crate::store::{Participant, Player, Seek, Who};
use crate::wire::{ColourWish, Conditions, PlayerKind, PoolKey, ProposalKind, UserEvent};

/// Most programs from outside that are looked at.
const LOOKED_AT: usize = 50;
/// For so long a program from outside is waited for to accept.
const ANSWER: Duration = Duration::from_secs(3);
/// It is looked for so often whether it has.
const LOOK: Duration = Duration::from_millis(50);

/// What is believed of a level of the computer that has not played enough to have a rating.
fn nominal(level: u8) -> u32 {
    600 + 200 * u32::from(level)
}

fn conditions(wish: &PoolKey) -> Conditions {
    Conditions {
        variant: wish.variant.clone(),
        clock: wish.clock,
        // Among people: a game with a program has a pool of its own.
        rated: false,
        colour: ColourWish::Random,
        set: None,
        number: None,
    }
}

/// The program nearest to a player in strength: a level of the computer, or one from outside that is connected.
///
/// # Errors
/// 500.
pub async fn nearest(app: &App, player: &Player, wish: &PoolKey) -> Result<Participant, ApiError> {
    let key = rating_key(&wish.variant, &wish.clock, Pool::Bots);
    let people = rating_key(&wish.variant, &wish.clock, Pool::People);
    let who = Who::Player(player.id.clone());
    let own = match rating(app, &who, &key).await? {
        Some(own) => own,
        None => rating(app, &who, &people).await?.unwrap_or_default(),
    };
    let (mut best, mut apart) = computer(app, wish, own.shown()).await?;
    let kept_apart = app.store.kept_apart(&player.id).await.map_err(internal)?;
    let connected = app.bus.connected(PlayerKind::Bot);
    for id in connected.iter().take(LOOKED_AT) {
        if kept_apart.contains(id) || *id == player.id {
            continue;
        }
        let Some(bot) = app.store.player(id).await.map_err(internal)? else {
            continue;
        };
        let bot = participant(app, &bot, &key).await?;
        let distance = bot
            .rating
            .map_or(u32::MAX, |rating| rating.points.abs_diff(own.shown()));
        if distance < apart {
            (best, apart) = (bot, distance);
        }
    }
    Ok(best)
}

/// The level of the computer that is nearest to so many points, and how far that is.
async fn computer(app: &App, wish: &PoolKey, points: u32) -> Result<(Participant, u32), ApiError> {
    let key = rating_key(&wish.variant, &wish.clock, Pool::Bots);
    let mut best: Option<(Participant, u32)> = None;
    let shown = LEVELS.filter(|&level| app.computers.plays(&wish.variant, level));
    for level in shown {
        let rating = rating(app, &Who::Computer { level }, &key).await?;
        let settled = rating.filter(|rating| !rating.is_provisional());
        let strength = settled.map_or_else(|| nominal(level), |rating| rating.shown());
        let apart = strength.abs_diff(points);
        if best.as_ref().is_none_or(|&(_, nearest)| apart < nearest) {
            let rating = rating.unwrap_or_default();
            let level = Participant::computer(level, Some(start_rating(&rating)));
            best = Some((level, apart));
        }
    }
    best.ok_or_else(|| internal("there are no levels"))
}

/// A game with a program: with the one that was offered, or with the computer if it is one from outside that does not
/// accept.
///
/// # Errors
/// 500.
pub async fn play(
    app: &App,
    player: &Player,
    wish: &PoolKey,
    bot: Participant,
) -> Result<GameId, ApiError> {
    let bot = match bot.who.player() {
        None => bot,
        Some(id) => {
            if let Some(bot) = app.store.player(id).await.map_err(internal)?
                && let Some(game) = ask(app, player, wish, &bot).await?
            {
                return Ok(game);
            }
            let points = bot.rating.map_or(1500, |rating| rating.points);
            computer(app, wish, points).await?.0
        }
    };
    let key = rating_key(&wish.variant, &wish.clock, Pool::Bots);
    let agreed = Agreed {
        game: GameId::random().map_err(internal)?,
        participants: two(participant(app, player, &key).await?, bot)?,
        conditions: conditions(wish),
        private: false,
        commitment: None,
    };
    start(app, agreed).await
}

/// Challenges a program from outside. The game, if it accepts in time.
async fn ask(
    app: &App,
    player: &Player,
    wish: &PoolKey,
    bot: &Player,
) -> Result<Option<GameId>, ApiError> {
    let created = now();
    let row = Seek {
        id: GameId::random().map_err(internal)?,
        kind: ProposalKind::Challenge,
        player: player.id.clone(),
        opponent: Some(bot.id.clone()),
        conditions: conditions(wish),
        lowest: None,
        highest: None,
        commitment: None,
        previous: None,
        created,
        expires: Some(created + 2 * i64::try_from(ANSWER.as_millis()).unwrap_or_default()),
    };
    app.store.add_seek(&row).await.map_err(internal)?;
    let proposal = Box::new(super::proposals::shown(app, &row, player, Some(bot)).await?);
    allowed::tell(app, &bot.id, UserEvent::Challenged { proposal });
    let accepted = async {
        loop {
            if app.store.game(&row.id).await.map_err(internal)?.is_some() {
                return Ok::<_, ApiError>(());
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    if let Ok(accepted) = tokio::time::timeout(ANSWER, accepted).await {
        accepted?;
        return Ok(Some(row.id));
    }
    if let Some(row) = app.store.take_seek(&row.id).await.map_err(internal)? {
        super::proposals::gone(app, &row);
        return Ok(None);
    }
    // Declined, or taken at the last moment: then the game is there now or will be at once.
    tokio::time::sleep(LOOK * 4).await;
    let game = app.store.game(&row.id).await.map_err(internal)?;
    Ok(game.map(|game| game.id))
}
