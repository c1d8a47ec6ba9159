//! The pieces' own moves, with their captures and other effects.
//!
//! [`Interpreter::walks`] finds the walks of a piece, and [`Interpreter::carry_out`] turns a walk into moves.
//! [`Interpreter::finish`] completes every move.

use super::{Allowed, ConditionFacts, Interpreter, Placed, Successor, World};
use crate::base::{
    Bitboard, ByColor, Color, Move, Passed, Piece, PieceTypeId, Progress, Square, SquareSet, Verb,
};
use crate::rules::walk::{Obstacle, Occupancy, Stride, Walk, Walker, walks};
use crate::rules::{Automaton, Holds, Moves, Refusal, Rule, Threat, Virgin};
use std::cell::Cell;

/// The purpose of a search for walks. Closed zones restrict moves, but not attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    Attack,
}

/// The maximum number of obstacles that a walk can ignore in an explanation.
const MAX_OBSTACLES: usize = 6;

/// The view of a position that a search for walks uses.
struct WalkView<'a, W: World> {
    rules: &'a Interpreter<'a, W>,
    world: &'a W,
    purpose: Purpose,
    moves: &'a Moves,
    /// The squares on which pieces of each side can be captured en passant.
    passed: ByColor<SquareSet>,
}

impl<'a, W: World> WalkView<'a, W> {
    fn new(rules: &'a Interpreter<'a, W>, world: &'a W, purpose: Purpose, moves: &'a Moves) -> Self {
        let mut passed = ByColor::default();
        for Passed { over, by } in world.passed() {
            if let Some(piece) = world.piece(by) {
                *passed.get_mut(piece.color) |= over;
            }
        }
        WalkView { rules, world, purpose, moves, passed }
    }
}

impl<W: World> Occupancy for WalkView<'_, W> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        match self.world.piece(square) {
            None if self.passed.get(mover.other()).contains(square) => Holds::EMPTY.or(Holds::PASSED),
            None => Holds::EMPTY,
            Some(piece) if self.rules.variant.piece_type(piece.piece_type).capturable => Holds::ENEMY_COMMON,
            // If neither side can capture a neutral piece, it blocks like an own piece.
            Some(piece) if self.rules.variant.is_neutral(piece.piece_type) => Holds::OWN_COMMON,
            Some(piece) => match (piece.color == mover, self.rules.rank(piece).is_some()) {
                (true, false) => Holds::OWN_COMMON,
                (true, true) => Holds::OWN_ROYAL,
                (false, false) => Holds::ENEMY_COMMON,
                (false, true) => Holds::ENEMY_ROYAL,
            },
        }
    }

    fn may_step(&self, stride: Stride) -> Result<(), Refusal> {
        let Stride { actor, to, .. } = stride;
        let Some(piece) = self.world.piece(actor) else { return Ok(()) };
        if self.moves.safely && self.purpose == Purpose::Move {
            let way = self.rules.way_of(stride, piece.color);
            if let Some(attacked) =
                way.into_iter().find(|over| !self.rules.is_safe_on_way(self.world, actor, *over))
            {
                let number = self.rules.number_of(piece, self.moves);
                return Err(Refusal::at(Rule::WayAttacked(number), self.moves.origin, attacked));
            }
        }
        self.rules.may_go_on(self.world, self.moves, (actor, piece), stride.from)?;
        match self.purpose {
            Purpose::Move => self.rules.may_enter(self.world, piece, Some(actor), to)?,
            Purpose::Attack => self.rules.may_stay(piece, to)?,
        }
        self.rules.may_cross(self.world, (actor, piece), stride)
    }

    fn may_pass(&self, actor: Square, over: Square) -> Result<(), Refusal> {
        let Some(pieces) = &self.moves.over else { return Ok(()) };
        let (Some(piece), Some(other)) = (self.world.piece(actor), self.world.piece(over)) else {
            return Ok(());
        };
        if self.rules.matches(pieces, self.world, (over, other), piece.color) {
            return Ok(());
        }
        let number = self.rules.number_of(piece, self.moves);
        Err(Refusal::at(Rule::NotOver(number), self.moves.origin, over))
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        let Some(piece) = self.world.piece(from) else { return false };
        let square = match virgin {
            Virgin::Home => return self.rules.is_unmoved(self.world, (from, piece)),
            Virgin::RankBeyond => self.rules.variant.board.step(from, (0, -1), piece.color),
        };
        square.is_some_and(|square| self.rules.variant.is_home(square, piece))
    }

    fn is_halted(&self) -> bool {
        self.rules.is_halted()
    }
}

