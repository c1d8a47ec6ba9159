//! Attacks and the safety of royals.
//!
//! [`Interpreter::is_safe`] verifies the position after a move, and [`Interpreter::attackers`] finds the
//! attacking pieces.

use super::{Allowed, Interpreter, Purpose, World};
use crate::base::{Bitboard, Color, Square, SquareSet};
use crate::rules::walk::Walk;
use crate::rules::{Binding, Moves, Refusal, Rule, Threat};

/// The number of tested attackers after which a test of an attack asks whether it has to stop.
const ASKED: usize = 4;

impl<'a, W: World> Interpreter<'a, W> {
    /// Returns the squares of a side's leaders, which are its royals of the highest rank.
    pub fn leaders(&self, world: &W, color: Color) -> SquareSet {
        let highest = world.highest_rank(self, color);
        let leads = |square: &Square| world.piece(*square).and_then(|piece| self.rank(piece)) == highest;
        world.royals(self, color).iter().filter(leads).collect()
    }

    /// Returns true if the piece on `square` is attacked in the sense of check. Every enemy piece is examined.
    pub fn attacked_step_by_step(&self, world: &W, square: Square) -> bool {
        self.can_be_affected(world, square, Threat::Attack).is_ok()
            && (self.is_faced(world, square) || self.attackers(world, square).next().is_some())
    }

    /// Returns true if the piece on `from` attacks the piece on `square` in the sense of check, according to its
    /// walks.
    pub fn attacks_step_by_step(&self, world: &W, from: Square, square: Square) -> bool {
        self.can_be_affected(world, square, Threat::Attack).is_ok()
            && self.walks(world, from, Purpose::Attack).any(|(_, walk)| walk.captures.contains(&square))
    }

    /// Iterates over the pieces that can capture the piece on `square`, with their walks. Immunity is ignored.
    pub fn attackers<'w>(
        &'w self,
        world: &'w W,
        square: Square,
    ) -> impl Iterator<Item = (Square, &'a Moves, Walk)> + use<'w, 'a, W> {
        let enemy = world.piece(square).map(|piece| piece.color.other());
        let board = &self.variant.board;
        let enemies = world.pieces().filter(move |(from, piece)| {
            let hits = |moves: &Moves| moves.automaton.may_capture(board, *from, piece.color, square);
            Some(piece.color) == enemy && self.moves_of(world, *from).any(hits)
        });
        // Most pieces are tested quickly, and following the paths of the others asks as well.
        let goes_on = |(number, _): &(usize, _)| !number.is_multiple_of(ASKED) || !self.is_halted();
        enemies.enumerate().take_while(goes_on).filter_map(move |(_, (from, _))| {
            let mut walks = self.walks(world, from, Purpose::Attack);
            let (moves, walk) = walks.find(|(_, walk)| walk.captures.contains(&square))?;
            Some((from, moves, walk))
        })
    }

    /// Returns true if an enemy royal faces the royal on `square` along an open file and the game has the rule
    /// about this.
    pub fn is_faced(&self, world: &W, square: Square) -> bool {
        self.variant.royalty.facing && self.faces(world, square)
    }

    /// Returns true if royals of both sides face each other along an open file.
    pub fn royals_face(&self, world: &W) -> bool {
        world.royals(self, Color::White).iter().any(|square| self.faces(world, square))
    }

    fn faces(&self, world: &W, square: Square) -> bool {
        let royal = world.piece(square).filter(|piece| self.rank(*piece).is_some());
        let Some(royal) = royal else { return false };
        [(0, 1), (0, -1)].into_iter().any(|step| {
            let mut at = square;
            while let Some(next) = self.variant.board.step(at, step, Color::White) {
                if let Some(other) = world.piece(next) {
                    return other.color != royal.color && self.rank(other).is_some();
                }
                at = next;
            }
            false
        })
    }

    /// Returns true if `color` is in check. Each relevant royal is tested.
    pub(super) fn checked_royal_by_royal(&self, world: &W, color: Color) -> bool {
        if self.variant.royalty.mutual && world.royals(self, color.other()).is_empty() {
            return false;
        }
        let royals = world.royals(self, color);
        let attacked = |square: Square| world.is_attacked(self, square);
        match self.variant.royalty.binds {
            Binding::Never => false,
            Binding::Always => royals.iter().any(attacked),
            Binding::OneRoyal => royals.count() == 1 && royals.iter().all(attacked),
            Binding::Leader => self.leaders(world, color).iter().any(attacked),
            Binding::AllRoyals => !royals.is_empty() && royals.iter().all(attacked),
        }
    }

    /// Returns true if a side has a royal in hand that some rule can bring to the board.
    pub fn holds_royal(&self, world: &W, color: Color) -> bool {
        let mut ids = self.variant.piece_type_ids();
        self.variant.hands
            && ids.any(|(id, own)| {
                own.royal.is_some() && world.held(id, color) > 0 && self.variant.can_be_dropped(id)
            })
    }

    /// Checks that the player still has a royal after a move, if the player had one before and check binds it. No rule
    /// needs to say so.
    pub(super) fn keeps_royal(&self, before: &W, after: &W) -> Allowed {
        let player = before.turn();
        let has_royal = |world: &W| !world.royals(self, player).is_empty() || self.holds_royal(world, player);
        match self.variant.keeps_royal && has_royal(before) && !has_royal(after) {
            true => Err(Refusal::new(Rule::NoRoyal, self.variant.royalty.origin)),
            false => Ok(()),
        }
    }

    /// Checks that a position in which `color` has moved leaves its royals safe.
    pub fn is_safe(&self, world: &W, color: Color) -> Allowed {
        let royalty = &self.variant.royalty;
        // A royal in hand can still enter, so its side is not without royals.
        let is_bereft = || world.royals(self, color).is_empty() && !self.holds_royal(world, color);
        if royalty.binds == Binding::OneRoyal && is_bereft() {
            return Err(Refusal::new(Rule::NoRoyal, royalty.origin));
        }
        match world.is_checked(self, color) {
            true => Err(Refusal::new(Rule::Exposed, royalty.origin)),
            false => Ok(()),
        }
    }
}
