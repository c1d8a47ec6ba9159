//! The check of a rule file under every selection.
//!
//! [`RuleFile::check`] returns the problems that are reported, and [`RuleFile::related`] all problems that were found,
//! each with its cause. A problem in the file of a parent is moved to a place where the author of this file can fix it.

use super::allow;
use super::catalog::{Catalog, Files, built_in, is_rule_file, without_ending};
use super::choice::Selection;
use super::lint::{AmendedBlock, Heir};
use super::lower::Lowered;
use super::merge::{repeated, sources};
use super::related::{Cause, ProblemRelation, Related};
use super::rule_file::{CompiledFile, MAX_WORK, Memory, RuleFile, has_errors};
use super::split::rejoined;
use super::statement::{ErrorNodes, Line};
use super::syntax::{Item, Statement, ast};
use super::vocabulary::{self, Amend};
use crate::base::source::{Source, Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::join;
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The maximum number of arrangements of a shuffled array in which inherited castlings are looked up.
const MAX_ARRANGEMENTS: u64 = 16;

impl RuleFile {
    /// Returns the problems of the game under any array, any reading, and any value of a switch.
    pub fn check(&self) -> Vec<Diagnostic> {
        let [problems, _] = self.check_with(&Memory::default());
        problems
    }

    /// Works like [`RuleFile::check`], but also decides draws by material that take long.
    pub fn check_proving(&self) -> Vec<Diagnostic> {
        let [problems, _] = self.check_with(&Memory::proving());
        problems
    }

    /// Returns the problems of the default selection, without those found by lints.
    pub fn glance(&self) -> Vec<Diagnostic> {
        let (_, problems, nodes) = self.lowered(&Selection::default(), &Memory::default());
        let related = self.relation(&nodes, Vec::new()).of(problems).into_iter();
        related.filter(|related| related.cause.is_none()).map(|related| related.problem).collect()
    }

    /// Returns the number of different lines that a check reads.
    pub fn lines_read(&self) -> usize {
        let memory = Memory::default();
        self.check_with(&memory);
        memory.lines.len()
    }

    /// Returns all problems that a check finds, each with the reason that it is not reported, if there is one.
    pub fn related(&self) -> Vec<Related> {
        self.related_with(&Memory::default())
    }

    /// Returns the problems of [`RuleFile::check`], and the notes. `memory` caches processed lines.
    pub(super) fn check_with(&self, memory: &Memory) -> [Vec<Diagnostic>; 2] {
        let mut reported: Vec<Diagnostic> = Vec::new();
        let mut unused: Vec<Diagnostic> = Vec::new();
        for Related { problem, cause } in self.related_with(memory) {
            let is_inherited = self.parent_of(&problem).is_some();
            let problem = match cause {
                None => rejoined(self.at_home(problem), &self.trees, &self.sources),
                // The problem of the parent is reported in its file.
                Some(Cause::Parent(problem)) => *problem,
                Some(Cause::Node(_) | Cause::Problem(_) | Cause::Allowed(_)) => continue,
            };
            // Problems in several inherited lines can have the same place in this file.
            let is_like = |known: &Diagnostic| {
                (known.place(), known.code, &known.message)
                    == (problem.place(), problem.code, &problem.message)
            };
            let is_known = reported.contains(&problem) || is_inherited && reported.iter().any(is_like);
            if !is_known {
                let is_unused = is_inherited && problem.idle().is_some();
                if is_unused { &mut unused } else { &mut reported }.push(problem);
            }
        }
        reported.extend(joined_unused(unused));
        let (notes, problems) = reported.into_iter().partition(|problem| problem.severity == Severity::Note);
        [problems, notes]
    }

    fn related_with(&self, memory: &Memory) -> Vec<Related> {
        let mut found = self.found(memory);
        // After an error, rules may only seem to be unused, and lints would distract from it.
        if !has_errors(&found.all) {
            found.all.extend(found.absent.unwrap_or_default());
            let outdated = self.outdated(&found.all, memory);
            // A rule that comes too late also seems to overlap with the earlier one, and an obsolete one never to apply.
            let is_explained = |problem: &Diagnostic| {
                let mut labels = outdated.iter().flat_map(|other| &other.labels);
                matches!(
                    problem.code,
                    Code::ArrivalsOverlap | Code::NeverFires | Code::NeverApplies | Code::NeverMoves
                ) && labels.any(|label| label.span == problem.place())
            };
            found.all.retain(|problem| !is_explained(problem));
            found.all.extend(outdated);
            found.all.extend(sources::uncited(&self.tree));
            found.all.extend(repeated(&self.tree));
        }
        // The check of a parent reports its lints.
        found.all.retain(|problem| problem.severity > Severity::Lint || self.parent_of(problem).is_none());
        let shown = |problem: &Diagnostic| self.at_home(problem.clone()).place();
        let mut allows = self.allows.clone();
        if memory.is_reading() {
            allows = allows.into_iter().map(|allow| allow.optional_about(Code::WinnableDraw)).collect();
        }
        // What an author allows, also explains its consequences.
        let (left, allowed) = allow::apply(&allows, found.all, true, shown);
        let inherited = if left.is_empty() { Vec::new() } else { self.errors_of_parent() };
        ProblemRelation { allowed, ..self.relation(&found.nodes, inherited) }.of(left)
    }

    /// Finds the problems under every array, reading, and value of a switch.
    fn found(&self, memory: &Memory) -> Found {
        let mut found = Found { nodes: self.nodes.clone(), ..Found::default() };
        let mut others = self.selections();
        let (default, problems, nodes) = self.lowered(&Selection::default(), memory);
        found.nodes.extend(nodes);
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
            let (lowered, problems, nodes): CompiledFile = self.lowered(&selection, memory);
            found.nodes.extend(nodes);
            found.add(memory.with_lints(lowered.map(|lowered| lowered.with_array(None)), problems, false));
        }
        found
    }

    /// Returns the problems with inherited rules that the changes of this file make obsolete. `found` are other problems.
    fn outdated(&self, found: &[Diagnostic], memory: &Memory) -> Vec<Diagnostic> {
        let own = self.trees.first().map(|tree| tree.file());
        let parent = self.trees.get(1).and_then(|tree| self.sources.get(tree.file()));
        let (Some(own), Some(parent)) = (own, parent) else { return Vec::new() };
        let (Some(lowered), ..) = self.lowered(&Selection::default(), memory) else { return Vec::new() };
        let arrays: Vec<String> = lowered.arrays().map(str::to_owned).collect();
        let games: Vec<Variant> =
            arrays.iter().map(|array| lowered.clone().with_array(Some(array))).collect();
        let orders = lowered.variant.arrays.iter().filter_map(|info| info.orders).max().unwrap_or(0);
        let step = orders.div_ceil(MAX_ARRANGEMENTS).max(1);
        let arranged = |number: u64| lowered.clone().with_array(Some(&number.to_string()));
        let arrangements: Vec<Variant> = (0..orders).step_by(step as usize).map(arranged).collect();
        let written = |place: Span| {
            let mut all = sources::every(&self.tree).filter(|line| line.span == place);
            let line = all.next()?;
            let items = &line.items[..line.items.len() - usize::from(line.marks().is_some())];
            let text = self.sources.slice(items.first()?.span.to(items.last()?.span));
            Some(text.split_whitespace().collect::<Vec<&str>>().join(" "))
        };
        let around = |place: Span| self.block_around(place, own);
        let (games, arrangements) = (&games, &arrangements);
        let heir = Heir { games, arrangements, own, written: &written, around: &around };
        let parent =
            heir.may_be_outdated().then(|| Catalog::new(&Known(&self.sources)).open_file(&parent.name));
        let parent =
            parent.flatten().and_then(|game| game.lowered(&Selection::default(), &Memory::default()).0);
        let parent = parent.map_or_else(Vec::new, |parent| {
            let arrays: Vec<String> = parent.arrays().map(str::to_owned).collect();
            arrays.iter().map(|array| parent.clone().with_array(Some(array))).collect()
        });
        heir.outdated(&parent, found)
    }

    /// Returns the block in which a statement stands. Blocks of switches and families are not among them.
    fn block_around(&self, place: Span, own: u32) -> Option<AmendedBlock> {
        let holds = |block: &Statement| {
            let mut inside = block.block.iter().flat_map(|block| &block.statements);
            inside.any(|line| line.span == place)
        };
        let key = |block: &Statement| {
            let word = vocabulary::find(block.items.first().and_then(Item::word)?)?;
            let words = block.items.get(..if word.amend == Amend::Named { 2 } else { 1 })?;
            Some(words.iter().map(|item| self.sources.slice(item.span)).collect::<Vec<&str>>().join(" "))
        };
        let stages = |top: &'_ Statement| {
            let inside = top.block.iter().flat_map(|block| &block.statements);
            inside.filter(|line| holds(line)).find_map(key)
        };
        let mut found = self.tree.iter().filter_map(|top| match holds(top) {
            true => Some((top, vec![key(top)?])),
            false => Some((top, vec![key(top)?, stages(top)?])),
        });
        let (top, keys) = found.next()?;
        let items = sources::every(std::slice::from_ref(top)).flat_map(|line| line.items);
        let own = items.map(|item| item.span).find(|span| span.file == own && span.end > 0);
        Some(AmendedBlock { keys, own })
    }

    /// Returns the errors that the game which this file extends has in itself.
    fn errors_of_parent(&self) -> Vec<Diagnostic> {
        self.problems_of_parent().iter().filter(|problem| problem.is_error()).cloned().collect()
    }

    /// Returns the problems that the game which this file extends has in itself, found at most once. Built-in games have
    /// none. The parents of an incomplete game may extend each other in a circle, so they are not checked.
    fn problems_of_parent(&self) -> &[Diagnostic] {
        self.of_parent.get_or_init(|| {
            let parent = self.trees.get(1).and_then(|tree| self.sources.get(tree.file()));
            let parent = parent.filter(|parent| !self.orphaned && !is_built_in(parent));
            let game = parent.and_then(|parent| Catalog::new(&Known(&self.sources)).open_file(&parent.name));
            let Some(game) = game else { return Vec::new() };
            let mut problems = game.check();
            // The same files have other numbers here.
            for label in problems.iter_mut().flat_map(|problem| &mut problem.labels) {
                let name = game.sources.get(label.span.file).map(|source| &source.name);
                let own = self.sources.iter().position(|source| Some(&source.name) == name);
                label.span.file = own.and_then(|own| u32::try_from(own).ok()).unwrap_or(u32::MAX);
            }
            problems
        })
    }

    /// Returns the file of a parent in which a problem is, with the number of the own file.
    fn parent_of(&self, problem: &Diagnostic) -> Option<(&Source, u32)> {
        let file = problem.place().file;
        let own = self.sources.iter().position(is_game).and_then(|own| u32::try_from(own).ok());
        self.sources.get(file).filter(|source| is_game(source)).zip(own).filter(|(_, own)| file != *own)
    }

    /// Moves a problem to a place where the author of this file can fix it. A warning in a built-in file is placed at
    /// the head of this file.
    fn at_home(&self, mut problem: Diagnostic) -> Diagnostic {
        let removal = self.nodes.removal(&problem);
        let Some((source, own)) = self.parent_of(&problem) else {
            return match removal.filter(|span| problem.place().file == span.file) {
                // If a name is missing, the place of its use stays first.
                Some(span) if problem.missing().is_some() => problem.label(span, "removed here"),
                Some(span) => {
                    // The fixes are for another place.
                    problem.fixes.clear();
                    problem.labels[0] = Label { span, text: "removed here".into() };
                    problem
                }
                None => self.with_fixes(problem),
            };
        };
        if let Some(span) = removal.filter(|span| span.file == own) {
            problem.lead(span, "removed here");
            // The inherited use of the name is another thing to amend.
            return match problem.missing() {
                Some(_) => problem.help("amend what needs it, too, with `change` or `remove`, or keep it"),
                None => problem,
            };
        }
        // An inherited name is removed in this file.
        if let Some((keyword, name)) = problem.idle() {
            let help = format!("use it in a rule, or write `remove {keyword} {name}`");
            let line = TextChange::Append(format!("remove {keyword} {name}").into());
            problem = problem.help(help).fix(Fix::of(Certainty::Guess).and(Span::new(own, 0, 0), line));
        }
        let mut words = self.sources.slice(problem.place()).split_whitespace();
        if problem.code == Code::NeverAppears && words.next() == Some("piece") {
            // Several pieces have one problem.
            let name = words.next().filter(|_| problem.labels.len() == 1).unwrap_or("NAME");
            problem = problem.help(format!("let the piece appear, or write `remove piece {name}`"));
        }
        if is_built_in(source) {
            self.lead_home(&mut problem, own);
            return problem;
        }
        self.moved_home(problem, own)
    }

    /// Moves a problem in the file of a parent that does not have it in itself to what the author of this file has written:
    /// one of its other places, the only amendment, or the head.
    fn moved_home(&self, mut problem: Diagnostic, own: u32) -> Diagnostic {
        let place = problem.place();
        let line = |span: Span| Some((span.file, self.sources.get(span.file)?.line(span.start as usize)));
        let is_same = |known: &&Diagnostic| {
            // An error on the line of another error follows from it.
            let follows = problem.is_error() && known.is_error() && line(known.place()) == line(place);
            let is_it = known.code == problem.code && known.labels.iter().any(|label| label.span == place);
            is_it || follows
        };
        let known = self.problems_of_parent().iter().find(is_same);
        if known.is_some() || self.orphaned {
            return known.cloned().unwrap_or(problem);
        }
        if let Some(at) = problem.labels.iter().position(|label| label.span.file == own) {
            let label = problem.labels.remove(at);
            problem.lead(label.span, "");
            problem.labels[1].text = "and this, which is inherited".into();
            return problem;
        }
        self.lead_home(&mut problem, own);
        problem
    }

    /// Puts the only amendment of this file, or its head, before the places of a problem.
    fn lead_home(&self, problem: &mut Diagnostic, own: u32) {
        let tree = self.trees.first().filter(|tree| tree.file() == own);
        let statements: Vec<Statement> =
            tree.map_or_else(Vec::new, |tree| tree.statements().map(ast::Statement::copy).collect());
        let mut amendments = Line::all(&statements).filter(|line| line.amends());
        match (amendments.next(), amendments.next()) {
            (Some(only), None) => problem.lead(only.span, "after this change"),
            (Some(_), Some(_)) | (None, _) => {
                let head = statements.first().map(|statement| statement.span);
                head.into_iter().for_each(|span| problem.lead(span, "in the game that begins here"));
            }
        }
    }

    /// Creates the diagnostic that reports that not every value can be tried.
    fn too_many_choices(&self) -> Diagnostic {
        let last = self.switches.all.last().map(|switch| switch.origin.0);
        let last = last.or(self.tree.last().map(|statement| statement.span)).unwrap_or_default();
        Diagnostic::new(Code::TooManyChoices, last, "this game has too many choices to check each of them")
            .help("delete switches, arrays, or readings, or divide the game into several")
    }
}

