//! A game in progress, and the notation of positions and moves.

pub(crate) mod game;
pub(crate) mod notation;
pub(crate) mod search;
