//! Reading the first field of a FEN: the ranks from the top down, and the hands.

use super::read::{Field, Reader};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text::plural;
use crate::base::{Bitboard, Piece, Square};
use crate::play::notation::shown;

/// What a rank says about one or more of its places.
enum Item {
    Piece(Piece),
    /// A token no piece has; it still takes a place.
    Unknown,
    Empty(u64),
    Hole,
}

/// Reads the placement into the reader's setup.
pub(super) fn read(reader: &mut Reader, field: Field) {
    for square in reader.variant.board.grid().iter() {
        reader.setup.pieces[square.index()] = None;
        reader.places[square.index()] = field.span;
    }
    let end = field.text.find('[').unwrap_or(field.text.len());
    let ranks = ranks(field.part(0, end));
    let height = reader.variant.board.height;
    let complete = i32::try_from(ranks.len()).is_ok_and(|n| n == height);
    if !complete {
        let message = format!("expected {height} ranks, found {}", ranks.len());
        let help = "ranks are separated by `/` and go from the top down";
        reader.error_help("fen-rank-count", field.part(0, end).span, message, help);
        // A text without ranks is not meant for a position, and its letters for no pieces.
        if ranks.len() == 1 {
            return;
        }
    }
    for (y, rank) in (1..=height).rev().zip(ranks) {
        let items = items(reader, rank);
        if complete && length_is_right(reader, rank, y, &items) {
            place(reader, y, &items);
        }
    }
    if end < field.text.len() {
        hand(reader, field.part(end, field.text.len()));
    }
}

fn ranks(field: Field) -> Vec<Field> {
    let mut at = 0;
    let mut ranks = Vec::new();
    for text in field.text.split('/') {
        ranks.push(field.part(at, at + text.len()));
        at += text.len() + 1;
    }
    ranks
}

/// Splits a rank at commas, if it has any, and reads its parts.
fn items(reader: &mut Reader, rank: Field) -> Vec<(Item, Span)> {
    let mut items = Vec::new();
    if !rank.text.contains(',') {
        sequence(reader, rank, &mut items);
        return items;
    }
    let mut at = 0;
    for text in rank.text.split(',') {
        let part = rank.part(at, at + text.len());
        match reader.tokens.get(text) {
            Some(piece) => items.push((Item::Piece(piece), part.span)),
            None => sequence(reader, part, &mut items),
        }
        at += text.len() + 1;
    }
    items
}

/// Reads tokens, runs of empty squares and holes written without a gap.
fn sequence(reader: &mut Reader, part: Field, items: &mut Vec<(Item, Span)>) {
    let mut at = 0;
    while let Some(next) = part.text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &part.text[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (length, item) = if digits > 0 {
            let run = rest[..digits].parse().unwrap_or(u64::MAX);
            if run == 0 {
                let span = part.part(at, at + digits).span;
                let help = "a number counts empty squares";
                reader.error_help("fen-no-run", span, "the number must be at least 1", help);
            }
            (digits, Item::Empty(run))
        } else if next == '*' {
            (1, Item::Hole)
        } else {
            token(reader, part.part(at, part.text.len()))
        };
        items.push((item, part.part(at, at + length).span));
        at += length;
    }
}

/// Reads the token at the beginning of `rest`; returns its length as well.
fn token(reader: &mut Reader, rest: Field) -> (usize, Item) {
    let first = rest.text.chars().next().map_or(1, char::len_utf8);
    let (length, bare) = if rest.text.starts_with('{') {
        let Some(end) = rest.text.find('}') else {
            let (span, help) = (rest.part(0, 1).span, "a token in braces ends with `}`");
            reader.error_help("fen-unclosed-brace", span, "this brace is never closed", help);
            return (rest.text.len(), Item::Unknown);
        };
        (end + 1, &rest.text[1..end])
    } else {
        // A promoted piece is often written as `+` and a letter without braces.
        let second = rest.text[first..].chars().next().map_or(0, char::len_utf8);
        let length = if rest.text.starts_with('+') { first + second } else { first };
        (length, &rest.text[..length])
    };
    match reader.tokens.get(bare) {
        Some(piece) => (length, Item::Piece(piece)),
        None => {
            reader.unknown_token(bare, rest.part(0, length).span);
            (length, Item::Unknown)
        }
    }
}

