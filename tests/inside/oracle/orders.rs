//! Required and forbidden moves.

use super::conditions::About;
use super::{Next, Oracle, World};
use ferz_core::base::{Color, Piece, Square};
use ferz_core::rules::{Condition, Force, MoveProperty, MoveRule};

impl Oracle<'_> {
    pub fn forbidden(&self, world: &World, next: &Next) -> bool {
        self.orders(world, Force::MayNot).iter().any(|rule| self.does(world, next, rule))
    }

    /// Keeps only the moves that a rule requires, if there are any.
    pub fn obliged(&self, world: &World, moves: Vec<Next>) -> Vec<Next> {
        let mut left = moves;
        for rule in self.orders(world, Force::MustIfCan) {
            let dutiful: Vec<Next> =
                left.iter().filter(|next| self.does(world, next, rule)).cloned().collect();
            if !dutiful.is_empty() {
                left = dutiful;
            }
        }
        left
    }

    fn orders(&self, world: &World, force: Force) -> Vec<&MoveRule> {
        let applies = |when: &Condition| {
            !self.left_out(when) && self.holds(when, world, world.turn(), About::default())
        };
        let rules = self.variant.move_rules.iter().filter(|rule| rule.force == force);
        rules.filter(|rule| rule.when.as_ref().is_none_or(applies)).collect()
    }

    fn does(&self, world: &World, next: &Next, rule: &MoveRule) -> bool {
        let player = world.turn();
        let enemy = if player == Color::White { Color::Black } else { Color::White };
        if let Some(by) = &rule.by {
            let mut movers = self.mover(world, next).into_iter().chain(self.exchanged(world, next));
            if !movers.any(|(square, piece)| self.fits(by, world, square, piece, player)) {
                return false;
            }
        }
        let checks = || self.checked(&next.after, enemy);
        match &rule.property {
            MoveProperty::Move => true,
            MoveProperty::Castle => {
                let castlings = self.variant.castlings.iter().enumerate();
                let mut open = castlings.filter(|(bit, own)| {
                    own.color == player
                        && world.setup.castling >> bit & 1 == 1
                        && next.from == Some(own.king.0)
                });
                open.next().is_some() && self.is_castling(&next.text)
            }
            MoveProperty::Pass => next.text.starts_with("pass"),
            MoveProperty::Drop(pieces) => {
                let dropped = if next.from.is_none() { self.dropped(world, next) } else { None };
                dropped.is_some_and(|(square, piece)| self.fits(pieces, world, square, piece, player))
            }
            MoveProperty::Check => checks(),
            MoveProperty::Checkmate => {
                let after = next.after.renamed();
                let many = self.asked.get()[0] >= Condition::MAX_QUESTIONS;
                next.after.turn() == enemy
                    && checks()
                    && (many || self.ask(super::MATE, || self.legal(&after).is_empty()))
            }
            MoveProperty::Reach(condition) => self.holds(condition, &next.after, player, About::default()),
            MoveProperty::Lose(pieces) => world.side(player).into_iter().any(|(square, piece)| {
                next.find(square).is_none() && self.fits(pieces, world, square, piece, player)
            }),
            MoveProperty::Capture(pieces) => world.all().into_iter().any(|(square, piece)| {
                piece.color != player
                    && next.find(square).is_none()
                    && self.fits(pieces, world, square, piece, player)
            }),
        }
    }

    /// Returns the piece on the first square in the text of a move.
    fn mover(&self, world: &World, next: &Next) -> Option<(Square, Piece)> {
        let Some(from) = next.from else { return self.dropped(world, next) };
        Some((from, world.at(from)?))
    }

    /// Returns the two pieces that the text exchanges, with their squares.
    fn exchanged(&self, world: &World, next: &Next) -> Vec<(Square, Piece)> {
        let names = super::squares(&next.text).into_iter().take(2);
        let squares = names
            .filter(|_| super::is_exchange(&next.text))
            .filter_map(|name| self.variant.board.square(&name));
        squares.filter_map(|square| Some((square, world.at(square)?))).collect()
    }

    /// Returns the piece that the text drops from the hand, with its square.
    fn dropped(&self, world: &World, next: &Next) -> Option<(Square, Piece)> {
        let (token, rest) = next.text.split_once('@')?;
        let token = token.trim_matches(['{', '}']);
        let mut types = self.variant.piece_type_ids();
        let (piece_type, _) = types.find(|(_, one)| one.token == token)?;
        let squares = self.variant.board.squares();
        let names = squares.filter(|square| rest.starts_with(self.variant.board.name(*square)));
        let to = names.max_by_key(|square| self.variant.board.name(*square).len())?;
        // The player may have further moves in this turn, so the position after the drop does not name the side.
        Some((to, Piece { color: world.turn(), piece_type }))
    }
}
