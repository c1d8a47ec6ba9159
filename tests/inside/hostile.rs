//! Tests that arbitrary input causes no panic, no flood of messages, and no long delay.
//!
//! Every test generates texts that are extreme in one respect, up to [`FLOOD`] bytes, and passes them to [`judge`],
//! which tests the time and the number of messages.

use super::help::Texts;
use ferz_core::base::source::{Sources, Span};
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::betza;
use ferz_lang::catalog::{Catalog, GameRef, NoFiles};
use ferz_lang::{Memory, Selection};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::syntax::format;
use ferz_text::lab::casebook::read_page;
use ferz_text::notation::{fen, movetext};
use ferz_text::words::report::{Style, located, render};
use std::time::{Duration, Instant};

/// The maximum number of messages about a file.
const MAX_MESSAGES: usize = 500;
/// The time limit. It is generous because tests are built without full optimization and run in parallel.
const LONG: Duration = Duration::from_secs(60);
/// The approximate size of a large input, in bytes.
const FLOOD: usize = 300_000;
const HEAD: &str = "variant x \"X\"\nboard {\n  grid 8 x 8\n  black is white mirrored\n}\npiece king K `K` royal\npiece rook R `R`\n";
const TAIL: &str = "royalty { check binds always }\nending {\n  checkmate: loss\n  stalemate: draw\n}\narray a {\n  1 | R . . . K . . R\n}\n";
/// A game for testing readings, FENs, and moves.
const DECIDED: &str = include_str!("../fixtures/check/decided.ferz");

/// The expected reaction to a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accepted,
    Refused,
}
use Answer::{Accepted, Refused};

/// Repeats a text up to [`FLOOD`] bytes.
fn flood(piece: &str) -> String {
    piece.repeat(FLOOD / piece.len())
}

/// Writes one line for each number, up to [`FLOOD`] bytes.
fn lines(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < FLOOD {
        text += &line(number);
        text.push('\n');
        number += 1;
    }
    text
}

/// Returns a word of seven letters that resembles no other.
fn word(number: usize) -> String {
    let mut rest = number.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let letter = |_| {
        let letter = b'a' + u8::try_from(rest % 26).unwrap_or_default();
        rest /= 26;
        char::from(letter)
    };
    (0..7).map(letter).collect()
}

/// Tests the number and the time of the problems, and formats them in every way.
fn judge(what: &str, begun: Instant, sources: &Sources, problems: &[Diagnostic], expected: Answer) {
    let refused = problems.iter().any(Diagnostic::is_error);
    let first = problems.first().map(|problem| problem.message.clone());
    assert_eq!(refused, expected == Refused, "{what}: {first:?}");
    assert!(problems.len() <= MAX_MESSAGES, "{what}: {} messages", problems.len());
    for plain in [false, true] {
        let told = render(problems, sources, Style { color: false, width: 80, plain });
        assert!(told.len() <= 6000 * problems.len(), "{what}: {} bytes of messages", told.len());
    }
    assert_eq!(located(problems, sources).len(), problems.len());
    assert!(begun.elapsed() < LONG, "{what} takes {:?}", begun.elapsed());
}

/// Checks and formats a text as a variant file.
fn checked(what: &str, text: String, expected: Answer) {
    let begun = Instant::now();
    let _ = format(&text);
    let files = Texts(vec![("x.ferz".into(), text)]);
    let game = Catalog::new(&files).open_file("x.ferz").expect("it is there");
    let problems = game.check();
    judge(what, begun, &game.sources, &problems, expected);
}

/// Checks statements inside a game that is otherwise valid.
fn amid(what: &str, text: &str, expected: Answer) {
    checked(what, format!("{HEAD}{text}\n{TAIL}"), expected);
}

#[test]
fn floods_of_statements() {
    amid("nothing odd", "", Accepted);
    amid("unknown statements", &lines(|n| format!("{} {n}", word(n))), Refused);
    amid("statements nearly known", &lines(|n| format!("piec p{n} `W`")), Refused);
    amid("pieces", &lines(|n| format!("piece p{n} P{n} `W`")), Refused);
    amid("one piece again and again", &lines(|_| "piece rook R `R`".into()), Refused);
    amid("regions", &lines(|n| format!("region r{n} = rank 1")), Refused);
    amid("sources", &lines(|n| format!("source s{n} \"x\"")), Refused);
    amid("arrays", &lines(|n| format!("array b{n} {{\n  1 | R . . . K . . R\n}}")), Refused);
    amid("switches", &lines(|n| format!("switch s{n} \"x?\" {{\n a* \"x\"\n b \"y\"\n}}")), Refused);
    amid("groups of groups", &lines(|n| format!("group g{n} = [g{}, rook]", n.saturating_sub(1))), Refused);
    let values = lines(|n| format!("v{n}{} immune any rook to capture \"x\"", if n == 0 { "*" } else { "" }));
    amid("values", &format!("switch s \"which?\" {{\n{values}}}"), Refused);
    let stages = lines(|n| format!("stage s{n} `W` {{ arriving at rank 8: becomes s{} }}", n + 1));
    amid("stages", &format!("piece z Z `W` {{\n{stages}}}"), Refused);
    amid("a family", &format!("family f X for [{}] {{ moves `W` }}", "rook, ".repeat(1500)), Refused);
    amid("comments", &flood("# nothing\n"), Refused);
    amid("allowances", &flood("# allow unused-region \"why\"\n"), Accepted);
    amid("blank lines", &flood("\n"), Refused);
}

