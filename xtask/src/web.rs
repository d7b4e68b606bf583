//! The web client in `web/`: its packages, its build and its own checks, by npm.

use std::fs;

use anyhow::{Context, Result};
use xshell::cmd;

use crate::project::Project;
use crate::tools;

/// A copy of the lock file as of the last install; npm never touches it.
const INSTALLED: &str = "web/node_modules/.installed-lock.json";

/// Installs the packages the lock file names, from scratch.
///
/// # Errors
/// If Node is missing or npm fails.
pub fn install(project: &Project) -> Result<()> {
    tools::require_node(&project.sh)?;
    let sh = &project.sh;
    let _web = sh.push_dir("web");
    cmd!(sh, "npm ci --no-audit --no-fund").run()?;
    fs::copy(
        project.path("web/package-lock.json"),
        project.path(INSTALLED),
    )
    .context("noting the installed lock file")?;
    Ok(())
}

/// Installs the packages unless those of this very lock file are there.
///
/// # Errors
/// As [`install`].
pub fn install_if_changed(project: &Project) -> Result<()> {
    tools::require_node(&project.sh)?;
    let wanted = project.read("web/package-lock.json")?;
    let there = fs::read_to_string(project.path(INSTALLED)).is_ok_and(|text| text == wanted);
    if there { Ok(()) } else { install(project) }
}

/// Runs a script of `web/package.json`.
///
/// # Errors
/// If it fails.
pub fn script(project: &Project, name: &str) -> Result<()> {
    let sh = &project.sh;
    let _web = sh.push_dir("web");
    cmd!(sh, "npm run --silent {name}").run()?;
    Ok(())
}

/// Builds `web/dist`, which the server's release build takes in.
///
/// # Errors
/// If the build fails or leaves no page.
pub fn build(project: &Project) -> Result<()> {
    script(project, "build")?;
    let page = project.path("web/dist/index.html");
    anyhow::ensure!(
        page.is_file(),
        "the build of the web client left no web/dist/index.html"
    );
    Ok(())
}
