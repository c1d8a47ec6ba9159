//! Tests of required and forbidden moves, restrictions on moves, effects of captures, and rights with a number of uses.
//!
//! [`moves`] lists the legal moves of a position, and [`told`] returns the explanation of an illegal move.

use super::help::{Texts, load, small, small_text};
use ferz_core::base::source::Sources;
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_text::notation::{fen, movetext};
use ferz_text::words::explain::Explainer;

const TOURNAMENT: &str = "tests/fixtures/games/tournament.ferz";
const KEG: &str = "tests/fixtures/games/powder-keg.ferz";

fn moves(variant: &Variant, text: &str) -> Vec<String> {
    let engine = Engine::new(variant);
    let setup = fen::read(variant, text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}"));
    movetext::list(variant, &engine.legal_moves(&engine.position(&setup)))
}

fn told(variant: &Variant, text: &str, mv: &str) -> String {
    let sources = Sources::default();
    let setup = fen::read(variant, text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}"));
    Explainer::new(variant, &sources).explain(&setup, mv).to_string()
}

#[test]
fn only_mandatory_actions_are_legal() {
    let game = load(TOURNAMENT);
    // Both squires can capture, but a joust takes precedence.
    let both = "3k3/7/7/7/1r4j/P4P1/7/3K3 w - - 0 1";
    assert_eq!(moves(&game, both), ["f3g4"]);
    assert!(told(&game, both, "d1d2").contains("a player who can capture a joust must do so"));
    // If no joust is possible, the check by the rider restricts the moves.
    let check = "7/7/7/6k/7/7/7/R2K3 w - - 0 1";
    assert_eq!(moves(&game, check), ["a1a5"]);
    let reason = told(&game, check, "d1d2");
    assert!(reason.contains("a rider that can give check must do so"), "{reason}");
    assert!(!reason.contains("joust"), "{reason}");
}

#[test]
fn forbidden_moves_are_refused_with_their_rule() {
    let game = load(TOURNAMENT);
    let board = "3k3/7/7/7/7/r6/1P5/3K3 w - - 0 1";
    assert!(!moves(&game, board).contains(&"b2a3".to_owned()));
    assert!(told(&game, board, "b2a3").contains("a squire may not capture a rider"));
    assert!(moves(&game, board).contains(&"b2b3".to_owned()));
    // The lord can leap only in check.
    assert!(told(&game, board, "d1c3").contains("only when the player is in check"));
}

#[test]
fn capture_rules_have_their_effects() {
    let keg = load(KEG);
    let engine = Engine::new(&keg);
    let after = |text: &str, mv: &str| {
        let setup = fen::read(&keg, text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}"));
        let position = engine.position(&setup);
        let children = engine.children(&position);
        let child = children.iter().find(|(other, _)| movetext::write(&keg, other) == mv);
        let setup = engine.setup(&child.unwrap_or_else(|| panic!("{mv}")).1);
        fen::write(&keg, &setup).split(' ').next().unwrap_or_default().to_owned()
    };
    // The keg removes all pieces around d4 that are not royal, of both sides, but none farther away.
    let around = "k6/7/2b1r2/3p3/2BG1P1/7/K6 w - - 0 1";
    assert_eq!(after(around, "d3d4"), "k6/7/7/7/5P1/7/K6");
    // A rook that captures on the bridge can become a bishop. Elsewhere it cannot.
    let texts = moves(&keg, "k6/7/7/3p3/7/7/K2R3 w - - 0 1");
    assert!(texts.contains(&"d1d4".to_owned()) && texts.contains(&"d1d4b".to_owned()), "{texts:?}");
    let texts = moves(&keg, "k6/7/3p3/7/7/7/K2R3 w - - 0 1");
    assert!(texts.contains(&"d1d5".to_owned()) && !texts.contains(&"d1d5b".to_owned()), "{texts:?}");
    // A player must not remove the own king, even with a keg.
    let own = "k6/7/7/7/3p3/3G3/3K3 w - - 0 1";
    assert!(moves(&keg, own).contains(&"d2d3".to_owned()), "kings survive: they are royal");
}

#[test]
fn a_choice_is_described_by_its_effect() {
    let rules = "right spell once\npiece wizard W `K` { arriving at rank 3: may use spell; }\n\
                 piece boar B `K` { capturing rook: may remove pawn around }";
    let game = small(rules, "").unwrap_or_else(|problems| panic!("{problems:?}"));
    assert!(moves(&game, "k3/4/W3/3K w - - 0 1 spell=wb").contains(&"a2a3=use".to_owned()));
    let texts = moves(&game, "k3/1rp1/B3/3K w - - 0 1 spell=wb");
    assert!(texts.contains(&"a2b3".to_owned()) && texts.contains(&"a2b3=remove".to_owned()), "{texts:?}");
}

