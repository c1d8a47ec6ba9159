//! Reads and writes positions as drawings in case pages.
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
//! Omitted ranks are empty. A cell off the grid has its own row. The fields of a FEN follow by name.

use crate::base::source::Spanned;
use crate::base::{Piece, Setup, Square, file_name};
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::fix::Fix;
use crate::messages::look_alike::look_alike;
use crate::messages::text::{Help, did_you_mean};
use crate::notation::dialect::DIALECTS;
use crate::notation::fen::{self, FenFields};
use crate::notation::{braced, token, tokens};
use crate::rules::Variant;
use crate::words::drawing::ranks;
use std::collections::BTreeMap;

/// The fields that positions of every game can have.
const USUAL: [&str; 4] = ["castling", "passed", "halfmove", "hand"];

/// Reads a drawing.
///
/// # Errors
/// If the drawing has errors. The error lists all of them at their lines.
pub(super) fn read_drawing(
    variant: &Variant,
    lines: &[Spanned<String>],
    lenient: bool,
) -> Result<Setup, Vec<Diagnostic>> {
    let (ranks, fields) = (BTreeMap::new(), Vec::new());
    let mut sketch = Sketch { variant, tokens: tokens(variant), ranks, side: "w", fields };
    let wrong = lines.iter().filter_map(|line| {
        let LineError { why, help, word } = sketch.line(line.value.trim()).err()?;
        let problem = Diagnostic::new(Code::BadDrawing, line.span, why);
        let problem = word.iter().fold(problem, |problem, word| problem.misses(word));
        Some(help.into_iter().fold(problem, Diagnostic::help))
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let text = sketch.fen();
    // The parser assembles a FEN from the lines and reads it. A problem with a word of the FEN belongs to the line that
    // contains the word.
    let in_line = |problem: Diagnostic| {
        let word = text.trim().get(problem.place().range()).unwrap_or_default();
        let has = |line: &&Spanned<String>| !word.trim().is_empty() && line.value.contains(word.trim());
        let place = lines.iter().rev().find(has).or(lines.first()).map(|line| line.span).unwrap_or_default();
        let Diagnostic { message, help, fixes, topic, .. } = problem;
        let fixes = Fix::names(fixes);
        Diagnostic { help, fixes, topic, ..Diagnostic::new(Code::BadDrawing, place, message) }
    };
    let read = fen::read_as(variant, text.trim(), lenient);
    read.map_err(|problems| problems.into_iter().map(in_line).collect())
}

/// An error message about a line, with an optional suggestion, and the misspelled word that the suggestion replaces.
struct LineError {
    why: String,
    help: Option<Help>,
    word: Option<String>,
}

fn wrong(why: impl Into<String>) -> LineError {
    LineError { why: why.into(), help: None, word: None }
}

/// Returns the error about a word that is perhaps a misspelled form of another one.
fn misspelled(why: String, word: &str, near: Option<&str>) -> LineError {
    LineError { why, help: near.map(did_you_mean), word: near.map(|_| word.to_owned()) }
}

/// The parts of a FEN that the lines read so far contain.
struct Sketch<'t> {
    variant: &'t Variant,
    tokens: BTreeMap<String, Piece>,
    ranks: BTreeMap<i32, String>,
    side: &'static str,
    /// The cells off the grid and the named fields.
    fields: Vec<(&'t str, String)>,
}

impl<'t> Sketch<'t> {
    fn line(&mut self, line: &'t str) -> Result<(), LineError> {
        if line.is_empty() || is_footer(self.variant, line) {
            return Ok(());
        }
        if let Some((label, row)) = line.split_once('|') {
            return self.row(label.trim(), row.split_whitespace().collect());
        }
        if let Some(color) = line.strip_suffix(" to move") {
            self.side = match color.trim() {
                "white" | "White" => "w",
                "black" | "Black" => "b",
                other => {
                    let near = nearest(other, ["white", "black"]);
                    return Err(misspelled(format!("`{other}` is neither white nor black"), other, near));
                }
            };
            return Ok(());
        }
        let Some((name, value)) = line.split_once('=') else {
            let why =
                format!("`{line}` is not a row of a board, a side to move, or a field such as name=value");
            let help = "write a row as `3 | . K .`, the side as `white to move`, a field as `name=value`";
            return Err(LineError { help: Some(help.into()), ..wrong(why) });
        };
        if self.fields.iter().any(|(old, _)| *old == name.trim()) {
            return Err(wrong(format!("`{}` appears twice", name.trim())));
        }
        self.is_field(name.trim())?;
        self.fields.push((name.trim(), value.trim().to_owned()));
        Ok(())
    }

    /// Returns an error for a name that is no field of this game but resembles a field that every game has.
    fn is_field(&self, name: &str) -> Result<(), LineError> {
        let is_own = self.variant.board.square(name).is_some()
            || self.variant.rights.iter().any(|right| right.name == name);
        match nearest(name, USUAL).filter(|near| !is_own && *near != name) {
            Some(near) => Err(misspelled(format!("a position has no field `{name}`"), name, Some(near))),
            None => Ok(()),
        }
    }

    fn row(&mut self, label: &'t str, pieces: Vec<&str>) -> Result<(), LineError> {
        let board = &self.variant.board;
        let is_known = |piece: &&&str| [".", "-", "*"].contains(*piece) || self.tokens.contains_key(**piece);
        if let Some(piece) = pieces.iter().find(|piece| !is_known(piece)) {
            let near = nearest(piece, self.tokens.keys().map(String::as_str));
            let what = look_alike(piece).map_or_else(String::new, |what| format!(": {what}"));
            return Err(misspelled(format!("this game has no piece `{piece}`{what}"), piece, near));
        }
        match (label.parse::<i32>(), board.square(label), &pieces[..]) {
            (Ok(rank), ..) if board.ranks().contains(&rank) => {
                let (drawn, width) = (pieces.len(), board.files().count());
                if drawn != width {
                    return Err(wrong(format!(
                        "the row has {drawn} squares, but the board has {width} files"
                    )));
                }
                let cells = pieces.iter().map(|piece| match *piece {
                    "." | "-" => "1".to_owned(),
                    piece => braced(piece),
                });
                let cells: Vec<String> = cells.collect();
                match self.ranks.insert(rank, cells.join(",")) {
                    None => Ok(()),
                    Some(_) => Err(wrong(format!("rank {rank} is drawn twice"))),
                }
            }
            (Ok(rank), ..) => {
                let help = format!("its ranks are 1 to {}", board.height);
                let why = format!("the board has no rank {rank}");
                Err(LineError { help: Some(help.into()), ..wrong(why) })
            }
            (Err(_), Some(_), [piece]) => {
                self.fields.push((label, if *piece == "." { "-".to_owned() } else { braced(piece) }));
                Ok(())
            }
            (Err(_), Some(_), _) => Err(wrong(format!("{label} can hold only one piece"))),
            (Err(_), None, _) => {
                let extra = board.extra().map(|square| board.name(square));
                let near = nearest(label, extra);
                Err(misspelled(format!("`{label}` is neither a rank nor a square off the grid"), label, near))
            }
        }
    }

    fn fen(&self) -> String {
        let board = &self.variant.board;
        let empty = |y| {
            let cells = board.files().map(|x| if board.at(x, y).is_some() { "1" } else { "*" });
            cells.collect::<Vec<_>>().join(",")
        };
        let rank = |y| self.ranks.get(&y).cloned().unwrap_or_else(|| empty(y));
        let rows: Vec<String> = board.ranks().rev().map(rank).collect();
        let (usual, named): (Vec<_>, Vec<_>) = self.fields.iter().partition(|(name, _)| USUAL.contains(name));
        let last = |name| usual.iter().rfind(|(usual, _)| *usual == name).map(|(_, value)| value.as_str());
        let hand = last("hand").map_or_else(String::new, |held| format!("[{held}]"));
        let [castling, passed] = ["castling", "passed"].map(|name| last(name).unwrap_or("-"));
        let halfmove = last("halfmove").unwrap_or("0");
        let has_moved = named.iter().any(|(name, _)| *name == fen::MOVED);
        let mut named: String = named.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        // Without the field, no piece on its first square has moved.
        if last("castling").is_none() && !has_moved {
            named += &format!(" {}=-", fen::MOVED);
        }
        format!("{}{hand} {} {castling} {passed} {halfmove} 1{named}", rows.join("/"), self.side)
    }
}

/// Returns true if a line contains only the names of the files.
fn is_footer(variant: &Variant, line: &str) -> bool {
    let files = variant.board.files().map(file_name);
    line.trim_start_matches('|').split_whitespace().map(str::to_owned).eq(files)
}

/// Draws a position as lines: the ranks from the highest piece to the lowest, the cells off the grid, the side to move,
/// and the fields. Empty cells off the grid are omitted if they are empty at the start, and fields with their values at
/// the start as well.
pub fn write_drawing(variant: &Variant, setup: &Setup) -> Vec<String> {
    let board = &variant.board;
    let grid = board.grid();
    let on_grid = setup.pieces().filter(|(square, _)| grid.contains(*square));
    let taken: Vec<i32> = on_grid.map(|(square, _)| board.cell(square).y).collect();
    let low = taken.iter().min().copied().unwrap_or(1);
    let high = taken.iter().max().copied().unwrap_or(1);
    let shown = |square: Square| setup.piece(square).map(|piece| token(variant, piece));
    let mut lines = ranks(board, low..=high, |x, y| {
        let square = board.at(x, y).filter(|square| grid.contains(*square));
        square.map_or("*".to_owned(), |square| shown(square).unwrap_or_else(|| ".".to_owned()))
    });
    // A reader takes omitted cells from the array, so a cell that was emptied since the start must be written.
    let begun = variant.start();
    let emptied = |cell: Square| begun.piece(cell).map(|_| ".".to_owned());
    let held = |cell: Square| shown(cell).or_else(|| emptied(cell));
    lines.extend(board.extra().filter_map(|cell| Some(format!("{} | {}", board.name(cell), held(cell)?))));
    lines.push(format!("{} to move", setup.turn.name()));
    let fields = FenFields::of(variant, setup);
    let named =
        [("hand", &fields.hand), ("castling", &fields.castlings), ("passed", &fields.passed)].into_iter();
    // Without this field, no piece on its first square has moved.
    let has_moved = DIALECTS.unmoved.contains(&variant.id) && !fen::moved_names(variant, setup).is_empty();
    let is_needed = |name: &str| name == "castling" && has_moved;
    let named = named.filter(|(name, value)| !value.is_empty() && (*value != "-" || is_needed(name)));
    lines.extend(named.map(|(name, value)| format!("{name}={value}")));
    let usual = FenFields::of(variant, &begun).named;
    let others =
        fields.named.iter().filter(|field| !usual.contains(field) && board.square(&field.0).is_none());
    lines.extend(others.map(|(name, value)| format!("{name}={value}")));
    lines
}
