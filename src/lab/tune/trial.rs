//! Whether new worths play better: games of the new against the old.

use crate::base::Color;
use crate::fast::engine::Engine;
use crate::play::game::{Game, Random};
use crate::play::search::{Limits, Signals, Table, Thinker};
use serde::Serialize;

/// After this number of plies a game is a draw.
const LONGEST: usize = 300;
/// The memory of a search, in megabytes.
const MEMORY: usize = 1;

/// What the new worths won, drew and lost against the old.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Trial {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Trial {
    /// The share of the points that the new worths made.
    pub(crate) fn score(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }

    pub(crate) fn plus(self, other: Trial) -> Trial {
        let Trial { won, drawn, lost } = other;
        Trial { won: self.won + won, drawn: self.drawn + drawn, lost: self.lost + lost }
    }
}

/// How the games of a trial are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// How many plies at the start are played at random.
    pub opening: u32,
    /// How many positions are searched for each move.
    pub nodes: u64,
    pub seed: u64,
}

/// The same rules with the old worths and with the new ones.
pub(crate) struct Rivals {
    engines: [Engine; 2],
    thinkers: [Thinker; 2],
}

impl Rivals {
    pub(crate) fn new(old: Engine, new: Engine) -> Rivals {
        Rivals { thinkers: [Thinker::new(&old), Thinker::new(&new)], engines: [old, new] }
    }

    /// Plays twice from a random beginning, with the sides changed.
    pub(crate) fn play(&self, number: u32, terms: Terms) -> Trial {
        let seed = terms.seed ^ u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let one = |color| game(self, terms, (seed, color));
        one(Color::White).plus(one(Color::Black))
    }
}

/// One game, in which the new worths play this color.
fn game(Rivals { engines, thinkers }: &Rivals, terms: Terms, (seed, new): (u64, Color)) -> Trial {
    let mut games = engines.each_ref().map(|engine| Game::new(engine, engine.variant().start()));
    let mut random = Random::new(seed);
    let tables = [Table::new(MEMORY), Table::new(MEMORY)];
    for ply in 0..LONGEST {
        if games[0].outcome().is_some() {
            break;
        }
        let side = usize::from(games[0].setup().turn == new);
        let mv = if ply < terms.opening as usize {
            let legal = games[0].legal_moves();
            legal.get(random.below(legal.len().max(1))).cloned()
        } else {
            let mut task = thinkers[side].task(&games[side], Limits::nodes(terms.nodes));
            task.blur = (1, seed ^ ply as u64);
            let signals = Signals::default();
            thinkers[side].search(&task, (&tables[side], &signals), &|| 0, 0, &mut |_| {}).best
        };
        let Some(mv) = mv else { break };
        if !games.iter_mut().all(|game| game.play(&mv)) {
            break;
        }
    }
    match games[0].outcome().map(|outcome| outcome.winner) {
        Some(Some(winner)) if winner == new => Trial { won: 1, ..Trial::default() },
        Some(Some(_)) => Trial { lost: 1, ..Trial::default() },
        _ => Trial { drawn: 1, ..Trial::default() },
    }
}
