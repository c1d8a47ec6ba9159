//! Positions of other programs with faults that leave no doubt about the position, and positions with the castlings of
//! another game.
//!
//! [`read_repaired`] drops impossible castlings and captures en passant, corrects counts, and returns the faults as
//! warnings. [`free_castling`] names the game for a position with castlings that only that game has.

use super::read::{MAX_LETTERS, read_as};
use super::validity::CASTLINGS;
use crate::base::Setup;
use crate::lang::catalog::{Catalog, GameRef, NoFiles};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::dialect::DIALECTS;
use crate::rules::Variant;
use std::cmp::Reverse;

/// Reads a position with a function. If all faults of the text can be repaired, they are returned as warnings with the
/// position: castlings and captures en passant that are impossible, counts that are not numbers, and a side in capitals.
///
/// # Errors
/// Returns all problems of the text.
pub fn read_repaired(
    text: &str,
    read: impl Fn(&str) -> Result<Setup, Vec<Diagnostic>>,
) -> Result<(Setup, Vec<Diagnostic>), Vec<Diagnostic>> {
    let found = match read(text) {
        Ok(setup) => return Ok((setup, Vec::new())),
        Err(found) => found,
    };
    match repaired(text, &found).and_then(|text| read(&text).ok()) {
        Some(setup) => Ok((setup, found.into_iter().map(Diagnostic::into_warning).collect())),
        None => Err(found),
    }
}

/// Reads a position in the style of ferz or of another program, like [`read_as`]. A count that is out of range, such as
/// a move number of 0, is corrected and returned as a warning.
///
/// # Errors
/// Returns all problems of the text, if it has others.
pub fn read_counted(
    variant: &Variant,
    text: &str,
    lenient: bool,
) -> Result<(Setup, Vec<Diagnostic>), Vec<Diagnostic>> {
    let read = |text: &str| read_as(variant, text, lenient);
    match read(text) {
        Err(found) if found.iter().any(|problem| problem.code != Code::FenNumber) => Err(found),
        _ => read_repaired(text, read),
    }
}

/// Returns a FEN without its problems, if all of them can be repaired.
fn repaired(fen: &str, problems: &[Diagnostic]) -> Option<String> {
    let mut text = fen.to_owned();
    let mut places: Vec<(Code, std::ops::Range<usize>)> =
        problems.iter().map(|problem| (problem.code, problem.place().range())).collect();
    // The last place comes first, so that a repair does not move the places of the others.
    places.sort_by_key(|(_, range)| Reverse(range.start));
    for (code, range) in places {
        let with = match (code, fen.get(range.clone())?) {
            // The last number is that of the move, which counts from 1. The one before it counts quiet plies.
            (Code::FenNumber, "0" | "-" | "-1") => {
                let next = fen.get(range.end..)?.split_whitespace().next().unwrap_or_default();
                let is_number = !next.is_empty() && next.bytes().all(|byte| b"-0123456789".contains(&byte));
                if is_number { "0" } else { "1" }
            }
            (code, letters) if CASTLINGS.contains(&code) && letters.len() <= MAX_LETTERS => {
                let is_letter = letters.chars().all(|c| c.is_ascii_alphabetic());
                let others = [text[..range.start].chars().next_back(), text[range.end..].chars().next()];
                // The last castling leaves a hyphen.
                let is_last = others.into_iter().flatten().all(char::is_whitespace);
                if is_letter { if is_last { "-" } else { "" } } else { return None }
            }
            (Code::FenEnPassant, _) => "-",
            (Code::FenSide, "W") => "w",
            (Code::FenSide, "B") => "b",
            _ => return None,
        };
        text.replace_range(range, with);
    }
    Some(text)
}

/// Returns the name of the game with free castling that a position may need: it has castlings that are impossible in
/// this game. [`knows_castlings`] tells if they are possible in that one.
pub fn free_castling(variant: &Variant, text: &str) -> Option<&'static str> {
    let name = DIALECTS.free_castling.get(&variant.id)?;
    (!knows_castlings(variant, text)).then_some(name.as_str())
}

/// Returns true if all castlings of a position are possible in this game.
pub fn knows_castlings(variant: &Variant, text: &str) -> bool {
    let found = read_as(variant, text, true).err().unwrap_or_default();
    !found.iter().any(|problem| CASTLINGS.contains(&problem.code))
}

/// Returns the name of the game with free castling that has all castlings of a position, if this game has not.
pub fn game_with_castlings(variant: &Variant, text: &str) -> Option<&'static str> {
    let name = free_castling(variant, text)?;
    let free = Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).ok()?;
    knows_castlings(&free.variant, text).then_some(name)
}
