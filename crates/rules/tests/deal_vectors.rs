//! The 1,000 vectors of `deal v1`, and the generator that once wrote them.
//!
//! `BACKRANK_WRITE_VECTORS=1 cargo test -p backrank-rules --test deal_vectors` writes the file anew;
//! the variant texts in it are kept, so that later changes of `variants/` change no vector.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use backrank_rules::deal::{
    self, Colour, ColourWish, Contribution, ContributionRecord, Deal, DealTerms, Record, Salt,
    Stream,
};
use backrank_rules::setup::{ArraySet, Fixed, HiddenShuffle, Setup, Shuffle};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Salts of this list throw the first word away when an array of `scharnagl-2004` is drawn.
const REJECTING: [u32; 4] = [565_900, 8_082, 57_991, 587_950];

const GAMES: [&str; 6] = [
    "capablanca-random",
    "chess960",
    "ajax-random",
    "hidden",
    "hidden-random",
    "capablanca",
];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/deal-v1.json")
}

fn variant_file(id: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../variants")
        .join(id)
        .with_extension("toml");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of a variant's files, base first.
fn current_texts(id: &str) -> Vec<String> {
    let text = variant_file(id);
    let table: toml::Table = text.parse().unwrap();
    let mut texts = table
        .get("base")
        .map(|base| current_texts(base.as_str().unwrap()))
        .unwrap_or_default();
    texts.push(text);
    texts
}

/// The setup in the last of `texts` that has one, read the plain way.
fn setup(texts: &[&str]) -> Setup {
    let table: toml::Table = texts
        .iter()
        .rev()
        .map(|text| text.parse::<toml::Table>().unwrap())
        .find(|t| t.contains_key("setup"))
        .unwrap();
    let setup = table["setup"].as_table().unwrap();
    let text = |key: &str| setup[key].as_str().unwrap();
    let strings = |value: &toml::Value| -> Vec<String> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry.as_str().unwrap().to_owned())
            .collect()
    };
    let mirror = text("mirror").parse().unwrap();
    match text("kind") {
        "fixed" => Setup::Fixed(Fixed::new(text("array"), mirror).unwrap()),
        "shuffle" => {
            let steps = strings(&setup["numbering"])
                .iter()
                .map(|step| step.parse().unwrap())
                .collect();
            let sets = setup["sets"].as_array().unwrap().iter();
            let sets = sets.map(|set| {
                ArraySet::parse(set["name"].as_str().unwrap(), &strings(&set["rules"])).unwrap()
            });
            let first = u32::try_from(setup["first_number"].as_integer().unwrap()).unwrap();
            Setup::Shuffle(
                Shuffle::new(text("army"), mirror, first, steps, sets.collect(), protects).unwrap(),
            )
        }
        _ => {
            let (face_up, rows) = (strings(&setup["face_up"]), strings(&setup["rows"]));
            Setup::HiddenShuffle(HiddenShuffle::new(&face_up, text("army"), rows, mirror).unwrap())
        }
    }
}

/// Whether a piece of the orthodox and compound kinds protects a square one rank ahead.
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

fn hash(domain: &str, index: u32) -> [u8; 32] {
    Sha256::new()
        .chain_update(domain)
        .chain_update(index.to_be_bytes())
        .finalize()
        .into()
}

struct Vector {
    terms: DealTerms,
    salt: Salt,
    contributions: Vec<Contribution>,
}

