//! Quick pairing as a pure state: who waits, who fits whom, and when a bot comes into question.
//!
//! People come first: the range of ratings in which an opponent is looked for widens with the wait, and when the waiting
//! time is over whoever else waits is taken, however far, before any bot is.

use std::collections::{HashMap, HashSet};

use crate::clock::Millis;
use crate::ids::PlayerId;
use crate::wire::{BotWish, PoolKey};

/// Rating points between two people who are paired at once.
const NEAR: i64 = 150;
/// How many points the range widens in each second of waiting.
const WIDENING: i64 = 40;

/// Somebody who waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Who; waits in one pool at a time.
    pub player: PlayerId,
    /// For what.
    pub wish: PoolKey,
    /// Rating in that game and speed.
    pub rating: u32,
    /// What happens when nobody comes.
    pub bot: BotWish,
    /// Players who must not be paired with this one: blocked by him, or he by them.
    pub avoided: HashSet<PlayerId>,
    /// When he came.
    pub since: Millis,
    /// Whether a bot has been offered or asked for already.
    settled: bool,
}

impl Waiting {
    /// Comes now.
    pub fn new(
        player: PlayerId,
        wish: PoolKey,
        rating: u32,
        bot: BotWish,
        avoided: HashSet<PlayerId>,
        now: Millis,
    ) -> Waiting {
        Waiting {
            player,
            wish,
            rating,
            bot,
            avoided,
            since: now,
            settled: false,
        }
    }

    fn range(&self, now: Millis) -> i64 {
        NEAR + WIDENING * (now - self.since).max(0) / 1000
    }
}

/// What a pool decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// These two play; the one who waited longer is first. Both have left the pools.
    Pair(Box<Waiting>, Box<Waiting>),
    /// Nobody has come for this player: a bot is offered, and the search goes on.
    OfferBot(PlayerId),
    /// Nobody has come for this player, who asked for a bot then. He has left the pools.
    StartBot(Box<Waiting>),
}

/// Everybody who waits, the longest wait first.
#[derive(Debug, Default)]
pub struct Pools {
    waiting: Vec<Waiting>,
}

impl Pools {
    /// Somebody comes; a wait that he had elsewhere is over.
    pub fn join(&mut self, newcomer: Waiting) {
        self.leave(&newcomer.player);
        self.waiting.push(newcomer);
    }

    /// Somebody leaves; what he waited for, if he did.
    pub fn leave(&mut self, player: &PlayerId) -> Option<Waiting> {
        let at = self
            .waiting
            .iter()
            .position(|other| other.player == *player)?;
        Some(self.waiting.remove(at))
    }

    /// A player's wait.
    pub fn get(&self, player: &PlayerId) -> Option<&Waiting> {
        self.waiting.iter().find(|other| other.player == *player)
    }

    /// How many wait for what.
    pub fn counts(&self) -> Vec<(PoolKey, u32)> {
        let mut counts: HashMap<&PoolKey, u32> = HashMap::new();
        for one in &self.waiting {
            *counts.entry(&one.wish).or_default() += 1;
        }
        counts
            .into_iter()
            .map(|(wish, count)| (wish.clone(), count))
            .collect()
    }

    /// These two do not want to meet any more.
    pub fn keep_apart(&mut self, one: &PlayerId, other: &PlayerId) {
        for waiting in &mut self.waiting {
            if waiting.player == *one {
                waiting.avoided.insert(other.clone());
            } else if waiting.player == *other {
                waiting.avoided.insert(one.clone());
            }
        }
    }

    /// Pairs whoever fits, then settles the waits that have lasted for `patience`.
    pub fn settle(&mut self, now: Millis, patience: Millis) -> Vec<Decision> {
        let mut decisions = Vec::new();
        while let Some((first, second)) = self.next_pair(now, patience) {
            // The later one first, so that the other's place still holds.
            let second = self.waiting.remove(second);
            let first = self.waiting.remove(first);
            decisions.push(Decision::Pair(Box::new(first), Box::new(second)));
        }
        let mut at = 0;
        while at < self.waiting.len() {
            let one = &mut self.waiting[at];
            if one.settled || now - one.since < patience {
                at += 1;
                continue;
            }
            match one.bot {
                BotWish::Start => {
                    let one = self.waiting.remove(at);
                    decisions.push(Decision::StartBot(Box::new(one)));
                    continue;
                }
                BotWish::Offer => decisions.push(Decision::OfferBot(one.player.clone())),
                BotWish::Never => {}
            }
            one.settled = true;
            at += 1;
        }
        decisions
    }

    /// The longest wait for which there is somebody, and the nearest of those.
    fn next_pair(&self, now: Millis, patience: Millis) -> Option<(usize, usize)> {
        self.waiting.iter().enumerate().find_map(|(at, one)| {
            let nearest = self
                .waiting
                .iter()
                .enumerate()
                .skip(at + 1)
                .filter(|(_, other)| fit(one, other, now, patience))
                .min_by_key(|(_, other)| one.rating.abs_diff(other.rating))?;
            Some((at, nearest.0))
        })
    }
}

