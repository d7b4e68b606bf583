//! Accounts as a browser meets them.

mod common;

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use backrank_server::Config;
use backrank_server::admin::Admin;
use backrank_server::config::Rate;
use backrank_server::ids::PlayerId;
use backrank_server::mail::{MailSettings, MailWay};
use backrank_server::store::{DatabaseUrl, Sealer, Store};
use common::{Running, config, text};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse battery";

/// A browser with its cookies.
struct Browser {
    http: reqwest::Client,
    address: SocketAddr,
}

impl Browser {
    fn new(address: SocketAddr) -> Browser {
        let http = reqwest::Client::builder()
            .cookie_store(true)
            .user_agent("Testfox/1.0")
            .build()
            .unwrap();
        Browser { http, address }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}/api/v1{path}", self.address);
        self.http
            .request(method, url)
            .header("origin", format!("http://{}", self.address))
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        self.send(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PUT, path, Some(body)).await
    }

    async fn delete(&self, path: &str) -> u16 {
        self.send(Method::DELETE, path, None).await.0
    }

    async fn me(&self) -> Value {
        let (status, me) = self.get("/me").await;
        assert_eq!(status, 200, "{me}");
        me
    }

    async fn sign_up(&self, name: &str) -> Value {
        let wish = json!({"name": name, "password": PASSWORD});
        let (status, answer) = self.post("/account", wish).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    async fn sign_in(&self, name: &str, password: &str) -> (u16, Value) {
        let wish = json!({"name": name, "password": password});
        self.post("/session", wish).await
    }

    async fn new_game(&self) -> String {
        let wish = json!({"variant": "hidden", "colour": "white", "level": 1});
        let (status, created) = self.post("/games", wish).await;
        assert_eq!(status, 200, "{created}");
        text(&created["id"])
    }

    async fn games(&self) -> Vec<String> {
        let (_, games) = self.get("/games").await;
        let games = games.as_array().unwrap().iter();
        games.map(|game| text(&game["id"])).collect()
    }
}

/// A server with room for many accounts, and mail into a folder.
fn roomy(data: &Path) -> Config {
    let mut config = config(data);
    let much = Rate {
        burst: 10_000,
        per_second: 1e6,
    };
    config.limits.accounts = much;
    config.limits.mails = much;
    config.limits.requests = much;
    config.base_url = Some("https://games.example.org".to_owned());
    config.mail = Some(MailSettings {
        way: MailWay::Folder(data.join("mails")),
        from: "Backrank <games@example.org>".to_owned(),
    });
    config
}

async fn start() -> (tempfile::TempDir, Running) {
    let data = tempfile::tempdir().unwrap();
    let server = Running::with(roomy(data.path())).await;
    (data, server)
}

fn is(answer: &(u16, Value), status: u16, code: &str) {
    assert_eq!(
        (answer.0, text(&answer.1["code"]).as_str()),
        (status, code),
        "{}",
        answer.1
    );
}

/// The token of the link in the newest mail to this address, once there are so many mails.
async fn mailed(data: &Path, to: &str, count: usize) -> String {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let mut mails: Vec<_> = std::fs::read_dir(data.join("mails"))
            .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
            .unwrap_or_default();
        mails.retain(|path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "eml"));
        mails.sort_by_key(|path| path.metadata().unwrap().modified().unwrap());
        if mails.len() >= count {
            let mail = std::fs::read_to_string(mails.last().unwrap()).unwrap();
            // Long lines are broken, as the form of mails has it.
            let mail = mail.replace("=\r\n", "").replace("=3D", "=");
            assert!(mail.contains(&format!("To: {to}\r\n")), "{mail}");
            let (_, link) = mail.split_once("?token=").unwrap();
            return link.split_whitespace().next().unwrap().to_owned();
        }
        assert!(Instant::now() < until, "no mail comes");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_guest_becomes_an_account_with_all_games() {
    let (_data, server) = start().await;
    let browser = Browser::new(server.address);
    let guest = browser.me().await;
    assert_eq!(guest["kind"], "guest");
    let game = browser.new_game().await;
    let signed_up = browser.sign_up("Ada").await;
    assert_eq!(signed_up["me"]["id"], guest["id"]);
    assert_eq!(signed_up["me"]["name"], "Ada");
    assert_eq!(signed_up["me"]["kind"], "account");
    assert_eq!(signed_up["me"]["mail"], true);
    assert_eq!(signed_up["recovery_codes"].as_array().unwrap().len(), 8);
    assert_eq!(browser.games().await, [game]);
    let again = browser
        .post("/account", json!({"name": "Ada2", "password": PASSWORD}))
        .await;
    is(&again, 409, "has_account");
    server.stop().await;
}

