//! Clocks and limits, driven by the stamps of the log alone: replaying a log rebuilds them exactly.
//!
//! One thing runs at a time: the opening of the deal, the choice of secret squares, a first move, or a turn.

use backrank_rules::Colour;

use super::PlayerIndex;
use crate::clock::{DAY, Millis};
use crate::seat_view::side;
use crate::wire::{Clock, Limit, LimitKind};

/// For a side's first own move in a live game.
const FIRST_MOVE: Millis = 30_000;
/// For the choice of secret squares in a live game.
const CHOICE: Millis = 60_000;
/// Most that is credited for the lag of one action.
pub const LAG: Millis = 300;

/// What runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// The opening of the deal.
    Opening,
    /// The choice of secret squares, of whoever has not chosen.
    Choice,
    /// A side's first own move, outside its clock.
    First(Colour),
    /// A side's turn.
    Turn(Colour),
}

/// A time in which a player is on vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Vacation {
    from: Millis,
    until: Millis,
}

/// The clocks of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    control: Clock,
    /// How long an opening may take.
    open: Millis,
    /// Colour of the first player.
    first: Colour,
    /// What each side had left when its turn began.
    left: [Millis; 2],
    /// Whether a side has made its first own move.
    moved: [bool; 2],
    runs: Option<Runs>,
    /// Time of what runs before `since`.
    used: Millis,
    /// Since when it runs; nothing while it stands.
    since: Option<Millis>,
    /// When it goes on at the latest, while it stands.
    until: Millis,
    vacations: [Vec<Vacation>; 2],
    /// What was credited for the last action.
    lag: Millis,
}

/// What a takeback restores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stood {
    left: [Millis; 2],
    moved: [bool; 2],
}

/// An action, as far as clocks are concerned.
#[derive(Debug, Clone, Copy)]
pub struct Acted {
    /// Stamp.
    pub at: Millis,
    /// Whose.
    pub by: Colour,
    /// Credit.
    pub lag: Millis,
    /// Whether it chose a secret square, which is outside the clock.
    pub choice: bool,
    /// Who is to move after it.
    pub turn: Colour,
    /// Whether secret squares are still being chosen after it.
    pub choosing: bool,
}

fn seconds(seconds: u32) -> Millis {
    Millis::from(seconds) * 1000
}

impl Clocks {
    /// Nothing runs yet. `open` is how long the opening of the deal may take.
    pub fn new(control: Clock, open: Millis) -> Clocks {
        let base = match control {
            Clock::Live { base, .. } => seconds(base),
            Clock::Days { days } => Millis::from(days) * DAY,
            Clock::Untimed => 0,
        };
        Clocks {
            control,
            open,
            first: Colour::White,
            left: [base; 2],
            moved: [false; 2],
            runs: None,
            used: 0,
            since: None,
            until: 0,
            vacations: [Vec::new(), Vec::new()],
            lag: 0,
        }
    }

    /// What runs.
    pub fn runs(&self) -> Option<Runs> {
        self.runs
    }

    /// Whether a side has finished a turn of its own.
    pub fn has_moved(&self, side: Colour) -> bool {
        self.moved[side.index()]
    }

    /// Whether everything stands until somebody is back.
    pub fn is_paused(&self) -> bool {
        self.runs.is_some() && self.since.is_none()
    }

    fn start(&mut self, runs: Option<Runs>, at: Millis) {
        self.runs = runs;
        self.used = 0;
        self.since = runs.map(|_| at);
        self.until = 0;
    }

    /// All commitments are in.
    pub fn opening(&mut self, at: Millis) {
        self.start(Some(Runs::Opening), at);
    }

    /// The game has been dealt.
    pub fn begin(&mut self, at: Millis, first: Colour, turn: Colour, choosing: bool) {
        self.first = first;
        self.next(at, turn, choosing);
    }

