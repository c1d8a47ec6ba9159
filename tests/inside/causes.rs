//! Tests that one mistake gives one message, at the line of the mistake, regardless of its consequences elsewhere.
//!
//! Each test changes one line of a shipped file with one of the helpers, and checks the file with [`is_one`].

use super::help::root;
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{Catalog, NoFiles};
use ferz_lang::{Memory, RuleFile, Selection, Text};
use ferz_text::words::report::{Style, render};
use std::fs;

const STYLE: Style = Style { color: false, width: 80, plain: true };

fn shipped(path: &str) -> String {
    fs::read_to_string(root().join("variants").join(path)).expect("a shipped file")
}

/// Returns the number of the first line that begins with these words, counted from 1.
fn line_of(text: &str, start: &str) -> usize {
    text.lines()
        .position(|line| line.trim_start().starts_with(start))
        .unwrap_or_else(|| panic!("a line begins with {start}"))
        + 1
}

/// Removes the first line that begins with these words, and returns the text and the number of that line.
fn without(text: &str, start: &str) -> (String, usize) {
    let line = line_of(text, start);
    let kept = text.lines().enumerate().filter(|(at, _)| at + 1 != line);
    (kept.map(|(_, line)| format!("{line}\n")).collect(), line)
}

/// Cuts the text after some words in a line, and returns it with the number of the line.
fn cut(text: &str, start: &str, words: &str) -> (String, usize) {
    let line = line_of(text, start);
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let end = before + text[before..].find(words).expect("the words are there") + words.len();
    (text[..end].to_owned(), line)
}

/// Replaces a part of a line, and returns the text and the number of the line.
fn instead(text: &str, start: &str, old: &str, new: &str) -> (String, usize) {
    let line = line_of(text, start);
    let lines = text.lines().enumerate().map(|(at, own)| match at + 1 == line {
        true => own.replacen(old, new, 1) + "\n",
        false => own.to_owned() + "\n",
    });
    let new: String = lines.collect();
    assert_ne!(new, text, "{start}");
    (new, line)
}

#[test]
fn each_mistake_is_one_message_in_its_line() {
    let [chess, omega, shogi, makruk, xiangqi] =
        ["chess/chess", "large/omega", "shogi/shogi", "makruk/makruk", "xiangqi/xiangqi"]
            .map(|path| shipped(&format!("{path}.ferz")));
    let marked = |mark: &dyn Fn(usize) -> String, text: &str| -> (String, usize) {
        (text.lines().enumerate().map(|(at, line)| format!("{}{line}\n", mark(at + 1))).collect(), 1)
    };
    let moved = |text: &str| instead(text, "piece king", "piece king", "royal piece king");
    let mistakes: Vec<(&str, (String, usize))> = vec![
        ("unclosed-text", instead(&omega, "variant", "Chess\"", "Chess")),
        ("unclosed-text", instead(&chess, "variant", "Chess\"", "Chess")),
        ("no-variant", without(&omega, "variant")),
        ("said-twice", instead(&omega, "about", "about", "variant y \"Y\" extends shatranj\nabout")),
        ("no-variant", without(&chess, "variant")),
        ("amending-nothing", (instead(&omega, "variant", " extends chess", "").0, line_of(&omega, "change"))),
        ("leftover-words", instead(&omega, "variant", "extends", "extends the")),
        ("unclosed-block", cut(&shogi, "piece pawn", "arriving")),
        ("no-moves", cut(&chess, "piece king", "K")),
        ("no-moves", cut(&shogi, "piece king", "K")),
        ("no-moves", cut(&xiangqi, "piece king", "K")),
        ("no-moves", cut(&omega, "piece champion", "C")),
        ("block-without-head", without(&makruk, "piece met")),
        ("block-without-head", without(&makruk, "piece khon")),
        ("block-without-head", without(&xiangqi, "piece advisor")),
        ("block-without-head", without(&shogi, "piece bishop")),
        ("block-without-head", without(&shogi, "piece rook")),
        ("strange-character", instead(&chess, "arriving at", ":", ";")),
        ("strange-character", instead(&makruk, "arriving at", ":", ";")),
        ("strange-character", instead(&chess, "ending {", "{", "｛")),
        ("misplaced-statement", moved(&chess)),
        ("misplaced-statement", moved(&shogi)),
        ("strange-character", marked(&|_| "> ".to_owned(), &shogi)),
        ("strange-character", marked(&|line| format!("{line} "), &shogi)),
        ("strange-character", marked(&|line| format!("{line:6}\t"), &omega)),
        ("strange-character", (format!("```\n{chess}```\n"), 1)),
        ("merge-conflict", instead(&chess, "ending {", "ending {", "=======\nending {")),
        ("merge-conflict", instead(&chess, "ending {", "ending {", ">>>>>>> theirs\nending {")),
        ("duplicate-name", instead(&chess, "piece queen", "queen", "king")),
        ("betza-unknown-letter", instead(&chess, "piece queen", "`Q`", "`1 forward`")),
        ("wrong-bracket", instead(&chess, "arriving at", "[queen", "{queen")),
        ("wrong-bracket", instead(&chess, "arriving at", "knight]", "knight}")),
        ("old-form", instead(&chess, "bishop] and one square color", "one square color for", "one shade of")),
    ];
    mistakes.into_iter().for_each(|(code, (text, line))| is_one(code, &text, line));
}

