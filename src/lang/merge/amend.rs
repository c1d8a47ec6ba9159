//! Inheritance: what a game takes over from another, and what it says differently.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::text::{did_you_mean, quoted};
use crate::lang::statement::{Line, Read, Report, plain};
use crate::lang::syntax::{Item, ItemKind, Statement};
use crate::lang::vocabulary::{Amend, Keyword};

/// Applies the statements of a child to those of its parent.
pub(in crate::lang) fn amend(
    parent: Vec<Statement>,
    child: Vec<Statement>,
    report: &Report,
) -> Vec<Statement> {
    let mut merged = parent;
    for statement in child {
        let before = report.len();
        let written = statement.clone();
        let line = Line::of(&written);
        let result = match (line.keyword(), line.word().map(|word| word.amend)) {
            (Some(Keyword::Add), _) => line.amended().and_then(|added| add(&mut merged, added)),
            (Some(Keyword::Change), _) => change(&mut merged, line, report),
            (Some(Keyword::Remove), _) => remove(&mut merged, line),
            (keyword, Some(Amend::Replaced)) => {
                let own = line.key();
                merged.retain(|old| Line::of(old).key() != own);
                let place = usize::from(keyword != Some(Keyword::Variant)).min(merged.len());
                merged.insert(place, statement);
                Ok(())
            }
            _ => insert(&mut merged, statement),
        };
        let failed = result.is_err();
        if let Err(problem) = result {
            report.push_about(line, problem);
        }
        if failed || report.len() > before {
            let mut poison = report.poison();
            poison.statement(line);
            poison.piece = true;
        }
    }
    merged
}

fn find<'a>(merged: &'a mut [Statement], key: &str) -> Option<&'a mut Statement> {
    merged.iter_mut().find(|old| Line::of(old).key() == key)
}

/// The same, of one that has to be there.
fn wanted<'a>(merged: &'a mut [Statement], key: &str, span: Span) -> Read<&'a mut Statement> {
    match merged.iter().position(|old| Line::of(old).key() == key) {
        Some(at) => Ok(&mut merged[at]),
        None => Err(absent(merged, key, span)),
    }
}

fn insert(merged: &mut Vec<Statement>, statement: Statement) -> Read<()> {
    let line = Line::of(&statement);
    let own = line.key();
    let unique = line.word().is_some_and(|word| matches!(word.amend, Amend::Named | Amend::Single));
    if let Some(old) = find(merged, &own).filter(|_| unique) {
        return Err(Diagnostic::error("already-there", statement.span, format!("`{own}` already exists"))
            .label(old.span, "inherited from here")
            .help(format!("write `change {own} {{ ... }}` to say what differs, or `remove {own}` first")));
    }
    merged.push(statement);
    Ok(())
}

fn add(merged: &mut Vec<Statement>, added: Statement) -> Read<()> {
    match Line::of(&added).name_and_list() {
        Some((name, span, more)) => {
            family(merged, &name, span)?.extend(more.iter().cloned());
            Ok(())
        }
        None => insert(merged, added),
    }
}

/// The list of a family.
fn family<'a>(merged: &'a mut [Statement], name: &str, span: Span) -> Read<&'a mut Vec<Item>> {
    let family = wanted(merged, &format!("family {name}"), span)?;
    let list = family.items.iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::List(list) => Some(list),
        _ => None,
    });
    list.ok_or_else(|| {
        Diagnostic::error("nothing-to-amend", span, format!("the family `{name}` has no list"))
    })
}

