//! Tests of the tables and readers for the rule files of Fairy-Stockfish.

use super::help::sample;
use ferz::Import;
use ferz_bridge::fairy_stockfish::betza;
use ferz_bridge::fairy_stockfish::ini;
use ferz_bridge::fairy_stockfish::options::{KindId, OptionRow, TABLE, ValueKind, value};
use ferz_bridge::fairy_stockfish::squares::{SquareMask, named_squares};
use ferz_syntax::builder::NewStatement;
use ferz_syntax::vocabulary::Keyword;

#[test]
fn every_row_has_a_default_and_one_treatment() {
    assert_eq!(TABLE.pieces.len(), 37);
    for row in &TABLE.options {
        let treatments = [&row.rule, &row.ignored, &row.unsupported, &row.adjudication];
        assert_eq!(treatments.iter().filter(|treatment| treatment.is_some()).count(), 1, "{}", row.name);
        // In that program the defaults name the pieces of chess.
        let letter = |c: char| "pnbrqk".contains(c).then_some(KindId(0));
        assert_eq!(value(row, &row.default, &letter).err(), None, "{}: {}", row.name, row.default);
    }
    for name in TABLE.options.iter().flat_map(|row| &row.sets) {
        assert!(TABLE.option(name).is_some(), "{name}");
    }
    assert_eq!(KindId::named("customPiece25").map(KindId::option).as_deref(), Some("customPiece25"));
    assert_eq!(KindId::named("customPiece26"), None);
}

/// Returns the table for the book.
fn table() -> String {
    let mut text = "| option | value | in a rule file |\n|---|---|---|\n".to_owned();
    for row in &TABLE.options {
        let names = match (row.colors, row.separate) {
            (true, true) => format!("`{0}White`, `{0}Black`", row.name),
            (true, false) => format!("`{0}`, `{0}White`, `{0}Black`", row.name),
            _ => format!("`{}`", row.name),
        };
        let kind = match row.kind {
            ValueKind::Word => row.words.join(", "),
            kind => format!("{kind:?}").to_lowercase(),
        };
        let treatment = [
            ("", &row.rule),
            ("no rule: ", &row.ignored),
            ("**refused**: ", &row.unsupported),
            ("left out of the result: ", &row.adjudication),
        ];
        let treatment = treatment
            .into_iter()
            .find_map(|(before, text)| text.as_ref().map(|text| format!("{before}{text}")));
        text.push_str(&format!("| {names} | {kind} | {} |\n", treatment.unwrap_or_default()));
    }
    text
}

#[test]
fn the_book_has_a_row_for_every_option() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/book/bridges.md");
    let text = std::fs::read_to_string(path).expect("the page");
    let start = text.find("| option | value |").expect("a table");
    let end = text[start..].find("\n\n").map_or(text.len(), |at| start + at + 1);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let fresh = format!("{}{}{}", &text[..start], table(), &text[end..]);
        std::fs::write(path, fresh).expect("written");
        return;
    }
    assert!(
        text[start..end] == *table(),
        "the page is out of date: UPDATE_DOCS=1 cargo test --test suite fairy_stockfish"
    );
}

#[test]
fn sections_have_parents_options_and_comments() {
    let text =
        "# lost\n\n# A game\n[one:two] rest\n# of mine\nmaxRank = 5\n; no option\npass=true\nwhat\n[three]\n";
    let sections = ini::read(text);
    assert_eq!(sections.len(), 2);
    assert_eq!(sections[0].name.text, "one");
    assert_eq!(sections[0].parent.as_ref().map(|word| word.text.as_str()), Some("two"));
    assert_eq!(sections[0].comment, ["A game", "of mine"]);
    let options: Vec<_> = sections[0].entries.iter().map(|e| (&e.key.text[..], &e.value.text[..])).collect();
    assert_eq!(options, [("maxRank", "5"), ("pass", "true")]);
    assert_eq!(sections[0].unread[0].text, "what");
    assert_eq!(&text[sections[0].entries[1].value.span.range()], "true");
}

