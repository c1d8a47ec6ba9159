//! Origins of rules: their places in files and the sources that they cite.
//!
//! [`Origin`] wraps a place, and [`Cites`] finds the citations for the place of a statement.

use crate::base::source::Span;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The place of a rule, of its parts, or of its citations. Two rules from different places can still be the same
/// rule, so all origins compare as equal and none is serialized.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<T = Span>(pub T);

impl<T> PartialEq for Origin<T> {
    fn eq(&self, _: &Origin<T>) -> bool {
        true
    }
}
impl<T> Eq for Origin<T> {}

/// A citation: a source and a place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Cite {
    /// The short name of the source.
    pub source: String,
    /// The place in the source, such as a page or a heading, if the citation names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl Cite {
    #[doc(hidden)]
    pub fn new(source: &str, at: Option<&str>) -> Cite {
        Cite { source: source.to_owned(), at: at.map(str::to_owned) }
    }

    /// Formats the citation: `murray` or `murray, page 57`.
    #[doc(hidden)]
    pub fn text(&self) -> String {
        self.at.as_ref().map_or_else(|| self.source.clone(), |at| format!("{}, {at}", self.source))
    }
}

/// Returns the sources that the citations name, each once.
pub fn names(cites: &[Cite]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for Cite { source, .. } in cites {
        if !names.contains(source) {
            names.push(source.clone());
        }
    }
    names
}

/// The citations of one statement. The serialized form contains both the names of the sources and the full
/// citations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CitedData", into = "CitedData")]
pub struct Cited(pub Vec<Cite>);

impl Cited {
    /// Formats the sources as a suffix: ` [murray, forbes]`. Without sources, the suffix is empty.
    pub fn note(&self) -> String {
        let names = names(&self.0);
        if names.is_empty() { String::new() } else { format!(" [{}]", names.join(", ")) }
    }

    /// Formats the sources and places as a suffix: ` [murray, page 57; forbes]`.
    pub fn full_note(&self) -> String {
        let all: Vec<String> = self.0.iter().map(Cite::text).collect();
        if all.is_empty() { String::new() } else { format!(" [{}]", all.join("; ")) }
    }
}

#[derive(Serialize, Deserialize)]
struct CitedData {
    cites: Vec<String>,
    #[serde(default)]
    citations: Vec<Cite>,
}

impl From<Cited> for CitedData {
    fn from(Cited(citations): Cited) -> CitedData {
        CitedData { cites: names(&citations), citations }
    }
}

impl From<CitedData> for Cited {
    fn from(data: CitedData) -> Cited {
        // Data that was written by hand may name the sources only.
        match data.citations.is_empty() {
            true => Cited(data.cites.iter().map(|name| Cite::new(name, None)).collect()),
            false => Cited(data.citations),
        }
    }
}

/// The citations of one statement, which do not extend to the statements in its block.
#[derive(Clone, Debug)]
pub struct Citing {
    pub span: Span,
    /// The citations. Empty if neither the statement nor its file names a source.
    pub cites: Vec<Cite>,
    /// True if the statement carries the citations itself. False if it inherits them from its answer or its file.
    pub is_own: bool,
}

/// The citations of a game, by the place of the statement. An entry can also cover a whole file. The games of one file
/// share them.
pub type Cites = Origin<Arc<[Citing]>>;

impl Cites {
    /// Returns the citations of the statement that contains a rule.
    pub fn of(&self, origin: Origin) -> &[Cite] {
        self.nearest(origin).map_or(&[], |citing| &citing.cites)
    }

    /// Returns the entry with the smallest span that covers a rule.
    pub fn nearest(&self, origin: Origin) -> Option<&Citing> {
        let rule = origin.0;
        // A rule with an empty origin has its default, which nothing cites. Statements nest, so the shortest span
        // belongs to the innermost one.
        let all = self.0.iter().filter(|citing| rule.end > 0 && citing.span.contains(rule));
        all.min_by_key(|citing| citing.span.end - citing.span.start)
    }
}
