//! Runs arbitrary text as a page of cases, and accepts the answers. After that no case fails, and the other text is
//! unchanged.
#![no_main]

mod shell;

use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};

fuzz_target!(|text: &str| {
    let page = file("page.md", text);
    ferz(&["test", &page]);
    assert_eq!(std::fs::read_to_string(&page).ok().as_deref(), Some(text));
    ferz(&["check", &page]);
    ferz(&["test", "--json", "--accept", &page]);
});
