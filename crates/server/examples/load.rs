//! The load generator of `cargo xtask load`, and the two servers that it measures.
//!
//!     load run --data FOLDER [--idle N] [--games N] [--moves-per-second N] [--seconds N]
//!     load server FOLDER      the server, with limits that do not stand in the way
//!     load bare BYTES         a bare axum server: two frames of so many bytes for each that comes
//!
//! Server and generator share the machine, so all figures are those of both together.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use backrank_rules::deal::Contribution;
use backrank_rules::notation::uci;
use backrank_rules::outcome::Repetitions;
use backrank_rules::{Position, Registry, Status};
use backrank_server::config::{Limits, Rate};
use backrank_server::{Config, Server};
use futures_util::{SinkExt, StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Result<T> = std::result::Result<T, Failure>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Games are made, and sockets opened, so many at once.
const AT_ONCE: usize = 32;
/// Each guest holds so many of the idle sockets.
const SOCKETS_OF_ONE: usize = 10;
/// Requests of lists at once, beside the moves.
const LISTS: usize = 300;
/// How long saturation is measured.
const SATURATED: Duration = Duration::from_secs(10);
/// A move that takes longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    match words.as_slice() {
        ["server", data] => runtime.block_on(server(Path::new(data))),
        ["bare", bytes] => runtime.block_on(bare(bytes.parse()?)),
        ["run", rest @ ..] => runtime.block_on(run(&Options::read(rest)?)),
        _ => Err("usage: load run | server FOLDER | bare BYTES".into()),
    }
}

// ---------------------------------------------------------------- servers

async fn server(data: &Path) -> Result<()> {
    let many = Rate {
        burst: 1_000_000,
        per_second: 1e9,
    };
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: data.to_owned(),
        idle_timeout: Duration::from_secs(3600),
        limits: Limits {
            messages: many,
            requests: many,
            games: many,
            guests: many,
            ..Limits::default()
        },
        ..Config::default()
    };
    let server = Server::bind(config).await?;
    println!("{}", server.address()?);
    server.run(backrank_server::told_to_stop()).await?;
    Ok(())
}

async fn bare(bytes: usize) -> Result<()> {
    async fn upgrade(State(text): State<Arc<str>>, upgrade: WebSocketUpgrade) -> Response {
        upgrade
            .write_buffer_size(0)
            .on_upgrade(async move |mut socket| {
                while let Some(Ok(frame)) = socket.recv().await {
                    if !matches!(frame, Frame::Text(_)) {
                        continue;
                    }
                    for _ in 0..2 {
                        if socket.send(Frame::Text((&*text).into())).await.is_err() {
                            return;
                        }
                    }
                }
            })
    }
    let text: Arc<str> = "x".repeat(bytes).into();
    let router = axum::Router::new()
        .route("/", get(upgrade))
        .with_state(text);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Without it frames would wait for one another; a connection that is gone needs none.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await?;
    Ok(())
}

/// A server in a process of its own.
struct Serving {
    child: Child,
    address: SocketAddr,
}

impl Serving {
    async fn start(arguments: &[&str]) -> Result<Serving> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(output).lines();
        let address = lines
            .next_line()
            .await?
            .ok_or("the server does not start")?;
        Ok(Serving {
            child,
            address: address.parse()?,
        })
    }

    /// Resident memory, in MB.
    fn memory(&self) -> Result<f64> {
        let id = self.child.id().ok_or("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .ok_or("no VmRSS")?;
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes / 1024.0)
    }
}

// ---------------------------------------------------------------- clients

struct Options {
    data: PathBuf,
    idle: usize,
    games: usize,
    rate: usize,
    seconds: u64,
}

impl Options {
    fn read(words: &[&str]) -> Result<Options> {
        let mut options = Options {
            data: std::env::temp_dir().join("backrank-load"),
            idle: 5000,
            games: 1000,
            rate: 1000,
            seconds: 20,
        };
        for pair in words.chunks(2) {
            match *pair {
                ["--data", path] => options.data = path.into(),
                ["--idle", number] => options.idle = number.parse()?,
                ["--games", number] => options.games = number.parse::<usize>()?.max(1),
                ["--moves-per-second", number] => options.rate = number.parse::<usize>()?.max(1),
                ["--seconds", number] => options.seconds = number.parse()?,
                _ => return Err(format!("unknown option {pair:?}").into()),
            }
        }
        Ok(options)
    }
}

