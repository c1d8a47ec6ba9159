//! Integration tests: the behavior of the program from outside, and rules about its sources. Tests that need internal
//! interfaces are in `tests/inside`.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[cfg(feature = "cli")]
#[path = "../inside/mod.rs"]
mod inside;

#[cfg(feature = "cli")]
mod across;
mod architecture;
#[cfg(all(feature = "cli", unix))]
mod background;
#[cfg(feature = "cli")]
mod book;
#[cfg(feature = "cli")]
mod claims;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod command_line;
#[cfg(feature = "cli")]
mod completing;
#[cfg(feature = "cli")]
mod conformance;
#[cfg(all(feature = "cli", unix))]
mod console;
#[cfg(feature = "cli")]
mod cost;
#[cfg(feature = "cli")]
mod daily;
mod dialects;
#[cfg(feature = "cli")]
mod distinguishing;
#[cfg(feature = "cli")]
mod fairy_games;
#[cfg(feature = "cli")]
mod fixing;
#[cfg(feature = "cli")]
mod help;
#[cfg(feature = "cli")]
mod hostile;
#[cfg(feature = "cli")]
mod import;
mod imports;
#[cfg(feature = "cli")]
mod limits;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(feature = "cli")]
mod messages;
mod naming;
#[cfg(feature = "cli")]
mod notation;
#[cfg(feature = "cli")]
mod origins;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "builtin")]
mod perft;
#[cfg(feature = "cli")]
mod prose;
#[cfg(feature = "cli")]
mod protocol;
#[cfg(feature = "cli")]
mod readme;
#[cfg(feature = "cli")]
mod records;
#[cfg(feature = "cli")]
mod regions;
#[cfg(all(feature = "cli", unix))]
mod screen;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod slips_across;
#[cfg(feature = "cli")]
mod slips_fixed;
mod slow_games;
#[cfg(feature = "cli")]
mod snapshot_files;
#[cfg(feature = "cli")]
mod study;
#[cfg(all(feature = "cli", unix))]
mod terminal;
#[cfg(feature = "cli")]
mod tune;
#[cfg(feature = "cli")]
mod typing;
#[cfg(feature = "cli")]
mod unusual;
#[cfg(feature = "cli")]
mod usable;
#[cfg(feature = "cli")]
mod workshop;
#[cfg(all(feature = "cli", unix))]
mod writing;
