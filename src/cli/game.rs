//! The game a command is about.

use super::files::{self, Unread};
use super::output::{Output, Stop};
use crate::base::diagnostic::{Diagnostic, catalogue};
use crate::base::source::{Sources, Span};
use crate::lang::catalog::{Catalog, Files, GameRef, Loaded};
use crate::rules::Variant;
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct GameArgs {
    /// The game: NAME[/ARRAY][@READING], or the path of a .ferz file in place of the name
    #[arg(value_name = "GAME")]
    game: String,
    /// Decide a switch of the rules yourself; may be given again
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets: Vec<(String, String)>,
    /// A file of further readings
    #[arg(long, value_name = "FILE")]
    readings: Option<PathBuf>,
}

pub(super) fn parse_set(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("a switch is set as SWITCH=VALUE".to_owned()),
    }
}

/// The files of this machine.
pub(super) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        files::read(Path::new(path)).ok()
    }
}

impl GameArgs {
    /// Loads the game; says on standard error if something about it is questionable.
    pub(super) fn load(&self, output: &mut Output) -> Result<Loaded, Stop> {
        let reference = GameRef::parse(&self.game);
        if reference.is_path {
            // Asked first, for the reason why it cannot be read.
            text(Path::new(&reference.name))?;
        }
        let readings = match &self.readings {
            Some(path) => Some((path.display().to_string(), text(path)?)),
            None => None,
        };
        let catalog = Catalog::new(&Disk).with_readings(readings);
        let loaded = catalog
            .load(&reference, &self.sets)
            .map_err(|failure| Stop::Problems(Box::new(failure.sources), failure.problems))?;
        if !loaded.warnings.is_empty() {
            // What one array does not use another may.
            let doubts = loaded.game.check();
            let tally = super::output::tally(&doubts);
            let them = if doubts.len() == 1 { "it" } else { "them" };
            if !doubts.is_empty() {
                output.remark(format!("{}: {tally}; `ferz check` shows {them}", reference.name))?;
            }
        }
        Ok(loaded)
    }

    /// The game as the command line names it, in full.
    pub(super) fn reference(&self, variant: &Variant) -> String {
        let reference = GameRef::parse(&self.game);
        let name = if reference.is_path { &reference.name } else { &variant.id };
        format!("{name}/{}@{}", variant.array, variant.reading)
    }

    /// The words taken as the code of a message, if that is what they are and no game goes by the name.
    pub(super) fn code(&self) -> Option<&str> {
        let is_code =
            catalogue::page(&self.game).is_some() && crate::lang::catalog::built_in(&self.game).is_none();
        is_code.then_some(self.game.as_str())
    }

    /// The switches set beside the reading.
    pub(super) fn sets(&self) -> &[(String, String)] {
        &self.sets
    }
}

/// The text of a file that must be there.
fn text(path: &Path) -> Result<String, Stop> {
    files::read(path).map_err(|unread| match unread {
        Unread::Missing(stop) => stop,
        Unread::NotText { text, at } => {
            let mut sources = Sources::default();
            let problem = not_text(&mut sources, path, text, at);
            Stop::Problems(Box::new(sources), vec![problem])
        }
    })
}

/// The problem of a file that is not UTF-8.
pub(super) fn not_text(sources: &mut Sources, path: &Path, text: String, at: usize) -> Diagnostic {
    let end = at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let file = sources.add(path.display().to_string(), text);
    Diagnostic::error("not-utf8", Span::new(file, at, end), "this is not text in UTF-8")
        .here("the first byte that cannot be read")
        .help("save the file as UTF-8")
}