#[tokio::test]
async fn names_are_taken_whatever_their_case_and_some_by_nobody() {
    let (_data, server) = start().await;
    Browser::new(server.address).sign_up("Grace").await;
    let other = Browser::new(server.address);
    let wish = |name: &str| json!({"name": name, "password": PASSWORD});
    is(
        &other.post("/account", wish("gRACE")).await,
        409,
        "name_taken",
    );
    is(
        &other.post("/account", wish("Admin")).await,
        409,
        "name_taken",
    );
    is(
        &other.post("/account", wish("guest-7")).await,
        409,
        "name_taken",
    );
    for bad in ["", "x", "1st", "a b", "näme", &"x".repeat(21)] {
        is(&other.post("/account", wish(bad)).await, 400, "bad_name");
    }
    for weak in ["short", "password1", "grace-2x", &"xy".repeat(101)] {
        let wish = json!({"name": "Grace-2x", "password": weak});
        is(&other.post("/account", wish).await, 400, "weak_password");
    }
    assert_eq!(other.me().await["kind"], "guest");
    server.stop().await;
}

#[tokio::test]
async fn two_sessions_are_listed_and_one_ends_the_other() {
    let (_data, server) = start().await;
    let (one, two) = (Browser::new(server.address), Browser::new(server.address));
    let id = one.sign_up("Ada").await["me"]["id"].clone();
    let (status, me) = two.sign_in("ADA", PASSWORD).await;
    assert_eq!((status, &me["id"]), (200, &id));
    let (_, sessions) = one.get("/sessions").await;
    let sessions = sessions.as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    assert_eq!(
        sessions.iter().filter(|one| one["current"] == true).count(),
        1
    );
    assert!(sessions.iter().all(|one| one["agent"] == "Testfox/1.0"));
    let other = sessions.iter().find(|one| one["current"] == false).unwrap();
    let path = format!("/sessions/{}", text(&other["id"]));
    assert_eq!(one.delete(&path).await, 204);
    assert_eq!(one.delete(&path).await, 404);
    assert_ne!(
        two.me().await["id"],
        id,
        "the other browser is a guest again"
    );
    assert_eq!(one.me().await["id"], id);

    two.sign_in("Ada", PASSWORD).await;
    assert_eq!(two.delete("/sessions").await, 204);
    assert_ne!(one.me().await["id"], id);
    assert_eq!(two.me().await["id"], id);
    assert_eq!(two.delete("/session").await, 204);
    assert_eq!(two.me().await["kind"], "guest");
    server.stop().await;
}

