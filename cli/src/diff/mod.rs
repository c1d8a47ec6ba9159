//! `ferz diff`: shows the differences between two games in words, move by move, and in play.

mod play;
mod report;
mod words;

use super::game::{self, parse_set};
use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;
use ferz_core::rules::{Switch, Variant};
use ferz_lang::catalog::{GameRef, Loaded};
use ferz_text::lab::compare::{changes, overlays};
use ferz_text::words::stances::{Stance, stance};
use report::DiffReport;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

#[derive(Args)]
pub(super) struct DiffArgs {
    /// The first game: NAME[/ARRAY][@READING] or a path
    #[arg(value_name = "A")]
    one: String,
    /// The second game
    #[arg(value_name = "B")]
    other: String,
    /// Set a switch in both games; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets: Vec<(String, String)>,
    /// Set a switch in the first game only
    #[arg(long = "set-a", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets_one: Vec<(String, String)>,
    /// Set a switch in the second game only
    #[arg(long = "set-b", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets_other: Vec<(String, String)>,
    /// The number of positions to show for each rule that differs
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions: u8,
    /// The time limit of the search, at most a day
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
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
    /// Compare only answers that a source gives: where one source is silent, both games have the answer of the other, and
    /// where both are, the default
    #[arg(long)]
    only_sourced: bool,
    /// Show all differences, and not only as many as fit on a screen
    #[arg(long)]
    long: bool,
    /// Exit with status 1 if the games differ
    #[arg(long)]
    exit_code: bool,
    /// The first game, whose order of pieces the second one gets.
    #[arg(skip)]
    first: OnceLock<Arc<Variant>>,
    /// The values that replace answers on which the source of a reading is silent, for both games.
    #[arg(skip)]
    settled: OnceLock<[Vec<(String, String)>; 2]>,
}

/// The maximum time of a search: one day.
const MAX_SECONDS: f64 = 86_400.0;

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds.map(f64::abs).ok_or_else(|| format!("expected a number of seconds from 0 to {MAX_SECONDS}"))
}

pub(super) fn run(args: &DiffArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let started = Instant::now();
    let budget = Duration::from_secs_f64(args.budget);
    let (mut one, mut other) = (args.load(true, &[])?, args.load(false, &[])?);
    if args.only_sourced {
        args.settled.get_or_init(|| sourced(&one, &other));
        (one, other) = (args.load(true, &[])?, args.load(false, &[])?);
    }
    let (a, b) = (&one.variant, &other.variant);
    let switches = report::switches(&one, &other);
    let (rules, pieces) = (changes(&one, &other), overlays(a, b));
    let mut report = DiffReport {
        a: game::reference(&args.one, a),
        b: game::reference(&args.other, b),
        differs: !switches.is_empty() || !rules.is_empty() || !pieces.is_empty(),
        switches,
        rules,
        pieces,
        game: None,
        searched_plies: None,
        positions: Vec::new(),
        not_found: Vec::new(),
    };
    if !output.is_json() {
        words::words(&report, args.long, output)?;
        output.flush()?;
    }
    if report.differs && !budget.is_zero() {
        play::play(args, &one, &other, &mut report, started, budget);
    }
    if output.is_json() {
        output.json(&report)?;
    } else {
        words::games(&report, args.long, output)?;
    }
    Ok(ExitVerdict::from_bool(!(args.exit_code && report.differs)))
}

/// Returns the values that replace answers on which the source of a reading is silent, for both games.
fn sourced(one: &Loaded, other: &Loaded) -> [Vec<(String, String)>; 2] {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for switch in &one.variant.switches {
        let Some(twin) = other.variant.switches.iter().find(|twin| twin.name == switch.name) else {
            continue;
        };
        let gives = |game: &Loaded, switch: &Switch| {
            let stance = stance(&game.variant, &game.variant.reading, switch, &switch.chosen);
            // A game that follows no source has no silent answers.
            stance != Some(Stance::Silent)
        };
        let default = |switch: &Switch| {
            switch.values.iter().find(|value| value.default).map(|value| value.name.clone())
        };
        let set = |value: String| (switch.name.clone(), value);
        match (gives(one, switch), gives(other, twin)) {
            (true, true) => {}
            (true, false) => second.push(set(switch.chosen.clone())),
            (false, true) => first.push(set(twin.chosen.clone())),
            (false, false) => {
                first.extend(default(switch).map(set));
                second.extend(default(twin).map(set));
            }
        }
    }
    [first, second]
}

impl DiffArgs {
    /// Loads the first or the second game with additional switch values, which override those on the command line.
    fn load(&self, first: bool, sets: &[(String, String)]) -> Result<Loaded, CommandError> {
        let (name, own) = if first { (&self.one, &self.sets_one) } else { (&self.other, &self.sets_other) };
        let settled = self.settled.get().map_or(&[][..], |[one, other]| if first { one } else { other });
        let sets = [&self.sets, &own[..], settled, sets].concat();
        let loaded = game::load(&GameRef::parse(name), &sets, None)?;
        Ok(match first {
            true => {
                self.first.get_or_init(|| loaded.variant.clone());
                loaded
            }
            false => self.first.get().into_iter().fold(loaded, |loaded, other| loaded.numbered_as(other)),
        })
    }
}
