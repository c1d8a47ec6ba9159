//! Tests every problem code: a fixture with the mistake, its output, and a page that explains the code.
//!
//! The fixtures are in `tests/fixtures/check/err`, one for each code, and their outputs are snapshots.
//! [`WITHOUT_FIXTURE`] lists the codes that other tests cover.

use super::fixture::told;
use super::help::{each, root, walk};
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{Catalog, NoFiles};
use ferz_syntax::form::{Form, Slot};
use ferz_syntax::messages::diagnostic::{Diagnostic, catalogue};
use ferz_syntax::vocabulary::CONDITION_WORDS;
use ferz_text::words::report::{Style, render};
use std::collections::BTreeSet;
use std::fs;

const STYLE: Style = Style { color: false, width: 80, plain: false };

/// The codes with their own tests: those of the command line, exports, value files, case files, huge files, and moves
/// in games with hands.
const WITHOUT_FIXTURE: [&str; 29] = [
    "not-in-format",
    "option-unreadable",
    "option-unsaid",
    "bad-evaluation",
    "unused-worth",
    "refused",
    "open-block",
    "bad-block",
    "unknown-block",
    "no-game",
    "no-heading",
    "bad-drawing",
    "unasked-position",
    "empty-case",
    "bad-under",
    "no-such-file",
    "unknown-file",
    "unreadable-file",
    "not-utf8",
    "idle-readings",
    "unknown-reading",
    "file-too-long",
    "move-not-in-hand",
    "move-drop-occupied",
    "move-unknown-token",
    "move-ambiguous",
    "betza-unreadable",
    "fen-captured",
    "inheritance-too-deep",
];

/// The codes with messages that need no help.
const PLAIN_ENOUGH: [&str; 9] = [
    "move-no-hands",
    "fen-castling-twice",
    "fen-hand",
    "fen-number",
    "fen-side",
    "fen-too-many-royals",
    "move-empty-square",
    "move-game-over",
    "move-not-yours",
];

