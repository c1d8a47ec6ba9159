//! Where rules were written, and which sources stand behind them.

use crate::base::source::Span;
use crate::base::text::cited;

/// Where a rule was written, or its parts, or what is cited for it. Two rules written in different places may still be the
/// same rule: origins are equal to each other and leave no trace in the printed form.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin<T = Span>(pub T);

impl<T> PartialEq for Origin<T> {
    fn eq(&self, _: &Origin<T>) -> bool {
        true
    }
}
impl<T> Eq for Origin<T> {}

/// The citations of a game by the statements they belong to, blocks included.
pub(crate) type Cites = Origin<Vec<(Span, Vec<String>)>>;

impl Cites {
    /// What is cited for a rule: by its own statement, or else by the nearest one around it.
    pub(crate) fn of(&self, origin: Origin) -> &[String] {
        let rule = origin.0;
        let around = |span: &Span| span.file == rule.file && span.start <= rule.start && rule.end <= span.end;
        let all = self.0.iter().filter(|(span, _)| rule.end > 0 && around(span));
        all.min_by_key(|(span, _)| span.end - span.start).map_or(&[], |(_, names)| names)
    }

    /// The same behind a text: ` [murray, forbes]`, or nothing.
    pub(crate) fn note(&self, origin: Origin) -> String {
        cited(self.of(origin))
    }
}
