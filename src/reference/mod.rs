//! The slow, obvious interpreter: the executable specification.

pub mod walk;
