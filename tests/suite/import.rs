//! Tests of `ferz import`: sections of Fairy-Stockfish's `variants.ini` become rule files.
//!
//! The fixture holds invented games. `tools/fairy_import.py` compares real ones with the program itself.

use super::help::{code, err, ferz_in, folder, out, typed_in};
use ferz::{Import, Loader};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;

const HOUSE: &str = include_str!("../fixtures/import/house.ini");

/// Translates a section of the fixture.
fn import(section: &str) -> Import {
    Import::fairy_stockfish("house.ini", HOUSE, section, true)
        .unwrap_or_else(|error| panic!("{section}: {error}"))
}

#[test]
fn sections_become_rule_files_that_read_well() {
    for section in Import::sections(HOUSE) {
        insta::assert_snapshot!(format!("import-{section}"), import(&section).text());
    }
}

#[test]
fn rule_files_have_no_problems_and_the_canonical_layout() {
    for section in Import::sections(HOUSE) {
        let game = import(&section);
        let path = format!("{section}.ferz");
        let loader = Loader::new().text(&path, game.text());
        if let Err(error) = loader.check(&path) {
            panic!("{section}: {error}\n{}", game.text());
        }
        assert_eq!(ferz::format(game.text()).as_deref(), Ok(game.text()), "{section}");
    }
}

/// Returns other values for an option, in the form of its current value.
fn others(value: &str) -> Vec<&'static str> {
    match value {
        "true" => vec!["false"],
        "false" => vec!["true"],
        "win" | "loss" | "draw" => vec!["win", "loss", "draw"],
        _ if value.parse::<u32>().is_ok() => vec!["5", "6", "3"],
        _ if value.contains('*') || value == "d8 e8" => vec!["*3", "*4 *5"],
        _ => vec!["-", "p", "k:KN", "b:mBcN"],
    }
}

#[test]
fn every_option_is_in_the_game_or_in_the_list() {
    let plain =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let mut tried = 0;
    let mut section = String::new();
    let games: BTreeMap<String, Import> =
        Import::sections(HOUSE).into_iter().map(|name| (name.clone(), import(&name))).collect();
    for (at, line) in HOUSE.lines().enumerate() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.split([':', ']']).next().unwrap_or_default().to_owned();
        }
        let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else { continue };
        let (key, value) = (key.trim(), value.trim());
        for other in others(value).into_iter().filter(|other| *other != value) {
            let lines = HOUSE
                .lines()
                .enumerate()
                .map(|(n, line)| if n == at { format!("{key} = {other}") } else { line.to_owned() });
            let text = lines.collect::<Vec<_>>().join("\n");
            // A value that the option cannot have is an error.
            let Ok(changed) = Import::fairy_stockfish("house.ini", &text, &section, true) else { continue };
            let before = &games[&section];
            let same_game = plain(before.text()) == plain(changed.text());
            assert!(!same_game || before.omissions() != changed.omissions(), "[{section}] {key} = {other}");
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn unsupported_options_are_reported_with_their_place() {
    let error = Import::fairy_stockfish("house.ini", HOUSE, "elsewhere", false).expect_err("refused");
    let problems = error.problems();
    let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["option-unsaid", "option-unsaid"]);
    let line = |text: &str| HOUSE.lines().position(|line| line == text).expect("a line") + 1;
    assert_eq!(problems[0].labels[0].line, line("twoBoards = true"));
    assert_eq!(problems[1].labels[0].line, line("wallingRule = arrow"));
}

#[test]
fn faults_are_found_where_they_are() {
    let ini =
        "[one:two]\n[two:chess]\nmaxRank = x\nstartFen = 8/8 w\nflagPiece = z\n[three:none]\n[four:four]\n";
    let said =
        |section| Import::fairy_stockfish("a.ini", ini, section, false).expect_err("a fault").to_string();
    assert!(said("one").contains("is below"), "{}", said("one"));
    assert!(said("two").contains("`maxRank`: expected a number"), "{}", said("two"));
    assert!(said("three").contains("`none`"), "{}", said("three"));
    assert!(said("four").contains("`four` inherits from itself"), "{}", said("four"));
    assert!(said("towrs").contains("no section"), "{}", said("towrs"));
}

#[test]
fn unknown_options_are_reported_beside_unsupported_ones() {
    let ini = "[a:chess]\nsummons = true\ntwoBoards = true\n";
    let error = Import::fairy_stockfish("a.ini", ini, "a", false).expect_err("refused");
    let said: Vec<String> = error.problems().into_iter().map(|problem| problem.message).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.contains(&"Fairy-Stockfish has no option `summons`".to_owned()), "{said:?}");
}

