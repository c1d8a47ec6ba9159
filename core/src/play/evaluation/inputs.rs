//! Static evaluation with its derivatives with respect to the values of piece types, for tuning.

use super::piece_values::HELD;
use super::{Evaluation, TEMPO};
use crate::base::Color;
use crate::fast::stack::PositionStack;

/// The static evaluation of a position from White's point of view, with its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticEvaluation {
    /// The score in hundredths of a pawn, without the bonus for the side to move.
    pub score: i32,
    /// The derivative of the score with respect to the value of each piece type, in the opening and in the endgame.
    pub shares: Vec<[f64; 2]>,
}

impl Evaluation {
    /// Evaluates a position, and computes the derivatives of the score with respect to the value of each piece type.
    pub fn inputs<T: PositionStack>(&self, stack: &T) -> StaticEvaluation {
        let mut shares = vec![[0.0; 2]; self.piece_values.len()];
        let mut standing = vec![0; self.piece_values.len()];
        let mut material = 0;
        stack.pieces(|_, code| {
            standing[code.piece_type().index()] += code.color().pick(1, -1);
            if !self.royal[usize::from(code.0)] {
                material += self.prices[usize::from(code.0)];
            }
        });
        let mut held = Vec::new();
        for color in Color::ALL {
            stack.stock(color).held(|(piece_type, number)| {
                let number = i32::from(number);
                material += number * self.held.get(piece_type).copied().unwrap_or(0);
                held.push((piece_type, number * color.pick(1, -1)));
            });
        }
        let opening = f64::from(self.phase(material)) / 256.0;
        let sign = if self.inverted { -1.0 } else { 1.0 };
        for (share, number) in shares.iter_mut().zip(&standing) {
            let number = sign * f64::from(*number);
            *share = [number * opening, number * (1.0 - opening)];
        }
        for (piece_type, number) in held {
            let share = sign * f64::from(number * HELD.0) / f64::from(HELD.1);
            if let Some(own) = shares.get_mut(piece_type) {
                own.iter_mut().for_each(|one| *one += share);
            }
        }
        let score = stack.turn().pick(1, -1) * (self.of(stack) - TEMPO);
        StaticEvaluation { score, shares }
    }
}
