//! Endings, actions, triggers, and restrictions, ready to be asked in every position.

use super::code::PieceCode;
use super::code_set::CodeSet;
use super::conditions::CompiledCondition;
use super::drops::CompiledDrop;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::PieceFilter;

/// An ending that depends only on the position.
#[derive(Clone, Debug)]
pub(crate) enum CompiledEnding<B> {
    /// A condition holds for the side to move.
    When {
        when: CompiledCondition<B>,
        /// The most pieces on the board with which it can hold.
        most: u32,
        /// By the side that asks, then by color: squares of which a piece must stand on one for it to hold, if there are such.
        needs: Option<[[B; 2]; 2]>,
    },
    /// One that no table knows, by its number: the interpreter says if it applies.
    Plain(usize),
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub(crate) struct CompiledAction<B> {
    /// By side, the pieces that act; none for an action of no piece.
    pub pieces: Option<[CompiledFilter<B>; 2]>,
    /// The condition before it.
    pub when: Option<CompiledCondition<B>>,
    /// The moves.
    pub act: CompiledAct<B>,
}

/// The moves of an action.
#[derive(Clone, Debug)]
pub(crate) enum CompiledAct<B> {
    /// Drops that can be made and unmade.
    Drop(Box<CompiledDrop<B>>),
    /// Exchanges that can be made and unmade.
    Exchange,
    /// A pass. If `unsafely` is true, it may leave royals attacked.
    Pass { unsafely: bool },
    /// Moves that the interpreter carries out one by one.
    Plain,
}

/// An automatic trigger, evaluated after a move.
#[derive(Clone, Debug)]
pub(crate) struct CompiledTrigger<B> {
    /// The side to whose pieces it happens.
    pub player: Color,
    /// The pieces to which it happens.
    pub codes: CodeSet,
    /// The squares on which it fires, while the piece does not lead its side and while it does.
    pub squares: [B; 2],
    /// The filter of these pieces, if it depends on other pieces.
    pub pieces: Option<PieceFilter>,
    /// The condition.
    pub when: Option<CompiledCondition<B>>,
    /// True if it happens only while the piece's side is in check.
    pub in_check: bool,
    /// True if only the interpreter can say if it happens.
    pub unsure: bool,
    /// True if it may leave royals safe that were not.
    pub saves: bool,
    /// The pieces on whose number alone it depends whether it happens, if that is so.
    pub counted: Option<Vec<PieceCode>>,
    /// The pieces for which it looks beside those to which it happens, if it looks at no others and never for want of one.
    pub beside: Option<CodeSet>,
}

impl<B: Bitboard> CompiledTrigger<B> {
    /// One that no table knows: it may happen after any move to any piece of a type, so that the interpreter carries out every
    /// move while there is such a piece.
    pub(crate) fn plain(player: Color) -> CompiledTrigger<B> {
        CompiledTrigger {
            player,
            codes: CodeSet::default(),
            squares: [B::ALL; 2],
            pieces: None,
            when: None,
            in_check: false,
            unsure: true,
            saves: true,
            counted: None,
            beside: None,
        }
    }
}

/// A piece that is put on the board after every move.
#[derive(Clone, Debug)]
pub(crate) struct CompiledPut<B> {
    /// By side, the piece.
    pub codes: [PieceCode; 2],
    /// By side, where it may be put.
    pub zones: [B; 2],
    /// True if it is one more; otherwise it is the one on the board, if there is one.
    pub more: bool,
}

/// The stage at which restrictions are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestrictionStage {
    /// There are none.
    Never,
    /// Among the moves that are legal otherwise.
    Last,
    /// On the way, as some action asks whether there is another move.
    Throughout,
}
