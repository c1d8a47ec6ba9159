//! Tuned piece values, in a TOML file beside the game: `GAME.eval.toml`.

use super::readings::{ReadingsReader, parse};
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use toml::de::DeValue;

/// The tuned value of a piece, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuned {
    /// The name of the piece with that of its stage: `pawn-of-pawns.second`.
    pub piece: String,
    /// The values in the opening and in the endgame.
    pub values: [i32; 2],
    pub span: Span,
}

/// The maximum value, so that the sums of a search cannot overflow.
pub const MAX_PIECE_VALUE: i32 = 5000;

/// Reads a file of piece values. It consists of a table `[worth]` with two numbers for each piece.
pub fn read_tuned(file: u32, text: &str) -> (Vec<Tuned>, Vec<Diagnostic>) {
    let mut reader = ReadingsReader::new(file);
    let table = match parse(file, text) {
        Ok(table) => table,
        Err(problem) => {
            let help = "write `[worth]`, followed by a line for each piece, such as `NAME = [80, 90]`";
            return (Vec::new(), vec![problem.help(help)]);
        }
    };
    let mut all = Vec::new();
    for (name, value) in &table {
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("worth", DeValue::Table(pieces)) => {
                all.extend(pieces.iter().filter_map(|(piece, value)| {
                    let span = reader.at(piece);
                    let values = pair(value.get_ref());
                    if values.is_none() {
                        let message = format!("expected two whole numbers from 0 to {MAX_PIECE_VALUE}");
                        let problem = Diagnostic::new(Code::BadEvaluation, reader.at(value), message);
                        let help = format!(
                            "write `{} = [300, 320]`: its values in the opening and in the ending",
                            piece.get_ref()
                        );
                        reader.problems.push(problem.help(help));
                    }
                    Some(Tuned { piece: piece.get_ref().to_string(), values: values?, span })
                }));
            }
            (other, _) => {
                let message = format!("a file of piece values has no field `{other}`");
                let problem = Diagnostic::new(Code::BadEvaluation, reader.at(name), message);
                reader.problems.push(problem.help("it has one table, `[worth]`, with a line for each piece"));
            }
        }
    }
    (all, reader.problems)
}

fn pair(value: &DeValue) -> Option<[i32; 2]> {
    let DeValue::Array(numbers) = value else { return None };
    let number = |value: &DeValue| match value {
        DeValue::Integer(number) => {
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            i32::try_from(number).ok().filter(|number| (0..=MAX_PIECE_VALUE).contains(number))
        }
        _ => None,
    };
    let mut numbers = numbers.iter();
    let both = [number(numbers.next()?.get_ref())?, number(numbers.next()?.get_ref())?];
    numbers.next().is_none().then_some(both)
}
