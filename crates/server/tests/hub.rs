//! Tables in a server: who may come in, and what happens with nobody there.

mod backing;

use std::sync::Arc;
use std::time::Duration;

use backing::Backing;
use backrank_rules::deal::Salt;
use backrank_server::catalogue::Catalogue;
use backrank_server::clock::now;
use backrank_server::computer::Computers;
use backrank_server::ids::{GameId, PlayerId};
use backrank_server::log::{LogEvent, Logged, Terms};
use backrank_server::rating::Pool;
use backrank_server::store::Downtime;
use backrank_server::store::{Append, Participants, Player, Store};
use backrank_server::table::actor::Inbox;
use backrank_server::table::hub::{Hub, NewTable};
use backrank_server::table::{Command, Effect, Patience, Request, Table};
use backrank_server::wire::{
    Clock, ColourWish, Phase, Phrase, PlayerKind, Reason, Seat, ServerMessage, Side,
};
use tokio::sync::watch;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct House {
    _backing: Backing,
    store: Store,
    catalogue: Arc<Catalogue>,
    hub: Hub,
    close: watch::Sender<bool>,
    players: [Player; 2],
}

impl House {
    async fn new() -> House {
        let backing = Backing::sqlite();
        let store = backing.open().await;
        let catalogue = Arc::new(backing::catalogue(&store).await);
        let players = [
            backing::player(&store, "Ada", PlayerKind::Account).await,
            backing::player(&store, "Bob", PlayerKind::Account).await,
        ];
        let (close, closing) = watch::channel(false);
        let hub = Hub::new(
            store.clone(),
            catalogue.clone(),
            Computers::new(1).unwrap(),
            Patience::default(),
            closing,
        );
        House {
            _backing: backing,
            store,
            catalogue,
            hub,
            close,
            players,
        }
    }

    fn terms(&self, clock: Clock, private: bool) -> Terms {
        let game = self.catalogue.get("chess").unwrap();
        Terms {
            game: GameId::random().unwrap().to_string(),
            players: self.players.each_ref().map(|p| p.id.to_string()).into(),
            colour: ColourWish::White,
            level: 0,
            set: String::new(),
            number: None,
            variant: "chess".into(),
            digest: game.text.digest.clone(),
            rules_version: game.variant.rules_version(),
            clock,
            rated: false,
            private,
        }
    }

    fn participants(&self) -> Participants {
        let [first, second] = self.players.each_ref().map(backing::participant);
        Participants { first, second }
    }

    fn set_up() -> LogEvent {
        LogEvent::SetUp {
            fen: START.into(),
            first_player: Side::White,
        }
    }

    async fn game(&self, clock: Clock, private: bool) -> GameId {
        let new = NewTable {
            terms: self.terms(clock, private),
            salt: Salt::new([1; 32]),
            commitments: Vec::new(),
            set_up: Some(House::set_up()),
            participants: self.participants(),
            pool: Pool::People,
        };
        self.hub.create(new).await.unwrap()
    }

    /// A game whose last event happened so long ago, as an earlier run of the server left it.
    async fn left_alone(&self, clock: Clock, ago: i64) -> GameId {
        let terms = self.terms(clock, false);
        let id = GameId::read(&terms.game).unwrap();
        let variant = self.catalogue.get("chess").unwrap().variant.clone();
        let at = now() - ago;
        let events = [Table::created(&terms, &Salt::new([1; 32])), House::set_up()];
        let mut log: Vec<Logged> = events.map(|event| Logged::new(at, event)).into();
        let mut table = Table::replay(id.as_str(), variant, &log, Patience::default()).unwrap();
        for (ply, action) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
            let command = Command::Player {
                connection: 1,
                player: ply % 2,
                request: Request::Act {
                    nonce: format!("n{ply}"),
                    ply: ply as u32,
                    action: action.into(),
                },
                lag: 0,
            };
            for effect in table.step(command, at) {
                if let Effect::Append(logged) = effect {
                    log.push(logged);
                }
            }
        }
        let game = self.catalogue.get("chess").unwrap();
        let participants = self.participants();
        let mut row = backing::row(game, participants.first, participants.second);
        row.id = id.clone();
        row.clock = clock;
        row.rated = false;
        row.standing = table.standing();
        let append = Append {
            game: id.clone(),
            events: self.store.seal(&id, 0, &log).unwrap(),
            standing: row.standing.clone(),
            row: Some(Box::new(row)),
            notices: Vec::new(),
            at,
        };
        self.store.append(append).await.unwrap();
        id
    }

    async fn phase(&self, game: &GameId) -> (Phase, Option<Reason>) {
        let row = self.store.game(game).await.unwrap().unwrap();
        let reason = row.standing.ending.map(|ending| ending.reason);
        (row.standing.phase, reason)
    }
}

async fn next(inbox: &mut Inbox) -> ServerMessage {
    let message = tokio::time::timeout(Duration::from_secs(20), inbox.queue.recv());
    message.await.expect("in time").expect("a message")
}

async fn until(inbox: &mut Inbox, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
    loop {
        let message = next(inbox).await;
        if wanted(&message) {
            return message;
        }
    }
}

fn hello() -> Request {
    Request::Hello { last_seq: None }
}

const LIVE: Clock = Clock::Live {
    base: 60,
    increment: 0,
    delay: 0,
};