#[test]
fn every_mistake_as_a_person_reads_it() {
    let mut wrong = Vec::new();
    each(&["check/err"], |path| {
        let text = fs::read_to_string(path).expect("a fixture is text");
        let expected: BTreeSet<&str> =
            text.lines().filter_map(|line| line.strip_prefix("# expects ")).collect();
        let (sources, problems) = told(path);
        let found: BTreeSet<&str> = problems.iter().map(|problem| problem.code.text()).collect();
        if found != expected || (problems.len() > expected.len() && !expected.contains("too-many-mistakes")) {
            let list: Vec<String> =
                problems.iter().map(|p| format!("{}: {}", p.code.text(), p.message)).collect();
            wrong.push(format!("{}: {:.300}", path.display(), list.join(" | ")));
        }
        let shown: Vec<Diagnostic> = problems.iter().rev().take(3).rev().cloned().collect();
        insta::assert_snapshot!(render(&shown, &sources, STYLE));
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messages_keep_to_the_style() {
    let mut broken = Vec::new();
    each(&["check/err"], |path| {
        for problem in told(path).1 {
            let first = problem.message.chars().next().unwrap_or('.');
            let message = &problem.message;
            if message.ends_with('.')
                || (first.is_uppercase() && !message.starts_with("White") && !message.starts_with("Black"))
            {
                broken.push(format!("{}: {message}", problem.code.text()));
            }
            for rust in ["Some(", "None", "Err(", "PieceTypeId", "Vec", "Option", "struct"] {
                if message.contains(rust) {
                    broken.push(format!("{} speaks Rust: {message}", problem.code.text()));
                }
            }
            if !PLAIN_ENOUGH.contains(&problem.code.text())
                && problem.help.is_none()
                && problem.labels.iter().all(|label| label.text.is_empty())
            {
                broken.push(format!("{} offers no help: {message}", problem.code.text()));
            }
        }
    });
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_code_has_a_page_and_a_fixture() {
    let codes: BTreeSet<&str> = catalogue::codes().into_iter().collect();
    // The compiler ensures that each code is used.
    let pages: BTreeSet<&str> = ferz_errors::PAGES.iter().map(|(code, _)| *code).collect();
    assert_eq!(pages, codes, "each code has a page, and each page a code");
    let folder = root().join("tests/fixtures/check/err");
    let fixtures: BTreeSet<String> = fs::read_dir(folder)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let untried: Vec<&&str> =
        codes.iter().filter(|code| !fixtures.contains(**code) && !WITHOUT_FIXTURE.contains(code)).collect();
    assert!(untried.is_empty(), "codes without a fixture: {untried:?}");
    let unknown: Vec<&String> = fixtures.iter().filter(|code| !codes.contains(code.as_str())).collect();
    assert!(unknown.is_empty(), "fixtures of codes there are not: {unknown:?}");
    assert!(codes.len() >= 80);
}

#[test]
fn every_error_page_explains_the_code_and_its_fix() {
    for code in catalogue::codes() {
        let page = ferz_errors::page(code).expect("a page");
        assert!(page.starts_with(&format!("# {code}\n")), "{code}");
        assert!(page.contains("\n## Example\n") && page.contains("\n## How to fix it\n"), "{code}");
    }
}

#[test]
fn the_shipped_games_have_no_problems() {
    for name in ferz_lang::catalog::built_in_names() {
        let text = ferz_lang::catalog::built_in(&name).expect("shipped");
        let game = ferz_lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Sources::default());
        let problems = game.check();
        assert!(problems.is_empty(), "{name}\n{}", render(&problems, &game.sources, STYLE));
    }
}

/// A valid game in which tests change one line.
const GOOD: &str = r#"variant good "A Good Game"

source book "A book, 2001"  # allow unused-source "nothing is cited"

board {
  grid 5 x 6
  cell z1 at (0, 1) as nook of white
  cell f6 at (6, 6) as nook of black
  black is white turned
}

region far-rank = rank 6
hands

piece king K `K` royal
piece rook R {
  title "tower"
  `R`
  value 5
}
piece soldier P `fmWfcF` {
  arriving at far-rank: becomes rook
  stays in grid
}

right leap once
action drop {
  drop non-royal
  to grid except far-rank
}
action leap {
  exchange king with own rook
  uses leap
}

royalty {
  check binds always
}

entry {
  own nook: king
}

ending {
  checkmate: loss
  stalemate: draw
}

array start {
  2 | P P P P P
  1 | R . K . R
}
"#;

fn problems_of(text: &str) -> (Vec<Diagnostic>, String) {
    let text = ferz_lang::Text { name: "good.ferz".into(), text: text.into(), ..ferz_lang::Text::default() };
    let game = ferz_lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Sources::default());
    let problems = game.check();
    let shown = render(&problems, &game.sources, STYLE);
    (problems, shown)
}

#[test]
fn every_statement_is_read() {
    assert!(problems_of(GOOD).0.is_empty(), "{}", problems_of(GOOD).1);
    // The original text, its replacement, and the expected code.
    for (old, new, code) in [
        ("hands\n", "hands { captured pieces go to the hand }\n", "unexpected-block"),
        ("hands\n", "hands\nhands\n", "said-twice"),
        ("\"A book, 2001\"", "\"A book, 2001\" { by me }", "misplaced-statement"),
        ("\"A book, 2001\"", "\"A book, 2001\" { title \"A book\" { of mine } }", "unexpected-block"),
        ("check binds always", "check binds always\n  cite book", "old-form"),
        ("check binds always", "check binds always cite book", "old-form"),
        ("title \"tower\"", "title \"tower\" { or castle }", "unexpected-block"),
        ("check binds always", "check binds always { really }", "unexpected-block"),
        ("board {", "board square {", "leftover-words"),
        ("check binds always", "check binds always\n  check binds never", "said-twice"),
        ("title \"tower\"", "title \"tower\"\n  title \"rook\"", "said-twice"),
        ("value 5", "value 5\n  value 6", "said-twice"),
        ("stays in grid", "stays in grid\n  stays in rank 2..5", "said-twice"),
        ("`K` royal\n", "`K` royal {\n  royal 2\n}\n", "said-twice"),
        ("to grid except far-rank", "to grid except far-rank\n  to grid", "said-twice"),
        ("drop non-royal", "drop non-royal\n  drop rook", "said-twice"),
        ("drop non-royal", "drop non-royal\n  exchange king with own rook", "said-twice"),
        ("uses leap", "uses leap\n  must\n  may", "said-twice"),
        ("uses leap", "uses leap\n  to grid", "misplaced-statement"),
        ("uses leap", "uses leap\n  not giving checkmate", "misplaced-statement"),
        ("action leap {", "action drop {", "said-twice"),
        ("becomes rook\n", "becomes rook\n  arriving at far-rank: becomes king\n", "said-twice"),
        ("becomes rook\n", "becomes rook, becomes king\n", "said-twice"),
        ("becomes rook\n", "becomes one of [rook, king], exchanges with own king\n", "said-twice"),
        ("action drop {\n  drop non-royal\n  to grid except far-rank\n}\n", "", "unused-hands"),
        ("1 | R . K . R\n", "1 | R . K . R\n  z1: R\n  z1: P\n", "said-twice"),
    ] {
        let text = GOOD.replacen(old, new, 1);
        assert_ne!(text, GOOD, "{old}");
        let (problems, shown) = problems_of(&text);
        assert_eq!(problems.iter().map(|p| p.code.text()).collect::<Vec<_>>(), [code], "{new}\n{shown}");
    }
}

#[test]
fn a_neutral_piece_needs_no_counterpart() {
    let text = "variant t \"T\"\nboard {\n  grid 5 x 6\n  black is white mirrored\n}\npiece king K `K` royal\n\
                piece rook R `R`\npiece stone O {\n  neutral\n}\nending {\n  checkmate: loss\n  stalemate: draw\n}\n\
                array start {\n  3 | . . O . .\n  2 | . . . . .\n  1 | R . K . R\n}\n";
    let (problems, shown) = problems_of(text);
    assert!(problems.is_empty(), "{shown}");
}

#[test]
fn a_comma_that_is_missing_outside_brackets_is_named() {
    let text = GOOD.replacen("array start {", "immune king to capture exchange\narray start {", 1);
    let (problems, shown) = problems_of(&text);
    let help = problems.first().and_then(|problem| problem.help.as_deref()).unwrap_or_default();
    assert!(help.starts_with("separate the entries of a list with commas"), "{shown}");
}

/// A line ends with `\n`, `\r\n`, or `\r`, also for comments that allow a problem.
#[test]
fn all_line_ends_are_read_alike() {
    let files = walk(&root().join("tests/fixtures/check/err"));
    let texts =
        files.iter().filter_map(|path| fs::read_to_string(path).ok()).filter(|text| !text.contains('\r'));
    let places = |text: &str| {
        let (sources, (problems, _)) = (Sources::of("", text), problems_of(text));
        let place = |problem: &Diagnostic| (problem.code.text(), sources.line_column(problem.place()));
        problems.iter().map(place).collect::<Vec<_>>()
    };
    for text in texts {
        let expected = places(&text);
        assert_eq!(places(&text.replace('\n', "\r")), expected, "{text}");
        assert_eq!(places(&text.replace('\n', "\r\n")), expected, "{text}");
    }
}

/// A comment at the end of a statement allows problems on all its lines.
#[test]
fn a_comment_allows_problems_of_a_broken_line() {
    for joint in ["or # where\n", "or\n", "or # where,\n"] {
        let region = format!(
            "region free = rank 1 {joint} rank 2  # allow unused-region \"for later\"\narray start {{"
        );
        let (problems, shown) = problems_of(&GOOD.replacen("array start {", &region, 1));
        assert!(problems.is_empty(), "{shown}");
    }
}

/// A quotation mark or a backtick has no meaning inside a text, a notation, or a comment of another kind.
#[test]
fn a_backtick_in_a_text_hides_no_comment() {
    let piece = "piece ghost G `R` { note \"A sign: ` x\" }";
    let never_appears = |text: &str| {
        let (problems, shown) = problems_of(text);
        assert!(problems.iter().all(|problem| problem.code.text() == "never-appears"), "{shown}");
        problems.len()
    };
    let with = |line: &str| GOOD.replacen("array start {", &format!("{line}\narray start {{"), 1);
    assert_eq!(never_appears(&with(piece)), 1);
    let reason = "# allow never-appears \"kept for later\"";
    assert_eq!(never_appears(&with(&format!("{piece} {reason}"))), 0);
    assert_eq!(never_appears(&with(&format!("{piece} # one ` more"))), 1);
    let after = "piece ghost G `R` { note \"A # sign\" }";
    assert_eq!(never_appears(&with(&format!("{after} {reason}"))), 0);
}

/// Citations around a rule, before it, and inside it, in the game itself and in a game that extends it.
#[test]
fn citations_belong_to_their_rules() {
    use super::help::Texts;
    use ferz_lang::catalog::GameRef;
    let parent = GOOD
        .replace(
            "source book \"A book, 2001\"  # allow unused-source \"nothing is cited\"",
            "source book as B {\n  title \"A book\"\n  year \"2001\"\n  place B1 \"royals\"\n  place B2 \"values\"\n  place B3 \"leaps\"\n  place B4 \"once\"\n  place B5 \"the end\"\n}",
        )
        .replace("check binds always", "check binds always [B1]")
        .replace("value 5", "value 5 [B2]")
        .replace("action leap {", "action leap [B3] {")
        .replace("uses leap", "uses leap [B4 B3]")
        .replace("checkmate: loss", "checkmate: loss [B5]")
        .replace("array start {", "array start \"Start\" [B] {");
    let child = "variant child \"Child\" extends good\nsource own as O \"Mine\"\nchange piece king [O]\n\
                 change array start [O]\nchange source book { author \"A. Author\" }\n";
    let files = Texts(vec![("good.ferz".into(), parent), ("child.ferz".into(), child.into())]);
    let load = |name: &str| {
        let loaded = Catalog::new(&files).load(&GameRef::parse(name), &[]);
        loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant
    };
    let cited = |game: &ferz_core::rules::Variant, origin| {
        let texts: Vec<String> = game.cited(origin).iter().map(ferz_core::rules::Cite::text).collect();
        texts.join("; ")
    };
    let game = load("good.ferz");
    assert_eq!(game.sources[0].text, "A book, 2001");
    assert_eq!(cited(&game, game.royalty.origin), "book, royals");
    // The marks of a line are not about the first line of the block, and those of the first line not about the others.
    assert_eq!(cited(&game, game.piece_types[1].origin), "");
    assert_eq!(cited(&game, game.actions[1].origin), "book, leaps");
    assert_eq!(cited(&game, game.endings[0].origin), "book, the end");
    assert_eq!(cited(&game, game.arrays[0].origin), "book");
    let game = load("child.ferz");
    assert_eq!(game.sources[0].text, "A. Author, A book, 2001");
    assert_eq!(cited(&game, game.piece_types[0].origin), "own");
    // A change with marks and nothing else adds them to the inherited ones.
    assert_eq!(cited(&game, game.arrays[0].origin), "book; own");
    assert_eq!(game.arrays[0].title, "Start");
}

#[test]
fn no_reading_has_the_name_of_the_default() {
    let (_, problems) = ferz_lang::read_readings(0, "[default]\nset = { \"a.b\" = \"c\" }\n");
    assert_eq!(problems.iter().map(|p| p.code.text()).collect::<Vec<_>>(), ["reserved-name"]);
}

/// Returns a game in which each piece has a switch that selects its moves.
fn many_choices(pieces: usize, values: usize) -> String {
    let names: Vec<String> = (b'a'..).take(pieces).map(|letter| char::from(letter).to_string()).collect();
    let mut text = String::from("variant many \"Many\"\nboard { grid 8 x 8; black is white mirrored }\n");
    for name in &names {
        text += &format!("piece p{name} Q{name} {{ switch moves \"How far?\" {{\n");
        for value in 1..=values {
            let default = if value == 1 { "*" } else { "" };
            text += &format!("  v{value}{default} \"invented\" {{ moves `W{value}` }}\n");
        }
        text += "} }\n";
    }
    text += "piece king K `K` royal\nending { checkmate: win }\narray start {\n";
    let tokens: Vec<String> = names.iter().map(|name| format!("Q{name}")).chain(["K".to_string()]).collect();
    for (at, rank) in tokens.chunks(8).enumerate().collect::<Vec<_>>().into_iter().rev() {
        text += &format!("{} | {}{}\n", at + 1, rank.join(" "), " .".repeat(8 - rank.len()));
    }
    text + "}\n"
}

#[test]
fn a_check_reads_the_lines_of_all_values_and_not_of_all_choices() {
    let read = |pieces, values| {
        let text = many_choices(pieces, values);
        let text = ferz_lang::Text { name: "many.ferz".into(), text, ..ferz_lang::Text::default() };
        let game = ferz_lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Sources::default());
        let problems: Vec<&str> = game.check().iter().map(|problem| problem.code.text()).collect();
        assert!(!problems.contains(&"too-many-choices"), "{problems:?}");
        assert_eq!(
            game.variant(&Default::default(), &Default::default())
                .1
                .iter()
                .filter(|problem| problem.is_error())
                .count(),
            0
        );
        game.lines_read()
    };
    // The moves under each value, the moves of the king, and the ending.
    assert_eq!([read(5, 10), read(10, 10), read(20, 5), read(20, 10)], [52, 102, 102, 202]);
}

/// An editor keeps the game under every value of every switch.
#[test]
fn games_under_other_values_share_citations_and_have_no_spare_room() {
    let reference = ferz_lang::catalog::GameRef::parse("tamerlane");
    let loaded = Catalog::new(&NoFiles).load(&reference, &[]).expect("a shipped game");
    let games: Vec<_> = loaded.alternatives().flat_map(std::borrow::Cow::into_owned).collect();
    assert!(games.len() > 20, "{}", games.len());
    for game in games {
        assert!(std::sync::Arc::ptr_eq(&game.cites.0, &loaded.variant.cites.0));
        for own in &game.piece_types {
            assert_eq!(own.moves.capacity(), own.moves.len(), "{}", own.name());
        }
    }
}

#[test]
fn hundreds_of_switches_are_not_too_many() {
    let switch = |at: usize| {
        let value = |name| format!("{name} \"invented: {name}\" {{ note \"{at} is {name}\" }}");
        format!("switch s{at} \"Which?\" {{ {}; {} }}\n", value("a*"), value("b"))
    };
    let text = "variant many \"Many\" extends chess\n".to_owned() + &(0..256).map(switch).collect::<String>();
    let text = ferz_lang::Text { name: "many.ferz".into(), text, ..ferz_lang::Text::default() };
    let game = ferz_lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Sources::default());
    let codes =
        |problems: Vec<Diagnostic>| problems.iter().map(|problem| problem.code.text()).collect::<Vec<_>>();
    assert!(!codes(game.check()).contains(&"too-many-choices"));
    let (variant, problems) = game.variant(&Default::default(), &Default::default());
    assert_eq!(codes(problems), [""; 0]);
    let chosen = variant.expect("the game can be read").switches;
    assert_eq!((chosen.len(), chosen[255].chosen.as_str()), (256, "a"));
}

