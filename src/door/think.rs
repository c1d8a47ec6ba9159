//! A player that looks ahead, and games at random.

use super::{Error, Game, Move, Rules};
use crate::base::diagnostic::Code;
use crate::base::{self, Outcome};
use crate::play::game::Random;
use crate::play::notation::movetext;
use crate::play::playout;
use crate::play::search::{Info, Level, Limits, SURE, Signals, Table, Thinker, VARIETY, WON};
use std::fmt;
use std::sync::Arc;

/// Without any limit a search stops after this many positions.
const USUAL_NODES: u64 = 100_000;

/// How long a [`Searcher`] looks ahead, and how well. Without any limit it stops after 100,000 positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// A level from 1 to 10, which limits what nothing else here does, and errs as people do.
    pub level: Option<u8>,
    /// The most plies of an iteration.
    pub depth: Option<u32>,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The longest time in milliseconds, as the clock of [`Searcher::search`] counts them.
    pub time: Option<u64>,
    /// Decides between moves that are about equally good; without it, the best one known is played.
    pub seed: Option<u64>,
    /// The range in hundredths of a pawn by which evaluations vary with the seed; without it, 6.
    pub variety: Option<u8>,
}

impl SearchLimits {
    /// The limits of a search, with those of a level where nothing else is said.
    fn within(self, level: Option<Level>) -> Limits {
        let usual = level.map(Level::limits).unwrap_or_default();
        let depth = self.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX));
        let is_limited = level.is_some() || depth.is_some() || self.time.is_some();
        let nodes = self.nodes.or(usual.nodes).or((!is_limited).then_some(USUAL_NODES));
        Limits { depth: depth.or(usual.depth), nodes, movetime: self.time, ..usual }
    }
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
    /// How long it took, in milliseconds.
    pub time: u64,
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
/// let found = Searcher::new(&rules, 1).search(&game, limits, &|| 0, &mut |_| {})?;
/// assert_eq!((found.line[0].as_str(), found.mate), ("d1d8", Some(1)));
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Searcher {
    pub(super) rules: Rules,
    pub(super) thinker: Arc<Thinker>,
    pub(super) table: Table,
}

impl Searcher {
    /// A player with a memory of about this many megabytes.
    pub fn new(rules: &Rules, megabytes: usize) -> Searcher {
        Searcher {
            rules: rules.clone(),
            thinker: Arc::new(Thinker::new(&rules.inner.engine)),
            table: Table::new(megabytes),
        }
    }

    /// Looks ahead on this thread, and reports what every iteration finds. `clock` gives the time in milliseconds from any
    /// beginning; without a limit of time it may always give zero. With the same history, memory and limits other than time the
    /// answer is the same.
    ///
    /// # Errors
    /// If the game is over, or is a game with other rules.
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
            return refuse(Code::MoveIllegal, "the game is played by other rules");
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
        let result = found.best.and_then(|best| self.result(game, &best, last.as_ref()));
        result.map_or_else(|| refuse(Code::MoveGameOver, "the game is over"), Ok)
    }

    /// What has been found so far, and that this move is the best.
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
