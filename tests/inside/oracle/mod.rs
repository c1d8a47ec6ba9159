//! A deliberately naive reading of the rules: the witness for every engine in `src/`.
//!
//! It shares nothing with them but the plain data of the rules and of the board. Every path of every automaton is played out on a
//! copy of the board, every piece carries a name that is looked for afterwards, every move is judged on the position it
//! leads to, and a move is only its text. Nothing is fast and nothing is kept.

mod actions;
pub mod agree;
mod check;
mod conditions;
mod filter;
mod legal;
mod moves;
mod paths;
mod world;

use ferz::base::{Color, Outcome, Setup, Square};
use ferz::rules::Variant;
use std::cell::Cell;
use std::collections::HashMap;
pub use world::{Next, World};

/// How many paths of one piece are followed before the oracle gives up. No sensible piece has so many.
const PATHS: usize = 20_000;

/// The rules of a game as the data states them.
pub struct Oracle<'a> {
    variant: &'a Variant,
    places: HashMap<(i32, i32), Square>,
    /// How many traps may still be looked into: the rules limit it.
    traps: Cell<u32>,
    gave_up: Cell<bool>,
}

impl<'a> Oracle<'a> {
    pub fn new(variant: &'a Variant) -> Oracle<'a> {
        let cells = variant.board.squares().zip(variant.board.cells());
        let places = cells.map(|(square, cell)| ((cell.x, cell.y), square)).collect();
        Oracle { variant, places, traps: Cell::new(0), gave_up: Cell::new(false) }
    }

    fn begin(&self, setup: &Setup) -> World {
        self.traps.set(ferz::rules::Proof::LIMIT);
        self.gave_up.set(false);
        World::new(setup)
    }

    /// The legal moves as text and what they lead to, sorted; nothing if the question was too long for an answer.
    pub fn moves(&self, setup: &Setup) -> Option<Vec<(String, Setup)>> {
        let world = self.begin(setup);
        let mut moves: Vec<(String, Setup)> = Vec::new();
        for next in self.legal(&world) {
            if !moves.iter().any(|(text, _)| *text == next.text) {
                moves.push((next.text, next.after.setup));
            }
        }
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        (!self.gave_up.get()).then_some(moves)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, setup: &Setup) -> bool {
        self.checked(&self.begin(setup), setup.turn)
    }

    /// How the game has ended, if it has, by what the position shows.
    pub fn outcome(&self, setup: &Setup) -> Option<Option<Outcome>> {
        let outcome = self.ending(&self.begin(setup));
        (!self.gave_up.get()).then_some(outcome)
    }

    /// The square some files to the right and ranks forward, as a side sees it.
    fn off(&self, from: Square, (dx, dy): (i32, i32), color: Color) -> Option<Square> {
        let cell = self.variant.board.cell(from);
        let sign = if color == Color::White { 1 } else { -1 };
        self.places.get(&(cell.x + sign * dx, cell.y + sign * dy)).copied()
    }
}
