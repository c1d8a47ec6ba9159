//! Attacks: the pieces that attack a square, the checkers of the side to move, and pins.
//!
//! [`Game::attackers`] is the entry point. A piece attacks a square, in the sense of check, if it could capture an
//! enemy there. If no enemy is on the square, a common piece of the other side is assumed on it.

use super::Game;
use ferz_core::base::{Bitboard, Color, Piece, Setup, Square};
use ferz_core::rules::Binding;
use ferz_core::rules::interpreter::{Interpreter, Purpose, World};

/// A pinned piece: without it, `by` would attack the royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pin {
    /// The square of the pinned piece.
    pub square: Square,
    /// The square of the royal that the piece shields.
    pub royal: Square,
    /// The square of the piece that pins.
    pub by: Square,
}

impl Game {
    /// Returns the squares of the pieces of `side` that attack a square. Pins are ignored, as in a check.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let square = |name| game.rules().square(name).unwrap();
    /// assert_eq!(game.attackers(ferz::Color::White, square("f3")), [square("g1"), square("e2"), square("g2")]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn attackers(&self, side: Color, square: Square) -> Vec<Square> {
        let world = self.with_enemy(side, square);
        let rules = self.interpreter();
        let found = rules.attackers(&world, square).map(|(from, _, _)| from);
        found.filter(|from| *from != square).collect()
    }

    /// Returns true if a piece of `side` attacks a square.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let e4 = game.rules().square("e4").unwrap();
    /// assert!(!game.is_attacked(ferz::Color::White, e4));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_attacked(&self, side: Color, square: Square) -> bool {
        let world = self.with_enemy(side, square);
        self.interpreter().attackers(&world, square).any(|(from, _, _)| from != square)
    }

    /// Returns the squares that the piece on a square attacks, in the order of [`Rules::squares`](super::Rules).
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let g1 = game.rules().square("g1").unwrap();
    /// let names: Vec<_> = game.attacks(g1).into_iter().map(|square| game.rules().square_name(square)).collect();
    /// assert_eq!(names, ["e2", "f3", "h3"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn attacks(&self, from: Square) -> Vec<Square> {
        let (variant, rules) = (self.rules.variant(), self.interpreter());
        let Some(piece) = self.game.setup().piece(from) else { return Vec::new() };
        let attacks = |square: &Square| {
            let world = self.with_enemy(piece.color, *square);
            rules.walks(&world, from, Purpose::Attack).any(|(_, walk)| walk.captures.contains(square))
        };
        variant.board.squares().filter(|square| *square != from && attacks(square)).collect()
    }

    /// Returns the squares of the pieces that give check to the side to move.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/3N4/8/4R3/8/8/4K3 b - - 0 1")?;
    /// let names: Vec<_> = game.checkers().into_iter().map(|square| game.rules().square_name(square)).collect();
    /// assert_eq!(names, ["e4", "d6"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn checkers(&self) -> Vec<Square> {
        if !self.is_check() {
            return Vec::new();
        }
        let (setup, rules) = (self.game.setup(), self.interpreter());
        let mut found: Vec<Square> = self
            .bound_royals(setup.turn)
            .into_iter()
            .flat_map(|royal| rules.attackers(setup, royal).map(|(from, _, _)| from).collect::<Vec<_>>())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Returns the pins of a side. A piece is pinned if an enemy piece that does not attack a royal would attack it
    /// without this piece.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1")?;
    /// let square = |name| game.rules().square(name).unwrap();
    /// let pins = game.pins(ferz::Color::Black);
    /// assert_eq!((pins.len(), pins[0].square, pins[0].by), (1, square("e7"), square("e4")));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn pins(&self, side: Color) -> Vec<Pin> {
        let (setup, rules) = (self.game.setup(), self.interpreter());
        let royals = self.bound_royals(side);
        let attackers = |world: &Setup, royal| -> Vec<Square> {
            rules.attackers(world, royal).map(|(from, _, _)| from).collect()
        };
        let now: Vec<(Square, Vec<Square>)> =
            royals.iter().map(|royal| (*royal, attackers(setup, *royal))).collect();
        let own = setup.pieces().filter(|(square, piece)| piece.color == side && !royals.contains(square));
        own.flat_map(|(square, _)| {
            let mut without = setup.clone();
            without.put(&(), square, None);
            let pins = now.iter().flat_map(|(royal, old)| {
                let new = attackers(&without, *royal).into_iter().filter(|by| !old.contains(by));
                new.map(|by| Pin { square, royal: *royal, by }).collect::<Vec<_>>()
            });
            pins.collect::<Vec<_>>()
        })
        .collect()
    }

    /// Returns the squares of the royals of a side, whether or not check binds them.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.royals(ferz::Color::Black), [game.rules().square("e8").unwrap()]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn royals(&self, side: Color) -> Vec<Square> {
        self.game.setup().royals(&self.interpreter(), side).iter().collect()
    }

    /// Returns the royals of a side that may not stay in check, or none if no royal is bound.
    fn bound_royals(&self, side: Color) -> Vec<Square> {
        let (setup, rules) = (self.game.setup(), self.interpreter());
        let royals = match self.rules.variant().royalty.binds {
            Binding::Never => return Vec::new(),
            Binding::Leader => rules.leaders(setup, side),
            Binding::Always | Binding::OneRoyal | Binding::AllRoyals => setup.royals(&rules, side),
        };
        royals.iter().collect()
    }

    /// Returns the position with an enemy of `side` on a square.
    fn with_enemy(&self, side: Color, square: Square) -> Setup {
        let (variant, mut world) = (self.rules.variant(), self.game.setup().clone());
        if world
            .piece(square)
            .is_some_and(|piece| piece.color != side && !variant.is_neutral(piece.piece_type))
        {
            return world;
        }
        let mut types = variant.piece_type_ids();
        let common = types.find(|(_, piece_type)| piece_type.royal.is_none() && !piece_type.neutral);
        let color = side.other();
        world.put(&(), square, common.map(|(piece_type, _)| Piece { color, piece_type }));
        world
    }

    pub(super) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(self.rules.variant())
    }
}
