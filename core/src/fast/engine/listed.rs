//! The legal moves of a position with their effects, kept in the forms in which they were generated.
//!
//! [`Engine::listed`] returns each move with a [`Shortcut`]. With it, [`Engine::play_listed`] plays the move, and
//! [`Engine::changes`] tells what the move does to the pieces, without generating moves again.

use super::{AnyPosition, AnyWidth, Engine, in_width};
use crate::base::{Move, PieceChange, Setup};
use crate::fast::movegen;
use crate::fast::position::PackedMove;
use crate::rules::interpreter::{MoveShifts, changes};
use std::sync::Arc;

/// The form in which a legal move was generated.
#[derive(Debug)]
pub struct Shortcut(Generated);

#[derive(Debug)]
enum Generated {
    /// The move has not been made.
    Packed(PackedMove),
    /// The move was made on a copy of the position.
    ListedStep(Box<ListedStep>),
}

#[derive(Debug)]
struct ListedStep {
    after: AnyPosition,
    shifts: MoveShifts,
}

impl Shortcut {
    fn made(after: AnyPosition, shifts: MoveShifts) -> Shortcut {
        Shortcut(Generated::ListedStep(Box::new(ListedStep { after, shifts })))
    }
}

impl Engine {
    /// Returns the moves of [`Engine::legal_moves`] with the forms in which they were generated.
    pub fn listed(&self, position: &AnyPosition) -> Vec<(Move, Shortcut)> {
        in_width!(
            position,
            |tables, fast, held| {
                let list = movegen::legal(tables, &mut (**fast).clone());
                let packed = |mv: PackedMove| (mv.unpacked(), Shortcut(Generated::Packed(mv)));
                let made = list.carried_out.into_iter().map(|mut next| {
                    let mv = std::mem::replace(&mut next.mv, Move::pass());
                    let (after, shifts) = next.into_shifts();
                    (mv, Shortcut::made(held(*after), shifts))
                });
                let mut moves: Vec<(Move, Shortcut)> =
                    list.moves.into_iter().map(packed).chain(made).collect();
                // The moves of the slow path come last, so sorting restores the canonical order.
                Move::sort(&mut moves, &self.variant.board, |(mv, _)| mv);
                moves
            },
            |setup| {
                let all = self.rules().successors(setup).into_iter().map(|mut next| {
                    let mv = std::mem::replace(&mut next.mv, Move::pass());
                    let (after, shifts) = next.into_shifts();
                    (mv, Shortcut::made(AnyPosition(AnyWidth::Plain(after)), shifts))
                });
                all.collect()
            }
        )
    }

    /// Returns the position after a move that [`Engine::listed`] returned for this position.
    pub fn play_listed(&self, position: &AnyPosition, shortcut: &Shortcut) -> AnyPosition {
        match &shortcut.0 {
            Generated::ListedStep(made) => match &made.after.0 {
                // The tables can hold a position although they cannot hold the one before it.
                AnyWidth::Plain(setup) => self.position(setup),
                AnyWidth::Narrow(..) | AnyWidth::Middle(..) | AnyWidth::Broad(..) => made.after.clone(),
            },
            Generated::Packed(mv) => in_width!(
                position,
                |tables, fast, held| {
                    let mut after = (**fast).clone();
                    after.make::<true>(tables, *mv);
                    held(after)
                },
                |_setup| position.clone()
            ),
        }
    }

    /// Returns the changes of pieces by a move that [`Engine::listed`] returned for this position. `before` is the same
    /// position as plain data.
    pub fn changes(
        &self,
        (position, before): (&AnyPosition, &Setup),
        shortcut: &Shortcut,
    ) -> Vec<PieceChange> {
        match &shortcut.0 {
            Generated::ListedStep(made) => changes(before, &made.shifts, &made.after.setup()),
            Generated::Packed(mv) => {
                in_width!(position, |tables, fast, _held| mv.changes(tables, fast), |_setup| Vec::new())
            }
        }
    }
}
