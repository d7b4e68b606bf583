use super::stream::accept;
use super::*;
use crate::setup::{ArraySet, Fixed, Mirror, Shuffle};

fn hidden() -> Setup {
    let rows = vec!["RNBQKBNR".to_owned(), "PPPPPPPP".to_owned()];
    Setup::HiddenShuffle(
        HiddenShuffle::new(&["e1 K"], "QRRBBNNPPPPPPPP", rows, Mirror::File).unwrap(),
    )
}

fn chess960() -> Setup {
    let steps = ["bright B", "dark B", "free Q", "pair N", "rest RKR"];
    let steps = steps.iter().map(|step| step.parse().unwrap()).collect();
    let sets = vec![
        ArraySet::parse("fischer-random", &["between K R", "opposite-colours B B"]).unwrap(),
        // Empty, as nothing protects anything here.
        ArraySet::parse("none", &["pawns-protected"]).unwrap(),
    ];
    Setup::Shuffle(Shuffle::new("KQRRBBNN", Mirror::File, 0, steps, sets, |_, _, _| false).unwrap())
}

fn terms() -> DealTerms {
    DealTerms {
        game: "7pQnZ2".into(),
        players: vec!["ann".into(), "bob".into()],
        colour: ColourWish::Random,
        level: 0,
        set: String::new(),
        number: None,
        variant: "hidden".into(),
        variant_digest: variant_digest(&["text"]),
        rules_version: 1,
    }
}

/// Salts of a fixed sequence.
fn salt(index: u64) -> Salt {
    Salt(
        Sha256::new()
            .chain_update(b"test salt")
            .chain_update(index.to_be_bytes())
            .finalize()
            .into(),
    )
}