fn absent(merged: &[Statement], wanted: &str, span: Span) -> Diagnostic {
    let keys: Vec<String> = Line::all(merged).map(Line::key).collect();
    let problem = Diagnostic::error("nothing-to-amend", span, format!("there is no `{wanted}` to amend"));
    if let Some(name) = nearest(wanted, keys.iter().map(String::as_str)) {
        return problem.help(did_you_mean(differing(wanted, name)));
    }
    let first = wanted.split(' ').next().unwrap_or_default();
    let same: Vec<&str> =
        keys.iter().map(String::as_str).filter(|key| key.split(' ').next() == Some(first)).collect();
    match (wanted.split_once(' '), same.as_slice()) {
        (_, []) => problem,
        (Some((_, name)), [block]) if *block == first => {
            problem.help(format!("to take a line out of a block, write `change {first} {{ remove {name} }}`"))
        }
        (_, [only]) => problem.help(format!("there is only `{only}`")),
        (_, all) => problem.help(format!("known are {}", quoted(all))),
    }
}

/// The word of a key that differs from what was written; all of it if more than one does.
fn differing<'k>(wanted: &str, name: &'k str) -> &'k str {
    match (wanted.split_once(' '), name.split_once(' ')) {
        (Some((first, _)), Some((other, rest))) if first == other => rest,
        (Some((_, rest)), Some((first, other))) if rest == other => first,
        _ => name,
    }
}

fn remove(merged: &mut Vec<Statement>, line: Line) -> Read<()> {
    let removed = line.amended()?;
    let removed = Line::of(&removed);
    if let Some((name, span, less)) = removed.name_and_list() {
        let list = family(merged, &name, span)?;
        for item in less {
            let before = list.len();
            list.retain(|old| old.word() != item.word());
            if list.len() == before {
                let message = format!("`{}` is not in the family", plain(std::slice::from_ref(item)));
                return Err(Diagnostic::error("nothing-to-amend", item.span, message));
            }
        }
        return Ok(());
    }
    let mut cursor = removed.cursor();
    let (word, _) = cursor.word("what to remove, such as `piece`")?;
    if cursor.is_done() {
        return remove_one(merged, word, removed.span());
    }
    let mut result = Ok(());
    loop {
        let span = cursor.span();
        if cursor.is_done() {
            return Err(cursor.expected("a name"));
        }
        let name = cursor.plain();
        cursor.skip();
        result = result.and(remove_one(merged, &format!("{word} {name}"), span));
        if !cursor.eat_symbol(",") {
            cursor.finish()?;
            return result;
        }
    }
}

fn remove_one(merged: &mut Vec<Statement>, wanted: &str, span: Span) -> Read<()> {
    let before = merged.len();
    merged.retain(|old| Line::of(old).key() != wanted);
    if merged.len() == before { Err(absent(merged, wanted, span)) } else { Ok(()) }
}

fn change(merged: &mut [Statement], line: Line, report: &Report) -> Read<()> {
    let changed = line.amended()?;
    let old = wanted(merged, &Line::of(&changed).key(), changed.span)?;
    if Line::of(&changed).has_more_than_key() {
        (old.items, old.span, old.poisoned) = (changed.items, changed.span, changed.poisoned);
    }
    let Some(block) = changed.block else { return Ok(()) };
    let Some(inner) = &mut old.block else {
        old.block = Some(block);
        return Ok(());
    };
    if !block.rows.is_empty() {
        inner.rows = block.rows;
    }
    overlay(&mut inner.statements, block.statements, report);
    Ok(())
}

/// Inside a changed block a statement takes the place of the one of the same name.
fn overlay(merged: &mut Vec<Statement>, new: Vec<Statement>, report: &Report) {
    for statement in new {
        let line = Line::of(&statement);
        let result = match line.keyword() {
            Some(Keyword::Add) => line.amended().map(|added| merged.push(added)),
            Some(Keyword::Change) => change(merged, line, report),
            Some(Keyword::Remove) => remove(merged, line),
            _ => {
                match find(merged, &line.key()) {
                    Some(old) => *old = statement.clone(),
                    None => merged.push(statement.clone()),
                }
                Ok(())
            }
        };
        if let Err(problem) = result {
            report.push_about(line, problem);
        }
    }
}
