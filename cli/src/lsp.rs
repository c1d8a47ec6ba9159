//! `ferz lsp`: the arguments of the language server. The server itself is in the package `ferz-lsp`, which uses this one.

use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;

/// The arguments of `ferz lsp`.
#[derive(Args)]
pub struct LspArgs {
    /// Link each problem to its page below this address, as in URL/unknown-word.html
    #[arg(long, value_name = "URL")]
    pub pages: Option<String>,
    /// Accepted, since some editors pass it; the server uses standard input and output anyway
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The language server: serves an editor until it ends the session.
pub type LanguageServer = fn(&LspArgs, &mut Output) -> Result<ExitVerdict, CommandError>;
