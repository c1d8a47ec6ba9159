//! Positions as text: `PLACEMENT SIDE CASTLING EN-PASSANT HALFMOVE FULLMOVE [name=value ...]`.
//!
//! The first six fields are those of chess. Named fields hold everything else that a game needs: pieces on squares
//! outside the grid (`m3=k`), remaining uses of rights (`leap=wb`), pieces that have moved and come back
//! (`moved=c1,f8`), the next move of a turn with several moves (`turn=2/3`), and an ending that the board does not
//! show (`outcome=draw:refuge`). Missing fields have their value at the start of a game. Squares that were passed over
//! are written only if a capture there is legal.
//!
//! [`write_in`] writes a position, and the module `read` reads one. Each has the form of ferz or that of another
//! program, which a [`FenStyle`] describes.

mod army;
mod captured;
mod lasting;
mod line;
mod moved;
mod parts;
mod passed;
mod placement;
mod progress;
mod read;
mod reader;
mod repair;
mod sfen;
mod style;
mod validity;

use super::{braced, token};
use crate::base::{Bitboard, ByColor, CastlingSet, Color, Piece, PieceTypeId, Setup, Square, SquareSet};
use crate::fast::engine::Engine;
use crate::notation::dialect::{CastlingLetters, Hands};
use crate::rules::{Castling, Right, Variant};
use std::iter::repeat_n;

pub use lasting::lasting;
pub use line::{counts_moves, position_in};
pub use parts::{PlacedToken, PositionParts};
pub use read::{castling_meant, read, read_as, read_in};
pub use repair::{free_castling, game_with_castlings, knows_castlings, read_counted, read_repaired};
pub use style::FenStyle;

/// The name of the field for an ending that the board does not show.
const OUTCOME: &str = "outcome";
/// The name of the field for the next move of a turn.
const TURN: &str = "turn";
const CAPTURED: &str = "captured";
/// The name of the field for pieces that have moved, if the board does not show it.
pub const MOVED: &str = "moved";

pub fn write(variant: &Variant, setup: &Setup) -> String {
    write_in(variant, setup, None)
}

/// Writes a position like [`write_in`], with the moves that an engine finds, which is faster.
pub fn write_with(engine: &Engine, setup: &Setup, style: Option<&FenStyle>) -> String {
    let moves = |setup: &Setup| Some(engine.legal_moves(&engine.position(setup)));
    written(engine.variant(), &lasting::settled(engine.variant(), setup, &moves), style, true)
}

/// Writes a position in the style of another program, or in that of ferz. Named fields hold everything for which the
/// style has no field.
pub fn write_in(variant: &Variant, setup: &Setup, style: Option<&FenStyle>) -> String {
    written(variant, &lasting(variant, setup), style, true)
}

/// Writes a position like [`write_in`], but without the counts of plies and moves, which are operations in EPD.
pub fn write_epd(variant: &Variant, setup: &Setup, style: Option<&FenStyle>) -> String {
    written(variant, &lasting(variant, setup), style, false)
}

fn written(variant: &Variant, setup: &Setup, style: Option<&FenStyle>, counts: bool) -> String {
    let placement = placement(variant, setup, &piece_writer(variant, style));
    let side = style.map_or_else(|| setup.turn.letter(), |style| style.side(setup));
    let hands = hands(variant, setup, style);
    let mut fields = match style.filter(|style| style.has_hand_field(setup)) {
        Some(_) => {
            // SFEN counts plies, and the setup counts full moves.
            let plies =
                u64::from(setup.fullmove.saturating_sub(1)) * 2 + u64::from(setup.turn == Color::Black);
            vec![placement, side.to_string(), hands, (plies + 1).to_string()]
        }
        None => {
            let mut fields = vec![placement + &hands, side.to_string()];
            fields.extend(usual_fields(variant, setup, style, counts));
            fields
        }
    };
    let named = named_fields(variant, setup, style).into_iter();
    fields.extend(named.map(|(name, value)| format!("{name}={value}")));
    fields.join(" ")
}

/// Returns the fields after the side to move, in a style without a field for hands.
fn usual_fields(variant: &Variant, setup: &Setup, style: Option<&FenStyle>, counts: bool) -> Vec<String> {
    let left = style.and_then(|style| style.left(setup));
    // A position with en passant or with a count has all fields.
    let is_brief = style.is_some_and(FenStyle::is_brief) && setup.passed.is_empty() && left.is_none();
    let mut fields = if is_brief {
        vec!["-".to_owned(), setup.fullmove.to_string()]
    } else {
        let castlings = castlings_in(variant, setup, style);
        let castlings = or_dash(moved::letters(variant, setup, castlings));
        [castlings, or_dash(passed::write(variant, setup))].into_iter().chain(left).collect()
    };
    if counts && !is_brief {
        fields.extend([setup.halfmove.to_string(), setup.fullmove.to_string()]);
    }
    fields.extend(style.and_then(|style| style.given(setup)));
    fields
}

