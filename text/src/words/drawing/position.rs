//! Draws positions and describes them in English, including the state that a board does not show.
//!
//! [`drawing`] returns a drawing, [`words`] lists the pieces in sentences, and [`status`] describes rights, castling,
//! and hands.

use super::style::{BoardStyle, Sign};
use super::{Drawing, Figure, Mark, Pieces, figure, piece_shapes, traditional};
use crate::base::{Color, Move, Piece, Setup, Verb};
use crate::messages::text::commas;
use crate::notation::{braced, fen, movetext, token};
use crate::rules::interpreter::{Interpreter, Purpose, World};
use crate::rules::walk::Walk;
use crate::rules::{PieceType, Variant};
use crate::words::prose::{Prose, spoken};

/// Draws a position and highlights the squares of the last move.
pub fn drawing<'v>(variant: &'v Variant, setup: &Setup, last: Option<&Move>) -> Drawing<'v> {
    let pieces = setup.pieces().map(|(square, piece)| (square, (short(variant, piece), piece.color)));
    let figures = setup.pieces().filter_map(|(_, piece)| {
        let figure = figure(variant.piece_type(piece.piece_type), Pieces::Pictures)?;
        Some((short(variant, piece), figure))
    });
    let style = BoardStyle::of(variant);
    let signs = setup.pieces().filter_map(|(_, piece)| {
        let own = variant.piece_type(piece.piece_type);
        let sign = style.sign(own, figure(own, Pieces::Traditional), piece.color)?;
        Some(((short(variant, piece), piece.color), sign))
    });
    let last = last.into_iter().flat_map(|mv| mv.from.into_iter().chain(mv.to));
    let (prose, notes) = (Prose::new(variant), variant.piece_type_ids());
    let notes = notes.filter(|(id, piece_type)| {
        piece_type.stage.is_some() && setup.pieces().any(|(_, piece)| piece.piece_type == *id)
    });
    let notes = notes.map(|(piece_type, _)| {
        let short = short(variant, Piece { color: Color::White, piece_type });
        format!("{short}  {}", prose.name(piece_type))
    });
    // The page draws no pictures of positions.
    let has_hands = cfg!(feature = "pictures")
        && setup.hands.iter().any(|held| Color::ALL.iter().any(|color| *held.get(*color) > 0));
    Drawing {
        pieces: pieces.collect(),
        figures: figures.collect(),
        signs: signs.collect(),
        style: style.clone(),
        last: last.collect(),
        notes: notes.collect(),
        hands: if has_hands {
            Color::ALL.map(|color| hand(variant, setup, color)).to_vec()
        } else {
            Vec::new()
        },
        ..Drawing::new(&variant.board)
    }
}

/// Returns the SVG shapes of a piece in a box of 40 by 40 units.
pub fn piece_picture(variant: &Variant, piece: Piece, pieces: Pieces) -> String {
    let style = BoardStyle::of(variant);
    let shown = face(&style, variant.piece_type(piece.piece_type), piece.color, pieces);
    piece_shapes(&style, &short(variant, piece), piece.color, shown)
}

/// Draws White's piece for a heading, or returns `None` if letters show it.
pub fn icon(variant: &Variant, own: &PieceType, pieces: Pieces) -> Option<String> {
    let style = BoardStyle::of(variant);
    let shown = face(&style, own, Color::White, pieces);
    let shapes = || piece_shapes(&style, "", Color::White, shown);
    (shown.0.is_some() || shown.1.is_some()).then(|| in_box(&shapes()))
}

/// Returns the sign and the figure that show a piece.
fn face(style: &BoardStyle, own: &PieceType, color: Color, pieces: Pieces) -> (Option<Sign>, Option<Figure>) {
    let figure = figure(own, pieces);
    let sign = (pieces == Pieces::Traditional).then(|| style.sign(own, figure, color)).flatten();
    (sign, figure)
}

/// Returns the gap between the grid and cells that hold pieces for later, where a square has 40 units, or 0 without
/// such cells.
pub fn reserve_gap(variant: &Variant) -> i32 {
    BoardStyle::of(variant).gap
}

/// Draws the board below pieces that stand on points, or returns `None` if they stand on squares.
pub fn ground(variant: &Variant) -> Option<String> {
    let drawing = Drawing { style: BoardStyle::of(variant), ..Drawing::new(&variant.board) };
    drawing.style.points.then(|| traditional::lines(&drawing).concat())
}

