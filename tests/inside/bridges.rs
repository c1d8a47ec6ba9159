//! Tests of the imports from Interactive Diagrams and XBoard, and of the exports that they read back.

use super::help::Texts;
use ferz::{ExportFormat, Loader, Rules};
use ferz_bridge::export::{Export, Format, export};
use ferz_bridge::{Imported, diagram, xboard};
use ferz_lang::catalog::{Catalog, GameRef, NoFiles};

fn loaded(text: &str) -> Rules {
    let loaded = Loader::new().text("imported.ferz", text).load("imported.ferz");
    loaded.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the rule file of a page or of lines, which has no problems and the canonical layout.
fn proper(imported: Option<Imported>) -> Imported {
    let game = imported.expect("a game");
    let checked = Loader::new().text("imported.ferz", &*game.text).check("imported.ferz");
    checked.unwrap_or_else(|error| panic!("{error}\n{}", game.text));
    assert_eq!(ferz::format(&game.text).as_deref(), Ok(&*game.text));
    game
}

/// Returns the names and values of the omissions that change the game.
fn differing(game: &Imported) -> Vec<String> {
    game.omissions.iter().filter(|one| one.differs).map(|one| format!("{} {}", one.name, one.value)).collect()
}

#[test]
fn a_piece_that_can_choose_itself_need_not_promote() {
    let page = |options: &str| {
        format!(
            "files=6 ranks=6 royal=K {options} pawn:P:fmWfcF::a2-f2 rook:R:R::a1 guard:G:F::b1 king:K:K::c1"
        )
    };
    for (options, lines) in [
        ("promoZone=2 promoChoice=RG", "  arriving at far-rank: becomes one of [rook, guard]\n"),
        ("promoZone=2 promoChoice=RGP", "  arriving at far-rank: may become one of [rook, guard]\n"),
        (
            "promoZone=2 promoChoice=!PR",
            "  arriving at far-rank except last-rank: may become rook\n  arriving at last-rank:                 becomes rook\n",
        ),
        ("promoChoice=!PR", "  arriving at far-rank: becomes rook\n"),
    ] {
        let game = proper(diagram::read("a.html", &page(options)));
        assert!(game.text.contains(lines) && differing(&game).is_empty(), "{options}: {}", game.text);
        let rules = loaded(&game.text);
        let format = ExportFormat::named("interactive-diagram").expect("a format");
        let back = diagram::read("a.html", &rules.export(format, false).expect("an export")).expect("a game");
        assert!(back.text.contains(lines), "{options}: {}", back.text);
    }
}

#[test]
fn promoted_pieces_of_a_diagram_can_promote_again_to_each_other() {
    let page = "files=4 ranks=4 royal=K maxPromote=2 promoChoice=PR pawn:P:fW::a2 rook:R:R::a1 king:K:K::c1";
    let game = diagram::read("a.html", page).expect("a game");
    assert!(
        game.text.contains("piece pawn P `fW` {\n  arriving at far-rank: may become rook\n"),
        "{}",
        game.text
    );
    assert!(
        game.text.contains("piece rook R `R` {\n  arriving at far-rank: may become pawn\n"),
        "{}",
        game.text
    );
}

#[test]
fn letters_of_betza_and_squares_off_the_board_are_read_or_named() {
    let page = "files=6 ranks=6 royal=K maxPromote=0 camel:L:L::a1,g1 zebra:J:fJ::b1,b0 king:K:K::c1";
    let game = proper(diagram::read("a.html", page));
    assert!(game.text.contains("`C`") && game.text.contains("`fZ`"), "{}", game.text);
    assert_eq!(differing(&game), ["zebra b0", "camel g1"]);
}

#[test]
fn pieces_of_the_table_need_no_line() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (parent, castles) in [("fairy", true), ("nocastle", false)] {
        let game = proper(xboard::read("a.txt", &format!("setup (PNBRQKpnbrqk) 8x8+0_{parent} {board}\n")));
        assert_eq!(differing(&game), [""; 0]);
        assert_eq!(game.text.contains("`KisO2`"), castles, "{}", game.text);
        assert_eq!(loaded(&game.text).start().legal_moves().count(), 20);
    }
    let wide = "setup (PNBRQ..ACKpnbrq..ack) 10x8+0_capablanca rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n";
    let game = proper(xboard::read("a.txt", wide));
    for line in ["piece archbishop A `BN`", "piece chancellor C `RN`", "piece king       K `KisO3` royal"] {
        assert!(game.text.contains(line), "{}", game.text);
    }
}

