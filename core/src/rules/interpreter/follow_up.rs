//! The end of a move, including its follow-ups.
//!
//! [`Interpreter::conclude`] is the entry point. It completes every move: it adds the follow-ups, and `finish`
//! then passes the turn.

use super::{ConditionFacts, Interpreter, Placed, Purpose, Successor, World};
use crate::base::{Bitboard, Piece, PieceTypeId, Square, SquareSet, Then, Verb};
use crate::rules::{Event, FollowUp, Following, PieceFilter, Threat, Zone};

impl<W: World> Interpreter<'_, W> {
    /// Completes a move made in `before`. Returns one successor for each combination of follow-ups. Royals must
    /// already be safe before the follow-ups, which cannot repair their safety.
    pub(super) fn conclude(&self, before: &W, next: Successor<W>) -> Vec<Successor<W>> {
        let rules = &self.variant.follow_ups;
        if rules.is_empty() {
            return vec![self.finish(before, next)];
        }
        let bare = self.finish(before, next.clone());
        let is_unsafe = self.is_safe(&bare.after, next.player).is_err();
        // Only a piece that shields can answer a check.
        let acts = |rule: &&FollowUp| !is_unsafe || rule.shields;
        if bare.after.ended().is_some() || !rules.iter().any(|rule| acts(&rule)) {
            return vec![bare];
        }
        let left = self.left(before, &next);
        let mut all = vec![next];
        for rule in rules.iter().filter(acts) {
            let follow = |next| self.follow(before, next, &left, rule);
            all = all.into_iter().flat_map(follow).collect();
        }
        match all.as_slice() {
            // No rule added anything, so the move completed above is the result.
            [next] if next.mv.then.is_empty() => vec![bare],
            _ => all.into_iter().map(|next| self.finish(before, next)).collect(),
        }
    }

    /// Returns the pieces that leave their squares by their own move or by castling, with these squares. The
    /// piece that the move text names comes first.
    fn left(&self, before: &W, next: &Successor<W>) -> Vec<Placed> {
        let squares: Vec<Square> = match next.mv.verb {
            Verb::Go => next.mv.from.into_iter().collect(),
            // The two pieces of a castling move first, before those that its effects move.
            Verb::Castle => next.starts().take(2).collect(),
            Verb::Place | Verb::Exchange | Verb::Drop(_) | Verb::Pass => Vec::new(),
        };
        squares.into_iter().filter_map(|square| Some((square, before.piece(square)?))).collect()
    }

    /// Returns the continuations of a move under one follow-up rule.
    fn follow(&self, before: &W, next: Successor<W>, left: &[Placed], rule: &FollowUp) -> Vec<Successor<W>> {
        let holds = |when| self.holds(when, &next.after, next.player, ConditionFacts::default());
        if self.is_halted() || !rule.when.as_ref().is_none_or(holds) {
            return vec![next];
        }
        let mut all = match &rule.act {
            Following::Drop(piece_types) => self.drops_behind(before, &next, left, (rule, piece_types)),
            Following::Leave(piece_types) => self.leaves_behind(before, &next, left, (rule, piece_types)),
            Following::Advance(pieces) => self.advances(&next, pieces),
            Following::Put { piece_type, zone, more, ahead } => {
                self.puts(&next, *piece_type, (zone, *ahead), *more)
            }
        };
        // A follow-up that is impossible is not mandatory.
        if rule.may || all.is_empty() {
            all.insert(0, next);
        }
        all
    }

    /// Drops a piece of one of these types on a vacated square.
    fn drops_behind(
        &self,
        before: &W,
        next: &Successor<W>,
        left: &[Placed],
        (rule, piece_types): (&FollowUp, &[PieceTypeId]),
    ) -> Vec<Successor<W>> {
        let mut all: Vec<Successor<W>> = Vec::new();
        for (square, named) in self.vacated(before, next, left, rule) {
            all.extend(piece_types.iter().filter_map(|id| self.dropping(before, next, *id, square, named)));
        }
        all
    }

    /// Puts a new piece of one of these types on a vacated square.
    fn leaves_behind(
        &self,
        before: &W,
        next: &Successor<W>,
        left: &[Placed],
        (rule, piece_types): (&FollowUp, &[PieceTypeId]),
    ) -> Vec<Successor<W>> {
        let put = |(square, named), piece_type: PieceTypeId| {
            let piece = self.variant.piece_of(next.player, piece_type);
            self.may_enter(&next.after, piece, None, square).ok()?;
            let mut next = next.clone();
            next.become_piece(self.tables, square, piece);
            next.mv.then.push(Then::Drop { piece_type, square, named });
            self.arrive_by(Event::Put, next, [square]).ok()
        };
        let vacated = self.vacated(before, next, left, rule).into_iter();
        vacated.flat_map(|square| piece_types.iter().filter_map(move |id| put(square, *id))).collect()
    }

    /// Moves a matching piece one square forward, as its owner sees it.
    fn advances(&self, next: &Successor<W>, pieces: &PieceFilter) -> Vec<Successor<W>> {
        let advance = |(from, piece): Placed| {
            let to = self.variant.board.step(from, (0, 1), piece.color)?;
            let is_open = next.after.piece(to).is_none()
                && self.can_be_affected(&next.after, from, Threat::Displacement).is_ok()
                && self.may_enter(&next.after, piece, Some(from), to).is_ok();
            is_open.then(|| {
                let mut next = next.clone();
                next.shift_aside(self.tables, from, to);
                next.mv.then.push(Then::Put(to));
                next
            })
        };
        self.select(pieces, &next.after, next.player).filter_map(advance).collect()
    }

    /// Returns the empty squares that the pieces of a rule have left, each with a flag that is true if the text of the move
    /// must name it.
    fn vacated(
        &self,
        before: &W,
        next: &Successor<W>,
        left: &[Placed],
        rule: &FollowUp,
    ) -> Vec<(Square, bool)> {
        let Some((pieces, zone, first)) = rule.leaving() else { return Vec::new() };
        let is_left = |(square, piece): &&Placed| {
            next.after.piece(*square).is_none()
                && zone.holds(*square, next.player)
                && self.matches(pieces, before, (*square, *piece), next.player)
                && (!first || self.is_unmoved(before, (*square, *piece)))
        };
        let squares = left.iter().filter(is_left).map(|(square, _)| *square);
        squares.map(|square| (square, next.mv.from != Some(square))).collect()
    }

    /// Puts a piece on each permitted empty square of a zone. The piece is additional if `more` is true or none
    /// is on the board. Otherwise, the first one on the board moves.
    fn puts(
        &self,
        next: &Successor<W>,
        piece_type: PieceTypeId,
        (zone, ahead): (&Zone, bool),
        more: bool,
    ) -> Vec<Successor<W>> {
        let piece = self.variant.piece_of(next.player, piece_type);
        let mut standing = next.after.pieces().filter(|(_, other)| *other == piece).map(|(square, _)| square);
        let from = standing.next().filter(|_| !more);
        let targets = ahead.then(|| self.targets_ahead(next));
        let is_free = |square: &Square| {
            next.after.piece(*square).is_none()
                && targets.is_none_or(|targets| targets.contains(*square))
                && zone.holds(*square, next.player)
                && self.may_enter(&next.after, piece, from, *square).is_ok()
        };
        let put = |square: Square| {
            let mut next = next.clone();
            match from {
                Some(from) => next.shift_aside(self.tables, from, square),
                None => next.appear(self.tables, square, piece),
            }
            next.mv.then.push(Then::Put(square));
            self.arrive_by(Event::Put, next, [square]).ok()
        };
        self.variant.board.squares().filter(is_free).filter_map(put).collect()
    }

    /// Returns the squares to which the piece that has just moved could move next, without a capture.
    fn targets_ahead(&self, next: &Successor<W>) -> SquareSet {
        let Some((from, _)) = next.acting() else { return SquareSet::EMPTY };
        let walks = self.walks(&next.after, from, Purpose::Move);
        let plain = walks.filter(|(_, walk)| walk.captures.is_empty() && walk.en_passant.is_none());
        plain.map(|(_, walk)| walk.to).collect()
    }

    /// Drops a piece that was already in hand before the move.
    fn dropping(
        &self,
        before: &W,
        next: &Successor<W>,
        piece_type: PieceTypeId,
        square: Square,
        named: bool,
    ) -> Option<Successor<W>> {
        let piece = Piece { color: next.player, piece_type };
        let held = next.after.held(piece_type, next.player);
        let is_such = |then: &&Then| matches!(then, Then::Drop { piece_type: id, .. } if *id == piece_type);
        // A piece that this move captures enters the hand too late to be dropped, so the hand before the move
        // counts.
        let dropped = next.mv.then.iter().filter(is_such).count();
        if usize::from(before.held(piece_type, next.player)) <= dropped
            || self.may_enter(&next.after, piece, None, square).is_err()
        {
            return None;
        }
        let mut next = next.clone();
        next.after.set_held(self.tables, piece_type, next.player, held.saturating_sub(1));
        let piece = self.variant.piece_of(next.player, piece_type);
        next.become_piece(self.tables, square, piece);
        next.mv.then.push(Then::Drop { piece_type, square, named });
        self.arrive_by(Event::Drop, next, [square]).ok()
    }

    /// Returns true if a piece stands on its home square and has not moved.
    pub(super) fn is_unmoved(&self, world: &W, (square, piece): Placed) -> bool {
        self.variant.is_home(square, piece) && !world.moved().contains(square)
    }
}
