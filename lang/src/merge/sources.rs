//! Sources, the keys of places in them, and the marks that cite these keys. All values of switches are treated
//! alike.
//!
//! [`Keys`] resolves a key. [`cites`] finds the citations of each statement, and [`check`] and [`uncited`] report
//! problems about them.

use crate::base::gather;
use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic, Parts, Topic, nearest};
use crate::messages::fix::{Certainty, Fix, FixEdit, TextChange};
use crate::rules::{Cite, Cites, Citing, Origin};
use crate::statement::{Cursor, Line, Read, Report, plain, twice};
use crate::syntax::{Item, ItemKind, Statement, is_key};
use crate::vocabulary::Keyword;
use std::collections::{BTreeMap, BTreeSet};

/// The declaration of a key.
struct Key {
    span: Span,
    cite: Cite,
}

/// The keys of sources and of places in them, and the sources of whole files.
#[derive(Default)]
pub(crate) struct Keys {
    keys: BTreeMap<String, Key>,
    /// The keys that are declared twice, each with the second and the first place.
    twice: Vec<(String, Span, Span)>,
    /// The short names of all sources.
    sources: Vec<Spanned<String>>,
    /// The names after `rules from`, at most one for each file.
    rules: Vec<Spanned<String>>,
    /// The names that the game declares, which can occur in lists that resemble marks.
    names: BTreeSet<String>,
}

impl Keys {
    pub(crate) fn of(tree: &[Statement]) -> Keys {
        let mut keys = Keys::default();
        for line in every(tree) {
            match line.keyword() {
                Some(Keyword::Source) => keys.source(line),
                Some(Keyword::Rules) => keys.rules.extend(rules_from(line).ok()),
                _ if line.word().is_some_and(|word| word.declares) => {
                    keys.names.extend(line.name().map(str::to_owned));
                }
                _ => {}
            }
        }
        keys
    }

    fn source(&mut self, line: Line) {
        let mut cursor = line.rest();
        let Ok((source, span)) = cursor.word("") else { return };
        self.sources.push(Spanned::new(source.to_owned(), span));
        if let Ok(Some(Spanned { value, span })) = key_of_source(&mut cursor) {
            self.declare(value, span, Cite::new(source, None));
        }
        for line in line.lines().filter(|line| line.keyword() == Some(Keyword::Place)) {
            match places(&mut line.rest()) {
                Ok(places) => places.into_iter().for_each(|(key, place)| {
                    self.declare(key.value, key.span, Cite::new(source, Some(place)));
                }),
                // The line is reported where it is read. Its valid keys are still recorded.
                Err(_) => line.items.iter().for_each(|item| {
                    if let Some(key) = item.word().filter(|word| is_key(word)) {
                        self.declare(key, item.span, Cite::new(source, None));
                    }
                }),
            }
        }
    }

    fn declare(&mut self, key: &str, span: Span, cite: Cite) {
        match self.keys.get(key) {
            Some(first) => self.twice.push((key.to_owned(), span, first.span)),
            None => _ = self.keys.insert(key.to_owned(), Key { span, cite }),
        }
    }

    /// Returns the citations that the marks stand for.
    pub(crate) fn cited(&self, marks: &[Spanned<&str>]) -> Vec<Cite> {
        marks.iter().filter_map(|mark| Some(self.keys.get(mark.value)?.cite.clone())).collect()
    }

    /// Returns the citation that a file declares for all its rules.
    pub(crate) fn of_file(&self, file: u32) -> Option<Cite> {
        let name = &self.rules.iter().find(|name| name.span.file == file)?.value;
        let is_source = self.sources.iter().any(|source| source.value == *name);
        let key = || self.keys.get(name).map(|key| key.cite.clone());
        if is_source { Some(Cite::new(name, None)) } else { key() }
    }

