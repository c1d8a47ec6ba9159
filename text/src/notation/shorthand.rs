//! Shorthands such as `Nf3` or `exd5`, which name a piece and a target but not the whole origin of a move.

use super::san::UNWRITTEN;
use crate::base::{Move, Piece, PieceTypeId, Setup, Square};
use crate::rules::Variant;

/// The parts of a shorthand.
pub(super) struct Shorthand<'t> {
    /// The token of the piece as the game writes it, if the text names one.
    pub(super) token: Option<String>,
    /// The file, the rank, or both of the origin, or an empty text.
    pub(super) from: &'t str,
    pub(super) to: Square,
    /// The text after the target.
    pub(super) tail: &'t str,
}

impl<'t> Shorthand<'t> {
    /// Parses a text. Returns `None` if it is not a shorthand, for example because it names both squares. The letter
    /// case of the piece is ignored if the text has no other meaning.
    pub(super) fn parse(variant: &Variant, text: &'t str) -> Option<Shorthand<'t>> {
        let names = |square| variant.board.name(square);
        let has_place = |from: &str| {
            let mut squares = variant.board.squares().map(names);
            squares.any(|name| name.starts_with(from) || name.ends_with(from))
        };
        let exact = Shorthand::parse_as(variant, text, |text, token| text.starts_with(token));
        let is_sure = |short: &Shorthand| short.token.is_some() || has_place(short.from);
        exact.filter(is_sure).or_else(|| {
            Shorthand::parse_as(variant, text, |text, token| {
                text.get(..token.len()).is_some_and(|start| start.eq_ignore_ascii_case(token))
            })
        })
    }

    fn parse_as(
        variant: &Variant,
        text: &'t str,
        begins: impl Fn(&str, &str) -> bool,
    ) -> Option<Shorthand<'t>> {
        // The number before a move and the annotations after it are ignored.
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim();
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (text, tail) = text.split_at(text.find('=').unwrap_or(text.len()));
        let mut starts = text.char_indices().map(|(at, _)| text.split_at(at));
        let (before, to) = starts.find_map(|(before, name)| Some((before, variant.board.square(name)?)))?;
        // The token of the piece is optional. The file, the rank, or both of the origin can follow it.
        let before = before.trim_end_matches(['x', '-', ':', ' ']);
        let tokens = variant.piece_types.iter().map(|piece_type| &piece_type.token);
        let token = tokens.filter(|token| begins(before, token)).max_by_key(|token| token.len());
        let from = before.get(token.map_or(0, String::len)..)?.trim_start();
        let names_place =
            from.len() <= 3 && from.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        let is_whole = token.is_none() && variant.board.square(from).is_some();
        (names_place && !is_whole).then(|| Shorthand { token: token.cloned(), from, to, tail })
    }

    /// Returns the type of the piece that the text names or omits.
    pub(super) fn piece_type(&self, variant: &Variant) -> Option<PieceTypeId> {
        let token = self.token.as_deref().unwrap_or(UNWRITTEN);
        variant.piece_type_ids().find(|(_, piece_type)| piece_type.token == token).map(|(id, _)| id)
    }

    /// Returns the squares of the pieces of the side to move that the text can stand for.
    pub(super) fn origins(&self, variant: &Variant, setup: &Setup) -> Vec<Square> {
        let is_it = |(square, own): &(Square, Piece)| {
            own.color == setup.turn
                && Some(own.piece_type) == self.piece_type(variant)
                && self.is_at(variant, *square)
        };
        setup.pieces().filter(is_it).map(|(square, _)| square).collect()
    }

    fn is_at(&self, variant: &Variant, square: Square) -> bool {
        let name = variant.board.name(square);
        name.starts_with(self.from) || name.ends_with(self.from)
    }

    /// Returns the legal moves for which the text can stand.
    pub(super) fn moves<'m>(&self, variant: &Variant, setup: &Setup, legal: &'m [Move]) -> Vec<&'m Move> {
        let admits = |mv: &&Move| {
            let Some(start) = mv.from.filter(|_| mv.to == Some(self.to)) else { return false };
            let piece_type = setup.piece(start).map(|piece| variant.piece_type(piece.piece_type));
            let is_named = |token: &String| piece_type.is_some_and(|piece_type| piece_type.token == *token);
            self.is_at(variant, start) && self.token.as_ref().is_none_or(is_named)
        };
        legal.iter().filter(admits).collect()
    }
}

/// Returns the capital letter with which a text begins if it would be a shorthand for a piece with this token, but the
/// game has no such piece.
pub(super) fn unknown_token(variant: &Variant, text: &str) -> Option<char> {
    let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
    let mut tokens = variant.piece_types.iter().map(|piece_type| &piece_type.token);
    let is_known = tokens.any(|token| token.starts_with(letter));
    let is_short = |rest: &str| Shorthand::parse(variant, rest).is_some_and(|short| short.token.is_none());
    (!is_known && is_short(text.get(1..)?)).then_some(letter)
}
