//! The notation of positions for programs that support only a rectangle with one letter for each piece.

use super::Codec;
use crate::base::{Color, Piece, PieceTypeId, Setup, Square};
use crate::notation::fen;
use crate::rules::{Castling, Variant};

impl Codec {
    /// Writes a position as FEN.
    pub fn fen(&self, variant: &Variant, setup: &Setup) -> String {
        let placement = self.rows(variant, "*", |square| setup.piece(square).map(|piece| self.piece(piece)));
        let castlings = fen::castlings(variant, setup);
        let castlings = if castlings.is_empty() { "-" } else { castlings.as_str() };
        let hand = if variant.hands { format!("[{}]", self.hand(setup)) } else { String::new() };
        let Setup { turn, halfmove, fullmove, .. } = setup;
        format!("{placement}{hand} {} {castlings} - {halfmove} {fullmove}", turn.letter())
    }

    /// Writes the board by ranks from the top. The function `of` returns the text of a square, and runs of squares
    /// without text become numbers. The text `hole` stands for a place of the rectangle that is not a square.
    pub fn rows(&self, variant: &Variant, hole: &str, of: impl Fn(Square) -> Option<String>) -> String {
        let rank = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for x in self.corner.0..self.corner.0 + self.width {
                let square = variant.board.at(x, y);
                let Some(own) =
                    square.map_or_else(|| Some(hole.to_owned()), &of).filter(|own| !own.is_empty())
                else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
                text += &own;
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let ranks = (self.corner.1..self.corner.1 + self.height).rev().map(rank);
        ranks.collect::<Vec<_>>().join("/")
    }

    fn hand(&self, setup: &Setup) -> String {
        let held = |color: Color| {
            let hands = (0..).map(PieceTypeId).zip(&setup.hands);
            hands.map(move |(piece_type, held)| {
                self.piece(Piece { color, piece_type }).repeat(usize::from(*held.get(color)))
            })
        };
        Color::ALL.into_iter().flat_map(held).collect()
    }

    /// Reads a FEN in this dialect. Returns `None` if it does not fit the board.
    pub fn position(&self, variant: &Variant, fen: &str) -> Option<Setup> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next()?;
        let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let mut setup = variant.empty();
        for (row, text) in board.split('/').enumerate() {
            let y = self.corner.1 + self.height - 1 - i32::try_from(row).ok()?;
            let mut x = self.corner.0;
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                if let Ok(run) = digits.parse::<i32>() {
                    x = x.checked_add(run)?;
                    rest = &rest[digits.len()..];
                } else if first == '*' {
                    x += 1;
                    rest = &rest[1..];
                } else {
                    let (piece, length) = self.named(rest)?;
                    setup.set(variant.board.at(x, y)?, Some(piece));
                    x += 1;
                    rest = &rest[length..];
                }
            }
        }
        let turn = fields.next().unwrap_or("w");
        setup.turn = if turn == "b" { Color::Black } else { Color::White };
        self.take_in_hand(&mut setup, hand.trim_end_matches(']'))?;
        let letters = fields.next().unwrap_or("-");
        let stands = |castling: &Castling| {
            castling.stand().iter().all(|(square, piece)| setup.piece(*square) == Some(*piece))
        };
        let castlings_of = |letter: char| {
            let castling = &variant.castlings[fen::castling_meant(variant, stands, letter)?];
            let same =
                variant.castlings.iter().enumerate().filter(|(_, other)| other.stand() == castling.stand());
            stands(castling).then(|| same.fold(0, |bits, (number, _)| bits | 1 << number))
        };
        let castling = letters.chars().filter_map(castlings_of).fold(0, |all, bits| all | bits);
        setup.castling = castling;
        let passed = fields.next().unwrap_or("-");
        let mut number =
            |least: u32| fields.next().and_then(|text| text.parse().ok()).unwrap_or(0).max(least);
        (setup.halfmove, setup.fullmove) = (number(0), number(1));
        Some(self.passed(variant, &setup, passed).unwrap_or(setup))
    }

    /// Returns the position after a piece has passed over a square.
    fn passed(&self, variant: &Variant, setup: &Setup, square: &str) -> Option<Setup> {
        let passed = variant.board.squares().find(|own| self.square(variant, *own) == square)?;
        let text = fen::write(variant, setup);
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        *fields.get_mut(3)? = variant.board.name(passed);
        fen::read_as(variant, &fields.join(" "), true).ok()
    }

    /// Reads the pieces in hand. A number can precede a piece, as in `2Pb`.
    fn take_in_hand(&self, setup: &mut Setup, text: &str) -> Option<()> {
        let mut rest = text.trim_end_matches('-');
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = if digits > 0 { rest[..digits].parse().ok()? } else { 1_u8 };
            let (piece, length) = self.named(&rest[digits..])?;
            let held = setup.hands.get_mut(piece.piece_type.index())?.get_mut(piece.color);
            *held = held.saturating_add(count);
            rest = &rest[digits + length..];
        }
        Some(())
    }

    /// Returns the piece with which a text begins, and the length of its token. The longest token has priority.
    fn named(&self, text: &str) -> Option<(Piece, usize)> {
        let all = (0..).map(PieceTypeId).zip(&self.letters);
        let names = all.flat_map(|(piece_type, letter)| {
            [(Color::White, letter.clone()), (Color::Black, letter.to_lowercase())]
                .map(|(color, name)| (Piece { color, piece_type }, name))
        });
        let fitting = names.filter(|(_, name)| text.starts_with(name.as_str()));
        fitting.max_by_key(|(_, name)| name.len()).map(|(piece, name)| (piece, name.len()))
    }
}
