//! How people find each other.

mod backing;
mod club;
mod common;

use std::time::{Duration, Instant};

use backrank_rules::deal::Contribution;
use backrank_server::catalogue::Catalogue;
use backrank_server::clock::now;
use backrank_server::wire::{GameResult, Phase, PlayerKind, Reason, Side};
use club::{
    Club, blitz, challenge, conditions, days, done, id, refused, resign, seek, sit_down, soon,
};
use common::{Dice, Player, text};
use serde_json::{Value, json};

fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn a_seek_becomes_one_game_of_its_own_id() {
    let club = Club::open().await;
    let (ada, bob, eve) = (
        club.member("Ada").await,
        club.member("Bob").await,
        club.member("Eve").await,
    );
    let (mut ada_hears, mut bob_hears) = (ada.stream().await, bob.stream().await);
    assert_eq!(ada_hears.next().await["type"], "hello");
    let proposal = done(
        ada.post("/api/v1/seeks", &seek("chess", &blitz(), true))
            .await,
    );
    assert_eq!(proposal["refusal"], "own_proposal");
    assert_eq!(proposal["by"]["rating"], 1500);
    soon(&mut bob_hears, "lobby_changed").await;
    let lobby = done(bob.get("/api/v1/lobby").await);
    assert_eq!(lobby["online"], 2);
    assert_eq!(lobby["seeks"][0]["id"], proposal["id"]);
    assert_eq!(lobby["seeks"][0]["acceptable"], true);
    let accept = format!("/api/v1/proposals/{}/accept", text(&proposal["id"]));
    let nothing = json!({});
    let (one, other) = tokio::join!(bob.post(&accept, &nothing), eve.post(&accept, &nothing));
    let won: Vec<_> = [one, other]
        .into_iter()
        .filter(|(status, _)| *status == 200)
        .collect();
    assert_eq!(won.len(), 1, "one of the two gets it");
    assert_eq!(won[0].1["id"], proposal["id"]);
    let started = soon(&mut ada_hears, "game_started").await;
    assert_eq!(started["game"], proposal["id"]);
    let lobby = done(eve.get("/api/v1/lobby").await);
    assert_eq!(lobby["seeks"], json!([]));
    let card = done(
        ada.get(&format!("/api/v1/games/{}", text(&proposal["id"])))
            .await,
    );
    assert_eq!(card["players"][0]["name"], "Ada");
    assert_eq!(
        (&card["rated"], &card["speed"]),
        (&json!(true), &json!("blitz"))
    );
    assert_eq!(
        refused(eve.post(&accept, &nothing).await),
        code(404, "unknown_proposal")
    );
}

#[tokio::test]
async fn the_proposer_commits_with_the_seek_and_opens_when_he_comes() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let game = id(ada
        .post("/api/v1/seeks", &seek("hidden", &days(), false))
        .await);
    let secret = Contribution::new(*b"thirty-two bytes of contribution");
    let path = format!("/api/v1/proposals/{game}/commitment");
    let commitment = json!({"commitment": secret.commitment(&game, &ada.id).to_string()});
    assert_eq!(
        refused(bob.ask("PUT", &path, Some(&commitment)).await),
        code(403, "not_for_you")
    );
    assert_eq!(
        refused(
            ada.ask("PUT", &path, Some(&json!({"commitment": "00"})))
                .await
        ),
        code(400, "bad_message")
    );
    // Sent again it is kept; another in its place is not.
    for _ in 0..2 {
        assert_eq!(ada.ask("PUT", &path, Some(&commitment)).await.0, 204);
    }
    let other = json!({"commitment": "00".repeat(32)});
    assert_eq!(ada.ask("PUT", &path, Some(&other)).await.0, 400);
    done(
        bob.post(&format!("/api/v1/proposals/{game}/accept"), &json!({}))
            .await,
    );
    // The other is asked to open at once: the proposer has committed already.
    let mut socket = bob.connect(&game).await.unwrap();
    socket.hello(None).await;
    let mut second = Player::new(socket, &bob.id, &game);
    second.until(|player| player.seq >= 1).await;
    let mut first = ada.sit_down(&game).await;
    second.until(|player| player.phase == "playing").await;
    assert_ne!(first.seat, second.seat);
    resign(&mut first).await;
    let deal = done(ada.get(&format!("/api/v1/games/{game}/deal")).await);
    let contributions = deal["contributions"].as_array().unwrap();
    assert_eq!(contributions.len(), 2);
    assert_eq!(contributions[0]["commitment"], commitment["commitment"]);
}

