//! The program as other chess programs run it: through pipes, in UCI and in XBoard's protocol.

use super::help::{code, out, root, typed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than any answer takes, even on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    fn new(args: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("engine")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("ferz runs");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Client { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// The lines up to one that begins like this.
    fn until(&self, begin: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            all.push(line.unwrap_or_else(|_| panic!("no `{begin}` after {all:?}")));
            if all.last().is_some_and(|line| line.starts_with(begin)) {
                return all;
            }
        }
    }

    fn last(&self, begin: &str) -> String {
        self.until(begin).pop().unwrap_or_default()
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn a_client_of_uci_is_answered() {
    let mut client = Client::new(&[]);
    client.send("uci");
    let greeting = client.until("uciok").join("\n");
    for option in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Variant", "VariantPath"] {
        assert!(greeting.contains(&format!("option name {option} type")), "{greeting}");
    }
    client.send("isready");
    client.until("readyok");
    client.send("position startpos moves e2e4 e7e5");
    client.send("go perft 2");
    assert_eq!(client.last("Nodes searched"), "Nodes searched: 835");
    client.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    client.send("go depth 4");
    let lines = client.until("bestmove");
    assert!(lines.last().is_some_and(|line| line == "bestmove a1a8"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
    client.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    client.send("go depth 4 searchmoves g1h1 h2h3");
    let best = client.last("bestmove");
    assert!(best.contains("g1h1") || best.contains("h2h3"), "{best}");
    client.send("setoption name MultiPV value 3");
    client.send("position startpos");
    client.send("go depth 3");
    let lines = client.until("bestmove").join("\n");
    assert!(lines.contains("multipv 3") && !lines.contains("multipv 4"), "{lines}");
    client.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    client.send("go movetime 100");
    assert_eq!(client.last("bestmove"), "bestmove (none)");
    client.quit();
}

#[test]
fn a_search_ends_when_it_is_told() {
    let mut client = Client::new(&["tamerlane"]);
    client.send("go infinite");
    std::thread::sleep(Duration::from_millis(200));
    let told = Instant::now();
    client.send("stop");
    client.until("bestmove");
    println!("stopped after {:?}", told.elapsed());
    assert!(told.elapsed() < Duration::from_secs(5));
    client.send("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(100));
    assert!(client.lines.try_iter().all(|line| !line.starts_with("bestmove")));
    client.send("ponderhit");
    client.until("bestmove");
    client.send("setoption name Threads value 2");
    client.send("go nodes 3000");
    client.until("bestmove");
    client.quit();
}

#[test]
fn games_of_the_library_and_of_files_are_played() {
    let mut client = Client::new(&[]);
    client.send("setoption name UCI_Variant value shatranj");
    client.send("position startpos");
    client.send("go depth 2");
    client.until("bestmove");
    let file = root().join("variants/tamerlane/tamerlane.ferz");
    client.send(&format!("setoption name VariantPath value {}", file.display()));
    let lines = client.until("info string games of files");
    assert!(lines.iter().any(|line| line.contains("files 11 ranks 10")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("no way to write")), "{lines:?}");
    client.send("setoption name UCI_Variant value tamerlane/third@wikibooks");
    client.send("isready");
    client.until("readyok");
    client.send("go nodes 500");
    client.until("bestmove");
    client.send("setoption name UCI_Variant value no-such-game");
    assert!(client.last("info string").contains("no-such-game"));
    client.send("nonsense");
    client.send("position fen nonsense");
    client.send("position startpos moves z9z9");
    client.send("go depth 1");
    client.until("bestmove");
    client.quit();
}

/// Commands at random, as from an impatient user; it must always come to an answer.
#[test]
fn a_thousand_commands_do_not_hang_it() {
    let mut client = Client::new(&[]);
    let mut seed: u64 = 7;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let commands = [
        "go infinite",
        "go depth 3",
        "go ponder wtime 100 btime 100",
        "go movetime 2",
        "go nodes 100",
        "go wtime 50 btime 50 winc 1 binc 1",
        "go depth 4 searchmoves e2e4",
        "stop",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen 8/8/8/8/8/5k2/5q2/7K w - - 0 1",
        "position fen nonsense",
        "isready",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name MultiPV value 2",
        "go",
    ];
    let mut started = 0;
    for _ in 0..1_000 {
        let command = commands[below(commands.len())];
        started += usize::from(command.starts_with("go"));
        client.send(command);
    }
    client.send("stop");
    client.send("isready");
    let lines = client.until("readyok");
    // `readyok` may have been asked for before; the last one comes after every move.
    let mut moves = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    while moves < started {
        client.until("bestmove");
        moves += 1;
    }
    client.quit();
}

#[test]
fn xboard_is_told_what_a_game_looks_like() {
    let mut client = Client::new(&[]);
    client.send("xboard");
    client.send("protover 2");
    let features = client.until("feature done=1").join("\n");
    assert!(features.contains("variants=\"normal,") && features.contains("tamerlane"), "{features}");
    client.send("new");
    client.send("variant tamerlane");
    client.send("ping 1");
    let lines = client.until("pong 1");
    let setup = lines.iter().find(|line| line.starts_with("setup (")).expect("the board");
    // The citadels lie on files of their own, and XBoard counts ranks from 0.
    assert!(setup.contains(" 13x10+0_fairy "), "{setup}");
    assert!(lines.iter().any(|line| line.starts_with("piece ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("telluser ")), "{lines:?}");
    client.send("sd 2");
    client.send("go");
    let mv = client.last("move ");
    assert_eq!(mv.len(), "move e2e3".len(), "{mv}");
    client.quit();
}

#[test]
fn xboard_plays_a_game() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "st 0.05", "post", "usermove e2e4"] {
        client.send(line);
    }
    let lines = client.until("move ");
    assert!(lines.iter().any(|line| line.split_whitespace().count() > 4), "{lines:?}");
    client.send("usermove e2e4");
    assert_eq!(client.last("Illegal move"), "Illegal move: e2e4");
    client.send("force");
    client.send("setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    client.send("sd 3");
    client.send("go");
    assert_eq!(client.last("move "), "move a1a8");
    assert!(client.last("1-0").contains("checkmate"));
    client.send("undo");
    client.send("level 40 5 0");
    client.send("time 100");
    client.send("usermove a1b1");
    client.send("nonsense");
    client.until("Error (unknown command)");
    client.quit();
}

#[test]
fn xboard_plays_all_moves_of_a_turn() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "variant marseillais", "st 0.05", "usermove e2e4"] {
        client.send(line);
    }
    let (first, second) = (client.last("move "), client.last("move "));
    assert_ne!(first, second);
    // Now it is White's turn.
    client.send("usermove d2d4");
    client.send("usermove e2e4");
    assert_eq!(client.last("Illegal move"), "Illegal move: e2e4");
    client.quit();
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let output = typed(&["engine", "chess"], b"position startpos\ngo depth 3\n");
    assert_eq!(code(&output), Some(0));
    assert!(out(&output).contains("bestmove"));
    let output = typed(&["engine"], b"go infinite\n");
    assert!(out(&output).contains("bestmove"));
    assert_eq!(code(&typed(&["engine", "no-such-game"], b"")), Some(2));
}

#[test]
fn a_player_is_as_strong_as_it_is_asked_to_be() {
    let game = |args: &[&str]| {
        let all = ["play", "chess", "--white", "engine", "--black", "engine", "--plies", "4", "--seed", "3"];
        let output = typed(&[&all[..], args].concat(), b"");
        (code(&output), out(&output))
    };
    for args in [
        &["--level", "1"][..],
        &["--level=1/3"],
        &["--movetime", "20ms"],
        &["--time", "1s+10ms/500ms"],
        &["--nodes", "300/50", "--threads", "2"],
    ] {
        let (code, page) = game(args);
        assert!(code == Some(0) && page.contains("after 4 plies"), "{args:?} {page}");
    }
    assert_eq!(game(&["--level", "2"]), game(&["--level", "2"]));
    for args in
        [&["--level", "11"][..], &["--level", "2/"], &["--time", "soon"], &["--level", "2", "--nodes", "5"]]
    {
        assert_eq!(game(args).0, Some(2), "{args:?}");
    }
}

#[test]
fn what_positions_are_judged_by_is_shown() {
    let page = out(&typed(&["show", "chess", "--evaluation"], b""));
    assert!(page.contains("queen") && page.contains("Pieces are better kept."), "{page}");
    let table = out(&typed(&["show", "tamerlane", "king", "--evaluation"], b""));
    assert!(table.contains("What a square adds in the ending"), "{table}");
    let data = super::help::json(&["show", "tamerlane", "--evaluation", "--json"]);
    assert_eq!(data["goals"][0]["result"], "draw", "{}", data["goals"]);
}
