//! Tests that one slip of the pen has one message, with the right word.

use ferz_core::base::source::{Sources, Span};
use ferz_lang::betza;
use ferz_lang::catalog::{Catalog, NoFiles};
use ferz_lang::{RuleFile, Text};

const GAME: &str = "variant x \"X\"\n\nsource book as B \"A book, 2001\" {\n  place B1 \"page 1\"\n}\n\n\
    board [B1] {\n  grid 8 x 8\n  black is white mirrored\n}\n\nregion far = rank 8\n\n\
    piece king K `K` royal [B1]\npiece rook R `R` [B1]\npiece pawn P `fmWfcF` [B1] {\n  arriving at far: becomes rook\n}\n\n\
    switch s \"What?\" {\n  a* \"one; invented\"\n  b \"two; invented\" {\n    immune rook in far to capture\n  }\n}\n\n\
    entry {\n  border far: king orthogonally [B1]\n}\n\n\
    ending {\n  checkmate: loss [B1]\n  stalemate: draw [B1]\n}\n\narray start [B1] {\n  2 | P P P P P P P P\n  1 | R . . . K . . R\n}\n";

/// Returns the messages about a file, each with its help.
fn messages(text: &str) -> Vec<String> {
    let file = Text { name: "test.ferz".into(), text: text.to_owned(), ..Text::default() };
    let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
    let text = |problem: &ferz_syntax::messages::diagnostic::Diagnostic| {
        let labels: String = problem.labels.iter().map(|label| format!(" ({})", label.text)).collect();
        format!("{}{labels}; {}", problem.message, problem.help.as_deref().unwrap_or_default())
    };
    game.check().iter().map(text).collect()
}

#[test]
fn the_game_without_a_slip_is_sound() {
    assert_eq!(messages(GAME), Vec::<String>::new());
}

#[test]
fn one_slip_has_one_message() {
    let comment = "write `#` before each line of a comment";
    for (right, wrong, expected) in [
        // Words that occur twice.
        ("place B1 \"page 1\"", "place B1 \"page 1\", B1 \"page 2\"", "the key `B1` is declared twice"),
        (
            "  a* \"one; invented\"\n",
            "  a* \"one; invented\"\n  a* \"one; invented\"\n",
            "two values called `a`",
        ),
        ("  b \"two", "  a* \"one; invented\"\n  b \"two", "two values called `a`"),
        (
            "place B1 \"page 1\"\n}\n\nboard [B1]",
            "place B1 \"page 1\"\n  B2 \"page 2\"\n}\n\nboard [B2]",
            "the place `B2` has no comma before it",
        ),
        // Comments of other languages.
        ("region far", "\"\"\"\nThe far rank of a side\nis its last.\n\"\"\"\nregion far", comment),
        ("region far", "{- The far rank\n   of a side. -}\nregion far", comment),
        ("region far", "(* The far rank\n   of a side. *)\nregion far", comment),
        ("region far", "/* The far rank\n * of a side.\n */\nregion far", comment),
        ("region far", "<!-- The far rank\n  of a side. -->\nregion far", comment),
        ("region far", "(* The far rank. *)\nregion far", comment),
        // Signs of other programs.
        ("piece rook R", "piece&nbsp;rook R", "write a space"),
        ("board [B1] {", "board [B1] ｛", "write `{`"),
        // Wrong words.
        ("border far: king", "enemy far: king", "begin the line with `border`"),
        ("becomes rook", "removes enemy ahead", "write `enemies ahead`"),
        ("becomes rook", "removes own around", "write `own pieces around`"),
        (
            "black is white mirrored",
            "cell a0 at (9, 1)\n  black is white mirrored",
            "ranks are counted from 1",
        ),
    ] {
        let text = GAME.replacen(right, wrong, 1);
        assert_ne!(text, GAME, "{right}");
        let found = messages(&text);
        assert!(found.len() == 1 && found[0].contains(expected), "{wrong}: {found:#?}");
    }
    let found = messages(&GAME.replace("[B1]", "［B1］"));
    assert!(found.len() == 1 && found[0].contains("write `[`"), "{found:#?}");
}

#[test]
fn names_have_letters_digits_and_hyphens() {
    for (wrong, right) in [("guard_rook", "guard-rook"), ("ﬁle-rook", "file-rook")] {
        let found = messages(&GAME.replace("rook", wrong));
        assert!(found.len() == 1 && found[0].contains(&format!("did you mean `{right}`?")), "{found:#?}");
    }
    assert_eq!(messages(&GAME.replace("rook", "trébuchet")), Vec::<String>::new());
}

/// A word for `remove` in a game that extends another, and a brace that closes too early.
#[test]
fn slips_in_amendments() {
    for (rules, expected) in [
        ("delete piece queen", "did you mean `remove`?"),
        ("without piece queen", "did you mean `remove`?"),
        ("no piece queen", "did you mean `remove`?"),
        ("change piece pawn {\n}\n  moves `fmW`", "`moves` does not belong"),
    ] {
        let found = messages(&format!("variant x \"X\" extends chess\n\n{rules}\n"));
        assert!(found.len() == 1 && found[0].contains(expected), "{rules}: {found:#?}");
    }
}

#[test]
fn letters_of_the_notation_that_authors_read_differently() {
    for (notation, expected) in [
        ("[F?fqR]", "nothing turned before this `q` (read as a turn to either side, like `s`)"),
        ("[F?fqR]", "which is `v[F?R]`"),
        ("[F?fzR]", "nothing turned before this `z`"),
        ("qN", "as in `qNN`"),
        ("xU", "an `action` with `exchange`"),
    ] {
        let (reading, problems) = betza::read(notation, Span::new(0, 0, notation.len()));
        assert!(reading.is_some() && problems.len() == 1, "{notation}: {problems:?}");
        let label = problems[0].labels.first().map(|label| label.text.as_str()).unwrap_or_default();
        let text =
            format!("{} ({label}); {}", problems[0].message, problems[0].help.as_deref().unwrap_or_default());
        assert!(text.contains(expected), "{notation}: {text}");
    }
    for notation in ["[F?fsR]", "[K-fsK-fzfK]", "qNN", "[F?sR?qB]", "zB"] {
        let (_, problems) = betza::read(notation, Span::new(0, 0, notation.len()));
        assert!(problems.is_empty(), "{notation}: {problems:?}");
    }
}