#[tokio::test]
async fn alone_in_the_pool_one_gets_the_labelled_bot_after_the_waiting_time() {
    let club = Club::with(|config| config.bot_after = Duration::from_millis(1500)).await;
    let ada = club.member("Ada").await;
    let mut hears = ada.stream().await;
    let wish = json!({"variant": "hidden", "clock": blitz()});
    let came = Instant::now();
    let waiting = done(ada.post("/api/v1/pairing", &wish).await);
    assert_eq!(waiting["state"], "waiting");
    assert!((1..=1500).contains(&waiting["bot_in"].as_i64().unwrap()));
    assert_eq!(
        refused(ada.post("/api/v1/pairing/bot", &json!({})).await),
        code(409, "no_bot_offered")
    );
    let offered = soon(&mut hears, "pairing").await["pairing"].clone();
    assert!(came.elapsed() >= Duration::from_millis(1400));
    assert_eq!(offered["state"], "bot_offered");
    assert_eq!(offered["bot"]["kind"], "computer");
    // Near 1500.
    assert!((3..=6).contains(&offered["bot"]["level"].as_i64().unwrap()));
    assert_eq!(done(ada.get("/api/v1/pairing").await), offered);
    let game = id(ada.post("/api/v1/pairing/bot", &json!({})).await);
    let row = club.row(&game).await;
    assert!(!row.rated, "only the rating against bots is at stake");
    assert_eq!(row.pool, backrank_server::rating::Pool::Bots);
    assert_eq!(row.participants.second.kind, PlayerKind::Computer);
    let mut player = ada.sit_down(&game).await;
    resign(&mut player).await;
    let page = done(ada.get("/api/v1/players/ada").await);
    let ratings = page["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 1);
    assert_eq!(ratings[0]["bots"], true);
}

#[tokio::test]
async fn with_a_second_human_within_the_waiting_time_one_gets_the_human() {
    let club = Club::with(|config| config.bot_after = Duration::from_secs(5)).await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut hears = ada.stream().await;
    let wish = json!({"variant": "hidden", "clock": blitz(), "bot": "start"});
    done(ada.post("/api/v1/pairing", &wish).await);
    assert_eq!(
        done(bob.get("/api/v1/lobby").await)["pools"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|pool| pool["waiting"] == 1)
            .count(),
        1
    );
    let paired = done(bob.post("/api/v1/pairing", &wish).await);
    assert_eq!(paired["state"], "paired");
    let told = soon(&mut hears, "pairing").await["pairing"].clone();
    assert_eq!(told, paired);
    let row = club.row(&text(&paired["game"])).await;
    assert!(row.rated);
    let kinds = row.participants.both().map(|one| one.kind);
    assert_eq!(kinds, [PlayerKind::Account; 2]);
}

#[tokio::test]
async fn who_asked_for_it_gets_the_bot_without_asking_again() {
    let club = Club::with(|config| config.bot_after = Duration::from_millis(300)).await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let mut hears = ada.stream().await;
    let wish = |bot: &str| json!({"variant": "chess", "clock": days(), "bot": bot});
    done(ada.post("/api/v1/pairing", &wish("start")).await);
    let paired = soon(&mut hears, "pairing").await["pairing"].clone();
    assert_eq!(paired["state"], "paired");
    let row = club.row(&text(&paired["game"])).await;
    assert_eq!(row.participants.second.kind, PlayerKind::Computer);
    // Who wants none waits on.
    done(bob.post("/api/v1/pairing", &wish("never")).await);
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(done(bob.get("/api/v1/pairing").await)["state"], "waiting");
    assert_eq!(bob.ask("DELETE", "/api/v1/pairing", None).await.0, 204);
    assert_eq!(done(bob.get("/api/v1/pairing").await)["state"], "left");
}

#[tokio::test]
async fn a_connected_bot_that_accepts_plays_and_one_that_does_not_is_replaced() {
    let club = Club::with(|config| config.bot_after = Duration::from_millis(300)).await;
    let (ada, robot) = (club.member("Ada").await, club.bot("Robot").await);
    let (mut ada_hears, mut robot_hears) = (ada.stream().await, robot.stream().await);
    let wish = json!({"variant": "chess", "clock": blitz()});
    for accepts in [true, false] {
        done(ada.post("/api/v1/pairing", &wish).await);
        let offered = loop {
            let pairing = soon(&mut ada_hears, "pairing").await["pairing"].clone();
            if pairing["state"] == "bot_offered" {
                break pairing;
            }
        };
        // New, so at 1500: nearer than any level.
        assert_eq!(offered["bot"]["name"], "Robot");
        assert_eq!(offered["bot"]["kind"], "bot");
        let answer = async {
            let challenged = soon(&mut robot_hears, "challenged").await;
            let id = text(&challenged["proposal"]["id"]);
            if accepts {
                done(
                    robot
                        .post(&format!("/api/v1/proposals/{id}/accept"), &json!({}))
                        .await,
                );
            } else {
                let path = format!("/api/v1/proposals/{id}");
                assert_eq!(robot.ask("DELETE", &path, None).await.0, 204);
            }
        };
        let nothing = json!({});
        let (game, ()) = tokio::join!(ada.post("/api/v1/pairing/bot", &nothing), answer);
        let row = club.row(&id(game)).await;
        let other = &row.participants.second;
        let expected = if accepts {
            PlayerKind::Bot
        } else {
            PlayerKind::Computer
        };
        assert_eq!(other.kind, expected);
    }
}

#[tokio::test]
async fn guests_play_casual_games_by_invitation_and_nothing_else() {
    let club = Club::open().await;
    let (ada, guest) = (club.member("Ada").await, club.guest().await);
    let needed = code(403, "account_needed");
    let seek_blitz = seek("chess", &blitz(), false);
    assert_eq!(
        refused(guest.post("/api/v1/seeks", &seek_blitz).await),
        needed
    );
    let wish = json!({"variant": "chess", "clock": blitz()});
    assert_eq!(refused(guest.post("/api/v1/pairing", &wish).await), needed);
    let rated = json!({"conditions": conditions("chess", &blitz(), true)});
    assert_eq!(
        refused(guest.post("/api/v1/challenges", &rated).await),
        needed
    );
    let report = json!({"about": "Ada", "reason": "other"});
    assert_eq!(
        refused(guest.post("/api/v1/reports", &report).await),
        needed
    );
    let open = id(ada.post("/api/v1/seeks", &seek_blitz).await);
    let lobby = done(guest.get("/api/v1/lobby").await);
    assert_eq!(lobby["seeks"][0]["refusal"], "account_needed");
    let accept = |id: &str| format!("/api/v1/proposals/{id}/accept");
    assert_eq!(
        refused(guest.post(&accept(&open), &json!({})).await),
        needed
    );
    // A rated invitation is not for guests, a casual one is.
    let invited = id(ada.post("/api/v1/challenges", &rated).await);
    assert_eq!(
        refused(guest.post(&accept(&invited), &json!({})).await),
        needed
    );
    let casual = json!({"conditions": conditions("chess", &blitz(), false)});
    let invited = id(ada.post("/api/v1/challenges", &casual).await);
    assert_eq!(id(guest.post(&accept(&invited), &json!({})).await), invited);
    let row = club.row(&invited).await;
    assert!(row.private && !row.rated);
    // And a guest invites too.
    let invited = id(guest.post("/api/v1/challenges", &casual).await);
    assert_eq!(id(ada.post(&accept(&invited), &json!({})).await), invited);
}

#[tokio::test]
async fn blocked_players_never_meet() {
    let club = Club::with(|config| config.bot_after = Duration::from_millis(200)).await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let game = id(ada
        .post("/api/v1/seeks", &seek("chess", &days(), false))
        .await);
    assert_eq!(ada.ask("PUT", "/api/v1/blocks/bob", None).await.0, 204);
    assert_eq!(done(ada.get("/api/v1/blocks").await)[0]["name"], "Bob");
    assert_eq!(done(ada.get("/api/v1/players/Bob").await)["blocked"], true);
    assert_eq!(done(bob.get("/api/v1/players/Ada").await)["blocked"], false);
    assert_eq!(done(bob.get("/api/v1/lobby").await)["seeks"], json!([]));
    let blocked = code(403, "blocked");
    let accept = format!("/api/v1/proposals/{game}/accept");
    assert_eq!(refused(bob.post(&accept, &json!({})).await), blocked);
    for (one, name) in [(&ada, "Bob"), (&bob, "Ada")] {
        let answer = one
            .post("/api/v1/challenges", &challenge(name, "chess", &days()))
            .await;
        assert_eq!(refused(answer), blocked);
    }
    let wish = json!({"variant": "chess", "clock": blitz(), "bot": "never"});
    for one in [&ada, &bob] {
        assert_eq!(
            done(one.post("/api/v1/pairing", &wish).await)["state"],
            "waiting"
        );
    }
    tokio::time::sleep(Duration::from_millis(700)).await;
    for one in [&ada, &bob] {
        assert_eq!(done(one.get("/api/v1/pairing").await)["state"], "waiting");
    }
    assert_eq!(ada.ask("DELETE", "/api/v1/blocks/Bob", None).await.0, 204);
    assert_eq!(id(bob.post(&accept, &json!({})).await), game);
}

#[tokio::test]
async fn a_seek_may_ask_for_a_range_of_ratings() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let seek = |lowest: u32, highest: u32| {
        let mut seek = seek("chess", &days(), true);
        seek["lowest"] = json!(lowest);
        seek["highest"] = json!(highest);
        seek
    };
    let high = id(ada.post("/api/v1/seeks", &seek(1600, 2000)).await);
    let fits = id(ada.post("/api/v1/seeks", &seek(1400, 1600)).await);
    assert_eq!(ada.post("/api/v1/seeks", &seek(1600, 1500)).await.0, 400);
    let accept = |id: &str| format!("/api/v1/proposals/{id}/accept");
    assert_eq!(
        refused(bob.post(&accept(&high), &json!({})).await),
        code(403, "rating_out_of_range")
    );
    assert_eq!(id(bob.post(&accept(&fits), &json!({})).await), fits);
}

