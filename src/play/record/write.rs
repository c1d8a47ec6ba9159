//! Games as PGN.

use super::{Heading, Score};
use crate::base::Setup;
use crate::base::text::fill;
use crate::fast::engine::Engine;
use crate::play::game::{Game, Ply};
use crate::play::notation::{fen, san};
use crate::rules::Trigger;

/// The seven tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// No line of moves is longer.
const WIDTH: usize = 80;

/// A game as PGN, an empty line behind it.
pub(crate) fn write(game: &Game, heading: &Heading, comments: &[Vec<String>]) -> String {
    write_line(game, heading, comments, &line(game))
}

/// The same where the texts of the moves are known: what [`line`] gives.
pub(crate) fn write_line(
    game: &Game,
    heading: &Heading,
    comments: &[Vec<String>],
    texts: &[String],
) -> String {
    let (variant, result) = (game.variant(), heading.score.text());
    let given = |name: &str| heading.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
    let known = |name: &str| match name {
        "Result" => result.to_owned(),
        "Date" => given(name).unwrap_or_else(|| "????.??.??".to_owned()),
        name => given(name).unwrap_or_else(|| "?".to_owned()),
    };
    let mut tags: Vec<(String, String)> =
        ROSTER.into_iter().map(|name| (name.to_owned(), known(name))).collect();
    tags.extend(heading.identity.tags().into_iter().map(|(name, value)| (name.to_owned(), value)));
    if *game.start() != variant.start() {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), fen::write(variant, game.start())));
    }
    if heading.score != Score::Open {
        tags.extend(heading.termination.clone().map(|why| ("Termination".to_owned(), why)));
    }
    let others = heading.tags.iter().filter(|(name, _)| !tags.iter().any(|(own, _)| own == name));
    let others: Vec<(String, String)> = others.cloned().collect();
    tags.extend(others);
    let mut text: String =
        tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(value))).collect();
    let mut words = Vec::new();
    let mut must_number = true;
    for (number, (ply, text)) in game.plies().iter().zip(texts).enumerate() {
        let before = number.checked_sub(1).map_or(game.start(), |last| &game.plies()[last].setup);
        if san::is_numbered(variant, before) || must_number {
            words.push(san::number(before));
        }
        words.push(text.clone());
        let said = comments.get(number).map_or(&[][..], Vec::as_slice);
        words.extend(said.iter().map(|comment| format!("{{ {} }}", comment.replace('}', ")"))));
        must_number = !said.is_empty() || ply.setup.turn == before.turn && variant.turns.is_none();
    }
    words.push(result.to_owned());
    let words = words.iter().flat_map(|word| word.split_whitespace());
    text += "\n";
    text.extend(fill("", "", words, WIDTH).into_iter().map(|line| line + "\n"));
    text + "\n"
}

/// A value between quotes.
fn quoted(value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves of a game in algebraic notation, with marks for check and mate.
pub(crate) fn line(game: &Game) -> Vec<String> {
    let befores = std::iter::once(game.start()).chain(game.plies().iter().map(|ply| &ply.setup));
    befores.zip(game.plies()).map(|(before, ply)| algebraic(game.engine(), before, ply)).collect()
}

/// The move that leads from a position to another, in algebraic notation, with a mark for check or mate.
pub(crate) fn algebraic(engine: &Engine, before: &Setup, ply: &Ply) -> String {
    let (variant, after) = (engine.variant(), engine.position(&ply.setup));
    let legal = engine.legal_moves(&engine.position(before));
    let text = san::Algebraic::new(variant, before, &legal).write(&ply.mv, &ply.setup);
    let is_mate = |name: &str| {
        let mut endings = variant.endings.iter();
        endings.any(|ending| ending.name == name && ending.trigger == Trigger::Checkmate)
    };
    let is_over = engine.outcome(&after).is_some_and(|outcome| is_mate(&outcome.reason));
    text + san::mark(engine.in_check(&after), is_over)
}
