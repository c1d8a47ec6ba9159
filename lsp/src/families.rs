//! The refactoring that replaces similar pieces by a family.
//!
//! [`extract`] looks for consecutive pieces such as `pawn-of-rook` and `pawn-of-knight` whose blocks differ only in the
//! names `rook` and `knight`, and in the tokens of these pieces. It is offered only if the game stays the same under
//! every selection.

use super::documents::{Document, Workspace};
use super::open_files::{OpenFiles, Texts};
use ferz_core::rules::Variant;
use ferz_lang::catalog::Catalog;
use ferz_lang::outline::{every, items};
use ferz_syntax::syntax::{Item, ItemKind, Statement};
use lsp_types::TextEdit;
use std::ops::Range;
use std::sync::Arc;

/// The names that are tried for the variable of the family.
const VARIABLES: [&str; 3] = ["X", "Y", "Z"];

/// A piece that can become a member of a family.
struct FutureMember {
    /// The name of the piece after which it is called.
    of: String,
    /// The marks of the piece, or nothing.
    marks: String,
    /// The block, in which the variable stands for the other piece.
    block: String,
    /// The place of the whole statement.
    place: Range<usize>,
}

/// The pieces that members can be called after, as pairs of name and token.
type StageNames<'a> = Vec<(&'a str, &'a str)>;

/// Returns the edit that replaces the piece at an offset and the similar pieces beside it by a family.
pub(super) fn extract(workspace: &Workspace, document: &Document, at: usize) -> Option<TextEdit> {
    let rules = document.good.as_ref().filter(|_| document.is_current())?;
    let variant = &rules.loaded()?.variant;
    let statements = &document.outline().statements;
    let here = statements.iter().position(|statement| whole(statement).contains(&at))?;
    let own = piece_name(&statements[here])?;
    let mut named: StageNames = first_stages(variant);
    named.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let families = named.iter().filter_map(|(name, _)| own.strip_suffix(name)?.strip_suffix('-'));
    families.filter(|family| !family.is_empty()).find_map(|family| {
        let edit = family_of(document, &named, family, here)?;
        keeps_game(workspace, document, &edit).then_some(edit)
    })
}

/// Returns the edit that replaces the consecutive pieces of a family around the statement with the index `here`.
fn family_of(document: &Document, named: &StageNames, family: &str, here: usize) -> Option<TextEdit> {
    let (body, statements) = (document.text.body(), &document.outline().statements);
    VARIABLES.iter().find_map(|variable| {
        let member = |statement: &Statement| FutureMember::of(statement, body, family, named, variable);
        let example = member(&statements[here])?;
        let like = |statement: &&Statement| {
            member(statement).is_some_and(|other| {
                other.marks == example.marks && words(&other.block) == words(&example.block)
            })
        };
        let before = statements[..here].iter().rev().take_while(like).count();
        let after = statements[here..].iter().take_while(like).count();
        let run = &statements[here - before..here + after];
        let members: Vec<FutureMember> = run.iter().filter_map(member).collect();
        let (first, last) = (members.first()?, members.last()?);
        if members.len() < 2 {
            return None;
        }
        let place = first.place.start..last.place.end;
        let text = &body[place.clone()];
        let is_free = !text.split(|c: char| !c.is_alphanumeric()).any(|word| word == *variable);
        // Comments between the pieces stay above the family.
        let inner = members[0].place.end..last.place.start;
        let about_pieces = document.outline().tree.comments().into_iter().filter(|comment| {
            let at = comment.token.span.range().start;
            let is_between = || !members.iter().any(|member| member.place.contains(&at));
            inner.contains(&at) && is_between()
        });
        let comments: String =
            about_pieces.map(|comment| format!("{}\n", comment.token.text.trim_end())).collect();
        let names: Vec<&str> = members.iter().map(|member| member.of.as_str()).collect();
        let FutureMember { marks, block, .. } = first;
        let list = names.join(", ");
        let text = format!("{comments}family {family} {variable} for [{list}]{marks} {{\n{block}}}");
        is_free.then(|| TextEdit::new(document.text.range(place.start, place.end), text))
    })
}

impl FutureMember {
    /// Reads a piece as a member of a family. Returns `None` if it cannot be one.
    fn of(
        statement: &Statement,
        body: &str,
        family: &str,
        named: &StageNames,
        variable: &str,
    ) -> Option<FutureMember> {
        let of = piece_name(statement)?.strip_prefix(family)?.strip_prefix('-')?;
        let (_, token) = named.iter().find(|(name, _)| *name == of)?;
        let text = |items: &[Item]| {
            let (first, last) = (items.first()?, items.last()?);
            body.get(first.span.range().start..last.span.range().end)
        };
        let mut head = statement.items.get(2..)?;
        let mut marks = String::new();
        if let Some((Item { kind: ItemKind::Marks(_), .. }, rest)) = head.split_last() {
            marks = format!(" {}", text(&head[rest.len()..])?);
            head = rest;
        }
        let (own_token, mut head) = head.split_first()?;
        let mut block = format!("  token {}\n", with_variable(own_token.word()?, token, variable)?);
        if let Some((moves @ Item { kind: ItemKind::Betza(_), .. }, rest)) = head.split_first() {
            block += &format!("  moves {}\n", text(std::slice::from_ref(moves))?);
            head = rest;
        }
        if let Some(rest) = text(head) {
            block += &format!("  {rest}\n");
        }
        if let Some(inner) = &statement.block {
            let range = inner.span.range();
            let inner_text = body.get(range.start + 1..range.end.checked_sub(1)?)?;
            let names: Vec<&Item> = inner.statements.iter().flat_map(every_item).collect();
            let changed = replaced(inner_text, range.start + 1, &names, of, variable);
            let changed = changed.trim_matches(['\n', '\r']).trim_end();
            let indent = if inner_text.contains('\n') { "" } else { "  " };
            let changed = if indent.is_empty() { changed } else { changed.trim_start() };
            block += &format!("{indent}{changed}\n");
        }
        Some(FutureMember { of: of.to_owned(), marks, block, place: whole(statement) })
    }
}