/// Somebody with a cookie.
#[derive(Clone)]
struct Guest {
    http: reqwest::Client,
    address: SocketAddr,
    cookie: String,
    id: String,
}

impl Guest {
    async fn new(http: &reqwest::Client, address: SocketAddr) -> Result<Guest> {
        let answer = http
            .get(format!("http://{address}/api/v1/me"))
            .send()
            .await?
            .error_for_status()?;
        let cookies = answer.headers().get_all("set-cookie").iter();
        let cookies: Vec<&str> = cookies
            .filter_map(|cookie| cookie.to_str().ok()?.split(';').next())
            .filter(|cookie| !cookie.ends_with('='))
            .collect();
        let cookie = cookies.join("; ");
        let me: Value = answer.json().await?;
        let id = me["id"].as_str().ok_or("no id")?.to_owned();
        Ok(Guest {
            http: http.clone(),
            address,
            cookie,
            id,
        })
    }

    async fn get(&self, path: &str) -> Result<()> {
        let url = format!("http://{}/api/v1{path}", self.address);
        let answer = self.http.get(url).header("cookie", &self.cookie);
        answer.send().await?.error_for_status()?.bytes().await?;
        Ok(())
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let answer = self
            .http
            .post(format!("http://{}/api/v1{path}", self.address))
            .header("cookie", &self.cookie)
            .header("origin", format!("http://{}", self.address))
            .json(body)
            .send()
            .await?;
        if !answer.status().is_success() {
            return Err(format!("{path}: {}", answer.text().await?).into());
        }
        Ok(answer.json().await?)
    }

    async fn socket(&self, path: &str) -> Result<Socket> {
        let url = format!("ws://{}/api/v1{path}", self.address);
        let mut request = url.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse()?);
        headers.insert("origin", format!("http://{}", self.address).parse()?);
        connected(request).await
    }
}

async fn connected(request: impl IntoClientRequest + Unpin) -> Result<Socket> {
    let (socket, _) = connect_async(request).await?;
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_nodelay(true)?;
    }
    Ok(socket)
}

async fn say(socket: &mut Socket, message: Value) -> Result<()> {
    Ok(socket
        .send(Message::Text(message.to_string().into()))
        .await?)
}

/// The next text that begins so; others are passed over.
async fn hear(socket: &mut Socket, start: &str) -> Result<String> {
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await?;
        match message.ok_or("the connection has ended")?? {
            Message::Text(text) if [REFUSED, ERROR].iter().any(|bad| text.starts_with(bad)) => {
                return Err(text.to_string().into());
            }
            Message::Text(text) if text.starts_with(start) => return Ok(text.to_string()),
            Message::Close(frame) => return Err(format!("closed: {frame:?}").into()),
            _ => {}
        }
    }
}

const EVENT: &str = r#"{"type":"event""#;
const REFUSED: &str = r#"{"type":"refused""#;
const ERROR: &str = r#"{"type":"error""#;
const ACK: &str = r#"{"type":"ack""#;

/// One game: White's socket and Black's.
struct Game {
    sockets: [Socket; 2],
    ply: usize,
    script: Arc<Vec<String>>,
}

impl Game {
    async fn begin(
        http: &reqwest::Client,
        address: SocketAddr,
        script: Arc<Vec<String>>,
    ) -> Result<Game> {
        let white = Guest::new(http, address).await?;
        let black = Guest::new(http, address).await?;
        let clock = json!({"kind": "live", "base": 10_800, "increment": 60});
        let conditions =
            json!({"variant": "chess", "clock": clock, "rated": false, "colour": "white"});
        let proposal = white
            .post("/challenges", &json!({"conditions": conditions}))
            .await?;
        let id = proposal["id"].as_str().ok_or("no proposal")?;
        let path = format!("/proposals/{id}/accept");
        let created = black.post(&path, &json!({})).await?;
        let id = created["id"].as_str().ok_or("no game")?;
        let path = format!("/games/{id}/ws");
        let mut sockets = [white.socket(&path).await?, black.socket(&path).await?];
        let contribution = Contribution::new([7; 32]);
        for (socket, guest) in sockets.iter_mut().zip([&white, &black]) {
            say(socket, json!({"type": "hello", "protocol": 1})).await?;
            let commitment = contribution.commitment(id, &guest.id).to_string();
            say(socket, json!({"type": "commit", "commitment": commitment})).await?;
        }
        for socket in &mut sockets {
            hear(socket, EVENT).await?;
            let open = json!({"type": "open", "contribution": contribution.reveal_hex()});
            say(socket, open).await?;
        }
        for socket in &mut sockets {
            let dealt = hear(socket, EVENT).await?;
            if !dealt.contains(r#""type":"dealt""#) {
                return Err(format!("not dealt: {dealt}").into());
            }
        }
        let mut game = Game {
            sockets,
            ply: 0,
            script,
        };
        // Both first moves, which may not be waited for long.
        game.play().await?;
        game.play().await?;
        Ok(game)
    }

