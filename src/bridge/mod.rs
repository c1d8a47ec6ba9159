//! Rule files of other programs: what ferz reads from them, and what it writes for them.
//!
//! A bridge takes over every rule that both sides can say, and returns the rest as data with a reason for each. Nothing
//! is dropped silently. Start reading at the module of a program.

pub(crate) mod fairy_stockfish;
