//! The pieces' own moves.

use super::attacks::Threats;
use super::endings::{happens, happens_to};
use super::generate::Generator;
use super::safety::Safety;
use super::sink::{List, Origin, Sink};
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::Class;
use crate::fast::position::{Flag, PackedMove};
use crate::rules::Threat;
use crate::rules::interpreter::Known;
use crate::rules::walk::Walk;

/// All that is the same for every piece while moves are generated.
struct Context<B> {
    side: usize,
    own: B,
    occupied: B,
    /// Squares without a piece.
    empty: B,
    /// Enemies that can be captured.
    enemies: B,
    /// Of both, those that leave the royal safe, pins aside.
    quiet_targets: B,
    capture_targets: B,
    /// Where a common piece may go to end every check.
    check_mask: B,
    pinned: B,
    leaders: B,
    /// The royals of which none may be attacked, if that is what counts.
    bound: B,
    /// Those of them that can be attacked where they stand.
    feared: B,
}

impl<B: Bitboard> Generator<'_, B, List<B>> {
    /// Of the moves so far those that leave the royals safe, with all that happens by itself after them. What changes no square on
    /// which anything depends is not looked at move by move.
    #[inline(never)]
    fn judged(&mut self) -> List<B> {
        let (game, eventful, color) = (self.game, self.eventful, self.position.turn);
        let List { mut batches, moves, .. } = std::mem::take(&mut self.sink);
        let concern = game.concern(self.position, color);
        let stirring = if eventful { self.stirring() } else { B::EMPTY };
        // Nothing else happens where neither side is in check.
        let on_check = eventful && stirring != B::ALL && game.happens_on_check(self.position);
        let threat = on_check.then(|| game.concern(self.position, color.other()));
        for batch in &mut batches {
            let touched = concern.touched(batch.origin);
            let loud = threat.as_ref().map_or(stirring, |threat| {
                let (sure, unsure) = threat.checks_by(game, self.position, *batch);
                sure | unsure | stirring
            });
            batch.moves(loud).for_each(|mv| self.settle(mv));
            let calm = if concern.is_safe { batch.targets & !loud & !touched } else { B::EMPTY };
            let tried = batch.moves(touched & !loud).filter(|mv| self.is_safe_after(*mv));
            batch.targets = tried.fold(calm, |set, mv| set | B::bit(mv.to));
        }
        for mv in moves {
            match eventful {
                true => self.settle(mv),
                false => match concern.answer(game, self.position, mv) {
                    Some(true) => self.sink.packed(mv),
                    Some(false) => {}
                    None => _ = self.try_move(mv),
                },
            }
        }
        batches.retain(|batch| !batch.targets.is_empty());
        self.sink.batches = batches;
        std::mem::take(&mut self.sink)
    }
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Where moves may end after which something happens by itself, but to a side in check.
    fn stirring(&self) -> B {
        let (game, position) = (self.game, &*self.position);
        if position.passes_on(game) {
            return B::ALL;
        }
        let enemies = position.colors[1 - position.turn as usize];
        let all = game.happenings.iter().filter(|own| !own.in_check && game.might_happen(own, position));
        all.fold(B::EMPTY, |set, own| match &own.counted {
            Some(codes) if !happens_to(self.rules, position, own) => {
                codes.iter().fold(set, |set, code| set | position.standing(game, *code, enemies))
            }
            _ => B::ALL,
        })
    }

    /// The moves of the pieces themselves; says what has been found out about check.
    #[inline(always)]
    pub(super) fn pieces(&mut self) -> Known {
        let (game, color) = (self.game, self.position.turn);
        let mut safety = if self.eventful { Safety::Tried } else { game.safety(self.position, color) };
        let (mut threats, mut feared) = (Threats::none(), B::EMPTY);
        if let Safety::Bound(royals) = safety {
            feared = game.attackable(self.position, royals);
            threats = game.threats(self.position, color, feared);
            if threats.tangled {
                safety = Safety::Tried;
            }
        }
        let checked = match safety {
            Safety::Free => Some(false),
            Safety::Bound(_) => Some(!threats.checkers.is_empty()),
            Safety::Tried => None,
        };
        let odd = self.position.odd(color) | self.position.leaving(game);
        let lent = !odd.is_empty() && self.odd_pieces(odd);
        match safety {
            _ if lent => {}
            Safety::Tried => self.tried(),
            Safety::Free => self.plain((B::EMPTY, B::EMPTY), threats),
            Safety::Bound(royals) => self.plain((royals, feared), threats),
        }
        if self.position.state.castling != 0 && !self.noisy {
            self.castle(checked);
        }
        Known { checked, ..Known::default() }
    }

    /// The moves of the pieces that tables hold, each of which is made to see whether the royals are safe after it, where that
    /// is not known.
    #[inline(never)]
    fn tried(&mut self) {
        let (game, rules, noisy, eventful) = (self.game, self.rules, self.noisy, self.eventful);
        let (sink, rare) = (List::roomy(), std::mem::take(&mut self.rare));
        let mut free = Generator { rules, game, position: self.position, sink, rare, noisy, eventful };
        free.plain((B::EMPTY, B::EMPTY), Threats::none());
        let list = free.judged();
        self.rare = free.rare;
        list.give(&mut self.sink);
    }

    /// Moves of pieces that no table holds, and of those whose moves may be followed by an act. If one of them lends its moves,
    /// those of all pieces, which may come to the same; says whether that is so.
    #[inline(never)]
    fn odd_pieces(&mut self, odd: B) -> bool {
        let (game, position, color) = (self.game, &*self.position, self.position.turn);
        let lent = odd.iter().any(|square| game.info(position.code(square)).lends);
        let walking = if lent { position.colors[color as usize] } else { odd };
        for square in walking.iter() {
            let moves = self.rules.successors_from(position, square).into_iter();
            self.rare.extend(moves.filter(|next| game.is_safe(&next.after, color)));
        }
        lent
    }

    /// The moves of the pieces that tables hold, seeing to the safety of the royals that are `bound`, if that is what counts, and
    /// of which some are `feared` for where they stand.
    #[inline(never)]
    fn plain(&mut self, (bound, feared): (B, B), threats: Threats<B>) {
        let (game, side) = (self.game, self.position.turn as usize);
        // What may be followed by an act is carried out step by step.
        let own = self.position.colors[side] & !self.position.leaving(game);
        let occupied = self.position.occupied();
        let empty = game.cells & !occupied;
        let enemies = self.position.colors[1 - side] & !self.immune(1 - side);
        let at = Context {
            side,
            own,
            occupied,
            empty,
            enemies,
            // Two bent lines may run together: what stops several checks at once is all that they have in common.
            quiet_targets: if self.noisy { B::EMPTY } else { empty & threats.check_mask },
            check_mask: threats.check_mask,
            capture_targets: enemies & threats.check_mask,
            pinned: threats.pinned,
            leaders: self.position.leaders(game, self.position.turn),
            bound,
            feared,
        };
        for (number, class) in game.classes.iter().take(usize::from(self.position.state.reach)).enumerate() {
            let pieces = self.position.classes[number] & own;
            if pieces.is_empty() {
                continue;
            }
            let arriving = pieces & class.arrives_from[side];
            if class.uncommon {
                self.uncommon(&at, class, pieces);
            }
            if class.royal {
                for from in pieces.iter() {
                    self.royal(&at, class, from);
                }
            } else {
                self.common(&at, class, pieces & !arriving);
                for from in arriving.iter() {
                    self.arriving(&at, class, from);
                }
            }
        }
        if !self.position.state.passed.is_empty() && !self.position.passes_on(game) {
            self.en_passant(&at);
        }
    }

    /// Pieces of a side that no capture touches.
    #[inline(always)]
    fn immune(&self, side: usize) -> B {
        let (game, position, color) = (self.game, &*self.position, Color::ALL[side]);
        let (own, odd) = (position.colors[side], position.odd(color));
        let mut immune = own & game.immune[side] & !odd;
        for number in &game.immune_classes[side] {
            let class = &game.classes[*number];
            let pieces = own & position.classes[*number];
            let leading = if class.royal { pieces & position.leaders(game, color) } else { B::EMPTY };
            immune |= (pieces & !leading & class.immune[side][0]) | (leading & class.immune[side][1]);
        }
        for square in odd.iter() {
            if self.rules.can_suffer(position, square, Threat::Capture).is_err() {
                immune |= B::bit(square);
            }
        }
        immune
    }

    /// Moves that are open under conditions, and captures of royals alone.
    #[inline(never)]
    fn uncommon(&mut self, at: &Context<B>, class: &Class<B>, pieces: B) {
        let game = self.game;
        for from in pieces.iter() {
            if let Some(snipes) = class.snipes[at.side] {
                let table = &game.attack_tables[snipes];
                let (_, capture) = game.reach(self.position, table, from, at.occupied);
                for to in (capture & at.enemies & self.position.royals).iter() {
                    match class.arrives_from[at.side].has(from) {
                        true => self.carry_out(&Walk { captures: vec![to], ..Walk::new(from, to) }),
                        false => self.propose(PackedMove::go(from, to)),
                    }
                }
            }
            if class.sweeps {
                self.sweep(at, class, from);
            }
            if class.conditional {
                let all = self.rules.conditional_successors(self.position, from).into_iter();
                let position = &*self.position;
                self.rare.extend(all.filter(|next| game.is_safe(&next.after, position.turn)));
            }
        }
    }

    /// Moves that begin with a capture and go on.
    fn sweep(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let leads = class.royal && at.leaders.has(from);
        let table = self.game.moves_of(self.position, class, at.side, from, leads);
        for sweep in table.sweeps(from).iter().filter(|sweep| sweep.on.meets(at.enemies)) {
            let (on, vacant) = (sweep.on.first(), at.empty | B::bit(from));
            for to in ((sweep.quiet & vacant) | (sweep.capture & at.enemies)).iter() {
                self.propose(PackedMove::new(from, to, Flag::Sweep, on.0 as u8));
            }
        }
    }

    /// Moves of common pieces to whom nothing happens where they go.
    #[inline(always)]
    fn common(&mut self, at: &Context<B>, class: &Class<B>, mut pieces: B) {
        if class.returns {
            let again = pieces & self.position.state.moved;
            pieces &= !again;
            for from in again.iter() {
                self.one(at, class, from);
            }
        }
        let free = pieces & !at.pinned;
        let table = &self.game.attack_tables[class.moves[at.side][0]];
        if let Some(shifts) = &class.shifts[at.side] {
            for (shifts, targets) in
                [(&shifts.quiet, at.quiet_targets), (&shifts.capture, at.capture_targets)]
            {
                for shift in shifts {
                    self.sink.each((free & shift.from).shifted(shift.by) & targets, Origin::Below(shift.by));
                }
            }
            for double in &shifts.doubles {
                let halfway = (free & double.from).shifted(double.by) & at.empty;
                let by = double.by.wrapping_add(double.on);
                self.sink.each(halfway.shifted(double.on) & at.quiet_targets, Origin::Below(by));
            }
        } else if table.alike {
            let open = at.quiet_targets | at.capture_targets;
            for from in free.iter() {
                self.sink.each(
                    self.game.reach(self.position, table, from, at.occupied).0 & open,
                    Origin::One(from),
                );
            }
        } else {
            for from in free.iter() {
                let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
                self.sink
                    .each((quiet & at.quiet_targets) | (capture & at.capture_targets), Origin::One(from));
            }
        }
        for from in (pieces & at.pinned).iter() {
            self.one(at, class, from);
        }
    }

    /// Moves of one common piece.
    #[inline(always)]
    fn one(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let table = self.game.moves_of(self.position, class, at.side, from, false);
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let targets = (quiet & at.quiet_targets) | (capture & at.capture_targets);
        let open = if at.pinned.has(from) { targets & self.ray(at, from) } else { targets };
        self.sink.each(open, Origin::One(from));
    }

    /// Where a pinned piece may still go.
    fn ray(&self, at: &Context<B>, from: Square) -> B {
        self.game.pin_ray(self.position, at.feared, from)
    }

    /// Moves of a royal.
    #[inline(always)]
    fn royal(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let (game, leads) = (self.game, at.leaders.has(from));
        let table = game.moves_of(self.position, class, at.side, from, leads);
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let quiet = if self.noisy { B::EMPTY } else { quiet };
        let all = (quiet & at.empty) | (capture & at.enemies);
        let mut targets = all;
        if all.is_empty() {
            return;
        }
        let others = at.feared & !B::bit(from);
        if !others.is_empty() {
            let threats = game.threats(self.position, self.position.turn, others);
            targets &= threats.check_mask;
            if threats.pinned.has(from) {
                targets &= game.pin_ray(self.position, others, from);
            }
        }
        if at.bound.has(from) {
            let leads = leads || !at.bound.is_many();
            let unattackable = game.info(self.position.code(from)).unattackable[usize::from(leads)];
            let feared = targets & !unattackable;
            let enemy = self.position.turn.other();
            if feared.rest().is_many() {
                targets &= !game.danger(self.position, enemy, from) | unattackable;
            } else {
                let occupied = at.occupied & !B::bit(from);
                for to in feared.iter().filter(|to| game.is_attacked(self.position, enemy, *to, occupied)) {
                    targets &= !B::bit(to);
                }
            }
        }
        if class.arrives_from[at.side].has(from) {
            return self.arrived(at, from, all, targets);
        }
        self.sink.each(targets, Origin::One(from));
    }

    /// Moves of a piece to whom something may happen where it goes.
    #[inline(never)]
    fn arriving(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let table = self.game.moves_of(self.position, class, at.side, from, false);
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let all = (quiet & at.empty) | (capture & at.enemies);
        // What arrives may become another piece, which is not quiet.
        let mut safe = (quiet & at.empty & at.check_mask) | (capture & at.capture_targets);
        if at.pinned.has(from) {
            safe &= self.ray(at, from);
        }
        self.arrived(at, from, all, safe);
    }

    /// Moves to `safe` squares with all that happens there. Of `all` squares those matter on which royals come or go.
    #[inline(never)]
    fn arrived(&mut self, at: &Context<B>, from: Square, all: B, safe: B) {
        let game = self.game;
        let code = self.position.code(from);
        let mut eventless = safe;
        let (mut left, mut unsettled) = (B::EMPTY, B::EMPTY);
        for arrival in &game.info(code).arrivals {
            let zone = if arrival.leaving && arrival.zone.has(from) { B::ALL } else { arrival.zone };
            let zone = if arrival.capturing { zone & at.enemies } else { zone };
            if !all.meets(zone) {
                continue;
            }
            eventless &= !zone;
            if arrival.by_itself {
                unsettled |= all & zone;
                continue;
            }
            let Some(becoming) = &arrival.becomes else {
                left |= all & zone;
                continue;
            };
            let flag = if becoming.chosen { Flag::Promote } else { Flag::Become };
            for to in (zone & if becoming.royal { all } else { safe }).iter() {
                for arg in &becoming.piece_types {
                    let mv = PackedMove::new(from, to, flag, *arg);
                    match becoming.royal {
                        true => self.propose(mv),
                        false => self.sink.packed(mv),
                    }
                }
            }
            if becoming.stays {
                self.sink.each(safe & zone, Origin::One(from));
            }
        }
        self.sink.each(eventless, Origin::One(from));
        for to in (unsettled & !left).iter() {
            let mv = PackedMove::go(from, to);
            if self.eventful { self.sink.packed(mv) } else { self.settle(mv) }
        }
        for to in left.iter() {
            let mut walk = Walk::new(from, to);
            if at.empty.has(to) {
                walk.passed = self.position.passed_by(game, from, to).iter().collect();
            } else {
                walk.captures.push(to);
            }
            self.carry_out(&walk);
        }
    }

    /// Adds a move with all that happens by itself after it, if that leaves the mover's royals safe.
    fn settle(&mut self, mv: PackedMove) {
        let color = self.position.turn;
        let twice = self.position.passes_on(self.game) && self.position.passes(self.game, mv);
        let undo = self.position.make::<false>(self.game, mv);
        let happens = twice || happens(self.rules, self.position);
        let safe = !happens && self.game.is_safe(self.position, color);
        self.position.unmake(self.game, &undo);
        if safe {
            self.sink.packed(mv);
        } else if happens {
            let PackedMove { from, to, flag, .. } = mv;
            let passing = if flag == Flag::EnPassant { Some(to) } else { None };
            let mut walk = Walk { en_passant: passing, ..Walk::new(from, to) };
            walk.captures.extend(mv.swept());
            if self.position.occupied().has(to) && to != from {
                walk.captures.push(to);
            } else if passing.is_none() && flag != Flag::Sweep {
                walk.passed = self.position.passed_by(self.game, from, to).iter().collect();
            }
            let (before, own) = (self.rare.len(), mv.unpacked());
            self.carry_out(&walk);
            let mut number = 0;
            self.rare.retain(|next| {
                number += 1;
                number <= before || next.mv == own
            });
        }
    }

    /// Makes a move with all that happens where it ends.
    fn carry_out(&mut self, walk: &Walk) {
        let (game, position) = (self.game, &*self.position);
        let all = match game.info(position.code(walk.actor)).asks_way {
            false => self.rules.carry_out(position, None, walk).unwrap_or_default(),
            true => {
                let mut all = self.rules.successors_from(position, walk.actor);
                all.retain(|next| next.mv.to == Some(walk.to));
                all
            }
        };
        let all = all.into_iter();
        self.rare.extend(all.filter(|next| game.is_safe(&next.after, position.turn)));
    }

    /// Captures of the piece that passed.
    #[inline(never)]
    fn en_passant(&mut self, at: &Context<B>) {
        for to in (self.position.state.passed & at.empty).iter() {
            let near = self.game.en_passant_from[at.side][to.index()] & at.own;
            for from in near.iter() {
                self.take_in_passing(at, from, to);
            }
        }
    }

    /// The capture, by the piece on `from` if it may, of the piece that passed `to`.
    #[inline(never)]
    fn take_in_passing(&mut self, at: &Context<B>, from: Square, to: Square) {
        let number = usize::from(self.game.info(self.position.code(from)).class);
        let Some(class) = self.game.classes.get(number) else { return };
        let leads = class.royal && at.leaders.has(from);
        let table = self.game.moves_of(self.position, class, at.side, from, leads);
        if !table.row(from).en_passant.has(to) {
            return;
        }
        if class.arrives_from[at.side].has(from) || self.game.variant.turns.is_some() {
            return self.carry_out(&Walk { en_passant: Some(to), ..Walk::new(from, to) });
        }
        if at.enemies.has(self.position.state.passer) {
            self.propose(PackedMove::new(from, to, Flag::EnPassant, 0));
        }
    }
}
