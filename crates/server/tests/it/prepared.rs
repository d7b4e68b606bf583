//! Prepared positions exist with the feature `testing` and without it not at all.

use crate::common::{Guest, Running};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn prepared_positions_are_there_in_builds_for_testing_only() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let wish = json!({"variant": "chess", "fen": fen, "colour": "white"});
    let (status, created) = guest.post("/api/v1/testing/games", &wish).await;
    if cfg!(not(feature = "testing")) {
        assert!(status == 404 || status == 405, "{status}");
        return;
    }
    assert_eq!(status, 200, "{created}");
    let game = created["id"].as_str().unwrap();
    let mut player = guest.sit_down(game).await;
    assert_eq!(player.seat, "white");
    player.play("a1a8").await;
    player.until(|player| player.phase == "over").await;
    assert_eq!(
        player.ending,
        Some(json!({"result": "white", "reason": "checkmate"}))
    );
    let (status, truth) = guest.get(&format!("/api/v1/games/{game}/truth")).await;
    assert_eq!((status, &truth["fens"][0]), (200, &json!(fen)));
    let (status, body) = guest.get(&format!("/api/v1/games/{game}/deal")).await;
    assert_eq!((status, &body["code"]), (404, &json!("no_deal")));
    let wrong = json!({"variant": "chess", "fen": "8/8", "colour": "white"});
    let (status, body) = guest.post("/api/v1/testing/games", &wrong).await;
    assert_eq!((status, &body["code"]), (400, &json!("bad_message")));
}