#[test]
fn squares_are_written_concisely() {
    let written = |squares, holes| {
        let line = NewStatement::new(Keyword::To).with(named_squares(squares, (8, 8), holes)).text();
        line.strip_prefix("to ").expect("the keyword").to_owned()
    };
    let said_of = |text| written(SquareMask::read(text).0, SquareMask::NONE);
    assert_eq!(said_of("*7 *8"), "rank 7..8");
    assert_eq!(said_of("d4 e4 d5 e5"), "d4..e5");
    assert_eq!(said_of("a8 h8"), "[a8, h8]");
    assert_eq!(said_of("a1"), "a1");
    assert_eq!(said_of("a* *8"), "rank 8 or a1..a7");
    assert_eq!(said_of("*1 *2 *3 *4 *5 *6 *7 *8 *9"), "grid");
    let around = |text| written(SquareMask::read(text).0, SquareMask::read("a1 b2 *8").0);
    assert_eq!(around("*1 b2 b3 *8"), "rank 1 or b3");
    assert_eq!(SquareMask::read("a1 x").1, Some("x"));
    assert_eq!(SquareMask::read("*99999999999").1, Some("*99999999999"));
}

fn said(notation: &str) -> String {
    betza::read(notation).notation(false).expect("a notation")
}

#[test]
fn common_notation_is_unchanged() {
    for same in
        ["N", "KN", "FfW", "mNcB", "fsW", "fmWfcF", "mRcpR", "gQ", "pB", "Q2", "nN", "nA", "B3", "NN", "hlN"]
    {
        assert_eq!(said(same), same);
    }
}

#[test]
fn foreign_notation_is_translated() {
    let pairs = [
        ("mfWfcF", "fmWfcF"),
        ("R1", "W"),
        ("L", "C"),
        ("fK", "fWfF"),
        ("fsK", "sWfF"),
        ("W12", "W"),
        ("FyafsF", "FfF"),
        ("nZ", "[W-F-F]"),
        ("gB", "gB"),
        ("lrR", "sR"),
        ("mfhNcfW", "fhmNfcW"),
        ("ffNfsN", "fNfsN"),
        ("R2pR", "RpR"),
    ];
    for (there, here) in pairs {
        assert_eq!(said(there), here, "{there}");
    }
    assert_eq!(betza::read("DDCC").idle, ["DD", "CC"]);
    assert_eq!(betza::read("sfN").idle, ["sfN"]);
    assert_eq!(betza::read("fmWfceFifmnD").notation(true).as_deref(), Some("fmWfceF"));
    assert_eq!(betza::read("fmWfceFifmnD").first(true).as_deref(), Some("fmnnD"));
    assert_eq!(betza::read("WisR2imN").first(true).as_deref(), Some("smnnR2mN"));
}

#[test]
fn letters_of_dropped_moves_do_not_join_two_parts() {
    for (there, here) in [
        ("FjF", "F"),
        ("FvF", "F"),
        ("vFsF", "F1F"),
        ("fWjW", "WfW"),
        ("fcFeF", "FfcF"),
        ("mWcFzF", "FmWcF"),
        ("KeK", "K"),
        ("DjD", "D"),
        ("gBvB", "BgB"),
        ("mRvsR", "RmR"),
    ] {
        assert_eq!(said(there), here, "{there}");
    }
}

#[test]
fn parts_that_change_each_other_are_settled() {
    for (there, here) in [
        ("R2fR", "R2fR"),
        ("RfR2", "bsRfR2"),
        ("pR2R", "RpR"),
        ("B2fB", "B2fB"),
        ("gRfR", "vRgR"),
        ("pRfR2", "vRpR"),
        ("bQgQ", "vRBgQ"),
        ("WfkRW4nN", "nNR4"),
        ("NnN", "nN"),
        ("fnNbNN", "fNbNN"),
        ("DfnD", "bsDfnD"),
        ("R2mpB", "R2mpB"),
    ] {
        assert_eq!(said(there), here, "{there}");
    }
    // A slide forward that skips squares.
    assert_eq!(betza::read("bRfD2").notation(false), None);
}

