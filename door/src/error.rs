//! The error type of the library: a rejected text, position, or move, with its problems and their source locations.

use ferz_core::base::source::{Sources, Span};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_text::words::report::{Problem, located};
use std::fmt;

/// The reasons for rejecting a text, a position, or a move: one or more [`Problem`]s, each with its source locations.
///
/// `Display` writes the problems one after another, each with the source line that it refers to.
///
/// ```
/// let error = ferz::Rules::from_text("variant mine \"Mine\"\nbord { grid 8 x 8 }\n").unwrap_err();
/// let problem = &error.problems()[0];
/// assert_eq!((problem.code, problem.labels[0].line), ("unknown-word", 2));
/// assert_eq!(problem.help.as_deref(), Some("did you mean `board`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

impl Error {
    pub(crate) fn new(sources: Sources, diagnostics: Vec<Diagnostic>) -> Error {
        Error { sources, diagnostics }
    }

    /// Creates an error with the problems of a text that is not a file.
    pub(crate) fn in_text(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Error {
        Error::new(Sources::of(name, text), diagnostics)
    }

    /// Creates an error with one problem that concerns a whole text.
    pub(crate) fn whole(name: &str, text: &str, code: Code, message: String) -> Error {
        let problem = Diagnostic::new(code, Span::new(0, 0, text.len()), message);
        Error::in_text(name, text, vec![problem])
    }

    /// Returns the problems in the order of the text. There is always at least one.
    ///
    /// ```
    /// let error = ferz::Rules::load("ches").unwrap_err();
    /// assert_eq!(error.problems()[0].help.as_deref(), Some("did you mean `chess`?"));
    /// ```
    pub fn problems(&self) -> Vec<Problem> {
        located(&self.diagnostics, &self.sources)
    }

    /// Formats the problems for a terminal of this width in columns, with the source lines and underlined words.
    ///
    /// ```
    /// let error = ferz::Rules::from_text("bord { grid 8 x 8 }\n").unwrap_err();
    /// assert!(error.report(80, false).contains("bord { grid 8 x 8 }"));
    /// ```
    #[cfg(feature = "report")]
    pub fn report(&self, width: usize, color: bool) -> String {
        use ferz_text::words::report::{Style, render};
        render(&self.diagnostics, &self.sources, Style { color, width, plain: false })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems().iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
