//! Rules about what moves must do or may not do.

use super::safety::Concern;
use super::sink::List;
use crate::base::Bitboard;
use crate::fast::position::{PackedMove, Position};
use crate::rules::interpreter::{Interpreter, Known, World};
use crate::rules::{Deed, MoveRule};

/// Of legal moves those that these rules permit.
pub(super) fn obedient<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mut list: List<B>,
) -> List<B> {
    let (bans, obligations) = (rules.bans(position), rules.obligations(position));
    let mut all = bans.iter().map(|(_, rule)| *rule).chain(obligations.iter().copied());
    let concern = all.any(|rule| matches!(rule.deed, Deed::Check | Deed::Checkmate));
    let concern = concern.then(|| rules.tables().concern(position, position.turn.other()));
    let concern = concern.as_ref();
    if !bans.is_empty() {
        let is_banned = |position: &mut Position<B>, mv| {
            bans.iter().any(|(_, rule)| does(rules, position, mv, (rule, concern)))
        };
        list.moves.retain(|mv| !is_banned(position, *mv));
        list.carried_out.retain(|next| rules.is_permitted(position, next, &bans).is_ok());
    }
    for rule in obligations {
        let moves: Vec<bool> =
            list.moves.iter().map(|mv| does(rules, position, *mv, (rule, concern))).collect();
        let carried_out = list.carried_out.iter();
        let others: Vec<bool> = carried_out.map(|next| rules.does(position, next, rule)).collect();
        if moves.contains(&true) || others.contains(&true) {
            let (mut moves, mut others) = (moves.into_iter(), others.into_iter());
            list.moves.retain(|_| moves.next() == Some(true));
            list.carried_out.retain(|_| others.next() == Some(true));
        }
    }
    list
}

/// Whether a move does what a rule is about.
fn does<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mv: PackedMove,
    (rule, concern): (&MoveRule, Option<&Concern<B>>),
) -> bool {
    if rule.by.is_some() && !rules.is_by(position, &mv.unpacked(), rule) {
        return false;
    }
    let (game, player) = (rules.tables(), position.turn);
    match &rule.deed {
        Deed::Move => true,
        Deed::Capture(pieces) => {
            let captured = mv.captures_on(position.state.passer).into_iter().flatten();
            captured.filter_map(|square| Some((square, position.piece(square)?))).any(|(square, taken)| {
                taken.color != player && rules.matches(pieces, position, (square, taken), player)
            })
        }
        // What takes a piece of its own side off the board is not made here.
        Deed::Lose(_) => false,
        Deed::Check | Deed::Checkmate
            if concern.and_then(|own| own.answer_to(game, position, mv)) == Some(true) =>
        {
            false
        }
        Deed::Check | Deed::Checkmate | Deed::Reach(_) => {
            let undo = position.make::<true>(game, mv);
            let does = match &rule.deed {
                Deed::Reach(condition) => rules.holds(condition, position, player, Known::default()),
                Deed::Checkmate => rules.is_mated(position, player.other()),
                _ => game.in_check(position, player.other()),
            };
            position.unmake(game, &undo);
            does
        }
    }
}
