//! A game in progress, the notation of positions and moves, and a player that looks ahead.

pub(crate) mod evaluation;
pub(crate) mod game;
pub(crate) mod notation;
pub(crate) mod playout;
pub(crate) mod search;
