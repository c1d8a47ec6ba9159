//! A whole game as tables.
//!
//! [`Compiled`] holds the tables of all rules. The methods at the end are the lookups of the inner loops, each of
//! which returns a slice or a mask for one square.

use super::attack_table::AttackTable;
use super::between::{Between, place};
use super::castling::CompiledCastling;
use super::class::Class;
use super::code::PieceCode;
use super::code_set::CodeSet;
use super::conditions::Precondition;
use super::drops::CompiledBehind;
use super::piece_info::PieceInfo;
use super::rules::{
    CompiledAction, CompiledEnding, CompiledPut, CompiledTrigger, NumberOfPieces, RestrictionStage,
};
use super::shield::Shield;
use super::tally::RightTables;
use super::zobrist::ZobristKeys;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::rules::{Binding, Variant};
use std::sync::Arc;

/// A game as tables. Nothing in it depends on a position.
#[derive(Clone, Debug)]
pub struct Compiled<B: Bitboard> {
    /// The rules, for everything that the tables do not hold.
    pub variant: Arc<Variant>,
    /// All squares of the board.
    pub cells: B,
    /// The properties of each piece, by code.
    pub info: Vec<PieceInfo<B>>,
    /// The classes. The index of a class is its number.
    pub classes: Vec<Class<B>>,
    /// By color, the numbers of the classes whose pieces are royal, or have uncommon moves, effects on arrival, or other
    /// moves after they have returned. With each of them, the squares on which its pieces may do so.
    pub special_classes: [Vec<(usize, B)>; 2],
    /// By color, square, and class: the squares from which a piece could ever attack the square.
    pub attackers: [Vec<B>; 2],
    /// By color, square, and class: the squares from which a piece could ever attack the square or a square to which
    /// a royal on it can go, or that it passes in a castling.
    pub near: [Vec<B>; 2],
    /// The attack tables.
    pub attack_tables: Vec<AttackTable<B>>,
    /// For each filter of the pieces that moves can pass over: the pieces that block such moves.
    pub type_blockers: Vec<CodeSet>,
    /// By square, the squares of its file.
    pub files: Vec<B>,
    /// True if no tabled piece attacks over other pieces.
    pub no_hurdles: bool,
    /// The pieces that keep royals from being in check.
    pub shield: Shield,
    /// By square, its neighbors.
    pub beside: Vec<B>,
    /// True if a piece type belongs to neither side.
    pub has_neutral: bool,
    /// The squares that must be empty between two squares. [`Compiled::TANGLED`] marks pairs for which these squares
    /// do not suffice.
    pub between: Between<B>,
    /// The royals that check binds.
    pub binds: Binding,
    /// The squares of the pieces of all castlings.
    pub castling_squares: B,
    /// The numbers of the castlings of each side, with the squares that must be empty.
    pub castlings_by: [Vec<(usize, B)>; 2],
    /// The castlings, by number.
    pub castlings: Vec<CompiledCastling<B>>,
    /// True if a castling can have effects on its pieces.
    pub castling_effects: bool,
    /// True if a piece may be barred from its target square in castling.
    pub castling_bound: bool,
    /// The home squares on which a piece may have moved and come back, if this makes a difference.
    pub returns: B,
    /// By color and square, the squares from which tabled pieces can capture en passant on the square.
    pub en_passant_from: [Vec<B>; 2],
    /// The endings that depend only on the position.
    pub endings: Vec<CompiledEnding<B>>,
    /// The maximum number of pieces on the board with which one of these endings can hold.
    pub ending_most: u32,
    /// By side to move, a test that a position must pass for one of these endings to hold.
    pub ending_needs: [Precondition<B>; 2],
    /// The halfmove clock at which the game ends automatically.
    pub quiet: u64,
    /// The least halfmove clock on which an ending depends, alone or together with other facts.
    pub timed: u64,
    /// The actions.
    pub actions: Vec<CompiledAction<B>>,
    /// True if a piece can be immune to capture.
    pub has_immune: bool,
    /// True if a piece is immune to attack on some squares.
    pub unattackable: bool,
    /// By color, the squares on which every piece is immune to capture.
    pub immune: [B; 2],
    /// By color, the classes whose pieces are also immune on other squares.
    pub immune_classes: [Vec<usize>; 2],
    /// The actions that need no piece, one bit for each.
    pub free_actions: u64,
    /// The actions that must be performed, and the actions that must be performed if possible, one bit for each.
    pub duties: [u64; 2],
    /// The automatic triggers.
    pub triggers: Vec<CompiledTrigger<B>>,
    /// The numbers of pieces that all automatic triggers require.
    pub trigger_needs: Vec<NumberOfPieces>,
    /// True if automatic triggers change neither the squares nor the attacks of the pieces.
    pub harmless: bool,
    /// By color, the squares from which moves can have a slow-path follow-up from the hand.
    pub followed: [B; 2],
    /// True if the game has no automatic effects, follow-ups, restrictions, or regained rights, and turns have one
    /// move.
    pub plain: bool,
    /// True if turns have several moves.
    pub turned: bool,
    /// The piece that is put on the board after every move, if the rule is compiled.
    pub put: Option<CompiledPut<B>>,
    /// The rule by which pieces are dropped on squares that a move leaves, if it is compiled.
    pub behind: Option<CompiledBehind<B>>,
    /// True if moves have slow-path follow-ups other than drops from the hand.
    pub has_slow_follow_ups: bool,
    /// The rights that change with ordinary moves or are clocks.
    pub rights: RightTables,
    /// The stage at which restrictions are applied.
    pub restriction_stage: RestrictionStage,
    /// The pieces, by the side that captures, that every capture removes around its target. The capturing piece vanishes,
    /// too, and a capture that would remove an own royal is illegal. `None` if captures have no such effect, or if it
    /// depends on anything else.
    pub blast: Option<[CodeSet; 2]>,
    /// The keys of the Zobrist hash.
    pub keys: ZobristKeys,
}

