//! What the names of one game stand for.

use super::notations::Notations;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Board, ByColor, Color, Piece, PieceTypeId, SquareSet};
use crate::lang::statement::{Cursor, Read, Report};
use crate::rules::PieceType;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A name and where it was declared.
#[derive(Clone, Debug)]
pub(super) struct Named<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

/// The names of one game, and where problems with it are collected.
pub(super) struct Scope<'a> {
    pub(super) report: &'a Report,
    pub(super) board: Board,
    pub(super) regions: BTreeMap<String, Named<ByColor<SquareSet>>>,
    /// Pieces and the piece types of their stages, the first stage first.
    pub(super) pieces: BTreeMap<String, Named<Vec<PieceTypeId>>>,
    /// Families and groups: names for several piece types.
    pub(super) groups: BTreeMap<String, Named<Vec<PieceTypeId>>>,
    pub(super) piece_types: Vec<PieceType>,
    /// The pieces that tokens stand for in drawings: White's as declared, Black's in small letters.
    pub(super) tokens: BTreeMap<String, Piece>,
    pub(super) rights: Vec<Named<String>>,
    /// What notations mean, shared by all readings of the file.
    pub(super) notations: Rc<Notations>,
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(board: Board, notations: Rc<Notations>, report: &'a Report) -> Scope<'a> {
        Scope {
            report,
            board,
            regions: BTreeMap::new(),
            pieces: BTreeMap::new(),
            groups: BTreeMap::new(),
            piece_types: Vec::new(),
            tokens: BTreeMap::new(),
            rights: Vec::new(),
            notations,
            used: RefCell::default(),
        }
    }

    /// Notes which pieces a token stands for.
    pub(super) fn know_token(&mut self, token: &str, piece_type: PieceTypeId) {
        self.tokens.insert(token.to_lowercase(), Piece { color: Color::Black, piece_type });
        self.tokens.insert(token.to_string(), Piece { color: Color::White, piece_type });
    }

    /// The piece type with this id.
    pub(super) fn piece_type(&self, id: PieceTypeId) -> Option<&PieceType> {
        self.piece_types.get(id.index())
    }

    /// The ids of all piece types.
    pub(super) fn ids(&self) -> impl Iterator<Item = PieceTypeId> + use<> {
        (0..=u16::MAX).map(PieceTypeId).take(self.piece_types.len())
    }

    /// Notes that something was referred to.
    pub(super) fn mark_used(&self, name: &str) {
        self.used.borrow_mut().insert(name.to_string());
    }

    pub(super) fn is_used(&self, name: &str) -> bool {
        self.used.borrow().contains(name)
    }

    /// The piece types a name stands for: a piece with all its stages, one stage (`piece.stage`), a family or a group.
    pub(super) fn piece_types_named(&self, name: &str) -> Option<Vec<PieceTypeId>> {
        let found = match self.pieces.get(name).or_else(|| self.groups.get(name)) {
            Some(named) => Some(named.value.clone()),
            None => name.split_once('.').and_then(|(piece, stage)| Some(vec![self.stage(piece, stage)?])),
        };
        if found.is_some() {
            self.mark_used(name);
            self.mark_used(name.split_once('.').map_or(name, |(piece, _)| piece));
        }
        found
    }

    /// The piece type of a stage of a piece.
    pub(super) fn stage(&self, piece: &str, stage: &str) -> Option<PieceTypeId> {
        let piece_types = &self.pieces.get(piece)?.value;
        let is_it = |id: &PieceTypeId| self.piece_type(*id)?.stage.as_deref().filter(|own| *own == stage);
        piece_types.iter().copied().find(|id| is_it(id).is_some())
    }

    /// Names that can stand for pieces.
    pub(super) fn names_of_pieces(&self) -> impl Iterator<Item = &str> + Clone {
        self.pieces.keys().chain(self.groups.keys()).map(String::as_str)
    }

    /// Reads the name of a piece, or of a stage, that a piece can become. Inside a piece its own stages come first.
    pub(super) fn one_piece_type(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<PieceTypeId> {
        let Some(word) = cursor.peek_word() else {
            return Err(cursor.expected("the name of a piece or stage"));
        };
        if let Some(piece_type) = inside.and_then(|piece| self.stage(piece, word)) {
            cursor.skip();
            return Ok(piece_type);
        }
        let piece_type = match self.pieces.get(word) {
            Some(piece) => piece.value.first().copied(),
            None => word.split_once('.').and_then(|(piece, stage)| self.stage(piece, stage)),
        };
        if let Some(piece_type) = piece_type {
            self.mark_used(word);
            cursor.skip();
            return Ok(piece_type);
        }
        let stages: Vec<&str> = inside
            .and_then(|piece| self.pieces.get(piece))
            .map(|piece| &piece.value)
            .into_iter()
            .flatten()
            .filter_map(|id| self.piece_type(*id)?.stage.as_deref())
            .collect();
        let names: Vec<&str> = stages.into_iter().chain(self.pieces.keys().map(String::as_str)).collect();
        Err(cursor.unknown("a piece or a stage", names.iter().copied()))
    }

    /// Complains if a name is taken already; `taken` is where.
    pub(super) fn free(taken: Option<Span>, message: String, span: Span) -> Read<()> {
        match taken {
            Some(other) => Err(Diagnostic::error("duplicate-name", span, message).label(other, "the first")),
            None => Ok(()),
        }
    }
}
