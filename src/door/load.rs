//! Loading a game and deciding its rules.

use super::actions::Numbers;
use super::{Error, Game};
use crate::base::Square;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::fast::engine::{Engine, Shelves};
use crate::lab::acts::Watch;
use crate::lang::catalog::{Catalog, Files, GameRef, Loaded};
use crate::lang::{RuleFile, syntax};
use crate::play::notation::fen;
use crate::play::record::{self, Identity, Recorded, Unreadable};
use crate::rules::{Switch, Variant};
use crate::words::report::{Problem, located};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The text of the file with this path, if there is one.
type ReadFile<'f> = dyn Fn(&str) -> Option<String> + 'f;

/// Loads games: says where files come from, and which array, reading and switches to use.
///
/// ```
/// let rules = ferz::Loader::new().array("third").switch("giraffe.reach", "2").load("tamerlane")?;
/// assert_eq!(rules.value("giraffe.reach"), Some("2"));
/// let mine = ferz::Loader::new().files(|path| std::fs::read_to_string(path).ok()).load("./mine.ferz");
/// assert_eq!(mine.unwrap_err().problems()[0].code, "no-such-file");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Default)]
pub struct Loader<'f> {
    files: Option<Box<ReadFile<'f>>>,
    texts: Vec<(String, String)>,
    readings: Option<(String, String)>,
    array: Option<String>,
    reading: Option<String>,
    switches: Vec<(String, String)>,
}

impl<'f> Loader<'f> {
    /// Loads built-in games only, each as its file decides it.
    pub fn new() -> Loader<'f> {
        Loader::default()
    }

    /// Where the texts of files come from: `read` takes a path. The library itself touches no file.
    #[must_use]
    pub fn files(mut self, read: impl Fn(&str) -> Option<String> + 'f) -> Loader<'f> {
        self.files = Some(Box::new(read));
        self
    }

    /// Adds a text that can be loaded as if it were the file at `path`, which ends in `.ferz`.
    #[must_use]
    pub fn text(mut self, path: impl Into<String>, text: impl Into<String>) -> Loader<'f> {
        self.texts.push((path.into(), text.into()));
        self
    }

    /// Adds readings, as in a `readings.toml`, to those of the game.
    #[must_use]
    pub fn readings(mut self, path: impl Into<String>, text: impl Into<String>) -> Loader<'f> {
        self.readings = Some((path.into(), text.into()));
        self
    }

    /// Chooses the array; without one it is the first.
    #[must_use]
    pub fn array(mut self, name: impl Into<String>) -> Loader<'f> {
        self.array = Some(name.into());
        self
    }

    /// Chooses the reading: the values that one source gives to the switches.
    #[must_use]
    pub fn reading(mut self, name: impl Into<String>) -> Loader<'f> {
        self.reading = Some(name.into());
        self
    }

    /// Sets one switch, whatever the reading says.
    #[must_use]
    pub fn switch(mut self, name: impl Into<String>, value: impl Into<String>) -> Loader<'f> {
        self.switches.push((name.into(), value.into()));
        self
    }

    /// Loads a game: `NAME[/ARRAY][@READING]` for a built-in one, `PATH.ferz[/ARRAY][@READING]` for a file.
    ///
    /// # Errors
    /// If there is no such game, array, reading, switch or value, or the text has errors.
    pub fn load(&self, game: &str) -> Result<Rules, Error> {
        let mut reference = GameRef::parse(game);
        reference.array = self.array.clone().or(reference.array);
        reference.reading = self.reading.clone().or(reference.reading);
        let catalog = Catalog::new(self).with_readings(self.readings.clone());
        let loaded = catalog.load(&reference, &self.switches);
        let loaded = loaded.map_err(|failure| Error::new(failure.sources, failure.problems))?;
        Ok(Rules::new(loaded, (game, &self.switches, self.readings.is_some())))
    }

    /// The games of a PGN text, by the rules that their tags name: those of built-in games, or of files.
    ///
    /// # Errors
    /// Everything that is wrong with the text, its games' rules, their moves and their results.
    pub fn games(&self, pgn: &str) -> Result<Vec<Game>, Error> {
        let catalog = Catalog::new(self).with_readings(self.readings.clone());
        let mut known: Vec<(Identity, Rules)> = Vec::new();
        let (games, problems) = record::read(pgn, 0, &mut |identity| {
            if let Some((_, rules)) = known.iter().find(|(own, _)| own == identity) {
                return Ok(rules.inner.engine.clone());
            }
            let reference = identity.reference();
            let loaded = catalog
                .load(&reference, &identity.sets)
                .map_err(|failure| Unreadable::of(failure.problems))?;
            let rules = Rules::new(loaded, (&reference.name, &identity.sets, false));
            known.push((identity.clone(), rules.clone()));
            Ok(rules.inner.engine.clone())
        });
        if !problems.is_empty() {
            return Err(Error::in_text("pgn", pgn, problems));
        }
        let game = |read: &Recorded| {
            let rules = known.iter().find(|(own, _)| *own == read.heading.identity);
            rules.map(|(_, rules)| Game::recorded(rules, &read.game))
        };
        Ok(games.iter().filter_map(game).collect())
    }

    /// Looks at the file at `path` as it is decided if nothing is chosen: the quick part of [`check`](Loader::check), for an editor.
    ///
    /// # Errors
    /// The errors that are there; warnings and lints are found by `check`, and what is wrong under another choice.
    pub fn glance(&self, path: &str) -> Result<(), Error> {
        let game = self.rule_file(path)?;
        let mut found = game.glance();
        found.retain(Diagnostic::is_error);
        if found.is_empty() { Ok(()) } else { Err(Error::new(game.sources, found)) }
    }

    /// Checks the file at `path` under every array, reading and value of a switch.
    ///
    /// # Errors
    /// Everything that is wrong or questionable: warnings and lints as well, where [`load`](Loader::load) fails for errors only.
    pub fn check(&self, path: &str) -> Result<(), Error> {
        let game = self.rule_file(path)?;
        let found = game.check();
        if found.is_empty() { Ok(()) } else { Err(Error::new(game.sources, found)) }
    }

    fn rule_file(&self, path: &str) -> Result<RuleFile, Error> {
        let catalog = Catalog::new(self).with_readings(self.readings.clone());
        let missing =
            || Error::whole("path", path, Code::NoSuchFile, format!("the file `{path}` cannot be read"));
        catalog.open_file(path).ok_or_else(missing)
    }
}

