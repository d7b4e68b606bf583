//! Accounts in the store, on each database there is.

mod backing;

use backing::{on_both, participant, player};
use backrank_server::clock::DAY;
use backrank_server::ids::{PlayerId, RowId};
use backrank_server::store::{
    AnnouncementRow, LinkPurpose, Merged, Name, NewAccount, NewBotRow, NewLink, NewSession,
    NotMade, Player, Standing, Store,
};
use backrank_server::wire::{GameResult, PlayerKind, Reason, Side};

fn name(shown: &str) -> Name {
    let lookup = shown.to_lowercase();
    Name {
        shown: shown.to_owned(),
        closed: format!("closed:{lookup}"),
        lookup,
    }
}

fn new_account(shown: &str) -> NewAccount {
    NewAccount {
        name: name(shown),
        password: "$argon2id$of a password".to_owned(),
        codes: vec!["first code".to_owned(), "second code".to_owned()],
        vacation: (30, 2026),
    }
}

fn session(hash: &str) -> NewSession {
    NewSession {
        id: RowId::random().unwrap(),
        hash: hash.to_owned(),
        agent: "Testfox".to_owned(),
    }
}

async fn account(store: &Store, shown: &str) -> Player {
    let guest = player(store, "Guest", PlayerKind::Guest).await;
    let made = store.become_account(&guest.id, &new_account(shown)).await;
    assert_eq!(made.unwrap(), Ok(()));
    store.player(&guest.id).await.unwrap().unwrap()
}

#[tokio::test]
async fn one_name_goes_to_one_player() {
    on_both(async |backing| {
        let store = backing.open().await;
        let ada = account(&store, "Ada").await;
        assert_eq!((ada.name.as_str(), ada.kind), ("Ada", PlayerKind::Account));
        let again = store.become_account(&ada.id, &new_account("Ada2")).await;
        assert_eq!(again.unwrap(), Err(NotMade::NoGuest));
        let other = player(&store, "Guest", PlayerKind::Guest).await;
        let taken = store.become_account(&other.id, &new_account("ADA")).await;
        assert_eq!(taken.unwrap(), Err(NotMade::NameTaken));
        let found = store.account_named("ada").await.unwrap().unwrap();
        assert_eq!((found.player, found.vacation_left), (ada, 30));
        // Many at once.
        let mut wins = 0;
        let guests = [(); 4].map(|()| PlayerId::random().unwrap());
        let mut tasks = Vec::new();
        for id in guests {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let guest = Player {
                    id: id.clone(),
                    name: "Guest".to_owned(),
                    kind: PlayerKind::Guest,
                };
                store.add_player(&guest).await.unwrap();
                store.become_account(&id, &new_account("Grace")).await
            }));
        }
        for task in tasks {
            wins += u32::from(task.await.unwrap().unwrap().is_ok());
        }
        assert_eq!(wins, 1);
    })
    .await;
}

