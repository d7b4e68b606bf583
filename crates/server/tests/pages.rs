//! Pages about players and their games, and what players are told.

mod backing;
mod club;
mod common;

use std::time::Duration;

use backrank_server::catalogue::Catalogue;
use backrank_server::clock::now;
use backrank_server::rating::Pool;
use backrank_server::store::{Append, GameRow, StartRating};
use backrank_server::wire::{Clock, GameResult, Phase, Reason, Side};
use club::{Club, Member, blitz, challenge, days, done, id, refused, resign, sit_down, soon};
use common::{Guest, text};
use serde_json::{Value, json};

async fn agreed(ada: &Member, bob: &Member, variant: &str, clock: &Value) -> String {
    let wish = challenge(&bob.name, variant, clock);
    let game = id(ada.post("/api/v1/challenges", &wish).await);
    let accept = format!("/api/v1/proposals/{game}/accept");
    id(bob.post(&accept, &json!({})).await)
}

/// Plays so many actions, the first legal one each, and returns both.
async fn played(
    game: &str,
    ada: &Member,
    bob: &Member,
    actions: usize,
) -> (common::Player, common::Player) {
    let (mut one, mut other) = sit_down(game, ada, bob).await;
    for number in 0..actions {
        for player in [&mut one, &mut other] {
            player.until(|player| player.moves.len() >= number).await;
        }
        let mover = if one.legal().is_empty() {
            &mut other
        } else {
            &mut one
        };
        let action = mover.legal()[0].clone();
        mover.play(&action).await;
    }
    for player in [&mut one, &mut other] {
        player.until(|player| player.moves.len() >= actions).await;
    }
    (one, other)
}

#[tokio::test]
async fn a_running_game_shows_the_public_view_and_a_finished_one_its_truth_to_everybody() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let eve = club.guest().await;
    let game = agreed(&ada, &bob, "hidden", &blitz()).await;
    let (mut one, mut other) = played(&game, &ada, &bob, 6).await;
    let path = format!("/api/v1/games/{game}");
    let card = done(eve.get(&path).await);
    assert_eq!(card["seat"], "spectator");
    assert_eq!(card["my_turn"], false);
    assert_eq!(done(eve.get("/api/v1/watch").await)[0]["id"], game.as_str());
    for secret in ["truth", "deal", "replay"] {
        let answer = eve.get(&format!("{path}/{secret}")).await;
        assert_eq!(
            refused(answer),
            (409, "game_running".to_owned()),
            "{secret}"
        );
    }
    assert_eq!(eve.get(&format!("{path}/pgn")).await.0, 403);
    let card_of_player = done(ada.get(&path).await);
    assert_eq!(card_of_player["seat"], one.seat.as_str());
    assert_eq!(
        card_of_player["fen"], card["fen"],
        "a card shows what everybody sees"
    );
    resign(&mut one).await;
    other.until(|player| player.phase == "over").await;
    let truth = done(eve.get(&format!("{path}/truth")).await);
    assert_eq!(truth["fens"].as_array().unwrap().len(), 7);
    done(eve.get(&format!("{path}/deal")).await);
    assert_eq!(eve.get(&format!("{path}/pgn")).await.0, 200);
    // Each seat's knowledge at each ply, and everybody's.
    let seats = [
        ("spectator", None),
        (&one.seat, Some(&one)),
        (&other.seat, Some(&other)),
    ];
    for (seat, player) in seats {
        let replay = done(eve.get(&format!("{path}/replay?seat={seat}")).await);
        let moves = replay["moves"].as_array().unwrap();
        match player {
            Some(player) => assert_eq!(*moves, player.moves, "{seat}"),
            None => assert_eq!(moves[5]["fen"], card["fen"]),
        }
    }
    let list = done(eve.get("/api/v1/archive?player=ada").await);
    assert_eq!(list["games"][0]["id"], game.as_str());
}

