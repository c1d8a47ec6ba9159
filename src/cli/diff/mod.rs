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
    /// Decide a switch in both games; may be given again
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets: Vec<(String, String)>,
    /// Decide a switch in the first game only
    #[arg(long = "set-a", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_one: Vec<(String, String)>,
    /// Decide a switch in the second game only
    #[arg(long = "set-b", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_other: Vec<(String, String)>,
    /// Show up to so many positions for each rule that differs
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions: u8,
    /// Search no longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    budget: f64,
    /// Look for positions only, not for a game from the start
    #[arg(long)]
    positions_only: bool,
    /// Look for positions without the help of the cases that belong to the game
    #[arg(long)]
    no_cases: bool,
    /// Where the search for positions begins
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Answer no if the two differ
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
    let pieces: Vec<_> = overlays(a, b).into_iter().map(report::piece).collect();
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
