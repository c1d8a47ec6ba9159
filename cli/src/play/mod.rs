//! `ferz play`: a game in the terminal between people, random players, and engines.
//!
//! [`run`] loads or starts the game, and then plays it on the full screen (`screen`) if the program runs in a terminal,
//! or otherwise by lines of text (`session`). Both use the same game and the same computer players (`strength`).

mod choices;
mod edit;
mod help;
mod input;
pub mod ongoing;
mod refusal;
mod saved;
pub mod screen;
mod session;
pub mod strength;
mod tokens;

use super::engine::EngineArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::position::PositionArgs;
use super::records::FoundRecords;
use clap::{Args, value_parser};
use ferz_core::base::{ByColor, Color};
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::rules::First;
use ferz_text::notation::record::Identity;
pub(super) use input::Input;
use ongoing::OngoingGame;
use session::Session;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};
use strength::{Opponent, Player, StrengthArgs};

/// The maximum number of plies of a game between two computer players, if the user gives no limit.
const UNWATCHED_PLIES: usize = 300;

#[derive(Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The player of White; a human by default
    #[arg(long, value_enum, value_name = "PLAYER")]
    white: Option<Player>,
    /// The player of Black; a human by default, or the engine if an option sets its strength
    #[arg(long, value_enum, value_name = "PLAYER")]
    black: Option<Player>,
    /// Play White against the computer, as with --black engine
    #[arg(long, conflicts_with_all = ["white", "black"])]
    computer: bool,
    /// The seed of the random numbers, to play the same game again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Stop after N plies; a game between computer players stops after 300 by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=100_000))]
    plies: Option<u32>,
    /// Continue the game in this file, by the rules that it names
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "sets", "fen", "readings"])]
    load: Option<PathBuf>,
    /// Show lines of text instead of a full screen, as without a terminal
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl PlayArgs {
    /// The placeholder for the name of a game that comes from a loaded file.
    pub(super) const NO_GAME: &'static str = "";

    /// Returns the players of both sides. The strength of the engine implies that it plays one of them.
    fn players(&self) -> Result<ByColor<Player>, CommandError> {
        let is_engine = [self.white, self.black].contains(&Some(Player::Engine));
        let needed = (self.computer || self.strength.needs_engine()) && !is_engine;
        let (white, black) = match (self.white, self.black) {
            (Some(_), Some(_)) if needed => {
                let stop = CommandError::message("the engine plays neither side, so it has no strength");
                return Err(stop.help("`--black engine` makes it play Black"));
            }
            (None, Some(black)) if needed => (Player::Engine, black),
            (white, None) if needed => (white.unwrap_or(Player::Human), Player::Engine),
            (white, black) => (white.unwrap_or(Player::Human), black.unwrap_or(Player::Human)),
        };
        Ok(ByColor { white, black })
    }
}

pub(super) fn run(args: &PlayArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let mut random = Random::new(seed);
    let players = args.players()?;
    let (mut ongoing, drawn) = begin(args, players, &mut random, output)?;
    ongoing.style = args.position.style_name(ongoing.variant())?;
    let opponent = Opponent::new(ongoing.game.engine(), &args.strength, seed);
    let is_human = Color::ALL.map(|color| ongoing.is_human(color));
    let watched = is_human.contains(&true);
    let limit = args.plies.map_or(if watched { usize::MAX } else { UNWATCHED_PLIES }, |plies| plies as usize);
    if watched && !args.text && !output.is_plain() && screen::is_there() {
        let file = args.load.as_ref().map(|path| path.display().to_string());
        let start = screen::SessionStart {
            ongoing,
            opponent,
            random,
            limit,
            from: file.or(args.position.fen.clone()),
        };
        let is_unsaved = screen::play(start, output)?;
        return Ok(if is_unsaved { ExitVerdict::Unclear } else { ExitVerdict::Yes });
    }
    let mut session = Session {
        opponent,
        ongoing,
        random,
        limit,
        input: Input::new(),
        flipped: false,
        signs: None,
        info: None,
        output,
    };
    let is_random = drawn || is_human.contains(&false);
    session.greet(is_random.then_some(seed), drawn)?;
    if watched {
        session.play()?
    } else {
        session.watch()?
    }
    Ok(if session.ongoing.is_unsaved { ExitVerdict::Unclear } else { ExitVerdict::Yes })
}

/// Starts the game to play. The flag is true if the first player was chosen at random.
fn begin(
    args: &PlayArgs,
    players: ByColor<Player>,
    random: &mut Random,
    output: &mut Output,
) -> Result<(OngoingGame, bool), CommandError> {
    if let Some(path) = &args.load {
        let (recorded, rules) = FoundRecords::read(path)?.pick(1)?;
        return Ok((OngoingGame::resumed(recorded, rules, players), false));
    }
    if args.position.game.name() == PlayArgs::NO_GAME {
        let stop = CommandError::message("name a game: ferz play GAME");
        return Err(
            stop.help("`ferz list` lists the built-in games; `ferz play --load FILE` continues a game")
        );
    }
    let (loaded, mut start) = args.position.load(output)?;
    let drawn = args.position.fen.is_none() && loaded.variant.first == First::Dice;
    if drawn && random.coin() {
        start.turn = Color::Black;
        start.progress = loaded.variant.opening(Color::Black);
    }
    let engine = args.engine.of(&loaded.variant);
    let named = &args.position.game;
    let identity = Identity::new(named.name(), &loaded.variant, &named.sets, named.has_readings());
    let game = GameHistory::new(&engine, start);
    Ok((OngoingGame::new(Rc::new(loaded), identity, game, players), drawn))
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // The seed is short enough for a person to type it again.
    (now.as_nanos() % 1_000_000_007) as u64
}
