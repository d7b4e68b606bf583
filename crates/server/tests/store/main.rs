//! What is written is read back, and what lies at rest tells nothing.

#[path = "../backing/mod.rs"]
mod backing;
mod backup;
#[path = "../common/mod.rs"]
mod common;
mod lists;
mod people;
mod ratings;

use backing::{append, on_both, over, participant, player, row};
use backrank_rules::deal::Salt;
use backrank_server::catalogue::Catalogue;
use backrank_server::computer::Computers;
use backrank_server::ids::GameId;
use backrank_server::log::{LogError, LogEvent, Logged, Terms};
use backrank_server::rating::Pool;
use backrank_server::store::{
    Append, DatabaseUrl, Participant, Participants, Player, Sealer, Standing, Store, StoreError,
    Who,
};
use backrank_server::table::Patience;
use backrank_server::table::hub::{Hub, NewTable};
use backrank_server::wire::{Clock, ColourWish, GameResult, Phase, PlayerKind, Reason, Side};
use backrank_server::{ServeError, Server};
use common::{Guest, Running, config};

async fn opened(folder: &std::path::Path) -> (Store, Player) {
    let url = DatabaseUrl::file(&folder.join("backrank.db"));
    let (store, _writer) = Store::open(&url, Sealer::new(&[1; 32])).await.unwrap();
    let player = player(&store, "Guest", PlayerKind::Guest).await;
    (store, player)
}

/// An end reason unknown to the database lost finished games at the write.
#[tokio::test]
async fn every_variant_result_and_reason_is_read_back() {
    on_both(async |backing| {
        let store = backing.open().await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let catalogue = Catalogue::load(&[]).unwrap();
        for game in catalogue.iter() {
            store.keep_variant(&game.text).await.unwrap();
            assert_eq!(
                store.variant(&game.text.digest).await.unwrap().as_ref(),
                Some(&game.text)
            );
            let games = GameResult::ALL
                .into_iter()
                .flat_map(|result| Reason::ALL.map(|reason| (result, reason)))
                .map(|(result, reason)| {
                    ended(
                        &store,
                        row(game, participant(&one), participant(&other)),
                        result,
                        reason,
                    )
                });
            futures_util::future::join_all(games).await;
        }
    })
    .await;
}

/// Writes a game and its end, and reads both back.
async fn ended(
    store: &Store,
    mut row: backrank_server::store::GameRow,
    result: GameResult,
    reason: Reason,
) {
    let id = row.id.clone();
    store
        .append(append(&id, Some(&row), row.standing.clone(), 6))
        .await
        .unwrap();
    assert_eq!(store.game(&id).await.unwrap().as_ref(), Some(&row));
    row.standing = Standing {
        fault: Some(1),
        ply: 7,
        fen: "8/8".into(),
        number: Some(518),
        opening: "e2e4 e7e5".into(),
        ..over(Side::Black, result, reason)
    };
    row.ended = Some(7);
    let ended = Logged::new(
        6,
        LogEvent::Ended {
            result,
            reason,
            fault: None,
        },
    );
    let events = store.seal(&id, 0, std::slice::from_ref(&ended)).unwrap();
    let last = Append {
        events,
        ..append(&id, None, row.standing.clone(), 7)
    };
    store.append(last).await.unwrap();
    assert_eq!(store.game(&id).await.unwrap().as_ref(), Some(&row));
    assert!(store.log(&id).await.unwrap() == [ended]);
}

#[tokio::test]
async fn two_owners_cannot_both_write_and_half_an_append_is_none() {
    on_both(async |backing| {
        let store = backing.open().await;
        let guest = player(&store, "Guest", PlayerKind::Guest).await;
        let catalogue = backing::catalogue(&store).await;
        let game = catalogue.get("chess").unwrap();
        let row = row(game, participant(&guest), Participant::computer(3, None));
        let event = |n: i64| {
            Logged::new(
                n,
                LogEvent::Resigned {
                    seat: Side::White,
                    nonce: n.to_string(),
                },
            )
        };
        let append = |new: bool, first, events: &[Logged]| Append {
            events: store.seal(&row.id, first, events).unwrap(),
            ..append(&row.id, new.then_some(&row), Standing::dealing(), 6)
        };
        store
            .append(append(true, 0, &[event(0), event(1)]))
            .await
            .unwrap();
        let both = [
            append(false, 2, &[event(2), event(3)]),
            append(false, 1, &[event(8), event(9)]),
        ];
        let [one, two] = both.map(|append| store.append(append));
        let (one, two) = tokio::join!(one, two);
        one.unwrap();
        assert!(matches!(two, Err(StoreError::Conflict { seq: 1, .. })));
        let log = store.log(&row.id).await.unwrap();
        assert!(log == [event(0), event(1), event(2), event(3)]);
    })
    .await;
}

