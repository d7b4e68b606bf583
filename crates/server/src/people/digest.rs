//! Notices by mail: at most one letter a day to a verified address, each notice in one letter.

use std::fmt::Write;

use crate::clock::Millis;
use crate::store::{Digest, NoticeRow, Store, StoreError};
use crate::wire::NoticeKind;

/// Letters that are written at once.
const AT_ONCE: u32 = 100;
/// Most lines of a letter; the rest is a number.
const LINES: usize = 20;

/// What is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Address.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Text, lines ending in `\n`.
    pub text: String,
}

/// Letters that are due. They are the caller's to send: whatever becomes of them, what is in them is never mailed
/// again. `site` is where players reach the server, such as `https://example.org`.
///
/// # Errors
/// [`StoreError`].
pub async fn letters(store: &Store, site: &str, now: Millis) -> Result<Vec<Letter>, StoreError> {
    let digests = store.take_digests(now, AT_ONCE).await?;
    Ok(digests
        .iter()
        .filter_map(|digest| letter(digest, site))
        .collect())
}

fn letter(digest: &Digest, site: &str) -> Option<Letter> {
    let account = &digest.account;
    let german = digest.language.as_deref() == Some("de");
    let count = digest.notices.len();
    let name = &account.player.name;
    let (subject, mut text) = if german {
        (
            match count {
                1 => "Bei Backrank wartet etwas auf dich".to_owned(),
                _ => format!("Bei Backrank warten {count} Dinge auf dich"),
            },
            format!("Hallo {name},\n\nseit der letzten Mail:\n\n"),
        )
    } else {
        (
            match count {
                1 => "Something waits for you at Backrank".to_owned(),
                _ => format!("{count} things wait for you at Backrank"),
            },
            format!("Hello {name},\n\nsince the last mail:\n\n"),
        )
    };
    for notice in digest.notices.iter().take(LINES) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- {}{}", words(notice, german), link(notice, site));
    }
    if count > LINES {
        let more = count - LINES;
        let _ = match german {
            true => writeln!(text, "- und {more} weitere"),
            false => writeln!(text, "- and {more} more"),
        };
    }
    text += match german {
        true => {
            "\nMehr als eine solche Mail am Tag kommt nicht. Ohne Adresse im Konto kommt keine.\n"
        }
        false => {
            "\nThere is at most one such mail a day, and none without an address in your account.\n"
        }
    };
    Some(Letter {
        to: account.email.clone()?,
        subject,
        text,
    })
}

fn link(notice: &NoticeRow, site: &str) -> String {
    let site = site.trim_end_matches('/');
    match (&notice.notice.game, notice.notice.kind) {
        // Not a game yet, and perhaps never one.
        (
            _,
            NoticeKind::Challenged | NoticeKind::RematchOffered | NoticeKind::ChallengeDeclined,
        )
        | (None, _) => format!(": {site}/"),
        (Some(game), _) => format!(": {site}/game/{game}"),
    }
}

fn words(notice: &NoticeRow, german: bool) -> String {
    let somebody = match german {
        true => "jemandem",
        false => "somebody",
    };
    let name = notice.notice.name.as_deref().unwrap_or(somebody);
    match (notice.notice.kind, german) {
        (NoticeKind::YourTurn, false) => format!("It is your move against {name}"),
        (NoticeKind::YourTurn, true) => format!("Du bist am Zug gegen {name}"),
        (NoticeKind::GameStarted, false) => format!("Your game with {name} has begun"),
        (NoticeKind::GameStarted, true) => format!("Deine Partie mit {name} hat begonnen"),
        (NoticeKind::GameEnded, false) => format!("Your game with {name} is over"),
        (NoticeKind::GameEnded, true) => format!("Deine Partie mit {name} ist zu Ende"),
        (NoticeKind::Challenged, false) => format!("{name} challenges you"),
        (NoticeKind::Challenged, true) => format!("Du wirst herausgefordert von {name}"),
        (NoticeKind::ChallengeDeclined, false) => format!("{name} does not want to play now"),
        (NoticeKind::ChallengeDeclined, true) => format!("Gerade nicht spielen möchte {name}"),
        (NoticeKind::DrawOffered, false) => format!("{name} offers a draw"),
        (NoticeKind::DrawOffered, true) => format!("Remis bietet dir an: {name}"),
        (NoticeKind::TakebackOffered, false) => format!("{name} would like to take a move back"),
        (NoticeKind::TakebackOffered, true) => format!("Einen Zug zurücknehmen möchte {name}"),
        (NoticeKind::RematchOffered, false) => format!("{name} would like a rematch"),
        (NoticeKind::RematchOffered, true) => format!("Noch einmal spielen möchte {name}"),
        (NoticeKind::PlanCancelled, false) => {
            format!("Something unforeseen cancelled your conditional moves against {name}")
        }
        (NoticeKind::PlanCancelled, true) => {
            format!("Etwas Unvorhergesehenes hat deine bedingten Züge gegen {name} aufgehoben")
        }
    }
}
