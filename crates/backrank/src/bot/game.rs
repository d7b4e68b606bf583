//! One game of a bot, from the deal to the end, over as many connections as it takes.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::deal::Contribution;
use backrank_rules::notation::uci::parse_recorded;
use backrank_rules::{Colour, Observation, Seat, Variant, View};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use super::Bot;
use super::api::{
    Clocks, DealStep, Ending, Event, Failure, Now, Offer, OfferKind, Pause, Phase, Played,
    Snapshot, Told,
};
use super::play::{Answered, Player, Question, Times};

/// With more time than this a game is not played in one sitting.
const LONGEST_SITTING: Duration = Duration::from_secs(12 * 60 * 60);

/// What to do after a message.
enum Next {
    GoOn,
    /// What this bot knows does not fit: ask for all anew.
    Again,
    /// The game is over.
    Over(String),
}

/// What the bot knows of the game.
struct Game {
    bot: Arc<Bot>,
    id: String,
    contribution: Contribution,
    seq: Option<u32>,
    seat: Option<Seat>,
    variant: Option<Arc<Variant>>,
    observation: Option<Observation>,
    ply: u32,
    legal: Vec<String>,
    clocks: Option<Clocks>,
    increment: Duration,
    /// When the game may be claimed because the other side stays away.
    claim_at: Option<Instant>,
    /// The ply for which an action was sent.
    sent: Option<u32>,
    player: Player,
}

/// Plays until the end, which it tells; nothing if the bot is told to stop.
pub async fn play(bot: Arc<Bot>, id: String) -> Result<Option<String>> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("the operating system gives no random bytes: {error}"))?;
    let mut stop = bot.stop.clone();
    let player = Player::new(bot.brain.clone(), bot.thinking.clone());
    let game = Game {
        bot,
        id,
        contribution: Contribution::new(bytes),
        seq: None,
        seat: None,
        variant: None,
        observation: None,
        ply: 0,
        legal: Vec::new(),
        clocks: None,
        increment: Duration::ZERO,
        claim_at: None,
        sent: None,
        player,
    };
    tokio::select! {
        _ = stop.wait_for(|&stop| stop) => Ok(None),
        ended = game.until_the_end() => ended.map(Some),
    }
}

impl Game {
    async fn until_the_end(mut self) -> Result<String> {
        let mut pause = Pause::default();
        loop {
            match self.connected(&mut pause).await {
                Ok(Next::Over(ending)) => return Ok(ending),
                Ok(_) => {}
                Err(error) => match error.downcast::<Failure>() {
                    Ok(Failure::Refused(refusal)) if !refusal.may_pass() => {
                        return Err(Failure::Refused(refusal).into());
                    }
                    Ok(failure) => tracing::warn!(game = self.id, %failure, "trying again"),
                    Err(error) => return Err(error),
                },
            }
            pause.wait().await;
        }
    }

    /// One connection, until it ends.
    async fn connected(&mut self, pause: &mut Pause) -> Result<Next> {
        let path = match self.seq {
            Some(seq) => format!("/games/{}/stream?last_seq={seq}", self.id),
            None => format!("/games/{}/stream", self.id),
        };
        let mut lines = self.bot.api.lines(&path).await?;
        loop {
            self.think();
            let claim_at = self.claim_at;
            let next = tokio::select! {
                line = lines.next() => {
                    let Some(line) = line else {
                        return Ok(Next::GoOn);
                    };
                    pause.reset();
                    let told = serde_json::from_value(line).context("a message of the server")?;
                    self.told(told).await?
                }
                answered = self.player.answered() => self.answered(answered).await?,
                () = sleep_until(claim_at.unwrap_or_else(Instant::now)), if claim_at.is_some() => {
                    self.claim_at = None;
                    let nonce = nonce()?;
                    self.send(json!({"type": "claim", "nonce": nonce, "draw": false})).await?;
                    Next::GoOn
                }
            };
            match next {
                Next::GoOn => {}
                Next::Again => {
                    self.seq = None;
                    return Ok(Next::Again);
                }
                over => return Ok(over),
            }
        }
    }

