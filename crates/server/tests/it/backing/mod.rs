//! The databases that tests run on: SQLite in a folder of its own, and PostgreSQL where `BACKRANK_TEST_POSTGRES` holds
//! the address of a server (`cargo xtask test` starts one), in a database of its own.

use std::sync::atomic::{AtomicU32, Ordering};

use backrank_server::catalogue::{Catalogue, Game};
use backrank_server::ids::{GameId, PlayerId};

use backrank_server::rating::Pool;
use backrank_server::store::{
    Append, DatabaseUrl, GameRow, Participant, Participants, Player, Sealer, Standing, Store, Who,
};
use backrank_server::wire::{Clock, Ending, GameResult, Phase, PlayerKind, Reason, Side};
use sqlx::Connection;
use sqlx::postgres::PgConnection;

const SERVER: &str = "BACKRANK_TEST_POSTGRES";

/// A database that is empty at the start of a test.
pub struct Backing {
    pub folder: tempfile::TempDir,
    pub url: DatabaseUrl,
    /// The same as text, for another process.
    pub address: String,
    postgres: Option<(String, String)>,
}

impl Backing {
    pub fn sqlite() -> Backing {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backrank.db");
        Backing {
            url: DatabaseUrl::file(&file),
            address: format!("sqlite:{}", file.display()),
            folder,
            postgres: None,
        }
    }

    /// Nothing if there is no server to test on.
    pub async fn postgres() -> Option<Backing> {
        let server = std::env::var(SERVER).ok()?;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("backrank_{}_{count}", std::process::id());
        run(&server, &format!("CREATE DATABASE {name}")).await;
        // postgres://user@host/DATABASE?options
        let (address, options) = server.split_once('?').unwrap_or((&server, ""));
        let host = address.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        let url = format!("{host}/{name}?{options}");
        Some(Backing {
            folder: tempfile::tempdir().unwrap(),
            url: url.parse().unwrap(),
            address: url,
            postgres: Some((server, name)),
        })
    }

    pub async fn open(&self) -> Store {
        let (store, _writer) = Store::open(&self.url, Sealer::new(&[1; 32])).await.unwrap();
        store
    }

    async fn remove(self) {
        if let Some((server, name)) = self.postgres {
            run(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

async fn run(server: &str, statement: &str) {
    let mut connection = PgConnection::connect(server).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// Runs a test on each database there is.
pub async fn on_both(test: impl AsyncFn(&Backing)) {
    let sqlite = Backing::sqlite();
    test(&sqlite).await;
    match Backing::postgres().await {
        Some(postgres) => {
            test(&postgres).await;
            postgres.remove().await;
        }
        None => eprintln!("not run on PostgreSQL: {SERVER} is not set"),
    }
}

/// A player who is in the store.
pub async fn player(store: &Store, name: &str, kind: PlayerKind) -> Player {
    let player = Player {
        id: PlayerId::random().unwrap(),
        name: name.to_owned(),
        kind,
    };
    store.add_player(&player).await.unwrap();
    player
}

pub fn participant(player: &Player) -> Participant {
    Participant {
        who: Who::Player(player.id.clone()),
        name: player.name.clone(),
        kind: player.kind,
        rating: None,
    }
}

/// The variants, their texts kept in the store.
pub async fn catalogue(store: &Store) -> Catalogue {
    let catalogue = Catalogue::load(&[]).unwrap();
    for game in catalogue.iter() {
        store.keep_variant(&game.text).await.unwrap();
    }
    catalogue
}

/// A rated game of five minutes between two.
pub fn row(game: &Game, first: Participant, second: Participant) -> GameRow {
    let with_bot = [&first, &second]
        .iter()
        .any(|one| matches!(one.kind, PlayerKind::Bot | PlayerKind::Computer));
    GameRow {
        id: GameId::random().unwrap(),
        variant: game.variant.id().to_owned(),
        digest: game.text.digest.clone(),
        rules_version: game.variant.rules_version(),
        participants: Participants { first, second },
        clock: Clock::Live {
            base: 300,
            increment: 0,
            delay: 0,
        },
        rated: true,
        private: false,
        pool: if with_bot { Pool::Bots } else { Pool::People },
        created: 5,
        standing: Standing::dealing(),
        ended: None,
    }
}

pub fn playing(first_player: Side) -> Standing {
    Standing {
        first_player: Some(first_player),
        phase: Phase::Playing,
        turn: Some(Side::White),
        ..Standing::dealing()
    }
}

pub fn over(first_player: Side, result: GameResult, reason: Reason) -> Standing {
    Standing {
        phase: Phase::Over,
        turn: None,
        ending: Some(Ending { result, reason }),
        ..playing(first_player)
    }
}

pub fn append(id: &GameId, row: Option<&GameRow>, standing: Standing, at: i64) -> Append {
    Append {
        game: id.clone(),
        row: row.map(|row| Box::new(row.clone())),
        events: Vec::new(),
        standing,
        notices: Vec::new(),
        at,
    }
}

/// Puts a game into the store as it is.
pub async fn add(store: &Store, row: &GameRow) {
    let at = row.ended.unwrap_or(row.created);
    store
        .append(append(&row.id, Some(row), row.standing.clone(), at))
        .await
        .unwrap();
}
