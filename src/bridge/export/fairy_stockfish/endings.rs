//! Writes the endings. Fairy-Stockfish has options for most of them, but its draws by insufficient material are fixed.

use super::IniWriter;
use crate::base::{ByColor, Color, PieceTypeId, Result, SquareSet};
use crate::rules::{Compare, Condition, Consequence, Ending, PieceFilter, RuleRef, Trigger};

/// The reason for leaving out draws that players claim or arbiters declare.
const LATER: &str = "a longer limit than the one in the file";

impl IniWriter<'_> {
    pub(super) fn endings(&mut self) {
        let variant = self.variant;
        let (mut fold, mut quiet) = (None, None);
        let mut perpetual = Vec::new();
        let mut mates = false;
        for ending in &variant.endings {
            let rule = RuleRef::Ending(ending);
            match &ending.trigger {
                Trigger::Checkmate => {
                    mates = true;
                    if ending.result != Result::Loss {
                        self.set("checkmateValue", word(ending.result));
                    }
                }
                Trigger::Stalemate => {
                    if ending.result != Result::Draw {
                        self.set("stalemateValue", word(ending.result));
                    }
                }
                Trigger::Repetition(times) => {
                    let own = (*times, ending.result);
                    if fold.is_none_or(|(known, _)| own.0 < known) {
                        fold = Some(own);
                    }
                }
                Trigger::Perpetual { times, giving } => perpetual.push((*times, *giving, ending.result)),
                Trigger::Quiet(plies) => {
                    if quiet.is_none_or(|known| *plies < known) {
                        quiet = Some(*plies);
                    }
                    if ending.result != Result::Draw {
                        self.survey.refuse(rule, "moves without progress end in a draw");
                    }
                }
                Trigger::When(condition) => self.when(rule, ending, condition),
            }
        }
        for ending in &variant.endings {
            let is_later = match ending.trigger {
                Trigger::Repetition(times) => fold.is_some_and(|(known, _)| times > known),
                Trigger::Quiet(plies) => quiet.is_some_and(|known| plies > known),
                Trigger::Checkmate | Trigger::Stalemate | Trigger::Perpetual { .. } | Trigger::When(_) => {
                    false
                }
            };
            if is_later {
                self.survey.leave_aside(RuleRef::Ending(ending), LATER);
            }
        }
        let fold = fold.or_else(|| perpetual.first().map(|(times, ..)| (*times, Result::Draw)));
        self.set("nFoldRule", fold.map_or(0, |(times, _)| times).to_string());
        if let Some((_, result)) = fold.filter(|(_, result)| *result != Result::Draw) {
            self.set("nFoldValue", word(result));
        }
        self.set("nMoveRule", quiet.map_or(0, |plies| plies.div_ceil(2)).to_string());
        self.clock();
        self.perpetual(&perpetual, fold.map(|(times, _)| times));
        if self.king.is_some() && !mates {
            let king = self.king.map(|id| (id, variant.piece_type(id)));
            if let Some((id, own)) = king {
                self.survey
                    .refuse(RuleRef::Royal(id, own.royal.unwrap_or(1)), "checkmate always ends the game");
            }
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
            for ending in self.variant.endings.iter().filter(|ending| ending.trigger.is_perpetual()) {
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
            PieceFilter::PieceTypes(ids) => Some(self.letters(ids)),
            PieceFilter::Not(inner) if **inner == PieceFilter::All => Some(String::new()),
            PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::Attacking(_)
            | PieceFilter::AttackedBy(_)
            | PieceFilter::Not(_)
            | PieceFilter::Every(_)
            | PieceFilter::AnyOf(_) => None,
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

    fn when(&mut self, rule: RuleRef, ending: &Ending, condition: &Condition) {
        if ending.result == Result::Draw && is_material(condition) {
            self.survey.leave_aside(rule, "a draw by insufficient material");
            return;
        }
        let done = match condition {
            Condition::Count { pieces, is, number } => self.count(ending.result, pieces, *is, *number),
            Condition::UsedUp { right, enemy } => self.checks_used_up(ending.result, *right, *enemy),
            Condition::InCheck if ending.result == Result::Loss => {
                self.checks = Some(1);
                self.set("checkCounting", "true");
                true
            }
            Condition::InCheck
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Held { .. }
            | Condition::NoOtherMove
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::CanReach(_)
            | Condition::Not(_)
            | Condition::Every(_)
            | Condition::AnyOf(_) => false,
        };
        if !done {
            self.survey.refuse(rule, "no option means exactly this ending");
        }
    }

    /// Writes an ending that depends on the number of some pieces: the enemy has reached a goal, or all of the pieces
    /// are gone.
    fn count(&mut self, result: Result, pieces: &PieceFilter, is: Compare, number: u32) -> bool {
        let parts = match pieces {
            PieceFilter::Every(all) => all.as_slice(),
            other => std::slice::from_ref(other),
        };
        let (mut side, mut types, mut zone) = (None, None, None);
        for part in parts {
            match part {
                PieceFilter::Own => side = Some(true),
                PieceFilter::Enemy => side = Some(false),
                PieceFilter::PieceTypes(ids) => types = Some(ids.clone()),
                PieceFilter::In(own) => zone = Some(own.squares),
                PieceFilter::Royal => types = Some(self.royals()),
                PieceFilter::All
                | PieceFilter::Leader
                | PieceFilter::Beside(_)
                | PieceFilter::Attacking(_)
                | PieceFilter::AttackedBy(_)
                | PieceFilter::Not(_)
                | PieceFilter::Every(_)
                | PieceFilter::AnyOf(_) => return false,
            }
        }
        match (side, types, zone) {
            (Some(false), Some(types), Some(zone)) => {
                let reached = (is, number) == (Compare::AtLeast, 1);
                reached && result == Result::Loss && self.goal(&types, zone)
            }
            (Some(true), types, None) => {
                let gone = match is {
                    Compare::Equal if number == 0 => 0,
                    Compare::Equal | Compare::AtMost => number,
                    Compare::AtLeast => return false,
                };
                self.extinct(result, types.as_deref(), gone, is)
            }
            (None, _, _)
            | (Some(true), _, Some(_))
            | (Some(false), None, _)
            | (Some(false), Some(_), None) => false,
        }
    }

    fn royals(&self) -> Vec<PieceTypeId> {
        let all = self.variant.piece_type_ids().filter(|(_, own)| own.royal.is_some());
        all.map(|(id, _)| id).collect()
    }

    /// Writes a goal for one type of piece of each side.
    fn goal(&mut self, types: &[PieceTypeId], zone: ByColor<SquareSet>) -> bool {
        let own = |color: Color| -> Vec<PieceTypeId> {
            types.iter().copied().filter(|id| self.has(*id, color)).collect()
        };
        let [white, black] = Color::ALL.map(own);
        if white.len() > 1 || black.len() > 1 || self.is_set("flagRegionWhite") {
            return false;
        }
        for (color, ids) in Color::ALL.into_iter().zip([white, black]) {
            let letter = self.letters(&ids);
            if !letter.is_empty() {
                self.set(&format!("flagPiece{}", color.title()), letter);
                let squares = self.squares(*zone.get(color));
                self.set(&format!("flagRegion{}", color.title()), squares);
            }
        }
        true
    }

    /// Writes the loss or win of a side whose pieces are gone.
    fn extinct(&mut self, result: Result, types: Option<&[PieceTypeId]>, number: u32, is: Compare) -> bool {
        if self.is_set("extinctionValue") || is == Compare::Equal && number > 1 && types.is_some() {
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
                    && arrival.when == Some(Condition::InCheck)
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
fn word(result: Result) -> &'static str {
    match result {
        Result::Win => "win",
        Result::Loss => "loss",
        Result::Draw => "draw",
    }
}

/// Returns true if a condition depends only on the remaining pieces.
fn is_material(condition: &Condition) -> bool {
    condition.parts().into_iter().all(|part| match part {
        Condition::Material(_) | Condition::OneShade(_) => true,
        Condition::Count { pieces, .. } => {
            pieces.parts().into_iter().all(|part| !matches!(part, PieceFilter::In(_)))
        }
        Condition::InCheck
        | Condition::EnemyInCheck
        | Condition::FirstOfTurn
        | Condition::LastOfTurn
        | Condition::RoyalsFace
        | Condition::Held { .. }
        | Condition::NoOtherMove
        | Condition::Forks { .. }
        | Condition::Traps { .. }
        | Condition::Empty(_)
        | Condition::UsedUp { .. }
        | Condition::CanReach(_)
        | Condition::Not(_)
        | Condition::Every(_)
        | Condition::AnyOf(_) => false,
    })
}
