//! SFEN, the positions of shogi programs: the ranks, the side to move, the hands, and the number of the next ply.
//!
//! A text in the form of SFEN is read as such in a style with a field for hands. After the word `sfen`, any text is:
//! [`is_told_sfen`](super::line::is_told_sfen) finds the word, and [`read`] reads the text in no other form. A game with castling has no SFEN.

use super::read_in;
use super::reader::{FenReader, Field};
use super::style::FenStyle;
use super::{captured, placement};
use crate::base::{Setup, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::dialect::{Codec, Dialect, Hands};
use crate::notation::shown;
use crate::rules::Variant;

/// Reads a position as SFEN, in the first dialect of shogi programs that fits.
pub(super) fn read(variant: &Variant, text: &str, lenient: bool) -> Result<Setup, Vec<Diagnostic>> {
    let dialects = Dialect::all().iter().filter(|dialect| dialect.hands == Hands::Field);
    let mut first = None;
    for dialect in dialects {
        let style = FenStyle::in_dialect(variant, Codec::new(variant, dialect));
        match read_in(variant, text, lenient, Some(&style)) {
            Ok(setup) => return Ok(setup),
            Err(problems) => first = first.or(Some(problems)),
        }
    }
    Err(first.unwrap_or_default())
}

impl FenReader<'_> {
    /// Reads the fields of SFEN after the ranks. The number of the next ply counts from 1.
    pub(super) fn sfen(&mut self, fields: &[Field]) {
        if let Some(bracket) =
            fields.first().and_then(|ranks| Some(ranks.part(&ranks.text[ranks.text.find('[')?..])))
        {
            let problem =
                Diagnostic::new(Code::FenHand, bracket.span, "the ranks of SFEN have no hands after them");
            self.problems.push(problem.help("the hands follow the side to move, as in `b 2Pb 1`"));
        }
        for (at, field) in fields.iter().enumerate().skip(1) {
            match at {
                1 => self.sfen_side(*field),
                2 => self.sfen_hands(*field),
                3 => {
                    let plies = self.number(*field, "the number of the ply in SFEN", 1);
                    self.setup.fullmove = plies.saturating_sub(1) / 2 + 1;
                }
                _ => {
                    let message = format!("`{}` is one field too many for SFEN", shown(field.text));
                    let help =
                        "its fields are the ranks, the side to move, the hands, and the number of the ply";
                    self.problems
                        .push(Diagnostic::new(Code::FenSurplusField, field.span, message).help(help));
                    return;
                }
            }
        }
    }

    fn sfen_side(&mut self, field: Field) {
        match self.style.and_then(|style| style.side_of(field.text, true)) {
            Some(color) => self.setup.turn = color,
            None => {
                let message = format!("the side to move in SFEN is `b` or `w`, not `{}`", shown(field.text));
                self.problems.push(Diagnostic::new(Code::FenSide, field.span, message));
            }
        }
    }

    /// Returns the square of the last capture, if the style names it in the field for hands.
    fn capture_field(&self, field: Field) -> Option<Square> {
        let style = self.style.filter(|style| style.names_capture())?;
        let mut squares = self.variant.board.squares();
        squares.find(|square| style.codec.square(self.variant, *square) == field.text)
    }

    fn sfen_hands(&mut self, field: Field) {
        if field.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("the hands of SFEN are pieces or `-`, not `{}`", shown(field.text));
            let problem = Diagnostic::new(Code::FenHand, field.span, message);
            self.problems.push(problem.help("the number of the ply follows them, as in `b - 1`"));
        } else if let Some(square) = self.capture_field(field) {
            self.setup.captured = captured::on(self.variant, &self.setup, square);
        } else if field.text != "-" {
            placement::held(self, field);
        }
    }
}
