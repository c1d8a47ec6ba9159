//! Tests of draws by material that a file inherits and that its changes make false.

use super::help::{Texts, load_text};
use super::slips::fixes::applied;
use ferz_core::base::{Bitboard, Color, Piece, PieceTypeId, Setup, Square, SquareSet};
use ferz_core::fast::engine::Engine;
use ferz_core::fast::material::{KnownPlacements, Material, MaterialSearch, MaterialVerdict};
use ferz_core::rules::{Reach, Variant, Walks};
use ferz_lang::catalog::{Catalog, GameRef, NoFiles};
use ferz_syntax::messages::diagnostic::Severity;

/// Returns the messages of a check of a game that extends another.
fn winnable(game: &str, text: &str) -> Vec<String> {
    let files =
        Texts(vec![("child.ferz".into(), format!("variant child \"A Child\" extends {game}\n{text}"))]);
    let game = Catalog::new(&files).open_file("child.ferz").expect("a game");
    let own = game.check().into_iter().filter(|problem| problem.code.text() == "winnable-draw");
    own.map(|problem| format!("{}; {}", problem.message, problem.help.unwrap_or_default())).collect()
}

/// The parts of a message: the endings, and the lines that help names.
type Expected<'a> = Option<(&'a str, &'a str)>;

const DEAD_AND_SAME: &str = "`dead-position` and `same-bishops` draw positions that can be won";

#[test]
fn draws_that_can_be_won_are_reported_once() {
    let hill = "region hill = d4..e5\nchange ending { hill: loss when enemy king in hill }\n";
    let bare = "change ending { bare: loss when own piece = 1 and enemy piece >= 2 }\n";
    let small = "change board { grid 8 x 7 }\nremove array orthodox\narray small {\n  2 | P P P P P P P P\n  1 | R N B Q K B N R\n}\n";
    let checks = "right checks 3 times\nby itself king when in check: uses checks\nchange ending { third: loss when used up checks }\n";
    let unbound = "change royalty { check binds never }\nchange ending {\n  remove checkmate\n  lost: loss when no own king\n}\n";
    let blast = "capturing piece: removes piece except pawn around, vanishes\nchange ending {\n  remove stalemate\n  exploded: loss when no own king\n  stalemate: draw\n}\nchange royalty { check binds always while enemy has a royal }\n";
    let cases: [(&str, &str, Expected); 23] = [
        // A pawn that becomes a piece which returns to the hand as a pawn.
        (
            "crazyhouse",
            "change ending { dead: draw when only [king] against [king, pawn] }\n",
            Some(("`dead` draws", "delete `dead`")),
        ),
        ("crazyhouse", "change ending { dead: draw when only [king] against [king, knight] }\n", None),
        // A bishop in hand can be dropped on a square of the other color.
        (
            "crazyhouse",
            "change ending { dead: draw when only [king] against [king, bishop, bishop] and one square color for bishop }\n",
            Some(("`dead` draws", "delete `dead`")),
        ),
        (
            "chess",
            "change piece bishop B `BW`\n",
            Some((DEAD_AND_SAME, "[king, knight]` and `remove same-bishops`")),
        ),
        (
            "chess",
            "change piece knight N `NQ`\n",
            Some(("`dead-position` draws", "[king] against [king, bishop]`")),
        ),
        ("chess", "change piece king `N`\n", Some((DEAD_AND_SAME, "`remove same-bishops`"))),
        (
            "chess",
            "change ending { stalemate: loss }\n",
            Some((DEAD_AND_SAME, "draw when only [king] against [king]`")),
        ),
        ("chess", hill, Some((DEAD_AND_SAME, "`remove dead-position`"))),
        ("chess", bare, Some((DEAD_AND_SAME, "draw when only [king] against [king]`"))),
        // A right that is nearly used up.
        ("chess", checks, Some((DEAD_AND_SAME, "draw when only [king] against [king]`"))),
        ("asean", checks, Some(("`dead-position` draws", "draw when only [king] against [king]`"))),
        ("3check", "change piece knight N `NQ`\n", None),
        // A royal that can be captured.
        ("capablanca", unbound, Some((DEAD_AND_SAME, "draw when only [king] against [king]`"))),
        // A capture that takes both kings away.
        ("chess", blast, Some((DEAD_AND_SAME, "draw when only [king] against [king]`"))),
        // An ending with bishops on squares of both colors.
        (
            "atomic",
            "region hill = d4..e5\nchange ending { hill: loss when enemy king in hill }\n",
            Some(("`dead-position` and `opposite-bishops` draw", "`remove opposite-bishops`")),
        ),
        // Only one side has knights.
        (
            "chigorin",
            "change piece knight N `NQ`\n",
            Some(("`dead-position` draws", "[king] against [king, bishop]`")),
        ),
        // Captured pieces leave the game, although there are pieces in hand.
        ("seirawan", "change piece bishop B `BW`\n", Some((DEAD_AND_SAME, "and `remove same-bishops`"))),
        ("nightrider", "change piece nightrider `NNF`\n", Some(("`dead-position` draws", "[king, bishop]`"))),
        ("asean", "change piece queen `FfW`\n", Some(("`dead-position` draws", "[king, knight]`"))),
        ("chess", "change piece rook R `RF`\n", None),
        ("chess", "change piece knight N `C`\n", None),
        ("chess", "change piece knight N `NW`\n", None),
        ("chess", small, None),
    ];
    for (game, text, expected) in cases {
        let found = winnable(game, text);
        assert_eq!(found.len(), usize::from(expected.is_some()), "{text}: {found:#?}");
        for (message, (endings, lines)) in found.iter().zip(expected) {
            assert!(message.contains(endings) && message.contains(lines), "{text}: {message}");
        }
    }
}

