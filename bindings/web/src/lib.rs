//! The library for JavaScript: a thin layer over the public API, without logic of its own.
//!
//! `types.ts` declares the objects that these functions accept and return, and the README of the package describes
//! their use. Objects are passed as JSON: [`value`] reads an argument, and [`object`] returns a result. Errors become
//! JavaScript `Error`s that carry the problems as data.
#![allow(
    missing_docs,
    reason = "what JavaScript sees is described in `types.ts` and the README of the package"
)]

mod border;
mod given;

use border::{loader, object, thrown, value};
use given::{parts, record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.ts");

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    // WebAssembly has no clock of its own, so the time comes from JavaScript.
    fn performance_now() -> f64;
}

fn milliseconds() -> u64 {
    performance_now() as u64
}

/// Returns the names of the dialects in which positions and moves can be read and written.
#[wasm_bindgen]
pub fn dialects() -> Vec<String> {
    ferz::Dialect::all().map(|dialect| dialect.name().to_owned()).collect()
}

/// Returns the built-in game for which other programs use this name.
#[wasm_bindgen(js_name = gameCalled)]
pub fn game_called(name: &str) -> Option<String> {
    ferz::Dialect::all().next()?.game(name)
}

fn named(dialect: &str) -> Result<ferz::Dialect, JsValue> {
    let unknown = || js_sys::Error::new(&format!("no dialect `{dialect}`")).into();
    ferz::Dialect::named(dialect).ok_or_else(unknown)
}

/// Returns the names of all built-in games.
#[wasm_bindgen(js_name = builtIn)]
pub fn built_in() -> Vec<String> {
    ferz::Rules::built_in()
}

/// Returns a card of each built-in game, with its first position, for a list of games.
#[wasm_bindgen(unchecked_return_type = "Card[]")]
pub fn cards() -> Result<JsValue, JsValue> {
    object(&ferz::Rules::cards())
}

/// Returns the source text of a built-in game.
#[wasm_bindgen]
pub fn source(name: &str) -> Option<String> {
    ferz::Rules::source(name)
}

/// Converts the result of a check to a list of problems.
fn found(result: Result<(), ferz::Error>) -> Result<JsValue, JsValue> {
    object(&result.map_or_else(|error| error.problems(), |()| Vec::new()))
}

/// Reads the games of a PGN text by the rules that their tags name: built-in games, or files of `options.files`.
#[wasm_bindgen(js_name = readRecords, unchecked_return_type = "Records")]
pub fn read_records(
    pgn: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "LoadOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    records(loader(value(options)?).records(pgn))
}

fn records(ferz::Records { games, problems, .. }: ferz::Records) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Found {
        games: Vec<ferz::Record>,
        problems: Vec<ferz::Problem>,
    }
    object(&Found { games: games.into_iter().map(|game| game.record).collect(), problems })
}

/// Divides a PGN text into the texts of its games, with their tags. No game is read.
#[wasm_bindgen(js_name = divideRecords, unchecked_return_type = "DividedRecord[]")]
pub fn divide_records(pgn: &str) -> Result<JsValue, JsValue> {
    object(&ferz::DividedRecord::divide(pgn))
}

/// Returns the problems of a file, which `options.files` contains, or of a built-in game.
#[wasm_bindgen(unchecked_return_type = "Problem[]")]
pub fn check(
    path: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "LoadOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    found(loader(value(options)?).check(path))
}

/// Checks a file with the default choices only and returns its errors. The check is faster than `check`.
#[wasm_bindgen(unchecked_return_type = "Problem[]")]
pub fn glance(
    path: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "LoadOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    found(loader(value(options)?).glance(path))
}

/// Runs the cases of a page on game files, which are given as texts by path.
#[wasm_bindgen(js_name = runCases, unchecked_return_type = "CaseReport")]
pub fn run_cases(
    page: &str,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] files: &JsValue,
) -> Result<JsValue, JsValue> {
    let files: BTreeMap<String, String> = value(files)?;
    object(&ferz::CaseReport::run("cases.md", page, files.into_iter().collect()))
}

/// Returns the text of a rule file in the canonical layout.
#[wasm_bindgen]
pub fn format(text: &str) -> Result<String, JsValue> {
    ferz::format(text).map_err(|error| thrown(&error))
}

