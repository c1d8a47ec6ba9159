//! Generates the moves of the pieces themselves.
//!
//! [`Generator::pieces`] is the entry point. It selects the method that ensures the safety of the royals, and
//! collects the masks of the position in a [`PieceContext`]. [`Generator::plain`] then visits the classes. Pieces
//! that block no attack move in batches; pinned pieces, royals, and pieces with effects on arrival move one by one.

use super::blasts::Blasts;
use super::conditional_attacks::ConditionalAttacks;
use super::generator::Generator;
use super::pins_and_evasions::Threats;
use super::safety::Safety;
use super::sink::{BatchOrigin, Sink};
use crate::base::{Bitboard, Color, Square};
use crate::fast::position::PackedMove;
use crate::fast::tables::{Arrives, Class, MAX_CLASSES};
use crate::rules::Threat;
use crate::rules::interpreter::ConditionFacts;
use crate::rules::walk::Walk;

/// The masks that are the same for every piece of a position.
pub(super) struct PieceContext<'a, B> {
    pub side: usize,
    pub own: B,
    pub occupied: B,
    /// The empty squares.
    pub empty: B,
    /// The enemies that can be captured.
    pub enemies: B,
    /// The targets of quiet moves and of captures that resolve all checks.
    pub(super) quiet_targets: B,
    pub(super) capture_targets: B,
    /// The squares on which a common piece resolves every check along a line.
    pub(super) check_mask: B,
    /// The targets of a piece that blocks no attack.
    pub(super) free_mask: B,
    pub(super) pinned: B,
    /// The captures that remove several pieces, if their effects are known as sets.
    pub(super) blasts: Option<Blasts<B>>,
    /// The conditional attacks on the royal, now or after a move.
    pub(super) conditional_attacks: Option<&'a ConditionalAttacks<B>>,
    /// The pieces that block an attack or are a part of a conditional attack.
    pub(super) held: B,
    pub leaders: B,
    /// The royals that must not be attacked, if [`Safety::Bound`] applies.
    pub(super) bound: B,
    /// The bound royals that are not immune on their squares.
    pub(super) vulnerable: B,
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the moves of the pieces themselves. Returns the check status for the conditions of actions.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(super) fn pieces(&mut self) -> ConditionFacts {
        let (game, color) = (self.game, self.position.turn);
        // If the effects of a trigger can change attacks, no mask of the current position is valid after the move.
        let changes = self.has_triggers && !game.harmless;
        let mut safety = if changes { Safety::Verified } else { game.safety(self.position, color) };
        let (mut threats, mut vulnerable, mut conditional_attacks) = (Threats::none(), B::EMPTY, None);
        if let Safety::Bound(royals) = safety {
            vulnerable = game.attackable(self.position, royals);
            threats = game.threats(self.position, color, vulnerable);
            if threats.tangled {
                conditional_attacks = game.conditional_attacks(self.position, color, royals);
                if conditional_attacks.is_none() {
                    safety = Safety::Verified;
                }
            }
        }
        let checked = match safety {
            Safety::Free => Some(false),
            Safety::Bound(_) => Some(!threats.checkers.is_empty()),
            Safety::Verified => None,
        };
        let untabled = self.position.untabled(color) | self.position.leaving(game);
        // Untabled pieces come first, because lent moves replace the moves of all other pieces.
        let lent = !untabled.is_empty() && self.untabled_pieces(untabled);
        // Castling captures nothing, so a list of noisy moves omits it.
        let castles = self.position.state.castling != 0 && !self.noisy && self.can_castle();
        let castlings = if castles { self.castlings(checked) } else { 0 };
        let bound = match safety {
            Safety::Free => Some(B::EMPTY),
            Safety::Bound(royals) => Some(royals),
            Safety::Verified => None,
        };
        match bound {
            _ if lent => {}
            None => self.verified((B::EMPTY, B::EMPTY), Threats::none(), None, false),
            Some(bound) if self.has_triggers => {
                self.verified((bound, vulnerable), threats, conditional_attacks.as_ref(), true);
            }
            Some(bound) => self.plain((bound, vulnerable), threats, conditional_attacks.as_ref()),
        }
        if castles {
            self.castle(castlings);
        }
        ConditionFacts { checked, ..ConditionFacts::default() }
    }

    /// Adds the moves of untabled pieces and of pieces with slow follow-ups. If one of the pieces lends its moves to
    /// others, the method adds the moves of all pieces and returns true, because different moves may then be equal.
    #[inline(never)]
    fn untabled_pieces(&mut self, untabled: B) -> bool {
        let (game, position, color) = (self.game, &*self.position, self.position.turn);
        let lent = untabled.iter().any(|square| game.info(position.code(square)).lends);
        let walking = if lent { position.colors[color as usize] } else { untabled };
        let player = game.must_keep(self.rules, position);
        for square in walking.iter() {
            for next in self.rules.successors_from(position, square) {
                // After a request to stop, one legal move is enough.
                if self.rules.is_halted() && !self.is_empty() {
                    return lent;
                }
                if game.is_safe(self.rules, &next.after, player) {
                    self.slow_path.push(next);
                }
            }
        }
        lent
    }

    /// Adds the moves of tabled pieces. The `bound` royals must stay safe. The `vulnerable` royals among them are not
    /// immune on their squares.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(super) fn plain(
        &mut self,
        royals: (B, B),
        threats: Threats<B>,
        conditional_attacks: Option<&ConditionalAttacks<B>>,
    ) {
        let game = self.game;
        let at = self.context(royals, threats, conditional_attacks);
        let mut common = at.own;
        for (number, special) in &game.special_classes[at.side] {
            let pieces = self.position.classes[number & (MAX_CLASSES - 1)] & at.own;
            if !pieces.meets(*special) {
                continue;
            }
            let class = &game.classes[*number];
            if class.uncommon {
                self.uncommon(&at, class, pieces);
            }
            if class.royal {
                common &= !pieces;
                for king in pieces.iter() {
                    let (all, safe) = self.royal(&at, class, king);
                    if all.is_empty() {
                        continue;
                    }
                    let Arrives { from, quietly_from } = *self.arrives(class, at.side);
                    let affected = if all.meets(at.enemies) { from } else { quietly_from };
                    if affected.has(king) {
                        self.arrived(&at, king, all, safe);
                    } else {
                        self.sink.each(safe, BatchOrigin::One(king));
                    }
                }
                continue;
            }
            let Arrives { from, quietly_from } = *self.arrives(class, at.side);
            let arriving = pieces & if at.blasts.is_some() { quietly_from } else { from };
            // A piece that has returned to its home square no longer has its first moves, so it moves alone.
            let again = if class.returns { pieces & self.position.state.moved & !arriving } else { B::EMPTY };
            common &= !(arriving | again);
            for from in again.iter() {
                self.one(&at, class, from);
            }
            if !arriving.is_empty() {
                self.arriving(&at, class, (arriving & quietly_from, arriving & !quietly_from));
            }
        }
        // Each piece that blocks an attack has a mask of its own.
        for from in (common & at.held).iter() {
            // Untabled pieces have no class.
            if let Some(class) = game.classes.get(usize::from(game.info(self.position.code(from)).class)) {
                self.one(&at, class, from);
            }
        }
        self.free(&at, common & !at.held);
        if !self.position.state.passed.is_empty() {
            self.en_passant(&at);
        }
    }

    /// Collects the masks for all pieces.
    #[inline(always)]
    fn context<'c>(
        &self,
        (bound, vulnerable): (B, B),
        threats: Threats<B>,
        conditional_attacks: Option<&'c ConditionalAttacks<B>>,
    ) -> PieceContext<'c, B> {
        let (game, side) = (self.game, self.position.turn as usize);
        // The slow path handles pieces whose moves can have a follow-up.
        let own = self.position.colors[side] & !self.position.leaving(game);
        let occupied = self.position.occupied();
        let empty = game.cells & !occupied;
        let enemies = self.position.colors[1 - side] & !self.immune(1 - side);
        let (open, conditional) =
            conditional_attacks.map_or((B::ALL, B::EMPTY), |all| (all.open, all.squares));
        let free_mask = threats.check_mask & open;
        // Moves that are only counted need no copies of the position.
        let is_set = game.blast.is_some() && S::COUNTS && conditional_attacks.is_none();
        let blasts = is_set.then(|| game.blasts(self.position, enemies, (vulnerable, threats)));
        PieceContext {
            side,
            own,
            occupied,
            empty,
            enemies,
            // Two bent lines can overlap. A square resolves several checks only if it resolves each of them.
            quiet_targets: if self.noisy { B::EMPTY } else { empty & free_mask },
            check_mask: threats.check_mask,
            free_mask,
            capture_targets: blasts.map_or(enemies & free_mask, |blasts| blasts.targets),
            pinned: threats.pinned,
            held: threats.pinned | (conditional & own) | blasts.map_or(B::EMPTY, |blasts| blasts.held),
            blasts,
            conditional_attacks,
            leaders: self.position.leaders(game, self.position.turn),
            bound,
            vulnerable,
        }
    }

    /// Returns the pieces of a side that cannot be captured.
    #[inline(always)]
    fn immune(&self, side: usize) -> B {
        let (game, position, color) = (self.game, &*self.position, Color::ALL[side]);
        if !game.has_immune {
            return B::EMPTY;
        }
        let (own, untabled) = (position.colors[side], position.untabled(color));
        let mut immune = own & game.immune[side] & !untabled;
        for number in &game.immune_classes[side] {
            let class = &game.classes[*number];
            let pieces = own & position.classes[*number];
            let leading = if class.royal { pieces & position.leaders(game, color) } else { B::EMPTY };
            immune |= (pieces & !leading & class.immune[side][0]) | (leading & class.immune[side][1]);
        }
        for square in untabled.iter() {
            if self.rules.can_be_affected(position, square, Threat::Capture).is_err() {
                immune |= B::bit(square);
            }
        }
        immune
    }

    /// Adds the moves of common pieces that have no effect on arrival and block no attack.
    #[inline(always)]
    fn free(&mut self, at: &PieceContext<'_, B>, free: B) {
        let (game, position) = (self.game, &*self.position);
        // All classes from `reach` on have no pieces.
        let reach = usize::from(position.state.reach);
        for (number, class) in game.classes.get(..reach).unwrap_or(&game.classes).iter().enumerate() {
            let pieces = position.classes[number & (MAX_CLASSES - 1)] & free;
            if pieces.is_empty() {
                continue;
            }
            // All pieces of the class move at once, with one shift for each direction.
            if let Some(shifts) = &class.shifts[at.side] {
                for (shifts, targets) in
                    [(&shifts.quiet, at.quiet_targets), (&shifts.capture, at.capture_targets)]
                {
                    for shift in shifts {
                        let to = (pieces & shift.from).shifted(shift.by) & targets;
                        self.sink.each(to, BatchOrigin::Below(shift.by));
                    }
                }
                for double in &shifts.doubles {
                    let halfway = (pieces & double.from).shifted(double.by) & at.empty;
                    let by = double.by.wrapping_add(double.on);
                    self.sink.each(halfway.shifted(double.on) & at.quiet_targets, BatchOrigin::Below(by));
                }
                continue;
            }
            let table = &game.attack_tables[class.moves[at.side][0]];
            let rows = pieces.iter().map(|from| (from, &table.table[from.index()]));
            let rows = rows.filter(|(_, row)| !row.is_surrounded_by(at.own));
            if table.alike {
                // Captures and quiet moves have the same paths, so one set of targets serves both.
                let open = at.quiet_targets | at.capture_targets;
                for (from, row) in rows {
                    let (to, _) = game.reach_by(position, table, row, at.occupied);
                    self.sink.each(to & open, BatchOrigin::One(from));
                }
            } else {
                for (from, row) in rows {
                    let (quiet, capture) = game.reach_by(position, table, row, at.occupied);
                    let to = (quiet & at.quiet_targets) | (capture & at.capture_targets);
                    self.sink.each(to, BatchOrigin::One(from));
                }
            }
        }
    }

    /// Adds the moves of one common piece.
    #[inline(always)]
    fn one(&mut self, at: &PieceContext<'_, B>, class: &Class<B>, from: Square) {
        let table = self.game.moves_of(self.position, class, at.side, from, false);
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let targets = if at.held.has(from) {
            let quiet = if self.noisy { B::EMPTY } else { quiet & at.empty };
            let open = at.check_mask & self.ray(at, from);
            match &at.blasts {
                Some(blasts) => quiet & open | blasts.of(self.game, self.position, from, capture),
                None => (quiet | (capture & at.enemies)) & open,
            }
        } else {
            (quiet & at.quiet_targets) | (capture & at.capture_targets)
        };
        self.sink.each(targets, BatchOrigin::One(from));
    }

    /// Returns the squares to which a piece that blocks an attack may move.
    #[inline(always)]
    pub(super) fn ray(&self, at: &PieceContext<'_, B>, from: Square) -> B {
        let pinned = at.pinned.has(from);
        let ray = if pinned { self.game.pin_ray(self.position, at.vulnerable, from) } else { B::ALL };
        ray & at.conditional_attacks.map_or(B::ALL, |conditional_attacks| conditional_attacks.open_from(from))
    }

    /// Returns the targets of a royal, and those of them on which it is safe.
    #[inline(always)]
    fn royal(&mut self, at: &PieceContext<'_, B>, class: &Class<B>, from: Square) -> (B, B) {
        let (game, leads) = (self.game, at.leaders.has(from));
        let table = game.moves_of(self.position, class, at.side, from, leads);
        if table.row(from).is_surrounded_by(at.own) {
            return (B::EMPTY, B::EMPTY);
        }
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let quiet = if self.noisy { B::EMPTY } else { quiet };
        // A royal that captures would vanish.
        let enemies = if game.blast.is_some() { B::EMPTY } else { at.enemies };
        let all = (quiet & at.empty) | (capture & enemies);
        let mut targets = all;
        if all.is_empty() {
            return (B::EMPTY, B::EMPTY);
        }
        // The move of one royal must also resolve the checks of all others.
        let others = at.vulnerable & !B::bit(from);
        // A royal that comes beside another can be shielded there. If there are several own royals, it can also shield
        // another one.
        let mut tested = B::EMPTY;
        if game.is_shielded() && !at.bound.is_empty() {
            let is_alone = (at.own & self.position.royals & !B::bit(from)).is_empty();
            let near = if is_alone { game.around(self.position.royals & !B::bit(from)) } else { B::ALL };
            let safe = (all & near).iter().filter(|to| self.is_safe_after(PackedMove::go(from, *to)));
            tested = safe.collect();
            targets = all & !near;
        }
        if !others.is_empty() {
            let threats = game.threats(self.position, self.position.turn, others);
            targets &= threats.check_mask
                & at.conditional_attacks
                    .map_or(B::ALL, |conditional_attacks| conditional_attacks.open_from(from));
            if threats.pinned.has(from) {
                targets &= game.pin_ray(self.position, others, from);
            }
        }
        if at.bound.has(from) {
            let leads = leads || !at.bound.is_many();
            let unattackable = game.info(self.position.code(from)).unattackable[usize::from(leads)];
            let vulnerable = targets & !unattackable;
            let enemy = self.position.turn.other();
            // For three or more targets, computing all attacked squares nearby is cheaper than testing each target.
            // A castling has perhaps computed them.
            let known = self.danger.filter(|(king, _)| *king == from).map(|(_, danger)| danger);
            let is_cheaper = vulnerable.rest().is_many();
            if let Some(danger) =
                known.or_else(|| is_cheaper.then(|| game.danger(self.position, enemy, from)))
            {
                targets &= !danger | unattackable;
            } else {
                let occupied = at.occupied & !B::bit(from);
                for to in vulnerable.iter().filter(|to| game.is_attacked(self.position, enemy, *to, occupied))
                {
                    targets &= !B::bit(to);
                }
            }
        }
        (all, targets | tested)
    }

    /// Carries out a move of the slow path, with all its effects.
    pub(super) fn carry_out(&mut self, walk: &Walk) {
        let (game, position) = (self.game, &*self.position);
        // Some effects depend on the kind of move, which the tables do not store, so the interpreter finds the
        // move again.
        let all = match game.info(position.code(walk.actor)).depends_on_path {
            false => self.rules.carry_out(position, None, walk).unwrap_or_default(),
            true => {
                let mut all = self.rules.successors_from(position, walk.actor);
                all.retain(|next| next.mv.to == Some(walk.to));
                all
            }
        };
        let (all, player) = (all.into_iter(), game.must_keep(self.rules, position));
        self.slow_path.extend(all.filter(|next| game.is_safe(self.rules, &next.after, player)));
    }
}
