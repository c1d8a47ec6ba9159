//! Tests of the program as other chess programs run it: through pipes, by UCI and by the XBoard protocol.
//!
//! A [`Client`] starts the engine, sends commands, and waits for answers. The first tests cover UCI, the following ones
//! XBoard, and the last ones USI and UCCI.

use super::help::{code, folder, out, program, root, typed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The time limit for an answer, which is generous even for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine, with its input and output.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    pub fn new(args: &[&str]) -> Client {
        let mut child = program()
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

    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// Returns the lines up to one that begins with this text.
    pub fn until(&self, begin: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            all.push(line.unwrap_or_else(|_| panic!("no `{begin}` after {all:?}")));
            if all.last().is_some_and(|line| line.starts_with(begin)) {
                return all;
            }
        }
    }

    pub fn last(&self, begin: &str) -> String {
        self.until(begin).pop().unwrap_or_default()
    }

    pub fn quit(mut self) {
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
fn a_search_ends_on_request() {
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
    // Fairy-Stockfish writes passes and relocations as squares. The tokens of promoted pieces and of some kings are longer,
    // but moves do not name them.
    for game in ["crazyhouse", "janggi", "sittuyin", "orda"] {
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send("isready");
        let lines = client.until("readyok");
        assert!(!lines.iter().any(|line| line.contains("cannot write")), "{lines:?}");
    }
    let file = root().join("variants/tamerlane/tamerlane.ferz");
    client.send(&format!("setoption name VariantPath value {}", file.display()));
    let lines = client.until("info string games from files");
    assert!(lines.iter().any(|line| line.contains("files 11 ranks 10")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("cannot write some moves")), "{lines:?}");
    client.send("setoption name UCI_Variant value tamerlane/third@wikibooks");
    client.send("isready");
    client.until("readyok");
    client.send("go nodes 500");
    client.until("bestmove");
    client.send("setoption name UCI_Variant value no-such-game");
    assert!(client.last("info string").contains("no-such-game"));
    // A GUI can name the piece type even if there is only one promotion.
    client.send("setoption name UCI_Variant value shatranj");
    client.send("position fen 8/4P3/8/8/8/8/k6r/3K4 w - - 0 1 moves e7e8q a2a3");
    client.send("d");
    assert!(client.last("Fen: ").starts_with("Fen: 4F3/8/8/8/8/k7/7r/3K4 w"));
    client.send("nonsense");
    client.send("position fen nonsense");
    client.send("position startpos moves z9z9");
    client.send("go depth 1");
    client.until("bestmove");
    client.quit();
}

/// Random commands must always receive an answer.
#[test]
fn a_thousand_commands_are_answered() {
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
    // The output can contain earlier `readyok`. The last one comes after all moves.
    let mut moves = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    while moves < started {
        client.until("bestmove");
        moves += 1;
    }
    client.quit();
}

#[test]
fn xboard_receives_the_description_of_a_game() {
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
    // The citadels have their own files, and XBoard counts ranks from 0.
    assert!(setup.contains(" 13x10+0_fairy "), "{setup}");
    assert!(lines.iter().any(|line| line.starts_with("piece ")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "piece T& yafF"), "{lines:?}");
    client.send("sd 2");
    client.send("go");
    let mv = client.last("move ");
    assert_eq!(mv.len(), "move e2e3".len(), "{mv}");
    client.quit();
}

#[test]
fn xboard_receives_no_description_of_a_game_that_it_knows() {
    for (answers, game, is_described) in [
        (&["accepted setboard", "accepted variants"][..], "atomic", false),
        (&["accepted setboard", "accepted variants"], "horde", true),
        // A program that does not read the names of games reads no descriptions either.
        (&["rejected sigint", "accepted memory"], "horde", false),
        (&[], "horde", true),
    ] {
        let mut client = Client::new(&[]);
        let variant = format!("variant {game}");
        for line in ["xboard", "protover 2"].iter().chain(answers).chain(&["new", &variant, "ping 1"]) {
            client.send(line);
        }
        let lines = client.until("pong 1");
        let described = lines.iter().any(|line| line.starts_with("setup ") || line.starts_with("piece "));
        assert_eq!(described, is_described, "{answers:?} {game}: {lines:?}");
        client.quit();
    }
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
fn xboard_can_count_positions_in_place_of_time() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "nps 1", "st 50", "usermove e2e4"] {
        client.send(line);
    }
    // By the clock, the search would take 50 seconds.
    let begun = Instant::now();
    client.last("move ");
    assert!(begun.elapsed() < Duration::from_secs(30));
    client.send("quit");
}

#[test]
fn a_ping_during_a_search_is_answered_after_the_move() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "ping 1", "st 0.5", "usermove e2e4", "ping 2", "ping 3"] {
        client.send(line);
    }
    let lines = client.until("pong 3");
    let answers = lines.iter().filter(|line| line.starts_with("move ") || line.starts_with("pong "));
    let answers: Vec<&str> = answers.map(|line| line.split_at(5).0).collect();
    assert_eq!(answers, ["pong ", "move ", "pong ", "pong "], "{lines:?}");
    // A command that ends the search without a move is answered at once.
    for line in ["st 60", "usermove d2d4", "ping 4", "force"] {
        client.send(line);
    }
    assert_eq!(client.last("pong"), "pong 4");
    client.quit();
}

