//! Making and unmaking moves.

use super::Position;
use crate::base::{Bitboard, Choice, Color, Move, PieceTypeId, Square, Verb};
use crate::fast::compile::{Code, Compiled};

/// What sort of move it is.
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
    /// Nothing is done.
    Pass,
}

/// A move that can be made and unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedMove {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What sort it is.
    pub flag: Flag,
    /// What it becomes, or the number of the castling or the action.
    pub arg: u8,
}

impl PackedMove {
    /// A piece going somewhere.
    #[inline(always)]
    pub(crate) fn go(from: Square, to: Square) -> PackedMove {
        PackedMove { from, to, flag: Flag::Go, arg: 0 }
    }

    /// The move as its text says it.
    pub(crate) fn unpacked(self) -> Move {
        let PackedMove { from, to, flag, arg } = self;
        let verb = match flag {
            Flag::Go | Flag::Become | Flag::EnPassant | Flag::Promote => Verb::Go,
            Flag::Castle => Verb::Castle,
            Flag::Exchange => Verb::Exchange,
            Flag::Pass => return Move::pass(),
        };
        let choice = (flag == Flag::Promote).then(|| Choice::Become(PieceTypeId(u16::from(arg))));
        Move { choice, ..Move::new(verb, from, to) }
    }
}

/// What it takes to unmake a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo<B> {
    mv: PackedMove,
    mover: Code,
    taken: Code,
    taken_on: Square,
    castling: u32,
    passed: B,
    halfmove: u32,
    fullmove: u32,
    hash: u64,
    actions: u64,
    reach: u8,
    /// How many pieces like the one taken were held, or how often the right used was left.
    left: u8,
}

impl<B: Bitboard> Undo<B> {
    /// Where the pieces that moved stood before, and where they stand now, if they are still on the board.
    pub(super) fn shifts(&self, game: &Compiled<B>) -> Vec<(Square, Option<Square>)> {
        let PackedMove { from, to, flag, arg } = self.mv;
        let moved = match flag {
            Flag::Pass => Vec::new(),
            Flag::Exchange => vec![(from, to), (to, from)],
            Flag::Castle => {
                let castling = &game.castlings[usize::from(arg)];
                vec![castling.king, castling.partner]
            }
            Flag::Go | Flag::Become | Flag::Promote | Flag::EnPassant => vec![(from, to)],
        };
        let taken = (self.taken != Code::NONE).then_some((self.taken_on, None));
        taken.into_iter().chain(moved.into_iter().map(|(from, to)| (from, Some(to)))).collect()
    }
}

impl<B: Bitboard> Position<B> {
    /// Makes a move that the generator gave for this position.
    #[inline]
    pub(crate) fn make(&mut self, game: &Compiled<B>, mv: PackedMove) -> Undo<B> {
        self.make_with::<true>(game, mv)
    }

    /// The same, but the hash need not be right before the move is unmade, as it is not asked for until then.
    #[inline]
    pub(crate) fn make_unhashed(&mut self, game: &Compiled<B>, mv: PackedMove) -> Undo<B> {
        self.make_with::<false>(game, mv)
    }

    #[inline(always)]
    fn make_with<const HASHED: bool>(&mut self, game: &Compiled<B>, mv: PackedMove) -> Undo<B> {
        let mover = self.code(mv.from);
        let taken = if mv.flag == Flag::Go { self.code(mv.to) } else { Code::NONE };
        let mut undo = Undo {
            mv,
            mover,
            taken,
            taken_on: mv.to,
            castling: self.castling,
            passed: self.passed,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            hash: self.hash,
            actions: self.actions,
            reach: self.reach,
            left: 0,
        };
        let leads = !self.royals.has(mv.from) || self.leads(game, mv.from, mover);
        let info = game.info(mover);
        self.halfmove = self.halfmove.saturating_add(1);
        if mv.flag != Flag::Pass && info.resets[usize::from(leads && info.royal)].has(mv.from) {
            self.halfmove = 0;
        }
        if !self.passed.is_empty() {
            self.hash = self.passed.iter().fold(self.hash, |hash, s| hash ^ game.keys.passed(s));
            self.passed = B::EMPTY;
        }
        if mv.flag == Flag::Go {
            if taken != Code::NONE {
                self.remove::<HASHED>(game, taken, mv.to);
                undo.left = self.hold(game, taken, mover.color());
            }
            self.carry::<HASHED>(game, mover, mv.from, mv.to);
            if info.passes && taken == Code::NONE {
                self.note_passed(game, mover, mv);
            }
        } else {
            self.make_other(game, mv, mover, &mut undo);
        }
        if self.castling != 0
            && game.castling_squares.meets(B::bit(mv.from) | B::bit(undo.taken_on) | B::bit(mv.to))
        {
            self.lose_castlings(game);
        }
        self.end_turn();
        if HASHED {
            self.hash ^= game.keys.turn;
        }
        undo
    }

