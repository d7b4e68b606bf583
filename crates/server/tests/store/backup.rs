//! A backup is taken while the store is written.

use backrank_server::store::{BackupError, DatabaseUrl, Participant, Sealer, Store};
use backrank_server::wire::PlayerKind;

use crate::backing::{self, Backing, add, participant, player, row};

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_taken_while_games_are_written_is_a_whole_database() {
    let backing = Backing::sqlite();
    let store = backing.open().await;
    let catalogue = backing::catalogue(&store).await;
    let guest = player(&store, "Guest", PlayerKind::Guest).await;
    let game = || {
        row(
            catalogue.get("chess").unwrap(),
            participant(&guest),
            Participant::computer(1, None),
        )
    };
    let before: Vec<_> = (0..20).map(|_| game()).collect();
    for game in &before {
        add(&store, game).await;
    }
    let to = backing.folder.path().join("it's a copy.db");
    let meanwhile = async {
        for _ in 0..50 {
            add(&store, &game()).await;
        }
    };
    let (copied, ()) = tokio::join!(backing.url.back_up(&to), meanwhile);
    copied.unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&to).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let url = DatabaseUrl::file(&to);
    let (copy, _writer) = Store::open(&url, Sealer::new(&[1; 32])).await.unwrap();
    for game in &before {
        assert_eq!(copy.game(&game.id).await.unwrap().as_ref(), Some(game));
    }
    assert!(copy.games_of(&guest.id, 1000).await.unwrap().len() <= 70);
    assert_eq!(store.games_of(&guest.id, 1000).await.unwrap().len(), 70);
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_invents_nothing() {
    let backing = Backing::sqlite();
    let to = backing.folder.path().join("copy.db");
    let missing = backing.url.back_up(&to).await;
    assert!(matches!(missing, Err(BackupError::Missing(_))));
    assert!(!to.exists());
    drop(backing.open().await);
    std::fs::write(&to, "precious").unwrap();
    let there = backing.url.back_up(&to).await;
    assert!(matches!(there, Err(BackupError::File { .. })));
    assert_eq!(std::fs::read(&to).unwrap(), b"precious");
    let url: DatabaseUrl = "postgres://localhost/x".parse().unwrap();
    let error = url.back_up(&to).await.unwrap_err().to_string();
    assert!(error.contains("pg_dump"), "{error}");
}