/// Pearson's statistic against equal chances must stay within five standard deviations.
fn assert_uniform(counts: &[u64]) {
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / counts.len() as f64;
    let chi: f64 = counts
        .iter()
        .map(|&count| (count as f64 - expected).powi(2) / expected)
        .sum();
    let freedom = counts.len() as f64 - 1.0;
    assert!(
        (chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "chi-square {chi} at {freedom} degrees"
    );
}

#[test]
fn words_follow_hmac_as_written_down() {
    use hmac::{Hmac, KeyInit, Mac};
    let salt = salt(1);
    let contributions = [Contribution([1; 32]), Contribution([2; 32])];
    let mut stream = Stream::new(&salt, &contributions);
    for counter in 0..3u64 {
        let mut mac = Hmac::<Sha256>::new_from_slice(&salt.0).unwrap();
        mac.update(b"backrank stream v1\x00\x00\x00\x02\x00\x00\x00\x20");
        mac.update(&[1; 32]);
        mac.update(b"\x00\x00\x00\x20");
        mac.update(&[2; 32]);
        mac.update(&counter.to_be_bytes());
        for word in mac.finalize().into_bytes().chunks(4) {
            assert_eq!(stream.word().to_be_bytes(), word);
        }
    }
}

#[test]
fn words_above_the_last_multiple_are_rejected() {
    assert_eq!(accept(0, 3), Some(0));
    assert_eq!(accept(u32::MAX - 1, 3), Some(2));
    assert_eq!(accept(u32::MAX, 3), None);
    assert_eq!(accept(u32::MAX, 2), Some(1));
    assert_eq!(accept(u32::MAX, 1), Some(0));
    assert_eq!(accept(u32::MAX, u32::MAX), None);
    assert_eq!(accept(u32::MAX - 1, u32::MAX), Some(u32::MAX - 1));
    assert_eq!(accept((1 << 31) + 1, (1 << 31) + 1), None);
}

#[test]
fn below_is_uniform() {
    let mut stream = Stream::new(&salt(2), &[]);
    assert_eq!(stream.below(0), 0);
    for n in [1, 2, 3, 7, 15, 960, 21_836] {
        let mut counts = vec![0; n as usize];
        for _ in 0..100_000 {
            counts[stream.below(n) as usize] += 1;
        }
        if n > 1 {
            assert_uniform(&counts);
        }
    }
    // A number whose rejection throws away nearly half of the words.
    let n = (1u32 << 31) + 1;
    let mut halves = [0; 2];
    for _ in 0..100_000 {
        halves[usize::from(stream.below(n) > n / 2)] += 1;
    }
    assert_uniform(&halves);
}

#[test]
fn arrays_and_colours_are_uniform_and_independent() {
    let setup = chess960();
    let terms = DealTerms {
        set: "fischer-random".into(),
        ..terms()
    };
    let contributions = [Contribution([3; 32]), Contribution([4; 32])];
    let mut arrays = vec![0; 960];
    let mut both = vec![0; 2 * 96];
    for index in 0..100_000 {
        let deal = deal(&setup, &terms, &salt(index), &contributions).unwrap();
        let number = deal.number().unwrap() as usize;
        arrays[number] += 1;
        both[usize::from(deal.first_player() == Colour::Black) * 96 + number / 10] += 1;
    }
    assert_uniform(&arrays);
    assert_uniform(&both);
}

#[test]
fn layouts_are_uniform_and_the_sides_independent() {
    // With 15 different letters every square, pair of squares and pair of sides must be uniform.
    let rows = vec!["RNBQKBNR".to_owned(), "PPPPPPPP".to_owned()];
    let setup = Setup::HiddenShuffle(
        HiddenShuffle::new(&["e1 K"], "ABCDEFGHIJKLMNO", rows, Mirror::File).unwrap(),
    );
    let mut squares = vec![vec![0; 15]; 30];
    let mut pairs = vec![0; 15 * 14];
    let mut sides = vec![0; 15 * 15];
    for seed in 0..100_000 {
        let deal = seeded(&setup, seed, None, None).unwrap();
        let index = |letters: &[char]| -> Vec<usize> {
            letters.iter().map(|&l| l as usize - 'A' as usize).collect()
        };
        let (white, black) = (
            index(deal.white_layout().unwrap()),
            index(deal.black_layout().unwrap()),
        );
        for (square, &letter) in white.iter().chain(&black).enumerate() {
            squares[square][letter] += 1;
        }
        pairs[white[0] * 14 + white[1] - usize::from(white[1] > white[0])] += 1;
        sides[white[0] * 15 + black[0]] += 1;
    }
    squares.iter().for_each(|counts| assert_uniform(counts));
    assert_uniform(&pairs);
    assert_uniform(&sides);
}

#[test]
fn a_fixed_wish_draws_no_colour_and_a_number_no_array() {
    let setup = hidden();
    let contributions = [Contribution([3; 32]), Contribution([4; 32])];
    let layout = |colour| {
        let deal = deal(
            &setup,
            &DealTerms { colour, ..terms() },
            &salt(5),
            &contributions,
        )
        .unwrap();
        deal.white_layout().unwrap().to_vec()
    };
    assert_eq!(layout(ColourWish::White), layout(ColourWish::Black));
    assert_ne!(layout(ColourWish::White), layout(ColourWish::Random));
    let number = DealTerms {
        set: "fischer-random".into(),
        number: Some(518),
        ..terms()
    };
    let drawn = deal(&chess960(), &number, &salt(5), &contributions).unwrap();
    assert_eq!(drawn.white_array().unwrap().as_str(), "RNBQKBNR");
}

#[test]
fn impossible_deals_are_refused() {
    let both = [Contribution([3; 32]), Contribution([4; 32])];
    let try_deal = |setup: &Setup, set: &str, number, contributions: &[Contribution]| {
        deal(
            setup,
            &DealTerms {
                set: set.into(),
                number,
                ..terms()
            },
            &salt(0),
            contributions,
        )
        .unwrap_err()
    };
    assert_eq!(
        try_deal(&hidden(), "", None, &both[..1]),
        DealError::Contributions {
            people: 2,
            found: 1
        }
    );
    assert_eq!(
        try_deal(&hidden(), "", Some(3), &both),
        DealError::NoNumbers(3)
    );
    assert_eq!(
        try_deal(&hidden(), "all", None, &both),
        DealError::UnknownSet("all".into())
    );
    assert_eq!(
        try_deal(&chess960(), "", None, &both),
        DealError::UnknownSet("".into())
    );
    assert_eq!(
        try_deal(&chess960(), "none", None, &both),
        DealError::EmptySet("none".into())
    );
    let refused = DealError::NotInSet {
        number: 960,
        set: "fischer-random".into(),
    };
    assert_eq!(
        try_deal(&chess960(), "fischer-random", Some(960), &both),
        refused
    );
    let outside = DealError::NotInSet {
        number: 518,
        set: "none".into(),
    };
    assert_eq!(try_deal(&chess960(), "none", Some(518), &both), outside);
}

#[test]
fn a_seed_gives_the_same_start_and_seeds_differ() {
    let setup = chess960();
    let number = |seed| seeded(&setup, seed, None, None).unwrap().number();
    assert_eq!(number(7), number(7));
    let different: std::collections::BTreeSet<_> = (0..20).map(number).collect();
    assert!(different.len() > 15);
    let fixed = Setup::Fixed(Fixed::new("RNABQKBCNR", Mirror::File).unwrap());
    let deal = seeded(&fixed, 1, None, None).unwrap();
    assert_eq!(deal.number(), None);
    assert_eq!(deal.black_array().unwrap().as_str(), "RNABQKBCNR");
}

#[test]
fn every_term_changes_the_commitment() {
    let base = terms();
    let variants = [
        DealTerms {
            game: "7pQnZ3".into(),
            ..base.clone()
        },
        DealTerms {
            players: vec!["bob".into(), "ann".into()],
            ..base.clone()
        },
        DealTerms {
            players: vec!["annbob".into()],
            ..base.clone()
        },
        DealTerms {
            players: vec!["an".into(), "nbob".into()],
            ..base.clone()
        },
        DealTerms {
            colour: ColourWish::White,
            ..base.clone()
        },
        DealTerms {
            colour: ColourWish::Black,
            ..base.clone()
        },
        DealTerms {
            level: 1,
            ..base.clone()
        },
        DealTerms {
            set: "x".into(),
            ..base.clone()
        },
        DealTerms {
            number: Some(0),
            ..base.clone()
        },
        DealTerms {
            variant: "hiddem".into(),
            ..base.clone()
        },
        DealTerms {
            variant_digest: [0; 32],
            ..base.clone()
        },
        DealTerms {
            rules_version: 2,
            ..base.clone()
        },
    ];
    let mut seen = std::collections::BTreeSet::from([commitment(&salt(0), &base).to_string()]);
    assert!(seen.insert(commitment(&salt(1), &base).to_string()));
    for terms in variants {
        assert!(
            seen.insert(commitment(&salt(0), &terms).to_string()),
            "{terms:?}"
        );
    }
}

#[test]
fn secrets_are_not_printed() {
    let salt = Salt([0xab; 32]);
    let contribution = Contribution([0xcd; 32]);
    let setup = hidden();
    let deal = seeded(&setup, 3, None, None).unwrap();
    assert_eq!(
        format!("{salt:?} {contribution:?}"),
        "Salt(secret) Contribution(secret)"
    );
    assert_eq!(format!("{deal:?}"), "Deal { first_player: White, .. }");
    assert_eq!(Salt::from_hex(&salt.reveal_hex()).unwrap().0, salt.0);
    assert!(Salt::from_hex("ab").is_err());
    assert!(Salt::from_hex(&"é".repeat(32)).is_err());
}

#[test]
fn the_digest_joins_texts_by_line_feeds() {
    assert_eq!(variant_digest(&["a", "b"]), variant_digest(&["a\nb"]));
    assert_ne!(variant_digest(&["a", "b"]), variant_digest(&["ab"]));
}

#[test]
fn the_example_of_the_document() {
    let bytes = |from: u8| std::array::from_fn(|index| from + index as u8);
    let (salt, contribution) = (Salt(bytes(0)), Contribution(bytes(32)));
    let digest = "e90a8dc7907dcd422059c86f11f7c67d1f94fabdcf0985c13aea1615bab88c37";
    let terms = DealTerms {
        players: vec!["3xKq".into(), COMPUTER.into()],
        level: 3,
        set: "fischer-random".into(),
        variant: "chess960".into(),
        variant_digest: digest.parse::<Commitment>().unwrap().0,
        ..terms()
    };
    assert_eq!(
        contribution.commitment("7pQnZ2", "3xKq").to_string(),
        "17652b8ae8ffd1eda892f278b6ede43dc3586bb4da5ea0b32bc038c3cc941b6e"
    );
    assert_eq!(
        commitment(&salt, &terms).to_string(),
        "f8a257de388527373b7793bf057d7a9817be57589bf6638997be3b5a456642d9"
    );
    let contributions = [contribution];
    assert_eq!(Stream::new(&salt, &contributions).word(), 0x2a38_665f);
    let drawn = deal(&chess960(), &terms, &salt, &contributions).unwrap();
    assert_eq!(drawn.first_player(), Colour::Black);
    assert_eq!(drawn.number(), Some(179));
    assert_eq!(drawn.white_array().unwrap().as_str(), "BNRNKRQB");
    let hidden_terms = DealTerms {
        set: String::new(),
        ..terms
    };
    let drawn = deal(&hidden(), &hidden_terms, &salt, &contributions).unwrap();
    let text = |layout: Option<&[char]>| layout.unwrap().iter().collect::<String>();
    assert_eq!(text(drawn.white_layout()), "PPPPPPNPBQRRNBP");
    assert_eq!(text(drawn.black_layout()), "PPBNNRQPPPPPPRB");
}

// ------------------------------------------------------------ verifying

fn record(setup: &Setup, terms: &DealTerms) -> Record {
    let salt = salt(9);
    let contributions: Vec<Contribution> = terms
        .people()
        .enumerate()
        .map(|(i, _)| Contribution([i as u8; 32]))
        .collect();
    let drawn = deal(setup, terms, &salt, &contributions).unwrap();
    let rank = |side, rank| -> String {
        let mut placed = drawn.placed(side, 8);
        placed.retain(|piece| piece.square.rank == rank);
        placed.sort_by_key(|piece| piece.square.file);
        let letter = |p: &Placed| {
            if side == Colour::White {
                p.letter
            } else {
                p.letter.to_ascii_lowercase()
            }
        };
        placed
            .iter()
            .map(|p| {
                if p.face_down {
                    format!("({})", letter(p))
                } else {
                    letter(p).to_string()
                }
            })
            .collect()
    };
    let (black, white) = match drawn.white_array() {
        Some(_) => ("pppppppp".into(), "PPPPPPPP".into()),
        None => (rank(Colour::Black, 6), rank(Colour::White, 1)),
    };
    let start = format!(
        "{}/{black}/8/8/8/8/{white}/{} w - - 0 1",
        rank(Colour::Black, 7),
        rank(Colour::White, 0)
    );
    Record {
        algorithm: ALGORITHM.into(),
        game: terms.game.clone(),
        variant: terms.variant.clone(),
        rules_version: terms.rules_version,
        variant_digest: Commitment(terms.variant_digest).to_string(),
        players: terms.players.clone(),
        colour: terms.colour,
        level: terms.level,
        set: terms.set.clone(),
        number: terms.number,
        commitment: commitment(&salt, terms).to_string(),
        salt: salt.reveal_hex(),
        contributions: terms
            .people()
            .zip(&contributions)
            .map(|(player, contribution)| ContributionRecord {
                player: player.into(),
                commitment: contribution.commitment(&terms.game, player).to_string(),
                contribution: contribution.reveal_hex(),
            })
            .collect(),
        first_player: drawn.first_player(),
        start,
    }
}

fn array_terms() -> DealTerms {
    DealTerms {
        set: "fischer-random".into(),
        variant: "chess960".into(),
        ..terms()
    }
}

/// Names of the checks that fail.
fn caught(setup: &Setup, record: &Record) -> Vec<String> {
    let checks = verify(record, "text", setup, None);
    checks
        .into_iter()
        .filter(|check| !check.ok)
        .map(|check| check.name)
        .collect()
}

fn tampered(change: impl Fn(&mut Record)) -> Vec<String> {
    let (setup, terms) = (chess960(), array_terms());
    let mut record = record(&setup, &terms);
    assert_eq!(caught(&setup, &record), [""; 0]);
    change(&mut record);
    caught(&setup, &record)
}

#[test]
fn honest_records_verify() {
    for (setup, terms) in [(chess960(), array_terms()), (hidden(), terms())] {
        let record = record(&setup, &terms);
        let checks = verify(&record, "text", &setup, None);
        assert!(checks.iter().all(|check| check.ok), "{checks:#?}");
        assert_eq!(checks.len(), 9);
    }
}

#[test]
fn a_swapped_salt_is_caught() {
    let names = tampered(|record| record.salt = salt(10).reveal_hex());
    assert!(names.contains(&"commitment".to_owned()), "{names:?}");
    assert!(tampered(|record| record.salt = "x".into()).contains(&"commitment".to_owned()));
}

#[test]
fn a_swapped_contribution_is_caught() {
    let names = tampered(|record| record.contributions[0].contribution = "11".repeat(32));
    assert!(names.contains(&"contribution-1".to_owned()), "{names:?}");
    // With its commitment made to fit, the drawn result no longer does.
    let names = tampered(|record| {
        let other = Contribution([0x11; 32]);
        record.contributions[0].contribution = other.reveal_hex();
        record.contributions[0].commitment = other.commitment(&record.game, "ann").to_string();
    });
    assert!(names.contains(&"white".to_owned()), "{names:?}");
    assert!(
        tampered(|record| record.contributions[1].contribution.clear())
            .contains(&"contribution-2".to_owned())
    );
}

#[test]
fn a_missing_contribution_is_caught() {
    let names = tampered(|record| drop(record.contributions.pop()));
    assert_eq!(names, ["contributors", "deal"]);
}

#[test]
fn a_swapped_order_of_players_is_caught() {
    let names = tampered(|record| record.players.reverse());
    assert!(
        names.contains(&"commitment".to_owned()) && names.contains(&"contributors".to_owned()),
        "{names:?}"
    );
    let names = tampered(|record| record.contributions.reverse());
    assert!(names.contains(&"contributors".to_owned()), "{names:?}");
}

#[test]
fn a_swapped_set_is_caught() {
    assert_eq!(
        tampered(|record| record.set = "none".into()),
        ["commitment", "deal"]
    );
}

#[test]
fn a_swapped_level_is_caught() {
    assert_eq!(tampered(|record| record.level = 8), ["commitment"]);
}

#[test]
fn a_swapped_number_is_caught() {
    let names = tampered(|record| record.number = Some(518));
    assert!(names.contains(&"commitment".to_owned()), "{names:?}");
}

#[test]
fn a_swapped_colour_is_caught() {
    let swap = |colour| {
        if colour == Colour::White {
            Colour::Black
        } else {
            Colour::White
        }
    };
    assert_eq!(
        tampered(|record| record.first_player = swap(record.first_player)),
        ["colour"]
    );
    let names = tampered(|record| record.colour = ColourWish::White);
    assert!(names.contains(&"commitment".to_owned()), "{names:?}");
}

#[test]
fn a_swapped_game_id_is_caught() {
    assert_eq!(
        tampered(|record| record.game = "other".into()),
        ["commitment", "contribution-1", "contribution-2"]
    );
}

#[test]
fn a_swapped_variant_version_or_algorithm_is_caught() {
    assert_eq!(
        tampered(|record| record.variant = "chess".into()),
        ["commitment"]
    );
    assert_eq!(
        tampered(|record| record.variant_digest = "00".repeat(32)),
        ["variant"]
    );
    assert_eq!(tampered(|record| record.rules_version = 2), ["commitment"]);
    assert_eq!(
        tampered(|record| record.algorithm = "deal v2".into()),
        ["algorithm"]
    );
}

#[test]
fn a_swapped_start_is_caught() {
    assert_eq!(
        tampered(|record| record.start = record.start.to_lowercase()),
        ["white"]
    );
    assert_eq!(tampered(|record| record.start.clear()), ["white", "black"]);
    let (setup, terms) = (hidden(), terms());
    let mut record = record(&setup, &terms);
    let row = record.start.split('/').next_back().unwrap().to_owned();
    let shown = row.replacen("(", "", 1).replacen(")", "", 1);
    record.start = record.start.replace(&row, &shown);
    assert_eq!(caught(&setup, &record), ["white"]);
}

#[test]
fn permuting_the_layout_changes_nothing_public() {
    // The commitment depends on salt and terms alone, never on what was drawn.
    let (setup, terms) = (hidden(), terms());
    let promise = commitment(&salt(1), &terms);
    let one = deal(
        &setup,
        &terms,
        &salt(1),
        &[Contribution([1; 32]), Contribution([2; 32])],
    )
    .unwrap();
    let two = deal(
        &setup,
        &terms,
        &salt(1),
        &[Contribution([1; 32]), Contribution([3; 32])],
    )
    .unwrap();
    assert!(one != two);
    assert_eq!(promise, commitment(&salt(1), &terms));
}
