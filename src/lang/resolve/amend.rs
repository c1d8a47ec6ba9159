//! Inheritance: what a game takes over from another, and what it says differently.

use super::cursor::{Cursor, Read, plain, shown};
use super::lost::Lost;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::text::{did_you_mean, quoted};
use crate::lang::syntax::{Block, Item, ItemKind, Statement};

/// Statements that are told apart by the name after their first word.
const NAMED: [&str; 14] = [
    "piece", "family", "stage", "action", "right", "region", "group", "array", "source", "switch", "cell",
    "under", "immune", "border",
];

/// What a statement is called for the purpose of amending it: its first word, and its name where it has one.
pub(super) fn key(statement: &Statement) -> String {
    let items = &statement.items;
    let Some(first) = items.first() else { return String::new() };
    if let ItemKind::Betza(_) = first.kind {
        return "moves".into();
    }
    if let Some(colon) = items.iter().position(|item| item.is_symbol(":")) {
        return plain(items.get(..colon).unwrap_or_default());
    }
    match (first.word(), items.get(1)) {
        (Some(word), Some(name)) if NAMED.contains(&word) => {
            format!("{word} {}", plain(std::slice::from_ref(name)))
        }
        (Some(word), _) => word.into(),
        _ => plain(items),
    }
}

/// Applies the statements of a child to those of its parent.
pub(super) fn amend(
    parent: Vec<Statement>,
    child: Vec<Statement>,
    lost: &mut Lost,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Statement> {
    let mut merged = parent;
    for statement in child {
        let before = problems.len();
        let written = statement.clone();
        let result = match statement.items.first().and_then(Item::word) {
            Some("add") => add(&mut merged, &statement),
            Some("change") => change(&mut merged, &statement, problems),
            Some("remove") => remove(&mut merged, &statement),
            Some("variant" | "about") => {
                let own = key(&statement);
                merged.retain(|old| key(old) != own);
                let place = usize::from(own != "variant").min(merged.len());
                merged.insert(place, statement);
                Ok(())
            }
            _ => insert(&mut merged, statement),
        };
        problems.extend(result.err().map(|problem| *problem));
        if problems.len() > before {
            lost.declaration(&written);
            lost.piece = true;
        }
    }
    merged
}

/// A statement without its first word.
fn behead(statement: &Statement) -> Read<Statement> {
    let items = statement.items.get(1..).unwrap_or_default().to_vec();
    match (items.first(), items.last()) {
        (Some(first), Some(last)) => {
            let span = first.span.to(last.span);
            Ok(Statement { items, block: statement.block.clone(), span })
        }
        _ => Err(Cursor::new(&[], statement.span).expected("what to amend")),
    }
}

fn insert(merged: &mut Vec<Statement>, statement: Statement) -> Read<()> {
    let own = key(&statement);
    let named = NAMED.iter().any(|word| own.starts_with(&format!("{word} ")));
    match merged.iter().find(|old| key(old) == own).filter(|_| named || is_single(&own)) {
        Some(old) => Err(Box::new(
            Diagnostic::error("already-there", statement.span, format!("`{own}` is already there"))
                .label(old.span, "inherited from here")
                .help(format!("write `change {own} {{ ... }}` to say what differs, or `remove {own}` first")),
        )),
        None => {
            merged.push(statement);
            Ok(())
        }
    }
}

/// Blocks a game has one of.
fn is_single(key: &str) -> bool {
    matches!(key, "board" | "royalty" | "entry" | "ending" | "clock" | "first" | "hands")
}

fn add(merged: &mut Vec<Statement>, statement: &Statement) -> Read<()> {
    let added = behead(statement)?;
    if let [name, Item { kind: ItemKind::List(more), .. }] = added.items.as_slice()
        && let Some(list) = family_list(merged, name)
    {
        list.extend(more.iter().cloned());
        return Ok(());
    }
    if let [name, Item { kind: ItemKind::List(_), .. }] = added.items.as_slice() {
        return Err(absent(merged, &format!("family {}", plain(std::slice::from_ref(name))), name.span));
    }
    insert(merged, added)
}

/// The list of a family that was named.
fn family_list<'a>(merged: &'a mut [Statement], name: &Item) -> Option<&'a mut Vec<Item>> {
    let own = format!("family {}", name.word()?);
    let family = merged.iter_mut().find(|old| key(old) == own)?;
    family.items.iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::List(list) => Some(list),
        _ => None,
    })
}