    /// Takes a move back.
    #[inline]
    pub(crate) fn unmake(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        let PackedMove { from, to, flag, .. } = undo.mv;
        self.turn = self.turn.other();
        match flag {
            Flag::Go => {
                self.flip(game, undo.mover, B::bit(from) | B::bit(to));
                B::write(&mut self.mailbox, from, undo.mover.0);
                B::write(&mut self.mailbox, to, undo.taken.0);
                if undo.taken != Code::NONE {
                    self.flip(game, undo.taken, B::bit(to));
                    self.give_back(game, undo);
                }
            }
            Flag::Become | Flag::Promote | Flag::EnPassant => {
                let now = self.code(to);
                self.flip(game, now, B::bit(to));
                B::write(&mut self.mailbox, to, 0);
                self.place(game, undo.mover, from);
                if undo.taken != Code::NONE {
                    self.place(game, undo.taken, undo.taken_on);
                    self.give_back(game, undo);
                }
            }
            Flag::Castle => self.swap_castle(game, usize::from(undo.mv.arg), true),
            Flag::Exchange => {
                let (a, b) = (self.code(from), self.code(to));
                self.swap(game, a, b, from, to);
                self.restore_right(game, undo);
            }
            Flag::Pass => self.restore_right(game, undo),
        }
        self.castling = undo.castling;
        self.passed = undo.passed;
        self.halfmove = undo.halfmove;
        self.fullmove = undo.fullmove;
        self.hash = undo.hash;
        self.actions = undo.actions;
        self.reach = undo.reach;
    }

