use super::numbering::{permutations, place};
use super::*;

/// Rank 1 to rank 2 by the plain moves of the large board's pieces.
fn protects(letter: char, from: u8, to: u8) -> bool {
    let step = from.abs_diff(to);
    match letter {
        'R' => step == 0,
        'B' => step == 1,
        'N' => step == 2,
        'K' | 'Q' => step <= 1,
        'A' => step == 1 || step == 2,
        'C' => step == 0 || step == 2,
        _ => false,
    }
}

fn shuffle(
    army: &str,
    mirror: Mirror,
    first: u32,
    steps: &[&str],
    sets: &[(&str, &[&str])],
) -> Shuffle {
    let steps = steps.iter().map(|step| step.parse().unwrap()).collect();
    let sets = sets
        .iter()
        .map(|(name, rules)| ArraySet::parse(name, rules).unwrap())
        .collect();
    Shuffle::new(army, mirror, first, steps, sets, protects).unwrap()
}

fn capablanca() -> Shuffle {
    let base = [
        "between K R",
        "opposite-colours B B",
        "opposite-colours Q A",
    ];
    let safe = [&base[..], &["pawns-protected"]].concat();
    let strict = [&safe[..], &["not-adjacent B B", "differs RNBQCKABNR 3"]].concat();
    shuffle(
        "KQCARRBBNN",
        Mirror::File,
        1,
        &[
            "swap A Q",
            "bright first",
            "dark second",
            "bright B",
            "dark B",
            "free C",
            "pair N",
            "rest RKR",
        ],
        &[
            ("brainking", &safe),
            ("scharnagl-2004", &base),
            ("scharnagl-2006", &strict),
        ],
    )
}

fn chess960() -> Shuffle {
    shuffle(
        "KQRRBBNN",
        Mirror::File,
        0,
        &["bright B", "dark B", "free Q", "pair N", "rest RKR"],
        &[("fischer-random", &["between K R", "opposite-colours B B"])],
    )
}

fn ajax() -> Shuffle {
    shuffle(
        "KQARRBBNN",
        Mirror::HalfTurn,
        0,
        &["lexicographic ABKNQR"],
        &[("all", &["between K R"])],
    )
}

fn array(text: &str) -> Array {
    text.parse().unwrap()
}

#[test]
fn capablanca_numbers_are_scharnagls() {
    let shuffle = capablanca();
    for (number, letters) in [
        (1, "AQBBCNNRKR"),
        (2, "QBBACNNRKR"),
        (4, "QBBCNANRKR"),
        (14, "BBQCNANRKR"),
        (2026, "NBNCQRBAKR"),
        (25933, "RNBQCKABNR"),
        (26733, "RNBQKCABNR"),
    ] {
        assert_eq!(shuffle.array(number), Some(array(letters)), "{number}");
        assert_eq!(shuffle.number(&array(letters)), Some(number));
    }
    assert_eq!(shuffle.array(0), None);
    assert_eq!(shuffle.array(48_001), None);
    assert_eq!(shuffle.array(48_000), place(shuffle.numbering(), 10, 0));
}

#[test]
fn capablanca_sets_have_the_published_sizes() {
    let shuffle = capablanca();
    let size = |name| shuffle.numbers_in(shuffle.set_index(name).unwrap()).len();
    assert_eq!(size("brainking"), 21_836);
    assert_eq!(size("scharnagl-2004"), 48_000);
    assert_eq!(size("scharnagl-2006"), 12_118);
    assert!(
        !shuffle.contains(0, &array("AQBBCNNRKR")),
        "number 1 has a loose pawn"
    );
    assert!(!shuffle.contains(0, &array("BNRBQAKCNR")));
    assert!(shuffle.contains(0, &array("RNBQCKABNR")));
    assert!(!shuffle.contains(2, &array("RNBQCKABNR")));
    assert_eq!(shuffle.numbers_in(3), &[] as &[u32]);
}

#[test]
fn every_array_of_the_large_board_by_brute_force() {
    // Independent of the numbering: all orders of the army that meet the rules.
    let shuffle = capablanca();
    let mut counts: Vec<(char, usize)> = [
        ('K', 1),
        ('Q', 1),
        ('C', 1),
        ('A', 1),
        ('R', 2),
        ('B', 2),
        ('N', 2),
    ]
    .into();
    let mut sizes = [0; 3];
    permutations(&mut counts, &mut String::new(), 10, &mut |text| {
        let array = Array(text.to_owned());
        for (set, size) in sizes.iter_mut().enumerate() {
            if shuffle.contains(set, &array) {
                *size += 1;
                assert!(shuffle.number(&array).is_some(), "{array}");
            }
        }
    });
    assert_eq!(sizes, [21_836, 48_000, 12_118]);
}

