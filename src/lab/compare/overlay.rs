//! How the pieces of two games move, one laid over the other on an empty board.

use crate::base::{Board, Color, Orientation, Square};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{Automaton, Holds, Moves, PieceType, Variant};
use serde::Serialize;
use std::collections::BTreeSet;

/// The moves of one piece in two games; squares are steps from the piece.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overlay {
    /// The piece.
    pub piece: String,
    /// The notation in the first game.
    pub a: String,
    /// The notation in the second game.
    pub b: String,
    /// The squares only the first game reaches.
    pub only_a: BTreeSet<(i32, i32)>,
    /// The squares only the second reaches.
    pub only_b: BTreeSet<(i32, i32)>,
    /// The squares both reach.
    pub both: BTreeSet<(i32, i32)>,
}

impl Overlay {
    /// The picture, ranks from the top: `1` and `2` for squares of one game, `+` for both, `O` the piece.
    pub(crate) fn picture(&self) -> Vec<String> {
        let all = self.only_a.iter().chain(&self.only_b).chain(&self.both);
        let radius = all.map(|(x, y)| x.abs().max(y.abs())).max().unwrap_or(1).min(RADIUS);
        let sign = |step: (i32, i32)| match step {
            (0, 0) => 'O',
            step if self.both.contains(&step) => '+',
            step if self.only_a.contains(&step) => '1',
            step if self.only_b.contains(&step) => '2',
            _ => '.',
        };
        (-radius..=radius)
            .rev()
            .map(|y| (-radius..=radius).map(|x| sign((x, y)).to_string()).collect::<Vec<_>>().join(" "))
            .collect()
    }
}

/// How far a picture looks.
const RADIUS: i32 = 7;

/// The pieces both games have that do not move alike.
pub(crate) fn overlays(one: &Variant, other: &Variant) -> Vec<Overlay> {
    let mut found = Vec::new();
    for piece_type in &one.piece_types {
        let same = |k: &&PieceType| k.piece == piece_type.piece && k.stage == piece_type.stage;
        let Some(twin) = other.piece_types.iter().find(same) else { continue };
        let alike = piece_type.moves.len() == twin.moves.len()
            && piece_type
                .moves
                .iter()
                .zip(&twin.moves)
                .all(|(a, b)| a.automaton == b.automaton && a.on.is_some() == b.on.is_some());
        if alike {
            continue;
        }
        let (a, b) = (reach(&piece_type.moves), reach(&twin.moves));
        let written =
            |moves: &[Moves]| moves.iter().map(|m| m.notation.clone()).collect::<Vec<_>>().join(", ");
        found.push(Overlay {
            piece: piece_type.title.clone(),
            a: written(&piece_type.moves),
            b: written(&twin.moves),
            only_a: a.difference(&b).copied().collect(),
            only_b: b.difference(&a).copied().collect(),
            both: a.intersection(&b).copied().collect(),
        });
    }
    found
}

/// Where a piece can get from the middle of a large board that is empty but perhaps for one enemy.
fn reach(moves: &[Moves]) -> BTreeSet<(i32, i32)> {
    moves.iter().flat_map(|moves| reach_of(&moves.automaton)).collect()
}

fn reach_of(automaton: &Automaton) -> BTreeSet<(i32, i32)> {
    let size = 2 * RADIUS + 1;
    let Ok(board) = Board::new(size, size, Orientation::Turned, &[], Vec::new()) else {
        return BTreeSet::new();
    };
    let Some(center) = board.at(RADIUS + 1, RADIUS + 1) else { return BTreeSet::new() };
    let step = |square: Square| (board.cell(square).x - RADIUS - 1, board.cell(square).y - RADIUS - 1);
    let reach = |enemy| {
        let holds = |square| if Some(square) == enemy { Holds::ENEMY_COMMON } else { Holds::EMPTY };
        walks(&board, automaton, center, Color::White, &Imagined { is_home: true, holds })
    };
    let mut all: BTreeSet<(i32, i32)> = reach(None).iter().map(|walk| step(walk.to)).collect();
    for enemy in board.squares().filter(|square| *square != center) {
        let walks = reach(Some(enemy));
        all.extend(walks.iter().filter(|walk| walk.to == enemy).map(|walk| step(walk.to)));
    }
    all
}
