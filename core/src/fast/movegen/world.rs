//! The interface through which the interpreter uses a position of the fast path.
//!
//! The interpreter handles everything that the tables do not hold, and it carries out slow-path moves on copies of
//! the position. [`World`] is its view of a position. Most methods here answer from the tables, and pass the
//! remaining cases back to the step-by-step functions of the interpreter.

use super::actions::may_be_due;
use super::endings::{is_finished, triggered};
use super::generate::{has_moves, successors};
use super::trap_escapes::FixedReplies;
use crate::base::{
    Bitboard, CastlingSet, Color, LastCapture, Outcome, Passed, Piece, PieceChange, PieceTypeId, Progress,
    Square, SquareSet,
};
use crate::fast::position::{Flag, NO_PASSER, PackedMove, Position, StateInfo};
use crate::fast::tables::{Class, Compiled, PieceCode};
use crate::rules::interpreter::{ConditionFacts, Escapes, Interpreter, Successor, World, changes};
use crate::rules::{PieceFilter, Threat};

impl<B: Bitboard> Compiled<B> {
    /// Returns the interpreter for everything that the tables do not hold.
    pub fn rules(&self) -> Interpreter<'_, Position<B>> {
        Interpreter::over(&self.variant, self)
    }
}

impl<B: Bitboard> World for Position<B> {
    /// A game whose rules depend on the last capture has no tables.
    const REMEMBERS_CAPTURES: bool = false;
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

    fn castling(&self) -> CastlingSet {
        self.state.castling
    }

    fn progress(&self) -> Progress {
        self.state.progress
    }

    fn passed(&self) -> impl Iterator<Item = Passed> {
        let StateInfo { passed, passer, .. } = self.state;
        let first = (!passed.is_empty()).then(|| Passed { over: passed.iter().collect(), by: passer });
        first.into_iter().chain(self.others.iter().copied())
    }

    fn moved(&self) -> SquareSet {
        self.state.moved.iter().collect()
    }

    fn fullmove(&self) -> u32 {
        self.state.fullmove
    }

    fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    fn right(&self, right: usize, color: Color) -> u8 {
        self.stock.get(right).map_or(0, |times| times[color as usize])
    }

    fn held(&self, piece_type: PieceTypeId, color: Color) -> u8 {
        self.stock.get(self.hands + piece_type.index()).map_or(0, |held| held[color as usize])
    }

    fn last_capture(&self) -> Option<&LastCapture> {
        None
    }

    fn ended(&self) -> Option<&Outcome> {
        self.ended.as_deref()
    }

    fn put(&mut self, game: &Compiled<B>, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let code = piece.map_or(PieceCode::NONE, |piece| PieceCode::new(piece.color, piece.piece_type));
        self.set(game, square, code).piece()
    }

    fn set_passed(&mut self, game: &Compiled<B>, passed: &[Passed]) {
        let (over, by) =
            passed.first().map_or((B::EMPTY, NO_PASSER), |passed| (B::of(passed.over), passed.by));
        self.pass::<true>(game, over, by);
        // The same XOR removes the old pieces from the hash and adds the new ones.
        let others = std::mem::replace(&mut self.others, passed.iter().skip(1).copied().collect());
        for Passed { over, by } in others.iter().chain(&self.others) {
            self.state.hash ^= game.keys.passing(*over, *by);
        }
    }

    fn set_moved(&mut self, game: &Compiled<B>, moved: SquareSet) {
        self.state.hash = self.state.moved.iter().fold(self.state.hash, |hash, s| hash ^ game.keys.moved(s));
        self.state.moved = B::EMPTY;
        self.mark_moved(game, B::of(moved));
    }

    fn set_right(&mut self, game: &Compiled<B>, right: usize, color: Color, times: u8) {
        self.set_stock(game, right, color, times);
    }

    fn set_held(&mut self, game: &Compiled<B>, piece_type: PieceTypeId, color: Color, number: u8) {
        self.set_stock(game, self.hands + piece_type.index(), color, number);
    }

    fn set_last_capture(&mut self, _: Option<LastCapture>) {}

    fn end(&mut self, game: &Compiled<B>, outcome: Outcome) {
        // The key of an ended game must enter the hash only once.
        if self.ended.is_none() {
            self.state.hash ^= game.keys.ended;
        }
        self.ended = Some(Box::new(outcome));
    }

