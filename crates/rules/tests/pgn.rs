//! PGN, as statements about games.

mod dice;

use std::collections::BTreeMap;
use std::sync::Arc;

use backrank_rules::notation::pgn::{self, Fault, Game, GameResult};
use backrank_rules::{Fact, Observation, Position, Registry, Seat, Variant};
use dice::Dice;

fn registry() -> Registry {
    Registry::built_in().expect("good files")
}

fn read_one(text: &str) -> Game {
    let mut games = pgn::import(text, &registry()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn refusal(text: &str) -> pgn::PgnError {
    pgn::import(text, &registry()).expect_err(text)
}

/// A random game: the truth, and what each seat saw.
fn random_game(variant: &Arc<Variant>, dice: &mut Dice, plies: usize) -> (Game, Vec<Observation>) {
    let start = Position::seeded(variant, dice.next(), None, None).expect("a start");
    let mut seen: Vec<Observation> = Seat::ALL
        .iter()
        .map(|&seat| Observation::new(seat, start.view(seat)))
        .collect();
    let mut game = Game::of_truth(start.clone());
    let mut now = start;
    for _ in 0..plies {
        let actors = now.board().actors();
        let by = *dice.pick(&actors);
        let legal = now.legal_for(by);
        if legal.is_empty() {
            break;
        }
        // Captures and promotions are what notation is hard on.
        let action = *dice.pick(&legal);
        let record = now.play_as(by, action).expect("legal");
        let clock = dice.one_in(2).then(|| dice.next() % 20_000_000);
        game.push(record, clock).expect("as it was played");
        for observation in &mut seen {
            observation
                .record(record.for_seat(variant, observation.seat()))
                .expect("as told");
        }
    }
    (game, seen)
}

fn dress_up(game: &mut Game, dice: &mut Dice) {
    const TEXTS: [&str; 6] = [
        "Ada \"the\" \\ Countess",
        "{deal: [1, 2]} %41 100 %",
        "2026.01.31",
        "é\u{1F451} ; ( $ ]",
        "",
        "?x",
    ];
    for name in ["White", "Date", "Annotator", "Event", "x_1"] {
        if dice.one_in(2) {
            game.tags
                .set(name, dice.pick::<&str>(&TEXTS))
                .expect("a good name");
        }
    }
    game.result = *dice.pick(&[
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Open,
    ]);
    game.reason = dice
        .pick(&[None, Some("checkmate"), Some("time \"out\"")])
        .map(str::to_owned);
    for ply in 0..game.plies().len() {
        let elapsed = dice.one_in(3).then(|| dice.next() % 90_000_000);
        game.set_elapsed(ply, elapsed);
    }
    game.array_number = dice.one_in(2).then(|| dice.below(48_000) as u32);
    game.deal = dice.one_in(2).then(|| {
        let salt = format!("{:016x}", dice.next()).repeat(12);
        format!("{{\"salt\":\"{salt}\",\n \"players\": [\"a%20b\", \"]}}é\"]}}")
    });
}

#[test]
fn every_game_is_read_back_with_all_that_each_seat_knows() {
    let registry = registry();
    let mut dice = Dice::new(2);
    for variant in registry.iter() {
        for _ in 0..12 {
            let (mut game, seen) = random_game(variant, &mut dice, 160);
            dress_up(&mut game, &mut dice);
            let text = pgn::export(&game);
            let back = pgn::import(&text, &registry)
                .unwrap_or_else(|error| panic!("{}: {error}\n{text}", variant.id()));
            assert_eq!(back, [game.clone()], "{text}");
            assert_eq!(pgn::export(&back[0]), text);
            for observation in &seen {
                let seat = observation.seat();
                assert_eq!(
                    back[0].observation(seat).expect("it replays").as_ref(),
                    Some(observation)
                );
                let mut view = Game::of_observation(observation).expect("it replays");
                dress_up(&mut view, &mut dice);
                view.set_clock(0, Some(1_500));
                let text = pgn::export(&view);
                let back = pgn::import(&text, &registry)
                    .unwrap_or_else(|error| panic!("{} {seat:?}: {error}\n{text}", variant.id()));
                assert_eq!(back, [view], "{text}");
                assert_eq!(
                    back[0].observation(seat).expect("it replays").as_ref(),
                    Some(observation)
                );
            }
        }
    }
}

#[test]
fn two_truths_that_a_seat_cannot_tell_apart_give_it_the_same_pgn() {
    let registry = registry();
    let mut dice = Dice::new(3);
    let (mut hidden, mut compared) = (0, 0);
    for variant in registry.iter().filter(|v| v.face_down().is_some()) {
        for seat in Seat::ALL {
            for plies in (1..121).map(|n| if n % 6 == 0 { n } else { n % 12 }) {
                let (game, _) = random_game(variant, &mut dice, plies);
                let pgn::Start::Truth(start) = game.start() else {
                    panic!("a truth");
                };
                let told = |g: &Game| {
                    let seen = g
                        .observation(seat)
                        .expect("it replays")
                        .expect("of a truth");
                    pgn::export(&Game::of_observation(&seen).expect("it replays"))
                };
                let text = told(&game);
                assert!(!text.contains("(k)") && !text.contains('|'), "{text}");
                // Another deal in which the same actions show this seat the same.
                let mut other = Game::of_truth(start.permuted(seat, |n| dice.below(n)));
                let same = game.plies().iter().all(|ply| {
                    let action = ply.record.action.known().expect("the truth");
                    other.play(ply.record.by, action, None).is_ok()
                });
                if same && other.observation(seat) == game.observation(seat) {
                    compared += usize::from(other != game);
                    assert_eq!(told(&other), text);
                }
                let private =
                    |g: &pgn::Ply| g.record.for_seat(variant, seat).shown.captured == Fact::Secret;
                if game.plies().iter().any(private) {
                    hidden += 1;
                    assert!(text.contains("*?"), "{text}");
                }
            }
        }
    }
    assert!(hidden > 20 && compared > 40, "{hidden} {compared}");
}

/// Known fault.
#[test]
fn the_fen_of_a_pgn_was_its_last_position() {
    let registry = registry();
    let variant = registry.get("chess960").expect("the game exists");
    let start = Position::seeded(variant, 0, None, Some(959)).expect("a number");
    let mut game = Game::of_truth(start.clone());
    for _ in 0..5 {
        let by = game.now().board().turn();
        let action = game.now().legal_for(by)[0];
        game.play(by, action, None).expect("legal");
    }
    let text = pgn::export(&game);
    assert!(text.contains("[SetUp \"1\"]\n"));
    assert!(text.contains(&format!("[FEN \"{}\"]\n", start.truth_fen())));

    let (_, movetext) = text.split_once("\n\n").expect("moves");
    let last = format!(
        "[Variant \"Chess960\"]\n[FEN \"{}\"]\n\n{movetext}",
        game.now().fen()
    );
    assert_eq!(refusal(&last).fault, Fault::FenIsLast);
    let last = "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\ne4 e5 *";
    assert_eq!(refusal(last).fault, Fault::FenIsLast);
}

#[test]
fn what_notation_for_people_loses_stands_exactly_in_a_comment() {
    let registry = registry();
    let variant = registry.get("hidden").expect("the game exists");
    let fen = "4k3/(q)7/8/8/8/8/8/(P)3K3 w - - 0 1";
    let start = Position::from_fen(variant, fen).expect("a position");
    let mut game = Game::of_truth(start.clone());
    let action = start
        .legal()
        .into_iter()
        .find(|&a| start.board().captures_face_down(a).is_some())
        .expect("a capture");
    game.play(start.board().turn(), action, Some(300_000))
        .expect("legal");
    let text = pgn::export(&game);
    assert!(
        text.contains("1. Rxa7(P) {[%act a1a7~p*q] [%clk 0:05:00]} *"),
        "{text}"
    );
    game.set_elapsed(0, Some(3_100));
    let text = pgn::export(&game);
    assert!(
        text.contains("[%clk 0:05:00] [%emt 0:00:03.1]} *"),
        "{text}"
    );
    for (seat, told) in [
        (Seat::White, "*q]"),
        (Seat::Black, "*?]"),
        (Seat::Spectator, "*?]"),
    ] {
        let seen = game
            .observation(seat)
            .expect("it replays")
            .expect("a truth");
        let text = pgn::export(&Game::of_observation(&seen).expect("it replays"));
        assert!(text.contains(told), "{text}");
        assert!(text.contains(&format!("[FEN \"{}\"]", start.view(seat).fen())));
    }
}

#[test]
fn lines_of_moves_have_at_most_80_columns() {
    let registry = registry();
    let mut dice = Dice::new(5);
    for variant in registry.iter() {
        let (mut game, _) = random_game(variant, &mut dice, 100);
        dress_up(&mut game, &mut dice);
        game.deal = Some("{\"%\": [1]}".repeat(60));
        let text = pgn::export(&game);
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.starts_with('%'), "{line}");
        }
    }
}

