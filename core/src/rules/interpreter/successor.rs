//! Successors: moves with the positions they lead to.
//!
//! [`Successor`] is the main type. While a move is made, it collects the effects of the move: the pieces that
//! change squares, those that leave the board, and the squares that the move touches.

use super::{Placed, World};
use crate::base::{
    Bitboard, Color, LastCapture, Move, Piece, PieceChange, PieceTypeId, Setup, Square, SquareSet, Verb,
    sort_by,
};

/// An automatic effect that has been applied.
#[derive(Clone, Copy, Debug)]
pub struct AutomaticEffect {
    /// The square of the piece before the effect.
    pub square: Square,
    pub piece: Piece,
    /// The index of the rule among the arrival rules of the piece type.
    pub rule: usize,
}

/// The pieces that a move has moved, as pairs of start square and current square. The latter is `None` off the board.
pub type MoveShifts = Vec<(Square, Option<Square>)>;

/// A move and the copy of the position on which it is made.
#[derive(Clone, Debug)]
pub struct Successor<W = Setup> {
    pub mv: Move,
    /// The position after the move. While the move is made, it is an intermediate position.
    pub after: Box<W>,
    pub acted: Option<Square>,
    pub player: Color,
    /// The moving piece, as it was before the move.
    mover: Option<Piece>,
    shifts: MoveShifts,
    /// The squares on which a piece has arrived, returned, or changed its type.
    pub(super) touched: SquareSet,
    /// The squares on which a piece has changed sides. It does not act again in this move.
    pub(super) turncoats: SquareSet,
    pub(super) resets: bool,
    /// True if the move captures en passant.
    pub(super) takes_passer: bool,
    /// The pieces removed so far, with their squares.
    pub(super) taken: Vec<(Square, Piece)>,
    /// The automatic effects that were applied, in order.
    pub automatic_effects: Vec<AutomaticEffect>,
}

impl<W: World> Successor<W> {
    pub fn new(tables: &W::Tables, before: &W, mv: Move) -> Successor<W> {
        let mut after = Box::new(before.clone());
        // En passant is possible only on the next move. `remember_passers` adds the exceptions.
        after.set_passed(tables, &[]);
        after.set_last_capture(None);
        let mover = match mv.verb {
            Verb::Drop(piece_type) => Some(Piece { color: before.turn(), piece_type }),
            Verb::Go | Verb::Castle | Verb::Exchange | Verb::Place | Verb::Pass => {
                mv.from.and_then(|square| before.piece(square))
            }
        };
        let (player, touched) = (before.turn(), SquareSet::default());
        let (shifts, automatic_effects) = (Vec::new(), Vec::new());
        Successor {
            mv,
            after,
            acted: None,
            player,
            mover,
            shifts,
            touched,
            turncoats: SquareSet::default(),
            resets: false,
            takes_passer: false,
            taken: Vec::new(),
            automatic_effects,
        }
    }

    /// Creates the successor of a move that was made elsewhere. `shifts` has the start and current squares of the
    /// pieces that moved.
    pub fn made(mv: Move, (player, after): (Color, Box<W>), shifts: MoveShifts) -> Successor<W> {
        let acted = mv.to;
        let (touched, automatic_effects) = (SquareSet::default(), Vec::new());
        let (resets, takes_passer, taken) = (false, false, Vec::new());
        Successor {
            mv,
            after,
            acted,
            player,
            mover: None,
            shifts,
            touched,
            turncoats: SquareSet::default(),
            resets,
            takes_passer,
            taken,
            automatic_effects,
        }
    }

