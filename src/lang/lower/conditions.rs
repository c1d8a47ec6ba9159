//! Reading conditions: `in check or no other move`, `own non-royal = 0`, `it forks 2 enemies or it traps an enemy by no-move`.

use super::scope::Scope;
use crate::base::diagnostic::Diagnostic;
use crate::lang::statement::{Cursor, Read};
use crate::lang::vocabulary;
use crate::rules::{Compare, Condition, Proof};

/// Where a condition stands decides what it may ask.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Before an action.
    Before,
    /// After an action, of the piece just placed.
    After,
    /// In an ending.
    Ending,
}

impl Scope<'_> {
    /// Reads a condition: `and` binds more tightly than `or`.
    pub(super) fn condition(&self, cursor: &mut Cursor, place: Place) -> Read<Condition> {
        let mut any = vec![self.conjunction(cursor, place)?];
        while cursor.eat("or") {
            any.push(self.conjunction(cursor, place)?);
        }
        Ok(match any.pop() {
            Some(only) if any.is_empty() => only,
            last => Condition::AnyOf(any.into_iter().chain(last).collect()),
        })
    }

    fn conjunction(&self, cursor: &mut Cursor, place: Place) -> Read<Condition> {
        let mut all = vec![self.fact(cursor, place)?];
        while cursor.eat("and") {
            all.push(self.fact(cursor, place)?);
        }
        Ok(match all.pop() {
            Some(only) if all.is_empty() => only,
            last => Condition::Every(all.into_iter().chain(last).collect()),
        })
    }

    fn fact(&self, cursor: &mut Cursor, place: Place) -> Read<Condition> {
        let span = cursor.span();
        let elsewhere = |needed: &str| {
            Err(Diagnostic::error("condition-out-of-place", span, "this condition has no meaning here")
                .help(format!("it can only stand {needed}")))
        };
        if let Some(mut inner) = cursor.group() {
            let condition = self.condition(&mut inner, place)?;
            inner.finish()?;
            return Ok(condition);
        }
        // Counted and not read one inside the other: a text may say it any number of times.
        let nots = std::iter::from_fn(|| cursor.eat("not").then_some(())).count();
        if nots > 0 {
            let fact = self.fact(cursor, place)?;
            return Ok((0..nots).fold(fact, |fact, _| Condition::Not(Box::new(fact))));
        }
        if cursor.eat("in") {
            cursor.keyword("check")?;
            return Ok(Condition::InCheck);
        }
        if cursor.eat_all(&["no", "other", "move"]) {
            return if place == Place::Before {
                Ok(Condition::NoOtherMove)
            } else {
                elsewhere("after `when` in an action")
            };
        }
        if cursor.eat_all(&["it", "forks"]) {
            if place != Place::After {
                return elsewhere("after `provided` in an action");
            }
            let (number, _) = cursor.number("how many pieces it must attack at once")?;
            return Ok(Condition::Forks { number, pieces: self.pieces(cursor)? });
        }
        if cursor.eat_all(&["it", "traps"]) {
            if place != Place::After {
                return elsewhere("after `provided` in an action");
            }
            let pieces = self.pieces(cursor)?;
            return Ok(Condition::Traps { pieces, proof: proof(cursor)? });
        }
        if cursor.eat("some") {
            cursor.keyword("move")?;
            cursor.keyword("reaches")?;
            return Ok(Condition::CanReach(Box::new(self.fact(cursor, place)?)));
        }
        if cursor.eat("empty") {
            return Ok(Condition::Empty(self.simple_zone(cursor)?));
        }
        if cursor.eat("only") {
            return self.material(cursor);
        }
        if cursor.eat("one") {
            cursor.keyword("shade")?;
            cursor.keyword("of")?;
            return Ok(Condition::OneShade(self.piece_type_list(cursor)?));
        }
        if cursor.eat("no") {
            return Ok(Condition::Count { pieces: self.pieces(cursor)?, is: Compare::Equal, number: 0 });
        }
        let first = cursor.peek_word();
        self.count(cursor).map_err(|problem| match first {
            // What was meant to begin a condition of another kind is taken for pieces.
            Some(word) if problem.missing.as_deref() == Some(word) => {
                let words = vocabulary::PIECE_WORDS.into_iter().chain(vocabulary::CONDITION_WORDS);
                problem.suggest(word, self.names_of_pieces().chain(words))
            }
            _ => problem,
        })
    }

    /// `PIECES = 2`, or `PIECES` alone for at least one.
    fn count(&self, cursor: &mut Cursor) -> Read<Condition> {
        let pieces = self.pieces(cursor)?;
        let is = match cursor.peek_symbol() {
            Some("=") => Compare::Equal,
            Some(">=") => Compare::AtLeast,
            Some("<=") => Compare::AtMost,
            Some(sign @ ("<" | ">")) => {
                let message = format!("unknown comparison `{sign}`; expected `=`, `>=` or `<=`");
                return Err(Diagnostic::error("unknown-comparison", cursor.span(), message)
                    .help("write `<= 0` for `< 1`, and `>= 2` for `> 1`"));
            }
            _ => return Ok(Condition::Count { pieces, is: Compare::AtLeast, number: 1 }),
        };
        cursor.skip();
        let (number, _) = cursor.number("a number of pieces")?;
        Ok(Condition::Count { pieces, is, number })
    }

    /// `only [king] against [king, bishop]`, and more such pairs after commas.
    fn material(&self, cursor: &mut Cursor) -> Read<Condition> {
        let mut pairs = Vec::new();
        loop {
            let one = self.piece_type_list(cursor)?;
            cursor.keyword("against")?;
            pairs.push((one, self.piece_type_list(cursor)?));
            if !cursor.eat_symbol(",") {
                return Ok(Condition::Material(pairs));
            }
        }
    }
}

fn proof(cursor: &mut Cursor) -> Read<Proof> {
    if !cursor.eat("by") {
        return Ok(Proof::EveryReply);
    }
    let word = cursor.one_of("a reading of traps", &["every-reply", "no-safe-move", "no-move", "attack"])?;
    Ok(match word {
        "every-reply" => Proof::EveryReply,
        "no-safe-move" => Proof::NoSafeMove,
        "no-move" => Proof::NoMove,
        _ => Proof::Attack,
    })
}