/// A view of a position that records the examined squares. It never halts a search, because the record must be complete.
struct RecordingView<'a, W: World> {
    view: WalkView<'a, W>,
    seen: Cell<SquareSet>,
}

impl<W: World> Occupancy for RecordingView<'_, W> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        self.seen.set(self.seen.get() | SquareSet::bit(square));
        self.view.holds(square, mover)
    }

    fn may_step(&self, stride: Stride) -> Result<(), Refusal> {
        self.view.may_step(stride)
    }

    fn may_pass(&self, actor: Square, over: Square) -> Result<(), Refusal> {
        self.view.may_pass(actor, over)
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        self.view.is_home(from, virgin)
    }
}

impl<'a, W: World> Interpreter<'a, W> {
    /// Iterates over the kinds of moves that the piece on `from` can make from this square.
    pub fn moves_of(&self, world: &W, from: Square) -> impl Iterator<Item = &'a Moves> + use<'a, W> {
        let piece = world.piece(from);
        let all = piece.map_or(&[][..], |piece| &self.variant.piece_type(piece.piece_type).moves);
        let here = move |moves: &&Moves| {
            moves.on.as_ref().zip(piece).is_none_or(|(zone, piece)| zone.holds(from, piece.color))
        };
        all.iter().filter(here)
    }

