//! Questions of a case, and what the rules answer.

use super::drawing::{read_drawing, write_drawing};
use super::games::Played;
use super::page::{Answer, Position};
use crate::base::{Move, Setup};
use crate::fast::engine::Engine;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext};
use crate::rules::{First, Variant};
use crate::words::explain::{Explainer, Study};

/// What a block of a case asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
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
    /// The number of legal move sequences of so many plies.
    Perft(u32),
    /// Who moves first.
    First,
}

/// What the rules say to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The lines of the answer.
    Lines(Vec<String>),
    /// A position.
    Position(Box<Setup>, Vec<String>),
    /// The question cannot be asked here: why.
    Impossible(String),
}

impl Answered {
    /// The answer as lines of a block.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Answered::Lines(lines) | Answered::Position(_, lines) => lines.clone(),
            Answered::Impossible(why) => vec![why.clone()],
        }
    }
}

/// The position of a case under one game.
///
/// # Errors
/// Why it is none.
pub fn position(variant: &Variant, position: &Position) -> Result<Setup, String> {
    match position {
        Position::Start => Ok(variant.start()),
        Position::Drawing(text) => read_drawing(variant, text)
            .map_err(|(line, why)| format!("line {} of the drawing: {why}", line + 1)),
        Position::Fen(text) => fen::read(variant, text).map_err(|all| {
            all.first().map_or_else(String::new, |problem| format!("the FEN: {}", problem.message))
        }),
    }
}

/// Asks the rules what a block asks. The reasons for moves that are not legal are left out if `briefly`.
pub fn ask(answer: &Answer, played: &Played, briefly: bool) -> Answered {
    let engine = &played.engine;
    let variant = engine.variant();
    let setup = match position(variant, &answer.position) {
        Ok(setup) => setup,
        Err(why) => return Answered::Impossible(why),
    };
    match &answer.question {
        Question::Moves(from) => moves(engine, &setup, from.as_deref()),
        Question::Legal => {
            let texts = answer.expected.iter().flat_map(|line| named(line).split_whitespace());
            judged(played, &setup, texts, briefly, |text, why| match why {
                None => text.to_owned(),
                Some(why) => {
                    format!("{text}: not legal{}", why.map_or(String::new(), |why| format!(": {why}")))
                }
            })
        }
        Question::Illegal => {
            let texts = answer.expected.iter().map(|line| named(line).trim());
            judged(played, &setup, texts, briefly, |text, why| match why {
                None => format!("{text}: legal"),
                Some(why) => format!("{text}: {}", why.unwrap_or_else(|| "not legal".to_owned())),
            })
        }
        Question::After(text) => match find(engine, &setup, text) {
            Ok(mv) => match engine.play(&engine.position(&setup), &mv) {
                Some(after) => {
                    let after = engine.setup(&after);
                    let drawing = write_drawing(variant, &after);
                    Answered::Position(Box::new(after), drawing)
                }
                None => Answered::Impossible(format!("{text} cannot be played")),
            },
            Err(why) => Answered::Impossible(why),
        },
        Question::Outcome(moves) => standing(engine, setup, moves),
        Question::Perft(depth) => {
            Answered::Lines(vec![engine.perft(&engine.position(&setup), *depth).to_string()])
        }
        Question::First => Answered::Lines(vec![
            match variant.first {
                First::White => "White moves first",
                First::Dice => "the dice name who moves first",
            }
            .to_owned(),
        ]),
    }
}

/// What a line is about, a reason after a colon being left aside.
fn named(line: &str) -> &str {
    line.split(':').next().unwrap_or_default()
}

/// A line for each move: nothing for `say` to explain if it is legal, else the first reason, if reasons are wanted.
fn judged<'t>(
    played: &Played,
    setup: &Setup,
    texts: impl Iterator<Item = &'t str>,
    briefly: bool,
    say: impl Fn(&str, Option<Option<String>>) -> String,
) -> Answered {
    let engine = &played.engine;
    let legal = engine.legal_moves(&engine.position(setup));
    let explainer = Explainer::new(engine.variant(), &played.loaded.game.sources);
    let study = explainer.study(setup);
    let lines = texts.map(|text| {
        let is_legal = movetext::read(engine.variant(), setup, &legal, text).is_ok();
        say(text, (!is_legal).then(|| (!briefly).then(|| reason(&explainer, &study, text)).flatten()))
    });
    Answered::Lines(lines.collect())
}

fn reason(explainer: &Explainer, study: &Study, text: &str) -> Option<String> {
    explainer.explain_in(study, text).reasons.into_iter().next().map(|reason| reason.text)
}

fn moves(engine: &Engine, setup: &Setup, from: Option<&str>) -> Answered {
    let variant = engine.variant();
    let mut moves = engine.legal_moves(&engine.position(setup));
    if let Some(name) = from {
        let Some(square) = variant.board.square(name) else {
            return Answered::Impossible(format!("the board has no square `{name}`"));
        };
        moves.retain(|mv| mv.from == Some(square));
    }
    let texts = movetext::list(variant, &moves);
    if texts.is_empty() {
        return Answered::Lines(vec!["none".to_owned()]);
    }
    let mut lines = vec![String::new()];
    for text in texts {
        let long = lines.last().is_some_and(|line| !line.is_empty() && line.len() + text.len() > 78);
        if long {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            *line += &text;
        }
    }
    Answered::Lines(lines)
}

fn find(engine: &Engine, setup: &Setup, text: &str) -> Result<Move, String> {
    let legal = engine.legal_moves(&engine.position(setup));
    movetext::read(engine.variant(), setup, &legal, text).cloned().map_err(|problem| problem.message)
}

/// Who is to move and whether in check, or how the game ended.
fn standing(engine: &Engine, setup: Setup, moves: &[String]) -> Answered {
    let mut game = Game::new(engine, setup);
    for text in moves {
        let legal = game.legal_moves();
        match movetext::read(engine.variant(), game.setup(), &legal, text).cloned() {
            Ok(mv) => {
                game.play(&mv);
            }
            Err(problem) => return Answered::Impossible(format!("{text}: {}", problem.message)),
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
    Answered::Lines(vec![line])
}
