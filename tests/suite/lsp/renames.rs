//! Tests that a project is as sound after a rename as before: `check` reports nothing new, and `test` passes.

use super::*;
use ferz_lang::outline::{Name, NameKind, Outline};
use ferz_lang::read_readings;
use std::collections::BTreeMap;
use std::fs;

/// The games of which every test run renames all names but values and keys, or a share of them: the folder, the game, and the
/// share.
const FLAGSHIPS: [(&str, &str, u64); 3] =
    [("chess", "chess", 1), ("shogi", "shogi", 1), ("tamerlane", "tamerlane", SAMPLED_SLOW)];
/// One of so many names of all games is renamed in every test run, and fewer values and keys, which are many.
const SAMPLED: u64 = 20;
const SAMPLED_VALUES: u64 = 80;
/// One of so many names of a flagship that is slow to check.
const SAMPLED_SLOW: u64 = 4;
/// The part of every new name.
const MARK: &str = "zz";

/// The names that cannot be renamed, with the reason: the game, the names, and words of the message. Cells are named in moves
/// and positions anywhere, and a piece that replaces one of a built-in game has its name in other files, too.
const REFUSED: [(&str, &[&str], &str); 13] = [
    ("tamerlane", &["l2", "z9"], "is a square"),
    ("shinobi", &["x1", "x2", "x3", "x4", "x5", "x6"], "is a square"),
    ("synochess", &["x1", "x2"], "is a square"),
    ("citadel", &["z1", "k1", "z10", "k10"], "is a square"),
    ("omega", &["w1", "w2", "w3", "w4"], "is a square"),
    ("gorogoroplus", &["m1", "m2", "n5", "n6"], "is a square"),
    ("ordamirror", &["pawn"], "the built-in game chess"),
    ("ordavsempire", &["king", "pawn"], "the built-in game chess"),
    ("shinobi", &["pawn"], "the built-in game chess"),
    ("shogun", &["pawn"], "the built-in game chess"),
    // An heir uses the word of the language, too.
    ("crazyhouse", &["drop"], "would have a new problem"),
    ("karouk", &["F2"], "the built-in game makruk"),
    ("sittuyin", &["pawn"], "the built-in game makruk"),
];

/// A folder with games that a server renames. The files change on disk only.
struct RenamedProject {
    client: Client,
    folder: PathBuf,
    opened: i64,
}

/// A declared name: its file, its kind, its last part, and the place of this part.
#[derive(Clone, Debug)]
struct DeclaredName {
    path: PathBuf,
    kind: NameKind,
    short: String,
    at: usize,
}

/// Returns the names that a file declares.
fn declared(path: &Path) -> Vec<DeclaredName> {
    let text = fs::read_to_string(path).expect("a file");
    let named =
        |kind, short: &str, at| DeclaredName { path: path.to_owned(), kind, short: short.to_owned(), at };
    if path.ends_with("readings.toml") {
        let all = read_readings(0, &text).0;
        return all.iter().map(|one| named(NameKind::Reading, &one.name, one.span.range().end)).collect();
    }
    let outline = Outline::of(&text);
    let mut seen: Vec<&Name> = Vec::new();
    let mut all = Vec::new();
    for symbol in outline.symbols.iter().filter(|symbol| !symbol.amends) {
        let Some(name) = symbol.declared.as_ref().filter(|name| name.kind != NameKind::Game) else {
            continue;
        };
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let short = name.full.rsplit(['.', '=']).next().unwrap_or_default();
        let short = if name.kind == NameKind::Key { &name.full } else { short };
        all.push(named(name.kind, short, symbol.place.range().end));
    }
    all
}

/// Returns a new name. The order of the names changes for some.
fn renamed(name: &DeclaredName) -> String {
    match name.kind {
        NameKind::Key => format!("{}{MARK}", name.short),
        _ if name.short.starts_with(|c: char| c.is_ascii_digit()) => format!("{MARK}-{}", name.short),
        _ if hash(&name.short).is_multiple_of(13) => format!("{MARK}-{}", name.short),
        _ => format!("{}-{MARK}", name.short),
    }
}

/// Returns a number that depends on a text only.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step) >> 7
}

impl RenamedProject {
    fn new(name: &str) -> RenamedProject {
        RenamedProject { client: Client::new(), folder: folder(name), opened: 0 }
    }

    /// Renames a name on disk, or returns the reason of the server.
    fn rename(&mut self, name: &DeclaredName, new: &str) -> Result<(), String> {
        let text = fs::read_to_string(&name.path).expect("a file");
        let document = json!({ "uri": uri(&name.path) });
        self.opened += 1;
        let item =
            json!({ "uri": uri(&name.path), "languageId": "ferz", "version": self.opened, "text": text });
        self.client.tell("textDocument/didOpen", json!({ "textDocument": item }));
        let params =
            json!({ "textDocument": document, "position": position(&text, name.at), "newName": new });
        let answer = self.client.request("textDocument/rename", params);
        self.client.tell("textDocument/didClose", json!({ "textDocument": document }));
        if let Some(error) = answer.get("error") {
            return Err(error["message"].as_str().unwrap_or_default().to_owned());
        }
        for (uri, edits) in answer["result"]["changes"].as_object().into_iter().flatten() {
            let path = uri.trim_start_matches("file://");
            let text = fs::read_to_string(path).expect("a file");
            fs::write(path, applied(&text, edits)).expect("written");
        }
        Ok(())
    }

