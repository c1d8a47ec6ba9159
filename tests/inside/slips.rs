//! Tests the messages about common mistakes: more than a hundred kinds, each made in every shipped file.
//!
//! [`try_kind`] makes one kind of mistake at random places, and tests that the message is near the mistake and that its
//! help leads to a valid file. `just slips` runs the whole test. `FERZ_SLIPS=20` makes each mistake twenty times,
//! `FERZ_SEED=7` changes the places, and `FERZ_SLIPS_TO=out.txt` lists every mistake with an insufficient message.

pub(super) mod fixes;
pub mod kinds;
pub mod more;

use self::kinds::{Make, On, Slip, make};
use self::more::kinds;
use super::help::{Disk, env_number, root, sample, studied};
use super::mutations::mutant::Random;
use super::mutations::{Base, Study};
use ferz_core::base::source::Sources;
use ferz_core::fast::engine::Engine;
use ferz_lang::has_errors;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::messages::fix::{Certainty, TextChange};
use ferz_text::lab::casebook::{Games, Status, read_page, run_case};
use std::fmt::Write as _;
use std::fs;

const SEED: usize = 11;

/// The number of threads that the kinds of mistakes are divided among.
const PARTS: usize = 2;

/// The shipped files with their meanings, and the case pages with their texts.
type ShippedFiles = (Study, Vec<Base>, Vec<(String, String)>);

#[derive(Default)]
struct Tally {
    kinds: usize,
    made: usize,
    reported: usize,
    near: usize,
    single: usize,
    misspelled: usize,
    right: usize,
    harmless: usize,
    renamed: usize,
    silent: usize,
    followed: usize,
    ruined: usize,
    notes: String,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.kinds += other.kinds;
        self.made += other.made;
        self.reported += other.reported;
        self.near += other.near;
        self.single += other.single;
        self.misspelled += other.misspelled;
        self.right += other.right;
        self.harmless += other.harmless;
        self.renamed += other.renamed;
        self.silent += other.silent;
        self.followed += other.followed;
        self.ruined += other.ruined;
        self.notes += &other.notes;
    }

    fn figures(&self) -> String {
        let percent = |part: usize, all: usize| {
            let tenths = (part * 1000).checked_div(all).unwrap_or(0);
            format!("{}.{} %", tenths / 10, tenths % 10)
        };
        let row = |what: &str, part: usize, all: usize| {
            format!("| {what} | {part} of {all} | {} |", percent(part, all))
        };
        [
            format!("| {} kinds of mistakes | mistakes | |", self.kinds),
            "|---|---:|---:|".to_owned(),
            row("reported", self.reported, self.made),
            row("harmless: the same game", self.harmless, self.made),
            row("harmless: the same game with another name in it", self.renamed, self.made),
            row("not noticed, and another game", self.silent, self.made),
            row("first place within one line", self.near, self.reported),
            row("exactly one message", self.single, self.reported),
            row("right word suggested first", self.right, self.misspelled),
            row("help followed to the letter gives another game", self.ruined, self.followed),
        ]
        .join("\n")
    }
}

/// The problems of a changed file, with the source texts.
struct Said {
    sources: Sources,
    problems: Vec<Diagnostic>,
}

