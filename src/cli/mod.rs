//! The command line.

pub mod betza;
