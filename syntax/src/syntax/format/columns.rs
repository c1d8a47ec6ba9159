//! The alignment of tables and drawings across adjacent lines.
//!
//! Three kinds of statements form tables with adjacent statements of the same [`Shape`]: the answers of a switch,
//! statements with a colon, and statements with the same first word and the same number of words before a text, a
//! notation, a bracket, or `=`. A column is not aligned if this would leave too wide a gap. Marks begin in one of
//! a few columns.
//!
//! [`lines`] is the entry point.

use super::{Entry, PrintedToken, WIDTH};
use crate::syntax::token::TokenKind;
use std::borrow::Cow;

/// The widest gap that alignment may leave.
const HOLE: usize = 24;
/// The columns in which marks can begin.
const STOPS: [usize; 3] = [40, 60, 80];

/// The shape of an entry. Adjacent entries of the same shape form a table.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) enum Shape<'a> {
    Value,
    Colon,
    /// A statement that begins with these words: the first word, the number of words, and the kind of the item
    /// after them.
    Words(Cow<'a, str>, usize, TokenKind),
    /// A row of a drawing.
    Row,
    /// A statement that belongs to no table.
    #[default]
    Alone,
    /// A comment or a blank line.
    Note,
}

/// Returns the lines of the entries in a block that is indented by `indent` columns. One-line entries are
/// aligned.
pub(super) fn lines(mut entries: Vec<Entry>, indent: usize) -> Vec<String> {
    for table in entries.chunk_by_mut(|a, b| a.shape == b.shape) {
        match table[0].shape {
            Shape::Value => answers(table, indent),
            Shape::Colon | Shape::Words(..) => align(table, indent),
            Shape::Row | Shape::Alone | Shape::Note => {}
        }
    }
    drawing(&mut entries);
    entries.iter_mut().for_each(|entry| end_head(entry, indent));
    comments(&mut entries);
    entries.into_iter().flat_map(|entry| [entry.lines, entry.below].concat()).collect()
}

/// Aligns the columns of a table, unless this makes a line too long.
fn align(table: &mut [Entry], indent: usize) {
    let count = table.iter().map(|entry| entry.cells.len()).max().unwrap_or(0);
    let width = |at: usize| {
        let column = table.iter().filter_map(|entry| entry.cells.get(at)).map(|cell| columns(cell));
        let widest = column.clone().max().unwrap_or(0);
        let narrowest = column.filter(|width| *width > 0).min().unwrap_or(0);
        // A column whose widths differ too much stays ragged.
        if widest - narrowest <= HOLE { widest } else { 0 }
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |entry: &Entry| {
        let cells = entry.cells.iter().zip(&widths).filter(|(cell, width)| !cell.is_empty() || **width > 0);
        let cells: Vec<String> = cells.map(|(cell, width)| fill(cell, *width)).collect();
        cells.join(" ").trim_end().to_owned()
    };
    let lines: Vec<String> = table.iter().map(line).collect();
    let fits = |(entry, line): (&Entry, &String)| indent + columns(line) + tail(entry) <= WIDTH;
    if table.iter().zip(&lines).all(fits) {
        table.iter_mut().zip(lines).for_each(|(entry, line)| entry.lines = vec![line]);
    }
}

/// Aligns the answers of a switch, each of which can have several lines.
fn answers(table: &mut [Entry], indent: usize) {
    let names = table.iter().filter_map(|entry| entry.cells.first()).map(|name| columns(name));
    let widest = names.clone().max().unwrap_or(0);
    let is_table = widest - names.min().unwrap_or(0) <= HOLE;
    for entry in table {
        let name = entry.cells.first().map_or("", String::as_str);
        let name = fill(name, if is_table { widest } else { 0 }) + " ";
        let reserve = tail(entry) + if entry.marks.is_some() { 2 } else { 0 };
        let width = WIDTH.saturating_sub(indent);
        let answer = entry.answer.as_ref().map(|head| head.lines(width, columns(&name), reserve));
        entry.lines = answer.filter(|lines| !lines.is_empty()).unwrap_or_else(|| vec![String::new()]);
        if let Some(first) = entry.lines.first_mut() {
            *first = format!("{name}{first}").trim_end().to_owned();
        }
    }
}

/// Returns the width of the marks and of the text after them.
fn tail(entry: &Entry) -> usize {
    let opens = if entry.opens.is_empty() { 0 } else { 1 + columns(&entry.opens) };
    entry.marks.as_ref().map_or(opens, |marks| columns(marks) + opens)
}

/// Appends the marks to the last line, in one of a few columns or at the right margin, followed by the text after
/// them.
fn end_head(entry: &mut Entry, indent: usize) {
    let tail = tail(entry);
    let opens = if entry.opens.is_empty() { String::new() } else { format!(" {}", entry.opens) };
    let Some(marks) = entry.marks.take() else {
        entry.lines.last_mut().into_iter().for_each(|last| last.push_str(&opens));
        return;
    };
    let Some(last) = entry.lines.last_mut() else { return };
    let used = indent + columns(last);
    let margin = WIDTH.saturating_sub(tail);
    let stops = STOPS.into_iter().chain([margin]).find(|stop| *stop >= used + 2 && *stop <= margin);
    // Behind a comment, the marks would be a part of it.
    match stops.filter(|_| !entry.is_noted) {
        Some(stop) => *last = format!("{}{marks}{opens}", fill(last, stop - indent)),
        None if !entry.is_noted && used + 1 + tail <= WIDTH => *last = format!("{last} {marks}{opens}"),
        // There is no room on the last line, so the marks get a line of their own.
        None => entry.lines.push(format!("    {marks}{opens}")),
    }
}

/// Returns the shape of a one-line statement, with its cells.
pub(super) fn cells<'a>(items: &[&PrintedToken<'a>]) -> (Shape<'a>, Vec<String>) {
    let (shape, ends) = colon(items).or_else(|| words(items)).unwrap_or((Shape::Alone, Vec::new()));
    let mut start = 0;
    let cell = |end| print(&items[std::mem::replace(&mut start, end)..end]);
    (shape, ends.into_iter().chain([items.len()]).map(cell).collect())
}