#[test]
fn mistakes_about_these_rules_have_messages() {
    for (rules, code) in [
        ("player must capture", "missing-words"),
        ("player may capture", "unexpected-word"),
        ("player must eat if it can", "unknown-word"),
        ("player may not give chek", "unknown-word"),
        ("player may not capture rok", "unknown-word"),
        ("capturing rook", "missing-words"),
        ("capturing rook: explodes", "unknown-word"),
        ("capturing rook: removes pawn", "missing-words"),
        ("leaving rank 1", "missing-words"),
        ("leaving rank 1: may vanish", "unknown-word"),
        ("leaving rank 1 by rok: may drop rook", "unknown-word"),
        ("after every move: put rook", "missing-words"),
        ("after every turn: put rook on rank 1", "unexpected-word"),
        ("after every move: throw rook on rank 1", "unknown-word"),
        ("by itself king when in check: uses lives", "unknown-word"),
        ("immune king beside to attack", "unknown-word"),
        ("piece goat G { moves `W` to }", "missing-words"),
        ("piece goat G { moves `KisO2` to rank 2 }", "betza-castling"),
        (
            "piece goat G `W` { arriving at rank 3 when some move reaches own king: becomes king }",
            "condition-out-of-place",
        ),
    ] {
        let codes = small(rules, "").map_or_else(|all| all.iter().map(|one| one.0).collect(), |_| Vec::new());
        assert_eq!(codes, [code], "{rules}");
    }
}

/// In a changed block, the new lines together replace all lines of the parent with the same beginning.
#[test]
fn several_lines_of_a_changed_block_stay() {
    let parent = small_text("piece goat G {\n moves `W` on rank 1\n moves `F` on rank 2\n}", "");
    let child = "variant heir \"Heir\" extends small\n\
                 change piece goat {\n moves `N` on rank 3\n moves `D` on rank 4\n moves `A` on rank 1\n}\n\
                 change board {\n hole b3\n hole c3\n}\n";
    let files = Texts(vec![("small.ferz".into(), parent), ("heir.ferz".into(), child.into())]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("heir.ferz"), &[]);
    let variant = loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant;
    let goat = variant.piece_types.iter().find(|own| own.piece == "goat").expect("a goat");
    let ways: Vec<&str> = goat.moves.iter().map(|moves| &*moves.notation).collect();
    assert_eq!(ways, ["N", "D", "A"]);
    assert_eq!(variant.board.holes().count(), 2);
}

#[test]
fn a_castling_from_a_region_and_one_of_a_piece_that_is_not_royal() {
    let chess = |king: &str| {
        let text = format!("variant own \"Own\" extends chess\nchange piece king K {king}\n");
        let files = Texts(vec![("own.ferz".into(), text)]);
        let loaded = Catalog::new(&files).load(&GameRef::parse("own.ferz"), &[]);
        loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant
    };
    let attacked = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1";
    let castles = |game: &Variant| moves(game, attacked).contains(&"e1g1".to_owned());
    assert!(!castles(&chess("`KisO2` royal")));
    assert!(castles(&chess("`KisO2` {\n remove royal\n}")));
    assert_eq!(chess("royal {\n moves `K`\n moves `isO2` on e1\n}").castlings.len(), 4);
    assert_eq!(chess("royal {\n moves `K`\n moves `isO2` on a1\n}").castlings.len(), 0);
}

/// An article shows the text of the file without adding markup.
#[test]
fn markdown_shows_what_is_written() {
    for (text, shown) in [
        ("plain, with_underscores", "plain, with_underscores"),
        ("two * three <b> \\", "two \\* three \\<b> \\\\"),
        ("`fmW*` and a lone ` tick", "`fmW*` and a lone \\` tick"),
        ("# no heading", "\\# no heading"),
        ("- no list", "\\- no list"),
    ] {
        assert_eq!(ferz_syntax::messages::text::markdown(text), shown);
    }
}

/// An exchange is a move of both pieces, in whichever order it is written.
#[test]
fn an_exchange_is_a_move_by_either_piece() {
    let rules = "action swap { exchange king with own rook }\nplayer must move by rook beside king if it can";
    let game = small(rules, "").expect("a valid game");
    let exchanged = |all: Vec<String>| all.contains(&"a1~b1".to_owned()) && !all.contains(&"a1a2".to_owned());
    assert!(exchanged(moves(&game, "3k/4/4/KR2 w - - 0 1")));
    let rules = "action swap { exchange king with own rook }\nplayer may not move by rook";
    let game = small(rules, "").expect("a valid game");
    assert!(!moves(&game, "3k/4/4/KR2 w - - 0 1").iter().any(|mv| mv.contains('~')));
}

/// An action that is not available is refused by its condition, and an unknown choice by those that exist.
#[test]
fn an_action_that_is_not_available_is_refused_by_its_condition() {
    let rules = "hands without captures\naction rest { pass; when no other move }\n\
                 action grow { replace pawn by rook; when no other move }\n\
                 action enter { drop pawn; to rank 1; becomes one of [pawn, rook]; when no own pawn in rank 2 }\n";
    let game = small(rules, "  hand: P\n").expect("a game");
    for mv in ["pass", "a2@a2r"] {
        let said = told(&game, "3k/4/P3/K3[] w - - 0 1", mv);
        assert!(said.contains("only when the player has no legal move except"), "{said}");
    }
    let said = told(&game, "3k/4/4/K3[P] w - - 0 1", "P@b1x");
    assert!(said.contains("unknown choice `x`; expected P@b1 or P@b1r"), "{said}");
}
