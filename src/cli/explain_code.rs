//! `ferz explain CODE`: the page about a code.

use super::output::{Output, Stop, Verdict};
use crate::diagnostic::catalogue;

/// Whether a word is a code rather than the name of a game.
pub(super) fn is_code(word: &str) -> bool {
    catalogue::page(word).is_some()
}

/// The code a misspelt word was probably meant to be.
pub(super) fn nearest_code(word: &str) -> Option<&'static str> {
    word.contains('-').then(|| catalogue::nearest_code(word)).flatten()
}

/// Prints the page.
pub(super) fn run(code: &str, output: &mut Output) -> Result<Verdict, Stop> {
    match catalogue::page(code) {
        Some(page) => {
            output.text(page)?;
            Ok(Verdict::Yes)
        }
        None => {
            let stop = Stop::message(format!("there is no code `{code}`"));
            Err(match nearest_code(code) {
                Some(near) => stop.help(format!("did you mean `{near}`?")),
                None => stop.help("a code stands with every message of `ferz check`"),
            })
        }
    }
}
