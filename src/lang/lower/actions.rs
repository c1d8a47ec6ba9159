//! Reading actions: `action swap { exchange leader with own non-royal; ... }`.

use super::conditions::Place as Moment;
use super::scope::Scope;
use crate::base::PieceTypeId;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text::quoted;
use crate::lang::statement::{Cursor, Line, Read, repeats};
use crate::lang::vocabulary::{Keyword, Place};
use crate::rules::{Act, Action, Condition, Duty, Origin, PieceFilter, Target, Zone};
use std::collections::BTreeSet;

/// What an action can do, and the lines that say more about it, by their first words.
const ACTS: [(Keyword, &str, &[&str]); 4] = [
    (Keyword::Place, "place", &["to", "removing", "becomes"]),
    (Keyword::Exchange, "exchange", &["not bringing"]),
    (Keyword::Drop, "drop", &["to", "not on", "not giving"]),
    (Keyword::Pass, "pass", &[]),
];

/// The lines of an action as far as they are read.
#[derive(Default)]
struct Parts {
    place: Option<PieceFilter>,
    exchange: Option<(PieceFilter, PieceFilter)>,
    drop: Option<Vec<PieceTypeId>>,
    pass: bool,
    to: Option<Target>,
    removing: Option<PieceFilter>,
    becomes: Option<PieceTypeId>,
    provided: Option<Condition>,
    when: Option<Condition>,
    right: Option<usize>,
    duty: Option<Duty>,
    except_to: Vec<(PieceFilter, Zone)>,
    not_with: Option<PieceFilter>,
    not_mating: bool,
}

impl Scope<'_> {
    /// Reads an action; inside a piece or stage it is an action of that piece type.
    pub(super) fn action(&self, line: Line, inside: Option<(PieceTypeId, &str)>) -> Read<Action> {
        let mut cursor = line.rest();
        let (name, _) = cursor.word("the name of the action")?;
        cursor.finish()?;
        line.needs_block("a block that says what is done")?;
        let known = self.report.len();
        let mut parts = Parts {
            place: inside.map(|(piece_type, _)| PieceFilter::PieceTypes(vec![piece_type])),
            ..Parts::default()
        };
        let mut failed = false;
        let mut lines = Vec::new();
        for line in line.lines() {
            // `or provided` goes on where `provided` began.
            let word = if line.keyword() == Some(Keyword::Or) { line.name() } else { line.first() };
            lines.extend(word.map(|word| (word.to_owned(), Origin(line.span()))));
            failed |=
                self.report.read(line, parts.read(self, line, inside.map(|(_, piece)| piece))).is_none();
        }
        repeats(line.lines(), Place::Action, self.report);
        self.check_acts(line);
        let act = match parts.act(line.span()) {
            Ok(act) => act,
            // What seems to be missing may be in a line that could not be read.
            Err(_) if failed || self.report.len() > known || self.report.touches(line.whole()) => Act::Pass,
            Err(problem) => return Err(problem),
        };
        Ok(Action {
            name: name.to_string(),
            act,
            when: parts.when,
            provided: parts.provided,
            right: parts.right,
            duty: parts.duty.unwrap_or(Duty::May),
            origin: Origin(line.span()),
            lines: Origin(lines),
        })
    }

    /// Complains about a second thing done in one action, and about lines that have no meaning beside the first.
    fn check_acts(&self, action: Line) {
        let act = |line: Line| ACTS.iter().find(|(act, ..)| line.keyword() == Some(*act));
        let mut acts = action.lines().filter_map(|line| Some((line, act(line)?)));
        let first = acts.next();
        let other = acts.find(|(_, act)| first.is_none_or(|(_, first)| first.0 != act.0));
        if let (Some((first, (_, one, _))), Some((second, (_, other, _)))) = (first, other) {
            let message = format!("an action does one thing, but this one does two: `{one}` and `{other}`");
            let problem = Diagnostic::error("said-twice", second.span(), message);
            return self
                .report
                .push_about(second, problem.label(first.span(), "the first").help("write two actions"));
        }
        let (_, name, meant) = first.map_or(&ACTS[0], |(_, act)| act);
        for line in action.lines() {
            let own = match (line.keyword(), line.first(), line.name()) {
                (Some(Keyword::Not), _, Some(second)) => format!("not {second}"),
                (_, Some(first), _) => first.to_owned(),
                _ => continue,
            };
            let known = ACTS.iter().any(|(.., words)| words.contains(&own.as_str()));
            if known && !meant.contains(&own.as_str()) {
                let message = format!("`{own}` has no meaning in an action that says `{name}`");
                let help = match meant.is_empty() {
                    true => format!("delete it: `{name}` needs nothing more"),
                    false => format!("with `{name}` these have one: {}", quoted(*meant)),
                };
                let problem = Diagnostic::error("misplaced-statement", line.span(), message);
                self.report.push_about(line, problem.help(help));
            }
        }
    }

    /// `any`, `any piece`, `non-royal`, or a list: what may be dropped.
    fn dropped(&self, cursor: &mut Cursor) -> Read<Vec<PieceTypeId>> {
        let royals = ["any", "all"].into_iter().any(|word| cursor.eat(word));
        let commons = ["non-royal", "non-royals"].into_iter().any(|word| cursor.eat(word));
        if !royals && !commons {
            return self.piece_type_list(cursor);
        }
        if !commons {
            let _ = cursor.eat("piece") || cursor.eat("pieces");
        }
        let held: BTreeSet<PieceTypeId> = self
            .ids()
            .zip(&self.piece_types)
            .map(|(id, piece_type)| piece_type.in_hand.unwrap_or(id))
            .collect();
        let is_common =
            |id: &PieceTypeId| self.piece_type(*id).is_some_and(|piece_type| piece_type.royal.is_none());
        Ok(held.into_iter().filter(|id| !commons || is_common(id)).collect())
    }

    fn right_used(&self, cursor: &mut Cursor) -> Read<usize> {
        let Some(name) = cursor.peek_word() else { return Err(cursor.expected("the name of a right")) };
        let Some(right) = self.rights.iter().position(|right| right.value == name) else {
            return Err(cursor.unknown("a right", self.rights.iter().map(|right| right.value.as_str())));
        };
        cursor.skip();
        self.mark_used(&format!("right {name}"));
        Ok(right)
    }
}