#[tokio::test]
async fn whoever_aborts_too_often_plays_no_rated_games_for_an_hour() {
    let club = Club::open().await;
    let ada = club.member("Ada").await;
    let bob = club.member("Bob").await;
    let catalogue = Catalogue::load(&[]).unwrap();
    let chess = catalogue.get("chess").unwrap();
    club.store.keep_variant(&chess.text).await.unwrap();
    let rated = seek("chess", &days(), true);
    for aborted in 1..=4 {
        let first = backing::participant(&ada.player());
        let mut row = backing::row(chess, first, backing::participant(&bob.player()));
        row.standing = backing::over(Side::White, GameResult::Aborted, Reason::NotStarted);
        row.standing.fault = Some(0);
        row.ended = Some(now() - 60_000 + aborted);
        backing::add(&club.store, &row).await;
        if aborted == 3 {
            id(ada.post("/api/v1/seeks", &rated).await);
        }
    }
    let (status, paused) = ada.post("/api/v1/seeks", &rated).await;
    assert_eq!((status, &paused["code"]), (403, &json!("pairing_paused")));
    let until: i64 = text(&paused["params"]["until"]).parse().unwrap();
    assert!((now() + 3_500_000..now() + 3_600_000).contains(&until));
    let wish = json!({"variant": "chess", "clock": blitz()});
    assert_eq!(
        refused(ada.post("/api/v1/pairing", &wish).await),
        code(403, "pairing_paused")
    );
    // Casual ones go on, and the other did nothing.
    id(ada
        .post("/api/v1/seeks", &seek("chess", &days(), false))
        .await);
    done(bob.post("/api/v1/pairing", &wish).await);
}