/// The first form of the database, as it lies in the folders of those who had the foundation.
#[tokio::test]
async fn a_database_of_the_first_form_is_brought_to_the_newest() {
    let backing = backing::Backing::sqlite();
    let path = backing.url.path().unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let first = sqlx::migrate::Migration::new(
        1,
        "players, games, events".into(),
        sqlx::migrate::MigrationType::Simple,
        sqlx::SqlStr::from_static(include_str!("../../migrations/sqlite/0001_foundation.sql")),
        false,
    );
    sqlx::migrate::Migrator::with_migrations(vec![first])
        .run(&pool)
        .await
        .unwrap();
    sqlx::raw_sql(
        "INSERT INTO players VALUES ('me', 'Guest 7KQ', 1);
         INSERT INTO variant_texts VALUES ('d1', 'hidden', '[]');
         INSERT INTO games VALUES ('g1', 'hidden', 'd1', 1, 'me', 'black', 4, 'over', 'white', 'checkmate', 2, 3);
         INSERT INTO games VALUES ('g2', 'hidden', 'd1', 1, 'me', NULL, 8, 'dealing', NULL, NULL, 4, 5);
         INSERT INTO events VALUES ('g1', 0, x'00');",
    )
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;

    let store = backing.open().await;
    let me = backrank_server::ids::PlayerId::read("me").unwrap();
    let games = store.games_of(&me, 10).await.unwrap();
    let [running, over] = games.as_slice() else {
        panic!("{games:?}");
    };
    assert_eq!(over.side(&me), Some(Side::Black));
    assert_eq!(over.participants.first.name, "Guest 7KQ");
    assert_eq!(over.participants.level(), Some(4));
    assert_eq!(over.standing.ending.unwrap().reason, Reason::Checkmate);
    assert_eq!((over.created, over.ended), (2, Some(3)));
    assert_eq!(running.standing, Standing::dealing());
    assert_eq!(running.participants.level(), Some(8));
    assert_eq!(
        store.player(&me).await.unwrap().unwrap().kind,
        PlayerKind::Guest
    );
    assert!(Store::has_games(&backing.url).await.unwrap());
    assert!(store.log(&running.id).await.unwrap().is_empty());
    assert!(matches!(
        store.log(&over.id).await,
        Err(StoreError::Log {
            error: LogError::Seal { seq: 0 },
            ..
        })
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_another_key_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    guest.new_game("hidden", "white").await;
    server.stop().await;
    let key = data.path().join("key");
    let right = std::fs::read(&key).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            std::fs::metadata(&key).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    let refused = async || match Server::bind(config(data.path())).await {
        Err(ServeError::Key(error)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started"),
    };
    std::fs::remove_file(&key).unwrap();
    assert!(
        refused()
            .await
            .contains("is missing, but the database holds games")
    );
    std::fs::write(&key, [7; 64]).unwrap();
    assert!(refused().await.contains("is not the key"));
    std::fs::write(&key, [7; 63]).unwrap();
    assert!(refused().await.contains("63 bytes instead of 64"));
    std::fs::write(&key, right).unwrap();
    Server::bind(config(data.path())).await.map(drop).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_log_was_changed_is_not_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let guest = Guest::new(server.address).await;
    let game = guest.new_game("hidden", "white").await;
    let other = guest.new_game("hidden", "white").await;
    let mut player = guest.sit_down(&game).await;
    player.play("e2e4").await;
    guest.sit_down(&other).await;
    server.stop().await;
    let path = data.path().join("backrank.db");
    // An event of another game, sealed with the right key, in the place of this game's.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query(
        "UPDATE events SET payload = (SELECT payload FROM events WHERE game = ? AND seq = 3) \
         WHERE game = ? AND seq = 3",
    )
    .bind(&other)
    .bind(&game)
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;

    let server = Running::start(data.path()).await;
    let guest = guest.at(server.address);
    let mut socket = guest.connect(&game).await.unwrap();
    socket.hello(None).await;
    assert_eq!(socket.next().await["error"]["code"], "unreadable_game");
    assert_eq!(socket.close_code().await, Some(1011));
    let (status, list) = guest.get("/api/v1/games").await;
    assert_eq!((status, list.as_array().unwrap().len()), (200, 2));
    assert_eq!(guest.sit_down(&other).await.phase, "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_at_rest_or_is_logged_tells_no_secret() {
    let data = tempfile::tempdir().unwrap();
    let (store, player) = opened(data.path()).await;
    let catalogue = std::sync::Arc::new(Catalogue::load(&[]).unwrap());
    let (_close, closing) = tokio::sync::watch::channel(false);
    let computers = Computers::new(1).unwrap();
    let hub = Hub::new(
        store.clone(),
        catalogue.clone(),
        computers,
        Patience::default(),
        closing,
    );
    let game = catalogue.get("hidden").unwrap();
    let terms = Terms {
        game: GameId::random().unwrap().to_string(),
        players: vec![player.id.to_string(), "computer".into()],
        colour: ColourWish::White,
        level: 1,
        set: String::new(),
        number: None,
        variant: "hidden".into(),
        digest: game.text.digest.clone(),
        rules_version: 1,
        clock: Clock::Untimed,
        rated: false,
        private: true,
    };
    let new = |terms: &Terms, salt: &Salt| NewTable {
        terms: terms.clone(),
        salt: salt.clone(),
        commitments: Vec::new(),
        set_up: None,
        participants: Participants {
            first: Participant {
                who: Who::Player(player.id.clone()),
                name: "Ada".into(),
                kind: PlayerKind::Guest,
                rating: None,
            },
            second: Participant::computer(1, None),
        },
        pool: Pool::Bots,
    };
    let salt = Salt::new([0x5A; 32]);
    let id = hub.create(new(&terms, &salt)).await.unwrap();
    assert!(matches!(hub.load(&id).await, Ok((table, 1)) if table.phase() == Phase::Dealing));
    for entry in std::fs::read_dir(data.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(8).any(|bytes| bytes == [0x5A; 8]));
        assert!(!bytes.windows(8).any(|bytes| bytes == b"5a5a5a5a"));
    }
    // A variant that this server does not know fails closed.
    let mut unknown = terms.clone();
    unknown.game = GameId::random().unwrap().to_string();
    unknown.variant = "atomic".into();
    let refused = hub.create(new(&unknown, &salt)).await.err();
    assert!(
        matches!(
            &refused,
            Some(StoreError::Column {
                column: "variant",
                ..
            })
        ),
        "{refused:?}"
    );
}
