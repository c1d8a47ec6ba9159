//! Loads games and selects their rules. [`Loader`] collects files and choices, and returns [`Rules`], the immutable,
//! compiled game.
//!
//! [`Loader::load`] is the general entry point. [`Rules::load`] and [`Rules::from_text`] are shortcuts for built-in
//! games and for texts. A clone of `Rules` shares the compiled tables. The library accesses no file by itself: the
//! caller supplies a function that reads files.

use super::numbering::Numbers;
use super::{Error, Game};
use ferz_core::fast::engine::{Engine, TableCaches};
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, Files, GameRef, Loaded};
use ferz_lang::{RuleFile, syntax};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_text::lab::observable::ObservableRules;
use ferz_text::notation::fen;
use ferz_text::notation::record::Identity;
use ferz_text::words::report::{Problem, located};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A function that returns the text of the file at a path, or `None` if there is no such file.
type ReadFile<'f> = dyn Fn(&str) -> Option<String> + 'f;

/// A builder that loads games. It holds a function that reads files, and the chosen array, reading, and switches.
///
/// ```
/// let rules = ferz::Loader::new().switch("queen.castling", "yes").load("coregal")?;
/// assert_eq!(rules.value("queen.castling"), Some("yes"));
/// let mine = ferz::Loader::new().files(|path| std::fs::read_to_string(path).ok()).load("./mine.ferz");
/// assert_eq!(mine.unwrap_err().problems()[0].code, "no-such-file");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Default)]
pub struct Loader<'f> {
    files: Option<Box<ReadFile<'f>>>,
    texts: Vec<(String, String)>,
    pub(super) readings: Option<(String, String)>,
    array: Option<String>,
    reading: Option<String>,
    switches: Vec<(String, String)>,
}