    /// Removes every move that has the same text, or the same squares and result, as another. Promotions to different
    /// pieces are different moves even if the piece then leaves the board. A piece's own move is preferred to an action, then a short move to a longer one, then an exchange with its squares in order
    /// to the reverse one.
    pub fn distinct(mut all: Vec<Successor<W>>) -> Vec<Successor<W>> {
        if all.len() < 2 {
            return all;
        }
        let acts = |mv: &Move| mv.verb > Verb::Castle;
        sort_by(&mut all, |Successor { mv: a, .. }, Successor { mv: b, .. }| {
            // This order makes equivalent moves adjacent and puts the preferred one first.
            let own = (a.squares(), acts(a), a.choice, a.verb, a.from);
            own.cmp(&(b.squares(), acts(b), b.choice, b.verb, b.from))
        });
        let mut kept: Vec<Successor<W>> = Vec::with_capacity(all.len());
        for next in all {
            let mut alike = kept.iter().rev().take_while(|known| known.mv.squares() == next.mv.squares());
            let is_same = |known: &Successor<W>| {
                !known.mv.promotes_unlike(&next.mv) && known.after.is_same(&next.after)
            };
            if !alike.any(|known| known.mv == next.mv || is_same(known)) {
                kept.push(next);
            }
        }
        kept
    }

    /// Returns the square after the move of the piece that stood on `square`, or `None` if it left the board.
    pub fn follow(&self, square: Square) -> Option<Square> {
        follow(&self.shifts, square)
    }

    /// Returns the pieces that have changed squares, with their current squares.
    pub fn into_shifts(self) -> (Box<W>, MoveShifts) {
        (self.after, self.shifts)
    }

    /// Iterates over the start squares of the pieces that have moved, in the order of their moves.
    pub(super) fn starts(&self) -> impl Iterator<Item = Square> + '_ {
        self.shifts.iter().map(|(from, _)| *from)
    }

    /// Iterates over the squares of the pieces that the move removes. The moving piece is not included.
    pub fn captured(&self) -> impl Iterator<Item = Square> + '_ {
        let gone = self.shifts.iter().filter(|(from, to)| to.is_none() && Some(*from) != self.mv.from);
        gone.map(|(square, _)| *square)
    }

    /// Iterates over the squares of all pieces that leave the board, including the moving piece.
    pub fn lost(&self) -> impl Iterator<Item = Square> + '_ {
        self.shifts.iter().filter(|(_, to)| to.is_none()).map(|(square, _)| *square)
    }

    pub(super) fn acting(&self) -> Option<Placed> {
        self.acted.and_then(|square| Some((square, self.after.piece(square)?)))
    }

    fn entry(&mut self, now: Square) -> Option<usize> {
        self.shifts.iter().position(|(_, at)| *at == Some(now))
    }

    /// Records that the piece now on `square` moves to `to`. If the piece has moved before, `entry` is the index
    /// of its record. A piece on the origin of another was not there before the move and has no record.
    fn shift(&mut self, entry: Option<usize>, square: Square, to: Option<Square>) {
        let is_new = self.starts().all(|start| start != square);
        match entry.and_then(|entry| self.shifts.get_mut(entry)) {
            Some(entry) => entry.1 = to,
            None if is_new => self.shifts.push((square, to)),
            None => {}
        }
    }

    /// Removes the piece on a square.
    pub fn remove(&mut self, tables: &W::Tables, square: Square) -> Option<Piece> {
        let piece = self.after.put(tables, square, None)?;
        self.taken.push((square, piece));
        // The moving piece can leave the board as well, which is not a capture.
        if self.acted != Some(square) {
            self.note_captures(|taken| taken.push((square, piece)));
        }
        let entry = self.entry(square);
        self.shift(entry, square, None);
        // Every removal resets the clock, even without a capture by the mover.
        self.resets = true;
        Some(piece)
    }

    /// Changes the list of the pieces that the move has captured.
    pub(super) fn note_captures(&mut self, change: impl FnOnce(&mut Vec<(Square, Piece)>)) {
        if !W::REMEMBERS_CAPTURES {
            return;
        }
        let mut taken = self.after.last_capture().map_or_else(Vec::new, |captured| captured.taken.clone());
        change(&mut taken);
        let captured = (!taken.is_empty()).then_some(LastCapture { by: self.mover, taken });
        self.after.set_last_capture(captured);
    }

    /// Puts the piece that was removed from `origin` back on the board.
    pub(super) fn put_down(&mut self, tables: &W::Tables, piece: Piece, origin: Square, square: Square) {
        self.after.put(tables, square, Some(piece));
        self.touched.insert(square);
        self.taken.retain(|(place, _)| *place != origin);
        self.note_captures(|taken| taken.retain(|(place, _)| *place != origin));
        if let Some(entry) = self.shifts.iter_mut().find(|(place, _)| *place == origin) {
            entry.1 = Some(square);
        }
    }

    /// Moves pieces simultaneously. Each target is empty or vacated by another of these pieces. The first one is
    /// the acting piece.
    pub(super) fn carry<const N: usize>(&mut self, tables: &W::Tables, paths: [(Square, Square); N]) {
        // All pieces are lifted before any is put down, because a target can be the start of another.
        let pieces = paths.map(|(from, _)| self.after.put(tables, from, None));
        let entries = paths.map(|(from, _)| self.entry(from));
        for (((from, to), piece), entry) in paths.into_iter().zip(pieces).zip(entries) {
            self.after.put(tables, to, piece);
            self.touched.insert(to);
            self.shift(entry, from, Some(to));
        }
        let acted = paths.iter().find(|(from, _)| self.acted.is_none_or(|acted| acted == *from));
        self.acted = acted.map(|(_, to)| *to).or(self.acted);
    }

    /// Puts a piece from the hand on a square, where it becomes `form`.
    pub(super) fn enter(&mut self, tables: &W::Tables, square: Square, piece_type: PieceTypeId, form: Piece) {
        let held = self.after.held(piece_type, self.player);
        self.after.set_held(tables, piece_type, self.player, held.saturating_sub(1));
        self.become_piece(tables, square, form);
        self.acted = Some(square);
    }

    /// Moves a piece other than the acting one to an empty square.
    pub(super) fn shift_aside(&mut self, tables: &W::Tables, from: Square, to: Square) {
        let piece = self.after.put(tables, from, None);
        let entry = self.entry(from);
        self.after.put(tables, to, piece);
        self.touched.insert(to);
        self.shift(entry, from, Some(to));
    }

    /// Puts a new piece on an empty square.
    pub(super) fn appear(&mut self, tables: &W::Tables, square: Square, piece: Piece) {
        self.after.put(tables, square, Some(piece));
        self.touched.insert(square);
    }

    /// Marks the piece on `square` as unmoved.
    pub(super) fn rests(&mut self, square: Square) {
        self.touched &= !SquareSet::bit(square);
    }

    /// Replaces the piece on `square` with another piece.
    pub(super) fn become_piece(&mut self, tables: &W::Tables, square: Square, piece: Piece) {
        self.after.put(tables, square, Some(piece));
        self.touched.insert(square);
    }
}

