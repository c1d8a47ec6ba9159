//! Checks arbitrary text as a variant file, including any game that it extends.
#![no_main]

use ferz::Loader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = Loader::new().text("fuzz.ferz", text).check("fuzz.ferz");
});
