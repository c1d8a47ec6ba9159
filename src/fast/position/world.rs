//! A position as the interpreter sees it, for all that the tables do not hold: rare moves are carried out on a copy.

use super::{PackedMove, Position};
use crate::base::{Bitboard, Color, Outcome, Piece, PieceTypeId, Square, SquareSet};
use crate::fast::compile::{Code, Compiled};
use crate::fast::movegen;
use crate::rules::interpreter::{Interpreter, Successor, World};

impl<B: Bitboard> Compiled<B> {
    /// The interpreter of the rules for what the tables do not hold.
    pub(crate) fn rules(&self) -> Interpreter<'_, Position<B>> {
        Interpreter::over(&self.variant, self)
    }
}

impl<B: Bitboard> World for Position<B> {
    type Tables = Compiled<B>;

    fn piece(&self, square: Square) -> Option<Piece> {
        self.code(square).piece()
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.code(square).piece()?)))
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn castling(&self) -> u32 {
        self.castling
    }

    fn is_passed(&self, square: Square) -> bool {
        self.passed.has(square)
    }

    fn halfmove(&self) -> u32 {
        self.halfmove
    }

    fn right(&self, right: usize, color: Color) -> u8 {
        self.rights.get(right).map_or(0, |times| times[color as usize])
    }

    fn held(&self, piece_type: PieceTypeId, color: Color) -> u8 {
        self.hands.get(piece_type.index()).map_or(0, |held| held[color as usize])
    }

    fn ended(&self) -> Option<&Outcome> {
        self.ended.as_deref()
    }

    fn put(&mut self, game: &Compiled<B>, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let before = self.code(square);
        if before != Code::NONE {
            self.flip(game, before, B::bit(square));
            B::write(&mut self.mailbox, square, 0);
            self.hash ^= game.keys.piece(before, square);
        }
        if let Some(Piece { color, piece_type }) = piece {
            let code = Code::new(color, piece_type);
            self.place(game, code, square);
            self.hash ^= game.keys.piece(code, square);
        }
        before.piece()
    }

    fn set_passed(&mut self, game: &Compiled<B>, passed: &[Square]) {
        let passed = passed.iter().fold(B::EMPTY, |set, square| set | B::bit(*square));
        let squares = self.passed.iter().chain(passed.iter());
        self.hash = squares.fold(self.hash, |hash, square| hash ^ game.keys.passed(square));
        self.passed = passed;
    }

    fn set_right(&mut self, game: &Compiled<B>, right: usize, color: Color, times: u8) {
        if let Some(left) = self.rights.get_mut(right).map(|left| &mut left[color as usize]) {
            self.hash ^= game.keys.right(right, color, *left) ^ game.keys.right(right, color, times);
            *left = times;
        }
    }

    fn set_held(&mut self, game: &Compiled<B>, piece_type: PieceTypeId, color: Color, number: u8) {
        if let Some(held) = self.hands.get_mut(piece_type.index()).map(|held| &mut held[color as usize]) {
            self.hash ^= game.keys.hand(piece_type, color, *held) ^ game.keys.hand(piece_type, color, number);
            *held = number;
        }
    }

    fn end(&mut self, game: &Compiled<B>, outcome: Outcome) {
        if self.ended.is_none() {
            self.hash ^= game.keys.ended();
        }
        self.ended = Some(Box::new(outcome));
    }

    fn pass_turn(&mut self, game: &Compiled<B>, castling: u32, reset: bool) {
        self.hash ^= game.keys.castling(self.castling) ^ game.keys.castling(castling) ^ game.keys.turn;
        self.castling = castling;
        self.halfmove = if reset { 0 } else { self.halfmove.saturating_add(1) };
        self.end_turn();
    }

    fn royals(&self, _: &Interpreter<'_, Self>, color: Color) -> SquareSet {
        (self.royals & self.colors[color as usize]).iter().collect()
    }

    fn highest_rank(&self, rules: &Interpreter<'_, Self>, color: Color) -> Option<u8> {
        let royals = self.royals & self.colors[color as usize];
        royals.iter().map(|square| rules.tables().info(self.code(square)).rank).min()
    }

    fn is_attacked(&self, rules: &Interpreter<'_, Self>, square: Square) -> bool {
        match self.royals.has(square) {
            true => {
                let leads = self.leaders(rules.tables(), self.code(square).color()).has(square);
                movegen::is_royal_attacked(rules.tables(), self, square, leads)
            }
            // The tables hold what royals attack by facing each other as well.
            false => rules.attacked_step_by_step(self, square),
        }
    }

    fn is_checked(&self, rules: &Interpreter<'_, Self>, color: Color) -> bool {
        movegen::in_check(rules.tables(), self, color)
    }

    fn unended<'s>(&'s self, rules: &'s Interpreter<'_, Self>) -> impl Iterator<Item = Successor<Self>> + 's {
        movegen::successors(rules, self)
    }
}

impl PackedMove {
    /// The position after the move, as the interpreter sees it.
    pub(crate) fn successor<B: Bitboard>(
        self,
        game: &Compiled<B>,
        before: &Position<B>,
    ) -> Successor<Position<B>> {
        let mut after = before.clone();
        let undo = after.make(game, self);
        Successor::made(self.unpacked(), after, undo.shifts(game))
    }
}
