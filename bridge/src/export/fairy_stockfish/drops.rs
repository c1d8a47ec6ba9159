//! Writes hands, drops, and the other actions.

use super::{IniWriter, is_first};
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::export::rectangle;
use crate::fairy_stockfish::options::TABLE;
use crate::rules::{Act, Action, Duty, PieceFilter, PieceTest, RuleRef};

impl IniWriter<'_> {
    pub(super) fn drops(&mut self) {
        let variant = self.variant;
        if variant.hands {
            self.set("pieceDrops", "true");
        }
        if variant.holds_captures() {
            self.set("capturesToHand", "true");
            self.loops();
        }
        let mut regions: Vec<(PieceTypeId, ByColor<SquareSet>)> = Vec::new();
        let mut turned = Vec::new();
        for action in &variant.actions {
            let Action { name: _, act, when, provided, right, unsafely, duty, origin: _, lines: _, notes: _ } =
                action;
            let rule = RuleRef::Action(action);
            if when.is_some() || provided.is_some() || right.is_some() || *unsafely || *duty != Duty::May {
                self.survey.refuse(rule, "its actions have no conditions");
                continue;
            }
            match act {
                Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes } => {
                    regions.extend(piece_types.iter().map(|id| (*id, to.squares)));
                    if let Some(filter) = not_with {
                        self.doubled(rule, filter, *not_with_number, piece_types);
                    }
                    if *not_mating {
                        self.not_mating(rule, piece_types);
                    }
                    turned.extend(piece_types.iter().filter(|_| !becomes.is_empty()).copied());
                }
                Act::Pass => {
                    self.set("pass", "true");
                    self.survey.leave_aside(rule, "a draw after two passes");
                }
                Act::Place { .. } => {
                    self.survey.refuse(rule, "a piece goes to another square only by its own moves")
                }
                Act::Exchange { .. } => self.survey.refuse(rule, "pieces cannot change places"),
                Act::Replace { .. } => self.survey.refuse(rule, "a piece changes its type only by a move"),
            }
        }
        if !turned.is_empty() {
            self.set("dropPromoted", "true");
            if let Some((other, _)) = regions.iter().find(|(id, _)| !turned.contains(id)) {
                let own = variant.piece_type(*other);
                let is_form = own.arrivals.iter().any(|arrival| arrival.leaving || arrival.may);
                if is_form {
                    self.survey
                        .refuse(RuleRef::Hands, "either all pieces or none can be dropped in promoted form");
                }
            }
        }
        self.drop_regions(&regions);
    }

    /// Writes that a drop of one of these pieces may not give checkmate.
    fn not_mating(&mut self, rule: RuleRef, piece_types: &[PieceTypeId]) {
        match piece_types {
            [one] if self.has_no_drop_mate_option(*one) => self.set("shogiPawnDropMateIllegal", "true"),
            _ => self
                .survey
                .refuse(rule, "only one type of piece can be forbidden to give checkmate by a drop"),
        }
    }

    /// Returns true if the game forbids this piece, and no other, to give checkmate by a drop.
    pub(super) fn forbids_drop_mate(&self, id: PieceTypeId) -> bool {
        let acts = self.variant.actions.iter().map(|action| &action.act);
        let mut drops = acts.filter_map(|act| match act {
            Act::Drop { piece_types, not_mating, .. } => Some((piece_types, not_mating)),
            Act::Place { .. } | Act::Exchange { .. } | Act::Replace { .. } | Act::Pass => None,
        });
        drops.any(|(piece_types, not_mating)| *not_mating && piece_types.as_slice() == [id])
    }

    /// Returns true if the piece is exported as the piece for which Fairy-Stockfish can forbid checkmate by a drop.
    fn has_no_drop_mate_option(&self, id: PieceTypeId) -> bool {
        TABLE.pieces.iter().any(|row| row.no_drop_mate && row.option == self.kinds[id.index()].option)
    }

    /// Writes the maximum number of pieces of one type on a file.
    fn doubled(&mut self, rule: RuleRef, filter: &PieceFilter, number: u32, piece_types: &[PieceTypeId]) {
        let same = |ids: &[PieceTypeId]| self.letters(ids) == self.letters(piece_types);
        let own = |part: &PieceFilter| part.leaf() == Some(&PieceTest::Own);
        let kind = |part: &PieceFilter| matches!(part.leaf(), Some(PieceTest::PieceTypes(ids)) if same(ids));
        let is_same = match filter.conjuncts() {
            [one] => kind(one),
            [one, other] => (own(one) && kind(other)) || (kind(one) && own(other)),
            _ => false,
        };
        if !is_same || piece_types.len() != 1 {
            self.survey.refuse(rule, "a drop can depend only on pieces of the same type on the file");
            return;
        }
        let letter = self.letters(piece_types);
        self.set("dropNoDoubled", letter);
        if number != 1 {
            self.set("dropNoDoubledCount", number.to_string());
        }
    }

    /// Writes whether captured pieces keep their promotion.
    fn loops(&mut self) {
        let variant = self.variant;
        let mut keeps = false;
        let mut loses = false;
        for (_, own) in variant.piece_type_ids() {
            let then = own.arrivals.iter().flat_map(|arrival| &arrival.then);
            for other in then.flat_map(crate::rules::Consequence::becomes) {
                let held = variant.piece_type(*other).in_hand;
                keeps |= held.is_none();
                loses |= held.is_some();
            }
        }
        // A piece that turns over with every move has two forms, only one of which loses its promotion on capture.
        let turns = self.options.iter().any(|(option, _)| option == "pieceDemotion");
        if keeps && !loses {
            self.set("dropLoop", "true");
        } else if keeps && loses && !turns {
            self.survey.refuse(RuleRef::Hands, "either all captured pieces or none lose their promotion");
        }
    }

    fn drop_regions(&mut self, regions: &[(PieceTypeId, ByColor<SquareSet>)]) {
        let variant = self.variant;
        if !variant.hands {
            return;
        }
        let (_, low, _, height) = rectangle(variant);
        let held: Vec<PieceTypeId> = variant
            .piece_type_ids()
            .filter(|(id, own)| variant.is_ever_held(*id) && own.royal.is_none())
            .map(|(id, _)| id)
            .collect();
        let board = &variant.board;
        let back = |color: Color| -> SquareSet {
            let own = color.pick(low, low + height - 1);
            board.squares().filter(|square| board.cell(*square).y == own).collect()
        };
        let everywhere = self.everywhere();
        // A piece that may not be dropped on squares from which it has no moves shows that `immobilityIllegal` applies.
        let limited = |id: PieceTypeId, color: Color| {
            regions
                .iter()
                .filter(|(own, _)| *own == id)
                .fold(SquareSet::EMPTY, |all, (_, zone)| all | *zone.get(color))
        };
        let is_dead = |writer: &Self, id: PieceTypeId| {
            Color::ALL.iter().any(|color| !writer.dead_ends(id, *color).is_empty())
        };
        let spared = held.iter().any(|id| {
            is_dead(self, *id)
                && Color::ALL.iter().all(|color| !limited(*id, *color).meets(self.dead_ends(*id, *color)))
        });
        let is_pawn = |writer: &Self, id: PieceTypeId| is_first(&writer.kinds[id.index()].option);
        self.immobile |= spared && held.iter().any(|id| is_dead(self, *id) && !is_pawn(self, *id));
        let mut common: Option<ByColor<SquareSet>> = None;
        for id in held {
            if self.kinds[id.index()].merged.is_some() {
                continue;
            }
            let wanted = ByColor::from_fn(|color| limited(id, color));
            if self.kinds[id.index()].region.is_some() {
                let rule = RuleRef::Piece(id, variant.piece_type(id));
                self.survey.refuse(rule, "a piece with a region is dropped only into it");
            }
            let region = ByColor::from_fn(|color| {
                let dead = if self.immobile { self.dead_ends(id, color) } else { SquareSet::EMPTY };
                (everywhere & !dead, *wanted.get(color))
            });
            if is_pawn(self, id) {
                self.pawn_drops(ByColor::from_fn(|color| region.get(color).1), back);
                continue;
            }
            let all = |color: Color| region.get(color).0 == region.get(color).1;
            if Color::ALL.into_iter().all(all) && common.is_none_or(|zone| zone.white == everywhere) {
                common = Some(ByColor { white: everywhere, black: everywhere });
            } else if common.is_none_or(|zone| zone == wanted) {
                common = Some(wanted);
            } else {
                let own = variant.piece_type(id);
                self.survey.refuse(RuleRef::Piece(id, own), "all pieces are dropped in the same region");
            }
        }
        if let Some(zone) = common.filter(|zone| zone.white != everywhere || zone.black != everywhere) {
            self.set_squares("dropRegion", zone);
        }
    }

    /// Writes the squares on which pawns can be dropped: the first rank, and the promotion region.
    fn pawn_drops(&mut self, wanted: ByColor<SquareSet>, back: impl Fn(Color) -> SquareSet) {
        let promotion = |writer: &Self, color: Color| {
            let pawns = writer
                .variant
                .piece_types
                .iter()
                .zip(&writer.kinds)
                .filter(|(_, kind)| is_first(&kind.option));
            let zones =
                pawns.flat_map(|(own, _)| &own.arrivals).map(|arrival| *arrival.zone.squares.get(color));
            zones.fold(SquareSet::EMPTY, |all, zone| all | zone)
        };
        let everywhere = self.everywhere();
        for (first_rank, in_zone) in [(false, false), (true, false), (false, true), (true, true)] {
            let allowed = |color: Color| {
                let mut squares = everywhere;
                if !first_rank {
                    squares &= !back(color);
                }
                if !in_zone {
                    squares &= !promotion(self, color);
                }
                squares
            };
            if Color::ALL.into_iter().all(|color| allowed(color) == *wanted.get(color)) {
                if first_rank {
                    self.set("firstRankPawnDrops", "true");
                }
                if in_zone {
                    self.set("promotionZonePawnDrops", "true");
                }
                return;
            }
        }
        self.survey.refuse(
            RuleRef::Hands,
            "pawns are dropped everywhere except on the first rank and in their promotion region",
        );
    }
}
