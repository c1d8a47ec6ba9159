//! The rules that belong to no piece, in words.

use super::piece_type::threats;
use super::{Prose, a};
use crate::base::text::{join, times};
use crate::base::{Result, Square};
use crate::rules::{Act, Action, Binding, Castling, Duty, Ending, StepClass, Target, Trigger};

impl Prose<'_> {
    /// What check means, as a sentence; nothing in a game without royal pieces.
    pub(crate) fn royalty(&self) -> Option<String> {
        let royals = self.variant.piece_types.iter().filter(|piece_type| piece_type.royal.is_some()).count();
        if royals == 0 {
            return None;
        }
        let binding = match self.variant.royalty.binds {
            Binding::Never => "There is no check: royal pieces can be captured like any other piece.",
            Binding::Always => "A player may not leave a royal piece under attack.",
            Binding::OneRoyal => {
                "A player with one royal piece may not leave it under attack; with more than one, they can be captured like any other piece."
            }
            Binding::Leader => {
                "A player may not leave the leader, the highest royal piece the side has left, under attack."
            }
            Binding::AllRoyals => "A player may not leave all royal pieces of the side under attack.",
        };
        let facing = if self.variant.royalty.facing {
            " Royal pieces may not face each other along an open file."
        } else {
            ""
        };
        Some(format!("{binding}{facing}"))
    }

    /// What becomes of captured pieces, as a sentence; nothing in a game without hands.
    pub(crate) fn hands(&self) -> Option<&'static str> {
        let text = "Captured pieces change sides and go to the hand of the player who captured them.";
        self.variant.hands.then_some(text)
    }

    /// Who the leader is, as a sentence, if the rules mention one and have not said so already.
    pub(crate) fn leader<'t>(&self, mut rules: impl Iterator<Item = &'t String>) -> Option<&'static str> {
        let said = self.variant.royalty.binds == Binding::Leader;
        let named = |rule: &String| rule.split(|c: char| !c.is_alphabetic()).any(|word| word == "leader");
        (!said && rules.any(named)).then_some("The leader of a side is the highest royal piece it has left.")
    }

    /// How a castling goes, as a sentence.
    pub(crate) fn castling(&self, castling: &Castling) -> String {
        let name = |square: Square| self.variant.board.name(square).to_owned();
        let names = |squares: &[Square]| join(&squares.iter().copied().map(name).collect::<Vec<_>>(), "and");
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

    /// What every castling requires, as a sentence; nothing in a game without castling.
    pub(crate) fn castling_terms(&self) -> Option<String> {
        let castlings = &self.variant.castlings;
        if castlings.is_empty() {
            return None;
        }
        let mut text = "Neither piece may have moved".to_owned();
        if castlings.iter().all(|c| c.safe.contains(&c.king.0) && c.safe.contains(&c.king.1)) {
            text += ", and castling out of, through, or into check is not allowed";
        }
        Some(text + ".")
    }

    /// An action, as a sentence.
    pub(crate) fn action(&self, action: &Action) -> String {
        let must = match action.duty {
            Duty::May => "A player may",
            Duty::MustIfCan => "A player who can must",
            Duty::Must => "A player must",
        };
        let mut text = format!("{must} {}", self.act(&action.act));
        if let Some(right) = action.right.and_then(|index| self.variant.rights.get(index)) {
            text += &match right.times {
                1 => ", once per game".to_owned(),
                n => format!(", up to {} per game", times(n)),
            };
        }
        if let Some(condition) = &action.when {
            text += &format!(", when {}", self.condition(condition));
        }
        if let Some(condition) = &action.provided {
            text += &format!(", provided that {}", self.condition(condition));
        }
        text + "."
    }

    fn act(&self, act: &Act) -> String {
        match act {
            Act::Place { pieces, to, removing, becomes } => {
                let target = match to {
                    Target::Zone(zone) => format!("on any square of {}", zone.name),
                    Target::HomeOf(piece_type) => {
                        format!("on a home square of the {}", self.name(*piece_type).to_lowercase())
                    }
                };
                let onto = match removing {
                    None => " that is empty".to_owned(),
                    Some(pieces) => {
                        format!(" that is empty or holds {}, which is removed", a(&self.pieces(pieces)))
                    }
                };
                let becomes = becomes.map_or(String::new(), |piece_type| {
                    format!("; it becomes {}", a(&self.name(piece_type).to_lowercase()))
                });
                format!("place {} {target}{onto}{becomes}", a(&self.pieces(pieces)))
            }
            Act::Exchange { pieces, with, except_to } => {
                let except: String = except_to
                    .iter()
                    .map(|(pieces, zone)| {
                        format!(" (but not if this puts {} on {})", a(&self.pieces(pieces)), zone.name)
                    })
                    .collect();
                format!("exchange {} with {}{except}", a(&self.pieces(pieces)), a(&self.pieces(with)))
            }
            Act::Drop { piece_types, to, not_with, not_mating } => {
                let mut text = format!(
                    "drop {} from hand on an empty square of {}",
                    a(&self.names(piece_types, "or")),
                    to.name
                );
                if let Some(pieces) = not_with {
                    text += &format!(", not on a file with {}", a(&self.pieces(pieces)));
                }
                if *not_mating {
                    text += ", but not to give checkmate";
                }
                text
            }
            Act::Pass => "pass".to_owned(),
        }
    }

    /// Which pieces may enter which zones, borders, and immunities, a sentence each.
    pub(crate) fn bounds(&self) -> Vec<String> {
        let admissions = self.variant.admissions.iter().map(|admission| {
            let cites = self.variant.cites.note(admission.origin);
            format!("May enter {}: {}.{cites}", admission.zone.name, self.pieces(&admission.pieces))
        });
        let borders = self.variant.borders.iter().map(|border| {
            let class = match border.by {
                StepClass::Orthogonal => "orthogonal",
                StepClass::Diagonal => "diagonal",
            };
            format!(
                "The border of {} can only be crossed by {class} steps ({}).{}",
                border.zone.name,
                self.pieces(&border.pieces),
                self.variant.cites.note(border.origin)
            )
        });
        let immunities = self.variant.immunities.iter().map(|immunity| {
            let cites = self.variant.cites.note(immunity.origin);
            format!(
                "Immune to {}: {}.{cites}",
                join(&threats(&immunity.to), "and"),
                self.pieces(&immunity.pieces)
            )
        });
        admissions.chain(borders).chain(immunities).collect()
    }

    /// An ending, as a sentence.
    pub(crate) fn ending(&self, ending: &Ending) -> String {
        let when = match &ending.trigger {
            Trigger::Checkmate => "when in check without a legal move".to_owned(),
            Trigger::Stalemate => "when not in check but without a legal move".to_owned(),
            Trigger::Repetition(times) => format!("when the same position occurs {times} times"),
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
