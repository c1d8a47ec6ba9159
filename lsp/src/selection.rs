//! Selection ranges around a position, and symbols of all files.

use super::documents::{Document, Workspace};
use super::navigation::{ReadRules, near};
use super::symbols::{kind, word_of};
use ferz_core::base::source::Span;
use ferz_lang::outline::{self, SymbolKind};
use ferz_syntax::syntax::ast::{Block, Item, Row};
use lsp_types::{Location, OneOf, Position, SelectionRange, WorkspaceSymbol};

/// The maximum number of listed symbols.
const MAX_SYMBOLS: usize = 1000;

/// Returns the nested ranges around a position: the item, the statement, the statement with its block, and so on.
pub(super) fn around(document: &Document, position: Position) -> SelectionRange {
    let at = document.text.at(position);
    let holds = |span: Span| span.start as usize <= at && at <= span.end as usize;
    let mut spans = vec![Span::new(0, 0, document.text.body().len())];
    for statement in document.outline().tree.every_statement() {
        let block = statement.block();
        let inner = block.map(|block| Span::new(0, block.open().end as usize, block.span().end as usize - 1));
        let rows = block.into_iter().flat_map(Block::rows).map(Row::span);
        let all = [statement.whole(), statement.span()].into_iter().chain(inner).chain(rows);
        spans.extend(all.filter(|span| holds(*span)));
        let items = statement.every_item().into_iter().map(Item::span);
        spans.extend(items.filter(|span| holds(*span)));
    }
    // The ranges must lie in each other.
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    spans.dedup();
    let mut found: Option<SelectionRange> = None;
    let mut last = 0..usize::MAX;
    for span in spans.into_iter().map(|span| span.range()) {
        if last.start <= span.start && span.end <= last.end {
            last = span.clone();
            let range = document.text.range(span.start, span.end);
            found = Some(SelectionRange { range, parent: found.map(Box::new) });
        }
    }
    found.unwrap_or(SelectionRange { range: document.text.range(at, at), parent: None })
}

/// Returns the declared names that match a query, from all files nearby. A name matches if it contains the letters of the
/// query in their order.
pub(super) fn everywhere(workspace: &Workspace, query: &str) -> Vec<WorkspaceSymbol> {
    let wanted = query.to_lowercase();
    near(workspace).iter().flat_map(|rules| of_file(rules, &wanted)).take(MAX_SYMBOLS).collect()
}

fn of_file(rules: &ReadRules, wanted: &str) -> Vec<WorkspaceSymbol> {
    let matches = |name: &str| {
        let name = name.to_lowercase();
        let mut letters = name.chars();
        wanted.chars().all(|wanted| letters.any(|letter| letter == wanted))
    };
    let symbols = rules.outline.symbols.iter().filter(|symbol| {
        let is_named = symbol.declared.is_some() && !symbol.amends && symbol.kind != SymbolKind::Value;
        is_named && (matches(&symbol.name) || matches(&symbol.text))
    });
    let Some(Ok(uri)) = rules.uri.as_ref().map(|uri| uri.parse::<lsp_types::Uri>()) else {
        return Vec::new();
    };
    let symbol = |symbol: &outline::Symbol| {
        let word = if let SymbolKind::Word(keyword) = symbol.kind { word_of(keyword) } else { "place" };
        WorkspaceSymbol {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            container_name: Some(word.to_owned()),
            location: OneOf::Left(Location::new(uri.clone(), rules.text.span(symbol.place))),
            data: None,
        }
    };
    symbols.map(symbol).collect()
}
