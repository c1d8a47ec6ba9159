//! Reading of a file with the files that it extends.
//!
//! [`FileReader::read`] is the entry point. It parses a file, reads its parent recursively, and merges the two
//! trees. It also collects the readings, tuned piece values, and `# allow` comments of all files.

use super::{Reading, Tuned, amend, read_readings, read_tuned, replace};
use crate::allow::{self, Allow};
use crate::base::source::{Sources, Span};
use crate::catalog::{Catalog, READINGS, built_in_names};
use crate::messages::diagnostic::{Code, Diagnostic, Parts, nearest};
use crate::statement::{Line, Report, twice};
use crate::syntax::{self, Statement, Tree, ast};
use crate::vocabulary::{Keyword, Place};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A file to read, together with the files of readings and of piece values in its folder, as pairs of name and
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub name: String,
    pub text: String,
    pub readings: Option<(String, String)>,
    /// The file of tuned piece values.
    pub tuned: Option<(String, String)>,
    /// True if the file is built in and was checked before the release, so that checks are skipped.
    pub trusted: bool,
}

/// The maximum length of a chain of games, each of which extends the next.
const MAX_PARENTS: usize = 16;
/// The maximum number of games whose origins are followed.
const MAX_ORIGINS: usize = 100;

/// A reader of one file and its parents, starting with the child.
pub(crate) struct FileReader<'a> {
    catalog: &'a Catalog<'a>,
    report: &'a Report,
    pub(crate) sources: Sources,
    /// The trees of the rule files among the sources.
    pub(crate) trees: Vec<Arc<Tree>>,
    /// The readings found so far. A child's reading replaces its parent's reading of the same name.
    pub(crate) readings: Vec<Reading>,
    /// The piece values of the child. Those of its parents are ignored.
    pub(crate) tuned: Vec<Tuned>,
    pub(crate) allows: Vec<Allow>,
    /// The statements of the parents, as these wrote them.
    pub(crate) amended: Vec<Statement>,
    /// True if a parent is missing, so that the game is incomplete.
    pub(crate) orphaned: bool,
    /// The files that lead to the current one, each with the place where it names its parent.
    trail: Vec<(String, Span)>,
}

