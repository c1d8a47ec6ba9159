//! Moves as a person types them, for every place where a person types one.
//!
//! [`read`] finds the legal move that a text names: by its squares, in algebraic notation in any letter case, or in
//! words such as `knight to f3`. If there is none, [`squares`] translates the text to the squares of one move, so that
//! the rules can say why that move is illegal.

use super::san::{Algebraic, is_garbled};
use super::shorthand::Shorthand;
use super::{braced, movetext, shown};
use crate::base::source::Span;
use crate::base::{Move, Setup, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Variant;

/// Words that add nothing to a move.
const FILLERS: [&str; 7] = ["move", "from", "to", "takes", "captures", "on", "the"];

/// Signs that people write between two squares.
const ARROWS: [&str; 7] = ["->", "=>", ">", "→", "–", "—", "−"];

/// Finds the legal move that a person typed.
///
/// # Errors
/// Returns the reason why the text is not a legal move. Its span is the whole text.
pub fn read<'m>(
    variant: &Variant,
    setup: &Setup,
    legal: &'m [Move],
    text: &str,
) -> Result<&'m Move, Diagnostic> {
    let by_squares = |text: &str| movetext::read(variant, setup, legal, text);
    let problem = match by_squares(text) {
        Err(problem) if text.len() <= movetext::MAX_BYTES => problem,
        found => return found,
    };
    let (algebraic, simple) = (Algebraic::new(variant, setup, legal), simplified(variant, text));
    // An exact reading takes precedence over one of the simplified text. But `bb4` is more often a bishop's move than
    // a pawn's, whose file no one writes twice.
    let is_doubled = simple.get(..1).is_some_and(|file| simple[1..].starts_with(file));
    let exact =
        || algebraic.read(text).or_else(|| by_squares(&simple).ok()).or_else(|| algebraic.read(&simple));
    if let Some(mv) = (!is_doubled).then(exact).flatten() {
        return Ok(mv);
    }
    if movetext::parse(variant, &simple).is_none() {
        match algebraic.in_any_case(&simple) {
            Ok(None) => {}
            Ok(Some(mv)) => return Ok(mv),
            Err(texts) => {
                let whole = Span::new(0, 0, text.len());
                let message = format!("`{}` is ambiguous", shown(text.trim()));
                let help = format!("type {}", texts.join(" or "));
                return Err(Diagnostic::new(Code::MoveAmbiguous, whole, message).help(help));
            }
        }
    }
    match squares(variant, setup, text) {
        Some(squares) => by_squares(&squares),
        None if simple == text.trim() => Err(problem),
        None => by_squares(&simple),
    }
}

/// Returns the text of the only move, legal or not, that a text can name, with both squares. Returns `None` if several
/// pieces can be meant, or if the text is not a move.
pub fn squares(variant: &Variant, setup: &Setup, text: &str) -> Option<String> {
    if text.len() > movetext::MAX_BYTES {
        return None;
    }
    let text = simplified(variant, text);
    if is_garbled(variant, &text) {
        return None;
    }
    if movetext::parse(variant, &text).is_some() {
        return Some(text);
    }
    castling(variant, setup, &text).or_else(|| piece_move(variant, setup, &text))
}

/// Removes the number of the move, the period at its end, and words without meaning, and replaces the names of pieces
/// by their tokens.
fn simplified(variant: &Variant, text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if unnumbered.starts_with('.') { unnumbered.trim_start_matches('.') } else { text };
    let text = ARROWS.iter().fold(text.to_owned(), |text, arrow| text.replace(arrow, "-"));
    let words = text.split_whitespace().filter(|word| !FILLERS.contains(&word.to_lowercase().as_str()));
    let word = |word: &str| {
        let is_it = |name: &str| name.eq_ignore_ascii_case(word);
        let mut all = variant.piece_types.iter();
        let named = all.find(|own| is_it(&own.title) || is_it(&own.piece));
        named.map_or_else(|| word.to_owned(), |own| braced(&own.token))
    };
    words.map(word).collect()
}

/// Returns the squares of a castling that is written as `O-O` or `O-O-O` in any spelling.
fn castling(variant: &Variant, setup: &Setup, text: &str) -> Option<String> {
    let letters = text.to_lowercase().replace('0', "o").replace('-', "");
    let is_short = match letters.trim_end_matches(['+', '#', '!', '?']) {
        "oo" => true,
        "ooo" => false,
        _ => return None,
    };
    let file = |square: Square| variant.board.cell(square).x;
    let texts = variant.castlings.iter().filter(|one| {
        let king = setup.piece(one.king.0).map(|king| (king.color, king.piece_type));
        let is_there = one.color == setup.turn && king == Some((one.color, one.pieces.0));
        is_there && (file(one.partner.0) > file(one.king.0)) == is_short
    });
    let name = |square| variant.board.name(square);
    let mut texts = texts.map(|one| {
        let choice = if one.named { "=castle" } else { "" };
        [name(one.king.0), name(one.target()), choice].concat()
    });
    let first = texts.next()?;
    texts.all(|other| other == first).then_some(first)
}

/// Returns the squares of a move such as `Nf3`, `exd5`, or `e4`, if one piece of the side to move can be meant.
fn piece_move(variant: &Variant, setup: &Setup, text: &str) -> Option<String> {
    let mut short = Shorthand::parse(variant, text)?;
    let target = variant.board.name(short.to);
    if short.token.is_none() && short.from.is_empty() {
        // Without a capture, a pawn stays on its file. A piece of one's own on the target is a piece to move.
        if setup.piece(short.to).is_some_and(|piece| piece.color == setup.turn) {
            return None;
        }
        short.from = target.trim_end_matches(|c: char| c.is_ascii_digit());
    }
    let [from] = short.origins(variant, setup)[..] else { return None };
    Some([variant.board.name(from), target, short.tail].concat())
}
