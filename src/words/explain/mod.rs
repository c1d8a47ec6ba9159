//! Why a move is legal or not, and how a position stands, in the game's own words and with the lines that decide.
//!
//! The verdict and the refusals are the interpreter's, said in words. Every reason names a line of the game's text.

mod allowed;
mod over;

mod refusal;
mod standing;
mod study;

use crate::base::source::{Sources, Span};
use crate::base::text::join;
use crate::base::{Move, Setup, Square, Verb};
use crate::play::notation::{movetext, shown};
use crate::rules::interpreter::{Interpreter, ParsedMove, Successor};
use crate::rules::{Origin, Variant};
use crate::words::prose::Prose;
use std::fmt;
pub(crate) use study::Study;

/// What the rules say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It may be played.
    Legal,
    /// It may not.
    Illegal,
    /// It is not the text of a move on this board.
    NoMove,
}

/// One step of an explanation and the line it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// What is so.
    pub text: String,
    /// The file of the deciding line.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The sources it cites.
    pub cites: Vec<String>,
}

/// Why a move is legal or not. `Display` writes a line for the verdict and one for each reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The move, as it is written.
    pub mv: String,
    /// Whether it is legal.
    pub(crate) verdict: Verdict,
    /// Why, the deciding reason first.
    pub reasons: Vec<Reason>,
}

impl Explanation {
    /// Whether the move may be played.
    pub fn is_legal(&self) -> bool {
        self.verdict == Verdict::Legal
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_legal() { "legal" } else { "not legal" };
        write!(f, "{} is {verdict}:", self.mv)?;
        let line = |reason: &Reason| write!(f, "\n  {} ({}:{})", reason.text, reason.file, reason.line);
        self.reasons.iter().try_for_each(line)
    }
}

/// Explains the rules of one game.
pub(crate) struct Explainer<'v> {
    rules: Interpreter<'v>,
    variant: &'v Variant,
    sources: &'v Sources,
    prose: Prose<'v>,
    header: Span,
    /// Where the lines of each text begin.
    lines: Vec<Vec<u32>>,
}

