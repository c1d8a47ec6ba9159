//! Properties of the rules of a game on which search techniques depend.
//!
//! Each field of [`SearchAssumptions`] states one property, for example that null-move pruning or static exchange
//! evaluation is sound. All fields are computed once for each game.

use crate::base::{PieceTypeId, Result, sort};
use crate::rules::{Act, Condition, Effect, Ending, Fact, Force, MoveProperty, Variant};

/// The search assumptions that hold in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchAssumptions {
    /// True if having the move is never a disadvantage, except in positions with few pieces or with a duty. Null-move
    /// pruning relies on this property.
    pub null: bool,
    /// True if a capture has no effect other than removing the piece on the target square.
    pub exchange: bool,
    /// True if a player who can capture must capture.
    pub forced: bool,
    /// True if a capture can win the game immediately.
    pub decisive: bool,
    /// The endings by repetition.
    pub repetition: Vec<Ending>,
    /// The endings by perpetual check.
    pub perpetual: Vec<Ending>,
    /// True if the sides move alternately, one move per turn.
    pub alternates: bool,
    /// The numbers of quiet plies that end the game or let a player claim its end, in ascending order.
    pub quiet: Vec<u32>,
    /// The zugzwang guards by piece type: the types that are not royal, and that either never change or can be
    /// dropped.
    pub zugzwang_guards: Vec<bool>,
}

impl SearchAssumptions {
    pub fn new(variant: &Variant) -> SearchAssumptions {
        let must = variant.move_rules.iter().any(|rule| rule.force == Force::MustIfCan);
        let wins = |fact: &Fact| variant.endings.iter().any(|ending| ending.is(fact, Result::Win));
        let endings = || variant.endings.iter();
        SearchAssumptions {
            // In a game that is won by being stalemated or checkmated, having to move is often a disadvantage.
            null: !must
                && variant.turns.is_none()
                && !variant.has_automatic_effects
                && !wins(&Fact::Stalemate)
                && !wins(&Fact::Checkmate),
            exchange: !variant.has_automatic_effects
                && variant.turns.is_none()
                && !variant.depends_on_neighbors
                && !variant.piece_types.iter().any(is_odd_capture),
            forced: variant.move_rules.iter().any(|rule| {
                rule.force == Force::MustIfCan && matches!(rule.property, MoveProperty::Capture(_))
            }),
            decisive: endings().filter(|ending| !ending.result.is_draw()).any(|ending| {
                let mut facts = ending.condition().into_iter().flat_map(Condition::leaves);
                facts.any(|fact| fact.count().is_some())
            }),
            repetition: endings()
                .filter(|ending| ending.is_repetition() && !ending.is_perpetual())
                .cloned()
                .collect(),
            perpetual: endings().filter(|ending| ending.is_perpetual()).cloned().collect(),
            alternates: variant.turns.is_none(),
            quiet: {
                let mut all: Vec<u32> = endings().filter_map(Ending::quiet).collect();
                sort(&mut all);
                all
            },
            zugzwang_guards: variant.piece_type_ids().map(|(id, _)| guards_zugzwang(variant, id)).collect(),
        }
    }
}

/// Returns true if a capture by this piece type does more than remove the captured piece.
fn is_odd_capture(piece_type: &crate::rules::PieceType) -> bool {
    let edges =
        piece_type.moves.iter().flat_map(|moves| &moves.automaton.states).flat_map(|state| &state.edges);
    let captures_on_the_way = |edge: &crate::rules::Edge| edge.unload || edge.effect == Effect::Induce;
    piece_type.arrivals.iter().any(|arrival| arrival.capturing.is_some())
        || edges.into_iter().any(captures_on_the_way)
}

/// Returns true if the piece type is not royal, and either never changes or can be dropped.
fn guards_zugzwang(variant: &Variant, id: PieceTypeId) -> bool {
    let piece_type = variant.piece_type(id);
    let dropped = |act: &Act| matches!(act, Act::Drop { .. });
    let becomes =
        piece_type.arrivals.iter().any(|arrival| arrival.then.iter().any(|then| !then.becomes().is_empty()));
    piece_type.royal.is_none() && (!becomes || variant.actions.iter().any(|action| dropped(&action.act)))
}
