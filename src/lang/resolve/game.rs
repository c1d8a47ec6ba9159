//! A game as it is written: the merged tree of a file and of those it extends, its switches and its readings.

use super::allow::{self, Allow};
use super::amend::amend;
use super::lost::Lost;
use super::lower::{Lowered, lower};
use super::notations::Notations;
use super::readings::{Reading, read_readings};
use super::switches::{Switches, unknown_switch};
use super::tidy::tidy;
use crate::base::diagnostic::{Diagnostic, Severity, nearest};
use crate::base::source::{Sources, Span};
use crate::base::text::{did_you_mean, quoted};
use crate::lang::lint::Walks;
use crate::lang::syntax::{self, Item, Statement};
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

/// A game as written, before anything is decided.
#[derive(Clone, Debug)]
pub struct Game {
    /// The texts it was read from.
    pub sources: Sources,
    /// Its readings, those of the files it extends included.
    pub readings: Vec<Reading>,
    tree: Vec<Statement>,
    switches: Switches,
    problems: Vec<Diagnostic>,
    allows: Vec<Allow>,
    /// Lines whose shape is broken: what they seem to say is not judged.
    broken: Vec<Span>,
    /// What cannot be declared, however the switches are set.
    lost: Lost,
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

impl Game {
    /// Reads a file and those it extends.
    pub fn open(text: &Text, library: &dyn Library, sources: Sources) -> Game {
        let mut game = Game {
            sources,
            readings: Vec::new(),
            tree: Vec::new(),
            switches: Switches::default(),
            problems: Vec::new(),
            allows: Vec::new(),
            broken: Vec::new(),
            lost: Lost::default(),
            orphaned: false,
        };
        game.tree = game.read(text, library, &mut Vec::new());
        game.switches = Switches::collect(&game.tree, &mut game.lost, &mut game.problems);
        if !game.orphaned {
            super::sources::check(&game.tree, &mut game.problems);
        }
        game.check_readings();
        game
    }

    /// Whether nothing kept its text from being read, so that its switches are all there are.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.problems)
    }

    /// The switches of the game, whatever they are set to.
    pub fn switches(&self) -> &[Switch] {
        &self.switches.all
    }

    /// The arrays the game has, by name.
    #[cfg(test)]
    pub fn arrays(&self) -> Vec<String> {
        self.variant(&Selection::default())
            .0
            .map_or_else(Vec::new, |v| v.arrays.into_iter().map(|info| info.name).collect())
    }

    fn read(
        &mut self,
        text: &Text,
        library: &dyn Library,
        trail: &mut Vec<(String, Span)>,
    ) -> Vec<Statement> {
        let file = self.sources.add(text.name.clone(), text.text.clone());
        let (tree, problems) = syntax::parse(file, &text.text);
        for label in problems.iter().flat_map(|problem| &problem.labels) {
            let line = line_of(&text.text, label.span);
            if !self.broken.contains(&line) {
                let words = text.text.get(line.range()).unwrap_or_default();
                self.lost.line(line, &words[..words.floor_char_boundary(syntax::MAX_LINE)]);
                self.broken.push(line);
            }
        }
        self.broken.extend(&tree.loose);
        self.problems.extend(problems);
        let inherited = !trail.is_empty();
        self.allows
            .extend(allow::find(file, &text.text).into_iter().map(|allow| allow.inherited_if(inherited)));
        let own = text.readings.as_ref().map(|(name, text)| {
            let file = self.sources.add(name.clone(), text.clone());
            read_readings(file, text, &mut self.problems)
        });
        let parent = extends(&tree.statements);
        self.orphaned |= parent.is_none() && !has_head(&tree.statements);
        let inherited = match parent {
            Some((name, span)) => {
                let found = self.parent(&name, span, text, library, trail);
                self.orphaned |= found.is_none();
                found
            }
            None => None,
        };
        for reading in own.into_iter().flatten() {
            self.readings.retain(|old| old.name != reading.name);
            self.readings.push(reading);
        }
        match inherited {
            Some(inherited) => amend(inherited, tree.statements, &mut self.lost, &mut self.problems),
            None => tree.statements,
        }
    }

