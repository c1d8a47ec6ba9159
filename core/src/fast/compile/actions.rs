//! Compiles actions.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color};
use crate::fast::tables::{CompiledAct, CompiledAction, CompiledFilter, UNTABLED};
use crate::rules::{Act, Action, Event, PieceFilter};

impl CompileContext<'_> {
    pub(super) fn action<B: Bitboard>(self, action: &Action) -> CompiledAction<B> {
        let pieces = action.act.effects().pieces.first().copied();
        let pieces = pieces.map(|pieces| if self.has_mask(pieces) { pieces } else { &PieceFilter::ALL });
        let alike =
            |other: &&Action| std::mem::discriminant(&action.act) == std::mem::discriminant(&other.act);
        // Another action can generate the same move, and so can an untabled piece. The fast path cannot tell these
        // moves apart, so it leaves the action to the slow path.
        let excluded = |other: &Action| {
            let both = action.when.as_ref().zip(other.when.as_ref());
            std::ptr::eq(other, action) || both.is_some_and(|(one, other)| one.excludes(other))
        };
        let alone =
            self.variant.actions.iter().filter(alike).all(excluded) && !self.class_of.contains(&UNTABLED);
        // A quick action is decided without the position after it, which a `provided` condition or an automatic
        // effect needs.
        let quick = alone && action.provided.is_none() && !self.variant.has_automatic_effects;
        let act = match &action.act {
            Act::Drop { .. } => self.drop(action).map(|drop| CompiledAct::Drop(Box::new(drop))),
            Act::Exchange { .. } => {
                let plain = !self.variant.has_effects_of(Event::Exchange);
                (quick && plain && !action.unsafely).then_some(CompiledAct::Exchange)
            }
            Act::Pass => quick.then_some(CompiledAct::Pass { unsafely: action.unsafely }),
            Act::Place { .. } | Act::Replace { .. } => None,
        };
        CompiledAction {
            pieces: pieces.map(|pieces| Color::ALL.map(|player| CompiledFilter::new(self, pieces, player))),
            when: action.when.as_ref().map(|when| self.condition(when)),
            act: act.filter(|_| self.has(Untabled::Action)).unwrap_or(CompiledAct::Plain),
        }
    }
}
