//! Tests of completion in shells, of the manual pages, and of repositories of games.

use super::help::{ferz, folder, out, program};
use std::process::Command;

/// Returns the words that bash is offered for the last word of a command line.
fn offered(line: &[&str]) -> Vec<String> {
    let output = program()
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", line.len().to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_IFS", "\n")
        .args(["--", "ferz"])
        .args(line)
        .output()
        .expect("ferz runs");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn names_are_completed() {
    let has = |line: &[&str], word: &str| {
        let all = offered(line);
        assert!(all.iter().any(|one| one == word), "{line:?} offers {all:?}, not {word}");
    };
    has(&["show", "tam"], "tamerlane");
    has(&["sho"], "show");
    has(&["show", "tamerlane/fem"], "tamerlane/feminine");
    has(&["show", "tamerlane@wiki"], "tamerlane@wikibooks");
    has(&["show", "tamerlane", "gir"], "giraffe");
    has(&["show", "tamerlane", "--set", "giraffe."], "giraffe.reach=");
    has(&["show", "tamerlane", "--set", "giraffe.reach="], "giraffe.reach=3");
    has(&["diff", "tamerlane", "cou"], "courier");
    has(&["check", "--sar"], "--sarif");
    assert!(offered(&["show", "no-such-game", "gir"]).is_empty());
}

#[test]
fn shells_can_register_completion() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let output = program().env("COMPLETE", shell).output().expect("ferz runs");
        let script = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && script.contains("COMPLETE"), "{shell}: {script}");
        // The script also works where the program has another path.
        assert!(!script.contains(env!("CARGO_BIN_EXE_ferz")), "{shell}: {script}");
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_words_that_it_divides() {
    // In the order of bash: the words, of which the last is empty, and the line.
    let script = r#"
        PATH="${FERZ%/*}:$PATH"
        eval "$(COMPLETE=bash ferz)"
        complete=$(complete -p ferz); complete=${complete##*-F }; complete=${complete%% *}
        try() {
            COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
            IFS=' ' read -ra COMP_WORDS <<<"${COMP_LINE//[=]/ = }"; COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            "$complete" ferz "" ""
            echo "${COMPREPLY[*]}"
        }
        try ferz show tamerlane --set giraffe.reach=
        try ferz show tamerlane --set homecoming.when=
    "#;
    let run = Command::new("bash").args(["-c", script]).env("FERZ", env!("CARGO_BIN_EXE_ferz")).output();
    let output = run.expect("bash");
    let offered = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Vec<&str>> = offered.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines, [vec!["3", "2"], vec!["at-once", "when-empty", "later"]], "{output:?}");
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = folder("manual");
    assert!(ferz(&["manual", &folder.display().to_string()]).status.success());
    for (name, words) in [("ferz", "compiler and interpreter"), ("ferz-show", "GAME"), ("ferz-lsp", "editor")]
    {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).expect("a page");
        assert!(page.contains(".TH") && page.contains(words), "{name}: {page}");
    }
    // A missing folder is created; a file in its place is refused.
    let inner = |name: &str| ferz(&["manual", &folder.join(name).display().to_string()]).status.code();
    assert_eq!((inner("new/folder"), inner("ferz.1")), (Some(0), Some(2)));
    assert!(folder.join("new/folder/ferz.1").exists());
}

#[test]
fn a_new_repository_passes_its_own_checks() {
    let folder = folder("new-project").join("great-game");
    let path = folder.display().to_string();
    let made = ferz(&["new", "great-game", "--project", "--into", &path]);
    assert!(made.status.success(), "{}", out(&made));
    for file in [".github/workflows/rules.yml", ".pre-commit-config.yaml", ".editorconfig", "README.md"] {
        let text = std::fs::read_to_string(folder.join(file)).expect("a file");
        assert!(
            !["NAME", "TITLE", "REPOSITORY", "VERSION", "HINT"].iter().any(|word| text.contains(word)),
            "{text}"
        );
    }
    // The release fills in where ferz comes from. Without a release, the author must do it, and is told so.
    let read = |file| std::fs::read_to_string(folder.join(file)).expect("a file");
    assert_eq!(read(".github/workflows/rules.yml").contains("OWNER/"), read("README.md").contains("OWNER"));
    assert!(!read(".pre-commit-config.yaml").contains("OWNER"));
    let game = folder.join("great-game.ferz").display().to_string();
    for line in [vec!["check", &path], vec!["test", &path], vec!["fmt", "--check", &game]] {
        assert!(ferz(&line).status.success(), "{line:?}");
    }
    // Nothing is written over.
    assert_eq!(ferz(&["new", "great-game", "--project", "--into", &path]).status.code(), Some(2));
}