impl<'a> FileReader<'a> {
    pub(crate) fn new(catalog: &'a Catalog, sources: Sources, report: &'a Report) -> FileReader<'a> {
        FileReader {
            catalog,
            report,
            sources,
            trees: Vec::new(),
            readings: Vec::new(),
            tuned: Vec::new(),
            allows: Vec::new(),
            amended: Vec::new(),
            orphaned: false,
            trail: Vec::new(),
        }
    }

    /// Reads a file, and returns its statements merged into those of its parent.
    pub(crate) fn read(&mut self, text: &Text) -> Vec<Statement> {
        let is_parent = !self.trail.is_empty();
        let file = self.sources.add(text.name.clone(), text.text.clone());
        let tree = Arc::new(syntax::parse(file, text.text.as_str()));
        tree.problems().iter().for_each(|problem| self.report.push(problem.clone()));
        self.report.nodes().unreadable(&tree);
        self.allows.extend(allow::find(&tree, is_parent));
        let statements: Vec<Statement> = tree.statements().map(ast::Statement::copy).collect();
        self.trees.push(tree);
        if let Some((name, tuned)) = text.tuned.as_ref().filter(|_| !is_parent) {
            let (values, problems) = read_tuned(self.sources.add(name.clone(), tuned.clone()), tuned);
            problems.into_iter().for_each(|problem| self.report.push(problem));
            self.tuned = values;
        }
        if let Some(why) = self.catalog.evaluation_refusal(&text.name).filter(|_| text.tuned.is_none()) {
            self.report.push(Diagnostic::new(Code::UnreadableFile, Span::new(file, 0, 0), why));
        }
        let beside = text.readings.as_ref();
        let read =
            beside.map(|(name, text)| read_readings(self.sources.add(name.clone(), text.clone()), text));
        let (own, problems) = read.unwrap_or_default();
        // A reading that cannot be read has no name.
        let broken = problems.iter().find(|problem| problem.is_error()).map(Diagnostic::place);
        broken.into_iter().for_each(|place| self.report.nodes().part(place, Parts::READING));
        problems.into_iter().for_each(|problem| self.report.push(problem));
        if beside.is_none()
            && let Some(why) = self.catalog.refusal(READINGS, &text.name)
        {
            let at = self.trail.last().map_or(Span::new(file, 0, 0), |(_, span)| *span);
            self.report.push(Diagnostic::new(Code::UnreadableFile, at, why));
        }
        let last = Line::all(&statements).next_back();
        self.report.nodes().ends_with(last);
        self.report.nodes().changes(&statements);
        let (named, may_lack_parent) = self.head(&statements, text);
        self.check_origins(&statements, text);
        let parent = named.as_ref().and_then(|(name, span)| self.parent(name, *span, text));
        self.orphaned |= parent.is_none() && (named.is_some() || may_lack_parent);
        for reading in own {
            self.readings.retain(|old| old.name != reading.name);
            self.readings.push(reading);
        }
        if is_parent {
            self.amended.extend(statements.iter().cloned());
        }
        let Some(mut parent) = parent else { return statements };
        // In a game without a parent, a second head is found by the lowering.
        let mut heads = Line::all(&statements).filter(|line| line.keyword() == Some(Keyword::Variant));
        if let (Some(first), Some(second)) = (heads.next(), heads.next()) {
            self.report.push(twice("variant", second.span, first.span).doubting(Parts::BEFORE));
        }
        // A game has an origin of its own.
        parent.retain(|statement| Line::of(statement).keyword() != Some(Keyword::Origin));
        // The royals are determined before the parent is amended, so that a lost one can be reported.
        let royals = replace::royal_pieces(&parent);
        // If the head of the parent has an error, its parent may be missing, and with it what this file amends.
        let unreported = Report::default();
        let report = if self.orphaned { &unreported } else { self.report };
        amend(&mut parent, &statements, true, report);
        replace::check_royals(&royals, &statements, self.report);
        replace::drop_idle_switches(&mut parent, file);
        parent
    }

    /// Reads the head of a file. Returns the parent that it names, and a flag that is true if the file may lack a
    /// parent, which is reported here. In the merged tree, the head of the child replaces all others.
    fn head(&self, tree: &[Statement], text: &Text) -> (Option<(String, Span)>, bool) {
        let amending = Line::all(tree).find(|line| line.amends());
        if let Some(head) = Line::all(tree).find(|line| line.keyword() == Some(Keyword::Variant)) {
            let is_broken = self.report.read(head, head.read_head()).is_none();
            // In a head with errors, the word after `extends` may not be the name of a game.
            let is_game =
                |name: &str| self.catalog.find(name, &text.name).is_some_and(|own| own.name != text.name);
            let parent = head.parent().filter(|(name, _)| !is_broken || is_game(name));
            let lacks =
                || amending.is_some_and(|line| self.report.read(line, line.word_in(Place::Top)).is_none());
            let may_lack = is_broken && head.items.len() > 3 || parent.is_none() && !is_broken && lacks();
            return (parent, may_lack);
        }
        let is_head = |line: &Line| {
            let is_slip = line.first().is_some_and(|first| nearest(first, ["variant"]).is_some());
            is_slip || line.words().any(|word| word == "extends")
        };
        let slip = Line::all(tree).next().filter(is_head);
        if let (None, Some(_), Some(first)) = (slip, amending, Line::all(tree).next()) {
            let message = "the file names neither its game nor the game that it extends";
            let problem = Diagnostic::new(Code::NoVariant, first.span, message);
            self.report.push_about(first, problem.help("begin with `variant NAME \"Title\" extends GAME`"));
            return (None, true);
        }
        (None, slip.is_some_and(|line| self.report.read(line, line.word_in(Place::Top)).is_none()))
    }

    /// Reports the names after `origin ... from` that are not those of games, and games that descend from this one.
    fn check_origins(&self, statements: &[Statement], text: &Text) {
        for (line, name, span) in origins(statements).filter(|_| !text.trusted) {
            if self.catalog.find(name, &text.name).is_none() {
                let help = "name built-in games, and files next to this one";
                self.report.push_about(line, self.unknown_game(name, span, text, help));
            } else if let Some(circle) = self.circle(name, &text.name, &text.name, &mut BTreeSet::new()) {
                let message = "these games descend from each other in a circle";
                let problem = Diagnostic::new(Code::InheritanceCycle, span, message).into_warning();
                let games = [circle, vec![name.to_owned()]].concat().join(" from ");
                let help = format!("{games}; remove the origin that is wrong");
                self.report.push(problem.help(help));
            }
        }
    }

    /// Returns the games by which the origin of the game `name` leads to the file `own`, the last one first. `from` is the
    /// file that names the game.
    fn circle(&self, name: &str, from: &str, own: &str, seen: &mut BTreeSet<String>) -> Option<Vec<String>> {
        let found = self.catalog.find(name, from)?;
        if found.name == own {
            return Some(vec![name.to_owned()]);
        }
        if seen.len() > MAX_ORIGINS || !seen.insert(found.name.clone()) {
            return None;
        }
        let lines: Vec<&str> =
            found.text.lines().filter(|line| line.trim_start().starts_with("origin")).collect();
        let statements: Vec<Statement> =
            syntax::parse(0, lines.join("\n")).statements().map(ast::Statement::copy).collect();
        let mut circles = origins(&statements).filter_map(|(_, older, _)| {
            let mut circle = self.circle(older, &found.name, own, seen)?;
            circle.push(name.to_owned());
            Some(circle)
        });
        circles.next()
    }

    /// Creates the problem of a name that is not the name of a game.
    fn unknown_game(&self, name: &str, span: Span, text: &Text, help: &str) -> Diagnostic {
        let names = built_in_names();
        let stem = name.trim_end_matches(".ferz");
        let own = self.catalog.find(stem, &text.name).map(|_| stem);
        let problem = Diagnostic::new(Code::UnknownGame, span, format!("unknown game `{name}`"));
        problem.suggest_or(stem, names.iter().map(String::as_str).chain(own), help)
    }

    /// Returns the statements of the game `name`, which the file `text` extends.
    fn parent(&mut self, name: &str, span: Span, text: &Text) -> Option<Vec<Statement>> {
        if let Some(why) = self.catalog.refusal(&format!("{name}.ferz"), &text.name) {
            self.report.push(Diagnostic::new(Code::UnreadableFile, span, why));
            return None;
        }
        let Some(found) = self.catalog.find(name, &text.name) else {
            let help = "a game can extend built-in games, and files next to its own";
            self.report.push(self.unknown_game(name, span, text, help));
            return None;
        };
        self.trail.push((text.name.clone(), span));
        let cycle = self.trail.iter().position(|(file, _)| *file == found.name);
        if cycle.is_none() && self.trail.len() > MAX_PARENTS {
            let first = self.trail.first().map_or(span, |(_, first)| *first);
            let message = format!("a chain of more than {MAX_PARENTS} games, each of which extends the next");
            let problem = Diagnostic::new(Code::InheritanceTooDeep, first, message);
            let problem = problem.here("this is the first of them").label(span, "this is one too many");
            self.report.push(problem.help("write one of these games in full, without `extends`"));
            return None;
        }
        if let Some(cycle) = cycle {
            let circle = self.trail.get(cycle..).unwrap_or_default();
            let names: Vec<&str> =
                circle.iter().map(|(file, _)| file.as_str()).chain([found.name.as_str()]).collect();
            let message = "these games extend each other in a cycle";
            let mut problem = Diagnostic::new(Code::InheritanceCycle, span, message)
                .help(format!("{}; one of them must not extend another", names.join(" extends ")));
            for (file, at) in circle.iter().rev().skip(1) {
                problem = problem.label(*at, format!("{file} extends this"));
            }
            self.report.push(problem);
            return None;
        }
        Some(self.read(&found))
    }
}

/// Returns the names of games after `from` in statements about an origin, with their places.
fn origins(statements: &[Statement]) -> impl Iterator<Item = (Line<'_>, &str, Span)> {
    let lines = Line::all(statements).filter(|line| line.keyword() == Some(Keyword::Origin));
    lines.flat_map(|line| {
        let games = line.items.iter().skip_while(|item| item.word() != Some("from")).skip(1);
        games.filter_map(move |item| Some((line, item.word()?, item.span)))
    })
}
