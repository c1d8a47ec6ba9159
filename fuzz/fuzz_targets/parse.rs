//! Any text is taken apart; one that can be is laid out in one way.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(tidied) = ferz::format(text) {
        assert_eq!(ferz::format(&tidied).ok(), Some(tidied));
    }
});