#[tokio::test]
async fn live_seeks_go_with_their_makers_last_stream_and_others_stay() {
    let club = Club::with(|config| config.away = Duration::from_millis(300)).await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let (one, other) = (ada.stream().await, ada.stream().await);
    let live = id(ada
        .post("/api/v1/seeks", &seek("chess", &blitz(), false))
        .await);
    let slow = id(ada
        .post("/api/v1/seeks", &seek("chess", &days(), false))
        .await);
    let seeks = async || {
        let lobby = done(bob.get("/api/v1/lobby").await);
        let ids = lobby["seeks"].as_array().unwrap().iter();
        let mut ids: Vec<String> = ids.map(|seek| text(&seek["id"])).collect();
        ids.sort();
        ids
    };
    let mut both = [live, slow.clone()];
    both.sort();
    drop(one);
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(seeks().await, both);
    drop(other);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(seeks().await, [slow]);
}

#[tokio::test]
async fn a_challenge_is_for_one_alone_who_may_decline_it() {
    let club = Club::open().await;
    let (ada, bob, eve) = (
        club.member("Ada").await,
        club.member("Bob").await,
        club.member("Eve").await,
    );
    let mut bob_hears = bob.stream().await;
    let mut ada_hears = ada.stream().await;
    let wish = challenge("bob", "hidden", &blitz());
    let game = id(ada.post("/api/v1/challenges", &wish).await);
    let challenged = soon(&mut bob_hears, "challenged").await;
    assert_eq!(challenged["proposal"]["id"], game.as_str());
    assert_eq!(challenged["proposal"]["acceptable"], true);
    let notice = soon(&mut bob_hears, "notice").await["notice"].clone();
    assert_eq!(
        (&notice["kind"], &notice["name"]),
        (&json!("challenged"), &json!("Ada"))
    );
    let path = format!("/api/v1/proposals/{game}");
    let unknown = code(404, "unknown_proposal");
    assert_eq!(refused(eve.get(&path).await), unknown);
    assert_eq!(
        refused(eve.post(&format!("{path}/accept"), &json!({})).await),
        unknown
    );
    assert_eq!(
        done(bob.get("/api/v1/proposals").await)[0]["id"],
        game.as_str()
    );
    assert_eq!(bob.ask("DELETE", &path, None).await.0, 204);
    assert_eq!(
        soon(&mut ada_hears, "proposal_gone").await["id"],
        game.as_str()
    );
    assert_eq!(
        soon(&mut ada_hears, "notice").await["notice"]["kind"],
        "challenge_declined"
    );
    assert_eq!(refused(bob.ask("DELETE", &path, None).await), unknown);
    // Its maker withdraws the next.
    let game = id(ada.post("/api/v1/challenges", &wish).await);
    let path = format!("/api/v1/proposals/{game}");
    assert_eq!(ada.ask("DELETE", &path, None).await.0, 204);
    assert_eq!(
        refused(bob.post(&format!("{path}/accept"), &json!({})).await),
        unknown
    );
    let oneself = challenge("Ada", "hidden", &blitz());
    assert_eq!(
        refused(ada.post("/api/v1/challenges", &oneself).await),
        code(409, "own_proposal")
    );
}

