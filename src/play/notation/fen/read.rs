//! Reading a FEN, field by field, with every problem at once.

use super::{OUTCOME, placement, standing};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text::{quoted, times};
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
pub(crate) fn read(variant: &Variant, text: &str) -> Result<Setup, Vec<Diagnostic>> {
    read_at(variant, text, Span::new(0, 0, text.len()))
}

/// The same for a text that stands somewhere in a source.
///
/// # Errors
/// Everything that is wrong with the text, in the order of its places.
pub(crate) fn read_at(variant: &Variant, text: &str, whole: Span) -> Result<Setup, Vec<Diagnostic>> {
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
    pub(super) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message));
    }

    /// The same with what would be right.
    pub(super) fn error_help(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems.push(Diagnostic::error(code, span, message).help(help));
    }

    /// The same with another place that has to do with it.
    fn error_near(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
        (place, label): (Span, String),
    ) {
        self.problems.push(Diagnostic::error(code, span, message).label(place, label));
    }

    fn read(&mut self, fields: &[Field], whole: Span) {
        let (named, usual): (Vec<Field>, Vec<Field>) = fields.iter().partition(|f| f.text.contains('='));
        let Some(placement) = usual.first() else {
            let help = "a position begins with the pieces, rank by rank from the top";
            return self.error_help("fen-empty", whole, "the position is empty", help);
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
            let message = format!("`{}` is one field too many", shown(surplus.text));
            let help = "after pieces, side, castling, en passant, quiet plies and move number come only `name=value` fields";
            self.error_help("fen-surplus-field", surplus.span, message, help);
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
                self.error("fen-side", field.span, message);
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
                self.error("fen-castling-twice", span, format!("castling `{letter}` is repeated"));
            }
            self.setup.castling |= 1 << i;
            if let Some(square) = missing(self, castling).filter(|_| placed) {
                let name = self.variant.board.name(square);
                let color = castling.color.title();
                let message =
                    format!("{color} can no longer castle by `{letter}`: its piece has left {name}");
                let place = (self.places[square.index()], format!("{name} is here"));
                self.error_near("fen-castling-pieces", span, message, place);
            }
        }
    }

    fn unknown_castling(&mut self, field: Field, span: Span, letter: char) {
        let letters: String = self.variant.castlings.iter().map(|c| c.letter).collect();
        if letters.is_empty() {
            let message = format!("this game has no castling; expected `-`, not `{}`", shown(field.text));
            return self.error("fen-castling", field.span, message);
        }
        let help = format!("write those of `{letters}` that are still possible, or `-`");
        self.error_help("fen-castling", span, format!("this game has no castling `{letter}`"), help);
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
                let help = "this field names the squares just passed over, or is `-`";
                return self.error_help("fen-en-passant", span, message, help);
            };
            if self.setup.passed.contains(&square) {
                self.error("fen-en-passant", span, format!("{name} is repeated"));
            } else if placed && self.setup.piece(square).is_some() {
                let message = format!("no piece can have passed over {name}, which is occupied");
                let place = (self.places[square.index()], "by this piece".to_owned());
                self.error_near("fen-en-passant", span, message, place);
            }
            self.setup.passed.push(square);
            rest = &rest[length..];
        }
        self.setup.passed.sort();
    }

    fn number(&mut self, field: Field, what: &str, least: u32) -> u32 {
        let digits = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
        let message = match field.text.parse::<u32>() {
            Ok(number) if digits && number >= least => return number,
            Ok(_) if digits => format!("{what} counts from {least}"),
            _ if digits => format!("{what} is too large"),
            _ => format!("{what} is a number, not `{}`", shown(field.text)),
        };
        self.error("fen-number", field.span, message);
        least
    }

    fn named(&mut self, fields: &[Field]) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for field in fields {
            let (name, value) = field.text.split_once('=').unwrap_or((field.text, ""));
            let name_span = field.part(0, name.len()).span;
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
                let message = format!("`{}` is repeated", shown(name));
                self.error_near("fen-duplicate-field", name_span, message, (*first, "first here".to_owned()));
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
            let help = "the ranks at the beginning say what is on the grid";
            self.error_help("fen-unknown-field", name_span, format!("{name} is on the grid"), help);
        } else {
            let message = format!("this game has no right and no cell called `{}`", shown(name));
            let problem = Diagnostic::error("fen-unknown-field", name_span, message);
            let cells = board.extra().map(|square| board.name(square));
            let names: Vec<&str> =
                self.variant.rights.iter().map(|right| right.name.as_str()).chain(cells).collect();
            let problem = match names.is_empty() {
                true => problem.help("it has neither rights nor cells off the grid"),
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
            let help = "write `w` for White, `b` for Black, or `-`";
            return self.error_help("fen-right", value.span, message, help);
        }
        if left.white.max(left.black) > usize::from(right.times) {
            let message = format!("`{}` can only be used {}", right.name, times(right.times));
            let help = "each letter stands for one use that is left";
            return self.error_help("fen-right", value.span, message, help);
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
                let help = "write `white:`, `black:` or `draw:` and the rule that ended the game";
                self.error_help("fen-outcome", value.span, message, help);
            }
        }
    }

    /// Complains about a token no piece has, once for each such token.
    pub(super) fn unknown_token(&mut self, token: &str, span: Span) {
        if !self.unknown.insert(token.to_owned()) {
            return;
        }
        let message = format!("this game has no piece `{}`", shown(token));
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
