//! The squares of drawings in which a token appears, and its declaration.

use super::documents::Document;
use ferz_core::base::source::Span;
use ferz_lang::outline::{self, Outline};
use ferz_syntax::syntax::{Item, Statement};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, LinkedEditingRanges, Position};

/// The places of one token: its declarations, and the squares of drawings.
struct TokenPlaces {
    declared: Vec<Span>,
    squares: Vec<Span>,
}

/// Returns the token that a statement declares.
fn declared(statement: &Statement) -> Option<&Item> {
    let items = match statement.items.as_slice() {
        [first, rest @ ..] if matches!(first.word(), Some("add" | "change")) => rest,
        all => all,
    };
    let token = match items.first()?.word()? {
        "piece" | "stage" => items.get(2),
        "token" => items.get(1),
        _ => None,
    };
    token.filter(|item| item.word().is_some_and(|word| word != "royal"))
}

/// Returns the token on the square of a drawing at an offset, unless the offset is in the stage after the token.
pub(super) fn square(outline: &Outline, at: usize) -> Option<&str> {
    let holds = |span: Span| span.start as usize <= at && at <= span.end as usize;
    let blocks = outline::every(&outline.statements).into_iter().filter_map(|one| one.block.as_ref());
    let mut squares = blocks.flat_map(|block| &block.rows).flat_map(|row| &row.squares);
    let square = squares.find(|square| holds(square.span))?;
    let (token, stage) = square.value.split_once('.').unwrap_or((&square.value, ""));
    if !stage.is_empty() && at > square.span.start as usize + token.len() {
        return None;
    }
    let token = if token.is_empty() { square.value.as_str() } else { token };
    (!matches!(token, "." | "*")).then_some(token)
}

/// Returns the place that declares a token. A token in lower case is Black's.
pub(super) fn declaration(outline: &Outline, token: &str) -> Option<Span> {
    let all = outline::every(&outline.statements).into_iter().filter_map(declared);
    let of_black = |item: &&Item| item.word().is_some_and(|word| word.to_lowercase() == token);
    let own = all.clone().find(|item| item.word() == Some(token));
    own.or_else(|| all.clone().find(of_black)).map(|item| item.span)
}

/// Returns the places of the token at an offset.
fn places(outline: &Outline, at: usize) -> Option<TokenPlaces> {
    let statements = outline::every(&outline.statements);
    let holds = |span: Span| span.start as usize <= at && at <= span.end as usize;
    let tokens = statements.iter().filter_map(|one| declared(one));
    let squares = statements.iter().filter_map(|one| one.block.as_ref());
    let squares = squares.flat_map(|block| &block.rows).flat_map(|row| &row.squares);
    let own = tokens.clone().find(|item| holds(item.span)).and_then(Item::word);
    let token = own.or_else(|| square(outline, at))?;
    Some(TokenPlaces {
        declared: tokens.filter(|item| item.word() == Some(token)).map(|item| item.span).collect(),
        squares: squares.filter(|square| square.value == token).map(|square| square.span).collect(),
    })
}

/// Returns the declaration of a token and the squares that contain it, which the editor changes together.
pub(super) fn linked(document: &Document, position: Position) -> Option<LinkedEditingRanges> {
    let places = places(document.outline(), document.text.at(position))?;
    // A token that another file declares cannot be changed here alone.
    let is_own = places.declared.len() == 1 && !places.squares.is_empty();
    let all = places.declared.into_iter().chain(places.squares);
    let ranges = all.map(|span| document.text.span(span)).collect();
    is_own.then_some(LinkedEditingRanges { ranges, word_pattern: Some("[A-Za-z+][A-Za-z0-9.]*".to_owned()) })
}

/// Returns all places of the token at a position.
pub(super) fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let Some(places) = places(document.outline(), document.text.at(position)) else { return Vec::new() };
    let highlight =
        |kind| move |span| DocumentHighlight { range: document.text.span(span), kind: Some(kind) };
    let declared = places.declared.into_iter().map(highlight(DocumentHighlightKind::WRITE));
    declared.chain(places.squares.into_iter().map(highlight(DocumentHighlightKind::READ))).collect()
}