    /// Returns the fix of a citation in words: the keys of the cited places, and declarations of those without a key.
    pub(crate) fn citing(&self, problem: &Diagnostic, tree: &[Statement]) -> Option<Fix> {
        let Some(Topic::Cited(cited)) = problem.topic.as_deref() else { return None };
        let (mut marks, mut declared): (Vec<String>, Vec<FixEdit>) = (Vec::new(), Vec::new());
        for (source, at) in cited {
            let is_it = |key: &Key| key.cite.source == *source && key.cite.at == *at;
            if let Some((key, _)) = self.keys.iter().find(|(_, key)| is_it(key)) {
                marks.push(key.clone());
                continue;
            }
            let mut sources = Line::all(tree).filter(|line| line.keyword() == Some(Keyword::Source));
            let line = sources.find(|line| line.name() == Some(source))?;
            let letter = source.chars().find(char::is_ascii_alphabetic)?.to_ascii_uppercase();
            let numbered = (1..).map(|number| format!("{letter}{number}"));
            let mut keys = at.is_none().then(|| letter.to_string()).into_iter().chain(numbered);
            let key = keys.find(|key| !self.keys.contains_key(key) && !marks.contains(key))?;
            let (place, change) = match (at, line.lines().next_back()) {
                (None, _) => {
                    (line.items.get(1)?.span.after(), TextChange::Write(format!(" as {key}").into()))
                }
                (Some(at), Some(last)) => {
                    (last.whole(), TextChange::Follow(format!("place {key} \"{at}\"").into()))
                }
                (Some(at), None) => {
                    let block = format!(" {{\n  place {key} \"{at}\"\n}}");
                    (line.span.after(), TextChange::Write(block.into()))
                }
            };
            declared.push(FixEdit { place: Some(place), change });
            marks.push(key);
        }
        let certainty = if declared.is_empty() { Certainty::Certain } else { Certainty::Guess };
        let marks = TextChange::Write(format!("[{}]", marks.join(" ")).into());
        declared.insert(0, FixEdit { place: Some(problem.place()), change: marks });
        (declared.len() > 1 || !cited.is_empty()).then_some(Fix { edits: declared, ..Fix::of(certainty) })
    }

    /// Returns the marks of a statement, not including its block. A list of names that resembles marks is
    /// excluded.
    fn marks<'a>(&self, line: Line<'a>) -> Vec<Spanned<&'a str>> {
        line.marks().map_or_else(Vec::new, |item| self.marks_of(item))
    }

    /// Returns the items of a statement without the marks at its end.
    pub(super) fn unmarked<'a>(&self, line: Line<'a>) -> &'a [Item] {
        let items = line.items;
        if self.marks(line).is_empty() { items } else { &items[..items.len().saturating_sub(1)] }
    }

    /// Returns the marks of each clause of a statement that has its own, with the span of the clause.
    fn clauses<'a>(&self, line: Line<'a>) -> impl Iterator<Item = (Span, Vec<Spanned<&'a str>>)> {
        line.marked_clauses().filter_map(|clause| {
            let (first, last) = (clause.first()?, clause.last()?);
            Some((first.span.to(last.span), self.marks_of(last)))
        })
    }

    /// Returns the marks of each member of a family that has its own, with the span of the member.
    fn members<'a>(&self, line: Line<'a>) -> impl Iterator<Item = (Span, Vec<Spanned<&'a str>>)> {
        line.marked_members().map(|(member, marks)| (member.span, self.marks_of(marks)))
    }

    /// Returns the marks of a statement, of its clauses, and of the members of a family.
    fn all_marks<'a>(&self, line: Line<'a>) -> Vec<Spanned<&'a str>> {
        let parts = self.clauses(line).chain(self.members(line));
        parts.flat_map(|(_, marks)| marks).chain(self.marks(line)).collect()
    }

    /// Returns true if an item has the form of marks, and if the game declares one of their keys.
    pub(crate) fn are_marks(&self, item: &Item) -> bool {
        let is_key = |mark: &Item| mark.word().is_some_and(|word| self.keys.contains_key(word));
        matches!(item.kind, ItemKind::Marks(_)) && item.list().is_some_and(|all| all.iter().any(is_key))
    }

    fn marks_of<'a>(&self, item: &'a Item) -> Vec<Spanned<&'a str>> {
        let mut cursor = Cursor::new(std::slice::from_ref(item), item.span);
        let marks = cursor.marks().unwrap_or_default();
        let is_name =
            |mark: &Spanned<&str>| !self.keys.contains_key(mark.value) && self.names.contains(mark.value);
        if marks.iter().all(is_name) { Vec::new() } else { marks }
    }
}