#[test]
fn floods_of_symbols() {
    for piece in ["{", "}", "{\n", "}\n", "[", "(", "\"\n", "`\n", "§ ", "\0", "\0\n", "a {\n", "1 | R R\n"]
    {
        checked(&format!("{piece:?} again and again"), flood(piece), Refused);
    }
    amid("deep blocks", &format!("piece q Q {}{}", "{ ".repeat(50_000), "}".repeat(50_000)), Refused);
    amid("deep lists", &format!("group q = {}{}", "[".repeat(50_000), "]".repeat(50_000)), Refused);
    amid(
        "deep conditions",
        &format!("ending {{ a: loss when {}{} }}", "(".repeat(4000), ")".repeat(4000)),
        Refused,
    );
    amid("many nots", &format!("ending {{ a: loss when {}in check }}", "not ".repeat(2000)), Accepted);
}

#[test]
fn long_lines() {
    amid("one long word", &"x".repeat(1_000_000), Refused);
    amid("one long list", &format!("group q = [{}]", "rook, ".repeat(160_000)), Refused);
    amid("one long move", &format!("piece q Q `{}`", "W".repeat(1_000_000)), Refused);
    amid("one long text", &format!("note \"{}\"", "x".repeat(1_000_000)), Refused);
    amid("a move just short enough for a line", &format!("piece q Q `[{}W]`", "W-".repeat(4900)), Refused);
    amid("long moves", &flood(&format!("piece q Q `{}`\n", "W".repeat(9000))), Refused);
    amid("a long row", &format!("array b {{\n  1 | {}\n}}", "R ".repeat(4000)), Refused);
    amid("a long text in a short enough line", &format!("note \"{}\"", "x".repeat(9000)), Accepted);
}

#[test]
fn huge_boards() {
    let board = |grid: &str| checked(grid, format!("{HEAD}{TAIL}").replace("grid 8 x 8", grid), Refused);
    board("grid 4000000000 x 4000000000");
    board("grid 99999999999999999999 x 8");
    board("grid 17 x 16");
    board("grid 0 x 0");
    board(&lines(|n| format!("cell c{n} at ({n}, 99)")));
    board(&format!("grid 8 x 8\nhole {}", "a1, ".repeat(2000)));
    let large = format!("{HEAD}{TAIL}")
        .replace("grid 8 x 8", "grid 16 x 16")
        .replace("1 | R . . . K . . R", "1 | R . . . K . . R . . . . . . . .");
    checked("the largest grid", large, Accepted);
}

#[test]
fn odd_ways_to_write_a_text() {
    let text = format!("{HEAD}{TAIL}");
    checked("windows", text.replace('\n', "\r\n"), Accepted);
    checked("old macintosh", text.replace('\n', "\r"), Accepted);
    checked("tabs", text.replace(' ', "\t"), Accepted);
    checked("a byte order mark", format!("\u{FEFF}{text}"), Accepted);
    checked("no end of the last line", text.trim_end().to_owned(), Accepted);
    checked("nothing", String::new(), Refused);
    checked("only a byte order mark", "\u{FEFF}".into(), Refused);
    checked("wide letters", text.replace("\"X\"", "\"將棋🐘\""), Accepted);
    checked(
        "letters over letters",
        text.replace("\"X\"", &format!("\"e{}\"", "\u{301}".repeat(2000))),
        Accepted,
    );
}

#[test]
fn letters_of_other_alphabets_anywhere() {
    let letters = ['é', 'ß', 'İ', 'ﬁ', '日', '\u{301}', '“', '–', '\u{a0}', '\u{200b}', '\u{feff}'];
    let lines =
        ["  cite éb at \"x\"", "piece pawn P `fW` [éP12]", "piece é É `É` [É1 é]", "under é éa { é }"];
    let whole = format!("{DECIDED}{}\n", lines.join("\n"));
    let starts = whole.char_indices().map(|(at, _)| at).filter(|at| at % 3 == 0);
    for (number, at) in starts.enumerate() {
        let (before, after) = whole.split_at(at);
        let letter = letters[number % letters.len()];
        checked(&format!("{letter} at {at}"), format!("{before}{letter}{after}"), Refused);
    }
}

