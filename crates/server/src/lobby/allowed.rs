//! Who may play whom, and for what.

use crate::app::App;
use crate::bus::Topic;
use crate::clock::{Millis, now};
use crate::error::{ApiError, Code, internal};
use crate::ids::PlayerId;
use crate::rating::{Pool, Rating};
use crate::store::{Aborts, Participant, Player, RatingKey, Seek, StartRating, Who};
use crate::wire::{Clock, Conditions, PlayerInfo, PlayerKind, ProposalKind, Speed, UserEvent};

/// So many of the last games are looked at for aborts.
const LOOKED_AT: u32 = 20;
/// More aborts than this among them pause rated pairing.
const ABORTS: u32 = 3;
/// For so long after the last of them.
const PAUSE: Millis = 60 * 60 * 1000;

/// An account or a bot; a guest is refused.
///
/// # Errors
/// 403 `account_needed`.
pub fn account(player: &Player) -> Result<(), ApiError> {
    match player.kind {
        PlayerKind::Account | PlayerKind::Bot => Ok(()),
        _ => Err(Code::AccountNeeded.into()),
    }
}

/// A person with an account; programs are refused too.
///
/// # Errors
/// 403 `account_needed`, `people_only`.
pub fn person(player: &Player) -> Result<(), ApiError> {
    account(player)?;
    match player.kind {
        PlayerKind::Bot => Err(Code::PeopleOnly.into()),
        _ => Ok(()),
    }
}

/// Until when rated games are paused for a player who aborted too many.
///
/// # Errors
/// 500.
pub async fn paused_until(app: &App, player: &PlayerId) -> Result<Option<Millis>, ApiError> {
    let aborts = app
        .store
        .aborts(player, LOOKED_AT)
        .await
        .map_err(internal)?;
    Ok(pause(&aborts, now()))
}

/// From the aborts among the last games.
fn pause(aborts: &Aborts, now: Millis) -> Option<Millis> {
    let until = aborts.last? + PAUSE;
    (aborts.count > ABORTS && until > now).then_some(until)
}

/// Refuses rated games to whoever aborted too many.
///
/// # Errors
/// 403 `pairing_paused` with `until`.
pub async fn not_paused(app: &App, player: &PlayerId) -> Result<(), ApiError> {
    match paused_until(app, player).await? {
        Some(until) => Err(ApiError::from(Code::PairingPaused).with("until", until)),
        None => Ok(()),
    }
}

/// The pool of a game between these two kinds.
pub fn pool_of(one: PlayerKind, other: PlayerKind) -> Pool {
    let program = |kind| matches!(kind, PlayerKind::Bot | PlayerKind::Computer);
    if program(one) || program(other) {
        Pool::Bots
    } else {
        Pool::People
    }
}

/// Which rating is at stake.
pub fn rating_key(variant: &str, clock: &Clock, pool: Pool) -> RatingKey {
    RatingKey {
        variant: variant.to_owned(),
        speed: Speed::of(clock),
        pool,
    }
}

/// A rating as it is now; nothing for whoever has none.
///
/// # Errors
/// 500.
pub async fn rating(app: &App, who: &Who, key: &RatingKey) -> Result<Option<Rating>, ApiError> {
    let row = app.store.rating(who, key).await.map_err(internal)?;
    Ok(row.map(|row| row.at(now())))
}

/// A player as one who takes part in a game of this pool. Guests have no rating; whoever is new has the first one.
///
/// # Errors
/// 500.
pub async fn participant(
    app: &App,
    player: &Player,
    key: &RatingKey,
) -> Result<Participant, ApiError> {
    let who = Who::Player(player.id.clone());
    let rating = match player.kind {
        PlayerKind::Account | PlayerKind::Bot => {
            let rating = rating(app, &who, key).await?.unwrap_or_default();
            Some(start_rating(&rating))
        }
        _ => None,
    };
    Ok(Participant {
        who,
        name: player.name.clone(),
        kind: player.kind,
        rating,
    })
}

