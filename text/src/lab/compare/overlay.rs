//! Diagrams that show the moves of a piece in two games on one empty board. [`overlays`] is the entry point.

use crate::base::{Color, Square};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{Holds, Moves, PieceType, Variant};
use crate::words::drawing::diagram::around;
use serde::Serialize;
use std::collections::BTreeSet;

/// The moves of one piece in two games. Squares are offsets from the piece.
#[derive(Clone, Debug, Serialize)]
pub struct Overlay {
    pub piece: String,
    /// The notation in the first game.
    pub a: String,
    /// The notation in the second game.
    pub b: String,
    /// The squares that only the first game reaches.
    pub only_a: BTreeSet<(i32, i32)>,
    /// The squares that only the second game reaches.
    pub only_b: BTreeSet<(i32, i32)>,
    /// The squares that both games reach.
    pub both: BTreeSet<(i32, i32)>,
    /// The squares that must be empty for a move in the first game only.
    pub empty_a: BTreeSet<(i32, i32)>,
    /// The squares that must be empty for a move in the second game only.
    pub empty_b: BTreeSet<(i32, i32)>,
}

/// The radius of a diagram in squares.
const RADIUS: i32 = 7;

impl Overlay {
    /// Draws the diagram from the top rank down: `1` and `2` for squares of one game, `+` for squares of both, and `O`
    /// for the piece. A square that must be empty in one game only is `a` or `b`, in upper case if both games reach it.
    pub fn picture(&self) -> Vec<String> {
        let passed = self.empty_a.iter().chain(&self.empty_b);
        let all = self.only_a.iter().chain(&self.only_b).chain(&self.both).chain(passed);
        let radius = all.map(|(x, y)| x.abs().max(y.abs())).max().unwrap_or(1).min(RADIUS);
        let sign = |step: (i32, i32)| match step {
            (0, 0) => "O",
            step if self.both.contains(&step) && self.empty_a.contains(&step) => "A",
            step if self.both.contains(&step) && self.empty_b.contains(&step) => "B",
            step if self.both.contains(&step) => "+",
            step if self.only_a.contains(&step) => "1",
            step if self.only_b.contains(&step) => "2",
            step if self.empty_a.contains(&step) => "a",
            step if self.empty_b.contains(&step) => "b",
            _ => ".",
        };
        let row = |y| (-radius..=radius).map(|x| sign((x, y))).collect::<Vec<_>>().join(" ");
        (-radius..=radius).rev().map(row).collect()
    }
}

/// Returns the pieces that exist in both games and whose diagrams differ.
pub fn overlays(one: &Variant, other: &Variant) -> Vec<Overlay> {
    let written = |moves: &[Moves]| moves.iter().map(|m| &*m.notation).collect::<Vec<_>>().join(", ");
    let overlay = one.piece_types.iter().filter_map(|piece_type| {
        let mut twins = other.piece_types.iter();
        let twin = twins.find(|twin| twin.piece == piece_type.piece && twin.stage == piece_type.stage)?;
        let automata =
            |own: &PieceType| own.moves.iter().map(|moves| moves.automaton.clone()).collect::<Vec<_>>();
        if automata(piece_type) == automata(twin) {
            return None;
        }
        let (a, b) = (reach(&piece_type.moves), reach(&twin.moves));
        (a != b).then(|| Overlay {
            piece: piece_type.title.clone(),
            a: written(&piece_type.moves),
            b: written(&twin.moves),
            only_a: &a.ends - &b.ends,
            only_b: &b.ends - &a.ends,
            both: &a.ends & &b.ends,
            empty_a: &a.passed - &b.passed,
            empty_b: &b.passed - &a.passed,
        })
    });
    overlay.collect()
}

/// The squares that matter for the moves of a piece, as offsets.
#[derive(Default, PartialEq, Eq)]
struct ReachedSquares {
    ends: BTreeSet<(i32, i32)>,
    /// The squares that must be empty for some move.
    passed: BTreeSet<(i32, i32)>,
}

/// Returns the squares that a piece reaches and passes from the middle of a large board, empty except for at most one
/// enemy.
fn reach(moves: &[Moves]) -> ReachedSquares {
    let Some((board, home)) = around(RADIUS) else { return ReachedSquares::default() };
    let step = |square: Square| (board.cell(square).x - RADIUS - 1, board.cell(square).y - RADIUS - 1);
    let enemies = board.squares().filter(|square| *square != home).map(Some);
    let mut all = ReachedSquares::default();
    for enemy in enemies.chain([None]) {
        let holds = |square| if Some(square) == enemy { Holds::ENEMY_COMMON } else { Holds::EMPTY };
        for moves in moves {
            let around = Imagined { is_home: true, holds };
            let walks = walks(&board, &moves.automaton, home, Color::White, &around);
            for walk in walks.into_iter().filter(|walk| enemy.is_none_or(|enemy| walk.to == enemy)) {
                all.ends.insert(step(walk.to));
                all.passed.extend(walk.trail.iter().map(|square| step(*square)));
            }
        }
    }
    all
}
