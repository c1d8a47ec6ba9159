//! Tests which files are usable: every command agrees with `ferz check`, and no command uses a file that it does not
//! understand.

use super::help::{code, err, ferz_in, folder, out};
use std::path::Path;

/// Returns a game with a switch whose second value contains these additional lines.
fn game(value: &str) -> String {
    format!(
        "variant who \"Who?\"\nboard {{\n  grid 4 x 5\n  black is white mirrored\n}}\npiece king K `K` royal\npiece rook R `R`\n\
         ending {{\n  switch both \"Who wins?\" {{\n    mover* \"the player\" {{ checkmate: loss }}\n    opponent \"the opponent\" {{\n      \
         checkmate: draw\n{value}    }}\n  }}\n  stalemate: draw\n}}\narray start {{\n  1 | K . . R\n}}\n"
    )
}

const COMMANDS: [&[&str]; 6] = [
    &["moves", "who.ferz"],
    &["show", "who.ferz"],
    &["perft", "who.ferz", "--depth=1"],
    &["explain", "who.ferz"],
    &["ir", "who.ferz"],
    &["diff", "who.ferz", "chess", "--budget=0"],
];

/// Asserts that `check` and all other commands agree, and returns true if the game can be used.
fn is_usable(folder: &Path, what: &str) -> bool {
    let checked = ferz_in(folder, &["check", "who.ferz"]);
    let usable = code(&checked) == Some(0);
    for args in COMMANDS {
        let output = ferz_in(folder, args);
        assert_eq!(code(&output) == Some(0), usable, "{what}: {args:?}: {}", err(&output));
        assert!(usable || code(&output) == Some(2) && !err(&output).is_empty(), "{what}: {args:?}");
    }
    usable
}

#[test]
fn a_mistake_in_an_unselected_value_is_reported() {
    let folder = folder("unchosen");
    for (value, usable) in [
        ("", true),
        ("      except\n", false),
        ("      \"b\" nonsense words\n", false),
        ("      bare: draw when no own roook\n", false),
        ("      nonsense\n", false),
    ] {
        std::fs::write(folder.join("who.ferz"), game(value)).expect("written");
        assert_eq!(is_usable(&folder, value), usable, "{value}");
    }
    let spoiled = game("").replace(
        "piece rook R `R`",
        "piece rook R { switch w \"how?\" { a* \"x\" { moves `R` }\n b \"y\" { moves `[` } } }",
    );
    std::fs::write(folder.join("who.ferz"), spoiled).expect("written");
    assert!(!is_usable(&folder, "a notation"));
}

#[test]
fn a_reading_with_a_misspelt_switch_is_refused() {
    let folder = folder("misspelt");
    std::fs::write(folder.join("who.ferz"), game("")).expect("written");
    let readings = |switch: &str| format!("[d]\ntitle = \"D\"\nset = {{ \"{switch}\" = \"opponent\" }}\n");
    for (switch, usable) in [("both", true), ("boht", false), ("ending.both", false), ("far-away", false)] {
        std::fs::write(folder.join("readings.toml"), readings(switch)).expect("written");
        assert_eq!(is_usable(&folder, switch), usable, "{switch}");
        let output = ferz_in(&folder, &["moves", "who.ferz@d"]);
        assert_eq!(code(&output) == Some(0), usable, "{switch}: {}{}", out(&output), err(&output));
    }
    // The switch of another game in the folder has no effect on this one.
    let other = game("").replace("switch both", "switch far-away").replace("variant who", "variant other");
    std::fs::write(folder.join("other.ferz"), other).expect("written");
    assert!(is_usable(&folder, "a switch of another game"));
    std::fs::remove_file(folder.join("readings.toml")).expect("removed");
    std::fs::write(folder.join("mine.toml"), readings("boht")).expect("written");
    for game in ["who.ferz", "who.ferz@d"] {
        let output = ferz_in(&folder, &["moves", game, "--readings", "mine.toml"]);
        assert_eq!(code(&output), Some(2), "{}", err(&output));
        assert!(err(&output).contains("did you mean `both`?"), "{}", err(&output));
    }
}

#[test]
fn a_truncated_name_is_completed() {
    let output = super::help::ferz(&["moves", "tamer"]);
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("did you mean `tamerlane`?"), "{}", err(&output));
}
