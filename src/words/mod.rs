//! Everything a person reads or sees: prose, explanations, drawings and reports.

pub mod explain;
pub mod prose;
pub mod render;
pub mod report;
