//! Tests of effects that take pieces away, and of the laws about them.

use super::help::{Texts, load_text, position};
use super::oracle::agree::Implementations;
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_lang::catalog::Catalog;
use ferz_text::notation::{fen, movetext};

/// Returns the texts of the legal moves, which all implementations must agree on.
fn moves(variant: &Variant, fen: &str) -> Vec<String> {
    let setup = position(variant, fen);
    Implementations::new(variant).compare(&setup).unwrap_or_else(|differs| panic!("{fen}: {differs}"));
    let engine = Engine::new(variant);
    let mut texts: Vec<String> =
        engine.legal_moves(&engine.position(&setup)).iter().map(|mv| movetext::write(variant, mv)).collect();
    texts.sort();
    texts
}

/// The text of a move names the piece that stands there in the end. A change that all choices share is not named.
#[test]
fn a_move_names_what_stands_there() {
    let game = load_text("variant x \"X\" extends chess\ncapturing knight by pawn: becomes knight\n");
    let found = moves(&game, "1n2k3/P7/8/8/8/8/8/7K w - - 0 1");
    let by_pawn: Vec<&String> = found.iter().filter(|text| text.starts_with("a7")).collect();
    assert_eq!(by_pawn, ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8"]);
}

/// A piece that changes sides keeps its square, also where its new owner could not have moved it.
#[test]
fn a_piece_may_stand_where_it_changed_sides() {
    let game = load_text(
        "variant x \"X\"\nboard { grid 2 x 4; black is white mirrored }\npiece alder A `W`\npiece birch B `W`\n\
         by itself birch: converts alder around\nentry { rank 3..3: birch }\narray found {\n  2 | . A\n  1 | . B\n}\n",
    );
    assert_eq!(moves(&game, "1b/1A/1a/B1 b - - 1 1"), ["b2b1", "b2b3", "b4a4", "b4b3"]);
}

/// An effect that can take an enemy royal away is reported, unless a rule of the game speaks of such a loss.
#[test]
fn a_royal_lost_without_check_is_reported() {
    let smith = |effect: &str, rule: &str, ending: &str| {
        let text = format!(
            "variant smithy \"Smithy\"\nboard {{ grid 5 x 6; black is white mirrored }}\nhands without captures\n\
             piece king K `K` royal\npiece smith S `mR` {{ arriving at board: {effect} }}\n{rule}\n\
             action drop {{ drop smith; to grid }}\n\
             ending {{ checkmate: loss; stalemate: draw{ending} }}\narray start {{ 1 | . S K S .; hand: S }}\n"
        );
        let files = Texts(vec![("x.ferz".into(), text)]);
        let game = Catalog::new(&files).open_file("x.ferz").expect("a rule file");
        game.check().iter().map(|problem| problem.code.text()).collect::<Vec<_>>()
    };
    for effect in
        ["removes enemies ahead", "converts enemies that it attacks", "removes enemies around to hand"]
    {
        assert_eq!(smith(effect, "", ""), ["removes-royal"], "{effect}");
        assert_eq!(smith(effect, "immune royal to displacement", ""), [""; 0], "{effect}");
        assert_eq!(smith(effect, "", "; lost: loss when no own royal"), [""; 0], "{effect}");
        assert_eq!(smith(effect, "player may not reach no enemy royal", ""), [""; 0], "{effect}");
    }
    assert_eq!(smith("pushes enemies ahead", "", ""), [""; 0]);
}

/// A piece that changes sides before it goes to a hand goes to that of its new owner.
#[test]
fn a_piece_can_go_to_the_hand_of_the_enemy() {
    let game = load_text(
        "variant x \"X\" extends chess\nhands\ncapturing piece by knight: changes sides, goes to hand\n\
         action drop { drop [knight, pawn]; to grid }\n",
    );
    let engine = Engine::new(&game);
    let before = position(&game, "4k3/8/8/3p4/8/4N3/8/4K3[] w - - 0 1");
    assert_eq!(moves(&game, "4k3/8/8/3p4/8/4N3/8/4K3[] w - - 0 1").len(), 13);
    let legal = engine.legal_moves(&engine.position(&before));
    let mv = legal.iter().find(|mv| movetext::write(&game, mv) == "e3d5").expect("a capture");
    let after = engine.setup(&engine.play(&engine.position(&before), mv).expect("a legal move"));
    assert!(
        fen::write(&game, &after).starts_with("4k3/8/8/8/8/8/8/4K3[Pn] b"),
        "{}",
        fen::write(&game, &after)
    );
}