/// "Random" always gave the same start, or three rematches in a row had it: rematches come in pairs where the whole
/// start is visible.
#[tokio::test]
async fn rematches_come_in_pairs() {
    let club = Club::open().await;
    let (ada, bob) = (club.member("Ada").await, club.member("Bob").await);
    let first = id(ada
        .post("/api/v1/seeks", &seek("chess960", &days(), true))
        .await);
    done(
        bob.post(&format!("/api/v1/proposals/{first}/accept"), &json!({}))
            .await,
    );
    let one = play_and_resign(&club, &ada, &bob, &first).await;
    // The same start with colours swapped comes first, then a new one.
    let path = format!("/api/v1/games/{first}/rematch");
    let options = done(ada.get(&path).await);
    assert_eq!(options["kinds"], json!(["rematch_same", "rematch_new"]));
    let same = json!({"kind": "rematch_same"});
    let proposal = done(ada.post(&path, &same).await);
    assert_eq!(proposal["previous"], first.as_str());
    assert_eq!(
        id(ada.post(&path, &same).await),
        text(&proposal["id"]),
        "once is enough"
    );
    assert_eq!(
        done(bob.get(&path).await)["proposed"][0]["acceptable"],
        true
    );
    let second = id(bob.post(&path, &same).await);
    assert_eq!(second, text(&proposal["id"]));
    let two = play_and_resign(&club, &ada, &bob, &second).await;
    assert_eq!(two.0, one.0, "the same start");
    assert_ne!(two.1, one.1, "with colours swapped");
    // Played both ways, so only a new one may follow.
    let path = format!("/api/v1/games/{second}/rematch");
    assert_eq!(done(bob.get(&path).await)["kinds"], json!(["rematch_new"]));
    assert_eq!(
        refused(ada.post(&path, &same).await),
        code(409, "no_rematch")
    );
    let new = json!({"kind": "rematch_new"});
    done(bob.post(&path, &new).await);
    let third = id(ada.post(&path, &new).await);
    play_and_resign(&club, &ada, &bob, &third).await;
    let path = format!("/api/v1/games/{third}/rematch");
    let options = done(ada.get(&path).await);
    assert_eq!(options["kinds"], json!(["rematch_same", "rematch_new"]));
}

