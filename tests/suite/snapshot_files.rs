//! Tests of `ferz snapshot` and of the check of its files by `ferz test`.

use super::help::{code, err, ferz_in, folder, out, program, root, typed_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = include_str!("../fixtures/snapshot/second.ferz");

/// Creates a folder with a game and its snapshot.
fn recorded(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("second.ferz"), GAME).expect("written");
    let output = ferz_in(&folder, &["snapshot", "second.ferz"]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    folder
}

fn edit(folder: &Path, changes: &[(&str, &str)]) {
    let text = changes.iter().fold(GAME.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    fs::write(folder.join("second.ferz"), text).expect("written");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

/// Files of every form are read for ever. Those of the first form pass with one note.
#[test]
fn files_of_every_form_are_checked() {
    let output = ferz_in(root(), &["test", "tests/fixtures/snapshot"]);
    assert_eq!(code(&output), Some(0), "{}", out(&output));
    assert!(out(&output).contains("0 cases, 2 snapshots: 2 passed"), "{}", out(&output));
    assert!(err(&output).contains("1 snapshot has the form of an earlier version"), "{}", err(&output));
}

#[test]
fn a_file_of_the_first_form_is_converted_if_it_passes() {
    let folder = folder("first-form");
    let fixtures = root().join("tests/fixtures/snapshot");
    for name in ["first.ferz", "first.snapshot"] {
        fs::copy(fixtures.join(name), folder.join(name)).expect("copied");
    }
    let game = read(&folder, "first.ferz");
    fs::write(folder.join("first.ferz"), game.replace("`nA`", "`A`")).expect("written");
    let refused = ferz_in(&folder, &["snapshot", "first.ferz"]);
    assert_eq!(code(&refused), Some(2));
    assert!(err(&refused).contains("has the form of an earlier version"), "{}", err(&refused));
    fs::write(folder.join("first.ferz"), game).expect("written");
    assert_eq!(code(&ferz_in(&folder, &["snapshot", "first.ferz"])), Some(0));
    assert!(read(&folder, "first.snapshot").starts_with("# ferz snapshot 2\n"));
    fs::copy(fixtures.join("first.snapshot"), folder.join("first.snapshot")).expect("copied");
    fs::write(folder.join("first.ferz"), read(&folder, "first.ferz").replace("`nA`", "`A`"))
        .expect("written");
    assert_eq!(code(&ferz_in(&folder, &["snapshot", "first.ferz", "--force"])), Some(0));
    assert_eq!(code(&ferz_in(&folder, &["test", "."])), Some(0));
}

#[test]
fn a_changed_rule_is_reported_in_a_sentence_and_accepted_by_name() {
    let folder = recorded("accept-rules");
    edit(&folder, &[("`nA`", "`nAF`"), ("becomes rook", "becomes heron")]);
    let before = read(&folder, "second.snapshot");
    let output = ferz_in(&folder, &["test", "."]);
    let text = out(&output);
    assert_eq!(code(&output), Some(1), "{text}");
    assert!(text.contains("second.snapshot differs from the current rules"), "{text}");
    let heron = "  piece heron\n    from c3 also b2, d2, b4, d4\n    with this change alone, after a2a3 e5e4: also b1a2\n";
    assert!(text.contains(heron), "{text}");
    assert!(text.contains("  piece pawn\n"), "{text}");
    assert_eq!(read(&folder, "second.snapshot"), before, "a test writes nothing");
    let output = ferz_in(&folder, &["test", "--accept=heron", "."]);
    assert_eq!(code(&output), Some(1), "{}", out(&output));
    let text = out(&ferz_in(&folder, &["test", "."]));
    assert!(!text.contains("piece heron\n") && text.contains("piece pawn\n"), "{text}");
    assert_eq!(code(&ferz_in(&folder, &["test", "--accept", "."])), Some(0));
    assert_eq!(code(&ferz_in(&folder, &["test", "."])), Some(0));
}

#[test]
fn a_review_asks_about_each_entry_and_writes_at_once() {
    let folder = recorded("review-rules");
    edit(&folder, &[("`nA`", "`nAF`"), ("becomes rook", "becomes heron")]);
    let output = typed_in(&folder, &["test", "--review", "."], b"no\nyes\n");
    assert_eq!(code(&output), Some(1), "{}", out(&output));
    assert_eq!(out(&output).matches("[yes/no/skip/all/quit]").count(), 2, "{}", out(&output));
    let text = out(&ferz_in(&folder, &["test", "."]));
    assert!(text.contains("piece heron\n") && !text.contains("piece pawn\n"), "{text}");
    assert_eq!(code(&typed_in(&folder, &["test", "--review", "."], b"all\n")), Some(0));
    assert_eq!(code(&ferz_in(&folder, &["test", "."])), Some(0));
}

#[test]
fn the_text_of_a_file_has_no_effect() {
    let folder = recorded("text-only");
    edit(
        &folder,
        &[
            (
                "piece king  K `K`  royal\npiece rook  R `R`\n",
                "# The rook comes first.\npiece rook R `WW`\npiece king K `WF` royal\n",
            ),
            ("What if a player cannot move?", "What happens to a player who cannot move?"),
        ],
    );
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(0), "{}", out(&output));
}

#[test]
fn a_renamed_file_is_one_line_and_a_record_without_a_game_fails() {
    let folder = recorded("renamed-file");
    fs::rename(folder.join("second.ferz"), folder.join("other.ferz")).expect("renamed");
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(1));
    assert!(out(&output).contains("rename it to"), "{}", out(&output));
    assert!(out(&output).contains("other.snapshot"), "{}", out(&output));
    fs::remove_file(folder.join("other.ferz")).expect("removed");
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(1));
    assert!(out(&output).contains("there is no game second.ferz beside it"), "{}", out(&output));
}

