//! The computer player and random playouts.
//!
//! [`Searcher`] finds the best move of a [`Game`] within [`SearchLimits`], and [`Game::playout`] plays random moves.
//! The search runs on the calling thread and has no clock of its own, so that it works without an operating system.

use super::{Error, Game, Move, Rules};
use ferz_core::base::{self, Outcome};
use ferz_core::play::game::Random;
use ferz_core::play::playout;
use ferz_core::play::search::{
    Info, Level, Limits, SURE, Signals, Thinker, TranspositionTable, VARIETY, WON,
};
use ferz_syntax::messages::diagnostic::Code;
use ferz_text::notation::movetext;
use std::fmt;
use std::sync::Arc;

/// The number of positions after which a search without any limit stops.
const USUAL_NODES: u64 = 100_000;

/// The limits and the strength of a search. A search without any limit stops after 100,000 positions.
///
/// ```
/// let limits = ferz::SearchLimits { level: Some(3), ..ferz::SearchLimits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The level from 1 to 10. It supplies the limits that are not set here, and weakens the play by imitating human
    /// errors.
    pub level: Option<u8>,
    /// The maximum depth of an iteration, in plies.
    pub depth: Option<u32>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The maximum time in milliseconds, as measured by the clock of [`Searcher::search`].
    pub time: Option<u64>,
    /// The seed that decides between moves of about equal value. Without a seed, the best known move is played.
    pub seed: Option<u64>,
    /// The range, in hundredths of a pawn, by which evaluations vary with the seed. The default is 6.
    pub variety: Option<u8>,
}

impl SearchLimits {
    /// Returns the limits of the search, with those of the level as defaults.
    fn within(self, level: Option<Level>) -> Limits {
        let usual = level.map(Level::limits).unwrap_or_default();
        let depth = self.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX));
        let is_limited = level.is_some() || depth.is_some() || self.time.is_some();
        let nodes = self.nodes.or(usual.nodes).or((!is_limited).then_some(USUAL_NODES));
        Limits { depth: depth.or(usual.depth), nodes, movetime: self.time, ..usual }
    }
}

/// The result of a search by a [`Searcher`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The best move.
    pub best: Move,
    /// The evaluation for the side to move, in hundredths of a chess pawn.
    pub score: i32,
    /// The number of plies to the end of a won game, negative if the game is lost. `None` if no forced end was found.
    pub mate: Option<i32>,
    /// The depth of the last full iteration, in plies.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    pub time: u64,
    /// The expected moves as text. The first is the best move.
    pub line: Vec<String>,
}

/// A computer player for positions of one game. Its transposition table keeps results between searches.
///
/// ```
/// use ferz::{Rules, SearchLimits, Searcher};
///
/// let rules = Rules::load("chess")?;
/// let game = rules.from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
/// let found = Searcher::new(&rules, 1).search(&game, limits, &|| 0, &mut |_| {})?;
/// assert_eq!((found.line[0].as_str(), found.mate), ("d1d8", Some(1)));
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Searcher {
    pub(super) rules: Rules,
    pub(super) thinker: Arc<Thinker>,
    pub(super) table: TranspositionTable,
}

impl Searcher {
    /// Creates a player with a transposition table of about this many megabytes.
    ///
    /// ```
    /// let searcher = ferz::Searcher::new(&ferz::Rules::load("chess")?, 1);
    /// println!("{searcher:?}");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn new(rules: &Rules, megabytes: usize) -> Searcher {
        Searcher {
            rules: rules.clone(),
            thinker: Arc::new(Thinker::new(&rules.inner.engine)),
            table: TranspositionTable::new(megabytes),
        }
    }

    /// Searches on this thread, and reports the result of every iteration.
    ///
    /// `clock` returns the time in milliseconds since any fixed moment. Without a time limit, it can always return
    /// zero. The result is deterministic for the same history, table contents, and limits other than time.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let limits = ferz::SearchLimits { depth: Some(1), ..ferz::SearchLimits::default() };
    /// let found = ferz::Searcher::new(&rules, 1).search(&rules.start(), limits, &|| 0, &mut |_| {})?;
    /// assert_eq!(found.depth, 1);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over or has other rules, or if listing the moves of the position takes longer than ten seconds.
    /// Below that time, a search in a game with slow moves can be late, but it never returns an illegal move.
    pub fn search(
        &self,
        game: &Game,
        limits: SearchLimits,
        clock: &(dyn Fn() -> u64 + Sync),
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<SearchResult, Error> {
        let refuse = |code, why: &str| Err(Error::whole("move", "", code, why.to_owned()));
        let is_same = Arc::ptr_eq(&game.rules().inner, &self.rules.inner);
        if !is_same && game.rules().variant() != self.rules.variant() {
            return refuse(Code::MoveIllegal, "the game and the searcher have different rules");
        }
        let level = limits.level.and_then(Level::new);
        let mut task = self.thinker.task(&game.game, limits.within(level));
        let variety = limits.seed.map_or(0, |_| limits.variety.map_or(VARIETY, i32::from));
        task.blur = (level.map_or(0, |level| level.blur).max(variety), limits.seed.unwrap_or(0));
        let signals = Signals::default();
        signals.begin(clock(), false);
        let mut last = None;
        let mut tell = |info: &Info| {
            let best = info.line.first();
            let result = best.and_then(|best| self.result(game, best, Some(info)));
            result.iter().for_each(&mut *report);
            last = Some(info.clone());
        };
        let found = self.thinker.search(&task, (&self.table, &signals), clock, 0, &mut tell);
        let (code, why) = match found.is_unlisted {
            true => (Code::SlowMoves, "the moves of this position take too long to list"),
            false => (Code::MoveGameOver, "the game is over"),
        };
        let result = found.best.and_then(|best| self.result(game, &best, last.as_ref()));
        result.map_or_else(|| refuse(code, why), Ok)
    }

    /// Returns the result of the search so far, with this move as the best.
    fn result(&self, game: &Game, best: &base::Move, info: Option<&Info>) -> Option<SearchResult> {
        let score = info.map_or(0, |info| info.score);
        let line = info.map_or(&[][..], |info| &info.line);
        Some(SearchResult {
            best: game.name_of(best)?,
            score,
            mate: (score.abs() >= SURE).then_some(score.signum() * (WON - score.abs())),
            depth: info.map_or(0, |info| info.depth.unsigned_abs()),
            nodes: info.map_or(0, |info| info.nodes),
            time: info.map_or(0, |info| info.time),
            line: line.iter().map(|mv| movetext::write(self.rules.variant(), mv)).collect(),
        })
    }
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("game", &self.rules.name()).finish_non_exhaustive()
    }
}

/// The result of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playout {
    /// The number of plies played.
    pub plies: u32,
    /// The outcome, or `None` if the game was cut off.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// Plays random moves for at most `most` plies, and returns the result. The game itself is unchanged. The same seed
    /// gives the same moves.
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