/// Returns the problem of a place at the beginning of a line, if the line before it lists places and lacks a comma at its
/// end.
pub(crate) fn unjoined(above: Option<Line>, line: Line) -> Option<Diagnostic> {
    let [key, Item { kind: ItemKind::Text(_), .. }, ..] = line.items else { return None };
    let last = above.filter(|above| above.keyword() == Some(Keyword::Place))?.items.last()?;
    let name = key.word().filter(|key| is_key(key))?;
    let message = format!("the place `{name}` has no comma before it");
    let problem = Diagnostic::new(Code::UnknownWord, key.span, message);
    let problem = problem.label(last.span, "after this");
    let help = format!("write `place {name}`, or end the line before with a comma");
    Some(problem.help(help).fix(Fix::certain(Span { end: key.span.start, ..key.span }, "place ")))
}

/// Reads `as KEY` after the name of a source, if it comes next.
pub(crate) fn key_of_source<'a>(cursor: &mut Cursor<'a>) -> Read<Option<Spanned<&'a str>>> {
    if cursor.eat("as") { key(cursor).map(Some) } else { Ok(None) }
}

fn key<'a>(cursor: &mut Cursor<'a>) -> Read<Spanned<&'a str>> {
    let (key, span) = cursor.word("a key for marks, such as `T4`")?;
    if is_key(key) {
        return Ok(Spanned::new(key, span));
    }
    let problem = Diagnostic::new(Code::UnexpectedWord, span, format!("`{key}` cannot be a key"));
    let capital: String =
        key.chars().take(1).flat_map(char::to_uppercase).chain(key.chars().skip(1)).collect();
    let form = "a key is a capital letter, or one with letters and digits after it, such as";
    let example = if is_key(&capital) { capital } else { "T4".to_owned() };
    Err(problem.help(format!("{form} `{example}`")))
}

/// Reads `KEY "Place", KEY "Place"`.
pub(crate) fn places<'a>(cursor: &mut Cursor<'a>) -> Read<Vec<(Spanned<&'a str>, &'a str)>> {
    cursor.entries(|cursor| {
        let form = "the form is `place T4 \"page 12\"`";
        if cursor.clone().text().is_some() {
            return Err(cursor.expected("a key for marks").help(form));
        }
        let key = key(cursor)?;
        let place = cursor.text();
        let (place, span) =
            place.ok_or_else(|| cursor.expected("the place in the source, in quotes").help(form))?;
        if place.trim().is_empty() {
            let problem = Diagnostic::new(Code::NoPlaceCited, span, "the place in the source is empty");
            return Err(problem.help("write where in the source it is, such as \"page 12\""));
        }
        Ok((key, place))
    })
}

/// Reads `rules from SOURCE`.
fn rules_from(line: Line) -> Read<Spanned<String>> {
    let mut cursor = line.rest();
    cursor.keyword("from")?;
    let (name, span) = cursor.word("a source, or the key of a place in one")?;
    cursor.finish()?;
    line.no_block()?;
    Ok(Spanned::new(name.to_owned(), span))
}