impl<'v> Explainer<'v> {
    /// For a game and the texts its origins point into.
    pub(crate) fn new(variant: &'v Variant, sources: &'v Sources) -> Explainer<'v> {
        Explainer {
            rules: Interpreter::new(variant),
            variant,
            sources,
            prose: Prose::new(variant),
            header: header(sources),
            lines: sources.iter().map(|source| line_starts(&source.text)).collect(),
        }
    }

    /// A position whose moves are to be explained.
    pub(crate) fn study<'a>(&'a self, setup: &'a Setup) -> Study<'a> {
        Study::new(&self.rules, setup)
    }

    /// Why the move written as `text` is legal in the position, or why it is not.
    pub(crate) fn explain(&self, setup: &Setup, text: &str) -> Explanation {
        self.explain_in(&self.study(setup), text)
    }

    /// The same for one of many moves of a position.
    pub(crate) fn explain_in(&self, study: &Study, text: &str) -> Explanation {
        let explained = |verdict, reasons| Explanation { mv: shown(text.trim()), verdict, reasons };
        let parsed = movetext::parse(self.variant, text);
        if let (Some((parsed, rest)), false) = (&parsed, study.can_mean(text)) {
            let mut reasons = match study.attempts.attempt(parsed) {
                Ok(meant) => self.choice(study, &meant, rest),
                Err(refused) => self.refused(study, parsed, &refused),
            };
            // Of two pieces that change places, the one named first decides.
            let other = self.other_writing(study, parsed);
            let place = if parsed.verb == Verb::Exchange { 0 } else { reasons.len() };
            reasons.splice(place..place, other);
            if !reasons.is_empty() {
                return explained(Verdict::Illegal, reasons);
            }
        }
        match movetext::read(self.variant, study.setup, study.moves(), text) {
            Ok(mv) => Explanation {
                mv: movetext::write(self.variant, mv),
                verdict: Verdict::Legal,
                reasons: self.allowed(study, mv),
            },
            Err(problem) => {
                let verdict = if parsed.is_some() { Verdict::Illegal } else { Verdict::NoMove };
                let help = problem.help.filter(|_| parsed.is_none());
                let texts = std::iter::once(problem.message).chain(help);
                explained(verdict, texts.map(|text| self.reason(text, Origin::default())).collect())
            }
        }
    }

    /// A reason resting on a place in the text; without one, on the line that names the game.
    fn reason(&self, text: impl Into<String>, origin: Origin) -> Reason {
        let known = self.sources.get(origin.0.file).is_some_and(|source| source.name.ends_with(".ferz"));
        let span = if known && origin.0.end > 0 { origin.0 } else { self.header };
        let file = self.sources.get(span.file).map_or("", |source| source.name.as_str()).to_owned();
        let starts = self.lines.get(span.file as usize);
        let line = starts.map_or(1, |starts| starts.partition_point(|start| *start <= span.start));
        let cites = self.variant.cites.of(origin).to_vec();
        Reason { text: text.into(), file, line, cites }
    }

    fn name(&self, square: Square) -> &str {
        self.variant.board.name(square)
    }

    /// The pieces of a list of squares, joined.
    fn places(&self, squares: &[Square], last: &str) -> String {
        join(&squares.iter().map(|square| self.name(*square).to_owned()).collect::<Vec<_>>(), last)
    }

    /// `rook`
    fn piece_type_on(&self, setup: &Setup, square: Square) -> String {
        setup
            .piece(square)
            .map_or_else(|| "piece".to_owned(), |piece| self.prose.name(piece.piece_type).to_lowercase())
    }

    /// `the rook on a1`
    fn the(&self, setup: &Setup, square: Square) -> String {
        format!("the {} on {}", self.piece_type_on(setup, square), self.name(square))
    }

    /// The choices a move leaves open, when the text names none or another.
    fn choice(&self, study: &Study, meant: &[&Successor<Setup>], rest: &str) -> Vec<Reason> {
        let Some(first) = meant.first() else { return Vec::new() };
        let mut texts: Vec<String> =
            meant.iter().map(|next| movetext::write(self.variant, &next.mv)).collect();
        texts.sort();
        texts.dedup();
        let all = join(&texts, "or");
        let text = match rest {
            "" if texts.len() == 1 => format!("it is written {all}"),
            "" => format!("there is a choice to make: {all}"),
            rest => format!("unknown choice `{rest}`; expected {all}"),
        };
        vec![self.reason(text, self.origin_of(study, &first.mv))]
    }

    /// A legal move that is meant perhaps: between the same squares by another verb, or with the squares in turned order.
    fn other_writing(&self, study: &Study, parsed: &ParsedMove) -> Option<Reason> {
        let turned = ParsedMove { from: parsed.to, to: parsed.from, ..*parsed };
        let is_turned = |mv: &&Move| parsed.verb == Verb::Exchange && turned.is(mv);
        let squares = parsed.from.zip(parsed.to);
        let is_same = |mv: &&Move| squares.is_some() && mv.from.zip(mv.to) == squares && !parsed.is(mv);
        if let Some((mv, first)) = study.moves().iter().find(is_turned).zip(parsed.to) {
            let text = movetext::write(self.variant, mv);
            let text = format!("write `{text}`: {} is named first", self.the(study.setup, first));
            return Some(self.reason(text, self.origin_of(study, mv)));
        }
        let mv = study.moves().iter().find(is_same)?;
        let text = format!("the legal move is written {}", movetext::write(self.variant, mv));
        Some(self.reason(text, self.origin_of(study, mv)))
    }
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> Vec<u32> {
    let after = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(after).map(|at| u32::try_from(at).unwrap_or(u32::MAX)).collect()
}

/// The line that names the game.
fn header(sources: &Sources) -> Span {
    for (file, source) in (0..).zip(sources.iter()) {
        let mut start = 0;
        for line in source.text.split('\n') {
            if source.name.ends_with(".ferz") && line.trim_start().starts_with("variant ") {
                return Span::new(file, start, start + line.len());
            }
            start += line.len() + 1;
        }
    }
    Span::default()
}
