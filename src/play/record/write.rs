//! Games as PGN.

use super::read::before;
use super::{GameTags, Note, Recorded, Score, Variation};
use crate::base::Setup;
use crate::base::text::fill;
use crate::fast::engine::Engine;
use crate::play::dialect::{Codec, Dialect};
use crate::play::game::{GameHistory, PlayedMove};
use crate::play::notation::fen::{self, FenStyle};
use crate::play::notation::san;
use crate::rules::{Trigger, Variant};

/// The seven tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// No line of moves is longer.
const WIDTH: usize = 80;

/// A game as PGN, an empty line behind it.
pub(crate) fn write(game: &GameHistory, heading: &GameTags, notes: &[Vec<Note>]) -> String {
    write_line(game, heading, notes, &line(game))
}

/// The same where the texts of the moves are known: what [`line`] gives.
pub(crate) fn write_line(
    game: &GameHistory,
    heading: &GameTags,
    notes: &[Vec<Note>],
    texts: &[String],
) -> String {
    let (variant, result) = (game.variant(), heading.score.text());
    let main = MoveWriter { start: game.start(), plies: game.plies(), texts, preface: &[], notes };
    let mut words = main.words(variant, &|_| Vec::new());
    words.push(result.to_owned());
    tags(game, heading, Dialect::own()) + "\n" + &filled(&words)
}

/// A game as PGN as another program writes it, an empty line behind it.
pub(crate) fn write_in(game: &GameHistory, heading: &GameTags, dialect: &'static Dialect) -> String {
    let (game, heading) = (game.clone(), heading.clone());
    let (preface, notes, variations) = (Vec::new(), Vec::new(), Vec::new());
    rewrite(&Recorded { game, heading, preface, notes, variations }, dialect)
}

/// The tags of a game, each on a line.
fn tags(game: &GameHistory, heading: &GameTags, dialect: &'static Dialect) -> String {
    let (variant, result) = (game.variant(), heading.score.text());
    let given = |name: &str| heading.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
    let known = |name: &str| match name {
        "Result" => result.to_owned(),
        "Date" => given(name).unwrap_or_else(|| "????.??.??".to_owned()),
        name => given(name).unwrap_or_else(|| "?".to_owned()),
    };
    let mut tags: Vec<(String, String)> =
        ROSTER.into_iter().map(|name| (name.to_owned(), known(name))).collect();
    tags.extend(heading.identity.tags(dialect).into_iter().map(|(name, value)| (name.to_owned(), value)));
    let style = (!dialect.is_own()).then(|| FenStyle::in_dialect(variant, Codec::new(variant, dialect)));
    if *game.start() != variant.start() || style.is_some() && is_one_of_many(variant) {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), fen::write_in(variant, game.start(), style.as_ref())));
    }
    if heading.score != Score::Open {
        tags.extend(heading.termination.clone().map(|why| ("Termination".to_owned(), why)));
    }
    let others = heading.tags.iter().filter(|(name, _)| !tags.iter().any(|(own, _)| own == name));
    let others: Vec<(String, String)> = others.cloned().collect();
    tags.extend(others);
    tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(value))).collect()
}

/// Returns true if the game begins from one of many positions, which other programs know by nothing but the position itself.
fn is_one_of_many(variant: &Variant) -> bool {
    let is_other = variant.arrays.first().is_some_and(|first| first.name != variant.array);
    is_other || variant.castlings.iter().any(|castling| castling.placed)
}

/// A game that was read as PGN, with its comments and variations, as a dialect writes it.
pub(crate) fn rewrite(recorded: &Recorded, dialect: &'static Dialect) -> String {
    let (game, variant) = (&recorded.game, recorded.game.variant());
    let codec = (!dialect.is_own()).then(|| Codec::new(variant, dialect));
    let writer = Rewriter { recorded, codec };
    let main = MoveWriter {
        start: game.start(),
        plies: game.plies(),
        texts: &writer.texts(game.start(), game.plies()),
        preface: &recorded.preface,
        notes: &recorded.notes,
    };
    let mut words = main.words(variant, &|at| writer.inside(None, at));
    words.push(recorded.heading.score.text().to_owned());
    tags(game, &recorded.heading, dialect) + "\n" + &filled(&words)
}

