//! Comments that allow a problem: `# allow CODE "reason"`, on the line in question or on the line before it.

use crate::base::diagnostic::{Diagnostic, catalogue};
use crate::base::source::Span;
use crate::base::text::did_you_mean;
use std::ops::Range;

/// One such comment.
#[derive(Clone, Debug)]
pub(super) struct Allow {
    code: String,
    /// The code, in the comment.
    span: Span,
    has_reason: bool,
    /// Whether it stands in a parent's file, where it may be needed for another game.
    inherited: bool,
    /// The bytes of the line it speaks of.
    line: Range<usize>,
}

impl Allow {
    /// The same, from the file of a parent if so.
    pub(super) fn inherited_if(self, inherited: bool) -> Allow {
        Allow { inherited, ..self }
    }
}

/// Every such comment of a text.
pub(super) fn find(file: u32, text: &str) -> Vec<Allow> {
    let mut found = Vec::new();
    let mut at = 0;
    // Comments that stand alone, waiting for the line they speak of.
    let mut waiting: Vec<Allow> = Vec::new();
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let alone = line.trim_start().starts_with('#');
        if !alone && !line.trim().is_empty() {
            found.extend(waiting.drain(..).map(|allow| Allow { line: range.clone(), ..allow }));
        }
        let Some(allow) = comment(file, line, &range) else { continue };
        if alone { waiting.push(allow) } else { found.push(allow) }
    }
    found.extend(waiting);
    found
}

fn comment(file: u32, line: &str, range: &Range<usize>) -> Option<Allow> {
    // A `#` in quotes or backticks begins no comment.
    let hash = line.match_indices('#').map(|(at, _)| at).find(|at| {
        let before = line.get(..*at).unwrap_or_default();
        before.matches('"').count() % 2 == 0 && before.matches('`').count() % 2 == 0
    })?;
    let rest = line.get(hash + 1..)?;
    let words = rest.trim_start().strip_prefix("allow ")?.trim_start();
    let code = words.split([' ', '\t', '\r', '\n', '"']).next().unwrap_or_default();
    // Prose that begins with the word is no order.
    if !code.contains('-') {
        return None;
    }
    let tail = words.get(code.len()..).unwrap_or_default().trim();
    let start = range.start + line.len() - words.len();
    Some(Allow {
        code: code.to_string(),
        span: Span::new(file, start, start + code.len()),
        has_reason: tail.len() > 2 && tail.starts_with('"') && tail.ends_with('"'),
        inherited: false,
        line: range.clone(),
    })
}

/// Takes away what is allowed. Says so when a comment allows nothing; `whole` tells whether these are all the problems
/// there can be, so that one which is not there never is. Beside an error some are not looked for.
pub(super) fn apply(allows: &[Allow], problems: Vec<Diagnostic>, whole: bool) -> Vec<Diagnostic> {
    let covers = |allow: &Allow, problem: &Diagnostic| {
        let first = problem.labels.first().map(|label| label.span);
        allow.code == problem.code
            && first.is_some_and(|span| {
                span.file == allow.span.file && allow.line.contains(&(span.start as usize))
            })
    };
    let mut left: Vec<Diagnostic> = Vec::new();
    let mut used = vec![false; allows.len()];
    for problem in problems {
        let mut allowed = false;
        for (allow, used) in allows.iter().zip(&mut used) {
            if covers(allow, &problem) {
                *used = true;
                allowed |= allow.has_reason && !problem.is_error();
                if problem.is_error() {
                    left.push(
                        Diagnostic::warning(
                            "allow-error",
                            allow.span,
                            format!("`{}` is an error; errors cannot be allowed", allow.code),
                        )
                        .help("fix the error and delete the comment"),
                    );
                }
            }
        }
        if !allowed {
            left.push(problem);
        }
    }
    if whole {
        let judged = !left.iter().any(Diagnostic::is_error);
        left.extend(
            allows
                .iter()
                .zip(used)
                .filter(|(allow, _)| !allow.inherited)
                .filter_map(|(allow, used)| idle(allow, used, judged)),
        );
    }
    left
}

fn idle(allow: &Allow, used: bool, judged: bool) -> Option<Diagnostic> {
    let code = &allow.code;
    if catalogue::page(code).is_none() {
        let problem = Diagnostic::warning("allow-unknown-code", allow.span, format!("unknown code `{code}`"));
        return Some(match catalogue::nearest_code(code) {
            Some(near) => problem.help(did_you_mean(near)),
            None => problem.help("copy the code from the message that should be allowed"),
        });
    }
    if used && !allow.has_reason {
        let problem = Diagnostic::warning(
            "allow-without-reason",
            allow.span,
            format!("no reason is given for allowing `{code}`"),
        );
        return Some(
            problem.help(format!("write `# allow {code} \"why\"`; without a reason nothing is allowed")),
        );
    }
    (judged && !used).then(|| {
        Diagnostic::warning(
            "unused-allow",
            allow.span,
            format!("nothing to allow: there is no `{code}` here"),
        )
        .here("neither on this line nor on the next")
        .help("delete the comment")
    })
}
