//! Tests of move diagrams as text and SVG.

use ferz_core::base::{Board, Cell, Color, Orientation};
use ferz_text::words::drawing::{Drawing, Mark, legend, svg, text};

fn citadels() -> Board {
    let cell = |name: &str, x, y| Cell { name: name.into(), x, y };
    Board::new(11, 10, Orientation::Turned, &[(6, 6)], vec![cell("l2", 12, 2), cell("z9", 0, 9)]).unwrap()
}

#[test]
fn boards_of_any_shape() {
    let board = citadels();
    let at = |name: &str| board.square(name).unwrap();
    let mut drawing = Drawing::new(&board)
        .piece(at("a3"), "Pp", Color::White)
        .piece(at("l2"), "k", Color::Black)
        .piece(at("f1"), "K", Color::White);
    drawing.last = vec![at("e2"), at("f2")];
    drawing.mark(at("c3"), Mark::Quiet);
    drawing.mark(at("c3"), Mark::Capture);
    drawing.mark(at("d4"), Mark::Clear);
    let wide = Board::new(16, 16, Orientation::Turned, &[], Vec::new()).unwrap();
    let all = [text(&drawing), legend(&drawing), text(&Drawing::new(&wide))];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn svg_holds_every_mark_and_escapes_tokens() {
    let board = citadels();
    let mut drawing = Drawing::new(&board).piece(board.square("a1").unwrap(), "<&", Color::Black);
    for (square, mark) in board.squares().skip(1).zip(Mark::ALL) {
        drawing.mark(square, mark);
    }
    let picture = svg(&drawing, "a & b");
    assert!(picture.contains("&lt;&amp;"));
    assert_eq!(picture.matches("<svg").count(), 1);
    assert!(picture.ends_with("</svg>\n"));
    insta::assert_snapshot!(picture);
}
