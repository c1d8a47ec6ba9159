//! The fixes of `ferz check --fix`.
//!
//! [`FixedFiles`] holds the changed texts of files, and hides the files on disk from the checks. The fixes are applied in
//! rounds, because a fix can touch another one and can uncover a problem. The files are written once, after the last round.

use super::files::{Disk, is};
use super::output::{CommandError, Output};
use super::writing::Original;
use ferz_core::base::source::{Sources, Span};
use ferz_lang::catalog::Files;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::messages::fix::{Certainty, Fix, Replacement};
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of rounds. Each applies at least one fix.
pub(super) const MAX_ROUNDS: usize = 20;

/// The fixes to apply.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FixChoice {
    /// Those that keep the meaning or are the only possible ones
    Certain,
    /// Those that are probably meant, too
    Guesses,
}

impl FixChoice {
    /// Returns the fix to apply for a problem. If there are several, the author has to choose.
    fn of(self, problem: &Diagnostic) -> Option<&Fix> {
        match problem.fixes.as_slice() {
            [fix] if self == FixChoice::Guesses || fix.certainty == Certainty::Certain => Some(fix),
            _ => None,
        }
    }
}

/// A file with fixes.
struct FixedFile {
    /// The path as the user gave it.
    shown: String,
    original: Original,
    old: String,
    new: String,
    /// The number of applied fixes.
    fixes: usize,
    /// The text and the number of fixes before the last round.
    before: (String, usize),
}

/// The file system with the changed texts of some files.
#[derive(Default)]
pub(super) struct FixedFiles {
    /// The files that may be changed.
    allowed: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, FixedFile>,
    /// The fixes of the last round.
    last: BTreeSet<FixKey>,
    /// The fixes that left their problem, and that were taken back.
    futile: BTreeSet<FixKey>,
}

/// The edits of one round, by file.
type RoundEdits = BTreeMap<PathBuf, Vec<(Span, String)>>;

/// A fix: its file, the code of its problem, the line, and the texts before and after it.
type FixKey = (PathBuf, &'static str, usize, String);

impl Files for FixedFiles {
    fn read(&self, path: &str) -> Option<String> {
        match self.changed(Path::new(path)) {
            Some(file) => Some(file.new.clone()),
            None => Disk.read(path),
        }
    }

    fn refusal(&self, path: &str) -> Option<String> {
        if self.changed(Path::new(path)).is_some() { None } else { Disk.refusal(path) }
    }
}

/// The output of the fixes. If the problems are written as data, the fixes are remarks.
pub(super) struct FixOutput<'a> {
    pub(super) output: &'a mut Output,
    pub(super) is_data: bool,
}

impl FixOutput<'_> {
    fn say(&mut self, line: &str) -> Result<(), CommandError> {
        if self.is_data { self.output.remark(line) } else { writeln!(self.output, "{line}") }
    }
}

