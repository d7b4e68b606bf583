//! One way to two databases: an embedded SQLite file, or a PostgreSQL server.
//!
//! Every query text is understood by both. What differs is here: how a connection is opened, the migrations, and who
//! may write when.

use std::fmt;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Once};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor, SqlStr, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::StoreError;

/// Which database: `sqlite:PATH`, or `postgres://…` as libpq writes it.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    url: String,
    kind: Kind,
}

/// What speaks behind the address.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Sqlite(PathBuf),
    Postgres,
}

/// It is no address of a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a database is given as sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct NoDatabaseUrl;

/// A password may be in it, so only what it is shows.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Kind::Postgres => f.write_str("postgres://(not shown)"),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = NoDatabaseUrl;

    fn from_str(text: &str) -> Result<DatabaseUrl, NoDatabaseUrl> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(DatabaseUrl {
                url: text.to_owned(),
                kind: Kind::Postgres,
            });
        }
        let path = text.strip_prefix("sqlite:").ok_or(NoDatabaseUrl)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() {
            return Err(NoDatabaseUrl);
        }
        Ok(DatabaseUrl::file(Path::new(path)))
    }
}

impl DatabaseUrl {
    /// A SQLite file.
    pub fn file(path: &Path) -> DatabaseUrl {
        let mut url = "sqlite:".to_owned();
        for byte in path.to_string_lossy().bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                    url.push(char::from(byte));
                }
                _ => url += &format!("%{byte:02X}"),
            }
        }
        url += "?mode=rwc";
        DatabaseUrl {
            url,
            kind: Kind::Sqlite(path.to_owned()),
        }
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Sqlite(path) => Some(path),
            Kind::Postgres => None,
        }
    }

    pub(super) fn is_sqlite(&self) -> bool {
        self.path().is_some()
    }

    fn options(&self) -> Result<AnyConnectOptions, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(|| {
            // It fails only if they are installed already.
            let _ = sqlx::any::install_drivers(&[
                sqlx::sqlite::any::DRIVER,
                sqlx::postgres::any::DRIVER,
            ]);
        });
        Ok(AnyConnectOptions::from_str(&self.url)?.disable_statement_logging())
    }

    /// A connection, ready to read and write.
    pub(super) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.options()?.connect().await?;
        prepare(&mut connection, self.is_sqlite()).await?;
        Ok(connection)
    }

    /// Brings the database to this program's form.
    pub(super) async fn migrate(&self) -> Result<(), StoreError> {
        let mut connection = self.connect().await?;
        if !self.is_sqlite() {
            migrations(POSTGRES).run(&mut connection).await?;
            connection.close().await?;
            return Ok(());
        }
        // A table that others refer to can be made anew only while nobody minds.
        connection.execute("PRAGMA foreign_keys = OFF").await?;
        migrations(SQLITE).run(&mut connection).await?;
        let broken = sqlx::query("PRAGMA foreign_key_check")
            .fetch_all(&mut connection)
            .await?;
        if !broken.is_empty() {
            return Err(StoreError::References(broken.len()));
        }
        connection.close().await?;
        Ok(())
    }

    /// Connections for everything but the event log.
    pub(super) async fn pool(&self) -> Result<AnyPool, StoreError> {
        let sqlite = self.is_sqlite();
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 4 } else { 8 })
            .after_connect(move |connection, _| Box::pin(prepare(connection, sqlite)))
            .connect_with(self.options()?)
            .await?;
        Ok(pool)
    }

    /// Copies the database into a new file that only its owner may read, while a server may be using it.
    ///
    /// # Errors
    /// [`BackupError`].
    pub async fn back_up(&self, to: &Path) -> Result<(), BackupError> {
        let from = self.path().ok_or(BackupError::Postgres)?;
        if !from.is_file() {
            return Err(BackupError::Missing(from.to_owned()));
        }
        let file = |source| BackupError::File {
            path: to.to_owned(),
            source,
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let new = options.open(to).map_err(file)?;
        let copied = self.copy(to).await;
        if copied.is_err() {
            // Half a backup is none.
            let _ = std::fs::remove_file(to);
        }
        copied?;
        new.sync_all().map_err(file)
    }

    /// SQLite writes into a file that is there if it is empty.
    async fn copy(&self, to: &Path) -> Result<(), StoreError> {
        let mut connection = self.connect().await?;
        sqlx::query("VACUUM INTO $1")
            .bind(to.to_string_lossy().as_ref())
            .execute(&mut connection)
            .await?;
        connection.close().await?;
        Ok(())
    }
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL has better ways of its own.
    #[error("this command copies SQLite files; for PostgreSQL use pg_dump")]
    Postgres,
    /// There is nothing to copy.
    #[error("there is no database {0}")]
    Missing(PathBuf),
    /// The new file cannot be made, for example because it exists.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// WAL with full synchronisation: what is committed survives a loss of power.
async fn prepare(connection: &mut AnyConnection, sqlite: bool) -> Result<(), sqlx::Error> {
    if sqlite {
        connection
            .execute(
                "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON",
            )
            .await?;
    }
    Ok(())
}

type Text = (i64, &'static str, &'static str);

const SQLITE: &[Text] = &[
    (
        1,
        "players, games, events",
        include_str!("../../migrations/sqlite/0001_foundation.sql"),
    ),
    (
        2,
        "people",
        include_str!("../../migrations/sqlite/0002_people.sql"),
    ),
    (
        3,
        "accounts",
        include_str!("../../migrations/sqlite/0003_accounts.sql"),
    ),
];

const POSTGRES: &[Text] = &[
    (
        2,
        "people",
        include_str!("../../migrations/postgres/0002_people.sql"),
    ),
    (
        3,
        "accounts",
        include_str!("../../migrations/postgres/0003_accounts.sql"),
    ),
];

fn migrations(texts: &[Text]) -> Migrator {
    let migration = |&(version, description, text): &Text| {
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            SqlStr::from_static(text),
            false,
        )
    };
    Migrator::with_migrations(texts.iter().map(migration).collect())
}

