//! Which sources stand behind which rule.

use super::Origin;
use crate::base::source::Span;
use crate::base::text::commas;

/// The citations of a game by the places they stand at. Like origins, all are equal and leave no trace in the printed form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cites(Vec<(Span, Vec<String>)>);

impl PartialEq for Cites {
    fn eq(&self, _: &Cites) -> bool {
        true
    }
}
impl Eq for Cites {}

impl Cites {
    /// Citations with the statements they belong to, blocks included.
    pub(crate) fn new(all: Vec<(Span, Vec<String>)>) -> Cites {
        Cites(all)
    }

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
