//! `ferz explain CODE`: the page about a code.

use super::output::{Output, Stop, Verdict};
use crate::base::diagnostic::catalogue;
use crate::base::text::did_you_mean;
use serde::Serialize;

#[derive(Serialize)]
struct PageData<'p> {
    code: &'p str,
    /// What the code means, in short.
    summary: String,
    /// The whole page, in Markdown.
    page: &'p str,
}

/// Prints the page.
pub(super) fn run(code: &str, json: bool, output: &mut Output) -> Result<Verdict, Stop> {
    match catalogue::page(code) {
        Some(page) if json => {
            output.json(&PageData { code, summary: summary(page), page })?;
            Ok(Verdict::Yes)
        }
        Some(page) => {
            output.text(page)?;
            Ok(Verdict::Yes)
        }
        None => {
            let stop = Stop::message(format!("there is no code `{code}`"));
            let near = catalogue::nearest_code(code).map(did_you_mean);
            Err(stop.help(
                near.unwrap_or_else(|| "every message of `ferz check` begins with its code".to_owned()),
            ))
        }
    }
}

/// The first paragraph below the title.
fn summary(page: &str) -> String {
    let lines = page.lines().skip(1).skip_while(|line| line.trim().is_empty());
    lines.take_while(|line| !line.trim().is_empty()).collect::<Vec<_>>().join(" ")
}
