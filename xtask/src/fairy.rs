//! Fairy-Stockfish over UCI, asked for perft only.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// A running Fairy-Stockfish, set to one variant.
pub struct Fairy {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What it calls itself, with its version.
    pub name: String,
}

impl Fairy {
    /// Starts the program and sets the variant, by the program's own name for it.
    ///
    /// # Errors
    /// If it does not start, or does not know the variant.
    pub fn start(program: &Path, variant: &str) -> Result<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", program.display()))?;
        let input = child
            .stdin
            .take()
            .context("no way to write to Fairy-Stockfish")?;
        let output = child
            .stdout
            .take()
            .context("no way to read from Fairy-Stockfish")?;
        let mut fairy = Self {
            child,
            input,
            output: BufReader::new(output),
            name: String::new(),
        };
        fairy.greet(variant)?;
        Ok(fairy)
    }

    fn greet(&mut self, variant: &str) -> Result<()> {
        self.send("uci")?;
        let mut known = false;
        loop {
            let line = self.line()?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.to_owned();
            } else if line.starts_with("option name UCI_Variant ") {
                known = line.split_whitespace().any(|word| word == variant);
            } else if line == "uciok" {
                break;
            }
        }
        ensure!(
            known,
            "{} does not know the variant {variant}: it must be Fairy-Stockfish built with large \
             boards, as Debian's package is",
            self.name
        );
        self.send(&format!("setoption name UCI_Variant value {variant}"))?;
        self.send("isready")?;
        self.until("readyok").map(drop)
    }

    /// Sets the position: `startpos`, or `fen` and a FEN.
    ///
    /// # Errors
    /// If the program has gone.
    pub fn position(&mut self, position: &str) -> Result<()> {
        self.send(&format!("position {position}"))?;
        self.send("isready")?;
        self.until("readyok").map(drop)
    }

    /// Counts the leaves of the tree below the position that is set.
    ///
    /// # Errors
    /// If the program has gone or answers something else.
    pub fn perft(&mut self, depth: u32) -> Result<u64> {
        self.send(&format!("go perft {depth}"))?;
        let line = self.until("Nodes searched:")?;
        nodes(&line).with_context(|| format!("no count in {line:?}"))
    }

    fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("Fairy-Stockfish has gone")
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self
            .output
            .read_line(&mut line)
            .context("reading from Fairy-Stockfish")?
            == 0
        {
            bail!("Fairy-Stockfish ended without an answer");
        }
        Ok(line.trim_end().to_owned())
    }

    fn until(&mut self, start: &str) -> Result<String> {
        loop {
            let line = self.line()?;
            if line.starts_with(start) {
                return Ok(line);
            }
        }
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        // Both fail only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `Nodes searched: 197281`.
fn nodes(line: &str) -> Option<u64> {
    line.strip_prefix("Nodes searched:")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        assert_eq!(nodes("Nodes searched: 28741319"), Some(28_741_319));
        assert_eq!(nodes("Nodes searched:"), None);
        assert_eq!(nodes("a2a3: 20"), None);
    }
}