fn length_is_right(reader: &mut Reader, rank: Field, y: i32, items: &[(Item, Span)]) -> bool {
    // A brace that is never closed has swallowed the rest, and was complained about.
    if rank.text.rfind('{') > rank.text.rfind('}') {
        return false;
    }
    let given = items.iter().fold(0u64, |sum, (item, _)| {
        sum.saturating_add(match item {
            Item::Empty(run) => *run,
            _ => 1,
        })
    });
    let width = u64::from(reader.variant.board.width.unsigned_abs());
    if given == width {
        return true;
    }
    // A run of none was already complained about.
    if items.iter().any(|(item, _)| matches!(item, Item::Empty(0))) {
        return false;
    }
    let here = match given {
        _ if given < width => format!("{} too few", width - given),
        ..=9999 => format!("{} too many", given - width),
        _ => String::new(),
    };
    let message = match given {
        ..=9999 => format!("rank {y} has {} instead of {width}", plural(given, "square")),
        _ => format!("rank {y} has far more than {width} squares"),
    };
    reader.problems.push(Diagnostic::error("fen-rank-length", rank.span, message).here(here));
    false
}

fn place(reader: &mut Reader, y: i32, items: &[(Item, Span)]) {
    let grid = reader.variant.board.grid();
    let mut x = 0;
    for (item, span) in items {
        let run = match item {
            Item::Empty(run) => i32::try_from(*run).unwrap_or(0),
            _ => 1,
        };
        for _ in 0..run {
            x += 1;
            let square = reader.variant.board.at(x, y).filter(|square| grid.contains(*square));
            place_one(reader, square, item, *span, (x, y));
        }
    }
}

fn place_one(reader: &mut Reader, square: Option<Square>, item: &Item, span: Span, (x, y): (i32, i32)) {
    match (square, item) {
        (Some(square), Item::Piece(piece)) => {
            reader.setup.pieces[square.index()] = Some(*piece);
            reader.places[square.index()] = span;
        }
        (Some(square), Item::Empty(_) | Item::Unknown) => reader.places[square.index()] = span,
        (None, Item::Hole) => {}
        (Some(square), Item::Hole) => {
            let name = reader.variant.board.name(square);
            let help = "an empty square is written as a number, `1`";
            reader.error_help("fen-hole", span, format!("there is no hole at {name}"), help);
        }
        (None, _) => {
            let place = format!("{}{y}", crate::base::file_name(x));
            let message = format!("the board has a hole at {place}");
            reader.error_help("fen-hole", span, message, "a hole is written `*`");
        }
    }
}

fn hand(reader: &mut Reader, field: Field) {
    if !reader.variant.hands {
        return reader.error("fen-hand", field.span, "this game has no hands");
    }
    for held in &mut reader.setup.hands {
        (held.white, held.black) = (0, 0);
    }
    let Some(end) = field.text.find(']') else {
        let (span, help) = (field.part(0, 1).span, "the pieces in hand end with `]`");
        return reader.error_help("fen-hand", span, "this bracket is never closed", help);
    };
    if end + 1 < field.text.len() {
        let rest = field.part(end + 1, field.text.len());
        let message = format!("`{}` cannot follow the pieces in hand", shown(rest.text));
        reader.error("fen-hand", rest.span, message);
    }
    let inside = field.part(1, end);
    if inside.text == "-" {
        return;
    }
    let mut times = 1;
    for (item, span) in items(reader, inside) {
        match item {
            Item::Empty(run) => {
                times = run;
                continue;
            }
            Item::Piece(piece) => put_in_hand(reader, piece, times, span),
            Item::Unknown => {}
            Item::Hole => reader.error("fen-hand", span, "a hole cannot be in hand"),
        }
        times = 1;
    }
}

fn put_in_hand(reader: &mut Reader, piece: Piece, times: u64, span: Span) {
    let holdable = reader.variant.piece_type_ids().any(|(id, _)| reader.variant.held(id) == piece.piece_type);
    let started =
        reader.variant.start().hands.get(piece.piece_type.index()).is_some_and(|h| *h.get(piece.color) > 0);
    if !holdable && !started {
        let message = format!("a {} is never in hand", reader.variant.piece_type(piece.piece_type).title);
        let problem = Diagnostic::error("fen-hand", span, message);
        let becomes = reader.variant.piece_type(piece.piece_type).in_hand;
        let problem = match becomes {
            Some(piece_type) => {
                problem.help(format!("it is a {} there", reader.variant.piece_type(piece_type).title))
            }
            None => problem,
        };
        reader.problems.push(problem);
        return;
    }
    let Some(held) = reader.setup.hands.get_mut(piece.piece_type.index()) else { return };
    let held = held.get_mut(piece.color);
    match u8::try_from(u64::from(*held).saturating_add(times)) {
        Ok(sum) => *held = sum,
        Err(_) => reader.error("fen-hand", span, "more pieces than a hand can hold"),
    }
}
