//! Lowering of actions: `action swap { exchange leader with own non-royal; ... }`.
//!
//! [`Scope::action`] is the entry point. It collects the lines of the block in [`Parts`], from which `Parts::act`
//! builds the act.

use super::conditions::Moment;
use super::form_values::{FormValues, SlotContext};
use super::scope::Scope;
use super::used::Use;
use crate::base::PieceTypeId;
use crate::base::source::{Span, Spanned};
use crate::form::Form;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{delete, quoted};
use crate::rules::{Act, Action, Condition, Duty, Origin, PieceFilter, Remark, Target, Zone};
use crate::statement::{Cursor, Line, Read, repeats};
use crate::vocabulary::{Keyword, Place};

/// The acts, each with its keyword and the first words of the lines that can refine it.
const ACTS: [(Keyword, &str, &[&str]); 5] = [
    (Keyword::Place, "place", &["to", "removing", "becomes"]),
    (Keyword::Exchange, "exchange", &["not bringing"]),
    (Keyword::Replace, "replace", &[]),
    (Keyword::Drop, "drop", &["to", "becomes", "not on", "not giving"]),
    (Keyword::Pass, "pass", &[]),
];

/// The lines of an action that have been read so far.
#[derive(Default)]
struct Parts {
    place: Option<PieceFilter>,
    exchange: Option<(PieceFilter, PieceFilter)>,
    replace: Option<(PieceFilter, PieceTypeId)>,
    drop: Option<Vec<PieceTypeId>>,
    pass: bool,
    to: Option<Target>,
    removing: Option<PieceFilter>,
    becomes: Vec<PieceTypeId>,
    except_to: Vec<(PieceFilter, Zone)>,
    not_with: Option<(u32, PieceFilter)>,
    not_mating: bool,
    provided: Option<Condition>,
    when: Option<Condition>,
    right: Option<usize>,
    unsafely: bool,
    duty: Option<Duty>,
    notes: Vec<Remark>,
    /// The lines, keyed by their first word. A condition has one entry for each alternative.
    lines: Vec<(String, Origin)>,
}

