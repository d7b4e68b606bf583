//! A server in this process and clients that talk to it as browsers do.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use backrank_rules::deal::Contribution;
use backrank_server::computer::Computers;
use backrank_server::config::Limits;
use backrank_server::{Config, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A test fails rather than hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that runs until it is dropped or stopped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

pub fn config(data: &Path) -> Config {
    let mut limits = Limits::default();
    limits.messages.per_second = 1e6;
    limits.requests.per_second = 1e6;
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        data: data.to_owned(),
        bots: 1,
        limits,
        ..Config::default()
    }
}

/// Computer players that play their first legal action at once.
pub fn quick() -> Computers {
    Computers::thinking(
        1,
        Box::new(|request, _| {
            use backrank_engine::{Answer, Score};
            let action = *request.observation.legal().first()?;
            let mut answer = backrank_engine::choose(
                &request.observation,
                &backrank_engine::Limits::nodes(1),
                1,
                &std::sync::atomic::AtomicBool::new(true),
            )?;
            let _: Score = answer.score;
            answer.action = action;
            Some::<Answer>(answer)
        }),
    )
    .expect("threads")
}

impl Running {
    pub async fn start(data: &Path) -> Running {
        Running::with(config(data)).await
    }

    pub async fn with(config: Config) -> Running {
        Running::with_computers(config, quick()).await
    }