fn absent(merged: &[Statement], wanted: &str, item: crate::base::source::Span) -> Box<Diagnostic> {
    let keys: Vec<String> = merged.iter().map(key).collect();
    let problem = Diagnostic::error("nothing-to-amend", item, format!("there is no `{wanted}` to amend"));
    Box::new(match nearest(wanted, keys.iter().map(String::as_str)) {
        Some(name) => problem.help(did_you_mean(differing(wanted, name))),
        None => {
            let first = wanted.split(' ').next().unwrap_or_default();
            let same: Vec<&str> =
                keys.iter().map(String::as_str).filter(|key| key.split(' ').next() == Some(first)).collect();
            match (wanted.split_once(' '), same.as_slice()) {
                (_, []) => problem,
                (Some((_, name)), [block]) if *block == first => problem.help(format!(
                    "to take a line out of a block, write `change {first} {{ remove {name} }}`"
                )),
                (_, [only]) => problem.help(format!("there is only `{only}`")),
                (_, all) => problem.help(format!("there are {}", quoted(all))),
            }
        }
    })
}

/// The word of a key that differs from what was written; all of it if more than one does.
fn differing<'k>(wanted: &str, name: &'k str) -> &'k str {
    match (wanted.split_once(' '), name.split_once(' ')) {
        (Some((piece_type, _)), Some((other, rest))) if piece_type == other => rest,
        (Some((_, rest)), Some((piece_type, other))) if rest == other => piece_type,
        _ => name,
    }
}

fn remove(merged: &mut Vec<Statement>, statement: &Statement) -> Read<()> {
    let removed = behead(statement)?;
    if let [name, Item { kind: ItemKind::List(less), .. }] = removed.items.as_slice() {
        let Some(list) = family_list(merged, name) else {
            return Err(absent(merged, &format!("family {}", plain(std::slice::from_ref(name))), name.span));
        };
        for item in less {
            let before = list.len();
            list.retain(|old| old.word() != item.word());
            if list.len() == before {
                return Err(Box::new(Diagnostic::error(
                    "nothing-to-amend",
                    item.span,
                    format!("{} is not in the family", shown(item)),
                )));
            }
        }
        return Ok(());
    }
    let mut cursor = Cursor::of(&removed);
    let (piece_type, _) = cursor.word("what to remove, such as `piece`")?;
    if cursor.is_done() {
        return remove_one(merged, piece_type, removed.span);
    }
    let mut problem = None;
    loop {
        let span = cursor.span();
        let Some(name) = cursor.next() else { return Err(cursor.expected("a name")) };
        let removed =
            remove_one(merged, &format!("{piece_type} {}", plain(std::slice::from_ref(name))), span);
        problem = problem.or(removed.err());
        if !cursor.eat_symbol(",") {
            cursor.finish()?;
            return problem.map_or(Ok(()), Err);
        }
    }
}

fn remove_one(merged: &mut Vec<Statement>, wanted: &str, span: crate::base::source::Span) -> Read<()> {
    let before = merged.len();
    merged.retain(|old| key(old) != wanted);
    if merged.len() == before { Err(absent(merged, wanted, span)) } else { Ok(()) }
}

fn change(merged: &mut [Statement], statement: &Statement, problems: &mut Vec<Diagnostic>) -> Read<()> {
    let changed = behead(statement)?;
    let wanted = key(&changed);
    let Some(old) = merged.iter().position(|old| key(old) == wanted) else {
        return Err(absent(merged, &wanted, changed.span));
    };
    let Some(old) = merged.get_mut(old) else { return Ok(()) };
    let named = if NAMED.iter().any(|word| wanted.starts_with(&format!("{word} "))) { 2 } else { 1 };
    if changed.items.len() > named {
        old.items = changed.items;
        old.span = changed.span;
    }
    let Some(block) = changed.block else { return Ok(()) };
    let Some(inner) = &mut old.block else {
        old.block = Some(block);
        return Ok(());
    };
    if !block.rows.is_empty() {
        inner.rows = block.rows;
    }
    inner.statements = overlay(std::mem::take(&mut inner.statements), block.statements, problems);
    Ok(())
}

/// Inside a changed block a statement takes the place of the one of the same name.
fn overlay(old: Vec<Statement>, new: Vec<Statement>, problems: &mut Vec<Diagnostic>) -> Vec<Statement> {
    let mut merged = old;
    for statement in new {
        let result = match statement.items.first().and_then(Item::word) {
            Some("add") => behead(&statement).map(|added| merged.push(added)),
            Some("change") => change(&mut merged, &statement, problems),
            Some("remove") => remove(&mut merged, &statement),
            _ => {
                let own = key(&statement);
                match merged.iter_mut().find(|old| key(old) == own) {
                    Some(old) => *old = statement,
                    None => merged.push(statement),
                }
                Ok(())
            }
        };
        if let Err(problem) = result {
            problems.push(*problem);
        }
    }
    merged
}

/// An empty block, for statements that have none.
pub(super) fn statements(block: Option<&Block>) -> &[Statement] {
    block.map_or(&[], |block| block.statements.as_slice())
}
