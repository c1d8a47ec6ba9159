//! The rules of one game under one reading, as plain data that can be printed and read back.
//!
//! [`Variant`] is the main type. Names are resolved to indices and sets of squares, switches have values, and
//! families and inheritance are expanded. [`interpreter`] defines the meaning of the rules, and the tables of the
//! fast layer must agree with it.

mod action;
mod automaton;
mod castle;
mod citations;
mod condition;
mod ending;
mod event;
mod follow_up;
mod formula;
pub mod interpreter;
mod last_royal;
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
pub mod reach;
mod recurrence;
mod refusal;
mod region;
mod relation;
mod remark;
mod rule;
mod some_piece;
mod turns;
mod variant;
pub mod walk;

pub use action::{Act, Action, Duty, Right, Target};
pub use automaton::{Automaton, Edge, Effect, Holds, Imitate, StartState, State, Step, Stop, Virgin};
pub use castle::{Castle, Castling, CastlingPath, CastlingRule};
pub use condition::{Amount, CaptureTest, Compare, Condition, Fact, PieceCount, Proof, Total, Within};
pub use ending::{ClockRule, Ending, EndingResult};
pub use event::{Event, Events};
pub use follow_up::{After, FollowUp, Following};
pub use formula::Formula;
pub use limit::{Admission, Binding, Border, Immunity, Royalty, StepClass, Threat};
pub use logic::{Likely, Logic};
pub use move_rule::{Force, MoveProperty, MoveRule};
pub use near::Near;
pub use notation::Notation;
pub use origin::Cite;
pub use origin::{Cited, Cites, Citing, Origin, names};
pub use part::{Filler, Mention, Part, Role};
pub use piece_filter::{PieceFilter, PieceTest, Subject, Zone};
pub use piece_type::{Arrival, Consequence, Displaced, Fate, Moves, Occupied, PieceType};
pub use reach::{Reach, Walks};
pub use recurrence::Recurrence;
pub use refusal::{ActionRule, Refusal, Rule};
pub use relation::Relation;
pub use remark::{OtherName, Provenance, Remark};
pub use rule::{RuleKind, RuleRef};
pub use some_piece::SomePiece;
pub use turns::{First, Turns};
pub use variant::{ArrayInfo, CaptureHand, FenCount, Switch, SwitchValue, Variant, Work};
