//! stub
use crate::diagnostic::Diagnostic; use crate::ir::Automaton; use crate::source::Span;
/// x
pub struct Reading { /// x
 pub automaton: Automaton, /// x
 pub canonical: String }
/// x
pub fn read(text: &str, _at: Span) -> (Option<Reading>, Vec<Diagnostic>) { (Some(Reading { automaton: Automaton::default(), canonical: text.into() }), vec![]) }
