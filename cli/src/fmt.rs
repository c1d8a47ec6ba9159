//! `ferz fmt`: formats variant files in the canonical layout.

use super::files::{self, Disk};
use super::output::{CommandError, ExitVerdict, Output};
use super::writing::Original;
use clap::Args;
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{Catalog, Failure, Files};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::syntax::{Tree, parse};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct FmtArgs {
    /// Variant files (.ferz), or folders of them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change
    #[arg(long)]
    check: bool,
}

pub fn run(args: &FmtArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let mut verdict = ExitVerdict::Yes;
    let files = args.files.iter().flat_map(|path| files::expand(path));
    for path in files.filter(|path| !files::is(path, "toml")) {
        verdict = verdict.max(match file(&path, args.check, output) {
            Err(stop) if !matches!(stop, CommandError::Closed) => {
                output.stopped(stop);
                ExitVerdict::Unclear
            }
            done => done?,
        });
    }
    Ok(verdict)
}

/// Formats one file.
fn file(path: &Path, check: bool, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let (original, text) = Original::read(path)?;
    let shown = path.display();
    match format(&shown.to_string(), &text, &Disk) {
        Ok(formatted) if formatted == text => Ok(ExitVerdict::Yes),
        Ok(_) if check => {
            writeln!(output, "{shown} would change")?;
            Ok(ExitVerdict::No)
        }
        Ok(formatted) => {
            original.write(&formatted)?;
            writeln!(output, "formatted {shown}")?;
            Ok(ExitVerdict::Yes)
        }
        Err(Failure { sources, problems }) => {
            output.problems(&sources, &problems)?;
            output.remark(format!("{shown} was not formatted: it has errors"))?;
            Ok(ExitVerdict::No)
        }
    }
}

/// Returns the formatted text with the line ends of the original file.
fn in_form(text: &str, formatted: &str) -> String {
    let is_windows = text.matches("\r\n").count() * 2 > text.matches('\n').count();
    let body = if text.ends_with(['\n', '\r']) {
        formatted
    } else {
        formatted.strip_suffix('\n').unwrap_or(formatted)
    };
    if is_windows { body.replace('\n', "\r\n") } else { body.to_owned() }
}

/// Formats a text, or returns its errors. Only a text without syntax errors can be formatted.
pub fn format(name: &str, text: &str, disk: &dyn Files) -> Result<String, Failure> {
    let game = Catalog::new(disk).open_file(name);
    if let Some(game) = &game {
        let mut problems = game.check();
        problems.retain(|problem| {
            let file = problem.labels.first().and_then(|label| game.sources.get(label.span.file));
            problem.is_error() && file.is_some_and(|file| file.name == name)
        });
        if !problems.is_empty() {
            return Err(Failure { sources: game.sources.clone(), problems });
        }
    }
    // The file of the game is its first source.
    let own = game.as_ref().and_then(|game| game.tree(0)).filter(|tree| tree.text() == text);
    let formatted = own.map_or_else(|| layout(&parse(0, text)), layout);
    formatted.map_err(|problems| Failure { sources: Sources::of(name, text), problems })
}

/// The layout of a text whose meaning has no errors.
pub fn layout(tree: &Tree) -> Result<String, Vec<Diagnostic>> {
    tree.formatted().map(|formatted| in_form(tree.text(), &formatted))
}
