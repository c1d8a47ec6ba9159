//! A game in progress.

use super::{Error, Move, Rules};
use crate::base::diagnostic::Code;
use crate::base::{self, Color, Outcome, Setup, Square};
#[cfg(feature = "parallel")]
use crate::fast::engine::PerftOptions;
use crate::play::game;
use crate::play::notation::{fen, movetext};
use crate::play::record;
use crate::words::drawing::{Drawing, position, svg, text};
use crate::words::explain::Explanation;
use crate::words::outcome;
use std::fmt;
use std::sync::OnceLock;

/// A game in progress: a position, how it came about, and the rules it is played by.
///
/// It owns everything it needs, so that it can be stored, cloned and sent to another thread.
///
/// ```
/// let mut game = ferz::Rules::load("chess")?.start();
/// game.play_text("e2e4")?;
/// let reply = game.legal_moves().find(|mv| game.text(*mv) == "g8f6").unwrap();
/// game.play(reply)?;
/// assert_eq!(game.fen(), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
/// assert_eq!(game.history().last(), Some((reply, "g8f6".into())));
/// game.undo();
/// assert_eq!(game.turn(), ferz::Color::Black);
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Rules,
    pub(super) game: game::Game,
    played: Vec<Move>,
    /// The legal moves, once they were asked for.
    legal: OnceLock<Vec<(Move, base::Move)>>,
}

/// A piece, as it is written and called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Piece<'r> {
    /// Whose it is.
    pub color: Color,
    /// How the rules write it: upper case, in a FEN lower case for Black.
    pub token: &'r str,
    /// What it is called.
    pub title: &'r str,
}

impl Game {
    pub(super) fn new(rules: &Rules, setup: Setup) -> Game {
        Game {
            rules: rules.clone(),
            game: game::Game::new(&rules.inner.engine, setup),
            played: Vec::new(),
            legal: OnceLock::new(),
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.game.setup().turn
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// How the game ended, and by which rule; nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The legal moves, in one fixed order; none in a finished game.
    pub fn legal_moves(&self) -> impl ExactSizeIterator<Item = Move> + use<> {
        let moves: Vec<Move> = self.legal().iter().map(|(mv, _)| *mv).collect();
        moves.into_iter()
    }

    pub(super) fn legal(&self) -> &[(Move, base::Move)] {
        self.legal.get_or_init(|| Move::among(self.game.legal_moves()))
    }

    pub(super) fn whole(&self, mv: Move) -> Option<&base::Move> {
        self.legal().iter().find(|(name, _)| *name == mv).map(|(_, whole)| whole)
    }

    /// The small name of a legal move.
    pub(super) fn name_of(&self, whole: &base::Move) -> Option<Move> {
        self.legal().iter().find(|(_, mv)| mv == whole).map(|(name, _)| *name)
    }

    /// The text of a legal move: `e2e4`, `e7e8q`, `P@e4`, `k2l2=draw`. Empty if the move is not legal here; the moves played
    /// so far have theirs in [`history`](Game::history).
    pub fn text(&self, mv: Move) -> String {
        self.whole(mv).map_or_else(String::new, |mv| movetext::write(self.rules.variant(), mv))
    }

    /// The text of a legal move as records of games have it, with marks for check and mate: `Nf3`, `exd5`, `O-O`, `Qh7#`.
    /// Empty if the move is not legal here.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.san(game.read("g1f3")?), "Nf3");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let Some(whole) = self.whole(mv).cloned() else { return String::new() };
        let (engine, before) = (self.game.engine(), self.game.setup());
        let after = engine.play(&engine.position(before), &whole);
        after.map_or_else(String::new, |after| {
            record::algebraic(engine, before, &game::Ply { mv: whole, setup: engine.setup(&after) })
        })
    }

    /// The game as PGN, with tags for its rules; [`Loader::games`](super::Loader::games) reads it back.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("shatranj")?.start();
    /// game.play_text("g1f3")?;
    /// let read = ferz::Loader::new().games(&game.pgn())?;
    /// assert_eq!((read.len(), read[0].fen()), (1, game.fen()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn pgn(&self) -> String {
        let outcome = self.outcome();
        let heading = record::Heading {
            identity: self.rules.inner.identity.clone(),
            tags: Vec::new(),
            score: record::Score::of(outcome.as_ref()),
            termination: outcome.map(|outcome| outcome::sentence(&outcome).trim_end_matches('.').to_owned()),
        };
        record::write(&self.game, &heading, &[])
    }

    /// The game that was read from a record.
    pub(super) fn recorded(rules: &Rules, read: &game::Game) -> Game {
        let mut game = Game::new(rules, read.start().clone());
        for ply in read.plies() {
            let name = game.legal().iter().find(|(_, whole)| *whole == ply.mv).map(|(name, _)| *name);
            // What was read is legal.
            let _ = name.map(|name| game.play(name));
        }
        game
    }

