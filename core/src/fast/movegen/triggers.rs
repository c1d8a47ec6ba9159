//! Finds the moves after which an automatic trigger can fire, so all other moves skip the check.
//!
//! [`TriggerCandidates::new`] selects the triggers that a single move can fire in a position. For each piece,
//! [`TriggerCandidates::ahead`] then gives the targets at which a move can fire one of them. Triggers for a side in
//! check are not included; the caller tests moves that give check.

use super::endings::{holds, triggered};
use super::sink::{Batch, BatchOrigin};
use crate::base::{Bitboard, PieceTypeId};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{CompiledTrigger, PieceCode};
use crate::rules::interpreter::{ConditionFacts, Interpreter};

/// The targets at which moves can fire a trigger, except triggers for a side in check.
pub(super) struct TriggerCandidates<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    /// True if a trigger can fire at any target.
    pub everywhere: bool,
    candidates: Vec<Candidate<'a, B>>,
    /// Cached results of [`Self::by`], by piece code.
    cached: Vec<(PieceCode, B)>,
}

/// A trigger that does not fire in the current position, and the changes that can make it fire.
struct Candidate<'a, B> {
    own: &'a CompiledTrigger<B>,
    /// The pieces whose capture can fire the trigger.
    captured: B,
    /// True if the trigger can fire when one of its pieces arrives on one of its squares.
    coming: bool,
    /// True if the trigger can fire when a piece changes its type.
    becoming: bool,
}

impl<'a, B: Bitboard> TriggerCandidates<'a, B> {
    /// Creates candidates for a position in which no trigger can fire.
    pub(super) fn never(rules: &'a Interpreter<'a, Position<B>>) -> Self {
        TriggerCandidates { rules, everywhere: false, candidates: Vec::new(), cached: Vec::new() }
    }

    pub(super) fn new(rules: &'a Interpreter<'a, Position<B>>, position: &Position<B>) -> Self {
        let game = rules.tables();
        // A trigger without any of its pieces on the board cannot fire, unless a piece changes into one of them.
        let could =
            |own: &&CompiledTrigger<B>| !own.in_check && own.is_near(position) && own.is_present(position);
        let all = game.triggers.iter().filter(could);
        let candidates: Option<Vec<Candidate<'_, B>>> =
            all.map(|own| Candidate::new(rules, position, own)).collect();
        let everywhere = position.passes_on(game) || candidates.is_none();
        TriggerCandidates { everywhere, candidates: candidates.unwrap_or_default(), ..Self::never(rules) }
    }

    /// Returns the targets of a batch whose moves can fire a trigger.
    pub(super) fn ahead(&mut self, position: &Position<B>, batch: Batch<B>) -> B {
        if self.everywhere {
            return B::ALL;
        }
        match batch.origin {
            _ if self.candidates.is_empty() => B::EMPTY,
            BatchOrigin::One(from) => self.by(position, position.code(from)),
            BatchOrigin::Below(_) => {
                let from = batch.targets.iter().map(|to| batch.origin.of::<B>(to));
                from.fold(B::EMPTY, |set, from| set | self.by(position, position.code(from)))
            }
        }
    }

    /// Returns true if a trigger can fire after a move.
    pub(super) fn follows(&mut self, position: &Position<B>, mv: PackedMove) -> bool {
        let code = match mv.flag {
            Flag::Go | Flag::DoubleCapture => position.code(mv.from),
            Flag::Become | Flag::Promote => {
                let code = PieceCode::new(position.turn, PieceTypeId(u16::from(mv.arg)));
                if self.candidates.iter().any(|candidate| candidate.becoming) || self.is_new(position, code) {
                    return true;
                }
                code
            }
            // These moves change more squares than one target, so they are always checked.
            Flag::EnPassant | Flag::Castle | Flag::Exchange | Flag::Drop | Flag::Pass => return true,
        };
        let ends = mv.first_capture().map_or(B::EMPTY, B::bit) | B::bit(mv.to);
        self.everywhere || self.by(position, code).meets(ends)
    }

    /// Returns true if a trigger that is not a candidate can affect this piece, because the board has no such piece
    /// yet or because it requires check.
    fn is_new(&self, position: &Position<B>, code: PieceCode) -> bool {
        let is_candidate = |own: &CompiledTrigger<B>| {
            self.candidates.iter().any(|candidate| std::ptr::eq(candidate.own, own))
        };
        let mut triggers = self.rules.tables().triggers.iter();
        triggers.any(|own| own.codes.has(code) && own.is_near(position) && !is_candidate(own))
    }

    /// Returns the squares whose occupation by a piece can fire a trigger.
    fn by(&mut self, position: &Position<B>, code: PieceCode) -> B {
        if let Some((_, cached)) = self.cached.iter().find(|(own, _)| *own == code) {
            return *cached;
        }
        let found = self
            .candidates
            .iter()
            .fold(B::EMPTY, |set, candidate| set | candidate.by(self.rules, position, code));
        self.cached.push((code, found));
        found
    }
}

impl<'a, B: Bitboard> Candidate<'a, B> {
    /// Creates a candidate. Returns `None` if the trigger already fires, or could fire after any move.
    fn new(
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        own: &'a CompiledTrigger<B>,
    ) -> Option<Candidate<'a, B>> {
        let game = rules.tables();
        let candidate = Candidate { own, captured: B::EMPTY, coming: true, becoming: false };
        if !game.could_fire(own, position) {
            return Some(candidate);
        }
        if !triggered(rules, position, own, ConditionFacts::default()).is_empty() {
            return None;
        }
        // More neighbors never make such a trigger fail, so only an arrival can fire it, and no capture can.
        if own.beside.is_some() {
            return Some(candidate);
        }
        let enemies = position.colors[1 - position.turn as usize];
        let counted = own.counted.as_ref()?.iter();
        let is_so = |when| holds(rules, position, own.player, when, ConditionFacts::default());
        Some(Candidate {
            captured: counted.fold(B::EMPTY, |set, code| set | position.standing(game, *code, enemies)),
            coming: own.when.as_ref().is_none_or(is_so),
            becoming: true,
            ..candidate
        })
    }

    /// Returns the squares whose occupation by a piece can fire this trigger.
    fn by(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>, code: PieceCode) -> B {
        let (game, own) = (rules.tables(), self.own);
        let mut found = self.captured;
        if self.coming && own.codes.has(code) {
            let place = |pieces| game.select_placed(rules, position, (pieces, code));
            let decidable = own.pieces.as_ref().filter(|_| own.beside.is_some());
            found |= (own.squares[0] | own.squares[1]) & decidable.map_or(B::ALL, place);
        }
        if own.beside.as_ref().is_some_and(|beside| beside.has(code)) {
            let near = own.codes.standing(position, own.squares[0]);
            found |= near.iter().fold(B::EMPTY, |set, at| set | game.beside[at.index()]);
        }
        found
    }
}
