//! Switches: finding them in the tree, and deciding them.

use super::amend::statements;
use super::cursor::{Cursor, Read, plain};
use super::lost::Lost;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::text::quoted;
use crate::lang::syntax::{Block, Item, ItemKind, Statement};
use crate::rules::{Origin, Switch, SwitchValue};
use std::collections::{BTreeMap, BTreeSet};

/// The words that begin a choice, in any block.
pub(super) const FORKS: [&str; 2] = ["switch", "under"];

/// Blocks that give the switches inside them their name.
const NAMING: [&str; 7] = ["piece", "family", "stage", "action", "right", "region", "array"];

/// One value as written: what it adds to the rules.
#[derive(Clone, Debug)]
struct Value {
    about: SwitchValue,
    body: Vec<Statement>,
    span: Span,
}

/// The forks of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Switches {
    /// In the order they are written.
    pub(super) all: Vec<Switch>,
    /// Places that ask for a switch by name: `under`.
    readers: Vec<(String, Span)>,
    /// Switches of which values may be missing.
    doubtful: BTreeSet<String>,
}

impl Switches {
    /// Finds every switch, decided or not, and what is wrong with them.
    pub(super) fn collect(tree: &[Statement], lost: &mut Lost, problems: &mut Vec<Diagnostic>) -> Switches {
        let mut switches = Switches::default();
        switches.visit(tree, "", lost, problems);
        switches.check_readers(tree, problems);
        switches
    }

    pub(super) fn get(&self, name: &str) -> Option<&Switch> {
        self.all.iter().find(|switch| switch.name == name)
    }

    fn visit(&mut self, tree: &[Statement], around: &str, lost: &mut Lost, problems: &mut Vec<Diagnostic>) {
        for statement in tree {
            let words: Vec<Option<&str>> = statement.items.iter().map(Item::word).collect();
            match words.as_slice() {
                [Some("switch"), ..] => match read_switch(statement, around) {
                    Ok((switch, values)) => {
                        let sound = !statement.block.as_ref().is_some_and(|block| lost.touches(block.span));
                        self.declare(switch, &values, sound, problems);
                        for value in &values {
                            self.visit(&value.body, around, lost, problems);
                        }
                    }
                    Err(found) => {
                        lost.declaration(statement);
                        problems.extend(found);
                    }
                },
                [Some("under"), Some(name), ..] => {
                    let place = statement.items.get(1).map_or(statement.span, |item| item.span);
                    self.readers.push(((*name).to_string(), place));
                    self.visit(statements(statement.block.as_ref()), around, lost, problems);
                }
                [Some(word), Some(name), ..] if nearest(word, ["switch"]).is_some() => {
                    lost.name(statement.span, full_name(name, around));
                }
                [Some(word), Some(name), ..] if NAMING.contains(word) => {
                    self.visit(statements(statement.block.as_ref()), name, lost, problems);
                }
                _ => self.visit(statements(statement.block.as_ref()), around, lost, problems),
            }
        }
    }

