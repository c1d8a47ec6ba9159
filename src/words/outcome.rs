//! Who is to move, who won and why: said in one way everywhere.

use crate::base::{Color, Outcome};

/// The result as a clause: `White wins`, `the game is drawn`.
pub(crate) fn result(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(color) => format!("{} wins", color.title()),
        None => "the game is drawn".to_owned(),
    }
}

/// The result and its reason as a sentence: `White wins: bare king.`
pub(crate) fn sentence(outcome: &Outcome) -> String {
    format!("{}: {}.", crate::base::text::capital(&result(outcome)), outcome.reason.replace('-', " "))
}

/// Who is to move in a game that goes on: `White to move, in check`.
pub(crate) fn to_move(turn: Color, in_check: bool) -> String {
    format!("{} to move{}", turn.title(), if in_check { ", in check" } else { "" })
}

/// How things stand, as a sentence: the result, or who is to move.
pub(crate) fn standing(outcome: Option<&Outcome>, turn: Color, in_check: bool) -> String {
    outcome.map_or_else(|| to_move(turn, in_check) + ".", sentence)
}
