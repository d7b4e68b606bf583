//! `backrank serve`: the server.

use anyhow::{Context, Result};
use backrank_server::Config;
use tracing_subscriber::EnvFilter;

use crate::cli::ServeOptions;

pub fn serve(options: ServeOptions) -> Result<()> {
    let filter = EnvFilter::try_from_env("BACKRANK_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    let defaults = Config::default();
    let config = Config {
        listen: options.listen,
        data: options.data,
        database: options.database_url,
        variants: options.variants.into_iter().collect(),
        bots: options.workers.unwrap_or(defaults.bots).max(1),
        ..defaults
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the async runtime cannot start")?;
    runtime.block_on(backrank_server::serve(config))?;
    Ok(())
}
