//! A server that is killed in mid-game: everything that was told is there again, private knowledge included, and the
//! game goes on. `BACKRANK_KILLS` says how often, `BACKRANK_SEED` repeats a run.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::backing::{Backing, on_both};
use crate::common::{Dice, Guest, Player};
use backrank_server::{Config, Server, told_to_stop};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

const DATA: &str = "BACKRANK_TEST_DATA";
const DATABASE: &str = "BACKRANK_TEST_DATABASE";

/// The server that the other tests kill: this very program, started once more.
#[test]
#[ignore = "the other tests start it as a process of its own"]
fn server_process() {
    let Some(data) = std::env::var_os(DATA) else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let database = std::env::var(DATABASE).unwrap();
        let config = Config {
            database: Some(database.parse().unwrap()),
            ..crate::common::config(Path::new(&data))
        };
        let server = Server::bind(config).await.unwrap();
        println!("\nlistening on {}", server.address().unwrap());
        server.run(told_to_stop()).await.unwrap();
    });
}

async fn start(on: &Backing) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "kill::server_process",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env(DATA, on.folder.path())
        .env(DATABASE, &on.address)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    loop {
        let line = lines
            .next_line()
            .await
            .unwrap()
            .expect("it says where it listens");
        if let Some(address) = line.strip_prefix("listening on ") {
            // What it says later is read, so that it never waits for a reader.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return (child, address.parse().unwrap());
        }
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

struct Known {
    game: String,
    player: Option<Player>,
}

impl Known {
    /// Takes the seat again and checks that nothing that was told is lost.
    async fn come_back(&mut self, guest: &Guest, kill: u64) {
        let Some(before) = self.player.take() else {
            self.player = Some(guest.sit_down(&self.game).await);
            return;
        };
        let mut socket = guest.connect(&self.game).await.expect("its own game");
        socket.hello(None).await;
        let mut after = Player::new(socket, &guest.id, &self.game);
        while after.take_one().await["type"] != "snapshot" {}
        let kept = after.moves.get(..before.moves.len());
        assert_eq!(
            kept,
            Some(&before.moves[..]),
            "kill {kill}: a told action is lost"
        );
        if before.ending.is_some() {
            assert_eq!(after.ending, before.ending, "kill {kill}");
        }
        if after.moves.len() == before.moves.len() && before.phase == after.phase {
            assert_eq!(
                after.now, before.now,
                "kill {kill}: the situation is another"
            );
        }
        assert!(after.seq >= before.seq, "kill {kill}");
        if let Some(pending) = before.pending {
            // What was not acknowledged is sent again, and is played once.
            after.pending = Some(pending.clone());
            after.socket.send(pending.clone()).await;
            after.until(|player| player.pending.is_none()).await;
            let ply = pending["ply"].as_u64().unwrap() as usize;
            let action = pending["action"].as_str().unwrap();
            let times = |player: &Player| {
                let own = |played: &&serde_json::Value| {
                    played["recorded"].as_str().unwrap().starts_with(action)
                };
                // A secret choice of the other side may have come between.
                player.moves[ply..].iter().take(2).filter(own).count()
            };
            after.until(|player| times(player) > 0).await;
            assert_eq!(times(&after), 1, "kill {kill}: {:?}", &after.moves[ply..]);
        }
        self.player = Some(after);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_goes_on_from_what_it_acknowledged() {
    on_both(a_killed_server_goes_on).await;
}

async fn a_killed_server_goes_on(on: &Backing) {
    let kills = setting("BACKRANK_KILLS").unwrap_or(10);
    let seed = setting("BACKRANK_SEED").unwrap_or_else(|| {
        std::time::UNIX_EPOCH
            .elapsed()
            .map_or(1, |since| since.as_secs())
    });
    println!("BACKRANK_SEED={seed} BACKRANK_KILLS={kills}");
    let mut dice = Dice(seed);
    let (mut child, mut address) = start(on).await;
    let guest = Guest::new(address).await;
    let mut games: Vec<Known> = Vec::new();
    let variants = [
        "hidden",
        "hidden-random-capturer",
        "hide-and-seek",
        "capablanca-random",
    ];
    let mut played = 0;
    for kill in 0..kills {
        let now = guest.at(address);
        for known in &mut games {
            known.come_back(&now, kill).await;
        }
        // A game that is over was checked once more; then another takes its place.
        games.retain(|known| {
            known
                .player
                .as_ref()
                .is_some_and(|player| player.phase != "over")
        });
        while games.len() < 3 {
            let game = now
                .new_game(variants[dice.below(variants.len())], "random")
                .await;
            games.push(Known { game, player: None });
        }
        let moment = Duration::from_millis(50 + dice.below(700) as u64);
        let throws = [dice.next(), dice.next(), dice.next()];
        let playing = games.iter_mut().zip(throws).map(async |(known, throw)| {
            let player = match &mut known.player {
                Some(player) => player,
                seat => seat.insert(now.sit_down(&known.game).await),
            };
            let mut dice = Dice(throw);
            while player.turn().await {
                let legal = player.legal();
                let action = legal[dice.below(legal.len())].clone();
                player.play(&action).await;
            }
        });
        tokio::select! {
            _ = futures_util::future::join_all(playing) => {}
            () = tokio::time::sleep(moment) => {}
        }
        child.kill().await.unwrap();
        played += games
            .iter()
            .filter_map(|known| known.player.as_ref())
            .map(|p| p.moves.len())
            .sum::<usize>();
        (child, address) = start(on).await;
    }
    let now = guest.at(address);
    for known in &mut games {
        known.come_back(&now, kills).await;
        let player = known.player.as_mut().unwrap();
        if player.turn().await {
            let action = player.legal()[0].clone();
            player.play(&action).await;
        }
        let (status, _) = now.get(&format!("/api/v1/games/{}", known.game)).await;
        assert_eq!(status, 200);
    }
    assert!(played > 0);
    child.kill().await.unwrap();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_terminated_server_ends_well() {
    let backing = Backing::sqlite();
    let (mut child, address) = start(&backing).await;
    let guest = Guest::new(address).await;
    let game = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&game).await;
    let pid = child.id().unwrap().to_string();
    Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .await
        .unwrap();
    assert_eq!(player.socket.close_code().await, Some(1001));
    let status = tokio::time::timeout(Duration::from_secs(15), child.wait())
        .await
        .expect("it ends within 15 seconds")
        .unwrap();
    assert!(status.success(), "{status}");
}
