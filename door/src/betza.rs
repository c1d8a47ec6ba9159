//! Betza notation without a game: [`Betza`] parses, normalizes, and describes the moves of one piece.

use super::Error;
use ferz_core::base::source::Span;
use ferz_lang::betza::{BetzaReading, describe, read};
use ferz_syntax::messages::diagnostic::Diagnostic;
use std::fmt;
use std::str::FromStr;

/// The moves of a piece in Betza notation. `Display` writes the notation in its canonical form.
///
/// Two notations are equal if they mean the same moves.
///
/// ```
/// let pawn: ferz::Betza = "mfWcfF".parse()?;
/// assert_eq!(pawn, "fmWfcF".parse()?);
/// println!("{pawn}: {}", pawn.describe());
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Betza(pub(super) BetzaReading);

impl Betza {
    /// Describes the moves in sentences, one on each line.
    ///
    /// ```
    /// let knight: ferz::Betza = "N".parse()?;
    /// assert!(!knight.describe().is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn describe(&self) -> String {
        describe(&self.0.notation)
    }
}

impl PartialEq for Betza {
    fn eq(&self, other: &Betza) -> bool {
        self.0.automaton == other.0.automaton
    }
}

impl Eq for Betza {}

impl FromStr for Betza {
    type Err = Error;

    fn from_str(text: &str) -> Result<Betza, Error> {
        let (reading, problems) = read(text, Span::new(0, 0, text.len()));
        let errors = || problems.into_iter().filter(Diagnostic::is_error).collect();
        reading.map(Betza).ok_or_else(|| Error::in_text("notation", text, errors()))
    }
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.canonical)
    }
}
