//! Tests the messages about random mistakes: every shipped file is mutated, one token at a time.
//!
//! [`Study`] holds the files, `mutant` creates the mutants, and `tally` counts the results. A mutant must have an error
//! near the change, or the game must be unchanged. The suite tests a sample. `FERZ_MUTANTS=out.txt cargo test --test suite
//! mutations::` tests all mutants, and lists those with insufficient messages.

pub mod mutant;
mod tally;

use self::mutant::{Mutant, Random, Shape, Shipped, heads, tokens};
use self::tally::Tally;

use super::help::{root, sample, studied};
use ferz_core::base::source::{Sources, Span};
use ferz_core::rules::Variant;
use ferz_lang::{Memory, RuleFile};
use ferz_syntax::messages::diagnostic::{Diagnostic, Label, Severity};
use std::fmt::Write as _;
use std::fs;

/// The default seed, which the numbers in the documentation are based on. `FERZ_SEED` selects other mutants.
const SEED: u64 = 0x00f3_7257;

/// The keywords of the language. Two lines that share only keywords are unrelated.
const LANGUAGE: &str = "variant extends about source board grid cell hole black is white turned mirrored region group \
    piece family for royalty check binds always never leader all when royals may not face right once times action place \
    exchange drop pass to removing becomes provided or uses bringing on a file with giving checkmate must if it can entry \
    border immune capture arriving ending win loss draw repeated quiet array from first move dice clock resets hands \
    switch under note title token moves royal value stays stands still stage in home of at as own enemy enemies any \
    every non-royal non-royals leaders piece pieces except and either rank the by one add change remove invented also history \
    uncheckered";
const MUTANTS: usize = 2_000;
const SAMPLE: usize = 12;

fn mutants() -> usize {
    if std::env::var_os("FERZ_MUTANTS").is_some() { MUTANTS } else { sample(SAMPLE) }
}

#[test]
fn an_array_mistake_is_reported_at_its_square() {
    let study = Study::new();
    let halves = 2;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..halves)
            .map(|half| {
                let study = &study;
                scope.spawn(move || study.run(half, halves))
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no mutant panics")).collect()
    });
    let mut total = Tally::default();
    for tally in tallies {
        total.add(tally);
    }
    if let Some(path) = std::env::var_os("FERZ_MUTANTS") {
        fs::write(path, &total.notes).expect("the notes can be written");
    }
    let figures = total.figures();
    println!("{figures}");
    if seed() != SEED {
        return;
    }
    assert!(total.mutants >= mutants());
    assert_eq!(total.silent, 0, "mutants nobody noticed\n{}", total.notes);
    assert_eq!(total.astray, 0, "mutants reported elsewhere\n{}", total.notes);
    assert!(total.right * 100 >= total.misspelt * 95, "{figures}");
    // In a sample, a single mutant is several percent.
    let least = if mutants() < MUTANTS { 80 } else { 90 };
    assert!(total.single * 100 >= total.reported * least, "{figures}");
    let page = fs::read_to_string(root().join("docs/diagnostics.md")).unwrap_or_default();
    assert!(
        mutants() < MUTANTS || page.contains(&figures),
        "docs/diagnostics.md should hold these figures:\n{figures}"
    );
}

/// The shipped files and their meanings.
pub(super) struct Study {
    pub(super) files: Vec<Shipped>,
}

impl Study {
    pub(super) fn new() -> Study {
        let mut files = Vec::new();
        for path in studied() {
            let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("a shipped file is text");
            match path.extension().and_then(|e| e.to_str()) {
                Some("ferz") => {
                    let readings = fs::read_to_string(path.with_file_name("readings.toml")).ok();
                    let tokens = tokens(&text, false);
                    files.push(Shipped {
                        game: name.clone(),
                        game_text: text.clone(),
                        path: name,
                        text,
                        readings,
                        tokens,
                    });
                }
                Some("toml") => {
                    let folder = path.parent().expect("in a folder");
                    let stem = folder.file_name().expect("with a name").to_string_lossy().into_owned();
                    // The variant in this folder that has all switches of the others.
                    let full = folder.join(format!("full-{stem}.ferz"));
                    let game = if full.is_file() { full } else { folder.join(format!("{stem}.ferz")) };
                    let Ok(game_text) = fs::read_to_string(&game) else { continue };
                    let game =
                        game.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
                    let tokens = tokens(&text, true);
                    files.push(Shipped { path: name, text, game, game_text, readings: None, tokens });
                }
                _ => {}
            }
        }
        assert!(files.len() >= 4);
        Study { files }
    }