#[test]
fn black_can_move_first() {
    let ini = "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    assert!(game.text().contains("extends chess") && game.text().contains("first move black"));
    let start = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules").start();
    assert_eq!(start.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let format = ferz::ExportFormat::named("fairy-stockfish").expect("a format");
    let back = start.rules().export(format, false).expect("an export");
    assert!(back.contains(" b KQkq - 0 1"), "{back}");
}

#[test]
fn warnings_about_the_game_itself_are_allowed() {
    let ini = "[a:chess]\nstartFen = RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1\ndoubleStep = false\nstalemateValue = win\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    assert!(game.text().contains("# allow stuck-side-wins"), "{}", game.text());
    assert!(game.text().contains("# allow sides-swapped \"so in the section\"\n"), "{}", game.text());
    Loader::new().text("a.ferz", game.text()).check("a.ferz").expect("no problems");
    assert_eq!(ferz::format(game.text()).as_deref(), Ok(game.text()));
}

#[test]
fn pieces_enter_an_empty_board() {
    let ini = "[a]\nmaxRank = 3\nmaxFile = 3\nimmobile = p\nstartFen = 3/3/3[PPPPppp] w - - 0 1\npieceDrops = true\nconnectN = 3\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    Loader::new().text("a.ferz", game.text()).check("a.ferz").expect("no problems");
}

#[test]
fn a_limit_of_promotions_does_not_limit_demotions() {
    let ini = "[a:chess]\npieceDemotion = true\npromotionLimit = p:8 q:2\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", true).expect("a game");
    assert!(game.text().contains("when own [queen, promoted-queen] <= 1: may become promoted-queen"));
    assert!(game.text().contains("arriving at or leaving far-rank: may become pawn"), "{}", game.text());
}

#[test]
fn explosions_end_the_game_for_both_sides() {
    let ini = "[sink:giveaway]\nblastOnCapture = true\n";
    let game = Import::fairy_stockfish("a.ini", ini, "sink", false).expect("a game");
    let rules = Loader::new().text("sink.ferz", game.text()).load("sink.ferz").expect("rules");
    // White's last piece captures and explodes.
    let mut position = rules.from_fen("8/8/8/3p4/2P5/p7/8/8 w - - 0 1").expect("a position");
    let mv = position.read("c4d5").expect("legal");
    position.play(mv).expect("played");
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(ferz::Color::White));
}

#[test]
fn the_program_writes_one_section_or_all() {
    let place = folder("import");
    fs::write(place.join("house.ini"), HOUSE).expect("written");
    let one = ferz_in(&place, &["import", "house.ini", "pikemen"]);
    assert_eq!((code(&one), out(&one)), (Some(0), import("pikemen").text().to_owned()));
    assert!(err(&one).contains("2 options left out"), "{}", err(&one));
    let all = ferz_in(&place, &["import", "house.ini", "--output", "games"]);
    assert_eq!(code(&all), Some(1), "{}", err(&all));
    assert!(out(&all).ends_with("7 rule files written, 1 refused\n"), "{}", out(&all));
    assert!(err(&all).contains("a rule file cannot express `twoBoards = true`"), "{}", err(&all));
    let written = fs::read_to_string(place.join("games/towers.ferz")).expect("a rule file");
    assert_eq!(written, import("towers").text());
    fs::write(place.join("games/towers.ferz"), "mine").expect("written");
    let again = ferz_in(&place, &["import", "house.ini", "towers", "--output", "games"]);
    assert_eq!(code(&again), Some(2));
    assert!(err(&again).contains("--force"), "{}", err(&again));
    let rest = ferz_in(&place, &["import", "house.ini", "--output", "games"]);
    assert_eq!(code(&rest), Some(2));
    assert!(out(&rest).ends_with("6 rule files written, 1 refused\n"), "{}", out(&rest));
    fs::write(place.join("names.ini"), "[a b:chess]\n[a-b:chess]\npass = true\n").expect("written");
    let names = ferz_in(&place, &["import", "names.ini"]);
    assert_eq!(code(&names), Some(0), "{}", err(&names));
    assert!(place.join("names/a-b.ferz").exists() && place.join("names/a-b-2.ferz").exists());
    let forced = ferz_in(&place, &["import", "house.ini", "towers", "--output", "games", "--force"]);
    assert_eq!(code(&forced), Some(0), "{}", err(&forced));
    let data = ferz_in(&place, &["import", "house.ini", "elsewhere", "--approximate", "--json"]);
    let data: serde_json::Value = serde_json::from_slice(&data.stdout).expect("JSON");
    assert_eq!(data["name"], "elsewhere");
    assert_eq!(data["omissions"][0]["differs"], true);
    assert!(data["text"].as_str().is_some_and(|text| text.starts_with("variant elsewhere")));
    let near = ferz_in(&place, &["import", "house.ini", "pikeman"]);
    assert_eq!(code(&near), Some(2));
    assert!(err(&near).contains("did you mean `pikemen`?"), "{}", err(&near));
    let piped = typed_in(&place, &["import", "-", "crater"], HOUSE.as_bytes());
    assert_eq!(code(&piped), Some(0), "{}", err(&piped));
    assert!(out(&piped).starts_with("variant crater"), "{}", out(&piped));
}

#[test]
fn an_empty_board_can_have_holes() {
    let ini = "[holes:chess]\nmaxRank = 3\nmaxFile = c\nstartFen = *1*/3/*1* w - - 0 1\nking = -\n";
    let game = Import::fairy_stockfish("a.ini", ini, "holes", true).expect("a game");
    assert!(game.text().contains("1 | * . *"), "{}", game.text());
    assert!(Loader::new().text("a.ferz", game.text()).load("a.ferz").is_ok(), "{}", game.text());
}

