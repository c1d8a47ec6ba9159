//! The labels of pieces on a board: tokens that are short enough for its squares, or the signs of chess.

use ferz_core::base::{Color, Piece};
use ferz_core::rules::Variant;
use ferz_text::words::drawing::signs;
use std::collections::BTreeSet;

/// A short and unique label for each piece type, as White's and as Black's.
pub(super) struct TokenLabels(Vec<[String; 2]>);

impl TokenLabels {
    /// Creates labels with signs, or `None` if a piece has none of its own, or if they have no room. Pieces of neither
    /// side keep these letters.
    pub(super) fn signs(&self, variant: &Variant, room: usize) -> Option<TokenLabels> {
        let label = |(signs, is_marked): ([char; 2], bool)| {
            let mark = if is_marked { "+" } else { "" };
            signs.map(|sign| format!("{sign}{mark}"))
        };
        let sided = || variant.piece_types.iter().filter(|own| !own.neutral);
        let labels: Option<Vec<[String; 2]>> = (variant.piece_types.iter().zip(&self.0))
            .map(|(own, letters)| if own.neutral { Some(letters.clone()) } else { signs(own).map(label) })
            .collect();
        let labels = labels?;
        let used: BTreeSet<_> = sided().filter_map(signs).map(label).collect();
        let is_unique = used.len() == sided().count();
        let fits = labels.iter().flatten().all(|label| label.chars().count() <= room);
        (is_unique && fits).then_some(TokenLabels(labels))
    }

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
        let labels = tokens.into_iter().zip(variant.piece_type_ids()).map(|(token, (id, _))| {
            let black = if variant.is_neutral(id) { token.clone() } else { token.to_lowercase() };
            [token, black]
        });
        TokenLabels(labels.collect())
    }

    pub(super) fn of(&self, piece: Piece) -> &str {
        let side = match piece.color {
            Color::White => 0,
            Color::Black => 1,
        };
        self.0.get(piece.piece_type.index()).and_then(|labels| labels.get(side)).map_or("?", String::as_str)
    }
}
