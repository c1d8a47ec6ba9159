//! Helpers for tests of notations: a board with some pieces, and the squares that a notation reaches on it.

use ferz_core::base::source::Span;
use ferz_core::base::{Board, Color, Orientation, Square, SquareSet};
use ferz_core::rules::walk::{Occupancy, Walk, walks};
use ferz_core::rules::{Holds, Virgin};
use ferz_lang::betza::{BetzaDialect, BetzaReading, read_with};
use ferz_syntax::messages::diagnostic::Diagnostic;

pub struct PieceFilter {
    pub own: SquareSet,
    pub enemy: SquareSet,
    pub royal: SquareSet,
    pub passed: SquareSet,
    pub home: bool,
}

impl Occupancy for PieceFilter {
    fn holds(&self, square: Square, _mover: Color) -> Holds {
        let royal = self.royal.contains(square);
        if self.own.contains(square) {
            return if royal { Holds::OWN_ROYAL } else { Holds::OWN_COMMON };
        }
        if self.enemy.contains(square) {
            return if royal { Holds::ENEMY_ROYAL } else { Holds::ENEMY_COMMON };
        }
        if self.passed.contains(square) { Holds::EMPTY.or(Holds::PASSED) } else { Holds::EMPTY }
    }
    fn is_home(&self, _from: Square, _virgin: Virgin) -> bool {
        self.home
    }
}

pub fn board(width: i32, height: i32) -> Board {
    Board::new(width, height, Orientation::Turned, &[], Vec::new()).unwrap()
}

pub fn set(board: &Board, names: &str) -> SquareSet {
    names.split_whitespace().map(|name| board.square(name).unwrap()).collect()
}

pub fn read(text: &str) -> (Option<BetzaReading>, Vec<Diagnostic>) {
    read_in(text, BetzaDialect::default())
}

pub fn read_in(text: &str, dialect: BetzaDialect) -> (Option<BetzaReading>, Vec<Diagnostic>) {
    read_with(text, Span::new(0, 0, text.len()), dialect)
}

pub fn reading(text: &str) -> BetzaReading {
    let (reading, problems) = read(text);
    reading.unwrap_or_else(|| panic!("{text}: {problems:#?}"))
}

/// A query for the squares that a notation reaches, built step by step.
pub struct Ask {
    board: Board,
    text: String,
    from: String,
    own: String,
    enemy: String,
    royal: String,
    passed: String,
    color: Color,
    home: bool,
}

/// Creates a query with the defaults: a piece on e5 of an empty 9x9 board.
pub fn ask(text: &str) -> Ask {
    Ask {
        board: board(9, 9),
        text: text.into(),
        from: "e5".into(),
        own: String::new(),
        enemy: String::new(),
        royal: String::new(),
        passed: String::new(),
        color: Color::White,
        home: false,
    }
}

impl Ask {
    pub fn on(mut self, width: i32, height: i32) -> Ask {
        self.board = board(width, height);
        self
    }
    pub fn from(mut self, name: &str) -> Ask {
        self.from = name.into();
        self
    }
    pub fn own(mut self, names: &str) -> Ask {
        self.own = names.into();
        self
    }
    pub fn enemy(mut self, names: &str) -> Ask {
        self.enemy = names.into();
        self
    }
    pub fn royal(mut self, names: &str) -> Ask {
        self.royal = names.into();
        self
    }
    pub fn passed(mut self, names: &str) -> Ask {
        self.passed = names.into();
        self
    }
    pub fn black(mut self) -> Ask {
        self.color = Color::Black;
        self
    }
    pub fn home(mut self) -> Ask {
        self.home = true;
        self
    }
    pub fn walks(&self) -> Vec<Walk> {
        let (reading, problems) = read(&self.text);
        let reading = reading.unwrap_or_else(|| panic!("{}: {problems:#?}", self.text));
        let pieces = PieceFilter {
            own: set(&self.board, &self.own),
            enemy: set(&self.board, &self.enemy),
            royal: set(&self.board, &self.royal),
            passed: set(&self.board, &self.passed),
            home: self.home,
        };
        let from = self.board.square(&self.from).unwrap();
        walks(&self.board, &reading.automaton, from, self.color, &pieces)
    }

    /// Returns the squares reached without a capture, sorted.
    pub fn quiet(&self) -> String {
        self.names(|walk| walk.captures.is_empty() && walk.en_passant.is_none())
    }

    /// Returns the squares reached with a capture, sorted.
    pub fn captures(&self) -> String {
        self.names(|walk| !walk.captures.is_empty() || walk.en_passant.is_some())
    }

    /// Returns all squares reached, sorted.
    pub fn all(&self) -> String {
        self.names(|_| true)
    }

    fn names(&self, wanted: impl Fn(&Walk) -> bool) -> String {
        let found = self.walks();
        let mut names: Vec<&str> =
            found.iter().filter(|w| wanted(w)).map(|w| self.board.name(w.to)).collect();
        names.sort_unstable();
        names.dedup();
        names.join(" ")
    }
}
