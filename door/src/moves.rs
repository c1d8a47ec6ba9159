//! Moves as compact values.
//!
//! A [`Move`] identifies a legal move only together with its position. [`Move::among`] numbers the moves that have the
//! same squares, kind of action, and choice. [`LegalMoves`] keeps the moves of a position with it.

use super::{Game, Rules};
use ferz_core::base::{self, Choice, PieceTypeId, Square, Verb};
use ferz_core::fast::engine::Shortcut;
use ferz_text::notation::{movetext, san};
use std::fmt;
use std::sync::Arc;

/// A legal move of a position as a compact value: origin, target, kind of action, and choice.
///
/// [`Game::captures`](super::Game::captures) returns its captures, and [`Game::text`](super::Game::text) its text.
///
/// ```
/// let game = ferz::Rules::load("chess")?.start();
/// let mv = game.read("e2e4")?;
/// assert_eq!((mv.from(), mv.to()), (game.rules().square("e2"), game.rules().square("e4")));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    verb: Verb,
    from: Square,
    to: Square,
    choice: Option<Choice>,
    /// The index among the legal moves whose other fields are equal to those of this move.
    path: u16,
}

impl Move {
    fn new(mv: &base::Move) -> Move {
        let [from, to] = [mv.from, mv.to].map(|square| square.unwrap_or(Square(0)));
        Move { verb: mv.verb, from, to, choice: mv.choice, path: 0 }
    }

    /// Returns the origin square. A drop or a pass has none.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read("e2e4")?.from(), game.rules().square("e2"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn from(self) -> Option<Square> {
        (!matches!(self.verb, Verb::Drop(_) | Verb::Pass)).then_some(self.from)
    }

    /// Returns the target square. A pass has none.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.read("e2e4")?.to(), game.rules().square("e4"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn to(self) -> Option<Square> {
        (self.verb != Verb::Pass).then_some(self.to)
    }

    pub(super) fn verb(self) -> Verb {
        self.verb
    }

    /// Returns the piece type that the player chooses for the piece.
    pub(super) fn becomes(self) -> Option<PieceTypeId> {
        match self.choice? {
            Choice::Become(id) => Some(id),
            Choice::End(_) | Choice::Exchange(_) | Choice::Accept(_) => None,
        }
    }

    /// Pairs the legal moves of a position with their compact values. Moves that differ only in their index must be
    /// adjacent.
    fn among(legal: Vec<(base::Move, Shortcut)>) -> Vec<ListedMove> {
        let mut named: Vec<ListedMove> = Vec::with_capacity(legal.len());
        for (whole, shortcut) in legal {
            let mut name = Move::new(&whole);
            // The generator lists moves in a sorted order, in which moves with equal squares are neighbors.
            if let Some(last) = named.last().filter(|last| Move { path: 0, ..last.name } == name) {
                name.path = last.name.path.saturating_add(1);
            }
            named.push(ListedMove { name, whole, shortcut });
        }
        named
    }
}

/// A legal move of a position in all its forms.
#[derive(Debug)]
pub(super) struct ListedMove {
    pub name: Move,
    pub whole: base::Move,
    pub shortcut: Shortcut,
}

/// The legal moves of a position, which stay readable after the game has gone on. A clone shares the list.
///
/// ```
/// let mut game = ferz::Rules::load("chess")?.start();
/// let moves = game.listed();
/// game.play_text("e2e4")?;
/// assert_eq!((moves.len(), moves.text(0).as_deref()), (20, Some("b1a3")));
/// assert!(!moves.are_of(&game));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone)]
pub struct LegalMoves(Arc<Listing>);

struct Listing {
    rules: Rules,
    moves: Vec<ListedMove>,
}

impl LegalMoves {
    pub(super) fn new(rules: &Rules, legal: Vec<(base::Move, Shortcut)>) -> LegalMoves {
        LegalMoves(Arc::new(Listing { rules: rules.clone(), moves: Move::among(legal) }))
    }

    /// Returns true if there is another clone of this list.
    pub(super) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Drops the list of the move that was played 16 plies before the last one. The lists of later moves are kept,
    /// because programs that try all moves of a list go back a few plies.
    pub(super) fn forget(played: &mut [(Move, Option<LegalMoves>)]) {
        const KEPT: usize = 16;
        let old = played.len().checked_sub(KEPT + 1).and_then(|ply| played.get_mut(ply));
        if let Some((_, list)) = old {
            *list = None;
        }
    }

    pub(super) fn moves(&self) -> &[ListedMove] {
        &self.0.moves
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.0.moves.len()
    }

    /// Returns true if there is no legal move.
    pub fn is_empty(&self) -> bool {
        self.0.moves.is_empty()
    }

    /// Returns the move at an index, in the order of [`Game::legal_moves`].
    pub fn get(&self, index: usize) -> Option<Move> {
        self.0.moves.get(index).map(|listed| listed.name)
    }

    /// Returns the text of the move at an index.
    pub fn text(&self, index: usize) -> Option<String> {
        let variant = self.0.rules.variant();
        self.0.moves.get(index).map(|listed| movetext::write(variant, &listed.whole))
    }

    /// Returns the index of the move with exactly this text.
    ///
    /// ```
    /// let moves = ferz::Rules::load("chess")?.start().listed();
    /// assert_eq!((moves.position("b1a3"), moves.position("e2e5")), (Some(0), None));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn position(&self, text: &str) -> Option<usize> {
        let variant = self.0.rules.variant();
        // Only the moves to a square that the text names are written out.
        self.0.moves.iter().position(|ListedMove { whole, .. }| {
            san::can_mean(variant, whole, text) && movetext::write(variant, whole) == text
        })
    }

    /// Returns true if these are the moves of the current position of a game, and were listed by it or by a clone.
    pub fn are_of(&self, game: &Game) -> bool {
        game.legal.get().is_some_and(|own| Arc::ptr_eq(&own.0, &self.0))
    }
}

impl fmt::Debug for LegalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).filter_map(|index| self.text(index))).finish()
    }
}
