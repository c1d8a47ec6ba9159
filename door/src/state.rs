//! The state of a game that its board does not show, the kinds of its moves, and moves in algebraic notation.
//!
//! [`Game::read_algebraic`] reads what people write, and [`Game::san`] and [`Game::lan`] write it. The other methods
//! answer single questions about a position or about a legal move.

use super::{Error, Game, Move, MoveKind, Rules};
use ferz_core::base::{self, Bitboard, Color, PieceTypeId, Square, Verb};
use ferz_core::play::game::PlayedMove;
use ferz_text::notation::record;
use ferz_text::notation::{san, typed};

impl Rules {
    /// Returns the tokens of all piece types, in the order of the rules.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.tokens().any(|token| token == "Q"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.variant().piece_types.iter().map(|piece_type| piece_type.token.as_str())
    }

    /// Returns the token of the piece that a move promotes to by a choice of the player.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1")?;
    /// assert_eq!(game.rules().promotion(game.read("a7a8n")?), Some("N"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn promotion(&self, mv: Move) -> Option<&str> {
        mv.becomes().map(|id| self.token(id))
    }

    /// Returns the token of the piece that a move drops from the hand.
    ///
    /// ```
    /// let rules = ferz::Rules::load("crazyhouse")?;
    /// let game = rules.from_fen("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")?;
    /// assert_eq!(rules.dropped(game.read("N@e4")?), Some("N"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn dropped(&self, mv: Move) -> Option<&str> {
        match mv.verb() {
            Verb::Drop(id) => Some(self.token(id)),
            Verb::Go | Verb::Castle | Verb::Place | Verb::Exchange | Verb::Pass => None,
        }
    }

    fn token(&self, id: PieceTypeId) -> &str {
        &self.variant().piece_type(id).token
    }
}

