//! The pieces that have moved, if the board does not show it.
//!
//! In some games, the field for castling names the files of unmoved pieces, as in other programs: `KQBCDFGkqbcdfg`. In
//! all others, a field names the squares of the pieces that have moved: `moved=c1,f8`.

use super::army::tracked;
use super::reader::{FenReader, Field};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Setup, Square, SquareSet, file_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::delete;
use crate::notation::dialect::DIALECTS;
use crate::notation::shown;
use crate::rules::Variant;

/// Returns the squares of the pieces that the field for castling names by their files while they are unmoved.
pub(super) fn named(variant: &Variant) -> SquareSet {
    if DIALECTS.unmoved.contains(&variant.id) { tracked(variant) } else { SquareSet::EMPTY }
}

/// Returns the letter of the piece that begins on a square: its file, as a capital for White.
fn letter(variant: &Variant, square: Square) -> char {
    let file = file_name(variant.board.cell(square).x).chars().next().unwrap_or_default();
    match variant.at_home(square).map(|piece| piece.color) {
        Some(Color::White) => file.to_ascii_uppercase(),
        _ => file,
    }
}

/// Adds the letters of unmoved pieces that cannot castle to the letters of the castlings. White's come first.
pub(super) fn letters(variant: &Variant, setup: &Setup, castlings: String) -> String {
    let left = variant.castlings.iter().enumerate().filter(|(number, _)| setup.castling >> number & 1 == 1);
    let castling: SquareSet = left.flat_map(|(_, castling)| [castling.king.0, castling.partner.0]).collect();
    let still =
        |square: &Square| setup.piece(*square) == variant.at_home(*square) && !setup.moved.contains(*square);
    let unmoved = (named(variant) & !castling).iter().filter(still);
    let unmoved: String = unmoved.map(|square| letter(variant, square)).collect();
    if unmoved.is_empty() {
        return castlings;
    }
    let (white, black): (Vec<char>, Vec<char>) =
        (castlings + &unmoved).chars().partition(char::is_ascii_uppercase);
    white.into_iter().chain(black).collect()
}

/// Reads the squares of the field.
pub(super) fn read(reader: &mut FenReader, value: Field) {
    reader.names_moved = true;
    for field in value.split(',').filter(|_| value.text != "-") {
        let error = |message| Diagnostic::new(Code::FenMoved, field.span, message);
        match reader.variant.board.square(field.text) {
            None => {
                let problem = error(format!("`{}` is not a square of this board", shown(field.text)));
                let help =
                    "this field names squares with commas between them, as in `moved=a1,b1`, or is `-`";
                reader.problems.push(problem.help(help));
            }
            Some(square) if reader.moved.iter().any(|(other, _)| *other == square) => {
                reader.problems.push(error(format!("{} is repeated", field.text)).help("name it once"));
            }
            Some(square) => reader.moved.push((square, field.span)),
        }
    }
}

/// Reports squares for which the field is not needed: the board shows that the piece has moved, or no rule depends on
/// it.
pub(super) fn check(reader: &mut FenReader) {
    let variant = reader.variant;
    for (square, span) in std::mem::take(&mut reader.moved) {
        let name = variant.board.name(square);
        let error = |message| Diagnostic::new(Code::FenMoved, span, message);
        if !variant.returns.contains(square) {
            let message = format!(
                "the field does not apply to {name}: the board shows whether its piece has moved, or no rule depends on that"
            );
            let help = match variant.returns.is_empty() {
                true => "delete the field: no piece of this game needs it".into(),
                false => {
                    let names: Vec<&str> = variant.returns.iter().map(|s| variant.board.name(s)).collect();
                    delete(format!("delete it: this field can name only {}", names.join(", ")))
                }
            };
            reader.problems.push(error(message).help(help));
        } else if reader.setup.piece(square) != variant.at_home(square) {
            let message = format!("the piece that begins on {name} is not there");
            let problem =
                error(message).help(delete("delete it: a piece on another square has moved in any case"));
            reader.problems.push(problem.label(reader.places[square.index()], format!("{name} is here")));
        } else {
            reader.setup.moved.insert(square);
        }
    }
}

/// Records the pieces that have moved: all pieces of [`tracked`] that the castling field does not name as unmoved and
/// that cannot castle.
pub(super) fn by_letters(reader: &mut FenReader, unmoved: &[(Square, Span)]) {
    let variant = reader.variant;
    let castlings = variant.castlings.iter().enumerate();
    let left = castlings.filter(|(number, _)| reader.setup.castling >> number & 1 == 1);
    let mut still: SquareSet = left.flat_map(|(_, castling)| [castling.king.0, castling.partner.0]).collect();
    for (square, span) in unmoved {
        still.insert(*square);
        if reader.setup.piece(*square) != variant.at_home(*square) {
            let name = variant.board.name(*square);
            let color = variant.at_home(*square).map_or(Color::White, |piece| piece.color).title();
            let message = format!("{color}'s piece has left {name}");
            let problem = Diagnostic::new(Code::FenCastlingPieces, *span, message);
            let place = reader.places[square.index()];
            reader.problems.push(problem.label(place, format!("{name} is here")));
        }
    }
    let gone = tracked(variant) & !still;
    reader.setup.moved |= variant.returned(gone, |square| reader.setup.piece(square));
}
