//! Moves as small values.

use crate::base::{self, Choice, Square, Verb};

/// A legal move of a position, as a small value: where from, where to, by which action, with which choice.
///
/// [`Game::captures`](super::Game::captures) returns what it captures, [`Game::text`](super::Game::text) its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    verb: Verb,
    from: Square,
    to: Square,
    choice: Option<Choice>,
    /// Which it is among the legal moves that agree in everything else.
    path: u16,
}

impl Move {
    fn new(mv: &base::Move) -> Move {
        let [from, to] = [mv.from, mv.to].map(|square| square.unwrap_or(Square(0)));
        Move { verb: mv.verb, from, to, choice: mv.choice, path: 0 }
    }

    /// The square it starts from; none if it has none, as a drop or a pass.
    pub fn from(self) -> Option<Square> {
        (!matches!(self.verb, Verb::Drop(_) | Verb::Pass)).then_some(self.from)
    }

    /// The square it goes to; none for a pass.
    pub fn to(self) -> Option<Square> {
        (self.verb != Verb::Pass).then_some(self.to)
    }

    /// The legal moves of a position with their names among them; those that agree in everything else are neighbors.
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