/// What the vector with this index deals; chosen once and for all.
fn plan(
    index: u32,
    digests: &BTreeMap<String, [u8; 32]>,
    setups: &BTreeMap<String, Setup>,
) -> Vector {
    let mut chance = Stream::new(&Salt::new(hash("backrank vector plan v1", index)), &[]);
    // Capablanca Random, with its three sets, gets half of the vectors.
    let variant = match chance.below(10) {
        0..=4 => "capablanca-random",
        5 => "chess960",
        6 => "ajax-random",
        7 => "hidden",
        8 => "hidden-random",
        _ => {
            if chance.below(4) == 0 {
                "capablanca"
            } else {
                "hidden"
            }
        }
    };
    let setup = &setups[variant];
    let names = setup.set_names();
    let set = chance.below(names.len() as u32) as usize;
    let mut number = None;
    if let (Setup::Shuffle(shuffle), 0) = (setup, chance.below(5)) {
        let numbers = shuffle.numbers_in(set);
        number = Some(numbers[chance.below(numbers.len() as u32) as usize]);
    }
    let mut word = |least: u32| -> String {
        let alphabet: Vec<char> = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
            .chars()
            .collect();
        (0..least + chance.below(4))
            .map(|_| alphabet[chance.below(58) as usize])
            .collect()
    };
    let (game, first, second) = (word(8), word(10), word(10));
    let mut players = match chance.below(4) {
        0 => vec![first, deal::COMPUTER.to_owned()],
        1 => vec![deal::COMPUTER.to_owned(), first],
        _ => vec![first, second],
    };
    if index.is_multiple_of(100) {
        // Lengths count bytes, not letters.
        players[0] = format!("Zoë-{index}♞");
    }
    let level = if players.iter().any(|player| player == deal::COMPUTER) {
        1 + chance.below(8) as u8
    } else {
        0
    };
    let colour = [
        ColourWish::White,
        ColourWish::Black,
        ColourWish::Random,
        ColourWish::Random,
    ][chance.below(4) as usize];
    let mut terms = DealTerms {
        game,
        players,
        colour,
        level,
        set: names.get(set).copied().unwrap_or_default().to_owned(),
        number,
        variant: variant.to_owned(),
        variant_digest: digests[variant],
        rules_version: 1 + chance.below(3),
    };
    let mut salt = Salt::new(hash("backrank vector salt v1", index));
    let contributions: Vec<Contribution> = terms
        .people()
        .zip(1..)
        .map(|(_, person)| {
            Contribution::new(hash(&format!("backrank vector person {person}"), index))
        })
        .collect();
    if let Some(&rejecting) = REJECTING.get(index as usize) {
        terms.variant = "capablanca-random".into();
        terms.variant_digest = digests["capablanca-random"];
        terms.set = "scharnagl-2004".into();
        terms.number = None;
        terms.colour = ColourWish::White;
        salt = Salt::new(hash("backrank rejecting salt v1", rejecting));
    }
    Vector {
        terms,
        salt,
        contributions,
    }
}

fn wish(colour: ColourWish) -> &'static str {
    match colour {
        ColourWish::White => "white",
        ColourWish::Black => "black",
        ColourWish::Random => "random",
    }
}

/// The start as a truth FEN, without castling rights.
fn start(deal: &Deal, setup: &Setup) -> String {
    let (files, ranks) = match deal.white_array() {
        Some(array) => (array.files(), if array.files() == 9 { 9 } else { 8 }),
        None => (8, 8),
    };
    let mut rows: Vec<String> = vec![files.to_string(); ranks];
    if !matches!(setup, Setup::HiddenShuffle(_)) {
        rows[1] = "p".repeat(files);
        rows[ranks - 2] = "P".repeat(files);
    }
    for side in [Colour::Black, Colour::White] {
        let mut placed = deal.placed(side, ranks as u8);
        placed.sort_by_key(|piece| piece.square.file);
        for row in placed
            .iter()
            .map(|piece| ranks - 1 - usize::from(piece.square.rank))
            .collect::<Vec<_>>()
        {
            rows[row].clear();
        }
        for piece in placed {
            let letter = if side == Colour::White {
                piece.letter
            } else {
                piece.letter.to_ascii_lowercase()
            };
            let row = &mut rows[ranks - 1 - usize::from(piece.square.rank)];
            if piece.face_down {
                write!(row, "({letter})").unwrap()
            } else {
                row.push(letter)
            }
        }
    }
    format!("{} w - - 0 1", rows.join("/"))
}

