//! Tests that files are never damaged: after a failure at any moment of a write, either the old or the new text is
//! complete.
//!
//! [`tree`] creates a folder with a file for each of the [`WRITERS`]. The tests make writes fail by limits, full disks,
//! signals, and concurrent changes.

use super::help::{code, err, ferz_in as ferz, folder, out, program};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const RULES: &str = "variant x \"X\"\nboard {\n grid 8 x 8\n black is white mirrored\n}\npiece king K `K` royal\n\
    piece rook R `R`\nroyalty { check binds always }\nending {\n checkmate: loss\n stalemate: draw\n}\narray a {\n\
    1 | R . . . K . . R\n}\n";
const CASES: &str =
    "# Cases\n\n```game\nx\n```\n\n## First\n\n```perft 1\n```\n\n## Second\n\n```perft 1\n9\n```\n";
/// The mode of the files of a test.
const MODE: u32 = 0o640;

/// Creates a folder with a file for every command that writes one.
fn tree(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("cases")).expect("a folder");
    for (name, text) in [("x.ferz", RULES), ("cases/a.md", CASES), ("x.snapshot", "# X: recorded moves\n")] {
        fs::write(folder.join(name), text).expect("written");
    }
    assert_eq!(code(&ferz(&folder, &["betza", "N", "--svg", "p.svg"])), Some(0));
    assert_eq!(code(&typed(&mut run(&folder, &["play", "x.ferz"]), "save g.game\n")), Some(0));
    folder
}

/// Notes that a test cannot run here, as `.ci/run` lists it. With `STRICT=1`, that is a failure.
fn skip(test: &str, reason: &str) {
    assert!(std::env::var("STRICT").as_deref() != Ok("1"), "STRICT=1 allows no skipped test, and {reason}");
    if let Some(file) = std::env::var_os("SKIPPED_TO") {
        let mut file = fs::File::options().append(true).open(file).expect("the list of skipped tests");
        writeln!(file, "{test}, because {reason}").expect("written");
    }
}

fn run(folder: &Path, args: &[&str]) -> Command {
    let mut command = program();
    command.args(args).current_dir(folder);
    command
}

fn start(command: &mut Command) -> Child {
    command.env_remove("CI").env("NO_COLOR", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().expect("it runs")
}

fn typed(command: &mut Command, lines: &str) -> Output {
    let mut child = start(command);
    let _ = child.stdin.take().expect("input").write_all(lines.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Returns all files below a folder with their content.
fn held(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.file_type().expect("a type").is_dir() {
            true => all.extend(held(&entry.path())),
            false => drop(all.insert(entry.path(), fs::read(entry.path()).expect("read"))),
        }
    }
    all
}

/// The commands that write, with their typed input.
const WRITERS: [(&[&str], &str); 9] = [
    (&["fmt", "x.ferz"], ""),
    (&["test", "--accept"], ""),
    (&["test", "--review", "cases/a.md"], "y\ny\n"),
    (&["snapshot", "x.ferz"], ""),
    (&["play", "x.ferz"], "a1a2\nsave g.game\nquit\n"),
    (&["play", "x.ferz"], "save h.game\nquit\n"),
    (&["betza", "R", "--svg", "p.svg"], ""),
    (&["moves", "x.ferz", "--svg", "q.svg"], ""),
    (&["new", "other"], ""),
];

#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let folder = tree("write-fails");
    let before = held(&folder);
    for (args, lines) in WRITERS {
        let mut shell = Command::new("sh");
        let script = ["-c", "ulimit -f 0 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ferz")];
        let output = typed(shell.args(script).args(args).current_dir(&folder), lines);
        let told = out(&output) + &err(&output);
        assert_eq!(code(&output), Some(2), "{args:?}: {told}");
        assert!(told.contains("cannot write"), "{args:?}: {told}");
        assert!(held(&folder) == before, "{args:?}");
        assert!(!folder.join("other").exists(), "an empty folder is left");
    }
    for (args, lines) in WRITERS {
        let output = typed(&mut run(&folder, args), lines);
        assert_ne!(code(&output), Some(2), "{args:?}: {}", err(&output));
    }
    assert!(held(&folder).len() > before.len());
}

