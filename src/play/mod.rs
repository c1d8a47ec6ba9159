//! A game in progress, and the notation of positions and moves.

pub mod game;
pub mod notation;
pub mod search;
