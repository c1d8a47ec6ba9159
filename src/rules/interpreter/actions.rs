//! Actions beyond the pieces' own moves: placing, exchanging, dropping, passing.
//!
//! Each is one function for one move, so that what is offered and why something is not come from the same lines.

use super::{Allowed, Interpreter, ParsedMove, Successor, World};
use crate::base::{Bitboard, Move, Piece, PieceTypeId, Square, Verb};
use crate::rules::{Act, Action, ActionRule, PieceFilter, Refusal, Rule, Threat};

/// An action with its number in the game.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'a> {
    pub(super) number: usize,
    pub(super) action: &'a Action,
}

impl Numbered<'_> {
    /// A refusal by the line of the action that begins with a word, or by the action as a whole.
    pub(super) fn refuse(self, rule: ActionRule, word: &str, square: Option<Square>) -> Refusal {
        Refusal { rule: Rule::Action(self.number, rule), origin: self.action.line(word, 0), square }
    }
}

impl<'a, W: World> Interpreter<'a, W> {
    pub(super) fn numbered(&self) -> impl Iterator<Item = Numbered<'a>> + use<'a, W> {
        self.variant.actions.iter().enumerate().map(|(number, action)| Numbered { number, action })
    }

    /// What an action offers, whatever its conditions, before the safety of royals.
    pub(super) fn offers(&self, world: &W, rule: Numbered<'a>) -> Vec<Successor<W>> {
        if self.has_right(world, rule.action).is_err() {
            return Vec::new();
        }
        match &rule.action.act {
            Act::Place { pieces, to, .. } => {
                let targets = to.squares(self.variant, world.turn());
                let own = self.select(pieces, world, world.turn()).filter(|(_, p)| p.color == world.turn());
                own.flat_map(|piece| {
                    targets.iter().filter_map(move |to| self.place(world, rule, piece, to).ok())
                })
                .collect()
            }
            Act::Exchange { .. } => {
                let pairs = self.exchangeable(world, rule).into_iter();
                pairs.map(|(a, b)| self.exchanged(world, rule, a, b)).collect()
            }
            Act::Drop { piece_types, to, .. } => {
                let squares = to.squares.get(world.turn());
                let held = piece_types.iter().filter(|piece_type| world.held(**piece_type, world.turn()) > 0);
                held.flat_map(|piece_type| {
                    squares.iter().filter_map(|to| self.drop(world, rule, *piece_type, to).ok())
                })
                .collect()
            }
            Act::Pass => vec![self.pass(world, rule)],
        }
    }

    /// Tries an action for a move as it is written; nothing if the action makes no such moves.
    pub(super) fn try_action(
        &self,
        world: &W,
        rule: Numbered<'a>,
        parsed: &ParsedMove,
    ) -> Option<Result<Successor<W>, Refusal>> {
        let has_right = || self.has_right(world, rule.action);
        Some(match (&rule.action.act, parsed.verb, parsed.from, parsed.to) {
            (Act::Place { pieces, .. }, Verb::Place, Some(from), Some(to)) => self
                .is_for(world, rule, pieces, from)
                .and_then(|piece| has_right().and_then(|()| self.place(world, rule, piece, to))),
            (Act::Exchange { pieces, with, .. }, Verb::Exchange, Some(a), Some(b)) => {
                self.is_for(world, rule, pieces, a).and_then(|piece| {
                    has_right()?;
                    let nothing = rule.refuse(ActionRule::NothingToExchange, "", Some(b));
                    world.piece(b).ok_or(nothing)?;
                    self.may_exchange(world, piece)?;
                    let not_with = |_| rule.refuse(ActionRule::NotWith, "", Some(b));
                    let other = self.is_for(world, rule, with, b).map_err(not_with)?;
                    self.may_exchange(world, other)?;
                    self.exchange(world, rule, piece, other)
                })
            }
            (Act::Drop { .. }, Verb::Drop(piece_type), _, Some(to)) => {
                has_right().and_then(|()| self.drop(world, rule, piece_type, to))
            }
            (Act::Pass, Verb::Pass, ..) => has_right().map(|()| self.pass(world, rule)),
            _ => return None,
        })
    }

