//! The generator.

use super::attacks::{Threats, danger, is_attacked, is_safe, leash, threats};
use super::endings::{Known, is_finished};
use super::proof::Budget;
use super::reply::Reply;
use super::sink::{Counter, List, Sink};
use super::special::Offer;
use super::walked::{is_immune, moves_from};
use super::{arrive, special};
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::{Binding, Class, Compiled, Happening};
use crate::fast::position::{Feat, Position, Step, Verb};
use crate::rules::Threat;

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
struct View<'a, B> {
    game: &'a Compiled<B>,
    side: usize,
    own: B,
    occupied: B,
    /// Squares without a piece.
    empty: B,
    /// Enemies that can be captured.
    enemies: B,
    /// Of both, those that leave the royal safe, pins aside.
    goes: B,
    takes: B,
    threats: Threats<B>,
    leaders: B,
    /// Where the only royal stands, if that is what counts.
    king: Square,
}

/// All legal moves, in no order.
pub fn legal<B: Bitboard>(game: &Compiled<B>, position: &mut Position<B>) -> List<B> {
    let mut list = List::default();
    generate(game, position, &mut list);
    list
}

/// Gives every legal move to `sink`, which must be new; none in a finished game.
#[inline]
pub fn generate<B: Bitboard, S: Sink<B>>(game: &Compiled<B>, position: &mut Position<B>, sink: &mut S) {
    let budget = Budget::new();
    if !is_finished(game, position, &budget) {
        unended(game, position, sink, &budget);
    }
}

/// The legal moves, whether or not the game has ended.
#[inline(never)]
pub(super) fn unended<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
    budget: &Budget,
) {
    if game.duties != [0; 2] && duties(game, position, sink, budget) {
        return;
    }
    let mut feats = Vec::new();
    let known = pieces(game, position, sink, &mut feats);
    let deeds = position.deeds & !game.duties[0] & !game.duties[1];
    if deeds != 0 {
        offer(game, position, Offer { deeds, known, budget }, sink, &mut feats);
    }
    if !feats.is_empty() {
        hand_over(feats, sink);
    }
}

/// The turns that are had at choice: first those that are open in any case, then those for want of another move.
#[inline(always)]
fn offer<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    mut offer: Offer,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) {
    special::add(game, position, &offer, sink, feats);
    if sink.count() == 0 && feats.is_empty() {
        offer.known.stuck = true;
        special::add(game, position, &offer, sink, feats);
    }
}

/// Gives feats to a sink, one of those that look alike.
fn hand_over<B: Bitboard, S: Sink<B>>(mut feats: Vec<Feat<B>>, sink: &mut S) {
    feats.sort_by(|a, b| a.mv.cmp(&b.mv));
    feats.dedup_by(|a, b| a.mv == b.mv);
    feats.into_iter().for_each(|feat| sink.feat(feat));
}

/// What must be done before anything else; whether there is anything that must.
#[inline(never)]
fn duties<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
    budget: &Budget,
) -> bool {
    let [must, if_can] = game.duties;
    let binding = |deeds| Offer { deeds, known: Known::default(), budget };
    let mut actions = game.deeds.iter().enumerate().filter(|(number, _)| must >> number & 1 == 1);
    let bound = actions.any(|(_, deed)| special::applies(game, position, deed, &binding(must)));
    let deeds = position.deeds & if bound { must } else { if_can };
    let mut feats = Vec::new();
    if deeds != 0 {
        special::add(game, position, &binding(deeds), sink, &mut feats);
    }
    hand_over(feats, sink);
    bound || sink.count() > 0
}

/// Whether there is a legal move.
pub(super) fn has_move<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, budget: &Budget) -> bool {
    let mut counter = Counter::default();
    if !is_finished(game, position, budget) {
        unended(game, &mut position.clone(), &mut counter, budget);
    }
    counter.0 > 0
}

/// Whether something must be done before anything else.
pub(super) fn has_duties<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, budget: &Budget) -> bool {
    game.duties != [0; 2] && duties(game, &mut position.clone(), &mut Counter::default(), budget)
}

/// The legal moves, whether or not the game has ended, to be looked at one by one.
pub(super) fn replies<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    budget: &Budget,
) -> Vec<Reply<B>> {
    let mut list = List::default();
    unended(game, &mut position.clone(), &mut list, budget);
    Reply::all(list)
}

