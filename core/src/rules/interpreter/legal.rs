//! Legal moves: the safety of royals, mandatory actions, and restrictions.
//!
//! [`Interpreter::legal`] is the entry point. `unended_step_by_step` generates moves in three stages: moves and
//! actions, then the tests of each move alone, then the obligations that compare moves with each other.

use super::actions::Numbered;
use super::{Allowed, ConditionFacts, Interpreter, Successor, World};
use crate::base::Square;
use crate::rules::{Act, Action, ActionRule, Castling, Duty, MoveRule};

impl<'a, W: World> Interpreter<'a, W> {
    /// Returns the legal moves. A finished game has none.
    pub fn legal(&self, world: &W) -> Vec<Successor<W>> {
        match self.state_ending(world) {
            Some(_) => Vec::new(),
            None => world.unended(self).collect(),
        }
    }

    /// Generates the legal moves by making every move, even if the game has ended.
    pub fn unended_step_by_step<'w>(
        &'w self,
        world: &'w W,
    ) -> impl Iterator<Item = Successor<W>> + use<'w, 'a, W> {
        let duties = self.duties(world);
        let bound = duties.is_some();
        let plain = (!bound).then(|| self.plain(world)).into_iter().flatten();
        let mut plain = duties.into_iter().flatten().chain(plain).peekable();
        let none = plain.peek().is_none();
        let offered = move || {
            let offered = if bound { Vec::new() } else { self.offered(world, Duty::May, false) };
            // Actions that require the absence of other moves are tried only if nothing else is legal.
            let stuck = none && !bound && offered.is_empty();
            if stuck { self.offered(world, Duty::May, true) } else { offered }
        };
        let all = plain.chain(std::iter::once_with(offered).flatten());
        let is_ruled = !self.variant.move_rules.is_empty();
        let (ruled, free) = match is_ruled {
            // Obligations compare all legal moves, so these cannot be generated lazily.
            true => (self.follow_obligations(world, all.collect()), None),
            false => (Vec::new(), Some(all)),
        };
        ruled.into_iter().chain(free.into_iter().flatten())
    }

    /// Returns true if the side to move has only moves that require the absence of other moves, or none.
    pub(super) fn is_stuck(&self, world: &W) -> bool {
        self.plain(world).next().is_none() && self.offered(world, Duty::May, false).is_empty()
    }

    /// Returns the moves of mandatory actions, or `None` if no action is mandatory.
    pub fn duties(&self, world: &W) -> Option<Vec<Successor<W>>> {
        let mut must = self.numbered().filter(|rule| rule.action.duty == Duty::Must);
        if must.any(|rule| self.is_open(world, rule, ConditionFacts::default()).is_ok()) {
            return Some(self.offered(world, Duty::Must, false));
        }
        let bound = self.offered(world, Duty::MustIfCan, false);
        (!bound.is_empty()).then_some(bound)
    }

    fn plain<'w>(&'w self, world: &'w W) -> impl Iterator<Item = Successor<W>> + use<'w, 'a, W> {
        let bans = self.bans(world);
        self.pieces_successors(world).filter(move |next| self.may_be_made(world, next, &bans).is_ok())
    }

    /// Checks that royals are safe after a move and that no restriction forbids the move.
    pub(super) fn may_be_made(&self, world: &W, next: &Successor<W>, bans: &[(usize, &MoveRule)]) -> Allowed {
        self.keeps_royal(world, &next.after)?;
        self.is_safe(&next.after, world.turn())?;
        self.is_permitted(world, next, bans)
    }

    fn offered(&self, world: &W, duty: Duty, stuck: bool) -> Vec<Successor<W>> {
        let known = ConditionFacts { stuck, ..ConditionFacts::default() };
        let rules = self.numbered().filter(|rule| rule.action.duty == duty);
        let open = rules.filter(|rule| self.is_open(world, *rule, known).is_ok());
        open.flat_map(|rule| self.action_successors(world, rule.number)).collect()
    }

    /// Returns the legal moves of the action with this number.
    pub fn action_successors(&self, world: &W, number: usize) -> Vec<Successor<W>> {
        let Some(rule) = self.numbered().nth(number) else { return Vec::new() };
        let mut all = self.offers(world, rule);
        let may = |next: &Successor<W>| !self.is_halted() && self.may_stand(world, rule, next).is_ok();
        all.retain(|next| may(next) && !self.is_own_move(world, rule, next));
        all
    }

    /// Returns true if the pieces that an action moves can also make the move on their own, with the same result.
    fn is_own_move(&self, world: &W, rule: Numbered<'a>, next: &Successor<W>) -> bool {
        if self.has_own_result(rule.action) {
            return false;
        }
        let act = &rule.action.act;
        let Some(from) = next.mv.from else { return false };
        match act {
            Act::Place { .. } => {
                if rule.action.unsafely && self.is_safe(&next.after, world.turn()).is_err() {
                    return false;
                }
                let own: Vec<Successor<W>> = self
                    .successors_from(world, from)
                    .into_iter()
                    .chain(self.castlings_from(world, from))
                    .collect();
                // Of several legal moves with one text, only the first is listed.
                let is_first = |place: usize| {
                    let mut before = own[..place].iter().filter(|before| before.mv == own[place].mv);
                    !before.any(|before| self.may_be_made(world, before, &self.bans(world)).is_ok())
                };
                let is_same = |own: &Successor<W>| {
                    own.mv.squares() == next.mv.squares() && own.after.is_same(&next.after)
                };
                (0..own.len()).any(|place| is_same(&own[place]) && is_first(place))
            }
            Act::Exchange { .. } => self.is_castling(world, next),
            Act::Replace { .. } | Act::Drop { .. } | Act::Pass => false,
        }
    }

    /// Returns true if no piece's own move can be listed beside an action and have the same result, because the action is
    /// a duty, or because it uses a right that no effect changes.
    pub(super) fn has_own_result(&self, action: &Action) -> bool {
        let changes = |right: usize| {
            let mut arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
            arrivals.any(|arrival| arrival.then.iter().any(|then| then.right() == Some(right)))
        };
        action.duty != Duty::May || action.right.is_some_and(|right| !changes(right))
    }

    fn castlings_from(&self, world: &W, from: Square) -> impl Iterator<Item = Successor<W>> {
        let all = self.variant.castlings.iter().enumerate().filter(move |(_, own)| own.king.0 == from);
        all.flat_map(|(number, _)| self.castle(world, number).unwrap_or_default())
    }

    /// Returns true if a legal castling exchanges the same pieces as an action, with the same result.
    pub(super) fn is_castling(&self, world: &W, next: &Successor<W>) -> bool {
        let (Some(a), Some(b)) = (next.mv.from, next.mv.to) else { return false };
        // Of two equal pieces that a castling leaves on their squares, an exchange does the same.
        let names_both =
            |castling: &Castling| [(a, b), (b, a)].contains(&(castling.king.0, castling.target()));
        let same = |own: &Successor<W>| own.mv.then == next.mv.then && own.after.is_same(&next.after);
        let mut all = self.variant.castlings.iter().enumerate().filter(|(_, own)| names_both(own));
        all.any(|(number, _)| {
            let castled = self.castle(world, number).unwrap_or_default();
            castled.iter().any(|own| same(own) && self.may_be_made(world, own, &self.bans(world)).is_ok())
        })
    }

    pub(super) fn is_open(&self, world: &W, rule: Numbered<'a>, known: ConditionFacts) -> Allowed {
        match &rule.action.when {
            Some(when) if !self.counts(Some(when)) || !self.holds(when, world, world.turn(), known) => {
                Err(rule.refuse(ActionRule::When, "when", None))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn may_stand(&self, world: &W, rule: Numbered<'a>, next: &Successor<W>) -> Allowed {
        let after = &next.after;
        let bans = self.bans(world);
        match rule.action.unsafely {
            true => {
                self.keeps_royal(world, after)?;
                self.is_permitted(world, next, &bans)?;
            }
            false => self.may_be_made(world, next, &bans)?,
        }
        let may_not_mate = matches!(rule.action.act, Act::Drop { not_mating: true, .. });
        if may_not_mate && self.is_mated(after, world.turn().other()) {
            return Err(rule.refuse(ActionRule::Mates, "not giving", None));
        }
        match &rule.action.provided {
            Some(provided) if !self.counts(Some(provided)) || !self.holds_after(provided, world, next) => {
                Err(rule.refuse(ActionRule::Unproven, "provided", None))
            }
            _ => Ok(()),
        }
    }
}