    /// Whether an action may not give checkmate, but does.
    pub(super) fn mates(&self, rule: Numbered<'a>, after: &W) -> bool {
        matches!(rule.action.act, Act::Drop { not_mating: true, .. })
            && after.is_checked(self, after.turn())
            && self.legal(after).is_empty()
    }

    /// Whether the side to move may still use what an action uses up.
    pub(super) fn has_right(&self, world: &W, action: &Action) -> Allowed {
        match action.right {
            Some(right) if world.right(right, world.turn()) == 0 => {
                let origin = self.variant.rights.get(right).map_or(action.origin, |right| right.origin);
                Err(Refusal::new(Rule::UsedUp(right), origin))
            }
            _ => Ok(()),
        }
    }

    /// The piece on `square`, if it is an own one that an action is for.
    pub(super) fn is_for(
        &self,
        world: &W,
        rule: Numbered<'a>,
        filter: &PieceFilter,
        square: Square,
    ) -> Result<(Square, Piece), Refusal> {
        let piece = world.piece(square).filter(|piece| {
            piece.color == world.turn() && self.matches(filter, world, (square, *piece), world.turn())
        });
        let refusal = rule.refuse(ActionRule::NotFor, "", Some(square));
        piece.map(|piece| (square, piece)).ok_or(refusal)
    }

    /// Puts a piece that the action is for on another square.
    pub(super) fn place(
        &self,
        world: &W,
        rule: Numbered<'a>,
        (from, piece): (Square, Piece),
        to: Square,
    ) -> Result<Successor<W>, Refusal> {
        let Act::Place { to: target, removing, becomes, .. } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        let player = world.turn();
        if to == from || !target.squares(self.variant, player).contains(to) {
            return Err(rule.refuse(ActionRule::Outside, "to", Some(to)));
        }
        if let Some(other) = world.piece(to) {
            self.can_suffer(world, to, Threat::Displacement)?;
            let makes_way = |pieces| self.matches(pieces, world, (to, other), player);
            if !removing.as_ref().is_some_and(makes_way) {
                return Err(rule.refuse(ActionRule::Occupied, "removing", Some(to)));
            }
        }
        self.may_enter(world, piece, Some(from), to)?;
        let mut next = Successor::new(self.tables, world, Move::new(Verb::Place, from, to));
        next.resets = self.resets_clock(world, (from, piece));
        next.remove(self.tables, to);
        next.carry(self.tables, from, to);
        if let Some(piece_type) = becomes {
            next.become_piece_type(self.tables, to, *piece_type);
        }
        Ok(self.finish(next, rule.action.right))
    }

    /// Whether an own piece may change places at all.
    pub(super) fn may_exchange(&self, world: &W, (square, piece): (Square, Piece)) -> Allowed {
        match piece.color == world.turn() {
            true => self.can_suffer(world, square, Threat::Exchange),
            false => {
                Err(Refusal::at(Rule::NotYours, self.variant.piece_type(piece.piece_type).origin, square))
            }
        }
    }

    /// The pieces that may change places by an action, before the safety of royals.
    fn exchangeable(&self, world: &W, rule: Numbered<'a>) -> Vec<((Square, Piece), (Square, Piece))> {
        let Act::Exchange { pieces, with, .. } = &rule.action.act else { return Vec::new() };
        let of = |filter| {
            let own = self.select(filter, world, world.turn());
            own.filter(|piece| self.may_exchange(world, *piece).is_ok()).collect::<Vec<_>>()
        };
        let partners = of(with);
        let pairs = of(pieces).into_iter().flat_map(|a| partners.iter().map(move |b| (a, *b)));
        pairs.filter(|(a, b)| self.may_exchange_with(world, rule, *a, *b).is_ok()).collect()
    }

