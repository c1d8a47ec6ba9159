//! Files with records of games, and the rules that the records name.
//!
//! [`FoundRecords::read`] reads a whole file, and [`check`] reads a file of any length game by game. A record names its
//! rules by tags. Each set of rules is loaded once for a file.

use super::files::{self, Disk};
use super::game;
use super::output::CommandError;
use super::writing::Kind;
use ferz_core::base::source::{Sources, Span};
use ferz_core::fast::engine::Engine;
use ferz_lang::catalog::{Files, GameRef, Loaded};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_text::notation::record::{self, Identity, RecordDefaults, Recorded};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The kind of files with records of games.
pub(super) const RECORD: Kind = Kind { name: "a record of games", is_own: record::is_record };

/// The rules of the games in a file, each loaded once.
pub(super) struct RuleCache {
    /// The folder of the file, which is also searched for rules.
    folder: PathBuf,
    loaded: Vec<CachedRules>,
    /// Rules that the caller has already loaded.
    known: Option<(Identity, Rc<Loaded>, Engine)>,
}

/// The tags of some rules, and the result of loading the rules.
type CachedRules = (Identity, Result<(Rc<Loaded>, Engine), Diagnostic>);

/// The content of a file of records.
pub(super) struct FoundRecords {
    pub(super) sources: Sources,
    pub(super) games: Vec<Recorded>,
    pub(super) problems: Vec<Diagnostic>,
    cache: RuleCache,
}

impl FoundRecords {
    pub(super) fn read(path: &Path) -> Result<FoundRecords, CommandError> {
        Ok(FoundRecords::of(path, &record::decoded(&files::bytes(path)?)))
    }

    /// Reads the games in the text of a file.
    pub(super) fn of(path: &Path, text: &str) -> FoundRecords {
        FoundRecords::with(path, text, None)
    }

    /// Reads the games in the text of a file, and uses `known` rules if a record names them.
    pub(super) fn with(
        path: &Path,
        text: &str,
        known: Option<(Identity, Rc<Loaded>, Engine)>,
    ) -> FoundRecords {
        let mut cache = RuleCache { known, ..RuleCache::of(path) };
        let (games, problems) = record::read(text, 0, &mut |identity| cache.engine(identity));
        FoundRecords { sources: Sources::of(path.display().to_string(), text), games, problems, cache }
    }

    /// Returns a game by its number, counted from 1, with its rules. If the file has errors, they are returned instead.
    pub(super) fn pick(mut self, number: usize) -> Result<(Recorded, Rc<Loaded>), CommandError> {
        if self.problems.iter().any(Diagnostic::is_error) {
            return Err(CommandError::Problems(Box::new(self.sources), self.problems));
        }
        let all = self.games.len();
        if number == 0 || number > all {
            let stop = CommandError::message(format!("there is no game {number} in this file"));
            return Err(stop.help(format!("its games are numbered from 1 to {all}")));
        }
        let game = self.games.swap_remove(number - 1);
        let loaded = self.cache.find(&game.heading.identity).clone();
        loaded.map(|(loaded, _)| (game, loaded)).map_err(|why| CommandError::message(why.message))
    }
}

/// The maximum number of games in a file whose problems are listed.
const MAX_LISTED: usize = 1_000;
/// The number of games between two updates of the progress on a terminal.
const STRIDE: usize = 250;

