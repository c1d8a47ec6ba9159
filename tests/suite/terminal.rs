//! Tests the control of the terminal: no text from a file, a name, or an argument can send commands to it.
//!
//! The tests put [`COMMANDS`] into every kind of input, run the program on a pseudo-terminal, and search the output for
//! [`FORBIDDEN`] texts. Further tests close the terminal while a command is running.

use super::help::{folder, program};
use nix::pty::{Winsize, openpty};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Control characters that ring the bell, rename the window, clear, hide, reverse, or overwrite text, or are invisible.
const COMMANDS: &str = "\u{1b}]0;OWNED\u{7}\u{1b}[2J\u{1b}[8m\u{9b}8m\u{202e}\u{8}\u{7f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200d}\u{2028}\u{2029}\u{feff}\u{fff9}\u{e0041}";
/// Texts that must not reach a terminal. The control sequences of ferz and its line editor are different.
#[rustfmt::skip]
const FORBIDDEN: [&str; 17] = [
    "\u{1b}]", "\u{1b}[2J", "\u{1b}[8m", "\u{9b}", "\u{7}", "\u{202e}", "\u{7f}", "\u{ad}", "\u{61c}", "\u{180e}", "\u{200b}", "\u{200d}",
    "\u{2028}", "\u{2029}", "\u{feff}", "\u{fff9}", "\u{e0041}",
];

/// Returns the output of the program on a wide terminal, with lines typed there.
fn on_terminal(folder: &Path, args: &[&str], lines: &str) -> String {
    let lines: Vec<Vec<u8>> = lines.lines().map(|line| format!("{line}\r").into_bytes()).collect();
    let (shown, code) = at_keyboard(folder, args, 200, &lines);
    assert!(code.is_some(), "{args:?}");
    shown
}

/// Runs the program on a terminal with this many columns, and types keys whenever it waits for input. Returns the
/// output and the exit code.
fn at_keyboard(folder: &Path, args: &[&str], columns: u16, keys: &[Vec<u8>]) -> (String, Option<i32>) {
    let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(&size, None).expect("a terminal");
    let end = || Stdio::from(terminal.slave.try_clone().expect("the other end"));
    let mut command = program();
    command
        .args(args)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .env("TERM", "xterm-256color");
    let mut child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("ferz runs");
    drop((command, terminal.slave));
    let mut keyboard = File::from(terminal.master.try_clone().expect("a keyboard"));
    let (mut screen, mut keys) = (File::from(terminal.master), keys.iter());
    let (mut shown, mut answered) = (Vec::new(), 0);
    let mut part = [0; 4096];
    // At the end of the program, reading from the pseudo-terminal fails.
    while let Ok(length @ 1..) = screen.read(&mut part) {
        shown.extend(&part[..length]);
        // A line is typed when the program prompts for it on a new line.
        let since = String::from_utf8_lossy(&shown[answered..]).into_owned();
        if since.rsplit_once('\n').is_some_and(|(_, last)| seen(last).ends_with("> ")) {
            answered = shown.len();
            match keys.next() {
                Some(keys) => keyboard.write_all(keys).expect("typed"),
                None => child.kill().expect("killed"),
            }
        }
    }
    let code = child.wait().expect("ferz ends").code();
    (String::from_utf8_lossy(&shown).into_owned(), code)
}

/// Returns the text without control sequences, as the screen shows it.
fn seen(shown: &str) -> String {
    let mut parts = shown.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest =
        |part: &str| part.split_once(char::is_alphabetic).map_or(String::new(), |(_, rest)| rest.to_owned());
    parts.fold(first, |text, part| text + &rest(part)).replace('\r', "")
}

