//! The two sides of a game.

use serde::{Deserialize, Serialize};

/// A side of the game. White moves first unless the rules say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The side from whose view rules are written.
    White,
    /// The opponent of White, who sees the board rotated or mirrored.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns the opponent.
    pub fn other(self) -> Color {
        self.pick(Color::Black, Color::White)
    }

    /// Returns `white` or `black`.
    pub fn name(self) -> &'static str {
        self.pick("white", "black")
    }

    /// Returns `White` or `Black`, for the start of a sentence.
    pub fn title(self) -> &'static str {
        self.pick("White", "Black")
    }

    /// Returns `w` or `b`, as in a FEN.
    pub fn letter(self) -> char {
        self.pick('w', 'b')
    }

    /// Returns `white` for White and `black` for Black.
    #[inline]
    #[doc(hidden)]
    pub fn pick<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }
}

/// A pair of values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    pub white: T,
    pub black: T,
}

impl<T> ByColor<T> {
    pub fn get(&self, color: Color) -> &T {
        color.pick(&self.white, &self.black)
    }

    pub fn get_mut(&mut self, color: Color) -> &mut T {
        color.pick(&mut self.white, &mut self.black)
    }

    /// Creates a pair by calling `f` with each side.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        ByColor { white: f(Color::White), black: f(Color::Black) }
    }
}
