//! Parses arbitrary text as move notation. A valid notation is printed, and the output parses as the same moves.
#![no_main]

use ferz::Betza;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(betza) = text.parse::<Betza>() {
        assert_eq!(betza.to_string().parse().ok(), Some(betza), "{text:?}");
    }
});