    fn parent(
        &mut self,
        name: &str,
        span: Span,
        text: &Text,
        library: &dyn Library,
        trail: &mut Vec<(String, Span)>,
    ) -> Option<Vec<Statement>> {
        let Some(found) = library.find(name, &text.name) else {
            let names = library.names();
            let problem =
                Diagnostic::error("unknown-game", span, format!("there is no game `{name}` to extend"));
            let help = "a game of this name must be built in, or be in a file next to this one";
            self.problems.push(problem.suggest_or(name, names.iter().map(String::as_str), help));
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
            self.problems.push(problem);
            return None;
        }
        Some(self.read(&found, library, trail))
    }

    fn check_readings(&mut self) {
        for reading in &self.readings {
            for (name, name_span, value, value_span) in &reading.set {
                // A reading may set a switch that only another game of the family has.
                let Some(switch) = self.switches.get(name) else {
                    let names = self.switches.all.iter().map(|switch| switch.name.as_str());
                    let near = nearest(name, names).and_then(|near| self.switches.get(near));
                    if let Some(Switch { name: near, origin, .. }) = near {
                        self.problems.push(
                            Diagnostic::warning(
                                "unknown-switch",
                                *name_span,
                                format!("this game has no switch `{name}`"),
                            )
                            .misses(name)
                            .label(origin.0, "this one is near")
                            .help(format!(
                                "{} A switch of another game of the family is ignored here",
                                did_you_mean(near)
                            )),
                        );
                    }
                    continue;
                };
                if !self.switches.is_doubtful(name) && !switch.values.iter().any(|known| known.name == *value)
                {
                    self.problems.push(unknown_value(switch, value, *value_span));
                }
            }
        }
    }

    /// Decides the switches. What is wrong with the selection is told with the places it carries.
    fn choose(&self, selection: &Selection, problems: &mut Vec<Diagnostic>) -> BTreeMap<String, String> {
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
                    problems.push(listing(problem, name, &names));
                }
            }
        }
        for (name, value, span) in &selection.set {
            match self.switches.get(name) {
                Some(switch) if switch.values.iter().any(|known| known.name == *value) => {
                    chosen.insert(name.clone(), value.clone());
                }
                Some(switch) => problems.push(unknown_value(switch, value, *span)),
                None => problems.push(*unknown_switch(name, *span, &self.switches)),
            }
        }
        chosen
    }

    /// The game under a selection, and what is wrong with either. With an error there is no game.
    pub fn variant(&self, selection: &Selection) -> (Option<Variant>, Vec<Diagnostic>) {
        let (variant, problems) = self.decided(selection, &Memory::default());
        let settled = super::cascade::settle(&self.sources, tidy(problems));
        (variant, allow::apply(&self.allows, settled, false))
    }

    /// The same, with everything that is wrong as it was found.
    fn decided(&self, selection: &Selection, memory: &Memory) -> (Option<Variant>, Vec<Diagnostic>) {
        let mut problems = self.problems.clone();
        let chosen = self.choose(selection, &mut problems);
        // Of a file that was not read to its end nothing more can be said.
        if problems.iter().any(|problem| problem.code == "file-too-long") {
            return (None, problems);
        }
        let lowered =
            self.lowered(&chosen, selection.array.as_ref().map(|(name, _)| name.as_str()), &memory.notations);
        let heard =
            |problem: &Diagnostic| !self.is_broken(problem) && (!self.orphaned || self.is_of_head(problem));
        problems.extend(lowered.problems.into_iter().filter(heard));
        let explained = |problem: &Diagnostic| problem.is_error() && lowered.lost.explains(problem);
        // What explains each other explains nothing.
        if problems.iter().any(|problem| problem.is_error() && !explained(problem)) {
            problems.retain(|problem| !lowered.lost.explains(problem));
        }
        let mut variant = lowered.variant;
        if let (Some(variant), Some((name, span))) = (&variant, &selection.array)
            && !variant.arrays.iter().any(|info| info.name == *name)
        {
            let names: Vec<&str> = variant.arrays.iter().map(|info| info.name.as_str()).collect();
            let problem =
                Diagnostic::error("unknown-array", *span, format!("the game has no array `{name}`"))
                    .misses(name);
            problems.push(listing(problem, name, &names));
        }
        if let Some(variant) = &mut variant {
            variant.reading = selection.reading.as_ref().map_or("default", |(name, _)| name).to_string();
            variant.cites = super::sources::cites(&self.tree);
            variant.switches = self.switches.all.clone();
            for switch in &mut variant.switches {
                switch.chosen = chosen.get(&switch.name).cloned().unwrap_or_default();
            }
            if !problems.iter().any(Diagnostic::is_error) {
                problems.extend(crate::lang::lint::check(variant, &memory.walks));
            }
        }
        if problems.iter().any(Diagnostic::is_error) {
            variant = None;
        }
        (variant, problems)
    }

    /// Whether a problem lies in the statement that says which game it is.
    fn is_of_head(&self, problem: &Diagnostic) -> bool {
        let first = problem.labels.first().map(|label| label.span).unwrap_or_default();
        let head = self.tree.first().map(|statement| statement.span).unwrap_or_default();
        !matches!(problem.code, "no-board" | "no-variant" | "no-array")
            && first.file == head.file
            && head.start <= first.start
            && first.start <= head.end
    }

    /// Whether a problem only follows from a line that could not be read as it stands.
    fn is_broken(&self, problem: &Diagnostic) -> bool {
        let first = problem.labels.first().map(|label| label.span).unwrap_or_default();
        problem.is_error()
            && self
                .broken
                .iter()
                .any(|line| line.file == first.file && line.start <= first.start && first.start <= line.end)
    }

    fn lowered(
        &self,
        chosen: &BTreeMap<String, String>,
        array: Option<&str>,
        notations: &Rc<Notations>,
    ) -> Lowered {
        let mut problems = Vec::new();
        let tree = self.switches.decide(&self.tree, chosen, &mut problems);
        let mut lowered = lower(tree, self.lost.clone(), array, notations);
        lowered.problems.extend(problems);
        lowered
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
        let settled = super::cascade::settle(&self.sources, tidy(all));
        tidy(allow::apply(&self.allows, settled, true))
    }

    /// What is said where not every value can be tried.
    fn too_many_choices(&self) -> Diagnostic {
        let last = self.switches.all.last().map(|switch| switch.origin.0);
        let last = last.or(self.tree.last().map(|statement| statement.span)).unwrap_or_default();
        Diagnostic::error("too-many-choices", last, "this game has more choices than can be tried one by one")
            .help("leave switches, arrays or readings out, or share them out among several games")
    }

    /// The default, every array, every reading, and every value of every switch by itself.
    #[cfg(test)]
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

