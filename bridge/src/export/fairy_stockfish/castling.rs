//! Writes the castling options. In this format both sides castle on mirrored squares, and all castlings of a king have
//! the same squares.

use super::IniWriter;
use crate::base::{Color, PieceTypeId, Square};
use crate::export::rectangle;
use crate::fairy_stockfish::options::TABLE;
use crate::rules::{Castling, RuleRef};

impl IniWriter<'_> {
    pub(super) fn castlings(&mut self) {
        let variant = self.variant;
        for rule in &variant.castling_rules {
            if rule.attacked {
                self.survey.refuse(RuleRef::CastlingRule(rule), "a king cannot castle through check");
            }
        }
        let stands = |one: &&Castling| one.stand().iter().all(|place| variant.setup.contains(place));
        let all: Vec<&Castling> = variant.castlings.iter().filter(stands).collect();
        let Some(first) = all.first().copied() else {
            self.set("castling", "false");
            for rule in &variant.castling_rules {
                self.survey.refuse(
                    RuleRef::CastlingRule(rule),
                    "castling begins on the squares of the start position",
                );
            }
            return;
        };
        let (left, low, width, height) = rectangle(variant);
        let (file, rank) = (
            |square: Square| variant.board.cell(square).x - left,
            |square: Square| variant.board.cell(square).y - low,
        );
        let seen = |color: Color, square: Square| color.pick(rank(square), height - 1 - rank(square));
        let short = |castling: &Castling| file(castling.partner.0) > file(castling.king.0);
        let partners: Vec<PieceTypeId> = all.iter().map(|one| one.pieces.1).collect();
        let mut refused: Vec<(usize, &str)> = Vec::new();
        for (number, one) in all.iter().copied().enumerate() {
            let alike = all.iter().find(|other| short(other) == short(one));
            let same =
                |of: fn(&Castling) -> Square| alike.is_none_or(|other| file(of(other)) == file(of(one)));
            let twice = all.iter().filter(|other| other.color == one.color && short(other) == short(one));
            let beside = if short(one) { -1 } else { 1 };
            if twice.count() > 1 {
                refused.push((number, "a king has one castling move on each side"));
            } else if !same(|one| one.king.0) || !same(|one| one.king.1) || !same(|one| one.partner.0) {
                refused.push((number, "both sides castle on the same files"));
            } else if self.letter(one.pieces.0) != self.letter(first.pieces.0) {
                refused.push((number, "only one type of piece castles"));
            } else if seen(one.color, one.king.0) != seen(first.color, first.king.0) {
                refused.push((number, "both sides castle on the same rank"));
            } else if file(one.partner.1) != file(one.king.1) + beside || rank(one.king.0) != rank(one.king.1)
            {
                refused.push((number, "the partner in castling ends beside the king"));
            }
        }
        for (number, reason) in refused {
            self.survey.refuse(RuleRef::Castling(all[number]), reason);
        }
        let name = |file: i32| {
            u8::try_from(file).map_or('?', |file| char::from(b'a'.saturating_add(file))).to_string()
        };
        let files = |is_short: bool| {
            let one = all.iter().find(|one| short(one) == is_short)?;
            Some((name(file(one.king.1)), file(one.partner.0)))
        };
        self.set("castling", "true");
        let king = self.letters(&[first.pieces.0]);
        self.set("castlingKingPiece", king);
        let rooks = self.letters(&partners);
        self.set("castlingRookPieces", rooks);
        self.set("castlingKingFile", name(file(first.king.0)));
        self.set("castlingRank", (seen(first.color, first.king.0) + 1).to_string());
        let sides = [
            (true, width - 1, "castlingKingsideFile", "castlingRookKingsideFile"),
            (false, 0, "castlingQueensideFile", "castlingRookQueensideFile"),
        ];
        for (is_short, corner, file_option, partner_option) in sides {
            let Some((to, partner)) = files(is_short) else { continue };
            self.set(file_option, to);
            if partner != corner {
                self.set(partner_option, name(partner));
            }
        }
        if all.iter().any(|one| one.placed) {
            let free = TABLE.options.iter().find(|row| row.frees_castling);
            self.set(free.map_or("", |row| row.name.as_str()), "true");
        }
    }
}