#[tokio::test]
async fn nobody_ends_a_session_of_somebody_else() {
    let (_data, server) = start().await;
    let (one, two) = (Browser::new(server.address), Browser::new(server.address));
    one.sign_up("Ada").await;
    two.sign_up("Grace").await;
    let (_, sessions) = one.get("/sessions").await;
    let path = format!("/sessions/{}", text(&sessions[0]["id"]));
    is(
        &two.send(Method::DELETE, &path, None).await,
        404,
        "unknown_session",
    );
    assert_eq!(one.me().await["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn signing_in_brings_the_guests_games_along() {
    let (_data, server) = start().await;
    let home = Browser::new(server.address);
    home.sign_up("Ada").await;
    let first = home.new_game().await;
    let away = Browser::new(server.address);
    let guest = text(&away.me().await["id"]);
    let second = away.new_game().await;
    let (status, me) = away.sign_in("Ada", PASSWORD).await;
    assert_eq!(status, 200, "{me}");
    let mut games = away.games().await;
    games.sort();
    let mut both = vec![first, second];
    both.sort();
    assert_eq!(games, both);
    assert_ne!(text(&me["id"]), guest);
    server.stop().await;
}

#[tokio::test]
async fn a_game_goes_on_under_the_account() {
    let (_data, server) = start().await;
    Browser::new(server.address).sign_up("Ada").await;
    let guest = common::Guest::new(server.address).await;
    let game = guest.new_game("hidden", "white").await;
    let mut before = guest.sit_down(&game).await;
    let first = before.legal()[0].clone();
    before.play(&first).await;
    let ada = guest.signed_in("Ada", PASSWORD).await;
    assert_ne!(ada.id, guest.id);
    assert_eq!(before.socket.close_code().await, Some(1008));
    let mut after = ada.sit_down(&game).await;
    after.until(|player| !player.legal().is_empty()).await;
    let next = after.legal()[0].clone();
    after.play(&next).await;
    assert_eq!(guest.connect(&game).await.err(), Some(403));
    server.stop().await;
}

#[tokio::test]
async fn signing_in_is_refused_while_both_sit_at_one_table() {
    let (data, server) = start().await;
    let home = Browser::new(server.address);
    let account = text(&home.sign_up("Ada").await["me"]["id"]);
    let away = Browser::new(server.address);
    let guest = text(&away.me().await["id"]);
    let game = away.new_game().await;
    // The account takes the computer's place.
    let store = open(data.path()).await;
    sqlx::query(
        "UPDATE games SET second = $1, second_kind = 'account', level = NULL WHERE id = $2",
    )
    .bind(&account)
    .bind(&game)
    .execute(store.pool())
    .await
    .unwrap();
    let refused = away.sign_in("Ada", PASSWORD).await;
    is(&refused, 409, "both_at_one_table");
    assert_eq!(refused.1["params"]["game"], game.as_str());
    assert_eq!(text(&away.me().await["id"]), guest, "the guest stays");

    // When it is over the game stays with the guest, who is no more.
    sqlx::query(
        "UPDATE games SET phase = 'over', result = 'draw', reason = 'agreement', ended = 1 \
         WHERE id = $1",
    )
    .bind(&game)
    .execute(store.pool())
    .await
    .unwrap();
    assert_eq!(away.sign_in("Ada", PASSWORD).await.0, 200);
    let guest = PlayerId::read(&guest).unwrap();
    let row = store.games_of(&guest, 10).await.unwrap();
    assert_eq!(row.len(), 1);
    server.stop().await;
}

async fn open(data: &Path) -> Store {
    let url = DatabaseUrl::file(&data.join("backrank.db"));
    let (store, _writer) = Store::open(&url, Sealer::new(&[0; 32])).await.unwrap();
    store
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_look_the_same() {
    let (_data, server) = start().await;
    Browser::new(server.address).sign_up("Ada").await;
    let browser = Browser::new(server.address);
    browser.me().await;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..5 {
        for (list, name) in times.iter_mut().zip(["Ada", "Nobody"]) {
            let begun = Instant::now();
            let answer = browser
                .sign_in(name, &format!("wrong number {round}"))
                .await;
            list.push(begun.elapsed());
            is(&answer, 401, "wrong_credentials");
            assert_eq!(answer.1["params"], json!({}));
        }
    }
    let [known, unknown] = times.map(|mut list| {
        list.sort();
        list[2]
    });
    let ratio = known.as_secs_f64() / unknown.as_secs_f64();
    assert!((0.3..3.3).contains(&ratio), "{known:?} and {unknown:?}");
    server.stop().await;
}

#[tokio::test]
async fn guessing_gets_slower_and_slower() {
    let (_data, server) = start().await;
    Browser::new(server.address).sign_up("Ada").await;
    let browser = Browser::new(server.address);
    for _ in 0..5 {
        is(
            &browser.sign_in("Ada", "a wrong one").await,
            401,
            "wrong_credentials",
        );
    }
    // Even the right one has to wait now, or guessing would go on.
    let refused = browser.sign_in("ada", PASSWORD).await;
    is(&refused, 429, "too_many_attempts");
    let seconds: u64 = text(&refused.1["params"]["seconds"]).parse().unwrap();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    assert_eq!(browser.sign_in("Ada", PASSWORD).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let (_data, server) = start().await;
    let (one, two) = (Browser::new(server.address), Browser::new(server.address));
    one.sign_up("Ada").await;
    two.sign_in("Ada", PASSWORD).await;
    let change = |old: &str, new: &str| json!({"old": old, "new": new});
    let path = "/account/password";
    is(
        &one.post(path, change("wrong", "another good one")).await,
        403,
        "wrong_password",
    );
    is(
        &one.post(path, change(PASSWORD, "short")).await,
        400,
        "weak_password",
    );
    assert_eq!(
        one.post(path, change(PASSWORD, "another good one")).await.0,
        204
    );
    assert_eq!(one.me().await["name"], "Ada");
    assert_eq!(two.me().await["kind"], "guest");
    is(
        &two.sign_in("Ada", PASSWORD).await,
        401,
        "wrong_credentials",
    );
    assert_eq!(two.sign_in("Ada", "another good one").await.0, 200);
    let guest = Browser::new(server.address);
    guest.me().await;
    is(
        &guest.post(path, change("a", "another good one")).await,
        403,
        "account_needed",
    );
    server.stop().await;
}

#[tokio::test]
async fn a_recovery_code_is_good_for_one_new_password() {
    let (_data, server) = start().await;
    let one = Browser::new(server.address);
    let codes = one.sign_up("Ada").await["recovery_codes"].clone();
    let two = Browser::new(server.address);
    let recover = |name: &str, code: &str, password: &str| json!({"name": name, "code": code, "password": password});
    let path = "/account/recover";
    let code = text(&codes[3]);
    is(
        &two.post(
            path,
            recover("Ada", "0000-0000-0000-0000", "brand new words"),
        )
        .await,
        400,
        "wrong_code",
    );
    is(
        &two.post(path, recover("Nobody", &code, "brand new words"))
            .await,
        400,
        "wrong_code",
    );
    is(
        &two.post(path, recover("Ada", &code, "short")).await,
        400,
        "weak_password",
    );
    let careless = code.to_uppercase().replace('-', "");
    assert_eq!(
        two.post(path, recover("ada", &careless, "brand new words"))
            .await
            .0,
        204
    );
    is(
        &two.post(path, recover("Ada", &code, "other new words"))
            .await,
        400,
        "wrong_code",
    );
    assert_eq!(one.me().await["kind"], "guest", "all sessions have ended");
    assert_eq!(two.sign_in("Ada", "brand new words").await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_verified_address_gets_a_link_for_a_new_password() {
    let (data, server) = start().await;
    let one = Browser::new(server.address);
    one.sign_up("Ada").await;
    let email = |email: &str, password: &str| json!({"email": email, "password": password});
    is(
        &one.put("/account/email", email("no address", PASSWORD))
            .await,
        400,
        "bad_email",
    );
    is(
        &one.put("/account/email", email("ada@example.org", "wrong"))
            .await,
        403,
        "wrong_password",
    );
    let (status, me) = one
        .put("/account/email", email("ada@example.org", PASSWORD))
        .await;
    assert_eq!(status, 200);
    assert_eq!(
        (&me["email"], &me["email_verified"]),
        (&json!("ada@example.org"), &json!(false))
    );
    let token = mailed(data.path(), "ada@example.org", 1).await;

    // Nothing is sent to an address that may be anybody's.
    let two = Browser::new(server.address);
    assert_eq!(
        two.post("/account/reset", json!({"name": "Ada"})).await.0,
        204
    );
    assert_eq!(
        two.post("/account/reset", json!({"name": "Nobody"}))
            .await
            .0,
        204
    );

    let verify = |token: &str| json!({"secret": token});
    is(
        &two.post("/account/email/verify", verify("x")).await,
        400,
        "wrong_link",
    );
    assert_eq!(
        two.post("/account/email/verify", verify(&token)).await.0,
        204
    );
    is(
        &two.post("/account/email/verify", verify(&token)).await,
        400,
        "wrong_link",
    );
    assert_eq!(one.me().await["email_verified"], true);

    assert_eq!(
        two.post("/account/reset", json!({"name": "ADA"})).await.0,
        204
    );
    let token = mailed(data.path(), "ada@example.org", 2).await;
    let confirm = |token: &str, password: &str| json!({"token": token, "password": password});
    let path = "/account/reset/confirm";
    is(
        &two.post("/account/email/verify", verify(&token)).await,
        400,
        "wrong_link",
    );
    is(
        &two.post(path, confirm(&token, "short")).await,
        400,
        "weak_password",
    );
    assert_eq!(
        two.post(path, confirm(&token, "from the link")).await.0,
        204
    );
    is(
        &two.post(path, confirm(&token, "from the link 2")).await,
        400,
        "wrong_link",
    );
    assert_eq!(one.me().await["kind"], "guest");
    assert_eq!(one.sign_in("Ada", "from the link").await.0, 200);

    let (_, me) = one.put("/account/email", email("", "from the link")).await;
    assert_eq!(me.get("email"), None);
    server.stop().await;
}

#[tokio::test]
async fn without_mail_the_host_prints_the_link() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let one = Browser::new(server.address);
    one.sign_up("Ada").await;
    is(
        &one.post("/account/reset", json!({"name": "Ada"})).await,
        409,
        "no_mail",
    );
    let email = json!({"email": "ada@example.org", "password": PASSWORD});
    is(&one.put("/account/email", email).await, 409, "no_mail");
    let admin = admin(data.path()).await;
    assert!(admin.reset_link("Nobody").await.is_err());
    let path = admin.reset_link("ada").await.unwrap();
    let token = path.strip_prefix("/reset?token=").unwrap();
    let confirm = json!({"token": token, "password": "from the host"});
    assert_eq!(one.post("/account/reset/confirm", confirm).await.0, 204);
    assert_eq!(one.sign_in("Ada", "from the host").await.0, 200);
    server.stop().await;
}

async fn admin(data: &Path) -> Admin {
    Admin::open(&DatabaseUrl::file(&data.join("backrank.db")))
        .await
        .unwrap()
}

#[tokio::test]
async fn deleting_an_account_leaves_anonymous_games_and_no_name() {
    let (data, server) = start().await;
    let one = Browser::new(server.address);
    let id = text(&one.sign_up("Ada").await["me"]["id"]);
    let game = one.new_game().await;
    let (_, bot) = one.post("/bots", json!({"name": "AdaBot"})).await;
    let close = |secret: &str| Some(json!({"secret": secret}));
    is(
        &one.send(Method::DELETE, "/account", close("wrong")).await,
        403,
        "wrong_password",
    );
    assert_eq!(
        one.send(Method::DELETE, "/account", close(PASSWORD))
            .await
            .0,
        204
    );
    assert_eq!(one.me().await["kind"], "guest");
    is(
        &one.sign_in("Ada", PASSWORD).await,
        401,
        "wrong_credentials",
    );
    is(
        &one.post("/account", json!({"name": "ada", "password": PASSWORD}))
            .await,
        409,
        "name_taken",
    );
    let token = text(&bot["token"]);
    assert_eq!(by_bot(&server, &token).await.0, 401);

    let store = open(data.path()).await;
    let rows = store
        .games_of(&PlayerId::read(&id).unwrap(), 10)
        .await
        .unwrap();
    assert_eq!(rows[0].id.as_str(), game);
    assert_eq!(rows[0].participants.first.name, "Anonymous");
    let texts = std::fs::read(data.path().join("backrank.db")).unwrap();
    assert!(!texts.is_empty());
    let account = store
        .account(&PlayerId::read(&id).unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((account.password, account.email), (None, None));
    server.stop().await;
}

#[tokio::test]
async fn an_account_with_somebody_waiting_is_not_deleted() {
    let (data, server) = start().await;
    let one = Browser::new(server.address);
    one.sign_up("Ada").await;
    let other = text(&Browser::new(server.address).sign_up("Grace").await["me"]["id"]);
    let game = one.new_game().await;
    let store = open(data.path()).await;
    sqlx::query(
        "UPDATE games SET second = $1, second_kind = 'account', level = NULL WHERE id = $2",
    )
    .bind(&other)
    .bind(&game)
    .execute(store.pool())
    .await
    .unwrap();
    let close = Some(json!({"secret": PASSWORD}));
    let refused = one.send(Method::DELETE, "/account", close).await;
    is(&refused, 409, "games_running");
    assert_eq!(one.me().await["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn an_export_holds_everything_but_a_truth() {
    let (_data, server) = start().await;
    let guest = common::Guest::new(server.address).await;
    let game = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&game).await;
    player.play_out(1).await;
    let running = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&running).await;
    let first = player.legal()[0].clone();
    player.play(&first).await;
    let (status, [kind, disposition], file) = guest.get_file("/api/v1/account/export").await;
    assert_eq!((status, kind.as_str()), (200, "application/json"));
    assert!(disposition.contains("backrank.json"));
    let export: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(export["profile"]["id"], guest.id.as_str());
    assert_eq!(export["profile"]["sessions"].as_array().unwrap().len(), 1);
    let games = export["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    for exported in games {
        assert_eq!(exported["game"]["seat"], "white", "{exported}");
        assert!(!exported["game"]["moves"].as_array().unwrap().is_empty());
    }
    // The truth of a hidden game writes what lies under a piece in brackets.
    let (_, truth) = guest.get(&format!("/api/v1/games/{game}/truth")).await;
    let truth = text(&truth["fens"][0]);
    assert!(truth.contains('('), "{truth}");
    let ranks = truth.split(['/', ' ']).filter(|rank| rank.contains('('));
    for rank in ranks {
        assert!(!file.contains(rank), "{rank}");
    }
    assert!(!file.contains("hash") && !file.contains("argon2"));
    server.stop().await;
}

async fn by_bot(server: &Running, token: &str) -> (u16, Value) {
    let answer = reqwest::Client::new()
        .get(server.url("/api/v1/me"))
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_bot_comes_by_its_token_alone() {
    let (_data, server) = start().await;
    let owner = Browser::new(server.address);
    owner.me().await;
    is(
        &owner.post("/bots", json!({"name": "Zobrist"})).await,
        403,
        "account_needed",
    );
    owner.sign_up("Ada").await;
    let (status, bot) = owner.post("/bots", json!({"name": "Zobrist"})).await;
    assert_eq!(status, 200, "{bot}");
    let token = text(&bot["token"]);
    let (status, me) = by_bot(&server, &token).await;
    assert_eq!(
        (status, &me["kind"], &me["name"]),
        (200, &json!("bot"), &json!("Zobrist"))
    );

    // No origin, no cookie.
    let game = reqwest::Client::new()
        .post(server.url("/api/v1/games"))
        .bearer_auth(&token)
        .json(&json!({"variant": "hidden", "colour": "white", "level": 1}))
        .send()
        .await
        .unwrap();
    assert_eq!(game.status(), StatusCode::OK);
    // It may not do what is its owner's.
    let more = reqwest::Client::new()
        .post(server.url("/api/v1/bots"))
        .bearer_auth(&token)
        .json(&json!({"name": "Zobrist2"}))
        .send()
        .await
        .unwrap();
    assert_eq!(more.status(), StatusCode::FORBIDDEN);

    let (_, list) = owner.get("/bots").await;
    assert_eq!(list[0]["name"], "Zobrist");
    assert_eq!(list[0].get("token"), None);
    is(
        &owner.post("/bots", json!({"name": "zobrist"})).await,
        409,
        "name_taken",
    );
    let id = text(&bot["id"]);
    let (_, renewed) = owner.post(&format!("/bots/{id}/token"), json!({})).await;
    is(&by_bot(&server, &token).await, 401, "bad_token");
    assert_eq!(by_bot(&server, &text(&renewed["token"])).await.0, 200);
    for wrong in ["", "x", &"x".repeat(40), "ümläut"] {
        assert_eq!(by_bot(&server, wrong).await.0, 401, "{wrong}");
    }
    for n in 0..4 {
        owner
            .post("/bots", json!({"name": format!("more{n}")}))
            .await;
    }
    is(
        &owner.post("/bots", json!({"name": "toomany"})).await,
        409,
        "too_many_bots",
    );
    let other = Browser::new(server.address);
    other.sign_up("Grace").await;
    let path = format!("/bots/{id}");
    is(
        &other.send(Method::DELETE, &path, None).await,
        404,
        "unknown_bot",
    );
    assert_eq!(owner.delete(&path).await, 204);
    is(
        &by_bot(&server, &text(&renewed["token"])).await,
        401,
        "bad_token",
    );
    server.stop().await;
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let (_data, server) = start().await;
    let browser = Browser::new(server.address);
    browser.sign_up("Ada").await;
    let evil = "https://evil.example.org";
    for (method, path) in [
        (Method::POST, "/account"),
        (Method::DELETE, "/account"),
        (Method::POST, "/session"),
        (Method::DELETE, "/session"),
        (Method::DELETE, "/sessions"),
        (Method::POST, "/account/password"),
        (Method::PUT, "/account/email"),
        (Method::POST, "/account/vacation"),
        (Method::POST, "/bots"),
        (Method::POST, "/games"),
    ] {
        let url = server.url(&format!("/api/v1{path}"));
        let request = browser.http.request(method.clone(), url).json(&json!({}));
        for request in [
            request.try_clone().unwrap().header("origin", evil),
            request.try_clone().unwrap().header("origin", "null"),
            request,
        ] {
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{method} {path}");
            let body: Value = answer.json().await.unwrap();
            assert_eq!(body["code"], "wrong_origin", "{method} {path}");
        }
    }
    // A form can send text, but not JSON.
    let form = browser.request(Method::POST, "/account/vacation");
    let form = form
        .header("content-type", "text/plain")
        .body("{\"days\":1}");
    assert_eq!(form.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    // Behind the public address it is an own page too.
    let proxied = browser
        .http
        .post(server.url("/api/v1/account/vacation"))
        .header("origin", "https://games.example.org")
        .json(&json!({"days": 0}));
    assert_eq!(proxied.send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(browser.me().await["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn the_cookie_is_kept_from_scripts_and_from_plain_connections() {
    let (_data, server) = start().await;
    let answer = reqwest::get(server.url("/api/v1/me")).await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_cookie_of_an_old_guest_is_exchanged_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = common::Guest::new(server.address).await;
    // As it was before there were sessions: a signed id, and none of these rows.
    let store = open(data.path()).await;
    sqlx::query("DELETE FROM sessions")
        .execute(store.pool())
        .await
        .unwrap();
    let keys = backrank_server::key::Keys::open(&data.path().join("key"), false).unwrap();
    let key = axum_extra::extract::cookie::Key::derive_from(keys.cookie());
    let jar = axum_extra::extract::SignedCookieJar::new(key);
    let jar = jar.add(axum_extra::extract::cookie::Cookie::new(
        "backrank_guest",
        guest.id.clone(),
    ));
    let response = axum::response::IntoResponse::into_response(jar);
    let old = response.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .to_owned();
    let old = old.split(';').next().unwrap().to_owned();
    let visit = async || {
        let request = reqwest::Client::new().get(server.url("/api/v1/me"));
        let answer = request.header("cookie", &old).send().await.unwrap();
        let cookies: Vec<String> = answer
            .headers()
            .get_all("set-cookie")
            .iter()
            .map(|value| value.to_str().unwrap().to_owned())
            .collect();
        let me: Value = answer.json().await.unwrap();
        (text(&me["id"]), cookies)
    };
    let (id, cookies) = visit().await;
    assert_eq!(id, guest.id);
    assert!(
        cookies
            .iter()
            .any(|cookie| cookie.starts_with("backrank_session="))
    );
    assert!(
        cookies
            .iter()
            .any(|cookie| cookie.starts_with("backrank_guest=;"))
    );
    let (id, _) = visit().await;
    assert_ne!(id, guest.id, "it is good for nothing any longer");
    server.stop().await;
}

#[tokio::test]
async fn vacation_takes_days_and_gives_back_what_has_not_begun() {
    let (_data, server) = start().await;
    let browser = Browser::new(server.address);
    browser.sign_up("Ada").await;
    let days = |days: u32| json!({"days": days});
    let path = "/account/vacation";
    let (_, me) = browser.post(path, days(10)).await;
    assert_eq!(me["vacation_left"], 20);
    assert!(me["vacation_until"].as_i64().unwrap() > 0);
    let refused = browser.post(path, days(31)).await;
    is(&refused, 409, "no_vacation_left");
    let (_, me) = browser.post(path, days(5)).await;
    assert_eq!(me["vacation_left"], 24, "the first day has begun: {me}");
    let (_, me) = browser.post(path, days(0)).await;
    assert_eq!(
        (me.get("vacation_until"), &me["vacation_left"]),
        (None, &json!(28))
    );
    is(
        &browser.post(path, json!({"days": -1})).await,
        400,
        "bad_message",
    );
    server.stop().await;
}

#[tokio::test]
async fn a_banned_player_is_told_until_when_and_why() {
    let (data, server) = start().await;
    let browser = Browser::new(server.address);
    browser.sign_up("Ada").await;
    let (_, bot) = browser.post("/bots", json!({"name": "AdaBot"})).await;
    let admin = admin(data.path()).await;
    let until = admin.ban("ada", Some(3), "Stalling").await.unwrap();
    for answer in [
        browser.get("/me").await,
        browser.get("/games").await,
        browser.post("/account/vacation", json!({"days": 1})).await,
        by_bot(&server, &text(&bot["token"])).await,
        Browser::new(server.address).sign_in("Ada", PASSWORD).await,
    ] {
        is(&answer, 403, "banned");
        assert_eq!(answer.1["params"]["until"], until.to_string());
        assert_eq!(answer.1["params"]["reason"], "Stalling");
    }
    let users = admin.users("AD").await.unwrap();
    assert_eq!(users.len(), 2);
    admin.unban("Ada").await.unwrap();
    assert_eq!(browser.me().await["name"], "Ada");
    admin.ban("Ada", None, "For good").await.unwrap();
    assert_eq!(
        browser.delete("/session").await,
        204,
        "everybody may sign out"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_connection_ends_with_the_right_to_it() {
    let (data, server) = start().await;
    let guest = common::Guest::new(server.address).await;
    let game = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&game).await;
    let admin = admin(data.path()).await;
    admin.ban(&guest.id, Some(1), "Flooding").await.unwrap();
    assert_eq!(player.socket.close_code().await, Some(1008));
    assert_eq!(guest.connect(&game).await.err(), Some(403));
    server.stop().await;
}

#[tokio::test]
async fn an_answer_names_its_request() {
    let (_data, server) = start().await;
    let id = async |path: &str| {
        let answer = reqwest::get(server.url(path)).await.unwrap();
        answer.headers()["x-request-id"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    assert_ne!(id("/api/v1/variants").await, id("/nothing/here").await);
    server.stop().await;
}

#[tokio::test]
async fn the_host_is_heard_within_seconds() {
    let (data, server) = start().await;
    let browser = Browser::new(server.address);
    browser.me().await;
    let admin = admin(data.path()).await;
    let id = admin.announce("Back at noon", Some(1)).await.unwrap();
    let at = admin.drain(10).await.unwrap();
    heard(&browser, |me| {
        me["restart_at"] == at && me["announcements"] == json!(["Back at noon"])
    })
    .await;
    let wish = json!({"variant": "hidden", "colour": "white", "level": 1});
    is(&browser.post("/games", wish).await, 409, "restarting");
    admin.stop_draining().await.unwrap();
    admin.withdraw(id.as_str()).await.unwrap();
    assert!(admin.withdraw(id.as_str()).await.is_err());
    heard(&browser, |me| {
        me.get("restart_at").is_none() && me["announcements"] == json!([])
    })
    .await;
    browser.new_game().await;
    admin.drain(10).await.unwrap();
    server.stop().await;
    let server = Running::with(roomy(data.path())).await;
    Browser::new(server.address).new_game().await;
    server.stop().await;
}

async fn heard(browser: &Browser, said: impl Fn(&Value) -> bool) {
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let me = browser.me().await;
        if said(&me) {
            return;
        }
        assert!(Instant::now() < until, "{me}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn floods_from_one_address_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let mut config = roomy(data.path());
    config.trust_proxy = true;
    config.limits.accounts = Rate {
        burst: 1,
        per_second: 0.0,
    };
    config.limits.requests = Rate {
        burst: 30,
        per_second: 0.0,
    };
    let server = Running::with(config).await;
    let browser = Browser::new(server.address);
    let sign_up = async |name: &str, from: &str| {
        let request = browser
            .request(Method::POST, "/account")
            .header("x-forwarded-for", from)
            .json(&json!({"name": name, "password": PASSWORD}));
        let answer = request.send().await.unwrap();
        (
            answer.status().as_u16(),
            answer.json::<Value>().await.unwrap(),
        )
    };
    assert_eq!(sign_up("Ada", "2001:db8::1").await.0, 200);
    browser.delete("/session").await;
    is(
        &sign_up("Grace", "2001:db8::ffff:1").await,
        429,
        "rate_limited",
    );
    assert_eq!(sign_up("Grace", "2001:db8:1::1").await.0, 200);
    let mut refused = 0;
    for _ in 0..40 {
        let request = browser.request(Method::GET, "/variants");
        let answer = request
            .header("x-forwarded-for", "192.0.2.7")
            .send()
            .await
            .unwrap();
        refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(refused, 10);
    server.stop().await;
}

#[tokio::test]
async fn whatever_is_sent_is_answered_with_a_named_error() {
    let (_data, server) = start().await;
    let signed_in = Browser::new(server.address);
    signed_in.sign_up("Ada").await;
    let nobody = Browser::new(server.address);
    let long = "x".repeat(5000);
    let values = [
        json!(null),
        json!(""),
        json!("\0\u{7f}'\"; DROP TABLE players; --"),
        json!(long),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!([]),
        json!({"a": [1, {"b": null}]}),
        json!(true),
        json!("🂡"),
    ];
    let paths = [
        (Method::POST, "/account", vec!["name", "password"]),
        (Method::POST, "/session", vec!["name", "password"]),
        (Method::POST, "/account/password", vec!["old", "new"]),
        (
            Method::POST,
            "/account/recover",
            vec!["name", "code", "password"],
        ),
        (Method::POST, "/account/reset", vec!["name"]),
        (
            Method::POST,
            "/account/reset/confirm",
            vec!["token", "password"],
        ),
        (Method::PUT, "/account/email", vec!["email", "password"]),
        (Method::POST, "/account/email/verify", vec!["secret"]),
        (Method::DELETE, "/account", vec!["secret"]),
        (Method::POST, "/account/vacation", vec!["days"]),
        (Method::POST, "/bots", vec!["name"]),
        (Method::POST, "/bots/%00/token", vec![]),
        (Method::DELETE, "/bots/..%2f..", vec!["x"]),
        (Method::DELETE, "/sessions/%ff", vec!["x"]),
    ];
    for browser in [&signed_in, &nobody] {
        for (method, path, fields) in &paths {
            for value in &values {
                // Each field in turn is strange, or all; and the body as a whole.
                let mut bodies = vec![value.clone()];
                for strange in fields {
                    let mut body = json!({});
                    for field in fields {
                        body[*field] = json!("plausible text");
                    }
                    body[*strange] = value.clone();
                    bodies.push(body);
                }
                for body in bodies {
                    let sent = body.to_string();
                    let (status, answer) = browser.send(method.clone(), path, Some(body)).await;
                    assert!(status < 500, "{method} {path} {sent}: {status} {answer}");
                    if status >= 400 {
                        assert!(
                            answer["code"].is_string(),
                            "{method} {path} {sent}: {answer}"
                        );
                    }
                }
            }
        }
    }
    let halves = ["{", "{\"name\":", "\u{feff}{}", "[[[[[[[["];
    for half in halves {
        let request = nobody.request(Method::POST, "/session");
        let request = request
            .header("content-type", "application/json")
            .body(half);
        assert_eq!(
            request.send().await.unwrap().status(),
            StatusCode::BAD_REQUEST
        );
    }
    let huge = json!({"name": "x".repeat(20_000), "password": "y"});
    is(&nobody.post("/session", huge).await, 413, "too_large");
    assert_eq!(signed_in.me().await["name"], "Ada");
    server.stop().await;
}
