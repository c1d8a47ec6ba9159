//! The effect of the lines in a changed block on the inherited lines, which may depend on switches.
//!
//! A line of a changed block replaces the inherited lines with the same key, even those inside a switch or an
//! `under`. A switch replaces the lines that its values contain. An `under` replaces lines only for its own
//! values, and the inherited lines remain for the others.

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use crate::statement::{Line, Read, Report};
use crate::syntax::{Block, Item, ItemKind, Statement};
use crate::vocabulary::{Amend, BlockKind, Keyword, WordEntry};
use std::sync::Arc;

/// Replaces the inherited lines that a line of a changed block names.
pub(super) fn replace(merged: &mut Vec<Statement>, line: Line, siblings: &[Statement]) -> Read<()> {
    let is_sibling = |old: &Statement| siblings.iter().any(|own| own.span == old.span);
    let mut named = names(line);
    // A piece either has moves or stands still.
    for (one, other) in [("moves", "stands"), ("stands", "moves")] {
        if named.iter().any(|key| key == one) {
            named.push(other.to_owned());
        }
    }
    let shares = |old: &Statement| names(Line::of(old)).iter().any(|key| named.contains(key));
    if let Some(old) = merged.iter().find(|old| is_block_of(line, Line::of(old)) && !is_sibling(old)) {
        let key = line.key();
        let problem = Diagnostic::new(Code::AlreadyThere, line.span, format!("`{key}` already exists"));
        let help = format!("write `change {key} {{ ... }}` to say what differs, or `remove {key}` first");
        return Err(problem.label(old.span, "inherited from here").help(help));
    }
    // The line follows earlier lines of the same block with the same key. Without such lines, it takes the place
    // of the first line that it replaces.
    let after = merged.iter().rposition(|old| is_sibling(old) && shares(old)).map(|last| last + 1);
    let place = after.or_else(|| merged.iter().position(shares)).unwrap_or(merged.len());
    let under = line.keyword() == Some(Keyword::Under);
    let is_named = |old: &Statement| named.contains(&Line::of(old).key()) && !is_sibling(old);
    let mut other = |old: Statement| under.then(|| elsewhere(line, old));
    let mut tail = merged.split_off(place);
    edit(merged, &is_named, &mut other);
    edit(&mut tail, &is_named, &mut other);
    merged.push(line.statement());
    merged.append(&mut tail);
    Ok(())
}

/// Returns a note if a line lets a piece become one other piece, where the line that it replaces leaves a choice.
pub(super) fn narrowed(merged: &[Statement], line: Line) -> Option<Diagnostic> {
    let has = |line: Line, word: &str| line.items.iter().any(|item| item.word() == Some(word));
    let chooses = |old: &Line| has(*old, "becomes") && has(*old, "one");
    let old = Line::all(merged).filter(chooses).find(|old| old.key() == line.key())?;
    let message = "this replaces a choice between several pieces by one piece";
    let problem = Diagnostic::new(Code::ChoiceNarrowed, line.span, message).label(old.span, "the choice");
    let is_one = has(line, "becomes") && !has(line, "one");
    is_one.then(|| {
        problem.help("write `one of [...]` with all pieces that it can become, if there are several")
    })
}

/// Returns a lint if a line repeats an inherited rule word for word, so that it changes the marks of the rule only, and
/// drops some of them.
pub(super) fn recited(old: Line, new: Line) -> Option<Diagnostic> {
    let words = |line: Line| -> Vec<ItemKind> {
        let own = line.items.iter().filter(|item| !matches!(item.kind, ItemKind::Marks(_)));
        own.map(|item| item.kind.clone()).collect()
    };
    let marks = |line: Line| -> Vec<String> {
        let own = line.items.iter().filter(|item| matches!(item.kind, ItemKind::Marks(_)));
        own.filter_map(Item::list).flatten().filter_map(Item::word).map(str::to_owned).collect()
    };
    // The help would not apply to these, because a key alone cannot name one of them.
    let is_one_of_many =
        matches!(new.keyword(), Some(Keyword::By | Keyword::Leaving | Keyword::Moves | Keyword::Player));
    let now = marks(new);
    let dropped: Vec<String> = marks(old).into_iter().filter(|mark| !now.contains(mark)).collect();
    if is_one_of_many || dropped.is_empty() || words(old) != words(new) {
        return None;
    }
    let (key, dropped) = (new.key(), dropped.join(" "));
    let problem = Diagnostic::new(
        Code::RestatedRule,
        new.span,
        "the rule is the inherited one, but its marks are others",
    )
    .label(old.span, "the inherited rule");
    let drops = format!("`change {key} without [{dropped}]` drops marks");
    Some(problem.help(match now.as_slice() {
        [] => format!("delete it, or say what differs; {drops}"),
        now => format!("`change {key} [{}]` adds marks to the inherited ones; {drops}", now.join(" ")),
    }))
}

