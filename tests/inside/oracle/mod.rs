//! A deliberately naive implementation of the rules: the reference for every engine in `src/`.
//!
//! [`Oracle`] is the main type, and [`Oracle::moves`] the entry point. The oracle shares only the plain data of the
//! rules and the board with the engines. It plays out every path of every automaton on a copy of the board, gives every
//! piece a name to find it again, verifies every move on the resulting position, and represents a move by its text.
//! Nothing is fast and nothing is cached.

mod actions;
pub mod agree;
mod check;
mod conditions;
mod filter;
mod follow;
mod legal;
mod moves;
mod near;
mod orders;
mod paths;
mod world;

use ferz_core::base::{Color, Outcome, Setup, Square};
use ferz_core::rules::Variant;
use rustc_hash::FxHashMap;
use std::cell::Cell;
pub use world::{Next, World};

/// The maximum number of paths of one piece, after which the oracle gives up. No sensible piece has so many paths.
const PATHS: usize = 20_000;

/// The number of traps in one position, after which the oracle gives up.
const TRAPS: u32 = 20_000;

/// The kinds of conditions about moves, by what they add to [`Oracle::asked`].
const MATE: [u32; 3] = [1, 0, 0];
const REACH: [u32; 3] = [1, 1, 0];
const TRAP: [u32; 3] = [1, 0, 1];

/// The rules of a game, for which the oracle computes moves.
pub struct Oracle<'a> {
    variant: &'a Variant,
    places: FxHashMap<(i32, i32), Square>,
    /// The number of traps that the oracle may still examine.
    traps: Cell<u32>,
    gave_up: Cell<bool>,
    /// The number of paths and moves that the oracle may still follow, and that number at the start of a question.
    work: Cell<usize>,
    patience: Cell<usize>,
    /// The number of paths and moves that the oracle has followed for all questions.
    followed: Cell<usize>,
    /// The numbers of nested conditions about moves, of those about the targets of moves, and of those about traps.
    asked: Cell<[u32; 3]>,
}

/// The words for effects that a player can accept, in the order in which they are preferred.
const OFFERS: [&str; 8] = ["=vanish", "=home", "=remove", "=lose", "=use", "=sides", "=hand", "=push"];

