//! Everything a person reads or sees: prose, explanations, drawings and reports.

pub(crate) mod drawing;
pub(crate) mod explain;
pub(crate) mod outcome;
pub(crate) mod page;
pub(crate) mod piece_rules;
pub(crate) mod prose;
pub(crate) mod report;
