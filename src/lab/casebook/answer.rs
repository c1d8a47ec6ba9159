//! Questions of a case, and what the rules answer.

use super::drawing::{read_drawing, write_drawing};
use super::games::Played;
use super::page::{Query, WrittenPosition};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};
use crate::base::text::fill;
use crate::base::{Outcome, Setup};
use crate::lab::compare::first_move;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use crate::words::explain::Explainer;
use crate::words::outcome::to_move;

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

/// The position of a case under one game.
///
/// # Errors
/// Why it is none.
pub(crate) fn position(variant: &Variant, written: &WrittenPosition) -> Result<Setup, Diagnostic> {
    match written {
        WrittenPosition::Start => Ok(variant.start()),
        WrittenPosition::Drawing { lines, lenient } => read_drawing(variant, lines, *lenient),
        WrittenPosition::Fen { text: Spanned { value, span }, lenient } => {
            fen::read_as(variant, value, *lenient).map_err(|all| {
                let unread = || Diagnostic::error("refused", Span::default(), "this FEN cannot be read");
                let problem = all.into_iter().next().unwrap_or_else(unread);
                let Span { start, end, .. } = problem.place();
                at(problem, span.part(start as usize, end as usize))
            })
        }
    }
}

/// A problem moved to its place in the page.
fn at(mut problem: Diagnostic, place: Span) -> Diagnostic {
    problem.labels.truncate(1);
    problem.labels.iter_mut().for_each(|label| label.span = place);
    problem
}

/// The lines that answer the question of a block. The reasons for moves that are not legal are left out if `briefly`.
///
/// # Errors
/// Why the question cannot be asked here.
pub(super) fn ask(query: &Query, played: &Played, briefly: bool) -> Result<Vec<String>, Diagnostic> {
    let engine = played.engine();
    let variant = engine.variant();
    let setup = position(variant, &query.position)?;
    let here = engine.position(&setup);
    Ok(match &query.question {
        Question::Moves(from) => {
            let mut moves = engine.legal_moves(&here);
            if let Some(name) = from {
                let square = variant.board.square(name);
                let no_square = || {
                    let message = format!("the board has no square `{name}`");
                    Diagnostic::error("unknown-square", query.place, message)
                        .help(movetext::extent(&variant.board))
                };
                let square = square.ok_or_else(no_square)?;
                moves.retain(|mv| mv.from == Some(square));
            }
            match &movetext::list(variant, &moves)[..] {
                [] => vec!["none".to_owned()],
                texts => fill("", "", texts.iter().map(String::as_str), 79),
            }
        }
        Question::Legal | Question::Illegal => judged(query, played, &setup, briefly),
        Question::After(text) => {
            let legal = engine.legal_moves(&here);
            let mv = movetext::read(variant, &setup, &legal, text).map_err(|why| at(why, query.place))?;
            let unplayed = || Diagnostic::error("refused", query.place, format!("{text} cannot be played"));
            let after = engine.play(&here, mv).ok_or_else(unplayed)?;
            write_drawing(variant, &engine.setup(&after))
        }
        Question::Outcome(moves) => {
            let mut game = Game::new(engine, setup);
            for text in moves {
                let legal = game.legal_moves();
                let mv = movetext::read(variant, game.setup(), &legal, text);
                game.play(mv.map_err(|problem| at(problem, query.place))?);
            }
            vec![match game.outcome() {
                Some(Outcome { winner: Some(color), reason }) => format!("{} wins: {reason}", color.title()),
                Some(Outcome { winner: None, reason }) => format!("drawn: {reason}"),
                None => to_move(game.setup().turn, game.in_check()),
            }]
        }
        Question::Perft(depth) => vec![engine.perft(&here, *depth).to_string()],
        Question::First => vec![first_move(variant.first).to_owned()],
    })
}

/// A line for each move that is said to be legal or not to be.
fn judged(query: &Query, played: &Played, setup: &Setup, briefly: bool) -> Vec<String> {
    let engine = played.engine();
    let legal = engine.legal_moves(&engine.position(setup));
    let explainer = Explainer::new(engine.variant(), &played.loaded.game.sources);
    let study = explainer.study(setup);
    let reason = |text: &str| {
        let reason = explainer.explain_in(&study, text).reasons.into_iter().next();
        reason.map_or_else(String::new, |reason| reason.text)
    };
    let line = |text: &str| {
        let is_legal = movetext::read(engine.variant(), setup, &legal, text).is_ok();
        let why = if is_legal || briefly { String::new() } else { reason(text) };
        match (&query.question, is_legal) {
            (Question::Legal, true) => text.to_owned(),
            (_, true) => format!("{text}: legal"),
            (_, false) if why.is_empty() => format!("{text}: not legal"),
            (Question::Legal, false) => format!("{text}: not legal: {why}"),
            (_, false) => format!("{text}: {why}"),
        }
    };
    // A reason after a colon is left aside.
    let named = query.expected.iter().map(|line| line.value.split(':').next().unwrap_or_default().trim());
    match query.question {
        Question::Legal => named.flat_map(str::split_whitespace).map(line).collect(),
        _ => named.map(line).collect(),
    }
}
