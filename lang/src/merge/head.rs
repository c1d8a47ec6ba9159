//! The heads of pieces and stages, which are split so that a change replaces only the parts that it names.
//!
//! [`spread`] moves the parts of a head to lines of the block. After the change has been applied to the block,
//! [`gather`] moves them back.

use crate::base::source::Span;
use crate::statement::Line;
use crate::syntax::{Block, Item, ItemKind, Statement};
use crate::vocabulary::Keyword;
use std::sync::Arc;

/// The parts of a head that were moved to lines of the block.
pub(super) struct FirstLine {
    parts: Vec<Span>,
    /// The items after these parts, such as marks.
    rest: Vec<Item>,
    span: Span,
    poisoned: bool,
}

/// Moves the token, the moves, and the rank in the head of a piece or stage to lines of its block. Returns `None`
/// for other statements.
pub(super) fn spread(statement: &mut Statement) -> Option<FirstLine> {
    if !matches!(Line::of(statement).keyword(), Some(Keyword::Piece | Keyword::Stage)) {
        return None;
    }
    let mut items = statement.items.iter().skip(2).cloned().peekable();
    let mut parts: Vec<Vec<Item>> = Vec::new();
    let is_token = |item: &Item| item.word().is_some_and(|word| !matches!(word, "royal" | "cite"));
    if let Some(token) = items.next_if(is_token) {
        let word = Item::new(ItemKind::Word("token".to_owned()), token.span);
        parts.push(vec![word, token]);
    }
    parts.extend(items.next_if(|item| matches!(item.kind, ItemKind::Betza(_))).map(|moves| vec![moves]));
    if let Some(royal) = items.next_if(|item| item.word() == Some("royal")) {
        let rank = items.next_if(|item| matches!(item.kind, ItemKind::Number(_)));
        parts.push([royal].into_iter().chain(rank).collect());
    }
    let rest: Vec<Item> = items.collect();
    let Statement { span, poisoned, .. } = *statement;
    let lines = parts.into_iter().filter_map(|items| {
        let span = items.first()?.span.to(items.last()?.span);
        Some(Statement { items: Arc::new(items), block: None, span, poisoned })
    });
    let lines: Vec<Statement> = lines.collect();
    let parts = lines.iter().map(|line| line.span).collect();
    if !lines.is_empty() {
        let nowhere = || Block { span: span.after(), open: span.after(), ..Block::default() };
        let block = statement.block.get_or_insert_with(nowhere);
        block.statements.splice(0..0, lines);
    }
    Arc::make_mut(&mut statement.items).truncate(2);
    Some(FirstLine { parts, rest, span, poisoned })
}

/// Moves the remaining and the changed parts of a head back from the block. If a part has changed, or the change has
/// marks, the statement stands where the change does.
///
/// If the change only cites, its marks are added to the inherited ones.
pub(super) fn gather(statement: &mut Statement, inherited: FirstLine, own: FirstLine, cites: bool) {
    let is_part = |line: &Statement| [&inherited, &own].iter().any(|head| head.parts.contains(&line.span));
    let mut parts = Vec::new();
    if let Some(block) = &mut statement.block {
        (parts, block.statements) = std::mem::take(&mut block.statements).into_iter().partition(is_part);
        if block.statements.is_empty() && block.span.start == block.span.end {
            statement.block = None;
        }
    }
    let is_kept = own.parts.is_empty() && parts.len() == inherited.parts.len();
    let of = |keyword: Option<Keyword>| {
        let mut all = parts.iter().filter(move |part| Line::of(part).keyword() == keyword);
        all.next().map_or(&[][..], |part| part.items.as_slice())
    };
    let token = of(Some(Keyword::Token)).get(1..).unwrap_or_default();
    let items = Arc::make_mut(&mut statement.items);
    items.extend([token, of(None), of(Some(Keyword::Royal))].concat());
    // The source of a replaced part does not support its replacement, so marks are kept only if nothing changed.
    if own.rest.is_empty() && is_kept {
        items.extend(inherited.rest);
        return;
    }
    items.extend(match own.rest.first() {
        Some(marks) if cites && is_kept => vec![with_marks(inherited.rest.last(), marks.clone())],
        Some(_) | None => own.rest,
    });
    (statement.span, statement.poisoned) = (own.span, own.poisoned);
}

/// Adds marks to inherited ones.
pub(super) fn with_marks(inherited: Option<&Item>, own: Item) -> Item {
    let is_marks = |item: &&Item| matches!(item.kind, ItemKind::Marks(_));
    let mut all: Vec<Item> = inherited.filter(is_marks).and_then(Item::list).unwrap_or_default().to_vec();
    let new = own.list().unwrap_or_default().iter();
    let new: Vec<Item> =
        new.filter(|mark| all.iter().all(|old| old.word() != mark.word())).cloned().collect();
    all.extend(new);
    Item { kind: ItemKind::Marks(all), ..own }
}

/// Removes a mark from a statement. Returns false if the statement does not have it.
pub(super) fn drop_mark(statement: &mut Statement, mark: &Item) -> bool {
    let Some(marks) = Line::of(statement).marks() else { return false };
    let mut all = marks.list().unwrap_or_default().to_vec();
    let before = all.len();
    all.retain(|own| own.word() != mark.word());
    let is_found = all.len() < before;
    let left = Item { kind: ItemKind::Marks(all), ..marks.clone() };
    let items = Arc::make_mut(&mut statement.items);
    items.pop();
    items.extend((!left.list().unwrap_or_default().is_empty()).then_some(left));
    is_found
}
