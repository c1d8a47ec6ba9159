//! The pieces' own moves.

use super::attacks::{Threats, danger, is_attacked, is_safe, pin_ray, threats};
use super::sink::{List, Sink};
use super::special;
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::{Binding, Class, Compiled, CompiledConsequence};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::rules::Threat;
use crate::rules::interpreter::{Interpreter, Known, Successor};

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
struct Context<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    game: &'a Compiled<B>,
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
    safety: Safety,
    threats: Threats<B>,
    leaders: B,
    /// Where the only royal stands, if that is what counts.
    king: Square,
}

/// Gives the moves of the pieces themselves to `sink`, rare ones carried out to `rare`; says what has been found out about
/// check.
#[inline(always)]
pub(super) fn generate<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: &mut S,
    rare: &mut Vec<Successor<Position<B>>>,
) -> Known {
    let game = rules.tables();
    let color = position.turn;
    let royals = position.royals & position.colors[color as usize];
    let lone = !royals.is_empty() && !royals.is_many();
    let mut safety = match game.binds {
        Binding::Never => Safety::Free,
        Binding::OneRoyal if royals.is_many() => Safety::Free,
        Binding::Always | Binding::Leader | Binding::AllRoyals if royals.is_empty() => Safety::Free,
        _ if lone && position.odd(color.other()).is_empty() => Safety::Lone(royals.first()),
        _ => Safety::Tried,
    };
    let mut pressure = Threats::none();
    if let Safety::Lone(king) = safety {
        let unattackable = game.info(position.code(king)).unattackable[1];
        if !unattackable.has(king) {
            pressure = threats(game, position, color, king);
            if pressure.tangled {
                safety = Safety::Tried;
            }
        }
    }
    let checked = match safety {
        Safety::Free => Some(false),
        Safety::Lone(_) => Some(!pressure.checkers.is_empty()),
        Safety::Tried => None,
    };
    let odd = position.odd(color);
    let lent = !odd.is_empty() && odd_pieces(rules, position, odd, rare);
    match safety {
        _ if lent => {}
        Safety::Tried => {
            let mut list = List::default();
            plain(rules, position, Safety::Free, Threats::none(), &mut list, rare);
            for mv in list.moves {
                try_move(game, position, mv, sink);
            }
        }
        _ => plain(rules, position, safety, pressure, sink, rare),
    }
    if position.castling != 0 {
        special::castle(rules, position, sink);
    }
    Known { checked, ..Known::default() }
}

/// Moves of pieces that no table holds. If one of them lends its moves, those of all pieces, which may come to the same;
/// says whether that is so.
#[inline(never)]
fn odd_pieces<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    odd: B,
    rare: &mut Vec<Successor<Position<B>>>,
) -> bool {
    let (game, color) = (rules.tables(), position.turn);
    let lent = odd.iter().any(|square| game.info(position.code(square)).lends);
    let walking = if lent { position.colors[color as usize] } else { odd };
    for square in walking.iter() {
        let moves = rules.successors_from(position, square).into_iter();
        rare.extend(moves.filter(|next| is_safe(game, &next.after, color)));
    }
    lent
}

/// Gives a move to the sink if it leaves the mover's royals safe.
pub(super) fn try_move<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    mv: PackedMove,
    sink: &mut S,
) {
    let color = position.turn;
    let undo = position.make_unhashed(game, mv);
    let safe = is_safe(game, position, color);
    position.unmake(game, &undo);
    if safe {
        sink.packed(mv);
    }
}

