//! What happens to a piece that has arrived, carried out on a feat: one feat for each way it can go.

use super::walked::{is_immune, is_irreversible};
use crate::base::{Bitboard, Choice, Color, Move, Outcome, Result, Square, Verb};
use crate::fast::compile::{Code, Compiled};
use crate::fast::position::{Feat, Position};
use crate::rules::{Arrival, Consequence, Displaced, Occupied, PieceFilter, Threat};

/// All that may come of the piece on `from` going to `to`, where something rare happens.
pub(super) fn feats<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    from: Square,
    to: Square,
    passed: B,
) -> Vec<Feat<B>> {
    let mv = Move::new(Verb::Go, from, to);
    let irreversible = is_irreversible(game, position, from, position.code(from));
    let mut feat = Feat::new(game, position, mv);
    feat.capture(game, to);
    feat.carry(game, from, to);
    feat.after.pass_by(game, passed);
    let feats = arrive(game, feat, from).into_iter();
    feats.map(|feat| feat.done(game, None, irreversible)).collect()
}

/// What happens on arrival to the piece that acted and stood on `from`.
pub(super) fn arrive<B: Bitboard>(game: &Compiled<B>, feat: Feat<B>, from: Square) -> Vec<Feat<B>> {
    let Some((to, code)) = feat.acting() else { return vec![feat] };
    let (from, target) = (from, to);
    let applies = |arrival: &&Arrival| {
        let zone = arrival.zone.squares.get(code.color());
        (zone.contains(target) || (arrival.leaving && zone.contains(from)))
            && feat.after.suits(game, &arrival.pieces, to, code, code.color())
    };
    let mut settled = vec![feat.clone()];
    let mut chosen = Vec::new();
    for arrival in game.variant.piece_type(code.piece_type()).arrivals.iter().filter(applies) {
        if arrival.may {
            chosen.append(&mut follow(game, vec![feat.clone()], arrival));
        } else {
            settled = follow(game, settled, arrival);
        }
    }
    settled.append(&mut chosen);
    settled
}

/// One consequence after the other.
fn follow<B: Bitboard>(game: &Compiled<B>, feats: Vec<Feat<B>>, arrival: &Arrival) -> Vec<Feat<B>> {
    arrival.then.iter().fold(feats, |feats, consequence| {
        feats.into_iter().flat_map(|feat| suffer(game, feat, consequence, arrival.may)).collect()
    })
}

fn suffer<B: Bitboard>(
    game: &Compiled<B>,
    mut feat: Feat<B>,
    consequence: &Consequence,
    may: bool,
) -> Vec<Feat<B>> {
    let Some((square, code)) = feat.acting() else { return vec![feat] };
    match consequence {
        Consequence::Become(piece_types) => {
            let told = may || piece_types.len() > 1;
            let become_one = |piece_type: &crate::base::PieceTypeId| {
                let mut feat = feat.clone();
                feat.become_piece_type(game, square, *piece_type);
                if told {
                    feat.mv.choice = Some(Choice::Become(*piece_type));
                }
                feat
            };
            piece_types.iter().map(become_one).collect()
        }
        Consequence::Send { home_of, occupied } => {
            let home = game.variant.homes(code.color(), *home_of).iter().next();
            let Some(home) = home else { return Vec::new() };
            let Some(target) = make_way(game, &mut feat, square, home, occupied) else { return Vec::new() };
            if target != square {
                feat.carry(game, square, target);
            }
            vec![feat]
        }
        Consequence::End { result, reason } => {
            let winner = match result {
                Result::Win => Some(code.color()),
                Result::Loss => Some(code.color().other()),
                Result::Draw => None,
            };
            feat.after.end(game, Outcome { winner, reason: reason.clone() });
            if may {
                feat.mv.choice = Some(Choice::End(*result));
            }
            vec![feat]
        }
        Consequence::Exchange(pieces) => partners(game, &feat, square, code, pieces)
            .into_iter()
            .map(|other| {
                let mut feat = feat.clone();
                feat.exchange(game, square, other);
                feat.mv.choice = Some(Choice::Exchange(other));
                feat
            })
            .collect(),
        Consequence::Vanish => {
            feat.remove(game, square);
            vec![feat]
        }
    }
}

/// Those with whom the piece that acted may change places.
fn partners<B: Bitboard>(
    game: &Compiled<B>,
    feat: &Feat<B>,
    square: Square,
    code: Code,
    pieces: &PieceFilter,
) -> Vec<Square> {
    let position = &feat.after;
    let mut partners = position.pieces().collect::<Vec<_>>();
    partners.retain(|(other, partner)| {
        *other != square
            && partner.color() == code.color()
            && position.suits(game, pieces, *other, *partner, code.color())
            && !is_immune(game, position, *other, Threat::Exchange)
    });
    partners.into_iter().map(|(other, _)| other).collect()
}

/// Where a piece sent to `home` comes to stand; what must make way is taken off.
fn make_way<B: Bitboard>(
    game: &Compiled<B>,
    feat: &mut Feat<B>,
    from: Square,
    home: Square,
    occupied: &Occupied,
) -> Option<Square> {
    let other = feat.after.code(home);
    if other == Code::NONE || home == from {
        return Some(home);
    }
    let removable = occupied.remove.as_ref().is_some_and(|pieces| {
        feat.after.suits(game, pieces, home, other, feat.player)
            && !is_immune(game, &feat.after, home, Threat::Displacement)
    });
    if removable {
        feat.remove(game, home);
        return Some(home);
    }
    match occupied.otherwise {
        Displaced::Illegal => None,
        Displaced::Nearest => nearest_free(game, &feat.after, home, feat.player),
    }
}

/// The nearest empty square of the grid on the rank of `home`, the owner's left before the right.
fn nearest_free<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    home: Square,
    color: Color,
) -> Option<Square> {
    let board = &game.board;
    let (home, grid) = (home, board.grid());
    let beside = (1..=board.width().max(1)).flat_map(|distance| [-distance, distance]);
    let mut squares = beside.filter_map(|dx| board.step(home, (dx, 0), color));
    squares.find(|square| grid.contains(*square) && !position.occupied().has(*square))
}
