//! Accounts and what belongs to them.

use backrank_server::clock::DAY;
use backrank_server::ids::{GameId, RowId};
use backrank_server::store::{
    AnnouncementRow, Downtime, LinkPurpose, Name, NewAccount, NewLink, NewNotice, Player, Report,
    Seek, Store, StoreError,
};
use backrank_server::wire::{
    Clock, ColourWish, Conditions, NoticeKind, PlayerKind, ProposalKind, ReportReason, Side,
};

use crate::backing::{self, add, append, on_both, participant, player, playing, row};

async fn account(store: &Store, name: &str) -> Player {
    let guest = player(store, "Guest", PlayerKind::Guest).await;
    let new = NewAccount {
        name: Name {
            shown: name.to_owned(),
            lookup: name.to_lowercase(),
            closed: format!("closed {name}"),
        },
        password: "$argon2id$".to_owned(),
        codes: Vec::new(),
        vacation: (30, 2026),
    };
    store
        .become_account(&guest.id, &new)
        .await
        .unwrap()
        .unwrap();
    store.player(&guest.id).await.unwrap().unwrap()
}

fn seek(by: &Player, kind: ProposalKind) -> Seek {
    Seek {
        id: GameId::random().unwrap(),
        kind,
        player: by.id.clone(),
        opponent: None,
        conditions: Conditions {
            variant: "chess960".into(),
            clock: Clock::Live {
                base: 180,
                increment: 2,
                delay: 1,
            },
            rated: true,
            colour: ColourWish::Random,
            set: Some("all".into()),
            number: Some(518),
        },
        lowest: Some(1400),
        highest: None,
        commitment: None,
        previous: None,
        created: 5,
        expires: Some(50),
    }
}

#[tokio::test]
async fn a_proposal_is_read_back_and_taken_once() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let ada = account(&store, "Ada").await;
        let other = account(&store, "Other").await;
        let open = seek(&ada, ProposalKind::Seek);
        let challenge = Seek {
            opponent: Some(other.id.clone()),
            previous: Some(GameId::random().unwrap()),
            created: 6,
            expires: None,
            ..seek(&ada, ProposalKind::RematchSame)
        };
        store.add_seek(&open).await.unwrap();
        store.add_seek(&challenge).await.unwrap();
        assert_eq!(
            store.seek(&challenge.id).await.unwrap().as_ref(),
            Some(&challenge)
        );
        assert_eq!(
            store.open_seeks().await.unwrap(),
            std::slice::from_ref(&open)
        );
        assert_eq!(store.seeks_of(&ada.id).await.unwrap().len(), 2);
        assert_eq!(
            store.seeks_of(&other.id).await.unwrap(),
            std::slice::from_ref(&challenge)
        );
        let previous = challenge.previous.as_ref().unwrap();
        assert_eq!(store.rematches(previous).await.unwrap().len(), 1);
        assert!(!store.commit_seek(&open.id, &other.id, "c0").await.unwrap());
        assert!(store.commit_seek(&open.id, &ada.id, "c0").await.unwrap());
        assert!(!store.commit_seek(&open.id, &ada.id, "c1").await.unwrap());
        let (one, two) = tokio::join!(store.take_seek(&open.id), store.take_seek(&open.id));
        let taken: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
        let expected = Seek {
            commitment: Some("c0".into()),
            ..open.clone()
        };
        assert_eq!(taken, [expected]);
        // The game that a proposal becomes takes it away, and comes once.
        let mut game = row(
            catalogue.get("chess960").unwrap(),
            participant(&ada),
            participant(&other),
        );
        game.id = challenge.id.clone();
        add(&store, &game).await;
        assert_eq!(store.seek(&challenge.id).await.unwrap(), None);
        let again = append(&game.id, Some(&game), game.standing.clone(), 9);
        assert!(matches!(
            store.append(again).await,
            Err(StoreError::Conflict { seq: 0, .. })
        ));
        store.add_seek(&open).await.unwrap();
        assert_eq!(store.take_expired_seeks(49).await.unwrap(), []);
        assert_eq!(store.take_expired_seeks(50).await.unwrap(), [open]);
    })
    .await;
}

