//! The game that is kept as it goes, so that nothing is lost.

use super::contest::Contest;
use crate::cli::records::{RECORD, Records};
use crate::cli::{files, writing};
use crate::lang::catalog::Loaded;
use crate::play::record::{Identity, Recorded, Score};
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

/// The file in which unfinished games of some rules are kept.
pub(super) struct SavedGames {
    path: PathBuf,
}

impl SavedGames {
    /// Returns the file of the games of these rules, apart from those that begin from a position or a file; `None` if
    /// this machine has no place for it.
    pub(super) fn of(identity: &Identity, reference: &str, from: Option<&str>) -> Option<SavedGames> {
        let folder = folder()?.join("games");
        fs::create_dir_all(&folder).ok()?;
        let switches: String = identity.sets.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        // The whole path tells a file of rules from others of the same name.
        let path = identity.file.as_ref().and_then(|file| fs::canonicalize(file).ok());
        let path = path.map_or_else(String::new, |path| format!(" {}", path.display()));
        let plain = |c: char| if c.is_ascii_alphanumeric() || "@.=-".contains(c) { c } else { '_' };
        let name: String = format!("{reference}{switches}{path} {}", from.unwrap_or_default())
            .trim_end()
            .chars()
            .map(plain)
            .collect();
        // A number tells names apart that differ only at a far end.
        let number = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let short: String = name.chars().take(80).collect();
        Some(SavedGames { path: folder.join(format!("{short}-{number:08x}.pgn")) })
    }

    /// The unfinished game that was kept, if there is one that has begun.
    pub(super) fn game(&self) -> Option<(Recorded, Rc<Loaded>)> {
        let text = files::read(&self.path).ok()?;
        let (recorded, rules) = Records::of(&self.path, &text).pick(1).ok()?;
        let is_open = recorded.heading.score == Score::Open && recorded.game.outcome().is_none();
        (is_open && !recorded.game.plies().is_empty()).then_some((recorded, rules))
    }

    /// Keeps a game with these texts of its moves, or forgets it if it is over. A machine without room for it plays on.
    pub(super) fn keep(&self, contest: &Contest, texts: &[String], is_over: bool) {
        if is_over || contest.game.plies().is_empty() {
            self.forget();
        } else {
            let _ = writing::make(&self.path, &contest.record_of(texts), &RECORD, true);
        }
    }

    pub(super) fn forget(&self) {
        // It may never have been there.
        let _ = fs::remove_file(&self.path);
    }
}

/// The folder in which programs keep what they are in the middle of.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = set("XDG_STATE_HOME").or_else(|| set("LOCALAPPDATA"));
    let usual = || set("HOME").map(|home| home.join(".local").join("state"));
    own.filter(|path| path.is_absolute()).or_else(usual).map(|folder| folder.join("ferz"))
}