/// Whether a file without a parent says well which game it is. Where it does not, it may have been meant to have one.
fn has_head(tree: &[Statement]) -> bool {
    let word =
        |statement: &Statement, at: usize| statement.items.get(at).and_then(Item::word).map(str::to_string);
    let Some(head) = tree.first() else { return true };
    match word(head, 0).as_deref() {
        Some("variant") => head.items.len() <= 3,
        Some(other) => {
            nearest(other, ["variant"]).is_none()
                && !head.items.iter().any(|item| item.word() == Some("extends"))
        }
        None => true,
    }
}

/// How many statements there are, those in blocks counted in.
fn size(tree: &[Statement]) -> usize {
    let inner = |statement: &Statement| statement.block.as_ref().map_or(0, |block| size(&block.statements));
    tree.iter().map(|statement| 1 + inner(statement)).sum()
}

/// What a file extends, and where it says so.
fn extends(tree: &[Statement]) -> Option<(String, Span)> {
    let head =
        tree.iter().find(|statement| statement.items.first().and_then(Item::word) == Some("variant"))?;
    let at = head.items.iter().position(|item| item.word() == Some("extends"))?;
    let name = head.items.get(at + 1)?;
    Some((name.word()?.to_string(), name.span))
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

pub(super) fn listing(problem: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => problem.help(format!("{} There are {}", did_you_mean(near), quoted(names))),
        None if names.len() == 1 => problem.help(format!("there is only {}", quoted(names))),
        None => problem.help(format!("there are {}", quoted(names))),
    }
}

/// The line a span begins on.
fn line_of(text: &str, span: Span) -> Span {
    let at = (span.start as usize).min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
    Span::new(span.file, start, end)
}

/// Whether a list of problems keeps a game from being used.
pub fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
