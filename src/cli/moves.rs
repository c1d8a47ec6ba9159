//! `ferz moves`: the legal moves of a position.

use super::engine::EngineArgs;
use super::files;
use super::output::{Output, Stop, Verdict};
use super::position::{self, PositionArgs};
use crate::base::text::plural;
use crate::base::{Setup, Square, Verb};
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use crate::words::drawing::{Mark, position as drawn, svg};
use crate::words::outcome;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

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
}

pub(super) fn run(args: &MovesArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let (loaded, setup) = args.position.load(output)?;
    let variant = &loaded.variant;
    let named = |name: &String| variant.board.square(name).ok_or_else(|| no_square(variant, name));
    let from = args.from.as_ref().map(named).transpose()?;
    let engine = args.engine.maker()(variant);
    let position = engine.position(&setup);
    let mut moves = engine.legal_moves(&position);
    moves.retain(|mv| from.is_none() || mv.from == from);
    let fen = fen::write(variant, &setup);
    if let Some(path) = &args.svg {
        let mut drawing = drawn::drawing(variant, &setup, None);
        for mv in moves.iter().filter(|_| from.is_some()) {
            let Some(to) = mv.to else { continue };
            let passes = mv.verb == Verb::Go && mv.from == mv.to && mv.taken.is_empty();
            let mark = if setup.piece(to).is_some() { Mark::Capture } else { Mark::Quiet };
            drawing.mark(to, if passes { Mark::Pass } else { mark });
        }
        files::write(path, &svg(&drawing, &format!("{}: {fen}", variant.title)))?;
    }
    let (outcome, check) = (engine.outcome(&position), engine.in_check(&position));
    let (turn, moves) = (setup.turn, movetext::list(variant, &moves));
    if output.is_json() {
        return output
            .json(&json!({ "fen": fen, "turn": turn, "check": check, "outcome": outcome, "moves": moves }));
    }
    if moves.is_empty() {
        position::show(variant, &setup, None, output)?;
    }
    if let Some(outcome) = outcome {
        writeln!(output, "{}", outcome::sentence(&outcome))?;
        return Ok(Verdict::Yes);
    }
    let place = args.from.as_ref().map_or(String::new(), |name| format!(" from {name}"));
    writeln!(output, "{}: {}{place}", outcome::to_move(turn, check), plural(moves.len(), "move"))?;
    match from {
        _ if !moves.is_empty() => output.wrapped("  ", &moves.join(" "))?,
        Some(square) => writeln!(output, "  {}", none_from(variant, &setup, square))?,
        None => {}
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

fn no_square(variant: &Variant, name: &str) -> Stop {
    let names = variant.board.cells().map(|cell| cell.name.as_str());
    Stop::message(format!("the board has no square `{name}`")).suggest(name, names)
}
