//! The pieces that a rule applies to, and the immunities of pieces.
//!
//! [`Oracle::fits`] evaluates a filter for a piece on the board, and [`Oracle::fits_in_hand`] for a piece in hand.

use super::{Oracle, World};
use ferz_core::base::{Color, Piece, PieceTypeId, Square};
use ferz_core::rules::{Formula, PieceFilter, PieceTest, Relation, Threat, Zone};

/// Returns true if a square is in a zone, from the view of a side.
pub fn within(zone: &Zone, color: Color, square: Square) -> bool {
    let squares = if color == Color::White { zone.squares.white } else { zone.squares.black };
    squares.contains(square)
}

impl Oracle<'_> {
    /// Returns a piece of a type, for a side or as a neutral piece.
    pub fn piece_of(&self, side: Color, piece_type: PieceTypeId) -> Piece {
        let neutral = self.variant.piece_types[piece_type.index()].neutral;
        Piece { color: if neutral { Color::White } else { side }, piece_type }
    }

    pub fn rank(&self, piece: Piece) -> Option<u8> {
        self.variant.piece_types[piece.piece_type.index()].royal
    }

    pub fn royals(&self, world: &World, color: Color) -> Vec<Square> {
        let side = world.side(color).into_iter();
        side.filter(|(_, piece)| self.rank(*piece).is_some()).map(|(square, _)| square).collect()
    }

    /// Returns true if a piece is neutral.
    pub fn neutral(&self, piece: Piece) -> bool {
        self.variant.piece_types[piece.piece_type.index()].neutral
    }

    /// Returns the royals of a side that no other royal of the side outranks.
    pub fn leaders(&self, world: &World, color: Color) -> Vec<Square> {
        let rank = |square: &Square| world.at(*square).and_then(|piece| self.rank(piece));
        let royals = self.royals(world, color);
        royals.iter().filter(|one| royals.iter().all(|other| rank(one) <= rank(other))).copied().collect()
    }

    /// Returns true if the filter of a rule that `player` applies matches a piece on a square.
    pub fn fits(
        &self,
        filter: &PieceFilter,
        world: &World,
        square: Square,
        piece: Piece,
        player: Color,
    ) -> bool {
        let inner = |filter: &PieceFilter| self.fits(filter, world, square, piece, player);
        match filter {
            Formula::Leaf(test) => self.passes(test, world, (square, piece), player),
            Formula::Not(filter) => !inner(filter),
            Formula::Every(all) => !all.iter().any(|filter| !inner(filter)),
            Formula::AnyOf(any) => any.iter().any(inner),
        }
    }

    fn passes(
        &self,
        test: &PieceTest,
        world: &World,
        (square, piece): (Square, Piece),
        player: Color,
    ) -> bool {
        match test {
            PieceTest::All => true,
            PieceTest::Own => piece.color == player && !self.neutral(piece),
            PieceTest::Enemy => piece.color != player && !self.neutral(piece),
            PieceTest::Royal => self.rank(piece).is_some(),
            PieceTest::Leader => {
                let best = self.leaders(world, piece.color).first().and_then(|leader| world.at(*leader));
                self.rank(piece).is_some() && best.and_then(|best| self.rank(best)) == self.rank(piece)
            }
            PieceTest::PieceTypes(all) => all.contains(&piece.piece_type),
            PieceTest::In(zone) if self.neutral(piece) => within(zone, player, square),
            PieceTest::In(zone) => within(zone, piece.color, square),
            PieceTest::Related(Relation::Beside, others) => self.around(square).into_iter().any(|near| {
                world.at(near).is_some_and(|other| self.fits(others, world, near, other, player))
            }),
            // A captured piece has left the board, so it attacks nothing and nothing attacks it.
            PieceTest::Related(Relation::Attacking | Relation::AttackedBy, _)
                if world.at(square) != Some(piece) =>
            {
                false
            }
            PieceTest::Related(Relation::Attacking, targets) => {
                world.all().into_iter().any(|(other, target)| {
                    self.fits(targets, world, other, target, player) && self.strikes(world, square, other)
                })
            }
            PieceTest::Related(Relation::AttackedBy, attackers) => {
                world.all().into_iter().any(|(other, attacker)| {
                    self.fits(attackers, world, other, attacker, player) && self.strikes(world, other, square)
                })
            }
        }
    }

    /// Returns the squares next to a square.
    pub fn around(&self, square: Square) -> Vec<Square> {
        // Across joined edges, a square can be next to itself, or twice next to another.
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let all = steps.filter_map(|step| self.off(square, step, Color::White));
        let all: std::collections::BTreeSet<Square> = all.filter(|other| *other != square).collect();
        all.into_iter().collect()
    }

    /// Returns true if the filter of a rule that `player` applies matches a piece in a hand.
    pub fn fits_in_hand(&self, filter: &PieceFilter, piece: Piece, player: Color) -> bool {
        let inner = |filter: &PieceFilter| self.fits_in_hand(filter, piece, player);
        match filter {
            Formula::Leaf(PieceTest::All) => true,
            Formula::Leaf(PieceTest::Own) => piece.color == player,
            Formula::Leaf(PieceTest::Enemy) => piece.color != player,
            Formula::Leaf(PieceTest::Royal) => self.rank(piece).is_some(),
            Formula::Leaf(PieceTest::Leader | PieceTest::In(_) | PieceTest::Related(..)) => false,
            Formula::Leaf(PieceTest::PieceTypes(all)) => all.contains(&piece.piece_type),
            Formula::Not(filter) => !inner(filter),
            Formula::Every(all) => all.iter().all(inner),
            Formula::AnyOf(any) => any.iter().any(inner),
        }
    }

    /// Returns the squares of the pieces on the board that match a filter.
    pub fn chosen(&self, filter: &PieceFilter, world: &World, player: Color) -> Vec<Square> {
        let all = world.all().into_iter();
        all.filter(|(square, piece)| self.fits(filter, world, *square, *piece, player))
            .map(|(s, _)| s)
            .collect()
    }

    /// Returns true if the piece on a square is immune to an effect.
    pub fn immune(&self, world: &World, square: Square, threat: Threat) -> bool {
        let Some(piece) = world.at(square) else { return false };
        if self.neutral(piece) {
            let open = self.variant.piece_types[piece.piece_type.index()].capturable;
            return !(open && threat == Threat::Capture);
        }
        let rules = self.variant.immunities.iter().filter(|immunity| immunity.to.contains(&threat));
        let mut rules =
            rules.filter(|immunity| self.fits(&immunity.pieces, world, square, piece, piece.color));
        rules.next().is_some()
    }

    /// Returns true if a piece can enter a square. `from` is `None` if the piece comes from the hand.
    pub fn admitted(&self, world: &World, piece: Piece, from: Option<Square>, to: Square) -> bool {
        // A neutral piece has the view of the player.
        let color = if self.neutral(piece) { world.turn() } else { piece.color };
        let piece = Piece { color, ..piece };
        let stays = &self.variant.piece_types[piece.piece_type.index()].stays;
        if let Some(zone) = stays
            && !within(zone, piece.color, to)
        {
            return false;
        }
        let seen_on = from.unwrap_or(to);
        let doors = self.variant.admissions.iter().filter(|door| within(&door.zone, piece.color, to));
        let open: Vec<bool> =
            doors.map(|door| self.fits(&door.pieces, world, seen_on, piece, piece.color)).collect();
        open.is_empty() || open.contains(&true)
    }

    /// Returns true if a move by this piece resets the clock.
    pub fn resets_clock(&self, world: &World, square: Square, piece: Piece) -> bool {
        self.fits(&self.variant.clock.pieces, world, square, piece, piece.color)
    }

    pub fn homes(&self, piece: Piece) -> Vec<Square> {
        let mut homes: Vec<Square> =
            self.variant.setup.iter().filter(|(_, one)| *one == piece).map(|(square, _)| *square).collect();
        homes.extend(
            self.variant.hand_homes.iter().filter(|(_, one)| *one == piece).map(|(square, _)| *square),
        );
        homes.sort();
        homes
    }
}
