//! Reads games from the commands `setup` and `piece` of the XBoard protocol.
//!
//! An engine sends `setup (PIECES) 8x8+0_PARENT FEN` and then one line for each piece, such as `piece P& fmWfceF`. The
//! `&` means that both sides have these moves. [`read`] finds these lines among others.

use super::Imported;
use super::diagram::{MAX_PIECES, file_name, stem};
use super::export::Format;
use super::fairy_stockfish::options::TABLE;
use super::own::{self, Restored};
use super::sketch::{GameSketch, MAX, Place, SketchPiece, Symmetry, translated};
use crate::lang::betza::name_of;
use crate::messages::text::capital;

/// The parents without rules of their own.
const PLAIN: [&str; 3] = ["fairy", "normal", "unknown"];

/// Reads the lines of an engine. Returns `None` if there is no `setup` that can be read.
pub(crate) fn read(name: &str, text: &str) -> Option<Imported> {
    let (table, rest) = text.lines().find_map(setup)?;
    let mut words = rest.split_whitespace().peekable();
    let board = words.next_if(|word| word.contains('x') && !word.contains('/'));
    let (size, hand, parent) = board.map_or(((8, 8), 0, ""), dimensions);
    let fen: Vec<&str> = words.collect();
    let file = file_name(name);
    let restored = own::restored(file, text, Format::XBoard, definition);
    if let Restored::Game(game) = restored {
        return Some(game);
    }
    let titles = text.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(", written by ferz"));
    let title = titles.map(|(title, _)| title.to_owned()).next();
    let mut sketch = GameSketch {
        title: title.unwrap_or_else(|| capital(&stem(file))),
        source: file.to_owned(),
        size,
        zone: 1,
        drops: hand > 0,
        ..GameSketch::default()
    };
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("piece ")) {
        piece(&mut sketch, line);
    }
    array(&mut sketch, fen.first().copied().unwrap_or_default());
    state(&mut sketch, fen.get(1..).unwrap_or_default());
    if PLAIN.contains(&parent) {
        sketch.leave("setup", parent, "draws are left to the players", false);
    } else if !parent.is_empty() {
        sketch.leave("setup", parent, "the parent: rules that it has besides the moves are not read", true);
    }
    // The table ends with each side's king.
    let letters: Vec<char> = table.chars().collect();
    let white = &letters[..letters.len() / 2];
    let king = white.last().map(char::to_string).unwrap_or_else(|| "K".to_owned());
    let royal = sketch.pieces.iter().position(|piece| piece.token == king);
    match royal {
        Some(at) => sketch.pieces[at].royal = true,
        None => sketch.leave("setup", &king, "no `piece` line describes the king", true),
    }
    // A piece with a promoted form becomes only this form.
    let is_pawn = |piece: &SketchPiece| piece.token == "P" && !piece.royal && piece.form.is_none();
    if let Some(first) = sketch.pieces.iter().position(is_pawn) {
        let own = |piece: &SketchPiece| !piece.royal && !piece.name.starts_with("promoted-");
        sketch.choice =
            (0..sketch.pieces.len()).filter(|at| *at != first && own(&sketch.pieces[*at])).collect();
        sketch.pieces[first].promotes = !sketch.choice.is_empty();
        let reason = "the protocol does not specify it: pawns become any other piece on the last rank";
        sketch.leave("promotion", "", reason, false);
    }
    if matches!(restored, Restored::Changed) {
        sketch.leave(own::COMMENT, "", own::CHANGED, false);
    }
    name_pieces(&mut sketch);
    Some(sketch.rule_file())
}

/// Returns the lines that define a game.
fn definition(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| line.starts_with("setup ") || line.starts_with("piece ")).map(str::to_owned).collect()
}

/// Gives the pieces the usual names of their moves. The protocol has only their letters.
fn name_pieces(sketch: &mut GameSketch) {
    let stepping = TABLE.pieces.iter().find(|row| row.has_double_step);
    for at in 0..sketch.pieces.len() {
        let piece = &sketch.pieces[at];
        let usual = match (piece.royal, piece.promotes) {
            (true, _) => Some("king"),
            (_, true) => stepping.map(|row| row.name.as_str()),
            _ => translated(&piece.moves).and_then(|moves| name_of(&moves)),
        };
        let is_form = piece.name.starts_with("promoted-");
        let Some(usual) = usual.filter(|_| !is_form).map(str::to_owned) else { continue };
        if let Some(form) = piece.form {
            sketch.pieces[form].name = format!("promoted-{usual}");
        }
        sketch.pieces[at].name = usual;
    }
}

/// Reads a line `setup`: the table of pieces, which may be absent, and the rest.
fn setup(line: &str) -> Option<(&str, &str)> {
    let setup = line.trim().strip_prefix("setup ")?;
    match setup.strip_prefix('(') {
        Some(inner) => inner.split_once(')'),
        None => Some(("", setup)),
    }
}

