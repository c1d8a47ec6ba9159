//! `ferz tune`: finds piece values for a game by playing it.
//!
//! [`run`] plays games of the computer player against itself with values derived from the rules, fits new values to the
//! results, and tests them in a match against the old values. The package `ferz-study` contains the statistics.

use super::game::{self, parse_set};
use super::games::{self, GamesFile, RunArgs};
use super::output::{CommandError, ExitVerdict, Output};
use super::writing;
use clap::{Args, value_parser};
use ferz_door::{Rules, Searcher};
use ferz_lang::catalog::{EVALUATION, GameRef, evaluation_of};
use ferz_study::tune::{Found, Rivals, Terms, Trial, Tuning, learn, tune};
use ferz_study::{Settings, Study};
use ferz_syntax::messages::text::plural;
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct TuneArgs {
    /// The game: NAME[/ARRAY][@READING], or the path of a .ferz file instead of NAME
    game: String,
    /// Set a switch of the rules; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets: Vec<(String, String)>,
    /// The number of games
    #[arg(long = "number", value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(10..=10_000_000))]
    number: u32,
    /// The number of positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The number of plies after which a game is cut off and discarded
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    #[command(flatten)]
    how: RunArgs,
    /// Write the games to a file, each as a line of JSON, as soon as they are played
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Play only the games that the file of --games does not have yet
    #[arg(long, requires = "games")]
    resume: bool,
    /// Write the piece values to this file [default: GAME.eval.toml next to the game]
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// The number of openings for the match between new and old values, with two games each
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    trial: u32,
    /// Overwrite any existing file, and write the values even if they are not better
    #[arg(long)]
    force: bool,
}

/// The number of random plies at the start of a game.
const OPENING: u32 = 6;

const PIECE_VALUES: writing::Kind =
    writing::Kind { name: "a file of tuned piece values", is_own: |text| text.starts_with(Tuning::HEAD) };

pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let reference = GameRef::parse(&args.game);
    game::check_file(&reference)?;
    let loaded = game::load(&reference, &args.sets, None)?;
    let rules = Rules::of(loaded);
    // Previously tuned values are ignored, so that the same games always give the same values.
    let derived = rules.with_piece_values(&[]);
    let settings = Settings {
        games: args.number,
        seed: args.how.seed,
        nodes: Some(args.nodes),
        opening: OPENING,
        plies: args.plies,
    };
    let study = Study::new(vec![(args.game.clone(), derived.clone())], settings);
    let keep = GamesFile { path: args.games.as_deref(), resume: args.resume };
    let (_, records) = games::play(&study, keep, args.how.threads, 4)?;
    let searcher = Searcher::new(&derived, 1);
    let learn = |record| learn(&searcher, &derived, record, OPENING);
    let Some(tuning) = tune(&derived, records.par_iter().map(learn).collect()) else {
        let stop = CommandError::message("these games give no information: all were cut off".to_owned());
        return Err(stop.help("play more games with --number, or longer ones with --plies"));
    };
    let terms = Terms { opening: OPENING, nodes: args.nodes, seed: args.how.seed.wrapping_add(1) };
    let rivals = Rivals::new(rules, tuning.tuned(&derived));
    let played = (0..args.trial).into_par_iter().map(|number| rivals.play(number, terms));
    let trial = played.reduce(Trial::default, Trial::plus);
    let is_written = tuning.after < tuning.before && trial.score() >= 0.5 || args.force;
    let path = args.output.clone().unwrap_or_else(|| usual_path(&reference));
    if is_written {
        writing::make(&path, &tuning.file(derived.name()), &PIECE_VALUES, args.force)?;
    }
    if output.is_json() {
        return output.json(&json!({ "tuning": tuning, "trial": trial, "written": is_written }));
    }
    words(&tuning, &trial, output)?;
    match is_written {
        true => writeln!(output, "written to {}", path.display())?,
        false => writeln!(
            output,
            "No file was written: the new values are not better. Play more games with --number."
        )?,
    }
    if is_written && !reference.is_path {
        writeln!(output, "A built-in game does not use it; a rule file of the same name next to it does.")?;
    }
    Ok(ExitVerdict::Yes)
}

/// Returns the path of the tuned values of a game.
fn usual_path(game: &GameRef) -> PathBuf {
    match evaluation_of(&game.name) {
        Some(path) if game.is_path => PathBuf::from(path),
        _ => PathBuf::from(format!("{}{EVALUATION}", game.name)),
    }
}

/// Writes the tuned values and the result of the match as text.
fn words(tuning: &Tuning, trial: &Trial, output: &mut Output) -> Result<(), CommandError> {
    let width = tuning.values.iter().map(|found| found.piece.chars().count()).max().unwrap_or(0).max(5);
    writeln!(output, "{:width$}  opening          ending", "piece")?;
    for Found { piece, before, after } in &tuning.values {
        let change = |phase: usize| format!("{:>5} -> {:<5}", before[phase], after[phase]);
        writeln!(output, "{piece:width$}  {}  {}", change(0), change(1))?;
    }
    writeln!(
        output,
        "Found from {} positions of {}. Every fifth game was held out: with the old values, the error is {:.4} bits per result; with the new values, {:.4}.",
        tuning.positions,
        plural(tuning.games, "game"),
        tuning.before,
        tuning.after
    )?;
    writeln!(
        output,
        "Against the old values, the new values won {}, drew {}, and lost {} games: {:.1} % of the points.",
        trial.won,
        trial.drawn,
        trial.lost,
        100.0 * trial.score()
    )
}
