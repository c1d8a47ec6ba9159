//! A game in progress, the notation of positions and moves, records of games, and a player that looks ahead.

pub(crate) mod dialect;
pub(crate) mod evaluation;
pub(crate) mod game;
pub(crate) mod notation;
pub(crate) mod playout;
pub(crate) mod record;
pub(crate) mod search;
