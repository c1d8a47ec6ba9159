//! `ferz fmt`: the canonical layout of variant files.

use super::files;
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Sources;
use crate::lang::catalog::Catalog;
use crate::lang::syntax;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct FmtArgs {
    /// Variant files (.ferz), or folders of them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change
    #[arg(long)]
    check: bool,
}

/// The errors in a file, if it has any: only what is understood can be formatted.
fn errors(name: &str) -> Option<(Sources, Vec<Diagnostic>)> {
    let game = Catalog::new(&Disk).open_file(name)?;
    let mut errors = game.check();
    errors.retain(|problem| {
        let file = problem.labels.first().and_then(|label| game.sources.get(label.span.file));
        problem.is_error() && file.is_some_and(|file| file.name == name)
    });
    (!errors.is_empty()).then_some((game.sources, errors))
}

pub(super) fn run(args: &FmtArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let mut verdict = Verdict::Yes;
    let files = args.files.iter().flat_map(|path| files::expand(path));
    for path in files.filter(|path| path.extension().is_none_or(|ending| ending != "toml")) {
        let text = files::read(&path)?;
        let shown = path.display();
        let formatted = match errors(&shown.to_string()) {
            Some(errors) => Err(errors),
            None => syntax::format(&text).map_err(|problems| {
                let mut sources = Sources::default();
                sources.add(shown.to_string(), text.as_str());
                (sources, problems)
            }),
        };
        match formatted {
            Ok(formatted) if formatted == text => {}
            Ok(_) if args.check => {
                output.line(format!("{shown} would change"))?;
                verdict = Verdict::No;
            }
            Ok(formatted) => {
                files::write(&path, &formatted)?;
                output.line(format!("formatted {shown}"))?;
            }
            Err((sources, problems)) => {
                output.problems(&sources, &problems)?;
                output.remark(format!("{shown} was not formatted: it has errors"))?;
                verdict = Verdict::No;
            }
        }
    }
    Ok(verdict)
}
