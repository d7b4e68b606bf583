//! Each message as it stands on the wire, and what becomes of messages that are wrong.

use backrank_server::wire::{
    Captured, Choice, ChoiceKind, ClientMessage, Clock, ColourWish, Count, DealStep, Ending,
    ErrorBody, Event, GameCard, GameResult, NewGame, Phase, PieceOn, Played, PlayerInfo,
    PlayerKind, Pool, Premove, Reason, Reveal, RevealKind, Rights, Seat, ServerMessage, Side,
    Situation, Snapshot, Speed, StartInfo,
};
use insta::assert_json_snapshot;

fn situation() -> Situation {
    let pool = Pool {
        face_down: 1,
        total: 2,
        kinds: vec![Count {
            kind: "queen".into(),
            count: 2,
        }],
    };
    Situation {
        ply: 3,
        turn: Side::Black,
        actors: vec![Side::Black],
        fen: "the view's FEN".into(),
        pieces: vec![PieceOn {
            square: "a1".into(),
            side: Side::White,
            kind: "rook".into(),
            face_down: true,
        }],
        check: Some("e8".into()),
        legal: vec![
            Choice {
                action: "e8h8".into(),
                text: "O-O".into(),
                kind: ChoiceKind::Castle,
                from: "e8".into(),
                to: "h8".into(),
                piece: None,
                gate_square: None,
                castling_to: Some(["g8".into(), "f8".into()]),
                capture: false,
            },
            Choice {
                action: "=q".into(),
                text: "=Q".into(),
                kind: ChoiceKind::LatePromotion,
                from: "a1".into(),
                to: "a1".into(),
                piece: Some("queen".into()),
                gate_square: None,
                castling_to: None,
                capture: false,
            },
        ],
        premoves: vec![Premove {
            from: "e1".into(),
            to: vec!["e2".into()],
        }],
        pools: [pool.clone(), pool],
        captured: [
            vec![Captured {
                kind: Some("pawn".into()),
                face_down: false,
            }],
            vec![Captured {
                kind: None,
                face_down: true,
            }],
        ],
        hands: [vec![], vec![]],
        promoting: None,
        own_square: Some("c3".into()),
        candidates: [Vec::new(), vec!["g7".into(), "h8".into()]],
    }
}

fn played() -> Played {
    Played {
        ply: 2,
        by: Side::White,
        recorded: "b2b7~n*?".into(),
        text: "bxb7(N)".into(),
        fen: "the view's FEN".into(),
        marks: vec!["b2".into(), "b7".into()],
        check: None,
        shown: vec![Reveal {
            square: "b7".into(),
            side: Side::White,
            kind: "knight".into(),
            how: RevealKind::TurnedUp,
        }],
        left: None,
    }
}

fn player() -> PlayerInfo {
    PlayerInfo {
        id: "3xKq".into(),
        name: "Ada".into(),
        kind: PlayerKind::Account,
        rating: Some(1500),
        provisional: true,
        level: None,
    }
}

fn computer() -> PlayerInfo {
    PlayerInfo {
        id: "computer".into(),
        name: "computer".into(),
        kind: PlayerKind::Computer,
        rating: None,
        provisional: false,
        level: Some(3),
    }
}

fn event(event: Event) -> ServerMessage {
    ServerMessage::Event {
        seq: 4,
        event: Box::new(event),
    }
}

const ENDING: Ending = Ending {
    result: GameResult::Draw,
    reason: Reason::FiftyMoves,
};

