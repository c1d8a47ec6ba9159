//! Castling, and passing squares on which a piece can be taken.

use super::{Code, Compiled, ODD, Unsupported};
use crate::base::{Bitboard, Color, Square};
use crate::rules::Variant;

/// One castling.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCastling<B> {
    /// Whose it is.
    pub color: Color,
    /// Where the castling piece starts and ends.
    pub king: (Square, Square),
    /// Where its partner starts and ends.
    pub partner: (Square, Square),
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must not be attacked.
    pub safe: Vec<Square>,
    /// The pieces that stand there at the start.
    pub homes: (Code, Code),
}

/// A way a piece may have gone over a square on which it can be taken.
#[derive(Clone, Debug)]
pub(crate) struct Passage<B> {
    /// The piece.
    pub code: Code,
    /// The home it came from, empty now.
    pub home: Square,
    /// Where it stands.
    pub at: Square,
    /// Squares it must have found empty.
    pub empty: B,
    /// Squares it passed.
    pub passed: B,
}

impl<B: Bitboard> Compiled<B> {
    pub(super) fn add_castlings(&mut self, variant: &Variant) -> Result<(), Unsupported> {
        let home = |square: Square| {
            let piece = variant.setup.iter().find(|(s, _)| *s == square).map(|(_, piece)| *piece);
            piece
                .map(|piece| Code::new(piece.color, piece.piece_type))
                .ok_or(Unsupported("castling without a piece"))
        };
        let mut castlings = Vec::new();
        for castling in &variant.castlings {
            castlings.push(CompiledCastling {
                color: castling.color,
                king: castling.king,
                partner: castling.partner,
                empty: castling.empty.iter().fold(B::EMPTY, |set, s| set | B::bit(*s)),
                safe: castling.safe.clone(),
                homes: (home(castling.king.0)?, home(castling.partner.0)?),
            });
        }
        for castle in &castlings {
            self.castling_squares |= B::bit(castle.king.0) | B::bit(castle.partner.0);
        }
        self.castlings = castlings;
        Ok(())
    }

    /// Every way a piece may have passed squares on which it can be taken, as the tables of moves show it.
    pub(super) fn add_passages(&mut self, variant: &Variant) {
        for (piece_type, _) in variant.piece_type_ids() {
            for color in Color::ALL {
                let code = Code::new(color, piece_type);
                let info = &self.info[usize::from(code.0)];
                if usize::from(info.class) == ODD {
                    let automata =
                        variant.piece_type(piece_type).moves.iter().flat_map(|m| &m.automaton.states);
                    self.odd_passes |= automata.filter_map(|state| state.stop).any(|stop| stop.passed);
                }
                if !info.passes {
                    continue;
                }
                let table =
                    &self.attack_tables[self.classes[usize::from(info.class)].moves[color as usize][0]];
                for home in variant.homes(color, piece_type).iter() {
                    let row = table.row(home);
                    for at in row.passing.iter() {
                        let passages = table.paths_to(row, at).into_iter();
                        self.passages.extend(passages.map(|empty| Passage {
                            code,
                            home,
                            at,
                            empty,
                            passed: empty,
                        }));
                    }
                }
            }
        }
        self.passages.sort_by_key(|passage| passage.at);
    }
}
