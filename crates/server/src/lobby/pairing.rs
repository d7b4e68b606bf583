//! Quick pairing: one task owns the pools.

use std::collections::HashMap;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::allowed::{self, participant, rating, rating_key, tell};
use super::pool::{Decision, Pools, Waiting};
use super::start::{Agreed, start, two};
use super::{bots, conditions};
use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::bus::Topic;
use crate::clock::{Millis, now};
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, PlayerId};
use crate::people;
use crate::rating::Pool;
use crate::store::{Participant, Who};
use crate::wire::{ColourWish, Conditions, Created, Pairing, PairingWish, PoolKey, UserEvent};

/// The pools are looked at so often.
const TICK: Duration = Duration::from_millis(200);
/// Whoever looks at the lobby is told of changes no more often than so.
const TELLING: Millis = 1000;
/// A pairing is told for so long to whoever asks.
const TOLD: Millis = 60_000;

/// The way to the task that owns the pools.
#[derive(Clone)]
pub struct Pairer(mpsc::UnboundedSender<Ask>);

/// The task's end. Each request of a client has at most one of these under way, so there are no more than connections.
pub struct Requests(mpsc::UnboundedReceiver<Ask>);

enum Ask {
    Join(Box<Waiting>, oneshot::Sender<Pairing>),
    Leave(PlayerId),
    Standing(PlayerId, oneshot::Sender<Pairing>),
    TakeBot(PlayerId, oneshot::Sender<Option<(PoolKey, Participant)>>),
    Paired(PlayerId, GameId),
    Counts(oneshot::Sender<Vec<(PoolKey, u32)>>),
    Apart(PlayerId, PlayerId),
    Changed,
}

impl Pairer {
    /// Both ends.
    pub fn new() -> (Pairer, Requests) {
        let (asks, requests) = mpsc::unbounded_channel();
        (Pairer(asks), Requests(requests))
    }

    fn say(&self, ask: Ask) {
        // The task ends only when the server does.
        let _ = self.0.send(ask);
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        self.say(ask(answer));
        answered.await.map_err(internal)
    }

    /// How many wait for what.
    pub async fn counts(&self) -> Vec<(PoolKey, u32)> {
        self.ask(Ask::Counts).await.unwrap_or_default()
    }

    /// This player has found another game.
    pub fn left(&self, player: &PlayerId) {
        self.say(Ask::Leave(player.clone()));
    }

    /// These two do not want to meet any more.
    pub fn keep_apart(&self, one: &PlayerId, other: &PlayerId) {
        self.say(Ask::Apart(one.clone(), other.clone()));
    }

    /// The list of seeks or of pools has changed.
    pub fn changed(&self) {
        self.say(Ask::Changed);
    }
}

/// The task's state.
struct Owner<'a> {
    app: &'a App,
    pools: Pools,
    patience: Millis,
    away: Millis,
    /// Bots that were offered.
    offers: HashMap<PlayerId, Participant>,
    /// When somebody without a stream last asked.
    asked: HashMap<PlayerId, Millis>,
    /// Pairings of the last minute.
    paired: HashMap<PlayerId, (GameId, Millis)>,
    changed: bool,
    told_at: Millis,
}

/// Pairs until the server closes.
pub async fn run(app: &App, Requests(mut asks): Requests) {
    let millis = |time: Duration| Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX / 2);
    let mut owner = Owner {
        app,
        pools: Pools::default(),
        patience: millis(app.config.bot_after),
        away: millis(app.config.away),
        offers: HashMap::new(),
        asked: HashMap::new(),
        paired: HashMap::new(),
        changed: false,
        told_at: 0,
    };
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            ask = asks.recv() => match ask {
                Some(ask) => owner.answer(ask).await,
                None => return,
            },
            _ = tick.tick() => owner.look().await,
        }
    }
}