#[test]
fn a_goal_of_the_parent_can_be_elsewhere() {
    let ini = "[crossing:kingofthehill]\nflagRegionWhite = *5\nflagRegionBlack = *4\n[corner:kingofthehill]\nflagRegion = a8\n[later:racingkings]\nflagRegion = *7\n";
    for (section, fen, winning) in [
        ("crossing", "7k/8/8/8/4K3/8/8/8 w - - 0 1", "e4f5"),
        ("corner", "7k/1K6/8/8/8/8/8/8 w - - 0 1", "b7a8"),
    ] {
        let game = Import::fairy_stockfish("a.ini", ini, section, false).expect("a game");
        let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
        let mut played = rules.from_fen(fen).expect("a position");
        played.play_text(winning).expect("a move");
        assert!(played.outcome().is_some(), "{section}: {}", game.text());
        assert!(game.text().contains("extends kingofthehill"), "{}", game.text());
    }
    let game = Import::fairy_stockfish("a.ini", ini, "later", false).expect("a game");
    assert!(game.text().contains("rank 7"), "{}", game.text());
}

#[test]
fn long_files_and_long_chains_end() {
    let chain: String =
        (0..3000).map(|n| format!("[g{n}:g{}]\nmaxRank = 9999999999999999999999\n", n.max(1) - 1)).collect();
    assert!(Import::fairy_stockfish("a.ini", &chain, "g2999", true).is_err());
    let same: String = "[a:chess]\n".to_owned() + &"pass = true\nnone = 1\n".repeat(20_000);
    assert!(Import::fairy_stockfish("a.ini", &same, "a", true).is_ok());
    let blank = "[a:chess]\nstartFen = ".to_owned()
        + &"q9/*+".repeat(100_000)
        + "\ncustomPiece1 = x:"
        + &"fmWa".repeat(50_000);
    let _ = Import::fairy_stockfish("a.ini", &blank, "a", true);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn long_texts_are_accepted(lines in prop::collection::vec(line(), 0..14)) {
        let text = format!("[a:chess]\n{}", lines.join("\n"));
        for section in Import::sections(&text) {
            let _ = Import::fairy_stockfish("a.ini", &text, &section, true);
        }
    }
}

/// Generates a line with an option of the fixture and a strange value, or nonsense.
fn line() -> impl Strategy<Value = String> {
    let keys: Vec<String> =
        HOUSE.lines().filter_map(|line| Some(line.split_once(" =")?.0.to_owned())).collect();
    let values = [
        "-",
        "*",
        "0",
        "-7",
        "99999999999999999999",
        "*1 a9 l*",
        "p:q q:p",
        "kk",
        "é",
        "true",
        "K:",
        "x:fmmnnnW99",
        "8/8[Kk] w",
        "none",
    ];
    prop_oneof![
        (prop::sample::select(keys), prop::sample::select(values.to_vec()))
            .prop_map(|(key, value)| format!("{key} = {value}")),
        "\\PC{0,20}",
        Just("[b:a]".to_owned()),
    ]
}

#[test]
fn an_export_comes_back_as_the_same_game() {
    let format = ferz::ExportFormat::named("fairy-stockfish").expect("a format");
    for name in ["chess", "crazyhouse", "xiangqi", "chess960", "minishogi"] {
        let rules = ferz::Rules::load(name).expect("built-in");
        let text = rules.export(format, false).expect("an export");
        let section = Import::sections(&text).remove(0);
        let game = Import::fairy_stockfish("a.ini", &text, &section, false).expect("a game");
        let back = Loader::new().text("back.ferz", game.text()).load("back.ferz").expect("rules");
        let found = serde_json::to_value(ferz::Comparison::new(&rules, &back)).expect("JSON");
        assert_eq!(
            (&found["rules"], &found["pieces"]),
            (&serde_json::json!([]), &serde_json::json!([])),
            "{name}"
        );
        // An export that was changed by hand is translated like any other section.
        let changed = text + "nMoveRule = 40\n";
        let other = Import::fairy_stockfish("a.ini", &changed, &section, false).expect("a game");
        assert!(other.text().contains("quiet 80"), "{name}: {}", other.text());
    }
}

#[test]
fn the_rule_file_of_a_user_comes_back_unless_the_definition_has_changed() {
    let own = "variant my-game \"My <Game> & more\" extends chess\n\n# Why not --> here?\nchange piece knight {\n  moves `NW`\n}\n";
    let rules = Loader::new().text("mine.ferz", own).load("mine.ferz").expect("rules");
    for (name, change) in [
        ("fairy-stockfish", ("= n:WN", "= n:WNA")),
        ("interactive-diagram", ("::b1,g1", "::b1,g2")),
        ("xboard", ("piece N& NW", "piece N& NWA")),
    ] {
        let format = ferz::ExportFormat::named(name).expect("a format");
        let text = rules.export(format, false).expect("an export");
        let read = |text: &str| Import::read(format, "mine", text, "my-game", false).expect("a game");
        let game = read(&text);
        assert_eq!((game.name(), game.text()), ("my-game", own), "{name}");
        assert!(game.omissions().is_empty(), "{name}");
        let changed = text.replacen(change.0, change.1, 1);
        assert_ne!(changed, text, "{name}");
        let other = read(&changed);
        assert!(!other.text().contains("extends chess\n\n# Why"), "{name}: {}", other.text());
        let remark = other.omissions().iter().find(|one| one.name == "rule file").expect("a remark");
        assert!(!remark.differs, "{name}");
    }
    // A game under another value of a switch is not the one that the file describes.
    let format = ferz::ExportFormat::named("xboard").expect("a format");
    let own = "variant my-game \"My Game\" extends chess\n\nchange ending {\n  remove stalemate\n}\n\nswitch stalemate \"What is stalemate?\" {\n  drawn* \"a draw\" {\n    ending {\n      stalemate: draw\n    }\n  }\n  lost \"a loss\" {\n    ending {\n      stalemate: loss\n    }\n  }\n}\n";
    let loader = || Loader::new().text("mine.ferz", own);
    let text = |rules: ferz::Rules| rules.export(format, false).expect("an export");
    assert!(text(loader().load("mine.ferz").expect("rules")).contains("#| switch stalemate"));
    assert!(!text(loader().switch("stalemate", "lost").load("mine.ferz").expect("rules")).contains("#|"));
}

