//! Adds follow-ups to moves: a piece that is put on the board or dropped as a part of the move.
//!
//! [`with_follow_ups`] is the entry point. It replaces each move by one move for each of its follow-ups. Moves that
//! cannot have a follow-up stay in their batches.

use super::sink::{BatchOrigin, MoveList, Sink};
use crate::base::{Bitboard, Color, PieceTypeId, Square};
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::{Compiled, CompiledPut};
use crate::rules::interpreter::{Interpreter, World};

/// Adds every legal move once for each of its follow-ups. If a piece can be put on one of many empty squares, only
/// the first `most` squares count. Moves from the interpreter already include their follow-ups.
#[inline(never)]
pub(super) fn with_follow_ups<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mut list: MoveList<B>,
    mut sink: S,
    most: u32,
) -> S {
    let game = rules.tables();
    if let Some(put) = &game.put {
        // The free squares differ from move to move, so the batches are expanded.
        list.end();
        list.moves.into_iter().for_each(|mv| puts(rules, position, put, mv, (&mut sink, most)));
    } else if let Some(behind) = &game.behind {
        let leaving = position.leaving_behind(game, behind);
        let held = |(id, _): &&(PieceTypeId, [B; 2])| position.held(*id, position.turn) > 0;
        let held: Vec<(PieceTypeId, [B; 2])> = behind.piece_types.iter().filter(held).copied().collect();
        let behind = Behind { may: behind.may, leaving, held };
        for batch in list.batches {
            let followed = batch.origin.ahead(leaving);
            sink.each(batch.targets & !followed, batch.origin);
            let targets = batch.targets & followed;
            match batch.origin {
                // All moves of a piece have the same follow-ups, so their number is a multiple of the number of
                // moves.
                BatchOrigin::One(from) if S::COUNTS && behind.only_blocks(rules, position) => {
                    (0..behind.count(position.turn, from)).for_each(|_| sink.each(targets, batch.origin));
                }
                BatchOrigin::One(_) | BatchOrigin::Below(_) => {
                    batch.moves(followed).for_each(|mv| behind.drops(rules, position, mv, &mut sink))
                }
            }
        }
        list.moves.into_iter().for_each(|mv| behind.drops(rules, position, mv, &mut sink));
    }
    list.carried_out.into_iter().for_each(|next| sink.successor(next));
    sink
}

/// Adds a move once for each empty square to which its follow-up can put a piece.
fn puts<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    put: &CompiledPut<B>,
    mv: PackedMove,
    (sink, most): (&mut S, u32),
) {
    // The move can empty or fill a square of the zone, so it is made first.
    let mut free = put.zones[position.turn as usize];
    rules.tables().after::<false>(position, mv, &mut |after| {
        free &= !after.occupied();
        true
    });
    for put in free.iter().take(most as usize) {
        sink.packed(PackedMove { put, ..mv });
    }
    if free.is_empty() {
        sink.packed(mv);
    }
}

/// The pieces that can be dropped from the hand onto a square that a move leaves.
struct Behind<B> {
    may: bool,
    /// The pieces whose moves can have a follow-up.
    leaving: B,
    /// The piece types in hand, each with the squares that it may occupy, by side.
    held: Vec<(PieceTypeId, [B; 2])>,
}

impl<B: Bitboard> Behind<B> {
    /// Returns true if a piece dropped on a square that a move leaves can only block paths. Then, no follow-up can
    /// make a safe move unsafe.
    fn only_blocks(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
        let game = rules.tables();
        game.no_hurdles && !game.is_shielded() && position.untabled(position.turn.other()).is_empty()
    }

    /// Returns the number of follow-ups of a move from a square. Declining a follow-up counts as one of them.
    fn count(&self, player: Color, from: Square) -> usize {
        let held = self.held.iter().filter(|(_, zones)| zones[player as usize].has(from)).count();
        held + usize::from(self.may || held == 0)
    }

    /// Adds a move once for each piece in hand that can be dropped on a square that the move leaves.
    fn drops<S: Sink<B>>(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &mut Position<B>,
        mv: PackedMove,
        sink: &mut S,
    ) {
        let (game, player) = (rules.tables(), position.turn);
        let only_blocks = self.only_blocks(rules, position);
        let mut any = false;
        for square in left(game, mv).filter(|square| self.leaving.has(*square)) {
            for (id, _) in self.held.iter().filter(|(_, zones)| zones[player as usize].has(square)) {
                let mv = PackedMove { put: square, follow_up_drop: id.0 as u8, ..mv };
                // The dropped piece can be the hurdle of an attack on an own royal.
                if only_blocks || game.is_safe_after(rules, position, mv) {
                    sink.packed(mv);
                }
                any = true;
            }
        }
        if self.may || !any {
            sink.packed(mv);
        }
    }
}

/// Returns the squares that a move leaves empty.
fn left<B: Bitboard>(game: &Compiled<B>, mv: PackedMove) -> impl Iterator<Item = Square> {
    let carried = mv.carried(game);
    let is_filled = move |square: &Square| carried.iter().flatten().any(|(_, to)| to == square);
    carried.into_iter().flatten().map(|(from, _)| from).filter(move |from| !is_filled(from))
}
