//! Tests of unusual input: commands of chess programs, rule files, and records that were once handled wrongly.

use super::help::{code, err, ferz_in, folder, out, typed, typed_in};
use super::protocol::Client;
use ferz::{Loader, Rules};
use std::fs;
use std::time::{Duration, Instant};

/// Returns the output of the engine for some commands.
fn engine(args: &[&str], commands: &str) -> String {
    out(&typed(&[&["engine"], args].concat(), commands.as_bytes()))
}

#[test]
fn huge_times_do_not_stop_the_engine() {
    let huge = u64::MAX / 2;
    for go in [
        format!("go wtime 1000 winc {huge} depth 2"),
        format!("go wtime {huge} movestogo 1 depth 2"),
        format!("go movetime {huge} depth 2"),
    ] {
        let said = engine(&[], &format!("position startpos\n{go}\n"));
        assert!(said.lines().any(|line| line.starts_with("bestmove ")), "{go}: {said}");
    }
    let said = engine(&[], "xboard\ntime 1844674407370955162\nlevel 0 1e300 1e300\nsd 2\ngo\n");
    assert!(said.lines().any(|line| line.starts_with("move ")), "{said}");
    let said = engine(&[], &format!("usi\nposition startpos\ngo btime {huge} byoyomi {huge} depth 2\n"));
    assert!(said.lines().any(|line| line.starts_with("bestmove ")), "{said}");
}

/// An action that must be used if its condition holds, and whose condition asks about all replies. Its result is not
/// known after a search of no time.
const TRAPPER: &str = "variant trapper \"Trapper\"\nboard { grid 4 x 5; black is white mirrored }\npiece king K `K`\n\
    piece snail S `W` { action leap { to d5; provided it traps an enemy by every-reply; must if it can } }\n\
    piece pawn P `fmWfcF`\nending { gone: loss when no own king; stalemate: loss }\n\
    array start {\n 2 | P . . P\n 1 | P S K .\n}\n";

#[test]
fn a_move_of_a_hurried_search_is_legal() {
    let folder = folder("hurried");
    fs::write(folder.join("trapper.ferz"), TRAPPER).expect("written");
    let best = |args: &[&str], position: &str, go: &str| {
        let said =
            out(&typed_in(&folder, args, format!("position {position}\n{go}\ngo perft 1\n").as_bytes()));
        let best = said.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap_or_default();
        let best = best.split(' ').next().unwrap_or_default().to_owned();
        assert!(said.lines().any(|line| line.starts_with(&format!("{best}: "))), "{go}: {said}");
        assert!(!said.lines().any(|line| line.trim_end().ends_with(" pv")), "{said}");
    };
    let duty = "fen 2{Pp.waiting}7k/t7n2/11/11/11/11/11/11/11/K10 w - - 0 1 swap=-";
    for _ in 0..4 {
        for go in ["go movetime 0", "go movetime 1", "go wtime 1 btime 1", "go infinite\nstop"] {
            best(&["engine", "trapper.ferz"], "startpos", go);
            best(&["engine", "tamerlane@wikibooks"], duty, go);
        }
    }
}

#[test]
fn the_name_of_a_field_can_contain_moves() {
    let folder = folder("moves");
    let rules = "variant freezer \"Freezer\" extends chess\nright extra-moves once\n\
                 action freeze { pass; uses extra-moves }\n";
    fs::write(folder.join("freezer.ferz"), rules).expect("written");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 extra-moves=wb";
    for (moves, expected) in [("", "w KQkq - 0 1"), (" moves e2e3", "b KQkq - 0 1")] {
        let said = typed_in(
            &folder,
            &["engine", "freezer.ferz"],
            format!("position fen {fen}{moves}\nd\n").as_bytes(),
        );
        assert!(out(&said).contains(&format!("{expected} extra-moves=wb")), "{}", out(&said));
    }
}

#[test]
fn no_move_is_given_if_all_are_banned() {
    let said = engine(&[], "ucci\nposition fen 4k4/9/9/9/9/9/9/9/9/3K5 w\nbanmoves d0d1\ngo depth 3\n");
    assert!(said.contains("nobestmove") && !said.contains("\nbestmove"), "{said}");
}