/// Reports unknown keys, keys that are declared twice, and sources and places without a citation.
pub(crate) fn check(tree: &[Statement], keys: &Keys, report: &Report) {
    let lines: Vec<Line> = every(tree).collect();
    for (key, span, first) in &keys.twice {
        let problem =
            Diagnostic::new(Code::DuplicateName, *span, format!("the key `{key}` is declared twice"));
        report.push(problem.label(*first, "the first").help("give each place a key of its own"));
        // Another key was probably meant, which is then missing.
        report.nodes().part(*span, Parts::SOURCE);
    }
    synonyms(keys, report);
    for line in lines.iter().filter(|line| line.keyword().is_some_and(Keyword::encloses_rules)) {
        if let Some(marks) = line.marks() {
            let message = format!("`{}` states no rule that a source could support", plain(&line.items[..1]));
            let problem = Diagnostic::new(Code::LeftoverWords, marks.span, message);
            report.push(problem.help("move the marks to the end of the rules in the block"));
        }
    }
    let mut files: BTreeMap<u32, Span> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.keyword() == Some(Keyword::Rules)) {
        let Some(name) = report.read(*line, rules_from(*line)) else { continue };
        if let Some(first) = files.insert(line.span.file, line.span) {
            report.push_about(*line, twice("rules from", line.span, first));
        }
        if keys.of_file(name.span.file).is_none() {
            let help = format!("declare it: `source {} \"author, title, year\"`", name.value);
            let names = keys.sources.iter().map(|source| source.value.as_str());
            let problem =
                Diagnostic::new(Code::UnknownSource, name.span, format!("unknown source `{}`", name.value));
            report.push(problem.misses(&name.value).suggest_or(&name.value, names, help));
        }
    }
    let marks: Vec<Spanned<&str>> =
        lines.iter().filter(|line| !line.poisoned).flat_map(|line| keys.all_marks(*line)).collect();
    let cited: BTreeSet<&str> =
        gather(marks.iter().map(|mark| mark.value).chain(keys.rules.iter().map(|name| name.value.as_str())));
    let unknown: Vec<_> = marks.iter().filter(|mark| !keys.keys.contains_key(mark.value)).collect();
    for Spanned { value: name, span } in &unknown {
        report.push(unknown_key(name, *span, keys, &cited));
    }
    unused(keys, &cited, report);
}

/// Reports places with two keys.
fn synonyms(keys: &Keys, report: &Report) {
    let mut seen: BTreeMap<(&str, &str), (&str, Span)> = BTreeMap::new();
    let mut all: Vec<(&String, &Key)> = keys.keys.iter().collect();
    all.sort_by_key(|(_, key)| key.span);
    for (name, Key { span, cite }) in all {
        let Some(at) = &cite.at else { continue };
        let place = (cite.source.as_str(), at.as_str());
        let Some((first, of_first)) = seen.get(&place) else {
            seen.insert(place, (name, *span));
            continue;
        };
        let message = format!("this place already has the key `{first}`");
        let problem = Diagnostic::new(Code::SaidTwice, *span, message).label(*of_first, "first here");
        report.push(problem.into_warning().help(format!("cite it as `{first}`, and delete `{name}`")));
    }
}

fn unknown_key(name: &str, span: Span, keys: &Keys, cited: &BTreeSet<&str>) -> Diagnostic {
    let problem = Diagnostic::new(Code::UnknownSource, span, format!("unknown key `{name}`")).misses(name);
    let help = format!(
        "declare it in the block of its source, as in `place {name} \"page 12\"`, or as the key of a source: `source NAME as {name}`"
    );
    // The letter stands for the source, and no other source must be credited.
    let starts_alike = |key: &&str| {
        let letters = key.get(..1).zip(name.get(..1));
        letters.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
    };
    let known = keys.keys.keys().map(String::as_str).filter(starts_alike);
    let problem = problem.suggest_or(name, known.clone(), help);
    // An unused key is likely the intended one.
    let near = nearest(name, known).filter(|near| !cited.contains(near)).and_then(|near| keys.keys.get(near));
    match near {
        Some(key) => problem.label(key.span, "nothing cites this"),
        None => problem,
    }
}

/// Reports places and sources that no rule cites.
fn unused(keys: &Keys, cited: &BTreeSet<&str>, report: &Report) {
    let idle = |key: &str| !cited.contains(key);
    for source in &keys.sources {
        let of_source = || keys.keys.iter().filter(|(_, key)| key.cite.source == source.value);
        let is_idle = idle(&source.value) && of_source().all(|(key, _)| idle(key));
        if is_idle {
            let message = format!("no rule cites the source `{}`", source.value);
            let problem = Diagnostic::new(Code::UnusedSource, source.span, message);
            let help = match of_source().next() {
                Some((key, _)) => format!("end the rules that it supports with `[{key}]`, or delete it"),
                None => format!(
                    "give it a key, as in `source {} as K`, and end the rules that it supports with `[K]`; or delete it",
                    source.value
                ),
            };
            report.push(problem.help(help));
            continue;
        }
        // The place may be unused because another file cites the whole source.
        for (name, key) in of_source().filter(|(name, key)| key.cite.at.is_some() && idle(name)) {
            let message = format!("no rule cites the place `{name}` of the source `{}`", source.value);
            let problem = Diagnostic::new(Code::UnusedSource, key.span, message);
            report
                .push(problem.help(format!("end the rules that it supports with `[{name}]`, or delete it")));
        }
    }
}

