//! Truth FEN, read and written; and the views, written from the truth.

use super::game::Shows;
use super::{Game, Hiding, Man, Side, Square, Truth};

fn in_case(side: Side, letter: char) -> char {
    match side {
        0 => letter,
        _ => letter.to_ascii_lowercase(),
    }
}

fn side_of(letter: char) -> Side {
    usize::from(letter.is_ascii_lowercase())
}

/// Cuts `open…close` off the front of a text.
fn cut<'t>(text: &mut &'t str, open: char, close: char) -> Option<&'t str> {
    let (inner, rest) = text.strip_prefix(open)?.split_once(close)?;
    *text = rest;
    Some(inner)
}

impl Game {
    fn parse_square(&self, name: &str) -> Square {
        let file = name.as_bytes()[0] - b'a';
        let rank: i32 = name[1..].parse().expect("a rank");
        self.square(i32::from(file), rank - 1)
            .expect("a square of this board")
    }
}

impl<'g> Truth<'g> {
    /// Reads a FEN that is known to be sound.
    pub fn read(game: &'g Game, fen: &str) -> Truth<'g> {
        let mut fields = fen.split(' ');
        let placement = fields.next().expect("a placement");
        let end = placement.find(['[', '|', '{']).unwrap_or(placement.len());
        let (rows, mut rest) = placement.split_at(end);
        let size = game.files * game.ranks;
        let mut truth = Truth {
            game,
            men: vec![None; size],
            turn: 0,
            castling: vec![false; size],
            chances: vec![false; size],
            hands: [Vec::new(), Vec::new()],
            captured: [Vec::new(), Vec::new()],
            kings: [Hiding::OnBoard; 2],
            en_passant: None,
            pending: None,
            halfmoves: 0,
            number: 1,
        };
        truth.read_rows(rows);
        for letter in cut(&mut rest, '[', ']').unwrap_or_default().chars() {
            truth.hands[side_of(letter)].push(letter.to_ascii_uppercase());
        }
        for letter in cut(&mut rest, '|', '|').unwrap_or_default().chars() {
            if letter.is_ascii_alphabetic() {
                truth.captured[side_of(letter)].push(letter.to_ascii_uppercase());
            }
        }
        if let Some(squares) = cut(&mut rest, '{', '}') {
            for (side, name) in squares.split('/').enumerate() {
                truth.kings[side] = match name {
                    "-" => Hiding::OnBoard,
                    "?" => Hiding::NotChosen,
                    name => Hiding::At(game.parse_square(name)),
                };
            }
        }
        truth.turn = usize::from(fields.next() == Some("b"));
        truth.read_rights(fields.next().unwrap_or("-"));
        let passed = fields.next().unwrap_or("-");
        match passed.strip_prefix("-=") {
            Some(name) => truth.pending = Some(game.parse_square(name)),
            None if passed != "-" => truth.en_passant = Some(game.parse_square(passed)),
            None => {}
        }
        let mut count = |default| {
            fields
                .next()
                .map_or(default, |n| n.parse().expect("a number"))
        };
        truth.halfmoves = count(0);
        truth.number = count(1);
        truth
    }

    fn read_rows(&mut self, rows: &str) {
        for (row, rank) in rows.split('/').zip((0..self.game.ranks).rev()) {
            let mut square = rank * self.game.files;
            let mut empty = 0;
            let mut down = false;
            for sign in row.chars() {
                if let Some(digit) = sign.to_digit(10) {
                    empty = empty * 10 + digit as usize;
                    continue;
                }
                square += std::mem::take(&mut empty);
                match sign {
                    '(' => down = true,
                    ')' => down = false,
                    letter => {
                        self.men[square] = Some(Man {
                            side: side_of(letter),
                            letter: letter.to_ascii_uppercase(),
                            down,
                        });
                        square += 1;
                    }
                }
            }
        }
    }

    /// While a side has a piece in hand the letters are its chances to gate, else its castling rooks.
    fn read_rights(&mut self, letters: &str) {
        for letter in letters.chars().filter(char::is_ascii_alphabetic) {
            let side = side_of(letter);
            let file = i32::from(letter.to_ascii_lowercase() as u8 - b'a');
            let rank = if side == 0 {
                0
            } else {
                self.game.ranks as i32 - 1
            };
            let square = self.game.square(file, rank).expect("a file");
            if self.gates(side) {
                self.chances[square] = true;
            } else {
                self.castling[square] = true;
            }
        }
        let Some(rules) = &self.game.castling else {
            return;
        };
        for square in 0..self.men.len() {
            let Some(man) = self.men[square] else {
                continue;
            };
            let king = self.king(man.side).filter(|&king| self.chances[king]);
            if man.letter == rules.rook && self.chances[square] && king.is_some() {
                self.castling[square] = true;
            }
        }
    }

    /// Whether a side has something to gate.
    pub fn gates(&self, side: Side) -> bool {
        self.game.gates && !self.hands[side].is_empty()
    }

    /// The truth FEN.
    pub fn fen(&self) -> String {
        let captured = if self.captured.iter().all(Vec::is_empty) {
            String::new()
        } else {
            format!("|{}|", self.lists(&self.captured))
        };
        self.text(
            |man| format!("({})", in_case(man.side, man.letter)),
            &captured,
            [true; 2],
        )
    }

    /// What a seat sees; `None` is a spectator.
    pub fn view(&self, seat: Option<Side>) -> String {
        let mut pools = [Vec::new(), Vec::new()];
        for man in self.men.iter().flatten().filter(|man| man.down) {
            pools[man.side].push(man.letter);
        }
        let pools = match &self.game.down {
            None => String::new(),
            Some(down) => {
                for (side, captured) in self.captured.iter().enumerate() {
                    if down.shows != Shows::Capturer || seat != Some(1 - side) {
                        pools[side].extend(captured);
                    }
                }
                format!("<{}>", self.lists(&pools))
            }
        };
        let unknown = |man: Man| in_case(man.side, 'X').to_string();
        self.text(unknown, &pools, [seat == Some(0), seat == Some(1)])
    }

    fn lists(&self, letters: &[Vec<char>; 2]) -> String {
        let list = |side: Side| match letters[side].as_slice() {
            [] => "-".to_owned(),
            letters => {
                let sorted = self.game.sorted(letters);
                sorted
                    .into_iter()
                    .map(|letter| in_case(side, letter))
                    .collect()
            }
        };
        format!("{}/{}", list(0), list(1))
    }

    fn text(&self, down: impl Fn(Man) -> String, lists: &str, knows: [bool; 2]) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.game.ranks).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..=self.game.files {
                let man = (file < self.game.files).then(|| self.men[rank * self.game.files + file]);
                if man == Some(None) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                match man.flatten() {
                    Some(man) if man.down => row += &down(man),
                    Some(man) => row.push(in_case(man.side, man.letter)),
                    None => {}
                }
            }
            rows.push(row);
        }
        let hand: String = (0..2)
            .flat_map(|side| {
                let sorted = self.game.sorted(&self.hands[side]);
                sorted.into_iter().map(move |letter| in_case(side, letter))
            })
            .collect();
        let hand = if hand.is_empty() {
            hand
        } else {
            format!("[{hand}]")
        };
        let square = |side: Side| match self.kings[side] {
            Hiding::OnBoard => "-".to_owned(),
            Hiding::NotChosen => "?".to_owned(),
            Hiding::At(square) if knows[side] => self.game.name(square),
            Hiding::At(_) => "*".to_owned(),
        };
        let squares = if self.game.hides {
            format!("{{{}/{}}}", square(0), square(1))
        } else {
            String::new()
        };
        let passed = match (self.pending, self.en_passant) {
            (Some(square), _) => format!("-={}", self.game.name(square)),
            (None, Some(square)) => self.game.name(square),
            (None, None) => "-".to_owned(),
        };
        format!(
            "{}{hand}{lists}{squares} {} {} {passed} {} {}",
            rows.join("/"),
            ["w", "b"][self.turn],
            self.rights(),
            self.halfmoves,
            self.number
        )
    }

    fn rights(&self) -> String {
        let mut text = String::new();
        for side in 0..2 {
            let rank = if side == 0 { 0 } else { self.game.ranks - 1 };
            let set = if self.gates(side) {
                &self.chances
            } else {
                &self.castling
            };
            let mut letters: Vec<char> = (0..self.game.files)
                .filter(|file| set[rank * self.game.files + file])
                .map(|file| in_case(side, (b'A' + file as u8) as char))
                .collect();
            // Letters of chances ascend; plain castling letters begin at the last file.
            if !self.game.gates {
                letters.reverse();
            }
            text.extend(letters);
        }
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}
