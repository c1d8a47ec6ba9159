//! Makes and unmakes moves.
//!
//! [`Position::make`] handles a piece that moves to a square, with or without a capture, in a short inlined path.
//! `make_other` makes all other kinds of moves. [`Position::unmake`] reverses a move with the help of [`Undo`], which
//! holds the captured pieces and a copy of the state. Castling rights, en passant squares, the clock, the stock, and
//! the hash are updated on the way.

use super::board::{NO_PASSER, Position, StateInfo};
use super::packed::{Flag, PackedMove};
use crate::base::{Bitboard, Color, PieceTypeId, Square, castling_numbers};
use crate::fast::tables::{Compiled, PieceCode, Tally};
use crate::rules::interpreter::MoveShifts;

/// The information that unmakes a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo<B> {
    mv: PackedMove,
    mover: PieceCode,
    taken: PieceCode,
    taken_on: Square,
    /// The piece captured on the target of a double capture.
    also: PieceCode,
    turn: Color,
    /// The former square of the piece that the follow-up of the move put elsewhere.
    put_from: Option<Square>,
    state: StateInfo<B>,
    /// The index, the side, and the former value of the changed entry in the stock.
    stock: Option<(usize, Color, u8)>,
    /// The former numbers of remaining uses of the right that the move restored, by side.
    regained: Option<[u8; 2]>,
    /// The former numbers of uses of the rights that the move counted.
    tallied: [u8; Tally::MAX],
}

impl<B: Bitboard> Undo<B> {
    /// Returns the side that made the move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the former squares of the pieces that the move moved or captured, each with its current square if it
    /// is still on the board.
    pub fn shifts(&self, game: &Compiled<B>) -> MoveShifts {
        let carried = || self.mv.carried(game).into_iter().flatten();
        // The follow-up can put the piece elsewhere that the move has just moved.
        let now = |to| if self.put_from == Some(to) { self.mv.put } else { to };
        let put = self.put_from.filter(|from| carried().all(|(_, to)| to != *from));
        let taken = (self.taken != PieceCode::NONE).then_some((self.taken_on, None));
        let also = (self.also != PieceCode::NONE).then_some((self.mv.to, None));
        let moved = carried().map(|(from, to)| (from, Some(now(to))));
        let put = put.map(|from| (from, Some(self.mv.put)));
        taken.into_iter().chain(also).chain(moved).chain(put).collect()
    }
}