#[tokio::test]
async fn a_private_game_is_nobody_elses() {
    let club = Club::open().await;
    let (ada, guest, eve) = (
        club.member("Ada").await,
        club.guest().await,
        club.guest().await,
    );
    let wish = json!({"conditions": club::conditions("chess", &blitz(), false)});
    let game = id(ada.post("/api/v1/challenges", &wish).await);
    done(
        guest
            .post(&format!("/api/v1/proposals/{game}/accept"), &json!({}))
            .await,
    );
    let path = format!("/api/v1/games/{game}");
    let others: Vec<String> = ["", "/truth", "/replay", "/deal", "/pgn"]
        .map(|part| format!("{path}{part}"))
        .to_vec();
    let forbidden = async |who: &Guest| {
        for path in &others {
            assert_eq!(
                refused(who.get(path).await),
                (403, "not_your_game".to_owned()),
                "{path}"
            );
        }
    };
    forbidden(&eve).await;
    let (mut one, mut other) = tokio::join!(ada.sit_down(&game), guest.sit_down(&game));
    resign(&mut one).await;
    other.until(|player| player.phase == "over").await;
    forbidden(&eve).await;
    assert_eq!(
        done(guest.get(&format!("{path}/replay")).await)["seat"],
        "spectator"
    );
    assert_eq!(done(eve.get("/api/v1/archive").await)["games"], json!([]));
    assert_eq!(
        done(eve.get("/api/v1/players/Ada").await)["games"],
        json!([])
    );
    let finished = done(ada.get("/api/v1/dashboard").await)["finished"].clone();
    assert_eq!(finished[0]["id"], game.as_str());
}

/// "Your move" notices doubled or missing.
#[tokio::test]
async fn each_notice_of_a_move_comes_exactly_once() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let game = agreed(&ada, &bob, "chess", &days()).await;
    let mut hears = [ada.stream().await, bob.stream().await];
    let (mut one, mut other) = played(&game, &ada, &bob, 5).await;
    // Sent again, an action is acknowledged and makes no second notice.
    resign(&mut one).await;
    other.until(|player| player.phase == "over").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut turns = 0;
    for (member, hears) in [&ada, &bob].into_iter().zip(&mut hears) {
        let list = done(member.get("/api/v1/notices").await);
        let list = list.as_array().unwrap().clone();
        let of = |kind: &str| list.iter().filter(|notice| notice["kind"] == kind).count();
        assert_eq!((of("game_started"), of("game_ended")), (1, 1));
        turns += of("your_turn");
        // What was pushed is what is stored, each once; what came before the stream was open was not.
        let mut pushed = Vec::new();
        while pushed.last() != Some(&json!("game_ended")) {
            pushed.push(soon(hears, "notice").await["notice"]["kind"].clone());
        }
        let pushed_turns = pushed.iter().filter(|kind| **kind == "your_turn").count();
        assert_eq!(pushed_turns, of("your_turn"));
        let ids: std::collections::HashSet<_> =
            list.iter().map(|notice| text(&notice["id"])).collect();
        assert_eq!(ids.len(), list.len());
        assert_eq!(
            member.ask("POST", "/api/v1/notices/seen", None).await.0,
            204
        );
        let list = done(member.get("/api/v1/notices").await);
        assert!(
            list.as_array()
                .unwrap()
                .iter()
                .all(|notice| notice["seen"] == true)
        );
    }
    // At the start and after each of five actions somebody was to move.
    assert_eq!(turns, 6);
}

#[tokio::test]
async fn the_stream_tells_whose_turn_it_is_and_how_it_stands() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let game = agreed(&ada, &bob, "chess", &blitz()).await;
    let (one, other) = played(&game, &ada, &bob, 0).await;
    let mover = if one.legal().is_empty() { &bob } else { &ada };
    let waiter = if one.legal().is_empty() { &ada } else { &bob };
    let (mut first, mut second) = (mover.stream().await, waiter.stream().await);
    assert_eq!(first.next().await["my_turn"], 1);
    assert_eq!(second.next().await["my_turn"], 0);
    let (mut white, mut black) = if one.legal().is_empty() {
        (other, one)
    } else {
        (one, other)
    };
    let action = white.legal()[0].clone();
    white.play(&action).await;
    assert_eq!(soon(&mut second, "your_turn").await["game"], game.as_str());
    black.until(|player| !player.legal().is_empty()).await;
    resign(&mut black).await;
    for hears in [&mut first, &mut second] {
        assert_eq!(soon(hears, "game_ended").await["game"], game.as_str());
    }
}

