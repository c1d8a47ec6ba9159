//! Switches: their collection from the tree, and the selection of their values.
//!
//! [`Switches::collect`] finds all switches and checks them, and [`Switches::decide`] removes them from a tree by
//! replacing each with the statements of its selected value.

use super::answers::value;
use super::sources::Keys;
use crate::base::source::{Span, Spanned};
use crate::choice::Chosen;
use crate::messages::diagnostic::{Code, Diagnostic, Parts, nearest};
use crate::messages::fix::Fix;
use crate::messages::text::{did_you_mean, quoted};
use crate::rules::{Origin, Switch, SwitchValue};
use crate::statement::{Line, Read, Report};
use crate::syntax::{Block, Statement};
use crate::vocabulary::{Keyword, WordEntry};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A statement that depends on a switch: either the switch itself or an `under`. Each arm is a list of values
/// with the statements for them.
#[derive(Clone, Debug)]
struct Fork {
    switch: String,
    arms: Vec<(Vec<String>, Vec<Statement>)>,
}

/// The head of `under SWITCH [except] VALUE[, VALUE] { ... }`.
struct Under {
    switch: Spanned<String>,
    values: Vec<Spanned<String>>,
    /// True if it applies to all values except the listed ones.
    except: bool,
}

impl Under {
    fn holds(&self, value: &str) -> bool {
        self.values.iter().any(|own| own.value == value) != self.except
    }
}

/// The switches of a game, with the statements that depend on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Switches {
    /// The switches in source order.
    pub(crate) all: Vec<Switch>,
    /// The index of each switch and of its default value, by the name of the switch.
    defaults: HashMap<String, (usize, usize), FxBuildHasher>,
    /// The statements that depend on switches, by their places.
    forks: HashMap<Span, Fork, FxBuildHasher>,
    /// The switches that may lack values because of errors.
    doubtful: BTreeSet<String>,
}

