//! Answers the questions of a case by the rules of a game.
//!
//! [`ask`] returns the answer to a [`Question`] as lines, in the format in which a page writes it. [`position`] builds
//! the position of a case. Every problem is reported at its place in the page.

use super::drawing::{read_drawing, write_drawing};
use super::games::CaseGame;
use super::page::{Query, WrittenPosition};
use crate::base::source::{Span, Spanned};
use crate::base::{Outcome, Setup, Square};
use crate::fast::engine::Engine;
use crate::lab::compare::first_move;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::fill;
use crate::notation::{fen, movetext};
use crate::play::game::GameHistory;
use crate::rules::Variant;
use crate::words::explain::Explainer;
use crate::words::outcome::{claimable, to_move};
use std::cell::OnceCell;

/// The question of a block in a case page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Lists the legal moves, or only those from one square.
    Moves(Option<String>),
    /// Claims that these moves are legal.
    Legal,
    /// Claims that these moves are illegal, for the stated reasons.
    Illegal,
    /// Shows the position after a move.
    After(String),
    /// States the status of the game, optionally after some moves.
    Outcome(Vec<String>),
    /// Counts the legal move sequences of this many plies.
    Perft(u32),
    /// Names the side that moves first.
    First,
}

/// The answer to a question.
pub(super) struct Answer {
    /// The answer in the format of a page.
    pub(super) lines: Vec<String>,
    /// True if the page claims that a move is legal or illegal, and the rules say the opposite.
    pub(super) contradicts: bool,
}

impl Answer {
    fn of(lines: Vec<String>) -> Answer {
        Answer { lines, contradicts: false }
    }
}

/// Builds the position of a case for one game.
///
/// # Errors
/// If the position is not valid. The error lists all reasons.
pub fn position(variant: &Variant, written: &WrittenPosition) -> Result<Setup, Vec<Diagnostic>> {
    match written {
        WrittenPosition::Start => Ok(variant.start()),
        WrittenPosition::Drawing { lines, lenient } => read_drawing(variant, lines, *lenient),
        WrittenPosition::Fen { text: Spanned { value, span }, lenient } => {
            let in_page = |problem: Diagnostic| {
                let Span { start, end, .. } = problem.place();
                at(problem, span.part(start as usize, end as usize))
            };
            fen::read_as(variant, value, *lenient).map_err(|all| all.into_iter().map(in_page).collect())
        }
        WrittenPosition::Played(moves) => {
            played(&Engine::new(variant), moves).map_err(|problem| vec![problem])
        }
    }
}

/// Builds the position of a question, with the engine of its game.
fn position_of(query: &Query, game: &CaseGame) -> Result<Setup, Vec<Diagnostic>> {
    if let WrittenPosition::Played(moves) = &query.position {
        return played(game.engine(), moves).map_err(|problem| vec![problem]);
    }
    position(&game.loaded.variant, &query.position)
}

/// Plays moves from the beginning of a game.
fn played(engine: &Engine, moves: &[Spanned<String>]) -> Result<Setup, Diagnostic> {
    let mut here = engine.start();
    for Spanned { value, span } in moves {
        let legal = engine.legal_moves(&here);
        let mv = movetext::read(engine.variant(), &engine.setup(&here), &legal, value);
        let after = engine.play(&here, mv.map_err(|problem| at(problem, *span))?);
        here = after.ok_or_else(|| unplayed(value, *span))?;
    }
    Ok(engine.setup(&here))
}

fn unplayed(text: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::Refused, place, format!("{text} cannot be played"))
}

/// Moves a problem to its place in the page.
fn at(mut problem: Diagnostic, place: Span) -> Diagnostic {
    problem.labels.truncate(1);
    problem.labels.iter_mut().for_each(|label| label.span = place);
    problem
}

/// Returns the lines that answer the question of a block. If `briefly`, the answer omits the reasons for illegal moves.
///
/// # Errors
/// If the question has no answer in this game or position. The error lists all reasons.
pub(super) fn ask(query: &Query, played: &CaseGame, briefly: bool) -> Result<Answer, Vec<Diagnostic>> {
    let setup = position_of(query, played)?;
    answer(query, played, setup, briefly).map_err(|problem| vec![problem])
}

