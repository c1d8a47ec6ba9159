//! Reading what happens to a piece where it arrives.

use super::scope::Scope;
use crate::base::Result as GameResult;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::statement::{Cursor, Read};
use crate::rules::{Arrival, Consequence, Displaced, Occupied, Origin, PieceFilter};

/// The words that begin a consequence.
#[rustfmt::skip]
const CONSEQUENCES: [&str; 12] = [
    "becomes", "become", "goes", "go", "draw", "win", "loss", "exchanges", "exchange", "vanishes", "vanish", "draws",
];

impl Scope<'_> {
    /// After `arriving`: `at REGION: [may] CONSEQUENCE, ...`
    pub(super) fn arrival(&self, cursor: &mut Cursor, span: Span, inside: Option<&str>) -> Read<Arrival> {
        let pieces = if inside.is_none() { self.pieces(cursor)? } else { PieceFilter::All };
        let leaving = cursor.eat_all(&["at", "or", "leaving"]);
        if !leaving {
            cursor.keyword("at")?;
        }
        let zone = self.zone(cursor)?;
        cursor.symbol(":")?;
        let may = cursor.eat("may");
        let mut then: Vec<Consequence> = Vec::new();
        loop {
            let place = cursor.span();
            let next = self.consequence(cursor, inside)?;
            // One piece cannot do the same twice, nor become two things.
            if then.iter().any(|done| std::mem::discriminant(done) == std::mem::discriminant(&next)) {
                return Err(Diagnostic::error("said-twice", place, "this happens twice in one arrival").help(
                    "write each consequence once; `becomes one of [A, B]` leaves the choice to the player",
                ));
            }
            then.push(next);
            if !cursor.eat_symbol(",") {
                break;
            }
        }
        Ok(Arrival { pieces, zone, leaving, may, then, origin: Origin(span) })
    }

    fn consequence(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<Consequence> {
        match cursor.one_of("a consequence of an arrival", &CONSEQUENCES)? {
            "becomes" | "become" => {
                if !cursor.eat_all(&["one", "of"]) {
                    return Ok(Consequence::Become(vec![self.one_piece_type(cursor, inside)?]));
                }
                let Some(mut inner) = cursor.list() else {
                    return Err(cursor.expected("a list of pieces in brackets"));
                };
                let mut piece_types = Vec::new();
                while !inner.is_done() {
                    piece_types.push(self.one_piece_type(&mut inner, inside)?);
                }
                if piece_types.is_empty() {
                    return Err(inner.expected("at least one piece"));
                }
                Ok(Consequence::Become(piece_types))
            }
            "goes" | "go" => {
                ["to", "home", "of"].into_iter().try_for_each(|word| cursor.keyword(word))?;
                let home_of = self.one_piece_type(cursor, inside)?;
                let remove = if cursor.eat("removing") { Some(self.pieces(cursor)?) } else { None };
                let otherwise =
                    if cursor.eat_all(&["or", "nearest"]) { Displaced::Nearest } else { Displaced::Illegal };
                Ok(Consequence::Send { home_of, occupied: Occupied { remove, otherwise } })
            }
            "exchanges" | "exchange" => {
                cursor.keyword("with")?;
                Ok(Consequence::Exchange(self.pieces(cursor)?))
            }
            "vanishes" | "vanish" => Ok(Consequence::Vanish),
            word => {
                let result = match word {
                    "win" => GameResult::Win,
                    "loss" => GameResult::Loss,
                    _ => GameResult::Draw,
                };
                cursor.keyword("by")?;
                let (reason, _) = cursor.word("the name of the rule, given as the reason")?;
                Ok(Consequence::End { result, reason: reason.to_string() })
            }
        }
    }
}
