//! Switches: finding them in the tree, and deciding them.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Span, Spanned};
use crate::base::text::{did_you_mean, quoted};
use crate::lang::statement::{Line, Read, Report, UnderLine, ValueLine};
use crate::lang::syntax::{Block, Statement};
use crate::lang::vocabulary::{Keyword, Word};
use crate::rules::{Origin, Switch, SwitchValue};
use std::collections::{BTreeMap, BTreeSet};

/// A statement that depends on a choice, read once.
#[derive(Clone, Debug)]
enum Fork {
    /// A switch: its name, and what holds under each value.
    Switch(String, Vec<ValueLine>),
    /// What holds under some values of a switch that stands elsewhere.
    Under(UnderLine),
}

/// The switches of a game.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Switches {
    /// In the order they are written.
    pub(in crate::lang) all: Vec<Switch>,
    /// The statements that depend on them, by their places.
    forks: BTreeMap<Span, Fork>,
    /// Switches of which values may be missing.
    doubtful: BTreeSet<String>,
}

impl Switches {
    /// Finds every switch, decided or not, and what is wrong with them.
    pub(in crate::lang) fn collect(tree: &[Statement], report: &Report) -> Switches {
        let mut collector =
            Collector { switches: Switches::default(), readers: Vec::new(), silent: Vec::new(), report };
        collector.visit(tree, "");
        collector.check_readers();
        collector.switches
    }

    pub(in crate::lang) fn get(&self, name: &str) -> Option<&Switch> {
        self.all.iter().find(|switch| switch.name == name)
    }

    /// Whether values of a switch may be missing because of a mistake already reported.
    pub(in crate::lang) fn is_doubtful(&self, name: &str) -> bool {
        self.doubtful.contains(name)
    }

    /// The default value of every switch.
    pub(in crate::lang) fn defaults(&self) -> BTreeMap<String, String> {
        let default = |switch: &Switch| {
            let marked = switch.values.iter().find(|value| value.default);
            marked.or(switch.values.first()).map(|value| value.name.clone())
        };
        self.all.iter().filter_map(|switch| Some((switch.name.clone(), default(switch)?))).collect()
    }

    /// The tree with every switch decided.
    pub(in crate::lang) fn decide(
        &self,
        tree: &[Statement],
        chosen: &BTreeMap<String, String>,
    ) -> Vec<Statement> {
        let mut decided = Vec::new();
        for statement in tree {
            match (self.forks.get(&statement.span), Line::of(statement).keyword()) {
                (Some(Fork::Switch(name, values)), _) => {
                    if let Some(value) = values.iter().find(|value| Some(&value.name) == chosen.get(name)) {
                        decided.extend(self.decide(&value.body, chosen));
                    }
                }
                (Some(Fork::Under(under)), _) => {
                    let pick = chosen.get(&under.switch.value);
                    if under.values.iter().any(|value| Some(&value.value) == pick) {
                        decided.extend(self.decide(Line::of(statement).statements(), chosen));
                    }
                }
                (None, Some(Keyword::Switch | Keyword::Under)) => {}
                (None, _) => {
                    let inner = |block: &Block| block.around(self.decide(&block.statements, chosen));
                    let block = statement.block.as_ref().map(inner);
                    decided.push(Statement { items: statement.items.clone(), block, ..*statement });
                }
            }
        }
        decided
    }
}

/// What is found on the way through a tree.
struct Collector<'a> {
    switches: Switches,
    /// The statements that ask for a switch by name.
    readers: Vec<(Statement, UnderLine)>,
    /// Switches whose values hold no rules.
    silent: Vec<String>,
    report: &'a Report,
}

