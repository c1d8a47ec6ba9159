//! A game that is being played: its rules, its players, how it stands, what was taken back, and its record.

use super::Player;
use crate::base::diagnostic::Diagnostic;
use crate::base::{ByColor, Color, Move, Outcome};
use crate::cli::output::CommandError;
use crate::cli::records::{RECORD, Records};
use crate::cli::{files, writing};
use crate::lang::catalog::Loaded;
use crate::play::game::GameHistory;
use crate::play::notation::{movetext, san};
use crate::play::record::{self, GameTags, Identity, Note, Recorded, Score};
use crate::rules::Variant;
use crate::words::outcome;
use std::path::Path;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) struct Contest {
    /// The rules, as they are written.
    pub(super) rules: Rc<Loaded>,
    pub(super) identity: Identity,
    pub(super) game: GameHistory,
    pub(super) players: ByColor<Player>,
    /// The outcome by other means than the rules: resignation, agreement, time.
    pub(super) ended: Option<Outcome>,
    /// The tags of a file besides the rules and the moves.
    tags: Vec<(String, String)>,
    notes: Vec<Vec<Note>>,
    /// The moves that were taken back, the first of them last.
    undone: Vec<Move>,
}

impl Contest {
    pub(super) fn new(
        rules: Rc<Loaded>,
        identity: Identity,
        game: GameHistory,
        players: ByColor<Player>,
    ) -> Contest {
        let (tags, notes, undone) = (vec![("Date".to_owned(), today())], Vec::new(), Vec::new());
        Contest { rules, identity, game, players, ended: None, tags, notes, undone }
    }

    /// A game from a file, to be gone on with.
    pub(super) fn resumed(recorded: Recorded, rules: Rc<Loaded>, players: ByColor<Player>) -> Contest {
        let Recorded { game, heading, notes, .. } = recorded;
        let mut contest = Contest::new(rules, heading.identity, game, players);
        (contest.tags, contest.notes) = (heading.tags, notes);
        // What the rules say of its end needs no words.
        let winner = match heading.score {
            Score::Open => return contest,
            Score::Drawn => None,
            Score::Won(color) => Some(color),
        };
        if contest.game.outcome().is_none() {
            let why = heading.termination.unwrap_or_default();
            let reason = why.rsplit(": ").next().filter(|reason| !reason.is_empty());
            contest.end(winner, reason.unwrap_or("as the record says"));
        }
        contest
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    /// The game as the command line names it.
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

    /// The legal moves; none in a finished game.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.ended.is_some() { Vec::new() } else { self.game.legal_moves() }
    }

    /// The legal move that was typed, by its squares or in algebraic notation.
    pub(super) fn read<'m>(&self, legal: &'m [Move], text: &str) -> Result<&'m Move, Box<Diagnostic>> {
        let (variant, setup) = (self.variant(), self.game.setup());
        movetext::read(variant, setup, legal, text).or_else(|problem| {
            let algebraic = san::Algebraic::new(variant, setup, legal);
            algebraic.read(text).ok_or(Box::new(problem))
        })
    }

    /// Makes a legal move; says whether it could be made.
    pub(super) fn make(&mut self, mv: &Move) -> bool {
        let made = self.game.play(mv);
        if made {
            self.undone.clear();
            self.notes.truncate(self.game.plies().len().saturating_sub(1));
        }
        made
    }

    /// Takes back moves up to the last one of a person; says whether there was one.
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

    /// Makes the moves again that were taken back last, up to a person's turn; says whether there was one.
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

    /// Begins a new game by the same rules.
    pub(super) fn begin(&mut self, game: GameHistory) {
        self.game = game;
        (self.ended, self.notes, self.undone) = (None, Vec::new(), Vec::new());
    }

    /// Ends the game by other means than the rules.
    pub(super) fn end(&mut self, winner: Option<Color>, reason: &str) {
        self.ended = Some(Outcome { winner, reason: reason.to_owned() });
    }

    /// The game as a record.
    fn record(&self) -> String {
        self.record_of(&record::line(&self.game))
    }

    /// The same where the texts of the moves are known.
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

    /// Writes the record to the file that was named; `--force` beside the name overwrites any file.
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

    /// Takes up the first game of a file, if it is played by the same rules.
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
                .help(format!("`ferz check` shows where, if {path} is called .pgn")));
        }
        let (recorded, rules) = records.pick(1)?;
        // A reading may have another name where its values are given one by one.
        let here = Variant { reading: rules.variant.reading.clone(), ..self.variant().clone() };
        if *rules.variant != here {
            let other = reference(&recorded.heading.identity, &rules.variant);
            let stop = CommandError::message(format!("this is a different game: {other}"));
            return Err(stop.help(format!("start it with: ferz play --load {path}")));
        }
        let identity = self.identity.clone();
        *self = Contest { identity, ..Contest::resumed(recorded, Rc::clone(&self.rules), self.players) };
        Ok(())
    }
}

/// A game as the command line names it, in full.
fn reference(identity: &Identity, variant: &Variant) -> String {
    let name = identity.file.as_ref().unwrap_or(&variant.id);
    format!("{name}/{}@{}", variant.array, variant.reading)
}

/// The date, as records write it.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((now.as_secs() / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The day of the calendar that is this many days after the first of January 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin with March here, so that the odd day comes last; 400 of them have 146,097 days.
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
    fn days_fall_where_the_calendar_has_them() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_000), (2024, 10, 4));
    }
}
