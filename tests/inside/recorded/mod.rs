//! Tests of records of games: what they contain, and what a comparison of two records reports.

mod changing;
mod refactoring;

use super::help::{Disk, root, walk};
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{Catalog, Loaded, NoFiles, record as rules_of};
use ferz_lang::record::RuleRecord;
use ferz_lang::{Memory, RuleFile};
use ferz_text::lab::compare::changes;
use ferz_text::lab::record::{compare, example, record};
use std::path::PathBuf;
use std::sync::Arc;

fn shipped() -> Vec<PathBuf> {
    let mut files = walk(&root().join("variants"));
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ferz"));
    files
}

fn open(path: &str) -> RuleFile {
    Catalog::new(&Disk).open_file(path).expect("a file")
}

/// Opens the rules in the text of a record.
fn reopened(text: &str) -> RuleFile {
    RuleFile::open(&rules_of("record", text), &Catalog::new(&NoFiles), Sources::default())
}

#[test]
fn the_game_of_a_record_is_the_game() {
    for path in shipped() {
        let name = path.display().to_string();
        let game = open(&name);
        let text = game.record().text();
        let twin = reopened(&text);
        let (memory, other) = (Memory::default(), Memory::default());
        let (own, theirs) = (game.every_selection(), twin.every_selection());
        assert_eq!(own.len(), theirs.len(), "{name}\n{text}");
        for selection in own {
            let (Some(one), _) = game.variant(&selection, &memory) else { panic!("{name}: {selection:?}") };
            let (two, problems) = twin.variant(&selection, &other);
            let Some(two) = two else { panic!("{name}: {selection:?}: {problems:#?}\n{text}") };
            assert_eq!(one.switches.len(), two.switches.len(), "{name}");
            let [one, two] = [(one, &game), (two, &twin)]
                .map(|(variant, file)| Loaded::new(Arc::new(variant), file.clone(), Vec::new()));
            let found = changes(&one, &two);
            assert!(found.is_empty(), "{name}: {selection:?}: {found:#?}");
        }
    }
}

#[test]
fn a_record_reads_back() {
    for name in ["chess/chess", "tamerlane/tamerlane", "shogi/shogi", "xiangqi/xiangqi"] {
        let game = open(&root().join(format!("variants/{name}.ferz")).display().to_string());
        let record = record(&game);
        let text = record.text();
        assert!(text.len() <= 40_000, "{name}: {} bytes", text.len());
        assert_eq!(RuleRecord::read(&text).as_ref(), Ok(&record));
        assert!(compare(&record, &record).is_same());
    }
}

const GAME: &str = r#"
variant small "Small"
board { grid 6 x 6; black is white mirrored }
region far = rank 6
region camp = rank 5..6
piece king K `K` royal
piece rook R `R`
piece bishop B `B` { capturing rook: removes any piece ahead }
piece knight N `N`
piece heron H `A`
piece pawn P `fmWfcF` {
  arriving at far: becomes one of [rook, bishop]
}
right pass once
action pass {
  pass
  uses pass
  when own pawn >= 2
}
immune knight to capture
entry { camp: [king, rook, bishop, knight, pawn] }
royalty { check binds always }
capturing pawn by king: win by hunt
ending {
  lone: win when no enemy pawn in camp and own rook >= 1
  checkmate: loss
  stalemate: loss
  repetition: draw when repeated 3
  quiet: draw when quiet 40
}
array start {
  2 | P P P P P P
  1 | R B K N H R
}
"#;

