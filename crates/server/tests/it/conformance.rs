//! Whatever is in the registry of games goes through everything a game can go through, and so does a file that was
//! dropped into the folder of variants a moment ago.

use std::path::Path;

use crate::common::{Dice, Guest, Running, config, nonce, number, text};
use backrank_rules::deal;
use backrank_server::computer::Computers;
use backrank_server::wire::DealRecord;
use backrank_server::{Config, catalogue::Catalogue};
use serde_json::{Value, json};

/// Actions of the person before the server is stopped.
const ACTIONS: usize = 6;

/// A game that no program has seen: a small board that turns by half, masks, captures that nobody
/// sees.
const THROWN_IN: &str = r#"
id = "thrown-in"
name = "Thrown In"
base = "masquerade"
rules_version = 3
casual_only = true
source = "a test"

[board]
files = 6
ranks = 7

[setup]
kind = "hidden-shuffle"
face_up = ["c1 K"]
army = "QCARNPPPPPP"
rows = ["RNKQAC", "PPPPPP"]
mirror = "half-turn"

[castling]
none = true

[face_down]
acts_as = "dress"
capture_shows = "nobody"
"#;

fn with_folder(data: &Path, folder: &Path) -> Config {
    Config {
        variants: vec![folder.to_owned()],
        ..config(data)
    }
}

/// The entry in the list of games, and its pages.
async fn is_shown(guest: &Guest, info: &Value) {
    let id = text(&info["id"]);
    assert!(!text(&info["name"]).is_empty());
    assert!(
        number(&info["files"]) >= 4 && number(&info["ranks"]) >= 4,
        "{id}"
    );
    assert!(!info["kinds"].as_array().unwrap().is_empty(), "{id}");
    assert!(!info["levels"].as_array().unwrap().is_empty(), "{id}");
    let languages = info["rules_languages"].as_array().unwrap();
    let (status, page) = guest.get(&format!("/api/v1/variants/{id}/rules")).await;
    assert_eq!(status, 200, "{id}: {page}");
    assert!(
        text(&page["html"]).contains("<h"),
        "{id}: without a page of its own it shows another"
    );
    for lang in languages {
        let lang = text(lang);
        let (status, page) = guest
            .get(&format!("/api/v1/variants/{id}/rules?lang={lang}"))
            .await;
        assert_eq!(status, 200, "{id}: {page}");
        assert_eq!(page["lang"], lang.as_str());
        assert!(text(&page["html"]).contains("<h"), "{id}");
    }
}

/// A game that was begun, with what its player has seen.
struct Begun {
    variant: String,
    id: String,
    moves: Vec<Value>,
    now: Value,
}

/// Creates a game and plays some actions against the computer. Some games are lost within those.
async fn begin(guest: &Guest, variant: &str) -> Begun {
    for seed in 0..20 {
        if let Some(begun) = begin_once(guest, variant, seed).await {
            return begun;
        }
    }
    panic!("{variant}: no game lasts for {ACTIONS} actions");
}

async fn begin_once(guest: &Guest, variant: &str, seed: u64) -> Option<Begun> {
    let id = guest.new_game(variant, "random").await;
    let mut player = guest.sit_down(&id).await;
    let mut dice = Dice(seed);
    for _ in 0..ACTIONS {
        if !player.turn().await {
            break;
        }
        let legal = player.legal();
        let action = legal[dice.below(legal.len())].clone();
        player.play(&action).await;
        if let Some(square) = action.strip_prefix('@') {
            assert_eq!(player.now["own_square"], square, "{variant}");
            let other = usize::from(player.seat == "white");
            assert!(
                !player.now["candidates"][other]
                    .as_array()
                    .unwrap()
                    .is_empty()
            );
        }
    }
    // The computer's answer, so that nothing is under way when the server stops.
    let lasts = player.turn().await;
    (lasts && player.moves.len() > ACTIONS).then(|| Begun {
        variant: variant.to_owned(),
        id,
        moves: player.moves,
        now: player.now,
    })
}

/// The same game after a restart, given up, and its deal recomputed.
async fn finish(guest: &Guest, catalogue: &Catalogue, game: &Begun) {
    let name = &game.variant;
    let mut player = guest.sit_down(&game.id).await;
    assert_eq!(player.moves, game.moves, "{name}");
    assert_eq!(player.now, game.now, "{name}");
    if player.phase != "over" {
        let resign = json!({"type": "resign", "nonce": nonce()});
        player.socket.send(resign).await;
        player.until(|player| player.phase == "over").await;
    }
    let address = format!("/api/v1/games/{}", game.id);
    let (status, truth) = guest.get(&format!("{address}/truth")).await;
    assert_eq!(status, 200, "{name}: {truth}");
    let fens = truth["fens"].as_array().unwrap();
    assert_eq!(fens.len(), game.moves.len() + 1, "{name}");
    let (status, record) = guest.get(&format!("{address}/deal")).await;
    assert_eq!(status, 200, "{name}: {record}");
    assert_eq!(record["result"]["start"], fens[0], "{name}");
    let record: DealRecord = serde_json::from_value(record).unwrap();
    let variant = &catalogue.get(name).unwrap().variant;
    let checks = deal::verify(
        &(&record).into(),
        variant.text(),
        variant.setup(),
        variant.off_board(),
    );
    assert!(checks.len() > 3, "{name}");
    for check in checks {
        assert!(check.ok, "{name}: {check:?}");
    }
}

/// Every game of a server that `chosen` picks, from the list to the deal that is drawn again.
async fn conform(config: impl Fn() -> Config, chosen: impl Fn(&str) -> bool) {
    let catalogue = Catalogue::load(&config().variants).unwrap();
    let server = Running::with_computers(config(), Computers::new(1).unwrap()).await;
    let guest = Guest::new(server.address).await;
    let (_, variants) = guest.get("/api/v1/variants").await;
    let variants = variants.as_array().unwrap();
    assert_eq!(variants.len(), catalogue.iter().count());
    let mut games = Vec::new();
    for info in variants.iter().filter(|info| chosen(&text(&info["id"]))) {
        is_shown(&guest, info).await;
        games.push(begin(&guest, &text(&info["id"])).await);
    }
    assert!(!games.is_empty());
    server.stop().await;

    let server = Running::with(config()).await;
    let guest = guest.at(server.address);
    for game in &games {
        finish(&guest, &catalogue, game).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_the_registry_conforms() {
    let data = tempfile::tempdir().unwrap();
    conform(|| config(data.path()), |_| true).await;
}

/// Known fault: here it takes one file in a folder.
#[tokio::test(flavor = "multi_thread")]
async fn adding_a_game_touched_thirty_files() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thrown-in.toml"), THROWN_IN).unwrap();
    let config = || with_folder(data.path(), folder.path());
    conform(config, |id| id == "thrown-in").await;

    // What inventors and guests are given besides: the file itself, and a page in their language.
    std::fs::write(folder.path().join("thrown-in.en.md"), "## Thrown In").unwrap();
    let server = Running::with(config()).await;
    let guest = Guest::new(server.address).await;
    let address = "/api/v1/variants/thrown-in";
    let file = reqwest::get(server.url(&format!("{address}/file"))).await;
    let file = file.unwrap().text().await.unwrap();
    assert!(file.ends_with(THROWN_IN), "behind what it builds on");
    let (_, page) = guest.get(&format!("{address}/rules?lang=de")).await;
    assert_eq!(page["lang"], "en");
    assert!(text(&page["html"]).contains("Thrown In"));
    server.stop().await;
}
