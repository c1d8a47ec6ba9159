//! Why a legal move is legal.

use super::over::alternatives;
use super::{Explainer, Reason, Study};
use crate::base::text::{clause, join};
use crate::base::{Bitboard, Choice, Move, Piece, Result, Setup, Square, Verb};
use crate::rules::interpreter::{Successor, World};
use crate::rules::{Action, Arrival, Binding, Condition, Origin, Proof, Threat};

impl Explainer<'_> {
    /// Why a legal move is legal.
    pub(super) fn allowed(&self, study: &Study, mv: &Move) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let next = study.attempts.legal.iter().find(|next| next.mv == *mv);
        match study.attempts.action_of(mv) {
            Some(action) => reasons.extend(self.action_allowed(study.setup, action, next)),
            None => reasons.extend(self.going(study.setup, mv, next)),
        }
        if let Some(next) = next {
            reasons.extend(self.stays_safe(study, &next.after));
            self.rules.refill();
            if let Some(outcome) = self.rules.state_ending(&next.after) {
                reasons.push(self.over(&next.after, &outcome));
            }
        }
        if reasons.is_empty() {
            reasons.push(self.reason("the rules allow it", self.origin_of(study, mv)));
        }
        reasons
    }

    /// The line that gives a legal move.
    pub(super) fn origin_of(&self, study: &Study, mv: &Move) -> Origin {
        let setup = study.setup;
        if let Some(action) = study.attempts.action_of(mv) {
            return action.origin;
        }
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Origin::default() };
        let Some(piece) = setup.piece(from) else { return Origin::default() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let arrives = |arrival: &&Arrival| arrival.zone.squares.get(piece.color).contains(to);
        let arrival = piece_type.arrivals.iter().find(arrives).filter(|_| mv.choice.is_some());
        let way = || self.way(setup, from, to).map(|(moves, _)| moves.origin);
        arrival.map(|arrival| arrival.origin).or_else(way).unwrap_or(piece_type.origin)
    }

    /// How a piece goes as a legal move says.
    fn going(&self, setup: &Setup, mv: &Move, next: Option<&Successor<Setup>>) -> Vec<Reason> {
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Vec::new() };
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let the = self.the(setup, from);
        if mv.verb == Verb::Castle {
            let text =
                format!("{the} castles: the way is free and not attacked, and neither piece has moved");
            let origin = piece_type.moves.first().map_or(piece_type.origin, |moves| moves.origin);
            return vec![self.reason(text, origin)];
        }
        let mut reasons = vec![match self.way(setup, from, to) {
            Some((moves, walk)) => {
                let mut text = format!("{the} goes to {} by `{}`", self.name(to), moves.notation);
                if !walk.trail.is_empty() {
                    let verb = if walk.trail.len() == 1 { "is" } else { "are" };
                    text += &format!("; {} {verb} empty", self.places(&walk.trail, "and"));
                }
                let verb = if mv.verb == Verb::Exchange { "changing places with" } else { "capturing" };
                for square in &walk.captures {
                    text += &format!(", {verb} {}", self.the(setup, *square));
                }
                if walk.en_passant.is_some() {
                    text += ", capturing in passing";
                }
                self.reason(text, moves.origin)
            }
            None => self.reason(format!("{the} goes there by its moves"), piece_type.origin),
        }];
        reasons.extend(self.arriving(setup, piece, mv, next));
        reasons.extend(self.admission(setup, piece, from, to));
        reasons
    }

    /// What happens where a piece arrives.
    fn arriving(
        &self,
        setup: &Setup,
        piece: Piece,
        mv: &Move,
        next: Option<&Successor<Setup>>,
    ) -> Vec<Reason> {
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Vec::new() };
        let mut there = setup.clone();
        there.put(&(), from, None);
        there.put(&(), to, Some(piece));
        let arrivals: Vec<&Arrival> =
            self.rules.arrivals(&there, piece, from, to).map(|(_, arrival)| arrival).collect();
        let mut reasons = Vec::new();
        for arrival in &arrivals {
            let chosen = mv.choice.is_some_and(|choice| arrival.then.iter().any(|then| then.offers(choice)));
            if !arrival.may || chosen {
                reasons.push(self.reason(clause(&self.prose.arrival(arrival)), arrival.origin));
            }
        }
        let Some(last) = arrivals.last() else { return reasons };
        if let Some(Choice::End(result)) = mv.choice {
            let text = match result {
                Result::Win => "it wins the game",
                Result::Loss => "it loses the game",
                Result::Draw => "it draws the game",
            };
            reasons.push(self.reason(text, last.origin));
        }
        let ends =
            next.filter(|_| !matches!(mv.choice, Some(Choice::Exchange(_)))).and_then(|next| next.acted);
        if let Some(square) = ends.filter(|square| *square != to) {
            let mut text = format!("it comes to stand on {}", self.name(square));
            if setup.piece(square).is_some() && square != from {
                text += &format!("; {} is removed", self.the(setup, square));
            }
            reasons.push(self.reason(text, last.origin));
        }
        reasons
    }

    /// What is worth saying about the royals after a legal move.
    fn stays_safe(&self, study: &Study, after: &Setup) -> Vec<Reason> {
        let color = study.setup.turn;
        let royalty = self.variant.royalty.origin;
        let royals = after.royals(&self.rules, color);
        let attacked = royals.iter().find(|royal| after.is_attacked(&self.rules, *royal));
        let mut reasons = Vec::new();
        if let Some(royal) = attacked {
            let the = self.the(after, royal);
            let text = match self.variant.royalty.binds {
                Binding::OneRoyal => {
                    let (title, number) = (color.title(), royals.count());
                    format!("{the} stays attacked, but {title} has {number} royals, so there is no check")
                }
                _ => format!("{the} stays attacked, which the rules allow"),
            };
            reasons.push(self.reason(text, royalty));
        } else if study.in_check() {
            reasons.push(self.reason("it answers the check", royalty));
        }
        for royal in royals.iter() {
            if let Err(refusal) = self.rules.can_suffer(after, royal, Threat::Attack)
                && self.rules.attackers(after, royal).next().is_some()
            {
                let text = format!("{} cannot be attacked there", self.the(after, royal));
                reasons.push(self.reason(text, refusal.origin));
            }
        }
        reasons
    }

    /// Why an action is allowed.
    fn action_allowed(&self, setup: &Setup, action: &Action, next: Option<&Successor<Setup>>) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let (Some(provided), Some(next)) = (&action.provided, next) {
            let proven = alternatives(provided).iter().enumerate().find_map(|(nth, condition)| {
                Some((self.proof(condition, setup, next)?, action.line("provided", nth)))
            });
            reasons.extend(proven.map(|(text, origin)| self.reason(text, origin)));
        }
        for (nth, condition) in action.when.iter().flat_map(alternatives).enumerate() {
            if self.rules.holds_now(condition, setup) {
                reasons.push(self.reason(self.prose.condition(condition), action.line("when", nth)));
            }
        }
        reasons.push(self.reason(clause(&self.prose.action(action)), action.origin));
        if let Some(right) = action.right.and_then(|index| self.variant.rights.get(index)) {
            reasons.push(self.reason(format!("the right `{}` is used up by it", right.name), right.origin));
        }
        reasons
    }

    /// How a condition after an action is met.
    fn proof(&self, condition: &Condition, setup: &Setup, next: &Successor<Setup>) -> Option<String> {
        let by = next.acted?;
        self.rules.refill();
        if !self.rules.holds_after(condition, next, setup.turn) {
            return None;
        }
        let victims = |pieces| self.rules.victims(&next.after, by, pieces, setup.turn);
        match condition {
            Condition::Forks { pieces, .. } => {
                let all = self.places(&victims(pieces), "and");
                Some(format!("on {} it attacks {all} at once", self.name(by)))
            }
            Condition::Traps { pieces, proof } => {
                let mut victims = victims(pieces).into_iter();
                let trapped = victims.find(|x| self.rules.escape(&next.after, by, *x, *proof).is_none())?;
                let how = match proof {
                    Proof::EveryReply => "after every reply it can be captured",
                    Proof::NoSafeMove => "it has no safe square to go to",
                    Proof::NoMove => "it has no legal move",
                    Proof::Attack => "an attack is enough",
                };
                Some(format!("on {} it traps {}: {how}", self.name(by), self.the(&next.after, trapped)))
            }
            Condition::AnyOf(all) | Condition::Every(all) => {
                all.iter().find_map(|one| self.proof(one, setup, next))
            }
            other => Some(self.prose.condition(other)),
        }
    }

    /// Why what must be true after an action is not.
    pub(super) fn unproven(&self, setup: &Setup, action: &Action, next: &Successor<Setup>) -> Vec<Reason> {
        let (Some(by), Some(condition)) = (next.acted, &action.provided) else { return Vec::new() };
        let after = &next.after;
        let mut targets: Vec<Square> = Vec::new();
        let mut escapes: Vec<String> = Vec::new();
        let mut short = false;
        for part in condition.parts() {
            match part {
                Condition::Forks { pieces, number } => {
                    let victims = self.rules.victims(after, by, pieces, setup.turn);
                    short |= victims.len() < *number as usize;
                    targets.extend(victims);
                }
                Condition::Traps { pieces, proof } => {
                    for x in self.rules.victims(after, by, pieces, setup.turn) {
                        targets.push(x);
                        escapes.extend(self.escape(after, by, x, *proof));
                    }
                }
                _ => {}
            }
        }
        targets.sort();
        targets.dedup();
        escapes.dedup();
        let (the, all) = (format!("from {} it attacks", self.name(by)), self.places(&targets, "and"));
        let mut text = match targets.len() {
            0 => format!("{the} nothing"),
            1 => format!("{the} only {all}"),
            _ if short => format!("{the} {all}, but not all of them count for a fork"),
            _ => format!("{the} {all}"),
        };
        if !escapes.is_empty() {
            text += &format!(", and {}", join(&escapes, "and"));
        }
        let decides =
            |one: &Condition| one.parts().iter().any(|part| matches!(part, Condition::Traps { .. }));
        let trap = alternatives(condition).iter().position(decides).filter(|_| !escapes.is_empty());
        let rule = format!("the action requires that {}", self.prose.condition(condition));
        let origin = action.line("provided", trap.unwrap_or(0));
        vec![self.reason(text, origin), self.reason(rule, action.origin)]
    }

    /// How the piece on `x` gets away from the one on `by`; nothing if it does not.
    fn escape(&self, after: &Setup, by: Square, x: Square, proof: Proof) -> Option<String> {
        let the = self.the(after, x);
        self.rules.escape(after, by, x, proof).map(|reply| match reply {
            Some(mv) => {
                let reply = crate::play::notation::movetext::write(self.variant, &mv);
                format!("{the} is saved by {reply}")
            }
            None => format!("{the} is not trapped"),
        })
    }
}
