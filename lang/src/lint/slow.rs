//! Lint for games whose moves take long to list.

use super::array_place;
use super::counts::conditions;
use crate::base::{Halt, Piece, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::interpreter::Interpreter;
use crate::rules::{Act, Action, Condition, MoveRule, Variant};
use std::cell::{Cell, RefCell};

/// The maximum number of polls in the search for the moves of the array: four times that of any built-in game, and
/// at most about 100 milliseconds.
const MAX_POLLS: u32 = 600;

/// The maximum work of the lints that list moves, for all selections of a file. A poll counts as often as two lines with
/// moves can meet, because each move is tested for attacks by all others. A file with hundreds of switches exceeds it,
/// and its last selections are not searched.
const MAX_WORK: usize = 50_000_000;

/// The games whose moves were listed.
#[derive(Default)]
pub struct ListedGames {
    /// The games, each with true if the list took long.
    known: RefCell<Vec<(ListedGame, bool)>>,
    work: Cell<usize>,
}

/// The parts of a game that decide how long its moves take to list. Games that differ only in other rules share a
/// result.
#[derive(PartialEq, Eq)]
struct ListedGame {
    setup: Vec<(Square, Piece)>,
    notations: Vec<String>,
    /// The conditions on moves, which ask about other moves.
    questions: Vec<Condition>,
    /// The restrictions on moves, which can ask about other moves.
    move_rules: Vec<MoveRule>,
}

impl ListedGame {
    fn of(variant: &Variant) -> ListedGame {
        let all = conditions(variant).into_iter().map(|(_, condition)| condition);
        let questions = all.filter(|one| one.depends_on_moves()).cloned().collect();
        let moves = variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
        let notations = moves.map(|moves| moves.notation.written().to_owned()).collect();
        let (setup, move_rules) = (variant.setup.clone(), variant.move_rules.clone());
        ListedGame { setup, notations, questions, move_rules }
    }
}

impl ListedGames {
    /// Returns true if the moves in the array of a game take long to list.
    fn are_slow(&self, variant: &Variant) -> bool {
        let game = ListedGame::of(variant);
        let mut known = self.known.borrow_mut();
        if let Some((_, is_slow)) = known.iter().find(|(other, _)| *other == game) {
            return *is_slow;
        }
        let is_slow = self.is_slow(variant);
        known.push((game, is_slow));
        is_slow
    }

    /// Lists the moves in the array. The work is counted instead of timed, so that every run gives the same result.
    fn is_slow(&self, variant: &Variant) -> bool {
        let polls = Cell::new(0);
        let ends = || self.ends(variant, &polls, MAX_POLLS);
        let halt = Halt::new(&ends);
        Interpreter::new(variant).until(Some(&halt)).legal_moves(&variant.start());
        polls.get() > MAX_POLLS
    }

    /// Counts a poll. Returns true if a search has polled more than `most` times, or if all searches together have done
    /// too much work.
    pub(super) fn ends(&self, variant: &Variant, polls: &Cell<u32>, most: u32) -> bool {
        let lines: usize = variant.piece_types.iter().map(|own| own.moves.len()).sum();
        self.work.set(self.work.get() + lines * lines);
        polls.set(polls.get() + 1);
        polls.get() > most || self.work.get() > MAX_WORK
    }
}

/// Reports a game in whose array the legal moves take too long to list.
pub(super) fn check(variant: &Variant, listed: &ListedGames, problems: &mut Vec<Diagnostic>) {
    let is_known = |problem: &Diagnostic| problem.code == Code::TooManyWays;
    let is_empty = variant.setup.is_empty() || problems.iter().any(is_known);
    if !is_empty && asks_about_moves(variant) && listed.are_slow(variant) {
        let message = format!("the moves in the array `{}` take long to list", variant.array);
        let help =
            "ask about other moves, as in `it traps` or `if it can`, in fewer rules or for fewer squares";
        problems.push(Diagnostic::new(Code::SlowMoves, array_place(variant), message).help(help));
    }
}

/// Returns true if a rule of the game depends on moves other than the one that it applies to.
fn asks_about_moves(variant: &Variant) -> bool {
    let asks = |when: &Condition| when.depends_on_moves() || when.requires_no_other_move();
    let forbids_mate = |action: &Action| matches!(action.act, Act::Drop { not_mating: true, .. });
    !variant.move_rules.is_empty()
        || conditions(variant).into_iter().any(|(_, when)| asks(when))
        || variant.actions.iter().any(forbids_mate)
}
