//! Lists of games and what they add up to.

use backrank_server::ids::PlayerId;
use backrank_server::store::{
    ArchiveFilter, Cursor, GameRow, Participant, StartRating, StatisticsFilter, Store,
};
use backrank_server::wire::{
    Clock, GameResult, Phase, PlayerKind, Reason, Results, Side, Speed, Tally,
};

use crate::backing::{self, add, on_both, over, participant, player, playing, row};

fn ids(games: &[GameRow]) -> Vec<&str> {
    games.iter().map(|game| game.id.as_str()).collect()
}

/// All parts of a list, `most` at a time.
async fn all_parts(
    store: &Store,
    player: Option<&PlayerId>,
    filter: &ArchiveFilter,
    most: u32,
) -> Vec<GameRow> {
    let mut games = Vec::new();
    let mut after: Option<Cursor> = None;
    loop {
        let page = match player {
            Some(player) => store.finished_of(player, after.as_ref(), most).await,
            None => store.archive(filter, after.as_ref(), most).await,
        }
        .unwrap();
        assert!(page.games.len() <= most as usize);
        games.extend(page.games);
        match page.next {
            // A place in a list survives being written into an address.
            Some(next) => after = Some(next.to_string().parse().unwrap()),
            None => return games,
        }
    }
}

#[tokio::test]
async fn every_finished_game_is_in_one_part_of_the_archive() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let third = player(&store, "Third", PlayerKind::Account).await;
        let mut games = Vec::new();
        for n in 0..24i64 {
            let variant = if n % 3 == 0 { "hidden" } else { "chess" };
            let opponent = if n % 4 == 0 { &third } else { &other };
            let mut game = row(
                catalogue.get(variant).unwrap(),
                participant(&one),
                participant(opponent),
            );
            game.rated = n % 2 == 0;
            game.private = n % 6 == 5;
            if n % 5 == 0 {
                game.clock = Clock::Days { days: 3 };
            }
            let result = GameResult::ALL[usize::try_from(n % 4).unwrap()];
            game.standing = over(Side::White, result, Reason::Resignation);
            // Several end at the same time.
            game.ended = Some(100 + n / 4);
            add(&store, &game).await;
            games.push(game);
        }
        let running = row(
            catalogue.get("chess").unwrap(),
            participant(&one),
            participant(&other),
        );
        add(&store, &running).await;
        games.sort_by(|a, b| (b.ended, b.id.as_str()).cmp(&(a.ended, a.id.as_str())));
        let check = async |filter: ArchiveFilter, fits: &dyn Fn(&GameRow) -> bool| {
            let expected: Vec<&GameRow> = games
                .iter()
                .filter(|game| !game.private && fits(game))
                .collect();
            let mut found = all_parts(&store, None, &filter, 3).await;
            // Games that end in the same millisecond may be in any order, but always in the same.
            found.sort_by(|a, b| (b.ended, b.id.as_str()).cmp(&(a.ended, a.id.as_str())));
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{filter:?}");
            assert!(!expected.is_empty());
        };
        let any = ArchiveFilter::default;
        check(any(), &|_| true).await;
        check(
            ArchiveFilter {
                variant: Some("hidden".into()),
                ..any()
            },
            &|game| game.variant == "hidden",
        )
        .await;
        check(
            ArchiveFilter {
                player: Some(third.id.clone()),
                ..any()
            },
            &|game| game.participants.place(&third.id).is_some(),
        )
        .await;
        check(
            ArchiveFilter {
                result: Some(GameResult::Draw),
                rated: Some(true),
                ..any()
            },
            &|game| game.rated && game.standing.ending.unwrap().result == GameResult::Draw,
        )
        .await;
        check(
            ArchiveFilter {
                speed: Some(Speed::Correspondence),
                ..any()
            },
            &|game| game.speed() == Speed::Correspondence,
        )
        .await;
        check(
            ArchiveFilter {
                from: Some(102),
                to: Some(104),
                ..any()
            },
            &|game| (Some(102)..Some(104)).contains(&game.ended),
        )
        .await;
        // One's own games are there with the private ones.
        let own = all_parts(&store, Some(&one.id), &any(), 5).await;
        assert_eq!(own.len(), 24);
        assert!(own.is_sorted_by(|a, b| a.ended >= b.ended));
        assert_eq!(
            ids(&store.running_of(&one.id).await.unwrap()),
            [running.id.as_str()]
        );
    })
    .await;
}