#[test]
fn number_undoes_array_everywhere() {
    for shuffle in [capablanca(), chess960(), ajax()] {
        let first = shuffle.first_number();
        let mut seen = std::collections::BTreeSet::new();
        for number in first..first + shuffle.count() {
            let array = shuffle.array(number).unwrap();
            assert_eq!(shuffle.number(&array), Some(number));
            assert!(seen.insert(array));
        }
        for set in 0..shuffle.sets().len() {
            let numbers = shuffle.numbers_in(set);
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(
                numbers
                    .iter()
                    .all(|&number| shuffle.contains(set, &shuffle.array(number).unwrap()))
            );
        }
    }
}

#[test]
fn chess960_uses_the_usual_numbers() {
    let shuffle = chess960();
    assert_eq!(shuffle.count(), 960);
    assert_eq!(shuffle.numbers_in(0).len(), 960);
    assert_eq!(shuffle.array(518), Some(array("RNBQKBNR")));
    assert_eq!(shuffle.array(0), Some(array("BBQNNRKR")));
    assert_eq!(shuffle.array(959), Some(array("RKRNNQBB")));
}

#[test]
fn ajax_counts_and_order() {
    let shuffle = ajax();
    assert_eq!(shuffle.count(), 15_120);
    assert_eq!(shuffle.numbers_in(0).len(), 15_120);
    assert_eq!(shuffle.array(0), Some(array("ABBNNQRKR")));
    assert_eq!(shuffle.array(15_119), Some(array("RQNNKRBBA")));
    assert_eq!(shuffle.array(15_120), None);
    let all: Vec<Array> = (0..15_120).map(|n| shuffle.array(n).unwrap()).collect();
    assert!(
        all.windows(2).all(|pair| pair[0] < pair[1]),
        "ABKNQR is alphabetical"
    );
    assert!(
        all.iter()
            .all(|array| array.for_black(Mirror::HalfTurn) != *array)
    );
    assert_eq!(shuffle.number(&array("KRRABBNNQ")), None);
}

#[test]
fn arrays_outside_a_numbering_have_no_number() {
    let shuffle = capablanca();
    for text in [
        "QABBCNNRKR",
        "RNBQKBNR",
        "KQCARRBBNN",
        "XXXXXXXXXX",
        "QCBAANNRKR",
    ] {
        if text == "QABBCNNRKR" {
            assert!(shuffle.number(&array(text)).is_some());
        } else {
            assert_eq!(shuffle.number(&array(text)), None, "{text}");
        }
    }
}

#[test]
fn steps_and_rules_are_printed_as_they_are_read() {
    for text in [
        "swap A Q",
        "bright first",
        "dark second",
        "bright B",
        "dark B",
        "free C",
        "pair N",
        "rest RKR",
        "lexicographic ABKNQR",
    ] {
        assert_eq!(text.parse::<Step>().unwrap().to_string(), text);
    }
    for text in [
        "between K R",
        "opposite-colours B B",
        "pawns-protected",
        "not-adjacent B B",
        "differs RNBQCKABNR 3",
    ] {
        assert_eq!(text.parse::<SetRule>().unwrap().to_string(), text);
    }
}

