//! Invents variant files: random boards, armies, and combinations of rules.

use crate::dice::Dice;

/// Letters that a random army uses; kings are K, pawns P.
const LETTERS: [char; 9] = ['Q', 'C', 'A', 'R', 'B', 'N', 'M', 'S', 'L'];

/// Parts from which pieces are put together.
const PARTS: [&str; 40] = [
    "R", "B", "Q", "N", "W", "F", "K", "D", "A", "H", "C", "Z", "G", "NN", "DD", "W3", "F2", "N2",
    "K2", "pR", "pB", "mRcpR", "mBcpB", "mpQ", "nN", "nD", "nA", "nH", "nC", "nZ", "mN", "cF",
    "fR", "fsW", "bB", "fW3", "ffN", "rfF", "vRsW2", "imnD",
];

/// A file that the crate should accept, with the letters of its army.
pub struct Invention {
    pub text: String,
    pub letters: Vec<char>,
    pub files: usize,
    pub ranks: usize,
    pub hidden: bool,
}

/// Invents a file.
pub fn invent(dice: &mut Dice) -> Invention {
    let files = 4 + dice.below(9);
    let ranks = 4 + dice.below(7);
    let kinds = 2 + dice.below(4);
    let mut letters = LETTERS.to_vec();
    while letters.len() > kinds {
        letters.swap_remove(dice.below(letters.len()));
    }
    let pawns = dice.one_in(2) || ranks > 6;
    let hidden = dice.one_in(3);
    let event = !hidden && dice.one_in(5);
    let castling = files >= 5 && dice.one_in(2);
    let gating = !hidden && dice.one_in(3);

    let mut text = format!(
        "id = \"invented\"\nname = \"Invented\"\nrules_version = 1\n\n[board]\nfiles = {files}\nranks = {ranks}\n\n[pieces]\n"
    );
    let royal = if event || !dice.one_in(6) {
        "K"
    } else {
        *dice.pick(&["KD", "W", "KnN", "N"])
    };
    text += &format!("K = {{ id = \"king\", betza = \"{royal}\", royal = true }}\n");
    for (n, letter) in letters.iter().enumerate() {
        let mut betza = String::new();
        for _ in 0..=dice.below(3) {
            let part = *dice.pick(&PARTS);
            // The same letter twice would be a rider.
            if betza.is_empty() || betza.chars().last() != part.chars().next() {
                betza += part;
            }
        }
        text += &format!("{letter} = {{ id = \"piece-{n}\", betza = \"{betza}\" }}\n");
    }
    if pawns {
        let betza = *dice.pick(&["fmWfcFifmnD", "fmWfcFifmnD", "fmWfcF"]);
        text += &format!("P = {{ id = \"pawn\", betza = \"{betza}\" }}\n");
    }
    text += &setup(dice, files, &letters, pawns, hidden, castling);
    if pawns {
        let doubles: &[&str] = match ranks {
            4 => &["", "1"],
            5 => &["1", "2", "1, 2"],
            _ => &["2", "1, 2", "2, 3"],
        };
        let promote: Vec<String> = letters
            .iter()
            .map(|letter| format!("\"{letter}\""))
            .collect();
        text += &format!(
            "\n[pawns]\nkind = \"P\"\ndouble_from = [{}]\npromote_to = [{}]\n",
            dice.pick(doubles),
            promote.join(", ")
        );
    }
    if castling {
        let mut file = |not: char| loop {
            let file = (b'a' + dice.below(files) as u8) as char;
            if file != not {
                break file;
            }
        };
        let (a, b) = (file(' '), file(' '));
        let (c, d) = (file(a), file(b));
        text += &format!(
            "\n[castling]\nrook = \"{}\"\nfirst = {{ king = \"{a}\", rook = \"{c}\" }}\nlast = {{ king = \"{b}\", rook = \"{d}\" }}\n",
            letters[0]
        );
    }
    if gating {
        let hand: String = (0..=dice.below(3)).map(|_| *dice.pick(&letters)).collect();
        text += &format!("\n[gating]\nhand = \"{hand}\"\n");
    }
    if event {
        text += "\n[event]\nrequires = \"one-king-each\"\ntype = \"remove-check\"\nsetup = \"remove-kings\"\nchoice = \"secret-king-square\"\ntrigger = \"attacked-king-square\"\n";
    }
    if pawns {
        letters.push('P');
    }
    Invention {
        text,
        letters,
        files,
        ranks,
        hidden,
    }
}

