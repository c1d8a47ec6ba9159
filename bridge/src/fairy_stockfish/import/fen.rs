//! Reads the start position of a game from its FEN.

use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::SectionState;
use std::collections::BTreeMap;

/// A piece on the board: its type, its side, and for a promoted piece its unpromoted form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPiece {
    pub kind: KindId,
    pub side: usize,
    pub from: Option<KindId>,
}

/// The start position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartPosition {
    pub board: BTreeMap<(i32, i32), StartPiece>,
    pub walls: SquareMask,
    /// The pieces in the hands of White and Black.
    pub hands: [Vec<KindId>; 2],
    pub black_begins: bool,
    /// The letters of the remaining castling rights.
    pub castlings: Vec<char>,
    /// The number of checks that White and Black still have to give.
    pub checks: Option<[i64; 2]>,
    /// The letters that denote no piece.
    pub strange: Vec<char>,
    /// True if there are pieces beside the board.
    pub overflows: bool,
}

impl StartPosition {
    pub fn read(state: &SectionState) -> StartPosition {
        let mut start = StartPosition::default();
        let mut fields = state.word("startFen").split_whitespace();
        start.placement(state, fields.next().unwrap_or(""));
        start.black_begins = fields.next() == Some("b");
        let rest: Vec<&str> = fields.collect();
        if let Some(first) = rest.first().filter(|first| !first.starts_with(|c: char| c.is_ascii_digit())) {
            start.castlings = first.chars().filter(char::is_ascii_alphabetic).collect();
        }
        start.checks = rest.iter().find_map(|field| {
            let (white, black) = field.split_once('+')?;
            Some([white.parse().ok()?, black.parse().ok()?])
        });
        start
    }

    fn placement(&mut self, state: &SectionState, text: &str) {
        let (board, hand) = text.split_once('[').unwrap_or((text, ""));
        let (mut file, mut rank, mut number, mut promoted) = (0, state.height() - 1, 0, false);
        for letter in board.chars().take(400) {
            if let Some(digit) = letter.to_digit(10).and_then(|digit| i32::try_from(digit).ok()) {
                number = (number * 10 + digit).min(99);
                continue;
            }
            file += std::mem::take(&mut number);
            match letter {
                '/' => (file, rank) = (0, rank - 1),
                '+' => promoted = true,
                '~' => {}
                '*' => {
                    self.walls = self.walls | SquareMask::one(file, rank);
                    file += 1;
                }
                _ if rank < 0 || file >= state.width() => self.overflows = true,
                letter => {
                    match state.of_letter(letter.to_ascii_lowercase()) {
                        Some(kind) => {
                            let side = usize::from(letter.is_ascii_lowercase());
                            let form = if promoted { state.promoted(kind) } else { None };
                            promoted = false;
                            let stone =
                                StartPiece { kind: form.unwrap_or(kind), side, from: form.map(|_| kind) };
                            self.board.insert((file, rank), stone);
                        }
                        None => self.strange.push(letter),
                    }
                    file += 1;
                }
            }
        }
        for letter in hand.chars().take(400).filter(char::is_ascii_alphabetic) {
            match state.of_letter(letter.to_ascii_lowercase()) {
                Some(kind) => self.hands[usize::from(letter.is_ascii_lowercase())].push(kind),
                None => self.strange.push(letter),
            }
        }
    }

    /// Returns the squares of a side's pieces that pass a test.
    pub fn squares(&self, side: usize, test: impl Fn(&StartPiece) -> bool) -> SquareMask {
        let found = self.board.iter().filter(|(_, stone)| stone.side == side && test(stone));
        found.fold(SquareMask::NONE, |all, (at, _)| all | SquareMask::one(at.0, at.1))
    }

    pub fn count(&self, side: usize, kind: KindId) -> usize {
        self.squares(side, |stone| stone.from.unwrap_or(stone.kind) == kind).count() as usize
    }

    /// Returns true if the pieces of Black mirror those of White.
    pub fn is_even(&self, state: &SectionState, turned: bool) -> bool {
        let (files, ranks) = (state.width(), state.height());
        self.board.iter().all(|(&(file, rank), stone)| {
            let there = (if turned { files - 1 - file } else { file }, ranks - 1 - rank);
            let other = StartPiece { side: 1 - stone.side, ..*stone };
            self.board.get(&there) == Some(&other)
        })
    }
}
