//! Tables and drawings: which parts of neighboring lines stand below each other.
//!
//! Three shapes of statements make tables with their neighbors of the same shape: the values of a switch (value, moves,
//! text, the rest), what stands before and after a colon, and statements that begin with the same word and go on with as
//! many words up to a text, a move string, a bracket or `=`. A column is left ragged where aligning it would tear a hole.

use super::{Entry, PrintedToken, Rule};

/// The widest hole that aligning may tear.
const HOLE: usize = 24;

/// The form of an entry. Entries of one form share a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape<'a> {
    Value,
    Colon,
    /// The first word, how many there are, and what follows them.
    Words(&'a str, usize, Rule),
    /// A row of a drawing.
    Row,
    /// A statement that stands in none.
    Alone,
    /// A comment or a blank line.
    Note,
}

/// The lines of some entries, those with only one aligned.
pub(super) fn lines(mut entries: Vec<Entry>) -> Vec<String> {
    for table in entries.chunk_by_mut(|a, b| a.shape == b.shape) {
        if matches!(table[0].shape, Shape::Value | Shape::Colon | Shape::Words(..)) {
            align(table);
        }
    }
    drawing(&mut entries);
    comments(&mut entries);
    entries.into_iter().flat_map(|entry| entry.lines).collect()
}

/// Puts the columns of a table below each other.
fn align(table: &mut [Entry]) {
    let count = table.iter().map(|entry| entry.cells.len()).max().unwrap_or(0);
    let width = |at: usize| {
        let column = table.iter().filter_map(|entry| entry.cells.get(at)).map(|cell| columns(cell));
        let widest = column.clone().max().unwrap_or(0);
        let narrowest = column.filter(|width| *width > 0).min().unwrap_or(0);
        if widest - narrowest <= HOLE { widest } else { 0 }
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    for entry in table {
        let gap = if entry.shape == Shape::Value { "  " } else { " " };
        let cells = entry.cells.iter().zip(&widths).filter(|(cell, width)| !cell.is_empty() || **width > 0);
        let cells: Vec<String> = cells.map(|(cell, width)| fill(cell, *width)).collect();
        entry.lines = vec![cells.join(gap).trim_end().to_owned()];
    }
}

/// The shape of a statement that has only one line, and its cells.
pub(super) fn cells<'a>(items: &[PrintedToken<'a>], in_switch: bool) -> (Shape<'a>, Vec<String>) {
    let shape = if in_switch { Some(value(items)) } else { colon(items).or_else(|| words(items)) };
    let (shape, ends) = shape.unwrap_or((Shape::Alone, Vec::new()));
    let mut start = 0;
    let cell = |end| print(&items[std::mem::replace(&mut start, end)..end]);
    (shape, ends.into_iter().chain([items.len()]).map(cell).collect())
}

/// The value and its mark, its moves, its text; each may be missing but the first.
fn value<'a>(items: &[PrintedToken<'a>]) -> (Shape<'a>, Vec<usize>) {
    let is = |at: usize, rule: Rule| usize::from(items.get(at).is_some_and(|word| word.rule == rule));
    let marked = 1 + usize::from(items.get(1).is_some_and(|word| word.text == "*"));
    let moved = marked + is(marked, Rule::betza);
    (Shape::Value, vec![marked, moved, moved + is(moved, Rule::text)])
}

/// Returns the items before a colon and those after it.
fn colon<'a>(items: &[PrintedToken<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let at = items.iter().position(|word| word.rule == Rule::symbol && word.text == ":")?;
    let plain = |word: &PrintedToken| matches!(word.rule, Rule::word | Rule::number | Rule::symbol);
    (at > 0 && at + 1 < items.len() && items[..at].iter().all(plain)).then(|| (Shape::Colon, vec![at + 1]))
}

/// The words up to the first item of another kind, each for itself, and that item.
fn words<'a>(items: &[PrintedToken<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let count = items.iter().take_while(|word| matches!(word.rule, Rule::word | Rule::number)).count();
    let first = items.first().filter(|_| count > 0)?.text;
    let next = items.get(count)?;
    let end = match next.rule {
        Rule::text => count + 1 + 2 * more_texts(&items[count + 1..]),
        Rule::betza => count + 1,
        Rule::open_list | Rule::open_group => count + bracketed(&items[count..]),
        Rule::symbol if next.text == "=" => count + 1,
        _ => return None,
    };
    Some((Shape::Words(first, count, next.rule), (1..=count).chain([end]).collect()))
}

/// Returns the number of further texts with a comma before each.
fn more_texts(items: &[PrintedToken]) -> usize {
    let is_one = |pair: &&[PrintedToken]| matches!(pair, [comma, text] if comma.text == "," && text.rule == Rule::text);
    items.chunks(2).take_while(is_one).count()
}

/// Returns the number of items in the bracket that they begin with.
fn bracketed(items: &[PrintedToken]) -> usize {
    let mut depth = 0usize;
    let closes = |word: &PrintedToken| {
        match word.rule {
            Rule::open_list | Rule::open_group => depth += 1,
            Rule::close_list | Rule::close_group => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    items.iter().position(closes).map_or(items.len(), |last| last + 1)
}

fn print(items: &[PrintedToken]) -> String {
    let words = items.iter().map(|word| format!("{}{}", if word.apart { " " } else { "" }, word.text));
    words.collect::<String>().trim_start().to_owned()
}

/// Prints the rows, all columns of a block's drawing as wide as its widest square.
fn drawing(entries: &mut [Entry]) {
    let rows = entries.iter().filter(|entry| entry.shape == Shape::Row);
    let (mut rank, mut square) = (0, 0);
    for cells in rows.map(|row| &row.cells) {
        rank = cells.iter().take(1).map(|cell| columns(cell)).fold(rank, usize::max);
        square = cells.iter().skip(1).map(|cell| columns(cell)).fold(square, usize::max);
    }
    let [rank, square] = [rank, square].map(|widest| if widest <= HOLE { widest } else { 0 });
    for row in entries.iter_mut().filter(|entry| entry.shape == Shape::Row) {
        let Some((first, squares)) = row.cells.split_first() else { continue };
        let squares: Vec<String> = squares.iter().map(|written| fill(written, square)).collect();
        row.lines = vec![format!("{first:>rank$} | {}", squares.join(" ")).trim_end().to_owned()];
    }
}

/// The text with blanks after it up to a width.
fn fill(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

/// Puts the comments of neighboring lines below each other.
fn comments(entries: &mut [Entry]) {
    for run in entries.chunk_by_mut(|a, b| has_comment(a) == has_comment(b)) {
        let widths = run.iter().filter(|entry| has_comment(entry)).map(|entry| columns(&entry.lines[0]));
        let widest = widths.clone().max().unwrap_or(0);
        let column = if widest - widths.min().unwrap_or(0) <= HOLE { widest } else { 0 };
        for entry in run {
            let column = if has_comment(entry) { column } else { 0 };
            if let (Some(comment), Some(line)) = (entry.comment, entry.lines.last_mut()) {
                *line = format!("{}  {comment}", fill(line, column));
            }
        }
    }
}

/// Returns true if a comment follows a one-line entry.
fn has_comment(entry: &Entry) -> bool {
    entry.comment.is_some() && !entry.cells.is_empty()
}

/// Returns the number of columns of a text.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}
