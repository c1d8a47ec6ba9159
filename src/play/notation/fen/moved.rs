//! Reading which pieces have moved, where the board does not show it: `moved=c1,f8`.

use super::read::{Field, Reader};
use crate::base::Bitboard;
use crate::base::diagnostic::Diagnostic;
use crate::play::notation::shown;

/// Reads the squares of the field.
pub(super) fn read(reader: &mut Reader, value: Field) {
    for field in value.split(',').filter(|_| value.text != "-") {
        let error = |message| Diagnostic::error("fen-moved", field.span, message);
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

/// Complains about pieces of which the board shows whether they have moved, or about which no rule asks.
pub(super) fn check(reader: &mut Reader) {
    let variant = reader.variant;
    for (square, span) in std::mem::take(&mut reader.moved) {
        let name = variant.board.name(square);
        let error = |message| Diagnostic::error("fen-moved", span, message);
        if !variant.returns.contains(square) {
            let message =
                format!("whether a piece on {name} has moved shows on the board or does not matter");
            let help = match variant.returns.is_empty() {
                true => "in this game no piece needs the field: leave it out".to_owned(),
                false => {
                    let names: Vec<&str> = variant.returns.iter().map(|s| variant.board.name(s)).collect();
                    format!("leave it out: this field can name only {}", names.join(", "))
                }
            };
            reader.problems.push(error(message).help(help));
        } else if reader.setup.piece(square) != variant.at_home(square) {
            let message = format!("{name} does not hold the piece that begins there");
            let problem = error(message).help("leave it out: a piece elsewhere has moved in any case");
            reader.problems.push(problem.label(reader.places[square.index()], format!("{name} is here")));
        } else {
            reader.setup.moved.insert(square);
        }
    }
}
