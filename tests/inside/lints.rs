//! Tests of the lints: each questionable statement has one warning with the right code, and no other.

use super::help::{load_text, position, root, small_text};
use ferz_core::base::source::Sources;
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::catalog::{Catalog, NoFiles};
use ferz_lang::{RuleFile, Text};

/// Returns the codes of all problems in a file.
fn codes(text: &str) -> Vec<&'static str> {
    let file = Text { name: "test.ferz".into(), text: text.to_owned(), ..Text::default() };
    let game = RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default());
    game.check().iter().map(|problem| problem.code.text()).collect()
}

/// Returns the codes of the problems in the small game with additional rules.
fn found(rules: &str) -> Vec<&'static str> {
    let text = small_text(rules, "");
    let sound = codes(&small_text("", ""));
    let mut all = codes(&text);
    all.retain(|code| !sound.contains(code));
    all
}

#[test]
fn each_common_mistake_has_a_specific_message() {
    for (rules, expected) in [
        ("group squad = [king rook]\nclock resets on squad", "missing-comma"),
        ("group squad = [king, rook, rook]\nclock resets on squad", "said-twice"),
        ("region nook = [a1, b1, a1]\nimmune rook in nook to capture", "said-twice"),
        ("immune rook to capture\nimmune rook to capture", "said-twice"),
        ("immune rook to capture, attack, capture", "said-twice"),
        (
            "switch s \"S?\" {\n  a* \"a; invented\"\n  b \"b; invented\"\n}\nunder s b, b { immune rook to capture }",
            "said-twice",
        ),
        ("region nook = rank 1 or file a or rank 1\nimmune rook in nook to capture", "said-twice"),
        ("source book as B \"Book\"\nimmune rook to capture [B]\nimmune rook to capture", "said-twice"),
        ("player may not capture rook when in check or in check", "said-twice"),
        ("piece queen Q `Q` { moves `Q` }\narriving pawn at rank 4: becomes queen", "said-twice"),
        ("source book \"Book\" {\n  place B1 \"page 1\", B2 \"page 1\"\n}", "said-twice"),
        (
            "action wait {\n  pass\n  when only [king] against [king, rook], [rook, king] against [king]\n}",
            "said-twice",
        ),
        ("action wait {\n  pass\n  when only [king rook] against [king]\n}", "missing-comma"),
        ("action wait {\n  pass\n  when in check\n  or when in check\n}", "said-twice"),
        ("ending [B] {\n  stalemate: draw\n}", "leftover-words"),
        ("piece queen Q `voR`\narriving pawn at rank 4: becomes queen", "betza-no-effect"),
        ("piece queen Q `[fW-ofR]`\narriving pawn at rank 4: becomes queen", "betza-no-effect"),
        (
            "piece queen Q `Q` { written \"X\" by xbord }\narriving pawn at rank 4: becomes queen",
            "unknown-program",
        ),
    ] {
        assert!(found(rules).contains(&expected), "{rules}: {:?}", found(rules));
    }
}

#[test]
fn rules_that_contradict_each_other_are_reported() {
    for (rules, expected) in [
        // No royal can be attacked, so there is no checkmate.
        ("immune king to attack", "never-ends"),
        ("player may not capture\nplayer must capture if it can", "never-matters"),
        ("player may not capture rook\nplayer must capture rook if it can", "never-matters"),
        ("right swap once\narriving pawn at rank 4: loses swap", "unused-right"),
        // Nothing displaces or exchanges a piece.
        ("immune king to displacement", "never-matters"),
        ("immune king to exchange, displacement", "never-matters"),
        // The king that acts is one of those that there may not be.
        ("action leap {\n  place king\n  to grid\n  when no own king\n}", "never-had"),
        ("action wait {\n  pass\n  when own king in rank 1 and own king in rank 4\n}", "never-matters"),
        (
            "switch s \"S?\" {\n  a* \"a; invented\" {\n    under s b { immune rook to capture }\n  }\n  b \"b; invented\"\n}",
            "never-applies",
        ),
    ] {
        assert!(found(rules).contains(&expected), "{rules}: {:?}", found(rules));
    }
    for rules in [
        "immune king in rank 1 to attack",
        "player may not capture when in check\nplayer must capture if it can",
        "immune king to capture, displacement",
        "immune king to displacement\narriving pawn at rank 4: removes king around",
        "immune king to exchange\naction swap {\n  exchange king\n  with pawn\n}",
        "right leap once\narriving pawn at rank 4: loses leap\naction leap {\n  place king\n  to grid\n  uses leap\n}",
        "action wait {\n  pass\n  when own piece in rank 1 and enemy piece in rank 4\n}",
        "action wait {\n  pass\n  when own king in rank 1 and enemy king in rank 4\n}",
    ] {
        let codes = ["never-ends", "never-matters", "unused-right", "never-had", "never-applies"];
        assert!(!found(rules).iter().any(|code| codes.contains(code)), "{rules}: {:?}", found(rules));
    }
}

