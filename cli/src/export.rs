//! `ferz export`: writes the rules of a game in the format of another program.

use super::game::GameArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::writing::{self, Kind};
use clap::Args;
use ferz_bridge::export::{Format, with_rule_file};
use ferz_syntax::messages::text::quoted;
use serde_json::json;
use std::path::PathBuf;

/// The words by which a file from this command is recognized. An existing file of another kind is not overwritten.
const WRITTEN: Kind =
    Kind { name: "a file that this command wrote", is_own: |text| text.contains("written by ferz ") };

#[derive(Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The format: fairy-stockfish, interactive-diagram, or xboard
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    to: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave out the rules that the format cannot express, and list them in a comment
    #[arg(long)]
    approximate: bool,
    /// Overwrite any existing file
    #[arg(long, requires = "output")]
    force: bool,
}

fn parse_format(text: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name() == text);
    found.ok_or_else(|| format!("the formats are {}", quoted(Format::ALL.iter().map(|format| format.name()))))
}

pub(super) fn run(args: &ExportArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let loaded = args.game.load(output)?;
    let export = with_rule_file(&loaded.variant, &loaded.game.sources, args.to);
    let problems = export.problems(args.to);
    let is_written = export.is_usable(args.approximate);
    if output.is_json() {
        let left_out = ferz_text::words::report::located(&problems, &loaded.game.sources);
        let text = is_written.then_some(&export.text);
        output.json(&json!({ "format": args.to.name(), "text": text, "left_out": left_out }))?;
        return Ok(ExitVerdict::from_bool(is_written));
    }
    if !is_written {
        output.problems(&loaded.game.sources, &problems)?;
        return Ok(ExitVerdict::No);
    }
    match &args.output {
        Some(path) => {
            writing::make(path, &export.text, &WRITTEN, args.force)?;
            writeln!(output, "{}", path.display())?;
        }
        None => write!(output, "{}", export.text)?,
    }
    Ok(ExitVerdict::Yes)
}
