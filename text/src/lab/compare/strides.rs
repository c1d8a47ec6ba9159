//! Counts the moves that a piece needs to reach a square as a certain type, if no other piece stands in its way.
//!
//! [`Strides`] holds the moves of all pieces on a board of their own, with the types that they become on their way.
//! Real games need at least as many moves, except by rare effects, so the counts guide a search and prove nothing.

use crate::base::{Color, Piece, PieceTypeId, Setup, Square};
use crate::rules::interpreter::{Interpreter, Purpose};
use crate::rules::{Act, Arrival, Consequence, PieceFilter, PieceTest, Target, Variant};

/// The number of moves to a place that cannot be reached.
pub(super) const NEVER: u8 = u8::MAX;

/// The moves of all pieces alone on the board, backward: for each place of a piece, the places from which one move
/// leads to it.
pub(super) struct Strides {
    squares: usize,
    piece_types: usize,
    from: Vec<Vec<u32>>,
}

impl Strides {
    /// Computes the moves of a game.
    pub(super) fn new(variant: &Variant) -> Strides {
        let (squares, piece_types) = (variant.empty().pieces.len(), variant.piece_types.len());
        let places = squares * piece_types * Color::ALL.len();
        let mut strides = Strides { squares, piece_types, from: vec![Vec::new(); places] };
        let rules = Interpreter::new(variant);
        for color in Color::ALL {
            for (id, piece_type) in variant.piece_type_ids().filter(|(_, piece_type)| !piece_type.neutral) {
                let piece = Piece { color, piece_type: id };
                for from in variant.board.squares() {
                    let around = surroundings(variant, from, piece);
                    for setup in &around {
                        for (_, walk) in rules.walks(setup, from, Purpose::Move) {
                            strides.add(piece, from, walk.to, id);
                            for becomes in
                                piece_type.arrivals.iter().flat_map(|all| becoming(all, color, walk.to))
                            {
                                strides.add(piece, from, walk.to, becomes);
                            }
                        }
                    }
                }
            }
            strides.acts(variant, color);
        }
        strides.from.iter_mut().for_each(|from| {
            from.sort_unstable();
            from.dedup();
        });
        strides
    }

    /// Adds the moves of actions that put a piece on a square.
    fn acts(&mut self, variant: &Variant, color: Color) {
        for action in &variant.actions {
            let Act::Place { pieces, to, becomes, .. } = &action.act else { continue };
            let targets: Vec<Square> = match to {
                Target::Zone(zone) => {
                    variant.board.squares().filter(|square| zone.holds(*square, color)).collect()
                }
                Target::HomeOf(id) => variant
                    .board
                    .squares()
                    .filter(|square| variant.homes(color, *id).contains(*square))
                    .collect(),
            };
            for id in named(pieces) {
                let piece = Piece { color, piece_type: id };
                for from in variant.board.squares() {
                    for to in &targets {
                        self.add(piece, from, *to, becomes.unwrap_or(id));
                    }
                }
            }
        }
    }

    fn add(&mut self, piece: Piece, from: Square, to: Square, becomes: PieceTypeId) {
        let source = self.place(piece, from);
        let target = self.place(Piece { piece_type: becomes, ..piece }, to);
        if let (Ok(source), Some(sources)) = (u32::try_from(source), self.from.get_mut(target)) {
            sources.push(source);
        }
    }

    /// Returns the number of a place: a piece on a square.
    pub(super) fn place(&self, piece: Piece, square: Square) -> usize {
        (piece.color as usize * self.piece_types + piece.piece_type.index()) * self.squares + square.index()
    }

    /// Returns the number of moves from every place to a piece on a square.
    pub(super) fn to(&self, piece: Piece, square: Square) -> Vec<u8> {
        let mut moves = vec![NEVER; self.from.len()];
        let goal = self.place(piece, square);
        let (mut front, mut count) = (vec![goal], 0);
        while !front.is_empty() && count < NEVER {
            let mut next = Vec::new();
            for place in front {
                if let Some(known) = moves.get_mut(place).filter(|known| **known == NEVER) {
                    *known = count;
                    next.extend(self.from.get(place).into_iter().flatten().map(|place| *place as usize));
                }
            }
            front = next;
            count += 1;
        }
        moves
    }
}

/// Returns the boards on which the moves of a piece are computed: an empty one, and one full of enemies.
fn surroundings(variant: &Variant, from: Square, piece: Piece) -> [Setup; 2] {
    let mut alone = Setup { turn: piece.color, ..variant.empty() };
    let mut crowded = alone.clone();
    let common = variant.setup.iter().map(|(_, piece)| piece.piece_type);
    let common =
        common.filter(|id| variant.piece_type(*id).royal.is_none() && !variant.is_neutral(*id)).min();
    for square in variant.board.squares() {
        crowded.set(square, common.map(|piece_type| Piece { color: piece.color.other(), piece_type }));
    }
    alone.set(from, Some(piece));
    crowded.set(from, Some(piece));
    [alone, crowded]
}

/// Returns the types that a piece can become by an arrival on a square.
fn becoming(arrival: &Arrival, color: Color, to: Square) -> Vec<PieceTypeId> {
    match arrival.zone.holds(to, color) {
        true => arrival.then.iter().flat_map(Consequence::becomes).copied().collect(),
        false => Vec::new(),
    }
}

/// Returns the piece types that a filter names.
fn named(pieces: &PieceFilter) -> Vec<PieceTypeId> {
    pieces.leaves().filter_map(PieceTest::piece_types).flatten().copied().collect()
}
