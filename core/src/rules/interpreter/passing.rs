//! En passant: the pieces that can be captured, and their inference from positions that do not name them.
//!
//! [`Interpreter::remember_passers`] records these pieces after each move. A FEN names only the passed squares,
//! so [`Interpreter::passers`] infers the piece from them.

use super::{Interpreter, Purpose, Successor, World};
use crate::base::{Bitboard, Color, Passed, Piece, PieceTypeId, Square, SquareSet};
use crate::rules::walk::Walk;
use crate::rules::{Consequence, Moves};

/// The pieces that may have passed some squares on the last turn, as inferred from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passers {
    /// The squares of pieces that may have passed the given squares, and possibly others.
    pub stand: SquareSet,
    /// The squares of pieces that may have passed exactly the given squares.
    pub exact: SquareSet,
    /// True if a piece may have passed the given squares and then moved elsewhere.
    pub elsewhere: bool,
}

impl Passers {
    /// Returns the likely pieces: those that passed exactly these squares, or else all.
    pub fn likely(&self) -> SquareSet {
        if self.exact.is_empty() { self.stand } else { self.exact }
    }

    /// Returns the square of the likely piece if there is only one.
    pub fn only(&self) -> Option<Square> {
        let likely = self.likely();
        (!likely.is_empty() && !likely.is_many()).then(|| likely.first())
    }
}

/// A possible previous square of a piece.
#[derive(Clone, Copy)]
struct PreviousSquare {
    from: Square,
    piece: Piece,
}

/// A move that passed squares, as far as a position shows it.
#[derive(Clone, Copy)]
struct PassingMove {
    /// The passed squares that are still empty.
    over: SquareSet,
    /// The squares on which the move may have ended.
    ends: SquareSet,
    /// The squares of pieces that may have moved there later in the turn.
    later: SquareSet,
    /// True if the piece may have jumped over others.
    hurdles: bool,
}

