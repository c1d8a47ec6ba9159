//! The conformance file: a short game of each shipped game with its record, moves, positions, and the pictures of its first
//! position, and texts with problems. The library writes it, and the program, Python, JavaScript, the page, and an editor
//! reproduce it. `FERZ_BLESS=1` updates it.
//!
//! The tests of the others are `bindings/python/tests/test_conformance.py`, `bindings/web/tests/conformance.mjs`,
//! `web/tests/model.mjs`, and `lsp/conformance.rs` beside this file.

use super::help::{err, ferz, folder, json, out, root, typed};
use ferz::{Error, Loader, Problem, Random, Record, RecordedLine, RecordedMove, Rules};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// The number of plies of each game.
const PLIES: usize = 10;
/// The program is run by itself for one of this many games.
const STRIDE: usize = 10;

/// Returns the parts of the file that a shell does not have, with the reasons. The parts are the fields of a game and the
/// kinds of faulty texts. All shells read the records and play their moves, except for an editor.
fn omissions() -> Value {
    let no_game = "an editor plays no games";
    json!({
        "program": {},
        "python": {
            "pgn": "`ferz.pgn` writes in the layout of python-chess",
            "faulty record": "`ferz.pgn` keeps the errors of a game as exceptions",
        },
        "javascript": {},
        "page": { "pictures": "it draws each piece by itself, so its drawings need no ids" },
        "editor": {
            "record": no_game, "pgn": no_game, "legal": no_game,
            "faulty position": no_game, "faulty move": no_game, "faulty record": no_game,
        },
    })
}

/// Returns the ids of the pictures in a drawing.
pub fn pictures(svg: &str) -> Vec<&str> {
    let ids: BTreeSet<&str> = svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    ids.into_iter().collect()
}

/// Plays a game at random, and returns its moves with a comment, a mark, and a variation.
fn draft(rules: &Rules, random: &mut Random) -> Record {
    let mut game = rules.start();
    let mut record = Record::default();
    record.tags = vec![("White".to_owned(), "A \"B\" \\ C".to_owned())];
    record.comments = vec!["before".to_owned()];
    while record.moves.len() < PLIES {
        assert_eq!(rules.write_parts(&game.parts()).expect("the game's own parts"), game.fen());
        let legal: Vec<_> = game.legal_moves().collect();
        let Some((mv, other)) = random.pick(&legal).zip(random.pick(&legal)) else { break };
        let mut played = RecordedMove::default();
        played.text = game.text(*mv);
        match record.moves.len() % 5 {
            1 => played.comments = vec!["a {comment (".to_owned()],
            2 => played.marks = vec![1, 14],
            3 => {
                let mut line = RecordedLine::default();
                line.moves.push(RecordedMove::default());
                line.moves[0].text = game.text(*other);
                played.variations.push(line);
            }
            _ => {}
        }
        game.play(*mv).expect("a legal move");
        record.moves.push(played);
    }
    record
}

/// Returns the record of a game with the text and the final position.
fn entry(number: usize, name: &str) -> Value {
    let rules = Rules::load(name).expect("a shipped game");
    let draft = draft(&rules, &mut Random::new(number as u64));
    let (pgn, problems) = rules.write_record(&draft).expect("the start position");
    assert!(problems.is_empty(), "{name}: {problems:?}");
    let read = Loader::new().records(&pgn);
    assert!(read.problems.is_empty(), "{name}: {:?}\n{pgn}", read.problems);
    let last = &read.games[0];
    assert_eq!(rules.write_record(&last.record).expect("the start position").0, pgn);
    let of = |record: &Record| -> Vec<(String, Vec<String>, Vec<u16>)> {
        let data = |mv: &RecordedMove| (mv.text.clone(), mv.comments.clone(), mv.marks.clone());
        record.moves.iter().map(data).collect()
    };
    assert_eq!(of(&last.record), of(&draft), "{name}");
    let legal: Vec<String> = last.game.legal_texts().into_iter().map(|(_, text)| text).collect();
    json!({ "record": last.record, "pgn": pgn, "legal": legal, "pictures": pictures(&rules.start().svg()) })
}

