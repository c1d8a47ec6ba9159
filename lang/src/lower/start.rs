//! Arrays as written, and the start positions that they describe.

use super::shuffle::Shuffle;
use crate::base::source::Span;
use crate::base::{Piece, Square, sort};
use crate::rules::{ArrayInfo, Castling};
use crate::statement::Line;

/// An array as written.
pub(super) struct Array<'a> {
    pub(super) info: ArrayInfo,
    pub(super) line: Line<'a>,
    pub(super) from: Option<(&'a str, Span)>,
    pub(super) mirrored: bool,
    pub(super) cells: Vec<(Square, Piece)>,
    /// The pieces in hand, with the place of their line.
    pub(super) hand: Option<(Span, Vec<Piece>)>,
    /// The home squares, each with the place of its line and the piece whose home it is.
    pub(super) homes: Vec<(Span, Square, Piece)>,
    /// The arrangements of the pieces, if there are several.
    pub(super) shuffle: Option<Shuffle>,
}

/// The start position of an array.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Start {
    pub(super) setup: Vec<(Square, Piece)>,
    pub(super) hands: Vec<(Piece, u8)>,
    /// The home squares of pieces that start in hand.
    pub(super) homes: Vec<(Square, Piece)>,
    /// The arrangements of the pieces, if there are several.
    pub(super) shuffle: Option<Shuffle>,
    /// The castlings in the position as drawn.
    pub(super) castlings: Vec<Castling>,
}

impl Start {
    /// Returns the home squares of all pieces, in square order.
    pub(super) fn all_homes(&self) -> Vec<(Square, Piece)> {
        let mut all = [self.setup.as_slice(), &self.homes].concat();
        sort(&mut all);
        all
    }
}
