//! Tests the claims of the sources: every row of the table of claims must hold in the game that it names.
//!
//! A case proves a claim if its answers are right under the setting of the row. The test asks the questions again under
//! that setting. If a case has several questions for different settings, the one closest to the row counts.

use super::help::{err, ferz_in, folder, out, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The values of the switches in a setting. The key `@` holds the name of the reading.
type Values = BTreeMap<String, String>;

struct Row {
    line: usize,
    numbers: Vec<u32>,
    source: String,
    game: String,
    setting: String,
    proofs: Vec<String>,
}

/// A fenced block of a case page.
struct Block {
    head: String,
    lines: Vec<String>,
}

struct Case {
    game: Vec<String>,
    blocks: Vec<Block>,
}

/// A setting in the format of a case file: the suffix of the game's name, and the lines after the name.
struct Setting {
    suffix: String,
    lines: Vec<String>,
    values: Values,
}

fn home() -> PathBuf {
    root().join("variants/tamerlane")
}

fn text(name: &str) -> String {
    let path = home().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rows of the table whose first cell is a number.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, line) in text("claims.md").lines().enumerate() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if !line.starts_with("| ") || !cells[0].starts_with(|first: char| first.is_ascii_digit()) {
            continue;
        }
        let [numbers, _, source, game, setting, proofs] = cells[..] else {
            panic!("line {} has {} cells", index + 1, cells.len());
        };
        let numbers = numbers.split(", ").map(|number| number.parse().expect("a number")).collect();
        let [source, game, setting] = [source, game, setting].map(str::to_owned);
        let proofs = proofs.split("<br>").map(str::to_owned).collect();
        rows.push(Row { line: index + 1, numbers, source, game, setting, proofs });
    }
    rows
}

/// Returns the readings with their values. `default` has none.
fn readings() -> BTreeMap<String, Values> {
    let table: toml::Table = text("readings.toml").parse().expect("TOML");
    let value = |(name, value): (&String, &toml::Value)| (name.clone(), value.as_str().map(str::to_owned));
    let set = |reading: &toml::Value| {
        let set = reading["set"].as_table().expect("a table").iter().map(value);
        set.map(|(name, value)| (name, value.expect("a text"))).collect()
    };
    let mut readings: BTreeMap<String, Values> =
        table.iter().map(|(name, reading)| (name.clone(), set(reading))).collect();
    readings.insert("default".to_owned(), Values::new());
    readings
}

/// Splits a setting such as `not @applet but swap.beside=yes` into the reading and the values under which a claim holds.
fn against(setting: &str) -> Option<(&str, Option<&str>)> {
    let rest = setting.strip_prefix("not @")?;
    Some(rest.split_once(" but ").map_or((rest, None), |(reading, values)| (reading, Some(values))))
}

/// Returns the settings of a row. The word `every` stands for all readings. The proof of a claim against which a reading
/// is decided holds under the values that follow the claim, or shows the decision in the reading.
fn settings(name: &str, readings: &BTreeMap<String, Values>) -> Vec<Setting> {
    let name = match against(name) {
        Some((_, Some(values))) => values,
        Some((_, None)) => &name["not ".len()..],
        None => name,
    };
    let reading = |name: &String| {
        let mut values = readings.get(name).unwrap_or_else(|| panic!("no reading {name}")).clone();
        values.insert("@".to_owned(), name.clone());
        let suffix = if name == "default" { String::new() } else { format!("@{name}") };
        Setting { suffix, lines: Vec::new(), values }
    };
    match (name, name.strip_prefix('@')) {
        ("every", _) => readings.keys().map(reading).collect(),
        ("default", _) => vec![reading(&name.to_owned())],
        (_, Some(name)) => vec![reading(&name.to_owned())],
        _ => {
            let lines: Vec<String> = name.split(", ").map(str::to_owned).collect();
            let values = values(lines.iter().map(String::as_str));
            vec![Setting { suffix: String::new(), lines, values }]
        }
    }
}

