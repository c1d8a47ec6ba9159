//! Hints for XBoard: the targets, captures, and promotions of a piece that a user moves, and the thoughts of a search.

use super::session::legal_within;
use ferz_core::base::{Choice, Move, Square};
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Info, SURE, WON};
use ferz_text::notation::dialect::Codec;
use std::collections::BTreeMap;
use std::time::Duration;

/// The time limit for generating the legal moves behind a hint.
const HINT: Duration = Duration::from_millis(200);

/// Returns the moves from a square that XBoard can express, or none if it takes too long to list them.
fn moves_from(codec: &Codec, game: &GameHistory, square: &str) -> Vec<Move> {
    let legal = legal_within(game, || HINT).unwrap_or_default();
    let expressible = codec.expressible(game.engine(), game.setup(), &legal);
    let begins = |mv: &Move| mv.from.is_some_and(|from| codec.square(game.variant(), from) == square);
    expressible.into_iter().filter(begins).collect()
}

/// Returns the command that marks the targets of the lifted piece: yellow for moves, red for captures, magenta for
/// squares with a choice, and cyan for the first square of a move of several parts. After such a part, the piece is
/// lifted again from that square, and `before` is the origin of the move.
pub(super) fn lift(codec: &Codec, game: &GameHistory, from: &str, before: &str) -> String {
    let moves = moves_from(codec, game, from);
    // After the first part of a move, the square holds no piece that can move. Its remaining part starts here.
    if moves.is_empty() {
        let goes_on =
            |mv: &Move| mv.taken.first().is_some_and(|first| codec.square(game.variant(), *first) == from);
        let later = moves_from(codec, game, before).into_iter().filter(goes_on);
        let marks = later.filter_map(|mv| Some((mv.to?, "Y"))).collect();
        return highlight(codec, game, &marks);
    }
    let mut marks: BTreeMap<Square, &str> = BTreeMap::new();
    for mv in moves {
        let mark = match mv.choice {
            Some(Choice::Become(_)) => "M",
            _ if victims(game, &mv).is_empty() => "Y",
            _ => "R",
        };
        let (square, mark) = match mv.taken.first() {
            Some(first) => (Some(*first), "C"),
            None => (mv.to, mark),
        };
        // If a square has several meanings, a move of several parts takes precedence over a choice, and a choice over a
        // capture.
        let rank = |mark: &str| ["Y", "R", "M", "C"].iter().position(|one| *one == mark);
        let Some(square) = square else { continue };
        if marks.get(&square).is_none_or(|old| rank(old) < rank(mark)) {
            marks.insert(square, mark);
        }
    }
    highlight(codec, game, &marks)
}

/// Returns the command that marks the captures of a move to a square.
pub(super) fn hover(codec: &Codec, game: &GameHistory, from: &str, to: &str) -> Option<String> {
    let mv = moves_from(codec, game, from).into_iter().find(|mv| leads_to(codec, game, mv, to))?;
    // XBoard itself marks the capture on the target.
    let elsewhere = victims(game, &mv).into_iter().filter(|square| Some(*square) != mv.to);
    let marks: BTreeMap<Square, &str> = elsewhere.map(|square| (square, "g")).collect();
    (!marks.is_empty()).then(|| highlight(codec, game, &marks))
}

/// Returns the command that lists the promotions on a square. If the piece may remain unpromoted, its own letter is the
/// last.
pub(super) fn put(codec: &Codec, game: &GameHistory, from: &str, to: &str) -> Option<String> {
    let moves = moves_from(codec, game, from);
    let here: Vec<&Move> = moves.iter().filter(|mv| leads_to(codec, game, mv, to)).collect();
    let mut letters: Vec<&str> = here
        .iter()
        .filter_map(|mv| match mv.choice {
            Some(Choice::Become(id)) => Some(codec.letter(id)),
            _ => None,
        })
        .collect();
    let chosen = !letters.is_empty();
    let stays = here.iter().find(|mv| mv.choice.is_none()).and_then(|mv| game.setup().piece(mv.from?));
    letters.extend(stays.map(|piece| codec.letter(piece.piece_type)));
    chosen.then(|| format!("choice {}", letters.concat()))
}

fn leads_to(codec: &Codec, game: &GameHistory, mv: &Move, square: &str) -> bool {
    mv.to.is_some_and(|to| codec.square(game.variant(), to) == square)
}

/// Returns the squares of the enemy pieces that a move captures.
fn victims(game: &GameHistory, mv: &Move) -> Vec<Square> {
    // The captures of a move can include automatic effects, so the position after the move is compared.
    let (engine, setup) = (game.engine(), game.setup());
    let Some(next) = engine.play(&engine.position(setup), mv) else { return Vec::new() };
    let (after, enemy) = (engine.setup(&next), setup.turn.other());
    let gone = |square: &Square| after.piece(*square).is_none_or(|piece| piece.color != enemy);
    let enemies = setup.pieces().filter(|(_, piece)| piece.color == enemy).map(|(square, _)| square);
    enemies.filter(gone).collect()
}

fn highlight(codec: &Codec, game: &GameHistory, marks: &BTreeMap<Square, &str>) -> String {
    let mark = |square: Square| marks.get(&square).map(|mark| (*mark).to_owned());
    format!("highlight {}", codec.rows(game.variant(), "", mark))
}

/// Returns a line of thinking output: depth, score, time in hundredths of a second, number of positions, and moves.
pub(super) fn thought(info: &Info, moves: &str) -> String {
    let Info { depth, score, nodes, time, .. } = info;
    let score = match score.abs() < SURE {
        true => *score,
        // XBoard expects 100,000 plus the number of moves for a mate.
        false => score.signum() * (100_000 + (WON - score.abs() + 1) / 2),
    };
    format!("{depth} {score} {} {nodes} {moves}", time / 10).trim_end().to_owned()
}
