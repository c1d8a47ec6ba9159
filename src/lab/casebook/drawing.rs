//! Positions as drawings, as a case file shows them.
//!
//! ```text
//! 3 | .  K  .
//! 2 | .  .  p
//!     a  b  c
//! e2 | k
//! black to move
//! leap=w
//! ```
//!
//! Ranks left out are empty. A cell beside the grid is a row of its own. The fields of a FEN follow by name.

use crate::base::Setup;
use crate::base::text::did_you_mean;
use crate::play::notation::{Tokens, braced, fen, token};
use crate::rules::Variant;
use crate::words::drawing::ranks;
use std::collections::BTreeMap;

/// Reads a drawing.
///
/// # Errors
/// What is wrong with it, and in which of its lines (from 0).
pub fn read_drawing(variant: &Variant, text: &str) -> Result<Setup, (usize, String)> {
    let board = &variant.board;
    let tokens = Tokens::new(variant);
    let mut ranks: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    let mut side = "w";
    let mut fields: Vec<String> = Vec::new();
    let (mut castling, mut passed, mut halfmove, mut hand) =
        ("-".to_owned(), "-".to_owned(), "0".to_owned(), String::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || is_footer(variant, line) {
            continue;
        }
        let wrong = |message: String| Err((at, message));
        if let Some((label, row)) = line.split_once('|') {
            let (label, pieces): (&str, Vec<&str>) = (label.trim(), row.split_whitespace().collect());
            let unknown =
                pieces.iter().find(|piece| ![".", "-", "*"].contains(*piece) && tokens.get(piece).is_none());
            if let Some(piece) = unknown {
                let near = crate::base::diagnostic::nearest(piece, tokens.names());
                let near = near.map_or(String::new(), |near| format!("; {}", did_you_mean(near)));
                return wrong(format!("this game has no piece `{piece}`{near}"));
            }
            match label.parse::<i32>() {
                Ok(rank) if board.ranks().contains(&rank) => {
                    let width = usize::try_from(board.width()).unwrap_or(0);
                    if pieces.len() != width {
                        return wrong(format!(
                            "the row has {} squares, but the board has {width}",
                            pieces.len()
                        ));
                    }
                    if ranks.insert(rank, pieces.iter().map(|piece| (*piece).to_owned()).collect()).is_some()
                    {
                        return wrong(format!("rank {rank} is drawn twice"));
                    }
                }
                Ok(rank) => return wrong(format!("the board has no rank {rank}")),
                Err(_) => match (board.square(label), pieces.as_slice()) {
                    (Some(_), [piece]) => fields.push(format!(
                        "{label}={}",
                        if *piece == "." { "-".to_owned() } else { braced(piece) }
                    )),
                    (Some(_), _) => return wrong(format!("on {label} there is room for one piece")),
                    (None, _) => {
                        return wrong(format!("`{label}` is neither a rank nor a square beside the board"));
                    }
                },
            }
        } else if let Some(color) = line.strip_suffix(" to move") {
            side = match color.trim() {
                "white" | "White" => "w",
                "black" | "Black" => "b",
                other => return wrong(format!("`{other}` is neither white nor black")),
            };
        } else if let Some((name, value)) = line.split_once('=') {
            let (name, value) = (name.trim(), value.trim().to_owned());
            match name {
                "castling" => castling = value,
                "passed" => passed = value,
                "halfmove" => halfmove = value,
                "hand" => hand = format!("[{value}]"),
                _ => fields.push(format!("{name}={value}")),
            }
        } else {
            return wrong(format!(
                "`{line}` is not a row of a board, a side to move, or a field such as name=value"
            ));
        }
    }
    let rank = |y: i32| match ranks.get(&y) {
        Some(pieces) => {
            let pieces: Vec<String> = pieces
                .iter()
                .map(|piece| match piece.as_str() {
                    "." | "-" => "1".to_owned(),
                    "*" => "*".to_owned(),
                    piece => braced(piece),
                })
                .collect();
            pieces.concat()
        }
        None => empty_rank(variant, y),
    };
    let rows: Vec<String> = board.ranks().rev().map(rank).map(|row| merge_numbers(&row)).collect();
    let text =
        format!("{}{hand} {side} {castling} {passed} {halfmove} 1 {}", rows.join("/"), fields.join(" "));
    fen::read(variant, text.trim()).map_err(|problems| {
        let message = problems
            .first()
            .map_or_else(|| "it cannot be read".to_owned(), |problem| problem.message.clone());
        (0, message)
    })
}

fn empty_rank(variant: &Variant, y: i32) -> String {
    let board = &variant.board;
    board.files().map(|x| if board.at(x, y).is_some() { "1" } else { "*" }).collect()
}

/// Runs of empty squares as one number.
fn merge_numbers(row: &str) -> String {
    let mut out = String::new();
    let mut empty = 0_u32;
    let mut inside = false;
    for c in row.chars() {
        inside = (inside || c == '{') && c != '}';
        match c.to_digit(10).filter(|_| !inside) {
            Some(n) => empty += n,
            None => {
                if empty > 0 {
                    out += &empty.to_string();
                    empty = 0;
                }
                out.push(c);
            }
        }
    }
    if empty > 0 {
        out += &empty.to_string();
    }
    out
}

/// A line that only names the files.
fn is_footer(variant: &Variant, line: &str) -> bool {
    let files = variant.board.files().map(crate::base::file_name);
    line.trim_start_matches('|').split_whitespace().map(str::to_owned).eq(files)
}

/// Draws a position: the ranks from the highest piece to the lowest, cells beside the grid that are taken, who moves, and
/// what differs from the start of a game.
pub fn write_drawing(variant: &Variant, setup: &Setup) -> Vec<String> {
    let board = &variant.board;
    let grid = board.grid();
    let on_grid: Vec<i32> =
        setup.pieces().filter(|(s, _)| grid.contains(*s)).map(|(s, _)| board.cell(s).y).collect();
    let (low, high) =
        (on_grid.iter().min().copied().unwrap_or(1), on_grid.iter().max().copied().unwrap_or(1));
    let cell = |x: i32, y: i32| match board.at(x, y).filter(|square| grid.contains(*square)) {
        Some(square) => setup.piece(square).map_or_else(|| ".".to_owned(), |piece| token(variant, piece)),
        None => "*".to_owned(),
    };
    let mut lines = ranks(board, low..=high, cell);
    for square in board.extra() {
        if let Some(piece) = setup.piece(square) {
            lines.push(format!("{} | {}", board.name(square), token(variant, piece)));
        }
    }
    let text = fen::write(variant, setup);
    lines.push(format!("{} to move", setup.turn.name()));
    let mut fields = text.split(' ');
    let placement = fields.next().unwrap_or_default();
    if let Some((_, hand)) = placement.trim_end_matches(']').split_once('[')
        && !hand.is_empty()
    {
        lines.push(format!("hand={hand}"));
    }
    for (name, value) in ["", "castling", "passed"].into_iter().zip(fields.by_ref().take(3)) {
        if !name.is_empty() && value != "-" {
            lines.push(format!("{name}={value}"));
        }
    }
    let start = variant.start();
    for (index, right) in variant.rights.iter().enumerate() {
        if setup.rights.get(index) != start.rights.get(index)
            && let Some(field) = text.split(' ').find(|field| field.starts_with(&format!("{}=", right.name)))
        {
            lines.push(field.to_owned());
        }
    }
    lines.extend(text.split(' ').filter(|field| field.starts_with("outcome=")).map(str::to_owned));
    lines
}