/// Parses a setting from the words after `under`, or from the lines of a block `game`.
fn values<'a>(parts: impl IntoIterator<Item = &'a str>) -> Values {
    let pair = |part: &'a str| match (part.split_once('='), part.strip_prefix('@')) {
        (Some((name, value)), _) => Some((name.to_owned(), value.to_owned())),
        (None, Some(reading)) => Some(("@".to_owned(), reading.to_owned())),
        _ if part.starts_with('/') => Some(("/".to_owned(), part.to_owned())),
        _ => None,
    };
    parts.into_iter().map(str::trim).filter_map(pair).collect()
}

/// Returns the cases of a page by their headings.
fn page(name: &str) -> BTreeMap<String, Case> {
    let text = text(&format!("cases/{name}.md"));
    let (mut sections, mut inside) = (vec![(String::new(), Vec::<Block>::new())], false);
    for line in text.lines() {
        let (_, blocks) = sections.last_mut().expect("a section");
        match (inside, line.strip_prefix("```")) {
            (true, Some(_)) => inside = false,
            (true, None) => blocks.last_mut().expect("a block").lines.push(line.to_owned()),
            (false, Some(head)) => {
                inside = true;
                blocks.push(Block { head: head.trim().to_owned(), lines: Vec::new() });
            }
            (false, None) => {
                let heading = line.strip_prefix("## ").map(|heading| (heading.to_owned(), Vec::new()));
                sections.extend(heading);
            }
        }
    }
    let game =
        |blocks: &[Block]| blocks.iter().find(|block| block.head == "game").map(|block| block.lines.clone());
    let whole = game(&sections[0].1).unwrap_or_default();
    let case = |(heading, blocks): (String, Vec<Block>)| {
        (heading, Case { game: game(&blocks).unwrap_or_else(|| whole.clone()), blocks })
    };
    sections.into_iter().skip(1).map(case).collect()
}

impl Case {
    /// Returns the blocks of the case that apply to a setting: its positions, and the closest question of each kind.
    fn under(&self, wanted: &Values) -> Vec<(&str, &Block)> {
        let reading = self.game[0].split_once('@').map(|(_, reading)| format!("@{reading}"));
        let own = values(self.game[1..].iter().map(String::as_str).chain(reading.as_deref()));
        let mut chosen: Vec<(usize, &str, &Block)> = Vec::new();
        let mut since = 0;
        for block in self.blocks.iter().filter(|block| !["game", "text"].contains(&block.head.as_str())) {
            let (head, under) = block.head.split_once(" under ").unwrap_or((&block.head, ""));
            let mut all = own.clone();
            all.extend(values(under.split(',')));
            if head.starts_with("position") || head.starts_with("fen") {
                since = chosen.len();
                chosen.push((0, head, block));
            } else if all.iter().all(|(name, value)| wanted.get(name) == Some(value)) {
                match chosen[since..].iter_mut().find(|(_, other, _)| *other == head) {
                    Some(other) if other.0 < all.len() => *other = (all.len(), head, block),
                    Some(_) => {}
                    None => chosen.push((all.len(), head, block)),
                }
            }
        }
        chosen.into_iter().map(|(_, head, block)| (head, block)).collect()
    }
}

/// Returns the case as a page with its questions for this game and this setting.
fn asked(case: &Case, game: &str, setting: &Setting) -> Option<String> {
    let blocks = case.under(&setting.values);
    let asks = |head: &str| !head.starts_with("position") && !head.starts_with("fen");
    blocks.iter().find(|(head, _)| asks(head))?;
    let mut page = format!("```game\n{game}{}\n", setting.suffix);
    setting.lines.iter().for_each(|line| page += &format!("{line}\n"));
    page += "```\n\n";
    for (head, block) in blocks {
        // The reason why a move is illegal can mention other values, so only the verdict is compared.
        let line = |line: &String| match line.split_once(':') {
            Some((text, _)) if head == "illegal" => format!("{text}\n"),
            _ => format!("{line}\n"),
        };
        page += &format!("```{head}\n{}```\n\n", block.lines.iter().map(line).collect::<String>());
    }
    Some(page)
}

