//! The moves of pieces with all their consequences, regardless of the safety of royals.
//!
//! [`Oracle::own_moves`] returns the moves of a side. Each move passes through these steps: the path, the arrival, the
//! automatic effects, and [`Oracle::hand_over`], which ends the move.

use super::conditions::About;
use super::filter::within;
use super::paths::{Aim, Way};
use super::{Next, Oracle, World};
use ferz_core::base::{Color, Outcome, Passed, Piece, PieceTypeId, Progress, Result, Square};
use ferz_core::rules::{
    Arrival, CaptureHand, CaptureTest, Consequence, Displaced, Event, Fate, Near, Occupied, PieceFilter,
    Threat,
};

/// A move in progress.
#[derive(Clone)]
pub struct Going {
    pub world: World,
    /// The text of the move before and after the choice.
    pub text: (String, String),
    pub choice: String,
    pub acted: Option<Square>,
    /// The origin of the moving piece, if that piece makes the move itself.
    from: Option<Square>,
    player: Color,
}

impl Oracle<'_> {
    pub fn name(&self, square: Square) -> &str {
        &self.variant.board.cell(square).name
    }

    pub fn token(&self, piece_type: PieceTypeId) -> String {
        let token = &self.variant.piece_types[piece_type.index()].token;
        if token.chars().count() == 1 { token.clone() } else { format!("{{{token}}}") }
    }

    /// Returns the move paths of a piece that capture nothing immune.
    pub fn free_ways(&self, world: &World, from: Square) -> Vec<Way> {
        let mut ways = self.ways(world, from, Aim::Move);
        ways.retain(|way| !way.captures.iter().any(|square| self.immune(world, *square, Threat::Capture)));
        ways
    }

    /// Returns all moves of the pieces of the side to move.
    pub fn own_moves(&self, world: &World) -> Vec<Next> {
        let side = world.side(world.turn()).into_iter();
        let mut moves: Vec<Next> = side.flat_map(|(square, _)| self.moves_from(world, square)).collect();
        moves.extend(self.castlings(world));
        moves
    }

    /// Returns the moves of one piece, as if its side were to move.
    pub fn moves_from(&self, world: &World, from: Square) -> Vec<Next> {
        self.free_ways(world, from).iter().flat_map(|way| self.go(world, way)).collect()
    }

    fn go(&self, world: &World, way: &Way) -> Vec<Next> {
        let Some(piece) = world.at(way.actor) else { return Vec::new() };
        let (from, to) = (self.name(way.actor), self.name(way.to));
        // A piece that returns the captured piece to its own origin exchanges with it, which has its own notation.
        let swap = way.reappears == Some(way.actor) && way.captures == [way.to];
        let mut text = (format!("{from}{}{to}", if swap { "~" } else { "" }), String::new());
        for square in way.captures.iter().filter(|square| **square != way.to) {
            text.1 += &format!("x{}", self.name(*square));
        }
        if let Some(square) = way.reappears.filter(|_| !swap) {
            text.1 += &format!("@{}", self.name(square));
        }
        let mut after = world.clone();
        let player = if self.neutral(piece) { world.turn() } else { piece.color };
        // The turn of the copy is that of the moving piece, because traps and attacks examine moves out of turn.
        after.setup.turn = player;
        after.setup.passed.clear();
        after.begin(way.actor);
        let mover = after.lift(way.actor);
        let mut back = None;
        for square in &way.captures {
            let taken = after.remove(*square);
            // A captured piece that reappears does not count as captured and does not enter a hand.
            if way.reappears.is_some() && way.captures.last() == Some(square) {
                back = taken;
                after.release();
            } else if let Some((taken, _)) = taken {
                self.join_hand(&mut after, taken, player);
            }
        }
        after.took_passer = false;
        if let Some(victim) = way.passant.and_then(|over| self.passer(world, over, piece.color)) {
            after.took_passer = true;
            if self.immune(world, victim, Threat::Capture) {
                return Vec::new();
            }
            if let Some((taken, _)) = after.remove(victim) {
                self.join_hand(&mut after, taken, player);
            }
        }
        if let Some(mover) = mover {
            after.lay(way.to, mover);
        }
        if let (Some(square), Some(back)) = (way.reappears, back) {
            let came = way.captures.last().copied();
            // The square must be empty after the capture, and the returning piece needs admission like any other.
            if after.at(square).is_some() || !self.admitted(world, back.0, came, square) {
                return Vec::new();
            }
            after.lay(square, back);
        }
        if !way.passed.is_empty() {
            after.setup.passed = vec![Passed { over: way.passed.iter().copied().collect(), by: way.to }];
        }
        let going = Going {
            world: after,
            text,
            choice: String::new(),
            acted: Some(way.to),
            from: Some(way.actor),
            player,
        };
        let resets = self.resets_clock(world, way.actor, piece);
        let all = self.arrive(going, way).into_iter();
        let all = all.flat_map(|going| self.done(world, going, way.actor, resets));
        all.filter(|next| self.is_provided(world, way, next)).collect()
    }

    /// Returns true if the position after the move meets the condition of the move rule.
    fn is_provided(&self, before: &World, way: &Way, next: &Next) -> bool {
        let (player, done) = (before.turn(), Some(before.setup.progress));
        let about = About { acted: next.acted, stuck: false, done };
        let holds = |asked| !self.left_out(asked) && self.holds(asked, &next.after.renamed(), player, about);
        way.provided.as_ref().is_none_or(holds)
    }

    fn join_hand(&self, world: &mut World, taken: Piece, captor: Color) {
        if self.neutral(taken) {
            return;
        }
        let hand_of = match self.variant.captures_to {
            CaptureHand::Captor if taken.color == captor => None,
            CaptureHand::Captor | CaptureHand::CaptorOfAny => Some(captor),
            CaptureHand::Owner => Some(taken.color),
        };
        let Some(owner) = hand_of.filter(|_| self.variant.hands && !self.variant.captures_leave) else {
            return;
        };
        self.put_in_hand(world, taken, owner);
    }

    fn put_in_hand(&self, world: &mut World, piece: Piece, owner: Color) {
        let held = self.variant.piece_types[piece.piece_type.index()].in_hand.unwrap_or(piece.piece_type);
        let hand = &mut world.setup.hands[held.index()];
        let count = if owner == Color::White { &mut hand.white } else { &mut hand.black };
        *count = count.saturating_add(1);
    }

    fn done(&self, before: &World, going: Going, from: Square, resets: bool) -> Vec<Next> {
        let text = format!("{}{}{}", going.text.0, going.choice, going.text.1);
        // Losing a piece resets the clock like a capture.
        let resets = resets || going.world.lost;
        let next = Next { text, from: Some(from), after: going.world, acted: going.acted };
        // A piece is exchanged and not moved away, so no follow-up of leaving applies.
        let left = if going.text.0.contains('~') { Vec::new() } else { vec![from] };
        self.with_follow_ups(before, next, &left, resets)
    }

    /// Ends a move: removes castling rights of moved pieces, updates the clock, and determines the next side to move.
    pub fn hand_over(&self, before: &World, next: Next, resets: bool) -> Next {
        let mut next = self.automatic_effects(next);
        let resets = resets || next.after.lost;
        let (player, again) = self.plays_again(before, &next);
        self.keep_passers(before, &mut next, again.is_some());
        for (bit, castling) in self.variant.castlings.iter().enumerate() {
            // A piece dropped at home restores the castling right. The next test removes it again if the other piece is
            // missing.
            if next.after.came_home.is_some_and(|home| home == castling.king.0 || home == castling.partner.0)
            {
                next.after.setup.castling |= 1 << bit;
            }
            let both = [(castling.king.0, castling.pieces.0), (castling.partner.0, castling.pieces.1)];
            for (home, piece_type) in both {
                let piece = Piece { color: castling.color, piece_type };
                if next.after.at(home) != Some(piece) || next.after.laid(home) {
                    next.after.setup.castling &= !(1 << bit);
                }
            }
        }
        self.forget_captures(&mut next.after);
        next.after.settle(self.returning());
        let setup = &mut next.after.setup;
        setup.halfmove = if resets { 0 } else { setup.halfmove + 1 };
        if let Some(number) = again {
            setup.progress.number = number;
            return next;
        }
        let of = setup.progress.of;
        setup.fullmove += u32::from(player == Color::Black);
        setup.turn = if player == Color::White { Color::Black } else { Color::White };
        setup.progress = Progress { number: 1, of: 1 };
        if let Some(turns) = &self.variant.turns {
            let usual = if setup.turn == Color::White { turns.moves.white } else { turns.moves.black };
            // A turn has at most 100 moves, even if turns grow.
            setup.progress.of = if turns.more == 0 { usual } else { 100.min(of + turns.more) };
        }
        next
    }

    /// Removes the captures from the position that no rule asks for.
    fn forget_captures(&self, world: &mut World) {
        let Some(mut captured) = world.setup.captured.take() else { return };
        let fits = |(square, taken): (Square, Piece), test: &CaptureTest, player: Color| {
            let by =
                |by: &PieceFilter| captured.by.is_some_and(|own| self.fits(by, world, square, own, player));
            self.fits(&test.pieces, world, square, taken, player) && test.by.as_ref().is_none_or(by)
        };
        captured.taken.retain(|one| {
            self.variant
                .captures_asked
                .iter()
                .any(|test| Color::ALL.iter().any(|player| fits(*one, test, *player)))
        });
        captured.taken.sort();
        world.setup.captured = Some(captured).filter(|captured| !captured.taken.is_empty());
    }

    /// Returns the squares of the array with their pieces, if the rules depend on first moves.
    fn returning(&self) -> impl Iterator<Item = (Square, Piece)> {
        let homes = self.variant.setup.iter().chain(&self.variant.hand_homes).copied();
        homes.filter(|(square, _)| self.variant.returns.contains(*square))
    }

    /// Returns the side that made a move, and the number of its next move if its turn continues.
    fn plays_again(&self, before: &World, next: &Next) -> (Color, Option<u8>) {
        let player = before.turn();
        let Some(turns) = &self.variant.turns else { return (player, None) };
        let other = if player == Color::White { Color::Black } else { Color::White };
        let Progress { number, of } = before.setup.progress;
        // The check must be tested in the position after the turn, so the position is completed first.
        let mut after = next.after.clone();
        after.settle(self.returning());
        let after = after.renamed();
        let is_over = number == of || turns.check_ends && self.checked(&after, other);
        (player, (!is_over).then_some(number + 1))
    }

    /// Returns the enemy piece that passed a square.
    pub fn passer(&self, world: &World, over: Square, player: Color) -> Option<Square> {
        let is_enemy = |by: Square| world.at(by).is_some_and(|piece| piece.color != player);
        let mut passed = world.setup.passed.iter();
        passed.find(|passed| passed.over.contains(over) && is_enemy(passed.by)).map(|passed| passed.by)
    }

    /// Records the pieces that have passed squares that are still empty: the moving piece, other pieces of the player
    /// that passed in this turn, and other enemies if one of them was just captured en passant.
    fn keep_passers(&self, before: &World, next: &mut Next, again: bool) {
        let mut all: Vec<Passed> = Vec::new();
        let begun = before.begun.as_ref().unwrap_or(&before.setup);
        for old in begun.passed.iter().filter(|_| self.variant.turns.is_some()) {
            let own = before.at(old.by).is_some_and(|piece| piece.color == before.turn());
            let rests = next.find(old.by) == Some(old.by) && !next.after.laid(old.by);
            if rests && (own || again && next.after.took_passer) {
                all.push(*old);
            }
        }
        // The mover counts only if it is still on the board at the end of the move.
        let stands = next.from.and_then(|from| next.find(from));
        if let (Some(by), Some(new)) = (stands, next.after.setup.passed.first()) {
            all.push(Passed { by, ..*new });
        }
        for passed in &mut all {
            let free = self.variant.board.squares();
            let free = free.filter(|s| passed.over.contains(*s) && next.after.at(*s).is_none());
            passed.over = free.collect();
        }
        let sided = |by: Square| next.after.at(by).is_some_and(|own| !self.neutral(own));
        all.retain(|passed| {
            self.variant.board.squares().any(|s| passed.over.contains(s)) && sided(passed.by)
        });
        next.after.setup.passed = all;
    }

    /// Applies automatic effects until none applies, always the first one, and each piece only once.
    fn automatic_effects(&self, mut next: Next) -> Next {
        let mut done: Vec<Square> = Vec::new();
        // Each pass applies one rule, because it can make another rule apply or stop applying.
        'again: loop {
            let mover = next.after.turn();
            let waiter = if mover == Color::White { Color::Black } else { Color::White };
            // The side that has just moved comes first.
            for side in [mover, waiter] {
                for (square, piece) in next.after.side(side) {
                    if done.contains(&square)
                        || next.after.turncoats.contains(&square)
                        || self.neutral(piece)
                        || next.after.setup.ended.is_some()
                    {
                        continue;
                    }
                    for rule in &self.variant.piece_types[piece.piece_type.index()].arrivals {
                        let when = |when| self.holds(when, &next.after, side, About::default());
                        if !rule.by_itself
                            || !within(&rule.zone, side, square)
                            || !self.fits(&rule.pieces, &next.after, square, piece, side)
                            || !rule.when.as_ref().is_none_or(when)
                        {
                            continue;
                        }
                        let (text, choice) = Default::default();
                        let world = next.after.clone();
                        let from = next.from.filter(|from| next.find(*from) == Some(square));
                        let going = Going { world, text, choice, acted: Some(square), from, player: side };
                        if let Some(after) = self.suffer(vec![going], rule).into_iter().next() {
                            let ends = after.acted.unwrap_or(square);
                            if next.acted == Some(square) {
                                next.acted = Some(ends);
                            }
                            done.push(ends);
                            next.after = after.world;
                            // The piece is marked by its new square, because an effect can move it.
                            continue 'again;
                        }
                    }
                }
            }
            return next;
        }
    }

    /// Returns the results of all arrival rules with every choice.
    fn arrive(&self, going: Going, way: &Way) -> Vec<Going> {
        let Some((to, piece)) = going.acted.and_then(|to| Some((to, going.world.at(to)?))) else {
            return vec![going];
        };
        let concerns = |arrival: &&Arrival| {
            let there = within(&arrival.zone, piece.color, to);
            let left = arrival.leaving && within(&arrival.zone, piece.color, way.actor);
            !arrival.by_itself
                && !arrival.only_events
                && (there || left)
                && !(arrival.entering && within(&arrival.zone, piece.color, way.actor))
                && arrival.way.as_ref().is_none_or(|notation| way.notation.as_ref() == Some(notation))
                && self.fits(&arrival.pieces, &going.world, to, piece, piece.color)
                && arrival
                    .when
                    .as_ref()
                    .is_none_or(|when| self.holds(when, &going.world, piece.color, About::default()))
                && arrival.capturing.as_ref().is_none_or(|pieces| {
                    going.world.taken.iter().any(|(square, taken)| {
                        taken.color != piece.color
                            && !self.neutral(*taken)
                            && self.fits(pieces, &going.world, *square, *taken, piece.color)
                    })
                })
        };
        let arrivals = &self.variant.piece_types[piece.piece_type.index()].arrivals;
        let (choices, fates): (Vec<&Arrival>, Vec<&Arrival>) =
            arrivals.iter().filter(concerns).partition(|arrival| arrival.may);
        // Required effects are applied one after the other. A choice replaces them. Only the last rule in which the
        // player must choose is applied, because a move has one choice.
        let asks = |fate: &Arrival| {
            fate.then.iter().any(|then| match then {
                Consequence::Become(types) | Consequence::Regain(types) => types.len() > 1,
                Consequence::Exchange(_) => true,
                _ => false,
            })
        };
        let last = fates.iter().rposition(|fate| asks(fate));
        let mut all = vec![going.clone()];
        for (number, fate) in fates.into_iter().enumerate() {
            if !asks(fate) || Some(number) == last {
                // A piece that has changed sides does not act again.
                let (done, open): (Vec<Going>, Vec<Going>) = all.into_iter().partition(|going| {
                    going.acted.is_some_and(|square| going.world.turncoats.contains(&square))
                });
                all = done.into_iter().chain(self.suffer(open, fate)).collect();
            }
        }
        // The text names the piece that stands there in the end, unless all choices lead to the same one.
        let stands = |going: &Going| {
            let piece = going.acted.and_then(|square| going.world.at(square))?;
            let named = !going.choice.is_empty() && !going.choice.starts_with(['=', '~']);
            Some(self.token(piece.piece_type).to_lowercase()).filter(|token| named && *token != going.choice)
        };
        let changed: std::collections::BTreeSet<String> = all.iter().filter_map(stands).collect();
        for going in &mut all {
            if let Some(token) = stands(going) {
                going.choice = if changed.len() > 1 { token } else { String::new() };
            }
        }
        for choice in choices {
            all.extend(self.suffer(vec![going.clone()], choice));
        }
        all
    }

    /// Applies the arrival rules to the pieces that an event brought to these squares, in the order of the squares. Returns
    /// the square on which the piece on `acted` ends.
    pub(super) fn brought(
        &self,
        event: Event,
        mut world: World,
        squares: &[Square],
        player: Color,
        mut acted: Square,
    ) -> Option<(World, Square)> {
        let mut moved: Vec<(Square, Piece)> =
            squares.iter().filter_map(|square| Some((*square, world.at(*square)?))).collect();
        moved.sort();
        for (square, piece) in moved {
            for rule in &self.variant.piece_types[piece.piece_type.index()].arrivals {
                let when = |when| self.holds(when, &world, player, About::default());
                if !rule.events.has(event)
                    // An earlier rule of the exchange can have changed or removed the piece.
                    || world.at(square) != Some(piece)
                    || !within(&rule.zone, player, square)
                    || !self.fits(&rule.pieces, &world, square, piece, player)
                    || !rule.when.as_ref().is_none_or(when)
                {
                    continue;
                }
                let (text, choice) = Default::default();
                let going = Going { world, text, choice, acted: Some(square), from: None, player };
                let after = self.suffer(vec![going], rule).into_iter().next()?;
                if acted == square {
                    acted = after.acted.unwrap_or(square);
                }
                world = after.world;
            }
        }
        Some((world, acted))
    }

    fn suffer(&self, mut all: Vec<Going>, arrival: &Arrival) -> Vec<Going> {
        for consequence in &arrival.then {
            all = all.into_iter().flat_map(|going| self.happen(going, consequence, arrival.may)).collect();
        }
        all
    }

    /// Returns the right that a consequence changes, and the number of uses that it wants the player to have.
    fn uses_after(&self, going: &Going, consequence: &Consequence) -> Option<(usize, i64)> {
        let color = going.player;
        let left = |right: &usize| {
            let left = going.world.setup.rights[*right];
            i64::from(if color == Color::White { left.white } else { left.black })
        };
        match consequence {
            Consequence::Lose(right) => Some((*right, 0)),
            Consequence::Use(right) => Some((*right, left(right) - 1)),
            Consequence::Gain(right) => Some((*right, left(right) + 1)),
            Consequence::Set(right, to) => Some((*right, self.measured(to, &going.world, color) as i64)),
            _ => None,
        }
    }

    fn happen(&self, mut going: Going, consequence: &Consequence, may: bool) -> Vec<Going> {
        let color = going.player;
        let chosen = match consequence {
            Consequence::Vanish => "=vanish",
            Consequence::Clear(..) => "=remove",
            Consequence::Send { .. } => "=home",
            Consequence::Lose(_) => "=lose",
            Consequence::Use(_) => "=use",
            Consequence::Gain(_) => "=gain",
            Consequence::Set(..) => "=set",
            Consequence::Itself(fate) | Consequence::Others(fate, ..) => match fate {
                Fate::ChangesSides => "=sides",
                Fate::InHand | Fate::InOwnersHand => "=hand",
                Fate::Pushed => "=push",
            },
            Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Exchange(_)
            | Consequence::End { .. } => "",
        };
        // Only the first consequence of a choice is named.
        if may && going.choice.is_empty() {
            going.choice = chosen.into();
        }
        if let Consequence::End { result, reason } = consequence {
            let winner = match result {
                Result::Draw => None,
                Result::Win => Some(color),
                Result::Loss if color == Color::White => Some(Color::Black),
                Result::Loss => Some(Color::White),
            };
            going.world.setup.ended = Some(Outcome::new(winner, reason));
            if may && going.choice.is_empty() {
                going.choice = match result {
                    Result::Draw => "=draw".into(),
                    Result::Win => "=win".into(),
                    Result::Loss => "=loss".into(),
                };
            }
            return vec![going];
        }
        if let Some((right, uses)) = self.uses_after(&going, consequence) {
            // A right has never more uses than it is declared with, and never less than none.
            let uses = uses.clamp(0, i64::from(self.variant.rights[right].times)) as u8;
            let left = &mut going.world.setup.rights[right];
            *(if color == Color::White { &mut left.white } else { &mut left.black }) = uses;
            return vec![going];
        }
        let Some((square, _)) = going.acted.and_then(|square| Some((square, going.world.at(square)?))) else {
            return vec![going];
        };
        match consequence {
            Consequence::End { .. }
            | Consequence::Lose(_)
            | Consequence::Use(_)
            | Consequence::Gain(_)
            | Consequence::Set(..) => Vec::new(),
            Consequence::Become(piece_types) | Consequence::Regain(piece_types) => {
                let regains = matches!(consequence, Consequence::Regain(_));
                let short = |piece_type: &&PieceTypeId| {
                    let piece = Piece { color, piece_type: **piece_type };
                    let begun = self.variant.setup.iter().filter(|(_, other)| *other == piece).count();
                    let left = going.world.all().iter().filter(|(_, other)| *other == piece).count();
                    !regains || left < begun
                };
                // If several choices have the same result, only the piece declared first counts.
                let mut open: Vec<&PieceTypeId> = piece_types.iter().filter(short).collect();
                open.sort();
                let each = open.into_iter().map(|piece_type| {
                    let mut going = going.clone();
                    let turned = going.world.turncoats.contains(&square);
                    let side = if turned { opponent(color) } else { color };
                    going.world.change(square, self.piece_of(side, *piece_type));
                    if may || regains || piece_types.len() > 1 {
                        going.choice = self.token(*piece_type).to_lowercase();
                    }
                    going
                });
                each.collect()
            }
            Consequence::Send { home_of, occupied } => {
                let home = self.homes(Piece { color, piece_type: *home_of }).first().copied();
                let target = home.and_then(|home| self.make_way(&mut going, square, home, occupied));
                let Some(target) = target else { return Vec::new() };
                // A piece that is already at home stays there, so it has not moved.
                if target != square {
                    going.world.carry(square, target);
                }
                going.acted = Some(target);
                vec![going]
            }
            Consequence::Exchange(filter) => {
                let mut others = self.chosen(filter, &going.world, color);
                others.retain(|other| {
                    *other != square
                        && going.world.at(*other).is_some_and(|piece| piece.color == color)
                        && !self.immune(&going.world, *other, Threat::Exchange)
                });
                let each = others.into_iter().filter_map(|other| {
                    let mut going = going.clone();
                    going.world.swap(square, other);
                    let (world, acted) =
                        self.brought(Event::Exchange, going.world, &[square, other], color, other)?;
                    (going.world, going.acted) = (world, Some(acted));
                    going.choice = format!("~{}", self.name(other));
                    Some(going)
                });
                each.collect()
            }
            Consequence::Vanish => {
                going.world.remove(square);
                vec![going]
            }
            Consequence::Clear(filter, which) => {
                for near in self.affected(&going, square, filter, which) {
                    going.world.remove(near);
                }
                vec![going]
            }
            Consequence::Itself(fate) => {
                self.undergo(&mut going, square, square, *fate);
                vec![going]
            }
            Consequence::Others(fate, filter, which) => {
                for near in self.affected(&going, square, filter, which) {
                    self.undergo(&mut going, square, near, *fate);
                }
                vec![going]
            }
        }
    }

    /// Returns the squares on which an effect meets pieces.
    fn affected(&self, going: &Going, square: Square, filter: &PieceFilter, which: &Near) -> Vec<Square> {
        let mut near = self.meant(&going.world, which, going.from, square, going.player);
        near.retain(|near| {
            going.world.at(*near).is_some_and(|piece| {
                self.fits(filter, &going.world, *near, piece, going.player)
                    && !self.immune(&going.world, *near, Threat::Displacement)
            })
        });
        near
    }

    /// Lets a piece suffer what the piece on `from` does to it.
    fn undergo(&self, going: &mut Going, from: Square, square: Square, fate: Fate) {
        let Some(piece) = going.world.at(square) else { return };
        match fate {
            Fate::ChangesSides => {
                going.world.turncoats.push(square);
                going.world.change(square, self.piece_of(opponent(piece.color), piece.piece_type));
            }
            Fate::InHand | Fate::InOwnersHand => {
                going.world.remove(square);
                let side = if fate == Fate::InHand { going.player } else { piece.color };
                self.put_in_hand(&mut going.world, piece, side);
            }
            Fate::Pushed => {
                let away = self.line(from, square).map(|(_, step)| step);
                let Some(to) = away.and_then(|step| self.off(square, step, Color::White)) else { return };
                if going.world.at(to).is_none() && self.admitted(&going.world, piece, Some(square), to) {
                    going.world.carry(square, to);
                }
            }
        }
    }

    /// Returns the square of a piece that is sent home.
    fn make_way(&self, going: &mut Going, from: Square, home: Square, occupied: &Occupied) -> Option<Square> {
        let piece = going.world.at(from)?;
        let open = |world: &World, to: Square| to == from || self.admitted(world, piece, Some(from), to);
        let other = going.world.at(home).filter(|_| home != from);
        if other.is_none() && open(&going.world, home) {
            return Some(home);
        }
        let gone = occupied.remove.as_ref().zip(other).is_some_and(|(filter, other)| {
            self.fits(filter, &going.world, home, other, going.player)
                && open(&going.world, home)
                && !self.immune(&going.world, home, Threat::Displacement)
        });
        if gone {
            going.world.remove(home);
            return Some(home);
        }
        if occupied.otherwise == Displaced::Illegal {
            return None;
        }
        let grid = self.variant.board.grid();
        let width = self.variant.board.width;
        // The nearest free square on the same rank. Of two at the same distance, the left one from the player's view is
        // used.
        let tries = (1..=width).flat_map(|far| [-far, far]);
        let mut free = tries.filter_map(|dx| self.off(home, (dx, 0), going.player));
        free.find(|square| {
            grid.contains(*square) && going.world.at(*square).is_none() && open(&going.world, *square)
        })
    }

    fn castlings(&self, world: &World) -> Vec<Next> {
        let mut moves = Vec::new();
        for (bit, castling) in self.variant.castlings.iter().enumerate() {
            let (from, to) = castling.king;
            let holds = |when| self.holds(when, world, world.turn(), About::default());
            if castling.color == world.turn() && !castling.when.as_ref().is_none_or(holds) {
                continue;
            }
            let harmless = |square: &Square| {
                let mut tried = world.clone();
                // Squares passed by the enemy have no meaning while the king crosses.
                tried.setup.passed.clear();
                tried.carry(from, *square);
                // In the final position of a castling, the partner is beside the king.
                let mut ended = world.clone();
                ended.setup.passed.clear();
                let (king, partner) = (ended.lift(from), ended.lift(castling.partner.0));
                king.into_iter().for_each(|king| ended.lay(to, king));
                partner.into_iter().for_each(|partner| ended.lay(castling.partner.1, partner));
                let on_way = *square == from || *square != to;
                !(on_way && self.attacked(&tried, *square) || *square == to && self.attacked(&ended, to))
            };
            let enters = |(from, to): &(Square, Square)| {
                world.at(*from).is_none_or(|piece| self.admitted(world, piece, Some(*from), *to))
            };
            if castling.color != world.turn()
                || world.setup.castling & (1 << bit) == 0
                || castling.empty.iter().any(|square| world.at(*square).is_some())
                || !castling.safe.iter().all(harmless)
                || ![castling.king, castling.partner].iter().all(enters)
            {
                continue;
            }
            let mut after = world.clone();
            after.setup.passed.clear();
            after.begin(from);
            let (king, partner) = (after.lift(from), after.lift(castling.partner.0));
            for (piece, square) in [(king, to), (partner, castling.partner.1)] {
                if let Some(piece) = piece {
                    after.lay(square, piece);
                }
            }
            let named = if castling.named { "=castle" } else { "" };
            // Castling by squares is named by the square of the partner.
            let shown = if castling.placed { castling.partner.0 } else { to };
            let text = format!("{}{}{named}", self.name(from), self.name(shown));
            let both = [to, castling.partner.1];
            let Some((after, acted)) = self.brought(Event::Castling, after, &both, world.turn(), to) else {
                continue;
            };
            let resets = world.at(from).is_some_and(|king| self.resets_clock(world, from, king));
            let next = Next { text, from: Some(from), after, acted: Some(acted) };
            moves.extend(self.with_follow_ups(world, next, &[from, castling.partner.0], resets));
        }
        moves
    }
}

fn opponent(color: Color) -> Color {
    if color == Color::White { Color::Black } else { Color::White }
}