impl Switches {
    /// Collects all switches of a tree and reports problems about them.
    pub(crate) fn collect(tree: &[Statement], keys: &Keys, report: &Report) -> Switches {
        let (switches, readers, silent, alike) = Default::default();
        let mut collector = Collector { switches, readers, silent, alike, keys, report };
        collector.visit(tree, "", &mut Vec::new());
        collector.check_readers();
        collector.switches
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Switch> {
        self.defaults.get(name).and_then(|(at, _)| self.all.get(*at))
    }

    /// Returns true if a switch may lack values because of an error that was already reported.
    pub(crate) fn is_doubtful(&self, name: &str) -> bool {
        self.doubtful.contains(name)
    }

    /// Returns the default value of a switch.
    pub(crate) fn default(&self, name: &str) -> Option<&str> {
        self.defaults
            .get(name)
            .and_then(|(switch, value)| Some(self.all.get(*switch)?.values.get(*value)?.name.as_str()))
    }

    /// Returns the tree with every switch replaced by the statements of its selected value.
    pub(crate) fn decide(&self, tree: &[Statement], chosen: &Chosen) -> Vec<Statement> {
        let mut decided = Vec::with_capacity(tree.len());
        for statement in tree {
            match (self.forks.get(&statement.span), Line::of(statement).keyword()) {
                (Some(Fork { switch, arms }), _) => {
                    let chosen_value = chosen.get(switch);
                    let holds =
                        |values: &[String]| values.iter().any(|value| Some(value.as_str()) == chosen_value);
                    if let Some((_, body)) = arms.iter().find(|(values, _)| holds(values)) {
                        decided.extend(self.decide(own_or(statement, body), chosen));
                    }
                }
                // A switch with errors has no fork and is left out.
                (None, Some(Keyword::Switch | Keyword::Under)) => {}
                (None, _) => {
                    let inner = |block: &Block| block.around(self.decide(&block.statements, chosen));
                    let block = statement.block.as_ref().map(inner);
                    decided.push(Statement { items: Arc::clone(&statement.items), block, ..*statement });
                }
            }
        }
        decided
    }

    /// Returns the sets of non-default values that some statement requires together.
    pub(crate) fn joint(&self, tree: &[Statement]) -> BTreeSet<BTreeMap<String, String>> {
        let mut all = BTreeSet::new();
        self.join(tree, &BTreeMap::new(), &mut all);
        all
    }

    fn join(
        &self,
        tree: &[Statement],
        around: &BTreeMap<String, String>,
        all: &mut BTreeSet<BTreeMap<String, String>>,
    ) {
        for statement in tree {
            let Some(Fork { switch, arms }) = self.forks.get(&statement.span) else {
                self.join(Line::of(statement).statements(), around, all);
                continue;
            };
            for (values, body) in arms {
                let body = own_or(statement, body);
                let mut chosen = around.clone();
                let is_default = |name: &String| self.value(switch, name).is_some_and(|value| value.default);
                if !values.iter().any(is_default) {
                    // One non-default value is enough to reach the statements inside.
                    chosen.extend(values.first().map(|value| (switch.clone(), value.clone())));
                    if chosen.len() > 1 && !body.is_empty() {
                        all.insert(chosen.clone());
                    }
                }
                self.join(body, &chosen, all);
            }
        }
    }

    fn value(&self, switch: &str, name: &str) -> Option<&SwitchValue> {
        self.get(switch)?.value(name)
    }
}

/// Returns the statements of an `under`, or else `body`, which are the statements of a value.
fn own_or<'a>(statement: &'a Statement, body: &'a [Statement]) -> &'a [Statement] {
    match Line::of(statement).keyword() {
        Some(Keyword::Under) => Line::of(statement).statements(),
        _ => body,
    }
}

/// A value with its statements.
type Arm<'a> = (&'a SwitchValue, &'a Vec<Statement>);

/// The traversal of a tree that collects its switches.
struct Collector<'a> {
    switches: Switches,
    /// The `under` statements found so far.
    readers: Vec<(Statement, Under)>,
    /// The switches whose values have no statements.
    silent: Vec<String>,
    /// Pairs of values with the same statements. They are a mistake unless an `under` distinguishes them.
    alike: Vec<(String, [String; 2], Diagnostic)>,
    keys: &'a Keys,
    report: &'a Report,
}

