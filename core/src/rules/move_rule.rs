//! Restrictions on moves: properties that a move must have if possible, or may not have.

use super::{Condition, Origin, PieceFilter};
use serde::{Deserialize, Serialize};

/// A restriction on the properties of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRule {
    pub force: Force,
    #[serde(rename = "deed")]
    pub property: MoveProperty,
    /// The pieces that the rule applies to, on their squares before the move or in hand. `None` for all pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PieceFilter>,
    /// The condition that must hold before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(skip)]
    pub origin: Origin,
}

impl MoveRule {
    /// Returns true if the rule forbids giving check.
    pub fn bans_check(&self) -> bool {
        self.force == Force::MayNot && self.property == MoveProperty::Check
    }

    /// Returns true if the rule forbids losing some pieces.
    pub fn bans_loss(&self) -> bool {
        self.force == Force::MayNot && matches!(self.property, MoveProperty::Lose(_))
    }

    /// Returns the name of the rule in a list of rules.
    pub fn name(&self) -> &'static str {
        match (self.force, &self.property) {
            (Force::MustIfCan, MoveProperty::Capture(_)) => "must capture",
            (Force::MustIfCan, MoveProperty::Lose(_)) => "must lose",
            (Force::MayNot, MoveProperty::Lose(_)) => "may not lose",
            (Force::MustIfCan, MoveProperty::Move) => "must move",
            (Force::MayNot, MoveProperty::Move) => "may not move",
            (Force::MustIfCan, MoveProperty::Check) => "must give check",
            (Force::MustIfCan, MoveProperty::Checkmate) => "must give checkmate",
            (Force::MayNot, MoveProperty::Capture(_)) => "may not capture",
            (Force::MayNot, MoveProperty::Check) => "may not give check",
            (Force::MayNot, MoveProperty::Checkmate) => "may not give checkmate",
            (Force::MustIfCan, MoveProperty::Reach(_)) => "must reach",
            (Force::MayNot, MoveProperty::Reach(_)) => "may not reach",
            (Force::MustIfCan, MoveProperty::Castle) => "must castle",
            (Force::MayNot, MoveProperty::Castle) => "may not castle",
            (Force::MustIfCan, MoveProperty::Drop(_)) => "must drop",
            (Force::MayNot, MoveProperty::Drop(_)) => "may not drop",
            (Force::MustIfCan, MoveProperty::Pass) => "must pass",
            (Force::MayNot, MoveProperty::Pass) => "may not pass",
        }
    }
}

/// The kind of a restriction: a prohibition or an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Force {
    /// If some legal move has the property, moves without it are illegal.
    MustIfCan,
    /// A move with the property is illegal.
    MayNot,
}

/// A property of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveProperty {
    /// Every move has this property.
    Move,
    /// The move removes a matching enemy piece from the board.
    Capture(PieceFilter),
    /// The move removes a matching piece of the player from the board.
    Lose(PieceFilter),
    /// The move leaves the opponent in check.
    Check,
    /// The move leaves the opponent in check without a legal move.
    Checkmate,
    /// The condition holds for the player after the move.
    Reach(Condition),
    /// The move is a castling.
    Castle,
    /// The move drops a matching piece.
    Drop(PieceFilter),
    /// The move is a pass.
    Pass,
}
