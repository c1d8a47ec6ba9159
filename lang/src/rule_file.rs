//! Rule files: all stages from the text to the rules.
//!
//! [`RuleFile::open`] reads a file with everything it extends. [`RuleFile::variant`] compiles it under one
//! selection, and [`RuleFile::check`] finds the problems under every array, reading, and value of a switch.
//! [`Memory`] caches the work that these runs share.

use super::allow::{self, Allow};
use super::catalog::{Catalog, is_rule_file};
use super::choice::{Selection, check_readings};
use super::lint;
use super::lower::{self, Lowered};
use super::merge::{FileReader, Reading, Switches, Text, Tuned, expand_families, sources};
use super::record::RuleRecord;
use super::related::ProblemRelation;
use super::split::rejoined;
use super::statement::{ErrorNodes, Line, Report};
use super::syntax::{Statement, Tree};
use super::vocabulary::Keyword;
use crate::base::sort_by_key;
use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, Severity};
use crate::rules::{Cites, Origin, PieceType, Switch, Variant, Walks};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A rule file with everything it extends, before its switches have values.
#[derive(Clone, Debug)]
pub struct RuleFile {
    pub sources: Sources,
    /// The trees of the rule files among the sources.
    pub(super) trees: Vec<Arc<Tree>>,
    /// The readings of the file and of those it extends.
    pub readings: Vec<Reading>,
    /// The tuned piece values.
    tuned: Vec<Tuned>,
    pub(super) tree: Vec<Statement>,
    pub(super) switches: Switches,
    /// The problems that do not depend on the selection.
    problems: Vec<Diagnostic>,
    pub(super) nodes: ErrorNodes,
    cites: Cites,
    pub(super) allows: Vec<Allow>,
    /// True if a parent is missing or a merge conflict is left, so that the game is incomplete.
    pub(super) orphaned: bool,
    /// All problems of the file and its notes, computed at most once and shared by copies.
    checked: Arc<OnceLock<[Vec<Diagnostic>; 2]>>,
    /// The problems and the notes of a check that decides no draws by material, unless all were found before.
    glanced: Arc<OnceLock<[Vec<Diagnostic>; 2]>>,
    /// The problems that the parent has in itself.
    pub(super) of_parent: Arc<OnceLock<Vec<Diagnostic>>>,
    /// True if the file is built in and was checked before the release, so that checks are skipped.
    trusted: bool,
}

/// A cache that is shared by the selections of one file and by files with equal lines.
#[derive(Default)]
pub struct Memory {
    pub(super) lines: lower::StatementCache,
    walks: Walks,
    listed: lint::ListedGames,
    decided: lint::DecidedDraws,
}

impl Memory {
    /// Creates a cache for a check that may take long to decide draws by material.
    pub(super) fn proving() -> Memory {
        Memory { decided: lint::DecidedDraws::proving(), ..Memory::default() }
    }

    /// Creates a cache for games that are read to be played, for which no draws by material are decided.
    pub fn reading() -> Memory {
        Memory { decided: lint::DecidedDraws::undecided(), ..Memory::default() }
    }

    /// Returns true if draws by material are not decided, so that no problem with one is found.
    pub(super) fn is_reading(&self) -> bool {
        self.decided.is_undecided()
    }

