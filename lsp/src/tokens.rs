//! Semantic tokens, which classify the words of a document for highlighting.

use super::documents::Document;
use ferz_core::base::source::Span;
use ferz_lang::outline::{NameKind, Outline, SymbolKind};
use ferz_syntax::syntax::TokenKind;
use ferz_syntax::syntax::ast::{Block, Item, Statement};
use ferz_syntax::vocabulary::{self, Keyword};
use lsp_types::{SemanticToken, SemanticTokens};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The types of tokens, in the order of the legend.
#[derive(Clone, Copy)]
enum TokenColor {
    Keyword,
    Comment,
    Text,
    Notation,
    Number,
    Mark,
    Piece,
    Region,
    Switch,
    Value,
    Name,
}

/// The name of each [`TokenColor`] in the protocol.
#[rustfmt::skip]
const KINDS: [&str; 11] = [
    "keyword", "comment", "string", "regexp", "number", "decorator", "class", "type", "enum",
    "enumMember", "variable",
];
/// The bit of the modifier `declaration`.
const DECLARATION: u32 = 1;

/// Returns the legend: the names of the token types and modifiers.
pub(super) fn legend() -> Value {
    json!({ "tokenTypes": KINDS, "tokenModifiers": ["declaration"] })
}

/// The tokens by start offset. The value holds the length, the color, and the modifiers.
type TokensByStart = BTreeMap<usize, (usize, TokenColor, u32)>;

/// Returns the tokens of a document.
pub(super) fn tokens(document: &Document) -> SemanticTokens {
    let outline = document.outline();
    let mut found = TokensByStart::new();
    let mut add = |span: Span, color, modifiers| {
        let range = span.range();
        found.entry(range.start).or_insert((range.len(), color, modifiers));
    };
    for token in outline.tree.tokens() {
        let color = match token.kind {
            TokenKind::Comment => Some(TokenColor::Comment),
            kind if kind.is_text() => Some(TokenColor::Text),
            kind => kind.is_betza().then_some(TokenColor::Notation),
        };
        color.into_iter().for_each(|color| add(token.span, color, 0));
    }
    for statement in outline.tree.every_statement() {
        words(statement, &mut add);
        for row in statement.block().into_iter().flat_map(Block::rows) {
            row.rank().into_iter().for_each(|rank| add(rank.span, TokenColor::Number, 0));
            let pieces = row.squares().filter(|square| !matches!(square.text, "." | "*"));
            pieces.for_each(|square| add(square.span, TokenColor::Piece, 0));
        }
    }
    names(outline, &mut add);
    encoded(document, &found)
}

/// Finds the keywords, numbers, and marks of a statement.
fn words(statement: Statement, add: &mut impl FnMut(Span, TokenColor, u32)) {
    let is_head = |item: &Item| item.word().and_then(vocabulary::find).is_some();
    for item in statement.items().take_while(is_head) {
        add(item.span(), TokenColor::Keyword, 0);
        if !matches!(item.word(), Some("add" | "change" | "remove")) {
            break;
        }
    }
    for item in statement.every_item() {
        match item {
            Item::Number(number) => add(number.span, TokenColor::Number, 0),
            Item::Marks(keys) => keys.entries().for_each(|key| add(key.span(), TokenColor::Mark, 0)),
            Item::Word(_) | Item::Text(_) | Item::Betza(_) => {}
            Item::List(_) | Item::Group(_) | Item::Symbol(_) => {}
        }
    }
}

/// Finds the names of the outline. A name that the file does not declare counts as a keyword if it is a word of the
/// language.
fn names(outline: &Outline, add: &mut impl FnMut(Span, TokenColor, u32)) {
    let mut kinds: BTreeMap<&str, TokenColor> = BTreeMap::new();
    for symbol in outline.symbols.iter().filter(|symbol| symbol.declared.is_some()) {
        let kind = match symbol.kind {
            SymbolKind::Word(Keyword::Piece | Keyword::Family | Keyword::Group | Keyword::Stage) => {
                TokenColor::Piece
            }
            SymbolKind::Word(Keyword::Region | Keyword::Cell) => TokenColor::Region,
            SymbolKind::Word(_) | SymbolKind::Value | SymbolKind::Place | SymbolKind::Line => {
                TokenColor::Name
            }
        };
        kinds.entry(&symbol.name).or_insert(kind);
    }
    let language = vocabulary::all_inner();
    for one in &outline.occurrences {
        let kind = match one.name.kind {
            NameKind::Key => TokenColor::Mark,
            NameKind::Switch => TokenColor::Switch,
            NameKind::Value => TokenColor::Value,
            NameKind::Game | NameKind::Source | NameKind::Array | NameKind::Reading => TokenColor::Name,
            NameKind::Other => match kinds.get(one.name.full.as_str()) {
                Some(kind) => *kind,
                None if language.contains(&one.name.full.as_str()) => TokenColor::Keyword,
                None => TokenColor::Name,
            },
        };
        add(one.span, kind, if one.declares { DECLARATION } else { 0 });
    }
}

/// Encodes tokens for the protocol: with relative positions in UTF-16 units. Tokens that overlap another or extend
/// across a line end are dropped.
fn encoded(document: &Document, found: &TokensByStart) -> SemanticTokens {
    let (mut line, mut start, mut end) = (0, 0, 0);
    let mut data = Vec::new();
    for (at, (length, kind, modifiers)) in found {
        let range = document.text.range(*at, at + length);
        let is_free = *at >= end && range.start.line == range.end.line && range.start < range.end;
        if !is_free {
            continue;
        }
        end = at + length;
        let delta_line = range.start.line - line;
        let delta_start = range.start.character - if delta_line == 0 { start } else { 0 };
        (line, start) = (range.start.line, range.start.character);
        let length = range.end.character - range.start.character;
        let (token_type, token_modifiers_bitset) = (*kind as u32, *modifiers);
        data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
    }
    SemanticTokens { result_id: None, data }
}
