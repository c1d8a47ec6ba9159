//! A game as it is written: the merged tree of a file and of those it extends, its switches and its readings.

use super::allow::{self, Allow};
use super::lower::{self, Decided, Notations};
use super::merge::{Reading, Switches, amend, expand_families, read_readings, sources, unknown_switch};
use super::statement::{Line, Poison, Report, listing};
use super::tidy::tidy;
use crate::base::diagnostic::{Diagnostic, Severity, nearest};
use crate::base::source::{Sources, Span};
use crate::lang::lint::{self, Walks};
use crate::lang::syntax::{self, Statement};
use crate::lang::vocabulary::Keyword;
use crate::rules::{Switch, Variant};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A file to be read, as text, with the readings beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What the file is called in diagnostics.
    pub name: String,
    /// What it says.
    pub text: String,
    /// The name and the text of the file of readings beside it.
    pub readings: Option<(String, String)>,
}

/// Finds the games that others extend.
pub trait Library {
    /// The file of the game called `name`, looked for beside the file `from` first.
    fn find(&self, name: &str, from: &str) -> Option<Text>;
    /// The names of all games it knows, for suggestions.
    fn names(&self) -> Vec<String>;
}

/// A rule file with everything it extends, before its switches are decided.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// The texts it was read from.
    pub sources: Sources,
    /// Its readings, those of the files it extends included.
    pub readings: Vec<Reading>,
    tree: Vec<Statement>,
    switches: Switches,
    /// What is wrong whatever is chosen.
    problems: Vec<Diagnostic>,
    poison: Poison,
    /// Names that nothing declares: to be told when every poisoned name is known.
    missing: Vec<Diagnostic>,
    allows: Vec<Allow>,
    /// Whether a parent is missing, so that half of the game is.
    orphaned: bool,
}

/// What decides a game: the array, the reading, and switches set one by one, each with its place for diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The array; the first without one.
    pub array: Option<(String, Span)>,
    /// The reading.
    pub reading: Option<(String, Span)>,
    /// Switches and values.
    pub set: Vec<(String, String, Span)>,
}

/// What stays the same from one selection to the next.
#[derive(Default)]
struct Memory {
    notations: Rc<Notations>,
    walks: Walks,
}

/// How many statements are read at most to try every choice of a game.
const MOST_WORK: usize = 200_000;

/// How deep games may extend each other.
const MAX_PARENTS: usize = 16;

impl RuleFile {
    /// Reads a file and those it extends.
    pub fn open(text: &Text, library: &dyn Library, sources: Sources) -> RuleFile {
        let mut file = RuleFile {
            sources,
            readings: Vec::new(),
            tree: Vec::new(),
            switches: Switches::default(),
            problems: Vec::new(),
            poison: Poison::default(),
            missing: Vec::new(),
            allows: Vec::new(),
            orphaned: false,
        };
        let report = Report::default();
        file.tree = file.read(text, library, &mut Vec::new(), &report);
        (file.switches, file.missing) = Switches::collect(&file.tree, &report);
        (file.problems, file.poison) = report.finish();
        file.missing.extend(sources::check(&file.tree));
        file.check_readings();
        file
    }

