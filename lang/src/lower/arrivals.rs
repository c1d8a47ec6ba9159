//! Lowering of rules about arrivals, captures, and automatic effects.
//!
//! [`Scope::arrival`], [`Scope::capture`], and [`Scope::automatic_effect`] each read one kind of statement. They share
//! the list of consequences after the colon.

use super::conditions::Moment;
use super::scope::Scope;
use crate::base::Result as GameResult;
use crate::base::source::Span;
use crate::betza;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{
    Arrival, Consequence, Displaced, Near, Notation, Occupied, Origin, PieceFilter, StepClass,
};
use crate::statement::{Cursor, Read};

/// The kind of a consequence.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ArrivalVerb {
    Become,
    Go,
    End(GameResult),
    Exchange,
    Vanish,
    Lose,
    Use,
    Clear,
}

/// The words that begin a consequence. Words with one meaning are neighbors.
#[rustfmt::skip]
pub(super) const CONSEQUENCES: [(&str, ArrivalVerb); 18] = [
    ("becomes", ArrivalVerb::Become), ("become", ArrivalVerb::Become), ("goes", ArrivalVerb::Go), ("go", ArrivalVerb::Go),
    ("win", ArrivalVerb::End(GameResult::Win)), ("loss", ArrivalVerb::End(GameResult::Loss)),
    ("exchanges", ArrivalVerb::Exchange), ("exchange", ArrivalVerb::Exchange), ("vanishes", ArrivalVerb::Vanish), ("vanish", ArrivalVerb::Vanish),
    ("draw", ArrivalVerb::End(GameResult::Draw)), ("draws", ArrivalVerb::End(GameResult::Draw)), ("loses", ArrivalVerb::Lose), ("lose", ArrivalVerb::Lose),
    ("uses", ArrivalVerb::Use), ("use", ArrivalVerb::Use), ("removes", ArrivalVerb::Clear), ("remove", ArrivalVerb::Clear),
];

