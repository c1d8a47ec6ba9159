//! The game in progress. [`Game`] holds a position, its history, and the rules, and only legal moves change it.
//!
//! The methods are in the order of use: query the position, list and play moves, read and write texts, and draw the
//! board. A [`Move`] is a compact value; the private method `whole` finds the full move that it stands for.

use super::moves::ListedMove;
use super::{Error, LegalMoves, Move, Rules};
use ferz_core::base::{self, Color, Outcome, Setup, Square};
#[cfg(feature = "parallel")]
use ferz_core::fast::engine::PerftOptions;
use ferz_core::play::game;
use ferz_syntax::messages::diagnostic::Code;
use ferz_text::notation::details::Details;
use ferz_text::notation::named::{self, Piece};
use ferz_text::notation::record;
use ferz_text::notation::{fen, movetext};
use ferz_text::words::drawing::{Drawing, Pieces, position, svg, text};
use ferz_text::words::explain::Explanation;
use ferz_text::words::outcome;
use std::fmt;
use std::sync::OnceLock;

/// A game in progress: a position, its history, and its rules.
///
/// The value owns all its data, so that it can be stored, cloned, and sent to another thread.
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
    pub(super) game: game::GameHistory,
    /// The moves played so far, each with the list that contains it if the caller still holds that list.
    played: Vec<(Move, Option<LegalMoves>)>,
    /// The legal moves, computed on first use and cleared by every change of the position.
    pub(super) legal: OnceLock<LegalMoves>,
}

impl Game {
    pub(super) fn new(rules: &Rules, setup: Setup) -> Game {
        Game {
            rules: rules.clone(),
            game: game::GameHistory::new(&rules.inner.engine, setup),
            played: Vec::new(),
            legal: OnceLock::new(),
        }
    }

