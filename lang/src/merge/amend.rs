//! Inheritance: the amendment of a parent's statements by those of its child.
//!
//! [`amend`] is the entry point. At the top of a file, only `add`, `change`, and `remove` affect inherited
//! statements. Inside a changed block, a statement replaces the one with the same name.

use super::change::change;
use super::replace;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Parts, nearest};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::{Help, did_you_mean, quoted};
use crate::statement::{Line, Read, Report, plain, twice, written};
use crate::syntax::{Item, ItemKind, Statement};
use crate::vocabulary::{self, Amend, BlockKind, Keyword};
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
            report.push_about(line, with_amendments(problem, line));
        }
        let has_errors = report.problems()[before..].iter().any(Diagnostic::is_error);
        if at_top && (failed || has_errors) {
            let mut nodes = report.nodes();
            nodes.statement(line);
            nodes.doubts(Parts::PIECE);
            if report.problems().last().is_some_and(|problem| problem.code == Code::AlreadyThere) {
                nodes.doubts(Parts::ANYTHING);
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
    if let Some(problem) = amended_origin(line).filter(|_| at_top) {
        return Err(problem);
    }
    match (line.keyword(), line.word().map(|word| word.amend)) {
        (Some(Keyword::Change), _) => change(merged, line, report)?,
        (Some(Keyword::Remove), _) => remove(merged, line, report)?,
        (Some(Keyword::Add), _) if at_top => add(merged, line.amended()?)?,
        (Some(Keyword::Add), _) => merged.push(line.amended()?),
        // Texts for readers are always added to those of the parent.
        (Some(Keyword::Also | Keyword::Note | Keyword::History | Keyword::Origin), _) => {
            merged.push(line.statement())
        }
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
        _ => {
            replace::narrowed(merged, line).into_iter().for_each(|note| report.push(note));
            let old = Line::all(merged).find(|old| old.key() == line.key());
            old.and_then(|old| replace::recited(old, line)).into_iter().for_each(|lint| report.push(lint));
            replace::replace(merged, line, siblings)?;
        }
    }
    Ok(())
}

/// Returns the problem of a change or a removal of the origin of a parent, which no game inherits.
fn amended_origin(line: Line) -> Option<Diagnostic> {
    let [amends, origin, rest @ ..] = line.items else { return None };
    let is_origin = origin.word().and_then(vocabulary::find)?.keyword == Keyword::Origin;
    let keyword = line.keyword().filter(|_| is_origin)?;
    if !matches!(keyword, Keyword::Change | Keyword::Remove) {
        return None;
    }
    let message = "a game inherits no origin, so there is none to amend";
    let problem = Diagnostic::new(Code::NothingToAmend, line.span, message);
    if keyword == Keyword::Change && !rest.is_empty() {
        let word = Span { end: origin.span.start, ..amends.span };
        return Some(
            problem.help("write the origin of this game without `change`").fix(Fix::certain(word, "")),
        );
    }
    let without = Fix::of(Certainty::Certain).and(line.whole(), TextChange::Delete);
    Some(problem.help("delete this statement").fix(without))
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

/// Adds the two ways to amend a statement to the problem that it is already there.
fn with_amendments(problem: Diagnostic, line: Line) -> Diagnostic {
    if problem.code != Code::AlreadyThere {
        return problem;
    }
    let added = (line.keyword() == Some(Keyword::Add)).then(|| line.amended().ok()).flatten();
    let own = amended_key(added.as_ref().map_or(line, Line::of));
    let start = line.span.part(0, 0);
    let word = Span { end: problem.place().start, ..start };
    problem.fix(Fix::guess(word, "change ")).fix(Fix::guess(start, format!("remove {own}\n")))
}

/// Returns the words after `remove` for a statement.
fn amended_key(line: Line) -> String {
    if line.keyword() == Some(Keyword::First) { "first move".to_owned() } else { line.key() }
}

fn already_there(line: Line, inherited: Span) -> Diagnostic {
    let own = amended_key(line);
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

pub(super) fn absent(merged: &[Statement], wanted: &str, span: Span) -> Diagnostic {
    let is_moves = wanted.contains('`');
    let key = |line: Line| match line.key() {
        _ if is_moves && line.begins_with_moves() => format!("moves {}", plain(line.items)),
        key if is_moves && key == "moves" => plain(line.items),
        key => key,
    };
    let keys: Vec<String> = Line::all(merged).map(key).collect();
    let problem = Diagnostic::new(Code::NothingToAmend, span, format!("there is no `{wanted}` to amend"));
    let is_declared = |first: &str| vocabulary::find(first).is_some_and(|word| word.declares);
    let declared = wanted.split_once(' ').filter(|(first, _)| is_declared(first));
    let problem = declared.into_iter().fold(problem, |problem, (_, name)| problem.misses(name));
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
        return problem.help(help).instead_of(wanted);
    }
    if let Some(name) = nearest(wanted, keys.iter().map(String::as_str)) {
        // The place is that of the name, so other words are not replaced there.
        let is_name = match (wanted.split_once(' '), name.split_once(' ')) {
            (Some((one, _)), Some((other, _))) => one == other,
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
        };
        return match is_name {
            true => {
                let old = if wanted.split_once(' ').is_some() { differing(name, wanted) } else { wanted };
                problem.help(did_you_mean(differing(wanted, name))).instead_of(old)
            }
            false => problem.help(format!("write `{name}`")).guess_word(wanted, name),
        };
    }
    let (first, name) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let same: Vec<&String> = keys.iter().filter(|key| key.split(' ').next() == Some(first)).collect();
    match same.as_slice() {
        [] => match nearest(first, keys.iter().filter_map(|key| key.split(' ').next())) {
            Some(word) if name.is_empty() => problem.help(did_you_mean(word)).instead_of(first),
            Some(word) => problem.help(format!("write `{word} {name}`")).guess_word(first, word),
            None if keys.len() <= MAX_NAMED => problem.help(format!("choose one of {}", quoted(&keys))),
            None => problem.help("write the first words of a statement of the game"),
        },
        [block] if *block == first && !name.is_empty() => {
            problem.help(format!("to remove a line of a block, write `change {first} {{ remove {name} }}`"))
        }
        [only] => problem.help(format!("there is only `{only}`")).guess_word(wanted, only),
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
        let problem = problem.help(format!("write `remove {written}` to take pieces out of the family"));
        return Err(problem.certain(TextChange::Delete));
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
    if let Some(region) = key.strip_prefix("region ") {
        let names_it = |old: &Statement| {
            let old = Line::of(old);
            old.keyword() == Some(Keyword::Also) && old.name() == Some(region)
        };
        replace::edit(merged, &names_it, &mut |_| None);
    }
    Ok(())
}
