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

use crate::base::diagnostic::nearest;
use crate::base::text::did_you_mean;
use crate::base::{Piece, Setup};
use crate::play::notation::{braced, fen, token, tokens};
use crate::rules::Variant;
use crate::words::drawing::ranks;
use std::collections::BTreeMap;

/// Reads a drawing.
///
/// # Errors
/// What is wrong with it, and in which of its lines (from 0).
pub(super) fn read_drawing(variant: &Variant, text: &str) -> Result<Setup, (usize, String)> {
    let mut sketch = Sketch {
        variant,
        tokens: tokens(variant),
        ranks: BTreeMap::new(),
        side: "w",
        castling: "-",
        passed: "-",
        halfmove: "0",
        hand: String::new(),
        fields: Vec::new(),
    };
    for (at, line) in text.lines().enumerate() {
        sketch.line(line.trim()).map_err(|message| (at, message))?;
    }
    fen::read(variant, sketch.fen().trim()).map_err(|problems| {
        let first = problems.into_iter().next();
        (0, first.map_or_else(|| "it cannot be read".to_owned(), |problem| problem.message))
    })
}

/// A drawing as far as it has been read, as the fields of a FEN.
struct Sketch<'t> {
    variant: &'t Variant,
    tokens: BTreeMap<String, Piece>,
    ranks: BTreeMap<i32, String>,
    side: &'static str,
    castling: &'t str,
    passed: &'t str,
    halfmove: &'t str,
    hand: String,
    /// Cells beside the grid, and the named fields.
    fields: Vec<String>,
}

impl<'t> Sketch<'t> {
    fn line(&mut self, line: &'t str) -> Result<(), String> {
        if line.is_empty() || is_footer(self.variant, line) {
            return Ok(());
        }
        if let Some((label, row)) = line.split_once('|') {
            return self.row(label.trim(), &row.split_whitespace().collect::<Vec<_>>());
        }
        if let Some(color) = line.strip_suffix(" to move") {
            self.side = match color.trim() {
                "white" | "White" => "w",
                "black" | "Black" => "b",
                other => return Err(format!("`{other}` is neither white nor black")),
            };
            return Ok(());
        }
        let Some((name, value)) = line.split_once('=') else {
            return Err(format!(
                "`{line}` is not a row of a board, a side to move, or a field such as name=value"
            ));
        };
        match (name.trim(), value.trim()) {
            ("castling", value) => self.castling = value,
            ("passed", value) => self.passed = value,
            ("halfmove", value) => self.halfmove = value,
            ("hand", value) => self.hand = format!("[{value}]"),
            (name, value) => self.fields.push(format!("{name}={value}")),
        }
        Ok(())
    }

    fn row(&mut self, label: &str, pieces: &[&str]) -> Result<(), String> {
        let board = &self.variant.board;
        let is_known = |piece: &&&str| [".", "-", "*"].contains(*piece) || self.tokens.contains_key(**piece);
        if let Some(piece) = pieces.iter().find(|piece| !is_known(piece)) {
            let near = nearest(piece, self.tokens.keys().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; {}", did_you_mean(near)));
            return Err(format!("this game has no piece `{piece}`{near}"));
        }
        match (label.parse::<i32>(), board.square(label), pieces) {
            (Ok(rank), ..) if board.ranks().contains(&rank) => {
                let (drawn, width) = (pieces.len(), usize::try_from(board.width).unwrap_or(0));
                if drawn != width {
                    return Err(format!("the row has {drawn} squares, but the board has {width}"));
                }
                let cells = pieces.iter().map(|piece| match *piece {
                    "." | "-" => "1".to_owned(),
                    "*" => "*".to_owned(),
                    piece => braced(piece),
                });
                match self.ranks.insert(rank, cells.collect()) {
                    None => Ok(()),
                    Some(_) => Err(format!("rank {rank} is drawn twice")),
                }
            }
            (Ok(rank), ..) => Err(format!("the board has no rank {rank}")),
            (Err(_), Some(_), [piece]) => {
                let piece = if *piece == "." { "-".to_owned() } else { braced(piece) };
                self.fields.push(format!("{label}={piece}"));
                Ok(())
            }
            (Err(_), Some(_), _) => Err(format!("{label} can hold only one piece")),
            (Err(_), None, _) => Err(format!("`{label}` is neither a rank nor a square beside the board")),
        }
    }

    fn fen(&self) -> String {
        let board = &self.variant.board;
        let empty = |y| board.files().map(|x| if board.at(x, y).is_some() { "1" } else { "*" }).collect();
        let rank = |y| merge_numbers(&self.ranks.get(&y).cloned().unwrap_or_else(|| empty(y)));
        let rows: Vec<String> = board.ranks().rev().map(rank).collect();
        let Sketch { side, castling, passed, halfmove, hand, .. } = self;
        let fields = self.fields.join(" ");
        format!("{}{hand} {side} {castling} {passed} {halfmove} 1 {fields}", rows.join("/"))
    }
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
pub(crate) fn write_drawing(variant: &Variant, setup: &Setup) -> Vec<String> {
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
