//! Whole games and the protocol around them.

use crate::common::{Guest, Running, config, number, text};
use backrank_server::computer::Computers;
use serde_json::{Value, json};

async fn whole_game(variant: &str, colour: &str) {
    let data = tempfile::tempdir().unwrap();
    let server = Running::with_computers(config(data.path()), Computers::new(1).unwrap()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game(variant, colour).await;
    let address = format!("/api/v1/games/{game}");
    let mut player = guest.sit_down(&game).await;
    assert_eq!(guest.get(&format!("{address}/truth")).await.0, 409);
    assert_eq!(guest.get(&format!("{address}/deal")).await.0, 409);
    player.play_out(7).await;

    let ending = player.ending.clone().unwrap();
    assert_ne!(ending["reason"], "resignation", "it came to its own end");
    let (status, truth) = guest.get(&format!("{address}/truth")).await;
    assert_eq!(status, 200, "{truth}");
    let fens = truth["fens"].as_array().unwrap();
    assert_eq!(fens.len(), player.moves.len() + 1);
    let (status, deal) = guest.get(&format!("{address}/deal")).await;
    assert_eq!(status, 200, "{deal}");
    assert_eq!(deal["result"]["start"], fens[0]);
    let (_, list) = guest.get("/api/v1/games").await;
    assert_eq!(list[0]["id"], game.as_str());
    assert_eq!(list[0]["ending"], ending);
    assert_eq!(list[0]["seat"], player.seat.as_str());
    assert_eq!(number(&list[0]["ply"]) as usize, player.moves.len());

    // A snapshot shows the same game, and everything missed can be had event by event.
    let mut again = guest.connect(&game).await.unwrap();
    again.hello(None).await;
    let snapshot = again.next_of("snapshot").await;
    assert_eq!(snapshot["game"]["moves"], json!(player.moves));
    assert_eq!(snapshot["game"]["now"], player.now);
    assert_eq!(snapshot["game"]["ending"], ending);
    assert_eq!(number(&snapshot["seq"]), player.seq);
    again.hello(Some(player.seq - 2)).await;
    again.next_of("hello").await;
    let (played, ended) = (again.next().await, again.next().await);
    assert_eq!(played["event"]["played"], *player.moves.last().unwrap());
    assert_eq!(played["event"]["now"], player.now);
    assert_eq!(ended["event"]["ending"], ending);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_whole_game_of_hidden_chess() {
    whole_game("hidden", "random").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_whole_game_of_capablanca_random() {
    whole_game("capablanca-random", "black").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_played() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let (_, variants) = guest.get("/api/v1/variants").await;
    for variant in variants.as_array().unwrap() {
        let id = text(&variant["id"]);
        let game = guest.new_game(&id, "random").await;
        let mut player = guest.sit_down(&game).await;
        let mut dice = crate::common::Dice(3);
        for _ in 0..12 {
            if !player.turn().await {
                break;
            }
            let legal = player.legal();
            let action = legal[dice.below(legal.len())].clone();
            player.play(&action).await;
        }
        assert!(player.moves.len() >= 2, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_real_computer_answers() {
    let data = tempfile::tempdir().unwrap();
    let computers = Computers::new(1).unwrap();
    let server = Running::with_computers(config(data.path()), computers).await;
    let guest = Guest::new(server.address).await;
    for variant in ["chess", "hidden", "capablanca-random"] {
        let game = guest.new_game(variant, "black").await;
        let mut player = guest.sit_down(&game).await;
        assert!(player.turn().await);
        assert_eq!(player.moves.len(), 1, "{variant}: White has moved");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_belongs_to_its_guest() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let owner = Guest::new(server.address).await;
    let other = Guest::new(server.address).await;
    let game = owner.new_game("chess", "white").await;
    for path in ["", "/truth", "/deal"] {
        let address = format!("/api/v1/games/{game}{path}");
        for guest in [&other, &owner.anonymous()] {
            let (status, body) = guest.get(&address).await;
            assert_eq!((status, &body["code"]), (403, &json!("not_your_game")));
        }
        let (status, body) = owner.get(&format!("/api/v1/games/7pQnZ2{path}")).await;
        assert_eq!((status, &body["code"]), (404, &json!("unknown_game")));
    }
    assert_eq!(other.connect(&game).await.err(), Some(403));
    assert_eq!(owner.anonymous().connect(&game).await.err(), Some(403));
    assert_eq!(owner.connect("7pQnZ2").await.err(), Some(404));
    assert_eq!(owner.connect("..%2F..").await.err(), Some(404));
    let foreign = owner.connect_from(&game, "http://elsewhere.example").await;
    assert_eq!(foreign.err(), Some(403));
    let wish = json!({"variant": "chess", "colour": "white", "level": 1});
    for origin in [None, Some("http://elsewhere.example"), Some("null")] {
        let (status, body) = owner.post_from("/api/v1/games", &wish, origin).await;
        assert_eq!((status, &body["code"]), (403, &json!("wrong_origin")));
    }
    assert_eq!(other.get("/api/v1/games").await.1, json!([]));
    let forged = owner.anonymous();
    assert_eq!(forged.get("/api/v1/games").await.1, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_that_cannot_be_met_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let wish =
        |variant: &str, level: u32| json!({"variant": variant, "colour": "white", "level": level});
    let with = |mut wish: Value, name: &str, value: Value| {
        wish[name] = value;
        wish
    };
    let cases = [
        (wish("atomic", 1), 404, "unknown_variant"),
        (wish("chess", 0), 400, "unknown_level"),
        (wish("chess", 9), 400, "unknown_level"),
        (wish("chess", 300), 400, "bad_message"),
        (
            with(wish("chess960", 1), "set", json!("none")),
            400,
            "unknown_set",
        ),
        (with(wish("chess", 1), "set", json!("")), 400, "unknown_set"),
        (
            with(wish("chess960", 1), "number", json!(960)),
            400,
            "unknown_number",
        ),
        (
            with(wish("hidden", 1), "number", json!(1)),
            400,
            "unknown_number",
        ),
        (
            with(wish("chess", 1), "rated", json!(true)),
            400,
            "bad_message",
        ),
        (json!({}), 400, "bad_message"),
    ];
    for (wish, status, code) in cases {
        let (found, body) = guest.post("/api/v1/games", &wish).await;
        assert_eq!((found, &body["code"]), (status, &json!(code)), "{wish}");
    }
    for path in ["rules", "file"] {
        let (status, body) = guest.get(&format!("/api/v1/variants/atomic/{path}")).await;
        assert_eq!((status, &body["code"]), (404, &json!("unknown_variant")));
    }
    let (status, body) = guest.get("/api/v1/nothing").await;
    assert_eq!((status, &body["code"]), (404, &json!("not_found")));
    let ok = with(wish("chess960", 1), "number", json!(518));
    assert_eq!(guest.post("/api/v1/games", &ok).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_sent_again_is_played_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;
    let mut player = guest.sit_down(&game).await;
    let act = json!({"type": "act", "nonce": "once", "ply": 0, "action": "e2e4"});
    player.socket.send(act.clone()).await;
    let first = player.socket.next_of("ack").await;
    player.socket.send(act.clone()).await;
    let second = player.socket.next_of("ack").await;
    assert_eq!(first, second);
    drop(player);

    // Also on another connection, and after the server was started again.
    let server = {
        server.stop().await;
        Running::start(data.path()).await
    };
    let guest = guest.at(server.address);
    let mut socket = guest.connect(&game).await.unwrap();
    socket.hello(None).await;
    let snapshot = socket.next_of("snapshot").await;
    assert_eq!(snapshot["game"]["moves"][0]["recorded"], "e2e4");
    socket.send(act).await;
    assert_eq!(socket.next_of("ack").await, first);
    socket.hello(None).await;
    let later = socket.next_of("snapshot").await;
    assert_eq!(later["game"]["moves"][0], snapshot["game"]["moves"][0]);

    // An action meant for an older position is never played in a newer one.
    let stale = json!({"type": "act", "nonce": "late", "ply": 0, "action": "d2d4"});
    socket.send(stale).await;
    let refused = socket.next_of("refused").await;
    assert_eq!(refused["error"]["code"], "stale_ply");
    let ply = number(
        &refused["error"]["params"]["ply"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap(),
    );
    let illegal = json!({"type": "act", "nonce": "bad", "ply": ply, "action": "e4e6"});
    socket.send(illegal).await;
    let refused = socket.next_of("refused").await;
    assert_eq!(refused["error"]["code"], "illegal_action");
    assert_eq!(refused["error"]["params"]["action"], "e4e6");
    // Refused is not stored: the nonce is free.
    socket.send(json!({"type": "resign", "nonce": "bad"})).await;
    let ack = socket.next_of("ack").await;
    socket.send(json!({"type": "resign", "nonce": "bad"})).await;
    assert_eq!(socket.next_of("ack").await, ack);
    socket
        .send(json!({"type": "resign", "nonce": "another"}))
        .await;
    let refused = socket.next_of("refused").await;
    assert_eq!(refused["error"]["code"], "game_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_broken_by_a_wrong_or_missing_opening() {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.open_timeout = std::time::Duration::from_millis(300);
    let server = Running::with(config).await;
    let guest = Guest::new(server.address).await;
    for wrong in [true, false] {
        let game = guest.new_game("hidden", "white").await;
        let mut socket = guest.connect(&game).await.unwrap();
        socket.hello(None).await;
        assert_eq!(
            socket.next_of("snapshot").await["game"]["dealing"],
            "commit"
        );
        let early = json!({"type": "open", "contribution": "00".repeat(32)});
        socket.send(early).await;
        assert_eq!(
            socket.next_of("error").await["error"]["code"],
            "bad_message"
        );
        let commit = json!({"type": "commit", "commitment": "11".repeat(32)});
        socket.send(commit.clone()).await;
        assert_eq!(socket.next_of("event").await["event"]["type"], "open_now");
        // Said again it changes nothing; another one is too late.
        socket.send(commit).await;
        let other = json!({"type": "commit", "commitment": "22".repeat(32)});
        socket.send(other).await;
        assert_eq!(
            socket.next_of("error").await["error"]["code"],
            "bad_message"
        );
        if wrong {
            let open = json!({"type": "open", "contribution": "33".repeat(32)});
            socket.send(open).await;
        }
        let ended = socket.next_of("event").await;
        let expected = json!({"result": "aborted", "reason": "deal_broken"});
        assert_eq!(ended["event"]["ending"], expected);
        let (status, body) = guest.get(&format!("/api/v1/games/{game}/deal")).await;
        assert_eq!((status, &body["code"]), (404, &json!("no_deal")));
        socket.hello(None).await;
        assert_eq!(socket.next_of("snapshot").await["game"]["phase"], "over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_messages_are_named_and_then_close() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;

    let mut socket = guest.connect(&game).await.unwrap();
    for message in [
        "{",
        r#"{"type":"nothing"}"#,
        r#"{"type":"ping","n":1,"x":2}"#,
        r#"{"type":"resign","nonce":"before hello"}"#,
    ] {
        socket.send_text(message.to_owned()).await;
        assert_eq!(
            socket.next().await["error"]["code"],
            "bad_message",
            "{message}"
        );
    }
    socket.send_binary(vec![1, 2, 3]).await;
    assert_eq!(socket.next().await["error"]["code"], "bad_message");
    assert_eq!(socket.close_code().await, Some(1008));

    let mut socket = guest.connect(&game).await.unwrap();
    socket.send(json!({"type": "hello", "protocol": 2})).await;
    let error = socket.next().await;
    assert_eq!(error["error"]["code"], "unsupported_protocol");
    assert_eq!(socket.close_code().await, Some(1008));

    let mut socket = guest.connect(&game).await.unwrap();
    socket.send_text("x".repeat(17 * 1024)).await;
    assert_eq!(socket.close_code().await, Some(1009));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_limited_and_then_closed() {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.limits.messages = backrank_server::config::Rate {
        burst: 10,
        per_second: 0.0,
    };
    let server = Running::with(config).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;
    let mut socket = guest.connect(&game).await.unwrap();
    for n in 0..60 {
        socket.send(json!({"type": "ping", "n": n})).await;
        let answer = socket.next().await;
        if n < 10 {
            assert_eq!(answer["type"], "pong");
        } else {
            assert_eq!(answer["error"]["code"], "rate_limited");
        }
    }
    socket.send(json!({"type": "ping", "n": 60})).await;
    assert_eq!(socket.close_code().await, Some(1008));
}

#[tokio::test(flavor = "multi_thread")]
async fn shutting_down_tells_those_who_are_connected() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;
    let mut player = guest.sit_down(&game).await;
    let stopped = tokio::spawn(server.stop());
    assert_eq!(player.socket.close_code().await, Some(1001));
    stopped.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.idle_timeout = std::time::Duration::from_millis(200);
    let server = Running::with(config).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;
    let mut socket = guest.connect(&game).await.unwrap();
    socket.send(json!({"type": "ping", "n": 3})).await;
    assert_eq!(socket.next().await, json!({"type": "pong", "n": 3}));
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!(socket.close_code().await, Some(1001));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_that_breaks_down_is_asked_again_and_then_replaced() {
    let data = tempfile::tempdir().unwrap();
    let computers =
        Computers::thinking(1, Box::new(|_, _| panic!("a player breaks down"))).unwrap();
    let server = Running::with_computers(config(data.path()), computers).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "black").await;
    let mut player = guest.sit_down(&game).await;
    assert!(player.turn().await);
    assert_eq!(player.moves.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_their_headers() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let get = async |path: &str| reqwest::get(server.url(path)).await.unwrap();
    let page = get("/game/7pQnZ2").await;
    assert_eq!(page.status(), 200);
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("'self'")
    );
    assert!(page.text().await.unwrap().contains("Backrank"));
    let health = get("/healthz").await;
    assert_eq!(health.text().await.unwrap(), "ok");
    let metrics = get("/metrics").await.text().await.unwrap();
    assert!(
        metrics.is_empty() || metrics.contains("backrank_"),
        "{metrics}"
    );
    let file = get("/api/v1/variants/chess960/file").await;
    assert_eq!(file.headers()["content-type"], "text/plain; charset=utf-8");
    let registry = backrank_rules::Registry::built_in().unwrap();
    let text = file.text().await.unwrap();
    let digest = backrank_rules::deal::variant_digest(&[&text]);
    assert_eq!(digest, *registry.get("chess960").unwrap().digest());
    let rules = get("/api/v1/variants/hidden/rules?lang=de").await;
    let rules: Value = rules.json().await.unwrap();
    assert_eq!(rules["lang"], "de");
    assert!(text_of(&rules).contains("<h"));
    assert_eq!(get("/assets/nothing.js").await.status(), 404);
}

fn text_of(rules: &Value) -> String {
    text(&rules["html"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_reads_nothing_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("capablanca", "white").await;
    let mut player = guest.sit_down(&game).await;
    // Each hello asks for a snapshot of many kilobytes, and none of them is read.
    let flood = async {
        let hello = json!({"type": "hello", "protocol": 1}).to_string();
        while player.socket.try_send(hello.clone()).await {}
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), flood)
        .await
        .expect("the server gives it up");
    // Others do not notice.
    let mut again = guest.sit_down(&game).await;
    assert!(again.turn().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_has_a_code() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("chess", "white").await;
    let code = |(status, body): (u16, Value)| (status, text(&body["code"]));
    let is = |status: u16, code: &str| (status, code.to_owned());
    let bad = is(400, "bad_message");
    assert_eq!(code(guest.get("/api/v1/games/%ff").await), bad);
    let twice = "/api/v1/variants/chess/rules?lang=en&lang=de";
    assert_eq!(code(guest.get(twice).await), bad);
    let missing = is(404, "not_found");
    assert_eq!(code(guest.get("/api/v1/nothing").await), missing);
    assert_eq!(code(guest.get("/api").await), missing);
    let large = json!({ "variant": "x".repeat(17 * 1024) });
    let refused = guest.post("/api/v1/games", &large).await;
    assert_eq!(code(refused), is(413, "too_large"));
    let method = is(405, "not_found");
    assert_eq!(code(guest.post("/api/v1/me", &json!({})).await), method);
    assert_eq!(code(guest.post("/game/x", &json!({})).await), method);
    let http = reqwest::Client::new();
    let ws = server.url(&format!("/api/v1/games/{game}/ws"));
    let plain = guest.get_from_own_page(&http, &ws).await;
    assert_eq!(code(plain), bad);
    server.stop().await;
}