/// Replaces the name of a piece by a variable, in names and in texts for readers.
fn replaced(text: &str, offset: usize, items: &[&Item], of: &str, variable: &str) -> String {
    let inside = format!("{{{variable}}}");
    let mut items: Vec<&&Item> = items.iter().collect();
    items.sort_by_key(|item| item.span.start);
    let (mut changed, mut done) = (String::new(), 0);
    for item in items {
        let range = item.span.range();
        let (Some(start), Some(end)) = (range.start.checked_sub(offset), range.end.checked_sub(offset))
        else {
            continue;
        };
        let (Some(between), Some(own)) = (text.get(done..start), text.get(start..end)) else { continue };
        let new = match &item.kind {
            ItemKind::Word(word) if word == of => variable.to_owned(),
            ItemKind::Word(_) => with_part(own, of, &inside),
            ItemKind::Text(_) => own.replace(&of.replace(['-', '_'], " "), &inside),
            // The items in lists and groups come one by one.
            ItemKind::List(_) | ItemKind::Marks(_) | ItemKind::Group(_) => continue,
            ItemKind::Number(_) | ItemKind::Betza(_) | ItemKind::Symbol(_) => continue,
        };
        changed += between;
        changed += &new;
        done = end;
    }
    changed + text.get(done..).unwrap_or_default()
}

/// Replaces a name within a longer name with hyphens.
fn with_part(word: &str, of: &str, new: &str) -> String {
    let ends = [format!("-{of}"), format!("{of}-")];
    match (word.strip_suffix(&ends[0]), word.strip_prefix(&ends[1])) {
        (Some(rest), _) => format!("{rest}-{new}"),
        (None, Some(rest)) => format!("{new}-{rest}"),
        (None, None) => word.to_owned(),
    }
}

/// Replaces the token of a piece at the start or end of another token.
fn with_variable(own: &str, token: &str, variable: &str) -> Option<String> {
    let small = token.to_lowercase();
    let upper = format!("{{{variable}}}");
    let lower = upper.to_lowercase();
    let forms = [(token, &upper), (small.as_str(), &lower)];
    let ends = forms.iter().find_map(|(part, new)| Some(format!("{}{new}", own.strip_suffix(part)?)));
    ends.or_else(|| forms.iter().find_map(|(part, new)| Some(format!("{new}{}", own.strip_prefix(part)?))))
}

/// Returns true if the text has no errors after an edit, and the same game under every selection.
fn keeps_game(workspace: &Workspace, document: &Document, edit: &TextEdit) -> bool {
    let files = OpenFiles::new(edited(workspace, document, edit));
    let changed = Catalog::new(&files).open_file(&document.path);
    let game = document.good.as_ref().map(|rules| &rules.game);
    changed.zip(game).is_some_and(|(changed, game)| game.is_same_game(&changed))
}

/// Returns the texts of all documents after an edit of one of them.
pub(super) fn edited(workspace: &Workspace, document: &Document, edit: &TextEdit) -> Arc<Texts> {
    let mut texts = Texts::clone(&workspace.texts());
    let (range, text) = (Some(edit.range), edit.new_text.clone());
    let change = lsp_types::TextDocumentContentChangeEvent { range, range_length: None, text };
    texts.insert(document.path.clone(), Arc::new(document.text.changed(change)));
    Arc::new(texts)
}

/// Returns the names and tokens of all pieces.
fn first_stages(variant: &Variant) -> StageNames<'_> {
    let first = variant.piece_types.iter().filter(|one| one.stage.is_none());
    first.map(|one| (one.piece.as_str(), one.token.as_str())).collect()
}

fn piece_name(statement: &Statement) -> Option<&str> {
    let mut words = statement.items.iter().map(Item::word);
    words.next().flatten().filter(|word| *word == "piece")?;
    words.next().flatten()
}

/// Returns the place of a statement with its block.
fn whole(statement: &Statement) -> Range<usize> {
    let start = statement.span.range().start;
    start..statement.block.as_ref().map_or(statement.span, |block| block.span).range().end
}

/// Returns all items in a statement and its block.
fn every_item(statement: &Statement) -> Vec<&Item> {
    every(std::slice::from_ref(statement)).into_iter().flat_map(items).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
