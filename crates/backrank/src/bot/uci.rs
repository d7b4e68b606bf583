//! A program that speaks UCI, for games in which nothing is hidden.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use backrank_rules::notation::uci as notation;
use backrank_rules::setup::Setup;
use backrank_rules::{Action, Variant, View};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::{Instant, timeout_at};

use super::play::{Question, Times};

/// How long the program may take to say what it can, and to be ready.
const READY: Duration = Duration::from_secs(20);
/// For a move without a clock.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// A program that has not answered so long after it had to is dead.
const WATCHDOG: Duration = Duration::from_secs(10);

/// How the program is called, and what it said it can do.
#[derive(Debug)]
pub struct Command {
    words: Vec<String>,
    /// Whether it writes castling as king onto rook when told to.
    chess960: bool,
    /// Values of its option `UCI_Variant`.
    variants: Vec<String>,
}

/// A running program.
struct Process {
    // Killed when dropped.
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// Whether it owes a move.
    thinks: bool,
    /// The game that it was set up for.
    game: Option<String>,
}

/// The program of one game, started when it is needed and again when it has died.
pub struct Engine {
    command: Arc<Command>,
    process: Option<Process>,
}

/// Lower-case letters and digits, so that "Fischer Random" is found as `fischerandom` is written.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    kept.collect::<String>().to_ascii_lowercase()
}

impl Command {
    /// Starts the program once to hear what it can do.
    pub async fn ask(text: &str) -> Result<Command> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut command = Command {
            words,
            chess960: false,
            variants: Vec::new(),
        };
        let (_, options) = Process::start(&command).await?;
        for option in options {
            let words: Vec<&str> = option.split_whitespace().collect();
            match words.as_slice() {
                ["name", "UCI_Chess960", ..] => command.chess960 = true,
                ["name", "UCI_Variant", rest @ ..] => {
                    let values = rest.windows(2).filter(|pair| pair[0] == "var");
                    command.variants = values.map(|pair| pair[1].to_owned()).collect();
                }
                _ => {}
            }
        }
        Ok(command)
    }

    /// What the program calls a game, if it says which it plays.
    fn name_of(&self, variant: &Variant) -> Option<&str> {
        let names =
            std::iter::once(variant.id()).chain(variant.aliases().iter().map(String::as_str));
        let names: Vec<String> = names.map(plain).collect();
        let found = self
            .variants
            .iter()
            .find(|name| names.contains(&plain(name)));
        found.map(String::as_str)
    }

    /// Whether the program can play a game; without `UCI_Variant` it plays what the user says it does.
    pub fn plays(&self, variant: &Variant, named: &[String]) -> Result<()> {
        if !variant.is_visible() || variant.secret_kings() {
            bail!("something is hidden in it, which UCI has no words for");
        }
        if variant.gating_hand().is_some() {
            bail!("pieces enter from hand in it, which engines write in different ways");
        }
        if self.is_shuffled(variant) && !self.chess960 {
            bail!("the engine has no option UCI_Chess960");
        }
        if self.variants.is_empty() && named.is_empty() {
            bail!("the engine has no option UCI_Variant; name what it plays by --variants");
        }
        if !self.variants.is_empty() && self.name_of(variant).is_none() {
            bail!(
                "the engine does not play it; it plays {}",
                self.variants.join(", ")
            );
        }
        Ok(())
    }

    fn is_shuffled(&self, variant: &Variant) -> bool {
        matches!(variant.setup(), Setup::Shuffle(_))
    }

    /// An action as the program writes it.
    fn written(&self, variant: &Variant, action: Action) -> String {
        let (Action::Castle { king, rook, .. }, Some(castling), false) =
            (action, variant.castling(), self.chess960)
        else {
            return notation::action(variant, action);
        };
        let name = |square| variant.geometry().name(square);
        let (king, rook) = (name(king), name(rook));
        let wing = if rook < king {
            &castling.first
        } else {
            &castling.last
        };
        let rank = king.get(1..).unwrap_or_default();
        format!("{king}{}{rank}", char::from(b'a' + wing.king))
    }
}

