//! The players of a game, and the strength of the computer player: by level, time, or number of positions, for both sides or for each.
//!
//! [`StrengthArgs`] are the options, and [`Opponent`] is the computer player. [`Opponent::choose`] searches at once,
//! and [`Opponent::job`] prepares a search for another thread.

use crate::think::{EngineHandle, HASH, claim};
use clap::{Args, ValueEnum, value_parser};
use ferz_core::base::{ByColor, Color, Move};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Clock, Info, Level, Limits, SearchTask, TranspositionTable};
use std::str::FromStr;
use std::sync::Arc;

/// The default level.
const USUAL: u8 = 6;

/// The maximum time for one move in milliseconds, if no time is given.
const PATIENCE: u64 = 10_000;

/// The search time of a hint, in milliseconds.
pub(super) const HINT: u64 = 1_500;

/// The range, in hundredths of a pawn, by which evaluations vary with the seed, so that games differ.
const VARIETY: i32 = 6;

/// The player of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Player {
    /// A person
    Human,
    /// A player that makes random moves
    Random,
    /// A player that searches ahead
    #[value(alias = "computer")]
    Engine,
}

impl Player {
    /// Returns the name in a record.
    pub(super) fn title(self) -> &'static str {
        match self {
            Player::Human => "Human",
            Player::Random => "ferz, at random",
            Player::Engine => "ferz",
        }
    }
}

#[derive(Args)]
pub(super) struct StrengthArgs {
    /// The strength of the engine, from 1 to 10; 3/8 is for White and Black. With --time, it plays as weakly, but on a
    /// clock
    #[arg(long, value_name = "N[/N]", value_parser = both::<Strength>, conflicts_with_all = ["movetime", "nodes"])]
    level: Option<ByColor<Strength>>,
    /// The time of the engine for the game and the increment for each move, such as 5m+3s; 5m/30s is for White and
    /// Black, and 5 is five seconds for the whole game
    #[arg(long, value_name = "TIME[/TIME]", value_parser = both::<Time>, conflicts_with_all = ["movetime", "nodes"])]
    time: Option<ByColor<Time>>,
    /// The time of the engine for each move, such as 500ms or 2s
    #[arg(long, value_name = "TIME[/TIME]", value_parser = both::<Time>, conflicts_with = "nodes")]
    movetime: Option<ByColor<Time>>,
    /// The number of positions the engine searches for each move, at least 1
    #[arg(long, value_name = "N[/N]", visible_alias = "effort", value_parser = both::<Nodes>)]
    nodes: Option<ByColor<Nodes>>,
    /// The number of threads the engine uses, at most 1024; with more than one, games cannot be repeated
    #[arg(long, value_name = "T", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl StrengthArgs {
    /// Returns true if an option makes sense only for a computer player.
    pub(super) fn needs_engine(&self) -> bool {
        self.level.is_some() || self.movetime.is_some() || self.nodes.is_some()
    }
}

/// Parses one value for both sides, or one for each.
fn both<T: FromStr<Err = String> + Copy>(text: &str) -> Result<ByColor<T>, String> {
    let (white, black) = text.split_once('/').unwrap_or((text, text));
    Ok(ByColor { white: white.trim().parse()?, black: black.trim().parse()? })
}

#[derive(Clone, Copy, Debug)]
struct Strength(Level);

impl FromStr for Strength {
    type Err = String;
    fn from_str(text: &str) -> Result<Strength, String> {
        let level = text.parse().ok().and_then(Level::new);
        level.map(Strength).ok_or_else(|| "a level is a number from 1 to 10".to_owned())
    }
}

#[derive(Clone, Copy, Debug)]
struct Nodes(u64);

impl FromStr for Nodes {
    type Err = String;
    fn from_str(text: &str) -> Result<Nodes, String> {
        match text.parse() {
            Ok(number @ 1..=1_000_000_000_000) => Ok(Nodes(number)),
            _ => Err("expected a number from 1 to 1000000000000".to_owned()),
        }
    }
}

/// A time and the increment after each move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    pub base: u64,
    pub more: u64,
}

impl FromStr for Time {
    type Err = String;
    fn from_str(text: &str) -> Result<Time, String> {
        let (base, more) = text.split_once('+').unwrap_or((text, "0"));
        let wrong = || format!("`{text}` is not a time such as 90s, 5m+3s, or 500ms");
        match (span(base), span(more)) {
            (Some(base), Some(more)) if base > 0 => Ok(Time { base, more }),
            _ => Err(wrong()),
        }
    }
}

/// Parses a duration such as `5m`, `3s`, `250ms`, or a number of seconds. Returns milliseconds.
fn span(text: &str) -> Option<u64> {
    let text = text.trim();
    let units = [("ms", 1.0), ("h", 3_600_000.0), ("m", 60_000.0), ("s", 1_000.0), ("", 1_000.0)];
    let (number, unit) = units.into_iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let span = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    (span <= 1e10).then_some(span as u64)
}

/// The limit of a side's searches.
#[derive(Clone, Copy, Debug)]
enum SearchBudget {
    Level(Level),
    /// The remaining time of the game, and the level of a player who also plays by the clock.
    Clock(Time, Option<Level>),
    MoveTime(u64),
    Nodes(u64),
}

/// The decision of a computer player.
pub(super) enum EngineChoice {
    Move(Move),
    /// Claims the end of the game for this reason.
    Claim(String),
    Nothing,
}

/// A computer player for either side.
pub(super) struct Opponent {
    handles: ByColor<EngineHandle>,
    budgets: ByColor<SearchBudget>,
    seed: u64,
}

