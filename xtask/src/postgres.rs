//! A PostgreSQL server of our own for tests: data in a throw-away folder, reached by a socket in it, so that nothing of
//! it meets a server that runs already.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;
use xshell::Shell;

use crate::process::Running;
use crate::steps::Impossible;
use crate::tools;

/// Where Debian puts each version's programs.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The user that Debian makes for it: the server refuses to run as root.
const USER: &str = "postgres";
/// How long it may take to answer, and to end.
const LIMIT: Duration = Duration::from_secs(30);

/// A running server. It is killed when this goes out of scope.
pub struct Private {
    server: Running,
    folder: TempDir,
}

impl Private {
    /// Starts a server, installing it where apt-get may.
    ///
    /// # Errors
    /// [`Impossible`] if there is none and none can be installed; others if it does not start.
    pub fn start(sh: &Shell) -> Result<Self> {
        let programs = programs(sh)?;
        let folder = tempfile::tempdir().context("a folder for PostgreSQL")?;
        let owner = Owner::of_server()?;
        owner.give(folder.path())?;
        let data = folder.path().join("data");
        let made = owner
            .command(&programs.join("initdb"), folder.path())
            .args([
                "--auth=trust",
                "--username=postgres",
                "--no-sync",
                "--encoding=UTF8",
            ])
            .arg("--pgdata")
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .context("starting initdb")?;
        ensure!(made.success(), "initdb ended with {made}");
        let mut command = owner.command(&programs.join("postgres"), folder.path());
        command
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            // No test pulls the plug of this server itself, and its data are thrown away.
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .args(["-c", "max_connections=200", "-c", "log_min_messages=fatal"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut server = Running::start("postgres", &mut command)?;
        wait_until_ready(&mut server, &programs, folder.path())?;
        Ok(Self { server, folder })
    }

    /// Its address, as the tests take it.
    pub fn url(&self) -> String {
        format!(
            "postgres://postgres@localhost/postgres?host={}",
            self.folder.path().display()
        )
    }

    /// Ends it.
    ///
    /// # Errors
    /// If it does not end.
    pub fn stop(mut self) -> Result<()> {
        match self.server.stop(LIMIT)? {
            Some(_) => Ok(()),
            None => bail!(
                "PostgreSQL still runs {} s after it was told to end",
                LIMIT.as_secs()
            ),
        }
    }
}

/// The folder with `initdb` and `postgres`.
fn programs(sh: &Shell) -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if tools::may_install() {
        tools::install(sh, "PostgreSQL", "postgresql")?;
    }
    find().ok_or_else(|| {
        Impossible(
            "PostgreSQL is missing; on Debian `apt-get install postgresql` as root, elsewhere put \
             `initdb` and `postgres` on PATH"
                .to_owned(),
        )
        .into()
    })
}

fn find() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_isready"]
            .iter()
            .all(|name| folder.join(name).is_file())
    };
    let on_path = which::which("initdb")
        .ok()
        .and_then(|program| Some(program.canonicalize().ok()?.parent()?.to_owned()));
    let debian = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = debian
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    versions.sort();
    on_path
        .into_iter()
        .chain(versions.into_iter().rev().map(|(_, folder)| folder))
        .find(complete)
}

fn wait_until_ready(server: &mut Running, programs: &Path, folder: &Path) -> Result<()> {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(status) = server.ended()? {
            bail!("PostgreSQL ended with {status} before it answered");
        }
        let ready = Command::new(programs.join("pg_isready"))
            .args(["--quiet", "--username=postgres", "--host"])
            .arg(folder)
            .status()
            .context("starting pg_isready")?;
        if ready.success() {
            return Ok(());
        }
        ensure!(
            Instant::now() < deadline,
            "no answer from PostgreSQL after {} s",
            LIMIT.as_secs()
        );
        sleep(Duration::from_millis(100));
    }
}

/// Who runs the server: whoever runs this, or for root the user that is there for it.
#[derive(Debug, PartialEq, Eq)]
struct Owner(Option<(u32, u32)>);

impl Owner {
    fn of_server() -> Result<Self> {
        if !tools::is_root() {
            return Ok(Self(None));
        }
        let users = std::fs::read_to_string("/etc/passwd").context("reading /etc/passwd")?;
        let ids = ids(&users, USER);
        let ids = ids.ok_or_else(|| {
            Impossible(format!(
                "PostgreSQL does not run as root, and there is no user {USER}"
            ))
        })?;
        Ok(Self(Some(ids)))
    }

    #[cfg(unix)]
    fn give(&self, folder: &Path) -> Result<()> {
        if let Some((user, group)) = self.0 {
            std::os::unix::fs::chown(folder, Some(user), Some(group))
                .with_context(|| format!("giving {} to {USER}", folder.display()))?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn give(&self, _: &Path) -> Result<()> {
        Ok(())
    }

    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder);
        #[cfg(unix)]
        if let Some((user, group)) = self.0 {
            use std::os::unix::process::CommandExt;
            command.uid(user).gid(group);
        }
        command
    }
}

/// User and group number of a user, from the text of `/etc/passwd`.
fn ids(users: &str, name: &str) -> Option<(u32, u32)> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.next()? == name).then_some(())?;
        let user = fields.nth(1)?.parse().ok()?;
        Some((user, fields.next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_of_the_server_is_found() {
        let users = "root:x:0:0:root:/root:/bin/bash\npostgresx:x:7:8::/:/bin/sh\n\
                     postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash\n";
        assert_eq!(ids(users, "postgres"), Some((101, 104)));
        assert_eq!(ids(users, "nobody"), None);
        assert_eq!(ids("postgres:x", "postgres"), None);
    }
}
