//! The position of the fast path: bitboards, a mailbox, the state of the rules, and an incremental hash.
//!
//! [`Position`] holds each piece twice: in the bitboards by color and class, and in the mailbox by square.
//! [`Position::set`] is the general way to change a square, and keeps both and the hash up to date. [`StateInfo`] is
//! the part that unmaking a move restores as a whole.

use crate::base::{Bitboard, ByColor, CastlingSet, Color, Outcome, Passed, Progress, Setup, Square};
use crate::fast::tables::{Compiled, CompiledBehind, MAX_CLASSES, PieceCode, UNTABLED};
use crate::rules::FollowUp;
use crate::rules::interpreter::World;

/// A position of a compiled game.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<B: Bitboard> {
    pub colors: [B; 2],
    pub royals: B,
    pub classes: [B; MAX_CLASSES],
    pub mailbox: B::Mailbox,
    pub turn: Color,
    pub state: StateInfo<B>,
    /// The remaining uses of each right by side, followed by the number of pieces of each type in hand if the game
    /// has hands.
    pub stock: Vec<[u8; 2]>,
    /// The index in `stock` at which the pieces in hand begin.
    pub hands: usize,
    /// Further pieces that can be captured en passant, after a turn of several moves.
    pub others: Vec<Passed>,
    pub ended: Option<Box<Outcome>>,
}

/// The value of [`StateInfo::passer`] if no piece can be captured en passant.
pub const NO_PASSER: Square = Square(0);

/// The part of a position that is copied before a move and restored after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateInfo<B> {
    pub castling: CastlingSet,
    /// The squares on which a piece can be captured en passant.
    pub passed: B,
    /// The square of the piece that can be captured en passant. It is [`NO_PASSER`] if there is none.
    pub passer: Square,
    /// The progress of the turn.
    pub progress: Progress,
    /// The pieces that have moved, although they are on a home square. Only squares where this matters are included.
    pub moved: B,
    pub halfmove: u32,
    pub fullmove: u32,
    /// One more than the highest number of a tabled class that may have pieces.
    pub reach: u8,
    /// The actions that some piece on the board may be able to perform, one bit for each.
    pub actions: u64,
    /// The Zobrist hash, without the number of the turn.
    pub hash: u64,
}

impl<B: Bitboard> Position<B> {
    /// Returns the pieces of one type and color on some squares.
    pub fn standing(&self, game: &Compiled<B>, code: PieceCode, squares: B) -> B {
        // A class can contain several piece types, so the mailbox decides.
        let class = self.classes[usize::from(game.info(code).class)];
        let like = class & self.colors[code.color() as usize] & squares;
        like.iter().filter(|square| self.code(*square) == code).collect()
    }

    /// Returns true if a side has used one of these rights.
    #[inline(never)]
    pub fn has_spent(&self, game: &Compiled<B>, rights: &[usize]) -> bool {
        let times = |number: usize| game.variant.rights[number].times;
        rights.iter().any(|number| self.stock[*number].iter().any(|left| *left != times(*number)))
    }

    /// Returns true if the piece that can be captured en passant belongs to the side to move, as in a turn of several
    /// moves.
    #[inline(always)]
    pub fn passes_on(&self, game: &Compiled<B>) -> bool {
        game.turned && !self.state.passed.is_empty() && self.code(self.state.passer).color() == self.turn
    }

    /// Returns the pieces of the side to move whose moves can have a slow-path follow-up from the hand.
    #[inline(always)]
    pub fn leaving(&self, game: &Compiled<B>) -> B {
        let leaves = game.followed[self.turn as usize] & self.colors[self.turn as usize];
        if leaves.is_empty() || !self.holds_followers(game) { B::EMPTY } else { leaves }
    }

    /// Returns the pieces of the side to move whose moves can have a follow-up by this rule.
    pub fn leaving_behind(&self, game: &Compiled<B>, behind: &CompiledBehind<B>) -> B {
        let leaders = self.leaders(game, self.turn);
        behind.leaving(self.turn, self.colors[self.turn as usize], |square| {
            let code = self.code(square);
            (code, game.info(code).homes, leaders.has(square), self.state.moved.has(square))
        })
    }

