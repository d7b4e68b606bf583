//! A whole game with everything overheard: what goes over the wire and what the server writes to its log.

use std::io::Write;
use std::sync::{Arc, Mutex};

use crate::common::{Guest, Running, config, text};
use backrank_server::computer::Computers;
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Heard {
    type Writer = Heard;

    fn make_writer(&'a self) -> Heard {
        self.clone()
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_frames_nor_the_servers_log_tell_the_deal_before_the_end() {
    let heard = Heard::default();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(heard.clone())
        .init();
    let data = tempfile::tempdir().unwrap();
    let server = Running::with_computers(config(data.path()), Computers::new(1).unwrap()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("hidden", "random").await;
    let mut player = guest.sit_down(&game).await;
    player.play_out(5).await;
    let mut frames = player.socket.frames.join("\n");
    let end = frames.rfind("\"ended\"").unwrap();
    frames.truncate(end);
    let log = heard.0.lock().unwrap().clone();
    assert!(!log.is_empty(), "something is logged at all");

    let (_, deal) = guest.get(&format!("/api/v1/games/{game}/deal")).await;
    let salt = text(&deal["salt"]);
    let start = text(&deal["result"]["start"]);
    let ranks: Vec<&str> = start
        .split(['/', ' '])
        .filter(|rank| rank.contains('('))
        .collect();
    assert_eq!(ranks.len(), 4);
    let mut secrets: Vec<Vec<u8>> = ranks.iter().map(|rank| rank.as_bytes().to_vec()).collect();
    for at in (0..=48).step_by(2) {
        secrets.push(salt.as_bytes()[at..at + 16].to_vec());
        secrets.push(salt[at..at + 16].to_uppercase().into_bytes());
        secrets.push(bytes_of(&salt[at..at + 16]));
    }
    // As a list of numbers, the way a debug print shows bytes.
    let numbers: Vec<String> = bytes_of(&salt).iter().map(u8::to_string).collect();
    secrets.push(numbers[..4].join(", ").into_bytes());
    for secret in secrets {
        let found = |hay: &[u8]| hay.windows(secret.len()).any(|window| window == secret);
        assert!(
            !found(frames.as_bytes()),
            "{:?} is in a frame",
            String::from_utf8_lossy(&secret)
        );
        assert!(
            !found(&log),
            "{:?} is in the log",
            String::from_utf8_lossy(&secret)
        );
    }
}
