//! Messages: problems and their catalogue, and the words and lists of which texts consist.
//!
//! The main type is [`Diagnostic`](diagnostic::Diagnostic).

pub(crate) mod conflict;
pub(crate) mod diagnostic;
pub(crate) mod look_alike;
pub(crate) mod text;
