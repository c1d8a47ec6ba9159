//! Tables and drawings: which parts of neighboring lines stand below each other.
//!
//! Three shapes of statements make tables with their neighbors of the same shape: the values of a switch (value, moves,
//! text, the rest), what stands before and after a colon, and statements that begin with the same word and go on with as
//! many words up to a text, a move string, a bracket or `=`. A column is left ragged where aligning it would tear a hole.

use super::layout::{Body, Entry, Row, Statement, Word, columns};
use crate::lang::syntax::scan::Kind;

/// The widest hole that aligning may tear.
const HOLE: usize = 24;

/// The line of each entry that has only one, its comment included; nothing for the others.
pub(super) fn lines(entries: &[Entry], in_switch: bool) -> Vec<String> {
    let mut lines = tables(entries, in_switch);
    drawings(entries, &mut lines);
    comments(entries, &mut lines);
    lines
}

/// What lets two statements stand in one table.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shape<'a> {
    Value,
    Colon,
    Words {
        first: &'a str,
        count: usize,
        then: Kind,
    },
    #[default]
    Alone,
}

fn tables(entries: &[Entry], in_switch: bool) -> Vec<String> {
    let shaped: Vec<(Shape, Vec<String>)> = entries.iter().map(|entry| cells(entry, in_switch)).collect();
    let mut lines = Vec::with_capacity(entries.len());
    for table in shaped.chunk_by(|(a, _), (b, _)| a == b && *a != Shape::Alone) {
        let gap = if table.iter().any(|(shape, _)| *shape == Shape::Value) { "  " } else { " " };
        let rows: Vec<&[String]> = table.iter().map(|(_, cells)| cells.as_slice()).collect();
        let widths = widths(&rows);
        lines.extend(rows.iter().map(|cells| join(cells, &widths, gap)));
    }
    lines
}

/// The width each column is filled to, zero where it stays ragged.
fn widths(rows: &[&[String]]) -> Vec<usize> {
    let count = rows.iter().map(|cells| cells.len()).max().unwrap_or(0);
    let column = |at: usize| rows.iter().filter_map(move |cells| cells.get(at)).map(|cell| columns(cell));
    let width = |at| {
        let widest = column(at).max().unwrap_or(0);
        let narrowest = column(at).filter(|width| *width > 0).min().unwrap_or(0);
        if widest - narrowest <= HOLE { widest } else { 0 }
    };
    (0..count).map(width).collect()
}

fn join(cells: &[String], widths: &[usize], gap: &str) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        if cell.is_empty() && *width == 0 {
            continue;
        }
        if !line.is_empty() {
            line.push_str(gap);
        }
        line.push_str(&fill(cell, *width));
    }
    line.truncate(line.trim_end().len());
    line
}

/// The shape of an entry and its cells.
fn cells<'a>(entry: &Entry<'a>, in_switch: bool) -> (Shape<'a>, Vec<String>) {
    let Entry::Statement(statement) = entry else { return (Shape::Alone, Vec::new()) };
    if !statement.is_one_line() {
        return (Shape::Alone, Vec::new());
    }
    let items = &statement.items;
    let (shape, ends) =
        if in_switch { value(items) } else { colon(items).or_else(|| words(items)).unwrap_or_default() };
    let mut cells: Vec<String> = Vec::new();
    let mut start = 0;
    for end in ends {
        cells.push(print(&items[start..end.max(start)]));
        start = end.max(start);
    }
    cells.push(print(&items[start..]));
    add_body(&mut cells, statement);
    (shape, cells)
}

/// The value and its mark, its moves, its text; each may be missing but the first.
fn value<'a>(items: &[Word<'a>]) -> (Shape<'a>, Vec<usize>) {
    let is = |at: usize, kind: Kind| usize::from(items.get(at).is_some_and(|word| word.kind == kind));
    let marked = 1 + usize::from(items.get(1).is_some_and(|word| word.written == "*"));
    let moved = marked + is(marked, Kind::Betza);
    let told = moved + is(moved, Kind::Text);
    (Shape::Value, vec![marked.min(items.len()), moved, told])
}

