//! Castling, and actions beyond the pieces' own moves.

use super::attacks::is_attacked;
use super::endings::{candidates, holds, select};
use super::pieces::try_move;
use super::sink::Sink;
use crate::base::{Bitboard, Square};
use crate::fast::compile::{
    Binding, Compiled, CompiledAct, CompiledAction, CompiledCastling, CompiledFilter,
};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::rules::interpreter::{Interpreter, Known, Successor, World};

/// The actions that are looked at, one bit for each, and what is known already.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub actions: u64,
    pub known: Known,
}

/// Whether an action may be open, as far as can be said without trying it.
#[inline(always)]
fn is_open<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    action: &CompiledAction<B>,
    known: Known,
) -> bool {
    let side = position.turn as usize;
    if action.right.is_some_and(|right| position.rights[right][side] == 0) {
        return false;
    }
    if let Some(pieces) = &action.pieces
        && !candidates(position, &pieces[side]).meets(position.colors[side])
    {
        return false;
    }
    applies(rules, position, action, known)
}

/// Whether the condition of an action holds.
#[inline(always)]
pub(super) fn applies<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    action: &CompiledAction<B>,
    known: Known,
) -> bool {
    action.when.as_ref().is_none_or(|when| holds(rules, position, when, known))
}

/// Adds the moves of the actions that are offered.
#[inline(never)]
pub(super) fn add<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    offer: Offer,
    sink: &mut S,
    rare: &mut Vec<Successor<Position<B>>>,
) {
    let game = rules.tables();
    let mut actions = offer.actions;
    while actions != 0 {
        let number = actions.trailing_zeros() as usize;
        actions &= actions - 1;
        let action = &game.actions[number];
        if !is_open(rules, position, action, offer.known) {
            continue;
        }
        match (&action.act, &action.pieces) {
            (CompiledAct::Pass, _) => {
                let nowhere = Square(0);
                let mv = PackedMove { from: nowhere, to: nowhere, flag: Flag::Pass, arg: number as u8 };
                try_move(game, position, mv, sink);
            }
            (CompiledAct::Exchange { with, except }, Some(pieces)) => {
                let exchange = Exchange { number: number as u8, pieces, with, except };
                exchange.add(rules, position, sink);
            }
            _ => rare.extend(rules.action_successors(position, number)),
        }
    }
}

/// Two own pieces change places: which, by side, and which of them may not come to which squares.
struct Exchange<'a, B> {
    number: u8,
    pieces: &'a [CompiledFilter<B>; 2],
    with: &'a [CompiledFilter<B>; 2],
    except: &'a [[(CompiledFilter<B>, B); 2]],
}

impl<B: Bitboard> Exchange<'_, B> {
    fn add<S: Sink<B>>(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &mut Position<B>,
        sink: &mut S,
    ) {
        let game = rules.tables();
        let side = position.turn as usize;
        let enemy = position.turn.other();
        let partners = movable(game, position, &self.with[side]);
        let lone = lone_royal(game, position).filter(|_| position.odd(enemy).is_empty());
        for from in movable(game, position, &self.pieces[side]).iter() {
            for to in partners.iter().filter(|to| *to != from) {
                if !self.may_stand(rules, position, from, to) || !self.may_stand(rules, position, to, from) {
                    continue;
                }
                let mv = PackedMove { from, to, flag: Flag::Exchange, arg: self.number };
                match lone {
                    Some(unattackable) if position.royals.has(from) => {
                        // Nothing opens or closes a line: the only royal is as safe as its new square.
                        if unattackable.has(to)
                            || !is_attacked(game, position, enemy, to, position.occupied())
                        {
                            sink.packed(mv);
                        }
                    }
                    _ => try_move(game, position, mv, sink),
                }
            }
        }
    }

    /// Whether the own piece on `from` may be put on `to`.
    fn may_stand(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        from: Square,
        to: Square,
    ) -> bool {
        let (side, code) = (position.turn as usize, position.code(from));
        let leads = position.leaders(rules.tables(), position.turn).has(from);
        let excepted = self.except.iter().any(|sides| {
            let (pieces, zone) = &sides[side];
            zone.has(to) && pieces.matches(code, from, leads)
        });
        let piece = code.piece();
        !excepted && piece.is_some_and(|piece| rules.may_enter(position, piece, Some(from), to).is_ok())
    }
}

/// Where the only royal of the side to move is not attacked whatever is aimed at it, if check binds it and it is alone.
fn lone_royal<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Option<B> {
    let royals = position.royals & position.colors[position.turn as usize];
    let lone = !royals.is_empty() && !royals.is_many() && game.binds != Binding::Never;
    lone.then(|| game.info(position.code(royals.first())).unattackable[1])
}

/// Own pieces that a filter matches and that may change places.
fn movable<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, filter: &CompiledFilter<B>) -> B {
    let side = position.turn as usize;
    let own = candidates(position, filter) & position.colors[side];
    let leaders = position.leaders(game, position.turn);
    select(game, position, filter, own)
        .filter(|s| !game.info(position.code(*s)).unexchangeable[usize::from(leaders.has(*s))].has(*s))
        .fold(B::EMPTY, |set, s| set | B::bit(s))
}

/// Castlings.
#[inline(never)]
pub(super) fn castle<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: &mut S,
) {
    let game = rules.tables();
    let occupied = position.occupied();
    let color = position.turn;
    let mut known: Vec<(Square, Square)> = Vec::new();
    for (number, castling) in game.castlings.iter().enumerate() {
        if castling.color != color || position.castling >> number & 1 == 0 || castling.empty.meets(occupied) {
            continue;
        }
        let (from, to) = castling.king;
        if known.contains(&castling.king)
            || !castling.safe.iter().all(|square| is_safe_step(rules, position, castling, *square))
        {
            continue;
        }
        let before = sink.count();
        try_move(game, position, PackedMove { from, to, flag: Flag::Castle, arg: number as u8 }, sink);
        if sink.count() > before {
            known.push(castling.king);
        }
    }
}

/// Whether the piece of a castling would not be attacked on `square`.
fn is_safe_step<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    castling: &CompiledCastling<B>,
    square: Square,
) -> bool {
    let (game, (from, _), code) = (rules.tables(), castling.king, castling.homes.0);
    let enemy = castling.color.other();
    if game.info(code).royal && position.odd(enemy).is_empty() {
        let leads = position.leaders(game, castling.color).has(from);
        let occupied = (position.occupied() & !B::bit(from)) | B::bit(square);
        return game.info(code).unattackable[usize::from(leads)].has(square)
            || !is_attacked(game, position, enemy, square, occupied);
    }
    let mut there = position.clone();
    there.set_passed(game, &[]);
    let piece = there.put(game, from, None);
    there.put(game, square, piece);
    !there.is_attacked(rules, square)
}
