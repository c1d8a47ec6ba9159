//! Tests that need internal interfaces.

#[cfg(feature = "builtin")]
mod amend;
mod betza;
mod bitboard;
#[cfg(all(feature = "bridges", feature = "builtin"))]
mod bridges;
mod castling;
#[cfg(all(feature = "builtin", feature = "cli"))]
mod causes;
#[cfg(feature = "cli")]
mod check;
mod core;
mod counting;
mod demands;
#[cfg(feature = "builtin")]
mod details;
#[cfg(feature = "builtin")]
mod dialects;
#[cfg(feature = "builtin")]
mod door;
mod engine;
mod explain;
#[cfg(all(feature = "bridges", feature = "builtin"))]
mod export;
#[cfg(feature = "builtin")]
mod facts;
#[cfg(feature = "bridges")]
mod fairy_stockfish;
mod fates;
#[cfg(all(feature = "builtin", feature = "pictures"))]
mod figures;
#[cfg(feature = "cli")]
pub(super) mod fixing;
#[cfg(feature = "cli")]
mod fixture;
#[cfg(feature = "cli")]
mod forms;
mod found_records;
mod games;
mod grammar;
mod hands;
#[cfg(feature = "builtin")]
pub mod heirs;
pub(crate) mod help;
#[cfg(feature = "cli")]
mod hostile;
mod layout;
mod lines;
#[cfg(feature = "builtin")]
mod lints;
mod lossless;
mod moved;
pub(super) mod mutations;
mod notation;
mod one_message;
mod oracle;
mod outdated;
mod passing;
#[cfg(feature = "builtin")]
mod playout;
mod random;
mod random_games;
mod recorded;
mod records;
mod related;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "builtin")]
mod round_trips;
mod rules;
#[cfg(feature = "builtin")]
mod search;
mod shelf;
mod shipped;
#[cfg(feature = "cli")]
pub(super) mod slips;
mod slots;
mod syntax;
mod tables;
mod threads;
mod turns;
#[cfg(feature = "cli")]
mod units;
mod untabled;
mod usable;
#[cfg(feature = "builtin")]
mod winnable;
#[cfg(feature = "builtin")]
mod wishes;
#[cfg(feature = "cli")]
mod words;