/// "Your move" notices were doubled or missing.
#[tokio::test]
async fn a_notice_comes_exactly_once_in_the_list_and_by_mail() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let ada = account(&store, "Ada").await;
        let other = account(&store, "Other").await;
        let game = row(
            catalogue.get("chess").unwrap(),
            participant(&ada),
            participant(&other),
        );
        add(&store, &game).await;
        let turn = |ply| NewNotice {
            player: ada.id.clone(),
            kind: NoticeKind::YourTurn,
            game: Some(game.id.clone()),
            ply,
            name: Some("Other".into()),
        };
        // The append that brings it may be tried again, as after a restart.
        for at in [20, 21] {
            let mut append = append(&game.id, None, playing(Side::White), at);
            append.notices = vec![turn(2)];
            store.append(append).await.unwrap();
        }
        let new = store.add_notices(&[turn(2), turn(4)], 30).await.unwrap();
        assert_eq!(new.len(), 1);
        assert_eq!(new[0].notice, turn(4));
        let declined = NewNotice {
            kind: NoticeKind::ChallengeDeclined,
            game: None,
            ..turn(0)
        };
        store
            .add_notices(std::slice::from_ref(&declined), 31)
            .await
            .unwrap();
        let listed = store.notices_of(&ada.id, 10).await.unwrap();
        let what: Vec<_> = listed.iter().map(|row| row.notice.clone()).collect();
        assert_eq!(what, [declined, turn(4), turn(2)]);
        assert_eq!(listed[2].at, 20);
        assert_eq!(store.count_unseen(&ada.id).await.unwrap(), 3);
        assert_eq!(store.see_notices(&ada.id, Some(&game.id)).await.unwrap(), 2);
        assert_eq!(store.see_notices(&ada.id, Some(&game.id)).await.unwrap(), 0);

        // By mail: only to a verified address, one a day, what was neither seen nor sent.
        let now = 100 * DAY;
        assert_eq!(store.take_digests(now, 9).await.unwrap(), []);
        store.set_email(&ada.id, Some("a@b.example")).await.unwrap();
        assert_eq!(store.take_digests(now, 9).await.unwrap(), []);
        let link = NewLink {
            hash: "link".into(),
            player: ada.id.clone(),
            purpose: LinkPurpose::Email,
            email: Some("a@b.example".into()),
            expires: now + 1,
        };
        store.add_link(&link).await.unwrap();
        assert!(store.use_verification("link", now).await.unwrap());
        assert!(!store.use_verification("link", now).await.unwrap());
        let (one, two) = tokio::join!(store.take_digests(now, 9), store.take_digests(now, 9));
        let digests: Vec<_> = [one.unwrap(), two.unwrap()].concat();
        let [digest] = digests.as_slice() else {
            panic!("{digests:?}");
        };
        assert_eq!(digest.account.player, ada);
        assert_eq!(digest.notices.len(), 1);
        assert_eq!(digest.notices[0].notice.kind, NoticeKind::ChallengeDeclined);
        store.add_notices(&[turn(6)], 40).await.unwrap();
        assert_eq!(store.take_digests(now + DAY - 1, 9).await.unwrap(), []);
        let next = store.take_digests(now + DAY, 9).await.unwrap();
        assert_eq!(next[0].notices[0].notice, turn(6));
        assert_eq!(store.see_notices(&ada.id, None).await.unwrap(), 2);
        assert_eq!(store.count_unseen(&ada.id).await.unwrap(), 0);
        assert_eq!(store.drop_seen_notices(31).await.unwrap(), 2);
    })
    .await;
}

#[tokio::test]
async fn blocks_keep_two_apart_and_reports_wait_for_the_host() {
    on_both(async |backing| {
        let store = backing.open().await;
        let ada = account(&store, "Ada").await;
        let other = account(&store, "Other").await;
        store.block(&ada.id, &other.id).await.unwrap();
        store.block(&ada.id, &other.id).await.unwrap();
        assert!(store.has_blocked(&ada.id, &other.id).await.unwrap());
        assert!(!store.has_blocked(&other.id, &ada.id).await.unwrap());
        assert_eq!(
            store.kept_apart(&ada.id).await.unwrap(),
            std::slice::from_ref(&other.id)
        );
        assert_eq!(
            store.kept_apart(&other.id).await.unwrap(),
            std::slice::from_ref(&ada.id)
        );
        store.unblock(&ada.id, &other.id).await.unwrap();
        assert!(store.kept_apart(&ada.id).await.unwrap().is_empty());

        let report = Report {
            id: RowId::random().unwrap(),
            by: ada.id.clone(),
            about: other.id.clone(),
            game: Some(GameId::random().unwrap()),
            reason: ReportReason::Stalling,
            text: "it's \"slow\"; ünïcode".into(),
            at: 5,
            closed: None,
        };
        store.add_report(&report).await.unwrap();
        let listed = store.reports(false).await.unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].text, report.text);
        assert!(store.close_report(&report.id, 9).await.unwrap());
        assert!(!store.close_report(&report.id, 9).await.unwrap());
        assert!(store.reports(false).await.unwrap().is_empty());

        let words = AnnouncementRow {
            id: RowId::random().unwrap(),
            text: "Restart at noon".into(),
            at: 10,
            until: Some(20),
        };
        store.announce(&words).await.unwrap();
        assert_eq!(
            store.announcements(19).await.unwrap(),
            std::slice::from_ref(&words)
        );
        assert!(store.announcements(20).await.unwrap().is_empty());
        assert!(store.withdraw(&words.id).await.unwrap());
        assert!(store.announcements(19).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn the_times_without_a_server_are_known_in_order() {
    on_both(async |backing| {
        let store = backing.open().await;
        let run = async |from, to| {
            let run = store.start_run(from).await.unwrap();
            store.beat(&run, to).await.unwrap();
            // A late beat changes nothing.
            store.beat(&run, from).await.unwrap();
        };
        run(100, 200).await;
        run(230, 300).await;
        // Two at once, as while one takes over from another.
        run(290, 400).await;
        run(310, 350).await;
        run(500, 500).await;
        let down = |from, to| Downtime { from, to };
        assert_eq!(
            store.downtimes(0).await.unwrap(),
            [down(200, 230), down(400, 500)]
        );
        assert_eq!(store.downtimes(230).await.unwrap(), [down(400, 500)]);
        assert_eq!(down(200, 230).within(210, 1000), 20);
        assert_eq!(down(200, 230).within(0, 210), 10);
        assert_eq!(down(200, 230).within(300, 400), 0);
        assert_eq!(store.drop_runs_before(300).await.unwrap(), 1);
    })
    .await;
}