/// Sections in which most options have an effect.
const SECTIONS: [&str; 2] = [
    "[a]\nking = k\nqueen = q\nrook = r\nbishop = b\nknight = n\npawn = p\npromotionPieceTypes = qr\nmobilityRegionWhiteBishop = *1 *2 *3\nflagPiece = k\nflagRegion = *8\nextinctionPieceTypes = q\nnMoveRuleTypes = p\npass = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    "[a]\nmaxRank = 4\nmaxFile = 4\nking = k\nqueen = q\nrook = r\nbishop = b\nknight = n\npawn = p\npieceDrops = true\ncapturesToHand = true\npromotedPieceType = p:q b:n\npromotionRegionWhite = *4\npromotionRegionBlack = *1\nimmobilityIllegal = true\nextinctionValue = loss\nextinctionPieceTypes = r\nconnectN = 3\nstartFen = kr2/3p/P3/2RK[Bb] w - - 0 1\n",
];

/// Returns values that an option can have, the unusual ones included.
fn values(row: &OptionRow) -> Vec<&str> {
    match row.kind {
        ValueKind::Bool => vec!["true", "false"],
        ValueKind::Number => vec!["0", "1", "2", "9"],
        ValueKind::Rank => vec!["1", "2", "3", "10"],
        ValueKind::File => vec!["a", "2", "c", "l"],
        ValueKind::Piece | ValueKind::Pieces => vec!["-", "k", "q", "bn", "*"],
        ValueKind::Squares => vec!["-", "*1", "b* c3", "*2 *3 a4"],
        ValueKind::Result => vec!["win", "loss", "draw", "none"],
        ValueKind::Word => row.words.iter().map(String::as_str).collect(),
        ValueKind::Text => vec!["-", "x"],
        ValueKind::Limits => vec!["q:1", "r:2 p:0"],
        ValueKind::Promotions => vec!["p:r", "n:q p:-"],
    }
}

/// Returns the options that a section can have, each with some of its values.
fn every_option() -> Vec<(String, Vec<&'static str>)> {
    let mut all = Vec::new();
    for row in &TABLE.options {
        let forms = [("", !row.separate), ("White", row.colors), ("Black", row.colors)];
        let forms = forms.iter().filter(|(_, exists)| *exists);
        all.extend(forms.map(|(form, _)| (format!("{}{form}", row.name), values(row))));
    }
    for row in &TABLE.pieces {
        let capital = row.option[..1].to_uppercase() + &row.option[1..];
        all.push((row.option.clone(), vec!["-", "q", "x", "k:KmN"]));
        all.push((format!("mobilityRegionBlack{capital}"), vec!["-", "*1 *2 *3", "*3 *4"]));
    }
    for number in [1, 25] {
        all.push((format!("customPiece{number}"), vec!["x:W", "p:fmWfcF", "q:QimN", "r:gR2ifR3", "x"]));
        all.push((format!("mobilityRegionWhiteCustomPiece{number}"), vec!["a1"]));
    }
    all
}

#[test]
fn every_value_of_every_option_is_in_the_game_or_in_the_list() {
    let plain =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let import = |text: &str| Import::fairy_stockfish("a.ini", text, "a", true);
    let (mut tried, mut lost) = (0, Vec::new());
    for (at, section) in SECTIONS.into_iter().enumerate() {
        let before = import(section).expect("a game");
        for (option, values) in every_option() {
            // Each value is tried in one of the sections. A smaller sample tries one of them in each.
            let values = values.into_iter().skip(at).step_by(SECTIONS.len());
            for value in values.take(sample(1)) {
                let line = format!("{option} = {value}");
                if section.contains(&line) {
                    continue;
                }
                let text = match section.lines().find(|own| own.starts_with(&format!("{option} ="))) {
                    Some(own) => section.replace(own, &line),
                    None => format!("{section}{line}\n"),
                };
                let is_said = match import(&text) {
                    Ok(game) => {
                        plain(game.text()) != plain(before.text())
                            || game.omissions().iter().any(|one| one.name == option)
                    }
                    // A value can leave another option without its piece.
                    Err(_) => true,
                };
                tried += 1;
                lost.extend((!is_said).then_some(line));
            }
        }
    }
    assert!(lost.is_empty() && tried > 300, "{tried} values, not said: {lost:#?}");
}
