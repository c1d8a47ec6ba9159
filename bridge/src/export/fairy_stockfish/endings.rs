//! Writes the endings. Fairy-Stockfish has options for most of them, but its draws by insufficient material are fixed.

use super::IniWriter;
use crate::base::{PieceTypeId, Result};
use crate::rules::{
    Compare, Condition, Consequence, Ending, EndingResult, Fact, Formula, PieceCount, PieceFilter, PieceTest,
    RuleRef,
};

/// The reason for leaving out draws that players claim or arbiters declare.
const LATER: &str = "a longer limit than the one in the file";

impl IniWriter<'_> {
    pub(super) fn endings(&mut self) {
        let variant = self.variant;
        let (mut fold, mut quiet) = (None, None);
        let mut perpetual = Vec::new();
        let mut mates = false;
        let grouped = self.grouped();
        for (number, ending) in variant.endings.iter().enumerate() {
            if grouped.contains(&number) {
                continue;
            }
            let rule = RuleRef::Ending(ending);
            let EndingResult::Player(result) = ending.result else {
                self.survey.refuse(rule, "a result is that of the player to move");
                continue;
            };
            match ending.fact() {
                Some(Fact::Checkmate) => {
                    mates = true;
                    if result != Result::Loss {
                        self.set("checkmateValue", word(result));
                    }
                }
                Some(Fact::Stalemate) => {
                    if result != Result::Draw {
                        self.set("stalemateValue", word(result));
                    }
                }
                Some(Fact::Repetition(times)) => {
                    if fold.is_none_or(|(known, _)| *times < known) {
                        fold = Some((*times, result));
                    }
                }
                Some(Fact::Perpetual { times, giving }) => perpetual.push((*times, *giving, result)),
                Some(Fact::Quiet(plies)) => {
                    if quiet.is_none_or(|known| *plies < known) {
                        quiet = Some(*plies);
                    }
                    if result != Result::Draw {
                        self.survey.refuse(rule, "moves without progress end in a draw");
                    }
                }
                _ => self.when(rule, ending, result),
            }
        }
        self.leave_later_ones(fold.map(|(times, _)| times), quiet);
        let fold = fold.or_else(|| perpetual.first().map(|(times, ..)| (*times, Result::Draw)));
        self.set("nFoldRule", fold.map_or(0, |(times, _)| times).to_string());
        if let Some((_, result)) = fold.filter(|(_, result)| *result != Result::Draw) {
            self.set("nFoldValue", word(result));
        }
        self.set("nMoveRule", quiet.map_or(0, |plies| plies.div_ceil(2)).to_string());
        self.clock();
        self.perpetual(&perpetual, fold.map(|(times, _)| times));
        self.lost_royals(mates);
    }

    /// Leaves out the endings by repetition and by quiet plies that come later than those that are written.
    fn leave_later_ones(&mut self, fold: Option<u32>, quiet: Option<u32>) {
        for ending in &self.variant.endings {
            let is_later = ending.repetition().zip(fold).is_some_and(|(times, known)| times > known)
                || ending.quiet().zip(quiet).is_some_and(|(plies, known)| plies > known);
            if is_later {
                self.survey.leave_aside(RuleRef::Ending(ending), LATER);
            }
        }
    }

    /// Refuses a game in which the loss of a royal does not end the game as in Fairy-Stockfish. `mates` is true if
    /// checkmate ends the game.
    fn lost_royals(&mut self, mates: bool) {
        let variant = self.variant;
        let royal = self.king.or(self.exposed);
        if let Some(id) = royal.filter(|_| !mates) {
            let rule = RuleRef::Royal(id, variant.piece_type(id).royal.unwrap_or(1));
            self.survey.refuse(rule, "checkmate always ends the game");
        }
        if let Some(id) = self.exposed.filter(|id| self.lost_kinds != [*id]) {
            let rule = RuleRef::Royal(id, variant.piece_type(id).royal.unwrap_or(1));
            self.survey.refuse(
                rule,
                "a king that is royal only beside an enemy king loses the game when it is gone",
            );
        }
    }

    fn perpetual(&mut self, all: &[(u32, bool, Result)], fold: Option<u32>) {
        let fits = |(times, giving, result): &(u32, bool, Result)| {
            let wanted = if *giving { Result::Loss } else { Result::Win };
            *result == wanted && Some(*times) == fold
        };
        if all.iter().all(fits) && !all.is_empty() {
            self.set("perpetualCheckIllegal", "true");
        } else {
            for ending in self.variant.endings.iter().filter(|ending| ending.is_perpetual()) {
                self.survey.refuse(
                    RuleRef::Ending(ending),
                    "perpetual check loses at the same repetition at which other positions draw",
                );
            }
        }
    }

    /// Writes the pieces whose moves reset the halfmove clock.
    fn clock(&mut self) {
        let variant = self.variant;
        let types = match &variant.clock.pieces {
            Formula::Leaf(PieceTest::PieceTypes(ids)) => Some(self.letters(ids)),
            Formula::Not(inner) if **inner == PieceFilter::ALL => Some(String::new()),
            Formula::Leaf(_) | Formula::Not(_) | Formula::Every(_) | Formula::AnyOf(_) => None,
        };
        match types {
            Some(types) if types.is_empty() => self.set("nMoveRuleTypes", "-"),
            Some(types) => self.set("nMoveRuleTypes", types),
            None => {
                self.survey
                    .leave_aside(RuleRef::Clock(&variant.clock), "the pieces whose moves reset the clock");
            }
        }
    }

    fn when(&mut self, rule: RuleRef, ending: &Ending, result: Result) {
        let condition = &ending.when;
        if result == Result::Draw && is_material(condition) {
            self.survey.leave_aside(rule, "a draw by insufficient material");
            return;
        }
        let done = condition.leaf().is_some_and(|fact| self.fact(fact, result));
        if !done && self.gone(ending).is_some() {
            self.survey.refuse(
                rule,
                "it counts the pieces of the player who has moved first, and then those of the opponent",
            );
        } else if !done {
            self.survey.refuse(rule, "no option means exactly this ending");
        }
    }

    /// Writes an ending on a single fact. Returns false if there is no option for it.
    fn fact(&mut self, fact: &Fact, result: Result) -> bool {
        if let Fact::Count(PieceCount { pieces, is, number }) = fact {
            self.count(result, pieces, *is, *number)
        } else if let Fact::UsedUp { right, enemy } = fact {
            self.checks_used_up(result, *right, *enemy)
        } else if *fact == Fact::InCheck && result == Result::Loss {
            self.checks = Some(1);
            self.set("checkCounting", "true");
            true
        } else {
            false
        }
    }

    /// Writes an ending that depends on the number of some pieces: the enemy has reached a goal, or all of the pieces
    /// are gone.
    fn count(&mut self, result: Result, pieces: &PieceFilter, is: Compare, number: u32) -> bool {
        let Some(matched) = self.matched(pieces) else { return false };
        let types: Vec<PieceTypeId> = matched.types.iter().copied().collect();
        match (matched.own, matched.zone) {
            (Some(false), Some(zone)) => {
                let reached = (is, number) == (Compare::AtLeast, 1);
                reached && result == Result::Loss && self.goal(&types, zone)
            }
            (Some(true), None) => {
                let gone = match is {
                    Compare::Equal if number == 0 => 0,
                    Compare::Equal | Compare::AtMost => number,
                    Compare::AtLeast | Compare::More | Compare::Less => return false,
                };
                let is_all = matched.types == self.all_types();
                self.extinct(result, (!is_all).then_some(types.as_slice()), gone, is)
            }
            (None, _) | (Some(true), Some(_)) | (Some(false), None) => false,
        }
    }

    pub(super) fn is_set(&self, option: &str) -> bool {
        self.options.iter().any(|(known, _)| known == option)
    }

    /// Writes an ending after a number of checks.
    fn checks_used_up(&mut self, result: Result, right: usize, enemy: bool) -> bool {
        let variant = self.variant;
        let Some(times) = variant.rights.get(right).map(|right| right.times) else { return false };
        let counts = |own: &crate::rules::PieceType| {
            own.arrivals.iter().any(|arrival| {
                arrival.by_itself
                    && arrival.when == Some(Fact::InCheck.into())
                    && arrival.then == [Consequence::Use(right)]
            })
        };
        let is_counted = self.king.is_some_and(|king| counts(variant.piece_type(king)));
        if right != 0 || enemy || result != Result::Loss || !is_counted || times > 9 {
            return false;
        }
        self.checks = Some(times);
        self.set("checkCounting", "true");
        true
    }
}

/// Returns the option value for a result of the side to move.
pub(super) fn word(result: Result) -> &'static str {
    match result {
        Result::Win => "win",
        Result::Loss => "loss",
        Result::Draw => "draw",
    }
}

/// Returns true if a condition depends only on the remaining pieces.
fn is_material(condition: &Condition) -> bool {
    let is_anywhere = |pieces: &PieceFilter| pieces.leaves().all(|test| test.zone().is_none());
    condition.leaves().all(|fact| {
        matches!(fact, Fact::Material(_) | Fact::OneShade(_))
            || fact.count().is_some_and(|count| is_anywhere(&count.pieces))
    })
}
