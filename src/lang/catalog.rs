//! Games by name: those built in, and files.

use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::source::{Sources, Span};
use crate::base::text::did_you_mean;
use crate::lang::{Memory, RuleFile, Selection, Text, has_errors};
use crate::rules::Variant;
use std::sync::Arc;

/// The paths and the texts of what is built in of `variants`.
static BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The file of readings beside a game.
pub(super) const READINGS: &str = "readings.toml";
/// The file name extension of piece values.
pub(crate) const EVALUATION: &str = ".eval.toml";

/// A game as named on the command line: `NAME[/ARRAY][@READING]` or `PATH.ferz[/ARRAY][@READING]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRef {
    /// A name or a path.
    pub name: String,
    pub is_path: bool,
    pub array: Option<String>,
    pub reading: Option<String>,
}

impl GameRef {
    /// Parses a reference. Any text is one; whether the game exists is checked later.
    pub(crate) fn parse(text: &str) -> GameRef {
        // A path may have a folder with an `@` in its name.
        let is_reading = |(rest, reading): &(&str, &str)| {
            !reading.contains('/') || rest.contains(".ferz") || !reading.contains(".ferz")
        };
        let (rest, reading) = match text.rsplit_once('@').filter(is_reading) {
            Some((rest, reading)) => (rest, Some(reading)),
            None => (text, None),
        };
        let file_end = rest.rfind(".ferz").map(|at| at + ".ferz".len());
        let (name, array) = match file_end {
            Some(end) => (&rest[..end], rest[end..].strip_prefix('/')),
            None => rest.split_once('/').map_or((rest, None), |(name, array)| (name, Some(array))),
        };
        GameRef {
            name: name.to_string(),
            is_path: file_end.is_some(),
            array: array.filter(|array| !array.is_empty()).map(str::to_string),
            reading: reading.map(str::to_string),
        }
    }
}

/// Reads files for the library, which touches none itself.
pub(crate) trait Files {
    /// The text of the file at `path`, if there is one.
    fn read(&self, path: &str) -> Option<String>;

    /// Returns the reason why an existing file at `path` cannot be read.
    fn refusal(&self, _path: &str) -> Option<String> {
        None
    }
}

/// No files: only the built-in games.
pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<String> {
        None
    }
}

/// The built-in games and the files that can be read.
pub(crate) struct Catalog<'a> {
    files: &'a dyn Files,
    /// A file of readings given beside those of the game.
    readings: Option<(String, String)>,
}

/// A game ready to be played: its meaning, the game as written, and what is questionable, though it can be used.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub variant: Arc<Variant>,
    pub game: RuleFile,
    pub warnings: Vec<Diagnostic>,
}

impl RuleFile {
    /// The same game under another reference to it.
    ///
    /// # Errors
    /// When the array, reading, or a switch or value is unknown, or the game has errors under them.
    pub(crate) fn under(
        &self,
        reference: &GameRef,
        set: &[(String, String)],
        memory: &Memory,
    ) -> Result<Loaded, Failure> {
        let (selection, _) = command_line(reference, set, &mut Sources::default());
        self.clone().chosen(&selection, memory)
    }

    /// The game under a selection. A file with an error under whatever selection cannot be used under any: whether it can
    /// is what `check` says.
    pub(crate) fn chosen(self, selection: &Selection, memory: &Memory) -> Result<Loaded, Failure> {
        let (variant, problems) = self.variant(selection, memory);
        let Some(variant) = variant.filter(|_| !has_errors(&problems)) else {
            return Err(Failure { sources: self.sources, problems });
        };
        let errors: Vec<Diagnostic> =
            self.checked_with(memory).iter().filter(|problem| problem.is_error()).cloned().collect();
        match errors.is_empty() {
            true => Ok(Loaded { variant: Arc::new(variant), game: self, warnings: problems }),
            false => Err(Failure { sources: self.sources, problems: errors }),
        }
    }
}

/// The failure to load a game: the problems, and the texts they point into.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub sources: Sources,
    pub problems: Vec<Diagnostic>,
}