#[test]
fn a_place_in_a_list_is_read_or_refused() {
    for wrong in ["", "5", "x-abc", "5-", "5-0O", "5-abc-d"] {
        assert!(wrong.parse::<Cursor>().is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn what_waits_for_a_deadline_is_found_when_it_is_due() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let chess = catalogue.get("chess").unwrap();
        let mut games = Vec::new();
        for deadline in [Some(300), Some(100), None, Some(200)] {
            let mut game = row(chess, participant(&one), participant(&other));
            game.standing = playing(Side::White);
            game.standing.deadline = deadline;
            add(&store, &game).await;
            games.push(game);
        }
        assert_eq!(store.next_deadline().await.unwrap(), Some(100));
        assert_eq!(store.due(99).await.unwrap(), []);
        assert_eq!(
            store.due(200).await.unwrap(),
            [games[1].id.clone(), games[3].id.clone()]
        );
        // The most urgent come first in one's own list.
        let running = store.running_of(&one.id).await.unwrap();
        let deadlines: Vec<_> = running.iter().map(|game| game.standing.deadline).collect();
        assert_eq!(deadlines, [Some(100), Some(200), Some(300), None]);
        // A game that is over waits for nothing.
        let mut end = over(Side::White, GameResult::White, Reason::Flag);
        end.deadline = Some(100);
        store
            .append(backing::append(&games[1].id, None, end, 101))
            .await
            .unwrap();
        assert_eq!(store.due(101).await.unwrap(), []);
        // It is White's turn in the three that run, and the first player has White.
        assert_eq!(store.count_turns(&one.id).await.unwrap(), 3);
        assert_eq!(store.count_turns(&other.id).await.unwrap(), 0);
        assert_eq!(store.count_running_public().await.unwrap(), 3);
        assert_eq!(store.running_public(2).await.unwrap().len(), 2);
        assert!(
            store
                .running_public(9)
                .await
                .unwrap()
                .iter()
                .all(|game| game.standing.phase == Phase::Playing)
        );
        assert_eq!(store.idle_since(6).await.unwrap().len(), 3);
    })
    .await;
}

#[tokio::test]
async fn results_are_counted_by_game_and_colour_and_aborts_by_who_is_at_fault() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let chess = catalogue.get("chess").unwrap();
        let games = [
            (Side::White, GameResult::White, None),
            (Side::White, GameResult::White, None),
            (Side::White, GameResult::Draw, None),
            (Side::Black, GameResult::White, None),
            (Side::Black, GameResult::Aborted, Some(0)),
            (Side::Black, GameResult::Aborted, Some(1)),
        ];
        for ((first, result, fault), at) in games.into_iter().zip(100..) {
            let mut game = row(chess, participant(&one), participant(&other));
            game.standing = over(first, result, Reason::NotStarted);
            game.standing.fault = fault;
            game.ended = Some(at);
            add(&store, &game).await;
        }
        let line = |side, won, drawn, lost| Results {
            variant: "chess".into(),
            side,
            won,
            drawn,
            lost,
        };
        assert_eq!(
            store.results_of(&one.id).await.unwrap(),
            [line(Side::White, 2, 1, 0), line(Side::Black, 0, 0, 1)]
        );
        assert_eq!(
            store.results_of(&other.id).await.unwrap(),
            [line(Side::White, 1, 0, 0), line(Side::Black, 0, 1, 2)]
        );
        let aborts = store.aborts(&one.id, 20).await.unwrap();
        assert_eq!((aborts.count, aborts.last), (1, Some(104)));
        assert_eq!(store.aborts(&one.id, 1).await.unwrap().count, 0);
    })
    .await;
}