#[test]
fn couriers_drops_are_moves_and_other_semicolons_are_comments() {
    let text = "[Variant \"Ajax Modern Random Chess\"]\n[ArrayNumber \"RQNBKNABR\"]\n\n\
        1. e2-e4 ; a comment with 2. nonsense\n1... Nd9-c7; m-d9 2. Bf1-g4; M-d1 {no}\n\
        2... PMc9-b7; m-c9 ;M-c9\n3. Nf1-e2 *";
    let text = text.replace("Bf1-g4", "Bd1-g4");
    let game = read_one(&text);
    assert_eq!(
        game.now().fen().split(' ').next(),
        Some("rbmmkbnqr/ppppppppp/1an6/9/9/4P1B2/9/PPPPNPPPP/RQNMK1ABR[M]")
    );
    let brackets = "[Variant \"ajax-random\"]\n[Setup \"RQNBKNABR\"]\n\n\
        1.e4 Nc7(Md9) 2.Bg4(Md1) PMb7(Mc9) 3.Nfe2(Mf1)";
    assert_eq!(
        read_one(brackets).now().fen(),
        "rbmmkbnqr/ppppppppp/1an6/9/9/4P1B2/9/PPPPNPPPP/RQNMKMABR b AIai - 0 3"
    );
}

#[test]
fn others_texts_are_read_with_all_their_habits() {
    let text = "\u{feff}[Event \"a \\\"b\\\" \\\\\"]\r\n[Opening \"x\"]\r\n\r\n\
        1.e4 $1 e5!? 2 Nf3 {a (comment} (2. f4 exf4 (2... d5 ; no ) here\r\n 3. exd5) 3. Nf3) 2... Nc6\r\n\
        % an escape\r\n3. Bc4 Bc5 4. 0-0 +/= Nf6 5. d4 exd4 6. e5 d5 7. exd6 e.p. O-O 1-0\r\n\r\n\
        1. d4 ... d5 2. c4 (2. e4) *\r\n[White \"C\"]\r\n1. f3 e5 2. g4 Qh4# 0-1";
    let games = pgn::import(text, &registry()).unwrap_or_else(|error| panic!("{error}"));
    let counts: Vec<usize> = games.iter().map(|game| game.plies().len()).collect();
    assert_eq!(counts, [14, 3, 4]);
    assert_eq!(games[0].tags.get("Event"), Some("a \"b\" \\"));
    assert_eq!(games[0].tags.get("Opening"), Some("x"));
    assert_eq!(games[0].result, GameResult::WhiteWins);
    assert_eq!(games[2].result, GameResult::BlackWins);
    assert_eq!(
        read_one("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8(Q)")
            .now()
            .fen(),
        read_one("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=Q+")
            .now()
            .fen()
    );
    assert_eq!(
        pgn::import(" {nothing} ; at all", &registry()),
        Ok(Vec::new())
    );
}

