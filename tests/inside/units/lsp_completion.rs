//! Tests of the completions in the editor.

use ferz_lsp::completion::{Slot, slot};
use ferz_syntax::syntax::parse;

#[test]
fn the_slot_follows_from_the_line() {
    let start = |amends| Slot::Start { amends };
    for (before, expected, word) in [
        ("", start(None), 0),
        ("  pie", start(None), 3),
        ("board { gr", start(None), 2),
        ("change pi", start(Some("change")), 2),
        ("piece king K `nN", Slot::Notation("nN"), 2),
        ("about \"pie", Slot::Nothing, 0),
        ("piece king # pi", Slot::Nothing, 0),
        ("piece king K `K` [T1 A", Slot::Key, 1),
        ("piece king K `K` [T1 ", Slot::Key, 0),
        ("piece king K `K` [", Slot::Inside(vec!["piece", "king", "K", "`K`", "["]), 0),
        ("group g = [Ki", Slot::Inside(vec!["group", "g", "=", "["]), 2),
        ("under a.b va", Slot::Inside(vec!["under", "a.b"]), 2),
    ] {
        assert_eq!(slot(&parse(0, before), before.len()), (expected, word), "{before}");
    }
}
