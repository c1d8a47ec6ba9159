//! Effects on a piece that has arrived, with one successor for each possible result.
//!
//! [`Interpreter::arrivals`] selects the rules that apply, and `arrive` applies them. A chosen effect replaces
//! the effects that would apply otherwise. Pieces that an event brings to a square pass through `arrive_by` instead.

use super::{AutomaticEffect, ConditionFacts, Interpreter, Placed, Successor, World};
use crate::base::{Bitboard, Choice, Color, Outcome, Piece, PieceTypeId, Square};
use crate::rules::{
    Arrival, Consequence, Displaced, Event, Fate, Moves, Near, Occupied, PieceFilter, Refusal, Rule, Threat,
};

impl<'a, W: World> Interpreter<'a, W> {
    /// Iterates over the rules that apply to `piece` after it has moved between two squares. The world is the
    /// position after the move. Rules for one kind of move apply only if `way` is given.
    pub fn arrivals<'w>(
        &'w self,
        world: &'w W,
        piece: Piece,
        (from, to, way): (Square, Square, Option<&'w Moves>),
        taken: &'w [(Square, Piece)],
    ) -> impl Iterator<Item = (usize, &'a Arrival)> + use<'w, 'a, W> {
        let applies = move |arrival: &Arrival| {
            let zone = arrival.zone.squares.get(piece.color);
            !(arrival.by_itself || arrival.only_events)
                && arrival
                    .way
                    .as_ref()
                    .is_none_or(|notation| way.is_some_and(|way| *notation == way.notation))
                && (zone.contains(to) || (arrival.leaving && zone.contains(from)))
                && !(arrival.entering && zone.contains(from))
                && self.matches(&arrival.pieces, world, (to, piece), piece.color)
                && arrival
                    .when
                    .as_ref()
                    .is_none_or(|when| self.holds(when, world, piece.color, ConditionFacts::default()))
                && arrival.capturing.as_ref().is_none_or(|pieces| {
                    let is_match = |taken: &Placed| {
                        taken.1.color != piece.color
                            && !self.variant.is_neutral(taken.1.piece_type)
                            && self.matches(pieces, world, *taken, piece.color)
                    };
                    taken.iter().any(is_match)
                })
        };
        let arrivals = &self.variant.piece_type(piece.piece_type).arrivals;
        arrivals.iter().enumerate().filter(move |(_, arrival)| applies(arrival))
    }

    /// Applies all arrival effects to the acting piece, which started on `from`, and completes the move.
    pub(super) fn arrive(
        &self,
        before: &W,
        next: Successor<W>,
        from: Square,
        way: Option<&Moves>,
    ) -> Result<Vec<Successor<W>>, Refusal> {
        let Some((to, piece)) = next.acting() else { return Ok(self.conclude(before, next)) };
        let mut arrivals: Vec<(usize, &Arrival)> =
            self.arrivals(&next.after, piece, (from, to, way), &next.taken).collect();
        if arrivals.is_empty() {
            return Ok(self.conclude(before, next));
        }
        // A move names one choice, so only the last of the rules that leave one takes effect.
        let last =
            arrivals.iter().rev().find(|(_, arrival)| arrival.demands_choice()).map(|(number, _)| *number);
        arrivals.retain(|(number, arrival)| !arrival.demands_choice() || Some(*number) == last);
        let mut settled = vec![next.clone()];
        let mut chosen = Vec::new();
        let mut refusal = None;
        for (number, arrival) in arrivals {
            // An optional effect starts from the position before all effects, and a mandatory one from the
            // results so far.
            let before = if arrival.may { vec![next.clone()] } else { std::mem::take(&mut settled) };
            let after: Vec<Successor<W>> =
                before.into_iter().flat_map(|next| self.follow_if_own(next, arrival)).collect();
            if after.is_empty() {
                refusal.get_or_insert(Refusal::at(
                    Rule::Arrival(piece.piece_type, number),
                    arrival.origin,
                    to,
                ));
            }
            if arrival.may { &mut chosen } else { &mut settled }.extend(after);
        }
        name_what_stands(&mut settled);
        settled.extend(chosen);
        match refusal {
            Some(refusal) if settled.is_empty() => Err(refusal),
            _ => Ok(settled.into_iter().flat_map(|next| self.conclude(before, next)).collect()),
        }
    }

