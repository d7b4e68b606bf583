//! A game as data: its file compiled into tables and capabilities.

mod compile;
pub(crate) mod file;
mod registry;
pub(crate) mod tables;

pub use file::{Library, VariantError};
pub use registry::{BUILT_IN, Registry};

use crate::geometry::{Colour, Geometry, Square, squares};
use crate::piece::{Counts, Kind};
use crate::setup::Setup;
use tables::Tables;

/// A kind of piece as its game describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindSpec {
    /// Id on which art and languages key, such as `chancellor`; `back` for a blank disc.
    pub id: String,
    /// Letter in FEN and moves, upper case; `X` for a blank disc.
    pub letter: char,
    /// What people read, mostly the letter ("PM").
    pub shown: String,
    /// Its moves.
    pub betza: String,
}

/// Rules of the pawns.
#[derive(Debug, Clone)]
pub struct Pawns {
    /// Which kind they are.
    pub kind: Kind,
    /// What they may become, in the game's order of kinds.
    pub promote_to: Vec<Kind>,
    /// Squares from which a double step is allowed, by colour.
    pub(crate) double_from: [u128; 2],
    /// The last rank, by colour.
    pub(crate) last_rank: [u128; 2],
}

/// Where king and rook come to stand on one wing: files from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wing {
    /// File of the king.
    pub king: u8,
    /// File of the rook.
    pub rook: u8,
    /// What people write, such as `O-O`.
    pub text: String,
}

/// Rules of castling.
#[derive(Debug, Clone)]
pub struct Castling {
    /// The king's partner.
    pub rook: Kind,
    /// Towards the first file (a-side).
    pub first: Wing,
    /// Towards the last file.
    pub last: Wing,
    /// Whether the partner is the face-down piece dressed as a rook, whatever it is.
    pub dressed: bool,
}

/// What a face-down piece does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActsAs {
    /// It acts as the dress of its square and shows itself with its first move.
    Dress,
    /// It is a blank disc: it does nothing until it is turned up as an action of its own.
    Disc,
}

/// Who learns what was captured face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureShows {
    /// Everybody.
    All,
    /// The capturer alone, until the game ends.
    Capturer,
    /// Nobody, until the game ends.
    Nobody,
}

/// Rules of face-down pieces.
#[derive(Debug, Clone)]
pub struct FaceDown {
    /// What they do.
    pub acts_as: ActsAs,
    /// Who learns what was captured face down.
    pub capture_shows: CaptureShows,
    /// Squares where face-down pieces start, by colour.
    pub(crate) homes: [u128; 2],
    /// What a face-down piece on a home square acts as (by square index).
    pub(crate) dress: Vec<Option<Kind>>,
    /// What is shuffled, per side.
    pub army: Counts,
}

impl FaceDown {
    /// What a face-down piece on this square acts as; `None` off the home squares.
    pub fn dress(&self, square: Square) -> Option<Kind> {
        self.dress[square.index()]
    }

    /// Squares where a side's face-down pieces start.
    pub fn homes(&self, colour: Colour) -> u128 {
        self.homes[colour.index()]
    }
}

/// Material that cannot mate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draws {
    /// Kinds of which a single one cannot mate a bare king.
    pub lone_minor: Vec<Kind>,
    /// Kinds that cannot mate in any number while all stand on squares of one colour.
    pub one_colour: Vec<Kind>,
}

#[derive(Debug, Clone)]
pub(crate) enum AnyTables {
    Narrow(Box<Tables<u64>>),
    Wide(Box<Tables<u128>>),
}

/// Runs an expression with the game's tables, in code compiled for each width of word.
macro_rules! with_tables {
    ($variant:expr, $tables:ident => $body:expr) => {
        match &$variant.tables {
            $crate::variant::AnyTables::Narrow($tables) => $body,
            $crate::variant::AnyTables::Wide($tables) => $body,
        }
    };
}
pub(crate) use with_tables;

/// A game, ready to be played.
#[derive(Debug, Clone)]
pub struct Variant {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) rules_version: u32,
    pub(crate) source: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) casual_only: bool,
    pub(crate) text: String,
    pub(crate) digest: [u8; 32],
    pub(crate) geometry: Geometry,
    pub(crate) kinds: Vec<KindSpec>,
    pub(crate) king: Kind,
    pub(crate) disc: Option<Kind>,
    pub(crate) pawns: Option<Pawns>,
    pub(crate) castling: Option<Castling>,
    pub(crate) gating_hand: Option<Counts>,
    pub(crate) face_down: Option<FaceDown>,
    pub(crate) secret_kings: bool,
    pub(crate) draws: Draws,
    pub(crate) setup: Setup,
    pub(crate) tables: AnyTables,
}

