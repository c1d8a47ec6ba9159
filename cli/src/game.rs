//! The arguments that select the game of a command. [`GameArgs::load`] loads it.

use super::files::{self, Disk};
use super::output::{CommandError, Output, tally};
use super::readings;
use clap::Args;
use ferz_core::base::source::Sources;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, Files, GameRef, Loaded, built_in, built_in_names};
use ferz_syntax::messages::diagnostic::{Diagnostic, Severity, catalogue, nearest};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct GameArgs {
    /// The game: NAME[/ARRAY][@READING], or the path of a .ferz file instead of NAME
    #[arg(value_name = "GAME")]
    game: String,
    /// Set a switch of the rules; may be repeated
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = parse_set)]
    pub sets: Vec<(String, String)>,
    /// Read more readings from a file
    #[arg(long, value_name = "FILE")]
    readings: Option<PathBuf>,
}

pub fn parse_set(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or_default();
    match (name.trim(), value.trim()) {
        ("", _) | (_, "") => Err("expected SWITCH=VALUE".to_owned()),
        (name, value) => Ok((name.to_owned(), value.to_owned())),
    }
}

impl GameArgs {
    /// Loads the game, and prints the number of its warnings to standard error.
    pub fn load(&self, output: &mut Output) -> Result<Loaded, CommandError> {
        let named = |path: &PathBuf| Ok::<_, CommandError>((path.display().to_string(), files::read(path)?));
        let readings = self.readings.as_ref().map(named);
        let reference = GameRef::parse(&self.game);
        check_file(&reference)?;
        let loaded = load(&reference, &self.sets, readings.transpose()?)?;
        let is_shown = |problem: &&Diagnostic| !readings::is_stranger(problem);
        let doubts: Vec<Diagnostic> =
            loaded.game.checked_quickly().iter().filter(is_shown).cloned().collect();
        // A file can contain parts that one array does not use but another does, and a missing citation does not
        // concern a player. Such lints alone are not mentioned.
        let is_news = |problem: &Diagnostic| problem.severity > Severity::Lint;
        if !doubts.is_empty() && (!loaded.warnings.is_empty() || doubts.iter().any(is_news)) {
            let them = if doubts.len() == 1 { "it" } else { "them" };
            let tally = tally(&doubts);
            output.remark(format!("{}: {tally}; `ferz check` shows {them}", reference.name))?;
        }
        Ok(loaded)
    }

    /// Returns the full reference of the game, with its array and reading.
    pub fn reference(&self, variant: &Variant) -> String {
        reference(&self.game, variant)
    }

    /// Returns true if the user gave additional readings.
    pub fn has_readings(&self) -> bool {
        self.readings.is_some()
    }

    pub fn name(&self) -> &str {
        &self.game
    }

    /// Returns the argument if it is a problem code and not also the name of a game.
    pub fn code(&self) -> Option<&str> {
        let is_code = ferz_errors::page(&self.game).is_some() && built_in(&self.game).is_none();
        is_code.then_some(self.game.as_str())
    }

    /// Returns the problem code that is most similar to the argument, unless the name of a game is more similar.
    pub fn nearly_code(&self) -> Option<&str> {
        let games = built_in_names();
        let names = games.iter().map(String::as_str).chain(catalogue::codes());
        let near = nearest(&self.game, names)?;
        catalogue::codes().into_iter().find(|code| *code == near && !games.contains(&self.game))
    }
}

/// Returns an error if the file of a game cannot be read.
pub fn check_file(game: &GameRef) -> Result<(), CommandError> {
    if game.is_path { files::read(Path::new(&game.name)).map(drop) } else { Ok(()) }
}

/// Loads a game with some switch values and additional readings.
pub fn load(
    game: &GameRef,
    sets: &[(String, String)],
    readings: Option<(String, String)>,
) -> Result<Loaded, CommandError> {
    let text = game.array.as_ref().map_or(game.name.clone(), |array| format!("{}/{array}", game.name));
    let path = Path::new(&text);
    if !game.is_path && built_in(&game.name).is_none() && path.exists() {
        // The error of `read` is more specific: it says that the path is a folder or a device.
        files::read(path)?;
        let stop =
            CommandError::message(format!("{text} is not a file of rules: its name does not end in .ferz"));
        return Err(stop.help("give the path of a .ferz file, or the name of a built-in game"));
    }
    let beside = Some(Path::new(&game.name)).filter(|_| game.is_path).and_then(readings::beside);
    let beside = beside.and_then(|path| Some((path.display().to_string(), files::read(&path).ok()?)));
    let loaded = Catalog::new(&Disk).with_readings(readings.clone()).load(game, sets)?;
    for (name, text) in beside.into_iter().chain(readings) {
        let strange = readings::strange(&name, &text, (Path::new(&game.name), &loaded.game));
        if !strange.is_empty() {
            return Err(CommandError::Problems(Box::new(Sources::of(name, text)), strange));
        }
    }
    Ok(loaded)
}

/// Returns the full reference of a game, with its array and reading.
pub fn reference(name: &str, variant: &Variant) -> String {
    let reference = GameRef::parse(name);
    let name = if reference.is_path { &reference.name } else { &variant.id };
    format!("{name}/{}@{}", variant.array, variant.reading)
}

/// Returns a reference to a game without an array and a reading. A built-in game is replaced by its file if the file
/// exists here.
pub fn whole(name: &str) -> GameRef {
    let game = GameRef { array: None, reading: None, ..GameRef::parse(name) };
    let text = if game.is_path { None } else { built_in(&game.name) };
    match text.map(|text| text.name).filter(|path| Disk.read(path).is_some()) {
        Some(name) => GameRef { name, is_path: true, ..game },
        None => game,
    }
}