#[test]
fn conflicts_later_forms_and_workflows_are_named() {
    let folder = recorded("conflict");
    let text = read(&folder, "second.snapshot");
    let torn = text.replace("piece heron", "<<<<<<< mine\npiece heron");
    fs::write(folder.join("second.snapshot"), torn).expect("written");
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(1));
    assert!(out(&output).contains("is an unresolved merge conflict"), "{}", out(&output));
    fs::write(folder.join("second.snapshot"), text.replace("snapshot 2", "snapshot 3")).expect("written");
    assert!(out(&ferz_in(&folder, &["test", "."])).contains("a later version of ferz wrote it"));
    let mut command = program();
    command.args(["snapshot", "second.ferz"]).current_dir(&folder).env("CI", "true").stdin(Stdio::null());
    assert_eq!(code(&command.output().expect("ferz runs")), Some(2));
}

#[test]
fn a_snapshot_can_be_compared_like_a_game() {
    let folder = recorded("diff-snapshot");
    let diff = |more: &[&str]| {
        let args = [&["diff", "second.snapshot", "second.ferz", "--budget", "0"], more].concat();
        out(&ferz_in(&folder, &args))
    };
    assert!(diff(&[]).contains("The two games are the same."), "{}", diff(&[]));
    edit(&folder, &[("`nA`", "`A`")]);
    // The squares that must be empty in one game only are marked.
    assert!(diff(&[]).contains("    . a . a ."), "{}", diff(&[]));
}

/// The pieces of a record are sorted, and those of the file are not. Each rule is compared by itself nevertheless.
#[test]
fn a_snapshot_is_compared_rule_by_rule() {
    let folder = recorded("diff-in-order");
    edit(&folder, &[("`nA`", "`A`"), ("checkmate: loss", "checkmate: draw")]);
    let output = out(&ferz_in(&folder, &["diff", "second.snapshot", "second.ferz", "--budget", "20"]));
    let shown = output.split_once("Games and positions").map_or("", |(_, shown)| shown);
    assert!(shown.contains("  the heron") && shown.contains("  the ending checkmate"), "{output}");
}

/// Merges two changes of a record with git, if there is a git.
#[test]
fn changes_of_two_pieces_merge() {
    let folder = recorded("merge-snapshots");
    let base = read(&folder, "second.snapshot");
    let side = |change: (&str, &str)| {
        edit(&folder, &[change]);
        assert_eq!(code(&ferz_in(&folder, &["snapshot", "second.ferz"])), Some(0));
        read(&folder, "second.snapshot")
    };
    let (mine, theirs) = (side(("`nA`", "`nAF`")), side(("rook  R `R`", "rook  R `RF`")));
    for (name, text) in [("base", &base), ("mine", &mine), ("theirs", &theirs)] {
        fs::write(folder.join(name), text).expect("written");
    }
    let mut git = Command::new("git");
    let Ok(merged) = git.args(["merge-file", "-p", "mine", "base", "theirs"]).current_dir(&folder).output()
    else {
        return;
    };
    assert_eq!(merged.status.code(), Some(0), "{}", out(&merged));
    edit(&folder, &[("`nA`", "`nAF`"), ("rook  R `R`", "rook  R `RF`")]);
    fs::write(folder.join("second.snapshot"), out(&merged)).expect("written");
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(0), "{}", out(&output));
}
