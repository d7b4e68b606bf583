//! Ratings change with the game's end, once, and nowhere else.

use backrank_server::clock::DAY;
use backrank_server::rating::{Pool, Rating, after_game};
use backrank_server::store::{
    Append, GameRow, Participant, Player, RatingKey, Store, StoreError, Who,
};
use backrank_server::wire::{Clock, GameResult, NoticeKind, PlayerKind, Reason, Side, Speed};

use crate::backing::{self, append, on_both, over, participant, player, playing, row};

fn key(game: &GameRow) -> RatingKey {
    RatingKey {
        variant: game.variant.clone(),
        speed: game.speed(),
        pool: game.pool,
    }
}

fn who(player: &Player) -> Who {
    Who::Player(player.id.clone())
}

async fn rated(store: &Store, player: &Player, key: &RatingKey) -> Option<(Rating, u32)> {
    let row = store.rating(&who(player), key).await.unwrap()?;
    Some((row.rating, row.games))
}

async fn start(store: &Store, row: &GameRow, first: Side) {
    store
        .append(append(&row.id, Some(row), playing(first), 10))
        .await
        .unwrap();
}

fn end(row: &GameRow, first: Side, result: GameResult, at: i64) -> Append {
    append(&row.id, None, over(first, result, Reason::Resignation), at)
}

#[tokio::test]
async fn a_finished_game_changes_both_ratings_once() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let game = row(
            catalogue.get("hidden").unwrap(),
            participant(&one),
            participant(&other),
        );
        start(&store, &game, Side::Black).await;
        assert_eq!(rated(&store, &one, &key(&game)).await, None);
        // The same end comes twice, as after a restart, and both at the same time.
        let (a, b) = tokio::join!(
            store.append(end(&game, Side::Black, GameResult::White, 20)),
            store.append(end(&game, Side::Black, GameResult::White, 21)),
        );
        a.unwrap();
        b.unwrap();
        let new = Rating::default();
        let [white, black] = after_game(new, new, GameResult::White).unwrap();
        assert_eq!(rated(&store, &other, &key(&game)).await, Some((white, 1)));
        assert_eq!(rated(&store, &one, &key(&game)).await, Some((black, 1)));
        let graph = store
            .rating_graph(&who(&one), &key(&game), 100)
            .await
            .unwrap();
        assert_eq!(graph.len(), 1);
        assert_eq!((graph[0].at, graph[0].rating), (20, black.rating));
        assert_eq!(store.game(&game.id).await.unwrap().unwrap().ended, Some(20));
        // Each speed and each game has ratings of its own.
        let all = store.ratings_of(&who(&one)).await.unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].key, key(&game));
    })
    .await;
}

#[tokio::test]
async fn an_end_that_is_not_written_changes_no_rating() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let game = row(
            catalogue.get("chess").unwrap(),
            participant(&one),
            participant(&other),
        );
        start(&store, &game, Side::White).await;
        let event = backrank_server::log::Logged::new(
            1,
            backrank_server::log::LogEvent::Resigned {
                seat: Side::White,
                nonce: "n".into(),
            },
        );
        let events = |n| {
            store
                .seal(&game.id, n, std::slice::from_ref(&event))
                .unwrap()
        };
        let first = Append {
            events: events(0),
            ..append(&game.id, None, playing(Side::White), 11)
        };
        store.append(first).await.unwrap();
        let behind = Append {
            events: events(0),
            ..end(&game, Side::White, GameResult::Black, 12)
        };
        let refused = store.append(behind).await;
        assert!(matches!(refused, Err(StoreError::Conflict { seq: 0, .. })));
        assert_eq!(rated(&store, &one, &key(&game)).await, None);
        assert_eq!(store.game(&game.id).await.unwrap().unwrap().ended, None);
    })
    .await;
}

#[tokio::test]
async fn a_game_with_a_bot_or_the_computer_never_touches_the_ratings_among_people() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let person = player(&store, "Person", PlayerKind::Account).await;
        let guest = player(&store, "Guest", PlayerKind::Guest).await;
        let chess = catalogue.get("chess").unwrap();
        let computer = Participant::computer(3, None);
        let mut game = row(chess, participant(&person), computer.clone());
        game.clock = Clock::Untimed;
        game.rated = false;
        start(&store, &game, Side::White).await;
        store
            .append(end(&game, Side::White, GameResult::White, 20))
            .await
            .unwrap();
        let bots = key(&game);
        assert_eq!((bots.pool, bots.speed), (Pool::Bots, Speed::Untimed));
        assert!(rated(&store, &person, &bots).await.unwrap().0.rating > 1500.0);
        let of_computer = store.rating(&computer.who, &bots).await.unwrap().unwrap();
        assert!(of_computer.rating.rating < 1500.0);
        assert_eq!(of_computer.who, Who::Computer { level: 3 });
        let people = RatingKey {
            pool: Pool::People,
            ..bots.clone()
        };
        assert_eq!(rated(&store, &person, &people).await, None);
        // Guests have no ratings and change none.
        let game = GameRow {
            clock: Clock::Untimed,
            ..row(chess, participant(&guest), computer.clone())
        };
        start(&store, &game, Side::White).await;
        store
            .append(end(&game, Side::White, GameResult::White, 30))
            .await
            .unwrap();
        assert_eq!(rated(&store, &guest, &bots).await, None);
        let after = store.rating(&computer.who, &bots).await.unwrap().unwrap();
        assert_eq!(after, of_computer);
    })
    .await;
}

