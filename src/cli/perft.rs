//! `ferz perft`: the number of legal move sequences.

use super::engine::EngineArgs;
use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use super::position;
use crate::engine::Effort;
use crate::notation::{fen, movetext};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

#[derive(Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies deep
    #[arg(long, value_name = "N")]
    depth: u32,
    /// The position; the start of the game if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Also the number behind each move
    #[arg(long)]
    divide: bool,
    /// How many threads count
    #[arg(long, value_name = "T", default_value = "1")]
    threads: NonZeroUsize,
    /// Remember counts in so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    #[command(flatten)]
    engine: EngineArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    depth: u32,
    nodes: u64,
    divide: BTreeMap<String, u64>,
}

pub(super) fn run(args: &PerftArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let setup = position::read(variant, args.fen.as_deref())?;
    let engine = args.engine.of(variant);
    let effort = Effort { threads: args.threads.get(), hash: args.hash };
    let divide: BTreeMap<String, u64> = match args.depth {
        0 => BTreeMap::new(),
        depth => engine
            .perft_divide(&engine.position(&setup), depth, effort)
            .into_iter()
            .map(|(mv, nodes)| (movetext::write(variant, &mv), nodes))
            .collect(),
    };
    let nodes = if args.depth == 0 { 1 } else { divide.values().sum() };
    if args.json {
        output.json(&Answer { fen: fen::write(variant, &setup), depth: args.depth, nodes, divide })?;
        return Ok(Verdict::Yes);
    }
    if args.divide {
        for (text, nodes) in &divide {
            output.line(format!("{text}: {nodes}"))?;
        }
        output.line("")?;
    }
    output.line(format!("{nodes}"))?;
    Ok(Verdict::Yes)
}