    pub async fn with_computers(config: Config, computers: Computers) -> Running {
        let server = Server::bind_with(config, computers)
            .await
            .expect("the server starts");
        let address = server.address().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            server.run(stop).await.expect("the server ends well");
        });
        Running {
            address,
            stop: Some(stop),
            task,
        }
    }

    /// Stops as SIGTERM does and waits for the end.
    pub async fn stop(mut self) {
        self.stop.take();
        tokio::time::timeout(Duration::from_secs(15), &mut self.task)
            .await
            .expect("it ends within 15 seconds")
            .expect("it does not panic");
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// A browser: cookies, and the origin of the server's own pages.
#[derive(Clone)]
pub struct Guest {
    address: SocketAddr,
    http: reqwest::Client,
    cookie: String,
    pub id: String,
}

impl Guest {
    pub async fn new(address: SocketAddr) -> Guest {
        let http = reqwest::Client::new();
        let answer = http
            .get(format!("http://{address}/api/v1/me"))
            .send()
            .await
            .expect("me");
        let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let me: Value = answer.json().await.expect("json");
        Guest {
            address,
            http,
            cookie,
            id: me["id"].as_str().expect("an id").to_owned(),
        }
    }

    /// The same guest at a server that was started again.
    pub fn at(&self, address: SocketAddr) -> Guest {
        Guest {
            address,
            ..self.clone()
        }
    }

    /// The same browser after signing in to an account.
    pub async fn signed_in(&self, name: &str, password: &str) -> Guest {
        let answer = self
            .http
            .post(format!("http://{}/api/v1/session", self.address))
            .header("cookie", &self.cookie)
            .header("origin", format!("http://{}", self.address))
            .json(&json!({"name": name, "password": password}))
            .send()
            .await
            .expect("an answer");
        let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie");
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let me: Value = answer.json().await.expect("json");
        Guest {
            cookie,
            id: me["id"].as_str().expect("an id").to_owned(),
            ..self.clone()
        }
    }

    pub fn anonymous(&self) -> Guest {
        Guest {
            cookie: String::new(),
            ..self.clone()
        }
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        let answer = self
            .http
            .get(format!("http://{}{path}", self.address))
            .header("cookie", &self.cookie)
            .send()
            .await
            .expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    /// A file: status, content type, disposition and text.
    pub async fn get_file(&self, path: &str) -> (u16, [String; 2], String) {
        let answer = self
            .http
            .get(format!("http://{}{path}", self.address))
            .header("cookie", &self.cookie)
            .send()
            .await
            .expect("an answer");
        let header = |name| {
            let value = answer.headers().get(name);
            value.map_or(String::new(), |value| {
                value.to_str().expect("a text").to_owned()
            })
        };
        let headers = ["content-type", "content-disposition"].map(header);
        let status = answer.status().as_u16();
        (status, headers, answer.text().await.expect("a text"))
    }

    /// As a page of the server's own would, at a whole URL.
    pub async fn get_from_own_page(&self, http: &reqwest::Client, url: &str) -> (u16, Value) {
        let origin = format!("http://{}", self.address);
        let request = http.get(url).header("cookie", &self.cookie);
        let answer = request.header("origin", origin).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_from(path, body, Some(&format!("http://{}", self.address)))
            .await
    }

    pub async fn post_from(&self, path: &str, body: &Value, origin: Option<&str>) -> (u16, Value) {
        let mut request = self
            .http
            .post(format!("http://{}{path}", self.address))
            .header("cookie", &self.cookie)
            .json(body);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    /// An answer that goes on.
    pub async fn open(&self, path: &str) -> reqwest::Response {
        self.http
            .get(format!("http://{}{path}", self.address))
            .header("cookie", &self.cookie)
            .send()
            .await
            .expect("an answer")
    }

    /// Any request, as a page of the server's own sends it.
    pub async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let method: reqwest::Method = method.parse().expect("a method");
        let mut request = self
            .http
            .request(method, format!("http://{}{path}", self.address))
            .header("cookie", &self.cookie)
            .header("origin", format!("http://{}", self.address));
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    pub async fn new_game(&self, variant: &str, colour: &str) -> String {
        let wish = json!({"variant": variant, "colour": colour, "level": 1});
        let (status, created) = self.post("/api/v1/games", &wish).await;
        assert_eq!(status, 200, "{created}");
        created["id"].as_str().expect("an id").to_owned()
    }

    /// Opens a game's socket; the status if it is refused.
    pub async fn connect(&self, game: &str) -> Result<Socket, u16> {
        let origin = format!("http://{}", self.address);
        self.connect_from(game, &origin).await
    }

    pub async fn connect_from(&self, game: &str, origin: &str) -> Result<Socket, u16> {
        self.socket(&format!("/api/v1/games/{game}/ws"), origin)
            .await
    }

    /// The stream of what concerns this person.
    pub async fn stream(&self) -> Socket {
        let origin = format!("http://{}", self.address);
        self.socket("/api/v1/ws", &origin).await.expect("a stream")
    }

    async fn socket(&self, path: &str, origin: &str) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .expect("a request");
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().expect("a header"));
        headers.insert("origin", origin.parse().expect("a header"));
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket {
                stream,
                frames: Vec::new(),
            }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Connects, says hello and deals; the player's seat is in what comes back.
    pub async fn sit_down(&self, game: &str) -> Player {
        let mut socket = self.connect(game).await.expect("a socket");
        socket.hello(None).await;
        let mut player = Player::new(socket, &self.id, game);
        player.until(|player| player.phase != "dealing").await;
        player
    }
}

/// One WebSocket.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every text that came, as it came.
    pub frames: Vec<String>,
}

impl Socket {
    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.stream
            .send(Message::Text(text.into()))
            .await
            .expect("sent");
    }

    /// `false` if the connection is gone.
    pub async fn try_send(&mut self, text: String) -> bool {
        self.stream.send(Message::Text(text.into())).await.is_ok()
    }

    pub async fn send_binary(&mut self, bytes: Vec<u8>) {
        self.stream
            .send(Message::Binary(bytes.into()))
            .await
            .expect("sent");
    }

    pub async fn hello(&mut self, last_seq: Option<u32>) {
        let mut hello = json!({"type": "hello", "protocol": 1});
        if let Some(last) = last_seq {
            hello["last_seq"] = json!(last);
        }
        self.send(hello).await;
    }

    /// The next message, or the close frame, or nothing if the connection broke.
    pub async fn next_or_close(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.stream.next())
                .await
                .expect("something comes");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    return Ok(serde_json::from_str(&text).expect("json"));
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.next_or_close().await.expect("a message")
    }

    /// The next message of this type; others before it are passed over.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The code with which the server closes; whatever comes before is passed over.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Err(frame) = self.next_or_close().await {
                return frame.map(|frame| frame.code.into());
            }
        }
    }
}

static NONCES: AtomicU32 = AtomicU32::new(0);

pub fn nonce() -> String {
    format!("nonce-{}", NONCES.fetch_add(1, Ordering::Relaxed))
}

/// A client that keeps a game as the protocol tells it.
pub struct Player {
    pub socket: Socket,
    pub seq: u32,
    pub phase: String,
    pub seat: String,
    pub now: Value,
    pub moves: Vec<Value>,
    pub ending: Option<Value>,
    pub contribution: [u8; 32],
    /// An action that has been sent and not been acknowledged.
    pub pending: Option<Value>,
    player: String,
    game: String,
}

