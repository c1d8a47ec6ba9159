//! Games in the formats of other programs.

use super::{Error, Rules};
use ferz_bridge::export::{Format, with_rule_file};

/// The format of the rules of another program.
///
/// ```
/// use ferz::ExportFormat;
/// assert!(ExportFormat::all().any(|format| format.name() == "fairy-stockfish"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportFormat(pub(super) Format);

impl ExportFormat {
    /// Returns all formats.
    pub fn all() -> impl Iterator<Item = ExportFormat> {
        Format::ALL.into_iter().map(ExportFormat)
    }

    /// Returns the format with this name, or `None` if there is no such format.
    ///
    /// ```
    /// assert!(ferz::ExportFormat::named("xboard").is_some());
    /// assert!(ferz::ExportFormat::named("telegraph").is_none());
    /// ```
    pub fn named(name: &str) -> Option<ExportFormat> {
        ExportFormat::all().find(|format| format.name() == name)
    }

    /// Returns the name of the format, as `ferz export --to` takes it.
    ///
    /// ```
    /// assert_eq!(ferz::ExportFormat::all().next().map(|format| format.name()), Some("fairy-stockfish"));
    /// ```
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl Rules {
    /// Writes the game in the format of another program.
    ///
    /// A comment contains the rule file of a game that is not built in and needs no other file, so that
    /// [`Import`](crate::Import) returns the same game. With `approximate`, the text leaves out the rules that the format
    /// cannot express, and lists them in a comment.
    ///
    /// ```
    /// let format = ferz::ExportFormat::named("fairy-stockfish").unwrap();
    /// let text = ferz::Rules::load("chess")?.export(format, false)?;
    /// assert!(text.contains("king = k"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the format cannot express a rule of the game and `approximate` is false, or if no part of the game fits in the
    /// format, such as a board that is too large. The error lists all such rules.
    pub fn export(&self, format: ExportFormat, approximate: bool) -> Result<String, Error> {
        let export = with_rule_file(self.variant(), &self.inner.game.sources, format.0);
        match export.is_usable(approximate) {
            true => Ok(export.text),
            false => Err(Error::new(self.inner.game.sources.clone(), export.problems(format.0))),
        }
    }
}