/// A file with two names keeps both, and both have the new text.
#[test]
fn all_names_of_a_file_get_the_new_text() {
    let folder = folder("hard-links");
    for text in [RULES.to_owned(), RULES.replace("black is", "\n\n\n black   is")] {
        let _ = fs::remove_file(folder.join("y.ferz"));
        fs::write(folder.join("x.ferz"), text).expect("written");
        fs::hard_link(folder.join("x.ferz"), folder.join("y.ferz")).expect("a link");
        assert_eq!(code(&ferz(&folder, &["fmt", "x.ferz"])), Some(0));
        let [one, other] =
            ["x.ferz", "y.ferz"].map(|name| fs::read_to_string(folder.join(name)).expect("read"));
        assert!(
            one == other
                && one.contains("  grid 8 x 8\n")
                && one.contains("\n  black is white mirrored\n}\n"),
            "{one}\n{other}"
        );
        assert_eq!(fs::metadata(folder.join("x.ferz")).expect("a file").nlink(), 2);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let before = tree("disk-full");
    let (disk, after) = (folder("disk-full-disk"), folder("disk-full-after"));
    let script = "mount -t tmpfs -o size=128k none \"$1\" && cp -r \"$2\"/. \"$1\" && cd \"$1\" || exit 77\n\
        after=$3; shift 3; dd if=/dev/zero of=fill bs=1k 2>/dev/null; \"$0\" \"$@\"; code=$?\n\
        rm fill; cp -r . \"$after\"; exit $code";
    for (args, lines) in WRITERS {
        let mut shell = Command::new("unshare");
        shell.args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_ferz")]);
        let output = typed(shell.args([&disk, &before, &after]).args(args), lines);
        if !matches!(code(&output), Some(0..=2)) || err(&output).contains("unshare:") {
            return skip(
                "the test of a full disk",
                &format!("no small disk can be had: {}", err(&output).trim()),
            );
        }
        assert_eq!(code(&output), Some(2), "{args:?}: {}{}", out(&output), err(&output));
        let names = |folder: &Path| -> BTreeMap<PathBuf, Vec<u8>> {
            let inner = |path: PathBuf| path.strip_prefix(folder).map(Path::to_owned).expect("inside");
            held(folder).into_iter().map(|(path, bytes)| (inner(path), bytes)).collect()
        };
        assert!(names(&before) == names(&after), "{args:?}");
    }
}

#[test]
fn a_process_killed_while_writing() {
    let folder = folder("write-killed");
    let files: Vec<PathBuf> = (0..60).map(|n| folder.join(format!("{n}.ferz"))).collect();
    let fill = || files.iter().for_each(|file| fs::write(file, RULES).expect("written"));
    fill();
    let begun = Instant::now();
    assert_eq!(code(&ferz(&folder, &["fmt", "."])), Some(0));
    let whole = begun.elapsed();
    let formatted = fs::read_to_string(&files[0]).expect("read");
    assert_ne!(formatted, RULES);
    for round in 0..12 {
        fill();
        let mut child = start(&mut run(&folder, &["fmt", "."]));
        std::thread::sleep(whole * round / 12);
        child.kill().expect("killed");
        child.wait().expect("dead");
        for file in &files {
            let text = fs::read_to_string(file).expect("read");
            assert!(text == RULES || text == formatted, "{}: {text}", file.display());
        }
    }
    assert_eq!(code(&ferz(&folder, &["fmt", "."])), Some(0), "what was left behind is in nobody's way");
}

#[test]
fn two_processes_that_write_one_file() {
    let folder = tree("write-raced");
    let file = folder.join("cases/a.md");
    let first = "## First\n\n```perft 1\n";
    for _ in 0..15 {
        fs::write(&file, CASES).expect("written");
        let name = |name: &str| format!("--accept={name}");
        let both = ["First", "Second"].map(|one| start(&mut run(&folder, &["test", &name(one), "cases"])));
        let done = both.map(|child| code(&child.wait_with_output().expect("it ends")) != Some(2));
        let text = fs::read_to_string(&file).expect("read");
        let count = text.lines().find(|line| line.parse::<u32>().is_ok_and(|n| n != 9)).expect("an answer");
        let mut expected = CASES.to_owned();
        if done[0] {
            expected = expected.replace(first, &format!("{first}{count}\n"));
        }
        if done[1] {
            expected = expected.replace("\n9\n", &format!("\n{count}\n"));
        }
        assert_eq!(text, expected, "{done:?}");
    }
}

#[test]
fn an_edit_made_meanwhile_is_kept() {
    let folder = tree("write-edited");
    let file = folder.join("cases/a.md");
    let mut child = start(&mut run(&folder, &["test", "--review", "cases"]));
    let mut told = Vec::new();
    while !told.ends_with(b"[y/n/q] ") {
        let mut byte = [0];
        child.stdout.as_mut().expect("output").read_exact(&mut byte).expect("a question");
        told.extend(byte);
    }
    let edited = CASES.replace("# Cases", "# My cases");
    fs::write(&file, &edited).expect("written");
    child.stdin.take().expect("input").write_all(b"y\ny\n").expect("typed");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(2), "{}", err(&output));
    assert!(err(&output).contains("has changed cases/a.md in the meantime"), "{}", err(&output));
    assert!(out(&output).contains("2 failed") && !out(&output).contains("updated\n"), "{}", out(&output));
    assert_eq!(fs::read_to_string(&file).expect("read"), edited);
}

