//! Puts the rules that belong to no piece into words: check, hands, castling, turns, the clock, and move rules.
//!
//! Each function describes one kind of rule; `rule` calls them all.

use super::piece_type::threats;
use super::{Prose, a, result};
use crate::base::{Color, Square};
use crate::messages::text::{capital, commas, join, plural};
use crate::rules::{
    Admission, Binding, Border, CaptureHand, Castling, CastlingRule, Ending, EndingResult, Fact, First,
    FollowUp, Following, Force, Formula, Immunity, MoveProperty, MoveRule, PieceTest, StepClass, Turns, Zone,
};

impl Prose<'_> {
    /// Describes check in one sentence. Returns `None` for a game without royal pieces.
    pub fn royalty(&self) -> Option<String> {
        self.variant.piece_types.iter().find(|piece_type| piece_type.royal.is_some())?;
        let binding = match self.variant.royalty.binds {
            Binding::Never => "There is no check: royal pieces can be captured like any other piece.",
            Binding::Always => "A player may not leave a royal piece under attack.",
            Binding::OneRoyal => {
                "A player with one royal piece may not leave it under attack; with more than one, each can be captured like any other piece."
            }
            Binding::Leader => {
                "A player may not leave the leader, the highest royal piece the side has left, under attack."
            }
            Binding::AllRoyals => "A player may not leave all their royal pieces under attack.",
        };
        let facing = match self.variant.royalty.facing {
            true => " Royal pieces may not face each other along an open file.",
            false => "",
        };
        let mutual = match self.variant.royalty.mutual {
            true => " This does not apply to a player whose opponent has no royal piece left.",
            false => "",
        };
        Some(format!("{binding}{mutual}{facing}"))
    }

    /// Describes the fate of captured pieces in one sentence. Returns `None` for a game without hands.
    pub fn hands(&self) -> Option<&'static str> {
        let takes_own = self.variant.takes_own();
        let text = match (self.variant.captures_leave, self.variant.captures_to) {
            (true, _) => {
                "Captured pieces leave the game; the hands hold only the pieces that they have at the start."
            }
            (false, CaptureHand::Captor) if takes_own => {
                "Captured enemy pieces change sides and go to the hand of the player who captured them; captured own \
                 pieces leave the game."
            }
            (false, CaptureHand::Captor) => {
                "Captured pieces change sides and go to the hand of the player who captured them."
            }
            (false, CaptureHand::CaptorOfAny) => {
                "All captured pieces go to the hand of the player who captured them; enemy pieces change sides."
            }
            (false, CaptureHand::Owner) => "Captured pieces return to the hand of their owner.",
        };
        self.variant.hands.then_some(text)
    }

    /// Lists the pieces in hand at the start in one sentence. Returns `None` if there are none.
    pub fn start_hands(&self) -> Option<String> {
        let of = |color: Color| {
            let own = self.variant.start_hands.iter().filter(|(piece, _)| piece.color == color);
            let named = own.map(|(piece, number)| match number {
                1 => self.noun(piece.piece_type),
                number => format!("{} ({number})", self.noun(piece.piece_type)),
            });
            commas(named.collect::<Vec<String>>())
        };
        let or_nothing = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
        let [white, black] = Color::ALL.map(of);
        match self.variant.start_hands.is_empty() {
            true => None,
            // If both sides have the same pieces, one list is enough.
            false if white == black => Some(format!("At the start each player has in hand: {white}.")),
            false => {
                let [white, black] = [white, black].map(or_nothing);
                Some(format!("At the start White has in hand: {white}; Black: {black}."))
            }
        }
    }

    /// Describes the home squares of pieces that start in hand. Returns `None` if the rules name no such home.
    pub fn hand_homes(&self) -> Option<String> {
        let homes = self.variant.hand_homes.iter().map(|(square, piece)| {
            let (side, noun) = (piece.color.title(), self.noun(piece.piece_type));
            format!("{side}'s {noun} on {}", self.variant.board.name(*square))
        });
        let homes = join(homes, "and");
        let text = format!("A piece that is dropped on its home square counts as unmoved: {homes}.");
        (!self.variant.hand_homes.is_empty()).then_some(text)
    }

    /// Defines the leader in one sentence if rules mention leaders and the sentence about check does not define them.
    pub fn leader(&self, is_mentioned: bool) -> Option<&'static str> {
        let is_open = is_mentioned && self.variant.royalty.binds != Binding::Leader;
        is_open.then_some("The leader of a side is the highest royal piece it has left.")
    }

    /// Describes castling by squares.
    pub fn castling_rule(&self, rule: &CastlingRule) -> String {
        let name = |square: Square| self.variant.board.name(square);
        let (king, partner) = (self.noun(rule.pieces.0), self.noun(rule.pieces.1));
        let on = |zone: &Option<Zone>| {
            zone.as_ref().map_or(String::new(), |zone| format!(" in {}", self.place(zone)))
        };
        let side = match rule.side {
            Some(-1) => " to its left",
            Some(_) => " to its right",
            None => "",
        };
        let [(king_to, partner_to), black] = Color::ALL.map(|color| *rule.to.get(color));
        let attacks = if rule.attacked { "; these squares may be attacked" } else { "" };
        let when =
            rule.when.as_ref().map(|when| format!(" only if {}", self.condition(when))).unwrap_or_default();
        format!(
            "{}{} and {}{side}{} may castle{when}: the {king} goes to {} and the {partner} to {} (Black's to {} and {}). \
             The squares that they cross, and those to which they go, must be empty except for the two{attacks}.",
            a(&king),
            on(&rule.on.0),
            a(&partner),
            on(&rule.on.1),
            name(king_to),
            name(partner_to),
            name(black.0),
            name(black.1),
        )
    }

    pub fn castling(&self, castling: &Castling) -> String {
        let name = |square: Square| self.variant.board.name(square);
        let names = |squares: &[Square]| join(squares.iter().map(|square| name(*square)), "and");
        let Castling { king, partner, letter, .. } = castling;
        let ways = [king, partner].map(|(from, to)| format!("{} to {}", name(*from), name(*to)));
        let mut text =
            format!("{}: {} (`{letter}` in the FEN)", castling.color.title(), ways.join(", with "));
        if !castling.empty.is_empty() {
            text += &format!("; {} must be empty", names(&castling.empty));
        }
        if !castling.safe.is_empty() {
            text += &format!("; {} must not be attacked", names(&castling.safe));
        }
        if let Some(when) = &castling.when {
            text += &format!("; only if {}", self.condition(when));
        }
        text + "."
    }

    /// Describes the conditions common to all castlings in one sentence. Returns `None` for a game without castling.
    pub fn castling_terms(&self) -> Option<String> {
        let castlings = &self.variant.castlings;
        castlings.first()?;
        // If one castling does not require safety, each rule states its own squares.
        let safe = castlings.iter().all(|c| c.safe.contains(&c.king.0) && c.safe.contains(&c.king.1));
        let check = if safe { ", and castling out of, through, or into check is not allowed" } else { "" };
        Some(format!("Neither piece may have moved{check}."))
    }

    /// States the side that moves first in one sentence.
    pub fn first_move(&self) -> &'static str {
        match self.variant.first {
            First::White => "White moves first.",
            First::Black => "Black moves first.",
            First::Dice => "Dice decide who moves first.",
        }
    }

    /// Describes the number of moves in a turn. Returns `None` if every turn has one move.
    pub fn turns(&self) -> Option<String> {
        let Turns { moves, first, more, check_ends, .. } = self.variant.turns.as_ref()?;
        let number = |number: u8| plural(usize::from(number), "move");
        let mut text = match (moves.white == moves.black, more) {
            (true, 0) => format!("A turn has {}.", number(moves.white)),
            (true, more) => {
                format!(
                    "The first turn has {}, and each turn {more} more than the one before.",
                    number(moves.white)
                )
            }
            (false, _) => {
                format!("White's turn has {}, Black's {}.", number(moves.white), number(moves.black))
            }
        };
        if let Some(first) = first {
            text += &format!(" The first turn of the game has {}.", number(*first));
        }
        if *check_ends {
            text += " A check ends the turn.";
        }
        Some(text)
    }

    /// Describes the events that reset the clock in one sentence.
    pub fn clock(&self) -> String {
        if matches!(&self.variant.clock.pieces, Formula::Leaf(PieceTest::PieceTypes(none)) if none.is_empty())
        {
            return "Captures reset the clock.".to_owned();
        }
        let pieces = self.pieces(&self.variant.clock.pieces);
        format!("Captures and moves of a {pieces} reset the clock.")
    }

    pub(super) fn admission(&self, admission: &Admission) -> String {
        format!("May enter {}: {}.", self.place(&admission.zone), self.pieces(&admission.pieces))
    }

    pub fn border(&self, border: &Border) -> String {
        let class = match border.by {
            StepClass::Orthogonal => "orthogonal",
            StepClass::Diagonal => "diagonal",
        };
        let (zone, pieces) = (self.place(&border.zone), self.pieces(&border.pieces));
        format!("Only {class} steps can cross the border of {zone} ({pieces}).")
    }

    pub fn immunity(&self, immunity: &Immunity) -> String {
        format!("Immune to {}: {}.", threats(&immunity.to), self.pieces(&immunity.pieces))
    }

    /// Describes a rule that requires or forbids moves.
    pub fn move_rule(&self, rule: &MoveRule) -> String {
        let when = rule.when.as_ref().map(|when| format!("When {}, ", self.condition(when)));
        // The pieces that move are always the player's own.
        let by = rule.by.as_ref().map_or_else(|| "a player".to_owned(), |by| a(&self.pieces_of_player(by)));
        let property = match &rule.property {
            MoveProperty::Capture(Formula::Leaf(PieceTest::All)) => "capture".to_owned(),
            MoveProperty::Capture(pieces) => {
                let prose = Prose { except: " except", ..*self };
                format!("capture {}", prose.a_piece(pieces))
            }
            MoveProperty::Move => "move".to_owned(),
            MoveProperty::Lose(pieces) => format!("lose {}", self.a_piece(pieces)),
            MoveProperty::Check => "give check".to_owned(),
            MoveProperty::Checkmate => "give checkmate".to_owned(),
            MoveProperty::Castle => "castle".to_owned(),
            MoveProperty::Drop(Formula::Leaf(PieceTest::All)) => "drop a piece".to_owned(),
            MoveProperty::Drop(pieces) => format!("drop {}", self.a_piece(pieces)),
            MoveProperty::Pass => "pass".to_owned(),
            MoveProperty::Reach(condition) => {
                format!("move so that afterwards {}", self.condition(condition))
            }
        };
        let text = match rule.force {
            Force::MustIfCan if rule.by.is_none() => format!("a player who can {property} must do so"),
            Force::MustIfCan => format!("{by} that can {property} must do so"),
            Force::MayNot => format!("{by} may not {property}"),
        };
        match when {
            Some(when) => format!("{when}{text}."),
            None => format!("{}.", capital(&text)),
        }
    }

    /// Describes a follow-up of a move.
    pub fn follow_up(&self, rule: &FollowUp) -> String {
        let must = if rule.may { "may" } else { "must, if possible," };
        let condition = rule.when.as_ref().map(|when| self.condition(when));
        let when = condition.as_ref().map(|when| format!(" and {when}")).unwrap_or_default();
        let what = match &rule.act {
            Following::Drop(piece_types) => {
                let names = a(&self.names(piece_types, "or"));
                format!("{must} drop {names} from hand on the square that it left")
            }
            Following::Leave(piece_types) => {
                format!(
                    "{must} put {} on the square that it left",
                    a(&format!("new {}", self.names(piece_types, "or")))
                )
            }
            Following::Advance(pieces) => {
                format!(
                    "{must} move {} one square forward, as its owner sees it, to an empty square",
                    self.a_piece(pieces)
                )
            }
            Following::Put { piece_type, zone, more, ahead } => {
                let (piece, place) = (self.noun(*piece_type), self.place(zone));
                let one =
                    if *more { format!("one more {piece} on an") } else { format!("the {piece} on another") };
                let reach = if *ahead { " to which the piece that has moved could move next" } else { "" };
                format!("{must} put {one} empty square of {place}{reach}")
            }
        };
        match rule.leaving() {
            Some((pieces, zone, first)) => {
                let time = if first { " for the first time" } else { "" };
                let pieces = self.a_piece(pieces);
                let way = "by its own move or by castling";
                format!("When {pieces} leaves {}{time}, {way}{when}, the player {what}.", self.place(zone))
            }
            None => {
                let when = condition.map(|when| format!(" when {when}")).unwrap_or_default();
                format!("After every move{when}, the player {what}.")
            }
        }
    }

    pub fn ending(&self, ending: &Ending) -> String {
        let when = match ending.fact() {
            Some(Fact::Checkmate) => "in check without a legal move".to_owned(),
            Some(Fact::Stalemate) => "not in check but without a legal move".to_owned(),
            _ => self.condition(&ending.when),
        };
        let player = "the player to move";
        match (ending.claimed, ending.result) {
            (false, EndingResult::Player(own)) => format!("when {when}, {}", result(player, own)),
            (false, EndingResult::Wins(color)) => format!("when {when}, {} wins", color.title()),
            (true, EndingResult::Player(own)) => format!("when {when}, {player} may claim a {}", own.name()),
            (true, EndingResult::Wins(color)) => {
                format!("when {when}, {player} may claim a win for {}", color.title())
            }
        }
    }
}
