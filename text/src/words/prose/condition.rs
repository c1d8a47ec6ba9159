//! Puts conditions into words.
//!
//! [`Prose::condition`] is the entry point. Every condition has a positive form and a negative form, and both must be
//! natural sentences, because explanations state the facts that contradict a condition.

use super::Prose;
use crate::base::PieceTypeId;
use crate::messages::text::join;
use crate::rules::{
    Action, Amount, CaptureTest, Compare, Condition, Fact, Formula, PieceCount, PieceFilter, Proof, Total,
    Within,
};

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
        match condition {
            Formula::Leaf(fact) => self.fact(fact, holds),
            Formula::Not(inner) => self.stated(inner, !holds),
            Formula::Every(_) | Formula::AnyOf(_) if !holds => untrue(&self.condition(condition)),
            Formula::Every(all) => self.clauses(all, " and "),
            Formula::AnyOf(any) => self.clauses(any, " or "),
        }
    }

    /// Describes a fact or, unless it `holds`, its negation.
    fn fact(&self, fact: &Fact, holds: bool) -> String {
        let not = if holds { "" } else { " not" };
        match fact {
            Fact::InCheck => format!("the player is{not} in check"),
            Fact::EnemyInCheck => format!("the enemy is{not} in check"),
            Fact::FirstOfTurn => format!("the move is{not} the first of its turn"),
            Fact::LastOfTurn => format!("the move is{not} the last of its turn"),
            Fact::RoyalsFace if holds => "royals face each other along an open file".to_owned(),
            Fact::RoyalsFace => "no royals face each other along an open file".to_owned(),
            Fact::NoOtherMove if holds => self.stuck(),
            Fact::NoOtherMove => "the player has another legal move".to_owned(),
            Fact::Empty(zone) => format!("{} is{not} empty", self.place(zone)),
            Fact::UsedUp { right, enemy } => {
                let name = self.right(*right);
                let who = if *enemy { "the opponent" } else { "the player" };
                format!("{who} has{not} used up `{name}`")
            }
            Fact::CanReach(inner) => {
                let one = if holds { "a" } else { "no" };
                format!("the player can make {one} move after which {}", self.condition(inner))
            }
            Fact::Count(count) => self.counted(count, Within::Board, holds),
            Fact::Held(count) => self.counted(count, Within::Hands, holds),
            Fact::ToMove(color) => format!("{} is{not} to move", color.title()),
            Fact::Turn { is, number } => {
                let (is, not) = flipped(*is, holds);
                format!("the number of the turn is{not} {} {number}", than(is))
            }
            Fact::Captured(test) => {
                let CaptureTest { pieces, by } = &**test;
                let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", self.a_piece(by)));
                match holds {
                    true => format!("the last move captured {}{by}", self.a_piece(pieces)),
                    false => format!("the last move captured no {}{by}", self.pieces(pieces)),
                }
            }
            Fact::Totals { one, is, other } => self.compared(one, *is, other, holds),
            Fact::Checkmate => format!("the player is{not} checkmated"),
            Fact::Stalemate => format!("the player is{not} stalemated"),
            Fact::NoMove if holds => "the player has no legal move".to_owned(),
            Fact::NoMove => "the player has a legal move".to_owned(),
            Fact::Repetition(_) | Fact::Perpetual { .. } | Fact::Quiet(_) if !holds => {
                untrue(&self.fact(fact, true))
            }
            Fact::Repetition(times) => format!("the same position occurs {times} times"),
            Fact::Perpetual { times, giving } => {
                let check =
                    if *giving { "has given check with every move" } else { "was in check at every turn" };
                format!(
                    "the same position occurs {times} times and the player to move {check} since the first"
                )
            }
            Fact::Quiet(plies) => format!("{plies} plies pass without a move that resets the clock"),
            Fact::Forks { number: 1, pieces } if !holds => {
                format!("it attacks no {} from there", self.pieces(pieces))
            }
            Fact::Forks { .. } | Fact::Traps { .. } | Fact::Material(_) | Fact::OneShade(_) if !holds => {
                untrue(&self.fact(fact, true))
            }
            Fact::Forks { number: 1, pieces } => format!("it attacks {} from there", self.a_piece(pieces)),
            Fact::Forks { number, pieces } => {
                format!("it attacks {number} {} at once from there", self.many_pieces(pieces))
            }
            Fact::Traps { pieces, proof } => {
                format!("it traps {} from there ({})", self.a_piece(pieces), proof_words(*proof))
            }
            Fact::Material(pairs) => {
                let pairs = pairs.iter().map(|(one, other)| {
                    format!("{} against {}", self.counted_names(one), self.counted_names(other))
                });
                format!("the only pieces left are {}", join(pairs, "or"))
            }
            Fact::OneShade(piece_types) => {
                format!("every {} is on squares of the same color", self.names(piece_types, "and"))
            }
        }
    }

    /// Lists the names of pieces, with their number if there are several of one type.
    fn counted_names(&self, pieces: &[PieceTypeId]) -> String {
        let mut types: Vec<PieceTypeId> = Vec::new();
        for id in pieces {
            if !types.contains(id) {
                types.push(*id);
            }
        }
        if types.len() == pieces.len() {
            return self.names(pieces, "and");
        }
        let name = |id: &PieceTypeId| match pieces.iter().filter(|other| *other == id).count() {
            1 => self.names(&[*id], "and"),
            number => format!("{number} {}", self.many_names(&[*id], "and")),
        };
        join(types.iter().map(name), "and")
    }

    /// Describes a number of pieces or, unless it `holds`, its negation.
    fn counted(&self, count: &PieceCount, within: Within, holds: bool) -> String {
        let PieceCount { pieces, is, number } = count;
        let count = |is, number| self.number_of(pieces, is, number, within);
        match (is, number) {
            _ if holds => count(*is, *number),
            (Compare::AtLeast, 1..) => count(Compare::AtMost, number - 1),
            (Compare::Equal | Compare::AtMost, 0) => count(Compare::AtLeast, 1),
            _ => untrue(&count(*is, *number)),
        }
    }

    /// Describes a comparison of a sum with a number or with another sum or, unless it `holds`, its negation.
    fn compared(&self, one: &Amount, is: Compare, other: &Amount, holds: bool) -> String {
        match (one, other) {
            (Amount::Total(one), Amount::Number(number)) if !one.points => {
                let count = PieceCount { pieces: one.pieces.clone(), is, number: *number };
                self.counted(&count, one.within, holds)
            }
            (Amount::Total(one), Amount::Total(other)) if !one.points && !other.points => {
                let [one, other] = [one, other].map(|total| self.summed(total));
                match flipped(is, holds) {
                    (Compare::Equal, not) => format!("there are{not} as many {one} as {other}"),
                    (Compare::AtLeast, _) => format!("there are at least as many {one} as {other}"),
                    (Compare::AtMost, _) => format!("there are at most as many {one} as {other}"),
                    (Compare::More, _) => format!("there are more {one} than {other}"),
                    (Compare::Less, _) => format!("there are fewer {one} than {other}"),
                }
            }
            (Amount::Number(_) | Amount::Total(_) | Amount::Uses { .. }, _) => {
                let (is, not) = flipped(is, holds);
                format!("{} are{not} {} {}", self.amount(one), than(is), self.amount(other))
            }
        }
    }

    /// Describes the pieces of a sum.
    fn summed(&self, total: &Total) -> String {
        self.many_pieces(&total.pieces) + place(total.within)
    }

    /// Describes an amount.
    pub(super) fn amount(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::Total(total) if total.points => format!("the points of {}", self.summed(total)),
            Amount::Total(total) => format!("the number of {}", self.summed(total)),
            Amount::Uses { right, enemy } => {
                let who = if *enemy { "the opponent's" } else { "the player's" };
                format!("{who} remaining uses of `{}`", self.right(*right))
            }
        }
    }

    /// Describes a number of pieces on the board or in hand.
    pub fn number_of(&self, pieces: &PieceFilter, is: Compare, number: u32, within: Within) -> String {
        let place = place(within);
        let (who, phrases) = self.had(pieces);
        let [one, a_piece, many] = phrases.map(|phrase| phrase + place);
        let (is_one, are) = who.map_or(("there is", "there are"), |who| (who, who));
        match (is, number) {
            (Compare::Equal | Compare::AtMost, 0) => format!("{is_one} no {one}"),
            (Compare::Equal, 1) => format!("{is_one} exactly one {one}"),
            (Compare::AtLeast, 1) => format!("{is_one} {a_piece}"),
            (Compare::AtMost, 1) => format!("{is_one} no more than one {one}"),
            (Compare::Equal, n) => format!("{are} exactly {n} {many}"),
            (Compare::AtLeast, n) => format!("{are} at least {n} {many}"),
            (Compare::AtMost, n) => format!("{are} at most {n} {many}"),
            (Compare::More, n) => format!("{are} more than {n} {many}"),
            (Compare::Less, n) => format!("{are} fewer than {n} {many}"),
        }
    }

    fn clauses(&self, conditions: &[Condition], joint: &str) -> String {
        let clause = |condition: &Condition| {
            let is_list = matches!(condition, Formula::Every(_) | Formula::AnyOf(_));
            let text = self.condition(condition);
            if is_list && conditions.len() > 1 { format!("({text})") } else { text }
        };
        conditions.iter().map(clause).collect::<Vec<String>>().join(joint)
    }
}