/// A line that applies only under two values of different switches is checked, although no single value activates it.
#[test]
fn lines_under_two_values_are_checked() {
    let text = |name: &str| {
        let switches =
            "switch a \"A?\" { one* \"1\"; two \"2\" }\nswitch b \"B?\" { one* \"1\"; two \"2\" }\n";
        let rule =
            format!("under a two {{ under b two {{ arriving soldier at far-rank: may becomes {name} }} }}\n");
        GOOD.replace("\nroyalty {", &format!("\n{switches}{rule}\nroyalty {{"))
    };
    let codes = |name: &str| -> Vec<&str> {
        problems_of(&text(name))
            .0
            .iter()
            .filter(|problem| problem.is_error())
            .map(|problem| problem.code.text())
            .collect()
    };
    assert!(codes("rook").is_empty(), "{}", problems_of(&text("rook")).1);
    assert_eq!(codes("rok"), ["unknown-word"], "{}", problems_of(&text("rok")).1);
}

#[test]
fn automatic_effects_are_checked_like_arrivals() {
    let text =
        std::fs::read_to_string(root().join("tests/fixtures/games/by-itself.ferz")).expect("a fixture");
    let with = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let (problems, _) = problems_of(&text.replace(old, new));
        problems.into_iter().map(|problem| (problem.code.text(), problem.message)).collect::<Vec<_>>()
    };
    assert_eq!(with("by itself", "by itself"), []);
    let told = |code, message: &str| vec![(code, message.to_owned())];
    let reach = with("when in check: loses calm", "when some move reaches in check: loses calm");
    assert_eq!(reach, told("condition-out-of-place", "this condition is not allowed here"));
    let never = with("in enemy lair when", "in own lair when");
    assert_eq!(never, []);
    let never = with("by itself queen in end:", "by itself ghost in rank 4:");
    assert_eq!(never, told("never-fires", "this can never happen"));
}

