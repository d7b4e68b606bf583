//! The browser tests: a server of their own on a free port with a throw-away data folder, and
//! `web/e2e/run.mjs` with a real Chromium against it.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::process::Running;
use crate::project::Project;
use crate::{release, tools};

/// How long the server may take until it answers.
const START: Duration = Duration::from_secs(30);
/// How long it may take to shut down.
const STOP: Duration = Duration::from_secs(15);
/// How long all browser tests together may take.
const TESTS: Duration = Duration::from_secs(15 * 60);
/// How many lines of the server's log a failure shows.
const TAIL: usize = 40;

/// Runs the browser tests.
///
/// # Errors
/// If Chromium is missing, the server does not start, a test fails, or the server does not
/// shut down cleanly when asked to.
pub fn run(project: &Project) -> Result<()> {
    let chromium = tools::CHROMIUM.require(&project.sh)?;
    println!("{}", tools::version(&project.sh, &chromium)?);
    let program = release::build_testing(project)?;

    let folder = tempfile::tempdir().context("a folder for the server's data")?;
    let log = folder.path().join("server.log");
    let outcome = with_server(&program, folder.path(), &log, |address| {
        tests(project, address, &chromium)
    });
    if outcome.is_err() {
        show_tail(&log);
    }
    outcome
}

/// Starts the server, does the work, stops the server by SIGTERM.
fn with_server(
    program: &Path,
    folder: &Path,
    log: &Path,
    work: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let address = free_address()?;
    let output = File::create(log).context("creating the server's log")?;
    let mut command = Command::new(program);
    command
        .args(["serve", "--listen", &address.to_string(), "--data"])
        .arg(folder.join("data"))
        // All these people come from one address.
        .args(["--limit", "accounts=1000/100", "--limit", "guests=2000/100"])
        .stdout(output.try_clone()?)
        .stderr(output);
    let mut server = Running::start("the server", &mut command)?;
    wait_until_healthy(&mut server, address)?;
    println!("server on http://{address}");
    work(address)?;
    match server.stop(STOP)? {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("the server ended with {status} when asked to stop by SIGTERM"),
        None => bail!(
            "the server was still running {} s after SIGTERM",
            STOP.as_secs()
        ),
    }
}

/// A port nobody listens on at the moment.
fn free_address() -> Result<SocketAddr> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("looking for a free port")?;
    Ok(listener.local_addr()?)
}

fn wait_until_healthy(server: &mut Running, address: SocketAddr) -> Result<()> {
    let deadline = Instant::now() + START;
    loop {
        if let Some(status) = server.ended()? {
            bail!("the server ended with {status} before it answered");
        }
        let answer = status_line(address);
        match &answer {
            Ok(line) if line.split(' ').nth(1) == Some("200") => return Ok(()),
            _ if Instant::now() < deadline => sleep(Duration::from_millis(100)),
            Ok(line) => bail!(
                "/healthz still answers {line:?} after {} s",
                START.as_secs()
            ),
            Err(error) => bail!(
                "no answer from /healthz after {} s: {error}",
                START.as_secs()
            ),
        }
    }
}

/// The first line of the answer to `GET /healthz`.
fn status_line(address: SocketAddr) -> std::io::Result<String> {
    let limit = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address, limit)?;
    stream.set_read_timeout(Some(limit))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

fn tests(project: &Project, address: SocketAddr, chromium: &Path) -> Result<()> {
    let mut command = Command::new("node");
    command
        .arg("e2e/run.mjs")
        .current_dir(project.path("web"))
        .env("BACKRANK_URL", format!("http://{address}"))
        .env("CHROMIUM", chromium);
    let mut node = Running::start("web/e2e/run.mjs", &mut command)?;
    let Some(status) = node.wait(TESTS)? else {
        // Asked nicely, it closes its browsers.
        node.stop(STOP)?;
        bail!(
            "web/e2e/run.mjs was still running after {} minutes",
            TESTS.as_secs() / 60
        );
    };
    ensure!(status.success(), "web/e2e/run.mjs ended with {status}");
    Ok(())
}

fn show_tail(log: &Path) {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let tail = &lines[lines.len().saturating_sub(TAIL)..];
    if !tail.is_empty() {
        eprintln!("the last lines of the server's log:\n{}", tail.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_an_answer_is_read() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 512];
            let read = stream.read(&mut request).unwrap();
            assert!(request[..read].starts_with(b"GET /healthz "));
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                .unwrap();
        });
        assert_eq!(status_line(address).unwrap(), "HTTP/1.1 200 OK");
        server.join().unwrap();
        assert!(status_line(free_address().unwrap()).is_err());
    }
}
