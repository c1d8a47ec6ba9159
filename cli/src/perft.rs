//! `ferz perft`: counts the legal move sequences to a depth.

use super::engine::EngineArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::position::PositionArgs;
use clap::{Args, value_parser};
use ferz_core::fast::engine::PerftOptions;
use ferz_text::notation::movetext;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The number of plies to count, at most 64
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=64))]
    depth: u32,
    /// Also print the count after each move
    #[arg(long)]
    divide: bool,
    /// The number of threads, at most 1024
    #[arg(long, value_name = "T", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of the hash table in megabytes, at most 16384 and at most the free memory
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u16).range(..=16_384))]
    hash: u16,
    #[command(flatten)]
    engine: EngineArgs,
}

impl PerftArgs {
    /// Returns true if the depth is so small that the count takes no time in ordinary games.
    pub(super) fn is_shallow(&self) -> bool {
        self.depth <= 2
    }
}

pub(super) fn run(args: &PerftArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let (loaded, setup) = args.position.load(output)?;
    check_memory(args.hash)?;
    let (variant, depth) = (&loaded.variant, args.depth);
    let engine = args.engine.of(variant);
    let options = PerftOptions { threads: args.threads.into(), hash: args.hash.into() };
    let counts = match depth {
        0 => Vec::new(),
        _ => engine.perft_divide(&engine.position(&setup), depth, options),
    };
    let divide: BTreeMap<String, u64> =
        counts.into_iter().map(|(mv, nodes)| (movetext::write(variant, &mv), nodes)).collect();
    let nodes = match depth {
        0 => 1,
        _ => divide.values().fold(0, |sum: u64, nodes| sum.saturating_add(*nodes)),
    };
    if nodes == u64::MAX {
        let stop =
            CommandError::message(format!("there are more sequences of {depth} plies than can be counted"));
        return Err(stop.help(format!("the largest number is {}; use a smaller --depth", u64::MAX - 1)));
    }
    if output.is_json() {
        let fen = args.position.write(variant, &setup)?;
        return output.json(&json!({ "fen": fen, "depth": depth, "nodes": nodes, "divide": divide }));
    }
    if args.divide {
        output.lines(divide.iter().map(|(text, nodes)| format!("{text}: {nodes}")))?;
        writeln!(output)?;
    }
    writeln!(output, "{nodes}")?;
    Ok(ExitVerdict::Yes)
}

/// Returns an error if there is not enough memory for a table. The test is omitted on systems that do not report the
/// free memory.
fn check_memory(megabytes: u16) -> Result<(), CommandError> {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let free = free.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    match free.map(|kilobytes| kilobytes / 1024) {
        Some(free) if free < megabytes.into() => {
            let stop = CommandError::message(format!(
                "a hash table of {megabytes} MB is too large: only {free} MB are available"
            ));
            Err(stop.help("use a smaller --hash"))
        }
        _ => Ok(()),
    }
}