#[tokio::test]
async fn a_face_down_deal_always_deals_anew() {
    let club = Club::open().await;
    let (ada, bob, eve) = (
        club.member("Ada").await,
        club.member("Bob").await,
        club.member("Eve").await,
    );
    let game = id(ada
        .post("/api/v1/challenges", &challenge("Bob", "hidden", &days()))
        .await);
    done(
        bob.post(&format!("/api/v1/proposals/{game}/accept"), &json!({}))
            .await,
    );
    let path = format!("/api/v1/games/{game}/rematch");
    assert_eq!(refused(ada.get(&path).await), code(409, "game_running"));
    play_and_resign(&club, &ada, &bob, &game).await;
    assert_eq!(done(ada.get(&path).await)["kinds"], json!(["rematch_new"]));
    let same = json!({"kind": "rematch_same"});
    assert_eq!(
        refused(ada.post(&path, &same).await),
        code(409, "no_rematch")
    );
    assert_eq!(refused(eve.get(&path).await), code(403, "not_your_game"));
}

/// The start and whether Ada had White.
async fn play_and_resign(
    club: &Club,
    ada: &club::Member,
    bob: &club::Member,
    game: &str,
) -> (Option<u32>, bool) {
    let (mut first, mut second) = sit_down(game, ada, bob).await;
    let white = first.seat == "white";
    resign(&mut first).await;
    second.until(|player| player.phase == "over").await;
    let row = club.row(game).await;
    assert_eq!(row.standing.phase, Phase::Over);
    (row.standing.number, white)
}

#[tokio::test]
async fn an_unknown_variant_or_clock_fails_closed_everywhere() {
    let club = Club::open().await;
    let ada = club.member("Ada").await;
    let unknown = code(404, "unknown_variant");
    for path in [
        "/api/v1/statistics/chess2",
        "/api/v1/leaderboards/chess2/blitz",
        "/api/v1/archive?variant=chess2",
    ] {
        assert_eq!(refused(ada.get(path).await), unknown, "{path}");
    }
    let strange = seek("chess2", &blitz(), false);
    assert_eq!(refused(ada.post("/api/v1/seeks", &strange).await), unknown);
    let wish = json!({"variant": "chess2", "clock": blitz()});
    assert_eq!(refused(ada.post("/api/v1/pairing", &wish).await), unknown);
    let bad_clock = code(400, "bad_clock");
    let untimed = seek("chess", &json!({"kind": "untimed"}), false);
    assert_eq!(
        refused(ada.post("/api/v1/seeks", &untimed).await),
        bad_clock
    );
    let odd = json!({"variant": "chess", "clock": {"kind": "days", "days": 5}});
    assert_eq!(refused(ada.post("/api/v1/pairing", &odd).await), bad_clock);
    let mut numbered = seek("chess960", &days(), true);
    numbered["conditions"]["number"] = json!(518);
    assert_eq!(
        refused(ada.post("/api/v1/seeks", &numbered).await),
        code(400, "casual_only")
    );
    numbered["conditions"]["rated"] = json!(false);
    done(ada.post("/api/v1/seeks", &numbered).await);
    // A face-down deal has no number.
    let mut hidden = seek("hidden", &days(), false);
    hidden["conditions"]["number"] = json!(1);
    assert_eq!(
        refused(ada.post("/api/v1/seeks", &hidden).await),
        code(400, "unknown_number")
    );
}

