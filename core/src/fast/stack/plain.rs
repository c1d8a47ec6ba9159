//! The position stack of a game without tables.
//!
//! The interpreter carries out every move, and the stack swaps the positions before and after it. Static exchange
//! evaluation and mobility need tables, so the search does without them here.

use super::{Activity, Execution, PositionStack, SearchMove, SearchMoves, Stock, StockCounts};
use crate::base::{Color, Halt, Move, Outcome, Piece, Progress, Setup, Square, Verb};
use crate::fast::tables::PieceCode;
use crate::rules::interpreter::{Interpreter, World};
use crate::rules::{Duty, Ending, Recurrence, Variant};
use std::hash::BuildHasher;

/// A position that only the interpreter handles.
#[derive(Clone, Debug)]
pub struct PlainStack<'v> {
    variant: &'v Variant,
    now: Setup,
    /// The indices of the moves made.
    made: Vec<u32>,
    skipped: Vec<Setup>,
    halt: Option<&'v Halt<'v>>,
}

impl<'v> PlainStack<'v> {
    pub fn new(variant: &'v Variant, now: Setup, halt: Option<&'v Halt<'v>>) -> PlainStack<'v> {
        PlainStack { variant, now, made: Vec::new(), skipped: Vec::new(), halt }
    }

    fn rules(&self) -> Interpreter<'v> {
        Interpreter::new(self.variant).until(self.halt)
    }
}

fn code(piece: Option<Piece>) -> PieceCode {
    piece.map_or(PieceCode::NONE, |piece| PieceCode::new(piece.color, piece.piece_type))
}

/// Returns the properties of a move that was carried out, by comparing the positions before and after it.
pub(super) fn seen<W: World>(before: &W, after: &W, mv: &Move, captured: Option<Square>) -> SearchMove {
    let player = before.turn();
    let at = |world: &W, square: Option<Square>| code(square.and_then(|square| world.piece(square)));
    let mover = match mv.verb {
        Verb::Drop(piece_type) => PieceCode::new(player, piece_type),
        Verb::Go | Verb::Castle | Verb::Exchange | Verb::Place | Verb::Pass => at(before, mv.from),
    };
    let enemy = |code: PieceCode| code != PieceCode::NONE && code.color() != player;
    let victim = at(before, captured);
    let now = at(after, mv.to);
    // A piece that was exchanged or castled differs from the mover without a change of type.
    let becomes = now != PieceCode::NONE && now.color() == player && now != mover && mv.verb == Verb::Go;
    SearchMove {
        code: 0,
        mover,
        victim: if enemy(victim) { victim } else { PieceCode::NONE },
        from: mv.from.unwrap_or(Square(0)),
        to: mv.to.unwrap_or(Square(0)),
        becomes: if becomes { now } else { PieceCode::NONE },
        rank: 0,
        execution: Execution::Kept(0),
    }
}

impl PositionStack for PlainStack<'_> {
    type Position = Setup;

    fn turn(&self) -> Color {
        self.now.turn
    }

    fn hash(&self) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(self.variant.timeless(&self.now))
    }

    fn identity(&self) -> u64 {
        // A square that was passed over matters only if it changes the legal moves.
        let without = Setup { passed: Vec::new(), ..self.now.clone() };
        let moves = |setup: &Setup| self.rules().legal_moves(setup);
        let is_same = self.now.passed.is_empty() || moves(&self.now) == moves(&without);
        let same = if is_same { without } else { self.now.clone() };
        rustc_hash::FxBuildHasher.hash_one(Setup { ended: None, ..self.variant.timeless(&same) })
    }

    fn halfmove(&self) -> u32 {
        self.now.halfmove
    }

    fn in_check(&self) -> bool {
        self.rules().in_check(&self.now)
    }

    fn is_finished(&self) -> bool {
        self.rules().state_ending(&self.now).is_some()
    }

    fn has_duty(&self) -> bool {
        self.variant.actions.iter().any(|action| action.duty != Duty::May)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.now)
    }

    fn ends(&self, ending: &Ending, recurrence: Recurrence) -> bool {
        self.rules().is_met(ending, &self.now, recurrence)
    }

    fn steps(&mut self, _: bool, steps: &mut SearchMoves<Setup>) {
        steps.clear();
        for next in self.rules().legal(&self.now) {
            let step = seen(&self.now, &*next.after, &next.mv, next.captured().next());
            steps.keep(next.mv, next.after, step);
        }
    }

    fn make(&mut self, steps: &mut SearchMoves<Setup>, step: &SearchMove) {
        if let Execution::Kept(number) = step.execution {
            std::mem::swap(&mut self.now, &mut *steps.kept[number as usize].after);
            self.made.push(number);
        }
    }

    fn unmake(&mut self, steps: &mut SearchMoves<Setup>) {
        if let Some(number) = self.made.pop() {
            std::mem::swap(&mut self.now, &mut *steps.kept[number as usize].after);
        }
    }

    fn skip(&mut self) {
        self.skipped.push(self.now.clone());
        // A null move forfeits en passant captures, like any other move.
        self.now.passed.clear();
        self.now.captured = None;
        let (castling, next) = (self.now.castling, self.now.turn.other());
        self.now.end_move(&(), castling, false, (next, Progress::SINGLE));
        self.now.progress = self.variant.due_turn(&self.now);
    }

    fn unskip(&mut self) {
        if let Some(before) = self.skipped.pop() {
            self.now = before;
        }
    }

    fn pieces(&self, mut each: impl FnMut(Square, PieceCode)) {
        self.now.pieces().for_each(|(square, piece)| each(square, code(Some(piece))));
    }

    fn stock(&self, color: Color) -> Stock<'_> {
        Stock {
            color,
            rights: StockCounts::Plain(&self.now.rights),
            hands: StockCounts::Plain(&self.now.hands),
        }
    }

    fn activity(&self, _: impl FnMut(Activity)) {}

    /// Returns the value of the captured piece. Without tables, recaptures do not count.
    fn static_exchange(&self, step: &SearchMove, values: &[i32]) -> i32 {
        values[usize::from(step.victim.0)]
    }
}
