//! Making and unmaking moves.

use super::Position;
use crate::base::{Bitboard, Choice, Color, Move, PieceTypeId, Square, Verb as Word};
use crate::fast::compile::{Code, Compiled};

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// A piece goes; what stands on the target is captured.
    Go,
    /// The same, and becomes another kind: the only one it can become.
    Action,
    /// The same, by choice.
    Promote,
    /// A piece takes another that passed the target.
    EnPassant,
    /// Castling, told by its number.
    Castle,
    /// Two own pieces change places.
    Exchange,
    /// Nothing is done.
    Pass,
}

/// A move as the fast path makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What sort it is.
    pub verb: Verb,
    /// What it becomes, or the number of the castling or the turn.
    pub arg: u8,
}

impl Step {
    /// A piece going somewhere.
    #[inline(always)]
    pub fn go(from: Square, to: Square) -> Step {
        Step { from, to, verb: Verb::Go, arg: 0 }
    }

    /// The move as its text tells it.
    pub fn spoken(self) -> Move {
        let (from, to) = (self.from, self.to);
        match self.verb {
            Verb::Go | Verb::Action | Verb::EnPassant => Move::new(Word::Go, from, to),
            Verb::Promote => {
                let choice = Some(Choice::Become(PieceTypeId(u16::from(self.arg))));
                Move { choice, ..Move::new(Word::Go, from, to) }
            }
            Verb::Castle => Move::new(Word::Castle, from, to),
            Verb::Exchange => Move::new(Word::Exchange, from, to),
            Verb::Pass => Move::pass(),
        }
    }
}

/// What it takes to unmake a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo<B> {
    step: Step,
    mover: Code,
    taken: Code,
    taken_on: Square,
    castling: u32,
    passed: B,
    halfmove: u32,
    fullmove: u32,
    hash: u64,
    deeds: u64,
    reach: u8,
    /// How many pieces like the one taken were held, or how often the right used was left.
    left: u8,
}

impl<B: Bitboard> Position<B> {
    /// Makes a move that the generator gave for this position.
    #[inline]
    pub fn make(&mut self, game: &Compiled<B>, step: Step) -> Undo<B> {
        self.make_with::<true>(game, step)
    }

    /// The same, but the hash need not be right before the move is unmade: nobody will ask for it.
    #[inline]
    pub(crate) fn make_unhashed(&mut self, game: &Compiled<B>, step: Step) -> Undo<B> {
        self.make_with::<false>(game, step)
    }

    #[inline(always)]
    fn make_with<const HASHED: bool>(&mut self, game: &Compiled<B>, step: Step) -> Undo<B> {
        let mover = self.code(step.from);
        let taken = if step.verb == Verb::Go { self.code(step.to) } else { Code::NONE };
        let mut undo = Undo {
            step,
            mover,
            taken,
            taken_on: step.to,
            castling: self.castling,
            passed: self.passed,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            hash: self.hash,
            deeds: self.deeds,
            reach: self.reach,
            left: 0,
        };
        let leads = !self.royals.has(step.from) || self.leads(game, step.from, mover);
        let info = &game.info[usize::from(mover.0)];
        self.halfmove = self.halfmove.saturating_add(1);
        if step.verb != Verb::Pass && info.resets[usize::from(leads && info.royal)].has(step.from) {
            self.halfmove = 0;
        }
        if !self.passed.is_empty() {
            self.hash = self.passed.iter().fold(self.hash, |hash, s| hash ^ game.keys.passed(s));
            self.passed = B::EMPTY;
        }
        if step.verb == Verb::Go {
            if taken != Code::NONE {
                self.remove::<HASHED>(game, taken, step.to);
                undo.left = self.hold(game, taken, mover.color());
            }
            self.carry::<HASHED>(game, mover, step.from, step.to);
            if info.passes && taken == Code::NONE {
                self.note_passed(game, mover, step);
            }
        } else {
            self.make_other(game, step, mover, &mut undo);
        }
        if self.castling != 0
            && game.castle_squares.meets(B::bit(step.from) | B::bit(undo.taken_on) | B::bit(step.to))
        {
            self.lose_castlings(game);
        }
        if self.turn == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = self.turn.other();
        if HASHED {
            self.hash ^= game.keys.turn;
        }
        undo
    }

