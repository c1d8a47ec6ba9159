//! Moves in a packed form that can be made and unmade.
//!
//! [`PackedMove`] holds two squares, a [`Flag`], and one argument whose meaning depends on the flag.
//! [`PackedMove::unpacked`] converts it to the general form, from which the text of a move is written.

use crate::base::{Bitboard, Choice, Move, PieceTypeId, Square, Then, Verb};
use crate::fast::tables::Compiled;

/// The kind of a packed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// A piece moves, and captures any piece on the target.
    Go,
    /// A piece moves like [`Flag::Go`] and changes to the only type that it can have afterwards.
    Become,
    /// A piece moves like [`Flag::Go`] and changes to a chosen type.
    Promote,
    /// A piece captures another piece that passed over the target.
    EnPassant,
    /// Castling, identified by its number.
    Castle,
    /// Two own pieces exchange their squares.
    Exchange,
    /// A piece in hand is dropped. The origin equals the target.
    Drop,
    /// The player passes.
    Pass,
    /// A piece captures on its way and continues, capturing any piece on the target.
    DoubleCapture,
}

/// A move that can be made and unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedMove {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The kind of move.
    pub flag: Flag,
    /// The argument: the new piece type, the number of the castling, the number of the action, or the square of the
    /// first capture.
    pub arg: u8,
    /// The square on which the follow-up puts a piece, or [`PackedMove::NOWHERE`].
    pub put: Square,
    /// The piece type in hand that the follow-up drops, or [`PackedMove::NOTHING`].
    pub follow_up_drop: u8,
}

impl PackedMove {
    /// The value of `put` if the move has no follow-up.
    pub const NOWHERE: Square = Square(u16::MAX);

    /// The value of `follow_up_drop` if the follow-up drops no piece from the hand.
    pub const NOTHING: u8 = u8::MAX;

    /// Creates a move without a follow-up.
    #[inline(always)]
    pub fn new(from: Square, to: Square, flag: Flag, arg: u8) -> PackedMove {
        PackedMove { from, to, flag, arg, put: PackedMove::NOWHERE, follow_up_drop: PackedMove::NOTHING }
    }

    /// Creates a plain move of a piece.
    #[inline(always)]
    pub fn go(from: Square, to: Square) -> PackedMove {
        PackedMove::new(from, to, Flag::Go, 0)
    }

    /// Returns the square of the first capture of a double capture.
    pub fn first_capture(self) -> Option<Square> {
        (self.flag == Flag::DoubleCapture).then(|| Square(self.arg.into()))
    }

    /// Returns the squares on which the move captures.
    pub fn captures_on(self, passer: Square) -> [Option<Square>; 2] {
        match self.flag {
            Flag::Go | Flag::Become | Flag::Promote => [Some(self.to), None],
            Flag::DoubleCapture => [self.first_capture(), Some(self.to).filter(|to| *to != self.from)],
            Flag::EnPassant => [Some(passer), None],
            Flag::Castle | Flag::Exchange | Flag::Drop | Flag::Pass => [None, None],
        }
    }

    /// Returns the origins and targets of the pieces that the move carries.
    pub fn carried<B: Bitboard>(self, game: &Compiled<B>) -> [Option<(Square, Square)>; 2] {
        let PackedMove { from, to, flag, arg, .. } = self;
        match flag {
            Flag::Go | Flag::Become | Flag::Promote | Flag::EnPassant | Flag::DoubleCapture => {
                [Some((from, to)), None]
            }
            Flag::Exchange => [Some((from, to)), Some((to, from))],
            Flag::Castle => {
                let castling = &game.variant.castlings[usize::from(arg)];
                [Some(castling.king), Some(castling.partner)]
            }
            Flag::Drop | Flag::Pass => [None, None],
        }
    }

    /// Returns the squares on which the move puts pieces.
    pub fn destinations<B: Bitboard>(self, game: &Compiled<B>) -> B {
        let dropped = if self.flag == Flag::Drop { B::bit(self.to) } else { B::EMPTY };
        let dropped = if self.follow_up_drop == PackedMove::NOTHING { dropped } else { B::bit(self.put) };
        self.carried(game).into_iter().flatten().map(|(_, to)| to).collect::<B>() | dropped
    }

    /// Converts the move to the general form from which its text is written.
    pub fn unpacked(self) -> Move {
        let PackedMove { from, to, flag, arg, put, follow_up_drop } = self;
        let verb = match flag {
            Flag::Go | Flag::Become | Flag::EnPassant | Flag::Promote | Flag::DoubleCapture => Verb::Go,
            Flag::Castle => Verb::Castle,
            Flag::Exchange => Verb::Exchange,
            Flag::Drop => Verb::Drop(PieceTypeId(u16::from(arg))),
            Flag::Pass => Verb::Pass,
        };
        let plain = match verb {
            Verb::Pass => Move::pass(),
            Verb::Drop(_) => Move { verb, to: Some(to), ..Move::pass() },
            Verb::Go | Verb::Castle | Verb::Exchange | Verb::Place => Move::new(verb, from, to),
        };
        let choice = (flag == Flag::Promote).then(|| Choice::Become(PieceTypeId(u16::from(arg))));
        let mut mv = Move { choice, ..plain };
        mv.taken.extend(self.first_capture());
        if put != PackedMove::NOWHERE {
            mv.then.push(match follow_up_drop {
                PackedMove::NOTHING => Then::Put(put),
                // The text of the move names the square only if it is not the origin.
                id => Then::Drop { piece_type: PieceTypeId(id.into()), square: put, named: put != from },
            });
        }
        mv
    }
}
