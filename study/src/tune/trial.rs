//! Trials: games of the new piece values against the previous ones.
//!
//! [`Rivals`] plays pairs of games with exchanged sides, and [`Trial`] counts the results.

use ferz::{Color, Game, Move, Random, Rules, SearchLimits, Searcher};
use serde::Serialize;

/// The number of plies after which a game is a draw.
const MAX_LENGTH: u32 = 300;
/// The memory of each search, in megabytes.
const MEMORY: usize = 1;

/// The results of the new values against the previous values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The number of games that the new values won.
    pub won: u32,
    /// The number of draws.
    pub drawn: u32,
    /// The number of games that the new values lost.
    pub lost: u32,
}

impl Trial {
    /// Returns the share of points that the new values scored.
    pub fn score(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }

    /// Returns the sum of two results.
    #[must_use]
    pub fn plus(self, other: Trial) -> Trial {
        let Trial { won, drawn, lost } = other;
        Trial { won: self.won + won, drawn: self.drawn + drawn, lost: self.lost + lost }
    }
}

/// The settings of the games of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number of random plies at the start.
    pub opening: u32,
    /// The number of positions searched for each move.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The players of a trial: the same rules with the previous values and with the new values.
pub struct Rivals {
    rules: [Rules; 2],
    searchers: [Searcher; 2],
}

impl Rivals {
    /// Prepares the players.
    pub fn new(old: Rules, new: Rules) -> Rivals {
        Rivals { searchers: [Searcher::new(&old, MEMORY), Searcher::new(&new, MEMORY)], rules: [old, new] }
    }

    /// Plays two games from the same random opening, with exchanged sides.
    pub fn play(&self, number: u32, terms: Terms) -> Trial {
        let seed = terms.seed ^ u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let one = |color| self.game(terms, seed, color);
        one(Color::White).plus(one(Color::Black))
    }

    /// Plays one game in which the new values play this color.
    fn game(&self, terms: Terms, seed: u64, new: Color) -> Trial {
        let mut games = self.rules.each_ref().map(Rules::start);
        // Each game starts with empty tables, so its result does not depend on earlier games.
        let searchers = self.searchers.each_ref().map(|searcher| searcher.with_memory(MEMORY));
        let mut random = Random::new(seed);
        for ply in 0..MAX_LENGTH {
            if games[0].outcome().is_some() {
                break;
            }
            let side = usize::from(games[0].turn() == new);
            let mv = if ply < terms.opening {
                let mut legal = games[0].legal_moves();
                legal.nth(random.below(legal.len()))
            } else {
                best(&searchers[side], &games[side], terms.nodes, seed ^ u64::from(ply))
            };
            let Some(mv) = mv else { break };
            if games.iter_mut().any(|game| game.play(mv).is_err()) {
                break;
            }
        }
        match games[0].outcome().map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == new => Trial { won: 1, ..Trial::default() },
            Some(Some(_)) => Trial { lost: 1, ..Trial::default() },
            Some(None) | None => Trial { drawn: 1, ..Trial::default() },
        }
    }
}

fn best(searcher: &Searcher, game: &Game, nodes: u64, seed: u64) -> Option<Move> {
    let limits =
        SearchLimits { nodes: Some(nodes), seed: Some(seed), variety: Some(1), ..SearchLimits::default() };
    searcher.search(game, limits, &|| 0, &mut |_| {}).ok().map(|found| found.best)
}