    /// Applies the effects on the pieces that an event has brought to these squares, in square order.
    ///
    /// # Errors
    /// Returns a refusal if an effect cannot be completed. The move is then illegal.
    pub(super) fn arrive_by<const N: usize>(
        &self,
        event: Event,
        mut next: Successor<W>,
        mut squares: [Square; N],
    ) -> Result<Successor<W>, Refusal> {
        if !self.variant.has_effects_of(event) {
            return Ok(next);
        }
        squares.sort_unstable();
        let pieces = squares.map(|square| next.after.piece(square));
        for (square, piece) in squares.into_iter().zip(pieces) {
            // The effect on the first piece may have removed the second.
            let Some(piece) = piece.filter(|own| next.after.piece(square) == Some(*own)) else { continue };
            let all = self.variant.piece_type(piece.piece_type).arrivals.iter().enumerate();
            for (number, rule) in all.filter(|(_, rule)| rule.events.has(event)) {
                let holds = |when| self.holds(when, &next.after, piece.color, ConditionFacts::default());
                let applies = next.after.piece(square) == Some(piece)
                    && rule.zone.squares.get(piece.color).contains(square)
                    && self.matches(&rule.pieces, &next.after, (square, piece), piece.color)
                    && rule.when.as_ref().is_none_or(holds);
                if !applies {
                    continue;
                }
                // Effects apply to the acting piece, so each of the two pieces takes this role for a moment.
                let acted = next.acted.replace(square);
                let after = self.follow_through(vec![next], rule).into_iter().next();
                next = after.ok_or_else(|| {
                    Refusal::at(Rule::Arrival(piece.piece_type, number), rule.event_origin, square)
                })?;
                let ends = next.acted.unwrap_or(square);
                next.acted = acted.map(|own| if own == square { ends } else { own });
                next.automatic_effects.push(AutomaticEffect { square, piece, rule: number });
            }
        }
        Ok(next)
    }

    /// Applies the effects of a rule, unless the acting piece has changed sides in this move.
    fn follow_if_own(&self, next: Successor<W>, arrival: &Arrival) -> Vec<Successor<W>> {
        let is_turncoat = next.acted.is_some_and(|square| next.turncoats.contains(square));
        if is_turncoat { vec![next] } else { self.follow_through(vec![next], arrival) }
    }

    pub(super) fn follow_through(&self, all: Vec<Successor<W>>, arrival: &Arrival) -> Vec<Successor<W>> {
        arrival.then.iter().fold(all, |all, then| {
            all.into_iter().flat_map(|next| self.apply_consequence(next, then, arrival.may)).collect()
        })
    }

