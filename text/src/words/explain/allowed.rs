//! Collects the reasons why a legal move is legal.
//!
//! [`Explainer::allowed`] is the entry point. It describes, in this order, the path of the piece, the effects of its
//! arrival, the follow-ups, the automatic effects, and the safety of the royals. Every sentence comes with the origin
//! of its rule.

use super::refusal::by;
use super::{Explainer, SourcedText, Study};
use crate::base::{Bitboard, Choice, Move, Piece, Setup, Square, Then, Verb};
use crate::messages::text::{a, clause, join};
use crate::rules::interpreter::{Purpose, Successor, World};
use crate::rules::{
    Action, Arrival, Automaton, Binding, Compare, Condition, Fact, FollowUp, Formula, Origin, PieceCount,
    Proof, Threat, Within,
};
use std::collections::BTreeSet;

impl Explainer<'_> {
    /// Returns the reasons why a legal move is legal, each with the origin of its rule.
    pub(super) fn allowed(&self, study: &Study, mv: &Move) -> Vec<SourcedText> {
        let Some(next) = study.attempts.legal.iter().find(|next| next.mv == *mv) else { return Vec::new() };
        let mut reasons = match study.attempts.action_of(mv) {
            Some(action) => self.action_allowed(study.setup, action, next),
            None => self.path_of(study.setup, next),
        };
        reasons.extend(self.follow_ups_of(study.setup, next));
        reasons.extend(self.automatic_effects(next));
        reasons.extend(self.stays_safe(study, &next.after));
        reasons.extend(self.rules.state_ending(&next.after).map(|outcome| self.over(&next.after, &outcome)));
        if reasons.is_empty() {
            reasons.push(("the rules allow the move".to_owned(), self.origin_of(study, mv)));
        }
        reasons
    }

    /// Describes the follow-ups of a move, each with the rule that permits it.
    fn follow_ups_of(&self, setup: &Setup, next: &Successor) -> Vec<SourcedText> {
        let follows = |then: &Then, rule: &&FollowUp| match (then, rule.leaving()) {
            (Then::Drop { piece_type, square, .. }, Some((pieces, zone, _))) => {
                let is_meant = |piece: Piece| self.rules.matches(pieces, setup, (*square, piece), setup.turn);
                zone.holds(*square, setup.turn)
                    && rule.dropped().contains(piece_type)
                    && setup.piece(*square).is_some_and(is_meant)
            }
            (Then::Put(_), rule) => rule.is_none(),
            _ => false,
        };
        let acts = next.mv.then.iter().map(|then| {
            let mut rules = self.variant.follow_ups.iter();
            let rule = rules.find(|rule| follows(then, rule));
            let text = match then {
                Then::Drop { piece_type, square, .. } => {
                    let piece = a(&self.prose.noun(*piece_type));
                    format!("{piece} is dropped from the hand on {}", self.name(*square))
                }
                Then::Put(square) => {
                    format!("the {} is put on {}", self.noun(&next.after, *square), self.name(*square))
                }
            };
            (text, rule.map(|rule| rule.origin).unwrap_or_default())
        });
        acts.collect()
    }

    /// Describes the automatic effects after a move.
    pub(super) fn automatic_effects(&self, next: &Successor) -> Vec<SourcedText> {
        let effects = next.automatic_effects.iter().filter_map(|effect| {
            let piece_type = self.variant.piece_type(effect.piece.piece_type);
            let rule = piece_type.arrivals.get(effect.rule)?;
            let (side, name) = (effect.piece.color.title(), self.name(effect.square));
            let text =
                format!("{side}'s {} on {name}: {}", piece_type.title, clause(&self.prose.arrival(rule)));
            Some((text, if rule.by_itself { rule.origin } else { rule.event_origin }))
        });
        effects.collect()
    }

    /// Returns the origin of the line that permits a legal move.
    pub(super) fn origin_of(&self, study: &Study, mv: &Move) -> Origin {
        let setup = study.setup;
        if let Some(action) = study.attempts.action_of(mv) {
            return action.origin;
        }
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Origin::default() };
        let Some(piece) = setup.piece(from) else { return Origin::default() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let arrives =
            |arrival: &&Arrival| !arrival.by_itself && arrival.zone.squares.get(piece.color).contains(to);
        let arrival = piece_type.arrivals.iter().find(arrives).filter(|_| mv.choice.is_some());
        let lent = || self.lent_path(setup, from, to).map(|(_, origin)| origin);
        let way = || self.walk_of(setup, mv).map(|(moves, _)| moves.origin).or_else(lent);
        arrival.map(|arrival| arrival.origin).or_else(way).unwrap_or(piece_type.origin)
    }

    /// Describes the path of the piece in a legal move.
    fn path_of(&self, setup: &Setup, next: &Successor) -> Vec<SourcedText> {
        let mv = &next.mv;
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Vec::new() };
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let the = self.the(setup, from);
        if mv.verb == Verb::Castle {
            let text = "the squares on the path are empty and not attacked, and neither piece has moved";
            let castlings = self.variant.castlings.iter();
            let mut own = castlings.filter(|castling| (castling.king.0, castling.target()) == (from, to));
            let origin = own.next().map_or(piece_type.origin, |castling| castling.origin);
            return vec![(format!("{the} castles: {text}"), origin)];
        }
        let mut reasons = vec![match self.walk_of(setup, mv) {
            Some((moves, walk)) => {
                let leads = |one: &Automaton| {
                    let walks = self.rules.walks_by(setup, from, (moves, one), Purpose::Move);
                    walks.iter().any(|other| other.to == to && other.trail == walk.trail)
                };
                let goes = if to == from { "goes and comes back to" } else { "goes to" };
                let mut text = format!("{the} {goes} {}", self.name(to));
                if !walk.trail.is_empty() {
                    let verb = if walk.trail.len() == 1 { "is" } else { "are" };
                    text += &format!("; {} {verb} empty", self.places(&walk.trail));
                }
                let verb = if mv.verb == Verb::Exchange { "changing places with" } else { "capturing" };
                text.extend(walk.captures.iter().map(|at| format!(", {verb} {}", self.the(setup, *at))));
                if walk.en_passant.is_some() {
                    text += ", capturing in passing";
                }
                text.extend(by(&moves.notation, leads).map(|words| format!(": {words}")));
                (text, moves.origin)
            }
            None => self
                .lent_path(setup, from, to)
                .unwrap_or_else(|| (format!("{the} can go there by its moves"), piece_type.origin)),
        }];
        reasons.extend(self.arrival_effects(setup, piece, [from, to], next));
        reasons.extend(self.admission(setup, piece, from, to));
        reasons
    }

    /// Describes a move that another piece lends to the piece on `from`.
    fn lent_path(&self, setup: &Setup, from: Square, to: Square) -> Option<SourcedText> {
        let lenders = setup.pieces().filter(|(square, _)| *square != from);
        let mut lent = lenders.flat_map(|(square, _)| {
            let walks = self.rules.walks(setup, square, Purpose::Move);
            walks
                .filter(|(_, walk)| (walk.actor, walk.to) == (from, to))
                .map(move |(moves, _)| (square, moves))
        });
        let (square, moves) = lent.next()?;
        let (the, lender) = (self.the(setup, from), self.the(setup, square));
        Some((format!("{the} goes to {} by a move that {lender} lends to it", self.name(to)), moves.origin))
    }

    /// Describes the effects of a piece's arrival.
    fn arrival_effects(
        &self,
        setup: &Setup,
        piece: Piece,
        [from, to]: [Square; 2],
        next: &Successor,
    ) -> Vec<SourcedText> {
        let choice = next.mv.choice;
        let mut there = setup.clone();
        there.put(&(), from, None);
        there.put(&(), to, Some(piece));
        there.captured.clone_from(&next.after.captured);
        let taken: Vec<(Square, Piece)> =
            next.captured().filter_map(|square| Some((square, setup.piece(square)?))).collect();
        let way = self.walk_of(setup, &next.mv).map(|(way, _)| way);
        let arrivals = self.rules.arrivals(&there, piece, (from, to, way), &taken);
        let arrivals: Vec<&Arrival> = arrivals.map(|(_, arrival)| arrival).collect();
        // A chosen effect replaces the effects that would otherwise apply.
        let offers = |arrival: &&Arrival| {
            arrival.may && choice.is_some_and(|choice| arrival.then.iter().any(|then| then.offers(choice)))
        };
        let is_chosen = arrivals.iter().any(offers);
        let applies = |arrival: &&&Arrival| match is_chosen {
            true => offers(arrival),
            false => !arrival.may,
        };
        let applied = arrivals.iter().filter(applies);
        let mut reasons: Vec<SourcedText> =
            applied.map(|arrival| (clause(&self.prose.arrival(arrival)), arrival.origin)).collect();
        let Some(last) = arrivals.last() else { return reasons };
        if let Some(choice @ Choice::End(_)) = choice {
            reasons.push((format!("it {}", self.prose.choice(setup, choice, "s")), last.origin));
        }
        let ends = next.acted.filter(|_| !matches!(choice, Some(Choice::Exchange(_))));
        if let Some(square) = ends.filter(|square| *square != to) {
            let mut text = format!("it moves to {}", self.name(square));
            if setup.piece(square).is_some() && square != from {
                text += &format!("; {} is removed", self.the(setup, square));
            }
            reasons.push((text, last.origin));
        }
        reasons
    }

    /// Describes the safety of the royals after a legal move, or returns nothing if their safety is obvious.
    fn stays_safe(&self, study: &Study, after: &Setup) -> Vec<SourcedText> {
        let color = study.setup.turn;
        let royalty = &self.variant.royalty;
        let royals = after.royals(&self.rules, color);
        let mut reasons = Vec::new();
        if let Some(royal) = royals.iter().find(|royal| after.is_attacked(&self.rules, *royal)) {
            let (the, title, number) = (self.the(after, royal), color.title(), royals.count());
            let text = match royalty.binds {
                Binding::OneRoyal => format!("but {title} has {number} royals, so there is no check"),
                Binding::Never | Binding::Always | Binding::Leader | Binding::AllRoyals => {
                    "which the rules permit".to_owned()
                }
            };
            reasons.push((format!("{the} stays attacked, {text}"), royalty.origin));
        } else if study.in_check() {
            reasons.push(("it answers the check".to_owned(), royalty.origin));
        }
        reasons.extend(royals.iter().filter_map(|royal| {
            let refusal = self.rules.can_be_affected(after, royal, Threat::Attack).err()?;
            self.rules.attackers(after, royal).next()?;
            Some((format!("{} cannot be attacked there", self.the(after, royal)), refusal.origin))
        }));
        reasons
    }

    /// Returns the reasons why an action is allowed.
    fn action_allowed(&self, setup: &Setup, action: &Action, next: &Successor) -> Vec<SourcedText> {
        let mut provided = action.provided.iter().flat_map(Condition::alternatives).enumerate();
        let proven = provided.find_map(|(nth, condition)| {
            Some((self.proof(condition, setup, next)?, action.line("provided", nth)))
        });
        let when = action.when.iter().flat_map(Condition::alternatives).enumerate();
        let holding = when.filter(|(_, condition)| self.rules.holds_now(condition, setup));
        let mut reasons = Vec::from_iter(proven);
        reasons.extend(holding.map(|(nth, when)| (self.prose.condition(when), action.line("when", nth))));
        reasons.push((clause(&self.prose.action(action)), action.origin));
        let right = action.right.and_then(|index| self.variant.rights.get(index));
        let used = |name: &str| format!("it uses up the right `{name}`");
        reasons.extend(right.map(|right| (used(&right.name), right.origin)));
        reasons
    }

    /// Describes the facts that satisfy a condition after an action, or returns `None` if they do not.
    fn proof(&self, condition: &Condition, setup: &Setup, next: &Successor) -> Option<String> {
        let by = next.acted?;
        if !self.rules.holds_after(condition, setup, next) {
            return None;
        }
        if let Formula::AnyOf(all) | Formula::Every(all) = condition {
            return all.iter().find_map(|one| self.proof(one, setup, next));
        }
        let victims = |pieces| self.rules.victims(&next.after, by, pieces, setup.turn);
        let on = format!("on {} it", self.name(by));
        if let Some(Fact::Forks { pieces, .. }) = condition.leaf() {
            return Some(format!("{on} attacks {} at once", self.places(&victims(pieces))));
        }
        let Some(Fact::Traps { pieces, proof }) = condition.leaf() else {
            return Some(self.prose.condition(condition));
        };
        let mut victims = victims(pieces).into_iter();
        let trapped = victims.find(|x| self.rules.escape(&next.after, by, *x, *proof).is_none())?;
        let how = match proof {
            Proof::EveryReply => "after every reply it can be captured",
            Proof::NoSafeMove => "it has no safe square to go to",
            Proof::NoMove => "it has no legal move",
            Proof::Attack => "an attack is sufficient",
        };
        Some(format!("{on} traps {}: {how}", self.the(&next.after, trapped)))
    }

    /// Describes the facts that violate the condition of an action, each with the line that states that part of the
    /// condition.
    pub(super) fn unproven(&self, setup: &Setup, action: &Action, next: &Successor) -> Vec<SourcedText> {
        let Some(condition) = &action.provided else { return Vec::new() };
        let rule = format!("the action requires that {}", self.prose.condition(condition));
        let mut reasons = Vec::from_iter(self.unattacked(setup, action, next));
        for (nth, one) in condition.alternatives().iter().enumerate() {
            let mut facts = Vec::new();
            self.instead(one, setup, next, &mut facts);
            let line = action.line("provided", nth);
            reasons.extend(facts.into_iter().map(|fact| (format!("after it {fact}"), line)));
        }
        reasons.push((rule, action.origin));
        reasons
    }

    /// Collects the facts that contradict a condition after an action. [`Self::unattacked`] describes missing attacks.
    fn instead(&self, condition: &Condition, setup: &Setup, next: &Successor, facts: &mut Vec<String>) {
        let color = setup.turn;
        match condition {
            Formula::Every(all) => {
                let fails = |one: &&Condition| !self.rules.holds_after(one, setup, next);
                all.iter().filter(fails).for_each(|one| self.instead(one, setup, next, facts));
            }
            Formula::AnyOf(any) => any.iter().for_each(|one| self.instead(one, setup, next, facts)),
            Formula::Leaf(Fact::Forks { .. } | Fact::Traps { .. }) => {}
            Formula::Leaf(Fact::Count(PieceCount { pieces, .. })) => {
                let number = self.rules.select(pieces, &next.after, color).count();
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                facts.push(self.prose.number_of(pieces, Compare::Equal, number, Within::Board));
            }
            Formula::Leaf(Fact::Held(PieceCount { pieces, .. })) => {
                let number = self.rules.number_held(pieces, &next.after, color);
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                facts.push(self.prose.number_of(pieces, Compare::Equal, number, Within::Hands));
            }
            Formula::Leaf(_) | Formula::Not(_) => facts.push(self.prose.negated(condition)),
        }
    }

    /// Describes the missing attacks of the acting piece, if the condition of the action requires any.
    fn unattacked(&self, setup: &Setup, action: &Action, next: &Successor) -> Option<SourcedText> {
        let (by, condition) = (next.acted?, action.provided.as_ref()?);
        let after = &next.after;
        let victims = |pieces| self.rules.victims(after, by, pieces, setup.turn);
        let escape = |x: Square, proof| {
            let reply = self.rules.escape(after, by, x, proof)?;
            let how = reply.map_or("not trapped".to_owned(), |mv| format!("saved by {}", self.text(&mv)));
            Some(format!("{} is {how}", self.the(after, x)))
        };
        let mut targets: BTreeSet<Square> = BTreeSet::new();
        let mut escapes: Vec<String> = Vec::new();
        let mut short = false;
        condition.leaves().find_map(Fact::victims)?;
        for fact in condition.leaves() {
            let Some(pieces) = fact.victims() else { continue };
            let victims = victims(pieces);
            if let Fact::Forks { number, .. } = fact {
                short |= victims.len() < *number as usize;
            } else if let Fact::Traps { proof, .. } = fact {
                escapes.extend(victims.iter().filter_map(|x| escape(*x, *proof)));
            }
            targets.extend(victims);
        }
        escapes.dedup();
        let (the, all) = (format!("from {} it attacks", self.name(by)), self.places(&targets));
        let mut text = match targets.len() {
            0 => format!("{the} no piece that counts"),
            1 => format!("{the} only {all}"),
            _ if short => format!("{the} {all}, but not all of them count for a fork"),
            _ => format!("{the} {all}"),
        };
        if !escapes.is_empty() {
            text += &format!(", and {}", join(&escapes, "and"));
        }
        let decides = |one: &Condition| {
            let traps = |fact: &Fact| matches!(fact, Fact::Traps { .. }) || escapes.is_empty();
            one.leaves().filter(|fact| fact.victims().is_some()).any(traps)
        };
        let line = condition.alternatives().iter().position(decides).unwrap_or(0);
        Some((text, action.line("provided", line)))
    }
}
