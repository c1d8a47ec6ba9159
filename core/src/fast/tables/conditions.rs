//! Compiled conditions.

use super::code::PieceCode;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::{Compare, Fact, Formula};

/// A compiled condition. It is evaluated for one player.
pub type CompiledCondition<B> = Formula<CompiledFact<B>>;

/// A compiled fact.
#[derive(Clone, Debug)]
pub enum CompiledFact<B> {
    /// The player is in check.
    InCheck,
    /// The player has no other move.
    NoOtherMove,
    /// The number of pieces that the filter of the player matches is in a range.
    Count([CompiledFilter<B>; 2], Compare, u32),
    /// A fact that the interpreter evaluates.
    Plain(Fact),
}

/// A cheap test that rules out a condition in most positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition<B> {
    /// The condition may hold in every position.
    Nothing,
    /// By color, squares. A piece of the color must stand on at least one of them.
    Occupied([B; 2]),
    /// By color, squares. No piece of the color may stand on any of them.
    Vacant([B; 2]),
    /// The player, or the enemy, must have used up a right.
    UsedUp { right: usize, enemy: bool },
    /// The player, or the enemy, must have uses of a right left.
    Left { right: usize, enemy: bool },
}

impl<B: Bitboard> Precondition<B> {
    /// Returns a test that every position passes that passes one of two tests.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Occupied(one), Self::Occupied(other)) => {
                Self::Occupied([one[0] | other[0], one[1] | other[1]])
            }
            (Self::Vacant(one), Self::Vacant(other)) => Self::Vacant([one[0] & other[0], one[1] & other[1]]),
            (used @ (Self::UsedUp { .. } | Self::Left { .. }), other) if used == other => used,
            (Self::Nothing | Self::Occupied(_) | Self::Vacant(_), _)
            | (Self::UsedUp { .. } | Self::Left { .. }, _) => Self::Nothing,
        }
    }

    /// Returns a number that is lower for tests that fewer positions pass.
    fn looseness(&self) -> u32 {
        match self {
            Precondition::UsedUp { .. } | Precondition::Left { .. } | Precondition::Vacant(_) => 0,
            Precondition::Occupied([white, black]) => white.count() + black.count(),
            Precondition::Nothing => u32::MAX,
        }
    }
}

impl<B: Bitboard> CompiledFact<B> {
    /// Returns a test that a position must pass for the fact to hold for a player.
    fn needs(&self, player: Color) -> Precondition<B> {
        match self {
            CompiledFact::Count(filters, Compare::AtLeast, 1..) => {
                Precondition::Occupied(filters[player as usize].any)
            }
            CompiledFact::Count(filters, Compare::Equal | Compare::AtMost, 0)
                if filters[player as usize].whole =>
            {
                Precondition::Vacant(filters[player as usize].any)
            }
            CompiledFact::Plain(Fact::UsedUp { right, enemy }) => {
                Precondition::UsedUp { right: *right, enemy: *enemy }
            }
            CompiledFact::Plain(fact) => fact
                .needed_uses()
                .map_or(Precondition::Nothing, |(right, enemy)| Precondition::Left { right, enemy }),
            CompiledFact::Count(..) | CompiledFact::InCheck | CompiledFact::NoOtherMove => {
                Precondition::Nothing
            }
        }
    }
}

impl<B: Bitboard> CompiledCondition<B> {
    /// Returns a test that a position must pass for the condition to hold for a player.
    pub fn needs(&self, player: Color) -> Precondition<B> {
        match self {
            Formula::Leaf(fact) => fact.needs(player),
            Formula::Every(all) => {
                let strictest = all.iter().map(|own| own.needs(player)).min_by_key(Precondition::looseness);
                strictest.unwrap_or(Precondition::Nothing)
            }
            Formula::Not(_) | Formula::AnyOf(_) => Precondition::Nothing,
        }
    }

    /// Returns the pieces that the condition counts for a player. Returns `None` if the condition depends on anything
    /// other than their numbers and rights that packed moves do not change: all except the `tallied` ones.
    pub fn counted(&self, player: Color, cells: B, tallied: &[usize]) -> Option<Vec<PieceCode>> {
        let is_tallied = |fact: &Fact| tallied.iter().any(|right| fact.depends_on_right(*right));
        let counted = self.leaves().map(|fact| match fact {
            CompiledFact::Count(filters, ..) => filters[player as usize].counted(cells),
            CompiledFact::Plain(fact) if fact.is_of_rights() && !is_tallied(fact) => Some(Vec::new()),
            CompiledFact::InCheck | CompiledFact::NoOtherMove | CompiledFact::Plain(_) => None,
        });
        counted.collect::<Option<Vec<_>>>().map(|all| all.concat())
    }

    /// Returns the numbers of pieces without which the condition cannot hold for a player: the pieces, the comparison, and
    /// the number that it compares.
    pub fn numbers(&self, player: Color, cells: B) -> Vec<(Vec<PieceCode>, Compare, u32)> {
        let number = |part: &Self| match part {
            Formula::Leaf(CompiledFact::Count(filters, is, number)) => {
                Some((filters[player as usize].counted(cells)?, *is, *number))
            }
            Formula::Leaf(_) | Formula::Not(_) | Formula::Every(_) | Formula::AnyOf(_) => None,
        };
        self.conjuncts().iter().filter_map(number).collect()
    }

    /// Divides some squares into nonempty parts. An additional piece of this code, which does not lead its side,
    /// gives the same result on all squares of a part.
    pub fn parts(&self, player: Color, code: PieceCode, squares: B) -> Vec<B> {
        let divide = |fact: &CompiledFact<B>, part: B| match fact {
            CompiledFact::Count(filters, ..) => {
                let parts = filters[player as usize].parts(code, part);
                parts.into_iter().filter(|part| !part.is_empty()).collect()
            }
            CompiledFact::NoOtherMove => vec![part],
            CompiledFact::InCheck | CompiledFact::Plain(_) => part.iter().map(B::bit).collect(),
        };
        self.leaves().fold(vec![squares], |parts, fact| {
            parts.into_iter().flat_map(|part| divide(fact, part)).collect()
        })
    }
}