#[test]
fn engines_write_castling_and_queens_in_their_own_way() {
    let lines = "setup (PQMKpqmk) 8x8+0_fairy r2qkm1r/8/8/8/8/8/8/R2QKM1R w KQkq - 0 1\npiece P& fmWfceF\npiece R& R\npiece Q& RB\npiece M& K\npiece K& KO2\n";
    let game = proper(xboard::read("a.txt", lines));
    for line in ["piece queen Q `RB`", "piece mann  M `K`", "piece king  K `KisO2` royal"] {
        assert!(game.text.contains(line), "{}", game.text);
    }
}

#[test]
fn drops_have_the_zones_that_the_lines_give() {
    let lines = "setup (PNBRQKpnbrqk) 8x8+6_crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR [-] w KQkq - 0 1\npiece P& fmWfceFifmnDj@7\npiece N& N@8\n";
    let game = proper(xboard::read("a.txt", lines));
    assert_eq!(differing(&game), [""; 0]);
    let rules = loaded(&game.text);
    let drops = |fen: &str| {
        let game = rules.from_fen(fen).expect("a position");
        game.legal_moves().filter(|mv| game.text(*mv).contains('@')).count()
    };
    // A pawn has 6 ranks without the two kings, and a knight the whole board.
    assert_eq!(drops("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"), 48);
    assert_eq!(drops("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), 62);
    // A promoted piece is a pawn in the hand.
    let mut position = rules.from_fen("3k4/8/8/8/8/8/r2{Qp}4/4K3[] b - - 0 1").expect("a position");
    let mv = position.read("a2d2").expect("legal");
    position.play(mv).expect("played");
    assert!(position.fen().contains("[p]"), "{}", position.fen());
}

#[test]
fn a_file_has_room_for_so_many_dropped_pieces() {
    let lines = "setup (PGKpgk) 5x5+2_fairy 2k2/5/5/5/2K2[PPpp] w - - 0 1\npiece P& fWff@5\npiece G& WfFs@4\npiece K& K@5\n";
    let game = xboard::read("a.txt", lines).expect("a game");
    assert_eq!(differing(&game), ["piece s@4"]);
    assert!(game.text.contains("drop pawn\n  to grid\n  not on a file with 2 own pawn\n"), "{}", game.text);
    assert!(game.text.contains("  to rank 1..4\n"), "{}", game.text);
    loaded(&game.text);
}

#[test]
fn drops_that_end_on_no_rank_are_named() {
    for last in ["6", "0", "x", ""] {
        let lines =
            format!("setup (PKpk) 5x5+2_fairy 2k2/5/5/5/2K2[Pp] w - - 0 1\npiece P& fW@{last}\npiece K& K\n");
        let game = xboard::read("a.txt", &lines).expect("a game");
        assert_eq!(differing(&game), [format!("piece @{last}")]);
        assert!(game.text.contains("pawn\n  to grid\n"), "{}", game.text);
    }
}

#[test]
fn rules_of_other_parents_are_named() {
    let lines = |parent: &str| {
        format!("setup (PKpk) 4x4+{parent} k3/pppp/PPPP/K3 w - - 0 1\npiece P& fW\npiece K& K\n")
    };
    for (parent, value, words) in [
        ("0_shogi", "shogi", "promotion in a zone"),
        ("0_giveaway", "giveaway", "mandatory captures"),
        ("0_twilight", "twilight", "rules that it has besides the moves"),
        ("9_fairy", "+9", "beside the board"),
        ("2_bughouse", "bughouse", "from another board"),
    ] {
        let game = proper(xboard::read("a.txt", &lines(parent)));
        let left = game.omissions.iter().find(|one| one.value == value).expect(parent);
        assert!(left.differs && left.reason.contains(words), "{parent}: {}", left.reason);
    }
    let game = xboard::read("a.txt", "setup (P.p.) 4x4+0_fairy pppp/4/4/PPPP w 0 1\npiece P& fWfF\n")
        .expect("a game");
    assert!(game.omissions.iter().any(|one| one.differs && one.reason.starts_with("there is no king")));
    assert!(!game.text.contains("royal"), "{}", game.text);
}

/// A game of a user with moves that the formats know, but that are not simple.
const BENT: &str = "variant bent \"Bent\"
board {
  grid 8 x 8
  black is white mirrored
}
region second = rank 2
region far-rank = rank 8
piece pawn P `fmWfceF` {
  moves `fmnnD` on second
  arriving at far-rank: becomes one of [griffon, lion]
}
piece griffon G `FyafsF`
piece lion L `KNADcaKmcabK`
piece capricorn C `BmasB`
piece king K `KisO2` royal
royalty {
  check binds always
}
ending {
  checkmate: loss
  stalemate: loss
}
array usual {
  2 | P P P P P P P P
  1 | G L C . K C L G
}
";

#[test]
fn moves_of_several_legs_are_written_as_the_formats_have_them() {
    let rules = loaded(BENT);
    let text = |format: &str| {
        rules.export(ExportFormat::named(format).expect("a format"), false).expect("an export")
    };
    let page = text("interactive-diagram");
    for line in ["pawn:P:fmWfceFifmnD:", "griffon:G:FyafsF:", "capricorn:C:BmasB:", "stalemate=win\n"] {
        assert!(page.to_lowercase().contains(&line.to_lowercase()), "{line}: {page}");
    }
    let game = proper(diagram::read("a.html", &page));
    let (own, back) = (rules.start(), loaded(&game.text).start());
    let texts = |game: &ferz::Game| game.legal_moves().map(|mv| game.text(mv)).collect::<Vec<_>>();
    assert_eq!(texts(&own), texts(&back), "{}", game.text);
    assert!(game.text.contains("stalemate: loss"), "{}", game.text);
    let lines = text("xboard");
    assert!(lines.contains("piece G& FyafsF\n") && lines.contains("piece C& BmasB\n"), "{lines}");
}

#[test]
fn a_game_without_a_royal_piece_has_no_king_for_xboard() {
    let own = "variant race \"Race\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece pawn P `fmWfF`\nending {\n  none: loss when no own piece\n  stalemate: loss\n}\narray usual {\n  1 | P P P P\n}\n";
    let format = ExportFormat::named("xboard").expect("a format");
    let text = loaded(own).export(format, false).expect("an export");
    assert!(text.contains("setup (P....") && text.contains(".) 4x4"), "{text}");
}

#[test]
fn mandatory_promotions_before_the_last_rank_are_exported() {
    let variant = Catalog::new(&NoFiles).load(&GameRef::parse("makruk"), &[]).expect("shipped").variant;
    let Export { text, obstacles } = export(&variant, Format::InteractiveDiagram);
    assert!(
        obstacles.is_empty() && text.contains("promoZone=3\n") && text.contains("promoChoice=M\n"),
        "{text}"
    );
}

#[test]
fn a_castling_without_a_partner_is_named() {
    for (moves, squares, is_named) in [("KisO2", "b1", true), ("KisjO2", "b1", false), ("KisO2", "a1", false)]
    {
        let page = format!("files=8 ranks=8 royal=K maxPromote=0 rook:R:R::{squares} king:K:{moves}::e1");
        let game = proper(diagram::read("a.html", &page));
        assert_eq!(differing(&game) == [format!("king {moves}")], is_named, "{moves} {squares}");
    }
}

/// A section or a page that changes a piece keeps only the draws by material that still hold, and each of its rules can
/// apply.
#[test]
fn imported_games_keep_no_draw_that_can_be_won() {
    let sections = [
        "[a:chess]\ncustomPiece1 = b:BW\n",
        "[a:chess]\ncustomPiece1 = n:NQ\nstalemateValue = loss\n",
        "[a:chess]\nking = k:N\n",
        "[a:chess]\nstalemateValue = loss\n",
        "[a:chess]\nflagPiece = k\nflagRegionWhite = d4 e4 d5 e5\nflagRegionBlack = d4 e4 d5 e5\n",
        "[a:asean]\nqueen = -\ncustomPiece1 = q:FD\n",
        "[a:capablanca]\ncustomPiece1 = n:KN\n",
        "[a:shako]\ncannon = -\ncustomPiece1 = c:R\n",
        "[a:seirawan]\ncustomPiece1 = b:BW\n",
        "[a:chess]\nmaxRank = 10\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "[a:chess]\npromotionRegionWhite = *6\npromotionRegionBlack = *3\nmandatoryPawnPromotion = true\n",
    ];
    let sections = sections.into_iter().filter_map(|section| {
        let game = ferz::Import::fairy_stockfish("a.ini", section, "a", true);
        Some((section.to_owned(), game.ok()?.text().to_owned()))
    });
    let page = "files=8 ranks=8 royal=K maxPromote=1 promoChoice=QRBN pawn:P:fmWfceFifmnD::a2-h2 knight:N:N::b1,g1 \
        bishop:B:BW::c1,f1 rook:R:R::a1,h1 queen:Q:Q::d1 king:K:KisO2::e1";
    let pages = diagram::read("a.html", page).map(|game| (page.to_owned(), game.text));
    let all: Vec<(String, String)> = sections.chain(pages).collect();
    assert_eq!(all.len(), 12);
    for (source, text) in all {
        let files = Texts(vec![("imported.ferz".into(), text.clone())]);
        let game = Catalog::new(&files).open_file("imported.ferz").expect("a game");
        let problems = game.check_proving();
        assert!(problems.is_empty(), "{source}: {problems:#?}\n{text}");
        assert!(!text.contains("allow"), "{source}: {text}");
    }
}
