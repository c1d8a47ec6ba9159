//! The field for the pieces that the last move captured: `captured=b:Nd4` stands for a knight on d4 that a bishop has
//! captured.

use super::reader::{FenReader, Field};
use crate::base::{LastCapture, Piece, Setup, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::shown;
use crate::rules::interpreter::Interpreter;
use crate::rules::{Consequence, PieceType, Variant};

/// Writes the field. Returns `None` if the last move captured nothing on which a rule depends.
pub(super) fn write(variant: &Variant, setup: &Setup, piece: impl Fn(Piece) -> String) -> Option<String> {
    let LastCapture { by, taken } = setup.captured.as_ref()?;
    let by = by.map_or(String::new(), |by| piece(by) + ":");
    let taken = taken.iter().map(|(square, taken)| piece(*taken) + variant.board.name(*square));
    Some(by + &taken.collect::<Vec<String>>().join(","))
}

/// Reads the field and records the captures on which a rule depends.
pub(super) fn read(reader: &mut FenReader, value: Field) {
    let (by, taken) = match value.text.split_once(':') {
        Some((by, taken)) => (Some(value.part(by)), value.part(taken)),
        None => (None, value),
    };
    let by = by.and_then(|by| reader.piece(bare(by.text), by.span));
    let mut all = Vec::new();
    for field in taken.split(',').filter(|_| value.text != "-") {
        let Some((token, square)) = divided(reader.variant, field.text) else {
            let message = format!("`{}` is not a piece with a square of this board", shown(field.text));
            let help = "name the captured pieces with their squares, after the piece that captured them, as in `captured=b:Nd4,Pe5`";
            reader.problems.push(Diagnostic::new(Code::FenCaptured, field.span, message).help(help));
            continue;
        };
        all.extend(reader.piece(bare(token), field.span).map(|piece| (square, piece)));
    }
    let captured = LastCapture { by, taken: all };
    let taken = Interpreter::new(reader.variant).asked_captures(&reader.setup, &captured);
    reader.setup.captured = (!taken.is_empty()).then_some(LastCapture { by, taken });
}

/// Returns the square of the captured piece if a position can name it in the field for hands, and what [`on`] reads from
/// the square has the same meaning in the rules.
pub(super) fn square(variant: &Variant, setup: &Setup) -> Option<Square> {
    let captured = setup.captured.as_ref()?;
    let [(square, _)] = captured.taken.as_slice() else { return None };
    let same = on(variant, setup, *square)?;
    let rules = Interpreter::new(variant);
    (rules.answers_about(setup, captured) == rules.answers_about(setup, &same)).then_some(*square)
}

/// Returns a capture on a square on which a rule depends, if there can be one: the piece that stands there, or one that
/// can have become it, has captured a piece of the side to move.
pub(super) fn on(variant: &Variant, setup: &Setup, square: Square) -> Option<LastCapture> {
    let stands = setup.piece(square).filter(|piece| piece.color != setup.turn)?;
    let becomes = |own: &PieceType| {
        let mut then = own.arrivals.iter().flat_map(|arrival| &arrival.then).flat_map(Consequence::becomes);
        then.any(|id| *id == stands.piece_type)
    };
    let earlier = variant.piece_type_ids().filter(|(_, own)| becomes(own));
    let by = std::iter::once(stands).chain(earlier.map(|(id, _)| Piece { piece_type: id, ..stands }));
    let rules = Interpreter::new(variant);
    by.map(Some).find_map(|by| {
        let all = variant.piece_type_ids().map(|(piece_type, _)| Piece { color: setup.turn, piece_type });
        // Pieces of the start position are more usual than those that others become.
        let begins = |own: &Piece| variant.setup.iter().any(|(_, piece)| piece.piece_type == own.piece_type);
        let (usual, others): (Vec<Piece>, Vec<Piece>) = all.partition(begins);
        let one = |piece| LastCapture { by, taken: vec![(square, piece)] };
        usual
            .into_iter()
            .chain(others)
            .map(one)
            .find(|captured| !rules.asked_captures(setup, captured).is_empty())
    })
}

/// Divides a text into the token of a piece and the name of a square.
fn divided<'t>(variant: &Variant, text: &'t str) -> Option<(&'t str, Square)> {
    let places = text.char_indices().map(|(at, _)| at).skip(1);
    places.map(|at| text.split_at(at)).find_map(|(token, name)| Some((token, variant.board.square(name)?)))
}

/// Returns a token without its braces.
fn bare(token: &str) -> &str {
    token.strip_prefix('{').and_then(|token| token.strip_suffix('}')).unwrap_or(token)
}
