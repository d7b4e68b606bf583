//! Faults that users of comparable programs met, where a server could have them, each with the right behaviour.
//! Those of the rules stand in the tests of the rules; what holds for every table is in `table`.

mod common;

use std::path::Path;

use backrank_rules::View;
use backrank_rules::deal::Salt;
use backrank_server::Config;
use backrank_server::catalogue::Catalogue;
use backrank_server::log::{Hash, LogError, LogEvent, Logged, Terms};
use backrank_server::table::{Patience, Table};
use backrank_server::wire::{Clock, ColourWish, Side};
use common::{Guest, Player, Running, config, nonce, number, text};
use serde_json::{Value, json};

/// Plays this often, as far as the game goes.
async fn some_actions(player: &mut Player, actions: usize) {
    for _ in 0..actions {
        if !player.turn().await {
            return;
        }
        let legal = player.legal();
        player.play(&legal[legal.len() / 2].clone()).await;
    }
    player.turn().await;
}

async fn resign(player: &mut Player) {
    let resign = json!({"type": "resign", "nonce": nonce()});
    player.socket.send(resign).await;
    player.until(|player| player.phase == "over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn previews_and_lists_were_blank_or_showed_everything() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let catalogue = Catalogue::load(&[]).unwrap();
    let mut hiding = 0;
    for game in catalogue.iter() {
        let name = game.variant.id();
        let id = guest.new_game(name, "random").await;
        let mut player = guest.sit_down(&id).await;
        some_actions(&mut player, 3).await;
        let (_, list) = guest.get("/api/v1/games").await;
        let (_, alone) = guest.get(&format!("/api/v1/games/{id}")).await;
        assert_eq!(list[0], alone, "{name}");
        assert_eq!(alone["id"], id.as_str());
        assert_eq!(
            alone["fen"], player.now["fen"],
            "{name}: the seat's own view"
        );
        assert_eq!(alone["ply"], player.now["ply"], "{name}");
        let fen = text(&alone["fen"]);
        View::from_fen(&game.variant, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(!fen.contains(['(', '|']), "{name}: {fen} tells a truth");
        if !game.variant.is_visible() {
            hiding += 1;
            assert!(fen.contains(['X', 'x', '*']), "{name}: {fen}");
        }
    }
    assert!(hiding > 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_saw_all_in_a_second_anonymous_tab() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    for name in ["hidden", "hide-and-seek", "hidden-random-capturer"] {
        let game = guest.new_game(name, "white").await;
        let mut player = guest.sit_down(&game).await;
        some_actions(&mut player, 4).await;
        assert_eq!(player.phase, "playing");

        let tab = guest.anonymous();
        let address = format!("/api/v1/games/{game}");
        for path in ["", "/truth", "/deal"] {
            let (status, body) = tab.get(&format!("{address}{path}")).await;
            assert_eq!(status, 403, "{body}");
            assert_eq!(body["code"], "not_your_game");
            assert!(!body.to_string().contains("fen"), "{body}");
        }
        assert_eq!(tab.get("/api/v1/games").await, (200, json!([])));
        assert_eq!(tab.connect(&game).await.err(), Some(403));

        // A second tab of the player's own knows what the first one does.
        let mut second = guest.connect(&game).await.unwrap();
        second.hello(None).await;
        let snapshot = second.next_of("snapshot").await;
        assert_eq!(snapshot["game"]["now"], player.now, "{name}");
        assert_eq!(snapshot["game"]["moves"], json!(player.moves), "{name}");
        assert_eq!(guest.get(&format!("{address}/truth")).await.0, 409);
    }
    server.stop().await;
}

#[test]
fn a_game_whose_deal_was_missing_fell_back_to_the_standard_array() {
    for game in Catalogue::load(&[]).unwrap().iter() {
        let variant = &game.variant;
        let terms = Terms {
            game: "7pQnZ2".into(),
            players: vec!["3xKq".into(), "computer".into()],
            colour: ColourWish::White,
            level: 1,
            set: String::new(),
            number: None,
            variant: variant.id().into(),
            digest: game.text.digest.clone(),
            rules_version: variant.rules_version(),
            clock: Clock::Untimed,
            rated: false,
            private: false,
        };
        let played = LogEvent::Action {
            seat: Side::White,
            recorded: "e2e4".into(),
            nonce: None,
            lag: 0,
            hash: Hash(0),
        };
        let created = Table::created(&terms, &Salt::new([1; 32]));
        let log = [created, played].map(|event| Logged::new(1, event));
        let refused = Table::replay("7pQnZ2", variant.clone(), &log, Patience::default());
        let error = refused.expect_err("nothing to start from");
        assert_eq!(error, LogError::DealMissing { seq: 1 });
        assert!(error.to_string().contains("the deal is missing"));
    }
}

/// A file whose rules change between two starts of the server.
fn house_rules(version: u32, double_from: &str) -> String {
    format!(
        "id = \"house\"\nname = \"House rules\"\nbase = \"chess\"\nrules_version = {version}\n
[pawns]\nkind = \"P\"\ndouble_from = [{double_from}]\npromote_to = [\"Q\"]\n"
    )
}

fn with_folder(data: &Path, folder: &Path) -> Config {
    Config {
        variants: vec![folder.to_owned()],
        ..config(data)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_change_of_rules_old_games_no_longer_replayed() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.toml");
    std::fs::write(&file, house_rules(1, "2, 3")).unwrap();
    let server = Running::with(with_folder(data.path(), folder.path())).await;
    let guest = Guest::new(server.address).await;
    let mut games = Vec::new();
    for over in [true, false] {
        let id = guest.new_game("house", "white").await;
        let mut player = guest.sit_down(&id).await;
        player.play("e2e3").await;
        player.turn().await;
        // Two squares from the third rank: no move by the later rules.
        player.play("e3e5").await;
        player.turn().await;
        if over {
            resign(&mut player).await;
        }
        games.push((id, player.moves));
    }
    let truth = format!("/api/v1/games/{}/truth", games[0].0);
    let before = guest.get(&truth).await;
    assert_eq!(before.0, 200);
    server.stop().await;

    std::fs::write(&file, house_rules(2, "2")).unwrap();
    let server = Running::with(with_folder(data.path(), folder.path())).await;
    let guest = guest.at(server.address);
    let finished = guest.sit_down(&games[0].0).await;
    assert_eq!(finished.moves, games[0].1);
    assert_eq!(finished.ending.unwrap()["reason"], "resignation");
    assert_eq!(guest.get(&truth).await, before);
    let mut running = guest.sit_down(&games[1].0).await;
    running.until(|player| player.phase == "over").await;
    assert_eq!(running.moves, games[1].1, "no move is skipped");
    assert_eq!(running.ending.unwrap()["reason"], "rules_changed");
    drop((finished.socket, running.socket));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_variant_fell_back_to_another_game() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("house.toml"), house_rules(1, "2")).unwrap();
    let catalogue = Catalogue::load(&[]).unwrap();
    let server = Running::with(with_folder(data.path(), folder.path())).await;
    let guest = Guest::new(server.address).await;
    for id in ["atomic", "Hidden", "hidden ", "hidden-", "hidde", "960", ""] {
        assert!(catalogue.get(id).is_none(), "{id:?}");
        let wish = json!({"variant": id, "colour": "white", "level": 1});
        let (status, body) = guest.post("/api/v1/games", &wish).await;
        assert_eq!(
            (status, &body["code"]),
            (404, &json!("unknown_variant")),
            "{id:?}"
        );
        for path in ["rules", "file"] {
            let path = format!("/api/v1/variants/{}/{path}", id.replace(' ', "%20"));
            let (status, body) = guest.get(&path).await;
            assert_eq!(status, 404, "{path}: {body}");
        }
    }
    assert_eq!(guest.get("/api/v1/games").await.1, json!([]));

    // A game whose file is gone is not taken for the game that the file was built on.
    let game = guest.new_game("house", "white").await;
    let mut player = guest.sit_down(&game).await;
    some_actions(&mut player, 2).await;
    drop(player);
    server.stop().await;
    let server = Running::start(data.path()).await;
    let guest = guest.at(server.address);
    let mut socket = guest.connect(&game).await.unwrap();
    socket.hello(None).await;
    assert_eq!(socket.next().await["error"]["code"], "unreadable_game");
    let (status, row): (u16, Value) = guest.get(&format!("/api/v1/games/{game}")).await;
    assert_eq!((status, &row["variant"]), (200, &json!("house")));
    assert_eq!((text(&row["fen"]), number(&row["ply"])), (String::new(), 0));
    drop(socket);
    server.stop().await;
}