    fn end_move(
        &mut self,
        game: &Compiled<B>,
        castling: CastlingSet,
        reset: bool,
        (turn, progress): (Color, Progress),
    ) {
        let StateInfo { castling: before, progress: now, halfmove, .. } = self.state;
        self.state.hash ^= game.keys.castling(before) ^ game.keys.castling(castling);
        self.state.hash ^= game.keys.progress(now) ^ game.keys.progress(progress);
        self.state.progress = progress;
        self.state.castling = castling;
        self.state.halfmove = if reset { 0 } else { halfmove.saturating_add(1) };
        if turn != self.turn {
            self.state.hash ^= game.keys.turn;
            self.end_turn();
        }
    }

    fn is_same(&self, other: &Position<B>) -> bool {
        // The hash covers everything except the clocks, which can be rights, and the outcome.
        let StateInfo { hash, halfmove, .. } = self.state;
        (hash, halfmove) == (other.state.hash, other.state.halfmove)
            && self.stock == other.stock
            && self.ended == other.ended
    }

    fn royals(&self, _: &Interpreter<'_, Self>, color: Color) -> SquareSet {
        (self.royals & self.colors[color as usize]).iter().collect()
    }

    fn highest_rank(&self, rules: &Interpreter<'_, Self>, color: Color) -> Option<u8> {
        let royals = self.royals & self.colors[color as usize];
        royals.iter().map(|square| rules.tables().info(self.code(square)).rank).min()
    }

    fn select(&self, rules: &Interpreter<'_, Self>, filter: &PieceFilter, player: Color) -> SquareSet {
        rules.tables().select(rules, self, (filter, player)).iter().collect()
    }

    fn attacks(&self, rules: &Interpreter<'_, Self>, from: Square, square: Square) -> bool {
        rules.tables().attacks_one(rules, self, (from, square))
    }

    fn is_attacked(&self, rules: &Interpreter<'_, Self>, square: Square) -> bool {
        match self.royals.has(square) {
            true => {
                let leads = self.leaders(rules.tables(), self.code(square).color()).has(square);
                rules.tables().is_royal_attacked(rules, self, square, leads)
            }
            // The tables also hold the attacks between facing royals, which do not apply to other pieces.
            false => rules.attacked_step_by_step(self, square),
        }
    }

    fn is_checked(&self, rules: &Interpreter<'_, Self>, color: Color) -> bool {
        rules.tables().in_check(rules, self, color)
    }

    fn royals_face(&self, rules: &Interpreter<'_, Self>) -> bool {
        let [white, black] = self.colors.map(|own| own & self.royals);
        let files = &rules.tables().files;
        // The masks of the files rule out most positions before any file is followed.
        white.iter().any(|square| files[square.index()].meets(black)) && rules.royals_face(self)
    }

    fn is_over(&self, rules: &Interpreter<'_, Self>) -> bool {
        is_finished(rules, self)
    }

    fn automatic_candidates(&self, rules: &Interpreter<'_, Self>) -> SquareSet {
        let all = rules.tables().triggers.iter().filter(|own| own.has_numbers(self));
        all.flat_map(|own| triggered(rules, self, own, ConditionFacts::default()).iter()).collect()
    }

    fn may_have_duties(&self, rules: &Interpreter<'_, Self>) -> bool {
        may_be_due(rules, self)
    }

    fn can_capture(&self, rules: &Interpreter<'_, Self>, by: Square, x: Square) -> bool {
        let (game, code) = (rules.tables(), self.code(by));
        let has_effect = || game.info(code).arrivals.iter().any(|own| own.reached(by, B::ALL).has(x));
        // A plain game has no other effects, and a class without double captures has only one path to each capture.
        let is_plain =
            |class: &&Class<B>| !class.double_captures && code.color() == self.turn && !has_effect();
        if !game.plain || game.class_of(code).filter(is_plain).is_none() {
            return rules.captures_step_by_step(self, by, x);
        }
        self.capturable(rules, by).contains(x)
            && game.is_safe_after(rules, &mut self.clone(), PackedMove::go(by, x))
    }

