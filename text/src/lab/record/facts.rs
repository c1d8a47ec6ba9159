//! Facts about the moves of one piece, computed by the engine and the interpreter and never copied from notation.
//!
//! [`PieceFacts::lines`] is the entry point. A picture shows the moves from one square. Checksums of the moves from all
//! squares, on an empty and on a crowded board, and of the moves in short games of the piece beside the royals reveal
//! every other change.

use super::moves::MovePlaces;
use crate::base::{Color, Move, Piece, PieceTypeId, Setup, Square, Verb};
use crate::fast::engine::Engine;
use crate::notation::movetext;
use crate::play::game::Random;
use crate::rules::Variant;
use crate::rules::interpreter::{Interpreter, Purpose};
use std::collections::{BTreeMap, BTreeSet};

/// The beginning of the line about short games. Its first form depended on the moves of the royals.
pub(super) const GAMES_LINE: &str = "short games ";
pub(super) const FIRST_GAMES_LINE: &str = "games ";

/// The number of short games, and their length in plies.
const GAMES: u64 = 4;
const PLIES: usize = 24;

/// The facts about one piece type of a game.
pub(super) struct PieceFacts<'v> {
    variant: &'v Variant,
    engine: &'v Engine,
    rules: Interpreter<'v>,
    id: PieceTypeId,
    /// The boards on which the piece stands alone or among others.
    places: &'v MovePlaces,
}

/// The meaning of a square for the moves of a piece from one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FactMark {
    pub(super) moves: bool,
    pub(super) captures: bool,
    /// True if the piece moves there only over another piece.
    pub(super) jumps: bool,
    /// True if the square must be empty for some move.
    pub(super) is_passed: bool,
    /// True if a piece on the square permits a jump.
    pub(super) is_hurdle: bool,
}

impl FactMark {
    fn letter(self) -> char {
        let letter = match (self.moves, self.captures) {
            (true, true) => 'x',
            (true, false) => 'm',
            (false, true) => 'c',
            (false, false) if self.jumps => 'j',
            (false, false) if self.is_hurdle => 'h',
            (false, false) if self.is_passed => return 'o',
            (false, false) => return '.',
        };
        if self.is_passed { letter.to_ascii_uppercase() } else { letter }
    }
}

