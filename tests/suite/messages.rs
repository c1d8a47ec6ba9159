//! Tests of the messages about invalid command lines, and about games that cannot be intended.

use super::help::{code, err, ferz_in, folder, out, root};
use serde_json::Value;

/// Returns the message of an invalid command, which must fail, on one line.
fn refused(args: &[&str]) -> String {
    let output = ferz_in(root(), args);
    assert_eq!(code(&output), Some(2), "{args:?}: {}", err(&output));
    assert_eq!(out(&output), "", "{args:?}");
    err(&output).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A command, the texts that its message must contain, and a text that it must not contain.
type Mistake = (&'static [&'static str], &'static [&'static str], &'static str);

#[test]
fn mistakes_on_the_command_line_have_specific_messages() {
    const IN_CHECK: &str = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    const PASSED: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1";
    let mistakes: [Mistake; 13] = [
        (
            &["show", "tamerlane@applet/feminine"],
            &["the array comes before the reading", "`/feminine@applet`"],
            "unknown array",
        ),
        (&["moves", "tamerlane@applet/feminine"], &["the array comes before the reading"], "unknown array"),
        (&["show", "variants"], &["variants is a folder"], "unknown game"),
        (
            &["moves", "variants/shatranj"],
            &["variants/shatranj is a folder", "variants/shatranj/shatranj.ferz"],
            "unknown game",
        ),
        (&["show", "README.md"], &["README.md is not a file of rules", ".ferz"], "unknown game"),
        (
            &["explain", "unknown-wrd"],
            &["no game and no message has the name `unknown-wrd`", "did you mean `unknown-word`?"],
            "built-in games",
        ),
        (&["explain", "ches"], &["unknown game `ches`", "`chess`"], "no message"),
        (
            &["moves", "chess", "--fen", IN_CHECK],
            &["Black is in check, but it is White's turn", "by the rook on e7", "`--lenient`"],
            "legal",
        ),
        (&["moves", "chess", "--fen", PASSED], &["no piece can have passed over e6"], "legal"),
        (&["chess"], &["`ferz show chess`"], "similar subcommand"),
        (&["mine.ferz"], &["`ferz show mine.ferz`"], "similar subcommand"),
        (&["betza", "-N"], &["unexpected argument"], "to pass"),
        (&["perft", "chess", "--dept", "3"], &["'--depth'"], "to pass"),
    ];
    for (args, wanted, unwanted) in mistakes {
        let text = refused(args);
        wanted.iter().for_each(|words| assert!(text.contains(words), "{args:?} must say {words}: {text}"));
        assert!(!text.contains(unwanted), "{args:?} must not say {unwanted}: {text}");
    }
    let lenient = ferz_in(root(), &["moves", "chess", "--lenient", "--fen", IN_CHECK]);
    assert!(code(&lenient) == Some(0) && out(&lenient).contains("18 moves"), "{}", err(&lenient));
    assert!(refused(&["moves", "chess", "--lenient"]).contains("--fen"));
    assert!(refused(&["moves", "chess", "--lenient", "--fen", PASSED]).contains("passed over e6"));
}

/// Returns the codes of the problems in a game with these endings and rows.
fn codes(name: &str, royalty: &str, endings: &str, rows: &str) -> Vec<String> {
    let folder = folder(name);
    let text = format!(
        "variant x \"X\"\nboard {{\n  grid 5 x 5\n  black is white turned\n}}\n\
         piece king K `K` royal\npiece rook R `R`\nroyalty {{ {royalty} }}\nending {{\n{endings}\n  stalemate: draw\n}}\n\
         array a {{\n{rows}\n}}\n"
    );
    std::fs::write(folder.join("x.ferz"), &text).expect("written");
    // A temporary file left by an editor or by an interrupted write is not a file of the game.
    std::fs::write(folder.join(".ferz-Ab12cd.tmp"), "variant").expect("written");
    let output = ferz_in(&folder, &["check", "--json", "."]);
    let problems: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let code = |problem: &Value| problem["code"].as_str().unwrap_or_default().to_owned();
    problems.as_array().expect("problems").iter().map(code).collect()
}

#[test]
fn an_ending_after_a_more_general_one_never_applies() {
    let found = |one: &str, other: &str| {
        let endings = format!("  checkmate: loss\n  one: draw when {one}\n  other: draw when {other}");
        codes("hidden", "check binds always", &endings, "  1 | K R . R .")
    };
    let hidden = [("quiet 50", "quiet 60"), ("repeated 3", "repeated 5"), ("own rook <= 1", "no own rook")];
    for (wide, narrow) in hidden {
        assert_eq!(found(wide, narrow), ["never-ends"], "{narrow} behind {wide}");
        // A smaller number of plies or repetitions comes sooner, wherever it stands.
        let is_sooner = narrow.starts_with(['q', 'r']);
        let expected: &[&str] = if is_sooner { &["never-ends"] } else { &[] };
        assert_eq!(found(narrow, wide), expected, "{wide} behind {narrow}");
    }
    assert_eq!(found("quiet 50", "repeated 3"), [""; 0]);
}

#[test]
fn a_royal_that_the_first_move_could_take_is_reported() {
    let never = "  lost: loss when own king = 0";
    for (royalty, endings) in [("check binds always", "  checkmate: loss"), ("check binds never", never)] {
        assert_eq!(codes("attacked", royalty, endings, "  1 | K . . . R"), ["check-in-array"], "{royalty}");
        assert_eq!(codes("attacked", royalty, endings, "  1 | K . . R ."), [""; 0], "{royalty}");
    }
}
