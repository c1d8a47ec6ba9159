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
        let next = |square: Square, step: (i32, i32)| self.off(square, step, Color::White);
        let line = from.and_then(|from| self.line(from, to));
        let is_meant = |square: Square| {
            let (a, b) = cell(square);
            let towards = || (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            let mut beside = towards().filter(|step| next(to, *step) == Some(square));
            match near {
                Near::Around => beside.next().is_some(),
                Near::Ahead => line.is_some_and(|(_, step)| next(to, step) == Some(square)),
                Near::Behind => {
                    line.zip(from).is_some_and(|((_, (dx, dy)), from)| next(from, (-dx, -dy)) == Some(square))
                }
                Near::Between(pieces, class) => {
                    let is_open = |(dx, dy): &(i32, i32)| match class {
                        None => true,
                        Some(StepClass::Orthogonal) => *dx == 0 || *dy == 0,
                        Some(StepClass::Diagonal) => *dx != 0 && *dy != 0,
                    };
                    let such = such(pieces);
                    beside.any(|step| {
                        is_open(&step) && next(square, step).is_some_and(|beyond| such.contains(&beyond))
                    })
                }
                Near::Attacked => {
                    let is_enemy = world.at(square).is_some_and(|piece| piece.color != player);
                    is_enemy && self.strikes(world, to, square)
                }
                Near::Crossing(pieces) => {
                    such(pieces).into_iter().map(cell).any(|(c, d)| (a, b) == (x, d) || (a, b) == (c, y))
                }
            }
        };
        all().filter(|square| *square != to && is_meant(*square)).collect()
    }

    /// Returns the length and the direction of the shortest straight line between two squares.
    pub fn line(&self, from: Square, to: Square) -> Option<(usize, (i32, i32))> {
        let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|step| *step != (0, 0));
        let lines = steps.filter_map(|step| {
            let mut at = from;
            for length in 1..=self.variant.board.span() {
                at = self.off(at, step, Color::White)?;
                if at == to {
                    return Some((length, step));
                }
            }
            None
        });
        lines.min_by_key(|(length, _)| *length)
    }
}
