//! Shortens tokens to fit the squares of a board.

use crate::base::{Color, Piece};
use crate::rules::Variant;

/// A short and unique label for each piece type.
pub(super) struct TokenLabels(Vec<String>);

impl TokenLabels {
    /// Creates labels of at most `room` characters.
    pub(super) fn new(variant: &Variant, room: usize) -> TokenLabels {
        let room = room.max(1);
        let mut tokens: Vec<String> = Vec::new();
        for piece_type in &variant.piece_types {
            let letters: Vec<char> = piece_type.token.chars().filter(|c| *c != '.').collect();
            let first: String = letters.iter().take(room.saturating_sub(1)).collect();
            let whole =
                [piece_type.token.clone(), letters.iter().collect(), letters.iter().take(room).collect()];
            // The label is the first letter of the token with a letter of the stage, or with any other character that
            // makes it unique.
            let stage = piece_type.stage.as_deref().unwrap_or_default().chars();
            let others = stage.chain(letters.iter().rev().copied()).chain('1'..='9').chain('a'..='z');
            let others = others.map(|last| format!("{first}{last}"));
            let is_used =
                |token: &String| tokens.iter().any(|own| own.to_lowercase() == token.to_lowercase());
            let fits = |token: &String| token.chars().count() <= room && !is_used(token);
            let token = whole.into_iter().chain(others).find(fits);
            tokens.push(token.unwrap_or_else(|| "?".to_owned()));
        }
        TokenLabels(tokens)
    }

    pub(super) fn of(&self, variant: &Variant, piece: Piece) -> String {
        let token = self.0.get(piece.piece_type.index()).map_or("?", String::as_str);
        match piece.color {
            Color::Black if !variant.is_neutral(piece.piece_type) => token.to_lowercase(),
            _ => token.to_owned(),
        }
    }
}
