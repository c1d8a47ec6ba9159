//! Moves, as their text tells them apart.

use super::{Board, Color, PieceTypeId, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Verb {
    /// A piece goes in its own way: `a10a9`.
    Go,
    /// Castling, told by the squares of the piece that castles: `e1g1`.
    Castle,
    /// A piece is put on another square by a rule, `f10@c6`, or on its own as another piece, `e5@e5f`.
    Place,
    /// Two pieces change places: `f5~a5`.
    Exchange,
    /// A piece comes from the hand: `P@e4`.
    Drop(PieceTypeId),
    /// Nothing moves: `pass`.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Choice {
    /// What the piece becomes: `e7e8q`.
    Become(PieceTypeId),
    /// The game is ended: `k2l2=draw`, `=win`, `=loss`.
    End(Result),
    /// The piece changes places with another on arrival: `k2l2~c5`.
    Exchange(Square),
    /// The piece leaves the board: `k2l2=vanish`.
    Vanish,
    /// The piece goes on to a home square: `k2l2=home`.
    Home,
    /// Pieces around it leave the board: `k2l2=remove`.
    Remove,
    /// The side loses a right: `k2l2=lose`.
    Lose,
    /// The side uses a right once: `k2l2=use`.
    Use,
}

/// An act that follows a move as a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Then {
    /// A piece comes from the hand to a square that was left: `b1c3/H`; `e1g1/Hh1` if the move does not begin there.
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
pub(crate) enum Result {
    Win,
    Loss,
    Draw,
}

impl Result {
    /// Who wins by it, if it is the result of this side.
    pub(crate) fn winner(self, side: Color) -> Option<Color> {
        match self {
            Result::Win => Some(side),
            Result::Loss => Some(side.other()),
            Result::Draw => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Result::Win => "win",
            Result::Loss => "loss",
            Result::Draw => "draw",
        }
    }
}

/// A move: everything its text says, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Move {
    pub verb: Verb,
    /// Where the piece comes from; unset for drops and passes.
    pub from: Option<Square>,
    /// Where it goes, as the hand would move it; unset for passes.
    pub to: Option<Square>,
    pub choice: Option<Choice>,
    /// Squares other than the target on which pieces are captured, in order.
    pub taken: Vec<Square>,
    /// Where a captured piece reappears, other than by a plain exchange.
    pub unloaded: Option<Square>,
    /// What follows as a part of it.
    pub then: Vec<Then>,
}

impl Move {
    /// A move of one piece from one square to another, without a choice.
    pub(crate) fn new(verb: Verb, from: Square, to: Square) -> Move {
        Move { from: Some(from), to: Some(to), ..Move::bare(verb) }
    }

    /// The squares it names, those of an exchange in either order. Moves that name the same and lead to the same position
    /// are one move.
    pub(crate) fn squares(&self) -> impl Ord + '_ {
        let (from, to) = match self.verb {
            Verb::Exchange => (self.from.min(self.to), self.from.max(self.to)),
            _ => (self.from, self.to),
        };
        let exchanged = self.choice.filter(|choice| matches!(choice, Choice::Exchange(_)));
        (from, to, exchanged, &self.taken, self.unloaded, &self.then)
    }

    /// Sorts things with moves as these are listed: by the order of their squares, not by their numbers.
    pub(crate) fn sort<T>(all: &mut [T], board: &Board, of: impl Fn(&T) -> &Move) {
        match board.is_listed_by_number() {
            true => all.sort_by(|one, other| of(one).cmp(of(other))),
            false => all.sort_by_cached_key(|one| of(one).order(board)),
        }
    }

    /// The move with the order of its squares in place of their numbers.
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

    pub(crate) fn pass() -> Move {
        Move::bare(Verb::Pass)
    }

    fn bare(verb: Verb) -> Move {
        let (taken, then) = (Vec::new(), Vec::new());
        Move { verb, from: None, to: None, choice: None, taken, unloaded: None, then }
    }
}
