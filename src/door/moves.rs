//! Moves as compact values.
//!
//! A [`Move`] identifies a legal move only together with its position. [`Move::among`] numbers the moves that have the
//! same squares, kind of action, and choice.

use crate::base::{self, Choice, PieceTypeId, Square, Verb};

/// A legal move of a position as a compact value: origin, target, kind of action, and choice.
///
/// [`Game::captures`](super::Game::captures) returns its captures, and [`Game::text`](super::Game::text) its text.
///
/// ```
/// let game = ferz::Rules::load("chess")?.start();
/// let mv = game.read("e2e4")?;
/// assert_eq!((mv.from(), mv.to()), (game.rules().square("e2"), game.rules().square("e4")));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    verb: Verb,
    from: Square,
    to: Square,
    choice: Option<Choice>,
    /// The index among the legal moves whose other fields are equal to those of this move.
    path: u16,
}

impl Move {
    fn new(mv: &base::Move) -> Move {
        let [from, to] = [mv.from, mv.to].map(|square| square.unwrap_or(Square(0)));
        Move { verb: mv.verb, from, to, choice: mv.choice, path: 0 }
    }

    /// Returns the origin square. A drop or a pass has none.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read("e2e4")?.from(), game.rules().square("e2"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn from(self) -> Option<Square> {
        (!matches!(self.verb, Verb::Drop(_) | Verb::Pass)).then_some(self.from)
    }

    /// Returns the target square. A pass has none.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read("e2e4")?.to(), game.rules().square("e4"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn to(self) -> Option<Square> {
        (self.verb != Verb::Pass).then_some(self.to)
    }

    pub(super) fn verb(self) -> Verb {
        self.verb
    }

    /// Returns the piece type that the player chooses for the piece.
    pub(super) fn becomes(self) -> Option<PieceTypeId> {
        match self.choice? {
            Choice::Become(id) => Some(id),
            Choice::End(_)
            | Choice::Exchange(_)
            | Choice::Vanish
            | Choice::Home
            | Choice::Remove
            | Choice::Lose
            | Choice::Use => None,
        }
    }

    /// Pairs the legal moves of a position with their compact values. Moves that differ only in their index must be
    /// adjacent.
    pub(super) fn among(legal: Vec<base::Move>) -> Vec<(Move, base::Move)> {
        let mut named: Vec<(Move, base::Move)> = Vec::with_capacity(legal.len());
        for mv in legal {
            let mut name = Move::new(&mv);
            // The generator lists moves in a sorted order, in which moves with equal squares are neighbors.
            if let Some((last, _)) = named.last().filter(|(last, _)| Move { path: 0, ..*last } == name) {
                name.path = last.path.saturating_add(1);
            }
            named.push((name, mv));
        }
        named
    }
}
