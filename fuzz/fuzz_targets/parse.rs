//! Parses arbitrary text. A valid text has exactly one format.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(tidied) = ferz::format(text) {
        assert_eq!(ferz::format(&tidied).ok(), Some(tidied));
    }
});