#[test]
fn suggestions_for_the_board_contain_the_original_word() {
    for (line, proposed) in [
        ("black is mirrored", "`black is white mirrored`"),
        ("black is turned", "`black is white turned`"),
        ("black mirrored", "`black is white mirrored`"),
        ("black is whte mirrored", "`white`"),
    ] {
        let (problems, shown) = problems_of(&GOOD.replace("black is white turned", line));
        let help = problems.first().and_then(|problem| problem.help.clone()).unwrap_or_default();
        assert!(help.contains(proposed) && !help.contains(" turned") | line.contains("turned"), "{shown}");
    }
}

/// Completion offers these words at the start of a property and of a condition.
#[test]
fn the_words_that_begin_a_part_are_accepted() {
    let accepted = |words: Vec<&str>, old: &str, before: &str, rests: &[&str]| {
        assert_eq!(words.len(), rests.len(), "{words:?}");
        for (word, rest) in words.into_iter().zip(rests) {
            let (problems, shown) =
                problems_of(&GOOD.replacen(old, &format!("{before}{word}{rest}\n{old}"), 1));
            let codes = problems.iter().map(|problem| problem.code.text());
            let strange = ["unknown-word", "unexpected-word", "leftover-words"];
            assert!(codes.into_iter().all(|code| !strange.contains(&code)), "{shown}");
        }
    };
    let properties = ["", "", "", "", "", "", " own rook", " by own rook", " in check"];
    accepted(Form::openings(Slot::Property), "entry {", "player may not ", &properties);
    let conditions = [
        " check",
        " rook",
        " in check",
        " attacks no rook",
        " move reaches in check",
        " far-rank",
        " [king] against [king]",
        " square color for rook",
        " 50",
        " 3",
        " up leap",
        " of leap >= 1",
        " move of turn",
        " move of turn",
        " of own rook >= 5",
        " >= 5",
        "",
        "",
    ];
    accepted(CONDITION_WORDS.to_vec(), "  stalemate: draw", "  odd: draw when ", &conditions);
}

