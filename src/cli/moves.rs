//! `ferz moves`: the legal moves of a position.

use super::engine::EngineArgs;
use super::explain::draw;
use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use super::picture;
use super::position::{self, OutcomeData, sentence};
use super::test::save;
use super::wrap::paragraph;
use crate::play::notation::{fen, movetext};
use crate::words::render::{Mark, svg};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position; the start of the game if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Only the moves that begin on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Draw the position, and where the piece on --from can go, to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    turn: &'static str,
    check: bool,
    outcome: Option<OutcomeData>,
    moves: Vec<String>,
}

pub(super) fn run(args: &MovesArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let setup = position::read(variant, args.fen.as_deref())?;
    let from = match &args.from {
        None => None,
        Some(name) => Some(variant.board.square(name).ok_or_else(|| no_square(variant, name))?),
    };
    let engine = args.engine.of(variant);
    let position = engine.position(&setup);
    let mut moves = engine.legal_moves(&position);
    moves.retain(|mv| from.is_none() || mv.from == from);
    if let Some(path) = &args.svg {
        let mut drawing = picture::drawing(variant, &setup, None);
        for to in moves.iter().filter(|_| from.is_some()).filter_map(|mv| mv.to) {
            drawing.mark(to, if setup.piece(to).is_some() { Mark::Capture } else { Mark::Quiet });
        }
        let title = format!("{}: {}", variant.title, fen::write(variant, &setup));
        save(path, &svg(&drawing, &title))?;
    }
    let outcome = engine.outcome(&position);
    let check = engine.in_check(&position);
    let texts = movetext::list(variant, &moves);
    if args.json {
        let fen = fen::write(variant, &setup);
        let outcome = outcome.map(OutcomeData::from);
        output.json(&Answer { fen, turn: setup.turn.name(), check, outcome, moves: texts })?;
        return Ok(Verdict::Yes);
    }
    if texts.is_empty() {
        draw(variant, &setup, output)?;
    }
    if let Some(outcome) = outcome {
        output.line(sentence(&outcome))?;
        return Ok(Verdict::Yes);
    }
    let turn = setup.turn.title();
    let check = if check { ", in check" } else { "" };
    let place = args.from.as_ref().map_or(String::new(), |name| format!(" from {name}"));
    let count = match texts.len() {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    };
    output.line(format!("{turn} to move{check}: {count}{place}"))?;
    if let Some(square) = from.filter(|_| texts.is_empty()) {
        let name = variant.board.name(square);
        output.line(match setup.piece(square) {
            None => format!("  No piece stands on {name}."),
            Some(piece) if piece.color != setup.turn => {
                format!("  The piece on {name} is {}'s.", piece.color.title())
            }
            Some(_) => format!("  `ferz explain` with {name} and where it should go says why it cannot."),
        })?;
    }
    if !texts.is_empty() {
        for line in paragraph("  ", texts.iter().map(String::as_str)) {
            output.line(line)?;
        }
    }
    Ok(Verdict::Yes)
}

/// What to say about a square the board does not have.
pub(super) fn no_square(variant: &crate::rules::Variant, name: &str) -> Stop {
    let stop = Stop::message(format!("the board has no square `{name}`"));
    let names = variant.board.cells().map(|cell| cell.name.as_str());
    match crate::base::diagnostic::nearest(name, names) {
        Some(near) => stop.help(format!("did you mean `{near}`?")),
        None => stop,
    }
}
