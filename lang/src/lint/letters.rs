//! Lint for pieces that the positions of another program cannot distinguish.

use crate::base::{Bitboard, Color, Piece};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceType, Reach};

/// Reports letters for a program that stand for two pieces of one side. The stages of a piece can share a letter.
pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let letter = |own: &PieceType, program: &str| {
        let written = own.written.iter().find(|(name, _)| name == program);
        written.map_or_else(|| own.token.clone(), |(_, letter)| letter.clone())
    };
    let has = |color, piece_type| !reach.of(Piece { color, piece_type }).is_empty();
    for (id, own) in reach.variant.piece_type_ids() {
        let places = own.lines.0.iter().filter(|(word, _)| *word == "written");
        for ((program, text), (_, place)) in own.written.iter().zip(places) {
            // Of two pieces with such a line, the second is reported.
            let is_first = |other: &PieceType| other.written.iter().all(|(name, _)| name != program);
            let other = reach.variant.piece_type_ids().find(|(at, other)| {
                other.piece != own.piece
                    && letter(other, program) == *text
                    && (*at < id || is_first(other))
                    && Color::ALL.into_iter().any(|color| has(color, id) && has(color, *at))
            });
            let Some((_, other)) = other else { continue };
            let message = format!("`{text}` is also the letter of the {}", other.title);
            let problem = Diagnostic::new(Code::SameLetter, place.0, message);
            problems.push(problem.label(other.line("written").0, "the other piece").help(format!(
                "a position of `{program}` cannot distinguish the two; write the letter that it uses for each"
            )));
        }
    }
}
