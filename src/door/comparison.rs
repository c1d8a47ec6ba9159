//! What differs between two games.

use super::Rules;
use crate::lab::compare::game::{self, GameSearch};
use crate::lab::compare::{Change, Concern, Difference, Overlay, Pair, changes, overlays};
use crate::play::notation::fen;
use serde::Serialize;

/// What two games say differently: rules one by one, and the moves of pieces. It is data to be serialized.
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

/// A game from the start at whose end two games differ. It is data to be serialized.
#[derive(Clone, Debug, Serialize)]
pub struct TellingGame {
    moves: Vec<String>,
    fen: String,
    shortest: bool,
    #[serde(flatten)]
    difference: Difference,
}

impl Comparison {
    /// Compares what two games say.
    pub fn new(one: &Rules, other: &Rules) -> Comparison {
        let (a, b) = (one.loaded(), other.loaded());
        Comparison { rules: changes(&a, &b), pieces: overlays(&a.variant, &b.variant) }
    }

    /// Whether nothing differs in words or moves.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.pieces.is_empty()
    }

    /// The shortest game from the start that shows a difference, searched for as long as `going` says so; none if none was
    /// found, or the games have different boards.
    pub fn telling_game(one: &Rules, other: &Rules, going: &dyn Fn() -> bool) -> Option<TellingGame> {
        let (a, b) = (one.variant(), other.variant());
        let pair = Pair::new(a, b)?;
        let GameSearch { game, shortest, .. } = game::search(&pair, &Concern::new(a, b), 1, going);
        let (moves, setup, difference) = game?;
        Some(TellingGame { moves, fen: fen::write(a, &setup), shortest, difference })
    }
}