#[test]
fn a_path_that_cannot_be_read_names_no_game() {
    let said = engine(
        &["tamerlane"],
        "uci\nsetoption name VariantPath value missing.ferz\nsetoption name UCI_Variant value tamerlane/third\nd\n",
    );
    assert!(said.contains("Variant: tamerlane\n") && !said.contains("games from files: tamerlane"), "{said}");
    assert_eq!(said.matches("there is no file").count(), 1, "{said}");
}

#[test]
fn xboard_sets_up_all_fields_of_a_position() {
    let said = engine(
        &["3check"],
        "xboard\nnew\nvariant 3check\nforce\nsetboard 4k3/8/8/8/8/8/8/Q3K3 w - - 1+1 0 1\nusermove a1a8\n",
    );
    assert!(said.contains("1-0 {"), "{said}");
    let said = engine(
        &["marseillais"],
        "xboard\nnew\nvariant marseillais\nforce\nsetboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
         usermove e7e5\nusermove d7d5\n",
    );
    assert!(!said.contains("Illegal"), "{said}");
}

#[test]
fn lines_without_effect_do_not_prolong_a_search_of_xboard() {
    let mut client = Client::new(&[]);
    client.send("xboard\nnew\nst 1\ngo");
    let begun = Instant::now();
    for line in ["holding [] []", "usermove e7e5", "nonsense", "holding [] []", "usermove a1a1", "nonsense"] {
        std::thread::sleep(Duration::from_millis(400));
        client.send(line);
    }
    client.last("move ");
    // The last of these lines is sent after 2.4 seconds. It would begin another search of a second.
    assert!(begun.elapsed() < Duration::from_millis(2_900), "{:?}", begun.elapsed());
    client.quit();
}

#[test]
fn an_explanation_names_the_piece_that_lends_a_move() {
    let folder = folder("lending");
    let rules = "variant relay \"Relay\"\nboard { grid 5 x 5; black is white mirrored }\npiece king K `K` royal\n\
                 piece rook R `R`\npiece knight N `mNxaN`\nroyalty { check binds always }\n\
                 ending { checkmate: loss; stalemate: draw }\narray start { 1 | R N K N R }\n";
    fs::write(folder.join("relay.ferz"), rules).expect("written");
    let said =
        out(&ferz_in(&folder, &["explain", "relay.ferz", "--fen", "4k/5/1R3/5/NK3 w - - 0 1", "b3c5"]));
    assert!(said.contains("the rook on b3 goes to c5 by a move that the knight on a1 lends to it"), "{said}");
    assert!(said.contains("relay.ferz:5") && !said.contains("relay.ferz:4"), "{said}");
}

#[test]
fn a_piece_can_become_itself_again() {
    let folder = folder("again");
    let rules = "variant again \"Again\"\nboard { grid 5 x 5; black is white mirrored }\npiece king K `K` royal\n\
                 piece rook R `R`\npiece queen Q `Q` {\n  arriving at board: becomes rook\n  \
                 capturing piece: becomes queen\n}\nroyalty { check binds always }\n\
                 ending { checkmate: loss; stalemate: draw }\narray start { 1 | R Q K . R }\n";
    fs::write(folder.join("again.ferz"), rules).expect("written");
    let checked = ferz_in(&folder, &["check", "again.ferz", "--deny", "warnings"]);
    assert_eq!(code(&checked), Some(0), "{}{}", out(&checked), err(&checked));
}

#[test]
fn a_token_of_another_script_is_shown_where_it_is_declared() {
    let folder = folder("script");
    let rules = "variant script \"Script\"\nboard { grid 4 x 4; black is white mirrored }\npiece king \u{41a} `K` royal\n\
                 ending { checkmate: loss; stalemate: draw }\narray start { 1 | K . . . }\n";
    fs::write(folder.join("script.ferz"), rules).expect("written");
    let checked = ferz_in(&folder, &["check", "script.ferz"]);
    let said = err(&checked) + &out(&checked);
    assert!(said.contains("3 │ piece king") && said.contains("U+041A CYRILLIC CAPITAL LETTER KA"), "{said}");
    assert!(said.contains("1 error") && !said.contains("the tokens are"), "{said}");
}

#[test]
fn a_record_that_ends_within_a_move_is_reported() {
    let folder = folder("ended");
    for (last, expected) in [("N", Some(1)), ("N *", Some(0)), ("N Nc6 1-0", Some(0))] {
        let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {last}\n").replace("1-0", "*");
        fs::write(folder.join("game.pgn"), text).expect("written");
        assert_eq!(code(&ferz_in(&folder, &["check", "game.pgn"])), expected, "{last}");
    }
}

