//! Comments that suppress a problem: `# allow CODE "reason"`, on the same line as the problem or on the line
//! before.
//!
//! [`find`] collects the comments of a text, and [`apply`] removes the problems that they allow. A comment that
//! allows nothing is itself a problem.

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, catalogue};
use crate::messages::text::did_you_mean;

/// A comment that allows a problem.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The code as written.
    text: String,
    /// The code, or the nearest one if the text misspells it.
    code: Option<Code>,
    /// The place of the code in the comment.
    span: Span,
    has_reason: bool,
    /// True if the comment is in the file of a parent, where another game may need it.
    inherited: bool,
    /// The line or statement that the comment applies to.
    line: Span,
}

/// Returns all comments of a text that allow a problem. `inherited` is true for the file of a parent.
pub fn find(file: u32, text: &str, inherited: bool) -> Vec<Allow> {
    let mut found = Vec::new();
    let mut at = 0;
    // Comments on lines of their own, which apply to the next line with words.
    let mut waiting: Vec<Allow> = Vec::new();
    // The start of the current statement, which can extend over several lines.
    let mut start = 0;
    let mut goes_on = false;
    for words in text.split_inclusive(['\n', '\r']) {
        if words.trim().is_empty() {
            at += words.len();
            continue;
        }
        if !goes_on && !words.trim_start().starts_with(['"', '[']) {
            start = at;
        }
        let code = words[..hash(words).unwrap_or(words.len())].trim_end();
        goes_on = code.ends_with(',') || [" and", " or"].iter().any(|joint| code.ends_with(joint));
        let line = Span::new(file, at, at + words.len());
        let statement = Span::new(file, start, at + words.len());
        at += words.len();
        let alone = words.trim_start().starts_with('#');
        if !alone {
            // The comments above apply to this line.
            found.extend(waiting.drain(..).map(|allow| Allow { line, ..allow }));
        }
        let list = if alone { &mut waiting } else { &mut found };
        let own = comment(words, line, inherited);
        list.extend(own.map(|allow| if alone { allow } else { Allow { line: statement, ..allow } }));
    }
    found.extend(waiting);
    found
}

/// Returns the place of the `#` that begins a comment. In quotes or backticks, it does not.
fn hash(words: &str) -> Option<usize> {
    let is_outside = |before: &str| ['"', '`'].iter().all(|quote| before.matches(*quote).count() % 2 == 0);
    words.match_indices('#').map(|(at, _)| at).find(|at| is_outside(&words[..*at]))
}

fn comment(words: &str, line: Span, inherited: bool) -> Option<Allow> {
    let text = words[hash(words)? + 1..].trim_start();
    let (allow, order) = text.split_once([' ', '\t'])?;
    let order = order.trim_start();
    let code = order.split([' ', '\t', '\r', '\n', '"']).next().unwrap_or_default();
    // A comment whose prose begins with `allow` has no code, and codes have hyphens.
    let is_allow = allow == "allow"
        || allow.trim_end_matches(':').eq_ignore_ascii_case("allow") && Code::of(code).is_some();
    if !is_allow || !code.contains('-') {
        return None;
    }
    let reason = order[code.len()..].trim();
    let start = words.len() - order.len();
    Some(Allow {
        text: code.to_string(),
        code: Code::of(code).or_else(|| Code::of(catalogue::nearest_code(code)?)),
        span: line.part(start, start + code.len()),
        has_reason: reason.len() > 2 && reason.starts_with('"') && reason.ends_with('"'),
        inherited,
        line,
    })
}

/// Removes the allowed problems and, if `whole` is true, reports comments that allow nothing. `whole` states that
/// all checks have been made. After an error, some checks are skipped, so nothing is reported then. `shown` returns the
/// place at which a problem of another file is shown.
pub fn apply(
    allows: &[Allow],
    problems: Vec<Diagnostic>,
    whole: bool,
    shown: impl Fn(&Diagnostic) -> Span,
) -> Vec<Diagnostic> {
    let mut left: Vec<Diagnostic> = Vec::new();
    let mut used = vec![false; allows.len()];
    for problem in problems {
        let mut allowed = false;
        for (allow, used) in allows.iter().zip(&mut used) {
            let is_here = || [problem.place(), shown(&problem)].iter().any(|at| allow.line.holds(*at));
            if allow.code != Some(problem.code) || !is_here() {
                continue;
            }
            *used = true;
            // A comment without a reason or with a misspelled code has a problem of its own.
            allowed |= !problem.is_error();
            if problem.is_error() && problem.code.text() == allow.text {
                let message = format!("`{}` is an error; errors cannot be allowed", allow.text);
                let error = Diagnostic::new(Code::AllowError, allow.span, message);
                left.push(error.help("fix the error and delete the comment"));
            }
        }
        if !allowed {
            left.push(problem);
        }
    }
    if whole {
        let is_complete = !left.iter().any(Diagnostic::is_error);
        let own = allows.iter().zip(used).filter(|(allow, _)| !allow.inherited);
        left.extend(own.filter_map(|(allow, used)| idle(allow, used, is_complete)));
    }
    left
}

fn idle(allow: &Allow, used: bool, is_complete: bool) -> Option<Diagnostic> {
    let code = &allow.text;
    let warning = |own, message| Diagnostic::new(own, allow.span, message);
    if Code::of(code).is_none() {
        let help = match catalogue::nearest_code(code) {
            Some(near) => did_you_mean(near),
            None => "copy the code from the message that should be allowed".into(),
        };
        return Some(warning(Code::AllowUnknownCode, format!("unknown code `{code}`")).help(help));
    }
    if used && !allow.has_reason {
        let help = format!("write `# allow {code} \"REASON\"`");
        let message = format!("the reason for allowing `{code}` is missing");
        return Some(warning(Code::AllowWithoutReason, message).help(help));
    }
    (is_complete && !used).then(|| {
        warning(Code::UnusedAllow, format!("nothing to allow: there is no `{code}` here"))
            .here("the code occurs neither on this line nor on the next")
            .help("delete the comment")
    })
}
