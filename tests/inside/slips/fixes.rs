//! Tests the fixes that editors offer for mistakes: each removes its problem, adds none, and keeps the game.
//!
//! `just fixes 500 7` tests 500 fixes with another seed, and `FERZ_FIXES_TO=out.txt` lists failures.

use super::super::help::{env_number, root, sample, walk};
use super::super::mutations::mutant::{Random, Shipped};
use super::super::mutations::{Base, Study};
use super::kinds::{On, make};
use super::more::kinds;
use ferz_core::base::source::Sources;
use ferz_lang::{RuleFile, has_errors};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::messages::fix::{Certainty, Fix, Replacement};
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
    certain: usize,
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
        "{} mistakes: {} fixes, {} of them certain; {} lead to a game without errors, {} fail",
        tally.mistakes, tally.fixes, tally.certain, tally.kept, tally.failures
    );
    if let Some(path) = std::env::var_os("FERZ_FIXES_TO") {
        std::fs::write(path, &tally.notes).expect("the notes can be written");
    }
    assert_eq!(tally.failures, 0, "{}", tally.notes);
    assert!(tally.fixes >= number, "{} fixes for {} mistakes", tally.fixes, tally.mistakes);
}

/// The number of files in which a slip is made for a certain fix.
const READABLE: usize = 12;

/// Makes a slip that leaves the file readable: a lost comma in a list, or a comment that allows nothing.
fn readable_slip(text: &str, random: &mut Random) -> Option<String> {
    if random.below(3) == 0 {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let at = ends.get(random.below(ends.len().max(1)))?;
        return Some(format!("{}\n# allow unused-region \"for later\"{}", &text[..*at], &text[*at..]));
    }
    let commas: Vec<usize> = text.match_indices(", ").map(|(at, _)| at).collect();
    let at = commas.get(random.below(commas.len().max(1)))?;
    Some(format!("{}{}", &text[..*at], &text[at + 1..]))
}

/// Applies all certain fixes of shipped files with a slip. `FERZ_FIXES=500` makes 500 slips.
#[test]
fn certain_fixes_keep_the_moves_of_a_readable_game() {
    let number = env_number("FERZ_FIXES").unwrap_or_else(|| sample(READABLE));
    let mut random = Random((env_number("FERZ_SEED").unwrap_or(SEED) * 7919) as u64);
    let paths: Vec<_> = walk(&root().join("variants"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "ferz"))
        .collect();
    let (mut readable, mut fixed) = (0, 0);
    while readable < number {
        let path = &paths[random.below(paths.len())];
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        let file = Shipped::rules(name, std::fs::read_to_string(path).expect("a shipped file is text"));
        let Some(slip) = readable_slip(&file.text, &mut random) else { continue };
        let game = file.open(&slip);
        let problems = game.check();
        if has_errors(&problems) {
            continue;
        }
        readable += 1;
        let mut text = slip.clone();
        for problem in problems.iter().rev() {
            let [fix] = problem.fixes.as_slice() else { continue };
            let is_certain = fix.certainty == Certainty::Certain;
            // The fixes are applied from the end, so that the places before them stay valid.
            let Some(new) = applied(fix, problem, &game.sources, (&file.path, &text)).filter(|_| is_certain)
            else {
                continue;
            };
            (text, fixed) = (new, fixed + 1);
        }
        assert!(game.is_same_game(&file.open(&text)), "{}: {slip}\n---\n{text}", file.path);
    }
    assert!(fixed * 4 >= number, "{fixed} certain fixes in {number} files");
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
    let (kind, on, how) = kinds().nth(random.below(kinds().count()))?;
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
    let fixes = problems.iter().flat_map(|problem| problem.fixes.iter().map(move |fix| (problem, fix)));
    for (problem, fix) in fixes {
        let Some(text) = applied(fix, problem, &game.sources, (&file.path, &mistake.text)) else { continue };
        tally.fixes += 1;
        tally.certain += usize::from(fix.certainty == Certainty::Certain);
        let fixed = file.open(&text);
        let left = fixed.check();
        let base = base.get_or_init(|| Base::new(file));
        let why = failure(base, mistake, (&game, &problems), (&fixed, &left), (problem, fix));
        tally.kept += usize::from(!has_errors(&left));
        if let Some(why) = why {
            tally.failures += 1;
            let (line, _) = game.sources.line_column(problem.place());
            let own = mistake.text.lines().nth(line - 1).unwrap_or_default().trim();
            let help = problem.help.as_deref().unwrap_or_default();
            let _ = writeln!(
                tally.notes,
                "--- {why}: {}: {}:{line} `{own}`\n  {} | {help} | {:?} {}",
                mistake.what,
                file.path,
                problem.message,
                fix.certainty,
                fix.title()
            );
            for other in &left {
                let _ = writeln!(tally.notes, "  left: {} {}", other.code.text(), other.message);
            }
        }
    }
}

/// Returns a text after a fix, or `None` if the fix edits other files.
pub(in super::super) fn applied(
    fix: &Fix,
    problem: &Diagnostic,
    sources: &Sources,
    (path, text): (&str, &str),
) -> Option<String> {
    let replacements = fix.replacements(problem, sources)?;
    let is_here = |one: &Replacement| sources.get(one.span.file).is_some_and(|source| source.name == path);
    let mut text = text.to_owned();
    for one in replacements.iter().rev() {
        is_here(one).then(|| text.replace_range(one.span.range(), &one.text))?;
    }
    Some(text)
}

/// Returns the reason why a fix is wrong.
fn failure(
    base: &Base,
    mistake: &Mistake,
    (game, before): (&RuleFile, &[Diagnostic]),
    (fixed, after): (&RuleFile, &[Diagnostic]),
    (problem, fix): (&Diagnostic, &Fix),
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
    // A guess about the shape can reveal problems that it hid.
    let is_shape = fix.certainty == Certainty::Guess && fix.name().is_none();
    if !is_shape
        && after.iter().any(|one| is_new(&one) && !is_old(&one) && (one.is_error() || !has_errors(before)))
    {
        return Some("a new problem");
    }
    if has_errors(after) {
        return None;
    }
    // Several fixes are different games, and the author chooses one.
    if problem.fixes.len() > 1 {
        return None;
    }
    // A guess about a readable game can change it, which a certain fix must not.
    if !has_errors(before) && fix.certainty == Certainty::Certain {
        return (!game.is_same_game(fixed)).then_some("a certain fix changes a readable game");
    }
    // The end of a list that is not closed can only be guessed.
    if fix.certainty == Certainty::Guess && fix.name().is_none() {
        return None;
    }
    let is_called = || mistake.instead.as_ref().is_some_and(|instead| base.is_called(fixed, instead));
    let stays = || !has_errors(before) && game.is_same_game(fixed);
    (!stays() && !base.is_meant_by(fixed) && !is_called()).then_some("another game")
}
