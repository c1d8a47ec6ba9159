//! Records of games as they were written, with tags, comments, and variations.
//!
//! [`Loader::records`] reads them. [`Loader::games`] returns only the games.

use super::{Error, Game, Loader, Problem, Rules};
use ferz_core::play::game::GameHistory;
use ferz_lang::catalog::Catalog;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::notation::dialect::Dialect;
use ferz_text::notation::fen;
use ferz_text::notation::record::{self, Identity, Record, RecordDefaults, Recorded};
use ferz_text::words::outcome;

/// The games of a text, and the problems of the text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Records {
    /// The games whose rules and start positions could be read. A game with an illegal move ends before that move.
    pub games: Vec<RecordedGame>,
    /// The errors and warnings, in the order of the text.
    pub problems: Vec<Problem>,
}

/// A game that was read from a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordedGame {
    /// The game after its last move.
    pub game: Game,
    /// The record of the game as data.
    pub record: Record,
}

impl Loader<'_> {
    /// Reads the games of a PGN text by the rules that their tags name. The rules can be built in or in files.
    ///
    /// ```
    /// let games = ferz::Loader::new().games("[Variant \"Chess\"]\n\n1. Nf3 Nf6 *\n")?;
    /// assert_eq!(games[0].history().count(), 2);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text, the rules of its games, their moves, or their results have errors. The error lists all of them.
    /// [`records`](Loader::records) also returns the games without errors.
    pub fn games(&self, pgn: &str) -> Result<Vec<Game>, Error> {
        let (games, problems) = self.read_records(pgn, None);
        if problems.iter().any(Diagnostic::is_error) {
            return Err(Error::in_text("pgn", pgn, problems));
        }
        Ok(games.iter().map(|(rules, read)| replayed(rules, &read.game)).collect())
    }

    /// Reads the games of a PGN text with their tags, comments, marks, and variations. Problems in one game do not
    /// affect the others.
    ///
    /// ```
    /// let text = "[White \"A\"]\n\n1. e4 {good} (1. d4 d5) e5 *\n\n[White \"B\"]\n\n1. e5 *\n";
    /// let records = ferz::Loader::new().records(text);
    /// assert_eq!((records.games.len(), records.problems.len()), (2, 1));
    /// let first = &records.games[0].record;
    /// assert_eq!(first.tags[0], ("White".to_owned(), "A".to_owned()));
    /// assert_eq!((first.moves[0].san.as_str(), first.moves[0].comments.as_slice()), ("e4", &["good".to_owned()][..]));
    /// assert_eq!(first.moves[0].variations[0].moves[1].text, "d7d5");
    /// assert_eq!(records.games[1].game.history().count(), 0);
    /// ```
    pub fn records(&self, pgn: &str) -> Records {
        self.all_records(pgn, None)
    }

    /// Reads the games of a PGN text like [`records`](Loader::records). Games without a tag for their game, and those
    /// whose tags name the game of `rules` without its choices, are read by `rules`.
    ///
    /// ```
    /// let rules = ferz::Rules::load("atomic")?;
    /// let records = ferz::Loader::new().records_by(&rules, "1. Nf3 Nf6 *\n");
    /// assert_eq!(records.games[0].record.game, "atomic");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn records_by(&self, rules: &Rules, pgn: &str) -> Records {
        self.all_records(pgn, Some(rules))
    }

    fn all_records(&self, pgn: &str, usual: Option<&Rules>) -> Records {
        let (games, problems) = self.read_records(pgn, usual);
        let error = Error::in_text("pgn", pgn, problems);
        let games = games.iter().map(|(rules, read)| RecordedGame {
            game: replayed(rules, &read.game),
            record: Record::new(read, Dialect::own()),
        });
        Records { games: games.collect(), problems: error.problems() }
    }

    fn read_records(&self, pgn: &str, usual: Option<&Rules>) -> (Vec<(Rules, Recorded)>, Vec<Diagnostic>) {
        let catalog = Catalog::new(self).with_readings(self.readings.clone());
        let mut known: Vec<(Identity, Rules)> = Vec::new();
        let name = usual.map(|rules| rules.inner.identity.reference().name);
        let defaults = RecordDefaults { from: None, game: name.as_deref() };
        let (games, problems) = record::read_with(pgn, 0, defaults, &mut |identity| {
            if let Some((_, rules)) = known.iter().find(|(own, _)| own == identity) {
                return Ok(rules.inner.engine.clone());
            }
            if let Some(rules) = usual.filter(|rules| rules.inner.identity.is_named_by(identity)) {
                known.push((identity.clone(), rules.clone()));
                return Ok(rules.inner.engine.clone());
            }
            let reference = identity.reference();
            let loaded = catalog
                .load(&reference, &identity.sets)
                .map_err(|failure| record::unreadable(failure.problems))?;
            let rules = Rules::new(loaded, (&reference.name, &identity.sets, false));
            known.push((identity.clone(), rules.clone()));
            Ok(rules.inner.engine.clone())
        });
        let with_rules = |mut read: Recorded| {
            let (_, rules) = known.iter().find(|(own, _)| *own == read.heading.identity)?;
            // The tags of a game need not name the choices of its rules.
            read.heading.identity = rules.inner.identity.clone();
            Some((rules.clone(), read))
        };
        (games.into_iter().filter_map(with_rules).collect(), problems)
    }
}

impl Rules {
    /// Writes a record as PGN: its tags, moves, comments, marks, and variations. The tags for the rules are those of
    /// these rules, and the moves are found by their texts alone. Lines with an illegal move end before it, and the
    /// problems name these moves.
    ///
    /// ```
    /// let loader = ferz::Loader::new();
    /// let record = &loader.records("1. e4 {good} (1. d4 d5) e5 *").games[0].record;
    /// let (pgn, problems) = ferz::Rules::load("chess")?.write_record(record)?;
    /// assert!(pgn.contains("1. e4 { good } (1. d4 d5) 1... e5 *") && problems.is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the start position cannot be read.
    pub fn write_record(&self, record: &Record) -> Result<(String, Vec<Problem>), Error> {
        let (engine, identity) = (&self.inner.engine, self.inner.identity.clone());
        let start = match record.fen.as_str() {
            "" => self.variant().start(),
            text => fen::read_as(self.variant(), text, true)
                .map_err(|problems| Error::in_text("fen", text, problems))?,
        };
        let (mut recorded, problems) = Recorded::replay(engine, &start, identity, record);
        if let Some(over) = recorded.game.outcome() {
            recorded.heading.termination = Some(outcome::sentence(&over).trim_end_matches('.').to_owned());
        }
        let problems = Error::in_text("record", "", problems).problems();
        Ok((record::rewrite(&recorded, Dialect::own()), problems))
    }
}

/// Replays a game that was read from a record.
fn replayed(rules: &Rules, read: &GameHistory) -> Game {
    let mut game = Game::new(rules, read.start().clone());
    for ply in read.plies() {
        // The record contains the full move, so its compact value is found by comparison.
        let name = game.name_of(&ply.mv);
        // The record reader accepts legal moves only.
        let _ = name.map(|name| game.play(name));
    }
    if let Some(over) = read.outcome().filter(|_| game.outcome().is_none()) {
        // A player has claimed the end of the game.
        let _ = game.claim(&over.reason);
    }
    game
}
