//! The position interface of the interpreter.
//!
//! A [`World`] reads and changes a position. The default implementations examine every piece. Faster positions
//! override them and must return equal results.

use super::{Interpreter, Successor};
use crate::base::{
    CastlingSet, Color, LastCapture, Outcome, Passed, Piece, PieceTypeId, Progress, Setup, Square, SquareSet,
};
use crate::rules::PieceFilter;

/// A function that returns true if it is certain that all enemies that a piece attacks after it is placed on a square
/// can flee.
pub type Escapes<'a> = Box<dyn FnMut(Piece, Square) -> bool + 'a>;

/// A position to which the rules can be applied.
pub trait World: Clone {
    /// True if the position can hold the captures of the last move.
    const REMEMBERS_CAPTURES: bool;
    /// The data needed to change the position, such as hash keys and piece classes.
    type Tables;

    fn piece(&self, square: Square) -> Option<Piece>;
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_;
    fn turn(&self) -> Color;
    /// Returns the progress of the current turn.
    fn progress(&self) -> Progress;
    /// Returns the castlings that are still available.
    fn castling(&self) -> CastlingSet;
    /// Iterates over the pieces that can be captured en passant, with the squares they passed.
    fn passed(&self) -> impl Iterator<Item = Passed>;
    /// Returns the squares of pieces that have moved and stand on a starting square, if the board does not show
    /// it.
    fn moved(&self) -> SquareSet;
    fn halfmove(&self) -> u32;
    /// Returns the move number.
    fn fullmove(&self) -> u32;
    fn right(&self, right: usize, color: Color) -> u8;
    fn held(&self, piece_type: PieceTypeId, color: Color) -> u8;
    /// Returns the pieces that the last move captured, as far as the rules depend on them.
    fn last_capture(&self) -> Option<&LastCapture>;
    /// Returns the outcome, if the game has ended for a reason that the board does not show.
    fn ended(&self) -> Option<&Outcome>;

    /// Puts a piece on a square or clears the square. Returns the previous piece.
    fn put(&mut self, tables: &Self::Tables, square: Square, piece: Option<Piece>) -> Option<Piece>;
    /// Sets the pieces that can be captured en passant.
    fn set_passed(&mut self, tables: &Self::Tables, passed: &[Passed]);
    fn set_moved(&mut self, tables: &Self::Tables, moved: SquareSet);
    fn set_right(&mut self, tables: &Self::Tables, right: usize, color: Color, times: u8);
    fn set_held(&mut self, tables: &Self::Tables, piece_type: PieceTypeId, color: Color, number: u8);
    fn set_last_capture(&mut self, captured: Option<LastCapture>);
    fn end(&mut self, tables: &Self::Tables, outcome: Outcome);
    /// Ends a move: sets the remaining castlings, resets or advances the clock, and sets the side to move with
    /// its progress.
    fn end_move(
        &mut self,
        tables: &Self::Tables,
        castling: CastlingSet,
        reset: bool,
        next: (Color, Progress),
    );

    /// Returns true if the positions are equal, including their clocks.
    fn is_same(&self, other: &Self) -> bool;

    fn royals(&self, rules: &Interpreter<'_, Self>, color: Color) -> SquareSet {
        let royal = |piece: &Piece| piece.color == color && rules.rank(*piece).is_some();
        self.pieces().filter(|(_, piece)| royal(piece)).map(|(square, _)| square).collect()
    }

    /// Returns the highest rank of the royals of a side. The highest rank is 1.
    fn highest_rank(&self, rules: &Interpreter<'_, Self>, color: Color) -> Option<u8> {
        self.pieces().filter(|(_, piece)| piece.color == color).filter_map(|(_, p)| rules.rank(p)).min()
    }

    /// Returns the squares of the pieces that match a filter in a rule that applies to `player`.
    fn select(&self, rules: &Interpreter<'_, Self>, filter: &PieceFilter, player: Color) -> SquareSet {
        rules.select_one_by_one(filter, self, player)
    }

    /// Returns true if the piece on `from` attacks the piece on `square` in the sense of check.
    fn attacks(&self, rules: &Interpreter<'_, Self>, from: Square, square: Square) -> bool {
        rules.attacks_step_by_step(self, from, square)
    }

    /// Returns true if the piece on `square` is attacked in the sense of check.
    fn is_attacked(&self, rules: &Interpreter<'_, Self>, square: Square) -> bool {
        rules.attacked_step_by_step(self, square)
    }

    /// Returns true if a side is in check.
    fn is_checked(&self, rules: &Interpreter<'_, Self>, color: Color) -> bool {
        rules.checked_royal_by_royal(self, color)
    }

    /// Returns true if royals of both sides face each other along an open file.
    fn royals_face(&self, rules: &Interpreter<'_, Self>) -> bool {
        rules.royals_face(self)
    }

    /// Returns true if the position alone shows that the game has ended.
    fn is_over(&self, rules: &Interpreter<'_, Self>) -> bool {
        rules.state_ending(self).is_some()
    }

