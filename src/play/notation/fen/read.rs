//! Reading a FEN, field by field, with every problem at once.

use super::{OUTCOME, placement, standing};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{ByColor, Color, Outcome, Setup, Square, parse_square_name};
use crate::play::notation::{Tokens, shown};
use crate::rules::Variant;
use std::collections::BTreeSet;

/// More problems than this are not worth reading.
const MOST_PROBLEMS: usize = 24;

/// Reads a position. The problems point into the text as if it were the only source.
///
/// # Errors
/// Everything that is wrong with the text, in the order of its places.
pub fn read(variant: &Variant, text: &str) -> Result<Setup, Vec<Diagnostic>> {
    read_at(variant, text, Span::new(0, 0, text.len()))
}

/// The same for a text that stands somewhere in a source.
///
/// # Errors
/// Everything that is wrong with the text, in the order of its places.
pub fn read_at(variant: &Variant, text: &str, whole: Span) -> Result<Setup, Vec<Diagnostic>> {
    let mut reader = Reader {
        variant,
        tokens: Tokens::new(variant),
        setup: variant.start(),
        places: vec![whole; variant.board.span()],
        problems: Vec::new(),
        unknown: BTreeSet::new(),
    };
    reader.read(&fields(text, whole), whole);
    let mut problems = reader.problems;
    if problems.is_empty() {
        return Ok(reader.setup);
    }
    problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    problems.truncate(MOST_PROBLEMS);
    Err(problems)
}

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl<'t> Field<'t> {
    /// The part from byte `start` up to byte `end`.
    pub(super) fn part(self, start: usize, end: usize) -> Field<'t> {
        Field { text: self.text.get(start..end).unwrap_or(""), span: self.span.part(start, end) }
    }
}

pub(super) struct Reader<'v> {
    pub(super) variant: &'v Variant,
    pub(super) tokens: Tokens,
    pub(super) setup: Setup,
    /// Where the text speaks of each square.
    pub(super) places: Vec<Span>,
    pub(super) problems: Vec<Diagnostic>,
    /// Unknown tokens already complained about.
    pub(super) unknown: BTreeSet<String>,
}

