//! Tests of the command line as other programs use it: exit codes, JSON, and all kinds of invalid arguments.
//!
//! The first tests are snapshots of the JSON of each command. The others test the behavior that scripts rely on: exit
//! code 0 for success, 1 for a negative answer, and 2 for an error.

use super::help::{code, err, ferz, folder, json, keys, out, program, typed};
use serde_json::Value;
use std::process::Stdio;

const SEED: [&str; 2] = ["--seed", "1"];

#[test]
fn moves_as_data() {
    let answer = json(&["moves", "chess", "--json"]);
    assert_eq!(keys(&answer), ["fen", "turn", "check", "outcome", "claims", "moves", "details"]);
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["check"], false);
    assert_eq!(answer["outcome"], Value::Null);
    let moves: Vec<&str> =
        answer["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let answer = json(&["moves", "chess", "--fen", mate, "--json"]);
    assert_eq!(answer["fen"], mate);
    assert_eq!(answer["check"], true);
    assert_eq!(answer["outcome"].to_string(), r#"{"winner":"black","reason":"checkmate"}"#);
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(0));
    let answer = json(&["moves", "chess", "--from", "g1", "--json"]);
    assert_eq!(answer["moves"].to_string(), r#"["g1f3","g1h3"]"#);
    let details = r#"{"move":"g1f3","kind":"move","from":"g1","to":"f3","piece":"N"}"#;
    assert_eq!(answer["details"][0].to_string(), details);
}

#[test]
fn perft_as_data() {
    let answer = json(&["perft", "chess", "--depth", "2", "--json"]);
    assert_eq!(keys(&answer), ["fen", "depth", "nodes", "divide"]);
    assert_eq!(answer["nodes"], 400);
    let divide = answer["divide"].as_object().expect("an object");
    assert_eq!(divide.len(), 20);
    assert_eq!(divide.values().filter_map(Value::as_u64).sum::<u64>(), 400);
    assert_eq!(json(&["perft", "chess", "--depth", "2", "--threads", "2", "--json"]), answer);
    assert_eq!(json(&["perft", "chess", "--depth", "2", "--engine", "reference", "--json"]), answer);
    assert_eq!(json(&["perft", "chess", "--depth", "0", "--json"])["nodes"], 1);
    assert_eq!(out(&ferz(&["perft", "chess", "--depth", "1"])), "20\n");
    let divided = out(&ferz(&["perft", "chess", "--depth", "1", "--divide"]));
    assert!(divided.starts_with("a2a3: 1\n") && divided.ends_with("\n20\n"), "{divided}");
}

#[test]
fn list_and_show_as_data() {
    let games = json(&["list", "--json"]);
    let names: Vec<&str> =
        games.as_array().expect("a list").iter().filter_map(|g| g["name"].as_str()).collect();
    assert!(names.is_sorted() && names.contains(&"tamerlane") && names.contains(&"chess"));
    for name in names {
        let page = json(&["show", name, "--json"]);
        assert_eq!(page["name"], name);
        let first = page["pieces"][0]["piece"].as_str().expect("a piece").to_owned();
        assert_eq!(json(&["show", name, &first, "--json"])["piece"], first.as_str());
    }
}

#[test]
fn the_list_is_searched() {
    let names = |words: &[&str]| -> Vec<String> {
        let all = json(&[&["list", "--json"], words].concat());
        all.as_array()
            .expect("a list")
            .iter()
            .map(|game| game["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    // The giraffe is a piece of both, and only one of them is "full".
    let found = names(&["Giraffe"]);
    assert!(found.contains(&"tamerlane".to_owned()) && !found.contains(&"chess".to_owned()), "{found:?}");
    assert_eq!(names(&["giraffe", "full"]), ["full-tamerlane"]);
    assert!(out(&ferz(&["list", "giraffe", "full"])).contains("Full Tamerlane Chess"));
    let none = ferz(&["list", "girafe"]);
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(out(&none), "no built-in game matches `girafe`\ndid you mean `giraffe`?\n");
}

#[test]
fn sources_as_data() {
    let answer = json(&["sources", "tamerlane@applet", "--json"]);
    assert_eq!(
        keys(&answer),
        ["game", "array", "reading", "sources", "claims", "unsourced", "inherited", "answers"]
    );
    let claims = answer["claims"].as_array().expect("a list");
    let of = |name: &str| claims.iter().find(|claim| claim["name"] == name).expect("a claim");
    let giraffe = of("giraffe.reach=2");
    assert_eq!(giraffe["chosen"], true);
    assert_eq!(giraffe["cites"].to_string(), r#"["applet"]"#);
    assert_eq!(giraffe["citations"].to_string(), r#"[{"source":"applet","at":"list of pieces"}]"#);
    // The clause about exchanges has marks of its own: no source has this rule.
    let of_exchanges =
        |claim: &&Value| claim["text"] == "An exchange that brings it there has the same effect.";
    let decided: Vec<String> =
        claims.iter().filter(of_exchanges).map(|claim| claim["cites"].to_string()).collect();
    assert!(decided.len() > 3 && decided.iter().all(|cites| cites == r#"["decided"]"#), "{decided:?}");
    for claim in answer["unsourced"].as_array().expect("a list") {
        assert!(claim["invented"] == true || claim["cites"].as_array().is_some_and(Vec::is_empty));
    }
    let one = json(&["sources", "tamerlane", "--source", "applet", "--json"]);
    assert_eq!(keys(&one), ["game", "array", "reading", "source", "claims"]);
    assert_eq!(one["source"]["year"], "2001");
    let other = ferz(&["sources", "chess", "--source", "fidd"]);
    assert_eq!(code(&other), Some(2));
    assert!(err(&other).contains("did you mean `fide`?"), "{}", err(&other));
}

#[test]
fn the_text_of_a_statement_has_no_comments() {
    let path = folder("a commented region").join("own.ferz");
    let chess =
        std::fs::read_to_string(super::help::root().join("variants/chess/chess.ferz")).expect("chess");
    let region = "region far-rank = rank 8";
    let more = "region center = d4 or # not \"e4\"\n  e5 # \"five\"\n  [F3.7]";
    std::fs::write(&path, chess.replace(region, &format!("{region}\n{more}"))).expect("a file");
    let claims = json(&["sources", path.to_str().expect("a path"), "--json"])["claims"].clone();
    let texts: Vec<&str> =
        claims.as_array().expect("a list").iter().filter_map(|claim| claim["text"].as_str()).collect();
    assert!(texts.contains(&"region center = d4 or e5"), "{texts:?}");
}

/// Each line of a rule has its own citations, and none of another line.
#[test]
fn no_source_is_credited_with_the_line_of_another() {
    let sources = |claim: &Value| claim["cites"].to_string();
    let claims =
        |game: &str| json(&["sources", game, "--json"])["claims"].as_array().expect("a list").clone();
    let swap: Vec<(String, String)> = claims("tamerlane")
        .iter()
        .filter(|claim| claim["what"] == "action" && claim["name"] == "swap")
        .map(|claim| (claim["text"].as_str().unwrap_or_default().to_owned(), sources(claim)))
        .collect();
    let of = |text: &str| &swap.iter().find(|(own, _)| own == text).expect(text).1;
    assert_eq!(of("exchange leader with own non-royal"), r#"["decided"]"#);
    assert_eq!(of("when in check"), r#"["terraprint","applet","history","wikibooks"]"#);
    assert_eq!(of("or when no other move"), r#"["terraprint","history","wikibooks","forbes"]"#);
    // The members that a larger game adds to a family are not in the sources of the smaller one.
    let larger = claims("full-tamerlane");
    let lions: Vec<&Value> =
        larger.iter().filter(|claim| claim["name"].to_string().contains("pawn-of-lion")).collect();
    assert!(lions.len() >= 2, "{lions:?}");
    for claim in lions {
        let places = claim["citations"].to_string();
        assert!(places.contains("Additional Rules") || sources(claim) == r#"["decided"]"#, "{claim}");
        assert_eq!(claim["cites"].as_array().map(Vec::len), Some(1), "{claim}");
    }
    let fen = "10k/5{Px}5/11/11/11/11/11/11/11/K10 w - - 0 1 swap=-";
    let reasons = json(&["explain", "full-tamerlane", "--fen", fen, "f9f10", "--json"])["reasons"].clone();
    let cited: Vec<String> = reasons.as_array().expect("a list").iter().map(sources).collect();
    assert_eq!(cited, [r#"["terraprint"]"#; 2], "{reasons}");
}

#[test]
fn the_meaning_as_data() {
    let text = out(&ferz(&["ir", "tamerlane@applet"]));
    let meaning: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(meaning["reading"], "applet");
}

#[test]
fn no_page_is_wider_than_it_should_be() {
    for game in ["tamerlane", "full-tamerlane", "chess", "shatranj"] {
        for command in ["show", "sources"] {
            let page = out(&ferz(&[command, game]));
            // A FEN is one word, which can be longer than a line.
            let wide: Vec<&str> =
                page.lines().filter(|line| line.chars().count() > 80 && !line.contains(" w ")).collect();
            assert!(wide.is_empty(), "{game}: {wide:#?}");
        }
    }
}

#[test]
fn invalid_input_exits_with_code_two() {
    let cases: [(&[&str], &str); 22] = [
        (&["moves"], "GAME"),
        (&["moves", "tamerlan"], "tamerlane"),
        (&["moves", ""], "ferz list"),
        (&["moves", "tamerlane/masculin"], "masculine"),
        (&["moves", "tamerlane@aplet"], "applet"),
        (&["moves", "tamerlane", "--set", "girafe.reach=2"], "giraffe.reach"),
        (&["moves", "tamerlane", "--set", "giraffe.reach=4"], "`3`"),
        (&["moves", "tamerlane", "--set", "giraffe.reach"], "SWITCH=VALUE"),
        (&["moves", "chess", "--set", "giraffe.reach=2"], "giraffe.reach"),
        (&["moves", "chess", "--from", "e9"], "e9"),
        (&["moves", "chess", "--from", ""], "no square"),
        (&["moves", "chess", "--fen", ""], "position is empty"),
        (&["moves", "chess", "--fen", "8/8"], "8 ranks"),
        (&["moves", "./no-such.ferz"], "no-such.ferz"),
        (&["moves", "chess", "--readings", "no-such.toml"], "no-such.toml"),
        (&["show", "tamerlane", "girafe"], "giraffe"),
        (&["perft", "chess"], "--depth"),
        (&["perft", "chess", "--depth", "-1"], "-1"),
        (&["play", "chess", "--white", "engine?"], "random"),
        (&["check", "no-such.ferz"], "no-such.ferz"),
        (&["chek"], "check"),
        (&["betza", "W", "--svg", "/no/such/place/x.svg"], "/no/such/place/x.svg"),
    ];
    for (args, word) in cases {
        let output = ferz(args);
        assert_eq!(code(&output), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(word), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{args:?}");
    }
}

#[test]
fn check_accepts_valid_files_and_rejects_invalid_ones() {
    let shipped = ferz(&["check", concat!(env!("CARGO_MANIFEST_DIR"), "/variants")]);
    assert_eq!(code(&shipped), Some(0), "{}", err(&shipped));
    assert!(out(&shipped).contains("no problems"), "{}", out(&shipped));

    let folder = folder("check");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let chess = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/variants/chess/chess.ferz"))
        .expect("chess");
    let marked = write("bom.ferz", format!("\u{feff}{chess}").as_bytes());
    assert_eq!(code(&ferz(&["check", &marked])), Some(0));
    let lines = write("crlf.ferz", chess.replace('\n', "\r\n").as_bytes());
    assert_eq!(code(&ferz(&["check", &lines])), Some(0), "{}", err(&ferz(&["check", &lines])));
    let bad = [
        write("empty.ferz", b""),
        write("nul.ferz", b"\0\0\0"),
        write("bytes.ferz", b"variant x \xff\xfe\n"),
        write("brace.ferz", b"variant x \"X\"\nboard {\n"),
        write("noise.ferz", &(0..=255).collect::<Vec<u8>>()),
        write("word.ferz", chess.replacen("piece", "peice", 1).as_bytes()),
        write("other.txt", b"hello"),
    ];
    for path in &bad {
        let output = ferz(&["check", path]);
        assert_eq!(code(&output), Some(1), "{path}: {}{}", out(&output), err(&output));
        assert!(!err(&output).is_empty(), "{path}");
        let data = ferz(&["check", "--json", path]);
        assert_eq!(code(&data), Some(1));
        let problems: Value = serde_json::from_str(&out(&data)).expect("JSON");
        let first = &problems[0];
        assert_eq!(keys(first)[..6], ["code", "severity", "message", "help", "file", "labels"]);
        assert_eq!(first["file"].as_str(), Some(path.as_str()));
        assert_eq!(keys(&first["labels"][0])[..5], ["start", "end", "line", "column", "text"]);
    }
    let both = ferz(&["check", &bad[3], "no-such.ferz"]);
    assert_eq!(code(&both), Some(2));
    assert!(err(&both).contains("brace.ferz"), "the other file is checked all the same: {}", err(&both));
}

#[test]
fn fmt_changes_only_what_must() {
    let folder = folder("fmt");
    let path = folder.join("chess.ferz");
    let shipped = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/variants/chess/chess.ferz"))
        .expect("chess");
    let name = path.display().to_string();
    std::fs::write(&path, &shipped).expect("a file");
    ferz(&["fmt", &name]);
    assert_eq!(code(&ferz(&["fmt", "--check", &name])), Some(0));
    let laid_out = std::fs::read_to_string(&path).expect("a file");
    std::fs::write(&path, laid_out.replace(" {\n", "   {\n")).expect("a file");
    assert_eq!(code(&ferz(&["fmt", "--check", &name])), Some(1));
    assert_eq!(code(&ferz(&["fmt", &name])), Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), laid_out);
    std::fs::write(&path, "board {").expect("a file");
    assert_eq!(code(&ferz(&["fmt", &name])), Some(1));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "board {");
    let misspelt = laid_out.replace(" {\n", "   {\n").replace("piece queen", "piecce queen");
    std::fs::write(&path, &misspelt).expect("a file");
    let refused = ferz(&["fmt", &name]);
    assert_eq!(code(&refused), Some(1));
    assert!(err(&refused).contains("did you mean `piece`?"), "{}", err(&refused));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), misspelt);
}

#[test]
fn a_game_can_be_played_through_a_pipe() {
    let game = typed(&["play", "chess"], b"f2f3\ne7-e5\n g2g4 \nD8H4\nmoves\nundo\nquit\n");
    assert_eq!(code(&game), Some(0), "{}", err(&game));
    let page = out(&game);
    assert!(page.contains("Black wins: checkmate"), "{page}");
    assert!(page.contains("[q]"), "the last move is marked: {page}");
    let pinned = typed(
        &["play", "chess", "--fen", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"],
        b"e2d2\ne2e9\ne8e7\nh1h2\nhelp\nfen\n",
    );
    let page = out(&pinned);
    for words in [
        "the king would be attacked on e1 by the rook on e8",
        "e2e3",
        "no square `e9`",
        "White's turn",
        "no piece on h1",
        "load FILE",
        "4r2k/8/8/8/8/8/4R3/4K3 w",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn games_are_saved_and_continued() {
    let folder = folder("play");
    let file = folder.join("game.txt").display().to_string();
    let game = typed(
        &["play", "tamerlane"],
        format!("a3a4\nk8k7\nsave {file}\nundo\nundo\nload {file}\nfen\n").as_bytes(),
    );
    assert!(out(&game).contains("w - - 0 2 swap=wb"), "{}", out(&game));
    let other = typed(
        &["play", "chess"],
        format!("load {file}\nload {file}x\nsave\nload\nload {}\n", folder.display()).as_bytes(),
    );
    let page = out(&other);
    for words in [
        "tamerlane/masculine@default",
        "ferz play --load",
        "there is no file",
        "save FILE",
        "load FILE",
        "is a folder",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    std::fs::write(&file, "ferz game chess/orthodox@default\nfen x\n").expect("a file");
    let page = out(&typed(&["play", "chess"], format!("load {file}\n").as_bytes()));
    assert!(page.contains("saved by an earlier version of ferz"), "{page}");
}

/// A record names its rules, so no argument is needed to continue, show, and check its game.
#[test]
fn records_are_loaded_replayed_and_checked() {
    let folder = folder("records");
    let file = folder.join("game.pgn").display().to_string();
    let set = [
        "play",
        "tamerlane/third@wikibooks",
        "--set",
        "giraffe.reach=2",
        "--fen",
        "10k/11/11/11/11/11/11/11/11/Z9K w",
    ];
    let lines = format!("a1b4\nk10k9\nNf3\nresign\nsave {file}\n");
    let page = out(&typed(&set, lines.as_bytes()));
    assert!(page.contains("Black wins: resignation"), "{page}");
    let text = std::fs::read_to_string(&file).expect("saved");
    for words in [
        "[Variant \"tamerlane\"]\n[Array \"third\"]\n[Reading \"wikibooks\"]\n[Switches \"giraffe.reach=2\"]\n[SetUp \"1\"]\n",
        "[Result \"0-1\"]",
        "[Termination \"Black wins: resignation\"]",
        "\n1. Zb4 Kk9 0-1\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(code(&ferz(&["check", &file])), Some(0));
    let page = out(&ferz(&["replay", &file]));
    assert!(page.contains("1... Kk9\n") && page.ends_with("0-1  Black wins: resignation\n"), "{page}");
    let page = out(&typed(&["play", "--load", &file], b"undo\nundo\nundo\nredo\nfen\n"));
    assert!(page.contains("(tamerlane/third@wikibooks)") && page.contains("/1Z9/11/11/10K b"), "{page}");
    std::fs::write(&file, text.replace("Kk9", "Kk8")).expect("written");
    let refused = ferz(&["check", &file]);
    assert!(
        code(&refused) == Some(1) && err(&refused).contains("`Kk8` is not a legal move here"),
        "{}",
        err(&refused)
    );
    assert_eq!(code(&ferz(&["replay", &file])), Some(2));
    assert_eq!(code(&ferz(&["play"])), Some(2));
    assert_eq!(code(&ferz(&["play", "chess", "--load", &file])), Some(2));
}

#[test]
fn a_seed_decides_who_moves_first() {
    let play = |game: &str, plies: &str| {
        let args =
            [&["play", game, "--white", "random", "--black", "random", "--plies", plies][..], &SEED].concat();
        let output = ferz(&args);
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        out(&output)
    };
    assert_eq!(play("shatranj", "30"), play("shatranj", "30"));
    assert!(play("tamerlane@wikibooks", "4").contains("moves first, chosen at random"));
    assert!(play("chess", "0").contains("after 0 plies"));
    let args = [&["play", "chess", "--black", "random", "--plies", "2"][..], &SEED].concat();
    let page = out(&typed(&args, b"e2e4\n"));
    assert!(page.contains("Black plays") && page.contains("Stopped after"), "{page}");
}

#[test]
fn the_engine_mates_and_captures_hanging_pieces() {
    let first = |game: &str, fen: &str| {
        let args = [
            &["play", game, "--fen", fen, "--white", "engine", "--effort", "3000", "--plies", "1"][..],
            &SEED,
        ];
        let output = typed(&args.concat(), b"");
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        out(&output)
    };
    let page = first("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert!(page.contains("White plays a1a8") && page.contains("White wins: checkmate."), "{page}");
    // A rook can capture an undefended giraffe.
    let page = first("tamerlane", "k10/11/11/5z5/11/11/11/5R5/11/K10 w - - 0 1 swap=-");
    assert!(page.contains("White plays f3f7"), "{page}");
}

#[test]
fn both_engines_give_the_same_output() {
    let questions = [
        ("tamerlane", "10k/11/11/11/11/11/11/11/r10/K10 w - - 0 1 swap=wb"),
        ("shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ];
    for (game, fen) in questions {
        let ask = |engine: &str| json(&["moves", game, "--fen", fen, "--engine", engine, "--json"]);
        assert_eq!(ask("fast"), ask("reference"), "{game}: {fen}");
    }
}

#[test]
fn anything_can_be_typed() {
    let noise: Vec<u8> = (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for game in ["chess", "tamerlane"] {
        let output = typed(&["play", game], &noise);
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        assert!(!err(&output).contains("panicked"), "{}", err(&output));
    }
    let long = "x".repeat(1 << 20);
    assert_eq!(code(&typed(&["play", "chess"], long.as_bytes())), Some(0));
    let output = ferz(&["moves", "chess", "--fen", &"9/".repeat(30_000)]);
    assert_eq!(code(&output), Some(2));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for args in [&["show", "tamerlane"][..], &["ir", "tamerlane"], &["list"], &["--help"]] {
        let mut child =
            program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("ferz runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("ferz ends");
        assert_eq!(code(&output), Some(0), "{args:?}");
        assert_eq!(err(&output), "", "{args:?}");
    }
}

#[test]
fn no_color_without_a_terminal() {
    for args in
        [&["show", "chess"][..], &["check", "no-such.ferz"], &["moves", "chess", "--fen", "x"], &["--help"]]
    {
        let output = ferz(args);
        assert!(!out(&output).contains('\u{1b}') && !err(&output).contains('\u{1b}'), "{args:?}");
    }
}

/// Two games share one file of readings. Each problem of the file is reported once, and so is a switch that neither
/// game has.
#[test]
fn readings_are_judged_by_all_games_beside_them() {
    let folder = folder("readings-of-two");
    let game = include_str!("../fixtures/check/decided.ferz");
    let other = game.replace("variant decided", "variant other").replace("reach", "range");
    std::fs::write(folder.join("a.ferz"), game).expect("written");
    std::fs::write(folder.join("b.ferz"), other).expect("written");
    let readings = |text: &str| {
        std::fs::write(folder.join("readings.toml"), text).expect("written");
        let all = ferz(&["check", &folder.display().to_string()]);
        let one = ferz(&["check", &folder.join("a.ferz").display().to_string()]);
        (err(&all), err(&one))
    };
    let (all, one) = readings("[mine]\nset = { \"rook.reach\" = \"far\", \"rook.range\" = \"far\" }\n");
    assert_eq!((all.as_str(), one.as_str()), ("", ""), "each has one of these switches");
    let (all, one) = readings("[mine]\nset = { \"zebra.stripes\" = \"many\" }\n");
    for told in [all, one] {
        assert_eq!(
            told.matches("no game next to this file has a switch `zebra.stripes`").count(),
            1,
            "{told}"
        );
        assert!(told.contains("known here: `rook.range`, `rook.reach`"), "{told}");
    }
    let (all, _) = readings("[mine]\nset = { \"reach\" = \"far\" }\n");
    assert!(all.contains("did you mean `rook.reach`?"), "{all}");
    let (all, _) = readings("[mine]\nset = { \"rook.reach\" = \"farr\" }\n");
    assert_eq!(all.matches("has no value `farr`").count(), 1, "{all}");
}

#[test]
fn the_engine_moves_with_any_limit() {
    for seed in 1..=12 {
        let seed = seed.to_string();
        let args =
            ["play", "chess", "--white", "engine", "--black", "engine", "--effort", "1", "--plies", "6"];
        let page = out(&ferz(&[&args[..], &["--seed", &seed]].concat()));
        assert!(page.contains("after 6 plies") || page.contains("wins") || page.contains("drawn"), "{page}");
    }
    assert_eq!(code(&ferz(&["play", "chess", "--white", "engine", "--effort", "0"])), Some(2));
}

#[test]
fn excessive_numbers_are_refused() {
    for args in [
        &["perft", "chess", "--depth", "2", "--hash", "99999999"][..],
        &["perft", "chess", "--depth", "2", "--threads", "100000"],
        &["perft", "chess", "--depth", "4000000000"],
        &["play", "chess", "--plies", "4000000000"],
        &["diff", "chess", "chess", "--positions", "4000000000"],
    ] {
        let refused = ferz(args);
        assert_eq!(code(&refused), Some(2), "{args:?}");
        assert!(err(&refused).contains("is not in"), "{}", err(&refused));
    }
}

#[test]
fn a_player_can_ask_for_explanations() {
    let page = out(&typed(
        &["play", "chess"],
        b"MOVES e2\nexplain e2e5\nexplain e2e4\nexplain\nshow knight\nshow knigth\nO-O\ne1e3\nquit\n",
    ));
    for words in [
        "e2e3 e2e4",
        "e2e5 is not legal",
        "e2e4 is legal",
        "Knight  N",
        "did you mean `knight`?",
        "castling requires f1 to be empty",
        "chess.ferz:",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn a_page_is_as_wide_as_it_may_be() {
    for (columns, width) in [("40", 40), ("500", 100)] {
        let output = program().args(["show", "chess"]).env("COLUMNS", columns).output().expect("ferz runs");
        let page = out(&output);
        // A FEN is never wrapped.
        let widest = page.lines().filter(|line| !line.contains('/')).map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= width && widest > width / 2), "{widest:?}: {page}");
    }
}

#[test]
fn plain_output_has_no_drawings() {
    let page = out(&ferz(&["show", "chess", "--plain"]));
    assert!(page.contains("White: king e1,") && page.contains("knight b1 g1"), "{page}");
    assert!(!page.contains(". ."), "{page}");
    let page = out(&ferz(&["betza", "N", "--plain"]));
    assert!(page.contains("The piece is on e5.") && page.contains("Moves or captures: d3, f3"), "{page}");
    let page = out(&typed(&["play", "chess", "--plain"], b"e2e4\n"));
    assert!(page.contains("Last move: e2e4."), "{page}");
    let page = out(&ferz(&["explain", "chess", "--plain", "--fen", "7k/8/6K1/8/8/8/8/8 b"]));
    assert!(page.contains("White: king g6.") && page.contains("Black: king h8."), "{page}");
}

#[test]
fn a_position_is_drawn_completely() {
    let page = out(&ferz(&["explain", "chess", "--fen", "7k/8/6K1/8/8/8/8/8 b"]));
    assert!((1..=8).all(|rank| page.lines().any(|line| line.starts_with(&format!("{rank} ")))), "{page}");
}

#[test]
fn hops_are_drawn_with_hurdles() {
    let folder = folder("hops");
    let path = folder.join("hops.ferz").display().to_string();
    let text = std::fs::read_to_string("variants/chess/chess.ferz").expect("a file");
    let hoppers = text.replace("N `N`", "N `gQ`");
    assert_ne!(text, hoppers);
    std::fs::write(&path, hoppers).expect("a file");
    let page = out(&ferz(&["show", &path, "knight"]));
    assert!(page.contains("H a piece it jumps over"), "{page}");
    assert!(page.contains("O  .  .  O  .  .  O") || page.contains("O . . O . . O"), "{page}");
}

#[test]
fn failures_are_reported_as_json() {
    for args in [
        &["show", "ches", "--json"][..],
        &["moves", "chess", "--fen", "x", "--json"],
        &["moves", "chess", "--from", "z9", "--json"],
        &["perft", "ches", "--depth", "1", "--json"],
        &["explain", "ches", "e2e4", "--json"],
        &["betza", "q", "--json"],
        &["diff", "chess", "ches", "--json"],
        &["matrix", "ches", "--json"],
        &["test", "nowhere", "--json"],
        &["convert", "nowhere.pgn", "--json"],
        &["replay", "nowhere.pgn", "--json"],
        &["bogus", "--json"],
        &["moves", "chess", "--bogus", "--json"],
        &["moves", "--json"],
    ] {
        let output = ferz(args);
        assert_ne!(code(&output), Some(0), "{args:?}");
        let value: Value = serde_json::from_str(&out(&output)).unwrap_or(Value::Null);
        let message = &value["problems"][0]["message"];
        assert!(message.as_str().is_some_and(|message| !message.is_empty()), "{args:?}: {}", out(&output));
    }
    let bogus: Value = serde_json::from_str(&out(&ferz(&["shows", "chess", "--json"]))).expect("JSON");
    assert_eq!(bogus["problems"][0]["message"], "unrecognized subcommand 'shows'");
    assert_eq!(bogus["problems"][0]["help"], "a similar subcommand exists: 'show'");
    let page = json(&["explain", "unknown-game", "--json"]);
    assert_eq!(page["code"], "unknown-game");
    assert!(page["page"].as_str().is_some_and(|page| page.starts_with("# unknown-game")));
    assert!(page["summary"].as_str().is_some_and(|summary| summary.ends_with('.')));
}

#[test]
fn a_closed_pipe_does_not_change_the_verdict() {
    let folder = folder("closed");
    let path = folder.join("bad.ferz");
    std::fs::write(&path, "nonsense\n").expect("a file");
    let path = path.display().to_string();
    for args in [&["check", path.as_str()][..], &["check", path.as_str(), "--json"]] {
        let mut child =
            program().args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("ferz runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("ferz ends").code(), Some(1), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn failed_writes_are_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = program().args(["show", "chess"]).stdout(full).output().expect("ferz runs");
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
    for args in [&["--help"][..], &["play", "--help"], &["--version"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = program().args(args).stdout(full).output().expect("ferz runs");
        assert_eq!((code(&output), err(&output).contains("cannot write")), (Some(2), true), "{args:?}");
    }
}

#[test]
fn hands_are_described_and_compared() {
    let folder = folder("hands");
    let (with, without) = (folder.join("with.ferz"), folder.join("without.ferz"));
    let text = std::fs::read_to_string("variants/chess/chess.ferz").expect("a file");
    std::fs::write(&without, &text).expect("a file");
    std::fs::write(&with, text + "\nhands\n").expect("a file");
    let (with, without) = (with.display().to_string(), without.display().to_string());
    let page = out(&ferz(&["show", &with]));
    assert!(page.contains("Captured pieces change sides and go to the hand"), "{page}");
    let page = out(&ferz(&["diff", &with, &without, "--budget", "0"]));
    assert!(page.contains("  hands\n") && page.contains("no such rule"), "{page}");
}