/// The texts with problems: the kind, the game, and the text.
const FAULTY: [(&str, &str, &str); 8] = [
    ("rules", "", "variant mine \"Mine\" extends ches\n"),
    ("rules", "", "variant mine \"Mine\" extends chess\nchange piece kight N `NW`\n"),
    ("rules", "", "variant mine \"Mine\"\nbord { grid 8 x 8 }\n"),
    ("position", "chess", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ("position", "tamerlane", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("move", "chess", "e2e5"),
    ("move", "shogi", "e4e5"),
    ("record", "", "1. e4 e5 2. Ke3 *\n\n[Variant \"No such game\"]\n\n1. a4 *\n"),
];

/// Returns the parts of a problem that are the same in all shells.
fn problem(code: &str, message: &str, help: Option<&str>, (line, column): (u64, u64)) -> Value {
    json!({ "code": code, "message": message, "help": help, "line": line, "column": column })
}

fn problems(found: &[Problem]) -> Vec<Value> {
    let data = |one: &Problem| {
        let place = &one.labels[0];
        problem(one.code, &one.message, one.help.as_deref(), (place.line as u64, place.column as u64))
    };
    found.iter().map(data).collect()
}

/// Returns the problems that the library finds in a text.
fn faults((kind, game, text): (&str, &str, &str)) -> Value {
    let refused = |error: Option<Error>| problems(&error.expect("an error").problems());
    let load = || Rules::load(game).expect("a shipped game");
    let found = match kind {
        "rules" => refused(Rules::from_text(text).err()),
        "position" => refused(load().from_fen(text).err()),
        "move" => refused(load().start().read(text).err()),
        _ => problems(&Loader::new().records(text).problems),
    };
    json!({ "kind": kind, "game": game, "text": text, "problems": found })
}

/// Returns the file, with one line for each game and each text.
fn file() -> String {
    let games: Vec<String> =
        Rules::built_in().iter().enumerate().map(|(number, name)| entry(number, name).to_string()).collect();
    let faulty: Vec<String> = FAULTY.into_iter().map(|fault| faults(fault).to_string()).collect();
    let (games, faulty) = (games.join(",\n"), faulty.join(",\n"));
    format!(
        "{{\n\"does_not_apply\": {},\n\"games\": [\n{games}\n],\n\"faulty\": [\n{faulty}\n]\n}}\n",
        omissions()
    )
}

pub fn written() -> Value {
    let path = root().join("tests/fixtures/conformance.json");
    serde_json::from_str(&fs::read_to_string(path).expect("the file")).expect("JSON")
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn the_library_writes_the_file() {
    let path = root().join("tests/fixtures/conformance.json");
    let now = file();
    if std::env::var("FERZ_BLESS").is_ok() {
        fs::write(&path, now).expect("written");
    } else {
        let file = fs::read_to_string(&path).expect("the file");
        let changed = now.lines().zip(file.lines()).find(|(now, file)| now != file);
        assert_eq!(changed, None, "run with FERZ_BLESS=1 and review the changes");
        assert_eq!(now.len(), file.len(), "run with FERZ_BLESS=1 and review the changes");
    }
}

#[test]
fn the_program_reads_and_writes_the_records_of_the_file() {
    let file = written();
    let all: String = list(&file["games"]).iter().map(|game| text(&game["pgn"])).collect();
    let found: Value =
        serde_json::from_str(&out(&typed(&["convert", "--json"], all.as_bytes()))).expect("JSON");
    assert_eq!(found["problems"], json!([]));
    for (game, read) in list(&file["games"]).iter().zip(list(&found["games"])) {
        assert_eq!(game["record"], *read);
    }
    assert!(out(&typed(&["convert"], all.as_bytes())) == all, "the records are written in another way");
}

#[test]
fn the_program_has_the_moves_and_pictures_of_the_file() {
    let file = written();
    let folder = folder("conformance");
    for game in list(&file["games"]).iter().step_by(STRIDE) {
        let name = text(&game["record"]["game"]);
        let last = list(&game["record"]["moves"]).last().expect("a move");
        let view = json(&["moves", name, "--fen", text(&last["fen"]), "--json"]);
        assert_eq!(view["fen"], last["fen"], "{name}");
        let sorted =
            |value: &Value| list(value).iter().map(|mv| text(mv).to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(sorted(&view["moves"]), sorted(&game["legal"]), "{name}");
        let picture = folder.join("board.svg").display().to_string();
        let output = ferz(&["show", name, "--svg", &picture, "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let svg = fs::read_to_string(&picture).expect("a picture");
        assert_eq!(json!(pictures(&svg)), game["pictures"], "{name}");
    }
}

#[test]
fn the_program_reports_the_problems_of_the_file() {
    let file = written();
    let folder = folder("conformance-problems");
    for fault in list(&file["faulty"]) {
        let (game, faulty) = (text(&fault["game"]), text(&fault["text"]));
        let path = folder.join("text.ferz").display().to_string();
        fs::write(&path, faulty).expect("written");
        let output = match text(&fault["kind"]) {
            "rules" => ferz(&["check", &path, "--json"]),
            "position" => ferz(&["moves", game, "--fen", faulty, "--json"]),
            "move" => ferz(&["moves", game, "--after", faulty, "--json"]),
            _ => typed(&["convert", "--json"], faulty.as_bytes()),
        };
        let found: Value = serde_json::from_str(&out(&output)).expect("JSON");
        let found = if found.is_array() { &found } else { &found["problems"] };
        let data = |one: &Value| {
            let place = &one["labels"][0];
            let at = |part: &str| place[part].as_u64().expect("a number");
            problem(
                text(&one["code"]),
                text(&one["message"]),
                one["help"].as_str(),
                (at("line"), at("column")),
            )
        };
        let errors = list(found).iter().filter(|one| one["severity"] == "error");
        assert_eq!(errors.map(data).collect::<Vec<_>>(), list(&fault["problems"]), "{faulty}");
    }
}