#[test]
fn xboard_hears_the_result_if_it_asks_for_a_move_after_the_end() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "force", "setboard k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "go"] {
        client.send(line);
    }
    assert_eq!(client.last("1-0"), "1-0 {checkmate}");
}

#[test]
fn xboard_hears_that_the_rules_define_no_result() {
    let game = folder("no-result").join("bare.ferz");
    let text = "variant bare \"Bare\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece king K `K` royal\n\
                piece rook R `R`\narray start {\n  1 | K . . R\n}\n";
    std::fs::write(&game, text).expect("written");
    let mut client = Client::new(&[&game.display().to_string()]);
    for line in ["xboard", "protover 2", "force", "setboard k3/3R/1R2/3K b - - 0 1", "go"] {
        client.send(line);
    }
    let told = client.last("tellusererror");
    assert!(told.contains("no legal move"), "{told}");
}

#[test]
fn a_search_without_time_still_gives_a_move() {
    let game = folder("no-time").join("must.ferz");
    // The required action is tried only before the request to stop.
    let text = "variant must \"Must\"\nboard {\n  grid 4 x 5\n  black is white mirrored\n}\npiece king K `K` royal\n\
                piece birch B `W` {\n  action leap {\n    to rank 1..3\n    must\n  }\n}\nending {\n  checkmate: loss\n  \
                stalemate: draw\n}\narray start {\n  1 | K B . .\n}\n";
    std::fs::write(&game, text).expect("written");
    let mut client = Client::new(&[&game.display().to_string()]);
    for go in ["go movetime 0", "go movetime 1", "go wtime 1 btime 1"].repeat(5) {
        client.send("position startpos");
        client.send(go);
        let best = client.last("bestmove");
        assert!(!best.contains("none"), "{go}: {best}");
    }
}

#[test]
fn xboard_plays_all_moves_of_a_turn() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "variant marseillais", "st 0.05", "usermove e2e4"] {
        client.send(line);
    }
    let (first, second) = (client.last("move "), client.last("move "));
    assert_ne!(first, second);
    // Now White is to move.
    client.send("usermove a2a3");
    client.send("usermove e2e4");
    assert_eq!(client.last("Illegal move"), "Illegal move: e2e4");
    client.quit();
}

#[test]
fn xboard_receives_hints_for_the_user() {
    let mut client = Client::new(&["chess"]);
    for line in ["xboard", "protover 2", "new", "force", "setboard 1n2k3/P7/8/3Pp3/8/8/8/4K3 w - - 0 1"] {
        client.send(line);
    }
    client.send("lift a7");
    assert_eq!(client.last("highlight"), "highlight MM6/8/8/8/8/8/8/8");
    client.send("put a8");
    assert_eq!(client.last("choice"), "choice QRBN");
    client.send("setboard 4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1");
    client.send("usermove e7e5");
    client.send("lift d5");
    assert_eq!(client.last("highlight"), "highlight 8/8/3YR3/8/8/8/8/8");
    client.send("hover e6");
    assert_eq!(client.last("highlight"), "highlight 8/8/8/4g3/8/8/8/8");
    client.quit();
}

