//! A position as the fast path holds it: bitboards, a mailbox, the state of the rules, and a hash kept up to date.

mod feat;
mod make;
mod view;

pub use feat::Feat;
pub use make::{Step, Verb};
pub use view::Purpose;

use crate::base::{Bitboard, ByColor, Color, Outcome, Piece, PieceTypeId, Setup, Square};
use crate::fast::compile::{Code, Compiled, MAX_CLASSES, ODD};

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
    /// For each right, how often each side may still use it.
    pub(crate) rights: Vec<[u8; 2]>,
    /// For each piece type, how many each side holds; nothing in a game without hands.
    pub(crate) hands: Vec<[u8; 2]>,
    /// Classes from here on have no pieces, but for the odd.
    pub(crate) reach: u8,
    /// Turns somebody on the board might act in, and perhaps others.
    pub(crate) deeds: u64,
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
            && self.hands == other.hands
            && self.reach == other.reach
            && self.deeds == other.deeds
            && self.ended == other.ended
            && self.hash == other.hash
    }
}

impl<B: Bitboard> Position<B> {
    /// The position of a setup; nothing if it is of another shape or its castlings lack their pieces, which only the
    /// reference rules sort out.
    pub fn new(game: &Compiled<B>, setup: &Setup) -> Option<Position<B>> {
        let fits = setup.pieces.len() == game.board.len()
            && setup.rights.len() == game.variant.rights.len()
            && setup.hands.len() == if game.variant.hands { game.variant.piece_types.len() } else { 0 }
            && setup.pieces().all(|(_, piece)| 2 * piece.piece_type.index() + 2 < game.info.len());
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
            rights: setup.rights.iter().map(|times| [times.white, times.black]).collect(),
            hands: setup.hands.iter().map(|held| [held.white, held.black]).collect(),
            reach: 0,
            deeds: game.free_deeds,
            ended: setup.ended.clone().map(Box::new),
            hash: 0,
        };
        for (square, piece) in setup.pieces() {
            position.put(game, Code::new(piece.color, piece.piece_type), game.layout.index(square));
        }
        for square in &setup.passed {
            position.passed |= B::bit(game.layout.index(*square));
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
        let mut pieces = vec![None; game.board.len()];
        for place in (self.colors[0] | self.colors[1]).iter() {
            let code = self.code(place);
            pieces[game.layout.square(place).index()] =
                Some(Piece { color: code.color(), piece_type: code.piece_type() });
        }
        let mut passed: Vec<Square> = self.passed.iter().map(|place| game.layout.square(place)).collect();
        passed.sort();
        let both = |list: &[[u8; 2]]| {
            list.iter().map(|[white, black]| ByColor { white: *white, black: *black }).collect()
        };
        Setup {
            pieces,
            turn: self.turn,
            castling: self.castling,
            passed,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            rights: both(&self.rights),
            hands: both(&self.hands),
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
        let pieces =
            (self.colors[0] | self.colors[1]).iter().fold(0, |hash, s| hash ^ keys.piece(self.code(s), s));
        let turn = if self.turn == Color::Black { keys.turn } else { 0 };
        let passed = self.passed.iter().fold(0, |hash, s| hash ^ keys.passed(s));
        let mut rights = 0;
        for color in Color::ALL {
            for (right, times) in self.rights.iter().enumerate() {
                rights ^= keys.right(right, color, times[color as usize]);
            }
            for (piece_type, held) in self.hands.iter().enumerate() {
                rights ^= keys.hand(PieceTypeId(piece_type as u16), color, held[color as usize]);
            }
        }
        let ended = if self.ended.is_some() { keys.ended() } else { 0 };
        pieces ^ turn ^ passed ^ rights ^ ended ^ keys.castling(self.castling)
    }

    /// Who stands on a square.
    #[inline(always)]
    pub(crate) fn code(&self, square: u8) -> Code {
        Code(B::read(&self.mailbox, square))
    }

    /// Every piece.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of every class that may have any, but for the odd.
    #[inline(always)]
    pub(crate) fn present(&self) -> &[B] {
        &self.classes[..usize::from(self.reach) & (MAX_CLASSES - 1)]
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, game: &Compiled<B>, outcome: Outcome) {
        if self.ended.is_none() {
            self.hash ^= game.keys.ended();
        }
        self.ended = Some(Box::new(outcome));
    }

    /// The pieces of whom no table knows where they go.
    #[inline(always)]
    pub(crate) fn odd(&self, color: Color) -> B {
        self.classes[ODD] & self.colors[color as usize]
    }

    /// Whether a piece of this code leads its side, or would if it stood on the board.
    pub(crate) fn is_leading(&self, game: &Compiled<B>, code: Code) -> bool {
        let rank = |code: Code| game.info[usize::from(code.0)].rank;
        let royals = self.royals & self.colors[code.color() as usize];
        game.info[usize::from(code.0)].royal
            && royals.iter().map(|s| rank(self.code(s))).min() == Some(rank(code))
    }

    /// The pieces in the order of the board's squares.
    pub(crate) fn pieces(&self, game: &Compiled<B>) -> impl Iterator<Item = (u8, Code)> + use<'_, B> {
        let mut squares: Vec<(Square, u8)> =
            self.occupied().iter().map(|place| (game.layout.square(place), place)).collect();
        squares.sort_unstable();
        squares.into_iter().map(|(_, place)| (place, self.code(place)))
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
        let info = &game.info[usize::from(code.0)];
        self.deeds |= info.deeds;
        if usize::from(info.class) != ODD {
            self.reach = self.reach.max(info.class + 1);
        }
    }

    /// Adds or removes a piece on the bitboards.
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
