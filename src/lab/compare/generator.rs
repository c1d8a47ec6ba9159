//! Positions in which a difference may show: few pieces, among them those it is about, where it matters.

use super::concern::Concern;
use crate::base::{Bitboard, ByColor, Color, Piece, PieceTypeId, Setup, Square};
use crate::play::game::Random;
use crate::rules::{Consequence, Variant};

/// Makes random positions.
pub(super) struct Generator<'v> {
    variant: &'v Variant,
    concern: &'v Concern,
    random: Random,
    piece_types: Vec<PieceTypeId>,
    royals: Vec<PieceTypeId>,
    /// The highest royals, which a side has first of all.
    top: Vec<PieceTypeId>,
    common: Vec<PieceTypeId>,
    grid: Vec<Square>,
    extra: Vec<Square>,
}

impl<'v> Generator<'v> {
    /// Positions of a game for a concern, decided by a seed.
    pub(super) fn new(variant: &'v Variant, concern: &'v Concern, seed: u64) -> Generator<'v> {
        let royals: Vec<PieceTypeId> = variant
            .piece_type_ids()
            .filter(|(_, piece_type)| piece_type.royal.is_some())
            .map(|(id, _)| id)
            .collect();
        let best = royals.iter().filter_map(|id| variant.piece_type(*id).royal).min();
        let top = royals.iter().copied().filter(|id| variant.piece_type(*id).royal == best).collect();
        let pieces = variant.setup.iter().map(|(_, piece)| piece.piece_type);
        Generator {
            variant,
            concern,
            random: Random::new(seed),
            piece_types: concern.piece_types.iter().copied().collect(),
            top,
            common: pieces.filter(|piece_type| !royals.contains(piece_type)).collect(),
            royals,
            grid: variant.board.grid().iter().collect(),
            extra: variant.board.extra().collect(),
        }
    }

    /// The random numbers by which all is decided.
    pub(super) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// The next position.
    pub(super) fn draw(&mut self) -> Setup {
        let mut setup = self.variant.start();
        setup.pieces.iter_mut().for_each(|place| *place = None);
        setup.castling = 0;
        setup.turn = self.color();
        self.fill_rights(&mut setup);
        let want = self.pieces(setup.turn);
        // Together in a part of the board pieces meet more often than all over it.
        let corner = self.random.pick(&self.grid).copied();
        let near = corner.map_or_else(Vec::new, |corner| self.around(corner, 3));
        for piece in want {
            let square = self.place(piece, &near);
            if let Some(place) = square.and_then(|square| setup.pieces.get_mut(square.index()))
                && place.is_none()
            {
                *place = Some(piece);
            }
        }
        setup
    }

    /// A position of a game with some of the pieces removed, its clock moved on where a count of plies matters.
    pub(super) fn thinned(&mut self, mut setup: Setup) -> Setup {
        let part = self.random.number() % 5;
        for index in 0..setup.pieces.len() {
            let piece = setup.pieces.get(index).copied().flatten();
            let kept = piece.is_none_or(|piece| {
                self.royals.contains(&piece.piece_type) || self.piece_types.contains(&piece.piece_type)
            });
            if !kept && self.random.number() % 5 < part {
                setup.pieces[index] = None;
            }
        }
        if part > 0 {
            setup.passed.clear();
            let start = self.variant.start();
            for (bit, castling) in self.variant.castlings.iter().enumerate() {
                let pieces = [castling.king.0, castling.partner.0];
                if pieces.into_iter().any(|square| setup.piece(square) != start.piece(square)) {
                    setup.castling &= !(1 << bit);
                }
            }
        }
        if self.random.coin() {
            self.fill_rights(&mut setup);
        }
        setup
    }

    /// The same position with one piece of the side that is not to move put elsewhere near the enemy, or one more of them,
    /// or one fewer of the others.
    pub(super) fn altered(&mut self, setup: &Setup) -> Setup {
        let mut altered = setup.clone();
        let common = |color| -> Vec<Square> {
            let pieces = setup.pieces().filter(|(_, piece)| piece.color == color);
            pieces
                .filter(|(_, piece)| !self.royals.contains(&piece.piece_type))
                .map(|(square, _)| square)
                .collect()
        };
        let (own, theirs) = (common(setup.turn), common(setup.turn.other()));
        let way = self.random.number() % 6;
        let victims: Vec<Square> =
            setup.pieces().filter(|(_, piece)| piece.color == setup.turn).map(|(square, _)| square).collect();
        let near = self.random.pick(&victims).map_or_else(Vec::new, |square| self.around(*square, 4));
        let mut put = |square: Option<Square>, piece: Option<Piece>| {
            if let Some(place) = square.and_then(|square| altered.pieces.get_mut(square.index())) {
                *place = piece;
            }
        };
        match way {
            0 if own.len() > 1 => put(self.random.pick(&own).copied(), None),
            1 | 2 if theirs.len() < 8 => {
                let piece_type = self.random.pick(&self.common).copied();
                let free: Vec<Square> =
                    near.into_iter().filter(|square| setup.piece(*square).is_none()).collect();
                let square = self.random.pick(&free).copied();
                put(square, piece_type.map(|piece_type| Piece { color: setup.turn.other(), piece_type }));
            }
            _ => {
                let free: Vec<Square> =
                    near.into_iter().filter(|square| setup.piece(*square).is_none()).collect();
                let (from, to) = (self.random.pick(&theirs).copied(), self.random.pick(&free).copied());
                if let (Some(from), Some(to)) = (from, to) {
                    put(Some(to), setup.piece(from));
                    put(Some(from), None);
                }
            }
        }
        altered
    }

    fn color(&mut self) -> Color {
        if self.random.coin() { Color::White } else { Color::Black }
    }

    fn fill_rights(&mut self, setup: &mut Setup) {
        for (left, right) in setup.rights.iter_mut().zip(&self.variant.rights) {
            *left = ByColor::from_fn(|_| if self.random.coin() { right.times } else { 0 });
        }
        if let Some(plies) = self.random.pick(&self.concern.quiet) {
            setup.halfmove = plies.saturating_sub(1 + u32::from(self.random.coin()));
        }
    }

    /// The pieces to be placed, the most needed first.
    fn pieces(&mut self, turn: Color) -> Vec<Piece> {
        let mut want = Vec::new();
        let piece = |color| move |piece_type: &PieceTypeId| Piece { color, piece_type: *piece_type };
        for color in Color::ALL {
            // Mostly the highest royal; sometimes another, or two.
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
        let haunts = self.haunts(piece);
        let royal = self.royals.contains(&piece.piece_type);
        let from = match self.random.number() % 8 {
            0..=3 if !haunts.is_empty() => &haunts,
            4 | 5 if royal && !self.extra.is_empty() => &self.extra,
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

    /// Where a piece of its type is likely to matter: where its type comes from, one step before where something happens to
    /// it, and for pieces that are concerned the squares that are, and those around them.
    fn haunts(&self, piece: Piece) -> Vec<Square> {
        let board = &self.variant.board;
        let piece_type = self.variant.piece_type(piece.piece_type);
        let mut squares: Vec<Square> = Vec::new();
        let becomes = |then: &Consequence| then.becomes().contains(&piece.piece_type);
        if piece_type.moves.is_empty() {
            let arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
            for arrival in arrivals.filter(|arrival| arrival.then.iter().any(becomes)) {
                squares.extend(arrival.zone.squares.get(piece.color).iter());
            }
        }
        for arrival in &piece_type.arrivals {
            for square in arrival.zone.squares.get(piece.color).iter() {
                squares.extend(board.step(square, (0, -1), piece.color));
            }
        }
        if piece_type.royal.is_some() || self.concern.piece_types.contains(&piece.piece_type) {
            let concerned = Color::ALL.into_iter().flat_map(|color| self.concern.squares.get(color).iter());
            let beside: Vec<Square> = match piece_type.royal.is_some() {
                true => self.extra.iter().copied().chain(concerned).collect(),
                false => concerned.collect(),
            };
            for square in beside {
                squares.extend(self.around(square, 1));
                if self.concern.squares.get(piece.color).contains(square) {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