fn fit(one: &Waiting, other: &Waiting, now: Millis, patience: Millis) -> bool {
    let apart = i64::from(one.rating.abs_diff(other.rating));
    let overdue = now - one.since >= patience || now - other.since >= patience;
    one.wish == other.wish
        && !one.avoided.contains(&other.player)
        && !other.avoided.contains(&one.player)
        && (overdue || apart <= one.range(now).max(other.range(now)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Clock;

    const PATIENCE: Millis = 20_000;

    fn id(name: &str) -> PlayerId {
        PlayerId::read(name).unwrap()
    }

    fn wish(variant: &str) -> PoolKey {
        PoolKey {
            variant: variant.to_owned(),
            clock: Clock::Live {
                base: 180,
                increment: 2,
                delay: 0,
            },
        }
    }

    fn waiting(name: &str, rating: u32, now: Millis) -> Waiting {
        Waiting::new(
            id(name),
            wish("hidden"),
            rating,
            BotWish::Offer,
            HashSet::new(),
            now,
        )
    }

    fn count(pools: &Pools, variant: &str) -> u32 {
        let counts = pools.counts();
        let of = counts.iter().find(|(of, _)| *of == wish(variant));
        of.map_or(0, |&(_, count)| count)
    }

    fn pairs(decisions: &[Decision]) -> Vec<(&str, &str)> {
        decisions
            .iter()
            .filter_map(|decision| match decision {
                Decision::Pair(one, other) => Some((one.player.as_str(), other.player.as_str())),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn two_near_ones_are_paired_at_once_the_nearest_first() {
        let mut pools = Pools::default();
        pools.join(waiting("A", 1500, 0));
        assert!(pools.settle(0, PATIENCE).is_empty());
        pools.join(waiting("B", 1640, 5));
        pools.join(waiting("C", 1510, 6));
        let decisions = pools.settle(10, PATIENCE);
        assert_eq!(pairs(&decisions), [("A", "C")]);
        assert_eq!(count(&pools, "hidden"), 1);
    }

    #[test]
    fn the_range_widens_and_in_the_end_anybody_comes_before_a_bot() {
        let mut pools = Pools::default();
        pools.join(waiting("A", 1500, 0));
        pools.join(waiting("B", 2000, 0));
        assert!(pools.settle(5_000, PATIENCE).is_empty());
        assert_eq!(pairs(&pools.settle(9_000, PATIENCE)), [("A", "B")]);
        pools.join(waiting("A", 1000, 0));
        pools.join(waiting("B", 2900, 19_999));
        assert_eq!(pairs(&pools.settle(20_000, PATIENCE)), [("A", "B")]);
    }

    #[test]
    fn alone_one_is_offered_a_bot_once_and_a_person_can_still_come() {
        let mut pools = Pools::default();
        pools.join(waiting("A", 1500, 0));
        assert!(pools.settle(19_999, PATIENCE).is_empty());
        let offered = [Decision::OfferBot(id("A"))];
        assert_eq!(pools.settle(20_000, PATIENCE), offered);
        assert!(pools.settle(30_000, PATIENCE).is_empty());
        pools.join(waiting("B", 1500, 31_000));
        assert_eq!(pairs(&pools.settle(31_000, PATIENCE)), [("A", "B")]);
    }

    #[test]
    fn who_asked_for_it_gets_the_bot_and_who_did_not_waits_on() {
        let mut pools = Pools::default();
        let mut starts = waiting("A", 1500, 0);
        starts.bot = BotWish::Start;
        starts.wish = wish("janus");
        let mut never = waiting("B", 1500, 0);
        never.bot = BotWish::Never;
        pools.join(starts.clone());
        pools.join(never);
        let decisions = pools.settle(PATIENCE, PATIENCE);
        assert_eq!(decisions, [Decision::StartBot(Box::new(starts))]);
        assert!(pools.get(&id("A")).is_none());
        assert!(pools.get(&id("B")).is_some());
    }

    #[test]
    fn blocked_players_and_other_wishes_never_meet() {
        let mut pools = Pools::default();
        let mut one = waiting("A", 1500, 0);
        one.avoided.insert(id("B"));
        pools.join(one);
        pools.join(waiting("B", 1500, 0));
        let mut other = waiting("C", 1500, 0);
        other.wish = wish("chess");
        pools.join(other);
        assert_eq!(pairs(&pools.settle(60_000, PATIENCE)), []);
    }

    #[test]
    fn one_waits_in_one_pool_at_a_time() {
        let mut pools = Pools::default();
        pools.join(waiting("A", 1500, 0));
        let mut elsewhere = waiting("A", 1500, 1);
        elsewhere.wish = wish("chess");
        pools.join(elsewhere);
        assert_eq!(count(&pools, "hidden"), 0);
        assert_eq!(count(&pools, "chess"), 1);
        assert!(pools.leave(&id("A")).is_some());
        assert!(pools.leave(&id("A")).is_none());
    }
}
