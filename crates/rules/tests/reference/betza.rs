//! Betza notation, as far as the variant files use it.

/// How far a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Leap,
    /// Again and again over empty squares, at most this often.
    Ride(usize),
    /// Over exactly one piece, any distance before and after it.
    Hop,
}

/// One direction of a piece, seen from White.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub files: i32,
    pub ranks: i32,
    pub reach: Reach,
    pub moves: bool,
    pub captures: bool,
    pub lame: bool,
    pub initial: bool,
}

const FAR: usize = 99;

/// Reads a description that the crate has accepted.
pub fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest: Vec<char> = text.chars().rev().collect();
    while !rest.is_empty() {
        let mut modifiers = String::new();
        while rest.last().is_some_and(char::is_ascii_lowercase) {
            modifiers.extend(rest.pop());
        }
        let atom = rest.pop().expect("a piece letter behind its modifiers");
        let mut range = match atom {
            'R' | 'B' | 'Q' => FAR,
            _ => 1,
        };
        match rest.last() {
            Some(&next) if next == atom && range == 1 => range = FAR,
            Some('0') => range = FAR,
            Some(digit) if digit.is_ascii_digit() => {
                range = digit.to_digit(10).expect("a digit") as usize;
            }
            _ => rest.push(' '),
        }
        rest.pop();
        let only = |letter| modifiers.contains(letter);
        for (files, ranks) in leaps(atom) {
            if !directed(&modifiers, files, ranks) {
                continue;
            }
            steps.push(Step {
                files,
                ranks,
                reach: match (only('p'), range) {
                    (true, _) => Reach::Hop,
                    (false, 1) => Reach::Leap,
                    (false, range) => Reach::Ride(range),
                },
                moves: only('m') || !only('c'),
                captures: only('c') || !only('m'),
                lame: only('n'),
                initial: only('i'),
            });
        }
    }
    steps
}

/// All images of an atom's leap.
fn leaps(atom: char) -> Vec<(i32, i32)> {
    let lengths: &[(i32, i32)] = match atom {
        'W' | 'R' => &[(0, 1)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(0, 1), (1, 1)],
        'D' => &[(0, 2)],
        'N' => &[(1, 2)],
        'A' => &[(2, 2)],
        'H' => &[(0, 3)],
        'C' => &[(1, 3)],
        'Z' => &[(2, 3)],
        'G' => &[(3, 3)],
        other => panic!("no atom `{other}`"),
    };
    let mut all = Vec::new();
    for files in -3i32..=3 {
        for ranks in -3i32..=3 {
            let sizes = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
            if lengths.contains(&sizes) {
                all.push((files, ranks));
            }
        }
    }
    all
}

/// Whether the direction letters among the modifiers allow a leap; without any, all are allowed.
fn directed(modifiers: &str, files: i32, ranks: i32) -> bool {
    let letters: Vec<char> = modifiers
        .chars()
        .filter(|letter| "fblrvs".contains(*letter))
        .collect();
    let towards = |letter: char| match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' => ranks != 0,
        _ => files != 0,
    };
    if letters.is_empty() {
        return true;
    }
    let straight = files == 0 || ranks == 0;
    let mut rest = letters.as_slice();
    while let [first, after @ ..] = rest {
        rest = after;
        let mut allowed = towards(*first);
        if let [second, after @ ..] = rest
            && !straight
        {
            let upright = |letter: &char| "fb".contains(*letter);
            let sideways = |letter: &char| "lr".contains(*letter);
            if first == second {
                // The narrow ones of an oblique leap.
                let narrow = match first {
                    'f' | 'b' => ranks.abs() > files.abs(),
                    _ => files.abs() > ranks.abs(),
                };
                allowed = allowed && narrow;
                rest = after;
            } else if upright(first) && sideways(second) || sideways(first) && upright(second) {
                allowed = allowed && towards(*second);
                rest = after;
            }
        }
        if allowed {
            return true;
        }
    }
    false
}
