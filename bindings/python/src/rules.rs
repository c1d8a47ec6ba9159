//! The Python class `Rules`, which loads games and chooses arrays, readings, and switches.
//!
//! [`Rules`] wraps `ferz::Rules` and keeps the arguments with which it was loaded, its [`Origin`]. Pickling stores
//! the origin, and unpickling loads the game again.

use crate::board::Board;
use crate::errors::{ErrorKind, Problem, exception};
use crate::results::{Reduced, hash};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The arguments with which a game was loaded. Another process can load the game again from them.
#[derive(Clone, Default, PartialEq)]
pub struct Origin {
    pub game: String,
    pub text: Option<String>,
    pub array: Option<String>,
    pub reading: Option<String>,
    pub switches: BTreeMap<String, String>,
    pub readings: Option<String>,
}

/// The compiled rules of one game with all choices made.
///
/// `Rules("tamerlane")` loads a built-in game, `Rules("mine.ferz")` loads a file, and `Rules.from_text(text)` loads a
/// text. The name can include an array and a reading, as in `tamerlane/third@wikibooks`. `switches={"giraffe.reach":
/// "2"}` sets switches.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Rules {
    pub rules: ferz::Rules,
    /// A game at the start, which new boards copy.
    pub start: Arc<ferz::Game>,
    pub origin: Arc<Origin>,
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The paths of the files that were read, each with its text, or `None` if the file did not exist.
type Reads = Vec<(String, Option<String>)>;

/// Rules that were loaded earlier, with every file that was read for them.
struct Kept {
    rules: Rules,
    reads: Reads,
}

/// The most recently loaded rules. They are reused only if every file that was read is unchanged.
static KEPT: Mutex<VecDeque<Kept>> = Mutex::new(VecDeque::new());
/// The maximum number of rules that are kept.
const MAX_KEPT: usize = 64;

/// Returns the rules that were loaded from an origin, if all files are as they were.
fn kept(is_it: impl Fn(&Origin) -> bool) -> Option<Rules> {
    let (reads, rules) = {
        let all = KEPT.lock().ok()?;
        let kept = all.iter().find(|kept| is_it(&kept.rules.origin))?;
        (kept.reads.clone(), kept.rules.clone())
    };
    reads.iter().all(|(path, text)| read(path) == *text).then_some(rules)
}

fn keep(rules: &Rules, reads: Reads) {
    let Ok(mut all) = KEPT.lock() else { return };
    all.retain(|kept| kept.rules.origin != rules.origin);
    all.truncate(MAX_KEPT - 1);
    all.push_front(Kept { rules: rules.clone(), reads });
}

/// Returns the name or the path of a game that a caller gave as text or as a path.
pub fn reference(game: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = game.cast::<PyString>() {
        return text.extract();
    }
    let path = game.extract::<PathBuf>()?.into_os_string();
    path.into_string().map_err(|_| PyValueError::new_err("the path has characters that are no text"))
}

