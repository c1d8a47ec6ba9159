//! Automatic effects after a move, as part of the move.
//!
//! [`Interpreter::settle`] is the entry point. Each piece is affected at most once per move, which guarantees
//! termination.

use super::{AutomaticEffect, ConditionFacts, Interpreter, Successor, World};
use crate::base::{Bitboard, Color, Piece, Square, SquareSet};
use crate::rules::Arrival;

impl<W: World> Interpreter<'_, W> {
    /// Applies all automatic effects, one after another. Effects on the player's pieces come first.
    pub(super) fn settle(&self, mut next: Successor<W>) -> Successor<W> {
        let mut done = SquareSet::default();
        while let Some((after, square)) = self.next_automatic_effect(&next, done) {
            done |= SquareSet::bit(square);
            next = after;
        }
        next
    }

    /// Applies the next automatic effect, and returns the result with the square of the affected piece in it.
    fn next_automatic_effect(&self, next: &Successor<W>, done: SquareSet) -> Option<(Successor<W>, Square)> {
        let may = next.after.automatic_candidates(self) & !done & !next.turncoats;
        if may.is_empty() {
            return None;
        }
        let all = || may.iter().filter_map(|square| Some((square, next.after.piece(square)?)));
        let is_own =
            |piece: &Piece, color| piece.color == color && !self.variant.is_neutral(piece.piece_type);
        let of = |color: Color| all().filter(move |(_, piece)| is_own(piece, color));
        // Neutral pieces have no owner, so no automatic effect applies to them.
        let mut pieces = of(next.player).chain(of(next.player.other()));
        pieces.find_map(|(square, piece)| {
            let rules = self.variant.piece_type(piece.piece_type).arrivals.iter().enumerate();
            let own = rules.filter(|(_, rule)| rule.by_itself);
            own.into_iter()
                .find_map(|(number, rule)| self.apply_automatic_effect(next, (square, piece), number, rule))
        })
    }

    fn apply_automatic_effect(
        &self,
        next: &Successor<W>,
        (square, piece): (Square, Piece),
        number: usize,
        rule: &Arrival,
    ) -> Option<(Successor<W>, Square)> {
        let applies = next.after.ended().is_none()
            && rule.zone.squares.get(piece.color).contains(square)
            && self.matches(&rule.pieces, &next.after, (square, piece), piece.color);
        let when = || {
            let holds = |when| self.holds(when, &next.after, piece.color, ConditionFacts::default());
            rule.when.as_ref().is_none_or(holds)
        };
        if !applies || !when() {
            return None;
        }
        // The rule is evaluated for the owner of the piece, who may not be the player that moved.
        let (player, acted) = (next.player, next.acted);
        let mut own = next.clone();
        (own.player, own.acted) = (piece.color, Some(square));
        let mut after = self.follow_through(vec![own], rule).into_iter().next()?;
        let ends = after.acted.unwrap_or(square);
        after.player = player;
        if acted != Some(square) {
            after.acted = acted;
        }
        after.automatic_effects.push(AutomaticEffect { square, piece, rule: number });
        Some((after, ends))
    }
}
