//! Translates a section of `variants.ini` to a rule file.
//!
//! [`draft`] makes the statements of a game from its options: the pieces with their moves and promotions, castling,
//! drops, restrictions, and endings. It records each option that a rule file cannot express.

mod castling;
pub mod draft;
mod drops;
mod endings;
mod extending;
mod fen;
mod game;
mod gating;
mod goals;
mod lines;
mod names;
mod pieces;
mod promotion;
mod royals;
mod rules;
mod text;
mod walls;
mod wings;

use super::options::KindId;
use super::state::SectionState;
use crate::builder::NewStatement;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;
use castling::Castlings;
use draft::FileDraft;
pub use extending::{extending, is_same, preferred_names};
use fen::StartPosition;
use game::GameWriter;
pub use game::{Matters, Unsupported};
use std::collections::BTreeMap;
pub use text::{FileHeading, whole};

/// Returns the statements of a game, and the options that they leave out. `preferred_names` holds preferred names of
/// pieces by letter.
pub fn draft(
    state: &SectionState,
    preferred_names: &BTreeMap<char, String>,
) -> (FileDraft, Vec<Unsupported>) {
    let state = &state.without_walls_in_regions(StartPosition::read(state).walls);
    let mut game = GameWriter::new(state, preferred_names);
    let mut draft = FileDraft::default();
    if !game.start.strange.is_empty() {
        let mut letters = std::mem::take(&mut game.start.strange);
        letters.sort_unstable();
        letters.dedup();
        let letters: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
        game.cannot("startFen", format!("no piece has the letter {}", letters.join(", ")));
    }
    if game.start.overflows {
        game.cannot("startFen", "the position does not fit the board");
    }
    let [white, black] = game::main_pawns(state);
    if white != black && game::remembers(state) {
        game.cannot("promotionPawnTypes", "a captured piece turns into a different piece for each side");
    }
    board(&game, &mut draft);
    let castlings = castling::castlings(&mut game);
    draft.pieces = pieces::pieces(&mut game, &castlings);
    if let Castlings::Rules(lines) = castlings {
        draft.rules.push(lines);
    }
    drops::add(&mut game, &mut draft);
    gating::add(&mut game, &mut draft);
    rules::add(&mut game, &mut draft);
    walls::add(&mut game, &mut draft);
    royals::add(&mut game, &mut draft);
    endings::add(&mut game, &mut draft);
    if game.start.black_begins {
        draft.first = Some(NewStatement::new(Keyword::First).say("black"));
    }
    array(&mut game, &mut draft);
    rules::note_adjudications(&mut game);
    draft.regions = std::mem::take(&mut game.regions).declared();
    (draft, game.unsupported)
}

fn board(game: &GameWriter, draft: &mut FileDraft) {
    let grid =
        NewStatement::new(Keyword::Grid).item(Slot::Number, game.files()).item(Slot::Number, game.ranks());
    draft.board.push(grid);
    if !game.start.walls.is_empty() {
        let walls: Vec<String> = game.start.walls.iter().map(super::squares::name).collect();
        let hole = |some: &[String]| {
            some.iter().fold(NewStatement::new(Keyword::Hole), |hole, wall| hole.item(Slot::Square, wall))
        };
        draft.board.extend(walls.chunks(12).map(hole));
    }
    draft.board.push(NewStatement::new(Keyword::Black).say(if game.turned { "turned" } else { "mirrored" }));
}

/// Writes the drawing of the start position.
fn array(game: &mut GameWriter, draft: &mut FileDraft) {
    let state = game.state;
    let remembers = game::remembers(state);
    let ranks = game.ranks();
    let own_half = game.start.board.iter().all(|((_, rank), stone)| (stone.side == 0) == (2 * rank < ranks));
    let even = own_half && game.start.is_even(state, game.turned);
    let own = game.start.board.keys().map(|(_, rank)| *rank).filter(|rank| 2 * rank < ranks);
    let highest = own.max().unwrap_or(-1);
    let is_held = game.has_hands() && game.start.hands.iter().any(|hand| !hand.is_empty());
    // The drawing has at least one rank, unless it has hands.
    let last = if is_held { -1 } else { 0 };
    for rank in (0..ranks).rev() {
        let line = (0..game.files()).map(|file| {
            if game.start.walls.has(file, rank) {
                return "*".to_owned();
            }
            let Some(stone) = game.start.board.get(&(file, rank)) else { return ".".to_owned() };
            let piece = draft::Piece { kind: stone.kind, from: stone.from.filter(|_| remembers) };
            let token = game.names.token(piece).to_owned();
            if stone.side == 0 { token } else { token.to_lowercase() }
        });
        let line: Vec<String> = line.collect();
        let empty = line.iter().all(|cell| cell == "." || cell == "*");
        if !(even && (2 * rank >= ranks || (empty && rank > highest.max(last)))) {
            draft.array.push(NewStatement::row(rank + 1, line));
        }
    }
    if is_held {
        let [white, black] = &game.start.hands;
        let token = |kind: &KindId| game.names.token(draft::Piece { kind: *kind, from: None }).to_owned();
        let mut held: Vec<String> = white.iter().map(token).collect();
        if white != black {
            held.extend(black.iter().map(token).map(|token| token.to_lowercase()));
        }
        let hand = NewStatement::new(Keyword::Hand);
        let hand = match (white.is_empty(), black.is_empty()) {
            (true, false) => hand.say("for black"),
            (false, true) => hand.say("for white"),
            (true, true) | (false, false) => hand,
        };
        draft.array.push(held.iter().fold(hand, |hand, token| hand.item(Slot::Token, token)));
    }
}
