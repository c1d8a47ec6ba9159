//! Writes endings by the number of pieces: a side has lost all pieces of a kind, or a side without a move has fewer
//! pieces than the other.

use super::IniWriter;
use super::endings::word;
use crate::base::{Color, PieceTypeId, Result};
use crate::rules::{Compare, Condition, Consequence, Ending, Fact, PieceCount, PieceFilter};
use std::collections::BTreeSet;

/// The numbers of pieces in a position, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
struct PieceCounts {
    own: u32,
    enemy: u32,
    /// The player has a legal move.
    has_moves: bool,
}

impl IniWriter<'_> {
    /// Writes endings that stand for one option together, and returns their numbers.
    pub(super) fn grouped(&mut self) -> Vec<usize> {
        let mut all = self.contest();
        all.extend(self.gone_kinds());
        all.extend(self.counted_stalemates());
        all
    }

    /// Writes the loss of a side that has lost all pieces of one of several kinds.
    fn gone_kinds(&mut self) -> Vec<usize> {
        let variant = self.variant;
        let gone = variant.endings.iter().enumerate().filter_map(|(number, ending)| {
            let (is_own, types) = self.gone(ending)?;
            Some((number, is_own, types))
        });
        let gone: Vec<(usize, bool, BTreeSet<PieceTypeId>)> = gone.collect();
        // The pieces of the enemy, who made the last move, are counted first.
        let (enemy, own) = match gone.as_slice() {
            [(_, true, own)] => (BTreeSet::new(), own),
            [(_, false, enemy), (_, true, own)] => (enemy.clone(), own),
            _ => return Vec::new(),
        };
        // No player loses the last piece of a kind by a move of that player, unless pieces vanish or change.
        let is_lost = |id: &PieceTypeId| {
            self.blast.as_ref().is_some_and(|immune| !immune.contains(id))
                || variant.piece_type(*id).arrivals.iter().flat_map(|arrival| &arrival.then).any(|then| {
                    matches!(then, Consequence::Become(_) | Consequence::Regain(_) | Consequence::Vanish)
                })
        };
        let lost: BTreeSet<PieceTypeId> = own.iter().copied().filter(is_lost).collect();
        let is_guarded = self.exposed.is_some_and(|id| own.iter().eq([&id]));
        if self.is_set("extinctionValue") || !enemy.is_subset(own) || !(lost.is_subset(&enemy) || is_guarded)
        {
            return Vec::new();
        }
        self.lost_kinds = own.iter().copied().collect();
        let letters = self.letters(&self.lost_kinds.clone());
        self.set("extinctionValue", word(Result::Loss));
        self.set("extinctionPieceTypes", letters);
        gone.into_iter().map(|(number, ..)| number).collect()
    }

    /// Returns the types of which one side must have no piece for an ending, and whether that side is the player.
    pub(super) fn gone(&self, ending: &Ending) -> Option<(bool, BTreeSet<PieceTypeId>)> {
        let (condition, result) = (ending.condition()?, ending.result.for_player()?);
        let is_own = result == Result::Loss;
        let mut types = BTreeSet::new();
        for part in condition.alternatives() {
            let count = part.leaf()?.count()?;
            (count.is != Compare::AtLeast && count.number == 0).then_some(())?;
            let matched =
                self.matched(&count.pieces).filter(|one| one.own == Some(is_own) && one.zone.is_none())?;
            // Each kind of piece is counted alone.
            (matched.types.len() == 1 && result != Result::Draw).then_some(())?;
            types.extend(matched.types);
        }
        Some((is_own, types))
    }

    /// Writes stalemates whose result depends on which side has fewer pieces.
    fn counted_stalemates(&mut self) -> Vec<usize> {
        let variant = self.variant;
        let most = |color: Color| {
            let count = variant.setup.iter().filter(|(_, piece)| piece.color == color).count();
            u32::try_from(count).unwrap_or(u32::MAX).min(200)
        };
        if variant.hands {
            return Vec::new();
        }
        let some = PieceCounts { own: 1, enemy: 1, has_moves: true };
        let is_counted = |when: &Condition| when.contains_reach() && self.count_holds(when, some).is_some();
        let counted = |(_, ending): &(usize, &Ending)| {
            ending.fact() == Some(&Fact::Stalemate) || ending.condition().is_some_and(is_counted)
        };
        let endings: Vec<(usize, &Ending)> = variant.endings.iter().enumerate().filter(counted).collect();
        let result = |at: PieceCounts| {
            let holds = |(_, ending): &&(usize, &Ending)| {
                let is_stuck = ending.fact() == Some(&Fact::Stalemate) && !at.has_moves;
                let when = ending.condition();
                is_stuck || when.is_some_and(|when| self.count_holds(when, at) == Some(true))
            };
            endings.iter().find(holds).and_then(|(_, ending)| ending.result.for_player())
        };
        let Some(fewer) = result(PieceCounts { own: 1, enemy: 2, has_moves: false }) else {
            return Vec::new();
        };
        let more = match fewer {
            Result::Win => Result::Loss,
            Result::Loss => Result::Win,
            Result::Draw => return Vec::new(),
        };
        let counts = (1..=most(Color::White).max(most(Color::Black)))
            .flat_map(|own| (1..=most(Color::White).max(most(Color::Black))).map(move |enemy| (own, enemy)));
        let is_usual = counts.into_iter().all(|(own, enemy)| {
            let expected = match own.cmp(&enemy) {
                std::cmp::Ordering::Less => fewer,
                std::cmp::Ordering::Equal => Result::Draw,
                std::cmp::Ordering::Greater => more,
            };
            result(PieceCounts { own, enemy, has_moves: true }).is_none()
                && result(PieceCounts { own, enemy, has_moves: false }) == Some(expected)
        });
        if !is_usual || endings.len() < 2 {
            return Vec::new();
        }
        self.set("stalemateValue", word(fewer));
        self.set("stalematePieceCount", "true");
        endings.into_iter().map(|(number, _)| number).collect()
    }

    /// Returns true if a condition holds for these numbers of pieces, or `None` if it depends on anything else.
    fn count_holds(&self, condition: &Condition, at: PieceCounts) -> Option<bool> {
        condition.eval(&|fact| self.count_fact(fact, at))
    }

    fn count_fact(&self, fact: &Fact, at: PieceCounts) -> Option<bool> {
        // A move leaves the piece that made it on the board.
        if let Fact::CanReach(inner) = fact {
            let any = PieceCount { pieces: PieceFilter::ALL, is: Compare::AtLeast, number: 1 };
            return (inner.leaf()?.count()? == &any).then_some(at.has_moves);
        }
        let PieceCount { pieces, is, number } = fact.count()?;
        let matched = self.matched(pieces)?;
        (matched.types == self.all_types() && matched.zone.is_none()).then_some(())?;
        let count = match matched.own {
            Some(true) => at.own,
            Some(false) => at.enemy,
            None => at.own + at.enemy,
        };
        Some(is.holds(count as usize, *number as usize))
    }

    /// Writes the loss or win of a side whose pieces are gone.
    pub(super) fn extinct(
        &mut self,
        result: Result,
        types: Option<&[PieceTypeId]>,
        number: u32,
        is: Compare,
    ) -> bool {
        let is_kind = types.is_some() && number == 0;
        if is_kind || self.is_set("extinctionValue") || is == Compare::Equal && number > 1 && types.is_some()
        {
            return false;
        }
        let letters = types.map_or_else(|| "*".to_owned(), |ids| self.letters(ids));
        // Fairy-Stockfish counts each kind of piece separately, while ferz counts them together.
        if letters.len() > 1 {
            return false;
        }
        self.set("extinctionValue", word(result));
        self.set("extinctionPieceTypes", letters);
        if number > 0 {
            self.set("extinctionPieceCount", number.to_string());
        }
        true
    }
}
