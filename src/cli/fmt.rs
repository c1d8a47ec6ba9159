//! `ferz fmt`: one canonical layout for variant files.

use super::files::{self, Unread};
use super::game::{Disk, not_text};
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
    /// Change nothing; name the files that would change
    #[arg(long)]
    check: bool,
}

/// The errors that lie in a file, if it has any: only what is understood is laid out anew.
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
        let mut sources = Sources::default();
        let text = match files::read(&path) {
            Ok(text) => text,
            Err(Unread::Missing(stop)) => return Err(stop),
            Err(Unread::NotText { text, at }) => {
                let problem = not_text(&mut sources, &path, text, at);
                return Err(Stop::Problems(Box::new(sources), vec![problem]));
            }
        };
        let shown = path.display();
        if let Some((sources, errors)) = errors(&shown.to_string()) {
            output.problems(&sources, &errors)?;
            output.remark(format!("{shown} is left alone: it has errors"))?;
            verdict = Verdict::No;
            continue;
        }
        match syntax::format(&text) {
            Ok(laid_out) if laid_out == text => {}
            Ok(_) if args.check => {
                output.line(format!("{shown} would change"))?;
                verdict = Verdict::No;
            }
            Ok(laid_out) => {
                std::fs::write(&path, laid_out)
                    .map_err(|error| Stop::message(format!("cannot write {shown}: {error}")))?;
                output.line(format!("{shown} laid out"))?;
            }
            Err(problems) => {
                sources.add(shown.to_string(), text.as_str());
                output.problems(&sources, &problems)?;
                output.remark(format!("{shown} is left alone: it has errors"))?;
                verdict = Verdict::No;
            }
        }
    }
    Ok(verdict)
}
