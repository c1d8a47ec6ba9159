//! Lowering of arrays with several arrangements, such as `shuffle rank 1: B in light, B in dark, Q, N N, R K R`.
//!
//! A [`Shuffle`] numbers its arrangements: the choice of squares for each part is one digit of the number. The
//! digits have different bases, which are binomial coefficients.

use super::scope::Scope;
use super::start::Start;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square, SquareSet, sort};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Variant;
use crate::statement::{Cursor, Read};

/// The maximum number of placements of one part that are compared with the drawing.
const MAX_TRIED: u64 = 100_000;

/// The squares of some pieces.
type Order = Vec<(Square, PieceTypeId)>;

/// A set of numbered arrangements of pieces, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shuffle {
    pub(super) span: Span,
    /// The squares of the pieces on White's side.
    squares: SquareSet,
    /// The parts, which take their squares one after another from their zones. The pieces of a part keep their
    /// order.
    parts: Vec<(Vec<PieceTypeId>, SquareSet)>,
    /// The number of arrangements.
    pub(super) count: u64,
}

impl Shuffle {
    /// Returns the arrangement with a number, if there is one.
    fn order(&self, number: u64) -> Option<Order> {
        let (placed, product, rest) = self.unranked(number)?;
        (rest == 0 && product == self.count).then_some(placed)
    }

    /// Decodes a number. Returns the arrangement, the number of possible choices, and the undecoded rest of the
    /// number.
    fn unranked(&self, mut number: u64) -> Option<(Order, u64, u64)> {
        let (mut free, mut placed, mut product) = (self.squares, Vec::new(), 1u64);
        for (pieces, zone) in &self.parts {
            let open: Vec<Square> = (free & *zone).iter().collect();
            let ways = choose(open.len(), pieces.len()).filter(|ways| *ways > 0)?;
            product = product.checked_mul(ways)?;
            // The remainder is the digit of this part, and the quotient contains those of later parts.
            let taken = chosen(&open, pieces.len(), number % ways);
            number /= ways;
            free &= !taken.iter().copied().collect::<SquareSet>();
            placed.extend(taken.into_iter().zip(pieces.iter().copied()));
        }
        Some((placed, product, number))
    }

    /// Returns the start position in the arrangement with a number, for both sides. Returns `None` if there is no
    /// such number.
    pub(super) fn arranged(&self, variant: &Variant, mut start: Start, number: u64) -> Option<Start> {
        let (order, board) = (self.order(number)?, &variant.board);
        let both = self.squares | board.relative(self.squares, Color::Black);
        start.setup.retain(|(square, _)| !both.contains(*square));
        for (square, piece_type) in order {
            let own = Piece { color: Color::White, piece_type };
            // A neutral piece has no counterpart, as in the array itself.
            let other = board.flip(square).filter(|_| !variant.is_neutral(piece_type));
            let other = other.map(|square| (square, Piece { color: Color::Black, ..own }));
            start.setup.extend([(square, own)].into_iter().chain(other));
        }
        sort(&mut start.setup);
        Some(start)
    }

    /// Returns true if the pieces in the drawing stand in one of the arrangements.
    pub(super) fn is_drawn(&self, setup: &[(Square, Piece)]) -> bool {
        let drawn = setup.iter().filter(|(square, _)| self.squares.contains(*square));
        let drawn: Vec<(Square, PieceTypeId)> =
            drawn.map(|(square, piece)| (*square, piece.piece_type)).collect();
        self.leads_to(&drawn, self.squares, 0)
    }

    /// Returns true if the parts from index `at` on can fill the free squares as drawn.
    fn leads_to(&self, drawn: &[(Square, PieceTypeId)], free: SquareSet, at: usize) -> bool {
        let Some((pieces, zone)) = self.parts.get(at) else {
            return drawn.iter().all(|(square, _)| !free.contains(*square));
        };
        let open: Vec<Square> = (free & *zone).iter().collect();
        let ways = choose(open.len(), pieces.len()).unwrap_or(0);
        (0..ways.min(MAX_TRIED)).any(|number| {
            let taken = chosen(&open, pieces.len(), number);
            let fits = taken.iter().zip(pieces).all(|(square, piece)| drawn.contains(&(*square, *piece)));
            fits && self.leads_to(drawn, free & !taken.into_iter().collect::<SquareSet>(), at + 1)
        })
    }
}

/// Returns the number of ways to choose `some` of `all` items, or `None` if it overflows.
fn choose(all: usize, some: usize) -> Option<u64> {
    let rest = all.checked_sub(some)?;
    // After each step, the product is itself a binomial coefficient, so the division is exact.
    (1..=some as u64).try_fold(1u64, |ways, n| Some(ways.checked_mul(rest as u64 + n)? / n))
}

/// Returns the choice of `many` squares with a number. The choices are in lexicographic order.
fn chosen(squares: &[Square], many: usize, mut number: u64) -> Vec<Square> {
    let mut taken = Vec::new();
    for (at, square) in squares.iter().enumerate() {
        let missing = many - taken.len();
        if missing == 0 {
            break;
        }
        // This is the number of choices that contain this square. They come before all others.
        let with = choose(squares.len() - at - 1, missing - 1).unwrap_or(0);
        if number < with {
            taken.push(*square);
        } else {
            number -= with;
        }
    }
    taken
}

impl Scope<'_> {
    /// Reads an arrangement after `shuffle`: `SQUARES: TOKENS [in SQUARES], TOKENS [in SQUARES]`.
    pub(super) fn shuffle(&self, mut cursor: Cursor, span: Span) -> Read<Shuffle> {
        let cursor = &mut cursor;
        let squares = self.zone(cursor)?.squares.white;
        cursor.symbol(":")?;
        let parts = cursor.entries(|cursor| {
            let mut pieces = vec![self.shuffled(cursor)?];
            let ends = |cursor: &Cursor| {
                cursor.is_done() || cursor.peek_word() == Some("in") || cursor.clone().eat_symbol(",")
            };
            while !ends(cursor) {
                pieces.push(self.shuffled(cursor)?);
            }
            let zone = if cursor.eat("in") { self.zone(cursor)?.squares.white } else { squares };
            Ok((pieces, zone))
        })?;
        cursor.finish()?;
        let mut shuffle = Shuffle { span, squares, parts, count: 0 };
        let bad = |message: &str, help: &str| {
            Err(Diagnostic::new(Code::BadShuffle, span, message.to_owned()).help(help.to_owned()))
        };
        let Some((_, count, _)) = shuffle.unranked(0) else {
            let help = "each part takes its squares from those that earlier parts leave free";
            return bad("these pieces cannot all stand on these squares", help);
        };
        shuffle.count = count;
        // The numbers are valid only if the number of choices for a part does not depend on earlier parts. Then,
        // and only then, the last number can be decoded completely.
        match shuffle.order(count - 1) {
            Some(_) => Ok(shuffle),
            None => {
                let help = "begin with the pieces that are limited to some squares, such as bishops on squares of one color";
                bad("the number of free squares for a part depends on the choices of earlier parts", help)
            }
        }
    }

    /// Reads the token of a White piece.
    fn shuffled(&self, cursor: &mut Cursor) -> Read<PieceTypeId> {
        let (token, span) = cursor.word("the token of a piece")?;
        let piece = self.piece_of(token, span)?;
        if piece.color == Color::Black {
            let message = format!("`{token}` is Black's piece");
            let help = "write White's pieces; Black's pieces stand on the corresponding squares";
            return Err(Diagnostic::new(Code::BadShuffle, span, message).help(help));
        }
        Ok(piece.piece_type)
    }
}
