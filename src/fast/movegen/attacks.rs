//! What attacks a square, and what stands in the way.

use super::walked;
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::{Binding, Class, Compiled, Rows};
use crate::fast::position::Position;

/// What a lone royal has to fear where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats<B> {
    /// The pieces that attack it.
    pub checkers: B,
    /// Where another piece may go to end every check: the squares between and the attacker, common to all of them.
    pub block: B,
    /// Own pieces of which each is all that stands in the way of an attacker.
    pub pinned: B,
    /// Some attack does not fit these terms: every move must be tried.
    pub tangled: bool,
}

impl<B: Bitboard> Threats<B> {
    pub(super) fn none() -> Threats<B> {
        Threats { checkers: B::EMPTY, block: B::ALL, pinned: B::EMPTY, tangled: false }
    }
}

/// Where the pinned piece on `square` may still go: on the lines of all that it is pinned by. Few pieces are pinned, so this
/// is looked up again rather than kept.
#[inline(never)]
pub(super) fn leash<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    king: Square,
    square: Square,
) -> B {
    let side = position.turn.other() as usize;
    let occupied = position.occupied();
    let mut leash = B::ALL;
    for ((class, pieces), aim) in game.classes.iter().zip(position.present()).zip(game.aims(side, king)) {
        let aimed = *pieces & position.colors[side] & *aim;
        for from in aimed.iter() {
            let path = game.between[class.layer[side]][king.index() * B::BITS + from.index()];
            if path != Compiled::<B>::TANGLED && path & occupied == B::bit(square) {
                leash &= path | B::bit(from);
            }
        }
    }
    leash
}

/// Looks at everything that could attack the royal of `color` on `king`.
#[inline(always)]
pub(super) fn threats<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    color: Color,
    king: Square,
) -> Threats<B> {
    let mut threats = Threats::none();
    let side = color.other() as usize;
    let enemies = position.colors[side];
    let own = position.colors[color as usize];
    let occupied = position.occupied();
    for (number, (aim, pieces)) in game.aims(side, king).iter().zip(position.present()).enumerate() {
        let aimed = *pieces & enemies & *aim;
        if aimed.is_empty() {
            continue;
        }
        let class = &game.classes[number];
        let between = &game.between[class.layer[side]][king.index() * B::BITS..][..B::BITS];
        for from in aimed.iter() {
            let path = between[from.index()];
            if path == Compiled::<B>::TANGLED {
                threats.tangled = true;
                if game.ways[class.strikes[side]].reach(from, occupied).1.has(king) {
                    threats.checkers |= B::bit(from);
                }
                continue;
            }
            let blockers = path & occupied;
            if blockers.is_empty() {
                threats.checkers |= B::bit(from);
                threats.block &= path | B::bit(from);
            } else if !blockers.is_many() && blockers.meets(own) {
                threats.pinned |= blockers;
            }
        }
    }
    threats
}

/// Everything the pieces of `side` attack around `king`, as if `king` were empty.
#[inline(always)]
pub(super) fn danger<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    side: Color,
    king: Square,
) -> B {
    let side = side as usize;
    let enemies = position.colors[side];
    let occupied = position.occupied() ^ B::bit(king);
    let mut danger = B::EMPTY;
    for (number, (around, pieces)) in game.nears(side, king).iter().zip(position.present()).enumerate() {
        let near = *pieces & enemies & *around;
        if !near.is_empty() {
            danger |= strikes(game, &game.classes[number], side, near, occupied);
        }
    }
    danger
}

/// All that some pieces of one class attack.
#[inline(always)]
fn strikes<B: Bitboard>(game: &Compiled<B>, class: &Class<B>, side: usize, pieces: B, occupied: B) -> B {
    if let Some(stabs) = &class.stabs[side] {
        return stabs.capture.iter().fold(B::EMPTY, |set, stab| set | (pieces & stab.from).turned(stab.by));
    }
    let way: &Rows<B> = &game.ways[class.strikes[side]];
    if class.leaper[side] {
        return pieces.iter().fold(B::EMPTY, |set, from| set | way.row(from).capture);
    }
    pieces.iter().fold(B::EMPTY, |set, from| set | way.reach(from, occupied).1)
}

/// Whether some piece of `side` that the tables hold attacks `square` among `occupied`.
pub(super) fn is_attacked<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    side: Color,
    square: Square,
    occupied: B,
) -> bool {
    let side = side as usize;
    let enemies = position.colors[side] & !B::bit(square);
    game.classes.iter().zip(position.present()).zip(game.aims(side, square)).any(|((class, pieces), aim)| {
        let aimed = *pieces & enemies & *aim;
        aimed.iter().any(|from| {
            let path = game.between[class.layer[side]][square.index() * B::BITS + from.index()];
            if path == Compiled::<B>::TANGLED {
                game.ways[class.strikes[side]].reach(from, occupied).1.has(square)
            } else {
                !path.meets(occupied)
            }
        })
    })
}

/// Whether the royal on `square` is attacked in the sense of check.
fn is_checked<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, square: Square, leads: bool) -> bool {
    let code = position.code(square);
    let haven = game.info[usize::from(code.0)].haven[usize::from(leads)];
    let enemy = code.color().other();
    let odd = position.odd(enemy);
    !haven.has(square)
        && (is_attacked(game, position, enemy, square, position.occupied())
            || (!odd.is_empty() && walked::attack(game, position, odd, square)))
}

/// Whether `color` is bound by check and attacked.
pub fn in_check<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, color: Color) -> bool {
    let royals = position.royals & position.colors[color as usize];
    let leaders = || position.leaders(game, color);
    let checked = |leaders: B| move |square: Square| is_checked(game, position, square, leaders.has(square));
    match game.binds {
        Binding::Never => false,
        Binding::Always => royals.iter().any(checked(leaders())),
        Binding::OneRoyal => {
            !royals.is_empty() && !royals.is_many() && is_checked(game, position, royals.first(), true)
        }
        Binding::Leader => leaders().iter().any(checked(leaders())),
        Binding::AllRoyals => !royals.is_empty() && royals.iter().all(checked(leaders())),
    }
}

/// Whether `color` may leave its royals as they stand.
pub(super) fn is_safe<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, color: Color) -> bool {
    let royals = position.royals & position.colors[color as usize];
    let bereft = game.binds == Binding::OneRoyal && royals.is_empty();
    !bereft && !in_check(game, position, color)
}
