//! The game in progress of `ferz play`: its rules, players, status, undone moves, and record.
//!
//! [`OngoingGame`] is used by both interfaces, the session of typed lines and the full screen. It adds to a
//! [`GameHistory`] what the rules do not cover: resignation, agreed draws, time, and redo.

use super::Player;
use crate::base::{ByColor, Color, Move, Outcome};
use crate::cli::output::CommandError;
use crate::cli::records::{RECORD, Records};
use crate::cli::{files, writing};
use crate::lang::catalog::Loaded;
use crate::messages::diagnostic::Diagnostic;
use crate::notation::record::{self, GameTags, Identity, Note, Recorded, Score};
use crate::notation::{movetext, san};
use crate::play::game::GameHistory;
use crate::rules::Variant;
use crate::words::outcome;
use std::path::Path;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) struct OngoingGame {
    /// The loaded rules.
    pub(super) rules: Rc<Loaded>,
    pub(super) identity: Identity,
    pub(super) game: GameHistory,
    pub(super) players: ByColor<Player>,
    /// The outcome by other means than the rules: resignation, agreement, or time.
    pub(super) ended: Option<Outcome>,
    /// The tags of the record, except those for the rules and the moves.
    tags: Vec<(String, String)>,
    notes: Vec<Vec<Note>>,
    /// The undone moves. The last one is redone first.
    undone: Vec<Move>,
}

impl OngoingGame {
    pub(super) fn new(
        rules: Rc<Loaded>,
        identity: Identity,
        game: GameHistory,
        players: ByColor<Player>,
    ) -> OngoingGame {
        let (tags, notes, undone) = (vec![("Date".to_owned(), today())], Vec::new(), Vec::new());
        OngoingGame { rules, identity, game, players, ended: None, tags, notes, undone }
    }

    /// Continues a game from a file.
    pub(super) fn resumed(recorded: Recorded, rules: Rc<Loaded>, players: ByColor<Player>) -> OngoingGame {
        let Recorded { game, heading, notes, .. } = recorded;
        let mut ongoing = OngoingGame::new(rules, heading.identity, game, players);
        (ongoing.tags, ongoing.notes) = (heading.tags, notes);
        // An outcome by the rules follows from the moves, so it is not stored.
        let winner = match heading.score {
            Score::Open => return ongoing,
            Score::Drawn => None,
            Score::Won(color) => Some(color),
        };
        if ongoing.game.outcome().is_none() {
            let why = heading.termination.unwrap_or_default();
            let reason = why.rsplit(": ").next().filter(|reason| !reason.is_empty());
            ongoing.end(winner, reason.unwrap_or("as the record says"));
        }
        ongoing
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    /// Returns the full reference of the game, with its array and reading.
    pub(super) fn reference(&self) -> String {
        reference(&self.identity, self.variant())
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        *self.players.get(color) == Player::Human
    }

    /// Returns the outcome if the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.game.outcome())
    }

    /// Describes the status of the game in one sentence.
    pub(super) fn standing(&self) -> String {
        let (outcome, check) = (self.outcome(), self.game.in_check());
        let standing = outcome::standing(outcome.as_ref(), self.game.setup(), check);
        let claims = if outcome.is_none() { self.game.claims() } else { Vec::new() };
        match outcome::claimable(&claims, self.game.setup()) {
            Some(claims) => format!("{standing} {claims}: type `claim`."),
            None => standing,
        }
    }

