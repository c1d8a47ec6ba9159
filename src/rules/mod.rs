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
pub(crate) mod interpreter;
mod limit;
mod logic;
mod piece_filter;
mod piece_type;
mod possible;
mod refusal;
mod royalty;
mod variant;
pub(crate) mod walk;

pub(crate) use action::{Act, Action, Duty, Right, Target};
pub(crate) use automaton::{Automaton, Edge, Effect, Entry, Holds, Imitate, State, Step, Stop, Virgin};
pub(crate) use castle::{Castle, Castling};
pub(crate) use cites::Cites;
pub(crate) use condition::{Compare, Condition, Proof};
pub(crate) use ending::{Clock, Ending, Trigger};
pub(crate) use limit::{Admission, Border, Immunity, StepClass, Threat};
pub(crate) use logic::{Likely, Logic, Subject};
pub(crate) use piece_filter::{Origin, PieceFilter, Zone};
pub(crate) use piece_type::{Arrival, Consequence, Displaced, Moves, Occupied, PieceType};
pub(crate) use possible::SomePiece;
pub(crate) use refusal::{ActionRule, Refusal, Rule};
pub(crate) use royalty::{Binding, Royalty};
pub(crate) use variant::{ArrayInfo, Citation, First, Switch, SwitchValue, Variant};
