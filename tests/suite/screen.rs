//! Tests of the full screen of `ferz play` on pseudo-terminals of several sizes, by the keyboard alone and by the mouse
//! alone.

use super::console::{Console, PATIENCE};
use super::help::folder;
use std::process::Command;
use std::time::{Duration, Instant};

/// The columns and rows of the terminals.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (60, 20)];

#[test]
fn a_game_is_played_by_the_keyboard_alone() {
    let folder = folder("screen-keys");
    for size in SIZES {
        let mut console = Console::start(&folder, size, false, &["play", "chess"]);
        let text = console.until_seen("White to move.");
        assert!(text.contains("Chess") && text.contains("Quit") && text.contains("move> _"), "{text}");
        console.enter("e2e4", "1. e4");
        let text = console.enter("e7e4", "e7e4 is not legal");
        assert!(text.contains("Black to move."), "{text}");
        console.enter("Nc6", "1. e4 Nc6");
        // The cursor moves from a1 to b1 and selects the knight. Its targets are then marked.
        console.press("\u{1b}[C\r");
        let text = console.until("targets", |text| text.matches('*').count() == 2);
        assert!(text.contains(">N<"), "{text}");
        console.press("\u{1b}[A\u{1b}[A\u{1b}[C\r");
        console.until_seen("Nc3");
        console.press("\u{1b}OQ");
        console.until("undone", |text| !text.contains("Nc3"));
        console.enter("redo", "Nc3");
        console.enter("hint", "Hint: ");
        console.enter("flip", "Black to move.");
        let ranks =
            |text: &str| text.find("\n1 ").zip(text.find("\n8 ")).is_some_and(|(one, eight)| one < eight);
        console.until("a turned board", ranks);
        console.enter("help", "arrows, Enter");
        console.press("\u{1b}");
        console.until("a closed page", |text| !text.contains("arrows, Enter"));
        console.enter("resign", "Resign?");
        console.press("y");
        console.until_seen("White wins: resignation.");
        console.press("\u{3}");
        console.until_seen("Leave?");
        console.press("y");
        assert_eq!(console.end(), Some(0));
    }
}

#[test]
fn a_game_is_played_by_the_mouse_alone() {
    let folder = folder("screen-mouse");
    for size in SIZES {
        let mut console = Console::start(&folder, size, true, &["play", "chess"]);
        console.until_seen("White to move.");
        console.click_square("e2");
        console.click_square("e4");
        console.until_seen("1. e4");
        // Drags a piece.
        let (from, to) = (console.place("b8"), console.place("c6"));
        console.mouse(0, from.0, from.1, true);
        console.mouse(0, to.0, to.1, false);
        console.until_seen("1. e4 Nc6");
        console.click_square("f1");
        console.click_square("f2");
        let (column, row) = console.place("f1");
        console.mouse(2, column, row, true);
        console.until_seen("White's bishop on f1");
        console.click_word("Undo");
        console.until("undone", |text| !text.contains("Nc6"));
        console.click_word("Help");
        console.until_seen("arrows, Enter");
        console.click_word("Close");
        console.click_word("Draw");
        console.until_seen("A draw is offered");
        console.click_word("[Yes]");
        console.until_seen("The game is drawn: agreement.");
        console.click_word("Quit");
        console.click_word("[Yes]");
        assert_eq!(console.end(), Some(0));
    }
}