/// What stands before a colon and after it.
fn colon<'a>(items: &[Word<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let at = items.iter().position(|word| word.kind == Kind::Symbol && word.written == ":")?;
    let plain = |word: &Word| matches!(word.kind, Kind::Word | Kind::Number | Kind::Symbol);
    (at > 0 && at + 1 < items.len() && items[..at].iter().all(plain)).then(|| (Shape::Colon, vec![at + 1]))
}

/// The words up to the first item of another kind, each for itself, and that item.
fn words<'a>(items: &[Word<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let count = items.iter().take_while(|word| matches!(word.kind, Kind::Word | Kind::Number)).count();
    let first = items.first().filter(|_| count > 0)?.written;
    let next = items.get(count)?;
    let end = match next.kind {
        Kind::Text | Kind::Betza => count + 1,
        Kind::OpenList | Kind::OpenGroup => count + bracketed(&items[count..]),
        Kind::Symbol if next.written == "=" => count + 1,
        _ => return None,
    };
    Some((Shape::Words { first, count, then: next.kind }, (1..=count).chain([end]).collect()))
}

/// How many of the items the bracket they begin with takes.
fn bracketed(items: &[Word]) -> usize {
    let mut depth = 0usize;
    for (at, word) in items.iter().enumerate() {
        match word.kind {
            Kind::OpenList | Kind::OpenGroup => depth += 1,
            Kind::CloseList | Kind::CloseGroup => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    items.len()
}

fn print(items: &[Word]) -> String {
    let mut out = String::new();
    for word in items {
        if word.apart && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word.written);
    }
    out
}

fn add_body(cells: &mut Vec<String>, statement: &Statement) {
    if let Body::Inline(body) = &statement.body {
        match cells.last_mut() {
            Some(last) if !last.is_empty() => {
                last.push(' ');
                last.push_str(body);
            }
            Some(last) => last.push_str(body),
            None => cells.push(body.clone()),
        }
    }
}

/// Prints the rows, all columns of a block's drawing as wide as its widest square.
fn drawings(entries: &[Entry], lines: &mut [String]) {
    let rows =
        || entries.iter().filter_map(|entry| if let Entry::Row(row) = entry { Some(row) } else { None });
    let widest =
        |widths: &mut dyn Iterator<Item = usize>| widths.max().filter(|width| *width <= HOLE).unwrap_or(0);
    let rank = widest(&mut rows().map(|row| columns(row.rank)));
    let square = widest(&mut rows().flat_map(|row| &row.squares).map(|square| columns(square)));
    for (entry, line) in entries.iter().zip(lines) {
        if let Entry::Row(row) = entry {
            *line = draw(row, rank, square);
        }
    }
}

fn draw(row: &Row, rank: usize, square: usize) -> String {
    let squares: Vec<String> = row.squares.iter().map(|written| fill(written, square)).collect();
    let line =
        format!("{}{} | {}", " ".repeat(rank.saturating_sub(columns(row.rank))), row.rank, squares.join(" "));
    line.trim_end().to_owned()
}

/// The text with blanks after it up to a width.
fn fill(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Puts the comments of neighboring lines below each other.
fn comments(entries: &[Entry], lines: &mut [String]) {
    let comments: Vec<Option<&str>> = entries.iter().map(comment).collect();
    let mut start = 0;
    for run in comments.chunk_by(|a, b| a.is_some() == b.is_some()) {
        let lines = &mut lines[start..start + run.len()];
        start += run.len();
        let widest = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let narrowest = lines.iter().map(|line| columns(line)).min().unwrap_or(0);
        let column = if widest - narrowest <= HOLE { widest } else { 0 };
        for (line, comment) in lines.iter_mut().zip(run) {
            if let Some(comment) = comment {
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(columns(line)) + 2));
                line.push_str(comment);
            }
        }
    }
}

/// The comment after an entry that has only one line.
fn comment<'a>(entry: &Entry<'a>) -> Option<&'a str> {
    match entry {
        Entry::Row(row) => row.comment,
        Entry::Statement(statement) if statement.is_one_line() => statement.comment,
        _ => None,
    }
}