impl Process {
    /// Starts a program; also the options that it told.
    async fn start(command: &Command) -> Result<(Process, Vec<String>)> {
        let [program, arguments @ ..] = command.words.as_slice() else {
            bail!("the engine's command is empty");
        };
        let mut child = tokio::process::Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("the engine `{program}` does not start"))?;
        let input = child.stdin.take().context("the engine takes input")?;
        let output = child.stdout.take().context("the engine gives output")?;
        let mut process = Process {
            _child: child,
            input,
            output: BufReader::new(output).lines(),
            thinks: false,
            game: None,
        };
        process.say("uci").await?;
        let mut options = Vec::new();
        let until = Instant::now() + READY;
        loop {
            let line = process.hear(until).await?;
            if line.trim() == "uciok" {
                return Ok((process, options));
            }
            if let Some(option) = line.trim().strip_prefix("option ") {
                options.push(option.to_owned());
            }
        }
    }

    async fn say(&mut self, line: &str) -> Result<()> {
        let line = format!("{line}\n");
        self.input
            .write_all(line.as_bytes())
            .await
            .context("the engine has died")
    }

    async fn hear(&mut self, until: Instant) -> Result<String> {
        timeout_at(until, self.output.next_line())
            .await
            .context("the engine does not answer")?
            .context("the engine has died")?
            .context("the engine has ended")
    }

    async fn hear_move(&mut self, until: Instant) -> Result<String> {
        loop {
            let line = self.hear(until).await?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                self.thinks = false;
                return Ok(words.next().unwrap_or_default().to_owned());
            }
        }
    }

    async fn set_up(&mut self, command: &Command, variant: &Variant) -> Result<()> {
        if self.game.as_deref() == Some(variant.id()) {
            return Ok(());
        }
        if command.chess960 {
            self.say("setoption name UCI_Chess960 value true").await?;
        }
        if let Some(name) = command.name_of(variant) {
            self.say(&format!("setoption name UCI_Variant value {name}"))
                .await?;
        }
        self.say("ucinewgame").await?;
        self.say("isready").await?;
        let until = Instant::now() + READY;
        while self.hear(until).await?.trim() != "readyok" {}
        self.game = Some(variant.id().to_owned());
        Ok(())
    }

    async fn answer(&mut self, command: &Command, question: &Question) -> Result<String> {
        let observation = &question.observation;
        let variant = observation.view().variant();
        if self.thinks {
            // It still thinks about a position that is past.
            self.say("stop").await?;
            self.hear_move(Instant::now() + WATCHDOG).await?;
        }
        self.set_up(command, variant).await?;
        let position = position(command, observation.start(), observation.records())?;
        self.say(&position).await?;
        let (go, time) = match question.times {
            Some(times) => {
                let increment = times.increment.as_millis();
                let Times { white, black, .. } = times;
                let go =
                    format!("go wtime {white} btime {black} winc {increment} binc {increment}");
                (go, times.own)
            }
            None => (format!("go movetime {}", MOVE_TIME.as_millis()), MOVE_TIME),
        };
        self.thinks = true;
        self.say(&go).await?;
        let said = self.hear_move(Instant::now() + time + WATCHDOG).await?;
        let legal = observation.legal();
        let action = legal
            .into_iter()
            .find(|&action| command.written(variant, action) == said)
            .with_context(|| format!("the engine plays {said}, which is not legal here"))?;
        Ok(notation::action(variant, action))
    }
}

/// The line that tells the program a position.
fn position(
    command: &Command,
    start: &View,
    records: &[backrank_rules::Recorded],
) -> Result<String> {
    let variant = start.variant();
    let mut line = format!("position fen {}", start.fen());
    for (ply, record) in records.iter().enumerate() {
        if ply == 0 {
            line += " moves";
        }
        let action = record.action.known().context("nothing is hidden")?;
        line += " ";
        line += &command.written(variant, action);
    }
    Ok(line)
}

impl Engine {
    pub fn new(command: Arc<Command>) -> Engine {
        Engine {
            command,
            process: None,
        }
    }

    /// An action; if the program dies, hangs or plays what is not legal it is started anew and asked once more.
    pub async fn answer(&mut self, question: &Question) -> Result<String> {
        match self.try_answer(question).await {
            Ok(action) => Ok(action),
            Err(error) => {
                tracing::warn!("{error:#}; the engine is started anew");
                self.process = None;
                self.try_answer(question).await
            }
        }
    }

    async fn try_answer(&mut self, question: &Question) -> Result<String> {
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let (process, _) = Process::start(&self.command).await?;
                self.process.insert(process)
            }
        };
        process.answer(&self.command, question).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backrank_rules::{Position, Registry, Seat};

    fn command(chess960: bool, variants: &[&str]) -> Command {
        Command {
            words: vec!["engine".to_owned()],
            chess960,
            variants: variants.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    fn played(command: &Command, variants: &[&str]) -> Vec<String> {
        let named: Vec<String> = variants.iter().map(|&name| name.to_owned()).collect();
        let registry = Registry::built_in().unwrap();
        let plays = |variant: &&Arc<Variant>| {
            (named.is_empty() || named.contains(&variant.id().to_owned()))
                && command.plays(variant, &named).is_ok()
        };
        let played = registry.iter().filter(plays);
        played.map(|variant| variant.id().to_owned()).collect()
    }

    #[test]
    fn an_engine_plays_what_it_says_and_nothing_hidden() {
        let fairy = ["chess", "capablanca", "caparandom", "fischerandom", "janus"];
        assert_eq!(
            played(&command(true, &fairy), &[]),
            [
                "capablanca",
                "capablanca-random",
                "chess",
                "chess960",
                "janus"
            ]
        );
        assert_eq!(
            played(&command(false, &["chess", "fischerandom"]), &[]),
            ["chess"]
        );
        assert!(played(&command(true, &[]), &[]).is_empty());
        assert_eq!(
            played(&command(true, &[]), &["chess", "chess960", "hidden"]),
            ["chess", "chess960"]
        );
    }

    #[test]
    fn castling_is_written_as_the_engine_writes_it() {
        let registry = Registry::built_in().unwrap();
        let chess = registry.get("chess").unwrap();
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
        let position = Position::from_fen(chess, fen).unwrap();
        let view = position.view(Seat::White);
        let written = |command: &Command| {
            let legal = view.legal_for(backrank_rules::Colour::White);
            let castling = legal
                .into_iter()
                .filter(|action| matches!(action, Action::Castle { .. }));
            let mut texts: Vec<String> = castling
                .map(|action| command.written(chess, action))
                .collect();
            texts.sort();
            texts
        };
        assert_eq!(written(&command(true, &[])), ["e1a1", "e1h1"]);
        assert_eq!(written(&command(false, &[])), ["e1c1", "e1g1"]);
    }
}
