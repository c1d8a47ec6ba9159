//! Why a move is legal or not, and how a position stands, in the game's own words and with the lines that decide.
//!
//! The verdict is always the interpreter's; the reasons retrace its steps. Every reason names a line of the game's text.

mod going;
mod safety;
mod standing;
mod turns;
mod wish;

use crate::board::{Color, Move, Outcome, Setup, Square};
use crate::ir::{Consequence, Duty, Origin, Variant};
use crate::notation::movetext;
use crate::prose::{Prose, a, list};
use crate::reference::Rules;
use crate::source::{Sources, Span};
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

/// Why a move is legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The move, as it is written.
    pub mv: String,
    /// Whether it is legal.
    pub verdict: Verdict,
    /// Why, the deciding reason first.
    pub reasons: Vec<Reason>,
}

/// Explains the rules of one game.
pub struct Explainer<'v> {
    rules: Rules<'v>,
    variant: &'v Variant,
    sources: &'v Sources,
    prose: Prose<'v>,
    header: Span,
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
        }
    }

    /// The rules explained.
    pub fn rules(&self) -> &Rules<'v> {
        &self.rules
    }

    /// Why the move written as `text` is legal in the position, or why it is not.
    pub fn explain(&self, setup: &Setup, text: &str) -> Explanation {
        self.explain_among(setup, &self.rules.legal_moves(setup), text)
    }

    /// The same where the legal moves are known already.
    pub fn explain_among(&self, setup: &Setup, legal: &[Move], text: &str) -> Explanation {
        match movetext::read(self.variant, setup, legal, text) {
            Ok(mv) => {
                let reasons = self.allowed(setup, mv);
                Explanation { mv: movetext::write(self.variant, mv), verdict: Verdict::Legal, reasons }
            }
            Err(problem) => match Wish::read(self.variant, text) {
                Some(wish) => {
                    let mut reasons = self.refused(setup, &wish, legal);
                    if reasons.is_empty() {
                        reasons.push(self.reason(problem.message, Origin::default()));
                    }
                    Explanation { mv: text.trim().to_owned(), verdict: Verdict::Illegal, reasons }
                }
                None => {
                    let reasons = vec![self.reason(problem.message, Origin::default())];
                    Explanation { mv: text.trim().to_owned(), verdict: Verdict::NoMove, reasons }
                }
            },
        }
    }

    /// A reason resting on a place in the text; without one, on the line that names the game.
    fn reason(&self, text: impl Into<String>, origin: Origin) -> Reason {
        let known = self.sources.get(origin.0.file).is_some_and(|source| source.name.ends_with(".ferz"));
        let span = if known && origin.0.end > 0 { origin.0 } else { self.header };
        let file = self.sources.get(span.file).map_or("", |source| source.name.as_str()).to_owned();
        let cites = self.variant.cites.of(origin).to_vec();
        Reason { text: text.into(), file, line: self.sources.line_column(span).0, cites }
    }

    fn name(&self, square: Square) -> &str {
        self.variant.board.name(square)
    }

    /// The men of a list of squares, joined.
    fn places(&self, squares: &[Square], last: &str) -> String {
        list(&squares.iter().map(|square| self.name(*square).to_owned()).collect::<Vec<_>>(), last)
    }

    /// `rook`
    fn kind_on(&self, setup: &Setup, square: Square) -> String {
        setup.man(square).map_or_else(|| "man".to_owned(), |man| self.prose.name(man.kind).to_lowercase())
    }

    /// `the rook on a1`
    fn the(&self, setup: &Setup, square: Square) -> String {
        format!("the {} on {}", self.kind_on(setup, square), self.name(square))
    }

    fn refused(&self, setup: &Setup, wish: &Wish, legal: &[Move]) -> Vec<Reason> {
        if let Some(outcome) = self.rules.outcome(setup) {
            return vec![self.over(setup, &outcome)];
        }
        if let Some(from) = wish.from {
            match setup.man(from) {
                None => {
                    return vec![
                        self.reason(format!("no man stands on {}", self.name(from)), Origin::default()),
                    ];
                }
                Some(man) if man.color != setup.turn => {
                    let text = format!(
                        "{} is {}'s, and {} is to move",
                        self.the(setup, from),
                        man.color.title(),
                        setup.turn.title()
                    );
                    return vec![self.reason(text, self.variant.kind(man.kind).origin)];
                }
                Some(_) => {}
            }
        }
        let mut reasons = Vec::new();
        if wish.from.is_some() && wish.from == wish.to {
            return vec![self.reason("a move goes to another square", Origin::default())];
        }
        reasons.extend(self.bound_by_duty(setup, wish, legal));
        if reasons.is_empty() {
            reasons.extend(self.choice(setup, wish, legal));
        }
        if reasons.is_empty() {
            reasons = match wish.deed {
                Deed::Go => self.not_going(setup, wish),
                Deed::Place => self.not_placing(setup, wish),
                Deed::Exchange => self.not_exchanging(setup, wish),
                Deed::Drop(kind) => self.not_dropping(setup, kind, wish),
                Deed::Pass => self.not_passing(setup),
            };
        }
        if let (Some(from), Some(to)) = (wish.from, wish.to) {
            let other =
                legal.iter().find(|mv| mv.from == Some(from) && mv.to == Some(to) && !wish.is_deed(mv));
            if let Some(mv) = other {
                let text = format!("what it may do is written {}", movetext::write(self.variant, mv));
                reasons.push(self.reason(text, self.origin_of(setup, mv)));
            }
        }
        reasons
    }

    /// How the game ended, and by which line.
    fn over(&self, setup: &Setup, outcome: &Outcome) -> Reason {
        let result = match outcome.winner {
            Some(color) => format!("{} has won", color.title()),
            None => "the game is drawn".to_owned(),
        };
        let text = format!("the game is over: {result} ({})", outcome.reason);
        self.reason(text, self.ending_origin(setup, outcome))
    }

    fn ending_origin(&self, setup: &Setup, outcome: &Outcome) -> Origin {
        let by_arrival = || {
            let arrivals = self.variant.kinds.iter().flat_map(|kind| &kind.arrivals);
            let ends = |then: &Consequence| matches!(then, Consequence::End { reason, .. } if *reason == outcome.reason);
            arrivals.into_iter().find(|arrival| arrival.then.iter().any(ends)).map(|arrival| arrival.origin)
        };
        let by_ending = || {
            self.variant
                .endings
                .iter()
                .find(|ending| ending.name == outcome.reason)
                .map(|ending| ending.origin)
        };
        let origin = if setup.ended.is_some() {
            by_arrival().or_else(by_ending)
        } else {
            by_ending().or_else(by_arrival)
        };
        origin.unwrap_or_default()
    }

    /// What must be done before anything else.
    fn bound_by_duty(&self, setup: &Setup, wish: &Wish, legal: &[Move]) -> Vec<Reason> {
        for turn in self.variant.turns.iter().filter(|turn| !wish.is_turn(turn)) {
            let text = match turn.duty {
                Duty::May => continue,
                Duty::Must if self.rules.open(setup, turn) => {
                    format!("a {} must be made now, and nothing else", turn.name)
                }
                Duty::MustIfCan
                    if legal
                        .iter()
                        .any(|mv| self.turn_offers(setup, turn, mv) && !Wish::of(mv).same_deed(wish)) =>
                {
                    format!("a {} is possible, and so nothing else is", turn.name)
                }
                Duty::Must | Duty::MustIfCan => continue,
            };
            let offered = self.rules.turn_prospects(setup, turn);
            if !offered.iter().any(|prospect| Wish::of(&prospect.mv).same(wish)) {
                return vec![self.reason(text, turn.origin)];
            }
        }
        Vec::new()
    }

    /// The choices a move leaves open, when the wish names none or another.
    fn choice(&self, setup: &Setup, wish: &Wish, legal: &[Move]) -> Vec<Reason> {
        let near: Vec<&Move> = legal.iter().filter(|mv| Wish::of(mv).same(wish)).collect();
        let Some(first) = near.first() else { return Vec::new() };
        let texts: Vec<String> = near.iter().map(|mv| movetext::write(self.variant, mv)).collect();
        let text = match wish.rest.is_empty() {
            true => format!("there is a choice to make: {}", list(&texts, "or")),
            false => format!("`{}` is no choice it has: {}", wish.rest, list(&texts, "or")),
        };
        vec![self.reason(text, self.origin_of(setup, first))]
    }

    /// The line that gives a move.
    fn origin_of(&self, setup: &Setup, mv: &Move) -> Origin {
        if let Some(turn) = self.variant.turns.iter().find(|turn| self.turn_offers(setup, turn, mv)) {
            return turn.origin;
        }
        if mv.choice.is_some()
            && let Some(arrival) = mv.from.and_then(|from| setup.man(from)).and_then(|man| {
                let zone_has =
                    |zone: &crate::ir::Zone| mv.to.is_some_and(|to| zone.squares.get(man.color).contains(to));
                self.variant.kind(man.kind).arrivals.iter().find(|arrival| zone_has(&arrival.zone))
            })
        {
            return arrival.origin;
        }
        let way = mv.from.zip(mv.to).and_then(|(from, to)| self.way(setup, from, to));
        way.map(|(moves, _)| moves.origin)
            .or_else(|| {
                mv.from.and_then(|from| setup.man(from)).map(|man| self.variant.kind(man.kind).origin)
            })
            .unwrap_or_default()
    }

    fn turn_offers(&self, setup: &Setup, turn: &crate::ir::Turn, mv: &Move) -> bool {
        Wish::of(mv).is_turn(turn)
            && self.rules.turn_prospects(setup, turn).iter().any(|prospect| prospect.mv == *mv)
    }

    /// Why a legal move is.
    fn allowed(&self, setup: &Setup, mv: &Move) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let prospect = self.rules.legal_prospects(setup).into_iter().find(|prospect| prospect.mv == *mv);
        match self.variant.turns.iter().find(|turn| self.turn_offers(setup, turn, mv)) {
            Some(turn) => reasons.extend(self.turn_allowed(setup, turn, prospect.as_ref())),
            None => reasons.extend(self.going(setup, mv)),
        }
        if let Some(prospect) = prospect {
            reasons.extend(self.stays_safe(setup, &prospect.after));
        }
        if reasons.is_empty() {
            reasons.push(self.reason("the rules allow it", self.origin_of(setup, mv)));
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
