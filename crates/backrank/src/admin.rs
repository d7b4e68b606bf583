//! `backrank admin`: what the host does with players, in the database itself.

use anyhow::Result;
use backrank_server::Config;
use backrank_server::admin::{Admin, FOR_GOOD};
use backrank_server::clock::{Millis, now};
use backrank_server::store::{Account, DatabaseUrl};
use backrank_server::wire::{PlayerKind, ReportReason};
use jiff::Timestamp;

use crate::cli::{AdminCommand, AdminOptions, ReportsCommand, UsersCommand};
use crate::serve::runtime;
use crate::settings::Settings;

pub fn admin(options: AdminOptions) -> Result<()> {
    let AdminOptions {
        config,
        data,
        database_url,
        base_url,
        command,
    } = options;
    let settings = Settings {
        data,
        database_url,
        base_url,
        ..Settings::default()
    };
    let settings = settings.with_file(config.as_deref())?.effective();
    let config = settings.config()?;
    runtime()?.block_on(run(&config, command))
}

async fn run(config: &Config, command: AdminCommand) -> Result<()> {
    let url: DatabaseUrl = config.database();
    let admin = Admin::open(&url).await?;
    match command {
        AdminCommand::Users(UsersCommand::List { part }) => {
            for account in admin.users(part.as_deref().unwrap_or_default()).await? {
                println!("{}", line(&account));
            }
        }
        AdminCommand::Users(UsersCommand::Show { player }) => show(&admin.user(&player).await?),
        AdminCommand::Ban {
            player,
            days,
            reason,
        } => {
            let until = admin.ban(&player, days, &reason).await?;
            println!("{player} is banned until {}", time(until));
        }
        AdminCommand::Unban { player } => {
            admin.unban(&player).await?;
            println!("{player} is not banned");
        }
        AdminCommand::ResetLink { player } => {
            println!("{}", config.link(&admin.reset_link(&player).await?));
        }
        AdminCommand::Announce { text, hours } => {
            println!("{}", admin.announce(&text, hours).await?);
        }
        AdminCommand::Announcements => {
            for one in admin.announcements().await? {
                let until = one.until.map_or("-".to_owned(), time);
                println!(
                    "{}\t{}\t{until}\t{}",
                    one.id,
                    time(one.at),
                    shown(&one.text)
                );
            }
        }
        AdminCommand::Withdraw { id } => admin.withdraw(&id).await?,
        AdminCommand::Reports(ReportsCommand::List { all }) => {
            for one in admin.reports(all).await? {
                println!(
                    "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                    one.id,
                    if one.closed.is_some() {
                        "closed"
                    } else {
                        "open"
                    },
                    time(one.at),
                    reason(one.reason),
                    one.by,
                    one.about,
                    one.game.map_or("-".to_owned(), |game| game.to_string()),
                    shown(&one.text),
                );
            }
        }
        AdminCommand::Reports(ReportsCommand::Close { id }) => admin.close_report(&id).await?,
        AdminCommand::Drain { off: true, .. } => {
            admin.stop_draining().await?;
            println!("games may begin");
        }
        AdminCommand::Drain {
            minutes,
            off: false,
        } => {
            let at = admin.drain(minutes).await?;
            println!("no game begins; the restart is announced for {}", time(at));
        }
    }
    Ok(())
}

/// One line for each: id, name, kind, when it came and was last seen, and until when it is banned.
fn line(account: &Account) -> String {
    let ban = account.ban.as_ref().filter(|ban| ban.until > now());
    format!(
        "{}\t{}\t{}\t{}\t{}\t{}",
        account.player.id,
        account.player.name,
        kind(account.player.kind),
        time(account.created),
        time(account.seen),
        ban.map_or("-".to_owned(), |ban| time(ban.until)),
    )
}

fn show(account: &Account) {
    println!("id: {}", account.player.id);
    println!("name: {}", account.player.name);
    println!("kind: {}", kind(account.player.kind));
    println!("created: {}", time(account.created));
    println!("seen: {}", time(account.seen));
    if let Some(email) = &account.email {
        let verified = if account.email_verified {
            ""
        } else {
            " (not verified)"
        };
        println!("email: {email}{verified}");
    }
    if let Some(owner) = &account.owner {
        println!("owner: {owner}");
    }
    if let Some(ban) = &account.ban {
        println!("banned until: {}", time(ban.until));
        println!("reason: {}", shown(&ban.reason));
    }
    if let Some(until) = account.vacation_until.filter(|&until| until > now()) {
        println!("on vacation until: {}", time(until));
    }
}

fn kind(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Guest => "guest",
        PlayerKind::Account => "account",
        PlayerKind::Bot => "bot",
        PlayerKind::Computer => "computer",
        PlayerKind::Closed => "closed",
    }
}

fn reason(reason: ReportReason) -> &'static str {
    match reason {
        ReportReason::Cheating => "cheating",
        ReportReason::Name => "name",
        ReportReason::Stalling => "stalling",
        ReportReason::Other => "other",
    }
}

fn time(at: Millis) -> String {
    match at {
        0 => "-".to_owned(),
        FOR_GOOD => "for good".to_owned(),
        at => Timestamp::from_millisecond(at - at.rem_euclid(1000))
            .map_or_else(|_| at.to_string(), |at| at.to_string()),
    }
}

/// Words of players on one line, without what could play tricks on a terminal.
fn shown(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