/// The setup, and the rules of face-down pieces that go with it.
fn setup(
    dice: &mut Dice,
    files: usize,
    letters: &[char],
    pawns: bool,
    hidden: bool,
    castling: bool,
) -> String {
    let mirror = *dice.pick(&["file", "half-turn"]);
    if !hidden {
        let mut array: Vec<char> = (0..files)
            .map(|_| *dice.pick(if castling { &letters[1..] } else { letters }))
            .collect();
        let king = 1 + dice.below(files - 2);
        array[king] = 'K';
        if castling {
            // The castling partner is the first letter: one on each side of the king at most.
            array[dice.below(king)] = letters[0];
            array[king + 1 + dice.below(files - king - 1)] = letters[0];
        }
        let array: String = array.into_iter().collect();
        return format!(
            "\n[setup]\nkind = \"fixed\"\narray = \"{array}\"\nmirror = \"{mirror}\"\n"
        );
    }
    let rows = 1 + dice.below(2);
    let king = dice.below(files);
    let dressed = !castling && dice.one_in(2);
    let army: String = (0..files * rows - 1)
        .map(|n| {
            if pawns && n >= files - 1 {
                'P'
            } else {
                *dice.pick(letters)
            }
        })
        .collect();
    let row = |dice: &mut Dice, rank: usize| -> String {
        (0..files)
            .map(|file| match (dressed, rank, file) {
                (false, ..) => '.',
                (true, 0, file) if file == king => 'K',
                (true, 1, _) if pawns => 'P',
                _ => *dice.pick(letters),
            })
            .collect()
    };
    let rows: Vec<String> = (0..rows)
        .map(|rank| format!("\"{}\"", row(dice, rank)))
        .collect();
    format!(
        "\n[setup]\nkind = \"hidden-shuffle\"\nface_up = [\"{}1 K\"]\narmy = \"{army}\"\nrows = [{}]\nmirror = \"{mirror}\"\n\n[face_down]\nacts_as = \"{}\"\ncapture_shows = \"{}\"\n",
        (b'a' + king as u8) as char,
        rows.join(", "),
        if dressed { "dress" } else { "disc" },
        dice.pick(&["all", "capturer", "nobody"]),
    )
}

impl Invention {
    /// A position with a random handful of pieces, not always a legal one.
    pub fn position(&self, dice: &mut Dice) -> String {
        let size = self.files * self.ranks;
        let mut men = vec![None; size];
        for king in ['K', 'k'] {
            men[dice.below(size)] = Some(king);
        }
        for _ in 0..2 + dice.below(size / 3) {
            let letter = *dice.pick(&self.letters);
            let square = dice.below(size);
            let rank = square / self.files;
            let fits = letter != 'P' || (1..self.ranks - 1).contains(&rank);
            if men[square].is_none() && fits {
                men[square] = Some(if dice.one_in(2) {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        let lies = self.hidden && dice.one_in(2);
        let mut rows = Vec::new();
        for (rank, row) in men.chunks(self.files).enumerate().rev() {
            let mut text = String::new();
            for man in row {
                match man {
                    None => text.push('1'),
                    // On its side's first rank a piece may lie face down.
                    Some(letter @ 'A'..='Z') if lies && rank == 0 && *letter != 'K' => {
                        text += &format!("({letter})");
                    }
                    Some(letter @ 'a'..='z')
                        if lies && rank == self.ranks - 1 && *letter != 'k' =>
                    {
                        text += &format!("({letter})");
                    }
                    Some(letter) => text.push(*letter),
                }
            }
            rows.push(text);
        }
        // Single ones side by side would read as eleven and more.
        let mut text = rows.join("/");
        for n in (2..=self.files).rev() {
            text = text.replace(&"1".repeat(n), &format!("<{n}>"));
        }
        let text = text.replace(['<', '>'], "");
        format!("{text} {} - - 0 1", dice.pick(&["w", "b"]))
    }
}
