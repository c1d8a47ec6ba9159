//! Studies: many games that the computer plays with each of several sets of rules, with statistics. The crate also
//! contains tuning, which finds piece values from such games.
//!
//! A game depends only on the settings of the study and on its number. Therefore, any thread or machine can play it
//! with the same result. All statistics are computed from the records of the games.
//!
//! [`Study`] plays games, [`read`] reads their records, [`Summary`] summarizes them, and [`tune::tune`] finds piece
//! values.

mod html;
mod plot;
mod record;
#[doc(hidden)]
pub mod statistics;
mod summary;
mod tables;
pub mod tune;

pub use record::{Head, PieceType, Record, Side, Unreadable, read};
pub use statistics::Estimate;
pub use summary::{About, Acted, Difference, EndedBy, Metric, PieceSummary, Summary};

use ferz::{Random, Rules, Searcher, SelfPlay};
use serde::{Deserialize, Serialize};

/// The score at which a side counts as leading, in hundredths of a pawn.
const LEAD: i32 = 100;

/// The settings of the games of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The number of games with each set of rules.
    pub games: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of positions searched for each move, or `None` for random moves.
    pub nodes: Option<u64>,
    /// The number of random plies at the start.
    pub opening: u32,
    /// The number of plies after which a game is cut off.
    pub plies: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { games: 100, seed: 1, nodes: None, opening: 4, plies: 1_000 }
    }
}

/// A study: many games with each of several sets of rules.
#[derive(Debug)]
pub struct Study {
    head: Head,
    /// The rules and their searchers, by the number of the rules.
    players: Vec<(Rules, Searcher)>,
}

impl Study {
    /// Creates a study of sets of rules, each with a name.
    pub fn new(rules: Vec<(String, Rules)>, settings: Settings) -> Study {
        let mut sides: Vec<Side> = Vec::new();
        let mut players: Vec<(Rules, Searcher)> = Vec::new();
        for (name, rules) in rules {
            // Equal rules are reported, because differences between them are due to chance.
            let same = players.iter().position(|(other, _)| other.plays_like(&rules));
            sides.push(Side::new(name, &rules, same.map(|at| sides[at].name.clone())));
            let searcher = Searcher::new(&rules, 1);
            players.push((rules, searcher));
        }
        let head = Head { ferz: env!("CARGO_PKG_VERSION").to_owned(), study: settings, of: sides };
        Study { head, players }
    }

    /// Returns the first line of a file of games, which is needed to read the records.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the number of games of all rules.
    pub fn games(&self) -> u64 {
        u64::from(self.head.study.games) * self.players.len() as u64
    }

    /// Plays the game with this number, counted from 0. Successive games use successive sets of rules. Returns `None`
    /// if the study has no rules.
    pub fn play(&self, number: u64) -> Option<Record> {
        let of = usize::try_from(number % (self.players.len().max(1) as u64)).ok()?;
        let (rules, searcher) = self.players.get(of)?;
        let Settings { seed, nodes, opening, plies, .. } = self.head.study;
        // Each game has a seed of its own, so its moves do not depend on the other games.
        let seed = Random::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)).number();
        let start = rules.start();
        let mut record = Record::new((number, of), seed, &self.head.of[of], start.material());
        let mut neutral = Vec::new();
        for piece_type in rules.piece_types() {
            neutral.push(piece_type.is_neutral);
        }
        let mut moves = Vec::new();
        let mut leader = 0;
        let played = searcher.self_play(&start, SelfPlay { seed, opening, plies, nodes }, &mut |ply| {
            record.choices += ply.choices as u64;
            for rule in &ply.acted {
                record.acts[*rule] += 1;
            }
            for (number, [white, black]) in ply.material.iter().enumerate() {
                if !neutral[number] {
                    record.more[number] += i64::from(*white) - i64::from(*black);
                }
            }
            record.left.clone_from(&ply.material);
            if ply.score.abs() >= LEAD {
                record.leads += u32::from(leader == -ply.score.signum());
                leader = ply.score.signum();
            }
            moves.push(ply.text.clone());
        });
        record.moves = moves.join(" ");
        record.end(&self.head.of[of], &played);
        Some(record)
    }
}
