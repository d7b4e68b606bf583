//! `cargo xtask gen`: files that are derived from others and kept in the repository, so that the
//! web client builds without Rust and a change of the wire shows in the diff.

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::project::Project;

/// How many differing lines are shown.
const SHOWN: usize = 5;

/// A derived file and the example program that prints it.
struct Generated {
    path: &'static str,
    package: &'static str,
    example: &'static str,
}

const FILES: &[Generated] = &[Generated {
    path: "web/src/wire.ts",
    package: "backrank-server",
    example: "gen_wire",
}];

/// Writes every derived file, or with `check` only compares.
///
/// # Errors
/// If a file cannot be made, or with `check` is not what would be written.
pub fn run(project: &Project, check: bool) -> Result<()> {
    let sh = &project.sh;
    for Generated {
        path,
        package,
        example,
    } in FILES
    {
        let fresh = cmd!(
            sh,
            "cargo run --quiet --package {package} --example {example}"
        )
        .read()
        .with_context(|| format!("making {path}"))?;
        ensure!(!fresh.trim().is_empty(), "{example} printed nothing");
        let fresh = fresh + "\n"; // the shell takes the last line's end off
        if !check {
            project.write(path, &fresh)?;
            continue;
        }
        let kept = project
            .read(path)
            .context("run `cargo xtask gen` and commit the result")?;
        if let Some(difference) = difference(&kept, &fresh) {
            anyhow::bail!(
                "{path} is not what `cargo xtask gen` writes; run it and commit the result\n{difference}"
            );
        }
    }
    Ok(())
}

/// The first lines in which two texts differ, or `None` for equal texts.
fn difference(kept: &str, fresh: &str) -> Option<String> {
    if kept == fresh {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) =
        (kept.split('\n').collect(), fresh.split('\n').collect());
    let differing = (0..old.len().max(new.len())).filter(|&line| old.get(line) != new.get(line));
    let mut text = String::new();
    for line in differing.take(SHOWN) {
        for (mark, side) in [('-', &old), ('+', &new)] {
            if let Some(content) = side.get(line) {
                text += &format!("{:>5} {mark} {content}\n", line + 1);
            }
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    }

    #[test]
    fn the_first_differing_lines_are_shown_from_both_sides() {
        assert_eq!(
            difference("a\nb\n", "a\nc\n").unwrap(),
            "    2 - b\n    2 + c\n"
        );
        assert_eq!(difference("a", "a\nb").unwrap(), "    2 + b\n");
        let (old, new) = ("x\n".repeat(50), "y\n".repeat(50));
        assert_eq!(difference(&old, &new).unwrap().lines().count(), 2 * SHOWN);
    }
}
