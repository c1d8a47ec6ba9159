//! Finds the moves for which a shorthand such as `Nf3` or `exd5` can stand.

use crate::base::{Move, Setup};
use crate::rules::Variant;

/// Returns the legal moves for which a shorthand can stand. Returns `None` if the text is not a shorthand, for example
/// because it names both squares.
pub(super) fn of<'m>(
    variant: &Variant,
    setup: &Setup,
    legal: &'m [Move],
    text: &str,
) -> Option<Vec<&'m Move>> {
    // The number before a move and the annotations after it are ignored.
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.split('=').next().unwrap_or(text);
    let mut starts = text.char_indices().map(|(at, _)| text.split_at(at));
    let (before, to) = starts.find_map(|(before, name)| Some((before, variant.board.square(name)?)))?;
    // The token of the piece is optional. The file, the rank, or both of the origin can follow it.
    let before = before.trim_end_matches(['x', '-', ':', ' ']);
    let tokens = variant.piece_types.iter().map(|piece_type| &piece_type.token);
    let length = tokens.filter(|token| before.starts_with(*token)).map(String::len).max();
    let (token, from) = before.split_at(length.unwrap_or(0));
    let names_place = from.len() <= 3 && from.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !names_place || length.is_none() && variant.board.square(from).is_some() {
        return None;
    }
    let admits = |mv: &&Move| {
        let Some(start) = mv.from.filter(|_| mv.to == Some(to)) else { return false };
        let piece_type = setup.piece(start).map(|piece| variant.piece_type(piece.piece_type));
        let name = variant.board.name(start);
        (name.starts_with(from) || name.ends_with(from))
            && (length.is_none() || piece_type.is_some_and(|piece_type| piece_type.token == token))
    };
    Some(legal.iter().filter(admits).collect())
}