    fn next(&mut self, at: Millis, turn: Colour, choosing: bool) {
        let runs = match self.control {
            Clock::Untimed => None,
            _ if choosing => Some(Runs::Choice),
            _ if self.moved[turn.index()] => Some(Runs::Turn(turn)),
            _ => Some(Runs::First(turn)),
        };
        self.start(runs, at);
    }

    /// What of the time used is credited for a connection's lag.
    pub fn credit(&self, lag: Millis, at: Millis) -> Millis {
        match (self.control, self.runs) {
            (Clock::Live { .. }, Some(Runs::Turn(_))) => {
                lag.clamp(0, LAG).min(self.elapsed(at).max(0))
            }
            _ => 0,
        }
    }

    /// An action was played. Says what the mover had left after it.
    pub fn acted(&mut self, acted: Acted) -> Option<Millis> {
        let Acted {
            at,
            by,
            lag,
            choice,
            turn,
            choosing,
        } = acted;
        self.lag = lag;
        if choice {
            // While the other has not chosen, its time goes on.
            if !choosing {
                self.next(at, turn, choosing);
            }
            return self.left_now(by, at);
        }
        self.used = self.elapsed(at) - lag;
        self.since = self.runs.map(|_| at);
        self.until = 0;
        let before = self.left_now(by, at);
        // A turn that waits for a late promotion goes on.
        if turn == by {
            return before;
        }
        if let (Clock::Live { increment, .. }, Some(Runs::Turn(_))) = (self.control, self.runs) {
            let left = &mut self.left[by.index()];
            *left = before.unwrap_or(*left) + seconds(increment);
        }
        self.moved[by.index()] = true;
        self.next(at, turn, choosing);
        match self.control {
            Clock::Untimed => None,
            Clock::Live { .. } => Some(self.left[by.index()]),
            Clock::Days { .. } => before,
        }
    }

    /// The server was away: so much is not charged, and everything stands until then, or goes on at once.
    pub fn paused(&mut self, at: Millis, uncharged: Millis, until: Millis) {
        if self.runs.is_none() {
            return;
        }
        if self.since.is_some() {
            self.used = (self.elapsed(at) - uncharged).max(self.used);
        }
        self.since = (until <= at).then_some(at);
        self.until = until;
    }

    /// It goes on.
    pub fn resumed(&mut self, at: Millis) {
        self.since = self.runs.map(|_| at);
        self.until = 0;
    }

    /// A player is on vacation; an earlier vacation ends with it.
    pub fn vacation(&mut self, player: PlayerIndex, from: Millis, until: Millis) {
        let Some(vacations) = self.vacations.get_mut(player) else {
            return;
        };
        for vacation in vacations.iter_mut() {
            vacation.until = vacation.until.min(from);
        }
        vacations.retain(|vacation| vacation.from < vacation.until);
        if until > from {
            vacations.push(Vacation { from, until });
        }
    }

    /// Until when a player is on vacation.
    pub fn on_vacation(&self, player: PlayerIndex, at: Millis) -> Option<Millis> {
        let vacations = self.vacations.get(player)?;
        let now = vacations
            .iter()
            .find(|vacation| (vacation.from..vacation.until).contains(&at))?;
        Some(now.until)
    }

    /// Nothing runs any more.
    pub fn stop(&mut self, at: Millis) {
        if let Some(Runs::Turn(side)) = self.runs
            && let Some(left) = self.left_now(side, at)
        {
            self.left[side.index()] = left;
        }
        self.start(None, at);
    }

    /// What a takeback to here would restore.
    pub fn stood(&self) -> Stood {
        Stood {
            left: self.left,
            moved: self.moved,
        }
    }

    /// Goes back to where the clocks stood; the turn begins anew.
    pub fn restore(&mut self, stood: Stood, at: Millis, turn: Colour) {
        self.left = stood.left;
        self.moved = stood.moved;
        self.lag = 0;
        self.next(at, turn, false);
    }