impl Collector<'_> {
    /// Traverses a tree. `around` is the name that qualifies the switches in it, and `inside` has the values that the
    /// switches around it have there.
    fn visit(&mut self, tree: &[Statement], around: &str, inside: &mut Vec<(String, String)>) {
        for statement in tree {
            let line = Line::of(statement);
            match (line.keyword(), line.first(), line.name()) {
                (Some(Keyword::Switch), ..) => self.switch(line, around, inside),
                (Some(Keyword::Under), ..) => {
                    if let Some(under) = self.report.read(line, under(line)) {
                        self.check_inside(line, &under, inside);
                        self.readers.push((statement.clone(), under));
                    }
                    self.visit(line.statements(), around, inside);
                }
                // A misspelled keyword still declares the switch, so uses of it are not reported.
                (None, Some(word), Some(name)) if nearest(word, ["switch"]).is_some() => {
                    self.report.nodes().name(line.span, full_name(name, around));
                }
                (.., Some(name)) if line.word().is_some_and(WordEntry::names_switches) => {
                    self.visit(line.statements(), name, inside);
                }
                _ => self.visit(line.statements(), around, inside),
            }
        }
    }

    /// Warns about an `under` inside a value of the same switch to which it does not apply.
    fn check_inside(&self, line: Line, under: &Under, inside: &[(String, String)]) {
        let own = inside.iter().find(|(switch, value)| *switch == under.switch.value && !under.holds(value));
        if let Some((switch, value)) = own {
            let message =
                format!("this never applies, because it is inside the value `{value}` of `{switch}`");
            let problem = Diagnostic::new(Code::NeverApplies, under.switch.span, message);
            self.report.push_about(line, problem.help("move it out of the switch, or delete it"));
        }
    }

    fn switch(&mut self, line: Line, around: &str, inside: &mut Vec<(String, String)>) {
        let Some((switch, bodies)) = self.read(line, around) else { return };
        if bodies.iter().all(Vec::is_empty) {
            self.silent.push(switch.name.clone());
        }
        self.declare(line, &switch, &bodies);
        for (value, body) in switch.values.iter().zip(&bodies) {
            inside.push((switch.name.clone(), value.name.clone()));
            self.visit(body, around, inside);
            inside.pop();
        }
        let names = switch.values.into_iter().map(|value| vec![value.name]);
        let fork = Fork { switch: switch.name, arms: names.zip(bodies).collect() };
        self.switches.forks.insert(line.span, fork);
    }

    /// Reads a switch, and returns it with the statements of each value.
    fn read(&self, line: Line, around: &str) -> Option<(Switch, Vec<Vec<Statement>>)> {
        let head = || -> Read<Switch> {
            let mut cursor = line.rest();
            let (name, span) = cursor.word("the name of the switch")?;
            let question = cursor.quoted("the question it answers, in quotes")?.0;
            cursor.finish()?;
            line.needs_block("a block with its values")?;
            let (name, question) = (full_name(name, around), question.to_string());
            Ok(Switch { name, question, values: Vec::new(), chosen: String::new(), origin: Origin(span) })
        };
        let switch = self.report.read(line, head())?;
        let read = |line| self.report.read(line, value(line, self.keys));
        let (values, bodies): (Vec<_>, Vec<_>) = line.lines().filter_map(read).unzip();
        if values.len() < line.statements().len() {
            self.report.nodes().statement(line);
            return None;
        }
        Some((Switch { values, ..switch }, bodies))
    }

    /// Adds a switch and reports its problems. If its block has errors, values may be missing.
    fn declare(&mut self, line: Line, switch: &Switch, bodies: &[Vec<Statement>]) {
        let Switch { name, values, origin: Origin(span), .. } = switch;
        let span = *span;
        let sound = !line.block.is_some_and(|block| self.report.touches(block.span));
        let say = |problem: Diagnostic| self.report.push_about(line, problem);
        if let Some(other) = self.switches.get(name) {
            return say(Diagnostic::new(
                Code::DuplicateSwitch,
                span,
                format!("there are two switches called `{name}`"),
            )
            .label(other.origin.0, "the first")
            .help("write its other statements as `under SWITCH VALUE { ... }`"));
        }
        let defaults: Vec<&SwitchValue> = values.iter().filter(|value| value.default).collect();
        match defaults.as_slice() {
            [] if sound && values.len() > 1 => {
                let problem =
                    Diagnostic::new(Code::NoDefault, span, format!("the switch `{name}` has no default"))
                        .help("put `*` after the value that applies unless another is chosen");
                let star = |value: &SwitchValue| Fix::guess(value.origin.0, format!("{}*", value.name));
                say(values.iter().map(star).fold(problem, Diagnostic::fix));
            }
            [first, second, ..] => {
                let message = format!("the switch `{name}` has more than one default");
                let problem = Diagnostic::new(Code::TwoDefaults, second.origin.0, message);
                let problem = problem.label(first.origin.0, "the first").help("mark only one value with `*`");
                // The star directly follows the name.
                let star = |value: &SwitchValue| value.origin.0.after().part(0, 1);
                let problem = match defaults.len() {
                    2 => [first, second]
                        .map(|value| Fix::guess(star(value), ""))
                        .into_iter()
                        .fold(problem, Diagnostic::fix),
                    _ => problem,
                };
                // The first of them may have been written twice.
                say(if first.name == second.name { problem.depends_on(Parts::DEFAULT) } else { problem });
            }
            _ => {}
        }
        if values.len() < 2 && sound {
            say(Diagnostic::new(
                Code::OneValue,
                span,
                format!("the switch `{name}` has fewer than two values"),
            )
            .help("add another value, or replace the switch with its rules"));
        }
        let arms: Vec<_> = values.iter().zip(bodies).collect();
        for (at, arm) in arms.iter().enumerate() {
            self.check_value(line, *arm, &arms[..at]);
            let is_silent = self.silent.contains(name);
            self.alike.extend(alike(name, *arm, &arms[..at]).filter(|_| !line.poisoned && !is_silent));
        }
        if !sound || values.len() < 2 || defaults.is_empty() {
            self.switches.doubtful.insert(name.clone());
        }
        let default = values.iter().position(|value| value.default).unwrap_or_default();
        self.switches.defaults.insert(name.clone(), (self.switches.all.len(), default));
        self.switches.all.push(switch.clone());
    }

    fn check_value(&self, line: Line, (value, _): Arm, before: &[Arm]) {
        let say = |problem: Diagnostic| self.report.push_about(line, problem);
        let SwitchValue { name, origin: Origin(span), .. } = value;
        let span = *span;
        if let Some((first, _)) = before.iter().rfind(|(other, _)| other.name == *name) {
            let message = format!("there are two values called `{name}`");
            let problem = Diagnostic::new(Code::DuplicateValue, span, message);
            say(problem.label(first.origin.0, "the first"));
        }
        if self.report.touches(span) {
            return;
        }
        if value.text.is_empty() {
            let message = format!("the value `{name}` has no description");
            let problem = Diagnostic::new(Code::ValueWithoutText, span, message);
            say(problem.help("add a short text in quotes: readers see it in `ferz show`"));
        }
        if value.cites.0.is_empty() && !value.text.contains("invented") {
            let message = format!("the value `{name}` cites no source");
            let problem = Diagnostic::new(Code::ValueWithoutSource, span, message);
            say(problem.help(
                "end it with the key of a source, such as `[T4]`, or say in the text that it is invented",
            ));
        }
    }

    fn check_readers(&mut self) {
        for Switch { name, origin, .. } in &self.switches.all {
            let is_read = self.readers.iter().any(|(_, under)| under.switch.value == *name);
            // A switch without statements is useful only if an `under` refers to it.
            if self.silent.contains(name) && !is_read {
                let message = format!("the switch `{name}` has no effect");
                let problem = Diagnostic::new(Code::SwitchWithoutEffect, origin.0, message);
                self.report.push(problem.help(format!(
                    "write rules for its values, or `under {name} VALUE {{ ... }}` in the rules that depend on it"
                )));
            }
        }
        let is_distinguished = |switch: &str, [one, other]: &[String; 2]| {
            let mut readers = self.readers.iter().filter(|(_, under)| under.switch.value == switch);
            readers.any(|(_, under)| under.holds(one) != under.holds(other))
        };
        let equal = self.alike.iter().filter(|(switch, values, _)| !is_distinguished(switch, values));
        equal.for_each(|(.., problem)| self.report.push(problem.clone()));
        for (statement, under) in std::mem::take(&mut self.readers) {
            let checked = self.switches.check_under(&under);
            if self.report.read(Line::of(&statement), checked).is_some() {
                let all = self.switches.get(&under.switch.value).map_or(&[][..], |switch| &switch.values);
                let held = all.iter().filter(|value| under.holds(&value.name));
                let values = held.map(|value| value.name.clone()).collect();
                // An `under` has its own statements. Several may have the same place if they come from one
                // amendment.
                let fork = Fork { switch: under.switch.value, arms: vec![(values, Vec::new())] };
                self.switches.forks.insert(statement.span, fork);
            }
        }
    }
}

