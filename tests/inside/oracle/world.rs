//! A position in which every piece has a name, so that it can be found after several changes.
//!
//! All changes of the board go through [`World::lift`] and [`World::lay`], which keep the names up to date.

use ferz_core::base::{Color, LastCapture, Piece, Setup, Square};

/// The name of all pieces from the hand.
const STRANGER: usize = usize::MAX;

/// A position with named pieces. The name of a piece is the index of its square before the move.
#[derive(Clone)]
pub struct World {
    pub setup: Setup,
    names: Vec<usize>,
    /// For each square, true if a piece was placed or changed there in this move.
    laid: Vec<bool>,
    /// True if a piece has left the board, even temporarily.
    pub lost: bool,
    /// The squares of the pieces that changed sides in this move.
    pub turncoats: Vec<Square>,
    /// The captured pieces with their squares.
    pub taken: Vec<(Square, Piece)>,
    /// The moving piece with its name.
    mover: Option<(Piece, usize)>,
    /// True if the move captures en passant.
    pub took_passer: bool,
    /// The position before the action in progress, which has already used up a right or a piece.
    pub begun: Option<Setup>,
    /// The home square on which a piece was dropped.
    pub came_home: Option<Square>,
    /// The right that an action has used up.
    pub used: Option<usize>,
}

/// A move with its result.
#[derive(Clone)]
pub struct Next {
    pub text: String,
    /// The first square in the text of the move.
    pub from: Option<Square>,
    pub after: World,
    /// The square of the piece that acted.
    pub acted: Option<Square>,
}

impl World {
    pub fn new(setup: &Setup) -> World {
        let size = setup.pieces.len();
        World {
            setup: setup.clone(),
            names: (0..size).collect(),
            laid: vec![false; size],
            lost: false,
            taken: Vec::new(),
            mover: None,
            turncoats: Vec::new(),
            took_passer: false,
            begun: None,
            came_home: None,
            used: None,
        }
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.setup.pieces[square.index()]
    }

    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// Returns every piece of the board with its square.
    pub fn all(&self) -> Vec<(Square, Piece)> {
        let squares = (0..=u16::MAX).map(Square);
        squares.zip(&self.setup.pieces).filter_map(|(square, piece)| Some((square, (*piece)?))).collect()
    }

    pub fn side(&self, color: Color) -> Vec<(Square, Piece)> {
        self.all().into_iter().filter(|(_, piece)| piece.color == color).collect()
    }

    /// Removes the piece on a square, and returns it with its name.
    pub fn lift(&mut self, square: Square) -> Option<(Piece, usize)> {
        let piece = self.setup.pieces[square.index()].take()?;
        Some((piece, self.names[square.index()]))
    }

    pub fn lay(&mut self, square: Square, (piece, name): (Piece, usize)) {
        self.setup.pieces[square.index()] = Some(piece);
        self.names[square.index()] = name;
        self.laid[square.index()] = true;
    }

    /// Changes the piece on a square into another type.
    pub fn change(&mut self, square: Square, piece: Piece) {
        self.setup.pieces[square.index()] = Some(piece);
        self.laid[square.index()] = true;
    }

    /// Returns true if the piece on a square was placed or changed in this move.
    pub fn laid(&self, square: Square) -> bool {
        self.laid[square.index()]
    }

    /// Ends a move: records the pieces of the array that have moved and are on their initial squares.
    pub fn settle(&mut self, homes: impl Iterator<Item = (Square, Piece)>) {
        let moved = |square: Square| self.laid[square.index()] || self.setup.moved.contains(square);
        let moved = homes.filter(|(square, piece)| self.at(*square) == Some(*piece) && moved(*square));
        self.setup.moved = moved.map(|(square, _)| square).collect();
        self.laid.fill(false);
    }

    pub fn enter(&mut self, square: Square, piece: Piece) {
        self.lay(square, (piece, STRANGER));
    }

    /// Marks a piece that was just dropped on its home square as unmoved.
    pub fn come_home(&mut self, square: Square) {
        self.laid[square.index()] = false;
        self.came_home = Some(square);
    }

    pub fn carry(&mut self, from: Square, to: Square) {
        if let Some(piece) = self.lift(from) {
            self.lay(to, piece);
        }
    }

    pub fn swap(&mut self, a: Square, b: Square) {
        self.setup.pieces.swap(a.index(), b.index());
        self.names.swap(a.index(), b.index());
        (self.laid[a.index()], self.laid[b.index()]) = (true, true);
    }

    pub fn remove(&mut self, square: Square) -> Option<(Piece, usize)> {
        let gone = self.lift(square);
        self.lost |= gone.is_some();
        self.taken.extend(gone.map(|(piece, _)| (square, piece)));
        // A piece that removes itself is not captured, and neither is one that came from the hand in this move.
        let victim =
            gone.filter(|(_, name)| *name != STRANGER && self.mover.is_none_or(|(_, mover)| mover != *name));
        if let Some((piece, _)) = victim {
            let by = self.mover.map(|(mover, _)| mover);
            let captured = self.setup.captured.get_or_insert_with(|| LastCapture { by, taken: Vec::new() });
            captured.taken.push((square, piece));
        }
        gone
    }

    /// Begins a move of the piece on a square.
    pub fn begin(&mut self, from: Square) {
        self.setup.captured = None;
        self.mover = self.at(from).map(|piece| (piece, self.names[from.index()]));
    }

    /// Begins a move of a piece that is not on the board, or a pass.
    pub fn begin_apart(&mut self, piece: Option<Piece>) {
        self.setup.captured = None;
        self.mover = piece.map(|piece| (piece, STRANGER));
    }

    /// Takes the last capture back, because the piece reappears.
    pub fn release(&mut self) {
        self.taken.pop();
        let Some(mut captured) = self.setup.captured.take() else { return };
        captured.taken.pop();
        self.setup.captured = Some(captured).filter(|captured| !captured.taken.is_empty());
    }

    /// Returns the position with new names for the next move.
    pub fn renamed(&self) -> World {
        World::new(&self.setup)
    }
}

impl Next {
    /// Returns the current square of the piece that was on square `name` before the move.
    pub fn find(&self, name: Square) -> Option<Square> {
        let names = &self.after.names;
        self.after
            .all()
            .into_iter()
            .map(|(square, _)| square)
            .find(|square| names[square.index()] == name.index())
    }
}
