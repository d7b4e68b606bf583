//! Accounts and what belongs to them.

use backrank_server::clock::DAY;
use backrank_server::ids::{GameId, PlayerId, RowId};
use backrank_server::store::{
    Announcement, Downtime, Link, LinkPurpose, Moved, NewNotice, Player, Report, SecretHash, Seek,
    Session, Store, StoreError, Token,
};
use backrank_server::wire::{
    Clock, ColourWish, Conditions, GameResult, NoticeKind, PlayerKind, ProposalKind, Reason,
    ReportReason, Side,
};

use crate::backing::{self, add, append, on_both, over, participant, player, playing, row};

async fn account(store: &Store, name: &str) -> Player {
    let guest = player(store, "Guest", PlayerKind::Guest).await;
    assert!(
        store
            .make_account(&guest.id, name, "$argon2id$", 30)
            .await
            .unwrap()
    );
    store.player(&guest.id).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_guest_becomes_an_account_whose_name_is_his_alone_in_any_case() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let guest = player(&store, "Guest 7KQ", PlayerKind::Guest).await;
        let other = player(&store, "Guest 8", PlayerKind::Guest).await;
        let game = row(
            catalogue.get("chess").unwrap(),
            participant(&guest),
            participant(&other),
        );
        add(&store, &game).await;
        assert!(
            store
                .make_account(&guest.id, "Ada", "$argon2id$", 30)
                .await
                .unwrap()
        );
        let ada = store.account_named("aDA").await.unwrap().unwrap();
        assert_eq!(ada.player.id, guest.id);
        assert_eq!(
            (ada.player.name.as_str(), ada.player.kind),
            ("Ada", PlayerKind::Account)
        );
        assert_eq!(ada.password.as_deref(), Some("$argon2id$"));
        assert_eq!(ada.vacation_left, 30);
        let read = store.game(&game.id).await.unwrap().unwrap();
        assert_eq!(read.participants.first.name, "Ada");
        assert_eq!(read.participants.first.kind, PlayerKind::Account);
        assert_eq!(read.participants.second, game.participants.second);
        let taken = store.make_account(&other.id, "ADA", "h", 30).await;
        assert!(matches!(taken, Err(StoreError::NameTaken(name)) if name == "ADA"));
        assert!(!store.make_account(&guest.id, "Eva", "h", 30).await.unwrap());
        let bot = Player {
            id: PlayerId::random().unwrap(),
            name: "ada".into(),
            kind: PlayerKind::Bot,
        };
        let taken = store.add_bot(&bot, &guest.id).await;
        assert!(matches!(taken, Err(StoreError::NameTaken(_))));
        let bot = Player {
            name: "Adabot".into(),
            ..bot
        };
        store.add_bot(&bot, &guest.id).await.unwrap();
        let bots = store.bots(Some(&guest.id)).await.unwrap();
        assert_eq!((bots.len(), &bots[0].player), (1, &bot));
        assert_eq!(bots[0].owner.as_ref(), Some(&guest.id));
        assert!(store.bots(Some(&other.id)).await.unwrap().is_empty());
        let names: Vec<_> = store
            .accounts_beginning("aDa", 9)
            .await
            .unwrap()
            .into_iter()
            .map(|account| account.player.name)
            .collect();
        assert_eq!(names, ["Ada", "Adabot"]);
        assert!(store.accounts_beginning("ad%", 9).await.unwrap().is_empty());
        assert!(!format!("{ada:?}").contains("argon2id"));
    })
    .await;
}

#[tokio::test]
async fn what_is_set_of_an_account_is_read_back() {
    on_both(async |backing| {
        let store = backing.open().await;
        let id = account(&store, "Ada").await.id;
        store.set_password(&id, "new").await.unwrap();
        store.set_email(&id, Some("a@b.example")).await.unwrap();
        assert!(!store.verify_email(&id, "other@b.example").await.unwrap());
        assert!(store.verify_email(&id, "a@b.example").await.unwrap());
        store.set_language(&id, "de").await.unwrap();
        store.ban(&id, Some(5)).await.unwrap();
        store.set_vacation(&id, Some(6), 7).await.unwrap();
        store.touch_player(&id, i64::MAX / 2).await.unwrap();
        store.touch_player(&id, 1).await.unwrap();
        let ada = store.account(&id).await.unwrap().unwrap();
        assert_eq!(ada.password.as_deref(), Some("new"));
        assert_eq!(
            (ada.email.as_deref(), ada.email_verified),
            (Some("a@b.example"), true)
        );
        assert_eq!(ada.language.as_deref(), Some("de"));
        assert_eq!((ada.banned_until, ada.vacation_until), (Some(5), Some(6)));
        assert_eq!((ada.vacation_left, ada.seen), (7, i64::MAX / 2));
        // Another address is to be verified anew.
        store.set_email(&id, Some("c@d.example")).await.unwrap();
        assert!(!store.account(&id).await.unwrap().unwrap().email_verified);
        // Vacation is given once for each year.
        assert!(store.give_vacation(2030, 30).await.unwrap());
        store.set_vacation(&id, None, 3).await.unwrap();
        assert!(!store.give_vacation(2030, 30).await.unwrap());
        assert_eq!(store.account(&id).await.unwrap().unwrap().vacation_left, 3);
        assert!(store.give_vacation(2031, 30).await.unwrap());
        assert_eq!(store.account(&id).await.unwrap().unwrap().vacation_left, 30);
    })
    .await;
}

