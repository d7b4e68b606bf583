//! The signs of a PGN: tags, moves with their comments, results.

use super::GameResult;
use super::command::Commands;
use super::error::Fault;

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// A fault with its place.
pub(super) type Faulty<T> = Result<T, (At, Fault)>;

/// A tag as it stands.
#[derive(Debug)]
pub(super) struct RawTag {
    pub name: String,
    pub value: String,
    pub at: At,
}

/// A move as it stands, with the commands of the comments behind it.
#[derive(Debug)]
pub(super) struct RawMove {
    pub text: String,
    pub at: At,
    /// The number before it, and whether it stands for Black (`3...`).
    pub number: Option<(u32, bool)>,
    pub commands: Commands,
}

/// The movetext of a game.
#[derive(Debug, Default)]
pub(super) struct RawMoves {
    pub moves: Vec<RawMove>,
    pub result: Option<(GameResult, At)>,
    /// Commands before the first move.
    pub head: Commands,
}

pub(super) struct Lexer<'a> {
    rest: &'a str,
    at: At,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            at: At { line: 1, column: 1 },
        }
    }

    pub fn at(&self) -> At {
        self.at
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        // A line ends with LF, CR LF or a lone CR.
        if c == '\n' || c == '\r' && !self.rest.starts_with('\n') {
            self.at.line += 1;
            self.at.column = 1;
        } else if c != '\r' {
            self.at.column += 1;
        }
        Some(c)
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let end = self.rest.len() - bytes.min(self.rest.len());
        let text = &self.rest[..self.rest.len() - end];
        while self.rest.len() > end && self.next().is_some() {}
        text
    }

    fn line_end(&mut self) -> &'a str {
        let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
        self.skip(end)
    }

    /// Passes blanks and lines that begin with `%`.
    fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some('%') if self.at.column == 1 => {
                    self.line_end();
                }
                Some(c) if c.is_whitespace() => {
                    self.next();
                }
                _ => return,
            }
        }
    }

    /// Whether nothing but blanks and comments is left.
    pub fn is_at_end(&mut self) -> Faulty<bool> {
        loop {
            self.blanks();
            match self.peek() {
                None => return Ok(true),
                Some('{') => {
                    // What stands before a game's first move belongs to the game.
                    let mut ahead = Lexer {
                        rest: self.rest,
                        at: self.at,
                    };
                    ahead.brace_comment()?;
                    ahead.blanks();
                    if !matches!(ahead.peek(), None | Some('[' | '{' | ';')) {
                        return Ok(false);
                    }
                    *self = ahead;
                }
                Some(';') => {
                    self.line_end();
                }
                Some(_) => return Ok(false),
            }
        }
    }

    /// The tags of the next game.
    pub fn tags(&mut self) -> Faulty<Vec<RawTag>> {
        let mut tags = Vec::new();
        loop {
            self.blanks();
            if self.peek() != Some('[') {
                return Ok(tags);
            }
            tags.push(self.tag()?);
        }
    }

    fn tag(&mut self) -> Faulty<RawTag> {
        let at = self.at;
        let bad = || (at, Fault::TagForm);
        self.next();
        self.blanks();
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .ok_or_else(bad)?;
        let name = self.skip(end).to_owned();
        self.blanks();
        if name.is_empty() || self.next() != Some('"') {
            return Err(bad());
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => match self.next() {
                    Some(c @ ('"' | '\\')) => value.push(c),
                    Some(c) if !c.is_control() => value.extend(['\\', c]),
                    _ => return Err(bad()),
                },
                Some('\n' | '\r') | None => return Err(bad()),
                Some(c) => value.push(c),
            }
        }
        self.blanks();
        if self.next() != Some(']') {
            return Err(bad());
        }
        Ok(RawTag { name, value, at })
    }

    fn brace_comment(&mut self) -> Faulty<&'a str> {
        let at = self.at;
        let end = self.rest.find('}').ok_or((at, Fault::OpenComment))?;
        Ok(self.skip(end + 1))
    }

    /// Passes a variation with all in it.
    fn variation(&mut self) -> Faulty<()> {
        let at = self.at;
        let mut depth = 0usize;
        loop {
            match self.peek() {
                None => return Err((at, Fault::OpenVariation)),
                Some('{') => {
                    self.brace_comment()?;
                    continue;
                }
                Some(';') if drop_length(self.rest).is_none() => {
                    self.line_end();
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                _ => {}
            }
            self.next();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// The moves of a game up to its result, the next tag or the end. `brackets`: whether moves of this game can have
    /// a piece with a square in brackets.
    pub fn moves(&mut self, brackets: bool) -> Faulty<RawMoves> {
        let mut out = RawMoves::default();
        let mut number = None;
        loop {
            self.blanks();
            let at = self.at;
            let Some(c) = self.peek() else {
                return Ok(out);
            };
            match c {
                '[' => return Ok(out),
                '{' | ';' => {
                    let text = if c == '{' {
                        self.brace_comment()?
                    } else {
                        self.line_end()
                    };
                    let commands = out
                        .moves
                        .last_mut()
                        .map_or(&mut out.head, |last| &mut last.commands);
                    commands.read(text).map_err(|fault| (at, fault))?;
                    continue;
                }
                '(' => {
                    self.variation()?;
                    continue;
                }
                '$' => {
                    self.next();
                    let end = self
                        .rest
                        .find(|c: char| !c.is_ascii_digit())
                        .unwrap_or(self.rest.len());
                    self.skip(end);
                    continue;
                }
                ')' | ']' | '}' | '<' | '>' | '"' => return Err((at, Fault::Sign(c))),
                _ => {}
            }
            let word = self.word(brackets);
            if let Some(result) = GameResult::read(&word) {
                out.result = Some((result, at));
                return Ok(out);
            }
            if let Some(read) = move_number(&word) {
                number = Some(read);
                continue;
            }
            let is_remark = word != "--" && !word.chars().any(|c| c.is_alphanumeric() || c == '@');
            if is_remark || matches!(word.as_str(), "e.p." | "ep" | "e.p") {
                // Dots apart from their number.
                if word.len() >= 2 && word.bytes().all(|b| b == b'.') {
                    number = number.map(|(n, _)| (n, true));
                }
                continue;
            }
            out.moves.push(RawMove {
                text: word,
                at,
                number: number.take(),
                commands: Commands::default(),
            });
        }
    }

    /// A word: a number with its dots, a result, or a move with its brackets and its drop.
    fn word(&mut self, brackets: bool) -> String {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let digits = self
                .rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(self.rest.len());
            let dots = self.rest[digits..]
                .bytes()
                .take_while(|&b| b == b'.')
                .count();
            if dots > 0 {
                return self.skip(digits + dots).to_owned();
            }
        }
        if self.peek() == Some('.') {
            let dots = self.rest.bytes().take_while(|&b| b == b'.').count();
            return self.skip(dots).to_owned();
        }
        let mut word = String::new();
        while let Some(c) = self.peek() {
            match c {
                '(' => match bracket_length(self.rest, brackets) {
                    Some(length) => word += self.skip(length),
                    None => break,
                },
                ';' => {
                    if let Some((blanks, length)) = drop_length(self.rest) {
                        self.skip(1 + blanks);
                        word += "; ";
                        word += self.skip(length);
                    }
                    break;
                }
                '{' | '}' | ')' | '[' | ']' | '$' | '<' | '>' | '"' => break,
                c if c.is_whitespace() => break,
                c => {
                    word.push(c);
                    self.next();
                }
            }
        }
        word
    }
}

/// `12.`, `12...`, or a bare `12`.
fn move_number(word: &str) -> Option<(u32, bool)> {
    let digits = word.trim_end_matches('.');
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((
        digits.parse().unwrap_or(u32::MAX),
        word.len() - digits.len() >= 2,
    ))
}

/// Length of a bracket that belongs to the move before it: `(N)`, `(?)`, and where the game has such, `(Me1)`.
fn bracket_length(text: &str, with_square: bool) -> Option<usize> {
    let end = text.find(')')?;
    let inner = text.get(1..end)?;
    if inner == "?" {
        return Some(end + 1);
    }
    let letters = inner.bytes().take_while(u8::is_ascii_uppercase).count();
    let square = &inner[letters..];
    let fits = (1..=2).contains(&letters)
        && (square.is_empty()
            || with_square
                && (2..=3).contains(&square.len())
                && square.starts_with(|c: char| c.is_ascii_lowercase())
                && square.bytes().skip(1).all(|b| b.is_ascii_digit()));
    fits.then_some(end + 1)
}

/// Blanks and length of a drop (`; M-e1`) that a text begins with: what would else be a comment to the line's end.
fn drop_length(text: &str) -> Option<(usize, usize)> {
    let after = text.strip_prefix(';')?;
    let drop = after.trim_start_matches([' ', '\t']);
    let bytes = drop.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let digits = bytes
        .iter()
        .skip(letters + 2)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let length = letters + 2 + digits;
    let fits = (1..=2).contains(&letters)
        && bytes.get(letters) == Some(&b'-')
        && bytes.get(letters + 1).is_some_and(u8::is_ascii_lowercase)
        && (1..=2).contains(&digits)
        && bytes
            .get(length)
            .is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'-');
    fits.then(|| (after.len() - drop.len(), length))
}
