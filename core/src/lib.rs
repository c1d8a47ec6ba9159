//! The engine of ferz: the rules of a game as data, their interpreter, the compiled tables, and the search.
//!
//! This package has no stable interface. It contains what the package `ferz` needs and what must be fast, so that the
//! rest can be compiled quickly. Programs use `ferz`, which reads rule files and exports a small part of this package.

// The documentation is for people who read the sources.
#![allow(rustdoc::private_intra_doc_links)]

pub mod base;
pub mod fast;
pub mod play;
pub mod rules;
