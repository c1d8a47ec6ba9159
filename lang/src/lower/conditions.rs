//! Lowering of conditions, such as `in check or no other move`, `own non-royal = 0`, or `it forks 2 enemies`.
//!
//! [`Scope::condition`] is the entry point. The [`Moment`] of evaluation limits the conditions that are allowed.

use super::scope::Scope;
use super::used::Use;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{Compare, Condition, Fact, PieceCount, PieceFilter, Proof};
use crate::statement::{Cursor, Read, plain};
use crate::vocabulary;
use std::collections::BTreeMap;

/// The moment at which a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before an action or other move.
    Before,
    /// After an action. The condition can refer to the piece just placed.
    After,
    /// In an ending.
    Ending,
    /// Before an automatic effect or a piece's own move. The condition refers to the owner of the piece.
    ByItself,
    /// After a hypothetical move.
    Reached,
}

impl Scope<'_> {
    /// Reads a condition. `and` binds more tightly than `or`.
    pub(super) fn condition(&self, cursor: &mut Cursor, moment: Moment) -> Read<Condition> {
        let all = |cursor: &mut Cursor| {
            self.joined(cursor, "and", Condition::every, |cursor| self.single(cursor, moment))
        };
        self.joined(cursor, "or", Condition::any_of, all)
    }

    /// Reads one or more conditions that are separated by a word, and reports repetitions.
    fn joined(
        &self,
        cursor: &mut Cursor,
        word: &'static str,
        join: impl Fn(Vec<Condition>) -> Condition,
        read: impl Fn(&mut Cursor) -> Read<Condition>,
    ) -> Read<Condition> {
        let (mut all, mut seen) = (Vec::new(), BTreeMap::new());
        loop {
            let start = cursor.clone();
            all.push(read(cursor)?);
            self.once(&start, cursor, &mut seen);
            if !cursor.eat(word) {
                break;
            }
        }
        Ok(join(all))
    }

    fn single(&self, cursor: &mut Cursor, moment: Moment) -> Read<Condition> {
        let (span, first) = (cursor.span(), cursor.peek_word());
        let only = |needed: Moment, word: &str| {
            let help = format!("it is allowed only after `{word}` in an action");
            if moment == needed { Ok(()) } else { Err(misplaced(span).help(help)) }
        };
        if let Some(mut inner) = cursor.group() {
            let condition = self.condition(&mut inner, moment)?;
            inner.finish()?;
            return Ok(condition);
        }
        // The words are counted without recursion, because a text can repeat them any number of times.
        let nots = std::iter::from_fn(|| cursor.eat("not").then_some(())).count();
        if nots > 0 {
            let condition = self.single(cursor, moment)?;
            // A double negation cancels out.
            return Ok(if nots % 2 == 0 { condition } else { condition.negated() });
        }
        if let Some(condition) = self.of_royals(cursor)? {
            return Ok(condition);
        }
        if cursor.eat("no other move") {
            return only(Moment::Before, "when").map(|()| Fact::NoOtherMove.into());
        }
        if let Some(condition) = self.of_actor(cursor)? {
            return only(Moment::After, "provided").map(|()| condition);
        }
        if cursor.eat("some") {
            return self.reachable(cursor, moment, span);
        }
        let enemy = cursor.eat("enemy used up");
        if enemy || cursor.eat("used up") {
            return Ok(Fact::UsedUp { right: self.right(cursor)?, enemy }.into());
        }
        if cursor.eat("empty") {
            return Ok(Fact::Empty(self.simple_zone(cursor)?).into());
        }
        if cursor.eat("only") {
            return self.material(cursor);
        }
        if cursor.eat("one") {
            return self.one_color(cursor);
        }
        if cursor.eat("no") {
            let (pieces, held) = self.pieces_counted(cursor)?;
            return Ok(counted(pieces, held, Compare::Equal, 0));
        }
        self.count(cursor).map_err(|problem| match first {
            // Words of other conditions end up here, because a condition can begin with a description of pieces.
            Some(word) if problem.missing() == Some(word) => {
                // `one` is only the beginning of `one square color`, and no other word can come before `square`.
                let is_one = cursor.second_word() == Some("square");
                let words =
                    self.names_of_pieces().chain(vocabulary::PIECE_WORDS).chain(vocabulary::CONDITION_WORDS);
                // A word that needs another one after it is no suggestion for itself.
                problem.suggest(word, words.filter(|other| (*other == "one") == is_one && *other != word))
            }
            _ => problem,
        })
    }

    /// Reads the rest of a condition that starts with `some`: `move reaches CONDITION`.
    fn reachable(&self, cursor: &mut Cursor, moment: Moment, span: Span) -> Read<Condition> {
        cursor.keyword("move reaches")?;
        let misplaced = |help: &str| Err(misplaced(span).help(help));
        match moment {
            Moment::ByItself => {
                misplaced("effects and moves of a piece cannot depend on `some move reaches`")
            }
            Moment::Reached => misplaced("`some move reaches` cannot contain another; write it once"),
            Moment::Before | Moment::After | Moment::Ending => {
                Ok(Fact::CanReach(Box::new(self.single(cursor, Moment::Reached)?)).into())
            }
        }
    }

    /// Reads `it forks 2 PIECES`, `it attacks [no] PIECES`, or `it traps PIECES`.
    fn of_actor(&self, cursor: &mut Cursor) -> Read<Option<Condition>> {
        Ok(if cursor.eat("it forks") {
            let (number, _) = cursor.number("the number of pieces that it must attack at once")?;
            Some(Fact::Forks { number, pieces: self.pieces(cursor)? }.into())
        } else if cursor.eat("it attacks") {
            let none = cursor.eat("no");
            let attacks = Condition::Leaf(Fact::Forks { number: 1, pieces: self.pieces(cursor)? });
            Some(if none { attacks.negated() } else { attacks })
        } else if cursor.eat("it traps") {
            self.note_use(Use::Traps);
            let pieces = self.pieces(cursor)?;
            Some(Fact::Traps { pieces, proof: proof(cursor)? }.into())
        } else {
            None
        })
    }

    /// Reads `in check`, `enemy in check`, `royals face`, `first move of turn`, or `last move of turn`.
    fn of_royals(&self, cursor: &mut Cursor) -> Read<Option<Condition>> {
        if cursor.eat("in") {
            cursor.keyword("check")?;
            return Ok(Some(Fact::InCheck.into()));
        }
        if cursor.eat("enemy in check") {
            return Ok(Some(Fact::EnemyInCheck.into()));
        }
        for (word, fact) in [("first", Fact::FirstOfTurn), ("last", Fact::LastOfTurn)] {
            if cursor.eat(word) {
                cursor.keyword("move of turn")?;
                return Ok(Some(fact.into()));
            }
        }
        Ok(cursor.eat("royals face").then(|| Fact::RoyalsFace.into()))
    }

    /// Reads `PIECES = 2`, or `PIECES` alone for at least one.
    fn count(&self, cursor: &mut Cursor) -> Read<Condition> {
        let (pieces, held) = self.pieces_counted(cursor)?;
        let is = match cursor.plain().as_str() {
            "=" => Compare::Equal,
            ">=" => Compare::AtLeast,
            "<=" => Compare::AtMost,
            sign @ ("<" | ">") => {
                let message = format!("unknown comparison `{sign}`; expected `=`, `>=`, or `<=`");
                return Err(Diagnostic::new(Code::UnknownComparison, cursor.span(), message)
                    .help("write `<= 0` for `< 1`, and `>= 2` for `> 1`"));
            }
            _ => return Ok(counted(pieces, held, Compare::AtLeast, 1)),
        };
        cursor.skip();
        let (number, _) = cursor.number("a number of pieces")?;
        Ok(counted(pieces, held, is, number))
    }

    /// Reads the rest of a condition after `one`: `square color for PIECES`.
    fn one_color(&self, cursor: &mut Cursor) -> Read<Condition> {
        let old = cursor.span();
        if cursor.eat("shade of") {
            let message = "`one shade of` is the old form of this condition";
            return Err(Diagnostic::new(Code::OldForm, old, message)
                .help(format!("write `one square color for {}`", plain(cursor.rest()))));
        }
        cursor.keyword("square color for")?;
        Ok(Fact::OneShade(self.piece_type_set(cursor)?).into())
    }

    /// Reads `[king] against [king, bishop]` after `only`, and more such pairs after commas.
    fn material(&self, cursor: &mut Cursor) -> Read<Condition> {
        let mut pairs = Vec::new();
        let mut seen = BTreeMap::new();
        loop {
            let start = cursor.clone();
            let one = self.piece_type_list(cursor)?;
            cursor.keyword("against")?;
            let other = self.piece_type_list(cursor)?;
            // The order of the two sides, and of the pieces of a side, has no meaning. A piece with an error in its
            // declaration is missing here, so the number of names is compared as well.
            let names = start.names_in_lists(3);
            let mut pair = [one.clone(), other.clone()];
            pair.iter_mut().for_each(|side| side.sort());
            pair.sort();
            if pair.iter().flatten().count() >= names {
                self.once_as(pair, &start, cursor, &mut seen);
            }
            pairs.push((one, other));
            if cursor.eat_symbol(",") {
                continue;
            }
            return match cursor.loose_pair() {
                Some(problem) => Err(problem),
                None => Ok(Fact::Material(pairs).into()),
            };
        }
    }
}

/// Creates a condition on the number of pieces on the board, or in the hands if `held` is true.
fn counted(pieces: PieceFilter, held: bool, is: Compare, number: u32) -> Condition {
    let count = PieceCount { pieces, is, number };
    Condition::Leaf(if held { Fact::Held(count) } else { Fact::Count(count) })
}

fn misplaced(span: Span) -> Diagnostic {
    Diagnostic::new(Code::ConditionOutOfPlace, span, "this condition is not allowed here")
}

fn proof(cursor: &mut Cursor) -> Read<Proof> {
    if !cursor.eat("by") {
        return Ok(Proof::EveryReply);
    }
    let proofs = [
        ("every-reply", Proof::EveryReply),
        ("no-safe-move", Proof::NoSafeMove),
        ("no-move", Proof::NoMove),
        ("attack", Proof::Attack),
    ];
    cursor.one_of("a reading of traps", &proofs)
}
