//! A list of named steps, run to the end whatever fails, and the table of how each went.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::project::Project;

/// One check.
pub struct Step {
    /// A short word, unique in its list.
    pub name: &'static str,
    /// What it checks, for the heading.
    pub title: &'static str,
    /// Steps before it whose success it builds on.
    pub needs: &'static [&'static str],
    /// Does it.
    pub run: fn(&Project) -> Result<()>,
}

/// How one step went.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// Not run, because this step before it did not pass.
    Skipped(&'static str),
    /// Not run, because this machine has not what it takes.
    Impossible(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed => f.write_str("FAILED"),
            Self::Skipped(cause) => write!(f, "skipped, needs {cause}"),
            Self::Impossible(reason) => write!(f, "skipped: {reason}"),
        }
    }
}

/// The error of a step that cannot run on this machine and need not: it counts neither as passed nor as failed.
#[derive(Debug)]
pub struct Impossible(pub String);

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Impossible {}

struct Row {
    name: &'static str,
    time: Duration,
    outcome: Outcome,
}

/// Runs the steps in order. One that fails does not stop the others, only those that need it.
/// Prints a heading and the time of each, then a table, then `N passed, N failed`.
/// True if every step passed that this machine can run.
pub fn run(project: &Project, plan: &[&Step]) -> bool {
    let start = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    for (index, step) in plan.iter().enumerate() {
        println!(
            "\n=== {}/{} {}: {}",
            index + 1,
            plan.len(),
            step.name,
            step.title
        );
        let begun = Instant::now();
        let outcome = match unmet(step, &rows) {
            Some(cause) => Outcome::Skipped(cause),
            None => match (step.run)(project) {
                Ok(()) => Outcome::Passed,
                Err(error) => match error.downcast::<Impossible>() {
                    Ok(Impossible(reason)) => Outcome::Impossible(reason),
                    Err(error) => {
                        eprintln!("error: {error:#}");
                        Outcome::Failed
                    }
                },
            },
        };
        let row = Row {
            name: step.name,
            time: begun.elapsed(),
            outcome,
        };
        println!(
            "--- {}: {} after {}",
            row.name,
            row.outcome,
            clock(row.time)
        );
        rows.push(row);
    }
    println!("\n{}", table(&rows, start.elapsed()));
    rows.iter()
        .all(|row| matches!(row.outcome, Outcome::Passed | Outcome::Impossible(_)))
}

/// The first step that `step` needs and that did not pass. One that is not in the plan counts
/// as met: whoever left it out answers for it.
fn unmet(step: &Step, rows: &[Row]) -> Option<&'static str> {
    let bad = |need: &&&str| {
        rows.iter()
            .any(|row| row.name == **need && row.outcome != Outcome::Passed)
    };
    step.needs.iter().find(bad).copied()
}

fn table(rows: &[Row], total: Duration) -> String {
    let width = rows
        .iter()
        .map(|row| row.name.len())
        .max()
        .unwrap_or(0)
        .max("total".len());
    let mut text = String::new();
    for row in rows {
        text += &format!(
            "{:width$}  {:>9}  {}\n",
            row.name,
            clock(row.time),
            row.outcome
        );
    }
    text += &format!("{:width$}  {:>9}\n", "total", clock(total));
    let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
    text + &format!(
        "{} passed, {} failed",
        count(Outcome::Passed),
        count(Outcome::Failed)
    )
}

/// `4.2 s`, or `3 min 07 s` from one minute on.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, needs: &'static [&'static str]) -> Step {
        Step {
            name,
            title: "",
            needs,
            run: |_| Ok(()),
        }
    }

    fn row(name: &'static str, outcome: Outcome) -> Row {
        Row {
            name,
            time: Duration::from_millis(1500),
            outcome,
        }
    }

    #[test]
    fn a_step_waits_for_what_it_needs_only() {
        let rows = [row("a", Outcome::Passed), row("b", Outcome::Failed)];
        assert_eq!(unmet(&step("c", &["a"]), &rows), None);
        assert_eq!(unmet(&step("c", &["a", "b"]), &rows), Some("b"));
        assert_eq!(unmet(&step("c", &["elsewhere"]), &rows), None);
        let skipped = [row("b", Outcome::Skipped("a"))];
        assert_eq!(unmet(&step("c", &["b"]), &skipped), Some("b"));
    }

    #[test]
    fn the_table_ends_with_the_count() {
        let rows = [
            row("fmt", Outcome::Passed),
            row("vite", Outcome::Failed),
            row("e2e", Outcome::Skipped("vite")),
        ];
        let text = table(&rows, Duration::from_secs(187));
        assert!(
            text.contains("e2e        1.5 s  skipped, needs vite\n"),
            "{text}"
        );
        assert!(text.contains("3 min 07 s"), "{text}");
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
    }

    #[test]
    fn every_step_runs_and_one_failure_fails_all() {
        let project = Project::open().unwrap();
        let fails: fn(&Project) -> Result<()> = |_| anyhow::bail!("as planned");
        let bad = Step {
            run: fails,
            ..step("bad", &[])
        };
        assert!(!run(
            &project,
            &[&bad, &step("good", &[]), &step("late", &["bad"])]
        ));
        assert!(run(&project, &[&step("good", &[])]));
        let lacks: fn(&Project) -> Result<()> = |_| Err(Impossible("no such thing".into()).into());
        let lacking = Step {
            run: lacks,
            ..step("lacking", &[])
        };
        assert!(run(&project, &[&lacking, &step("good", &[])]));
        let text = Outcome::Impossible("no such thing".into()).to_string();
        assert_eq!(text, "skipped: no such thing");
    }
}
