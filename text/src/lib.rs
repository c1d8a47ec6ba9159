//! Games as text and pictures: notation, prose, drawings, comparison, and pages of cases.
//!
//! `notation` reads and writes positions, moves, and records. `words` describes rules and moves, draws boards, and
//! formats problems. `lab` compares games and runs cases.
//!
//! This package has no stable interface. Programs use `ferz`.

// The documentation is for people who read the sources.
#![allow(rustdoc::private_intra_doc_links)]

pub mod lab;
pub mod notation;
pub mod words;

use ferz_core::{base, fast, play, rules};
use ferz_lang as lang;
use ferz_syntax::messages;