/// The moves of the pieces that tables hold.
#[inline(never)]
fn plain<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    safety: Safety,
    threats: Threats<B>,
    sink: &mut S,
    rare: &mut Vec<Successor<Position<B>>>,
) {
    let game = rules.tables();
    let side = position.turn as usize;
    let occupied = position.occupied();
    let empty = game.cells & !occupied;
    let enemies = position.colors[1 - side] & !immune(rules, position, 1 - side);
    let context = Context {
        rules,
        game,
        side,
        own: position.colors[side],
        occupied,
        empty,
        enemies,
        // Two bent lines may run together: what stops several checks at once is all that they have in common.
        quiet_targets: empty & threats.check_mask,
        capture_targets: enemies & threats.check_mask,
        safety,
        threats,
        leaders: position.leaders(game, position.turn),
        king: match safety {
            Safety::Lone(king) => king,
            Safety::Free | Safety::Tried => Square(0),
        },
    };
    for (number, class) in game.classes.iter().take(usize::from(position.reach)).enumerate() {
        let pieces = position.classes[number] & context.own;
        if pieces.is_empty() {
            continue;
        }
        let arriving = pieces & class.arrives_from[side];
        if class.royal {
            for from in pieces.iter() {
                context.royal(position, class, from, sink, rare);
            }
        } else {
            context.common(position, class, pieces & !arriving, sink);
            if !arriving.is_empty() {
                for from in arriving.iter() {
                    context.arriving(position, class, from, sink, rare);
                }
            }
        }
    }
    if !position.passed.is_empty() {
        context.en_passant(position, sink);
    }
}

/// Pieces of a side that no capture touches.
#[inline(always)]
fn immune<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>, side: usize) -> B {
    let game = rules.tables();
    let own = position.colors[side];
    let mut immune = own & game.immune[side];
    for number in &game.immune_classes[side] {
        let class = &game.classes[*number];
        let pieces = own & position.classes[*number];
        let leading = if class.royal { pieces & position.leaders(game, Color::ALL[side]) } else { B::EMPTY };
        immune |= (pieces & !leading & class.immune[side][0]) | (leading & class.immune[side][1]);
    }
    if !position.odd(Color::ALL[side]).is_empty() {
        for square in position.odd(Color::ALL[side]).iter() {
            if rules.can_suffer(position, square, Threat::Capture).is_err() {
                immune |= B::bit(square);
            }
        }
    }
    immune
}