/// Whether `test` holds after every legal move. Those that cost little to find are tried first.
pub(super) fn every_reply<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    budget: &Budget,
    test: impl Fn(&Reply<B>) -> bool,
) -> bool {
    let mut before = position.clone();
    let mut list = List::default();
    if game.duties != [0; 2] && duties(game, &mut before, &mut list, budget) {
        return Reply::all(list).iter().all(test);
    }
    let mut feats = Vec::new();
    let known = pieces(game, &mut before, &mut list, &mut feats);
    hand_over(feats, &mut list);
    let plain = Reply::all(list);
    if !plain.iter().all(&test) {
        return false;
    }
    let deeds = position.deeds & !game.duties[0] & !game.duties[1];
    let (mut list, mut feats) = (List::default(), Vec::new());
    let mut actions = Offer { deeds, known, budget };
    special::add(game, &mut before, &actions, &mut list, &mut feats);
    if plain.is_empty() && list.steps.is_empty() && feats.is_empty() {
        actions.known.stuck = true;
        special::add(game, &mut before, &actions, &mut list, &mut feats);
    }
    hand_over(feats, &mut list);
    Reply::all(list).iter().all(test)
}

/// The moves of the pieces themselves; what has been found out about check on the way.
#[inline(always)]
fn pieces<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) -> Known {
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
    let odd = position.odd(color);
    let lent = !odd.is_empty() && odd_pieces(game, position, odd, feats);
    match safety {
        _ if lent => {}
        Safety::Tried => {
            let mut list = List::default();
            plain(game, position, Safety::Free, Threats::none(), &mut list, feats);
            for step in list.steps {
                try_step(game, position, step, sink);
            }
        }
        _ => plain(game, position, safety, pressure, sink, feats),
    }
    if position.castling != 0 {
        special::castle(game, position, sink);
    }
    Known { checked, ..Known::default() }
}

/// Moves of pieces that no table holds. If one of them lends its moves, those of all pieces, which may come to the same;
/// says whether that is so.
#[inline(never)]
fn odd_pieces<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    odd: B,
    feats: &mut Vec<Feat<B>>,
) -> bool {
    let color = position.turn;
    let lent = odd.iter().any(|square| game.info[usize::from(position.code(square).0)].lends);
    let walking = if lent { position.colors[color as usize] } else { odd };
    for (square, _) in position.pieces().filter(|(square, _)| walking.has(*square)) {
        let moves = moves_from(game, position, square).into_iter();
        feats.extend(moves.filter(|feat| is_safe(game, &feat.after, color)));
    }
    lent
}

/// Gives a move to the sink if it leaves the mover's royals safe.
pub(super) fn try_step<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    step: Step,
    sink: &mut S,
) {
    let color = position.turn;
    let undo = position.make_unhashed(game, step);
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
    feats: &mut Vec<Feat<B>>,
) {
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
        Safety::Free | Safety::Tried => Square(0),
    };
    let view = View { game, side, own, occupied, empty, enemies, goes, takes, threats, leaders, king };
    for (number, class) in game.classes.iter().take(usize::from(position.reach)).enumerate() {
        let pieces = position.classes[number] & own;
        if pieces.is_empty() {
            continue;
        }
        let cold = pieces & class.arrives_from[side];
        if class.royal {
            for from in pieces.iter() {
                royal(&view, position, class, safety, from, sink, feats);
            }
        } else {
            common(&view, position, class, pieces & !cold, sink);
            if !cold.is_empty() {
                for from in cold.iter() {
                    arriving(&view, position, class, from, sink, feats);
                }
            }
        }
    }
    if !position.passed.is_empty() {
        en_passant(&view, position, sink);
    }
}

/// Pieces of a side that no capture touches.
#[inline(always)]
fn immune<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, side: usize) -> B {
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
            if is_immune(game, position, square, Threat::Capture) {
                immune |= B::bit(square);
            }
        }
    }
    immune
}