/// Reads `10x8+2_parent`.
fn dimensions(text: &str) -> ((i32, i32), i32, &str) {
    let (size, parent) = text.split_once('_').unwrap_or((text, ""));
    let (size, hand) = size.split_once('+').unwrap_or((size, "0"));
    let (width, height) = size.split_once('x').unwrap_or(("8", "8"));
    let number =
        |text: &str| text.parse::<i32>().ok().filter(|number| (1..=MAX).contains(number)).unwrap_or(8);
    ((number(width), number(height)), hand.parse().unwrap_or(0), parent)
}

/// Reads the line of a piece: its letter, the sides that have it, and its moves.
fn piece(sketch: &mut GameSketch, line: &str) {
    let (id, moves) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let (letter, sides) = id.split_at(id.find('&').unwrap_or(id.len()));
    if sides.is_empty() {
        sketch.leave("piece", line, "moves of one side only", true);
    }
    let plain: String = letter.chars().filter(char::is_ascii_alphanumeric).collect();
    let promoted = if letter.starts_with('+') { "promoted-" } else { "" };
    let token = if promoted.is_empty() {
        plain.to_ascii_uppercase()
    } else {
        format!("{}p", plain.to_ascii_uppercase())
    };
    if sketch.pieces.len() >= MAX_PIECES {
        return sketch.leave("piece", line, format!("there are {MAX_PIECES} pieces above it"), true);
    }
    if plain.is_empty() || sketch.pieces.iter().any(|piece| piece.token == token) {
        return sketch.leave("piece", line, "its letter is missing, or belongs to a piece above it", true);
    }
    let base = sketch.pieces.iter().position(|piece| piece.token == plain.to_ascii_uppercase());
    let name = format!("{promoted}{}", plain.to_ascii_lowercase());
    if let Some(base) = base.filter(|_| !promoted.is_empty()) {
        sketch.pieces[base].form = Some(sketch.pieces.len());
    }
    sketch.pieces.push(SketchPiece { name, token, moves: moves.trim().to_owned(), ..SketchPiece::default() });
}

/// Reads the pieces in hand, which are the same for both sides.
fn hands(sketch: &mut GameSketch, held: &str) {
    let side = |is_own: fn(&char) -> bool| {
        let mut own: Vec<char> = held.chars().filter(is_own).map(|one| one.to_ascii_uppercase()).collect();
        own.sort_unstable();
        own
    };
    let (white, black) = (side(char::is_ascii_uppercase), side(char::is_ascii_lowercase));
    if white != black {
        sketch.leave("setup", held, "hands of different pieces", true);
        return;
    }
    for letter in white {
        match sketch.pieces.iter_mut().find(|piece| piece.token == letter.to_string()) {
            Some(piece) => piece.hand = piece.hand.saturating_add(1),
            None => sketch.leave("setup", &letter.to_string(), "a piece without a `piece` line", true),
        }
    }
}

/// Reads the fields after the placement of a FEN.
fn state(sketch: &mut GameSketch, fields: &[&str]) {
    if fields.first() == Some(&"b") {
        sketch.black_begins = true;
    }
    let castles = sketch.pieces.iter().any(|piece| piece.moves.contains('O'));
    let rights = fields.get(1).copied().unwrap_or("KQkq");
    let all = "KQkq".chars().all(|letter| rights.contains(letter));
    if castles && !all && rights.chars().all(|letter| "KQkq-".contains(letter)) {
        sketch.leave("setup", rights, "a king castles whenever its moves say so", true);
    }
}

/// Reads the placement of a FEN.
fn array(sketch: &mut GameSketch, fen: &str) {
    let (placement, held) = fen.split_once('[').unwrap_or((fen, ""));
    hands(sketch, held.split(']').next().unwrap_or(held));
    let (width, height) = sketch.size;
    for (row, text) in placement.split('/').enumerate() {
        let rank = i32::try_from(row).map_or(0, |row| height - row);
        let (mut file, mut run) = (1, 0_i32);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run.saturating_mul(10).saturating_add(i32::try_from(digit).unwrap_or(0));
                continue;
            }
            file += std::mem::take(&mut run);
            let place: Place = (file, rank);
            let inside = (1..=width).contains(&file) && (1..=height).contains(&rank);
            let token = letter.to_ascii_uppercase().to_string();
            let own = sketch.pieces.iter().position(|piece| piece.token == token);
            match own.filter(|_| inside) {
                Some(at) if letter.is_ascii_uppercase() => sketch.pieces[at].white.push(place),
                Some(at) => sketch.pieces[at].black.push(place),
                None if letter == '*' && inside => sketch.holes.push(place),
                None => sketch.leave("setup", &letter.to_string(), "a piece without a `piece` line", true),
            }
            file += 1;
        }
    }
    if sketch.is_even(Symmetry::Mirror) {
        sketch.symmetry = Symmetry::Mirror;
    }
}
