//! The status of a position: checks and their sources, pins, remaining rights, required actions, and the outcome of a
//! finished game with its rule, line, and winner.
//!
//! [`Explainer::standing`] describes the position, and [`Explainer::square`] a single square.

use super::refusal::by;
use super::{Explainer, Reason, SourcedText, Study};
use crate::base::{Bitboard, Color, Move, Outcome, Setup, Square};
use crate::messages::text::{a, clause, join};
use crate::notation::movetext;
use crate::rules::interpreter::World;
use crate::rules::{Binding, Condition, Consequence, Ending, Fact, Origin, PieceCount, PieceFilter, Threat};
use crate::words::outcome::result;

/// The maximum number of pieces that a sentence names.
const NAMED: usize = 4;

impl Explainer<'_> {
    /// Describes the facts about a position that its drawing does not show.
    pub fn standing(&self, study: &Study) -> Vec<Reason> {
        let setup = study.setup;
        let outcome = study.outcome();
        let mut reasons = Vec::from_iter(outcome.map(|outcome| self.over(setup, outcome)));
        reasons.extend(Color::ALL.into_iter().flat_map(|color| self.royals_of(setup, color)));
        if outcome.is_none() {
            reasons.extend(self.pins(setup));
            let turn = setup.turn.title();
            reasons.extend(study.attempts.duties().map(|action| {
                let text = format!("{turn} must make {} now, and no other move", a(&action.name));
                (text, action.line("must", 0))
            }));
        }
        reasons.extend(self.rights(setup));
        reasons.extend(setup.pieces().filter_map(|(square, _)| {
            let refusal = self.rules.can_be_affected(setup, square, Threat::Capture).err()?;
            Some((format!("{} cannot be captured", self.the(setup, square)), refusal.origin))
        }));
        self.reasons(reasons)
    }

    /// Describes the square that a text names: its piece, the moves and targets of that piece, and its attackers.
    pub fn square(&self, setup: &Setup, text: &str) -> Option<(String, Vec<Reason>)> {
        let square = self.variant.board.square(&text.trim().to_lowercase())?;
        let (study, name) = (self.study(setup), self.name(square));
        let list = |end: fn(&Move) -> Option<Square>, what: &str| match movetext::list(
            self.variant,
            study.moves.iter().filter(|mv| end(mv) == Some(square)),
        )
        .as_slice()
        {
            [] => format!("no legal move {what} it"),
            texts => format!("legal moves {what} it: {}", texts.join(" ")),
        };
        let Some(piece) = setup.piece(square) else {
            let text = list(|mv| mv.to, "to");
            return Some((format!("{name} is empty"), self.reasons(vec![(text, Origin::default())])));
        };
        let own = self.variant.piece_type(piece.piece_type);
        let ways = self.rules.moves_of(setup, square);
        let mut reasons: Vec<SourcedText> =
            ways.map(|moves| (by(&moves.notation, |_| true).unwrap_or_default(), moves.origin)).collect();
        if reasons.is_empty() {
            reasons.push(("it does not move".to_owned(), own.origin));
        }
        reasons.push(match piece.color == setup.turn {
            true => (list(|mv| mv.from, "from"), Origin::default()),
            false => (format!("it is {}'s turn", setup.turn.title()), Origin::default()),
        });
        let whose = self.whose(setup, square);
        reasons.extend(self.attacks(setup, square, "it is attacked by"));
        Some((whose, self.reasons(reasons)))
    }

    fn royals_of(&self, setup: &Setup, color: Color) -> Vec<SourcedText> {
        let royals = setup.royals(&self.rules, color);
        let royalty = &self.variant.royalty;
        let (title, number) = (color.title(), royals.count());
        let mut reasons = Vec::new();
        // Several royals suspend check under this rule, which explains the lack of it.
        if royalty.binds == Binding::OneRoyal && number > 1 {
            let all = self.places(&Vec::from_iter(royals.iter()));
            reasons
                .push((format!("{title} has {number} royals ({all}), so there is no check"), royalty.origin));
        }
        let bound = setup.is_checked(&self.rules, color);
        let verb = if bound { "is in check from" } else { "is attacked by" };
        for royal in royals.iter() {
            let whose = self.whose(setup, royal);
            let attacks = self.attacks(setup, royal, &format!("{whose} {verb}"));
            if attacks.is_empty() {
                if self.rules.is_faced(setup, royal) {
                    reasons.push((format!("{whose} faces an enemy royal"), royalty.origin));
                }
            } else if let Err(refusal) = self.rules.can_be_affected(setup, royal, Threat::Attack) {
                reasons.push((format!("{} cannot be attacked", self.the(setup, royal)), refusal.origin));
            } else {
                reasons.extend(attacks);
            }
        }
        reasons
    }

    /// Describes the pieces of the side to move that shield a royal.
    fn pins(&self, setup: &Setup) -> Vec<SourcedText> {
        let color = setup.turn;
        let royals = setup.royals(&self.rules, color);
        let mut reasons = Vec::new();
        // In check, the removal of a piece proves nothing, because the royal is attacked anyway.
        if self.rules.is_safe(setup, color).is_err() {
            return reasons;
        }
        let own = setup.pieces().filter(|(square, piece)| piece.color == color && !royals.contains(*square));
        // A piece is pinned if the position without it is not safe.
        for (square, _) in own {
            let mut without = setup.clone();
            without.put(&(), square, None);
            if self.rules.is_safe(&without, color).is_ok() {
                continue;
            }
            reasons.extend(royals.iter().filter_map(|royal| {
                let (by, moves, _) = self.rules.attackers(&without, royal).next()?;
                let [piece, royal, by] = [square, royal, by].map(|square| self.the(setup, square));
                Some((format!("{piece} is pinned: it shields {royal} from {by}"), moves.origin))
            }));
        }
        reasons
    }

    fn rights(&self, setup: &Setup) -> Vec<SourcedText> {
        let mut reasons = Vec::new();
        for (right, left) in self.variant.rights.iter().zip(&setup.rights) {
            reasons.extend(Color::ALL.map(|color| {
                let (title, name) = (color.title(), &right.name);
                let text = match *left.get(color) {
                    0 => format!("{title} has used up the right `{name}`"),
                    1 => format!("{title} still has the right `{name}`"),
                    n => format!("{title} still has the right `{name}`, {n} times"),
                };
                (text, right.origin)
            }));
        }
        reasons
    }

    pub(super) fn over(&self, setup: &Setup, outcome: &Outcome) -> SourcedText {
        let ends =
            |then: &Consequence| matches!(then, Consequence::End { reason, .. } if *reason == outcome.reason);
        let mut arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
        let arrival = arrivals.find(|arrival| arrival.then.iter().any(ends));
        let ending = self.variant.endings.iter().find(|ending| ending.name == outcome.reason);
        let (why, origin) = match (arrival, ending) {
            // An outcome stored in the position comes from an arrival. Otherwise, an ending with the same name takes
            // precedence.
            (Some(arrival), ending) if ending.is_none() || setup.ended.is_some() => {
                (clause(&self.prose.arrival(arrival)), arrival.origin)
            }
            (_, Some(ending)) => (self.ending_holds(setup, ending), ending.origin),
            _ => ("the position records this outcome".to_owned(), Default::default()),
        };
        (format!("{} ({}): {why}", result(outcome), outcome.reason), origin)
    }

    /// Describes the facts that satisfy the condition of an ending.
    fn ending_holds(&self, setup: &Setup, ending: &Ending) -> String {
        let turn = setup.turn.title();
        match ending.fact() {
            Some(Fact::Checkmate) => format!("{turn} is in check and has no legal move"),
            Some(Fact::Stalemate) => format!("{turn} is not in check, but has no legal move"),
            Some(Fact::Repetition(times)) => format!("the position has occurred {times} times"),
            Some(Fact::Perpetual { times, giving }) => {
                let check =
                    if *giving { "has given check with every move" } else { "was in check at every turn" };
                format!("the position has occurred {times} times, and {turn} {check} since the first")
            }
            Some(Fact::Quiet(plies)) => {
                format!("{plies} plies have passed without a move that resets the clock")
            }
            _ => {
                // For alternatives, one condition that holds is sufficient.
                let holds = |part: &&Condition| self.rules.holds_now(part, setup);
                let condition = ending.when.alternatives().iter().find(holds).unwrap_or(&ending.when);
                let text = self.prose.condition(condition);
                match self.witnesses(setup, condition).as_slice() {
                    [] => format!("{text}, with {turn} to move"),
                    pieces => format!("{text}, here {}", join(pieces, "and")),
                }
            }
        }
    }

    /// Returns the pieces that satisfy a condition: `Black's king on e1`.
    fn witnesses(&self, setup: &Setup, condition: &Condition) -> Vec<String> {
        let counts = condition.nodes().filter(|node| {
            let count = node.leaf().and_then(Fact::count);
            count.is_some_and(PieceCount::needs_piece) && self.rules.holds_now(node, setup)
        });
        let asked: Vec<&PieceFilter> =
            counts.filter_map(|node| Some(&node.leaf()?.count()?.pieces)).collect();
        let pieces = setup
            .pieces()
            .filter(|entry| asked.iter().any(|pieces| self.rules.matches(pieces, setup, *entry, setup.turn)));
        pieces.take(NAMED).map(|(square, _)| self.whose(setup, square)).collect()
    }
}
