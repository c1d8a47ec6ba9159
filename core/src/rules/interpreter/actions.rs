//! Actions beyond the pieces' own moves: placing, exchanging, replacing, dropping, and passing.
//!
//! [`Interpreter::offers`] generates the moves of an action, and `try_action` tries a move as written. Both use
//! the same code, so every refusal names a rule that generation applies.

use super::{Allowed, Escapes, Interpreter, ParsedMove, Placed, Successor, Tried, World};
use crate::base::{Bitboard, Choice, Move, Piece, PieceTypeId, Square, Verb};
use crate::rules::{Act, Action, ActionRule, Event, PieceFilter, Refusal, Rule, Threat};

/// An action with its index in the list of actions.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'a> {
    pub(super) number: usize,
    pub(super) action: &'a Action,
}

impl Numbered<'_> {
    /// Creates a refusal at the line of the action that starts with `word`, or at the whole action if there is no such
    /// line.
    pub(super) fn refuse(self, rule: ActionRule, word: &str, square: Option<Square>) -> Refusal {
        let nth = if let ActionRule::ExceptTo(nth) = rule { nth } else { 0 };
        Refusal { rule: Rule::Action(self.number, rule), origin: self.action.line(word, nth), square }
    }
}

impl<'a, W: World> Interpreter<'a, W> {
    pub(super) fn numbered(&self) -> impl Iterator<Item = Numbered<'a>> + use<'a, W> {
        self.variant.actions.iter().enumerate().map(|(number, action)| Numbered { number, action })
    }

    /// Returns the moves of an action before its conditions and the safety of royals are verified.
    pub(super) fn offers(&self, world: &W, rule: Numbered<'a>) -> Vec<Successor<W>> {
        // A condition that is too deeply nested refuses every move of the action. To look for its victims could nest it
        // again.
        if self.has_right(world, rule.action).is_err() || !self.counts(rule.action.provided.as_ref()) {
            return Vec::new();
        }
        let player = world.turn();
        let squares = |pieces| self.select(pieces, world, player).map(|(square, _)| square);
        match &rule.action.act {
            Act::Place { pieces, to, .. } => {
                let targets = to.squares(self.variant, player);
                let provided = rule.action.provided.as_ref();
                let required =
                    provided.map_or((0, 0), |after| (after.least_attacked(), after.least_forked()));
                let to_all = |from| {
                    let mut escapes = None;
                    let targets = targets.iter().take_while(|_| !self.is_halted());
                    let open = targets.filter(move |to| {
                        // Most targets of a piece attack nothing, so this test saves making the move.
                        required.0 == 0
                            || !self.attacks_too_few(world, rule, (from, *to), required, &mut escapes)
                    });
                    open.flat_map(move |to| self.place(world, rule, from, to).unwrap_or_default())
                };
                squares(pieces).flat_map(to_all).collect()
            }
            Act::Exchange { .. } => {
                let pairs = self.exchangeable(world, rule).into_iter().take_while(|_| !self.is_halted());
                pairs.flat_map(|(a, b)| self.exchanged(world, rule, a, b).unwrap_or_default()).collect()
            }
            Act::Replace { pieces, .. } => squares(pieces)
                .flat_map(|square| self.replace(world, rule, square).unwrap_or_default())
                .collect(),
            Act::Drop { piece_types, to, .. } => {
                let targets = to.squares.get(player);
                let placed = piece_types.iter().flat_map(|id| targets.iter().map(move |to| (*id, to)));
                let placed = placed.take_while(|_| !self.is_halted());
                placed.flat_map(|(id, to)| self.drops(world, rule, id, to).unwrap_or_default()).collect()
            }
            Act::Pass => self.pass(world, rule).unwrap_or_default(),
        }
    }