    async fn told(&mut self, told: Told) -> Result<Next> {
        match told {
            Told::Snapshot { seq, game } => {
                self.seq = Some(seq);
                self.snapshot(*game).await
            }
            Told::Event { seq, event } => {
                if self.seq.is_some_and(|last| seq <= last) {
                    return Ok(Next::GoOn);
                }
                if self.seq.map(|last| last + 1) != Some(seq) {
                    return Ok(Next::Again);
                }
                self.seq = Some(seq);
                self.event(*event).await
            }
            Told::Clocks { clocks } => {
                self.clocks = Some(clocks);
                Ok(Next::GoOn)
            }
            Told::Presence { claim_in } => {
                let after = |ms| Instant::now() + Duration::from_millis(ms);
                self.claim_at = claim_in.map(after);
                Ok(Next::GoOn)
            }
            Told::Error { error } => bail!("the server says {}", error.code),
            Told::Other => Ok(Next::GoOn),
        }
    }

    async fn snapshot(&mut self, game: Snapshot) -> Result<Next> {
        if let Some(ending) = &game.ending {
            return Ok(over(ending));
        }
        self.forget_the_position();
        self.increment = Duration::from_secs(game.clock.increment);
        let variant = self.bot.variants.get(&game.variant);
        let variant = variant.with_context(|| format!("`{}` is not played here", game.variant))?;
        self.variant = Some(variant.clone());
        match game.dealing {
            Some(DealStep::Commit) => self.commit().await?,
            Some(DealStep::Open) => self.open().await?,
            Some(DealStep::Wait) | None => {}
        }
        if game.phase != Phase::Playing {
            return Ok(Next::GoOn);
        }
        let start = game.start.context("a game under way has a start")?;
        self.begin(game.seat, &start.fen)?;
        for played in &game.moves {
            self.record(played)?;
        }
        self.now(game.now.context("a game under way has a situation")?);
        for offer in game.offers {
            self.answer(offer).await?;
        }
        Ok(Next::GoOn)
    }

    async fn event(&mut self, event: Event) -> Result<Next> {
        match event {
            Event::OpenNow => self.open().await?,
            Event::Dealt { seat, start, now } => {
                self.begin(seat, &start.fen)?;
                self.now(now);
            }
            Event::Played { played, now } => {
                if played.ply != self.ply {
                    return Ok(Next::Again);
                }
                self.record(&played)?;
                self.now(now);
            }
            Event::Offered { offer } => self.answer(offer).await?,
            Event::TakenBack {} => return Ok(Next::Again),
            Event::Ended { ending } => return Ok(over(&ending)),
            Event::Other => {}
        }
        Ok(Next::GoOn)
    }

    fn forget_the_position(&mut self) {
        self.player.stop();
        self.observation = None;
        self.legal = Vec::new();
        self.sent = None;
    }

    fn begin(&mut self, seat: super::api::Seat, fen: &str) -> Result<()> {
        let seat = match seat {
            super::api::Seat::White => Seat::White,
            super::api::Seat::Black => Seat::Black,
            super::api::Seat::Spectator => bail!("this bot does not play in the game"),
        };
        let variant = self.variant.as_ref().context("the game is known")?;
        self.observation = Some(Observation::new(seat, View::from_fen(variant, fen)?));
        self.seat = Some(seat);
        Ok(())
    }

    fn record(&mut self, played: &Played) -> Result<()> {
        let observation = self.observation.as_mut().context("the game has begun")?;
        let by = match played.by {
            super::api::Seat::White => Colour::White,
            _ => Colour::Black,
        };
        let view = observation.view();
        let record = parse_recorded(view.variant(), view.board(), by, &played.recorded)
            .with_context(|| format!("action {} of the game, {}", played.ply, played.recorded))?;
        observation
            .record(record)
            .with_context(|| format!("action {} of the game, {}", played.ply, played.recorded))
    }

    fn now(&mut self, now: Now) {
        if now.ply != self.ply {
            // Whatever is being thought about is past.
            self.player.stop();
        }
        self.ply = now.ply;
        self.legal = now.legal.into_iter().map(|choice| choice.action).collect();
    }

