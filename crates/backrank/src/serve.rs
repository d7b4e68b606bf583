//! `backrank serve`: the server.

use anyhow::{Context, Result};
use tracing_subscriber::EnvFilter;

use crate::cli::ServeOptions;
use crate::settings::{LogFormat, Settings};

pub fn serve(options: ServeOptions) -> Result<()> {
    let settings = options
        .settings
        .with_file(options.config.as_deref())?
        .effective();
    let config = settings.config()?;
    if options.print_config {
        print!("{}", settings.shown()?);
        return Ok(());
    }
    log(&settings)?;
    runtime()?.block_on(backrank_server::serve(config))?;
    Ok(())
}

/// What runs everything that waits.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the async runtime cannot start")
}

fn log(settings: &Settings) -> Result<()> {
    let filter = settings.log.as_deref().unwrap_or_default();
    let filter = EnvFilter::try_new(filter).context("log")?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match settings.log_format.unwrap_or_default() {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
