//! Plays the games of a study on several threads, and writes them to a file as soon as they are played. An interrupted
//! study can be resumed.

use super::output::CommandError;
use super::writing;
use clap::{Args, value_parser};
use ferz_study::{Head, Record, Study, read};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;

/// The options for playing many games: the seed and the number of threads.
#[derive(Args)]
pub(super) struct RunArgs {
    /// The seed: the same seed gives the same games, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// The number of threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

/// The file that stores the games. With `resume`, games that it already contains are not played again.
#[derive(Clone, Copy)]
pub(super) struct GamesFile<'a> {
    pub(super) path: Option<&'a Path>,
    pub(super) resume: bool,
}

pub(super) fn read_games(path: &Path, text: &str) -> Result<(Head, Vec<Record>), CommandError> {
    read(text)
        .map_err(|why| CommandError::message(format!("{} is not a file of games: {why}", path.display())))
}

/// Plays the games that the file does not contain yet. Each thread plays `each` games between two writes.
pub(super) fn play(
    study: &Study,
    keep: GamesFile,
    threads: Option<u16>,
    each: usize,
) -> Result<(Head, Vec<Record>), CommandError> {
    let (mut file, mut records) = open(keep, study)?;
    let known: BTreeSet<u64> = records.iter().map(|record| record.n).collect();
    let open: Vec<u64> = (0..study.games()).filter(|number| !known.contains(number)).collect();
    let threads = threads.map_or_else(rayon::current_num_threads, usize::from).max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|problem| CommandError::message(format!("cannot start threads: {problem}")))?;
    let (begun, show) = (Instant::now(), std::io::stderr().is_terminal());
    let mut done = 0;
    for numbers in open.chunks(threads * each) {
        let play = |number: &u64| study.play(*number);
        let played: Vec<Record> =
            pool.install(|| numbers.par_iter().with_max_len(1).filter_map(play).collect());
        if let Some(file) = &mut file {
            let lines: Vec<String> = played.iter().map(|record| format!("{record}\n")).collect();
            file.add(&lines.concat())?;
        }
        records.extend(played);
        done += numbers.len();
        if show {
            let left = begun.elapsed().as_secs_f64() / done as f64 * (open.len() - done) as f64;
            eprint!("\rgames: {done} of {}, {left:.0} s left   ", open.len());
        }
    }
    if show {
        eprint!("\r{:50}\r", "");
    }
    records.sort_by_key(|record| record.n);
    Ok((study.head().clone(), records))
}

/// Opens the file for writing, if there is one, and returns the games that it already contains.
fn open(
    keep: GamesFile,
    study: &Study,
) -> Result<(Option<writing::LineAppender>, Vec<Record>), CommandError> {
    let Some(path) = keep.path else { return Ok((None, Vec::new())) };
    if !keep.resume {
        let mut file = writing::LineAppender::create(path)?;
        file.add(&format!("{}\n", study.head()))?;
        return Ok((Some(file), Vec::new()));
    }
    let (file, text) = writing::LineAppender::reopen(path)?;
    let (head, records) = read_games(path, &text)?;
    if head != *study.head() {
        let why = format!("{} contains the games of another study", path.display());
        return Err(CommandError::message(why)
            .help("use the same games, switches, and settings, or choose another file"));
    }
    Ok((Some(file), records))
}
