//! What is said when one thing in a good file goes wrong: seeded mutations of every shipped file, one token each.
//!
//! `FERZ_MUTANTS=out.txt cargo test --test mutations` writes down every mutant that falls short, for a person to read.

#![allow(clippy::expect_used, clippy::panic)] // a test may fail loudly

use ferz::diagnostic::{Diagnostic, Label, Severity};
use ferz::ir::Variant;
use ferz::library::{Files, Shelf};
use ferz::resolve::Game;
use ferz::source::{Sources, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// `FERZ_SEED` in the environment makes other mutants; the figures of the page are those of this one.
const SEED: u64 = 0x00f3_7257;

/// The words of the language itself: that two lines share one of them says nothing.
const LANGUAGE: &str = "variant extends about source board grid cell hole black is white turned mirrored region group \
    piece family for royalty check binds always never leader all when royals may not face right once times turn place \
    exchange drop pass to removing becomes provided or uses bringing on a file with giving checkmate must if it can entry \
    border immune capture arriving ending win loss draw repeated quiet array from first move dice clock resets hands \
    switch under note title token moves royal value stays stands still stage in cite home of at as own enemy enemies any \
    every non-royal non-royals leaders man men except and either rank the by one add change remove invented";
const MUTANTS: usize = 2_000;

#[test]
fn a_slip_of_the_hand_is_found_where_it_was_made() {
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
    assert!(total.mutants >= MUTANTS);
    assert_eq!(total.silent, 0, "mutants nobody noticed\n{}", total.notes);
    assert_eq!(total.astray, 0, "mutants reported elsewhere\n{}", total.notes);
    assert!(total.right * 100 >= total.misspelt * 95, "{figures}");
    assert!(total.single * 100 >= total.reported * 90, "{figures}");
    let page = fs::read_to_string(root().join("docs/diagnostics.md")).unwrap_or_default();
    assert!(page.contains(&figures), "docs/diagnostics.md should hold these figures:\n{figures}");
}

#[derive(Default)]
struct Tally {
    mutants: usize,
    /// Reported as errors.
    reported: usize,
    /// With exactly one error.
    single: usize,
    /// With warnings or lints only.
    doubted: usize,
    /// Without a word, but the game is another.
    changed: usize,
    /// Without a word, and rightly.
    harmless: usize,
    /// Without a word, and wrongly.
    silent: usize,
    /// Reported, but at no place that has to do with it.
    astray: usize,
    /// Misspelt words that were reported.
    misspelt: usize,
    /// With the right word suggested first.
    right: usize,
    notes: String,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.mutants += other.mutants;
        self.reported += other.reported;
        self.single += other.single;
        self.doubted += other.doubted;
        self.changed += other.changed;
        self.harmless += other.harmless;
        self.silent += other.silent;
        self.astray += other.astray;
        self.misspelt += other.misspelt;
        self.right += other.right;
        self.notes += &other.notes;
    }

    fn figures(&self) -> String {
        let percent = |part: usize, all: usize| {
            let tenths = (part * 1000).checked_div(all).unwrap_or(0);
            format!("{}.{} %", tenths / 10, tenths % 10)
        };
        [
            "| what | mutants | |".to_owned(),
            "|---|---:|---:|".to_owned(),
            format!("| made | {} | |", self.mutants),
            format!(
                "| reported as errors | {} | {} of all |",
                self.reported,
                percent(self.reported, self.mutants)
            ),
            format!(
                "| with exactly one error | {} | {} of those reported |",
                self.single,
                percent(self.single, self.reported)
            ),
            format!("| reported as warnings or lints only | {} | |", self.doubted),
            format!("| another game, and a good one | {} | |", self.changed),
            format!("| harmless | {} | |", self.harmless),
            format!("| reported at a place that has nothing to do with it | {} | |", self.astray),
            format!("| not noticed | {} | |", self.silent),
            format!("| misspelt words reported | {} | |", self.misspelt),
            format!(
                "| with the right word suggested first | {} | {} of those |",
                self.right,
                percent(self.right, self.misspelt)
            ),
        ]
        .join("\n")
    }
}

/// The shipped files and what they mean.
struct Study {
    files: Vec<Shipped>,
}

struct Shipped {
    /// The file to mutate.
    path: String,
    text: String,
    /// The game to look at: the file itself, or one beside a file of readings.
    game: String,
    game_text: String,
    readings: Option<String>,
    tokens: Vec<Token>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Word,
    Number,
    Text,
    Moves,
    Mark,
}