#[test]
fn the_files_of_a_user_that_a_game_extends_come_back_with_it() {
    let texts = [
        ("mine.ferz", "variant mine \"Mine\" extends base\n\nchange piece knight {\n  moves `NW`\n}\n"),
        ("base.ferz", "variant base \"Base\" extends oldest\n\nchange piece bishop {\n  moves `BW`\n}\n"),
        (
            "oldest.ferz",
            "variant oldest \"Oldest\" extends chess\n\nchange ending {\n  remove repetition\n}\n",
        ),
    ];
    let loader = |files: &[(&str, &str)]| {
        files.iter().fold(Loader::new(), |loader, (name, text)| loader.text(*name, *text))
    };
    let rules = loader(&texts).load("mine.ferz").expect("rules");
    for format in ferz::ExportFormat::all() {
        let name = format.name();
        let text = rules.export(format, false).expect("an export");
        let game = Import::read(format, "export", &text, "mine", false).expect("a game");
        assert_eq!((game.text(), game.files().len()), (texts[0].1, 2), "{name}: {text}");
        let files = game.files().iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let files: Vec<(&str, &str)> = files.chain([("mine.ferz", game.text())]).collect();
        let again = loader(&files).load("mine.ferz").expect("rules");
        assert!(ferz::Comparison::new(&rules, &again).is_empty(), "{name}");
        // A name cannot leave the folder, and only rule files are named.
        let outside = text.replace("#|| base.ferz", "#|| ../../base.ferz");
        let game = Import::read(format, "export", &outside, "mine", false).expect("a game");
        assert!(game.files().contains_key("base.ferz"), "{name}");
        let other = text.replace("#|| base.ferz", "#|| base.txt");
        assert!(Import::read(format, "export", &other, "mine", true).expect("a game").files().is_empty());
    }
}

#[test]
fn the_program_writes_the_files_that_a_game_extends() {
    let place = folder("import-own");
    fs::write(place.join("base.ferz"), "variant base \"Base\" extends chess\n").expect("written");
    let own = "variant mine \"Mine\" extends base\n\nchange piece knight {\n  moves `NW`\n}\n";
    fs::write(place.join("mine.ferz"), own).expect("written");
    let to = ["export", "mine.ferz", "--to", "interactive-diagram", "--output", "mine.html"];
    assert_eq!(code(&ferz_in(&place, &to)), Some(0));
    let shown = ferz_in(&place, &["import", "mine.html"]);
    assert_eq!((code(&shown), out(&shown)), (Some(0), own.to_owned()));
    assert!(err(&shown).contains("it extends `base.ferz`; `--output` writes all files"), "{}", err(&shown));
    let data = ferz_in(&place, &["import", "mine.html", "--json"]);
    let data: serde_json::Value = serde_json::from_slice(&data.stdout).expect("JSON");
    assert_eq!(data["files"]["base.ferz"], "variant base \"Base\" extends chess\n");
    fs::create_dir(place.join("new")).expect("a folder");
    let written = ferz_in(&place, &["import", "mine.html", "--output", "new"]);
    assert_eq!((code(&written), out(&written)), (Some(0), "new/mine.ferz\n".to_owned()));
    let same = ferz_in(&place, &["diff", "mine.ferz", "new/mine.ferz"]);
    assert_eq!(code(&same), Some(0), "{}", out(&same));
    // Another file of the same name stays.
    fs::write(place.join("new/base.ferz"), "variant base \"Other\" extends chess\n").expect("written");
    let again = ferz_in(&place, &["import", "mine.html", "--output", "new"]);
    assert_eq!(code(&again), Some(2), "{}", err(&again));
    // Remarks about the way in which a page was read are no options.
    fs::write(
        place.join("notes.html"),
        "<p class=\"idiagram\">files=4 ranks=4 pawn:P:fmW::a1-d1 king:K:K::b2</p>",
    )
    .expect("written");
    let notes = ferz_in(&place, &["import", "notes.html"]);
    assert!(err(&notes).contains("see the notes at the end of the file"), "{}", err(&notes));
}

