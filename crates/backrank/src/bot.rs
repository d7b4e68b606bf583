//! `backrank bot`: plays on a server as a program, with the own computer player or a UCI engine.

mod api;
mod game;
mod play;
mod uci;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use backrank_engine::Level;
use backrank_rules::{Registry, Variant};
use serde::Deserialize;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tracing_subscriber::EnvFilter;

use self::api::{Api, Failure, Lines, Pause, Proposal, UserEvent};
use self::uci::Command;
use crate::cli::{Accept, BotOptions};

/// How long games may take to end their connections.
const GRACE: Duration = Duration::from_secs(3);

/// All that the games of a bot share.
struct Bot {
    api: Api,
    /// Its player id.
    id: String,
    /// Games it plays.
    variants: BTreeMap<String, Arc<Variant>>,
    brain: Brain,
    accept: Accept,
    /// Most games at once.
    most: usize,
    /// As many players think at once as there are processors.
    thinking: Arc<Semaphore>,
    stop: watch::Receiver<bool>,
    games: Mutex<HashMap<String, JoinHandle<()>>>,
}

/// What chooses the moves.
#[derive(Debug, Clone)]
enum Brain {
    /// The own computer player.
    Own(Level),
    /// A program that speaks UCI.
    Uci(Arc<Command>),
}

#[derive(Deserialize)]
struct Me {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Known {
    id: String,
}

#[derive(Deserialize)]
struct Card {
    id: String,
}

#[derive(Deserialize)]
struct Dashboard {
    my_turn: Vec<Card>,
    waiting: Vec<Card>,
}

#[derive(Deserialize)]
struct Created {
    id: String,
}

pub fn run(options: BotOptions) -> Result<()> {
    let filter = EnvFilter::try_from_env("BACKRANK_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the async runtime cannot start")?;
    let done = runtime.block_on(serve(options));
    // A player that still thinks is not waited for.
    runtime.shutdown_background();
    done
}

async fn serve(options: BotOptions) -> Result<()> {
    let level = Level::new(options.level)
        .with_context(|| format!("there is no level {}; levels go from 1 to 8", options.level))?;
    let api = Api::new(&options.server, &options.token)?;
    let brain = match &options.engine {
        Some(command) => Brain::Uci(Arc::new(Command::ask(command).await?)),
        None => Brain::Own(level),
    };
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        backrank_server::told_to_stop().await;
        stop.send_replace(true);
    });
    let me: Me = api.get("/me").await.context("who this bot is")?;
    let variants = playable(&api, &brain, &options.variants).await?;
    let names: Vec<&str> = variants.keys().map(String::as_str).collect();
    tracing::info!(name = me.name, games = names.join(","), "connected");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bot = Arc::new(Bot {
        api,
        id: me.id,
        variants,
        brain,
        accept: options.accept,
        most: options.games.max(1),
        thinking: Arc::new(Semaphore::new(cores)),
        stop: stopped,
        games: Mutex::default(),
    });
    bot.listen().await?;
    let games = std::mem::take(&mut *bot.games());
    let ends = async {
        for (_, game) in games {
            // A game that broke down has said so.
            let _ = game.await;
        }
    };
    if tokio::time::timeout(GRACE, ends).await.is_err() {
        tracing::warn!("some games did not end their connections in time");
    }
    tracing::info!("stopped; games under way go on when the bot is started again");
    Ok(())
}

/// The games of the server that this bot can play by the same rules.
async fn playable(
    api: &Api,
    brain: &Brain,
    wanted: &[String],
) -> Result<BTreeMap<String, Arc<Variant>>> {
    let registry = Registry::built_in()?;
    for id in wanted {
        if registry.get(id).is_none() {
            bail!("there is no game `{id}`; `backrank variants` lists them");
        }
    }
    let known: Vec<Known> = api.get("/variants").await.context("the server's games")?;
    let mut variants = BTreeMap::new();
    for Known { id } in known {
        if !wanted.is_empty() && !wanted.contains(&id) {
            continue;
        }
        let Some(variant) = registry.get(&id) else {
            continue;
        };
        if let Brain::Uci(command) = brain
            && let Err(why) = command.plays(variant, wanted)
        {
            if wanted.contains(&id) {
                bail!("`{id}`: {why}");
            }
            continue;
        }
        let text = api.text(&format!("/variants/{id}/file")).await?;
        if text != variant.text() {
            tracing::warn!(
                game = id,
                "the server plays this game by other rules; left out"
            );
            continue;
        }
        variants.insert(id, variant.clone());
    }
    if variants.is_empty() {
        bail!("no game is left that this bot could play; name some by --variants");
    }
    Ok(variants)
}

