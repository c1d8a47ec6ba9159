//! Reads the start position of a recorded game, and repairs the faults that other programs leave in it.

use super::pgn;
use super::read::{RecordText, moved};
use crate::base::Setup;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::dialect::Codec;
use crate::notation::fen::{self, FenStyle};
use crate::play::game::GameHistory;
use crate::rules::Variant;

/// Reads the position of a tag. Also returns its problems. A move number of 0, which many puzzles have, is read as 1,
/// and counts that are not numbers as those of the start. Castlings whose pieces are elsewhere and impossible captures
/// en passant are dropped, and an empty text is the start position. These repairs are warnings.
pub(super) fn position(
    file: RecordText,
    variant: &Variant,
    tag: &pgn::Tag,
) -> (Option<Setup>, Vec<Diagnostic>) {
    let (text, fen) = (file.text, &tag.value.value);
    let read = |fen: &str| match file
        .from
        .map(|dialect| FenStyle::in_dialect(variant, Codec::new(variant, dialect)))
    {
        Some(style) => fen::read_in(variant, fen, true, Some(&style)),
        None => fen::read_as(variant, fen, true),
    };
    let found = match read(fen) {
        Ok(start) => return (Some(start), Vec::new()),
        Err(found) => found,
    };
    let start = match fen.trim() {
        "" => Some(variant.start()),
        _ => repaired(fen, &found).and_then(|fen| read(&fen).ok()),
    };
    let is_warning = start.is_some();
    let found = found.into_iter().map(|problem| in_tag(text, tag, problem));
    (start, found.map(|problem| if is_warning { problem.into_warning() } else { problem }).collect())
}

/// Returns a FEN without its problems, if all of them can be repaired.
fn repaired(fen: &str, problems: &[Diagnostic]) -> Option<String> {
    let mut text = fen.to_owned();
    let mut places: Vec<(Code, std::ops::Range<usize>)> =
        problems.iter().map(|problem| (problem.code, problem.place().range())).collect();
    places.sort_by_key(|(_, range)| std::cmp::Reverse(range.start));
    for (code, range) in places {
        let with = match (code, fen.get(range.clone())?) {
            // The last number is that of the move, which counts from 1. The one before it counts quiet plies.
            (Code::FenNumber, "0" | "-" | "-1") => match fen.get(range.end..)?.split_whitespace().next() {
                Some(next) if !next.contains('=') => "0",
                _ => "1",
            },
            (Code::FenCastlingPieces, _) => "",
            (Code::FenEnPassant, _) => "-",
            (Code::FenSide, "W") => "w",
            (Code::FenSide, "B") => "b",
            _ => return None,
        };
        text.replace_range(range, with);
    }
    // The castling field may be empty after the repairs.
    Some(text.replace("  ", " - "))
}

/// Returns true if the first move of a game captures an enemy royal.
pub(super) fn takes_royal(game: &GameHistory) -> bool {
    let first = game.plies().first().and_then(|ply| ply.mv.to);
    let taken = first.and_then(|to| game.start().piece(to));
    taken.is_some_and(|piece| {
        piece.color != game.start().turn && game.variant().piece_type(piece.piece_type).royal.is_some()
    })
}

/// Returns the reasons why no game reaches the position of a tag.
pub(super) fn impossible(text: &str, variant: &Variant, tag: &pgn::Tag) -> Vec<Diagnostic> {
    let found = fen::read_as(variant, &tag.value.value, false).err().unwrap_or_default();
    found.into_iter().map(|problem| in_tag(text, tag, problem)).collect()
}

/// Moves a problem of the value of a tag to its place in the file.
fn in_tag(text: &str, tag: &pgn::Tag, problem: Diagnostic) -> Diagnostic {
    // A value with escaped quotes has different offsets in the file.
    let is_plain = text.get(tag.value.span.range()) == Some(&tag.value.value);
    moved(problem, tag.value.span, is_plain)
}