impl Scope<'_> {
    /// Reads a rule after `arriving`: `at REGION: [may] CONSEQUENCE, ...`.
    pub(super) fn arrival(&self, cursor: &mut Cursor, span: Span, inside: Option<&str>) -> Read<Arrival> {
        let pieces = if inside.is_none() { self.pieces(cursor)? } else { PieceFilter::ALL };
        let way = if inside.is_some() && cursor.eat("by") { Some(way(cursor)?) } else { None };
        let leaving = cursor.eat("at or leaving");
        let zone = match leaving || cursor.eat("at") {
            true => self.zone(cursor)?,
            false if way.is_some() => self.whole_board(),
            false => return Err(cursor.expected("`at`")),
        };
        let entering = !leaving && cursor.eat("from outside");
        let place = cursor.span();
        let by_exchange = cursor.eat_symbol(",");
        let mut exchange_origin = Origin(span);
        if by_exchange {
            cursor.keyword("also by exchange")?;
            let marks = cursor.span();
            if !cursor.marks()?.is_empty() {
                exchange_origin = Origin(place.to(marks));
            }
        }
        let when = cursor.eat("when").then(|| self.condition(cursor, Moment::ByItself)).transpose()?;
        cursor.symbol(":")?;
        let may = cursor.eat("may");
        let then = self.consequences(cursor, inside)?;
        // An exchange can affect two pieces at once, and the move text has room for one choice only.
        if by_exchange && leaves_choice(may, &then) {
            let message = "an effect of an exchange cannot offer a choice";
            return Err(Diagnostic::new(Code::ChoiceByItself, place, message)
                .help("name one effect, or leave out `also by exchange`"));
        }
        let entered = Arrival {
            pieces,
            leaving,
            entering,
            by_exchange,
            way,
            when,
            ..Arrival::plain(zone, then, Origin(span))
        };
        Ok(Arrival { may, exchange_origin, ..entered })
    }

    /// Reads a rule after `capturing`: `PIECES [by PIECES] [at [or leaving] SQUARES]: [may] CONSEQUENCE, ...`.
    /// Inside the block of a piece, the rule applies to captures by that piece.
    pub(super) fn capture(&self, cursor: &mut Cursor, span: Span, inside: Option<&str>) -> Read<Arrival> {
        let capturing = Some(self.pieces(cursor)?);
        let by = inside.is_none() && cursor.eat("by");
        let pieces = if by { self.pieces(cursor)? } else { PieceFilter::ALL };
        let leaving = cursor.eat("at or leaving");
        let zone = if leaving || cursor.eat("at") { self.zone(cursor)? } else { self.whole_board() };
        let when = cursor.eat("when").then(|| self.condition(cursor, Moment::ByItself)).transpose()?;
        cursor.symbol(":")?;
        let may = cursor.eat("may");
        let then = self.consequences(cursor, inside)?;
        Ok(Arrival { pieces, leaving, when, capturing, may, ..Arrival::plain(zone, then, Origin(span)) })
    }

    /// Reads a rule after `by`: `itself [PIECES] [when CONDITION]: CONSEQUENCE, ...`.
    pub(super) fn automatic_effect(
        &self,
        cursor: &mut Cursor,
        span: Span,
        inside: Option<&str>,
    ) -> Read<Arrival> {
        cursor.keyword("itself")?;
        let pieces = if inside.is_none() { self.pieces(cursor)? } else { PieceFilter::ALL };
        let zone = match cursor.eat("in") {
            true => self.zone(cursor)?,
            false => self.whole_board(),
        };
        let when = cursor.eat("when").then(|| self.condition(cursor, Moment::ByItself)).transpose()?;
        cursor.symbol(":")?;
        let place = cursor.span();
        let asks = cursor.eat("may");
        let then = self.consequences(cursor, inside)?;
        if leaves_choice(asks, &then) {
            let message = "an effect `by itself` cannot offer a choice";
            return Err(Diagnostic::new(Code::ChoiceByItself, place, message)
                .help("name one effect; for a choice, write an `arriving` rule or an `action`"));
        }
        Ok(Arrival { pieces, by_itself: true, when, ..Arrival::plain(zone, then, Origin(span)) })
    }

    fn consequences(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<Vec<Consequence>> {
        let mut then: Vec<Consequence> = Vec::new();
        cursor.entries(|cursor| {
            let place = cursor.span();
            let next = self.consequence(cursor, inside)?;
            // A rule cannot have the same effect twice, except that a side can lose several rights, and pieces
            // can be removed from several places.
            let may_repeat = next.is_about_rights() || matches!(next, Consequence::Clear(..));
            let is_same = |done: &Consequence| match may_repeat {
                true => *done == next,
                false => std::mem::discriminant(done) == std::mem::discriminant(&next),
            };
            if then.iter().any(is_same) {
                let help = "write each effect once; `becomes one of [A, B]` leaves the choice to the player";
                let message = "this effect occurs twice in one rule";
                return Err(Diagnostic::new(Code::SaidTwice, place, message).help(help));
            }
            if next.has_alternatives() && then.iter().any(Consequence::has_alternatives) {
                let help = "name one piece, or leave one of the two choices out";
                let message = "this is a second choice in one rule, and a move names only one";
                return Err(Diagnostic::new(Code::SaidTwice, place, message).help(help));
            }
            then.push(next);
            Ok(())
        })?;
        Ok(then)
    }

    fn consequence(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<Consequence> {
        match cursor.one_of("a consequence", &CONSEQUENCES)? {
            ArrivalVerb::Become => {
                let (piece_types, is_choice) = self.forms(cursor, inside)?;
                match is_choice && cursor.eat("that are lost") {
                    true => Ok(Consequence::Regain(piece_types)),
                    false => Ok(Consequence::Become(piece_types)),
                }
            }
            ArrivalVerb::Go => {
                cursor.keyword("to home of")?;
                let home_of = self.one_piece_type(cursor, inside)?;
                let remove = if cursor.eat("removing") { Some(self.pieces(cursor)?) } else { None };
                let otherwise =
                    if cursor.eat("or nearest") { Displaced::Nearest } else { Displaced::Illegal };
                Ok(Consequence::Send { home_of, occupied: Occupied { remove, otherwise } })
            }
            ArrivalVerb::Exchange => {
                cursor.keyword("with")?;
                Ok(Consequence::Exchange(self.pieces(cursor)?))
            }
            ArrivalVerb::Clear => {
                let pieces = self.pieces(cursor)?;
                Ok(Consequence::Clear(pieces, self.near(cursor)?))
            }
            ArrivalVerb::Vanish => Ok(Consequence::Vanish),
            ArrivalVerb::Use => Ok(Consequence::Use(self.right(cursor)?)),
            ArrivalVerb::Lose => Ok(Consequence::Lose(self.right(cursor)?)),
            ArrivalVerb::End(result) => {
                cursor.keyword("by")?;
                let (reason, _) = cursor.word("the name of the rule, given as the reason")?;
                Ok(Consequence::End { result, reason: reason.to_string() })
            }
        }
    }

    /// Reads the place of an effect: `around`, `ahead`, `behind`, `between it and PIECES [orthogonally |
    /// diagonally]`, or `where it crosses PIECES`.
    fn near(&self, cursor: &mut Cursor) -> Read<Near> {
        let places = [("around", 0), ("ahead", 1), ("behind", 2), ("between", 3), ("where", 4)];
        Ok(match cursor.one_of("a place such as `around`", &places)? {
            0 => Near::Around,
            1 => Near::Ahead,
            2 => Near::Behind,
            3 => {
                cursor.keyword("it and")?;
                let pieces = self.pieces(cursor)?;
                let classes = [("orthogonally", StepClass::Orthogonal), ("diagonally", StepClass::Diagonal)];
                let class = classes.into_iter().find(|(word, _)| cursor.eat(word)).map(|(_, class)| class);
                Near::Between(pieces, class)
            }
            _ => {
                cursor.keyword("it crosses")?;
                Near::Crossing(self.pieces(cursor)?)
            }
        })
    }
}

/// Returns true if the player has a choice in a rule about arrivals.
fn leaves_choice(may: bool, then: &[Consequence]) -> bool {
    may || then.iter().any(Consequence::has_alternatives)
}

/// Reads the notation of a kind of move, and returns its canonical form.
fn way(cursor: &mut Cursor) -> Read<Notation> {
    let (text, span) = cursor.notation()?;
    match betza::read(text, span) {
        (Some(meaning), _) => Ok(meaning.canonical),
        (None, problems) => Err(problems.into_iter().next().unwrap_or_else(|| cursor.expected("moves"))),
    }
}
