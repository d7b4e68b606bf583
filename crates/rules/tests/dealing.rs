//! Chance is fair: every start is drawn as often as any other, and one side's pieces say nothing of the other's.
//!
//! The seeds are fixed, so a test that passes once passes always. `BACKRANK_DEALS` sets how many deals are drawn, by
//! default 100,000.

use std::collections::{BTreeMap, BTreeSet};

use backrank_rules::Registry;
use backrank_rules::deal;
use backrank_rules::setup::{Mirror, Setup};

/// How many standard deviations a chi-square may lie above its mean. With fixed seeds this is no chance of failure
/// but a bound on what was found.
const DEVIATIONS: f64 = 4.5;

fn deals() -> u64 {
    std::env::var("BACKRANK_DEALS").map_or(100_000, |text| text.parse().expect("a number"))
}

fn registry() -> Registry {
    Registry::built_in().expect("the built-in games are sound")
}

/// Observed and expected counts.
#[derive(Default)]
struct ChiSquare {
    sum: f64,
    cells: usize,
}

impl ChiSquare {
    fn add(&mut self, observed: u64, expected: f64) {
        if expected > 0.0 {
            self.sum += (observed as f64 - expected).powi(2) / expected;
            self.cells += 1;
        } else {
            assert_eq!(observed, 0, "what cannot be was drawn");
        }
    }

    fn check(&self, freedom: usize, what: &str) {
        let freedom = freedom as f64;
        let above = (self.sum - freedom) / (2.0 * freedom).sqrt();
        assert!(
            above.abs() < DEVIATIONS,
            "{what}: chi-square {:.1} with {freedom} degrees of freedom ({} cells), {above:.2} deviations off",
            self.sum,
            self.cells
        );
    }
}

#[test]
fn every_array_of_a_half_turn_game_differs_from_its_own_mirror() {
    let registry = registry();
    let mut tried = 0;
    for variant in registry.iter() {
        let Setup::Shuffle(shuffle) = variant.setup() else {
            continue;
        };
        if shuffle.mirror() != Mirror::HalfTurn {
            continue;
        }
        let numbers = shuffle.numbers_in(0);
        assert_eq!(numbers.len(), 15_120, "{}", variant.id());
        let mut all = BTreeSet::new();
        for &number in numbers {
            let array = shuffle.array(number).expect("an array");
            let turned = array.for_black(Mirror::HalfTurn);
            assert_ne!(array.as_str(), turned.as_str(), "{number}");
            assert_eq!(shuffle.number(&array), Some(number));
            assert!(
                shuffle
                    .number(&turned)
                    .is_some_and(|turned| turned != number)
            );
            assert!(all.insert(array.as_str().to_owned()), "{number} twice");
        }
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn start_arrays_are_drawn_uniformly() {
    let registry = registry();
    for variant in registry.iter() {
        let Setup::Shuffle(shuffle) = variant.setup() else {
            continue;
        };
        let numbers = shuffle.numbers_in(0);
        let mut drawn: BTreeMap<u32, u64> = numbers.iter().map(|&number| (number, 0)).collect();
        for seed in 0..deals() {
            let deal = deal::seeded(variant.setup(), seed, None, None).expect("a deal");
            let number = deal.number().expect("a number");
            *drawn.get_mut(&number).expect("of the set") += 1;
        }
        let expected = deals() as f64 / numbers.len() as f64;
        let mut chi = ChiSquare::default();
        drawn.values().for_each(|&count| chi.add(count, expected));
        chi.check(numbers.len() - 1, variant.id());
    }
}

/// Counts of pairs of letters, by two places.
struct Pairs {
    letters: Vec<char>,
    counts: Vec<u64>,
    places: usize,
}

impl Pairs {
    fn new(letters: &[char], places: usize) -> Pairs {
        let kinds = letters.len();
        Pairs {
            letters: letters.to_vec(),
            counts: vec![0; places * places * kinds * kinds],
            places,
        }
    }

    fn index(&self, letter: char) -> usize {
        let found = self.letters.iter().position(|&known| known == letter);
        found.expect("a letter of the army")
    }

    fn cell(&self, (one, other): (usize, usize), first: usize, second: usize) -> usize {
        let kinds = self.letters.len();
        ((one * self.places + other) * kinds + first) * kinds + second
    }

    fn add(&mut self, first: &[usize], second: &[usize]) {
        for (one, &a) in first.iter().enumerate() {
            for (other, &b) in second.iter().enumerate() {
                let cell = self.cell((one, other), a, b);
                self.counts[cell] += 1;
            }
        }
    }

    /// The counts of two places, against what is expected of two letters (by index) there.
    fn chi(&self, places: (usize, usize), expected: impl Fn(usize, usize) -> f64) -> ChiSquare {
        let mut chi = ChiSquare::default();
        for first in 0..self.letters.len() {
            for second in 0..self.letters.len() {
                let observed = self.counts[self.cell(places, first, second)];
                chi.add(observed, expected(first, second));
            }
        }
        chi
    }
}

#[test]
fn hidden_layouts_are_uniform_and_independent_of_each_other() {
    let registry = registry();
    for variant in registry.iter() {
        let Setup::HiddenShuffle(hidden) = variant.setup() else {
            continue;
        };
        let army = hidden.army();
        let size = army.len();
        let letters: Vec<char> = army
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let held: Vec<f64> = letters
            .iter()
            .map(|letter| army.iter().filter(|&own| own == letter).count() as f64)
            .collect();
        let mut between = Pairs::new(&letters, size);
        let mut within = Pairs::new(&letters, size);
        for seed in 0..deals() {
            let deal = deal::seeded(variant.setup(), seed, None, None).expect("a deal");
            let read = |layout: Option<&[char]>| -> Vec<usize> {
                let layout = layout.expect("a layout");
                layout.iter().map(|&letter| between.index(letter)).collect()
            };
            let (white, black) = (read(deal.white_layout()), read(deal.black_layout()));
            between.add(&white, &black);
            within.add(&white, &white);
        }
        let all = deals() as f64;
        let (kinds, n) = (letters.len(), size as f64);
        for one in 0..size {
            for other in 0..size {
                let what = format!("{}, {one} and {other}", variant.id());
                // Uniform on both sides and independent: the product of what each side's pool says.
                between
                    .chi((one, other), |a, b| all * held[a] * held[b] / (n * n))
                    .check(kinds * kinds - 1, &what);
                if one == other {
                    continue;
                }
                // Two places of one side: drawn without putting back.
                let chi = within.chi((one, other), |a, b| {
                    let left = if a == b { held[b] - 1.0 } else { held[b] };
                    all * held[a] * left / (n * (n - 1.0))
                });
                chi.check(chi.cells - 1, &what);
            }
        }
    }
}