    /// Returns true if a piece that an action puts on a square attacks too few enemies there to satisfy the
    /// condition of the action. It must attack at least `least` enemies, and at least `forked` unless it traps one
    /// of them. Returns false if arrival effects or follow-ups make the result uncertain.
    fn attacks_too_few<'w>(
        &'w self,
        world: &'w W,
        rule: Numbered<'a>,
        (from, to): (Square, Square),
        (least, forked): (u32, u32),
        escapes: &mut Option<Option<Escapes<'w>>>,
    ) -> bool {
        let variant = self.variant;
        let Some(standing) = world.piece(from) else { return false };
        let piece = if let Act::Place { becomes: Some(piece_type), .. } = rule.action.act {
            variant.piece_of(world.turn(), piece_type)
        } else {
            standing
        };
        let arrivals = &variant.piece_type(piece.piece_type).arrivals;
        // Effects and follow-ups could move pieces, so that the attacks change.
        let stays = !variant.has_automatic_effects
            && variant.follow_ups.is_empty()
            && arrivals.iter().all(|own| !own.leaving && !own.zone.squares.get(piece.color).contains(to));
        if !stays {
            return false;
        }
        let attacked = world.targets(self, piece, to).count();
        if attacked < least || attacked >= forked {
            return attacked < least;
        }
        let escapes = escapes.get_or_insert_with(|| world.escapes(self, from));
        escapes.as_mut().is_some_and(|flee| flee(piece, to))
    }

    /// Tries an action on a move as written. Returns `None` if the action makes no moves of this form.
    pub(super) fn try_action(&self, world: &W, rule: Numbered<'a>, parsed: &ParsedMove) -> Option<Tried<W>> {
        Some(match (&rule.action.act, parsed.verb, parsed.from, parsed.to) {
            (Act::Place { .. }, Verb::Place, Some(from), Some(to)) if from != to => {
                self.place(world, rule, from, to)
            }
            (Act::Exchange { .. }, Verb::Exchange, Some(a), Some(b)) => self.exchange(world, rule, a, b),
            (Act::Replace { .. }, Verb::Place, Some(from), to) if to == Some(from) => {
                self.replace(world, rule, from)
            }
            (Act::Drop { .. }, Verb::Drop(piece_type), _, Some(to)) => {
                self.drops(world, rule, piece_type, to)
            }
            (Act::Pass, Verb::Pass, ..) => self.pass(world, rule),
            _ => return None,
        })
    }

    /// Checks that the side to move still has the right that the action uses up.
    fn has_right(&self, world: &W, action: &Action) -> Allowed {
        match action.right {
            Some(right) if world.right(right, world.turn()) == 0 => {
                let origin = self.variant.rights.get(right).map_or(action.origin, |right| right.origin);
                Err(Refusal::new(Rule::UsedUp(right), origin))
            }
            _ => Ok(()),
        }
    }

    /// Returns the piece on `square` if it is the player's own and the action applies to it.
    fn is_for(
        &self,
        world: &W,
        rule: Numbered<'a>,
        filter: &PieceFilter,
        square: Square,
    ) -> Result<Piece, Refusal> {
        let own = world.piece(square).filter(|piece| piece.color == world.turn());
        let own = own.filter(|piece| !self.variant.is_neutral(piece.piece_type));
        own.filter(|piece| self.matches(filter, world, (square, *piece), world.turn()))
            .ok_or_else(|| rule.refuse(ActionRule::NotFor, "", Some(square)))
    }

    fn place(&self, world: &W, rule: Numbered<'a>, from: Square, to: Square) -> Tried<W> {
        let Act::Place { pieces, to: target, removing, becomes } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        let player = world.turn();
        let piece = self.is_for(world, rule, pieces, from)?;
        self.has_right(world, rule.action)?;
        if to == from || !target.squares(self.variant, player).contains(to) {
            return Err(rule.refuse(ActionRule::Outside, "to", Some(to)));
        }
        if let Some(other) = world.piece(to) {
            self.can_be_affected(world, to, Threat::Displacement)?;
            let makes_way = |pieces| self.matches(pieces, world, (to, other), player);
            if !removing.as_ref().is_some_and(makes_way) {
                return Err(rule.refuse(ActionRule::Occupied, "removing", Some(to)));
            }
        }
        self.may_enter(world, piece, Some(from), to)?;
        let mut next = self.begin(world, rule, Move::new(Verb::Place, from, to));
        next.resets = self.resets_clock(world, (from, piece));
        next.remove(self.tables, to);
        next.carry(self.tables, [(from, to)]);
        if let Some(piece_type) = becomes {
            next.become_piece(self.tables, to, self.variant.piece_of(player, *piece_type));
        }
        let next = self.arrive_by(Event::Put, next, [to])?;
        Ok(self.conclude(world, next))
    }

    /// Returns the pairs of pieces that an action can exchange, before the safety of royals is verified.
    fn exchangeable(&self, world: &W, rule: Numbered<'a>) -> Vec<(Placed, Placed)> {
        let Act::Exchange { pieces, with, .. } = &rule.action.act else { return Vec::new() };
        let may = |(square, piece): &Placed| {
            piece.color == world.turn() && self.can_be_affected(world, *square, Threat::Exchange).is_ok()
        };
        let of = |filter| self.select(filter, world, world.turn()).filter(may).collect::<Vec<_>>();
        let partners = of(with);
        let pairs = of(pieces).into_iter().flat_map(|a| partners.iter().map(move |b| (a, *b)));
        pairs.filter(|(a, b)| self.may_exchange(world, rule, *a, *b).is_ok()).collect()
    }

    /// Returns the squares of the pieces that the action with this number can exchange. Each pair occurs once.
    /// The safety of royals is not verified.
    pub fn exchanges(&self, world: &W, number: usize) -> Vec<(Square, Square)> {
        let Some(rule) = self.numbered().nth(number) else { return Vec::new() };
        let placed = self.exchangeable(world, rule);
        let pairs: Vec<_> = placed.iter().map(|((a, _), (b, _))| (*a, *b)).collect();
        // A castling with the same result is preferred.
        let may_castle = world.castling() != 0 && !self.has_own_result(rule.action);
        let castles = |(a, b): (Placed, Placed)| {
            let exchanged = self.exchanged(world, rule, a, b).unwrap_or_default();
            exchanged.iter().any(|next| self.is_castling(world, next))
        };
        // If both orders are possible, only the one with its squares in order is listed.
        let listed = placed.iter().zip(&pairs).filter(|(_, (a, b))| a < b || !pairs.contains(&(*b, *a)));
        listed.filter(|(placed, _)| !may_castle || !castles(**placed)).map(|(_, pair)| *pair).collect()
    }

    fn exchange(&self, world: &W, rule: Numbered<'a>, a: Square, b: Square) -> Tried<W> {
        let Act::Exchange { pieces, with, .. } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        let piece = self.is_for(world, rule, pieces, a)?;
        self.has_right(world, rule.action)?;
        if world.piece(b).is_none() {
            return Err(rule.refuse(ActionRule::NothingToExchange, "", Some(b)));
        }
        self.can_be_affected(world, a, Threat::Exchange)?;
        let not_with = |_| rule.refuse(ActionRule::NotWith, "", Some(b));
        let other = self.is_for(world, rule, with, b).map_err(not_with)?;
        self.can_be_affected(world, b, Threat::Exchange)?;
        self.may_exchange(world, rule, (a, piece), (b, other))?;
        self.exchanged(world, rule, (a, piece), (b, other))
    }

    /// Checks that each of two pieces may stand on the other's square.
    fn may_exchange(&self, world: &W, rule: Numbered<'a>, a: Placed, b: Placed) -> Allowed {
        let Act::Exchange { except_to, .. } = &rule.action.act else { return Ok(()) };
        if a.0 == b.0 {
            return Err(Refusal::at(Rule::SameSquare, rule.action.origin, a.0));
        }
        for ((from, piece), to) in [(a, b.0), (b, a.0)] {
            self.may_enter(world, piece, Some(from), to)?;
            let excepted = except_to.iter().position(|(pieces, zone)| {
                zone.holds(to, piece.color) && self.matches(pieces, world, (from, piece), world.turn())
            });
            if let Some(excepted) = excepted {
                return Err(rule.refuse(ActionRule::ExceptTo(excepted), "not bringing", Some(from)));
            }
        }
        Ok(())
    }

    fn exchanged(&self, world: &W, rule: Numbered<'a>, a: Placed, b: Placed) -> Tried<W> {
        let mut next = self.begin(world, rule, Move::new(Verb::Exchange, a.0, b.0));
        next.resets = self.resets_clock(world, a) || self.resets_clock(world, b);
        next.carry(self.tables, [(a.0, b.0), (b.0, a.0)]);
        let next = self.arrive_by(Event::Exchange, next, [a.0, b.0])?;
        Ok(self.conclude(world, next))
    }

    /// Begins a move by an action, which uses up its right.
    fn begin(&self, world: &W, rule: Numbered<'a>, mv: Move) -> Successor<W> {
        let mut next = Successor::new(self.tables, world, mv);
        if let Some(right) = rule.action.right {
            let left = next.after.right(right, next.player);
            next.after.set_right(self.tables, right, next.player, left.saturating_sub(1));
        }
        next
    }

    /// Replaces the piece on `square`. The move text names this square as start and target, followed by the new
    /// type.
    fn replace(&self, world: &W, rule: Numbered<'a>, square: Square) -> Tried<W> {
        let Act::Replace { pieces, by } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        let piece = self.is_for(world, rule, pieces, square)?;
        // A replacement by the same type would leave the position as it is.
        if piece.piece_type == *by {
            return Err(rule.refuse(ActionRule::NotFor, "", Some(square)));
        }
        self.has_right(world, rule.action)?;
        let mv = Move { choice: Some(Choice::Become(*by)), ..Move::new(Verb::Place, square, square) };
        let mut next = self.begin(world, rule, mv);
        next.resets = self.resets_clock(world, (square, piece));
        next.become_piece(self.tables, square, self.variant.piece_of(piece.color, *by));
        next.acted = Some(square);
        Ok(self.conclude(world, next))
    }

    /// Drops a piece on a square. Returns one successor for each type that the piece can enter as.
    fn drops(&self, world: &W, rule: Numbered<'a>, piece_type: PieceTypeId, to: Square) -> Tried<W> {
        let Act::Drop { piece_types, to: zone, becomes, .. } = &rule.action.act else {
            return Err(Refusal::new(Rule::NoSuchAction, rule.action.origin));
        };
        self.has_right(world, rule.action)?;
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
        if !zone.holds(to, player) {
            return Err(rule.refuse(ActionRule::Outside, "to", Some(to)));
        }
        self.may_share_file(world, rule, to)?;
        let itself = [piece_type];
        let forms = if becomes.is_empty() { &itself[..] } else { becomes };
        // The drop is legal if one of the forms may enter the square. Otherwise, the first refusal explains it.
        let (mut all, mut refusal) = (Vec::new(), None);
        for form in forms {
            match self.may_enter(world, Piece { color: player, piece_type: *form }, None, to) {
                Ok(()) => match self.dropped(world, rule, (piece_type, *form), to) {
                    Ok(dropped) => all.extend(dropped),
                    Err(other) => refusal = refusal.or(Some(other)),
                },
                Err(other) => refusal = refusal.or(Some(other)),
            }
        }
        match refusal {
            Some(refusal) if all.is_empty() => Err(refusal),
            _ => Ok(all),
        }
    }

    /// Checks that the file of a square has fewer excluded pieces than the limit for drops.
    fn may_share_file(&self, world: &W, rule: Numbered<'a>, to: Square) -> Allowed {
        let Act::Drop { not_with: Some(pieces), not_with_number, .. } = &rule.action.act else {
            return Ok(());
        };
        let file = |square: Square| self.variant.board.cell(square).x;
        let mut rivals =
            self.select(pieces, world, world.turn()).filter(|(rival, _)| file(*rival) == file(to));
        match rivals.nth((*not_with_number as usize).saturating_sub(1)) {
            Some((rival, _)) => Err(rule.refuse(ActionRule::SameFile, "not on", Some(rival))),
            None => Ok(()),
        }
    }

    /// Puts a piece from the hand on a square. If it enters as another type, the move names this type.
    fn dropped(
        &self,
        world: &W,
        rule: Numbered<'a>,
        (held, form): (PieceTypeId, PieceTypeId),
        to: Square,
    ) -> Tried<W> {
        let choice = (form != held).then_some(Choice::Become(form));
        let mv = Move { verb: Verb::Drop(held), to: Some(to), choice, ..Move::pass() };
        let mut next = self.begin(world, rule, mv);
        let piece = self.variant.piece_of(world.turn(), form);
        next.enter(self.tables, to, held, piece);
        // A piece dropped on its home square counts as unmoved.
        if self.variant.hand_homes.contains(&(to, piece)) {
            next.rests(to);
        }
        let next = self.arrive_by(Event::Drop, next, [to])?;
        Ok(self.conclude(world, next))
    }

    fn pass(&self, world: &W, rule: Numbered<'a>) -> Tried<W> {
        self.has_right(world, rule.action)?;
        Ok(self.conclude(world, self.begin(world, rule, Move::pass())))
    }
}
