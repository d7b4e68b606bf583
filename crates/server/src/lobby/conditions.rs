//! What two people can agree on.

use std::path::{Path, PathBuf};

use backrank_rules::setup::Setup;
use serde::Deserialize;

use crate::app::App;
use crate::catalogue::{Catalogue, Game};
use crate::error::{ApiError, Code};
use crate::wire::{Clock, Conditions, PoolInfo, PoolKey, Speed};

/// Longest base time of a live clock, in seconds.
const LONGEST_BASE: u32 = 3 * 60 * 60;
/// Longest increment or delay, in seconds.
const LONGEST_EXTRA: u32 = 180;
/// A live clock gives at least this for forty turns, in seconds.
const SHORTEST: u32 = 15;
/// Most days for a turn.
const MOST_DAYS: u32 = 14;

/// Clocks of quick pairing.
pub const POOL_CLOCKS: [Clock; 4] = [
    Clock::Live {
        base: 3 * 60,
        increment: 2,
        delay: 0,
    },
    Clock::Live {
        base: 5 * 60,
        increment: 3,
        delay: 0,
    },
    Clock::Live {
        base: 10 * 60,
        increment: 5,
        delay: 0,
    },
    Clock::Days { days: 3 },
];

/// The game of this id; nothing is guessed.
///
/// # Errors
/// 404 `unknown_variant`.
pub fn known<'a>(app: &'a App, id: &str) -> Result<&'a Game, ApiError> {
    app.catalogue
        .get(id)
        .ok_or_else(|| ApiError::from(Code::UnknownVariant).with("variant", id))
}

/// Whether two people may play with this clock.
///
/// # Errors
/// 400 `bad_clock`.
pub fn check_clock(clock: &Clock) -> Result<(), ApiError> {
    let wrong = |field: &str| Err(ApiError::from(Code::BadClock).with("field", field));
    match *clock {
        // Untimed games would hang for a year.
        Clock::Untimed => wrong("kind"),
        Clock::Days { days } if !(1..=MOST_DAYS).contains(&days) => wrong("days"),
        Clock::Days { .. } => Ok(()),
        Clock::Live { base, .. } if base > LONGEST_BASE => wrong("base"),
        Clock::Live { increment, .. } if increment > LONGEST_EXTRA => wrong("increment"),
        Clock::Live { delay, .. } if delay > LONGEST_EXTRA => wrong("delay"),
        Clock::Live {
            base,
            increment,
            delay,
        } if base + 40 * (increment + delay) < SHORTEST => wrong("base"),
        // Nobody can begin a clock that stands at nothing and has no free time.
        Clock::Live { base: 0, .. } => wrong("base"),
        Clock::Live { .. } => Ok(()),
    }
}

/// Checks what is proposed; what comes back names the set even where it was the default.
///
/// # Errors
/// 404 `unknown_variant`, 400 for whatever does not fit the game.
pub fn check(app: &App, wish: &Conditions) -> Result<Conditions, ApiError> {
    let game = known(app, &wish.variant)?;
    check_clock(&wish.clock)?;
    if wish.rated && game.variant.casual_only() {
        return Err(ApiError::from(Code::CasualOnly).with("variant", &wish.variant));
    }
    // A start that somebody has chosen is no fair draw.
    if wish.rated && wish.number.is_some() {
        return Err(ApiError::from(Code::CasualOnly).with("field", "number"));
    }
    let set = check_start(game, wish.set.as_deref(), wish.number)?;
    Ok(Conditions {
        set: (!set.is_empty()).then_some(set),
        ..wish.clone()
    })
}

/// The set of start arrays that is meant, "" where the game has none.
///
/// # Errors
/// 400 `unknown_set`, `unknown_number`.
pub fn check_start(
    game: &Game,
    set: Option<&str>,
    number: Option<u32>,
) -> Result<String, ApiError> {
    let setup = game.variant.setup();
    let no_set = |name: &str| ApiError::from(Code::UnknownSet).with("set", name);
    let no_number = |number: u32| ApiError::from(Code::UnknownNumber).with("number", number);
    let names = setup.set_names();
    let set = match set {
        Some(name) if !names.contains(&name) => return Err(no_set(name)),
        Some(name) => name,
        None => names.first().copied().unwrap_or_default(),
    };
    if let Some(number) = number {
        let Setup::Shuffle(shuffle) = setup else {
            return Err(no_number(number));
        };
        let index = shuffle.set_index(set).ok_or_else(|| no_set(set))?;
        if shuffle.numbers_in(index).binary_search(&number).is_err() {
            return Err(no_number(number));
        }
    }
    Ok(set.to_owned())
}

