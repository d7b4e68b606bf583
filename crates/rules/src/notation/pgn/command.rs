//! Commands in comments: `[%clk 0:05:00]`, `[%emt 0:00:03]`, `[%act a1a7~p*q]`, `[%deal …]`.

use super::error::Fault;

/// What a comment says to a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Commands {
    /// Milliseconds on the clock after the move.
    pub clock: Option<u64>,
    /// Milliseconds that the move took.
    pub elapsed: Option<u64>,
    /// The move in its exact form.
    pub exact: Option<String>,
    /// Record of the deal.
    pub deal: Option<String>,
}

impl Commands {
    /// Adds what a comment says; commands of other programs are passed over.
    pub fn read(&mut self, comment: &str) -> Result<(), Fault> {
        for part in comment.split("[%").skip(1) {
            let Some((inner, _)) = part.split_once(']') else {
                continue;
            };
            let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            let bad = |command| Fault::Command {
                command,
                value: value.trim().to_owned(),
            };
            match name {
                "clk" => self.clock = Some(clock(value.trim()).ok_or_else(|| bad("clk"))?),
                "emt" => self.elapsed = Some(clock(value.trim()).ok_or_else(|| bad("emt"))?),
                "act" => self.exact = Some(value.trim().to_owned()),
                "deal" => self.deal = Some(unveiled(value).ok_or_else(|| bad("deal"))?),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Writes a clock: hours, minutes, seconds, and thousandths if there are any.
pub(super) fn clock_text(millis: u64) -> String {
    let seconds = millis / 1_000;
    let text = format!(
        "{}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    );
    match millis % 1_000 {
        0 => text,
        rest => format!("{text}.{rest:03}").trim_end_matches('0').to_owned(),
    }
}

/// Reads a clock: `0:05:00`, `0:04:59.3`, `5:00`, `59.3`.
fn clock(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| -> Option<u64> {
        text.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| text.parse().ok())?
    };
    let fields: Vec<&str> = whole.split(':').collect();
    if fields.len() > 3 {
        return None;
    }
    let mut seconds = 0u64;
    for field in fields {
        seconds = seconds.checked_mul(60)?.checked_add(digits(field)?)?;
    }
    digits(part)?;
    let thousandths = format!("{part:0<3}").get(..3)?.parse::<u64>().ok()?;
    seconds.checked_mul(1_000)?.checked_add(thousandths)
}

/// A text as a comment can hold it: brackets, `%`, blanks and control signs as `%` and two hex digits a byte. So lines
/// can break anywhere in it.
pub(super) fn veiled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut buffer = [0; 4];
    for c in text.chars() {
        if matches!(c, '{' | '}' | '[' | ']' | '%') || c.is_whitespace() || c.is_control() {
            for byte in c.encode_utf8(&mut buffer).bytes() {
                out += &format!("%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn unveiled(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.split_whitespace().flat_map(str::bytes);
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).ok()
}
