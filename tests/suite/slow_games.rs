//! Tests that engines and their searches end in time if the rules of a game make its moves slow to list.

use super::help::{folder, json};
use super::protocol::Client;
use std::time::{Duration, Instant};

/// A game in which generating legal moves is slow: a required placement depends on whether it traps a piece, which
/// depends on all replies.
const SLOW: &str = "variant slow \"Slow\"\nboard {\n  grid 8 x 8\n  black is white mirrored\n}\npiece king K `K` royal\n\
                    piece queen Q `Q` {\n  action jump {\n    to grid\n    provided it traps an enemy\n    must if it can\n  }\n}\n\
                    ending {\n  checkmate: loss\n  stalemate: draw\n}\narray start {\n  2 | Q Q . . . . Q Q\n  1 | Q . . . K . . Q\n}\n";

/// A game in which an ending and a required placement ask about each other. It is over at the start, because any move
/// fulfills the condition of the ending, so no move is expected.
const NESTED: &str = "variant slow \"Slow\"\nboard {\n  grid 5 x 4\n  black is white turned\n}\npiece king K `K` royal\n\
                      piece alder A `Q`\npiece cedar C {\n  neutral\n}\naction wink {\n  place non-royal in grid\n  to grid\n  \
                      provided it traps enemies by every-reply\n  must\n}\nending {\n  checkmate: loss\n  stalemate: draw\n  \
                      near: draw when some move reaches non-royal\n}\narray start {\n  2 | A A C C A\n  1 | K A C A C\n}\n";

/// The time after which a search gives up the list of moves, with some more for a busy machine.
const GIVEN_UP: Duration = Duration::from_millis(13_000);

/// Returns the legal moves at the start of a game.
fn legal_moves(path: &str) -> Vec<String> {
    let answer = json(&["moves", path, "--json"]);
    let moves = answer["moves"].as_array().expect("moves").iter();
    moves.map(|mv| mv.as_str().expect("a text").to_owned()).collect()
}

/// A GUI forfeits an illegal move at once. An answer of an engine can be late, but never illegal.
#[test]
fn a_hurried_search_returns_only_legal_moves() {
    let folder = folder("hurried");
    let file = folder.join("slow.ferz");
    std::fs::write(&file, SLOW).expect("written");
    let path = file.display().to_string();
    let legal = legal_moves(&path);
    let mut client = Client::new(&[&path]);
    for time in [1, 50, 100, 200, 500] {
        for _ in 0..3 {
            client.send("position startpos");
            client.send(&format!("go movetime {time}"));
            let best = client.last("bestmove");
            let best = best.split_whitespace().nth(1).expect("a move");
            assert!(legal.iter().any(|mv| mv == best), "after {time} ms: {best}");
        }
    }
    client.quit();
}

#[test]
fn a_search_gives_up_a_list_of_moves_that_takes_too_long() {
    for (number, game) in [NESTED.to_owned(), slower()].into_iter().enumerate() {
        let file = folder("given-up").join(format!("slow{number}.ferz"));
        std::fs::write(&file, &game).expect("written");
        let mut client = Client::new(&[&file.display().to_string()]);
        client.send("position startpos");
        let told = Instant::now();
        client.send("go movetime 200");
        let best = client.last("bestmove");
        assert!(told.elapsed() < GIVEN_UP, "{:?}", told.elapsed());
        assert!(best.contains("(none)"), "{best}");
        // A search that nobody waits for ends at once.
        client.send("go infinite");
        std::thread::sleep(Duration::from_millis(100));
        let told = Instant::now();
        client.quit();
        assert!(told.elapsed() < Duration::from_millis(1500), "{:?}", told.elapsed());
    }
}