    /// Takes a move back.
    #[inline]
    pub fn unmake(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        let Step { from, to, verb, .. } = undo.step;
        self.turn = self.turn.other();
        match verb {
            Verb::Go => {
                self.flip(game, undo.mover, B::bit(from) | B::bit(to));
                B::write(&mut self.mailbox, from, undo.mover.0);
                B::write(&mut self.mailbox, to, undo.taken.0);
                if undo.taken != Code::NONE {
                    self.flip(game, undo.taken, B::bit(to));
                    self.give_back(game, undo);
                }
            }
            Verb::Action | Verb::Promote | Verb::EnPassant => {
                let now = self.code(to);
                self.flip(game, now, B::bit(to));
                B::write(&mut self.mailbox, to, 0);
                self.put(game, undo.mover, from);
                if undo.taken != Code::NONE {
                    self.put(game, undo.taken, undo.taken_on);
                    self.give_back(game, undo);
                }
            }
            Verb::Castle => self.swap_castle(game, usize::from(undo.step.arg), true),
            Verb::Exchange => {
                let (a, b) = (self.code(from), self.code(to));
                self.swap(game, a, b, from, to);
                self.restore_right(game, undo);
            }
            Verb::Pass => self.restore_right(game, undo),
        }
        self.castling = undo.castling;
        self.passed = undo.passed;
        self.halfmove = undo.halfmove;
        self.fullmove = undo.fullmove;
        self.hash = undo.hash;
        self.deeds = undo.deeds;
        self.reach = undo.reach;
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
    fn make_other(&mut self, game: &Compiled<B>, step: Step, mover: Code, undo: &mut Undo<B>) {
        match step.verb {
            Verb::Go => {}
            Verb::Action | Verb::Promote => {
                undo.taken = self.code(step.to);
                if undo.taken != Code::NONE {
                    self.remove::<true>(game, undo.taken, step.to);
                    undo.left = self.hold(game, undo.taken, mover.color());
                }
                let becomes = Code::new(mover.color(), PieceTypeId(u16::from(step.arg)));
                self.flip(game, mover, B::bit(step.from));
                B::write(&mut self.mailbox, step.from, 0);
                self.put(game, becomes, step.to);
                self.hash ^= game.keys.piece(mover, step.from) ^ game.keys.piece(becomes, step.to);
            }
            Verb::EnPassant => {
                if let Some(victim) = self.passer(game, undo.passed, step.to) {
                    undo.taken = self.code(victim);
                    undo.taken_on = victim;
                    self.remove::<true>(game, undo.taken, victim);
                    undo.left = self.hold(game, undo.taken, mover.color());
                }
                self.carry::<true>(game, mover, step.from, step.to);
            }
            Verb::Castle => {
                let castle = &game.castles[usize::from(step.arg)];
                let (king, partner) = castle.homes;
                let keys = &game.keys;
                self.hash ^= keys.piece(king, castle.king.0) ^ keys.piece(king, castle.king.1);
                self.hash ^= keys.piece(partner, castle.partner.0) ^ keys.piece(partner, castle.partner.1);
                self.halfmove = undo.halfmove.saturating_add(1);
                self.swap_castle(game, usize::from(step.arg), false);
                self.lose_castlings(game);
            }
            Verb::Exchange => {
                let other = self.code(step.to);
                let leads = self.royals.has(step.to) && self.leads(game, step.to, other);
                if game.info[usize::from(other.0)].resets[usize::from(leads)].has(step.to) {
                    self.halfmove = 0;
                }
                let keys = &game.keys;
                self.hash ^= keys.piece(mover, step.from) ^ keys.piece(mover, step.to);
                self.hash ^= keys.piece(other, step.from) ^ keys.piece(other, step.to);
                self.swap(game, mover, other, step.from, step.to);
                undo.left = self.use_right(game, game.deeds[usize::from(step.arg)].right);
            }
            Verb::Pass => undo.left = self.use_right(game, game.deeds[usize::from(step.arg)].right),
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
        let castle = &game.castles[number];
        let (king, partner) = castle.homes;
        let ends = |(start, end): (Square, Square)| if back { (end, start) } else { (start, end) };
        let ((k0, k1), (p0, p1)) = (ends(castle.king), ends(castle.partner));
        self.flip(game, king, B::bit(k0) ^ B::bit(k1));
        self.flip(game, partner, B::bit(p0) ^ B::bit(p1));
        B::write(&mut self.mailbox, k0, 0);
        B::write(&mut self.mailbox, p0, 0);
        B::write(&mut self.mailbox, k1, king.0);
        B::write(&mut self.mailbox, p1, partner.0);
    }

    /// Uses up a right of the side to move; says how often it was left.
    pub(super) fn use_right(&mut self, game: &Compiled<B>, right: Option<usize>) -> u8 {
        let Some(right) = right else { return 0 };
        let times = &mut self.rights[right][self.turn as usize];
        let left = *times;
        *times = left.saturating_sub(1);
        self.hash ^= game.keys.right(right, self.turn, left)
            ^ game.keys.right(right, self.turn, left.saturating_sub(1));
        left
    }

    fn restore_right(&mut self, game: &Compiled<B>, undo: &Undo<B>) {
        if let Some(right) = game.deeds[usize::from(undo.step.arg)].right {
            self.rights[right][self.turn as usize] = undo.left;
        }
    }

    /// Puts a captured piece in the hand of its enemy, in a game with hands; says how many like it were there.
    #[inline(always)]
    pub(super) fn hold(&mut self, game: &Compiled<B>, taken: Code, by: Color) -> u8 {
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
    fn note_passed(&mut self, game: &Compiled<B>, mover: Code, step: Step) {
        let info = &game.info[usize::from(mover.0)];
        let class = &game.classes[usize::from(info.class)];
        let way = &game.ways[class.moves[mover.color() as usize][0]];
        let row = way.row(step.from);
        if !row.passing.has(step.to) {
            return;
        }
        self.passed = way.passed(row, step.to);
        self.hash = self.passed.iter().fold(self.hash, |hash, s| hash ^ game.keys.passed(s));
    }

    #[inline(never)]
    pub(super) fn lose_castlings(&mut self, game: &Compiled<B>) {
        self.hash ^= game.keys.castling(self.castling);
        for (bit, castle) in game.castles.iter().enumerate() {
            let standing =
                self.code(castle.king.0) == castle.homes.0 && self.code(castle.partner.0) == castle.homes.1;
            if !standing {
                self.castling &= !(1 << bit);
            }
        }
        self.hash ^= game.keys.castling(self.castling);
    }
}