    fn capturable(&self, rules: &Interpreter<'_, Self>, from: Square) -> SquareSet {
        let (game, code) = (rules.tables(), self.code(from));
        let Some(class) = game.class_of(code) else { return rules.capturable_step_by_step(self, from) };
        let side = code.color() as usize;
        let leads = class.royal && self.leaders(game, code.color()).has(from);
        let table = game.moves_of(self, class, side, from, leads);
        let reached = game.reach(self, table, from, self.occupied()).1 & self.colors[1 - side];
        reached
            .iter()
            .filter(|square| rules.can_be_affected(self, *square, Threat::Capture).is_ok())
            .collect()
    }

    fn targets(&self, rules: &Interpreter<'_, Self>, piece: Piece, from: Square) -> SquareSet {
        let (game, side) = (rules.tables(), piece.color as usize);
        let enemies = self.colors[1 - side];
        let Some(class) = game.class_of(PieceCode::new(piece.color, piece.piece_type)) else {
            // The tables do not hold all captures of such a piece, so every enemy is possible.
            return enemies.iter().collect();
        };
        let tables = class.tables(side).map(|table| game.attack_tables[table].captures_from(from));
        (tables.fold(B::EMPTY, |set, captures| set | captures) & enemies).iter().collect()
    }

    fn escapes<'s>(&'s self, rules: &'s Interpreter<'_, Self>, from: Square) -> Option<Escapes<'s>> {
        let mut replies = FixedReplies::new(rules, self, from)?;
        Some(Box::new(move |piece, to| replies.all_flee(rules, piece, to)))
    }

    fn has_moves(&self, rules: &Interpreter<'_, Self>) -> bool {
        has_moves(rules, &mut self.clone())
    }

    fn unended<'s>(&'s self, rules: &'s Interpreter<'_, Self>) -> impl Iterator<Item = Successor<Self>> + 's {
        successors(rules, self, |_| false)
    }

    fn replies<'s>(
        &'s self,
        rules: &'s Interpreter<'_, Self>,
        (fled, taken): (Square, Square),
    ) -> impl Iterator<Item = Successor<Self>> + 's {
        successors(rules, self, move |mv| mv.from == fled || mv.to == taken)
    }
}

impl PackedMove {
    /// Returns the position after the move, for the interpreter.
    pub fn successor<B: Bitboard>(self, game: &Compiled<B>, before: &Position<B>) -> Successor<Position<B>> {
        let mut after = Box::new(before.clone());
        let undo = after.make::<true>(game, self);
        Successor::made(self.unpacked(), (before.turn, after), undo.shifts(game))
    }

    /// Returns the changes of pieces by the move: first the pieces that leave the board, in the order of their removal,
    /// then the others, sorted.
    pub fn changes<B: Bitboard>(self, game: &Compiled<B>, before: &Position<B>) -> Vec<PieceChange> {
        let PackedMove { flag, arg, to, put, .. } = self;
        if put != PackedMove::NOWHERE {
            // The piece of a follow-up is found when the move is made.
            let (after, shifts) = self.successor(game, before).into_shifts();
            return changes(before, &shifts, &*after);
        }
        let placed = |square: Square| before.piece(square).map(|piece| (square, piece));
        let lost = self.captures_on(before.state.passer).into_iter().flatten().filter_map(placed);
        let mut all: Vec<PieceChange> =
            lost.map(|own| PieceChange { before: Some(own), after: None }).collect();
        let first = all.len();
        let chosen = || game.variant.piece_of(before.turn, PieceTypeId(u16::from(arg)));
        for (from, to) in self.carried(game).into_iter().flatten() {
            let own = placed(from);
            let piece = match flag {
                Flag::Become | Flag::Promote => Some(chosen()),
                Flag::Go
                | Flag::EnPassant
                | Flag::Castle
                | Flag::Exchange
                | Flag::Drop
                | Flag::Pass
                | Flag::DoubleCapture => own.map(|(_, piece)| piece),
            };
            all.push(PieceChange { before: own, after: piece.map(|piece| (to, piece)) });
        }
        if flag == Flag::Drop {
            let piece = Piece { color: before.turn, piece_type: PieceTypeId(u16::from(arg)) };
            all.push(PieceChange { before: None, after: Some((to, piece)) });
        }
        all.retain(|change| change.before != change.after);
        all[first..].sort();
        all
    }
}