impl Variant {
    /// Letter of the kings, if they are taken off the board before the game begins.
    pub fn off_board(&self) -> Option<char> {
        self.secret_kings
            .then(|| self.letter(crate::Colour::White, self.king))
    }

    /// Id used in files, commands and addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Raised whenever the legality of any action changes.
    pub fn rules_version(&self) -> u32 {
        self.rules_version
    }

    /// Inventor or publication.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Names that other programs give it.
    pub fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// Whether games of this variant are never rated.
    pub fn casual_only(&self) -> bool {
        self.casual_only
    }

    /// The file's text with those it builds on, the base first, joined by a line feed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of [`Variant::text`].
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// Shape of the board.
    #[inline(always)]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// All kinds in the game's order.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, &KindSpec)> {
        self.kinds
            .iter()
            .enumerate()
            .map(|(index, spec)| (Kind::from_index(index), spec))
    }

    /// Description of one kind.
    pub fn kind(&self, kind: Kind) -> &KindSpec {
        &self.kinds[kind.index()]
    }

    /// The kind with this letter, in either case.
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        let disc = self.disc;
        self.kinds()
            .find(|(kind, spec)| spec.letter == upper && Some(*kind) != disc)
            .map(|(kind, _)| kind)
    }

    /// Letter of a kind in the case of its side.
    pub fn letter(&self, colour: Colour, kind: Kind) -> char {
        let letter = self.kind(kind).letter;
        match colour {
            Colour::White => letter,
            Colour::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The royal kind.
    #[inline(always)]
    pub fn king(&self) -> Kind {
        self.king
    }

    /// The kind that blank face-down discs act as.
    pub fn disc(&self) -> Option<Kind> {
        self.disc
    }

    /// Rules of the pawns, if the game has any.
    pub fn pawns(&self) -> Option<&Pawns> {
        self.pawns.as_ref()
    }

    /// Rules of castling, if there is any.
    pub fn castling(&self) -> Option<&Castling> {
        self.castling.as_ref()
    }

    /// Pieces each side holds at the start, if pieces are gated.
    pub fn gating_hand(&self) -> Option<&Counts> {
        self.gating_hand.as_ref()
    }

    /// Rules of face-down pieces, if there are any.
    pub fn face_down(&self) -> Option<&FaceDown> {
        self.face_down.as_ref()
    }

    /// Whether kings hide on secret squares.
    pub fn secret_kings(&self) -> bool {
        self.secret_kings
    }

    /// Whether everything is open to everybody.
    pub fn is_visible(&self) -> bool {
        self.face_down.is_none() && !self.secret_kings
    }

    /// Material that cannot mate.
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// How games begin.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Square from which a side's king may castle, where every game begins with it on the same one.
    pub(crate) fn king_home(&self, colour: Colour) -> Option<Square> {
        let royal = self.kind(self.king).letter;
        let (file, mirror) = match &self.setup {
            Setup::Fixed(fixed) => (
                fixed.array().letters().position(|l| l == royal)? as u8,
                fixed.mirror(),
            ),
            Setup::HiddenShuffle(hidden) => {
                let (at, _) = hidden.face_up().iter().find(|(_, l)| *l == royal)?;
                (at.file, hidden.mirror())
            }
            Setup::Shuffle(_) => return None,
        };
        let file = match colour {
            Colour::White => file,
            Colour::Black => mirror.file(file, self.geometry.files()),
        };
        squares(self.back_rank(colour)).find(|&s| self.geometry.file(s) == file)
    }

    /// Ranks on which face-down pieces may lie, or the back rank where pieces may gate: the sets by colour.
    pub(crate) fn home_ranks(&self, colour: Colour) -> u128 {
        self.geometry.rank_mask(colour, 0) | self.geometry.rank_mask(colour, 1)
    }

    pub(crate) fn back_rank(&self, colour: Colour) -> u128 {
        self.geometry.rank_mask(colour, 0)
    }

    /// Whether a kind makes the same moves in all directions of the board as `square` shows: its targets on an
    /// otherwise empty board, for drawings of "what can this piece do" (quiet moves, captures).
    pub fn reach_on_empty(
        &self,
        kind: Kind,
        colour: Colour,
        square: Square,
    ) -> (Vec<Square>, Vec<Square>) {
        with_tables!(self, tables => {
            use crate::geometry::Word;
            let moves = &tables.kinds[kind.index()];
            let here = 1u128 << square.index();
            let quiet = tables.reach(crate::slider::Portable, &moves.quiet, colour, square, Word::cut(here));
            let capture = tables.reach(crate::slider::Portable, &moves.capture, colour, square, Word::cut(here));
            (squares(quiet.widen()).collect(), squares(capture.widen()).collect())
        })
    }
}
