//! Applies rules that forbid or require some kinds of moves.
//!
//! [`restricted`] is the entry point: it removes the moves that a ban forbids, and keeps only the moves that an
//! obligation requires if there are any. For batches, [`ActiveRestriction::targets_of`] decides most moves at once. The
//! remaining moves are made and tested.

use super::safety::SafetySquares;
use super::sink::{Batch, MoveList, Sink};
use crate::base::Bitboard;
use crate::fast::position::{Flag, PackedMove, Position};
use crate::rules::interpreter::{ConditionFacts, Interpreter, World};
use crate::rules::{MoveProperty, MoveRule, PieceFilter};

/// Removes the legal moves that restrictions forbid.
#[inline(never)]
pub(super) fn restricted<'r, B: Bitboard>(
    rules: &'r Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mut list: MoveList<B>,
) -> MoveList<B> {
    let (bans, obligations) = (rules.bans(position), rules.obligations(position));
    let mut all = bans.iter().map(|(_, rule)| *rule).chain(obligations.iter().copied());
    let safety_squares =
        all.any(|rule| matches!(rule.property, MoveProperty::Check | MoveProperty::Checkmate));
    let safety_squares =
        safety_squares.then(|| rules.tables().safety_squares(rules, position, position.turn.other()));
    let restriction = |position: &Position<B>, rule: &'r MoveRule| {
        let select = |by| rules.tables().select(rules, position, (by, position.turn));
        ActiveRestriction {
            rules,
            rule,
            by: rule.by.as_ref().map(select),
            safety_squares: safety_squares.as_ref(),
        }
    };
    // An obligation compares only moves that are not banned, so the bans come first.
    for (_, rule) in &bans {
        list = restriction(position, rule).without(position, list);
    }
    for rule in &obligations {
        list = restriction(position, rule).only(position, list);
    }
    list
}

/// A restriction, with the masks that it needs in a position.
struct ActiveRestriction<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    rule: &'a MoveRule,
    /// The pieces to which the restriction applies, if not to all.
    by: Option<B>,
    safety_squares: Option<&'a SafetySquares<B>>,
}

