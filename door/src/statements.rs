//! The statements of a rule text as data, for programs that edit the text.
//!
//! [`StatementTree`] serializes the typed views of the syntax tree with their places. It has no meaning of its own, and
//! a text with errors has a tree, too.

use ferz_lang::syntax::ast::{Block, Item, Row, Statement};
use ferz_lang::syntax::{self, Token};
use serde::Serialize;
use std::ops::Range;

/// A part of the text: the offsets of its start and its end in UTF-16 code units, which JavaScript counts.
type TextPlace = (usize, usize);

/// The statements of a rule text with the places of their parts. It serializes to JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct StatementTree(Vec<StatementPart>);

#[derive(Clone, Debug, Serialize)]
struct StatementPart {
    items: Vec<ItemData>,
    /// The place of the items, without the block.
    place: TextPlace,
    /// The place of the statement with its block.
    whole: TextPlace,
    block: Option<BlockPart>,
}

#[derive(Clone, Debug, Serialize)]
struct BlockPart {
    place: TextPlace,
    statements: Vec<StatementPart>,
    rows: Vec<RowPart>,
}

/// A row of a drawing.
#[derive(Clone, Debug, Serialize)]
struct RowPart {
    rank: u32,
    place: TextPlace,
    squares: Vec<DrawnSquare>,
}

#[derive(Clone, Debug, Serialize)]
struct DrawnSquare {
    mark: String,
    place: TextPlace,
}

#[derive(Clone, Debug, Serialize)]
struct ItemData {
    kind: &'static str,
    /// The source of the item, without the quotation marks of a text or a notation.
    text: String,
    place: TextPlace,
    /// The items between brackets.
    items: Vec<ItemData>,
}

impl StatementTree {
    /// Reads the statements of a text. Errors are left to the check.
    ///
    /// ```
    /// let tree = serde_json::to_value(ferz::StatementTree::of("piece king K `K`\n")).unwrap();
    /// assert_eq!(tree[0]["items"][3]["text"], "K");
    /// assert_eq!(tree[0]["place"], serde_json::json!([0, 16]));
    /// ```
    pub fn of(text: &str) -> StatementTree {
        let tree = syntax::parse(0, text);
        let source = PlacedText { text, offsets: offsets(text) };
        StatementTree(tree.statements().map(|one| source.statement(one)).collect())
    }
}

/// Returns the number of UTF-16 code units before each byte of a text, and before its end.
fn offsets(text: &str) -> Vec<u32> {
    let mut offsets = Vec::with_capacity(text.len() + 1);
    let mut units = 0;
    for letter in text.chars() {
        offsets.extend(std::iter::repeat_n(units, letter.len_utf8()));
        units += letter.len_utf16() as u32;
    }
    offsets.push(units);
    offsets
}

struct PlacedText<'a> {
    text: &'a str,
    offsets: Vec<u32>,
}

impl PlacedText<'_> {
    fn place(&self, part: Range<usize>) -> TextPlace {
        let offset =
            |at: usize| self.offsets.get(at).or(self.offsets.last()).map_or(0, |units| *units as usize);
        (offset(part.start), offset(part.end))
    }

    fn statement(&self, one: Statement) -> StatementPart {
        StatementPart {
            items: one.items().map(|item| self.item(item)).collect(),
            place: self.place(one.span().range()),
            whole: self.place(one.whole().range()),
            block: one.block().map(|block| self.block(block)),
        }
    }

    fn block(&self, block: Block) -> BlockPart {
        BlockPart {
            place: self.place(block.span().range()),
            statements: block.statements().map(|one| self.statement(one)).collect(),
            rows: block.rows().map(|row| self.row(row)).collect(),
        }
    }

    fn row(&self, row: Row) -> RowPart {
        let square = |token: Token| DrawnSquare {
            mark: token.text.trim_matches(',').to_owned(),
            place: self.place(token.span.range()),
        };
        RowPart {
            rank: row.rank().and_then(|rank| rank.text.parse().ok()).unwrap_or(0),
            place: self.place(row.span().range()),
            squares: row.squares().map(square).collect(),
        }
    }

    fn item(&self, item: Item) -> ItemData {
        let part = item.span().range();
        let written = self.text.get(part.clone()).unwrap_or_default();
        let (kind, text) = match item {
            Item::Word(_) => ("word", written.to_owned()),
            Item::Number(_) => ("number", written.to_owned()),
            Item::Text(text) => ("text", text.content()),
            Item::Betza(_) => ("notation", written.trim_matches('`').to_owned()),
            Item::List(_) => ("list", written.to_owned()),
            Item::Marks(_) => ("marks", written.to_owned()),
            Item::Group(_) => ("group", written.to_owned()),
            Item::Symbol(_) => ("symbol", written.to_owned()),
        };
        let inner = item.inner().into_iter().flat_map(|inner| inner.items());
        let items = inner.map(|item| self.item(item)).collect();
        ItemData { kind, text, place: self.place(part), items }
    }
}
