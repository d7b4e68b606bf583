//! Mail to players who gave a verified address: links, and by others who use [`Mailer`] a digest of notices.

use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::ids::RowId;

/// How long one mail may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mail in plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Whom it is for.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Text, lines ending in `\n`.
    pub text: String,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It has no form that can be sent.
    #[error("no mail can be written: {0}")]
    Form(#[from] lettre::error::Error),
    /// It is no address.
    #[error("no address: {0}")]
    Address(#[from] lettre::address::AddressError),
    /// The mail server refused, or cannot be reached.
    #[error("mail server: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The folder for mails cannot be written to.
    #[error("mail folder: {0}")]
    Folder(#[from] std::io::Error),
    /// No randomness for a file's name.
    #[error(transparent)]
    NoRandomness(#[from] crate::ids::NoRandomness),
}

/// What comes of sending a mail.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>>;

/// A way to send mail.
pub trait Mailer: Send + Sync + fmt::Debug {
    /// Sends one.
    fn send(&self, mail: Mail) -> Sending<'_>;
}

/// How connections to the mail server are kept private.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MailTls {
    /// TLS from the start, port 465.
    #[default]
    Always,
    /// TLS after a plain greeting, port 587.
    StartTls,
    /// None: only for a mail server on the same machine, port 25.
    None,
}

/// It is no such way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("mail is sent by tls, starttls or plain")]
pub struct NoMailTls;

impl FromStr for MailTls {
    type Err = NoMailTls;

    fn from_str(text: &str) -> Result<MailTls, NoMailTls> {
        match text {
            "tls" => Ok(MailTls::Always),
            "starttls" => Ok(MailTls::StartTls),
            "plain" => Ok(MailTls::None),
            _ => Err(NoMailTls),
        }
    }
}

impl fmt::Display for MailTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MailTls::Always => "tls",
            MailTls::StartTls => "starttls",
            MailTls::None => "plain",
        })
    }
}

/// Where mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailWay {
    /// To a mail server.
    Smtp(Smtp),
    /// Each into a file of this folder, for trying out and for tests.
    Folder(PathBuf),
}

/// A mail server.
#[derive(Clone, PartialEq, Eq)]
pub struct Smtp {
    /// Its name.
    pub host: String,
    /// Its port, if it is not the usual one.
    pub port: Option<u16>,
    /// How connections to it are kept private.
    pub tls: MailTls,
    /// Name and password there.
    pub login: Option<(String, String)>,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.host, self.tls)
    }
}

/// How this server sends mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSettings {
    /// Where mail goes.
    pub way: MailWay,
    /// Whom it is from, such as `Backrank <games@example.org>`.
    pub from: String,
}

impl MailSettings {
    /// A mailer of this sort.
    ///
    /// # Errors
    /// [`MailError`] for a sender that is no address, or a mail server that cannot be.
    pub fn mailer(&self) -> Result<Arc<dyn Mailer>, MailError> {
        let from: Mailbox = self.from.parse()?;
        Ok(match &self.way {
            MailWay::Smtp(smtp) => Arc::new(SmtpMailer::new(smtp, from)?),
            MailWay::Folder(folder) => Arc::new(FolderMailer {
                folder: folder.clone(),
                from,
            }),
        })
    }
}

/// Whether mail can be sent to this address.
pub fn is_address(text: &str) -> bool {
    text.len() <= 254
        && Address::from_str(text).is_ok_and(|address| {
            // Addresses of one's own machine or network are none of a player.
            address.domain().contains('.') && !address.domain().starts_with('[')
        })
}

fn message(from: &Mailbox, mail: &Mail) -> Result<Message, MailError> {
    Ok(Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, mail.to.parse()?))
        .subject(mail.subject.clone())
        .header(ContentType::TEXT_PLAIN)
        .body(mail.text.replace('\n', "\r\n"))?)
}

struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl fmt::Debug for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmtpMailer")
    }
}

impl SmtpMailer {
    fn new(smtp: &Smtp, from: Mailbox) -> Result<SmtpMailer, MailError> {
        type Transport = AsyncSmtpTransport<Tokio1Executor>;
        let mut builder = match smtp.tls {
            MailTls::Always => Transport::relay(&smtp.host)?,
            MailTls::StartTls => Transport::starttls_relay(&smtp.host)?,
            MailTls::None => Transport::builder_dangerous(&smtp.host),
        };
        if let Some(port) = smtp.port {
            builder = builder.port(port);
        }
        if let Some((name, password)) = &smtp.login {
            builder = builder.credentials(Credentials::new(name.clone(), password.clone()));
        }
        Ok(SmtpMailer {
            transport: builder.timeout(Some(PATIENCE)).build(),
            from,
        })
    }
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: Mail) -> Sending<'_> {
        Box::pin(async move {
            self.transport.send(message(&self.from, &mail)?).await?;
            Ok(())
        })
    }
}

#[derive(Debug)]
struct FolderMailer {
    folder: PathBuf,
    from: Mailbox,
}

