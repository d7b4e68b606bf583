//! What may follow a finished game.
//!
//! Rematches come in pairs where the whole start is visible: the same position with colours swapped, then a new one. A
//! face-down deal always deals anew, since the old truth is public.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use backrank_rules::setup::Setup;

use super::allowed::{self, participant, pool_of, rating_key};
use super::proposals::{add, agree, expires, list, shown, stands};
use super::start::{Agreed, start, two};
use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::now;
use crate::error::{ApiError, Code, internal};
use crate::ids::GameId;
use crate::lobby::conditions::known;
use crate::people;
use crate::store::{COMPUTER, GameRow, Participant, Player, Seek};
use crate::wire::{
    ColourWish, Conditions, Created, GameResult, ProposalKind, RematchOptions, RematchWish, Side,
};

/// So many of the last games of the two are looked at.
const LOOKED_AT: u32 = 40;

/// A finished game of one's own.
async fn finished(app: &App, visitor: &Visitor, id: &str) -> Result<(GameRow, Player), ApiError> {
    let row = people::finished_game(app, visitor, id).await?;
    let player = visitor.player()?.clone();
    if row.participants.place(&player.id).is_none() {
        return Err(Code::NotYourGame.into());
    }
    Ok((row, player))
}

/// What can be proposed, the same position first.
async fn kinds(app: &App, row: &GameRow) -> Result<Vec<ProposalKind>, ApiError> {
    let mut kinds = vec![ProposalKind::RematchNew];
    if !is_visible(app, row)? {
        return Ok(kinds);
    }
    let [first, second] = row.participants.both().map(in_game);
    let games = app
        .store
        .games_between(&first, &second, &row.variant, LOOKED_AT)
        .await
        .map_err(internal)?;
    if same_comes_next(row, &games) {
        kinds.insert(0, ProposalKind::RematchSame);
    }
    Ok(kinds)
}

fn in_game(one: &Participant) -> String {
    one.who
        .player()
        .map_or_else(|| COMPUTER.to_owned(), ToString::to_string)
}

/// Whether everybody has seen the whole start, and it can be asked for again.
fn is_visible(app: &App, row: &GameRow) -> Result<bool, ApiError> {
    let variant = &known(app, &row.variant)?.variant;
    let dealt = row.standing.first_player.is_some();
    let counted = row
        .standing
        .ending
        .is_some_and(|ending| ending.result != GameResult::Aborted);
    if !dealt || !counted || variant.face_down().is_some() {
        return Ok(false);
    }
    Ok(match variant.setup() {
        Setup::Fixed(_) => true,
        Setup::Shuffle(_) => row.standing.number.is_some(),
        Setup::HiddenShuffle(_) => false,
    })
}

/// Whether a game's position has been played one way only: games with the same start and colours swapped each time pair
/// up from the first on. `games` are those of the two, newest first.
fn same_comes_next(row: &GameRow, games: &[GameRow]) -> bool {
    let white = |game: &GameRow| game.at(Side::White).map(in_game);
    let mut run = 1;
    let mut last = row;
    for game in games.iter().skip_while(|game| game.id != row.id).skip(1) {
        let swapped = white(game).is_some() && white(game) != white(last);
        if game.standing.number != row.standing.number || !swapped {
            break;
        }
        run += 1;
        last = game;
    }
    run % 2 == 1
}