impl Scope<'_> {
    /// Lowers an action. An action inside the block of a piece or stage applies to that piece type.
    pub(super) fn action(&self, line: Line, inside: Option<(PieceTypeId, &str)>) -> Read<Action> {
        let mut cursor = line.rest();
        let (name, _) = cursor.free_name("the name of the action")?;
        line.finish_head(cursor)?;
        line.needs_block("a block with the statements of the action")?;
        let known = self.report.len();
        let mut parts = Parts { place: inside.map(|own| self.own(own)), ..Parts::default() };
        let mut failed = false;
        for line in line.lines() {
            let result = parts.read(self, line, inside.map(|(_, piece)| piece));
            failed |= self.report.read(line, result).is_none();
        }
        repeats(line.lines(), Place::Action, self.report);
        // A line that could not be read may contain the act, so problems with acts would be misleading.
        if !failed {
            self.check_acts(line);
        }
        let act = match parts.act(line.span) {
            // The part that seems to be missing may be in a line with an error.
            Err(_) if failed || self.report.len() > known || self.report.touches(line.whole()) => Act::Pass,
            act => act?,
        };
        let Parts { when, provided, right, unsafely, duty, lines, notes, .. } = parts;
        let (name, origin, duty) = (name.to_string(), Origin(line.span), duty.unwrap_or(Duty::May));
        let (lines, notes) = (Origin(lines), Origin(notes));
        Ok(Action { name, act, when, provided, right, unsafely, duty, origin, lines, notes })
    }

    /// Reports a second act in one action, and lines that do not apply to the first.
    fn check_acts(&self, action: Line) {
        let act = |line: Line| ACTS.iter().find(|(act, ..)| line.keyword() == Some(*act));
        let mut acts = action.lines().filter_map(|line| Some((line, act(line)?)));
        let first = acts.next();
        let other = acts.find(|(_, act)| first.is_none_or(|(_, first)| first.0 != act.0));
        if let (Some((first, (_, one, _))), Some((second, (_, other, _)))) = (first, other) {
            let message = format!("an action has one effect, but this one has two: `{one}` and `{other}`");
            let problem = Diagnostic::new(Code::SaidTwice, second.span, message);
            return self
                .report
                .push_about(second, problem.label(first.span, "the first").help("write two actions"));
        }
        let (_, name, refining) = first.map_or(&ACTS[0], |(_, act)| act);
        for line in action.lines() {
            let own = match (line.keyword(), line.first(), line.name()) {
                (Some(Keyword::Not), _, Some(second)) => format!("not {second}"),
                (_, Some(first), _) => first.to_owned(),
                _ => continue,
            };
            let known = ACTS.iter().any(|(.., words)| words.contains(&own.as_str()));
            if known && !refining.contains(&own.as_str()) {
                let message = format!("`{own}` has no meaning in an action that says `{name}`");
                let help = match refining.is_empty() {
                    true => delete(format!("delete it: `{name}` needs nothing more")),
                    false => format!("with `{name}` these have one: {}", quoted(*refining)).into(),
                };
                let problem = Diagnostic::new(Code::MisplacedStatement, line.span, message);
                self.report.push_about(line, problem.help(help));
            }
        }
    }

    /// Reads the pieces that can be dropped: `any`, `any piece`, `royal`, `non-royal`, or a list.
    pub(super) fn dropped(&self, cursor: &mut Cursor) -> Read<Vec<PieceTypeId>> {
        let all = cursor.eat("any") || cursor.eat("all");
        let which = if cursor.eat("non-royal") || cursor.eat("non-royals") {
            "non-royal"
        } else if cursor.eat("royal") || cursor.eat("royals") {
            "royal"
        } else {
            let piece = all && (cursor.eat("piece") || cursor.eat("pieces"));
            if !all && !piece {
                return self.piece_type_set(cursor);
            }
            "any"
        };
        self.use_name(which);
        Ok(self.held(which))
    }

    /// Reads the forms that a piece can take: `PIECE` or `one of [PIECE, PIECE]`. Returns true for a list.
    pub(super) fn forms(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<(Vec<PieceTypeId>, bool)> {
        if !cursor.eat("one of") {
            let loose = cursor.loose_choice();
            return loose.map_or_else(|| Ok((vec![self.one_piece_type(cursor, inside)?], false)), Err);
        }
        let Some(inner) = cursor.list() else {
            return Err(cursor.expected("a list of pieces in brackets"));
        };
        let forms = self.set(inner.clone(), |inner| self.one_piece_type(inner, inside))?;
        if forms.is_empty() { Err(inner.expected("at least one piece")) } else { Ok((forms, true)) }
    }

    pub(super) fn right(&self, cursor: &mut Cursor) -> Read<usize> {
        let Some(name) = cursor.peek_word() else { return Err(cursor.expected("the name of a right")) };
        if self.game.rights.is_empty() {
            let problem =
                Diagnostic::new(Code::UnknownWord, cursor.span(), format!("`{name}` is not a right"));
            return Err(problem.misses(name).help(format!("declare it: `right {name} once`")));
        }
        let Some(right) = self.game.rights.iter().position(|right| right.name == name) else {
            return Err(cursor.unknown("a right", self.game.rights.iter().map(|right| right.name.as_str())));
        };
        cursor.skip();
        self.note_use(Use::Right(name.to_owned()));
        Ok(right)
    }
}

impl Parts {
    fn read(&mut self, scope: &Scope, line: Line, piece: Option<&str>) -> Read<()> {
        let word = line.word_in(Place::Action)?;
        let cursor = &mut line.rest();
        let context = SlotContext { inside: piece, moment: Moment::Before, decides_attacks: false };
        let values = |cursor: &mut _| scope.values(cursor, Form::of(word), context);
        match (word.keyword, line.name()) {
            // `Parts::condition` records the line of a condition, once for each alternative.
            (Keyword::Provided | Keyword::When | Keyword::Or, _) => {}
            (Keyword::Not, Some(second)) => self.lines.push((format!("not {second}"), Origin(line.span))),
            _ => self.lines.push((word.text.to_owned(), Origin(line.span))),
        }
        match word.keyword {
            Keyword::Place => self.place = Some(values(cursor)?.value(0)?),
            Keyword::Exchange => {
                let mut values = values(cursor)?;
                self.exchange = Some((values.value(0)?, values.value(1)?));
            }
            Keyword::Replace => {
                // Inside the block of a piece or stage, the piece can be omitted.
                let mut pieces = match self.place.clone().filter(|_| cursor.eat("by")) {
                    Some(own) => own,
                    None => {
                        let pieces = scope.pieces(cursor)?;
                        cursor.keyword("by")?;
                        pieces
                    }
                };
                let by = scope.one_piece_type(cursor, piece)?;
                if cursor.eat("in") {
                    pieces = pieces.within(scope.zone(cursor)?);
                }
                self.replace = Some((pieces, by));
            }
            Keyword::Drop => self.drop = Some(values(cursor)?.value(0)?),
            Keyword::Pass => self.pass = true,
            Keyword::To => {
                let mut values = values(cursor)?;
                let zone = values.optional(0).map(Target::Zone);
                self.to = Some(zone.map_or_else(|| values.value(0).map(Target::HomeOf), Ok)?);
            }
            Keyword::Removing => self.removing = Some(values(cursor)?.value(0)?),
            Keyword::Becomes => self.becomes = scope.forms(cursor, piece)?.0,
            Keyword::Provided | Keyword::When | Keyword::Or => {
                let mut values = values(cursor)?;
                let words = [("provided", "provided"), ("when", "when")];
                self.condition(
                    line,
                    values.value(0)?,
                    values.meaning(&words).unwrap_or(word.text),
                    word.keyword,
                )?;
            }
            Keyword::Uses => self.right = Some(values(cursor)?.value(0)?),
            Keyword::Even => values(cursor).map(|_| self.unsafely = true)?,
            Keyword::Not => self.exception(line, values(cursor)?)?,
            Keyword::Must => {
                self.duty = Some(if values(cursor)?.says("if") { Duty::MustIfCan } else { Duty::Must });
            }
            Keyword::May => self.duty = Some(Duty::May),
            _ => self.notes.push(super::remarks::note(cursor)?),
        }
        line.finish(cursor.clone(), word)
    }

