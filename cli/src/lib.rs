//! The command line: the only layer that uses files, colors, threads, clocks, and the environment.
//!
//! Each command has a file with its arguments and a function `run`, which writes to an [`Output`] and returns an
//! [`ExitVerdict`], or a [`CommandError`] if the command could not do its work. Start reading at [`main_with`]: it
//! parses the arguments and runs the command.

pub mod betza;
pub mod casefiles;
pub mod check;
pub mod completing;
pub mod convert;
pub mod diff;
pub mod engine;
pub mod explain;
pub mod export;
pub mod files;
pub mod fmt;
pub mod game;
pub mod games;
pub mod hangup;
pub mod import;
pub mod ir;
pub mod json;
pub mod list;
pub mod lsp;
pub mod manual;
pub mod matrix;
pub mod moves;
pub mod new;
pub mod output;
pub mod page;
pub mod parallel;
pub mod perft;
pub mod picture;
pub mod play;
pub mod position;
pub mod protocol;
pub mod readings;
pub mod records;
pub mod replay;
pub mod sarif;
pub mod session_line;
pub mod show;
pub mod snapshot;
pub mod sources;
pub mod study;
pub mod test;
pub mod think;
pub mod time_limit;
pub mod tune;
pub mod watch;
pub mod wrap;
pub mod writing;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use ferz_lang::catalog::built_in;
use ferz_syntax::messages::diagnostic::nearest;
use ferz_syntax::messages::text::{escaped, is_unsafe, plural};
use lsp::LanguageServer;
use output::{CommandError, ExitVerdict, Output};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// A compiler and interpreter for the rules of chess variants.
///
/// A GAME is the name of a built-in game or the path of a .ferz file, optionally with an array and a reading:
/// NAME[/ARRAY][@READING]. `ferz list` lists them all.
#[derive(Parser)]
#[command(name = "ferz", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    /// Describe problems, positions, and moves in words instead of drawings, for screen readers
    #[arg(long, global = true)]
    plain: bool,
    /// Stop `check`, `show`, `sources`, `moves`, `explain`, `ir`, and `perft` to depth 2 after this time
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60, hide_short_help = true)]
    patience: u64,
    #[command(subcommand)]
    command: Command,
}

/// The commands with an option `--json` that has the usual description and place.
const DATA: [&str; 13] = [
    "list", "show", "sources", "moves", "perft", "explain", "test", "matrix", "diff", "study", "tune",
    "export", "import",
];

#[derive(Subcommand)]
enum Command {
    /// Check variant files, readings, cases, and records of games, and report all problems
    Check(check::CheckArgs),
    /// List the built-in games with their arrays and readings
    List(list::ListArgs),
    /// Show the rules of a game, or of one piece
    Show(show::ShowArgs),
    /// Write the rules of a game as an HTML page with a board to play on
    Page(page::PageArgs),
    /// List the rules of a game with their sources, and those without a source
    Sources(sources::SourcesArgs),
    /// Show where a piece can go, given its move notation
    Betza(betza::BetzaArgs),
    /// List the legal moves of a position
    Moves(moves::MovesArgs),
    /// Count the legal move sequences to a depth
    Perft(perft::PerftArgs),
    /// Play a game in the terminal
    Play(play::PlayArgs),
    /// Convert records or positions, also to or from the format of another program
    Convert(convert::ConvertArgs),
    /// Translate games of other programs to rule files
    Import(import::ImportArgs),
    /// Write the rules of a game in the format of another program
    Export(export::ExportArgs),
    /// Step through a recorded game
    Replay(replay::ReplayArgs),
    /// Run as a chess engine for a GUI or another program, using UCI or the XBoard protocol
    Engine(protocol::ProtocolArgs),
    /// Explain why a move is legal or not, the state of a position, or the code of a message
    Explain(explain::ExplainArgs),
    /// Run case files and compare recorded moves
    Test(test::TestArgs),
    /// Show which cases distinguish which values of a switch
    Matrix(matrix::MatrixArgs),
    /// Show the differences between two games, in words and in play
    Diff(diff::DiffArgs),
    /// Play many games with each of several sets of rules, and compare them
    Study(study::StudyArgs),
    /// Tune the piece values of the computer player with games against itself
    Tune(tune::TuneArgs),
    /// Record how every piece of a game moves, in a file next to it
    Snapshot(snapshot::SnapshotArgs),
    /// Create a variant file and its first cases
    New(new::NewArgs),
    /// Check a file and run its cases after every save
    Watch(watch::WatchArgs),
    /// Run as a language server for an editor, on standard input and output
    Lsp(lsp::LspArgs),
    /// Write the pages of the manual
    #[command(hide = true)]
    Manual(manual::ManualArgs),
    /// Print the compiled rules of a game as JSON
    Ir(ir::IrArgs),
    /// Format variant files in the canonical layout
    Fmt(fmt::FmtArgs),
}

impl Command {
    /// Returns true if the command ends in bounded time: it writes no file, asks no questions, and searches no longer
    /// than requested.
    fn is_bounded(&self) -> bool {
        match self {
            Command::Perft(args) => args.is_shallow(),
            Command::Check(args) => !args.has_records(),
            Command::Show(_)
            | Command::Sources(_)
            | Command::Moves(_)
            | Command::Explain(_)
            | Command::Ir(_) => true,
            _ => false,
        }
    }
}

/// Runs the command line of this process, and returns its exit code.
pub fn main(serve: LanguageServer) -> ExitCode {
    let _ = ignore_size_limit();
    // In a shell that asks for the continuation of a command line, the process prints it and ends. The script names no
    // path, because releases contain the scripts of another machine.
    let completion = clap_complete::CompleteEnv::with_factory(|| completing::with_names(command_line()));
    completion.completer("ferz").shells(completing::shells()).complete();
    main_with(std::env::args_os().collect(), serve)
}

