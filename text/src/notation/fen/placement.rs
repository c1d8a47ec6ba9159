//! Reads the first field of a FEN: the ranks from the top down, and the hands.
//!
//! [`read`] splits the field into ranks and the ranks into items. A rank is placed on the board only if its items
//! fill it exactly. Hands can follow in brackets, or in an additional rank if another program wrote the text.

use super::army::neutral;
use super::reader::{FenReader, Field};
use crate::base::source::Span;
use crate::base::{Bitboard, Piece, file_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::plural;
use crate::notation::shown;

/// An item of a rank, which fills one or more squares.
enum RankItem {
    /// A piece, or `None` for an unknown token. Either fills one square.
    Piece(Option<Piece>),
    Empty(u64),
    Hole,
}

impl RankItem {
    fn places(&self) -> u64 {
        if let RankItem::Empty(run) = self { *run } else { 1 }
    }
}

pub(super) fn read(reader: &mut FenReader, field: Field) {
    for square in reader.variant.board.grid().iter() {
        reader.setup.pieces[square.index()] = None;
        reader.places[square.index()] = field.span;
    }
    let (ranks, held) = field.text.split_at(field.text.find('[').unwrap_or(field.text.len()));
    let (ranks, in_rank) = split_hands(reader, ranks);
    let ranks = field.part(ranks);
    let (height, given) = (reader.variant.board.height, ranks.split('/').count());
    let complete = i32::try_from(given) == Ok(height);
    if !complete {
        let message = format!("expected {height} ranks, found {given}");
        let help = "ranks are separated by `/` and go from the top down";
        reader.problems.push(Diagnostic::new(Code::FenRankCount, ranks.span, message).help(help));
        // A text without ranks is not a position, so its letters are not reported as unknown pieces.
        if given == 1 {
            return;
        }
    }
    for (y, rank) in (1..=height).rev().zip(ranks.split('/')) {
        let items = items(reader, rank);
        if complete && length_is_right(reader, rank, y, &items) {
            place(reader, y, &items);
        }
    }
    // A position without hands in the text has empty hands.
    reader.setup.hands.fill_with(Default::default);
    if !held.is_empty() {
        hand(reader, field.part(held));
    }
    if let Some(pieces) = in_rank.filter(|pieces| !pieces.is_empty()) {
        self::held(reader, field.part(pieces));
    }
}

/// Splits off an additional rank, in which other programs write the hands, or a slash at the end.
fn split_hands<'t>(reader: &FenReader, ranks: &'t str) -> (&'t str, Option<&'t str>) {
    let is_one_more = i32::try_from(ranks.split('/').count()) == Ok(reader.variant.board.height + 1);
    match ranks.rsplit_once('/').filter(|_| reader.style.is_some() && is_one_more) {
        Some((ranks, last)) if last.is_empty() || reader.variant.hands => (ranks, Some(last)),
        _ => (ranks, None),
    }
}

/// Splits a rank at its commas and reads the parts.
fn items(reader: &mut FenReader, rank: Field) -> Vec<(RankItem, Span)> {
    let mut items = Vec::new();
    for part in rank.split(',') {
        match reader.tokens.get(part.text).filter(|_| rank.text.contains(',')) {
            Some(piece) => items.push((RankItem::Piece(Some(*piece)), part.span)),
            None => sequence(reader, part, &mut items),
        }
    }
    items
}

/// Reads tokens, numbers of empty squares, and holes that follow each other without separators.
fn sequence(reader: &mut FenReader, part: Field, items: &mut Vec<(RankItem, Span)>) {
    let mut rest = part.text;
    while let Some(next) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (length, item) = match next {
            '0'..='9' => (digits, RankItem::Empty(rest[..digits].parse().unwrap_or(u64::MAX))),
            '*' => (1, RankItem::Hole),
            _ => token(reader, part.part(rest)),
        };
        let span = part.part(&rest[..length]).span;
        if let RankItem::Empty(0) = item {
            let problem = Diagnostic::new(Code::FenNoRun, span, "the number must be at least 1");
            reader.problems.push(problem.help("a number counts empty squares"));
        }
        items.push((item, span));
        rest = &rest[length..];
    }
}

/// Reads the token at the beginning of `rest`. Also returns its length.
fn token(reader: &mut FenReader, rest: Field) -> (usize, RankItem) {
    let (length, bare) = if let Some(inside) = rest.text.strip_prefix('{') {
        let Some(end) = inside.find('}') else {
            let problem =
                Diagnostic::new(Code::FenUnclosedBrace, rest.span.part(0, 1), "this brace is never closed");
            reader.problems.push(problem.help("a token in braces ends with `}`"));
            return (rest.text.len(), RankItem::Piece(None));
        };
        (end + 2, &inside[..end])
    } else {
        // A promoted piece is often written as `+` and a letter without braces, or as a letter and `~`.
        let letters = if rest.text.starts_with('+') { 2 } else { 1 };
        let mut length = rest.text.char_indices().nth(letters).map_or(rest.text.len(), |(at, _)| at);
        // Or with `~` after it.
        if rest.text[length..].starts_with('~') {
            length += 1;
        }
        (length, &rest.text[..length])
    };
    (length, RankItem::Piece(reader.piece(bare, rest.span.part(0, length))))
}