    fn run(&self, part: usize, parts: usize) -> Tally {
        let mut tally = Tally::default();
        let bases: Vec<Base> = self.files.iter().map(Base::new).collect();
        let weights: Vec<usize> = self.files.iter().map(|file| file.tokens.len().max(40)).collect();
        let all: usize = weights.iter().sum();
        for (number, (file, base)) in self.files.iter().zip(&bases).enumerate() {
            let mut random = Random(seed() + number as u64);
            let share = (mutants() * weights[number]).div_ceil(all);
            for i in 0..share {
                let mutant = file.mutate(&mut random);
                if i % parts == part {
                    judge(file, base, &mutant, &mut tally);
                }
            }
        }
        tally
    }
}

/// A file before the change, with its meaning under every choice.
pub struct Base {
    meanings: Vec<Option<Variant>>,
    /// The problems of the unchanged file.
    pub(super) said: Vec<(&'static str, String)>,
}

impl Base {
    pub fn new(file: &Shipped) -> Base {
        let game = file.open(&file.text);
        let selections = game.every_selection();
        let under = selections.iter().flat_map(|selection| game.variant(selection, &Memory::default()).1);
        let said = under.chain(game.check()).map(|problem| (problem.code.text(), problem.message)).collect();
        let meanings = game
            .every_selection()
            .iter()
            .map(|selection| game.variant(selection, &Memory::default()).0)
            .collect();
        Base { meanings, said }
    }

    /// Returns the tokens of the pieces with one of these names.
    fn tokens_of(&self, names: &[String]) -> Vec<String> {
        let piece_types = self.meanings.iter().flatten().take(1).flat_map(|variant| &variant.piece_types);
        piece_types
            .filter(|piece_type| names.iter().any(|name| related(&piece_type.piece, name)))
            .map(|piece_type| piece_type.token.to_lowercase())
            .collect()
    }

    /// Returns true if another text has the same meaning under every choice.
    pub fn is_meant_by(&self, game: &RuleFile) -> bool {
        let selections = game.every_selection();
        selections.len() == self.meanings.len()
            && selections
                .iter()
                .zip(&self.meanings)
                .all(|(selection, before)| game.variant(selection, &Memory::default()).0 == *before)
    }

