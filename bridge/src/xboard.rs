//! Reads games from the commands `setup` and `piece` of the XBoard protocol.
//!
//! An engine sends `setup (PIECES) 8x8+0_PARENT FEN` and then one line for each piece, such as `piece P& fmWfceF`. The
//! `&` means that both sides have these moves. [`read`] finds these lines among others.

use super::Imported;
use super::diagram::{MAX_PIECES, file_name, stem};
use super::export::Format;
use super::fairy_stockfish::options::TABLE;
use super::own::{self, Restored};
use super::sketch::{DropZone, GameSketch, MAX, Obligation, Place, SketchPiece, Symmetry, translated};
use crate::base::source::Span;
use crate::lang::betza::{self, by_name, name_of};
use crate::messages::text::capital;
use crate::notation::dialect::Dialect;

/// The moves of the first pieces of XBoard's table, which need no line `piece`. The king is the last one.
const USUAL: [&str; 13] = ["fmWfceFifmnD", "N", "B", "R", "Q", "F", "A", "BN", "RN", "W", "K", "mRcpR", "NN"];

/// Reads the lines of an engine. Returns `None` if there is no `setup` that can be read.
pub fn read(name: &str, text: &str) -> Option<Imported> {
    let dialect = Dialect::named(Format::XBoard.name())?;
    let (table, rest) = text.lines().find_map(setup)?;
    let mut words = rest.split_whitespace().peekable();
    let board = words.next_if(|word| word.contains('x') && !word.contains('/'));
    let (size, hand, parent) = board.map_or(((8, 8), 0, ""), dimensions);
    let mut fen: Vec<&str> = words.collect();
    // Some engines write the hands as a field of its own.
    let held = (fen.get(1).is_some_and(|field| field.starts_with('['))).then(|| fen.remove(1));
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
        drops: parent == dialect.parent_with_hands,
        ..GameSketch::default()
    };
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("piece ")) {
        piece(&mut sketch, line);
    }
    // The table ends with each side's king.
    let letters: Vec<char> = table.chars().collect();
    let white = &letters[..letters.len() / 2];
    // There, the pieces in hand are not captured ones.
    let is_from_start = parent == dialect.parent_with_start_hands;
    if dialect.parents.get(parent).is_some_and(String::is_empty) {
        let castles = parent != dialect.parent_without_castling
            && fen.get(2).is_some_and(|rights| rights.contains(['K', 'Q']));
        usual(&mut sketch, white, castles);
    }
    let placement = fen.first().copied().unwrap_or_default();
    array(&mut sketch, placement, held);
    state(&mut sketch, fen.get(1..).unwrap_or_default());
    let is_dropped =
        placement.contains('[') || held.is_some() || sketch.pieces.iter().any(|one| one.drop.is_some());
    if hand > 0 && !is_from_start {
        sketch.drops |= is_dropped;
    }
    match dialect.parents.get(parent).map(String::as_str) {
        None if parent.is_empty() => {}
        None => {
            let reason = "the parent: rules that it has besides the moves are not read";
            sketch.leave("setup", parent, reason, true);
        }
        Some("") => {
            if is_from_start && sketch.pieces.iter().all(|piece| piece.hand == 0) {
                sketch.leave("setup", parent, "the pieces in hand come from another board", true);
            }
            sketch.leave("setup", parent, "all other rules are the usual ones, without draws", false);
            if hand > 0 && !is_dropped {
                sketch.leave("setup", &format!("+{hand}"), "the pieces beside the board", true);
            }
        }
        Some(rules) => {
            sketch.leave("setup", parent, format!("the rules of this parent are not read: {rules}"), true);
        }
    }
    if matches!(restored, Restored::Changed) {
        sketch.leave(own::COMMENT, "", own::CHANGED, false);
    }
    crown(&mut sketch, white);
    promotions(&mut sketch, parent == dialect.parent_with_hands);
    Some(sketch.rule_file())
}