impl<W: World> Interpreter<'_, W> {
    /// Records the pieces that can be captured en passant at the end of a move. Only squares that are still empty
    /// count, and the piece must still be on the board. In a turn of several moves, the player's earlier passing
    /// pieces are kept. After a capture en passant, the other capturable pieces are kept until the turn ends.
    pub(super) fn remember_passers(&self, before: &W, next: &mut Successor<W>, turn: Color) {
        let now = next.after.passed().next();
        let stands = next.mv.from.and_then(|from| next.follow(from));
        let mut all: Vec<Passed> = Vec::new();
        if self.variant.turns.is_some() {
            let is_kept = |passed: &Passed| {
                let own = before.piece(passed.by).is_some_and(|piece| piece.color == next.player);
                let stays = next.follow(passed.by) == Some(passed.by) && !next.touched.contains(passed.by);
                stays && (own || next.takes_passer && turn == next.player)
            };
            all.extend(before.passed().filter(is_kept));
        }
        all.extend(now.zip(stands).map(|(passed, by)| Passed { by, ..passed }));
        for passed in &mut all {
            passed.over = passed.over.iter().filter(|square| next.after.piece(*square).is_none()).collect();
        }
        // A neutral piece cannot be captured en passant.
        let is_sided = |by| next.after.piece(by).is_some_and(|own| !self.variant.is_neutral(own.piece_type));
        all.retain(|passed| !passed.over.is_empty() && is_sided(passed.by));
        next.after.set_passed(self.tables, &all);
    }

    /// Returns the pieces of a side that may have passed these squares. Changes of a piece on arrival are
    /// ignored. The start square and the path may have been filled afterwards, by a follow-up or by a later move of
    /// the turn.
    pub fn passers(&self, world: &W, over: SquareSet, color: Color) -> Passers {
        let mut passers = Passers::default();
        let later = world.pieces().filter(|(_, there)| self.may_be_filled(*there, color));
        let later: SquareSet = later.map(|(square, _)| square).collect();
        for (piece_type, own) in self.variant.piece_type_ids() {
            let mut states = own.moves.iter().flat_map(|moves| &moves.automaton.states);
            if !states.any(|state| state.stop.is_some_and(|stop| stop.passed)) {
                continue;
            }
            // A captured piece is no longer on the path, so the position cannot prove that the path was blocked.
            let clears = |moves: &Moves| moves.automaton.captures_and_passes();
            passers.elsewhere |= self.is_rearranged() || own.moves.iter().any(clears);
            let piece = Piece { color, piece_type };
            let hurdles = own.moves.iter().any(|moves| moves.automaton.needs_hurdles());
            let passage = PassingMove { over, ends: self.ends(world, piece), later, hurdles };
            let left = |from: &Square| world.piece(*from).is_none() || later.contains(*from);
            for from in self.variant.board.squares().filter(left) {
                self.add_passers(world, PreviousSquare { from, piece }, passage, &mut passers);
            }
        }
        passers
    }

    /// Returns true if a piece of side `color` may have left the square of `there` earlier in the same turn. A
    /// follow-up or a later move can then have put `there` on that square.
    fn may_be_filled(&self, there: Piece, color: Color) -> bool {
        let is_neutral = self.variant.is_neutral(there.piece_type);
        let follows = !self.variant.follow_ups.is_empty() && (is_neutral || there.color == color);
        follows || self.variant.turns.is_some() && there.color == color
    }

    /// Returns the squares on which a move of this piece may have ended.
    fn ends(&self, world: &W, piece: Piece) -> SquareSet {
        let arrives = |square| self.may_change(piece.piece_type, piece.color, square);
        let may_end = |square: &Square| match world.piece(*square) {
            None => arrives(*square),
            Some(other) => other.color == piece.color && (other == piece || arrives(*square)),
        };
        self.variant.board.squares().filter(may_end).collect()
    }

    /// Returns true if an arrival effect can apply to a piece of this type on a square.
    fn may_change(&self, piece_type: PieceTypeId, color: Color, square: Square) -> bool {
        let mut arrivals = self.variant.piece_type(piece_type).arrivals.iter();
        arrivals.any(|arrival| arrival.leaving || arrival.by_itself || arrival.zone.holds(square, color))
    }

    /// Returns true if a move of one piece can bring other pieces to new squares, so that the position does not
    /// show where they stood before.
    fn is_rearranged(&self) -> bool {
        let arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
        let mut then = arrivals.flat_map(|arrival| &arrival.then);
        let sends = |then: &Consequence| matches!(then, Consequence::Send { .. } | Consequence::Exchange(_));
        !self.variant.follow_ups.is_empty() || then.any(sends)
    }

    fn add_passers(
        &self,
        world: &W,
        origin: PreviousSquare,
        PassingMove { over, ends, later, hurdles }: PassingMove,
        passers: &mut Passers,
    ) {
        let PreviousSquare { piece, .. } = origin;
        let passes = |walk: &Walk, to: Square| {
            let passed: SquareSet = walk.passed.iter().copied().collect();
            walk.to == to && (over & !passed).is_empty()
        };
        // Without the pieces on possible end squares, the walks include those that these pieces block. Only a walk
        // that needs such a piece as a hurdle is missing.
        let some = self.walks_before(world, origin, ends | later);
        let may_end = |to: &Square| hurdles || some.iter().any(|walk| passes(walk, *to));
        for to in ends.iter().filter(may_end) {
            let mut walks = self.walks_before(world, origin, SquareSet::bit(to));
            if !later.is_empty() {
                walks.extend(self.walks_before(world, origin, SquareSet::bit(to) | later));
            }
            let mut walks = walks.into_iter().filter(|walk| passes(walk, to)).peekable();
            if walks.peek().is_none() {
                continue;
            }
            if self.may_change(piece.piece_type, piece.color, to) {
                passers.elsewhere = true;
            }
            if world.piece(to).is_some() {
                passers.stand.insert(to);
                let empty = |square: &Square| world.piece(*square).is_none();
                let alone = |walk: Walk| walk.passed.into_iter().filter(empty).collect::<SquareSet>() == over;
                if walks.any(alone) {
                    passers.exact.insert(to);
                }
            }
        }
    }

    /// Returns the walks of a piece from a possible previous square, with the given squares cleared.
    fn walks_before(
        &self,
        world: &W,
        PreviousSquare { from, piece }: PreviousSquare,
        ends: SquareSet,
    ) -> Vec<Walk> {
        let mut before = world.clone();
        before.set_passed(self.tables, &[]);
        for square in ends.iter() {
            before.put(self.tables, square, None);
        }
        // The piece is moved back to its previous square, from which its walks are then found again.
        before.put(self.tables, from, Some(piece));
        self.walks(&before, from, Purpose::Move).map(|(_, walk)| walk).collect()
    }
}