/// Returns the names and values of the named fields: the cells off the grid, the rights, the pieces that have moved,
/// the next move of a turn, the captures of the last move, and the ending.
fn named_fields(variant: &Variant, setup: &Setup, style: Option<&FenStyle>) -> Vec<(String, String)> {
    let (board, start, piece) = (&variant.board, variant.start(), piece_writer(variant, style));
    let cells = board.extra().filter(|square| setup.piece(*square).or(start.piece(*square)).is_some());
    let cells = cells.map(|square| (board.name(square).to_owned(), square_text(setup, square, &piece)));
    let mut fields: Vec<(String, String)> = cells.collect();
    // The right that the style counts already has a field, so it is not written by name. SFEN has no such field.
    let counted = style.filter(|style| !style.has_hand_field(setup)).and_then(FenStyle::right);
    let rights = variant.rights.iter().zip(&setup.rights).enumerate();
    // A right that begins used up is left out until it is gained.
    let is_idle = |right: &Right, left: &ByColor<u8>| right.used_up && *left == ByColor::default();
    let shown = rights.filter(|(at, (right, left))| Some(*at) != counted && !is_idle(right, left));
    fields.extend(shown.map(|(_, (right, left))| {
        let letters = |color: Color| match *left.get(color) {
            few @ 0..10 => color.letter().to_string().repeat(usize::from(few)),
            many => format!("{many}{}", color.letter()),
        };
        (right.name.clone(), or_dash(Color::ALL.into_iter().map(letters).collect()))
    }));
    // The field for castling names the unmoved pieces among these, if there is one.
    let has_castlings = style.is_none_or(|style| !style.has_hand_field(setup) && !style.is_brief());
    let named = if has_castlings { moved::named(variant) } else { SquareSet::EMPTY };
    let moved = names_of(variant, variant.returned(setup.moved, |square| setup.piece(square)) & !named);
    fields.extend((!moved.is_empty()).then(|| (MOVED.to_owned(), moved.join(","))));
    fields.extend(progress::write(variant, setup).map(|turn| (TURN.to_owned(), turn)));
    let is_named = style.is_none_or(|style| capture(variant, setup, style).is_none());
    let captured = captured::write(variant, setup, piece_writer(variant, style)).filter(|_| is_named);
    fields.extend(captured.map(|captured| (CAPTURED.to_owned(), captured)));
    fields.extend(setup.ended.as_ref().map(|outcome| {
        let winner = outcome.winner.map_or("draw", Color::name);
        (OUTCOME.to_owned(), format!("{winner}:{}", outcome.reason.replace(' ', "_")))
    }));
    fields
}

/// Returns the function that writes a piece in a style.
fn piece_writer<'v>(variant: &'v Variant, style: Option<&'v FenStyle>) -> impl Fn(Piece) -> String + 'v {
    move |piece: Piece| match style {
        Some(style) => style.piece(piece),
        None => braced(&token(variant, piece)),
    }
}

/// The fields of a FEN that a drawing of the board does not show.
pub struct FenFields {
    /// The pieces in hand, or an empty text if there are none.
    pub hand: String,
    pub castlings: String,
    pub passed: String,
    pub named: Vec<(String, String)>,
}

impl FenFields {
    pub fn of(variant: &Variant, setup: &Setup) -> FenFields {
        let setup = &*lasting(variant, setup);
        let held = held(setup).filter(|_| variant.hands);
        FenFields {
            hand: held.flat_map(|(piece, count)| repeat_n(braced(&token(variant, piece)), count)).collect(),
            castlings: or_dash(moved::letters(variant, setup, castlings(variant, setup))),
            passed: or_dash(passed::write(variant, setup)),
            named: named_fields(variant, setup, None),
        }
    }
}

fn placement(variant: &Variant, setup: &Setup, piece: &dyn Fn(Piece) -> String) -> String {
    let (board, grid) = (&variant.board, variant.board.grid());
    let rank = |y: i32| {
        let mut text = String::new();
        let mut empty = 0;
        for x in board.files() {
            let square = board.at(x, y).filter(|square| grid.contains(*square));
            if square.is_some_and(|square| setup.piece(square).is_none()) {
                empty += 1;
                continue;
            }
            text += &run(std::mem::take(&mut empty));
            text += &square.map_or_else(|| "*".to_owned(), |square| square_text(setup, square, piece));
        }
        text + &run(empty)
    };
    board.ranks().rev().map(rank).collect::<Vec<_>>().join("/")
}

fn run(length: u32) -> String {
    if length == 0 { String::new() } else { length.to_string() }
}

fn square_text(setup: &Setup, square: Square, piece: &dyn Fn(Piece) -> String) -> String {
    setup.piece(square).map_or_else(|| "-".to_owned(), piece)
}

