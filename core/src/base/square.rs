//! Squares and their names.

use serde::{Deserialize, Serialize};

/// A square of a board, on the grid or off it. `Rules` provides its name and its place.
///
/// The number of a square reflects its place. On most boards, a step adds the same number from any square. The
/// number is also the bit of the square in a bitboard and its index in every list by square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(#[doc(hidden)] pub u16);

impl Square {
    /// Returns the index of the square in lists by square.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Returns the name of the `x`-th file, counted from 1: `a` to `z`, then `aa`.
pub fn file_name(x: i32) -> String {
    let mut name = String::new();
    let mut rest = x;
    while rest > 0 {
        rest -= 1;
        let letter = char::from(b'a' + (rest % 26) as u8);
        name.insert(0, letter);
        rest /= 26;
    }
    name
}

/// Parses a square name (`[a-z]+[1-9][0-9]*`) from the start of `text`. Returns the longest match and the rest.
pub fn parse_square_name(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_lowercase()).count();
    let digits = bytes.iter().skip(letters).take_while(|b| b.is_ascii_digit()).count();
    if letters == 0 || digits == 0 || bytes.get(letters) == Some(&b'0') {
        return None;
    }
    text.split_at_checked(letters + digits)
}
