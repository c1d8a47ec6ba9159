//! Fixes that need the statements around a problem.
//!
//! [`RuleFile::with_fixes`] adds them when a problem is reported. Other fixes are made where a problem is found.

use super::merge::sources::{self, Keys};
use super::rule_file::RuleFile;
use super::statement::Line;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::vocabulary::Keyword;

/// Returns a fix of a problem of a file, if there is one.
type FixOf = fn(&RuleFile, &Diagnostic) -> Option<Fix>;

/// The codes with such a fix.
const FIXES: [(Code, FixOf); 10] = [
    (Code::UnusedRegion, without_declaration),
    (Code::UnusedGroup, without_declaration),
    (Code::UnusedSource, without_declaration),
    (Code::AmendingNothing, without_add),
    (Code::EmptyText, without_remark),
    (Code::DeclaredBelow, moved_up),
    (Code::OldForm, cited_by_keys),
    (Code::NeverPassed, without_en_passant),
    (Code::BecomesRoyal, one_royal_binds),
    (Code::SeveralRoyals, one_royal_binds),
];

impl RuleFile {
    /// Adds the fix of a problem without fixes.
    pub(super) fn with_fixes(&self, problem: Diagnostic) -> Diagnostic {
        let of = FIXES.iter().find(|(code, _)| *code == problem.code && problem.fixes.is_empty());
        match of.and_then(|(_, of)| of(self, &problem)) {
            Some(fix) => problem.fix(fix),
            None => problem,
        }
    }

    /// Returns the statement at the top level around a place.
    fn declaration(&self, place: Span) -> Option<Line<'_>> {
        Line::all(self.statements()).find(|line| line.whole().contains(place))
    }
}

fn without(place: Span) -> Fix {
    Fix::of(Certainty::Guess).and(place, TextChange::Delete)
}

/// Deletes a declaration whose name is the place of the problem.
fn without_declaration(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let line = file.declaration(problem.place())?;
    line.span.contains(problem.place()).then(|| without(line.whole()))
}

/// Deletes the word `add` before a statement of a file that extends no other.
fn without_add(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let line = file.declaration(problem.place()).filter(|line| line.keyword() == Some(Keyword::Add))?;
    let [add, _, ..] = line.items else { return None };
    Some(without(add.span))
}

/// Deletes a remark that says nothing.
fn without_remark(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let mut remarks = sources::every(file.statements()).filter(|line| line.span.contains(problem.place()));
    let remark = remarks.find(|line| line.keyword().is_some_and(Keyword::is_remark))?;
    Some(without(remark.whole()))
}

/// Moves the declaration of a name above the statement that uses it.
fn moved_up(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let user = file.declaration(problem.place())?.span.part(0, 0);
    let declared = file.declaration(problem.labels.get(1)?.span)?.whole();
    let text = file.sources.slice(declared).replace("\r\n", "\n");
    let fix = Fix::of(Certainty::Certain).and(user, TextChange::Write(format!("{text}\n").into()));
    Some(fix.and(declared, TextChange::Delete))
}

/// Writes the keys of the cited places, and declares those without a key.
fn cited_by_keys(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    Keys::of(file.statements()).citing(problem, file.statements())
}

/// Deletes the letter for captures en passant, if the moves have it once.
fn without_en_passant(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let text = file.sources.slice(problem.place());
    let (start, end) = (text.find('`')?, text.rfind('`')?);
    let mut letters = text.match_indices('e').map(|(at, _)| at).filter(|at| (start..end).contains(at));
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Some(Fix::guess(problem.place().part(letter, letter + 1), ""))
}

/// Lets check bind only a player with one royal piece.
fn one_royal_binds(file: &RuleFile, problem: &Diagnostic) -> Option<Fix> {
    let own = problem.place().part(0, 0);
    let rule = "check binds when royals = 1";
    let mut royalties = Line::all(file.statements()).filter(|line| line.keyword() == Some(Keyword::Royalty));
    let Some(royalty) = royalties.next() else {
        let block = TextChange::Append(format!("royalty {{\n  {rule}\n}}").into());
        return Some(Fix::of(Certainty::Guess).and(own, block));
    };
    // An inherited block is changed in another file.
    let is_own = royalty.span.file == own.file && royalties.next().is_none();
    let said = royalty.lines().find(|line| line.keyword() == Some(Keyword::Check));
    let (place, change) = match said.or(royalty.lines().next_back()).filter(|_| is_own)? {
        line if said.is_some() => (line.span, TextChange::Restate(rule.into())),
        line => (line.whole(), TextChange::Follow(rule.into())),
    };
    Some(Fix::of(Certainty::Guess).and(place, change))
}
