//! Changes of inherited statements.
//!
//! [`change`] is the entry point. A statement that a file changes stands in that file: its place is that of the change,
//! and its marks are those of the change. Lines of its block that the change does not name keep their own.

use super::amend::{absent, amend};
use super::head::{self, gather, spread};
use super::replace;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::statement::{Line, Read, Report, plain};
use crate::syntax::{Block, Item, ItemKind, Statement};
use crate::vocabulary::{Amend, BlockKind, Keyword};
use std::sync::Arc;

/// Applies a `change`, or one for each statement of a list with marks after it.
pub(super) fn change(merged: &mut Vec<Statement>, line: Line, report: &Report) -> Read<()> {
    let changed = line.amended()?;
    let several = cited_together(Line::of(&changed));
    match several.is_empty() {
        true => change_all(merged, changed, line, report),
        false => several.into_iter().try_for_each(|one| change_all(merged, one, line, report)),
    }
}

/// Returns one change for each of several statements whose names are followed by marks only.
fn cited_together(changed: Line) -> Vec<Statement> {
    let (Some(marks), None) = (changed.marks(), changed.block) else { return Vec::new() };
    let names = &changed.items[..changed.items.len() - 1];
    let parts: Vec<&[Item]> = names.split(|item| item.is_symbol(",")).collect();
    let one = |part: &&[Item]| {
        let (first, last) = (part.first()?, part.last()?);
        let items = Arc::new(part.iter().chain([marks]).cloned().collect());
        Some(Statement { items, block: None, span: first.span.to(last.span), poisoned: changed.poisoned })
    };
    let all: Vec<Statement> = parts.iter().filter_map(one).collect();
    // A statement that is changed itself can have commas as well.
    let is_list = all.len() > 1 && all.iter().all(|one| Line::of(one).marks_alone().is_some());
    if is_list { all } else { Vec::new() }
}

/// Applies a change to each inherited statement with its key. There are several if a switch selects one of them.
fn change_all(merged: &mut Vec<Statement>, changed: Statement, line: Line, report: &Report) -> Read<()> {
    let key = Line::of(&changed).key();
    if Line::of(&changed).keyword() == Some(Keyword::Variant) {
        let message = "the name and the title of the other game cannot be changed";
        let problem = Diagnostic::new(Code::NothingToAmend, changed.span, message);
        return Err(problem.help("this game has a name and a title of its own, in its first line"));
    }
    let new = Line::of(&changed);
    if let Some(citing) = CitedLine::of(new) {
        return citing.apply(merged, &changed);
    }
    if let Some(dropped) = new.marks_dropped() {
        let is_meant = |old: &Statement| Line::of(old).key() == key;
        return drop_marks(merged, &key, &is_meant, dropped);
    }
    let is_line = new.word().is_some_and(|word| word.block == BlockKind::Never);
    if is_line && new.block.is_none() && new.has_more_than_key() && new.marks_alone().is_none() {
        return change_line(merged, new, report);
    }
    let mut parts = parts(merged, &key, &changed).into_iter();
    let mut apply = |mut old: Statement| {
        change_one(&mut old, parts.next().unwrap_or_else(|| changed.clone()), report);
        Some(old)
    };
    if !replace::edit(merged, &|old| Line::of(old).key() == key, &mut apply) {
        return Err(absent(merged, &key, changed.span));
    }
    let is_empty = new.block.is_none_or(|block| block.statements.is_empty() && block.rows.is_empty());
    if is_empty && !new.has_more_than_key() && new.marks_alone().is_none() {
        let problem = Diagnostic::new(Code::ChangesNothing, line.span, "this changes nothing");
        let problem = problem.help("write the new statements in its block, or delete it");
        let without = Fix::of(Certainty::Guess).and(line.whole(), TextChange::Delete);
        report.push_about(line, problem.fix(without));
    }
    Ok(())
}

/// A change that names one of several lines by its first words, and cites sources for it or drops marks.
struct CitedLine<'a> {
    /// The first words of the line, such as `arriving at far-rank`.
    head: Statement,
    marks: &'a Item,
    drops: bool,
}