/// A pawn that became a queen is not lost, and the score of a hint says nothing about the computer's position.
#[test]
fn captured_pieces_claims_and_draws_are_those_of_the_game() {
    let folder = folder("screen-lost");
    let start = ["play", "chess", "--fen", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"];
    let mut console = Console::start(&folder, (120, 40), false, &start);
    console.until_seen("White to move.");
    let text = console.enter("a7b8q", "axb8=Q+");
    assert!(text.contains("Black lost: n") && !text.contains("White lost:"), "{text}");
    // A piece is put on squares by their names, as in lines of text.
    console.enter("edit", "Setting up");
    console.enter("Z d4", "this game has no piece `Z`");
    console.enter("R d4 d5", "token> _");
    console.enter("done", "a new game from this position");
    console.enter("fen", "1Q2k3/8/8/3R4/3R4/8/8/4K3 b");
    console.enter("fen 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "White to move.");
    let text = console.enter("a7a8q", "a8=Q");
    assert!(!text.contains("lost:"), "{text}");
    console.enter("claim", "there is no outcome to claim");
    console.enter("thoughts", "thoughts are shown");
    console.enter("fen 4k3/8/8/8/8/8/qq6/7K w - - 0 1", "a new game from this position");
    console.enter("level 1", "the computer plays Black at level 1");
    console.enter("hint", "Hint: ");
    console.enter("draw", "Black declines the draw");
    console.enter("quit", "Leave");
    console.press("y");
    assert_eq!(console.end(), Some(0));
}

/// A long reason uses the room that the moves do not need, so that its file and line are visible.
#[test]
fn the_place_of_a_reason_is_not_cut_off() {
    let folder = folder("screen-place");
    let mut console = Console::start(&folder, (80, 24), false, &["play", "tamerlane"]);
    console.until_seen("White to move.");
    let text = console.enter("f3f5", "f3f5 is not legal:");
    assert!(text.contains(".ferz:") && !text.contains("PageDown"), "{text}");
    console.enter("quit", "Leave");
    console.press("y");
    assert_eq!(console.end(), Some(0));
}

/// A player who resigns while the computer thinks has lost.
#[test]
fn a_player_can_resign_while_the_computer_thinks() {
    let folder = folder("screen-resign");
    let start = ["play", "chess", "--movetime", "60s"];
    let mut console = Console::start(&folder, (120, 40), false, &start);
    let text = console.until_seen("White to move.");
    assert!(text.contains("Type a move") && !text.contains("`computer`"), "{text}");
    console.enter("e2e4", "Black is thinking.");
    console.enter("resign", "Resign?");
    console.press("y");
    console.until_seen("Black wins: resignation.");
    console.press("\u{3}");
    console.until_seen("Leave?");
    console.press("y");
    assert_eq!(console.end(), Some(0));
}

/// A large board with cells off the grid and long tokens, at every size, without color.
#[test]
fn long_tokens_and_cells_off_the_grid_fit() {
    let folder = folder("screen-wide");
    for size in SIZES {
        for color in [true, false] {
            let mut console = Console::start(&folder, size, color, &["play", "tamerlane"]);
            let text = console.until_seen("White to move.");
            let files: Vec<&str> = "a b c d e f g h i j k".split(' ').collect();
            let has_files = |line: &str| line.split_whitespace().take(11).collect::<Vec<_>>() == files;
            assert!(text.lines().any(has_files), "{text}");
            for rank in 1..=10 {
                let start = format!("{rank:>2} ");
                assert!(text.lines().any(|line| line.starts_with(&start)), "{rank}: {text}");
            }
            console.enter("help", "Help");
            let mut page = String::new();
            for _ in 0..40 {
                page += &console.text();
                console.press("\u{1b}[6~");
                console.until("a page", |_| true);
            }
            assert!(page.contains("|Swap  "), "{page}");
            console.press("\u{1b}");
            console.until("a closed page", |text| !text.contains(" Help -"));
            console.enter("quit", "Leave");
            console.press("y");
            assert_eq!(console.end(), Some(0));
        }
    }
}

/// If a square offers a choice besides a plain move, the choice is selected by its name.
#[test]
fn special_moves_are_chosen_by_name() {
    let folder = folder("screen-special");
    let start = |args: &[&str]| Console::start(&folder, (80, 24), false, args);
    let mut promotion = start(&["play", "chess", "--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1"]);
    promotion.until_seen("White to move.");
    promotion.click_square("a7");
    promotion.click_square("a8");
    promotion.press("\u{1b}[B");
    promotion.click_word("becomes a rook");
    promotion.until_seen("a8=R");
    let mut swap =
        start(&["play", "tamerlane", "--fen", "5r4k/11/11/11/11/11/11/11/11/R4K5 w - - 0 1 swap=wb"]);
    swap.until_seen("White to move, in check.");
    swap.enter("more", "changes places with the rook");
    swap.press("1");
    swap.until_seen("Kf1~Ra1");
    let mut hand = start(&["play", "crazyhouse", "--fen", "4k3/8/8/8/8/8/8/4K3[PQ] w - - 0 1"]);
    hand.until_seen("White's hand: ");
    hand.click_word(" Q");
    hand.until_seen("a square for the drop");
    hand.click_square("d4");
    hand.until_seen("Q@d4");
    let mut duck = start(&["play", "duck"]);
    duck.until_seen("White to move.");
    duck.click_square("e2");
    duck.click_square("e4");
    duck.until_seen("choose the square of the");
    duck.click_square("e5");
    duck.until_seen("e4,e5");
}

/// A long text is neither cut at the edge of a narrow panel nor hidden behind the board.
#[test]
fn long_texts_are_readable_in_full() {
    let folder = folder("screen-long");
    for size in [(80, 24), (120, 40)] {
        let mut console = Console::start(&folder, size, false, &["play", "tamerlane"]);
        let text = console.until_seen("White to move.");
        assert!(text.contains("z9") && text.contains("l2"), "the citadels have names: {text}");
        let text = console.enter("show giraffe", " giraffe ---");
        for words in ["Giraffe  Z", "Also called zurafa (Persian)", "outward."] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(text.contains("  . . . . O . O . . . ."), "the diagram is whole: {text}");
        console.press("\u{1b}");
        console.until("a closed page", |text| !text.contains(" giraffe ---"));
        console.enter("Z", "show giraffe");
    }
    let mut chess = Console::start(&folder, (80, 24), false, &["play", "chess"]);
    chess.until_seen("White to move.");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let text = chess.enter("fen", "KQkq - 0 1");
    let column = text.lines().find_map(|line| line.find("Moves")).expect("a panel beside the board");
    let panel = |line: &str| line.chars().skip(column).filter(|c| !c.is_whitespace()).collect::<String>();
    let panels: String = text.lines().map(panel).collect();
    assert!(panels.contains(fen), "{panels}: {text}");
}

/// The words that a newcomer types lead to a game against the computer.
#[test]
fn the_computer_takes_over_a_side() {
    let folder = folder("screen-opponent");
    let mut console = Console::start(&folder, (80, 24), false, &["play", "chess"]);
    console.until_seen("`computer`");
    console.enter("level 1", "the computer plays");
    console.enter("e4", "Black plays");
    console.enter("new", "Begin a new game?");
    console.press("y");
    console.until_seen("No move has been played.");
    console.enter("computer", "neither side");
    console.enter("giraffe", "is not a move");
    console.enter("explain", "the board shows");
    let mut styled = Console::start(&folder, (80, 24), false, &["play", "shogi", "--style", "usi"]);
    styled.until_seen("White to move.");
    styled.enter("7g7f", "1. 7g7f");
    styled.enter("fen", "/2P6/");
}

#[test]
fn a_game_is_saved_and_continued() {
    let folder = folder("screen-kept");
    let mut console = Console::start(&folder, (80, 24), true, &["play", "chess"]);
    console.until_seen("White to move.");
    console.enter("d2d4", "1. d4");
    console.press("\u{3}");
    console.until_seen("The game is saved.");
    console.press("n");
    console.enter("d7d5", "1. d4 d5");
    console.press("\u{3}");
    console.until_seen("The game is saved.");
    console.press("\u{3}");
    assert_eq!(console.end(), Some(0));
    // A terminated program has also saved the game.
    for _ in 0..2 {
        let mut again = Console::start(&folder, (80, 24), true, &["play", "chess"]);
        again.until_seen("There is an unfinished game.");
        again.press("y");
        again.until_seen("1. d4 d5");
        let pid = again.child.id().to_string();
        assert!(Command::new("kill").arg(&pid).status().expect("kill").success());
        assert_eq!(again.end(), Some(0));
    }
    let mut other = Console::start(&folder, (80, 24), true, &["play", "chess"]);
    other.until_seen("There is an unfinished game.");
    other.press("n");
    other.until_seen("No move has been played.");
    other.enter("save game.pgn", "saved to game.pgn");
    other.enter("e4", "1. e4");
    other.enter("load game.pgn", "No move has been played.");
}

#[test]
fn the_screen_comes_back_after_a_pause() {
    let folder = folder("screen-pause");
    let mut console = Console::start(&folder, (80, 24), true, &["play", "chess"]);
    console.until_seen("White to move.");
    console.press("\u{1a}");
    let begun = Instant::now();
    let left = "\u{1b}[?1049l";
    while !String::from_utf8_lossy(&console.sent).contains(left) {
        assert!(begun.elapsed() < PATIENCE, "it is not suspended");
        console.until("nothing", |_| true);
    }
    let pid = console.child.id().to_string();
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-CONT", &pid]).status().expect("kill").success());
    console.enter("e2e4", "1. e4");
    console.enter("quit", "Leave?");
    console.press("y");
    assert_eq!(console.end(), Some(0));
}

#[test]
fn the_end_of_a_line_is_enter() {
    let folder = folder("screen-line");
    let mut console = Console::start(&folder, (80, 24), true, &["play", "chess"]);
    console.until_seen("White to move.");
    console.press("e2e4\n");
    console.until_seen("1. e4");
    console.press("\u{3}");
    console.until_seen("Leave?");
    console.press("\n");
    assert_eq!(console.end(), Some(0));
}

#[test]
fn the_computer_answers_and_a_position_is_set_up() {
    // Each game has a folder of its own, so that the second does not offer to continue the first.
    let [folder, other] = ["screen-computer", "screen-weak"].map(folder);
    let args = ["play", "shatranj", "--black", "engine", "--level", "2", "--time", "5m+1s"];
    let mut weak = Console::start(&other, (80, 24), true, &args);
    weak.until_seen("White 4:5");
    weak.press("g1f3\r");
    weak.until_seen("Black plays");
    drop(weak);
    let args = ["play", "shatranj", "--black", "engine", "--time", "1m+1s", "--seed", "3"];
    let mut console = Console::start(&folder, (80, 24), true, &args);
    console.until_seen("White 0:5");
    console.press("g1f3\r");
    console.until_seen("Black plays");
    assert!(!console.text().contains("depth"), "{}", console.text());
    console.enter("undo", "White to move.");
    console.enter("thoughts", "the computer's thoughts are shown");
    console.press("g1f3\r");
    console.until_seen("Computer: depth");
    console.until_seen("Black plays");
    console.until_seen("White to move.");
    console.enter("edit", "Setting up");
    console.click_word("clear");
    console.press("k\r");
    let (column, row) = console.place("h8");
    console.click(column, row);
    console.enter("done", "2 royals");
    console.press("\u{1b}");
    console.until("the game", |text| !text.contains("Setting up"));
    console.enter("fen 1r5k/8/8/8/8/8/8/K5R1 w - - 0 1", "a new game from this position");
    console.press("g1\r");
    console.until("a chosen rook", |text| text.contains("> R <"));
    console.enter("g7", "Rg7");
}

/// A terminal with many colors and texts in UTF-8 shows the signs of chess, and letters on demand.
#[test]
fn pieces_of_chess_are_shown_as_signs() {
    let folder = folder("screen-signs");
    let utf8 = [("LC_ALL", "C.UTF-8")];
    let mut console = Console::start_with(&folder, (80, 24), true, &["play", "chess"], &utf8);
    let text = console.until_seen("White to move.");
    assert_eq!([text.matches('♙').count(), text.matches('♟').count(), text.matches('♚').count()], [8, 8, 1]);
    console.press("letters\r");
    let text = console.until("letters", |text| !text.contains('♙'));
    assert_eq!(text.matches(" P ").count(), 8, "{text}");
    // A board with a piece that has no sign of its own shows letters, and the name of its citadels.
    let mut tamerlane = Console::start_with(&folder, (120, 40), true, &["play", "tamerlane"], &utf8);
    let text = tamerlane.until_seen("White to move.");
    assert!(
        text.contains(" K ") && !text.contains('♔') && text.contains("z9") && text.contains("l2"),
        "{text}"
    );
}
