//! Feats: moves carried out on a copy of the position, for all that is too rare to be made and unmade.

use super::Position;
use crate::base::{Bitboard, Color, Move, PieceTypeId, Square};
use crate::fast::compile::{Code, Compiled};

/// A move carried out on a copy of the position.
#[derive(Clone, Debug)]
pub struct Feat<B: Bitboard> {
    /// The move.
    pub mv: Move,
    /// The position after it; until the feat is done, on the way there.
    pub after: Position<B>,
    /// Whose move it is.
    pub(crate) player: Color,
    /// Where the piece that acted is, if it is on the board.
    pub(crate) acted: Option<Square>,
    /// Pieces that changed squares: from where, and to where if they are still on the board.
    shifts: Vec<(Square, Option<Square>)>,
    /// Whether something came off the board.
    resets: bool,
}

impl<B: Bitboard> Feat<B> {
    /// A move about to be carried out.
    pub(crate) fn new(game: &Compiled<B>, position: &Position<B>, mv: Move) -> Feat<B> {
        let mut after = position.clone();
        after.pass_by(game, B::EMPTY);
        Feat { mv, after, player: position.turn, acted: None, shifts: Vec::new(), resets: false }
    }

    /// The piece that acts, where it is now.
    pub(crate) fn acting(&self) -> Option<(Square, Code)> {
        let square = self.acted?;
        Some((square, self.after.code(square))).filter(|(_, code)| *code != Code::NONE)
    }

    /// Where the piece that stood on `square` stands after the move.
    pub(crate) fn follow(&self, square: Square) -> Option<Square> {
        match self.shifts.iter().find(|(from, _)| *from == square) {
            Some((_, to)) => *to,
            None => Some(square),
        }
    }

    /// The piece now on `square` is from now on at `to`.
    fn shift(&mut self, square: Square, to: Option<Square>) {
        match self.shifts.iter_mut().find(|(_, now)| *now == Some(square)) {
            Some(entry) => entry.1 = to,
            None => self.shifts.push((square, to)),
        }
    }

    /// Takes off whoever stands on `square`.
    pub(crate) fn remove(&mut self, game: &Compiled<B>, square: Square) -> Code {
        let code = self.after.lift(game, square);
        if code != Code::NONE {
            self.shift(square, None);
            self.resets = true;
        }
        code
    }

    /// Takes a piece off as a captured one.
    pub(crate) fn capture(&mut self, game: &Compiled<B>, square: Square) -> Code {
        let code = self.remove(game, square);
        if code != Code::NONE {
            self.after.hold(game, code, self.player);
        }
        code
    }

    /// Puts the piece that was taken off `origin` down again.
    pub(crate) fn put_down(&mut self, game: &Compiled<B>, code: Code, origin: Square, square: Square) {
        self.after.drop_on(game, code, square);
        if let Some(entry) = self.shifts.iter_mut().find(|(place, _)| *place == origin) {
            entry.1 = Some(square);
        }
    }

    /// Moves a piece to an empty square.
    pub(crate) fn carry(&mut self, game: &Compiled<B>, from: Square, to: Square) {
        let code = self.after.lift(game, from);
        self.shift(from, Some(to));
        self.after.drop_on(game, code, to);
        if self.acted.is_none() || self.acted == Some(from) {
            self.acted = Some(to);
        }
    }

    /// Lets two pieces change places; the one on `a` acts.
    pub(crate) fn exchange(&mut self, game: &Compiled<B>, a: Square, b: Square) {
        let (piece, other) = (self.after.lift(game, a), self.after.lift(game, b));
        self.after.drop_on(game, other, a);
        self.after.drop_on(game, piece, b);
        let at = |shifts: &[(Square, Option<Square>)], s| shifts.iter().position(|(_, now)| *now == Some(s));
        let (first, second) = (at(&self.shifts, a), at(&self.shifts, b));
        for (place, from, to) in [(first, a, b), (second, b, a)] {
            match place.and_then(|place| self.shifts.get_mut(place)) {
                Some(entry) => entry.1 = Some(to),
                None => self.shifts.push((from, Some(to))),
            }
        }
        self.acted = Some(b);
    }

    /// Takes one piece of a piece type from the hand and puts it on an empty square.
    pub(crate) fn enter(&mut self, game: &Compiled<B>, piece_type: PieceTypeId, square: Square) {
        let (color, keys) = (self.player, &game.keys);
        let held = &mut self.after.hands[piece_type.index()][color as usize];
        let before = *held;
        *held = before.saturating_sub(1);
        self.after.hash ^=
            keys.hand(piece_type, color, before) ^ keys.hand(piece_type, color, before.saturating_sub(1));
        self.after.drop_on(game, Code::new(color, piece_type), square);
        self.acted = Some(square);
    }

    /// The piece on `square` becomes one of another kind, the player's own.
    pub(crate) fn become_piece_type(&mut self, game: &Compiled<B>, square: Square, piece_type: PieceTypeId) {
        self.after.lift(game, square);
        self.after.drop_on(game, Code::new(self.player, piece_type), square);
    }

    /// Ends the feat: the clock runs, castlings whose pieces are gone are lost, the turn passes.
    pub(crate) fn done(mut self, game: &Compiled<B>, right: Option<usize>, irreversible: bool) -> Feat<B> {
        let after = &mut self.after;
        after.use_right(game, right);
        if after.castling != 0 {
            after.lose_castlings(game);
        }
        after.halfmove = if self.resets || irreversible { 0 } else { after.halfmove.saturating_add(1) };
        if after.turn == Color::Black {
            after.fullmove = after.fullmove.saturating_add(1);
        }
        after.turn = after.turn.other();
        after.hash ^= game.keys.turn;
        self
    }
}

impl<B: Bitboard> Position<B> {
    /// Takes whoever stands on a square in the hand.
    fn lift(&mut self, game: &Compiled<B>, square: Square) -> Code {
        let code = self.code(square);
        if code != Code::NONE {
            self.flip(game, code, B::bit(square));
            B::write(&mut self.mailbox, square, 0);
            self.hash ^= game.keys.piece(code, square);
        }
        code
    }

    /// Puts a piece on an empty square.
    fn drop_on(&mut self, game: &Compiled<B>, code: Code, square: Square) {
        if code != Code::NONE {
            self.put(game, code, square);
            self.hash ^= game.keys.piece(code, square);
        }
    }

    /// From now on these squares have been passed by a piece that can be taken.
    pub(crate) fn pass_by(&mut self, game: &Compiled<B>, passed: B) {
        let squares = self.passed.iter().chain(passed.iter());
        self.hash = squares.fold(self.hash, |hash, square| hash ^ game.keys.passed(square));
        self.passed = passed;
    }
}