/// Returns the record of a text.
fn record_of(text: &str) -> RuleRecord {
    let game = super::help::Texts(vec![("small.ferz".to_owned(), text.to_owned())]);
    let game = Catalog::new(&game).open_file("small.ferz").expect("a file");
    let errors: Vec<_> = game.check().into_iter().filter(|problem| problem.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    record(&game)
}

/// Each change of a rule is noticed, and the report has these words about this entry.
#[test]
fn every_change_of_a_rule_is_reported() {
    let changes: &[(&str, &str, &str, &str)] = &[
        ("piece ahead", "piece behind", "piece bishop", "directly behind"),
        (" { capturing rook: removes any piece ahead }", "", "piece bishop", "gone:"),
        ("arriving at far:", "arriving at rank 5:", "piece pawn", "rank 5"),
        ("one of [rook, bishop]", "one of [rook, bishop, knight]", "piece pawn", "knight"),
        ("`K` royal", "`K`", "piece king", "gone: It is royal."),
        ("binds always", "binds never", "royalty", "was:"),
        ("immune knight", "immune bishop", "immune bishop", "new:"),
        ("lone: win", "lone: draw", "ending", "lone:"),
        ("stalemate: loss", "stalemate: draw", "ending", "legal move, the game is drawn; was:"),
        ("repeated 3", "repeated 4", "ending", "repetition:"),
        ("quiet 40", "quiet 50", "ending", "quiet:"),
        ("own pawn >= 2", "own pawn >= 3", "action pass", "3"),
        ("pawn in camp", "pawn in far", "ending", "lone:"),
        ("  checkmate: loss\n", "", "ending", "checkmate: gone:"),
        (
            "  lone: win when no enemy pawn in camp and own rook >= 1\n  checkmate: loss",
            "  checkmate: loss\n  lone: win when no enemy pawn in camp and own rook >= 1",
            "ending",
            "in this order",
        ),
        ("heron H `A`", "heron H `nA`", "piece heron", "must be empty"),
        ("heron H `A`", "heron H `AF`", "piece heron", "from c3 also b2, d2, b4, d4"),
        ("right pass once", "right pass 2 times", "right pass", "was:"),
        ("R B K N H R", "R B K N R H", "array start", "e1 R"),
        ("{ camp: [king,", "{ far: [king,", "entry", "far"),
        ("mirrored", "turned", "array start", "b6 h"),
        ("mirrored", "turned", "board", "Black's side rotated"),
        ("mirrored", "mirrored; files join", "board", "the first and the last file joined"),
        (
            "capturing pawn by king: win by hunt\n",
            "",
            "capturing pawn by king",
            "king: gone: When it captures a pawn",
        ),
        (
            "capturing pawn by king",
            "capturing pawn",
            "capturing pawn",
            "bishop, heron, knight, pawn, and rook: new:",
        ),
        ("pass once", "pass once\nhands\naction drop { drop rook; to far }", "hands", "new:"),
    ];
    let old = record_of(GAME);
    for (one, other, entry, words) in changes {
        let text = GAME.replacen(one, other, 1);
        assert_ne!(text, GAME, "{one}");
        let new = record_of(&text);
        let found = compare(&old, &new);
        let said = found.changes.iter().find(|change| change.entry == *entry);
        let said = said.map(|change| change.sentences.join("\n")).unwrap_or_default();
        assert!(said.contains(words), "{one} -> {other}: {found:#?}");
        let all: Vec<&String> = found.changes.iter().flat_map(|change| &change.sentences).collect();
        assert!(
            !all.iter().any(|text| text.contains("the words are the same")),
            "{one} -> {other}: {all:#?}"
        );
    }
}

/// A game or a position shows what a change does.
#[test]
fn each_change_has_an_example() {
    let child = |text: &str| record_of(&format!("variant small \"Small\" extends chess\n{text}\n"));
    let old = child("");
    for (text, entry, words) in [
        ("change piece knight `nN`", "piece knight", "no longer"),
        ("change piece king `KisO3`", "piece king", "e1"),
        (
            "change piece pawn { arriving at far-rank: becomes one of [queen, knight] }",
            "piece pawn",
            "no longer g7f8b g7f8r",
        ),
        ("change region far-rank = rank 7..8", "region far-rank", "c6b7q"),
        ("change royalty { check binds never }", "royalty", ": also "),
        ("immune knight to capture", "immune knight", "no longer f1a6"),
        (
            "change ending { repetition: draw when repeated 2 }",
            "ending",
            "drawn (repetition); was: the game goes on",
        ),
        (
            "change ending { add hill: win when own king in [d4, e4] }",
            "ending",
            "White has won (hill); was: White to move",
        ),
        ("change ending { remove checkmate }", "ending", "was: Black has won (checkmate)"),
        ("change board { files join }", "board", "after "),
        ("hands\naction drop { drop knight; to rank 1..4 }", "hands", "[P] b KQkq"),
        ("player may not capture queen", "player", "no longer "),
        ("capturing queen: vanishes", "capturing queen", "after "),
        ("capturing queen by pawn: win by hunt", "capturing queen by pawn", "Black has won (hunt)"),
        (
            "change array orthodox {\n  2 | P P P P P P P P\n  1 | R B N Q K N B R\n}",
            "array orthodox",
            "at the start: also c1b3",
        ),
        ("turn: 2 moves", "turn", "Black to move; was: White to move"),
    ] {
        let new = child(text);
        let found = compare(&old, &new);
        let shown = example(&old, &new, &found, entry, &|| true);
        let shown = shown.map(|shown| shown.sentence()).unwrap_or_default();
        assert!(shown.contains(words), "{text}: {found:#?}\n{shown}");
    }
    let held = "action drop { drop knight; to rank 1..4 }\nchange array orthodox {\n  2 | P P P P P P P P\n  \
                1 | R N B Q K B N R\n  hand: N\n}";
    let [kept, gone] = ["hands", "hands without captures"].map(|hands| child(&format!("{hands}\n{held}")));
    let found = compare(&kept, &gone);
    let shown = example(&kept, &gone, &found, "hands", &|| true).expect("an example").sentence();
    assert!(shown.contains("; was: "), "{shown}");
}

/// Changes of the text that leave the game as it is.
#[test]
fn a_refactoring_passes() {
    let old = record_of(GAME);
    let pieces = "piece rook R `R`\npiece bishop B `B` { capturing rook: removes any piece ahead }\n";
    let swapped = "piece bishop B `B` { capturing rook: removes any piece ahead }\npiece rook R `R`\n";
    let changes: &[(&str, &str)] = &[
        (pieces, swapped),
        ("`K` royal", "`WF` royal"),
        ("rook R `R`", "rook R `WW`"),
        ("rook R `R`", "rook R { moves `fbR`; moves `sR` }"),
        ("[rook, bishop]", "[bishop, rook]"),
        ("no enemy pawn in camp and own rook >= 1", "own rook >= 1 and no enemy pawn in camp"),
        ("  checkmate: loss\n  stalemate: loss", "  stalemate: loss\n  checkmate: loss"),
        ("immune knight to capture\n", "# A comment.\nimmune knight to capture\n"),
        ("\"Small\"", "\"A small game\""),
        ("piece knight N `N`", "piece knight N `N` { title \"Horse\"; also \"steed\"; note \"It jumps.\" }"),
        ("pawn in camp", "pawn in rank 5..6"),
        ("arriving at far: becomes", "arriving at rank 6: becomes"),
    ];
    for (one, other) in changes {
        let text = GAME.replacen(one, other, 1);
        assert_ne!(text, GAME, "{one}");
        let found = compare(&old, &record_of(&text));
        assert!(found.is_same(), "{one} -> {other}: {found:#?}");
    }
}

#[test]
fn a_new_name_is_one_line() {
    let old = record_of(GAME);
    for (one, other, line) in [
        ("heron", "egret", "piece heron is now called egret"),
        ("knight", "horse", "piece knight is now called horse"),
        ("camp", "court", "region camp is now called court"),
    ] {
        let found = compare(&old, &record_of(&GAME.replace(one, other)));
        let said: Vec<&String> = found.changes.iter().flat_map(|change| &change.sentences).collect();
        assert_eq!(said, [line], "{found:#?}");
    }
}
