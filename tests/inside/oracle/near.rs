//! The squares of relative words such as `behind`, found by testing every square of the board.

use super::{Oracle, World};
use ferz_core::base::{Color, Square};
use ferz_core::rules::{Near, PieceFilter, StepClass};

impl Oracle<'_> {
    /// Returns the squares relative to a piece that moved from one square to another.
    pub fn meant(
        &self,
        world: &World,
        near: &Near,
        from: Option<Square>,
        to: Square,
        player: Color,
    ) -> Vec<Square> {
        let cell = |square: Square| {
            let cell = self.variant.board.cell(square);
            (cell.x, cell.y)
        };
        let ((x, y), all) = (cell(to), || self.variant.board.squares());
        let such = |pieces: &PieceFilter| {
            let placed = world.all().into_iter();
            let such = placed.filter(|(square, piece)| self.fits(pieces, world, *square, *piece, player));
            such.map(|(square, _)| square).filter(|square| *square != to).collect::<Vec<_>>()
        };
        let step = from.map(cell).map(|(a, b)| (x - a, y - b));
        let straight = step.filter(|(dx, dy)| *dx == 0 || *dy == 0 || dx.abs() == dy.abs());
        let steps = straight.map(|(dx, dy)| (dx.abs().max(dy.abs()), dx.signum(), dy.signum()));
        // A line with a hole is not a line.
        let line = steps.filter(|(length, dx, dy)| {
            (0..*length).all(|n| all().any(|square| cell(square) == (x - n * dx, y - n * dy))) && *length > 0
        });
        let is_meant = |square: Square| {
            let (a, b) = cell(square);
            let is_next = (a - x).abs() <= 1 && (b - y).abs() <= 1;
            match near {
                Near::Around => is_next,
                Near::Ahead => line.is_some_and(|(_, dx, dy)| (a, b) == (x + dx, y + dy)),
                Near::Behind => line
                    .is_some_and(|(length, dx, dy)| (a, b) == (x - (length + 1) * dx, y - (length + 1) * dy)),
                Near::Between(pieces, class) => {
                    let is_open = match class {
                        None => true,
                        Some(StepClass::Orthogonal) => a == x || b == y,
                        Some(StepClass::Diagonal) => a != x && b != y,
                    };
                    is_next
                        && is_open
                        && such(pieces).into_iter().any(|beyond| cell(beyond) == (2 * a - x, 2 * b - y))
                }
                Near::Crossing(pieces) => {
                    such(pieces).into_iter().map(cell).any(|(c, d)| (a, b) == (x, d) || (a, b) == (c, y))
                }
            }
        };
        all().filter(|square| *square != to && is_meant(*square)).collect()
    }
}
