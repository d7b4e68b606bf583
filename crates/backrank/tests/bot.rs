//! `backrank bot` against a server in this process.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use backrank_server::{Config, Server};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

/// Nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

struct Host {
    base: String,
    owner: reqwest::Client,
}

impl Host {
    async fn start(data: &Path) -> Host {
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            data: data.to_owned(),
            bots: 1,
            ..Config::default()
        };
        let server = Server::bind(config).await.expect("the server starts");
        let base = format!("http://{}", server.address().expect("an address"));
        tokio::spawn(server.run(std::future::pending()));
        let owner = reqwest::Client::builder().cookie_store(true).build();
        let host = Host {
            base,
            owner: owner.expect("a client"),
        };
        host.ask(None, Method::GET, "/me", Value::Null).await;
        let account = json!({"name": "Anna", "password": "correct horse battery"});
        host.ask(None, Method::POST, "/account", account).await;
        host
    }

    async fn ask(&self, token: Option<&str>, method: Method, path: &str, body: Value) -> Value {
        let url = format!("{}/api/v1{path}", self.base);
        let mut request = match token {
            Some(token) => reqwest::Client::new()
                .request(method, url)
                .bearer_auth(token),
            None => self.owner.request(method, url).header("origin", &self.base),
        };
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.timeout(PATIENCE).send().await.expect("an answer");
        let status = answer.status();
        let answer = answer.json().await.unwrap_or(Value::Null);
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// The token of a new bot.
    async fn bot(&self, name: &str) -> String {
        let bot = self.ask(None, Method::POST, "/bots", json!({"name": name}));
        let bot = bot.await;
        bot["token"].as_str().expect("a token").to_owned()
    }

    fn run(&self, token: &str, options: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_backrank"))
            .args(["bot", "--server", &self.base])
            .args(options)
            .env("BACKRANK_TOKEN", token)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts")
    }

    /// Challenges as one bot another, which accepts once it listens; the game's id.
    async fn challenge(&self, token: &str, opponent: &str, variant: &str) -> String {
        let clock = json!({"kind": "live", "base": 60, "increment": 1});
        let conditions =
            json!({"variant": variant, "clock": clock, "rated": false, "colour": "white"});
        let wish = json!({"conditions": conditions, "opponent": opponent});
        let proposal = self.ask(Some(token), Method::POST, "/challenges", wish);
        let id = proposal.await["id"].as_str().expect("an id").to_owned();
        tokio::time::timeout(PATIENCE, async {
            let url = format!("{}/api/v1/games/{id}", self.base);
            loop {
                let answer = reqwest::Client::new().get(&url).bearer_auth(token);
                if answer
                    .send()
                    .await
                    .expect("an answer")
                    .status()
                    .is_success()
                {
                    return id;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        })
        .await
        .expect("it is accepted")
    }

    async fn ending(&self, token: &str, game: &str) -> Value {
        let path = format!("/games/{game}");
        loop {
            let card = self.ask(Some(token), Method::GET, &path, Value::Null).await;
            if card["phase"] == "over" {
                return card["ending"].clone();
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_each_other_by_what_their_seats_know() {
    let data = tempfile::tempdir().unwrap();
    let host = Host::start(data.path()).await;
    let (one, other) = (host.bot("OneBot").await, host.bot("OtherBot").await);
    let bots = [&one, &other].map(|token| host.run(token, &["--level", "1"]));
    let mut games = Vec::new();
    for variant in ["hidden", "hide-and-seek"] {
        games.push(host.challenge(&one, "OtherBot", variant).await);
    }
    for game in games {
        let ending = tokio::time::timeout(PATIENCE, host.ending(&one, &game)).await;
        let ending = ending.expect("it ends");
        let reason = ending["reason"].as_str().unwrap();
        let played = [
            "checkmate",
            "stalemate",
            "repetition",
            "fifty_moves",
            "dead_position",
        ];
        assert!(played.contains(&reason), "{reason}");
    }
    for mut bot in bots {
        interrupt(&bot);
        let ended = tokio::time::timeout(PATIENCE, bot.wait()).await;
        assert!(ended.expect("it stops").unwrap().success());
    }
}

/// As ctrl-c does.
fn interrupt(child: &Child) {
    let id = child.id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.expect("kill").success());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_stops_in_mid_game_is_started_again_and_then_resigns() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let host = Host::start(data.path()).await;
    let (one, other) = (host.bot("OneBot").await, host.bot("OtherBot").await);
    // It plays e2e4 and dies when it is to move again, each time it is started.
    let script = r#"#!/bin/sh
echo started >> "$(dirname "$0")/starts"
while read -r line; do
  case "$line" in
    uci) echo "option name UCI_Variant type combo default chess var chess"; echo uciok ;;
    isready) echo readyok ;;
    *moves*) exit 1 ;;
    go*) echo "bestmove e2e4" ;;
    quit) exit 0 ;;
  esac
done
"#;
    let engine = data.path().join("engine");
    std::fs::write(&engine, script).unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
    let engine = engine.to_string_lossy();
    let _one = host.run(&one, &["--engine", &engine]);
    let _other = host.run(&other, &["--level", "1"]);
    let game = host.challenge(&one, "OtherBot", "chess").await;
    let ending = tokio::time::timeout(PATIENCE, host.ending(&one, &game)).await;
    assert_eq!(
        ending.expect("it ends"),
        json!({"result": "black", "reason": "resignation"})
    );
    let starts = std::fs::read_to_string(data.path().join("starts")).unwrap();
    // Once to ask what it can, once to play, once more after it died.
    assert_eq!(starts.lines().count(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_told_in_one_line() {
    let data = tempfile::tempdir().unwrap();
    let host = Host::start(data.path()).await;
    let bot = host.run("nonsense", &[]);
    let output = tokio::time::timeout(PATIENCE, bot.wait_with_output()).await;
    let output = output.expect("it ends").unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("401 bad_token"), "{said}");
}