#[test]
fn castling_by_the_kings_target_or_onto_the_rook_is_castling() {
    for castling in ["O-O", "0-0", "e1g1", "e1h1", "o-o"] {
        let game = read_one(&format!("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. {castling} *"));
        assert!(game.now().fen().contains("RNBQ1RK1"), "{castling}");
    }
}

#[test]
fn names_of_games_are_read_whatever_their_case_and_age() {
    for (name, id) in [
        ("Chess960", "chess960"),
        ("chess 960", "chess960"),
        ("Fischerandom", "chess960"),
        ("FischerRandom960", "chess960"),
        ("standard", "chess"),
        ("From Position", "chess"),
        ("Capablanca Random", "capablanca-random"),
        ("CAPABLANCA RANDOM CHESS", "capablanca-random"),
        ("Capablanca960", "capablanca-random"),
        ("caparandom", "capablanca-random"),
        ("Ajax Random 960", "ajax-random"),
        ("Capablanca", "capablanca"),
        ("Hide and Seek", "hide-and-seek"),
    ] {
        let number = if id.contains("random") { "26" } else { "518" };
        let text = format!("[Variant \"{name}\"]\n[ArrayNumber \"{number}\"]\n\n*");
        let id_read =
            pgn::import(&text, &registry()).map(|games| games[0].variant().id().to_owned());
        assert_eq!(id_read, Ok(id.to_owned()), "{name}");
    }
    for name in ["Crazyhouse", "Crazyhouse960", "Hidden960", ""] {
        let error = refusal(&format!("[Variant \"{name}x\"]\n*"));
        assert!(matches!(error.fault, Fault::UnknownVariant(_)), "{error}");
    }
}

