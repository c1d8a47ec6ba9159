//! Inheritance: the amendment of a parent's statements by those of its child.
//!
//! [`amend`] is the entry point. At the top of a file, only `add`, `change`, and `remove` affect inherited
//! statements. Inside a changed block, a statement replaces the one with the same name.

use super::head::{gather, spread};
use super::replace;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::text::{Help, did_you_mean, quoted};
use crate::statement::{Hidden, Line, Read, Report, plain, twice, written};
use crate::syntax::{Block, Item, ItemKind, Statement};
use crate::vocabulary::{Amend, BlockKind, Keyword};
use std::sync::Arc;

/// The maximum number of statements that a message names.
const MAX_NAMED: usize = 12;

/// Applies the statements of a child to those of its parent, at the top of a file or inside a changed block.
pub(super) fn amend(merged: &mut Vec<Statement>, child: &[Statement], at_top: bool, report: &Report) {
    if at_top {
        let is_replaced = |line: &Line| line.word().is_some_and(|word| word.amend == Amend::Replaced);
        let replaced: Vec<String> = Line::all(child).filter(is_replaced).map(Line::key).collect();
        merged.retain(|old| !replaced.contains(&Line::of(old).key()));
    }
    for line in Line::all(child) {
        let before = report.len();
        let result = apply(merged, line, (at_top, child), report);
        let failed = result.is_err();
        if let Err(problem) = result {
            report.push_about(line, problem);
        }
        let has_errors = report.problems()[before..].iter().any(Diagnostic::is_error);
        if at_top && (failed || has_errors) {
            let mut nodes = report.nodes();
            nodes.statement(line);
            nodes.hides(Hidden::Piece);
            if report.problems().last().is_some_and(|problem| problem.code == Code::AlreadyThere) {
                nodes.hides(Hidden::Anything);
            }
        }
    }
}

fn apply(
    merged: &mut Vec<Statement>,
    line: Line,
    (at_top, siblings): (bool, &[Statement]),
    report: &Report,
) -> Read<()> {
    match (line.keyword(), line.word().map(|word| word.amend)) {
        (Some(Keyword::Change), _) => change(merged, line, report)?,
        (Some(Keyword::Remove), _) => remove(merged, line, report)?,
        (Some(Keyword::Add), _) if at_top => add(merged, line.amended()?)?,
        (Some(Keyword::Add), _) => merged.push(line.amended()?),
        // Texts for readers are always added to those of the parent.
        (Some(Keyword::Also | Keyword::Note | Keyword::History), _) => merged.push(line.statement()),
        (keyword, Some(Amend::Replaced)) if at_top => {
            let own = line.key();
            if keyword == Some(Keyword::Variant) {
                merged.retain(|old| Line::of(old).key() != own);
            }
            let last = (0..merged.len()).rfind(|at| Line::of(&merged[*at]).key() == own);
            // The head stays the first statement of the file.
            let first = usize::from(keyword != Some(Keyword::Variant)).min(merged.len());
            merged.insert(last.map_or(first, |last| last + 1), line.statement());
        }
        _ if at_top => insert(merged, line.statement())?,
        _ => replace::replace(merged, line, siblings)?,
    }
    Ok(())
}

fn position(merged: &[Statement], key: &str) -> Option<usize> {
    Line::all(merged).position(|old| old.key() == key)
}

/// Returns the statement with this key, which must exist.
fn wanted<'a>(merged: &'a mut [Statement], key: &str, span: Span) -> Read<&'a mut Statement> {
    let at = position(merged, key).ok_or_else(|| absent(merged, key, span))?;
    Ok(&mut merged[at])
}

fn insert(merged: &mut Vec<Statement>, statement: Statement) -> Read<()> {
    let line = Line::of(&statement);
    let own = line.key();
    // Several immunities of the same pieces add up, as do the rules under a value.
    let word = line.word().filter(|word| !matches!(word.keyword, Keyword::Immune | Keyword::Under));
    let amend = word.map(|word| word.amend).filter(|amend| matches!(amend, Amend::Named | Amend::Single));
    // First words are compared first, because few lines share them and keys are expensive to compute.
    let is_alike = |old: &Line| {
        old.first() == line.first() && (amend == Some(Amend::Single) || old.name() == line.name())
    };
    let known = Line::all(merged).position(|old| amend.is_some() && is_alike(&old) && old.key() == own);
    if let Some(at) = known {
        if merged[at].span.file == statement.span.file {
            return Err(twice(&own, statement.span, merged[at].span));
        }
        return Err(already_there(line, merged[at].span));
    }
    // A switch may decide the statement.
    let decided = amend.and_then(|_| replace::held(merged, &own));
    if let Some(old) = decided.filter(|old| old.file != statement.span.file) {
        return Err(already_there(line, old));
    }
    merged.push(statement);
    Ok(())
}