pub(super) async fn options(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<RematchOptions>, ApiError> {
    let (row, player) = finished(&app, &visitor, &id).await?;
    let proposed = app.store.rematches(&row.id).await.map_err(internal)?;
    Ok(Json(RematchOptions {
        kinds: kinds(&app, &row).await?,
        proposed: list(&app, proposed, Some(&player)).await?,
    }))
}

fn created(game: &GameId) -> Response {
    Json(Created {
        id: game.to_string(),
    })
    .into_response()
}

pub(super) async fn wish(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(RematchWish { kind }): Body<RematchWish>,
) -> Result<Response, ApiError> {
    let (row, player) = finished(&app, &visitor, &id).await?;
    if !kinds(&app, &row).await?.contains(&kind) {
        return Err(Code::NoRematch.into());
    }
    let [first, second] = row.participants.both();
    let other = match row.participants.place(&player.id) {
        Some(0) => second,
        _ => first,
    };
    let conditions = conditions(&app, &row, &player, kind).await?;
    let Some(other_id) = other.who.player() else {
        if !app.game_rate.take(player.id.clone()) {
            return Err(Code::RateLimited.into());
        }
        // The computer always agrees.
        let pool = pool_of(player.kind, other.kind);
        let key = rating_key(&row.variant, &row.clock, pool);
        let agreed = Agreed {
            game: GameId::random().map_err(internal)?,
            participants: two(participant(&app, &player, &key).await?, other.clone())?,
            conditions,
            private: row.private,
            commitment: None,
        };
        return Ok(created(&start(&app, agreed).await?));
    };
    allowed::may_meet(&app, &player.id, other_id).await?;
    allowed::may_propose(&app, &player, &conditions).await?;
    let opponent = people::known(&app, other_id).await?;
    let proposed = app.store.rematches(&row.id).await.map_err(internal)?;
    let of_kind = |seek: &&Seek| seek.kind == kind && stands(seek);
    if let Some(theirs) = proposed
        .iter()
        .filter(of_kind)
        .find(|seek| seek.player == opponent.id)
    {
        let game = agree(&app, theirs.clone(), &opponent, &player).await?;
        return Ok(created(&game));
    }
    if let Some(mine) = proposed
        .iter()
        .filter(of_kind)
        .find(|seek| seek.player == player.id)
    {
        let mine = shown(&app, mine, &player, Some(&player)).await?;
        return Ok(Json(mine).into_response());
    }
    let at = now();
    let seek = Seek {
        id: GameId::random().map_err(internal)?,
        kind,
        player: player.id.clone(),
        opponent: Some(opponent.id.clone()),
        expires: Some(expires(kind, &conditions.clock, at)),
        conditions,
        lowest: None,
        highest: None,
        commitment: None,
        previous: Some(row.id.clone()),
        created: at,
    };
    let proposal = add(&app, &player, Some(&opponent), seek).await?;
    Ok(proposal.into_response())
}

/// What the rematch is played for: the same as before.
async fn conditions(
    app: &App,
    row: &GameRow,
    player: &Player,
    kind: ProposalKind,
) -> Result<Conditions, ApiError> {
    let events = app.store.log(&row.id).await.map_err(internal)?;
    let set = crate::table::replay::beginning(&events)
        .map(|(terms, _)| terms.set.clone())
        .map_err(internal)?;
    let same = kind == ProposalKind::RematchSame;
    let colour = match row.side(&player.id) {
        Some(Side::White) if same => ColourWish::Black,
        Some(Side::Black) if same => ColourWish::White,
        _ => ColourWish::Random,
    };
    Ok(Conditions {
        variant: row.variant.clone(),
        clock: row.clock,
        rated: row.rated,
        colour,
        set: (!set.is_empty()).then_some(set),
        number: row.standing.number.filter(|_| same),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PlayerId;
    use crate::rating::Pool;
    use crate::store::{Participants, Standing, Who};
    use crate::wire::{Clock, Ending, Phase, PlayerKind, Reason};

    fn participant(id: &str) -> Participant {
        Participant {
            who: Who::Player(PlayerId::read(id).unwrap()),
            name: id.to_owned(),
            kind: PlayerKind::Account,
            rating: None,
        }
    }

    /// A game between A and B with this start, White for the first or the second.
    fn game(id: &str, number: u32, white: usize) -> GameRow {
        GameRow {
            id: GameId::read(id).unwrap(),
            variant: "chess960".into(),
            digest: String::new(),
            rules_version: 1,
            participants: Participants {
                first: participant("A"),
                second: participant("B"),
            },
            clock: Clock::Untimed,
            rated: false,
            private: false,
            pool: Pool::People,
            created: 0,
            standing: Standing {
                first_player: Some([Side::White, Side::Black][white]),
                phase: Phase::Over,
                ending: Some(Ending {
                    result: GameResult::White,
                    reason: Reason::Resignation,
                }),
                number: Some(number),
                ..Standing::dealing()
            },
            ended: Some(1),
        }
    }

    /// "Random" always gave the same start, or three rematches in a row had it.
    #[test]
    fn rematches_come_in_pairs() {
        // Newest first: a pair with 518, then another start.
        let games = [
            game("5", 7, 1),
            game("4", 7, 0),
            game("3", 518, 0),
            game("2", 518, 1),
        ];
        let next = |id: &str| {
            let at = games
                .iter()
                .position(|game| game.id.as_str() == id)
                .unwrap();
            same_comes_next(&games[at], &games)
        };
        assert!(next("2"), "the first of a pair is followed by the second");
        assert!(!next("3"), "a pair is followed by a new start");
        assert!(next("4"));
        assert!(!next("5"));
    }

    #[test]
    fn the_same_start_with_the_same_colours_begins_a_pair_of_its_own() {
        let games = [game("3", 518, 0), game("2", 518, 0)];
        assert!(same_comes_next(&games[0], &games));
    }
}