impl Origin {
    /// Returns a loader that records in `reads` every file that it reads.
    fn loader<'r>(&self, reads: &'r RefCell<Reads>) -> ferz::Loader<'r> {
        let read = |path: &str| {
            let text = read(path);
            reads.borrow_mut().push((path.to_owned(), text.clone()));
            text
        };
        let mut loader = ferz::Loader::new().files(read);
        if let Some(text) = &self.text {
            loader = loader.text("text.ferz", text);
        }
        if let Some(array) = &self.array {
            loader = loader.array(array);
        }
        if let Some(reading) = &self.reading {
            loader = loader.reading(reading);
        }
        // The loader reads the readings beside a game file itself.
        if let Some((path, text)) =
            self.readings.clone().and_then(|path| read(&path).map(|text| (path, text)))
        {
            loader = loader.readings(path, text);
        }
        self.switches.iter().fold(loader, |loader, (name, value)| loader.switch(name, value))
    }

    fn load(self, py: Python<'_>) -> PyResult<Rules> {
        // A text is loaded as a file with a fixed name, which also appears in its problems.
        let name = if self.text.is_some() { "text.ferz" } else { &self.game };
        let loaded = py.detach(|| {
            if let Some(rules) = kept(|origin| *origin == self) {
                return Ok(rules);
            }
            let reads = RefCell::new(Reads::new());
            let start = Arc::new(self.loader(&reads).load(name)?.start());
            let rules = Rules { rules: start.rules().clone(), start, origin: Arc::new(self.clone()) };
            keep(&rules, reads.into_inner());
            Ok(rules)
        });
        loaded.map_err(|error| exception(py, &error, ErrorKind::Rules))
    }

    /// Returns true if only the name of the game was given.
    fn is_plain(&self) -> bool {
        let Origin { game: _, text, array, reading, switches, readings } = self;
        (text, array, reading, readings) == (&None, &None, &None, &None) && switches.is_empty()
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (game, *, array=None, reading=None, switches=None, readings=None))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        array: Option<String>,
        reading: Option<String>,
        switches: Option<BTreeMap<String, String>>,
        readings: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Rules> {
        let switches = switches.unwrap_or_default();
        let (game, readings) = (reference(game)?, readings.map(reference).transpose()?);
        Origin { game, text: None, array, reading, switches, readings }.load(py)
    }

    /// Loads the game that a text defines.
    #[staticmethod]
    #[pyo3(signature = (text, *, array=None, reading=None, switches=None, readings=None))]
    fn from_text(
        py: Python<'_>,
        text: String,
        array: Option<String>,
        reading: Option<String>,
        switches: Option<BTreeMap<String, String>>,
        readings: Option<String>,
    ) -> PyResult<Rules> {
        let switches = switches.unwrap_or_default();
        Origin { game: String::new(), text: Some(text), array, reading, switches, readings }.load(py)
    }

    /// Returns the rules in the format of another program: `fairy-stockfish`, `interactive-diagram`, or `xboard`.
    ///
    /// It is an error if the format cannot express a rule. With `approximate`, the text leaves such rules out and lists
    /// them in a comment.
    #[pyo3(signature = (format, *, approximate=false))]
    fn export(&self, py: Python<'_>, format: &str, approximate: bool) -> PyResult<String> {
        let format = ferz::ExportFormat::named(format).ok_or_else(|| {
            let names: Vec<&str> = ferz::ExportFormat::all().map(ferz::ExportFormat::name).collect();
            PyValueError::new_err(format!("no format `{format}`; there are {}", names.join(", ")))
        })?;
        let text = self.rules.export(format, approximate);
        text.map_err(|error| exception(py, &error, ErrorKind::Rules))
    }

    /// The name under which the game is loaded.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The display name of the game.
    #[getter]
    fn title(&self) -> &str {
        self.rules.title()
    }

    /// The name of the array in use.
    #[getter]
    fn array(&self) -> &str {
        self.rules.array()
    }

    /// The names of all arrays of the game.
    #[getter]
    fn arrays(&self) -> Vec<&str> {
        self.rules.arrays().collect()
    }

    /// The name of the reading in use. It is `default` if none was chosen.
    #[getter]
    fn reading(&self) -> &str {
        self.rules.reading()
    }

    /// The names of all readings of the game except `default`.
    #[getter]
    fn readings(&self) -> Vec<&str> {
        self.rules.readings().collect()
    }

    /// The switches of the game with their chosen values.
    #[getter]
    fn switches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for name in self.rules.switches() {
            all.set_item(name, self.rules.value(name))?;
        }
        Ok(all)
    }

    /// Returns the question that a switch answers. Returns `None` if there is no such switch.
    fn question(&self, switch: &str) -> Option<&str> {
        self.rules.question(switch)
    }

    /// Returns all values of a switch.
    fn values(&self, switch: &str) -> Vec<&str> {
        self.rules.values(switch)
    }

    /// The warnings about the text. None of them prevents playing.
    #[getter]
    fn warnings(&self) -> Vec<Problem> {
        self.rules.warnings().iter().map(Problem::from).collect()
    }

    /// The names of the squares. Squares outside the grid come last.
    #[getter]
    fn squares(&self) -> Vec<&str> {
        self.rules.squares().map(|square| self.rules.square_name(square)).collect()
    }

    /// Returns the file and rank of a square, counted from 1. A square outside the grid has the position at which it is
    /// drawn.
    fn file_and_rank(&self, square: &str) -> Option<(i32, i32)> {
        self.rules.file_and_rank(self.rules.square(square)?)
    }

    /// The numbers of files and ranks of the grid.
    #[getter]
    fn size(&self) -> (i32, i32) {
        self.rules.size()
    }

    /// True if the squares of the board have two colors.
    #[getter]
    fn is_checkered(&self) -> bool {
        self.rules.is_checkered()
    }

    /// The tokens of the pieces of the game, in the order of its rules.
    #[getter]
    fn tokens(&self) -> Vec<&str> {
        self.rules.tokens().collect()
    }

    fn _ground_svg(&self) -> Option<String> {
        self.rules.ground_svg()
    }

    fn _reserve_gap(&self) -> i32 {
        self.rules.reserve_gap()
    }

    fn _piece_svg(&self, token: &str, color: bool, pieces: &str) -> PyResult<Option<String>> {
        let color = crate::board::color(color);
        Ok(self.rules.piece_svg(token, color, crate::notation::pieces(pieces)?))
    }

    /// The number of actions, which are numbered from 0. `None` if the actions of the game are not bounded.
    #[getter]
    fn actions(&self) -> Option<u32> {
        self.rules.actions()
    }

    /// The name of each plane of an observation.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.rules.planes().names
    }

    /// The shape of an observation: the number of planes, of ranks, and of files.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let planes = self.rules.planes();
        (planes.names.len(), planes.height, planes.width)
    }

    /// Creates a board with the start position or the position of a FEN. With `lenient`, the side that is not to move
    /// can be in check.
    #[pyo3(signature = (fen=None, *, lenient=false, dialect=None))]
    fn board(
        &self,
        py: Python<'_>,
        fen: Option<&str>,
        lenient: bool,
        dialect: Option<&str>,
    ) -> PyResult<Board> {
        match (fen, dialect) {
            (Some(fen), Some(dialect)) => Board::start_in(py, self, fen, dialect),
            _ => Board::start(py, self, fen, lenient),
        }
    }

    /// Returns true if both are the same game with the same choices.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Rules>().is_ok_and(|other| other.get().same(self))
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.rules.name(), self.rules.array(), self.rules.reading()))
    }

    fn __repr__(&self) -> String {
        format!("<Rules {}/{}@{}>", self.rules.name(), self.rules.array(), self.rules.reading())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let load = py.import("ferz._errors")?.getattr("_load_again")?;
        let Origin { game, text, array, reading, switches, readings } = (*self.origin).clone();
        Ok((load, (game, text, array, reading, switches, readings).into_pyobject(py)?))
    }
}

