//! Reading a file and those it extends: their trees merged, their readings and allowances collected.

use super::{Reading, Tuned, amend, read_readings, read_tuned, replace};
use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::source::{Sources, Span};
use crate::lang::allow::{self, Allow};
use crate::lang::catalog::{Catalog, READINGS, built_in_names};
use crate::lang::statement::{Line, Report, twice};
use crate::lang::syntax::{self, Statement};
use crate::lang::vocabulary::{Keyword, Place};

/// A file to be read, with its name and text those of the file of readings beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub name: String,
    pub text: String,
    pub readings: Option<(String, String)>,
    /// The same of the file of worths.
    pub tuned: Option<(String, String)>,
    /// True if the file is shipped and has been checked, so that checks are skipped.
    pub trusted: bool,
}

/// The longest chain of games of which each extends the next.
const MAX_PARENTS: usize = 16;

/// Reads one file after the other, the child before its parent.
pub(in crate::lang) struct FileReader<'a> {
    catalog: &'a Catalog<'a>,
    report: &'a Report,
    pub(in crate::lang) sources: Sources,
    /// The readings found so far; those of a child replace those of its parent.
    pub(in crate::lang) readings: Vec<Reading>,
    /// The piece values that the child sets.
    pub(in crate::lang) tuned: Vec<Tuned>,
    pub(in crate::lang) allows: Vec<Allow>,
    /// True if a parent is missing, so that half of the game is.
    pub(in crate::lang) orphaned: bool,
    /// The files on the way to this one, and where each names its parent.
    trail: Vec<(String, Span)>,
}

impl<'a> FileReader<'a> {
    pub(in crate::lang) fn new(catalog: &'a Catalog, sources: Sources, report: &'a Report) -> FileReader<'a> {
        let (readings, allows, trail) = (Vec::new(), Vec::new(), Vec::new());
        FileReader { catalog, report, sources, readings, tuned: Vec::new(), allows, orphaned: false, trail }
    }

    /// Reads a file, and gives its statements merged into those of its parent.
    pub(in crate::lang) fn read(&mut self, text: &Text) -> Vec<Statement> {
        let file = self.sources.add(text.name.clone(), text.text.clone());
        let (tree, problems) = syntax::parse(file, &text.text);
        problems.into_iter().for_each(|problem| self.report.push(problem));
        if tree.is_cut_off {
            self.report.nodes().cut_off();
        }
        for line in tree.broken {
            let words = text.text.get(line.range()).unwrap_or_default();
            self.report.nodes().text(line, &words[..words.floor_char_boundary(syntax::MAX_LINE)]);
        }
        self.allows.extend(allow::find(file, &text.text, !self.trail.is_empty()));
        if let Some((name, tuned)) = text.tuned.as_ref().filter(|_| self.trail.is_empty()) {
            let (worths, problems) = read_tuned(self.sources.add(name.clone(), tuned.clone()), tuned);
            problems.into_iter().for_each(|problem| self.report.push(problem));
            self.tuned = worths;
        }
        if let Some(why) = self.catalog.evaluation_refusal(&text.name).filter(|_| text.tuned.is_none()) {
            self.report.push(Diagnostic::new(Code::UnreadableFile, Span::new(file, 0, 0), why));
        }
        let beside = text.readings.as_ref();
        let read =
            beside.map(|(name, text)| read_readings(self.sources.add(name.clone(), text.clone()), text));
        let (own, problems) = read.unwrap_or_default();
        problems.into_iter().for_each(|problem| self.report.push(problem));
        if beside.is_none()
            && let Some(why) = self.catalog.refusal(READINGS, &text.name)
        {
            let at = self.trail.last().map_or(Span::new(file, 0, 0), |(_, span)| *span);
            self.report.push(Diagnostic::new(Code::UnreadableFile, at, why));
        }
        let last = Line::all(&tree.statements).next_back();
        self.report.nodes().ends_with(last);
        let (named, may_lack_parent) = self.head(&tree.statements, text);
        let parent = named.as_ref().and_then(|(name, span)| self.parent(name, *span, text));
        self.orphaned |= parent.is_none() && (named.is_some() || may_lack_parent);
        for reading in own {
            self.readings.retain(|old| old.name != reading.name);
            self.readings.push(reading);
        }
        let Some(mut parent) = parent else { return tree.statements };
        // What stands twice in a game that extends none is found where all of a game is read.
        let mut heads = Line::all(&tree.statements).filter(|line| line.keyword() == Some(Keyword::Variant));
        if let (Some(first), Some(second)) = (heads.next(), heads.next()) {
            self.report.push(twice("variant", second.span, first.span));
        }
        let royals = replace::royal_pieces(&parent);
        amend(&mut parent, &tree.statements, true, self.report);
        replace::check_royals(&royals, &tree.statements, self.report);
        replace::drop_idle_switches(&mut parent, file);
        parent
    }

    /// Reads the head of a file: the parent it names, and whether it was perhaps meant to name one, which is reported here.
    /// In the merged tree the head of the youngest file takes the place of all others.
    fn head(&self, tree: &[Statement], text: &Text) -> (Option<(String, Span)>, bool) {
        let amending = Line::all(tree).find(|line| line.amends());
        if let Some(head) = Line::all(tree).find(|line| line.keyword() == Some(Keyword::Variant)) {
            let is_broken = self.report.read(head, head.read_head()).is_none();
            // What follows `extends` in a head that is wrong anyway may be no name of a game.
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

    /// The statements of the game `name`, which the file `text` extends.
    fn parent(&mut self, name: &str, span: Span, text: &Text) -> Option<Vec<Statement>> {
        if let Some(why) = self.catalog.refusal(&format!("{name}.ferz"), &text.name) {
            self.report.push(Diagnostic::new(Code::UnreadableFile, span, why));
            return None;
        }
        let Some(found) = self.catalog.find(name, &text.name) else {
            let names = built_in_names();
            let problem = Diagnostic::new(Code::UnknownGame, span, format!("unknown game `{name}`"));
            let help = "a game can extend built-in games, and files next to its own";
            self.report.push(problem.suggest_or(name, names.iter().map(String::as_str), help));
            return None;
        };
        self.trail.push((text.name.clone(), span));
        let cycle = self.trail.iter().position(|(file, _)| *file == found.name);
        if cycle.is_none() && self.trail.len() > MAX_PARENTS {
            let first = self.trail.first().map_or(span, |(_, first)| *first);
            let message = format!("more than {MAX_PARENTS} games extend each other");
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
