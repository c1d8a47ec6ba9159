//! Which pieces a rule speaks of, as a set of squares for every piece: a filter looks at the piece, its square and whether it
//! leads its side, and nothing else.

use super::Code;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::rules::{Logic, PieceFilter, Subject, Variant, Zone};
use std::marker::PhantomData;

/// A filter as one side means it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledFilter<B> {
    /// By code, the squares on which such a piece matches while it does not lead its side and while it does.
    masks: Vec<[B; 2]>,
    /// By color, squares on which any piece at all could match.
    pub any: [B; 2],
    /// By color, the only classes that could match, where they are few.
    pub classes: [Option<Vec<usize>>; 2],
    /// Whether leaders are treated differently.
    pub asks_leaders: bool,
}

impl<B: Bitboard> CompiledFilter<B> {
    /// The filter `pieces` of `player`.
    pub(super) fn new(variant: &Variant, pieces: &PieceFilter, player: Color) -> CompiledFilter<B> {
        let mut masks = vec![[B::EMPTY; 2]; 1 + 2 * variant.piece_types.len()];
        let mut any = [B::EMPTY; 2];
        for (piece_type, _) in variant.piece_type_ids() {
            for color in Color::ALL {
                let set = |leads| mask(variant, pieces, Piece { color, piece_type }, leads, player);
                let sets = [set(false), set(true)];
                masks[usize::from(Code::new(color, piece_type).0)] = sets;
                any[color as usize] |= sets[0] | sets[1];
            }
        }
        let asks_leaders = masks.iter().any(|[common, leader]| common != leader);
        CompiledFilter { masks, any, asks_leaders, classes: [None, None] }
    }

    /// Notes which classes could match at all.
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        for color in Color::ALL {
            let piece_types = class_of.iter().enumerate().filter(|(piece_type, _)| {
                let masks = self.masks[usize::from(Code::new(color, PieceTypeId(*piece_type as u16)).0)];
                masks.iter().any(|mask| !mask.is_empty())
            });
            let mut classes: Vec<usize> = piece_types.map(|(_, class)| *class).collect();
            classes.sort_unstable();
            classes.dedup();
            self.classes[color as usize] = (classes.len() <= 4).then_some(classes);
        }
    }

    /// The squares on which `pieces`, spoken of by the piece's own side, matches it.
    pub(super) fn mask_of(variant: &Variant, pieces: &PieceFilter, piece: Piece, leads: bool) -> B {
        mask(variant, pieces, piece, leads, piece.color)
    }

    /// Whether it could match such a piece somewhere.
    pub(super) fn is_possible(&self, code: Code) -> bool {
        self.masks[usize::from(code.0)].iter().any(|mask| !mask.is_empty())
    }

    /// Whether it matches a piece.
    #[inline]
    pub(crate) fn matches(&self, code: Code, square: Square, leads: bool) -> bool {
        self.mask(code, leads).has(square)
    }

    /// The squares on which it matches a piece.
    #[inline]
    pub(crate) fn mask(&self, code: Code, leads: bool) -> B {
        self.masks[usize::from(code.0)][usize::from(leads)]
    }
}

/// A piece of one type and color wherever it may stand, as a rule that is applied to `player` sees it.
struct Anywhere<'a, B> {
    variant: &'a Variant,
    piece: Piece,
    leads: bool,
    player: Color,
    squares: PhantomData<B>,
}

impl<B: Bitboard> Subject for Anywhere<'_, B> {
    type Answer = B;

    fn is_own(&self) -> B {
        B::always(self.piece.color == self.player)
    }
    fn is_royal(&self) -> B {
        B::always(self.variant.piece_type(self.piece.piece_type).royal.is_some())
    }
    fn is_leader(&self) -> B {
        if self.leads { self.is_royal() } else { B::EMPTY }
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> B {
        B::always(piece_types.contains(&self.piece.piece_type))
    }
    fn is_in(&self, zone: &Zone) -> B {
        B::of(*zone.squares.get(self.piece.color))
    }
}

/// The squares on which a filter of a rule that is applied to `player` matches a piece.
fn mask<B: Bitboard>(variant: &Variant, pieces: &PieceFilter, piece: Piece, leads: bool, player: Color) -> B {
    pieces.eval(&Anywhere { variant, piece, leads, player, squares: PhantomData })
}
