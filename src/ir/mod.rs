//! The meaning of one game under one reading: plain data, printable and readable.

mod automaton;

pub use automaton::{Automaton, Castle, Edge, Effect, Entry, Holds, Imitate, State, Step, Stop, Virgin};
