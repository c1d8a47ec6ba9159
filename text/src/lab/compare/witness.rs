//! A game or a position that shows a difference between two games.
//!
//! [`Witness::search`] is the entry point.

use super::game::{self, FoundGame};
use super::game_pair::{Difference, Distinguishing, GamePair, Translation};
use super::history::history_difference;
use super::scope::DifferenceScope;
use super::{at_most, positions};
use crate::base::Setup;
use crate::base::source::{Span, Spanned};
use crate::fast::engine::Engine;
use crate::lab::casebook::{WrittenPosition, position};
use crate::notation::{fen, movetext};
use crate::rules::Variant;
use serde::Serialize;

/// The number of positions that are searched if no game was found.
const POSITIONS: u32 = 100_000;
/// The maximum number of moves that a sentence lists.
const MAX_MOVES: usize = 6;

/// A short game or a position in which two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The moves from the start to the position, or `None` if no short game to it was found.
    pub game: Option<Vec<String>>,
    /// The position in the first game, as a FEN.
    pub fen: String,
    /// The moves from the position to the difference.
    pub moves: Vec<String>,
    #[serde(flatten)]
    pub difference: Difference,
}

impl Witness {
    /// Searches for a short game, and otherwise for a position, until `going` returns false.
    pub fn search(one: &Variant, other: &Variant, going: &dyn Fn() -> bool) -> Option<Witness> {
        let at = |game, setup: &Setup, moves, difference| {
            Some(Witness { game, fen: fen::write(one, setup), moves, difference })
        };
        if let Some(Distinguishing { setup, moves, difference }) = history_difference(one, other) {
            // Some differences have no short game.
            let is_shown = !moves.is_empty() || one.first != other.first;
            return is_shown.then(|| at(Some(Vec::new()), &setup, moves, difference)).flatten();
        }
        if let Some(difference) = start_difference(one, other, Default::default()) {
            return at(Some(Vec::new()), &one.start(), Vec::new(), difference);
        }
        let (pair, scope) = (GamePair::new(one, other)?, DifferenceScope::new(one, other));
        let searched = game::plan(&pair, &scope, 1, going);
        if let Some(FoundGame { mut moves, mut setup, difference }) = searched.game {
            let last = moves.pop_if(|_| is_in_position(&difference));
            if last.is_some() {
                let words = moves.iter().map(|text| Spanned::new(text.clone(), Span::default()));
                setup = position(one, &WrittenPosition::Played(words.collect())).ok()?;
            }
            return at(Some(moves), &setup, last.into_iter().collect(), difference);
        }
        let more = || positions::search(&pair, &scope, Vec::new(), (1, 1), &at_most(POSITIONS, going)).0;
        let found = if searched.positions.is_empty() { more() } else { searched.positions };
        let Distinguishing { setup, moves, difference } = found.into_iter().next()?;
        at(None, &setup, moves, difference)
    }

    /// Returns true if the two games differ in the position after the moves, and not in their moves or the outcome.
    pub fn is_in_position(&self) -> bool {
        is_in_position(&self.difference)
    }

    /// Describes the witness in a sentence about a game that has changed: the first game is the earlier one.
    pub fn sentence(&self) -> String {
        let place = match &self.game {
            Some(game) => game.iter().chain(&self.moves).cloned().collect::<Vec<_>>().join(" "),
            None if self.moves.is_empty() => format!("`{}`", self.fen),
            None => format!("`{}` and {}", self.fen, self.moves.join(" ")),
        };
        let place = match (&self.game, place.is_empty()) {
            (Some(_), true) => "at the start".to_owned(),
            (None, _) if self.moves.is_empty() => format!("in {place}"),
            _ => format!("after {place}"),
        };
        let Difference { only_a, only_b, standing_a, standing_b } = &self.difference;
        let list = |what: &str, moves: &[String]| {
            let shown = moves[..moves.len().min(MAX_MOVES)].join(" ");
            let more = moves.len().saturating_sub(MAX_MOVES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            (!moves.is_empty()).then(|| format!("{what} {shown}{more}"))
        };
        let standing = standing_a.as_ref().zip(standing_b.as_ref());
        let standing = standing.map(|(was, is)| format!("{is}; was: {was}"));
        let all = [standing, list("also", only_b), list("no longer", only_a)];
        format!("{place}: {}", all.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// Returns the moves that only one of two games has at the start, with their `standings`, or `None` if the games begin in the
/// same position or have different boards.
pub fn start_difference(one: &Variant, other: &Variant, standings: [String; 2]) -> Option<Difference> {
    let translation = Translation::new(one, other)?;
    let is_same = translation.setup(&one.start()).is_some_and(|start| start.pieces == other.start().pieces);
    let moves = |variant: &Variant| {
        let engine = Engine::new(variant);
        movetext::list(variant, &engine.legal_moves(&engine.start()))
    };
    (!is_same).then(|| Difference::between([&moves(one), &moves(other)], standings))?
}

/// Returns true if the positions differ, each of which is written as a FEN, and not the moves or the outcome.
fn is_in_position(difference: &Difference) -> bool {
    difference.standing_a.as_ref().is_some_and(|text| text.contains('/'))
}