#[test]
fn the_mistakes_people_make_are_reported_where_they_are() {
    let study = Study::new();
    let bases: Vec<Base> = study.files.iter().map(Base::new).collect();
    let pages: Vec<(String, String)> = studied()
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        // Other pages, such as the table of claims, have no cases.
        .filter(|path| path.parent().is_some_and(|folder| folder.ends_with("cases")))
        .map(|path| {
            let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a page is text"))
        })
        .collect();
    // The suite tests every sixth kind of mistake, and a larger sample every third.
    let (times, step) =
        env_number("FERZ_SLIPS").map_or_else(|| (1, if sample(1) > 1 { 3 } else { 6 }), |times| (times, 1));
    let seed = env_number("FERZ_SEED").unwrap_or(SEED);
    let shelf = &(study, bases, pages);
    let part = &|part: usize| {
        let mut total = Tally::default();
        for (at, kind) in kinds().enumerate().step_by(step).filter(|(at, _)| at / step % PARTS == part) {
            try_kind(kind, times, Random((seed * 1000 + at) as u64), shelf, &mut total);
        }
        total
    };
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..PARTS).map(|number| scope.spawn(move || part(number))).collect();
        workers.into_iter().for_each(|worker| total.add(worker.join().expect("no mistake panics")));
    });
    if let Some(path) = std::env::var_os("FERZ_SLIPS_TO") {
        fs::write(path, &total.notes).expect("the notes can be written");
    }
    let figures = total.figures();
    println!("{figures}");
    // A small sample can miss the targets by one failure.
    let spare = usize::from(times < 20);
    let notes = &total.notes;
    assert!(total.kinds * step >= 100, "{notes}");
    assert_eq!(total.ruined, 0, "help that gives another game\n{notes}");
    assert!(total.near * 100 >= (total.reported - spare) * 97, "{figures}\n{notes}");
    assert!(total.single * 100 >= (total.reported - spare) * 96, "{figures}\n{notes}");
    assert!((total.right + spare) * 100 >= total.misspelled * 97, "{figures}\n{notes}");
    assert!(total.silent <= spare + total.made * 3 / 1000, "{figures}\n{notes}");
}

/// Makes one kind of mistake several times.
fn try_kind(
    (kind, on, how): &(&str, On, Make),
    times: usize,
    mut random: Random,
    (study, bases, pages): &ShippedFiles,
    total: &mut Tally,
) {
    let mut made = 0;
    for _ in 0..times * 40 {
        if made == times {
            break;
        }
        let found = match on {
            On::Cases => {
                let (name, text) = &pages[random.below(pages.len())];
                let slip = make(*on, how, text, &mut random).filter(|slip| slip.text != *text);
                slip.map(|slip| case(name, kind, &slip, total))
            }
            On::Rules | On::Readings => {
                let at = random.below(study.files.len());
                let (file, base) = (&study.files[at], &bases[at]);
                if file.path.ends_with(".toml") != (*on == On::Readings) {
                    continue;
                }
                let slip = make(*on, how, &file.text, &mut random).filter(|slip| slip.text != file.text);
                slip.map(|slip| rules(file, base, kind, &slip, total))
            }
        };
        made += usize::from(found.is_some());
    }
    total.kinds += usize::from(made > 0);
    if made == 0 {
        let _ = writeln!(total.notes, "--- never made: {kind}");
    }
}

/// Makes a mistake in a file of rules or readings.
fn rules(file: &super::mutations::mutant::Shipped, base: &Base, kind: &str, slip: &Slip, total: &mut Tally) {
    let game = file.open(&slip.text);
    let mut problems = game.check();
    problems.retain(|p| p.is_error() || !base.said.contains(&(p.code.text(), p.message.clone())));
    total.made += 1;
    if problems.is_empty() {
        if base.is_meant_by(&game) {
            total.harmless += 1;
        } else if slip.instead.as_ref().is_some_and(|instead| base.is_called(&game, instead)) {
            total.renamed += 1;
        } else {
            total.silent += 1;
            note(total, "silent", kind, &file.path, slip, &[], &game.sources);
        }
        return;
    }
    let said = Said { sources: game.sources, problems };
    judge(&file.path, kind, slip, &said, total);
    let Some(text) = follow(&file.path, &slip.text, &said) else { return };
    total.followed += 1;
    let mended = file.open(&text);
    // The readings beside the file may have the old name, which is a problem of its own.
    let is_called = |instead: &(String, String)| {
        base.is_called(&mended, instead) || base.is_called(&file.renamed(instead).open(&text), instead)
    };
    let is_same = base.is_meant_by(&mended) || slip.instead.as_ref().is_some_and(is_called);
    if !has_errors(&mended.check()) && !is_same {
        total.ruined += 1;
        note(total, "ruined", kind, &file.path, slip, &said.problems, &said.sources);
    }
}

