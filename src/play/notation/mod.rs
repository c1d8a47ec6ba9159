//! Positions and moves as text, and the tokens that name pieces in both.
//!
//! A FEN is read and written by [`fen`], a move by [`movetext`]. Both work on plain data ([`Setup`] and [`Move`]) and on
//! what a [`Variant`] says about names; neither knows the rules. What is written is read back to the same value.
//!
//! [`Setup`]: crate::base::Setup
//! [`Move`]: crate::base::Move

pub(crate) mod fen;
pub(crate) mod movetext;
pub(crate) mod san;
mod shorthand;

use crate::base::{Color, Piece};
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The user's words, cut short if they are endless.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The token of a piece without braces: as the game declares it for White and on the board for a neutral piece, in lower case for
/// Black.
pub(crate) fn token(variant: &Variant, piece: Piece) -> String {
    let token = &variant.piece_type(piece.piece_type).token;
    match piece.color {
        Color::White => token.clone(),
        Color::Black => token.to_lowercase(),
    }
}

/// A token as it stands in a FEN or a move: bare if it is a single letter, otherwise in braces.
pub(crate) fn braced(token: &str) -> String {
    if token.chars().count() == 1 { token.to_owned() } else { format!("{{{token}}}") }
}

/// The pieces by their tokens, without braces.
pub(crate) fn tokens(variant: &Variant) -> BTreeMap<String, Piece> {
    let mut pieces = BTreeMap::new();
    for color in Color::ALL {
        for (piece_type, _) in variant.piece_type_ids() {
            let piece = Piece { color, piece_type };
            pieces.entry(token(variant, piece)).or_insert(piece);
        }
    }
    pieces
}