    /// Applies one consequence to the acting piece. If `may` is true, the choice becomes part of the move text.
    fn apply_consequence(&self, mut next: Successor<W>, then: &Consequence, may: bool) -> Vec<Successor<W>> {
        let tables = self.tables;
        next.mv.choice = next.mv.choice.or(then.offer().filter(|_| may).map(Choice::Accept));
        match (then, next.acting()) {
            (Consequence::Lose(right), _) => {
                next.after.set_right(tables, *right, next.player, 0);
                vec![next]
            }
            (Consequence::Use(right), _) => {
                let left = next.after.right(*right, next.player);
                next.after.set_right(tables, *right, next.player, left.saturating_sub(1));
                vec![next]
            }
            (Consequence::Gain(right), _) => {
                let uses = next.after.right(*right, next.player);
                self.set_right(&mut next, *right, usize::from(uses) + 1);
                vec![next]
            }
            (Consequence::Set(right, amount), _) => {
                let uses = self.amount(amount, &next.after, next.player);
                self.set_right(&mut next, *right, uses);
                vec![next]
            }
            (Consequence::End { result, reason }, _) => {
                let outcome = Outcome { winner: result.winner(next.player), reason: reason.clone() };
                next.after.end(tables, outcome);
                if may {
                    next.mv.choice.get_or_insert(Choice::End(*result));
                }
                vec![next]
            }
            // An earlier effect has removed the piece.
            (_, None) => vec![next],
            (Consequence::Become(piece_types), Some((square, _))) => {
                let chosen = may || piece_types.len() > 1;
                piece_types.iter().map(|id| self.become_one(&next, square, *id, chosen)).collect()
            }
            (Consequence::Regain(piece_types), Some((square, _))) => {
                let lost = piece_types.iter().filter(|id| self.is_short_of(&next, **id));
                lost.map(|id| self.become_one(&next, square, *id, true)).collect()
            }
            (Consequence::Send { home_of, occupied }, Some((square, _))) => {
                let home = self.variant.homes(next.player, *home_of).iter().next();
                let target = home.and_then(|home| self.make_way(&mut next, square, home, occupied));
                let Some(target) = target else { return Vec::new() };
                if target != square {
                    next.carry(tables, [(square, target)]);
                }
                vec![next]
            }
            (Consequence::Exchange(pieces), Some((square, _))) => self.exchange_with(&next, square, pieces),
            (Consequence::Vanish, Some((square, _))) => {
                next.remove(tables, square);
                vec![next]
            }
            (Consequence::Clear(pieces, near), Some((square, _))) => {
                for near in self.affected(&next, square, pieces, near) {
                    next.remove(tables, near);
                }
                vec![next]
            }
            (Consequence::Itself(fate), Some((square, _))) => {
                self.suffer(&mut next, square, square, *fate);
                vec![next]
            }
            (Consequence::Others(fate, pieces, near), Some((square, _))) => {
                for near in self.affected(&next, square, pieces, near) {
                    self.suffer(&mut next, square, near, *fate);
                }
                vec![next]
            }
        }
    }

    /// Gives the player this many uses of a right, up to the number at which it is declared.
    fn set_right(&self, next: &mut Successor<W>, right: usize, uses: usize) {
        let most = self.variant.rights.get(right).map_or(0, |right| right.times);
        let uses = u8::try_from(uses).unwrap_or(most).min(most);
        next.after.set_right(self.tables, right, next.player, uses);
    }

    /// Exchanges the piece on a square with each matching piece of its side.
    fn exchange_with(&self, next: &Successor<W>, square: Square, pieces: &PieceFilter) -> Vec<Successor<W>> {
        let partners = self.select(pieces, &next.after, next.player).filter(|(other, partner)| {
            *other != square
                && partner.color == next.player
                && self.can_be_affected(&next.after, *other, Threat::Exchange).is_ok()
        });
        let exchange = |(other, _): Placed| {
            let mut next = next.clone();
            next.carry(self.tables, [(square, other), (other, square)]);
            next.mv.choice = Some(Choice::Exchange(other));
            self.arrive_by(Event::Exchange, next, [square, other]).ok()
        };
        partners.filter_map(exchange).collect()
    }

    /// Replaces the piece on a square with another type. If the player chose the type, the move records it.
    fn become_one(&self, next: &Successor<W>, square: Square, id: PieceTypeId, chosen: bool) -> Successor<W> {
        let mut next = next.clone();
        // A piece that has changed sides in this move keeps its new side.
        let is_turncoat = next.turncoats.contains(square);
        let side = if is_turncoat { next.player.other() } else { next.player };
        next.become_piece(self.tables, square, self.variant.piece_of(side, id));
        if chosen {
            next.mv.choice = Some(Choice::Become(id));
        }
        next
    }

    /// Returns the squares of matching pieces near a square. All are determined before the first of them suffers
    /// anything, so that no effect on one changes the selection of others.
    fn affected(
        &self,
        next: &Successor<W>,
        square: Square,
        pieces: &PieceFilter,
        near: &Near,
    ) -> Vec<Square> {
        let is_match = |near: &Square| {
            let piece = next.after.piece(*near);
            piece.is_some_and(|piece| self.matches(pieces, &next.after, (*near, piece), next.player))
                && self.can_be_affected(&next.after, *near, Threat::Displacement).is_ok()
        };
        // If an automatic effect applies to a piece that did not move, there is no direction.
        let from = next.mv.from.filter(|from| next.follow(*from) == Some(square));
        let all = self.squares_near(&next.after, near, (from, square), next.player);
        let mut matching: Vec<Square> = all.into_iter().filter(is_match).collect();
        matching.sort_unstable();
        matching.dedup();
        matching
    }