    /// The legal moves with their texts, in the same order.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert!(game.legal_texts().iter().all(|(mv, text)| game.text(*mv) == *text));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn legal_texts(&self) -> Vec<(Move, String)> {
        let variant = self.rules.variant();
        self.legal().iter().map(|(mv, whole)| (*mv, movetext::write(variant, whole))).collect()
    }

    /// The legal move that a text means. Case, blanks and hyphens do not matter where the move is clear without them.
    ///
    /// # Errors
    /// Why there is no such move, and what there is instead. [`explain`](Game::explain) says more.
    pub fn read(&self, text: &str) -> Result<Move, Error> {
        let (names, legal): (Vec<Move>, Vec<base::Move>) = self.legal().iter().cloned().unzip();
        let found = movetext::read(self.rules.variant(), self.game.setup(), &legal, text)
            .map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        let mut named = names.into_iter().zip(&legal);
        named.find(|(_, whole)| *whole == found).map(|(mv, _)| mv).ok_or_else(|| illegal(text))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal here. The game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), Error> {
        let whole = self.whole(mv).cloned();
        if whole.is_some_and(|whole| self.game.play(&whole)) {
            self.played.push(mv);
            self.legal.take();
            return Ok(());
        }
        Err(Error::whole("move", "", Code::MoveIllegal, "this move is not legal in this position".into()))
    }

    /// Plays the move that a text means, and returns it.
    ///
    /// # Errors
    /// As [`read`](Game::read). The game is then as it was.
    pub fn play_text(&mut self, text: &str) -> Result<Move, Error> {
        let mv = self.read(text)?;
        self.play(mv).map(|()| mv)
    }

    /// Takes the last move back and returns it; nothing at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        self.game.undo()?;
        self.legal.take();
        self.played.pop()
    }

    /// The moves played so far, and their texts.
    pub fn history(&self) -> impl Iterator<Item = (Move, String)> {
        let texts = self.game.plies().iter().map(|ply| movetext::write(self.rules.variant(), &ply.mv));
        self.played.iter().copied().zip(texts)
    }

    /// The squares on which a legal move captures, in the order in which it does.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// let captured = game.captures(game.read("e5d6")?);
    /// assert_eq!(captured, [game.rules().square("d5").unwrap()]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn captures(&self, mv: Move) -> Vec<Square> {
        let rules = crate::rules::interpreter::Interpreter::new(self.rules.variant());
        self.whole(mv).map_or_else(Vec::new, |mv| rules.captured(self.game.setup(), mv))
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece<'_>> {
        let piece = self.game.setup().piece(square)?;
        let piece_type = self.rules.variant().piece_type(piece.piece_type);
        Some(Piece { color: piece.color, token: &piece_type.token, title: &piece_type.title })
    }

    /// The pieces that a side holds in hand, and how many of each.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (Piece<'_>, u8)> {
        let types = self.rules.variant().piece_types.iter().zip(&self.game.setup().hands);
        let held = types.map(move |(piece_type, held)| {
            (Piece { color, token: &piece_type.token, title: &piece_type.title }, *held.get(color))
        });
        held.filter(|(_, count)| *count > 0)
    }

    /// The position as a FEN; [`Rules::from_fen`] reads it back.
    pub fn fen(&self) -> String {
        fen::write(self.rules.variant(), self.game.setup())
    }

    /// How many sequences of `depth` legal moves there are from here.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().perft(3), 8_902);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        let engine = &self.rules.inner.engine;
        engine.perft(&engine.position(self.game.setup()), depth)
    }

    /// The same on several threads.
    #[cfg(feature = "parallel")]
    pub fn perft_on(&self, threads: usize, depth: u32) -> u64 {
        let engine = &self.rules.inner.engine;
        let options = PerftOptions { threads, hash: 0 };
        if depth == 0 {
            return 1;
        }
        let counts = engine.perft_divide(&engine.position(self.game.setup()), depth, options);
        counts.into_iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(count))
    }

    /// Why the move that a text means is legal here, or why it is not.
    ///
    /// ```
    /// let explained = ferz::Rules::load("chess")?.start().explain("e2e5");
    /// assert!(!explained.is_legal());
    /// println!("{explained}");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn explain(&self, text: &str) -> Explanation {
        self.explainer().explain(self.game.setup(), text)
    }

    /// The board as lines of text, the last move in brackets.
    pub fn draw(&self) -> String {
        text(&self.drawing())
    }

    /// The board as an SVG picture.
    pub fn svg(&self) -> String {
        svg(&self.drawing(), &format!("{}: {}", self.rules.title(), self.fen()))
    }

    fn drawing(&self) -> Drawing<'_> {
        let last = self.game.plies().last().map(|ply| &ply.mv);
        position::drawing(self.rules.variant(), self.game.setup(), last)
    }
}

/// The board as [`Game::draw`] does it.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw())
    }
}

fn illegal(text: &str) -> Error {
    Error::whole("move", text, Code::MoveIllegal, format!("`{text}` is not a legal move here"))
}
