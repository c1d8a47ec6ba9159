//! Sets of piece types of one or both colors, and where such pieces stand.

use super::Code;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::fast::position::Position;
use crate::rules::Variant;
use std::collections::BTreeSet;

/// Some piece types, each of one or both colors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    /// Sides of which all pieces are meant.
    sides: [bool; 2],
    /// Classes and sides of which all pieces are meant.
    whole: Vec<(usize, usize)>,
    /// Classes and sides of which some are.
    parts: Vec<(usize, usize)>,
    /// By code, whether it is meant.
    codes: Vec<bool>,
}

impl Kinds {
    /// Of pieces by their codes, with the class of each piece type.
    pub(super) fn new(meant: &[Code], class_of: &[usize]) -> Kinds {
        let codes: Vec<bool> = (0..=u8::MAX).map(|code| meant.contains(&Code(code))).collect();
        let class = |code: &Code| (class_of[code.piece_type().index()], code.color() as usize);
        let is_whole = |(number, _): &(usize, usize), like: Code| {
            let kin = (0..class_of.len()).filter(|other| class_of[*other] == *number);
            kin.map(|other| Code::new(like.color(), PieceTypeId(other as u16)))
                .all(|code| codes[usize::from(code.0)])
        };
        let all = |side: Color| {
            (0..class_of.len()).all(|id| codes[usize::from(Code::new(side, PieceTypeId(id as u16)).0)])
        };
        let sides = Color::ALL.map(all);
        let (mut whole, mut parts) = (BTreeSet::new(), BTreeSet::new());
        for code in meant.iter().filter(|code| !sides[code.color() as usize]) {
            let class = class(code);
            if is_whole(&class, *code) { &mut whole } else { &mut parts }.insert(class);
        }
        Kinds { sides, whole: whole.into_iter().collect(), parts: parts.into_iter().collect(), codes }
    }

    /// Of the pieces of a game that are meant.
    pub(super) fn meant(variant: &Variant, class_of: &[usize], is_meant: impl Fn(Piece) -> bool) -> Kinds {
        let ids = variant.piece_type_ids().map(|(piece_type, _)| piece_type);
        let all = ids.flat_map(|piece_type| Color::ALL.map(|color| Piece { color, piece_type }));
        let codes = all.filter(|piece| is_meant(*piece)).map(|own| Code::new(own.color, own.piece_type));
        Kinds::new(&codes.collect::<Vec<Code>>(), class_of)
    }

    /// Whether a piece is meant.
    pub(crate) fn has(&self, code: Code) -> bool {
        self.codes.get(usize::from(code.0)).is_some_and(|is_meant| *is_meant)
    }

    /// Such pieces on some squares.
    pub(crate) fn standing<B: Bitboard>(&self, position: &Position<B>, squares: B) -> B {
        let of =
            |set: B, (class, side): &(usize, usize)| set | position.classes[*class] & position.colors[*side];
        let sides = self.sides.iter().zip(position.colors);
        let all = sides.fold(B::EMPTY, |set, (meant, own)| if *meant { set | own } else { set });
        let whole = self.whole.iter().fold(all, of) & squares;
        let parts = self.parts.iter().fold(B::EMPTY, of) & squares;
        let is_meant = |square: &Square| self.codes[usize::from(position.code(*square).0)];
        parts.iter().filter(is_meant).fold(whole, |set, square| set | B::bit(square))
    }
}
