//! Ratings: Glicko-2, one for each game, speed and pool.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::clock::{DAY, Millis};
use crate::wire::{Clock, GameResult, Side, Speed};

/// A rating is provisional while it is less certain than this.
pub(crate) const ESTABLISHED: f64 = 110.0;
/// Nobody is less certain than somebody new.
const LARGEST_DEVIATION: f64 = 350.0;
/// Points of a unit of Glicko-2's inner scale.
const SCALE: f64 = 173.7178;
/// Idle time that makes a rating as much less certain as one game does: a settled one (60) is provisional after a year.
const IDLE: f64 = 4.68 * DAY as f64;

/// Among whom a rating was won. A game with a bot or the computer never touches the people's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pool {
    /// People only.
    People,
    /// Games in which a bot or the computer plays.
    Bots,
}

impl Speed {
    /// All of them, the fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Untimed,
    ];

    /// Of a time control, by the time that a player has for forty turns.
    pub fn of(clock: &Clock) -> Speed {
        match *clock {
            Clock::Untimed => Speed::Untimed,
            Clock::Days { .. } => Speed::Correspondence,
            Clock::Live {
                base,
                increment,
                delay,
            } => match u64::from(base) + 40 * (u64::from(increment) + u64::from(delay)) {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                _ => Speed::Classical,
            },
        }
    }
}

/// What is believed of somebody's strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Points.
    pub rating: f64,
    /// How uncertain they are: with 95 % within twice this.
    pub deviation: f64,
    /// How much they are expected to fluctuate.
    pub volatility: f64,
}

impl Default for Rating {
    /// Of somebody new.
    fn default() -> Rating {
        Rating {
            rating: 1500.0,
            deviation: LARGEST_DEVIATION,
            volatility: 0.06,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        Glicko2Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating {
            rating: rating.rating,
            deviation: rating.deviation.min(LARGEST_DEVIATION),
            volatility: rating.volatility,
        }
    }
}

fn config() -> Glicko2Config {
    Glicko2Config {
        tau: 0.5,
        ..Glicko2Config::default()
    }
}

impl Rating {
    /// As people see it.
    pub fn shown(&self) -> u32 {
        // Glicko-2 has no lower end; a negative rating is shown as 0. A float cast never overflows.
        self.rating.round() as u32
    }

    /// The deviation as people see it.
    pub fn shown_deviation(&self) -> u32 {
        self.deviation.round() as u32
    }

    /// Whether it is still uncertain (shown with a question mark).
    pub fn is_provisional(&self) -> bool {
        self.deviation > ESTABLISHED
    }

    /// After so much time without a game: less certain.
    #[must_use]
    pub fn after_idle(&self, time: Millis) -> Rating {
        let grown = time.max(0) as f64 * growth() * self.volatility * self.volatility;
        let grown = (self.deviation * self.deviation + grown).sqrt();
        Rating {
            deviation: grown.min(LARGEST_DEVIATION),
            ..*self
        }
    }
}

/// How much the square of a deviation grows in a millisecond without a game, for each unit of the volatility's square.
pub(crate) fn growth() -> f64 {
    SCALE * SCALE / IDLE
}

/// The ratings of White and Black after a game; nothing if it does not count.
pub fn after_game(white: Rating, black: Rating, result: GameResult) -> Option<[Rating; 2]> {
    let outcome = match result {
        GameResult::White => Outcomes::WIN,
        GameResult::Black => Outcomes::LOSS,
        GameResult::Draw => Outcomes::DRAW,
        GameResult::Aborted => return None,
    };
    let (white, black) = glicko2(&white.into(), &black.into(), &outcome, &config());
    Some([white.into(), black.into()])
}

impl GameResult {
    /// Who has won.
    pub fn winner(self) -> Option<Side> {
        match self {
            GameResult::White => Some(Side::White),
            GameResult::Black => Some(Side::Black),
            GameResult::Draw | GameResult::Aborted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            ..Rating::default()
        }
    }

    fn near(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() < by, "{value}, not {expected}");
    }

    /// Glickman, "Example of the Glicko-2 system": three games in one period, tau 0.5.
    #[test]
    fn glickmans_worked_example_comes_out() {
        let against = |opponent: Rating, outcome| (opponent.into(), outcome);
        let games = [
            against(rating(1400.0, 30.0), Outcomes::WIN),
            against(rating(1550.0, 100.0), Outcomes::LOSS),
            against(rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let player = rating(1500.0, 200.0);
        let after: Rating = glicko2_rating_period(&player.into(), &games, &config()).into();
        near(after.rating, 1464.06, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn a_single_game_is_a_period_of_its_own() {
        let (one, other) = (rating(1500.0, 200.0), rating(1400.0, 30.0));
        let [white, black] = after_game(one, other, GameResult::White).unwrap();
        let period = |of: Rating, against: Rating, outcome| -> Rating {
            glicko2_rating_period(&of.into(), &[(against.into(), outcome)], &config()).into()
        };
        assert_eq!(white, period(one, other, Outcomes::WIN));
        assert_eq!(black, period(other, one, Outcomes::LOSS));
        assert!(white.rating > 1500.0 && black.rating < 1400.0);
        let mirrored = after_game(other, one, GameResult::Black).unwrap();
        assert_eq!(mirrored, [black, white]);
    }

    #[test]
    fn an_aborted_game_changes_nothing() {
        let new = Rating::default();
        assert_eq!(after_game(new, new, GameResult::Aborted), None);
        let [white, black] = after_game(new, new, GameResult::Draw).unwrap();
        assert_eq!((white.shown(), black.shown()), (1500, 1500));
        assert!(white.deviation < 350.0);
    }

    #[test]
    fn a_rating_is_provisional_when_new_and_after_a_year_without_a_game() {
        assert!(Rating::default().is_provisional());
        let settled = rating(1700.0, 60.0);
        assert!(!settled.is_provisional());
        assert!(!settled.after_idle(300 * DAY).is_provisional());
        assert!(settled.after_idle(370 * DAY).is_provisional());
        assert_eq!(settled.after_idle(370 * DAY).rating, 1700.0);
        assert_eq!(settled.after_idle(1_000_000 * DAY).deviation, 350.0);
        assert_eq!(settled.after_idle(-DAY), settled);
    }

    #[test]
    fn the_speed_follows_from_the_clock() {
        let live = |base, increment, delay| {
            Speed::of(&Clock::Live {
                base,
                increment,
                delay,
            })
        };
        assert_eq!(live(60, 0, 0), Speed::Bullet);
        assert_eq!(live(179, 0, 0), Speed::Bullet);
        assert_eq!(live(60, 3, 0), Speed::Blitz);
        assert_eq!(live(180, 0, 0), Speed::Blitz);
        assert_eq!(live(300, 0, 4), Speed::Blitz);
        assert_eq!(live(300, 5, 0), Speed::Rapid);
        assert_eq!(live(1499, 0, 0), Speed::Rapid);
        assert_eq!(live(900, 10, 5), Speed::Classical);
        assert_eq!(live(u32::MAX, u32::MAX, u32::MAX), Speed::Classical);
        assert_eq!(Speed::of(&Clock::Days { days: 1 }), Speed::Correspondence);
        assert_eq!(Speed::of(&Clock::Untimed), Speed::Untimed);
    }
}