impl Player {
    pub fn new(socket: Socket, player: &str, game: &str) -> Player {
        Player {
            socket,
            seq: 0,
            phase: "dealing".to_owned(),
            seat: String::new(),
            now: Value::Null,
            moves: Vec::new(),
            ending: None,
            contribution: *b"thirty-two bytes of contribution",
            pending: None,
            player: player.to_owned(),
            game: game.to_owned(),
        }
    }

    fn secret(&self) -> Contribution {
        Contribution::new(self.contribution)
    }

    pub async fn until(&mut self, done: impl Fn(&Player) -> bool) {
        while !done(self) {
            self.take_one().await;
        }
    }

    /// Takes in one message and does what the deal asks.
    pub async fn take_one(&mut self) -> Value {
        let message = self.socket.next().await;
        match message["type"].as_str().expect("a type") {
            "snapshot" => {
                self.seq = number(&message["seq"]);
                let game = &message["game"];
                self.phase = text(&game["phase"]);
                self.seat = text(&game["seat"]);
                self.moves = game["moves"].as_array().expect("moves").clone();
                self.now = game["now"].clone();
                self.ending = game.get("ending").cloned();
                match game["dealing"].as_str() {
                    Some("commit") => {
                        let commitment = self.secret().commitment(&self.game, &self.player);
                        let commit =
                            json!({"type": "commit", "commitment": commitment.to_string()});
                        self.socket.send(commit).await;
                    }
                    Some("open") => self.open().await,
                    _ => {}
                }
            }
            "event" => {
                assert_eq!(number(&message["seq"]), self.seq + 1, "{message}");
                self.seq += 1;
                let event = &message["event"];
                match event["type"].as_str().expect("a type") {
                    "open_now" => self.open().await,
                    "dealt" => {
                        self.phase = "playing".to_owned();
                        self.seat = text(&event["seat"]);
                        self.now = event["now"].clone();
                    }
                    "played" => {
                        self.moves.push(event["played"].clone());
                        self.now = event["now"].clone();
                    }
                    "ended" => {
                        self.phase = "over".to_owned();
                        self.ending = Some(event["ending"].clone());
                    }
                    other => panic!("unknown event {other}"),
                }
            }
            "ack" => {
                self.pending
                    .take_if(|pending| pending["nonce"] == message["nonce"]);
            }
            "hello" | "pong" | "clocks" | "presence" | "said" => {}
            other => panic!("{other}: {message}"),
        }
        message
    }

    async fn open(&mut self) {
        let open = json!({"type": "open", "contribution": self.secret().reveal_hex()});
        self.socket.send(open).await;
    }

    pub fn legal(&self) -> Vec<String> {
        self.now["legal"]
            .as_array()
            .map(|list| list.iter().map(|choice| text(&choice["action"])).collect())
            .unwrap_or_default()
    }

    pub fn ply(&self) -> u32 {
        number(&self.now["ply"])
    }

    pub async fn send_act(&mut self, action: &str) -> String {
        let nonce = nonce();
        let ply = self.ply();
        let act = json!({"type": "act", "nonce": nonce, "ply": ply, "action": action});
        self.pending = Some(act.clone());
        self.socket.send(act).await;
        nonce
    }

    /// Plays and waits until it is acknowledged and shown.
    pub async fn play(&mut self, action: &str) {
        let nonce = self.send_act(action).await;
        let before = self.moves.len();
        let mut acknowledged = false;
        while !acknowledged || self.moves.len() == before {
            let message = self.take_one().await;
            acknowledged |= message["type"] == "ack" && message["nonce"] == nonce.as_str();
        }
    }

    /// Waits until it may act or the game is over.
    pub async fn turn(&mut self) -> bool {
        self.until(|player| player.phase == "over" || !player.legal().is_empty())
            .await;
        self.phase != "over"
    }

    /// Plays at random, with this seed, until the game is over.
    pub async fn play_out(&mut self, seed: u64) {
        let mut dice = Dice(seed);
        while self.turn().await {
            let legal = self.legal();
            let action = legal[dice.below(legal.len())].clone();
            self.play(&action).await;
            if self.moves.len() > 400 {
                let resign = json!({"type": "resign", "nonce": nonce()});
                self.socket.send(resign).await;
                self.until(|player| player.phase == "over").await;
            }
        }
    }
}

pub fn number(value: &Value) -> u32 {
    value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .unwrap_or_else(|| panic!("{value} is no number"))
}

pub fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

/// SplitMix64: the same seed, the same throws.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n.max(1) as u64).unwrap_or_default()
    }
}