/// Makes the king of the table royal.
fn crown(sketch: &mut GameSketch, white: &[char]) {
    let reason = "there is no king, and the protocol does not say how the game is won";
    let has_king = white.is_empty() || white.contains(&'K');
    let Some(king) = white.last().filter(|king| **king != '.').or(has_king.then_some(&'K')) else {
        return sketch.leave("setup", "", reason, true);
    };
    let king = king.to_string();
    match sketch.pieces.iter_mut().find(|piece| piece.token == king) {
        Some(piece) if piece.white.len() + piece.black.len() + usize::from(piece.hand) == 0 => {
            sketch.leave("setup", "", reason, true);
        }
        Some(piece) => piece.royal = true,
        None => sketch.leave("setup", &king, "no `piece` line describes the king", true),
    }
}

/// Adds the promotions, and names the pieces. `reverts` says that a promoted piece becomes a pawn again when it is
/// captured.
fn promotions(sketch: &mut GameSketch, reverts: bool) {
    // A piece with a promoted form becomes only this form.
    let is_pawn = |piece: &SketchPiece| piece.token == "P" && !piece.royal && piece.form.is_none();
    let Some(first) = sketch.pieces.iter().position(is_pawn) else { return name_pieces(sketch) };
    let own = |piece: &SketchPiece| !piece.royal && !piece.name.starts_with("promoted-");
    sketch.choice = (0..sketch.pieces.len()).filter(|at| *at != first && own(&sketch.pieces[*at])).collect();
    sketch.pieces[first].promotes = Some(Obligation::Mandatory).filter(|_| !sketch.choice.is_empty());
    let reason = "the protocol does not specify it: pawns become any other piece on the last rank";
    sketch.leave("promotion", "", reason, false);
    name_pieces(sketch);
    let choice = if reverts { std::mem::take(&mut sketch.choice) } else { Vec::new() };
    for at in choice {
        let SketchPiece { name, token, moves, .. } = sketch.pieces[at].clone();
        let (name, token) = (format!("promoted-{name}"), format!("{token}p"));
        sketch.choice.push(sketch.pieces.len());
        sketch.pieces.push(SketchPiece {
            name,
            token,
            moves,
            reverts: Some(first),
            ..SketchPiece::default()
        });
    }
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
            (_, Some(_)) => stepping.map(|row| row.name.as_str()),
            _ => translated(&piece.moves).and_then(|moves| named(&moves)),
        };
        let is_form = piece.name.starts_with("promoted-");
        let Some(usual) = usual.filter(|_| !is_form).map(str::to_owned) else { continue };
        if let Some(form) = piece.form {
            sketch.pieces[form].name = format!("promoted-{usual}");
        }
        sketch.pieces[at].name = usual;
    }
}

/// Returns the usual name of a piece that is not royal.
fn named(moves: &str) -> Option<&'static str> {
    let canonical = || betza::read(moves, Span::new(0, 0, moves.len())).0.map(|reading| reading.canonical);
    let name = name_of(moves).or_else(|| name_of(&canonical()?))?;
    // A king has another name if it is not royal.
    if name == "king" { by_name(name).first()?.names.get(1).map(String::as_str) } else { Some(name) }
}

