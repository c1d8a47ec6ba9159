//! A move and the position it leads to.

use super::World;
use crate::base::{Color, Move, Piece, PieceTypeId, Setup, Square};

/// A move carried out on a copy of the position.
#[derive(Clone, Debug)]
pub(crate) struct Successor<W = Setup> {
    /// The move.
    pub mv: Move,
    /// The position after it; while the move is carried out, on the way there.
    pub after: W,
    /// Where the piece that acted is, if it is on the board.
    pub acted: Option<Square>,
    /// Whose move it is.
    pub player: Color,
    /// Pieces that changed squares: from where, and to where if they are still on the board.
    shifts: Vec<(Square, Option<Square>)>,
    /// Whether the clock is reset.
    pub(super) resets: bool,
}

impl<W: World> Successor<W> {
    /// A move about to be carried out.
    pub(crate) fn new(tables: &W::Tables, before: &W, mv: Move) -> Successor<W> {
        let mut after = before.clone();
        after.set_passed(tables, &[]);
        Successor { mv, after, acted: None, player: before.turn(), shifts: Vec::new(), resets: false }
    }

    /// A move that was made otherwise, and where the pieces that moved stood before and stand now, if they are still on the
    /// board.
    pub(crate) fn made(mv: Move, after: W, shifts: Vec<(Square, Option<Square>)>) -> Successor<W> {
        let (acted, player) = (mv.to, after.turn().other());
        Successor { mv, after, acted, player, shifts, resets: false }
    }

    /// Where the piece that stood on `square` stands after the move.
    pub(crate) fn follow(&self, square: Square) -> Option<Square> {
        match self.shifts.iter().find(|(from, _)| *from == square) {
            Some((_, to)) => *to,
            None => Some(square),
        }
    }

    /// The squares of the pieces it takes off the board, that of the piece that moves aside.
    pub(crate) fn captured(&self) -> impl Iterator<Item = Square> + '_ {
        let gone = self.shifts.iter().filter(|(from, to)| to.is_none() && Some(*from) != self.mv.from);
        gone.map(|(square, _)| *square)
    }

    /// The piece that acts, where it is now.
    pub(super) fn acting(&self) -> Option<(Square, Piece)> {
        self.acted.and_then(|square| Some((square, self.after.piece(square)?)))
    }

    fn entry(&mut self, now: Square) -> Option<usize> {
        self.shifts.iter().position(|(_, at)| *at == Some(now))
    }

    /// The piece now on `square`, which stood on `entry` before the move or has not moved yet, is at `to` from now on.
    fn shift(&mut self, entry: Option<usize>, square: Square, to: Option<Square>) {
        match entry.and_then(|entry| self.shifts.get_mut(entry)) {
            Some(entry) => entry.1 = to,
            None => self.shifts.push((square, to)),
        }
    }

    /// Takes the piece on `square` off the board.
    pub(super) fn remove(&mut self, tables: &W::Tables, square: Square) -> Option<Piece> {
        let piece = self.after.put(tables, square, None)?;
        let entry = self.entry(square);
        self.shift(entry, square, None);
        self.resets = true;
        Some(piece)
    }

    /// Puts the piece that was taken off `origin` down again.
    pub(super) fn put_down(&mut self, tables: &W::Tables, piece: Piece, origin: Square, square: Square) {
        self.after.put(tables, square, Some(piece));
        if let Some(entry) = self.shifts.iter_mut().find(|(place, _)| *place == origin) {
            entry.1 = Some(square);
        }
    }

    /// Moves the piece on `from` to the empty square `to`.
    pub(super) fn carry(&mut self, tables: &W::Tables, from: Square, to: Square) {
        let piece = self.after.put(tables, from, None);
        let entry = self.entry(from);
        self.shift(entry, from, Some(to));
        self.after.put(tables, to, piece);
        if self.acted.is_none() || self.acted == Some(from) {
            self.acted = Some(to);
        }
    }

    /// Moves two pieces at once, each to a square that is empty or left by the other; the first is the one that acts.
    pub(super) fn carry_both(&mut self, tables: &W::Tables, ways: [(Square, Square); 2]) {
        let pieces = ways.map(|(from, _)| self.after.put(tables, from, None));
        let entries = ways.map(|(from, _)| self.entry(from));
        for (((from, to), piece), entry) in ways.into_iter().zip(pieces).zip(entries) {
            self.after.put(tables, to, piece);
            self.shift(entry, from, Some(to));
        }
        self.acted = Some(ways[0].1);
    }

    /// Puts a piece that came from the hand on an empty square.
    pub(super) fn enter(&mut self, tables: &W::Tables, square: Square, piece_type: PieceTypeId) {
        let held = self.after.held(piece_type, self.player);
        self.after.set_held(tables, piece_type, self.player, held.saturating_sub(1));
        self.become_piece_type(tables, square, piece_type);
        self.acted = Some(square);
    }

    /// The piece on `square` becomes one of another type, the player's own.
    pub(super) fn become_piece_type(&mut self, tables: &W::Tables, square: Square, piece_type: PieceTypeId) {
        self.after.put(tables, square, Some(Piece { color: self.player, piece_type }));
    }
}
