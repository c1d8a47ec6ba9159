//! The position stack of a game with tables.
//!
//! Most moves are packed, so [`PositionStack::make`] changes the position in place. A move of the slow path comes with
//! the position after it, which is swapped with the current one. The move list then holds the position before the move,
//! so the same swap unmakes it.

use super::plain::seen;
use super::{Activity, Execution, PositionStack, SearchMove, SearchMoves, Stock, StockCounts};
use crate::base::{Bitboard, Color, Halt, Move, Outcome, PieceTypeId, Square};
use crate::fast::movegen::{self, MoveList};
use crate::fast::position::{Flag, PackedMove, Position, StateInfo, Undo};
use crate::fast::tables::{Compiled, PieceCode};
use crate::rules::interpreter::{Interpreter, World};
use crate::rules::{Ending, Recurrence};
use std::hash::BuildHasher;

/// A position of a game with tables, on which moves are made and unmade.
#[derive(Clone, Debug)]
pub struct TabledStack<'g, B: Bitboard> {
    pub(super) game: &'g Compiled<B>,
    pub(super) now: Position<B>,
    made: Vec<Made<B>>,
    skipped: Vec<StateInfo<B>>,
    /// By square, the square itself and its neighbors.
    around: Vec<B>,
    /// An empty list whose allocation can be reused.
    list: MoveList<B>,
    halt: Option<&'g Halt<'g>>,
}

#[derive(Clone, Debug)]
enum Made<B> {
    Undo(Undo<B>),
    Kept(u32),
}

impl<'g, B: Bitboard> TabledStack<'g, B> {
    pub fn new(game: &'g Compiled<B>, now: Position<B>, halt: Option<&'g Halt<'g>>) -> TabledStack<'g, B> {
        let board = &game.variant.board;
        let mut around = vec![B::EMPTY; B::BITS];
        for square in board.squares() {
            around[square.index()] = B::bit(square) | board.beside(square).collect();
        }
        TabledStack {
            game,
            now,
            made: Vec::new(),
            skipped: Vec::new(),
            around,
            list: MoveList::default(),
            halt,
        }
    }

    fn rules(&self) -> Interpreter<'g, Position<B>> {
        self.game.rules().until(self.halt)
    }

    fn step(&self, packed: PackedMove) -> SearchMove {
        let PackedMove { from, to, flag, arg, put, follow_up_drop } = packed;
        let turn = self.now.turn;
        let mover = match packed.carried(self.game) {
            _ if flag == Flag::Drop => PieceCode::new(turn, PieceTypeId(arg.into())),
            [Some(_), _] => self.now.code(from),
            [None, _] => PieceCode::NONE,
        };
        let [taken_on, _] = packed.captures_on(self.now.state.passer);
        let is_enemy = |code: &PieceCode| *code != PieceCode::NONE && code.color() != turn;
        let victim = taken_on.map(|square| self.now.code(square)).filter(is_enemy);
        let becomes = matches!(flag, Flag::Become | Flag::Promote);
        let bits = u32::from(from.0) | u32::from(to.0) << 8 | (flag as u32) << 16 | u32::from(arg) << 20;
        let bits = match put {
            // A move with a follow-up does not fit into 30 bits, so a hash takes its place. Bit 31 marks the codes of
            // moves that the slow path carried out.
            PackedMove::NOWHERE => bits,
            put => rustc_hash::FxBuildHasher.hash_one((bits, put.0, follow_up_drop)) as u32 & !(1 << 31),
        };
        SearchMove {
            code: bits | 1 << 30,
            mover,
            victim: victim.unwrap_or(PieceCode::NONE),
            from,
            to,
            becomes: if becomes { self.game.code_of(turn, PieceTypeId(arg.into())) } else { PieceCode::NONE },
            rank: 0,
            execution: Execution::Packed(packed),
        }
    }
}