#[test]
fn replacements_keep_the_form() {
    let folder = tree("write-form");
    let wild = |text: &str, mark: &str| format!("{mark}{}", text.replace('\n', "\r\n").trim_end());
    for mark in ["", "\u{feff}"] {
        for (name, text) in [("x.ferz", RULES), ("cases/a.md", CASES)] {
            let path = folder.join("real").join(name);
            let _ = fs::create_dir_all(path.parent().expect("a folder"));
            fs::write(&path, wild(text, mark)).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(MODE)).expect("a mode");
            // Only an administrator can change the owner, so a failure is ignored.
            let _ = std::os::unix::fs::chown(&path, Some(1), Some(1));
            let owner = |path: &Path| fs::metadata(path).map(|data| (data.uid(), data.gid())).expect("there");
            let (link, owned) = (folder.join(name), owner(&path));
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(&path, &link).expect("a link");
            let args = if name == "x.ferz" { ["fmt", name] } else { ["test", "--accept"] };
            let output = ferz(&folder, &args);
            assert!(matches!(code(&output), Some(0 | 1)), "{}", err(&output));
            assert!(link.is_symlink(), "{name}");
            let now = fs::read_to_string(&path).expect("read");
            assert_ne!(now, wild(text, mark), "{name}");
            assert_eq!(now.starts_with('\u{feff}'), !mark.is_empty(), "{name}");
            assert!(!now.ends_with('\n') && !now.replace("\r\n", "").contains('\n'), "{now:?}");
            assert_eq!((fs::metadata(&path).expect("there").mode() & 0o777, owner(&path)), (MODE, owned));
        }
    }
    assert_eq!(code(&ferz(&folder, &["fmt", "--check", "x.ferz"])), Some(0), "nothing is left to do");
}

#[test]
fn only_files_of_their_own_kind_are_overwritten() {
    let folder = tree("write-kinds");
    let saved = fs::read_to_string(folder.join("g.game")).expect("read");
    fs::write(folder.join("notes"), "[Guests \"4\"] and more\nset the table\n").expect("written");
    fs::write(folder.join("drawn.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n").expect("written");
    fs::write(folder.join("bytes"), [0xff; 9]).expect("written");
    fs::write(folder.join("empty"), "").expect("written");
    let before = held(&folder);
    let others = ["x.ferz", "cases/a.md", "x.snapshot", "notes", "drawn.svg", "bytes", "empty", "cases"];
    let write = |how: &str, name: &str, force: bool| {
        let flag = if force { " --force" } else { "" };
        match how {
            "save" => typed(&mut run(&folder, &["play", "chess"]), &format!("save {name}{flag}\nquit\n")),
            how => {
                let line = format!("{how} --svg {name}{flag}");
                ferz(&folder, &line.split(' ').collect::<Vec<_>>())
            }
        }
    };
    let ways = [("save", "p.svg"), ("betza N", "g.game"), ("moves chess", "g.game")];
    for (how, foreign) in ways {
        for name in others.into_iter().chain([foreign]) {
            let output = write(how, name, false);
            assert_eq!(code(&output), Some(2), "{how} {name}: {}", out(&output));
        }
    }
    assert!(held(&folder) == before);
    for (how, own) in [("save", "g.game"), ("betza N", "p.svg"), ("moves chess", "p.svg")] {
        for (name, force) in
            [(own, false), ("fresh", false), ("fresh", false), ("notes", true), ("bytes", true)]
        {
            let output = write(how, name, force);
            assert_eq!(code(&output), Some(0), "{how} {name}: {}{}", out(&output), err(&output));
        }
        fs::remove_file(folder.join("fresh")).expect("removed");
    }
    assert_ne!(fs::read_to_string(folder.join("g.game")).expect("read"), saved, "now of another game");
}

#[test]
fn one_file_that_cannot_be_written_among_others() {
    let folder = folder("write-readonly");
    let file = |n: usize| folder.join(format!("{n}.ferz"));
    (0..3).for_each(|n| fs::write(file(n), RULES).expect("written"));
    fs::set_permissions(file(1), fs::Permissions::from_mode(0o444)).expect("a mode");
    let output = ferz(&folder, &["fmt", ".", "none.ferz"]);
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("1.ferz: it is read-only"), "{}", err(&output));
    assert!(err(&output).contains("none.ferz"), "{}", err(&output));
    let is_old = |n| fs::read_to_string(file(n)).expect("read") == RULES;
    assert_eq!([0, 1, 2].map(is_old), [false, true, false]);
}

