//! Positions, moves, and games as text, and the tokens of pieces in them.
//!
//! The module [`fen`] reads and writes positions, [`movetext`] moves by their squares, and [`san`] moves in algebraic
//! notation. The module [`numbered`] reads notations that number squares or files, and [`typed`] whatever a person
//! types. They work on plain data ([`Setup`] and [`Move`]) and on the names in a [`Variant`], and do not generate
//! moves. Reading a text that was written here gives the same value. [`dialect`] translates them into the forms of
//! other programs, and [`record`] reads and writes whole games.
//!
//! [`Setup`]: crate::base::Setup
//! [`Move`]: crate::base::Move

#![deny(clippy::wildcard_enum_match_arm)]

pub mod details;
pub mod dialect;
pub mod fen;
pub mod movetext;
pub mod named;
mod numbered;
pub mod record;
pub mod san;
mod shorthand;
pub mod typed;

use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Verb};
use crate::rules::{Consequence, Following, Variant, Zone};
use std::collections::BTreeMap;

/// Returns text from the user, truncated for use in a message.
pub fn shown(text: &str) -> String {
    crate::messages::text::cut(text, 40)
}

/// Returns the token of a piece without braces: that of the game for White and for a neutral piece, in lower case for
/// Black.
pub fn token(variant: &Variant, piece: Piece) -> String {
    let token = &variant.piece_type(piece.piece_type).token;
    match piece.color {
        Color::White => token.clone(),
        Color::Black => token.to_lowercase(),
    }
}

/// The mark after the letter of a promoted piece, which other programs write in positions and omit in records.
const PROMOTED: char = '~';

/// Returns White's token of a piece type in records. A piece that differs from another only by being promoted has the
/// token of that piece.
pub fn recorded(variant: &Variant, piece_type: PieceTypeId) -> &str {
    let piece_type = variant.piece_type(piece_type);
    let plain = piece_type.written.iter().find_map(|(_, letter)| letter.strip_suffix(PROMOTED));
    plain.unwrap_or(&piece_type.token)
}

/// Returns true if the piece that makes this move could have the named type on its target. The text of a move may
/// name the type even if there is no choice, because the piece is removed there or the rules leave only one type.
pub fn may_become(variant: &Variant, setup: &Setup, mv: &Move, token: &str) -> bool {
    new_types(variant, setup, mv).iter().any(|id| {
        let own = &variant.piece_type(*id).token;
        [own.as_str(), recorded(variant, *id)].iter().any(|name| name.eq_ignore_ascii_case(token))
    })
}

/// Returns the types to which the rules could change the piece that makes this move. Their conditions are ignored.
fn new_types(variant: &Variant, setup: &Setup, mv: &Move) -> Vec<PieceTypeId> {
    let (Some(from), Some(to)) = (mv.from, mv.to) else { return Vec::new() };
    let has_no_other = matches!(mv.choice, None | Some(Choice::Become(_) | Choice::End(_)));
    let Some(piece) = setup.piece(from).filter(|_| has_no_other) else { return Vec::new() };
    let mut found = vec![piece.piece_type];
    match mv.verb {
        Verb::Go => {}
        Verb::Place => found.extend(variant.actions.iter().flat_map(|action| action.act.effects().becomes)),
        Verb::Castle | Verb::Exchange | Verb::Drop(_) | Verb::Pass => return Vec::new(),
    }
    let is_in = |zone: &Zone, square| zone.squares.get(piece.color).contains(square);
    let mut at = 0;
    // A new type can change again by itself.
    while let Some(id) = found.get(at) {
        let arrivals = variant.piece_type(*id).arrivals.iter().filter(|arrival| {
            arrival.by_itself || is_in(&arrival.zone, to) || arrival.leaving && is_in(&arrival.zone, from)
        });
        for id in arrivals.flat_map(|arrival| &arrival.then).flat_map(Consequence::becomes) {
            found.extend(Some(*id).filter(|id| !found[1..].contains(id)));
        }
        at += 1;
    }
    found.split_off(1)
}

/// Returns true if one of these signs stands between two digits, so that it is not a sign between two squares: `d1-0`.
pub fn divides_number(text: &str, signs: &[char]) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut places = text.match_indices(signs);
    places.any(|(at, sign)| text[..at].ends_with(is_digit) && text[at + sign.len()..].starts_with(is_digit))
}

/// Returns the title of the piece that a move puts on a square of its own, besides the piece that moves.
pub fn added_piece(variant: &Variant) -> Option<&str> {
    variant.follow_ups.iter().find_map(|rule| match rule.act {
        Following::Put { piece_type, .. } => Some(variant.piece_type(piece_type).title.as_str()),
        Following::Drop(_) | Following::Leave(_) | Following::Advance(_) => None,
    })
}

/// Returns a token for a FEN or a move. A token of several letters is put in braces.
pub fn braced(token: &str) -> String {
    if token.chars().count() == 1 { token.to_owned() } else { format!("{{{token}}}") }
}

/// Returns the pieces by their tokens, without braces.
pub fn tokens(variant: &Variant) -> BTreeMap<String, Piece> {
    let mut pieces = BTreeMap::new();
    for color in Color::ALL {
        for (piece_type, _) in variant.piece_type_ids() {
            let piece = Piece { color, piece_type };
            pieces.entry(token(variant, piece)).or_insert(piece);
        }
    }
    pieces
}