/// Returns a problem for each rule without a citation, in files that declare sources. A rule can be cited by its
/// own marks or in its block. Values of switches have a lint of their own. A file without any citation is exempt,
/// because its sources are reported as unused.
pub(crate) fn uncited(tree: &[Statement]) -> Vec<Diagnostic> {
    let files_of = |keep: &dyn Fn(&Line) -> bool| -> BTreeSet<u32> {
        gather(every(tree).filter(|line| keep(line)).map(|line| line.span.file))
    };
    let files = files_of(&|line| line.keyword() == Some(Keyword::Source));
    let citing = files_of(&|line| cites_any(*line));
    let of_one_source = files_of(&|line| line.keyword() == Some(Keyword::Rules));
    let mut rules = Vec::new();
    Line::all(tree).for_each(|line| bare_rules(line, false, &mut rules));
    let is_due = |line: &&Line| {
        let file = &line.span.file;
        files.contains(file) && citing.contains(file) && !of_one_source.contains(file)
    };
    let problem = |line: &Line| {
        let name = line.at_colon().map_or(&line.items[..line.items.len().min(2)], |(before, _)| before);
        let message = format!("the rule `{}` cites no source", plain(name));
        let help = "end it with a key such as `[T4]`; for your own decisions, declare a source such as `source own as D \"Decided for this game\"`";
        Diagnostic::new(Code::UncitedRule, line.span, message).help(help)
    };
    rules.iter().filter(is_due).map(problem).collect()
}

/// Collects the rules of a statement that lack a citation. `inside` is true for a line in a block of rules.
fn bare_rules<'a>(line: Line<'a>, inside: bool, found: &mut Vec<Line<'a>>) {
    let Some(keyword) = line.keyword().filter(|_| !line.poisoned) else {
        found.extend([line].into_iter().filter(|line| inside && !line.poisoned && !is_accounted_for(*line)));
        return;
    };
    let is_rule = inside || line.word().is_some_and(|word| word.rule);
    match keyword {
        Keyword::Switch => {}
        Keyword::Under => line.lines().for_each(|line| bare_rules(line, inside, found)),
        Keyword::Entry | Keyword::Ending => {
            line.lines().for_each(|line| bare_rules(line, true, found));
        }
        _ if is_rule => {
            found.extend([line].into_iter().filter(|line| !is_accounted_for(*line)));
            found.extend(bare_additions(line));
        }
        _ => {}
    }
}

/// Returns true if a statement or a rule in its block cites a source, or if the statement says that it is
/// invented. Citations of remarks and other names do not count, nor do those of another file.
fn is_accounted_for(line: Line) -> bool {
    let is_rule =
        |own: &Line| own.span.file == line.span.file && !own.keyword().is_some_and(Keyword::is_remark);
    let cited = every(line.statements()).filter(is_rule).any(cites_any);
    cites_any(line) || line.text().contains("invented") || cited
}

