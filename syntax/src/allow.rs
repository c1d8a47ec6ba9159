//! Comments that suppress a problem: `# allow CODE "reason"`, on the same line as the problem or on the line
//! before.
//!
//! [`find`] collects the comments of a tree, and [`apply`] removes the problems that they allow. A comment that
//! allows nothing is itself a problem.

use super::syntax::{Comment, Tree};
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, catalogue};
use crate::messages::fix::{Certainty, Fix, TextChange};
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
    comment: Span,
    has_reason: bool,
    /// True if the comment may be needed although it allows nothing: it is in the file of a parent, where another game may
    /// need it, or its problem was not looked for.
    optional: bool,
    /// The line or statement that the comment applies to.
    line: Span,
}

impl Allow {
    /// Makes the comment optional if it allows `code`, which a check has not looked for.
    pub fn optional_about(mut self, code: Code) -> Allow {
        self.optional |= self.code == Some(code);
        self
    }
}

/// Returns all comments of a file that allow a problem. `inherited` is true for the file of a parent.
pub fn find(tree: &Tree, inherited: bool) -> Vec<Allow> {
    tree.comments().iter().filter_map(|comment| read(comment, inherited)).collect()
}

/// Reads a comment that allows a problem.
fn read(comment: &Comment, inherited: bool) -> Option<Allow> {
    let written = comment.token.text;
    let (allow, order) = written.strip_prefix('#')?.trim_start().split_once([' ', '\t'])?;
    let order = order.trim_start();
    let code = order.split([' ', '\t', '"']).next().unwrap_or_default();
    // A comment whose prose begins with `allow` has no code, and codes have hyphens.
    let is_allow = allow == "allow"
        || allow.trim_end_matches(':').eq_ignore_ascii_case("allow") && Code::of(code).is_some();
    if !is_allow || !code.contains('-') {
        return None;
    }
    let reason = order[code.len()..].trim();
    let start = written.len() - order.len();
    Some(Allow {
        text: code.to_string(),
        code: Code::of(code).or_else(|| Code::of(catalogue::nearest_code(code)?)),
        span: comment.token.span.part(start, start + code.len()),
        comment: comment.token.span,
        has_reason: reason.len() > 2 && reason.starts_with('"') && reason.ends_with('"'),
        optional: inherited,
        line: comment.about,
    })
}

/// Separates the allowed problems, which come second, from the others and, if `whole` is true, reports comments that
/// allow nothing. `whole` states that all checks have been made. After an error, some checks are skipped, so nothing is
/// reported then. `shown` returns the place at which a problem of another file is shown.
pub fn apply(
    allows: &[Allow],
    problems: Vec<Diagnostic>,
    whole: bool,
    shown: impl Fn(&Diagnostic) -> Span,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let (mut left, mut all_allowed) = (Vec::new(), Vec::new());
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
                let fix = Fix::of(Certainty::Certain).and(allow.comment, TextChange::Delete);
                left.push(error.help("fix the error and delete the comment").fix(fix));
            }
        }
        if allowed { all_allowed.push(problem) } else { left.push(problem) }
    }
    if whole {
        let is_complete = !left.iter().any(Diagnostic::is_error);
        let own = allows.iter().zip(used).filter(|(allow, _)| !allow.optional);
        left.extend(own.filter_map(|(allow, used)| idle(allow, used, is_complete)));
    }
    (left, all_allowed)
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
            .fix(Fix::of(Certainty::Certain).and(allow.comment, TextChange::Delete))
    })
}