/// Returns the problems that `ferz test` finds in cases, each with the rows that the case proves.
fn wrong_answers(cases: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let folder = folder("claims");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let sections: Vec<String> =
        cases.keys().enumerate().map(|(number, case)| format!("## {number}\n\n{case}")).collect();
    std::fs::write(folder.join("cases/claims.md"), format!("# Claims\n\n{}", sections.concat()))
        .expect("written");
    let output = ferz_in(&folder, &["test", "cases/claims.md", "--json"]);
    let report: Value = serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{}", err(&output)));
    let tried = report["cases"].as_array().expect("cases");
    assert_eq!(tried.len(), cases.len(), "{}", err(&output));
    let mut wrong = Vec::new();
    for (case, rows) in tried.iter().zip(cases.values()) {
        for answer in case["answers"].as_array().expect("answers") {
            let question = answer["question"].as_str().unwrap_or_default();
            // A claim of an illegal move without a reason is pending, which is sufficient here.
            let is_right =
                answer["status"] == "passed" || answer["status"] == "pending" && question == "illegal";
            if !is_right {
                wrong.push(format!("{rows:?}: {question}: {answer}"));
            }
        }
    }
    wrong
}

#[test]
fn every_claim_has_a_row_and_a_source() {
    let rows = rows();
    let numbers: BTreeSet<u32> = rows.iter().flat_map(|row| row.numbers.iter().copied()).collect();
    assert_eq!(numbers.len(), 207, "the page says how many claims there are");
    assert!(text("claims.md").contains("they make 207 claims"));
    let declared = declared();
    for row in rows {
        let (line, place) = (row.line, &row.source);
        assert!(declared.contains(place), "line {line}: the rules declare no place {place}");
    }
}

#[test]
fn readings_are_decided_against_the_letter_of_some_claims() {
    let readings = readings();
    let mut numbers = BTreeSet::new();
    for row in rows() {
        let Some((reading, letter)) = against(&row.setting) else { continue };
        assert!(row.source.starts_with(reading), "line {}: the reading of its source", row.line);
        let follows = |letter: &str| {
            values(letter.split(", ")).iter().all(|(name, value)| readings[reading].get(name) == Some(value))
        };
        assert!(!letter.is_some_and(follows), "line {}: @{reading} follows the letter", row.line);
        numbers.extend(row.numbers);
    }
    let expected = [20, 23, 29, 36, 37, 77, 84, 142, 145, 152, 156, 178, 199, 201];
    assert_eq!(numbers, BTreeSet::from(expected));
}

