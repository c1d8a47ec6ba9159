//! Tests of the moves in an engine protocol.

use ferz_cli::game;
use ferz_cli::protocol::dialect::{Flavor, ProtocolCodec};
use ferz_core::fast::engine::Engine;
use ferz_lang::catalog::GameRef;
use std::time::Duration;

#[test]
fn a_move_is_written_in_the_dialect_without_time_too() {
    let loaded = game::load(&GameRef::parse("makruk"), &[], None).unwrap_or_else(|_| unreachable!());
    let engine = Engine::new(&loaded.variant);
    let codec = ProtocolCodec::new(Flavor::Uci, &engine);
    let setup = codec.position(&engine, "4k3/8/8/5P2/8/8/8/4K3 w - - 0 1");
    let (setup, _) = setup.unwrap_or_else(|_| unreachable!());
    let texts = engine.legal_moves(&engine.position(&setup));
    let mut texts = texts.iter().map(|mv| codec.text_within(Duration::ZERO, &engine, &setup, mv));
    assert!(texts.any(|text| text == "f5f6m"));
}
