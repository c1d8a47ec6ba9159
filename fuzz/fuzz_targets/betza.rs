//! Reads any text as move notation. A valid notation is printed and read back as the same moves.
#![no_main]

use ferz::lang::betza::read;
use ferz::base::source::Span;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (reading, _) = read(text, Span::new(0, 0, text.len()));
    if let Some(reading) = reading {
        let again = read(&reading.canonical, Span::new(0, 0, reading.canonical.len())).0;
        assert_eq!(again.map(|again| again.automaton), Some(reading.automaton), "{text:?}");
    }
});