/// Returns the statements of a text with the places of their parts, so that a page can edit the text.
#[wasm_bindgen(unchecked_return_type = "Statement[]")]
pub fn statements(text: &str) -> Result<JsValue, JsValue> {
    object(&ferz::StatementTree::of(text))
}

/// Returns the statements of the language and their places, for completion and highlighting.
#[wasm_bindgen(unchecked_return_type = "Language")]
pub fn language() -> Result<JsValue, JsValue> {
    object(&ferz::Language::new())
}

/// Returns the pieces that have a known name, with their move notation.
#[wasm_bindgen(unchecked_return_type = "NamedPiece[]", js_name = namedPieces)]
pub fn named_pieces() -> Result<JsValue, JsValue> {
    object(&ferz::Betza::named())
}

#[derive(Serialize)]
struct Notation {
    notation: String,
    name: Option<&'static str>,
    text: String,
    marks: Vec<(i32, i32, &'static str)>,
}

/// Describes move notation in words, and marks the squares to which it leads.
#[wasm_bindgen(unchecked_return_type = "Notation")]
pub fn betza(text: &str) -> Result<JsValue, JsValue> {
    let read: ferz::Betza = text.parse().map_err(|error| thrown(&error))?;
    object(&Notation {
        notation: read.to_string(),
        name: read.name(),
        text: read.describe(),
        marks: read.marks(),
    })
}

/// A compiled game with its array, reading, and values of switches.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Rules(ferz::Rules);

#[wasm_bindgen]
impl Rules {
    /// Loads a built-in game by its name, or a file of `options.files` by its path.
    pub fn load(
        game: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "LoadOptions")] options: &JsValue,
    ) -> Result<Rules, JsValue> {
        loader(value(options)?).load(game).map(Rules).map_err(|error| thrown(&error))
    }

    /// Compiles the text of a rule file.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str) -> Result<Rules, JsValue> {
        ferz::Rules::from_text(text).map(Rules).map_err(|error| thrown(&error))
    }

    /// The name of the game.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    /// The title of the game.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.title().to_owned()
    }

    /// The array in use.
    #[wasm_bindgen(getter)]
    pub fn array(&self) -> String {
        self.0.array().to_owned()
    }

    /// The reading in use, or `default`.
    #[wasm_bindgen(getter)]
    pub fn reading(&self) -> String {
        self.0.reading().to_owned()
    }

    /// Returns the rule page of the game.
    #[wasm_bindgen(unchecked_return_type = "RulePage")]
    pub fn page(&self) -> Result<JsValue, JsValue> {
        object(&self.0.page())
    }

    /// Returns the source texts of the rules.
    #[wasm_bindgen(unchecked_return_type = "[string, string][]")]
    pub fn texts(&self) -> Result<JsValue, JsValue> {
        object(&self.0.texts())
    }

    /// Starts a game from the first position.
    pub fn start(&self) -> Game {
        Game(self.0.start())
    }

    /// Starts a game from a position in extended FEN.
    #[wasm_bindgen(js_name = fromFen)]
    pub fn from_fen(&self, fen: &str) -> Result<Game, JsValue> {
        self.0.from_fen(fen).map(Game).map_err(|error| thrown(&error))
    }

    /// Starts a game from a position in the notation of another program.
    #[wasm_bindgen(js_name = fromFenIn)]
    pub fn from_fen_in(&self, fen: &str, dialect: &str) -> Result<Game, JsValue> {
        self.0.from_fen_in(fen, named(dialect)?).map(Game).map_err(|error| thrown(&error))
    }

    /// Writes a position from its parts as a FEN. The position need not be legal.
    #[wasm_bindgen(js_name = writeParts)]
    pub fn write_parts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PositionParts")] parts: &JsValue,
    ) -> Result<String, JsValue> {
        self.0.write_parts(&self::parts(parts)?).map_err(|error| thrown(&error))
    }

    /// Reads the games of a PGN text by the rules that their tags name. Games without a tag for their game, and those
    /// that name this game without its choices, are read by these rules.
    #[wasm_bindgen(js_name = readRecords, unchecked_return_type = "Records")]
    pub fn read_records(
        &self,
        pgn: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "LoadOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        records(loader(value(options)?).records_by(&self.0, pgn))
    }

    /// Writes a record as PGN, with the tags of these rules. Lines with an illegal move end before it.
    #[wasm_bindgen(js_name = writeRecord, unchecked_return_type = "WrittenRecord")]
    pub fn write_record(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RecordDraft")] record: &JsValue,
    ) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct Written {
            pgn: String,
            problems: Vec<ferz::Problem>,
        }
        let (pgn, problems) = self.0.write_record(&self::record(record)?).map_err(|error| thrown(&error))?;
        object(&Written { pgn, problems })
    }

    /// Returns the rules and moves that differ from those of another game.
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(&self, other: &Rules) -> Result<JsValue, JsValue> {
        object(&ferz::Comparison::new(&self.0, &other.0))
    }

    /// Searches for the shortest game in which the two sets of rules differ, for at most this many milliseconds.
    #[wasm_bindgen(js_name = tellingGame, unchecked_return_type = "TellingGame | null")]
    pub fn telling_game(&self, other: &Rules, milliseconds: f64) -> Result<JsValue, JsValue> {
        let end = performance_now() + milliseconds;
        object(&ferz::Comparison::telling_game(&self.0, &other.0, &|| performance_now() < end))
    }
}

