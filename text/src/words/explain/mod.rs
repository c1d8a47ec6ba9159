//! Explanations of moves and positions in the game's own words, with the lines of the rules that decide.
//!
//! [`Explainer`] is the main type: [`Explainer::explain`] explains a move, and `standing` the status of a position. The
//! verdicts and the refusals come from the interpreter; this module only puts them into words. A [`Reason`] names the
//! line of the rules that it is based on. A reason that holds in every game, such as whose turn it is, names no line.

mod allowed;

mod refusal;
mod status;

use crate::base::source::{Source, Sources};
use crate::base::{Move, Outcome, Setup, Square, Verb};
use crate::lang::catalog::RECORD;
use crate::messages::diagnostic::Code;
use crate::messages::text::join;
use crate::notation::{movetext, shown, typed};
use crate::rules::interpreter::{Attempts, Interpreter, ParsedMove, Successor};
use crate::rules::{Action, Cite, Origin, Variant, names};
use crate::words::prose::Prose;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// The legality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Legal,
    Illegal,
    /// The text is not a move on this board.
    NoMove,
}

/// One reason of an explanation, with the line of the rules that it is based on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The reason, as a clause.
    pub text: String,
    /// The file of the deciding line, or an empty text if the reason has no line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The number of the line, counted from 1, or 0 if the reason has no line.
    #[serde(skip_serializing_if = "is_nowhere")]
    pub line: usize,
    /// The sources that the line cites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<String>,
    /// The sources with the places cited in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<Cite>,
}

fn is_nowhere(line: &usize) -> bool {
    *line == 0
}

impl Reason {
    /// Creates a reason with the line at `origin`, if there is one.
    #[doc(hidden)]
    pub fn at(text: impl Into<String>, origin: Origin, sources: &Sources) -> Reason {
        let (file, line) = place(sources, origin).unwrap_or_default();
        Reason { text: text.into(), file, line, cites: Vec::new(), citations: Vec::new() }
    }

    /// Returns the place of the line, such as `chess.ferz:18`, or `None` if the reason has no line.
    #[doc(hidden)]
    pub fn place(&self) -> Option<String> {
        (self.line > 0).then(|| format!("{}:{}", self.file, self.line))
    }
}

/// The reasons why a move is legal or illegal. `Display` writes a line for the verdict and one for each reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The text of the move.
    pub mv: String,
    /// The legality of the move.
    #[doc(hidden)]
    pub verdict: Verdict,
    /// The reasons. The first one decides.
    pub reasons: Vec<Reason>,
}

impl Explanation {
    /// Returns true if the move is legal.
    pub fn is_legal(&self) -> bool {
        self.verdict == Verdict::Legal
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_legal() { "legal" } else { "not legal" };
        write!(f, "{} is {verdict}:", self.mv)?;
        let line = |reason: &Reason| match reason.place() {
            Some(place) => write!(f, "\n  {} ({place})", reason.text),
            None => write!(f, "\n  {}", reason.text),
        };
        self.reasons.iter().try_for_each(line)
    }
}

/// The maximum number of move paths of a position for which moves are explained.
const MAX_PATHS: usize = 20_000;

/// A sentence and the origin of the rule that it is based on.
type SourcedText = (String, Origin);

pub struct Explainer<'v> {
    rules: Interpreter<'v>,
    variant: &'v Variant,
    sources: &'v Sources,
    prose: Prose<'v>,
}

