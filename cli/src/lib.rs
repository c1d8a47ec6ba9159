//! The command line: the only layer that uses files, colors, threads, clocks, and the environment.
//!
//! Each command has a file with its arguments and a function `run`, which writes to an [`Output`] and returns an
//! [`ExitVerdict`], or a [`CommandError`] if the command could not do its work. Start reading at [`main_with`]: it
//! parses the arguments and runs the command.

pub mod answers;
pub mod betza;
pub mod casefiles;
pub mod check;
pub mod command;
pub mod completing;
pub mod convert;
pub mod diff;
pub mod engine;
mod examples;
pub mod explain;
pub mod export;
pub mod files;
mod fixing;
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
mod typed_line;
pub mod watch;
pub mod wrap;
pub mod writing;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, FromArgMatches};
use command::{Cli, command_line, run};
use ferz_lang::catalog::built_in;
use ferz_syntax::messages::diagnostic::nearest;
use ferz_syntax::messages::text::{escaped, is_unsafe};
use ferz_text::words::report::Problem;
use lsp::LanguageServer;
use output::{CommandError, ExitVerdict, Output};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use time_limit::Patience;

/// Runs the command line of this process, and returns its exit code.
pub fn main(serve: LanguageServer) -> ExitCode {
    let _ = ignore_size_limit();
    // In a shell that asks for the continuation of a command line, the process prints it and ends. The script names no
    // path, because releases contain the scripts of another machine.
    let completion = clap_complete::CompleteEnv::with_factory(|| completing::with_names(command_line()));
    completion.completer("ferz").shells(completing::shells()).complete();
    main_with(std::env::args_os().collect(), serve)
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
    hangup::hold(cli.command.ties());
    let patience = Patience { seconds: cli.patience, plain: cli.plain, json };
    let act = || {
        let mut output = Output::new(patience.plain, json);
        let verdict = run(&cli, patience, serve, &mut output).and_then(|verdict| match output.flush() {
            // The result does not depend on a reader who closes the pipe early.
            Ok(()) | Err(CommandError::Closed) => Ok(verdict),
            Err(stop) => Err(stop),
        });
        output.exit(verdict)
    };
    if !cli.command.is_bounded() {
        return act();
    }
    patience.within(act).unwrap_or_else(|stop| Output::new(patience.plain, json).exit(Err(stop)))
}

/// Prints an error about the command line, or the help that the user requested.
fn refuse(mut error: clap::Error, command: clap::Command, args: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        let mut output = Output::new(false, false);
        let printed = error.print().and_then(|()| std::io::stdout().flush()).map_err(CommandError::from);
        return output.exit(printed.map(|()| ExitVerdict::Yes));
    }
    keep_good_tips(&mut error);
    if args.iter().any(|arg| arg == "--json") {
        // If the write fails, the error already describes the failure.
        let _ = Output::new(false, true).refusal(&[misuse(&error)]);
    }
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

/// Returns an error about the command line as a problem.
fn misuse(error: &clap::Error) -> Problem {
    let text = error.render().to_string();
    let mut parts = text.split("\n\n").map(str::trim);
    let message = parts.next().unwrap_or_default().trim_start_matches("error: ");
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let tips: Vec<&str> = parts.filter_map(|part| part.strip_prefix("tip: ")).collect();
    let help = (!tips.is_empty()).then(|| tips.join("; "));
    Problem::error("refused", &message, help.as_deref())
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