#[test]
fn pages_and_lines_are_refused_for_what_no_rule_file_says() {
    let page = "<p class=\"idiagram\">files=4 ranks=4 baring=9 pawn:P:fmWfcF::a1-d1 king:K:K::b2</p>";
    let lines = "setup (PKpk) 4x4+0_nowhere k3/pppp/PPPP/K3 w - - 0 1\npiece P& fmWfcF\npiece K& K\n";
    for (format, text, named) in [
        ("interactive-diagram", page, "baring = 9 (ferz does not read this option)"),
        ("xboard", lines, "setup = nowhere (the parent"),
    ] {
        let format = ferz::ExportFormat::named(format).expect("a format");
        let error = Import::read(format, "file", text, "", false).expect_err("a refusal");
        assert_eq!(error.problems()[0].code, "option-unsaid");
        assert!(error.problems()[0].message.contains(named), "{error}");
        let game = Import::read(format, "file", text, "", true).expect("a game");
        assert!(game.omissions().iter().any(|one| one.differs));
    }
}

#[test]
fn malformed_values_are_read_as_far_as_the_program_reads_them() {
    let ini = "[one:chess]\nflagPiece = k # the king\nflagRegion = *8\ncheckCounting = True\npromotionPieceTypes = qx\n";
    let game = Import::fairy_stockfish("a.ini", ini, "one", false).expect("a game");
    let named: Vec<&str> = game.omissions().iter().map(|one| one.name.as_str()).collect();
    assert!(
        ["flagPiece", "checkCounting", "promotionPieceTypes"].iter().all(|name| named.contains(name)),
        "{named:?}"
    );
    assert!(
        game.text().contains("becomes queen") && game.text().contains("enemy king in"),
        "{}",
        game.text()
    );
}

#[test]
fn one_side_alone_can_have_pieces_in_hand() {
    let ini = "[one:chess]\npieceDrops = true\nwhiteDropRegion = *1 *2\nblackDropRegion = *8 *7\nstartFen = 4k3/8/8/8/8/8/8/4K3[nn] w - - 0 1\n";
    let game = Import::fairy_stockfish("a.ini", ini, "one", false).expect("a game");
    assert!(game.text().contains("hand for black: n n"), "{}", game.text());
    let mut start = Loader::new().text("one.ferz", game.text()).load("one.ferz").expect("rules").start();
    assert!(start.fen().contains("[nn]"), "{}", start.fen());
    let mv = start.read("e1e2").expect("legal");
    start.play(mv).expect("played");
    assert_eq!(start.legal_moves().count(), 5 + 15);
}

#[test]
fn old_options_for_double_steps_are_read_as_the_program_reads_them() {
    let region = |options: &str| {
        let game = Import::fairy_stockfish("a.ini", &format!("[a:chess]\n{options}"), "a", false);
        let text = game.expect("a game").text().to_owned();
        let place =
            text.lines().find_map(|line| line.split_once("`fmnnD` on ")).map(|(_, name)| name.to_owned());
        let start = format!("region {} = ", place.unwrap_or_default());
        text.lines().find_map(|line| line.strip_prefix(&start)).map(str::to_owned)
    };
    assert_eq!(region("doubleStepRank = 3\n").as_deref(), Some("rank 2..3"));
    assert_eq!(region("doubleStepRankMin = 1\n").as_deref(), Some("rank 1..2"));
    // The second option is not read beside the first one.
    assert_eq!(region("doubleStepRankMin = 1\ndoubleStepRank = 3\n").as_deref(), Some("rank 2..3"));
}

#[test]
fn a_game_is_drawn_after_two_passes() {
    let ini = "[a:chess]\npass = true\n[b:chess]\npassWhite = true\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    let mut start = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules").start();
    for over in [false, true] {
        let mv = start.read("pass").expect("legal");
        start.play(mv).expect("played");
        assert_eq!(start.outcome().is_some(), over, "{}", game.text());
    }
    assert_eq!(start.outcome().and_then(|outcome| outcome.winner), None);
    let one_sided = Import::fairy_stockfish("a.ini", ini, "b", false).expect("a game");
    assert!(!one_sided.text().contains("pause"), "{}", one_sided.text());
}

#[test]
fn a_region_of_walls_is_empty() {
    let ini = "[a:chess]\nflagPiece = k\nflagRegion = *8\nstartFen = ********/4k3/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    Loader::new().text("a.ferz", game.text()).check("a.ferz").unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn pieces_without_a_usual_name_are_named_by_their_letters() {
    let ini = "[a]\nmaxRank = 4\nmaxFile = 4\ncustomPiece1 = q:mKmgQ\ncustomPiece2 = x:mgQ\nstartFen = qx2/4/4/QX2 w - - 0 1\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    assert!(
        game.text().contains("piece queen ") && game.text().contains("piece piece-x "),
        "{}",
        game.text()
    );
}

#[test]
fn strange_games_are_allowed_to_be_as_they_are() {
    for options in [
        "promotionPieceTypes = p\n",
        "startFen = rnb1kbnr/pppp1ppp/8/8/8/8/PPPPqPPP/RNBQKBNR w KQkq - 0 1\n",
        "startFen = 4k3/8/8/8/8/8/4q3/4K3 b - - 0 1\n",
    ] {
        let game = Import::fairy_stockfish("a.ini", &format!("[a:chess]\n{options}"), "a", false);
        let game = game.expect("a game");
        let checked = Loader::new().text("a.ferz", game.text()).check("a.ferz");
        checked.unwrap_or_else(|error| panic!("{options}: {error}\n{}", game.text()));
    }
}