/// Adds the pieces of the table that have no line `piece`.
fn usual(sketch: &mut GameSketch, white: &[char], castles: bool) {
    let king = match (castles, sketch.size.0) {
        (false, _) => "K",
        (true, 10) => "KisO3",
        (true, _) => "KisO2",
    };
    for (at, letter) in white.iter().enumerate().filter(|(_, letter)| letter.is_ascii_uppercase()) {
        let moves = if at + 1 == white.len() { Some(&king) } else { USUAL.get(at) };
        let token = letter.to_string();
        if let Some(moves) = moves.filter(|_| !sketch.pieces.iter().any(|piece| piece.token == token)) {
            piece(sketch, &format!("{token}& {moves}"));
        }
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
    let (moves, drop) = drop(sketch, moves);
    if plain.is_empty() || sketch.pieces.iter().any(|piece| piece.token == token) {
        return sketch.leave("piece", line, "its letter is missing, or belongs to a piece above it", true);
    }
    let base = sketch.pieces.iter().position(|piece| piece.token == plain.to_ascii_uppercase());
    let name = format!("{promoted}{}", plain.to_ascii_lowercase());
    if let Some(base) = base.filter(|_| !promoted.is_empty()) {
        sketch.pieces[base].form = Some(sketch.pieces.len());
    }
    sketch.pieces.push(SketchPiece { name, token, moves, drop, ..SketchPiece::default() });
}

/// Splits the drop from the moves of a piece, as in `fmWfceFifmnDj@7`: the last rank of its zone, and before it `j` if
/// the first rank is not in the zone, and `f` if only so many of the pieces can stand on a file.
fn drop(sketch: &mut GameSketch, moves: &str) -> (String, Option<DropZone>) {
    let Some((moves, last)) = moves.trim().rsplit_once('@') else { return (moves.trim().to_owned(), None) };
    let plain = moves.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let marks = &moves[plain.len()..];
    if marks.contains(|mark| !matches!(mark, 'f' | 'j')) {
        sketch.leave("piece", &format!("{marks}@{last}"), "the limit on drops of the piece", true);
    }
    let last = last.parse().ok().filter(|last| (1..=sketch.size.1).contains(last)).unwrap_or_else(|| {
        sketch.leave(
            "piece",
            &format!("@{last}"),
            "the drops of the piece end on no rank of the board",
            true,
        );
        sketch.size.1
    });
    let first = if marks.contains('j') { 2 } else { 1 };
    (plain.to_owned(), Some(DropZone { ranks: (first, last), on_file: marks.matches('f').count() }))
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
            None => without_line(sketch, letter),
        }
    }
}

/// Lists a piece that no line describes once.
fn without_line(sketch: &mut GameSketch, letter: char) {
    let value = letter.to_string();
    if !sketch.left.iter().any(|one| one.value == value) {
        sketch.leave("setup", &value, "a piece without a `piece` line", true);
    }
}

/// Reads the fields after the placement of a FEN.
fn state(sketch: &mut GameSketch, fields: &[&str]) {
    if fields.first() == Some(&"b") {
        sketch.black_begins = true;
    }
    let castling = |places: fn(&SketchPiece) -> &Vec<Place>| {
        sketch.pieces.iter().any(|piece| piece.moves.contains('O') && !places(piece).is_empty())
    };
    let rights = fields.get(1).copied().unwrap_or("KQkq");
    let has = |side: &str| side.chars().all(|letter| rights.contains(letter));
    let all =
        (!castling(|piece| &piece.white) || has("KQ")) && (!castling(|piece| &piece.black) || has("kq"));
    if !all && rights.chars().all(|letter| "KQkq-".contains(letter)) {
        sketch.leave("setup", rights, "a king castles whenever its moves say so", true);
    }
}

/// Reads the placement of a FEN.
fn array(sketch: &mut GameSketch, fen: &str, apart: Option<&str>) {
    let (placement, held) = fen.split_once('[').unwrap_or((fen, apart.unwrap_or_default()));
    hands(sketch, held.trim_matches(['[', ']']));
    for (letter, place) in sketch.letters(placement) {
        let (token, inside) = (letter.to_ascii_uppercase().to_string(), sketch.holds(place));
        match sketch.pieces.iter_mut().find(|piece| inside && piece.token == token) {
            Some(piece) if letter.is_ascii_uppercase() => piece.white.push(place),
            Some(piece) => piece.black.push(place),
            None if letter == '*' && inside => sketch.holes.push(place),
            None => without_line(sketch, letter),
        }
    }
    if sketch.is_even(Symmetry::Mirror) {
        sketch.symmetry = Symmetry::Mirror;
    }
}
