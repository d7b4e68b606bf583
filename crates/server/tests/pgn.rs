//! The PGN of a game: what the seat knows while it runs, everything when it is over.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use backrank_rules::deal;
use backrank_rules::notation::{pgn, uci};
use backrank_rules::{Action, Registry, Seat, Variant};
use backrank_server::computer::Computers;
use backrank_server::seat_view;
use backrank_server::wire::DealRecord;
use common::{Guest, Player, Running, nonce, text};
use serde_json::{Value, json};

fn registry() -> Registry {
    Registry::built_in().expect("good files")
}

fn read_one(text: &str) -> pgn::Game {
    let mut games =
        pgn::import(text, &registry()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

async fn pgn_of(guest: &Guest, game: &str) -> String {
    let (status, _, text) = guest.get_file(&format!("/api/v1/games/{game}/pgn")).await;
    assert_eq!(status, 200, "{text}");
    text
}

async fn play_some(player: &mut Player, dice: &mut common::Dice, actions: usize) {
    for _ in 0..actions {
        if !player.turn().await {
            break;
        }
        let legal = player.legal();
        let action = legal[dice.below(legal.len())].clone();
        player.play(&action).await;
    }
}

/// A computer player that does the first thing it can, but chooses another secret square in each game.
fn hiding_elsewhere() -> Computers {
    let games = AtomicUsize::new(0);
    Computers::thinking(
        1,
        Box::new(move |request, _| {
            let legal = request.observation.legal();
            let mut action = *legal.first()?;
            if matches!(action, Action::Choose(_)) {
                action = legal[games.fetch_add(1, Ordering::Relaxed) % legal.len()];
            }
            let limits = backrank_engine::Limits::nodes(1);
            let enough = AtomicBool::new(true);
            let mut answer = backrank_engine::choose(&request.observation, &limits, 1, &enough)?;
            answer.action = action;
            Some(answer)
        }),
    )
    .expect("threads")
}

async fn resign(player: &mut Player) {
    if player.phase == "over" {
        return;
    }
    let resign = json!({"type": "resign", "nonce": nonce()});
    player.socket.send(resign).await;
    player.until(|player| player.phase == "over").await;
}

fn seat_of(player: &Player) -> Seat {
    match player.seat.as_str() {
        "white" => Seat::White,
        "black" => Seat::Black,
        other => panic!("{other}"),
    }
}

fn line<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(&format!("[{tag} \"")))
        .and_then(|rest| rest.strip_suffix("\"]"))
}

/// Without what differs between any two games.
fn without_ids(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("[GameId ") && !line.starts_with("[Date "))
        .collect::<Vec<_>>()
        .join("\n")
}