/// Writes the pieces in hand: in brackets after the ranks, as an additional rank, or as a field.
fn hands(variant: &Variant, setup: &Setup, style: Option<&FenStyle>) -> String {
    let is_field = style.is_some_and(|style| style.has_hand_field(setup));
    if !variant.hands {
        let capture = style.and_then(|style| capture(variant, setup, style));
        return if is_field { or_dash(capture.unwrap_or_default()) } else { String::new() };
    }
    let piece = |piece: Piece| match style {
        Some(style) => style.held(piece),
        None => (piece.piece_type.index(), braced(&token(variant, piece))),
    };
    let mut held: Vec<_> = held(setup).map(|(kind, count)| (kind.color, piece(kind), count)).collect();
    held.sort_by_key(|(color, (rank, _), _)| (*color, *rank));
    let held = held.into_iter().map(|(_, (_, piece), count)| (piece, count));
    if is_field {
        let counted = held.map(|(piece, count)| if count > 1 { format!("{count}{piece}") } else { piece });
        return or_dash(counted.collect());
    }
    let text: String = held.flat_map(|(piece, count)| repeat_n(piece, count)).collect();
    match style.map(|style| style.codec.dialect) {
        Some(dialect) if dialect.hands == Hands::Rank => format!("/{text}"),
        Some(dialect) if text.is_empty() => dialect.empty_hands().to_owned(),
        _ => format!("[{text}]"),
    }
}

/// Returns the pieces in hand with their numbers.
fn held(setup: &Setup) -> impl Iterator<Item = (Piece, usize)> {
    let of = |color: Color| {
        let held = (0..=u16::MAX).map(PieceTypeId).zip(&setup.hands);
        held.map(move |(piece_type, held)| (Piece { color, piece_type }, usize::from(*held.get(color))))
    };
    Color::ALL.into_iter().flat_map(of).filter(|(_, count)| *count > 0)
}

/// Returns the names of the squares whose pieces have moved and come back, if this makes a difference and the board
/// does not show it.
pub fn moved_names<'v>(variant: &'v Variant, setup: &Setup) -> Vec<&'v str> {
    names_of(variant, variant.returned(setup.moved, |square| setup.piece(square)))
}

/// Returns the square of the last capture as the field for hands of a style names it.
fn capture(variant: &Variant, setup: &Setup, style: &FenStyle) -> Option<String> {
    let named = style.names_capture() && style.has_hand_field(setup);
    let square = if named { captured::square(variant, setup) } else { None };
    square.map(|square| style.square(square))
}

fn names_of(variant: &Variant, squares: SquareSet) -> Vec<&str> {
    variant.board.squares().filter(|s| squares.contains(*s)).map(|s| variant.board.name(s)).collect()
}

/// Returns the letters of the available castlings. All castlings of the same two pieces share one letter. If the letter
/// also stands for other pieces that are in their places, the squares of the two pieces are written instead, before all
/// letters.
pub fn castlings(variant: &Variant, setup: &Setup) -> String {
    castlings_in(variant, setup, None)
}

fn castlings_in(variant: &Variant, setup: &Setup, style: Option<&FenStyle>) -> String {
    let standing = variant.standing(|square| setup.piece(square));
    let those = |set: CastlingSet| {
        let all = variant.castlings.iter().enumerate().filter(move |(number, _)| set >> number & 1 == 1);
        all.map(|(_, castling)| castling)
    };
    let is_ambiguous = |castling: &&Castling| {
        those(standing).any(|other| other.letter == castling.letter && other.stand() != castling.stand())
    };
    let (ambiguous, clear): (Vec<&Castling>, Vec<&Castling>) = those(setup.castling).partition(is_ambiguous);
    let mut squares: Vec<_> = ambiguous.into_iter().map(Castling::squares).collect();
    squares.sort();
    squares.dedup();
    let name = |square| variant.board.name(square);
    let squares: String =
        squares.into_iter().flat_map(|(king, partner)| [name(king), name(partner)]).collect();
    let is_outer = style.is_some_and(|style| style.codec.dialect.rights == CastlingLetters::Outermost);
    let letter = |castling: &Castling| {
        let outer = if is_outer { outermost(variant, setup, castling) } else { None };
        outer.unwrap_or(castling.letter)
    };
    squares + &letters(clear.into_iter().map(letter))
}

/// Returns some letters, each once. All castlings of the same two pieces share one letter.
fn letters(all: impl Iterator<Item = char>) -> String {
    let mut letters = String::new();
    for letter in all {
        if !letters.contains(letter) {
            letters.push(letter);
        }
    }
    letters
}

/// Returns the letter of a castling with the outermost partner on its side of the king, or `None` if it is named in
/// another way.
fn outermost(variant: &Variant, setup: &Setup, castling: &Castling) -> Option<char> {
    let [(king, _), (square, partner)] = castling.stand();
    let [king, place] = [king, square].map(|square| variant.board.cell(square));
    let is_right = place.x > king.x;
    let beyond = |(other, piece): (Square, Piece)| {
        let cell = variant.board.cell(other);
        piece == partner && cell.y == place.y && if is_right { cell.x > place.x } else { cell.x < place.x }
    };
    let letter = castling.color.pick(if is_right { 'K' } else { 'Q' }, if is_right { 'k' } else { 'q' });
    // The letter can be that of another castling of the game.
    let is_taken = variant.castlings.iter().any(|other| other.letter == letter);
    (castling.placed && !is_taken && !setup.pieces().any(beyond)).then_some(letter)
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}
