//! The field for en passant: the squares just passed, `e3` or `d3d4`, and the square of the piece that passed them where the
//! position does not show which piece it is, `d6e5`.

use super::read::{Field, Reader};
use crate::base::diagnostic::Diagnostic;
use crate::base::text::commas;
use crate::base::{Bitboard, Passed, Setup, Square, SquareSet, parse_square_name};
use crate::play::notation::shown;
use crate::rules::Variant;
use crate::rules::interpreter::Interpreter;

pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let Some(Passed { over, by }) = setup.passed else { return String::new() };
    let shows = Interpreter::new(variant).passers(setup, over).only() == Some(by);
    let squares = over.iter().chain((!shows).then_some(by));
    squares.map(|square| variant.board.name(square)).collect()
}

/// Reads the squares of the field. A piece stands on the square that names it; the others are empty.
pub(super) fn read(reader: &mut Reader, field: Field, placed: bool) {
    reader.passing = field.span;
    let mut rest = if field.text == "-" { "" } else { field.text };
    let mut seen = SquareSet::EMPTY;
    while !rest.is_empty() {
        let (name, after) = parse_square_name(rest).unwrap_or((rest, ""));
        let error = |message| Diagnostic::error("fen-en-passant", field.part(name).span, message);
        let Some(square) = reader.variant.board.square(name) else {
            let problem = error(format!("`{}` is not a square of this board", shown(name)));
            let help = "this field names the squares just passed over, or is `-`";
            return reader.problems.push(problem.help(help));
        };
        let (over, by) = reader.passed;
        match reader.setup.piece(square).filter(|_| placed) {
            _ if seen.contains(square) => reader.problems.push(error(format!("{name} is repeated"))),
            Some(piece) if by.is_some() || piece.color == reader.setup.turn => {
                let problem = error(format!("no piece can have passed over {name}, which is occupied"));
                reader.problems.push(problem.label(reader.places[square.index()], "by this piece"));
            }
            Some(_) => reader.passed = (over, Some(square)),
            None => reader.passed = (over | SquareSet::bit(square), by),
        }
        seen.insert(square);
        rest = after;
    }
    if let (SquareSet::EMPTY, Some(square)) = reader.passed {
        let name = reader.variant.board.name(square);
        let message = format!("no piece can have passed over {name}, which is occupied");
        let problem = Diagnostic::error("fen-en-passant", field.span, message)
            .help("name the empty squares that this piece passed as well");
        reader.problems.push(problem.label(reader.places[square.index()], "by this piece"));
    }
}

/// Finds the piece that passed, and complains if there is none or if it is not clear which.
pub(super) fn check(reader: &mut Reader) {
    let (variant, (over, named)) = (reader.variant, reader.passed);
    if over.is_empty() {
        return;
    }
    let passers = Interpreter::new(variant).passers(&reader.setup, over);
    let fits = |by: &Square| passers.stand.contains(*by) || passers.elsewhere;
    let by = named.map_or_else(|| passers.only(), |by| Some(by).filter(fits));
    reader.setup.passed = by.map(|by| Passed { over, by });
    if by.is_some() {
        return;
    }
    let names = |squares: SquareSet| squares.iter().map(|square| variant.board.name(square)).collect();
    let (squares, could): (Vec<&str>, Vec<&str>) = (names(over), names(passers.likely()));
    let squares = commas(&squares);
    let error = |message| Diagnostic::error("fen-en-passant", reader.passing, message);
    let problem = match named {
        None if could.len() > 1 => {
            let help = format!("name its square as well: {}", could.join(" or "));
            error(format!("more than one piece can have passed over {squares} on the last move")).help(help)
        }
        None if passers.elsewhere => {
            let message = format!("the position does not show which piece passed over {squares}");
            error(message).help("name the square on which it stands as well")
        }
        _ => error(format!("no piece can have passed over {squares} on the last move")).help(format!(
            "behind the square must stand a piece of {}'s that came over it by a first move; write `-` if there is none",
            reader.setup.turn.other().title()
        )),
    };
    reader.problems.push(problem);
}