impl<B: Bitboard> ActiveRestriction<'_, B> {
    /// Removes the moves that have the property of the rule.
    fn without(&self, position: &mut Position<B>, mut list: MoveList<B>) -> MoveList<B> {
        let known = self.targets(position);
        list.batches.retain_mut(|batch| {
            batch.targets &= !self.targets_of(position, *batch, known);
            !batch.targets.is_empty()
        });
        list.moves.retain(|mv| !self.does(position, *mv));
        list.carried_out.retain(|next| !self.rules.does(position, next, self.rule));
        list
    }

    /// Keeps only the moves that have the property of the rule, if there are any.
    fn only(&self, position: &mut Position<B>, list: MoveList<B>) -> MoveList<B> {
        let known = self.targets(position);
        let mut only = MoveList::default();
        for batch in &list.batches {
            let targets = batch.targets & self.targets_of(position, *batch, known);
            if !targets.is_empty() {
                only.batches.push(Batch { targets, ..*batch });
            }
        }
        only.moves.extend(list.moves.iter().filter(|mv| self.does(position, **mv)));
        // If no move has the property, the obligation does not apply.
        let is_alone = only.count() == 0;
        let does: Vec<bool> =
            list.carried_out.iter().map(|next| self.rules.does(position, next, self.rule)).collect();
        if is_alone && !does.contains(&true) {
            return list;
        }
        let carried_out = list.carried_out.into_iter().zip(does);
        only.carried_out.extend(carried_out.filter_map(|(next, does)| does.then_some(next)));
        only
    }

    /// Returns the targets of the moves in batches that have the property of the rule. Returns `None` if the target alone
    /// does not decide.
    fn targets(&self, position: &Position<B>) -> Option<B> {
        match &self.rule.property {
            MoveProperty::Move => Some(B::ALL),
            // Only the slow path makes moves that remove a piece of their own side.
            MoveProperty::Lose(_) => Some(B::EMPTY),
            // Batches contain only the own moves of pieces.
            MoveProperty::Castle | MoveProperty::Drop(_) | MoveProperty::Pass => Some(B::EMPTY),
            MoveProperty::Capture(pieces) => {
                let player = position.turn;
                let enemies = position.colors[player.other() as usize];
                if *pieces == PieceFilter::ALL {
                    return Some(enemies);
                }
                Some(enemies & self.rules.tables().select(self.rules, position, (pieces, player)))
            }
            MoveProperty::Check | MoveProperty::Checkmate | MoveProperty::Reach(_) => None,
        }
    }

    /// Returns the targets of a batch whose moves have the property of the rule. If `known` decides, it can include other
    /// squares.
    #[inline(always)]
    fn targets_of(&self, position: &mut Position<B>, batch: Batch<B>, known: Option<B>) -> B {
        match known {
            Some(known) => self.by.map_or(known, |by| known & batch.origin.ahead(by)),
            None => self.tested_targets(position, batch),
        }
    }

    /// Returns the targets of a batch whose moves have the property of the rule, for a property that depends on the
    /// position after the move.
    #[inline(never)]
    fn tested_targets(&self, position: &mut Position<B>, batch: Batch<B>) -> B {
        let affected = batch.targets & self.by.map_or(B::ALL, |by| batch.origin.ahead(by));
        if affected.is_empty() {
            return B::EMPTY;
        }
        let checks =
            self.safety_squares.map(|squares| squares.checks_by(self.rules.tables(), position, batch));
        let is_mate = self.rule.property == MoveProperty::Checkmate;
        let (does, unsure) = match checks.filter(|_| is_mate || self.rule.property == MoveProperty::Check) {
            // Only a move that gives check can give checkmate, so all others need no test.
            Some((sure, unsure)) if is_mate => (B::EMPTY, sure | unsure),
            Some(checks) => checks,
            None => (B::EMPTY, B::ALL),
        };
        let (does, unsure) = (does & affected, unsure & affected & !does);
        let single = batch.moves(unsure).filter(|mv| self.does(position, *mv));
        does | single.map(|mv| mv.to).collect()
    }

    /// Returns true if a move has the property of the rule.
    fn does(&self, position: &mut Position<B>, mv: PackedMove) -> bool {
        let ActiveRestriction { rules, rule, .. } = self;
        let acts = |by: B| mv.flag != Flag::Pass && by.has(mv.from);
        if self.by.is_some_and(|by| !acts(by)) && !rules.is_by(position, &mv.unpacked(), rule) {
            return false;
        }
        let (game, player) = (rules.tables(), position.turn);
        match &rule.property {
            MoveProperty::Move => true,
            MoveProperty::Capture(pieces) => {
                let captured = mv.captures_on(position.state.passer).into_iter().flatten();
                captured.filter_map(|square| Some((square, position.piece(square)?))).any(
                    |(square, taken)| {
                        taken.color != player && rules.matches(pieces, position, (square, taken), player)
                    },
                )
            }
            // Only the slow path makes moves that remove a piece of their own side.
            MoveProperty::Lose(_) => false,
            MoveProperty::Castle | MoveProperty::Drop(_) | MoveProperty::Pass => {
                rules.is_such(position, &mv.unpacked(), &rule.property)
            }
            MoveProperty::Check => {
                game.after::<true>(position, mv, &mut |after| game.in_check(rules, after, player.other()))
            }
            MoveProperty::Checkmate => {
                game.after::<true>(position, mv, &mut |after| rules.is_mated(after, player.other()))
            }
            MoveProperty::Reach(condition) => game.after::<true>(position, mv, &mut |after| {
                rules.holds(condition, after, player, ConditionFacts::default())
            }),
        }
    }
}
