//! The position editor.

use ferz_core::base::{Color, Piece, Setup, Square};
use ferz_core::rules::Variant;
use ferz_text::notation::{fen, token, tokens};

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

    /// Executes a word that changes the whole position. Returns false for other words.
    pub(super) fn change(&mut self, variant: &Variant, word: &str) -> bool {
        match word {
            "clear" => {
                self.setup.pieces.fill(None);
                self.setup.hands.fill(Default::default());
            }
            "start" => self.setup = variant.start(),
            // The progress of the turn begins anew.
            "turn" => {
                self.setup.turn = self.setup.turn.other();
                self.setup.progress = variant.due_turn(&self.setup);
            }
            _ => return false,
        }
        true
    }

    /// Puts a piece on squares, as in `K e1`, or clears the squares of a line without a piece.
    ///
    /// # Errors
    /// If a word is neither a piece of the game nor one of its squares.
    pub(super) fn put_all(&mut self, variant: &Variant, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace().peekable();
        let square = |word: &str| variant.board.square(&word.to_lowercase());
        self.brush = None;
        if let Some(token) = words.next_if(|word| square(word).is_none())
            && !self.take(variant, token)
        {
            return Err(format!("this game has no piece `{token}`"));
        }
        let named = |word| square(word).ok_or_else(|| format!("the board has no square `{word}`"));
        let squares: Vec<Square> = words.map(named).collect::<Result<_, _>>()?;
        squares.into_iter().for_each(|square| self.setup.set(square, self.brush));
        Ok(())
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
            |at: Square| self.setup.piece(at).is_some() && variant.at_home(at) == self.setup.piece(at);
        for (number, one) in variant.castlings.iter().enumerate() {
            if !stands(one.king.0) || !stands(one.partner.0) {
                setup.castling &= !(1 << number);
            }
        }
        setup.moved = Default::default();
        let text = fen::write(variant, &setup);
        fen::read(variant, &text)
            .map_err(|problems| problems.into_iter().map(|problem| problem.message).collect())
    }
}