/// A file of pools cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PoolsError {
    /// It cannot be read.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It has another form: `[[pool]]`, each with `variant` and `clock`.
    #[error("{path}: {source}")]
    Form {
        /// Which.
        path: PathBuf,
        /// Why.
        source: toml::de::Error,
    },
    /// Nobody can play that rated.
    #[error("{path}: nobody can play \"{variant}\" rated with the clock {clock:?}")]
    Unusable {
        /// Which.
        path: PathBuf,
        /// The game.
        variant: String,
        /// The clock.
        clock: Clock,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolFile {
    pool: Vec<PoolLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolLine {
    variant: String,
    clock: Clock,
}

/// The pools of quick pairing: those of the host's file, or each game that can be rated with each of a few clocks.
///
/// # Errors
/// [`PoolsError`] names what is wrong with the file.
pub fn load_pools(catalogue: &Catalogue, file: Option<&Path>) -> Result<Vec<PoolKey>, PoolsError> {
    let Some(path) = file else {
        let rated = catalogue.iter().filter(|game| !game.variant.casual_only());
        let pools = rated.flat_map(|game| {
            POOL_CLOCKS.map(|clock| PoolKey {
                variant: game.variant.id().to_owned(),
                clock,
            })
        });
        return Ok(pools.collect());
    };
    let text = std::fs::read_to_string(path).map_err(|source| PoolsError::File {
        path: path.to_owned(),
        source,
    })?;
    let PoolFile { pool } = toml::from_str(&text).map_err(|source| PoolsError::Form {
        path: path.to_owned(),
        source,
    })?;
    pool.into_iter()
        .map(|PoolLine { variant, clock }| {
            let game = catalogue.get(&variant);
            let rated = game.is_some_and(|game| !game.variant.casual_only());
            if !rated || check_clock(&clock).is_err() {
                return Err(PoolsError::Unusable {
                    path: path.to_owned(),
                    variant,
                    clock,
                });
            }
            Ok(PoolKey { variant, clock })
        })
        .collect()
}

/// The pools as they are shown, nobody waiting.
pub fn pools(app: &App) -> impl Iterator<Item = PoolInfo> + '_ {
    app.pools.iter().map(|pool| PoolInfo {
        variant: pool.variant.clone(),
        clock: pool.clock,
        speed: Speed::of(&pool.clock),
        waiting: 0,
    })
}

/// The pool that is asked for.
///
/// # Errors
/// 404 `unknown_variant`, 400 `casual_only`, 400 `bad_clock`.
pub fn pool(app: &App, variant: &str, clock: Clock) -> Result<PoolKey, ApiError> {
    let game = known(app, variant)?;
    if game.variant.casual_only() {
        return Err(ApiError::from(Code::CasualOnly).with("variant", variant));
    }
    let wish = PoolKey {
        variant: variant.to_owned(),
        clock,
    };
    if !app.pools.contains(&wish) {
        return Err(ApiError::from(Code::BadClock).with("field", "clock"));
    }
    Ok(wish)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(base: u32, increment: u32, delay: u32) -> Clock {
        Clock::Live {
            base,
            increment,
            delay,
        }
    }

    #[test]
    fn every_game_between_people_has_a_clock() {
        assert!(check_clock(&Clock::Untimed).is_err());
        for clock in POOL_CLOCKS {
            assert!(check_clock(&clock).is_ok(), "{clock:?}");
        }
        for clock in [
            live(60, 0, 0),
            live(30, 0, 0),
            live(1, 1, 0),
            live(10_800, 180, 180),
        ] {
            assert!(check_clock(&clock).is_ok(), "{clock:?}");
        }
        for clock in [
            live(0, 0, 0),
            live(0, 10, 0),
            live(10, 0, 0),
            live(10_801, 0, 0),
            live(60, 181, 0),
            live(60, 0, 181),
            live(u32::MAX, u32::MAX, u32::MAX),
            Clock::Days { days: 0 },
            Clock::Days { days: 15 },
        ] {
            assert!(check_clock(&clock).is_err(), "{clock:?}");
        }
    }

    #[test]
    fn a_host_may_name_other_pools_and_is_told_what_is_wrong_with_them() {
        let catalogue = Catalogue::load(&[]).unwrap();
        let usual = load_pools(&catalogue, None).unwrap();
        assert!(usual.iter().any(|pool| pool.variant == "hidden"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pools.toml");
        let load = |text: &str| {
            std::fs::write(&path, text).unwrap();
            load_pools(&catalogue, Some(&path))
        };
        let line = |variant: &str, base: u32| {
            format!(
                "[[pool]]\nvariant = \"{variant}\"\nclock = {{ kind = \"live\", base = {base} }}\n"
            )
        };
        let pools = load(&line("chess", 60)).unwrap();
        assert_eq!(
            pools,
            [PoolKey {
                variant: "chess".into(),
                clock: live(60, 0, 0)
            }]
        );
        for wrong in [line("chess2", 60), line("chess", 0), "pools = 1".into()] {
            let error = load(&wrong).unwrap_err().to_string();
            assert!(error.contains("pools.toml"), "{error}");
        }
    }
}
