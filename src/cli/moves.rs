//! `ferz moves`: the legal moves of a position.

use super::engine::EngineArgs;
use super::output::{Output, Stop, Verdict};
use super::position::{self, PositionArgs};
use super::{files, wrap};
use crate::base::text::plural;
use crate::base::{Color, Move, Outcome, Setup, Square};
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use crate::words::drawing::{Mark, position as drawn, svg};
use crate::words::outcome;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// List only the moves that start on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Draw the position, and where the piece on --from can go, to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    turn: Color,
    check: bool,
    outcome: Option<Outcome>,
    moves: Vec<String>,
}

pub(super) fn run(args: &MovesArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let (loaded, setup) = args.position.load(output)?;
    let variant = &loaded.variant;
    let from = match &args.from {
        None => None,
        Some(name) => Some(variant.board.square(name).ok_or_else(|| no_square(variant, name))?),
    };
    let engine = args.engine.of(variant);
    let position = engine.position(&setup);
    let mut moves = engine.legal_moves(&position);
    moves.retain(|mv| from.is_none() || mv.from == from);
    if let Some(path) = &args.svg {
        draw(path, variant, &setup, if from.is_some() { &moves } else { &[] })?;
    }
    let (outcome, check) = (engine.outcome(&position), engine.in_check(&position));
    let moves = movetext::list(variant, &moves);
    if args.json {
        output.json(&Answer { fen: fen::write(variant, &setup), turn: setup.turn, check, outcome, moves })?;
        return Ok(Verdict::Yes);
    }
    if moves.is_empty() {
        position::show(variant, &setup, None, output)?;
    }
    if let Some(outcome) = outcome {
        output.line(outcome::sentence(&outcome))?;
        return Ok(Verdict::Yes);
    }
    let place = args.from.as_ref().map_or(String::new(), |name| format!(" from {name}"));
    let count = plural(moves.len(), "move");
    output.line(format!("{}: {count}{place}", outcome::to_move(setup.turn, check)))?;
    match from {
        Some(square) if moves.is_empty() => {
            output.line(format!("  {}", none_from(variant, &setup, square)))?
        }
        _ if moves.is_empty() => {}
        _ => output.lines(wrap::paragraph("  ", moves.iter().map(String::as_str)))?,
    }
    Ok(Verdict::Yes)
}

/// Why no move starts on a square.
fn none_from(variant: &Variant, setup: &Setup, square: Square) -> String {
    let name = variant.board.name(square);
    match setup.piece(square) {
        None => format!("There is no piece on {name}."),
        Some(piece) if piece.color != setup.turn => {
            format!("The piece on {name} belongs to {}.", piece.color.title())
        }
        Some(_) => format!("Use `ferz explain` with {name} and a target square to see why it cannot move."),
    }
}

/// Draws a position and where the moves go.
fn draw(path: &Path, variant: &Variant, setup: &Setup, moves: &[Move]) -> Result<(), Stop> {
    let mut drawing = drawn::drawing(variant, setup, None);
    for to in moves.iter().filter_map(|mv| mv.to) {
        drawing.mark(to, if setup.piece(to).is_some() { Mark::Capture } else { Mark::Quiet });
    }
    let title = format!("{}: {}", variant.title, fen::write(variant, setup));
    files::write(path, &svg(&drawing, &title))
}

fn no_square(variant: &Variant, name: &str) -> Stop {
    let names = variant.board.cells().map(|cell| cell.name.as_str());
    Stop::message(format!("the board has no square `{name}`")).suggest(name, names)
}