#[tokio::test]
async fn a_guests_games_move_to_an_account_unless_both_sit_at_one_table() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let chess = catalogue.get("chess").unwrap();
        let ada = account(&store, "Ada").await;
        let guest = player(&store, "Guest", PlayerKind::Guest).await;
        let other = player(&store, "Other", PlayerKind::Account).await;
        // Once as the first, once as the second, once against the account itself.
        let mut first = row(chess, participant(&guest), participant(&other));
        first.standing = playing(Side::Black);
        let mut second = row(chess, participant(&other), participant(&guest));
        second.standing = over(Side::Black, GameResult::Aborted, Reason::NotStarted);
        second.standing.fault = Some(1);
        second.ended = Some(9);
        let mut both = row(chess, participant(&ada), participant(&guest));
        both.standing = playing(Side::White);
        for game in [&first, &second, &both] {
            add(&store, game).await;
        }
        let notice = |player: &Player| NewNotice {
            player: player.id.clone(),
            kind: NoticeKind::YourTurn,
            game: Some(first.id.clone()),
            ply: 0,
            name: None,
        };
        store.add_notices(&[notice(&guest)], 5).await.unwrap();
        store.block(&guest.id, &other.id).await.unwrap();
        assert_eq!(
            store.move_guest(&guest.id, &ada).await.unwrap(),
            Moved::BothAtOneTable(both.id.clone())
        );
        assert_eq!(store.games_of(&guest.id, 9).await.unwrap().len(), 3);
        assert_eq!(store.games_of(&ada.id, 9).await.unwrap().len(), 1);
        let end = over(Side::White, GameResult::White, Reason::Resignation);
        store.append(append(&both.id, None, end, 10)).await.unwrap();
        assert_eq!(
            store.move_guest(&guest.id, &ada).await.unwrap(),
            Moved::Games(2)
        );
        let moved = store.game(&first.id).await.unwrap().unwrap();
        assert_eq!(moved.side(&ada.id), Some(Side::Black));
        assert_eq!(moved.participants.first.name, "Ada");
        let moved = store.game(&second.id).await.unwrap().unwrap();
        assert_eq!(moved.side(&ada.id), Some(Side::White));
        assert_eq!(moved.standing, second.standing);
        // What the two have played with each other stays a game of two.
        let stays = store.game(&both.id).await.unwrap().unwrap();
        assert_eq!(stays.participants, both.participants);
        assert_eq!(store.count_unseen(&ada.id).await.unwrap(), 1);
        assert!(store.has_blocked(&ada.id, &other.id).await.unwrap());
        assert_eq!(
            store.player(&guest.id).await.unwrap().unwrap().kind,
            PlayerKind::Closed
        );
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_but_anonymous_games() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let ada = account(&store, "Ada").await;
        let other = account(&store, "Other").await;
        let mut game = row(
            catalogue.get("chess").unwrap(),
            participant(&other),
            participant(&ada),
        );
        game.standing = over(Side::White, GameResult::White, Reason::Checkmate);
        game.ended = Some(9);
        add(&store, &game).await;
        store.set_email(&ada.id, Some("a@b.example")).await.unwrap();
        let session = Session {
            id: RowId::random().unwrap(),
            player: ada.id.clone(),
            created: 1,
            seen: 1,
            agent: String::new(),
        };
        store
            .add_session(&session, &SecretHash::of("s"))
            .await
            .unwrap();
        store.close_account(&ada.id, "Somebody").await.unwrap();
        let closed = store.account(&ada.id).await.unwrap().unwrap();
        assert_eq!(
            (closed.player.name.as_str(), closed.player.kind),
            ("Somebody", PlayerKind::Closed)
        );
        assert_eq!((closed.password, closed.email), (None, None));
        assert!(store.account_named("Ada").await.unwrap().is_none());
        assert!(store.session(&SecretHash::of("s")).await.unwrap().is_none());
        let read = store.game(&game.id).await.unwrap().unwrap();
        assert_eq!(read.participants.second.name, "Somebody");
        assert_eq!(read.standing, game.standing);
        // The name is free again.
        account(&store, "Ada").await;
        // His name stands in no column any more, except as the new account's own.
        for row in sqlx::query("SELECT first_name, second_name FROM games")
            .fetch_all(store.pool())
            .await
            .unwrap()
        {
            use sqlx::Row;
            assert_ne!(row.get::<String, _>(0), "Ada");
            assert_ne!(row.get::<String, _>(1), "Ada");
        }
    })
    .await;
}

