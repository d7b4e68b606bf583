//! Numbered start arrays in sets.

use std::sync::OnceLock;

use super::numbering::{check_numbering, lexicographic_key, permutations, place, unplace};
use super::{Array, ArraySet, Mirror, Protection, SetupError, Step};

/// Numbered start arrays in one or more sets.
///
/// ```
/// use backrank_rules::setup::{ArraySet, Mirror, Shuffle, Step};
/// let steps = ["bright B", "dark B", "free Q", "pair N", "rest RKR"];
/// let steps: Vec<Step> = steps.iter().map(|s| s.parse()).collect::<Result<_, _>>()?;
/// let set = ArraySet::parse("fischer-random", &["between K R", "opposite-colours B B"])?;
/// let chess960 = Shuffle::new("KQRRBBNN", Mirror::File, 0, steps, vec![set], |_, _, _| false)?;
/// assert_eq!(chess960.count(), 960);
/// assert_eq!(chess960.array(518).unwrap().as_str(), "RNBQKBNR");
/// assert_eq!(chess960.number(&"RNBQKBNR".parse()?), Some(518));
/// assert_eq!(chess960.array(960), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shuffle {
    army: Array,
    mirror: Mirror,
    first_number: u32,
    numbering: Vec<Step>,
    sets: Vec<ArraySet>,
    protection: Protection,
    count: u32,
    /// Only for a lexicographic numbering: all arrays in order.
    listed: OnceLock<Vec<Array>>,
    in_sets: Vec<OnceLock<Vec<u32>>>,
}

impl PartialEq for Shuffle {
    /// Equal data; what has been computed so far does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.army == other.army
            && self.mirror == other.mirror
            && self.first_number == other.first_number
            && self.numbering == other.numbering
            && self.sets == other.sets
            && self.protection == other.protection
    }
}

impl Eq for Shuffle {}

impl Shuffle {
    /// Checks and joins the parts of a `kind = "shuffle"` setup. `protects(letter, from, to)` says
    /// whether a piece on file `from` of rank 1 protects the square on file `to` of rank 2; it is
    /// asked only here.
    ///
    /// # Errors
    /// The numbering must place the army exactly and give no array two numbers; every rule must fit
    /// the army; sets need different names.
    pub fn new(
        army: &str,
        mirror: Mirror,
        first_number: u32,
        numbering: Vec<Step>,
        sets: Vec<ArraySet>,
        protects: impl Fn(char, u8, u8) -> bool,
    ) -> Result<Self, SetupError> {
        let army: Array = army.parse()?;
        if sets.is_empty() {
            return Err(SetupError::BadSets(String::new()));
        }
        for (index, set) in sets.iter().enumerate() {
            let named = !set.name().is_empty()
                && set
                    .name()
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            if !named
                || sets
                    .iter()
                    .take(index)
                    .any(|earlier| earlier.name() == set.name())
            {
                return Err(SetupError::BadSets(set.name().to_owned()));
            }
            set.rules()
                .iter()
                .try_for_each(|rule| rule.check_army(&army))?;
        }
        let total = check_numbering(&army, &numbering)?;
        let protection = Protection::of(army.as_str(), protects);
        let in_sets = sets.iter().map(|_| OnceLock::new()).collect();
        let mut shuffle = Shuffle {
            army,
            mirror,
            first_number,
            numbering,
            sets,
            protection,
            count: total,
            listed: OnceLock::new(),
            in_sets,
        };
        if shuffle.lexicographic().is_some() {
            shuffle.count = shuffle.listed().len() as u32;
        }
        if first_number.checked_add(shuffle.count).is_none() {
            return Err(SetupError::FirstNumber(first_number));
        }
        Ok(shuffle)
    }

    /// The pieces that are shuffled, as the file lists them.
    pub fn army(&self) -> &Array {
        &self.army
    }

    /// How Black's side follows.
    pub fn mirror(&self) -> Mirror {
        self.mirror
    }

    /// The lowest number.
    pub fn first_number(&self) -> u32 {
        self.first_number
    }

    /// How many numbers there are, whatever the set.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The steps of the numbering.
    pub fn numbering(&self) -> &[Step] {
        &self.numbering
    }

    /// The sets, the default first.
    pub fn sets(&self) -> &[ArraySet] {
        &self.sets
    }

    /// Index of the set with this name.
    pub fn set_index(&self, name: &str) -> Option<usize> {
        self.sets.iter().position(|set| set.name() == name)
    }

    /// What protects what from rank 1 to rank 2.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// The array with this number, whether or not any set contains it; `None` outside the range.
    pub fn array(&self, number: u32) -> Option<Array> {
        let offset = number.checked_sub(self.first_number)?;
        if offset >= self.count {
            return None;
        }
        if self.lexicographic().is_some() {
            return self.listed().get(offset as usize).cloned();
        }
        place(&self.numbering, self.army.files(), number % self.count)
    }

    /// The number of this array; `None` if the numbering does not reach it.
    pub fn number(&self, array: &Array) -> Option<u32> {
        if array.files() != self.army.files() {
            return None;
        }
        let code = match self.lexicographic() {
            Some(order) => {
                let key = lexicographic_key(order, array)?;
                let found = self.listed().binary_search_by(|listed| {
                    lexicographic_key(order, listed).cmp(&Some(key.clone()))
                });
                return Some(self.first_number + found.ok()? as u32);
            }
            None => unplace(&self.numbering, array)?,
        };
        // The number in first_number .. first_number + count that leaves `code`.
        let base = self.first_number % self.count;
        Some(self.first_number + (code + self.count - base) % self.count)
    }

    /// Whether the set with this index contains `array`.
    pub fn contains(&self, set: usize, array: &Array) -> bool {
        self.sets
            .get(set)
            .is_some_and(|set| set.contains(array, &self.protection))
    }

    /// The numbers of all arrays in the set with this index, ascending; empty for an unknown index.
    /// Computed once.
    pub fn numbers_in(&self, set: usize) -> &[u32] {
        let (Some(cell), Some(rules)) = (self.in_sets.get(set), self.sets.get(set)) else {
            return &[];
        };
        cell.get_or_init(|| {
            (self.first_number..self.first_number + self.count)
                .filter(|&number| {
                    self.array(number)
                        .is_some_and(|array| rules.contains(&array, &self.protection))
                })
                .collect()
        })
    }

    fn lexicographic(&self) -> Option<&str> {
        match self.numbering.first() {
            Some(Step::Lexicographic(order)) => Some(order),
            _ => None,
        }
    }

    fn listed(&self) -> &[Array] {
        self.listed.get_or_init(|| {
            let order = self.lexicographic().unwrap_or_default();
            let mut counts: Vec<(char, usize)> = order
                .chars()
                .map(|letter| (letter, self.army.letters().filter(|&l| l == letter).count()))
                .collect();
            let mut found = Vec::new();
            permutations(
                &mut counts,
                &mut String::new(),
                self.army.files(),
                &mut |text| {
                    let array = Array(text.to_owned());
                    if self
                        .sets
                        .iter()
                        .any(|set| set.contains(&array, &self.protection))
                    {
                        found.push(array);
                    }
                },
            );
            found
        })
    }
}
