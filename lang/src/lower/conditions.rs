//! Lowering of conditions, such as `in check or no other move`, `own non-royal = 0`, or `it forks 2 enemies`.
//!
//! [`Scope::condition`] is the entry point. The [`Moment`] of evaluation limits the conditions that are allowed.

use super::scope::Scope;
use super::used::Use;
use crate::base::Color;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use crate::rules::{
    Amount, CaptureTest, Compare, Condition, Fact, PieceCount, PieceFilter, Proof, Total, Within,
};
use crate::statement::{Cursor, Read, plain};
use crate::vocabulary;
use std::collections::BTreeMap;

/// The highest number of a turn that a condition can name.
const MAX_TURN: u32 = 1_000;

/// The moment at which a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before an action or other move.
    Before,
    /// After an action. The condition can refer to the piece just placed.
    After,
    /// Before a move, in a restriction.
    Restriction,
    /// In an ending, which can depend on legal moves and on the history of the game.
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
        if cursor.eat("last move captured") {
            return Ok(self.of_captures(cursor)?.into());
        }
        if let Some(condition) = self.of_royals(cursor)? {
            return Ok(condition);
        }
        if cursor.eat("no other move") {
            return only(Moment::Before, "when").map(|()| Fact::NoOtherMove.into());
        }
        if let Some(fact) = self.of_game(cursor)? {
            let help = "it is allowed only in endings and claims";
            return if moment == Moment::Ending { Ok(fact.into()) } else { Err(misplaced(span).help(help)) };
        }
        if let Some(fact) = self.of_turn(cursor)? {
            return Ok(fact.into());
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
            let (pieces, within) = self.pieces_counted(cursor)?;
            return Ok(counted(Total { pieces, within, points: false }, Compare::Equal, 0));
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
            Moment::Before | Moment::After | Moment::Restriction | Moment::Ending => {
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

    /// Reads a fact about the legal moves or the history of the game: `checkmate`, `stalemate`, `no legal move`,
    /// `repeated 3 [in check|giving check]`, or `quiet 100`.
    fn of_game(&self, cursor: &mut Cursor) -> Read<Option<Fact>> {
        let facts =
            [("checkmate", Fact::Checkmate), ("stalemate", Fact::Stalemate), ("no legal move", Fact::NoMove)];
        for (words, fact) in facts {
            if cursor.eat(words) {
                return Ok(Some(fact));
            }
        }
        if cursor.eat("quiet") {
            return Ok(Some(Fact::Quiet(cursor.number("a number of plies")?.0)));
        }
        if !cursor.eat("repeated") {
            return Ok(None);
        }
        let (times, span) = cursor.number("the number of times that the position must have occurred")?;
        if times < 2 {
            return Err(Diagnostic::new(Code::BadNumber, span, "the number must be at least 2")
                .help("write `repeated 3` for the third time"));
        }
        let giving = cursor.eat("giving check");
        Ok(Some(match giving || cursor.eat("in check") {
            true => Fact::Perpetual { times, giving },
            false => Fact::Repetition(times),
        }))
    }

    /// Reads the rest of a condition after `last move captured`: `PIECES [by PIECES]`.
    fn of_captures(&self, cursor: &mut Cursor) -> Read<Fact> {
        let pieces = self.remembered(cursor, "beside")?;
        let by = if cursor.eat("by") { Some(self.remembered(cursor, "in")?) } else { None };
        Ok(Fact::Captured(Box::new(CaptureTest { pieces, by })))
    }

    /// Reads a description of pieces that have left their squares. It cannot depend on other pieces, and if this is about
    /// the capturing piece, not on squares either.
    fn remembered(&self, cursor: &mut Cursor, limit: &'static str) -> Read<PieceFilter> {
        let start = cursor.clone();
        let pieces = self.pieces(cursor)?;
        let place = cursor.taken_since(&start).1.map_or(start.span(), |last| start.span().to(last));
        let problem = |message: &str, help: &str| {
            Err(Diagnostic::new(Code::ConditionOutOfPlace, place, message).help(help))
        };
        if pieces.depends_on_others() || pieces.depends_on_leaders() {
            return problem(
                "the last capture does not depend on other pieces",
                "a captured piece is known by its type, its side, and its square; leave out `beside`, `attacking`, `attacked by`, and `leader`",
            );
        }
        if limit == "in" && pieces.leaves().any(|test| test.zone().is_some()) {
            return problem(
                "the square of the capturing piece is not a part of the position",
                "write the squares with the captured pieces: `last move captured PIECES in SQUARES by PIECES`",
            );
        }
        Ok(pieces)
    }

    /// Reads `white to move`, `black to move`, or a comparison with the number of the turn: `turn >= 10`.
    fn of_turn(&self, cursor: &mut Cursor) -> Read<Option<Fact>> {
        for (words, color) in [("white to move", Color::White), ("black to move", Color::Black)] {
            if cursor.eat(words) {
                return Ok(Some(Fact::ToMove(color)));
            }
        }
        if !cursor.eat("turn") {
            return Ok(None);
        }
        let Some(is) = comparison(cursor) else {
            return Err(cursor.expected("`=`, `>=`, `<=`, `>`, or `<`, and the number of the turn"));
        };
        let (number, span) = cursor.number("the number of a turn")?;
        if number == 0 || number > MAX_TURN {
            let message = format!("the number of a turn must be from 1 to {MAX_TURN}");
            return Err(Diagnostic::new(Code::BadNumber, span, message));
        }
        Ok(Some(Fact::Turn { is, number }))
    }

    /// Reads `PIECES = 2`, `points of PIECES > points of PIECES`, or `PIECES` alone for at least one.
    fn count(&self, cursor: &mut Cursor) -> Read<Condition> {
        let one = self.amount(cursor)?;
        let sign = cursor.clone();
        let Some(is) = comparison(cursor) else {
            return match one {
                Amount::Total(one) if !one.points => Ok(counted(one, Compare::AtLeast, 1)),
                Amount::Total(_) => Err(cursor
                    .expected("`=`, `>=`, `<=`, `>`, or `<`, and a number or the points of other pieces")),
                Amount::Uses { .. } | Amount::Number(_) => Err(cursor.expected(
                    "`=`, `>=`, `<=`, `>`, or `<`, and a number, other pieces, or the uses of a right",
                )),
            };
        };
        if cursor.is_number() {
            let (number, place) = cursor.number("a number of pieces")?;
            let Amount::Total(one) = one else {
                return Ok(
                    Fact::Totals { one: Box::new(one), is, other: Box::new(Amount::Number(number)) }.into()
                );
            };
            if !one.points && matches!(is, Compare::More | Compare::Less) {
                let message = format!("unknown comparison `{}`; expected `=`, `>=`, or `<=`", sign.plain());
                let same = match is {
                    Compare::Less => number.checked_sub(1).map(|least| format!("<= {least}")),
                    _ => number.checked_add(1).map(|least| format!(">= {least}")),
                };
                let problem = Diagnostic::new(Code::UnknownComparison, sign.span(), message)
                    .help("write `<= 0` for `< 1`, and `>= 2` for `> 1`");
                let fix = same.map(|same| Fix::certain(sign.span().to(place), same));
                return Err(fix.into_iter().fold(problem, Diagnostic::fix));
            }
            return Ok(counted(one, is, number));
        }
        if cursor.is_done() {
            return Err(cursor.expected("a number of pieces, or other pieces"));
        }
        let other = self.amount(cursor)?;
        Ok(Fact::Totals { one: Box::new(one), is, other: Box::new(other) }.into())
    }

    /// Reads an amount other than a number: a sum of pieces, or `uses of [own | enemy] RIGHT`.
    pub(super) fn amount(&self, cursor: &mut Cursor) -> Read<Amount> {
        if !cursor.eat("uses of") {
            return Ok(Amount::Total(self.total(cursor)?));
        }
        let enemy = cursor.eat("enemy");
        if !enemy {
            cursor.eat("own");
        }
        Ok(Amount::Uses { right: self.right(cursor)?, enemy })
    }

    /// Reads the pieces of a sum: `PIECES [in hand | on board or in hand]`, or the same after `points of`.
    fn total(&self, cursor: &mut Cursor) -> Read<Total> {
        let points = cursor.eat("points of");
        let (pieces, within) = self.pieces_counted(cursor)?;
        Ok(Total { pieces, within, points })
    }

    /// Reads the rest of a condition after `one`: `square color for PIECES`.
    fn one_color(&self, cursor: &mut Cursor) -> Read<Condition> {
        let old = cursor.span();
        let mut next = cursor.clone();
        next.skip();
        let of = next.span();
        if cursor.eat("shade of") {
            let message = "`one shade of` is the old form of this condition";
            return Err(Diagnostic::new(Code::OldForm, old, message)
                .help(format!("write `one square color for {}`", plain(cursor.rest())))
                .fix(Fix::certain(old.to(of), "square color for")));
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

/// Creates a comparison of a sum with a number.
fn counted(one: Total, is: Compare, number: u32) -> Condition {
    let Total { pieces, within, points } = one;
    Condition::Leaf(match within {
        Within::Board if !points => Fact::Count(PieceCount { pieces, is, number }),
        Within::Hands if !points => Fact::Held(PieceCount { pieces, is, number }),
        Within::Board | Within::Hands | Within::BoardAndHands => {
            let one = Box::new(Amount::Total(Total { pieces, within, points }));
            Fact::Totals { one, is, other: Box::new(Amount::Number(number)) }
        }
    })
}

/// Reads the sign of a comparison.
fn comparison(cursor: &mut Cursor) -> Option<Compare> {
    let is = match cursor.plain().as_str() {
        "=" => Compare::Equal,
        ">=" => Compare::AtLeast,
        "<=" => Compare::AtMost,
        ">" => Compare::More,
        "<" => Compare::Less,
        _ => return None,
    };
    cursor.skip();
    Some(is)
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