/// Characters and words of other languages, and mistakes with many consequences elsewhere in the file.
#[test]
fn consequences_of_a_mistake_are_not_reported() {
    let [chess, grand, racing, orda, gothic, chancellor] = [
        "chess/chess",
        "large/grand",
        "endings/racingkings",
        "armies/orda",
        "shogi/yarishogi",
        "large/chancellor",
    ]
    .map(|path| shipped(&format!("{path}.ferz")));
    let [mirror, losalamos] =
        ["armies/ordamirror", "chess/losalamos"].map(|path| shipped(&format!("{path}.ferz")));
    // If the line that defines a piece without a block is lost, the message is at the first use of the piece.
    let lost = |text: &str, piece: &str, used: &str| {
        let (text, _) = without(text, &format!("piece {piece}"));
        let line = line_of(&text, used);
        (text, line)
    };
    let broken = "board that meets\nthe eye";
    let mistakes: Vec<(&str, (String, usize))> = vec![
        ("unknown-word", lost(&chess, "knight", "arriving at")),
        ("unknown-word", lost(&grand, "knight", "arriving at")),
        ("unknown-word", lost(&racing, "king", "raced")),
        ("unknown-token", lost(&racing, "rook", "2 |")),
        ("unknown-word", lost(&orda, "kheshig", "arriving at")),
        ("bad-token", instead(&chess, "piece king", "king   K", "K king")),
        ("unclosed-text", instead(&chess, "about", "by the FIDE laws", broken)),
        ("wrong-bracket", (chess.replace("\n}\n\nregion", "\nend\n\nregion"), line_of(&chess, "region") - 2)),
        ("empty-place", (chess.replace("\n}\n\nregion", "\n},\n\nregion"), line_of(&chess, "region") - 2)),
        ("strange-character", instead(&grand, "title", "Chess\"", "Chess\" <!-- as printed -->")),
        ("strange-character", instead(&orda, "2 |", "|", "│")),
        ("unknown-word", instead(&mirror, "remove piece", "remove", "delete")),
        ("leftover-words", instead(&mirror, "remove piece", "piece ", "")),
        ("unknown-word", instead(&gothic, "change board", "change", "override")),
        ("unexpected-word", instead(&losalamos, "draw*", "*", " (default)")),
        ("betza-unknown-letter", instead(&chancellor, "piece chancellor", "RN", "R or N")),
        ("betza-unknown-letter", instead(&chess, "piece pawn", "fmWfceFifmnD", "FMWFCEFIFMND")),
        ("wrong-row-width", ("variant x \"X\" extends chess\nchange board { grid 10 x 9 }\n".into(), 2)),
    ];
    mistakes.into_iter().for_each(|(code, (text, line))| is_one(code, &text, line));
}

