//! Which sources stand behind which rule.

use super::Origin;
use crate::base::source::Span;
use crate::base::text::commas;

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
        match self.of(origin) {
            [] => String::new(),
            names => format!(" [{}]", commas(names)),
        }
    }
}