    /// Plays the next action: how long until the opponent had it, and how long the frame was.
    async fn play(&mut self) -> Result<(Duration, usize)> {
        let action = self.script.get(self.ply).ok_or("the game is played out")?;
        let act = json!({"type": "act", "nonce": self.ply.to_string(), "ply": self.ply, "action": action});
        let [white, black] = &mut self.sockets;
        let (mover, opponent) = match self.ply % 2 {
            0 => (white, black),
            _ => (black, white),
        };
        let sent = Instant::now();
        say(mover, act).await?;
        let seen = async {
            let frame = hear(opponent, EVENT).await?;
            Ok::<_, Failure>((sent.elapsed(), frame.len()))
        };
        let (seen, acknowledged) = tokio::join!(seen, hear_both(mover));
        acknowledged?;
        self.ply += 1;
        seen
    }
}

/// An own action comes back as an event and is acknowledged, in either order.
async fn hear_both(socket: &mut Socket) -> Result<()> {
    let (mut ack, mut event) = (false, false);
    while !(ack && event) {
        let text = hear(socket, r#"{"type":""#).await?;
        ack |= text.starts_with(ACK);
        event |= text.starts_with(EVENT);
    }
    Ok(())
}

/// A long game of chess, the same each time.
fn script() -> Result<Vec<String>> {
    const LONG: usize = 240;
    let registry = Registry::built_in()?;
    let variant = registry.get("chess").ok_or("no chess")?;
    for seed in 1..10_000_u64 {
        let mut dice = seed;
        let mut position = Position::seeded(variant, 0, None, None)?;
        let mut repetitions = Repetitions::default();
        let mut occurrences = repetitions.add(position.board());
        let mut script = Vec::new();
        while script.len() < LONG && position.status(occurrences) == Status::Ongoing {
            let legal = position.legal();
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            let index = usize::try_from(dice >> 33)? % legal.len();
            script.push(uci::action(variant, legal[index]));
            position.play(legal[index])?;
            occurrences = repetitions.add(position.board());
        }
        if script.len() == LONG {
            return Ok(script);
        }
    }
    Err("no game is long enough".into())
}

// ---------------------------------------------------------------- measuring

async fn run(options: &Options) -> Result<()> {
    std::fs::create_dir_all(&options.data)?;
    let folder = options.data.join(format!("{}", std::process::id()));
    let server = Serving::start(&["server", &folder.to_string_lossy()]).await?;
    let measured = measure(options, &server, &folder).await;
    drop(server);
    // Whatever is left is in a folder for temporary files.
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

async fn measure(options: &Options, server: &Serving, folder: &Path) -> Result<()> {
    let http = reqwest::Client::builder()
        .pool_max_idle_per_host(AT_ONCE)
        .build()?;
    let mut table = Table::default();

    progress("idle sockets");
    let first = Guest::new(&http, server.address).await?;
    first.get("/variants").await?;
    let before = server.memory()?;
    let sockets = idle(&http, server.address, options.idle).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let memory = server.memory()? - before;
    drop(sockets);
    let name = format!("{} idle sockets, above the idle server", options.idle);
    table.row(&name, format!("{memory:.1} MB"), memory <= 60.0, "60 MB");

    progress("games");
    let script = Arc::new(script()?);
    let begins = (0..options.games).map(|_| Game::begin(&http, server.address, script.clone()));
    let games: Vec<Game> = stream::iter(begins)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;

    progress("a fixed rate");
    let probe = FsyncProbe::start(folder);
    let time = Duration::from_secs(options.seconds);
    let (games, fixed) = at_rate(games, options.rate, time).await?;
    let fsync = probe.stop();
    let bound = Duration::from_millis(20) + 2 * fsync;
    let rate = options.rate;
    let of = format!("{rate} moves/s over {} games", options.games);
    let p99 = fixed.percentile(0.99);
    table.row(
        &format!("{of}: moves played"),
        format!("{:.0} a second", fixed.rate()),
        true,
        "",
    );
    table.row(
        &format!("{of}: p50 until the opponent has it"),
        millis(fixed.percentile(0.5)),
        true,
        "",
    );
    table.row(
        &format!("{of}: p99"),
        millis(p99),
        p99 <= bound,
        &format!("20 ms and two fsyncs: {}", millis(bound)),
    );
    table.row("fsync of 4 KiB beside it, median", millis(fsync), true, "");

    progress("a fixed rate beside lists");
    let lists = lists(first.clone());
    let seconds = Duration::from_secs(5);
    let (games, beside) = {
        let (played, listed) = tokio::join!(at_rate(games, rate, seconds), lists);
        listed?;
        played?
    };
    let p99 = beside.percentile(0.99);
    let name = format!("{of}, {LISTS} lists asked for at once: p99");
    table.row(
        &name,
        millis(p99),
        p99 <= Duration::from_millis(100),
        "100 ms",
    );

    progress("saturation");
    let (games, full) = saturated(games).await?;
    drop(games);
    table.row(
        "saturation",
        format!("{:.0} moves/s", full.rate()),
        true,
        "",
    );

    progress("a bare server");
    let bytes = fixed.bytes / fixed.taken.len().max(1);
    let bare = Serving::start(&["bare", &bytes.to_string()]).await?;
    let frames = bare_rate(bare.address, options.games).await?;
    let ratio = full.rate() / frames;
    table.row(
        &format!("bare axum, two frames of {bytes} bytes for each"),
        format!("{frames:.0} frames/s"),
        true,
        "",
    );
    table.row(
        "saturation beside it",
        format!("{ratio:.2}"),
        ratio >= 0.5,
        "at least 0.5",
    );
    table.print();
    if table.failed {
        return Err("a bound is not kept".into());
    }
    Ok(())
}

/// Opens sockets on which nothing will happen.
async fn idle(http: &reqwest::Client, address: SocketAddr, number: usize) -> Result<Vec<Socket>> {
    let guests = number.div_ceil(SOCKETS_OF_ONE);
    let open = (0..guests).map(async |index| {
        let guest = Guest::new(http, address).await?;
        let mut sockets = Vec::new();
        for _ in 0..SOCKETS_OF_ONE.min(number - index * SOCKETS_OF_ONE) {
            let mut socket = guest.socket("/ws").await?;
            hear(&mut socket, r#"{"type":"hello""#).await?;
            sockets.push(socket);
        }
        Ok::<_, Failure>(sockets)
    });
    let sockets: Vec<Vec<Socket>> = stream::iter(open)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(sockets.into_iter().flatten().collect())
}

#[derive(Default)]
struct Moves {
    taken: Vec<Duration>,
    bytes: usize,
    time: Duration,
}

impl Moves {
    fn rate(&self) -> f64 {
        self.taken.len() as f64 / self.time.as_secs_f64()
    }

    fn percentile(&self, part: f64) -> Duration {
        let mut sorted = self.taken.clone();
        sorted.sort();
        let index = (sorted.len() as f64 * part) as usize;
        sorted
            .get(index.min(sorted.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    }
}

/// Each game plays at its times, which lie evenly over a round of all games; how late the ones before were does not
/// matter.
async fn at_rate(games: Vec<Game>, rate: usize, time: Duration) -> Result<(Vec<Game>, Moves)> {
    let round = Duration::from_secs_f64(games.len() as f64 / rate as f64);
    let rounds = (time.as_secs_f64() / round.as_secs_f64()).round().max(1.0) as u32;
    let number = games.len();
    let start = Instant::now() + Duration::from_millis(100);
    let mut tasks = JoinSet::new();
    for (index, mut game) in games.into_iter().enumerate() {
        let first = start + round.mul_f64(index as f64 / number as f64);
        tasks.spawn(async move {
            let mut moves = Moves::default();
            for turn in 0..rounds {
                tokio::time::sleep_until((first + round * turn).into()).await;
                let (taken, bytes) = game.play().await?;
                moves.taken.push(taken);
                moves.bytes += bytes;
            }
            Ok::<_, Failure>((game, moves))
        });
    }
    together(tasks, start).await
}

async fn saturated(games: Vec<Game>) -> Result<(Vec<Game>, Moves)> {
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for mut game in games {
        tasks.spawn(async move {
            let mut moves = Moves::default();
            while start.elapsed() < SATURATED && game.ply < game.script.len() {
                let (taken, bytes) = game.play().await?;
                moves.taken.push(taken);
                moves.bytes += bytes;
            }
            Ok::<_, Failure>((game, moves))
        });
    }
    together(tasks, start).await
}

async fn together(
    mut tasks: JoinSet<Result<(Game, Moves)>>,
    start: Instant,
) -> Result<(Vec<Game>, Moves)> {
    let mut games = Vec::new();
    let mut all = Moves::default();
    while let Some(done) = tasks.join_next().await {
        let (game, moves) = done??;
        games.push(game);
        all.taken.extend(moves.taken);
        all.bytes += moves.bytes;
    }
    all.time = start.elapsed();
    Ok((games, all))
}

/// Lists and cards as pages ask for them, all at the same moment.
async fn lists(guest: Guest) -> Result<()> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let paths = ["/watch", "/archive", "/lobby", "/dashboard", "/games"];
    let asked = (0..LISTS).map(|index| guest.get(paths[index % paths.len()]));
    let answers = futures_util::future::join_all(asked).await;
    answers.into_iter().collect()
}

/// Frames a second that a bare server takes, each answered by two.
async fn bare_rate(address: SocketAddr, sockets: usize) -> Result<f64> {
    let open = (0..sockets).map(|_| connected(format!("ws://{address}/")));
    let sockets: Vec<Socket> = stream::iter(open)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let act = json!({"type": "act", "nonce": "100", "ply": 100, "action": "e2e4"}).to_string();
    let counted = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for mut socket in sockets {
        let (act, counted) = (act.clone(), counted.clone());
        tasks.spawn(async move {
            while start.elapsed() < SATURATED {
                socket.send(Message::Text(act.clone().into())).await?;
                for _ in 0..2 {
                    hear(&mut socket, "x").await?;
                }
                counted.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<_, Failure>(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(counted.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64())
}

/// Writes and syncs beside the server, on the same disk.
struct FsyncProbe {
    stop: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<Vec<Duration>>,
}

impl FsyncProbe {
    fn start(folder: &Path) -> FsyncProbe {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let path = folder.join("probe");
        let thread = std::thread::spawn(move || {
            let mut taken = Vec::new();
            let Ok(mut file) = std::fs::File::create(&path) else {
                return taken;
            };
            while !stopped.load(Ordering::Relaxed) {
                let began = Instant::now();
                if file
                    .write_all(&[7; 4096])
                    .and_then(|()| file.sync_data())
                    .is_ok()
                {
                    taken.push(began.elapsed());
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            taken
        });
        FsyncProbe { stop, thread }
    }

    fn stop(self) -> Duration {
        self.stop.store(true, Ordering::Relaxed);
        let mut taken = self.thread.join().unwrap_or_default();
        taken.sort();
        taken.get(taken.len() / 2).copied().unwrap_or_default()
    }
}

#[derive(Default)]
struct Table {
    rows: Vec<[String; 3]>,
    failed: bool,
}

impl Table {
    fn row(&mut self, what: &str, figure: String, kept: bool, bound: &str) {
        self.failed |= !kept;
        let mark = if kept { "" } else { " (not kept)" };
        self.rows
            .push([what.to_owned(), figure, format!("{bound}{mark}")]);
    }

    fn print(&self) {
        println!("| what | figure | bound |\n|---|---|---|");
        for [what, figure, bound] in &self.rows {
            println!("| {what} | {figure} | {bound} |");
        }
    }
}

fn millis(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn progress(what: &str) {
    eprintln!("measuring: {what}");
}
