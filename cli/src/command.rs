//! The commands with their arguments and properties. [`run`] runs one of them.

use super::hangup::Ties;
use super::lsp::{LanguageServer, LspArgs};
use super::output::{CommandError, ExitVerdict, Output};
use super::time_limit::Patience;
use super::{
    answers, betza, check, convert, diff, examples, explain, export, fmt, import, ir, list, manual, matrix,
    moves, new, page, perft, play, protocol, replay, show, snapshot, sources, study, test, tune, watch,
};
use clap::{Arg, ArgAction, CommandFactory, Parser, Subcommand};

/// A compiler and interpreter for the rules of chess variants.
///
/// A GAME is the name of a built-in game or the path of a .ferz file, optionally with an array and a reading:
/// NAME[/ARRAY][@READING]. `ferz list` lists them all.
#[derive(Parser)]
#[command(name = "ferz", version, max_term_width = 100, arg_required_else_help = true)]
pub(super) struct Cli {
    /// Describe problems, positions, and moves in words instead of drawings, for screen readers
    #[arg(long, global = true)]
    pub(super) plain: bool,
    /// Stop after this time; only the commands of [`BOUNDED`] show it in their help
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60, hide = true)]
    pub(super) patience: u64,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The commands with an option `--json` that has the usual description and place.
const DATA: [&str; 16] = [
    "list", "show", "sources", "moves", "perft", "explain", "test", "matrix", "readings", "diff", "study",
    "tune", "export", "import", "convert", "replay",
];

/// The commands with the option `--patience` in their help. The others accept it without effect.
const BOUNDED: [&str; 8] = ["check", "show", "page", "sources", "moves", "perft", "explain", "ir"];

#[derive(Subcommand)]
pub(super) enum Command {
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
    /// Run case files and compare recorded games
    Test(test::TestArgs),
    /// Show which cases distinguish which values of a switch
    Matrix(matrix::MatrixArgs),
    /// Show the answers of each reading to the questions of a game
    Readings(answers::AnswersArgs),
    /// Show the differences between two games, in words and in play
    Diff(diff::DiffArgs),
    /// Play many games with each of several sets of rules, and compare them
    Study(study::StudyArgs),
    /// Tune the piece values of the computer player with games against itself
    Tune(tune::TuneArgs),
    /// Record the rules and moves of a game, in a file next to it
    Snapshot(snapshot::SnapshotArgs),
    /// Create a variant file and its first cases
    New(new::NewArgs),
    /// Check a file and run its cases after every save
    Watch(watch::WatchArgs),
    /// Run as a language server for an editor, on standard input and output
    Lsp(LspArgs),
    /// Write the pages of the manual
    #[command(hide = true)]
    Manual(manual::ManualArgs),
    /// Print the compiled rules of a game as JSON
    Ir(ir::IrArgs),
    /// Format variant files in the canonical layout
    Fmt(fmt::FmtArgs),
}

impl Command {
    /// Returns true if the time limit applies to the whole command: it writes no file, asks no questions, and searches
    /// no longer than requested.
    pub(super) fn is_bounded(&self) -> bool {
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

    /// Returns the things that the command needs in order to go on.
    pub(super) fn ties(&self) -> Ties {
        let only_prints = match self {
            Command::Study(args) => !args.writes_files(),
            Command::Engine(_) | Command::Lsp(_) | Command::Perft(_) | Command::Play(_) => true,
            _ => false,
        };
        Ties { serves: matches!(self, Command::Engine(_) | Command::Lsp(_)), only_prints }
    }
}

/// Returns all commands with their arguments.
pub fn command_line() -> clap::Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON");
    let with_json = |all: clap::Command, name| all.mut_subcommand(name, |one| one.arg(json.clone()));
    let command = DATA.into_iter().fold(Cli::command(), with_json);
    let global = command.get_arguments().find(|arg| arg.get_id() == "patience").cloned();
    let patience = global.map(|arg| arg.hide(false).help("Stop after this time"));
    let with_patience = |all: clap::Command, name| all.mut_subcommand(name, |one| one.args(&patience));
    let command = BOUNDED.into_iter().fold(command, with_patience);
    // A record names its game, so a command that loads one needs no argument for it.
    let nameless =
        |game: Arg| game.required(false).default_value(play::PlayArgs::NO_GAME).hide_default_value(true);
    examples::shown_by(command).mut_subcommand("play", |play| play.mut_arg("game", nameless))
}

/// Runs the command of a command line.
pub(super) fn run(
    cli: &Cli,
    patience: Patience,
    serve: LanguageServer,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    match &cli.command {
        Command::Check(args) => check::run(args, output),
        Command::List(args) => list::run(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Page(args) => page::run(args, patience, output),
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
        Command::Readings(args) => answers::run(args, output),
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