/// Citations in words, and words in another order or with other joints than the language has.
#[test]
fn what_a_person_would_write_instead_is_one_message() {
    let [chess, shatranj, ultima, tamerlane] =
        ["chess/chess", "shatranj/shatranj", "captures/ultima", "tamerlane/tamerlane"]
            .map(|path| shipped(&format!("{path}.ferz")));
    let [full, crazyhouse] =
        ["tamerlane/full-tamerlane", "drops/crazyhouse"].map(|path| shipped(&format!("{path}.ferz")));
    let text = |words: &str| instead(&ultima, "\"later regretted", "[W]", words);
    let becomes = |old: &str, new: &str| instead(&chess, "arriving at", old, new);
    let draw = |old: &str, new: &str| instead(&chess, "dead-position", old, new);
    let renamed = |old: &str, new: &str, line: &str| instead(&tamerlane, line, old, new);
    let lost_row = |text: &str, start: &str| {
        let (text, line) = without(text, start);
        (text, line - 1)
    };
    let mistakes: Vec<(&str, (String, usize))> = vec![
        ("old-form", text("cites wikipedia")),
        ("old-form", text("source wikipedia")),
        ("old-form", text("from wikipedia at \"page 1\"")),
        ("unknown-word", instead(&ultima, "arriving at", "arriving", "on arrival")),
        ("unknown-word", instead(&chess, "piece knight", "piece knight", "knight piece")),
        ("leftover-words", instead(&chess, "piece king", "royal", ", royal")),
        ("unexpected-word", instead(&chess, "region far-rank", "rank 8", "8th rank")),
        ("unexpected-word", instead(&chess, "fifty-moves", "quiet 100", "100 quiet")),
        ("unexpected-word", instead(&chess, "repetition", "3", "three")),
        ("unexpected-word", instead(&chess, "repetition", "on claim", "by claim")),
        ("unexpected-word", becomes("one of [", "[")),
        ("unexpected-word", becomes("one of [", "any of [")),
        ("unexpected-word", becomes(", knight", ", and knight")),
        ("unexpected-word", becomes(", knight", " or knight")),
        ("unexpected-word", draw("[king], [king]", "[king] [king]")),
        ("unexpected-word", draw("[king], [king]", "[king] or [king]")),
        ("duplicate-token", instead(&chess, "piece knight", "knight N", "knight R")),
        ("unexpected-word", instead(&chess, "place F2.1 ", "F2.1", "f2.1")),
        ("unexpected-word", instead(&crazyhouse, "to rank", "2..7", "2-7")),
        ("unknown-word", becomes("arriving at", "reaching")),
        ("unknown-word", becomes("becomes", "promotes to")),
        ("unknown-word", draw("only", "ony")),
        ("unknown-word", renamed("{ not bringing", "{ ot bringing", "under swap.partner non-royals { not")),
        ("nothing-to-amend", instead(&full, "remove pawn-of", "vizier", "viziers")),
        ("nothing-to-amend", instead(&full, "remove array", "array", "arra")),
        ("duplicate-token", instead(&full, "add piece bull", "bull B", "bull D")),
        ("unknown-word", instead(&full, "add piece bull", "bull", "blul")),
        // Names that only their declarations spell in this way.
        ("unknown-word", instead(&chess, "piece knight", "knight", "Knight")),
        ("strange-character", instead(&shatranj, "region", "far-rank", "far_rank")),
        ("unknown-word", renamed("pawn-of-kings", "pawnof-kings", "piece pawn-of-kings")),
        ("unknown-word", renamed("non-royals", "nonroyals", "non-royals* \"with")),
        ("unknown-source", renamed("W10", "W1O", "W9")),
        // Signs inside words.
        ("strange-character", instead(&shatranj, "written", "fairy-stockfish", "fairy\u{2011}stockfish")),
        ("strange-character", instead(&shatranj, "source murray", "murray", "mur\u{AD}ray")),
        ("strange-character", renamed("pawn-of-kings", "pawn\u{200B}-of-kings", "piece pawn-of-kings")),
        ("strange-character", instead(&chess, "seventy-five-moves", "F9.6.2", "F9.\u{AD}6.2")),
        ("unexpected-word", instead(&shatranj, "written", "fairy-stockfish", "fairy stockfish")),
        // Quotation marks and braces.
        ("unclosed-text", renamed("\"", "", "\"king there, Terraprint")),
        ("block-without-head", renamed(" {", "\n{", "switch waiting.immune")),
        ("block-without-head", renamed("[H9 D]", "{H9 D}", "action placement")),
        ("merge-conflict", renamed("    also", "\n<<<<<<< HEAD\nalso", "also by exchange")),
        // Drawings.
        ("sides-swapped", instead(&chess, "2 |", "P P P P P P P P", "p p p p p p p p")),
        ("rank-left-out", lost_row(&tamerlane, "1 | E  .  C  .  G")),
        ("outside-the-board", renamed("3 |", "40 |", "3 |")),
        ("uneven-array", instead(&full, "7 | .  .  pb", "px", "Px")),
    ];
    mistakes.into_iter().for_each(|(code, (text, line))| is_one(code, &text, line));
    // The file ends inside several blocks, and it may have declared the unknown switch further down.
    let (text, _) = cut(&tamerlane, "to grid except", "far-rank");
    is_one("unclosed-block", &text, line_of(&text, "action relocation"));
}

