//! Semantic tokens, which classify the words of a document for highlighting.

use super::documents::Document;
use ferz_core::base::source::Span;
use ferz_lang::outline::{self, NameKind, Outline, SymbolKind};
use ferz_syntax::syntax::{Item, ItemKind, Statement};
use ferz_syntax::vocabulary::{self, Keyword};
use lsp_types::{SemanticToken, SemanticTokens};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The types of tokens, in the order of the legend.
#[derive(Clone, Copy)]
enum TokenKind {
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

/// The name of each [`TokenKind`] in the protocol.
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

/// The tokens by start offset. The value holds the length, the kind, and the modifiers.
type TokensByStart = BTreeMap<usize, (usize, TokenKind, u32)>;

/// Returns the tokens of a document.
pub(super) fn tokens(document: &Document) -> SemanticTokens {
    let outline = document.outline();
    let mut found = TokensByStart::new();
    lexical(document.text.body(), &mut found);
    let mut add = |span: Span, kind, modifiers| {
        let range = span.range();
        found.entry(range.start).or_insert((range.len(), kind, modifiers));
    };
    for statement in outline::every(&outline.statements) {
        words(statement, &mut add);
        for row in statement.block.iter().flat_map(|block| &block.rows) {
            add(row.rank.span, TokenKind::Number, 0);
            let pieces = row.squares.iter().filter(|square| !matches!(square.value.as_str(), "." | "*"));
            pieces.for_each(|square| add(square.span, TokenKind::Piece, 0));
        }
    }
    names(outline, &mut add);
    encoded(document, &found)
}

/// Finds the comments, texts, and notations. Each of them ends on the line where it begins.
fn lexical(text: &str, found: &mut TokensByStart) {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let bare = line.trim_end_matches(['\n', '\r']);
        let mut at = 0;
        while let Some(next) = bare[at..].find(['#', '"', '`']).map(|next| at + next) {
            let (end, kind) = match bare.as_bytes()[next] {
                b'#' => (bare.len(), TokenKind::Comment),
                quote => {
                    let close = bare[next + 1..].find(char::from(quote));
                    let end = close.map_or(bare.len(), |close| next + close + 2);
                    (end, if quote == b'"' { TokenKind::Text } else { TokenKind::Notation })
                }
            };
            found.insert(start + next, (end - next, kind, 0));
            at = end;
        }
        start += line.len();
    }
}

/// Finds the keywords, numbers, and marks of a statement.
fn words(statement: &Statement, add: &mut impl FnMut(Span, TokenKind, u32)) {
    let is_head = |item: &Item| item.word().and_then(vocabulary::find).is_some();
    for item in statement.items.iter().take_while(|item| is_head(item)) {
        add(item.span, TokenKind::Keyword, 0);
        if !matches!(item.word(), Some("add" | "change" | "remove")) {
            break;
        }
    }
    for item in outline::items(statement) {
        match &item.kind {
            ItemKind::Number(_) => add(item.span, TokenKind::Number, 0),
            ItemKind::Marks(keys) => keys.iter().for_each(|key| add(key.span, TokenKind::Mark, 0)),
            ItemKind::Word(_) | ItemKind::Text(_) | ItemKind::Betza(_) => {}
            ItemKind::List(_) | ItemKind::Group(_) | ItemKind::Symbol(_) => {}
        }
    }
}

/// Finds the names of the outline. A name that the file does not declare counts as a keyword if it is a word of the
/// language.
fn names(outline: &Outline, add: &mut impl FnMut(Span, TokenKind, u32)) {
    let mut kinds: BTreeMap<&str, TokenKind> = BTreeMap::new();
    for symbol in outline.symbols.iter().filter(|symbol| symbol.declared.is_some()) {
        let kind = match symbol.kind {
            SymbolKind::Word(Keyword::Piece | Keyword::Family | Keyword::Group | Keyword::Stage) => {
                TokenKind::Piece
            }
            SymbolKind::Word(Keyword::Region | Keyword::Cell) => TokenKind::Region,
            SymbolKind::Word(_) | SymbolKind::Value | SymbolKind::Place | SymbolKind::Line => TokenKind::Name,
        };
        kinds.entry(&symbol.name).or_insert(kind);
    }
    let language = vocabulary::all_inner();
    for one in &outline.occurrences {
        let kind = match one.name.kind {
            NameKind::Key => TokenKind::Mark,
            NameKind::Switch => TokenKind::Switch,
            NameKind::Value => TokenKind::Value,
            NameKind::Game | NameKind::Source | NameKind::Array => TokenKind::Name,
            NameKind::Other => match kinds.get(one.name.full.as_str()) {
                Some(kind) => *kind,
                None if language.contains(&one.name.full.as_str()) => TokenKind::Keyword,
                None => TokenKind::Name,
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
