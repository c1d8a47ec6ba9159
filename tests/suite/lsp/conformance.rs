//! The parts of the conformance file that an editor shows: the problems of rules, and pictures of first positions.

use super::*;
use crate::conformance::{list, pictures, text, written};

/// The language server draws one of this many games.
const STRIDE: usize = 10;

#[test]
fn an_editor_shows_the_problems_of_the_file() {
    let path = folder("lsp-conformance").join("text.ferz");
    let mut client = Client::new();
    client.open(&path, "");
    let file = written();
    let rules = list(&file["faulty"]).iter().filter(|fault| fault["kind"] == "rules");
    for (version, fault) in (2..).zip(rules) {
        let found = client.replace(&path, version, text(&fault["text"]));
        let errors = list(&found).iter().filter(|one| one["severity"] == 1);
        let places = errors.clone().map(|one| {
            let start = &one["range"]["start"];
            let number = |part: &str| start[part].as_u64().expect("a number") + 1;
            json!({ "code": one["code"], "line": number("line"), "column": number("character") })
        });
        let wanted = list(&fault["problems"])
            .iter()
            .map(|one| json!({ "code": one["code"], "line": one["line"], "column": one["column"] }));
        assert_eq!(places.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        for (one, problem) in errors.zip(list(&fault["problems"])) {
            let message = text(&one["message"]);
            assert!(message.starts_with(text(&problem["message"])), "{message}");
            assert!(problem["help"].as_str().is_none_or(|help| message.contains(help)), "{message}");
        }
    }
    client.leave();
}

#[test]
fn an_editor_draws_the_pictures_of_the_file() {
    let mut client = Client::new();
    let file = written();
    for game in list(&file["games"]).iter().step_by(STRIDE) {
        let path = shipped(text(&game["record"]["game"]));
        let source = std::fs::read_to_string(&path).expect("a shipped game");
        client.open(&path, &source);
        let view = client.at("ferz/board", &path, &source, "about ");
        assert_eq!(json!(pictures(text(&view["svg"]))), game["pictures"], "{}", path.display());
    }
    client.leave();
}