impl Opponent {
    pub(super) fn new(engine: &Engine, args: &StrengthArgs, seed: u64) -> Opponent {
        let handle = EngineHandle::new(engine, Arc::new(TranspositionTable::new(HASH)), args.threads.into());
        let mut other = handle.clone();
        (other.table, other.signals) = (Arc::new(TranspositionTable::new(HASH)), Arc::default());
        let budget = |color: Color| {
            let level = args.level.as_ref().map(|level| level.get(color).0);
            let time = args.time.as_ref().map(|time| SearchBudget::Clock(*time.get(color), level));
            let level = level.map(SearchBudget::Level);
            let movetime = args.movetime.as_ref().map(|time| SearchBudget::MoveTime(time.get(color).base));
            let nodes = args.nodes.as_ref().map(|nodes| SearchBudget::Nodes(nodes.get(color).0));
            let usual = || Level::new(USUAL).map_or(SearchBudget::Nodes(25_000), SearchBudget::Level);
            time.or(level).or(movetime).or(nodes).unwrap_or_else(usual)
        };
        Opponent { handles: ByColor { white: handle, black: other }, budgets: ByColor::from_fn(budget), seed }
    }

    /// Sets the level of both sides from a text such as `3` or `3/8`. A clock continues to run.
    ///
    /// # Errors
    /// If the text is not a level.
    pub(super) fn set_level(&mut self, text: &str) -> Result<(), String> {
        let levels = both::<Strength>(text)?;
        for color in Color::ALL {
            let level = levels.get(color).0;
            let budget = self.budgets.get_mut(color);
            *budget = match *budget {
                SearchBudget::Clock(time, _) => SearchBudget::Clock(time, Some(level)),
                _ => SearchBudget::Level(level),
            };
        }
        Ok(())
    }

    /// Searches for a move, stores the last report of the search, and returns the decision. It is `Nothing` only if
    /// there is no claim, and no legal move or no complete list of them.
    pub(super) fn choose(&mut self, game: &GameHistory, last: &mut Option<Info>) -> EngineChoice {
        let job = self.next_search(game);
        *last = None;
        let found = job.think(&mut |info| {
            if info.rank == 0 {
                *last = Some(info.clone());
            }
        });
        self.spend(&job);
        let score = last.as_ref().map_or(0, |info| info.score);
        match (claim(game, score), found) {
            (Some(claimed), _) => EngineChoice::Claim(claimed.reason),
            (None, Some(mv)) => EngineChoice::Move(mv),
            (None, None) => EngineChoice::Nothing,
        }
    }

    /// Prepares the next search.
    pub(super) fn next_search(&self, game: &GameHistory) -> SearchJob {
        let side = game.setup().turn;
        let handle = self.handles.get(side).clone();
        let (limits, blur) = match *self.budgets.get(side) {
            SearchBudget::Level(level) => (level.limits(), level.blur),
            SearchBudget::Clock(Time { base, more }, level) => {
                let clock = Some(Clock { left: base, more, moves: None });
                let (limits, blur) =
                    level.map_or((Limits::default(), 0), |level| (level.limits(), level.blur));
                (Limits { clock, ..limits }, blur)
            }
            SearchBudget::MoveTime(time) => (Limits { movetime: Some(time), ..Limits::default() }, 0),
            SearchBudget::Nodes(nodes) => (Limits::nodes(nodes), 0),
        };
        let limits = match limits.clock.is_none() && limits.movetime.is_none() {
            true => Limits { movetime: Some(PATIENCE), ..limits },
            false => limits,
        };
        let mut task = handle.thinker.task(game, limits);
        task.blur = (blur.max(VARIETY), self.seed);
        SearchJob::new(handle, side, task)
    }

    /// Prepares a search for the best move within this time, at full strength.
    pub(super) fn advice(&self, game: &GameHistory, time: u64) -> SearchJob {
        let side = game.setup().turn;
        let handle = self.handles.get(side).clone();
        let task = handle.thinker.task(game, Limits { movetime: Some(time), ..Limits::default() });
        SearchJob::new(handle, side, task)
    }

    /// Subtracts the time of a finished search from the clock of its side.
    pub(super) fn spend(&mut self, job: &SearchJob) {
        if let SearchBudget::Clock(Time { base, more }, _) = self.budgets.get_mut(job.side) {
            *base = (base.saturating_sub(job.handle.now() - job.begun) + *more).max(1);
        }
    }

    /// Returns the remaining time of a side and its increment for each move, if it plays by the clock.
    pub(super) fn clock(&self, side: Color) -> Option<(u64, u64)> {
        match self.budgets.get(side) {
            SearchBudget::Clock(Time { base, more }, _) => Some((*base, *more)),
            _ => None,
        }
    }

    /// Sets the clock of a side, if it plays by the clock.
    pub(super) fn set_clock(&mut self, side: Color, left: u64) {
        if let SearchBudget::Clock(Time { base, .. }, _) = self.budgets.get_mut(side) {
            *base = left.max(1);
        }
    }
}

/// A search that is prepared or running.
#[derive(Clone)]
pub(super) struct SearchJob {
    handle: EngineHandle,
    pub(super) side: Color,
    task: SearchTask,
    begun: u64,
}

impl SearchJob {
    fn new(handle: EngineHandle, side: Color, task: SearchTask) -> SearchJob {
        let begun = handle.now();
        handle.signals.begin(begun, false);
        SearchJob { handle, side, task, begun }
    }

    /// Searches and returns the best move, or `None` if there is no legal move, or if listing the moves takes too long.
    pub(super) fn think(&self, report: &mut dyn FnMut(&Info)) -> Option<Move> {
        self.handle.think(&self.task, report).best
    }

    /// Stops the search without a result.
    pub(super) fn abandon(&self) {
        self.handle.signals.abandon();
    }
}
