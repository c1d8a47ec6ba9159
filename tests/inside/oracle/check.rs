//! Attack, check, and safety.

use super::paths::Aim;
use super::{Oracle, World};
use ferz_core::base::{Color, PieceTypeId, Square};
use ferz_core::rules::{Act, Binding, FollowUp, Following, Threat};

impl Oracle<'_> {
    /// Returns true if the piece on a square is attacked in the sense of check.
    pub fn attacked(&self, world: &World, square: Square) -> bool {
        let Some(piece) = world.at(square) else { return false };
        if self.immune(world, square, Threat::Attack) {
            return false;
        }
        let enemies = world.all().into_iter().filter(|(_, other)| other.color != piece.color);
        let mut ways = enemies.flat_map(|(from, _)| self.ways(world, from, Aim::Attack));
        ways.any(|way| way.captures.contains(&square)) || self.faced(world, square)
    }

    /// Returns true if the piece on one square could capture a royal on the other.
    pub fn strikes(&self, world: &World, from: Square, to: Square) -> bool {
        let colors = [from, to].map(|square| world.at(square).map(|piece| piece.color));
        colors[0] != colors[1]
            && !self.immune(world, to, Threat::Attack)
            && self.ways(world, from, Aim::Attack).iter().any(|way| way.captures.contains(&to))
    }

    /// Returns true if royals of both sides face each other on an open file and the rules forbid that.
    fn faced(&self, world: &World, square: Square) -> bool {
        self.variant.royalty.facing && self.face_to_face(world, square)
    }

    pub fn face_to_face(&self, world: &World, square: Square) -> bool {
        let Some(piece) = world.at(square).filter(|piece| self.rank(*piece).is_some()) else { return false };
        let ahead = |direction: i32| {
            let mut line = (1..).map_while(|far| self.off(square, (0, direction * far), Color::White));
            line.find_map(|square| world.at(square))
        };
        let faces =
            |direction| ahead(direction).is_some_and(|o| o.color != piece.color && self.rank(o).is_some());
        faces(1) || faces(-1)
    }

    /// Returns true if a side is in check.
    pub fn checked(&self, world: &World, color: Color) -> bool {
        let enemy = if color == Color::White { Color::Black } else { Color::White };
        if self.variant.royalty.mutual && self.royals(world, enemy).is_empty() {
            return false;
        }
        let royals = self.royals(world, color);
        let attacked = |square: &Square| self.attacked(world, *square);
        match self.variant.royalty.binds {
            Binding::Never => false,
            Binding::Always => royals.iter().any(attacked),
            Binding::OneRoyal => royals.len() == 1 && attacked(&royals[0]),
            Binding::Leader => self.leaders(world, color).iter().any(attacked),
            Binding::AllRoyals => !royals.is_empty() && royals.iter().all(attacked),
        }
    }

    /// Returns true if the rules permit a side to end its turn with its royals in this position.
    pub fn safe(&self, world: &World, color: Color) -> bool {
        let bereft = self.none_left(world, color) && self.variant.royalty.binds == Binding::OneRoyal;
        !bereft && !self.checked(world, color)
    }

    /// Returns true if the player has not lost the last royal by a move, in a game that forbids that.
    pub fn keeps(&self, before: &World, after: &World) -> bool {
        let player = before.turn();
        let lost = !self.none_left(before, player) && self.none_left(after, player);
        !(lost && self.variant.keeps_royal)
    }

    /// Returns true if a side has no royal on the board, and none in hand that a rule can drop.
    fn none_left(&self, world: &World, color: Color) -> bool {
        let dropped = |id: PieceTypeId| {
            let act = |act: &Act| matches!(act, Act::Drop { piece_types, .. } if piece_types.contains(&id));
            let follows = |rule: &FollowUp| matches!(&rule.act, Following::Drop(all) if all.contains(&id));
            self.variant.actions.iter().any(|action| act(&action.act))
                || self.variant.follow_ups.iter().any(follows)
        };
        let types = self.variant.piece_types.iter().enumerate();
        let in_hand = world.setup.hands.iter().zip(types).any(|(held, (number, own))| {
            own.royal.is_some()
                && (if color == Color::White { held.white > 0 } else { held.black > 0 })
                && dropped(PieceTypeId(number as u16))
        });
        self.royals(world, color).is_empty() && !in_hand
    }
}