/// Swapped letters are one mistake, and the words around them decide between similar words.
#[test]
fn swapped_letters_suggest_the_word_that_fits() {
    for (condition, word) in [
        ("oen square color for rook", "one"),
        ("own roko = 0", "rook"),
        ("onw rook = 0", "own"),
        ("oen rook = 0", "own"),
    ] {
        let line = format!("player may not capture when {condition}\n\nentry {{");
        let (problems, shown) = problems_of(&GOOD.replacen("entry {", &line, 1));
        assert_eq!(problems[0].help.as_deref(), Some(format!("did you mean `{word}`?").as_str()), "{shown}");
    }
}

/// A count that can never be reached gives a warning in every condition. Other counts give none.
#[test]
fn counts_that_are_never_reached() {
    let with = |old: &str, new: &str| -> Vec<&'static str> {
        let text = GOOD.replacen(old, new, 1);
        assert_ne!(text, GOOD, "{old}");
        problems_of(&text).0.iter().map(|problem| problem.code.text()).collect()
    };
    let ending = |when: &str| with("stalemate: draw", &format!("stalemate: draw\n  odd: draw when {when}"));
    let player = |when: &str| with("entry {", &format!("player may not capture when {when}\n\nentry {{"));
    let piece = |when: &str| with("  `R`\n", &format!("  `R`\n  `N` when {when}\n"));
    let never = ["never-so-many"];
    for ask in [&ending as &dyn Fn(&str) -> Vec<&'static str>, &player, &piece] {
        assert_eq!(ask("king = 40"), never);
    }
    assert_eq!(ending("some move reaches king = 40"), never);
    // In a game with hands, captured pieces change sides. Without hands, a side always keeps its king.
    assert!(ending("own king >= 2").is_empty());
    let without = |when: &str| {
        let text = GOOD
            .replace("hands\n\n", "")
            .replace("action drop {\n  drop non-royal\n  to grid except far-rank\n}\n", "");
        let text = text.replace("stalemate: draw", &format!("stalemate: draw\n  odd: draw when {when}"));
        problems_of(&text).0.iter().map(|problem| problem.code.text()).collect::<Vec<_>>()
    };
    assert_eq!(without("own king >= 2"), never);
    assert_eq!(without("enemy soldier >= 6"), never);
    assert_eq!(without("own rook in rank 1 >= 6"), never);
    assert!(!without("own soldier = 5").contains(&"never-so-many"));
    assert!(without("own rook >= 7").is_empty(), "soldiers become rooks");
    assert!(!without("king = 2").contains(&"never-so-many"));
}

/// A file with conflict markers gets one message about the markers, and a line with two line ends counts as one line.
#[test]
fn one_cause_is_one_message() {
    let torn = GOOD
        .replace("piece rook R {", "<<<<<<< ours\npiece tower T `R`\n=======\npiece rook R {")
        .replace("piece soldier", ">>>>>>> theirs\npiece soldier");
    let (problems, shown) = problems_of(&torn);
    assert_eq!(
        problems.iter().map(|problem| problem.code.text()).collect::<Vec<_>>(),
        ["merge-conflict"],
        "{shown}"
    );
    assert!(problems_of(&GOOD.replace('\n', "\r\r\n")).0.is_empty());
    let list = GOOD.replace("drop non-royal", "drop [rook,\n    soldier]").replace('\n', "\r\r\n");
    assert!(problems_of(&list).0.is_empty(), "{}", problems_of(&list).1);
}
