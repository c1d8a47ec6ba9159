//! The meaning of one game under one reading: plain data, printable and readable.
//!
//! Everything is resolved: names have become indices and sets of squares, switches are decided, families and
//! inheritance are gone. Two interpreters are built on it, a slow one that follows it to the letter and a fast one
//! that compiles it to tables.

mod automaton;
mod castle;
mod cites;
mod condition;
mod kind;
mod men;
pub mod reference;
mod rules;
mod variant;
pub mod walk;

pub use automaton::{Automaton, Edge, Effect, Entry, Holds, Imitate, State, Step, Stop, Virgin};
pub use castle::{Castle, CastlingWay};
pub use cites::Cites;
pub use condition::{Compare, Condition, Proof, Side};
pub use kind::{Arrival, Consequence, Displaced, Kind, Moves, Occupied};
pub use men::{Men, Origin, Zone};
pub use rules::{
    Act, Admission, Binding, Border, Castling, Clock, Duty, Ending, First, Immunity, Right, Royalty,
    StepClass, Target, Threat, Trigger, Turn, TurnLines,
};
pub use variant::{ArrayInfo, Citation, Switch, SwitchValue, Variant};
