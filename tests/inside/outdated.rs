//! Tests of inherited rules that the changes of a file make obsolete.

use super::help::Texts;
use super::slips::fixes::applied;
use ferz_core::base::source::{Sources, Span};
use ferz_core::rules::{Castling, Variant};
use ferz_lang::catalog::Catalog;
use ferz_lang::{Memory, RuleFile, Selection};
use ferz_syntax::messages::diagnostic::Diagnostic;

/// Returns the problems of a file, with its sources.
fn outdated(text: &str) -> (Vec<Diagnostic>, Sources) {
    let files = Texts(vec![("child.ferz".into(), text.to_owned()), ("base.ferz".into(), BASE.to_owned())]);
    let game = Catalog::new(&files).open_file("child.ferz").expect("a game");
    let problems = game
        .check()
        .into_iter()
        .filter(|problem| matches!(problem.code.text(), "outdated-rule" | "arrivals-overlap"));
    (problems.collect(), game.sources)
}

/// Returns a game with one of its arrays.
fn with_array(game: &RuleFile, array: &str) -> Variant {
    let selection = Selection { array: Some((array.to_owned(), Span::default())), ..Selection::default() };
    game.variant(&selection, &Memory::default()).0.expect("a game")
}

fn child(game: &str, text: &str) -> String {
    format!("variant child \"A Child\" extends {game}\n{text}")
}

/// A game whose rules name the edge of the board directly.
const BASE: &str = r#"variant base "A Base"
board {
  grid 5 x 5
  black is white turned
}
piece king K `K` royal
piece rook R `R`
piece pawn P `fmWfcF` {
  arriving at rank 5: becomes rook
}
ending {
  race: loss when enemy king in rank 5
  checkmate: loss
  stalemate: draw
}
array start {
  2 | P P P P P
  1 | R . K . R
}
"#;

const WIDE: &str =
    "change board { grid 10 x 8 }\nremove array orthodox\narray wide {\n  2 | . P P P P P P P P .\n";

const HIGH_CAMP: &str = "change region camp = rank 8..10\nchange region last-rank = rank 10\nchange region last-two = rank 9..10\n";

#[test]
fn each_kind_is_reported_once_with_the_line_to_add() {
    for (game, text, words, expected) in [
        // A region that was the edge of the board.
        (
            "chess",
            "change board { grid 8 x 10 }\n".to_owned(),
            "`far-rank` was the edge",
            vec!["change region far-rank = rank 10"],
        ),
        (
            "racingkings",
            "change board { grid 8 x 9 }\nchange array race {\n  9 | . . . . . . . .\n  8 | . . . . . . . .\n  2 | k r b n N B R K\n  1 | q r b n N B R Q\n}\n".to_owned(),
            "`goal` and `eighth` were edges",
            vec!["change region goal for both = rank 9\nchange region eighth = rank 9"],
        ),
        (
            "makruk",
            "change board { grid 8 x 9 }\n".to_owned(),
            "`far-rank` was the edge",
            vec!["change region far-rank = rank 7..9"],
        ),
        // A castling whose partner stands elsewhere, beside the edge, behind another piece, or nowhere.
        (
            "chess",
            format!("{WIDE}  1 | . R N B Q K B N R .\n}}\n"),
            "the `king` can no longer castle",
            vec!["change piece king `KisjO2`", "change piece king `K`"],
        ),
        (
            "chess",
            "change array orthodox {\n  1 | N R B Q K B R N\n}\n".to_owned(),
            "the `king` castles with the `knight`, and no longer with the `rook`",
            vec!["change piece king `KisjO2`", "change piece king `K`"],
        ),
        (
            "chess",
            "change array orthodox {\n  1 | N B R Q K R B N\n}\n".to_owned(),
            "the `king` castles with the `knight`, and no longer with the `rook`",
            vec!["change piece king `KisjjO2`", "change piece king `K`"],
        ),
        (
            "shako",
            "change array start {\n  2 | R E N B Q K B N E R\n}\n".to_owned(),
            "the `king` castles with the `elephant`, and no longer with the `rook`",
            vec!["change piece king `KisO2`", "change piece king `K`"],
        ),
        // A castling with a piece that stood elsewhere before, without any former partner.
        (
            "chess",
            "change array orthodox {\n  2 | P P P P P P P P\n  1 | N N B Q K B N N\n}\n".to_owned(),
            "the `king` castles with the `knight`, and no longer with the `rook`",
            vec!["change piece king `K`"],
        ),
        // An array that is shuffled.
        (
            "chess",
            "change array orthodox {\n  2 | P P P P P P P P\n  1 | R N B Q K B N R\n  shuffle [a1, b1, c1]: R, N, B\n}\n"
                .to_owned(),
            "in arrangement 1 of the array, the `king` castles with the `knight`, and not with the `rook`",
            vec!["castling king in rank 1 with rook to its right in rank 1: to g1 and f1"],
        ),
        // A rule that another one for the same squares preempts.
        (
            "chess",
            "change piece pawn { arriving at rank 8 when own queen <= 1: may become queen }\n".to_owned(),
            "this rule never applies",
            vec!["remove arriving at far-rank"],
        ),
        // The same for a rule outside the block of the piece.
        (
            "chess",
            "arriving pawn at rank 8: becomes queen\n".to_owned(),
            "this rule never applies",
            vec!["change piece pawn {\n  remove arriving at far-rank\n}"],
        ),
        (
            "chess",
            "arriving pawn at rank 6: becomes knight\n".to_owned(),
            "the pawn can never arrive at `far-rank`",
            vec!["change piece pawn {\n  remove arriving at far-rank\n}"],
        ),
        // Rules that stay in force at some of the squares of a new one.
        (
            "shogi",
            "change piece pawn { arriving at camp: becomes tokin }\n".to_owned(),
            "inherited rules also apply when the pawn arrives at these squares",
            vec!["{ remove arriving at camp except last-rank\nremove arriving at last-rank\narriving"],
        ),
    ] {
        let text = child(game, &text);
        let (problems, sources) = outdated(&text);
        let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
        assert!(problem.message.contains(words), "{text}: {}", problem.message);
        assert_eq!(problem.fixes.len(), expected.len(), "{text}");
        for (fix, line) in problem.fixes.iter().zip(expected) {
            let new = applied(fix, problem, &sources, ("child.ferz", &text)).expect("another text");
            assert!(new.contains(line), "{text}: {new}");
            assert!(outdated(&new).0.is_empty(), "{new}");
        }
    }
}