impl<B: Bitboard> PositionStack for TabledStack<'_, B> {
    type Position = Position<B>;

    fn turn(&self) -> Color {
        self.now.turn
    }

    fn hash(&self) -> u64 {
        self.now.hash(self.game)
    }

    fn identity(&self) -> u64 {
        // The comparison below needs all legal moves twice, so most positions skip it.
        if self.now.state.passed.is_empty() {
            return self.now.hash(self.game);
        }
        let moves = |position: &Position<B>| {
            let list = movegen::legal(self.game, &mut position.clone());
            let packed = list.moves.into_iter().map(|mv| mv.unpacked());
            let mut moves: Vec<Move> =
                packed.chain(list.carried_out.into_iter().map(|next| next.mv)).collect();
            moves.sort();
            moves
        };
        // A square that was passed over matters only if it changes the legal moves.
        let mut without = self.now.clone();
        without.set_passed(self.game, &[]);
        let is_same = moves(&self.now) == moves(&without);
        if is_same { without.hash(self.game) } else { self.now.hash(self.game) }
    }

    fn halfmove(&self) -> u32 {
        self.now.state.halfmove
    }

    fn in_check(&self) -> bool {
        self.game.in_check(&self.rules(), &self.now, self.now.turn)
    }

    fn is_finished(&self) -> bool {
        movegen::is_finished(&self.rules(), &self.now)
    }

    fn has_duty(&self) -> bool {
        self.now.may_have_duties(&self.rules())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.now)
    }

    fn ends(&self, ending: &Ending, recurrence: Recurrence) -> bool {
        self.rules().is_met(ending, &self.now, recurrence)
    }

    fn steps(&mut self, noisy: bool, steps: &mut SearchMoves<Position<B>>) {
        steps.clear();
        let (rules, list) = (self.rules(), std::mem::take(&mut self.list));
        let mut list = match noisy {
            true => movegen::noisy(&rules, &mut self.now, list),
            false => movegen::unended(&rules, &mut self.now, list),
        };
        for packed in list.moves.drain(..) {
            let step = self.step(packed);
            if !noisy || step.is_noisy() {
                steps.list.push(step);
            }
        }
        for next in list.carried_out.drain(..) {
            let step = seen(&self.now, &*next.after, &next.mv, next.captured().next());
            if !noisy || step.is_noisy() {
                steps.keep(next.mv, next.after, step);
            }
        }
        self.list = list;
    }

    fn make(&mut self, steps: &mut SearchMoves<Position<B>>, step: &SearchMove) {
        self.made.push(match step.execution {
            Execution::Packed(packed) => Made::Undo(self.now.make::<true>(self.game, packed)),
            Execution::Kept(number) => {
                // The list keeps the position before the move, so the same swap unmakes the move.
                std::mem::swap(&mut self.now, &mut *steps.kept[number as usize].after);
                Made::Kept(number)
            }
        });
    }

    fn unmake(&mut self, steps: &mut SearchMoves<Position<B>>) {
        match self.made.pop() {
            Some(Made::Undo(undo)) => self.now.unmake(self.game, &undo),
            Some(Made::Kept(number)) => {
                std::mem::swap(&mut self.now, &mut *steps.kept[number as usize].after);
            }
            None => {}
        }
    }

    fn skip(&mut self) {
        let before = self.now.skip(self.game);
        self.skipped.push(before);
    }

    fn unskip(&mut self) {
        if let Some(before) = self.skipped.pop() {
            self.now.unskip(before);
        }
    }

    fn pieces(&self, mut each: impl FnMut(Square, PieceCode)) {
        self.now.occupied().iter().for_each(|square| each(square, self.now.code(square)));
    }

    fn stock(&self, color: Color) -> Stock<'_> {
        let (rights, hands) = self.now.stock();
        Stock { color, rights: StockCounts::Packed(rights), hands: StockCounts::Packed(hands) }
    }

    fn activity(&self, mut each: impl FnMut(Activity)) {
        let (occupied, royals) = (self.now.occupied(), self.now.royals);
        let rings = [0, 1].map(|side| match royals & self.now.colors[side] {
            royals if royals.is_empty() => B::EMPTY,
            royals => self.around[royals.first().index()],
        });
        let mut attacked = [B::EMPTY; 2];
        for (class, all) in self.game.classes.iter().zip(self.now.present()) {
            for side in [0, 1] {
                let pieces = *all & self.now.colors[side];
                let targets = self.now.colors[1 - side] & !royals;
                let mut attacks = |each: &mut dyn FnMut(Activity), attacker: Square, on: B| {
                    attacked[side] |= on;
                    let attacker = self.now.code(attacker);
                    for target in (on & targets).iter() {
                        each(Activity::Attacks { attacker, target: self.now.code(target) });
                    }
                };
                if let Some(shifts) = &class.shifts[side] {
                    // All pieces of the class attack at once. They are weak, so their mobility means little.
                    let shifted = shifts.capture.iter().map(|shift| (pieces & shift.from).shifted(shift.by));
                    let on = shifted.fold(B::EMPTY, |all, on| all | on);
                    if !pieces.is_empty() {
                        attacks(&mut each, pieces.first(), on);
                    }
                    continue;
                }
                let table = &self.game.attack_tables[class.moves[side][0]];
                for from in pieces.iter() {
                    let (quiet, capture) = self.game.reach(&self.now, table, from, occupied);
                    attacks(&mut each, from, capture);
                    if !class.royal {
                        let goes = (quiet & !occupied) | (capture & occupied & !self.now.colors[side]);
                        let near = (capture & rings[1 - side]).count();
                        each(Activity::Moves { code: self.now.code(from), targets: goes.count(), near });
                    }
                }
            }
        }
        for side in [0, 1] {
            let hanging = self.now.colors[side] & attacked[1 - side] & !attacked[side] & !royals;
            hanging.iter().for_each(|target| each(Activity::Hangs { target: self.now.code(target) }));
        }
    }

    fn static_exchange(&self, step: &SearchMove, values: &[i32]) -> i32 {
        self.see(step, values)
    }
}
