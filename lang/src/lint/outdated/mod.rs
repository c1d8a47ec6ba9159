//! Lint for inherited rules that the changes of a file make obsolete: a region that was the edge of the board, a castling
//! without its pieces, and a rule that another one preempts or to whose squares its piece no longer comes.
//!
//! Only what is certain is reported, and each with the line to add.

mod arrivals;
mod castlings;
mod edges;
mod idle;

use crate::base::source::Span;
use crate::messages::diagnostic::Diagnostic;
use crate::rules::Variant;

/// A game that extends another.
pub struct Heir<'a> {
    /// The game with each of its arrays.
    pub games: &'a [Variant],
    /// The game with some other arrangements of arrays that are shuffled.
    pub arrangements: &'a [Variant],
    /// The number of its file.
    pub own: u32,
    /// Writes the statement at a place, without its marks.
    pub written: &'a dyn Fn(Span) -> Option<String>,
    /// Finds the block in which the statement at a place stands.
    pub around: &'a dyn Fn(Span) -> Option<AmendedBlock>,
}

/// A block of a file that can be changed.
pub struct AmendedBlock {
    /// The words after `change` for the block, preceded by those for the blocks around it.
    pub keys: Vec<String>,
    /// The first place in it that the game itself has written.
    pub own: Option<Span>,
}

impl Heir<'_> {
    /// Returns true if the game changes the board or its castlings, so that the other game matters.
    pub fn may_be_outdated(&self) -> bool {
        let is_changed = |game: &Variant| self.is_own(game.line("board").0);
        self.games.first().is_some_and(is_changed) || self.has_other_arrays()
    }

    /// Reports inherited rules that no longer fit. `parent` is the game that this one extends, with each of its arrays, and
    /// `found` are the problems of other lints.
    pub fn outdated(&self, parent: &[Variant], found: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(game) = self.games.first() else { return Vec::new() };
        let mut problems = self.conflicting_arrivals(game, found);
        problems.extend(self.idle_arrivals(game, found));
        if let [first, ..] = parent {
            problems.extend(self.edges(game, &first.board));
            problems.extend(self.castlings(game, parent));
        }
        problems
    }

    fn is_own(&self, place: Span) -> bool {
        place.file == self.own && place.end > 0
    }
}

/// Encloses lines in the blocks that change blocks of the other game.
fn amending(keys: &[String], lines: String) -> String {
    let around =
        |lines: String, key: &String| format!("change {key} {{\n  {}\n}}", lines.replace('\n', "\n  "));
    keys.iter().rev().fold(lines, around)
}