/// A game continues after input that is not a move: pasted lines, arrow keys, invalid bytes. It ends at the end of the
/// input.
#[test]
fn a_game_survives_any_key() {
    let folder = folder("keys");
    let keys = |all: &[&[u8]]| all.iter().map(|keys| keys.to_vec()).collect::<Vec<_>>();
    let play = |columns, all: &[&[u8]]| {
        let (shown, code) = at_keyboard(&folder, &["play", "chess", "--text"], columns, &keys(all));
        (seen(&shown), code)
    };
    let (text, code) = play(80, &[b"\x1b[200~e2e4\r\ne7e5\rg1f3\x1b[201~\r", b"fen\r", b"quit\r"]);
    assert!(
        code == Some(0) && text.contains("pppp1ppp/8/4p3/4P3/5N2"),
        "pasted moves are all played: {text}"
    );
    let (text, code) = play(80, &[b"\xff\xfe\x80\r", b"\xc3\r", b"e2e4\r", b"fen\r", b"quit\r"]);
    assert!(code == Some(0) && text.contains("not UTF-8") && text.contains("/4P3/8/PPPP1PPP"), "{text}");
    let (text, code) =
        play(80, &[b"e2e4\r", b"\x1b[A\x1b[D\x1b[C\r", b"\x1b[A\x1b[A\x1b[B\x15e7e5\r", b"fen\r", b"quit\r"]);
    assert!(code == Some(0) && text.contains("pppp1ppp/8/4p3/4P3/8"), "{text}");
    assert_eq!(play(80, &[b"e2e4\r", b"\x04"]).1, Some(0), "the end of the input leaves the game");
    let long = [b"x".repeat(3000), b"\r".to_vec()].concat();
    assert_eq!(play(80, &[b"\t\r", &long, b"e2e4\r", b"\x03"]).1, Some(0));
    for columns in [40, 60, 80] {
        let (text, _) = play(
            columns,
            &[b"help\r", b"explain e2e5\r", b"explain g1\r", b"show bishop\r", b"foo\r", b"quit\r"],
        );
        let wide = text.lines().find(|line| line.chars().count() > columns.into());
        assert_eq!(wide, None, "{columns}: {text}");
    }
}

/// After each change on disk, the screen is cleared and shows the current result.
#[test]
fn watching_clears_the_screen() {
    let folder = folder("watching");
    let rules = "variant x \"X\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece king K `K` royal\n\
                 royalty { check binds always }\nending {\n  checkmate: loss\n  stalemate: draw\n}\narray a {\n  1 | K . . .\n}\n";
    let file = folder.join("x.ferz");
    fs::write(&file, rules).expect("written");
    let edits = {
        let (file, aside) = (file.clone(), folder.join("y.ferz"));
        move || {
            let wait = || std::thread::sleep(Duration::from_millis(2500));
            wait();
            fs::write(&file, rules.replace("royal\n", "royl\n")).expect("written");
            wait();
            fs::rename(&file, &aside).expect("moved");
            wait();
            fs::remove_file(&aside).expect("removed");
            wait();
            fs::write(&file, rules).expect("written");
        }
    };
    let editor = std::thread::spawn(edits);
    let (shown, code) = at_keyboard(&folder, &["watch", "x.ferz", "--times", "52"], 60, &[]);
    editor.join().expect("edited");
    let screens: Vec<String> = shown.split("\u{1b}[H\u{1b}[2J\u{1b}[3J").map(seen).collect();
    let words = [
        "no problems",
        "`royl` has no meaning here",
        "there is no file x.ferz",
        "y.ferz removed",
        "no problems",
    ];
    assert_eq!(screens.len(), words.len(), "{screens:#?}");
    for (screen, words) in screens.iter().zip(words) {
        assert!(screen.contains(words), "{words}: {screens:#?}");
    }
    assert!(screens[4].starts_with("x.ferz saved"), "{screens:#?}");
    assert_eq!(code, Some(0));
}

