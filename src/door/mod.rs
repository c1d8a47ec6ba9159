//! What other programs use: loading a game, playing it, and asking about it.
//!
//! Everything here is a thin layer over the rooms below; nothing in it decides a rule.

mod actions;
mod betza;
mod error;
mod game;
mod load;
mod moves;
mod planes;
#[cfg(feature = "study")]
mod study;
mod think;

pub use betza::Betza;
pub use error::Error;
pub use game::{Game, Piece};
pub use load::{Loader, Rules, format};
pub use moves::Move;
pub use planes::Planes;
#[cfg(feature = "study")]
pub use study::{Study, StudySettings, StudySummary};
pub use think::{Playout, SearchLimits, SearchResult, Searcher};