#[test]
fn unreadable_steps_and_rules_keep_the_text() {
    for text in [
        "",
        "bright",
        "bright b",
        "swap A",
        "free first",
        "pair NN N",
        "rest rkr",
        "shake",
        "dark ♔",
    ] {
        let error = text.parse::<Step>().unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
    }
    for text in [
        "",
        "between K",
        "opposite-colours b B",
        "pawns-protected now",
        "differs RN x",
        "differs rn 2",
    ] {
        let error = text.parse::<SetRule>().unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn numberings_that_would_not_be_unique_are_refused() {
    let refuse = |army: &str, steps: &[&str]| {
        let steps = steps.iter().map(|step| step.parse().unwrap()).collect();
        let set = ArraySet::new("all", vec![]);
        Shuffle::new(army, Mirror::File, 0, steps, vec![set], protects).unwrap_err()
    };
    assert!(matches!(
        refuse("NNK", &["free N", "free N", "rest K"]),
        SetupError::PlacedTwice { letter: 'N', .. }
    ));
    assert!(matches!(
        refuse("NNNK", &["pair N", "rest NK"]),
        SetupError::PlacedTwice { .. }
    ));
    assert!(matches!(
        refuse("NBK", &["free N", "bright B", "rest K"]),
        SetupError::ColourTooLate(_)
    ));
    assert!(matches!(
        refuse("AQK", &["swap A Q", "bright first", "rest K"]),
        SetupError::NoRoom(_)
    ));
    assert!(matches!(
        refuse(
            "AQK",
            &["swap A Q", "bright first", "bright second", "rest K"]
        ),
        SetupError::NoRoom(_)
    ));
    assert!(matches!(
        refuse(
            "AQKR",
            &["swap A Q", "bright first", "bright second", "rest KR"]
        ),
        SetupError::BadSwap(_)
    ));
    assert!(matches!(
        refuse("AQK", &["bright first", "rest AQ"]),
        SetupError::BadSwap(_)
    ));
    assert!(matches!(
        refuse("AQK", &["free A", "rest QR"]),
        SetupError::WrongArmy { .. }
    ));
    assert!(matches!(
        refuse("AQK", &["free A"]),
        SetupError::WrongArmy { .. }
    ));
    assert!(matches!(
        refuse("AQK", &["rest AQK", "free N"]),
        SetupError::Misplaced(_)
    ));
    assert!(matches!(
        refuse("AQK", &["lexicographic AQ"]),
        SetupError::WrongArmy { .. }
    ));
    assert!(matches!(
        refuse("ABCDEFGHIJKL", &["lexicographic ABCDEFGHIJKL"]),
        SetupError::TooManyNumbers(_)
    ));
    assert!(matches!(refuse("", &[]), SetupError::BadLength(_)));
}

#[test]
fn rules_must_fit_the_army() {
    for rule in [
        "between X R",
        "opposite-colours R R",
        "opposite-colours N Q",
        "differs RNBQ 2",
        "differs RNBQKBNRR 1",
    ] {
        let set = ArraySet::parse("all", &[rule]).unwrap();
        let error = Shuffle::new(
            "KQRRRBBNN",
            Mirror::File,
            0,
            vec![Step::Lexicographic("BKNQR".into())],
            vec![set],
            protects,
        );
        if rule == "differs RNBQKBNRR 1" {
            assert!(error.is_ok());
        } else {
            assert!(
                matches!(error, Err(SetupError::Rule(RuleError::Army { .. }))),
                "{rule}"
            );
        }
    }
}

#[test]
fn hidden_squares_run_from_a1_and_from_a8() {
    let rows = || vec!["........".to_owned(), "........".to_owned()];
    let hidden =
        HiddenShuffle::new(&["e1 K", "e2 P"], "CCRRNNBBPPPPPP", rows(), Mirror::File).unwrap();
    let names = |squares: Vec<SquareName>| {
        squares
            .iter()
            .map(|s| s.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(hidden.white_squares()),
        "a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 f2 g2 h2"
    );
    assert_eq!(
        names(hidden.black_squares(8)),
        "a8 b8 c8 d8 f8 g8 h8 a7 b7 c7 d7 f7 g7 h7"
    );
    let turned = HiddenShuffle::new(
        &["e1 K", "e2 P"],
        "CCRRNNBBPPPPPP",
        rows(),
        Mirror::HalfTurn,
    )
    .unwrap();
    assert_eq!(
        names(turned.black_squares(8)),
        "a8 b8 c8 e8 f8 g8 h8 a7 b7 c7 e7 f7 g7 h7"
    );
    let bad = |face_up: &[&str], army| {
        HiddenShuffle::new(face_up, army, rows(), Mirror::File).unwrap_err()
    };
    assert!(matches!(bad(&["e1"], "P"), SetupError::BadFaceUp(_)));
    assert!(matches!(
        bad(&["e3 K"], "P"),
        SetupError::BadFaceUpSquare(_)
    ));
    assert!(matches!(
        bad(&["e1 K", "e1 K"], "P"),
        SetupError::BadFaceUpSquare(_)
    ));
    assert!(matches!(bad(&["é1 K"], "P"), SetupError::BadSquare(_)));
    assert!(matches!(
        bad(&["e1 K"], "P"),
        SetupError::ArmySize {
            pieces: 1,
            squares: 15
        }
    ));
}