/// A path that is not a regular file is refused with a message, because reading from it could block forever.
#[test]
fn pipes_devices_and_sockets() {
    let folder = tree("write-pipes");
    let pipe = |name: &str| {
        fs::remove_file(folder.join(name)).ok();
        assert!(Command::new("mkfifo").arg(folder.join(name)).status().expect("mkfifo").success());
    };
    let asks = |args: &[&str], word: &str| {
        let mut child = start(&mut run(&folder, args));
        drop(child.stdin.take());
        let begun = Instant::now();
        while child.try_wait().expect("a state").is_none() {
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().expect("killed");
                panic!("{args:?} waits");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().expect("it ends");
        assert!(matches!(code(&output), Some(1 | 2)), "{args:?}: {}{}", out(&output), err(&output));
        assert!((out(&output) + &err(&output)).contains(word), "{args:?}: {}{}", out(&output), err(&output));
    };
    ["pipe.ferz", "pipe.toml", "pipe.md"].into_iter().for_each(pipe);
    for command in ["check", "fmt", "show", "moves", "ir", "play", "snapshot", "matrix", "test", "watch"] {
        asks(&[command, "pipe.ferz"], "named pipe");
    }
    for args in [
        &["check", "pipe.toml"][..],
        &["check", "pipe.md"],
        &["check", "--json", "."],
        &["test", "pipe.md"],
        &["moves", "chess", "--readings", "pipe.toml"],
        &["diff", "x.ferz", "pipe.ferz"],
        &["betza", "N", "--svg", "pipe.md"],
        &["betza", "N", "--svg", "pipe.md", "--force"],
    ] {
        asks(args, if args.contains(&"--force") { "not a file" } else { "named pipe" });
    }
    asks(&["moves", "/dev/zero"], "");
    asks(&["check", "/dev/zero"], "a device");
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket.ferz")).expect("a socket");
    asks(&["show", "socket.ferz"], "a socket");
    fs::write(folder.join("child.ferz"), "variant child \"C\" extends pipe\n").expect("written");
    asks(&["check", "child.ferz"], "named pipe");
    pipe("cases/b.md");
    asks(&["test", "cases"], "named pipe");
    pipe("readings.toml");
    asks(&["moves", "x.ferz"], "named pipe");
    asks(&["check", "x.ferz"], "named pipe");
    pipe("x.snapshot");
    asks(&["snapshot", "x.ferz"], "named pipe");
}

#[test]
fn a_saved_game_finds_its_rules_by_any_path() {
    let folder = tree("write-paths");
    fs::create_dir_all(folder.join("deep/er")).expect("a folder");
    std::os::unix::fs::symlink("../../x.ferz", folder.join("deep/er/link.ferz")).expect("a link");
    fs::write(folder.join("deep/x.ferz"), RULES.replace("`K`", "`KN`")).expect("written");
    let whole = folder.join("x.ferz").display().to_string();
    let loads = |from: &str, game: &str, file: &str| {
        let mut command = run(&folder.join(from), &["play", game]);
        out(&typed(&mut command, &format!("load {file}\nquit\n")))
    };
    for (from, game, file) in [
        (".", "./x.ferz", "g.game"),
        (".", "deep/../x.ferz", "g.game"),
        (".", &whole, "g.game"),
        ("deep", "../x.ferz", "../g.game"),
        ("deep/er", "link.ferz", "../../g.game"),
        ("deep/er", &whole, "../../g.game"),
    ] {
        let told = loads(from, game, file);
        assert!(!told.contains("different game"), "{from} {game}: {told}");
    }
    assert!(loads(".", "deep/x.ferz", "g.game").contains("different game"));
    assert!(loads(".", "chess", "g.game").contains("different game"));
}
