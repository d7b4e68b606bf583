//! A bare server for the tests that kill it: `serve DATA` listens on a free port and prints its address.

use std::path::PathBuf;

use backrank_server::{Config, Server};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::args_os().nth(1).ok_or("usage: serve DATA")?;
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        data: PathBuf::from(data),
        bots: 1,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        println!("listening on {}", server.address()?);
        let stop = backrank_server::told_to_stop();
        server.run(stop).await?;
        Ok(())
    })
}
