//! Tests the fixes that editors offer for mistakes: each removes its problem, adds none, and keeps the game.
//!
//! `just fixes 500 7` tests 500 fixes with another seed, and `FERZ_FIXES_TO=out.txt` lists failures.

use super::super::help::{env_number, sample};
use super::super::mutations::mutant::{Random, Shipped};
use super::super::mutations::{Base, Study};
use super::kinds::{KINDS, On, make};
use ferz_lang::{RuleFile, has_errors};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::words::report::located;
use std::cell::OnceCell;
use std::fmt::Write as _;

/// The number of fixes that the suite tests.
const SAMPLE: usize = 6;
/// The maximum number of mistakes that are made for one fix.
const MISTAKES: usize = 20;
const SEED: usize = 44;

/// A changed file with a mistake. The name is the one that the mistake replaced, with its replacement.
struct Mistake {
    what: String,
    text: String,
    instead: Option<(String, String)>,
}

#[derive(Default)]
struct Tally {
    mistakes: usize,
    fixes: usize,
    deletions: usize,
    kept: usize,
    failures: usize,
    notes: String,
}

#[test]
fn every_fix_removes_its_problem_adds_none_and_keeps_the_game() {
    let study = Study::new();
    let bases: Vec<OnceCell<Base>> = study.files.iter().map(|_| OnceCell::new()).collect();
    let number = env_number("FERZ_FIXES").unwrap_or_else(|| sample(SAMPLE));
    let mut random = Random((env_number("FERZ_SEED").unwrap_or(SEED) * 7919) as u64);
    let mut tally = Tally::default();
    while tally.fixes < number && tally.mistakes < number * MISTAKES {
        let at = random.below(study.files.len());
        let file = &study.files[at];
        let Some(mistake) = mistake(file, &mut random) else { continue };
        tally.mistakes += 1;
        try_fixes(file, &bases[at], &mistake, &mut tally);
    }
    println!(
        "{} mistakes: {} fixes, {} of them deletions; {} lead to a game without errors, {} fail",
        tally.mistakes, tally.fixes, tally.deletions, tally.kept, tally.failures
    );
    if let Some(path) = std::env::var_os("FERZ_FIXES_TO") {
        std::fs::write(path, &tally.notes).expect("the notes can be written");
    }
    assert_eq!(tally.failures, 0, "{}", tally.notes);
    assert!(tally.fixes >= number, "{} fixes for {} mistakes", tally.fixes, tally.mistakes);
}

/// Makes a mistake of one of the two studies.
fn mistake(file: &Shipped, random: &mut Random) -> Option<Mistake> {
    if random.below(2) == 0 {
        // Most fixes are for misspelled words.
        let mut mutants = std::iter::repeat_with(|| file.mutate(random)).take(MISTAKES);
        let mutant = mutants.find(|mutant| mutant.what == "misspell")?;
        let instead = (!mutant.new.is_empty() && !mutant.old.is_empty()).then_some((mutant.new, mutant.old));
        return Some(Mistake { what: mutant.what.to_owned(), text: mutant.text, instead });
    }
    let (kind, on, how) = &KINDS[random.below(KINDS.len())];
    if *on == On::Cases || file.path.ends_with(".toml") != (*on == On::Readings) {
        return None;
    }
    let slip = make(*on, how, &file.text, random).filter(|slip| slip.text != file.text)?;
    Some(Mistake { what: (*kind).to_owned(), text: slip.text, instead: slip.instead })
}

/// Applies each fix for the problems of a mistake alone, and tests the result.
fn try_fixes(file: &Shipped, base: &OnceCell<Base>, mistake: &Mistake, tally: &mut Tally) {
    let game = file.open(&mistake.text);
    let problems = game.check();
    for (problem, data) in problems.iter().zip(located(&problems, &game.sources)) {
        let place = problem.place();
        let is_here = game.sources.get(place.file).is_some_and(|source| source.name == file.path);
        let deletes = problem.fix.as_deref() == Some("") && place.start < place.end;
        let Some(new) = data.suggestion.or_else(|| deletes.then(String::new)).filter(|_| is_here) else {
            continue;
        };
        tally.fixes += 1;
        tally.deletions += usize::from(new.is_empty());
        let mut text = mistake.text.clone();
        text.replace_range(place.range(), &new);
        let fixed = file.open(&text);
        let left = fixed.check();
        let base = base.get_or_init(|| Base::new(file));
        let why = failure(base, mistake, (&game, &problems), (&fixed, &left), problem);
        tally.kept += usize::from(!has_errors(&left));
        if let Some(why) = why {
            tally.failures += 1;
            let (line, _) = game.sources.line_column(place);
            let own = mistake.text.lines().nth(line - 1).unwrap_or_default().trim();
            let help = problem.help.as_deref().unwrap_or_default();
            let _ = writeln!(
                tally.notes,
                "--- {why}: {}: {}:{line} `{own}`\n  {} | {help} | new text `{new}`",
                mistake.what, file.path, problem.message
            );
            for other in &left {
                let _ = writeln!(tally.notes, "  left: {} {}", other.code.text(), other.message);
            }
        }
    }
}

/// Returns the reason why a fix is wrong.
fn failure(
    base: &Base,
    mistake: &Mistake,
    (game, before): (&RuleFile, &[Diagnostic]),
    (fixed, after): (&RuleFile, &[Diagnostic]),
    problem: &Diagnostic,
) -> Option<&'static str> {
    let count = |problems: &[Diagnostic], one: &Diagnostic| {
        problems.iter().filter(|other| other.code == one.code && other.message == one.message).count()
    };
    // A problem that is reported once for several places may be reported at the next one.
    let is_same = |other: &Diagnostic| {
        other.code == problem.code && other.message == problem.message && other.place() == problem.place()
    };
    if after.iter().any(is_same) {
        return Some("the problem stays");
    }
    // Errors hide other warnings, among them those of the file before the mistake.
    let is_old = |one: &&Diagnostic| base.said.contains(&(one.code.text(), one.message.clone()));
    let is_new = |one: &&Diagnostic| count(after, one) > count(before, one);
    if after.iter().any(|one| is_new(&one) && !is_old(&one) && (one.is_error() || !has_errors(before))) {
        return Some("a new problem");
    }
    if has_errors(after) {
        return None;
    }
    let is_called = || mistake.instead.as_ref().is_some_and(|instead| base.is_called(fixed, instead));
    let stays = || !has_errors(before) && game.is_same_game(fixed);
    (!stays() && !base.is_meant_by(fixed) && !is_called()).then_some("another game")
}