    /// Applies what the piece on `from` does to a piece, which may be itself.
    fn suffer(&self, next: &mut Successor<W>, from: Square, square: Square, fate: Fate) {
        let Some(piece) = next.after.piece(square) else { return };
        match fate {
            Fate::ChangesSides => {
                next.turncoats.insert(square);
                let piece = self.variant.piece_of(piece.color.other(), piece.piece_type);
                next.become_piece(self.tables, square, piece);
            }
            Fate::InHand | Fate::InOwnersHand => {
                let side = if fate == Fate::InHand { next.player } else { piece.color };
                next.remove(self.tables, square);
                self.put_in_hand(next, piece.piece_type, side);
            }
            Fate::Pushed => {
                let away = self.direction(from, square);
                let to = away.and_then(|step| self.variant.board.step(square, step, Color::White));
                let is_open = |to: &Square| {
                    next.after.piece(*to).is_none()
                        && self.may_enter(&next.after, piece, Some(square), *to).is_ok()
                };
                if let Some(to) = to.filter(is_open) {
                    next.shift_aside(self.tables, square, to);
                }
            }
        }
    }

    /// Returns true if the player has fewer pieces of this type on the board than in the array.
    fn is_short_of(&self, next: &Successor<W>, piece_type: PieceTypeId) -> bool {
        let piece = Piece { color: next.player, piece_type };
        let left = next.after.pieces().filter(|(_, other)| *other == piece).count();
        left < self.variant.setup.iter().filter(|(_, other)| *other == piece).count()
    }

    /// Returns the square on which a piece that is sent to `home` arrives, or `None` if it may not enter any.
    /// Removes the piece on that square if the rule permits it.
    fn make_way(&self, next: &mut Successor<W>, from: Square, home: Square, by: &Occupied) -> Option<Square> {
        let after = &next.after;
        let piece = after.piece(from)?;
        let is_open = |to: Square| to == from || self.may_enter(after, piece, Some(from), to).is_ok();
        let makes_way = |other: Piece| {
            let is_match = |pieces| self.matches(pieces, after, (home, other), next.player);
            by.remove.as_ref().is_some_and(is_match)
                && self.can_be_affected(after, home, Threat::Displacement).is_ok()
        };
        let other = after.piece(home).filter(|_| home != from);
        if is_open(home) && other.is_none_or(makes_way) {
            other.and_then(|_| next.remove(self.tables, home));
            return Some(home);
        }
        let is_free = |to: Square| after.piece(to).is_none() && is_open(to);
        match by.otherwise {
            Displaced::Illegal => None,
            Displaced::Nearest => self.nearest(home, next.player, is_free),
        }
    }

    /// Returns the nearest matching square of the grid on the rank of `home`. At equal distance, the owner's left
    /// comes first.
    fn nearest(&self, home: Square, color: Color, is_match: impl Fn(Square) -> bool) -> Option<Square> {
        let board = &self.variant.board;
        let grid = board.grid();
        let beside = (1..=board.width.max(1)).flat_map(|distance| [-distance, distance]);
        let mut squares = beside.filter_map(|dx| board.step(home, (dx, 0), color));
        squares.find(|square| grid.contains(*square) && is_match(*square))
    }
}

/// Corrects the names of pieces in the texts of moves, if a later effect has changed the piece that the player chose: a
/// change that all choices share is not named.
fn name_what_stands<W: World>(all: &mut [Successor<W>]) {
    let stands = |next: &Successor<W>| {
        let Some(Choice::Become(chosen)) = next.mv.choice else { return None };
        next.acting().map(|(_, piece)| (chosen, piece.piece_type))
    };
    let is_changed = |(chosen, is): &(PieceTypeId, PieceTypeId)| chosen != is;
    let mut changed: Vec<PieceTypeId> =
        all.iter().filter_map(stands).filter(is_changed).map(|(_, is)| is).collect();
    changed.sort_unstable();
    changed.dedup();
    for next in all {
        if let Some((_, is)) = stands(next).filter(is_changed) {
            next.mv.choice = (changed.len() > 1).then_some(Choice::Become(is));
        }
    }
}
