//! Tests of what authors of rules asked for: a phase without turns, zones of one side, promotion on entering a zone or by
//! capture in it, and castling that an attack on its path forbids.

use super::help::{load_text, position};
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::movetext;

/// Returns the legal moves of a position from one square.
fn moves(game: &str, fen: &str, from: &str) -> Vec<String> {
    let variant = load_text(game);
    let rules = Interpreter::new(&variant);
    let legal = movetext::list(&variant, &rules.legal_moves(&position(&variant, fen)));
    legal.into_iter().filter(|text| text.starts_with(from)).collect()
}

#[test]
fn players_move_at_will_until_the_first_capture() {
    let game = "variant x \"X\" extends shatranj\nright mobilization once\n\
                capturing piece by any piece: uses mobilization\naction wait {\n  pass\n  \
                when not used up mobilization and not enemy used up mobilization\n}\n";
    let variant = load_text(game);
    let rules = Interpreter::new(&variant);
    let mut setup = variant.start();
    // White moves three times in a row, and captures with the third move. Then nobody can wait.
    for wanted in ["a2a3", "pass", "a3a4", "b7b6", "pass", "b6b5", "a4b5"] {
        let legal = rules.legal_moves(&setup);
        let mv = legal.iter().find(|mv| movetext::write(&variant, mv) == wanted).expect(wanted);
        assert!(movetext::list(&variant, &legal).contains(&"pass".to_owned()));
        setup = rules.apply(&setup, mv).expect("a legal move");
    }
    assert!(!movetext::list(&variant, &rules.legal_moves(&setup)).contains(&"pass".to_owned()));
}

#[test]
fn a_zone_can_differ_between_the_sides() {
    let game = "variant x \"X\" extends chess\nremove region far-rank\n\
                region camp for white = rank 6..8, for black = rank 1..5\n\
                change piece pawn {\n  remove arriving\n  arriving at camp: becomes queen\n}\n";
    let variant = load_text(game);
    let after = |fen: &str, wanted: &str| {
        let (rules, setup) = (Interpreter::new(&variant), position(&variant, fen));
        let legal = rules.legal_moves(&setup);
        let mv = legal.iter().find(|mv| movetext::write(&variant, mv) == wanted).expect(wanted);
        let setup = rules.apply(&setup, mv).expect("a legal move");
        ferz_text::notation::fen::write(&variant, &setup)
    };
    assert!(after("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6").starts_with("4k3/8/Q7"));
    assert!(after("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4a5").starts_with("4k3/8/8/P7"));
    // Black's pawns promote on rank 5.
    assert!(after("4k3/8/7p/8/8/8/8/4K3 b - - 0 1", "h6h5").starts_with("4k3/8/8/7q"));
}

#[test]
fn a_piece_promotes_when_it_enters_a_zone_or_captures_in_it() {
    let game = "variant x \"X\"\nboard {\n  grid 5 x 6\n  black is white turned\n}\nregion camp = rank 5..6\n\
                piece king K `K` royal\npiece page P `fbW` {\n  \
                arriving at camp from outside: may become elephant\n  \
                capturing piece at or leaving camp: may become elephant\n}\npiece elephant E `FfW`\n\
                ending {\n  checkmate: loss\n  stalemate: loss\n}\narray start {\n  2 | P P P P P\n  1 | . . K . .\n}\n";
    // A move outside, one that enters, and one inside.
    assert_eq!(moves(game, "2k2/5/5/P4/5/2K2 w", "a3"), ["a3a2", "a3a4"]);
    assert_eq!(moves(game, "2k2/5/P4/5/5/2K2 w", "a4"), ["a4a3", "a4a5", "a4a5e"]);
    assert_eq!(moves(game, "2k2/P4/5/5/5/2K2 w", "a5"), ["a5a4", "a5a6"]);
    // Captures inside, out of the zone, and outside it.
    assert_eq!(moves(game, "p1k2/P4/5/5/5/2K2 w", "a5"), ["a5a4", "a5a6", "a5a6e"]);
    assert_eq!(moves(game, "2k2/P4/p4/5/5/2K2 w", "a5"), ["a5a4", "a5a4e", "a5a6"]);
    assert_eq!(moves(game, "2k2/5/5/P4/p4/2K2 w", "a3"), ["a3a2", "a3a4"]);
}

#[test]
fn an_attack_on_the_path_forbids_castling_unless_the_rule_permits_it() {
    let game = |end: &str| {
        format!(
            "variant x \"X\" extends chess\nchange piece king `K`\n\
             castling king with rook to its right: to g1 and f1{end}\n"
        )
    };
    let fen = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(!moves(&game(""), fen, "e1").contains(&"e1h1".to_owned()));
    assert!(moves(&game(" through attacks"), fen, "e1").contains(&"e1h1".to_owned()));
}

#[test]
fn it_attacks_counts_one_enemy_or_none() {
    let game = |condition: &str| {
        format!("variant x \"X\" extends chess\nchange piece rook {{\n  moves `R` provided {condition}\n}}\n")
    };
    let fen = "7k/8/8/8/8/1p6/P7/R2K4 w - - 0 1";
    assert_eq!(moves(&game("it attacks an enemy"), fen, "a1"), ["a1b1"]);
    assert_eq!(moves(&game("it attacks no enemy"), fen, "a1"), ["a1c1"]);
}
