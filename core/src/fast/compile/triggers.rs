//! Compiles automatic triggers.
//!
//! [`CompileContext::triggers`] groups equal rules of several piece types, so each rule is tested once. The flags of
//! a [`CompiledTrigger`] let the generator rule out triggers for most moves without making them.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, SquareSet};
use crate::fast::tables::{
    CodeSet, CompiledCondition, CompiledTrigger, NumberOfPieces, PieceCode, PieceInfo, UNTABLED, mask,
};
use crate::rules::{Arrival, Compare, Condition, Consequence, PieceFilter, Relation};

impl CompileContext<'_> {
    pub(super) fn triggers<B: Bitboard>(self) -> Vec<CompiledTrigger<B>> {
        let mut all: Vec<(&Arrival, CompiledTrigger<B>, Vec<PieceCode>)> = Vec::new();
        let own =
            self.variant.piece_type_ids().flat_map(|(id, own)| own.arrivals.iter().map(move |one| (id, one)));
        for (piece_type, rule) in own.filter(|(_, rule)| rule.by_itself) {
            for piece in Color::ALL.map(|color| Piece { color, piece_type }) {
                let code = PieceCode::new(piece.color, piece_type);
                // A rule that depends on other pieces is tested once for all piece types.
                let same = |(own, known, _): &&mut (&Arrival, CompiledTrigger<B>, _)| {
                    known.pieces.is_some() && known.player == piece.color && *own == rule
                };
                match all.iter_mut().find(same) {
                    Some((.., codes)) => codes.push(code),
                    None => all.push((rule, self.trigger(rule, piece), vec![code])),
                }
            }
        }
        let set = |codes: Vec<PieceCode>| CodeSet::new(&codes, self.class_of);
        all.into_iter().map(|(_, own, codes)| CompiledTrigger { codes: set(codes), ..own }).collect()
    }

    fn trigger<B: Bitboard>(self, rule: &Arrival, piece: Piece) -> CompiledTrigger<B> {
        let color = piece.color;
        // A right is regained after the automatic effects, but the tables make a move as a whole.
        let is_regained = self.variant.rights.iter().any(|right| right.regained)
            && rule.when.as_ref().is_some_and(Condition::depends_on_rights);
        // An effect belongs to the move that has just been made, but a packed move has already passed the turn.
        let is_of_turn = rule.when.as_ref().is_some_and(Condition::depends_on_turn);
        if !self.has(Untabled::Trigger) || is_regained || is_of_turn {
            return CompiledTrigger::plain(color);
        }
        let zone = B::of(*rule.zone.squares.get(color));
        let pieces = Some(&rule.pieces).filter(|pieces| !self.has_mask(pieces));
        let squares = [false, true].map(|leads| match pieces {
            Some(_) => zone,
            None => zone & mask::<B>(self.variant, &rule.pieces, piece, leads, color),
        });
        let when: Option<CompiledCondition<B>> = rule.when.as_ref().map(|when| self.condition(when));
        let cells = B::of(self.variant.board.squares().collect());
        // The leader of a side does not depend on numbers of pieces alone, and neither do the neighbors of a piece.
        let counting = when.as_ref().filter(|_| squares[0] == squares[1] && pieces.is_none());
        let tallied: Vec<usize> = self.tallies().iter().map(|tally| tally.right).collect();
        let keeps = |then: &Consequence| then.is_about_rights() && self.has(Untabled::Effect);
        CompiledTrigger {
            player: color,
            codes: CodeSet::default(),
            squares,
            needs: when.as_ref().map_or_else(Vec::new, |when| self.needs(&when.numbers(color, cells))),
            counted: counting.and_then(|when| when.counted(color, cells, &tallied)),
            saves: !rule.then.iter().all(keeps),
            in_check: rule.when.as_ref().is_some_and(|when| self.needs_check(when)),
            unsure: rule.when.as_ref().is_some_and(Condition::depends_on_moves),
            beside: pieces.filter(|_| when.is_none()).and_then(|pieces| self.beside(pieces, color)),
            pieces: pieces.cloned(),
            when,
        }
    }

    /// Compiles the numbers of pieces that a condition requires. An exploding capture can change every number.
    fn needs(self, numbers: &[(Vec<PieceCode>, Compare, u32)]) -> Vec<NumberOfPieces> {
        if self.blast().is_some() {
            return Vec::new();
        }
        let need = |(codes, is, number): &(Vec<PieceCode>, Compare, u32)| NumberOfPieces {
            codes: CodeSet::new(codes, self.class_of),
            is: *is,
            number: *number,
        };
        numbers.iter().map(need).collect()
    }

    /// Returns the pieces that a filter looks for beside a piece. Returns `None` if the filter depends on other
    /// pieces in another way, or if additional neighbors could make it match less.
    fn beside(self, pieces: &PieceFilter, player: Color) -> Option<CodeSet> {
        let variant = self.variant;
        let referenced = self.unmasked(pieces)?;
        let is_decidable = |(relation, others): &(Relation, &PieceFilter)| {
            relation.is_adjacency() && self.has_mask(others) && !others.depends_on_leaders()
        };
        let is_neutral = variant.piece_types.iter().any(|own| own.neutral);
        if is_neutral
            || pieces.depends_on_leaders()
            || !pieces.is_monotone()
            || !referenced.iter().all(is_decidable)
        {
            return None;
        }
        let is_neighbor = |piece: Piece| {
            let mut all = referenced.iter();
            all.any(|(_, others)| !mask::<SquareSet>(variant, others, piece, false, player).is_empty())
        };
        Some(CodeSet::matching(variant, self.class_of, is_neighbor))
    }

    /// Returns true if automatic effects change neither the squares of pieces nor any attack. `named` is true if
    /// attacks can depend on the types of other pieces.
    pub(super) fn is_harmless<B: Bitboard>(self, info: &[PieceInfo<B>], named: bool) -> bool {
        let alike = |id: PieceTypeId, other: PieceTypeId| {
            Color::ALL.into_iter().all(|color| {
                let [one, other] = [id, other].map(|id| &info[usize::from(PieceCode::new(color, id).0)]);
                usize::from(one.class) != UNTABLED
                    && (one.class, one.rank, one.unattackable)
                        == (other.class, other.rank, other.unattackable)
            })
        };
        let is_harmless = |id: PieceTypeId, then: &Consequence| {
            let becomes = if let Consequence::Become(all) = then { all.as_slice() } else { &[] };
            then.is_about_rights() || !named && matches!(becomes, [other] if alike(id, *other))
        };
        let has_tables = self.has(Untabled::Trigger) && self.has(Untabled::Effect);
        has_tables
            && self.variant.piece_type_ids().all(|(id, own)| {
                let mut rules = own.arrivals.iter().filter(|rule| rule.by_itself);
                rules.all(|rule| !rule.may && rule.then.iter().all(|then| is_harmless(id, then)))
            })
    }
}
