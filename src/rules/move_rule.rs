//! What a player must do if it can be done, or may not do, by whatever move.

use super::{Condition, Origin, PieceFilter};
use serde::{Deserialize, Serialize};

/// A rule about what moves do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MoveRule {
    pub force: Force,
    pub deed: Deed,
    /// The pieces it is about, as they stand before the move, or come from the hand; any if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PieceFilter>,
    /// What must hold before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(skip)]
    pub origin: Origin,
}

impl MoveRule {
    /// Whether it forbids to give check.
    pub(crate) fn bans_check(&self) -> bool {
        self.force == Force::MayNot && self.deed == Deed::Check
    }

    /// What it is called in a list of rules.
    pub(crate) fn name(&self) -> &'static str {
        match (self.force, &self.deed) {
            (Force::MustIfCan, Deed::Capture(_)) => "must capture",
            (Force::MustIfCan, Deed::Lose(_)) => "must lose",
            (Force::MayNot, Deed::Lose(_)) => "may not lose",
            (Force::MustIfCan, Deed::Move) => "must move",
            (Force::MayNot, Deed::Move) => "may not move",
            (Force::MustIfCan, Deed::Check) => "must give check",
            (Force::MustIfCan, Deed::Checkmate) => "must give checkmate",
            (Force::MayNot, Deed::Capture(_)) => "may not capture",
            (Force::MayNot, Deed::Check) => "may not give check",
            (Force::MayNot, Deed::Checkmate) => "may not give checkmate",
            (Force::MustIfCan, Deed::Reach(_)) => "must reach",
            (Force::MayNot, Deed::Reach(_)) => "may not reach",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Force {
    /// Where some legal move does it, no other is legal.
    MustIfCan,
    /// A move that does it is not legal.
    MayNot,
}

/// What a move can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Deed {
    /// It is a move at all.
    Move,
    /// It takes such an enemy piece off the board.
    Capture(PieceFilter),
    /// Such a piece of the player's own leaves the board.
    Lose(PieceFilter),
    /// It leaves the opponent in check.
    Check,
    /// It leaves the opponent in check without a legal move.
    Checkmate,
    /// After it, this is true for the player.
    Reach(Condition),
}
