//! The help text: the keys, and the special features of the game.

use super::tokens::TokenLabels;
use crate::base::{Color, Piece};
use crate::messages::text::capital;
use crate::rules::Variant;
use crate::words::prose::{Prose, spoken};

/// The keys with their descriptions.
const KEYS: [(&str, &str); 16] = [
    (
        "arrows, Enter",
        "move the cursor; choose a piece, then its square. Esc cancels, Tab goes to the next piece that can move",
    ),
    ("mouse", "click a piece and its target, or drag it; the right button explains a square"),
    ("a move", "type a move, as in e2e4 or Nf3, and press Enter"),
    ("F1 to F10", "the buttons below; you can also click them or type their words"),
    (
        "F7 more",
        "actions besides moves and captures: swaps, drops, passes, claims. Choosing a piece twice shows what it can do",
    ),
    ("explain", "type `explain e2e5`, `explain e2`, or `explain`"),
    ("show PIECE", "show how a piece moves"),
    ("moves, fen", "list the legal moves; print the position, or set another: fen TEXT"),
    ("computer", "let the computer play the other side; typed again, it stops"),
    ("level 3, new", "set the strength of the computer, from 1 to 10; begin a new game"),
    ("save, load FILE", "save the game as PGN; continue a saved game"),
    ("letters", "show the pieces as letters, or as signs again"),
    ("thoughts", "show or hide what the computer considers"),
    ("PageUp, PageDown", "scroll"),
    ("Ctrl-C", "leave after a question; the game is saved, and offered when you return"),
    ("Ctrl-Z", "suspend the program"),
];

/// Returns the lines of the help before wrapping, as pairs of a label and a description.
pub(super) fn lines(variant: &Variant, tokens: &TokenLabels) -> Vec<(String, String)> {
    let prose = Prose::new(variant);
    let heading = |text: &str| (String::new(), text.to_owned());
    let mut lines: Vec<(String, String)> =
        KEYS.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
    let actions = variant.actions.iter().map(|action| (spoken(&action.name), capital(&prose.action(action))));
    let castlings = variant.castlings.iter().filter(|one| one.color == Color::White);
    let castlings = castlings.map(|one| ("Castling".to_owned(), capital(&prose.castling(one))));
    let follow_ups = prose.follow_ups().into_iter().map(|text| ("After a move".to_owned(), capital(&text)));
    let arrivals = variant.piece_type_ids().flat_map(|(id, own)| {
        let name = prose.name(id);
        own.arrivals.iter().map(move |arrival| (name.clone(), capital(&prose.arrival(arrival))))
    });
    let mut special: Vec<(String, String)> =
        actions.chain(castlings).chain(follow_ups).chain(arrivals).collect();
    special.dedup();
    if !special.is_empty() {
        lines.push(heading("Special moves of this game"));
        lines.extend(special);
    }
    let endings = variant.endings.iter().map(|ending| (spoken(&ending.name), capital(&prose.ending(ending))));
    lines.push(heading("How it ends"));
    lines.extend(endings);
    lines.push(heading("Pieces"));
    let piece = |piece_type| Piece { color: Color::White, piece_type };
    lines.extend(variant.piece_type_ids().map(|(id, _)| (tokens.of(piece(id)).to_owned(), prose.name(id))));
    lines
}
