//! Compares two games. [`Comparison`] lists the differences between their rules, and [`TellingGame`] shows one of them
//! in play.

use super::Rules;
use ferz_text::lab::compare::game::{self, FoundGame, GameSearch};
use ferz_text::lab::compare::{Change, Difference, DifferenceScope, GamePair, Overlay, changes, overlays};
use ferz_text::notation::fen;
use serde::Serialize;

/// The differences between two games: the rules that differ, and the moves of the pieces that move differently. It
/// serializes to JSON.
///
/// ```
/// let (one, other) = (ferz::Rules::load("chess")?, ferz::Rules::load("berolina")?);
/// let data = serde_json::to_value(ferz::Comparison::new(&one, &other)).unwrap();
/// assert_eq!(data["pieces"][0]["piece"], "pawn");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    rules: Vec<Change>,
    pieces: Vec<Overlay>,
}

/// A game from the start whose final position shows a difference between two games. It serializes to JSON.
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
    ///
    /// ```
    /// let (one, other) = (ferz::Rules::load("chess")?, ferz::Rules::load("berolina")?);
    /// let data = serde_json::to_value(ferz::Comparison::new(&one, &other)).unwrap();
    /// assert!(data["rules"].as_array().is_some_and(|rules| !rules.is_empty()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn new(one: &Rules, other: &Rules) -> Comparison {
        let (a, b) = (one.loaded(), other.loaded());
        Comparison { rules: changes(&a, &b), pieces: overlays(&a.variant, &b.variant) }
    }

    /// Returns true if the two games differ neither in their rules nor in the moves of their pieces.
    ///
    /// ```
    /// let chess = ferz::Rules::load("chess")?;
    /// assert!(ferz::Comparison::new(&chess, &chess).is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.pieces.is_empty()
    }

    /// Searches for the shortest game from the start that shows a difference. The search stops when `going` returns
    /// false.
    ///
    /// Returns `None` if the search finds no such game or if the boards differ.
    ///
    /// ```
    /// let (one, other) = (ferz::Rules::load("chess")?, ferz::Rules::load("berolina")?);
    /// assert!(ferz::Comparison::telling_game(&one, &other, &|| false).is_none());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn telling_game(one: &Rules, other: &Rules, going: &dyn Fn() -> bool) -> Option<TellingGame> {
        let (a, b) = (one.variant(), other.variant());
        let pair = GamePair::new(a, b)?;
        let GameSearch { game, shortest, .. } = game::search(&pair, &DifferenceScope::new(a, b), 1, going);
        let FoundGame { moves, setup, difference } = game?;
        Some(TellingGame { moves, fen: fen::write(a, &setup), shortest, difference })
    }
}
