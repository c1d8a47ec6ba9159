//! The piece types that each side can have in a game.
//!
//! If a position gives a side another piece type, the program that wrote it probably uses the letter for a different
//! piece.

use crate::base::{Color, Piece, PieceTypeId, Setup};
use crate::rules::{Consequence, Following, Variant};
use std::collections::BTreeSet;

/// Returns true if each side has only pieces that it can obtain.
pub(super) fn is_usual(variant: &Variant, setup: &Setup) -> bool {
    let own = |color: Color| army(variant, color);
    let armies = [own(Color::White), own(Color::Black)];
    setup.pieces().all(|(_, Piece { color, piece_type })| {
        let [white, black] = &armies;
        // All stages of a piece count as the same piece.
        let name = |id: PieceTypeId| &variant.piece_type(id).piece;
        let is_own = |id: &PieceTypeId| name(*id) == name(piece_type);
        variant.is_neutral(piece_type) || color.pick(white, black).iter().any(is_own)
    })
}

/// Returns the piece types that a side can have: the types at the start, and all types to which these can change.
/// Captured pieces count if they come to the hand.
fn army(variant: &Variant, color: Color) -> BTreeSet<PieceTypeId> {
    let begins = variant.setup.iter().map(|(_, piece)| *piece);
    let begins = begins.chain(variant.start_hands.iter().map(|(piece, _)| *piece));
    let mut army: BTreeSet<PieceTypeId> = begins
        .filter(|piece| piece.color == color || variant.holds_captures())
        .map(|piece| piece.piece_type)
        .collect();
    let actions = variant.actions.iter().map(|action| action.act.effects());
    army.extend(actions.flat_map(|effects| effects.becomes.iter().copied()));
    army.extend(variant.follow_ups.iter().filter_map(|rule| match rule.act {
        Following::Put { piece_type, .. } => Some(piece_type),
        Following::Drop(_) => None,
    }));
    let mut open: Vec<PieceTypeId> = army.iter().copied().collect();
    // A changed piece can change again, so the search continues until it finds no new type.
    while let Some(id) = open.pop() {
        let then = variant.piece_type(id).arrivals.iter().flat_map(|arrival| &arrival.then);
        let becomes = then.flat_map(Consequence::becomes).copied();
        let held = variant.holds_captures().then(|| variant.held(id));
        open.extend(becomes.chain(held).filter(|id| army.insert(*id)));
    }
    army
}
