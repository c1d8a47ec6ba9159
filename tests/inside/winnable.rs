//! Tests of draws by material that a file inherits and that its changes make false.

use super::help::Texts;
use ferz_lang::catalog::Catalog;

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
    let cases: [(&str, &str, Expected); 18] = [
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