#[tokio::test]
async fn a_program_reads_the_same_stream_line_by_line() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut answer = bob.open("/api/v1/stream").await;
    assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
    let mut text = String::new();
    let mut read = async |until: &str| {
        while !text.contains(until) {
            let chunk = tokio::time::timeout(Duration::from_secs(15), answer.chunk()).await;
            let chunk = chunk.expect("in time").expect("a chunk").expect("more");
            text += std::str::from_utf8(&chunk).expect("text");
        }
        text.clone()
    };
    read("\"hello\"").await;
    let game = agreed(&ada, &bob, "chess", &blitz()).await;
    read("challenged").await;
    let all = read(&format!(
        "{{\"type\":\"game_started\",\"game\":\"{game}\"}}\n"
    ))
    .await;
    for line in all.lines().filter(|line| !line.is_empty()) {
        let _: Value = serde_json::from_str(line).expect(line);
    }
    // A blank line keeps it alive.
    read("\n\n").await;
}

/// A finished game between two as it lies in the store.
struct Made<'a> {
    club: &'a Club,
    catalogue: Catalogue,
    players: [&'a Member; 2],
    count: i64,
}

impl Made<'_> {
    async fn game(&mut self, variant: &str, change: impl FnOnce(&mut GameRow)) -> GameRow {
        let game = self.catalogue.get(variant).unwrap();
        let store = &self.club.store;
        store.keep_variant(&game.text).await.unwrap();
        let [first, second] = self
            .players
            .map(|member| backing::participant(&member.player()));
        let mut row = backing::row(game, first, second);
        self.count += 1;
        row.standing = backing::over(Side::White, GameResult::White, Reason::Resignation);
        row.standing.ply = 10;
        row.standing.opening = "e2e4 e7e5".to_owned();
        row.created = now() - 10_000 + self.count;
        row.ended = Some(row.created);
        change(&mut row);
        // As a table does it: made first, ended then.
        let standing = std::mem::replace(&mut row.standing, backing::playing(Side::White));
        let ended = row.ended.take();
        backing::add(store, &row).await;
        row.standing = standing;
        row.ended = ended;
        let last = Append {
            at: ended.unwrap_or_default(),
            ..backing::append(&row.id, None, row.standing.clone(), 0)
        };
        if row.standing.phase == Phase::Over {
            store.append(last).await.unwrap();
        }
        row
    }
}

#[tokio::test]
async fn statistics_count_decided_public_games_of_one_variant_alone() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut made = Made {
        club: &club,
        catalogue: Catalogue::load(&[]).unwrap(),
        players: [&ada, &bob],
        count: 0,
    };
    let rated = |points| {
        Some(StartRating {
            points,
            provisional: false,
        })
    };
    let end = |row: &mut GameRow, result| {
        row.standing.ending = row
            .standing
            .ending
            .map(|ending| backrank_server::wire::Ending { result, ..ending });
    };
    made.game("chess960", |row| {
        row.standing.number = Some(518);
        row.participants.first.rating = rated(1650);
        row.participants.second.rating = rated(1750);
    })
    .await;
    made.game("chess960", |row| {
        end(row, GameResult::Draw);
        row.standing.number = Some(518);
        row.standing.ply = 25;
        row.standing.opening = "d2d4".to_owned();
    })
    .await;
    made.game("chess960", |row| {
        end(row, GameResult::Black);
        row.standing.number = Some(7);
        row.clock = Clock::Days { days: 3 };
    })
    .await;
    // None of these counts.
    made.game("chess960", |row| end(row, GameResult::Aborted))
        .await;
    made.game("chess960", |row| row.private = true).await;
    made.game("chess", |_| {}).await;
    let statistics = done(ada.get("/api/v1/statistics/chess960").await);
    let tally = |white: u32, black: u32, draws: u32| json!({"white": white, "black": black, "draws": draws});
    assert_eq!(statistics["all"], tally(1, 1, 1));
    assert_eq!(
        statistics["by_speed"],
        json!([
            ["blitz", tally(1, 0, 1)],
            ["correspondence", tally(0, 1, 0)]
        ])
    );
    assert_eq!(statistics["by_rating"], json!([[1600, tally(1, 0, 0)]]));
    assert_eq!(
        statistics["by_array"],
        json!([[518, tally(1, 0, 1)], [7, tally(0, 1, 0)]])
    );
    assert_eq!(statistics["by_length"], json!([[10, 2], [20, 1]]));
    assert_eq!(
        statistics["by_first_move"],
        json!([["e2e4", tally(1, 1, 0)], ["d2d4", tally(0, 0, 1)]])
    );
    let blitz = done(ada.get("/api/v1/statistics/chess960?speed=blitz").await);
    assert_eq!(blitz["all"], tally(1, 0, 1));
    let strong = done(
        ada.get("/api/v1/statistics/chess960?low=1700&high=1800")
            .await,
    );
    assert_eq!(strong["all"], tally(1, 0, 0));
    assert_eq!(
        ada.get("/api/v1/statistics/chess960?speed=warp").await.0,
        400
    );
}

