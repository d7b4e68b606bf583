//! The pool answers with the right names, holds no more than it may, and survives what goes wrong.

mod common;

use std::sync::mpsc;
use std::time::Duration;

use backrank_engine::pool::{Failure, Pool, Reply, Request};
use backrank_engine::{Level, Limits};
use common::seen;

const LONG: Duration = Duration::from_secs(20);

fn request(game: &str, limits: Limits) -> Request {
    Request {
        game: game.to_owned(),
        observation: seen("chess", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"),
        level: Level::full(limits),
        seed: 1,
    }
}

/// A request whose search never ends by itself.
fn endless(game: &str) -> Request {
    Request {
        observation: seen(
            "chess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        ),
        ..request(game, Limits::default())
    }
}

#[test]
fn a_reply_names_game_ply_and_position() {
    let pool = Pool::new(2).expect("threads");
    let (send, receive) = mpsc::channel();
    let asked = request("abc", Limits::nodes(2_000));
    let hash = asked.observation.view().board().hash();
    let ticket = pool
        .submit(asked, move |reply| send.send(reply).expect("open"))
        .expect("room");
    let reply: Reply = receive.recv_timeout(LONG).expect("a reply");
    assert_eq!(
        (reply.game.as_str(), reply.ply, reply.position),
        ("abc", 0, hash)
    );
    let answer = reply.answer.expect("no failure").expect("an action");
    assert_eq!(answer.position, hash);
    assert_eq!(answer.score.mate_in_plies(), Some(1));
    drop(ticket);
}

#[test]
fn dropping_a_ticket_cancels_and_the_queue_is_bounded() {
    let pool = Pool::with_players(
        1,
        2,
        Box::new(|request, stop| {
            backrank_engine::choose_at(&request.observation, &request.level, request.seed, stop)
        }),
    )
    .expect("threads");
    let (send, receive) = mpsc::channel();
    let ask = |game: &str| {
        let send = send.clone();
        pool.submit(endless(game), move |reply| send.send(reply).expect("open"))
    };
    let first = ask("first").expect("room");
    while pool.running() == 0 {
        std::thread::yield_now();
    }
    let second = ask("second").expect("room");
    let third = ask("third").expect("room");
    assert_eq!(ask("fourth").expect_err("full").waiting, 2);
    drop((first, second));
    third.cancel();
    for game in ["first", "second", "third"] {
        let reply: Reply = receive.recv_timeout(LONG).expect("a reply");
        assert_eq!(reply.game, game);
        assert_eq!(reply.answer, Err(Failure::Cancelled));
    }
}

#[test]
fn a_panicking_player_costs_its_own_request_only() {
    let pool = Pool::with_players(
        1,
        8,
        Box::new(|request, stop| {
            assert_ne!(request.game, "bad", "as the test wants it");
            backrank_engine::choose_at(&request.observation, &request.level, request.seed, stop)
        }),
    )
    .expect("threads");
    let (send, receive) = mpsc::channel();
    for game in ["good", "bad", "callback", "good"] {
        let send = send.clone();
        pool.submit(request(game, Limits::nodes(500)), move |reply: Reply| {
            let panics = reply.game == "callback";
            send.send(reply).expect("open");
            assert!(!panics, "as the test wants it");
        })
        .expect("room")
        .detach();
    }
    let replies: Vec<Reply> = (0..4)
        .map(|_| receive.recv_timeout(LONG).expect("a reply"))
        .collect();
    assert!(replies[0].answer.is_ok());
    assert_eq!(replies[1].answer, Err(Failure::Panicked));
    assert!(replies[2].answer.is_ok() && replies[3].answer.is_ok());
}

#[test]
fn closing_the_pool_ends_what_runs() {
    let (send, receive) = mpsc::channel();
    let pool = Pool::new(1).expect("threads");
    for game in ["running", "waiting"] {
        let send = send.clone();
        pool.submit(endless(game), move |reply| send.send(reply).expect("open"))
            .expect("room")
            .detach();
    }
    drop(pool);
    for _ in 0..2 {
        let reply: Reply = receive.recv_timeout(LONG).expect("a reply");
        assert_eq!(reply.answer, Err(Failure::Cancelled));
    }
}
