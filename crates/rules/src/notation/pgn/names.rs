//! Names of games in other programs' `Variant` tags, and starts that a text gives by number.

use std::sync::Arc;

use super::error::Fault;
use crate::position::Position;
use crate::setup::{Array, Setup};
use crate::variant::{Registry, Variant};

/// What PGN means where no tag names a game.
pub(super) const DEFAULT: &str = "chess";

/// Names that other programs give, with ours. All small letters and digits, without a closing "chess".
const OTHERS: [(&str, &str); 12] = [
    ("", DEFAULT),
    ("normal", DEFAULT),
    ("standard", DEFAULT),
    ("orthodox", DEFAULT),
    ("fromposition", DEFAULT),
    ("960", "chess960"),
    ("frc", "chess960"),
    ("fischerandom", "chess960"),
    ("fischerrandom", "chess960"),
    ("fischer", "chess960"),
    ("caparandom", "capablanca-random"),
    ("crc", "capablanca-random"),
];

/// The game that a `Variant` tag names: ours by id or name whatever the case, or by another program's name for it. A
/// name that ends in "960" means the game of that name with a drawn array.
pub(super) fn variant<'a>(registry: &'a Registry, tag: &str) -> Result<&'a Arc<Variant>, Fault> {
    if let Some(variant) = registry.get(tag) {
        return Ok(variant);
    }
    let wanted = plain(tag);
    let known = |name: &str| {
        registry
            .iter()
            .find(|variant| plain(variant.id()) == name || plain(variant.name()) == name)
            .or_else(|| {
                let (_, id) = OTHERS.iter().find(|(other, _)| *other == name)?;
                registry.get(id)
            })
    };
    let drawn = |variant: &&Arc<Variant>| matches!(variant.setup(), Setup::Shuffle(_));
    known(&wanted)
        .or_else(|| {
            let base = plain(wanted.strip_suffix("960")?);
            known(&format!("{base}960"))
                .or_else(|| known(&format!("{base}random")))
                .or_else(|| known(&base))
                .filter(drawn)
                .or_else(|| known("960").filter(|_| known(&base).map(|v| v.id()) == Some(DEFAULT)))
        })
        .ok_or_else(|| Fault::UnknownVariant(tag.to_owned()))
}

/// Small letters and digits alone, without a closing "chess".
fn plain(name: &str) -> String {
    let text: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    text.strip_suffix("chess").unwrap_or(&text).to_owned()
}

/// The start of a game whose text has no FEN: fixed, or of the array that `number` names by number or letters.
pub(super) fn start(
    variant: &Arc<Variant>,
    number: Option<(&'static str, &str)>,
) -> Result<Position, Fault> {
    let shuffle = match variant.setup() {
        Setup::Fixed(_) => {
            return Position::seeded(variant, 0, None, None)
                .map_err(|_| Fault::NoStart(variant.id().to_owned()));
        }
        Setup::HiddenShuffle(_) => return Err(Fault::NoStart(variant.id().to_owned())),
        Setup::Shuffle(shuffle) => shuffle,
    };
    let (name, value) = number.ok_or_else(|| Fault::NoArray(variant.id().to_owned()))?;
    let number = match value.parse() {
        Ok(number) => Some(number),
        Err(_) => value
            .to_ascii_uppercase()
            .parse::<Array>()
            .ok()
            .and_then(|array| shuffle.number(&array)),
    };
    number
        .and_then(|number| {
            shuffle
                .sets()
                .iter()
                .find_map(|set| Position::seeded(variant, 0, Some(set.name()), Some(number)).ok())
        })
        .ok_or_else(|| Fault::TagValue {
            name,
            value: value.to_owned(),
            expected: format!(
                "the number or the letters of an array of `{}`",
                variant.id()
            ),
        })
}
