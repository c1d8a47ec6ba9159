//! Compiled endings, actions, triggers, and restrictions.

use super::code::PieceCode;
use super::code_set::CodeSet;
use super::conditions::{CompiledCondition, Precondition};
use super::drops::CompiledDrop;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::{Compare, PieceFilter};

/// An ending that depends only on the position.
#[derive(Clone, Debug)]
pub enum CompiledEnding<B> {
    /// The game ends if a condition holds for the side to move.
    When {
        when: CompiledCondition<B>,
        /// The maximum number of pieces on the board with which the condition can hold.
        most: u32,
        /// By side to move, a test that a position must pass for the condition to hold.
        needs: [Precondition<B>; 2],
    },
    /// The number of an ending that the interpreter evaluates.
    Plain(usize),
}

impl<B: Bitboard> CompiledEnding<B> {
    /// Returns the maximum number of pieces on the board with which the ending can hold.
    pub fn most(&self) -> u32 {
        match self {
            CompiledEnding::When { most, .. } => *most,
            CompiledEnding::Plain(_) => u32::MAX,
        }
    }

    /// Returns a test that a position must pass for the ending to hold, by side to move.
    pub fn needs(&self) -> [Precondition<B>; 2] {
        match self {
            CompiledEnding::When { needs, .. } => *needs,
            CompiledEnding::Plain(_) => [Precondition::Nothing; 2],
        }
    }

    /// Returns a test that a position must pass for one of these endings to hold, by side to move.
    pub fn all_need(endings: &[CompiledEnding<B>]) -> [Precondition<B>; 2] {
        [0, 1].map(|side| {
            let all = endings.iter().map(|ending| ending.needs()[side]);
            all.reduce(Precondition::or).unwrap_or(Precondition::Nothing)
        })
    }
}

/// A compiled action.
#[derive(Clone, Debug)]
pub struct CompiledAction<B> {
    /// The pieces, by side, that can perform the action, or `None` if it needs no piece.
    pub pieces: Option<[CompiledFilter<B>; 2]>,
    /// The condition for the action.
    pub when: Option<CompiledCondition<B>>,
    /// The moves of the action.
    pub act: CompiledAct<B>,
}

/// The moves of an action.
#[derive(Clone, Debug)]
pub enum CompiledAct<B> {
    /// Drops that can be packed.
    Drop(Box<CompiledDrop<B>>),
    /// Exchanges that can be packed.
    Exchange,
    /// A pass. If `unsafely` is true, it may leave royals under attack.
    Pass { unsafely: bool },
    /// Moves that the interpreter carries out.
    Plain,
}

/// An automatic trigger, evaluated after a move.
#[derive(Clone, Debug)]
pub struct CompiledTrigger<B> {
    /// The side whose pieces the trigger affects.
    pub player: Color,
    /// The pieces that the trigger affects.
    pub codes: CodeSet,
    /// The squares on which the trigger fires, first as a non-leader and then as a leader of its side.
    pub squares: [B; 2],
    /// The filter of the affected pieces, if it depends on other pieces.
    pub pieces: Option<PieceFilter>,
    /// The condition of the trigger.
    pub when: Option<CompiledCondition<B>>,
    /// True if the trigger can fire only while the side of the piece is in check.
    pub in_check: bool,
    /// True if only the interpreter can decide whether the trigger fires.
    pub unsure: bool,
    /// True if the effect may make attacked royals safe.
    pub saves: bool,
    /// The numbers of pieces without which the trigger cannot fire.
    pub needs: Vec<NumberOfPieces>,
    /// The pieces whose numbers alone decide whether the trigger fires. `None` if it depends on anything else.
    pub counted: Option<Vec<PieceCode>>,
    /// The pieces that the filter looks for beside the affected pieces. `None` if the filter depends on other pieces
    /// in another way, or if additional pieces could make it match less.
    pub beside: Option<CodeSet>,
}

impl<B: Bitboard> CompiledTrigger<B> {
    /// Creates a trigger that only the interpreter can evaluate. It may fire after any move, so the interpreter
    /// carries out every move while the board has a piece that it affects.
    pub fn plain(player: Color) -> CompiledTrigger<B> {
        CompiledTrigger {
            player,
            codes: CodeSet::default(),
            squares: [B::ALL; 2],
            pieces: None,
            when: None,
            in_check: false,
            unsure: true,
            saves: true,
            needs: Vec::new(),
            counted: None,
            beside: None,
        }
    }
}

/// A number of pieces of some types that a condition requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOfPieces {
    pub codes: CodeSet,
    pub is: Compare,
    pub number: u32,
}

/// A piece that is put on the board after every move.
#[derive(Clone, Debug)]
pub struct CompiledPut<B> {
    /// The code of the piece, by side.
    pub codes: [PieceCode; 2],
    /// The squares on which it can be put, by side.
    pub zones: [B; 2],
    /// True if each move adds a piece. Otherwise, the piece on the board moves, if there is one.
    pub more: bool,
}

/// The stage of move generation at which restrictions are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionStage {
    /// The game has no restrictions.
    Never,
    /// Restrictions only forbid losing pieces, so they are applied to moves that were carried out on copies. No other
    /// move loses a piece of its own side.
    Losses,
    /// Restrictions are applied to the otherwise legal moves.
    Last,
    /// Like `Last`, but the only restriction is that a player who can capture must do so, in a game of ordinary turns. To
    /// count moves, the captures alone suffice if there are any.
    Captures,
    /// Restrictions are applied during generation, because an action depends on whether there is another permitted
    /// move.
    Throughout,
}
