//! Tests of where games come from: the statement, the list by origins, and the page of the historical games.

use super::help::{err, ferz, ferz_in, folder, json, out, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// The built-in games by name.
fn games() -> BTreeMap<String, Value> {
    let all = json(&["list", "--json"]);
    let all = all.as_array().expect("a list").clone();
    all.into_iter().map(|game| (game["name"].as_str().expect("a name").to_owned(), game)).collect()
}

#[test]
fn the_page_of_the_historical_games_has_the_origins_of_their_files() {
    let games = games();
    let page = fs::read_to_string(root().join("docs/book/historical-games.md")).expect("a page");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| [`"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 32, "{} rows", rows.len());
    for row in &rows {
        let name = row[1].split('`').nth(1).expect("a name");
        let origin = &games[name]["origin"];
        assert_eq!(origin["region"], row[2], "{name}");
        let century = origin["year"].as_u64().map(|year| year.div_ceil(100));
        let said = row[3].split("th").next().and_then(|text| text.trim().parse().ok());
        assert_eq!(century, said, "{name}: {}", row[3]);
    }
    for (name, game) in games {
        let is_listed = rows.iter().any(|row| row[1].contains(&format!("`{name}`")));
        assert!(is_listed || game["origin"].is_null() || name == "chess", "{name} has an origin and no row");
    }
}

#[test]
fn every_list_has_each_game_once() {
    let games = games();
    for by in ["family", "region", "century", "tree"] {
        let text = out(&ferz(&["list", "--by", by]));
        for name in games.keys() {
            let is_own = |line: &&str| {
                let line = line.trim_start();
                line.split([' ', ':']).next() == Some(name.as_str())
                    && (by == "tree") == line.starts_with(&format!("{name}:"))
            };
            // A family can have the name of a game.
            let rows = text.lines().filter(|line| line.starts_with("  ") || by == "tree");
            assert_eq!(rows.filter(is_own).count(), 1, "{by}: {name}\n{text}");
        }
    }
    let tree = out(&ferz(&["list", "--by", "tree"]));
    let line = |name: &str| tree.lines().find(|line| line.trim_start().starts_with(&format!("{name}:")));
    let depth = |name: &str| line(name).map(|line| line.len() - line.trim_start().len());
    assert_eq!([depth("chaturanga"), depth("shatranj"), depth("tamerlane")], [Some(0), Some(2), Some(4)]);
    assert_eq!(line("tamerlane"), Some("    tamerlane: Tamerlane Chess (Persia, 14th century)"));
    let centuries = out(&ferz(&["list", "--by", "century"]));
    let places = ["7th century", "14th century", "century not stated"].map(|text| centuries.find(text));
    assert!(places.is_sorted() && places[0].is_some(), "{centuries}");
}

#[test]
fn an_origin_is_read_shown_and_not_inherited() {
    let folder = folder("origins");
    let game = |origin: &str| {
        let text = format!("variant mine \"Mine\" extends tamerlane\n{origin}\n");
        fs::write(folder.join("mine.ferz"), text).expect("a file");
        ferz_in(&folder, &["show", "mine.ferz"])
    };
    let text = out(&game(""));
    assert!(text.contains("It was derived from shatranj") && !text.contains("Origin: "), "{text}");
    let text = out(&game("origin \"Atlantis\" year about 900 from tamerlane, chess"));
    let sentence =
        "Origin: Atlantis; the game is known since about 900 and descends from tamerlane and chess.";
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence), "{text}");
    for (line, message) in [
        ("origin \"Atlantis\" from tamrelane", "did you mean `tamerlane`?"),
        ("origin \"Atlantis\" year 0", "0 is not a year from 1 to 2100"),
        ("origin \"Atlantis\" year 19400", "19400 is not a year from 1 to 2100"),
        ("origin Atlantis", "expected a text in quotes"),
    ] {
        let output = game(line);
        assert!(err(&output).contains(message), "{line}: {}", err(&output));
    }
}

/// The games whose sources, as far as they were seen, give no name of a piece with its language. The names in the file are
/// English, as the game is.
const WITHOUT_NATIVE_NAMES: [&str; 1] = ["rutland"];