#[test]
fn a_drawn_start_must_stand_in_the_text() {
    let error = refusal("[Variant \"chess960\"]\n[SetUp \"1\"]\n1. e4 *");
    assert_eq!(error.fault, Fault::NoArray("chess960".to_owned()));
    let error = refusal("[Variant \"hidden\"]\n1. e4 *");
    assert_eq!(error.fault, Fault::NoStart("hidden".to_owned()));
    for tag in ["ArrayNumber", "SetUp", "Setup"] {
        let game = read_one(&format!("[Variant \"chess960\"]\n[{tag} \"518\"]\n1. e4 *"));
        assert_eq!(game.array_number, Some(518));
        assert!(game.start().fen().starts_with("rnbqkbnr/"));
    }
    let error = refusal("[Variant \"chess960\"]\n[ArrayNumber \"960\"]\n*");
    assert!(
        error
            .to_string()
            .contains("`960` cannot be the value of `ArrayNumber`"),
        "{error}"
    );
}

#[test]
fn a_move_that_cannot_be_played_is_named_and_never_skipped() {
    let error = refusal("[White \"A\"]\n\n1. e4 e5\n2. Nf3 Nf3 3. d4 *");
    assert_eq!((error.line, error.column, error.game), (4, 8, 1));
    let Fault::Unplayable {
        ply,
        text,
        position,
        ..
    } = error.fault
    else {
        panic!("{error}");
    };
    assert_eq!((ply, text.as_str()), (4, "Nf3"));
    assert!(position.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"));
    assert!(matches!(
        refusal("1. -- e5").fault,
        Fault::Unplayable { .. }
    ));
    // The comment's exact move, or what it shows, against the text or the truth.
    let hidden = "[Variant \"hidden\"]\n[FEN \"4k3/8/8/8/8/8/(N)7/4K3 w - - 0 1\"]\n\n";
    assert_eq!(read_one(&format!("{hidden}1. a4(N)")).plies().len(), 1);
    for wrong in [
        "1. a4(P)",
        "1. a4 {[%act a2a4~p]}",
        "1. a4(N) {[%act a2a3~n]}",
    ] {
        let error = refusal(&format!("{hidden}{wrong}"));
        assert!(
            matches!(error.fault, Fault::Unplayable { ply: 1, .. }),
            "{error}"
        );
    }
}

#[test]
fn faults_name_their_kind_and_place() {
    let kind = |text: &str| refusal(text).fault;
    assert_eq!(kind("1. e4 {open"), Fault::OpenComment);
    assert_eq!(kind("1. e4 (1. d4"), Fault::OpenVariation);
    assert_eq!(kind("[White Ada]\n*"), Fault::TagForm);
    assert_eq!(kind("[White \"Ada]\n*"), Fault::TagForm);
    assert_eq!(kind("1. e4 ) e5"), Fault::Sign(')'));
    assert!(matches!(
        kind("[Result \"0-1\"]\n1. e4 1-0"),
        Fault::Results { .. }
    ));
    assert!(matches!(kind("[FEN \"8/8 w\"]\n*"), Fault::Fen(_)));
    assert!(matches!(
        kind("[White \"A\"]\n[White \"B\"]\n*"),
        Fault::TagTwice(_)
    ));
    assert!(matches!(kind("1. e4 {[%clk soon]}"), Fault::Command { .. }));
    assert!(matches!(kind("1. e4 {[%emt -1]}"), Fault::Command { .. }));
    assert!(matches!(
        kind("[RulesVersion \"99\"]\n*"),
        Fault::RulesVersion { recorded: 99, .. }
    ));
    let view = "[Variant \"hidden\"]\n[FEN \"4k3/8/8/8/8/8/X7/4K3<N/-> w - - 0 1\"]\n";
    assert_eq!(kind(view), Fault::NoSeat);
    let error = refusal("1. e4 *\n\n1. e4 e4");
    assert_eq!((error.line, error.column, error.game), (3, 7, 2));
}

#[test]
fn black_may_choose_its_square_first() {
    for choices in ["1. @c3 1... @f5", "1... @f5 1. @c3"] {
        let game = read_one(&format!("[Variant \"hide-and-seek\"]\n\n{choices} 1. a3 *"));
        assert!(game.now().fen().contains("{c3/f5}"), "{choices}");
        assert_eq!(read_one(&pgn::export(&game)), game);
    }
}

#[test]
fn a_late_promotion_may_stand_with_its_move() {
    let head = "[Variant \"hidden\"]\n[FEN \"r3k3/8/8/8/8/8/8/(P)3K3 w - - 0 1\"]\n\n";
    let joined = read_one(&format!("{head}1. Rxa8(P)=Q+ Kd7 *"));
    let apart = read_one(&format!("{head}1. Rxa8(P) =Q+ Kd7 *"));
    assert_eq!(joined, apart);
    assert_eq!(joined.plies().len(), 3);
}

#[test]
fn spoilt_texts_are_read_or_refused_and_never_panic() {
    const SIGNS: [&str; 28] = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "\"",
        "\\",
        "%",
        "\n",
        "\r\n",
        "1.",
        "...",
        "=Q",
        "@c3",
        "@?",
        "O-O",
        "*",
        "~n",
        "*q",
        "; M-e1",
        "(N)",
        "(Me1)",
        "é",
        "[%clk 9",
        "$",
        "[%act a1a7~p*q]",
    ];
    let registry = registry();
    let count = std::env::var("BACKRANK_TEXTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(20_000usize);
    let mut dice = Dice::new(11);
    let mut texts = Vec::new();
    for variant in registry.iter() {
        for _ in 0..3 {
            let (mut game, seen) = random_game(variant, &mut dice, 24);
            dress_up(&mut game, &mut dice);
            texts.push(pgn::export(&game));
            texts.extend(
                seen.iter()
                    .map(|seen| pgn::export(&Game::of_observation(seen).expect("it replays"))),
            );
        }
    }
    let mut outcomes = BTreeMap::new();
    for _ in 0..count {
        let mut text: Vec<char> = dice.pick(&texts).chars().collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len());
            match dice.below(4) {
                0 => {
                    text.remove(at);
                }
                1 => text
                    .splice(at..at, dice.pick(&SIGNS).chars())
                    .for_each(drop),
                2 => text.truncate(at.max(1)),
                _ => {
                    let other = dice.below(text.len());
                    text.swap(at, other);
                }
            }
            if text.is_empty() {
                text.push('1');
            }
        }
        let text: String = text.into_iter().collect();
        let outcome = match pgn::import(&text, &registry) {
            Ok(games) => {
                let again: String = games.iter().map(pgn::export).collect();
                assert_eq!(pgn::import(&again, &registry), Ok(games), "{text}\n{again}");
                "read".to_owned()
            }
            Err(error) => {
                assert!(error.line <= text.lines().count() + 1 && error.column >= 1);
                assert!(!error.to_string().is_empty());
                format!("{:?}", error.fault)
                    .split(['(', ' '])
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            }
        };
        *outcomes.entry(outcome).or_insert(0usize) += 1;
    }
    assert!(outcomes.len() > 8, "{outcomes:?}");
}

#[test]
fn a_game_that_was_broken_off_is_not_one_that_goes_on() {
    let variant = registry().get("chess").expect("the game exists").clone();
    let mut game = Game::of_truth(Position::seeded(&variant, 0, None, None).expect("a start"));
    let says = |game: &Game, word: &str| {
        let text = pgn::export(game);
        assert!(
            text.contains(&format!("[Termination \"{word}\"]")),
            "{text}"
        );
        assert_eq!(read_one(&text), *game);
    };
    says(&game, "unterminated");
    game.reason = Some("expired".to_owned());
    says(&game, "abandoned");
    game.result = GameResult::WhiteWins;
    game.reason = Some("resignation".to_owned());
    says(&game, "normal");
}
