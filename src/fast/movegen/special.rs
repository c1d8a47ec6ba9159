//! Castling, and turns beyond the pieces' own moves.

use super::attacks::is_attacked;
use super::endings::{Known, candidates, holds, select};
use super::generate::try_step;
use super::proof::Budget;
use super::sink::Sink;
use super::{actions, walked};
use crate::base::{Bitboard, Move, Square};
use crate::fast::compile::{Binding, Castle, Compiled, Deed, Doing, Filter};
use crate::fast::position::{Feat, Position, Step, Verb};

/// What is the same for all turns of a position.
pub(super) struct Offer<'a> {
    /// The turns that are looked at, one bit for each.
    pub deeds: u64,
    /// What is known already.
    pub known: Known,
    /// How much may be proven.
    pub budget: &'a Budget,
}

/// Whether a turn may be had, as far as can be said without trying it.
#[inline(always)]
fn is_open<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, deed: &Deed<B>, offer: &Offer) -> bool {
    let side = position.turn as usize;
    if deed.right.is_some_and(|right| position.rights[right][side] == 0) {
        return false;
    }
    if let Some(pieces) = &deed.pieces
        && !candidates(position, &pieces[side]).meets(position.colors[side])
    {
        return false;
    }
    applies(game, position, deed, offer)
}

/// Whether the condition of a turn holds.
#[inline(always)]
pub(super) fn applies<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    deed: &Deed<B>,
    offer: &Offer,
) -> bool {
    let Offer { known, budget, .. } = *offer;
    deed.when.as_ref().is_none_or(|when| holds(game, position, when, position.turn, known, budget))
}

/// Adds the moves of the turns that are offered.
#[inline(never)]
pub(super) fn add<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    offer: &Offer,
    sink: &mut S,
    feats: &mut Vec<Feat<B>>,
) {
    let mut deeds = offer.deeds;
    while deeds != 0 {
        let number = deeds.trailing_zeros() as usize;
        deeds &= deeds - 1;
        let deed = &game.deeds[number];
        if !is_open(game, position, deed, offer) {
            continue;
        }
        match (&deed.act, &deed.pieces) {
            (Doing::Pass, _) => {
                let step = Step { from: Square(0), to: Square(0), verb: Verb::Pass, arg: number as u8 };
                try_step(game, position, step, sink);
            }
            (Doing::Exchange { with, except }, Some(pieces)) => {
                exchange(game, position, number as u8, pieces, with, except, sink);
            }
            _ => feats.append(&mut actions::legal(game, position, number, offer.budget)),
        }
    }
}

/// Two own pieces change places.
fn exchange<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    arg: u8,
    pieces: &[Filter<B>; 2],
    with: &[Filter<B>; 2],
    except: &[[(Filter<B>, B); 2]],
    sink: &mut S,
) {
    let side = position.turn as usize;
    let enemy = position.turn.other();
    let partners = movable(game, position, &with[side]);
    let lone = lone_royal(game, position).filter(|_| position.odd(enemy).is_empty());
    for from in movable(game, position, &pieces[side]).iter() {
        for to in partners.iter().filter(|to| *to != from) {
            if !may_stand(game, position, except, from, to) || !may_stand(game, position, except, to, from) {
                continue;
            }
            let step = Step { from, to, verb: Verb::Exchange, arg };
            match lone {
                Some(haven) if position.royals.has(from) => {
                    // Nothing opens or closes a line: the only royal is as safe as its new square.
                    if haven.has(to) || !is_attacked(game, position, enemy, to, position.occupied()) {
                        sink.step(step);
                    }
                }
                _ => try_step(game, position, step, sink),
            }
        }
    }
}

/// Where the only royal of the side to move is not attacked whatever is aimed at it, if check binds it and it is alone.
fn lone_royal<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Option<B> {
    let royals = position.royals & position.colors[position.turn as usize];
    let lone = !royals.is_empty() && !royals.is_many() && game.binds != Binding::Never;
    lone.then(|| game.info[usize::from(position.code(royals.first()).0)].haven[1])
}

/// Own pieces that a filter matches and that may change places.
fn movable<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, filter: &Filter<B>) -> B {
    let side = position.turn as usize;
    let own = candidates(position, filter) & position.colors[side];
    let leaders = position.leaders(game, position.turn);
    select(game, position, filter, own)
        .filter(|s| !game.info[usize::from(position.code(*s).0)].fixed[usize::from(leaders.has(*s))].has(*s))
        .fold(B::EMPTY, |set, s| set | B::bit(s))
}

/// Whether the own piece on `from` may be put on `to`.
fn may_stand<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    except: &[[(Filter<B>, B); 2]],
    from: Square,
    to: Square,
) -> bool {
    let side = position.turn as usize;
    let code = position.code(from);
    let leads = position.leaders(game, position.turn).has(from);
    position.is_admitted(game, code, from, to)
        && !except.iter().any(|sides| {
            let (pieces, zone) = &sides[side];
            zone.has(to) && pieces.matches(code, from, leads)
        })
}

/// Castlings.
#[inline(never)]
pub(super) fn castle<B: Bitboard, S: Sink<B>>(game: &Compiled<B>, position: &mut Position<B>, sink: &mut S) {
    let occupied = position.occupied();
    let color = position.turn;
    let mut known: Vec<(Square, Square)> = Vec::new();
    for (number, castle) in game.castles.iter().enumerate() {
        if castle.color != color || position.castling >> number & 1 == 0 || castle.empty.meets(occupied) {
            continue;
        }
        let (from, to) = castle.king;
        if known.contains(&castle.king)
            || !castle.safe.iter().all(|s| is_safe_step(game, position, castle, *s))
        {
            continue;
        }
        let before = sink.count();
        try_step(game, position, Step { from, to, verb: Verb::Castle, arg: number as u8 }, sink);
        if sink.count() > before {
            known.push(castle.king);
        }
    }
}

/// Whether the piece of a castling would not be attacked on `square`.
fn is_safe_step<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    castle: &Castle<B>,
    square: Square,
) -> bool {
    let code = castle.homes.0;
    let leads = position.is_leading(game, code);
    let info = &game.info[usize::from(code.0)];
    if info.haven[usize::from(leads)].has(square) {
        return true;
    }
    let (from, enemy) = (castle.king.0, castle.color.other());
    if info.royal && position.odd(enemy).is_empty() {
        let occupied = (position.occupied() & !B::bit(from)) | B::bit(square);
        return !is_attacked(game, position, enemy, square, occupied);
    }
    let mut feat = Feat::new(game, position, Move::pass());
    if from != square {
        feat.carry(game, from, square);
    }
    !walked::attack(game, &feat.after, feat.after.colors[enemy as usize], square)
}
