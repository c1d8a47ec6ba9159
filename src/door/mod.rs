//! The public API: loading a game, playing it, and querying it.
//!
//! The main types are [`Loader`], [`Rules`], and [`Game`]. Everything here is a thin layer over the modules below and
//! defines no rule of its own.

mod actions;
mod betza;
mod cases;
mod comparison;
mod dialect;
mod error;
mod game;
mod load;
mod moves;
mod page;
mod planes;
mod self_play;
mod think;
mod view;

pub use betza::Betza;
pub use cases::CaseReport;
pub use comparison::{Comparison, TellingGame};
pub use dialect::Dialect;
pub use error::Error;
pub use game::{Game, Piece};
pub use load::{Loader, Rules, format};
pub use moves::Move;
pub use page::{Card, Language, NamedPiece, RulePage, Word};
pub use planes::Planes;
pub use self_play::{PieceType, PieceValue};
pub use think::{Playout, SearchLimits, SearchResult, Searcher};
pub use view::View;