impl<'a> CitedLine<'a> {
    fn of(changed: Line<'a>) -> Option<CitedLine<'a>> {
        // An immunity is named by its pieces.
        let is_line = changed.word().is_some_and(|word| {
            word.keyword == Keyword::Immune || matches!(word.amend, Amend::Added | Amend::Replaced)
        });
        let marks = changed.marks().filter(|_| is_line && changed.block.is_none())?;
        let before = &changed.items[..changed.items.len() - 1];
        let (words, drops) = match before {
            [words @ .., last] if last.word() == Some("without") => (words, true),
            words => (words, false),
        };
        let is_head = !words.is_empty() && changed.at_colon().is_none();
        let head = Statement { items: Arc::new(words.to_vec()), ..changed.statement() };
        is_head.then_some(CitedLine { head, marks, drops })
    }

    fn apply(&self, merged: &mut Vec<Statement>, changed: &Statement) -> Read<()> {
        let head = plain(&self.head.items);
        let is_named = |old: &Statement| Line::of(old).key() == head;
        let begins = |old: &Statement| replace::begins_with(Line::of(old), Line::of(&self.head));
        let is_meant: &dyn Fn(&Statement) -> bool =
            if replace::holds(merged, &head) { &is_named } else { &begins };
        let several = several(merged, is_meant);
        if several > 1 && !replace::holds(merged, &head) {
            let message = format!("the game has several statements that begin with `{head}`");
            let help = "write more of its words, before the marks";
            return Err(Diagnostic::new(Code::NothingToAmend, changed.span, message).help(help));
        }
        if several == 0 {
            return Err(absent(merged, &head, changed.span));
        }
        if self.drops {
            return drop_marks(merged, &head, is_meant, self.marks);
        }
        let own = Statement {
            items: Arc::new(self.head.items.iter().chain([self.marks]).cloned().collect()),
            ..changed.clone()
        };
        replace::edit(merged, is_meant, &mut |mut old| {
            restate(&mut old, &own, Some(self.marks.clone()), false, false);
            Some(old)
        });
        Ok(())
    }
}

/// Returns the number of matching statements, including those inside a switch or an `under`.
fn several(merged: &[Statement], is_meant: &dyn Fn(&Statement) -> bool) -> usize {
    let mut found = 0;
    let mut all = merged.to_vec();
    replace::edit(&mut all, is_meant, &mut |old| {
        found += 1;
        Some(old)
    });
    found
}

/// Divides the lines of a changed block among the inherited statements with this key, in their order. If one of several
/// is outside of switches, a line changes the blocks that have a line of its name, or else the one outside.
fn parts(merged: &[Statement], key: &str, changed: &Statement) -> Vec<Statement> {
    let olds = replace::with_key(merged, key);
    let outside = olds.iter().position(|(_, is_outside)| *is_outside);
    let (Some(outside), Some(block), 2..) = (outside, &changed.block, olds.len()) else { return Vec::new() };
    let holds = |(old, _): &(Statement, bool), key: &str| replace::holds(Line::of(old).statements(), key);
    let is_held = |key: &str| olds.iter().any(|old| holds(old, key));
    let lines: Vec<Statement> =
        block.statements.iter().flat_map(|line| names_apart(Line::of(line), &is_held)).collect();
    let part = |(at, old): (usize, &(Statement, bool))| {
        let takes = |line: &&Statement| {
            let key = amended_key(Line::of(line));
            if is_held(&key) { holds(old, &key) } else { at == outside }
        };
        let statements = lines.iter().filter(takes).cloned().collect();
        Statement { block: Some(Block { statements, ..block.clone() }), ..changed.clone() }
    };
    olds.iter().enumerate().map(part).collect()
}

/// Returns one `remove` for each name of a `remove` if these are names of lines, and one `change` for each name of a list
/// with marks after it.
fn names_apart(line: Line, is_held: &dyn Fn(&str) -> bool) -> Vec<Statement> {
    let parts: Vec<Vec<Item>> = match line.keyword() {
        Some(Keyword::Remove) => {
            line.items[1..].split(|item| item.is_symbol(",")).map(<[Item]>::to_vec).collect()
        }
        Some(Keyword::Change) => {
            let several = line.amended().map(|amended| cited_together(Line::of(&amended)));
            several.unwrap_or_default().into_iter().map(|one| one.items.to_vec()).collect()
        }
        _ => Vec::new(),
    };
    let is_name = |part: &Vec<Item>| line.keyword() == Some(Keyword::Change) || is_held(&plain(part));
    if parts.len() < 2 || !parts.iter().all(is_name) {
        return vec![line.statement()];
    }
    let apart = |part: Vec<Item>| Statement {
        items: Arc::new(line.items[..1].iter().cloned().chain(part).collect()),
        ..line.statement()
    };
    parts.into_iter().map(apart).collect()
}

/// Returns the key of a statement without `add`, `change`, or `remove`.
fn amended_key(line: Line) -> String {
    match line.amended() {
        Ok(amended) if line.amends() => Line::of(&amended).key(),
        Ok(_) | Err(_) => line.key(),
    }
}

/// Removes marks from the inherited statements that are meant, each of which must have them.
fn drop_marks(
    merged: &mut Vec<Statement>,
    key: &str,
    is_meant: &dyn Fn(&Statement) -> bool,
    dropped: &Item,
) -> Read<()> {
    let marks = dropped.list().unwrap_or_default();
    let mut lacking = None;
    let mut apply = |mut old: Statement| {
        lacking = marks.iter().find(|mark| !head::drop_mark(&mut old, mark)).or(lacking);
        Some(old)
    };
    if !replace::edit(merged, is_meant, &mut apply) {
        return Err(absent(merged, key, dropped.span));
    }
    lacking.map_or(Ok(()), |mark| {
        let word = plain(std::slice::from_ref(mark));
        Err(Diagnostic::new(Code::NothingToAmend, mark.span, format!("`{key}` does not cite `{word}`"))
            .help("name only marks that the statement has in the game that this file extends"))
    })
}

/// Replaces the inherited statements with the same key as a statement without a block, even if a switch decides them.
fn change_line(merged: &mut Vec<Statement>, line: Line, report: &Report) -> Read<()> {
    let key = line.key();
    let is_one_of_many =
        line.at_colon().is_none() && line.word().is_some_and(|word| word.amend == Amend::Added);
    let alike: Vec<Line> = Line::all(merged).filter(|old| is_one_of_many && old.key() == key).collect();
    if let [one, _, ..] = alike.as_slice() {
        let message = format!("the game has several statements that begin with `{key}`");
        let help = format!(
            "write `remove` with the one to replace, such as `remove {}`, and then the new one",
            plain(one.items)
        );
        return Err(Diagnostic::new(Code::NothingToAmend, line.span, message).help(help));
    }
    if !replace::holds(merged, &key) {
        return Err(absent(merged, &key, line.span));
    }
    let old = Line::all(merged).find(|old| old.key() == key);
    old.and_then(|old| replace::recited(old, line)).into_iter().for_each(|lint| report.push(lint));
    replace::replace(merged, line, &[])
}

fn change_one(old: &mut Statement, mut changed: Statement, report: &Report) {
    let marks = Line::of(&changed).marks_alone().cloned();
    let lint = changed.block.is_none().then(|| replace::recited(Line::of(old), Line::of(&changed))).flatten();
    lint.filter(|_| marks.is_none()).into_iter().for_each(|lint| report.push(lint));
    if let (Some(own), Some(inherited)) = (spread(&mut changed), spread(old)) {
        let block = changed.block.as_ref().map(|block| (block.span, block.open));
        change_block(old, changed.block, report);
        gather(old, inherited, own, marks.is_some());
        if let (Some(inner), Some(block)) = (&mut old.block, block.filter(|_| old.span == changed.span)) {
            (inner.span, inner.open) = block;
        }
        return;
    }
    let has_more = Line::of(&changed).has_more_than_key() && marks.is_none();
    let is_drawn = changed.block.as_ref().is_some_and(|block| !block.rows.is_empty());
    if !is_drawn && has_more && Line::of(old).keyword() == Some(Keyword::Region) {
        old.block = None;
    }
    let is_restated = marks.is_some() || has_more || is_drawn || changes_rule(&changed);
    if is_restated {
        restate(old, &changed, marks, has_more, is_drawn);
    }
    if Line::of(old).keyword() == Some(Keyword::Switch) {
        keep_rules(old, changed.block.as_mut());
    }
    change_block(old, changed.block, report);
}

/// Returns true if the block of a change changes the rule that the statement itself states. The lines of other blocks are
/// rules of their own.
fn changes_rule(changed: &Statement) -> bool {
    let line = Line::of(changed);
    let is_one_rule =
        matches!(line.keyword(), Some(Keyword::Board | Keyword::Royalty | Keyword::Action | Keyword::Array));
    let is_remark = |line: Line| {
        let amended = if line.amends() { line.items.get(1..) } else { None };
        let words = Line::bare(amended.unwrap_or(line.items), line.span, line.poisoned);
        words.keyword().is_some_and(Keyword::is_remark)
    };
    is_one_rule && line.lines().any(|line| !is_remark(line))
}

/// Lets the first line of a change replace that of the inherited statement. Marks and squares that support the old rule
/// are dropped. If the change only cites, its marks are added to the inherited ones.
fn restate(old: &mut Statement, changed: &Statement, marks: Option<Item>, has_more: bool, is_drawn: bool) {
    if has_more {
        old.items = changed.items.clone();
    } else {
        let is_last =
            |item: &Item| is_drawn && item.is_symbol("=") || matches!(item.kind, ItemKind::Marks(_));
        let last = old.items.iter().position(is_last).unwrap_or(old.items.len());
        let kept =
            if is_drawn { last } else { old.items.len() - usize::from(Line::of(old).marks().is_some()) };
        let key = changed.items.len() - usize::from(marks.is_some());
        let inherited = Line::of(old).marks().filter(|_| !is_drawn && !changes_rule(changed)).cloned();
        let marks = marks.map(|marks| head::with_marks(inherited.as_ref(), marks));
        let items = Arc::make_mut(&mut old.items);
        items.truncate(kept);
        items.splice(..key.min(kept), changed.items[..key].iter().cloned());
        items.extend(marks);
    }
    (old.span, old.poisoned) = (changed.span, changed.poisoned);
    if let (Some(inner), Some(block)) = (&mut old.block, &changed.block) {
        (inner.span, inner.open) = (block.span, block.open);
    }
}

/// Completes the changed values of a switch: an answer without rules keeps the inherited rules, and the default stays
/// the default unless another value becomes it.
fn keep_rules(old: &mut Statement, changed: Option<&mut Block>) {
    let Some(changed) = changed else { return };
    let star = |value: &Statement| value.items.iter().find(|item| item.is_symbol("*")).cloned();
    let has_default = changed.statements.iter().any(|value| star(value).is_some());
    let values = old.block.as_mut().map(|block| &mut block.statements);
    let values = values.into_iter().flatten();
    let values = values.map(|value| {
        if has_default {
            Arc::make_mut(&mut value.items).retain(|item| !item.is_symbol("*"));
        }
        &*value
    });
    let values: Vec<&Statement> = values.collect();
    for value in &mut changed.statements {
        let name = Line::of(value).key();
        let Some(inherited) = values.iter().find(|inherited| Line::of(inherited).key() == name) else {
            continue;
        };
        if value.block.is_none() {
            value.block = inherited.block.clone();
        }
        if let Some(star) = star(inherited).filter(|_| !has_default) {
            Arc::make_mut(&mut value.items).insert(1, star);
        }
    }
}

fn change_block(old: &mut Statement, changed: Option<Block>, report: &Report) {
    let Some(block) = changed else { return };
    let inner = old.block.get_or_insert_with(|| block.around(Vec::new()));
    if inner.span.start == inner.span.end {
        (inner.span, inner.open) = (block.span, block.open);
    }
    if !block.rows.is_empty() {
        inner.rows = block.rows;
    }
    amend(&mut inner.statements, &block.statements, false, report);
}
