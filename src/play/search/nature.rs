//! What the rules of a game let a search assume.

use crate::base::{PieceTypeId, Result};
use crate::rules::{Act, Condition, Deed, Effect, Force, Trigger, Variant};

/// How far the usual assumptions hold in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nature {
    /// To move is never worse than not to move, but for positions with few pieces, or with a duty.
    pub null: bool,
    /// A capture does nothing but take a piece off its square.
    pub exchange: bool,
    /// A player who can capture must.
    pub forced: bool,
    /// A capture may win the game at once.
    pub decisive: bool,
    /// How often a position may occur before the game ends, with this result for the side to move.
    pub repetition: Option<(u32, Result)>,
    /// Repetitions in which the player to move gave check with every move, or was in check at every turn: how often, and with
    /// what result for that player.
    pub perpetual: Vec<(Trigger, Result)>,
    /// Whether the sides always move in turn.
    pub alternates: bool,
    /// How many quiet plies end the game.
    pub quiet: Option<u32>,
    /// By piece type, whether it can go back where it came from: a side with such a piece has a move to spare.
    pub spare: Vec<bool>,
}

impl Nature {
    pub(crate) fn new(variant: &Variant) -> Nature {
        let must = variant.move_rules.iter().any(|rule| rule.force == Force::MustIfCan);
        let ends = |trigger: &Trigger, result| {
            variant.endings.iter().any(|ending| ending.trigger == *trigger && ending.result == result)
        };
        let endings = || variant.endings.iter();
        Nature {
            null: !must
                && variant.turns.is_none()
                && !variant.happens
                && !ends(&Trigger::Stalemate, Result::Win)
                && !ends(&Trigger::Checkmate, Result::Win),
            exchange: !variant.happens
                && variant.turns.is_none()
                && !variant.asks_neighbors
                && !variant.piece_types.iter().any(is_odd_capture),
            forced: variant
                .move_rules
                .iter()
                .any(|rule| rule.force == Force::MustIfCan && matches!(rule.deed, Deed::Capture(_))),
            decisive: endings().any(|ending| {
                let counts = |part: &&Condition| matches!(part, Condition::Count { .. });
                ending.result != Result::Draw
                    && matches!(&ending.trigger, Trigger::When(when) if when.parts().iter().any(counts))
            }),
            repetition: endings().find_map(|ending| match ending.trigger {
                Trigger::Repetition(times) => Some((times, ending.result)),
                _ => None,
            }),
            perpetual: endings()
                .filter(|ending| ending.trigger.is_perpetual())
                .map(|ending| (ending.trigger.clone(), ending.result))
                .collect(),
            alternates: variant.turns.is_none(),
            quiet: endings().find_map(|ending| match ending.trigger {
                Trigger::Quiet(plies) => Some(plies),
                _ => None,
            }),
            spare: variant.piece_type_ids().map(|(id, _)| is_spare(variant, id)).collect(),
        }
    }
}

/// Whether capturing does more than to take the captured piece off the board.
fn is_odd_capture(piece_type: &crate::rules::PieceType) -> bool {
    let edges =
        piece_type.moves.iter().flat_map(|moves| &moves.automaton.states).flat_map(|state| &state.edges);
    let captures_on_the_way = |edge: &crate::rules::Edge| edge.unload || edge.effect == Effect::Induce;
    piece_type.arrivals.iter().any(|arrival| arrival.capturing.is_some())
        || edges.into_iter().any(captures_on_the_way)
}

/// Whether a common piece is free to move and does not become another by going on.
fn is_spare(variant: &Variant, id: PieceTypeId) -> bool {
    let piece_type = variant.piece_type(id);
    let dropped = |act: &Act| matches!(act, Act::Drop { .. });
    let becomes =
        piece_type.arrivals.iter().any(|arrival| arrival.then.iter().any(|then| !then.becomes().is_empty()));
    piece_type.royal.is_none() && (!becomes || variant.actions.iter().any(|action| dropped(&action.act)))
}
