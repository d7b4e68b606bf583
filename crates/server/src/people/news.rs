//! From what happens at tables to what players are told: events of their streams, and notices.

use std::collections::{HashSet, VecDeque};

use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::bus::Topic;
use crate::clock::{Millis, now};
use crate::ids::{GameId, PlayerId};
use crate::people::notices::shown;
use crate::store::{NewNotice, NoticeRow};
use crate::table::hub::News;
use crate::wire::{NoticeKind, UserEvent};

/// A notice that is older than this when it is looked for was pushed when it was new.
const FRESH: Millis = 60_000;
/// So many pushed notices are remembered.
const REMEMBERED: usize = 4096;

/// Stores a notice that no event of a game causes, and pushes it.
pub async fn add(app: &App, notice: &NewNotice) {
    match app
        .store
        .add_notices(std::slice::from_ref(notice), now())
        .await
    {
        Ok(new) => new.iter().for_each(|row| push(app, row)),
        Err(error) => tracing::error!(%error, "a notice is not stored"),
    }
}

fn push(app: &App, row: &NoticeRow) {
    let notice = shown(row);
    let topic = Topic::Player(row.notice.player.clone());
    app.bus.publish(&topic, UserEvent::Notice { notice });
}

/// Tells players what happens at tables, until the server closes.
pub async fn run(app: App) {
    let mut news = app.hub.news();
    let mut pushed = Pushed::default();
    loop {
        match news.recv().await {
            Ok(news) => tell(&app, &news, &mut pushed).await,
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "players are not told of everything");
            }
            Err(RecvError::Closed) => return,
        }
    }
}

async fn tell(app: &App, news: &News, pushed: &mut Pushed) {
    let has = |kind: &str| news.kinds.contains(&kind);
    let over = news.standing.ending.is_some();
    let game = || news.game.to_string();
    for (id, awaited) in news.players.iter().zip(news.awaited) {
        // The computer is nobody's stream.
        let Some(player) = PlayerId::read(id).filter(|player| app.bus.is_connected(player)) else {
            continue;
        };
        let say = |event| app.bus.publish(&Topic::Player(player.clone()), event);
        if has("created") {
            say(UserEvent::GameStarted { game: game() });
        }
        let moved = ["dealt", "set_up", "action", "took_back"]
            .into_iter()
            .any(has);
        if moved && awaited && !over {
            say(UserEvent::YourTurn { game: game() });
        }
        if has("ended") {
            say(UserEvent::GameEnded { game: game() });
        }
    }
    for notice in &news.notices {
        if app.bus.is_connected(&notice.player) && pushed.is_new(notice) {
            match app.store.fresh_notice(notice, now() - FRESH).await {
                Ok(row) => row.iter().for_each(|row| push(app, row)),
                // It is in the list all the same.
                Err(error) => tracing::warn!(%error, "a notice is not pushed"),
            }
        }
    }
}

/// A notice's key: there is one of each.
type Key = (PlayerId, NoticeKind, Option<GameId>, u32);

/// Notices that were pushed lately: taking an action back and playing another makes none twice.
#[derive(Default)]
struct Pushed {
    order: VecDeque<Key>,
    known: HashSet<Key>,
}

impl Pushed {
    fn is_new(&mut self, notice: &NewNotice) -> bool {
        let key: Key = (
            notice.player.clone(),
            notice.kind,
            notice.game.clone(),
            notice.ply,
        );
        if !self.known.insert(key.clone()) {
            return false;
        }
        self.order.push_back(key);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}
