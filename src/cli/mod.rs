//! The command line: the only place with files, colour, threads, clocks and the environment.
//!
//! Every command is a file of its own with its arguments and a `run`. It writes to an `Output` and ends in a
//! `Verdict`: done, no, or a `Stop` that says why it could not be understood.

pub mod betza;
mod casefiles;
mod check;
mod diff;
mod engine;
mod explain;
mod explain_code;
mod files;
mod fmt;
mod game;
mod ir;
mod json;
mod list;
mod matrix;
mod moves;
mod new;
mod output;
mod parallel;
mod perft;
mod picture;
mod play;
mod position;
mod readings;
mod recorded;
mod show;
mod test;
mod watch;
mod wrap;

use crate::words::report;
use clap::{Parser, Subcommand};
use output::{Output, Stop, Verdict};
use std::process::ExitCode;

/// A compiler and interpreter for the rules of chess variants.
///
/// A GAME is the name of a built-in game or the path of a .ferz file, with an array and a reading if you like:
/// NAME[/ARRAY][@READING]. `ferz list` names them all.
#[derive(Parser)]
#[command(name = "ferz", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    /// Tell problems, positions and moves in words instead of drawing them, for screen readers
    #[arg(long, global = true)]
    plain: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Validate variant files and readings: every problem at once
    Check(check::CheckArgs),
    /// Name the built-in games with their arrays and readings
    List(list::ListArgs),
    /// Explain a game, or one piece of it
    Show(show::ShowArgs),
    /// Show where a piece can go, from its move notation alone
    Betza(betza::BetzaArgs),
    /// List the legal moves of a position
    Moves(moves::MovesArgs),
    /// Count the legal move sequences to a depth
    Perft(perft::PerftArgs),
    /// Play a game in the terminal
    Play(play::PlayArgs),
    /// Say why a move is legal or not, how a position stands, or what a code means
    Explain(explain::ExplainArgs),
    /// Run case files and check recorded moves
    Test(test::TestArgs),
    /// Show which case tells which values of a switch apart
    Matrix(matrix::MatrixArgs),
    /// Show what differs between two games, in words and in play
    Diff(diff::DiffArgs),
    /// Record how every piece of a game moves, in a file beside it
    Snapshot(recorded::SnapshotArgs),
    /// Begin a variant file with its first cases
    New(new::NewArgs),
    /// Check a file and run its cases whenever something is saved
    Watch(watch::WatchArgs),
    /// Print the compiled meaning of a game
    Ir(ir::IrArgs),
    /// Lay out variant files in the one canonical way
    Fmt(fmt::FmtArgs),
}

/// Runs the command line of this process; returns its exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut output = Output::new(cli.plain);
    output.answers_in_json(cli.command.is_json());
    let verdict = run(&cli.command, &mut output).and_then(|verdict| match output.flush() {
        // What was found is so, whoever reads on.
        Ok(()) | Err(Stop::Closed) => Ok(verdict),
        Err(stop) => Err(stop),
    });
    output.exit(verdict)
}

impl Command {
    /// Whether a program reads the answer.
    fn is_json(&self) -> bool {
        match self {
            Command::Check(args) => args.json,
            Command::List(args) => args.json,
            Command::Show(args) => args.json,
            Command::Betza(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Perft(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Test(args) => args.json,
            Command::Matrix(args) => args.json,
            Command::Diff(args) => args.json,
            Command::Ir(_) => true,
            Command::Play(_)
            | Command::Snapshot(_)
            | Command::New(_)
            | Command::Watch(_)
            | Command::Fmt(_) => false,
        }
    }
}

fn run(command: &Command, output: &mut Output) -> Result<Verdict, Stop> {
    match command {
        Command::Check(args) => check::run(args, output),
        Command::List(args) => list::run(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Betza(args) => answer(betza::run(args, output.is_plain()), output),
        Command::Moves(args) => moves::run(args, output),
        Command::Perft(args) => perft::run(args, output),
        Command::Play(args) => play::run(args, output),
        Command::Explain(args) => explain::run(args, output),
        Command::Test(args) => test::run(args, output),
        Command::Matrix(args) => matrix::run(args, output),
        Command::Diff(args) => diff::run(args, output),
        Command::Snapshot(args) => recorded::run(args, output),
        Command::New(args) => new::run(args, output),
        Command::Watch(args) => watch::run(args, output),
        Command::Ir(args) => ir::run(args, output),
        Command::Fmt(args) => fmt::run(args, output),
    }
}

/// Prints what a command that works on text alone has to say.
fn answer(answer: betza::Answer, output: &mut Output) -> Result<Verdict, Stop> {
    if answer.code != 0 && !answer.problems.is_empty() && answer.out.is_empty() {
        output.refusal(&report::located(&answer.problems, &answer.sources))?;
    }
    output.problems(&answer.sources, &answer.problems)?;
    if !answer.err.is_empty() {
        return Err(Stop::message(answer.err.trim_end()));
    }
    output.text(&answer.out)?;
    Ok(match answer.code {
        0 => Verdict::Yes,
        1 => Verdict::No,
        _ => Verdict::Unclear,
    })
}
