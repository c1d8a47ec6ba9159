//! The pieces' own moves.

use super::attacks::Threats;
use super::generate::Generator;
use super::sink::{List, Sink};
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::{Binding, Class};
use crate::fast::position::{Flag, PackedMove};
use crate::rules::Threat;
use crate::rules::interpreter::Known;
use crate::rules::walk::Walk;

/// How the safety of royals is seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Safety {
    /// There is nothing to see to.
    Free,
    /// By pins and checks of the only royal.
    Lone(Square),
    /// By trying every move.
    Tried,
}

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
    /// Where the only royal stands, if that is what counts.
    king: Option<Square>,
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// The moves of the pieces themselves; says what has been found out about check.
    #[inline(always)]
    pub(super) fn pieces(&mut self) -> Known {
        let (game, color) = (self.game, self.position.turn);
        let royals = self.position.royals & self.position.colors[color as usize];
        let lone = !royals.is_empty() && !royals.is_many();
        let mut safety = match game.binds {
            Binding::Never => Safety::Free,
            Binding::OneRoyal if royals.is_many() => Safety::Free,
            Binding::Always | Binding::Leader | Binding::AllRoyals if royals.is_empty() => Safety::Free,
            _ if lone && self.position.odd(color.other()).is_empty() => Safety::Lone(royals.first()),
            _ => Safety::Tried,
        };
        let mut threats = Threats::none();
        if let Safety::Lone(king) = safety
            && !game.info(self.position.code(king)).unattackable[1].has(king)
        {
            threats = game.threats(self.position, color, king);
            if threats.tangled {
                safety = Safety::Tried;
            }
        }
        let checked = match safety {
            Safety::Free => Some(false),
            Safety::Lone(_) => Some(!threats.checkers.is_empty()),
            Safety::Tried => None,
        };
        let odd = self.position.odd(color) | self.position.leaving(game);
        let lent = !odd.is_empty() && self.odd_pieces(odd);
        match safety {
            _ if lent => {}
            Safety::Tried => {
                let sink = List::default();
                let rare = std::mem::take(&mut self.rare);
                let (rules, noisy) = (self.rules, self.noisy);
                let mut free = Generator { rules, game, position: self.position, sink, rare, noisy };
                free.plain(None, Threats::none());
                let (list, rare) = (free.sink, free.rare);
                self.rare = rare;
                for mv in list.moves {
                    self.try_move(mv);
                }
            }
            Safety::Free => self.plain(None, threats),
            Safety::Lone(king) => self.plain(Some(king), threats),
        }
        if self.position.state.castling != 0 && !self.noisy {
            self.castle();
        }
        Known { checked, ..Known::default() }
    }

    /// Moves of pieces that no table holds, and of those whose moves may be followed by an act. If one of them lends its moves, those of all pieces, which may come to the same;
    /// says whether that is so.
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

    /// The moves of the pieces that tables hold, seeing to the safety of the only royal, if that is what counts.
    #[inline(never)]
    fn plain(&mut self, king: Option<Square>, threats: Threats<B>) {
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
            king,
        };
        for (number, class) in game.classes.iter().take(usize::from(self.position.state.reach)).enumerate() {
            let pieces = self.position.classes[number] & own;
            if pieces.is_empty() {
                continue;
            }
            let arriving = pieces & class.arrives_from[side];
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
        if !self.position.state.passed.is_empty() {
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

    /// Moves of common pieces to whom nothing happens where they go.
    #[inline(always)]
    fn common(&mut self, at: &Context<B>, class: &Class<B>, pieces: B) {
        let free = pieces & !at.pinned;
        let table = &self.game.attack_tables[class.moves[at.side][0]];
        let mask = (B::BITS - 1) as u16;
        let back = |by: u16| move |to: Square| Square(to.0.wrapping_sub(by) & mask);
        if let Some(shifts) = &class.shifts[at.side] {
            for (shifts, targets) in
                [(&shifts.quiet, at.quiet_targets), (&shifts.capture, at.capture_targets)]
            {
                for shift in shifts {
                    self.sink.each((free & shift.from).shifted(shift.by) & targets, back(shift.by));
                }
            }
            for double in &shifts.doubles {
                let halfway = (free & double.from).shifted(double.by) & at.empty;
                let by = double.by.wrapping_add(double.on);
                self.sink.each(halfway.shifted(double.on) & at.quiet_targets, back(by));
            }
        } else if table.alike {
            let open = at.quiet_targets | at.capture_targets;
            for from in free.iter() {
                self.sink.each(table.reach(from, at.occupied).0 & open, |_| from);
            }
        } else {
            for from in free.iter() {
                let (quiet, capture) = table.reach(from, at.occupied);
                self.sink.each((quiet & at.quiet_targets) | (capture & at.capture_targets), |_| from);
            }
        }
        for from in (pieces & at.pinned).iter() {
            let (quiet, capture) = table.reach(from, at.occupied);
            let targets = (quiet & at.quiet_targets) | (capture & at.capture_targets);
            self.sink.each(targets & self.ray(at, from), |_| from);
        }
    }

    /// Where a pinned piece may still go.
    fn ray(&self, at: &Context<B>, from: Square) -> B {
        at.king.map_or(B::ALL, |king| self.game.pin_ray(self.position, king, from))
    }

    /// Moves of a royal.
    #[inline(always)]
    fn royal(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let (game, leads) = (self.game, at.leaders.has(from));
        let table = &game.attack_tables[class.moves[at.side][usize::from(leads)]];
        let (quiet, capture) = table.reach(from, at.occupied);
        let quiet = if self.noisy { B::EMPTY } else { quiet };
        let all = (quiet & at.empty) | (capture & at.enemies);
        let mut targets = all;
        if all.is_empty() {
            return;
        }
        if let Some(king) = at.king {
            let unattackable = game.info(self.position.code(king)).unattackable[1];
            let feared = targets & !unattackable;
            let enemy = self.position.turn.other();
            if feared.rest().is_many() {
                targets &= !game.danger(self.position, enemy, king) | unattackable;
            } else {
                let occupied = at.occupied & !B::bit(king);
                for to in feared.iter().filter(|to| game.is_attacked(self.position, enemy, *to, occupied)) {
                    targets &= !B::bit(to);
                }
            }
        }
        if class.arrives_from[at.side].has(from) {
            return self.arrived(at, from, all, targets);
        }
        self.sink.each(targets, |_| from);
    }

    /// Moves of a piece to whom something may happen where it goes.
    #[inline(never)]
    fn arriving(&mut self, at: &Context<B>, class: &Class<B>, from: Square) {
        let table = &self.game.attack_tables[class.moves[at.side][0]];
        let (quiet, capture) = table.reach(from, at.occupied);
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
        let mut left = B::EMPTY;
        for arrival in &game.info(code).arrivals {
            let zone = if arrival.leaving && arrival.zone.has(from) { B::ALL } else { arrival.zone };
            if !all.meets(zone) {
                continue;
            }
            eventless &= !zone;
            let Some(becoming) = &arrival.becomes else {
                left |= all & zone;
                continue;
            };
            let flag = if becoming.chosen { Flag::Promote } else { Flag::Become };
            for to in (zone & if becoming.royal { all } else { safe }).iter() {
                for arg in &becoming.piece_types {
                    let mv = PackedMove { from, to, flag, arg: *arg };
                    match becoming.royal {
                        true => _ = self.try_move(mv),
                        false => self.sink.packed(mv),
                    }
                }
            }
            if becoming.stays {
                self.sink.each(safe & zone, |_| from);
            }
        }
        self.sink.each(eventless, |_| from);
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

    /// Makes a move with all that happens where it ends.
    fn carry_out(&mut self, walk: &Walk) {
        let (game, position) = (self.game, &*self.position);
        let all = self.rules.carry_out(position, None, walk).unwrap_or_default().into_iter();
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
        let table = &self.game.attack_tables[class.moves[at.side][usize::from(leads)]];
        if !table.row(from).en_passant.has(to) {
            return;
        }
        if class.arrives_from[at.side].has(from) {
            return self.carry_out(&Walk { en_passant: Some(to), ..Walk::new(from, to) });
        }
        if at.enemies.has(self.position.state.passer) {
            self.try_move(PackedMove { from, to, flag: Flag::EnPassant, arg: 0 });
        }
    }
}
