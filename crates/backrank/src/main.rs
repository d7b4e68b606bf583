//! `backrank`: command line, server and computer players in one program.

mod admin;
mod backup;
mod bot;
mod check;
mod cli;
mod draw;
mod known;
mod pgn;
mod play;
mod position;
mod serve;
mod settings;
mod verify;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cli::usage_error(&error),
    };
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("backrank: {}", one_line(&chain(&error)));
            ExitCode::from(2)
        }
    }
}

/// An error with its causes, each said once: many already tell their cause.
fn chain(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Errors are one line each, so that scripts can read them.
fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