impl Rules {
    /// Loads the game that a name or a path refers to, and keeps it for the next call.
    pub fn named(py: Python<'_>, game: &str) -> PyResult<Rules> {
        match kept(|origin| origin.is_plain() && origin.game == game) {
            Some(rules) => Ok(rules),
            None => Origin { game: game.to_owned(), ..Origin::default() }.load(py),
        }
    }

    pub fn same(&self, other: &Rules) -> bool {
        let chosen = |rules: &Rules| {
            let values = rules.rules.switches().map(|name| rules.rules.value(name).map(str::to_owned));
            (rules.origin.text.clone(), values.collect::<Vec<_>>())
        };
        let named = |rules: &Rules| (rules.rules.name().to_owned(), rules.rules.array().to_owned());
        named(self) == named(other) && chosen(self) == chosen(other) && self.origin.game == other.origin.game
    }
}

/// Returns the names of the dialects in which positions, moves, and records can be read and written.
#[pyfunction]
pub fn dialects() -> Vec<&'static str> {
    ferz::Dialect::all().map(ferz::Dialect::name).collect()
}

/// Returns the built-in game for which other programs use this name in the tag `Variant` of a record or in a protocol.
/// Returns `None` if there is none.
#[pyfunction]
#[pyo3(signature = (name, *, dialect="ferz"))]
pub fn game_called(name: &str, dialect: &str) -> PyResult<Option<String>> {
    Ok(crate::board::dialect(dialect)?.game(name))
}

/// Returns the names of the built-in games.
#[pyfunction]
pub fn built_in() -> Vec<String> {
    ferz::Rules::built_in()
}

/// Checks a file, or the given text in its place, with every array, reading, and value of a switch.
#[pyfunction]
pub fn _check(py: Python<'_>, path: &str, text: Option<String>) -> Vec<Problem> {
    let name = if text.is_some() { "text.ferz" } else { path };
    let origin = Origin { game: path.to_owned(), text, ..Origin::default() };
    let found = py.detach(|| origin.loader(&RefCell::new(Reads::new())).check(name));
    found.map_or_else(|error| error.problems().iter().map(Problem::from).collect(), |()| Vec::new())
}

/// Formats the text of a game in the canonical layout.
#[pyfunction]
pub fn format(py: Python<'_>, text: &str) -> PyResult<String> {
    ferz::format(text).map_err(|error| exception(py, &error, ErrorKind::Rules))
}

/// Parses the moves of a piece in Betza notation. Returns the canonical notation and a description of the moves.
#[pyfunction]
pub fn betza(py: Python<'_>, notation: &str) -> PyResult<(String, String)> {
    let read: Result<ferz::Betza, ferz::Error> = notation.parse();
    let read = read.map_err(|error| exception(py, &error, ErrorKind::Rules))?;
    Ok((read.to_string(), read.describe()))
}
