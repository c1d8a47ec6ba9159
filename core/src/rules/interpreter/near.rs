//! Finds the squares near a move to which a consequence refers.

use super::{Interpreter, World};
use crate::base::{Color, Square};
use crate::rules::{Near, PieceFilter};

/// The directions of a king's step.
const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl<W: World> Interpreter<'_, W> {
    /// Returns the squares near a move of a piece of `player`. A dropped piece has no start square.
    pub(super) fn squares_near(
        &self,
        world: &W,
        near: &Near,
        (from, to): (Option<Square>, Square),
        player: Color,
    ) -> Vec<Square> {
        let board = &self.variant.board;
        let next = |square: Square, step| board.step(square, step, Color::White);
        let direction = || from.and_then(|from| self.direction(from, to));
        let is_such = |square: Square, pieces: &PieceFilter| {
            let piece = world.piece(square);
            piece.is_some_and(|piece| self.matches(pieces, world, (square, piece), player))
        };
        match near {
            Near::Around => board.beside(to).collect(),
            Near::Ahead => direction().and_then(|step| next(to, step)).into_iter().collect(),
            Near::Behind => {
                let back = direction().zip(from);
                back.and_then(|((dx, dy), from)| next(from, (-dx, -dy))).into_iter().collect()
            }
            Near::Between(pieces, class) => {
                let open = |(dx, dy): &(i32, i32)| class.is_none_or(|class| class.covers((*dx, *dy)));
                let between = |step| {
                    let near = next(to, step)?;
                    next(near, step).filter(|beyond| *beyond != to && is_such(*beyond, pieces)).map(|_| near)
                };
                AROUND.into_iter().filter(open).filter_map(between).collect()
            }
            Near::Attacked => {
                let enemies = world.pieces().filter(|(_, piece)| piece.color != player);
                let attacked = enemies.filter(|(square, _)| world.attacks(self, to, *square));
                attacked.map(|(square, _)| square).collect()
            }
            Near::Crossing(pieces) => {
                let own = board.cell(to);
                let others = self.select(pieces, world, player).filter(|(square, _)| *square != to);
                let cross = |(square, _)| {
                    let other = board.cell(square);
                    [board.at(own.x, other.y), board.at(other.x, own.y)]
                };
                let crossings = others.flat_map(cross).flatten();
                crossings.filter(|square| *square != to).collect()
            }
        }
    }

    /// Returns the direction of the shortest straight line from one square to another, if there is one.
    pub(super) fn direction(&self, from: Square, to: Square) -> Option<(i32, i32)> {
        let steps = |step: (i32, i32)| {
            let onward = |at: &Square| self.variant.board.step(*at, step, Color::White);
            let mut line = std::iter::successors(onward(&from), onward).take(self.variant.board.span());
            line.position(|square| square == to)
        };
        let lines = AROUND.into_iter().filter_map(|step| Some((steps(step)?, step)));
        lines.min_by_key(|(steps, _)| *steps).map(|(_, step)| step)
    }
}
