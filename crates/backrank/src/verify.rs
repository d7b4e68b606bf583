//! `backrank verify`: recomputes the deal of a finished game from its record.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::deal::{self, Check};
use backrank_rules::{Registry, Variant};
use backrank_server::wire;

use crate::cli::Folders;
use crate::known;

/// Longest record that is read.
const LONGEST: u64 = 1 << 20;

pub fn verify(file: &Path, commitment: Option<&str>, folders: &Folders) -> Result<()> {
    let text = read(file)?;
    let record: wire::DealRecord = serde_json::from_str(&text).with_context(|| {
        format!(
            "{} is no deal record (JSON, as /api/v1/games/ID/deal gives it)",
            file.display()
        )
    })?;
    let registry = known::games(folders)?;
    let variant = variant(&registry, &record.variant, record.rules_version)?;
    let mut checks = deal::verify_start(&(&record).into(), variant);
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

/// The version of the game that was played.
fn variant<'a>(registry: &'a Registry, id: &str, version: u32) -> Result<&'a Arc<Variant>> {
    let known = registry.get(id).ok_or_else(|| {
        anyhow!(
            "the record is of a game `{id}` that is unknown here; \
             its file, in a folder given by --variants, would help"
        )
    })?;
    registry.version(id, version).ok_or_else(|| {
        anyhow!(
            "the record is of version {version} of the rules of `{id}`, known here is version {}; {}",
            known.rules_version(),
            known::other_version(id, version)
        )
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_another_game_or_other_rules_says_what_would_help() {
        let mut registry = Registry::built_in().expect("good files");
        let refused = |registry: &Registry, id: &str, version: u32| {
            let refused = variant(registry, id, version);
            refused.expect_err("unknown").to_string()
        };
        let error = refused(&registry, "mine", 1);
        assert!(
            error.contains("`mine`") && error.contains("--variants"),
            "{error}"
        );
        let error = refused(&registry, "hidden", 9);
        assert!(
            error.contains("version 9 of the rules of `hidden`, known here is version 1"),
            "{error}"
        );
        assert!(error.contains("the file of version 9"), "{error}");
        let text = "id = \"hidden\"\nname = \"Later\"\nbase = \"masquerade\"\nrules_version = 9\n";
        registry
            .add_version("hidden.toml", text)
            .expect("a later version");
        let found = |version| variant(&registry, "hidden", version).map(|v| v.name().to_owned());
        assert_eq!(found(9).expect("given"), "Later");
        assert_eq!(found(1).expect("built in"), "Hidden Chess");
    }
}
