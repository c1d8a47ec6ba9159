//! Rule files as trees, the table of the words of the language, and problems as data.
//!
//! `syntax` reads a text as a tree in which words have no meaning yet, and formats it. `vocabulary` is the table of
//! statements, `form` has their forms as data, and `builder` writes them. `allow` finds the comments that suppress
//! problems, and `messages` has the problems and their codes.
//!
//! This package has no stable interface. Programs use `ferz`.

// The documentation is for people who read the sources.
#![allow(rustdoc::private_intra_doc_links)]

pub mod allow;
pub mod builder;
pub mod form;
pub mod messages;
pub mod syntax;
pub mod vocabulary;

use ferz_core::base;