/// The notation of a piece is the same in all arrays, so that a line for a new one must not change the others.
#[test]
fn the_advice_for_one_array_keeps_the_castlings_of_the_others() {
    for (game, array, other) in [
        ("chess", "orthodox", "array other {\n  2 | P P P P P P P P\n  1 | N R B Q K B R N\n}\n"),
        ("chess", "orthodox", "array other {\n  2 | P P P P P P P P\n  1 | N B R Q K R B N\n}\n"),
        ("shako", "start", "array other {\n  2 | R E N B Q K B N E R\n}\n"),
    ] {
        let text = child(game, other);
        let (problems, sources) = outdated(&text);
        let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
        assert!(
            problem.message.starts_with("in the array `other`, the `king` castles"),
            "{}",
            problem.message
        );
        let [fix] = problem.fixes.as_slice() else { panic!("{problem:#?}") };
        let new = applied(fix, problem, &sources, ("child.ferz", &text)).expect("another text");
        let castlings = |text: &str, array: &str| {
            let files = Texts(vec![("child.ferz".into(), text.to_owned())]);
            let game = Catalog::new(&files).open_file("child.ferz").expect("a game");
            assert!(game.check().is_empty(), "{text}: {:#?}", game.check());
            let game = with_array(&game, array);
            let is_possible = |one: &&Castling| one.stand().iter().all(|home| game.setup.contains(home));
            let possible = game.castlings.iter().filter(is_possible);
            let mut all: Vec<_> =
                possible.map(|one| (one.color, one.pieces, one.king, one.partner)).collect();
            all.sort();
            all
        };
        assert_eq!(castlings(&new, array), castlings(&child(game, ""), array), "{new}");
        assert_eq!(castlings(&new, "other").len(), castlings(&new, array).len(), "{new}");
    }
}