    /// Returns the problems by code, and the output of the tests if they fail.
    fn state(&self, files: &[&str]) -> (BTreeMap<String, usize>, String) {
        let checked = super::super::help::ferz_in(&self.folder, &[&["check", "--json"], files].concat());
        let problems: Value = serde_json::from_str(&out(&checked)).expect("JSON");
        let mut count = BTreeMap::new();
        for problem in problems.as_array().expect("problems") {
            *count.entry(problem["code"].to_string()).or_default() += 1;
        }
        let tested = super::super::help::ferz_in(&self.folder, &[&["test"], files].concat());
        let failed = if tested.status.success() { String::new() } else { out(&tested) };
        (count, failed)
    }
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let target = to.join(entry.file_name().expect("a name"));
        match entry.is_dir() {
            true => copied(&entry, &target),
            false => drop(fs::copy(&entry, &target).expect("copied")),
        }
    }
}

/// Writes the files of the tutorial as they are at its end, with the answers and the record.
pub(super) fn tutorial(folder: &Path) {
    let page = fs::read_to_string(root().join("docs/book/tutorial.md")).expect("a page");
    let (mut open, mut file, mut text) = (String::new(), String::new(), String::new());
    for line in page.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        if open.is_empty() {
            open = if ticks >= 3 { line[..ticks].to_owned() } else { String::new() };
            file = line.split(' ').nth(1).unwrap_or_default().to_owned();
            text.clear();
        } else if line == open {
            if file.contains('.') {
                let path = folder.join(&file);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, &text).expect("written");
            }
            open.clear();
        } else {
            text += &format!("{line}\n");
        }
    }
    for args in [&["test", "--accept"][..], &["snapshot", "merv.ferz"], &["snapshot", "mine.ferz"]] {
        let output = super::super::help::ferz_in(folder, args);
        assert!(output.status.success(), "{args:?}: {}", super::super::help::err(&output));
    }
}

#[test]
fn a_rename_in_the_project_of_the_tutorial_keeps_its_tests() {
    let mut project = RenamedProject::new("lsp-rename-tutorial");
    tutorial(&project.folder);
    let files = ["merv.ferz", "mine.ferz"];
    let all = files.map(|file| declared(&project.folder.join(file))).concat();
    let before = project.state(&["."]);
    assert_eq!(before.1, "");
    assert!(all.iter().any(|name| name.short == "elephant") && all.len() > 20, "{all:?}");
    let record = |folder: &Path| {
        let printed = super::super::help::ferz_in(folder, &["snapshot", "merv.ferz", "--print"]);
        (out(&printed), fs::read_to_string(folder.join("merv.snapshot")).expect("a record"))
    };
    // Some names are checked alone, and the others together.
    for (at, name) in all.iter().enumerate() {
        let new = if name.short == "elephant" { "fil".to_owned() } else { renamed(name) };
        // An earlier rename has moved the place.
        let Some(name) = declared(&name.path).into_iter().find(|one| one.short == name.short) else {
            continue;
        };
        project.rename(&name, &new).unwrap_or_else(|why| panic!("{}: {why}", name.short));
        let is_last = at + 1 == all.len();
        if ["elephant", "leap", "one-or-two", "far-rank"].contains(&name.short.as_str()) || is_last {
            assert_eq!(project.state(&["."]), before, "{}", name.short);
            let (now, then) = record(&project.folder);
            assert_eq!(now, then, "{}", name.short);
        }
    }
    project.client.leave();
}

/// A page names a right before `=` in a position, and a switch after `under`.
#[test]
fn a_right_and_a_switch_of_one_name_are_renamed_apart() {
    let mut project = RenamedProject::new("lsp-renames-apart");
    project.folder = project.folder.join("senterej");
    copied(&root().join("variants/senterej"), &project.folder);
    let (file, before) = (project.folder.join("senterej.ferz"), project.state(&["."]));
    for (kind, new) in [(NameKind::Switch, "opening"), (NameKind::Other, "gathering")] {
        let mut names = declared(&file).into_iter();
        let name = names.find(|one| one.kind == kind && one.short == "marshaling").expect("a name");
        project.rename(&name, new).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(project.state(&["."]), before, "{new}");
    }
    project.client.leave();
}

/// The results of many renames.
#[derive(Default)]
struct RenameReport {
    tried: usize,
    refused: Vec<(String, String, String)>,
    wrong: Vec<String>,
}

