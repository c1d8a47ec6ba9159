//! The tests that need more than the door gives: compiled with the library, as unit tests of it.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod oracle;
mod random;
mod syntax;