impl Collector<'_> {
    /// Goes through a tree inside something that gives the switches there their name.
    fn visit(&mut self, tree: &[Statement], around: &str) {
        for statement in tree {
            let line = Line::of(statement);
            match (line.keyword(), line.first(), line.name()) {
                (Some(Keyword::Switch), ..) => self.switch(line, around),
                (Some(Keyword::Under), ..) => {
                    if let Some(under) = self.report.read(line, UnderLine::read(line)) {
                        self.readers.push((statement.clone(), under));
                    }
                    self.visit(line.statements(), around);
                }
                (None, Some(word), Some(name)) if nearest(word, ["switch"]).is_some() => {
                    self.report.poison().name(line.span(), full_name(name, around));
                }
                (.., Some(name)) if line.word().is_some_and(Word::names_switches) => {
                    self.visit(line.statements(), name);
                }
                _ => self.visit(line.statements(), around),
            }
        }
    }

    fn switch(&mut self, line: Line, around: &str) {
        let Some((switch, values)) = self.read(line, around) else { return };
        if values.iter().all(|value| value.body.is_empty()) {
            self.silent.push(switch.name.clone());
        }
        self.declare(line, &switch, &values);
        for value in &values {
            self.visit(&value.body, around);
        }
        self.switches.forks.insert(line.span(), Fork::Switch(switch.name, values));
    }

    fn read(&self, line: Line, around: &str) -> Option<(Switch, Vec<ValueLine>)> {
        let head = || -> Read<(String, String, Span)> {
            let mut cursor = line.rest();
            let (name, span) = cursor.word("the name of the switch")?;
            let Some((question, _)) = cursor.text() else {
                return Err(cursor.expected("the question it answers, in quotes"));
            };
            cursor.finish()?;
            line.needs_block("a block with its values")?;
            Ok((full_name(name, around), question.to_string(), span))
        };
        let (name, question, span) = self.report.read(line, head())?;
        let before = line.lines().count();
        let values: Vec<ValueLine> =
            line.lines().filter_map(|value| self.report.read(value, ValueLine::read(value))).collect();
        if values.len() < before {
            self.report.poison().statement(line);
            return None;
        }
        let about = |value: &ValueLine| SwitchValue {
            name: value.name.clone(),
            text: value.text.clone(),
            cites: value.cites.iter().map(|cite| cite.value.clone()).collect(),
            default: value.default,
            origin: Origin(value.span),
        };
        let values_about = values.iter().map(about).collect();
        let switch =
            Switch { name, question, values: values_about, chosen: String::new(), origin: Origin(span) };
        Some((switch, values))
    }

    /// Takes a switch in. Where something in its block could not be read, a value may be missing.
    fn declare(&mut self, line: Line, switch: &Switch, values: &[ValueLine]) {
        let (name, span) = (&switch.name, switch.origin.0);
        let sound = !line.block_span().is_some_and(|block| self.report.touches(block));
        let say = |problem: Diagnostic| self.report.push_about(line, problem);
        if let Some(other) = self.switches.get(name) {
            return say(Diagnostic::error(
                "duplicate-switch",
                span,
                format!("there are two switches `{name}`"),
            )
            .label(other.origin.0, "the first")
            .help("write the rest of its effect as `under SWITCH VALUE { ... }`"));
        }
        let defaults: Vec<&ValueLine> = values.iter().filter(|value| value.default).collect();
        match defaults.as_slice() {
            [] if sound && values.len() > 1 => {
                say(Diagnostic::error("no-default", span, format!("the switch `{name}` has no default"))
                    .help("put `*` after the value that applies unless another is chosen"));
            }
            [first, second, ..] => {
                say(Diagnostic::error(
                    "two-defaults",
                    second.span,
                    format!("the switch `{name}` has two defaults"),
                )
                .label(first.span, "the first")
                .help("mark only one value with `*`"));
            }
            _ => {}
        }
        if values.len() < 2 && sound {
            say(Diagnostic::error(
                "one-value",
                span,
                format!("the switch `{name}` has fewer than two values"),
            )
            .help("add the value it is to be weighed against, or replace the switch by its rules"));
        }
        values.iter().enumerate().for_each(|(at, value)| self.check_value(line, value, &values[..at]));
        if !sound || values.len() < 2 || defaults.is_empty() {
            self.switches.doubtful.insert(name.clone());
        }
        self.switches.all.push(switch.clone());
    }

    fn check_value(&self, line: Line, value: &ValueLine, before: &[ValueLine]) {
        let say = |problem: Diagnostic| self.report.push_about(line, problem);
        let (name, span) = (&value.name, value.span);
        if let Some(first) = before.iter().rfind(|other| other.name == *name) {
            say(Diagnostic::error("duplicate-value", span, format!("there are two values `{name}`"))
                .label(first.span, "the first"));
        }
        let same = |other: &&ValueLine| {
            !value.body.is_empty()
                && other.name != *name
                && Line::all(&other.body).map(Line::text).eq(Line::all(&value.body).map(Line::text))
        };
        if let Some(other) = before.iter().find(same) {
            let message = format!("the values `{}` and `{name}` have the same rules", other.name);
            say(Diagnostic::error("equal-values", span, message).label(other.span, "the other value"));
        }
        if value.text.is_empty() {
            let message = format!("the value `{name}` has no description");
            let problem = Diagnostic::lint("value-without-text", span, message);
            say(problem.help("add a short text in quotes: readers see it in `ferz show`"));
        }
        if value.cites.is_empty() && !value.text.contains("invented") {
            let message = format!("the value `{name}` cites no source");
            let problem = Diagnostic::lint("value-without-source", span, message);
            say(problem.help("add `cite SOURCE`, or say in the text that it is invented"));
        }
    }

    fn check_readers(&mut self) {
        for switch in &self.switches.all {
            let is_read = self.readers.iter().any(|(_, under)| under.switch.value == switch.name);
            if self.silent.contains(&switch.name) && !is_read {
                let name = &switch.name;
                let message = format!("the switch `{name}` has no effect");
                self.report.push(Diagnostic::error("switch-without-effect", switch.origin.0, message).help(
                    format!(
                        "give its values rules, or write `under {name} VALUE {{ ... }}` where they apply"
                    ),
                ));
            }
        }
        for (statement, under) in std::mem::take(&mut self.readers) {
            let checked = self.switches.check_under(&under);
            if self.report.read(Line::of(&statement), checked).is_some() {
                self.switches.forks.insert(statement.span, Fork::Under(under));
            }
        }
    }
}