impl RenameReport {
    /// Renames names of the games in a folder, one after the other, and checks the folder at the end.
    fn rename(&mut self, project: &mut RenamedProject, is_wanted: &dyn Fn(&str, &DeclaredName) -> bool) {
        let mut files = super::super::architecture::walk(&project.folder, "ferz");
        files.extend(Some(project.folder.join("readings.toml")).filter(|path| path.exists()));
        let wanted = |file: &PathBuf| {
            let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let all = declared(file).into_iter().filter(|name| is_wanted(&stem, name));
            all.map(|name| (stem.clone(), name)).collect::<Vec<_>>()
        };
        let wanted: Vec<(String, DeclaredName)> = files.iter().flat_map(wanted).collect();
        if wanted.is_empty() {
            return;
        }
        let (start, before) = (Instant::now(), project.state(&["."]));
        let is_each = std::env::var_os("FERZ_EACH").is_some();
        for (game, name) in &wanted {
            // Earlier renames have moved the place, and changed the name before a dot.
            let is_it = |one: &DeclaredName| one.kind == name.kind && one.short == name.short;
            let at = |path: &Path| declared(path).into_iter().find(is_it);
            let Some(name) = at(&name.path) else { continue };
            self.tried += 1;
            if let Err(why) = project.rename(&name, &renamed(&name)) {
                self.refused.push((game.clone(), name.short.clone(), why));
            } else if is_each && project.state(&["."]) != before {
                self.wrong.push(format!("{game}: {}", name.short));
            }
        }
        let now = project.state(&["."]);
        println!("{}: {} names in {:?}", project.folder.display(), wanted.len(), start.elapsed());
        if now != before {
            self.wrong.push(format!("{}: {before:?}, then {now:?}", project.folder.display()));
        }
    }

    fn check(&self) {
        println!("{} names, {} refused: {:#?}", self.tried, self.refused.len(), self.refused);
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        let is_listed = |(game, name, why): &&(String, String, String)| {
            REFUSED.iter().any(|(own, words, reason)| {
                game == own && words.contains(&name.as_str()) && why.contains(reason)
            })
        };
        let unlisted: Vec<_> = self.refused.iter().filter(|one| !is_listed(one)).collect();
        assert!(unlisted.is_empty(), "{unlisted:#?}");
        assert!(self.refused.len() * 50 <= self.tried, "{:#?}", self.refused);
    }
}

/// Renames names of all shipped games in copies of their folders.
fn rename_all(name: &str, is_wanted: &dyn Fn(&str, &DeclaredName) -> bool) {
    let (mut report, mut project) = (RenameReport::default(), RenamedProject::new(name));
    let target = project.folder.clone();
    let folders = fs::read_dir(root().join("variants")).expect("a folder");
    let mut folders: Vec<PathBuf> = folders.map(|one| one.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|path| path.is_dir()) {
        project.folder = target.join(folder.file_name().expect("a name"));
        copied(folder, &project.folder);
        report.rename(&mut project, is_wanted);
    }
    project.client.leave();
    report.check();
}

/// The heirs of these games in the same folder are left out.
#[test]
fn names_of_the_flagships_can_be_renamed() {
    let (mut report, mut project) = (RenameReport::default(), RenamedProject::new("lsp-renames-flagships"));
    let target = project.folder.clone();
    for (folder, game, share) in FLAGSHIPS {
        let from = root().join("variants").join(folder);
        project.folder = target.join(folder);
        copied(&from, &project.folder);
        let endings = ["ferz", "toml", "md", "snapshot", "perft"];
        let files = endings.map(|ending| super::super::architecture::walk(&project.folder, ending)).concat();
        for file in files {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let is_beside = file.parent() == Some(&project.folder) && name != "readings.toml";
            let stem = name.split('.').next().unwrap_or_default();
            // The readings of the folder need both games.
            let is_other = is_beside && stem != game && stem != "full-tamerlane";
            let about = |text: String| text.lines().any(|line| line.split(['@', '/']).next() == Some(game));
            let is_page = name.ends_with(".md") && !is_beside;
            if is_other || is_page && !fs::read_to_string(&file).is_ok_and(about) {
                fs::remove_file(&file).expect("removed");
            }
        }
        let is_name = |name: &DeclaredName| !matches!(name.kind, NameKind::Value | NameKind::Key);
        report.rename(&mut project, &|stem, name| {
            stem == game && is_name(name) && hash(&name.short).is_multiple_of(share)
        });
    }
    project.client.leave();
    report.check();
}

#[test]
fn names_of_all_shipped_games_can_be_renamed() {
    rename_all("lsp-renames", &|game, name| {
        let is_part = matches!(name.kind, NameKind::Value | NameKind::Key);
        let share = if is_part { SAMPLED_VALUES } else { SAMPLED };
        hash(&format!("{game} {}", name.short)).is_multiple_of(share)
    });
}

#[test]
#[ignore = "takes minutes; run by `just renames`"]
fn every_name_of_every_shipped_game_can_be_renamed() {
    rename_all("lsp-renames-every", &|_, _| true);
}
