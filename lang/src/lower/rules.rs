//! Lowering of the lines of `royalty`, `entry`, and `ending`, of restrictions, and of arrival rules for several
//! pieces.
//!
//! Each public method of this file reads the lines of one block or statement. [`Scope::arriving`] distributes an
//! arrival rule to the piece types that it can apply to.

use super::conditions::Moment;
use super::form_values::SlotContext;
use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::Spanned;
use crate::base::{Color, PieceTypeId, Result as GameResult};
use crate::form::Form;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{
    Admission, Arrival, Binding, Border, Condition, Ending, EndingResult, Fact, Force, MoveProperty,
    MoveRule, Origin, PieceFilter, StepClass,
};
use crate::statement::{Cursor, Line, Read};
use crate::vocabulary::{self, ENDINGS, Keyword, Place};

/// The maximum number of piece types to which all top-level arrival rules together apply.
const MAX_ARRIVALS: usize = 20_000;

/// The results that an ending can state. The word `wins` follows a color.
#[rustfmt::skip]
pub(super) const ENDING_RESULTS: [(&str, EndingResult); 5] = [
    ("win", EndingResult::Player(GameResult::Win)), ("loss", EndingResult::Player(GameResult::Loss)), ("draw", EndingResult::Player(GameResult::Draw)),
    ("white", EndingResult::Wins(Color::White)), ("black", EndingResult::Wins(Color::Black)),
];

/// The words after `check binds`. The last one begins the condition `royals = 1`.
#[rustfmt::skip]
pub(super) const BINDINGS: [(&str, Binding); 5] = [
    ("always", Binding::Always), ("never", Binding::Never), ("leader", Binding::Leader), ("all", Binding::AllRoyals),
    ("when", Binding::OneRoyal),
];

impl Scope<'_> {
    /// Lowers a line of `entry`: the pieces that can enter a region, or that can cross its border.
    pub(super) fn entry(&self, line: Line) -> Read<Clause> {
        let mut cursor = line.cursor();
        let border = cursor.eat("border");
        cursor.could_be(vocabulary::of(Place::Entry));
        let context = SlotContext { inside: None, moment: Moment::Before, decides_attacks: true };
        let form = Form::of_keyword(if border { Keyword::Border } else { Keyword::Entry });
        let mut values = self.values(&mut cursor, form, context)?;
        let (zone, pieces, origin) = (values.value(0)?, values.value(0)?, Origin(line.span));
        line.finish_line(cursor)?;
        Ok(if border {
            let ways = [("orthogonally", StepClass::Orthogonal), ("diagonally", StepClass::Diagonal)];
            Clause::Border(Border { zone, pieces, by: values.chosen(&ways)?, origin })
        } else {
            Clause::Entry(Admission { zone, pieces, origin })
        })
    }

    /// Reads `NAME: win|loss|draw [when ...]`.
    pub(super) fn ending(&self, line: Line) -> Read<Clause> {
        let mut cursor = line.cursor();
        cursor.could_be(vocabulary::of(Place::Ending));
        if let Some(problem) = cursor.misspelt().filter(|_| line.at_colon().is_none()) {
            return Err(problem);
        }
        let context = SlotContext { inside: None, moment: Moment::Ending, decides_attacks: false };
        let mut values = self.values(&mut cursor, Form::of_keyword(Keyword::Ending), context)?;
        let Spanned { value: name, span } = values.placed::<&str>(0)?;
        let (result, claimed, given) =
            (values.value(0)?, values.says("claim"), values.optional::<Condition>(0));
        // A claim needs a condition that the player can point to.
        if claimed && given.is_none() {
            return Err(cursor.expected("`when` and what must be true for the claim"));
        }
        let mut facts = ENDINGS.into_iter().zip([Fact::Checkmate, Fact::Stalemate]);
        let usual = facts.find(|(own, _)| *own == name).map(|(_, fact)| fact);
        let when = match (usual, given) {
            (Some(fact), Some(narrower)) => {
                // A condition narrows the meaning that the name has, but need not repeat it.
                let is_said = narrower.conjuncts().iter().any(|part| part.leaf() == Some(&fact));
                let own = (!is_said).then(|| fact.into());
                let all = own.into_iter().chain(narrower.conjuncts().iter().cloned());
                Condition::every(all.collect())
            }
            (None, Some(condition)) => condition,
            (Some(fact), None) => fact.into(),
            (None, None) if !cursor.is_done() && !cursor.has_marks() => {
                return Err(cursor.expected("`when` and a condition"));
            }
            (None, None) => {
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
            Ending { name: name.to_string(), when, result, claimed, origin: Origin(line.span) },
        ))
    }

    /// Lowers a restriction on the moves of a player.
    pub(super) fn move_rule(&self, cursor: &mut Cursor, origin: Origin) -> Read<MoveRule> {
        let context = SlotContext { inside: None, moment: Moment::Restriction, decides_attacks: false };
        let mut values = self.values(cursor, Form::of_keyword(Keyword::Player), context)?;
        let force = values.chosen(&[("must", Force::MustIfCan), ("may", Force::MayNot)])?;
        let property = values.optional(0).map_or_else(|| values.value(1), Ok)?;
        let by = values.optional(0).or_else(|| values.optional(1));
        Ok(MoveRule { force, property, by, when: values.optional(0), origin })
    }

    /// Reads a property of moves.
    pub(super) fn property(&self, cursor: &mut Cursor) -> Read<MoveProperty> {
        if cursor.peek_word() == Some("not") {
            let problem = Diagnostic::new(Code::UnknownWord, cursor.span(), "`not` cannot follow `must`");
            return Err(problem.help("write `may not` instead of `must not`"));
        }
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
        let verbs = [
            ("capture", PropertyVerb::Capture),
            ("give", PropertyVerb::Give),
            ("lose", PropertyVerb::Lose),
            ("castle", PropertyVerb::Castle),
            ("drop", PropertyVerb::Drop),
            ("pass", PropertyVerb::Pass),
        ];
        Ok(match cursor.one_of("a property", &verbs)? {
            PropertyVerb::Lose => MoveProperty::Lose(self.pieces(cursor)?),
            PropertyVerb::Castle => MoveProperty::Castle,
            PropertyVerb::Pass => MoveProperty::Pass,
            PropertyVerb::Give => {
                let deeds = [("check", MoveProperty::Check), ("checkmate", MoveProperty::Checkmate)];
                let names = deeds.each_ref().map(|(name, property)| (*name, property));
                cursor.one_of("a property", &names)?.clone()
            }
            PropertyVerb::Capture => MoveProperty::Capture(self.any_pieces(cursor)?),
            PropertyVerb::Drop => MoveProperty::Drop(self.any_pieces(cursor)?),
        })
    }

    /// Reads the pieces after the verb of a property. Without a filter, the next word begins another part of the rule.
    fn any_pieces(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let mut after = cursor.clone();
        let is_bare = after.is_done() || ["by", "if", "when"].into_iter().any(|word| after.eat(word));
        if is_bare { Ok(PieceFilter::ALL) } else { self.pieces(cursor) }
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

/// The verb of a property of moves.
#[derive(Clone, Copy)]
enum PropertyVerb {
    Capture,
    Give,
    Lose,
    Castle,
    Drop,
    Pass,
}

/// Returns true if a filter can match pieces of a type on some square.
fn may_be(pieces: &PieceFilter, piece_type: PieceTypeId, royal: bool) -> bool {
    !pieces.requirement(&|test| match test.piece_types() {
        Some(piece_types) => !piece_types.contains(&piece_type),
        None => !royal && test.depends_on_royals(),
    })
}