#[test]
fn no_foreign_text_controls_the_terminal() {
    let folder = folder("terminal");
    let rules = |what: &str| {
        format!(
            "variant x \"X {what}\"\nabout \"About {what}\"\nsource s as S \"Source {what}\"\nboard {{\n  grid 8 x 8\n  \
             black is white mirrored\n}}\npiece king K `K` royal {{\n  title \"King {what}\"\n}}\n\
             royalty {{ check binds always }}\nending {{\n  checkmate: loss\n  stalemate: draw\n}}\n\
             switch s \"Which {what}?\" {{\n  a* \"one {what}\" [S]\n  b \"two {what}\" [S]\n}}\n\
             array a \"Array {what}\" {{\n  1 | . . . . K . . .\n}}\n"
        )
    };
    let page = format!(
        "# {COMMANDS}\n\n```game\nx\n```\n\n## Heading {COMMANDS}\n\n```perft 1\n9{COMMANDS}\n```\n\n```moves e1\n\
         e1{COMMANDS}\n```\n\n```after {COMMANDS}\n```\n\n```what{COMMANDS}\n```\n"
    );
    let toml = COMMANDS.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect::<String>();
    let readings = format!(
        "[\"r{toml}\"]\ntitle = \"T{toml}\"\nabout = \"A{toml}\"\n[\"r{toml}\".set]\n\"no{toml}\" = \"v{toml}\"\n\
         [good]\ntitle = \"T{toml}\"\nabout = \"A{toml}\"\nset = {{}}\n"
    );
    let odd = format!("odd{COMMANDS}.ferz");
    let saved = format!("[Variant \"chess{COMMANDS}\"]\n[Switches \"a{COMMANDS}=b\"]\n\n1. {COMMANDS} *\n");
    let wrong = format!(
        "[White \"{COMMANDS}\"]\n[Site \"{COMMANDS}\"]\n\n{{ {COMMANDS} }} 1. e4 {{ {COMMANDS} }} *\n"
    );
    let moves = format!("1. e4 {COMMANDS} *\n");
    let files = [
        ("x.ferz", rules("")),
        ("y.ferz", rules(COMMANDS)),
        (odd.as_str(), rules("")),
        ("toml.toml", readings),
        ("b.md", page.replace("\nx\n", "\nchess\n")),
        ("a.md", page),
        ("x.snapshot", format!("# X\n\nempty board: king{COMMANDS}\n  8 | {COMMANDS}\n")),
        ("saved.game", saved.clone()),
        ("wrong.game", wrong),
        ("saved.pgn", saved),
        ("moves.pgn", moves),
    ];
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("written"));
    let set = format!("{COMMANDS}={COMMANDS}");
    let fen = format!("8/8/8/8/8/8/8/4K3 w - - 0 1 {COMMANDS}");
    let typed = ["play", "chess", "--text"];
    let runs: [(&[&str], &str); 47] = [
        (&["check", "x.ferz", "y.ferz", &odd, "toml.toml", "a.md"], ""),
        (&["check", "--json", "x.ferz", "y.ferz", &odd, "toml.toml", "a.md"], ""),
        (&["check", "--sarif", "."], ""),
        (&["check", &format!("no{COMMANDS}.ferz")], ""),
        (&["--plain", "check", "y.ferz", "a.md"], ""),
        (&["fmt", "--check", &odd, "y.ferz"], ""),
        (&["fmt", &odd], ""),
        (&["show", "x.ferz"], ""),
        (&["show", "y.ferz"], ""),
        (&["show", "y.ferz", "--json"], ""),
        (&["show", "x.ferz", COMMANDS], ""),
        (&["show", &odd], ""),
        (&["show", "x.ferz", "--readings", "toml.toml"], ""),
        (&["show", "x.ferz", "--readings", "toml.toml", "--json"], ""),
        (&["list", COMMANDS], ""),
        (&[COMMANDS], ""),
        (&["betza", COMMANDS], ""),
        (&["betza", COMMANDS, "--json"], ""),
        (&["betza", "N", "--from", COMMANDS], ""),
        (&["betza", "N", "--board", COMMANDS], ""),
        (&["betza", "N", "--svg", &format!("no/{COMMANDS}")], ""),
        (&["moves", COMMANDS], ""),
        (&["moves", &format!("chess/{COMMANDS}")], ""),
        (&["moves", &format!("chess@{COMMANDS}")], ""),
        (&["moves", "chess", "--set", &set], ""),
        (&["moves", "chess", "--set", COMMANDS], ""),
        (&["moves", "x.ferz", "--fen", &fen], ""),
        (&["moves", "x.ferz", "--fen", &fen, "--json"], ""),
        (&["moves", "x.ferz", "--from", COMMANDS], ""),
        (&["explain", "x.ferz", COMMANDS], ""),
        (&["explain", "x.ferz", COMMANDS, "--json"], ""),
        (&["diff", "x.ferz", "y.ferz", "--budget", "0"], ""),
        (&["ir", "y.ferz"], ""),
        (&["test", "a.md"], ""),
        (&["test", "b.md"], ""),
        (&["test", "a.md", "--json"], ""),
        (&["test", "--only", COMMANDS, "a.md"], ""),
        (&["test", "x.ferz"], ""),
        (&["matrix", "x.ferz", "--cases", COMMANDS], ""),
        (&["snapshot", &odd], ""),
        (&["new", COMMANDS], ""),
        (&["watch", &odd, "--times", "1"], ""),
        (&["check", "saved.pgn", "moves.pgn"], ""),
        (&["replay", "saved.pgn"], ""),
        (&["replay", "wrong.game"], "\n\nquit\n"),
        (&["play", "--load", "moves.pgn"], ""),
        (&typed, "load saved.game\nload wrong.game\nload a.md\nsave a.md\nshow x\nquit\n"),
    ];
    for (args, lines) in runs {
        let shown = on_terminal(&folder, args, lines);
        assert!(!shown.is_empty(), "{args:?}");
        let seen = FORBIDDEN.into_iter().find(|wrong| shown.contains(wrong));
        assert_eq!(seen, None, "{args:?}: {shown:?}");
    }
    let shown = on_terminal(&folder, &["test", "b.md"], "");
    assert!(shown.contains("Heading \\u{1b}]0;OWNED\\u{7}"), "what is escaped can be read: {shown:?}");
    assert!(on_terminal(&folder, &["check", "y.ferz"], "").contains("\u{1b}[3"), "there is color");
}