    /// Returns the rules of the game.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().rules().name(), "chess");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the side to move.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().turn(), ferz::Color::White);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// Returns true if the side to move is in check.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.from_fen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")?.is_check());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// Returns the outcome of a finished game with the rule that ended it, or `None` while the game is in progress.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")?;
    /// let outcome = game.outcome().unwrap();
    /// assert_eq!((outcome.winner, outcome.reason.as_str()), (Some(ferz::Color::White), "checkmate"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns the outcomes that the player to move can claim now, such as a draw after fifty moves in chess.
    ///
    /// The game continues until an outcome is claimed.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let mut game = rules.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 90")?;
    /// assert!(game.outcome().is_none());
    /// assert_eq!(game.claims()[0].reason, "fifty-moves");
    /// assert!(game.claim("fifty-moves"));
    /// assert!(game.outcome().is_some() && game.legal_moves().len() == 0);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn claims(&self) -> Vec<Outcome> {
        self.game.claims()
    }

    /// Ends the game with the claim for this reason. Returns false if the player to move cannot claim it.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// assert!(!game.claim("fifty-moves"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn claim(&mut self, reason: &str) -> bool {
        let is_claimed = self.game.claim(reason);
        if is_claimed {
            self.legal = OnceLock::new();
        }
        is_claimed
    }

    /// Returns the legal moves in a fixed order. A finished game has none.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().legal_moves().len(), 20);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn legal_moves(&self) -> impl ExactSizeIterator<Item = Move> + use<> {
        let moves: Vec<Move> = self.legal().iter().map(|listed| listed.name).collect();
        moves.into_iter()
    }

    /// Returns the legal moves as a list that stays readable after the game has gone on.
    pub fn listed(&self) -> LegalMoves {
        self.list().clone()
    }

    fn list(&self) -> &LegalMoves {
        self.legal.get_or_init(|| LegalMoves::new(&self.rules, self.game.listed()))
    }

    pub(super) fn legal(&self) -> &[ListedMove] {
        self.list().moves()
    }

    pub(super) fn find(&self, mv: Move) -> Option<&ListedMove> {
        self.legal().iter().find(|listed| listed.name == mv)
    }

    pub(super) fn whole(&self, mv: Move) -> Option<&base::Move> {
        self.find(mv).map(|listed| &listed.whole)
    }

    /// Returns the compact value of a legal move.
    pub(super) fn name_of(&self, whole: &base::Move) -> Option<Move> {
        self.legal().iter().find(|listed| listed.whole == *whole).map(|listed| listed.name)
    }

    /// Returns the text of a legal move, such as `e2e4`, `e7e8q`, `P@e4`, or `k2l2=draw`.
    ///
    /// Returns an empty text if the move is not legal in this position. For moves already played, see
    /// [`history`](Game::history).
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.legal_moves().next().map(|mv| game.text(mv)), Some("b1a3".to_owned()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn text(&self, mv: Move) -> String {
        self.whole(mv).map_or_else(String::new, |mv| movetext::write(self.rules.variant(), mv))
    }

    /// Returns the standard algebraic notation of a legal move, with marks for check and mate: `Nf3`, `exd5`, `O-O`,
    /// `Qh7#`.
    ///
    /// Returns an empty text if the move is not legal in this position.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.san(game.read("g1f3")?), "Nf3");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn san(&self, mv: Move) -> String {
        // Marks for check and mate depend on the position after the move.
        self.played(mv).map_or_else(String::new, |ply| {
            let legal = self.legal().iter().map(|listed| &listed.whole);
            record::algebraic_among(self.game.engine(), (self.game.setup(), legal), &ply)
        })
    }

    /// Writes the game as PGN, with tags that identify its rules. [`Loader::games`](super::Loader::games) reads it.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("g1f3")?;
    /// let read = ferz::Loader::new().games(&game.pgn())?;
    /// assert_eq!((read.len(), read[0].fen()), (1, game.fen()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn pgn(&self) -> String {
        record::write(&self.game, &self.heading(), &[])
    }

    /// Returns the PGN tags of the game.
    pub(super) fn heading(&self) -> record::GameTags {
        let outcome = self.outcome();
        record::GameTags {
            identity: self.rules.inner.identity.clone(),
            tags: Vec::new(),
            score: record::Score::of(outcome.as_ref()),
            termination: outcome.map(|outcome| outcome::sentence(&outcome).trim_end_matches('.').to_owned()),
        }
    }

    /// Returns the legal moves with their texts, in the order of [`legal_moves`](Game::legal_moves).
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert!(game.legal_texts().iter().all(|(mv, text)| game.text(*mv) == *text));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn legal_texts(&self) -> Vec<(Move, String)> {
        let variant = self.rules.variant();
        self.legal().iter().map(|listed| (listed.name, movetext::write(variant, &listed.whole))).collect()
    }

    /// Reads a legal move from text. Letter case, spaces, and hyphens are ignored if the move is unambiguous without
    /// them.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read("E2-E4")?, game.read("e2e4")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move has this text. The error says why and suggests legal moves. [`explain`](Game::explain) gives
    /// more detail.
    pub fn read(&self, text: &str) -> Result<Move, Error> {
        if let Some(mv) = self.written(text) {
            return Ok(mv);
        }
        let legal = self.wholes();
        let found = movetext::read(self.rules.variant(), self.game.setup(), &legal, text)
            .map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        self.name_of(found).ok_or_else(|| illegal(text))
    }

    /// Returns the legal move with exactly this text.
    pub(super) fn written(&self, text: &str) -> Option<Move> {
        let list = self.list();
        list.position(text).and_then(|index| list.get(index))
    }

    /// Plays a legal move.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// let first = game.legal_moves().next().unwrap();
    /// game.play(first)?;
    /// assert_eq!(game.turn(), ferz::Color::Black);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal in this position. The game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Error> {
        self.list();
        let list = self.legal.take();
        let moves = list.as_ref().map_or(&[][..], LegalMoves::moves);
        if let Some(ListedMove { whole, shortcut, .. }) = moves.iter().find(|listed| listed.name == mv) {
            self.game.play_listed(whole, shortcut);
            self.played.push((mv, list.filter(LegalMoves::is_shared)));
            LegalMoves::forget(&mut self.played);
            return Ok(());
        }
        self.legal = list.map_or_else(OnceLock::new, OnceLock::from);
        Err(Error::whole("move", "", Code::MoveIllegal, "this move is not legal in this position".into()))
    }

    /// Reads a move from text, plays it, and returns it.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("e2e4")?;
    /// assert!(game.play_text("e7e4").is_err());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move has this text, as for [`read`](Game::read). The game is then unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<Move, Error> {
        let mv = self.read(text)?;
        self.play(mv).map(|()| mv)
    }

    /// Takes back the last move and returns it, or returns `None` at the start of the game.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// let played = game.play_text("e2e4")?;
    /// assert_eq!((game.undo(), game.undo()), (Some(played), None));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        self.game.undo()?;
        let (mv, list) = self.played.pop()?;
        self.legal = list.map_or_else(OnceLock::new, OnceLock::from);
        Some(mv)
    }

    /// Returns the moves played so far, with their texts.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("e2e4")?;
    /// assert_eq!(game.history().map(|(_, text)| text).collect::<Vec<_>>(), ["e2e4"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (Move, String)> + ExactSizeIterator {
        let texts = self.game.plies().iter().map(|ply| movetext::write(self.rules.variant(), &ply.mv));
        self.played.iter().map(|(mv, _)| *mv).zip(texts)
    }

    /// Returns the effects of a legal move: its kind, its piece, and every other piece that it changes. Returns `None` if
    /// the move is not legal in this position.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = game.details(game.read("e1g1")?).unwrap();
    /// let (square, king) = castling.after.unwrap();
    /// assert_eq!((castling.kind, king.title), (ferz::MoveKind::Castling, "king"));
    /// assert_eq!(game.rules().square_name(square), "g1");
    /// assert_eq!(castling.moved[0].2.token, "R");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn details(&self, mv: Move) -> Option<Details<'_>> {
        self.find(mv).map(|listed| self.details_of(listed))
    }

    pub(super) fn details_of(&self, ListedMove { whole, shortcut, .. }: &ListedMove) -> Details<'_> {
        Details::new(self.rules.variant(), self.game.setup(), whole, &self.game.changes(shortcut))
    }

    /// Returns the squares on which a legal move captures, in the order of the captures. Other pieces that the move takes
    /// off the board follow.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// let captured = game.captures(game.read("e5d6")?);
    /// assert_eq!(captured, [game.rules().square("d5").unwrap()]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn captures(&self, mv: Move) -> Vec<Square> {
        let details = self.details(mv);
        details.iter().flat_map(Details::lost).collect()
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let e1 = game.rules().square("e1").unwrap();
    /// assert_eq!(game.piece(e1).map(|piece| piece.title), Some("king"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn piece(&self, square: Square) -> Option<Piece<'_>> {
        Some(named::piece(self.rules.variant(), self.game.setup().piece(square)?))
    }

    /// Returns the pieces that a side holds in hand, each with its count.
    ///
    /// ```
    /// let game = ferz::Rules::load("crazyhouse")?.from_fen("4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1")?;
    /// let held: Vec<_> = game.hand(ferz::Color::White).map(|(piece, count)| (piece.token, count)).collect();
    /// assert_eq!(held, [("P", 2)]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (Piece<'_>, u8)> {
        let variant = self.rules.variant();
        let types = variant.piece_type_ids().zip(&self.game.setup().hands);
        let held = types.map(move |((piece_type, _), held)| {
            (named::piece(variant, base::Piece { color, piece_type }), *held.get(color))
        });
        held.filter(|(_, count)| *count > 0)
    }

    /// Returns the position as a FEN, which [`Rules::from_fen`] reads.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn fen(&self) -> String {
        fen::write_with(self.game.engine(), self.game.setup(), None)
    }

    /// Counts the sequences of `depth` legal moves from this position.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().perft(3), 8_902);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        let engine = &self.rules.inner.engine;
        engine.perft(&engine.position(self.game.setup()), depth)
    }

    /// Counts like [`perft`](Game::perft), on several threads.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().perft_on(2, 3), 8_902);
    /// # Ok::<(), ferz::Error>(())
    /// ```
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

    /// Explains why the move with this text is legal or illegal in this position.
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

    /// Draws the board as lines of text, with the squares of the last move in brackets.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.start().draw().lines().count() >= 9);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn draw(&self) -> String {
        text(&self.drawing())
    }

    /// Draws the board as an SVG picture.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.start().svg().starts_with("<svg"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        self.svg_with(Pieces::default())
    }

    /// Draws the board as an SVG picture that shows the pieces as pictures or as letters.
    ///
    /// ```
    /// let letters = ferz::Rules::load("chess")?.start().svg_with(ferz::Pieces::Letters);
    /// assert!(letters.contains(">K<"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn svg_with(&self, pieces: Pieces) -> String {
        svg(&self.drawing().showing(pieces), &format!("{}: {}", self.rules.title(), self.fen()))
    }

    fn drawing(&self) -> Drawing<'_> {
        let last = self.game.plies().last().map(|ply| &ply.mv);
        position::drawing(self.rules.variant(), self.game.setup(), last)
    }
}

/// Writes the board like [`Game::draw`].
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw())
    }
}

fn illegal(text: &str) -> Error {
    Error::whole("move", text, Code::MoveIllegal, format!("`{text}` is not a legal move here"))
}
