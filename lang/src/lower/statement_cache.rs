//! Lowered statements, and their cache.
//!
//! A line is lowered once and cached. Under another value of a switch, the result is the same if the names in the
//! line have the same meanings.

use super::used::Use;
use crate::base::source::{Span, Spanned};
use crate::base::{Board, ByColor, PieceTypeId, SquareSet};
use crate::messages::diagnostic::{Diagnostic, nearest};
use crate::rules::{
    Action, Admission, Arrival, Binding, Border, CaptureHand, CastlingRule, Ending, FenCount, First,
    FollowUp, Immunity, MoveRule, Moves, Origin, OtherName, PieceFilter, Provenance, Remark, Right, Turns,
    Work, Zone,
};
use crate::statement::Statement;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The meaning of a name or a feature that a line uses.
#[derive(PartialEq)]
pub(super) enum Meaning {
    /// The meanings of a name: as a region, as a piece or stage, and as a set of pieces.
    Name(Option<ByColor<SquareSet>>, Option<Vec<PieceTypeId>>, Option<Vec<PieceTypeId>>),
    Right(Option<usize>),
    Feature,
}

/// A lowered statement, with its names resolved.
#[derive(Clone)]
pub(super) enum Clause {
    Nothing,
    Region(Spanned<String>, ByColor<SquareSet>),
    Group(Spanned<String>, Vec<PieceTypeId>),
    Right(Spanned<String>, Right),
    Source(Span, Work),
    About(Vec<String>),
    History(Vec<Remark>),
    Origin(Provenance),
    Note(Remark),
    Also(Vec<OtherName>),
    RegionNames(Spanned<String>, Vec<OtherName>),
    Immune(Immunity),
    Player(MoveRule),
    Follow(FollowUp),
    Castling(CastlingRule),
    Arriving(Arrival),
    Action(Box<Action>),
    First(First, Origin),
    Turn(Turns),
    Clock(PieceFilter, Origin),
    /// True if captured pieces leave the game even though it has hands.
    /// The place, whether captures leave the game, and the hand to which they go otherwise.
    Hands(Span, bool, CaptureHand),
    Fen(FenCount),
    Check(Binding, bool),
    Facing,
    Entry(Admission),
    Border(Border),
    Ending(Span, Ending),
    Moves(Box<Moves>),
    Neutral(bool),
    Points(u32, Origin),
    Value(u32),
    Stays(Zone, Origin),
    Held(PieceTypeId, Origin),
    Stands(Origin),
    /// The program, the letter that it writes, and the place of the letter.
    Written((String, String), Origin),
}

/// A cache of statements that were lowered without an error.
#[derive(Default)]
pub(crate) struct StatementCache(pub(super) RefCell<CachedStatements>);

#[derive(Default)]
pub(super) struct CachedStatements {
    board: Option<Board>,
    pub(super) lines: BTreeMap<Span, Vec<CachedStatement>>,
    /// The tokens nearest to unknown ones, by the unknown token and the tokens of the game.
    tokens: BTreeMap<(String, String), Option<String>>,
}

/// A lowered line. It is valid for the same piece if everything that the line uses still has these meanings.
pub(super) struct CachedStatement {
    pub(super) statement: Statement,
    pub(super) piece: Option<String>,
    pub(super) used: Vec<(Use, Meaning)>,
    pub(super) fact: Clause,
    pub(super) warnings: Vec<Diagnostic>,
}

impl StatementCache {
    /// Clears the cache if it belongs to another board.
    pub(super) fn look_at(&self, board: &Board) {
        let mut known = self.0.borrow_mut();
        if known.board.as_ref() != Some(board) {
            *known = CachedStatements { board: Some(board.clone()), ..CachedStatements::default() };
        }
    }

    /// Returns the token that resembles an unknown one most, which is searched once for all values of switches.
    pub(super) fn nearest_token(&self, token: &str, tokens: &[&str]) -> Option<String> {
        let mut known = self.0.borrow_mut();
        let near = || nearest(token, tokens.iter().copied()).map(str::to_owned);
        known.tokens.entry((token.to_owned(), tokens.join(" "))).or_insert_with(near).clone()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().lines.values().map(Vec::len).sum()
    }
}
