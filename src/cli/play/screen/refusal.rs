//! Explains refused input and the status of the game in lines for the screen.

use crate::base::diagnostic::Code;
use crate::base::text::cited;
use crate::base::{Move, Square};
use crate::cli::play::contest::Contest;
use crate::words::explain::{Explainer, Reason, Verdict};

/// Explains why the input is not a legal move.
pub(super) fn mv(contest: &Contest, legal: &[Move], text: &str) -> Vec<String> {
    let Err(problem) = contest.read(legal, text) else { return Vec::new() };
    let explained = explainer(contest).explain(contest.game.setup(), text);
    let mut lines = vec![problem.message.clone()];
    // A position without its history does not show that the game has ended.
    if explained.verdict == Verdict::Illegal && problem.code == Code::MoveIllegal {
        lines = said(explained.reasons.get(..1).unwrap_or_default());
        lines.insert(0, format!("{text} is not legal:"));
    } else {
        lines.extend(problem.help);
    }
    lines
}

/// Describes a square.
pub(super) fn square(contest: &Contest, square: Square) -> Vec<String> {
    let name = contest.variant().board.name(square);
    let found = explainer(contest).square(contest.game.setup(), name);
    let (head, reasons) = found.unwrap_or_default();
    [vec![format!("{head}:")], said(&reasons)].concat()
}

/// Explains why a move is legal or illegal.
pub(super) fn explained(contest: &Contest, text: &str) -> Vec<String> {
    let (explainer, setup) = (explainer(contest), contest.game.setup());
    if text.is_empty() {
        return said(&explainer.standing(&explainer.study(setup)));
    }
    if let Some((head, reasons)) = explainer.square(setup, text) {
        return [vec![format!("{head}:")], said(&reasons)].concat();
    }
    let found = explainer.explain(setup, text);
    let legal = if found.is_legal() { "legal" } else { "not legal" };
    [vec![format!("{} is {legal}:", found.mv)], said(&found.reasons)].concat()
}

/// Returns the rule that ended the game, if the position shows it.
pub(super) fn ending(contest: &Contest) -> Vec<String> {
    let explainer = explainer(contest);
    let study = explainer.study(contest.game.setup());
    if contest.ended.is_some() || study.outcome().is_none() {
        return Vec::new();
    }
    said(explainer.standing(&study).get(..1).unwrap_or_default())
}

fn explainer(contest: &Contest) -> Explainer<'_> {
    Explainer::new(&contest.rules.variant, &contest.rules.game.sources)
}

/// Lists reasons with the lines of the rules that they are based on.
fn said(reasons: &[Reason]) -> Vec<String> {
    let line = |reason: &Reason| match reason.place() {
        Some(place) => format!("{} ({place}{})", reason.text, cited(&reason.cites)),
        None => reason.text.clone(),
    };
    reasons.iter().map(line).collect()
}