/// Joins problems with inherited names that are unused in the same file.
fn joined_unused(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<(Span, &str), Vec<Diagnostic>> = BTreeMap::new();
    for problem in problems {
        groups.entry((problem.place(), problem.code.text())).or_default().push(problem);
    }
    let joined = |group: Vec<Diagnostic>| {
        let mut names = group.iter().filter_map(Diagnostic::idle);
        let (Some((keyword, _)), Some(_)) = (names.next(), names.next()) else { return group };
        let names: Vec<&str> = group.iter().filter_map(Diagnostic::idle).map(|(_, name)| name).collect();
        let lines: Vec<String> = names.iter().map(|name| format!("remove {keyword} {name}")).collect();
        let quote = |words: &[&str]| join(words.iter().map(|word| format!("`{word}`")), "and");
        let mut problem = group[0].clone();
        problem.message = format!("no rule uses the {keyword}s {}", quote(&names));
        problem.labels.extend(group[1..].iter().flat_map(|one| one.labels.iter().skip(1).cloned()));
        problem.fixes.clear();
        let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
        let help = format!("use them in rules, or write {}", quote(&texts));
        let line = TextChange::Append(lines.join("\n").into());
        let at = problem.place().part(0, 0);
        vec![problem.help(help).fix(Fix::of(Certainty::Guess).and(at, line))]
    };
    groups.into_values().flat_map(joined).collect()
}

fn is_game(source: &Source) -> bool {
    is_rule_file(&source.name)
}

fn is_built_in(source: &Source) -> bool {
    let stem = source.name.rsplit('/').next().and_then(without_ending);
    stem.and_then(built_in).is_some_and(|text| text.name == source.name)
}

/// The files that a rule file has read.
struct Known<'a>(&'a Sources);

impl Files for Known<'_> {
    fn read(&self, path: &str) -> Option<String> {
        self.0.iter().find(|source| source.name == path).map(|source| source.text.clone())
    }
}

/// The problems that a check has found so far.
#[derive(Default)]
struct Found {
    all: Vec<Diagnostic>,
    /// The problems about unused rules that occur under every selection so far.
    absent: Option<Vec<Diagnostic>>,
    nodes: ErrorNodes,
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
