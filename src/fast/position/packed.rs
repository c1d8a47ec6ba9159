//! Moves that can be made and unmade.

use crate::base::{Bitboard, Choice, Move, PieceTypeId, Square, Then, Verb};
use crate::fast::tables::Compiled;

/// The sort of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flag {
    /// A piece goes; what stands on the target is captured.
    Go,
    /// The same, and becomes another piece type: the only one it can become.
    Become,
    /// The same, by choice.
    Promote,
    /// A piece takes another that passed the target.
    EnPassant,
    /// Castling, identified by its number.
    Castle,
    /// Two own pieces change places.
    Exchange,
    /// A piece comes from the hand; both squares are the one to which it comes.
    Drop,
    /// Nothing is done.
    Pass,
    /// A piece captures on its way and continues; a piece on the target is captured, too.
    DoubleCapture,
}

/// A move that can be made and unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedMove {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The sort.
    pub flag: Flag,
    /// The piece type it becomes, or the number of the castling, the action, or the square of the first capture.
    pub arg: u8,
    /// The square on which a piece is put after it; [`PackedMove::NOWHERE`] if none is.
    pub put: Square,
    /// The piece type that comes there from the hand; [`PackedMove::NOTHING`] if none does.
    pub brought: u8,
}

impl PackedMove {
    /// Stands for the square of a piece that is put on the board where none is.
    pub(crate) const NOWHERE: Square = Square(u16::MAX);

    /// Stands for a piece type where nothing comes from the hand.
    pub(crate) const NOTHING: u8 = u8::MAX;

    /// A move after which nothing is put on the board.
    #[inline(always)]
    pub(crate) fn new(from: Square, to: Square, flag: Flag, arg: u8) -> PackedMove {
        PackedMove { from, to, flag, arg, put: PackedMove::NOWHERE, brought: PackedMove::NOTHING }
    }

    /// A piece going somewhere.
    #[inline(always)]
    pub(crate) fn go(from: Square, to: Square) -> PackedMove {
        PackedMove::new(from, to, Flag::Go, 0)
    }

    /// The square of the capture on its way.
    pub(crate) fn first_capture(self) -> Option<Square> {
        (self.flag == Flag::DoubleCapture).then(|| Square(self.arg.into()))
    }

    /// The squares on which it captures what stands there.
    pub(crate) fn captures_on(self, passer: Square) -> [Option<Square>; 2] {
        match self.flag {
            Flag::Go | Flag::Become | Flag::Promote => [Some(self.to), None],
            Flag::DoubleCapture => [self.first_capture(), Some(self.to).filter(|to| *to != self.from)],
            Flag::EnPassant => [Some(passer), None],
            Flag::Castle | Flag::Exchange | Flag::Drop | Flag::Pass => [None, None],
        }
    }

    /// The origins and targets of the pieces that it carries.
    pub(crate) fn carried<B: Bitboard>(self, game: &Compiled<B>) -> [Option<(Square, Square)>; 2] {
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

    /// The squares to which pieces are carried.
    pub(crate) fn destinations<B: Bitboard>(self, game: &Compiled<B>) -> B {
        let dropped = if self.flag == Flag::Drop { B::bit(self.to) } else { B::EMPTY };
        let dropped = if self.brought == PackedMove::NOTHING { dropped } else { B::bit(self.put) };
        self.carried(game).into_iter().flatten().fold(dropped, |set, (_, to)| set | B::bit(to))
    }

    /// The move as its text says it.
    pub(crate) fn unpacked(self) -> Move {
        let PackedMove { from, to, flag, arg, put, brought } = self;
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
            mv.then.push(match brought {
                PackedMove::NOTHING => Then::Put(put),
                id => Then::Drop { piece_type: PieceTypeId(id.into()), square: put, named: put != from },
            });
        }
        mv
    }
}
