//! The commands of the XBoard protocol, by their effects, and the answer to a line that is refused.

use super::say;
use crate::typed_line::MAX_ECHO;
use ferz_syntax::messages::text::cut;

/// Refuses a line for a reason that the protocol defines.
pub(super) fn refuse(why: &str, line: &str) {
    say(&cut(&format!("{why}: {line}"), MAX_ECHO));
}

/// Returns true for a command that has no effect here.
pub(super) fn is_idle(command: &str) -> bool {
    [
        "", "?", ".", "draw", "xboard", "random", "otim", "name", "rating", "ics", "bk", "pause", "resume",
        "egtpath", "option",
    ]
    .contains(&command)
}

/// Returns true for a command that can change the game or the sides that the engine plays.
pub(super) fn changes_game(command: &str) -> bool {
    [
        "new",
        "variant",
        "force",
        "result",
        "white",
        "black",
        "playother",
        "go",
        "setboard",
        "undo",
        "remove",
        "analyze",
        "exit",
        "usermove",
    ]
    .contains(&command)
}

/// The answers of the other program to the features.
#[derive(Default)]
pub(super) struct FeatureAnswers {
    has_any: bool,
    /// True if the program reads the names of games.
    reads_variants: bool,
}

impl FeatureAnswers {
    /// Handles `accepted FEATURE` and `rejected FEATURE`.
    pub(super) fn take(&mut self, command: &str, feature: &str) {
        self.has_any = true;
        self.reads_variants |= command == "accepted" && feature == "variants";
    }

    /// Returns false if the program reads no descriptions of games, since it has answered, but not about their names.
    pub(super) fn read_descriptions(&self) -> bool {
        self.reads_variants || !self.has_any
    }
}
