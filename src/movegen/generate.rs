//! The generator.

use super::attacks::{Threats, danger, is_safe, leash, threats};
use super::endings::{Known, is_finished};
use super::sink::{List, Sink};
use super::{Rare, special};
use crate::board::Bitboard;
use crate::compile::{Binding, Class, Compiled, Happening};
use crate::position::{Position, Step, Verb};

/// How the safety of royals is seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Safety {
    /// There is nothing to see to.
    Free,
    /// By pins and checks of the only royal.
    Lone(u8),
    /// By trying every move.
    Tried,
}

/// All that is the same for every man while moves are generated.
struct View<'a, B> {
    game: &'a Compiled<B>,
    side: usize,
    own: B,
    occupied: B,
    /// Squares without a man.
    empty: B,
    /// Enemies that can be captured.
    enemies: B,
    /// Of both, those that leave the royal safe, pins aside.
    goes: B,
    takes: B,
    threats: Threats<B>,
    leaders: B,
    /// Where the only royal stands, if that is what counts.
    king: u8,
}

/// All legal moves, in no order.
pub fn legal<B: Bitboard>(game: &Compiled<B>, position: &mut Position<B>) -> Result<Vec<Step>, Rare> {
    let mut list = List(Vec::with_capacity(64));
    generate(game, position, &mut list)?;
    Ok(list.0)
}

/// Gives every legal move to `sink`, which must be new; none in a finished game.
///
/// # Errors
/// When the position is left to the reference rules. What is in the sink is then of no use.
#[inline]
pub fn generate<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
) -> Result<(), Rare> {
    if is_finished(game, position)? {
        return Ok(());
    }
    unended(game, position, sink)
}

/// The legal moves, whether or not the game has ended.
#[inline(never)]
pub(super) fn unended<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
) -> Result<(), Rare> {
    let color = position.turn;
    let royals = position.royals & position.colors[color as usize];
    let lone = !royals.is_empty() && !royals.is_many();
    let mut safety = match game.binds {
        Binding::Never => Safety::Free,
        _ if lone => Safety::Lone(royals.first()),
        Binding::OneRoyal if royals.is_many() => Safety::Free,
        Binding::Always | Binding::Leader | Binding::AllRoyals if royals.is_empty() => Safety::Free,
        _ => Safety::Tried,
    };
    let mut pressure = Threats::none();
    if let Safety::Lone(king) = safety {
        let haven = game.info[usize::from(position.code(king).0)].haven[1];
        if !haven.has(king) {
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
    let known = Known { checked, stuck: false };
    let offered = special::offered(game, position, known)?;
    match safety {
        Safety::Tried => {
            let mut list = List::default();
            plain(game, position, Safety::Free, Threats::none(), &mut list)?;
            for step in list.0 {
                try_step(game, position, step, sink);
            }
        }
        _ => plain(game, position, safety, pressure, sink)?,
    }
    if offered != 0 {
        special::add(game, position, offered, sink);
    }
    if sink.count() == 0 && !game.deeds.is_empty() {
        let offered = special::offered(game, position, Known { stuck: true, ..known })?;
        special::add(game, position, offered, sink);
    }
    Ok(())
}

/// Gives a move to the sink if it leaves the mover's royals safe.
pub(super) fn try_step<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    step: Step,
    sink: &mut S,
) {
    let color = position.turn;
    let undo = position.make(game, step);
    let safe = is_safe(game, position, color);
    position.unmake(game, &undo);
    if safe {
        sink.step(step);
    }
}

/// The pieces' own moves.
#[inline(never)]
fn plain<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    safety: Safety,
    threats: Threats<B>,
    sink: &mut S,
) -> Result<(), Rare> {
    let side = position.turn as usize;
    let occupied = position.occupied();
    let empty = game.cells & !occupied;
    let enemies = position.colors[1 - side] & !immune(game, position, 1 - side);
    // Two bent lines may run together: what stops several checks at once is all that they have in common.
    let (goes, takes) = (empty & threats.block, enemies & threats.block);
    let leaders = position.leaders(game, position.turn);
    let own = position.colors[side];
    let king = match safety {
        Safety::Lone(king) => king,
        Safety::Free | Safety::Tried => 0,
    };
    let view = View { game, side, own, occupied, empty, enemies, goes, takes, threats, leaders, king };
    for (number, class) in game.classes.iter().enumerate() {
        let men = position.classes[number] & own;
        if men.is_empty() {
            continue;
        }
        let cold = men & class.arrives_from[side];
        if class.royal {
            for from in men.iter() {
                royal(&view, position, class, safety, from, sink)?;
            }
        } else {
            common(&view, position, class, men & !cold, sink);
            if !cold.is_empty() {
                for from in cold.iter() {
                    arriving(&view, position, class, from, sink)?;
                }
            }
        }
    }
    if !position.passed.is_empty() {
        en_passant(&view, position, sink);
    }
    if position.castling != 0 {
        special::castle(game, position, sink);
    }
    Ok(())
}

/// Men of a side that no capture touches.
#[inline(always)]
fn immune<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, side: usize) -> B {
    let own = position.colors[side];
    let mut immune = own & game.immune[side];
    for class in &game.immune_classes[side] {
        immune |= own & position.classes[*class] & game.classes[*class].immune[side][0];
    }
    immune
}