impl Parts {
    fn read(&mut self, scope: &Scope, line: Line, piece: Option<&str>) -> Read<()> {
        let word = line.word_in(Place::Action)?;
        let cursor = &mut line.rest();
        match word.keyword {
            Keyword::Place => self.place = Some(scope.pieces(cursor)?),
            Keyword::Exchange => {
                let pieces = scope.pieces(cursor)?;
                cursor.keyword("with")?;
                self.exchange = Some((pieces, scope.pieces(cursor)?));
            }
            Keyword::Drop => self.drop = Some(scope.dropped(cursor)?),
            Keyword::Pass => self.pass = true,
            Keyword::To => {
                self.to = Some(if cursor.eat_all(&["home", "of"]) {
                    Target::HomeOf(scope.one_piece_type(cursor, piece)?)
                } else {
                    Target::Zone(scope.zone(cursor)?)
                });
            }
            Keyword::Removing => self.removing = Some(scope.pieces(cursor)?),
            Keyword::Becomes => self.becomes = Some(scope.one_piece_type(cursor, piece)?),
            Keyword::Provided | Keyword::When => self.condition(scope, line, cursor, word.text, false)?,
            Keyword::Or => {
                let word = cursor.one_of("another condition", &["provided", "when"])?;
                self.condition(scope, line, cursor, word, true)?;
            }
            Keyword::Uses => self.right = Some(scope.right_used(cursor)?),
            Keyword::Not => match cursor.one_of("an exception", &["bringing", "on", "giving"])? {
                "bringing" => {
                    let pieces = scope.pieces(cursor)?;
                    cursor.keyword("to")?;
                    self.except_to.push((pieces, scope.zone(cursor)?));
                }
                "on" => {
                    cursor.eat("a");
                    cursor.keyword("file")?;
                    cursor.keyword("with")?;
                    self.not_with = Some(scope.pieces(cursor)?);
                }
                _ => {
                    cursor.keyword("checkmate")?;
                    self.not_mating = true;
                }
            },
            Keyword::Must => {
                let if_can = cursor.eat_all(&["if", "it", "can"]);
                self.duty = Some(if if_can { Duty::MustIfCan } else { Duty::Must });
            }
            Keyword::May => self.duty = Some(Duty::May),
            _ => cursor.note()?,
        }
        line.finish(cursor.clone(), word)
    }

    fn condition(
        &mut self,
        scope: &Scope,
        line: Line,
        cursor: &mut Cursor,
        word: &str,
        or: bool,
    ) -> Read<()> {
        let (slot, moment) = match word {
            "provided" => (&mut self.provided, Moment::After),
            _ => (&mut self.when, Moment::Before),
        };
        let condition = scope.condition(cursor, moment)?;
        match slot {
            None => *slot = Some(condition),
            Some(_) if !or => {
                return Err(Diagnostic::error("said-twice", line.span(), format!("`{word}` appears twice"))
                    .help(format!("join both by `and`, or begin the second with `or {word}`")));
            }
            Some(Condition::AnyOf(any)) => any.push(condition),
            Some(first) => *slot = Some(Condition::AnyOf(vec![first.clone(), condition])),
        }
        Ok(())
    }

    fn act(&mut self, span: Span) -> Read<Act> {
        let missing = |what: &str, help: &str| {
            let message = format!("the action does not say {what}");
            Err(Diagnostic::error("incomplete-action", span, message).help(help))
        };
        if let Some((pieces, with)) = self.exchange.take() {
            return Ok(Act::Exchange { pieces, with, except_to: std::mem::take(&mut self.except_to) });
        }
        if let Some(piece_types) = self.drop.take() {
            let Some(Target::Zone(to)) = self.to.take() else {
                return missing("where pieces may be dropped", "add a line such as `to grid`");
            };
            let (not_with, not_mating) = (self.not_with.take(), self.not_mating);
            return Ok(Act::Drop { piece_types, to, not_with, not_mating });
        }
        if self.pass {
            return Ok(Act::Pass);
        }
        match (self.place.take(), self.to.take()) {
            (Some(pieces), Some(to)) => {
                Ok(Act::Place { pieces, to, removing: self.removing.take(), becomes: self.becomes.take() })
            }
            (Some(_), None) => {
                missing("where the piece goes", "add a line such as `to grid` or `to home of PIECE`")
            }
            (None, _) => missing(
                "what is done",
                "begin with `place PIECES`, `exchange PIECES with PIECES`, `drop PIECES` or `pass`",
            ),
        }
    }
}