impl<B: Bitboard> Position<B> {
    /// Makes a move that the generator returned for this position. If `HASHED` is false, the hash is not updated and
    /// must not be used until the move is unmade.
    // A module for browsers must be small, so it has one copy of this method, and of the one that unmakes a move.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub fn make<const HASHED: bool>(&mut self, game: &Compiled<B>, mv: PackedMove) -> Undo<B> {
        let PackedMove { from, to, flag, .. } = mv;
        let mover = self.code(from);
        let taken = if flag == Flag::Go { self.code(to) } else { PieceCode::NONE };
        let mut undo = Undo {
            mv,
            mover,
            taken,
            taken_on: to,
            also: PieceCode::NONE,
            turn: self.turn,
            put_from: None,
            state: self.state,
            stock: None,
            regained: None,
            tallied: [0; Tally::MAX],
        };
        // The clock and the en passant squares depend on the position before the move.
        let mut resets = taken != PieceCode::NONE || self.resets_clock(game, from);
        let passed = if taken == PieceCode::NONE && game.info(mover).may_pass(from, to) {
            self.passes_over(game, mv)
        } else {
            B::EMPTY
        };
        if !self.state.passed.is_empty() {
            let left = self.left_open(game, mv);
            self.pass::<HASHED>(game, left, if left.is_empty() { NO_PASSER } else { self.state.passer });
        }
        // Most moves are of this kind, so they avoid the general but slower method `set`.
        if flag == Flag::Go {
            self.go::<HASHED>(game, &mut undo);
        } else {
            resets = self.make_other(game, &mut undo, resets);
        }
        if !passed.is_empty() {
            self.pass::<HASHED>(game, passed, to);
        }
        self.state.halfmove = if resets { 0 } else { self.state.halfmove.saturating_add(1) };
        // A castling is lost if one of its pieces moves or is captured.
        let touched = B::bit(from) | B::bit(undo.taken_on) | B::bit(to);
        if self.state.castling != 0 && game.castling_squares.meets(touched) {
            self.touch_castlings::<HASHED>(game, mv, touched);
        }
        if mv.put != PackedMove::NOWHERE {
            undo.put_from = self.put_follow_up(game, mv);
        }
        if !game.returns.is_empty() {
            self.record_moved(game, mv);
        }
        if game.rights.change {
            undo.tallied = self.tally(game, mv.flag);
            undo.regained = self.regain(game, mv);
        }
        if game.turned {
            self.next_in_turn(game);
        } else {
            self.end_turn();
        }
        if HASHED && self.turn != undo.turn {
            self.state.hash ^= game.keys.turn;
        }
        undo
    }

    /// Moves a piece, which may capture another, and does nothing else.
    #[inline(always)]
    fn go<const HASHED: bool>(&mut self, game: &Compiled<B>, undo: &mut Undo<B>) {
        let Undo { mv: PackedMove { from, to, .. }, mover, taken, .. } = *undo;
        self.flip(game, mover, B::bit(from) | B::bit(to));
        B::write(&mut self.mailbox, from, 0);
        B::write(&mut self.mailbox, to, mover.0);
        if HASHED {
            self.state.hash ^= game.keys.piece(mover, from) ^ game.keys.piece(mover, to);
        }
        if taken != PieceCode::NONE {
            self.flip(game, taken, B::bit(to));
            if HASHED {
                self.state.hash ^= game.keys.piece(taken, to);
            }
            undo.stock = self.hold(game, taken);
        }
    }

    /// Restores the right that is restored by every move except the move that uses it. Returns the former numbers of
    /// remaining uses, by side.
    #[inline(never)]
    fn regain(&mut self, game: &Compiled<B>, mv: PackedMove) -> Option<[u8; 2]> {
        // With several such rights, the interpreter makes the moves once one of them was used. Until then, there
        // is nothing to restore.
        let [right] = game.rights.regained[..] else { return None };
        let acts = matches!(mv.flag, Flag::Exchange | Flag::Pass);
        if acts && game.variant.actions[usize::from(mv.arg)].right == Some(right) {
            return None;
        }
        let before = self.stock[right];
        let times = game.variant.rights[right].times;
        Color::ALL.into_iter().for_each(|color| self.set_stock(game, right, color, times));
        Some(before)
    }

    /// Records that the pieces have moved to their squares, except for a piece dropped on its home square.
    #[inline(never)]
    fn record_moved(&mut self, game: &Compiled<B>, mv: PackedMove) {
        let hand_homes = mv.flag == Flag::Drop && game.info(self.code(mv.to)).hand_homes.has(mv.to);
        let home = if hand_homes { B::bit(mv.to) } else { B::EMPTY };
        self.mark_moved(game, mv.destinations(game) & !home);
    }

    /// Puts the piece of the follow-up on the board. Returns its former square.
    #[inline(never)]
    fn put_follow_up(&mut self, game: &Compiled<B>, mv: PackedMove) -> Option<Square> {
        let to = mv.put;
        if mv.follow_up_drop != PackedMove::NOTHING {
            let piece_type = PieceTypeId(u16::from(mv.follow_up_drop));
            self.restock(game, (self.hands + piece_type.index(), self.turn), |held| held.saturating_sub(1));
            self.set(game, to, PieceCode::new(self.turn, piece_type));
            return None;
        }
        let put = game.put.as_ref()?;
        let code = put.codes[self.turn as usize];
        let standing = if put.more { B::EMPTY } else { self.standing(game, code, B::ALL) };
        let from = standing.iter().next();
        if let Some(from) = from {
            self.set(game, from, PieceCode::NONE);
        }
        self.set(game, to, code);
        // A piece on a passed square prevents the en passant capture there. A piece that is put elsewhere can be captured
        // only if it passed the squares in this move.
        let StateInfo { passed, passer, .. } = self.state;
        let is_passer = from == Some(passer);
        let left = if is_passer && passer != mv.to { B::EMPTY } else { passed & !B::bit(to) };
        let by = if is_passer { to } else { passer };
        self.pass::<true>(game, left, if left.is_empty() { NO_PASSER } else { by });
        from
    }

    /// Returns the en passant squares that remain after a move. They remain only within a turn of several moves, if
    /// the piece that passed over them has not moved.
    #[inline(always)]
    fn left_open(&self, game: &Compiled<B>, mv: PackedMove) -> B {
        let is_own = || self.code(self.state.passer).color() == self.turn && mv.from != self.state.passer;
        if game.turned && is_own() { self.state.passed & !mv.destinations(game) } else { B::EMPTY }
    }

    /// Advances to the next move of the turn, or to the turn of the other side.
    #[inline(never)]
    fn next_in_turn(&mut self, game: &Compiled<B>) {
        let Some(turns) = &game.variant.turns else { return };
        let checks = turns.check_ends && game.in_check(&game.rules(), self, self.turn.other());
        let (turn, progress) = turns.next(self.turn, self.state.progress, checks);
        self.state.hash ^= game.keys.progress(self.state.progress) ^ game.keys.progress(progress);
        self.state.progress = progress;
        if turn != self.turn {
            self.end_turn();
        }
    }

    /// Restores the castlings of a piece dropped on its home square, if its partner is at home.
    #[inline(never)]
    fn regain_castlings(&mut self, game: &Compiled<B>, home: Square) {
        let before = self.state.castling;
        for (number, castling) in game.variant.castlings.iter().enumerate() {
            let (king, partner) = castling.squares();
            let stands =
                castling.stand().iter().all(|(square, own)| self.code(*square).piece() == Some(*own));
            if stands && (king == home || partner == home) {
                self.state.castling |= 1 << number;
            }
        }
        self.state.hash ^= game.keys.castling(before) ^ game.keys.castling(self.state.castling);
    }

    /// Removes the castlings whose pieces were on a touched square or have just castled.
    #[inline(never)]
    fn touch_castlings<const HASHED: bool>(&mut self, game: &Compiled<B>, mv: PackedMove, touched: B) {
        // The target of a drop was empty, and a pass has no squares.
        if matches!(mv.flag, Flag::Drop | Flag::Pass) {
            return;
        }
        let before = self.state.castling;
        let castled = game.castlings.get(usize::from(mv.arg)).filter(|_| mv.flag == Flag::Castle);
        let touched = castled.map_or(touched, |castled| touched | castled.pieces);
        for number in castling_numbers(before) {
            if game.castlings[number].pieces.meets(touched) {
                self.state.castling &= !(1 << number);
            }
        }
        if HASHED {
            self.state.hash ^= game.keys.castling(before) ^ game.keys.castling(self.state.castling);
        }
    }

    /// Records that a move that has just been made has also removed the pieces on some squares.
    pub fn record_removed(&mut self, game: &Compiled<B>, mv: PackedMove, squares: B) {
        if game.castling_squares.meets(squares) {
            self.touch_castlings::<true>(game, mv, squares);
        }
        self.mark_moved(game, B::EMPTY);
    }

    /// Returns true if the moving piece can be captured en passant afterwards.
    pub fn passes(&self, game: &Compiled<B>, mv: PackedMove) -> bool {
        !self.passes_over(game, mv).is_empty()
    }

    /// Returns the squares on which the moving piece can be captured en passant afterwards. A change of type matters only
    /// if the piece becomes neutral.
    #[inline(never)]
    fn passes_over(&self, game: &Compiled<B>, mv: PackedMove) -> B {
        let goes = match mv.flag {
            Flag::Go => true,
            Flag::Become | Flag::Promote => {
                let becomes = PieceTypeId(u16::from(mv.arg));
                self.code(mv.to) == PieceCode::NONE && !game.variant.is_neutral(becomes)
            }
            Flag::EnPassant
            | Flag::Castle
            | Flag::Exchange
            | Flag::Drop
            | Flag::Pass
            | Flag::DoubleCapture => false,
        };
        if goes { self.passed_by(game, mv.from, mv.to) } else { B::EMPTY }
    }

    /// Returns the squares over which the piece on `from` passes on its move to another square, if it can be captured
    /// en passant on them.
    #[inline]
    pub fn passed_by(&self, game: &Compiled<B>, from: Square, to: Square) -> B {
        let code = self.code(from);
        let leads = game.info(code).royal && self.leaders(game, code.color()).has(from);
        let table = game.moves(self, from, leads);
        let row = table.row(from);
        if row.passing.has(to) { table.passed(row, to) } else { B::EMPTY }
    }

    /// Makes a move of any kind except [`Flag::Go`]. Returns true if it resets the clock.
    #[inline(never)]
    fn make_other(&mut self, game: &Compiled<B>, undo: &mut Undo<B>, resets: bool) -> bool {
        let PackedMove { to, flag, arg, .. } = undo.mv;
        let resets = flag != Flag::Pass && (resets || flag == Flag::Exchange && self.resets_clock(game, to));
        if flag == Flag::Drop {
            let piece_type = PieceTypeId(u16::from(arg));
            undo.stock =
                Some(self.restock(game, (self.hands + piece_type.index(), self.turn), |held| {
                    held.saturating_sub(1)
                }));
            let code = PieceCode::new(self.turn, piece_type);
            self.set(game, to, code);
            if game.info(code).hand_homes.has(to) {
                self.regain_castlings(game, to);
            }
            return resets;
        }
        // The target may be empty. Then nothing is taken.
        let [victim, _] = undo.mv.captures_on(undo.state.passer);
        if let Some(victim) = victim {
            undo.taken_on = victim;
            undo.taken = self.set(game, victim, PieceCode::NONE);
        }
        if flag == Flag::DoubleCapture && to != undo.mv.from {
            undo.also = self.set(game, to, PieceCode::NONE);
        }
        if undo.taken != PieceCode::NONE {
            undo.stock = self.hold(game, undo.taken);
        }
        let lifted = undo
            .mv
            .carried(game)
            .map(|pair| pair.map(|(from, to)| (to, self.set(game, from, PieceCode::NONE))));
        // All pieces are lifted before the first is put down, because an exchange or a castling can put one piece on
        // the origin of another.
        for (to, code) in lifted.into_iter().flatten() {
            let becomes = match matches!(flag, Flag::Become | Flag::Promote) {
                true => game.code_of(self.turn, PieceTypeId(u16::from(arg))),
                false => code,
            };
            self.set(game, to, becomes);
        }
        if matches!(flag, Flag::Exchange | Flag::Pass)
            && let Some(right) = game.variant.actions[usize::from(arg)].right
        {
            undo.stock = Some(self.restock(game, (right, self.turn), |left| left.saturating_sub(1)));
        }
        resets || undo.taken != PieceCode::NONE
    }

    /// Unmakes a move.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub fn unmake(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        let PackedMove { from, to, flag, put, .. } = undo.mv;
        self.turn = undo.turn;
        if put != PackedMove::NOWHERE {
            self.unmake_follow_up(game, undo);
        }
        if flag == Flag::Go {
            self.flip(game, undo.mover, B::bit(from) | B::bit(to));
            B::write(&mut self.mailbox, from, undo.mover.0);
            B::write(&mut self.mailbox, to, undo.taken.0);
            if undo.taken != PieceCode::NONE {
                self.flip(game, undo.taken, B::bit(to));
            }
        } else {
            self.unmake_other(game, undo);
        }
        if let Some((place, side, before)) = undo.stock {
            self.stock[place][side as usize] = before;
        }
        if game.rights.change {
            if let Some(before) = undo.regained {
                game.rights.regained.iter().for_each(|right| self.stock[*right] = before);
            }
            self.untally(game, undo.tallied);
        }
        // The state is restored as a whole, including the hash, so the steps above need not keep it up to date.
        self.state = undo.state;
    }

    #[inline(never)]
    fn unmake_follow_up(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        let code = self.set(game, undo.mv.put, PieceCode::NONE);
        if undo.mv.follow_up_drop != PackedMove::NOTHING {
            self.stock[self.hands + usize::from(undo.mv.follow_up_drop)][self.turn as usize] += 1;
        }
        if let Some(before) = undo.put_from {
            self.set(game, before, code);
        }
    }

    #[inline(never)]
    fn unmake_other(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        if undo.mv.flag == Flag::Drop {
            self.set(game, undo.mv.to, PieceCode::NONE);
            return;
        }
        let carried = undo.mv.carried(game);
        let lifted = carried.map(|pair| pair.map(|(from, to)| (from, self.set(game, to, PieceCode::NONE))));
        for (from, code) in lifted.into_iter().flatten() {
            // The mover gets the type that it had before the move.
            self.set(game, from, if from == undo.mv.from { undo.mover } else { code });
        }
        if undo.also != PieceCode::NONE {
            self.set(game, undo.mv.to, undo.also);
        }
        if undo.taken != PieceCode::NONE {
            self.set(game, undo.taken_on, undo.taken);
        }
    }

    /// Makes a null move for the search: the other side is to move. Returns the state that unmakes it.
    pub fn skip(&mut self, game: &Compiled<B>) -> StateInfo<B> {
        let before = self.state;
        if !before.passed.is_empty() {
            self.pass::<true>(game, B::EMPTY, NO_PASSER);
        }
        self.state.halfmove = before.halfmove.saturating_add(1);
        self.state.hash ^= game.keys.turn;
        self.end_turn();
        before
    }

    /// Unmakes a null move.
    pub fn unskip(&mut self, before: StateInfo<B>) {
        self.turn = self.turn.other();
        self.state = before;
    }

    /// Ends the turn: the other side is to move.
    #[inline(always)]
    pub fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.state.fullmove = self.state.fullmove.saturating_add(1);
        }
        self.turn = self.turn.other();
    }

    /// Returns true if a move of the piece on a square resets the clock.
    #[inline(always)]
    fn resets_clock(&self, game: &Compiled<B>, square: Square) -> bool {
        let code = self.code(square);
        let info = game.info(code);
        let [common, leading] = info.resets;
        let leads = info.royal && common != leading && self.leaders(game, code.color()).has(square);
        info.resets[usize::from(leads)].has(square)
    }

    /// Adds a captured piece to the hand to which it goes, if the game has hands. Returns the index, the side, and the
    /// former value of the entry in the stock.
    #[inline(always)]
    fn hold(&mut self, game: &Compiled<B>, taken: PieceCode) -> Option<(usize, Color, u8)> {
        // Without hands, the stock holds only rights.
        if self.stock.len() == self.hands {
            return None;
        }
        let side = game.variant.hand_of(taken.color(), self.turn)?;
        let place = self.hands + game.variant.held(taken.piece_type()).index();
        Some(self.restock(game, (place, side), |held| held.saturating_add(1)))
    }

    /// Changes an entry in the stock of a side. Returns the index, the side, and the former value of the entry.
    #[inline(never)]
    fn restock(
        &mut self,
        game: &Compiled<B>,
        (place, side): (usize, Color),
        change: fn(u8) -> u8,
    ) -> (usize, Color, u8) {
        let before = self.stock[place][side as usize];
        self.set_stock(game, place, side, change(before));
        (place, side, before)
    }

    /// Sets the squares on which the piece on `passer` can be captured en passant.
    #[inline(always)]
    pub fn pass<const HASHED: bool>(&mut self, game: &Compiled<B>, passed: B, passer: Square) {
        if HASHED {
            let StateInfo { passed: before, passer: by, .. } = self.state;
            self.state.hash ^= game.keys.passing(before, by) ^ game.keys.passing(passed, passer);
        }
        (self.state.passed, self.state.passer) = (passed, passer);
    }
}
