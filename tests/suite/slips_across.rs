//! Tests that one mistake is one message in the check of a whole folder: in rules, readings, and cases.
//!
//! Every kind of mistake of the study in `tests/inside/slips` is made in a copy of a folder of shipped games, which
//! `ferz check` then reads as a whole. `just slips-across 8 7` makes each eight times, with seed 7, and
//! `FERZ_SLIPS_TO=out.txt` lists every mistake with an insufficient message.

use super::across::copy;
use super::help::{ferz_in, folder, out, root};
use super::inside::help::{env_number, sample};
use super::inside::mutations::Base;
use super::inside::mutations::mutant::{Random, Shipped};
use super::inside::slips::kinds::{Make, On, Slip, make};
use super::inside::slips::more::kinds;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of threads that the kinds of mistakes are divided among.
const PARTS: usize = 2;
/// The suite makes one of so many kinds.
const STEP: usize = 24;
/// The folders that take longer to check than the suite has time for.
const LARGE: [&str; 4] = ["chess", "tamerlane", "large", "endings"];

/// The results for rules, readings, or cases.
#[derive(Default)]
struct AreaTally {
    made: usize,
    harmless: usize,
    silent: usize,
    only_answers: usize,
    reported: usize,
    near: usize,
    single: usize,
    most: usize,
}

impl AreaTally {
    fn add(&mut self, other: &AreaTally) {
        self.made += other.made;
        self.harmless += other.harmless;
        self.silent += other.silent;
        self.only_answers += other.only_answers;
        self.reported += other.reported;
        self.near += other.near;
        self.single += other.single;
        self.most = self.most.max(other.most);
    }

    fn row(&self, area: &str) -> String {
        let percent = |part: usize, all: usize| {
            let tenths = (part * 1000).checked_div(all).unwrap_or(0);
            format!("{part}, {}.{} %", tenths / 10, tenths % 10)
        };
        let AreaTally { made, harmless, only_answers, most, .. } = self;
        let [silent, near, single] =
            [(self.silent, *made), (self.near, self.reported), (self.single, self.reported)]
                .map(|(part, all)| percent(part, all));
        format!("| {area} | {made} | {harmless} | {only_answers} | {silent} | {near} | {single} | {most} |")
    }
}

/// The results by area, with notes about every insufficient message.
#[derive(Default)]
struct AreaTallies {
    rules: AreaTally,
    readings: AreaTally,
    cases: AreaTally,
    notes: String,
}

impl AreaTallies {
    fn of(&mut self, on: On) -> &mut AreaTally {
        match on {
            On::Rules => &mut self.rules,
            On::Readings => &mut self.readings,
            On::Cases => &mut self.cases,
        }
    }

    fn add(&mut self, other: &AreaTallies) {
        self.rules.add(&other.rules);
        self.readings.add(&other.readings);
        self.cases.add(&other.cases);
        self.notes += &other.notes;
    }

    fn table(&self) -> String {
        [
            "| in | made | same | only answers | silent | first place within one line | one message | most |"
                .to_owned(),
            "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
            self.rules.row("rules"),
            self.readings.row("readings"),
            self.cases.row("cases"),
        ]
        .join("\n")
    }
}

/// A folder of shipped games, with the texts of its files.
struct ShippedFolder {
    name: String,
    files: BTreeMap<PathBuf, String>,
}

impl ShippedFolder {
    fn all(is_whole: bool) -> Vec<ShippedFolder> {
        let folders = fs::read_dir(root().join("variants")).expect("a folder").flatten();
        let mut paths: Vec<PathBuf> =
            folders.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        paths.sort();
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        paths.retain(|path| is_whole || !LARGE.contains(&name(path).as_str()));
        let of = |path: &PathBuf| {
            let endings = ["ferz", "md", "toml"];
            let files = endings.iter().flat_map(|ending| super::architecture::walk(path, ending));
            let text = |file: &PathBuf| fs::read_to_string(file).expect("a shipped file is text");
            let short = |file: &PathBuf| file.strip_prefix(path).expect("inside").to_owned();
            let files = files.map(|file| (short(&file), text(&file))).collect();
            ShippedFolder { name: name(path), files }
        };
        paths.iter().map(of).collect()
    }

