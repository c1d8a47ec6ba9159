//! Turns carried out move by move: placing, exchanging, dropping, passing.

use super::proof::Budget;
use super::walked::{is_immune, is_irreversible};
use super::{attacks, endings, generate};
use crate::base::{Bitboard, Move, PieceTypeId, Square, SquareSet, Verb};
use crate::fast::compile::{Code, Compiled};
use crate::fast::position::{Feat, Position};
use crate::rules::{Act, PieceFilter, Target, Threat, Zone};

/// The legal moves of a turn whose conditions hold.
pub(super) fn legal<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    number: usize,
    budget: &Budget,
) -> Vec<Feat<B>> {
    let action = &game.variant.actions[number];
    let color = position.turn;
    let drafts = match &action.act {
        Act::Place { pieces, to, removing, becomes } => {
            placements(game, position, pieces, to, removing.as_ref(), *becomes)
        }
        Act::Exchange { pieces, with, except_to } => exchanges(game, position, pieces, with, except_to),
        Act::Drop { piece_types, to, not_with, .. } => {
            drops(game, position, piece_types, to, not_with.as_ref())
        }
        Act::Pass => vec![(Feat::new(game, position, Move::pass()), false)],
    };
    let not_mating = matches!(action.act, Act::Drop { not_mating: true, .. });
    let provided = &game.deeds[number].provided;
    let mut feats: Vec<Feat<B>> =
        drafts.into_iter().map(|(feat, irreversible)| feat.done(game, action.right, irreversible)).collect();
    feats.retain(|feat| {
        attacks::is_safe(game, &feat.after, color)
            && !(not_mating && is_mate(game, &feat.after, budget))
            && provided.as_ref().is_none_or(|test| {
                let known = endings::Known { acted: feat.acted, ..endings::Known::default() };
                endings::holds(game, &feat.after, test, color, known, budget)
            })
    });
    feats
}

fn is_mate<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, budget: &Budget) -> bool {
    attacks::in_check(game, position, position.turn) && !generate::has_move(game, position, budget)
}

fn placements<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    pieces: &PieceFilter,
    to: &Target,
    removing: Option<&PieceFilter>,
    becomes: Option<PieceTypeId>,
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let targets: SquareSet = match to {
        Target::Zone(zone) => *zone.squares.get(player),
        Target::HomeOf(piece_type) => game.variant.homes(player, *piece_type),
    };
    let mut drafts = Vec::new();
    for (from, code) in own(game, position, pieces) {
        for square in targets.iter() {
            let to = square;
            let other = position.code(to);
            let makes_way = other == Code::NONE
                || removing.is_some_and(|pieces| {
                    position.suits(game, pieces, to, other, player)
                        && !is_immune(game, position, to, Threat::Displacement)
                });
            if to == from || !makes_way || !position.is_admitted(game, code, from, to) {
                continue;
            }
            let mv = Move::new(Verb::Place, from, square);
            let mut feat = Feat::new(game, position, mv);
            feat.remove(game, to);
            feat.carry(game, from, to);
            if let Some(piece_type) = becomes {
                feat.become_piece_type(game, to, piece_type);
            }
            drafts.push((feat, is_irreversible(game, position, from, code)));
        }
    }
    drafts
}

/// The pieces of the side to move that a rule speaks of.
fn own<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, pieces: &PieceFilter) -> Vec<(Square, Code)> {
    let player = position.turn;
    let is_meant = |(square, code): &(Square, Code)| {
        code.color() == player && position.suits(game, pieces, *square, *code, player)
    };
    position.pieces().filter(is_meant).collect()
}

fn exchanges<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    pieces: &PieceFilter,
    with: &PieceFilter,
    except_to: &[(PieceFilter, Zone)],
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let movable = |pieces: &PieceFilter| {
        let mut movable = own(game, position, pieces);
        movable.retain(|(square, _)| !is_immune(game, position, *square, Threat::Exchange));
        movable
    };
    let may_stand = |code: Code, from: Square, to: Square| {
        position.is_admitted(game, code, from, to)
            && !except_to.iter().any(|(pieces, zone)| {
                zone.squares.get(player).contains(to) && position.suits(game, pieces, from, code, player)
            })
    };
    let partners = movable(with);
    let mut drafts = Vec::new();
    for (a, code) in movable(pieces) {
        for (b, other) in &partners {
            if a == *b || !may_stand(code, a, *b) || !may_stand(*other, *b, a) {
                continue;
            }
            let mv = Move::new(Verb::Exchange, a, *b);
            let mut feat = Feat::new(game, position, mv);
            feat.exchange(game, a, *b);
            let irreversible =
                is_irreversible(game, position, a, code) || is_irreversible(game, position, *b, *other);
            drafts.push((feat, irreversible));
        }
    }
    drafts
}

fn drops<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    piece_types: &[PieceTypeId],
    to: &Zone,
    not_with: Option<&PieceFilter>,
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let file = |square| game.board.cell(square).x;
    let taken: Vec<i32> = not_with.map_or(Vec::new(), |pieces| {
        let pieces = position.pieces().filter(|(s, code)| position.suits(game, pieces, *s, *code, player));
        pieces.map(|(square, _)| file(square)).collect()
    });
    let mut drafts = Vec::new();
    for piece_type in piece_types {
        if position.hands.get(piece_type.index()).is_none_or(|held| held[player as usize] == 0) {
            continue;
        }
        let code = Code::new(player, *piece_type);
        for square in to.squares.get(player).iter().filter(|square| !taken.contains(&file(*square))) {
            let place = square;
            if position.occupied().has(place) || !position.is_admitted(game, code, place, place) {
                continue;
            }
            let mv = Move { verb: Verb::Drop(*piece_type), to: Some(square), ..Move::pass() };
            let mut feat = Feat::new(game, position, mv);
            feat.enter(game, *piece_type, place);
            drafts.push((feat, false));
        }
    }
    drafts
}
