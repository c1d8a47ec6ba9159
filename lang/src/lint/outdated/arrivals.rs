//! Arrival rules of an heir that conflict with an inherited rule for the same squares.

use super::super::overlap::disagree;
use super::{Heir, amending};
use crate::base::PieceTypeId;
use crate::base::source::Span;
use crate::base::{Bitboard, Color};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::join;
use crate::rules::{Arrival, Consequence, Variant};

impl Heir<'_> {
    /// Reports new rules about arrivals that never apply, because an inherited rule for the same squares changes the piece
    /// first, and new rules for whose squares an inherited rule stays in force. `found` are the problems of other lints, which
    /// report inherited rules that no longer act.
    pub(super) fn conflicting_arrivals(&self, game: &Variant, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let is_idle = |one: &Arrival| {
            found.iter().any(|problem| problem.code == Code::NeverFires && problem.place() == one.origin.0)
        };
        let mut problems: Vec<Diagnostic> = Vec::new();
        for (id, piece_type) in game.piece_type_ids() {
            for (number, new) in piece_type.arrivals.iter().enumerate() {
                let is_reported = problems.iter().any(|problem| problem.place() == new.origin.0);
                if new.origin.0.file != self.own || new.by_itself || is_reported {
                    continue;
                }
                let inherited = piece_type.arrivals[..number].iter().filter(|one| {
                    one.origin.0.file != self.own
                        && (one.pieces == new.pieces
                            || [one, new].iter().all(|rule| rule.pieces.has_all_own(id)))
                        && (one.leaving, one.entering) == (new.leaving, new.entering)
                });
                let title = &piece_type.title;
                let preempting = inherited.clone().find(|one| covers(one, new) && certainly_changes(one, id));
                let problem = match preempting {
                    Some(one) => {
                        let message =
                            format!("this rule never applies: an inherited rule changes the {title} first");
                        let problem = Diagnostic::new(Code::OutdatedRule, new.origin.0, message);
                        Some(self.removing(problem.label(one.origin.0, "this comes first"), &[one.origin.0]))
                    }
                    None => self.overlapping(
                        title,
                        new,
                        inherited.filter(|one| covers(new, one) && disagree(one, new) && !is_idle(one)),
                    ),
                };
                problems.extend(problem);
            }
        }
        problems
    }

    /// Reports inherited rules that stay in force at squares for which a new rule says something else.
    fn overlapping<'a>(
        &self,
        title: &str,
        new: &Arrival,
        inherited: impl Iterator<Item = &'a Arrival>,
    ) -> Option<Diagnostic> {
        let places: Vec<Span> = inherited.map(|one| one.origin.0).collect();
        let message = match places.len() {
            0 => return None,
            1 => format!("an inherited rule also applies when the {title} arrives at these squares"),
            _ => format!("inherited rules also apply when the {title} arrives at these squares"),
        };
        let problem = Diagnostic::new(Code::ArrivalsOverlap, new.origin.0, message);
        let label = |problem: Diagnostic, place: &Span| problem.label(*place, "an inherited rule");
        Some(self.removing(places.iter().fold(problem, label), &places))
    }

    /// Adds the lines that remove inherited statements, before the first place of a problem if it is in the same block, and
    /// otherwise at the end of the file.
    pub(super) fn removing(&self, problem: Diagnostic, inherited: &[Span]) -> Diagnostic {
        let here = problem.place();
        let block = |place: Span| (self.around)(place).map_or_else(Vec::new, |block| block.keys);
        let mut blocks: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for place in inherited {
            let text = (self.written)(*place);
            let Some((head, _)) = text.as_ref().and_then(|text| text.split_once(':')) else { return problem };
            let (keys, line) = (block(*place), format!("remove {}", head.trim_end()));
            match blocks.iter_mut().find(|(known, _)| *known == keys) {
                Some((_, lines)) => lines.push(line),
                None => blocks.push((keys, vec![line])),
            }
        }
        let asked = blocks.iter().map(|(keys, lines)| {
            let lines = join(lines.iter().map(|line| format!("`{line}`")), "and");
            match keys.as_slice() {
                [] => lines,
                [key] => format!("{lines} in the block `change {key}`"),
                [outer, key, ..] => format!("{lines} in the block `change {key}` of `change {outer}`"),
            }
        });
        let problem = problem.help(format!("write {}", join(asked, "and")));
        let fix = match blocks.as_slice() {
            [(keys, lines)] if !keys.is_empty() && block(here) == *keys => {
                Fix::guess(here.part(0, 0), lines.iter().map(|line| format!("{line}\n")).collect::<String>())
            }
            _ => {
                let texts: Vec<String> =
                    blocks.iter().map(|(keys, lines)| amending(keys, lines.join("\n"))).collect();
                let at = Span { end: here.start, ..here };
                Fix::of(Certainty::Guess).and(at, TextChange::Append(texts.join("\n").into()))
            }
        };
        problem.fix(fix)
    }
}

/// Returns true if a rule applies at all squares of another.
fn covers(wide: &Arrival, narrow: &Arrival) -> bool {
    Color::ALL.into_iter().all(|color| {
        let [wide, narrow] = [wide, narrow].map(|rule| *rule.zone.squares.get(color));
        (narrow & !wide).is_empty()
    })
}

/// Returns true if a rule always changes the piece.
fn certainly_changes(rule: &Arrival, piece: PieceTypeId) -> bool {
    let changes = |then: &Consequence| !then.becomes().is_empty() && !then.becomes().contains(&piece);
    !rule.may
        && !rule.by_itself
        && rule.way.is_none()
        && rule.when.is_none()
        && rule.capturing.is_none()
        && rule.then.iter().any(changes)
}