fn length_is_right(reader: &mut FenReader, rank: Field, y: i32, items: &[(RankItem, Span)]) -> bool {
    let given = items.iter().fold(0u64, |sum, (item, _)| sum.saturating_add(item.places()));
    let width = u64::from(reader.variant.board.width.unsigned_abs());
    // An unclosed brace hides the rest of the rank. Both it and a run of zero squares have already been reported.
    let is_open = rank.text.rfind('{') > rank.text.rfind('}');
    if is_open || given == width || items.iter().any(|(item, _)| matches!(item, RankItem::Empty(0))) {
        return !is_open && given == width;
    }
    let (message, here) = match given {
        10_000.. => (format!("rank {y} has far more than {width} squares"), String::new()),
        _ => {
            let here = if given < width { "few" } else { "many" };
            let message = format!("rank {y} has {} instead of {width}", plural(given, "square"));
            (message, format!("{} too {here}", given.abs_diff(width)))
        }
    };
    reader.problems.push(Diagnostic::new(Code::FenRankLength, rank.span, message).here(here));
    false
}

fn place(reader: &mut FenReader, y: i32, items: &[(RankItem, Span)]) {
    let board = &reader.variant.board;
    let mut x = 0;
    for (item, span) in items {
        let error = |message| Diagnostic::new(Code::FenHole, *span, message);
        for _ in 0..item.places() {
            x += 1;
            match (board.at(x, y).filter(|square| board.is_on_grid(*square)), item) {
                (None, RankItem::Hole) => {}
                (None, _) => {
                    let problem = error(format!("the board has a hole at {}{y}", file_name(x)));
                    reader.problems.push(problem.help("a hole is written `*`"));
                }
                (Some(square), RankItem::Hole) if neutral(reader.variant).is_some() => {
                    reader.places[square.index()] = *span;
                    reader.setup.pieces[square.index()] = neutral(reader.variant);
                }
                (Some(square), RankItem::Hole) => {
                    let problem = error(format!("there is no hole at {}", board.name(square)));
                    reader.problems.push(problem.help("an empty square is written as a number, `1`"));
                }
                (Some(square), item) => {
                    reader.places[square.index()] = *span;
                    let piece = if let RankItem::Piece(piece) = item { *piece } else { None };
                    reader.setup.pieces[square.index()] =
                        piece.map(|piece| reader.variant.piece_of(piece.color, piece.piece_type));
                }
            }
        }
    }
}

fn hand(reader: &mut FenReader, field: Field) {
    let error = |span, message: &str| Diagnostic::new(Code::FenHand, span, message);
    // Some programs write empty hands in every game.
    let is_empty = matches!(field.text, "[]" | "[-]");
    if !reader.variant.hands && reader.style.is_some() && is_empty {
        return;
    }
    if !reader.variant.hands {
        return reader.problems.push(error(field.span, "this game has no hands"));
    }
    let Some((inside, rest)) = field.text[1..].split_once(']') else {
        let problem = error(field.span.part(0, 1), "this bracket is never closed");
        return reader.problems.push(problem.help("the pieces in hand end with `]`"));
    };
    if !rest.is_empty() {
        let message = format!("`{}` cannot follow the pieces in hand", shown(rest));
        reader.problems.push(error(field.part(rest).span, &message));
    }
    if inside != "-" {
        held(reader, field.part(inside));
    }
}

/// Reads the pieces in hand. A number can precede each piece.
pub(super) fn held(reader: &mut FenReader, field: Field) {
    let error = |span, message: &str| Diagnostic::new(Code::FenHand, span, message);
    if !reader.variant.hands {
        return reader.problems.push(error(field.span, "this game has no hands"));
    }
    let mut next = 1;
    for (item, span) in items(reader, field) {
        let times = std::mem::replace(&mut next, 1);
        match item {
            RankItem::Empty(run) => next = run,
            RankItem::Piece(Some(piece)) => put_in_hand(reader, piece, times, span),
            RankItem::Piece(None) => {}
            RankItem::Hole => reader.problems.push(error(span, "a hole cannot be in hand")),
        }
    }
}

fn put_in_hand(reader: &mut FenReader, piece: Piece, times: u64, span: Span) {
    let (variant, index) = (reader.variant, piece.piece_type.index());
    let piece_type = variant.piece_type(piece.piece_type);
    // A hand with thousands of pieces has one problem, not thousands.
    let report = |reader: &mut FenReader, problem: Diagnostic| {
        if !reader.problems.iter().any(|other| other.message == problem.message) {
            reader.problems.push(problem);
        }
    };
    // Some programs write the other side of a piece that can be dropped with either side up.
    let turns = reader.style.is_some_and(|style| style.turns_in_hand(piece.piece_type));
    if let Some(piece_type) = piece_type.in_hand.filter(|other| turns && variant.is_ever_held(*other)) {
        return put_in_hand(reader, Piece { piece_type, ..piece }, times, span);
    }
    if !variant.is_ever_held(piece.piece_type) {
        let problem =
            Diagnostic::new(Code::FenHand, span, format!("a {} is never in hand", piece_type.title));
        let becomes = piece_type.in_hand.filter(|_| variant.fills_hands());
        let becomes = becomes.map(|id| format!("it is a {} there", variant.piece_type(id).title));
        return report(reader, becomes.into_iter().fold(problem, Diagnostic::help));
    }
    let held = reader.setup.hands[index].get_mut(piece.color);
    match u8::try_from(u64::from(*held).saturating_add(times)) {
        Ok(sum) => *held = sum,
        Err(_) => {
            report(reader, Diagnostic::new(Code::FenHand, span, "more pieces than a hand can hold"));
        }
    }
}