impl<'a> Catalog<'a> {
    /// The built-in games, and files read through `files`.
    pub(crate) fn new(files: &'a dyn Files) -> Catalog<'a> {
        Catalog { files, readings: None }
    }

    /// Takes further readings from a text (its name, and what it says).
    #[must_use]
    pub(crate) fn with_readings(mut self, readings: Option<(String, String)>) -> Catalog<'a> {
        self.readings = readings;
        self
    }

    /// Reads a file as a game; `name` is its path.
    pub(crate) fn open_file(&self, path: &str) -> Option<RuleFile> {
        let text = self.file(path)?;
        Some(RuleFile::open(&text, self, Sources::default()))
    }

    /// Reads a game by reference.
    ///
    /// # Errors
    /// When the game, array, reading, or a switch or value is unknown, or the game has errors.
    pub(crate) fn load(&self, reference: &GameRef, set: &[(String, String)]) -> Result<Loaded, Failure> {
        let mut sources = Sources::default();
        let (selection, name_span) = command_line(reference, set, &mut sources);
        self.open(reference, name_span, sources)?.chosen(&selection, &Memory::default())
    }

    /// Reads the rule file of a reference, before anything is chosen.
    ///
    /// # Errors
    /// When there is no such game.
    fn open(&self, reference: &GameRef, name_span: Span, sources: Sources) -> Result<RuleFile, Failure> {
        let found = if reference.is_path { self.file(&reference.name) } else { built_in(&reference.name) };
        let Some(mut text) = found else {
            let mut problem = not_found(reference, name_span);
            if let Some(why) = self.files.refusal(&reference.name).filter(|_| reference.is_path) {
                problem.message = why;
            }
            return Err(Failure { sources, problems: vec![problem] });
        };
        text.readings = match (text.readings, self.readings.clone()) {
            // Both as one file, the second after the first.
            (Some((name, text)), Some((other, more))) => {
                Some((format!("{name} + {other}"), format!("{text}\n{more}")))
            }
            (own, given) => own.or(given),
        };
        // Built-in games have no mistakes.
        text.trusted = !reference.is_path && self.readings.is_none();
        Ok(RuleFile::open(&text, self, sources))
    }

    /// The game called `name` that the file `from` extends; one beside that file comes first.
    pub(super) fn find(&self, name: &str, from: &str) -> Option<Text> {
        self.file(&sibling(from, &format!("{name}.ferz"))).or_else(|| built_in(name))
    }

    /// Returns the reason why a file beside the file `from` cannot be read, if it exists.
    pub(super) fn refusal(&self, name: &str, from: &str) -> Option<String> {
        self.files.refusal(&sibling(from, name))
    }

    /// Returns the reason why the file of piece values beside a game cannot be read, if it exists.
    pub(super) fn evaluation_refusal(&self, game: &str) -> Option<String> {
        self.files.refusal(&evaluation_of(game)?)
    }

    fn file(&self, path: &str) -> Option<Text> {
        let text = self.files.read(path)?;
        let beside = sibling(path, READINGS);
        let readings = self.files.read(&beside).map(|text| (beside, text));
        let beside = evaluation_of(path);
        let tuned = beside.and_then(|beside| Some((beside.clone(), self.files.read(&beside)?)));
        Some(Text { name: path.to_string(), text, readings, tuned, trusted: false })
    }
}

fn not_found(reference: &GameRef, span: Span) -> Diagnostic {
    let name = &reference.name;
    if reference.is_path {
        return Diagnostic::new(Code::NoSuchFile, span, format!("the file `{name}` cannot be read"))
            .help("give the path of a .ferz file, or the name of a built-in game");
    }
    let names = built_in_names();
    // A name that was not written to its end is as good as one with a slip.
    let begun =
        || names.iter().map(String::as_str).find(|long| name.len() > 2 && long.starts_with(name.as_str()));
    let help = match nearest(name, names.iter().map(String::as_str)).or_else(begun) {
        _ if name.contains('@') => "write one reading, after the array: `GAME/ARRAY@READING`".to_owned(),
        Some(near) => did_you_mean(near),
        None => "`ferz list` lists the built-in games; give your own file with its ending, as in ./mine.ferz"
            .to_owned(),
    };
    Diagnostic::new(Code::UnknownGame, span, format!("unknown game `{name}`")).help(help)
}

