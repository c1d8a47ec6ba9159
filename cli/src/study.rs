//! `ferz study`: plays many games under several sets of rules, and compares them statistically.
//!
//! [`rules`] lists the sets of rules, `games` plays and stores the games, and the package `ferz-study` evaluates them.
//! The report depends only on the stored games, so it can be repeated without playing.

use super::game::{self, parse_set};
use super::games::{self, GamesFile, RunArgs, read_games};
use super::output::{CommandError, ExitVerdict, Output};
use super::{files, writing};
use clap::{Args, value_parser};
use ferz_door::Rules;
use ferz_lang::catalog::{GameRef, Loaded};
use ferz_study::{Head, Record, Settings, Study, Summary};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct StudyArgs {
    /// One game, to compare all its readings, or several games
    #[arg(value_name = "GAME", required_unless_present = "from")]
    games: Vec<String>,
    /// Set a switch of the rules; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets: Vec<(String, String)>,
    /// Compare the values of these switches instead of the readings
    #[arg(long, value_name = "SWITCH,...", value_delimiter = ',')]
    each: Vec<String>,
    /// Compare the arrays instead of the readings
    #[arg(long, conflicts_with = "each")]
    arrays: bool,
    /// The number of games for each set of rules
    #[arg(long = "number", value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    number: u32,
    /// The number of positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Play moves at random instead of searching
    #[arg(long, conflicts_with = "nodes")]
    random: bool,
    /// The number of random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: u32,
    /// The number of plies after which a game is cut off
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    #[command(flatten)]
    how: RunArgs,
    /// Write the games to a file, each as a line of JSON, as soon as they are played
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Play only the games that the file of --output does not have yet
    #[arg(long, requires = "output")]
    resume: bool,
    /// Play no games, and report on the games of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "output"])]
    from: Option<PathBuf>,
    /// Write a page of HTML with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the summary as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// With --html or --csv, overwrite any existing file
    #[arg(long)]
    force: bool,
}

impl StudyArgs {
    /// Returns true if the study writes files besides its report.
    pub(super) fn writes_files(&self) -> bool {
        [&self.output, &self.html, &self.csv].into_iter().any(Option::is_some)
    }
}

const PAGE: writing::Kind =
    writing::Kind { name: "a page of a study", is_own: |text| text.starts_with(Summary::HTML_HEAD) };
const TABLE: writing::Kind =
    writing::Kind { name: "a table of a study", is_own: |text| text.starts_with(Summary::CSV_HEAD) };

pub(super) fn run(args: &StudyArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let (head, records) = match &args.from {
        Some(path) => read_games(path, &files::whole(path)?)?,
        None => play(args)?,
    };
    let summary = Summary::new(head, &records);
    let file = args.from.as_ref().or(args.output.as_ref()).map(|path| files::name(path));
    if let Some(path) = &args.html {
        writing::make(path, &summary.html(file.as_deref()), &PAGE, args.force)?;
    }
    if let Some(path) = &args.csv {
        writing::make(path, &summary.csv(), &TABLE, args.force)?;
    }
    if output.is_json() {
        return output.json(&summary);
    }
    write!(output, "{summary}")?;
    Ok(ExitVerdict::Yes)
}

/// Plays the games that the file does not contain yet.
fn play(args: &StudyArgs) -> Result<(Head, Vec<Record>), CommandError> {
    let nodes = (!args.random).then_some(args.nodes);
    let settings =
        Settings { games: args.number, seed: args.how.seed, nodes, opening: args.opening, plies: args.plies };
    let keep = GamesFile { path: args.output.as_deref(), resume: args.resume };
    games::play(&Study::new(rules(args)?, settings), keep, args.how.threads, if args.random { 64 } else { 4 })
}

/// Returns the sets of rules to compare, each with its name.
fn rules(args: &StudyArgs) -> Result<Vec<(String, Rules)>, CommandError> {
    let mut all: Vec<(String, Rules)> = Vec::new();
    let mut add = |name: String, loaded: &Loaded| all.push((name, Rules::of(loaded.clone())));
    if let [one] = args.games.as_slice() {
        let reference = GameRef::parse(one);
        game::check_file(&reference)?;
        let load = |reference: &GameRef, sets: &[(String, String)]| game::load(reference, sets, None);
        let whole = load(&reference, &args.sets)?;
        for switch in &args.each {
            let names = whole.variant.switches.iter().map(|switch| switch.name.as_str());
            let Some(found) = whole.variant.switches.iter().find(|one| one.name == *switch) else {
                let stop = CommandError::message(format!("{one} has no switch `{switch}`"));
                return Err(stop.suggest(switch, names));
            };
            for value in &found.values {
                let set = (switch.clone(), value.name.clone());
                let sets: Vec<_> =
                    args.sets.iter().filter(|(name, _)| name != switch).cloned().chain([set]).collect();
                add(format!("{switch}={}", value.name), &load(&reference, &sets)?);
            }
        }
        if args.arrays {
            for array in &whole.variant.arrays {
                let reference = GameRef { array: Some(array.name.clone()), ..reference.clone() };
                add(array.name.clone(), &load(&reference, &args.sets)?);
            }
        } else if args.each.is_empty() {
            add(whole.variant.reading.clone(), &whole);
            let others = whole.game.readings.iter().filter(|_| reference.reading.is_none());
            for reading in others.map(|reading| reading.name.clone()) {
                let reference = GameRef { reading: Some(reading.clone()), ..reference.clone() };
                add(reading, &load(&reference, &args.sets)?);
            }
        }
        return Ok(all);
    }
    if args.arrays || !args.each.is_empty() {
        return Err(
            CommandError::message("--each and --arrays compare rules of one game").help("name one game")
        );
    }
    for name in &args.games {
        let reference = GameRef::parse(name);
        game::check_file(&reference)?;
        add(name.clone(), &game::load(&reference, &args.sets, None)?);
    }
    Ok(all)
}