impl<'v> Explainer<'v> {
    pub fn new(variant: &'v Variant, sources: &'v Sources) -> Explainer<'v> {
        Explainer { rules: Interpreter::new(variant), variant, sources, prose: Prose::new(variant) }
    }

    /// Returns a copy that states the squares of each region that a reason names.
    #[must_use]
    pub fn with_squares(self) -> Explainer<'v> {
        Explainer { prose: self.prose.with_squares(), ..self }
    }

    /// Returns true if the position has too many paths to explain its moves with bounded memory.
    pub fn is_crowded(&self, setup: &Setup) -> bool {
        self.rules.count_walks(setup) > MAX_PATHS
    }

    pub fn study<'a>(&'a self, setup: &'a Setup) -> Study<'a> {
        let attempts = Attempts::new(&self.rules, setup);
        let mut moves: Vec<Move> = attempts.legal.iter().map(|next| next.mv.clone()).collect();
        Move::sort(&mut moves, &self.variant.board, |mv| mv);
        moves.dedup();
        let texts = moves.iter().map(|mv| movetext::key(&self.text(mv))).collect();
        Study { rules: &self.rules, setup, attempts, moves, texts }
    }

    /// Explains why the move with this text is legal or illegal in the position.
    pub fn explain(&self, setup: &Setup, text: &str) -> Explanation {
        self.explain_in(&self.study(setup), text)
    }

    /// Explains a move like [`Self::explain`], for one of many moves of a position.
    pub fn explain_in(&self, study: &Study, text: &str) -> Explanation {
        let explained = |mv, verdict, reasons| Explanation { mv, verdict, reasons: self.reasons(reasons) };
        // A text such as `Nf3` is explained by the squares of the piece, if there is only one such piece.
        let (found, squares) = if movetext::parse(self.variant, text).is_some() {
            (movetext::read(self.variant, study.setup, &study.moves, text), None)
        } else {
            let squares = typed::squares(self.variant, study.setup, text);
            (typed::read(self.variant, study.setup, &study.moves, text), squares)
        };
        let problem = match found {
            Ok(mv) => return explained(self.text(mv), Verdict::Legal, self.allowed(study, mv)),
            Err(problem) => problem,
        };
        let given = shown(text.trim());
        let text = squares.as_deref().unwrap_or(text);
        let parsed = movetext::parse(self.variant, text);
        if let (Some((parsed, rest)), false) = (&parsed, study.texts.contains(&movetext::key(text))) {
            let mut reasons = match study.attempts.attempt(parsed) {
                Ok(meant) => self.choice(study, &meant, rest),
                Err(refused) => self.refused(study, parsed, &refused),
            };
            // In an exchange, the first square decides which rule applies, so the other writing is the first reason.
            let other = self.other_writing(study, parsed);
            let place = if parsed.verb == Verb::Exchange { 0 } else { reasons.len() };
            reasons.splice(place..place, other);
            if !reasons.is_empty() {
                return explained(given, Verdict::Illegal, reasons);
            }
        }
        let is_move = parsed.is_some() || problem.code == Code::MoveIllegal;
        let verdict = if is_move { Verdict::Illegal } else { Verdict::NoMove };
        let help = problem.help.filter(|_| parsed.is_none());
        let texts = std::iter::once(problem.message).chain(help);
        explained(given, verdict, texts.map(|text| (text, Origin::default())).collect())
    }

    fn reasons(&self, reasons: Vec<SourcedText>) -> Vec<Reason> {
        let reason = |(text, origin): SourcedText| {
            let citations = self.citations(&text, origin);
            Reason { cites: names(&citations), citations, ..Reason::at(text, origin, self.sources) }
        };
        reasons.into_iter().map(reason).collect()
    }

    /// Returns the citations of a reason. A reason that states all alternatives of a condition has
    /// the citations of all their lines.
    fn citations(&self, text: &str, origin: Origin) -> Vec<Cite> {
        let is_whole = |action: &&Action| {
            let when = action.when.as_ref();
            action.line("when", 0).0 == origin.0
                && when.is_some_and(|when| text.ends_with(&self.prose.condition(when)))
        };
        match self.variant.actions.iter().find(is_whole) {
            Some(action) => {
                let lines = action.lines.0.iter().filter(|(word, _)| word == "when");
                self.variant.shared(lines.map(|(_, line)| *line))
            }
            None => self.variant.cited(origin),
        }
    }

    fn text(&self, mv: &Move) -> String {
        movetext::write(self.variant, mv)
    }

    fn name(&self, square: Square) -> &str {
        self.variant.board.name(square)
    }

    fn places<'s>(&self, squares: impl IntoIterator<Item = &'s Square>) -> String {
        join(squares.into_iter().map(|square| self.name(*square)), "and")
    }

    /// Returns the name of the piece on a square: `rook`.
    fn noun(&self, setup: &Setup, square: Square) -> String {
        setup.piece(square).map_or_else(|| "piece".to_owned(), |piece| self.prose.noun(piece.piece_type))
    }

    /// Returns the piece on a square with its place: `the rook on a1`.
    fn the(&self, setup: &Setup, square: Square) -> String {
        self.prose.the(setup, square)
    }

    /// Returns the piece on a square with its owner: `White's rook on a1`.
    fn whose(&self, setup: &Setup, square: Square) -> String {
        let owner = setup.piece(square).map_or("", |piece| piece.color.title());
        format!("{owner}'s {} on {}", self.noun(setup, square), self.name(square))
    }

    /// Describes the choices of a move whose text contains no choice or an unknown one.
    fn choice(&self, study: &Study, meant: &[&Successor], rest: &str) -> Vec<SourcedText> {
        let Some(first) = meant.first() else { return Vec::new() };
        const MAX: usize = 12;
        let mut texts = movetext::list(self.variant, meant.iter().map(|next| &next.mv));
        let more = texts.len().saturating_sub(MAX);
        if more > 1 {
            texts.truncate(MAX);
            texts.push(format!("one of {more} others"));
        }
        let all = join(&texts, "or");
        let text = match rest {
            "" if texts.len() == 1 => format!("it is written {all}"),
            "" => format!("there is a choice to make: {all}"),
            rest => format!("unknown choice `{rest}`; expected {all}"),
        };
        vec![(text, self.origin_of(study, &first.mv))]
    }

    /// Suggests a legal move that the user may have intended: one with another verb between the same squares, or an
    /// exchange with the squares in the opposite order.
    fn other_writing(&self, study: &Study, parsed: &ParsedMove) -> Option<SourcedText> {
        let turned = ParsedMove { from: parsed.to, to: parsed.from, ..*parsed };
        let is_turned = |mv: &&Move| parsed.verb == Verb::Exchange && turned.is(mv);
        let squares = parsed.from.zip(parsed.to);
        let is_same = |mv: &&Move| squares.is_some() && mv.from.zip(mv.to) == squares && !parsed.is(mv);
        if let Some((mv, first)) = study.moves.iter().find(is_turned).zip(parsed.to) {
            let text = format!("write `{}`: {} is named first", self.text(mv), self.the(study.setup, first));
            return Some((text, self.origin_of(study, mv)));
        }
        let mv = study.moves.iter().find(is_same)?;
        Some((format!("the legal move is written {}", self.text(mv)), self.origin_of(study, mv)))
    }
}

