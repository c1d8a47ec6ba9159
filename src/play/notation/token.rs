//! Tokens: the short names of pieces in positions and moves.

use crate::base::{Color, Piece};
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The token of a piece without braces: as the game declares it for White, in lower case for Black.
pub(crate) fn token(variant: &Variant, piece: Piece) -> String {
    let token = &variant.piece_type(piece.piece_type).token;
    match piece.color {
        Color::White => token.clone(),
        Color::Black => token.to_lowercase(),
    }
}

/// A token as it stands in a FEN or a move: bare if it is a single letter, otherwise in braces.
pub(crate) fn braced(token: &str) -> String {
    match token.chars().count() {
        1 => token.to_owned(),
        _ => format!("{{{token}}}"),
    }
}

/// The pieces by their tokens.
pub(crate) struct Tokens {
    pieces: BTreeMap<String, Piece>,
}

impl Tokens {
    /// Collects the tokens of a game.
    pub(crate) fn new(variant: &Variant) -> Tokens {
        let mut pieces = BTreeMap::new();
        for color in Color::ALL {
            for (piece_type, _) in variant.piece_type_ids() {
                let piece = Piece { color, piece_type };
                pieces.entry(token(variant, piece)).or_insert(piece);
            }
        }
        Tokens { pieces }
    }

    /// The piece a token without braces stands for.
    pub(crate) fn get(&self, token: &str) -> Option<Piece> {
        self.pieces.get(token).copied()
    }

    /// All tokens, without braces.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.pieces.keys().map(String::as_str)
    }
}
