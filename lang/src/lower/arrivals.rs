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
    Amount, Arrival, Consequence, Displaced, Event, Events, Fate, Near, Notation, Occupied, Origin,
    PieceFilter, StepClass,
};
use crate::statement::{Cursor, Read};

/// The kind of a consequence.
#[derive(Clone, Copy, PartialEq)]
enum ArrivalVerb {
    Become,
    Go,
    End(GameResult),
    Exchange,
    Vanish,
    Lose,
    Use,
    Gain,
    Set,
    Clear,
    Convert,
    Change,
    Push,
}

/// The words that begin a consequence. Words with one meaning are neighbors.
#[rustfmt::skip]
const CONSEQUENCES: [(&str, ArrivalVerb); 28] = [
    ("becomes", ArrivalVerb::Become), ("become", ArrivalVerb::Become), ("goes", ArrivalVerb::Go), ("go", ArrivalVerb::Go),
    ("win", ArrivalVerb::End(GameResult::Win)), ("loss", ArrivalVerb::End(GameResult::Loss)),
    ("exchanges", ArrivalVerb::Exchange), ("exchange", ArrivalVerb::Exchange), ("vanishes", ArrivalVerb::Vanish), ("vanish", ArrivalVerb::Vanish),
    ("draw", ArrivalVerb::End(GameResult::Draw)), ("draws", ArrivalVerb::End(GameResult::Draw)), ("loses", ArrivalVerb::Lose), ("lose", ArrivalVerb::Lose),
    ("uses", ArrivalVerb::Use), ("use", ArrivalVerb::Use), ("removes", ArrivalVerb::Clear), ("remove", ArrivalVerb::Clear),
    ("converts", ArrivalVerb::Convert), ("convert", ArrivalVerb::Convert), ("changes", ArrivalVerb::Change), ("change", ArrivalVerb::Change),
    ("pushes", ArrivalVerb::Push), ("push", ArrivalVerb::Push), ("gains", ArrivalVerb::Gain), ("gain", ArrivalVerb::Gain),
    ("sets", ArrivalVerb::Set), ("set", ArrivalVerb::Set),
];

