//! Misspelled declarations. If nothing uses a declared name, and the file uses a similar name that does not exist, the
//! problem is at the declaration.
//!
//! [`blame`] is the entry point.

use super::merge::sources::every;
use super::statement::Line;
use super::syntax::{Item, Statement};
use super::vocabulary::{self, Keyword};
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};

/// The maximum number of places in a problem.
const MAX_PLACES: usize = 8;

/// Moves problems about unknown names to the declarations that are probably misspelled.
pub(super) fn blame(problems: Vec<Diagnostic>, tree: &[Statement]) -> Vec<Diagnostic> {
    let mut uses: Vec<(String, Span)> = Vec::new();
    for (name, place) in problems.iter().filter_map(|one| Some((one.missing()?, one.place()))) {
        if !uses.iter().any(|(own, at)| own == name && *at == place) {
            uses.push((name.to_owned(), place));
        }
    }
    let moved = |problem| at_declaration(&problem, &uses, tree).unwrap_or(problem);
    problems.into_iter().map(moved).collect()
}

/// Returns the problem at the declaration of the name that the help suggests, if that declaration is probably the
/// mistake.
fn at_declaration(problem: &Diagnostic, uses: &[(String, Span)], tree: &[Statement]) -> Option<Diagnostic> {
    let (missing, declared) = (problem.missing()?, problem.proposed()?);
    if !matches!(problem.code, Code::UnknownWord | Code::UnknownSource | Code::UnknownArray)
        || vocabulary::is_reserved(declared)
    {
        return None;
    }
    let file = problem.place().file;
    let mut lines = every(tree).filter(|line| line.span.file == file);
    let own = lines.find_map(|line| declaration(line, declared))?;
    // Stages and switches of the missing declaration are used as well.
    let is_part = |name: &str| name.split_once('.').is_some_and(|(block, _)| block == missing);
    let parts = uses.iter().filter(|(name, _)| is_part(name)).count();
    let is_use = |(name, place): &&(String, Span)| name == missing && *place != own;
    let uses: Vec<Span> = uses.iter().filter(is_use).map(|(_, place)| *place).take(MAX_PLACES).collect();
    let unusual = if problem.code == Code::UnknownSource { unusual_key } else { unusual_name };
    // Names of two words have hyphens in rule files.
    let lacks_hyphen =
        missing.contains('-') && !declared.contains('-') && missing.replace('-', "") == declared;
    let is_odd = || lacks_hyphen || unusual(declared) && !unusual(missing);
    let is_family =
        every(tree).any(|line| line.keyword() == Some(Keyword::Family) && line.name() == Some(declared));
    let is_used = every(tree).any(|line| uses_name(line, declared, own, is_family));
    if is_used || uses.len() + parts < 2 && !is_odd() {
        return None;
    }
    let message = format!("nothing refers to `{declared}`, but `{missing}` does not exist");
    let moved = Diagnostic::new(problem.code, own, message).propose(missing).misses(missing);
    Some(uses.into_iter().fold(moved, |moved, place| moved.label(place, "used here")))
}

/// Returns the place of a name, if a line declares it.
fn declaration(line: Line, name: &str) -> Option<Span> {
    let is_name = |item: &&Item| item.word() == Some(name);
    let at = usize::from(line.amends());
    let word = line.items.get(at).and_then(Item::word).and_then(vocabulary::find);
    let found = match word {
        Some(word) if word.keyword == Keyword::Place => line.items.windows(2).find_map(|pair| match pair {
            [key, text] if text.is_text() => Some(key).filter(is_name),
            _ => None,
        }),
        Some(word) if word.declares => line.items.get(at + 1).filter(is_name),
        Some(_) => None,
        // An answer of a switch begins with its name.
        None => line.items.first().filter(is_name),
    };
    found.map(|item| item.span)
}

/// Returns true if a line refers to a name outside its declaration. The name of a stage, or of a member of a family,
/// begins with the name.
fn uses_name(line: Line, name: &str, own: Span, is_family: bool) -> bool {
    let begins = |word: &str| {
        let rest = word.strip_prefix(name);
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') || is_family && rest.starts_with('-')
        })
    };
    line.every_item().into_iter().any(|item| item.span != own && item.word().is_some_and(begins))
}

/// Returns true if a name has an underscore or a capital, unlike the names of rule files.
fn unusual_name(name: &str) -> bool {
    name.contains('_') || !name.is_ascii() || name.contains(char::is_uppercase)
}

/// Returns true if a key has a letter after a digit, unlike the keys of rule files.
fn unusual_key(key: &str) -> bool {
    let mut pairs = key.chars().zip(key.chars().skip(1));
    pairs.any(|(one, next)| one.is_ascii_digit() && next.is_ascii_alphabetic())
}