fn follow(shifts: &[(Square, Option<Square>)], square: Square) -> Option<Square> {
    match shifts.iter().find(|(from, _)| *from == square) {
        Some((_, to)) => *to,
        None => Some(square),
    }
}

/// Returns the changes of pieces between a position and the position after a move, given the pieces that the move has
/// moved. The pieces that leave the board come first, in the order of their removal. The others are sorted.
pub fn changes<W: World>(before: &W, shifts: &[(Square, Option<Square>)], after: &W) -> Vec<PieceChange> {
    let placed = |world: &W, square| world.piece(square).map(|piece| (square, piece));
    let lost = shifts.iter().filter(|(_, to)| to.is_none()).filter_map(|(from, _)| placed(before, *from));
    let mut all: Vec<PieceChange> = lost.map(|own| PieceChange { before: Some(own), after: None }).collect();
    let first = all.len();
    let mut followed = SquareSet::default();
    for own in before.pieces() {
        if let Some(to) = follow(shifts, own.0) {
            followed.insert(to);
            all.push(PieceChange { before: Some(own), after: placed(after, to) });
        }
    }
    let entered = after.pieces().filter(|(square, _)| !followed.contains(*square));
    all.extend(entered.map(|own| PieceChange { before: None, after: Some(own) }));
    all.retain(|change| change.before != change.after);
    all[first..].sort();
    all
}
