//! A [`FenReader`] holds what has been read of a position so far, and collects the problems. The modules that read the
//! fields work on it.

use super::style::FenStyle;
use crate::base::source::Span;
use crate::base::{Piece, Progress, Setup, Square, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::shown;
use crate::rules::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// The part of the field for one piece.
pub(super) struct Passage {
    pub(super) over: SquareSet,
    pub(super) by: Option<Square>,
    pub(super) span: Span,
}

/// A part of the text with its place.
#[derive(Clone, Copy)]
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl<'t> Field<'t> {
    /// Returns a slice of the text of this field as a field of its own.
    pub(super) fn part(self, text: &'t str) -> Field<'t> {
        // `text` is a slice of `self.text`, so the difference of the pointers is its offset.
        let start = text.as_ptr() as usize - self.text.as_ptr() as usize;
        Field { text, span: self.span.part(start, start + text.len()) }
    }

    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Field<'t>> {
        self.text.split(separator).map(move |text| self.part(text))
    }
}

pub(super) struct FenReader<'v> {
    pub(super) variant: &'v Variant,
    /// The style of another program, or `None` for that of ferz.
    pub(super) style: Option<&'v FenStyle<'v>>,
    pub(super) tokens: BTreeMap<String, Piece>,
    pub(super) start: Setup,
    pub(super) setup: Setup,
    /// The place of each square in the text.
    pub(super) places: Vec<Span>,
    /// The pieces that can be captured en passant.
    pub(super) passed: Vec<Passage>,
    /// The place of the field for en passant.
    pub(super) passing: Span,
    /// The progress of the turn, if the text gives it.
    pub(super) progress: Option<Progress>,
    pub(super) lenient: bool,
    pub(super) problems: Vec<Diagnostic>,
    /// The pieces that have moved, with their places in the text.
    pub(super) moved: Vec<(Square, Span)>,
    /// True if the text has a field for them.
    pub(super) names_moved: bool,
    /// The unknown tokens that have been reported.
    pub(super) unknown: BTreeSet<String>,
}

impl FenReader<'_> {
    /// Returns the piece with a token. Each unknown token is reported once.
    pub(super) fn piece(&mut self, token: &str, span: Span) -> Option<Piece> {
        let piece = self.tokens.get(token).copied();
        if piece.is_some() || !self.unknown.insert(token.to_owned()) {
            return piece;
        }
        let message = format!("this game has no piece `{}`", shown(token));
        let problem = Diagnostic::new(Code::FenUnknownToken, span, message);
        let names = self.tokens.keys().map(String::as_str);
        let is_letter = |text: &str| text.chars().count() == 1;
        self.problems.push(if is_letter(token) {
            let letters: Vec<&str> = names.filter(|name| is_letter(name)).collect();
            problem.help(format!("the single letters of this game's pieces are {}", letters.join(" ")))
        } else {
            let white = |name: &str| name.chars().any(char::is_uppercase);
            problem.suggest(token, names.filter(|name| white(name) == white(token)))
        });
        None
    }
}
