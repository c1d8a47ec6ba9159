//! `ferz play`: a game in the terminal, between people, random players, and engines.

mod input;
mod saved;
mod session;
mod strength;

use super::engine::EngineArgs;
use super::output::{Output, Stop, Verdict};
use super::position::PositionArgs;
use crate::base::{ByColor, Color};
use crate::play::game::{Game, Random};
use crate::rules::First;
use crate::words::explain::Explainer;
use clap::{Args, ValueEnum, value_parser};
use input::Input;
use session::Session;
use std::time::{SystemTime, UNIX_EPOCH};
use strength::{Opponent, StrengthArgs};

/// The longest game between two computer players, if no limit is given.
const UNWATCHED_PLIES: usize = 300;

#[derive(Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = Player::Human)]
    white: Player,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = Player::Human)]
    black: Player,
    /// The seed of the random numbers, to play the same game again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Stop after N plies; a game between computer players stops after 300 by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=100_000))]
    plies: Option<u32>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Player {
    /// A person who types moves
    Human,
    /// A player that chooses moves at random
    Random,
    /// A player that searches ahead
    Engine,
}

pub(super) fn run(args: &PlayArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let (loaded, mut start) = args.position.load(output)?;
    let variant = &loaded.variant;
    let players = ByColor { white: args.white, black: args.black };
    let drawn = args.position.fen.is_none() && variant.first == First::Dice;
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let mut random = Random::new(seed);
    if drawn && random.coin() {
        start.turn = Color::Black;
    }
    let engine = args.engine.maker()(variant);
    let is_human = [args.white, args.black].map(|player| player == Player::Human);
    let watched = is_human.contains(&true);
    let mut session = Session {
        opponent: Opponent::new(&engine, &args.strength, seed),
        game: Game::new(&engine, start),
        explainer: Explainer::new(variant, &loaded.game.sources),
        rules: &loaded,
        reference: args.position.game.reference(variant),
        sets: args.position.game.sets.clone(),
        players,
        random,
        limit: args.plies.map_or(if watched { usize::MAX } else { UNWATCHED_PLIES }, |plies| plies as usize),
        input: Input::new(),
        is_unsaved: false,
        output,
    };
    let is_random = drawn || is_human.contains(&false);
    session.greet(is_random.then_some(seed), drawn)?;
    if watched {
        session.play()?
    } else {
        session.watch()?
    }
    Ok(if session.is_unsaved { Verdict::Unclear } else { Verdict::Yes })
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to type again.
    (now.as_nanos() % 1_000_000_007) as u64
}
