//! Turns carried out move by move: placing, exchanging, dropping, passing.

use super::proof::Budget;
use super::walked::{is_immune, is_irreversible};
use super::{attacks, endings, generate};
use crate::base::{Bitboard, KindId, Move, SquareSet, Verb};
use crate::fast::compile::{Code, Compiled};
use crate::rules::{Act, Men, Target, Threat, Zone};
use crate::fast::position::{Feat, Position};

/// The legal moves of a turn whose conditions hold.
pub(super) fn legal<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    number: usize,
    budget: &Budget,
) -> Vec<Feat<B>> {
    let turn = &game.variant.turns[number];
    let color = position.turn;
    let drafts = match &turn.act {
        Act::Place { men, to, removing, becomes } => {
            placements(game, position, men, to, removing.as_ref(), *becomes)
        }
        Act::Exchange { men, with, except_to } => exchanges(game, position, men, with, except_to),
        Act::Drop { kinds, to, not_with, .. } => drops(game, position, kinds, to, not_with.as_ref()),
        Act::Pass => vec![(Feat::new(game, position, Move::pass()), false)],
    };
    let not_mating = matches!(turn.act, Act::Drop { not_mating: true, .. });
    let provided = &game.deeds[number].provided;
    let mut feats: Vec<Feat<B>> =
        drafts.into_iter().map(|(feat, irreversible)| feat.done(game, turn.right, irreversible)).collect();
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
    men: &Men,
    to: &Target,
    removing: Option<&Men>,
    becomes: Option<KindId>,
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let targets: SquareSet = match to {
        Target::Zone(zone) => *zone.squares.get(player),
        Target::HomeOf(kind) => game.variant.homes(player, *kind),
    };
    let mut drafts = Vec::new();
    for (from, code) in own(game, position, men) {
        for square in targets.iter() {
            let to = game.layout.index(square);
            let other = position.code(to);
            let makes_way = other == Code::NONE
                || removing.is_some_and(|men| {
                    position.suits(game, men, to, other, player)
                        && !is_immune(game, position, to, Threat::Displacement)
                });
            if to == from || !makes_way || !position.is_admitted(game, code, from, to) {
                continue;
            }
            let mv = Move::new(Verb::Place, game.layout.square(from), square);
            let mut feat = Feat::new(game, position, mv);
            feat.remove(game, to);
            feat.carry(game, from, to);
            if let Some(kind) = becomes {
                feat.become_kind(game, to, kind);
            }
            drafts.push((feat, is_irreversible(game, position, from, code)));
        }
    }
    drafts
}

/// The men of the side to move that a rule speaks of.
fn own<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, men: &Men) -> Vec<(u8, Code)> {
    let player = position.turn;
    let is_meant = |(square, code): &(u8, Code)| {
        code.color() == player && position.suits(game, men, *square, *code, player)
    };
    position.men(game).filter(is_meant).collect()
}

fn exchanges<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    men: &Men,
    with: &Men,
    except_to: &[(Men, Zone)],
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let movable = |men: &Men| {
        let mut movable = own(game, position, men);
        movable.retain(|(square, _)| !is_immune(game, position, *square, Threat::Exchange));
        movable
    };
    let may_stand = |code: Code, from: u8, to: u8| {
        position.is_admitted(game, code, from, to)
            && !except_to.iter().any(|(men, zone)| {
                zone.squares.get(player).contains(game.layout.square(to))
                    && position.suits(game, men, from, code, player)
            })
    };
    let partners = movable(with);
    let mut drafts = Vec::new();
    for (a, code) in movable(men) {
        for (b, other) in &partners {
            if a == *b || !may_stand(code, a, *b) || !may_stand(*other, *b, a) {
                continue;
            }
            let mv = Move::new(Verb::Exchange, game.layout.square(a), game.layout.square(*b));
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
    kinds: &[KindId],
    to: &Zone,
    not_with: Option<&Men>,
) -> Vec<(Feat<B>, bool)> {
    let player = position.turn;
    let file = |square| game.board.cell(square).x;
    let taken: Vec<i32> = not_with.map_or(Vec::new(), |men| {
        let men = position.men(game).filter(|(s, code)| position.suits(game, men, *s, *code, player));
        men.map(|(square, _)| file(game.layout.square(square))).collect()
    });
    let mut drafts = Vec::new();
    for kind in kinds {
        if position.hands.get(kind.index()).is_none_or(|held| held[player as usize] == 0) {
            continue;
        }
        let code = Code::new(player, *kind);
        for square in to.squares.get(player).iter().filter(|square| !taken.contains(&file(*square))) {
            let place = game.layout.index(square);
            if position.occupied().has(place) || !position.is_admitted(game, code, place, place) {
                continue;
            }
            let mv = Move { verb: Verb::Drop(*kind), to: Some(square), ..Move::pass() };
            let mut feat = Feat::new(game, position, mv);
            feat.enter(game, *kind, place);
            drafts.push((feat, false));
        }
    }
    drafts
}
