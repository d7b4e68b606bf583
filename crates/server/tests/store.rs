//! What is written is read back, and what lies at rest tells nothing.

mod common;

use backrank_rules::deal::Salt;
use backrank_server::catalogue::Catalogue;
use backrank_server::computer::Computers;
use backrank_server::ids::{GameId, PlayerId};
use backrank_server::log::{LogEvent, Logged, Terms};
use backrank_server::store::{Append, GameRow, Player, Sealer, Standing, Store, StoreError};
use backrank_server::table::Patience;
use backrank_server::table::hub::{Hub, NewTable};
use backrank_server::wire::{
    Clock, ColourWish, Ending, GameResult, Phase, PlayerInfo, PlayerKind, Reason, Seat,
};
use backrank_server::{ServeError, Server};
use common::{Guest, Running, config};

async fn opened(folder: &std::path::Path) -> (Store, Player) {
    let path = folder.join("backrank.db");
    let (store, _writer) = Store::open(&path, Sealer::new(&[1; 32])).await.unwrap();
    let player = Player {
        id: PlayerId::random().unwrap(),
        name: "Guest".into(),
    };
    store.add_player(&player).await.unwrap();
    (store, player)
}

fn row(player: &Player, game: &backrank_server::catalogue::Game) -> GameRow {
    GameRow {
        id: GameId::random().unwrap(),
        variant: game.variant.id().to_owned(),
        digest: game.text.digest.clone(),
        rules_version: game.variant.rules_version(),
        player: player.id.clone(),
        level: 3,
        created: 5,
        standing: Standing {
            seat: None,
            phase: Phase::Dealing,
            ending: None,
        },
    }
}

#[tokio::test]
async fn every_variant_result_and_reason_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let (store, player) = opened(folder.path()).await;
    let catalogue = Catalogue::load(&[]).unwrap();
    for game in catalogue.iter() {
        store.keep_variant(&game.text).await.unwrap();
        assert_eq!(
            store.variant(&game.text.digest).await.unwrap().as_ref(),
            Some(&game.text)
        );
        for result in GameResult::ALL {
            for reason in Reason::ALL {
                let mut row = row(&player, game);
                let append = |row: Option<GameRow>, id: &GameId, standing, events| Append {
                    game: id.clone(),
                    row: row.map(Box::new),
                    events,
                    standing,
                    at: 6,
                };
                let id = row.id.clone();
                store
                    .append(append(Some(row.clone()), &id, row.standing, vec![]))
                    .await
                    .unwrap();
                assert_eq!(store.game(&id).await.unwrap().as_ref(), Some(&row));
                row.standing = Standing {
                    seat: Some(Seat::Black),
                    phase: Phase::Over,
                    ending: Some(Ending { result, reason }),
                };
                let ended = Logged::new(
                    6,
                    LogEvent::Ended {
                        result,
                        reason,
                        fault: None,
                    },
                );
                let events = store.seal(&id, 0, std::slice::from_ref(&ended)).unwrap();
                store
                    .append(append(None, &id, row.standing, events))
                    .await
                    .unwrap();
                assert_eq!(store.game(&id).await.unwrap().as_ref(), Some(&row));
                assert!(store.log(&id).await.unwrap() == [ended]);
            }
        }
    }
}

#[tokio::test]
async fn two_owners_cannot_both_write_and_half_an_append_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let (store, player) = opened(folder.path()).await;
    let catalogue = Catalogue::load(&[]).unwrap();
    let game = catalogue.get("chess").unwrap();
    store.keep_variant(&game.text).await.unwrap();
    let row = row(&player, game);
    let event = |n: i64| {
        Logged::new(
            n,
            LogEvent::Resigned {
                seat: backrank_server::wire::Side::White,
                nonce: n.to_string(),
            },
        )
    };
    let append = |row: Option<GameRow>, id: &GameId, first, events: &[Logged]| Append {
        game: id.clone(),
        row: row.map(Box::new),
        events: store.seal(id, first, events).unwrap(),
        standing: Standing {
            seat: None,
            phase: Phase::Dealing,
            ending: None,
        },
        at: 6,
    };
    let id = row.id.clone();
    store
        .append(append(Some(row), &id, 0, &[event(0), event(1)]))
        .await
        .unwrap();
    let both = [
        append(None, &id, 2, &[event(2), event(3)]),
        append(None, &id, 1, &[event(8), event(9)]),
    ];
    let [one, two] = both.map(|append| store.append(append));
    let (one, two) = tokio::join!(one, two);
    one.unwrap();
    assert!(matches!(two, Err(StoreError::Conflict { seq: 1, .. })));
    let log = store.log(&id).await.unwrap();
    assert!(log == [event(0), event(1), event(2), event(3)]);
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
        players: ["Ada", "computer"].map(|name| PlayerInfo {
            id: name.to_owned(),
            name: name.to_owned(),
            kind: PlayerKind::Guest,
            rating: None,
            provisional: false,
            level: None,
        }),
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