/// Returns the first rule that each file adds to the block of an inherited statement, unless the file cites a source for one
/// of its rules there.
fn bare_additions(line: Line<'_>) -> Vec<Line<'_>> {
    let is_rule = |own: &Line| match own.keyword() {
        Some(Keyword::Title | Keyword::Token | Keyword::Value | Keyword::Written) => false,
        Some(Keyword::Switch | Keyword::Under | Keyword::Stage) => false,
        Some(keyword) => !keyword.is_remark(),
        None => own.begins_with_moves(),
    };
    // A file is read before those that it extends. Statements that an amendment generates have an empty place.
    let is_added = |own: &Line| own.span.file < line.span.file && own.span.start < own.span.end;
    let mut first: Vec<(Line, bool)> = Vec::new();
    for own in undecided(line).filter(|own| is_added(own) && is_rule(own) && !own.poisoned) {
        let is_cited = is_accounted_for(own);
        match first.iter_mut().find(|(other, _)| other.span.file == own.span.file) {
            Some((_, cited)) => *cited |= is_cited,
            None => first.push((own, is_cited)),
        }
    }
    first.into_iter().filter(|(_, is_cited)| !is_cited).map(|(line, _)| line).collect()
}

/// Iterates over the statements in a block, and in the blocks of these, except in switches.
fn undecided(line: Line<'_>) -> Box<dyn Iterator<Item = Line<'_>> + '_> {
    let lines = line.lines().filter(|line| line.keyword() != Some(Keyword::Switch));
    Box::new(lines.flat_map(|line| std::iter::once(line).chain(undecided(line))))
}

/// Returns true if a statement has marks, even invalid ones.
fn cites_any(line: Line) -> bool {
    line.marks().is_some()
}

/// Returns the citations of each statement, under every value of every switch. Rules without marks inherit those
/// of the answer they belong to, or else the source that their file declares. `amended` are the statements of parents as
/// these wrote them: a part that an amendment keeps has the citations of the statement that it comes from.
pub(crate) fn cites(tree: &[Statement], amended: &[Statement], keys: &Keys) -> Cites {
    let mut all = Vec::new();
    every(tree).for_each(|line| cites_of(line, keys, &mut all));
    let known: BTreeSet<Span> = gather(all.iter().map(|citing| citing.span));
    let mut former = Vec::new();
    every(amended).for_each(|line| cites_of(line, keys, &mut former));
    former.retain(|citing| !known.contains(&citing.span));
    all.extend(former.into_iter().map(|citing| Citing { is_own: false, ..citing }));
    let files: BTreeSet<u32> = gather(keys.rules.iter().map(|name| name.span.file));
    // This span covers the whole file, so every statement with its own entry has priority.
    let whole = |file: u32| Span { file, start: 0, end: u32::MAX };
    let default = |file| Some(Citing { span: whole(file), is_own: false, cites: vec![keys.of_file(file)?] });
    all.extend(files.into_iter().filter_map(default));
    Origin(all.into())
}

/// Collects the citations of a statement, of its parts, and of the rules under its answers if it is a switch.
fn cites_of(line: Line, keys: &Keys, all: &mut Vec<Citing>) {
    let cites = keys.cited(&keys.marks(line));
    // The marks of a change also cite the inherited parts of the first line that it keeps.
    let kept = line.items.iter().filter(|item| !cites.is_empty() && !line.span.contains(item.span));
    all.extend(kept.map(|item| Citing { span: item.span, cites: cites.clone(), is_own: false }));
    let is_remark = line.keyword().is_some_and(Keyword::is_remark);
    if !cites.is_empty() || is_remark && keys.of_file(line.span.file).is_some() {
        all.push(Citing { span: line.span, is_own: !cites.is_empty(), cites });
    }
    let parts = keys.clauses(line).chain(keys.members(line));
    let parts = parts.map(|(span, marks)| (span, keys.cited(&marks)));
    all.extend(parts.map(|(span, cites)| Citing { span, is_own: true, cites }));
    if line.keyword() == Some(Keyword::Switch) {
        for answer in line.lines() {
            let cites = keys.cited(&keys.marks(answer));
            if !cites.is_empty() {
                answered(answer.statements(), (answer.span.file, &cites), all);
            }
        }
    }
}

/// Collects the rules of an answer that have no marks of their own, if they are in the same file.
fn answered(rules: &[Statement], (file, cites): (u32, &[Cite]), all: &mut Vec<Citing>) {
    for line in Line::all(rules) {
        match line.keyword() {
            Some(Keyword::Under) => answered(line.statements(), (file, cites), all),
            Some(Keyword::Switch) => {}
            _ if line.marks().is_some() || line.span.file != file => {}
            _ => all.push(Citing { span: line.span, cites: cites.to_vec(), is_own: false }),
        }
    }
}

/// Iterates over all statements of a tree, including those in blocks.
pub(crate) fn every(tree: &[Statement]) -> Box<dyn Iterator<Item = Line<'_>> + '_> {
    Box::new(Line::all(tree).flat_map(|line| std::iter::once(line).chain(every(line.statements()))))
}
