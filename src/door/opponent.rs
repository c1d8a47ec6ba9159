//! A player that searches.

use super::{Game, Move, Rules};
use crate::base;
use crate::play::notation::movetext;
use crate::play::search::{Info, Level, Limits, SURE, Signals, Table, Thinker, WON};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// By how many hundredths of a pawn judgments differ with the seed, so that not all games are alike.
const VARIETY: i32 = 6;

/// A player that looks ahead. It keeps what it found out from one move to the next.
///
/// ```
/// let rules = ferz::Rules::load("chess")?;
/// let game = rules.from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
/// let opponent = ferz::Opponent::new(&rules, 1);
/// let strength = ferz::Strength { nodes: Some(5_000), ..ferz::Strength::default() };
/// let best = opponent.think(&game, &strength, &|| 0, &mut |_| {});
/// assert_eq!(best.map(|mv| game.text(mv)).as_deref(), Some("a1a8"));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone)]
pub struct Opponent {
    thinker: Arc<Thinker>,
    table: Arc<Table>,
}

/// How long to think, and how well. What is not set does not limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// A level from 1 to 10, which sets what the rest leaves open.
    pub level: Option<u8>,
    /// The most plies to look ahead.
    pub depth: Option<u16>,
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The longest time, in milliseconds of the clock that is given.
    pub time: Option<u64>,
    /// What varies the play of equal moves.
    pub seed: u64,
}

/// What a player thinks so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Thought {
    /// How many plies were looked ahead.
    pub depth: i32,
    /// What the position is worth to the side to move, in hundredths of a pawn; nothing if it is decided.
    pub score: Option<i32>,
    /// In how many moves the game is decided: won if positive, lost if negative.
    pub mate: Option<i32>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The moves that are expected.
    pub line: Vec<String>,
}

impl Opponent {
    /// A player of a game, with this much memory.
    pub fn new(rules: &Rules, megabytes: usize) -> Opponent {
        let thinker = Thinker::new(&rules.inner.engine);
        Opponent { thinker: Arc::new(thinker), table: Arc::new(Table::new(megabytes)) }
    }

    /// The move it would make; nothing only in a finished game. `clock` is the time in milliseconds from any beginning, and
    /// every iteration of the search is reported.
    pub fn think(
        &self,
        game: &Game,
        strength: &Strength,
        clock: &(dyn Fn() -> u64 + Sync),
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Move> {
        let level = strength.level.and_then(Level::new);
        let usual = level.map(Level::limits).unwrap_or_default();
        let limits = Limits {
            depth: strength.depth.map(i32::from).or(usual.depth),
            nodes: strength.nodes.or(usual.nodes),
            movetime: strength.time,
            ..usual
        };
        let mut task = self.thinker.task(&game.game, limits);
        task.blur = (level.map_or(0, |level| level.blur).max(VARIETY), strength.seed);
        let signals = Signals::default();
        signals.begin(clock(), false);
        let variant = game.rules.variant();
        let mut tell = |info: &Info| {
            let line = info.line.iter().map(|mv| movetext::write(variant, mv)).collect();
            let decided = info.score.abs() >= SURE;
            let moves = (WON - info.score.abs() + 1) / 2;
            report(&Thought {
                depth: info.depth,
                score: (!decided).then_some(info.score),
                mate: decided.then(|| moves * info.score.signum()),
                nodes: info.nodes,
                time: info.time,
                line,
            });
        };
        let found = self.thinker.search(&task, (&*self.table, &signals), clock, 0, &mut tell);
        let best: base::Move = found.best?;
        game.legal().iter().find(|(_, whole)| *whole == best).map(|(mv, _)| *mv)
    }
}

impl fmt::Debug for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponent").finish_non_exhaustive()
    }
}
