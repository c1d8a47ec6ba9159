//! Studies: many games of each of several rules, played by the computer, and what they have in common.
//!
//! A game is a pure function of the study's settings and its number, so that it does not matter which thread or machine plays
//! it. All that is said of a study is computed from the records of its games.

mod acts;
mod observe;
mod page;
mod plot;
mod record;
mod statistics;
mod summary;
mod tables;

pub(crate) use page::{BEGIN, page};
pub(crate) use record::{Head, Record, read};
pub(crate) use summary::Summary;
pub(crate) use tables::{csv, table};

use crate::fast::engine::Engine;
use crate::play::evaluation::Evaluation;
use crate::play::game::{Game, Random};
use crate::play::playout;
use crate::play::search::Thinker;
use crate::rules::Variant;
use acts::Watch;
use observe::{Mind, Observer};
use record::{Piece, Side};
use serde::{Deserialize, Serialize};

/// How the games of a study are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// How many games are played by each of the rules.
    pub games: u32,
    pub seed: u64,
    /// How many positions are searched for each move; none for moves at random.
    pub nodes: Option<u64>,
    /// How many plies at the start are played at random.
    pub opening: u32,
    /// After how many plies a game is cut off.
    pub plies: u32,
}

/// Rules that take part, with all that is worked out once for them.
struct Contestant {
    engine: Engine,
    thinker: Thinker,
    watch: Watch,
}

/// Some rules, and how their games are played.
pub(crate) struct Study {
    settings: Settings,
    contestants: Vec<Contestant>,
    head: Head,
}

impl Study {
    /// A study of some rules, each with a name.
    pub(crate) fn new(rules: Vec<(String, Engine)>, settings: Settings) -> Study {
        let mut sides: Vec<Side> = Vec::new();
        let mut contestants: Vec<Contestant> = Vec::new();
        for (name, engine) in rules {
            let watch = Watch::new(engine.variant());
            let is_same = |other: &Contestant| plays_alike(other.engine.variant(), engine.variant());
            let same = contestants.iter().position(is_same).map(|at| sides[at].name.clone());
            sides.push(side(name, engine.variant(), &watch, same));
            contestants.push(Contestant { thinker: Thinker::new(&engine), engine, watch });
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let head = Head { ferz: version, study: settings.clone(), of: sides };
        Study { settings, contestants, head }
    }

    /// What the records of the games are to be read with: the first line of their file.
    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> u64 {
        u64::from(self.settings.games) * self.contestants.len() as u64
    }

    /// Plays a game. The rules take turns.
    pub(crate) fn play(&self, number: u64) -> Option<Record> {
        let of = usize::try_from(number % (self.contestants.len().max(1) as u64)).ok()?;
        let contestant = self.contestants.get(of)?;
        let seed = Random::new(self.settings.seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)).number();
        let game = Game::new(&contestant.engine, contestant.engine.variant().start());
        let evaluation: &Evaluation = &contestant.thinker.evaluation;
        let mind = self.settings.nodes.map(|nodes| Mind::new(&contestant.thinker, game.clone(), nodes, seed));
        let mut observer = Observer::new(contestant.engine.variant(), &contestant.watch, evaluation)
            .played_by(Random::new(seed), mind, self.settings.opening);
        let played = playout::play(&game, &mut observer, self.settings.plies);
        Some(observer.record((number, of), seed, &played))
    }
}

/// Whether two games have the same rules, whatever they are called and however they were chosen.
fn plays_alike(one: &Variant, other: &Variant) -> bool {
    let bare = |variant: &Variant| Variant {
        id: String::new(),
        title: String::new(),
        about: Vec::new(),
        notes: Vec::new(),
        history: Vec::new(),
        array: String::new(),
        arrays: Vec::new(),
        reading: String::new(),
        switches: Vec::new(),
        sources: Vec::new(),
        ..variant.clone()
    };
    bare(one) == bare(other)
}

fn side(name: String, variant: &Variant, watch: &Watch, same_as: Option<String>) -> Side {
    let count = |id| variant.setup.iter().filter(|(_, piece)| piece.piece_type == id).count();
    let piece = |(id, piece_type): (_, &crate::rules::PieceType)| Piece {
        token: piece_type.token.clone(),
        title: piece_type.title.clone(),
        start: count(id) as u32,
    };
    Side {
        name,
        game: variant.id.clone(),
        array: variant.array.clone(),
        reading: variant.reading.clone(),
        switches: variant.switches.iter().map(|one| (one.name.clone(), one.chosen.clone())).collect(),
        same_as,
        rules: watch.names.clone(),
        pieces: variant.piece_type_ids().map(piece).collect(),
    }
}