    /// Takes a switch in. Where its block is not `sound`, a value may be missing for another mistake.
    fn declare(&mut self, switch: Switch, values: &[Value], sound: bool, problems: &mut Vec<Diagnostic>) {
        let span = switch.origin.0;
        if let Some(other) = self.get(&switch.name) {
            problems.push(
                Diagnostic::error(
                    "duplicate-switch",
                    span,
                    format!("the switch `{}` is there twice", switch.name),
                )
                .label(other.origin.0, "first here")
                .help("write the rest of its effect as `under SWITCH VALUE { ... }`"),
            );
            return;
        }
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for value in values {
            if let Some(first) = seen.insert(&value.about.name, value.span) {
                problems.push(
                    Diagnostic::error(
                        "duplicate-value",
                        value.span,
                        format!("the value `{}` is there twice", value.about.name),
                    )
                    .label(first, "first here"),
                );
            }
        }
        let defaults: Vec<&Value> = values.iter().filter(|value| value.about.default).collect();
        if !sound || values.len() < 2 || defaults.is_empty() {
            self.doubtful.insert(switch.name.clone());
        }
        match defaults.as_slice() {
            [_] => {}
            [] if !sound || values.len() < 2 => {}
            [] => problems.push(
                Diagnostic::error("no-default", span, format!("the switch `{}` has no default", switch.name))
                    .help("mark the value that holds unless another is chosen with `*`"),
            ),
            [first, second, ..] => problems.push(
                Diagnostic::error(
                    "two-defaults",
                    second.span,
                    format!("the switch `{}` has two defaults", switch.name),
                )
                .label(first.span, "the first")
                .help("only one value may be marked with `*`"),
            ),
        }
        if values.len() < 2 && sound {
            problems.push(
                Diagnostic::error(
                    "one-value",
                    span,
                    format!("the switch `{}` leaves no choice", switch.name),
                )
                .help("a switch needs at least two values"),
            );
        }
        for (i, value) in values.iter().enumerate() {
            let same = values.iter().take(i).find(|other| {
                !value.body.is_empty()
                    && other.about.name != value.about.name
                    && bodies_equal(&other.body, &value.body)
            });
            if let Some(other) = same {
                problems.push(
                    Diagnostic::error(
                        "equal-values",
                        value.span,
                        format!("`{}` and `{}` say the same", other.about.name, value.about.name),
                    )
                    .label(other.span, "the other"),
                );
            }
            if value.about.text.is_empty() {
                problems.push(
                    Diagnostic::lint(
                        "value-without-text",
                        value.span,
                        format!("the value `{}` is not explained", value.about.name),
                    )
                    .help("add a short text in quotes: readers see it in `ferz show`"),
                );
            }
            if value.about.cites.is_empty()
                && value.about.text != "invented"
                && !value.about.text.contains("invented")
            {
                problems.push(
                    Diagnostic::lint(
                        "value-without-source",
                        value.span,
                        format!("the value `{}` cites no source", value.about.name),
                    )
                    .help("add `cite SOURCE`, or say in the text that it is invented"),
                );
            }
        }
        self.all.push(switch);
    }

    fn check_readers(&self, tree: &[Statement], problems: &mut Vec<Diagnostic>) {
        let mut empty = BTreeSet::new();
        find_silent(tree, "", &mut empty);
        for switch in &self.all {
            if empty.contains(&switch.name) && !self.readers.iter().any(|(name, _)| *name == switch.name) {
                problems.push(
                    Diagnostic::error("switch-without-effect", switch.origin.0, format!("nothing reads the switch `{}`", switch.name))
                        .help(format!("give its values rules of their own, or write `under {} VALUE {{ ... }}` where it matters", switch.name)),
                );
            }
        }
        for (name, span) in &self.readers {
            if self.get(name).is_none() {
                problems.push(*unknown_switch(name, *span, self));
            }
        }
    }

    /// Whether values of a switch may be missing for a mistake already told.
    pub(super) fn is_doubtful(&self, name: &str) -> bool {
        self.doubtful.contains(name)
    }

    /// The default value of every switch.
    pub(super) fn defaults(&self) -> BTreeMap<String, String> {
        let default = |switch: &Switch| {
            switch
                .values
                .iter()
                .find(|value| value.default)
                .or(switch.values.first())
                .map(|value| value.name.clone())
        };
        self.all.iter().filter_map(|switch| Some((switch.name.clone(), default(switch)?))).collect()
    }

    /// The tree with every switch decided.
    pub(super) fn decide(
        &self,
        tree: &[Statement],
        chosen: &BTreeMap<String, String>,
        problems: &mut Vec<Diagnostic>,
    ) -> Vec<Statement> {
        self.decide_in(tree, "", chosen, problems)
    }

    fn decide_in(
        &self,
        tree: &[Statement],
        around: &str,
        chosen: &BTreeMap<String, String>,
        problems: &mut Vec<Diagnostic>,
    ) -> Vec<Statement> {
        let mut decided = Vec::new();
        for statement in tree {
            let words: Vec<Option<&str>> = statement.items.iter().map(Item::word).collect();
            match words.as_slice() {
                [Some("switch"), ..] => {
                    let Ok((switch, values)) = read_switch(statement, around) else { continue };
                    let pick = chosen.get(&switch.name);
                    let value = values.iter().find(|value| Some(&value.about.name) == pick);
                    if let Some(value) = value {
                        decided.extend(self.decide_in(&value.body, around, chosen, problems));
                    }
                }
                [Some("under"), ..] => match self.read_under(statement) {
                    Ok((name, values)) => {
                        if chosen.get(&name).is_some_and(|value| values.contains(value)) {
                            decided.extend(self.decide_in(
                                statements(statement.block.as_ref()),
                                around,
                                chosen,
                                problems,
                            ));
                        }
                    }
                    Err(problem) => problems.push(*problem),
                },
                _ => {
                    let around = match words.as_slice() {
                        [Some(word), Some(name), ..] if NAMING.contains(word) => name,
                        _ => around,
                    };
                    let inner = |block: &Block| {
                        block.around(self.decide_in(&block.statements, around, chosen, problems))
                    };
                    let block = statement.block.as_ref().map(inner);
                    decided.push(Statement { items: statement.items.clone(), block, span: statement.span });
                }
            }
        }
        decided
    }

