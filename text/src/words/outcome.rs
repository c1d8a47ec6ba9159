//! Sentences about the side to move, the winner, and the reason. All commands and programs use the same wording.

use crate::base::{Outcome, Progress, Setup};

/// Returns the result as a clause: `White wins`, `the game is drawn`.
pub fn result(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(color) => format!("{} wins", color.title()),
        None => "the game is drawn".to_owned(),
    }
}

/// Returns the result and its reason as a sentence: `White wins: bare king.`
pub fn sentence(outcome: &Outcome) -> String {
    format!("{}: {}.", crate::messages::text::capital(&result(outcome)), outcome.reason.replace('-', " "))
}

/// Describes the claims of the player to move: `White may claim a draw (fifty moves)`. Returns `None` if there are
/// none.
pub fn claimable(claims: &[Outcome], setup: &Setup) -> Option<String> {
    let one = |claim: &Outcome| {
        let what = match claim.winner {
            None => "a draw",
            Some(color) if color == setup.turn => "a win",
            Some(_) => "a loss",
        };
        format!("{what} ({})", claim.reason.replace('-', " "))
    };
    let all: Vec<String> = claims.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("{} may claim {}", setup.turn.title(), all.join(" or ")))
}

/// Describes the side to move, whether it is in check, and the number of the next move in a turn of several moves:
/// `White to move, in check`, `White to move (2 of 3)`.
pub fn to_move(setup: &Setup, in_check: bool) -> String {
    let Progress { number, of } = setup.progress;
    let next = if of > 1 { format!(" ({number} of {of})") } else { String::new() };
    format!("{} to move{next}{}", setup.turn.title(), if in_check { ", in check" } else { "" })
}

/// Describes the status of the game in one sentence: the result, or the side to move.
pub fn standing(outcome: Option<&Outcome>, setup: &Setup, in_check: bool) -> String {
    outcome.map_or_else(|| to_move(setup, in_check) + ".", sentence)
}
