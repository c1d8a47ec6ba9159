//! Encodes positions as planes of numbers for machine learning.
//!
//! [`Rules::planes`] describes the layout, and [`Game::planes`] returns the numbers. Both list the planes in the same
//! order: piece types, then counts and flags, then single squares.

use super::{Game, Rules};
use ferz_core::base::{Bitboard, Color, Piece, Setup, Square, SquareSet};
use ferz_core::rules::Variant;

/// The layout of a game's positions as numbers: a list of planes, each with `height` ranks of `width` files.
///
/// The top rank of the drawn board comes first. A square off the grid is at its drawn position. Cells without a square
/// contain zero.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Planes {
    /// The meaning of each plane.
    pub names: Vec<String>,
    /// The number of ranks.
    pub height: usize,
    /// The number of files.
    pub width: usize,
}

/// The leftmost file, the top rank, and the numbers of files and ranks of the drawn board.
#[derive(Clone, Copy)]
struct Frame {
    left: i32,
    top: i32,
    width: usize,
    height: usize,
}

impl Frame {
    fn new(variant: &Variant) -> Frame {
        let places: Vec<(i32, i32)> = variant.board.cells().map(|cell| (cell.x, cell.y)).collect();
        let (xs, ys) = (places.iter().map(|(x, _)| *x), places.iter().map(|(_, y)| *y));
        let (left, right) = (xs.clone().min().unwrap_or(1), xs.max().unwrap_or(1));
        let (bottom, top) = (ys.clone().min().unwrap_or(1), ys.max().unwrap_or(1));
        let size = |low: i32, high: i32| usize::try_from(high - low + 1).unwrap_or(1);
        Frame { left, top, width: size(left, right), height: size(bottom, top) }
    }

    fn area(self) -> usize {
        self.width * self.height
    }
}

impl Rules {
    /// Returns the layout of the game's positions for [`Game::planes`].
    ///
    /// The first planes are one for each piece type of each side, with a one on every square that holds such a piece.
    /// Each of the following planes is filled with one number: the count of each piece in hand, the remaining uses of
    /// each right, the available castlings, and a one if Black is to move. If the rules use them, the number of quiet
    /// plies and the number of repetitions follow. The last planes mark the squares that a piece has passed, and the
    /// pieces that have moved if the board does not show it. If the rules ask for the last capture, there are further planes
    /// for its pieces and for the piece that made it.
    ///
    /// ```
    /// let planes = ferz::Rules::load("chess")?.planes();
    /// assert_eq!((planes.width, planes.height), (8, 8));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn planes(&self) -> Planes {
        let variant = self.variant();
        let Frame { width, height, .. } = Frame::new(variant);
        let mut names = Vec::new();
        let sides = |what: &str| Color::ALL.map(|color| format!("{} {what}", color.name()));
        names.extend(variant.piece_types.iter().flat_map(|one| sides(&one.title)));
        if variant.hands {
            names.extend(variant.piece_types.iter().flat_map(|one| sides(&format!("{} in hand", one.title))));
        }
        names.extend(variant.rights.iter().flat_map(|right| sides(&format!("may {}", right.name))));
        names.extend(
            variant.castlings.iter().map(|one| format!("{} castling {}", one.color.name(), one.letter)),
        );
        names.push("black to move".to_owned());
        if variant.endings.iter().any(|ending| ending.least_quiet().is_some()) {
            names.push("quiet plies".to_owned());
        }
        if variant.endings.iter().any(|ending| ending.is_repetition()) {
            names.push("occurrences".to_owned());
        }
        if variant.turns.is_some() {
            names.extend(["move of turn", "moves in turn"].map(str::to_owned));
        }
        names.push("passed".to_owned());
        names.push("moved".to_owned());
        if !variant.captures_asked.is_empty() {
            names
                .extend(variant.piece_types.iter().flat_map(|one| sides(&format!("{} captured", one.title))));
            names
                .extend(variant.piece_types.iter().flat_map(|one| sides(&format!("{} captures", one.title))));
        }
        Planes { names, height, width }
    }
}

impl Game {
    /// Encodes the position as numbers in the layout of [`Rules::planes`]: plane by plane, each from its top rank down.
    /// Numbers above 255 are reduced to 255.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let (layout, planes) = (rules.planes(), rules.start().planes());
    /// assert_eq!(planes.len(), layout.names.len() * layout.height * layout.width);
    /// assert_eq!(planes.iter().take(12 * 64).filter(|one| **one == 1).count(), 32);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn planes(&self) -> Vec<u8> {
        let variant = self.rules().variant();
        let setup = self.game.setup();
        let frame = Frame::new(variant);
        // The drawn position of a cell off the grid is within the frame, so the conversions cannot fail.
        let place = |square| {
            let cell = variant.board.get(square)?;
            let (x, y) =
                (usize::try_from(cell.x - frame.left).ok()?, usize::try_from(frame.top - cell.y).ok()?);
            Some(y * frame.width + x)
        };
        let area = frame.area();
        // The planes of the two sides alternate, which is the order of the names above.
        let mut planes = vec![0; 2 * variant.piece_types.len() * area];
        for (square, piece) in setup.pieces() {
            let plane = 2 * piece.piece_type.index() + piece.color as usize;
            if let Some(place) = place(square) {
                planes[plane * area + place] = 1;
            }
        }
        let mut fill =
            |number: u32| planes.extend(std::iter::repeat_n(u8::try_from(number).unwrap_or(u8::MAX), area));
        // Both vectors are empty in games without hands or rights.
        for held in setup.hands.iter().chain(&setup.rights) {
            Color::ALL.iter().for_each(|color| fill((*held.get(*color)).into()));
        }
        (0..variant.castlings.len()).for_each(|bit| fill(u32::from(setup.castling >> bit & 1 == 1)));
        fill(setup.turn as u32);
        if variant.endings.iter().any(|ending| ending.least_quiet().is_some()) {
            fill(setup.halfmove);
        }
        if variant.endings.iter().any(|ending| ending.is_repetition()) {
            fill(self.game.times());
        }
        if variant.turns.is_some() {
            fill(setup.progress.number.into());
            fill(setup.progress.of.into());
        }
        let passed = setup.passed.iter().fold(SquareSet::EMPTY, |over, passed| over | passed.over);
        for squares in [passed, setup.moved] {
            let begin = planes.len();
            planes.resize(begin + area, 0);
            for place in variant.board.listed(squares).filter_map(place) {
                planes[begin + place] = 1;
            }
        }
        if !variant.captures_asked.is_empty() {
            captures(setup, variant, area, place, &mut planes);
        }
        planes
    }
}

/// Adds the planes of the last capture: those of the captured pieces on their squares, and those of the piece that captured
/// them, which are filled.
fn captures(
    setup: &Setup,
    variant: &Variant,
    area: usize,
    place: impl Fn(Square) -> Option<usize>,
    planes: &mut Vec<u8>,
) {
    let (begin, half) = (planes.len(), 2 * variant.piece_types.len() * area);
    planes.resize(begin + 2 * half, 0);
    let Some(captured) = &setup.captured else { return };
    let plane = |piece: Piece| (2 * piece.piece_type.index() + piece.color as usize) * area;
    for (square, piece) in &captured.taken {
        if let Some(place) = place(*square) {
            planes[begin + plane(*piece) + place] = 1;
        }
    }
    if let Some(by) = captured.by {
        let first = begin + half + plane(by);
        planes[first..first + area].fill(1);
    }
}
