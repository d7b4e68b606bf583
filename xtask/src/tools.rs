//! The programs the chores call, how each is found, and what to say when one is missing.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

/// The oldest Node the web client's tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The version of cargo-nextest to install where there is none.
const NEXTEST: &str = "0.9.143";

/// A program that Debian packages and other systems get from elsewhere.
pub struct Tool {
    /// What people call it.
    title: &'static str,
    /// An environment variable that names it, before any search.
    variable: &'static str,
    /// Its names on the search path, the preferred one first.
    names: &'static [&'static str],
    /// Full paths where it may lie outside the search path.
    places: &'static [&'static str],
    /// Debian's package.
    package: &'static str,
    /// What to do on other systems.
    elsewhere: &'static str,
}

/// The browser of the browser tests.
pub const CHROMIUM: Tool = Tool {
    title: "Chromium",
    variable: "CHROMIUM",
    names: &[
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
        "chrome",
    ],
    places: &[
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    package: "chromium",
    elsewhere: "elsewhere install Chromium or Chrome and set CHROMIUM to its path if it is not found",
};

/// The other program that `bench` measures beside and `oracle` asks.
pub const FAIRY_STOCKFISH: Tool = Tool {
    title: "Fairy-Stockfish",
    variable: "FAIRY_STOCKFISH",
    names: &["fairy-stockfish"],
    places: &["/usr/games/fairy-stockfish"],
    package: "fairy-stockfish",
    elsewhere: "elsewhere build it with large boards (`make build largeboards=yes`) and set \
                FAIRY_STOCKFISH to its path",
};

impl Tool {
    /// The path of the program; installs it where apt-get may.
    ///
    /// # Errors
    /// If it is missing and cannot be installed: names it and how to get it.
    pub fn require(&self, sh: &Shell) -> Result<PathBuf> {
        if let Some(path) = std::env::var_os(self.variable).map(PathBuf::from) {
            ensure!(
                path.is_file(),
                "{} is {}, which is no file",
                self.variable,
                path.display()
            );
            return Ok(path);
        }
        if let Some(path) = self.find() {
            return Ok(path);
        }
        if may_install() {
            install(sh, self.title, self.package)?;
            if let Some(path) = self.find() {
                return Ok(path);
            }
        }
        bail!("{}", self.missing())
    }

    fn find(&self) -> Option<PathBuf> {
        let on_path = self.names.iter().find_map(|name| which::which(name).ok());
        on_path.or_else(|| {
            self.places
                .iter()
                .map(PathBuf::from)
                .find(|place| place.is_file())
        })
    }

    fn missing(&self) -> String {
        format!(
            "{} is missing (looked for {} on PATH). On Debian: `apt-get install {}` as root; {}",
            self.title,
            self.names.join(", "),
            self.package,
            self.elsewhere
        )
    }
}

/// Whether apt-get may install packages.
pub fn may_install() -> bool {
    is_root() && which::which("apt-get").is_ok()
}

/// Installs a package of Debian for something that is missing.
///
/// # Errors
/// If apt-get fails.
pub fn install(sh: &Shell, title: &str, package: &str) -> Result<()> {
    println!("{title} is missing; installing Debian's package {package}");
    let _noninteractive = sh.push_env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(sh, "apt-get update").run()?;
    cmd!(sh, "apt-get install -y {package}").run()?;
    Ok(())
}

/// Checks that Node and npm are there and new enough.
///
/// # Errors
/// If not; names what to install.
pub fn require_node(sh: &Shell) -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    let wanted = format!("install Node.js {major}.{minor} or newer, which brings npm along");
    for name in ["node", "npm"] {
        ensure!(
            which::which(name).is_ok(),
            "`{name}` is not on PATH: {wanted}"
        );
    }
    let found = cmd!(sh, "node --version")
        .quiet()
        .read()
        .context("asking node for its version")?;
    let version =
        node_version(&found).with_context(|| format!("`node --version` said {found:?}"))?;
    ensure!(version >= OLDEST_NODE, "node is {found}: {wanted}");
    Ok(())
}

/// Reads major and minor number of `v20.19.1`.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Checks that cargo has a subcommand that comes with the toolchain, and adds the component if
/// rustup can.
///
/// # Errors
/// If it is missing and cannot be added; names the component.
pub fn require_component(sh: &Shell, subcommand: &str, component: &str) -> Result<()> {
    let works = |sh: &Shell| {
        cmd!(sh, "cargo {subcommand} --version")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .run()
            .is_ok()
    };
    if works(sh) {
        return Ok(());
    }
    if which::which("rustup").is_ok() {
        cmd!(sh, "rustup component add {component}").run()?;
    }
    ensure!(
        works(sh),
        "`cargo {subcommand}` is missing: install the component {component} of your Rust toolchain \
         (`rustup component add {component}`)"
    );
    Ok(())
}

/// Checks that cargo-nextest is there, and installs it if not.
///
/// # Errors
/// If it cannot be installed.
pub fn require_nextest(sh: &Shell) -> Result<()> {
    if which::which("cargo-nextest").is_ok() {
        return Ok(());
    }
    println!("cargo-nextest is missing; installing it (once, some minutes)");
    cmd!(
        sh,
        "cargo install cargo-nextest --version {NEXTEST} --locked"
    )
    .run()
    .context("cargo-nextest runs the tests; install it by hand if this machine is offline")
}

/// The first line a program prints for `--version`, for reports.
///
/// # Errors
/// If the program does not run.
pub fn version(sh: &Shell, program: &Path) -> Result<String> {
    let text = cmd!(sh, "{program} --version").quiet().read()?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Whether this runs as root.
#[cfg(unix)]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether this runs as root.
#[cfg(not(unix))]
pub fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read() {
        assert_eq!(node_version("v20.19.1\n"), Some((20, 19)));
        assert_eq!(node_version("v9.0.0"), Some((9, 0)));
        assert_eq!(node_version("20.19.1"), None);
        for (version, enough) in [("v22.0.0", true), ("v20.20.2", true), ("v20.18.9", false)] {
            assert_eq!(
                node_version(version).unwrap() >= OLDEST_NODE,
                enough,
                "{version}"
            );
        }
    }

    #[test]
    fn a_missing_tool_is_named_with_its_package() {
        let text = CHROMIUM.missing();
        assert!(text.contains("Chromium is missing"), "{text}");
        assert!(text.contains("apt-get install chromium"), "{text}");
    }
}
