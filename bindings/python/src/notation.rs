//! The methods of `Board` that read and write moves and positions, named as in python-chess.

use crate::board::{Board, dialect};
use crate::errors::{ErrorKind, exception};
use crate::moves::Move;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Board {
    /// Returns a legal move in standard algebraic notation, such as `Nf3`, `exd5`, or `O-O`, with a mark for check or
    /// checkmate.
    fn san(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.game.san(self.resolve(py, r#move)?))
    }

    /// Returns a legal move in long algebraic notation, such as `Ng1-f3`.
    fn lan(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.game.lan(self.resolve(py, r#move)?))
    }

    /// Returns a legal move in UCI notation, or in the notation of another program.
    #[pyo3(signature = (r#move, *, dialect="uci"))]
    fn uci(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>, dialect: &str) -> PyResult<String> {
        Ok(self.game.text_in(self.resolve(py, r#move)?, self::dialect(dialect)?))
    }

    /// Parses a legal move in algebraic notation. Raises `IllegalMoveError` if no legal move or more than one has this
    /// text.
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Move> {
        Ok(self.object(self.read(py, san)?))
    }

    /// Plays a move that is given in algebraic notation, and returns it.
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Move> {
        let mv = self.read(py, san)?;
        let object = self.object(mv);
        self.play(py, mv)?;
        Ok(object)
    }

    /// Parses a legal move in UCI notation, or in the notation of ferz or of another program.
    #[pyo3(signature = (uci, *, dialect="uci"))]
    fn parse_uci(&self, py: Python<'_>, uci: &str, dialect: &str) -> PyResult<Move> {
        let read = self.game.read_in(uci, self::dialect(dialect)?);
        Ok(self.object(read.map_err(|error| exception(py, &error, ErrorKind::Move))?))
    }

    /// Plays a move that is given in UCI notation, and returns it.
    #[pyo3(signature = (uci, *, dialect="uci"))]
    fn push_uci(&mut self, py: Python<'_>, uci: &str, dialect: &str) -> PyResult<Move> {
        let read = self.game.read_in(uci, self::dialect(dialect)?);
        let mv = read.map_err(|error| exception(py, &error, ErrorKind::Move))?;
        let object = self.object(mv);
        self.play(py, mv)?;
        Ok(object)
    }

    /// Returns a sequence of moves from this position in algebraic notation with move numbers, such as `1. e4 e5 2.
    /// Nf3`. Raises `IllegalMoveError` if one of them is not legal. The board is unchanged.
    fn variation_san(&self, py: Python<'_>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let (mut board, mut words, mut number) = (self.duplicate(), Vec::new(), 0);
        for mv in variation.try_iter()? {
            let mv = board.resolve(py, &mv?)?;
            let (now, white) = (board.game.fullmove_number(), board.game.turn() == ferz::Color::White);
            if white || number == 0 {
                words.push(format!("{now}{}", if white { "." } else { "..." }));
            }
            number += 1;
            words.push(board.game.san(mv));
            board.play(py, mv)?;
        }
        Ok(words.join(" "))
    }

    /// Returns the placement of the pieces, which is the first field of the FEN.
    fn board_fen(&self) -> String {
        self.game.fen().split(' ').next().unwrap_or_default().to_owned()
    }

    /// Returns the position as EPD: the FEN without its counters, followed by operations such as `bm` and `id`.
    #[pyo3(signature = (**operations))]
    fn epd<'py>(
        slf: &Bound<'py, Board>,
        operations: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("ferz._epd")?;
        let operations = operations.cloned().unwrap_or_else(|| PyDict::new(slf.py()));
        module.getattr("write")?.call1((slf, operations))
    }

    /// Sets up the position of an EPD, and returns a dictionary of its operations.
    fn set_epd<'py>(slf: &Bound<'py, Board>, epd: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ferz._epd")?.getattr("read")?.call1((slf, epd))
    }

    /// Creates a board from an EPD, and returns it with a dictionary of the operations.
    #[staticmethod]
    #[pyo3(signature = (epd, game=None))]
    fn from_epd<'py>(
        py: Python<'py>,
        epd: &str,
        game: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let board = py.get_type::<Board>().call1((game,))?;
        let operations = board.call_method1("set_epd", (epd,))?;
        Ok((board, operations))
    }

    /// Returns a board of Chess960 with the start position of this number, from 0 to 959.
    #[staticmethod]
    fn from_chess960_pos<'py>(py: Python<'py>, scharnagl: i64) -> PyResult<Bound<'py, PyAny>> {
        let fen = py.import("ferz._chess960")?.getattr("fen")?.call1((scharnagl,))?;
        py.get_type::<Board>().call1(("chess960", fen))
    }

    /// Sets the start position of Chess960 with this number, from 0 to 959. Raises `FenError` if the game is another.
    fn set_chess960_pos(&mut self, py: Python<'_>, scharnagl: i64) -> PyResult<()> {
        let fen = py.import("ferz._chess960")?.getattr("fen")?.call1((scharnagl,))?;
        let fen = fen.extract::<String>()?;
        *self = Board::start(py, &self.rules, Some(&fen), false)?;
        Ok(())
    }

    /// Returns the number of this start position of Chess960, or `None` if it is none.
    fn chess960_pos<'py>(slf: &Bound<'py, Board>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ferz._chess960")?.getattr("number")?.call1((slf,))
    }

    /// Returns the picture of the piece on a square as SVG shapes in a box of 40 by 40 units.
    fn _piece_svg(&self, square: &str, pieces: &str) -> PyResult<Option<String>> {
        Ok(self.game.piece_svg(self.square(square)?, self::pieces(pieces)?))
    }

    /// Returns the board as an SVG picture. `pieces` is `traditional`, `pictures`, or `letters`.
    /// `ferz.svg.board` has more options.
    #[pyo3(signature = (pieces = "pictures"))]
    fn svg(&self, pieces: &str) -> PyResult<String> {
        Ok(self.game.svg_with(self::pieces(pieces)?))
    }

    fn _repr_svg_(&self) -> String {
        self.game.svg()
    }

    /// The SVG picture with the status of the game below it, for a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Board>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ferz.svg")?.getattr("_html")?.call1((slf,))
    }

    fn __rich_repr__(&self) -> Vec<(Option<&'static str>, String)> {
        let mut shown = vec![(None, self.rules.rules.name().to_owned()), (Some("fen"), self.game.fen())];
        shown.extend(self.game.outcome().map(|outcome| (Some("outcome"), outcome.reason)));
        shown
    }
}

/// Returns the style of pieces with this name. Raises `ValueError` if there is none.
pub fn pieces(name: &str) -> PyResult<ferz::Pieces> {
    match name {
        "traditional" => Ok(ferz::Pieces::Traditional),
        "pictures" => Ok(ferz::Pieces::Pictures),
        "letters" => Ok(ferz::Pieces::Letters),
        other => {
            let why =
                format!("pieces are shown as `traditional`, `pictures`, or `letters`, not as `{other}`");
            Err(PyValueError::new_err(why))
        }
    }
}
