//! Writes games as PGN.
//!
//! [`write()`] writes a game in the notation of ferz, and [`rewrite`] writes a game that was read, with its comments
//! and variations, in the notation of a dialect. Both write the tags first, and then wrap the moves into lines.
//! [`algebraic`] returns the text of a single move.

use super::read::before;
use super::{GameTags, Note, Recorded, Score, Variation};
use crate::base::{Move, Setup};
use crate::fast::engine::Engine;
use crate::messages::text::{fill, is_unsafe};
use crate::notation::dialect::{Codec, Dialect, game_called};
use crate::notation::fen::{self, FenStyle};
use crate::notation::san;
use crate::play::game::{GameHistory, PlayedMove};
use crate::rules::{Fact, Variant};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The seven tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The maximum width of the lines of moves.
const WIDTH: usize = 80;

/// Returns a game as PGN, followed by an empty line.
pub fn write(game: &GameHistory, heading: &GameTags, notes: &[Vec<Note>]) -> String {
    write_line(game, heading, notes, &line(game))
}

/// Returns a game as PGN. `texts` are the texts of its moves, as [`line()`] returns them.
pub fn write_line(game: &GameHistory, heading: &GameTags, notes: &[Vec<Note>], texts: &[String]) -> String {
    let (variant, result) = (game.variant(), heading.score.text());
    let main = MoveWriter { start: game.start(), plies: game.plies(), texts, preface: &[], notes };
    let mut words = main.words(variant, &|_| Vec::new());
    words.push(result.to_owned());
    tags(game, heading, Dialect::own()) + "\n" + &filled(&words)
}

/// Returns a game as PGN in the notation of another program, followed by an empty line.
pub fn write_in(game: &GameHistory, heading: &GameTags, dialect: &'static Dialect) -> String {
    let (game, heading) = (game.clone(), heading.clone());
    let (preface, notes, variations) = (Vec::new(), Vec::new(), Vec::new());
    rewrite(&Recorded { game, heading, preface, notes, variations }, dialect)
}

/// Returns the tags of a game, one on each line.
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
    // The moves are no longer in the format that a tag names.
    let is_past = |(name, value): &(String, String)| name == "Format" && game_called(value).is_some();
    let others = heading.tags.iter().filter(|tag| !is_past(tag) && !tags.iter().any(|own| own.0 == tag.0));
    let others: Vec<(String, String)> = others.cloned().collect();
    tags.extend(others);
    tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(value))).collect()
}

/// Returns true if the game has several start positions, which other programs identify only by the position itself.
fn is_one_of_many(variant: &Variant) -> bool {
    let is_other = variant.arrays.first().is_some_and(|first| first.name != variant.array);
    is_other || variant.castlings.iter().any(|castling| castling.placed)
}

/// Returns a game that was read from PGN, with its comments and variations, in the notation of a dialect.
pub fn rewrite(recorded: &Recorded, dialect: &'static Dialect) -> String {
    let (game, variant) = (&recorded.game, recorded.game.variant());
    let writer = Rewriter::new(recorded, dialect);
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

/// A writer for a game that was read from PGN.
pub(super) struct Rewriter<'r> {
    pub(super) recorded: &'r Recorded,
    /// The dialect, or `None` for ferz's own.
    codec: Option<Codec>,
    pub(super) places: VariationPlaces,
}

/// The indices of the variations by the line and the move that they replace.
type VariationPlaces = BTreeMap<(Option<usize>, usize), Vec<usize>>;

impl<'r> Rewriter<'r> {
    pub(super) fn new(recorded: &'r Recorded, dialect: &'static Dialect) -> Rewriter<'r> {
        let codec = (!dialect.is_own()).then(|| Codec::new(recorded.game.variant(), dialect));
        let mut places = VariationPlaces::new();
        for (number, one) in recorded.variations.iter().enumerate() {
            places.entry((one.parent, one.at)).or_default().push(number);
        }
        Rewriter { recorded, codec, places }
    }

    /// Returns the texts of a sequence of moves.
    pub(super) fn texts(&self, start: &Setup, plies: &[PlayedMove]) -> Vec<String> {
        let befores = std::iter::once(start).chain(plies.iter().map(|ply| ply.setup()));
        let game = &self.recorded.game;
        befores.zip(plies).map(|(before, ply)| algebraic_in(game, before, ply, self.codec.as_ref())).collect()
    }

    /// Returns the variations that replace a move of a line, in parentheses.
    fn inside(&self, parent: Option<usize>, at: usize) -> Vec<String> {
        let Recorded { game, variations, .. } = self.recorded;
        let own = self.places.get(&(parent, at)).into_iter().flatten();
        let start = before(game, variations, parent, at);
        own.flat_map(|number| self.variation(start, *number, &variations[*number])).collect()
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

/// A sequence of moves with their texts, comments, and marks.
struct MoveWriter<'g> {
    start: &'g Setup,
    plies: &'g [PlayedMove],
    texts: &'g [String],
    preface: &'g [Note],
    notes: &'g [Vec<Note>],
}

