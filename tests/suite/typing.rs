//! Tests of what a newcomer types in `ferz play` and `ferz explain`: moves in every form, words, and wrong guesses.

use super::help::{code, err, ferz, out, typed};

/// Plays a game of chess with typed lines, and returns its output.
fn played(args: &[&str], lines: &str) -> String {
    out(&typed(&[&["play"], args].concat(), lines.as_bytes()))
}

/// Asserts that each typed line gets an answer that contains these words.
fn answers(args: &[&str], cases: &[(&str, &str)]) {
    for (line, words) in cases {
        let text = played(args, &format!("{line}\nquit\n"));
        let answer = text.split_once(&format!("> {line}\n")).map_or("", |(_, answer)| answer);
        let answer = answer.split("> quit").next().unwrap_or_default();
        assert!(answer.contains(words), "{line}: {answer}");
    }
}

#[test]
fn explain_reads_each_move_that_play_reads() {
    for text in ["Nf3", "nf3", "knight f3", "1. Nf3", "g1f3", "G1-F3"] {
        answers(&["chess"], &[(text, "White plays g1f3"), (&format!("explain {text}"), "  g1f3 is legal:")]);
        let output = ferz(&["explain", "chess", text]);
        assert!(code(&output) == Some(0) && out(&output).starts_with("g1f3 is legal:"), "{}", out(&output));
    }
    let castling = ["chess", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    answers(&castling, &[("explain O-O", "  e1g1 is legal:"), ("o-o", "White plays e1g1")]);
    let output = ferz(&["explain", "chess", "Nf6"]);
    assert!(code(&output) == Some(1) && out(&output).contains("no knight can go to f6"), "{}", out(&output));
}

/// A text that is no move is neither legal nor illegal, and a blocked castling is not a wrong notation.
#[test]
fn an_explanation_names_the_reason_and_no_other() {
    answers(
        &["chess"],
        &[("explain foo", "  `foo` is not a move"), ("O-O", "castling requires f1 to be empty")],
    );
    let text = played(&["chess"], "explain foo\nO-O\nKg1\nexplain O-O\n");
    assert!(!text.contains("foo is not legal") && !text.contains("castling is written"), "{text}");
    assert_eq!(text.matches("castling requires").count(), 3, "{text}");
    let output = ferz(&["explain", "chess", "foo"]);
    assert!(
        code(&output) == Some(2) && out(&output).starts_with("`foo` is not a move\n"),
        "{}",
        out(&output)
    );
}

#[test]
fn a_game_is_played_in_the_style_of_another_program() {
    let text = played(&["shogi", "--style", "usi"], "moves c3\n7g7f\nfen\nexplain 3c3d\n3c3e\nquit\n");
    for words in
        ["Type a move such as 1g1f", "White plays 7g7f", "  7g7f\n", "/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains("is legal:") && text.contains("a move is typed like `9c9d`"), "{text}");
    let wrong = typed(&["play", "chess", "--style", "xx"], b"quit\n");
    assert!(code(&wrong) == Some(2) && err(&wrong).contains("in the style of `xx`"), "{}", err(&wrong));
    let text =
        played(&["chess", "--style", "fairy-stockfish", "--white=random", "--black=random", "--plies=2"], "");
    assert!(text.contains("No result after 2 plies."), "{text}");
}

#[test]
fn the_computer_is_easy_to_find() {
    for args in [&["chess", "--level", "1"][..], &["chess", "--computer", "--nodes", "1"]] {
        let text = played(args, "e2e4\nquit\n");
        assert!(text.contains("Black plays"), "{text}");
    }
    let text = played(&["chess", "--white", "human", "--black", "human", "--level", "1"], "quit\n");
    assert_eq!(text, "");
    let text = played(&["chess", "--white", "random", "--level", "1", "--plies", "2"], "");
    assert!(text.contains("No result after 2 plies."), "{text}");
    for (word, answer) in [
        ("computer", "the computer plays Black"),
        ("engine", "the computer plays Black"),
        ("level 1", "the computer plays Black at level 1"),
    ] {
        let text = played(&["chess", "--nodes", "1"], "computer\ncomputer\n");
        assert!(text.contains("the computer plays neither side"), "{text}");
        let text = played(&["chess"], &format!("{word}\nlevel 1\ne2e4\nnew\nfen\nquit\n"));
        assert!(text.contains(answer) && text.contains("Black plays"), "{text}");
        assert!(text.contains("a new game") && text.contains("RNBQKBNR w KQkq - 0 1"), "{text}");
    }
    let text = played(&["chess"], "e2e4\nlevel 1\nfen\nquit\n");
    assert!(text.contains("the computer plays Black") && text.contains("Black plays"), "{text}");
    answers(&["chess"], &[("level 11", "a level is a number from 1 to 10"), ("hint", "  ")]);
}

#[test]
fn a_missing_part_of_a_move_is_named() {
    let example = "add it after a comma, as in `e2e4,";
    answers(&["duck"], &[("e2e4", "the square of the duck is missing"), ("e2e4", example)]);
    answers(&["duck"], &[("e2e4,e7", "but not with `,e7`")]);
    for text in ["e2e4,d6", "e2e4 d6", "E2-E4, d6"] {
        answers(&["duck"], &[(text, "White plays e2e4,d6")]);
    }
}

#[test]
fn a_piece_typed_as_a_move_leads_to_its_page() {
    let words = "type `show giraffe` to see how this piece moves";
    answers(&["tamerlane"], &[("giraffe", words), ("Z", words), ("Giraffe", words)]);
    answers(
        &["chess"],
        &[("boad", "did you mean `board`?"), ("claim", "no outcome"), ("Nx", "a move is typed like `a2a3`")],
    );
    answers(&["crazyhouse"], &[("@e4", "White has no pawn in hand")]);
}

#[test]
fn lines_of_text_have_the_commands_of_the_full_screen() {
    answers(
        &["chess"],
        &[
            ("flip", "\n1  R N B K Q B N R\n2"),
            ("letters", "8  ♜ ♞ ♝ ♛"),
            ("threats", "attacked pieces of White: no pieces"),
            ("more", "there are no special moves here"),
            ("thoughts", "the computer's thoughts are shown"),
            ("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "a new game from this position"),
            ("fen 8/8", "expected 8 ranks"),
            ("edit", "`K e1` puts a piece"),
            ("save", "name a file: save FILE"),
        ],
    );
    let text = played(&["chess"], "e2e4\nd7d5\nthreats\ndraw\nno\ndraw\nyes\nquit\n");
    assert!(text.contains("attacked pieces of White: pawn on e4"), "{text}");
    assert!(
        text.contains("the draw was declined") && text.contains("The game is drawn: agreement."),
        "{text}"
    );
    let edit = "edit\nfoo\nclear\nK\nK d1 x9\nK e1\nk e8\nR a1 h1\nK d1\nd1\nturn\nturn\nboard\ndone\nfen\nmore\nquit\n";
    let text = played(&["chess"], edit);
    assert!(text.contains("no piece `foo`") && text.contains("no square `x9`"), "{text}");
    assert!(text.contains("`K` needs a square as well, as in `K e1`"), "{text}");
    assert!(text.contains("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") && text.contains("e1g1 castles"), "{text}");
    let lost = ["chess", "--fen", "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "--white", "engine", "--nodes", "200"];
    let text = played(&lost, "thoughts\ne8e7\ndraw\nquit\n");
    assert!(text.contains("  Computer: depth ") && text.contains("White declines the draw"), "{text}");
    // The letters of a game without signs, and the words for screen readers, stay as they are.
    answers(&["tamerlane"], &[("letters", "only letters")]);
    let help = played(&["chess"], "help\nquit\n");
    for command in ["flip", "threats", "more", "letters", "thoughts", "edit", "fen [TEXT]", "draw", "claim"] {
        assert!(help.contains(&format!("  {command} ")), "{command}: {help}");
    }
}

#[test]
fn the_first_undo_after_resigning_takes_back_only_that() {
    let text = played(&["chess"], "e2e4\nresign\nundo\nfen\nundo\nfen\nquit\n");
    assert!(text.contains("/4P3/8/PPPP1PPP/RNBQKBNR b") && text.contains("RNBQKBNR w"), "{text}");
}
