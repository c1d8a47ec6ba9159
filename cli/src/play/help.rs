//! The help texts: the commands, the keys of the full screen, and the special features of the game.

use super::tokens::TokenLabels;
use ferz_core::base::{Color, Piece};
use ferz_core::rules::Variant;
use ferz_syntax::messages::text::capital;
use ferz_text::words::prose::{Prose, spoken};
use ferz_text::words::rule_kind::SectionHeading;

/// The commands that a player can type instead of a move.
pub(super) const COMMANDS: [(&str, &str); 24] = [
    ("moves [SQUARE]", "list the legal moves, or those from one square"),
    ("more", "list swaps, drops, passes, and claims"),
    ("explain [MOVE]", "explain a move, a square, or the position"),
    ("show PIECE", "show how a piece moves"),
    ("board", "draw the board again"),
    ("flip", "turn the board"),
    ("letters", "show the pieces as letters, or as signs again"),
    ("threats", "show which pieces of the side to move are attacked"),
    ("hint", "propose a move"),
    ("computer", "let the computer play the other side, or stop it"),
    ("level N", "set the strength of the computer, from 1 to 10"),
    ("thoughts", "show or hide what the computer considers"),
    ("new", "begin a new game"),
    ("edit", "set up a position"),
    ("fen [TEXT]", "print the position as FEN, or set another"),
    ("undo", "take back your last move"),
    ("redo", "repeat the move that you took back"),
    ("draw", "claim a draw that the rules offer, or offer one"),
    ("claim", "claim the outcome that the rules offer"),
    ("resign", "resign the game"),
    ("save FILE", "save the game as PGN; --force after it overwrites any file"),
    ("load FILE", "resume a game from a file"),
    ("help", "show the commands"),
    ("quit", "leave"),
];

/// The keys with their descriptions.
const KEYS: [(&str, &str); 8] = [
    (
        "arrows, Enter",
        "move the cursor; choose a piece, then its square. Esc cancels, Tab goes to the next piece that can move",
    ),
    ("mouse", "click a piece and its target, or drag it; the right button explains a square"),
    ("a move", "type a move, as in e2e4 or Nf3, and press Enter"),
    ("F1 to F10", "the buttons below; you can also click them or type their words"),
    ("a piece twice", "list the actions of the piece besides moves and captures"),
    ("PageUp, PageDown", "scroll"),
    ("Ctrl-C", "leave after a question; the game is saved, and offered when you return"),
    ("Ctrl-Z", "suspend the program"),
];

/// Iterates over the names of the commands.
pub(super) fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter_map(|(name, _)| name.split(' ').next())
}

/// Returns the lines of the help of the full screen before wrapping, as pairs of a label and a description.
pub(super) fn lines(variant: &Variant, tokens: &TokenLabels) -> Vec<(String, String)> {
    let prose = Prose::new(variant);
    let heading = |text: &str| (String::new(), text.to_owned());
    let own = |(key, text): &(&str, &str)| ((*key).to_owned(), (*text).to_owned());
    let mut lines: Vec<(String, String)> = KEYS.iter().map(own).collect();
    lines.push(heading("Commands to type"));
    lines.extend(COMMANDS.iter().map(own));
    let actions = variant.actions.iter().map(|action| (spoken(&action.name), capital(&prose.action(action))));
    let castlings = variant.castlings.iter().filter(|one| one.color == Color::White);
    let castlings = castlings.map(|one| ("Castling".to_owned(), capital(&prose.castling(one))));
    let follow_up = |text: String| (SectionHeading::AfterAMove.title().to_owned(), capital(&text));
    let follow_ups = prose.under(SectionHeading::AfterAMove).into_iter().map(follow_up);
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