/// Lines that would change other arrays, other moves of the piece, or castlings that are right are not proposed.
#[test]
fn castlings_that_no_line_mends_have_no_fix() {
    let wide = "change board { grid 9 x 8; black is white turned }\nchange array orthodox {\n  2 | P P P P P P P P P\n  1 | N R B Q K B B R N\n}\n";
    for (game, text, words) in [
        // The king stands elsewhere in the other array.
        ("chess", format!("{wide}array d-king {{\n  2 | P P P P P P P P P\n  1 | R N B K Q B B N R\n}}\n"), "in the array `orthodox`"),
        // One rook is lost, or the rooks of one player.
        ("chess", "change array orthodox {\n  2 | P P P P P P P P\n  1 | R N B Q K B N N\n}\n".to_owned(), "on one side, the `king` castles with the `knight`"),
        ("chess", "change array orthodox {\n  8 | n r b q k b r n\n  7 | p p p p p p p p\n  2 | P P P P P P P P\n  1 | R N B Q K B N R\n}\n".to_owned(), "on one side"),
    ] {
        let text = child(game, &text);
        let (problems, _) = outdated(&text);
        let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
        assert!(problem.message.starts_with(words), "{}", problem.message);
        assert!(problem.fixes.is_empty(), "{problem:#?}");
    }
    let text = child(
        "spartan",
        "change array start {\n  8 | l g k c c k w l\n  7 | h h h h h h h h\n  2 | P P P P P P P P\n  1 | N R B Q K.persian B R N\n}\n",
    );
    let (problems, sources) = outdated(&text);
    let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
    let new = applied(&problem.fixes[0], problem, &sources, ("child.ferz", &text)).expect("another text");
    assert!(new.ends_with("change piece king { change stage persian `KisjO2` }\n"), "{new}");
    assert!(outdated(&new).0.is_empty(), "{new}");
}

/// Only the region is left over.
#[test]
fn a_former_edge_that_no_rule_names_is_only_unused() {
    for text in [
        "region goal = rank 10\nchange piece pawn {\n  remove arriving at far-rank\n  add arriving at goal: becomes queen\n}\n",
        "change piece pawn {\n  remove arriving at far-rank\n  add arriving at rank 10: becomes queen\n}\n",
        "change piece pawn { remove arriving at far-rank }\n",
    ] {
        let text = child("chess", &format!("change board {{ grid 8 x 10 }}\n{text}"));
        let files = Texts(vec![("child.ferz".into(), text.clone())]);
        let problems = Catalog::new(&files).open_file("child.ferz").expect("a game").check();
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code.text()).collect();
        assert_eq!(codes, ["unused-region"], "{text}");
    }
}

#[test]
fn a_rule_that_comes_too_late_has_one_message() {
    for (game, text) in [
        ("shogi", "change piece pawn { arriving at rank 9: becomes gold }\n"),
        ("makruk", "change piece pawn { arriving at rank 8: becomes rook }\n"),
        ("tamerlane", "change piece pawn-of-kings { arriving at rank 10: becomes general }\n"),
    ] {
        let files = Texts(vec![("child.ferz".into(), child(game, text))]);
        let problems = Catalog::new(&files).open_file("child.ferz").expect("a game").check();
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code.text()).collect();
        assert_eq!(codes, ["outdated-rule"], "{text}");
    }
}

/// The piece changes earlier, or its moves lead elsewhere. A first move cannot lead past the squares of a new rule.
#[test]
fn a_rule_for_squares_that_are_never_reached_is_removed() {
    for (game, text) in [
        ("chess", "change piece pawn { arriving at rank 5: becomes queen }\n"),
        ("chess", "change piece pawn { arriving at rank 7..8: becomes one of [queen, knight] }\n"),
        ("chess", "change piece pawn `bmWbcF`\n"),
        ("makruk", "change piece pawn { arriving at rank 5: becomes rook }\n"),
        ("torpedo", "change piece pawn { arriving at rank 6..7: becomes queen }\n"),
        ("pawnback", "change piece pawn { arriving at rank 5: becomes queen }\n"),
    ] {
        let text = child(game, text);
        let files = Texts(vec![("child.ferz".into(), text.clone())]);
        let file = Catalog::new(&files).open_file("child.ferz").expect("a game");
        let problems = file.check();
        let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
        assert_eq!((problem.code.text(), file.sources.line_column(problem.place()).0), ("outdated-rule", 2));
        let new = applied(&problem.fixes[0], problem, &file.sources, ("child.ferz", &text)).expect("a text");
        assert!(new.ends_with("change piece pawn {\n  remove arriving at far-rank\n}\n"), "{new}");
        assert!(outdated(&new).0.is_empty(), "{new}");
    }
}

