//! The files in which ferz has recorded names: records of games, and answers on pages of cases.
//!
//! A rename edits them so that `ferz test` still passes. A record gets the order and the layout of a new one. An answer in
//! words is computed again if it agreed before.

use super::documents::{Workspace, folder};
use super::mentions;
use super::navigation::{ReadRules, read};
use super::open_files::Texts;
use super::text::LineText;
use ferz_cli::files;
use ferz_core::base::source::line_starts;
use ferz_lang::catalog::RECORD;
use ferz_lang::outline::{Name, Occurrence, Outline};
use ferz_lang::record::{RuleRecord, Unreadable};
use ferz_text::lab::casebook::{Case, CasePage, Games, Query, Question, Status, accept, read_page, run_case};
use ferz_text::lab::record::renamed;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A file with its text before and after a rename.
pub(super) struct RecordedFile {
    pub(super) path: String,
    pub(super) old: Arc<LineText>,
    pub(super) new: String,
}

/// Returns the records beside rule files that contain a name, with the new name. `is_used` accepts an occurrence, given
/// the text that follows it.
///
/// # Errors
/// If a record cannot be read, or has an earlier form, in which names cannot be told from other words.
pub(super) fn records(
    workspace: &Workspace,
    rules: &[ReadRules],
    (name, new): (&Name, &str),
    is_used: &dyn Fn(&Occurrence, &str) -> bool,
) -> Result<Vec<RecordedFile>, String> {
    let mut found = Vec::new();
    for path in
        rules.iter().filter_map(|rules| Some(format!("{}{RECORD}", rules.path.strip_suffix(".ferz")?)))
    {
        let Some(old) = read(workspace, &path) else { continue };
        let text = old.body();
        let record = match RuleRecord::read(text) {
            Ok(record) => record,
            Err(why) if holds(text, name) => {
                return Err(format!("{path} holds the name, {}", unreadable(why)));
            }
            Err(_) => continue,
        };
        let places = places(rules, name, text, is_used);
        if places.is_empty() {
            continue;
        }
        let mut changed = text.to_owned();
        places.iter().rev().for_each(|place| changed.replace_range(place.clone(), new));
        if let Ok(new) = RuleRecord::read(&changed) {
            found.push((path, old, record, new));
        }
    }
    let all = found.into_par_iter().map(|(path, old, record, new)| {
        let new = renamed(&record, new).text();
        let new = if old.body().contains("\r\n") { new.replace('\n', "\r\n") } else { new };
        RecordedFile { path, old, new }
    });
    Ok(all.collect())
}

/// Returns true if a text contains the name as a word.
fn holds(text: &str, name: &Name) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '=');
    text.split(|c| !is_part(c)).any(|word| word == name.full)
}

fn unreadable(why: Unreadable) -> String {
    match why {
        Unreadable::NoRecord => {
            "and is not a record in the present form; convert it by `ferz snapshot` first".to_owned()
        }
        Unreadable::Later(version) => format!("and has form {version} of a later version of ferz"),
        Unreadable::Conflict(line) => format!("and line {line} is an unresolved merge conflict"),
    }
}

/// Returns the places of a name in the text of a record, in order.
fn places(
    rules: &[ReadRules],
    name: &Name,
    text: &str,
    is_used: &dyn Fn(&Occurrence, &str) -> bool,
) -> Vec<Range<usize>> {
    let (source, _) = RuleRecord::source(text);
    let (own, all) = (line_starts(&source), line_starts(text));
    let outline = Outline::of(&source);
    let used = outline.occurrences.iter().filter(|one| one.name == *name);
    let used = used.filter(|one| is_used(one, &source[one.span.range().end..]));
    // The lines of the rules are those of the record.
    let place = |one: &Occurrence| {
        let Range { start, end } = one.span.range();
        let line = own.partition_point(|begin| *begin <= start).checked_sub(1)?;
        let moved = |at: usize| Some(*all.get(line)? + (at - own[line]));
        Some(moved(start)?..moved(end)?)
    };
    let mut places: Vec<Range<usize>> = used.filter_map(place).collect();
    places.extend(mentions::in_facts(rules, name, text));
    places.sort_by_key(|place| place.start);
    places.dedup();
    places
}