#[test]
fn the_table_of_answers_agrees_with_the_citations() {
    let sources: Value =
        serde_json::from_str(&out(&ferz_in(root(), &["sources", "tamerlane", "--json"]))).expect("JSON");
    let answers: Vec<&Value> = sources["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .filter(|claim| claim["what"] == "value")
        .collect();
    let (page, readings) = (text("claims.md"), readings());
    let mut questions = BTreeSet::new();
    for answer in &answers {
        let (question, _) = answer["name"].as_str().and_then(|name| name.split_once('=')).expect("an answer");
        questions.insert(question);
    }
    for question in &questions {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{question}` |")));
        let line = line.unwrap_or_else(|| panic!("no row for {question}"));
        let cells = line.trim_matches('|').split(" | ").skip(1).map(str::trim);
        for (reading, cell) in
            ["terraprint", "applet", "history", "wikibooks", "forbes"].into_iter().zip(cells)
        {
            let own: Vec<&&Value> = answers
                .iter()
                .filter(|answer| {
                    answer["name"].as_str().is_some_and(|name| name.starts_with(&format!("{question}=")))
                })
                .collect();
            let name =
                |answer: &Value| answer["name"].as_str().unwrap_or_default()[question.len() + 1..].to_owned();
            let chosen = own.iter().find(|answer| answer["chosen"] == true).map(|answer| name(answer));
            let value = readings[reading].get(*question).cloned().or(chosen).expect("a default");
            let cites = |answer: &Value| {
                answer["citations"]
                    .as_array()
                    .is_some_and(|cites| cites.iter().any(|cite| cite["source"] == reading))
            };
            let sign = if own.iter().any(|answer| name(answer) == value && cites(answer)) {
                '='
            } else if own.iter().any(|answer| cites(answer)) {
                '!'
            } else {
                '?'
            };
            assert_eq!(cell, format!("{value} {sign}"), "{question} in @{reading}");
        }
    }
    assert!(page.contains(&format!("answers all {} questions", questions.len())));
}

/// The places that the rules declare in their sources, as `SOURCE at "PLACE"`.
fn declared() -> BTreeSet<String> {
    let rules = format!("{} {}", text("tamerlane.ferz"), text("full-tamerlane.ferz"));
    let mut declared = BTreeSet::new();
    for part in rules.split("source ").skip(1) {
        let name = part.split_whitespace().next().unwrap_or_default();
        // Texts are the odd parts; before the text of a place stands its key.
        let parts: Vec<&str> = part.split('"').collect();
        for pair in parts.chunks(2).filter(|pair| pair.len() == 2) {
            let key = pair[0].split_whitespace().next_back().unwrap_or_default();
            if key.starts_with(|c: char| c.is_ascii_uppercase()) {
                declared.insert(format!("{name} at \"{}\"", pair[1]));
            }
        }
    }
    declared
}

#[test]
fn every_case_holds_under_the_setting_of_its_claim() {
    let readings = readings();
    let mut pages = BTreeMap::new();
    let mut cases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows() {
        for proof in row.proofs.iter().filter(|proof| !proof.starts_with("show")) {
            let name = format!("line {}, {proof}", row.line);
            let (file, heading) = proof.split_once(": ").unwrap_or_else(|| panic!("{name}: no heading"));
            let page = pages.entry(file.to_owned()).or_insert_with(|| page(file));
            let case = page.get(heading).unwrap_or_else(|| panic!("{name}: no such case"));
            let game = case.game[0].split('@').next();
            assert_eq!(game, Some(row.game.as_str()), "{name}: the game");
            for setting in settings(&row.setting, &readings) {
                let case = asked(case, &row.game, &setting);
                let case = case.unwrap_or_else(|| panic!("{name}: nothing is asked under {}", row.setting));
                cases.entry(case).or_default().insert(name.clone());
            }
        }
    }
    let wrong = wrong_answers(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn show_describes_rules_without_cases() {
    let readings = readings();
    let mut printed: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for row in rows() {
        for proof in row.proofs.iter().filter(|proof| proof.starts_with("show")) {
            let (command, words) =
                proof.split_once(": ").unwrap_or_else(|| panic!("line {}: no words", row.line));
            let piece = command.strip_prefix("show ").map(str::to_owned);
            for setting in settings(&row.setting, &readings) {
                let game = format!("{}{}", row.game, setting.suffix);
                let set = setting.lines.iter().flat_map(|line| ["--set".to_owned(), line.clone()]);
                let args: Vec<String> = [game].into_iter().chain(piece.clone()).chain(set).collect();
                let page = printed.entry(args.clone()).or_insert_with(|| shown(&args));
                assert!(page.contains(words), "line {}: {args:?} does not tell: {words}", row.line);
            }
        }
    }
}

/// Returns the output of `show` on one line.
fn shown(args: &[String]) -> String {
    let args: Vec<&str> = ["--plain", "show"].into_iter().chain(args.iter().map(String::as_str)).collect();
    let output = ferz_in(root(), &args);
    assert!(output.status.success(), "{args:?}: {}", err(&output));
    out(&output).split_whitespace().collect::<Vec<_>>().join(" ")
}
