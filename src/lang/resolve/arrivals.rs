//! Reading what happens to a piece where it arrives.

use super::cursor::{Cursor, Read};
use super::scope::Scope;
use crate::base::Result as GameResult;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::syntax::{Item, ItemKind};
use crate::rules::{Arrival, Consequence, Displaced, Occupied, Origin, PieceFilter};

impl Scope {
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
                return Err(Box::new(
                    Diagnostic::error("said-twice", place, "this is the second of its kind in one arrival")
                        .help("a piece becomes one thing; write `becomes one of [A, B]` to leave the choice to its player"),
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
        const WORDS: [&str; 12] = [
            "becomes",
            "become",
            "goes",
            "go",
            "draw",
            "win",
            "loss",
            "exchanges",
            "exchange",
            "vanishes",
            "vanish",
            "draws",
        ];
        match cursor.one_of("what happens then", &WORDS)? {
            "becomes" | "become" => {
                if !cursor.eat_all(&["one", "of"]) {
                    return Ok(Consequence::Become(vec![self.one_piece_type(cursor, inside)?]));
                }
                let Some(Item { kind: ItemKind::List(items), span }) = cursor.peek() else {
                    return Err(cursor.expected("a list of pieces in brackets"));
                };
                cursor.next();
                let mut inner = Cursor::new(items, *span);
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
                cursor.keyword("to")?;
                cursor.keyword("home")?;
                cursor.keyword("of")?;
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
