//! Positions given on the command line.

use super::output::Stop;
use crate::base::source::Sources;
use crate::base::{Outcome, Setup};
use crate::play::notation::fen;
use crate::rules::Variant;
use serde::Serialize;

/// The position of a FEN, or the start of the game.
pub(super) fn read(variant: &Variant, text: Option<&str>) -> Result<Setup, Stop> {
    let Some(text) = text else { return Ok(variant.start()) };
    fen::read(variant, text).map_err(|problems| {
        let mut sources = Sources::default();
        sources.add("--fen", text);
        Stop::Problems(Box::new(sources), problems)
    })
}

/// An outcome as JSON tells it.
#[derive(Serialize)]
pub(super) struct OutcomeData {
    winner: Option<&'static str>,
    reason: String,
}

impl From<Outcome> for OutcomeData {
    fn from(outcome: Outcome) -> Self {
        OutcomeData { winner: outcome.winner.map(crate::base::Color::name), reason: outcome.reason }
    }
}

/// An outcome in words.
pub(super) fn sentence(outcome: &Outcome) -> String {
    let reason = outcome.reason.replace('-', " ");
    match outcome.winner {
        Some(color) => format!("{} wins: {reason}.", color.title()),
        None => format!("The game is drawn: {reason}."),
    }
}
