//! `backrank verify`: recomputes the deal of a finished game from its record.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::Registry;
use backrank_rules::deal::{self, Check};
use backrank_server::wire;

/// Longest record that is read.
const LONGEST: u64 = 1 << 20;

pub fn verify(file: &Path, commitment: Option<&str>) -> Result<()> {
    let text = read(file)?;
    let record: wire::DealRecord = serde_json::from_str(&text).with_context(|| {
        format!(
            "{} is no deal record (JSON, as /api/v1/games/ID/deal gives it)",
            file.display()
        )
    })?;
    let variant = Registry::built_in_variant(&record.variant)?.ok_or_else(|| {
        anyhow!(
            "the record is of a game `{}` that this program does not know",
            record.variant
        )
    })?;
    let mut checks = deal::verify_start(&(&record).into(), &variant);
    if let Some(noted) = commitment {
        checks.push(Check {
            name: "commitment as noted before play".to_owned(),
            ok: noted.trim().eq_ignore_ascii_case(&record.commitment),
            expected: noted.trim().to_owned(),
            found: record.commitment.clone(),
        });
    }
    let mut wrong = 0;
    for check in &checks {
        if check.ok {
            println!("ok     {}", check.name);
        } else {
            wrong += 1;
            println!(
                "WRONG  {}: recomputed {}, the record says {}",
                check.name, check.expected, check.found
            );
        }
    }
    if wrong > 0 {
        bail!(
            "the deal of game {} does not hold: {wrong} of {} checks fail",
            record.game,
            checks.len()
        );
    }
    println!(
        "The deal of game {} is what salt and contributions give; nobody chose it.",
        record.game
    );
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    let mut text = String::new();
    let result = if file == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LONGEST)
            .read_to_string(&mut text)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(LONGEST).read_to_string(&mut text))
    };
    result.with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text)
}