/// Returns the texts of the case files of a game.
fn cases(folder: &std::path::Path, name: &str) -> Vec<String> {
    let files = fs::read_dir(folder.join("cases")).expect("cases").map(|file| file.expect("a file").path());
    let texts = files.map(|file| fs::read_to_string(file).expect("a text"));
    let is_own = |text: &String| {
        let game = text.split("```game\n").nth(1).and_then(|rest| rest.split("```").next());
        game.is_some_and(|game| game.split(['/', '@', '\n']).next() == Some(name))
    };
    texts.filter(is_own).collect()
}

/// Each historical game has its sources, its origin, its history, notes on what is not known, names in their languages, ten
/// cases or more, and counts.
#[test]
fn historical_games_are_documented() {
    let page = fs::read_to_string(root().join("docs/book/historical-games.md")).expect("a page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [`")?.split_once("`](../../"));
    let mut failures = Vec::new();
    let mut check = |name: &str, what: &str, holds: bool| {
        if !holds {
            failures.push(format!("{name}: {what}"));
        }
    };
    for (name, rest) in rows {
        let file = root().join(rest.split(')').next().expect("a path"));
        let folder = file.parent().expect("a folder");
        let game = json(&["show", name, "--json"]);
        let sources = json(&["sources", name, "--json"]);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        check(name, "two sources or more", list(&sources["sources"]).len() >= 2);
        let addresses = list(&sources["sources"]).iter().filter(|one| !one["address"].is_null()).count();
        check(name, "a source with an address", addresses > 0);
        let unsourced = list(&sources["unsourced"]).iter().filter(|rule| rule["invented"] != true).count();
        check(name, "no rule without a source or a mark", unsourced == 0);
        check(name, "an origin with its source", !list(&game["origin"]["cites"]).is_empty());
        check(name, "three lines of history", list(&game["history"]).len() >= 3);
        check(name, "a note", !list(&game["notes"]).is_empty());
        let names = list(&game["pieces"]).iter().flat_map(|piece| list(&piece["also"])).collect::<Vec<_>>();
        let native = names.iter().any(|other| !other["language"].is_null());
        check(name, "names in their languages", native != WITHOUT_NATIVE_NAMES.contains(&name));
        let texts = cases(folder, name);
        let count = texts.iter().map(|text| text.matches("\n## ").count()).sum::<usize>();
        check(name, "ten cases", count >= 10);
        let counts = folder.join(format!("{name}.perft")).is_file()
            || texts.iter().any(|text| text.contains("\n```perft"));
        check(name, "counts of moves", counts);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Native names of pieces and regions, as a reader of the country would type them.
const NATIVE: [(&str, &str); 14] = [
    ("xiangqi", "將 帥 士 象 馬 車 炮 兵 卒 宮"),
    ("janggi", "gung sa sang ma cha po byeong jol 초 한 궁성"),
    ("shogi", "王将 飛車 角行 金将 銀将 桂馬 香車 歩兵 龍王 龍馬 敵陣"),
    ("chu", "獅子 麒麟 鳳凰 奔王 仲人 敵陣"),
    ("sittuyin", "min-gyi sit-ke sin myin yahhta ne"),
    ("makruk", "ขุน เม็ด โคน ม้า เรือ เบี้ย"),
    ("cambodian", "ស្តេច នាង គោល សេះ ទូក ត្រី"),
    ("shatar", "ноён бэрс тэрэг тэмээ морь хүү"),
    ("hiashatar", "noyon hia tereg teme mori fu"),
    ("shatranj", "firzan fil asb pil farzin payadah"),
    ("senterej", "negus saba feresenya der medeq"),
    ("courier", "könig königin kurier alte schleich ross roch bauer"),
    ("scachs", "rey reyna roch orfil cavall peó"),
    ("parsi", "राजा मन्त्री रथ घोड़ा पैदल"),
];

#[test]
fn pieces_and_regions_are_found_by_their_native_names() {
    let mut failures = Vec::new();
    let names =
        || NATIVE.into_iter().flat_map(|(game, names)| names.split(' ').map(move |name| (game, name)));
    assert!(names().count() > 91);
    for (game, name) in names() {
        let output = ferz(&["show", game, name]);
        if !output.status.success() {
            failures.push(format!("{game}: {name}"));
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}
