//! Playing: a game in progress, the notation of positions and moves, records of games, and the search.

pub(crate) mod dialect;
pub(crate) mod evaluation;
pub(crate) mod game;
pub(crate) mod notation;
pub(crate) mod playout;
pub(crate) mod record;
pub(crate) mod search;
