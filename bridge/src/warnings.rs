//! Warnings of `ferz check` about an imported rule file.
//!
//! [`allowed`] permits those that are about the game itself, such as an army on the far side of the board. Other
//! warnings are about the way in which the file is written.

use crate::lang::catalog::{Catalog, Files};
use crate::lang::syntax;
use crate::messages::diagnostic::{Code, Diagnostic};

/// The warnings about a game that is as its definition says.
const GIVEN: [Code; 16] = [
    Code::BecomesItself,
    Code::CheckInArray,
    Code::FewSquares,
    Code::NeverAppears,
    Code::NeverEntered,
    Code::NeverLeaves,
    Code::NeverMoves,
    Code::NeverPassed,
    Code::NeverSoMany,
    Code::NoLongerRoyal,
    Code::OverInArray,
    Code::PlayerWithoutRoyal,
    Code::SidesSwapped,
    Code::StuckSideWins,
    Code::UnevenArray,
    Code::UnusedHands,
];

/// The warnings about a rule that changes nothing.
const NEEDLESS: [Code; 4] = [Code::NeverApplies, Code::NeverEnds, Code::NeverFires, Code::UnusedRegion];

/// The length of the longest rule file that is checked, in bytes. A check of a longer one could take minutes.
const MAX_CHECKED: usize = 40_000;

/// Returns the problems of a rule file.
pub fn warnings(text: &str) -> Vec<Diagnostic> {
    if text.len() > MAX_CHECKED {
        return Vec::new();
    }
    let texts = [("short.ferz", text)];
    let files = MemoryFiles(&texts);
    Catalog::new(&files).open_file("short.ferz").map_or_else(Vec::new, |file| file.check())
}

/// Removes the rules that change nothing. Returns the other rules, the removed ones with the
/// reasons, and the remaining problems.
pub fn pruned(text: &str) -> (String, Vec<(String, String)>, Vec<Diagnostic>) {
    let (mut text, mut removed, mut problems) = (text.to_owned(), Vec::new(), Vec::new());
    // Without a rule, others can be needless.
    for _ in 0..5 {
        problems = warnings(&text);
        let mut found: Vec<(usize, usize, &Diagnostic)> = problems
            .iter()
            .filter(|problem| NEEDLESS.contains(&problem.code))
            // A rule of the parent is shown where the file changes something else.
            .filter(|problem| problem.labels.iter().all(|label| label.span.file == 0))
            .map(|problem| (problem.place().start as usize, problem.place().end as usize, problem))
            .collect();
        found.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
        found.dedup_by_key(|(start, ..)| *start);
        if found.is_empty() {
            break;
        }
        let mut next = text.clone();
        for (start, end, problem) in found {
            if problem.code != Code::UnusedRegion {
                let rule = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
                removed.push((rule, problem.message.clone()));
            }
            let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let last = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
            next.replace_range(first..last, "");
        }
        text = syntax::format(&next.replace(" {\n}", "")).unwrap_or(next);
    }
    (text, removed, problems)
}

/// Returns the codes of the problems that are not about the game itself.
pub fn own_codes(problems: &[Diagnostic]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).filter(|code| !GIVEN.contains(code)).collect()
}

/// Writes a comment that allows each warning about the game itself, with a reason.
pub fn allowed(text: &str, reason: &str) -> String {
    let mut places: Vec<(usize, Code)> = warnings(text)
        .iter()
        // The file itself is read first, and those that it extends have higher numbers.
        .filter(|problem| GIVEN.contains(&problem.code) && problem.place().file == 0)
        .filter_map(|problem| {
            let at = usize::try_from(problem.place().start).ok()?;
            Some((text.get(..at)?.rfind('\n').map_or(0, |end| end + 1), problem.code))
        })
        .collect();
    places.sort_by_key(|(start, code)| (*start, code.text()));
    places.dedup();
    if places.is_empty() {
        return text.to_owned();
    }
    let mut result = text.to_owned();
    for (start, code) in places.into_iter().rev() {
        let line = &text[start..];
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        result.insert_str(start, &format!("{indent}# allow {} \"{reason}\"\n", code.text()));
    }
    syntax::format(&result).unwrap_or(result)
}

/// A file system that holds texts in memory.
pub struct MemoryFiles<'t>(pub &'t [(&'t str, &'t str)]);

impl Files for MemoryFiles<'_> {
    fn read(&self, path: &str) -> Option<String> {
        self.0.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
    }
}
