//! `ferz perft`: the number of legal move sequences.

use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use super::position;
use crate::board::Setup;
use crate::ir::Variant;
use crate::notation::{fen, movetext};
use crate::reference::Rules;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let divide = divide(variant, &setup, args.depth, args.threads.get());
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

/// The number of move sequences behind each move.
fn divide(variant: &Variant, setup: &Setup, depth: u32, threads: usize) -> BTreeMap<String, u64> {
    let Some(rest) = depth.checked_sub(1) else { return BTreeMap::new() };
    let children = Rules::new(variant).children(setup);
    let next = AtomicUsize::new(0);
    let count = || {
        let rules = Rules::new(variant);
        let mut counts = Vec::new();
        while let Some((mv, after)) = children.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts.push((movetext::write(variant, mv), rules.perft(after, rest)));
        }
        counts
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(children.len())).map(|_| scope.spawn(count)).collect();
        let mut counts: BTreeMap<String, u64> = count().into_iter().collect();
        for helper in helpers {
            counts.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        counts
    })
}