impl FixedFiles {
    /// Creates a file system in which these files may be changed, except records of games.
    pub(super) fn new<'a>(files: impl Iterator<Item = &'a PathBuf>) -> FixedFiles {
        let texts = files.filter(|path| !is(path, "pgn"));
        FixedFiles { allowed: texts.map(|path| whole(path)).collect(), ..FixedFiles::default() }
    }

    /// Returns the changed text of a file, if it has been changed.
    pub(super) fn text(&self, path: &Path) -> Option<&str> {
        self.changed(path).map(|file| file.new.as_str())
    }

    fn changed(&self, path: &Path) -> Option<&FixedFile> {
        if self.files.is_empty() { None } else { self.files.get(&whole(path)) }
    }

    /// Applies the fixes of some problems, except those that touch an earlier one. Returns false if there are none. A fix
    /// that is offered again after it was applied did not help, and is taken back.
    pub(super) fn apply<'a>(
        &mut self,
        found: impl Iterator<Item = (&'a Sources, &'a Diagnostic)>,
        choice: FixChoice,
    ) -> bool {
        let mut edits = RoundEdits::new();
        let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
        let (last, mut again) = (std::mem::take(&mut self.last), BTreeSet::new());
        for (sources, problem) in found {
            let fix = choice.of(problem).and_then(|fix| fix.replacements(problem, sources));
            let Some(own) = fix.and_then(|replacements| self.placed(replacements, sources)) else { continue };
            let Some((path, ..)) = own.first() else { continue };
            let old = |(path, span, _): &(PathBuf, Span, String)| {
                self.files.get(path).and_then(|file| file.new.get(span.range())).unwrap_or_default()
            };
            let text = own.iter().map(|edit| format!("{}\n{}\n", old(edit), edit.2)).collect();
            let key = (path.clone(), problem.code.text(), sources.line_column(problem.place()).0, text);
            if last.contains(&key) || self.futile.contains(&key) {
                again.extend(last.contains(&key).then_some(key));
                continue;
            }
            let is_free = |(path, span, _): &(PathBuf, Span, String)| {
                let taken = edits.get(path).into_iter().flatten();
                taken.into_iter().all(|(other, _)| span.end < other.start || other.end < span.start)
            };
            if own.is_empty() || !own.iter().all(is_free) {
                continue;
            }
            *counts.entry(path.clone()).or_default() += 1;
            self.last.insert(key);
            own.into_iter().for_each(|(path, span, text)| edits.entry(path).or_default().push((span, text)));
        }
        if !again.is_empty() {
            // A fix can edit several files, so the whole round is taken back. Its other fixes are offered again.
            self.files.values_mut().for_each(|file| (file.new, file.fixes) = file.before.clone());
            self.last.clear();
            self.futile.extend(again);
            return true;
        }
        let has_edits = !edits.is_empty();
        self.files.values_mut().for_each(|file| file.before = (file.new.clone(), file.fixes));
        for (path, mut edits) in edits {
            let Some(file) = self.files.get_mut(&path) else { continue };
            edits.sort_by_key(|(span, _)| std::cmp::Reverse((span.start, span.end)));
            edits.iter().for_each(|(span, text)| file.new.replace_range(span.range(), text));
            file.fixes += counts.get(&path).copied().unwrap_or_default();
        }
        has_edits
    }

    /// Returns replacements with the files that they change. Returns `None` if one of them is not among the files that
    /// may be changed, such as a built-in game, or has another text.
    fn placed(
        &mut self,
        replacements: Vec<Replacement>,
        sources: &Sources,
    ) -> Option<Vec<(PathBuf, Span, String)>> {
        let mut placed = Vec::new();
        for Replacement { span, text } in replacements {
            let source = sources.get(span.file)?;
            let path = whole(Path::new(&source.name));
            if self.open(&path, &source.name)?.new != source.text {
                return None;
            }
            placed.push((path, span, text));
        }
        Some(placed)
    }

    /// Returns a file that may be changed. A file in UTF-16 may not, because ferz writes UTF-8.
    fn open(&mut self, path: &Path, shown: &str) -> Option<&FixedFile> {
        if !self.files.contains_key(path) && self.allowed.contains(path) {
            let (original, text) = Original::read(Path::new(shown)).ok()?;
            if !original.is(&text) {
                return None;
            }
            let (old, new) = (text.clone(), text);
            let before = (old.clone(), 0);
            let file = FixedFile { shown: shown.to_owned(), original, old, new, fixes: 0, before };
            self.files.insert(path.to_owned(), file);
        }
        self.files.get(path)
    }

    /// Writes the changed files, or prints the differences if `is_dry` is true. Returns false if a file cannot be written;
    /// it then counts as unchanged.
    pub(super) fn finish(&mut self, is_dry: bool, output: &mut FixOutput) -> Result<bool, CommandError> {
        let mut refused = Vec::new();
        for (path, file) in self.files.iter().filter(|(_, file)| file.new != file.old) {
            let FixedFile { shown, original, old, new, fixes, .. } = file;
            let fixed = if *fixes == 1 { "1 fix".to_owned() } else { format!("{fixes} fixes") };
            if is_dry {
                output.say(&difference(shown, old, new))?;
                continue;
            }
            match original.write(new) {
                Ok(()) => output.say(&format!("changed {shown}: {fixed}"))?,
                Err(stop) => {
                    output.output.stopped(stop);
                    refused.push(path.clone());
                }
            }
        }
        refused.iter().for_each(|path| drop(self.files.remove(path)));
        Ok(refused.is_empty())
    }
}

/// Lists the fixes of problems that were not applied.
pub(super) fn list<'a>(
    found: impl Iterator<Item = (&'a Sources, &'a Diagnostic)>,
    output: &mut FixOutput,
) -> Result<(), CommandError> {
    for (sources, problem) in found {
        let (line, column) = sources.line_column(problem.place());
        let file = sources.get(problem.place().file).map_or("", |source| &source.name);
        let kind = if problem.fixes.len() > 1 { "one of several" } else { "a guess" };
        let is_open = |fix: &&Fix| problem.fixes.len() > 1 || fix.certainty == Certainty::Guess;
        for fix in problem.fixes.iter().filter(is_open) {
            output.say(&format!("{file}:{line}:{column}: {} ({kind})", fix.title().replace('\n', " ")))?;
        }
    }
    Ok(())
}

/// Returns the difference between two texts in the unified format.
fn difference(path: &str, old: &str, new: &str) -> String {
    let lines = TextDiff::from_lines(old, new);
    let text = lines.unified_diff().header(path, path).to_string();
    text.replace('\r', "").trim_end().to_owned()
}

/// Returns the path of a file without links and relative parts.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