/// A game in progress.
#[wasm_bindgen]
pub struct Game(ferz::Game);

#[wasm_bindgen]
impl Game {
    /// Returns everything that a board on a screen shows.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(&self) -> Result<JsValue, JsValue> {
        object(&self.0.view())
    }

    /// The position in extended FEN.
    #[wasm_bindgen(getter)]
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// The side to move.
    #[wasm_bindgen(getter, unchecked_return_type = "\"white\" | \"black\"")]
    pub fn turn(&self) -> String {
        match self.0.turn() {
            ferz::Color::White => "white".to_owned(),
            ferz::Color::Black => "black".to_owned(),
        }
    }

    /// Returns true if the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Returns the outcome, or null while the game goes on.
    #[wasm_bindgen(unchecked_return_type = "Outcome | null")]
    pub fn outcome(&self) -> Result<JsValue, JsValue> {
        object(&self.0.outcome())
    }

    /// Returns the texts of all legal moves.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().map(|mv| self.0.text(mv)).collect()
    }

    /// Plays the move with this text and returns its canonical text.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        let mv = self.0.read(text).map_err(|error| thrown(&error))?;
        let text = self.0.text(mv);
        self.0.play(mv).map_err(|error| thrown(&error))?;
        Ok(text)
    }

    /// Returns the position in the notation of another program.
    #[wasm_bindgen(js_name = fenIn)]
    pub fn fen_in(&self, dialect: &str) -> Result<String, JsValue> {
        Ok(self.0.fen_in(named(dialect)?))
    }

    /// Returns the text of a legal move in the notation of another program.
    #[wasm_bindgen(js_name = textIn)]
    pub fn text_in(&self, text: &str, dialect: &str) -> Result<String, JsValue> {
        let mv = self.0.read(text).map_err(|error| thrown(&error))?;
        Ok(self.0.text_in(mv, named(dialect)?))
    }

    /// Plays a move in the notation of another program and returns its canonical text.
    #[wasm_bindgen(js_name = playIn)]
    pub fn play_in(&mut self, text: &str, dialect: &str) -> Result<String, JsValue> {
        let mv = self.0.read_in(text, named(dialect)?).map_err(|error| thrown(&error))?;
        let text = self.0.text(mv);
        self.0.play(mv).map_err(|error| thrown(&error))?;
        Ok(text)
    }

    /// Returns a legal move, which is given by its text, in algebraic notation.
    pub fn san(&self, text: &str) -> Result<String, JsValue> {
        let mv = self.0.read(text).map_err(|error| thrown(&error))?;
        Ok(self.0.san(mv))
    }

    /// Returns the text of a legal move that a person typed: by its squares, in algebraic notation, or in words.
    pub fn read(&self, text: &str) -> Result<String, JsValue> {
        let mv = self.0.read_typed(text).map_err(|error| thrown(&error))?;
        Ok(self.0.text(mv))
    }

    /// Divides the position into the parts that a person sets up.
    #[wasm_bindgen(unchecked_return_type = "PositionParts")]
    pub fn parts(&self) -> Result<JsValue, JsValue> {
        object(&self.0.parts())
    }

    /// Writes the game as PGN.
    pub fn pgn(&self) -> String {
        self.0.pgn()
    }

    /// Ends the game by claiming the outcome with this reason. Returns false if the player to move cannot claim it.
    pub fn claim(&mut self, reason: &str) -> bool {
        self.0.claim(reason)
    }

    /// Takes back the last move. Returns false at the start of the game.
    pub fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    /// Returns the texts of the moves so far.
    pub fn history(&self) -> Vec<String> {
        self.0.history().map(|(_, text)| text).collect()
    }

    /// Says why a move is legal or not. The move need not be legal.
    #[wasm_bindgen(unchecked_return_type = "Explanation")]
    pub fn explain(&self, text: &str) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct Explained<'a> {
            mv: &'a str,
            legal: bool,
            reasons: &'a [ferz::Reason],
        }
        let explained = self.0.explain(text);
        object(&Explained { mv: &explained.mv, legal: explained.is_legal(), reasons: &explained.reasons })
    }

    /// Returns the status of the game, with the rules that cause it.
    #[wasm_bindgen(unchecked_return_type = "Reason[]")]
    pub fn standing(&self) -> Result<JsValue, JsValue> {
        object(&self.0.standing())
    }

    /// Counts the sequences of legal moves of this length.
    pub fn perft(&self, depth: u32) -> f64 {
        self.0.perft(depth) as f64
    }

    /// Returns the position as text, with one line for each rank.
    pub fn draw(&self) -> String {
        self.0.draw()
    }

    /// Returns a picture of the position as SVG. The pieces are pictures in the style of the game, plain pictures, or
    /// letters.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "\"traditional\" | \"pictures\" | \"letters\"")]
        pieces: Option<String>,
    ) -> Result<String, JsValue> {
        let pieces = match pieces.as_deref() {
            None | Some("traditional") => ferz::Pieces::Traditional,
            Some("pictures") => ferz::Pieces::Pictures,
            Some("letters") => ferz::Pieces::Letters,
            Some(other) => return Err(js_sys::Error::new(&format!("no pieces `{other}`")).into()),
        };
        Ok(self.0.svg_with(pieces))
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SearchLimits {
    level: Option<u8>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
    seed: Option<u64>,
}

/// An intermediate result of a search.
#[derive(Serialize)]
struct Thought<'a> {
    depth: u32,
    /// The evaluation, or `None` if a forced end was found.
    score: Option<i32>,
    /// The number of moves until the game is won, negative if it is lost.
    mate: Option<i32>,
    nodes: u64,
    time: u64,
    line: &'a [String],
}

