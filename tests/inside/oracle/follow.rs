//! The follow-ups of a move, which are part of the move.
//!
//! [`Oracle::with_follow_ups`] is the entry point. A follow-up either puts a piece on a square or drops one from the
//! hand.

use super::conditions::About;
use super::filter::within;
use super::paths::Aim;
use super::{Next, Oracle, World};
use ferz_core::base::{Color, PieceTypeId, Square};
use ferz_core::rules::{Event, FollowUp, Following, PieceFilter, Threat, Zone};

impl Oracle<'_> {
    /// Ends a move with every possible follow-up. `left` contains the squares that pieces have left, beginning with the
    /// origin of the move.
    pub fn with_follow_ups(&self, before: &World, next: Next, left: &[Square], resets: bool) -> Vec<Next> {
        if self.gave_up.get() {
            return Vec::new();
        }
        let player = before.turn();
        let bare = self.regain_rights(before, self.hand_over(before, next.clone(), resets));
        let safe = self.safe(&bare.after, player);
        if bare.after.setup.ended.is_some()
            || !safe && !self.variant.follow_ups.iter().any(|rule| rule.shields)
        {
            return vec![bare];
        }
        let mut all = vec![next];
        for rule in &self.variant.follow_ups {
            if !safe && !rule.shields {
                continue;
            }
            let mut further = Vec::new();
            for next in all {
                let drops = match &rule.act {
                    Following::Drop(piece_types) | Following::Leave(piece_types) => {
                        self.dropping(before, &next, left, rule, piece_types)
                    }
                    Following::Advance(pieces) => self.advancing(player, &next, pieces, rule),
                    Following::Put { piece_type, zone, more, ahead } => {
                        let mut all = self.putting(player, &next, *piece_type, zone, *more, rule);
                        if *ahead {
                            let open = self.squares_ahead(&next);
                            all.retain(|(square, _)| open.contains(square));
                        }
                        all.into_iter().map(|(_, next)| next).collect()
                    }
                };
                if rule.may || drops.is_empty() {
                    further.push(next);
                }
                further.extend(drops);
            }
            all = further;
        }
        if !self.spend(all.len()) {
            return Vec::new();
        }
        all.into_iter().map(|next| self.regain_rights(before, self.hand_over(before, next, resets))).collect()
    }

    /// Restores the rights that are regained after a move that does not use them.
    fn regain_rights(&self, before: &World, mut next: Next) -> Next {
        let used = next.after.used.take();
        for (index, right) in self.variant.rights.iter().enumerate() {
            let now = &mut next.after.setup.rights[index];
            let stood = before.setup.rights[index];
            if right.regained && used != Some(index) && (now.white, now.black) == (stood.white, stood.black) {
                (now.white, now.black) = (right.times, right.times);
            }
        }
        next
    }

    fn putting(
        &self,
        player: Color,
        next: &Next,
        piece_type: PieceTypeId,
        zone: &Zone,
        more: bool,
        rule: &FollowUp,
    ) -> Vec<(Square, Next)> {
        if rule.when.as_ref().is_some_and(|when| !self.holds(when, &next.after, player, About::default())) {
            return Vec::new();
        }
        let piece = self.piece_of(player, piece_type);
        let all = next.after.all();
        let stands = all.iter().find(|(_, other)| *other == piece && !more).map(|(square, _)| *square);
        let mut found = Vec::new();
        for square in self.variant.board.squares() {
            if !within(zone, player, square)
                || next.after.at(square).is_some()
                || !self.admitted(&next.after, piece, stands, square)
            {
                continue;
            }
            let mut next = next.clone();
            match stands {
                Some(from) => next.after.carry(from, square),
                None => next.after.enter(square, piece),
            }
            next.text += &format!(",{}", self.name(square));
            found.extend(self.put_there(Event::Put, next, player, square).map(|next| (square, next)));
        }
        found
    }

    /// Returns the squares to which the piece that acted could go on, without a capture.
    fn squares_ahead(&self, next: &Next) -> Vec<Square> {
        let Some(at) = next.acted.filter(|at| next.after.at(*at).is_some()) else { return Vec::new() };
        let ways = self.ways(&next.after, at, Aim::Move).into_iter();
        ways.filter(|way| way.captures.is_empty() && way.passant.is_none()).map(|way| way.to).collect()
    }

    /// Applies the effects on a piece that a follow-up has put on a square.
    fn put_there(&self, event: Event, mut next: Next, player: Color, square: Square) -> Option<Next> {
        (next.after, _) = self.brought(event, next.after, &[square], player, square)?;
        Some(next)
    }

    fn advancing(&self, player: Color, next: &Next, pieces: &PieceFilter, rule: &FollowUp) -> Vec<Next> {
        if rule.when.as_ref().is_some_and(|when| !self.holds(when, &next.after, player, About::default())) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (from, piece) in next.after.all() {
            let Some(to) = self.off(from, (0, 1), piece.color) else { continue };
            if !self.fits(pieces, &next.after, from, piece, player)
                || self.immune(&next.after, from, Threat::Displacement)
                || next.after.at(to).is_some()
                || !self.admitted(&next.after, piece, Some(from), to)
            {
                continue;
            }
            let mut next = next.clone();
            next.after.carry(from, to);
            next.text += &format!(",{}", self.name(to));
            found.push(next);
        }
        found
    }

    fn dropping(
        &self,
        before: &World,
        next: &Next,
        left: &[Square],
        rule: &FollowUp,
        piece_types: &[PieceTypeId],
    ) -> Vec<Next> {
        let player = before.turn();
        let holds = |when| self.holds(when, &next.after, player, About::default());
        if !rule.when.as_ref().is_none_or(holds) {
            return Vec::new();
        }
        // A piece that this move captures is not in hand yet.
        let gone =
            |piece_type: &PieceTypeId| next.text.matches(&format!("/{}", self.token(*piece_type))).count();
        let had = |piece_type: &PieceTypeId| {
            let hand = before.setup.hands.get(piece_type.index());
            hand.map_or(0, |hand| if player == Color::White { hand.white } else { hand.black })
        };
        let Some((pieces, zone, first)) = rule.leaving() else { return Vec::new() };
        let mut all = Vec::new();
        for (number, square) in left.iter().enumerate() {
            let Some(piece) = before.at(*square) else { continue };
            let fresh = self.homes(piece).contains(square) && !has_moved(before, *square);
            if next.after.at(*square).is_some()
                || !within(zone, player, *square)
                || !self.fits(pieces, before, *square, piece, player)
                || (first && !fresh)
            {
                continue;
            }
            for piece_type in piece_types {
                let mut next = next.clone();
                let dropped = self.piece_of(player, *piece_type);
                if matches!(rule.act, Following::Drop(_)) {
                    let Some(hand) = next.after.setup.hands.get_mut(piece_type.index()) else { continue };
                    let held = if player == Color::White { &mut hand.white } else { &mut hand.black };
                    if usize::from(had(piece_type)) <= gone(piece_type) {
                        continue;
                    }
                    *held = held.saturating_sub(1);
                }
                if !self.admitted(&next.after, dropped, None, *square) {
                    continue;
                }
                next.after.enter(*square, dropped);
                next.text += &format!("/{}", self.token(*piece_type));
                next.text += if number == 0 { "" } else { self.name(*square) };
                let is_drop = matches!(rule.act, Following::Drop(_));
                let event = if is_drop { Event::Drop } else { Event::Put };
                all.extend(self.put_there(event, next, player, *square));
            }
        }
        all
    }
}

/// Returns true if a piece on its initial square has moved.
fn has_moved(world: &World, square: Square) -> bool {
    world.setup.moved.contains(square)
}
