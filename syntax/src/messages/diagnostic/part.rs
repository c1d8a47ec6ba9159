//! The parts of a game that relate problems to each other.
//!
//! A problem depends on parts of the game, and makes parts of it doubtful. If a problem depends on a part that another
//! one makes doubtful, it is a consequence, and the author has to correct only the other one. The table of codes names
//! the parts of each kind of problem; [`Diagnostic::depends_on`] and [`Diagnostic::doubting`] add others where a problem
//! is found.
//!
//! [`Diagnostic::depends_on`]: super::Diagnostic::depends_on
//! [`Diagnostic::doubting`]: super::Diagnostic::doubting

bitflags::bitflags! {
    /// A set of parts of a game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Parts: u32 {
        /// The statement that names the game.
        const HEAD = 1 << 0;
        /// The statement `board`.
        const BOARD = 1 << 1;
        /// The ranks and files of the board, which drawings must fit.
        const SQUARES = 1 << 2;
        /// The cells off the grid.
        const CELLS = 1 << 3;
        /// A hole of the board.
        const HOLE = 1 << 4;
        /// The statement `hands`.
        const HANDS = 1 << 5;
        /// A statement with an array.
        const ARRAY = 1 << 6;
        /// The rows of the arrays.
        const ROWS = 1 << 7;
        /// The ranks that the arrays draw.
        const RANKS = 1 << 8;
        /// The royal pieces in the arrays.
        const ROYALS = 1 << 9;
        /// The equality of the sides in the arrays.
        const BALANCE = 1 << 10;
        /// A piece, whose token can occur in drawings.
        const PIECE = 1 << 11;
        /// The pieces that can be on the board.
        const PIECES = 1 << 12;
        /// The pieces that another one becomes.
        const PROMOTION = 1 << 13;
        /// A source, or a key of a place in a source.
        const SOURCE = 1 << 14;
        /// A reading.
        const READING = 1 << 15;
        /// The default of a switch.
        const DEFAULT = 1 << 16;
        /// The choice of an array, a reading, or the values of switches from outside of the game.
        const CHOICE = 1 << 17;
        /// A declaration of an array without its name.
        const ARRAY_NAME = 1 << 18;
        /// A declaration of a switch or an action without its name.
        const SWITCH_NAME = 1 << 19;
        /// A declaration of anything else without its name.
        const OTHER_NAME = 1 << 20;
        /// A declaration of any kind and any name.
        const ANY_NAME = 1 << 21;
        /// The removal of an inherited statement.
        const REMOVAL = 1 << 22;
        /// The inherited statements that the game amends.
        const INHERITED = 1 << 23;
        /// All statements of the game.
        const STATEMENTS = 1 << 24;
        /// A declaration of the name that the problem lacks.
        const DECLARED = 1 << 25;
        /// The statements before the problem, in the same file.
        const BEFORE = 1 << 26;
        /// The words around the problem.
        const AROUND = 1 << 27;
        /// The words inside the place of the problem.
        const INSIDE = 1 << 28;
        /// The words in the same line.
        const LINE = 1 << 29;
        /// The moves before the problem, in the same line.
        const MOVES_BEFORE = 1 << 30;
        /// The statement before the problem, if a semicolon separates them.
        const STATEMENT_BEFORE = 1 << 31;
        /// The parts that every error makes doubtful for problems that are no errors.
        const OF_ERRORS = Self::STATEMENTS.bits() | Self::LINE.bits();
        /// The parts that the statement `board` declares.
        const WHOLE_BOARD = Self::BOARD.bits() | Self::SQUARES.bits();
        /// The parts that a statement may declare whose name is lost.
        const ANYTHING = Self::ANY_NAME.bits() | Self::INHERITED.bits();
    }
}