/// One vector as the fields of a deal record, on one line.
fn line(vector: &Vector, setup: &Setup) -> String {
    let Vector {
        terms,
        salt,
        contributions,
    } = vector;
    let deal = deal::deal(setup, terms, salt, contributions).unwrap();
    let entries: Vec<Value> = terms
        .people()
        .zip(contributions)
        .map(|(player, contribution)| {
            serde_json::json!({
                "player": player,
                "commitment": contribution.commitment(&terms.game, player).to_string(),
                "contribution": contribution.reveal_hex(),
            })
        })
        .collect();
    let mut vector = serde_json::json!({
        "algorithm": deal::ALGORITHM,
        "game": terms.game,
        "variant": terms.variant,
        "rules_version": terms.rules_version,
        "variant_digest": deal::Commitment(terms.variant_digest).to_string(),
        "options": {
            "players": terms.players, "colour": wish(terms.colour), "level": terms.level,
            "set": terms.set, "number": terms.number,
        },
        "commitment": deal::commitment(salt, terms).to_string(),
        "salt": salt.reveal_hex(),
        "contributions": entries,
        "result": { "first_player": deal.first_player().as_str(), "start": start(&deal, setup) },
    });
    if let Some(number) = deal.number() {
        vector["array"] = number.into();
    }
    vector.to_string()
}

/// Variant texts, digests and setups of the vector file, or of `variants/` if there is no file yet.
fn frozen() -> BTreeMap<String, String> {
    match std::fs::read_to_string(data()) {
        Ok(text) => {
            let file: Value = serde_json::from_str(&text).unwrap();
            let texts = file["variants"].as_object().unwrap().iter();
            texts
                .map(|(id, text)| (id.clone(), text.as_str().unwrap().to_owned()))
                .collect()
        }
        Err(_) => GAMES
            .iter()
            .map(|&id| (id.to_owned(), current_texts(id).join("\n")))
            .collect(),
    }
}

/// A joined text holds several documents; each begins with its id.
fn split(joined: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in joined.lines() {
        match texts.last_mut() {
            Some(text) if !line.starts_with("id = ") => {
                text.push_str(line);
                text.push('\n');
            }
            _ => texts.push(format!("{line}\n")),
        }
    }
    texts
}

fn setups(frozen: &BTreeMap<String, String>) -> BTreeMap<String, Setup> {
    frozen
        .iter()
        .map(|(id, joined)| {
            let texts = split(joined);
            (
                id.clone(),
                setup(&texts.iter().map(String::as_str).collect::<Vec<_>>()),
            )
        })
        .collect()
}

#[test]
fn the_vectors_are_what_the_code_deals() {
    let frozen = frozen();
    let digests: BTreeMap<String, [u8; 32]> = frozen
        .iter()
        .map(|(id, text)| (id.clone(), deal::variant_digest(&[text])))
        .collect();
    let setups = setups(&frozen);
    let mut text = format!(
        "{{\"variants\":{},\n\"vectors\":[\n",
        serde_json::to_string(&frozen).unwrap()
    );
    for index in 0..1000 {
        let vector = plan(index, &digests, &setups);
        text += &line(&vector, &setups[&vector.terms.variant]);
        text += if index < 999 { ",\n" } else { "\n]}\n" };
    }
    if std::env::var_os("BACKRANK_WRITE_VECTORS").is_some() {
        std::fs::write(data(), &text).unwrap();
    }
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(data()).unwrap()).unwrap();
    let computed: Value = serde_json::from_str(&text).unwrap();
    let vectors = |file: &Value| file["vectors"].as_array().unwrap().clone();
    for (number, (stored, computed)) in vectors(&stored).iter().zip(&vectors(&computed)).enumerate()
    {
        assert_eq!(stored, computed, "vector {number}");
    }
    assert_eq!(stored, computed);
}

fn record(vector: &Value) -> Record {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let options = &vector["options"];
    Record {
        algorithm: text(&vector["algorithm"]),
        game: text(&vector["game"]),
        variant: text(&vector["variant"]),
        rules_version: vector["rules_version"].as_u64().unwrap() as u32,
        variant_digest: text(&vector["variant_digest"]),
        players: options["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(text)
            .collect(),
        colour: match options["colour"].as_str().unwrap() {
            "white" => ColourWish::White,
            "black" => ColourWish::Black,
            _ => ColourWish::Random,
        },
        level: options["level"].as_u64().unwrap() as u8,
        set: text(&options["set"]),
        number: options["number"].as_u64().map(|number| number as u32),
        commitment: text(&vector["commitment"]),
        salt: text(&vector["salt"]),
        contributions: vector["contributions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| ContributionRecord {
                player: text(&entry["player"]),
                commitment: text(&entry["commitment"]),
                contribution: text(&entry["contribution"]),
            })
            .collect(),
        first_player: if vector["result"]["first_player"] == "white" {
            Colour::White
        } else {
            Colour::Black
        },
        start: text(&vector["result"]["start"]),
    }
}

