//! Questions of a case, and what the rules answer.

use super::drawing::{read_drawing, write_drawing};
use super::games::Played;
use super::page::{Query, WrittenPosition};
use crate::base::{Move, Setup};
use crate::fast::engine::Engine;
use crate::lab::compare::first_move;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use crate::words::explain::Explainer;

/// The question of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The legal moves, or those that begin on one square.
    Moves(Option<String>),
    /// That these moves are legal.
    Legal,
    /// That these moves are not legal, and why.
    Illegal,
    /// The position after a move.
    After(String),
    /// How things stand, after these moves if there are any.
    Outcome(Vec<String>),
    /// The number of legal move sequences of this many plies.
    Perft(u32),
    /// Who moves first.
    First,
}

/// What the rules say to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The lines of the answer.
    Lines(Vec<String>),
    /// A position, and its drawing.
    Position(Box<Setup>, Vec<String>),
    /// The question cannot be asked here: why.
    Impossible(String),
}

impl Answer {
    /// The answer as lines of a block.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Answer::Lines(lines) | Answer::Position(_, lines) => lines.clone(),
            Answer::Impossible(why) => vec![why.clone()],
        }
    }
}

/// The position of a case under one game.
///
/// # Errors
/// Why it is none.
pub(crate) fn position(variant: &Variant, written: &WrittenPosition) -> Result<Setup, String> {
    match written {
        WrittenPosition::Start => Ok(variant.start()),
        WrittenPosition::Drawing(text) => read_drawing(variant, text)
            .map_err(|(line, why)| format!("line {} of the drawing: {why}", line + 1)),
        WrittenPosition::Fen(text) => fen::read(variant, text).map_err(|all| {
            all.first().map_or_else(String::new, |problem| format!("the FEN: {}", problem.message))
        }),
    }
}

/// Answers the question of a block. The reasons for moves that are not legal are left out if `briefly`.
pub(super) fn ask(query: &Query, played: &Played, briefly: bool) -> Answer {
    let engine = &played.engine;
    let variant = engine.variant();
    let setup = match position(variant, &query.position) {
        Ok(setup) => setup,
        Err(why) => return Answer::Impossible(why),
    };
    match &query.question {
        Question::Moves(from) => moves(engine, &setup, from.as_deref()),
        Question::Legal => {
            let texts = query.expected.iter().flat_map(|line| named(line).split_whitespace());
            judged(played, &setup, texts, briefly, |text, verdict| match verdict {
                None => text.to_owned(),
                Some(why) if why.is_empty() => format!("{text}: not legal"),
                Some(why) => format!("{text}: not legal: {why}"),
            })
        }
        Question::Illegal => {
            let texts = query.expected.iter().map(|line| named(line).trim());
            judged(played, &setup, texts, briefly, |text, verdict| match verdict {
                None => format!("{text}: legal"),
                Some(why) if why.is_empty() => format!("{text}: not legal"),
                Some(why) => format!("{text}: {why}"),
            })
        }
        Question::After(text) => {
            let after = find(engine, &setup, text).and_then(|mv| {
                let after = engine.play(&engine.position(&setup), &mv);
                after.ok_or_else(|| format!("{text} cannot be played"))
            });
            match after.map(|after| engine.setup(&after)) {
                Ok(after) => Answer::Position(Box::new(after.clone()), write_drawing(variant, &after)),
                Err(why) => Answer::Impossible(why),
            }
        }
        Question::Outcome(moves) => standing(engine, setup, moves),
        Question::Perft(depth) => {
            Answer::Lines(vec![engine.perft(&engine.position(&setup), *depth).to_string()])
        }
        Question::First => Answer::Lines(vec![first_move(variant.first).to_owned()]),
    }
}

/// What a line is about, a reason after a colon being left aside.
fn named(line: &str) -> &str {
    line.split(':').next().unwrap_or_default()
}

/// A line for each move. `say` gets nothing if the move is legal, else the first reason, left empty if `briefly`.
fn judged<'t>(
    played: &Played,
    setup: &Setup,
    texts: impl Iterator<Item = &'t str>,
    briefly: bool,
    say: impl Fn(&str, Option<String>) -> String,
) -> Answer {
    let engine = &played.engine;
    let legal = engine.legal_moves(&engine.position(setup));
    let explainer = Explainer::new(engine.variant(), &played.loaded.game.sources);
    let study = explainer.study(setup);
    let reason = |text: &str| {
        let mut reasons = explainer.explain_in(&study, text).reasons.into_iter();
        reasons.next().map_or_else(String::new, |reason| reason.text)
    };
    let lines = texts.map(|text| {
        let is_legal = movetext::read(engine.variant(), setup, &legal, text).is_ok();
        say(text, (!is_legal).then(|| if briefly { String::new() } else { reason(text) }))
    });
    Answer::Lines(lines.collect())
}

fn moves(engine: &Engine, setup: &Setup, from: Option<&str>) -> Answer {
    let variant = engine.variant();
    let mut moves = engine.legal_moves(&engine.position(setup));
    if let Some(name) = from {
        let Some(square) = variant.board.square(name) else {
            return Answer::Impossible(format!("the board has no square `{name}`"));
        };
        moves.retain(|mv| mv.from == Some(square));
    }
    let mut lines: Vec<String> = Vec::new();
    for text in movetext::list(variant, &moves) {
        match lines.last_mut().filter(|line| line.len() + text.len() <= 78) {
            Some(line) => *line += &format!(" {text}"),
            None => lines.push(text),
        }
    }
    if lines.is_empty() {
        lines.push("none".to_owned());
    }
    Answer::Lines(lines)
}

fn find(engine: &Engine, setup: &Setup, text: &str) -> Result<Move, String> {
    let legal = engine.legal_moves(&engine.position(setup));
    movetext::read(engine.variant(), setup, &legal, text).cloned().map_err(|problem| problem.message)
}

/// Who is to move and whether in check, or how the game ended.
fn standing(engine: &Engine, setup: Setup, moves: &[String]) -> Answer {
    let mut game = Game::new(engine, setup);
    for text in moves {
        let legal = game.legal_moves();
        match movetext::read(engine.variant(), game.setup(), &legal, text).cloned() {
            Ok(mv) => {
                game.play(&mv);
            }
            Err(problem) => return Answer::Impossible(format!("{text}: {}", problem.message)),
        }
    }
    let line = match game.outcome() {
        Some(outcome) => match outcome.winner {
            Some(color) => format!("{} wins: {}", color.title(), outcome.reason),
            None => format!("drawn: {}", outcome.reason),
        },
        None => format!(
            "{} to move{}",
            game.setup().turn.title(),
            if game.in_check() { ", in check" } else { "" }
        ),
    };
    Answer::Lines(vec![line])
}
