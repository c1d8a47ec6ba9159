//! The rules of chess variants, for programs that play, show or check games they were not written for.
//!
//! A game is described in a `.ferz` file: pieces in Betza notation, rules in plain words, every disputed rule as a switch
//! with its sources. This library reads such files, reports what is wrong with them, and plays them.
//!
//! ```
//! # fn main() -> Result<(), ferz::Error> {
//! let mut game = ferz::Rules::load("tamerlane")?.start();
//! for text in ["f3f4", "f8f7", "f4f5"] {
//!     game.play_text(text)?;
//! }
//! game.legal_moves().for_each(|mv| print!("{} ", game.text(mv)));
//! println!("\n{}", game.explain("a8a5"));
//! println!("{}", game.draw());
//! # Ok(()) }
//! ```
//!
//! # Engines
//!
//! [`Rules`] are the rules of one game, compiled once; [`Rules::start`] and [`Rules::from_fen`] begin a [`Game`]. Both are
//! cheap to clone, own all they need and can be sent to other threads. A [`Move`] is a small `Copy` value.
//!
//! ```
//! use ferz::{Game, Rules};
//!
//! /// How good the position is for the side to move: here, by how many moves there are.
//! fn search(game: &mut Game, depth: u32) -> i64 {
//!     if game.outcome().is_some() {
//!         return -1_000;
//!     }
//!     let moves = game.legal_moves();
//!     if depth == 0 {
//!         return moves.len() as i64;
//!     }
//!     let mut best = i64::MIN;
//!     for mv in moves {
//!         game.play(mv).expect("a legal move can be played");
//!         best = best.max(-search(game, depth - 1));
//!         game.undo();
//!     }
//!     best
//! }
//!
//! let mut game = Rules::load("shatranj")?.start();
//! assert_eq!(game.perft(2), 256);
//! println!("{}", search(&mut game, 1));
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! # Boards on a screen
//!
//! [`Rules::squares`] are the squares to draw, with [names](Rules::square_name) and [places](Rules::file_and_rank);
//! [`Game::piece`] says what is on them, [`Game::hand`] what is in hand. [`Move::from`] and [`Move::to`] say what to
//! highlight, [`Game::captures`] what comes off. [`Game::svg`] draws it all. [`Game::outcome`] says who won and by which
//! rule, [`Game::explain`] why a move is legal or not.
//!
//! [`Game::view`] is all of this as data, and [`Rules::page`] the rule page; [`Comparison`]
//! says what differs between two games.
//!
//! # Programs that play and learn
//!
//! [`Searcher`] looks ahead, [`Game::playout`] plays on at random. [`Game::planes`] gives a position as numbers, and
//! [`Game::legal_actions`] the moves, numbered once for the whole game.
//!
//! # Choosing the rules
//!
//! [`Loader`] reads files, and chooses the array, the reading and single switches. [`Rules`] lists the choices. A game can also be a text in the program:
//!
//! ```
//! let duel = ferz::Rules::from_text("
//!     variant duel \"Duel\"
//!     board { grid 3 x 4; black is white mirrored }
//!     piece chief C `K` royal
//!     ending { checkmate: loss; stalemate: draw }
//!     array usual { 1 | . C . }
//! ")?.start();
//! let moves: Vec<String> = duel.legal_moves().map(|mv| duel.text(mv)).collect();
//! assert_eq!(moves, ["b1a1", "b1c1", "b1a2", "b1b2", "b1c2"]);
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! # Checking texts
//!
//! Every refusal is an [`Error`]: a list of [`Problem`]s with a code, a message, help and [`Place`]s.
//! [`Loader::check`] finds what is wrong or questionable under any choice of array, reading and switches, [`format()`] lays a
//! text out, [`Betza`] reads the notation of a piece by itself.
//!
//! # Features
//!
//! All are on by default. Without them, the library uses no files, threads, clocks or environment.
//!
//! - `builtin`: the games of `variants/` are part of the library.
//! - `parallel`: counting on several threads.
//! - `report`: `Error::report` draws problems as a terminal shows them.
//! - `cli`: the `ferz` program, with all of the above.

// Only the program uses all that is inside.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
#![warn(unreachable_pub)]

mod base;
#[cfg(feature = "cli")]
mod cli;
mod door;
mod fast;
mod lab;
mod lang;
mod play;
mod rules;
// The package `ferz-study`, which the program cannot depend on while it is a part of the library.
#[cfg(feature = "cli")]
#[allow(dead_code, unreachable_pub, unused_imports)]
#[path = "../study/src/lib.rs"]
mod study;
mod words;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::{main, main_with};

pub use base::diagnostic::Severity;
pub use base::{Color, Outcome, Square};
pub use door::{Betza, Dialect, Error, Game, Loader, Move, Piece, Planes, Playout, Rules, format};
pub use door::{Card, CaseReport, Comparison, Language, NamedPiece, RulePage, TellingGame, View, Word};
pub use door::{PieceType, PieceValue, SearchLimits, SearchResult, Searcher};
pub use lab::self_play::{Ply, SelfPlay};
pub use play::evaluation::StaticEvaluation;
pub use play::game::Random;
pub use rules::Cite;
pub use words::drawing::Pieces;
pub use words::explain::{Explanation, Reason};
pub use words::report::{Place, Problem};

// To studies, and to the tests of what is inside, which live with the other tests, the crate is called as the world calls it.
extern crate self as ferz;

#[cfg(test)]
#[allow(unreachable_pub)]
#[path = "../tests/inside/mod.rs"]
mod inside;

/// The programs in the chapter about the library.
#[cfg(all(doctest, feature = "builtin"))]
#[doc = include_str!("../docs/book/library.md")]
struct Library;