/// Programs that read PGN ignore a line that begins with `%`.
#[test]
fn no_line_of_a_comment_begins_with_a_percent_sign() {
    let folder = folder("percent");
    let comment: Vec<String> = (0..60).map(|number| format!("%w{number}")).collect();
    let text = format!("[Event \"x\"]\n\n1. e4 {{ {} }} e5 *\n", comment.join(" "));
    fs::write(folder.join("game.pgn"), text).expect("written");
    let written = out(&ferz_in(&folder, &["convert", "game.pgn"]));
    assert!(written.contains("%w59") && written.contains("e5"), "{written}");
    assert!(!written.lines().any(|line| line.starts_with('%')), "{written}");
}

/// A line that begins with `%` is not a part of a record, so its brace opens no comment.
#[test]
fn an_escape_in_a_record_opens_no_comment() {
    let folder = folder("escape");
    let text = "[Event \"a\"]\n\n1. e4 e5 *\n% { of another program\n\n[Event \"b\"]\n\n1. d4 d5 *\n";
    fs::write(folder.join("games.pgn"), text).expect("written");
    let converted = out(&ferz_in(&folder, &["convert", "games.pgn"]));
    assert_eq!(converted.matches("[Event ").count(), 2, "{converted}");
}

#[test]
fn a_claimed_draw_is_read_from_a_record() {
    let rules = Rules::load("chess").expect("a built-in game");
    let mut game = rules.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").expect("a position");
    let claim = game.claims().first().map(|claim| claim.reason.clone()).expect("a claim");
    assert!(game.claim(&claim));
    let pgn = game.pgn();
    let outcome =
        |pgn: &str| Loader::new().games(pgn).expect("a record")[0].outcome().map(|outcome| outcome.reason);
    assert_eq!(outcome(&pgn), Some(claim), "{pgn}");
    // A win is not what the reason gives.
    let won = pgn.replace("1/2-1/2", "1-0");
    assert_eq!(outcome(&won), None, "{won}");
}

#[test]
fn pieces_on_one_file_are_told_apart_by_signs() {
    let rules = Rules::load("xiangqi").expect("a built-in game");
    let game = rules.from_fen("3k5/9/9/9/R8/9/R8/9/9/4K4 w - - 0 1").expect("a position");
    for (text, expected) in [("R++1", "a6a7"), ("R-+1", "a4a5"), ("R+.2", "a6h6"), ("R-.2", "a4h4")] {
        let mv = game.read_algebraic(text).map(|mv| game.text(mv));
        assert_eq!(mv.ok().as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn the_number_of_the_move_is_repaired_before_other_fields() {
    let start = out(&ferz_in(&folder("number"), &["moves", "tamerlane", "--json"]));
    let fen = start.lines().find_map(|line| line.trim().strip_prefix("\"fen\": \"")).expect("a position");
    let fen = fen.trim_end_matches("\",").replace(" - - 0 1 swap", " - - 0 0 swap");
    let said = engine(&["tamerlane"], &format!("position fen {fen}\nd\n"));
    assert!(said.contains(" - - 0 1 swap=wb"), "{said}");
}

#[test]
fn a_record_can_name_a_piece_with_two_letters() {
    let rules = "variant knave \"Knave\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
                 piece knave Kn `N`\npiece rook R `R`\n\
                 piece pawn P `fmW` { arriving at rank 4: becomes one of [knave, rook] }\n\
                 ending { checkmate: loss; stalemate: draw }\narray start { 1 | P . . K }\n";
    let loader = Loader::new().text("knave.ferz", rules);
    let mut game =
        loader.load("knave.ferz").expect("a game").from_fen("3k/P3/4/3K w - - 0 1").expect("a position");
    game.play_text("a3a4{kn}").expect("a promotion");
    let pgn = game.pgn();
    let read = Loader::new().text("knave.ferz", rules).games(&pgn).expect("a record");
    assert_eq!(read[0].fen(), game.fen(), "{pgn}");
}

#[cfg(unix)]
#[test]
fn a_file_of_games_must_be_a_file() {
    let folder = folder("device");
    for args in [&["study", "--from", "/dev/zero"][..], &["study", "chess", "--out", "/dev/zero", "--resume"]]
    {
        let refused = ferz_in(&folder, args);
        assert!(code(&refused) == Some(2) && err(&refused).contains("is a device"), "{}", err(&refused));
    }
}