    /// Returns the files in which mistakes of an area are made.
    fn of(&self, on: On) -> Vec<(&PathBuf, &String)> {
        let is_of = |path: &Path| match on {
            On::Rules => path.extension().is_some_and(|ending| ending == "ferz"),
            On::Readings => path.ends_with("readings.toml"),
            On::Cases => path.starts_with("cases"),
        };
        self.files.iter().filter(|(path, _)| is_of(path)).collect()
    }

    /// Returns true if a changed file means the same.
    fn is_same(&self, on: On, path: &Path, slip: &Slip) -> bool {
        let name = |path: &Path| format!("variants/{}/{}", self.name, path.display());
        let readings = self.files.get(Path::new("readings.toml"));
        let game = match on {
            On::Rules => path.to_owned(),
            On::Readings => match self.of(On::Rules).first() {
                Some((game, _)) => (*game).clone(),
                None => return false,
            },
            On::Cases => return false,
        };
        let text = self.files[&game].clone();
        let file = Shipped {
            path: name(path),
            text: self.files[path].clone(),
            game: name(&game),
            game_text: text,
            readings: readings.filter(|_| on == On::Rules).cloned(),
            tokens: Vec::new(),
        };
        let (base, changed) = (Base::new(&file), file.open(&slip.text));
        // The name of a reading to which no case refers can be any.
        let line = |text: &str| {
            text.lines().nth(slip.line - 1).unwrap_or_default().trim_matches(['[', ']']).to_owned()
        };
        let instead = slip.instead.clone().unwrap_or_else(|| (line(&slip.text), line(&file.text)));
        base.is_meant_by(&changed) || base.is_called(&changed, &instead)
    }
}

/// A copy of a folder in which mistakes are made.
struct MistakenFolder<'a> {
    shipped: &'a ShippedFolder,
    path: PathBuf,
}

impl MistakenFolder<'_> {
    fn problems(&self) -> Vec<Value> {
        let output = ferz_in(&self.path, &["check", ".", "--json"]);
        serde_json::from_str(&out(&output)).unwrap_or_default()
    }

    /// Returns the last line of a run of the cases of a page.
    fn tested(&self, page: &Path) -> String {
        let output = ferz_in(&self.path, &["test", &page.display().to_string()]);
        out(&output).lines().last().unwrap_or_default().to_owned()
    }

    /// Makes a mistake, and adds the result.
    fn try_slip(&self, (kind, on): (&str, On), path: &Path, slip: &Slip, total: &mut AreaTallies) {
        let text = &self.shipped.files[path];
        let before = if on == On::Cases { self.tested(path) } else { String::new() };
        fs::write(self.path.join(path), &slip.text).expect("written");
        let problems = self.problems();
        let tally = total.of(on);
        tally.made += 1;
        let mut why = Vec::new();
        if problems.is_empty() {
            let after = if on == On::Cases { self.tested(path) } else { String::new() };
            if on == On::Cases && after.contains("failed") {
                tally.only_answers += 1;
            } else if on == On::Cases && passed(&after) >= passed(&before)
                || self.shipped.is_same(on, path, slip)
            {
                tally.harmless += 1;
            } else {
                tally.silent += 1;
                why.push("silent");
            }
        } else {
            let own = |problem: &Value| {
                problem["file"].as_str().is_some_and(|file| Path::new(file).ends_with(path))
            };
            let line = problems[0]["labels"][0]["line"].as_u64().unwrap_or_default();
            let is_near = own(&problems[0]) && line.abs_diff(slip.line as u64) <= 1;
            tally.reported += 1;
            tally.near += usize::from(is_near);
            tally.single += usize::from(problems.len() == 1);
            tally.most = tally.most.max(problems.len());
            why.extend((!is_near).then_some("elsewhere"));
            why.extend((problems.len() > 1).then_some("several"));
        }
        fs::write(self.path.join(path), text).expect("written");
        if !why.is_empty() {
            let line = slip.text.lines().nth(slip.line - 1).unwrap_or_default().trim();
            let file = format!("{}/{}:{}", self.shipped.name, path.display(), slip.line);
            let _ = writeln!(total.notes, "--- {}: {kind}: {file}\n    {line:.120}", why.join(", "));
            for problem in problems.iter().take(8) {
                let place = &problem["labels"][0];
                let [code, file, message, help] =
                    ["code", "file", "message", "help"].map(|key| problem[key].as_str().unwrap_or_default());
                let _ = writeln!(
                    total.notes,
                    "  {code} {file}:{}:{} {message} | {help:.160}",
                    place["line"], place["column"]
                );
            }
        }
    }
}

