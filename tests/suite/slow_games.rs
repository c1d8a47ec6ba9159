//! Tests that engines and their searches end in time if the rules of a game make its moves slow to list.

use super::help::folder;
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

#[test]
fn a_search_ends_in_time_if_move_generation_is_slow() {
    [SLOW, NESTED].into_iter().for_each(searches_end_in_time);
}

fn searches_end_in_time(game: &str) {
    let folder = folder("slow");
    let file = folder.join("slow.ferz");
    std::fs::write(&file, game).expect("written");
    let path = file.display().to_string();
    let mut client = Client::new(&[&path]);
    // The limit leaves time for a busy machine, but not for generating a list of moves.
    let late = Duration::from_millis(1500);
    for go in ["go movetime 200", "go wtime 1000 btime 1000", "go infinite", "go depth 3"] {
        client.send("position startpos");
        let told = Instant::now();
        client.send(go);
        if go.contains("infinite") || go.contains("depth") {
            std::thread::sleep(Duration::from_millis(100));
            client.send("stop");
        }
        let best = client.last("bestmove");
        assert!(told.elapsed() < late, "{go}: {:?}", told.elapsed());
        assert!(game == NESTED || !best.contains("none"), "{go}: {best}");
    }
    client.send("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    let told = Instant::now();
    client.quit();
    assert!(told.elapsed() < late, "{:?}", told.elapsed());
}

#[test]
fn xboard_gets_a_move_in_time_if_move_generation_is_slow() {
    let folder = folder("slow-xboard");
    let file = folder.join("slow.ferz");
    // On a larger board, the moves cannot be listed within half a minute.
    let rows = [
        ("8 x 8", "16 x 16"),
        (" . . . . ", " Q . . . . . . . . . . Q "),
        (" . . . K . . ", " . . . . . . . K . . . . . . "),
    ];
    let slower = rows.iter().fold(SLOW.to_owned(), |text, (from, to)| text.replace(from, to));
    std::fs::write(&file, slower).expect("written");
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
    client.until("move");
    assert!(told.elapsed() < late, "{:?}", told.elapsed());
    // The moves after this one cannot be listed, so the engine cannot play on.
    client.until("tellusererror the moves of this position take too long to list");
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
