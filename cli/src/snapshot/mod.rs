//! Recorded games: `ferz snapshot` writes the record beside a game, and `ferz test` checks it.
//!
//! [`check`](check::check) compares each record with the current rules of its game. [`first`] reads the records of the
//! first form, which ferz no longer writes.

mod check;
mod first;
mod review;

pub(super) use check::{SnapshotData, check, headings};

use super::files;
use super::game;
use super::output::{CommandError, ExitVerdict, Output};
use super::writing::Original;
use clap::Args;
use ferz_lang::catalog::GameRef;
use ferz_lang::record::{RuleRecord, Unreadable};
use ferz_text::lab::record::record;
use std::path::Path;

#[derive(Args)]
pub(super) struct SnapshotArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Print the record instead of writing it
    #[arg(long)]
    print: bool,
    /// Replace a record of the first form even if it differs from the current rules
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &SnapshotArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let game = game::whole(&args.game);
    game::check_file(&game)?;
    if args.print || !game.is_path {
        write!(output, "{}", taken(&game)?.text())?;
        return Ok(ExitVerdict::Yes);
    }
    refuse_in_ci("snapshots are not written")?;
    let file = Path::new(&game.name).with_extension("snapshot");
    let original = Original::if_any(&file)?;
    let text = taken(&game)?.text();
    let old = if file.exists() { files::read(&file)? } else { String::new() };
    let is_first = first::is_own(&old);
    if is_first && !args.force && first::taken(&game)? != old {
        let stop = CommandError::message(format!(
            "{} has the form of an earlier version, and differs from the current rules",
            file.display()
        ));
        return Err(
            stop.help("`ferz test` shows the difference; write `--force` to record the current rules")
        );
    }
    original.write(&text)?;
    writeln!(output, "{} written: {} lines", file.display(), text.lines().count())?;
    Ok(ExitVerdict::Yes)
}

/// Returns an error if the program runs in a workflow, where no one reads what is accepted.
pub(super) fn refuse_in_ci(what: &str) -> Result<(), CommandError> {
    match std::env::var("CI").is_ok_and(|ci| !ci.is_empty() && ci != "false" && ci != "0") {
        true => Err(CommandError::message(format!("{what} if `CI` is set"))
            .help("run the command on your own machine, review the changes, and commit them")),
        false => Ok(()),
    }
}

/// Returns the current record of a game.
fn taken(game: &GameRef) -> Result<RuleRecord, CommandError> {
    Ok(record(&game::load(game, &[], None)?.game))
}

/// Explains why a text is not a record that can be compared.
fn unreadable(why: Unreadable) -> String {
    match why {
        Unreadable::NoRecord => "it is not a record of `ferz snapshot`".to_owned(),
        Unreadable::Later(version) => format!("a later version of ferz wrote it, in form {version}"),
        Unreadable::Conflict(line) => format!("line {line} is an unresolved merge conflict"),
    }
}