#[test]
fn server_messages() {
    let start = StartInfo {
        fen: "the start".into(),
        number: Some(518),
    };
    let error = ErrorBody {
        code: "illegal_action".into(),
        params: [("action".to_owned(), "e2e5".to_owned())].into(),
    };
    assert_json_snapshot!(
        "hello",
        ServerMessage::Hello {
            protocol: 1,
            game: "7pQnZ2".into(),
            seat: Seat::Spectator
        }
    );
    assert_json_snapshot!(
        "snapshot",
        ServerMessage::Snapshot {
            seq: 4,
            game: Box::new(Snapshot {
                id: "7pQnZ2".into(),
                variant: "hidden".into(),
                seat: Seat::White,
                level: 3,
                phase: Phase::Playing,
                commitment: "00ff".into(),
                dealing: None,
                start: Some(start.clone()),
                moves: vec![played()],
                now: Some(situation()),
                ending: None,
                players: [player(), computer()],
                white: Some(0),
                clock: Clock::Untimed,
                speed: Speed::Untimed,
                rated: false,
                private: true,
                may: Rights::default(),
                offers: vec![],
                plan: vec![],
            })
        }
    );
    assert_json_snapshot!(
        "snapshot_dealing",
        ServerMessage::Snapshot {
            seq: 0,
            game: Box::new(Snapshot {
                id: "7pQnZ2".into(),
                variant: "hidden".into(),
                seat: Seat::Spectator,
                level: 3,
                phase: Phase::Dealing,
                commitment: "00ff".into(),
                dealing: Some(DealStep::Commit),
                start: None,
                moves: vec![],
                now: None,
                ending: None,
                players: [player(), computer()],
                white: Some(0),
                clock: Clock::Untimed,
                speed: Speed::Untimed,
                rated: false,
                private: true,
                may: Rights::default(),
                offers: vec![],
                plan: vec![],
            })
        }
    );
    assert_json_snapshot!("event_open_now", event(Event::OpenNow));
    assert_json_snapshot!(
        "event_dealt",
        event(Event::Dealt {
            seat: Seat::Black,
            start,
            now: Box::new(situation()),
            may: Rights::default(),
        })
    );
    assert_json_snapshot!(
        "event_played",
        event(Event::Played {
            played: played(),
            now: Box::new(situation()),
            may: Rights::default(),
        })
    );
    assert_json_snapshot!("event_ended", event(Event::Ended { ending: ENDING }));
    assert_json_snapshot!(
        "ack",
        ServerMessage::Ack {
            nonce: "n".into(),
            seq: 4
        }
    );
    assert_json_snapshot!(
        "refused",
        ServerMessage::Refused {
            nonce: "n".into(),
            error: error.clone()
        }
    );
    assert_json_snapshot!("error", ServerMessage::Error { error });
    assert_json_snapshot!("pong", ServerMessage::Pong { n: 3 });
    assert_json_snapshot!(
        "game_card",
        GameCard {
            id: "7pQnZ2".into(),
            variant: "hidden".into(),
            clock: Clock::Untimed,
            speed: Speed::Untimed,
            rated: false,
            private: true,
            players: [player(), computer()],
            white: Some(0),
            phase: Phase::Over,
            fen: "the public view's FEN".into(),
            ply: 40,
            turn: Side::White,
            seat: Seat::White,
            my_turn: false,
            deadline: None,
            ending: Some(ENDING),
            created: 1_700_000_000_000,
            ended: Some(1_700_000_300_000),
        }
    );
}

const CLIENT: [&str; 7] = [
    r#"{"type":"hello","protocol":1}"#,
    r#"{"type":"hello","protocol":1,"last_seq":7}"#,
    r#"{"type":"commit","commitment":"00ff"}"#,
    r#"{"type":"open","contribution":"00ff"}"#,
    r#"{"type":"act","nonce":"n","ply":0,"action":"e2e4"}"#,
    r#"{"type":"resign","nonce":"n"}"#,
    r#"{"type":"ping","n":1}"#,
];

#[test]
fn client_messages() {
    let read = CLIENT.map(|text| serde_json::from_str::<ClientMessage>(text).unwrap());
    insta::assert_debug_snapshot!("client_messages", read);
    let wish = r#"{"variant":"chess960","colour":"random","level":3,"number":518}"#;
    assert_eq!(
        serde_json::from_str::<NewGame>(wish).unwrap(),
        NewGame {
            variant: "chess960".into(),
            colour: ColourWish::Random,
            level: 3,
            set: None,
            number: Some(518),
        }
    );
}