impl Game {
    /// Returns the game with the same rules and the same first position, before any move.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("e2e4")?;
    /// assert_eq!(game.root().fen(), game.rules().start().fen());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn root(&self) -> Game {
        Game::new(&self.rules, self.game.start().clone())
    }

    /// Returns a game that starts from the current position and has no history.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("e2e4")?;
    /// assert_eq!((game.without_history().fen(), game.without_history().history().count()), (game.fen(), 0));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn without_history(&self) -> Game {
        Game::new(&self.rules, self.game.setup().clone())
    }

    /// Returns the number of plies since the halfmove clock was reset.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("g1f3")?;
    /// assert_eq!((game.halfmove_clock(), game.fullmove_number()), (1, 1));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn halfmove_clock(&self) -> u32 {
        self.game.setup().halfmove
    }

    /// Returns the number of the move, which starts at 1 and grows after each turn of Black.
    pub fn fullmove_number(&self) -> u32 {
        self.game.setup().fullmove
    }

    /// Returns the number of times that the current position has occurred in this game.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().occurrences(), 1);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn occurrences(&self) -> u32 {
        self.game.times()
    }

    /// Returns true if the rule of checkmate has ended the game.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")?.is_checkmate());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_stuck() && self.is_check()
    }

    /// Returns true if the rule of stalemate has ended the game.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.from_fen("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1")?.is_stalemate());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        self.is_stuck() && !self.is_check()
    }

    /// Returns true if a rule about a player without a legal move has ended the game.
    fn is_stuck(&self) -> bool {
        let Some(outcome) = self.outcome() else { return false };
        let mut endings = self.rules.variant().endings.iter();
        endings.any(|ending| ending.name == outcome.reason && ending.is_of_moves())
    }

    /// Returns the squares that a piece has passed and on which it can be captured en passant.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// assert_eq!(game.passed_squares(), [game.rules().square("d6").unwrap()]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn passed_squares(&self) -> Vec<Square> {
        self.game.setup().passed.iter().flat_map(|passed| passed.over.iter().collect::<Vec<_>>()).collect()
    }

    /// Returns the castlings that a side still has, as the squares of the castling piece and of its partner.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let square = |name| game.rules().square(name).unwrap();
    /// assert_eq!(game.castlings(ferz::Color::White), [(square("e1"), square("h1"))]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn castlings(&self, side: Color) -> Vec<(Square, Square)> {
        let left = self.game.setup().castling;
        let all = self.rules.variant().castlings.iter().enumerate();
        let own = all.filter(|(number, one)| one.color == side && left >> number & 1 == 1);
        let mut pairs: Vec<_> = own.map(|(_, one)| (one.king.0, one.partner.0)).collect();
        pairs.dedup();
        pairs
    }

    /// Returns true if a legal move castles.
    pub fn is_castling(&self, mv: Move) -> bool {
        mv.verb() == Verb::Castle
    }

    /// Returns true if a legal move captures en passant.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// assert!(game.is_en_passant(game.read("e5d6")?) && !game.is_en_passant(game.read("e5e6")?));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.details(mv).is_some_and(|details| details.kind == MoveKind::EnPassant)
    }

    /// Returns true if a legal move gives check.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(game.gives_check(game.read("a1a8")?) && !game.gives_check(game.read("a1a2")?));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        self.played(mv).is_some_and(|ply| self.game.engine().in_check(ply.position()))
    }

    /// Returns true if a legal move resets the halfmove clock.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert!(game.resets_clock(game.read("e2e4")?) && !game.resets_clock(game.read("g1f3")?));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn resets_clock(&self, mv: Move) -> bool {
        self.played(mv).is_some_and(|ply| ply.setup().halfmove == 0)
    }

    /// Returns true if the current positions of both games are equal, including their clocks. The games must have the
    /// same rules.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// let start = game.clone();
    /// game.play_text("g1f3")?;
    /// assert!(start.is_at(&start) && !start.is_at(&game));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_at(&self, other: &Game) -> bool {
        let (own, that) = (self.game.setup(), other.game.setup());
        // A square that was passed over counts only if a capture there is legal.
        own == that || own.passed != that.passed && own.pieces == that.pieces && self.fen() == other.fen()
    }

    /// Returns a legal move in long algebraic notation: `Ng1-f3`, `e4xd5`, `O-O`. The text is empty if the move is not
    /// legal in this position.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.lan(game.read("g1f3")?), "Ng1-f3");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn lan(&self, mv: Move) -> String {
        self.played(mv).map_or_else(String::new, |ply| {
            record::long_algebraic(self.game.engine(), self.game.setup(), &ply)
        })
    }

    /// Reads a legal move in algebraic notation, by its squares, or in the notation of a program that records games.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read_algebraic("Nf3")?, game.read("g1f3")?);
    /// assert_eq!(game.read_algebraic("e4")?, game.read_algebraic("e2e4")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move or more than one has this text. The error suggests legal moves.
    pub fn read_algebraic(&self, text: &str) -> Result<Move, Error> {
        if let Some(mv) = self.written(text) {
            return Ok(mv);
        }
        // Most texts name the target, so that few moves must be written out.
        let (variant, setup) = (self.rules.variant(), self.game.setup());
        let likely =
            self.legal().iter().map(|listed| &listed.whole).filter(|mv| san::can_mean(variant, mv, text));
        let likely: Vec<base::Move> = likely.cloned().collect();
        if let Some(mv) = san::Algebraic::new(variant, setup, &likely).read_named(text) {
            return self.name_of(mv).map_or_else(|| self.read(text), Ok);
        }
        let found = record::find(self.game.engine(), setup, &self.wholes(), (text, None)).cloned();
        let whole = found.map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        // The reader returns one of the legal moves.
        self.name_of(&whole).map_or_else(|| self.read(text), Ok)
    }

    /// Reads a legal move as a person types it: by its squares, in algebraic notation in any letter case, or in words
    /// such as `knight to f3`.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read_typed("nF3")?, game.read("g1f3")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move or more than one has this text.
    pub fn read_typed(&self, text: &str) -> Result<Move, Error> {
        let (variant, setup, legal) = (self.rules.variant(), self.game.setup(), self.wholes());
        let found = typed::read(variant, setup, &legal, text);
        let whole = found.map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        // The reader returns one of the legal moves.
        self.name_of(whole).map_or_else(|| self.read(text), Ok)
    }

    /// Returns a legal move with the position after it.
    pub(super) fn played(&self, mv: Move) -> Option<PlayedMove> {
        let listed = self.find(mv)?;
        let after = self.game.engine().play_listed(self.game.position(), &listed.shortcut);
        Some(PlayedMove::new(listed.whole.clone(), after))
    }
}