impl MoveWriter<'_> {
    /// Returns the words of the moves. The function `variations` returns the words of the variations that replace the
    /// move with an index.
    fn words(&self, variant: &Variant, variations: &dyn Fn(usize) -> Vec<String>) -> Vec<String> {
        let note = |note: &Note| match note {
            Note::Mark(number) => format!("${number}"),
            Note::Comment(text) => {
                let text = printable(text).replace('}', ")");
                format!("{{ {} }}", text.split_whitespace().collect::<Vec<&str>>().join(" "))
            }
        };
        let mut words: Vec<String> = self.preface.iter().map(note).collect();
        // The number of a move of Black is written only for the first move and after an interruption.
        let mut must_number = true;
        for (number, (ply, text)) in self.plies.iter().zip(self.texts).enumerate() {
            let before = number.checked_sub(1).map_or(self.start, |last| self.plies[last].setup());
            if san::is_numbered(variant, before) || must_number {
                words.push(san::number(before));
            }
            words.push(text.clone());
            let annotations = self.notes.get(number).map_or(&[][..], Vec::as_slice);
            words.extend(annotations.iter().map(note));
            let others = variations(number);
            must_number = annotations.iter().any(|note| note.comment().is_some())
                || !others.is_empty()
                || ply.setup().turn == before.turn && variant.turns.is_none();
            words.extend(others);
        }
        words
    }
}

/// Returns the words in lines, followed by an empty line.
fn filled(words: &[String]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for word in words.iter().flat_map(|word| unbroken(word)) {
        match parts.last_mut() {
            // Other programs ignore a line that begins with `%`.
            Some(last) if word.starts_with('%') => *last += &format!(" {word}"),
            _ => parts.push(word.to_owned()),
        }
    }
    let lines: String =
        fill("", "", parts.iter().map(String::as_str), WIDTH).into_iter().map(|line| line + "\n").collect();
    lines + "\n"
}

/// Divides a text at its spaces, but not within a command such as `[%clk 0:01:00]`, which many programs read only from
/// one line.
fn unbroken(text: &str) -> impl Iterator<Item = &str> {
    let mut in_command = false;
    let is_end = move |c: char| {
        in_command = (in_command || c == '[') && c != ']';
        c.is_whitespace() && !in_command
    };
    text.split(is_end).filter(|word| !word.is_empty())
}

/// Returns a text with spaces in place of control characters, and without other characters that would be escaped.
fn printable(text: &str) -> String {
    let text = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    text.filter(|c| !is_unsafe(*c)).collect()
}

/// Escapes a value for use between quotes.
fn quoted(value: &str) -> String {
    printable(value).replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns the moves of a game in algebraic notation, with marks for check and mate.
pub fn line(game: &GameHistory) -> Vec<String> {
    let befores = std::iter::once(game.start()).chain(game.plies().iter().map(|ply| ply.setup()));
    befores.zip(game.plies()).map(|(before, ply)| algebraic_in(game, before, ply, None)).collect()
}

/// Returns a move in algebraic notation, with a mark for check or mate.
pub fn algebraic(engine: &Engine, before: &Setup, ply: &PlayedMove) -> String {
    algebraic_among(engine, (before, &engine.legal_moves(&engine.position(before))), ply)
}

/// Returns a move in algebraic notation like [`algebraic`], given the legal moves of the position before it.
pub fn algebraic_among<'m>(
    engine: &Engine,
    (before, legal): (&Setup, impl IntoIterator<Item = &'m Move>),
    ply: &PlayedMove,
) -> String {
    let rivals = san::rivals(legal, &ply.mv);
    let algebraic = san::Algebraic::new(engine.variant(), before, &rivals);
    algebraic.write(&ply.mv, ply.setup()) + check_mark(engine, ply)
}

/// Returns a move in long algebraic notation, such as `Ng1-f3`, with a mark for check or mate.
pub fn long_algebraic(engine: &Engine, before: &Setup, ply: &PlayedMove) -> String {
    let text = san::Algebraic::new(engine.variant(), before, &[]).long(&ply.mv, ply.setup());
    text + check_mark(engine, ply)
}

/// Returns a move of a game or of its variations in algebraic notation with the letters of a dialect.
fn algebraic_in(game: &GameHistory, before: &Setup, ply: &PlayedMove, codec: Option<&Codec>) -> String {
    let (_, legal) = game.continued(before);
    let rivals = san::rivals(&legal, &ply.mv);
    let algebraic = san::Algebraic::in_dialect(game.variant(), before, &rivals, codec);
    let text = algebraic.write(&ply.mv, ply.setup());
    let counted = codec.map_or(Cow::Borrowed(text.as_str()), |codec| codec.counted_in_dialect(&text));
    counted.into_owned() + check_mark(game.engine(), ply)
}

/// Returns the mark of a move: `+` for check, `#` for checkmate.
fn check_mark(engine: &Engine, ply: &PlayedMove) -> &'static str {
    let (variant, after) = (engine.variant(), ply.position());
    let is_mate = |name: &str| {
        let mut endings = variant.endings.iter();
        endings.any(|ending| ending.name == name && ending.when.leaves().any(|fact| *fact == Fact::Checkmate))
    };
    let is_over = engine.outcome(after).is_some_and(|outcome| is_mate(&outcome.reason));
    san::mark(engine.in_check(after), is_over)
}