impl Switches {
    /// Checks that the switch and the values of an `under` exist.
    fn check_under(&self, under: &Under) -> Read<()> {
        let Under { switch: name, values, .. } = under;
        let Some(switch) = self.get(&name.value) else {
            return Err(unknown_switch(&name.value, name.span, self));
        };
        let known = |value: &&Spanned<String>| switch.values.iter().any(|known| known.name == value.value);
        let strange = values.iter().find(|value| !known(value)).filter(|_| !self.is_doubtful(&name.value));
        let Some(value) = strange else { return Ok(()) };
        let message = format!("`{}` is not a value of `{}`", value.value, switch.name);
        let problem = Diagnostic::new(Code::UnknownWord, value.span, message).misses(&value.value);
        let names: Vec<&str> = switch.values.iter().map(|value| value.name.as_str()).collect();
        let near = nearest(&value.value, names.iter().copied());
        Err(match switch.values.iter().find(|known| near == Some(known.name.as_str())) {
            Some(near) => problem.propose(&near.name).label(near.origin.0, "the most similar one"),
            None => problem.help(format!("known here: {}", quoted(&names))),
        })
    }
}

/// Returns the pair of this value and the first one with the same statements, with a problem about them.
fn alike(switch: &str, (value, body): Arm, before: &[Arm]) -> Option<(String, [String; 2], Diagnostic)> {
    let texts = |body: &[Statement]| Line::all(body).map(Line::text).collect::<Vec<_>>();
    let same = |(other, others): &&Arm| other.name != value.name && texts(others) == texts(body);
    let (other, _) = before.iter().find(same)?;
    let rules = if body.is_empty() { "no rules" } else { "the same rules" };
    let message = format!("the values `{}` and `{}` have {rules}", other.name, value.name);
    let problem = Diagnostic::new(Code::EqualValues, value.origin.0, message);
    let problem = match nearest(&value.name, [other.name.as_str()]) {
        Some(near) if body.is_empty() => problem.help(did_you_mean(near)),
        _ => problem,
    };
    let problem = if body.is_empty() { problem.into_warning() } else { problem };
    let problem = problem.label(other.origin.0, "the other value");
    Some((switch.to_owned(), [other.name.clone(), value.name.clone()], problem))
}

