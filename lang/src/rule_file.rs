//! Rule files: all stages from the text to the rules.
//!
//! [`RuleFile::open`] reads a file with everything it extends. [`RuleFile::variant`] compiles it under one
//! selection, and [`RuleFile::check`] finds the problems under every array, reading, and value of a switch.
//! [`Memory`] caches the work that these runs share.

use super::allow::{self, Allow};
use super::catalog::{Catalog, built_in};
use super::choice::{Selection, check_readings};
use super::declared::blame;
use super::lint;
use super::lower::{self, Lowered};
use super::merge::{FileReader, Reading, Switches, Text, Tuned, expand_families, repeated, sources};
use super::split::rejoined;
use super::statement::{ErrorNodes, Line, Report};
use super::syntax::{Statement, Tree};
use super::tidy::{leave_out_effects_of_rows, tidy};
use super::vocabulary::Keyword;
use crate::base::source::{Source, Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::rules::{Cites, Origin, PieceType, Switch, Variant, Walks};
use std::sync::{Arc, OnceLock};

/// A rule file with everything it extends, before its switches have values.
#[derive(Clone, Debug)]
pub struct RuleFile {
    pub sources: Sources,
    /// The trees of the rule files among the sources.
    trees: Vec<Arc<Tree>>,
    /// The readings of the file and of those it extends.
    pub readings: Vec<Reading>,
    /// The tuned piece values.
    tuned: Vec<Tuned>,
    tree: Vec<Statement>,
    switches: Switches,
    /// The problems that do not depend on the selection.
    problems: Vec<Diagnostic>,
    nodes: ErrorNodes,
    cites: Cites,
    allows: Vec<Allow>,
    /// True if a parent is missing or a merge conflict is left, so that the game is incomplete.
    orphaned: bool,
    /// All problems of the file, computed at most once and shared by copies.
    checked: Arc<OnceLock<Vec<Diagnostic>>>,
    /// True if the file is built in and was checked before the release, so that checks are skipped.
    trusted: bool,
}

/// A cache that is shared by the selections of one file and by files with equal lines.
#[derive(Default)]
pub struct Memory {
    lines: lower::StatementCache,
    walks: Walks,
    listed: lint::ListedGames,
}

impl Memory {
    /// Runs the lints on a game and adds their problems. Returns no game if there are errors.
    fn with_lints(
        &self,
        game: Option<Variant>,
        mut problems: Vec<Diagnostic>,
        trusted: bool,
    ) -> (Option<Variant>, Vec<Diagnostic>) {
        let mut game = game.filter(|_| !has_errors(&problems));
        if let Some(game) = game.as_mut().filter(|_| trusted) {
            game.returns = lint::returns(game, &self.walks);
        } else if let Some(game) = &mut game {
            let (found, returns) = lint::check(game, &self.walks, &self.listed);
            problems.extend(found);
            game.returns = returns;
        }
        // If a game is rejected, there must be an error, even if every error was dropped as a consequence of
        // another.
        if game.is_none() && !has_errors(&problems) {
            let problem = Diagnostic::new(Code::Refused, Span::default(), "this game cannot be read");
            problems.push(problem.help("please report this file, because ferz cannot name the cause"));
        }
        (game.filter(|_| !has_errors(&problems)), problems)
    }
}

/// The maximum number of places in a problem about parts that do not fit the board.
const MAX_PLACES: usize = 8;
/// The maximum number of statements that a check may process for all selections together.
const MAX_WORK: usize = 500_000;

impl RuleFile {
    /// Reads a file and the files that it extends.
    pub fn open(text: &Text, catalog: &Catalog, sources: Sources) -> RuleFile {
        let report = Report::default();
        let mut reader = FileReader::new(catalog, sources, &report);
        let tree = reader.read(text);
        let keys = sources::Keys::of(&tree);
        let FileReader { sources, trees, readings, tuned, allows, mut orphaned, .. } = reader;
        // If a file contains two versions, other problems would be misleading.
        let is_game = |file: u32| sources.get(file).is_some_and(|source| source.name.ends_with(".ferz"));
        let is_torn =
            |problem: &Diagnostic| problem.code == Code::MergeConflict && is_game(problem.place().file);
        orphaned |= report.problems().iter().any(is_torn);
        let switches = Switches::collect(&tree, &keys, &report);
        if !orphaned && !text.trusted {
            sources::check(&tree, &keys, &report);
        }
        check_readings(&readings, &switches, &report);
        let (problems, nodes) = report.pause();
        let (cites, checked) = (sources::cites(&tree, &keys), Arc::new(OnceLock::new()));
        if text.trusted {
            checked.get_or_init(Vec::new);
        }
        RuleFile {
            sources,
            trees,
            readings,
            tuned,
            tree,
            switches,
            problems,
            nodes,
            cites,
            allows,
            orphaned,
            checked,
            trusted: text.trusted,
        }
    }

    /// Returns the problems found by [`RuleFile::check`], computed at most once.
    pub fn checked(&self) -> &[Diagnostic] {
        self.checked_with(&Memory::default())
    }

    /// Works like [`RuleFile::checked`], with a cache of processed lines.
    pub(super) fn checked_with(&self, memory: &Memory) -> &[Diagnostic] {
        self.checked.get_or_init(|| self.check_with(memory))
    }

    /// Returns true if the whole text could be read, so that its list of switches is complete. Readings declare
    /// no switches.
    pub fn is_sound(&self) -> bool {
        let in_game = |problem: &&Diagnostic| {
            let source = self.sources.get(problem.place().file);
            source.is_none_or(|source| source.name.ends_with(".ferz"))
        };
        let is_cut = || self.nodes.may_be_cut() && has_errors(self.checked());
        !self.problems.iter().filter(in_game).any(Diagnostic::is_error) && !is_cut()
    }

    /// Returns the tree of one of the sources, if it is a rule file.
    pub fn tree(&self, file: u32) -> Option<&Tree> {
        self.trees.iter().map(|tree| &**tree).find(|tree| tree.file() == file)
    }

    pub fn switches(&self) -> &[Switch] {
        &self.switches.all
    }

    pub fn arrays(&self) -> Vec<String> {
        let variant = self.variant(&Selection::default(), &Memory::default()).0;
        variant.into_iter().flat_map(|variant| variant.arrays).map(|info| info.name).collect()
    }

    /// Returns the game under a selection, with its problems. There is no game if there are errors.
    pub fn variant(&self, selection: &Selection, memory: &Memory) -> (Option<Variant>, Vec<Diagnostic>) {
        let (lowered, problems) = self.lowered(selection, memory);
        let array = selection.array.as_ref().map(|(name, _)| name.as_str());
        let (mut variant, problems) =
            memory.with_lints(lowered.map(|lowered| lowered.with_array(array)), problems, self.trusted);
        if let Some(variant) = &mut variant {
            variant.switches = self.switches_under(selection);
        }
        let problems =
            allow::apply(&self.allows, tidy(problems, &self.sources), false, Diagnostic::place).into_iter();
        (variant, problems.map(|problem| rejoined(problem, &self.trees, &self.sources)).collect())
    }

    /// Returns the game under a selection with all arrays but without its switches, and the problems in the order
    /// found.
    fn lowered(&self, selection: &Selection, memory: &Memory) -> (Option<Lowered>, Vec<Diagnostic>) {
        let report = Report::resume(self.problems.clone(), self.nodes.clone());
        let chosen = selection.choose(&self.switches, &self.readings, &report);
        // If a file was cut off, all other problems would be misleading.
        if report.problems().iter().any(|problem| problem.code == Code::FileTooLong) {
            return (None, report.finish());
        }
        if self.orphaned {
            return (None, report.finish());
        }
        let tree = self.switches.decide(&self.tree, &chosen);
        let lines: Vec<Line> = Line::all(&tree).collect();
        let is_switched = |line: &Line| !self.tree.iter().any(|top| top.span == line.span);
        lower::check_words(&lines, is_switched, &report);
        // Families come last, because a switch can decide their members.
        let (tree, families) = expand_families(tree, &report);
        let lines: Vec<Line> = Line::all(&tree).collect();
        let mut lowered = lower::lower(&lines, families, &memory.lines, &report);
        if let Some(Lowered { variant, .. }) = &mut lowered {
            selection.check_array(variant, &report);
            self.apply_tuned_values(variant, &report);
            variant.reading = selection.reading.as_ref().map_or("default", |(name, _)| name).to_string();
            variant.cites = self.cites.clone();
        }
        (lowered, report.finish())
    }

    /// Returns the switches with their values under a selection.
    fn switches_under(&self, selection: &Selection) -> Vec<Switch> {
        let chosen = selection.choose(&self.switches, &self.readings, &Report::default());
        let decided = |switch: &Switch| {
            let value = chosen.get(&switch.name).unwrap_or_default().to_owned();
            Switch { chosen: value, ..switch.clone() }
        };
        self.switches.all.iter().map(decided).collect()
    }

    /// Sets the tuned piece values, and reports values for unknown pieces.
    fn apply_tuned_values(&self, variant: &mut Variant, report: &Report) {
        let names: Vec<String> = variant.piece_types.iter().map(PieceType::name).collect();
        for Tuned { piece, values, span } in &self.tuned {
            let all = names.iter().zip(&mut variant.piece_types);
            let mut matching = all.filter(|(name, _)| *name == piece).map(|(_, own)| own).peekable();
            if matching.peek().is_none() {
                let problem =
                    Diagnostic::new(Code::UnusedWorth, *span, format!("the game has no piece `{piece}`"));
                let help = "delete the line, or run `ferz tune` again";
                report.push(problem.suggest_or(piece, names.iter().map(String::as_str), help));
                continue;
            }
            matching.for_each(|one| one.tuned = Some(*values));
        }
    }

    /// Returns the games that differ from `variant` only in the value of one switch, grouped by switch. If the
    /// game is too large to compile each of them, the groups are empty.
    pub fn alternatives<'v>(&'v self, variant: &'v Variant) -> impl Iterator<Item = Vec<Variant>> + 'v {
        let (memory, nowhere) = (Memory::default(), Span::default());
        let chosen = |switch: &Switch| (switch.name.clone(), switch.chosen.clone(), nowhere);
        let set: Vec<_> = variant.switches.iter().map(chosen).collect();
        let array = (!variant.array.is_empty()).then(|| (variant.array.clone(), nowhere));
        let game = move |at: usize, value: &str| {
            let mut selection = Selection { array: array.clone(), reading: None, set: set.clone() };
            selection.set.get_mut(at)?.1 = value.to_owned();
            let (lowered, problems) = self.lowered(&selection, &memory);
            lowered.filter(|_| !has_errors(&problems)).map(|lowered| lowered.with_array(Some(&variant.array)))
        };
        let values: usize = variant.switches.iter().map(|switch| switch.values.len()).sum();
        let is_small = values * sources::every(&self.tree).count() <= MAX_WORK;
        variant.switches.iter().enumerate().map(move |(at, switch)| {
            let values = switch.values.iter().filter(|value| is_small && value.name != switch.chosen);
            values.filter_map(|value| game(at, &value.name)).collect()
        })
    }

    /// Returns the names of the switches in the top-level statement that contains a rule.
    pub fn switches_beside(&self, origin: Origin) -> Vec<String> {
        let mut lines = Line::all(&self.tree);
        let around = lines.find(|line| line.whole().holds(origin.0));
        let inside = |span: Span| {
            around.is_some_and(|line| sources::every(line.statements()).any(|line| line.whole().holds(span)))
        };
        let switches = self.switches.all.iter().filter(|switch| inside(switch.origin.0));
        switches.map(|switch| switch.name.clone()).collect()
    }

    /// Returns the problems of the default selection, without those found by lints.
    pub fn glance(&self) -> Vec<Diagnostic> {
        self.lowered(&Selection::default(), &Memory::default()).1
    }

    /// Returns the problems of the game under any array, any reading, and any value of a switch.
    pub fn check(&self) -> Vec<Diagnostic> {
        self.check_with(&Memory::default())
    }

    pub fn lines_read(&self) -> usize {
        let memory = Memory::default();
        self.check_with(&memory);
        memory.lines.len()
    }

    fn check_with(&self, memory: &Memory) -> Vec<Diagnostic> {
        let mut found = Found::default();
        let mut others = self.selections();
        let (default, problems) = self.lowered(&Selection::default(), memory);
        let default = default.filter(|_| !has_errors(&problems));
        let mut arrays: Vec<Option<&str>> = default.iter().flat_map(Lowered::arrays).map(Some).collect();
        // A game with too many choices is only checked under its default values.
        if (others.len() + arrays.len()) * sources::every(&self.tree).count() > MAX_WORK {
            others.clear();
            arrays.truncate(1);
            found.all.push(self.too_many_choices());
        }
        if arrays.is_empty() {
            arrays.push(None);
        }
        // The arrays were lowered with the rest of the game, so only the lints can differ between them.
        for array in arrays {
            let game = default.clone().map(|lowered| lowered.with_array(array));
            found.add(memory.with_lints(game, problems.clone(), false));
        }
        for selection in others {
            let (lowered, problems) = self.lowered(&selection, memory);
            found.add(memory.with_lints(lowered.map(|lowered| lowered.with_array(None)), problems, false));
        }
        // After an error, rules may only seem to be unused, and lints would distract from it.
        if !has_errors(&found.all) {
            found.all.extend(found.absent.unwrap_or_default());
            found.all.extend(sources::uncited(&self.tree));
            found.all.extend(repeated(&self.tree));
        }
        let mut uses = Vec::new();
        for (name, place) in found.all.iter().filter_map(|one| Some((one.missing()?, one.place()))) {
            if !uses.iter().any(|(own, at)| own == name && *at == place) {
                uses.push((name.to_owned(), place));
            }
        }
        let shown =
            |problem: &Diagnostic| self.at_home(problem.clone()).map_or(problem.place(), |one| one.place());
        let mut problems = allow::apply(&self.allows, tidy(found.all, &self.sources), true, shown);
        leave_out_effects_of_rows(&mut problems);
        blame(&mut problems, &uses, &self.tree);
        let problems = tidy(problems, &self.sources);
        let problems = self.fitted(problems).into_iter().filter_map(|problem| self.at_home(problem));
        problems.map(|problem| rejoined(problem, &self.trees, &self.sources)).collect()
    }

    /// Merges problems of inherited statements that do not fit the board of this file into one problem at the
    /// board.
    fn fitted(&self, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let board = Line::all(&self.tree).find(|line| line.keyword() == Some(Keyword::Board));
        let grid = board.and_then(|line| line.lines().find(|line| line.keyword() == Some(Keyword::Grid)));
        let is_off = |problem: &Diagnostic| {
            let about = [Code::WrongRowWidth, Code::OutsideTheBoard, Code::UnknownSquare, Code::RankLeftOut];
            about.contains(&problem.code) && grid.is_some_and(|grid| problem.place().file > grid.span.file)
        };
        let (off, mut problems): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_off);
        let mut off = off.into_iter();
        let Some((mut first, grid)) = off.next().zip(grid) else { return problems };
        first.message = format!("an inherited part does not fit this board: {}", first.message);
        first.labels.truncate(1);
        first
            .labels
            .extend(off.take(MAX_PLACES).map(|other| Label { text: "and this".into(), ..other.labels[0] }));
        first.labels.insert(0, Label { span: grid.span, text: "the board".into() });
        let help = "change the inherited part, too, as in `change array NAME { ... }` or `change region NAME = SQUARES`";
        problems.insert(0, first.help(help));
        problems
    }

    /// Moves a problem to a place where the author of this file can fix it. Lints in the file of a parent are
    /// dropped. A warning in a built-in file is placed at the head of this file.
    fn at_home(&self, mut problem: Diagnostic) -> Option<Diagnostic> {
        let is_game = |source: &Source| source.name.ends_with(".ferz");
        let own = self.sources.iter().position(is_game).and_then(|own| u32::try_from(own).ok());
        let file = problem.place().file;
        if let Some(span) =
            self.nodes.removal(&problem).filter(|span| Some(span.file) == own && file == span.file)
        {
            // If a name is missing, the place of its use stays first.
            match problem.missing() {
                Some(_) => problem.labels.push(Label { span, text: "removed here".into() }),
                None => problem.labels[0] = Label { span, text: "removed here".into() },
            }
            return Some(problem);
        }
        let source = self.sources.get(file).filter(|source| is_game(source));
        let Some((source, own)) = source.zip(own).filter(|(_, own)| file != *own) else {
            return Some(problem);
        };
        if problem.severity == Severity::Lint {
            return None;
        }
        if let Some(span) = self.nodes.removal(&problem).filter(|span| span.file == own) {
            problem.labels.insert(0, Label { span, text: "removed here".into() });
            // The inherited use of the name is another thing to amend.
            return Some(match problem.missing() {
                Some(_) => problem.help("amend what needs it, too, with `change` or `remove`, or keep it"),
                None => problem,
            });
        }
        // An inherited name is removed in this file.
        if let Some((keyword, name)) = problem.idle() {
            let help = format!("use it in a rule, or write `remove {keyword} {name}`");
            problem = problem.help(help);
        }
        let mut words = self.sources.slice(problem.place()).split_whitespace();
        if problem.code == Code::NeverAppears && words.next() == Some("piece") {
            // Several pieces have one problem.
            let name = words.next().filter(|_| problem.labels.len() == 1).unwrap_or("NAME");
            problem = problem.help(format!("let the piece appear, or write `remove piece {name}`"));
        }
        let stem = source.name.rsplit('/').next().and_then(|name| name.strip_suffix(".ferz"));
        let is_built_in = stem.and_then(built_in).is_some_and(|text| text.name == source.name);
        let head = self.tree.iter().map(|statement| statement.span).find(|span| span.file == own);
        if let Some(span) = head.filter(|_| is_built_in) {
            problem.labels.insert(0, Label { span, text: "in the game that begins here".into() });
        }
        Some(problem)
    }

    /// Creates the diagnostic that reports that not every value can be tried.
    fn too_many_choices(&self) -> Diagnostic {
        let last = self.switches.all.last().map(|switch| switch.origin.0);
        let last = last.or(self.tree.last().map(|statement| statement.span)).unwrap_or_default();
        Diagnostic::new(Code::TooManyChoices, last, "this game has too many choices to check each of them")
            .help("delete switches, arrays, or readings, or divide the game into several")
    }

    /// Returns true if another file has no errors and the same game under every selection.
    pub fn is_same_game(&self, other: &RuleFile) -> bool {
        let (own, others) = (self.every_selection(), other.every_selection());
        let (memory, their_memory) = (Memory::default(), Memory::default());
        let is_same = |selection: &Selection| {
            let own = self.variant(selection, &memory).0;
            own.is_some() && own == other.variant(selection, &their_memory).0
        };
        own.len() == others.len() && own.iter().all(is_same)
    }

    /// Returns the default selection, every array, every reading, and every value of every switch alone.
    pub fn every_selection(&self) -> Vec<Selection> {
        let array = |name| Selection { array: Some((name, Span::default())), ..Selection::default() };
        let arrays = self.arrays().into_iter().skip(1).map(array);
        [Selection::default()].into_iter().chain(arrays).chain(self.selections()).collect()
    }

    /// Returns every reading, every value of every switch alone, and the combinations of values that a nested
    /// rule requires.
    fn selections(&self) -> Vec<Selection> {
        let nowhere = Span::default();
        let reading = |reading: &Reading| Some((reading.name.clone(), nowhere));
        let readings =
            self.readings.iter().map(|own| Selection { reading: reading(own), ..Selection::default() });
        let values = self.switches.all.iter().flat_map(|switch| {
            let others = switch.values.iter().filter(|value| !value.default);
            others.map(|value| (switch.name.clone(), value.name.clone(), nowhere))
        });
        let alone = values.map(|value| vec![value]);
        let joint =
            self.switches.joint(&self.tree).into_iter().map(|all| {
                all.into_iter().map(|(switch, value)| (switch, value, nowhere)).collect::<Vec<_>>()
            });
        let sets = alone.chain(joint).map(|set| Selection { set, ..Selection::default() });
        readings.chain(sets).collect()
    }
}

/// The problems that a check has found so far.
#[derive(Default)]
struct Found {
    all: Vec<Diagnostic>,
    /// The problems about unused rules that occur under every selection so far.
    absent: Option<Vec<Diagnostic>>,
}

impl Found {
    /// Adds the problems found under a selection. If there is no game, it is unknown which of its rules are
    /// unused.
    fn add(&mut self, (game, problems): (Option<Variant>, Vec<Diagnostic>)) {
        let (absent, present): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(|problem| problem.code.is_absence());
        self.all.extend(present);
        // Without a game, it is not known which rules are unused.
        if game.is_none() {
            return;
        }
        // A name that is unused under one value may be used under another. Labels are compared first, because
        // they almost always differ.
        let again = |one: &Diagnostic| {
            absent.iter().any(|other| other.labels == one.labels && other.code == one.code)
        };
        self.absent = Some(match self.absent.take() {
            None => absent,
            Some(old) => old.into_iter().filter(again).collect(),
        });
    }
}

/// Returns true if the problems make a game unusable.
pub fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