/// Returns true if a line of a changed block opens a block that the parent has, so that it should begin with
/// `change`.
fn is_block_of(line: Line, old: Line) -> bool {
    let amended = |word: &WordEntry| word.amend == Amend::Named && matches!(word.block, BlockKind::Of(_));
    line.word().is_some_and(amended) && line.key() == old.key()
}

/// Restricts an inherited line to the values of a switch that an `under` does not name.
fn elsewhere(under: Line, old: Statement) -> Statement {
    let mut items = under.items.to_vec();
    let except = Item::new(ItemKind::Word("except".to_owned()), under.span.after());
    items.insert(items.len().min(2), except);
    let span = under.span.after();
    let block = Block { statements: vec![old], rows: Vec::new(), span, open: span };
    Statement { items: Arc::new(items), block: Some(block), span, poisoned: under.poisoned }
}

/// Returns the keys of a statement. They include the keys of the lines inside a switch or an `under`.
fn names(line: Line) -> Vec<String> {
    let mut names = match line.keyword() {
        Some(Keyword::Under) => Vec::new(),
        _ => vec![line.key()],
    };
    names.extend(inner(line).iter().flat_map(|inner| self::names(Line::of(inner))));
    names
}

/// Returns the statements inside a switch or an `under`.
fn inner(line: Line) -> Vec<Statement> {
    match line.keyword() {
        Some(Keyword::Under) => line.statements().to_vec(),
        Some(Keyword::Switch) => line.lines().flat_map(Line::statements).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Returns true if a statement has this key, including those inside a switch or an `under`.
pub(super) fn holds(statements: &[Statement], key: &str) -> bool {
    statements.iter().map(Line::of).any(|line| line.key() == key || holds(&inner(line), key))
}

/// Returns the statements with this key, including those inside a switch or an `under`, each with true if it is in neither.
pub(super) fn with_key(statements: &[Statement], key: &str) -> Vec<(Statement, bool)> {
    let own = |own: &Statement| match Line::of(own) {
        line if line.key() == key => vec![(own.clone(), true)],
        line => with_key(&inner(line), key).into_iter().map(|(own, _)| (own, false)).collect(),
    };
    statements.iter().flat_map(own).collect()
}

/// Returns the place of a statement with this key inside a switch or an `under`.
pub(super) fn held(statements: &[Statement], key: &str) -> Option<Span> {
    let own = |line: Line| inner(line).iter().find(|own| Line::of(own).key() == key).map(|own| own.span);
    Line::all(statements).find_map(own)
}

/// Returns true if a line begins with the words of another line. Moves count as such a beginning. A single word is not
/// enough for a line without a colon, because the statements of a whole file begin with it.
pub(super) fn begins_with(line: Line, words: Line) -> bool {
    let moves = |line: Line| {
        line.items.iter().find(|item| matches!(item.kind, ItemKind::Betza(_))).map(|item| item.kind.clone())
    };
    let begins =
        || line.items.iter().zip(words.items).take_while(|(one, other)| one.kind == other.kind).count();
    match line.at_colon() {
        Some((before, _)) => words.items.len() <= before.len() && begins() == words.items.len(),
        None if words.key() == "moves" => line.key() == "moves" && moves(line) == moves(words),
        None => {
            let is_enough = words.items.len() >= 2 || words.keyword() == Some(Keyword::Immune);
            is_enough && begins() == words.items.len()
        }
    }
}

/// Removes the statements with this key, including those inside a switch or an `under`.
pub(super) fn remove_key(statements: &mut Vec<Statement>, key: &str) {
    edit(statements, &|old| Line::of(old).key() == key, &mut |_| None);
}

/// Edits the matching statements, including those inside a switch or an `under`. Removes an `under` that becomes
/// empty. Returns true if there is a matching statement.
pub(super) fn edit(
    statements: &mut Vec<Statement>,
    is_wanted: &dyn Fn(&Statement) -> bool,
    apply: &mut dyn FnMut(Statement) -> Option<Statement>,
) -> bool {
    let mut found = false;
    for mut old in std::mem::take(statements) {
        if is_wanted(&old) {
            found = true;
            statements.extend(apply(old));
            continue;
        }
        let keyword = Line::of(&old).keyword();
        let Some(block) = old.block.as_mut() else {
            statements.push(old);
            continue;
        };
        let edited = match keyword {
            Some(Keyword::Under) => edit(&mut block.statements, is_wanted, apply),
            Some(Keyword::Switch) => {
                // `any` would stop at the first value with an edited statement, but all values must be edited.
                let edited = block.statements.iter_mut().map(|value| edit_value(value, is_wanted, apply));
                edited.filter(|edited| *edited).count() > 0
            }
            _ => false,
        };
        found |= edited;
        if !edited || keyword != Some(Keyword::Under) || !block.statements.is_empty() {
            statements.push(old);
        }
    }
    found
}

/// Edits the statements under one value of a switch.
fn edit_value(
    statement: &mut Statement,
    is_wanted: &dyn Fn(&Statement) -> bool,
    apply: &mut dyn FnMut(Statement) -> Option<Statement>,
) -> bool {
    let Some(block) = statement.block.as_mut() else { return false };
    let edited = edit(&mut block.statements, is_wanted, apply);
    if block.statements.is_empty() {
        statement.block = None;
    }
    edited
}

/// Returns the names of the pieces that are royal under some values of the switches.
pub(super) fn royal_pieces(tree: &[Statement]) -> Vec<String> {
    let pieces = Line::all(tree).filter(|line| line.keyword() == Some(Keyword::Piece) && is_royal(*line));
    pieces.filter_map(|line| line.name().map(str::to_owned)).collect()
}

fn is_royal(line: Line) -> bool {
    line.words().any(|word| word == "royal")
        || line.lines().any(|line| names(line).iter().any(|key| key == "royal"))
}

/// Warns about pieces that are royal in the parent and redeclared without `royal`.
pub(super) fn check_royals(royals: &[String], child: &[Statement], report: &Report) {
    for line in Line::all(child) {
        let added = (line.keyword() == Some(Keyword::Add)).then(|| line.amended().ok()).flatten();
        let own = added.as_ref().map_or(line, Line::of);
        let Some(name) = own.name().filter(|_| own.keyword() == Some(Keyword::Piece)) else { continue };
        if royals.iter().any(|royal| royal == name) && !is_royal(own) {
            let message = format!("the `{name}` is royal in the game that this file extends, and not here");
            let problem = Diagnostic::new(Code::NoLongerRoyal, own.span, message);
            let help = format!(
                "write `royal` after its moves; to make it an ordinary piece, write `change piece {name} {{ remove royal }}`"
            );
            let problem = problem.help(help);
            let is_moves = |item: &&Item| matches!(item.kind, ItemKind::Betza(_));
            let moves = own.items.iter().rfind(is_moves).filter(|_| own.block.is_none());
            let royal = moves.map(|moves| Fix::guess(moves.span.after(), " royal"));
            report.push_about(line, royal.into_iter().fold(problem, Diagnostic::fix));
        }
    }
}

/// Removes the inherited switches that have no effect after an amendment. `own` is the file that amends.
pub(super) fn drop_idle_switches(tree: &mut Vec<Statement>, own: u32) {
    let mut read = Vec::new();
    readers(tree, &mut read);
    drop_idle(tree, own, &read);
}

fn drop_idle(statements: &mut Vec<Statement>, own: u32, read: &[String]) {
    statements.retain(|old| {
        let line = Line::of(old);
        let name = line.name().unwrap_or_default();
        let is_read =
            |full: &String| full == name || full.rsplit_once('.').is_some_and(|(_, last)| last == name);
        let is_idle = line.keyword() == Some(Keyword::Switch) && inner(line).is_empty();
        !is_idle || old.span.file == own || read.iter().any(is_read)
    });
    for block in statements.iter_mut().filter_map(|old| old.block.as_mut()) {
        drop_idle(&mut block.statements, own, read);
    }
}

/// Collects the switches that an `under` refers to.
fn readers(statements: &[Statement], read: &mut Vec<String>) {
    for line in Line::all(statements) {
        if line.keyword() == Some(Keyword::Under) {
            read.extend(line.name().map(str::to_owned));
        }
        readers(line.statements(), read);
    }
}
