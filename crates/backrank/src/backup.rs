//! `backrank backup`: a copy of the database.

use anyhow::{Context, Result};
use backrank_server::Config;

use crate::cli::BackupOptions;

pub fn backup(options: BackupOptions) -> Result<()> {
    let config = Config {
        data: options.data,
        database: options.database_url,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the async runtime cannot start")?;
    runtime.block_on(config.database().back_up(&options.to))?;
    println!("{} holds the database.", options.to.display());
    println!(
        "It does not hold the key, without which no game in it can be read: keep a copy of {} in \
         another place.",
        config.data.join("key").display()
    );
    Ok(())
}