/// A correspondence flag falls although nobody has opened the game, and both are told.
#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_with_both_players_offline() {
    let house = House::new().await;
    let day = 24 * 60 * 60 * 1000;
    let lost = house.left_alone(Clock::Days { days: 2 }, 3 * day).await;
    let running = house.left_alone(Clock::Days { days: 7 }, 3 * day).await;
    house.hub.ran(Vec::new(), 0);
    let mut news = house.hub.news();
    house.hub.tick().await.unwrap();
    let told = tokio::time::timeout(Duration::from_secs(20), news.recv()).await;
    let told = told.unwrap().unwrap();
    assert_eq!((&told.game, &told.kinds[..]), (&lost, &["ended"][..]));
    assert_eq!(house.phase(&lost).await, (Phase::Over, Some(Reason::Flag)));
    assert_eq!(house.phase(&running).await, (Phase::Playing, None));
    let told = sqlx::query("SELECT player FROM notices WHERE kind = 'game_ended'")
        .fetch_all(house.store.pool())
        .await
        .unwrap();
    assert_eq!(told.len(), 2);
}

/// The server was away while time ran: nobody loses by that, and the clocks stand.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_on_time_while_the_server_is_away() {
    let house = House::new().await;
    let game = house.left_alone(LIVE, 600_000).await;
    let began = now() - 100;
    let gap = Downtime {
        from: began - 590_000,
        to: began,
    };
    house.hub.ran(vec![gap], began);
    house.hub.tick().await.unwrap();
    let (visit, mut inbox) = house
        .hub
        .connect(&game, Some(house.players[1].id.clone()))
        .await
        .unwrap();
    visit.send(hello(), 0).await.unwrap();
    let clocks = until(&mut inbox, |m| matches!(m, ServerMessage::Clocks { .. })).await;
    let ServerMessage::Clocks { clocks } = clocks else {
        panic!("no clocks");
    };
    assert!(clocks.paused && clocks.running.is_none());
    // Of the ten minutes ten seconds lie before the server went away.
    assert!((49_000..=51_000).contains(&clocks.white), "{clocks:?}");
    assert_eq!(house.phase(&game).await, (Phase::Playing, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_keep_their_seats_and_others_look_on() {
    let house = House::new().await;
    let game = house.game(LIVE, false).await;
    let id = |player: usize| Some(house.players[player].id.clone());
    let mut seats = Vec::new();
    let mut visits = Vec::new();
    for who in [id(0), id(0), id(1), None, PlayerId::random().ok()] {
        let (visit, mut inbox) = house.hub.connect(&game, who).await.unwrap();
        visit.send(hello(), 0).await.unwrap();
        let ServerMessage::Hello { seat, .. } = next(&mut inbox).await else {
            panic!("hello comes first");
        };
        seats.push(seat);
        visits.push((visit, inbox));
    }
    use Seat::{Black, Spectator, White};
    assert_eq!(seats, [White, White, Black, Spectator, Spectator]);

    // An onlooker can do nothing.
    let resign = Request::Resign { nonce: "n".into() };
    visits[3].0.send(resign, 0).await.unwrap();
    let error = until(&mut visits[3].1, |m| {
        matches!(m, ServerMessage::Error { .. })
    })
    .await;
    assert!(matches!(error, ServerMessage::Error { error } if error.code == "not_your_game"));

    // Both connections of White and the onlookers see what White plays on one.
    let act = Request::Act {
        nonce: "a".into(),
        ply: 0,
        action: "e2e4".into(),
    };
    visits[0].0.send(act, 0).await.unwrap();
    for (_, inbox) in &mut visits {
        until(inbox, |m| matches!(m, ServerMessage::Event { .. })).await;
    }

    // A phrase of somebody who is blocked is not heard; the next thing that is heard is another's.
    house
        .hub
        .block(&house.players[1].id, &house.players[0].id, true);
    let say = |phrase| Request::Say { phrase };
    visits[0].0.send(say(Phrase::Oops), 0).await.unwrap();
    visits[2].0.send(say(Phrase::Thanks), 0).await.unwrap();
    let said = |m: &ServerMessage| matches!(m, ServerMessage::Said { .. });
    let heard = until(&mut visits[0].1, said).await;
    assert!(matches!(
        heard,
        ServerMessage::Said {
            phrase: Phrase::Thanks,
            ..
        }
    ));
    while let Ok(message) = visits[2].1.queue.try_recv() {
        assert!(!said(&message));
    }

    // Black goes: everybody hears it at once.
    visits.remove(2);
    for (_, inbox) in &mut visits {
        let gone = |m: &ServerMessage| {
            matches!(
                m,
                ServerMessage::Presence {
                    black: false,
                    white: true,
                    ..
                }
            )
        };
        until(inbox, gone).await;
    }
    drop(visits);
    house.close.send_replace(true);
    let ended = tokio::time::timeout(Duration::from_secs(20), house.hub.ended());
    ended.await.expect("tables end when the server does");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_has_no_onlookers() {
    let house = House::new().await;
    let game = house.game(LIVE, true).await;
    let (visit, mut inbox) = house.hub.connect(&game, None).await.unwrap();
    visit.send(hello(), 0).await.unwrap();
    let answer = next(&mut inbox).await;
    assert!(matches!(answer, ServerMessage::Error { error } if error.code == "not_your_game"));
    assert!(inbox.closing.wait_for(Option::is_some).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_can_end_a_game() {
    let house = House::new().await;
    let game = house.game(LIVE, false).await;
    let mut news = house.hub.news();
    house.hub.command(&game, Command::ByHost).await.unwrap();
    news.recv().await.unwrap();
    assert_eq!(
        house.phase(&game).await,
        (Phase::Over, Some(Reason::ByHost))
    );
}
