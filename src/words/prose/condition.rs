//! Conditions in words.

use super::{Prose, a};
use crate::base::PieceTypeId;
use crate::base::text::join;
use crate::rules::{Compare, Condition, Proof};

impl Prose<'_> {
    /// A clause that can follow `if`.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::InCheck => "the player is in check".to_owned(),
            Condition::Count { pieces, is, number } => {
                let (who, one, many) = self.had(pieces);
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
            Condition::NoOtherMove => "the player has no other legal move".to_owned(),
            Condition::Forks { number, pieces } => {
                format!("it attacks {number} {} at once from there", self.many_pieces(pieces))
            }
            Condition::Traps { pieces, proof } => {
                format!("it traps {} from there ({})", a(&self.pieces(pieces)), proof_words(*proof))
            }
            Condition::Empty(zone) => format!("{} is empty", zone.name),
            Condition::Material(pairs) => {
                let side = |piece_types: &[PieceTypeId]| self.names(piece_types, "and");
                let pairs: Vec<String> = pairs
                    .iter()
                    .map(|(one, other)| format!("{} against {}", side(one), side(other)))
                    .collect();
                format!("the only pieces left are {}", join(&pairs, "or"))
            }
            Condition::OneShade(piece_types) => {
                format!("every {} is on a square of the same shade", self.names(piece_types, "and"))
            }
            Condition::CanReach(inner) => {
                format!("the player can make a move after which {}", self.condition(inner))
            }
            Condition::Not(inner) => self.denied(inner),
            Condition::Every(all) => self.clauses(all, "and"),
            Condition::AnyOf(any) => self.clauses(any, "or"),
        }
    }

    /// The negation of a condition.
    fn denied(&self, condition: &Condition) -> String {
        match condition {
            Condition::InCheck => "the player is not in check".to_owned(),
            Condition::NoOtherMove => "the player has another legal move".to_owned(),
            Condition::Empty(zone) => format!("{} is not empty", zone.name),
            Condition::Not(inner) => self.condition(inner),
            Condition::CanReach(inner) => {
                format!("the player can make no move after which {}", self.condition(inner))
            }
            Condition::Count { pieces, is: Compare::AtLeast, number } if *number > 0 => {
                self.condition(&Condition::Count {
                    pieces: pieces.clone(),
                    is: Compare::AtMost,
                    number: number - 1,
                })
            }
            Condition::Count { pieces, is: Compare::Equal | Compare::AtMost, number: 0 } => {
                self.condition(&Condition::Count { pieces: pieces.clone(), is: Compare::AtLeast, number: 1 })
            }
            other => format!("it is not true that {}", self.condition(other)),
        }
    }

    fn clauses(&self, conditions: &[Condition], joint: &str) -> String {
        let words: Vec<String> = conditions
            .iter()
            .map(|condition| match condition {
                Condition::Every(_) | Condition::AnyOf(_) if conditions.len() > 1 => {
                    format!("({})", self.condition(condition))
                }
                condition => self.condition(condition),
            })
            .collect();
        words.join(&format!(" {joint} "))
    }
}

fn proof_words(proof: Proof) -> &'static str {
    match proof {
        Proof::EveryReply => "it can be captured next, whatever the reply",
        Proof::NoSafeMove => "it has no safe square to go to, and nothing attacks its attacker",
        Proof::NoMove => "it has no legal move",
        Proof::Attack => "attacking it is enough",
    }
}