impl Scope<'_> {
    /// Reads a rule after `arriving`: `at REGION: [may] CONSEQUENCE, ...`.
    pub(super) fn arrival(&self, cursor: &mut Cursor, span: Span, inside: Option<&str>) -> Read<Arrival> {
        let pieces = if inside.is_none() { self.pieces(cursor)? } else { PieceFilter::ALL };
        let by = cursor.eat("by");
        let way = if by && inside.is_some() && cursor.clone().betza().is_some() {
            Some(way(cursor)?)
        } else {
            None
        };
        let only_events = by && way.is_none();
        let mut events = if only_events { events(cursor)? } else { Events::default() };
        let leaving = !only_events && cursor.eat("at or leaving");
        let zone = match leaving || cursor.eat("at") {
            true => self.zone(cursor)?,
            false if by => self.whole_board(),
            false => return Err(cursor.expected("`at`")),
        };
        let entering = !leaving && !only_events && cursor.eat("from outside");
        let place = cursor.span();
        let mut event_origin = Origin(span);
        if !only_events && cursor.eat_symbol(",") {
            cursor.keyword("also by")?;
            events = self::events(cursor)?;
            let marks = cursor.span();
            if !cursor.marks()?.is_empty() {
                event_origin = Origin(place.to(marks));
            }
        }
        let when = cursor.eat("when").then(|| self.condition(cursor, Moment::ByItself)).transpose()?;
        cursor.symbol(":")?;
        let may = cursor.eat("may");
        let then = self.consequences(cursor, inside)?;
        // An event can affect two pieces at once, and the move text has room for one choice only.
        if let Some(event) = events.iter().last().filter(|_| leaves_choice(may, &then)) {
            let (a, word) = (if event == Event::Castling { "" } else { "a " }, event.word());
            let a = if event == Event::Exchange { "an " } else { a };
            let message = format!("an effect of {a}{word} cannot offer a choice");
            let help = match only_events {
                true => "name one effect".to_owned(),
                false => format!("name one effect, or leave out `also by {word}`"),
            };
            return Err(Diagnostic::new(Code::ChoiceByItself, place, message).help(help));
        }
        let entered = Arrival {
            pieces,
            leaving,
            entering,
            events,
            only_events,
            way,
            when,
            ..Arrival::plain(zone, then, Origin(span))
        };
        Ok(Arrival { may, event_origin, ..entered })
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
            // A rule cannot have the same effect twice, except that a side can lose several rights, pieces can be
            // removed from several places, and a piece can go to the hand of the side to which it changes.
            let may_repeat = next.is_about_rights()
                || matches!(next, Consequence::Clear(..) | Consequence::Others(..) | Consequence::Itself(_));
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
                if cursor.eat("to hand") {
                    return Ok(Consequence::Itself(Fate::InOwnersHand));
                }
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
                let near = self.near(cursor)?;
                Ok(if cursor.eat("to hands of owners") {
                    Consequence::Others(Fate::InOwnersHand, pieces, near)
                } else if cursor.eat("to hand") {
                    Consequence::Others(Fate::InHand, pieces, near)
                } else {
                    Consequence::Clear(pieces, near)
                })
            }
            ArrivalVerb::Convert => {
                let pieces = self.pieces(cursor)?;
                Ok(Consequence::Others(Fate::ChangesSides, pieces, self.near(cursor)?))
            }
            ArrivalVerb::Push => {
                let pieces = self.pieces(cursor)?;
                Ok(Consequence::Others(Fate::Pushed, pieces, self.near(cursor)?))
            }
            ArrivalVerb::Change => {
                cursor.keyword("sides")?;
                Ok(Consequence::Itself(Fate::ChangesSides))
            }
            ArrivalVerb::Vanish => Ok(Consequence::Vanish),
            ArrivalVerb::Use => Ok(Consequence::Use(self.right(cursor)?)),
            ArrivalVerb::Lose => Ok(Consequence::Lose(self.right(cursor)?)),
            ArrivalVerb::Gain => Ok(Consequence::Gain(self.right(cursor)?)),
            ArrivalVerb::Set => self.setting(cursor),
            ArrivalVerb::End(result) => {
                cursor.keyword("by")?;
                let (reason, _) = cursor.word("the name of the rule, given as the reason")?;
                Ok(Consequence::End { result, reason: reason.to_string() })
            }
        }
    }

    /// Reads the rest of an effect that begins with `sets`: `RIGHT to (NUMBER | [the number of] PIECES | uses of RIGHT)`.
    fn setting(&self, cursor: &mut Cursor) -> Read<Consequence> {
        let right = self.right(cursor)?;
        cursor.keyword("to")?;
        if !cursor.is_number() {
            cursor.eat("the number of");
            return Ok(Consequence::Set(right, self.amount(cursor)?));
        }
        let (number, span) = cursor.number("a number of uses")?;
        let most = self.game.rights.get(right).map_or(0, |right| right.times);
        if number > u32::from(most) {
            let message = format!("this right has at most {most} uses");
            return Err(Diagnostic::new(Code::BadNumber, span, message)
                .help("name a smaller number, or declare the right with more uses"));
        }
        Ok(Consequence::Set(right, Amount::Number(number)))
    }

    /// Reads the place of an effect: `around`, `ahead`, `behind`, `between it and PIECES [orthogonally |
    /// diagonally]`, `where it crosses PIECES`, or `that it attacks`.
    fn near(&self, cursor: &mut Cursor) -> Read<Near> {
        let places = [("around", 0), ("ahead", 1), ("behind", 2), ("between", 3), ("where", 4), ("that", 5)];
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
            4 => {
                cursor.keyword("it crosses")?;
                Near::Crossing(self.pieces(cursor)?)
            }
            _ => {
                cursor.keyword("it attacks")?;
                Near::Attacked
            }
        })
    }
}

/// Reads the events by which a piece arrives: `castling`, or a list such as `[castling, drop]`.
fn events(cursor: &mut Cursor) -> Read<Events> {
    let words = Event::ALL.map(|event| (event.word(), event));
    let mut events = Events::default();
    let mut add = |cursor: &mut Cursor| {
        events.insert(cursor.one_of("an event", &words)?);
        Ok(())
    };
    match cursor.list() {
        Some(mut list) => {
            list.entries(&mut add)?;
            list.finish()?;
        }
        None => add(cursor)?,
    }
    Ok(events)
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
