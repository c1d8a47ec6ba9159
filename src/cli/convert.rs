//! `ferz convert`: records and positions, written anew.

use super::files;
use super::game;
use super::output::{CommandError, ExitVerdict, Output};
use super::records::Records;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Sources;
use crate::base::text::quoted;
use crate::lang::catalog::GameRef;
use crate::play::dialect::DIALECTS;
use crate::play::notation::fen::{self, FenStyle};
use crate::play::record;
use crate::rules::Variant;
use clap::Args;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct ConvertArgs {
    /// A file of games (PGN) or of positions (FEN or EPD, one to a line); `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of the positions, if it is not the usual one; records name theirs
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Read positions as this program writes them
    #[arg(long, value_name = "PROGRAM")]
    from: Option<String>,
    /// Write positions as this program does
    #[arg(long, value_name = "PROGRAM")]
    to: Option<String>,
}

pub(super) fn run(args: &ConvertArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let text = read(&args.file)?;
    if record::is_record(&text) { games(&args.file, &text, output) } else { positions(args, &text, output) }
}

fn read(path: &Path) -> Result<String, CommandError> {
    if path != Path::new("-") {
        return Ok(record::decoded(&files::bytes(path)?));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|problem| CommandError::message(format!("cannot read standard input: {problem}")))?;
    Ok(record::decoded(&bytes))
}

/// Writes the games that can be replayed, and reports what is wrong with the others.
fn games(path: &Path, text: &str, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let Records { sources, games, problems, .. } = Records::of(path, text);
    for recorded in &games {
        write!(output, "{}", record::rewrite(recorded))?;
    }
    output.problems(&sources, &problems)?;
    Ok(ExitVerdict::from_bool(!problems.iter().any(Diagnostic::is_error)))
}

fn positions(args: &ConvertArgs, text: &str, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let reference = GameRef::parse(args.game.as_deref().unwrap_or(&DIALECTS.usual));
    game::check_file(&reference)?;
    let variant = game::load(&reference, &[], None)?.variant;
    let (from, to) = (style(&variant, args.from.as_deref())?, style(&variant, args.to.as_deref())?);
    let mut verdict = ExitVerdict::Yes;
    for (number, line) in text.lines().enumerate() {
        let position = fen::without_operations(line);
        if position.trim().is_empty() {
            continue;
        }
        let read = match &from {
            Some(_) => fen::read_in(&variant, position, true, from.as_ref()),
            None => fen::read_as(&variant, position, true),
        };
        match read {
            Ok(setup) => writeln!(output, "{}", fen::write_in(&variant, &setup, to.as_ref()))?,
            Err(problems) => {
                let mut sources = Sources::default();
                sources.add_part(args.file.display().to_string(), line, (number, 0));
                output.problems(&sources, &problems)?;
                verdict = ExitVerdict::No;
            }
        }
    }
    Ok(verdict)
}

/// The style of a program in which positions are written.
fn style<'v>(variant: &'v Variant, program: Option<&str>) -> Result<Option<FenStyle<'v>>, CommandError> {
    let Some(program) = program else { return Ok(None) };
    FenStyle::of(variant, program).map(Some).ok_or_else(|| {
        let stop = CommandError::message(format!("this game has no positions in the style of `{program}`"));
        stop.help(format!("it has those of {}", quoted(FenStyle::programs(variant))))
    })
}