const LION: &str = r#"variant lion-chess "Lion chess"
board {
  grid 8 x 8
  black is white mirrored
}
piece king K `K` royal
piece lion L `KNADcaK`
piece pawn P `fmWfcF`
array main "Main" {
  8 | . l . . k . l .
  7 | p p p p p p p p
  2 | P P P P P P P P
  1 | . L . . K . L .
}
royalty {
  check binds always
}
ending {
  checkmate: loss
  stalemate: draw
}
"#;

/// A piece that captures along its path makes a move of several parts.
#[test]
fn xboard_receives_moves_of_several_parts() {
    let game = folder("xboard-lion").join("lion.ferz");
    std::fs::write(&game, LION).expect("a file");
    let mut client = Client::new(&[game.to_str().expect("a path")]);
    for line in ["xboard", "protover 2", "force", "setboard 4k3/8/8/3pp3/2L5/8/8/4K3 w - - 0 1"] {
        client.send(line);
    }
    client.send("lift c4");
    let marks = client.last("highlight");
    assert!(marks.contains("/YYYCR3/"), "{marks}");
    client.send("lift d5");
    let onward = client.last("highlight");
    assert!(onward.contains("/2YYY3/2Y1Y3/"), "{onward}");
    client.send("usermove c4d5,d5e5");
    client.send("setboard 4k3/8/8/3pp3/2L5/8/8/4K3 w - - 0 1");
    client.send("sd 3");
    client.send("go");
    assert_eq!(client.last("move "), "move c4d5,");
    assert_eq!(client.last("move "), "move d5d6");
    assert!(client.last("1-0").contains("checkmate"));
    client.quit();
}

/// XBoard uses other letters for some pieces, has names for promotions, and has its own rules for hands.
#[test]
fn xboard_gets_the_letters_that_it_knows() {
    let mut client = Client::new(&[]);
    for line in ["xboard", "protover 2", "new", "variant shatranj", "force"] {
        client.send(line);
    }
    // XBoard calls the counsellor `Q`.
    client.send("setboard 8/4K3/8/8/8/8/P5pk/8 b - - 0 1");
    client.send("usermove g2g1q");
    client.send("setboard 8/4P3/8/8/8/8/P5pk/4K3 w - - 0 1");
    client.send("sd 1");
    client.send("go");
    let mv = client.last("move ");
    assert_eq!(mv, "move e7e8q");
    client.send("force");
    client.send("variant shogi");
    let lines = client.until("piece P&");
    let setup = lines.iter().find(|line| line.starts_with("setup ")).expect("the board");
    assert!(setup.contains(" 9x9+7_"), "seven pieces can be in hand: {setup}");
    for line in
        ["force", "usermove c3c4", "usermove g7g6", "usermove b2h8+", "usermove g9h8", "usermove B@e5"]
    {
        client.send(line);
    }
    client.send("ping 1");
    let lines = client.until("pong 1");
    assert!(!lines.iter().any(|line| line.starts_with("Illegal")), "{lines:?}");
    client.send("variant crazyhouse");
    client.send("force");
    client.send("setboard 4k3/1P6/8/8/8/8/7Q~/4K3[Nn] w - - 0 1");
    client.send("usermove b7b8q");
    client.send("usermove N@c8");
    client.send("variant normal");
    client.send("force");
    client.send("setboard 8/8/8/3pP3/8/8/8/K6k w - d6 7 30");
    client.send("usermove e5d6");
    client.send("ping 2");
    let lines = client.until("pong 2");
    assert!(!lines.iter().any(|line| line.starts_with("Illegal")), "{lines:?}");
    client.quit();
}

