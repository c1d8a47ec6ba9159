//! The methods of `Board` that answer questions about a position, named as in python-chess.

use crate::board::{Board, color};
use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use std::collections::BTreeSet;

#[pymethods]
impl Board {
    /// Returns the names of the squares from which pieces of `color` attack a square. Pins are ignored.
    fn attackers(&self, color: bool, square: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.game.attackers(self::color(color), self.square(square)?)))
    }

    /// Returns true if a piece of `color` attacks a square.
    fn is_attacked_by(&self, color: bool, square: &str) -> PyResult<bool> {
        Ok(self.game.is_attacked(self::color(color), self.square(square)?))
    }

    /// Returns the names of the squares that the piece on a square attacks. The list is empty for an empty square.
    fn attacks(&self, square: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.game.attacks(self.square(square)?)))
    }

    /// Returns the names of the squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.names(self.game.checkers())
    }

    /// Returns true if a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.game.gives_check(self.resolve(py, r#move)?))
    }

    /// Returns the pins of a side, each as the squares of the pinned piece, of the royal that it shields, and of the
    /// piece that pins it.
    fn pins(&self, color: bool) -> Vec<(String, String, String)> {
        let name = |square| self.rules.rules.square_name(square).to_owned();
        let pins = self.game.pins(self::color(color)).into_iter();
        pins.map(|pin| (name(pin.square), name(pin.royal), name(pin.by))).collect()
    }

    /// Returns true if the piece of `color` on a square shields a royal of its side from an attack.
    fn is_pinned(&self, color: bool, square: &str) -> PyResult<bool> {
        let square = self.square(square)?;
        Ok(self.game.pins(self::color(color)).iter().any(|pin| pin.square == square))
    }

    /// The number of plies since the last move that reset the halfmove clock.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.game.halfmove_clock()
    }

    /// The number of the move, which starts at 1 and grows after each turn of Black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game.fullmove_number()
    }

    /// Returns true if checkmate has ended the game.
    fn is_checkmate(&self) -> bool {
        self.game.is_checkmate()
    }

    /// Returns true if stalemate has ended the game.
    fn is_stalemate(&self) -> bool {
        self.game.is_stalemate()
    }

    /// Returns true if the position has occurred at least `count` times in this game.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: u32) -> bool {
        self.game.occurrences() >= count
    }

    /// Returns true if the player to move may claim a draw now.
    fn can_claim_draw(&self) -> bool {
        self.game.claims().iter().any(|claim| claim.winner.is_none())
    }

    /// Returns true if the player to move may claim a draw by the rule `fifty-moves`.
    fn can_claim_fifty_moves(&self) -> bool {
        self.offers("fifty-moves")
    }

    /// Returns true if the player to move may claim a draw by the rule `repetition`.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.offers("repetition")
    }

    /// Returns true if the rule `fivefold-repetition` has ended the game.
    fn is_fivefold_repetition(&self) -> bool {
        self.ended_by("fivefold-repetition")
    }

    /// Returns true if the rule `seventy-five-moves` has ended the game.
    fn is_seventyfive_moves(&self) -> bool {
        self.ended_by("seventy-five-moves")
    }

    /// Returns true if the game has ended because no side can win with the pieces that are left: by the rule
    /// `dead-position` or `same-bishops`.
    fn is_insufficient_material(&self) -> bool {
        self.ended_by("dead-position") || self.ended_by("same-bishops")
    }

    /// Returns true if the position is valid under the rules. A board that was created with `lenient` may not be.
    fn is_valid(&self) -> bool {
        self.rules.rules.from_fen(&self.game.fen()).is_ok()
    }

    /// The name of the square on which a piece can be captured en passant, or `None`. If there are several, the first
    /// one is returned.
    #[getter]
    fn ep_square(&self) -> Option<String> {
        self.names(self.game.passed_squares()).into_iter().next()
    }

    /// Returns true if a legal move captures en passant.
    fn has_legal_en_passant(&self) -> bool {
        self.game.legal_moves().any(|mv| self.game.is_en_passant(mv))
    }

    /// Returns true if a legal move castles.
    fn is_castling(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.game.is_castling(self.resolve(py, r#move)?))
    }

    /// Returns true if a legal move castles toward the last file.
    fn is_kingside_castling(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.castles(py, r#move)? == Some(true))
    }

    /// Returns true if a legal move castles toward the first file.
    fn is_queenside_castling(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.castles(py, r#move)? == Some(false))
    }

    /// Returns true if a side still has the right to castle.
    fn has_castling_rights(&self, color: bool) -> bool {
        !self.game.castlings(self::color(color)).is_empty()
    }

    /// Returns true if a side still has the right to castle toward the last file.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.castles_toward(color, true)
    }

    /// Returns true if a side still has the right to castle toward the first file.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.castles_toward(color, false)
    }

    /// Returns true if a legal move captures en passant.
    fn is_en_passant(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.game.is_en_passant(self.resolve(py, r#move)?))
    }

    /// Returns true if a legal move resets the halfmove clock.
    fn is_zeroing(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.game.resets_clock(self.resolve(py, r#move)?))
    }

    /// Returns the legal moves that capture.
    fn generate_legal_captures(&self) -> Vec<Move> {
        let captures = self.game.legal_moves().filter(|mv| !self.game.captures(*mv).is_empty());
        captures.map(|mv| self.object(mv)).collect()
    }

    /// Returns the names of the squares of all pieces of `color` with a token, such as `N`.
    fn pieces(&self, piece_type: &str, color: bool) -> Vec<String> {
        self.squares_of(|piece| piece.token == piece_type && piece.color == self::color(color))
    }

    /// The occupied squares as the bits of a number. Bit n is the square n of `rules.squares`.
    #[getter]
    fn occupied<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask(py, |_| true)
    }

    /// The squares that each side occupies as the bits of a number: first those of Black, then those of White, so a
    /// color is the index.
    #[getter]
    fn occupied_co<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let of = |color| self.mask(py, |piece| piece.color == color);
        Ok((of(ferz::Color::Black)?, of(ferz::Color::White)?))
    }

    /// Returns the squares of all pieces with a token, such as `N`, as the bits of a number. Without a color, returns
    /// those of both sides.
    #[pyo3(signature = (piece_type, color=None))]
    fn pieces_mask<'py>(
        &self,
        py: Python<'py>,
        piece_type: &str,
        color: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let color = color.map(self::color);
        self.mask(py, |piece| piece.token == piece_type && color.is_none_or(|color| piece.color == color))
    }

    /// Returns the name of the square of the only royal of `color`, or `None` if it has none or several.
    fn king(&self, color: bool) -> Option<String> {
        let royals = self.names(self.game.royals(self::color(color)));
        <[String; 1]>::try_from(royals).ok().map(|[king]| king)
    }

    /// Returns the color of the piece on a square, or `None` if the square is empty.
    fn color_at(&self, square: &str) -> PyResult<Option<bool>> {
        let piece = self.game.piece(self.square(square)?);
        Ok(piece.map(|piece| piece.color == ferz::Color::White))
    }

    /// Returns the token of the piece on a square, or `None` if the square is empty.
    fn piece_type_at(&self, square: &str) -> PyResult<Option<String>> {
        Ok(self.game.piece(self.square(square)?).map(|piece| piece.token.to_owned()))
    }

    /// Returns sentences about what the board does not show, such as checks, pins, and the remaining rights.
    fn standing(&self) -> Vec<String> {
        self.game.standing().into_iter().map(|reason| reason.text).collect()
    }
}

impl Board {
    /// Returns true if a move castles toward the last file, false if it castles toward the first file, and `None` if it
    /// does not castle.
    fn castles(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        let mv = self.resolve(py, mv)?;
        let text = self.game.san(mv);
        let castles =
            self.game.is_castling(mv).then(|| text.starts_with("O-O") && !text.starts_with("O-O-O"));
        Ok(castles)
    }

    fn offers(&self, rule: &str) -> bool {
        self.game.claims().iter().any(|claim| claim.reason == rule)
    }

    fn ended_by(&self, rule: &str) -> bool {
        self.game.outcome().is_some_and(|outcome| outcome.reason == rule)
    }

    fn castles_toward(&self, color: bool, last: bool) -> bool {
        let file = |square| self.rules.rules.file_and_rank(square).map(|(file, _)| file);
        let castlings = self.game.castlings(self::color(color));
        castlings.into_iter().any(|(king, partner)| (file(partner) > file(king)) == last)
    }

    fn mask<'py>(
        &self,
        py: Python<'py>,
        is_it: impl Fn(&ferz::Piece<'_>) -> bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut bytes = Vec::new();
        for (place, square) in self.rules.rules.squares().enumerate() {
            bytes.resize(place / 8 + 1, 0_u8);
            if self.game.piece(square).is_some_and(|piece| is_it(&piece)) {
                bytes[place / 8] |= 1 << (place % 8);
            }
        }
        py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))
    }

    fn squares_of(&self, is_it: impl Fn(&ferz::Piece<'_>) -> bool) -> Vec<String> {
        let squares: BTreeSet<ferz::Square> = self
            .rules
            .rules
            .squares()
            .filter(|square| self.game.piece(*square).is_some_and(|piece| is_it(&piece)))
            .collect();
        self.names(squares)
    }
}
