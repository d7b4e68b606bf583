//! People with accounts, at a server in this process.

use std::ops::Deref;
use std::time::Duration;

use backrank_server::config::Config;
use backrank_server::ids::{GameId, PlayerId};
use backrank_server::store::{DatabaseUrl, GameRow, Player, Sealer, Store};
use backrank_server::wire::PlayerKind;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Guest, Running, Socket};

/// A server, and its store from behind.
pub struct Club {
    pub server: Running,
    pub store: Store,
    /// Kept as long as the server runs.
    _folder: TempDir,
}

/// A person with an account.
pub struct Member {
    guest: Guest,
    pub name: String,
}

impl Deref for Member {
    type Target = Guest;

    fn deref(&self) -> &Guest {
        &self.guest
    }
}

impl Club {
    pub async fn open() -> Club {
        Club::with(|_| {}).await
    }

    /// With another waiting time for a bot, or other settings.
    pub async fn with(set: impl FnOnce(&mut Config)) -> Club {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = crate::common::config(folder.path());
        config.limits.requests.burst = 1_000_000;
        set(&mut config);
        let server = Running::with(config).await;
        let url = DatabaseUrl::file(&folder.path().join("backrank.db"));
        let (store, _writer) = Store::open(&url, Sealer::new(&[1; 32]))
            .await
            .expect("a store");
        Club {
            server,
            store,
            _folder: folder,
        }
    }

    pub async fn guest(&self) -> Guest {
        Guest::new(self.server.address).await
    }

    pub async fn member(&self, name: &str) -> Member {
        let guest = self.guest().await;
        sqlx::query("UPDATE players SET kind = 'account', name = $1, lookup = $2 WHERE id = $3")
            .bind(name.to_owned())
            .bind(name.to_lowercase())
            .bind(guest.id.clone())
            .execute(self.store.pool())
            .await
            .expect("an account");
        Member {
            guest,
            name: name.to_owned(),
        }
    }

    /// A program from outside; its requests come with a session here.
    pub async fn bot(&self, name: &str) -> Member {
        let member = self.member(name).await;
        sqlx::query("UPDATE players SET kind = 'bot' WHERE id = $1")
            .bind(member.id.clone())
            .execute(self.store.pool())
            .await
            .expect("a bot");
        member
    }

    pub async fn row(&self, game: &str) -> GameRow {
        let id = GameId::read(game).expect("an id");
        self.store
            .game(&id)
            .await
            .expect("a row")
            .expect("the game")
    }
}

impl Member {
    pub fn player(&self) -> Player {
        Player {
            id: PlayerId::read(&self.id).expect("an id"),
            name: self.name.clone(),
            kind: PlayerKind::Account,
        }
    }
}

pub fn blitz() -> Value {
    json!({"kind": "live", "base": 180, "increment": 2, "delay": 0})
}

pub fn days() -> Value {
    json!({"kind": "days", "days": 3})
}

pub fn conditions(variant: &str, clock: &Value, rated: bool) -> Value {
    json!({"variant": variant, "clock": clock, "rated": rated, "colour": "random"})
}

pub fn seek(variant: &str, clock: &Value, rated: bool) -> Value {
    json!({"conditions": conditions(variant, clock, rated)})
}

pub fn challenge(opponent: &str, variant: &str, clock: &Value) -> Value {
    json!({"conditions": conditions(variant, clock, false), "opponent": opponent})
}

/// What was refused with which code.
pub fn refused(answer: (u16, Value)) -> (u16, String) {
    (answer.0, crate::common::text(&answer.1["code"]))
}

pub fn done(answer: (u16, Value)) -> Value {
    assert!((200..300).contains(&answer.0), "{answer:?}");
    answer.1
}

pub fn id(answer: (u16, Value)) -> String {
    crate::common::text(&done(answer)["id"])
}

/// What comes next within this time.
pub async fn soon(stream: &mut Socket, kind: &str) -> Value {
    tokio::time::timeout(Duration::from_secs(10), stream.next_of(kind))
        .await
        .unwrap_or_else(|_| panic!("no {kind} comes"))
}

/// A game between two that has been dealt, and the two at its table.
pub async fn sit_down(
    game: &str,
    one: &Guest,
    other: &Guest,
) -> (crate::common::Player, crate::common::Player) {
    tokio::join!(one.sit_down(game), other.sit_down(game))
}

/// Ends a game: the first of the two gives up.
pub async fn resign(player: &mut crate::common::Player) {
    let resign = json!({"type": "resign", "nonce": crate::common::nonce()});
    player.socket.send(resign).await;
    player.until(|player| player.phase == "over").await;
}