#[tokio::test]
async fn sessions_tokens_codes_and_links_are_found_by_their_hash_until_they_end() {
    on_both(async |backing| {
        let store = backing.open().await;
        let ada = account(&store, "Ada").await;
        let (one, two) = (session("one"), session("two"));
        store.add_session(&ada.id, &one, 5).await.unwrap();
        store.add_session(&ada.id, &two, 6).await.unwrap();
        let holder = store.session("one").await.unwrap().unwrap();
        assert_eq!(
            (&holder.player, &holder.id, holder.seen),
            (&ada, &one.id, 5)
        );
        store.used(&holder, 9).await.unwrap();
        let sessions = store.sessions(&ada.id).await.unwrap();
        assert_eq!(
            sessions.iter().map(|one| one.seen).collect::<Vec<_>>(),
            [9, 6]
        );
        store
            .set_password(&ada.id, "new", Some(&two.id))
            .await
            .unwrap();
        assert_eq!(store.session("one").await.unwrap(), None);
        assert!(store.session("two").await.unwrap().is_some());

        assert!(
            store
                .use_code(&ada.id, "first code", "newer")
                .await
                .unwrap()
        );
        assert!(
            !store
                .use_code(&ada.id, "first code", "newest")
                .await
                .unwrap()
        );
        assert!(store.has_code(&ada.id, "second code").await.unwrap());
        assert_eq!(store.session("two").await.unwrap(), None);
        let found = store.account(&ada.id).await.unwrap().unwrap();
        assert_eq!(found.password.as_deref(), Some("newer"));

        let link = |hash: &str, purpose, email: Option<&str>| NewLink {
            hash: hash.to_owned(),
            player: ada.id.clone(),
            purpose,
            email: email.map(str::to_owned),
            expires: 100,
        };
        let (reset, email) = (LinkPurpose::Reset, LinkPurpose::Email);
        store.add_link(&link("r1", reset, None)).await.unwrap();
        store.add_link(&link("r2", reset, None)).await.unwrap();
        assert_eq!(
            store.link("r1", reset, 50).await.unwrap(),
            None,
            "the last counts"
        );
        assert_eq!(store.use_reset("r2", "late", 100).await.unwrap(), None);
        assert_eq!(
            store.use_reset("r2", "by link", 99).await.unwrap(),
            Some(ada.id.clone())
        );
        assert_eq!(store.use_reset("r2", "again", 99).await.unwrap(), None);
        store
            .set_email(&ada.id, Some("a@example.org"))
            .await
            .unwrap();
        store
            .add_link(&link("e1", email, Some("old@example.org")))
            .await
            .unwrap();
        assert!(
            !store.use_verification("e1", 50).await.unwrap(),
            "another address by now"
        );
        store
            .add_link(&link("e2", email, Some("a@example.org")))
            .await
            .unwrap();
        assert!(store.use_verification("e2", 50).await.unwrap());
        assert!(
            store
                .account(&ada.id)
                .await
                .unwrap()
                .unwrap()
                .email_verified
        );

        let bot = NewBotRow {
            id: PlayerId::random().unwrap(),
            name: name("Zobrist"),
            owner: ada.id.clone(),
            token: RowId::random().unwrap(),
            hash: "token".to_owned(),
        };
        assert!(store.add_bot(&bot, 7).await.unwrap());
        assert!(!store.add_bot(&bot, 7).await.unwrap());
        let holder = store.token("token").await.unwrap().unwrap();
        assert_eq!((&holder.player.id, &holder.ban), (&bot.id, &None));
        store.set_ban(&ada.id, Some(50), "why").await.unwrap();
        let ban = store.token("token").await.unwrap().unwrap().ban.unwrap();
        assert_eq!((ban.until, ban.reason.as_str()), (50, "why"));
        assert_eq!(store.banned(49).await.unwrap().len(), 2);
        assert!(store.banned(50).await.unwrap().is_empty());
        store.used(&holder, 33).await.unwrap();
        assert_eq!(store.bots(&ada.id).await.unwrap()[0].seen, 33);
        let token = RowId::random().unwrap();
        store.set_token(&bot.id, &token, "other", 8).await.unwrap();
        assert_eq!(store.token("token").await.unwrap(), None);
        assert!(store.token("other").await.unwrap().is_some());
        let found = store.accounts_like("OBR", 10).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(store.accounts_like("%", 10).await.unwrap().len(), 0);

        store
            .add_session(&ada.id, &session("old"), 5)
            .await
            .unwrap();
        store.forget_old_credentials(6, 200).await.unwrap();
        assert_eq!(store.session("old").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_guests_games_move_and_those_between_the_two_stay() {
    on_both(async |backing| {
        let store = backing.open().await;
        let catalogue = backing::catalogue(&store).await;
        let chess = catalogue.get("chess").unwrap();
        let ada = account(&store, "Ada").await;
        let grace = account(&store, "Grace").await;
        let guest = player(&store, "Guest 7KQ", PlayerKind::Guest).await;
        let seat = |one: &Player| participant(one);
        let mut running = backing::row(chess, seat(&grace), seat(&guest));
        running.standing = backing::playing(Side::Black);
        let mut between = backing::row(chess, seat(&guest), seat(&ada));
        between.rated = false;
        between.standing = backing::playing(Side::White);
        backing::add(&store, &running).await;
        backing::add(&store, &between).await;
        let refused = store.merge(&guest.id, &ada).await.unwrap();
        assert_eq!(refused, Merged::BothAt(between.id.clone()));
        assert_eq!(
            store.games_of(&guest.id, 9).await.unwrap().len(),
            2,
            "nothing has moved"
        );
        let over = backing::over(Side::White, GameResult::Draw, Reason::Agreement);
        store
            .append(backing::append(&between.id, None, over, 9))
            .await
            .unwrap();
        let merged = store.merge(&guest.id, &ada).await.unwrap();
        assert_eq!(merged, Merged::Done(vec![running.id.clone()]));
        let moved = store.game(&running.id).await.unwrap().unwrap();
        assert_eq!(moved.participants.second.name, "Ada");
        assert_eq!(moved.participants.place(&ada.id), Some(1));
        assert_eq!(moved.side(&ada.id), Some(Side::White));
        assert_eq!(
            moved.standing,
            Standing {
                ..running.standing.clone()
            }
        );
        let stayed = store.game(&between.id).await.unwrap().unwrap();
        assert_eq!(stayed.participants.place(&guest.id), Some(0));
        assert_eq!(stayed.participants.place(&ada.id), Some(1));
        let gone = store.player(&guest.id).await.unwrap().unwrap();
        assert_eq!(gone.kind, PlayerKind::Closed);
        assert_eq!(store.waiting_for(&ada.id).await.unwrap(), (0, 1));
        assert_eq!(
            store.running_with_others(&ada.id).await.unwrap(),
            Some(running.id.clone())
        );

        let kept = store.kept_of(&ada.id).await.unwrap();
        assert_eq!(kept.blocked, Vec::<String>::new());
        store.close_account(&ada.id, &name("Ada")).await.unwrap();
        let closed = store.account(&ada.id).await.unwrap().unwrap();
        assert_eq!(
            (closed.player.kind, closed.password),
            (PlayerKind::Closed, None)
        );
        assert_eq!(store.account_named("ada").await.unwrap(), None);
        assert!(store.is_name_taken(&name("ADA")).await.unwrap());
        let game = store.game(&running.id).await.unwrap().unwrap();
        assert_eq!(game.participants.second.name, "Anonymous");
        assert_eq!(game.participants.second.kind, PlayerKind::Closed);
    })
    .await;
}

#[tokio::test]
async fn the_hosts_words_come_and_go() {
    on_both(async |backing| {
        let store = backing.open().await;
        assert_eq!(store.current_fact("x").await.unwrap(), None);
        for value in ["1", "2"] {
            store.set_fact("x", Some(value)).await.unwrap();
            assert_eq!(
                store.current_fact("x").await.unwrap().as_deref(),
                Some(value)
            );
        }
        store.set_fact("x", None).await.unwrap();
        assert_eq!(store.current_fact("x").await.unwrap(), None);
        let words = AnnouncementRow {
            id: RowId::random().unwrap(),
            text: "Back at noon".to_owned(),
            at: DAY,
            until: Some(2 * DAY),
        };
        store.announce(&words).await.unwrap();
        assert_eq!(
            store.announcements(2 * DAY - 1).await.unwrap(),
            std::slice::from_ref(&words)
        );
        assert!(store.announcements(2 * DAY).await.unwrap().is_empty());
        assert!(store.withdraw(&words.id).await.unwrap());
        assert!(!store.withdraw(&words.id).await.unwrap());

        let (ada, grace) = (account(&store, "Ada").await, account(&store, "Grace").await);
        sqlx::query(
            "INSERT INTO reports (id, by, about, reason, text, at) \
             VALUES ('r1', $1, $2, 'stalling', 'Leaves', 5)",
        )
        .bind(ada.id.as_str())
        .bind(grace.id.as_str())
        .execute(store.pool())
        .await
        .unwrap();
        let reports = store.reports(false).await.unwrap();
        assert_eq!(
            (reports[0].by.as_str(), reports[0].about.as_str()),
            ("Ada", "Grace")
        );
        assert_eq!(store.kept_of(&ada.id).await.unwrap().reports.len(), 1);
        assert!(store.close_report(&reports[0].id, 9).await.unwrap());
        assert!(!store.close_report(&reports[0].id, 9).await.unwrap());
        assert!(store.reports(false).await.unwrap().is_empty());
        assert_eq!(store.reports(true).await.unwrap()[0].closed, Some(9));
        store
            .set_vacation(&ada.id, Some(77), 20, 2026)
            .await
            .unwrap();
        let away = store.account(&ada.id).await.unwrap().unwrap();
        assert_eq!((away.vacation_until, away.vacation_left), (Some(77), 20));
    })
    .await;
}