impl<'v> PieceFacts<'v> {
    pub(super) fn new(engine: &'v Engine, places: &'v MovePlaces, id: PieceTypeId) -> PieceFacts<'v> {
        let variant = engine.variant();
        PieceFacts { variant, engine, rules: Interpreter::new(variant), id, places }
    }

    /// Returns the facts, one a line.
    pub(super) fn lines(&self) -> Vec<String> {
        let board = &self.variant.board;
        let white = self.reached(&self.places.empty, Color::White);
        let mut lines = Vec::new();
        if let Some(from) = self.places.center(&white) {
            lines.extend(self.picture(from, Color::White));
            let others = self.otherwise(from, &white);
            if !others.is_empty() {
                lines.push(format!("otherwise from {}", others.join(" ")));
            }
            let black = self.reached(&self.places.empty, Color::Black);
            let mirrored: BTreeMap<Square, BTreeSet<Square>> = white
                .iter()
                .filter_map(|(from, to)| {
                    Some((board.flip(*from)?, to.iter().filter_map(|to| board.flip(*to)).collect()))
                })
                .collect();
            if mirrored != black {
                let from = board.flip(from).unwrap_or(from);
                lines
                    .extend(self.picture(from, Color::Black).into_iter().map(|line| format!("black {line}")));
            }
        }
        let crowded = self.reached(&self.places.crowded, Color::White);
        lines.push(format!("empty board {}", self.checksum(&white)));
        lines.push(format!("crowded board {}", self.checksum(&crowded)));
        lines.push(format!("{GAMES_LINE}{}", self.games()));
        lines
    }

    /// Returns the squares that the piece reaches from each square.
    fn reached(&self, around: &Setup, color: Color) -> BTreeMap<Square, BTreeSet<Square>> {
        let from = |square| (square, self.walks(around, square, color).map(|(to, ..)| to).collect());
        self.variant.board.squares().map(from).collect()
    }

    /// Returns the target, the squares that must be empty, and a flag for captures of each walk.
    fn walks(
        &self,
        around: &Setup,
        from: Square,
        color: Color,
    ) -> impl Iterator<Item = (Square, Vec<Square>, bool)> + use<'_, 'v> {
        let mut setup = around.clone();
        setup.set(from, Some(Piece { color, piece_type: self.id }));
        let walks: Vec<_> = self.rules.walks(&setup, from, Purpose::Move).map(|(_, walk)| walk).collect();
        walks.into_iter().map(|walk| (walk.to, walk.trail, !walk.captures.is_empty()))
    }

    /// Returns the squares from which the piece goes otherwise than from `from`, apart from the edges of the board.
    fn otherwise(&self, from: Square, reached: &BTreeMap<Square, BTreeSet<Square>>) -> Vec<&'v str> {
        let board = &self.variant.board;
        let offset = |from: Square, to: Square| {
            let (from, to) = (board.cell(from), board.cell(to));
            (to.x - from.x, to.y - from.y)
        };
        let beyond =
            |from: Square, (dx, dy): (i32, i32)| board.at(board.cell(from).x + dx, board.cell(from).y + dy);
        let goes = |from: Square, to: Square| reached.get(&from).is_some_and(|all| all.contains(&to));
        let differs = |one: Square, other: Square| {
            let mut targets = reached.get(&one).into_iter().flatten();
            targets.any(|to| beyond(other, offset(one, *to)).is_some_and(|to| !goes(other, to)))
        };
        let squares = board.squares().filter(|square| differs(from, *square) || differs(*square, from));
        squares.map(|square| board.name(square)).collect()
    }

    /// Returns the meaning of each square for the moves from a square.
    pub(super) fn marks(&self, from: Square, color: Color) -> BTreeMap<Square, FactMark> {
        let board = &self.variant.board;
        let mut marks: BTreeMap<Square, FactMark> = BTreeMap::new();
        for (to, trail, _) in self.walks(&self.places.empty, from, color) {
            marks.entry(to).or_default().moves = true;
            trail.into_iter().for_each(|square| marks.entry(square).or_default().is_passed = true);
        }
        let alone: BTreeSet<Square> = marks.keys().copied().collect();
        for (square, enemy) in self.places.enemies(board, from, color) {
            let mut setup = self.places.empty.clone();
            setup.set(square, Some(enemy));
            for (to, trail, captures) in self.walks(&setup, from, color) {
                if captures && to == square {
                    marks.entry(to).or_default().captures = true;
                    trail.into_iter().for_each(|square| marks.entry(square).or_default().is_passed = true);
                } else if !captures && !alone.contains(&to) {
                    marks.entry(to).or_default().jumps = true;
                    marks.entry(square).or_default().is_hurdle = true;
                }
            }
        }
        marks
    }

    /// Draws the moves from a square, with the squares that must be empty and the pieces that the piece jumps over.
    fn picture(&self, from: Square, color: Color) -> Vec<String> {
        let board = &self.variant.board;
        let marks = self.marks(from, color);
        let letter = |square: Option<Square>| match square {
            Some(square) if square == from => '*',
            Some(square) => marks.get(&square).map_or('.', |mark| mark.letter()),
            None => ' ',
        };
        let row = |y: i32| {
            let letters: Vec<String> = board.files().map(|x| letter(board.at(x, y)).to_string()).collect();
            format!("{y:>2} | {}", letters.join(" ")).trim_end().to_owned()
        };
        let beside = board.extra().filter(|square| marks.contains_key(square) || *square == from);
        let beside = beside.map(|square| format!("{} | {}", board.name(square), letter(Some(square))));
        let first = format!("from {}", board.name(from));
        std::iter::once(first).chain(board.ranks().rev().map(row)).chain(beside).collect()
    }

    fn checksum(&self, reached: &BTreeMap<Square, BTreeSet<Square>>) -> String {
        let board = &self.variant.board;
        let text = reached.iter().map(|(from, to)| {
            let names: BTreeSet<&str> = to.iter().map(|to| board.name(*to)).collect();
            (board.name(*from), names)
        });
        let sorted: BTreeMap<_, _> = text.collect();
        checksum(&format!("{sorted:?}"))
    }

    /// Returns a checksum of the legal moves of this piece, with castling, in short random games that only it plays beside
    /// the royals. The other royals stay where they are, so that their moves have no effect.
    fn games(&self) -> String {
        let start = self.places.alone(self.variant, self.id);
        let mut text = String::new();
        for seed in 0..GAMES {
            let (mut position, mut random) = (self.engine.position(&start), Random::new(seed));
            for _ in 0..PLIES {
                let setup = position.setup();
                let is_own = |mv: &Move| {
                    let piece = mv.from.and_then(|from| setup.piece(from));
                    mv.verb == Verb::Castle || piece.is_none_or(|piece| piece.piece_type == self.id)
                };
                let moves = self.engine.legal_moves(&position);
                let mut moves: Vec<_> = moves
                    .iter()
                    .filter(|mv| is_own(mv))
                    .map(|mv| (movetext::write(self.variant, mv), mv))
                    .collect();
                moves.sort_by(|one, other| one.0.cmp(&other.0));
                moves.iter().for_each(|(mv, _)| text += &format!("{mv} "));
                let chosen = random.pick(&moves).and_then(|(_, mv)| self.engine.play(&position, mv));
                let Some(next) = chosen else { break };
                position = next;
            }
        }
        checksum(&text)
    }
}

/// Returns a checksum of a text: the 64-bit FNV-1a hash, folded once.
pub(super) fn checksum(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, step);
    format!("{:08x}", (hash ^ (hash >> 32)) & 0xffff_ffff)
}