/// The proofs of such draws would take minutes, because each move continues in sixty ways.
#[test]
fn a_piece_that_every_move_puts_leaves_draws_undecided() {
    let begin = std::time::Instant::now();
    assert_eq!(winnable("chess", "piece wall X { neutral }\nafter every move: put wall on board\n"), [""; 0]);
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// A change of the royal piece, or another royal, makes all material lines idle.
#[test]
fn draws_without_a_royal_have_one_message() {
    for (game, change, lines) in [
        (
            "chess",
            "change piece king { remove royal }\nchange piece queen { royal }\n",
            "remove dead-position\n  remove same-bishops",
        ),
        (
            "asean",
            "change piece king { remove royal }\nchange piece rook { royal }\n",
            "remove dead-position",
        ),
        // Check binds for both royals, so that neither is ever captured.
        (
            "chess",
            "piece prince I `K` royal\nchange array orthodox {\n  2 | P P P P P P P P\n  1 | R N B Q K B I R\n}\n",
            "remove dead-position\n  remove same-bishops",
        ),
    ] {
        let text = format!("variant child \"A Child\" extends {game}\n{change}");
        let files = Texts(vec![("child.ferz".into(), text.clone())]);
        let file = Catalog::new(&files).open_file("child.ferz").expect("a game");
        let problems = file.check();
        let kingless: Vec<_> =
            problems.iter().filter(|problem| problem.code.text() == "never-matters").collect();
        let [problem] = kingless.as_slice() else { panic!("{text}: {problems:#?}") };
        let new = applied(&problem.fixes[0], problem, &file.sources, ("child.ferz", &text)).expect("a text");
        assert!(new.ends_with(&format!("change ending {{\n  {lines}\n}}\n")), "{new}");
    }
}

/// A side can lose one of two royals if check binds only the last one, or if a rule takes one away.
#[test]
fn a_side_may_have_only_one_of_two_royals() {
    const PRINCE: &str = "piece prince I `K` royal\nchange array orthodox {\n  2 | P P P P P P P P\n  1 | R N B Q K B I R\n}\n";
    for change in [
        "change royalty { check binds when royals = 1 }\n",
        "change piece prince { arriving at far-rank: becomes queen }\n",
        "change piece rook { arriving at board: removes prince around }\n",
        "change piece queen `QdK`\n",
    ] {
        let text = format!("variant child \"A Child\" extends chess\n{PRINCE}{change}");
        let files = Texts(vec![("child.ferz".into(), text.clone())]);
        let file = Catalog::new(&files).open_file("child.ferz").expect("a game");
        let problems = file.check();
        assert!(problems.iter().all(|problem| problem.severity < Severity::Error), "{text}: {problems:#?}");
        assert!(
            !problems.iter().any(|problem| problem.message.contains("never has only")),
            "{text}: {problems:#?}"
        );
    }
}

/// Returns a game on a small board in which two pieces have these moves.
fn small_game(one: &str, other: &str, stalemate: &str, limit: &str) -> String {
    format!(
        "variant small \"Small\"\nboard {{\n  grid 4 x 4\n  black is white mirrored\n}}\npiece king K `K` royal\n\
         piece alpha A `{one}` {{ {limit} }}\npiece beta B `{other}`\nroyalty {{ check binds always }}\n\
         ending {{\n  checkmate: loss\n  stalemate: {stalemate}\n}}\narray start {{\n  1 | A B . K\n}}\n"
    )
}

/// Returns true if a move from a placement of some of the remaining pieces wins.
fn can_win(engine: &Engine, squares: &dyn Fn(Piece) -> SquareSet, setup: &mut Setup, left: &[Piece]) -> bool {
    let Some((piece, left)) = left.split_first() else {
        return Color::ALL.into_iter().any(|turn| {
            let [before, other] = [turn, turn.other()].map(|turn| Setup { turn, ..setup.clone() });
            let position = engine.position(&before);
            let is_possible =
                !engine.in_check(&engine.position(&other)) && engine.outcome(&position).is_none();
            let wins = |after| engine.outcome(after).is_some_and(|outcome| outcome.winner.is_some());
            is_possible && engine.children(&position).iter().any(|(_, after)| wins(after))
        });
    };
    let free: Vec<Square> = squares(*piece).iter().filter(|square| setup.piece(*square).is_none()).collect();
    let is_found = free.into_iter().any(|square| {
        setup.set(square, Some(*piece));
        let is_found = can_win(engine, squares, setup, left);
        setup.set(square, None);
        is_found
    });
    // A piece that is no king may have been captured.
    is_found || piece.piece_type != PieceTypeId(0) && can_win(engine, squares, setup, left)
}

#[test]
fn verdicts_agree_with_all_placements() {
    let [king, one, other] = [0, 1, 2].map(PieceTypeId);
    let (mut proven, mut refuted) = (0, 0);
    for (moves, beside, stalemate, limit) in [
        ("W", "F", "draw", ""),
        ("F", "A", "draw", ""),
        ("F", "A", "loss", ""),
        ("B", "D", "loss", "stays in rank 1..2"),
        ("mQ", "nA", "draw", ""),
        ("gQ", "F", "draw", ""),
        ("pR", "D", "draw", ""),
        ("gQ", "pR", "loss", ""),
        ("gR", "gB", "draw", ""),
        ("R", "N", "draw", "stays in file a"),
    ] {
        let variant = load_text(&small_game(moves, beside, stalemate, limit));
        let (engine, walks) = (Engine::new(&variant), Walks::default());
        let reach = Reach::new(&variant, &walks);
        let squares = |piece: Piece| reach.of(piece);
        for (white, black) in [
            (&[king][..], &[king][..]),
            (&[king], &[king, one]),
            (&[king], &[king, one, other]),
            (&[king, one], &[king, one]),
            (&[king, one], &[king, other]),
        ] {
            let known = KnownPlacements::default();
            let (engine, squares) = (&engine, &squares);
            let search = MaterialSearch {
                engine,
                squares,
                shaded: &[],
                apart: &[],
                placements: 1_000_000,
                known: &known,
            };
            let verdict = search.verdict(&Material::new(white, black));
            let mut empty = variant.start();
            let standing: Vec<Square> = empty.pieces().map(|(square, _)| square).collect();
            standing.into_iter().for_each(|square| empty.set(square, None));
            empty.moved = SquareSet::default();
            let of = |color, ids: &[PieceTypeId]| {
                ids.iter().map(|piece_type| Piece { color, piece_type: *piece_type }).collect::<Vec<_>>()
            };
            let pieces = [of(Color::White, white), of(Color::Black, black)].concat();
            let can_win = can_win(engine, squares, &mut empty, &pieces);
            match verdict {
                MaterialVerdict::Refuted(_) => {
                    refuted += 1;
                    assert!(can_win, "{moves} {beside} {white:?} {black:?}");
                }
                MaterialVerdict::Proven => {
                    proven += 1;
                    assert!(!can_win, "{moves} {beside} {stalemate} {white:?} {black:?}");
                }
                MaterialVerdict::Open => {}
            }
        }
    }
    assert!(proven > 10 && refuted > 10, "{proven} proven, {refuted} refuted");
}

/// Bishops on squares of one color stay there. Hands matter only for pieces that can be in one.
#[test]
fn bishops_on_squares_of_one_color_are_decided() {
    for (name, is_proven) in [("chess", true), ("seirawan", true), ("crazyhouse", false)] {
        let variant = Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("a game").variant;
        let mut variant = Variant::clone(&variant);
        variant.endings.retain(|ending| !ending.result.is_draw());
        let (engine, walks) = (Engine::new(&variant), Walks::default());
        let reach = Reach::new(&variant, &walks);
        let id = |name: &str| {
            variant.piece_type_ids().find(|(_, own)| own.name() == name).map(|(id, _)| id).expect("a piece")
        };
        let (squares, shaded) = (|piece: Piece| reach.of(piece), [id("bishop")]);
        let known = KnownPlacements::default();
        let (engine, squares) = (&engine, &squares);
        let search = MaterialSearch {
            engine,
            squares,
            shaded: &shaded,
            apart: &[],
            placements: 20_000_000,
            known: &known,
        };
        let side = [id("king"), id("bishop")];
        let found = search.verdict(&Material::new(&side, &side));
        assert_eq!(found == MaterialVerdict::Proven, is_proven, "{name}: {found:?}");
    }
}

/// Without hands, nothing is left to drop.
#[test]
fn inherited_drops_of_a_game_without_hands_are_removed() {
    let text = "variant child \"A Child\" extends crazyhouse\nremove hands\n";
    let files = Texts(vec![("child.ferz".into(), text.to_owned())]);
    let file = Catalog::new(&files).open_file("child.ferz").expect("a game");
    let problems = file.check();
    let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
    assert_eq!(problem.message, "the actions `drop` and `drop-pawn` are never possible");
    for (fix, end) in problem.fixes.iter().zip(["remove action drop\nremove action drop-pawn\n", "hands\n"]) {
        let new = applied(fix, problem, &file.sources, ("child.ferz", text)).expect("a text");
        assert_eq!(new, format!("{text}{end}"));
        let files = Texts(vec![("child.ferz".into(), new)]);
        assert!(Catalog::new(&files).open_file("child.ferz").expect("a game").check().is_empty());
    }
}