    /// `under SWITCH VALUE[, VALUE] { ... }`
    fn read_under(&self, statement: &Statement) -> Read<(String, Vec<String>)> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let (name, span) = cursor.word("the name of a switch")?;
        let Some(switch) = self.get(name) else { return Err(unknown_switch(name, span, self)) };
        let mut values = Vec::new();
        loop {
            let text = cursor.peek().map(|item| plain(std::slice::from_ref(item))).unwrap_or_default();
            let doubtful = cursor.peek().is_some() && self.is_doubtful(name);
            if !doubtful && !switch.values.iter().any(|value| value.name == text) {
                let known = switch.values.iter().map(|value| value.name.as_str());
                let problem = cursor.unknown(&format!("a value of `{name}`"), known.clone());
                let near = nearest(&text, known);
                let near = switch.values.iter().find(|known| near == Some(known.name.as_str()));
                return Err(match near {
                    Some(value) => Box::new(problem.label(value.origin.0, "this one is near")),
                    None => problem,
                });
            }
            cursor.next();
            values.push(text);
            if !cursor.eat_symbol(",") {
                break;
            }
        }
        cursor.finish()?;
        if statement.block.is_none() {
            return Err(Cursor::new(&[], statement.span).expected("a block of rules in braces"));
        }
        Ok((name.to_string(), values))
    }
}

/// Complains about a switch the game does not have.
pub(super) fn unknown_switch(name: &str, span: Span, switches: &Switches) -> Box<Diagnostic> {
    let names: Vec<&str> = switches.all.iter().map(|switch| switch.name.as_str()).collect();
    let problem =
        Diagnostic::error("unknown-switch", span, format!("the game has no switch `{name}`")).misses(name);
    let help =
        if names.is_empty() { "it has no switches".to_owned() } else { format!("it has {}", quoted(&names)) };
    Box::new(problem.suggest_or(name, names.iter().copied(), help))
}

fn find_silent(tree: &[Statement], around: &str, silent: &mut BTreeSet<String>) {
    for statement in tree {
        let words: Vec<Option<&str>> = statement.items.iter().map(Item::word).collect();
        match words.as_slice() {
            [Some("switch"), ..] => {
                if let Ok((switch, values)) = read_switch(statement, around) {
                    if values.iter().all(|value| value.body.is_empty()) {
                        silent.insert(switch.name.clone());
                    }
                    for value in &values {
                        find_silent(&value.body, around, silent);
                    }
                }
            }
            [Some(word), Some(name), ..] if NAMING.contains(word) => {
                find_silent(statements(statement.block.as_ref()), name, silent);
            }
            _ => find_silent(statements(statement.block.as_ref()), around, silent),
        }
    }
}

/// Whether two bodies say the same, wherever they stand.
fn bodies_equal(a: &[Statement], b: &[Statement]) -> bool {
    let text = |body: &[Statement]| body.iter().map(flat).collect::<Vec<_>>();
    text(a) == text(b)
}

fn flat(statement: &Statement) -> String {
    let inner: Vec<String> = statements(statement.block.as_ref()).iter().map(flat).collect();
    let rows: Vec<String> = statement
        .block
        .iter()
        .flat_map(|block| &block.rows)
        .map(|row| {
            let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
            format!("{}|{}", row.rank.value, squares.join(" "))
        })
        .collect();
    format!("{} {{{};{}}}", plain(&statement.items), inner.join(";"), rows.join(";"))
}

/// What a switch is called from outside of the block it stands in.
fn full_name(name: &str, around: &str) -> String {
    if name.contains('.') || around.is_empty() { name.to_string() } else { format!("{around}.{name}") }
}