    /// Iterates over the walks of the piece on `from` with their kinds of moves. Effects of moves are not
    /// applied.
    pub fn walks<'w>(
        &'w self,
        world: &'w W,
        from: Square,
        purpose: Purpose,
    ) -> impl Iterator<Item = (&'a Moves, Walk)> + use<'w, 'a, W> {
        let moves = self.moves_of(world, from);
        let color = world.piece(from).map(|piece| piece.color);
        // A condition restricts moves but not attacks, like a closed zone.
        let open = move |moves: &&Moves| purpose != Purpose::Move || self.is_open_now(world, color, moves);
        moves.filter(open).flat_map(move |moves| {
            let leads =
                move |to| moves.to.as_ref().zip(color).is_none_or(|(zone, color)| zone.holds(to, color));
            let found = self.walks_by(world, from, (moves, &moves.automaton), purpose);
            let takes = move |walk: &Walk| {
                // `carry_out` tests moves, so that a refusal can name the rule.
                purpose == Purpose::Move || self.takes(world, from, moves, &walk.captures).is_ok()
            };
            let open = found.into_iter().filter(move |walk| leads(walk.to) && takes(walk));
            open.map(move |walk| (moves, walk))
        })
    }

    /// Returns true if the condition before a kind of move holds.
    fn is_open_now(&self, world: &W, color: Option<Color>, moves: &Moves) -> bool {
        let condition = moves.when.as_ref().zip(color);
        condition.is_none_or(|(when, color)| self.holds(when, world, color, ConditionFacts::default()))
    }

    /// Returns the walks of the piece on `from` with the given automaton, under the limits of one kind of move.
    pub fn walks_by(
        &self,
        world: &W,
        from: Square,
        (moves, automaton): (&Moves, &Automaton),
        purpose: Purpose,
    ) -> Vec<Walk> {
        let Some(piece) = world.piece(from) else { return Vec::new() };
        let view = WalkView::new(self, world, purpose, moves);
        walks(&self.variant.board, automaton, from, piece.color, &view)
    }

    /// Returns the squares whose contents determine the attacks of the piece on `from`.
    pub fn looked_at(&self, world: &W, from: Square) -> SquareSet {
        let Some(piece) = world.piece(from) else { return SquareSet::EMPTY };
        let mut all = SquareSet::EMPTY;
        for moves in self.moves_of(world, from) {
            let view = WalkView::new(self, world, Purpose::Attack, moves);
            let watched = RecordingView { view, seen: Cell::new(SquareSet::EMPTY) };
            walks(&self.variant.board, &moves.automaton, from, piece.color, &watched);
            all |= watched.seen.get();
        }
        all
    }

    /// Returns the walks of the piece on `from` past obstacles, each with the obstacles that it ignores.
    pub(super) fn hindered_walks(&self, world: &W, from: Square) -> Vec<(&'a Moves, Walk, Vec<Obstacle>)> {
        let Some(piece) = world.piece(from) else { return Vec::new() };
        let of = |moves: &'a Moves| {
            let view = WalkView::new(self, world, Purpose::Move, moves);
            let walker = Walker::new(&self.variant.board, piece.color, &view, MAX_OBSTACLES);
            let found = walker.run(&moves.automaton, from).into_iter();
            let limits = move |to| self.limiting(world, piece, moves, to);
            found.map(move |(walk, obstacles)| {
                let limits = limits(walk.to).into_iter().map(Obstacle::Step);
                let obstacles = limits.chain(obstacles).collect();
                (moves, walk, obstacles)
            })
        };
        self.moves_of(world, from).flat_map(of).collect()
    }

    /// Returns the limits of a kind of move that exclude a target square.
    fn limiting(&self, world: &W, piece: Piece, moves: &Moves, to: Square) -> Vec<Refusal> {
        let number = self.number_of(piece, moves);
        let leads = moves.to.as_ref().is_none_or(|zone| zone.holds(to, piece.color));
        let open = self.is_open_now(world, Some(piece.color), moves);
        let refuse = |rule| Refusal::at(rule, moves.origin, to);
        let elsewhere = (!leads).then(|| refuse(Rule::Elsewhere(number)));
        elsewhere.into_iter().chain((!open).then(|| refuse(Rule::NotNow(number)))).collect()
    }

    /// Returns the enemy pieces that the piece on `from` can capture by its own moves.
    pub(super) fn capturable(&self, world: &W, from: Square) -> SquareSet {
        world.capturable(self, from)
    }

    /// Computes [`Self::capturable`] from all walks of the piece.
    pub fn capturable_step_by_step(&self, world: &W, from: Square) -> SquareSet {
        let Some(piece) = world.piece(from) else { return SquareSet::EMPTY };
        let enemy = |square: &Square| world.piece(*square).is_some_and(|other| other.color != piece.color);
        let open = self.walks(world, from, Purpose::Move).filter(|(moves, walk)| {
            self.takes(world, from, moves, &walk.captures).is_ok()
                && self.may_capture(world, &walk.captures).is_ok()
        });
        open.flat_map(|(_, walk)| walk.captures).filter(enemy).collect()
    }

    /// Returns the squares that a step passes: the square on which it begins, unless the move begins there, and those that
    /// a leap along a straight line passes over.
    fn way_of(&self, stride: Stride, color: Color) -> Vec<Square> {
        let Stride { actor, from, to: _, by } = stride;
        let begin = (from != actor).then_some(from);
        let over = by.passes().into_iter().filter_map(|step| step.target(&self.variant.board, from, color));
        begin.into_iter().chain(over).collect()
    }

    /// Returns true if the piece on `from` would not be attacked on another square.
    fn is_safe_on_way(&self, world: &W, from: Square, square: Square) -> bool {
        let mut there = world.clone();
        there.set_passed(self.tables, &[]);
        let piece = there.put(self.tables, from, None);
        there.put(self.tables, square, piece);
        !there.is_attacked(self, square)
    }

    /// Checks that a kind of move can capture the pieces on these squares.
    fn takes(&self, world: &W, from: Square, moves: &Moves, squares: &[Square]) -> Allowed {
        let Some((pieces, piece)) = moves.capturing.as_ref().zip(world.piece(from)) else { return Ok(()) };
        let is_match = |square: &Square| {
            let taken = world.piece(*square);
            taken.is_none_or(|taken| self.matches(pieces, world, (*square, taken), piece.color))
        };
        match squares.iter().find(|square| !is_match(square)) {
            Some(square) => {
                let number = self.number_of(piece, moves);
                Err(Refusal::at(Rule::NotCapturing(number), moves.origin, *square))
            }
            None => Ok(()),
        }
    }

    fn may_capture(&self, world: &W, squares: &[Square]) -> Allowed {
        squares.iter().try_for_each(|square| self.can_be_affected(world, *square, Threat::Capture))
    }

    /// Returns the pieces' own moves, before the safety of royals is verified.
    pub(super) fn pieces_successors<'w>(
        &'w self,
        world: &'w W,
    ) -> impl Iterator<Item = Successor<W>> + use<'w, 'a, W> {
        let own = world.pieces().filter(|(_, piece)| piece.color == world.turn());
        let moves = own.flat_map(|(square, _)| self.successors_from(world, square));
        let castlings = 0..self.variant.castlings.len();
        moves.chain(castlings.flat_map(|number| self.castle(world, number).unwrap_or_default()))
    }

    /// Returns the number of walks of all pieces of the side to move, before other rules apply.
    pub fn count_walks(&self, world: &W) -> usize {
        let own = world.pieces().filter(|(_, piece)| piece.color == world.turn());
        own.map(|(square, _)| self.walks(world, square, Purpose::Move).count()).sum()
    }

    /// Returns the moves of the piece on `from`, before the safety of royals is verified.
    pub fn successors_from(&self, world: &W, from: Square) -> Vec<Successor<W>> {
        self.successors_by(world, from, |_| true)
    }

    /// Returns the moves of the piece on `from` that depend on a condition, before the safety of royals is
    /// verified.
    pub fn conditional_successors(&self, world: &W, from: Square) -> Vec<Successor<W>> {
        self.successors_by(world, from, Moves::is_conditional)
    }

    /// Returns the moves of a piece by some of its patterns. A castling with the same result is preferred to an exchange.
    fn successors_by(&self, world: &W, from: Square, which: fn(&Moves) -> bool) -> Vec<Successor<W>> {
        let walks = self.walks(world, from, Purpose::Move).filter(|(moves, _)| which(moves));
        let walks = walks.take_while(|_| !self.is_halted());
        let all = walks.filter_map(|(moves, walk)| self.carry_out(world, Some(moves), &walk).ok()).flatten();
        all.filter(|next| next.mv.verb != Verb::Exchange || !self.is_castling(world, next)).collect()
    }

    /// Makes the moves of a walk. Returns one successor for each possible result of the arrival. `way` is the
    /// kind of move, which arrival rules can depend on.
    pub fn carry_out(
        &self,
        world: &W,
        way: Option<&Moves>,
        walk: &Walk,
    ) -> Result<Vec<Successor<W>>, Refusal> {
        let (from, to, tables) = (walk.actor, walk.to, self.tables);
        let Some(piece) = world.piece(from) else { return Ok(Vec::new()) };
        way.map_or(Ok(()), |way| self.takes(world, from, way, &walk.captures))?;
        self.may_capture(world, &walk.captures)?;
        let mut mv = Move::new(Verb::Go, from, to);
        mv.taken = walk.captures.iter().copied().filter(|square| *square != to).collect();
        mv.unloaded = walk.unload;
        // A captured piece that reappears on the start square has simply exchanged places with the mover.
        if walk.unload == Some(from) && walk.captures == [to] {
            mv.verb = Verb::Exchange;
            mv.unloaded = None;
        }
        let mut next = Successor::new(tables, world, mv);
        next.resets = self.resets_clock(world, (from, piece));
        let mut back = None;
        for square in &walk.captures {
            let Some(taken) = next.remove(tables, *square) else { continue };
            match walk.unload {
                // The last captured piece reappears, so it does not come to the hand.
                Some(_) if walk.captures.last() == Some(square) => back = Some((*square, taken)),
                _ => self.take_in_hand(&mut next, taken),
            }
        }
        if let Some(over) = walk.en_passant {
            let enemy = |by: Square| world.piece(by).is_some_and(|passer| passer.color != piece.color);
            let passed = world.passed().find(|passed| passed.over.contains(over) && enemy(passed.by));
            // The tables of moves know the square only. The piece that passed it can have become neutral.
            let Some(Passed { by, .. }) = passed else { return Ok(Vec::new()) };
            self.take_passer(world, &mut next, by)?;
        }
        // A walk that returns to its start moves no piece, but it still counts as a move of this piece.
        match from == to {
            true => {
                next.acted = Some(to);
                next.touched.insert(to);
            }
            false => next.carry(tables, [(from, to)]),
        }
        if let Some((square, taken)) = walk.unload.zip(back) {
            self.unload(world, &mut next, piece, (taken, square))?;
        }
        // All passed squares are recorded here. `finish` removes those that are filled at the end of the move.
        let over: SquareSet = walk.passed.iter().copied().collect();
        if !over.is_empty() {
            next.after.set_passed(tables, &[Passed { over, by: to }]);
        }
        let mut all = self.arrive(world, next, from, way)?;
        if let Some((way, provided)) = way.and_then(|way| Some((way, way.provided.as_ref()?))) {
            all.retain(|next| self.counts(Some(provided)) && self.holds_after(provided, world, next));
            if all.is_empty() {
                return Err(Refusal::at(Rule::NotProvided(self.number_of(piece, way)), way.origin, to));
            }
        }
        Ok(all)
    }

    /// Captures a piece en passant.
    fn take_passer(&self, world: &W, next: &mut Successor<W>, passer: Square) -> Allowed {
        next.takes_passer = true;
        self.can_be_affected(world, passer, Threat::Capture)?;
        if let Some(taken) = next.remove(self.tables, passer) {
            self.take_in_hand(next, taken);
        }
        Ok(())
    }

    /// Puts a captured piece, which comes with its former square, down on another.
    fn unload(
        &self,
        world: &W,
        next: &mut Successor<W>,
        mover: Piece,
        (taken, square): (Placed, Square),
    ) -> Allowed {
        if next.after.piece(square).is_some() {
            let origin = self.variant.piece_type(mover.piece_type).origin;
            return Err(Refusal::at(Rule::NoRoom, origin, square));
        }
        let (origin, taken) = taken;
        self.may_enter(world, taken, Some(origin), square)?;
        next.put_down(self.tables, taken, origin, square);
        Ok(())
    }

    /// Returns true if a move of this piece resets the clock.
    pub(super) fn resets_clock(&self, world: &W, standing: Placed) -> bool {
        self.matches(&self.variant.clock.pieces, world, standing, standing.1.color)
    }

    /// Adds a captured piece to the hand to which it goes, in a game with hands.
    fn take_in_hand(&self, next: &mut Successor<W>, taken: Piece) {
        if self.variant.is_neutral(taken.piece_type) {
            return;
        }
        if let Some(side) = self.variant.hand_of(taken.color, next.player) {
            self.put_in_hand(next, taken.piece_type, side);
        }
    }

    /// Adds a piece from the board to a hand, in the type that it has there.
    pub(super) fn put_in_hand(&self, next: &mut Successor<W>, piece_type: PieceTypeId, side: Color) {
        let piece_type = self.variant.held(piece_type);
        let held = next.after.held(piece_type, side);
        next.after.set_held(self.tables, piece_type, side, held.saturating_add(1));
    }

    /// Restores the regained rights after a move that uses none of them.
    fn restore_rights(&self, before: &W, next: &mut Successor<W>) {
        for (right, rule) in self.variant.rights.iter().enumerate().filter(|(_, rule)| rule.regained) {
            let is_used = |color| next.after.right(right, color) != before.right(right, color);
            if !Color::ALL.into_iter().any(is_used) {
                for color in Color::ALL {
                    next.after.set_right(self.tables, right, color, rule.times);
                }
            }
        }
    }

    /// Returns the side to move next, with the progress of its turn.
    fn onward(&self, before: &W, next: &Successor<W>) -> (Color, Progress) {
        let player = next.player;
        match &self.variant.turns {
            Some(turns) => {
                let checks = turns.check_ends && next.after.is_checked(self, player.other());
                turns.next(player, before.progress(), checks)
            }
            None => (player.other(), Progress::SINGLE),
        }
    }

    /// Completes a move: applies automatic effects, updates castlings and the record of moved pieces, and passes the
    /// turn.
    pub(super) fn finish(&self, before: &W, mut next: Successor<W>) -> Successor<W> {
        // An effect can move or remove the pieces of a castling, so the castlings are updated afterwards.
        if self.variant.has_automatic_effects {
            next = self.settle(next);
        }
        self.restore_rights(before, &mut next);
        let mut castling = next.after.castling();
        // A piece dropped on its home square can castle from there.
        let dropped = next.mv.to.filter(|_| matches!(next.mv.verb, Verb::Drop(_)));
        let came_home = |square: Square| {
            let piece = next.after.piece(square).filter(|_| dropped == Some(square));
            piece.is_some_and(|piece| self.variant.hand_homes.contains(&(square, piece)))
        };
        for (bit, rule) in self.variant.castlings.iter().enumerate() {
            let (king, partner) = rule.squares();
            let stays = |(square, piece): &Placed| {
                next.after.piece(*square) == Some(*piece) && !next.touched.contains(*square)
            };
            match rule.stand().iter().all(stays) {
                true if came_home(king) || came_home(partner) => castling |= 1 << bit,
                true => {}
                false => castling &= !(1 << bit),
            }
        }
        if !self.variant.returns.is_empty() {
            let moved = next.after.moved() | next.touched;
            next.after
                .set_moved(self.tables, self.variant.returned(moved, |square| next.after.piece(square)));
        }
        let onward = self.onward(before, &next);
        self.remember_passers(before, &mut next, onward.0);
        self.forget_captures(&mut next);
        next.after.end_move(self.tables, castling, next.resets, onward);
        next
    }
}
