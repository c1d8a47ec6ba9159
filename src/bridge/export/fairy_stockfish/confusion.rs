//! The moves that the program knows, and those that it confuses with each other.

use super::Writer;
use crate::base::PieceTypeId;
use crate::bridge::export::paths::{Mode, Reach, Simple, Vector};
use crate::bridge::export::{letters, rectangle};
use crate::rules::{PieceType, RuleRef, Variant};
use std::collections::BTreeSet;

/// The leaps that pieces on their path can block.
const LAME: [Vector; 4] = [(2, 0), (2, 1), (2, 2), (3, 2)];

/// The steps that can be repeated.
const SLIDES: [Vector; 3] = [(1, 0), (1, 1), (2, 1)];

impl Writer<'_> {
    /// Reports moves that the program confuses because they end on the same squares.
    pub(super) fn report_confusion(&mut self, id: PieceTypeId, own: &PieceType, all: &BTreeSet<Simple>) {
        for initial in [false, true] {
            for mode in [Mode::Quiet, Mode::Capture] {
                let part = all.iter().filter(|one| one.initial == initial && one.mode == mode);
                if is_confused(&part.copied().collect::<Vec<Simple>>(), self.variant) {
                    let rule =
                        own.moves.first().map_or(RuleRef::Piece(id, own), |moves| RuleRef::Moves(id, moves));
                    let text = letters::write(all).unwrap_or_default();
                    self.survey.refuse(
                        rule,
                        format!("it confuses the moves in `{text}` that end on the same squares"),
                    );
                    return;
                }
            }
        }
    }
}

/// Returns true if the program knows a move. It knows leaps of at most three files and ranks.
pub(super) fn is_known(one: &Simple) -> bool {
    let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
    let shape = (dx.max(dy), dx.min(dy));
    match one.reach {
        Reach::Leap => shape.0 <= 3,
        Reach::Lame => LAME.contains(&shape),
        Reach::Slide(limit) => SLIDES.contains(&shape) && limit.is_none_or(|limit| limit <= 9),
        Reach::Hop | Reach::ShortHop => SLIDES[..2].contains(&shape),
    }
}

/// Returns true if moves of different kinds share squares. The program looks up each kind by itself and then keeps all
/// squares that any of the moves reaches on an empty board, so such moves would gain squares from each other.
fn is_confused(all: &[Simple], variant: &Variant) -> bool {
    let (_, _, width, height) = rectangle(variant);
    let most = width.max(height);
    let reached = |one: &Simple| -> BTreeSet<Vector> {
        let times = |most: i32| (1..=most).map(|n| (one.vector.0 * n, one.vector.1 * n)).collect();
        match one.reach {
            Reach::Leap | Reach::Lame => times(1),
            Reach::Slide(limit) => times(limit.map_or(most, i32::from)),
            Reach::Hop | Reach::ShortHop => times(most),
        }
    };
    let leaps: BTreeSet<Vector> =
        all.iter().filter(|one| one.reach == Reach::Leap).map(|one| one.vector).collect();
    let others: Vec<&Simple> = all.iter().filter(|one| one.reach != Reach::Leap).collect();
    // Lines that the program looks up together: both ways along a line, in all four directions of a diagonal or leap.
    let family = |one: &Simple| {
        let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
        let kind = match one.reach {
            Reach::Leap | Reach::Lame => 0,
            Reach::Slide(_) => 1,
            Reach::Hop => 2,
            Reach::ShortHop => 3,
        };
        let line = if dx == 0 || dy == 0 { (dx.signum(), dy.signum()) } else { (dx.max(dy), dx.min(dy)) };
        (kind, if one.reach == Reach::Lame { (dx.max(dy), dx.min(dy)) } else { line })
    };
    let families: BTreeSet<_> = others.iter().map(|one| family(one)).collect();
    families.iter().any(|own| {
        let granted: BTreeSet<Vector> =
            others.iter().filter(|one| family(one) == *own).flat_map(|one| reached(one)).collect();
        let covers = |(x, y): Vector| {
            let (dx, dy) = (x.abs(), y.abs());
            match own {
                (0, shape) => (dx.max(dy), dx.min(dy)) == *shape,
                (_, (1, 0)) => dy == 0,
                (_, (0, 1)) => dx == 0,
                (_, (1, 1)) => dx == dy,
                (_, (long, short)) => dx.max(dy) * short == dx.min(dy) * long,
            }
        };
        let foreign = others.iter().filter(|one| family(one) != *own).flat_map(|one| reached(one));
        foreign
            .into_iter()
            .any(|vector| covers(vector) && !granted.contains(&vector) && !leaps.contains(&vector))
    })
}
