//! The rules that are no piece's own, in words.

use super::kind::threats;
use super::{Prose, a, list};
use crate::base::{Result, Square};
use crate::rules::{Act, Binding, Castling, Duty, Ending, StepClass, Target, Trigger, Turn};

impl Prose<'_> {
    /// When check binds, as a sentence; nothing in a game without royals.
    pub fn royalty(&self) -> Option<String> {
        let royals = self.variant.kinds.iter().filter(|kind| kind.royal.is_some()).count();
        if royals == 0 {
            return None;
        }
        let binding = match self.variant.royalty.binds {
            Binding::Never => "Check binds nobody: royals are captured like other men.",
            Binding::Always => "No royal may be left attacked.",
            Binding::OneRoyal => {
                "A player with a single royal may not leave it attacked; with more, they are captured like other men."
            }
            Binding::Leader => "The highest royal a side has left, its leader, may not be left attacked.",
            Binding::AllRoyals => "A player may not leave all his royals attacked.",
        };
        let facing = if self.variant.royalty.facing {
            " Royals may not face each other along an open file."
        } else {
            ""
        };
        Some(format!("{binding}{facing}"))
    }

    /// What becomes of captured men, as a sentence; nothing in a game without hands.
    pub fn hands(&self) -> Option<&'static str> {
        let text = "Captured men change sides and go to the captor's hand.";
        self.variant.hands.then_some(text)
    }

    /// Who the leader is, as a sentence, for rules that speak of one; nothing where it has been said already.
    pub fn leader<'t>(&self, mut rules: impl Iterator<Item = &'t String>) -> Option<&'static str> {
        let said = self.variant.royalty.binds == Binding::Leader;
        let named = |rule: &String| rule.split(|c: char| !c.is_alphabetic()).any(|word| word == "leader");
        (!said && rules.any(named)).then_some("The leader of a side is the highest royal it has left.")
    }

    /// How a castling goes, as a sentence.
    pub fn castling(&self, castling: &Castling) -> String {
        let name = |square: Square| self.variant.board.name(square).to_owned();
        let names = |squares: &[Square]| list(&squares.iter().copied().map(name).collect::<Vec<_>>(), "and");
        let mut text = format!(
            "{}: {} to {}, with {} to {} (`{}` in the FEN)",
            castling.color.title(),
            name(castling.king.0),
            name(castling.king.1),
            name(castling.partner.0),
            name(castling.partner.1),
            castling.letter,
        );
        if !castling.empty.is_empty() {
            text += &format!("; {} must be empty", names(&castling.empty));
        }
        if !castling.safe.is_empty() {
            text += &format!("; {} must not be attacked", names(&castling.safe));
        }
        text + "."
    }

    /// What every castling asks for, as a sentence; nothing in a game without.
    pub fn castling_terms(&self) -> Option<String> {
        let castlings = &self.variant.castlings;
        if castlings.is_empty() {
            return None;
        }
        let mut text = "Neither of the two men may have moved before".to_owned();
        if castlings.iter().all(|c| c.safe.contains(&c.king.0) && c.safe.contains(&c.king.1)) {
            text += "; not while in check, and not through or into check";
        }
        Some(text + ".")
    }

    /// A kind of turn, as a sentence.
    pub fn turn(&self, turn: &Turn) -> String {
        let must = match turn.duty {
            Duty::May => "A player may",
            Duty::MustIfCan => "A player who can must",
            Duty::Must => "A player must",
        };
        let mut text = format!("{must} {}", self.act(&turn.act));
        if let Some(right) = turn.right.and_then(|index| self.variant.rights.get(index)) {
            text += &match right.times {
                1 => ", once in the game".to_owned(),
                2 => ", twice in the game".to_owned(),
                n => format!(", {n} times in the game"),
            };
        }
        if let Some(condition) = &turn.when {
            text += &format!(", when {}", self.condition(condition));
        }
        if let Some(condition) = &turn.provided {
            text += &format!(", provided that {}", self.condition(condition));
        }
        text + "."
    }

    fn act(&self, act: &Act) -> String {
        match act {
            Act::Place { men, to, removing, becomes } => {
                let target = match to {
                    Target::Zone(zone) => format!("to any square of {}", zone.name),
                    Target::HomeOf(kind) => format!("to the home of the {}", self.name(*kind).to_lowercase()),
                };
                let onto = match removing {
                    None => " that is empty".to_owned(),
                    Some(men) => format!(" that is empty or holds {}, which is removed", a(&self.men(men))),
                };
                let becomes = becomes.map_or(String::new(), |kind| {
                    format!("; it becomes {}", a(&self.name(kind).to_lowercase()))
                });
                format!("put {} {target}{onto}{becomes}", a(&self.men(men)))
            }
            Act::Exchange { men, with, except_to } => {
                let except: String = except_to
                    .iter()
                    .map(|(men, zone)| {
                        format!(" (but not so that {} comes to {})", a(&self.men(men)), zone.name)
                    })
                    .collect();
                format!("exchange {} with {}{except}", a(&self.men(men)), a(&self.men(with)))
            }
            Act::Drop { kinds, to, not_with, not_mating } => {
                let mut text = format!(
                    "put {} from his hand on an empty square of {}",
                    a(&self.names(kinds, "or")),
                    to.name
                );
                if let Some(men) = not_with {
                    text += &format!(", not on a file with {}", a(&self.men(men)));
                }
                if *not_mating {
                    text += ", not giving checkmate by it";
                }
                text
            }
            Act::Pass => "pass".to_owned(),
        }
    }

    /// Who may enter what, what borders there are, and what cannot be done to whom, a sentence each.
    pub fn bounds(&self) -> Vec<String> {
        let admissions = self.variant.admissions.iter().map(|admission| {
            let cites = self.variant.cites.note(admission.origin);
            format!("Into {} may go: {}.{cites}", admission.zone.name, self.men(&admission.men))
        });
        let borders = self.variant.borders.iter().map(|border| {
            let class = match border.by {
                StepClass::Orthogonal => "straight",
                StepClass::Diagonal => "diagonal",
            };
            format!(
                "The border of {} is crossed by {class} steps only ({}).{}",
                border.zone.name,
                self.men(&border.men),
                self.variant.cites.note(border.origin)
            )
        });
        let immunities = self.variant.immunities.iter().map(|immunity| {
            let cites = self.variant.cites.note(immunity.origin);
            format!("Safe from {}: {}.{cites}", list(&threats(&immunity.to), "and"), self.men(&immunity.men))
        });
        admissions.chain(borders).chain(immunities).collect()
    }

    /// An ending, as a sentence.
    pub fn ending(&self, ending: &Ending) -> String {
        let when = match &ending.trigger {
            Trigger::Checkmate => "in check and without a legal move".to_owned(),
            Trigger::Stalemate => "without a legal move, but not in check".to_owned(),
            Trigger::Repetition(times) => format!("when a position occurs {times} times"),
            Trigger::Quiet(plies) => format!("when {plies} plies pass without a move that resets the clock"),
            Trigger::When(condition) => format!("when {}", self.condition(condition)),
        };
        let result = match ending.result {
            Result::Win => "the player to move wins",
            Result::Loss => "the player to move loses",
            Result::Draw => "the game is drawn",
        };
        format!("{when}, {result}")
    }
}
