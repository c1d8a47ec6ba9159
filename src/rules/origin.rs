//! Where rules were written, and which sources stand behind them.

use crate::base::source::Span;
use crate::base::text::cited;
use serde::{Deserialize, Serialize};

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

/// One citation: a source, and where in it the rule is found.
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
    pub(crate) fn new(source: &str, at: Option<&str>) -> Cite {
        Cite { source: source.to_owned(), at: at.map(str::to_owned) }
    }

    /// `murray` or `murray, page 57`.
    pub(crate) fn text(&self) -> String {
        self.at.as_ref().map_or_else(|| self.source.clone(), |at| format!("{}, {at}", self.source))
    }
}

/// The sources that some citations name, each once.
pub(crate) fn names(cites: &[Cite]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for Cite { source, .. } in cites {
        if !names.contains(source) {
            names.push(source.clone());
        }
    }
    names
}

/// The citations of one statement; as data, the names of the sources and beside them the whole citations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CitedData", into = "CitedData")]
pub(crate) struct Cited(pub Vec<Cite>);

impl Cited {
    /// The sources behind a text: ` [murray, forbes]`, or nothing.
    pub(crate) fn note(&self) -> String {
        cited(&names(&self.0))
    }

    /// The same with the places in the sources: ` [murray, page 57; forbes]`.
    pub(crate) fn full_note(&self) -> String {
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
        match data.citations.is_empty() {
            true => Cited(data.cites.iter().map(|name| Cite::new(name, None)).collect()),
            false => Cited(data.citations),
        }
    }
}

/// The citations of a game by the statements they belong to, blocks included.
pub(crate) type Cites = Origin<Vec<(Span, Vec<Cite>)>>;

impl Cites {
    /// What is cited for a rule: by its own statement, or else by the nearest one around it.
    pub(crate) fn of(&self, origin: Origin) -> &[Cite] {
        self.nearest(origin).map_or(&[], |(_, cites)| cites)
    }

    /// The statement that cites for a rule, with what it cites.
    pub(crate) fn nearest(&self, origin: Origin) -> Option<&(Span, Vec<Cite>)> {
        let rule = origin.0;
        let around = |span: &Span| span.file == rule.file && span.start <= rule.start && rule.end <= span.end;
        let all = self.0.iter().filter(|(span, _)| rule.end > 0 && around(span));
        all.min_by_key(|(span, _)| span.end - span.start)
    }

    /// What is cited for a rule that is written in several places, each citation once.
    pub(crate) fn of_all(&self, origins: impl IntoIterator<Item = Origin>) -> Vec<Cite> {
        let mut all: Vec<Cite> = Vec::new();
        for cite in origins.into_iter().flat_map(|origin| self.of(origin)) {
            if !all.contains(cite) {
                all.push(cite.clone());
            }
        }
        all
    }
}
