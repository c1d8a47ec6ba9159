//! The catalog of games: built-in games by name, and files by path.
//!
//! [`Catalog::load`] resolves a [`GameRef`] and returns the game under a selection. [`Catalog::open_file`] only
//! reads the file. The library itself never touches the file system, so all access goes through [`Files`].

use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::text::did_you_mean;
use crate::record::RuleRecord;
use crate::rules::{PieceType, Variant};
use crate::{Memory, RuleFile, Selection, Text, has_errors};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The paths and texts of the files of `variants` that are built in.
#[cfg(feature = "builtin")]
use ferz_games::FILES as BUILT_IN;
#[cfg(not(feature = "builtin"))]
const BUILT_IN: &[(&str, &str)] = &[];

/// The extension of rule files, in capital or small letters.
const ENDING: &str = ".ferz";
/// The name of the file with readings in the folder of a game.
pub const READINGS: &str = "readings.toml";
/// The extension of files with tuned piece values.
pub const EVALUATION: &str = ".eval.toml";

/// The extension of files with the record of a game.
pub const RECORD: &str = ".snapshot";

/// A game as named on the command line: `NAME[/ARRAY][@READING]` or `PATH.ferz[/ARRAY][@READING]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// A name or a path.
    pub name: String,
    pub is_path: bool,
    pub array: Option<String>,
    pub reading: Option<String>,
}

impl GameRef {
    /// Returns the reference to a file, whatever characters are in its path.
    pub fn file(path: &str) -> GameRef {
        GameRef { name: path.to_owned(), is_path: true, array: None, reading: None }
    }

    /// Parses a reference. Every text is a reference, and the existence of the game is checked later.
    pub fn parse(text: &str) -> GameRef {
        // The folders of a path may have an `@` in their names.
        let is_reading = |(rest, reading): &(&str, &str)| {
            let [rest, reading] = [rest, reading].map(|part| part.to_ascii_lowercase());
            !reading.contains('/') || rest.contains(ENDING) || !reading.contains(ENDING)
        };
        let (rest, reading) = match text.rsplit_once('@').filter(is_reading) {
            Some((rest, reading)) => (rest, Some(reading)),
            None => (text, None),
        };
        // The extension marks the end of a path, because an array can follow it.
        let lower = rest.to_ascii_lowercase();
        let end = |ending: &str| lower.rfind(ending).map(|at| at + ending.len());
        let file_end = end(ENDING).or_else(|| end(RECORD).filter(|end| *end == rest.len()));
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

/// Access to files on behalf of the library.
pub trait Files {
    /// Returns the text of the file at `path`, if it can be read.
    fn read(&self, path: &str) -> Option<String>;

    /// Returns the reason why the existing file at `path` cannot be read.
    fn refusal(&self, _path: &str) -> Option<String> {
        None
    }
}

/// A file system without files, so that only built-in games are available.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<String> {
        None
    }
}

/// The games that are available: the built-in games, and those in readable files.
pub struct Catalog<'a> {
    files: &'a dyn Files,
    /// The name and text of an additional file of readings.
    readings: Option<(String, String)>,
}

/// A loaded game that can be played, with its source and its warnings.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub variant: Arc<Variant>,
    pub game: RuleFile,
    pub warnings: Vec<Diagnostic>,
    /// The games under other values of one switch, grouped by switch. They are compiled on first use.
    alternatives: Arc<OnceLock<Vec<Vec<Variant>>>>,
}

/// The maximum number of values of switches for which a loaded game keeps its alternatives.
const MAX_KEPT: usize = 64;

impl Loaded {
    pub fn new(variant: Arc<Variant>, game: RuleFile, warnings: Vec<Diagnostic>) -> Loaded {
        Loaded { variant, game, warnings, alternatives: Arc::default() }
    }

    /// Returns the game with its pieces in the order of another game with the same pieces, so that both number them equally.
    /// Other games stay as they are.
    pub fn numbered_as(self, other: &Variant) -> Loaded {
        let names =
            |variant: &Variant| variant.piece_types.iter().map(PieceType::name).collect::<Vec<String>>();
        let tokens = |variant: &Variant| -> Vec<String> {
            variant.piece_types.iter().map(|own| own.token.clone()).collect()
        };
        if tokens(&self.variant) == tokens(other) {
            return self;
        }
        let game = self.game.in_piece_order(&names(other));
        let set = self.variant.switches.iter();
        let set = set.map(|switch| (switch.name.clone(), switch.chosen.clone(), Span::default())).collect();
        let array = Some((self.variant.array.clone(), Span::default()));
        let selection = Selection { array, reading: None, set };
        let variant = game.variant(&selection, &Memory::reading()).0;
        match variant.filter(|variant| tokens(variant) == tokens(other)) {
            Some(variant) => {
                let reading = self.variant.reading.clone();
                Loaded::new(Arc::new(Variant { reading, ..variant }), game, self.warnings)
            }
            None => self,
        }
    }

