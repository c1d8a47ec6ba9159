//! Moves as newspapers write them, `Nf3` or `exd5`: which of the moves there are may be meant.

use crate::base::{Move, Setup, Square};
use crate::rules::Variant;

/// The moves, among these, that a shorthand may stand for. None if the text is no shorthand, as when it names both squares.
pub(super) fn meant<'m>(
    variant: &Variant,
    setup: &Setup,
    moves: impl Iterator<Item = &'m Move>,
    text: &str,
) -> Vec<&'m Move> {
    // A number before a move, and signs after it, are left out.
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.split('=').next().unwrap_or(text);
    let Some((before, to)) = target(variant, text) else { return Vec::new() };
    let Some(wanted) = Wanted::read(variant, before) else { return Vec::new() };
    if wanted.token.is_none() && variant.board.square(wanted.from).is_some() {
        return Vec::new();
    }
    moves.filter(|mv| mv.to == Some(to) && wanted.admits(variant, setup, mv)).collect()
}

/// The square at the end of a text, and what stands before it.
fn target<'t>(variant: &Variant, text: &'t str) -> Option<(&'t str, Square)> {
    text.char_indices().find_map(|(at, _)| {
        let (before, name) = text.split_at_checked(at)?;
        Some((before, variant.board.square(name)?))
    })
}

/// What a shorthand says of the piece that moves.
struct Wanted<'t> {
    /// Its token; none where only the file or nothing is said, as of pawns.
    token: Option<&'t str>,
    /// The file or rank, or both, that it comes from.
    from: &'t str,
}

impl<'t> Wanted<'t> {
    fn read(variant: &Variant, before: &'t str) -> Option<Wanted<'t>> {
        let before = before.trim_end_matches(['x', '-', ':', ' ']);
        let tokens = variant.piece_type_ids().map(|(_, piece_type)| piece_type.token.as_str());
        let longest = tokens.filter(|token| before.starts_with(token)).map(str::len).max();
        let (token, from) = match longest {
            Some(length) => (before.get(..length), before.get(length..)?),
            None => (None, before),
        };
        // Anything else before the square is no shorthand.
        (from.chars().count() <= 3 && from.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
            .then_some(Wanted { token, from })
    }

    fn admits(&self, variant: &Variant, setup: &Setup, mv: &Move) -> bool {
        let Some(from) = mv.from else { return false };
        let token = setup.piece(from).map(|piece| variant.piece_type(piece.piece_type).token.as_str());
        let name = variant.board.name(from);
        let comes = self.from.is_empty() || name.starts_with(self.from) || name.ends_with(self.from);
        comes && (self.token.is_none() || self.token == token)
    }
}
