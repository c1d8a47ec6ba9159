//! Compares two games: [`Comparison`] lists the differences of their rules, [`TellingGame`] shows one in play.

use super::Rules;
use crate::lab::compare::game::{self, GameSearch};
use crate::lab::compare::{Change, Difference, DifferenceScope, GamePair, Overlay, changes, overlays};
use crate::play::notation::fen;
use serde::Serialize;

/// The differences between two games: rules one by one, and the moves of pieces. It is meant for serialization.
///
/// ```
/// let one = ferz::Rules::load("tamerlane")?;
/// let other = ferz::Loader::new().switch("giraffe.reach", "2").load("tamerlane")?;
/// let data = serde_json::to_value(ferz::Comparison::new(&one, &other)).unwrap();
/// assert_eq!(data["pieces"][0]["piece"], "giraffe");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    rules: Vec<Change>,
    pieces: Vec<Overlay>,
}

/// A game from the start whose final position shows a difference between two games. It is meant for serialization.
#[derive(Clone, Debug, Serialize)]
pub struct TellingGame {
    moves: Vec<String>,
    fen: String,
    shortest: bool,
    #[serde(flatten)]
    difference: Difference,
}

impl Comparison {
    /// Compares the rules of two games.
    pub fn new(one: &Rules, other: &Rules) -> Comparison {
        let (a, b) = (one.loaded(), other.loaded());
        Comparison { rules: changes(&a, &b), pieces: overlays(&a.variant, &b.variant) }
    }

    /// Returns true if neither the rules in words nor the moves differ.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.pieces.is_empty()
    }

    /// Searches for the shortest game from the start that shows a difference, and stops when `going` returns false.
    /// Returns `None` if no such game was found or if the boards differ.
    pub fn telling_game(one: &Rules, other: &Rules, going: &dyn Fn() -> bool) -> Option<TellingGame> {
        let (a, b) = (one.variant(), other.variant());
        let pair = GamePair::new(a, b)?;
        let GameSearch { game, shortest, .. } = game::search(&pair, &DifferenceScope::new(a, b), 1, going);
        let (moves, setup, difference) = game?;
        Some(TellingGame { moves, fen: fen::write(a, &setup), shortest, difference })
    }
}
