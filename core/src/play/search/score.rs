//! The scores of decided games, on the scale of the evaluation: hundredths of a pawn.

/// The score of a game that is won at the root. A win at a later ply has a lower score.
pub const WON: i32 = 30_000;
/// The lowest score of a forced win.
pub const SURE: i32 = WON - 1_000;
