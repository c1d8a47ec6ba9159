//! Puts every rule of a game into words.
//!
//! [`Prose::rule`] is the entry point. Its match has no wildcard arm, so a new kind of rule cannot be forgotten.

use super::piece_type::events;
use super::{Prose, a, spoken};
use crate::base::Bitboard;
use crate::messages::text::{capital, times};
use crate::rules::{RuleKind, RuleRef, Variant};
use crate::words::rule_kind::{SectionHeading, words};

impl Prose<'_> {
    /// Describes a rule in sentences, without its name, citations, and notes. The list is empty for a rule that needs
    /// no words. An ending is a clause instead of a sentence.
    pub fn rule(&self, rule: RuleRef) -> Vec<String> {
        match rule {
            RuleRef::Board(_) => vec![self.board()],
            RuleRef::Region(zone, _) if zone.squares.white.is_empty() && zone.squares.black.is_empty() => {
                Vec::new()
            }
            RuleRef::Region(zone, _) => vec![format!("{}: {}.", zone.name, self.squares(zone))],
            // A page describes a piece with its moves.
            RuleRef::Piece(..) => Vec::new(),
            RuleRef::Array(array) => vec![array.title.clone()],
            RuleRef::Hands => {
                let hands = self.hands().map(str::to_owned);
                hands.into_iter().chain(self.start_hands()).chain(self.hand_homes()).collect()
            }
            RuleRef::Royal(_, rank) => vec![self.royal(rank)],
            RuleRef::Neutral(id) => {
                let text = match self.variant.piece_type(id).capturable {
                    true => "It belongs to neither side: both may capture it, and no other rule affects it.",
                    false => "It belongs to neither side: it blocks both sides, and no rule affects it.",
                };
                vec![text.to_owned()]
            }
            RuleRef::Points(_, 1) => vec!["It counts one point.".to_owned()],
            RuleRef::Points(_, points) => vec![format!("It counts {points} points.")],
            RuleRef::Moves(_, moves) => self.limits_of(moves),
            RuleRef::Stays(_, zone) => vec![format!("It may not leave {}.", self.place(zone))],
            RuleRef::Arrival(id, arrival) => {
                let also =
                    capital(&format!("{} that brings it there has the same effect.", events(arrival.events)));
                // A brief text names the events in the first sentence.
                let has_more = !self.brief && !arrival.only_events && !arrival.events.is_empty();
                let losses = self.variant.unsaid_royal_losses();
                let is_silent = losses.iter().any(|(own, rule)| *own == id && *rule == arrival);
                let silent = "It does not give check by this effect.".to_owned();
                let further = [has_more.then_some(also), is_silent.then_some(silent)];
                [self.arrival(arrival)].into_iter().chain(further.into_iter().flatten()).collect()
            }
            RuleRef::InHand(id, held) if self.variant.fills_hands() && held != id => {
                vec![format!("In hand it becomes {}.", a(&self.noun(held)))]
            }
            RuleRef::InHand(..) => Vec::new(),
            RuleRef::Right(_, right) => {
                let regained =
                    if right.regained { ", and again after a move that does not use it" } else { "" };
                let sentence = match right.used_up {
                    true => {
                        format!("Each side has it up to {}, and not at first{regained}.", times(right.times))
                    }
                    false => format!("Each side has it {}{regained}.", times(right.times)),
                };
                let clock = "Positions with other numbers of its uses count as repetitions.".to_owned();
                std::iter::once(sentence).chain(right.clock.then_some(clock)).collect()
            }
            RuleRef::Action(action) => vec![self.action(action)],
            RuleRef::FollowUp(rule) => vec![self.follow_up(rule)],
            RuleRef::Castling(castling) if castling.placed => Vec::new(),
            RuleRef::Castling(castling) => vec![self.castling(castling)],
            RuleRef::CastlingRule(rule) => vec![self.castling_rule(rule)],
            RuleRef::Admission(admission) => vec![self.admission(admission)],
            RuleRef::Border(border) => vec![self.border(border)],
            RuleRef::Immunity(immunity) => vec![self.immunity(immunity)],
            RuleRef::MoveRule(rule) => vec![self.move_rule(rule)],
            RuleRef::Royalty(_) => self.royalty().into_iter().collect(),
            RuleRef::FirstMove(_) => vec![self.first_move().to_owned()],
            RuleRef::Turns(_) => self.turns().into_iter().collect(),
            RuleRef::Ending(ending) => vec![self.ending(ending)],
            RuleRef::Clock(_) => vec![self.clock()],
            RuleRef::FenCount(count) => {
                let right = self.right(count.right);
                let first = if count.of_enemy { "Black's" } else { "White's" };
                vec![format!("FENs of {} count the remaining uses of `{right}`, {first} first.", count.name)]
            }
        }
    }

    /// Describes a rule on a page: its sentences with its name, citations, and notes.
    pub fn item(&self, rule: RuleRef) -> Vec<String> {
        let note = self.note(rule.origin(self.variant));
        if let RuleRef::Action(action) = rule {
            let notes = self.notes(action.origin, &action.notes.0).join(" ");
            let (sentence, cites) = self.cited_action(action);
            let text = format!("{}: {sentence}{} {notes}", spoken(&action.name), self.note_of(cites));
            return vec![text.trim_end().to_owned()];
        }
        if let RuleRef::Ending(ending) = rule {
            return vec![format!("{}: {}.{note}", spoken(&ending.name), self.ending(ending))];
        }
        let mut texts = self.rule(rule);
        // A page cites a piece's castling with the moves of the piece.
        let first = texts.first_mut().filter(|_| rule.kind() != RuleKind::Castling);
        first.into_iter().for_each(|text| *text += &note);
        if let (RuleRef::Region(zone, _), Some(text)) = (rule, texts.first_mut()) {
            self.names_of_region(zone).into_iter().for_each(|names| *text += &format!(" {names}"));
        }
        texts
    }

    /// Describes the rules under a heading, one item each.
    pub fn under(&self, heading: SectionHeading) -> Vec<String> {
        let rules = self.variant.rules().into_iter();
        rules
            .filter(|rule| words(rule.kind()).heading == Some(heading))
            .flat_map(|rule| self.item(rule))
            .collect()
    }
}

/// Returns true if a page states the rule. Pages omit defaults.
pub fn is_said(variant: &Variant, rule: RuleRef) -> bool {
    let is_default = matches!(rule.kind(), RuleKind::FirstMove | RuleKind::Clock);
    !is_default || rule.origin(variant).0.end > 0
}