#[tokio::test]
async fn casual_and_aborted_games_are_not_rated() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let chess = catalogue.get("chess").unwrap();
        for (rated_game, result) in [(false, GameResult::White), (true, GameResult::Aborted)] {
            let mut game = row(chess, participant(&one), participant(&other));
            game.rated = rated_game;
            start(&store, &game, Side::White).await;
            store
                .append(end(&game, Side::White, result, 20))
                .await
                .unwrap();
            assert_eq!(rated(&store, &one, &key(&game)).await, None);
            assert_eq!(rated(&store, &other, &key(&game)).await, None);
        }
    })
    .await;
}

#[tokio::test]
async fn who_comes_back_after_long_is_less_certain() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let chess = catalogue.get("chess").unwrap();
        let mut before = Rating::default();
        let mut at = 20;
        for days in [0, 1, 400] {
            at += days * DAY;
            let game = row(chess, participant(&one), participant(&other));
            start(&store, &game, Side::White).await;
            store
                .append(end(&game, Side::White, GameResult::Draw, at))
                .await
                .unwrap();
            let idle = before.after_idle(days * DAY);
            let [white, _] = after_game(idle, idle, GameResult::Draw).unwrap();
            let (now, _) = rated(&store, &one, &key(&game)).await.unwrap();
            assert_eq!(now, white, "after {days} days");
            before = now;
        }
    })
    .await;
}

/// Puts a rating where a finished game would.
async fn set(store: &Store, player: &Player, rating: f64, deviation: f64, updated: i64) {
    sqlx::query("INSERT INTO ratings VALUES ($1, 'chess', 'blitz', 'people', $2, $3, 0.06, 9, $4)")
        .bind(player.id.as_str())
        .bind(rating)
        .bind(deviation)
        .bind(updated)
        .execute(store.pool())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_leaderboard_lists_established_accounts_only() {
    on_both(async |backing| {
        let store = backing.open().await;
        let now = 1000 * DAY;
        let names = ["Ann", "Ben", "Cas", "Dot", "Eve", "Fay"];
        let mut players = Vec::new();
        for name in names {
            players.push(player(&store, name, PlayerKind::Account).await);
        }
        let closed = player(&store, "Gone", PlayerKind::Closed).await;
        set(&store, &players[0], 1700.2, 60.0, now).await;
        set(&store, &players[1], 1900.0, 110.0, now).await;
        set(&store, &players[2], 2000.0, 110.1, now).await;
        set(&store, &players[3], 2100.0, 60.0, now - 400 * DAY).await;
        set(&store, &players[4], 1700.4, 60.0, now - 100 * DAY).await;
        set(&store, &players[5], 2200.0, 60.0, now).await;
        set(&store, &closed, 2300.0, 60.0, now).await;
        store
            .set_ban(&players[5].id, Some(now + 1), "why")
            .await
            .unwrap();
        let key = RatingKey {
            variant: "chess".into(),
            speed: Speed::Blitz,
            pool: Pool::People,
        };
        let leaders = store.leaderboard(&key, 10, now).await.unwrap();
        let shown: Vec<_> = leaders
            .iter()
            .map(|leader| (leader.rank, leader.player.name.as_str()))
            .collect();
        assert_eq!(shown, [(1, "Ben"), (2, "Eve"), (2, "Ann")]);
        assert!(
            leaders.iter().all(|leader| {
                !leader.rating.at(now).is_provisional() && leader.rating.games == 9
            })
        );
        assert_eq!(store.leaderboard(&key, 1, now).await.unwrap().len(), 1);
        store.set_ban(&players[5].id, None, "").await.unwrap();
        assert_eq!(store.leaderboard(&key, 10, now).await.unwrap().len(), 4);
    })
    .await;
}

/// No flag until somebody opened the game: when a correspondence game ends with both away, both are told.
#[tokio::test]
async fn both_are_told_once_when_a_correspondence_game_ends() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let mut game = row(
            catalogue.get("chess").unwrap(),
            participant(&one),
            participant(&other),
        );
        game.clock = Clock::Days { days: 7 };
        start(&store, &game, Side::White).await;
        for at in [20, 21] {
            store
                .append(end(&game, Side::White, GameResult::White, at))
                .await
                .unwrap();
        }
        for (me, him) in [(&one, &other), (&other, &one)] {
            let notices = store.notices_of(&me.id, 10).await.unwrap();
            let [notice] = notices.as_slice() else {
                panic!("{notices:?}");
            };
            assert_eq!(notice.notice.kind, NoticeKind::GameEnded);
            assert_eq!(notice.notice.game.as_ref(), Some(&game.id));
            assert_eq!(notice.notice.name.as_ref(), Some(&him.name));
            assert_eq!(notice.at, 20);
        }
    })
    .await;
}
