//! Moves as compact values.
//!
//! A [`Move`] identifies a legal move only together with its position: [`Move::among`] numbers the moves that agree
//! in everything else.

use crate::base::{self, Choice, Square, Verb};

/// A legal move of a position as a compact value: origin, target, kind of action, and choice.
///
/// [`Game::captures`](super::Game::captures) returns its captures, and [`Game::text`](super::Game::text) its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    verb: Verb,
    from: Square,
    to: Square,
    choice: Option<Choice>,
    /// The index among the legal moves that agree in everything else.
    path: u16,
}

impl Move {
    fn new(mv: &base::Move) -> Move {
        let [from, to] = [mv.from, mv.to].map(|square| square.unwrap_or(Square(0)));
        Move { verb: mv.verb, from, to, choice: mv.choice, path: 0 }
    }

    /// The origin square. Drops and passes have none.
    pub fn from(self) -> Option<Square> {
        (!matches!(self.verb, Verb::Drop(_) | Verb::Pass)).then_some(self.from)
    }

    /// The target square. A pass has none.
    pub fn to(self) -> Option<Square> {
        (self.verb != Verb::Pass).then_some(self.to)
    }

    /// Pairs the legal moves of a position with their compact values. Moves that agree in everything else must be
    /// adjacent.
    pub(super) fn among(legal: Vec<base::Move>) -> Vec<(Move, base::Move)> {
        let mut named: Vec<(Move, base::Move)> = Vec::with_capacity(legal.len());
        for mv in legal {
            let mut name = Move::new(&mv);
            if let Some((last, _)) = named.last().filter(|(last, _)| Move { path: 0, ..*last } == name) {
                name.path = last.path.saturating_add(1);
            }
            named.push((name, mv));
        }
        named
    }
}