/// Returns the reasons why a question or its expected answer is invalid, without computing the answer.
pub(super) fn question_problems(query: &Query, played: &CaseGame) -> Vec<Diagnostic> {
    let variant = &played.loaded.variant;
    let mut problems = match (position_of(query, played), &query.question) {
        (Err(problems), _) => problems,
        (Ok(_), Question::Moves(Some(name))) => square(query, variant, name).err().into_iter().collect(),
        (Ok(setup), Question::After(_) | Question::Outcome(_)) => {
            answer(query, played, setup, true).err().into_iter().collect()
        }
        (Ok(_), _) => Vec::new(),
    };
    if matches!(query.question, Question::After(_)) && !query.expected.is_empty() {
        problems.extend(read_drawing(variant, &query.expected, true).err().unwrap_or_default());
    }
    problems
}

/// Reads the name of the square in a question.
fn square(query: &Query, variant: &Variant, name: &str) -> Result<Square, Diagnostic> {
    variant.board.square(name).ok_or_else(|| {
        let message = format!("the board has no square `{name}`");
        Diagnostic::new(Code::UnknownSquare, query.place, message).help(movetext::extent(&variant.board))
    })
}

fn answer(query: &Query, played: &CaseGame, setup: Setup, briefly: bool) -> Result<Answer, Diagnostic> {
    let engine = played.engine();
    let variant = engine.variant();
    let here = engine.position(&setup);
    Ok(Answer::of(match &query.question {
        Question::Moves(from) => {
            let mut moves = engine.legal_moves(&here);
            if let Some(name) = from {
                let square = square(query, variant, name)?;
                moves.retain(|mv| mv.from == Some(square));
            }
            match &movetext::list(variant, &moves)[..] {
                [] => vec!["none".to_owned()],
                texts => fill("", "", texts.iter().map(String::as_str), 79),
            }
        }
        Question::Legal => return Ok(verdicts(query, played, &setup, (true, briefly))),
        Question::Illegal => return Ok(verdicts(query, played, &setup, (false, briefly))),
        Question::After(text) => {
            let legal = engine.legal_moves(&here);
            let mv = movetext::read(variant, &setup, &legal, text).map_err(|why| at(why, query.place))?;
            let after = engine.play(&here, mv).ok_or_else(|| unplayed(text, query.place))?;
            write_drawing(variant, &engine.setup(&after))
        }
        Question::Outcome(moves) => {
            let mut game = GameHistory::new(engine, setup);
            for text in moves {
                let legal = game.legal_moves();
                let mv = movetext::read(variant, game.setup(), &legal, text);
                game.play(mv.map_err(|problem| at(problem, query.place))?);
            }
            vec![match game.outcome() {
                Some(Outcome { winner: Some(color), reason, .. }) => {
                    format!("{} wins: {reason}", color.title())
                }
                Some(Outcome { winner: None, reason, .. }) => format!("drawn: {reason}"),
                None => claimable(&game.claims(), game.setup())
                    .unwrap_or_else(|| to_move(game.setup(), game.in_check())),
            }]
        }
        Question::Perft(depth) => vec![engine.perft(&here, *depth).to_string()],
        Question::First => vec![first_move(variant.first).to_owned()],
    }))
}

/// Returns one line for each move that the page claims to be legal (`wanted`) or illegal.
fn verdicts(query: &Query, played: &CaseGame, setup: &Setup, (wanted, briefly): (bool, bool)) -> Answer {
    let engine = played.engine();
    let legal = engine.legal_moves(&engine.position(setup));
    let explainer = Explainer::new(engine.variant(), &played.loaded.game.sources);
    // A study is expensive and needed only for the reasons of illegal moves, so it is created on demand.
    let study = OnceCell::new();
    let reason = |text: &str| {
        let study = study.get_or_init(|| explainer.study(setup));
        let reason = explainer.explain_in(study, text).reasons.into_iter().next();
        reason.map_or_else(String::new, |reason| reason.text)
    };
    let mut answer = Answer::of(Vec::new());
    // The text after the colon is the reason and not part of the move.
    let named = query.expected.iter().map(|line| line.value.split(':').next().unwrap_or_default().trim());
    // A line of legal moves contains several, and a line with an illegal move only one.
    let moves = named.flat_map(|line| if wanted { line.split_whitespace().collect() } else { vec![line] });
    for text in moves {
        let is_legal = movetext::read(engine.variant(), setup, &legal, text).is_ok();
        let why = if is_legal || briefly { String::new() } else { reason(text) };
        answer.contradicts |= is_legal != wanted;
        answer.lines.push(match (wanted, is_legal) {
            (true, true) => text.to_owned(),
            (false, true) => format!("{text}: legal"),
            (_, false) if why.is_empty() => format!("{text}: not legal"),
            (true, false) => format!("{text}: not legal: {why}"),
            (false, false) => format!("{text}: {why}"),
        });
    }
    answer
}
