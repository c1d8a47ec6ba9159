//! Moves as plain data. Two moves are equal if and only if their texts are equal.
//!
//! [`Move`] is the main type. Its [`Verb`] is the kind of move, its [`Choice`] is a decision that the player
//! makes on arrival, and each [`Then`] is an action that follows as part of the move.

use super::sorting::sort_by;
use super::{Board, Color, PieceTypeId, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// A piece makes its own move: `a10a9`.
    Go,
    /// A piece castles. The move is written with the squares of the castling piece: `e1g1`.
    Castle,
    /// A rule moves a piece to another square, `f10@c6`, or replaces it on its own square, `e5@e5f`.
    Place,
    /// Two pieces exchange places: `f5~a5`.
    Exchange,
    /// A piece is dropped from the hand: `P@e4`.
    Drop(PieceTypeId),
    /// Nothing moves: `pass`.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// The piece becomes this type: `e7e8q`.
    Become(PieceTypeId),
    /// The game ends: `k2l2=draw`, `=win`, `=loss`.
    End(Result),
    /// The piece exchanges places with another on arrival: `k2l2~c5`.
    Exchange(Square),
    /// An effect without details, which the player could decline: `k2l2=vanish`.
    Accept(Offer),
}

/// An effect that a player can accept or decline on arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offer {
    /// The piece leaves the board.
    Vanish,
    /// The piece continues to a home square.
    Home,
    /// Pieces near this piece leave the board.
    Remove,
    /// The side loses a right.
    Lose,
    /// The side uses a right once.
    Use,
    /// The side gains a use of a right.
    Gain,
    /// The side sets the number of uses of a right.
    Set,
    /// Pieces go over to the other side.
    ChangeSides,
    /// Pieces go to a hand.
    Hand,
    /// Pieces are pushed away.
    Push,
}

impl Offer {
    /// Returns the word for the effect in the text of a move.
    pub fn name(self) -> &'static str {
        match self {
            Offer::Vanish => "vanish",
            Offer::Home => "home",
            Offer::Remove => "remove",
            Offer::Lose => "lose",
            Offer::Use => "use",
            Offer::Gain => "gain",
            Offer::Set => "set",
            Offer::ChangeSides => "sides",
            Offer::Hand => "hand",
            Offer::Push => "push",
        }
    }
}

/// An action that follows a move as part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Then {
    /// A piece is dropped from the hand on a square that was vacated: `b1c3/H`. If the move does not start on
    /// that square, the text names it: `e1g1/Hh1`.
    Drop { piece_type: PieceTypeId, square: Square, named: bool },
    /// A piece is put on a square: `a2a3,d4`.
    Put(Square),
}

impl Then {
    fn square_mut(&mut self) -> &mut Square {
        match self {
            Then::Drop { square, .. } | Then::Put(square) => square,
        }
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Result {
    Win,
    Loss,
    Draw,
}

impl Result {
    /// Returns the winner if this is the result of `side`.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Result::Win => Some(side),
            Result::Loss => Some(side.other()),
            Result::Draw => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Result::Win => "win",
            Result::Loss => "loss",
            Result::Draw => "draw",
        }
    }
}

/// A move, with exactly the information that its text contains.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub verb: Verb,
    /// The start square; `None` for drops and passes.
    pub from: Option<Square>,
    /// The square to which the player moves the piece; `None` for passes.
    pub to: Option<Square>,
    pub choice: Option<Choice>,
    /// The squares of captures other than the target, in order.
    pub taken: Vec<Square>,
    /// The square on which a captured piece reappears, unless the two pieces simply exchange places.
    pub unloaded: Option<Square>,
    /// The actions that follow as part of the move, in order.
    pub then: Vec<Then>,
}

impl Move {
    /// Creates a move of one piece from one square to another, without a choice.
    pub fn new(verb: Verb, from: Square, to: Square) -> Move {
        Move { from: Some(from), to: Some(to), ..Move::bare(verb) }
    }

    /// Returns a key of the squares of the move, in which the squares of an exchange are sorted, and the order of the
    /// follow-ups does not matter. Moves with the same key that lead to the same position count as one move.
    pub fn squares(&self) -> impl Ord + '_ {
        let is_exchange = self.verb == Verb::Exchange;
        let (from, to) = match is_exchange {
            true => (self.from.min(self.to), self.from.max(self.to)),
            false => (self.from, self.to),
        };
        let exchanged = self.choice.filter(|choice| matches!(choice, Choice::Exchange(_)));
        let then = (self.then.len(), self.then.iter().min(), self.then.iter().max());
        (is_exchange, from, to, exchanged, &self.taken, self.unloaded, then)
    }

    /// Sorts items by their moves. Squares are compared in listing order, not by number.
    pub fn sort<T>(all: &mut [T], board: &Board, of: impl Fn(&T) -> &Move) {
        match board.is_listed_by_number() {
            // If numerical order is listing order, as on most boards, no keys are needed.
            true => sort_by(all, |one, other| of(one).cmp(of(other))),
            false => all.sort_by_cached_key(|one| of(one).order(board)),
        }
    }

    /// Returns the move with each square replaced with its index in listing order.
    fn order(&self, board: &Board) -> Move {
        let mut mv = self.clone();
        let exchanged = match &mut mv.choice {
            Some(Choice::Exchange(square)) => Some(square),
            _ => None,
        };
        let squares = mv.from.iter_mut().chain(&mut mv.to).chain(exchanged).chain(&mut mv.taken);
        let squares = squares.chain(&mut mv.unloaded).chain(mv.then.iter_mut().map(Then::square_mut));
        squares.for_each(|square| *square = Square(board.order(*square)));
        mv
    }

    /// Returns true if the player chooses different pieces in the two moves.
    pub fn promotes_unlike(&self, other: &Move) -> bool {
        let becomes = |mv: &Move| match mv.choice? {
            Choice::Become(id) => Some(id),
            Choice::End(_) | Choice::Exchange(_) | Choice::Accept(_) => None,
        };
        becomes(self).zip(becomes(other)).is_some_and(|(one, other)| one != other)
    }

    pub fn pass() -> Move {
        Move::bare(Verb::Pass)
    }

    fn bare(verb: Verb) -> Move {
        let (taken, then) = (Vec::new(), Vec::new());
        Move { verb, from: None, to: None, choice: None, taken, unloaded: None, then }
    }
}
