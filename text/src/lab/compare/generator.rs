//! Generates random positions that may show a difference between two games.
//!
//! [`PositionGenerator::draw`] creates a position with few pieces, mostly those that the difference concerns, near the
//! squares where they matter. `thinned` and `altered` change existing positions. All choices depend on the seed only.

use super::scope::DifferenceScope;
use crate::base::{Bitboard, ByColor, Color, Piece, PieceTypeId, Setup, Square};
use crate::play::game::Random;
use crate::rules::{Arrival, Consequence, Variant};

/// A generator of random positions.
pub(super) struct PositionGenerator<'v> {
    variant: &'v Variant,
    scope: &'v DifferenceScope,
    /// The source of all random choices.
    pub(super) random: Random,
    piece_types: Vec<PieceTypeId>,
    royals: Vec<PieceTypeId>,
    /// The royals of the highest rank. Every side gets one of them.
    top: Vec<PieceTypeId>,
    common: Vec<PieceTypeId>,
    /// The piece types that have no moves of their own, or the common types if there are none. They serve as blockers
    /// beside a royal.
    walls: Vec<PieceTypeId>,
    /// The squares that the difference concerns.
    squares: Vec<Square>,
    grid: Vec<Square>,
    extra: Vec<Square>,
}

impl<'v> PositionGenerator<'v> {
    /// Creates a generator for positions of a game.
    pub(super) fn new(variant: &'v Variant, scope: &'v DifferenceScope, seed: u64) -> PositionGenerator<'v> {
        let rank = |id: &PieceTypeId| variant.piece_type(*id).royal;
        let ids = variant.piece_type_ids().map(|(id, _)| id);
        let royals: Vec<PieceTypeId> = ids.filter(|id| rank(id).is_some()).collect();
        let best = royals.iter().filter_map(rank).min();
        let pieces = variant.setup.iter().map(|(_, piece)| piece.piece_type);
        let common: Vec<PieceTypeId> = pieces.filter(|piece_type| !royals.contains(piece_type)).collect();
        let still = variant
            .piece_type_ids()
            .filter(|(_, own)| own.moves.is_empty() && !own.neutral)
            .map(|(id, _)| id);
        let still: Vec<PieceTypeId> = still.collect();
        PositionGenerator {
            variant,
            scope,
            random: Random::new(seed),
            piece_types: scope.piece_types.iter().copied().collect(),
            top: royals.iter().copied().filter(|id| rank(id) == best).collect(),
            walls: if still.is_empty() { common.clone() } else { still },
            common,
            royals,
            squares: Color::ALL.into_iter().flat_map(|color| scope.squares.get(color).iter()).collect(),
            grid: variant.board.grid().iter().collect(),
            extra: variant.board.extra().collect(),
        }
    }

    /// Creates the next position.
    pub(super) fn draw(&mut self) -> Setup {
        let mut setup = Setup { turn: self.color(), ..self.variant.empty() };
        self.fill_rights(&mut setup);
        let want = self.pieces(setup.turn);
        // Pieces in one part of the board interact more often than pieces all over it.
        let corner = self.random.pick(&self.grid).copied();
        let near = corner.map_or_else(Vec::new, |corner| self.around(corner, 3));
        for piece in want {
            // Neutral pieces are stored as White's.
            let neutral = self.variant.is_neutral(piece.piece_type);
            let piece = if neutral { Piece { color: Color::White, ..piece } } else { piece };
            if let Some(square) = self.place(piece, &near)
                && setup.piece(square).is_none()
            {
                setup.set(square, Some(piece));
            }
        }
        setup
    }

    /// Removes random pieces from a position of a game, and sometimes sets rights, hands, and the clock at random.
    pub(super) fn thinned(&mut self, mut setup: Setup) -> Setup {
        let part = self.random.number() % 5;
        for (square, piece) in setup.clone().pieces() {
            let kept =
                self.royals.contains(&piece.piece_type) || self.piece_types.contains(&piece.piece_type);
            if !kept && self.random.number() % 5 < part {
                setup.set(square, None);
            }
        }
        if part > 0 {
            setup.passed.clear();
            let start = self.variant.start();
            for (bit, castling) in self.variant.castlings.iter().enumerate() {
                let pieces = [castling.king.0, castling.partner.0];
                if pieces.into_iter().any(|square| setup.piece(square) != start.piece(square)) {
                    // Castling requires both pieces on their initial squares.
                    setup.castling &= !(1 << bit);
                }
            }
        }
        if self.random.coin() {
            self.fill_rights(&mut setup);
        }
        setup
    }

    /// Changes one piece at random, to leave the side to move fewer moves. The change moves or adds an enemy piece near
    /// a piece of the side to move, removes one of its common pieces, or places a blocker beside its royal.
    pub(super) fn altered(&mut self, setup: &Setup) -> Setup {
        let mut altered = setup.clone();
        let common = |color| -> Vec<Square> {
            let pieces = setup.pieces().filter(|(_, piece)| piece.color == color);
            let common = pieces.filter(|(_, piece)| !self.royals.contains(&piece.piece_type));
            common.map(|(square, _)| square).collect()
        };
        let (own, theirs) = (common(setup.turn), common(setup.turn.other()));
        let way = self.random.number() % 7;
        if way == 6 {
            // An own piece beside the royal takes a square from it.
            let royals = setup.pieces().filter(|(_, piece)| piece.color == setup.turn);
            let royals = royals.filter(|(_, piece)| self.royals.contains(&piece.piece_type));
            let beside = royals.flat_map(|(square, _)| self.around(square, 1));
            let free: Vec<Square> = beside.filter(|square| setup.piece(*square).is_none()).collect();
            let wall = self.random.pick(&self.walls).map(|id| Piece { color: setup.turn, piece_type: *id });
            self.random.pick(&free).into_iter().for_each(|square| altered.set(*square, wall));
            return altered;
        }
        let victims = setup.pieces().filter(|(_, piece)| piece.color == setup.turn);
        let victims: Vec<Square> = victims.map(|(square, _)| square).collect();
        let mut free = self.random.pick(&victims).map_or_else(Vec::new, |square| self.around(*square, 4));
        free.retain(|square| setup.piece(*square).is_none());
        let (from, piece) = match way {
            0 if own.len() > 1 => (self.random.pick(&own), None),
            1 | 2 if theirs.len() < 8 => {
                let piece_type = self.random.pick(&self.common);
                (None, piece_type.map(|id| Piece { color: setup.turn.other(), piece_type: *id }))
            }
            _ => {
                let from = self.random.pick(&theirs);
                (from, from.and_then(|from| setup.piece(*from)))
            }
        };
        if piece.is_none() {
            from.into_iter().for_each(|from| altered.set(*from, None));
        } else if let Some(to) = self.random.pick(&free) {
            from.into_iter().for_each(|from| altered.set(*from, None));
            altered.set(*to, piece);
        }
        altered
    }

    fn color(&mut self) -> Color {
        if self.random.coin() { Color::White } else { Color::Black }
    }

    /// Sets rights, hands, and the clock at random. Concerned pieces are more likely in hand, and the clock is just
    /// before a limit.
    fn fill_rights(&mut self, setup: &mut Setup) {
        let scope = self.scope;
        for ((id, _), held) in self.variant.piece_type_ids().zip(&mut setup.hands) {
            let often = if scope.piece_types.contains(&id) { 2 } else { 6 };
            if self.variant.is_ever_held(id) && !self.royals.contains(&id) {
                *held = ByColor::from_fn(|_| u8::from(self.random.number().is_multiple_of(often)));
            }
        }
        for (left, right) in setup.rights.iter_mut().zip(&self.variant.rights) {
            *left = ByColor::from_fn(|_| if self.random.coin() { right.times } else { 0 });
        }
        if let Some(plies) = self.random.pick(&self.scope.quiet) {
            setup.halfmove = plies.saturating_sub(1 + u32::from(self.random.coin()));
        }
    }

    /// Returns the pieces to place, the most important first.
    fn pieces(&mut self, turn: Color) -> Vec<Piece> {
        let mut want = Vec::new();
        let piece = |color| move |piece_type: &PieceTypeId| Piece { color, piece_type: *piece_type };
        for color in Color::ALL {
            // Usually the royal of the highest rank, sometimes another one or two.
            let from = if self.random.number().is_multiple_of(3) { &self.royals } else { &self.top };
            want.extend(self.random.pick(from).map(piece(color)));
            if self.random.number().is_multiple_of(4) {
                want.extend(self.random.pick(&self.royals).map(piece(color)));
            }
        }
        for _ in 0..=(self.random.number() % 2) {
            let color = if self.random.number().is_multiple_of(3) { turn.other() } else { turn };
            want.extend(self.random.pick(&self.piece_types).map(piece(color)));
        }
        for _ in 0..(self.random.number() % 8) {
            let color = self.color();
            want.extend(self.random.pick(&self.common).map(piece(color)));
        }
        want
    }

    fn place(&mut self, piece: Piece, near: &[Square]) -> Option<Square> {
        let likely_squares = self.likely_squares(piece);
        let royal = self.royals.contains(&piece.piece_type);
        let from = match self.random.number() % 8 {
            0..=3 if !likely_squares.is_empty() => &likely_squares,
            4 | 5 if royal && !self.extra.is_empty() => &self.extra,
            5 | 6 if !self.squares.is_empty() => &self.squares,
            4..=6 => near,
            _ => &self.grid,
        };
        self.random.pick(from).copied()
    }

    fn around(&self, center: Square, radius: i32) -> Vec<Square> {
        let board = &self.variant.board;
        let from = board.cell(center);
        let close = |square: &Square| {
            let cell = board.cell(*square);
            (cell.x - from.x).abs().max((cell.y - from.y).abs()) <= radius
        };
        self.grid.iter().copied().filter(close).collect()
    }

    /// Returns the squares where a piece is likely to matter: the squares where its type arises, the squares one step
    /// before its arrival rules apply, and, for a concerned piece, the concerned squares and their neighbors.
    fn likely_squares(&self, piece: Piece) -> Vec<Square> {
        let board = &self.variant.board;
        let piece_type = self.variant.piece_type(piece.piece_type);
        let zone = |arrival: &Arrival| arrival.zone.squares.get(piece.color).iter();
        let becomes = |then: &Consequence| then.becomes().contains(&piece.piece_type);
        let mut squares: Vec<Square> = Vec::new();
        if piece_type.moves.is_empty() {
            let arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
            squares.extend(
                arrivals
                    .filter(|arrival| !arrival.by_itself && arrival.then.iter().any(becomes))
                    .flat_map(zone),
            );
        }
        let before = |square| board.step(square, (0, -1), piece.color);
        let arriving = piece_type.arrivals.iter().filter(|arrival| !arrival.by_itself);
        squares.extend(arriving.flat_map(zone).filter_map(before));
        let royal = piece_type.royal.is_some();
        if royal || self.scope.piece_types.contains(&piece.piece_type) {
            let concerned = Color::ALL.into_iter().flat_map(|color| self.scope.squares.get(color).iter());
            let extra = self.extra.iter().copied().filter(|_| royal);
            for square in extra.chain(concerned) {
                squares.extend(self.around(square, 1));
                if self.scope.squares.get(piece.color).contains(square) {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
