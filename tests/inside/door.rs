//! Tests of the guarantees of the public API about moves.

use ferz::{Move, Rules};

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
