//! Programs that play over plain HTTP: streams of lines and one message by request.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::common::{Dice, Running, config, nonce, text};
use backrank_rules::deal::Contribution;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

/// Nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program, or a browser that asks as one.
#[derive(Clone)]
struct Client {
    http: reqwest::Client,
    base: String,
    token: Option<String>,
    id: String,
}

impl Client {
    /// A guest with a cookie.
    async fn guest(server: &Running) -> Client {
        let http = reqwest::Client::builder().cookie_store(true).build();
        let mut client = Client {
            http: http.expect("a client"),
            base: server.url(""),
            token: None,
            id: String::new(),
        };
        let (_, me) = client.get("/me").await;
        client.id = text(&me["id"]);
        client
    }

    /// An account.
    async fn account(server: &Running, name: &str) -> Client {
        let client = Client::guest(server).await;
        let wish = json!({"name": name, "password": "correct horse battery"});
        let (status, answer) = client.post("/account", &wish).await;
        assert_eq!(status, 200, "{answer}");
        client
    }

    /// A bot of this account.
    async fn bot(&self, name: &str) -> Client {
        let (status, bot) = self.post("/bots", &json!({"name": name})).await;
        assert_eq!(status, 200, "{bot}");
        Client {
            http: reqwest::Client::new(),
            base: self.base.clone(),
            token: Some(text(&bot["token"])),
            id: text(&bot["id"]),
        }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self
            .http
            .request(method, format!("{}/api/v1{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request.header("origin", &self.base),
        }
    }

    async fn answer(&self, request: RequestBuilder) -> (u16, Value) {
        let answer = request.timeout(PATIENCE).send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        self.answer(self.request(Method::GET, path)).await
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.answer(self.request(Method::POST, path).json(body))
            .await
    }

    async fn say(&self, game: &str, message: &Value) -> (u16, Value) {
        self.post(&format!("/games/{game}/messages"), message).await
    }

    async fn lines(&self, path: &str) -> Lines {
        let answer = self.request(Method::GET, path).send().await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
        Lines {
            answer,
            buffer: Vec::new(),
        }
    }

    async fn new_game(&self, variant: &str, colour: &str) -> String {
        let wish = json!({"variant": variant, "colour": colour, "level": 1});
        let (status, created) = self.post("/games", &wish).await;
        assert_eq!(status, 200, "{created}");
        text(&created["id"])
    }

    /// Challenges another by name; the game's id.
    async fn challenge(&self, opponent: &str, variant: &str, rated: bool) -> String {
        let clock = json!({"kind": "live", "base": 600, "increment": 5});
        let conditions =
            json!({"variant": variant, "clock": clock, "rated": rated, "colour": "random"});
        let wish = json!({"conditions": conditions, "opponent": opponent});
        let (status, proposal) = self.post("/challenges", &wish).await;
        assert_eq!(status, 200, "{proposal}");
        text(&proposal["id"])
    }

    /// Plays a game at random to its end; resigns if it is long.
    async fn play_out(&self, game: &str, seed: u64) -> Value {
        let contribution = Contribution::new([u8::try_from(seed % 251).unwrap(); 32]);
        let commitment = contribution.commitment(game, &self.id).to_string();
        let mut dice = Dice(seed);
        let mut lines = self.lines(&format!("/games/{game}/stream")).await;
        loop {
            let line = lines.next().await.expect("the stream goes on to the end");
            let (state, step) = match line["type"].as_str() {
                Some("snapshot") => (&line["game"], line["game"]["dealing"].as_str()),
                Some("event") => (&line["event"], line["event"]["type"].as_str()),
                _ => continue,
            };
            if state.get("ending").is_some() {
                return state["ending"].clone();
            }
            let answer = match step {
                Some("commit") => {
                    self.say(game, &json!({"type": "commit", "commitment": commitment}))
                        .await
                }
                Some("open" | "open_now") => {
                    let contribution = contribution.reveal_hex();
                    self.say(game, &json!({"type": "open", "contribution": contribution}))
                        .await
                }
                _ => {
                    let now = &state["now"];
                    let Some(legal) = now["legal"].as_array().filter(|legal| !legal.is_empty())
                    else {
                        continue;
                    };
                    let action = &legal[dice.below(legal.len())]["action"];
                    let message = if now["ply"].as_u64() > Some(150) {
                        json!({"type": "resign", "nonce": nonce()})
                    } else {
                        json!({"type": "act", "nonce": nonce(), "ply": now["ply"], "action": action})
                    };
                    self.say(game, &message).await
                }
            };
            assert!(matches!(answer.0, 200 | 204), "{answer:?}");
        }
    }
}

struct Lines {
    answer: Response,
    buffer: Vec<u8>,
}

impl Lines {
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                if line.trim_ascii().is_empty() {
                    continue;
                }
                return Some(serde_json::from_slice(&line).expect("a line is JSON"));
            }
            let chunk = tokio::time::timeout(PATIENCE, self.answer.chunk()).await;
            let chunk = chunk.expect("something comes").ok().flatten()?;
            self.buffer.extend_from_slice(&chunk);
        }
    }

    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.expect("a line");
            if line["type"] == kind {
                return line;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_each_kind_is_played_over_plain_http() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let client = Client::guest(&server).await;
    let (_, variants) = client.get("/variants").await;
    for (seed, variant) in variants.as_array().unwrap().iter().enumerate() {
        let variant = variant["id"].as_str().unwrap();
        let game = client.new_game(variant, "random").await;
        let ending = client.play_out(&game, seed as u64 + 1).await;
        assert_ne!(ending["reason"], "deal_broken", "{variant}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_sent_again_counts_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let client = Client::guest(&server).await;
    let game = client.new_game("chess", "white").await;
    let mut lines = client.lines(&format!("/games/{game}/stream")).await;
    let snapshot = lines.next_of("snapshot").await;
    assert_eq!(snapshot["game"]["dealing"], "commit");
    let contribution = Contribution::new([7; 32]);
    let commit = contribution.commitment(&game, &client.id).to_string();
    let commit = json!({"type": "commit", "commitment": commit});
    assert_eq!(client.say(&game, &commit).await, (204, Value::Null));
    assert_eq!(client.say(&game, &commit).await, (204, Value::Null));
    assert_eq!(lines.next_of("event").await["event"]["type"], "open_now");
    let open = json!({"type": "open", "contribution": contribution.reveal_hex()});
    assert_eq!(client.say(&game, &open).await.0, 204);
    assert_eq!(lines.next_of("event").await["event"]["type"], "dealt");

    let act = json!({"type": "act", "nonce": "once", "ply": 0, "action": "e2e4"});
    let first = client.say(&game, &act).await;
    assert_eq!(
        (first.0, &first.1["type"], &first.1["nonce"]),
        (200, &json!("ack"), &json!("once"))
    );
    assert_eq!(client.say(&game, &act).await, first);
    let late = json!({"type": "act", "nonce": "late", "ply": 0, "action": "d2d4"});
    let (status, refused) = client.say(&game, &late).await;
    assert_eq!((status, &refused["type"]), (200, &json!("refused")));
    assert_eq!(refused["error"]["code"], "stale_ply");
    let played = lines.next_of("event").await;
    assert_eq!(played["event"]["played"]["recorded"], "e2e4");
    // The computer answers; then nothing that was sent again has been played.
    let answered = lines.next_of("event").await;
    assert_eq!(answered["event"]["played"]["ply"], 1);

    // Whoever comes back is told what came after.
    let seq = played["seq"].as_u64().unwrap();
    let again = format!("/games/{game}/stream?last_seq={seq}");
    let mut again = client.lines(&again).await;
    assert_eq!(again.next_of("event").await["seq"], seq + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_cannot_be_used_get_a_code() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let client = Client::guest(&server).await;
    let other = Client::guest(&server).await;
    let game = client.new_game("chess", "white").await;
    let path = format!("/games/{game}/messages");
    let code = |(status, body): (u16, Value)| (status, text(&body["code"]));
    let resign = json!({"type": "resign", "nonce": "x"});
    for (message, expected) in [
        (json!({}), "bad_message"),
        (json!([1, 2]), "bad_message"),
        (json!({"type": "hello", "protocol": 1}), "bad_message"),
        (json!({"type": "open", "contribution": "00"}), "bad_message"),
        (json!({"type": "resign", "nonce": ""}), "bad_message"),
        (
            json!({"type": "resign", "nonce": "x", "more": 1}),
            "bad_message",
        ),
    ] {
        let (status, found) = code(client.post(&path, &message).await);
        assert_eq!((status, found.as_str()), (400, expected), "{message}");
    }
    assert_eq!(
        code(other.post(&path, &resign).await),
        (403, "not_your_game".into())
    );
    let nowhere = client.post("/games/7pQnZ2/messages", &resign).await;
    assert_eq!(code(nowhere), (404, "unknown_game".into()));
    let elsewhere = Client {
        base: format!("http://localhost:{}", server.address.port()),
        ..client.clone()
    };
    let foreign = elsewhere
        .http
        .post(server.url(&format!("/api/v1{path}")))
        .header("origin", "https://evil.example.org")
        .json(&resign);
    assert_eq!(
        code(elsewhere.answer(foreign).await),
        (403, "wrong_origin".into())
    );
    let long = json!({"type": "resign", "nonce": "x".repeat(20_000)});
    assert_eq!(
        code(client.post(&path, &long).await),
        (413, "too_large".into())
    );
    let stream = client
        .get(&format!("/games/{game}/stream?last_seq=-1"))
        .await;
    assert_eq!(code(stream), (400, "bad_message".into()));
    let private = other.get(&format!("/games/{game}/stream")).await;
    assert_eq!(code(private), (403, "not_your_game".into()));
    let pong = client.post(&path, &json!({"type": "ping", "n": 7})).await;
    assert_eq!(pong, (200, json!({"type": "pong", "n": 7})));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_messages_are_refused_as_on_a_websocket() {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.limits.messages = backrank_server::config::Rate {
        burst: 5,
        per_second: 0.001,
    };
    let server = Running::with(config).await;
    let client = Client::guest(&server).await;
    let game = client.new_game("chess", "white").await;
    let ping = json!({"type": "ping", "n": 1});
    for _ in 0..5 {
        assert_eq!(client.say(&game, &ping).await.0, 200);
    }
    let (status, error) = client.say(&game, &ping).await;
    assert_eq!((status, &error["code"]), (429, &json!("rate_limited")));
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_when_the_server_does() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let client = Client::guest(&server).await;
    let game = client.new_game("chess", "white").await;
    let mut lines = client.lines(&format!("/games/{game}/stream")).await;
    lines.next_of("snapshot").await;
    server.stop().await;
    while lines.next().await.is_some() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_of_the_api_is_served() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (status, document) = Client::guest(&server).await.get("/openapi.json").await;
    assert_eq!(status, 200);
    assert!(text(&document["openapi"]).starts_with("3.1"));
    let message = &document["paths"]["/games/{id}/messages"]["post"]["requestBody"]["content"];
    assert_eq!(
        message["application/json"]["schema"]["$ref"],
        "#/components/schemas/ClientMessage"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_a_game_with_something_hidden_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let owner = Client::account(&server, "Anna").await;
    let (one, other) = (owner.bot("OneBot").await, owner.bot("OtherBot").await);
    let mut stream = other.lines("/stream").await;
    assert_eq!(stream.next().await.unwrap()["type"], "hello");
    let proposal = one.challenge("OtherBot", "hidden", false).await;
    let challenged = stream.next_of("challenged").await;
    assert_eq!(challenged["proposal"]["id"], proposal.as_str());
    let accept = format!("/proposals/{proposal}/accept");
    let (status, game) = other.post(&accept, &json!({})).await;
    assert_eq!(status, 200, "{game}");
    let game = text(&game["id"]);
    assert_eq!(stream.next_of("game_started").await["game"], game.as_str());

    // Somebody who looks on is told of it too, and cannot play.
    let guest = Client::guest(&server).await;
    let mut onlooker = guest.lines(&format!("/games/{game}/stream")).await;
    assert_eq!(
        onlooker.next_of("snapshot").await["game"]["seat"],
        "spectator"
    );
    let resign = json!({"type": "resign", "nonce": "x"});
    assert_eq!(guest.say(&game, &resign).await.0, 403);

    let (first, second) = tokio::join!(one.play_out(&game, 1), other.play_out(&game, 2));
    assert_eq!(first, second);
    loop {
        let event = onlooker.next_of("event").await;
        if event["event"]["type"] == "ended" {
            assert_eq!(event["event"]["ending"], first);
            break;
        }
    }
}

/// The example, if this machine has a Python.
async fn python(server: &Running, token: &str, games: u32) -> Option<tokio::process::Child> {
    let found = tokio::process::Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .await;
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("no python3: the example is not run");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let child = tokio::process::Command::new("python3")
        .arg(script)
        .args([&server.url(""), token, &games.to_string()])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    Some(child.expect("the example starts"))
}

#[test]
fn the_python_example_is_short_and_needs_nothing_else() {
    let script = include_str!("../../../../examples/bot.py");
    assert!(script.lines().count() < 100);
    let imports: Vec<&str> = script
        .lines()
        .filter(|line| line.starts_with("import ") || line.starts_with("from "))
        .collect();
    assert_eq!(
        imports,
        [
            "import hashlib, http.client, json, random, secrets, sys, threading, time, urllib.error, urllib.request"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_example_plays_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let owner = Client::account(&server, "Anna").await;
    let (snake, rust) = (owner.bot("Snake").await, owner.bot("Rusty").await);
    let variants = ["chess960", "hidden-random"];
    let games = u32::try_from(variants.len()).unwrap();
    let token = snake.token.clone().unwrap();
    let Some(child) = python(&server, &token, games).await else {
        return;
    };
    // It can be challenged before it listens: the proposal waits, or goes with nobody there.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (seed, variant) in variants.iter().enumerate() {
        let mut stream = rust.lines("/stream").await;
        rust.challenge("Snake", variant, false).await;
        let started = stream.next_of("game_started").await;
        let game = text(&started["game"]);
        let ending = rust.play_out(&game, seed as u64 + 5).await;
        assert_ne!(ending["reason"], "deal_broken");
    }
    let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
    let output = output.expect("it ends").expect("its output");
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), variants.len(), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_cards_do_not_load_the_tables_of_live_games() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let owner = Client::account(&server, "Anna").await;
    let (one, other) = (owner.bot("OneBot").await, owner.bot("OtherBot").await);
    let mut stream = one.lines("/stream").await;
    let mut games = Vec::new();
    for _ in 0..5 {
        let proposal = other.challenge("OneBot", "hidden", false).await;
        stream.next_of("challenged").await;
        let accept = format!("/proposals/{proposal}/accept");
        assert_eq!(one.post(&accept, &json!({})).await.0, 200);
        games.push(proposal);
    }
    let loaded = async || {
        let metrics = reqwest::get(server.url("/metrics")).await.unwrap();
        let metrics = metrics.text().await.unwrap();
        let line = metrics
            .lines()
            .find(|line| line.starts_with("backrank_tables_loaded_total "));
        line.map(str::to_owned)
    };
    // The count is there once a table was loaded.
    one.lines(&format!("/games/{}/stream", games[0]))
        .await
        .next()
        .await;
    let before = loaded().await;
    assert!(before.is_some());
    for path in [
        "/watch",
        "/archive",
        "/dashboard",
        "/lobby",
        "/proposals",
        "/games",
        "/players/OneBot",
    ] {
        for client in [&one, &other, &owner] {
            assert_eq!(client.get(path).await.0, 200, "{path}");
        }
    }
    for game in &games {
        assert_eq!(one.get(&format!("/games/{game}")).await.0, 200);
    }
    assert_eq!(loaded().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_closed_when_its_token_is_replaced() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let owner = Client::account(&server, "Anna").await;
    let bot = owner.bot("OneBot").await;
    let game = bot.new_game("chess", "white").await;
    let mut lines = bot.lines(&format!("/games/{game}/stream")).await;
    lines.next_of("snapshot").await;
    let path = format!("/bots/{}/token", bot.id);
    assert_eq!(owner.post(&path, &json!({})).await.0, 200);
    while lines.next().await.is_some() {}
    let (status, error) = bot.get("/me").await;
    assert_eq!((status, &error["code"]), (401, &json!("bad_token")));
}