/// Makes a mistake in a page of cases.
fn case(name: &str, kind: &str, slip: &Slip, total: &mut Tally) {
    let games = Games::new(&Disk, Engine::sharing);
    let (page, mut problems) = read_page(name, &slip.text, 0);
    let mut failed = 0;
    for case in &page.cases {
        for checked in run_case(&page, case, &games) {
            failed += usize::from(matches!(checked.status, Status::Failed | Status::Pending));
            problems.extend(checked.problems);
        }
    }
    let mut seen = Vec::new();
    problems.retain(|p| {
        let own = (p.place(), p.message.clone());
        let new = !seen.contains(&own);
        seen.push(own);
        new
    });
    problems.sort_by_key(Diagnostic::place);
    total.made += 1;
    let said = Said { sources: Sources::of(name, slip.text.as_str()), problems };
    if said.problems.is_empty() {
        // A wrong answer fails its case. Any other mistake without a problem is silent.
        total.silent += usize::from(failed == 0);
        note(
            total,
            if failed == 0 { "silent" } else { "only answers" },
            kind,
            name,
            slip,
            &[],
            &said.sources,
        );
        if failed > 0 {
            total.reported += 1;
        }
        return;
    }
    judge(name, kind, slip, &said, total);
}

fn judge(path: &str, kind: &str, slip: &Slip, said: &Said, total: &mut Tally) {
    total.reported += 1;
    let first = said.problems[0].place();
    let (line, _) = said.sources.line_column(first);
    let is_here = said.sources.get(first.file).is_some_and(|source| source.name == path);
    if is_here && line.abs_diff(slip.line) <= 1 {
        total.near += 1;
    } else {
        note(total, "elsewhere", kind, path, slip, &said.problems, &said.sources);
    }
    if said.problems.len() == 1 {
        total.single += 1;
    } else {
        note(total, "several", kind, path, slip, &said.problems, &said.sources);
    }
    let Some(wanted) = slip.wanted.as_ref().filter(|_| has_errors(&said.problems)) else { return };
    total.misspelled += 1;
    let proposes = |problem: &Diagnostic| {
        let help = problem.help.as_deref().unwrap_or_default();
        let start = format!("did you mean `{wanted}`?");
        // If the misspelled name is a declaration, the help at its uses suggests the new name.
        help.starts_with(&start)
            || slip.text.lines().nth(slip.line - 1).is_some_and(|line| declares(line, help))
    };
    if said.problems.iter().any(proposes) {
        total.right += 1;
    } else {
        note(total, "wrong word", kind, path, slip, &said.problems, &said.sources);
    }
}

/// Returns true if a line declares the name that a help suggests.
fn declares(line: &str, help: &str) -> bool {
    let proposed = help.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next());
    proposed.is_some_and(|name| line.split_whitespace().take(3).any(|word| word == name))
}

/// Returns the text after applying the fix of every problem that has exactly one.
fn follow(path: &str, text: &str, said: &Said) -> Option<String> {
    let mut edits = Vec::new();
    for problem in &said.problems {
        let [fix] = problem.fixes.as_slice() else { continue };
        // Other guesses, such as the end of a list that is not closed, can give another game.
        let is_deletion = fix.edits.iter().all(|edit| edit.change == TextChange::Delete);
        if fix.certainty == Certainty::Guess && fix.name().is_none() && !is_deletion {
            continue;
        }
        for one in fix.replacements(problem, &said.sources).unwrap_or_default() {
            // A user applies the fixes in all files, so a fix in another file counts as well.
            if said.sources.get(one.span.file).is_none_or(|source| source.name != path) {
                return None;
            }
            edits.push((one.span.range(), one.text));
        }
    }
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    edits.dedup_by_key(|(range, _)| range.start);
    let (mut mended, mut end) = (text.to_owned(), text.len());
    for (range, new) in edits.iter().filter(|(range, _)| range.end <= text.len()) {
        if range.end <= end {
            mended.replace_range(range.clone(), new);
            end = range.start;
        }
    }
    (!edits.is_empty()).then_some(mended)
}

fn note(
    total: &mut Tally,
    why: &str,
    kind: &str,
    path: &str,
    slip: &Slip,
    problems: &[Diagnostic],
    sources: &Sources,
) {
    let line = slip.text.lines().nth(slip.line - 1).unwrap_or_default().trim();
    let _ = writeln!(total.notes, "--- {why}: {kind}: {path}:{}\n    {line:.120}", slip.line);
    for problem in problems.iter().take(6) {
        let (line, column) = sources.line_column(problem.place());
        let help = problem.help.as_deref().unwrap_or_default();
        let _ = writeln!(
            total.notes,
            "  {} {line}:{column} {} | {help:.160}",
            problem.code.text(),
            problem.message
        );
    }
}
