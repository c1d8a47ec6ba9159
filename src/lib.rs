//! Reads the rules of chess variants from files. A program that uses this library can play, show, and check every game
//! that has such a file.
//!
//! A game is described in a `.ferz` file: pieces in Betza notation, rules in plain words, and every disputed rule as a
//! switch with its sources. This library reads such files, reports their mistakes, and plays the games.
//!
//! # A tour
//!
//! Getting from a file to a list of moves takes three steps. A [`Loader`] reads the file and the choices of the user.
//! It returns [`Rules`], the compiled game. [`Rules::start`] returns a [`Game`], which holds a position and its
//! history.
//!
//! ```
//! let text = "
//!     variant duel \"Duel\"
//!     board { grid 3 x 4; black is white mirrored }
//!     piece chief C `K` royal
//!     ending { checkmate: loss; stalemate: draw }
//!     array usual { 1 | . C . }
//! ";
//! let rules = ferz::Loader::new().text("duel.ferz", text).load("duel.ferz")?;
//! let game = rules.start();
//! let moves: Vec<String> = game.legal_moves().map(|mv| game.text(mv)).collect();
//! assert_eq!(moves, ["b1a1", "b1c1", "b1a2", "b1b2", "b1c2"]);
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Load** a built-in game by its name, optionally with an array, a reading, or single switches. [`Rules`] lists the
//! choices.
//!
//! ```
//! let rules = ferz::Rules::load("monster/two-pawns")?;
//! assert_eq!(rules.array(), "two-pawns");
//! let mine = "[mine]\nset = { \"queen.castling\" = \"yes\" }\n";
//! let rules = ferz::Loader::new().readings("mine.toml", mine).load("coregal@mine")?;
//! assert_eq!(rules.reading(), "mine");
//! let rules = ferz::Loader::new().switch("queen.castling", "yes").load("coregal")?;
//! assert_eq!(rules.value("queen.castling"), Some("yes"));
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Check** a file under every array, reading, and switch. Every rejected input is an [`Error`]: a list of
//! [`Problem`]s, each with a code, a message, help, and [`Place`]s. [`Loader::glance`] is the quick check for an
//! editor, and [`format()`] formats a text.
//!
//! ```
//! let loader = ferz::Loader::new().text("mine.ferz", "variant mine \"Mine\" extends ches\n");
//! let error = loader.check("mine.ferz").unwrap_err();
//! assert_eq!(error.problems()[0].help.as_deref(), Some("did you mean `chess`?"));
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Play** moves by their text or as values. A [`Move`] is a small `Copy` value that belongs to its position.
//!
//! ```
//! let mut game = ferz::Rules::load("chess")?.start();
//! game.play_text("e2e4")?;
//! let reply = game.legal_moves().next().expect("a legal move");
//! game.play(reply)?;
//! game.undo();
//! assert!(game.outcome().is_none());
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Read and write** positions as FEN and games as PGN. [`Dialect`] reads and writes the formats of other programs.
//!
//! ```
//! let mut game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
//! game.play_text("e2e3")?;
//! assert_eq!(game.fen(), "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1");
//! assert_eq!(ferz::Loader::new().games(&game.pgn())?[0].fen(), game.fen());
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Explain** a move. An [`Explanation`] names the rules that make the move legal or illegal, with their lines and
//! sources.
//!
//! ```
//! let game = ferz::Rules::load("chess")?.start();
//! let explanation = game.explain("e1e2");
//! assert!(!explanation.is_legal());
//! println!("{explanation}");
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! **Compare** two games: two files, or one game under two sets of choices.
//!
//! ```
//! let one = ferz::Rules::load("coregal")?;
//! let other = ferz::Loader::new().switch("queen.castling", "yes").load("coregal")?;
//! assert!(!ferz::Comparison::new(&one, &other).is_empty());
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! # Engines
//!
//! [`Rules`] and [`Game`] are cheap to clone, own all their data, and can be sent to other threads. A search needs only
//! the legal moves, [`Game::play`], and [`Game::undo`]:
//!
//! ```
//! use ferz::{Game, Rules};
//!
//! /// Returns the mobility of the side to move after the best line of play.
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
//! let mut game = Rules::load("chess")?.start();
//! assert_eq!(game.perft(2), 400);
//! println!("{}", search(&mut game, 1));
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! [`Searcher`] is the computer player of ferz. It uses alpha-beta search and levels of strength.
//!
//! # Boards on a screen
//!
//! [`Rules::squares`] lists the squares to draw, with their [names](Rules::square_name) and
//! [places](Rules::file_and_rank). [`Game::piece`] returns the piece on a square, and [`Game::hand`] the pieces in
//! hand. [`Move::from`] and [`Move::to`] are the squares to highlight, and [`Game::details`] names every piece that a
//! move captures, moves, or changes. [`Game::svg`] draws the whole board. [`Game::outcome`] returns the winner and the
//! rule that ended the game.
//!
//! [`Game::view`] returns all of this as data, and [`Rules::page`] the rule page.
//!
//! # Machine learning
//!
//! [`Game::planes`] encodes a position as numbers, and [`Game::legal_actions`] returns the numbers of the legal moves.
//! A move has the same number in all positions of a game. [`Game::playout`] plays random moves, and
//! [`Searcher::self_play`] plays a game of the computer player against itself.
//!
//! # Notation
//!
//! [`Betza`] parses the notation of a piece without a game:
//!
//! ```
//! let knight: ferz::Betza = "N".parse()?;
//! assert_eq!(knight.name(), Some("knight"));
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! # Features
//!
//! All features are on by default. Without them, the library uses no files, threads, clocks, or environment variables.
//!
//! - `bridges`: reads and writes the rule files of other programs.
//! - `builtin`: embeds the games of `variants/` in the library.
//! - `parallel`: adds [`Game::perft_on`], which counts on several threads.
//! - `pictures`: embeds the pictures of pieces for SVG drawings.
//! - `report`: adds [`Error::report`], which formats problems for a terminal.
//! - `cli`: adds the program `ferz` and enables all other features.

#[doc(inline)]
pub use ferz_door::*;

/// Runs the program `ferz` with the arguments of the process.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub fn main() -> std::process::ExitCode {
    ferz_cli::main(ferz_lsp::run)
}

/// Runs the program `ferz` with these arguments.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub fn main_with(args: Vec<std::ffi::OsString>) -> std::process::ExitCode {
    ferz_cli::main_with(args, ferz_lsp::run)
}

/// The chapter about the library, whose code blocks are run as doctests.
#[cfg(all(doctest, feature = "builtin"))]
#[doc = include_str!("../docs/book/library.md")]
struct Library;
