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

use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Verb};
use crate::rules::{Variant, Zone};
use std::collections::BTreeMap;

/// The user's words, truncated to a reasonable length.
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

/// The sign behind the letter of a promoted piece, as other programs write it in positions. In records it is left out.
const PROMOTED: char = '~';

/// The token of a piece type in records of games, for White: that of an unpromoted piece for one that moves like it.
pub(crate) fn recorded(variant: &Variant, piece_type: PieceTypeId) -> &str {
    let piece_type = variant.piece_type(piece_type);
    let plain = piece_type.written.iter().find_map(|(_, letter)| letter.strip_suffix(PROMOTED));
    plain.unwrap_or(&piece_type.token)
}

/// Returns true if the piece that makes this move could become the named one where it arrives. Where nothing is to be chosen, as when
/// the piece is removed there or the rules leave one choice, the text of a move may name it nevertheless.
pub(crate) fn may_become(variant: &Variant, setup: &Setup, mv: &Move, token: &str) -> bool {
    let (Some(from), Some(to)) = (mv.from, mv.to) else { return false };
    let piece = setup
        .piece(from)
        .filter(|_| mv.verb == Verb::Go && matches!(mv.choice, None | Some(Choice::Become(_))));
    let Some(piece) = piece else { return false };
    let zone = |zone: &Zone, square| zone.squares.get(piece.color).contains(square);
    let mut arrivals = variant.piece_type(piece.piece_type).arrivals.iter().filter(|arrival| {
        arrival.by_itself || zone(&arrival.zone, to) || arrival.leaving && zone(&arrival.zone, from)
    });
    let is_named = |id: &PieceTypeId| {
        let own = &variant.piece_type(*id).token;
        [own.as_str(), recorded(variant, *id)].iter().any(|name| name.eq_ignore_ascii_case(token))
    };
    arrivals.any(|arrival| arrival.then.iter().any(|then| then.becomes().iter().any(is_named)))
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