/// That a game holds what the player was told, action by action, and is in the same situation.
fn is_what_was_told(variant: &Arc<Variant>, game: &pgn::Game, player: &Player, live: bool) {
    let seat = seat_of(player);
    let seen = game
        .observation(seat)
        .expect("it replays")
        .expect("this seat's");
    let told: Vec<(String, String)> = player
        .moves
        .iter()
        .map(|played| (text(&played["recorded"]), text(&played["fen"])))
        .collect();
    let mut past = backrank_rules::Observation::new(seat, seen.start().clone());
    let found: Vec<(String, String)> = seen
        .records()
        .iter()
        .map(|record| {
            past.record(*record).expect("it replays");
            (uci::recorded(variant, record), past.view().fen())
        })
        .collect();
    assert_eq!(found, told, "{}", variant.id());
    // Pools, captured pieces and candidates: what the seat knows by itself.
    let now = serde_json::to_value(seat_view::situation(&seen, live)).expect("json");
    assert_eq!(now, player.now, "{}", variant.id());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_gives_its_player_what_the_seat_was_told_and_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    for variant in registry().iter() {
        let game = guest.new_game(variant.id(), "random").await;
        let mut player = guest.sit_down(&game).await;
        play_some(&mut player, &mut common::Dice(7), 12).await;
        if !player.turn().await {
            continue;
        }
        let address = format!("/api/v1/games/{game}/pgn");
        let (status, [kind, name], told) = guest.get_file(&address).await;
        assert_eq!(status, 200, "{told}");
        assert_eq!(kind, "application/x-chess-pgn");
        let file = format!(
            "attachment; filename=\"backrank-{}-{game}.pgn\"",
            variant.id()
        );
        assert_eq!(name, file);

        let read = read_one(&told);
        assert_eq!(pgn::export(&read), told);
        assert!(matches!(read.start(), pgn::Start::Seen { seat, .. } if *seat == seat_of(&player)));
        assert_eq!(line(&told, "Result"), Some("*"));
        assert_eq!(line(&told, "Termination"), Some("unterminated"));
        assert_eq!(line(&told, "Seat"), Some(player.seat.as_str()));
        assert!(read.deal.is_none() && read.reason.is_none());
        is_what_was_told(variant, &read, &player, true);

        let stranger = Guest::new(server.address).await;
        for other in [&stranger, &guest.anonymous()] {
            let (status, body) = other.get(&address).await;
            assert_eq!((status, &body["code"]), (403, &json!("not_your_game")));
        }
    }
    let (status, body) = guest.get("/api/v1/games/11111111111/pgn").await;
    assert_eq!((status, &body["code"]), (404, &json!("unknown_game")));
    let undealt = guest.new_game("hidden", "white").await;
    let (status, body) = guest.get(&format!("/api/v1/games/{undealt}/pgn")).await;
    assert_eq!((status, &body["code"]), (404, &json!("no_deal")));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_truths_that_a_seat_cannot_tell_apart_give_it_the_same_bytes() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::with_computers(common::config(data.path()), hiding_elsewhere()).await;
    let guest = Guest::new(server.address).await;
    for variant in ["hidden", "hidden-random", "hide-and-seek"] {
        // What was told, the PGN, and the truth behind it.
        let mut games: Vec<([Value; 2], String, Value)> = Vec::new();
        for _ in 0..8 {
            let game = guest.new_game(variant, "white").await;
            let mut player = guest.sit_down(&game).await;
            let mut seen = Vec::new();
            for action in 0..3 {
                if action > 0 {
                    let first = player.legal()[0].clone();
                    player.play(&first).await;
                }
                // Nothing of the computer's is under way: a choice of a square may come at any time.
                player
                    .until(|player| player.now["actors"] == json!(["white"]))
                    .await;
                let told = [json!(player.moves), player.now.clone()];
                seen.push((told, without_ids(&pgn_of(&guest, &game).await)));
            }
            resign(&mut player).await;
            let (_, truth) = guest.get(&format!("/api/v1/games/{game}/truth")).await;
            for (told, pgn) in seen {
                games.push((told, pgn, truth["fens"].clone()));
            }
        }
        let (mut compared, mut told_apart) = (0, 0);
        for (index, (told, pgn, truth)) in games.iter().enumerate() {
            for (other_told, other_pgn, other_truth) in &games[..index] {
                assert_eq!(told == other_told, pgn == other_pgn, "{pgn}\n\n{other_pgn}");
                compared += usize::from(told == other_told && truth != other_truth);
                told_apart += usize::from(told != other_told);
            }
        }
        assert!(told_apart > 0, "{variant}");
        assert!(compared >= 28, "{variant}: {compared}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_reads_back_with_its_truth_and_what_each_seat_knew() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let (_, me) = guest.get("/api/v1/me").await;
    for variant in registry().iter() {
        let game = guest.new_game(variant.id(), "random").await;
        let mut player = guest.sit_down(&game).await;
        play_some(&mut player, &mut common::Dice(11), 30).await;
        resign(&mut player).await;
        let resigned = player.ending.as_ref().unwrap()["reason"] == "resignation";

        let whole = pgn_of(&guest, &game).await;
        let read = read_one(&whole);
        assert_eq!(pgn::export(&read), whole);
        let (_, truth) = guest.get(&format!("/api/v1/games/{game}/truth")).await;
        assert!(matches!(read.start(), pgn::Start::Truth(_)));
        let mut fens = vec![read.start().fen()];
        fens.extend(read.positions().unwrap().iter().map(pgn::Start::fen));
        assert_eq!(json!(fens), truth["fens"], "{}", variant.id());
        assert_eq!(
            read.array_number.map(Value::from),
            truth.get("number").cloned()
        );
        is_what_was_told(variant, &read, &player, resigned);

        let ending = player.ending.clone().unwrap();
        assert_eq!(read.reason, Some(text(&ending["reason"])));
        let result = match ending["result"].as_str() {
            Some("white") => "1-0",
            Some("black") => "0-1",
            Some("draw") => "1/2-1/2",
            other => panic!("{other:?}"),
        };
        assert_eq!(line(&whole, "Result"), Some(result));
        assert_eq!(line(&whole, "Seat"), None);
        let version = variant.rules_version().to_string();
        assert_eq!(line(&whole, "RulesVersion"), Some(version.as_str()));
        let (own, other) = match player.seat.as_str() {
            "white" => ("White", "Black"),
            _ => ("Black", "White"),
        };
        assert_eq!(line(&whole, own), me["name"].as_str());
        assert_eq!(line(&whole, other), Some("Computer (level 1)"));
        assert_eq!(line(&whole, "GameId"), Some(game.as_str()));
        assert!(line(&whole, "Date").is_some_and(|date| date.len() == 10));
        // Nobody has a clock; the log knows how long each thought.
        assert!(read.plies().iter().all(|ply| ply.clock.is_none()));
        assert!(read.plies().iter().all(|ply| ply.elapsed.is_some()));

        let (_, record) = guest.get(&format!("/api/v1/games/{game}/deal")).await;
        let deal = read.deal.as_deref().expect("the record of the deal");
        assert_eq!(serde_json::from_str::<Value>(deal).unwrap(), record);
        let deal: DealRecord = serde_json::from_str(deal).unwrap();
        for check in deal::verify_start(&(&deal).into(), variant) {
            assert!(check.ok, "{}: {}", variant.id(), check.name);
        }
        assert_eq!(deal.result.start, read.start().fen());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_truth_comes_with_the_end_and_not_before() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&game).await;
    play_some(&mut player, &mut common::Dice(3), 4).await;
    player.turn().await;
    let before = pgn_of(&guest, &game).await;
    resign(&mut player).await;
    let after = pgn_of(&guest, &game).await;
    let (_, deal) = guest.get(&format!("/api/v1/games/{game}/deal")).await;
    for secret in [&deal["salt"], &deal["contributions"][0]["contribution"]] {
        let secret = text(secret);
        let secret = secret.as_str();
        // Long comments are broken into lines.
        assert!(!before.replace('\n', "").contains(secret));
        assert!(after.replace('\n', "").contains(secret));
    }
    assert!(
        line(&before, "FEN")
            .unwrap()
            .starts_with("xxxxkxxx/xxxxxxxx/"),
        "{before}"
    );
    assert!(!before.contains("%deal") && !before.contains("%emt"));
    assert_eq!(line(&after, "FEN"), deal["result"]["start"].as_str());

    let server_again = {
        server.stop().await;
        Running::start(data.path()).await
    };
    let guest = guest.at(server_again.address);
    assert_eq!(pgn_of(&guest, &game).await, after);
}
