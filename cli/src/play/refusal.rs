//! Explains refused input and the status of the game, for both interfaces.

use super::ongoing::OngoingGame;
use ferz_core::base::{Move, Square};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_syntax::messages::text::cited;
use ferz_text::words::explain::{Explainer, Reason, Verdict};

/// Returns the reason why a text is not a legal move, given the problem of reading it, and what to do instead.
pub(super) fn refused(
    ongoing: &OngoingGame,
    text: &str,
    problem: &Diagnostic,
) -> (Vec<Reason>, Option<String>) {
    let mut explained = explainer(ongoing).explain(ongoing.game.setup(), text);
    // A position without its history does not show that the game has ended.
    let is_known = explained.verdict == Verdict::Illegal && problem.code == Code::MoveIllegal;
    explained.reasons.truncate(is_known.into());
    let near = if problem.code == Code::MoveShape { ongoing.suggestion(text) } else { None };
    (explained.reasons, near.or_else(|| problem.help.clone()))
}

/// Explains why the input is not a legal move.
pub(super) fn mv(ongoing: &OngoingGame, legal: &[Move], text: &str) -> Vec<String> {
    let Err(problem) = ongoing.read(legal, text) else { return Vec::new() };
    let (reasons, help) = refused(ongoing, text, &problem);
    if reasons.is_empty() {
        return std::iter::once(problem.message).chain(help).collect();
    }
    // Without a help, there is room for the file and the line of the reason.
    lines((Some(format!("{text} is not legal:")), reasons))
}

/// Describes a square.
pub(super) fn square(ongoing: &OngoingGame, square: Square) -> Vec<String> {
    lines(explained(ongoing, ongoing.variant().board.name(square)))
}

/// Returns an explanation as lines.
pub(super) fn lines((head, reasons): (Option<String>, Vec<Reason>)) -> Vec<String> {
    head.into_iter().chain(said(&reasons)).collect()
}

/// Explains a move, a square, or the position: a sentence before the reasons, if there is one, and the reasons.
pub(super) fn explained(ongoing: &OngoingGame, text: &str) -> (Option<String>, Vec<Reason>) {
    let (explainer, setup) = (explainer(ongoing), ongoing.game.setup());
    if text.is_empty() {
        let standing = explainer.standing(&explainer.study(setup));
        let nothing = standing.is_empty().then(|| "the board shows everything".to_owned());
        return (nothing, standing);
    }
    if let Some((head, reasons)) = explainer.square(setup, text) {
        return (Some(format!("{head}:")), reasons);
    }
    let found = explainer.explain(setup, &ongoing.own_text(text));
    let legal = if found.is_legal() { "legal" } else { "not legal" };
    let head = (found.verdict != Verdict::NoMove).then(|| format!("{} is {legal}:", found.mv));
    (head, found.reasons)
}

/// Returns the rule that ended the game, if the position shows it.
pub(super) fn ending(ongoing: &OngoingGame) -> Vec<String> {
    let explainer = explainer(ongoing);
    let study = explainer.study(ongoing.game.setup());
    if ongoing.ended.is_some() || study.outcome().is_none() {
        return Vec::new();
    }
    said(explainer.standing(&study).get(..1).unwrap_or_default())
}

fn explainer(ongoing: &OngoingGame) -> Explainer<'_> {
    Explainer::new(&ongoing.rules.variant, &ongoing.rules.game.sources).with_squares()
}

/// Lists reasons with the lines of the rules that they are based on.
fn said(reasons: &[Reason]) -> Vec<String> {
    let line = |reason: &Reason| match reason.place() {
        Some(place) => format!("{} ({place}{})", reason.text, cited(&reason.cites)),
        None => reason.text.clone(),
    };
    reasons.iter().map(line).collect()
}