impl<B: Bitboard> Compiled<B> {
    /// The value that takes the place of a set of squares and marks an attack with several paths or with hurdles.
    pub const TANGLED: B = B::ALL;

    /// Returns the code of a piece type of a side. A neutral type has the same code for both sides.
    #[inline]
    pub fn code_of(&self, side: Color, piece_type: PieceTypeId) -> PieceCode {
        let Piece { color, piece_type } = self.variant.piece_of(side, piece_type);
        PieceCode::new(color, piece_type)
    }

    /// Returns the properties of a piece.
    #[inline(always)]
    pub fn info(&self, code: PieceCode) -> &PieceInfo<B> {
        &self.info[usize::from(code.0)]
    }

    /// Returns the class of a piece, if its attack tables hold all its captures.
    pub fn class_of(&self, code: PieceCode) -> Option<&Class<B>> {
        let class = self.classes.get(usize::from(self.info(code).class));
        class.filter(|class| {
            // The captures of conditional classes, and captures of royals only, are in further tables.
            code != PieceCode::NONE && !class.conditional && class.royal_captures == [None; 2]
        })
    }

    /// Returns true if other pieces can keep a royal from being in check.
    #[inline(always)]
    pub fn is_shielded(&self) -> bool {
        self.shield != Shield::None
    }

    /// Returns true if some pieces can pass over certain piece types only.
    pub fn has_type_blockers(&self) -> bool {
        !self.type_blockers.is_empty()
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns, for each class, the squares from which its pieces of a side could ever attack `square`.
    #[inline(always)]
    pub fn attackers_to(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.attackers[side][square.index() * count..][..count]
    }

    /// Returns, for each class, the squares from which its pieces of a side could ever attack `square` or a square to
    /// which a royal on it can go, or that it passes in a castling.
    #[inline(always)]
    pub fn attackers_near(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.near[side][square.index() * count..][..count]
    }

    /// Returns the squares that must be empty for a piece of a layer on `from` to attack `square`.
    #[inline(always)]
    pub fn path(&self, layer: usize, square: Square, from: Square) -> B {
        self.between.sets[usize::from(self.between.places[layer + place::<B>(square, from)])]
    }

    /// Returns the numbers of the sets that [`Compiled::path`] returns, for all origins.
    #[inline(always)]
    pub fn paths(&self, layer: usize, square: Square) -> &[u16] {
        &self.between.places[layer + place::<B>(square, Square(0))..][..B::BITS]
    }
}
