//! Checks that Fairy-Stockfish supports the moves of a piece and does not confuse them with each other.

use super::IniWriter;
use crate::base::PieceTypeId;
use crate::export::paths::{Displacement, EndMode, Extent, Simple};
use crate::export::{letters, rectangle};
use crate::rules::{PieceType, RuleRef, Variant};
use std::collections::BTreeSet;

/// The leaps for which Fairy-Stockfish has a lame form.
const LAME: [Displacement; 4] = [(2, 0), (2, 1), (2, 2), (3, 2)];

/// The steps that Fairy-Stockfish can repeat.
const SLIDES: [Displacement; 3] = [(1, 0), (1, 1), (2, 1)];

impl IniWriter<'_> {
    /// Reports moves that Fairy-Stockfish confuses because they end on the same squares.
    pub(super) fn report_confusion(&mut self, id: PieceTypeId, own: &PieceType, all: &BTreeSet<Simple>) {
        for initial in [false, true] {
            for mode in [EndMode::Quiet, EndMode::Capture] {
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

/// Returns true if Fairy-Stockfish supports a move. It supports leaps of at most three files and ranks.
pub(super) fn is_known(one: &Simple) -> bool {
    let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
    let shape = (dx.max(dy), dx.min(dy));
    match one.reach {
        Extent::Leap => shape.0 <= 3,
        Extent::Lame => LAME.contains(&shape),
        Extent::Slide(limit) => SLIDES.contains(&shape) && limit.is_none_or(|limit| limit <= 9),
        Extent::Hop | Extent::ShortHop => SLIDES[..2].contains(&shape),
    }
}

/// Returns true if moves of different kinds share squares. Fairy-Stockfish looks up each kind separately and then
/// allows every square that any of the moves reaches on an empty board, so each of these moves would also reach the
/// squares of the others.
fn is_confused(all: &[Simple], variant: &Variant) -> bool {
    let (_, _, width, height) = rectangle(variant);
    let most = width.max(height);
    let reached = |one: &Simple| -> BTreeSet<Displacement> {
        let times = |most: i32| (1..=most).map(|n| (one.vector.0 * n, one.vector.1 * n)).collect();
        match one.reach {
            Extent::Leap | Extent::Lame => times(1),
            Extent::Slide(limit) => times(limit.map_or(most, i32::from)),
            Extent::Hop | Extent::ShortHop => times(most),
        }
    };
    let leaps: BTreeSet<Displacement> =
        all.iter().filter(|one| one.reach == Extent::Leap).map(|one| one.vector).collect();
    let others: Vec<&Simple> = all.iter().filter(|one| one.reach != Extent::Leap).collect();
    // Lines that the program looks up together: both ways along a line, in all four directions of a diagonal or leap.
    let family = |one: &Simple| {
        let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
        let kind = match one.reach {
            Extent::Leap | Extent::Lame => 0,
            Extent::Slide(_) => 1,
            Extent::Hop => 2,
            Extent::ShortHop => 3,
        };
        let line = if dx == 0 || dy == 0 { (dx.signum(), dy.signum()) } else { (dx.max(dy), dx.min(dy)) };
        (kind, if one.reach == Extent::Lame { (dx.max(dy), dx.min(dy)) } else { line })
    };
    let families: BTreeSet<_> = others.iter().map(|one| family(one)).collect();
    families.iter().any(|own| {
        let granted: BTreeSet<Displacement> =
            others.iter().filter(|one| family(one) == *own).flat_map(|one| reached(one)).collect();
        let covers = |(x, y): Displacement| {
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