/// Creates the diagnostic for an unknown switch.
pub(crate) fn unknown_switch(name: &str, span: Span, switches: &Switches) -> Diagnostic {
    let names: Vec<&str> = switches.all.iter().map(|switch| switch.name.as_str()).collect();
    let problem =
        Diagnostic::new(Code::UnknownSwitch, span, format!("the game has no switch `{name}`")).misses(name);
    // The user may have omitted the piece that qualifies the name.
    let is_whole = |known: &&&str| known.rsplit_once('.').is_some_and(|(_, last)| last == name);
    match nearest(name, names.iter().copied()).or_else(|| names.iter().find(is_whole).copied()) {
        Some(near) => problem.help(did_you_mean(near)),
        None if names.is_empty() => problem.help("the game has no switches"),
        None => problem.help(format!("it has {}", quoted(&names))),
    }
}

/// Returns the qualified name of a switch.
fn full_name(name: &str, around: &str) -> String {
    if name.contains('.') || around.is_empty() { name.to_string() } else { format!("{around}.{name}") }
}

fn under(line: Line) -> Read<Under> {
    let mut cursor = line.rest();
    let (switch, span) = cursor.word("the name of a switch")?;
    let except = cursor.eat("except");
    let values = cursor.entries(|cursor| {
        if cursor.is_done() {
            return Err(cursor.expected(&format!("a value of `{switch}`")));
        }
        let value = Spanned::new(cursor.plain(), cursor.span());
        cursor.skip();
        Ok(value)
    })?;
    cursor.finish()?;
    line.needs_block("a block of rules in braces")?;
    Ok(Under { switch: Spanned::new(switch.to_string(), span), values, except })
}
