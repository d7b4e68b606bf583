//! From an agreement to a game.

use backrank_rules::deal::Salt;

use super::allowed::pool_of;
use super::conditions::{check_start, known};
use crate::app::App;
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, random};
use crate::log::Terms;
use crate::rating::Pool;
use crate::store::{COMPUTER, Participant, Participants, Who};
use crate::table::hub::NewTable;
use crate::wire::Conditions;

/// What two have agreed on.
pub struct Agreed {
    /// The game's id: that of the proposal that it comes from.
    pub game: GameId,
    /// Who proposed, and who accepted.
    pub participants: Participants,
    /// What.
    pub conditions: Conditions,
    /// Whether nobody may look on.
    pub private: bool,
    /// The proposer's commitment, if he has made one.
    pub commitment: Option<String>,
}

/// Makes the game, durably. The table's news tell both.
///
/// # Errors
/// If the game's rules have gone or changed since it was proposed; 500.
pub async fn start(app: &App, agreed: Agreed) -> Result<GameId, ApiError> {
    let Agreed {
        game,
        participants,
        conditions,
        private,
        commitment,
    } = agreed;
    app.open_for_games()?;
    let known = known(app, &conditions.variant)?;
    let set = check_start(known, conditions.set.as_deref(), conditions.number)?;
    let [first, second] = participants.both();
    let id = |one: &Participant| match &one.who {
        Who::Player(player) => player.to_string(),
        Who::Computer { .. } => COMPUTER.to_owned(),
    };
    let pool = pool_of(first.kind, second.kind);
    let terms = Terms {
        game: game.to_string(),
        players: vec![id(first), id(second)],
        colour: conditions.colour,
        level: participants.level().unwrap_or_default(),
        set,
        number: conditions.number,
        variant: conditions.variant.clone(),
        digest: known.text.digest.clone(),
        rules_version: known.variant.rules_version(),
        clock: conditions.clock,
        rated: conditions.rated && pool == Pool::People,
        private,
    };
    let table = NewTable {
        terms,
        salt: Salt::new(random::<32>().map_err(internal)?),
        commitments: commitment
            .map(|commitment| (0, commitment))
            .into_iter()
            .collect(),
        set_up: None,
        participants,
        pool,
    };
    app.hub.create(table).await.map_err(internal)
}

/// The two cannot be the same player.
///
/// # Errors
/// 409 `own_proposal`.
pub fn two(first: Participant, second: Participant) -> Result<Participants, ApiError> {
    if first.who == second.who {
        return Err(Code::OwnProposal.into());
    }
    Ok(Participants { first, second })
}
