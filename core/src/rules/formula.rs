//! Formulas: simple statements that are combined by "and", "or", and "not".
//!
//! [`Formula`] has the shape that piece filters and conditions share. Its leaves are simple statements of a type that
//! has no formulas of its own on the same level. [`Formula::eval`] evaluates a formula in any [`Logic`]. Every other
//! analysis goes through [`Formula::leaves`], [`Formula::nodes`], [`Formula::map`], or [`Formula::requirement`], so
//! that only this module knows how to descend.

use super::Logic;
use serde::{Deserialize, Serialize};

/// A leaf, or a combination of formulas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula<L> {
    Not(Box<Formula<L>>),
    /// The conjunction.
    Every(Vec<Formula<L>>),
    /// The disjunction.
    AnyOf(Vec<Formula<L>>),
    #[serde(untagged)]
    Leaf(L),
}

impl<L> From<L> for Formula<L> {
    fn from(leaf: L) -> Formula<L> {
        Formula::Leaf(leaf)
    }
}

impl<L> Formula<L> {
    /// Creates a conjunction. A conjunction of one formula is that formula.
    pub fn every(all: Vec<Formula<L>>) -> Formula<L> {
        Formula::joined(all, Formula::Every)
    }

    /// Creates a disjunction. A disjunction of one formula is that formula.
    pub fn any_of(all: Vec<Formula<L>>) -> Formula<L> {
        Formula::joined(all, Formula::AnyOf)
    }

    fn joined(mut all: Vec<Formula<L>>, join: fn(Vec<Formula<L>>) -> Formula<L>) -> Formula<L> {
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                all.extend(last);
                join(all)
            }
        }
    }

    /// Creates the negation of a formula.
    pub fn negated(self) -> Formula<L> {
        Formula::Not(Box::new(self))
    }

    /// Returns the leaf if the formula consists of it.
    pub fn leaf(&self) -> Option<&L> {
        if let Formula::Leaf(leaf) = self { Some(leaf) } else { None }
    }

    /// Returns the formulas all of which are necessary.
    pub fn conjuncts(&self) -> &[Formula<L>] {
        if let Formula::Every(all) = self { all } else { std::slice::from_ref(self) }
    }

    /// Returns the formulas of which one is sufficient.
    pub fn alternatives(&self) -> &[Formula<L>] {
        if let Formula::AnyOf(any) = self { any } else { std::slice::from_ref(self) }
    }

    /// Evaluates the formula from the values of its leaves.
    pub fn eval<A: Logic>(&self, value: &impl Fn(&L) -> A) -> A {
        match self {
            Formula::Leaf(leaf) => value(leaf),
            Formula::Not(inner) => inner.eval(value).negated(),
            Formula::Every(all) => A::all(all.iter().map(|one| one.eval(value))),
            Formula::AnyOf(any) => A::any(any.iter().map(|one| one.eval(value))),
        }
    }

    /// Replaces each leaf by another.
    pub fn map<M>(&self, of: &impl Fn(&L) -> M) -> Formula<M> {
        match self {
            Formula::Leaf(leaf) => Formula::Leaf(of(leaf)),
            Formula::Not(inner) => inner.map(of).negated(),
            Formula::Every(all) => Formula::Every(all.iter().map(|one| one.map(of)).collect()),
            Formula::AnyOf(any) => Formula::AnyOf(any.iter().map(|one| one.map(of)).collect()),
        }
    }

    /// Returns the strictest requirement that the formula implies. A conjunction requires the greatest of the
    /// requirements of its parts, and a disjunction only the least. Nothing is known of a negation, so it requires
    /// the default value.
    pub fn requirement<T: Ord + Default>(&self, of: &impl Fn(&L) -> T) -> T {
        match self {
            Formula::Leaf(leaf) => of(leaf),
            Formula::Not(_) => T::default(),
            Formula::Every(all) => all.iter().map(|one| one.requirement(of)).max().unwrap_or_default(),
            Formula::AnyOf(any) => any.iter().map(|one| one.requirement(of)).min().unwrap_or_default(),
        }
    }

    /// Iterates over the formula and all formulas that it contains, each before its parts.
    pub fn nodes(&self) -> FormulaNodes<'_, L> {
        FormulaNodes(vec![self])
    }

    /// Iterates over the leaves from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = &L> + Clone {
        self.nodes().filter_map(Formula::leaf)
    }
}

impl<L: PartialEq> Formula<L> {
    /// Returns true if one of two formulas is written as the negation of the other.
    pub fn excludes(&self, other: &Formula<L>) -> bool {
        let denies =
            |one: &Formula<L>, other: &Formula<L>| matches!(one, Formula::Not(inner) if **inner == *other);
        denies(self, other) || denies(other, self)
    }
}

/// Iterator of [`Formula::nodes`]: the formulas that remain, with the next one at the end.
pub struct FormulaNodes<'f, L>(Vec<&'f Formula<L>>);

impl<L> Clone for FormulaNodes<'_, L> {
    fn clone(&self) -> Self {
        FormulaNodes(self.0.clone())
    }
}

impl<'f, L> Iterator for FormulaNodes<'f, L> {
    type Item = &'f Formula<L>;

    fn next(&mut self) -> Option<&'f Formula<L>> {
        let node = self.0.pop()?;
        match node {
            Formula::Leaf(_) => {}
            Formula::Not(inner) => self.0.push(inner),
            Formula::Every(all) | Formula::AnyOf(all) => self.0.extend(all.iter().rev()),
        }
        Some(node)
    }
}
