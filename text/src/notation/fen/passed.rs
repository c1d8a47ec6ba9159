//! The field for en passant: the squares just passed over, such as `e3` or `d3d4`.
//!
//! The square of the piece follows if the position does not show which piece passed over them, as in `d6e5`. If turns
//! have several moves, every piece is named: `d3d4,f3f4`. [`read`] collects the squares, and [`check`] later finds
//! the pieces, after the whole position is known.

use super::reader::{FenReader, Field, Passage};
use crate::base::{Bitboard, Passed, Setup, Square, SquareSet, parse_square_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::commas;
use crate::notation::shown;
use crate::rules::Variant;
use crate::rules::interpreter::Interpreter;

pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let shows = |over: SquareSet, by: Square| {
        variant.turns.is_none()
            && Interpreter::new(variant).passers(setup, over, setup.turn.other()).only() == Some(by)
    };
    let written = |Passed { over, by }: &Passed| -> String {
        let squares = over.iter().chain((!shows(*over, *by)).then_some(*by));
        squares.map(|square| variant.board.name(square)).collect()
    };
    setup.passed.iter().map(written).collect::<Vec<_>>().join(",")
}

/// Reads the squares of the field. If `placed` is true, an occupied square names the piece, and the empty squares are
/// the squares that it passed over.
pub(super) fn read(reader: &mut FenReader, field: Field, placed: bool) {
    reader.passing = field.span;
    if field.text == "-" {
        return;
    }
    let mut seen = SquareSet::EMPTY;
    for part in field.split(',') {
        if !read_passage(reader, part, placed, &mut seen) {
            return;
        }
    }
}

/// Reads the squares of one piece. Returns false if they cannot be read.
fn read_passage(reader: &mut FenReader, field: Field, placed: bool, seen: &mut SquareSet) -> bool {
    let mut passage = Passage { over: SquareSet::EMPTY, by: None, span: field.span };
    let mut rest = field.text;
    loop {
        let (name, after) = parse_square_name(rest).unwrap_or((rest, ""));
        let error = |message| Diagnostic::new(Code::FenEnPassant, field.part(name).span, message);
        let Some(square) = reader.variant.board.square(name) else {
            let problem = error(format!("`{}` is not a square of this board", shown(name)));
            let help = "this field names the squares just passed over, or is `-`";
            reader.problems.push(problem.help(help));
            return false;
        };
        match reader.setup.piece(square).filter(|_| placed) {
            _ if seen.contains(square) => reader.problems.push(error(format!("{name} is repeated"))),
            // In a turn of several moves, the player to move may have passed over squares as well.
            Some(piece)
                if passage.by.is_some()
                    || piece.color == reader.setup.turn && reader.variant.turns.is_none() =>
            {
                let problem = error(format!("no piece can have passed over {name}, which is occupied"));
                reader.problems.push(problem.label(reader.places[square.index()], "by this piece"));
            }
            Some(_) => passage.by = Some(square),
            None => passage.over.insert(square),
        }
        seen.insert(square);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    if let (SquareSet::EMPTY, Some(square)) = (passage.over, passage.by) {
        let name = reader.variant.board.name(square);
        let message = format!("no piece can have passed over {name}, which is occupied");
        let problem = Diagnostic::new(Code::FenEnPassant, field.span, message)
            .help("also name the empty squares that this piece passed");
        reader.problems.push(problem.label(reader.places[square.index()], "by this piece"));
    }
    reader.passed.push(passage);
    true
}

/// Finds the pieces that passed over the squares. Reports an error if no piece can have passed, or if several can.
pub(super) fn check(reader: &mut FenReader) {
    for Passage { over, by, span } in std::mem::take(&mut reader.passed) {
        if over.is_empty() {
            continue;
        }
        match passer(reader, over, by) {
            Ok(by) => reader.setup.passed.push(Passed { over, by }),
            Err((message, help)) => {
                let problem = Diagnostic::new(Code::FenEnPassant, span, message);
                reader.problems.push(problem.help(help));
            }
        }
    }
    let several = reader.setup.passed.len() > 1 && reader.variant.turns.is_none();
    if let Some(passed) = reader.setup.passed.last().filter(|_| several) {
        let name = reader.variant.board.name(passed.by);
        let message =
            format!("only one piece can have passed squares on the last move, but {name} names a second one");
        let problem = Diagnostic::new(Code::FenEnPassant, reader.passing, message);
        reader
            .problems
            .push(problem.help("a comma separates pieces only in games with several moves in a turn"));
    }
}

/// Returns the square of the piece that passed over these squares. The error is a message and a help text.
fn passer(reader: &FenReader, over: SquareSet, named: Option<Square>) -> Result<Square, (String, String)> {
    let (variant, setup) = (reader.variant, &reader.setup);
    let side = named.and_then(|square| setup.piece(square)).map_or(setup.turn.other(), |piece| piece.color);
    let passers = Interpreter::new(variant).passers(setup, over, side);
    let fits = |by: &Square| passers.stand.contains(*by) || passers.elsewhere;
    if let Some(by) = named.map_or_else(|| passers.only(), |by| Some(by).filter(fits)) {
        return Ok(by);
    }
    let names = |squares: SquareSet| squares.iter().map(|square| variant.board.name(square)).collect();
    let (squares, could): (Vec<&str>, Vec<&str>) = (names(over), names(passers.likely()));
    let squares = commas(&squares);
    Err(match named {
        None if could.len() > 1 => (
            format!("more than one piece can have passed over {squares} on the last move"),
            format!("also name its square: {}", could.join(" or ")),
        ),
        None if passers.elsewhere => (
            format!("the position does not show which piece passed over {squares}"),
            "also name its square".to_owned(),
        ),
        _ => (
            format!("no piece can have passed over {squares} on the last move"),
            format!(
                "a piece of {}'s that passed the square with its first move must stand beyond it; write `-` if there is none",
                side.title()
            ),
        ),
    })
}
