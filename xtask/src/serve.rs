//! `cargo xtask serve`: from a fresh clone to a playable page.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::project::Project;
use crate::{release, web};

/// Builds the web client, then the program that takes it in, and runs `backrank serve` at the
/// root of the project, so that the database lies in `data/`.
///
/// # Errors
/// If something does not build or the server does not start.
pub fn run(project: &Project, args: &[OsString]) -> Result<ExitCode> {
    web::install_if_changed(project)?;
    web::build(project)?;
    let program = release::build(project)?;
    let mut command = Command::new(program);
    command.arg("serve").args(args).current_dir(project.root());
    become_server(&mut command)
}

/// Replaces this process by the server: every signal, Ctrl-C among them, reaches it itself, and
/// its exit status is ours.
#[cfg(unix)]
fn become_server(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(anyhow::Error::new(error).context("starting `backrank serve`"))
}

/// Waits for the server, which gets Ctrl-C from the console as this process does.
#[cfg(not(unix))]
fn become_server(command: &mut Command) -> Result<ExitCode> {
    use anyhow::Context;
    let status = command.status().context("starting `backrank serve`")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