impl Files for Loader<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let text = self.texts.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone());
        text.or_else(|| self.files.as_ref().and_then(|read| read(path)))
    }
}

impl fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader")
            .field("array", &self.array)
            .field("reading", &self.reading)
            .field("switches", &self.switches)
            .finish_non_exhaustive()
    }
}

/// The rules of one game, decided and compiled. A clone is cheap: it shares the tables.
///
/// ```
/// let rules = ferz::Rules::load("tamerlane/third")?;
/// assert_eq!((rules.title(), rules.array()), ("Tamerlane Chess", "third"));
/// for switch in rules.switches() {
///     println!("{switch} is {} of {:?}", rules.value(switch).unwrap_or("-"), rules.values(switch));
/// }
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) engine: Engine,
    pub(super) game: RuleFile,
    /// How records name the rules.
    pub(super) identity: Identity,
    /// The numbers of moves, if they can be numbered.
    pub(super) numbers: Option<Numbers>,
    /// The rules whose effects can be seen, once they are needed.
    pub(super) watch: OnceLock<Watch>,
    warnings: Vec<Problem>,
}

impl Rules {
    /// Loads a built-in game: `NAME[/ARRAY][@READING]`. [`Loader`] does more.
    ///
    /// # Errors
    /// If there is no such game, array or reading.
    pub fn load(game: &str) -> Result<Rules, Error> {
        Loader::new().load(game)
    }

    /// Loads the game that a text describes.
    ///
    /// # Errors
    /// If the text has errors.
    pub fn from_text(text: &str) -> Result<Rules, Error> {
        Loader::new().text("text.ferz", text).load("text.ferz")
    }

    /// The names of the built-in games.
    pub fn built_in() -> Vec<String> {
        crate::lang::catalog::built_in_names()
    }

    /// What was loaded by a name, with switches set beside it; also whether readings were given.
    fn new(loaded: Loaded, (name, sets, has_readings): (&str, &[(String, String)], bool)) -> Rules {
        let Loaded { variant, game, warnings } = loaded;
        let identity = Identity::new(name, &variant, sets, has_readings);
        let warnings = located(&warnings, &game.sources);
        let engine = Engine::sharing(&variant, &mut Shelves::once());
        let numbers = Numbers::new(&variant);
        Rules { inner: Arc::new(Inner { engine, game, identity, numbers, watch: OnceLock::new(), warnings }) }
    }

    /// The rules of a game that the command line has loaded.
    pub(crate) fn of(loaded: Loaded) -> Rules {
        let name = loaded.variant.id.clone();
        Rules::new(loaded, (&name, &[], false))
    }