impl<'f> Loader<'f> {
    /// Creates a loader for built-in games only, with the default array, reading, and switch values.
    ///
    /// ```
    /// assert_eq!(ferz::Loader::new().load("chess")?.reading(), "default");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn new() -> Loader<'f> {
        Loader::default()
    }

    /// Sets the function that reads the file at a path. The library accesses no file by itself.
    ///
    /// ```
    /// let loader = ferz::Loader::new().files(|path| std::fs::read_to_string(path).ok());
    /// assert!(loader.load("missing.ferz").is_err());
    /// ```
    #[must_use]
    pub fn files(mut self, read: impl Fn(&str) -> Option<String> + 'f) -> Loader<'f> {
        self.files = Some(Box::new(read));
        self
    }

    /// Adds a text that can be loaded like the file at `path`, which must end in `.ferz`.
    ///
    /// ```
    /// let text = "variant big \"Big Chess\" extends chess\n";
    /// let rules = ferz::Loader::new().text("big.ferz", text).load("big.ferz")?;
    /// assert_eq!(rules.title(), "Big Chess");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn text(mut self, path: impl Into<String>, text: impl Into<String>) -> Loader<'f> {
        self.texts.push((path.into(), text.into()));
        self
    }

    /// Adds readings to those of the game, in the format of a `readings.toml`.
    ///
    /// ```
    /// let mine = "[mine]\nset = { \"queen.castling\" = \"yes\" }\n";
    /// let rules = ferz::Loader::new().readings("mine.toml", mine).load("coregal@mine")?;
    /// assert_eq!(rules.value("queen.castling"), Some("yes"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn readings(mut self, path: impl Into<String>, text: impl Into<String>) -> Loader<'f> {
        self.readings = Some((path.into(), text.into()));
        self
    }

    /// Chooses the array. The default is the first one of the game.
    ///
    /// ```
    /// assert_eq!(ferz::Loader::new().array("two-pawns").load("monster")?.array(), "two-pawns");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn array(mut self, name: impl Into<String>) -> Loader<'f> {
        self.array = Some(name.into());
        self
    }

    /// Chooses the reading: the values that one source gives to the switches.
    ///
    /// ```
    /// let mine = "[mine]\nset = { \"queen.castling\" = \"yes\" }\n";
    /// let rules = ferz::Loader::new().readings("mine.toml", mine).reading("mine").load("coregal")?;
    /// assert_eq!(rules.reading(), "mine");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn reading(mut self, name: impl Into<String>) -> Loader<'f> {
        self.reading = Some(name.into());
        self
    }

    /// Sets one switch, which overrides the reading.
    ///
    /// ```
    /// let rules = ferz::Loader::new().switch("queen.castling", "yes").load("coregal")?;
    /// assert_eq!(rules.value("queen.castling"), Some("yes"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn switch(mut self, name: impl Into<String>, value: impl Into<String>) -> Loader<'f> {
        self.switches.push((name.into(), value.into()));
        self
    }

    /// Loads a game: `NAME[/ARRAY][@READING]` for a built-in one, `PATH.ferz[/ARRAY][@READING]` for a file.
    ///
    /// ```
    /// assert_eq!(ferz::Loader::new().load("monster/two-pawns")?.array(), "two-pawns");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game, array, reading, switch, or value, or if the text has errors.
    pub fn load(&self, game: &str) -> Result<Rules, Error> {
        let mut reference = GameRef::parse(game);
        reference.array = self.array.clone().or(reference.array);
        reference.reading = self.reading.clone().or(reference.reading);
        let catalog = Catalog::new(self).with_readings(self.readings.clone());
        let loaded = catalog.load(&reference, &self.switches);
        let loaded = loaded.map_err(|failure| Error::new(failure.sources, failure.problems))?;
        Ok(Rules::new(loaded, (game, &self.switches, self.readings.is_some())))
    }

    /// Checks the file at `path` with the default choices only. This is the quick part of [`check`](Loader::check), for
    /// an editor.
    ///
    /// ```
    /// let loader = ferz::Loader::new().text("mine.ferz", "variant mine \"Mine\" extends chess\n");
    /// assert!(loader.glance("mine.ferz").is_ok());
    /// ```
    ///
    /// # Errors
    /// If the file has errors. Only `check` finds warnings, lints, and the problems of other choices.
    pub fn glance(&self, path: &str) -> Result<(), Error> {
        let game = self.rule_file(path)?;
        let mut found = game.glance();
        found.retain(Diagnostic::is_error);
        if found.is_empty() { Ok(()) } else { Err(Error::new(game.sources, found)) }
    }

    /// Checks the file at `path` under every array, reading, and value of a switch.
    ///
    /// ```
    /// let loader = ferz::Loader::new().text("mine.ferz", "variant mine \"Mine\" extends ches\n");
    /// assert_eq!(loader.check("mine.ferz").unwrap_err().problems()[0].severity, ferz::Severity::Error);
    /// ```
    ///
    /// # Errors
    /// If the file has an error, a warning, or a lint. In contrast, [`load`](Loader::load) fails for errors only.
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

/// The compiled rules of one game with all choices made. A clone is cheap because it shares the tables.
///
/// ```
/// let rules = ferz::Rules::load("coregal")?;
/// assert_eq!((rules.title(), rules.array()), ("Coregal Chess", "orthodox"));
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
    /// The tags that identify the rules in game records.
    pub(super) identity: Identity,
    /// The move numbers for machine learning, or `None` if the moves cannot be numbered.
    pub(super) numbers: Option<Numbers>,
    /// The rules whose effects a move can show, computed on first use.
    pub(super) watch: OnceLock<ObservableRules>,
    pub(super) warnings: Vec<Problem>,
}

impl Rules {
    /// Loads a built-in game: `NAME[/ARRAY][@READING]`. [`Loader`] has more options.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("monster/two-pawns")?.title(), "Monster Chess");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game, array, or reading.
    pub fn load(game: &str) -> Result<Rules, Error> {
        Loader::new().load(game)
    }

    /// Loads the game that a text defines.
    ///
    /// ```
    /// let error = ferz::Rules::from_text("variant mine \"Mine\"\nbord { grid 8 x 8 }\n").unwrap_err();
    /// assert_eq!(error.problems()[0].code, "unknown-word");
    /// ```
    ///
    /// # Errors
    /// If the text has errors.
    pub fn from_text(text: &str) -> Result<Rules, Error> {
        Loader::new().text("text.ferz", text).load("text.ferz")
    }

