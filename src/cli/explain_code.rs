//! `ferz explain CODE`: the page about a code.

use super::output::{Output, Stop, Verdict};
use crate::diagnostic::catalogue;

/// Prints the page.
pub(super) fn run(code: &str, output: &mut Output) -> Result<Verdict, Stop> {
    match catalogue::page(code) {
        Some(page) => {
            output.text(page)?;
            Ok(Verdict::Yes)
        }
        None => {
            let stop = Stop::message(format!("there is no code `{code}`"));
            Err(match catalogue::nearest_code(code) {
                Some(near) => stop.help(format!("did you mean `{near}`?")),
                None => stop.help("a code stands with every message of `ferz check`"),
            })
        }
    }
}
