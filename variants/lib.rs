//! The built-in games as texts.

/// The paths below `variants` and the texts of the rule files, readings, and piece values, sorted by path. With the
/// feature `cases`, also the pages of cases.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
