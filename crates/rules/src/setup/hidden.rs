//! Armies that lie face down in an order nobody knows.

use super::{MOST_FILES, Mirror, SetupError, SquareName, one_letter, upper_letters};

/// A setup whose armies lie face down in an order nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenShuffle {
    face_up: Vec<(SquareName, char)>,
    army: Vec<char>,
    rows: Vec<String>,
    mirror: Mirror,
}

impl HiddenShuffle {
    /// Checks and joins the parts of a `kind = "hidden-shuffle"` setup: White's face-up pieces
    /// (`e1 K`), the army that is shuffled, and the dress of each square, rank 1 first, `.` for none.
    ///
    /// # Errors
    /// Names the part that cannot be read, or says that army and squares do not match.
    pub fn new(
        face_up: &[impl AsRef<str>],
        army: &str,
        rows: Vec<String>,
        mirror: Mirror,
    ) -> Result<Self, SetupError> {
        upper_letters(army)?;
        let files = rows.first().map_or(0, |row| row.len());
        if files == 0 || files > MOST_FILES || rows.len() > MOST_FILES {
            return Err(SetupError::BadRow(
                rows.first().cloned().unwrap_or_default(),
            ));
        }
        for row in &rows {
            if row.len() != files {
                return Err(SetupError::BadRow(row.clone()));
            }
            if let Some(letter) = row
                .chars()
                .find(|&letter| letter != '.' && !letter.is_ascii_uppercase())
            {
                return Err(SetupError::BadLetter {
                    letter: letter.to_string(),
                    text: row.clone(),
                });
            }
        }
        let mut placed: Vec<(SquareName, char)> = Vec::new();
        for entry in face_up {
            let entry = entry.as_ref();
            let bad = || SetupError::BadFaceUp(entry.to_owned());
            let mut words = entry.split_ascii_whitespace();
            let (square, letter) = (words.next().ok_or_else(bad)?, words.next().ok_or_else(bad)?);
            if words.next().is_some() {
                return Err(bad());
            }
            let square: SquareName = square.parse()?;
            let letter = one_letter(letter).ok_or_else(bad)?;
            let outside =
                usize::from(square.file) >= files || usize::from(square.rank) >= rows.len();
            if outside || placed.iter().any(|&(earlier, _)| earlier == square) {
                return Err(SetupError::BadFaceUpSquare(square.to_string()));
            }
            placed.push((square, letter));
        }
        let squares = files * rows.len() - placed.len();
        if squares != army.len() {
            return Err(SetupError::ArmySize {
                pieces: army.len(),
                squares,
            });
        }
        Ok(HiddenShuffle {
            face_up: placed,
            army: army.chars().collect(),
            rows,
            mirror,
        })
    }

    /// White's face-up pieces.
    pub fn face_up(&self) -> &[(SquareName, char)] {
        &self.face_up
    }

    /// The shuffled army in the order of the file.
    pub fn army(&self) -> &[char] {
        &self.army
    }

    /// The dress of each square, rank 1 first, `.` for none.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// How Black's side follows.
    pub fn mirror(&self) -> Mirror {
        self.mirror
    }

    /// Number of files.
    pub fn files(&self) -> u8 {
        self.rows.first().map_or(0, |row| row.len() as u8)
    }

    /// White's face-down squares in the order in which a layout fills them: a1, b1 …, a2, b2 ….
    pub fn white_squares(&self) -> Vec<SquareName> {
        let taken: Vec<SquareName> = self.face_up.iter().map(|&(square, _)| square).collect();
        self.home()
            .filter(|square| !taken.contains(square))
            .collect()
    }

    /// Black's face-up pieces (letters upper case) on a board of `ranks` ranks.
    pub fn black_face_up(&self, ranks: u8) -> Vec<(SquareName, char)> {
        self.face_up
            .iter()
            .map(|&(square, letter)| {
                let file = self.mirror.file(square.file, self.files());
                (
                    SquareName {
                        file,
                        rank: ranks.saturating_sub(1).saturating_sub(square.rank),
                    },
                    letter,
                )
            })
            .collect()
    }

    /// Black's face-down squares in the order in which a layout fills them: on a board of 8 ranks
    /// a8, b8 …, a7, b7 …, whatever the mirror.
    pub fn black_squares(&self, ranks: u8) -> Vec<SquareName> {
        let taken: Vec<SquareName> = self
            .black_face_up(ranks)
            .into_iter()
            .map(|(square, _)| square)
            .collect();
        self.home()
            .map(|square| SquareName {
                rank: ranks.saturating_sub(1).saturating_sub(square.rank),
                ..square
            })
            .filter(|square| !taken.contains(square))
            .collect()
    }

    fn home(&self) -> impl Iterator<Item = SquareName> + '_ {
        let files = self.files();
        (0..self.rows.len() as u8)
            .flat_map(move |rank| (0..files).map(move |file| SquareName { file, rank }))
    }
}