fn already_there(line: Line, inherited: Span) -> Diagnostic {
    let own = if line.keyword() == Some(Keyword::First) { "first move".to_owned() } else { line.key() };
    let form = match line.word().is_some_and(|word| word.block == BlockKind::Never) {
        true => format!(
            "`change {}`",
            written(&line.items[..line.items.len() - usize::from(line.marks().is_some())])
        ),
        false => format!("`change {own} {{ ... }}`"),
    };
    Diagnostic::new(Code::AlreadyThere, line.span, format!("`{own}` is already declared"))
        .label(inherited, "inherited from here")
        .help(format!("write {form} to change it, or `remove {own}` first"))
}

fn add(merged: &mut Vec<Statement>, added: Statement) -> Read<()> {
    let Some((name, span, more)) = Line::of(&added).name_and_members() else { return insert(merged, added) };
    family(merged, &name, span)?.extend(more);
    Ok(())
}

/// Returns the list of a family's members.
fn family<'a>(merged: &'a mut [Statement], name: &str, span: Span) -> Read<&'a mut Vec<Item>> {
    let family = wanted(merged, &format!("family {name}"), span)?;
    let list = Arc::make_mut(&mut family.items).iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::List(list) | ItemKind::Marks(list) => Some(list),
        _ => None,
    });
    list.ok_or_else(|| {
        Diagnostic::new(Code::NothingToAmend, span, format!("the family `{name}` has no list"))
    })
}

fn absent(merged: &[Statement], wanted: &str, span: Span) -> Diagnostic {
    let is_moves = wanted.contains('`');
    let key = |line: Line| match line.key() {
        _ if is_moves && line.begins_with_moves() => format!("moves {}", plain(line.items)),
        key if is_moves && key == "moves" => plain(line.items),
        key => key,
    };
    let keys: Vec<String> = Line::all(merged).map(key).collect();
    let problem = Diagnostic::new(Code::NothingToAmend, span, format!("there is no `{wanted}` to amend"));
    // The full name of a switch in a block begins with the name of the block.
    if let Some((block, name)) = wanted.strip_prefix("switch ").and_then(|name| name.split_once('.')) {
        let inner = format!("switch {name}");
        let is_here = |line: &Line| line.lines().any(|own| own.key() == inner);
        if let Some(line) = Line::all(merged).find(|line| line.name() == Some(block) && is_here(line)) {
            let (key, form) = (line.key(), format!("change switch {name} {{ ... }}"));
            return problem
                .help(format!("the switch is in the block of `{key}`: write `change {key} {{ {form} }}`"));
        }
        if let Some(help) = elsewhere(merged, &inner) {
            return problem.help(help);
        }
    }
    if let Some(help) = elsewhere(merged, wanted) {
        return problem.help(help);
    }
    if let Some(name) = nearest(wanted, keys.iter().map(String::as_str)) {
        // The place is that of the name, so other words are not replaced there.
        let is_name = match (wanted.split_once(' '), name.split_once(' ')) {
            (Some((one, _)), Some((other, _))) => one == other,
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
        };
        return match is_name {
            true => problem.help(did_you_mean(differing(wanted, name))),
            false => problem.help(format!("write `{name}`")),
        };
    }
    let (first, name) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let same: Vec<&String> = keys.iter().filter(|key| key.split(' ').next() == Some(first)).collect();
    match same.as_slice() {
        [] => match nearest(first, keys.iter().filter_map(|key| key.split(' ').next())) {
            Some(word) if name.is_empty() => problem.help(did_you_mean(word)),
            Some(word) => problem.help(format!("write `{word} {name}`")),
            None if keys.len() <= MAX_NAMED => problem.help(format!("choose one of {}", quoted(&keys))),
            None => problem.help("write the first words of a statement of the game"),
        },
        [block] if *block == first && !name.is_empty() => {
            problem.help(format!("to remove a line of a block, write `change {first} {{ remove {name} }}`"))
        }
        [only] => problem.help(format!("there is only `{only}`")),
        all => problem.help(format!("choose one of {}", quoted(all))),
    }
}

