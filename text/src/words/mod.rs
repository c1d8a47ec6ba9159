//! Output for people: prose about rules, explanations of moves, drawings of boards, rule pages, and reports of
//! problems.
//!
//! `prose` puts rules into sentences. `explain` uses it for the reasons of moves, and `page` and `piece_rules` for
//! pages, whose headings follow from the table of kinds in `rule_kind`. `drawing` draws boards and diagrams, and `report` formats diagnostics.
//! `past` tells of origins, and `stances` says whether a source gives the answers of a reading.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod drawing;
pub mod explain;
pub mod outcome;
pub mod page;
pub mod past;
pub mod piece_rules;
pub mod prose;
pub mod report;
pub mod rule_kind;
pub mod stances;
