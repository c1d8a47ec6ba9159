//! The parts of a position that a person sets up, and the position as a text made of them.
//!
//! [`PositionParts::new`] divides a position, and [`PositionParts::text`] writes the FEN. The text need not be a valid
//! position: reading it reports the problems.

use super::{piece_writer, placement, square_text, write};
use crate::base::source::Span;
use crate::base::{Color, Piece, Setup};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::{named, shown, tokens};
use crate::rules::Variant;
use serde::Serialize;

/// A position as the parts that a person sets up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionParts {
    /// The pieces on the board.
    pub pieces: Vec<PlacedToken>,
    /// The pieces in hand, as between the brackets of a FEN.
    pub hands: String,
    /// The side to move.
    pub turn: Color,
    /// The other fields of the FEN: castling, en passant, the counts, and the named fields.
    pub rest: String,
}

/// A piece on a square of [`PositionParts`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedToken {
    /// The name of the square.
    pub square: String,
    /// The token of the piece in upper case.
    pub token: String,
    /// `white`, `black`, or `neutral`.
    pub color: String,
}

impl PositionParts {
    /// Divides a position.
    pub fn new(variant: &Variant, setup: &Setup) -> PositionParts {
        let text = write(variant, setup);
        let mut fields = text.splitn(3, ' ');
        let placement = fields.next().unwrap_or_default();
        let hands = placement.split_once('[').map_or("", |(_, held)| held.trim_end_matches(']'));
        let placed = |(square, piece): (_, Piece)| PlacedToken {
            square: variant.board.name(square).to_owned(),
            token: variant.piece_type(piece.piece_type).token.clone(),
            color: named::piece(variant, piece).color_name().to_owned(),
        };
        PositionParts {
            pieces: setup.pieces().map(placed).collect(),
            hands: hands.to_owned(),
            turn: setup.turn,
            rest: fields.nth(1).unwrap_or_default().to_owned(),
        }
    }

    /// Writes the position as a FEN. The cells off the grid among the other fields are replaced by the pieces.
    ///
    /// # Errors
    /// If the board has no such square, or the game no such piece.
    pub fn text(&self, variant: &Variant) -> Result<String, Diagnostic> {
        let (board, piece) = (&variant.board, piece_writer(variant, None));
        let setup = self.setup(variant)?;
        let hands = self.hands.trim();
        let hands = if variant.hands || !hands.is_empty() { format!("[{hands}]") } else { String::new() };
        let cell = |square| format!("{}={}", board.name(square), square_text(&setup, square, &piece));
        let mut cells: Vec<_> = board.extra().collect();
        let mut fields = vec![placement(variant, &setup, &piece) + &hands, self.turn.letter().to_string()];
        for field in self.rest.split_whitespace() {
            let name = field.split_once('=').map(|(name, _)| name);
            let own = cells.iter().position(|square| name == Some(board.name(*square)));
            fields.push(own.map_or_else(|| field.to_owned(), |at| cell(cells.remove(at))));
        }
        fields.extend(cells.into_iter().filter(|square| setup.piece(*square).is_some()).map(cell));
        Ok(fields.join(" "))
    }

    /// Returns a position with these pieces only.
    fn setup(&self, variant: &Variant) -> Result<Setup, Diagnostic> {
        let (mut setup, tokens) = (variant.start(), tokens(variant));
        setup.pieces.fill(None);
        for PlacedToken { square, token, color } in &self.pieces {
            let found = variant.board.square(square);
            let piece = tokens.get(&if color == "black" { token.to_lowercase() } else { token.clone() });
            let (Some(square), Some(piece)) = (found, piece) else {
                let message = format!("there is no `{}` on `{}` in this game", shown(token), shown(square));
                return Err(Diagnostic::new(Code::FenUnknownToken, Span::default(), message));
            };
            setup.pieces[square.index()] = Some(variant.piece_of(piece.color, piece.piece_type));
        }
        Ok(setup)
    }
}