    /// Returns the games that differ only in the value of one switch, grouped by switch.
    pub fn alternatives(&self) -> Box<dyn Iterator<Item = Cow<'_, [Variant]>> + '_> {
        let values: usize = self.variant.switches.iter().map(|switch| switch.values.len()).sum();
        let all = || self.game.alternatives(&self.variant);
        match values <= MAX_KEPT {
            true => {
                let kept = self.alternatives.get_or_init(|| all().collect());
                Box::new(kept.iter().map(|games| Cow::Borrowed(games.as_slice())))
            }
            false => Box::new(all().map(Cow::Owned)),
        }
    }
}

impl RuleFile {
    /// Loads the game of this file under another reference to it.
    pub fn under(
        &self,
        reference: &GameRef,
        set: &[(String, String)],
        memory: &Memory,
    ) -> Result<Loaded, Failure> {
        let mut own = self.clone();
        let (selection, _) = command_line(reference, set, &mut own.sources);
        own.chosen(&selection, memory)
    }

    /// Returns the game under a selection. A file that has errors under any selection cannot be used under any
    /// other.
    pub fn chosen(self, selection: &Selection, memory: &Memory) -> Result<Loaded, Failure> {
        let (variant, mut problems) = self.variant(selection, memory);
        let Some(variant) = variant.filter(|_| !has_errors(&problems)) else {
            // After an error, rules may only seem to be unused.
            problems.retain(Diagnostic::is_error);
            return Err(Failure { sources: self.sources, problems });
        };
        let errors: Vec<Diagnostic> =
            self.checked_with(memory).iter().filter(|problem| problem.is_error()).cloned().collect();
        match errors.is_empty() {
            true => Ok(Loaded::new(Arc::new(variant), self, problems)),
            false => Err(Failure { sources: self.sources, problems: errors }),
        }
    }
}

/// A failure to load a game: the problems, and the texts that they refer to.
#[derive(Clone, Debug)]
pub struct Failure {
    pub sources: Sources,
    pub problems: Vec<Diagnostic>,
}

impl<'a> Catalog<'a> {
    /// Creates a catalog of the built-in games and the files that `files` can read.
    pub fn new(files: &'a dyn Files) -> Catalog<'a> {
        Catalog { files, readings: None }
    }

    /// Adds readings from a text, which is given as a name and content.
    #[must_use]
    pub fn with_readings(mut self, readings: Option<(String, String)>) -> Catalog<'a> {
        self.readings = readings;
        self
    }

    /// Reads the game in the file at `path`.
    pub fn open_file(&self, path: &str) -> Option<RuleFile> {
        let text = self.file(path)?;
        Some(RuleFile::open(&text, self, Sources::default()))
    }

    /// Loads a game by reference.
    ///
    /// # Errors
    /// Returns the problems if the game, the array, the reading, a switch, or a value is unknown, or if the game has
    /// errors.
    pub fn load(&self, reference: &GameRef, set: &[(String, String)]) -> Result<Loaded, Failure> {
        let mut sources = Sources::default();
        let (selection, name_span) = command_line(reference, set, &mut sources);
        self.open(reference, name_span, sources)?.chosen(&selection, &Memory::reading())
    }

    /// Reads the rule file of a reference. Its array and its reading do not count.
    ///
    /// # Errors
    /// Returns the problem if the game does not exist.
    pub fn rules(&self, reference: &GameRef) -> Result<RuleFile, Failure> {
        self.open(reference, Span::default(), Sources::default())
    }

    /// Reads the rule file of a reference, before a selection is applied.
    ///
    /// # Errors
    /// Returns the problem if the game does not exist.
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
            // The same file can be both that of the game and that of the caller.
            (Some((name, _)), Some((other, more))) if name == other => Some((other, more)),
            // Both texts are joined into one file.
            (Some((name, text)), Some((other, more))) => {
                Some((format!("{name} + {other}"), format!("{text}\n{more}")))
            }
            (own, given) => own.or(given),
        };
        // Built-in games are tested before a release and are not checked again.
        text.trusted |= !reference.is_path && self.readings.is_none();
        Ok(RuleFile::open(&text, self, sources))
    }

    /// Returns the game `name` that the file `from` extends. A file in the same folder has priority over a
    /// built-in game.
    pub(super) fn find(&self, name: &str, from: &str) -> Option<Text> {
        // A local file may replace a built-in game of the same name.
        self.file(&sibling(from, &format!("{name}.ferz"))).or_else(|| built_in(name))
    }

    /// Returns the reason why a file in the folder of `from` cannot be read, if it exists.
    pub(super) fn refusal(&self, name: &str, from: &str) -> Option<String> {
        self.files.refusal(&sibling(from, name))
    }

    /// Returns the reason why the file with the piece values of a game cannot be read, if it exists.
    pub(super) fn evaluation_refusal(&self, game: &str) -> Option<String> {
        self.files.refusal(&evaluation_of(game)?)
    }

    fn file(&self, path: &str) -> Option<Text> {
        let text = self.files.read(path)?;
        if path.ends_with(RECORD) {
            return Some(record(path, &text));
        }
        let beside = sibling(path, READINGS);
        let readings = self.files.read(&beside).map(|text| (beside, text));
        let beside = evaluation_of(path);
        let tuned = beside.and_then(|beside| Some((beside.clone(), self.files.read(&beside)?)));
        Some(Text { name: path.to_string(), text, readings, tuned, trusted: false })
    }
}

