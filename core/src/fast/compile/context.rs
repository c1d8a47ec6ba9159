//! The context in which rules are compiled, and the compilation of piece filters to masks.

use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece};
use crate::fast::tables::{CompiledFilter, PieceCode, mask};
use crate::rules::{PieceFilter, PieceTest, Relation, Variant};

/// The context in which rules are compiled.
#[derive(Clone, Copy)]
pub(super) struct CompileContext<'a> {
    pub variant: &'a Variant,
    pub class_of: &'a [usize],
    /// The kinds of rules left to the interpreter.
    pub untabled: &'static [Untabled],
}

impl CompileContext<'_> {
    /// Returns true if rules of this kind are compiled to tables.
    pub(super) fn has(self, kind: Untabled) -> bool {
        !self.untabled.contains(&kind)
    }

    /// Returns true if masks can represent a filter, because it depends only on the piece, its square, and whether it
    /// leads its side.
    pub(super) fn has_mask(self, pieces: &PieceFilter) -> bool {
        pieces.leaves().all(|test| self.is_masked(test))
    }

    fn is_masked(self, test: &PieceTest) -> bool {
        *test == PieceTest::All || self.has(Untabled::Filter) && test.related().is_none()
    }

    /// Returns the relations in a filter, each with the filter of the related pieces. Returns `None` if masks cannot
    /// represent the other tests.
    pub(super) fn unmasked(self, pieces: &PieceFilter) -> Option<Vec<(Relation, &PieceFilter)>> {
        pieces.leaves().filter(|test| !self.is_masked(test)).map(PieceTest::related).collect()
    }
}

/// The maximum number of classes that a filter visits one by one. With more classes, a scan of all pieces is faster.
const FEW: usize = 4;

impl<B: Bitboard> CompiledFilter<B> {
    /// Compiles a filter for one player.
    pub(super) fn new(context: CompileContext, pieces: &PieceFilter, player: Color) -> CompiledFilter<B> {
        let variant = context.variant;
        let mut masks = vec![[B::EMPTY; 2]; 1 + 2 * variant.piece_types.len()];
        let mut any = [B::EMPTY; 2];
        let mut classes = [Vec::new(), Vec::new()];
        for (piece_type, _) in variant.piece_type_ids() {
            for color in Color::ALL {
                let piece = Piece { color, piece_type };
                let sets = [false, true].map(|leads| mask(variant, pieces, piece, leads, player));
                masks[usize::from(PieceCode::new(color, piece_type).0)] = sets;
                any[color as usize] |= sets[0] | sets[1];
                let class = context.class_of[piece_type.index()];
                if sets != [B::EMPTY; 2] && !classes[color as usize].contains(&class) {
                    classes[color as usize].push(class);
                }
            }
        }
        let depends_on_leaders = masks.iter().any(|[common, leader]| common != leader);
        let classes = classes.map(|classes| (classes.len() <= FEW).then_some(classes));
        let codes =
            variant.piece_type_ids().flat_map(|(id, _)| Color::ALL.map(|color| PieceCode::new(color, id)));
        let whole =
            codes.into_iter().all(|code| masks[usize::from(code.0)] == [any[code.color() as usize]; 2]);
        CompiledFilter { masks, any, classes, whole, depends_on_leaders }
    }
}

/// Packs booleans into a number, with one bit for each.
pub(super) fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.enumerate().fold(0, |set, (number, is)| set | u64::from(is) << number)
}
