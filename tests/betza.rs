//! Betza notation, from its letters to where men can go.

#[path = "betza/brute.rs"]
mod brute;
#[path = "betza/examples.rs"]
mod examples;
#[path = "betza/help.rs"]
mod help;
#[path = "betza/laws.rs"]
mod laws;