impl Reader<'_> {
    fn read(&mut self, fields: &[Field], whole: Span) {
        let (named, usual): (Vec<Field>, Vec<Field>) = fields.iter().partition(|f| f.text.contains('='));
        let Some(placement) = usual.first() else {
            let problem = Diagnostic::error("fen-empty", whole, "there is no position here");
            self.problems.push(problem.help("a position begins with the pieces, rank by rank from the top"));
            return;
        };
        placement::read(self, *placement);
        // Without ranks it is no position, and what follows are not its fields.
        if !placement.text.contains('/') && !self.problems.is_empty() {
            return;
        }
        self.named(&named);
        let placed = self.problems.is_empty();
        if let Some(side) = usual.get(1) {
            self.side(*side);
        }
        self.castling(usual.get(2).copied(), placed);
        if let Some(squares) = usual.get(3) {
            self.passed(*squares, placed);
        }
        if let Some(number) = usual.get(4) {
            self.setup.halfmove = self.number(*number, "the count of quiet plies", 0);
        }
        if let Some(number) = usual.get(5) {
            self.setup.fullmove = self.number(*number, "the number of the move", 1);
        }
        if let Some(surplus) = usual.get(6) {
            let problem = Diagnostic::error(
                "fen-surplus-field",
                surplus.span,
                format!("`{}` is one field too many", shown(surplus.text)),
            );
            self.problems.push(problem.help(
                "after pieces, side, castling, en passant, quiet plies and move number come only `name=value` fields",
            ));
        }
        if placed {
            standing::check(self, *placement);
        }
    }

    fn side(&mut self, field: Field) {
        match field.text {
            "w" => self.setup.turn = Color::White,
            "b" => self.setup.turn = Color::Black,
            other => {
                let message = format!("the side to move is `w` or `b`, not `{}`", shown(other));
                self.problems.push(Diagnostic::error("fen-side", field.span, message));
            }
        }
    }

    /// Reads the castlings left. Those of the start count only while both pieces stand where they stood.
    fn castling(&mut self, field: Option<Field>, placed: bool) {
        let start = self.variant.start();
        let missing = |reader: &Self, castling: &crate::rules::Castling| {
            [castling.king.0, castling.partner.0]
                .into_iter()
                .find(|square| reader.setup.piece(*square) != start.piece(*square))
        };
        let Some(field) = field else {
            let left = self.variant.castlings.iter().enumerate();
            let left = left.filter(|(_, castling)| missing(self, castling).is_none());
            self.setup.castling = left.fold(0, |bits, (i, _)| bits | 1 << i);
            return;
        };
        self.setup.castling = 0;
        if field.text == "-" {
            return;
        }
        for (at, letter) in field.text.char_indices() {
            let span = field.part(at, at + letter.len_utf8()).span;
            let known = self.variant.castlings.iter().enumerate().find(|(_, c)| c.letter == letter);
            let Some((i, castling)) = known else {
                self.unknown_castling(field, span, letter);
                return;
            };
            if self.setup.castling >> i & 1 == 1 {
                let message = format!("castling `{letter}` is given twice");
                self.problems.push(Diagnostic::error("fen-castling-twice", span, message));
            }
            self.setup.castling |= 1 << i;
            if let Some(square) = missing(self, castling).filter(|_| placed) {
                let color = castling.color.title();
                let name = self.variant.board.name(square);
                let message =
                    format!("{color} cannot castle by `{letter}` any more: its piece has left {name}");
                let problem = Diagnostic::error("fen-castling-pieces", span, message);
                let place = self.places[square.index()];
                self.problems.push(problem.label(place, format!("{name} is here")));
            }
        }
    }

    fn unknown_castling(&mut self, field: Field, span: Span, letter: char) {
        let letters: String = self.variant.castlings.iter().map(|c| c.letter).collect();
        let problem = if letters.is_empty() {
            let message =
                format!("this game has no castling, so this field is `-`, not `{}`", shown(field.text));
            Diagnostic::error("fen-castling", field.span, message)
        } else {
            let message = format!("`{letter}` is no castling of this game");
            let help = format!("write those still to be had out of `{letters}`, or `-`");
            Diagnostic::error("fen-castling", span, message).help(help)
        };
        self.problems.push(problem);
    }

    fn passed(&mut self, field: Field, placed: bool) {
        self.setup.passed.clear();
        if field.text == "-" {
            return;
        }
        let mut rest = field.text;
        while !rest.is_empty() {
            let at = field.text.len() - rest.len();
            let name = parse_square_name(rest);
            let length = name.map_or(rest.len(), |(name, _)| name.len());
            let span = field.part(at, at + length).span;
            let Some((name, square)) =
                name.and_then(|(name, _)| Some((name, self.variant.board.square(name)?)))
            else {
                let message = format!("`{}` is not a square of this board", shown(&rest[..length]));
                let problem = Diagnostic::error("fen-en-passant", span, message);
                self.problems.push(problem.help("this field names the squares just passed over, or is `-`"));
                return;
            };
            if self.setup.passed.contains(&square) {
                let message = format!("{name} is given twice");
                self.problems.push(Diagnostic::error("fen-en-passant", span, message));
            } else if placed && self.setup.piece(square).is_some() {
                let message = format!("nothing can have passed over {name}, where a piece stands");
                let problem = Diagnostic::error("fen-en-passant", span, message);
                self.problems.push(problem.label(self.places[square.index()], "it is here"));
            }
            self.setup.passed.push(square);
            rest = &rest[length..];
        }
        self.setup.passed.sort();
    }

    fn number(&mut self, field: Field, what: &str, least: u32) -> u32 {
        let digits = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
        match field.text.parse::<u32>() {
            Ok(number) if digits && number >= least => return number,
            Ok(_) if digits => {
                let message = format!("{what} counts from {least}");
                self.problems.push(Diagnostic::error("fen-number", field.span, message));
            }
            _ if digits => {
                let message = format!("{what} is too large");
                self.problems.push(Diagnostic::error("fen-number", field.span, message));
            }
            _ => {
                let message = format!("{what} is a number, not `{}`", shown(field.text));
                self.problems.push(Diagnostic::error("fen-number", field.span, message));
            }
        }
        least
    }

    fn named(&mut self, fields: &[Field]) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for field in fields {
            let (name, value) = field.text.split_once('=').unwrap_or((field.text, ""));
            let name_span = field.part(0, name.len()).span;
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
                let message = format!("`{}` is given twice", shown(name));
                let problem = Diagnostic::error("fen-duplicate-field", name_span, message);
                self.problems.push(problem.label(*first, "first here"));
                continue;
            }
            seen.push((name, name_span));
            let value = Field { text: value, span: field.part(name.len() + 1, field.text.len()).span };
            self.named_field(name, name_span, value);
        }
    }

    fn named_field(&mut self, name: &str, name_span: Span, value: Field) {
        let board = &self.variant.board;
        let right = self.variant.rights.iter().position(|right| right.name == name);
        let cell = board.extra().find(|square| board.name(*square) == name);
        if let Some(right) = right {
            self.right(right, value);
        } else if let Some(square) = cell {
            self.cell(square, value);
        } else if name == OUTCOME {
            self.outcome(value);
        } else if board.square(name).is_some() {
            let message = format!("{name} lies on the grid");
            let problem = Diagnostic::error("fen-unknown-field", name_span, message);
            self.problems.push(problem.help("what stands on the grid is told by the ranks at the beginning"));
        } else {
            let message = format!("this game has no right and no cell called `{}`", shown(name));
            let problem = Diagnostic::error("fen-unknown-field", name_span, message);
            let cells = board.extra().map(|square| board.name(square));
            let names: Vec<&str> =
                self.variant.rights.iter().map(|right| right.name.as_str()).chain(cells).collect();
            let problem = match names.is_empty() {
                true => problem.help("it has none at all"),
                false => problem.help(format!("it has {}", quoted(&names))),
            };
            self.problems.push(problem.suggest(name, names));
        }
    }

    fn right(&mut self, index: usize, value: Field) {
        let Some(right) = self.variant.rights.get(index) else { return };
        let count = |letter: char| value.text.chars().filter(|c| *c == letter).count();
        let left = ByColor { white: count('w'), black: count('b') };
        let shape =
            value.text == "-" || !value.text.is_empty() && value.text.chars().all(|c| "wb".contains(c));
        if !shape {
            let message = format!("`{}` does not say who still has `{}`", shown(value.text), right.name);
            let problem = Diagnostic::error("fen-right", value.span, message);
            self.problems.push(problem.help("write `w` for White, `b` for Black, or `-`"));
            return;
        }
        if left.white.max(left.black) > usize::from(right.times) {
            let message = format!("`{}` can be used {} only", right.name, times(right.times));
            let problem = Diagnostic::error("fen-right", value.span, message);
            self.problems.push(problem.help("each letter stands for one use that is left"));
            return;
        }
        let left = ByColor::from_fn(|color| u8::try_from(*left.get(color)).unwrap_or(right.times));
        if let Some(place) = self.setup.rights.get_mut(index) {
            *place = left;
        }
    }

    fn cell(&mut self, square: Square, value: Field) {
        self.places[square.index()] = value.span;
        let piece = match value.text {
            "-" => None,
            text => {
                let bare = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
                let piece = self.tokens.get(bare);
                if piece.is_none() {
                    self.unknown_token(bare, value.span);
                }
                piece
            }
        };
        self.setup.pieces[square.index()] = piece;
    }

    fn outcome(&mut self, value: Field) {
        let (winner, reason) = value.text.split_once(':').unwrap_or((value.text, ""));
        let winner = match winner {
            "white" => Some(Some(Color::White)),
            "black" => Some(Some(Color::Black)),
            "draw" => Some(None),
            _ => None,
        };
        match winner {
            Some(winner) if !reason.is_empty() => {
                self.setup.ended = Some(Outcome { winner, reason: reason.replace('_', " ") });
            }
            _ => {
                let message = format!("`{}` is not an outcome", shown(value.text));
                let problem = Diagnostic::error("fen-outcome", value.span, message);
                let help = "write `white:`, `black:` or `draw:` and the rule that ended the game";
                self.problems.push(problem.help(help));
            }
        }
    }

    /// Complains about a token no piece has, once for each such token.
    pub(super) fn unknown_token(&mut self, token: &str, span: Span) {
        if !self.unknown.insert(token.to_owned()) {
            return;
        }
        let message = format!("no piece of this game is written `{}`", shown(token));
        let problem = Diagnostic::error("fen-unknown-token", span, message);
        let problem = match token.chars().count() {
            1 => {
                let names: Vec<&str> = self.tokens.names().filter(|name| name.chars().count() == 1).collect();
                problem.help(format!("single letters stand for pieces here: {}", names.join(" ")))
            }
            _ => {
                let white = |name: &str| name.chars().any(char::is_uppercase);
                problem.suggest(token, self.tokens.names().filter(|name| white(name) == white(token)))
            }
        };
        self.problems.push(problem);
    }
}

/// The words of a text.
fn fields(text: &str, whole: Span) -> Vec<Field<'_>> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| Field { text: word, span: whole.part(start(word), start(word) + word.len()) })
        .collect()
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn times(n: u8) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}
