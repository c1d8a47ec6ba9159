//! Betza notation, from its letters to where men can go.

#[path = "betza/examples.rs"]
mod examples;
#[path = "betza/help.rs"]
mod help;
