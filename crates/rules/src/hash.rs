//! Keys of the position hash. They are frozen: hashes are stored with every logged action.

use crate::board::KingState;
use crate::geometry::{Colour, MAX_SQUARES, Square};
use crate::piece::{Counts, Kind, MAX_KINDS};

const PIECES: usize = 2 * MAX_KINDS * MAX_SQUARES;
const FACE_DOWN: usize = PIECES;
const CASTLING: usize = FACE_DOWN + MAX_SQUARES;
const GATING: usize = CASTLING + MAX_SQUARES;
const EN_PASSANT: usize = GATING + MAX_SQUARES;
const PENDING: usize = EN_PASSANT + MAX_SQUARES;
const LAST: usize = PENDING + MAX_SQUARES;

/// SplitMix64 (Steele, Lea, Flood 2014) of the key's place.
const fn mix(place: u64) -> u64 {
    let mut z = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static KEYS: [u64; LAST] = {
    let mut keys = [0; LAST];
    let mut at = 0;
    while at < LAST {
        keys[at] = mix(at as u64);
        at += 1;
    }
    keys
};

pub(crate) const TURN: u64 = mix(LAST as u64);

#[inline(always)]
pub(crate) fn piece(colour: Colour, kind: Kind, square: Square) -> u64 {
    KEYS[(colour.index() * MAX_KINDS + kind.index()) * MAX_SQUARES + square.index()]
}

#[inline(always)]
pub(crate) fn face_down(square: Square) -> u64 {
    KEYS[FACE_DOWN + square.index()]
}

#[inline(always)]
pub(crate) fn castling(square: Square) -> u64 {
    KEYS[CASTLING + square.index()]
}

#[inline(always)]
pub(crate) fn gating(square: Square) -> u64 {
    KEYS[GATING + square.index()]
}

#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    KEYS[EN_PASSANT + square.index()]
}

#[inline(always)]
pub(crate) fn pending(square: Square) -> u64 {
    KEYS[PENDING + square.index()]
}

pub(crate) fn hand(colour: Colour, hand: &Counts) -> u64 {
    hand.iter().fold(0, |key, (kind, count)| {
        let place = (colour.index() * MAX_KINDS + kind.index()) * 256 + count as usize;
        key ^ mix((LAST + 1_000 + place) as u64)
    })
}

pub(crate) fn king_state(colour: Colour, state: KingState) -> u64 {
    match state {
        KingState::OnBoard => 0,
        KingState::NotChosen => mix(LAST as u64 + 1 + colour.index() as u64),
        KingState::Chosen => mix(LAST as u64 + 3 + colour.index() as u64),
    }
}

/// Key of a hidden identity or a secret square, for hashes of the whole truth.
pub(crate) fn secret(place: usize, value: usize) -> u64 {
    mix((LAST + 100_000 + place * 256 + value) as u64)
}