/// Notes are no problems: only an editor and a pedantic check show them.
#[test]
fn notes_are_kept_apart() {
    let open = |text: String| {
        let file = Text { name: "test.ferz".into(), text, ..Text::default() };
        RuleFile::open(&file, &Catalog::new(&NoFiles), Sources::default())
    };
    let game = open(small_text("clock resets on rook", ""));
    let notes: Vec<&str> = game.notes().iter().map(|note| note.code.text()).collect();
    assert_eq!(notes, ["unused-clock"]);
    assert!(game.check().iter().all(|problem| problem.code.text() != "unused-clock"));
    let allowed = open(small_text("clock resets on rook # allow unused-clock \"for the FEN\"", ""));
    assert!(allowed.notes().is_empty() && codes(&small_text("", "")).len() == allowed.check().len());
}

/// Returns a shipped game that is changed at one place.
fn changed(game: &str, old: &str, new: &str) -> String {
    let text = std::fs::read_to_string(root().join("variants").join(game)).expect("a game");
    assert!(text.contains(old), "{game}: {old}");
    text.replacen(old, new, 1)
}

#[test]
fn changes_that_take_something_from_a_game_are_reported() {
    for (game, old, new, expected) in [
        // Castling that no array allows.
        ("chess/chess960.ferz", "to g1 and f1", "to g1 and f2", "bad-castling"),
        ("chess/chess960.ferz", "to g1 and f1", "to g1 and g1", "bad-castling"),
        ("chess/chess960.ferz", "to g1 and f1", "to g8 and f8", "never-applies"),
        ("chess/chess960.ferz", "to its right in rank 1", "to its right in rank 2", "never-applies"),
        ("large/janus.ferz", "KilO3", "KilO9", "never-moves"),
        ("large/capablanca.ferz", "KisO3", "KisO6", "never-moves"),
        ("large/capablanca.ferz", "KisO3", "KisO5", "never-moves"),
        // Limits on what the moves never do.
        ("xiangqi/janggi.ferz", "moves `pR` over", "moves `R` over", "never-limits"),
        ("captures/ultima.ferz", "`cK` capturing king", "`mK` capturing king", "never-limits"),
        ("captures/ultima.ferz", "`cK` capturing king", "`cK` capturing own king", "never-limits"),
        // A rule for some squares beside a rule for others.
        ("shogi/shogi.ferz", "becomes tokin          [P9]", "becomes pawn          [P9]", "becomes-itself"),
        ("shogi/shogi.ferz", "becomes promoted-knight", "becomes knight", "becomes-itself"),
        ("shogi/shogi.ferz", "in hand becomes pawn", "in hand becomes tokin", "becomes-itself"),
        // A piece that stays in hand, and endings that come too late.
        ("shogi/shogi.ferz", "gold, silver]", "gold]", "unused-hands"),
        ("chess/chess.ferz", "quiet 150", "quiet 50", "never-ends"),
        ("chess/chess.ferz", "repeated 3 ", "repeated 30 ", "never-ends"),
        ("chess/kinglet.ferz", "no own pawn", "no own pawn and own pawn", "never-matters"),
        ("chess/kinglet.ferz", "no own pawn", "no own pawn and first move of turn", "never-matters"),
        // Letters and titles of two pieces.
        ("drops/crazyhouse.ferz", "written \"R~\"", "written \"Q~\"", "same-letter"),
        ("shogi/shogi.ferz", "written \"+R\"", "written \"+B\"", "same-letter"),
        ("shogi/shogi.ferz", "\"Dragon king\"", "\"Dragon horse\"", "same-name"),
        ("shogi/shogi.ferz", "\"Dragon king\"", "\"Rook\"", "same-name"),
        ("tamerlane/tamerlane.ferz", "\"pawn of {X}s\"", "\"pawn of {Y}s\"", "same-name"),
        ("shogi/shogi.ferz", "title \"Dragon king\"", "title \"\"", "empty-text"),
        ("shogi/shogi.ferz", "variant shogi \"Shogi\"", "variant shogi \" \"", "empty-text"),
    ] {
        assert_eq!(codes(&changed(game, old, new)), [expected], "{game}: {new}");
    }
}

#[test]
fn rules_that_resemble_such_changes_are_not_reported() {
    let (chess, queen) = ("chess/chess.ferz", "piece queen  Q `Q`                      [F3.4]");
    let pawn = "piece pawn P `fmWfceFifmnD`             [F3.7] {";
    for (game, old, new) in [
        // A queen on a5 becomes a rook, and then a queen again.
        (
            chess,
            queen,
            "piece queen Q `Q` {\n  arriving at a5: becomes rook\n  arriving at file a: becomes queen\n}",
        ),
        (chess, queen, "piece queen Q {\n  moves `cdQ` capturing own pawn\n  moves `mRcpR` over piece\n}"),
        (chess, pawn, "piece pawn P {\n  moves `feFfmWifmnD` capturing pawn"),
        ("shogi/shogi.ferz", "\"Dragon king\"", "\"King of dragons\""),
        ("large/janus.ferz", "KilO3irO4", "KilO4irO3"),
        // Many moves, none of which asks about others.
        ("large/grand.ferz", "  3 | P P P P P P P P P P\n", ""),
    ] {
        let text = changed(game, old, new);
        load_text(&text);
        let (codes, new_codes) = (
            codes(&text),
            ["becomes-itself", "never-limits", "never-moves", "same-letter", "same-name", "slow-moves"],
        );
        assert!(!codes.iter().any(|code| new_codes.contains(code)), "{new}: {codes:?}");
    }
}

