//! From the text of a rule file to its meaning.

pub mod betza;
pub mod catalog;
pub mod lint;
pub mod resolve;
pub mod syntax;
