//! Parts of drawings, for a program that lays out the board itself.
//!
//! [`Game::piece_svg`] and [`Rules::piece_svg`] draw one piece, [`Rules::ground_svg`] a board of points, and
//! [`Rules::size`] and [`Rules::is_checkered`] describe the grid. [`Game::svg`] draws a whole board.

use super::{Game, Rules};
use ferz_core::base::{Color, Piece, Square};
use ferz_text::words::drawing::Pieces;
use ferz_text::words::drawing::position::{ground, piece_picture, reserve_gap};

impl Rules {
    /// Returns the numbers of files and ranks of the grid.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.size(), (8, 8));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn size(&self) -> (i32, i32) {
        let board = &self.variant().board;
        (board.width, board.height)
    }

    /// Returns true if the squares of the board have two colors.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.is_checkered());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_checkered(&self) -> bool {
        self.variant().board.checkered
    }

    /// Returns the SVG shapes of the board below pieces that stand on points, or `None` if they stand on squares. Its
    /// upper left corner is at 22 2, and its squares have 40 by 40 units.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.ground_svg(), None);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn ground_svg(&self) -> Option<String> {
        ground(self.variant())
    }

    /// Returns the gap in a picture between the grid and cells off the grid that hold pieces for later, where a square
    /// has 40 units. It is 0 in a game without such cells.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.reserve_gap(), 0);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn reserve_gap(&self) -> i32 {
        reserve_gap(self.variant())
    }

    /// Returns the SVG shapes of the piece with a token in a box of 40 by 40 units, or `None` if the game has no such
    /// piece.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.piece_svg("Q", ferz::Color::White, ferz::Pieces::Letters).unwrap().contains(">Q<"));
    /// assert_eq!(rules.piece_svg("Z", ferz::Color::White, ferz::Pieces::Letters), None);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn piece_svg(&self, token: &str, color: Color, pieces: Pieces) -> Option<String> {
        let mut types = self.variant().piece_type_ids();
        let (piece_type, _) = types.find(|(_, own)| own.token.eq_ignore_ascii_case(token))?;
        Some(piece_picture(self.variant(), Piece { color, piece_type }, pieces))
    }
}

impl Game {
    /// Returns the SVG shapes of the piece on a square in a box of 40 by 40 units, or `None` if the square is empty.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let square = |name| game.rules().square(name).unwrap();
    /// assert!(game.piece_svg(square("e1"), ferz::Pieces::Letters).unwrap().contains(">K<"));
    /// assert_eq!(game.piece_svg(square("e4"), ferz::Pieces::Letters), None);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn piece_svg(&self, square: Square, pieces: Pieces) -> Option<String> {
        let piece = self.game.setup().piece(square)?;
        Some(piece_picture(self.rules.variant(), piece, pieces))
    }
}