    /// Returns a superset of the squares of the pieces to which an automatic effect applies.
    fn automatic_candidates(&self, _rules: &Interpreter<'_, Self>) -> SquareSet {
        self.pieces().map(|(square, _)| square).collect()
    }

    /// Returns false if the side to move certainly has no mandatory action.
    fn may_have_duties(&self, _rules: &Interpreter<'_, Self>) -> bool {
        true
    }

    /// Returns true if the piece on `by` can capture the piece on `x` by its own move and leave its royals safe.
    fn can_capture(&self, rules: &Interpreter<'_, Self>, by: Square, x: Square) -> bool {
        rules.captures_step_by_step(self, by, x)
    }

    /// Returns the squares of enemy pieces that the piece on `from` can capture by its own moves.
    fn capturable(&self, rules: &Interpreter<'_, Self>, from: Square) -> SquareSet {
        rules.capturable_step_by_step(self, from)
    }

    /// Returns a superset of the enemies that `piece` could capture from a square, whatever else changes.
    fn targets(&self, _rules: &Interpreter<'_, Self>, piece: Piece, _from: Square) -> SquareSet {
        self.pieces().filter(|(_, other)| other.color != piece.color).map(|(square, _)| square).collect()
    }

    /// Returns true if there is a legal move, even if the game has ended.
    fn has_moves(&self, rules: &Interpreter<'_, Self>) -> bool {
        self.unended(rules).next().is_some()
    }

    /// Returns a test of placements of the piece on `from`, if there is one that needs no new list of replies.
    fn escapes<'s>(&'s self, _rules: &'s Interpreter<'_, Self>, _from: Square) -> Option<Escapes<'s>> {
        None
    }

    /// Generates the legal moves, even if the game has ended. Moves that are cheap to find come first.
    fn unended<'s>(&'s self, rules: &'s Interpreter<'_, Self>) -> impl Iterator<Item = Successor<Self>> + 's {
        rules.unended_step_by_step(self)
    }

    /// Generates the same moves as [`Self::unended`]. An implementation may generate moves from `fled` and to
    /// `taken` first.
    fn replies<'s>(
        &'s self,
        rules: &'s Interpreter<'_, Self>,
        (_fled, _taken): (Square, Square),
    ) -> impl Iterator<Item = Successor<Self>> + 's {
        self.unended(rules)
    }
}

impl World for Setup {
    const REMEMBERS_CAPTURES: bool = true;
    type Tables = ();
    fn piece(&self, square: Square) -> Option<Piece> {
        Setup::piece(self, square)
    }
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Setup::pieces(self)
    }
    fn turn(&self) -> Color {
        self.turn
    }
    fn castling(&self) -> CastlingSet {
        self.castling
    }
    fn progress(&self) -> Progress {
        self.progress
    }
    fn passed(&self) -> impl Iterator<Item = Passed> {
        self.passed.iter().copied()
    }
    fn moved(&self) -> SquareSet {
        self.moved
    }
    fn fullmove(&self) -> u32 {
        self.fullmove
    }
    fn halfmove(&self) -> u32 {
        self.halfmove
    }
    fn right(&self, right: usize, color: Color) -> u8 {
        self.rights.get(right).map_or(0, |times| *times.get(color))
    }
    fn held(&self, piece_type: PieceTypeId, color: Color) -> u8 {
        self.hands.get(piece_type.index()).map_or(0, |held| *held.get(color))
    }
    fn last_capture(&self) -> Option<&LastCapture> {
        self.captured.as_ref()
    }
    fn ended(&self) -> Option<&Outcome> {
        self.ended.as_ref()
    }
    fn put(&mut self, (): &(), square: Square, piece: Option<Piece>) -> Option<Piece> {
        self.pieces.get_mut(square.index()).and_then(|place| std::mem::replace(place, piece))
    }
    fn set_passed(&mut self, (): &(), passed: &[Passed]) {
        self.passed.clear();
        self.passed.extend_from_slice(passed);
    }
    fn set_moved(&mut self, (): &(), moved: SquareSet) {
        self.moved = moved;
    }
    fn set_right(&mut self, (): &(), right: usize, color: Color, times: u8) {
        if let Some(right) = self.rights.get_mut(right) {
            *right.get_mut(color) = times;
        }
    }
    fn set_held(&mut self, (): &(), piece_type: PieceTypeId, color: Color, number: u8) {
        if let Some(held) = self.hands.get_mut(piece_type.index()) {
            *held.get_mut(color) = number;
        }
    }
    fn set_last_capture(&mut self, captured: Option<LastCapture>) {
        self.captured = captured;
    }
    fn end(&mut self, (): &(), outcome: Outcome) {
        self.ended = Some(outcome);
    }
    fn end_move(&mut self, (): &(), castling: CastlingSet, reset: bool, next: (Color, Progress)) {
        self.castling = castling;
        self.halfmove = if reset { 0 } else { self.halfmove.saturating_add(1) };
        // In a turn of several moves, the side to move can stay the same, and then the number stays as well.
        if (self.turn, next.0) == (Color::Black, Color::White) {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        (self.turn, self.progress) = next;
    }
    fn is_same(&self, other: &Setup) -> bool {
        self == other
    }
}
