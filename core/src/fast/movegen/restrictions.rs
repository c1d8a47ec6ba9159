//! Applies rules that forbid or require some kinds of moves.
//!
//! [`restricted`] is the entry point: it removes the moves that a ban forbids, and keeps only the moves that an
//! obligation requires if there are any. For batches, [`ActiveRestriction::masks`] decides most moves at once. The
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
        let taken = self.taken(position);
        list.batches.retain_mut(|batch| {
            let (does, unsure) = self.masks(position, *batch, taken);
            let single = batch.moves(unsure & !does).filter(|mv| self.does(position, *mv));
            batch.targets &= !(does | single.map(|mv| mv.to).collect());
            !batch.targets.is_empty()
        });
        list.moves.retain(|mv| !self.does(position, *mv));
        list.carried_out.retain(|next| !self.rules.does(position, next, self.rule));
        list
    }

    /// Keeps only the moves that have the property of the rule, if there are any.
    fn only(&self, position: &mut Position<B>, list: MoveList<B>) -> MoveList<B> {
        let taken = self.taken(position);
        let mut only = MoveList::default();
        for batch in &list.batches {
            let (does, unsure) = self.masks(position, *batch, taken);
            let single = batch.moves(unsure & !does).filter(|mv| self.does(position, *mv));
            let permitted = does | single.map(|mv| mv.to).collect();
            only.each(permitted & batch.targets, batch.origin);
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

    /// Returns the pieces whose capture has the property of the rule.
    fn taken(&self, position: &Position<B>) -> B {
        let MoveProperty::Capture(pieces) = &self.rule.property else { return B::EMPTY };
        let player = position.turn;
        let enemies = position.colors[player.other() as usize];
        if *pieces == PieceFilter::All {
            return enemies;
        }
        enemies & self.rules.tables().select(self.rules, position, (pieces, player))
    }

    /// Returns the targets of a batch whose moves have the property of the rule, and the targets whose moves must be
    /// tested one by one.
    fn masks(&self, position: &Position<B>, batch: Batch<B>, taken: B) -> (B, B) {
        let affected = self.by.map_or(B::ALL, |by| batch.origin.ahead(by));
        if !affected.meets(batch.targets) {
            return (B::EMPTY, B::EMPTY);
        }
        let (does, unsure) = match (&self.rule.property, self.safety_squares) {
            (MoveProperty::Move, _) => (B::ALL, B::EMPTY),
            (MoveProperty::Capture(_), _) => (taken, B::EMPTY),
            (MoveProperty::Lose(_), _) => (B::EMPTY, B::EMPTY),
            (MoveProperty::Check, Some(safety_squares)) => {
                safety_squares.checks_by(self.rules.tables(), position, batch)
            }
            (MoveProperty::Checkmate, Some(safety_squares)) => {
                // Only a move that gives check can give checkmate, so all others need no test.
                let (sure, unsure) = safety_squares.checks_by(self.rules.tables(), position, batch);
                (B::EMPTY, sure | unsure)
            }
            (MoveProperty::Check | MoveProperty::Checkmate, None) | (MoveProperty::Reach(_), _) => {
                (B::EMPTY, B::ALL)
            }
        };
        (does & affected, unsure & affected)
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
