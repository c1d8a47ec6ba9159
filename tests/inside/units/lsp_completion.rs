//! Tests of the completions in the editor.

use ferz_lsp::completion::{CompletionContext, context};
use ferz_syntax::syntax::parse;

#[test]
fn the_context_follows_from_the_line() {
    let start = |amends| CompletionContext::Start { amends };
    for (before, expected, word) in [
        ("", start(None), 0),
        ("  pie", start(None), 3),
        ("board { gr", start(None), 2),
        ("change pi", start(Some("change")), 2),
        ("piece king K `nN", CompletionContext::Notation("nN"), 2),
        ("about \"pie", CompletionContext::Nothing, 0),
        ("piece king # pi", CompletionContext::Nothing, 0),
        ("piece king K `K` [T1 A", CompletionContext::Key, 1),
        ("piece king K `K` [T1 ", CompletionContext::Key, 0),
        ("piece king K `K` [", CompletionContext::Inside(vec!["piece", "king", "K", "`K`", "["]), 0),
        ("group g = [Ki", CompletionContext::Inside(vec!["group", "g", "=", "["]), 2),
        ("under a.b va", CompletionContext::Inside(vec!["under", "a.b"]), 2),
    ] {
        assert_eq!(context(&parse(0, before), before.len()), (expected, word), "{before}");
    }
}