    /// Whether nothing kept its text from being read, so that its switches are all there are.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.problems) && !has_errors(&self.missing)
    }

    /// The switches of the game, whatever they are set to.
    pub fn switches(&self) -> &[Switch] {
        &self.switches.all
    }

    /// The arrays the game has, by name.
    pub fn arrays(&self) -> Vec<String> {
        self.variant(&Selection::default())
            .0
            .map_or_else(Vec::new, |v| v.arrays.into_iter().map(|info| info.name).collect())
    }

    /// The merged statements, switches undecided.
    pub fn tree(&self) -> &[Statement] {
        &self.tree
    }

    fn read(
        &mut self,
        text: &Text,
        library: &dyn Library,
        trail: &mut Vec<(String, Span)>,
        report: &Report,
    ) -> Vec<Statement> {
        let file = self.sources.add(text.name.clone(), text.text.clone());
        let (tree, problems) = syntax::parse(file, &text.text);
        problems.into_iter().for_each(|problem| report.push(problem));
        for line in tree.broken {
            let words = text.text.get(line.range()).unwrap_or_default();
            report.poison().text(line, &words[..words.floor_char_boundary(syntax::MAX_LINE)]);
        }
        let inherited = !trail.is_empty();
        self.allows
            .extend(allow::find(file, &text.text).into_iter().map(|allow| allow.inherited_if(inherited)));
        let own = text.readings.as_ref().map(|(name, text)| {
            let file = self.sources.add(name.clone(), text.clone());
            let mut problems = Vec::new();
            let readings = read_readings(file, text, &mut problems);
            problems.into_iter().for_each(|problem| report.push(problem));
            readings
        });
        let head = Line::all(&tree.statements).find(|line| line.keyword() == Some(Keyword::Variant));
        let parent = match head.and_then(Line::parent) {
            Some((name, span)) => {
                let found = self.parent((&name, span), text, library, trail, report);
                self.orphaned |= found.is_none();
                found
            }
            None => {
                self.orphaned |= !may_stand_alone(&tree.statements);
                None
            }
        };
        for reading in own.into_iter().flatten() {
            self.readings.retain(|old| old.name != reading.name);
            self.readings.push(reading);
        }
        match parent {
            Some(parent) => amend(parent, tree.statements, report),
            None => tree.statements,
        }
    }

    fn parent(
        &mut self,
        (name, span): (&str, Span),
        text: &Text,
        library: &dyn Library,
        trail: &mut Vec<(String, Span)>,
        report: &Report,
    ) -> Option<Vec<Statement>> {
        let Some(found) = library.find(name, &text.name) else {
            let names = library.names();
            let problem = Diagnostic::error("unknown-game", span, format!("unknown game `{name}`"));
            report.push(match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => {
                    problem.help("the game must be built in, or stand in a file of this name beside this one")
                }
            });
            return None;
        };
        trail.push((text.name.clone(), span));
        let cycle = trail.iter().position(|(file, _)| *file == found.name);
        if cycle.is_some() || trail.len() > MAX_PARENTS {
            let names: Vec<&str> = trail
                .iter()
                .skip(cycle.unwrap_or(0))
                .map(|(file, _)| file.as_str())
                .chain([found.name.as_str()])
                .collect();
            let mut problem =
                Diagnostic::error("inheritance-cycle", span, "these games extend each other in a circle")
                    .help(format!("{}; one of them must stand by itself", names.join(" extends ")));
            for (file, at) in trail.iter().skip(cycle.unwrap_or(0)).rev().skip(1) {
                problem = problem.label(*at, format!("{file} extends this"));
            }
            report.push(problem);
            return None;
        }
        Some(self.read(&found, library, trail, report))
    }

    fn check_readings(&mut self) {
        for (name, name_span, value, value_span) in self.readings.iter().flat_map(|reading| &reading.set) {
            match self.switches.get(name) {
                // A reading may set a switch that only another game of the family has.
                None => {
                    let names = self.switches.all.iter().map(|switch| switch.name.as_str());
                    let near = nearest(name, names).and_then(|near| self.switches.get(near));
                    let Some(Switch { name: near, origin, .. }) = near else { continue };
                    let message = format!("this game has no switch `{name}`");
                    let problem = Diagnostic::warning("unknown-switch", *name_span, message).misses(name);
                    self.missing.push(problem.label(origin.0, "this one is near").help(format!(
                        "did you mean `{near}`? A switch of another game of the family is ignored here"
                    )));
                }
                Some(switch) => {
                    let known = switch.values.iter().any(|known| known.name == *value);
                    if !known && !self.switches.is_doubtful(name) {
                        self.missing.push(unknown_value(switch, value, *value_span));
                    }
                }
            }
        }
    }

    /// Decides the switches. What is wrong with the selection is told at the places it carries.
    fn choose(&self, selection: &Selection, report: &Report) -> BTreeMap<String, String> {
        let mut chosen = self.switches.defaults();
        if let Some((name, span)) = &selection.reading
            && name != "default"
        {
            match self.readings.iter().find(|reading| reading.name == *name) {
                Some(reading) => {
                    for (switch, _, value, _) in &reading.set {
                        let known = self.switches.get(switch);
                        if known.is_some_and(|known| known.values.iter().any(|other| other.name == *value)) {
                            chosen.insert(switch.clone(), value.clone());
                        }
                    }
                }
                None => {
                    let names: Vec<&str> = ["default"]
                        .into_iter()
                        .chain(self.readings.iter().map(|r| r.name.as_str()))
                        .collect();
                    let problem = Diagnostic::error(
                        "unknown-reading",
                        *span,
                        format!("the game has no reading `{name}`"),
                    )
                    .misses(name);
                    report.push(listing(problem, name, &names));
                }
            }
        }
        for (name, value, span) in &selection.set {
            match self.switches.get(name) {
                Some(switch) if switch.values.iter().any(|known| known.name == *value) => {
                    chosen.insert(name.clone(), value.clone());
                }
                Some(switch) => report.push(unknown_value(switch, value, *span)),
                None => report.push(unknown_switch(name, *span, &self.switches)),
            }
        }
        chosen
    }

    /// The game under a selection, and what is wrong with either. With an error there is no game.
    pub fn variant(&self, selection: &Selection) -> (Option<Variant>, Vec<Diagnostic>) {
        let (variant, problems) = self.decided(selection, &Memory::default());
        (variant, allow::apply(&self.allows, tidy(problems), false))
    }

    /// The same, with everything that is wrong as it was found.
    fn decided(&self, selection: &Selection, memory: &Memory) -> (Option<Variant>, Vec<Diagnostic>) {
        let report = Report::resume(self.problems.clone(), self.poison.clone());
        let chosen = self.choose(selection, &report);
        // Of a file that was not read to its end nothing more can be said.
        if report.problems().iter().any(|problem| problem.code == "file-too-long") {
            return (None, report.finish().0);
        }
        let tree = self.switches.decide(&self.tree, &chosen);
        let lines: Vec<Line> = Line::all(&tree).collect();
        if self.orphaned {
            let head = lines.get(..1).unwrap_or_default();
            lower::check_words(head, &report);
            if head.iter().any(|line| line.keyword() == Some(Keyword::Variant)) {
                lower::read_head(head, &report);
            }
            return (None, report.finish().0);
        }
        lower::check_words(&lines, &report);
        let (tree, families) = expand_families(&tree, &report);
        let lines: Vec<Line> = Line::all(&tree).collect();
        let array = selection.array.as_ref();
        let decided = Decided { lines: &lines, families, array: array.map(|(name, _)| name.as_str()) };
        let mut variant = lower::lower(decided, &memory.notations, &report);
        self.missing.iter().for_each(|problem| report.push(problem.clone()));
        if let (Some(variant), Some((name, span))) = (&variant, array)
            && !variant.arrays.iter().any(|info| info.name == *name)
        {
            let names: Vec<&str> = variant.arrays.iter().map(|info| info.name.as_str()).collect();
            let problem =
                Diagnostic::error("unknown-array", *span, format!("the game has no array `{name}`"));
            report.push(listing(problem.misses(name), name, &names));
        }
        if let Some(variant) = &mut variant {
            variant.reading = selection.reading.as_ref().map_or("default", |(name, _)| name).to_string();
            variant.cites = sources::cites(&self.tree);
            variant.switches = self.switches.all.clone();
            for switch in &mut variant.switches {
                switch.chosen = chosen.get(&switch.name).cloned().unwrap_or_default();
            }
        }
        let mut problems = report.finish().0;
        let variant = variant.filter(|_| !has_errors(&problems));
        problems.extend(variant.iter().flat_map(|variant| lint::check(variant, &memory.walks)));
        let variant = variant.filter(|_| !has_errors(&problems));
        (variant, problems)
    }

    /// Everything that is wrong with the game under any array and any value of any switch.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        let mut absences: Option<Vec<Diagnostic>> = None;
        let memory = Memory::default();
        let default = self.decided(&Selection::default(), &memory);
        let arrays = default.0.iter().flat_map(|variant| &variant.arrays).map(|info| info.name.clone());
        let mut others = self.selections(arrays.collect());
        if others.len() * size(&self.tree) > MOST_WORK {
            others.clear();
            all.push(self.too_many_choices());
        }
        let others = others.iter().map(|selection| self.decided(selection, &memory));
        for (variant, problems) in std::iter::once(default).chain(others) {
            let (absent, present): (Vec<_>, Vec<_>) =
                problems.into_iter().partition(|problem| is_absence(problem.code));
            all.extend(present);
            // A name that one value does not use may be used under another.
            if variant.is_some() {
                absences = Some(match absences {
                    None => absent,
                    Some(old) => old
                        .into_iter()
                        .filter(|one| {
                            absent.iter().any(|other| other.code == one.code && other.labels == one.labels)
                        })
                        .collect(),
                });
            }
        }
        all.extend(absences.unwrap_or_default());
        tidy(allow::apply(&self.allows, tidy(all), true))
    }

    /// What is said where not every value can be tried.
    fn too_many_choices(&self) -> Diagnostic {
        let last = self.switches.all.last().map(|switch| switch.origin.0);
        let last = last.or(self.tree.last().map(|statement| statement.span)).unwrap_or_default();
        Diagnostic::error("too-many-choices", last, "this game has more choices than can be tried one by one")
            .help("leave switches, arrays or readings out, or share them out among several games")
    }

    /// The default, every array, every reading, and every value of every switch by itself.
    pub fn every_selection(&self) -> Vec<Selection> {
        let mut selections = vec![Selection::default()];
        selections.extend(self.selections(self.arrays()));
        selections
    }

    /// Every selection but the default, which has the first of these arrays.
    fn selections(&self, arrays: Vec<String>) -> Vec<Selection> {
        let mut selections = Vec::new();
        let nowhere = Span::default();
        for array in arrays.into_iter().skip(1) {
            selections.push(Selection { array: Some((array, nowhere)), ..Selection::default() });
        }
        for reading in &self.readings {
            selections
                .push(Selection { reading: Some((reading.name.clone(), nowhere)), ..Selection::default() });
        }
        for switch in &self.switches.all {
            for value in switch.values.iter().filter(|value| !value.default) {
                let set = vec![(switch.name.clone(), value.name.clone(), nowhere)];
                selections.push(Selection { set, ..Selection::default() });
            }
        }
        selections
    }
}