impl Bot {
    fn games(&self) -> std::sync::MutexGuard<'_, HashMap<String, JoinHandle<()>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens to what concerns the bot until it is told to stop.
    async fn listen(self: &Arc<Self>) -> Result<()> {
        let mut stop = self.stop.clone();
        let mut pause = Pause::default();
        loop {
            let ended = tokio::select! {
                _ = stop.wait_for(|&stop| stop) => return Ok(()),
                ended = self.listen_once(&mut pause) => ended,
            };
            match ended {
                Ok(()) => tracing::warn!("the server has closed the stream; coming back"),
                Err(Failure::Refused(refusal)) if !refusal.may_pass() => {
                    return Err(anyhow::Error::new(Failure::Refused(refusal)).context("the stream"));
                }
                Err(failure) => tracing::warn!(%failure, "no stream; trying again"),
            }
            tokio::select! {
                _ = stop.wait_for(|&stop| stop) => return Ok(()),
                () = pause.wait() => {}
            }
        }
    }

    async fn listen_once(self: &Arc<Self>, pause: &mut Pause) -> Result<(), Failure> {
        let mut lines: Lines = self.api.lines("/stream").await?;
        // What began or was asked for while nobody listened.
        let dashboard: Dashboard = self.api.get("/dashboard").await?;
        for card in dashboard.my_turn.into_iter().chain(dashboard.waiting) {
            self.play(card.id);
        }
        let proposals: Vec<Proposal> = self.api.get("/proposals").await?;
        for proposal in proposals {
            self.answer(proposal).await;
        }
        pause.reset();
        while let Some(line) = lines.next().await {
            match serde_json::from_value(line) {
                Ok(UserEvent::Challenged { proposal }) => self.answer(proposal).await,
                Ok(UserEvent::GameStarted { game } | UserEvent::YourTurn { game }) => {
                    self.play(game);
                }
                Ok(UserEvent::Other) => {}
                Err(error) => tracing::warn!(%error, "an event that cannot be read"),
            }
        }
        Ok(())
    }

    /// Accepts a proposal that somebody else made to this bot, or declines it.
    async fn answer(self: &Arc<Self>, proposal: Proposal) {
        if proposal.by.id == self.id {
            return;
        }
        let path = format!("/proposals/{}", proposal.id);
        let answered = match self.refusal(&proposal) {
            None => {
                let created = self.api.post(&format!("{path}/accept"), None).await;
                created.map(|created| {
                    if let Some(Ok(Created { id })) = created.map(serde_json::from_value) {
                        tracing::info!(game = id, against = proposal.by.name, "accepted");
                        self.play(id);
                    }
                })
            }
            Some(why) => {
                tracing::info!(from = proposal.by.name, why, "declined");
                self.api.delete(&path).await
            }
        };
        match answered {
            Ok(()) => {}
            // It was withdrawn, or answered before.
            Err(failure) => tracing::info!(%failure, "the proposal is gone"),
        }
    }

    fn refusal(&self, proposal: &Proposal) -> Option<&'static str> {
        let conditions = &proposal.conditions;
        let wanted = match self.accept {
            Accept::Casual => !conditions.rated,
            Accept::Rated => conditions.rated,
            Accept::All => true,
        };
        let games = self.games();
        let running = games.values().filter(|game| !game.is_finished());
        if running.count() >= self.most {
            Some("as many games as wanted are under way")
        } else if !self.variants.contains_key(&conditions.variant) {
            Some("a game that this bot does not play")
        } else if !wanted {
            Some("rated or casual, as is not wanted")
        } else {
            None
        }
    }

    /// Sees to a game, unless that is done already.
    fn play(self: &Arc<Self>, id: String) {
        let mut games = self.games();
        games.retain(|_, game| !game.is_finished());
        if games.contains_key(&id) || *self.stop.borrow() {
            return;
        }
        let (bot, game) = (self.clone(), id.clone());
        let task = tokio::spawn(async move {
            match game::play(bot, game.clone()).await {
                Ok(Some(ending)) => tracing::info!(game, ending, "over"),
                Ok(None) => {}
                Err(error) => tracing::error!(game, "left: {error:#}"),
            }
        });
        games.insert(id, task);
    }
}
