//! The public API: loading a game, playing it, and querying it.
//!
//! The main types are [`Loader`], [`Rules`], and [`Game`]. This module is a thin layer over the modules below it and
//! defines no rules of its own. Start reading at `load` for the path from a file to [`Rules`], and at `game` for the
//! path from [`Rules`] to moves. The package `ferz` exports all of it, and its page has a tour.

#![warn(missing_docs)]

mod actions;
mod attacks;
mod betza;
mod cases;
mod comparison;
mod dialect;
mod error;
#[cfg(feature = "bridges")]
mod export;
mod game;
#[cfg(feature = "bridges")]
mod import;
mod load;
mod moves;
mod numbering;
mod page;
mod pictures;
mod planes;
mod records;
mod rules;
mod self_play;
mod set_up;
mod state;
mod statements;
mod think;
mod view;

pub use attacks::Pin;
pub use betza::Betza;
pub use cases::CaseReport;
pub use comparison::{Comparison, TellingGame};
pub use dialect::Dialect;
pub use error::Error;
#[cfg(feature = "bridges")]
pub use export::ExportFormat;
pub use game::Game;
#[cfg(feature = "bridges")]
pub use import::Import;
pub use load::{Loader, Rules, format};
pub use moves::{LegalMoves, Move};
pub use page::{Card, Language, NamedPiece, RulePage, Word};
pub use planes::Planes;
pub use records::{RecordedGame, Records};
pub use self_play::{PieceType, PieceValue};
pub use statements::StatementTree;
pub use think::{Playout, SearchLimits, SearchResult, Searcher};
pub use view::{View, ViewHand, ViewMove, ViewOutcome, ViewPiece};

#[doc(inline)]
#[cfg(feature = "bridges")]
pub use ferz_bridge::Omission;
#[doc(inline)]
pub use ferz_core::base::{Color, Outcome, Square};
#[doc(inline)]
pub use ferz_core::play::{evaluation::StaticEvaluation, game::Random};
#[doc(inline)]
pub use ferz_core::rules::Cite;
#[doc(inline)]
pub use ferz_syntax::messages::diagnostic::Severity;
#[doc(inline)]
pub use ferz_syntax::messages::fix::Certainty;
#[doc(inline)]
pub use ferz_text::lab::self_play::{Ply, SelfPlay};
#[doc(inline)]
pub use ferz_text::notation::details::{Details, MoveKind};
#[doc(inline)]
pub use ferz_text::notation::fen::{PlacedToken, PositionParts};
#[doc(inline)]
pub use ferz_text::notation::named::Piece;
#[doc(inline)]
pub use ferz_text::notation::record::{DividedRecord, Record, RecordedLine, RecordedMove};
#[doc(inline)]
pub use ferz_text::words::drawing::Pieces;
#[doc(inline)]
pub use ferz_text::words::explain::{Explanation, Reason};
#[doc(inline)]
pub use ferz_text::words::report::{Place, Problem, ProblemEdit, ProblemFix};
