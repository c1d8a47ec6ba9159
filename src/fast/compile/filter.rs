//! Which pieces a rule speaks of, as a set of squares for every piece: a filter looks at the piece, its square and whether it
//! leads its side, and nothing else.

use super::Code;
use super::rules::Context;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::rules::{Logic, PieceFilter, Relation, Subject, Variant, Zone};

/// How many classes a filter may name before it is quicker to look at every piece.
const FEW: usize = 4;

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
    pub(super) fn new(context: Context, pieces: &PieceFilter, player: Color) -> CompiledFilter<B> {
        let variant = context.variant;
        let mut masks = vec![[B::EMPTY; 2]; 1 + 2 * variant.piece_types.len()];
        let mut any = [B::EMPTY; 2];
        let mut classes = [Vec::new(), Vec::new()];
        for (piece_type, _) in variant.piece_type_ids() {
            for color in Color::ALL {
                let piece = Piece { color, piece_type };
                let sets = [false, true].map(|leads| mask(variant, pieces, piece, leads, player));
                masks[usize::from(Code::new(color, piece_type).0)] = sets;
                any[color as usize] |= sets[0] | sets[1];
                let class = context.class_of[piece_type.index()];
                if sets != [B::EMPTY; 2] && !classes[color as usize].contains(&class) {
                    classes[color as usize].push(class);
                }
            }
        }
        let asks_leaders = masks.iter().any(|[common, leader]| common != leader);
        let classes = classes.map(|classes| (classes.len() <= FEW).then_some(classes));
        CompiledFilter { masks, any, asks_leaders, classes }
    }

    /// The pieces that it matches, if it matches each wherever it stands.
    pub(super) fn counted(&self, cells: B) -> Option<Vec<Code>> {
        let everywhere = |[common, leading]: &[B; 2]| common == leading && (cells & !*common).is_empty();
        let is_told = self.masks.iter().all(|masks| *masks == [B::EMPTY; 2] || everywhere(masks));
        let codes = (0..self.masks.len()).filter(|code| self.masks[*code] != [B::EMPTY; 2]);
        is_told.then(|| codes.map(|code| Code(code as u8)).collect())
    }

    /// Parts of some squares on each of which it says the same of such a piece, which leads no side.
    pub(super) fn parts(&self, code: Code, squares: B) -> [B; 2] {
        let [common, _] = self.masks[usize::from(code.0)];
        [squares & common, squares & !common]
    }

    /// Whether it could match such a piece somewhere.
    pub(super) fn is_possible(&self, code: Code) -> bool {
        self.masks[usize::from(code.0)].iter().any(|mask| !mask.is_empty())
    }

    /// Whether it matches a piece.
    #[inline]
    pub(crate) fn matches(&self, code: Code, square: Square, leads: bool) -> bool {
        self.masks[usize::from(code.0)][usize::from(leads)].has(square)
    }
}

/// A piece of one type and color wherever it may stand, as a rule that is applied to `player` sees it.
struct Anywhere<'a, B> {
    variant: &'a Variant,
    piece: Piece,
    leads: bool,
    player: Color,
    related: &'a dyn Fn(Relation, &PieceFilter) -> B,
}

impl<B: Bitboard> Subject for Anywhere<'_, B> {
    type Answer = B;

    fn is_own(&self) -> B {
        B::always(self.piece.color == self.player)
    }
    fn is_neutral(&self) -> bool {
        self.variant.is_neutral(self.piece.piece_type)
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
        B::of(*zone.squares.get(if self.is_neutral() { self.player } else { self.piece.color }))
    }
    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> B {
        (self.related)(relation, pieces)
    }
}

/// The squares on which a filter of a rule that is applied to `player` matches a piece.
pub(super) fn mask<B: Bitboard>(
    variant: &Variant,
    pieces: &PieceFilter,
    piece: Piece,
    leads: bool,
    player: Color,
) -> B {
    // What asks about other pieces is not made a set of squares.
    let related = &|_: Relation, _: &PieceFilter| B::ALL;
    pieces.eval(&Anywhere { variant, piece, leads, player, related })
}

/// The squares on which a filter of a rule that is applied to its own side matches a piece that leads no side, where it is known
/// which squares are `related` to other pieces.
pub(crate) fn placed<B: Bitboard>(
    variant: &Variant,
    pieces: &PieceFilter,
    piece: Piece,
    related: &dyn Fn(Relation, &PieceFilter) -> B,
) -> B {
    pieces.eval(&Anywhere { variant, piece, leads: false, player: piece.color, related })
}