/// Returns the slow game on a larger board, on which the moves cannot be listed within half a minute.
fn slower() -> String {
    let rows = [
        ("8 x 8", "16 x 16"),
        (" . . . . ", " Q . . . . . . . . . . Q "),
        (" . . . K . . ", " . . . . . . . K . . . . . . "),
    ];
    rows.iter().fold(SLOW.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[test]
fn xboard_gets_no_move_if_the_moves_take_too_long_to_list() {
    let file = folder("slow-xboard").join("slow.ferz");
    std::fs::write(&file, slower()).expect("written");
    let mut client = Client::new(&[&file.display().to_string()]);
    let late = Duration::from_millis(1500);
    ["xboard", "protover 2", "new", "st 0.2", "ping 1"].into_iter().for_each(|line| client.send(line));
    client.until("pong");
    // A hint for the user would need a complete list.
    let told = Instant::now();
    client.send("lift a2");
    client.until("highlight");
    assert!(told.elapsed() < late, "{:?}", told.elapsed());
    let told = Instant::now();
    client.send("go");
    // No move is sent before it is known to be legal.
    client.until("tellusererror the moves of this position take too long to list");
    assert!(told.elapsed() < GIVEN_UP, "{:?}", told.elapsed());
    client.send("analyze");
    std::thread::sleep(Duration::from_millis(100));
    let told = Instant::now();
    client.quit();
    assert!(told.elapsed() < late, "{:?}", told.elapsed());
}

/// Returns a game on a board of 16 x 16 squares with some full ranks of pieces.
fn crowded(ranks: usize, moves: &str, rules: &str) -> String {
    let row = |rank: usize| {
        let pieces = ["R"; 16].map(|piece| piece.to_owned()).join(" ");
        let with_king = if rank == 1 { pieces.replacen("R R R R", "R R R K", 1) } else { pieces };
        format!("  {rank} | {with_king}\n")
    };
    let rows: String = (1..=ranks).rev().map(row).collect();
    format!(
        "variant crowded \"Crowded\"\nboard {{\n  grid 16 x 16\n  black is white mirrored\n}}\n\
         piece king K `K` royal\npiece rider R `{moves}`\n{rules}\nending {{\n  checkmate: loss\n  \
         stalemate: draw\n}}\narray start {{\n{rows}}}\n"
    )
}

/// Checks of a game ask about its moves and attacks before the engine can answer the first command.
#[test]
fn an_engine_loads_a_game_with_too_many_moves() {
    let file = folder("crowded").join("crowded.ferz");
    let related = "player may not move by own piece attacked by enemy piece attacking own piece attacked by \
                   enemy piece when some move reaches own rider attacking enemy king";
    for (ranks, moves, rules) in [(5, "Q", related), (7, "[cU-cU-cU]", "player may not give checkmate")] {
        std::fs::write(&file, crowded(ranks, moves, rules)).expect("written");
        let told = Instant::now();
        let mut client = Client::new(&[&file.display().to_string()]);
        client.send("uci");
        client.until("uciok");
        assert!(told.elapsed() < Duration::from_secs(20), "{rules}: {:?}", told.elapsed());
        client.quit();
    }
    // The search may find no move in its time.
    let mut client = Client::new(&[&file.display().to_string()]);
    ["xboard", "protover 2", "new", "st 0.02", "go"].into_iter().for_each(|line| client.send(line));
    client.until("tellusererror the moves of this position take too long to list");
    client.quit();
}

/// The mates of al-Adli and Abu Na'im, of the ninth and tenth centuries, are found within ten seconds each.
#[test]
fn the_search_finds_the_mates_of_old_problems() {
    let mut client = Client::new(&["shatranj"]);
    for (fen, mate, first) in [
        ("6k1/5R2/7R/4N1F1/8/1fn5/r2r4/2K5 w - - 0 1", "score mate 5 ", "h6g6"),
        ("6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w - - 0 1", "score mate 3 ", "g3h5"),
    ] {
        client.send(&format!("position fen {fen}"));
        client.send("go movetime 10000");
        let lines = client.until("bestmove");
        assert!(lines.iter().any(|line| line.contains(mate)), "{fen}: {lines:#?}");
        let best = lines.last().expect("a line");
        assert!(best.starts_with(&format!("bestmove {first}")), "{fen}: {best}");
    }
    client.quit();
}