#[test]
fn what_still_fits_is_not_reported() {
    for (game, text) in [
        ("chess", "change board { grid 8 x 10 }\nchange region far-rank = rank 10\n".to_owned()),
        // The piece at the edge is a new one, and no rook is left that could castle.
        ("chess", "piece tower T `WD`\nchange array orthodox {\n  1 | T N B Q K B N T\n}\n".to_owned()),
        ("chess", format!("{WIDE}  1 | . R N B Q K B N R .\n}}\nchange piece king `KisjO2`\n")),
        ("chess", "change array orthodox {\n  1 | R N B K Q B N R\n}\n".to_owned()),
        ("chess", "change piece rook `RF`\n".to_owned()),
        // The pieces that castle are not among those that are shuffled.
        (
            "chess",
            "change array orthodox {\n  1 | R N B Q K B N R\n  shuffle [b1, c1, d1]: N, B, Q\n}\n".to_owned(),
        ),
        ("chess960", "change piece queen `RBN`\n".to_owned()),
        // Regions of which a zone is made are changed.
        ("shogi", format!("change board {{ grid 9 x 10 }}\n{HIGH_CAMP}")),
        // A piece comes there in another way.
        ("shogi", "change piece pawn { arriving at rank 6: becomes tokin }\n".to_owned()),
        ("crazyhouse", "change piece pawn { arriving at rank 5: becomes promoted-queen }\n".to_owned()),
        ("tamerlane", "change piece pawn-of-kings { arriving at rank 9: becomes prince }\n".to_owned()),
        (
            "chess",
            "change piece pawn { arriving at rank 6: becomes queen }\nchange piece pawn `fmWfcFmfH`\n"
                .to_owned(),
        ),
    ] {
        let (problems, _) = outdated(&child(game, &text));
        assert!(problems.is_empty(), "{text}: {problems:#?}");
    }
}

#[test]
fn rules_that_name_the_edge_directly_are_amended() {
    let text = child("base", "change board { grid 5 x 6 }\n");
    let (problems, sources) = outdated(&text);
    let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
    let [fix] = problem.fixes.as_slice() else { panic!("{problem:#?}") };
    let fixed = applied(fix, problem, &sources, ("child.ferz", &text)).expect("another text");
    let pawn =
        "change piece pawn {\n  remove arriving at rank 5\n  add arriving at rank 6: becomes rook\n}\n";
    let ending = "change ending {\n  race: loss when enemy king in rank 6\n}\n";
    assert!(fixed.ends_with(&format!("{pawn}{ending}")), "{fixed}");
    assert!(outdated(&fixed).0.is_empty());
}

/// What follows from a change is not reported beside it, and the place is a line of the heir.
#[test]
fn one_change_has_one_message() {
    for (game, text, code) in [
        ("crazyhouse", "change hands without captures\n", "unused-hands"),
        ("crazyhouse", "remove action drop, drop-pawn\n", "unused-hands"),
        ("placement", "remove hands\n", "no-hands"),
        ("crazyhouse", "remove hands\nchange array orthodox { hand: none }\n", "no-hands"),
        ("chess", "change piece bishop royal 2\n", "never-matters"),
        ("horde", "change piece pawn P `fmWfcFbmW`\n", "unused-region"),
        ("shogi", "change piece knight N `bN`\n", "outdated-rule"),
        ("spartan", "change piece hoplite H `bmFbcW` { change stage kingmaker `bmFbcW` }\n", "outdated-rule"),
        ("grand", "change piece pawn { arriving at rank 7: becomes queen }\n", "outdated-rule"),
        ("chess", "arriving pawn at rank 7..8: becomes queen\n", "outdated-rule"),
        (
            "chess",
            "change array orthodox {\n  2 | K P P P P P P P\n  1 | R N B Q P B N R\n}\n",
            "outdated-rule",
        ),
    ] {
        let text = child(game, text);
        let files = Texts(vec![("child.ferz".into(), text.clone())]);
        let file = Catalog::new(&files).open_file("child.ferz").expect("a game");
        let problems = file.check();
        let [problem] = problems.as_slice() else { panic!("{text}: {problems:#?}") };
        let (line, _) = file.sources.line_column(problem.place());
        assert_eq!((problem.code.text(), problem.place().file), (code, 0), "{text}");
        assert!(line > 1 || code == "unused-hands", "{text}: {problem:#?}");
        // The fix mends it. What only the removed lines used is reported then.
        if let [fix] = problem.fixes.as_slice() {
            let new = applied(fix, problem, &file.sources, ("child.ferz", &text)).expect("another text");
            let files = Texts(vec![("child.ferz".into(), new.clone())]);
            let left = Catalog::new(&files).open_file("child.ferz").expect("a game").check();
            let is_left = |one: &Diagnostic| one.code.text() == code || one.is_error();
            assert!(!left.iter().any(is_left), "{new}: {left:#?}");
        }
    }
}