/// Returns the rule file of a section, which has no problems and the canonical layout.
fn proper(options: &str) -> Import {
    let game = Import::fairy_stockfish("a.ini", &format!("{options}\n"), "a", false)
        .unwrap_or_else(|error| panic!("{options}: {error}"));
    let checked = Loader::new().text("a.ferz", game.text()).check("a.ferz");
    checked.unwrap_or_else(|error| panic!("{options}: {error}\n{}", game.text()));
    assert_eq!(ferz::format(game.text()).as_deref(), Ok(game.text()), "{options}");
    game
}

#[test]
fn rules_that_never_apply_are_left_out_and_named() {
    let board = "[a]\nmaxRank = 4\nmaxFile = 4\n";
    for (options, reason) in [
        (
            "immobile = e\ncustomPiece1 = t:mW\nstartFen = 4/4/4/4[EEee] w - - 0 1\npieceDrops = true\npromotedPieceType = e:t t:e\npromotionRegionBlack = *1",
            "the piece `stone` has no moves, so that it never promotes",
        ),
        (
            "king = k\nrook = r\nstartFen = kr2/4/4/2RK w - - 0 1\nflagPiece = r\nflagRegion = *4\nflagPieceCount = 2",
            "no side ever has 2 of the pieces on these squares",
        ),
        ("rook = r\nstartFen = rr2/4/4/2RR w - - 0 1\nconnectN = 3", "no side ever has 3 of these pieces"),
    ] {
        let game = proper(&format!("{board}{options}"));
        let found = game.omissions().iter().find(|one| one.reason == reason);
        assert!(found.is_some_and(|one| !one.differs), "{reason}: {}", game.text());
    }
    // A piece that the promoted form of another one becomes is there.
    let chain = "customPiece1 = a:fW\ncustomPiece2 = b:fF\ncustomPiece3 = c:F\nstartFen = a3/4/4/3A w - - 0 1\npromotedPieceType = a:b b:c\npromotionRegionWhite = *3 *4\npromotionRegionBlack = *1 *2\nflagPiece = c\nflagRegion = d4";
    assert!(proper(&format!("{board}{chain}")).text().contains("enemy ferz in goal"));
}

#[test]
fn strange_sections_become_rule_files_without_problems() {
    for options in [
        "[a:chess]\npromotedPieceType = p:q n:q",
        "[a:chess]\nstartFen = 8/8/8/8/8/8/8/Rp5p w - - 0 1",
        "[a:chess]\nmaxRank = 2\ncastling = false\nstartFen = rnbqkbnr/RNBQKBNR w - - 0 1",
        "[a:chess]\nmaxRank = 1\ncastling = false\nstartFen = KQ3nqk w - - 0 1",
        "[a]\nmaxRank = 3\nmaxFile = 3\nking = k\ncustomPiece1 = b:bR\nstartFen = k2/3/1BK w - - 0 1\npromotedPieceType = b:k\npromotionRegionWhite = *3",
        "[a:chess]\nmaxFile = 6\nstartFen = rnbqkb/pppppp/6/6/6/6/6/6 w - - 0 1",
        "[a]\nmaxRank = 5\nmaxFile = e\nstartFen = 5/5/5/5/5 w - - 0 1",
        "[a:crazyhouse]\ncastlingRookPieces = q",
        "[a:crazyhouse]\npromotedPieceType = n:q",
        "[a:crazyhouse]\nconnectNxN = 7",
        "[a]\nmaxRank = 3\nmaxFile = 3\nrook = r\nstartFen = 3/3/3[Rr] w - - 0 1",
        "[a:chess]\nmaxRank = 4\nmaxFile = 4\ncastling = false\nstartFen = k3/4/4/2RK w - - 0 1\nconnectN = 1",
        "[a:chess]\nmobilityRegionWhiteRook = a1 a2 b1\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "[a:chess]\nflagPiece = n\nflagPieceBlockedWin = true\nflagRegionWhite = *3",
        "[a:omicron]\ndoubleStepRegionBlack = a*",
    ] {
        proper(options);
    }
}