impl Owner<'_> {
    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Join(waiting, answer) => {
                let player = waiting.player.clone();
                self.forget(&player);
                self.paired.remove(&player);
                self.asked.insert(player.clone(), now());
                self.pools.join(*waiting);
                self.changed = true;
                self.settle().await;
                let _ = answer.send(self.standing(&player));
            }
            Ask::Leave(player) => {
                if self.forget(&player) {
                    self.say(&player, Pairing::Left);
                }
            }
            Ask::Standing(player, answer) => {
                if let Some(asked) = self.asked.get_mut(&player) {
                    *asked = now();
                }
                let _ = answer.send(self.standing(&player));
            }
            Ask::TakeBot(player, answer) => {
                let taken = self.offers.remove(&player).and_then(|bot| {
                    let wish = self.pools.get(&player)?.wish.clone();
                    self.forget(&player);
                    Some((wish, bot))
                });
                let _ = answer.send(taken);
            }
            Ask::Paired(player, game) => self.tell_paired(&player, &game),
            Ask::Counts(answer) => {
                let _ = answer.send(self.pools.counts());
            }
            Ask::Apart(one, other) => self.pools.keep_apart(&one, &other),
            Ask::Changed => self.changed = true,
        }
    }

    /// Time has passed.
    async fn look(&mut self) {
        let now = now();
        let app = self.app;
        let away = self.away;
        let gone: Vec<PlayerId> = self
            .asked
            .iter_mut()
            .filter_map(|(player, asked)| {
                if app.bus.is_connected(player) {
                    *asked = now;
                }
                (now - *asked > away).then(|| player.clone())
            })
            .collect();
        for player in gone {
            self.forget(&player);
        }
        self.paired.retain(|_, (_, at)| now - *at < TOLD);
        self.settle().await;
        if self.changed && now - self.told_at >= TELLING {
            self.changed = false;
            self.told_at = now;
            app.bus.publish(&Topic::Lobby, UserEvent::LobbyChanged);
        }
    }

    /// Puts a player out of the pools. Whether he was in one.
    fn forget(&mut self, player: &PlayerId) -> bool {
        self.offers.remove(player);
        self.asked.remove(player);
        let was = self.pools.leave(player).is_some();
        self.changed |= was;
        was
    }

    fn standing(&self, player: &PlayerId) -> Pairing {
        if let Some((game, _)) = self.paired.get(player) {
            return Pairing::Paired {
                game: game.to_string(),
            };
        }
        let Some(waiting) = self.pools.get(player) else {
            return Pairing::Left;
        };
        let wish = waiting.wish.clone();
        match self.offers.get(player) {
            Some(bot) => Pairing::BotOffered {
                wish,
                bot: bot.info(),
            },
            None => Pairing::Waiting {
                wish,
                bot_in: (waiting.since + self.patience - now()).max(0),
            },
        }
    }

    fn say(&self, player: &PlayerId, pairing: Pairing) {
        tell(self.app, player, UserEvent::Pairing { pairing });
    }

    fn tell_paired(&mut self, player: &PlayerId, game: &GameId) {
        self.paired.insert(player.clone(), (game.clone(), now()));
        let game = game.to_string();
        self.say(player, Pairing::Paired { game });
    }

    async fn settle(&mut self) {
        for decision in self.pools.settle(now(), self.patience) {
            self.changed = true;
            match decision {
                Decision::Pair(one, other) => {
                    let players = [one.player.clone(), other.player.clone()];
                    players.iter().for_each(|player| {
                        self.forget(player);
                    });
                    match pair(self.app, &one, &other).await {
                        Ok(game) => players
                            .iter()
                            .for_each(|player| self.tell_paired(player, &game)),
                        Err(error) => {
                            tracing::error!(?error, "two who fit are not paired");
                            players
                                .iter()
                                .for_each(|player| self.say(player, Pairing::Left));
                        }
                    }
                }
                Decision::OfferBot(player) => {
                    let Some(waiting) = self.pools.get(&player) else {
                        continue;
                    };
                    let wish = waiting.wish.clone();
                    match offer(self.app, &player, &wish).await {
                        Ok(bot) => {
                            self.offers.insert(player.clone(), bot);
                            let standing = self.standing(&player);
                            self.say(&player, standing);
                        }
                        Err(error) => tracing::error!(?error, "no bot can be offered"),
                    }
                }
                Decision::StartBot(waiting) => {
                    let Waiting { player, wish, .. } = *waiting;
                    self.forget(&player);
                    // A program from outside takes its time to accept; nobody else waits for that.
                    let app = self.app.clone();
                    tokio::spawn(async move {
                        match with_bot(&app, &player, &wish, None).await {
                            Ok(game) => app.pairer.say(Ask::Paired(player, game)),
                            Err(error) => {
                                tracing::error!(?error, "a game with a bot does not start");
                                let pairing = Pairing::Left;
                                tell(&app, &player, UserEvent::Pairing { pairing });
                            }
                        }
                    });
                }
            }
        }
    }
}

