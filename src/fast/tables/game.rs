//! A whole game as tables.

use super::attack_table::AttackTable;
use super::between::{Between, place};
use super::castling::CompiledCastling;
use super::class::Class;
use super::code::PieceCode;
use super::code_set::CodeSet;
use super::drops::CompiledBehind;
use super::piece_info::PieceInfo;
use super::rules::{CompiledAction, CompiledEnding, CompiledPut, CompiledTrigger, RestrictionStage};
use super::shield::Shield;
use super::zobrist::ZobristKeys;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::rules::{Binding, Variant};
use std::sync::Arc;

/// A game as tables.
#[derive(Clone, Debug)]
pub(crate) struct Compiled<B: Bitboard> {
    /// The rules, for whatever no table holds.
    pub variant: Arc<Variant>,
    /// Every cell.
    pub cells: B,
    /// By code.
    pub(crate) info: Vec<PieceInfo<B>>,
    /// The classes; a class is named by its index.
    pub classes: Vec<Class<B>>,
    /// By color, then square and class: from where such pieces could ever attack the square.
    pub attackers: [Vec<B>; 2],
    /// The same for the square or one next to it, as a royal goes.
    pub near: [Vec<B>; 2],
    /// The paths of moving.
    pub attack_tables: Vec<AttackTable<B>>,
    /// For each filter of pieces to pass over, those that it leaves out.
    pub(crate) type_blockers: Vec<CodeSet>,
    /// By square, the squares of its file.
    pub files: Vec<B>,
    /// True if no piece whose paths tables hold attacks over others.
    pub no_hurdles: bool,
    /// The pieces that keep royals from being in check.
    pub shield: Shield,
    /// By square, those next to it.
    pub beside: Vec<B>,
    /// True if some piece belongs to neither side.
    pub has_neutral: bool,
    /// The squares that must be empty between two squares. [`Compiled::TANGLED`] says that it is not as simple as that.
    pub between: Between<B>,
    /// The binding force of check.
    pub binds: Binding,
    /// Squares from which castlings are made.
    pub castling_squares: B,
    /// Castlings, by number.
    pub castlings: Vec<CompiledCastling<B>>,
    /// True if some piece may be kept from the square to which castling brings it.
    pub castling_bound: bool,
    /// Squares whose piece may have moved although it stands there as in the array, where that matters.
    pub returns: B,
    /// By color and square, from where pieces that tables hold may take another on that square in passing.
    pub en_passant_from: [Vec<B>; 2],
    /// Endings by conditions.
    pub endings: Vec<CompiledEnding<B>>,
    /// The least halfmove clock at which the game may end.
    pub quiet: u64,
    /// Actions beyond the pieces' own moves.
    pub actions: Vec<CompiledAction<B>>,
    /// By color, squares where every piece is immune to capture.
    pub immune: [B; 2],
    /// By color, classes whose pieces are immune elsewhere as well.
    pub immune_classes: [Vec<usize>; 2],
    /// Actions of no piece in particular, one bit for each.
    pub free_actions: u64,
    /// Actions that must be taken, and those that must if they can, one bit for each.
    pub duties: [u64; 2],
    /// The automatic triggers.
    pub triggers: Vec<CompiledTrigger<B>>,
    /// True if automatic triggers change neither the squares nor the attacks of the pieces.
    pub harmless: bool,
    /// By color, squares from which moves may be followed by a piece from the hand.
    pub followed: [B; 2],
    /// True if no trigger is automatic and no move has a follow-up or a restriction, and turns have one move.
    pub plain: bool,
    /// True if turns have several moves.
    pub turned: bool,
    /// The piece that is put on the board after every move, if tables hold that.
    pub put: Option<CompiledPut<B>>,
    /// The pieces that come from the hand to squares that are left, if tables hold that.
    pub behind: Option<CompiledBehind<B>>,
    /// True if moves are followed by something else than pieces from the hand.
    pub(crate) has_slow_follow_ups: bool,
    /// Rights that come back, by number.
    pub regained: Vec<usize>,
    /// True if rules about what moves do limit them.
    pub restriction_stage: RestrictionStage,
    /// The hash keys.
    pub keys: ZobristKeys,
}

impl<B: Bitboard> Compiled<B> {
    /// Marks an entry of a `between` table with more than one path, or with hurdles.
    pub(crate) const TANGLED: B = B::ALL;

    /// A piece of a side's, or a neutral one.
    #[inline]
    pub(crate) fn code_of(&self, side: Color, piece_type: PieceTypeId) -> PieceCode {
        let Piece { color, piece_type } = self.variant.piece_of(side, piece_type);
        PieceCode::new(color, piece_type)
    }

    /// All about a piece.
    #[inline(always)]
    pub(crate) fn info(&self, code: PieceCode) -> &PieceInfo<B> {
        &self.info[usize::from(code.0)]
    }

    /// The class of a piece, if tables hold all its captures.
    pub(crate) fn class_of(&self, code: PieceCode) -> Option<&Class<B>> {
        let class = self.classes.get(usize::from(self.info(code).class));
        class.filter(|class| {
            code != PieceCode::NONE && !class.conditional && class.royal_captures == [None; 2]
        })
    }

    /// Returns true if it depends on other pieces if a royal is in check.
    #[inline(always)]
    pub(crate) fn is_shielded(&self) -> bool {
        self.shield != Shield::None
    }

    /// Returns true if some pieces pass over some others and not over all.
    pub(crate) fn sorts_hurdles(&self) -> bool {
        !self.type_blockers.is_empty()
    }
}

impl<B: Bitboard> Compiled<B> {
    /// For each class, from where its pieces of a side could ever attack `square`.
    #[inline(always)]
    pub(crate) fn attackers_to(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.attackers[side][square.index() * count..][..count]
    }

    /// For each class, from where its pieces of a side could ever attack `square` or one next to it.
    #[inline(always)]
    pub(crate) fn attackers_near(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.near[side][square.index() * count..][..count]
    }

    /// The squares that must be empty for a piece of a layer on `from` to attack `square`.
    #[inline(always)]
    pub(crate) fn path(&self, layer: usize, square: Square, from: Square) -> B {
        self.between.sets[usize::from(self.between.places[layer + place::<B>(square, from)])]
    }

    /// The same for every `from`, as numbers of sets.
    #[inline(always)]
    pub(crate) fn paths(&self, layer: usize, square: Square) -> &[u16] {
        &self.between.places[layer + place::<B>(square, Square(0))..][..B::BITS]
    }
}