impl<'a> Oracle<'a> {
    pub fn new(variant: &'a Variant) -> Oracle<'a> {
        let cells = variant.board.squares().zip(variant.board.cells());
        let places = cells.map(|(square, cell)| ((cell.x, cell.y), square)).collect();
        let (traps, gave_up, asked) = (Cell::new(0), Cell::new(false), Cell::default());
        let (work, patience, followed) = (Cell::new(0), Cell::new(usize::MAX), Cell::new(0));
        Oracle { variant, places, traps, gave_up, work, patience, followed, asked }
    }

    /// Limits the number of paths and moves that the oracle follows for one question.
    pub fn limit(&self, patience: usize) {
        self.patience.set(patience);
    }

    /// Uses up the work of the oracle for this game, because another implementation needs too much for a position.
    pub fn give_up(&self) {
        self.followed.set(usize::MAX / 2);
    }

    /// Returns the number of paths and moves that the oracle has followed so far.
    pub fn followed(&self) -> usize {
        self.followed.get()
    }

    /// Counts work. Returns false if the oracle gives up, after which each further step returns nothing.
    fn spend(&self, amount: usize) -> bool {
        self.followed.set(self.followed.get() + amount);
        self.work.set(self.work.get().saturating_sub(amount));
        if self.work.get() == 0 {
            self.gave_up.set(true);
        }
        !self.gave_up.get()
    }

    fn begin(&self, setup: &Setup) -> World {
        self.traps.set(TRAPS);
        self.gave_up.set(false);
        self.work.set(self.patience.get());
        World::new(setup)
    }

    /// Returns the legal moves as text with the resulting positions, sorted. Returns `None` if the computation would
    /// take too long.
    pub fn moves(&self, setup: &Setup) -> Option<Vec<(String, Setup)>> {
        let world = self.begin(setup);
        // Each move with its squares, which are taken from the text only once.
        let mut moves: Vec<(String, Setup, Vec<String>)> = Vec::new();
        // A move of the piece itself takes precedence over an action with the same result, and the piece that is
        // declared first over the others.
        let length = |text: &str| (text.contains('@'), is_exchange(text), self.promotes_to(text));
        for next in self.legal(&world) {
            let (text, setup) = (next.text, next.after.setup);
            if moves.iter().any(|(old, ..)| *old == text) {
                continue;
            }
            let own = squares(&text);
            let alike = |old: &str, squares: &[String]| {
                let is_turned = || squares.iter().eq(own[..2].iter().rev().chain(&own[2..]));
                match (is_exchange(old), is_exchange(&text)) {
                    (true, false) if self.is_castling(&text) => *squares == own || is_turned(),
                    (false, true) if self.is_castling(old) => *squares == own || is_turned(),
                    (old, new) => old == new && *squares == own,
                }
            };
            // A piece that follows a move is a part of it, even if it is gone in the end.
            let followed = |text: &str| {
                let mut pieces: Vec<String> = text.split('/').skip(1).map(str::to_owned).collect();
                pieces.sort();
                pieces
            };
            let known = moves.iter_mut().find(|(old, there, squares)| {
                *there == setup
                    && alike(old, squares)
                    && !self.promotes_unlike(old, &text)
                    && followed(old) == followed(&text)
            });
            match known {
                Some(old) if length(&old.0) > length(&text) || self.is_turned(&text, &old.0) => old.0 = text,
                Some(_) => {}
                None => moves.push((text, setup, own)),
            }
        }
        let mut moves: Vec<(String, Setup)> =
            moves.into_iter().map(|(text, setup, _)| (text, setup)).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        (!self.gave_up.get()).then_some(moves)
    }

    /// Returns true if both moves name a piece that the player chooses, and not the same.
    fn promotes_unlike(&self, one: &str, other: &str) -> bool {
        let [one, other] = [one, other].map(|text| self.promotes_to(text));
        one != other && [one, other].iter().all(|number| (1..usize::MAX / 2).contains(number))
    }

    /// Returns a number for the choice in the text of a move: 0 for none, one more than the number of the piece in the
    /// file, or a large number for other choices, of which [`OFFERS`] come last.
    fn promotes_to(&self, text: &str) -> usize {
        // A drop names one square before the choice, and any other move two. Those of follow-ups come later.
        let named = if text.starts_with(|c: char| c.is_ascii_lowercase()) { 2 } else { 1 };
        let after = squares(text)
            .into_iter()
            .take(named)
            .fold(text, |rest, square| rest.split_once(&square).map_or(rest, |(_, rest)| rest));
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['x', '@', '/', ',']);
        let is_chosen = |token: &str| {
            let rest = after.strip_prefix(token).or_else(|| after.strip_prefix(&format!("{{{token}}}")));
            rest.is_some_and(ends)
        };
        let mut types = self.variant.piece_type_ids();
        match types.position(|(_, one)| is_chosen(&one.token.to_lowercase())) {
            Some(number) => number + 1,
            None if ends(after) => 0,
            None => {
                let offer = OFFERS.iter().position(|offer| after.strip_prefix(offer).is_some_and(ends));
                offer.map_or(usize::MAX / 2, |number| usize::MAX / 2 + 1 + number)
            }
        }
    }

    /// Returns true if the text is that of a castling.
    pub(super) fn is_castling(&self, text: &str) -> bool {
        self.variant.castlings.iter().any(|castling| {
            let to = if castling.placed { castling.partner.0 } else { castling.king.1 };
            let named = if castling.named { "=castle" } else { "" };
            text.starts_with(&format!("{}{}{named}", self.name(castling.king.0), self.name(to)))
        })
    }