/// Returns the rule file in the text of a record. The game was checked when the record was written.
pub fn record(name: &str, text: &str) -> Text {
    let (rules, readings) = RuleRecord::source(text);
    let readings = Some((name.to_owned(), readings));
    Text { name: name.to_owned(), text: rules, readings, tuned: None, trusted: true }
}

fn not_found(reference: &GameRef, span: Span) -> Diagnostic {
    let name = &reference.name;
    if reference.is_path {
        return Diagnostic::new(Code::NoSuchFile, span, format!("the file `{name}` cannot be read"))
            .help("give the path of a .ferz file, or the name of a built-in game");
    }
    let names = built_in_names();
    // An incomplete name is treated like a misspelled one.
    let begun =
        || names.iter().map(String::as_str).find(|long| name.len() > 2 && long.starts_with(name.as_str()));
    let help = match nearest(name, names.iter().map(String::as_str)).or_else(begun) {
        _ if name.contains('@') => "write one reading, after the array: `GAME/ARRAY@READING`".into(),
        Some(near) => did_you_mean(near),
        None => "`ferz list` lists the built-in games; give your own file with its ending, as in ./mine.ferz"
            .into(),
    };
    Diagnostic::new(Code::UnknownGame, span, format!("unknown game `{name}`")).help(help)
}

/// Returns the path of the file with the tuned piece values of a game.
pub fn evaluation_of(game: &str) -> Option<String> {
    Some(format!("{}{EVALUATION}", without_ending(game)?))
}

/// Returns the path of a rule file without its ending, or `None` for any other file.
pub fn without_ending(path: &str) -> Option<&str> {
    let (stem, ending) = path.split_at_checked(path.len().checked_sub(ENDING.len())?)?;
    ending.eq_ignore_ascii_case(ENDING).then_some(stem)
}

/// Returns true if a path is that of a rule file.
pub fn is_rule_file(path: &str) -> bool {
    without_ending(path).is_some()
}

/// Returns the path of a file in the same folder as another.
fn sibling(path: &str, name: &str) -> String {
    let folder = path.rfind(['/', '\\']).map_or("", |at| &path[..=at]);
    format!("{folder}{name}")
}

/// Returns the selection of a reference. Its places refer to a reconstructed command line, which is added to
/// `sources`.
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

/// Returns the name of the game in a file.
fn stem(path: &str) -> Option<&str> {
    without_ending(path)?.rsplit('/').next()
}

/// Returns the names of the built-in games, sorted.
pub fn built_in_names() -> Vec<String> {
    let mut names: Vec<String> =
        BUILT_IN.iter().filter_map(|(path, _)| stem(path)).map(str::to_owned).collect();
    names.sort();
    names
}

/// Returns the names and titles of the built-in games.
pub fn built_in_titles() -> Vec<(&'static str, &'static str)> {
    let games = BUILT_IN.iter().filter_map(|&(path, text)| Some((stem(path)?, text)));
    games
        .filter_map(|(name, text)| {
            let first = text.lines().find(|line| line.starts_with("variant "))?;
            Some((name, first.split('"').nth(1)?))
        })
        .collect()
}

/// Returns the path of a built-in game.
fn path_of(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().map(|&(path, _)| path).find(|path| stem(path) == Some(name))
}

/// Returns the family of a built-in game, which is the folder of its file.
pub fn family(name: &str) -> Option<String> {
    path_of(name)?.rsplit_once('/').map(|(folder, _)| folder.to_owned())
}

/// Returns the files of a built-in game.
pub fn built_in(name: &str) -> Option<Text> {
    let path = path_of(name)?;
    let at = |path: &str| BUILT_IN.iter().find(|(other, _)| *other == path).map(page);
    let (name, text) = at(path)?;
    let tuned = evaluation_of(path).and_then(|path| at(&path));
    Some(Text { name, text, readings: at(&sibling(path, READINGS)), tuned, trusted: false })
}

/// Returns the names and texts of the built-in case pages in a folder such as `variants/NAME/cases`.
pub fn built_in_pages(folder: &str) -> Vec<(String, String)> {
    let inside = |path: &str| {
        path.rsplit_once('/').is_some_and(|(parent, name)| parent == folder && name.ends_with(".md"))
    };
    BUILT_IN.iter().map(page).filter(|(path, _)| inside(path)).collect()
}

/// Returns true if a full path is that of a built-in file.
pub fn is_built_in(path: &str) -> bool {
    path.strip_prefix("variants/").is_some_and(|path| BUILT_IN.iter().any(|(own, _)| *own == path))
}

/// Returns the full path and the text of a built-in file.
fn page(&(path, text): &(&str, &str)) -> (String, String) {
    (format!("variants/{path}"), text.to_owned())
}
