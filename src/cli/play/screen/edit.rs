//! The position editor.

use crate::base::{Color, Piece, Setup, Square};
use crate::notation::{fen, token, tokens};
use crate::rules::Variant;

pub(super) struct PositionEditor {
    pub(super) setup: Setup,
    /// The piece to place on clicked squares. `None` clears them.
    pub(super) brush: Option<Piece>,
}

impl PositionEditor {
    pub(super) fn of(setup: &Setup) -> PositionEditor {
        let setup = Setup { ended: None, passed: Vec::new(), halfmove: 0, ..setup.clone() };
        PositionEditor { setup, brush: None }
    }

    /// Places the selected piece on a square, or removes the piece there.
    pub(super) fn put(&mut self, square: Square) {
        let piece = self.brush.filter(|piece| self.setup.piece(square) != Some(*piece));
        self.setup.set(square, piece);
    }

    /// Selects the piece with this token. Returns false if there is none.
    pub(super) fn take(&mut self, variant: &Variant, text: &str) -> bool {
        let bare = text.trim_matches(['{', '}']);
        let found = tokens(variant).get(bare).copied();
        self.brush = found.or(self.brush);
        found.is_some()
    }

    pub(super) fn clear(&mut self) {
        self.setup.pieces.fill(None);
        self.setup.hands.fill(Default::default());
    }

    /// Changes the side to move, and resets the progress of its turn.
    pub(super) fn turn(&mut self, variant: &Variant) {
        self.setup.turn = self.setup.turn.other();
        self.setup.progress = variant.due_turn(&self.setup);
    }

    /// Returns the pieces to select from, with their tokens.
    pub(super) fn palette(variant: &Variant) -> Vec<(String, Piece)> {
        let of = |color| {
            let all = variant.piece_type_ids().filter(move |(_, own)| !own.neutral || color == Color::White);
            all.map(move |(piece_type, _)| Piece { color, piece_type })
        };
        Color::ALL.into_iter().flat_map(of).map(|piece| (token(variant, piece), piece)).collect()
    }

    /// Returns the position if the rules accept it, or the reasons why they do not.
    pub(super) fn done(&self, variant: &Variant) -> Result<Setup, Vec<String>> {
        let mut setup = self.setup.clone();
        let stands =
            |at: (Square, Square), piece: Option<Piece>| piece.is_some() && variant.at_home(at.0) == piece;
        let open =
            variant.castlings.iter().enumerate().filter(|(_, one)| {
                [one.king, one.partner].into_iter().all(|at| stands(at, setup.piece(at.0)))
            });
        let open: u128 = open.fold(0, |bits, (number, _)| bits | 1 << number);
        setup.castling &= open;
        setup.moved = Default::default();
        let text = fen::write(variant, &setup);
        fen::read(variant, &text)
            .map_err(|problems| problems.into_iter().map(|problem| problem.message).collect())
    }
}