/// As it is shown at the start of a game.
pub fn start_rating(rating: &Rating) -> StartRating {
    StartRating {
        points: rating.shown(),
        provisional: rating.is_provisional(),
    }
}

/// A player as others see him, with his rating in this pool.
///
/// # Errors
/// 500.
pub async fn info(app: &App, player: &Player, key: &RatingKey) -> Result<PlayerInfo, ApiError> {
    Ok(participant(app, player, key).await?.info())
}

/// Whether somebody may accept a proposal.
///
/// # Errors
/// Why not: 403 or 409 with the code that [`crate::wire::Proposal::refusal`] names.
pub async fn may_accept(
    app: &App,
    proposal: &Seek,
    maker: &Player,
    player: &Player,
) -> Result<(), ApiError> {
    if proposal.player == player.id {
        return Err(Code::OwnProposal.into());
    }
    if proposal
        .opponent
        .as_ref()
        .is_some_and(|opponent| *opponent != player.id)
    {
        return Err(Code::NotForYou.into());
    }
    let conditions = &proposal.conditions;
    if proposal.kind == ProposalKind::Seek {
        person(player)?;
    }
    if conditions.rated {
        account(player)?;
    }
    may_meet(app, &maker.id, &player.id).await?;
    // A variant that is gone is nobody's to accept.
    super::conditions::known(app, &conditions.variant)?;
    let pool = pool_of(maker.kind, player.kind);
    if conditions.rated {
        not_paused(app, &player.id).await?;
    }
    if proposal.lowest.is_some() || proposal.highest.is_some() {
        let key = rating_key(&conditions.variant, &conditions.clock, pool);
        let who = Who::Player(player.id.clone());
        let points = rating(app, &who, &key).await?.unwrap_or_default().shown();
        let low = proposal.lowest.is_some_and(|lowest| points < lowest);
        let high = proposal.highest.is_some_and(|highest| points > highest);
        if low || high {
            return Err(ApiError::from(Code::RatingOutOfRange).with("rating", points));
        }
    }
    Ok(())
}

/// Refuses two of whom one has blocked the other. Who it was is not told.
///
/// # Errors
/// 403 `blocked`.
pub async fn may_meet(app: &App, one: &PlayerId, other: &PlayerId) -> Result<(), ApiError> {
    let apart = app.store.kept_apart(one).await.map_err(internal)?;
    if apart.contains(other) {
        return Err(Code::Blocked.into());
    }
    Ok(())
}

/// Checks that this player may propose this.
///
/// # Errors
/// 403 `account_needed`, `pairing_paused`.
pub async fn may_propose(
    app: &App,
    player: &Player,
    conditions: &Conditions,
) -> Result<(), ApiError> {
    if conditions.rated {
        account(player)?;
        not_paused(app, &player.id).await?;
    }
    Ok(())
}

/// Tells one player.
pub fn tell(app: &App, player: &PlayerId, event: UserEvent) {
    app.bus.publish(&Topic::Player(player.clone()), event);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_three_aborts_of_the_last_twenty_games_pause_for_an_hour() {
        let now = 10 * PAUSE;
        let aborts = |count, last| Aborts { count, last };
        assert_eq!(pause(&aborts(0, None), now), None);
        assert_eq!(pause(&aborts(3, Some(now)), now), None);
        assert_eq!(pause(&aborts(4, Some(now - 1)), now), Some(now - 1 + PAUSE));
        assert_eq!(pause(&aborts(4, Some(now - PAUSE)), now), None);
    }

    #[test]
    fn a_game_with_a_program_is_of_the_bots_pool() {
        use PlayerKind::{Account, Bot, Computer};
        assert_eq!(pool_of(Account, Account), Pool::People);
        for (one, other) in [(Account, Bot), (Computer, Account), (Bot, Bot)] {
            assert_eq!(pool_of(one, other), Pool::Bots);
        }
    }
}
