//! Tests of the command `ferz betza`.

use clap::Parser;
use ferz_cli::betza::{BetzaAnswer, BetzaArgs, answer};
use serde_json::{Value, json};

#[derive(Parser)]
#[command(name = "betza")]
struct Line {
    #[command(flatten)]
    args: BetzaArgs,
}

fn ask(words: &str) -> Result<BetzaAnswer, String> {
    answer(&Line::try_parse_from(format!("betza {words}").split(' ')).unwrap().args, false)
}

fn ferz(words: &str) -> String {
    ask(words).unwrap().text.unwrap()
}

fn data(words: &str) -> Value {
    serde_json::from_str(&ferz(words)).unwrap()
}

#[test]
fn json_has_the_documented_fields() {
    let found = data("fmWfcF --json --enemy d6,e6");
    assert_eq!(found["notation"], "fmWfcF");
    assert_eq!(found["canonical"], "fmWfcF");
    assert_eq!(found["quiet"], json!([]));
    assert_eq!(found["captures"], json!(["d6"]));
    assert_eq!(found["name"], "shatranj pawn");
    assert!(found.get("automaton").is_none());
    let found = data("FyafsF --json --automaton");
    assert_eq!(found["canonical"], "[F?R]");
    assert_eq!(found["name"], "griffon");
    assert!(found["automaton"]["states"].is_array());
    assert_eq!(data("griffon --json")["notation"], "[F?R]");
    assert_eq!(data("lW --json --color black")["quiet"], json!(["f5"]));
    assert_eq!(data("ifmnD --json --virgin --from a2 --board 8x8")["quiet"], json!(["a4"]));
}

#[test]
fn codes() {
    assert!(ask("W").unwrap().text.is_some());
    assert!(ask("P").unwrap().text.is_none());
    assert_eq!(
        ask("griffin").unwrap().problems[0].help.as_deref(),
        Some("did you mean the piece `griffon`?")
    );
    for words in
        ["W --board 99x9", "W --board x", "W --from z9", "W --own e", "W --own a1 --enemy a1", "W --royal a1"]
    {
        assert!(!ask(words).unwrap_err().is_empty(), "{words}");
    }
}

#[test]
fn answers() {
    let mut out = String::new();
    for words in ["FyafsF", "mRcpR --enemy e8,h5 --own e6,g5", "cabK --enemy e6", "N --board 3x3 --from a1"] {
        out += &format!("$ ferz betza {words}\n{}\n", ferz(words));
    }
    insta::assert_snapshot!(out);
}
