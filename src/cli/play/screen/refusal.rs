//! Explains refused input and the status of the game in lines for the screen.

use crate::base::{Move, Square};
use crate::cli::play::ongoing::OngoingGame;
use crate::messages::diagnostic::Code;
use crate::messages::text::cited;
use crate::words::explain::{Explainer, Reason, Verdict};

/// Explains why the input is not a legal move.
pub(super) fn mv(ongoing: &OngoingGame, legal: &[Move], text: &str) -> Vec<String> {
    let Err(problem) = ongoing.read(legal, text) else { return Vec::new() };
    let explained = explainer(ongoing).explain(ongoing.game.setup(), text);
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
pub(super) fn square(ongoing: &OngoingGame, square: Square) -> Vec<String> {
    let name = ongoing.variant().board.name(square);
    let found = explainer(ongoing).square(ongoing.game.setup(), name);
    let (head, reasons) = found.unwrap_or_default();
    [vec![format!("{head}:")], said(&reasons)].concat()
}

/// Explains why a move is legal or illegal.
pub(super) fn explained(ongoing: &OngoingGame, text: &str) -> Vec<String> {
    let (explainer, setup) = (explainer(ongoing), ongoing.game.setup());
    if text.is_empty() {
        let standing = said(&explainer.standing(&explainer.study(setup)));
        return if standing.is_empty() { vec!["the board shows everything".to_owned()] } else { standing };
    }
    if let Some((head, reasons)) = explainer.square(setup, text) {
        return [vec![format!("{head}:")], said(&reasons)].concat();
    }
    let found = explainer.explain(setup, &ongoing.own_text(text));
    if found.verdict == Verdict::NoMove {
        return said(&found.reasons);
    }
    let legal = if found.is_legal() { "legal" } else { "not legal" };
    [vec![format!("{} is {legal}:", found.mv)], said(&found.reasons)].concat()
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
    Explainer::new(&ongoing.rules.variant, &ongoing.rules.game.sources)
}

/// Lists reasons with the lines of the rules that they are based on.
fn said(reasons: &[Reason]) -> Vec<String> {
    let line = |reason: &Reason| match reason.place() {
        Some(place) => format!("{} ({place}{})", reason.text, cited(&reason.cites)),
        None => reason.text.clone(),
    };
    reasons.iter().map(line).collect()
}
