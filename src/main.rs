//! The command line of ferz.
fn main() {}
