//! Everything a person reads or sees: prose, explanations, drawings and reports.

pub mod drawing;
pub mod explain;
pub mod outcome;
pub mod prose;
pub mod report;