/// Returns the way to amend a piece of a family, or a statement in the block of another statement.
fn elsewhere(merged: &[Statement], wanted: &str) -> Option<Help> {
    // The title of the game is in its first line, and those of pieces and sources are not meant.
    if wanted == "title" {
        return Some("this game has a title of its own, in its first line".into());
    }
    if let Some(line) = Line::all(merged)
        .find(|line| line.name() == Some(wanted) && line.word().is_some_and(|word| word.declares))
    {
        return Some(did_you_mean(&line.key()));
    }
    if let Some((piece, stage)) = wanted.strip_prefix("piece ").and_then(|name| name.split_once('.')) {
        let stage = format!("stage {stage}");
        let line = Line::all(merged).find(|line| line.name() == Some(piece))?;
        let form = format!("change {} {{ change {stage} {{ ... }} }}", line.key());
        return line
            .lines()
            .any(|own| own.key() == stage)
            .then(|| format!("amend the stage with `{form}`").into());
    }
    if let Some(piece) = wanted.strip_prefix("piece ").or_else(|| (!wanted.contains(' ')).then_some(wanted)) {
        for line in Line::all(merged).filter(|line| line.keyword() == Some(Keyword::Family)) {
            let family = line.name()?;
            if piece == family {
                return Some(
                    format!("`{family}` is a family: write `change family {family} {{ ... }}`").into(),
                );
            }
            let lists = line.items.iter().filter_map(Item::list).flatten();
            if let Some(member) = piece.strip_prefix(family).and_then(|rest| rest.strip_prefix('-'))
                && lists.into_iter().any(|item| item.word() == Some(member))
            {
                return Some(format!(
                    "it is a piece of a family: write `change family {family} {{ ... }}` to change all its \
                     pieces, or write `remove {family} [{member}]` and declare it as a piece of its own"
                ).into());
            }
        }
    }
    inside(merged, wanted).map(|form| format!("it is in another block: amend it there, with `{form}`").into())
}

/// Returns the form of a change of the block that contains a statement.
fn inside(statements: &[Statement], wanted: &str) -> Option<String> {
    Line::all(statements).find_map(|outer| {
        let is_here = outer.lines().any(|line| line.key() == wanted);
        let form = if is_here { "...".to_owned() } else { inside(outer.statements(), wanted)? };
        Some(format!("change {} {{ {form} }}", outer.key()))
    })
}

/// Returns the word of a key that differs from the requested key. If several words differ, returns the whole key.
fn differing<'k>(wanted: &str, name: &'k str) -> &'k str {
    match (wanted.split_once(' '), name.split_once(' ')) {
        (Some((first, _)), Some((other, rest))) if first == other => rest,
        _ => name,
    }
}

fn remove(merged: &mut Vec<Statement>, line: Line, report: &Report) -> Read<()> {
    let removed = line.amended()?;
    let removed = Line::of(&removed);
    // With a list, `remove` only removes members of a family.
    if removed.keyword() == Some(Keyword::Family)
        && let [_, name, list] = removed.items
        && list.list().is_some()
    {
        let written =
            format!("{} {}", plain(std::slice::from_ref(name)), written(std::slice::from_ref(list)));
        let problem = Diagnostic::new(Code::UnexpectedWord, removed.items[0].span, "unexpected `family`");
        return Err(problem.help(format!("write `remove {written}` to take pieces out of the family")));
    }
    if let Some((name, span, less)) = removed.name_and_list() {
        let list = family(merged, &name, span)?;
        for item in less {
            let before = list.len();
            let mut gone = false;
            // The marks after a member are removed with it.
            list.retain(|old| {
                gone = old.word().map_or(gone, |word| Some(word) == item.word());
                !gone
            });
            if list.len() == before {
                let own = plain(std::slice::from_ref(item));
                let problem =
                    Diagnostic::new(Code::NothingToAmend, item.span, format!("`{own}` is not in the family"));
                return Err(problem.suggest(&own, list.iter().filter_map(Item::word)));
            }
        }
        return Ok(());
    }
    let whole = plain(removed.items);
    if replace::holds(merged, &whole) {
        return remove_one(merged, &whole, line.span, report);
    }
    // The line is one of several lines of moves, or it is named without its condition or its effect.
    if replace::edit(merged, &|old| replace::begins_with(Line::of(old), removed), &mut |_| None) {
        return Ok(());
    }
    let parts: Vec<&[Item]> = removed.items.split(|item| item.is_symbol(",")).collect();
    if parts.len() > 1 && parts.iter().all(|part| replace::holds(merged, &plain(part))) {
        return parts.iter().try_for_each(|part| remove_one(merged, &plain(part), line.span, report));
    }
    let mut cursor = removed.cursor();
    if removed.begins_with_moves() {
        return Err(absent(merged, &whole, removed.span));
    }
    let (word, _) = cursor.word("what to remove, such as `piece`")?;
    if cursor.is_done() {
        return Err(absent(merged, &whole, removed.span));
    }
    let mut result = Ok(());
    loop {
        let (name, span) = (cursor.plain(), cursor.span());
        if cursor.is_done() {
            return Err(cursor.expected("a name"));
        }
        cursor.skip();
        let is_name = cursor.is_done() || cursor.clone().eat_symbol(",");
        // More words than a name are the words of a line, if lines begin with the first one.
        let is_line = !is_name && Line::all(merged).any(|old| old.key().split(' ').next() == Some(word));
        if is_line && !replace::holds(merged, &format!("{word} {name}")) {
            return Err(absent(merged, &whole, removed.span));
        }
        result = result.and(remove_one(merged, &format!("{word} {name}"), span, report));
        if !cursor.eat_symbol(",") {
            return cursor.finish().and(result);
        }
    }
}