/// Returns the number of cases that passed.
fn passed(tested: &str) -> usize {
    let words = tested.split_once(" passed").and_then(|(before, _)| before.rsplit(' ').next());
    words.and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Makes a kind of mistake in copies of the folders.
fn try_kind(
    (kind, on, how): &(&str, On, Make),
    times: usize,
    mut random: Random,
    (folders, to): (&[ShippedFolder], &Path),
    total: &mut AreaTallies,
) {
    let mut made = 0;
    for _ in 0..times * 40 {
        if made == times {
            break;
        }
        let shipped = &folders[random.below(folders.len())];
        let files = shipped.of(*on);
        if files.is_empty() {
            continue;
        }
        let (path, text) = files[random.below(files.len())];
        let Some(slip) = make(*on, how, text, &mut random).filter(|slip| slip.text != *text) else {
            continue;
        };
        let copied = MistakenFolder { shipped, path: to.join(&shipped.name) };
        if !copied.path.is_dir() {
            copy(&root().join("variants").join(&shipped.name), &copied.path);
        }
        copied.try_slip((kind, *on), path, &slip, total);
        made += 1;
    }
    if made == 0 {
        let _ = writeln!(total.notes, "--- never made: {kind}");
    }
}

#[test]
fn a_mistake_is_one_message_in_the_check_of_a_folder() {
    let wanted = env_number("FERZ_SLIPS");
    let step = if wanted.is_some() { 1 } else { STEP / sample(1).clamp(1, STEP) };
    let (times, seed) = (wanted.unwrap_or(1), env_number("FERZ_SEED").unwrap_or(3));
    let folders = ShippedFolder::all(wanted.is_some());
    let part = &|part: usize| {
        let (to, mut total) = (folder(&format!("slips-across-{part}")), AreaTallies::default());
        for (at, kind) in kinds().enumerate().step_by(step).filter(|(at, _)| at / step % PARTS == part) {
            try_kind(kind, times, Random((seed * 1000 + at) as u64), (&folders, &to), &mut total);
        }
        total
    };
    let mut total = AreaTallies::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..PARTS).map(|number| scope.spawn(move || part(number))).collect();
        workers.into_iter().for_each(|worker| total.add(&worker.join().expect("no mistake panics")));
    });
    if let Some(path) = std::env::var_os("FERZ_SLIPS_TO") {
        fs::write(path, &total.notes).expect("the notes can be written");
    }
    let (table, notes) = (total.table(), &total.notes);
    println!("{table}");
    let spare = 1;
    for (area, least) in [(&total.rules, 97), (&total.readings, 95), (&total.cases, 95)] {
        assert!(area.silent <= spare + area.made * 3 / 1000, "{table}\n{notes}");
        assert!((area.near + spare) * 100 >= area.reported * 98, "{table}\n{notes}");
        assert!((area.single + spare) * 100 >= area.reported * least, "{table}\n{notes}");
        assert!(area.most <= 3, "{table}\n{notes}");
    }
}