#[test]
fn rules_of_other_meaning_are_refused() {
    for (options, option) in [
        ("[a:chess]\nmaxRank = 5", "startFen"),
        ("[a:chess]\nmaxFile = 6", "startFen"),
        ("[a:chess]\nmaxFile = 6\nstartFen = rnbqkbnr/8/8/8/8/8/8/4K3 w - - 0 1", "startFen"),
        ("[a:atomic]\nmutuallyImmuneTypes = r", "mutuallyImmuneTypes"),
        ("[a:chess]\nflagRegion = all", "flagRegion"),
        (
            "[a]\nmaxRank = 3\nmaxFile = 3\nrook = r\nstartFen = rrr/3/RRR w - - 0 1\nconnectN = 3\nconnectValue = none",
            "connectValue",
        ),
        ("[a:chess]\ncastlingKingsideFile = a", "castlingKingsideFile"),
        ("[a:chess]\ncastlingKingsideFile = G", "castlingKingsideFile"),
        ("[a:chess]\nmandatoryPawnPromotion = false\npromotionRegionBlack = *5", "mandatoryPawnPromotion"),
        ("[a:chess]\npieceDemotion = true", "pieceDemotion"),
        ("[a:chess]\ncastlingRookPieces = k", "castlingRookPieces"),
        ("[a:crazyhouse]\npromotionPawnTypesWhite = n", "promotionPawnTypesWhite"),
        ("[a:chess]\ncustomPiece1 = q:bRfD2", "customPiece1"),
        ("[a:chess]\ncustomPiece1 = r:bQ\nimmobilityIllegal = true", "immobilityIllegal"),
        ("[a:chess]\npromotionPawnTypes = pn\npromotedPieceType = n:r", "promotedPieceType"),
        ("[a:chess]\ncastlingKingPiece = q", "castlingKingPiece"),
        ("[a:racingkings]\nking = k:mQcN", "flagMove"),
        ("[a:kyotoshogi]\ndropLoop = true", "dropLoop"),
        ("[a:janus]\ncastlingRookPieces = b\nchess960 = true", "`chess960 = true`"),
        (
            "[a:chess]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q\nchecking = false",
            "`checking = false`",
        ),
    ] {
        let error = Import::fairy_stockfish("a.ini", options, "a", false).expect_err(options);
        assert!(error.to_string().contains(option), "{options}: {error}");
    }
}

