//! Inherited rules about arrivals at squares to which the piece can no longer come.

use super::Heir;
use crate::messages::diagnostic::{Code, Diagnostic};

impl Heir<'_> {
    /// Returns the problem with an inherited rule that another lint has found idle, at the first line of the piece that the
    /// game itself has written.
    pub(super) fn idle_arrival(&self, problem: &Diagnostic) -> Option<Diagnostic> {
        let origin = problem.place();
        if problem.code != Code::NeverFires || self.is_own(origin) {
            return None;
        }
        let place = (self.around)(origin)?.own?;
        let problem = Diagnostic::new(Code::OutdatedRule, place, problem.message.clone());
        Some(self.removing(problem.label(origin, "the inherited rule"), &[origin]))
    }
}