/// Moves of common pieces to whom nothing happens where they go.
#[inline(always)]
fn common<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &Position<B>,
    class: &Class<B>,
    pieces: B,
    sink: &mut S,
) {
    let free = pieces & !view.threats.pinned;
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
            sink.piece(from, way.reach_alike(from, view.occupied) & open);
        }
    } else {
        for from in free.iter() {
            let (quiet, capture) = way.reach(from, view.occupied);
            sink.piece(from, (quiet & view.goes) | (capture & view.takes));
        }
    }
    let pinned = pieces & view.threats.pinned;
    if !pinned.is_empty() {
        for from in pinned.iter() {
            let (quiet, capture) = way.reach(from, view.occupied);
            let leash = leash(view.game, position, view.king, from);
            sink.piece(from, ((quiet & view.goes) | (capture & view.takes)) & leash);
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
    from: Square,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) {
    let leads = view.leaders.has(from);
    let way = &view.game.ways[class.moves[view.side][usize::from(leads)]];
    let (quiet, capture) = way.reach(from, view.occupied);
    let mut targets = (quiet & view.empty) | (capture & view.enemies);
    if targets.is_empty() {
        return;
    }
    let all = targets;
    if let Safety::Lone(king) = safety {
        let haven = view.game.info[usize::from(position.code(king).0)].haven[1];
        let feared = targets & !haven;
        let enemy = position.turn.other();
        if feared.rest().is_many() {
            targets &= !danger(view.game, position, enemy, king) | haven;
        } else {
            let occupied = view.occupied & !B::bit(king);
            for to in feared.iter().filter(|to| is_attacked(view.game, position, enemy, *to, occupied)) {
                targets &= !B::bit(to);
            }
        }
    }
    if class.arrives_from[view.side].has(from) {
        return arrived(view, position, from, all, targets, sink, feats);
    }
    sink.piece(from, targets);
}

/// Moves of a piece to whom something may happen where it goes.
#[inline(never)]
fn arriving<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &mut Position<B>,
    class: &Class<B>,
    from: Square,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) {
    let way = &view.game.ways[class.moves[view.side][0]];
    let (quiet, capture) = way.reach(from, view.occupied);
    let all = (quiet & view.empty) | (capture & view.enemies);
    let mut safe = (quiet & view.goes) | (capture & view.takes);
    if view.threats.pinned.has(from) {
        safe &= leash(view.game, position, view.king, from);
    }
    arrived(view, position, from, all, safe, sink, feats);
}

/// Moves to `safe` squares with all that happens there. Of `all` squares those matter on which royals come or go.
#[inline(never)]
fn arrived<B: Bitboard, S: Sink<B>>(
    view: &View<B>,
    position: &mut Position<B>,
    from: Square,
    all: B,
    safe: B,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) {
    let game = view.game;
    let info = &game.info[usize::from(position.code(from).0)];
    let mut eventless = safe;
    let mut rare = B::EMPTY;
    for plan in &info.plans {
        let zone = if plan.leaving && plan.zone.has(from) { B::ALL } else { plan.zone };
        if !all.meets(zone) {
            continue;
        }
        eventless &= !zone;
        match &plan.then {
            Happening::Rare => rare |= all & zone,
            Happening::Become { piece_types, told, stays, royal: false } => {
                sink.becoming(from, safe & zone, piece_types, *told);
                if *stays {
                    sink.piece(from, safe & zone);
                }
            }
            Happening::Become { piece_types, told, stays, royal: true } => {
                let verb = if *told { Verb::Promote } else { Verb::Action };
                for to in (all & zone).iter() {
                    for piece_type in piece_types {
                        try_step(game, position, Step { from, to, verb, arg: *piece_type }, sink);
                    }
                }
                if *stays {
                    sink.piece(from, safe & zone);
                }
            }
        }
    }
    sink.piece(from, eventless);
    if !rare.is_empty() {
        let way = &game.ways[game.classes[usize::from(info.class)].moves[view.side][0]];
        for to in rare.iter() {
            let quiet = view.empty.has(to) && way.row(from).passing.has(to);
            let passed = if quiet { way.passed(way.row(from), to) } else { B::EMPTY };
            let arrivals = arrive::feats(game, position, from, to, passed).into_iter();
            feats.extend(arrivals.filter(|feat| is_safe(game, &feat.after, position.turn)));
        }
    }
}

/// Captures of pieces that passed.
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