    /// Begins to think if this seat may act and nothing is under way.
    fn think(&mut self) {
        let (Some(observation), Some(seat)) = (&self.observation, self.seat) else {
            return;
        };
        if self.legal.is_empty() || self.sent == Some(self.ply) || self.player.is_busy() {
            return;
        }
        let clocks = self.clocks.map(|Clocks { white, black }| Times {
            own: Duration::from_millis(if seat == Seat::Black { black } else { white }),
            white,
            black,
            increment: self.increment,
        });
        self.player.ask(Question {
            observation: observation.clone(),
            ply: self.ply,
            // Days are not there to be thought through.
            times: clocks.filter(|times| times.own < LONGEST_SITTING),
        });
    }

    async fn answered(&mut self, answered: Answered) -> Result<Next> {
        if answered.ply != self.ply {
            return Ok(Next::GoOn);
        }
        let message = match answered.action {
            Ok(action) if self.legal.contains(&action) => {
                json!({"type": "act", "nonce": nonce()?, "ply": self.ply, "action": action})
            }
            Ok(action) => {
                tracing::error!(game = self.id, action, "not legal; this bot resigns");
                json!({"type": "resign", "nonce": nonce()?})
            }
            Err(why) => {
                tracing::error!(game = self.id, "{why:#}; this bot resigns");
                json!({"type": "resign", "nonce": nonce()?})
            }
        };
        self.sent = Some(self.ply);
        let answer = self.send(message).await?;
        Ok(match answer {
            Some(answer) if answer["type"] == "refused" => {
                tracing::warn!(game = self.id, code = %answer["error"]["code"], "refused");
                Next::Again
            }
            _ => Next::GoOn,
        })
    }

    async fn commit(&mut self) -> Result<()> {
        let commitment = self.contribution.commitment(&self.id, &self.bot.id);
        let commitment = commitment.to_string();
        self.send(json!({"type": "commit", "commitment": commitment}))
            .await?;
        Ok(())
    }

    async fn open(&mut self) -> Result<()> {
        let contribution = self.contribution.reveal_hex();
        self.send(json!({"type": "open", "contribution": contribution}))
            .await?;
        Ok(())
    }

    /// Draws are declined: what the position is worth shows on the board. Taking back is casual and granted.
    async fn answer(&mut self, offer: Offer) -> Result<()> {
        let own = matches!(
            (offer.by, self.seat),
            (super::api::Seat::White, Some(Seat::White))
                | (super::api::Seat::Black, Some(Seat::Black))
        );
        if own {
            return Ok(());
        }
        let accept = offer.what == OfferKind::Takeback;
        let nonce = nonce()?;
        let what = offer.what.as_str();
        self.send(json!({"type": "answer", "nonce": nonce, "what": what, "accept": accept}))
            .await?;
        Ok(())
    }

    /// Sends a message until the server answers it; it is the same message each time, so it counts once.
    async fn send(&self, message: Value) -> Result<Option<Value>, Failure> {
        let path = format!("/games/{}/messages", self.id);
        let mut pause = Pause::default();
        loop {
            match self.bot.api.post(&path, Some(&message)).await {
                Err(Failure::Refused(refusal)) if refusal.may_pass() => {
                    tracing::warn!(game = self.id, %refusal, "sending again");
                }
                Err(failure @ Failure::Unreachable(_)) => {
                    tracing::warn!(game = self.id, %failure, "sending again");
                }
                // A message too late, such as an answer to an offer that has fallen, harms nobody.
                Err(Failure::Refused(refusal)) if refusal.code == "bad_message" => {
                    tracing::warn!(game = self.id, %refusal, kind = %message["type"], "not taken");
                    return Ok(None);
                }
                answer => return answer,
            }
            pause.wait().await;
        }
    }
}

fn over(ending: &Ending) -> Next {
    Next::Over(format!("{}, {}", ending.result, ending.reason))
}

fn nonce() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("the operating system gives no random bytes: {error}"))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
