//! Tests of the canonical notation.

use ferz_core::base::source::Span;
use ferz_lang::betza::canonical::{SETTLED, found};
use ferz_lang::betza::reduce::MAX_WORK;
use ferz_lang::betza::{BetzaDialect, parse};

#[test]
fn settled_notations_are_canonical() {
    for text in SETTLED {
        for eight_rays in [false, true] {
            let (dialect, at) = (BetzaDialect { eight_rays, halfway: false }, Span::new(0, 0, text.len()));
            let parsed = parse(text, at, dialect, &mut { MAX_WORK }).0;
            let searched = parsed.map(|(moves, automaton)| found(&moves, &automaton, text, at));
            assert_eq!(searched.as_deref(), Some(text));
        }
    }
}