/// The message is at the row, and its consequences, such as a check at the start, are left out.
#[test]
fn a_wrong_or_missing_row_of_an_array_is_one_message() {
    let [chess, makruk, shogi, khans, monster, ultima, horde, manchu] = [
        "chess/chess",
        "makruk/makruk",
        "shogi/shogi",
        "armies/khans",
        "turns/monster",
        "captures/ultima",
        "chess/horde",
        "xiangqi/manchu",
    ]
    .map(|path| shipped(&format!("{path}.ferz")));
    let missing = |text: &str, start: &str| ("rank-left-out", without(text, start));
    let mistakes = [
        ("sides-swapped", instead(&chess, "2 |", "P", "p")),
        ("sides-swapped", instead(&chess, "1 |", "K", "k")),
        ("sides-swapped", instead(&makruk, "1 |", "R", "r")),
        ("sides-swapped", instead(&shogi, "2 |", "R", "r")),
        ("sides-swapped", instead(&shogi, "2 |", ". B . . . . . R", ". b . . . . . r")),
        ("sides-swapped", instead(&khans, "8 |", "a", "A")),
        ("sides-swapped", instead(&khans, "2 |", "P", "p")),
        ("sides-swapped", instead(&ultima, "7 |", "p p p p p p p p", "P P P P P P P P")),
        ("sides-swapped", instead(&monster, "7 |", "p p p p p p p p", "P P P P P P P P")),
        ("sides-swapped", instead(&manchu, "10 |", "r n b a k a b n r", "R N B A K A B N R")),
        missing(&horde, "1 |"),
        missing(&monster, "7 |"),
    ];
    mistakes.into_iter().for_each(|(code, (text, line))| is_one(code, &text, line));
}

/// Wrong separators and brackets, and the consequences of a misspelled keyword or name in other places.
#[test]
fn the_consequences_of_a_sign_or_a_keyword_are_no_other_message() {
    let [chess, shogi, janus, crazyhouse, progressive, gustav] = [
        "chess/chess",
        "shogi/shogi",
        "large/janus",
        "drops/crazyhouse",
        "turns/progressive",
        "chess/gustav3",
    ]
    .map(|path| shipped(&format!("{path}.ferz")));
    let [sittuyin, euroshogi, tamerlane] = ["sittuyin/sittuyin", "shogi/euroshogi", "tamerlane/tamerlane"]
        .map(|path| shipped(&format!("{path}.ferz")));
    let choice = |new: &str| instead(&janus, "arriving at", "[janus, queen, rook, bishop, knight]", new);
    let closed = |sign: &str| {
        let line = line_of(&shogi, "action drop-knight");
        let before: usize = shogi.split_inclusive('\n').take(line).map(str::len).sum();
        (shogi[..before].to_owned() + &shogi[before..].replacen("\n}", &format!("\n{sign}"), 1), line + 3)
    };
    let turn = |old: &str, new: &str| instead(&progressive, "player may not give check", old, new);
    let mistakes: Vec<(&str, (String, usize))> = vec![
        // The board changes its size, so the inherited array does not fit while its removal is misspelled.
        ("nothing-to-amend", instead(&janus, "remove array", "orthodox", "orthodoks")),
        ("unknown-word", instead(&janus, "remove array", "remove", "delete")),
        (
            "already-there",
            instead(&janus, "remove array", "remove array orthodox", "array orthodox { 1 | K }"),
        ),
        ("nothing-to-amend", instead(&euroshogi, "change action drop", "drop", "drops")),
        // A misspelled keyword of a switch, whose answers have blocks on the next lines.
        ("unknown-word", instead(&tamerlane, "switch waiting.immune", "switch", "swich")),
        // A line that cannot be read is not missing.
        ("unexpected-word", turn("of turn", "of the turn")),
        ("misplaced-statement", instead(&sittuyin, "hands without", "hands", "hand")),
        ("unknown-word", instead(&sittuyin, "hands without", "captures", "capture")),
        ("unknown-word", instead(&gustav, "hole", "hole", "holes")),
        ("leftover-words", instead(&gustav, "hole", "a2, a3", "a2 a3")),
        ("reserved-name", instead(&crazyhouse, "region second", "second", "rank")),
        ("never-had", {
            let (text, _) = without(&crazyhouse, "hands");
            let line = line_of(&text, "action drop");
            (text, line)
        }),
        // Texts without content, and quotation marks as HTML writes them.
        ("empty-text", instead(&chess, "variant", "\"Chess\"", "\"\"")),
        (
            "empty-text",
            instead(
                &tamerlane,
                "switch waiting.immune",
                "\"Where can a waiting pawn not be captured?\"",
                "\"\"",
            ),
        ),
        ("strange-character", (chess.replace('"', "&quot;"), 1)),
        // Separators and brackets.
        ("strange-character", choice("[janus; queen; rook; bishop; knight]")),
        ("wrong-bracket", choice("{janus, queen, rook, bishop, knight}")),
        ("missing-comma", choice("[janus queen rook bishop knight]")),
        ("missing-words", instead(&chess, "stalemate:", ":", ";")),
        ("wrong-bracket", closed("]")),
        ("wrong-bracket", closed(")")),
        ("unopened-block", {
            let (text, line) = instead(&shogi, "1 | L N S G K", "G S N L", "G S N L }");
            (text, line + 1)
        }),
        ("unexpected-word", instead(&shogi, "action drop-knight", "drop-knight", "drop knight")),
        ("betza-unknown-letter", instead(&chess, "piece pawn", "fmWfceF", "fm W fce F")),
    ];
    mistakes.into_iter().for_each(|(code, (text, line))| is_one(code, &text, line));
}

