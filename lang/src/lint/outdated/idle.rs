//! Inherited rules about arrivals at squares to which the piece can no longer come.

use super::{AmendedBlock, Heir};
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};

impl Heir<'_> {
    /// Returns the problem with an inherited rule that another lint has found idle, at the first line of the piece that the
    /// game itself has written.
    pub(super) fn idle_arrival(&self, problem: &Diagnostic) -> Option<Diagnostic> {
        let origin = problem.place();
        if problem.code != Code::NeverFires || self.is_own(origin) {
            return None;
        }
        let AmendedBlock { key, own } = (self.around)(origin)?;
        let place = own?;
        let text = (self.written)(origin)?;
        let head = text.split_once(':')?.0.trim_end();
        let help = format!("write `remove {head}` in the block `change {key}`");
        let line = format!("change {key} {{\n  remove {head}\n}}");
        let problem = Diagnostic::new(Code::OutdatedRule, place, problem.message.clone());
        let problem = problem.label(origin, "the inherited rule").help(help);
        let at = Span { end: place.start, ..place };
        Some(problem.fix(Fix::of(Certainty::Guess).and(at, TextChange::Append(line.into()))))
    }
}
