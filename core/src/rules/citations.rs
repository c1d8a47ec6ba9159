//! The citations of the statements of a game.

use super::{Cite, Cited, Origin, Variant};
use crate::base::source::Span;

impl Variant {
    /// Formats the sources of a rule as a suffix: ` [murray, forbes]`. Without sources, the suffix is empty.
    pub fn note(&self, rule: Origin) -> String {
        Cited(self.cited(rule)).note()
    }

    /// Returns the citations of a statement, which say nothing about the statements in its block. A statement without
    /// citations has those that all cited statements of its block share, except inherited ones.
    pub fn cited(&self, rule: Origin) -> Vec<Cite> {
        match self.cites.of(rule) {
            [] => self.shared(self.whole(rule).filter(|part| part.0.file == rule.0.file)),
            own => own.to_vec(),
        }
    }

    /// Returns the citations that several statements share: those of the sources that support each cited statement.
    pub fn shared(&self, statements: impl Iterator<Item = Origin>) -> Vec<Cite> {
        let lists = self.citation_lists(statements);
        let supports = |list: &&[Cite], cite: &Cite| list.iter().any(|other| other.source == cite.source);
        let mut shared: Vec<Cite> = Vec::new();
        for cite in lists.iter().copied().flatten() {
            if !shared.contains(cite) && lists.iter().all(|list| supports(list, cite)) {
                shared.push(cite.clone());
            }
        }
        shared
    }

    /// Returns true if the statements of a rule have different citations, so that none of them covers the whole rule. The
    /// statements that a changed rule inherits have citations of their own.
    pub fn is_cited_in_parts(&self, rule: Origin) -> bool {
        let is_right = |part: Origin| self.rights.iter().any(|right| right.origin.0 == part.0);
        let is_inherited = |part: Origin| part.0.file != rule.0.file && !is_right(part);
        self.citation_lists(self.whole(rule)).windows(2).any(|pair| pair[0] != pair[1])
            || self.whole(rule).any(|part| is_inherited(part) && !self.cites.of(part).is_empty())
    }

    /// Returns the citations of each cited statement.
    fn citation_lists(&self, statements: impl Iterator<Item = Origin>) -> Vec<&[Cite]> {
        if self.cites.0.is_empty() {
            return Vec::new();
        }
        statements.map(|origin| self.cites.of(origin)).filter(|list| !list.is_empty()).collect()
    }

    /// Returns the place of the statement whose citations apply to a rule.
    pub fn cited_at(&self, rule: Origin) -> Option<Span> {
        self.cites.nearest(rule).map(|citing| citing.span)
    }
}