    /// The other side is to move.
    #[inline(always)]
    pub(super) fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = self.turn.other();
    }

    fn leads(&self, game: &Compiled<B>, square: Square, code: Code) -> bool {
        self.leaders(game, code.color()).has(square)
    }

    #[inline(always)]
    fn carry<const HASHED: bool>(&mut self, game: &Compiled<B>, code: Code, from: Square, to: Square) {
        self.flip(game, code, B::bit(from) | B::bit(to));
        B::write(&mut self.mailbox, from, 0);
        B::write(&mut self.mailbox, to, code.0);
        if HASHED {
            self.hash ^= game.keys.piece(code, from) ^ game.keys.piece(code, to);
        }
    }

    /// Takes a piece off; the clock is reset.
    #[inline(always)]
    fn remove<const HASHED: bool>(&mut self, game: &Compiled<B>, code: Code, square: Square) {
        self.flip(game, code, B::bit(square));
        B::write(&mut self.mailbox, square, 0);
        if HASHED {
            self.hash ^= game.keys.piece(code, square);
        }
        self.halfmove = 0;
    }

    #[inline(never)]
    fn make_other(&mut self, game: &Compiled<B>, mv: PackedMove, mover: Code, undo: &mut Undo<B>) {
        match mv.flag {
            Flag::Go => {}
            Flag::Become | Flag::Promote => {
                undo.taken = self.code(mv.to);
                if undo.taken != Code::NONE {
                    self.remove::<true>(game, undo.taken, mv.to);
                    undo.left = self.hold(game, undo.taken, mover.color());
                }
                let becomes = Code::new(mover.color(), PieceTypeId(u16::from(mv.arg)));
                self.flip(game, mover, B::bit(mv.from));
                B::write(&mut self.mailbox, mv.from, 0);
                self.place(game, becomes, mv.to);
                self.hash ^= game.keys.piece(mover, mv.from) ^ game.keys.piece(becomes, mv.to);
            }
            Flag::EnPassant => {
                if let Some(victim) = self.passer(game, undo.passed, mv.to) {
                    undo.taken = self.code(victim);
                    undo.taken_on = victim;
                    self.remove::<true>(game, undo.taken, victim);
                    undo.left = self.hold(game, undo.taken, mover.color());
                }
                self.carry::<true>(game, mover, mv.from, mv.to);
            }
            Flag::Castle => {
                let castling = &game.castlings[usize::from(mv.arg)];
                let (king, partner) = castling.homes;
                let keys = &game.keys;
                self.hash ^= keys.piece(king, castling.king.0) ^ keys.piece(king, castling.king.1);
                self.hash ^=
                    keys.piece(partner, castling.partner.0) ^ keys.piece(partner, castling.partner.1);
                self.halfmove = undo.halfmove.saturating_add(1);
                self.swap_castle(game, usize::from(mv.arg), false);
                self.lose_castlings(game);
            }
            Flag::Exchange => {
                let other = self.code(mv.to);
                let leads = self.royals.has(mv.to) && self.leads(game, mv.to, other);
                if game.info(other).resets[usize::from(leads)].has(mv.to) {
                    self.halfmove = 0;
                }
                let keys = &game.keys;
                self.hash ^= keys.piece(mover, mv.from) ^ keys.piece(mover, mv.to);
                self.hash ^= keys.piece(other, mv.from) ^ keys.piece(other, mv.to);
                self.swap(game, mover, other, mv.from, mv.to);
                undo.left = self.use_right(game, game.actions[usize::from(mv.arg)].right);
            }
            Flag::Pass => undo.left = self.use_right(game, game.actions[usize::from(mv.arg)].right),
        }
    }

    fn swap(&mut self, game: &Compiled<B>, a: Code, b: Code, from: Square, to: Square) {
        let both = B::bit(from) | B::bit(to);
        self.flip(game, a, both);
        self.flip(game, b, both);
        B::write(&mut self.mailbox, from, b.0);
        B::write(&mut self.mailbox, to, a.0);
    }

    fn swap_castle(&mut self, game: &Compiled<B>, number: usize, back: bool) {
        let castling = &game.castlings[number];
        let (king, partner) = castling.homes;
        let ends = |(start, end): (Square, Square)| if back { (end, start) } else { (start, end) };
        let ((k0, k1), (p0, p1)) = (ends(castling.king), ends(castling.partner));
        self.flip(game, king, B::bit(k0) ^ B::bit(k1));
        self.flip(game, partner, B::bit(p0) ^ B::bit(p1));
        B::write(&mut self.mailbox, k0, 0);
        B::write(&mut self.mailbox, p0, 0);
        B::write(&mut self.mailbox, k1, king.0);
        B::write(&mut self.mailbox, p1, partner.0);
    }

    /// Uses up a right of the side to move; says how often it was left.
    fn use_right(&mut self, game: &Compiled<B>, right: Option<usize>) -> u8 {
        let Some(right) = right else { return 0 };
        let times = &mut self.rights[right][self.turn as usize];
        let left = *times;
        *times = left.saturating_sub(1);
        self.hash ^= game.keys.right(right, self.turn, left)
            ^ game.keys.right(right, self.turn, left.saturating_sub(1));
        left
    }

    fn restore_right(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        if let Some(right) = game.actions[usize::from(undo.mv.arg)].right {
            self.rights[right][self.turn as usize] = undo.left;
        }
    }

    /// Puts a captured piece in the hand of its enemy, in a game with hands; says how many like it were there.
    #[inline(always)]
    fn hold(&mut self, game: &Compiled<B>, taken: Code, by: Color) -> u8 {
        if self.hands.is_empty() || taken.color() == by { 0 } else { self.hold_one(game, taken, by) }
    }

    #[inline(never)]
    fn hold_one(&mut self, game: &Compiled<B>, taken: Code, by: Color) -> u8 {
        let piece_type = game.variant.held(taken.piece_type());
        let held = &mut self.hands[piece_type.index()][by as usize];
        let before = *held;
        *held = before.saturating_add(1);
        self.hash ^=
            game.keys.hand(piece_type, by, before) ^ game.keys.hand(piece_type, by, before.saturating_add(1));
        before
    }

    fn give_back(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        if !self.hands.is_empty() {
            self.hands[game.variant.held(undo.taken.piece_type()).index()][undo.mover.color() as usize] =
                undo.left;
        }
    }

    #[inline]
    fn note_passed(&mut self, game: &Compiled<B>, mover: Code, mv: PackedMove) {
        let info = game.info(mover);
        let class = &game.classes[usize::from(info.class)];
        let table = &game.attack_tables[class.moves[mover.color() as usize][0]];
        let row = table.row(mv.from);
        if !row.passing.has(mv.to) {
            return;
        }
        self.passed = table.passed(row, mv.to);
        self.hash = self.passed.iter().fold(self.hash, |hash, s| hash ^ game.keys.passed(s));
    }

    #[inline(never)]
    fn lose_castlings(&mut self, game: &Compiled<B>) {
        self.hash ^= game.keys.castling(self.castling);
        for (bit, castling) in game.castlings.iter().enumerate() {
            let standing = self.code(castling.king.0) == castling.homes.0
                && self.code(castling.partner.0) == castling.homes.1;
            if !standing {
                self.castling &= !(1 << bit);
            }
        }
        self.hash ^= game.keys.castling(self.castling);
    }

    /// The piece that is taken on a square that `passed` holds: one that may have gone over it on the last turn.
    pub(crate) fn passer(&self, game: &Compiled<B>, passed: B, square: Square) -> Option<Square> {
        if !passed.has(square) {
            return None;
        }
        if game.odd_passes {
            return game.rules().passer(self, square);
        }
        let occupied = self.occupied();
        let passage = game.passages.iter().find(|passage| {
            passage.code.color() != self.turn
                && passage.passed.has(square)
                && self.code(passage.at) == passage.code
                && !occupied.meets(passage.empty | B::bit(passage.home))
        });
        passage.map(|passage| passage.at)
    }
}
