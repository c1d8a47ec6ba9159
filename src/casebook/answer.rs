//! Questions of a case, and what the rules answer.

use super::drawing::{read_drawing, write_drawing};
use super::page::{Answer, Position};
use crate::board::{Move, Setup};
use crate::engine::Engine;
use crate::explain::{Explainer, Study, Verdict};
use crate::game::Game;
use crate::ir::{First, Variant};
use crate::notation::{fen, movetext};
use crate::reference::Rules;

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

impl Question {
    /// The words of the head of the block.
    pub fn words(&self) -> String {
        match self {
            Question::Moves(None) => "moves".to_owned(),
            Question::Moves(Some(square)) => format!("moves {square}"),
            Question::Legal => "legal".to_owned(),
            Question::Illegal => "illegal".to_owned(),
            Question::After(mv) => format!("after {mv}"),
            Question::Outcome(moves) if moves.is_empty() => "outcome".to_owned(),
            Question::Outcome(moves) => format!("outcome {}", moves.join(" ")),
            Question::Perft(depth) => format!("perft {depth}"),
            Question::First => "first".to_owned(),
        }
    }
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
        Position::Drawing(text, _) => read_drawing(variant, text)
            .map_err(|(line, why)| format!("line {} of the drawing: {why}", line + 1)),
        Position::Fen(text, _) => fen::read(variant, text).map_err(|all| {
            all.first().map_or_else(String::new, |problem| format!("the FEN: {}", problem.message))
        }),
    }
}

/// Asks the rules what a block asks.
pub fn ask(answer: &Answer, explainer: &Explainer) -> Answered {
    let rules = explainer.rules();
    let variant = rules.variant();
    let setup = match position(variant, &answer.position) {
        Ok(setup) => setup,
        Err(why) => return Answered::Impossible(why),
    };
    match &answer.question {
        Question::Moves(from) => moves(rules, &setup, from.as_deref()),
        Question::Legal => {
            let study = explainer.study(&setup);
            Answered::Lines(listed(&answer.expected).map(|text| legal(explainer, &study, text)).collect())
        }
        Question::Illegal => {
            let study = explainer.study(&setup);
            Answered::Lines(answer.expected.iter().map(|line| illegal(explainer, &study, line)).collect())
        }
        Question::After(text) => match find(rules, &setup, text) {
            Ok(mv) => match rules.apply(&setup, &mv) {
                Some(after) => Answered::Position(Box::new(after.clone()), write_drawing(variant, &after)),
                None => Answered::Impossible(format!("{text} cannot be played")),
            },
            Err(why) => Answered::Impossible(why),
        },
        Question::Outcome(moves) => standing(variant, setup, moves),
        Question::Perft(depth) => Answered::Lines(vec![rules.perft(&setup, *depth).to_string()]),
        Question::First => Answered::Lines(vec![
            match variant.first {
                First::White => "White moves first",
                First::Dice => "the dice name who moves first",
            }
            .to_owned(),
        ]),
    }
}

/// The same, only so far as it says which rules hold: without reasons, and without counts that take long.
pub fn ask_briefly(answer: &Answer, explainer: &Explainer) -> Answered {
    match answer.question {
        Question::Legal | Question::Illegal => {
            let rules = explainer.rules();
            let setup = match position(rules.variant(), &answer.position) {
                Ok(setup) => setup,
                Err(why) => return Answered::Impossible(why),
            };
            let legal = rules.legal_moves(&setup);
            let is_legal = |text: &str| movetext::read(rules.variant(), &setup, &legal, text).is_ok();
            Answered::Lines(listed(&answer.expected).map(|text| is_legal(text).to_string()).collect())
        }
        Question::Perft(2..) => Answered::Lines(Vec::new()),
        _ => ask(answer, explainer),
    }
}

/// The moves named in a block, whatever follows a colon being left aside.
fn listed(lines: &[String]) -> impl Iterator<Item = &str> {
    lines.iter().flat_map(|line| line.split(':').next().unwrap_or_default().split_whitespace())
}

fn moves(rules: &Rules, setup: &Setup, from: Option<&str>) -> Answered {
    let variant = rules.variant();
    let mut moves = rules.legal_moves(setup);
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

fn legal(explainer: &Explainer, study: &Study, text: &str) -> String {
    let told = explainer.explain_in(study, text);
    match (told.verdict, told.reasons.first()) {
        (Verdict::Legal, _) => text.to_owned(),
        (_, Some(reason)) => format!("{text}: not legal: {}", reason.text),
        (_, None) => format!("{text}: not legal"),
    }
}

fn illegal(explainer: &Explainer, study: &Study, line: &str) -> String {
    let text = line.split(':').next().unwrap_or_default().trim();
    let told = explainer.explain_in(study, text);
    match (told.verdict, told.reasons.first()) {
        (Verdict::Legal, _) => format!("{text}: legal"),
        (_, Some(reason)) => format!("{text}: {}", reason.text),
        (_, None) => format!("{text}: not legal"),
    }
}

fn find(rules: &Rules, setup: &Setup, text: &str) -> Result<Move, String> {
    let legal = rules.legal_moves(setup);
    movetext::read(rules.variant(), setup, &legal, text).cloned().map_err(|problem| problem.message)
}

/// Who is to move and whether in check, or how the game ended.
fn standing(variant: &Variant, setup: Setup, moves: &[String]) -> Answered {
    let engine = Engine::reference(variant);
    let mut game = Game::new(&engine, setup);
    for text in moves {
        let legal = game.legal_moves();
        match movetext::read(variant, game.setup(), &legal, text).cloned() {
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
