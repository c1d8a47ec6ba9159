//! Castling, and turns beyond the pieces' own moves.

use super::Rare;
use super::attacks::is_attacked;
use super::endings::{Known, candidates, holds, select};
use super::generate::try_step;
use super::sink::Sink;
use crate::board::Bitboard;
use crate::compile::{Binding, Code, Compiled, Deed, Doing, Filter};
use crate::position::{Position, Step, Verb};

/// The turns that may be had, one bit for each.
#[inline(always)]
pub(super) fn offered<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    known: Known,
) -> Result<u32, Rare> {
    let mut offered = 0;
    for (number, deed) in game.deeds.iter().enumerate() {
        if is_open(game, position, deed, known)? {
            match deed.act {
                Doing::Rare => return Err(Rare),
                Doing::Exchange { .. } | Doing::Pass => offered |= 1 << number,
            }
        }
    }
    Ok(offered)
}

/// Whether a turn may be had, as far as can be said without trying it.
#[inline(always)]
fn is_open<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    deed: &Deed<B>,
    known: Known,
) -> Result<bool, Rare> {
    let side = position.turn as usize;
    if deed.right.is_some_and(|right| position.rights[right][side] == 0) {
        return Ok(false);
    }
    if let Some(men) = &deed.men
        && !candidates(position, &men[side]).meets(position.colors[side])
    {
        return Ok(false);
    }
    deed.when.as_ref().map_or(Ok(true), |when| holds(game, position, when, known))
}

/// Adds the moves of the turns that are offered.
#[inline(never)]
pub(super) fn add<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    offered: u32,
    sink: &mut S,
) {
    for (number, deed) in game.deeds.iter().enumerate() {
        if offered >> number & 1 == 0 {
            continue;
        }
        let arg = number as u8;
        match (&deed.act, &deed.men) {
            (Doing::Pass, _) => {
                try_step(game, position, Step { from: 0, to: 0, verb: Verb::Pass, arg }, sink)
            }
            (Doing::Exchange { with, except }, Some(men)) => {
                let side = position.turn as usize;
                let partners = movable(game, position, &with[side]);
                let lone = lone_royal(game, position);
                for from in movable(game, position, &men[side]).iter() {
                    for to in partners.iter().filter(|to| *to != from) {
                        let step = Step { from, to, verb: Verb::Exchange, arg };
                        if !may_stand(game, position, except, from, to)
                            || !may_stand(game, position, except, to, from)
                        {
                            continue;
                        }
                        match lone {
                            Some(haven) if position.royals.has(from) => {
                                // Nothing opens or closes a line: the only royal is as safe as its new square.
                                let enemy = position.turn.other();
                                if haven.has(to)
                                    || !is_attacked(game, position, enemy, to, position.occupied())
                                {
                                    sink.step(step);
                                }
                            }
                            _ => try_step(game, position, step, sink),
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Where the only royal of the side to move is not attacked whatever is aimed at it, if check binds it and it is alone.
fn lone_royal<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Option<B> {
    let royals = position.royals & position.colors[position.turn as usize];
    let lone = !royals.is_empty() && !royals.is_many() && game.binds != Binding::Never;
    lone.then(|| game.info[usize::from(position.code(royals.first()).0)].haven[1])
}

/// Own men that a filter matches and that may change places.
fn movable<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, filter: &Filter<B>) -> B {
    let side = position.turn as usize;
    let own = candidates(position, filter) & position.colors[side];
    let leaders = position.leaders(game, position.turn);
    select(game, position, filter, own)
        .filter(|s| !game.info[usize::from(position.code(*s).0)].fixed[usize::from(leaders.has(*s))].has(*s))
        .fold(B::EMPTY, |set, s| set | B::bit(s))
}

/// Whether the own man on `from` may be put on `to`.
fn may_stand<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    except: &[[(Filter<B>, B); 2]],
    from: u8,
    to: u8,
) -> bool {
    let side = position.turn as usize;
    let code = position.code(from);
    let leads = position.leaders(game, position.turn).has(from);
    is_admitted(game, code, leads, from, to)
        && !except.iter().any(|sides| {
            let (men, zone) = &sides[side];
            zone.has(to) && men.matches(code, from, leads)
        })
}

/// Whether a man may come to stand on a square by a rule.
fn is_admitted<B: Bitboard>(game: &Compiled<B>, code: Code, leads: bool, from: u8, to: u8) -> bool {
    let side = code.color() as usize;
    if !game.stays[usize::from(code.0)].has(to) {
        return false;
    }
    let mut zones = game.entrances.iter().filter(|entrance| entrance.zone[side].has(to)).peekable();
    zones.peek().is_none() || zones.any(|entrance| entrance.men[side].matches(code, from, leads))
}

/// Castlings.
#[inline(never)]
pub(super) fn castle<B: Bitboard, S: Sink<B>>(game: &Compiled<B>, position: &mut Position<B>, sink: &mut S) {
    let occupied = position.occupied();
    let color = position.turn;
    for (number, castle) in game.castles.iter().enumerate() {
        if castle.color != color || position.castling >> number & 1 == 0 || castle.empty.meets(occupied) {
            continue;
        }
        let (king, to) = castle.king;
        let leads = position.leaders(game, color).has(king);
        let haven = game.info[usize::from(castle.homes.0.0)].haven[usize::from(leads)];
        let safe = castle.safe.iter().all(|square| {
            let occupied = (occupied & !B::bit(king)) | B::bit(*square);
            haven.has(*square) || !is_attacked(game, position, color.other(), *square, occupied)
        });
        if safe {
            try_step(game, position, Step { from: king, to, verb: Verb::Castle, arg: number as u8 }, sink);
        }
    }
}
