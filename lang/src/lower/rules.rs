//! Lowering of the lines of `royalty`, `entry`, and `ending`, of restrictions, and of arrival rules for several
//! pieces.
//!
//! Each public method of this file reads the lines of one block or statement. [`Scope::arriving`] distributes an
//! arrival rule to the piece types that it can apply to.

use super::conditions::Moment;
use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::{PieceTypeId, Result as GameResult};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{
    Admission, Arrival, Binding, Border, Ending, Force, MoveProperty, MoveRule, Origin, PieceFilter,
    StepClass, Trigger,
};
use crate::statement::{Cursor, Line, Read};
use crate::vocabulary::{self, ENDINGS, Place};

/// The maximum number of piece types to which all top-level arrival rules together apply.
const MAX_ARRIVALS: usize = 20_000;

/// The results of an ending for the player to move.
pub(super) const RESULTS: [(&str, GameResult); 3] =
    [("win", GameResult::Win), ("loss", GameResult::Loss), ("draw", GameResult::Draw)];

/// The words after `check binds`. `None` stands for the condition `royals = 1`.
#[rustfmt::skip]
pub(super) const BINDINGS: [(&str, Option<Binding>); 5] = [
    ("always", Some(Binding::Always)), ("never", Some(Binding::Never)), ("leader", Some(Binding::Leader)),
    ("all", Some(Binding::AllRoyals)), ("when", None),
];

