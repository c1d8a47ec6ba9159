//! Tests of records of games: their data, the files that they name, and the habits of other programs.

use super::help::{code, err, ferz, ferz_in, folder, json, out, typed};
use ferz::{Loader, Record, RecordedLine, RecordedMove, Rules};
use serde_json::Value;

/// Returns the output and the messages of `ferz convert`.
fn converted(input: &str) -> (String, String) {
    let output = typed(&["convert"], input.as_bytes());
    (out(&output), err(&output))
}

#[test]
fn records_are_data() {
    let folder = folder("record-data");
    let file = folder.join("games.pgn").display().to_string();
    let first =
        "[White \"A\"]\n[Result \"0-1\"]\n\n{Good luck.} 1. f3 $6 (1. e4 {Best.} e5) e5 2. g4 Qh4# 0-1\n\n";
    std::fs::write(&file, format!("{first}[White \"B\"]\n\n1. Ke4 *\n")).expect("written");
    let output = ferz(&["convert", &file, "--json"]);
    let all: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!((code(&output), all["games"].as_array().map(Vec::len)), (Some(1), Some(2)));
    assert_eq!(all["problems"][0]["labels"][0]["line"], 8);
    let game = &all["games"][0];
    assert_eq!(
        (&game["game"], &game["result"], &game["tags"]["White"]),
        (&"chess".into(), &"0-1".into(), &"A".into())
    );
    assert_eq!(game["comments"].to_string(), r#"["Good luck."]"#);
    let (moves, variation) = (&game["moves"], &game["moves"][0]["variations"][0]["moves"]);
    assert_eq!((&moves[3]["san"], &moves[3]["move"]), (&"Qh4#".into(), &"d8h4".into()));
    assert_eq!((&moves[0]["marks"][0], &variation[0]["comments"][0]), (&6.into(), &"Best.".into()));
    assert_eq!(variation[1]["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    std::fs::write(&file, first).expect("written");
    assert_eq!(json(&["replay", &file, "--json"])["moves"], *moves);
    let positions = typed(&["convert", "--json"], b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let positions: Value = serde_json::from_str(&out(&positions)).expect("JSON");
    assert_eq!(positions["positions"][0], "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn records_can_name_the_file_of_their_game() {
    let folder = folder("own-game");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("own.ferz", "variant own \"My game\" extends chess\nchange piece knight N `NW`\n");
    write("tagged.pgn", "[Variant \"own.ferz\"]\n\n1. Nc3 Nf6 *\n");
    write("plain.pgn", "1. e4 e5 *\n");
    for args in [
        &["convert", "--game", "./own.ferz", "plain.pgn"][..],
        &["convert", "tagged.pgn"],
        &["check", "--game", "own.ferz", "plain.pgn"],
        &["check", "tagged.pgn"],
    ] {
        let output = ferz_in(&folder, args);
        assert_eq!(code(&output), Some(0), "{args:?}: {}", err(&output));
        let page = out(&output);
        assert!(args[0] == "check" || page.contains("[Variant \"own\"]\n[RuleFile "), "{page}");
    }
}

#[test]
fn a_move_number_of_zero_is_corrected() {
    let output = ferz(&["moves", "racingkings", "--fen", "1k5b/5b2/8/8/8/8/3N3K/N4B2 w - - 0 0"]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(err(&output).contains("the number of the move must be at least 1"), "{}", err(&output));
}

/// WinBoard counts the ranks of xiangqi from 0.
#[test]
fn records_that_count_ranks_from_zero_are_read() {
    let moves = "1. Cbe2 Hc7 2. Hc2 Rb9 3. Rb0 c5 4. g4 Ch3 *\n";
    let (written, said) = converted(&format!("[Variant \"xiangqi\"]\n\n{moves}"));
    assert!(
        said.is_empty() && written.ends_with("1. Cbe3 Nc8 2. Nc3 Rb10 3. Rb1 c6 4. g5 Ch4 *\n\n"),
        "{written}{said}"
    );
    // A record that can be read with ranks from 1 is read so.
    assert_eq!(converted(&written).0, written);
}

#[test]
fn records_without_their_game_are_read_by_given_rules() {
    let own = "variant own \"Own\" extends chess\nchange piece knight N `NW`\n";
    let loader = Loader::new().text("own.ferz", own);
    let rules = loader.load("own.ferz").expect("rules");
    // The last move is legal only by these rules.
    let plies = |tag: &str| {
        let records = loader.records_by(&rules, &format!("{tag}1. Nc3 Nc6 2. Nd3 *\n"));
        (records.games[0].record.game.clone(), records.games[0].game.history().count())
    };
    assert_eq!(plies(""), ("own".to_owned(), 3));
    assert_eq!(plies("[Variant \"own\"]\n\n"), ("own".to_owned(), 3));
    assert_eq!(plies("[Variant \"Chess\"]\n\n"), ("chess".to_owned(), 2));
    let choices = Loader::new().array("third").switch("giraffe.reach", "2").load("tamerlane").expect("rules");
    let read = Loader::new().records_by(&choices, "1. {Pk}f4 *\n");
    let record = &read.games[0].record;
    assert_eq!((record.array.as_str(), record.switches["giraffe.reach"].as_str()), ("third", "2"));
    let (pgn, _) = choices.write_record(record).expect("a record");
    let again = &Loader::new().records(&pgn).games[0].record;
    assert_eq!(
        (&again.array, &again.switches, &again.moves),
        (&record.array, &record.switches, &record.moves)
    );
}

#[test]
fn a_record_as_data_is_written_up_to_an_illegal_move() {
    let line = |texts: &[&str]| {
        let mut line = RecordedLine::default();
        for text in texts {
            let mut mv = RecordedMove::default();
            mv.text = (*text).to_owned();
            line.moves.push(mv);
        }
        line
    };
    let mut record = Record::default();
    record.tags =
        [("White", "A"), ("FEN", "old"), ("Switches", "a=b")].map(|(a, b)| (a.into(), b.into())).to_vec();
    record.result = "1-0".to_owned();
    record.moves = line(&["e2e4", "e7e5", "e1e3", "a7a6"]).moves;
    record.moves[1].variations = vec![line(&["c7c5", "c2c5"])];
    record.moves[1].variations[0].moves[0].variations = vec![line(&["d7d5"])];
    let chess = Rules::load("chess").expect("rules");
    let (pgn, problems) = chess.write_record(&record).expect("a record");
    assert!(pgn.ends_with("\n\n1. e4 e5 (1... c5 (1... d5)) 1-0\n\n"), "{pgn}");
    assert!(pgn.contains("[White \"A\"]") && !pgn.contains("old") && !pgn.contains("Switches"), "{pgn}");
    let found: Vec<_> =
        problems.iter().map(|one| (one.severity.name(), one.labels[0].text.as_str())).collect();
    assert_eq!(found, [("error", "White's move 2"), ("warning", "White's move 2")]);
    // An end by the rules is stated, and the start position is a part of the record.
    record.fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 9".to_owned();
    record.moves = line(&["a1a8"]).moves;
    let (pgn, _) = chess.write_record(&record).expect("a record");
    assert!(pgn.contains("[Termination \"White wins: checkmate\"]\n\n9. Ra8# 1-0\n"), "{pgn}");
    assert_eq!(Loader::new().records(&pgn).games[0].record.fen, record.fen);
    record.fen = "nothing".to_owned();
    assert_eq!(chess.write_record(&record).expect_err("no position").problems()[0].code, "fen-rank-count");
}
