//! Lints for arrays: pieces outside their region, and small differences between the sides.
//!
//! [`check`] is the entry point. Two sides are compared by reflection and by rotation, and a difference is only
//! reported if a single slip explains it.

use super::array_place;
use crate::base::{Board, Color, Piece, PieceTypeId, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The minimum number of pieces in an array whose sides are compared. Smaller arrays are often asymmetric.
const MIN_PIECES: usize = 10;

pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    let mut outside: BTreeMap<PieceTypeId, Vec<&str>> = BTreeMap::new();
    for (square, piece) in &variant.setup {
        let stays = variant.piece_type(piece.piece_type).stays.as_ref();
        if stays.is_some_and(|zone| !zone.holds(*square, piece.color)) {
            outside.entry(piece.piece_type).or_default().push(variant.board.name(*square));
        }
    }
    for (id, squares) in outside {
        let piece_type = variant.piece_type(id);
        let zone = piece_type.stays.as_ref().map_or("", |zone| zone.name.as_str());
        let message = format!("the {} on {} stands outside `{zone}`", piece_type.title, squares.join(", "));
        problems.push(
            Diagnostic::new(Code::OutsideItsRegion, array_place(variant), message)
                .label(piece_type.origin.0, "it must stay in that region")
                .help("draw it inside, or change the region"),
        );
    }
    let derived = variant.arrays.iter().any(|info| info.name == variant.array && info.derived.0.is_some());
    if variant.setup.len() >= MIN_PIECES {
        problems.extend(if derived { changed_sides(variant) } else { uneven(variant) });
    }
}

/// Returns a problem if the sides of the array would be alike except for one mistake: two pieces that are
/// interchanged, or a piece that is missing or different.
fn uneven(variant: &Variant) -> Option<Diagnostic> {
    let (board, setup) = (&variant.board, variant.start());
    // A neutral piece belongs to neither side, so it has no counterpart.
    let at = |square: Square| setup.piece(square).filter(|piece| !variant.is_neutral(piece.piece_type));
    let turned = |piece: Option<Piece>| piece.map(|piece| Piece { color: piece.color.other(), ..piece });
    let described = |square: Square| {
        let piece = at(square)
            .map(|piece| format!("{}'s {}", piece.color.title(), variant.piece_type(piece.piece_type).title));
        format!("{} on {}", piece.unwrap_or_else(|| "nothing".to_owned()), board.name(square))
    };
    let mut found = None;
    // The sides can correspond by reflection or by rotation.
    for turn in [false, true] {
        let differ = |square: Square, turn| {
            let other = opposite(board, square, turn).and_then(at);
            at(square) != turned(other)
        };
        let odd: Vec<Square> = board.squares().filter(|square| differ(*square, turn)).collect();
        if odd.is_empty() {
            return None;
        }
        let pairs = odd.iter().filter_map(|square| Some((*square, opposite(board, *square, turn)?)));
        let pairs: Vec<(Square, Square)> = pairs.filter(|(one, other)| one < other).collect();
        // An array that has the other kind of symmetry was drawn so on purpose.
        if pairs.len() * 2 != odd.len() || odd.iter().all(|square| !differ(*square, !turn)) {
            continue;
        }
        let difference = match pairs[..] {
            [(one, other)] => Some(format!("{}, but {}", described(one), described(other))),
            [(a, far_a), (b, far_b)] => {
                let crossed = at(a) == turned(at(far_b))
                    && at(b) == turned(at(far_a))
                    && at(a).is_some()
                    && at(b).is_some();
                let (one, other) = (board.cell(a), board.cell(b));
                let beside = one.x == other.x || one.y == other.y;
                let across = || format!("{} and {}", described(far_a), described(far_b));
                (crossed && beside)
                    .then(|| format!("{} and {}, but {}", described(a), described(b), across()))
            }
            _ => None,
        };
        found = found.or(difference);
    }
    let found = found.or_else(|| miscounted(variant));
    found.map(|difference| uneven_problem(variant, difference))
}

fn uneven_problem(variant: &Variant, difference: String) -> Diagnostic {
    let message = format!("the two sides are almost alike in the array `{}`", variant.array);
    let problem = Diagnostic::new(Code::UnevenArray, array_place(variant), message);
    problem.here(difference).help("correct the drawing, or allow this if the difference is intended")
}

/// Returns a problem if a side has a piece more and the other one less, as if a letter of a derived array had the wrong
/// case. Other differences are usual in such arrays, which may give odds.
fn changed_sides(variant: &Variant) -> Option<Diagnostic> {
    let counts = counted(variant);
    let odd: Vec<_> = counts.iter().filter(|(_, [white, black])| white != black).collect();
    match odd.as_slice() {
        [(id, [white, black])] if white.abs_diff(*black) == 2 => {
            let title = &variant.piece_type(*id).title;
            let difference = format!("{title}: White has {white}, Black has {black}");
            Some(uneven_problem(variant, difference))
        }
        _ => None,
    }
}

/// Describes the difference if one side has one piece more than the other, or another piece instead of one.
fn miscounted(variant: &Variant) -> Option<String> {
    let counts = counted(variant);
    let odd: Vec<_> = counts.iter().filter(|(_, [white, black])| white != black).collect();
    let total: usize = odd.iter().map(|(_, [white, black])| white.abs_diff(*black)).sum();
    let differences = odd.iter().map(|(id, [white, black])| {
        format!("{}: White has {white}, Black has {black}", variant.piece_type(*id).title)
    });
    (total <= 2)
        .then(|| differences.collect::<Vec<_>>().join("; "))
        .filter(|differences| !differences.is_empty())
}

/// Returns the number of pieces of each type that White and Black have at the start.
fn counted(variant: &Variant) -> Vec<(PieceTypeId, [usize; 2])> {
    let own = |side: Color, id: PieceTypeId| {
        let own = Piece { color: side, piece_type: id };
        let standing = variant.setup.iter().filter(|(_, piece)| *piece == own).count();
        standing + usize::from(variant.held_at_start(own))
    };
    variant
        .piece_type_ids()
        .filter(|(id, _)| !variant.is_neutral(*id))
        .map(|(id, _)| (id, Color::ALL.map(|side| own(side, id))))
        .collect()
}

/// Returns the opposite square: on the same file, or rotated by half a turn.
fn opposite(board: &Board, square: Square, turn: bool) -> Option<Square> {
    let cell = board.cell(square);
    let x = if turn { board.width + 1 - cell.x } else { cell.x };
    board.at(x, board.height + 1 - cell.y)
}

/// Returns the number of pieces of a side at the start, including those in hand.
pub(super) fn count(variant: &Variant, side: Color) -> u32 {
    let own = variant.setup.iter().filter(|(_, piece)| piece.color == side).count();
    let held = variant.start_hands.iter().filter(|(piece, _)| piece.color == side);
    let held: u32 = held.map(|(_, number)| u32::from(*number)).sum();
    u32::try_from(own).unwrap_or(u32::MAX).saturating_add(held)
}