impl Scope<'_> {
    /// Reads a line `REGION: PIECES` or `border REGION: PIECES orthogonally`.
    pub(super) fn entry(&self, line: Line) -> Read<Clause> {
        let mut cursor = line.cursor();
        let border = cursor.eat("border");
        cursor.could_be(vocabulary::of(Place::Entry));
        let zone = self.zone(&mut cursor)?;
        cursor.symbol(":")?;
        let pieces = self.settled_pieces(&mut cursor)?;
        let origin = Origin(line.span);
        let fact = if border {
            let ways = [("orthogonally", StepClass::Orthogonal), ("diagonally", StepClass::Diagonal)];
            let by = cursor.one_of("how the border is crossed", &ways)?;
            Clause::Border(Border { zone, pieces, by, origin })
        } else {
            Clause::Entry(Admission { zone, pieces, origin })
        };
        line.finish_line(cursor)?;
        Ok(fact)
    }

    /// Reads `NAME: win|loss|draw [when ...]`.
    pub(super) fn ending(&self, line: Line) -> Read<Clause> {
        let mut cursor = line.cursor();
        cursor.could_be(vocabulary::of(Place::Ending));
        if let Some(problem) = cursor.misspelt().filter(|_| line.at_colon().is_none()) {
            return Err(problem);
        }
        let (name, span) = cursor.word("the name of the ending")?;
        cursor.symbol(":")?;
        let result = cursor.one_of("a result for the player to move", &RESULTS)?;
        let claimed = cursor.eat("on claim");
        // A claim needs a condition that the player can point to.
        if claimed && !cursor.clone().eat("when") {
            return Err(cursor.expected("`when` and what must be true for the claim"));
        }
        let trigger = match name {
            _ if cursor.eat("when") => self.trigger(&mut cursor)?,
            "checkmate" => Trigger::Checkmate,
            "stalemate" => Trigger::Stalemate,
            _ if !cursor.is_done() && !cursor.has_marks() => {
                return Err(cursor.expected("`when` and a condition"));
            }
            _ => {
                let message = format!("the ending `{name}` has no condition");
                let problem = Diagnostic::new(Code::EndingWithoutCondition, span, message);
                let help = "only `checkmate` and `stalemate` need none; add `when CONDITION`";
                let problem = problem.suggest_or(name, ENDINGS, help);
                return Err(cursor.misspelt().unwrap_or(problem));
            }
        };
        line.finish_line(cursor)?;
        Ok(Clause::Ending(
            span,
            Ending { name: name.to_string(), trigger, result, claimed, origin: Origin(line.span) },
        ))
    }

    fn trigger(&self, cursor: &mut Cursor) -> Read<Trigger> {
        if cursor.eat("repeated") {
            let (times, span) = cursor.number("the number of times that the position must have occurred")?;
            if times < 2 {
                return Err(Diagnostic::new(Code::BadNumber, span, "the number must be at least 2")
                    .help("write `repeated 3` for the third time"));
            }
            let giving = cursor.eat("giving check");
            return Ok(match giving || cursor.eat("in check") {
                true => Trigger::Perpetual { times, giving },
                false => Trigger::Repetition(times),
            });
        }
        if cursor.eat("quiet") {
            return Ok(Trigger::Quiet(cursor.number("a number of plies")?.0));
        }
        Ok(Trigger::When(self.condition(cursor, Moment::Ending)?))
    }

    /// Reads a restriction: `must PROPERTY [by PIECES] if it can [when CONDITION]`, or the same with `may not`.
    pub(super) fn move_rule(&self, cursor: &mut Cursor, origin: Origin) -> Read<MoveRule> {
        let forces = [("must", Force::MustIfCan), ("may", Force::MayNot)];
        let force = cursor.one_of("what the rule demands", &forces)?;
        if force == Force::MayNot {
            cursor.keyword("not")?;
        } else if cursor.peek_word() == Some("not") {
            let problem = Diagnostic::new(Code::UnknownWord, cursor.span(), "`not` cannot follow `must`");
            return Err(problem.help("write `may not` instead of `must not`"));
        }
        let property = self.property(cursor)?;
        let by = if cursor.eat("by") { Some(self.pieces(cursor)?) } else { None };
        if force == Force::MustIfCan {
            cursor.keyword("if it can")?;
        }
        let when = if cursor.eat("when") { Some(self.condition(cursor, Moment::Ending)?) } else { None };
        Ok(MoveRule { force, property, by, when, origin })
    }

    /// Reads a property of moves: `move by PIECES`, `capture [PIECES]`, `lose PIECES`, `give check`, `give
    /// checkmate`, or `reach CONDITION`.
    fn property(&self, cursor: &mut Cursor) -> Read<MoveProperty> {
        if cursor.eat("reach") {
            return Ok(MoveProperty::Reach(self.condition(cursor, Moment::Reached)?));
        }
        if cursor.eat("move") {
            let mut after = cursor.clone();
            return match after.eat("by") {
                true => Ok(MoveProperty::Move),
                false => Err(cursor.expected("`by` and the pieces that move")),
            };
        }
        let verbs = [("capture", Some(false)), ("give", Some(true)), ("lose", None)];
        let Some(gives) = cursor.one_of("a property", &verbs)? else {
            return Ok(MoveProperty::Lose(self.pieces(cursor)?));
        };
        if gives {
            let deeds = [("check", MoveProperty::Check), ("checkmate", MoveProperty::Checkmate)];
            let names = deeds.each_ref().map(|(name, property)| (*name, property));
            return Ok(cursor.one_of("a property", &names)?.clone());
        }
        let mut after = cursor.clone();
        // Without a filter, the word after `capture` begins another part of the rule.
        let is_bare = after.is_done() || ["by", "if", "when"].into_iter().any(|word| after.eat(word));
        Ok(MoveProperty::Capture(if is_bare { PieceFilter::ALL } else { self.pieces(cursor)? }))
    }

    /// Adds a top-level arrival rule to every piece type that it can apply to.
    pub(super) fn arriving(&mut self, arrival: &Arrival) -> Read<()> {
        for (id, piece_type) in (0..=u16::MAX).map(PieceTypeId).zip(&mut self.game.piece_types) {
            if may_be(&arrival.pieces, id, piece_type.royal.is_some()) {
                if self.arrivals == MAX_ARRIVALS {
                    let message = format!(
                        "the rules about arrivals apply to more than {MAX_ARRIVALS} piece types in total"
                    );
                    let problem = Diagnostic::new(Code::GameTooLarge, arrival.origin.0, message);
                    return Err(problem.help("delete some of these rules, or name fewer pieces in each"));
                }
                self.arrivals += 1;
                piece_type.arrivals.push(arrival.clone());
            }
        }
        Ok(())
    }
}

/// Reads a rule after `check`: `binds always|never|leader|all` or `binds when royals = 1`.
pub(super) fn binding(cursor: &mut Cursor) -> Read<Binding> {
    cursor.keyword("binds")?;
    if let Some(binding) = cursor.one_of("a choice for `check binds`", &BINDINGS)? {
        return Ok(binding);
    }
    cursor.keyword("royals")?;
    cursor.symbol("=")?;
    match cursor.number("1")? {
        (1, _) => Ok(Binding::OneRoyal),
        (_, span) => Err(Diagnostic::new(Code::BadNumber, span, "the number of royals must be 1")
            .help("write `check binds when royals = 1`, or `always`, `never`, `leader`, `all`")),
    }
}

/// Returns true if a filter can match pieces of a type on some square.
fn may_be(pieces: &PieceFilter, piece_type: PieceTypeId, royal: bool) -> bool {
    !pieces.requirement(&|test| match test.piece_types() {
        Some(piece_types) => !piece_types.contains(&piece_type),
        None => !royal && test.depends_on_royals(),
    })
}
