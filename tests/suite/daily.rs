//! Tests of daily use: reasons and differences with their lines, pictures, and games with typed input.
//!
//! [`cited`] reads the line that a reason cites, so that the tests can compare it with the rules. [`played`] plays a
//! game through a pipe.

use super::help::{STUDIED, code, err, ferz_in, folder, out, root, typed};
use serde_json::Value;
use std::path::Path;

const GAME: &str = "tests/fixtures/games/low-sun.ferz";

fn here(args: &[&str]) -> String {
    let output = ferz_in(root(), args);
    assert!(code(&output).is_some_and(|code| code < 2), "{args:?}: {}", err(&output));
    out(&output)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&here(args)).expect("JSON")
}

/// Returns the line of a file that a reason cites.
fn cited(reason: &Value) -> String {
    let file = root().join(reason["file"].as_str().expect("a file"));
    let text = std::fs::read_to_string(file).expect("a file");
    let line = usize::try_from(reason["line"].as_u64().expect("a line")).expect("a line");
    text.lines().nth(line - 1).unwrap_or_default().trim().to_owned()
}

#[test]
fn a_failed_action_condition_is_explained() {
    let reasons = |fen: &str, mv: &str| {
        let explained = json(&["explain", GAME, mv, "--fen", fen, "--json"]);
        assert_eq!(explained["legal"], false, "{explained}");
        let reasons = explained["reasons"].as_array().cloned().unwrap_or_default();
        let said = |one: &Value| (one["text"].as_str().unwrap_or_default().to_owned(), cited(one));
        reasons.iter().map(said).collect::<Vec<_>>()
    };
    let said = reasons("k4/5/5/5/KPP1R[Pp] w - - 0 1", "P@d3");
    let at = |text: &str| &said.iter().find(|(one, _)| one == text).unwrap_or_else(|| panic!("{said:?}")).1;
    assert!(at("from d3 it attacks no piece that counts").starts_with("or provided"));
    assert!(at("after it the player has exactly 3 pawns").starts_with("provided own pawn <= 1"));
    assert!(at("after it the player has exactly one rook").starts_with("provided own pawn <= 1"));
    let said = reasons("k4/5/5/5/KPP1R[Pp] w - - 0 1", "P@e3");
    assert_eq!(said[0].1, "not on a file with own rook", "{said:?}");
}