#[tokio::test]
async fn secrets_let_in_only_as_long_as_they_are_good() {
    on_both(async |backing| {
        let store = backing.open().await;
        let ada = account(&store, "Ada").await;
        let other = account(&store, "Other").await;
        let hash = SecretHash::of;
        let mut sessions = Vec::new();
        for (secret, seen) in [("one", 10), ("two", 20), ("three", 30)] {
            let session = Session {
                id: RowId::random().unwrap(),
                player: ada.id.clone(),
                created: 5,
                seen,
                agent: "Firefox".into(),
            };
            store.add_session(&session, &hash(secret)).await.unwrap();
            sessions.push(session);
        }
        assert_eq!(
            store.session(&hash("two")).await.unwrap().as_ref(),
            Some(&sessions[1])
        );
        assert_eq!(store.session(&hash("four")).await.unwrap(), None);
        store.touch_session(&sessions[0].id, 40).await.unwrap();
        let listed = store.sessions_of(&ada.id).await.unwrap();
        assert_eq!(listed[0].id, sessions[0].id);
        assert!(!store.end_session(&other.id, &sessions[1].id).await.unwrap());
        assert!(store.end_session(&ada.id, &sessions[1].id).await.unwrap());
        assert_eq!(store.end_sessions_before(31).await.unwrap(), 1);
        assert_eq!(
            store
                .end_sessions(&ada.id, Some(&sessions[0].id))
                .await
                .unwrap(),
            0
        );
        assert_eq!(store.end_sessions(&ada.id, None).await.unwrap(), 1);

        let token = Token {
            id: RowId::random().unwrap(),
            player: ada.id.clone(),
            name: "laptop".into(),
            created: 5,
            seen: 5,
        };
        store.add_token(&token, &hash("t")).await.unwrap();
        assert_eq!(
            store.token(&hash("t")).await.unwrap().as_ref(),
            Some(&token)
        );
        store.touch_token(&token.id, 9).await.unwrap();
        assert_eq!(store.tokens_of(&ada.id).await.unwrap()[0].seen, 9);
        assert!(store.end_token(&ada.id, &token.id).await.unwrap());
        assert_eq!(store.token(&hash("t")).await.unwrap(), None);

        store
            .set_recovery_codes(&ada.id, &[hash("a"), hash("b")])
            .await
            .unwrap();
        assert!(
            !store
                .use_recovery_code(&other.id, &hash("a"))
                .await
                .unwrap()
        );
        assert!(store.use_recovery_code(&ada.id, &hash("a")).await.unwrap());
        assert!(!store.use_recovery_code(&ada.id, &hash("a")).await.unwrap());
        store
            .set_recovery_codes(&ada.id, &[hash("c")])
            .await
            .unwrap();
        assert!(!store.use_recovery_code(&ada.id, &hash("b")).await.unwrap());

        let link = Link {
            player: ada.id.clone(),
            purpose: LinkPurpose::Reset,
            email: None,
            expires: 100,
        };
        store.add_link(&link, &hash("l")).await.unwrap();
        let used = async |purpose, now| store.use_link(&hash("l"), purpose, now).await.unwrap();
        assert_eq!(used(LinkPurpose::Email, 50).await, None);
        assert_eq!(used(LinkPurpose::Reset, 100).await, None);
        assert_eq!(used(LinkPurpose::Reset, 99).await, Some(link));
        assert_eq!(used(LinkPurpose::Reset, 99).await, None);
    })
    .await;
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
        store.verify_email(&ada.id, "a@b.example").await.unwrap();
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
        assert_eq!(
            store.open_reports().await.unwrap(),
            std::slice::from_ref(&report)
        );
        assert!(store.close_report(&report.id, 9).await.unwrap());
        assert!(!store.close_report(&report.id, 9).await.unwrap());
        assert!(store.open_reports().await.unwrap().is_empty());

        let words = Announcement {
            id: RowId::random().unwrap(),
            text: "Restart at noon".into(),
            at: 10,
            until: Some(20),
        };
        store.announce(&words).await.unwrap();
        assert!(store.announcements(9).await.unwrap().is_empty());
        assert_eq!(
            store.announcements(19).await.unwrap(),
            std::slice::from_ref(&words)
        );
        assert!(store.announcements(20).await.unwrap().is_empty());
        assert!(store.retract(&words.id).await.unwrap());
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