/// Returns all commands with their arguments.
fn command_line() -> clap::Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON");
    let with_json = |all: clap::Command, name| all.mut_subcommand(name, |one| one.arg(json.clone()));
    let command = DATA.into_iter().fold(Cli::command(), with_json);
    // A record names its game, so a command that loads one needs no argument for it.
    let nameless =
        |game: Arg| game.required(false).default_value(play::PlayArgs::NO_GAME).hide_default_value(true);
    command.mut_subcommand("play", |play| play.mut_arg("game", nameless))
}

/// Runs a command line that begins with the name of the program, and returns its exit code. If the command exceeds its
/// time limit, the process ends.
pub fn main_with(args: Vec<OsString>, serve: LanguageServer) -> ExitCode {
    let command = command_line();
    let parsed = command.clone().try_get_matches_from(&args);
    let (cli, json) = match parsed.and_then(|found| Ok((Cli::from_arg_matches(&found)?, is_json(&found)))) {
        Ok(parsed) => parsed,
        Err(error) => return refuse(error, command, &args),
    };
    hangup::hold();
    let (plain, seconds, bounded) = (cli.plain, cli.patience, cli.command.is_bounded());
    let act = move || {
        let mut output = Output::new(plain, json);
        let verdict = run(&cli.command, serve, &mut output).and_then(|verdict| match output.flush() {
            // The result does not depend on a reader who closes the pipe early.
            Ok(()) | Err(CommandError::Closed) => Ok(verdict),
            Err(stop) => Err(stop),
        });
        output.exit(verdict)
    };
    if !bounded {
        return act();
    }
    let late = move || {
        let after = plural(seconds, "second");
        let stop = CommandError::message(format!("gave up after {after}: the game has too many moves"));
        Output::new(plain, json).exit(Err(stop.help("`--patience SECONDS` waits longer")));
    };
    time_limit::within(Duration::from_secs(seconds), act, late).unwrap_or_else(|problem| {
        Output::new(plain, json).exit(Err(CommandError::message(format!("cannot start a thread: {problem}"))))
    })
}

/// Prints an error about the command line, or the help that the user requested.
fn refuse(mut error: clap::Error, command: clap::Command, args: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        let mut output = Output::new(false, false);
        let printed = error.print().and_then(|()| std::io::stdout().flush()).map_err(CommandError::from);
        return output.exit(printed.map(|()| ExitVerdict::Yes));
    }
    keep_good_tips(&mut error);
    // Without colors, the text of the message can be compared with the arguments that it repeats.
    let mut plain = command.styles(clap::builder::Styles::plain()).try_get_matches_from(args).err();
    plain.iter_mut().for_each(keep_good_tips);
    let is_foreign = |arg: &OsString| arg.to_string_lossy().contains(is_unsafe);
    match plain.filter(|_| args.iter().any(is_foreign)) {
        Some(plain) => {
            let text = plain.render().ansi().to_string();
            let _ = std::io::stderr().write_all(escaped(&text).as_bytes());
        }
        None => drop(error.print()),
    }
    ExitCode::from(2)
}

/// Ignores the signal for a file that exceeds the size limit, so that the write returns an error instead.
fn ignore_size_limit() -> std::io::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

/// Removes misleading tips: suggestions that are not similar enough, and the advice to pass an argument that begins
/// with a hyphen.
fn keep_good_tips(error: &mut clap::Error) {
    let word = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    error.remove(ContextKind::Suggested);
    let [given, meant] = [ContextKind::InvalidArg, ContextKind::SuggestedArg].map(|kind| word(error, kind));
    if nearest(given.trim_start_matches('-'), [meant.trim_start_matches('-')]).is_none() {
        error.remove(ContextKind::SuggestedArg);
    }
    let game = word(error, ContextKind::InvalidSubcommand);
    if built_in(&game).is_some() || game.ends_with(".ferz") {
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = format!("a game comes after a command, as in `ferz show {game}`");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Returns true if the command line contains `--json`.
fn is_json(matches: &ArgMatches) -> bool {
    let json = |(_, args): (&str, &ArgMatches)| matches!(args.try_get_one::<bool>("json"), Ok(Some(true)));
    matches.subcommand().is_some_and(json)
}

fn run(command: &Command, serve: LanguageServer, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    match command {
        Command::Check(args) => check::run(args, output),
        Command::List(args) => list::run(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Page(args) => page::run(args, output),
        Command::Sources(args) => sources::run(args, output),
        Command::Betza(args) => betza::run(args, output),
        Command::Moves(args) => moves::run(args, output),
        Command::Perft(args) => perft::run(args, output),
        Command::Play(args) => play::run(args, output),
        Command::Replay(args) => replay::run(args, output),
        Command::Convert(args) => convert::run(args, output),
        Command::Import(args) => import::run(args, output),
        Command::Export(args) => export::run(args, output),
        Command::Engine(args) => protocol::run(args, output),
        Command::Explain(args) => explain::run(args, output),
        Command::Test(args) => test::run(args, output),
        Command::Matrix(args) => matrix::run(args, output),
        Command::Diff(args) => diff::run(args, output),
        Command::Study(args) => study::run(args, output),
        Command::Tune(args) => tune::run(args, output),
        Command::Snapshot(args) => snapshot::run(args, output),
        Command::New(args) => new::run(args, output),
        Command::Watch(args) => watch::run(args, output),
        Command::Lsp(args) => serve(args, output),
        Command::Manual(args) => manual::run(args, command_line(), output),
        Command::Ir(args) => ir::run(args, output),
        Command::Fmt(args) => fmt::run(args, output),
    }
}