    /// The squares of the pieces that may change places by the action with this number, before the safety of royals.
    pub(crate) fn exchanges(&self, world: &W, number: usize) -> Vec<(Square, Square)> {
        let pairs = self.numbered().nth(number).map(|rule| self.exchangeable(world, rule));
        pairs.into_iter().flatten().map(|((a, _), (b, _))| (a, b)).collect()
    }

    /// Lets two pieces that the action is for change places.
    pub(super) fn exchange(
        &self,
        world: &W,
        rule: Numbered<'a>,
        a: (Square, Piece),
        b: (Square, Piece),
    ) -> Result<Successor<W>, Refusal> {
        self.may_exchange_with(world, rule, a, b)?;
        Ok(self.exchanged(world, rule, a, b))
    }

    /// Whether two pieces may come to stand where the other stands.
    fn may_exchange_with(
        &self,
        world: &W,
        rule: Numbered<'a>,
        (a, piece): (Square, Piece),
        (b, other): (Square, Piece),
    ) -> Allowed {
        let Act::Exchange { except_to, .. } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        if a == b {
            return Err(Refusal::at(Rule::SameSquare, rule.action.origin, a));
        }
        for (piece, from, to) in [(piece, a, b), (other, b, a)] {
            self.may_enter(world, piece, Some(from), to)?;
            let excepted = except_to.iter().position(|(pieces, zone)| {
                zone.squares.get(piece.color).contains(to)
                    && self.matches(pieces, world, (from, piece), world.turn())
            });
            if let Some(excepted) = excepted {
                return Err(rule.refuse(ActionRule::ExceptTo(excepted), "not", Some(from)));
            }
        }
        Ok(())
    }

    fn exchanged(
        &self,
        world: &W,
        rule: Numbered<'a>,
        a: (Square, Piece),
        b: (Square, Piece),
    ) -> Successor<W> {
        let mut next = Successor::new(self.tables, world, Move::new(Verb::Exchange, a.0, b.0));
        next.resets = self.resets_clock(world, a) || self.resets_clock(world, b);
        next.carry_both(self.tables, [(a.0, b.0), (b.0, a.0)]);
        self.finish(next, rule.action.right)
    }

    /// Puts a piece from the hand on a square.
    pub(super) fn drop(
        &self,
        world: &W,
        rule: Numbered<'a>,
        piece_type: PieceTypeId,
        to: Square,
    ) -> Result<Successor<W>, Refusal> {
        let Act::Drop { piece_types, to: zone, not_with, .. } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        let player = world.turn();
        let origin = self.variant.piece_type(piece_type).origin;
        if !piece_types.contains(&piece_type) {
            return Err(Refusal::new(Rule::NeverDropped(piece_type), origin));
        }
        if world.held(piece_type, player) == 0 {
            return Err(Refusal::new(Rule::NotInHand(piece_type), origin));
        }
        if world.piece(to).is_some() {
            return Err(rule.refuse(ActionRule::Occupied, "to", Some(to)));
        }
        if !zone.squares.get(player).contains(to) {
            return Err(rule.refuse(ActionRule::Outside, "to", Some(to)));
        }
        let file = |square: Square| self.variant.board.cell(square).x;
        let rival = not_with.as_ref().and_then(|pieces| {
            let mut rivals = self.select(pieces, world, player);
            rivals.find(|(other, _)| file(*other) == file(to))
        });
        if let Some((other, _)) = rival {
            return Err(rule.refuse(ActionRule::SameFile, "", Some(other)));
        }
        self.may_enter(world, Piece { color: player, piece_type }, None, to)?;
        let mv = Move { verb: Verb::Drop(piece_type), to: Some(to), ..Move::pass() };
        let mut next = Successor::new(self.tables, world, mv);
        next.enter(self.tables, to, piece_type);
        Ok(self.finish(next, rule.action.right))
    }

    /// Does nothing.
    pub(super) fn pass(&self, world: &W, rule: Numbered<'a>) -> Successor<W> {
        self.finish(Successor::new(self.tables, world, Move::pass()), rule.action.right)
    }
}
