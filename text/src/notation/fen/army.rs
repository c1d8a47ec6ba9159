//! Facts about the pieces of a game on which the fields of a position depend: the piece types that each side can have,
//! the neutral piece, and the pieces whose first move differs.
//!
//! If a position gives a side another piece type, the program that wrote it probably uses the letter for a different
//! piece.

use crate::base::{Bitboard, Color, Piece, PieceTypeId, Setup, Square, SquareSet, gather};
use crate::rules::{Consequence, FollowUp, SomePiece, Variant};
use std::collections::BTreeSet;

/// Returns true if each side has only pieces that it can obtain.
pub(super) fn is_usual(variant: &Variant, setup: &Setup) -> bool {
    let own = |color: Color| army(variant, color);
    let armies = [own(Color::White), own(Color::Black)];
    let [white, black] = &armies;
    setup.pieces().all(|(_, Piece { color, piece_type })| {
        variant.is_neutral(piece_type) || color.pick(white, black).contains(&piece_type)
    })
}

/// Returns the piece types that a side can have: the types at the start, and all types to which these can change.
/// Pieces of the other side count if they come to the hand or change sides.
fn army(variant: &Variant, color: Color) -> BTreeSet<PieceTypeId> {
    let mixes = variant.fills_hands() || variant.has_turncoats();
    let begins = variant.setup.iter().map(|(_, piece)| *piece);
    let begins = begins.chain(variant.start_hands.iter().map(|(piece, _)| *piece));
    let mut army: BTreeSet<PieceTypeId> =
        gather(begins.filter(|piece| piece.color == color || mixes).map(|piece| piece.piece_type));
    let actions = variant.actions.iter().map(|action| action.act.effects());
    army.extend(actions.flat_map(|effects| effects.becomes.iter().copied()));
    army.extend(variant.follow_ups.iter().flat_map(|rule| rule.adds().iter().copied()));
    let mut open: Vec<PieceTypeId> = army.iter().copied().collect();
    // A changed piece can change again, so the search continues until it finds no new type.
    while let Some(id) = open.pop() {
        let then = variant.piece_type(id).arrivals.iter().flat_map(|arrival| &arrival.then);
        let becomes = then.flat_map(Consequence::becomes).copied();
        let held = variant.fills_hands().then(|| variant.held(id));
        open.extend(becomes.chain(held).filter(|id| army.insert(*id)));
    }
    army
}

/// Returns the only neutral piece of a game. Other programs write it like a hole.
pub(super) fn neutral(variant: &Variant) -> Option<Piece> {
    let mut ids = variant.piece_type_ids().filter(|(_, own)| own.neutral).map(|(id, _)| id);
    let only = ids.next().filter(|_| ids.next().is_none());
    only.map(|piece_type| Piece { color: Color::White, piece_type })
}

/// Returns the home squares of the pieces whose first move may have a follow-up, or differs from later moves. A letter
/// is that of a file of the grid, so cells off the grid are not included.
pub(super) fn tracked(variant: &Variant) -> SquareSet {
    let asks = |square: Square, piece| {
        let squares = Some([square].into_iter().collect());
        let some = SomePiece { variant, piece, squares };
        variant.follow_ups.iter().filter_map(FollowUp::leaving).any(|(pieces, zone, first)| {
            first && zone.holds(square, piece.color) && some.might_be(pieces, piece.color)
        })
    };
    let grid = variant.board.grid();
    let home = variant.home_pieces().filter(|(square, _)| grid.contains(*square));
    let tracked = home.filter(|(square, piece)| asks(*square, *piece));
    let tracked: SquareSet = tracked.map(|(square, _)| square).collect();
    // If no move has a follow-up and no piece castles, letters stand for the pieces on the back ranks whose first
    // move differs.
    match tracked.is_empty() && variant.castlings.is_empty() {
        true => (variant.returns & grid).iter().filter(|square| is_behind(variant, *square)).collect(),
        false => tracked,
    }
}

/// Returns true if a square is on the first or the last rank.
fn is_behind(variant: &Variant, square: Square) -> bool {
    let (ranks, rank) = (variant.board.ranks(), variant.board.cell(square).y);
    [*ranks.start(), *ranks.end()].contains(&rank)
}
