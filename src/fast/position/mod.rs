//! A position as the fast path holds it: bitboards, a mailbox, the state of the rules, and a hash kept up to date.

mod make;
mod world;

pub(crate) use make::{Flag, PackedMove};

use crate::base::{Bitboard, ByColor, Color, Outcome, Piece, PieceTypeId, Setup, Square};
use crate::fast::compile::{Code, Compiled, MAX_CLASSES, ODD};

/// A position of a compiled game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position<B: Bitboard> {
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
    /// Actions that some piece on the board might take, and perhaps others, one bit for each.
    pub(crate) actions: u64,
    pub(crate) ended: Option<Box<Outcome>>,
    pub(crate) hash: u64,
}

impl<B: Bitboard> Position<B> {
    /// The position of a setup; nothing if it is of another shape or its castlings lack their pieces, which only the
    /// reference rules sort out.
    pub(crate) fn new(game: &Compiled<B>, setup: &Setup) -> Option<Position<B>> {
        let fits = setup.pieces.len() == game.variant.board.span()
            && setup.rights.len() == game.variant.rights.len()
            && setup.hands.len() == if game.variant.hands { game.variant.piece_types.len() } else { 0 }
            && setup.pieces().all(|(square, piece)| {
                game.cells.has(square) && piece.piece_type.index() < game.variant.piece_types.len()
            });
        if !fits {
            return None;
        }
        let mut position = Position {
            colors: [B::EMPTY; 2],
            royals: B::EMPTY,
            classes: [B::EMPTY; MAX_CLASSES],
            mailbox: B::NO_PIECES,
            turn: setup.turn,
            castling: setup.castling,
            passed: B::EMPTY,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            rights: setup.rights.iter().map(|times| [times.white, times.black]).collect(),
            hands: setup.hands.iter().map(|held| [held.white, held.black]).collect(),
            reach: 0,
            actions: game.free_actions,
            ended: setup.ended.clone().map(Box::new),
            hash: 0,
        };
        for (square, piece) in setup.pieces() {
            position.place(game, Code::new(piece.color, piece.piece_type), square);
        }
        for square in &setup.passed {
            position.passed |= B::bit(*square);
        }
        let known = game.castlings.len();
        let sound = known == 32 || setup.castling >> known == 0;
        let standing = game.castlings.iter().enumerate().all(|(bit, castle)| {
            setup.castling >> bit & 1 == 0
                || (position.code(castle.king.0) == castle.homes.0
                    && position.code(castle.partner.0) == castle.homes.1)
        });
        position.hash = position.fresh_hash(game);
        (sound && standing).then_some(position)
    }

    /// The position as plain data.
    pub(crate) fn setup(&self, game: &Compiled<B>) -> Setup {
        let mut pieces = vec![None; game.variant.board.span()];
        for square in (self.colors[0] | self.colors[1]).iter() {
            let code = self.code(square);
            pieces[square.index()] = Some(Piece { color: code.color(), piece_type: code.piece_type() });
        }
        let both = |list: &[[u8; 2]]| {
            list.iter().map(|[white, black]| ByColor { white: *white, black: *black }).collect()
        };
        Setup {
            pieces,
            turn: self.turn,
            castling: self.castling,
            passed: self.passed.iter().collect(),
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            rights: both(&self.rights),
            hands: both(&self.hands),
            ended: self.ended.as_deref().cloned(),
        }
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    /// The hash: equal for equal positions, whatever the clocks say.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Plies since the clock was last reset.
    pub(crate) fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The hash worked out from nothing.
    pub(crate) fn fresh_hash(&self, game: &Compiled<B>) -> u64 {
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
    pub(crate) fn code(&self, square: Square) -> Code {
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

    /// The pieces of whom no table knows where they go.
    #[inline(always)]
    pub(crate) fn odd(&self, color: Color) -> B {
        self.classes[ODD] & self.colors[color as usize]
    }

    /// The leaders of a side: its royals of the highest rank.
    pub(crate) fn leaders(&self, game: &Compiled<B>, color: Color) -> B {
        let royals = self.royals & self.colors[color as usize];
        if !royals.is_many() {
            return royals;
        }
        let rank = |square| game.info(self.code(square)).rank;
        let highest = royals.iter().map(rank).min().unwrap_or(0);
        royals.iter().filter(|s| rank(*s) == highest).fold(B::EMPTY, |set, s| set | B::bit(s))
    }

    #[inline(always)]
    fn place(&mut self, game: &Compiled<B>, code: Code, square: Square) {
        B::write(&mut self.mailbox, square, code.0);
        self.flip(game, code, B::bit(square));
        let info = game.info(code);
        self.actions |= info.actions;
        if usize::from(info.class) != ODD {
            self.reach = self.reach.max(info.class + 1);
        }
    }

    /// Adds or removes a piece on the bitboards.
    #[inline(always)]
    fn flip(&mut self, game: &Compiled<B>, code: Code, bits: B) {
        let info = game.info(code);
        self.colors[code.color() as usize] ^= bits;
        self.classes[usize::from(info.class) & (MAX_CLASSES - 1)] ^= bits;
        if info.royal {
            self.royals ^= bits;
        }
    }
}
