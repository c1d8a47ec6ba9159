//! Tests of the guarantees of the public API about moves.

use ferz::{Move, Rules};
use ferz_core::play::game::Random;

#[test]
fn a_move_is_small() {
    assert!(size_of::<Move>() <= 16);
}

#[test]
fn moves_to_cells_off_the_grid_can_be_played() {
    let game = Rules::from_text(
        "
        variant duel \"Duel\"
        board { grid 3 x 4; cell d1 at (4, 1); cell d4 at (4, 4); black is white mirrored }
        piece chief C `K` royal
        ending { checkmate: loss; stalemate: draw }
        array usual { 1 | . . C }
        ",
    )
    .expect("a game")
    .start();
    let texts: Vec<String> = game.legal_moves().map(|mv| game.text(mv)).collect();
    assert_eq!(texts, ["c1b1", "c1b2", "c1c2", "c1d1"]);
    for mv in game.legal_moves() {
        game.clone().play(mv).expect("a legal move");
    }
}

#[test]
fn a_list_of_moves_belongs_to_its_position_again_after_undo() {
    let mut game = Rules::load("crazyhouse").expect("a built-in game").start();
    let moves = game.listed();
    for index in 0..moves.len() {
        assert!(moves.are_of(&game));
        game.play(moves.get(index).expect("a move")).expect("a legal move");
        assert!(!moves.are_of(&game));
        assert_eq!(game.history().next_back().map(|(_, text)| text), moves.text(index));
        game.undo();
    }
    assert!(!moves.are_of(&game.root()) && moves.are_of(&game.clone()));
}

/// Pieces of xiangqi stand on points, between which the lines of the board are drawn.
#[test]
fn boards_of_points_have_lines() {
    let ground = |game: &str| Rules::load(game).expect("a game").ground_svg();
    assert!(ground("xiangqi").is_some_and(|shapes| shapes.contains("<path")));
    assert_eq!(ground("tamerlane"), None);
}

#[test]
fn a_view_says_who_wins_by_a_claim() {
    let text = "variant still \"Still\" extends chess\nabout \"Chess.\"\nchange ending { patience: win on claim when quiet 1 }\n";
    let mut game = Rules::from_text(text).expect("a game").start();
    game.play_text("g1f3").expect("a legal move");
    let view = serde_json::to_value(game.view()).expect("data");
    let claim =
        serde_json::json!([{ "winner": "black", "reason": "patience", "text": "Black wins: patience." }]);
    assert_eq!(view["claims"], claim);
}

/// Occurrences are found by a hash first, so they are compared with those of the texts of the positions.
#[test]
fn occurrences_are_those_of_the_texts_of_positions() {
    // The clocks are the fifth and the sixth field, and others can follow.
    let timeless = |fen: String| {
        let fields = fen.split(' ').enumerate().filter(|(at, _)| ![4, 5].contains(at));
        fields.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
    };
    let mut most = 0;
    for (name, seed) in Rules::built_in().into_iter().zip(0..) {
        let mut game = Rules::load(&name).expect("a built-in game").start();
        let (mut random, mut before) = (Random::new(seed), vec![timeless(game.fen())]);
        let mut has_passed = false;
        for _ in 0..24 {
            let legal: Vec<Move> = game.legal_moves().collect();
            if legal.is_empty() {
                break;
            }
            // Going back and forth repeats positions soon.
            let back = game.history().rev().nth(1).map(|(mv, _)| (mv.to(), mv.from()));
            let back = legal.iter().find(|mv| back == Some((mv.from(), mv.to())));
            let chosen = *back.filter(|_| random.below(5) > 0).unwrap_or(&legal[random.below(legal.len())]);
            game.play(chosen).expect("a legal move");
            has_passed |= !game.passed_squares().is_empty();
            let now = timeless(game.fen());
            let counted = 1 + before.iter().filter(|one| **one == now).count() as u32;
            assert!(game.occurrences() >= counted, "{name}: {now}");
            // A square that was passed over is in the text even if no piece can capture there.
            assert!(has_passed || game.occurrences() == counted, "{name}: {now}");
            most = most.max(counted);
            before.push(now);
        }
    }
    assert!(most >= 3);
}

#[test]
fn the_same_readings_can_be_given_twice() {
    let rules = "variant mine \"Mine\" extends makruk\n";
    let readings = "[low]\ntitle = \"Low\"\n";
    let read = |path: &str| match path {
        "x/mine.ferz" => Some(rules.to_owned()),
        "x/readings.toml" => Some(readings.to_owned()),
        _ => None,
    };
    let loader = ferz::Loader::new().files(read).readings("x/readings.toml", readings);
    let loaded = loader.load("x/mine.ferz").expect("a game");
    assert_eq!(loaded.readings().filter(|name| *name == "low").count(), 1);
}
