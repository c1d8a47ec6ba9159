//! Messages: problems and their catalogue, their fixes, and the words and lists of which texts consist.
//!
//! The main type is [`Diagnostic`](diagnostic::Diagnostic).

pub mod conflict;
pub mod diagnostic;
pub mod fix;
pub mod look_alike;
pub mod text;