/// A game that is written anew.
struct Rewriter<'r> {
    recorded: &'r Recorded,
    /// The dialect, if it is not ferz's own.
    codec: Option<Codec>,
}

impl Rewriter<'_> {
    /// The texts of moves in a row.
    fn texts(&self, start: &Setup, plies: &[PlayedMove]) -> Vec<String> {
        let befores = std::iter::once(start).chain(plies.iter().map(|ply| &ply.setup));
        let (engine, codec) = (self.recorded.game.engine(), self.codec.as_ref());
        befores.zip(plies).map(|(before, ply)| algebraic_in(engine, before, ply, codec)).collect()
    }

    /// The variations of a line that replace one of its moves, in parentheses.
    fn inside(&self, parent: Option<usize>, at: usize) -> Vec<String> {
        let Recorded { game, variations, .. } = self.recorded;
        let own = variations.iter().enumerate().filter(|(_, one)| (one.parent, one.at) == (parent, at));
        own.flat_map(|(number, one)| self.variation(before(game, variations, parent, at), number, one))
            .collect()
    }

    fn variation(&self, start: Option<&Setup>, number: usize, one: &Variation) -> Vec<String> {
        let Some(start) = start else { return Vec::new() };
        let texts = self.texts(start, &one.plies);
        let Variation { plies, preface, notes, .. } = one;
        let moves = MoveWriter { start, plies, texts: &texts, preface, notes };
        let mut words = moves.words(self.recorded.game.variant(), &|at| self.inside(Some(number), at));
        if let Some(first) = words.first_mut() {
            first.insert(0, '(');
        }
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
        words
    }
}

/// Moves in a row, with what is written between them.
struct MoveWriter<'g> {
    start: &'g Setup,
    plies: &'g [PlayedMove],
    texts: &'g [String],
    preface: &'g [Note],
    notes: &'g [Vec<Note>],
}

impl MoveWriter<'_> {
    /// The words of the moves; `variations` gives those that replace the move with a number.
    fn words(&self, variant: &Variant, variations: &dyn Fn(usize) -> Vec<String>) -> Vec<String> {
        let note = |note: &Note| match note {
            Note::Mark(number) => format!("${number}"),
            Note::Comment(text) => format!("{{ {} }}", text.replace('}', ")")),
        };
        let mut words: Vec<String> = self.preface.iter().map(note).collect();
        let mut must_number = true;
        for (number, (ply, text)) in self.plies.iter().zip(self.texts).enumerate() {
            let before = number.checked_sub(1).map_or(self.start, |last| &self.plies[last].setup);
            if san::is_numbered(variant, before) || must_number {
                words.push(san::number(before));
            }
            words.push(text.clone());
            let said = self.notes.get(number).map_or(&[][..], Vec::as_slice);
            words.extend(said.iter().map(note));
            let others = variations(number);
            must_number = said.iter().any(|note| note.comment().is_some())
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
    algebraic_in(engine, before, ply, None)
}

/// The same with the letters of a dialect.
fn algebraic_in(engine: &Engine, before: &Setup, ply: &PlayedMove, codec: Option<&Codec>) -> String {
    let (variant, after) = (engine.variant(), engine.position(&ply.setup));
    let legal = engine.legal_moves(&engine.position(before));
    let text = san::Algebraic::in_dialect(variant, before, &legal, codec).write(&ply.mv, &ply.setup);
    let is_mate = |name: &str| {
        let mut endings = variant.endings.iter();
        endings.any(|ending| ending.name == name && ending.trigger == Trigger::Checkmate)
    };
    let is_over = engine.outcome(&after).is_some_and(|outcome| is_mate(&outcome.reason));
    text + san::mark(engine.in_check(&after), is_over)
}