/// Whatever comes in, nothing breaks: the answer is a success or names what is wrong.
#[tokio::test]
async fn fuzzed_requests_get_no_server_error() {
    let club = Club::with(|config| {
        config.limits.games.burst = 1_000_000;
        config.bot_after = Duration::from_millis(100);
    })
    .await;
    let (ada, bob, guest) = (
        club.member("Ada").await,
        club.member("Bob").await,
        club.guest().await,
    );
    let game = id(ada
        .post("/api/v1/challenges", &challenge("Bob", "chess960", &days()))
        .await);
    done(
        bob.post(&format!("/api/v1/proposals/{game}/accept"), &json!({}))
            .await,
    );
    play_and_resign(&club, &ada, &bob, &game).await;
    let mut dice = Dice(20_261_130);
    let words = [
        "chess",
        "hidden",
        "chess960",
        "Ada",
        "Bob",
        "ada",
        "white",
        "random",
        "live",
        "days",
        "untimed",
        "rematch_same",
        "rematch_new",
        "offer",
        "start",
        "spam",
        "cheating",
        "other",
        "",
        "%00",
        "\u{0}",
        "\u{1F600}",
        "'; DROP TABLE games; --",
        "-1",
        "1e309",
        "9223372036854775807",
        "null",
        "blitz",
        "people",
        &game,
    ];
    let fields = [
        "conditions",
        "variant",
        "clock",
        "rated",
        "colour",
        "set",
        "number",
        "lowest",
        "highest",
        "opponent",
        "kind",
        "base",
        "increment",
        "delay",
        "days",
        "bot",
        "commitment",
        "about",
        "game",
        "reason",
        "text",
    ];
    let paths = [
        ("POST", "/seeks"),
        ("POST", "/challenges"),
        ("GET", "/proposals"),
        ("GET", "/proposals/{}"),
        ("DELETE", "/proposals/{}"),
        ("POST", "/proposals/{}/accept"),
        ("PUT", "/proposals/{}/commitment"),
        ("POST", "/pairing"),
        ("GET", "/pairing"),
        ("DELETE", "/pairing"),
        ("POST", "/pairing/bot"),
        ("GET", "/games/{}/rematch"),
        ("POST", "/games/{}/rematch"),
        ("GET", "/dashboard"),
        ("GET", "/players/{}"),
        ("GET", "/watch"),
        ("GET", "/archive"),
        ("GET", "/statistics/{}"),
        ("GET", "/leaderboards/{}/{}"),
        ("GET", "/games/{}"),
        ("GET", "/games/{}/replay"),
        ("GET", "/notices"),
        ("POST", "/notices/seen"),
        ("PUT", "/blocks/{}"),
        ("DELETE", "/blocks/{}"),
        ("GET", "/blocks"),
        ("POST", "/reports"),
        ("GET", "/lobby"),
        ("GET", "/games"),
    ];
    let queries = [
        "variant", "player", "result", "speed", "rated", "from", "to", "before", "low", "high",
        "seat", "bots",
    ];
    for round in 0..1500 {
        let (method, path) = paths[dice.below(paths.len())];
        let mut path = format!("/api/v1{path}");
        while path.contains("{}") {
            let word = words[dice.below(words.len())];
            path = path.replacen("{}", &escaped(word), 1);
        }
        if dice.below(2) == 0 {
            path.push('?');
            for _ in 0..=dice.below(2) {
                let word = escaped(words[dice.below(words.len())]);
                path += &format!("{}={word}&", queries[dice.below(queries.len())]);
            }
        }
        let body = any(&mut dice, &words, &fields, 3);
        let who = [&*ada, &*bob, &guest][dice.below(3)];
        let body = (method != "GET").then_some(&body);
        let (status, answer) = who.ask(method, &path, body).await;
        assert!(
            status < 500,
            "round {round}: {method} {path} {body:?}: {answer}"
        );
        if status >= 400 {
            assert!(answer["code"].is_string(), "{method} {path}: {answer}");
        }
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

/// Something like a body, or not.
fn any(dice: &mut Dice, words: &[&str], fields: &[&str], depth: usize) -> Value {
    match dice.below(if depth == 0 { 5 } else { 9 }) {
        0 => json!(words[dice.below(words.len())]),
        1 => json!(dice.next() as i64),
        2 => json!(dice.below(20)),
        3 => json!(dice.below(2) == 0),
        4 => [
            Value::Null,
            json!(1.5e300),
            conditions("chess", &days(), true),
        ][dice.below(3)]
        .clone(),
        5 => json!([any(dice, words, fields, depth - 1)]),
        6 => {
            // One that is nearly right.
            let mut seek = seek(
                words[dice.below(3)],
                &[blitz(), days()][dice.below(2)],
                dice.below(2) == 0,
            );
            let field = fields[dice.below(fields.len())];
            seek["conditions"][field] = any(dice, words, fields, depth - 1);
            if dice.below(2) == 0 {
                let field = fields[dice.below(fields.len())];
                seek[field] = any(dice, words, fields, depth - 1);
            }
            seek
        }
        _ => {
            let mut object = json!({});
            for _ in 0..dice.below(5) {
                let field = fields[dice.below(fields.len())];
                object[field] = any(dice, words, fields, depth - 1);
            }
            object
        }
    }
}