impl Mailer for FolderMailer {
    fn send(&self, mail: Mail) -> Sending<'_> {
        Box::pin(async move {
            let text = message(&self.from, &mail)?.formatted();
            let name = format!("{}.eml", RowId::random()?);
            let folder = self.folder.clone();
            tokio::task::spawn_blocking(move || write(&folder, &name, &text))
                .await
                .map_err(std::io::Error::other)??;
            Ok(())
        })
    }
}

/// The name appears only when the file is whole.
fn write(folder: &Path, name: &str, text: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let part = folder.join(format!("{name}.part"));
    std::fs::write(&part, text)?;
    std::fs::rename(part, folder.join(name))
}

/// Sends in the background; a failure is for the host's log alone.
pub fn send_later(mailer: &Arc<dyn Mailer>, mail: Mail) {
    let mailer = mailer.clone();
    tokio::spawn(async move {
        match mailer.send(mail).await {
            Ok(()) => metrics::counter!("backrank_mails_total").increment(1),
            // The address stays out of the log.
            Err(error) => tracing::error!(%error, "a mail was not sent"),
        }
    });
}

/// What links are for, in the words of the mail that brings one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letter {
    /// A new password.
    Reset,
    /// A mail address.
    Verify,
}

impl Letter {
    /// The mail in the reader's language, English if it is none that we write.
    pub fn to(self, address: &str, name: &str, link: &str, languages: &str) -> Mail {
        let german = prefers_german(languages);
        let (subject, text) = match (self, german) {
            (Letter::Reset, false) => (
                "A new password for Backrank",
                format!(
                    "Hello {name},\n\nsomebody, probably you, asked for a new password. Choose it here within an \
                     hour:\n\n{link}\n\nIf it was not you, nothing has changed, and there is nothing to do.\n"
                ),
            ),
            (Letter::Reset, true) => (
                "Ein neues Passwort für Backrank",
                format!(
                    "Hallo {name},\n\njemand, wohl du selbst, möchte ein neues Passwort. Lege es innerhalb einer \
                     Stunde hier fest:\n\n{link}\n\nWarst du es nicht, so hat sich nichts geändert und du brauchst \
                     nichts zu tun.\n"
                ),
            ),
            (Letter::Verify, false) => (
                "Your mail address at Backrank",
                format!(
                    "Hello {name},\n\nthis address was given for your account. If it is yours, say so here within a \
                     week:\n\n{link}\n\nIf you know nothing of it, somebody has mistyped an address; nothing more will \
                     come.\n"
                ),
            ),
            (Letter::Verify, true) => (
                "Deine Mailadresse bei Backrank",
                format!(
                    "Hallo {name},\n\ndiese Adresse wurde für dein Konto angegeben. Ist es deine, so bestätige das \
                     innerhalb einer Woche hier:\n\n{link}\n\nWeißt du nichts davon, so hat sich jemand vertippt; es \
                     kommt nichts weiter.\n"
                ),
            ),
        };
        Mail {
            to: address.to_owned(),
            subject: subject.to_owned(),
            text,
        }
    }
}

/// Whether German comes before English in an `Accept-Language` header.
fn prefers_german(languages: &str) -> bool {
    languages
        .split([',', ';'])
        .map(|part| part.trim().to_ascii_lowercase())
        .find_map(|part| match part.split('-').next() {
            Some("de") => Some(true),
            Some("en") => Some(false),
            _ => None,
        })
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_the_wide_world() {
        for good in ["ada@example.org", "a.b+c@mail.example.co.uk"] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@localhost",
            "ada@[127.0.0.1]",
            "a b@example.org",
            "ada@example.org\r\nBcc: all@example.org",
            "Ada <ada@example.org>",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[tokio::test]
    async fn a_folder_takes_whole_mails() {
        let folder = tempfile::tempdir().unwrap();
        let settings = MailSettings {
            way: MailWay::Folder(folder.path().join("mails")),
            from: "Backrank <games@example.org>".to_owned(),
        };
        let mail = Letter::Verify.to(
            "ada@example.org",
            "Ada",
            "https://x.org/v?token=7",
            "fr, en",
        );
        settings.mailer().unwrap().send(mail).await.unwrap();
        let mut files = std::fs::read_dir(folder.path().join("mails")).unwrap();
        let text = std::fs::read_to_string(files.next().unwrap().unwrap().path()).unwrap();
        assert!(text.contains("To: ada@example.org\r\n"), "{text}");
        // A mail writes "=" as "=3D".
        assert!(text.contains("https://x.org/v?token=3D7"), "{text}");
        assert!(files.next().is_none());
    }

    #[test]
    fn the_reader_chooses_the_language() {
        let subject = |languages| Letter::Reset.to("", "", "", languages).subject;
        assert!(subject("de-DE,de;q=0.9,en;q=0.8").contains("Passwort"));
        assert!(subject("en-GB,en;q=0.9,de;q=0.8").contains("password"));
        assert!(subject("fr").contains("password"));
        assert!(subject("").contains("password"));
    }
}