/// The help names what a person has to write.
#[test]
fn a_help_text_is_one_that_can_be_followed() {
    let [courier, losalamos, janus, grand, empire, shatranj, three_check, progressive] = [
        "medieval/courier",
        "chess/losalamos",
        "large/janus",
        "large/grand",
        "armies/empire",
        "shatranj/shatranj",
        "endings/3check",
        "turns/progressive",
    ]
    .map(|path| shipped(&format!("{path}.ferz")));
    let help_of = |text: String| {
        let file = Text { name: "mine.ferz".into(), text, ..Text::default() };
        let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
        game.check().first().and_then(|problem| problem.help.clone()).unwrap_or_default()
    };
    for (text, start, old, new, help) in [
        (&courier, "yes \"", "yes", "yes:", "delete it: the answer in quotes follows the name"),
        (&losalamos, "play-on", "play-on", "play on", "did you mean `play-on`?"),
        (&losalamos, "draw*", "draw*", "default draw", "write `draw*`"),
        (&losalamos, "draw*", "draw*", "*draw", "write `draw*`"),
        (&janus, "piece janus", "`BN`", "BN", "write `` `BN` ``"),
        (&janus, "piece janus", "`BN`", "'BN'", "write moves between backticks: `` `WF` ``"),
        (&janus, "variant", "extends chess", "extends chess.ferz", "did you mean `chess`?"),
        (&grand, "piece pawn", "`fmWfceF`", "´fmWfceF´", "write moves between backticks: `` `WF` ``"),
        (&grand, "checkmate", "checkmate", "check mate", "did you mean `checkmate`?"),
        (&grand, "checkmate", ":", "：", "write `:`"),
        (&three_check, "third-check:", "[L]", "{L1}", "write `[L1]`"),
        (&progressive, "player may not give check", "of turn", "of the turn", "delete it"),
        (&shatranj, "arriving at", "becomes ferz", "becomes a ferz", "delete it"),
        (
            &empire,
            "group kings",
            "[king, kaiser]",
            "king, kaiser",
            "write brackets around a list of pieces, as in `[king, kaiser]`",
        ),
        (
            &shatranj,
            "author",
            "\"H. J. R. Murray\"",
            "H. J. R. Murray",
            "write a text between straight double quotes: `\"like this\"`",
        ),
        (&losalamos, "grid", "6 x 6", "six x 6", "write the number in digits: `6`"),
    ] {
        assert_eq!(help_of(instead(text, start, old, new).0), help, "{new}");
    }
    // A word is no suggestion for itself.
    let (text, line) = instead(&three_check, "third-check:", "used up checks", "used checks");
    is_one("unknown-word", &text, line);
    assert!(!help_of(text).contains("did you mean `used`"));
}