/// Returns the problems of a file of records, given the game of records without a tag for their game. The file is read
/// game by game, so it can have any length.
pub(super) fn check(path: &Path, game: Option<&str>) -> Result<(Sources, Vec<Diagnostic>), CommandError> {
    let name = path.display().to_string();
    let mut cache = RuleCache::of(path);
    let (mut sources, mut problems) = (Sources::default(), Vec::new());
    let (mut listed, mut unlisted, mut seen) = (0, 0, 0);
    let show = std::io::stderr().is_terminal();
    files::games(path, &mut |chunk| {
        let file = u32::try_from(listed).unwrap_or(u32::MAX);
        let defaults = RecordDefaults { from: None, game };
        let (_, found) =
            record::read_with(&chunk.text, file, defaults, &mut |identity| cache.engine(identity));
        match found.is_empty() {
            true => {}
            false if listed < MAX_LISTED => {
                sources.add_part(&name, chunk.text, (chunk.lines, chunk.bytes));
                problems.extend(found);
                listed += 1;
            }
            false => unlisted += 1,
        }
        seen += 1;
        if show && seen % STRIDE == 0 {
            eprint!("\rgames: {seen} ");
        }
    })?;
    if show && seen >= STRIDE {
        eprint!("\r{:39}\r", "");
    }
    if seen == 0 {
        let file = sources.add(&name, "");
        problems.extend(record::read("", file, &mut |identity| cache.engine(identity)).1);
    }
    if unlisted > 0 {
        let last = Span::new(u32::try_from(listed - 1).unwrap_or(u32::MAX), 0, 0);
        problems.push(Diagnostic::too_many(last, &format!("{MAX_LISTED} games of this file have problems")));
    }
    Ok((sources, problems))
}

impl RuleCache {
    /// Creates an empty cache for the games of a file.
    pub(super) fn of(path: &Path) -> RuleCache {
        RuleCache { folder: files::folder(path).to_owned(), loaded: Vec::new(), known: None }
    }

    pub(super) fn engine(&mut self, identity: &Identity) -> Result<Engine, Diagnostic> {
        self.find(identity).as_ref().map(|(_, engine)| engine.clone()).map_err(Clone::clone)
    }

    fn find(&mut self, identity: &Identity) -> &Result<(Rc<Loaded>, Engine), Diagnostic> {
        let at = self.loaded.iter().position(|(known, _)| known == identity).unwrap_or_else(|| {
            let loaded = || {
                let loaded = load(identity, &self.folder).map_err(unreadable)?;
                let engine = Engine::new(&loaded.variant);
                Ok((Rc::new(loaded), engine))
            };
            let found = self.same(identity).map_or_else(loaded, Ok);
            self.loaded.push((identity.clone(), found));
            self.loaded.len() - 1
        });
        &self.loaded[at].1
    }

    /// Returns the known rules if a record names them. They match if they come from the same file, regardless of the
    /// spelling of the path, relative to the current folder or to the folder of the record. If the file exists in
    /// neither folder, its name alone must match, because the file may have been moved.
    fn same(&self, identity: &Identity) -> Option<(Rc<Loaded>, Engine)> {
        let (known, rules, engine) = self.known.as_ref()?;
        let (path, own) = (Path::new(identity.file.as_ref()?), Path::new(known.file.as_ref()?));
        let beside = self.folder.join(path);
        let found: Vec<PathBuf> = [path, &beside].iter().flat_map(|path| path.canonicalize()).collect();
        let is_moved = found.is_empty() && path.file_name() == own.file_name();
        let is_file = is_moved || own.canonicalize().is_ok_and(|own| found.contains(&own));
        let rest = |identity: &Identity| Identity { file: None, ..identity.clone() };
        (is_file && rest(identity) == rest(known)).then(|| (Rc::clone(rules), engine.clone()))
    }
}

/// Loads the rules that a record names. The path of a rule file is relative to the current folder, or else to the
/// folder of the record.
fn load(identity: &Identity, folder: &Path) -> Result<Loaded, CommandError> {
    let reference = located(identity.reference(), folder);
    game::check_file(&reference)?;
    game::load(&reference, &identity.sets, None)
}

/// Returns the reference with the path at which its file exists.
fn located(reference: GameRef, folder: &Path) -> GameRef {
    let here = Disk.read(&reference.name).is_some();
    let beside = folder.join(&reference.name).display().to_string();
    match reference.is_path && !here && Disk.read(&beside).is_some() {
        true => GameRef { name: beside, ..reference },
        false => reference,
    }
}

fn unreadable(stop: CommandError) -> Diagnostic {
    match stop {
        CommandError::Problems(_, problems) => record::unreadable(problems),
        CommandError::Message { message, help } => {
            Diagnostic { help, ..Diagnostic::new(Code::NoSuchFile, Span::default(), message) }
        }
        CommandError::Closed => record::unreadable(Vec::new()),
    }
}