    /// Returns the legal moves. A finished game has none.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.ended.is_some() { Vec::new() } else { self.game.legal_moves() }
    }

    /// Reads a legal move by its squares or in algebraic notation.
    pub(super) fn read<'m>(&self, legal: &'m [Move], text: &str) -> Result<&'m Move, Box<Diagnostic>> {
        let (variant, setup) = (self.variant(), self.game.setup());
        movetext::read(variant, setup, legal, text).or_else(|problem| {
            let algebraic = san::Algebraic::new(variant, setup, legal);
            algebraic.read(text).ok_or(Box::new(problem))
        })
    }

    /// Plays a legal move. Returns false if the move is not legal.
    pub(super) fn make(&mut self, mv: &Move) -> bool {
        let made = self.game.play(mv);
        if made {
            self.undone.clear();
            self.notes.truncate(self.game.plies().len().saturating_sub(1));
        }
        made
    }

    /// Takes back moves up to the last turn of a person. Returns false if no move was played.
    pub(super) fn undo(&mut self) -> bool {
        self.ended = None;
        let before = self.game.plies().len();
        while let Some(mv) = self.game.undo() {
            self.undone.push(mv);
            if self.is_human(self.game.setup().turn) {
                break;
            }
        }
        self.game.plies().len() < before
    }

    /// Plays undone moves again, up to the next turn of a person. Returns false if there were none.
    pub(super) fn redo(&mut self) -> bool {
        let before = self.game.plies().len();
        while let Some(mv) = self.undone.pop() {
            if !self.game.play(&mv) {
                self.undone.clear();
                break;
            }
            if self.is_human(self.game.setup().turn) {
                break;
            }
        }
        self.game.plies().len() > before
    }

    /// Starts a new game by the same rules.
    pub(super) fn begin(&mut self, game: GameHistory) {
        self.game = game;
        (self.ended, self.notes, self.undone) = (None, Vec::new(), Vec::new());
    }

    /// Ends the game by other means than the rules.
    pub(super) fn end(&mut self, winner: Option<Color>, reason: &str) {
        self.ended = Some(Outcome::new(winner, reason));
    }

    /// Returns the game as a record.
    fn record(&self) -> String {
        self.record_of(&record::line(&self.game))
    }

    /// Returns the game as a record, given the texts of its moves.
    pub(super) fn record_of(&self, texts: &[String]) -> String {
        let outcome = self.outcome();
        let mut tags = self.tags.clone();
        for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
            if !tags.iter().any(|(own, value)| own == name && value != "?") {
                tags.push((name.to_owned(), self.players.get(color).title().to_owned()));
            }
        }
        let heading = GameTags {
            identity: self.identity.clone(),
            tags,
            score: Score::of(outcome.as_ref()),
            termination: outcome.map(|outcome| outcome::sentence(&outcome).trim_end_matches('.').to_owned()),
        };
        record::write_line(&self.game, &heading, &self.notes, texts)
    }

    /// Saves the record to the file in the command. `--force` after the name overwrites any file.
    pub(super) fn save(&self, path: &str) -> Result<String, CommandError> {
        const FORCE: &str = "--force";
        let bare = path.strip_suffix(FORCE).filter(|path| path.is_empty() || path.ends_with(' '));
        let bare = bare.or(path.strip_prefix(FORCE).filter(|path| path.starts_with(' ')));
        let (file, force) = bare.map_or((path, false), |path| (path.trim(), true));
        if file.is_empty() {
            return Err(CommandError::message("name a file: save FILE"));
        }
        writing::make(Path::new(file), &self.record(), &RECORD, force)?;
        Ok(format!("saved to {file}"))
    }

    /// Replaces this game by the first game of a file, if it has the same rules.
    pub(super) fn load(&mut self, path: &str) -> Result<(), CommandError> {
        let file = Path::new(path);
        let text = files::read(file).map_err(|stop| match stop {
            CommandError::Problems(..) => CommandError::message(format!("{path} is not a text file")),
            stop => stop,
        })?;
        let known = (self.identity.clone(), Rc::clone(&self.rules), self.game.engine().clone());
        let records = Records::with(file, &text, Some(known));
        let found = records.problems.first().map(|problem| problem.message.clone());
        if let Some(message) = found {
            return Err(CommandError::message(message)
                .help(format!("`ferz check` shows where, if the name of {path} ends in .pgn")));
        }
        let (recorded, rules) = records.pick(1)?;
        // The same switch values can have different reading names, so the names are not compared.
        let here = Variant { reading: rules.variant.reading.clone(), ..self.variant().clone() };
        if *rules.variant != here {
            let other = reference(&recorded.heading.identity, &rules.variant);
            let stop = CommandError::message(format!("this is a different game: {other}"));
            return Err(stop.help(format!("start it with: ferz play --load {path}")));
        }
        let identity = self.identity.clone();
        *self =
            OngoingGame { identity, ..OngoingGame::resumed(recorded, Rc::clone(&self.rules), self.players) };
        Ok(())
    }
}

/// Returns the full reference of a game, with its array and reading.
fn reference(identity: &Identity, variant: &Variant) -> String {
    let name = identity.file.as_ref().unwrap_or(&variant.id);
    format!("{name}/{}@{}", variant.array, variant.reading)
}

/// Returns the current date in the format of PGN.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((now.as_secs() / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns the year, month, and day of the date that is this many days after January 1, 1970, as in Howard Hinnant's
/// algorithm `civil_from_days`.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years start in March here, so that a leap day is the last day of its year. The calendar repeats every 400 years,
    // which have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates_are_computed_correctly() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_000), (2024, 10, 4));
    }
}
