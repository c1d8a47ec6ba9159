//! The events other than a piece's own move that bring a piece to a square.

use super::Variant;
use serde::{Deserialize, Serialize};

/// An event that brings a piece to a square and is not a move of that piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Castling,
    /// A piece comes from the hand, by an action or as a part of a move.
    Drop,
    /// Two pieces exchange places.
    Exchange,
    /// An action places a piece, or a rule puts it on the board after a move.
    Put,
}

impl Event {
    pub const ALL: [Event; 4] = [Event::Castling, Event::Drop, Event::Exchange, Event::Put];

    /// Returns the word for the event in rule files.
    pub fn word(self) -> &'static str {
        match self {
            Event::Castling => "castling",
            Event::Drop => "drop",
            Event::Exchange => "exchange",
            Event::Put => "put",
        }
    }
}

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Events {
    #[serde(default, rename = "by_castling", skip_serializing_if = "std::ops::Not::not")]
    castling: bool,
    #[serde(default, rename = "by_drop", skip_serializing_if = "std::ops::Not::not")]
    drop: bool,
    #[serde(default, rename = "by_exchange", skip_serializing_if = "std::ops::Not::not")]
    exchange: bool,
    #[serde(default, rename = "by_put", skip_serializing_if = "std::ops::Not::not")]
    put: bool,
}

impl Events {
    pub fn has(self, event: Event) -> bool {
        match event {
            Event::Castling => self.castling,
            Event::Drop => self.drop,
            Event::Exchange => self.exchange,
            Event::Put => self.put,
        }
    }

    pub fn insert(&mut self, event: Event) {
        let flag = match event {
            Event::Castling => &mut self.castling,
            Event::Drop => &mut self.drop,
            Event::Exchange => &mut self.exchange,
            Event::Put => &mut self.put,
        };
        *flag = true;
    }

    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// Iterates over the events in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Event> {
        Event::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

impl Variant {
    /// Returns true if an effect of some piece type can apply after an event.
    pub fn has_effects_of(&self, event: Event) -> bool {
        self.piece_types.iter().any(|own| own.has_effects_of(event))
    }
}