#[test]
fn the_vectors_verify_from_the_file_alone() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(data()).unwrap()).unwrap();
    let frozen = frozen();
    let setups = setups(&frozen);
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 1000);
    for vector in vectors {
        let record = record(vector);
        let checks = deal::verify(&record, &frozen[&record.variant], &setups[&record.variant]);
        assert!(checks.iter().all(|check| check.ok), "{checks:#?}");
        if let (Setup::Shuffle(shuffle), Some(array)) =
            (&setups[&record.variant], vector["array"].as_u64())
        {
            let rank = record
                .start
                .split([' ', '/'])
                .nth(if record.variant == "ajax-random" {
                    8
                } else {
                    7
                })
                .unwrap();
            assert_eq!(shuffle.number(&rank.parse().unwrap()), Some(array as u32));
        }
    }
    // Nothing is missing.
    for id in GAMES {
        assert!(vectors.iter().any(|vector| vector["variant"] == id), "{id}");
    }
    let sets = [
        "brainking",
        "scharnagl-2004",
        "scharnagl-2006",
        "fischer-random",
        "all",
        "",
    ];
    for set in sets {
        assert!(
            vectors.iter().any(|vector| vector["options"]["set"] == set),
            "{set}"
        );
    }
    for people in [1, 2] {
        assert!(
            vectors
                .iter()
                .any(|vector| vector["contributions"].as_array().unwrap().len() == people)
        );
    }
}

#[test]
fn some_vectors_reject_a_word() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(data()).unwrap()).unwrap();
    for vector in file["vectors"]
        .as_array()
        .unwrap()
        .iter()
        .take(REJECTING.len())
    {
        let record = record(vector);
        let contributions: Vec<Contribution> = record
            .contributions
            .iter()
            .map(|entry| Contribution::from_hex(&entry.contribution).unwrap())
            .collect();
        let word = Stream::new(&Salt::from_hex(&record.salt).unwrap(), &contributions).word();
        assert!(word >= u32::MAX / 48_000 * 48_000, "{word}");
    }
}

/// If this fails, a start was changed: games in play and `backrank start --seed` deal otherwise now.
#[test]
fn the_variant_files_still_begin_as_the_vectors_do() {
    for (id, frozen) in setups(&frozen()) {
        let texts = current_texts(&id);
        assert_eq!(
            setup(&texts.iter().map(String::as_str).collect::<Vec<_>>()),
            frozen,
            "{id}"
        );
    }
}

#[test]
fn seeds_deal_what_they_always_dealt() {
    let setups = setups(&frozen());
    let start = |id: &str, seed| {
        let deal = deal::seeded(&setups[id], seed, None, None).unwrap();
        start(&deal, &setups[id])
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    for (id, seed, expected) in [
        (
            "capablanca-random",
            0,
            "aqnrknrcbb/pppppppppp/10/10/10/10/PPPPPPPPPP/AQNRKNRCBB",
        ),
        (
            "capablanca-random",
            1,
            "brnqnkrbac/pppppppppp/10/10/10/10/PPPPPPPPPP/BRNQNKRBAC",
        ),
        ("chess960", 0, "rnqkbrnb/pppppppp/8/8/8/8/PPPPPPPP/RNQKBRNB"),
        (
            "ajax-random",
            0,
            "brbnnkaqr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RQAKNNBRB",
        ),
        (
            "hidden",
            0,
            "(p)(r)(p)(n)k(p)(r)(b)/(p)(q)(p)(n)(p)(p)(b)(p)/8/8/8/8/(P)(P)(B)(Q)(R)(N)(R)(B)/(N)(P)(P)(P)K(P)(P)(P)",
        ),
        (
            "hidden-random",
            u64::MAX,
            "(n)(n)(p)(b)k(c)(r)(b)/(p)(p)(c)(p)p(p)(r)(p)/8/8/8/8/(C)(N)(B)(P)P(P)(R)(R)/(P)(N)(C)(P)K(B)(P)(P)",
        ),
    ] {
        assert_eq!(start(id, seed), expected, "{id} {seed}");
    }
}