#[test]
fn a_notation_is_described_in_words() {
    for (game, mv) in [("chess", "e2e5"), ("chess", "e2e4"), ("shatranj", "b1b5"), ("tamerlane", "a1b9")] {
        let text = here(&["explain", game, mv]);
        assert!(!text.contains('`'), "{text}");
    }
    let text = here(&["explain", "chess", "e2e4"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("leaps two squares") && !text.contains("steps one"),
        "only the move that leads there: {text}"
    );
}

#[test]
fn every_difference_is_found_where_it_is_written() {
    let folder = folder("places");
    let text = std::fs::read_to_string(root().join(GAME)).expect("the game");
    std::fs::write(folder.join("a.ferz"), &text).expect("written");
    let other = text
        .replace("first move dice", "first move white")
        .replace("resets on pawn", "resets on rook")
        .replace("grid 5 x 5", "grid 5 x 6")
        .replace("\nhands\n", "\n\n")
        .replace("  drop any\n  to grid", "  place rook\n  to grid")
        .replace("  not on a file with own rook\n  not giving checkmate\n", "");
    std::fs::write(folder.join("b.ferz"), &other).expect("written");
    let output = ferz_in(&folder, &["diff", "a.ferz", "b.ferz", "--json", "--no-cases"]);
    let report: Value = serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{}", err(&output)));
    let words = [
        ("board", "board"),
        ("hands", "hands"),
        ("first move", "first"),
        ("clock", "clock"),
        // If a rule has several lines, the citation is the line that differs.
        ("action", "  drop any|  place rook"),
    ];
    for (what, words) in words {
        let rules = report["rules"].as_array().expect("rules");
        let rule =
            rules.iter().find(|rule| rule["what"] == what).unwrap_or_else(|| panic!("{what}: {report}"));
        for side in ["a", "b"].into_iter().filter(|side| !rule[*side].is_null()) {
            let file = folder.join(rule[side]["file"].as_str().expect("a file"));
            let line =
                rule[side]["line"].as_u64().and_then(|line| usize::try_from(line).ok()).expect("a line");
            let text = std::fs::read_to_string(file).expect("a file");
            let line = text.lines().nth(line - 1).unwrap_or_default();
            assert!(words.split('|').any(|word| line.starts_with(word)), "{what}, {side}: {line}");
        }
    }
}

/// Returns the entries in the legend of a picture.
fn legend(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = ferz_in(folder, &[args, &["--svg", "out.svg"]].concat());
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let svg = std::fs::read_to_string(folder.join("out.svg")).expect("a picture");
    let _ = std::fs::remove_file(folder.join("out.svg"));
    let all = ["moves or captures", "moves only", "captures only"];
    all.into_iter().filter(|one| svg.contains(&format!(">{one}<"))).map(str::to_owned).collect()
}

#[test]
fn the_picture_of_moves_says_what_the_piece_does_there() {
    let folder = folder("marks");
    let legend =
        |game: &str, from: &str, fen: &str| legend(&folder, &["moves", game, "--from", from, "--fen", fen]);
    assert_eq!(legend("chess", "a1", "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1"), ["moves or captures"]);
    assert_eq!(legend("chess", "e2", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1"), ["moves only", "captures only"]);
    assert_eq!(legend("chess", "e5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ["moves only", "captures only"]);
    assert_eq!(
        legend("chess", "e1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ["moves or captures", "moves only"],
        "castling never captures"
    );
}

#[test]
fn a_stage_that_is_never_reached_is_not_shown() {
    let shown = |set: &str| here(&["show", GAME, "--set", set]);
    assert!(!shown("pawn.crowned=never").contains("(lord)"), "{}", shown("pawn.crowned=never"));
    assert!(shown("pawn.crowned=rank").contains("(lord)"));
    assert!(!here(&["show", GAME, "pawn"]).contains("(lord)"));
}

#[test]
fn an_immunity_of_a_piece_reads_in_both_orders() {
    let folder = folder("immunity");
    let text = std::fs::read_to_string(root().join(GAME)).expect("the game");
    std::fs::write(folder.join("a.ferz"), &text).expect("written");
    let other = text.replace("immune in half to capture", "immune to capture in half");
    assert_ne!(text, other);
    std::fs::write(folder.join("b.ferz"), other).expect("written");
    let output = ferz_in(&folder, &["diff", "a.ferz", "b.ferz", "--no-cases"]);
    assert!(out(&output).contains("The two games are the same"), "{}{}", out(&output), err(&output));
}

/// Plays a game with typed lines, and returns its output.
fn played(args: &[&str], lines: &str) -> String {
    out(&typed(&[&["play"], args].concat(), lines.as_bytes()))
}

#[test]
fn no_board_of_a_shipped_game_is_wider_than_a_terminal() {
    let games = json(&["list", "--json"]);
    for game in games.as_array().expect("games").iter().filter_map(|game| game["name"].as_str()) {
        let text = here(&["explain", game]);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    for game in STUDIED {
        // The board contains every piece type and stage at once, between the squares of the last move.
        let shown = json(&["show", game, "--json"]);
        let width = shown["board"]["width"].as_u64().and_then(|n| usize::try_from(n).ok()).expect("a width");
        let height =
            shown["board"]["height"].as_u64().and_then(|n| usize::try_from(n).ok()).expect("a height");
        let meaning = json(&["ir", game]);
        let pieces = meaning["piece_types"].as_array().expect("piece types");
        let token = |royal: bool| {
            let all = pieces.iter().filter(move |piece| piece["royal"].is_null() != royal);
            all.filter_map(|piece| piece["token"].as_str()).map(str::to_owned).collect::<Vec<_>>()
        };
        let king = &token(true)[0];
        let common = token(false);
        let mut ranks: Vec<String> = common
            .chunks(width)
            .map(|row| row.iter().map(|token| format!("{{{token}}}")).collect::<Vec<_>>().join(","))
            .collect();
        let last = common.len() % width;
        if let Some(row) = ranks.last_mut().filter(|_| last > 0) {
            *row += &format!(",{}", width - last);
        }
        ranks.insert(0, format!("{{{}}},{}", king.to_lowercase(), width - 1));
        ranks.push(format!("{{{king}}},{}", width - 1));
        while ranks.len() < height {
            ranks.insert(1, width.to_string());
        }
        let text = here(&["explain", game, "--fen", &format!("{} b", ranks.join("/"))]);
        let board: Vec<&str> = text.lines().take(height).collect();
        assert!(board.iter().all(|line| line.chars().count() <= 80), "{text}");
        for piece in pieces.iter().filter(|piece| !piece["stage"].is_null()) {
            let stage = piece["stage"].as_str().expect("a stage");
            assert!(text.contains(&format!("({stage})")), "the mark of `{stage}` is explained: {text}");
        }
    }
}

#[test]
fn a_stage_is_a_small_mark_on_the_disc() {
    let folder = folder("stages");
    let fen = "10k/11/11/11/4{Pp.second}6/4{Pp.third}6/4{pp.waiting}6/11/11/10K w";
    let args = ["moves", "tamerlane", "--fen", fen, "--svg", "a.svg", "--pieces", "letters"];
    let output = ferz_in(&folder, &args);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let svg = std::fs::read_to_string(folder.join("a.svg")).expect("a picture");
    let inside = svg.lines().filter(|line| line.contains("bold")).all(|line| !line.contains('.'));
    assert!(svg.contains(">Pp<") && svg.contains(">s<") && inside, "{svg}");
    assert!(svg.contains("Pp.s  pawn of pawns (second)"), "the legend: {svg}");
}

#[test]
fn a_square_can_be_asked_about() {
    let text = played(&["chess"], "explain b1\nexplain h8\nexplain e4\nquit\n");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("White's knight on b1:") && text.contains("legal moves from it: b1a3 b1c3"),
        "{text}"
    );
    assert!(text.contains("Black's rook on h8:") && text.contains("it is White's turn"), "{text}");
    assert!(text.contains("e4 is empty: legal moves to it: e2e4"), "{text}");
    assert!(!text.contains("not legal"), "{text}");
    assert_eq!(json(&["explain", "chess", "b1", "--json"])["square"], "b1");
}

#[test]
fn the_list_of_commands_keeps_its_columns() {
    for (args, over) in [
        (vec!["chess"], false),
        (vec!["chess", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"], true),
        (vec!["tamerlane", "--fen", "10k/11/11/11/11/11/11/11/2{Pp.third}8/10K w"], false),
    ] {
        let text = played(&args, "help\nquit\n");
        let rows = text.lines().skip_while(|line| !line.contains("> help")).skip(1);
        let rows: Vec<&str> =
            rows.take_while(|line| !line.contains('>') && !line.contains("The game is over")).collect();
        assert!(rows.len() >= 10, "{text}");
        for row in rows {
            assert!(row.trim_start().contains("  "), "two columns: {row}");
        }
        assert_eq!(text.contains("play this move"), !over, "{text}");
        assert_eq!(text.contains("  The game is over.\n"), over, "{text}");
    }
}

#[test]
fn a_review_asks_or_explains_why_it_cannot() {
    let folder = folder("review-all");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let page = "# A page\n\n```game\nchess\n```\n\n## The start\n\n```perft 1\n19\n```\n\n```legal\ne2e5\n```\n\n```illegal\ne2e4\n```\n";
    std::fs::write(folder.join("cases/a.md"), page).expect("written");
    let output = ferz_in(&folder, &["test"]);
    assert!(
        out(&output).contains("failed: The start") && !out(&output).contains("pending"),
        "{}",
        out(&output)
    );
    assert!(out(&output).contains("e2e4: legal"), "{}", out(&output));
    let output = ferz_in(&folder, &["test", "--review"]);
    let text = out(&output);
    assert_eq!(text.matches("update the expected answer?").count(), 1, "{text}");
    assert_eq!(text.matches("cannot be updated:").count(), 2, "{text}");
}

#[test]
fn a_failed_snapshot_is_short_and_names_the_command() {
    let folder = folder("short-snapshot");
    let file = folder.join("mine.ferz");
    let text = std::fs::read_to_string(root().join(GAME)).expect("the game");
    std::fs::write(&file, &text).expect("written");
    assert_eq!(code(&ferz_in(&folder, &["snapshot", "mine.ferz"])), Some(0));
    std::fs::write(&file, text.replace("`K`", "`KAD`").replace("`R`", "`RN`")).expect("written");
    let output = ferz_in(&folder, &["test", "."]);
    assert_eq!(code(&output), Some(1));
    let text = out(&output);
    assert!(text.contains("ferz snapshot mine.ferz"), "{text}");
    assert!(text.lines().count() <= 100, "{text}");
    let again = ferz_in(&folder, &["snapshot", "mine.ferz"]);
    assert_eq!(code(&again), Some(0), "the command as it is named: {}", err(&again));
    assert_eq!(code(&ferz_in(&folder, &["test", "."])), Some(0));
}

#[test]
fn a_name_with_several_meanings_shows_them_all() {
    let text = here(&["betza", "giraffe"]);
    assert!(
        text.contains("several meanings") && text.contains("FX (giraffe)") && text.contains("[F-W-W-R]"),
        "{text}"
    );
    let data = json(&["betza", "giraffe", "--json"]);
    assert_eq!((&data["canonical"], &data["also"][0]["canonical"]), (&"FX".into(), &"[F-W-W-R]".into()));
    assert!(json(&["betza", "knight", "--json"]).get("also").is_none());
}

#[test]
fn lints_of_the_parent_are_not_reported_for_the_child() {
    let folder = folder("heirs");
    for game in STUDIED {
        let shown = json(&["show", game, "--json"]);
        let endings =
            shown["endings"].as_array().expect("endings").iter().filter_map(|one| one["name"].as_str());
        let removals = endings.map(|one| format!("change ending {{ remove {one} }}"));
        for removal in removals.chain(["remove ending".to_owned()]) {
            let text = format!("variant heir \"Heir\" extends {game}\n{removal}\n");
            std::fs::write(folder.join("heir.ferz"), &text).expect("written");
            let output = ferz_in(&folder, &["check", "heir.ferz", "--json"]);
            let problems: Value = serde_json::from_str(&out(&output)).expect("JSON");
            for problem in problems.as_array().expect("problems") {
                assert_eq!(problem["file"], "heir.ferz", "{text}{problem}");
            }
        }
    }
}

#[test]
fn json_contains_the_position_after_each_move() {
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let explained = json(&["explain", "chess", "e2e4", "--json"]);
    let all = json(&["moves", "chess", "--json", "--after"]);
    let played = json(&["moves", "chess", "--json", "--after", "e2e4"]);
    let fen = played["fen"].as_str().expect("a FEN");
    assert!(fen.starts_with(after.split(" b ").next().unwrap_or_default()), "{fen}");
    assert_eq!((&explained["after"], &all["after"]["e2e4"]), (&played["fen"], &played["fen"]));
    assert_eq!(all["after"].as_object().map(serde_json::Map::len), Some(20));
    assert!(json(&["explain", "chess", "e2e5", "--json"])["after"].is_null());
    assert!(json(&["moves", "chess", "--json"]).get("after").is_none());
    let both = json(&["moves", "chess", "--json", "--after", "e2e4 e7e5"]);
    assert_eq!(both["turn"], "white");
    assert_eq!(code(&ferz_in(root(), &["moves", "chess", "--json", "--after", "e2e5"])), Some(2));
}

#[test]
fn markdown_contains_text_and_drawings() {
    let folder = folder("article");
    for game in STUDIED {
        let output = ferz_in(&folder, &["show", game, "--markdown", "--svg", "start.svg"]);
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        let page = out(&output);
        assert!(page.starts_with("# ") && page.contains("\n## The pieces\n"), "{page}");
        assert_eq!(page.matches("```").count() % 2, 0, "every fence is closed: {page}");
        let svg = std::fs::read_to_string(folder.join("start.svg")).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let _ = std::fs::remove_file(folder.join("start.svg"));
        for piece in json(&["show", game, "--json"])["pieces"].as_array().expect("pieces").iter().step_by(5) {
            let name = piece["piece"].as_str().expect("a name");
            let output = ferz_in(&folder, &["show", game, name, "--markdown", "--svg", "piece.svg"]);
            assert!(out(&output).starts_with("### "), "{name}: {}{}", out(&output), err(&output));
            assert!(folder.join("piece.svg").exists());
            let _ = std::fs::remove_file(folder.join("piece.svg"));
        }
    }
}

/// A reason that holds in every game is not based on a line, so it names none.
#[test]
fn a_reason_without_a_rule_names_no_line() {
    for mv in ["", "e9e4", "b3b4", "e7e5", "e2e2", "e4"] {
        let text = out(&ferz_in(root(), &["explain", "chess", mv]));
        assert!(!text.contains("chess.ferz:"), "{mv}: {text}");
        let data: Value =
            serde_json::from_str(&out(&ferz_in(root(), &["explain", "chess", mv, "--json"]))).expect("JSON");
        for reason in data["reasons"].as_array().into_iter().flatten() {
            assert!(reason.get("line").is_none() && reason.get("file").is_none(), "{mv}: {reason}");
        }
    }
    let text = out(&typed(&["play", "chess", "--black", "human"], b"a2a3\nexplain h1\nexplain h8\nquit\n"));
    let lines: Vec<&str> = text.lines().collect();
    for said in ["it is Black's turn", "no legal move from it"] {
        let at = lines.iter().position(|line| line.contains(said)).unwrap_or_else(|| panic!("{text}"));
        assert!(!lines.get(at + 1).is_some_and(|line| line.contains(".ferz:")), "{text}");
    }
    // The file of this game states neither the first player nor the additional moves that reset the clock.
    let folder = folder("nowhere");
    let tiny = |first: &str| {
        format!(
            "variant tiny \"Tiny\"\nboard {{\n  grid 4 x 4\n  black is white mirrored\n}}\npiece king K `K` royal\n\
             ending {{\n  checkmate: loss\n  stalemate: draw\n}}\n{first}array a {{\n  1 | K . . .\n}}\n"
        )
    };
    std::fs::write(folder.join("a.ferz"), tiny("")).expect("written");
    std::fs::write(folder.join("b.ferz"), tiny("first move dice\nclock resets on king\n")).expect("written");
    let text = out(&ferz_in(&folder, &["diff", "a.ferz", "b.ferz", "--budget", "0"]));
    assert!(text.contains("White moves first") && text.contains("b.ferz:11"), "{text}");
    assert!(!text.contains("a.ferz:"), "{text}");
}

#[test]
fn a_drop_that_several_actions_forbid_is_explained_by_each() {
    let folder = folder("several");
    let rules = "variant two \"Two\"\nboard {\n  grid 4 x 5\n  black is white mirrored\n}\nhands\n\
                 piece king K `K` royal\npiece gold G `WfF`\npiece pawn P `fW`\n\
                 action aa {\n  drop pawn\n  to grid\n  provided enemy gold >= 2\n}\n\
                 action bb {\n  drop pawn\n  to grid\n  provided it forks 1 enemies or no own gold\n}\n\
                 ending {\n  checkmate: loss\n  stalemate: draw\n}\n\
                 array start {\n  1 | K G . .\n  hand: P\n}\n";
    std::fs::write(folder.join("two.ferz"), rules).expect("written");
    let output = ferz_in(&folder, &["explain", "two.ferz", "P@b2"]);
    let text = out(&output);
    assert_eq!(code(&output), Some(1), "{text}{}", err(&output));
    assert!(text.contains("two.ferz:13") && text.contains("two.ferz:18"), "{text}");
}

#[test]
fn a_swap_in_reverse_order_is_reported_as_written() {
    let folder = folder("order");
    let rules = "variant sw \"Swap\"\nboard {\n  grid 4 x 5\n  black is white mirrored\n}\n\
                 piece king K `K` royal\npiece guard G `W`\n\
                 action sw {\n  exchange guard with king\n}\n\
                 ending {\n  checkmate: loss\n  stalemate: draw\n}\n\
                 array start {\n  1 | G . K .\n}\n";
    std::fs::write(folder.join("sw.ferz"), rules).expect("written");
    let output = ferz_in(&folder, &["moves", "sw.ferz", "--after", "c1~a1"]);
    assert_ne!(code(&output), Some(0), "{}", out(&output));
    let text = err(&output) + &out(&output);
    assert!(text.contains("write `a1~c1`") && !text.contains("cannot go"), "{text}");
}

#[test]
fn an_allowed_draw_by_material_is_not_mentioned() {
    let folder = folder("allowed-draw");
    let game = |comment: &str| {
        let ending = "dead: draw when only [king] against [king, queen]";
        let text =
            format!("variant mine \"Mine\" extends chess\nchange ending {{\n  {comment}\n  {ending}\n}}\n");
        std::fs::write(folder.join("mine.ferz"), text).expect("written");
    };
    let remark = || err(&ferz_in(&folder, &["perft", "mine.ferz", "--depth", "1"]));
    game("# allow winnable-draw \"a rule of the source\"");
    assert_eq!(remark(), "");
    let output = ferz_in(&folder, &["check", "mine.ferz"]);
    assert!(out(&output).contains("no problems") || err(&output).is_empty(), "{}", err(&output));
    // Other comments that allow nothing are mentioned.
    game("# allow never-fires \"nothing\"");
    assert!(remark().contains("`ferz check` shows"), "{}", remark());
}