fn remove_one(merged: &mut Vec<Statement>, key: &str, span: Span, report: &Report) -> Read<()> {
    if !replace::holds(merged, key) {
        let first = report.nodes().removal_of(key).filter(|first| first.file == span.file);
        return Err(first.map_or_else(|| absent(merged, key, span), |first| twice(key, span, first)));
    }
    for old in Line::all(merged).filter(|old| old.key() == key) {
        report.nodes().removes(old, span);
    }
    replace::remove_key(merged, key);
    Ok(())
}

/// Applies a `change` to each inherited statement with this key. There are several if a switch selects one of
/// them.
fn change(merged: &mut Vec<Statement>, line: Line, report: &Report) -> Read<()> {
    let changed = line.amended()?;
    let key = Line::of(&changed).key();
    if Line::of(&changed).keyword() == Some(Keyword::Variant) {
        let message = "the name and the title of the other game cannot be changed";
        let problem = Diagnostic::new(Code::NothingToAmend, changed.span, message);
        return Err(problem.help("this game has a name and a title of its own, in its first line"));
    }
    let new = Line::of(&changed);
    let is_line = new.word().is_some_and(|word| word.block == BlockKind::Never);
    if is_line && new.block.is_none() && new.has_more_than_key() && new.marks_alone().is_none() {
        return change_line(merged, new);
    }
    let mut apply = |mut old: Statement| {
        change_one(&mut old, changed.clone(), report);
        Some(old)
    };
    if !replace::edit(merged, &|old| Line::of(old).key() == key, &mut apply) {
        return Err(absent(merged, &key, changed.span));
    }
    let is_empty = new.block.is_none_or(|block| block.statements.is_empty() && block.rows.is_empty());
    if is_empty && !new.has_more_than_key() && new.marks_alone().is_none() {
        let problem = Diagnostic::new(Code::ChangesNothing, line.span, "this changes nothing");
        let help = "write the new statements in its block, or delete it";
        report.push_about(line, problem.help(help));
    }
    Ok(())
}

/// Replaces the inherited statements with the same key as a statement without a block, even if a switch decides them.
fn change_line(merged: &mut Vec<Statement>, line: Line) -> Read<()> {
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
    replace::replace(merged, line, &[])
}

fn change_one(old: &mut Statement, mut changed: Statement, report: &Report) {
    let marks = Line::of(&changed).marks_alone().cloned();
    if let (Some(own), Some(inherited)) = (spread(&mut changed), spread(old)) {
        change_block(old, changed.block, report);
        gather(old, inherited, own, marks.is_some());
        return;
    }
    let is_drawn = changed.block.as_ref().is_some_and(|block| !block.rows.is_empty());
    if is_drawn {
        // A drawing replaces squares. A source of the old drawing does not support the new one.
        let is_last = |item: &Item| item.is_symbol("=") || matches!(item.kind, ItemKind::Marks(_));
        let kept = old.items.iter().position(is_last).unwrap_or(old.items.len());
        Arc::make_mut(&mut old.items).truncate(kept);
    } else if Line::of(old).keyword() == Some(Keyword::Region) && Line::of(&changed).has_more_than_key() {
        old.block = None;
    }
    if let Some(marks) = marks {
        // The change only replaces the citation marks.
        let kept = old.items.len() - usize::from(Line::of(old).marks().is_some());
        Arc::make_mut(&mut old.items).splice(kept.., [marks]);
    } else if Line::of(&changed).has_more_than_key() {
        (old.items, old.span, old.poisoned) = (changed.items, changed.span, changed.poisoned);
    } else if is_drawn {
        // The statement now stands where its drawing does.
        let key = changed.items.len().min(old.items.len());
        Arc::make_mut(&mut old.items).splice(..key, changed.items.iter().cloned());
        (old.span, old.poisoned) = (changed.span, changed.poisoned);
    }
    if Line::of(old).keyword() == Some(Keyword::Switch) {
        keep_rules(old, changed.block.as_mut());
    }
    change_block(old, changed.block, report);
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