/// Returns the shape of a statement with a colon, and the index after the colon.
fn colon<'a>(items: &[&PrintedToken<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let at = items.iter().position(|word| word.kind == TokenKind::Colon)?;
    let is_word = |kind| matches!(kind, TokenKind::Word | TokenKind::Number);
    let plain = |word: &&PrintedToken| is_word(word.kind) || word.kind.symbol().is_some();
    (at > 0 && at + 1 < items.len() && items[..at].iter().all(plain)).then(|| (Shape::Colon, vec![at + 1]))
}

/// Returns the shape of a statement that begins with words, and the ends of its cells. Each word is a cell, and
/// so is the item after them.
fn words<'a>(items: &[&PrintedToken<'a>]) -> Option<(Shape<'a>, Vec<usize>)> {
    let count =
        items.iter().take_while(|word| matches!(word.kind, TokenKind::Word | TokenKind::Number)).count();
    let first = items.first().filter(|_| count > 0)?.text.clone();
    let next = items.get(count)?;
    let end = match next.kind {
        TokenKind::Text => count + 1 + 2 * more_texts(&items[count + 1..]),
        TokenKind::Betza => count + 1,
        TokenKind::OpenList | TokenKind::OpenGroup => count + bracketed(&items[count..]),
        TokenKind::Equals => count + 1,
        _ => return None,
    };
    let is_attached = |word: &&PrintedToken| word.text == ":" || word.text == ",";
    let end = end + usize::from(items.get(end).is_some_and(is_attached));
    Some((Shape::Words(first, count, next.kind), (1..=count).chain([end]).collect()))
}

/// Returns the number of further texts, each of which follows a comma.
fn more_texts(items: &[&PrintedToken]) -> usize {
    let is_one = |pair: &&[&PrintedToken]| matches!(pair, [comma, text] if comma.text == "," && text.kind == TokenKind::Text);
    items.chunks(2).take_while(is_one).count()
}

/// Returns the number of items up to the bracket that closes the first one.
fn bracketed(items: &[&PrintedToken]) -> usize {
    let mut depth = 0usize;
    let closes = |word: &&PrintedToken| {
        match word.kind {
            TokenKind::OpenList | TokenKind::OpenGroup => depth += 1,
            TokenKind::CloseList | TokenKind::CloseGroup => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    items.iter().position(closes).map_or(items.len(), |last| last + 1)
}

fn print(items: &[&PrintedToken]) -> String {
    let words = items.iter().map(|word| format!("{}{}", if word.apart { " " } else { "" }, word.text));
    words.collect::<String>().trim_start().to_owned()
}

/// Formats the rows of a drawing with columns of equal width.
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

/// Pads a text with spaces to a width.
fn fill(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

/// Aligns the comments of adjacent lines.
fn comments(entries: &mut [Entry]) {
    for run in entries.chunk_by_mut(|a, b| has_comment(a) == has_comment(b)) {
        let widths = run.iter().filter(|entry| has_comment(entry)).map(|entry| columns(&entry.lines[0]));
        let widest = widths.clone().max().unwrap_or(0);
        let column = if widest - widths.min().unwrap_or(0) <= HOLE { widest } else { 0 };
        for entry in run {
            let column = if has_comment(entry) { column } else { 0 };
            let last = entry.below.last_mut().or(entry.lines.last_mut());
            if let (Some(comment), Some(line)) = (entry.comment, last) {
                *line = format!("{}  {comment}", fill(line, column));
            }
        }
    }
}

/// Returns true if the entry has one line with a comment.
fn has_comment(entry: &Entry) -> bool {
    entry.comment.is_some() && !entry.cells.is_empty() && entry.below.is_empty() && entry.lines.len() == 1
}

/// Returns the width of a text in columns.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}