#[test]
fn an_unreadable_cell_is_reported_once() {
    let text = small_text("source book \"A book\" {\n  place B3 page\n}\nimmune rook to capture [B3]", "");
    let codes = codes(&text);
    assert!(codes.contains(&"unexpected-word"), "{codes:?}");
    assert!(!codes.contains(&"unknown-source"), "{codes:?}");
}

#[test]
fn a_game_that_is_over_at_the_start_is_reported() {
    let blocked = "variant t \"T\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece king K `fK` royal\npiece wall W {\n  stands still\n}\n\
                   ending {\n  checkmate: loss\n  stalemate: draw\n}\narray start {\n  2 | W W W W\n  1 | . K . .\n}\n";
    assert!(codes(blocked).contains(&"over-in-array"), "{:?}", codes(blocked));
}

#[test]
fn a_side_without_its_king_is_never_left() {
    let text = |pair: &str| {
        format!("variant t \"T\" extends chess\nchange ending {{ odd: draw when only {pair} }}\n")
    };
    let second = "[king] against [king, bishop, bishop], [king] against [knight]";
    for pair in ["[rook] against [king]", second, "[king] against [rook, rook]"] {
        assert!(codes(&text(pair)).contains(&"never-matters"), "{pair}: {:?}", codes(&text(pair)));
    }
    assert_eq!(codes(&text("[king, rook] against [king, rook]")), ["winnable-draw"]);
    // A royal that check never binds can be captured, and one in hand can be dropped.
    let captured = text("[rook] against [king]") + "change royalty { check binds never }\n";
    assert!(!codes(&captured).contains(&"never-matters"), "{:?}", codes(&captured));
    let hands = text("[rook] against [king]").replace("chess\n", "crazyhouse\n");
    assert!(!codes(&hands).contains(&"never-matters"), "{:?}", codes(&hands));
}

#[test]
fn a_piece_redeclared_without_royal_gives_a_warning() {
    let head = "variant t \"T\" extends chess\n";
    let anew = format!("{head}remove piece king\npiece king K `KN`\n");
    assert!(codes(&anew).contains(&"no-longer-royal"), "{:?}", codes(&anew));
    assert!(!codes(&format!("{head}change piece king `KN`\n")).contains(&"no-longer-royal"));
}

#[test]
fn a_neutral_piece_stands_where_it_is_drawn() {
    let game = load_text(
        "variant t \"T\"\nboard {\n  grid 5 x 6\n  black is white mirrored\n}\npiece king K `K` royal\npiece rook R `R`\n\
         piece stone O {\n  neutral\n}\nending {\n  checkmate: loss\n  stalemate: draw\n}\n\
         array start {\n  3 | . . O . .\n  1 | R . K . R\n}\n",
    );
    let stones = game.setup.iter().filter(|(_, piece)| game.is_neutral(piece.piece_type)).count();
    assert_eq!(stones, 1);
}

#[test]
fn each_side_can_have_a_zone_of_its_own() {
    let text = |zone: &str| {
        format!(
            "variant t \"T\"\nboard {{\n  grid 5 x 8\n  black is white mirrored\n}}\nregion camp {zone}\n\
             piece king K `K` royal\npiece rook R `R`\npiece pawn P `fbW` {{\n  arriving at camp from outside: becomes rook\n}}\n\
             ending {{\n  checkmate: loss\n  stalemate: draw\n}}\narray start {{\n  2 | P P P P P\n  1 | R . K . R\n}}\n"
        )
    };
    let after = |zone: &str, fen: &str, mv: &str| {
        let game = load_text(&text(zone));
        let before = position(&game, fen);
        let rules = Interpreter::new(&game);
        let next = rules
            .legal(&before)
            .into_iter()
            .find(|next| ferz_text::notation::movetext::write(&game, &next.mv) == mv);
        let after = next.expect("a legal move").after;
        ferz_text::notation::fen::write(&game, &after).split(' ').next().unwrap_or_default().to_owned()
    };
    let zone = "for white = rank 6..8, for black = rank 1..4";
    assert_eq!(after(zone, "4k/5/5/P4/5/5/5/4K w - - 0 1", "a5a6"), "4k/5/R4/5/5/5/5/4K");
    assert_eq!(after(zone, "4k/5/5/p4/5/5/5/4K b - - 0 1", "a5a4"), "4k/5/5/5/r4/5/5/4K");
    // A move within the zone does not enter it.
    assert_eq!(after(zone, "4k/P4/5/5/5/5/5/4K w - - 0 1", "a7a6"), "4k/5/P4/5/5/5/5/4K");
    assert_eq!(after("for white = rank 6..8", "4k/5/5/5/5/p4/5/4K b - - 0 1", "a3a2"), "4k/5/5/5/5/5/p4/4K");
}