    /// The same game with other data that leave its moves as they are.
    pub(super) fn with_variant(&self, variant: Variant) -> Rules {
        let Inner { game, identity, warnings, .. } = &*self.inner;
        let (game, identity, warnings) = (game.clone(), identity.clone(), warnings.clone());
        let (engine, numbers) = (Engine::new(&variant), Numbers::new(&variant));
        Rules { inner: Arc::new(Inner { engine, game, identity, numbers, watch: OnceLock::new(), warnings }) }
    }

    pub(super) fn variant(&self) -> &Variant {
        self.inner.engine.variant()
    }

    /// A game from the start. White begins, also where the rules let dice decide: [`from_fen`](Rules::from_fen) can say otherwise.
    pub fn start(&self) -> Game {
        Game::new(self, self.variant().start())
    }

    /// A game from the position that a FEN describes.
    ///
    /// # Errors
    /// Everything that is wrong with the text, also if it is a position of another game.
    pub fn from_fen(&self, text: &str) -> Result<Game, Error> {
        self.read_fen(text, false)
    }

    /// A game from a position that is only to be analyzed: the side that is not to move may be in check.
    ///
    /// # Errors
    /// As [`from_fen`](Rules::from_fen), except for that.
    pub fn from_fen_lenient(&self, text: &str) -> Result<Game, Error> {
        self.read_fen(text, true)
    }

    fn read_fen(&self, text: &str, lenient: bool) -> Result<Game, Error> {
        let setup = fen::read_as(self.variant(), text, lenient);
        setup.map(|setup| Game::new(self, setup)).map_err(|problems| Error::in_text("fen", text, problems))
    }

    /// The name that loads the game.
    pub fn name(&self) -> &str {
        &self.variant().id
    }

    /// The name of the game for readers.
    pub fn title(&self) -> &str {
        &self.variant().title
    }

    /// The array in use.
    pub fn array(&self) -> &str {
        &self.variant().array
    }

    /// All arrays of the game.
    pub fn arrays(&self) -> impl Iterator<Item = &str> {
        self.variant().arrays.iter().map(|array| array.name.as_str())
    }

    /// The reading in use: `default` if none was chosen.
    pub fn reading(&self) -> &str {
        &self.variant().reading
    }

    /// All readings of the game besides `default`.
    pub fn readings(&self) -> impl Iterator<Item = &str> {
        self.inner.game.readings.iter().map(|reading| reading.name.as_str())
    }

    /// The names of the game's switches.
    pub fn switches(&self) -> impl Iterator<Item = &str> {
        self.variant().switches.iter().map(|switch| switch.name.as_str())
    }

    /// The question that a switch answers.
    pub fn question(&self, switch: &str) -> Option<&str> {
        Some(&self.switch(switch)?.question)
    }

    /// The value of a switch in use.
    pub fn value(&self, switch: &str) -> Option<&str> {
        Some(&self.switch(switch)?.chosen)
    }

    /// All values of a switch; none if there is no such switch.
    pub fn values(&self, switch: &str) -> Vec<&str> {
        let values = self.switch(switch).map_or(&[][..], |switch| &switch.values);
        values.iter().map(|value| value.name.as_str()).collect()
    }

    fn switch(&self, name: &str) -> Option<&Switch> {
        self.variant().switches.iter().find(|switch| switch.name == name)
    }

    /// What is questionable about the text, though the game can be played.
    pub fn warnings(&self) -> &[Problem] {
        &self.inner.warnings
    }

    /// The squares of the board, those off the grid included.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.variant().board.squares()
    }

    /// The square called `name`.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.variant().board.square(name)
    }

    /// The name of a square; empty if the board has no such square.
    pub fn square_name(&self, square: Square) -> &str {
        self.variant().board.get(square).map_or("", |cell| &cell.name)
    }

    /// File and rank of a square, from 1; a square off the grid lies where it is drawn, at 0 or beyond the last.
    pub fn file_and_rank(&self, square: Square) -> Option<(i32, i32)> {
        self.variant().board.get(square).map(|cell| (cell.x, cell.y))
    }
}

/// Lays out the text of a game in the one canonical way.
///
/// ```
/// assert_eq!(ferz::format("board{grid 8x8 # small\n}")?, "board {\n  grid 8x8  # small\n}\n");
/// # Ok::<(), ferz::Error>(())
/// ```
///
/// # Errors
/// If a brace, a quote or another sign is wrong, so that the text cannot be taken apart.
pub fn format(text: &str) -> Result<String, Error> {
    syntax::format(text).map_err(|problems| Error::in_text("text", text, problems))
}
