//! Positions in which a difference may show: few men, among them those it is about, where it matters.

use super::concern::Concern;
use crate::base::{ByColor, Color, KindId, Man, Setup, Square};
use crate::play::game::Lot;
use crate::rules::{Consequence, Variant};

/// Makes positions by lot.
pub struct Generator<'v> {
    variant: &'v Variant,
    concern: &'v Concern,
    lot: Lot,
    kinds: Vec<KindId>,
    royals: Vec<KindId>,
    /// The highest royals, which a side has first of all.
    top: Vec<KindId>,
    common: Vec<KindId>,
    grid: Vec<Square>,
    extra: Vec<Square>,
}

impl<'v> Generator<'v> {
    /// Positions of a game for a concern, drawn by a seed.
    pub fn new(variant: &'v Variant, concern: &'v Concern, seed: u64) -> Generator<'v> {
        let royals: Vec<KindId> =
            variant.kind_ids().filter(|(_, kind)| kind.royal.is_some()).map(|(id, _)| id).collect();
        let best = royals.iter().filter_map(|id| variant.kind(*id).royal).min();
        let top = royals.iter().copied().filter(|id| variant.kind(*id).royal == best).collect();
        let men = variant.setup.iter().map(|(_, man)| man.kind);
        Generator {
            variant,
            concern,
            lot: Lot::new(seed),
            kinds: concern.kinds.iter().copied().collect(),
            top,
            common: men.filter(|kind| !royals.contains(kind)).collect(),
            royals,
            grid: variant.board.grid().iter().collect(),
            extra: variant.board.extra().collect(),
        }
    }

    /// The chance by which all is drawn.
    pub fn lot(&mut self) -> &mut Lot {
        &mut self.lot
    }

    /// The next position.
    pub fn draw(&mut self) -> Setup {
        let mut setup = self.variant.start();
        setup.men.iter_mut().for_each(|place| *place = None);
        setup.castling = 0;
        setup.turn = self.color();
        self.fill_rights(&mut setup);
        let want = self.men(setup.turn);
        // Together in a part of the board men meet more often than all over it.
        let corner = self.lot.pick(&self.grid).copied();
        let near = corner.map_or_else(Vec::new, |corner| self.around(corner, 3));
        for man in want {
            let square = self.place(man, &near);
            if let Some(place) = square.and_then(|square| setup.men.get_mut(square.index()))
                && place.is_none()
            {
                *place = Some(man);
            }
        }
        setup
    }

    /// A position of a game with some of the men taken off, its clock moved on where a count of plies matters.
    pub fn thinned(&mut self, mut setup: Setup) -> Setup {
        let part = self.lot.draw() % 5;
        for index in 0..setup.men.len() {
            let man = setup.men.get(index).copied().flatten();
            let kept =
                man.is_none_or(|man| self.royals.contains(&man.kind) || self.kinds.contains(&man.kind));
            if !kept && self.lot.draw() % 5 < part {
                setup.men[index] = None;
            }
        }
        if part > 0 {
            setup.passed.clear();
            let start = self.variant.start();
            for (bit, castling) in self.variant.castlings.iter().enumerate() {
                let men = [castling.king.0, castling.partner.0];
                if men.into_iter().any(|square| setup.man(square) != start.man(square)) {
                    setup.castling &= !(1 << bit);
                }
            }
        }
        if self.lot.coin() {
            self.fill_rights(&mut setup);
        }
        setup
    }

    /// The same position with one man of the side that is not to move put elsewhere near the enemy, or one more of them,
    /// or one less of the others.
    pub fn altered(&mut self, setup: &Setup) -> Setup {
        let mut altered = setup.clone();
        let common = |color| -> Vec<Square> {
            let men = setup.men().filter(|(_, man)| man.color == color);
            men.filter(|(_, man)| !self.royals.contains(&man.kind)).map(|(square, _)| square).collect()
        };
        let (own, theirs) = (common(setup.turn), common(setup.turn.other()));
        let way = self.lot.draw() % 6;
        let victims: Vec<Square> =
            setup.men().filter(|(_, man)| man.color == setup.turn).map(|(square, _)| square).collect();
        let near = self.lot.pick(&victims).map_or_else(Vec::new, |square| self.around(*square, 4));
        let mut put = |square: Option<Square>, man: Option<Man>| {
            if let Some(place) = square.and_then(|square| altered.men.get_mut(square.index())) {
                *place = man;
            }
        };
        match way {
            0 if own.len() > 1 => put(self.lot.pick(&own).copied(), None),
            1 | 2 if theirs.len() < 8 => {
                let kind = self.lot.pick(&self.common).copied();
                let free: Vec<Square> =
                    near.into_iter().filter(|square| setup.man(*square).is_none()).collect();
                let square = self.lot.pick(&free).copied();
                put(square, kind.map(|kind| Man { color: setup.turn.other(), kind }));
            }
            _ => {
                let free: Vec<Square> =
                    near.into_iter().filter(|square| setup.man(*square).is_none()).collect();
                let (from, to) = (self.lot.pick(&theirs).copied(), self.lot.pick(&free).copied());
                if let (Some(from), Some(to)) = (from, to) {
                    put(Some(to), setup.man(from));
                    put(Some(from), None);
                }
            }
        }
        altered
    }

    fn color(&mut self) -> Color {
        if self.lot.coin() { Color::White } else { Color::Black }
    }

    fn fill_rights(&mut self, setup: &mut Setup) {
        for (left, right) in setup.rights.iter_mut().zip(&self.variant.rights) {
            *left = ByColor::from_fn(|_| if self.lot.coin() { right.times } else { 0 });
        }
        if let Some(plies) = self.lot.pick(&self.concern.quiet) {
            setup.halfmove = plies.saturating_sub(1 + u32::from(self.lot.coin()));
        }
    }

    /// The men to be placed, the most needed first.
    fn men(&mut self, turn: Color) -> Vec<Man> {
        let mut want = Vec::new();
        for color in Color::ALL {
            // Mostly the highest royal; sometimes another, or two.
            let from = if self.lot.draw().is_multiple_of(3) { &self.royals } else { &self.top };
            want.extend(self.lot.pick(from).map(|kind| Man { color, kind: *kind }));
            if self.lot.draw().is_multiple_of(4) {
                want.extend(self.lot.pick(&self.royals).map(|kind| Man { color, kind: *kind }));
            }
        }
        for _ in 0..=(self.lot.draw() % 2) {
            let color = if self.lot.draw().is_multiple_of(3) { turn.other() } else { turn };
            want.extend(self.lot.pick(&self.kinds).map(|kind| Man { color, kind: *kind }));
        }
        for _ in 0..(self.lot.draw() % 8) {
            let color = self.color();
            want.extend(self.lot.pick(&self.common).map(|kind| Man { color, kind: *kind }));
        }
        want
    }

    fn place(&mut self, man: Man, near: &[Square]) -> Option<Square> {
        let haunts = self.haunts(man);
        let royal = self.royals.contains(&man.kind);
        let from = match self.lot.draw() % 8 {
            0..=3 if !haunts.is_empty() => &haunts,
            4 | 5 if royal && !self.extra.is_empty() => &self.extra,
            4..=6 => near,
            _ => &self.grid,
        };
        self.lot.pick(from).copied()
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

    /// Where a man of its kind is likely to matter: where its kind comes from, one step before where something happens to
    /// it, and for men that are concerned the squares that are, and those around them.
    fn haunts(&self, man: Man) -> Vec<Square> {
        let board = &self.variant.board;
        let kind = self.variant.kind(man.kind);
        let mut squares: Vec<Square> = Vec::new();
        let becomes = |then: &Consequence| match then {
            Consequence::Become(kinds) => kinds.contains(&man.kind),
            _ => false,
        };
        if kind.moves.is_empty() {
            let arrivals = self.variant.kinds.iter().flat_map(|kind| &kind.arrivals);
            for arrival in arrivals.filter(|arrival| arrival.then.iter().any(becomes)) {
                squares.extend(arrival.zone.squares.get(man.color).iter());
            }
        }
        for arrival in &kind.arrivals {
            for square in arrival.zone.squares.get(man.color).iter() {
                squares.extend(board.step(square, (0, -1), man.color));
            }
        }
        if kind.royal.is_some() || self.concern.kinds.contains(&man.kind) {
            let concerned = Color::ALL.into_iter().flat_map(|color| self.concern.squares.get(color).iter());
            let beside: Vec<Square> = match kind.royal.is_some() {
                true => self.extra.iter().copied().chain(concerned).collect(),
                false => concerned.collect(),
            };
            for square in beside {
                squares.extend(self.around(square, 1));
                if self.concern.squares.get(man.color).contains(square) {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