    /// Returns true if the side to move has a piece in hand that can follow a move.
    #[inline(never)]
    pub fn holds_followers(&self, game: &Compiled<B>) -> bool {
        let mut types = game.variant.follow_ups.iter().flat_map(FollowUp::dropped);
        types.any(|piece_type| self.held(*piece_type, self.turn) > 0)
    }

    /// Creates the position of a setup. Returns `None` if the setup has the wrong size or castlings whose pieces are
    /// not in place. The interpreter handles such positions.
    pub fn new(game: &Compiled<B>, setup: &Setup) -> Option<Position<B>> {
        let variant = &game.variant;
        let fits = setup.pieces.len() == variant.board.span()
            && setup.rights.len() == variant.rights.len()
            && setup.hands.len() == if variant.hands { variant.piece_types.len() } else { 0 }
            && setup.pieces().all(|(square, piece)| {
                game.cells.has(square) && piece.piece_type.index() < variant.piece_types.len()
            });
        if !fits {
            return None;
        }
        let state = StateInfo {
            castling: setup.castling,
            passed: B::EMPTY,
            passer: NO_PASSER,
            moved: B::EMPTY,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            reach: 0,
            actions: game.free_actions,
            progress: setup.progress,
            hash: if setup.turn == Color::Black { game.keys.turn } else { 0 }
                ^ game.keys.castling(setup.castling)
                ^ game.keys.progress(setup.progress),
        };
        let mut position = Position {
            colors: [B::EMPTY; 2],
            royals: B::EMPTY,
            classes: [B::EMPTY; MAX_CLASSES],
            mailbox: B::NO_PIECES,
            turn: setup.turn,
            state,
            stock: vec![[0; 2]; setup.rights.len() + setup.hands.len()],
            hands: setup.rights.len(),
            others: Vec::new(),
            ended: None,
        };
        for (square, piece) in setup.pieces() {
            position.put(game, square, Some(piece));
        }
        position.set_passed(game, &setup.passed);
        position.mark_moved(game, B::of(setup.moved));
        for (place, numbers) in setup.rights.iter().chain(&setup.hands).enumerate() {
            for color in Color::ALL {
                position.set_stock(game, place, color, *numbers.get(color));
            }
        }
        if let Some(outcome) = &setup.ended {
            position.end(game, outcome.clone());
        }
        // A setup can have castlings that the game does not define.
        let unknown = setup.castling.checked_shr(variant.castlings.len() as u32).unwrap_or(0);
        position.lose_castlings(game);
        (unknown == 0 && position.state.castling == setup.castling).then_some(position)
    }

    /// Converts the position to plain data.
    pub fn setup(&self, game: &Compiled<B>) -> Setup {
        let mut pieces = vec![None; game.variant.board.span()];
        self.pieces().for_each(|(square, piece)| pieces[square.index()] = Some(piece));
        let (rights, hands) = self.stock.split_at(self.hands);
        let both = |list: &[[u8; 2]]| {
            list.iter().map(|[white, black]| ByColor { white: *white, black: *black }).collect()
        };
        Setup {
            pieces,
            turn: self.turn,
            progress: World::progress(self),
            castling: self.state.castling,
            passed: World::passed(self).collect(),
            moved: self.state.moved.iter().collect(),
            halfmove: self.state.halfmove,
            fullmove: self.state.fullmove,
            rights: both(rights),
            hands: both(hands),
            captured: None,
            ended: self.ended.as_deref().cloned(),
        }
    }

    /// Returns the hash of the position. Equal positions have equal hashes, even if their clocks differ.
    #[inline(always)]
    pub fn hash(&self, game: &Compiled<B>) -> u64 {
        match game.variant.turns_counted {
            0 => self.state.hash,
            most => self.state.hash ^ game.keys.turn_number(self.state.fullmove.min(most)),
        }
    }

    /// Returns the hash without the pieces that can be captured en passant and without the end of the game.
    pub fn lasting_hash(&self, game: &Compiled<B>) -> u64 {
        // XORing a key a second time removes it from the hash.
        let ended = if self.ended.is_some() { game.keys.ended } else { 0 };
        let hash = self.hash(game) ^ ended ^ game.keys.passing(self.state.passed, self.state.passer);
        self.others.iter().fold(hash, |hash, passed| hash ^ game.keys.passing(passed.over, passed.by))
    }

