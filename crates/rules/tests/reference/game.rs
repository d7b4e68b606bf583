//! What a variant file says.

use std::collections::BTreeMap;

use super::betza::{self, Step};
use super::{Man, Side, Square};

/// Who learns what was captured face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    All,
    Capturer,
    Nobody,
}

/// Where king and rook go: files from 0, towards the first file and towards the last.
#[derive(Debug)]
pub struct Castling {
    pub rook: char,
    pub wings: [(usize, usize); 2],
}

/// What face-down pieces are.
#[derive(Debug)]
pub struct Down {
    /// They act as the dress of their square; else they are blank discs.
    pub dressed: bool,
    pub shows: Shows,
    rows: Vec<String>,
    half_turn: bool,
}

/// A game's rules.
#[derive(Debug)]
pub struct Game {
    pub files: usize,
    pub ranks: usize,
    /// Letters in the order of the file.
    pub order: Vec<char>,
    pub steps: BTreeMap<char, Vec<Step>>,
    pub king: char,
    pub pawn: Option<char>,
    /// Ranks from 1, from the own side.
    pub double_from: Vec<usize>,
    pub promote_to: Vec<char>,
    pub castling: Option<Castling>,
    pub gates: bool,
    pub down: Option<Down>,
    /// Kings hide on secret squares.
    pub hides: bool,
}

/// The value of a key in the last text that has its table; tables are merged key by key.
fn find<'t>(chain: &'t [toml::Table], table: &str, key: &str) -> Option<&'t toml::Value> {
    chain
        .iter()
        .rev()
        .find_map(|file| file.get(table)?.as_table()?.get(key))
}

fn letter(value: &toml::Value) -> char {
    let text = value.as_str().expect("a text");
    text.chars().next().expect("a letter")
}

fn size(value: &toml::Value) -> usize {
    value.as_integer().expect("a number") as usize
}

impl Game {
    /// Reads the texts of a game's files, the base first.
    pub fn read(texts: &[&str]) -> Game {
        let chain: Vec<toml::Table> = texts
            .iter()
            .map(|text| text.parse().expect("a TOML text"))
            .collect();
        let whole = |table: &str| {
            let file = chain.iter().rposition(|file| file.contains_key(table));
            file.map(|file| (file, chain[file][table].as_table().expect("a table")))
        };
        let (file, pieces) = whole("pieces").expect("pieces");
        let (_, setup) = whole("setup").expect("a setup");
        let order = texts[file]
            .lines()
            .skip_while(|line| *line != "[pieces]")
            .skip(1)
            .take_while(|line| !line.starts_with('['))
            .filter(|line| line.contains("betza"))
            .map(|line| line.chars().next().expect("a letter"))
            .collect();
        let one = |name: &String| name.chars().next().expect("a letter");
        let steps = pieces
            .iter()
            .map(|(name, piece)| {
                (
                    one(name),
                    betza::steps(piece["betza"].as_str().expect("Betza")),
                )
            })
            .collect();
        let king = pieces
            .iter()
            .find(|(_, piece)| {
                piece
                    .get("royal")
                    .is_some_and(|royal| royal.as_bool() == Some(true))
            })
            .map(|(name, _)| one(name))
            .expect("a king");
        let half_turn = setup["mirror"].as_str() == Some("half-turn");
        let list = |table: &str, key: &str| -> Vec<toml::Value> {
            find(&chain, table, key)
                .and_then(|value| value.as_array())
                .cloned()
                .unwrap_or_default()
        };
        Game {
            files: size(find(&chain, "board", "files").expect("files")),
            ranks: size(find(&chain, "board", "ranks").expect("ranks")),
            order,
            steps,
            king,
            pawn: find(&chain, "pawns", "kind").map(letter),
            double_from: list("pawns", "double_from").iter().map(size).collect(),
            promote_to: list("pawns", "promote_to").iter().map(letter).collect(),
            castling: castling(&chain),
            gates: find(&chain, "gating", "hand").is_some(),
            down: find(&chain, "face_down", "acts_as").map(|acts_as| Down {
                dressed: acts_as.as_str() == Some("dress"),
                shows: match find(&chain, "face_down", "capture_shows").and_then(|v| v.as_str()) {
                    Some("all") => Shows::All,
                    Some("capturer") => Shows::Capturer,
                    _ => Shows::Nobody,
                },
                rows: setup["rows"]
                    .as_array()
                    .expect("rows")
                    .iter()
                    .map(|row| row.as_str().expect("a row").to_owned())
                    .collect(),
                half_turn,
            }),
            hides: chain.iter().any(|file| file.contains_key("event")),
        }
    }

    pub fn square(&self, file: i32, rank: i32) -> Option<Square> {
        let fits = (0..self.files as i32).contains(&file) && (0..self.ranks as i32).contains(&rank);
        fits.then(|| (rank * self.files as i32 + file) as usize)
    }

    pub fn file(&self, square: Square) -> usize {
        square % self.files
    }

    pub fn rank(&self, square: Square) -> usize {
        square / self.files
    }

    /// Rank from 1, counted from a side's own first rank.
    pub fn own_rank(&self, side: Side, square: Square) -> usize {
        match side {
            0 => self.rank(square) + 1,
            _ => self.ranks - self.rank(square),
        }
    }

    pub fn name(&self, square: Square) -> String {
        let file = (b'a' + self.file(square) as u8) as char;
        format!("{file}{}", self.rank(square) + 1)
    }

    pub fn adjacent(&self, a: Square, b: Square) -> bool {
        a != b
            && self.file(a).abs_diff(self.file(b)) <= 1
            && self.rank(a).abs_diff(self.rank(b)) <= 1
    }

    /// What a piece moves and attacks as; a blank disc does nothing.
    pub fn acts_as(&self, man: Man, square: Square) -> Option<char> {
        let Some(down) = self.down.as_ref().filter(|_| man.down) else {
            return Some(man.letter);
        };
        if !down.dressed {
            return None;
        }
        let file = match (man.side, down.half_turn) {
            (1, true) => self.files - 1 - self.file(square),
            _ => self.file(square),
        };
        down.rows[self.own_rank(man.side, square) - 1]
            .chars()
            .nth(file)
    }

    /// Sorts letters in the order of lists.
    pub fn sorted(&self, letters: &[char]) -> Vec<char> {
        let mut sorted = letters.to_vec();
        sorted.sort_by_key(|letter| self.order.iter().position(|other| other == letter));
        sorted
    }
}

fn castling(chain: &[toml::Table]) -> Option<Castling> {
    if find(chain, "castling", "none").is_some_and(|none| none.as_bool() == Some(true)) {
        return None;
    }
    let rook = letter(find(chain, "castling", "rook")?);
    let wings = ["first", "last"].map(|wing| {
        let wing = find(chain, "castling", wing).expect("a wing");
        let file = |key: &str| letter(&wing[key]) as usize - 'a' as usize;
        (file("king"), file("rook"))
    });
    Some(Castling { rook, wings })
}