#[test]
fn options_permit_the_same_moves_as_in_the_program() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (options, fen, number) in [
        // A rook is dropped on the first rank, and a knight on any square.
        ("[a:crazyhouse]\nsittuyinRookDrop = true", "4k3/8/8/8/8/8/8/4K3[RNr] w - - 0 1", 74),
        // A section without double steps has no region for its children.
        ("[a:shatranj]\ndoubleStep = true", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", 16),
        (
            "[b:chess]\ndoubleStepRegionWhite = -\ndoubleStepRegionBlack = -\n[a:b]\ndoubleStepRegionWhite = *2",
            start,
            12,
        ),
        // A pawn that did not promote on its way has no moves on the last rank.
        (
            "[a:chess]\nimmobilityIllegal = true\npromotionRegionWhite = *7",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            5,
        ),
        // A pawn promotes when it leaves the zone for a square on which it could not move.
        ("[a:minishogi]\npromotionRegionBlack = *2", "4k/5/5/4p/K4[-] b 0 1", 4),
        // Checks are those to kings, which are not among the pieces of this game.
        ("[a:atomic]\nchecking = false", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 21),
        (
            "[a:atomic]\ncheckCounting = true\nstartFen = 4k3/8/8/8/8/8/8/3QK3 w - - 1+1 0 1",
            "4k3/8/8/1Q6/8/8/8/4K3 b - - 0 1",
            4,
        ),
        ("[a:chess]\npassWhite = true\npassOnStalemateWhite = true", start, 20),
        ("[a:chess]\npassWhite = true", start, 21),
        // Only the last of several letters counts.
        ("[a:chess]\nflagPiece = kr\nflagRegion = *4", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", 5),
        ("[a:chess]\nflagPiece = kr\nflagRegion = *4", "4k3/8/8/8/R7/8/8/4K3 b - - 0 1", 0),
        // Without a piece, any piece counts.
        ("[a:jesonmor]\nflagPiece = q", "9/9/9/9/4n4/9/9/9/N8 b - - 0 1", 0),
    ] {
        let game = Import::fairy_stockfish("a.ini", options, "a", false)
            .unwrap_or_else(|error| panic!("{options}: {error}"));
        let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
        let position = rules.from_fen(fen).unwrap_or_else(|error| panic!("{options}: {error}"));
        let number_here = if position.outcome().is_some() { 0 } else { position.legal_moves().count() };
        assert_eq!(number_here, number, "{options}: {}", game.text());
    }
}

#[test]
fn pawns_promote_even_if_other_pieces_promote_like_pawns() {
    let game = proper("[a:chess]\npromotionPawnTypes = n");
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let position = rules.from_fen("7k/P3N3/8/8/8/8/p7/K7 w - - 0 1").expect("a position");
    assert_eq!(position.legal_moves().count(), 2 + 4 + 4 + 2 * 4, "{}", game.text());
    // A captured piece turns into the last of several pawns.
    let house = proper("[a:crazyhouse]\npromotionPawnTypes = pq");
    let rules = Loader::new().text("a.ferz", house.text()).load("a.ferz").expect("rules");
    let mut position = rules.from_fen("5rk1/4P3/8/8/8/8/8/1K6[] w - - 0 1").expect("a position");
    for text in ["e7e8{rp}", "f8e8"] {
        let mv = position.read(text).expect("legal");
        position.play(mv).expect("played");
    }
    assert!(position.fen().contains("[q]"), "{}", position.fen());
}

#[test]
fn sideways_steps_of_two_squares_can_be_captured_en_passant() {
    let game = proper("[a:chess]\ncustomPiece1 = n:NisR2\ncastling = false");
    assert!(game.text().contains("moves `smnnR2` on second"), "{}", game.text());
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let mut position = rules.from_fen("4k3/8/8/8/8/4p3/4N3/K7 w - - 0 1").expect("a position");
    let mv = position.read("e2g2").expect("legal");
    position.play(mv).expect("played");
    assert!(position.read("e3f2").is_ok());
    // A leap to the side passes no square, and is not lame.
    let leaps = proper("[a:chess]\ncustomPiece1 = n:NimR2isN\ncastling = false");
    assert!(leaps.text().contains("mnnR2smN` on second"), "{}", leaps.text());
}

#[test]
fn a_pawn_that_promotes_by_its_double_step_cannot_be_captured_en_passant() {
    let game = proper("[a:chess]\npromotionRegionBlack = *5");
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let mut position = rules.from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").expect("a position");
    let first = position.legal_moves().map(|mv| position.text(mv)).find(|text| text.starts_with("d7d5"));
    let mv = position.read(&first.expect("a promotion")).expect("legal");
    position.play(mv).expect("played");
    assert!(position.read("e5d6").is_err(), "{}", game.text());
}

#[test]
fn a_promoted_piece_in_the_array_has_the_region_of_its_form() {
    let game = proper(
        "[a]\nmaxRank = 5\nmaxFile = 5\ncommoner = k\nrook = r\ncustomPiece1 = g:K\nstartFen = r1+g2/5/5/5/2+G1R w - - 0 1\npromotedPieceType = g:k\npromotionRegionWhite = -\npromotionRegionBlack = -\nmobilityRegionWhiteCommoner = *1 *2\nmobilityRegionBlackCommoner = *4 *5",
    );
    assert!(game.text().contains("= rank 1..2") && game.text().contains("stays in"), "{}", game.text());
}

#[test]
fn pawns_do_not_promote_to_a_piece_that_is_defined_again() {
    let game = proper("[a:chess]\nknight = n");
    assert!(game.text().contains("becomes one of [queen, rook, bishop]\n"), "{}", game.text());
    let named = proper("[a:chess]\nknight = n\npromotionPieceTypes = qrbn");
    assert!(!named.text().contains("becomes"), "{}", named.text());
}

#[test]
fn regions_reach_the_edge_of_a_board_with_holes() {
    let game = proper(
        "[a:chess]\nmaxFile = 10\ncastling = false\nstartFen = 10/pp6**/k9/10/10/10/**8/3K6 w - - 0 1",
    );
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let position = rules.from_fen("10/pp6**/k9/10/10/10/**8/3K6 b - - 0 1").expect("a position");
    assert!(position.read("b7b5").is_ok(), "{}", game.text());
}

#[test]
fn a_comment_behind_a_value_is_named() {
    let said = "`# queens` is a part of the value, because a comment needs a line of its own";
    for option in [
        "customPiece1 = q:QN",
        "promotionPieceTypes = qr",
        "flagRegion = *8",
        "castling = false",
        "stalemateValue = loss",
        "wallingRule = none",
    ] {
        let ini = format!("[a:chess]\n{option} # queens\n");
        let text = match Import::fairy_stockfish("a.ini", &ini, "a", false) {
            Ok(game) => game.omissions().iter().map(|one| one.reason.clone()).collect::<Vec<_>>().join("\n"),
            Err(error) => error.to_string(),
        };
        assert!(text.contains(said), "{option}: {text}");
    }
}

#[test]
fn long_comments_and_values_are_cut() {
    let long = "long ".repeat(5_000) + &"x".repeat(20_000);
    let links = "https://example.org/a-page ".repeat(2_000);
    let options = format!(
        "# {long}\n# {links}\n# http://{long}\n[a:chess]\npass = true\n{long} = 1\nstartFens = {long}\nline {long}"
    );
    let game = proper(&options);
    assert!(game.text().len() < 8_000, "{}", game.text().len());
    assert!(game.omissions().iter().any(|one| one.value == long));
}

#[test]
fn a_promoted_form_can_be_dropped_where_the_piece_could_not_move() {
    let ini = "[a:minishogi]\ndropPromoted = true\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let start = rules.from_fen("k4/5/5/5/4K[P] w - - 0 1").expect("a position");
    let drops: Vec<String> =
        start.legal_moves().map(|mv| start.text(mv)).filter(|text| text.contains('@')).collect();
    // The unpromoted pawn cannot stand on the last rank.
    assert_eq!(drops.len(), 23 + 19, "{drops:?}\n{}", game.text());
}

#[test]
fn a_promoted_piece_stays_where_it_can_move() {
    let ini = "[a:minishogi]\ncustomPiece1 = p:fW\ncustomPiece2 = e:bB\npromotedPieceType = p:e\nmandatoryPiecePromotion = true\npieceDemotion = true\n";
    let game = Import::fairy_stockfish("a.ini", ini, "a", false).expect("a game");
    let rules = Loader::new().text("a.ferz", game.text()).load("a.ferz").expect("rules");
    let start = rules
        .from_fen("k4/5/5/1E3/4K[] w - - 0 1")
        .unwrap_or_else(|error| panic!("{error}\n{}", game.text()));
    let moves: Vec<String> = start.legal_moves().map(|mv| start.text(mv)).collect();
    assert_eq!(moves.iter().filter(|text| text.starts_with("b2")).count(), 0, "{moves:?}\n{}", game.text());
}