    /// Returns the remaining uses of each right by side, and the number of pieces of each type in hand.
    pub fn stock(&self) -> (&[[u8; 2]], &[[u8; 2]]) {
        self.stock.split_at(self.hands)
    }

    /// Returns the code of the piece on a square.
    #[inline(always)]
    pub fn code(&self, square: Square) -> PieceCode {
        PieceCode(B::read(&self.mailbox, square))
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.colors[0] | self.colors[1]
    }

    /// Returns the pieces of each tabled class, up to the last class that may have pieces.
    #[inline(always)]
    pub fn present(&self) -> &[B] {
        // The mask tells the compiler that the index is in range, so it omits the bounds check.
        &self.classes[..usize::from(self.state.reach) & (MAX_CLASSES - 1)]
    }

    /// Returns the untabled pieces of a side.
    #[inline(always)]
    pub fn untabled(&self, color: Color) -> B {
        self.classes[UNTABLED] & self.colors[color as usize]
    }

    /// Returns the leaders of a side: its royals of the highest rank.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub fn leaders(&self, game: &Compiled<B>, color: Color) -> B {
        let royals = self.royals & self.colors[color as usize];
        if royals.is_many() { self.highest(game, royals) } else { royals }
    }

    #[inline(never)]
    fn highest(&self, game: &Compiled<B>, royals: B) -> B {
        let rank = |square| game.info(self.code(square)).rank;
        let highest = royals.iter().map(rank).min().unwrap_or(0);
        royals.iter().filter(|square| rank(*square) == highest).collect()
    }

    /// Adds pieces to the bitboards or removes them. The operation is its own inverse.
    #[inline(always)]
    pub(super) fn flip(&mut self, game: &Compiled<B>, code: PieceCode, bits: B) {
        let info = game.info(code);
        self.colors[code.color() as usize] ^= bits;
        self.classes[usize::from(info.class) & (MAX_CLASSES - 1)] ^= bits;
        if info.royal {
            self.royals ^= bits;
        }
    }

    /// Puts a piece on a square or clears it, and returns the previous piece.
    pub fn set(&mut self, game: &Compiled<B>, square: Square, code: PieceCode) -> PieceCode {
        let before = self.code(square);
        if before != PieceCode::NONE {
            self.flip(game, before, B::bit(square));
            self.state.hash ^= game.keys.piece(before, square);
        }
        B::write(&mut self.mailbox, square, code.0);
        if code != PieceCode::NONE {
            self.flip(game, code, B::bit(square));
            self.state.hash ^= game.keys.piece(code, square);
            let info = game.info(code);
            // These bounds grow here and fall only when a move is unmade. A bound that is too high costs time, but
            // is correct.
            self.state.actions |= info.actions;
            if usize::from(info.class) != UNTABLED {
                self.state.reach = self.state.reach.max(info.class + 1);
            }
        }
        before
    }

    /// Sets the number of uses of a right, or of pieces of a type in hand.
    pub fn set_stock(&mut self, game: &Compiled<B>, place: usize, color: Color, number: u8) {
        let Some(stock) = self.stock.get_mut(place).map(|stock| &mut stock[color as usize]) else { return };
        if !game.rights.clocks.contains(&place) {
            self.state.hash ^= game.keys.stock(place, color, *stock) ^ game.keys.stock(place, color, number);
        }
        *stock = number;
    }

    /// Records pieces that have moved but are on a home square. Squares where this makes no difference are left out.
    pub fn mark_moved(&mut self, game: &Compiled<B>, moved: B) {
        let all = (self.state.moved | moved) & game.returns;
        let is_home = |square: &Square| game.info(self.code(*square)).homes.has(*square);
        let moved: B = all.iter().filter(is_home).collect();
        let changed = self.state.moved ^ moved;
        self.state.hash = changed.iter().fold(self.state.hash, |hash, s| hash ^ game.keys.moved(s));
        self.state.moved = moved;
    }

    /// Removes the castlings whose pieces are not on their home squares.
    fn lose_castlings(&mut self, game: &Compiled<B>) {
        let before = self.state.castling;
        self.state.castling &= game.variant.standing(|square| self.piece(square));
        self.state.hash ^= game.keys.castling(before) ^ game.keys.castling(self.state.castling);
    }
}
