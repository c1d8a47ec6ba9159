//! Writes endings by goals, which are squares that a piece must reach, and races to a goal.

use super::IniWriter;
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, Result, SquareSet};
use crate::rules::{Compare, Condition, Ending, EndingResult, Fact, PieceCount};

/// A position in a race to a goal, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
struct ContestPosition {
    /// The player has a piece in the goal.
    own: bool,
    enemy: bool,
    /// The enemy is the side that moves first in the game.
    enemy_began: bool,
    can_reach: bool,
    in_check: bool,
}

impl ContestPosition {
    /// Iterates over all positions.
    fn all() -> impl Iterator<Item = ContestPosition> {
        (0..32_u8).map(|bits| {
            let bit = |at: u8| bits >> at & 1 == 1;
            ContestPosition {
                own: bit(0),
                enemy: bit(1),
                enemy_began: bit(2),
                can_reach: bit(3),
                in_check: bit(4),
            }
        })
    }

    /// Returns the result of a race of kings in Fairy-Stockfish, in which Black has one more move to equalize.
    fn usual(self) -> Option<Result> {
        match (self.own, self.enemy) {
            (true, true) => Some(Result::Draw),
            (true, false) => Some(Result::Win),
            (false, true) => (!self.enemy_began || self.in_check || !self.can_reach).then_some(Result::Loss),
            (false, false) => None,
        }
    }
}

/// The pieces that race, and their goal.
struct Contest {
    types: Vec<PieceTypeId>,
    goal: ByColor<SquareSet>,
}

impl IniWriter<'_> {
    /// Writes a race: a player wins who is in the goal after the next move of the opponent. Returns the numbers of its
    /// endings.
    pub(super) fn contest(&mut self) -> Vec<usize> {
        let variant = self.variant;
        let Some(contest) = variant.endings.iter().find_map(|ending| self.contest_of(ending)) else {
            return Vec::new();
        };
        let some =
            ContestPosition { own: true, enemy: true, enemy_began: true, can_reach: true, in_check: true };
        let conditions = variant.endings.iter().enumerate().filter_map(|(number, ending)| {
            let condition = ending.condition()?;
            self.contest_holds(&contest, condition, some)?;
            Some((number, condition, ending.result.for_player()?))
        });
        let endings: Vec<(usize, &Condition, Result)> = conditions.collect();
        let result = |at: ContestPosition| {
            let holds = |(_, condition, _): &&(usize, &Condition, Result)| {
                self.contest_holds(&contest, condition, at) == Some(true)
            };
            endings.iter().find(holds).map(|(.., result)| *result)
        };
        let is_king = self.king.is_some_and(|king| contest.types == [king]);
        let bans_check = variant.move_rules.iter().any(crate::rules::MoveRule::bans_check);
        let is_usual = match is_king {
            true => {
                let mut all = ContestPosition::all().filter(|at| !(bans_check && at.in_check));
                all.all(|at| result(at) == at.usual())
            }
            false => endings.len() == 1,
        };
        let is_written = is_usual && self.goal(&contest.types, contest.goal);
        if !is_written {
            return Vec::new();
        }
        self.set("flagMove", "true");
        endings.into_iter().map(|(number, ..)| number).collect()
    }

    /// Returns the race in which this ending is the victory.
    fn contest_of(&self, ending: &Ending) -> Option<Contest> {
        let count = ending.fact()?.count()?;
        (count.is == Compare::AtLeast && count.number == 1).then_some(())?;
        let matched = self.matched(&count.pieces)?;
        let is_own = ending.result == EndingResult::Player(Result::Win) && matched.own == Some(true);
        Some(Contest { types: matched.types.into_iter().collect(), goal: matched.zone.filter(|_| is_own)? })
    }

    /// Returns true if a condition holds in a position of a race, or `None` if it depends on anything else.
    fn contest_holds(&self, contest: &Contest, condition: &Condition, at: ContestPosition) -> Option<bool> {
        condition.eval(&|fact| self.contest_fact(contest, fact, at))
    }

    fn contest_fact(&self, contest: &Contest, fact: &Fact, at: ContestPosition) -> Option<bool> {
        if *fact == Fact::InCheck {
            return Some(at.in_check);
        }
        if let Fact::CanReach(inner) = fact {
            let reached = |own: bool| self.contest_holds(contest, inner, ContestPosition { own, ..at });
            return (reached(true) == Some(true) && reached(false) == Some(false)).then_some(at.can_reach);
        }
        let PieceCount { pieces, is, number } = fact.count()?;
        let matched = self.matched(pieces)?;
        let (own, zone) = (matched.own?, matched.zone?);
        matched.types.iter().eq(&contest.types).then_some(())?;
        let there = match own {
            true if zone == contest.goal => at.own,
            false if zone == contest.goal => at.enemy,
            // The goal of White alone shows which side the enemy is.
            false if zone.white == contest.goal.white && !zone.black.meets(contest.goal.black) => {
                at.enemy && at.enemy_began
            }
            true | false => return None,
        };
        match (is, number) {
            (Compare::AtLeast, 1) => Some(there),
            (Compare::Equal | Compare::AtMost, 0) => Some(!there),
            (Compare::AtLeast | Compare::Equal | Compare::AtMost | Compare::More | Compare::Less, _) => None,
        }
    }

    /// Writes a goal for one type of piece of each side.
    pub(super) fn goal(&mut self, types: &[PieceTypeId], zone: ByColor<SquareSet>) -> bool {
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
}