    /// Returns true if a text is an exchange with the same squares as `other` in the opposite order.
    fn is_turned(&self, text: &str, other: &str) -> bool {
        let first = |text: &str| self.variant.board.square(text.split_once('~')?.0);
        first(text).zip(first(other)).is_some_and(|(one, other)| one < other)
    }

    /// Evaluates a condition about moves.
    fn ask<T>(&self, more: [u32; 3], answer: impl FnOnce() -> T) -> T {
        let before = self.asked.get();
        self.asked.set(std::array::from_fn(|kind| before[kind] + more[kind]));
        let answer = answer();
        self.asked.set(before);
        answer
    }

    /// Returns true if the side to move is in check, or `None` if the computation would take too long.
    pub fn in_check(&self, setup: &Setup) -> Option<bool> {
        let check = self.checked(&self.begin(setup), setup.turn);
        (!self.gave_up.get()).then_some(check)
    }

    /// Returns the outcome of the game, if the position alone determines it.
    pub fn outcome(&self, setup: &Setup) -> Option<Option<Outcome>> {
        self.outcome_after(setup, 1, [false; 2])
    }

    /// Returns the outcome after this number of occurrences of the position. A flag is true for a side that has given
    /// check with every move since the first occurrence.
    pub fn outcome_after(&self, setup: &Setup, times: u32, checks: [bool; 2]) -> Option<Option<Outcome>> {
        let outcome = self.ending(&self.begin(setup), times, checks);
        (!self.gave_up.get()).then_some(outcome)
    }

    /// Returns the square some files to the right and some ranks forward, from the view of a side.
    fn off(&self, from: Square, (dx, dy): (i32, i32), color: Color) -> Option<Square> {
        let cell = self.variant.board.cell(from);
        let sign = if color == Color::White { 1 } else { -1 };
        let joins = self.variant.board.joins;
        let (width, height) = (self.variant.board.width, self.variant.board.height);
        let (mut x, mut y) = (cell.x + sign * dx, cell.y + sign * dy);
        while joins.files && x < 1 {
            x += width;
        }
        while joins.files && x > width {
            x -= width;
        }
        while joins.ranks && y < 1 {
            y += height;
        }
        while joins.ranks && y > height {
            y -= height;
        }
        self.places.get(&(x, y)).copied()
    }
}

/// Returns true if the text begins with an exchange of the pieces on two squares.
fn is_exchange(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('~')
}

/// Returns the squares in the text of a move, without the letters of pieces. The order of the follow-ups does not count,
/// so their squares are sorted.
fn squares(text: &str) -> Vec<String> {
    let mut depth = 0;
    let follows = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0 && matches!(c, '/' | ',')
    };
    let (own, then) = text.split_at(text.find(follows).unwrap_or(text.len()));
    let mut then = squares_in_order(then);
    then.sort();
    [squares_in_order(own), then].concat()
}

fn squares_in_order(text: &str) -> Vec<String> {
    let mut squares = vec![String::new()];
    let mut in_braces = false;
    for c in text.chars() {
        in_braces = c == '{' || in_braces && c != '}';
        let last = squares.last_mut().expect("never empty");
        let ends = last.ends_with(|c: char| c.is_ascii_digit());
        match c {
            '0'..='9' if !in_braces => last.push(c),
            // The squares of the other captures follow this letter.
            'x' if !in_braces => squares.push(String::new()),
            'a'..='z' if !in_braces && !ends => last.push(c),
            'a'..='z' if !in_braces => squares.push(c.to_string()),
            _ if ends => squares.push(String::new()),
            _ => last.clear(),
        }
    }
    squares.retain(|square| square.ends_with(|c: char| c.is_ascii_digit()));
    // After the first square, `~` means an exchange; after the second, a choice.
    if text[squares.first().map_or(0, String::len)..].starts_with('~') {
        squares[..2].sort();
    }
    squares
}
