//! Saves the game after every move, so that an interrupted game can be continued.

use super::ongoing::OngoingGame;
use crate::records::{FoundRecords, RECORD};
use crate::{files, writing};
use ferz_lang::catalog::Loaded;
use ferz_text::notation::record::{Identity, Recorded, Score};
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

/// The file that stores the unfinished game for a set of rules.
pub(super) struct SavedGame {
    path: PathBuf,
}

impl SavedGame {
    /// Returns the file for games by these rules. Games from different start positions or files have separate files.
    /// Returns `None` if the system has no folder for such data.
    pub(super) fn of(identity: &Identity, reference: &str, from: Option<&str>) -> Option<SavedGame> {
        let folder = files::of_user("XDG_STATE_HOME", ".local/state")?.join("games");
        fs::create_dir_all(&folder).ok()?;
        let switches: String = identity.sets.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        // Files of rules with the same name can exist in several folders, so the file name contains the whole path.
        let path = identity.file.as_ref().and_then(|file| fs::canonicalize(file).ok());
        let path = path.map_or_else(String::new, |path| format!(" {}", path.display()));
        let plain = |c: char| if c.is_ascii_alphanumeric() || "@.=-".contains(c) { c } else { '_' };
        let name: String = format!("{reference}{switches}{path} {}", from.unwrap_or_default())
            .trim_end()
            .chars()
            .map(plain)
            .collect();
        // Long names are cut, so a hash of the whole name keeps them apart.
        let number = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let short: String = name.chars().take(80).collect();
        Some(SavedGame { path: folder.join(format!("{short}-{number:08x}.pgn")) })
    }

    /// Returns the saved game, if there is one with at least one move.
    pub(super) fn game(&self) -> Option<(Recorded, Rc<Loaded>)> {
        let text = files::read(&self.path).ok()?;
        let (recorded, rules) = FoundRecords::of(&self.path, &text).pick(1).ok()?;
        let is_open = recorded.heading.score == Score::Open && recorded.game.outcome().is_none();
        (is_open && !recorded.game.plies().is_empty()).then_some((recorded, rules))
    }

    /// Saves a game, given the texts of its moves, or deletes the saved game if it is over. A failure is ignored,
    /// because play can continue without saving.
    pub(super) fn keep(&self, ongoing: &OngoingGame, texts: &[String], is_over: bool) {
        if is_over || ongoing.game.plies().is_empty() {
            self.forget();
        } else {
            let _ = writing::make(&self.path, &ongoing.record_of(texts), &RECORD, true);
        }
    }

    pub(super) fn forget(&self) {
        // A failure is ignored, because the file may never have existed.
        let _ = fs::remove_file(&self.path);
    }
}
