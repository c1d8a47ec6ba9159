//! `ferz diff`: what differs between two games, in words, move by move, and in play.

mod play;
mod report;
mod words;

use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use crate::lab::compare::{changes, overlays};
use crate::lang::catalog::{Catalog, GameRef, Loaded};
use crate::rules::Variant;
use clap::Args;
use report::Report;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(super) struct DiffArgs {
    /// The first game: NAME[/ARRAY][@READING] or a path
    #[arg(value_name = "A")]
    one: String,
    /// The second game
    #[arg(value_name = "B")]
    other: String,
    /// Set a switch in both games (repeatable)
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets: Vec<(String, String)>,
    /// Set a switch in the first game only
    #[arg(long = "set-a", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_one: Vec<(String, String)>,
    /// Set a switch in the second game only
    #[arg(long = "set-b", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_other: Vec<(String, String)>,
    /// The number of positions to show for each rule that differs
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions: u8,
    /// The time limit of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    budget: f64,
    /// Search for positions only, not for a game from the start
    #[arg(long)]
    positions_only: bool,
    /// Search without the positions of the game's own cases
    #[arg(long)]
    no_cases: bool,
    /// The random seed of the search
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Exit with status 1 if the games differ
    #[arg(long)]
    exit_code: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &DiffArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let started = Instant::now();
    let budget = Duration::try_from_secs_f64(args.budget.clamp(0.0, 86_400.0)).unwrap_or_default();
    let one = load(&args.one, &[&args.sets, &args.sets_one])?;
    let other = load(&args.other, &[&args.sets, &args.sets_other])?;
    let (a, b) = (&one.variant, &other.variant);
    let switches = report::switches(&one, &other);
    let rules: Vec<_> = changes(a, b).iter().map(|change| report::rule(change, &one, &other)).collect();
    let pieces = overlays(a, b);
    let mut report = Report {
        a: name(&args.one, a),
        b: name(&args.other, b),
        differs: !switches.is_empty() || !rules.is_empty() || !pieces.is_empty(),
        switches,
        rules,
        pieces,
        game: None,
        searched_plies: None,
        positions: Vec::new(),
        not_found: Vec::new(),
    };
    if !args.json {
        words::words(&report, output)?;
        output.flush()?;
    }
    if report.differs && !budget.is_zero() {
        play::play(args, &one, &other, &mut report, started, budget);
    }
    if args.json {
        output.json(&report)?;
    } else {
        words::games(&report, output)?;
    }
    Ok(Verdict::from_bool(!(args.exit_code && report.differs)))
}

/// A game under several lists of switch values, the last word counting.
fn load(name: &str, sets: &[&[(String, String)]]) -> Result<Loaded, Stop> {
    let sets: Vec<(String, String)> = sets.iter().copied().flatten().cloned().collect();
    Catalog::new(&Disk).load(&GameRef::parse(name), &sets).map_err(Stop::from)
}

fn name(text: &str, variant: &Variant) -> String {
    let reference = GameRef::parse(text);
    let name = if reference.is_path { &reference.name } else { &variant.id };
    format!("{name}/{}@{}", variant.array, variant.reading)
}
