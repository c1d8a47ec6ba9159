//! Moves as small values.

use crate::base::{self, Choice, Square, Verb};
use std::num::NonZeroU16;

/// A legal move of a position, as a small value: where from, where to, by which action, with which choice.
///
/// What it captures is asked of the game ([`Game::captures`](super::Game::captures)), its text as well
/// ([`Game::text`](super::Game::text)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    verb: Verb,
    from: Place,
    to: Place,
    choice: Option<Choice>,
    /// Which it is among the legal moves that agree in everything else.
    path: u16,
}

/// A square or none, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Place(Option<NonZeroU16>);

impl Place {
    fn new(square: Option<Square>) -> Place {
        Place(square.and_then(|square| NonZeroU16::new(square.0.saturating_add(1))))
    }

    fn square(self) -> Option<Square> {
        self.0.map(|place| Square(place.get() - 1))
    }
}

impl Move {
    fn new(mv: &base::Move) -> Move {
        let (verb, choice) = (mv.verb, mv.choice);
        Move { verb, from: Place::new(mv.from), to: Place::new(mv.to), choice, path: 0 }
    }

    /// The square it starts from; none if it has none, as a drop or a pass.
    pub fn from(self) -> Option<Square> {
        self.from.square()
    }

    /// The square it goes to; none for a pass.
    pub fn to(self) -> Option<Square> {
        self.to.square()
    }

    /// The legal moves of a position with their names among them. They are sorted.
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

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn a_move_is_small() {
        assert!(size_of::<Move>() <= 16);
    }
}
