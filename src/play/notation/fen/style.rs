//! The way in which another program writes positions.

use super::{moved, placement};
use crate::base::{Color, Piece, Setup, Square, file_name};
use crate::play::notation::{braced, token};
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The program whose FENs are those of ferz wherever the rules of a game do not say otherwise.
const USUAL: &str = "fairy-stockfish";

/// How a program writes the positions of a game.
#[derive(Clone, Copy)]
pub(crate) struct Style<'v> {
    variant: &'v Variant,
    program: &'v str,
}

impl<'v> Style<'v> {
    /// The programs whose FENs can be written and read.
    pub(crate) fn programs(variant: &Variant) -> Vec<&str> {
        let letters = variant.piece_types.iter().flat_map(|piece_type| &piece_type.written);
        let named =
            letters.map(|(program, _)| program).chain(variant.fen_counts.iter().map(|count| &count.name));
        let mut programs: Vec<&str> = named.map(String::as_str).chain([USUAL]).collect();
        programs.sort_unstable();
        programs.dedup();
        programs
    }

    /// The style of a program, unless it is unknown.
    pub(crate) fn of(variant: &'v Variant, program: &str) -> Option<Style<'v>> {
        let program = Style::programs(variant).into_iter().find(|known| *known == program)?;
        Some(Style { variant, program })
    }

    /// How it writes a piece.
    pub(super) fn piece(self, piece: Piece) -> String {
        if self.program == USUAL
            && placement::neutral(self.variant).is_some_and(|only| only.piece_type == piece.piece_type)
        {
            return "*".to_owned();
        }
        let token = self.token(piece);
        let is_promoted = token.starts_with('+') || token.ends_with('~');
        if is_promoted && token.chars().count() <= 3 { token } else { braced(&token) }
    }

    fn token(self, piece: Piece) -> String {
        let mut written = self.variant.piece_type(piece.piece_type).written.iter();
        match written.find(|(program, _)| program == self.program) {
            Some((_, letter)) if piece.color == Color::White => letter.clone(),
            Some((_, letter)) => letter.to_lowercase(),
            None => token(self.variant, piece),
        }
    }

    /// The pieces by what it writes for them. Where it writes the same for several, it means the one that the side has at the
    /// start.
    pub(super) fn tokens(self) -> BTreeMap<String, Piece> {
        let begins = |piece: &Piece| self.variant.setup.iter().any(|(_, other)| other == piece);
        let mut pieces: BTreeMap<String, Piece> = BTreeMap::new();
        for color in Color::ALL {
            for (piece_type, _) in self.variant.piece_type_ids() {
                let piece = Piece { color, piece_type };
                let entry = pieces.entry(self.token(piece)).or_insert(piece);
                if begins(&piece) && !begins(entry) {
                    *entry = piece;
                }
            }
        }
        pieces
    }

    /// The letters of the files of pieces that have not moved, where that matters and castlings do not say so.
    pub(super) fn unmoved(self, setup: &Setup) -> String {
        if self.program != USUAL {
            return String::new();
        }
        let castlings = self.variant.castlings.iter().enumerate();
        let left = castlings.filter(|(number, _)| setup.castling >> number & 1 == 1);
        let castling: Vec<Square> =
            left.flat_map(|(_, castling)| [castling.king.0, castling.partner.0]).collect();
        let still = |square: &Square| {
            setup.piece(*square) == self.variant.at_home(*square)
                && !setup.moved.contains(*square)
                && !castling.contains(square)
        };
        let asked = moved::asked(self.variant);
        let letter = |square: Square| {
            let file = file_name(self.variant.board.cell(square).x);
            match self.variant.at_home(square).map(|piece| piece.color) {
                Some(Color::White) => file.to_uppercase(),
                _ => file,
            }
        };
        let squares = self.variant.board.squares().filter(|square| asked.contains(*square)).filter(still);
        squares.map(letter).collect()
    }

    /// The right that it counts, by its number, and the color whose uses left it shows first.
    fn counted(self) -> Option<(usize, [Color; 2])> {
        let count = self.variant.fen_counts.iter().find(|count| count.name == self.program)?;
        let [white, black] = Color::ALL;
        Some((count.right, if count.of_enemy { [black, white] } else { [white, black] }))
    }

    /// The number of the right that it counts.
    pub(super) fn right(self) -> Option<usize> {
        self.counted().map(|(right, _)| right)
    }

    /// The uses left of the right that it counts, such as `3+3`.
    pub(super) fn count(self, setup: &Setup) -> Option<String> {
        let (right, colors) = self.counted()?;
        let left = setup.rights.get(right)?;
        Some(colors.map(|color| left.get(color).to_string()).join("+"))
    }

    /// Whether a field of a FEN is a count: it sets the right that is counted, unless a side has more uses than there are. In a
    /// game that counts nothing it means nothing.
    pub(super) fn read_count(self, setup: &mut Setup, text: &str) -> bool {
        let counts = text.split_once('+').and_then(|(a, b)| Some([a.parse::<u8>().ok()?, b.parse().ok()?]));
        let Some(counts) = counts else { return false };
        let Some((right, colors)) = self.counted() else { return true };
        let Some((most, left)) = self.variant.rights.get(right).zip(setup.rights.get_mut(right)) else {
            return false;
        };
        let fits = counts.iter().all(|count| *count <= most.times);
        if fits {
            colors.into_iter().zip(counts).for_each(|(color, count)| *left.get_mut(color) = count);
        }
        fits
    }
}
