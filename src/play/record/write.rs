//! Games as PGN.

use super::read::before;
use super::{GameTags, Recorded, Score, Variation};
use crate::base::Setup;
use crate::base::text::fill;
use crate::fast::engine::Engine;
use crate::play::game::{GameHistory, PlayedMove};
use crate::play::notation::{fen, san};
use crate::rules::{Trigger, Variant};

/// The seven tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// No line of moves is longer.
const WIDTH: usize = 80;

/// A game as PGN, an empty line behind it.
pub(crate) fn write(game: &GameHistory, heading: &GameTags, comments: &[Vec<String>]) -> String {
    write_line(game, heading, comments, &line(game))
}

/// The same where the texts of the moves are known: what [`line`] gives.
pub(crate) fn write_line(
    game: &GameHistory,
    heading: &GameTags,
    comments: &[Vec<String>],
    texts: &[String],
) -> String {
    let (variant, result) = (game.variant(), heading.score.text());
    let main = MoveWriter { start: game.start(), plies: game.plies(), texts, preface: &[], comments };
    let mut words = main.words(variant, &|_| Vec::new());
    words.push(result.to_owned());
    tags(game, heading) + "\n" + &filled(&words)
}

/// The tags of a game, each on a line.
fn tags(game: &GameHistory, heading: &GameTags) -> String {
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
    tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(value))).collect()
}

/// A game that was read as PGN, with its comments and variations.
pub(crate) fn rewrite(recorded: &Recorded) -> String {
    let (game, variations) = (&recorded.game, &recorded.variations);
    let main = MoveWriter {
        start: game.start(),
        plies: game.plies(),
        texts: &line(game),
        preface: &recorded.preface,
        comments: &recorded.comments,
    };
    let mut words = main.words(game.variant(), &|at| inside(game, variations, None, at));
    words.push(recorded.heading.score.text().to_owned());
    tags(game, &recorded.heading) + "\n" + &filled(&words)
}

/// The variations of a line that replace one of its moves, in parentheses.
fn inside(game: &GameHistory, variations: &[Variation], parent: Option<usize>, at: usize) -> Vec<String> {
    let own = variations.iter().enumerate().filter(|(_, one)| (one.parent, one.at) == (parent, at));
    own.flat_map(|(number, one)| {
        let Some(start) = before(game, variations, parent, at) else { return Vec::new() };
        let befores = std::iter::once(start).chain(one.plies.iter().map(|ply| &ply.setup));
        let moves = befores.zip(&one.plies);
        let texts: Vec<String> = moves.map(|(before, ply)| algebraic(game.engine(), before, ply)).collect();
        let moves = MoveWriter {
            start,
            plies: &one.plies,
            texts: &texts,
            preface: &one.preface,
            comments: &one.comments,
        };
        let mut words = moves.words(game.variant(), &|at| inside(game, variations, Some(number), at));
        if let Some(first) = words.first_mut() {
            first.insert(0, '(');
        }
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
        words
    })
    .collect()
}

/// Moves in a row, with what is written between them.
struct MoveWriter<'g> {
    start: &'g Setup,
    plies: &'g [PlayedMove],
    texts: &'g [String],
    preface: &'g [String],
    comments: &'g [Vec<String>],
}

impl MoveWriter<'_> {
    /// The words of the moves; `variations` gives those that replace the move with a number.
    fn words(&self, variant: &Variant, variations: &dyn Fn(usize) -> Vec<String>) -> Vec<String> {
        let comment = |text: &String| format!("{{ {} }}", text.replace('}', ")"));
        let mut words: Vec<String> = self.preface.iter().map(comment).collect();
        let mut must_number = true;
        for (number, (ply, text)) in self.plies.iter().zip(self.texts).enumerate() {
            let before = number.checked_sub(1).map_or(self.start, |last| &self.plies[last].setup);
            if san::is_numbered(variant, before) || must_number {
                words.push(san::number(before));
            }
            words.push(text.clone());
            let said = self.comments.get(number).map_or(&[][..], Vec::as_slice);
            words.extend(said.iter().map(comment));
            let others = variations(number);
            must_number = !said.is_empty()
                || !others.is_empty()
                || ply.setup.turn == before.turn && variant.turns.is_none();
            words.extend(others);
        }
        words
    }
}

/// Words in lines, with an empty line behind them.
fn filled(words: &[String]) -> String {
    let words = words.iter().flat_map(|word| word.split_whitespace());
    let lines: String = fill("", "", words, WIDTH).into_iter().map(|line| line + "\n").collect();
    lines + "\n"
}

/// A value between quotes.
fn quoted(value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves of a game in algebraic notation, with marks for check and mate.
pub(crate) fn line(game: &GameHistory) -> Vec<String> {
    let befores = std::iter::once(game.start()).chain(game.plies().iter().map(|ply| &ply.setup));
    befores.zip(game.plies()).map(|(before, ply)| algebraic(game.engine(), before, ply)).collect()
}

/// The move that leads from a position to another, in algebraic notation, with a mark for check or mate.
pub(crate) fn algebraic(engine: &Engine, before: &Setup, ply: &PlayedMove) -> String {
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