async fn offer(app: &App, player: &PlayerId, wish: &PoolKey) -> Result<Participant, ApiError> {
    let player = people::known(app, player).await?;
    bots::nearest(app, &player, wish).await
}

async fn with_bot(
    app: &App,
    player: &PlayerId,
    wish: &PoolKey,
    bot: Option<Participant>,
) -> Result<GameId, ApiError> {
    let player = people::known(app, player).await?;
    let bot = match bot {
        Some(bot) => bot,
        None => bots::nearest(app, &player, wish).await?,
    };
    bots::play(app, &player, wish, bot).await
}

async fn pair(app: &App, one: &Waiting, other: &Waiting) -> Result<GameId, ApiError> {
    let key = rating_key(&one.wish.variant, &one.wish.clock, Pool::People);
    let first = people::known(app, &one.player).await?;
    let second = people::known(app, &other.player).await?;
    let agreed = Agreed {
        game: GameId::random().map_err(internal)?,
        participants: two(
            participant(app, &first, &key).await?,
            participant(app, &second, &key).await?,
        )?,
        conditions: Conditions {
            variant: one.wish.variant.clone(),
            clock: one.wish.clock,
            rated: true,
            colour: ColourWish::Random,
            set: None,
            number: None,
        },
        private: false,
        commitment: None,
    };
    start(app, agreed).await
}

pub(super) async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<PairingWish>,
) -> Result<Json<Pairing>, ApiError> {
    let player = visitor.player()?.clone();
    allowed::person(&player)?;
    app.open_for_games()?;
    let pool = conditions::pool(&app, &wish.variant, wish.clock)?;
    allowed::not_paused(&app, &player.id).await?;
    let key = rating_key(&pool.variant, &pool.clock, Pool::People);
    let who = Who::Player(player.id.clone());
    let points = rating(&app, &who, &key).await?.unwrap_or_default().shown();
    let avoided = app.store.kept_apart(&player.id).await.map_err(internal)?;
    let waiting = Waiting::new(
        player.id,
        pool,
        points,
        wish.bot,
        avoided.into_iter().collect(),
        now(),
    );
    let join = |answer| Ask::Join(Box::new(waiting), answer);
    app.pairer.ask(join).await.map(Json)
}

pub(super) async fn standing(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Pairing>, ApiError> {
    let Some(player) = visitor.player else {
        return Ok(Json(Pairing::Left));
    };
    app.pairer
        .ask(|answer| Ask::Standing(player, answer))
        .await
        .map(Json)
}

pub(super) async fn leave(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    app.pairer.left(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn bot(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Created>, ApiError> {
    let player = visitor.player()?.clone();
    allowed::person(&player)?;
    let id = player.id.clone();
    let taken = app.pairer.ask(|answer| Ask::TakeBot(id, answer)).await?;
    let (wish, bot) = taken.ok_or(Code::NoBotOffered)?;
    let game = bots::play(&app, &player, &wish, bot).await?;
    app.pairer.say(Ask::Paired(player.id, game.clone()));
    Ok(Json(Created {
        id: game.to_string(),
    }))
}