    /// Adds an exception: where pieces may not be brought, the files on which they may not be dropped, or checkmate.
    fn exception(&mut self, line: Line, mut values: FormValues) -> Read<()> {
        if values.says("bringing") {
            self.except_to.push((values.value(0)?, values.value(0)?));
            return Ok(());
        }
        if values.says("giving") {
            self.not_mating = true;
            return Ok(());
        }
        let number = values.find::<u32>(0).unwrap_or(Spanned::new(1, line.span));
        if number.value == 0 {
            let problem = Diagnostic::new(Code::BadNumber, number.span, "the number must be at least 1");
            return Err(problem.help("write the number of these pieces that close the file to others"));
        }
        if self.not_with.replace((number.value, values.value(1)?)).is_some() {
            let message = "`not on a file` appears twice";
            return Err(Diagnostic::new(Code::SaidTwice, line.span, message)
                .help("name all these pieces in one line: `not on a file with [A, B]`"));
        }
        Ok(())
    }

    /// Adds a condition. `word` is `when` or `provided`.
    fn condition(&mut self, line: Line, condition: Condition, word: &str, keyword: Keyword) -> Read<()> {
        let slot = if word == "provided" { &mut self.provided } else { &mut self.when };
        if slot.is_some() && keyword != Keyword::Or {
            return Err(Diagnostic::new(Code::SaidTwice, line.span, format!("`{word}` appears twice"))
                .help(format!("join both with `and`, or begin the second with `or {word}`")));
        }
        let new = condition.alternatives();
        self.lines.extend(new.iter().map(|_| (word.to_owned(), Origin(line.span))));
        let old = slot.as_ref().map_or(&[][..], Condition::alternatives);
        *slot = Some(Condition::any_of([old, new].concat()));
        Ok(())
    }

    fn act(&mut self, span: Span) -> Read<Act> {
        let missing = |what: &str, help: &str| {
            let message = format!("the action must say {what}");
            Err(Diagnostic::new(Code::IncompleteAction, span, message).help(help))
        };
        if let Some((pieces, with)) = self.exchange.take() {
            return Ok(Act::Exchange { pieces, with, except_to: std::mem::take(&mut self.except_to) });
        }
        if let Some((pieces, by)) = self.replace.take() {
            return Ok(Act::Replace { pieces, by });
        }
        let to = self.to.take();
        if let Some(piece_types) = self.drop.take() {
            let Some(Target::Zone(to)) = to else {
                return missing("where pieces may be dropped", "add a line such as `to grid`");
            };
            let (not_with_number, not_with) = self.not_with.take().unzip();
            let (not_with_number, not_mating) = (not_with_number.unwrap_or(1), self.not_mating);
            let becomes = std::mem::take(&mut self.becomes);
            return Ok(Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes });
        }
        if self.pass {
            return Ok(Act::Pass);
        }
        let Some(pieces) = self.place.take() else {
            let help = "begin with `place PIECES`, `exchange PIECES with PIECES`, `replace PIECES by PIECE`, `drop PIECES`, or `pass`";
            return missing("what is done", help);
        };
        let Some(to) = to else {
            return missing("where the piece goes", "add a line such as `to grid` or `to home of PIECE`");
        };
        if self.becomes.len() > 1 {
            let place =
                self.lines.iter().find(|(word, _)| word == "becomes").map_or(span, |(_, line)| line.0);
            let message = "a placed piece can become only one type";
            return Err(Diagnostic::new(Code::UnexpectedWord, place, message)
                .help("write an action for each of them; only a `drop` can offer a choice"));
        }
        Ok(Act::Place { pieces, to, removing: self.removing.take(), becomes: self.becomes.pop() })
    }
}
