//! Reads games from the commands `setup` and `piece` of the XBoard protocol.
//!
//! An engine sends `setup (PIECES) 8x8+0_PARENT FEN` and then one line for each piece, such as `piece P& fmWfceF`. The
//! `&` means that both sides have these moves. [`read`] finds these lines among others.

use super::Imported;
use super::sketch::{GameSketch, MAX, Place, SketchPiece, Symmetry};

/// Reads the lines of an engine. Returns `None` if there is no `setup` that can be read.
pub(crate) fn read(name: &str, text: &str) -> Option<Imported> {
    let (table, rest) = text.lines().find_map(setup)?;
    let mut words = rest.split_whitespace().peekable();
    let board = words.next_if(|word| word.contains('x') && !word.contains('/'));
    let (size, hand, parent) = board.map_or(((8, 8), 0, ""), dimensions);
    let fen: Vec<&str> = words.collect();
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let mut sketch = GameSketch {
        title: file.split('.').next().unwrap_or(file).to_owned(),
        source: file.to_owned(),
        size,
        holes: Vec::new(),
        symmetry: Symmetry::None,
        pieces: Vec::new(),
        zone: 1,
        choice: Vec::new(),
        drops: hand > 0,
        black_begins: false,
        stalemate_loses: false,
        regions: Vec::new(),
        shuffles: Vec::new(),
        colored: Vec::new(),
        left: Vec::new(),
    };
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("piece ")) {
        piece(&mut sketch, line);
    }
    array(&mut sketch, fen.first().copied().unwrap_or_default());
    state(&mut sketch, fen.get(1..).unwrap_or_default());
    if !parent.is_empty() {
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
    if let Some(first) = sketch.pieces.iter().position(|piece| piece.token == "P" && !piece.royal) {
        sketch.choice =
            (0..sketch.pieces.len()).filter(|at| *at != first && !sketch.pieces[*at].royal).collect();
        sketch.pieces[first].promotes = !sketch.choice.is_empty();
        sketch.leave(
            "promotion",
            "",
            "the protocol does not specify it: pawns become any other piece on the last rank",
            false,
        );
    }
    Some(sketch.rule_file())
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
    if sketch.pieces.iter().any(|piece| piece.token == token) {
        sketch.leave("piece", line, "a piece with this letter is already there", true);
        return;
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
    let upper = held.chars().filter(char::is_ascii_uppercase);
    let lower = held.chars().filter(char::is_ascii_lowercase).map(|letter| letter.to_ascii_uppercase());
    let sorted = |letters: &mut Vec<char>| letters.sort_unstable();
    let (mut white, mut black): (Vec<char>, Vec<char>) = (upper.collect(), lower.collect());
    sorted(&mut white);
    sorted(&mut black);
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
    let symmetric = sketch.pieces.iter().all(|piece| {
        let mut images: Vec<Place> = piece.white.iter().map(|(x, y)| (*x, height + 1 - *y)).collect();
        let mut black = piece.black.clone();
        images.sort_unstable();
        black.sort_unstable();
        images == black
    });
    if symmetric {
        sketch.symmetry = Symmetry::Mirror;
    }
}