impl Switches {
    /// Complains about a switch or a value that is missing.
    fn check_under(&self, under: &UnderLine) -> Read<()> {
        let UnderLine { switch: name, values } = under;
        let Some(switch) = self.get(&name.value) else {
            return Err(unknown_switch(&name.value, name.span, self));
        };
        let known = |value: &&Spanned<String>| switch.values.iter().any(|known| known.name == value.value);
        let Some(value) =
            values.iter().find(|value| !known(value)).filter(|_| !self.is_doubtful(&name.value))
        else {
            return Ok(());
        };
        let message = format!("`{}` is not a value of `{}`", value.value, switch.name);
        let problem = Diagnostic::error("unknown-word", value.span, message).misses(&value.value);
        let names: Vec<&str> = switch.values.iter().map(|value| value.name.as_str()).collect();
        let near = nearest(&value.value, names.iter().copied());
        Err(match switch.values.iter().find(|known| near == Some(known.name.as_str())) {
            Some(near) => {
                let help = did_you_mean(&near.name);
                problem.here(help.clone()).help(help).label(near.origin.0, "this one is near")
            }
            None => problem.help(format!("known here: {}", quoted(&names))),
        })
    }
}

/// Complains about a switch the game does not have.
pub(in crate::lang) fn unknown_switch(name: &str, span: Span, switches: &Switches) -> Diagnostic {
    let names: Vec<&str> = switches.all.iter().map(|switch| switch.name.as_str()).collect();
    let problem =
        Diagnostic::error("unknown-switch", span, format!("the game has no switch `{name}`")).misses(name);
    match nearest(name, names.iter().copied()) {
        Some(near) => problem.help(did_you_mean(near)),
        None if names.is_empty() => problem.help("it has no switches at all"),
        None => problem.help(format!("it has {}", quoted(&names))),
    }
}

/// What a switch is called from outside of the block it stands in.
fn full_name(name: &str, around: &str) -> String {
    if name.contains('.') || around.is_empty() { name.to_string() } else { format!("{around}.{name}") }
}