/// An unknown variant id fell back to another game's rating pool.
#[tokio::test]
async fn each_rating_pools_games_equal_that_variants_games() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut made = Made {
        club: &club,
        catalogue: Catalogue::load(&[]).unwrap(),
        players: [&ada, &bob],
        count: 0,
    };
    let variants: Vec<String> = Catalogue::load(&[])
        .unwrap()
        .iter()
        .map(|game| game.variant.id().to_owned())
        .collect();
    for (variant, games) in variants.iter().zip(1..) {
        for _ in 0..games {
            made.game(variant, |_| {}).await;
        }
        // Casual ones and those against a bot are in no pool of people.
        made.game(variant, |row| row.rated = false).await;
        made.game(variant, |row| {
            row.rated = false;
            row.pool = Pool::Bots;
        })
        .await;
    }
    let page = done(bob.get("/api/v1/players/Ada").await);
    let ratings = page["ratings"].as_array().unwrap();
    for (variant, games) in variants.iter().zip(1..) {
        let of = |bots: bool| {
            ratings
                .iter()
                .filter(|rating| rating["variant"] == variant.as_str() && rating["bots"] == bots)
                .map(|rating| {
                    (
                        rating["games"].clone(),
                        rating["graph"].as_array().unwrap().len(),
                    )
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(of(false), [(json!(games), games)], "{variant}");
        assert_eq!(of(true), [(json!(1), 1)], "{variant}");
    }
    let results = page["results"].as_array().unwrap();
    let won: u64 = results
        .iter()
        .map(|line| line["won"].as_u64().unwrap())
        .sum();
    let all: usize = (1..=variants.len()).sum::<usize>() + 2 * variants.len();
    assert_eq!(won, u64::try_from(all).unwrap());
}

#[tokio::test]
async fn a_leaderboard_lists_established_ratings_best_first() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut made = Made {
        club: &club,
        catalogue: Catalogue::load(&[]).unwrap(),
        players: [&ada, &bob],
        count: 0,
    };
    let path = "/api/v1/leaderboards/chess/blitz";
    made.game("chess", |_| {}).await;
    assert_eq!(
        done(ada.get(path).await),
        json!([]),
        "a single game establishes nothing"
    );
    for number in 0..60 {
        made.game("chess", |row| {
            if number % 3 == 0 {
                row.standing.ending =
                    row.standing
                        .ending
                        .map(|ending| backrank_server::wire::Ending {
                            result: GameResult::Black,
                            ..ending
                        });
            }
        })
        .await;
    }
    let list = done(ada.get(path).await);
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        (&list[0]["rank"], &list[0]["player"]["name"]),
        (&json!(1), &json!("Ada"))
    );
    assert!(list[0]["player"]["rating"].as_u64() > list[1]["player"]["rating"].as_u64());
    assert_eq!(
        done(ada.get("/api/v1/leaderboards/chess/bullet").await),
        json!([])
    );
    assert_eq!(ada.get("/api/v1/leaderboards/chess/warp").await.0, 400);
}

