//! Puts conditions into words.
//!
//! [`Prose::condition`] is the entry point. Every condition has a positive form and a negative form, and both must be
//! natural sentences, because explanations state the facts that contradict a condition.

use super::{Prose, a, in_words};
use crate::messages::text::join;
use crate::rules::{Action, Compare, Condition, PieceFilter, Proof};

impl Prose<'_> {
    /// Describes a condition as a clause that can follow `if`.
    pub fn condition(&self, condition: &Condition) -> String {
        self.stated(condition, true)
    }

    /// Describes the negation of a condition as a clause.
    pub fn negated(&self, condition: &Condition) -> String {
        self.stated(condition, false)
    }

    /// Describes the lack of other moves. Actions with this condition do not count as moves for each other.
    fn stuck(&self) -> String {
        let asks = |action: &&Action| action.when.as_ref().is_some_and(Condition::requires_no_other_move);
        let names: Vec<String> =
            self.variant.actions.iter().filter(asks).map(|action| format!("`{}`", action.name)).collect();
        match names.len() {
            0 | 1 => "the player has no other legal move".to_owned(),
            _ => format!("the player has no legal move except {}", join(names, "or")),
        }
    }

    /// Describes a condition or, unless it `holds`, its negation.
    fn stated(&self, condition: &Condition, holds: bool) -> String {
        let not = if holds { "" } else { " not" };
        match condition {
            Condition::InCheck => format!("the player is{not} in check"),
            Condition::EnemyInCheck => format!("the enemy is{not} in check"),
            Condition::FirstOfTurn => format!("the move is{not} the first of its turn"),
            Condition::LastOfTurn => format!("the move is{not} the last of its turn"),
            Condition::RoyalsFace if holds => "royals face each other along an open file".to_owned(),
            Condition::RoyalsFace => "no royals face each other along an open file".to_owned(),
            Condition::NoOtherMove if holds => self.stuck(),
            Condition::NoOtherMove => "the player has another legal move".to_owned(),
            Condition::Empty(zone) => format!("{} is{not} empty", in_words(zone)),
            Condition::UsedUp { right, enemy } => {
                let name = self.right(*right);
                let who = if *enemy { "the opponent" } else { "the player" };
                format!("{who} has{not} used up `{name}`")
            }
            Condition::CanReach(inner) => {
                let one = if holds { "a" } else { "no" };
                format!("the player can make {one} move after which {}", self.condition(inner))
            }
            Condition::Not(inner) => self.stated(inner, !holds),
            Condition::Count { pieces, is, number } | Condition::Held { pieces, is, number } => {
                let held = matches!(condition, Condition::Held { .. });
                let count = |is, number| self.number_of(pieces, is, number, held);
                match (is, number) {
                    _ if holds => count(*is, *number),
                    (Compare::AtLeast, 1..) => count(Compare::AtMost, number - 1),
                    (Compare::Equal | Compare::AtMost, 0) => count(Compare::AtLeast, 1),
                    _ => format!("it is not true that {}", count(*is, *number)),
                }
            }
            Condition::Forks { number: 1, pieces } if !holds => {
                format!("it attacks no {} from there", self.pieces(pieces))
            }
            other if !holds => format!("it is not true that {}", self.condition(other)),
            Condition::Forks { number: 1, pieces } => {
                format!("it attacks {} from there", a(&self.pieces(pieces)))
            }
            Condition::Forks { number, pieces } => {
                format!("it attacks {number} {} at once from there", self.many_pieces(pieces))
            }
            Condition::Traps { pieces, proof } => {
                let proof = match proof {
                    Proof::EveryReply => "it can be captured after every reply",
                    Proof::NoSafeMove => "it has no safe square to go to, and nothing attacks its attacker",
                    Proof::NoMove => "it has no legal move",
                    Proof::Attack => "an attack on it is sufficient",
                };
                format!("it traps {} from there ({proof})", a(&self.pieces(pieces)))
            }
            Condition::Material(pairs) => {
                let pairs = pairs.iter().map(|(one, other)| {
                    format!("{} against {}", self.names(one, "and"), self.names(other, "and"))
                });
                format!("the only pieces left are {}", join(pairs, "or"))
            }
            Condition::OneShade(piece_types) => {
                format!("every {} is on squares of the same color", self.names(piece_types, "and"))
            }
            Condition::Every(all) => self.clauses(all, " and "),
            Condition::AnyOf(any) => self.clauses(any, " or "),
        }
    }

    pub fn count(&self, pieces: &PieceFilter, is: Compare, number: u32) -> String {
        self.number_of(pieces, is, number, false)
    }

    /// Describes a number of pieces on the board or in hand.
    pub fn number_of(&self, pieces: &PieceFilter, is: Compare, number: u32, held: bool) -> String {
        let (who, mut one, mut many) = self.had(pieces);
        if held {
            one += " in hand";
            many += " in hand";
        }
        let (is_one, are) = who.map_or(("there is", "there are"), |who| (who, who));
        match (is, number) {
            (Compare::Equal | Compare::AtMost, 0) => format!("{is_one} no {one}"),
            (Compare::Equal, 1) => format!("{is_one} exactly one {one}"),
            (Compare::AtLeast, 1) => format!("{is_one} {}", a(&one)),
            (Compare::AtMost, 1) => format!("{is_one} no more than one {one}"),
            (Compare::Equal, n) => format!("{are} exactly {n} {many}"),
            (Compare::AtLeast, n) => format!("{are} at least {n} {many}"),
            (Compare::AtMost, n) => format!("{are} at most {n} {many}"),
        }
    }

    fn clauses(&self, conditions: &[Condition], joint: &str) -> String {
        let clause = |condition: &Condition| {
            let is_list = matches!(condition, Condition::Every(_) | Condition::AnyOf(_));
            let text = self.condition(condition);
            if is_list && conditions.len() > 1 { format!("({text})") } else { text }
        };
        conditions.iter().map(clause).collect::<Vec<String>>().join(joint)
    }
}
