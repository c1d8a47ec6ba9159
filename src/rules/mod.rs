//! The meaning of one game under one reading: plain data, printable and readable.
//!
//! Everything is resolved: names have become indices and sets of squares, switches are decided, families and
//! inheritance are gone. The [interpreter] follows it to the letter, over plain positions and over those of the tables
//! that it is compiled to.

mod action;
mod automaton;
mod castle;
mod cites;
mod condition;
mod ending;
pub mod interpreter;
mod limit;
mod logic;
mod piece_filter;
mod piece_type;
mod possible;
mod refusal;
mod royalty;
mod variant;
pub mod walk;

pub use action::{Act, Action, ActionLines, Duty, Right, Target};
pub use automaton::{Automaton, Edge, Effect, Entry, Holds, Imitate, State, Step, Stop, Virgin};
pub use castle::{Castle, Castling};
pub use cites::Cites;
pub use condition::{Compare, Condition, Proof};
pub use ending::{Clock, Ending, Trigger};
pub use limit::{Admission, Border, Immunity, StepClass, Threat};
pub use logic::{Likely, Logic, Subject};
pub use piece_filter::{Origin, PieceFilter, Zone};
pub use piece_type::{Arrival, Consequence, Displaced, Moves, Occupied, PieceType};
pub use possible::SomePiece;
pub use refusal::{ActionRule, Refusal, Rule};
pub use royalty::{Binding, Royalty};
pub use variant::{ArrayInfo, Citation, First, Switch, SwitchValue, Variant};
