//! The two sides.

use serde::{Deserialize, Serialize};

/// A side of the game. White moves first unless a game says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The side the rules are written for.
    White,
    /// The other side, whose view of the board is turned or mirrored.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The opponent.
    pub fn other(self) -> Color {
        self.pick(Color::Black, Color::White)
    }

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        self.pick("white", "black")
    }

    /// `White` or `Black`, for the beginning of a sentence.
    pub fn title(self) -> &'static str {
        self.pick("White", "Black")
    }

    /// `w` or `b`, as a FEN writes it.
    pub fn letter(self) -> char {
        self.pick('w', 'b')
    }

    /// What is White's or what is Black's.
    #[inline]
    pub(crate) fn pick<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ByColor<T> {
    pub white: T,
    pub black: T,
}

impl<T> ByColor<T> {
    pub(crate) fn get(&self, color: Color) -> &T {
        color.pick(&self.white, &self.black)
    }

    pub(crate) fn get_mut(&mut self, color: Color) -> &mut T {
        color.pick(&mut self.white, &mut self.black)
    }

    /// Builds both values from the color they belong to.
    pub(crate) fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        ByColor { white: f(Color::White), black: f(Color::Black) }
    }
}