/// Asserts that there is exactly one error, with this code and at most one line away from this line.
fn is_one(code: &str, text: &str, line: usize) {
    let file = Text { name: "mine.ferz".into(), text: text.to_owned(), ..Text::default() };
    let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
    let problems = game.check();
    let shown = render(&problems, &game.sources, STYLE);
    assert_eq!(problems.iter().map(|problem| problem.code.text()).collect::<Vec<_>>(), [code], "{shown}");
    let places = problems[0].labels.iter().map(|label| game.sources.line_column(label.span).0);
    assert!(places.clone().any(|place| place.abs_diff(line) <= 1), "line {line}: {shown}");
}

/// For a name in two words, the message suggests a single word, at the definition and at each use.
#[test]
fn a_name_is_one_word() {
    let game = |line: &str, array: &str| {
        format!(
            "variant mine \"Mine\"\nboard {{ grid 5 x 5; black is white turned }}\npiece king K `K` royal\n\
             piece war-horse H `N`\n{line}\nending {{ checkmate: loss; stalemate: draw }}\n\
             array {array} {{\n1 | K H . . .\n}}\n"
        )
    };
    let whole = game("", "usual");
    let files = [
        (game("immune war horse to capture by king", "usual"), "war-horse"),
        (game("", "large one"), "large-one"),
        (whole.replace("`N`", "`N` { written \"N\" by fairy stockfish }"), "fairy-stockfish"),
        (
            whole.replace(
                "`N`",
                "{ switch reach \"?\" { 3 3 \"a\" { moves `N` }; far* \"b\" { moves `AN` } } }",
            ),
            "3-3",
        ),
        ("variant mine \"M\" extends full-tamerlane\nremove pawn of [lion]\n".into(), "pawn-of"),
        ("variant mine \"M\" extends shatranj\nregion end = ank 8\n".into(), "rank"),
        ("variant mine \"M\" extends tamerlane\nunder homecoming.when when empty { }\n".into(), "when-empty"),
    ];
    for (text, name) in files {
        let file = Text { name: "mine.ferz".into(), text, ..Text::default() };
        let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
        let help = format!("did you mean `{name}`?");
        for problems in [game.check(), game.variant(&Selection::default(), &Memory::default()).1] {
            let first = problems.iter().find(|problem| problem.is_error()).and_then(|one| one.help.clone());
            assert_eq!(first.as_ref(), Some(&help), "{}", render(&problems, &game.sources, STYLE));
        }
    }
}

/// If a file removes an element that its parent needs, the message is at the line that removes it.
#[test]
fn a_missing_element_is_reported_at_its_removal() {
    let removed = |lines: &str| {
        let text = format!("variant mine \"Mine\" extends chess\n\n{lines}");
        let file = Text { name: "mine.ferz".into(), text, ..Text::default() };
        let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
        let of = |problem: &ferz_syntax::messages::diagnostic::Diagnostic| {
            let label = &problem.labels[0];
            (problem.code.text(), game.sources.line_column(label.span).0, label.text.clone())
        };
        game.check().iter().map(of).collect::<Vec<_>>()
    };
    let here = "removed here".to_owned();
    assert_eq!(removed("remove piece queen\n"), [("unknown-word", 3, here.clone())]);
    assert_eq!(removed("remove ending\n"), [("no-move-unsaid", 3, here.clone())]);
    assert_eq!(removed("remove array orthodox\n"), [("no-array", 3, here)]);
}

/// A piece that is listed among its own promotions is most likely a misspelling of another piece.
#[test]
fn a_piece_that_becomes_itself_is_reported() {
    let (text, line) = instead(&shipped("chess/chess.ferz"), "arriving at", "[queen", "[pawn, queen");
    let file = Text { name: "mine.ferz".into(), text, ..Text::default() };
    let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
    let of = |problem: &ferz_syntax::messages::diagnostic::Diagnostic| {
        (problem.code.text(), game.sources.line_column(problem.place()).0)
    };
    assert_eq!(game.check().iter().map(of).collect::<Vec<_>>(), [("becomes-itself", line)]);
}