/// Returns the file and the line of an origin, or `None` if the origin is not in a rule file.
pub fn place(sources: &Sources, origin: Origin) -> Option<(String, usize)> {
    let is_game = |source: &&Source| [".ferz", RECORD].iter().any(|ending| source.name.ends_with(ending));
    let source = sources.get(origin.0.file).filter(is_game).filter(|_| origin.0.end > 0)?;
    Some((source.name.clone(), sources.line_column(origin.0).0))
}

/// A position whose moves are explained. Explaining many moves of one study costs little more than explaining one.
pub struct Study<'a> {
    rules: &'a Interpreter<'a>,
    setup: &'a Setup,
    attempts: Attempts<'a>,
    /// The legal moves in order. A finished game has none.
    pub moves: Vec<Move>,
    /// The texts of the legal moves in the normalized form that lenient reading compares.
    texts: HashSet<String>,
}

impl Study<'_> {
    /// Returns the outcome if the game has ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.attempts.outcome.as_ref()
    }

    /// Returns the position after the legal move with this text.
    pub fn after(&self, variant: &Variant, text: &str) -> Option<&Setup> {
        let next = self.attempts.legal.iter().find(|next| movetext::write(variant, &next.mv) == text);
        next.map(|next| &*next.after)
    }

    /// Returns true if the side to move is in check and the rules oblige it to leave check.
    pub fn in_check(&self) -> bool {
        self.rules.in_check(self.setup)
    }
}