/// Problems that say that something is not there or never happens: they hold only if they hold under every value.
fn is_absence(code: &str) -> bool {
    code.starts_with("unused-") || code.starts_with("never-")
}

/// Whether a file that names no parent says well which game it is. Where it does not, it may have been meant to have one.
fn may_stand_alone(tree: &[Statement]) -> bool {
    let Some(head) = Line::all(tree).next() else { return true };
    match (head.keyword(), head.first()) {
        (Some(Keyword::Variant), _) => head.parts() <= 3,
        (_, Some(other)) => {
            nearest(other, ["variant"]).is_none() && !head.words().any(|word| word == "extends")
        }
        _ => true,
    }
}

/// How many statements there are, those in blocks included.
fn size(tree: &[Statement]) -> usize {
    Line::all(tree).map(|line| 1 + size(line.statements())).sum()
}

fn unknown_value(switch: &Switch, value: &str, span: Span) -> Diagnostic {
    let names: Vec<&str> = switch.values.iter().map(|value| value.name.as_str()).collect();
    let near = nearest(value, names.iter().copied());
    let near = switch.values.iter().find(|known| near == Some(known.name.as_str()));
    let place = near.map_or(switch.origin.0, |known| known.origin.0);
    listing(
        Diagnostic::error("unknown-value", span, format!("`{}` has no value `{value}`", switch.name))
            .misses(format!("{} {value}", switch.name))
            .label(place, if near.is_some() { "this one is near" } else { "its values stand here" }),
        value,
        &names,
    )
}

/// Whether a list of problems keeps a game from being used.
pub fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