fn read_switch(statement: &Statement, around: &str) -> Result<(Switch, Vec<Value>), Vec<Diagnostic>> {
    let head = || -> Read<(String, String, Span)> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let (name, span) = cursor.word("the name of the switch")?;
        let Some((question, _)) = cursor.text() else {
            return Err(cursor.expected("the question it answers, in quotes"));
        };
        cursor.finish()?;
        Ok((full_name(name, around), question.to_string(), span))
    };
    let (name, question, span) = head().map_err(|problem| vec![*problem])?;
    let Some(block) = &statement.block else {
        let problem = Cursor::new(&[], statement.span).expected("a block with its values");
        return Err(vec![*problem]);
    };
    let mut values = Vec::new();
    let mut problems = Vec::new();
    for line in &block.statements {
        match read_value(line) {
            Ok(value) => values.push(value),
            Err(problem) => problems.push(*problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let switch = Switch {
        name,
        question,
        values: values.iter().map(|value| value.about.clone()).collect(),
        chosen: String::new(),
        origin: Origin(span),
    };
    Ok((switch, values))
}

/// `NAME[*] [statement] ["text"] [cite a, b] [{ statements }]`
fn read_value(line: &Statement) -> Read<Value> {
    let mut cursor = Cursor::of(line);
    let span = cursor.span();
    let name = match cursor.next() {
        Some(Item { kind: ItemKind::Word(word), .. }) => word.clone(),
        Some(Item { kind: ItemKind::Number(number), .. }) => number.to_string(),
        _ => return Err(Cursor::of(line).expected("the name of a value")),
    };
    let default = cursor.eat_symbol("*");
    let items = cursor.rest();
    let text_at = items.iter().rposition(|item| matches!(item.kind, ItemKind::Text(_)));
    let cite_at = items.iter().position(|item| item.word() == Some("cite"));
    let end = text_at.or(cite_at).unwrap_or(items.len());
    if let Some(star) = items.get(..end).and_then(|items| items.iter().find(|item| item.is_symbol("*"))) {
        let message = "`*` should stand right after the name of the value";
        return Err(Box::new(
            Diagnostic::error("unexpected-word", star.span, message)
                .label(span, "this is taken for the name")
                .help(
                    "a value is a name of one word, `*` if it is the default, and then what holds under it",
                ),
        ));
    }
    let (inline, mut tail) =
        (items.get(..end).unwrap_or_default(), Cursor::new(items.get(end..).unwrap_or_default(), line.span));
    let text = tail.text().map(|(text, _)| text.to_string()).unwrap_or_default();
    let cites = read_cites(&mut tail)?.into_iter().map(|(name, _)| name).collect();
    tail.finish()?;
    let mut body = Vec::new();
    if let (Some(first), Some(last)) = (inline.first(), inline.last()) {
        body.push(Statement { items: inline.to_vec(), block: None, span: first.span.to(last.span) });
    }
    if let Some(block) = &line.block {
        if let Some(only) = body.last_mut() {
            only.block = Some(block.clone());
        } else {
            body.extend(block.statements.iter().cloned());
        }
    }
    Ok(Value { about: SwitchValue { name, text, cites, default, origin: Origin(span) }, body, span })
}

/// `cite a, b` at the end of a statement, if it is there.
pub(super) fn read_cites(cursor: &mut Cursor) -> Read<Vec<(String, Span)>> {
    let mut cites = Vec::new();
    if cursor.eat("cite") {
        loop {
            let (name, span) = cursor.word("the short name of a source")?;
            cites.push((name.to_string(), span));
            if !cursor.eat_symbol(",") {
                break;
            }
        }
    }
    Ok(cites)
}

/// What one statement cites, its block apart.
pub(super) fn own_cites(statement: &Statement) -> Vec<(String, Span)> {
    let Some(at) = statement.items.iter().position(|item| item.word() == Some("cite")) else {
        return Vec::new();
    };
    let mut cursor = Cursor::new(statement.items.get(at..).unwrap_or_default(), statement.span);
    read_cites(&mut cursor).unwrap_or_default()
}

/// Every citation anywhere in the tree.
pub(super) fn all_cites(tree: &[Statement]) -> Vec<(String, Span)> {
    let mut cites = Vec::new();
    for statement in tree {
        cites.extend(own_cites(statement));
        cites.extend(all_cites(statements(statement.block.as_ref())));
    }
    cites
}