/// Moves of common men to whom nothing happens where they go.
#[inline(always)]
fn common<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &Position<B>,
    class: &Class<B>,
    men: B,
    sink: &mut S,
) {
    let free = men & !view.threats.pinned;
    let way = &view.game.ways[class.moves[view.side][0]];
    if let Some(jumps) = &class.jumps[view.side] {
        for jump in &jumps.quiet {
            sink.turned(jump.by, (free & jump.from).turned(jump.by) & view.goes);
        }
        for jump in &jumps.capture {
            sink.turned(jump.by, (free & jump.from).turned(jump.by) & view.takes);
        }
        for double in &jumps.doubles {
            let halfway = (free & double.from).turned(double.first) & view.empty;
            let by = double.first.wrapping_add(double.second);
            sink.turned(by, halfway.turned(double.second) & view.goes);
        }
    } else if way.alike {
        let open = view.goes | view.takes;
        for from in free.iter() {
            sink.man(from, way.reach_alike(from, view.occupied) & open);
        }
    } else {
        for from in free.iter() {
            let (quiet, capture) = way.reach(from, view.occupied);
            sink.man(from, (quiet & view.goes) | (capture & view.takes));
        }
    }
    let pinned = men & view.threats.pinned;
    if !pinned.is_empty() {
        for from in pinned.iter() {
            let (quiet, capture) = way.reach(from, view.occupied);
            let leash = leash(view.game, position, view.king, from);
            sink.man(from, ((quiet & view.goes) | (capture & view.takes)) & leash);
        }
    }
}

/// Moves of a royal.
#[inline(always)]
fn royal<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &mut Position<B>,
    class: &Class<B>,
    safety: Safety,
    from: u8,
    sink: &mut S,
) -> Result<(), Rare> {
    let leads = view.leaders.has(from);
    let way = &view.game.ways[class.moves[view.side][usize::from(leads)]];
    let (quiet, capture) = way.reach(from, view.occupied);
    let mut targets = (quiet & view.empty) | (capture & view.enemies);
    if targets.is_empty() {
        return Ok(());
    }
    let all = targets;
    if let Safety::Lone(king) = safety {
        let haven = view.game.info[usize::from(position.code(king).0)].haven[1];
        targets &= !danger(view.game, position, position.turn.other(), king) | haven;
    }
    if class.arrives_from[view.side].has(from) {
        return arrive(view, position, from, all, targets, sink);
    }
    sink.man(from, targets);
    Ok(())
}

/// Moves of a man to whom something may happen where it goes.
#[inline(never)]
fn arriving<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &mut Position<B>,
    class: &Class<B>,
    from: u8,
    sink: &mut S,
) -> Result<(), Rare> {
    let way = &view.game.ways[class.moves[view.side][0]];
    let (quiet, capture) = way.reach(from, view.occupied);
    let all = (quiet & view.empty) | (capture & view.enemies);
    let mut safe = (quiet & view.goes) | (capture & view.takes);
    if view.threats.pinned.has(from) {
        safe &= leash(view.game, position, view.king, from);
    }
    arrive(view, position, from, all, safe, sink)
}

/// Moves to `safe` squares with all that happens there. Of `all` squares those matter on which royals come or go.
#[inline(never)]
fn arrive<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &mut Position<B>,
    from: u8,
    all: B,
    safe: B,
    sink: &mut S,
) -> Result<(), Rare> {
    let game = view.game;
    let plans = &game.info[usize::from(position.code(from).0)].plans;
    let mut eventless = safe;
    for plan in plans {
        let zone = if plan.leaving && plan.zone.has(from) { B::ALL } else { plan.zone };
        if !all.meets(zone) {
            continue;
        }
        eventless &= !zone;
        match &plan.then {
            Happening::Rare => return Err(Rare),
            Happening::Become { kinds, told, stays, royal: false } => {
                sink.becoming(from, safe & zone, kinds, *told);
                if *stays {
                    sink.man(from, safe & zone);
                }
            }
            Happening::Become { kinds, told, stays, royal: true } => {
                let verb = if *told { Verb::Promote } else { Verb::Turn };
                for to in (all & zone).iter() {
                    for kind in kinds {
                        try_step(game, position, Step { from, to, verb, arg: *kind }, sink);
                    }
                }
                if *stays {
                    sink.man(from, safe & zone);
                }
            }
        }
    }
    sink.man(from, eventless);
    Ok(())
}

/// Captures of men that passed.
#[inline(never)]
fn en_passant<B: Bitboard, S: Sink<B>>(view: &View<B>, position: &mut Position<B>, sink: &mut S) {
    let open = position.passed & view.empty;
    for number in &view.game.passers[view.side] {
        let way = &view.game.ways[view.game.classes[*number].moves[view.side][0]];
        for from in (position.classes[*number] & view.own).iter() {
            for to in (way.row(from).en_passant & open).iter() {
                let victim = position.passer(view.game, position.passed, to);
                if victim.is_some_and(|victim| !view.enemies.has(victim)) {
                    continue;
                }
                try_step(view.game, position, Step { from, to, verb: Verb::EnPassant, arg: 0 }, sink);
            }
        }
    }
}
