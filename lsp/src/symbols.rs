//! The symbols of a document, and its foldable ranges.

use super::documents::Document;
use ferz_lang::outline::{Symbol, SymbolKind};
use ferz_syntax::vocabulary::{self, Keyword};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind as Kind};

/// Returns the symbols of a document as a tree. The symbols of a block are children of the statement to which the block
/// belongs.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let all = &document.outline().symbols;
    // Children come after their parent. Going backward, each symbol is complete when it is moved into its parent.
    let mut built: Vec<Option<DocumentSymbol>> =
        all.iter().map(|symbol| Some(translated(document, symbol))).collect();
    for at in (0..all.len()).rev() {
        if let Some(children) = built[at].as_mut().and_then(|symbol| symbol.children.as_mut()) {
            children.reverse();
        }
        let parent = all[at].parent.filter(|parent| *parent < at);
        if let Some(parent) = parent
            && let Some(symbol) = built[at].take()
            && let Some(around) = &mut built[parent]
        {
            around.children.get_or_insert_default().push(symbol);
        }
    }
    built.into_iter().flatten().collect()
}

fn translated(document: &Document, symbol: &Symbol) -> DocumentSymbol {
    let range = document.text.span(symbol.whole);
    let place = document.text.span(symbol.place);
    let shown = if symbol.name.is_empty() { "?" } else { &symbol.name };
    let word = match symbol.kind {
        SymbolKind::Word(keyword) => word_of(keyword),
        SymbolKind::Value if symbol.is_default => "default",
        SymbolKind::Value | SymbolKind::Place | SymbolKind::Line => "",
    };
    let detail = [word, symbol.text.as_str()].into_iter().filter(|part| !part.is_empty() && *part != shown);
    let detail = detail.collect::<Vec<_>>().join(" · ");
    #[allow(deprecated, reason = "the field has to be given")]
    DocumentSymbol {
        name: shown.to_owned(),
        detail: (!detail.is_empty()).then_some(detail),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range,
        // An editor rejects a symbol whose name is outside its range.
        selection_range: if range.start <= place.start && place.end <= range.end { place } else { range },
        children: None,
    }
}

/// Returns the text of a keyword.
pub(super) fn word_of(keyword: Keyword) -> &'static str {
    vocabulary::WORDS.iter().find(|row| row.keyword == keyword).map_or("", |row| row.text)
}

pub(super) fn kind(kind: SymbolKind) -> Kind {
    match kind {
        SymbolKind::Value => Kind::ENUM_MEMBER,
        SymbolKind::Place => Kind::KEY,
        SymbolKind::Line => Kind::EVENT,
        SymbolKind::Word(Keyword::Variant) => Kind::MODULE,
        SymbolKind::Word(Keyword::Piece | Keyword::Family) => Kind::CLASS,
        SymbolKind::Word(Keyword::Stage) => Kind::STRUCT,
        SymbolKind::Word(Keyword::Group) => Kind::INTERFACE,
        SymbolKind::Word(Keyword::Region | Keyword::Cell) => Kind::CONSTANT,
        SymbolKind::Word(Keyword::Switch) => Kind::ENUM,
        SymbolKind::Word(Keyword::Action) => Kind::FUNCTION,
        SymbolKind::Word(Keyword::Right) => Kind::BOOLEAN,
        SymbolKind::Word(Keyword::Array) => Kind::ARRAY,
        SymbolKind::Word(Keyword::Source) => Kind::FILE,
        SymbolKind::Word(_) => Kind::NAMESPACE,
    }
}

/// Returns the ranges that an editor can fold: blocks and comments of several lines.
pub(super) fn folds(document: &Document) -> Vec<FoldingRange> {
    let fold = |start_line: u32, end_line: u32, kind| {
        (start_line < end_line).then(|| FoldingRange {
            start_line,
            end_line,
            kind,
            ..FoldingRange::default()
        })
    };
    let tree = &document.outline().tree;
    let blocks = tree.every_statement().filter_map(|statement| {
        let block = document.text.span(statement.block()?.span());
        // The line of the closing brace stays visible.
        fold(block.start.line, block.end.line.saturating_sub(1).max(block.start.line), None)
    });
    let mut all: Vec<FoldingRange> = blocks.collect();
    let alone = tree.comments().into_iter().filter(|comment| comment.is_alone);
    let lines: Vec<u32> = alone.map(|comment| document.text.span(comment.token.span).start.line).collect();
    for run in lines.chunk_by(|line, next| line + 1 == *next) {
        all.extend(fold(run[0], run[run.len() - 1], Some(FoldingRangeKind::Comment)));
    }
    all.sort_by_key(|fold| (fold.start_line, fold.end_line));
    all
}
