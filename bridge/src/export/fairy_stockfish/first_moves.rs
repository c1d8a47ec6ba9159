//! Writes first moves: those of unmoved pieces, and those that are possible from some squares only. In Fairy-Stockfish
//! all pieces share these squares.

use super::IniWriter;
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::export::paths::{EndMode, Extent, Simple, straight_first};
use crate::rules::{Consequence, RuleRef};
use std::collections::BTreeSet;

/// First moves of a piece type, with the squares from which they begin.
pub(super) struct FirstMoves {
    pub id: PieceTypeId,
    pub zone: ByColor<SquareSet>,
    pub moves: BTreeSet<Simple>,
}

impl IniWriter<'_> {
    /// Returns true if a piece can return to a square from which its first move began.
    pub(super) fn returns_home(&self, id: PieceTypeId) -> bool {
        Color::ALL.into_iter().any(|color| {
            let homes = self.variant.homes(color, id);
            self.targets(id, color, self.reached(id, color, homes)).meets(homes)
        })
    }

    /// Returns the squares that a piece can reach with one move from any square of a set.
    fn targets(&self, id: PieceTypeId, color: Color, from: SquareSet) -> SquareSet {
        let (board, own) = (&self.variant.board, self.variant.piece_type(id));
        let ends = from.iter().flat_map(|square| own.moves.iter().map(move |moves| (square, moves)));
        ends.fold(SquareSet::EMPTY, |all, (square, moves)| all | moves.automaton.ends(board, square, color))
    }

    /// Returns a set of squares with all squares that a piece can ever reach from them.
    fn reached(&self, id: PieceTypeId, color: Color, from: SquareSet) -> SquareSet {
        let (mut reached, mut open) = (from, from);
        while !open.is_empty() {
            open = self.targets(id, color, open) & !reached;
            reached |= open;
        }
        reached
    }

    /// Writes the squares from which first moves begin.
    pub(super) fn first_moves(&mut self, initial: &[FirstMoves]) {
        if initial.is_empty() {
            self.set("doubleStep", "false");
            return;
        }
        let variant = self.variant;
        let empty = ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY };
        let union = |zones: &mut dyn Iterator<Item = &FirstMoves>| {
            zones.fold(empty, |all, one| ByColor::from_fn(|color| *all.get(color) | *one.zone.get(color)))
        };
        let all = union(&mut initial.iter());
        let plain = |moves: &BTreeSet<Simple>| -> BTreeSet<Simple> {
            moves.iter().map(|one| Simple { passed: false, ..*one }).collect()
        };
        for one in initial {
            let own = variant.piece_type(one.id);
            let zone = union(&mut initial.iter().filter(|other| other.id == one.id));
            let more = |color: Color| *all.get(color) & !*zone.get(color);
            let differs = Color::ALL.iter().any(|color| more(*color).meets(self.standing(one.id, *color)));
            let changes =
                initial.iter().any(|other| other.id == one.id && plain(&other.moves) != plain(&one.moves));
            let rule = own.moves.first().map(|moves| RuleRef::Moves(one.id, moves));
            if let Some(rule) = rule.filter(|_| differs || changes) {
                self.survey.refuse(rule, "all pieces have the same squares for first moves");
            }
        }
        self.set_squares("doubleStepRegion", all);
        self.passing_squares(initial);
    }

    /// Writes the squares on which pieces can be captured en passant, unless this is possible after every first move.
    fn passing_squares(&mut self, initial: &[FirstMoves]) {
        let board = &self.variant.board;
        let crossed = |color: Color, passed: bool| {
            let mut squares = SquareSet::EMPTY;
            for one in initial {
                for step in one.moves.iter().filter(|step| step.passed == passed) {
                    let steps = match step.reach {
                        Extent::Lame => straight_first(step.vector),
                        Extent::Slide(_) => vec![step.vector; usize::from(u8::MAX)],
                        Extent::Leap | Extent::Hop | Extent::ShortHop => vec![step.vector],
                    };
                    for from in one.zone.get(color).iter() {
                        let mut at = from;
                        for step in steps.iter().take(steps.len().saturating_sub(1)) {
                            let Some(next) = board.step(at, *step, color) else { break };
                            squares.insert(next);
                            at = next;
                        }
                    }
                }
            }
            squares
        };
        let (taken, spared) =
            (ByColor::from_fn(|color| crossed(color, true)), ByColor::from_fn(|color| crossed(color, false)));
        self.passed = taken;
        let takes = self.kinds.iter().any(|kind| kind.moves.iter().any(|one| one.mode == EndMode::Passing));
        if !takes || Color::ALL.iter().all(|color| spared.get(*color).is_empty()) {
            return;
        }
        if Color::ALL.iter().any(|color| spared.get(*color).meets(*taken.get(*color))) {
            let id = initial[0].id;
            let rule = RuleRef::Piece(id, self.variant.piece_type(id));
            self.survey.refuse(rule, "a piece can be captured en passant after every first move");
            return;
        }
        // The region belongs to the side that captures.
        self.set_squares("enPassantRegion", ByColor::from_fn(|color| *taken.get(color.other())));
    }

    /// Returns the squares on which a piece can stand: its home squares, and the squares that it can reach from them.
    fn standing(&self, id: PieceTypeId, color: Color) -> SquareSet {
        let variant = self.variant;
        let then = variant.piece_types.iter().flat_map(|own| &own.arrivals).flat_map(|arrival| &arrival.then);
        let is_made = then.flat_map(Consequence::becomes).any(|other| *other == id);
        if is_made || variant.hands {
            return self.everywhere();
        }
        self.reached(id, color, variant.homes(color, id))
    }
}