/// The path of the file of worths beside a game.
pub(crate) fn evaluation_of(game: &str) -> Option<String> {
    Some(format!("{}{EVALUATION}", game.strip_suffix(".ferz")?))
}

/// The path of a file beside another.
fn sibling(path: &str, name: &str) -> String {
    let folder = path.rfind(['/', '\\']).map_or("", |at| &path[..=at]);
    format!("{folder}{name}")
}

/// The selection of a reference, with its places in the words of the command line.
fn command_line(reference: &GameRef, set: &[(String, String)], sources: &mut Sources) -> (Selection, Span) {
    let mut line = reference.name.clone();
    let file = u32::try_from(sources.iter().count()).unwrap_or(u32::MAX);
    let mut add = |before: &str, word: &str| {
        line.push_str(before);
        let start = line.len();
        line.push_str(word);
        Span::new(file, start, line.len())
    };
    let array = reference.array.clone().map(|array| (array.clone(), add("/", &array)));
    let reading = reference.reading.clone().map(|reading| (reading.clone(), add("@", &reading)));
    let value = |(name, value): &(String, String)| {
        (name.clone(), value.clone(), add(" --set ", &format!("{name}={value}")))
    };
    let set = set.iter().map(value).collect();
    sources.add("command line", line);
    (Selection { array, reading, set }, Span::new(file, 0, reference.name.len()))
}

/// The name of the game in a file.
fn stem(path: &str) -> Option<&str> {
    path.strip_suffix(".ferz")?.rsplit('/').next()
}

/// The names of the built-in games, sorted.
pub(crate) fn built_in_names() -> Vec<String> {
    let mut names: Vec<String> =
        BUILT_IN.iter().filter_map(|(path, _)| stem(path)).map(str::to_owned).collect();
    names.sort();
    names
}

/// The names and the titles of the built-in games.
pub(crate) fn built_in_titles() -> Vec<(&'static str, &'static str)> {
    let games = BUILT_IN.iter().filter_map(|&(path, text)| Some((stem(path)?, text)));
    games
        .filter_map(|(name, text)| {
            let first = text.lines().find(|line| line.starts_with("variant "))?;
            Some((name, first.split('"').nth(1)?))
        })
        .collect()
}

/// The path of a built-in game.
fn path_of(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().map(|&(path, _)| path).find(|path| stem(path) == Some(name))
}

/// The family of a built-in game: the folder in which it lies.
pub(crate) fn family(name: &str) -> Option<String> {
    path_of(name)?.rsplit_once('/').map(|(folder, _)| folder.to_owned())
}

/// A built-in game as text.
pub(crate) fn built_in(name: &str) -> Option<Text> {
    let path = path_of(name)?;
    let at = |path: &str| BUILT_IN.iter().find(|(other, _)| *other == path).map(page);
    let (name, text) = at(path)?;
    let tuned = evaluation_of(path).and_then(|path| at(&path));
    Some(Text { name, text, readings: at(&sibling(path, READINGS)), tuned, trusted: false })
}

/// The built-in case pages of a folder such as `variants/NAME/cases`: their names and texts.
pub(crate) fn built_in_pages(folder: &str) -> Vec<(String, String)> {
    let inside = |path: &str| {
        path.rsplit_once('/').is_some_and(|(parent, name)| parent == folder && name.ends_with(".md"))
    };
    BUILT_IN.iter().map(page).filter(|(path, _)| inside(path)).collect()
}

/// The path and the text of a built-in file.
fn page(&(path, text): &(&str, &str)) -> (String, String) {
    (format!("variants/{path}"), text.to_owned())
}
