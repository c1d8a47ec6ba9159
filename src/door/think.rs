//! A player that looks ahead, and games at random.

use super::{Error, Game, Move, Rules};
use crate::base::Outcome;
use crate::play::game::Random;
use crate::play::notation::movetext;
use crate::play::playout;
use crate::play::search::{Info, Limits, SURE, Signals, Table, Thinker, WON};
use std::fmt;
use std::sync::Arc;

/// How long a [`Searcher`] looks ahead. Without any limit it stops after 100,000 positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most plies of an iteration.
    pub depth: Option<u32>,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The longest time in milliseconds, as the clock of [`Searcher::search`] counts them.
    pub time: Option<u64>,
}

/// What a [`Searcher`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The move it would play.
    pub best: Move,
    /// What the position is worth to the side to move, in hundredths of a pawn of chess.
    pub score: i32,
    /// In how many plies the game is won, or lost if the number is negative; nothing if that is not known.
    pub mate: Option<i32>,
    /// How many plies the last full iteration had.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The moves that it expects, as text; the first is the best move.
    pub line: Vec<String>,
}

/// A player that looks ahead, for positions of one game. It remembers what it has seen.
///
/// ```
/// use ferz::{Rules, SearchLimits, Searcher};
///
/// let rules = Rules::load("chess")?;
/// let game = rules.from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
/// let found = Searcher::new(&rules, 1).search(&game, limits, &|| 0)?;
/// assert_eq!((found.line[0].as_str(), found.mate), ("d1d8", Some(1)));
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Searcher {
    rules: Rules,
    thinker: Thinker,
    table: Table,
}

impl Searcher {
    /// A player with a memory of about this many megabytes.
    pub fn new(rules: &Rules, megabytes: usize) -> Searcher {
        Searcher {
            rules: rules.clone(),
            thinker: Thinker::new(&rules.inner.engine),
            table: Table::new(megabytes),
        }
    }

    /// Looks ahead on this thread. `clock` gives the time in milliseconds from any beginning; without a limit of time it may always
    /// give zero. With the same history, memory and limits other than time the answer is the same.
    ///
    /// # Errors
    /// If the game is over, or is a game with other rules.
    pub fn search(
        &self,
        game: &Game,
        limits: SearchLimits,
        clock: &(dyn Fn() -> u64 + Sync),
    ) -> Result<SearchResult, Error> {
        let refuse = |code, why: &str| Err(Error::whole("move", "", code, why.to_owned()));
        if !Arc::ptr_eq(&game.rules().inner, &self.rules.inner) {
            return refuse("move-illegal", "the game is played by other rules");
        }
        let unlimited = limits == SearchLimits::default();
        let most = limits.nodes.unwrap_or(if unlimited { 100_000 } else { u64::MAX });
        let limits = Limits {
            depth: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            nodes: if unlimited { Some(100_000) } else { limits.nodes },
            movetime: limits.time,
            ..Limits::default()
        };
        let task = self.thinker.task(&game.game, limits);
        let signals = Signals::default();
        signals.begin(clock(), false);
        let mut last: Option<Info> = None;
        let found = self
            .thinker
            .search(&task, (&self.table, &signals), clock, 0, &mut |info| last = Some(info.clone()));
        let Some(best) = found.best.and_then(|whole| game.name_of(&whole)) else {
            return refuse("move-game-over", "the game is over");
        };
        let score = last.as_ref().map_or(0, |info| info.score);
        let plies = WON - score.abs();
        let line = last.as_ref().map_or(&[][..], |info| &info.line);
        Ok(SearchResult {
            best,
            score,
            mate: (score.abs() >= SURE).then_some(score.signum() * plies),
            depth: last.as_ref().map_or(0, |info| info.depth.unsigned_abs()),
            nodes: last.as_ref().map_or(0, |info| info.nodes.min(most)),
            line: line.iter().map(|mv| movetext::write(self.rules.variant(), mv)).collect(),
        })
    }
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("game", &self.rules.name()).finish_non_exhaustive()
    }
}

/// How a game at random went.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playout {
    /// How many plies were played.
    pub plies: u32,
    /// How it ended; nothing if it was cut off.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// Plays on at random, for at most `most` plies, and says how it went; the game stays as it is. The same seed gives the same game.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let played = game.playout(7, 1_000);
    /// assert_eq!(played, game.playout(7, 1_000));
    /// assert!(played.outcome.is_some() || played.plies == 1_000);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn playout(&self, seed: u64, most: u32) -> Playout {
        let played = playout::play(&self.game, &mut Random::new(seed), most);
        Playout { plies: played.plies, outcome: played.outcome }
    }
}
