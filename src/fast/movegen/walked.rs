//! Pieces that no table holds, and whatever else is found by following a piece step by step.

use super::arrive::arrive;
use crate::base::{Bitboard, Color, Move, Square, Verb};
use crate::fast::compile::{Code, Compiled};
use crate::fast::position::{Feat, Position, Purpose};
use crate::rules::Threat;
use crate::rules::walk::Walk;

/// The moves of the piece on `from`, safe or not.
pub(super) fn moves_from<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    from: Square,
) -> Vec<Feat<B>> {
    let walks = position.walks(game, from, Purpose::Move).into_iter();
    walks.flat_map(|walk| carry_out(game, position, &walk)).collect()
}

fn carry_out<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, walk: &Walk) -> Vec<Feat<B>> {
    let (from, to) = (walk.actor, walk.to);
    if walk.captures.iter().any(|square| is_immune(game, position, *square, Threat::Capture)) {
        return Vec::new();
    }
    let code = position.code(from);
    let mut mv = Move::new(Verb::Go, walk.actor, walk.to);
    mv.taken = walk.captures.iter().copied().filter(|square| *square != walk.to).collect();
    mv.unloaded = walk.unload;
    if walk.unload == Some(walk.actor) && walk.captures == [walk.to] {
        mv.verb = Verb::Exchange;
        mv.unloaded = None;
    }
    let irreversible = is_irreversible(game, position, from, code);
    let mut feat = Feat::new(game, position, mv);
    let mut last = None;
    for square in walk.captures.iter().copied() {
        let taken = match walk.unload {
            Some(_) => feat.remove(game, square),
            None => feat.capture(game, square),
        };
        last = Some((square, taken));
    }
    if let Some(victim) = walk.en_passant.and_then(|s| position.passer(game, position.passed, s)) {
        if is_immune(game, position, victim, Threat::Capture) {
            return Vec::new();
        }
        feat.capture(game, victim);
    }
    match from == to {
        true => feat.acted = Some(to),
        false => feat.carry(game, from, to),
    }
    if let (Some(square), Some((origin, taken))) = (walk.unload, last) {
        if feat.after.code(square) != Code::NONE {
            return Vec::new();
        }
        feat.put_down(game, taken, origin, square);
    }
    feat.after.pass_by(game, walk.passed.iter().fold(B::EMPTY, |set, square| set | B::bit(*square)));
    let feats = arrive(game, feat, from).into_iter();
    feats.map(|feat| feat.done(game, None, irreversible)).collect()
}

/// The enemies that the piece on `from` could capture, by its moves alone.
pub(super) fn capturable<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, from: Square) -> B {
    let walks = position.walks(game, from, Purpose::Move).into_iter();
    let enemies = position.colors[position.code(from).color().other() as usize];
    walks
        .filter(|walk| !walk.captures.iter().any(|s| is_immune(game, position, *s, Threat::Capture)))
        .flat_map(|walk| walk.captures)
        .fold(B::EMPTY, |set, square| set | B::bit(square))
        & enemies
}

/// Whether some of the `attackers`, followed step by step, attacks the piece on `square`.
pub(super) fn attack<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    attackers: B,
    square: Square,
) -> bool {
    let target = square;
    is_faced(game, position, attackers, square)
        || attackers.iter().any(|from| {
            position.walks(game, from, Purpose::Attack).iter().any(|walk| walk.captures.contains(&target))
        })
}

/// Whether a royal of the `attackers` faces the royal on `square` along an open file, in a game where that counts.
fn is_faced<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, attackers: B, square: Square) -> bool {
    let royal = |code: Code| game.info[usize::from(code.0)].royal;
    if !game.variant.royalty.facing || !royal(position.code(square)) {
        return false;
    }
    [1, -1].into_iter().any(|step| {
        let mut at = square;
        while let Some(next) = game.board.step(at, (0, step), Color::White) {
            let place = next;
            if position.code(place) != Code::NONE {
                return attackers.has(place) && royal(position.code(place));
            }
            at = next;
        }
        false
    })
}

/// Whether something cannot be done to the piece on `square`.
pub(super) fn is_immune<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    square: Square,
    threat: Threat,
) -> bool {
    let code = position.code(square);
    code != Code::NONE
        && game.variant.immunities.iter().any(|immunity| {
            immunity.to.contains(&threat)
                && position.suits(game, &immunity.pieces, square, code, code.color())
        })
}

/// Whether moves of a piece reset the clock.
pub(super) fn is_irreversible<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    square: Square,
    code: Code,
) -> bool {
    position.suits(game, &game.variant.clock.pieces, square, code, code.color())
}