#[tokio::test]
async fn the_archive_has_pages_and_filters() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut made = Made {
        club: &club,
        catalogue: Catalogue::load(&[]).unwrap(),
        players: [&ada, &bob],
        count: 0,
    };
    for number in 0..65 {
        made.game("chess", |row| row.rated = number % 2 == 0).await;
    }
    let mut seen = Vec::new();
    let mut path = "/api/v1/archive?variant=chess".to_owned();
    loop {
        let page = done(bob.get(&path).await);
        seen.extend(
            page["games"]
                .as_array()
                .unwrap()
                .iter()
                .map(|game| text(&game["id"])),
        );
        match page["next"].as_str() {
            Some(next) => path = format!("/api/v1/archive?variant=chess&before={next}"),
            None => break,
        }
    }
    let different: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!((seen.len(), different.len()), (65, 65));
    let rated = done(
        bob.get("/api/v1/archive?rated=true&result=white&speed=blitz")
            .await,
    );
    assert_eq!(rated["games"].as_array().unwrap().len(), 30);
    for (path, code) in [
        ("/api/v1/archive?before=x", "bad_message"),
        ("/api/v1/archive?result=won", "bad_message"),
        ("/api/v1/archive?player=nobody", "unknown_player"),
    ] {
        assert_eq!(refused(bob.get(path).await).1, code, "{path}");
    }
}

#[tokio::test]
async fn the_dashboard_puts_ones_own_turn_first() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let game = agreed(&ada, &bob, "chess", &days()).await;
    let (mut one, _other) = played(&game, &ada, &bob, 1).await;
    let dashboards = [
        done(ada.get("/api/v1/dashboard").await),
        done(bob.get("/api/v1/dashboard").await),
    ];
    let to_move = usize::from(one.legal().is_empty());
    assert_eq!(dashboards[to_move]["my_turn"][0]["id"], game.as_str());
    assert_eq!(dashboards[to_move]["my_turn"][0]["my_turn"], true);
    assert_eq!(dashboards[1 - to_move]["my_turn"], json!([]));
    assert_eq!(dashboards[1 - to_move]["waiting"][0]["id"], game.as_str());
    resign(&mut one).await;
    let dashboard = done(ada.get("/api/v1/dashboard").await);
    assert_eq!(dashboard["finished"][0]["id"], game.as_str());
    assert_eq!(dashboard["results"][0]["lost"], 1);
    // Nobody has nothing.
    assert_eq!(
        done(ada.anonymous().get("/api/v1/dashboard").await)["my_turn"],
        json!([])
    );
    // A report goes to the host.
    let report = json!({"about": "bob", "game": game, "reason": "stalling", "text": "slow"});
    assert_eq!(
        ada.ask("POST", "/api/v1/reports", Some(&report)).await.0,
        204
    );
    let reports = club.store.reports(false).await.unwrap();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].text, "slow");
    let long = json!({"about": "bob", "reason": "other", "text": "x".repeat(501)});
    assert_eq!(ada.ask("POST", "/api/v1/reports", Some(&long)).await.0, 400);
}

#[tokio::test]
async fn unseen_notices_are_mailed_once_a_day_and_each_once() {
    use backrank_server::clock::DAY;
    use backrank_server::people::digest::letters;
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let address = "ada@example.org";
    let store = &club.store;
    let site = "https://example.org/";
    let game = agreed(&ada, &bob, "chess", &days()).await;
    assert_eq!(
        letters(store, site, now()).await.unwrap(),
        [],
        "she has given no address"
    );
    let set = async |verified: i64| {
        sqlx::query("UPDATE players SET email = $1, email_verified = $2 WHERE id = $3")
            .bind(address)
            .bind(verified)
            .bind(ada.id.clone())
            .execute(store.pool())
            .await
            .unwrap();
    };
    set(0).await;
    assert_eq!(
        letters(store, site, now()).await.unwrap(),
        [],
        "it is not verified"
    );
    set(1).await;
    let first = letters(store, site, now()).await.unwrap();
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].to, address);
    let line = format!("Your game with Bob has begun: https://example.org/game/{game}\n");
    assert!(first[0].text.contains(&line), "{}", first[0].text);
    // More happens, but the day is not over; then only what is new is in the letter.
    let (mut one, mut other) = played(&game, &ada, &bob, 2).await;
    resign(&mut one).await;
    other.until(|player| player.phase == "over").await;
    assert_eq!(letters(store, site, now() + DAY / 2).await.unwrap(), []);
    let second = letters(store, site, now() + DAY + 1000).await.unwrap();
    assert_eq!(second.len(), 1);
    assert!(!second[0].text.contains("has begun"));
    assert!(second[0].text.contains("Your game with Bob is over"));
    assert_eq!(letters(store, site, now() + 3 * DAY).await.unwrap(), []);
}