/// A game on the command line is the first variant that XBoard sees.
#[test]
fn xboard_begins_with_the_requested_game() {
    let mut client = Client::new(&["tamerlane/third"]);
    client.send("xboard");
    client.send("protover 2");
    let features = client.until("feature done=1").join("\n");
    assert!(features.contains("variants=\"tamerlane,") && !features.contains("normal"), "{features}");
    client.send("new");
    client.send("variant tamerlane");
    let lines = client.until("piece ");
    let setup = lines.iter().find(|line| line.starts_with("setup ")).expect("the board");
    let other = typed(&["engine"], b"xboard\nvariant tamerlane\n");
    assert!(!out(&other).contains(setup.as_str()), "the array is the one that was asked for");
    // XBoard's notation can describe the moves of bent riders. An exchange is the last resort.
    client.send("ping 1");
    let lines = client.until("pong 1").join("\n");
    assert!(lines.contains("& yafF") && lines.contains("& mafsmafyafF"), "{lines}");
    client.send("force");
    client.send("setboard *r9k*/12*/*1r9*/*11*/*11*/*11*/*7N3*/*11*/*12/*K10* w - - 0 1");
    client.send("sd 2");
    client.send("go");
    // Both rooks attack the king, and the knight is far away, so only an exchange helps.
    assert_eq!(client.last("move "), "move b0i3");
    client.quit();
}

#[test]
fn the_engine_ponders_for_xboard() {
    let mut client = Client::new(&["chess"]);
    for line in ["xboard", "protover 2", "new", "hard", "post", "sd 4", "usermove e2e4"] {
        client.send(line);
    }
    client.until("move ");
    client.send("hint");
    let hint = client.last("Hint: ");
    let expected = hint.trim_start_matches("Hint: ").to_owned();
    // The engine ponders the reply to the expected move.
    client.send(&format!("usermove {expected}"));
    client.until("move ");
    client.send("hint");
    let hint = client.last("Hint: ");
    // The engine also answers a different move.
    let other = ["a2a3", "h2h3"].into_iter().find(|mv| !hint.ends_with(mv)).expect("a move");
    client.send(&format!("usermove {other}"));
    client.until("move ");
    client.send("easy");
    client.send("ping 7");
    client.until("pong 7");
    client.quit();
}

#[test]
fn xboard_can_ask_for_the_progress_of_an_analysis() {
    let mut client = Client::new(&["chess"]);
    for line in ["xboard", "protover 2", "new", "usermove e2e4", "analyze"] {
        client.send(line);
    }
    client.until("4 ");
    client.send(".");
    let numbers: Vec<u64> = client.last("stat01: ").split_whitespace().skip(1).flat_map(str::parse).collect();
    let [_, nodes, depth, left, choices] = numbers[..] else { panic!("{numbers:?}") };
    assert!(nodes > 0 && depth >= 4 && left == 0, "{numbers:?}");
    assert_eq!(choices, 20);
    client.send("exit");
    client.send(".");
    client.send("ping 1");
    client.until("pong 1");
    client.quit();
}

/// Shogi servers write the pieces of some games with other letters than engines.
#[test]
fn positions_and_moves_of_shogi_servers_are_read() {
    let mut client = Client::new(&["kyotoshogi"]);
    client.send("usi");
    client.until("usiok");
    for (position, fen) in [
        ("sfen pgkst/5/5/5/TSKGP b - 1", "pgkst/5/5/5/TSKGP[] w - - 0 1"),
        ("sfen pgkst/5/5/5/TSKGP w - 2", "pgkst/5/5/5/TSKGP[] b - - 0 1"),
        ("startpos moves 5e5d+ 1a1b+", "pgks1/4l/5/L4/1SKGP[] w - - 2 2"),
        ("sfen 2k2/5/5/5/2K2 b P 1 moves R*1b", "2k2/4R/5/5/2K2[] b - - 1 1"),
    ] {
        client.send(&format!("position {position}"));
        client.send("d");
        assert_eq!(client.last("Fen:"), format!("Fen: {fen}"), "{position}");
    }
    client.quit();
}

#[test]
fn a_file_of_another_program_adds_its_games() {
    let folder = folder("variant-path");
    let file = folder.join("variants.ini");
    let text = "[one:chess]\nking = k\n[wide:chess]\nmaxFile = 10\nstartFen = rnnbqkbnnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNNBQKBNNR w - - 0 1\n";
    std::fs::write(&file, text).expect("written");
    let mut client = Client::new(&[]);
    client.send("uci");
    client.until("uciok");
    client.send(&format!("setoption name VariantPath value {}", file.display()));
    assert!(client.last("info string games from files").ends_with(": one wide"));
    client.send("setoption name UCI_Variant value wide");
    client.send("position startpos");
    client.send("go perft 1");
    assert_eq!(client.last("Nodes searched"), "Nodes searched: 28");
    client.quit();
}