fn in_box(shapes: &str) -> String {
    format!(r#"<svg viewBox="0 0 40 40" aria-hidden="true">{shapes}</svg>"#)
}

/// Returns a token with one letter for its stage, such as `Pp.s`. The notes below the drawing explain the letters.
fn short(variant: &Variant, piece: Piece) -> String {
    let (whole, own) = (token(variant, piece), variant.piece_type(piece.piece_type));
    let Some((base, _)) = whole.split_once('.').filter(|_| own.stage.is_some()) else { return whole };
    let mut used = Vec::new();
    let stages = variant.piece_types.iter().filter(|other| other.piece == own.piece);
    for (other, stage) in stages.filter_map(|other| Some((other, other.stage.as_ref()?))) {
        let mut letters = stage.chars().chain('0'..='9').filter(|letter| !used.contains(letter));
        let letter = letters.next().unwrap_or('?');
        if std::ptr::eq(other, own) {
            return format!("{base}.{letter}");
        }
        used.push(letter);
    }
    whole
}

/// Marks the targets of moves with the possible actions of the moving piece there, with or without an enemy present.
pub fn mark_moves(drawing: &mut Drawing, variant: &Variant, setup: &Setup, moves: &[Move]) {
    let rules: Interpreter = Interpreter::new(variant);
    let common = variant.piece_type_ids().find(|(_, piece_type)| piece_type.royal.is_none());
    let enemy = common.map(|(piece_type, _)| Piece { color: setup.turn.other(), piece_type });
    for mv in moves {
        let (Some(from), Some(to)) = (mv.from, mv.to) else { continue };
        let mut other = setup.clone();
        other.put(&(), to, enemy.filter(|_| setup.piece(to).is_none()));
        let of = |setup| rules.walks(setup, from, Purpose::Move).filter(|(_, walk)| walk.to == to);
        let own = mv.verb == Verb::Go;
        let walks: Vec<Walk> = [setup, &other].into_iter().flat_map(of).map(|(_, walk)| walk).collect();
        for walk in walks.iter().filter(|_| own) {
            let captures = !walk.captures.is_empty() || walk.en_passant.is_some();
            let mark = if captures { Mark::Capture } else { Mark::Quiet };
            drawing.mark(to, if from == to && !captures { Mark::Pass } else { mark });
        }
        // Actions and castling have no walk, so their targets get marks of their own.
        if !own || walks.is_empty() {
            drawing.mark(to, Mark::Quiet);
        }
    }
}

/// Lists the squares of all pieces in sentences.
pub fn words(variant: &Variant, setup: &Setup, last: Option<&Move>) -> Vec<String> {
    let prose = Prose::new(variant);
    let side = |color: Color| {
        let of = |piece_type| {
            let piece = Some(Piece { color, piece_type });
            let squares = variant.board.squares().filter(|square| setup.piece(*square) == piece);
            let squares: Vec<&str> = squares.map(|square| variant.board.name(square)).collect();
            let name = prose.name(piece_type).to_lowercase();
            (!squares.is_empty()).then(|| format!("{name} {}", squares.join(" ")))
        };
        let pieces = commas(variant.piece_type_ids().filter_map(|(id, _)| of(id)));
        format!("{}: {}.", color.title(), if pieces.is_empty() { "no pieces" } else { &pieces })
    };
    let last = last.map(|mv| format!("Last move: {}.", movetext::write(variant, mv)));
    Color::ALL.into_iter().map(side).chain(last).collect()
}

/// Describes the state that the board does not show: the names of cells off the grid, rights, castling, and hands.
pub fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::from_iter(off_grid(variant, setup));
    lines.extend(unseen(variant, setup));
    if variant.hands {
        lines.extend(Color::ALL.map(|color| hand(variant, setup, color)));
    }
    lines
}

/// Describes the cells off the grid, if there are any.
fn off_grid(variant: &Variant, setup: &Setup) -> Option<String> {
    let board = &variant.board;
    let beside = commas(board.extra().map(|square| match setup.piece(square) {
        Some(piece) => format!("{} ({})", board.name(square), token(variant, piece)),
        None => board.name(square).to_owned(),
    }));
    (!beside.is_empty()).then(|| format!("Off the grid: {beside}"))
}

/// Describes the part of the state that no piece on the board or in hand shows: rights, castlings, and moved pieces.
pub fn unseen(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    for (right, left) in variant.rights.iter().zip(&setup.rights) {
        let holders = Color::ALL.into_iter().filter_map(|color| match left.get(color) {
            0 => None,
            1 => Some(color.title().to_owned()),
            n => Some(format!("{} ({n})", color.title())),
        });
        lines.push(available(&spoken(&right.name), &commas(holders)));
    }
    if !variant.castlings.is_empty() {
        lines.push(available("Castling", &fen::castlings(variant, setup)));
    }
    let moved = commas(fen::moved_names(variant, setup));
    if !moved.is_empty() {
        lines.push(format!("On their first squares, but already moved: {moved}"));
    }
    lines
}

/// Describes the remaining uses of a right.
fn available(name: &str, left: &str) -> String {
    match left {
        "" => format!("{name} no longer available"),
        left => format!("{name} still available: {left}"),
    }
}

fn hand(variant: &Variant, setup: &Setup, color: Color) -> String {
    let held = variant.piece_type_ids().zip(&setup.hands).filter_map(|((piece_type, _), held)| {
        let name = braced(&token(variant, Piece { color, piece_type }));
        match *held.get(color) {
            0 => None,
            1 => Some(name),
            n => Some(format!("{n}{name}")),
        }
    });
    let held = held.collect::<Vec<String>>().join(" ");
    format!("{}'s hand: {}", color.title(), if held.is_empty() { "empty" } else { &held })
}
