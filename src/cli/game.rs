//! The game a command is about.

use super::files;
use super::output::{Output, Stop};
use crate::base::diagnostic::catalogue;
use crate::lang::catalog::{Catalog, Files, GameRef, Loaded};
use crate::rules::Variant;
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct GameArgs {
    /// The game: NAME[/ARRAY][@READING], or the path of a .ferz file instead of NAME
    #[arg(value_name = "GAME")]
    game: String,
    /// Set a switch of the rules; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    sets: Vec<(String, String)>,
    /// Read more readings from a file
    #[arg(long, value_name = "FILE")]
    readings: Option<PathBuf>,
}

pub(super) fn parse_set(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected SWITCH=VALUE".to_owned()),
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
    /// Loads the game; a remark on standard error counts its warnings.
    pub(super) fn load(&self, output: &mut Output) -> Result<Loaded, Stop> {
        let reference = GameRef::parse(&self.game);
        if reference.is_path {
            // Read first, to report why it cannot be read.
            files::read(Path::new(&reference.name))?;
        }
        let readings = match &self.readings {
            Some(path) => Some((path.display().to_string(), files::read(path)?)),
            None => None,
        };
        let catalog = Catalog::new(&Disk).with_readings(readings);
        let loaded = catalog.load(&reference, &self.sets)?;
        if !loaded.warnings.is_empty() {
            // What one array does not use, another may use.
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

    /// The argument as the code of a message, if it is one and no game has this name.
    pub(super) fn code(&self) -> Option<&str> {
        let is_code =
            catalogue::page(&self.game).is_some() && crate::lang::catalog::built_in(&self.game).is_none();
        is_code.then_some(self.game.as_str())
    }

    /// The switches set in addition to the reading.
    pub(super) fn sets(&self) -> &[(String, String)] {
        &self.sets
    }
}
