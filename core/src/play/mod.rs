//! Playing: a game in progress, evaluation, search, and random games.

pub mod evaluation;
pub mod game;
pub mod playout;
pub mod search;