    /// Returns the names of the built-in games.
    ///
    /// ```
    /// assert!(ferz::Rules::built_in().contains(&"chess".to_owned()));
    /// ```
    pub fn built_in() -> Vec<String> {
        ferz_lang::catalog::built_in_names()
    }

    /// Compiles a loaded game. The tuple holds its name, the switches that the caller set, and a flag that is true if
    /// the caller added readings.
    pub(super) fn new(
        loaded: Loaded,
        (name, sets, has_readings): (&str, &[(String, String)], bool),
    ) -> Rules {
        let Loaded { variant, game, warnings, .. } = loaded;
        let identity = Identity::new(name, &variant, sets, has_readings);
        let warnings = located(&warnings, &game.sources);
        let engine = Engine::sharing(&variant, &mut TableCaches::once());
        let numbers = Numbers::new(&variant);
        Rules { inner: Arc::new(Inner { engine, game, identity, numbers, watch: OnceLock::new(), warnings }) }
    }

    /// Compiles a game that the command line has loaded.
    #[doc(hidden)]
    pub fn of(loaded: Loaded) -> Rules {
        let name = loaded.variant.id.clone();
        Rules::new(loaded, (&name, &[], false))
    }

    /// Compiles the same game with other data that does not change its moves.
    pub(super) fn with_variant(&self, variant: Variant) -> Rules {
        let Inner { game, identity, warnings, .. } = &*self.inner;
        let (game, identity, warnings) = (game.clone(), identity.clone(), warnings.clone());
        let (engine, numbers) = (Engine::new(&variant), Numbers::new(&variant));
        Rules { inner: Arc::new(Inner { engine, game, identity, numbers, watch: OnceLock::new(), warnings }) }
    }

    pub(super) fn variant(&self) -> &Variant {
        self.inner.engine.variant()
    }

    /// Starts a game from the array. White moves first, even if the rules decide the first player by dice. Use
    /// [`from_fen`](Rules::from_fen) for the other side.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().legal_moves().len(), 20);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn start(&self) -> Game {
        Game::new(self, self.variant().start())
    }

    /// Starts a game from the position in a FEN.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert_eq!(game.legal_moves().len(), 6);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text has errors or describes a position of another game. The error lists all problems.
    ///
    /// ```
    /// let error = ferz::Rules::load("chess")?.from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1").unwrap_err();
    /// assert!(error.problems()[0].help.as_deref().unwrap().contains("`chess960`"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn from_fen(&self, text: &str) -> Result<Game, Error> {
        self.read_fen(text, false)
    }

    /// Starts a game from a position for analysis only. The side that is not to move may be in check.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let fen = "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1";
    /// assert!(rules.from_fen(fen).is_err() && rules.from_fen_lenient(fen).is_ok());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text has errors, as for [`from_fen`](Rules::from_fen). A check of the side that is not to move is no
    /// error here.
    pub fn from_fen_lenient(&self, text: &str) -> Result<Game, Error> {
        self.read_fen(text, true)
    }

    fn read_fen(&self, text: &str, lenient: bool) -> Result<Game, Error> {
        let setup = fen::read_counted(self.variant(), text, lenient);
        setup.map(|(setup, _)| Game::new(self, setup)).map_err(|mut problems| {
            let game = fen::game_with_castlings(self.variant(), text);
            if let (Some(game), Some(problem)) =
                (game, problems.iter_mut().find(|problem| problem.help.is_none()))
            {
                problem.help = Some(format!("the game `{game}` has castlings from other squares"));
            }
            Error::in_text("fen", text, problems)
        })
    }
}

/// Formats the text of a game in the canonical layout.
///
/// ```
/// assert_eq!(ferz::format("board{grid 8x8 # small\n}")?, "board {\n  grid 8x8  # small\n}\n");
/// # Ok::<(), ferz::Error>(())
/// ```
///
/// # Errors
/// If the text cannot be split into tokens and blocks, as with an unmatched brace or quote.
pub fn format(text: &str) -> Result<String, Error> {
    syntax::format(text).map_err(|problems| Error::in_text("text", text, problems))
}