/// A computer player with its own table of positions.
#[wasm_bindgen]
pub struct Searcher(ferz::Searcher);

#[wasm_bindgen]
impl Searcher {
    /// Makes a player with a table of this many megabytes.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &Rules, megabytes: u32) -> Searcher {
        Searcher(ferz::Searcher::new(&rules.0, megabytes as usize))
    }

    /// Returns the best move, or `None` if the game is over. `report` receives the result of every iteration.
    pub fn search(
        &self,
        game: &Game,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchLimits")] limits: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "((thought: Thought) => void)")] report: &JsValue,
    ) -> Result<Option<String>, JsValue> {
        let SearchLimits { level, depth, nodes, time, seed } = value(limits)?;
        if game.0.outcome().is_some() {
            return Ok(None);
        }
        let report = report.dyn_ref::<js_sys::Function>();
        let mut tell = |found: &ferz::SearchResult| {
            let thought = Thought {
                depth: found.depth,
                score: found.mate.is_none().then_some(found.score),
                // JavaScript receives the distance in moves, rounded up.
                mate: found.mate.map(|plies| plies.signum() * ((plies.abs() + 1) / 2)),
                nodes: found.nodes,
                time: found.time,
                line: &found.line,
            };
            if let (Some(report), Ok(thought)) = (report, object(&thought)) {
                let _ = report.call1(&JsValue::NULL, &thought);
            }
        };
        let limits = ferz::SearchLimits { level, depth, nodes, time, seed, ..ferz::SearchLimits::default() };
        let found =
            self.0.search(&game.0, limits, &milliseconds, &mut tell).map_err(|error| thrown(&error))?;
        Ok(Some(game.0.text(found.best)))
    }
}