impl<B: Bitboard> Context<'_, B> {
    /// Moves of common pieces to whom nothing happens where they go.
    #[inline(always)]
    fn common<S: Sink<B>>(&self, position: &Position<B>, class: &Class<B>, pieces: B, sink: &mut S) {
        let free = pieces & !self.threats.pinned;
        let table = &self.game.attack_tables[class.moves[self.side][0]];
        if let Some(shifts) = &class.shifts[self.side] {
            for shift in &shifts.quiet {
                sink.shifted(shift.by, (free & shift.from).shifted(shift.by) & self.quiet_targets);
            }
            for shift in &shifts.capture {
                sink.shifted(shift.by, (free & shift.from).shifted(shift.by) & self.capture_targets);
            }
            for double in &shifts.doubles {
                let halfway = (free & double.from).shifted(double.first) & self.empty;
                let by = double.first.wrapping_add(double.second);
                sink.shifted(by, halfway.shifted(double.second) & self.quiet_targets);
            }
        } else if table.alike {
            let open = self.quiet_targets | self.capture_targets;
            for from in free.iter() {
                sink.piece(from, table.reach_alike(from, self.occupied) & open);
            }
        } else {
            for from in free.iter() {
                let (quiet, capture) = table.reach(from, self.occupied);
                sink.piece(from, (quiet & self.quiet_targets) | (capture & self.capture_targets));
            }
        }
        let pinned = pieces & self.threats.pinned;
        if !pinned.is_empty() {
            for from in pinned.iter() {
                let (quiet, capture) = table.reach(from, self.occupied);
                let ray = pin_ray(self.game, position, self.king, from);
                sink.piece(from, ((quiet & self.quiet_targets) | (capture & self.capture_targets)) & ray);
            }
        }
    }

    /// Moves of a royal.
    #[inline(always)]
    fn royal<S: Sink<B>>(
        &self,
        position: &mut Position<B>,
        class: &Class<B>,
        from: Square,
        sink: &mut S,
        rare: &mut Vec<Successor<Position<B>>>,
    ) {
        let leads = self.leaders.has(from);
        let table = &self.game.attack_tables[class.moves[self.side][usize::from(leads)]];
        let (quiet, capture) = table.reach(from, self.occupied);
        let mut targets = (quiet & self.empty) | (capture & self.enemies);
        if targets.is_empty() {
            return;
        }
        let all = targets;
        if let Safety::Lone(king) = self.safety {
            let unattackable = self.game.info(position.code(king)).unattackable[1];
            let feared = targets & !unattackable;
            let enemy = position.turn.other();
            if feared.rest().is_many() {
                targets &= !danger(self.game, position, enemy, king) | unattackable;
            } else {
                let occupied = self.occupied & !B::bit(king);
                for to in feared.iter().filter(|to| is_attacked(self.game, position, enemy, *to, occupied)) {
                    targets &= !B::bit(to);
                }
            }
        }
        if class.arrives_from[self.side].has(from) {
            return self.arrived(position, from, all, targets, sink, rare);
        }
        sink.piece(from, targets);
    }

    /// Moves of a piece to whom something may happen where it goes.
    #[inline(never)]
    fn arriving<S: Sink<B>>(
        &self,
        position: &mut Position<B>,
        class: &Class<B>,
        from: Square,
        sink: &mut S,
        rare: &mut Vec<Successor<Position<B>>>,
    ) {
        let table = &self.game.attack_tables[class.moves[self.side][0]];
        let (quiet, capture) = table.reach(from, self.occupied);
        let all = (quiet & self.empty) | (capture & self.enemies);
        let mut safe = (quiet & self.quiet_targets) | (capture & self.capture_targets);
        if self.threats.pinned.has(from) {
            safe &= pin_ray(self.game, position, self.king, from);
        }
        self.arrived(position, from, all, safe, sink, rare);
    }

    /// Moves to `safe` squares with all that happens there. Of `all` squares those matter on which royals come or go.
    #[inline(never)]
    fn arrived<S: Sink<B>>(
        &self,
        position: &mut Position<B>,
        from: Square,
        all: B,
        safe: B,
        sink: &mut S,
        rare: &mut Vec<Successor<Position<B>>>,
    ) {
        let game = self.game;
        let info = game.info(position.code(from));
        let mut eventless = safe;
        let mut left = B::EMPTY;
        for arrival in &info.arrivals {
            let zone = if arrival.leaving && arrival.zone.has(from) { B::ALL } else { arrival.zone };
            if !all.meets(zone) {
                continue;
            }
            eventless &= !zone;
            let CompiledConsequence::Become { piece_types, chosen, stays, royal } = &arrival.then else {
                left |= all & zone;
                continue;
            };
            if *royal {
                let flag = if *chosen { Flag::Promote } else { Flag::Become };
                for to in (all & zone).iter() {
                    for arg in piece_types {
                        try_move(game, position, PackedMove { from, to, flag, arg: *arg }, sink);
                    }
                }
            } else {
                sink.becoming(from, safe & zone, piece_types, *chosen);
            }
            if *stays {
                sink.piece(from, safe & zone);
            }
        }
        sink.piece(from, eventless);
        if !left.is_empty() {
            let table = &game.attack_tables[game.classes[usize::from(info.class)].moves[self.side][0]];
            for to in left.iter() {
                let quiet = self.empty.has(to) && table.row(from).passing.has(to);
                let passed = if quiet { table.passed(table.row(from), to) } else { B::EMPTY };
                let passed: Vec<Square> = passed.iter().collect();
                let arrivals = self.rules.successors_to(position, (from, to), &passed).into_iter();
                rare.extend(arrivals.filter(|next| is_safe(game, &next.after, position.turn)));
            }
        }
    }

    /// Captures of pieces that passed.
    #[inline(never)]
    fn en_passant<S: Sink<B>>(&self, position: &mut Position<B>, sink: &mut S) {
        let open = position.passed & self.empty;
        for number in &self.game.passers[self.side] {
            let table = &self.game.attack_tables[self.game.classes[*number].moves[self.side][0]];
            for from in (position.classes[*number] & self.own).iter() {
                for to in (table.row(from).en_passant & open).iter() {
                    let victim = position.passer(self.game, position.passed, to);
                    if victim.is_none_or(|victim| self.enemies.has(victim)) {
                        let mv = PackedMove { from, to, flag: Flag::EnPassant, arg: 0 };
                        try_move(self.game, position, mv, sink);
                    }
                }
            }
        }
    }
}