#[tokio::test]
async fn statistics_add_up_by_speed_rating_array_length_and_first_move() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let one = player(&store, "One", PlayerKind::Account).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        let rating = |points| {
            Some(StartRating {
                points,
                provisional: false,
            })
        };
        let add_one = async |variant: &str,
                             result,
                             points: Option<u32>,
                             clock,
                             number,
                             ply,
                             opening: &str| {
            let mut first = participant(&one);
            let mut second = participant(&other);
            first.rating = points.and_then(rating);
            second.rating = points.and_then(|points| rating(points + 99));
            let mut game = row(catalogue.get(variant).unwrap(), first, second);
            game.clock = clock;
            game.standing = over(Side::White, result, Reason::Resignation);
            game.standing.number = number;
            game.standing.ply = ply;
            game.standing.opening = opening.into();
            game.ended = Some(7);
            add(&store, &game).await;
        };
        let blitz = Clock::Live {
            base: 300,
            increment: 0,
            delay: 0,
        };
        let slow = Clock::Days { days: 7 };
        use GameResult::{Aborted, Black, Draw, White};
        add_one(
            "chess960",
            White,
            Some(1500),
            blitz,
            Some(518),
            9,
            "e2e4 e7e5",
        )
        .await;
        add_one("chess960", White, Some(1549), blitz, Some(518), 10, "e2e4").await;
        add_one(
            "chess960",
            Black,
            Some(1551),
            blitz,
            Some(0),
            19,
            "d2d4 d7d5",
        )
        .await;
        add_one("chess960", Draw, None, slow, None, 20, "").await;
        add_one("chess960", Aborted, Some(1500), blitz, Some(518), 0, "").await;
        add_one("chess", White, Some(1500), blitz, None, 9, "e2e4").await;
        let filter = StatisticsFilter {
            variant: "chess960".into(),
            speed: None,
            low: None,
            high: None,
        };
        let tally = |white, black, draws| Tally {
            white,
            black,
            draws,
        };
        let all = store.statistics(&filter).await.unwrap();
        assert_eq!(all.all, tally(2, 1, 1));
        assert_eq!(
            all.by_speed,
            [
                (Speed::Blitz, tally(2, 1, 0)),
                (Speed::Correspondence, tally(0, 0, 1))
            ]
        );
        assert_eq!(
            all.by_rating,
            [(1400, tally(2, 0, 0)), (1600, tally(0, 1, 0))]
        );
        assert_eq!(all.by_array, [(518, tally(2, 0, 0)), (0, tally(0, 1, 0))]);
        assert_eq!(all.by_length, [(0, 1), (10, 2), (20, 1)]);
        assert_eq!(
            all.by_first_move,
            [
                ("e2e4".into(), tally(2, 0, 0)),
                ("d2d4".into(), tally(0, 1, 0))
            ]
        );
        let narrow = StatisticsFilter {
            speed: Some(Speed::Blitz),
            low: Some(1550),
            high: Some(1600),
            ..filter.clone()
        };
        assert_eq!(store.statistics(&narrow).await.unwrap().all, tally(1, 0, 0));
        let none = StatisticsFilter {
            variant: "atomic".into(),
            ..filter
        };
        assert_eq!(store.statistics(&none).await.unwrap().all, Tally::default());
    })
    .await;
}

#[tokio::test]
async fn a_game_with_the_computer_names_it() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let guest = player(&store, "Guest 7KQ", PlayerKind::Guest).await;
        let game = row(
            catalogue.get("chess").unwrap(),
            participant(&guest),
            Participant::computer(
                5,
                Some(StartRating {
                    points: 1720,
                    provisional: true,
                }),
            ),
        );
        add(&store, &game).await;
        let read = store.game(&game.id).await.unwrap().unwrap();
        assert_eq!(read, game);
        let info = read.participants.second.info();
        assert_eq!(
            (info.id.as_str(), info.kind),
            ("computer", PlayerKind::Computer)
        );
        assert_eq!((info.level, info.rating), (Some(5), Some(1720)));
        assert!(info.provisional);
    })
    .await;
}
