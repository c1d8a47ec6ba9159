//! ferz: a compiler and interpreter for the rules of chess variants.
//!
//! A game is written down in a `.ferz` file: pieces in Betza notation, rules in plain words, every doubtful rule as a
//! switch with its sources. This library reads such files, tells everything that is wrong with them, and plays them.
//!
//! For whoever writes an engine or a board for games it did not know before: load a game, ask for its moves. A built-in game
//! is loaded by name with `Catalog::load`; this one is given as text.
//!
//! ```
//! use ferz::fast::engine::Engine;
//! use ferz::lang::catalog::{NoFiles, Catalog};
//! use ferz::play::notation::movetext;
//! use ferz::lang::resolve::{Game, Selection, Text};
//! use ferz::base::source::Sources;
//!
//! let text = "
//!   variant duel \"Duel\"
//!   board { grid 3 x 4; black is white mirrored }
//!   piece chief C `K` royal
//!   ending { checkmate: loss; stalemate: draw }
//!   array usual { 1 | . C . }
//! ";
//! let text = Text { name: "duel.ferz".into(), text: text.into(), readings: None };
//! let game = Game::open(&text, &Catalog::new(&NoFiles), Sources::default());
//! let (variant, problems) = game.variant(&Selection::default());
//! let engine = Engine::new(&variant.ok_or(problems).unwrap());
//! let moves = engine.legal_moves(&engine.start());
//! assert_eq!(movetext::list(engine.variant(), &moves), ["b1a1", "b1a2", "b1b2", "b1c1", "b1c2"]);
//! ```
//!
//! For whoever checks rule files: a file as text gives its problems as data, with the words they are about.
//!
//! ```
//! use ferz::lang::catalog::{NoFiles, Catalog};
//! use ferz::lang::resolve::{Game, Text};
//! use ferz::base::source::Sources;
//!
//! let text = "variant mine \"Mine\"\nbord { grid 8 x 8 }\n";
//! let text = Text { name: "mine.ferz".into(), text: text.into(), readings: None };
//! let problems = Game::open(&text, &Catalog::new(&NoFiles), Sources::default()).check();
//! assert!(problems.iter().any(|problem| problem.help.as_deref() == Some("did you mean `board`?")));
//! ```
//!
//! The way of the data can be read off the modules: text → [`syntax`] → [`resolve`] (with [`betza`] for moves) →
//! [`check`] → [`ir`] → [`mod@reference`], or [`compile`] → [`engine`], with [`notation`], [`game`], [`render`] and [`prose`] around it.

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod fast;
pub mod lab;
pub mod lang;
pub mod play;
pub mod rules;
pub mod words;

// The tests that need what is inside live with the other tests; to them the crate is called as the world calls it.
#[cfg(test)]
extern crate self as ferz;

#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod inside;
