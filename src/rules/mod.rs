//! The rules of one game under one reading, as plain data that can be printed and read back.
//!
//! [`Variant`] is the main type. Names are resolved to indices and sets of squares, switches have values, and
//! families and inheritance are expanded. [`interpreter`] defines the meaning of the rules, and the tables of the
//! fast layer must agree with it.

mod action;
mod automaton;
mod castle;
mod condition;
mod ending;
mod follow_up;
pub(crate) mod interpreter;
mod limit;
mod logic;
mod move_rule;
mod near;
mod notation;
mod origin;
mod part;
mod parts;
mod piece_filter;
mod piece_type;
pub(crate) mod reach;
mod refusal;
mod remark;
mod rule;
mod some_piece;
mod turns;
mod variant;
pub(crate) mod walk;

pub(crate) use action::{Act, Action, Duty, Right, Target};
pub(crate) use automaton::{Automaton, Edge, Effect, Holds, Imitate, StartState, State, Step, Stop, Virgin};
pub(crate) use castle::{Castle, Castling, CastlingPath, CastlingRule};
pub(crate) use condition::{Compare, Condition, Proof};
pub(crate) use ending::{ClockRule, Ending, Recurrence, Trigger};
pub(crate) use follow_up::{After, FollowUp, Following};
pub(crate) use limit::{Admission, Binding, Border, Immunity, Royalty, StepClass, Threat};
pub(crate) use logic::{Likely, Logic};
pub(crate) use move_rule::{Force, MoveProperty, MoveRule};
pub(crate) use near::Near;
pub(crate) use notation::Notation;
pub use origin::Cite;
pub(crate) use origin::{Cited, Cites, Citing, Origin, names};
pub(crate) use part::{Filler, Mention, Part, Role};
pub(crate) use piece_filter::{PieceFilter, Relation, Subject, Zone};
pub(crate) use piece_type::{Arrival, Consequence, Displaced, Moves, Occupied, PieceType};
pub(crate) use reach::{Reach, Walks};
pub(crate) use refusal::{ActionRule, Refusal, Rule};
pub(crate) use remark::{OtherName, Remark};
pub(crate) use rule::{RuleKind, RuleRef};
pub(crate) use some_piece::SomePiece;
pub(crate) use turns::Turns;
pub(crate) use variant::{ArrayInfo, FenCount, First, Switch, SwitchValue, Variant, Work};