/// Returns the words for the places of pieces that are counted.
fn place(within: Within) -> &'static str {
    match within {
        Within::Board => "",
        Within::Hands => " in hand",
        Within::BoardAndHands => " on the board or in hand",
    }
}

/// Returns the comparison that holds if this one does not, or the same one with the word " not".
fn flipped(is: Compare, holds: bool) -> (Compare, &'static str) {
    match is {
        _ if holds => (is, ""),
        Compare::Equal => (is, " not"),
        Compare::AtLeast => (Compare::Less, ""),
        Compare::AtMost => (Compare::More, ""),
        Compare::More => (Compare::AtMost, ""),
        Compare::Less => (Compare::AtLeast, ""),
    }
}

fn than(is: Compare) -> &'static str {
    match is {
        Compare::Equal => "exactly",
        Compare::AtLeast => "at least",
        Compare::AtMost => "at most",
        Compare::More => "more than",
        Compare::Less => "less than",
    }
}

fn untrue(clause: &str) -> String {
    format!("it is not true that {clause}")
}

fn proof_words(proof: Proof) -> &'static str {
    match proof {
        Proof::EveryReply => "it can be captured after every reply",
        Proof::NoSafeMove => "it has no safe square to go to, and nothing attacks its attacker",
        Proof::NoMove => "it has no legal move",
        Proof::Attack => "an attack on it is sufficient",
    }
}