    /// Returns true if another text has the same meaning under every choice, except for one new name.
    pub fn is_called(&self, game: &RuleFile, (new, old): &(String, String)) -> bool {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
        let mut names = [plain(new), plain(old)];
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        if names[1].is_empty() {
            return false;
        }
        let said = |variant: &Option<Variant>, names: &[String]| {
            let text = serde_json::to_string(variant).expect("a game can be written");
            names.iter().fold(plain(&text), |text, name| text.replace(name, "NAME"))
        };
        // Each text may contain its own name with an ending, as `lions` contains `lion`.
        let (own, other) = ([plain(new)], [plain(old)]);
        let selections = game.every_selection();
        selections.len() == self.meanings.len()
            && selections.iter().zip(&self.meanings).all(|(selection, before)| {
                let after = game.variant(selection, &Memory::default()).0;
                said(&after, &names) == said(before, &names) || said(&after, &own) == said(before, &other)
            })
    }
}

fn seed() -> u64 {
    std::env::var("FERZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED)
}

fn judge(file: &Shipped, base: &Base, mutant: &Mutant, tally: &mut Tally) {
    tally.mutants += 1;
    let game = file.open(&mutant.text);
    // The problems that a user would see.
    let mut problems = game.check();
    problems.retain(|p| p.is_error() || !base.said.contains(&(p.code.text(), p.message.clone())));
    // A mutant with a problem need not be compared with the original game.
    let same = problems.is_empty() && base.is_meant_by(&game);
    let errors: Vec<&Diagnostic> = problems.iter().filter(|problem| problem.is_error()).collect();
    let mut note = |why: &str| {
        let _ = writeln!(
            tally.notes,
            "--- {why}: {} {}:{} `{}` -> `{}`",
            mutant.what, file.path, mutant.line, mutant.old, mutant.new
        );
        let _ =
            writeln!(tally.notes, "    {}", mutant.text.lines().nth(mutant.line - 1).unwrap_or("").trim());
        for problem in &problems {
            let (line, column) =
                problem.labels.first().map_or((0, 0), |label| game.sources.line_column(label.span));
            let _ = writeln!(
                tally.notes,
                "  {:?} {} {line}:{column} {} | {}",
                problem.severity,
                problem.code.text(),
                problem.message,
                problem.help.as_deref().unwrap_or("")
            );
        }
    };
    if problems.is_empty() {
        if !same {
            tally.changed += 1;
        } else if mutant.harmless {
            tally.harmless += 1;
        } else {
            note("silent");
            tally.silent += 1;
        }
        return;
    }
    if !problems.iter().any(|problem| concerns(base, &game.sources, problem, mutant)) {
        note("astray");
        tally.astray += 1;
    }
    if errors.is_empty() {
        tally.doubted += 1;
        return;
    }
    tally.reported += 1;
    if errors.len() == 1 {
        tally.single += 1;
    } else {
        note("several");
    }
    if mutant.what == "misspell" && mutant.shape == Shape::Word {
        tally.misspelt += 1;
        // If the misspelled name is a declaration, the help at its uses suggests the new name.
        let wanted = [format!("did you mean `{}`?", mutant.old), format!("did you mean `{}`?", mutant.new)];
        let first = |help: &str| wanted.iter().any(|wanted| help.starts_with(wanted.as_str()));
        if errors.iter().any(|problem| problem.help.as_deref().is_some_and(first)) {
            tally.right += 1;
        } else {
            note("wrong word");
        }
    }
}

/// Returns true if a problem refers to the changed line or to a line that the change makes wrong, because it uses the
/// changed name or contains the other brace.
fn concerns(base: &Base, sources: &Sources, problem: &Diagnostic, mutant: &Mutant) -> bool {
    let lines = |span: Span| {
        let (first, _) = sources.line_column(span);
        let (last, _) = sources.line_column(Span { start: span.end.max(span.start + 1) - 1, ..span });
        first..=last
    };
    let near = if mutant.what == "delete a line" { 1 } else { 0 };
    let on_line = problem.labels.iter().any(|label| {
        let lines = lines(label.span);
        lines.start().saturating_sub(near) <= mutant.line && mutant.line <= lines.end() + near
    });
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '.' || c == '_';
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|c| !part(c)).filter(|word| word.chars().any(char::is_alphanumeric));
        words.filter(|word| !LANGUAGE.split(' ').any(|other| other == *word)).map(str::to_lowercase).collect()
    };
    let mut changed = names(&format!("{} {}", mutant.old, mutant.new));
    // Drawings contain pieces by their tokens.
    changed.extend(base.tokens_of(&changed));
    let brackets = ['{', '}', '[', ']', '(', ')'];
    let breaks = |label: &Label| {
        let whole = with_heads(sources, label.span);
        names(&whole).iter().any(|name| changed.iter().any(|other| related(name, other)))
            || (mutant.old.contains(brackets) && sources.slice(label.span).contains(brackets))
            || (mutant.old.contains('*') && whole.trim_start().starts_with("switch"))
    };
    // A missing statement is reported at its block or at the place where it belongs.
    let headless = |label: &Label| mutant.heads.contains(&sources.line_column(label.span).0);
    let asked = problem.help.as_deref().is_some_and(|help| help.contains(&format!("write `{}`", mutant.old)));
    on_line
        || problem.labels.iter().any(|label| breaks(label) || (mutant.new.is_empty() && headless(label)))
        || (mutant.what == "drop" && asked)
}

/// Returns true if two names are equal or one belongs to the other, like a piece and its stage, or a family and its
/// member.
fn related(one: &str, other: &str) -> bool {
    let starts = |a: &str, b: &str| {
        a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    let ends = |a: &str, b: &str| a.strip_suffix(b).is_some_and(|rest| rest.ends_with(['.', '-']));
    starts(one, other) || starts(other, one) || ends(one, other) || ends(other, one)
}

/// Returns the first line of a place, and the heads of the blocks around it.
fn with_heads(sources: &Sources, span: Span) -> String {
    let (line, _) = sources.line_column(span);
    let text = sources.get(span.file).map_or("", |source| source.text.as_str());
    let at = |line: usize| text.lines().nth(line - 1).unwrap_or_default();
    heads(text, line).into_iter().fold(at(line).to_owned(), |all, head| all + " " + at(head))
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Lint < Severity::Warning && Severity::Warning < Severity::Error);
}