#[test]
fn floods_of_readings() {
    let readings = |what: &str, text: String, expected| {
        let begun = Instant::now();
        let files = Texts(vec![("x.ferz".into(), DECIDED.to_owned()), ("readings.toml".into(), text)]);
        let game = Catalog::new(&files).open_file("x.ferz").expect("it is there");
        let problems = game.check();
        judge(what, begun, &game.sources, &problems, expected);
        if let Some(first) = game.readings.first() {
            let reading = Some((first.name.clone(), Span::default()));
            let _ = game.variant(&Selection { reading, ..Selection::default() }, &Memory::default());
        }
    };
    let switches: Vec<String> = (0..50_000).map(|n| format!("\"{}.{n}\" = \"1\"", word(n))).collect();
    readings("unknown switches", format!("[mine]\nset = {{ {} }}\n", switches.join(", ")), Refused);
    readings(
        "fewer unknown switches",
        format!("[mine]\nset = {{ {} }}\n", switches[..5000].join(", ")),
        Accepted,
    );
    readings("readings", lines(|n| format!("[r{n}]\nset = {{ \"rook.reach\" = \"far\" }}")), Refused);
    readings("fields", format!("[mine]\n{}", lines(|n| format!("field{n} = 1"))), Refused);
    readings("fewer fields", format!("[mine]\n{}", &lines(|n| format!("field{n} = 1"))[..100_000]), Refused);
    readings("what is no table", lines(|n| format!("a{n} = 1"))[..150_000].to_owned(), Refused);
    readings("a long text", format!("[mine]\ntitle = \"{}\"", "x".repeat(150_000)), Accepted);
    readings("a text for a reading", format!("mine = \"{}\"", "x".repeat(150_000)), Refused);
    for piece in ["[", "{", "a=", "a.", "\"", "[[a]]\n", "[a.b.c.d]\n", "a=[", "\0", "\u{FEFF}"] {
        readings(&format!("{piece:?} again and again"), flood(piece), Refused);
        readings(&format!("{piece:?} a while"), piece.repeat(20_000 / piece.len()), Refused);
    }
    readings("nothing", String::new(), Accepted);
}

#[test]
fn floods_of_positions_and_moves() {
    let variant = Catalog::new(&NoFiles).load(&GameRef::parse("chess"), &[]).expect("a shipped game").variant;
    let setup = variant.start();
    let legal = Interpreter::new(&variant).legal_moves(&setup);
    let start = fen::write(&variant, &setup);
    assert_eq!(fen::read(&variant, &start.replace(' ', "\t")), Ok(setup.clone()));
    let mut texts = vec![String::new(), format!("{start}\0"), "9".repeat(400) + " w"];
    for piece in [
        "8/", "k", "/", " ", "9", "(", "[", "K(", "+", "é", "\0", "\u{FEFF}", "\r\n", "e2e4", "e2-", "=Q",
        "x",
    ] {
        texts.push(piece.repeat(1_000_000 / piece.len()));
        // Blanks at the end of a position are permitted.
        if !piece.trim().is_empty() {
            texts.push(format!("{start}{}", piece.repeat(100_000)));
        }
    }
    for text in texts {
        let shown: String = text.chars().take(20).chain(text.chars().rev().take(5)).collect();
        let begun = Instant::now();
        let mut sources = Sources::default();
        sources.add("position", text.clone());
        let problems = fen::read(&variant, &text);
        judge(&shown, begun, &sources, &problems.err().unwrap_or_default(), Refused);
        let begun = Instant::now();
        let problem = movetext::read(&variant, &setup, &legal, &text).err();
        judge(&shown, begun, &sources, &problem.into_iter().collect::<Vec<_>>(), Refused);
    }
}

#[test]
fn floods_of_move_notation() {
    let long = [
        "W", "w", "[", "[W-", "(", "fmWfcF", "{", "N9", "W0", "é", "\0", " ", "-", "?", "fblr", "NX", "(1,2)",
    ];
    for piece in long {
        for length in [400, 1_000_000] {
            let text = piece.repeat(length / piece.len());
            let begun = Instant::now();
            let mut sources = Sources::default();
            let file = sources.add("notation", text.clone());
            let (reading, problems) = betza::read(&text, Span::new(file, 0, text.len()));
            let expected = if problems.iter().any(Diagnostic::is_error) { Refused } else { Accepted };
            assert_eq!(reading.is_some(), expected == Accepted, "{piece}");
            assert!(length == 400 || expected == Refused, "{piece}");
            judge(piece, begun, &sources, &problems, expected);
        }
    }
}

#[test]
fn floods_of_cases() {
    let drawing = "```position\n8 | R\n";
    let blocks = [
        "# ",
        "```",
        "```\n",
        "```position\n",
        "```moves\n",
        drawing,
        "- ",
        "|",
        "`",
        "\0",
        "{",
        "a\n\n",
        "# a\n```game\nchess\n```\n",
    ];
    for piece in blocks {
        let text = flood(piece);
        let begun = Instant::now();
        let mut sources = Sources::default();
        let file = sources.add("cases.md", text.clone());
        let (_, problems) = read_page("cases.md", &text, file);
        let expected = if problems.iter().any(Diagnostic::is_error) { Refused } else { Accepted };
        judge(piece, begun, &sources, &problems, expected);
    }
}