#[test]
fn a_client_of_usi_is_answered() {
    let mut client = Client::new(&[]);
    client.send("usi");
    let greeting = client.until("usiok").join("\n");
    assert!(greeting.contains("option name USI_Hash type spin default 32"), "{greeting}");
    assert!(greeting.contains("option name USI_Variant type combo default shogi"), "{greeting}");
    client.send("usinewgame");
    client.send("position startpos moves 7g7f 3c3d 8h2b+ 3a2b");
    client.send("go depth 2 searchmoves B*5e");
    assert_eq!(client.last("bestmove").split(' ').nth(1), Some("B*5e"));
    // On the last rank, the promotion is forced, and its text is written.
    client.send("position sfen 4k4/2P6/9/9/9/9/9/9/4K4 b Gg 1");
    client.send("go perft 1");
    let lines = client.until("Nodes searched");
    assert!(lines.contains(&"7b7a+: 1".to_owned()), "{lines:?}");
    assert!(lines.contains(&"G*5b: 1".to_owned()), "{lines:?}");
    // A dragon is a promoted rook. There is a mate in three plies.
    client.send("position sfen 4k4/9/4G4/9/9/9/9/9/+R3K4 b G 1");
    client.send("go btime 0 wtime 0 byoyomi 300");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
    client.send("go mate infinite");
    client.until("checkmate notimplemented");
    client.send("gameover win");
    client.send("position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1");
    client.send("go movetime 50");
    assert_eq!(client.last("bestmove"), "bestmove resign");
    client.quit();
}

#[test]
fn a_client_of_ucci_is_answered() {
    let mut client = Client::new(&[]);
    client.send("ucci");
    let greeting = client.until("ucciok").join("\n");
    assert!(greeting.contains("option hashsize type spin min 1 max 16384 default 32"), "{greeting}");
    client.send("setoption usemillisec true");
    client.send("setoption hashsize 2");
    client.send("isready");
    client.until("readyok");
    client.send("position startpos moves h2e2");
    client.send("go time 300 opptime 300 movestogo 40");
    let lines = client.until("bestmove");
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 1 time ") && line.contains(" pv ")),
        "{lines:?}"
    );
    // One move gives mate. If the command excludes it, the engine plays another.
    let position = "position fen 3k5/R8/1R7/9/9/9/9/9/9/5K3 w - - 0 1";
    client.send(position);
    client.send("go depth 3");
    assert_eq!(client.last("bestmove"), "bestmove b7b9");
    client.send(position);
    client.send("banmoves b7b9");
    client.send("go depth 3");
    assert_ne!(client.last("bestmove"), "bestmove b7b9");
    client.send("position fen 1R1k5/R8/9/9/9/9/9/9/9/5K3 b - - 0 1");
    client.send("go depth 2");
    client.until("nobestmove");
    client.send("quit");
    client.until("bye");
    assert!(client.child.wait().expect("it ends").success());
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let output = typed(&["engine", "chess"], b"position startpos\ngo depth 3\n");
    assert_eq!(code(&output), Some(0));
    assert!(out(&output).contains("bestmove"));
    let output = typed(&["engine"], b"go infinite\n");
    assert!(out(&output).contains("bestmove"));
    assert_eq!(code(&typed(&["engine", "no-such-game"], b"")), Some(2));
}

#[test]
fn the_strength_options_limit_the_player() {
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
fn the_evaluation_is_shown() {
    let page = out(&typed(&["show", "chess", "--evaluation"], b""));
    assert!(page.contains("queen") && page.contains("Pieces count for their owner."), "{page}");
    let table = out(&typed(&["show", "tamerlane", "king", "--evaluation"], b""));
    assert!(table.contains("Square values in the ending"), "{table}");
    let data = super::help::json(&["show", "tamerlane", "--evaluation", "--json"]);
    assert_eq!(data["goals"][0]["result"], "draw", "{}", data["goals"]);
}