    /// Runs the lints on a game and adds their problems. Returns no game if there are errors.
    pub(super) fn with_lints(
        &self,
        game: Option<Variant>,
        mut problems: Vec<Diagnostic>,
        trusted: bool,
    ) -> (Option<Variant>, Vec<Diagnostic>) {
        let mut game = game.filter(|_| !has_errors(&problems));
        if let Some(game) = game.as_mut().filter(|_| trusted) {
            game.returns = lint::returns(game, &self.walks);
        } else if let Some(game) = &mut game {
            let (found, returns) = lint::check(game, &self.walks, (&self.listed, &self.decided));
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

/// The maximum number of statements that a check may process for all selections together.
pub(super) const MAX_WORK: usize = 500_000;

/// A game with the problems in it and its error nodes. There is no game without a usable board.
pub(super) type CompiledFile = (Option<Lowered>, Vec<Diagnostic>, ErrorNodes);

impl RuleFile {
    /// Reads a file and the files that it extends.
    pub fn open(text: &Text, catalog: &Catalog, sources: Sources) -> RuleFile {
        let report = Report::default();
        let mut reader = FileReader::new(catalog, sources, &report);
        let tree = reader.read(text);
        let keys = sources::Keys::of(&tree);
        let FileReader { sources, trees, readings, tuned, allows, amended, mut orphaned, .. } = reader;
        // If a file contains two versions, other problems would be misleading.
        let is_game = |file: u32| sources.get(file).is_some_and(|source| is_rule_file(&source.name));
        let is_torn =
            |problem: &Diagnostic| problem.code == Code::MergeConflict && is_game(problem.place().file);
        orphaned |= report.problems().iter().any(is_torn);
        let switches = Switches::collect(&tree, &keys, &report);
        if !orphaned && !text.trusted {
            sources::check(&tree, &keys, &report);
        }
        check_readings(&readings, &switches, &report);
        let (problems, nodes) = report.pause();
        let (cites, checked) = (sources::cites(&tree, &amended, &keys), Arc::new(OnceLock::new()));
        let (glanced, of_parent) = (Arc::new(OnceLock::new()), Arc::new(OnceLock::new()));
        if text.trusted {
            checked.get_or_init(Default::default);
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
            glanced,
            of_parent,
            trusted: text.trusted,
        }
    }

    /// Returns the problems found by [`RuleFile::check`], computed at most once.
    pub fn checked(&self) -> &[Diagnostic] {
        let [problems, _] = self.all();
        problems
    }

    /// Works like [`RuleFile::checked`], but need not decide draws by material, about which there are only warnings.
    pub fn checked_quickly(&self) -> &[Diagnostic] {
        self.checked_with(&Memory::reading())
    }

    /// Works like [`RuleFile::checked_quickly`], with a cache of processed lines.
    pub(super) fn checked_with(&self, memory: &Memory) -> &[Diagnostic] {
        let glance = || self.glanced.get_or_init(|| self.check_with(memory));
        let [problems, _] = self.checked.get().unwrap_or_else(glance);
        problems
    }

    /// Returns the notes: rules that are right in some games and a slip in others.
    pub fn notes(&self) -> &[Diagnostic] {
        let [_, notes] = self.all();
        notes
    }

    /// Returns the problems and the notes, computed at most once.
    fn all(&self) -> &[Vec<Diagnostic>; 2] {
        self.checked.get_or_init(|| self.check_with(&Memory::default()))
    }

    /// Returns true if the whole text could be read, so that its list of switches is complete. Readings declare
    /// no switches.
    pub fn is_sound(&self) -> bool {
        let in_game = |problem: &&Diagnostic| {
            let source = self.sources.get(problem.place().file);
            source.is_none_or(|source| is_rule_file(&source.name))
        };
        let is_cut = || self.nodes.may_be_cut() && has_errors(self.checked_quickly());
        !self.problems.iter().filter(in_game).any(Diagnostic::is_error) && !is_cut()
    }

    /// Returns the name of the file itself, as opposed to those that it extends.
    pub fn own_name(&self) -> &str {
        let own = self.trees.first().and_then(|tree| self.sources.get(tree.file()));
        own.map_or("", |own| own.name.as_str())
    }

    /// Returns the name of the game that this one extends: the stem of its file.
    pub fn parent(&self) -> Option<&str> {
        let file = self.sources.get(self.trees.get(1)?.file())?;
        Path::new(&file.name).file_stem()?.to_str()
    }

    /// Returns the tree of one of the sources, if it is a rule file.
    pub fn tree(&self, file: u32) -> Option<&Tree> {
        self.trees.iter().map(|tree| &**tree).find(|tree| tree.file() == file)
    }

    /// Returns the statements of the file with those that it inherits.
    pub(super) fn statements(&self) -> &[Statement] {
        &self.tree
    }

    /// Returns the record of the rules and the readings. The package `ferz-text` adds the entries about moves.
    pub fn record(&self) -> RuleRecord {
        RuleRecord::of(self.statements(), &self.readings, self.switches())
    }

    pub fn switches(&self) -> &[Switch] {
        &self.switches.all
    }

    /// Returns the file with its pieces in the order of these names. Pieces of families stay behind the others.
    pub(super) fn in_piece_order(&self, names: &[String]) -> RuleFile {
        let place = |line: Line| {
            let name = line.name().filter(|_| line.keyword() == Some(Keyword::Piece))?;
            Some(names.iter().position(|other| other == name).unwrap_or(names.len()))
        };
        let places: Vec<Option<usize>> = Line::all(&self.tree).map(place).collect();
        let own = self.tree.iter().zip(&places);
        let mut pieces: Vec<(usize, &Statement)> =
            own.filter_map(|(statement, place)| Some(((*place)?, statement))).collect();
        sort_by_key(&mut pieces, |(place, _)| *place);
        let mut game = self.clone();
        let places = game.tree.iter_mut().zip(&places).filter(|(_, place)| place.is_some());
        places.zip(pieces).for_each(|((own, _), (_, piece))| *own = piece.clone());
        game
    }

    pub fn arrays(&self) -> Vec<String> {
        let variant = self.variant(&Selection::default(), &Memory::default()).0;
        variant.into_iter().flat_map(|variant| variant.arrays).map(|info| info.name).collect()
    }

    /// Returns the game under a selection, with its problems. There is no game if there are errors.
    pub fn variant(&self, selection: &Selection, memory: &Memory) -> (Option<Variant>, Vec<Diagnostic>) {
        let (lowered, problems, nodes) = self.lowered(selection, memory);
        let array = selection.array.as_ref().map(|(name, _)| name.as_str());
        let (mut variant, problems) =
            memory.with_lints(lowered.map(|lowered| lowered.with_array(array)), problems, self.trusted);
        if let Some(variant) = &mut variant {
            variant.switches = self.switches_under(selection);
        }
        let (problems, _) = allow::apply(&self.allows, problems, false, Diagnostic::place);
        let related = self.relation(&nodes, Vec::new()).of(problems).into_iter();
        let reported = related.filter(|related| related.cause.is_none()).map(|related| related.problem);
        (variant, reported.map(|problem| rejoined(problem, &self.trees, &self.sources)).collect())
    }

    /// Returns the game under a selection with all arrays but without its switches, the problems in the order found, and
    /// the error nodes.
    pub(super) fn lowered(&self, selection: &Selection, memory: &Memory) -> CompiledFile {
        let report = Report::resume(self.problems.clone(), self.nodes.clone());
        let chosen = selection.choose(&self.switches, &self.readings, &report);
        // If a file was cut off, all other problems would be misleading.
        let is_cut = report.problems().iter().any(|problem| problem.code == Code::FileTooLong);
        if is_cut || self.orphaned {
            let (problems, nodes) = report.pause();
            return (None, problems, nodes);
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
        let (problems, nodes) = report.pause();
        (lowered, problems, nodes)
    }

    /// Returns the relation between the problems of this file. `inherited` are the errors of its parent.
    pub(super) fn relation<'a>(
        &'a self,
        nodes: &'a ErrorNodes,
        inherited: Vec<Diagnostic>,
    ) -> ProblemRelation<'a> {
        ProblemRelation { sources: &self.sources, tree: &self.tree, nodes, inherited, allowed: Vec::new() }
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
                report.push(problem.misses(piece).suggest_or(piece, names.iter().map(String::as_str), help));
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
            let (lowered, problems, _) = self.lowered(&selection, &memory);
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
        // The statements in a block can come from other files than the first line.
        let holds =
            |line: Line, span: Span| sources::every(line.statements()).any(|line| line.whole().holds(span));
        let around =
            Line::all(&self.tree).find(|line| line.whole().holds(origin.0) || holds(*line, origin.0));
        let inside = |span: Span| around.is_some_and(|line| holds(line, span));
        let switches = self.switches.all.iter().filter(|switch| inside(switch.origin.0));
        switches.map(|switch| switch.name.clone()).collect()
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
    pub(super) fn selections(&self) -> Vec<Selection> {
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

/// Returns true if the problems make a game unusable.
pub fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