#[derive(Clone, Debug)]
struct Token {
    start: usize,
    end: usize,
    shape: Shape,
}

/// One changed file.
struct Mutant {
    what: &'static str,
    text: String,
    /// The line of the change, from 1, in the mutant.
    line: usize,
    /// The words that were touched, before and after.
    old: String,
    new: String,
    shape: Shape,
    /// The lines that begin the blocks the change is in.
    heads: Vec<usize>,
    /// Whether it is known to change nothing.
    harmless: bool,
}

struct Memory(BTreeMap<String, String>);

impl Files for Memory {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }
}

impl Study {
    fn new() -> Study {
        let mut files = Vec::new();
        for path in walk(&root().join("variants")) {
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
                    // The game that has the switches of all others of its folder.
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
            let share = (MUTANTS * weights[number]).div_ceil(all);
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

/// What a file means before anything is changed, under every choice.
struct Base {
    meanings: Vec<Option<Variant>>,
    /// What is said about it as it stands.
    said: Vec<(&'static str, String)>,
}

impl Base {
    fn new(file: &Shipped) -> Base {
        let game = file.open(&file.text);
        let selections = game.every_selection();
        let under = selections.iter().flat_map(|selection| game.variant(selection).1);
        let said = under.chain(game.check()).map(|problem| (problem.code, problem.message)).collect();
        let meanings = game.every_selection().iter().map(|selection| game.variant(selection).0).collect();
        Base { meanings, said }
    }

    /// The tokens of the pieces that carry one of these names.
    fn tokens_of(&self, names: &[String]) -> Vec<String> {
        let kinds = self.meanings.iter().flatten().take(1).flat_map(|variant| &variant.kinds);
        kinds
            .filter(|kind| names.iter().any(|name| related(&kind.piece, name)))
            .map(|kind| kind.token.to_lowercase())
            .collect()
    }

    /// Whether another text means the same under every choice.
    fn is_meant_by(&self, game: &Game) -> bool {
        let selections = game.every_selection();
        selections.len() == self.meanings.len()
            && selections
                .iter()
                .zip(&self.meanings)
                .all(|(selection, before)| game.variant(selection).0 == *before)
    }
}

fn seed() -> u64 {
    std::env::var("FERZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED)
}

fn judge(file: &Shipped, base: &Base, mutant: &Mutant, tally: &mut Tally) {
    tally.mutants += 1;
    let game = file.open(&mutant.text);
    // What a person is told.
    let mut problems = game.check();
    problems.retain(|p| p.is_error() || !base.said.contains(&(p.code, p.message.clone())));
    // Only of what nothing is said it must be known whether it is another game.
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
                problem.code,
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
        // Where a name is misspelt as it is declared, the places that use it are told to use the new one.
        let wanted = [format!("did you mean `{}`?", mutant.old), format!("did you mean `{}`?", mutant.new)];
        let first = |help: &str| wanted.iter().any(|wanted| help.starts_with(wanted.as_str()));
        if errors.iter().any(|problem| problem.help.as_deref().is_some_and(first)) {
            tally.right += 1;
        } else {
            note("wrong word");
        }
    }
}

/// Whether a problem points at the changed line, or at one that the change breaks: that uses a name that was changed, or
/// holds the other brace.
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
    // Who stands in a drawing is there by its token.
    changed.extend(base.tokens_of(&changed));
    let brackets = ['{', '}', '[', ']', '(', ')'];
    let breaks = |label: &Label| {
        let whole = with_heads(sources, label.span);
        names(&whole).iter().any(|name| changed.iter().any(|other| related(name, other)))
            || (mutant.old.contains(brackets) && sources.slice(label.span).contains(brackets))
            || (mutant.old.contains('*') && whole.trim_start().starts_with("switch"))
    };
    // What is gone is missed by the block it stood in, or where it should be written.
    let headless = |label: &Label| mutant.heads.contains(&sources.line_column(label.span).0);
    let asked = problem.help.as_deref().is_some_and(|help| help.contains(&format!("write `{}`", mutant.old)));
    on_line
        || problem.labels.iter().any(|label| breaks(label) || (mutant.new.is_empty() && headless(label)))
        || (mutant.what == "drop" && asked)
}

/// Whether two names are the same, or one belongs to the other: a piece and its stage, a family and its member.
fn related(one: &str, other: &str) -> bool {
    let starts = |a: &str, b: &str| {
        a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    let ends = |a: &str, b: &str| a.strip_suffix(b).is_some_and(|rest| rest.ends_with(['.', '-']));
    starts(one, other) || starts(other, one) || ends(one, other) || ends(other, one)
}

/// The line a place begins on, and those that begin the blocks around it.
fn with_heads(sources: &Sources, span: Span) -> String {
    let (line, _) = sources.line_column(span);
    let text = sources.get(span.file).map_or("", |source| source.text.as_str());
    let at = |line: usize| text.lines().nth(line - 1).unwrap_or_default();
    heads(text, line).into_iter().fold(at(line).to_owned(), |all, head| all + " " + at(head))
}

impl Shipped {
    fn open(&self, text: &str) -> Game {
        let mut files = BTreeMap::new();
        let readings = match &self.readings {
            Some(readings) => Some(readings.clone()),
            None if self.path.ends_with(".toml") => Some(text.to_owned()),
            None => None,
        };
        if let Some(readings) = readings {
            files.insert(sibling(&self.game, "readings.toml"), readings);
        }
        let text = if self.path.ends_with(".toml") { &self.game_text } else { text };
        files.insert(self.game.clone(), text.to_owned());
        Shelf::new(&Memory(files)).open_file(&self.game).expect("the file is there")
    }

    fn mutate(&self, random: &mut Random) -> Mutant {
        loop {
            if let Some(mutant) = self.try_mutate(random) {
                return mutant;
            }
        }
    }

    fn try_mutate(&self, random: &mut Random) -> Option<Mutant> {
        let at = random.below(self.tokens.len());
        let token = &self.tokens[at];
        let old = &self.text[token.start..token.end];
        let line = self.text[..token.start].matches('\n').count() + 1;
        let whole = self.text.lines().nth(line - 1)?;
        let replaced = |range: std::ops::Range<usize>, new: &str| {
            format!("{}{new}{}", &self.text[..range.start], &self.text[range.end..])
        };
        let neighbor =
            self.tokens.get(at + 1).filter(|next| !self.text[token.end..next.start].contains('\n'));
        let (what, text, new) = match random.below(6) {
            0 | 1 => {
                if !matches!(token.shape, Shape::Word | Shape::Moves) {
                    return None;
                }
                let new = misspell(old, random)?;
                ("misspell", replaced(token.start..token.end, &new), new)
            }
            2 => ("drop", replaced(token.start..token.end, ""), String::new()),
            3 => (
                "duplicate",
                replaced(token.start..token.end, &format!("{old} {old}")),
                format!("{old} {old}"),
            ),
            4 => {
                let next = neighbor?;
                let second = &self.text[next.start..next.end];
                if second == old {
                    return None;
                }
                let between = &self.text[token.end..next.start];
                let new = format!("{second}{between}{old}");
                ("swap", replaced(token.start..next.end, &new), new)
            }
            _ if random.below(4) == 0 => {
                let start = self.text[..token.start].rfind('\n').map_or(0, |at| at + 1);
                let end =
                    self.text[token.end..].find('\n').map_or(self.text.len(), |end| token.end + end + 1);
                let text = replaced(start..end, "");
                let harmless = harmless_line(whole) || whole.trim() == "check binds always";
                return Some(Mutant {
                    what: "delete a line",
                    text,
                    line,
                    old: whole.to_owned(),
                    new: String::new(),
                    shape: token.shape,
                    heads: heads(&self.text, line),
                    harmless,
                });
            }
            _ => {
                if token.shape != Shape::Number {
                    return None;
                }
                let number: u64 = old.parse().ok()?;
                let new = match random.below(4) {
                    0 => number + 1,
                    1 => number.checked_sub(1)?,
                    2 => number * 10,
                    _ => 0,
                };
                if new == number {
                    return None;
                }
                ("change a number", replaced(token.start..token.end, &new.to_string()), new.to_string())
            }
        };
        if text == self.text {
            return None;
        }
        let harmless = self.is_harmless(what, at, whole);
        let old = match neighbor.filter(|_| what == "swap") {
            Some(next) => self.text[token.start..next.end].to_owned(),
            None => old.to_owned(),
        };
        Some(Mutant {
            what,
            text,
            line,
            old,
            new,
            shape: token.shape,
            heads: heads(&self.text, line),
            harmless,
        })
    }

    /// What may be changed without changing anything: who is cited, the order in a list of alternatives, commas.
    fn is_harmless(&self, what: &str, at: usize, line: &str) -> bool {
        let token = &self.tokens[at];
        let old = &self.text[token.start..token.end];
        let before = &self.text[..token.start];
        let cite = line.rfind("cite ").map(|place| before.rfind('\n').map_or(0, |n| n + 1) + place);
        let cited = cite.is_some_and(|cite| token.start >= cite);
        cited
            || old == ","
            // In a file that extends another the word may be left away.
            || old == "add"
            || line.trim_start().starts_with("note ")
            || ["a", "an", "any", "the", "man", "men", "own", "either"].contains(&old)
            // `moves` before a notation is optional, `become` is as good as `becomes`, and what a turn or check does
            // unless something else is said may be said, or not.
            || (what == "drop" && old == "moves")
            || old == "becomes"
            || (what == "drop" && old == "may" && line.trim_start().starts_with("may"))
            || (what == "swap" && (line.contains('[') || line.contains(" or ")))
            || (what == "duplicate" && line.contains('['))
            || (self.path.ends_with(".toml") && (line.starts_with("title") || line.starts_with("about")))
            || old.starts_with('`')
            || line.trim_start().starts_with("title ")
            || old.parse::<u64>().is_ok() && line.contains("quiet")
    }
}

/// The lines that begin the blocks around a line.
fn heads(text: &str, line: usize) -> Vec<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().collect();
    let mut inner = indent(lines[line - 1]);
    let mut heads = Vec::new();
    for at in (0..line - 1).rev() {
        if lines[at].contains('{') && indent(lines[at]) < inner {
            inner = indent(lines[at]);
            heads.push(at + 1);
        }
    }
    heads
}

fn harmless_line(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty()
        || line.starts_with('#')
        || line.starts_with("note ")
        || line.starts_with("title")
        || line.starts_with("[")
}

/// One letter dropped, doubled, replaced, or two exchanged; as fingers do.
fn misspell(word: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let places: Vec<usize> = (0..letters.len()).filter(|i| letters[*i].is_alphabetic()).collect();
    // A word of one or two letters with another letter in it is another word.
    if places.len() < 3 || word.starts_with('`') {
        return None;
    }
    let at = places[random.below(places.len())];
    match random.below(4) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[at]),
        2 => {
            let next = at + 1;
            if next >= letters.len() || !letters[next].is_alphabetic() || letters[next] == letters[at] {
                return None;
            }
            letters.swap(at, next);
        }
        _ => {
            let new = char::from(b'a' + u8::try_from(random.below(26)).expect("a letter"));
            if letters[at] == new {
                return None;
            }
            letters[at] = new;
        }
    }
    Some(letters.into_iter().collect())
}

/// The tokens of a text; comments have none.
fn tokens(text: &str, toml: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        let c = rest.chars().next().expect("inside the text");
        let until = |end: char| rest[1..].find([end, '\n']).map_or(rest.len(), |n| n + 2);
        let shape = match c {
            '#' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' if toml && rest[1..].find('"').is_some_and(|end| !rest[1..=end].contains(' ')) => {
                // The names in a file of readings stand in quotes.
                at += 1;
                let inner = rest[1..].find('"').unwrap_or(0);
                tokens.push(Token { start: at, end: at + inner, shape: Shape::Word });
                at += inner + 1;
                continue;
            }
            '"' => {
                at += until('"');
                Shape::Text
            }
            '`' => {
                at += until('`');
                Shape::Moves
            }
            _ if c.is_alphanumeric() => {
                let word = |c: char| c.is_alphanumeric() || "-_.{}".contains(c);
                let mut end = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
                while rest[..end].ends_with('.') || (rest[..end].ends_with('}') && !rest[..end].contains('{'))
                {
                    end -= 1;
                }
                at += end.max(1);
                if rest[..end].bytes().all(|b| b.is_ascii_digit()) { Shape::Number } else { Shape::Word }
            }
            _ => {
                at += c.len_utf8();
                Shape::Mark
            }
        };
        tokens.push(Token { start, end: at, shape });
    }
    tokens
}

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("small")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

fn sibling(path: &str, name: &str) -> String {
    let at = path.rfind('/').map_or(0, |at| at + 1);
    format!("{}{name}", &path[..at])
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Lint < Severity::Warning && Severity::Warning < Severity::Error);
}