/// Who may write. SQLite has one writer at a time; waiting here is fair and quicker than asking again and again there.
#[derive(Debug, Clone)]
pub(super) struct WriteLock(Option<Arc<Mutex<()>>>);

impl WriteLock {
    pub(super) fn of(url: &DatabaseUrl) -> WriteLock {
        WriteLock(url.is_sqlite().then(Arc::default))
    }

    /// What begins a transaction that writes.
    pub(super) fn begin(&self) -> &'static str {
        match self.0 {
            Some(_) => "BEGIN IMMEDIATE",
            None => "BEGIN",
        }
    }

    /// Held while writing.
    pub(super) async fn take(&self) -> Option<OwnedMutexGuard<()>> {
        match &self.0 {
            Some(lock) => Some(lock.clone().lock_owned().await),
            None => None,
        }
    }
}

/// A transaction that writes, apart from the event log. Undone unless it is committed.
pub(super) struct Writing {
    // The order matters: the transaction ends before the next one may begin.
    transaction: Transaction<'static, sqlx::Any>,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Writing {
    pub(super) async fn begin(pool: &AnyPool, lock: &WriteLock) -> Result<Writing, StoreError> {
        let turn = lock.take().await;
        Ok(Writing {
            transaction: pool.begin_with(lock.begin()).await?,
            _turn: turn,
        })
    }

    pub(super) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}

impl std::ops::Deref for Writing {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.transaction
    }
}

impl std::ops::DerefMut for Writing {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_no_password() {
        let url: DatabaseUrl = "postgres://me:secret@host/games".parse().unwrap();
        assert!(!format!("{url:?}").contains("secret"));
        assert_eq!(url.path(), None);
    }

    #[test]
    fn a_file_may_have_any_name() {
        let url: DatabaseUrl = "sqlite:/data/a?b#c d.db".parse().unwrap();
        assert_eq!(url.path(), Some(Path::new("/data/a?b#c d.db")));
        assert_eq!(url.url, "sqlite:/data/a%3Fb%23c%20d.db?mode=rwc");
        for wrong in ["", "mysql://x", "backrank.db", "sqlite:"] {
            assert_eq!(wrong.parse::<DatabaseUrl>(), Err(NoDatabaseUrl), "{wrong}");
        }
    }
}
