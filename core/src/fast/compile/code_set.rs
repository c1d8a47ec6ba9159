//! Builds sets of piece types.

use crate::base::{Color, Piece, PieceTypeId};
use crate::fast::tables::{CodeSet, PieceCode};
use crate::rules::Variant;
use std::collections::BTreeSet;

impl CodeSet {
    /// Creates the set of these codes, given the class of each piece type.
    pub(super) fn new(members: &[PieceCode], class_of: &[usize]) -> CodeSet {
        let codes: Vec<bool> = (0..=u8::MAX).map(|code| members.contains(&PieceCode(code))).collect();
        let class = |code: &PieceCode| (class_of[code.piece_type().index()], code.color() as usize);
        let is_whole = |(number, _): &(usize, usize), like: PieceCode| {
            let similar = (0..class_of.len()).filter(|other| class_of[*other] == *number);
            similar
                .map(|other| PieceCode::new(like.color(), PieceTypeId(other as u16)))
                .all(|code| codes[usize::from(code.0)])
        };
        let all = |side: Color| {
            (0..class_of.len()).all(|id| codes[usize::from(PieceCode::new(side, PieceTypeId(id as u16)).0)])
        };
        let sides = Color::ALL.map(all);
        let (mut whole, mut parts) = (BTreeSet::new(), BTreeSet::new());
        for code in members.iter().filter(|code| !sides[code.color() as usize]) {
            let class = class(code);
            if is_whole(&class, *code) { &mut whole } else { &mut parts }.insert(class);
        }
        CodeSet { sides, whole: whole.into_iter().collect(), parts: parts.into_iter().collect(), codes }
    }

    /// Creates the set of the pieces of a game that satisfy a predicate.
    pub(super) fn matching(
        variant: &Variant,
        class_of: &[usize],
        matches: impl Fn(Piece) -> bool,
    ) -> CodeSet {
        let ids = variant.piece_type_ids().map(|(piece_type, _)| piece_type);
        let all = ids.flat_map(|piece_type| Color::ALL.map(|color| Piece { color, piece_type }));
        let codes = all.filter(|piece| matches(*piece)).map(|own| PieceCode::new(own.color, own.piece_type));
        CodeSet::new(&codes.collect::<Vec<PieceCode>>(), class_of)
    }
}
