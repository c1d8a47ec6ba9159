//! What one piece type may have to do with a rule, read off the rule without a position.

use crate::base::{Color, Piece, PieceTypeId, SquareSet};
use crate::rules::{
    Act, Action, Arrival, Condition, Consequence, Likely, PieceFilter, SomePiece, Target, Threat, Variant,
};

/// A piece type on any of the squares it may stand on. Rules are applied to White.
pub(super) struct Part<'v> {
    variant: &'v Variant,
    id: PieceTypeId,
    /// Where White's may stand.
    squares: SquareSet,
}

/// What a rule may do with a piece, as what follows `may`; empty where the words of the rule say so themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    pub(super) phrase: String,
    /// Whether the piece does it itself, so that every word of the rule concerns it.
    pub(super) is_own: bool,
}

fn suffers(phrase: &str) -> Deed {
    Deed { phrase: phrase.to_owned(), is_own: false }
}

fn does(phrase: &str) -> Deed {
    Deed { phrase: phrase.to_owned(), is_own: true }
}

impl<'v> Part<'v> {
    pub(super) fn new(variant: &'v Variant, id: PieceTypeId) -> Part<'v> {
        let any = Part { variant, id, squares: variant.board.squares().collect() };
        let stays = variant.piece_type(id).stays.as_ref();
        let open = |square| {
            let mut closed = variant.admissions.iter().filter(|one| one.zone.holds(square, Color::White));
            let is_free = closed.clone().next().is_none();
            is_free || closed.any(|one| any.is(&one.pieces, Color::White) != Likely::No)
        };
        let squares = variant
            .board
            .squares()
            .filter(|square| stays.is_none_or(|zone| zone.holds(*square, Color::White)) && open(*square));
        let squares = squares.collect::<SquareSet>() | variant.homes(Color::White, id);
        Part { squares, ..any }
    }

    /// Whether a rule means such a piece of this color.
    pub(super) fn is(&self, filter: &PieceFilter, color: Color) -> Likely {
        self.is_on(filter, color, self.squares)
    }

    /// The same where the piece stands on some squares, as White sees them.
    fn is_on(&self, filter: &PieceFilter, color: Color, squares: SquareSet) -> Likely {
        let Part { variant, id, .. } = *self;
        let squares = variant.board.relative(squares & self.squares, color);
        if squares == SquareSet::default() {
            return Likely::No;
        }
        let piece = Piece { color, piece_type: id };
        SomePiece { variant, piece, squares: Some(squares) }.is(filter, Color::White)
    }

    /// What of a filter is not settled for such a piece.
    pub(super) fn unsettled(&self, filter: &PieceFilter) -> PieceFilter {
        let is_open = |one: &&PieceFilter| self.is(one, Color::White) == Likely::Perhaps;
        match filter {
            PieceFilter::Every(all) => {
                let open: Vec<&PieceFilter> = all.iter().filter(is_open).collect();
                if let [one] = open.as_slice() { self.unsettled(one) } else { filter.clone() }
            }
            other => other.clone(),
        }
    }

    pub(super) fn might_be(&self, filter: &PieceFilter) -> bool {
        Color::ALL.into_iter().any(|color| self.is(filter, color) != Likely::No)
    }

    fn is_own(&self, filter: &PieceFilter) -> bool {
        self.is(filter, Color::White) != Likely::No
    }

    /// Whether something can be done to it, somewhere.
    fn can_suffer(&self, threat: Threat) -> bool {
        let mut immunities = self.variant.immunities.iter().filter(|one| one.to.contains(&threat));
        immunities.all(|one| self.is(&one.pieces, Color::White) != Likely::Yes)
    }

    /// Whether a filter speaks of such pieces by name, or as royals.
    pub(super) fn is_named(&self, filter: &PieceFilter) -> bool {
        let is_royal = self.variant.piece_type(self.id).royal.is_some();
        filter.parts().into_iter().any(|part| match part {
            PieceFilter::PieceTypes(piece_types) => piece_types.contains(&self.id),
            PieceFilter::Royal | PieceFilter::Leader => is_royal,
            _ => false,
        })
    }

    /// Whether a condition speaks of such pieces by name.
    pub(super) fn decides(&self, condition: &Condition) -> bool {
        condition.parts().into_iter().any(|part| match part {
            Condition::Count { pieces, .. } => self.is_named(pieces) && self.might_be(pieces),
            Condition::Held { pieces, .. } => self.is_named(pieces),
            Condition::Material(pairs) => {
                pairs.iter().any(|(one, other)| one.contains(&self.id) || other.contains(&self.id))
            }
            Condition::OneShade(piece_types) => piece_types.contains(&self.id),
            Condition::CanReach(inner) => self.decides(inner),
            _ => false,
        })
    }

    /// What an action may do with such a piece.
    pub(super) fn in_action(&self, action: &Action) -> Vec<Deed> {
        let mut deeds = self.in_act(&action.act);
        let conditions: Vec<&Condition> = action.when.iter().chain(&action.provided).collect();
        let parts: Vec<&Condition> = conditions.iter().flat_map(|condition| condition.parts()).collect();
        let is_victim = |pieces: &PieceFilter| self.can_suffer(Threat::Capture) && self.might_be(pieces);
        let is_forked =
            |part: &&Condition| matches!(part, Condition::Forks { pieces, .. } if is_victim(pieces));
        let is_trapped =
            |part: &&Condition| matches!(part, Condition::Traps { pieces, .. } if is_victim(pieces));
        deeds.extend(parts.iter().any(is_forked).then(|| suffers("be forked")));
        deeds.extend(parts.iter().any(is_trapped).then(|| suffers("be trapped")));
        if deeds.is_empty() && conditions.iter().any(|condition| self.decides(condition)) {
            deeds.push(does("decide whether it is possible"));
        }
        deeds
    }

    fn in_act(&self, act: &Act) -> Vec<Deed> {
        let mut deeds = Vec::new();
        match act {
            Act::Place { pieces, to, removing, becomes } => {
                deeds.extend(self.is_own(pieces).then(|| does("be placed")));
                deeds.extend((*becomes == Some(self.id)).then(|| does("")));
                let is_at_home = matches!(to, Target::HomeOf(id) if *id == self.id);
                deeds.extend(is_at_home.then(|| does("")));
                let squares = to.squares(self.variant, Color::White);
                deeds.extend(removing.as_ref().and_then(|pieces| self.removed(pieces, squares)));
            }
            Act::Exchange { pieces, with, .. } if self.can_suffer(Threat::Exchange) => {
                let is_first = self.is_own(pieces);
                let is_other = self.is_own(with);
                deeds.extend(
                    (is_first || is_other).then(|| Deed { is_own: is_first, ..suffers("be exchanged") }),
                );
            }
            Act::Replace { pieces, by } => {
                deeds.extend(self.is_own(pieces).then(|| does("be replaced")));
                deeds.extend((*by == self.id).then(|| does("")));
            }
            Act::Drop { piece_types, not_with, becomes, .. } => {
                deeds.extend(piece_types.contains(&self.id).then(|| does("be dropped")));
                deeds.extend(becomes.contains(&self.id).then(|| does("")));
                let bars = not_with.as_ref().is_some_and(|pieces| self.is_own(pieces));
                deeds.extend(bars.then(|| does("bar the file it stands on")));
            }
            Act::Exchange { .. } | Act::Pass => {}
        }
        deeds
    }

    /// That pieces are removed from some squares, if it may be one of them.
    fn removed(&self, pieces: &PieceFilter, squares: SquareSet) -> Option<Deed> {
        let is = |color| {
            let seen = self.variant.board.relative(squares, color);
            self.is_on(pieces, color, seen) != Likely::No
        };
        if !self.can_suffer(Threat::Displacement) {
            return None;
        }
        match Color::ALL.map(is) {
            [true, true] => Some(suffers("be removed")),
            [true, false] => Some(suffers("be removed by its own side")),
            [false, true] => Some(suffers("be removed by the opponent")),
            [false, false] => None,
        }
    }

    /// What may happen to such a piece when another arrives; nothing if this has nothing to do with it.
    pub(super) fn in_arrival(&self, arrival: &Arrival) -> Option<Vec<Deed>> {
        let (mut deeds, mut is_named) = (Vec::new(), false);
        for then in &arrival.then {
            is_named |= then.becomes().contains(&self.id) || then.sends_home_of() == Some(self.id);
            if let Consequence::Send { home_of, occupied } = then {
                let home = self.variant.homes(Color::White, *home_of);
                deeds.extend(occupied.remove.as_ref().and_then(|pieces| self.removed(pieces, home)));
            }
            let partner = then.exchanges().is_some_and(|pieces| self.is_own(pieces));
            deeds.extend((partner && self.can_suffer(Threat::Exchange)).then(|| suffers("be exchanged")));
        }
        (is_named || !deeds.is_empty()).then_some(deeds)
    }
}
