//! Why a move is legal or not, and how a position stands, in the game's own words and with the lines that decide.
//!
//! The verdict is always the interpreter's; the reasons retrace its steps. Every reason names a line of the game's text.

mod actions;
mod going;
mod over;
mod safety;
mod standing;
mod study;
mod wish;

use crate::base::source::{Sources, Span};
use crate::base::text::join;
use crate::base::{Color, Move, Setup, Square};
use crate::play::notation::{movetext, shown};
use crate::rules::interpreter::{Leave, Rules};
use crate::rules::{Act, Action, Duty, Origin, Variant};
use crate::words::prose::{Prose, a};
use std::fmt;
pub use study::Study;
use wish::{Deed, Wish};

/// What the rules say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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
pub struct Explainer<'v> {
    rules: Rules<'v>,
    variant: &'v Variant,
    sources: &'v Sources,
    prose: Prose<'v>,
    header: Span,
    /// Where the lines of each text begin.
    lines: Vec<Vec<u32>>,
}

impl<'v> Explainer<'v> {
    /// For a game and the texts its origins point into.
    pub fn new(variant: &'v Variant, sources: &'v Sources) -> Explainer<'v> {
        Explainer {
            rules: Rules::new(variant),
            variant,
            sources,
            prose: Prose::new(variant),
            header: header(sources),
            lines: sources.iter().map(|source| line_starts(&source.text)).collect(),
        }
    }

    /// A position whose moves are to be explained.
    pub fn study<'a>(&'a self, setup: &'a Setup) -> Study<'a> {
        Study::new(&self.rules, setup)
    }

    /// Why the move written as `text` is legal in the position, or why it is not.
    pub fn explain(&self, setup: &Setup, text: &str) -> Explanation {
        self.explain_in(&self.study(setup), text)
    }

    /// The same for one of many moves of a position.
    pub fn explain_in(&self, study: &Study, text: &str) -> Explanation {
        let told = |verdict, reasons| Explanation { mv: shown(text.trim()), verdict, reasons };
        let wish = Wish::read(self.variant, text);
        if let (Some(wish), false) = (&wish, study.can_mean(text)) {
            let reasons = self.refused(study, wish);
            if !reasons.is_empty() {
                return told(Verdict::Illegal, reasons);
            }
        }
        match movetext::read(self.variant, study.setup, study.moves(), text) {
            Ok(mv) => Explanation {
                mv: movetext::write(self.variant, mv),
                verdict: Verdict::Legal,
                reasons: self.allowed(study, mv),
            },
            Err(problem) => {
                let verdict = if wish.is_some() { Verdict::Illegal } else { Verdict::NoMove };
                let help = problem.help.filter(|_| wish.is_none());
                let texts = std::iter::once(problem.message).chain(help);
                told(verdict, texts.map(|text| self.reason(text, Origin::default())).collect())
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

    fn refused(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        if let Some(outcome) = study.outcome() {
            return vec![self.over(setup, outcome)];
        }
        if let Some(from) = wish.from {
            match setup.piece(from) {
                None => {
                    return vec![
                        self.reason(format!("no piece stands on {}", self.name(from)), Origin::default()),
                    ];
                }
                Some(piece) if piece.color != setup.turn => {
                    let text = format!(
                        "{} is {}'s, and {} is to move",
                        self.the(setup, from),
                        piece.color.title(),
                        setup.turn.title()
                    );
                    return vec![self.reason(text, self.variant.piece_type(piece.piece_type).origin)];
                }
                Some(_) => {}
            }
        }
        let mut reasons = Vec::new();
        if wish.from.is_some() && wish.from == wish.to {
            return vec![self.reason("a move goes to another square", Origin::default())];
        }
        reasons.extend(self.bound_by_duty(study, wish));
        if reasons.is_empty() {
            reasons.extend(self.choice(study, wish));
        }
        if reasons.is_empty() {
            reasons = match wish.deed {
                Deed::Go => self.not_going(study, wish),
                Deed::Place => self.not_placing(study, wish),
                Deed::Exchange => self.not_exchanging(study, wish),
                Deed::Drop(piece_type) => self.not_dropping(study, piece_type, wish),
                Deed::Pass => self.not_passing(study),
            };
        }
        if let (Some(from), Some(to)) = (wish.from, wish.to) {
            let same = |mv: &&Move| mv.from == Some(from) && mv.to == Some(to) && !wish.is_deed(mv);
            if let Some(mv) = study.moves().iter().find(same) {
                let text = format!("what it may do is written {}", movetext::write(self.variant, mv));
                reasons.push(self.reason(text, self.origin_of(study, mv)));
            }
        }
        reasons
    }

    /// What must be done before anything else.
    fn bound_by_duty(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let own = |action: &Action| wish.is_turn(action) && self.is_for(study.setup, action, wish);
        for (index, action) in study.actions().filter(|(_, action)| !own(action)) {
            let text = match action.duty {
                Duty::Must if study.is_open(index) => {
                    format!("{} must be made now, and nothing else", self.a(&action.name))
                }
                Duty::MustIfCan if study.is_had(index) => {
                    format!("{} is possible, and so nothing else is", self.a(&action.name))
                }
                Duty::May | Duty::Must | Duty::MustIfCan => continue,
            };
            if !study.offered(index).iter().any(|prospect| Wish::of(&prospect.mv).same(wish)) {
                return vec![self.reason(text, action.line("must", 0))];
            }
        }
        Vec::new()
    }

    /// Whether the piece a wish begins with is one that a action is for.
    fn is_for(&self, setup: &Setup, action: &Action, wish: &Wish) -> bool {
        let pieces = match &action.act {
            Act::Place { pieces, .. } | Act::Exchange { pieces, .. } => pieces,
            Act::Drop { .. } | Act::Pass => return true,
        };
        wish.from.is_some_and(|from| {
            setup.piece(from).is_some_and(|piece| self.rules.suits(pieces, setup, from, piece, setup.turn))
        })
    }

    /// The choices a move leaves open, when the wish names none or another.
    fn choice(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let near: Vec<&Move> = study.moves().iter().filter(|mv| Wish::of(mv).same(wish)).collect();
        let Some(first) = near.first() else { return Vec::new() };
        let texts: Vec<String> = near.iter().map(|mv| movetext::write(self.variant, mv)).collect();
        let text = match wish.rest.is_empty() {
            true if texts.len() == 1 => format!("it is written {}", join(&texts, "or")),
            true => format!("there is a choice to make: {}", join(&texts, "or")),
            false => format!("`{}` is no choice it has: {}", wish.rest, join(&texts, "or")),
        };
        vec![self.reason(text, self.origin_of(study, first))]
    }

    /// The line that gives a move.
    fn origin_of(&self, study: &Study, mv: &Move) -> Origin {
        let setup = study.setup;
        if let Some((_, turn)) = study.actions().find(|(index, _)| study.offers(*index, mv)) {
            return turn.origin;
        }
        if mv.choice.is_some()
            && let Some(arrival) = mv.from.and_then(|from| setup.piece(from)).and_then(|piece| {
                let zone_has = |zone: &crate::rules::Zone| {
                    mv.to.is_some_and(|to| zone.squares.get(piece.color).contains(to))
                };
                self.variant
                    .piece_type(piece.piece_type)
                    .arrivals
                    .iter()
                    .find(|arrival| zone_has(&arrival.zone))
            })
        {
            return arrival.origin;
        }
        let way = mv.from.zip(mv.to).and_then(|(from, to)| {
            let ways = study.ways(from, Leave::default());
            ways.iter().find(|way| way.walk.to == to).map(|way| way.moves.origin)
        });
        way.or_else(|| {
            mv.from
                .and_then(|from| setup.piece(from))
                .map(|piece| self.variant.piece_type(piece.piece_type).origin)
        })
        .unwrap_or_default()
    }

    /// Why a legal move is.
    fn allowed(&self, study: &Study, mv: &Move) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let prospect = study.legal().iter().find(|prospect| prospect.mv == *mv);
        match study.actions().find(|(index, _)| study.offers(*index, mv)) {
            Some((_, turn)) => reasons.extend(self.turn_allowed(study.setup, turn, prospect)),
            None => reasons.extend(self.going(study, mv, prospect)),
        }
        if let Some(prospect) = prospect {
            reasons.extend(self.stays_safe(study, &prospect.after));
            if let Some(outcome) = self.rules.shown(&prospect.after) {
                reasons.push(self.over(&prospect.after, &outcome));
            }
        }
        if reasons.is_empty() {
            reasons.push(self.reason("the rules allow it", self.origin_of(study, mv)));
        }
        reasons
    }

    fn side(&self, color: Color) -> &'static str {
        color.title()
    }

    fn a(&self, text: &str) -> String {
        a(text)
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