/// Returns commands that run until they are stopped: a game on the screen or by lines of text, a search, a watch, a
/// study, the tuning of piece values, and a language server.
pub(super) fn endless(folder: &Path) -> Vec<Vec<String>> {
    let rules = "variant x \"X\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece king K `K` royal\n\
                 royalty { check binds always }\nending {\n  checkmate: loss\n  stalemate: draw\n}\narray a {\n  1 | K . . .\n}\n";
    fs::write(folder.join("x.ferz"), rules).expect("written");
    fs::write(folder.join("game.pgn"), "[Variant \"chess\"]\n\n1. e4 e5 *\n").expect("written");
    let all = [
        "play chess",
        "play chess --text",
        "watch x.ferz",
        "engine",
        "replay game.pgn",
        "study chess --number 100000 --nodes 100000",
        "tune chess --number 100000 --nodes 100000",
        "lsp",
    ];
    all.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// The time in which a program must end after its terminal is closed. It is generous even for a busy machine.
const SOON: Duration = Duration::from_millis(3000);

/// The time for all programs of a test to start, or to play a move.
pub(super) const MEANWHILE: Duration = Duration::from_millis(1000);

/// Returns true if a process ends soon.
pub(super) fn ends_soon(mut is_there: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while is_there() {
        if begun.elapsed() > SOON {
            return false;
        }
        sleep(Duration::from_millis(20));
    }
    true
}

/// Returns true if a process has not ended. One that has ended may remain until its parent asks for its result.
pub(super) fn is_running(number: &str) -> bool {
    if Path::new("/proc/self/stat").exists() {
        return fs::read_to_string(format!("/proc/{number}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    }
    let state = Command::new("ps").args(["-o", "stat=", "-p", number]).output().expect("ps runs").stdout;
    !state.is_empty() && !state.starts_with(b"Z")
}

/// Returns the names of the commands that do not end soon, and ends them.
pub(super) fn late(children: Vec<(String, Child)>) -> Vec<String> {
    let ends = |(name, mut child): (String, Child)| {
        let ended = ends_soon(|| child.try_wait().expect("a child").is_none());
        let _ = child.kill();
        (!ended).then_some(name)
    };
    children.into_iter().filter_map(ends).collect()
}

#[test]
fn commands_end_with_their_terminal() {
    let folder = folder("closed");
    let mut running = Vec::new();
    for args in endless(&folder) {
        let size = Winsize { ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let terminal = openpty(&size, None).expect("a terminal");
        // The program must not inherit this copy, which would keep its own terminal open.
        let master = File::from(terminal.master.try_clone().expect("a copy"));
        drop(terminal.master);
        let end = || Stdio::from(terminal.slave.try_clone().expect("the other end"));
        let mut command = program();
        command.args(&args).current_dir(&folder).env("XDG_STATE_HOME", &folder).env("TERM", "xterm");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("ferz runs");
        running.push((args.join(" "), child, master));
    }
    sleep(MEANWHILE);
    for (name, _, master) in &mut running {
        if name.starts_with("play") {
            master.write_all(b"e2e4\r").expect("typed");
        }
    }
    sleep(MEANWHILE);
    let children = running.into_iter().map(|(name, child, _)| (name, child)).collect();
    assert_eq!(late(children), Vec::<String>::new());
    let kept = fs::read_dir(folder.join("ferz/games")).expect("games are kept").count();
    assert_eq!(kept, 1, "the game on the screen");
}

/// Starts a command with its input and output in pipes, and sends lines to it.
fn piped(folder: &Path, args: &[String], lines: &str) -> (String, Child) {
    let mut command = program();
    command.args(args).current_dir(folder).env("XDG_STATE_HOME", folder).stderr(Stdio::null());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("ferz runs");
    child.stdin.as_mut().expect("an input").write_all(lines.as_bytes()).expect("sent");
    (format!("{} < {lines:?}", args.join(" ")), child)
}

/// A command that reads its input ends with it, even during a search.
#[test]
fn commands_end_with_their_input() {
    let folder = folder("end-of-input");
    let all = [
        ("play chess --text", ""),
        ("play chess --text --white engine --level 1", ""),
        ("replay game.pgn", ""),
        ("engine", "go infinite\n"),
        ("engine", "go depth 90\n"),
        ("engine", "go ponder movetime 100000\n"),
        ("engine", "go movetime 100000\n"),
        ("engine", "xboard\nst 1000\nnew\ngo\n"),
        ("engine", "xboard\nnew\nanalyze\n"),
        ("lsp", "Content-Length: 100\r\n\r\n"),
    ];
    endless(&folder);
    let start = |(line, lines): &(&str, &str)| {
        piped(&folder, &line.split(' ').map(str::to_owned).collect::<Vec<_>>(), lines)
    };
    let mut children: Vec<(String, Child)> = all.iter().map(start).collect();
    sleep(MEANWHILE);
    children.iter_mut().for_each(|(_, child)| drop(child.stdin.take()));
    assert_eq!(late(children), Vec::<String>::new());
}

#[test]
fn commands_end_at_a_hangup() {
    let folder = folder("hangup");
    let children: Vec<(String, Child)> =
        endless(&folder).iter().map(|args| piped(&folder, args, "")).collect();
    sleep(MEANWHILE);
    for (_, child) in &children {
        let _ = Command::new("kill").args(["-HUP", &child.id().to_string()]).stderr(Stdio::null()).status();
    }
    assert_eq!(late(children), Vec::<String>::new());
}