    /// The vacations of the player whose time runs.
    fn free_times(&self) -> &[Vacation] {
        match (self.control, self.runs) {
            (Clock::Days { .. }, Some(Runs::First(side) | Runs::Turn(side))) => {
                &self.vacations[usize::from(side != self.first)]
            }
            _ => &[],
        }
    }

    /// How long what runs has run.
    fn elapsed(&self, at: Millis) -> Millis {
        let Some(since) = self.since else {
            return self.used;
        };
        let free: Millis = self
            .free_times()
            .iter()
            .map(|free| (at.min(free.until) - since.max(free.from)).max(0))
            .sum();
        self.used + (at - since).max(0) - free
    }

    fn budget(&self) -> Option<Millis> {
        let days = match self.control {
            Clock::Days { days } => Some(Millis::from(days) * DAY),
            _ => None,
        };
        Some(match self.runs? {
            Runs::Opening => self.open,
            Runs::Choice => days.unwrap_or(CHOICE),
            Runs::First(_) => days.unwrap_or(FIRST_MOVE),
            Runs::Turn(side) => days.unwrap_or(self.left[side.index()] + self.delay()),
        })
    }

    fn delay(&self) -> Millis {
        match self.control {
            Clock::Live { delay, .. } => seconds(delay),
            _ => 0,
        }
    }

    /// When what runs is over, or goes on by itself.
    pub fn due(&self) -> Option<Millis> {
        let budget = self.budget()?;
        let Some(since) = self.since else {
            return Some(self.until);
        };
        let mut due = since + (budget - self.used);
        // In the order of time, since each begins when the one before has ended.
        for free in self.free_times() {
            if free.until > since && free.from < due {
                due += free.until - free.from.max(since);
            }
        }
        Some(due)
    }

    /// What is over now.
    pub fn over(&self, at: Millis) -> Option<Runs> {
        let runs = self.runs?;
        let due = self.due()?;
        (self.since.is_some() && at >= due).then_some(runs)
    }

    /// What a side has left.
    pub fn left_now(&self, side: Colour, at: Millis) -> Option<Millis> {
        let used = match self.runs {
            Some(Runs::Turn(of) | Runs::First(of)) if of == side => self.elapsed(at),
            _ => 0,
        };
        match self.control {
            Clock::Untimed => None,
            Clock::Live { .. } => {
                let running = matches!(self.runs, Some(Runs::Turn(_)));
                let charged = if running {
                    (used - self.delay()).max(0)
                } else {
                    0
                };
                Some((self.left[side.index()] - charged).max(0))
            }
            Clock::Days { days } => Some((Millis::from(days) * DAY - used).max(0)),
        }
    }

    /// As everybody is told; nothing in a game without a clock.
    pub fn told(&self, at: Millis) -> Option<crate::wire::Clocks> {
        let [white, black] = Colour::ALL.map(|side| self.left_now(side, at));
        let running = match self.runs {
            Some(Runs::Turn(of)) if self.since.is_some() => Some(of),
            _ => None,
        };
        let resting = running
            .and_then(|of| self.on_vacation(usize::from(of != self.first), at))
            .is_some();
        let what = match self.runs {
            Some(Runs::Opening) => Some(LimitKind::Opening),
            Some(Runs::Choice) => Some(LimitKind::SecretChoice),
            Some(Runs::First(_)) => Some(LimitKind::FirstMove),
            _ => None,
        };
        let passed = self.elapsed(at);
        let limit = what.zip(self.budget()).map(|(what, budget)| Limit {
            what,
            left: (budget - passed).max(0),
        });
        Some(crate::wire::Clocks {
            white: white?,
            black: black?,
            running: running.filter(|_| !resting).map(side),
            free: match self.runs {
                Some(Runs::Turn(_)) => (self.delay() - passed).max(0),
                _ => 0,
            },
            paused: self.is_paused(),
            limit,
            lag: self.lag,
        })
    }
}