/// Returns the pages of cases beside rule files whose answers in words change with a name, which gets a new one, given the
/// games before and after the rename, and the texts after it.
pub(super) fn answers(
    workspace: &Workspace,
    rules: &[ReadRules],
    (name, new): (&str, &str),
    [then, now]: &[Games; 2],
    after: &Texts,
) -> Vec<RecordedFile> {
    let mut folders: Vec<&str> = rules.iter().map(|rules| folder(&rules.path)).collect();
    folders.dedup();
    let pages = folders.into_iter().flat_map(|folder| {
        let own = files::entries(Path::new(folder)).into_iter();
        own.chain(files::entries(&Path::new(folder).join("cases")))
    });
    let pages = pages.filter(|path| files::is(path, "md")).map(|path| path.display().to_string());
    let pages = pages.filter_map(|path| Some((read(workspace, &path)?, path))).collect::<Vec<_>>();
    let changed = pages.into_par_iter().filter_map(|(old, path)| {
        let text = after.get(&path).map_or_else(|| Arc::clone(&old), Arc::clone);
        let [was, is] = [&old, &text].map(|text| read_page(&path, text.body(), 0).0);
        let answers = was.cases.iter().zip(&is.cases).flat_map(|(case, renamed)| {
            let queries = case.queries.iter().zip(&renamed.queries);
            let named = queries.filter(|(query, _)| can_name(query, name));
            named.filter_map(|(query, renamed)| {
                let lines = answer(&is, case, renamed, now)?;
                // An answer that differs only in the name agreed before, so the old game need not be loaded.
                let agrees =
                    || is_renamed(&lines, query, (name, new)) || answer(&was, case, query, then).is_none();
                agrees().then(|| (renamed.body.clone(), lines))
            })
        });
        let answers: Vec<_> = answers.collect();
        (!answers.is_empty()).then(|| RecordedFile { path, old, new: accept(text.body(), answers) })
    });
    changed.collect()
}

/// Returns true if the answer of a question is in words and can contain a name.
fn can_name(query: &Query, name: &str) -> bool {
    let in_words = match query.question {
        Question::Illegal | Question::Outcome(_) => true,
        Question::Moves(_) | Question::Legal | Question::After(_) | Question::Perft(_) | Question::First => {
            false
        }
    };
    // The plural of a name has another end, and an answer names several pieces of a family by their last words only.
    let plain = |text: &str| text.to_lowercase().replace('-', " ");
    let name = plain(name);
    let stems = name.split(' ').filter(|word| word.len() > 2 || *word == name);
    let stems: Vec<&str> =
        stems.map(|word| word.get(..word.len().saturating_sub(2).max(3)).unwrap_or(word)).collect();
    let named = |line: &str| stems.iter().any(|stem| line.contains(stem));
    in_words && query.expected.iter().any(|line| named(&plain(&line.value)))
}

/// Returns true if an answer is that of the page with a new name.
fn is_renamed(lines: &[String], query: &Query, (name, new): (&str, &str)) -> bool {
    let plain = |text: &str| text.to_lowercase().replace('-', " ");
    let (name, new) = (plain(name), plain(new));
    let expected = query.expected.iter().map(|line| plain(line.value.trim()));
    lines.iter().map(|line| plain(line.trim()).replace(&new, &name)).eq(expected)
}

/// Returns the answer of the rules to a question if it differs from that of the page.
fn answer(page: &CasePage, case: &Case, query: &Query, games: &Games) -> Option<Vec<String>> {
    let alone = Case { queries: vec![query.clone()], ..case.clone() };
    let checked = run_case(page, &alone, games);
    checked.into_iter().find(|one| one.status != Status::Passed).map(|one| one.actual)
}
