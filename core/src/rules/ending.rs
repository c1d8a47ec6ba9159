//! Endings: the rules that end a game.
//!
//! An [`Ending`] has a [`Condition`] and an [`EndingResult`]. Its condition may contain facts about legal moves and
//! about the history of the game. If several endings apply, the first one decides the game.

use super::{Condition, Fact, Formula, Likely, Logic, Origin, PieceFilter, Recurrence};
use crate::base::{Color, Outcome, Result};
use serde::{Deserialize, Serialize};

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The name of the rule, which is also the reason in the outcome.
    pub name: String,
    #[serde(rename = "trigger", with = "trigger")]
    pub when: Condition,
    pub result: EndingResult,
    /// True if the ending applies only when the player to move claims it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

/// The result that an ending states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingResult {
    Wins(Color),
    /// A result for the player to move.
    #[serde(untagged)]
    Player(Result),
}

impl EndingResult {
    /// Returns the winner if `turn` is to move.
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self {
            EndingResult::Wins(color) => Some(color),
            EndingResult::Player(result) => result.winner(turn),
        }
    }

    /// Returns the result for the player to move if it is the same for both sides.
    pub fn for_player(self) -> Option<Result> {
        if let EndingResult::Player(result) = self { Some(result) } else { None }
    }

    pub fn is_draw(self) -> bool {
        self == EndingResult::Player(Result::Draw)
    }
}

impl Ending {
    /// Returns the outcome of the ending if this side is to move.
    pub fn outcome(&self, turn: Color) -> Outcome {
        Outcome { winner: self.result.winner(turn), reason: self.name.clone() }
    }

    /// Returns the fact if the ending depends on this single fact.
    pub fn fact(&self) -> Option<&Fact> {
        self.when.leaf()
    }

    /// Returns true if the ending depends only on this fact, and always has this result for the player to move.
    pub fn is(&self, fact: &Fact, result: Result) -> bool {
        self.fact() == Some(fact) && self.result == EndingResult::Player(result)
    }

    /// Returns the condition if it depends neither on the legal moves nor on the history of the game.
    pub fn condition(&self) -> Option<&Condition> {
        (!self.when.leaves().any(|fact| fact.is_of_moves() || fact.is_past())).then_some(&self.when)
    }

    /// Returns true if the ending depends on earlier positions: repetition or quiet plies.
    pub fn is_past(&self) -> bool {
        self.when.leaves().any(Fact::is_past)
    }

    /// Returns true if the ending depends on repetition.
    pub fn is_repetition(&self) -> bool {
        self.when.leaves().any(Fact::is_repetition)
    }

    /// Returns the least number of quiet plies on which the ending depends.
    pub fn least_quiet(&self) -> Option<u32> {
        let quiet = |fact: &Fact| if let Fact::Quiet(plies) = fact { Some(*plies) } else { None };
        self.when.leaves().filter_map(quiet).min()
    }

    /// Returns true if the ending depends on the legal moves, as checkmate and stalemate do.
    pub fn is_of_moves(&self) -> bool {
        self.when.leaves().any(Fact::is_of_moves)
    }

    /// Returns true if the ending depends on the legal moves, and can apply to a position that has some.
    pub fn spares_moves(&self) -> bool {
        let likely = |fact: &Fact| if fact.is_of_moves() { Likely::No } else { Likely::Perhaps };
        self.is_of_moves() && self.when.eval(&likely) != Likely::No
    }

    /// Returns true if the ending depends on perpetual check.
    pub fn is_perpetual(&self) -> bool {
        self.when.leaves().any(|fact| matches!(fact, Fact::Perpetual { .. }))
    }

    /// Returns the number of quiet plies after which the ending applies, if it depends on nothing else.
    pub fn quiet(&self) -> Option<u32> {
        if let Some(Fact::Quiet(plies)) = self.fact() { Some(*plies) } else { None }
    }

    /// Returns the number of occurrences at which the ending applies, if it depends on nothing else.
    pub fn repetition(&self) -> Option<u32> {
        if let Some(Fact::Repetition(times)) = self.fact() { Some(*times) } else { None }
    }

    /// Returns the part of the truth of the condition that the recurrence of a position determines.
    pub fn recurs(&self, turn: Color, recurrence: Recurrence) -> Likely {
        self.when.eval(&|fact| fact.recurs(turn, recurrence).map_or(Likely::Perhaps, Likely::always))
    }
}

/// The form of a condition in the compiled rules: a single fact about moves or the history stands alone, and all other
/// conditions follow the word `when`.
mod trigger {
    use super::{Condition, Fact, Formula};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Trigger<C> {
        When(C),
        #[serde(untagged)]
        Fact(Box<Fact>),
    }

    pub fn serialize<S: Serializer>(when: &Condition, to: S) -> Result<S::Ok, S::Error> {
        match when {
            Formula::Leaf(fact) if fact.is_of_moves() || fact.is_past() => {
                Trigger::<&Condition>::Fact(Box::new(fact.clone())).serialize(to)
            }
            Formula::Leaf(_) | Formula::Not(_) | Formula::Every(_) | Formula::AnyOf(_) => {
                Trigger::When(when).serialize(to)
            }
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Condition, D::Error> {
        Ok(match Trigger::deserialize(from)? {
            Trigger::When(when) => when,
            Trigger::Fact(fact) => Formula::Leaf(*fact),
        })
    }
}

/// The rule on moves that reset the clock of quiet plies. Captures always reset it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRule {
    /// The pieces whose moves reset the clock.
    pub pieces: PieceFilter,
}
