//! Reads any text as a tree. A text without mistakes has one format, and formatting does not change its meaning.
#![no_main]

use ferz::lang::syntax::{format, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (_, problems) = parse(0, text);
    if let Ok(tidied) = format(text) {
        assert!(problems.is_empty());
        assert_eq!(format(&tidied).as_ref(), Ok(&tidied));
    }
});
