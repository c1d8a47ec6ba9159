//! A position as the fast path holds it: bitboards, a mailbox, the state of the rules, and a hash kept up to date.

mod make;

pub use make::{Step, Undo, Verb};

use crate::board::{Bitboard, Color, Man, Outcome, Setup, Square};
use crate::compile::{Code, Compiled, MAX_CLASSES};

/// The most rights that are kept here; a game with more is left to the reference rules.
pub const MAX_RIGHTS: usize = 8;

/// A position of a compiled game.
#[derive(Clone, Debug)]
pub struct Position<B: Bitboard> {
    pub(crate) colors: [B; 2],
    pub(crate) royals: B,
    pub(crate) classes: [B; MAX_CLASSES],
    pub(crate) mailbox: B::Mailbox,
    pub(crate) turn: Color,
    pub(crate) castling: u32,
    pub(crate) passed: B,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) rights: [[u8; 2]; MAX_RIGHTS],
    pub(crate) ended: Option<Box<Outcome>>,
    pub(crate) hash: u64,
}

impl<B: Bitboard> PartialEq for Position<B> {
    fn eq(&self, other: &Self) -> bool {
        self.colors == other.colors
            && self.royals == other.royals
            && self.classes == other.classes
            && self.mailbox == other.mailbox
            && self.turn == other.turn
            && self.castling == other.castling
            && self.passed == other.passed
            && self.halfmove == other.halfmove
            && self.fullmove == other.fullmove
            && self.rights == other.rights
            && self.ended == other.ended
            && self.hash == other.hash
    }
}

impl<B: Bitboard> Position<B> {
    /// The position of a setup; nothing if it is of another shape or its castlings lack their men, which only the
    /// reference rules sort out.
    pub fn new(game: &Compiled<B>, setup: &Setup) -> Option<Position<B>> {
        let fits = setup.men.len() == game.board.len()
            && setup.rights.len() == game.rights
            && game.rights <= MAX_RIGHTS
            && setup.hands.iter().all(|held| held.white == 0 && held.black == 0)
            && setup.men().all(|(_, man)| 2 * man.kind.index() + 2 < game.info.len());
        if !fits {
            return None;
        }
        let mut position = Position {
            colors: [B::EMPTY; 2],
            royals: B::EMPTY,
            classes: [B::EMPTY; MAX_CLASSES],
            mailbox: B::mailbox(),
            turn: setup.turn,
            castling: setup.castling,
            passed: B::EMPTY,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            rights: [[0; 2]; MAX_RIGHTS],
            ended: setup.ended.clone().map(Box::new),
            hash: 0,
        };
        for (square, man) in setup.men() {
            position.put(game, Code::new(man.color, man.kind), game.layout.index(square));
        }
        for square in &setup.passed {
            position.passed |= B::bit(game.layout.index(*square));
        }
        for (right, times) in setup.rights.iter().enumerate() {
            position.rights[right] = [times.white, times.black];
        }
        let known = game.castles.len();
        let sound = known == 32 || setup.castling >> known == 0;
        let standing = game.castles.iter().enumerate().all(|(bit, castle)| {
            setup.castling >> bit & 1 == 0
                || (position.code(castle.king.0) == castle.homes.0
                    && position.code(castle.partner.0) == castle.homes.1)
        });
        position.hash = position.fresh_hash(game);
        (sound && standing).then_some(position)
    }

    /// The position as plain data.
    pub fn setup(&self, game: &Compiled<B>) -> Setup {
        let mut men = vec![None; game.board.len()];
        for place in (self.colors[0] | self.colors[1]).iter() {
            let code = self.code(place);
            men[game.layout.square(place).index()] = Some(Man { color: code.color(), kind: code.kind() });
        }
        let mut passed: Vec<Square> = self.passed.iter().map(|place| game.layout.square(place)).collect();
        passed.sort();
        let rights = self.rights.iter().take(game.rights);
        Setup {
            men,
            turn: self.turn,
            castling: self.castling,
            passed,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            rights: rights
                .map(|[white, black]| crate::board::ByColor { white: *white, black: *black })
                .collect(),
            hands: Vec::new(),
            ended: self.ended.as_deref().cloned(),
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The hash: equal for equal positions, whatever the clocks say.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Plies since the clock was last reset.
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The hash worked out from nothing.
    pub fn fresh_hash(&self, game: &Compiled<B>) -> u64 {
        let keys = &game.keys;
        let men =
            (self.colors[0] | self.colors[1]).iter().fold(0, |hash, s| hash ^ keys.man(self.code(s), s));
        let turn = if self.turn == Color::Black { keys.turn } else { 0 };
        let passed = self.passed.iter().fold(0, |hash, s| hash ^ keys.passed(s));
        let mut rights = 0;
        for (right, times) in self.rights.iter().take(game.rights).enumerate() {
            for color in Color::ALL {
                rights ^= keys.right(right, color, times[color as usize]);
            }
        }
        let ended = if self.ended.is_some() { keys.ended() } else { 0 };
        men ^ turn ^ passed ^ rights ^ ended ^ keys.castling(self.castling)
    }

    /// Who stands on a square.
    #[inline(always)]
    pub(crate) fn code(&self, square: u8) -> Code {
        Code(B::read(&self.mailbox, square))
    }

    /// Every man.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.colors[0] | self.colors[1]
    }

    /// The leaders of a side: its royals of the highest rank.
    pub(crate) fn leaders(&self, game: &Compiled<B>, color: Color) -> B {
        let royals = self.royals & self.colors[color as usize];
        if !royals.is_many() {
            return royals;
        }
        let rank = |square| game.info[usize::from(self.code(square).0)].rank;
        let highest = royals.iter().map(rank).min().unwrap_or(0);
        royals.iter().filter(|s| rank(*s) == highest).fold(B::EMPTY, |set, s| set | B::bit(s))
    }

    #[inline(always)]
    fn put(&mut self, game: &Compiled<B>, code: Code, square: u8) {
        B::write(&mut self.mailbox, square, code.0);
        self.flip(game, code, B::bit(square));
    }

    /// Adds or removes a man on the bitboards.
    #[inline(always)]
    fn flip(&mut self, game: &Compiled<B>, code: Code, bits: B) {
        let info = &game.info[usize::from(code.0)];
        self.colors[code.color() as usize] ^= bits;
        self.classes[usize::from(info.class) & (MAX_CLASSES - 1)] ^= bits;
        if info.royal {
            self.royals ^= bits;
        }
    }
}
