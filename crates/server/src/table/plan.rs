//! Conditional moves: what the other side is foreseen to do, and the answer.
//!
//! Actions are written as they are recorded for the seat that plans. A part that the seat may not know (`?`) says
//! nothing, so it may be left out; a known one that was not foreseen is a surprise, and cancels the lines.

/// Most lines of a plan.
const LINES: usize = 16;
/// Most actions of a line.
const LENGTH: usize = 40;
/// Longest text of an action, with all that it shows.
const TEXT: usize = 24;

/// The lines of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    lines: Vec<Vec<String>>,
    /// Whether the foreseen action has been played, so that the answer comes next.
    due: bool,
}

/// What becomes of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turned {
    /// Nothing was planned.
    Nothing,
    /// It goes on.
    On,
    /// Something unforeseen ended it.
    Cancelled,
}

/// The text without what this seat was not told.
fn known(recorded: &str) -> String {
    ["~?", "*?"]
        .iter()
        .fold(recorded.to_owned(), |text, part| text.replace(part, ""))
}

impl Plan {
    /// Reads lines; `None` if they are not pairs of foreseen action and answer.
    pub fn new(lines: &[Vec<String>]) -> Option<Plan> {
        let text = |text: &String| {
            (1..=TEXT).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
        };
        let line = |line: &Vec<String>| {
            (2..=LENGTH).contains(&line.len())
                && line.len().is_multiple_of(2)
                && line.iter().all(text)
        };
        let fits = lines.len() <= LINES && lines.iter().all(line);
        fits.then(|| Plan {
            lines: lines.to_vec(),
            due: false,
        })
    }

    /// What is planned.
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// The action that is to be played now, without what it is foreseen to show.
    pub fn answer(&self) -> Option<&str> {
        let answer = self.lines.first().filter(|_| self.due)?.get(1)?;
        let end = answer
            .char_indices()
            .find(|&(at, letter)| at > 0 && matches!(letter, '~' | '*' | '@'))
            .map_or(answer.len(), |(at, _)| at);
        answer.get(..end)
    }

    /// Everything is off.
    pub fn cancel(&mut self) -> Turned {
        let had = !self.lines.is_empty();
        *self = Plan::default();
        if had {
            Turned::Cancelled
        } else {
            Turned::Nothing
        }
    }

    /// The other side has played. `over`: its turn is, so that an answer may come.
    pub fn other_played(&mut self, recorded: &str, over: bool) -> Turned {
        if self.lines.is_empty() {
            return Turned::Nothing;
        }
        let played = known(recorded);
        self.lines
            .retain(|line| line.first().is_some_and(|said| known(said) == played));
        let answer = self.lines.first().and_then(|line| line.get(1)).cloned();
        if self.due || !over || answer.is_none() {
            *self = Plan::default();
            return Turned::Cancelled;
        }
        self.lines.retain(|line| line.get(1) == answer.as_ref());
        self.due = true;
        Turned::On
    }

    /// The planning seat has played.
    pub fn own_played(&mut self, recorded: &str, over: bool) -> Turned {
        if self.lines.is_empty() {
            return Turned::Nothing;
        }
        let foreseen = self.lines.first().and_then(|line| line.get(1));
        let as_planned = foreseen.is_some_and(|said| known(said) == known(recorded));
        if !self.due || !as_planned || !over {
            return self.cancel();
        }
        self.due = false;
        for line in &mut self.lines {
            line.drain(..2);
        }
        self.lines.retain(|line| !line.is_empty());
        Turned::On
    }
}
